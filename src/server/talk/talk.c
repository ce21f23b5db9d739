#include "server/talk/talk.h"

#include "base/text.h"
#include "net/plain_text.h"
#include "server/talk/preset.h"
#include "server/web/person.h"
#include "store/invitations.h"

static const struct {
    unsigned status;
    const char *code, *sentence;
} refusals[APO_TALK_REFUSALS] = {

#define ROW(name, status, code, sentence) [APO_TALK_##name] = {status, code, sentence},
    APO_TALK_REFUSAL_LIST(ROW)
#undef ROW
};

void apo_talk_refuse(apo_http_request *req, enum apo_talk_refusal refusal)
{
    apo_http_reply_error(req, refusals[refusal].status, refusals[refusal].code,
                         refusals[refusal].sentence);
}

const char *apo_talk_sentence(enum apo_talk_refusal refusal)
{
    return refusals[refusal].sentence;
}

enum apo_talk_refusal apo_talk_may(const apo_store_person *person)
{
    return (person->standing & APO_STANDING_MUTED) != 0 ? APO_TALK_MUTED : APO_TALK_NONE;
}

enum apo_talk_refusal apo_talk_may_reach(apo_store *store, const char *person,
                                         const char *other)
{
    return apo_store_are_parted(store, apo_span_of(person), apo_span_of(other))
               ? APO_TALK_BLOCKED
               : APO_TALK_NONE;
}

enum apo_talk_refusal apo_talk_clean(char *out, size_t size, apo_span text, size_t max,
                                     bool has_lines)
{
    apo_buffer clean;
    apo_buffer_init(&clean, NULL);
    apo_status status = apo_plain_text_add(&clean, text, max, has_lines);
    if (status == APO_OK)
        apo_text_copy_span(out, size, apo_buffer_span(&clean));
    apo_buffer_clear(&clean);
    if (status == APO_OK)
        return APO_TALK_NONE;
    return status == APO_E_TOO_LARGE ? APO_TALK_LONG : APO_TALK_EMPTY;
}

enum apo_talk_refusal apo_talk_read(apo_store_message *out, const apo_ask *ask, size_t max,
                                    bool has_lines)
{
    apo_preset preset;
    apo_span word = apo_ask_text(ask, "preset"), text = apo_ask_text(ask, "text");
    out->preset[0] = out->text[0] = '\0';
    if (word.length == 0)
        return apo_talk_clean(out->text, sizeof out->text, text, max, has_lines);
    if (text.length > 0 || !apo_preset_find(&preset, word))
        return APO_TALK_MALFORMED;
    apo_text_copy(out->preset, sizeof out->preset, preset.word);
    return APO_TALK_NONE;
}

bool apo_talk_has_key(const apo_ask *ask)
{
    bool has_key = ask->key.length > 0 && ask->key.length < APO_STORE_KEY_MAX;
    if (!has_key)
        apo_reply_bad(ask->req, "The form is incomplete; load its page again.");
    return has_key;
}

bool apo_talk_is_allowed(apo_app *app, apo_http_request *req, const char *person)
{
    return apo_app_offers(app, req, APO_FEATURE_TALK) &&
           apo_app_may_both(app, req, APO_LIMIT_MESSAGES, apo_span_of(person),
                            APO_LIMIT_TALKERS);
}

void apo_talk_view(apo_buffer *out, const char *name, const apo_talk_reader *reader,
                   const apo_store_message *message)
{
    apo_preset preset;
    apo_person_label by;
    apo_person_label_of(&by, reader->app->store, reader->i18n, message->writer, 0);
    bool is_preset = apo_preset_find(&preset, apo_span_of(message->preset));
    apo_json_open(out, name, '{');
    apo_json_add_number(out, "id", message->id);
    apo_json_add_number(out, "at", message->at_ms);
    apo_json_add_string(out, "by", by.name);
    apo_json_add_flag(out, "is_account", by.is_account);
    if (reader->round != NULL)
        apo_json_add_string(
            out, "side",
            apo_view_side(apo_round_side_of(reader->round, apo_span_of(message->writer))));
    apo_json_add_string(out, "text",
                        is_preset ? apo_tr(reader->i18n, preset.text) : message->text);
    if (is_preset)
        apo_json_add_string(out, "preset", preset.word);
    if (message->ply > 0)
        apo_json_add_number(out, "ply", message->ply);
    apo_json_add_flag(out, "is_yours", apo_span_is(reader->person, message->writer));
    apo_json_close(out, '}');
}
