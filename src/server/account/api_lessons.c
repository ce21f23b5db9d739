/* How far an account has come in the lessons, for all its browsers. A browser reports what was
 * done in it; the store puts the reports together (store/lessons.h), so that one that comes
 * late, twice or in another order does no harm. Which lessons a game has is known to the pages
 * only. */
#include "base/text.h"
#include "server/account/lessons.h"
#include "server/account/routes.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/lessons.h"

enum {
    LESSONS_MAX = 2000, /* of one account; all games of the server have 1,078 */
    REPORT_MAX = 100,   /* lessons in one request */
    BOARDS_MAX = 100,   /* of a lesson; the longest has 9 */
    BODY_MAX = 64 * 1024
};

/* --- reading ------------------------------------------------------------- */

static bool add_lesson(void *context, const apo_store_lesson *lesson)
{
    apo_json_open(context, NULL, '{');
    apo_json_add_string(context, "variant", lesson->variant);
    apo_json_add_string(context, "lesson", lesson->lesson);
    apo_json_add_number(context, "boards", lesson->boards);
    apo_json_add_flag(context, "finished", lesson->is_finished);
    apo_json_close(context, '}');
    return true;
}

void apo_lessons_write(apo_buffer *out, apo_store *store, apo_span person, apo_span variant)
{
    apo_json_open(out, NULL, '{');
    apo_json_open(out, "lessons", '[');
    apo_store_list_lessons(store, person, variant, add_lesson, out);
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

static void reply_login(apo_http_request *req)
{
    apo_http_reply_error(req, 401, "login_needed", "Log in to keep lessons in your account.");
}

static void api_list(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span person = apo_visitor_account_id(app, req), variant;
    apo_buffer out;
    if (person.length == 0) {
        reply_login(req);
        return;
    }
    apo_http_query(req, "variant", &variant);
    apo_buffer_init(&out, NULL);
    apo_lessons_write(&out, app->store, person, variant);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- reporting ----------------------------------------------------------- */

/* A name that stands in addresses and in the page: printable, without blanks. */
static bool copy_name(char *out, size_t size, const apo_json_value *value)
{
    apo_span text;
    if (!apo_json_in_text(value, &text) || text.length == 0 || text.length >= size)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.text[i] <= ' ')
            return false;
    apo_text_copy_span(out, size, text);
    return true;
}

static bool read_lesson(apo_store_lesson *out, const apo_json_value *from)
{
    apo_span unknown;
    return apo_json_in_is_object(from) &&
           apo_json_in_only(from, "variant lesson boards finished", &unknown) &&
           copy_name(out->variant, sizeof out->variant, apo_json_in_member(from, "variant")) &&
           copy_name(out->lesson, sizeof out->lesson, apo_json_in_member(from, "lesson")) &&
           apo_json_in_number(apo_json_in_member(from, "boards"), 0, BOARDS_MAX,
                              &out->boards) &&
           apo_json_in_flag(apo_json_in_member(from, "finished"), &out->is_finished);
}

/* How many of the lessons in the list would be new to the account. */
static size_t count_new(apo_store *store, apo_span person, const apo_json_value *list)
{
    size_t count = 0;
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        apo_store_lesson told = {.boards = 0}, known;
        if (read_lesson(&told, apo_json_in_element(list, i)) &&
            apo_store_find_lesson(store, &known, person, apo_span_of(told.variant),
                                  apo_span_of(told.lesson)) != APO_OK)
            count++;
    }
    return count;
}

static bool has_room(apo_store *store, apo_span person, const apo_json_value *list)
{
    unsigned count = apo_store_count_lessons(store, person);
    return count + apo_json_in_count(list) <= LESSONS_MAX ||
           count + count_new(store, person, list) <= LESSONS_MAX;
}

/* Adds the lessons of the list to the batch; false if one of them makes no sense. */
static bool add_lessons(apo_store_batch *batch, const apo_json_value *list, apo_span person)
{
    apo_store_lesson told = {.changed_ms = apo_http_wall_clock_ms()};
    apo_text_copy_span(told.person, sizeof told.person, person);
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        if (!read_lesson(&told, apo_json_in_element(list, i)))
            return false;
        apo_store_reach_lesson(batch, &told);
    }
    return true;
}

static void finish(void *context, apo_status status)
{
    apo_ask *ask = context;
    if (status == APO_OK)
        apo_http_reply(ask->req, 200, APO_HTTP_JSON, apo_span_of("{}"));
    else
        apo_app_reply_failure(ask->app, ask->req, status);
    apo_ask_free(ask);
}

static void submit(apo_ask *ask, apo_span person)
{
    const apo_json_value *list = apo_json_in_member(ask->body, "lessons");
    size_t count = apo_json_in_count(list);
    apo_store_batch *batch = apo_store_batch_new();
    if (count == 0 || count > REPORT_MAX || !add_lessons(batch, list, person)) {
        apo_reply_bad(ask->req,
                      "\"lessons\" are 1 to 100 lessons, each with its game, its name, "
                      "the number of boards done, and whether it is finished.");
    } else if (!has_room(ask->app->store, person, list)) {
        apo_http_reply_error(ask->req, 422, "bad_request",
                             "You have begun 2,000 lessons already, the most that are kept.");
    } else {
        apo_http_defer(ask->req);
        apo_store_submit(ask->app->store, batch, finish, ask);
        return;
    }
    apo_store_batch_free(batch);
    apo_ask_free(ask);
}

static void api_report(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span person = apo_visitor_account_id(app, req);
    if (person.length == 0) {
        reply_login(req);
        return;
    }
    if (!apo_app_may(app, req, APO_LIMIT_SAVES, person))
        return;
    apo_ask *ask = apo_ask_new(sizeof *ask, app, req, "key lessons");
    if (ask != NULL)
        submit(ask, person);
}

const apo_http_route apo_api_lessons_routes[] = {
    {APO_HTTP_GET, "/api/lessons", api_list, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "The lessons that you have begun or finished",
                   .answer = "{lessons:[Lesson]}", .query = "variant?:id")},
    {APO_HTTP_POST, "/api/lessons", api_report, 0, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary =
                       "Notes how far you have come in up to 100 lessons; what was reached "
                       "before is never lost",
                   .body = "lessons:[Lesson]", .answer = "{}")},
    APO_ROUTES_END,
};
