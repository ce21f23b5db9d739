#include "server/mail/post.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "net/mime.h"
#include "net/smtp.h"
#include "server/site/chores.h"

enum {
    ROUND_MAX = 8, /* mails marked in one commit */
    ID_LENGTH = 20,
    GRACE_STEPS = 100, /* of 50 ms: how long a stop waits for the mail server */
    STEP_NS = 50 * 1000 * 1000
};

static const int64_t give_up_ms = INT64_C(3) * 24 * 3600 * 1000;

/* What the office is doing. */
enum stage {
    STAGE_IDLE,
    STAGE_MARKING, /* a round is being marked as being sent */
    STAGE_SENDING, /* the thread has a mail */
    STAGE_NOTING,  /* what has come of it is being stored */
    STAGE_STUCK    /* that could not be stored: tried again by the next tick */
};

struct apo_post {
    apo_app *app;
    apo_smtp *smtp; /* the thread's */
    enum stage stage;
    apo_store_mail round[ROUND_MAX];
    size_t count, next;
    bool is_stopped;
    apo_metric *sent, *failed;
    pthread_t thread;
    atomic_bool is_stopping;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t has_work;
    bool is_ending, has_job, has_result;
    apo_buffer message; /* the job: what round[next] is over the wire */
    enum apo_smtp_outcome outcome;
    char reply[APO_SMTP_REPLY_MAX];
};

/* --- the thread --- */

static void deliver(void *context);

static bool take_job(apo_post *post)
{
    pthread_mutex_lock(&post->mutex);
    while (!post->has_job && !post->is_ending)
        pthread_cond_wait(&post->has_work, &post->mutex);
    bool has_job = post->has_job && !post->is_ending;
    pthread_mutex_unlock(&post->mutex);
    return has_job;
}

/* The message and the row belong to the thread while it has the job. */
static void *work(void *context)
{
    apo_post *post = context;
    while (take_job(post)) {
        enum apo_smtp_outcome outcome =
            apo_smtp_send(post->smtp, post->round[post->next].address,
                          apo_buffer_span(&post->message), post->reply);
        pthread_mutex_lock(&post->mutex);
        post->outcome = outcome;
        post->has_job = false;
        post->has_result = true;
        pthread_mutex_unlock(&post->mutex);
        (void)apo_http_post(post->app->http, deliver, post);
    }
    return NULL;
}

/* --- what has come of a mail --- */

static void hand_next(apo_post *post);
static void note(apo_post *post);

/* After some minutes, then some hours. */
static int64_t patience_ms(unsigned tries)
{
    static const int64_t minutes[] = {1, 3, 10, 30, 60, 120, 240};
    size_t last = sizeof minutes / sizeof minutes[0] - 1;
    return minutes[tries - 1 < last ? tries - 1 : last] * 60 * 1000;
}

static void finish_note(void *context, apo_status status)
{
    apo_post *post = context;
    /* A row that is gone by now needs no note. */
    if (status != APO_OK && status != APO_E_UNKNOWN) {
        post->stage = STAGE_STUCK;
        return;
    }
    post->next++;
    hand_next(post);
}

/* What the answer says of the address. Only what is asked for in person still goes to a refused one, and shows
 * when it is taken again. */
static void note_address(const apo_post *post, apo_store_batch *batch,
                         const apo_store_mail *mail)
{
    if (mail->state == APO_MAIL_FAILED && post->outcome == APO_SMTP_REFUSED)
        apo_store_note_address(batch, mail->person, mail->address, mail->changed_ms,
                               mail->reply);
    else if (mail->state == APO_MAIL_SENT)
        apo_store_note_address(batch, mail->person, mail->address, 0, "");
}

static void note(apo_post *post)
{
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_mail *mail = &post->round[post->next];
    post->stage = STAGE_NOTING;
    apo_store_set_mail(batch, mail);
    note_address(post, batch, mail);
    apo_store_submit(post->app->store, batch, finish_note, post);
}

static void log_mail(const apo_post *post, const char *event, const apo_store_mail *mail)
{
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    apo_log_start(&line, event);
    apo_json_add_string(&line, "mail", mail->id);
    apo_json_add_string(&line, "kind", mail->kind);
    apo_json_add_string(&line, "reply", mail->reply);
    apo_log_end(&post->app->log, &line);
}

