#include "cli/bot/web.h"

#ifdef APO_CURL

#    include <curl/curl.h>
#    include <stdlib.h>
#    include <string.h>
#    include <sys/random.h>
#    include <time.h>

#    include "base/random.h"
#    include "base/text.h"
#    include "cli/io/interrupt.h"

enum {
    URL_MAX = 1024,
    HEADER_MAX = APO_BOT_TOKEN_MAX + 32,
    CONNECT_MS = 10000,
    WHOLE_MS = 30000,
    ANSWER_MAX = 1024 * 1024, /* limit of the JSON parser */
    PAUSE_MAX_S = 3600,
    SILENCE_S = 60 /* of a stream: four heartbeats */
};

/* An event stream, open beside the requests. */
typedef struct event_stream {
    CURLM *multi;
    CURL *curl;
    bool is_open;   /* added to `multi` */
    bool has_heard; /* a non-empty line has come */
    bool is_line;   /* the current line is not empty */
} event_stream;

struct apo_bot_web {
    const char *server;
    CURL *curl;
    event_stream stream;
    struct curl_slist *headers, *stream_headers;
    apo_buffer *answer; /* of the current request */
    unsigned pause_s;
    apo_random random;
};

/* NOLINTNEXTLINE(readability-non-const-parameter): required by libcurl */
static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    apo_bot_web *web = context;
    if (web->answer->length + size * count > ANSWER_MAX)
        return 0;
    apo_buffer_add_span(web->answer, (apo_span){bytes, size * count});
    return web->answer->is_failed ? 0 : size * count;
}

/* Empty lines are heartbeats. */
/* NOLINTNEXTLINE(readability-non-const-parameter): required by libcurl */
static size_t take_events(char *bytes, size_t size, size_t count, void *context)
{
    event_stream *one = context;
    for (size_t i = 0; i < size * count; i++) {
        one->has_heard = one->has_heard || (bytes[i] == '\n' && one->is_line);
        one->is_line = bytes[i] != '\n';
    }
    return size * count;
}

static void close_stream(event_stream *one)
{
    if (one->is_open)
        curl_multi_remove_handle(one->multi, one->curl);
    one->is_open = false;
}

static uint64_t now_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): required by libcurl */
static size_t take_header(char *bytes, size_t size, size_t count, void *context)
{
    static const char name[] = "retry-after:";
    apo_bot_web *web = context;
    apo_span line = {bytes, size * count};
    bool is_it = line.length > sizeof name - 1;
    uint32_t seconds;
    for (size_t i = 0; is_it && i < sizeof name - 1; i++)
        is_it = apo_to_lower(line.text[i]) == name[i];
    apo_span value = apo_span_trim(apo_span_part(line, sizeof name - 1, line.length));
    if (is_it && apo_span_number(value, PAUSE_MAX_S, &seconds))
        web->pause_s = seconds;
    return size * count;
}

static int check_interrupt(void *context, curl_off_t a, curl_off_t b, curl_off_t c,
                           curl_off_t d)
{
    (void)context, (void)a, (void)b, (void)c, (void)d;
    return apo_interrupt_is_set();
}

/* False on failure. */
static bool add_header(struct curl_slist **list, const char *line)
{
    struct curl_slist *more = curl_slist_append(*list, line);
    if (more != NULL)
        *list = more;
    return more != NULL;
}

static bool set_headers(apo_bot_web *web, const char *token)
{
    char line[HEADER_MAX];
    apo_text text = apo_text_start(line, sizeof line);
    apo_text_add(&text, "Authorization: Bearer ");
    apo_text_add(&text, token);
    return !text.is_overflowed && add_header(&web->headers, line) &&
           add_header(&web->headers, "Content-Type: application/json") &&
           add_header(&web->stream_headers, line) &&
           add_header(&web->stream_headers, "Accept: application/x-ndjson");
}

static void set_common(CURL *curl, const struct curl_slist *headers)
{
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "apothecary bot");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

