#include "server/workshop/view.h"

#include "base/json.h"
#include "server/web/visitor.h"

bool apo_published_asked(apo_app *app, apo_http_request *req, apo_store_published *out,
                         apo_store_person *author)
{
    return apo_person_find(app->store, author, apo_http_param(req, "name")) == APO_OK &&
           apo_store_find_published_id(app->store, out, apo_span_of(author->id),
                                       apo_http_param(req, "id")) == APO_OK;
}

bool apo_published_is_own(apo_app *app, apo_http_request *req, const apo_store_published *game)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    return visitor != NULL && visitor->is_known &&
           apo_span_is(apo_visitor_id(visitor), game->author);
}

void apo_published_add_url(apo_buffer *out, const apo_store_published *game,
                           const apo_store_person *author)
{
    if (author->is_account) {
        apo_buffer_add(out, "/@/");
        apo_buffer_add(out, author->name);
        apo_buffer_add(out, "/games/");
        apo_buffer_add(out, game->id);
    } else {
        apo_buffer_add(out, "/rules/");
        apo_buffer_add(out, game->variant);
    }
}

static void view_remix(apo_buffer *out, apo_app *app, const apo_store_published *game)
{
    apo_variant_outline outline;
    if (game->remix[0] == '\0') {
        apo_json_add_null(out, "remix");
        return;
    }
    apo_json_open(out, "remix", '{');
    apo_json_add_string(out, "variant", game->remix);
    apo_json_add_string(out, "variant_name",
                        apo_variant_map_name(&outline, app->variants, app->store, game->remix));
    if (game->remix_version > 0)
        apo_json_add_number(out, "version", game->remix_version);
    else
        apo_json_add_null(out, "version");
    apo_json_close(out, '}');
}

void apo_published_view(apo_buffer *out, const char *name, apo_app *app,
                        const apo_store_published *game)
{
    static const char *const hidden[] = {"no", "author", "moderator"};
    apo_store_person author = {.name = ""};
    apo_buffer url;
    apo_store_find_person(app->store, &author, apo_span_of(game->author));
    apo_buffer_init(&url, NULL);
    apo_published_add_url(&url, game, &author);
    apo_json_open(out, name, '{');
    apo_json_add_string(out, "variant", game->variant);
    apo_json_add_string(out, "id", game->id);
    apo_json_add_optional(out, "author", author.is_account ? author.name : NULL);
    apo_json_add_text(out, "url", apo_buffer_span(&url));
    apo_json_add_string(out, "name", game->name);
    apo_json_add_number(out, "version", game->version);
    apo_json_add_number(out, "latest", game->latest);
    apo_json_add_string(out, "definition", game->definition);
    apo_json_add_number(out, "files", game->files);
    apo_json_add_number(out, "ranks", game->ranks);
    apo_json_add_number(out, "rows", game->rows);
    apo_json_add_number(out, "starts", game->starts);
    apo_json_add_number(out, "games", game->games);
    view_remix(out, app, game);
    apo_json_add_string(out, "hidden", hidden[game->hidden]);
    apo_json_add_number(out, "created", game->created_ms);
    apo_json_add_number(out, "at", game->at_ms);
    apo_json_close(out, '}');
    apo_buffer_clear(&url);
}

void apo_published_read_query(apo_published_query *out, apo_app *app,
                              const apo_http_request *req)
{
    apo_span order = {NULL, 0}, search = {NULL, 0}, before = {NULL, 0};
    apo_text text = apo_text_start(out->search, sizeof out->search);
    apo_http_query(req, "order", &order);
    apo_http_query(req, "search", &search);
    apo_http_query(req, "before", &before);
    search = apo_span_part(apo_span_trim(search), 0, sizeof out->search - 1);
    for (size_t i = 0; i < search.length; i++)
        apo_text_add_char(&text, apo_to_lower(search.text[i]));
    out->filter = (apo_store_published_filter){.is_by_games = apo_span_is(order, "played"),
                                               .search = apo_text_span(&text)};
    if (before.length > 0 &&
        apo_store_find_published(app->store, &out->before, before) == APO_OK)
        out->filter.before = &out->before;
}
