/* The archive's pages: the search, an imported game, games with comments, the import form. */
#include "notation/result.h"
#include "server/archive/collection.h"
#include "server/archive/comment.h"
#include "server/archive/filter.h"
#include "server/archive/notes.h"
#include "server/archive/routes.h"
#include "server/archive/text.h"
#include "server/archive/view.h"
#include "server/round/view.h"
#include "server/talk/conversation.h"
#include "server/talk/preset.h"
#include "server/talk/talk.h"
#include "server/web/board_svg.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"

enum {
    COMMENTS_MAX = 50,  /* of a person, on a page */
    OPENING_PLIES = 4,  /* shown of each game */
    ANNOTATED_MAX = 100 /* games in the list of those with comments */
};

typedef void write_words(apo_buffer *out, const apo_i18n *i18n, const apo_store_record *record);

static void fill_words(apo_fill *fill, const char *name, write_words *fn, const apo_i18n *i18n,
                       const apo_store_record *record)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    fn(&text, i18n, record);
    apo_fill_text(fill, name, apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

static void write_url(apo_buffer *out, const apo_i18n *i18n, const apo_store_record *record)
{
    (void)i18n;
    apo_archive_write_url(out, record);
}

static void write_start(apo_buffer *out, const apo_i18n *i18n, const apo_store_record *record)
{
    apo_view_start_said(out, i18n, record->start_name, (unsigned)record->start_number,
                        record->handicap);
}

static void write_day(apo_buffer *out, const apo_i18n *i18n, const apo_store_record *record)
{
    apo_tr_date(out, i18n, record->ended_ms);
}

/* "1-0" as people write it, with real fractions. */
static void write_score(apo_buffer *out, const apo_i18n *i18n, const apo_store_record *record)
{
    (void)i18n;
    static const char *const parts[] = {"0", "¼", "½", "¾", "1"};
    apo_buffer_add(out, parts[record->quarters]);
    apo_buffer_add(out, "–");
    apo_buffer_add(out, parts[4 - record->quarters]);
}

static void fill_player(apo_fill *row, const apo_i18n *i18n, unsigned side,
                        const apo_store_record *record, apo_store *store)
{
    static const char *const names[APO_SIDES] = {"white", "black"};
    static const char *const links[APO_SIDES] = {"white_link", "black_link"};
    apo_archive_player player;
    apo_archive_player_of(&player, record, side, store);
    apo_person_fill_name(row, names[side], i18n, player.name[0] != '\0' ? player.name : "?");
    if (player.is_account)
        apo_fill_string(row, links[side], player.name);
}

static void fill_record(apo_fill *row, apo_app *app, const apo_i18n *i18n,
                        const apo_store_record *record)
{
    apo_variant_outline outline;
    apo_fill_string(row, "id", record->game);
    apo_fill_string(row, "variant", record->variant);
    apo_fill_string(row, "variant_name",
                    apo_variant_map_name(&outline, app->variants, app->store, record->variant));
    for (unsigned side = 0; side < APO_SIDES; side++)
        fill_player(row, i18n, side, record, app->store);
    fill_words(row, "url", write_url, i18n, record);
    fill_words(row, "start", write_start, i18n, record);
    fill_words(row, "day", write_day, i18n, record);
    fill_words(row, "score", write_score, i18n, record);
    apo_fill_number(row, "moves", (record->plies + 1) / 2);
    apo_fill_flag(row, "is_rated", record->is_rated);
    apo_fill_flag(row, "is_imported", record->kind == APO_RECORD_IMPORTED);
}

typedef struct listing {
    apo_app *app;
    const apo_i18n *i18n;
    apo_fill *fill;
} listing;

static bool add_record(void *context, const apo_store_record *record)
{
    const listing *all = context;
    apo_app *app = all->app;
    apo_fill *row = apo_fill_row(all->fill, "games");
    const apo_variant *var =
        apo_variant_map_variant(app->variants, app->store, record->variant, record->definition);
    apo_buffer opening;
    fill_record(row, app, all->i18n, record);
    apo_buffer_init(&opening, NULL);
    if (var != NULL)
        apo_archive_write_opening(&opening, var, record, OPENING_PLIES);
    apo_fill_text(row, "opening", apo_buffer_span(&opening));
    apo_buffer_clear(&opening);
    return true;
}

/* --- the form, as it was filled in --------------------------------------- */

static void add_encoded(apo_buffer *out, apo_span text)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.text[i];
        if (apo_is_letter((char)c) || apo_is_digit((char)c) || c == '-' || c == '_') {
            apo_buffer_add_char(out, (char)c);
        } else {
            apo_buffer_add_char(out, '%');
            apo_buffer_add_char(out, digits[c >> 4]);
            apo_buffer_add_char(out, digits[c & 15]);
        }
    }
}