static void fail_mail(apo_post *post, apo_store_mail *mail)
{
    mail->state = APO_MAIL_FAILED;
    apo_metric_add(post->failed, 1);
    log_mail(post, "mail_failed", mail);
}

static void put_off(const apo_post *post, apo_store_mail *mail)
{
    mail->state = APO_MAIL_WAITING;
    mail->due_ms = mail->changed_ms + patience_ms(mail->tries);
    log_mail(post, "mail_put_off", mail);
}

/* What the mail server has said, as it will stand in the row. */
static void settle(apo_post *post, apo_store_mail *mail)
{
    apo_text_copy(mail->reply, sizeof mail->reply, post->reply);
    mail->changed_ms = apo_http_wall_clock_ms();
    if (post->outcome == APO_SMTP_SENT) {
        mail->state = APO_MAIL_SENT;
        apo_metric_add(post->sent, 1);
    } else if (post->outcome == APO_SMTP_REFUSED ||
               mail->changed_ms - mail->created_ms > give_up_ms) {
        fail_mail(post, mail);
    } else {
        put_off(post, mail);
    }
}

/* Back in the loop. */
static void deliver(void *context)
{
    apo_post *post = context;
    pthread_mutex_lock(&post->mutex);
    bool has_result = post->has_result;
    post->has_result = false;
    pthread_mutex_unlock(&post->mutex);
    if (!has_result)
        return;
    apo_buffer_clear(&post->message);
    settle(post, &post->round[post->next]);
    note(post);
}

/* --- handing over --- */

/* The mail as it goes over the wire. Errors as those of apo_email_write. */
static apo_status write_mail(apo_post *post, apo_store_mail *mail)
{
    apo_email email;
    apo_app *app = post->app;
    apo_buffer_init(&post->message, NULL);
    apo_status status = apo_email_write(&email, app, mail);
    const apo_mime_mail wire = {
        .from_name = apo_span_of("Apothecary"),
        .from = apo_span_of(app->options.mail_from),
        .to = apo_span_of(mail->address),
        .id = apo_span_of(mail->id),
        .subject = apo_buffer_span(&email.subject),
        .body = apo_buffer_span(&email.body),
        .unsubscribe = apo_buffer_span(&email.unsubscribe),
        .lang = apo_span_of(email.language),
        .date_ms = mail->created_ms,
    };
    if (status == APO_OK)
        status = apo_mime_write(&post->message, &wire);
    apo_email_clear(&email);
    return status;
}

static void hand_next(apo_post *post)
{
    if (post->is_stopped || post->next >= post->count) {
        post->stage = STAGE_IDLE;
        if (!post->is_stopped)
            apo_post_tick(post);
        return;
    }
    apo_store_mail *mail = &post->round[post->next];
    apo_status status = write_mail(post, mail);
    if (status != APO_OK) {
        apo_buffer_clear(&post->message);
        mail->changed_ms = apo_http_wall_clock_ms();
        if (apo_chore_may_pass(status))
            put_off(post, mail);
        else
            mail->state = APO_MAIL_DROPPED;
        note(post);
        return;
    }
    post->stage = STAGE_SENDING;
    pthread_mutex_lock(&post->mutex);
    post->has_job = true;
    pthread_cond_signal(&post->has_work);
    pthread_mutex_unlock(&post->mutex);
}

static void finish_marking(void *context, apo_status status)
{
    apo_post *post = context;
    if (status == APO_OK)
        hand_next(post);
    else
        post->stage = STAGE_IDLE;
}

static bool gather(void *context, const apo_store_mail *mail)
{
    apo_post *post = context;
    apo_store_mail *row = &post->round[post->count++];
    *row = *mail;
    row->state = APO_MAIL_SENDING;
    row->tries++;
    row->changed_ms = apo_http_wall_clock_ms();
    return post->count < ROUND_MAX;
}

static void begin_round(apo_post *post)
{
    post->count = post->next = 0;
    apo_store_list_due_mail(post->app->store, apo_http_wall_clock_ms(), gather, post);
    if (post->count == 0)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    post->stage = STAGE_MARKING;
    for (size_t i = 0; i < post->count; i++)
        apo_store_set_mail(batch, &post->round[i]);
    apo_store_submit(post->app->store, batch, finish_marking, post);
}

