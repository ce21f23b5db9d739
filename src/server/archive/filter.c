#include "server/archive/filter.h"

#include "server/web/person.h"
#include "store/archive.h"

apo_span apo_archive_asker(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    return visitor != NULL ? apo_visitor_id(visitor) : apo_span_of("");
}

void apo_archive_filter_of(apo_archive_filter *out, const apo_http_request *req)
{
    *out = (apo_archive_filter){.cursor = {NULL, 0}};
#define READ(field, name) apo_http_query(req, name, &out->field);
    APO_ARCHIVE_FILTER_LIST(READ)
#undef READ
}

apo_status apo_archive_read_request(apo_archive_query *out, apo_app *app, apo_http_request *req,
                                    apo_error *err)
{
    apo_archive_filter filter;
    apo_span mine;
    apo_archive_filter_of(&filter, req);
    if (apo_http_query(req, "mine", &mine) && apo_span_is(mine, "yes")) {
        filter.collection = apo_archive_asker(app, req);
        if (filter.collection.length == 0)
            return apo_fail(err, APO_E_UNKNOWN, 0, "Only accounts have a collection.", mine);
    }
    apo_store_person owner;
    if (apo_http_query(req, "of", &mine) && mine.length > 0) {
        if (apo_person_find(app->store, &owner, mine) != APO_OK ||
            (!apo_span_is(apo_archive_asker(app, req), owner.id) &&
             !apo_store_is_collection_shown(app->store, apo_span_of(owner.id))))
            return apo_fail(err, APO_E_UNKNOWN, 0,
                            "Nobody named \"%s\" shows a collection here.", mine);
        filter.collection = apo_span_of(owner.id);
    }
    return apo_archive_read_filter(out, &filter, app->variants, app->store, err);
}

bool apo_archive_read_kinds(unsigned *out, const apo_http_request *req)
{
    static const char *const words[APO_RECORD_KINDS] = {"people", "computer", "imported"};
    apo_span text;
    *out = (1U << APO_RECORD_KINDS) - 1;
    if (!apo_http_query(req, "kind", &text) || text.length == 0 || apo_span_is(text, "all"))
        return true;
    unsigned kind = apo_span_index(text, words, APO_RECORD_KINDS);
    if (kind == APO_RECORD_KINDS)
        return false;
    *out = 1U << kind;
    return true;
}
