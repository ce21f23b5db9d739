#include "server/web/ask.h"

#include "i18n/i18n.h"
#include "notation/guess.h"
#include "notation/remedy_json.h"

enum {
    KEY_MIN = 8, /* shorter ones are not random enough */
    KEY_MAX = APO_EVENT_KEY_MAX
};

void apo_reply_bad(apo_http_request *req, const char *message)
{
    apo_http_reply_error(req, 400, "bad_request", message);
}

void apo_reply_made(apo_http_request *req, const char *folder, const char *id)
{
    apo_buffer out, url;
    apo_buffer_init(&out, NULL);
    apo_buffer_init(&url, NULL);
    apo_buffer_add(&url, folder);
    apo_buffer_add(&url, id);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "id", id);
    apo_json_add_text(&out, "url", apo_buffer_span(&url));
    apo_json_close(&out, '}');
    apo_buffer_clear(&url);
    apo_http_reply_buffer(req, 201, APO_HTTP_JSON, &out);
}

void apo_reply_version(apo_http_request *req, int64_t version)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_number(&out, "version", version);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static bool is_key(apo_span key)
{
    if (key.length < KEY_MIN || key.length > KEY_MAX)
        return false;
    for (size_t i = 0; i < key.length; i++) {
        char c = key.text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) && c != '-' && c != '_')
            return false;
    }
    return true;
}

/* What is wrong with the body, or NULL. */
static const char *read_body(apo_ask *ask, apo_http_request *req, const char *names)
{
    apo_span unknown;
    if (!apo_http_has_type(req, "application/json"))
        return "The body must be JSON, and its Content-Type must say so.";
    if (apo_json_in_read(&ask->document, apo_http_body(req), NULL) != APO_OK)
        return "The body is not a JSON object.";
    ask->body = apo_json_in_root(ask->document);
    if (!apo_json_in_only(ask->body, names, &unknown))
        return "The body has an unknown member.";
    if (!apo_json_in_text(apo_json_in_member(ask->body, "key"), &ask->key) || !is_key(ask->key))
        return "\"key\" must be a random name of 8 to 64 letters, digits, - and _.";
    return NULL;
}

const char *apo_ask_read(apo_ask *out, apo_http_request *req, const char *names)
{
    *out = (apo_ask){.req = req, .is_json = true};
    const char *fault = read_body(out, req, names);
    if (fault != NULL)
        apo_ask_end(out);
    return fault;
}

bool apo_ask_start(apo_ask *out, apo_http_request *req, const char *names)
{
    const char *fault = apo_ask_read(out, req, names);
    if (fault != NULL)
        apo_reply_bad(req, fault);
    return fault == NULL;
}

bool apo_ask_start_either(apo_ask *out, apo_http_request *req, const char *names)
{
    if (apo_span_starts_with(apo_http_path(req), "/api/"))
        return apo_ask_start(out, req, names);
    *out = (apo_ask){.req = req};
    out->key = apo_ask_text(out, "key");
    return true;
}

apo_span apo_ask_text(const apo_ask *ask, const char *name)
{
    apo_span text = {NULL, 0};
    if (ask->is_json)
        apo_json_in_text(apo_json_in_member(ask->body, name), &text);
    else
        apo_http_form(ask->req, name, &text);
    return text;
}

void apo_ask_reply_done(const apo_ask *ask, apo_span page)
{
    if (ask->is_json)
        apo_http_reply(ask->req, 200, APO_HTTP_JSON, apo_span_of("{}"));
    else
        apo_http_redirect(ask->req, page);
}

void apo_ask_end(apo_ask *ask)
{
    apo_json_in_free(ask->document);
    ask->document = NULL;
    ask->body = NULL;
}

void *apo_ask_new(size_t size, apo_app *app, apo_http_request *req, const char *names)
{
    apo_ask *ask = apo_allocate_zero(NULL, size);
    if (ask == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    if (!apo_ask_start_either(ask, req, names)) {
        apo_free(NULL, ask);
        return NULL;
    }
    ask->app = app;
    return ask;
}

void apo_ask_free(void *job)
{
    apo_ask_end(job);
    apo_free(NULL, job);
}

static void add_reason(apo_buffer *out, apo_http_request *req, enum apo_refusal refusal,
                       const apo_error *err)
{
    apo_buffer text, reason;
    apo_buffer_init(&text, NULL);
    apo_buffer_init(&reason, NULL);
    if (err != NULL && err->detail[0] != '\0') {
        apo_http_tr_message(req, apo_span_of(err->detail), &reason);
        apo_tr_fill(&text, apo_http_tr(req, APO_T("This move cannot be made: {reason}.")),
                    APO_GAPS(APO_GAP_SPAN("reason", apo_buffer_span(&reason))));
    } else {
        apo_buffer_add(&text, apo_http_tr(req, apo_refusal_sentence(refusal)));
    }
    apo_json_add_text(out, "message", apo_buffer_span(&text));
    apo_buffer_clear(&reason);
    apo_buffer_clear(&text);
}

static void reply_refusal(apo_http_request *req, enum apo_refusal refusal,
                          const apo_round *round, const apo_error *err,
                          const apo_meaning *meaning)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "error", apo_refusal_code(refusal));
    add_reason(&out, req, refusal, err);
    apo_json_add_number(&out, "ply", (int64_t)round->ply_count);
    apo_json_add_number(&out, "seq", (int64_t)round->seq);
    apo_json_add_string(&out, "status", apo_round_state_word(round->state));
    if (meaning != NULL && meaning->has_move)
        apo_remedy_add_object(&out, "remedy", apo_game_position(round->game), &meaning->mv);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, apo_refusal_status(refusal), APO_HTTP_JSON, &out);
}

void apo_reply_refusal(apo_http_request *req, enum apo_refusal refusal, const apo_round *round,
                       const apo_error *err)
{
    reply_refusal(req, refusal, round, err, NULL);
}

void apo_reply_illegal(apo_http_request *req, const apo_round *round, const apo_error *err,
                       apo_span text)
{
    const apo_position *pos = apo_game_position(round->game);
    apo_meaning meaning = apo_move_guess(pos, text);
    meaning.has_move = meaning.has_move && !apo_meaning_is_other_piece(pos, &meaning, text);
    reply_refusal(req, APO_REFUSED_ILLEGAL, round, err, &meaning);
}
