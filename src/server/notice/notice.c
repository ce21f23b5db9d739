#include "server/notice/notice.h"

#include <string.h>

#include "base/text.h"
#include "net/push_post.h"
#include "server/jobs/jobs.h"
#include "server/round/view.h"
#include "server/web/person.h"
#include "store/invitations.h"
#include "store/push.h"

enum {
    MAIL_WAIT_MS = 60 * 1000 /* a person who reads it at once needs no mail */
};

unsigned apo_notice_channels(apo_store *store, apo_span person, enum apo_notice_kind kind)
{
    unsigned channels;
    const apo_notice_row *row = apo_notice_row_of(kind);
    return apo_store_find_notice_choice(store, &channels, person, apo_span_of(row->word)) ==
                   APO_OK
               ? channels
               : row->usual;
}

static void fill(apo_store_notice *out, const apo_notice *notice, unsigned channels)
{
    *out = (apo_store_notice){.channels = channels,
                              .at_ms = notice->at_ms,
                              .read_ms = notice->is_seen ? notice->at_ms : 0};
    apo_text_copy(out->person, sizeof out->person, notice->person);
    apo_text_copy(out->kind, sizeof out->kind, apo_notice_row_of(notice->kind)->word);
    apo_text_copy(out->cause, sizeof out->cause, notice->cause);
    apo_text_copy(out->other, sizeof out->other, notice->other);
    apo_text_copy(out->subject, sizeof out->subject, notice->subject);
    apo_text_copy(out->text, sizeof out->text, notice->text);
}

/* True for kinds that a running game or tournament, or a moderator, must be able to cause. */
static bool is_needed(enum apo_notice_kind kind)
{
    static const enum apo_notice_kind personal[] = {
        APO_NOTICE_TAKEBACK_OFFER,
        APO_NOTICE_REMATCH_OFFER,
        APO_NOTICE_INVITATION,
        APO_NOTICE_INVITATION_ACCEPTED,
        APO_NOTICE_INVITATION_DECLINED,
        APO_NOTICE_INVITATION_COUNTER,
        APO_NOTICE_TOURNAMENT_INVITATION,
        APO_NOTICE_TOURNAMENT_ANNOUNCED,
        APO_NOTICE_FOLLOWER,
        APO_NOTICE_MESSAGE,
        APO_NOTICE_CHAT,
        APO_NOTICE_MENTION,
        APO_NOTICE_COMMENT,
        APO_NOTICE_STUDY_COMMENT,
    };

    for (size_t i = 0; i < sizeof personal / sizeof personal[0]; i++) {
        if (personal[i] == kind)
            return false;
    }
    return true;
}

/* True if the person who causes it has been blocked. Their requests should have been refused
 * already; this is a second check. */
static bool is_shut_out(apo_app *app, const apo_notice *notice)
{
    return notice->other != NULL && notice->other[0] != '\0' && !is_needed(notice->kind) &&
           apo_store_is_blocked(app->store, apo_span_of(notice->person),
                                apo_span_of(notice->other));
}

/* `app` is NULL if no server runs; the next server then finds the jobs. */
static void add(apo_store *store, const apo_app *app, apo_store_batch *batch,
                const apo_notice *notice)
{
    apo_store_notice row;
    const apo_notice_row *kind = apo_notice_row_of(notice->kind);
    const bool has_push =
        app != NULL ? apo_jobs_know(app->jobs, APO_PUSH_JOB) : apo_push_is_there();
    const unsigned channels =
        apo_notice_channels(store, apo_span_of(notice->person), notice->kind);
    if (channels == 0)
        return;
    fill(&row, notice, channels);
    apo_store_add_notice(batch, &row, kind->is_joined);
    if ((channels & APO_NOTICE_PUSH) != 0 && !notice->is_seen && has_push &&
        apo_store_has_push_browser(store, apo_span_of(row.person)))
        apo_store_add_job(batch, APO_PUSH_JOB, row.person, row.cause, notice->at_ms);
    if ((channels & APO_NOTICE_MAIL) != 0 && !notice->is_seen &&
        (app == NULL || app->mailer != NULL))
        apo_store_add_job(batch, APO_NOTICE_JOB, row.person, row.cause,
                          notice->at_ms + MAIL_WAIT_MS);
}

void apo_notice_add_by_command(apo_store *store, apo_store_batch *batch,
                               const apo_notice *notice)
{
    add(store, NULL, batch, notice);
}

void apo_notice_add(apo_app *app, apo_store_batch *batch, const apo_notice *notice)
{
    if (notice->person != NULL && notice->person[0] != '\0' && !is_shut_out(app, notice))
        add(app->store, app, batch, notice);
}

/* --- in words ------------------------------------------------------------ */