static void add_field(apo_buffer *out, const char *name, apo_span value)
{
    if (value.length == 0)
        return;
    if (out->length > 0)
        apo_buffer_add_char(out, '&');
    apo_buffer_add(out, name);
    apo_buffer_add_char(out, '=');
    add_encoded(out, value);
}

/* The same search as a URL. */
static void write_query(apo_buffer *out, const apo_archive_filter *filter, bool is_mine,
                        apo_span owner)
{
#define ADD(field, name) add_field(out, name, filter->field);
    APO_ARCHIVE_FILTER_LIST(ADD)
#undef ADD
    if (is_mine)
        add_field(out, "mine", apo_span_of("yes"));
    add_field(out, "of", owner);
}

static apo_fill *fill_choice(apo_fill *fill, const char *list, const char *value,
                             const char *words, apo_span chosen)
{
    apo_fill *row = apo_fill_row(fill, list);
    apo_fill_string(row, "value", value);
    apo_fill_string(row, "words", words);
    apo_fill_flag(row, "is_chosen", apo_span_is(chosen, value));
    return row;
}

static void fill_choices(apo_fill *fill, const apo_app *app, const apo_archive_filter *filter)
{
    static const char *const results[][2] = {{"1-0", "1–0"},
                                             {"3/4-1/4", "¾–¼"},
                                             {"1/2-1/2", "½–½"},
                                             {"1/4-3/4", "¼–¾"},
                                             {"0-1", "0–1"}};
    static const char *const clocks[][2] = {{"live", APO_T("live")},
                                            {"days", APO_T("days a move")},
                                            {"none", APO_T("no clock")},
                                            {"odds", APO_T("different clocks")}};
    for (size_t i = 0; i < apo_variant_map_count(app->variants); i++) {
        const apo_offered_game *game = apo_variant_map_get(app->variants, i);
        apo_fill *row =
            fill_choice(fill, "variants", game->id, game->synopsis.name, filter->variant);
        apo_fill_string(row, "own_definition", game->is_own ? game->digest : "");
    }
    apo_variant_outline outline;
    if (apo_variant_outline_of(&outline, app->variants, app->store, filter->variant) &&
        outline.is_published) {
        apo_fill *row = apo_fill_row(fill, "variants");
        apo_fill_text(row, "value", filter->variant);
        apo_fill_string(row, "words", outline.name);
        apo_fill_flag(row, "is_chosen", true);
        apo_fill_string(row, "own_definition", outline.own_definition);
    }
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        fill_choice(fill, "results", results[i][0], results[i][1], filter->result);
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
        fill_choice(fill, "clocks", clocks[i][0], clocks[i][1], filter->clock);
}

static void fill_form(apo_fill *fill, const apo_app *app, const apo_archive_filter *filter,
                      bool is_mine)
{
    apo_fill_text(fill, "player", filter->player);
    apo_fill_text(fill, "opponent", filter->opponent);
    apo_fill_text(fill, "start", filter->start);
    apo_fill_text(fill, "since", filter->since);
    apo_fill_text(fill, "until", filter->until);
    apo_fill_text(fill, "moves", filter->moves);
    apo_fill_text(fill, "fen", filter->fen);
    apo_fill_flag(fill, "rated_only", apo_span_is(filter->rated, "yes"));
    apo_fill_flag(fill, "mine", is_mine);
    /* The fields under "more" are open if they were used. */
    apo_fill_flag(fill, "has_more_fields",
                  filter->opponent.length + filter->start.length + filter->since.length +
                          filter->until.length + filter->moves.length + filter->fen.length +
                          filter->clock.length + filter->rated.length >
                      0);
    fill_choices(fill, app, filter);
}

/* The start of the next page, and the search without it. */
static void fill_links(apo_fill *fill, apo_archive_filter *filter, bool is_mine, apo_span owner,
                       const apo_archive_rest *rest)
{
    apo_buffer query;
    apo_buffer_init(&query, NULL);
    filter->cursor = apo_span_of("");
    write_query(&query, filter, is_mine, owner);
    apo_fill_text(fill, "query", apo_buffer_span(&query));
    if (rest->has_more) {
        apo_buffer_add(&query, query.length > 0 ? "&cursor=" : "cursor=");
        apo_buffer_add_number(&query, rest->next);
        apo_fill_text(fill, "next", apo_buffer_span(&query));
    }
    apo_buffer_clear(&query);
}

