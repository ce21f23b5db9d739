#include "server/email/email.h"

#include "base/text.h"
#include "server/live/live.h"
#include "server/notice/notice.h"
#include "server/web/game_summary.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/token.h"
#include "server/web/zones.h"
#include "store/games.h"
#include "store/people.h"

enum {
    DIGEST_GAMES_MAX = 30,
    DIGEST_NEWS_MAX = 30,
    NEWS_MAX = 500, /* notices examined for a digest */
    DAY_MS = 24 * 60 * 60 * 1000,
    MINUTE_MS = 60 * 1000,
    OWN_MAX = 200 /* games examined for a digest */
};

void apo_email_clear(apo_email *email)
{
    apo_buffer_clear(&email->subject);
    apo_buffer_clear(&email->body);
    apo_buffer_clear(&email->unsubscribe);
}

/* --- secrets ------------------------------------------------------------- */

void apo_email_secret(char out[APO_TOKEN_TEXT], const apo_app *app, const char *kind,
                      const char *id)
{
    char purpose[APO_STORE_MAIL_KIND_MAX + 16];
    apo_text text = apo_text_start(purpose, sizeof purpose);
    apo_text_add(&text, "mail's link ");
    apo_text_add(&text, kind);
    apo_token_derive(out, app->key, purpose, apo_span_of(id));
}

void apo_email_signature(char out[APO_TOKEN_TEXT], const apo_app *app, const char *person,
                         const char *kind)
{
    char subject[APO_STORE_ID_MAX + APO_STORE_MAIL_KIND_MAX];
    apo_text text = apo_text_start(subject, sizeof subject);
    apo_text_add(&text, person);
    apo_text_add_char(&text, ' ');
    apo_text_add(&text, kind);
    apo_token_derive(out, app->key, "no more mails", apo_text_span(&text));
}

/* --- parts --------------------------------------------------------------- */

static const apo_gap none[] = {{NULL, APO_GAP_IS_TEXT, {NULL, 0}, 0}};

/* What writing any email needs. */
typedef struct writer {
    apo_app *app;
    const apo_store_mail *mail;
    const apo_i18n *i18n;
    apo_store_person person;
    apo_email *out;
    apo_status status; /* status of the reads */
} writer;

static void add_line(writer *w, const char *english, const apo_gap *gaps)
{
    apo_tr_fill(&w->out->body, apo_tr(w->i18n, english), gaps);
    apo_buffer_add_char(&w->out->body, '\n');
}

static void set_subject(writer *w, const char *english, const apo_gap *gaps)
{
    apo_tr_fill(&w->out->subject, apo_tr(w->i18n, english), gaps);
}

static void add_url(writer *w, const char *path, const char *rest)
{
    apo_buffer_add(&w->out->body, apo_http_url(w->app->http));
    apo_buffer_add(&w->out->body, path);
    apo_buffer_add(&w->out->body, rest);
    apo_buffer_add_char(&w->out->body, '\n');
}

static void add_link_with_secret(writer *w, const char *path)
{
    char secret[APO_TOKEN_TEXT];
    apo_email_secret(secret, w->app, w->mail->kind, w->mail->id);
    add_url(w, path, secret);
}

static void add_end(writer *w)
{
    char signature[APO_TOKEN_TEXT];
    apo_buffer *url = &w->out->unsubscribe;
    apo_email_signature(signature, w->app, w->person.id, w->mail->kind);
    apo_buffer_add(url, apo_http_url(w->app->http));
    apo_buffer_add(url, "/mail/off/");
    apo_buffer_add(url, w->person.id);
    apo_buffer_add_char(url, '/');
    apo_buffer_add(url, w->mail->kind);
    apo_buffer_add_char(url, '/');
    apo_buffer_add(url, signature);
    apo_buffer_add(&w->out->body, "\n-- \n");
    add_line(w, APO_T("Stop these mails: {url}"),
             APO_GAPS(APO_GAP_SPAN("url", apo_buffer_span(url))));
    add_line(w, APO_T("All settings: {url}/account/mail"),
             APO_GAPS(APO_GAP_TEXT("url", apo_http_url(w->app->http))));
}

static void greet(writer *w)
{
    add_line(w, APO_T("Hello {name},"), APO_GAPS(APO_GAP_TEXT("name", w->person.name)));
    apo_buffer_add_char(&w->out->body, '\n');
}

/* --- games --------------------------------------------------------------- */

