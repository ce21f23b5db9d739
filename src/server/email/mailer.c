#include "server/email/mailer.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "net/mime.h"
#include "net/smtp.h"
#include "server/live/email_kind.h"
#include "server/live/live.h"

enum {
    ROUND_MAX = 8, /* emails marked in one commit */
    ID_LENGTH = 20,
    GRACE_STEPS = 100, /* of 50 ms: how long a stop waits for the mail server */
    STEP_NS = 50 * 1000 * 1000
};

static const int64_t give_up_ms = INT64_C(3) * 24 * 3600 * 1000;

/* What the mailer is doing. */
enum stage {
    STAGE_IDLE,
    STAGE_MARKING, /* a round is being marked as being sent */
    STAGE_SENDING, /* the thread has an email */
    STAGE_NOTING,  /* its result is being stored */
    STAGE_STUCK    /* storing failed: the next tick tries again */
};

struct apo_mailer {
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
    apo_buffer message; /* the job: round[next] as it is sent */
    enum apo_smtp_outcome outcome;
    char reply[APO_SMTP_REPLY_MAX];
};

/* --- the thread ---------------------------------------------------------- */

static void deliver(void *context);

static bool take_job(apo_mailer *mailer)
{
    pthread_mutex_lock(&mailer->mutex);
    while (!mailer->has_job && !mailer->is_ending)
        pthread_cond_wait(&mailer->has_work, &mailer->mutex);
    bool has_job = mailer->has_job && !mailer->is_ending;
    pthread_mutex_unlock(&mailer->mutex);
    return has_job;
}

/* The message and the row belong to the thread while it has the job. */
static void *work(void *context)
{
    apo_mailer *mailer = context;
    while (take_job(mailer)) {
        enum apo_smtp_outcome outcome =
            apo_smtp_send(mailer->smtp, mailer->round[mailer->next].address,
                          apo_buffer_span(&mailer->message), mailer->reply);
        pthread_mutex_lock(&mailer->mutex);
        mailer->outcome = outcome;
        mailer->has_job = false;
        mailer->has_result = true;
        pthread_mutex_unlock(&mailer->mutex);
        (void)apo_http_post(mailer->app->http, deliver, mailer);
    }
    return NULL;
}

/* --- the result of an email ---------------------------------------------- */

static void hand_next(apo_mailer *mailer);
static void note(apo_mailer *mailer);

/* First after minutes, then after hours. */
static int64_t patience_ms(unsigned tries)
{
    static const int64_t minutes[] = {1, 3, 10, 30, 60, 120, 240};
    size_t last = sizeof minutes / sizeof minutes[0] - 1;
    return minutes[tries - 1 < last ? tries - 1 : last] * 60 * 1000;
}

static void finish_note(void *context, apo_status status)
{
    apo_mailer *mailer = context;
    /* A row that has been deleted needs no update. */
    if (status != APO_OK && status != APO_E_UNKNOWN) {
        mailer->stage = STAGE_STUCK;
        return;
    }
    mailer->next++;
    hand_next(mailer);
}

/* Records whether the server accepts the address. After a refusal only emails that the person
 * requested go to the address; they show when it works again. */
static void note_address(const apo_mailer *mailer, apo_store_batch *batch,
                         const apo_store_mail *mail)
{
    if (mail->state == APO_MAIL_FAILED && mailer->outcome == APO_SMTP_REFUSED)
        apo_store_note_address(batch, mail->person, mail->address, mail->changed_ms,
                               mail->reply);
    else if (mail->state == APO_MAIL_SENT)
        apo_store_note_address(batch, mail->person, mail->address, 0, "");
}

static void note(apo_mailer *mailer)
{
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_mail *mail = &mailer->round[mailer->next];
    mailer->stage = STAGE_NOTING;
    apo_store_set_mail(batch, mail);
    note_address(mailer, batch, mail);
    apo_store_submit(mailer->app->store, batch, finish_note, mailer);
}

static void log_mail(const apo_mailer *mailer, const char *event, const apo_store_mail *mail)
{
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    apo_log_start(&line, event);
    apo_json_add_string(&line, "mail", mail->id);
    apo_json_add_string(&line, "kind", mail->kind);
    apo_json_add_string(&line, "reply", mail->reply);
    apo_log_end(&mailer->app->log, &line);
}

