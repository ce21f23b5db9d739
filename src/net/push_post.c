#include "net/push_post.h"

#include <string.h>

/* The push services of Chromium, Firefox, Edge and Safari; a dot at the beginning stands for
 * any name before it. */
static const char *const services[] = {"fcm.googleapis.com", ".push.services.mozilla.com",
                                       ".notify.windows.com", ".push.apple.com"};

static bool is_service(apo_span host)
{
    for (size_t i = 0; i < sizeof services / sizeof services[0]; i++) {
        size_t length = strlen(services[i]);
        bool is_whole = services[i][0] != '.';
        if (is_whole ? apo_span_is(host, services[i])
                     : host.length > length &&
                           apo_span_is(apo_span_part(host, host.length - length, length),
                                       services[i]))
            return true;
    }
    return false;
}

/* Any other character ends the host's name. libcurl also ends it at a '?' or '#': what follows
 * must not be taken for a part of it. */
static bool is_of_name(char c)
{
    return apo_is_lower(c) || apo_is_digit(c) || c == '-' || c == '.';
}

apo_span apo_push_origin(apo_span endpoint, const char *other)
{
    static const char scheme[] = "https://";
    size_t end = sizeof scheme - 1;
    if (other != NULL && apo_span_starts_with(endpoint, other) &&
        apo_span_starts_with(apo_span_part(endpoint, strlen(other), 1), "/"))
        return apo_span_part(endpoint, 0, strlen(other));
    if (!apo_span_starts_with(endpoint, scheme))
        return (apo_span){NULL, 0};
    while (end < endpoint.length && is_of_name(endpoint.text[end]))
        end++;
    apo_span host = apo_span_part(endpoint, sizeof scheme - 1, end - (sizeof scheme - 1));
    bool has_path = apo_span_starts_with(apo_span_part(endpoint, end, 1), "/");
    return has_path && is_service(host) ? apo_span_part(endpoint, 0, end) : (apo_span){NULL, 0};
}

#ifdef APO_CURL

#    include <curl/curl.h>

#    include "base/buffer.h"

enum {
    WHOLE_MS = 10000
};

bool apo_push_is_there(void)
{
    return true;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): libcurl prescribes the type */
static size_t ignore(char *bytes, size_t size, size_t count, void *context)
{
    (void)bytes, (void)context;
    return size * count;
}

/* RFC 8030: 404 and 410 end a subscription. Other refusals of the request itself would be
 * repeated for ever. */
static enum apo_push_outcome outcome_of(CURLcode code, long status)
{
    if (code != CURLE_OK || status >= 500 || status == 408 || status == 429)
        return APO_PUSH_LATER;
    return status >= 200 && status < 300 ? APO_PUSH_SENT : APO_PUSH_GONE;
}

static struct curl_slist *make_headers(const char *authorization)
{
    static const char *const fixed[] = {"Content-Encoding: aes128gcm", "TTL: 86400",
                                        "Content-Type: application/octet-stream"};
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    apo_buffer_add(&line, "Authorization: ");
    apo_buffer_add(&line, authorization);
    struct curl_slist *list = line.is_failed ? NULL : curl_slist_append(NULL, line.bytes);
    apo_buffer_clear(&line);
    for (size_t i = 0; list != NULL && i < sizeof fixed / sizeof fixed[0]; i++) {
        struct curl_slist *longer = curl_slist_append(list, fixed[i]);
        if (longer == NULL)
            curl_slist_free_all(list);
        list = longer;
    }
    return list;
}

enum apo_push_outcome apo_push_post(const char *endpoint, const char *authorization,
                                    apo_span body)
{
    long status = 0;
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = make_headers(authorization);
    if (curl == NULL || headers == NULL) {
        curl_slist_free_all(headers);
        curl_easy_cleanup(curl);
        return APO_PUSH_LATER;
    }
    curl_easy_setopt(curl, CURLOPT_URL, endpoint);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)body.length);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.text);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return outcome_of(code, status);
}

#else

bool apo_push_is_there(void)
{
    return false;
}

enum apo_push_outcome apo_push_post(const char *endpoint, const char *authorization,
                                    apo_span body)
{
    (void)endpoint, (void)authorization, (void)body;
    return APO_PUSH_LATER;
}

#endif