/* The game of the email, if it is still the person's turn after `ply` moves. */
static const apo_live_game *find_turn(writer *w, unsigned *side)
{
    apo_live_game *game;
    uint32_t ply;
    apo_span rest = apo_span_of(w->mail->data);
    apo_span id = apo_span_word(&rest), number = apo_span_word(&rest);
    w->status = apo_live_find(w->app->live, &game, id);
    if (w->status != APO_OK || !apo_span_number(number, UINT32_MAX, &ply))
        return NULL;
    const apo_round *round = apo_live_game_round(game);
    *side = apo_round_side_of(round, apo_span_of(w->person.id));
    return *side != APO_NOBODY && apo_round_turn(round) == *side && round->ply_count == ply
               ? game
               : NULL;
}

/* The present name of the person in a seat, or of the computer. */
static void write_name(char out[APO_STORE_NAME_MAX], const writer *w, const apo_seat *seat)
{
    apo_person_label label;
    apo_person_label_of(&label, w->app->store, w->i18n, seat->person, seat->level);
    apo_text_copy(out, APO_STORE_NAME_MAX, label.name);
}

/* "You have time until 21 November 2026, 14:05 UTC.", or in the recipient's time zone. */
static void add_time_left(writer *w, const apo_round *round, unsigned side)
{
    apo_buffer until;
    int64_t now_ms = apo_http_wall_clock_ms();
    int64_t left_ms = apo_clock_left(&round->clock, (apo_side)side, now_ms);
    if (left_ms == APO_CLOCK_FOREVER || !round->clock.is_running)
        return; /* no clock, or it has not started: a date would be wrong tomorrow */
    apo_buffer_init(&until, NULL);
    apo_zones_add_time(&until, w->i18n, w->person.zone, now_ms + left_ms);
    add_line(w, APO_T("You have time until {time}."),
             APO_GAPS(APO_GAP_SPAN("time", apo_buffer_span(&until))));
    apo_buffer_clear(&until);
}

static bool write_turn(writer *w)
{
    unsigned side;
    char other[APO_STORE_NAME_MAX];
    const apo_live_game *game = find_turn(w, &side);
    if (game == NULL)
        return false;
    const apo_round *round = apo_live_game_round(game);
    write_name(other, w, &round->seats[side ^ 1U]);
    const char *move = round->ply_count > 0 ? round->plies[round->ply_count - 1].san : "";
    const apo_gap *gaps = APO_GAPS(APO_GAP_TEXT("name", other), APO_GAP_TEXT("move", move),
                                   APO_GAP_TEXT("game", apo_variant_info_of(round->var)->name));
    bool is_reminder = apo_span_is(apo_span_of(w->mail->kind), "reminder");
    set_subject(w,
                is_reminder ? APO_T("Reminder: your turn against {name} in {game}")
                            : APO_T("Your turn against {name} in {game}"),
                gaps);
    greet(w);
    add_line(w,
             round->ply_count > 0
                 ? APO_T("{name} has played {move} in {game}. It is your turn.")
                 : APO_T("Your game of {game} against {name} has begun. It is your turn."),
             gaps);
    add_time_left(w, round, side);
    apo_buffer_add_char(&w->out->body, '\n');
    add_url(w, "/game/", round->id);
    add_end(w);
    return true;
}

typedef struct digest {
    writer *w;
    unsigned count, news;
} digest;

static bool add_game(void *context, const apo_store_game *row)
{
    digest *all = context;
    writer *w = all->w;
    apo_game_summary summary;
    if (row->state != APO_STORE_PLAYING || apo_game_summary_read(&summary, row) != APO_OK ||
        summary.turn >= APO_SIDES ||
        !apo_span_is(apo_span_of(summary.seats[summary.turn].person), w->person.id))
        return true;
    if (all->count == 0) {
        add_line(w, APO_T("It is your turn in these games:"), none);
        apo_buffer_add_char(&w->out->body, '\n');
    }
    apo_variant_outline outline;
    const char *game =
        apo_variant_map_name(&outline, w->app->variants, w->app->store, row->variant);
    char other[APO_STORE_NAME_MAX];
    apo_buffer until;
    apo_buffer_init(&until, NULL);
    write_name(other, w, &summary.seats[summary.turn ^ 1U]);
    /* The clock starts when both sides have moved; before that it is another deadline. */
    if (row->due_ms > 0 && summary.ply_count >= 2 &&
        summary.start.controls[summary.turn].kind != APO_CLOCK_NONE) {
        apo_zones_add_time(&until, w->i18n, w->person.zone, row->due_ms);
        add_line(w, APO_T("- {game} against {name}, until {time}"),
                 APO_GAPS(APO_GAP_TEXT("game", game), APO_GAP_TEXT("name", other),
                          APO_GAP_SPAN("time", apo_buffer_span(&until))));
    } else {
        add_line(w, APO_T("- {game} against {name}"),
                 APO_GAPS(APO_GAP_TEXT("game", game), APO_GAP_TEXT("name", other)));
    }
    apo_buffer_clear(&until);
    apo_buffer_add(&w->out->body, "  ");
    add_url(w, "/game/", row->id);
    return ++all->count < DIGEST_GAMES_MAX;
}