/* Why a game ended, to the reader. The player who claims an abandoned game gets no notice, so
 * the reader is the one who left; a player who loses by silence is the one who did not move. */
static const char *reason_for_reader(const char *reason, uint32_t quarters)
{
    if (strcmp(reason, "abandoned") == 0)
        return APO_T("you had left the game");
    if (strcmp(reason, "silence") == 0 && quarters < APO_QUARTERS_DRAW)
        return APO_T("you have not moved for half a year");
    return apo_view_reason(reason);
}

/* How a game ended for the reader, and why: "4 resignation". */
static void add_result(apo_buffer *out, const apo_i18n *i18n, apo_span more)
{
    static const char *const results[] = {
        APO_T("You have lost: {reason}."), APO_T("A disadvantage: {reason}."),
        APO_T("A draw: {reason}."), APO_T("An advantage: {reason}."),
        APO_T("You have won: {reason}.")};
    uint32_t quarters = 0;
    char reason[APO_REASON_MAX];
    apo_span rest = more;
    if (!apo_span_number(apo_span_word(&rest), APO_QUARTERS_WIN, &quarters))
        return;
    apo_text_copy_span(reason, sizeof reason, apo_span_trim(rest));
    apo_tr_fill(
        out, apo_tr(i18n, results[quarters]),
        APO_GAPS(APO_GAP_TEXT("reason", apo_tr(i18n, reason_for_reader(reason, quarters)))));
}

/* Adds a moderator's action, given by its word, and the reason: "You are a moderator now." */
static void add_action(apo_buffer *out, const apo_i18n *i18n, apo_span word, apo_span why)
{
    static const char *const actions[][2] = {
        {"mute", APO_T("A moderator has muted you: you may play, but not write.")},
        {"unmute", APO_T("You are no longer muted: you may write again.")},
        {"close", APO_T("A moderator has closed your account.")},
        {"restore", APO_T("A moderator has reopened your account.")},
        {"rename", APO_T("A moderator has changed the name of your account.")},
        {"hide-game", APO_T("A moderator has hidden a game that you have published.")},
        {"show-game", APO_T("A game that you have published is shown again.")},
        {"appoint", APO_T("You are a moderator now.")},
        {"entrust", APO_T("You are an operator of this server now.")},
        {"dismiss", APO_T("You are no longer a moderator or an operator.")},
        {"admit-worker", APO_T("Your machines may do work for this server now.")},
        {"stop-worker", APO_T("Your machines may no longer do work for this server.")},
        {"end-sessions", APO_T("An operator has logged you out everywhere.")},
    };
    const char *words = APO_T("A moderator has changed what your account may do.");
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (apo_span_is(word, actions[i][0]))
            words = actions[i][1];
    }
    apo_buffer_add(out, apo_tr(i18n, words));
    if (why.length > 0)
        apo_buffer_add_char(out, ' ');
    apo_buffer_add_span(out, why);
}

void apo_notice_words(apo_buffer *out, const apo_app *app, const apo_i18n *i18n,
                      const apo_store_notice *row)
{
    apo_person_label other;
    apo_buffer more;
    apo_span rest = apo_span_of(row->text), text = {NULL, 0};
    enum apo_notice_kind kind = apo_notice_find(apo_span_of(row->kind));
    if (kind == APO_NOTICE_KINDS)
        return; /* of a later version */
    if (!apo_span_line(&rest, &text)) {
        text = rest;
        rest = apo_span_of("");
    }
    apo_person_label_of(&other, app->store, i18n, row->other, 0);
    apo_buffer_init(&more, NULL);
    if (kind == APO_NOTICE_GAME_END || kind == APO_NOTICE_TIME_OUT)
        add_result(&more, i18n, rest);
    else if (kind == APO_NOTICE_MODERATION)
        add_action(&more, i18n, apo_span_trim(rest), text);
    else
        apo_buffer_add_span(&more, rest);
    apo_tr_fill(out, apo_tr(i18n, apo_notice_row_of(kind)->sentence),
                APO_GAPS(APO_GAP_TEXT("name", other.name), APO_GAP_SPAN("text", text),
                         APO_GAP_SPAN("more", apo_buffer_span(&more))));
    apo_buffer_clear(&more);
}

void apo_notice_path(apo_buffer *out, const apo_app *app, const apo_store_notice *row)
{
    apo_person_label other;
    enum apo_notice_kind kind = apo_notice_find(apo_span_of(row->kind));
    if (kind == APO_NOTICE_KINDS)
        return;
    apo_buffer_add(out, apo_notice_row_of(kind)->page);
    if (apo_notice_row_of(kind)->is_about_person) {
        apo_person_label_of(&other, app->store, NULL, row->other, 0);
        apo_buffer_add(out, other.name);
    } else {
        apo_buffer_add(out, row->subject);
    }
}
