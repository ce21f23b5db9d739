#include "server/web/secret_link.h"

#include "server/web/pages.h"

void apo_secret_link_reply(apo_app *app, apo_http_request *req, const char *title)
{
    apo_fill *fill = apo_fill_new();
    apo_fill_text(fill, "action", apo_http_path(req));
    apo_pages_reply(app, req, 200, "secret-link", title, fill);
}

apo_span apo_secret_link_sent(const apo_http_request *req)
{
    apo_span sent;
    apo_http_form(req, "secret", &sent);
    sent = apo_span_trim(sent);
    for (size_t i = sent.length; i > 0; i--)
        if (sent.text[i - 1] == '#' || sent.text[i - 1] == '/')
            return apo_span_part(sent, i, sent.length);
    return sent;
}

void apo_secret_link_move(apo_http_request *req, const char *path)
{
    apo_buffer target;
    apo_buffer_init(&target, NULL);
    apo_buffer_add(&target, path);
    apo_buffer_add_char(&target, '#');
    apo_buffer_add_span(&target, apo_http_param(req, "secret"));
    apo_http_redirect(req, apo_buffer_span(&target));
    apo_buffer_clear(&target);
}