/* An unread notice of the last day. */
static bool add_news(void *context, const apo_store_notice *row)
{
    digest *all = context;
    writer *w = all->w;
    apo_buffer words;
    if (row->at_ms <= w->mail->created_ms - DAY_MS)
        return false;
    if (row->read_ms > 0)
        return true;
    if (all->news++ == 0) {
        apo_buffer_add(&w->out->body, all->count > 0 ? "\n" : "");
        add_line(w, APO_T("What has happened since yesterday:"), none);
        apo_buffer_add_char(&w->out->body, '\n');
    }
    apo_buffer_init(&words, NULL);
    apo_notice_words(&words, w->app, w->i18n, row);
    apo_buffer_add(&w->out->body, "- ");
    apo_buffer_add_span(&w->out->body, apo_buffer_span(&words));
    apo_buffer_add(&w->out->body, "\n");
    apo_buffer_clear(&words);
    return all->news < DIGEST_NEWS_MAX;
}

static bool write_digest(writer *w)
{
    digest all = {w, 0, 0};
    apo_store *store = w->app->store;
    greet(w);
    apo_store_list_own(store, apo_span_of(w->person.id), OWN_MAX, add_game, &all);
    apo_store_list_notices(store, apo_span_of(w->person.id), INT64_MAX, APO_NOTICE_DIGEST,
                           NEWS_MAX, add_news, &all);
    if (all.count > 0)
        apo_tr_fill(&w->out->subject,
                    apo_tr_plural(w->i18n, "Your turn in {n} game", "Your turn in {n} games",
                                  all.count),
                    APO_GAPS(APO_GAP_NUMBER("n", all.count)));
    else
        set_subject(w, APO_T("News of your games"), none);
    add_end(w);
    return all.count + all.news > 0;
}

/* A notice that has not been read meanwhile. */
static bool write_event(writer *w)
{
    apo_store_notice row;
    apo_buffer text;
    w->status = apo_store_find_notice(w->app->store, &row, apo_span_of(w->person.id),
                                      apo_span_of(w->mail->data));
    if (w->status == APO_E_UNKNOWN)
        w->status = APO_OK;
    else if (w->status == APO_OK && row.read_ms == 0) {
        apo_notice_words(&w->out->subject, w->app, w->i18n, &row);
        greet(w);
        apo_buffer_add_span(&w->out->body, apo_buffer_span(&w->out->subject));
        apo_buffer_add(&w->out->body, "\n\n");
        apo_buffer_init(&text, NULL);
        apo_notice_path(&text, w->app, &row);
        apo_buffer_add(&w->out->body, apo_http_url(w->app->http));
        apo_buffer_add_span(&w->out->body, apo_buffer_span(&text));
        apo_buffer_add_char(&w->out->body, '\n');
        apo_buffer_clear(&text);
        add_end(w);
        return true;
    }
    return false;
}

/* --- people -------------------------------------------------------------- */

static void invite_to_tournament(writer *w, apo_span name, apo_span tournament)
{
    const apo_gap *gaps =
        APO_GAPS(APO_GAP_SPAN("name", name), APO_GAP_SPAN("tournament", tournament));
    set_subject(w, APO_T("{name} invites you to a tournament"), gaps);
    greet(w);
    add_line(w, APO_T("{name} invites you to the tournament “{tournament}”."), gaps);
}

static void invite_to_game(writer *w, apo_span name, apo_span message)
{
    set_subject(w, APO_T("{name} invites you to a game"), APO_GAPS(APO_GAP_SPAN("name", name)));
    greet(w);
    add_line(w, APO_T("{name} invites you to a game."), APO_GAPS(APO_GAP_SPAN("name", name)));
    if (message.length > 0) {
        apo_buffer_add_char(&w->out->body, '\n');
        apo_buffer_add_span(&w->out->body, message);
        apo_buffer_add_char(&w->out->body, '\n');
    }
}

static bool write_invitation(writer *w)
{
    apo_span rest = apo_span_of(w->mail->data), name, path;
    if (!apo_span_line(&rest, &name) || !apo_span_line(&rest, &path))
        return false;
    if (apo_span_starts_with(path, "/tournaments/"))
        invite_to_tournament(w, name, rest);
    else
        invite_to_game(w, name, rest);
    apo_buffer_add_char(&w->out->body, '\n');
    apo_buffer_add(&w->out->body, apo_http_url(w->app->http));
    apo_buffer_add_span(&w->out->body, path);
    apo_buffer_add_char(&w->out->body, '\n');
    add_end(w);
    return true;
}