static void fail_mail(apo_mailer *mailer, apo_store_mail *mail)
{
    mail->state = APO_MAIL_FAILED;
    apo_metric_add(mailer->failed, 1);
    log_mail(mailer, "mail_failed", mail);
}

static void put_off(const apo_mailer *mailer, apo_store_mail *mail)
{
    mail->state = APO_MAIL_WAITING;
    mail->due_ms = mail->changed_ms + patience_ms(mail->tries);
    log_mail(mailer, "mail_put_off", mail);
}

/* The mail server's words, as stored in the row. */
static void settle(apo_mailer *mailer, apo_store_mail *mail)
{
    apo_text_copy(mail->reply, sizeof mail->reply, mailer->reply);
    mail->changed_ms = apo_http_wall_clock_ms();
    if (mailer->outcome == APO_SMTP_SENT) {
        mail->state = APO_MAIL_SENT;
        apo_metric_add(mailer->sent, 1);
    } else if (mailer->outcome == APO_SMTP_REFUSED ||
               mail->changed_ms - mail->created_ms > give_up_ms) {
        fail_mail(mailer, mail);
    } else {
        put_off(mailer, mail);
    }
}

/* Back in the loop. */
static void deliver(void *context)
{
    apo_mailer *mailer = context;
    pthread_mutex_lock(&mailer->mutex);
    bool has_result = mailer->has_result;
    mailer->has_result = false;
    pthread_mutex_unlock(&mailer->mutex);
    if (!has_result)
        return;
    apo_buffer_clear(&mailer->message);
    settle(mailer, &mailer->round[mailer->next]);
    note(mailer);
}

/* --- handing over -------------------------------------------------------- */

/* Builds the email. Errors: as apo_email_write. */
static apo_status write_mail(apo_mailer *mailer, apo_store_mail *mail)
{
    apo_email email;
    apo_app *app = mailer->app;
    apo_buffer_init(&mailer->message, NULL);
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
        status = apo_mime_write(&mailer->message, &wire);
    apo_email_clear(&email);
    return status;
}

static void hand(void *context, apo_status read)
{
    apo_mailer *mailer = context;
    if (mailer->is_stopped) {
        mailer->stage = STAGE_IDLE;
        return;
    }
    apo_store_mail *mail = &mailer->round[mailer->next];
    apo_status status = read == APO_OK ? write_mail(mailer, mail) : APO_E_IO;
    if (status != APO_OK) {
        apo_buffer_clear(&mailer->message);
        mail->changed_ms = apo_http_wall_clock_ms();
        if (apo_job_is_transient(status))
            put_off(mailer, mail);
        else
            mail->state = APO_MAIL_DROPPED;
        note(mailer);
        return;
    }
    mailer->stage = STAGE_SENDING;
    pthread_mutex_lock(&mailer->mutex);
    mailer->has_job = true;
    pthread_cond_signal(&mailer->has_work);
    pthread_mutex_unlock(&mailer->mutex);
}

/* An email about a game waits until that has been read. */
static void hand_next(apo_mailer *mailer)
{
    if (mailer->is_stopped || mailer->next >= mailer->count) {
        mailer->stage = STAGE_IDLE;
        if (!mailer->is_stopped)
            apo_mailer_tick(mailer);
        return;
    }
    const apo_store_mail *mail = &mailer->round[mailer->next];
    apo_span rest = apo_span_of(mail->data);
    enum apo_email_kind kind;
    if (apo_email_find(apo_span_of(mail->kind), &kind) && apo_email_is_of_game(kind))
        apo_live_fetch(mailer->app->live, apo_span_word(&rest), hand, mailer);
    else
        hand(mailer, APO_OK);
}

static void finish_marking(void *context, apo_status status)
{
    apo_mailer *mailer = context;
    if (status == APO_OK)
        hand_next(mailer);
    else
        mailer->stage = STAGE_IDLE;
}

static bool gather(void *context, const apo_store_mail *mail)
{
    apo_mailer *mailer = context;
    apo_store_mail *row = &mailer->round[mailer->count++];
    *row = *mail;
    row->state = APO_MAIL_SENDING;
    row->tries++;
    row->changed_ms = apo_http_wall_clock_ms();
    return mailer->count < ROUND_MAX;
}

