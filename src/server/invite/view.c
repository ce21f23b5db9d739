#include "server/invite/view.h"

#include "server/round/view.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"

enum {
    FATES_MAX = 50,
    KEY_LENGTH = 20
};

/* An invitation with the data looked up for it. */
typedef struct offer {
    const apo_store_invitation *row;
    apo_round_start start;
    bool is_asked;  /* it is for the viewer to answer */
    unsigned color; /* of the viewer */
    apo_person_label other;
} offer;

static bool read_offer(offer *out, const apo_invite_viewer *viewer,
                       const apo_store_invitation *row)
{
    out->row = row;
    out->is_asked = apo_span_is(viewer->person, row->asked);
    out->color = row->color ^ (out->is_asked ? 1U : 0U);
    apo_person_label_of(&out->other, viewer->app->store, viewer->i18n,
                        out->is_asked ? row->asker : row->asked, 0);
    return apo_round_start_read(&out->start, apo_span_of(row->setup)) == APO_OK;
}

/* --- as JSON ------------------------------------------------------------- */

typedef struct step_list {
    apo_buffer *out;
    apo_fill *fill;
    const apo_invite_viewer *viewer;
} step_list;

/* The words of a step, unless the viewer no longer wants to read what their writer writes. */
static const char *step_message(const apo_invite_viewer *viewer, const apo_store_step *step)
{
    return step->message[0] != '\0' &&
                   apo_person_is_hidden(viewer->app->store, viewer->person, step->person)
               ? ""
               : step->message;
}

static bool add_step(void *context, const apo_store_step *step)
{
    const step_list *all = context;
    apo_json_open(all->out, NULL, '{');
    if (step->person[0] == '\0') {
        apo_json_add_null(all->out, "by");
    } else {
        apo_person_label title;
        apo_person_label_of(&title, all->viewer->app->store, all->viewer->i18n, step->person,
                            0);
        apo_json_add_string(all->out, "by", title.name);
    }
    apo_json_add_string(all->out, "kind", step->kind);
    apo_json_add_string(all->out, "message", step_message(all->viewer, step));
    apo_json_add_number(all->out, "at", step->at_ms);
    apo_json_close(all->out, '}');
    return true;
}

static void add_clock(apo_buffer *out, const char *name, const apo_time_control *control)
{
    apo_json_open(out, name, '{');
    apo_view_control(out, control);
    apo_json_close(out, '}');
}

static void add_game(apo_buffer *out, const offer *one, const apo_invite_viewer *viewer)
{
    const apo_round_start *start = &one->start;
    const apo_app *app = viewer->app;
    apo_variant_outline outline;
    apo_json_add_string(out, "variant", start->variant);
    apo_json_add_string(
        out, "variant_name",
        apo_variant_map_name(&outline, app->variants, app->store, start->variant));
    apo_view_start(out, start, true);
    apo_json_add_flag(out, "rated", start->is_rated);
    apo_json_add_string(out, "color",
                        one->row->is_random ? "random" : apo_view_side(one->color));
    add_clock(out, "clock", &start->controls[one->color]);
    add_clock(out, "opponent_clock", &start->controls[one->color ^ 1U]);
    apo_json_add_flag(out, "weekend", start->has_weekend);
    apo_json_add_flag(out, "vacation", start->has_vacation);
}

static void add_fate(apo_buffer *out, const apo_store_invitation *row)
{
    apo_json_add_string(out, "fate", apo_invite_fate_word(row->fate));
    apo_json_add_optional(out, "game", row->game);
    apo_json_add_number(out, "created", row->created_ms);
    apo_json_add_number(out, "changed", row->changed_ms);
    if (row->fate == APO_FATE_OPEN)
        apo_json_add_number(out, "expires", row->due_ms);
    else
        apo_json_add_null(out, "expires");
}