static void set_up(apo_bot_web *web)
{
    set_common(web->curl, web->headers);
    curl_easy_setopt(web->curl, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl_easy_setopt(web->curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(web->curl, CURLOPT_WRITEDATA, web);
    curl_easy_setopt(web->curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(web->curl, CURLOPT_HEADERDATA, web);
    curl_easy_setopt(web->curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(web->curl, CURLOPT_XFERINFOFUNCTION, check_interrupt);
}

/* The server's heartbeats keep the stream above the low-speed limit. */
static void set_up_stream(apo_bot_web *web)
{
    CURL *curl = web->stream.curl;
    set_common(curl, web->stream_headers);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SILENCE_S);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_events);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &web->stream);
}

apo_status apo_bot_web_open(apo_bot_web **out, const char *server, const char *token)
{
    uint64_t seed;
    apo_bot_web *web = apo_allocate_zero(NULL, sizeof *web);
    if (web == NULL)
        return APO_E_MEMORY;
    web->server = server;
    web->curl = curl_easy_init();
    web->stream.curl = curl_easy_init();
    web->stream.multi = curl_multi_init();
    if (web->curl == NULL || web->stream.curl == NULL || web->stream.multi == NULL ||
        !set_headers(web, token) || getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) {
        apo_bot_web_close(web);
        return APO_E_MEMORY;
    }
    apo_random_seed(&web->random, seed);
    set_up(web);
    set_up_stream(web);
    *out = web;
    return APO_OK;
}

void apo_bot_web_close(apo_bot_web *web)
{
    if (web == NULL)
        return;
    close_stream(&web->stream);
    if (web->stream.curl != NULL)
        curl_easy_cleanup(web->stream.curl);
    if (web->stream.multi != NULL)
        curl_multi_cleanup(web->stream.multi);
    curl_slist_free_all(web->stream_headers);
    curl_slist_free_all(web->headers);
    if (web->curl != NULL)
        curl_easy_cleanup(web->curl);
    apo_free(NULL, web);
}

/* --- listening ----------------------------------------------------------- */

static bool write_url(char out[URL_MAX], const apo_bot_web *web, const char *path)
{
    apo_text text = apo_text_start(out, URL_MAX);
    apo_text_add(&text, web->server);
    apo_text_add(&text, path);
    return !text.is_overflowed;
}

static bool open_stream(apo_bot_web *web, const char *path)
{
    char url[URL_MAX];
    if (!write_url(url, web, path))
        return false;
    curl_easy_setopt(web->stream.curl, CURLOPT_URL, url);
    web->stream.is_line = false;
    web->stream.is_open =
        curl_multi_add_handle(web->stream.multi, web->stream.curl) == CURLM_OK;
    return web->stream.is_open;
}

/* True while the stream is open. */
static bool check_stream(event_stream *one)
{
    int running = 0;
    return curl_multi_perform(one->multi, &running) == CURLM_OK && running > 0;
}

apo_bot_news apo_bot_web_listen(apo_bot_web *web, const char *path, unsigned ms)
{
    event_stream *one = &web->stream;
    struct curl_waitfd interrupt = {apo_interrupt_descriptor(), CURL_WAIT_POLLIN, 0};
    uint64_t until_ms = now_ms() + ms;
    if (!one->is_open && !open_stream(web, path))
        return APO_BOT_DEAF;
    for (;;) {
        uint64_t left_ms = until_ms - now_ms();
        if (!check_stream(one)) {
            close_stream(one);
            return APO_BOT_DEAF;
        }
        if (one->has_heard) {
            one->has_heard = false;
            return APO_BOT_EVENT;
        }
        if (apo_interrupt_is_set() || left_ms == 0 || left_ms > ms)
            return APO_BOT_SILENCE;
        (void)curl_multi_poll(one->multi, &interrupt, 1, (int)left_ms, NULL);
    }
}

/* --- requests ------------------------------------------------------------ */

unsigned apo_bot_web_ask(apo_bot_web *web, const char *path, const char *body,
                         apo_buffer *answer)
{
    char url[URL_MAX];
    long status = 0;
    bool is_short = write_url(url, web, path);
    apo_buffer_clear(answer);
    apo_buffer_init(answer, NULL);
    web->answer = answer;
    web->pause_s = 0;
    curl_easy_setopt(web->curl, CURLOPT_URL, url);
    if (body != NULL) {
        curl_easy_setopt(web->curl, CURLOPT_POST, 1L);
        curl_easy_setopt(web->curl, CURLOPT_POSTFIELDSIZE, (long)strlen(body));
        curl_easy_setopt(web->curl, CURLOPT_POSTFIELDS, body);
    } else {
        curl_easy_setopt(web->curl, CURLOPT_HTTPGET, 1L);
    }
    CURLcode code = is_short ? curl_easy_perform(web->curl) : CURLE_URL_MALFORMAT;
    if (code == CURLE_OK &&
        curl_easy_getinfo(web->curl, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK)
        return (unsigned)status;
    apo_buffer_clear(answer);
    apo_buffer_init(answer, NULL);
    apo_buffer_add(answer, curl_easy_strerror(code));
    return 0;
}

unsigned apo_bot_web_pause_s(const apo_bot_web *web)
{
    return web->pause_s;
}

void apo_bot_web_key(apo_bot_web *web, char out[APO_BOT_KEY_TEXT])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    for (size_t i = 0; i + 1 < APO_BOT_KEY_TEXT; i++)
        out[i] = letters[apo_random_below(&web->random, 32)];
    out[APO_BOT_KEY_TEXT - 1] = '\0';
}

#else

apo_status apo_bot_web_open(apo_bot_web **out, const char *server, const char *token)
{
    (void)out, (void)server, (void)token;
    return APO_E_UNSUPPORTED;
}

void apo_bot_web_close(apo_bot_web *web)
{
    (void)web;
}

unsigned apo_bot_web_ask(apo_bot_web *web, const char *path, const char *body,
                         apo_buffer *answer)
{
    (void)web, (void)path, (void)body, (void)answer;
    return 0;
}

apo_bot_news apo_bot_web_listen(apo_bot_web *web, const char *path, unsigned ms)
{
    (void)web, (void)path, (void)ms;
    return APO_BOT_DEAF;
}

unsigned apo_bot_web_pause_s(const apo_bot_web *web)
{
    (void)web;
    return 0;
}

void apo_bot_web_key(apo_bot_web *web, char out[APO_BOT_KEY_TEXT])
{
    (void)web;
    out[0] = '\0';
}

#endif