static void begin_round(apo_mailer *mailer)
{
    mailer->count = mailer->next = 0;
    apo_store_list_due_mail(mailer->app->store, apo_http_wall_clock_ms(), gather, mailer);
    if (mailer->count == 0)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    mailer->stage = STAGE_MARKING;
    for (size_t i = 0; i < mailer->count; i++)
        apo_store_set_mail(batch, &mailer->round[i]);
    apo_store_submit(mailer->app->store, batch, finish_marking, mailer);
}

void apo_mailer_tick(apo_mailer *mailer)
{
    if (mailer == NULL || mailer->is_stopped)
        return;
    if (mailer->stage == STAGE_STUCK)
        note(mailer);
    else if (mailer->stage == STAGE_IDLE)
        begin_round(mailer);
}

/* --- life ---------------------------------------------------------------- */

static void resume(apo_app *app)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_resume_mail(batch, apo_http_wall_clock_ms());
    apo_store_submit(app->store, batch, NULL, NULL);
    apo_store_flush(app->store);
}

static apo_status start_thread(apo_mailer *mailer)
{
    if (pthread_mutex_init(&mailer->mutex, NULL) != 0 ||
        pthread_cond_init(&mailer->has_work, NULL) != 0 ||
        pthread_create(&mailer->thread, NULL, work, mailer) != 0)
        return APO_E_MEMORY;
    return APO_OK;
}

apo_status apo_mailer_new(apo_mailer **out, apo_app *app)
{
    const apo_server_options *from = &app->options;
    *out = NULL;
    if (from->smtp == NULL)
        return APO_OK;
    if (from->mail_from == NULL || !apo_mime_is_address(apo_span_of(from->mail_from)))
        return APO_E_SYNTAX;
    apo_mailer *mailer = apo_allocate_zero(NULL, sizeof *mailer);
    if (mailer == NULL)
        return APO_E_MEMORY;
    mailer->app = app;
    mailer->sent = apo_metrics_counter(app->metrics, "apothecary_mails_sent_total", NULL,
                                       "Mails accepted by the mail server.");
    mailer->failed = apo_metrics_counter(app->metrics, "apothecary_mails_failed_total", NULL,
                                         "Mails given up.");
    const apo_smtp_options options = {from->smtp, from->smtp_user, from->smtp_password,
                                      from->mail_from, &mailer->is_stopping};
    apo_status status = apo_smtp_new(&mailer->smtp, &options);
    if (status == APO_OK)
        status = start_thread(mailer);
    if (status != APO_OK) {
        apo_smtp_free(mailer->smtp);
        apo_free(NULL, mailer);
        return status;
    }
    resume(app);
    *out = mailer;
    return APO_OK;
}

static bool is_at_work(apo_mailer *mailer)
{
    pthread_mutex_lock(&mailer->mutex);
    bool has_job = mailer->has_job;
    pthread_mutex_unlock(&mailer->mutex);
    return has_job;
}

void apo_mailer_stop(apo_mailer *mailer)
{
    const struct timespec step = {.tv_sec = 0, .tv_nsec = STEP_NS};
    if (mailer == NULL || mailer->is_stopped)
        return;
    mailer->is_stopped = true;
    for (unsigned i = 0; i < GRACE_STEPS && is_at_work(mailer); i++)
        nanosleep(&step, NULL);
    atomic_store(&mailer->is_stopping, true);
    pthread_mutex_lock(&mailer->mutex);
    mailer->is_ending = true;
    pthread_cond_signal(&mailer->has_work);
    pthread_mutex_unlock(&mailer->mutex);
    pthread_join(mailer->thread, NULL);
    deliver(mailer);
}

void apo_mailer_free(apo_mailer *mailer)
{
    if (mailer == NULL)
        return;
    apo_buffer_clear(&mailer->message);
    apo_smtp_free(mailer->smtp);
    pthread_cond_destroy(&mailer->has_work);
    pthread_mutex_destroy(&mailer->mutex);
    apo_free(NULL, mailer);
}

/* --- queueing emails ----------------------------------------------------- */

void apo_outbox_add(apo_store_batch *batch, const apo_store_mailbox *box,
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