static void page_archive(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_archive_query query;
    apo_archive_rest rest = {false, 0};
    apo_archive_filter filter;
    apo_error err = {.detail = ""};
    apo_span mine = {NULL, 0}, owner = {NULL, 0};
    listing all = {app, apo_i18n_for(app, req), apo_fill_new()};
    unsigned status = 200;
    apo_archive_filter_of(&filter, req);
    bool is_mine = apo_http_query(req, "mine", &mine) && apo_span_is(mine, "yes");
    fill_form(all.fill, app, &filter, is_mine);
    apo_http_query(req, "of", &owner);
    apo_fill_text(all.fill, "of", owner);
    if (apo_archive_read_request(&query, app, req, &err) != APO_OK) {
        apo_fill_string(all.fill, "problem", err.detail);
        status = 400;
    } else if (apo_archive_search(&rest, &query, app->store, APO_ARCHIVE_PAGE, add_record,
                                  &all) != APO_OK) {
        apo_fill_string(all.fill, "problem", "The archive cannot be read just now.");
        status = 503;
    }
    apo_fill_flag(all.fill, "is_later", filter.cursor.length > 0);
    fill_links(all.fill, &filter, is_mine, owner, &rest);
    apo_pages_reply(app, req, status, "archive", "Archive", all.fill);
}

/* --- a game that was imported -------------------------------------------- */

typedef struct showing {
    apo_app *app;
    const apo_i18n *i18n;
    apo_fill *fill;
    apo_span person;
    apo_http_request *req;
    bool is_hidden;
} showing;

static void fill_moves(apo_fill *fill, const apo_app *app, const apo_variant *var,
                       const apo_store_record *record)
{
    apo_buffer words;
    apo_position pos;
    apo_buffer_init(&words, NULL);
    apo_archive_fill_notes(fill, record->notes);
    if (record->notes.length == 0)
        apo_archive_write_opening(&words, var, record, UINT32_MAX);
    apo_fill_text(fill, "moves_text", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    if (apo_archive_last(&pos, var, record) == APO_OK)
        apo_board_fill(fill, app, &pos);
}

static bool show_record(void *context, const apo_store_record *record)
{
    showing *all = context;
    apo_app *app = all->app;
    const apo_variant *var =
        apo_variant_map_variant(app->variants, app->store, record->variant, record->definition);
    all->is_hidden = !apo_store_may_see_record(app->store, record, all->person);
    if (all->is_hidden)
        return false;
    fill_record(all->fill, app, all->i18n, record);
    apo_fill_string(all->fill, "reason", apo_tr(all->i18n, apo_view_reason(record->reason)));
    const bool is_own =
        record->collection[0] != '\0' && apo_span_is(all->person, record->collection);
    apo_person_label owner;
    apo_person_label_of(&owner, app->store, all->i18n, record->collection, 0);
    apo_fill_flag(all->fill, "is_own", is_own);
    apo_fill_flag(all->fill, "is_secret",
                  is_own && !apo_store_is_collection_shown(app->store, all->person));
    apo_fill_flag(all->fill, "is_shown", record->collection[0] != '\0' && !is_own);
    apo_fill_string(all->fill, "owner", owner.name);
    if (var != NULL)
        fill_moves(all->fill, app, var, record);
    if (record->kind == APO_RECORD_IMPORTED)
        apo_archive_fill_comments(all->fill, app, all->req, var, record);
    return true;
}

static void page_archive_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    showing all = {
        app, apo_i18n_for(app, req), apo_fill_new(), apo_archive_asker(app, req), req, false};
    apo_status status =
        apo_store_find_record(app->store, apo_http_param(req, "id"), show_record, &all);
    if (status == APO_OK && !all.is_hidden) {
        apo_pages_reply(app, req, 200, "archive-game", "A game in the archive", all.fill);
        return;
    }
    apo_fill_free(all.fill);
    apo_pages_reply_error(req, 404, "There is no such game in the archive.", app);
}

/* --- games with comments on their moves ---------------------------------- */

typedef struct annotated {
    listing games;
    apo_span reader;
    const apo_store_message *message; /* the latest of the game being added */
    unsigned count;                   /* messages gone through */
    int64_t last;                     /* the id of the last one */
} annotated;

/* True for public games and shown collections, but not for one that only the reader can see. */
static bool is_for_all(apo_store *store, const apo_store_record *record)
{
    return apo_store_may_see_record(store, record, apo_span_of(""));
}

