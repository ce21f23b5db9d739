/* The list of studies, and a study. */
#include <string.h>

#include "base/text.h"
#include "server/study/access.h"
#include "server/study/comment.h"
#include "server/study/routes.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"

enum {
    OWN_MAX = 500, /* 200 of the person's own, and shared ones of others */
    PUBLIC_MAX = 50
};

typedef struct listing {
    apo_app *app;
    const apo_i18n *i18n;
    const char *zone;
    apo_fill *fill;
    apo_span reader;
    const char *rows;
    unsigned count;
} listing;

static bool add_study(void *context, const apo_store_study *study)
{
    listing *all = context;
    apo_person_label owner;
    apo_buffer date;
    const bool is_public = strcmp(all->rows, "studies") == 0;
    if (apo_study_is_hidden(all->app->store, study, all->reader, is_public))
        return true;
    apo_fill *row = apo_fill_row(all->fill, all->rows);
    apo_person_label_of(&owner, all->app->store, all->i18n, study->owner, 0);
    apo_buffer_init(&date, NULL);
    apo_zones_add_date(&date, all->i18n, all->zone, study->changed_ms);
    apo_fill_string(row, "id", study->id);
    apo_fill_string(row, "heading", study->name);
    apo_fill_string(row, "owner", owner.name);
    apo_fill_text(row, "date", apo_buffer_span(&date));
    apo_buffer_clear(&date);
    return ++all->count < OWN_MAX;
}

static void page_list(apo_http_request *req, void *context)
{
    apo_app *app = context;
    listing all = {.app = app,
                   .i18n = apo_i18n_for(app, req),
                   .zone = apo_visitor_zone(apo_visitor_of(app, req)),
                   .fill = apo_fill_new(),
                   .rows = "own"};
    apo_span person = apo_visitor_account_id(app, req);
    all.reader = person;
    if (person.length > 0)
        apo_store_list_studies_of(app->store, person, add_study, &all);
    all.rows = "studies";
    all.count = 0;
    apo_store_list_public_studies(app->store, INT64_MAX, PUBLIC_MAX, add_study, &all);
    apo_pages_reply(app, req, 200, "studies", APO_T("Studies"), all.fill);
}

static void page_study(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_study study;
    enum apo_study_access access;
    apo_person_label owner;
    if (!apo_study_asked(app, req, &study, &access)) {
        apo_pages_reply_error(req, 404, "There is no such study here.", app);
        return;
    }
    apo_fill *fill = apo_fill_new();
    apo_buffer text; /* for readers without scripts */
    apo_buffer_init(&text, NULL);
    if (apo_store_find_study_text(app->store, &text, apo_span_of(study.id)) == APO_OK)
        apo_fill_text(fill, "text", apo_buffer_span(&text));
    apo_buffer_clear(&text);
    apo_person_label_of(&owner, app->store, apo_i18n_for(app, req), study.owner, 0);
    apo_fill_string(fill, "id", study.id);
    apo_fill_string(fill, "heading", study.name);
    apo_fill_string(fill, "owner", owner.name);
    apo_person_fill_report(fill, app->store, apo_visitor_account_id(app, req), study.owner);
    if (apo_study_has_comments(&study)) {
        char page[APO_STUDY_PATH_MAX];
        const apo_comments_place place = apo_study_comments_place(page, &study);
        apo_fill_flag(fill, "has_remarks", true);
        apo_comments_fill(fill, app, req, &place, NULL, NULL);
    }
    apo_fill_flag(fill, "may_write", access >= APO_STUDY_WRITE);
    apo_fill_flag(fill, "is_owner", access == APO_STUDY_OWN);
    apo_pages_reply(app, req, 200, "study", study.name, fill);
}

const apo_http_route apo_page_study_routes[] = {
    {APO_HTTP_GET, "/studies", page_list, 0, 0, NULL},
    {APO_HTTP_GET, "/study/:id", page_study, 0, 0, NULL},
    APO_ROUTES_END,
};
