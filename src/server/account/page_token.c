/* The page for creating and revoking personal tokens. */
#include "server/account/page_token.h"

#include "server/account/routes.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/scope.h"
#include "store/tokens.h"

enum {
    DAY_MS = 24 * 3600 * 1000,
    KEY_LENGTH = 20
};

typedef struct token_list {
    apo_fill *fill;
    const apo_i18n *i18n;
    int64_t now_ms;
} token_list;

static void fill_days(apo_fill *row, const token_list *all, int64_t used_ms)
{
    apo_buffer text;
    int64_t days = (all->now_ms - used_ms) / DAY_MS;
    apo_buffer_init(&text, NULL);
    if (used_ms == 0) {
        apo_buffer_add(&text, apo_tr(all->i18n, "never used"));
    } else if (days < 1) {
        apo_buffer_add(&text, apo_tr(all->i18n, "used today"));
    } else {
        apo_tr_fill(
            &text,
            apo_tr_plural(all->i18n, "last used {n} day ago", "last used {n} days ago", days),
            APO_GAPS(APO_GAP_NUMBER("n", days)));
    }
    apo_fill_text(row, "used", apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

static bool add_token(void *context, const apo_store_token *token)
{
    const token_list *all = context;
    apo_fill *row = apo_fill_row(all->fill, "tokens");
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        if (!apo_scope_allows(token->scopes, scope))
            continue;
        apo_buffer_add(&words, words.length > 0 ? ", " : "");
        apo_buffer_add(&words, apo_scope_word(scope));
    }
    apo_fill_string(row, "id", token->id);
    apo_fill_string(row, "name", token->name);
    apo_fill_text(row, "scopes", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    fill_days(row, all, token->used_ms);
    return true;
}

static void fill_form(apo_fill *fill, const apo_i18n *i18n)
{
    char key[KEY_LENGTH + 1];
    apo_token_name(key, KEY_LENGTH);
    apo_fill_string(fill, "key", key);
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        apo_fill *row = apo_fill_row(fill, "choices");
        apo_fill_string(row, "scope", apo_scope_word(scope));
        apo_fill_string(row, "words", apo_tr(i18n, apo_scope_sentence(scope)));
        apo_fill_flag(row, "is_usual", scope < APO_SCOPE_ACCOUNT);
    }
}

void apo_page_tokens_reply(apo_app *app, apo_http_request *req, unsigned status,
                           const char *error, const char *secret)
{
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/tokens");
    if (visitor == NULL)
        return;
    token_list all = {apo_fill_new(), apo_i18n_for(app, req), apo_http_wall_clock_ms()};
    apo_store_list_tokens(app->store, apo_visitor_id(visitor), add_token, &all);
    fill_form(all.fill, all.i18n);
    apo_fill_string(all.fill, "error", error == NULL ? NULL : apo_tr(all.i18n, error));
    apo_fill_string(all.fill, "secret", secret);
    apo_pages_reply(app, req, status, "tokens", "Programs", all.fill);
}

static void page_tokens(apo_http_request *req, void *context)
{
    apo_page_tokens_reply(context, req, 200, NULL, NULL);
}

const apo_http_route apo_page_token_routes[] = {
    {APO_HTTP_GET, "/account/tokens", page_tokens, 0, 0, NULL},
    APO_ROUTES_END,
};