void apo_invite_view(apo_buffer *out, const char *name, const apo_invite_viewer *viewer,
                     const apo_store_invitation *row)
{
    offer one;
    step_list steps = {out, NULL, viewer};
    if (!read_offer(&one, viewer, row))
        return;
    apo_json_open(out, name, '{');
    apo_json_add_string(out, "id", row->id);
    apo_json_add_string(out, "with", one.other.name);
    apo_json_add_string(out, "you", one.is_asked ? "asked" : "asking");
    add_game(out, &one, viewer);
    add_fate(out, row);
    apo_json_open(out, "steps", '[');
    apo_store_list_steps(viewer->app->store, apo_span_of(row->id), add_step, &steps);
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

typedef struct view_list {
    apo_buffer *out;
    apo_fill *fill;
    const char *name;
    const apo_invite_viewer *viewer;
    unsigned count;
    int64_t last_ms;
} view_list;

static bool view_row(void *context, const apo_store_invitation *row)
{
    view_list *all = context;
    apo_invite_view(all->out, NULL, all->viewer, row);
    all->count++;
    all->last_ms = row->changed_ms;
    return true;
}

void apo_invite_view_all(apo_buffer *out, const apo_invite_viewer *viewer, int64_t before_ms)
{
    apo_store *store = viewer->app->store;
    view_list all = {.out = out, .viewer = viewer};
    apo_json_open(out, "asked", '[');
    apo_store_list_invitations(store, viewer->person, true, view_row, &all);
    apo_json_close(out, ']');
    apo_json_open(out, "asking", '[');
    apo_store_list_invitations(store, viewer->person, false, view_row, &all);
    apo_json_close(out, ']');
    apo_json_open(out, "fates", '[');
    all.count = 0;
    apo_store_list_closed_invitations(store, viewer->person, before_ms, FATES_MAX, view_row,
                                      &all);
    apo_json_close(out, ']');
    if (all.count == FATES_MAX)
        apo_json_add_number(out, "next", all.last_ms);
    else
        apo_json_add_null(out, "next");
}

/* --- as a page ----------------------------------------------------------- */

static void fill_buffer(apo_fill *row, const char *name, apo_buffer *text)
{
    apo_fill_text(row, name, apo_buffer_span(text));
    apo_buffer_clear(text);
}

static const char *step_words(const apo_i18n *i18n, const char *kind)
{
    static const char *const pairs[][2] = {
        {"invite", APO_T("{name} invites")},
        {"counter", APO_T("{name} proposes something else")},
        {"accepted", APO_T("{name} accepts")},
        {"declined", APO_T("{name} declines")},
        {"withdrawn", APO_T("{name} withdraws")},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (apo_span_is(apo_span_of(kind), pairs[i][0]))
            return apo_tr(i18n, pairs[i][1]);
    }
    return apo_tr(i18n, "Nobody has answered in time");
}

static bool fill_step(void *context, const apo_store_step *step)
{
    const step_list *all = context;
    const apo_i18n *i18n = all->viewer->i18n;
    apo_person_label title = {.name = ""};
    apo_fill *row = apo_fill_row(all->fill, "steps");
    apo_buffer text;
    if (step->person[0] != '\0')
        apo_person_label_of(&title, all->viewer->app->store, i18n, step->person, 0);
    apo_buffer_init(&text, NULL);
    apo_tr_fill(&text, step_words(i18n, step->kind),
                APO_GAPS(APO_GAP_TEXT("name", title.name)));
    fill_buffer(row, "what", &text);
    apo_zones_fill_time(row, "at", i18n, all->viewer->zone, step->at_ms);
    apo_fill_string(row, "message", step_message(all->viewer, step));
    apo_person_fill_report(row, all->viewer->app->store, all->viewer->person, step->person);
    return true;
}

static void fill_game(apo_fill *row, const offer *one, const apo_invite_viewer *viewer)
{
    const apo_i18n *i18n = viewer->i18n;
    const apo_round_start *start = &one->start;
    const apo_app *app = viewer->app;
    apo_variant_outline outline;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_fill_string(row, "variant", start->variant);
    apo_fill_string(row, "variant_name",
                    apo_variant_map_name(&outline, app->variants, app->store, start->variant));
    apo_view_start_words(&text, i18n, start);
    fill_buffer(row, "start", &text);
    apo_view_clock_words(&text, i18n, &start->controls[one->color]);
    fill_buffer(row, "clock", &text);
    if (!apo_round_start_is_even(start)) {
        apo_view_clock_words(&text, i18n, &start->controls[one->color ^ 1U]);
        fill_buffer(row, "other_clock", &text);
    }
    apo_fill_string(row, "color",
                    one->row->is_random       ? apo_tr(i18n, "either colour")
                    : one->color == APO_WHITE ? apo_tr_context(i18n, "chess colour", "White")
                                              : apo_tr_context(i18n, "chess colour", "Black"));
    apo_fill_flag(row, "is_rated", start->is_rated);
}

static bool fill_row(void *context, const apo_store_invitation *invitation)
{
    view_list *all = context;
    const apo_invite_viewer *viewer = all->viewer;
    char key[KEY_LENGTH + 1];
    apo_buffer text;
    offer one;
    if (!read_offer(&one, viewer, invitation))
        return true;
    apo_fill *row = apo_fill_row(all->fill, all->name);
    step_list steps = {NULL, row, viewer};
    apo_token_name(key, KEY_LENGTH);
    apo_fill_string(row, "key", key);
    apo_fill_string(row, "id", invitation->id);
    apo_fill_string(row, "with", one.other.name);
    apo_fill_string(row, "with_url", one.other.url);
    apo_fill_string(row, "game", invitation->game);
    apo_buffer_init(&text, NULL);
    apo_zones_add_date(&text, viewer->i18n, viewer->zone, invitation->due_ms);
    fill_buffer(row, "expires", &text);
    fill_game(row, &one, viewer);
    apo_store_list_steps(viewer->app->store, apo_span_of(invitation->id), fill_step, &steps);
    all->count++;
    all->last_ms = invitation->changed_ms;
    return true;
}

static unsigned fill_asked(apo_fill *fill, const apo_invite_viewer *viewer)
{
    view_list all = {.fill = fill, .name = "asked", .viewer = viewer};
    if (viewer->person.length > 0)
        apo_store_list_invitations(viewer->app->store, viewer->person, true, fill_row, &all);
    return all.count;
}

void apo_invite_fill_lobby(apo_fill *fill, apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor))
        return;
    const apo_invite_viewer viewer = {app, apo_i18n_for(app, req), apo_visitor_id(visitor),
                                      apo_visitor_zone(visitor)};
    apo_fill_flag(fill, "has_asked", fill_asked(fill, &viewer) > 0);
}

void apo_invite_fill_all(apo_fill *fill, const apo_invite_viewer *viewer, int64_t before_ms)
{
    apo_store *store = viewer->app->store;
    view_list all = {.fill = fill, .viewer = viewer};
    fill_asked(fill, viewer);
    all.name = "asking";
    apo_store_list_invitations(store, viewer->person, false, fill_row, &all);
    all.name = "fates";
    all.count = 0;
    apo_store_list_closed_invitations(store, viewer->person, before_ms, FATES_MAX, fill_row,
                                      &all);
    if (all.count == FATES_MAX)
        apo_fill_number(fill, "next", all.last_ms);
}