void apo_post_tick(apo_post *post)
{
    if (post == NULL || post->is_stopped)
        return;
    if (post->stage == STAGE_STUCK)
        note(post);
    else if (post->stage == STAGE_IDLE)
        begin_round(post);
}

/* --- life --- */

static void resume(apo_app *app)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_resume_mail(batch, apo_http_wall_clock_ms());
    apo_store_submit(app->store, batch, NULL, NULL);
    apo_store_flush(app->store);
}

static apo_status start_thread(apo_post *post)
{
    if (pthread_mutex_init(&post->mutex, NULL) != 0 ||
        pthread_cond_init(&post->has_work, NULL) != 0 ||
        pthread_create(&post->thread, NULL, work, post) != 0)
        return APO_E_MEMORY;
    return APO_OK;
}

apo_status apo_post_new(apo_post **out, apo_app *app)
{
    const apo_server_options *from = &app->options;
    *out = NULL;
    if (from->smtp == NULL)
        return APO_OK;
    if (from->mail_from == NULL || !apo_mime_is_address(apo_span_of(from->mail_from)))
        return APO_E_SYNTAX;
    apo_post *post = apo_allocate_zero(NULL, sizeof *post);
    if (post == NULL)
        return APO_E_MEMORY;
    post->app = app;
    post->sent = apo_metrics_counter(app->metrics, "apothecary_mails_sent_total", NULL,
                                     "Mails that the mail server has taken.");
    post->failed = apo_metrics_counter(app->metrics, "apothecary_mails_failed_total", NULL,
                                       "Mails that were given up.");
    const apo_smtp_options options = {from->smtp, from->smtp_user, from->smtp_password,
                                      from->mail_from, &post->is_stopping};
    apo_status status = apo_smtp_new(&post->smtp, &options);
    if (status == APO_OK)
        status = start_thread(post);
    if (status != APO_OK) {
        apo_smtp_free(post->smtp);
        apo_free(NULL, post);
        return status;
    }
    resume(app);
    *out = post;
    return APO_OK;
}

static bool is_at_work(apo_post *post)
{
    pthread_mutex_lock(&post->mutex);
    bool has_job = post->has_job;
    pthread_mutex_unlock(&post->mutex);
    return has_job;
}

void apo_post_stop(apo_post *post)
{
    const struct timespec step = {.tv_sec = 0, .tv_nsec = STEP_NS};
    if (post == NULL || post->is_stopped)
        return;
    post->is_stopped = true;
    for (unsigned i = 0; i < GRACE_STEPS && is_at_work(post); i++)
        nanosleep(&step, NULL);
    atomic_store(&post->is_stopping, true);
    pthread_mutex_lock(&post->mutex);
    post->is_ending = true;
    pthread_cond_signal(&post->has_work);
    pthread_mutex_unlock(&post->mutex);
    pthread_join(post->thread, NULL);
    deliver(post);
}

void apo_post_free(apo_post *post)
{
    if (post == NULL)
        return;
    apo_buffer_clear(&post->message);
    apo_smtp_free(post->smtp);
    pthread_cond_destroy(&post->has_work);
    pthread_mutex_destroy(&post->mutex);
    apo_free(NULL, post);
}

/* --- taking mails --- */

void apo_post_add(apo_store_batch *batch, const apo_store_mailbox *box,
                  enum apo_email_kind kind, const char *data, const char *cause,
                  char id[APO_STORE_ID_MAX])
{
    apo_store_mail mail = {.created_ms = apo_http_wall_clock_ms()};
    apo_text word = apo_text_start(mail.kind, sizeof mail.kind);
    apo_text text = apo_text_start(mail.data, sizeof mail.data);
    apo_text why = apo_text_start(mail.cause, sizeof mail.cause);
    apo_text_add(&word, apo_email_word(kind));
    apo_text_add(&text, data);
    apo_text_add(&why, cause != NULL ? cause : "");
    memcpy(mail.person, box->person, sizeof mail.person);
    memcpy(mail.address, box->address, sizeof mail.address);
    mail.due_ms = mail.created_ms;
    apo_token_name(mail.id, ID_LENGTH);
    apo_store_add_mail(batch, &mail);
    if (id != NULL)
        memcpy(id, mail.id, sizeof mail.id);
}