static bool is_over(const writer *w, int64_t good_ms)
{
    return apo_http_wall_clock_ms() > w->mail->created_ms + good_ms;
}

static bool write_confirm(writer *w)
{
    if (is_over(w, APO_CONFIRM_MS))
        return false;
    set_subject(w, APO_T("Is this your address?"), none);
    greet(w);
    add_line(
        w,
        APO_T("You have given this address to your account. Please confirm it within a day:"),
        none);
    apo_buffer_add_char(&w->out->body, '\n');
    add_link_with_secret(w, "/mail/confirm#");
    apo_buffer_add_char(&w->out->body, '\n');
    add_line(w, APO_T("If that was not you, ignore this mail: you will get no more."), none);
    return true;
}

int64_t apo_email_reset_ms(const apo_app *app)
{
    return app->options.has_short_codes ? APO_RESET_SHORT_MS : APO_RESET_MS;
}

static bool write_reset(writer *w)
{
    int64_t reset_ms = apo_email_reset_ms(w->app);
    if (is_over(w, reset_ms))
        return false;
    set_subject(w, APO_T("A new password for {name}"),
                APO_GAPS(APO_GAP_TEXT("name", w->person.name)));
    greet(w);
    add_line(
        w,
        APO_T("Somebody, probably you, has asked for a new password for the account {name}. "
              "This link can be used once, within {minutes} minutes:"),
        APO_GAPS(APO_GAP_TEXT("name", w->person.name),
                 APO_GAP_NUMBER("minutes", reset_ms / MINUTE_MS)));
    apo_buffer_add_char(&w->out->body, '\n');
    add_link_with_secret(w, "/reset#");
    apo_buffer_add_char(&w->out->body, '\n');
    add_line(w, APO_T("If that was not you, ignore this mail: your password stays the same."),
             none);
    return true;
}

static bool write_changed(writer *w)
{
    static const struct {
        const char *word, *subject, *text;
    } changes[] = {
        {"address", APO_T("Your mail address has been changed"),
         APO_T("Your account has a new mail address now; this one will get no more mail.")},
        {"password", APO_T("Your password has been changed"),
         APO_T("Your account has a new password, and all sessions have ended.")},
        {"second-on", APO_T("Your account has a second factor"),
         APO_T("From now on logging in needs a code from your device; all other sessions "
               "have ended.")},
        {"second-off", APO_T("Your account no longer has a second factor"),
         APO_T("From now on the password alone is enough to log in.")},
        {"passkey-on", APO_T("Your account has a new passkey"),
         APO_T("From now on another device can log in to it.")},
        {"passkey-off", APO_T("A passkey of your account has been removed"),
         APO_T("The device of that passkey can no longer log in.")},
    };

    size_t i = sizeof changes / sizeof changes[0] - 1;
    while (i > 0 && !apo_span_is(apo_span_of(w->mail->data), changes[i].word))
        i--;
    set_subject(w, changes[i].subject, none);
    greet(w);
    add_line(w, changes[i].text, none);
    add_line(
        w,
        APO_T("If that was not you, ask for a new password at once, or write to the operators "
              "of this server:"),
        none);
    apo_buffer_add_char(&w->out->body, '\n');
    add_url(w, "/forgot", "");
    return true;
}

static bool write_kind(writer *w, enum apo_email_kind kind)
{
    switch (kind) {
    case APO_EMAIL_TURN:
    case APO_EMAIL_REMINDER: return write_turn(w);
    case APO_EMAIL_INVITATION: return write_invitation(w);
    case APO_EMAIL_DIGEST: return write_digest(w);
    case APO_EMAIL_EVENT: return write_event(w);
    case APO_EMAIL_CONFIRM: return write_confirm(w);
    case APO_EMAIL_RESET: return write_reset(w);
    case APO_EMAIL_CHANGED: return write_changed(w);
    case APO_EMAIL_KINDS: break;
    }
    return false;
}

apo_status apo_email_write(apo_email *out, apo_app *app, const apo_store_mail *mail)
{
    enum apo_email_kind kind;
    writer w = {.app = app, .mail = mail, .out = out};
    apo_buffer_init(&out->subject, NULL);
    apo_buffer_init(&out->body, NULL);
    apo_buffer_init(&out->unsubscribe, NULL);
    out->language = "";
    if (!apo_email_find(apo_span_of(mail->kind), &kind))
        return APO_E_UNKNOWN;
    w.status = apo_store_find_person(app->store, &w.person, apo_span_of(mail->person));
    if (w.status != APO_OK)
        return w.status;
    w.i18n = apo_i18n_of(app, w.person.language);
    out->language = apo_i18n_language(w.i18n);
    bool is_needed = write_kind(&w, kind);
    return is_needed || w.status != APO_OK ? w.status : APO_E_UNKNOWN;
}
