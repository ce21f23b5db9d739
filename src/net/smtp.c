#include "net/smtp.h"

#include "base/alloc.h"
#include "base/text.h"

#ifdef APO_CURL

#    include <curl/curl.h>
#    include <string.h>

enum {
    CONNECT_MS = 15000,
    WHOLE_MS = 60000
};

struct apo_smtp {
    apo_smtp_options options;
    CURL *curl;
    char reply[APO_SMTP_REPLY_MAX]; /* the server's last reply, or why it refuses */
    apo_span rest;                  /* of the email that is being sent */
};

static size_t give_mail(char *bytes, size_t size, size_t count, void *context)
{
    apo_smtp *smtp = context;
    apo_span part = apo_span_part(smtp->rest, 0, size * count);
    if (part.length > 0)
        memcpy(bytes, part.text, part.length);
    smtp->rest = apo_span_part(smtp->rest, part.length, smtp->rest.length);
    return part.length;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): libcurl says what it is */
static size_t hear_line(char *bytes, size_t size, size_t count, void *context)
{
    apo_smtp *smtp = context;
    /* After a refusal only QUIT follows. */
    if (smtp->reply[0] == '4' || smtp->reply[0] == '5')
        return size * count;
    apo_text_copy_span(smtp->reply, sizeof smtp->reply,
                       apo_span_trim((apo_span){bytes, size * count}));
    return size * count;
}

static int look_around(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const apo_smtp *smtp = context;
    (void)a, (void)b, (void)c, (void)d;
    return smtp->options.is_stopping != NULL && atomic_load(smtp->options.is_stopping);
}

static bool is_this_machine(const char *url)
{
    static const char *const starts[] = {"smtp://localhost:", "smtp://localhost",
                                         "smtp://127.0.0.1:", "smtp://[::1]:"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        apo_span text = apo_span_of(url);
        size_t length = strlen(starts[i]);
        bool is_whole = starts[i][length - 1] != ':' && text.length > length;
        if (apo_span_starts_with(text, starts[i]) && !is_whole)
            return true;
    }
    return false;
}

static void set_up(apo_smtp *smtp)
{
    const apo_smtp_options *options = &smtp->options;
    long tls = is_this_machine(options->url) ? CURLUSESSL_TRY : CURLUSESSL_ALL;
    curl_easy_setopt(smtp->curl, CURLOPT_URL, options->url);
    curl_easy_setopt(smtp->curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(smtp->curl, CURLOPT_USE_SSL, tls);
    curl_easy_setopt(smtp->curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(smtp->curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(smtp->curl, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl_easy_setopt(smtp->curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(smtp->curl, CURLOPT_READFUNCTION, give_mail);
    curl_easy_setopt(smtp->curl, CURLOPT_READDATA, smtp);
    curl_easy_setopt(smtp->curl, CURLOPT_HEADERFUNCTION, hear_line);
    curl_easy_setopt(smtp->curl, CURLOPT_HEADERDATA, smtp);
    curl_easy_setopt(smtp->curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(smtp->curl, CURLOPT_XFERINFOFUNCTION, look_around);
    curl_easy_setopt(smtp->curl, CURLOPT_XFERINFODATA, smtp);
    curl_easy_setopt(smtp->curl, CURLOPT_MAIL_FROM, options->from);
    if (options->user != NULL) {
        curl_easy_setopt(smtp->curl, CURLOPT_USERNAME, options->user);
        curl_easy_setopt(smtp->curl, CURLOPT_PASSWORD, options->password);
    }
}

apo_status apo_smtp_new(apo_smtp **out, const apo_smtp_options *options)
{
    apo_smtp *smtp = apo_allocate_zero(NULL, sizeof *smtp);
    if (smtp == NULL)
        return APO_E_MEMORY;
    smtp->options = *options;
    smtp->curl = curl_easy_init();
    if (smtp->curl == NULL) {
        apo_free(NULL, smtp);
        return APO_E_MEMORY;
    }
    set_up(smtp);
    *out = smtp;
    return APO_OK;
}

void apo_smtp_free(apo_smtp *smtp)
{
    if (smtp == NULL)
        return;
    curl_easy_cleanup(smtp->curl);
    apo_free(NULL, smtp);
}

/* A permanent refusal begins with a 5; but a rejected login is the operator's problem, not this
 * mail's. */
static enum apo_smtp_outcome outcome_of(CURLcode code, const char *reply)
{
    static const char *const ours[] = {"530", "534", "535", "538", "503"};
    if (code == CURLE_OK)
        return APO_SMTP_SENT;
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        if (apo_span_starts_with(apo_span_of(reply), ours[i]))
            return APO_SMTP_LATER;
    }
    bool is_answer = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY ||
                     code == CURLE_RECV_ERROR || code == CURLE_UPLOAD_FAILED;
    return is_answer && reply[0] == '5' ? APO_SMTP_REFUSED : APO_SMTP_LATER;
}

enum apo_smtp_outcome apo_smtp_send(apo_smtp *smtp, const char *to, apo_span mail,
                                    char reply[APO_SMTP_REPLY_MAX])
{
    apo_text words = apo_text_start(reply, APO_SMTP_REPLY_MAX);
    struct curl_slist *recipients = curl_slist_append(NULL, to);
    if (recipients == NULL)
        return APO_SMTP_LATER;
    smtp->rest = mail;
    smtp->reply[0] = '\0';
    curl_easy_setopt(smtp->curl, CURLOPT_MAIL_RCPT, recipients);
    CURLcode code = curl_easy_perform(smtp->curl);
    curl_easy_setopt(smtp->curl, CURLOPT_MAIL_RCPT, NULL);
    curl_slist_free_all(recipients);
    enum apo_smtp_outcome outcome = outcome_of(code, smtp->reply);
    bool is_said = smtp->reply[0] == '4' || smtp->reply[0] == '5' || outcome == APO_SMTP_SENT;
    apo_text_add(&words, is_said ? smtp->reply : curl_easy_strerror(code));
    return outcome;
}

#else

apo_status apo_smtp_new(apo_smtp **out, const apo_smtp_options *options)
{
    (void)out, (void)options;
    return APO_E_UNSUPPORTED;
}

void apo_smtp_free(apo_smtp *smtp)
{
    (void)smtp;
}

enum apo_smtp_outcome apo_smtp_send(apo_smtp *smtp, const char *to, apo_span mail,
                                    char reply[APO_SMTP_REPLY_MAX])
{
    apo_text words = apo_text_start(reply, APO_SMTP_REPLY_MAX);
    (void)smtp, (void)to, (void)mail, (void)words;
    return APO_SMTP_LATER;
}

#endif