static bool add_annotated(void *context, const apo_store_record *record)
{
    annotated *all = context;
    apo_app *app = all->games.app;
    apo_person_label by;
    apo_preset preset;
    if (!is_for_all(app->store, record))
        return true;
    apo_fill *row = apo_fill_row(all->games.fill, "games");
    fill_record(row, app, all->games.i18n, record);
    apo_person_label_of(&by, app->store, all->games.i18n, all->message->writer, 0);
    apo_fill_string(row, "by", by.name);
    apo_fill_number(row, "ply", all->message->ply);
    apo_fill_string(row, "text",
                    apo_preset_find(&preset, apo_span_of(all->message->preset))
                        ? apo_tr(all->games.i18n, preset.text)
                        : all->message->text);
    return false;
}

/* A game that is still being played is not in the archive, and not listed. */
static bool add_commented(void *context, const apo_store_message *message)
{
    annotated *all = context;
    apo_span game;
    all->count++;
    all->last = message->id;
    if (apo_conversation_read(message->conversation, &game) >= APO_TALK_PAIR ||
        apo_person_is_hidden(all->games.app->store, all->reader, message->writer))
        return true;
    all->message = message;
    apo_store_find_record(all->games.app->store, game, add_annotated, all);
    return true;
}

/* Imported games with comments; and the people who show their collections. */
static bool add_imported(void *context, const apo_store_record *record)
{
    const annotated *all = context;
    apo_fill_flag(all->games.fill, "has_imported", true);
    fill_record(apo_fill_row(all->games.fill, "imported"), all->games.app, all->games.i18n,
                record);
    return true;
}

static bool add_collection(void *context, const char *person)
{
    const annotated *all = context;
    apo_person_label owner;
    if (apo_person_is_hidden(all->games.app->store, all->reader, person))
        return true;
    apo_person_label_of(&owner, all->games.app->store, all->games.i18n, person, 0);
    apo_fill_flag(all->games.fill, "has_collections", true);
    apo_fill_string(apo_fill_row(all->games.fill, "collections"), "owner", owner.name);
    return true;
}

/* A person's comments on the moves of finished games. */
static void page_comments(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person;
    annotated all = {.games = {app, apo_i18n_for(app, req), NULL},
                     .reader = apo_archive_asker(app, req)};
    if (apo_person_find(app->store, &person, apo_http_param(req, "name")) != APO_OK) {
        apo_pages_reply_error(req, 404, "There is no account with this name.", app);
        return;
    }
    all.games.fill = apo_fill_new();
    apo_fill_string(all.games.fill, "writer", person.name);
    const apo_store_comments which = apo_conversation_comments();
    apo_store_list_comments_by(app->store, apo_span_of(person.id), &which,
                               apo_person_cursor(req, "before", INT64_MAX), COMMENTS_MAX,
                               add_commented, &all);
    apo_fill_flag(all.games.fill, "has_next", all.count == COMMENTS_MAX);
    apo_fill_number(all.games.fill, "next", all.last);
    apo_pages_reply(app, req, 200, "comments", APO_T("Comments on games"), all.games.fill);
}

static void page_annotated(apo_http_request *req, void *context)
{
    apo_app *app = context;
    annotated all = {.games = {app, apo_i18n_for(app, req), apo_fill_new()},
                     .reader = apo_archive_asker(app, req)};
    const apo_store_comments which = apo_conversation_comments();
    apo_store_list_commented(app->store, &which, ANNOTATED_MAX, add_commented, &all);
    apo_store_list_annotated(app->store, INT64_MAX, ANNOTATED_MAX, add_imported, &all);
    apo_store_list_collections(app->store, ANNOTATED_MAX, add_collection, &all);
    apo_pages_reply(app, req, 200, "annotated", APO_T("Annotated games"), all.games.fill);
}

/* --- importing ----------------------------------------------------------- */

static void page_archive_import(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_pages_account(app, req, "/archive/import");
    apo_archive_filter nothing = {.cursor = {NULL, 0}};
    if (visitor == NULL)
        return;
    apo_fill *fill = apo_fill_new();
    fill_choices(fill, app, &nothing);
    apo_fill_flag(fill, "is_shown",
                  apo_store_is_collection_shown(app->store, apo_visitor_id(visitor)));
    apo_fill_string(fill, "owner", visitor->person.name);
    apo_pages_reply(app, req, 200, "archive-import", "Import games", fill);
}

const apo_http_route apo_page_archive_routes[] = {
    {APO_HTTP_GET, "/archive", page_archive, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0, NULL},
    {APO_HTTP_GET, "/archive/annotated", page_annotated, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/@/:name/comments", page_comments, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     NULL},
    {APO_HTTP_GET, "/archive/import", page_archive_import, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/archive/games/:id", page_archive_game, APO_HTTP_ASIDE, 0, NULL},
    APO_ROUTES_END,
};
