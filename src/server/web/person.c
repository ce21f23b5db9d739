#include "server/web/person.h"

#include <string.h>

#include "base/text.h"
#include "store/factors.h"
#include "store/invitations.h"
#include "store/moderation.h"
#include "store/own_data.h"
#include "store/passkeys.h"
#include "store/talk.h"

bool apo_person_key(char out[APO_STORE_NAME_MAX], apo_span name)
{
    if (name.length == 0 || name.length >= APO_STORE_NAME_MAX)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) && c != '-' && c != '_')
            return false;
        out[i] = apo_to_lower(c);
    }
    out[name.length] = '\0';
    return true;
}

apo_status apo_person_find(apo_store *store, apo_store_person *out, apo_span name)
{
    char key[APO_STORE_NAME_MAX];
    if (!apo_person_key(key, apo_span_trim(name)))
        return APO_E_UNKNOWN;
    apo_status status = apo_store_find_name(store, out, apo_span_of(key));
    if (status == APO_E_UNKNOWN)
        status = apo_store_find_former(store, out, apo_span_of(key));
    if (status == APO_OK && (out->standing & APO_STANDING_GONE) != 0)
        return APO_E_UNKNOWN;
    if (status == APO_OK)
        memset(out->password, 0, sizeof out->password);
    return status;
}

bool apo_person_asked(apo_app *app, apo_http_request *req, apo_store_person *out)
{
    apo_status status = apo_person_find(app->store, out, apo_http_param(req, "name"));
    if (status == APO_OK)
        return true;
    if (status == APO_E_UNKNOWN)
        apo_http_reply_error(req, 404, "not_found", "There is nobody with this name.");
    else
        apo_app_reply_failure(app, req, status);
    return false;
}

void apo_person_add_name(apo_buffer *out, const apo_i18n *i18n, const char *name)
{
    static const char guest[] = "Guest ";
    apo_span text = apo_span_of(name);
    if (apo_span_is(text, APO_STORE_DELETED_NAME))
        apo_buffer_add(out, apo_tr(i18n, APO_T("deleted account")));
    else if (apo_span_starts_with(text, guest))
        apo_tr_fill(out, apo_tr(i18n, "Guest {number}"),
                    APO_GAPS(APO_GAP_TEXT("number", name + sizeof guest - 1)));
    else
        apo_buffer_add(out, name);
}

void apo_person_fill_name(apo_fill *fill, const char *gap, const apo_i18n *i18n,
                          const char *name)
{
    apo_buffer said;
    apo_buffer_init(&said, NULL);
    apo_person_add_name(&said, i18n, name);
    apo_fill_text(fill, gap, apo_buffer_span(&said));
    apo_buffer_clear(&said);
}

void apo_person_entitle_row(apo_person_label *out, const apo_i18n *i18n,
                            const apo_store_person *person)
{
    *out = (apo_person_label){.is_account = person->is_account};
    apo_text name = apo_text_start(out->name, sizeof out->name);
    apo_buffer said;
    apo_buffer_init(&said, NULL);
    apo_person_add_name(&said, i18n, person->name);
    apo_text_add_span(&name, apo_buffer_span(&said));
    apo_buffer_clear(&said);
    if (!person->is_account)
        return;
    apo_text url = apo_text_start(out->url, sizeof out->url);
    apo_text_add(&url, "/@/");
    apo_text_add(&url, person->name);
}

void apo_person_label_of(apo_person_label *out, apo_store *store, const apo_i18n *i18n,
                         const char *id, unsigned level)
{
    apo_store_person person;
    if (id[0] != '\0' && apo_store_find_person(store, &person, apo_span_of(id)) == APO_OK) {
        apo_person_entitle_row(out, i18n, &person);
        return;
    }
    *out = (apo_person_label){.is_account = false};
    apo_text name = apo_text_start(out->name, sizeof out->name);
    if (id[0] != '\0')
        return;
    apo_buffer title;
    apo_buffer_init(&title, NULL);
    apo_tr_fill(&title, apo_tr(i18n, "Computer, level {level}"),
                APO_GAPS(APO_GAP_NUMBER("level", level)));
    apo_text_add_span(&name, apo_buffer_span(&title));
    apo_buffer_clear(&title);
}

int64_t apo_person_cursor(const apo_http_request *req, const char *name, int64_t otherwise)
{
    apo_span text;
    int64_t value = 0;
    if (!apo_http_query(req, name, &text) || text.length == 0 || text.length > 15)
        return otherwise;
    for (size_t i = 0; i < text.length; i++) {
        if (!apo_is_digit(text.text[i]))
            return otherwise;
        value = value * 10 + (text.text[i] - '0');
    }
    return value;
}

bool apo_person_is_hidden(apo_store *store, apo_span reader, const char *writer)
{
    return reader.length > 0 && !apo_span_is(reader, writer) &&
           (apo_store_is_blocked(store, reader, apo_span_of(writer)) ||
            apo_store_is_muted(store, reader, apo_span_of(writer)));
}

bool apo_person_has_codes(apo_store *store, const char *person)
{
    apo_store_factor factor;
    return apo_store_find_factor(store, &factor, apo_span_of(person)) == APO_OK &&
           factor.confirmed_ms > 0;
}

static bool note_passkey(void *context, const apo_store_passkey *passkey)
{
    (void)passkey;
    *(bool *)context = true;
    return false;
}

bool apo_person_has_passkey(apo_store *store, const char *person)
{
    bool is_there = false;
    apo_store_list_passkeys(store, apo_span_of(person), note_passkey, &is_there);
    return is_there;
}

void apo_person_fill_report(apo_fill *fill, apo_store *store, apo_span reader,
                            const char *writer)
{
    apo_person_label label;
    apo_person_label_of(&label, store, NULL, writer, 0);
    if (reader.length > 0 && label.is_account && !apo_span_is(reader, writer))
        apo_fill_string(fill, "report_of", label.name);
}
