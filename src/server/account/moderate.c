#include "server/account/moderate.h"

#include "base/text.h"
#include "server/invite/invite.h"
#include "server/notice/notice.h"
#include "server/web/person.h"
#include "store/published.h"
#include "store/reports.h"

enum {
    NAME_MIN = 2,
    NAME_MAX = 20,
    REASON_SHOWN = 200 /* bytes of the reason, for the person it is about */
};

static const char *const words[APO_MODERATION_ACTIONS] = {
#define WORD(name, word) word,
    APO_MODERATION_LIST(WORD)
#undef WORD
};

enum apo_moderation_action apo_moderation_find(apo_span word)
{
    return (enum apo_moderation_action)apo_span_index(word, words, APO_MODERATION_ACTIONS);
}

bool apo_moderation_is_office(enum apo_moderation_action action)
{
    return action == APO_MODERATION_APPOINT || action == APO_MODERATION_ENTRUST ||
           action == APO_MODERATION_DISMISS || action == APO_MODERATION_ADMIT_WORKER ||
           action == APO_MODERATION_STOP_WORKER || action == APO_MODERATION_END_SESSIONS;
}

bool apo_pair_is_one_sided(const apo_store_pair *pair)
{
    return pair->quarters * 20 >= pair->games * 4 * 17 ||
           pair->quarters * 20 <= pair->games * 4 * 3;
}

bool apo_pair_is_short(const apo_store_pair *pair)
{
    return pair->short_games * 2 >= pair->games;
}

/* --- as a line ----------------------------------------------------------- */

static void add_field(apo_buffer *out, apo_span text, char end)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.text[i];
        apo_buffer_add_char(out, byte < ' ' || byte == 0x7f ? ' ' : text.text[i]);
    }
    apo_buffer_add_char(out, end);
}

void apo_moderation_write(apo_buffer *out, const apo_moderation *what)
{
    add_field(out, apo_span_of(words[what->action]), '\t');
    add_field(out, what->name, '\t');
    add_field(out, what->to, '\t');
    add_field(out, what->who, '\t');
    add_field(out, what->reason, '\n');
}

/* The text up to the next tab; false: there is none. */
static bool cut_field(apo_span *rest, apo_span *field)
{
    for (size_t i = 0; i < rest->length; i++) {
        if (rest->text[i] != '\t')
            continue;
        *field = apo_span_part(*rest, 0, i);
        *rest = apo_span_part(*rest, i + 1, rest->length - i - 1);
        return true;
    }
    return false;
}

apo_status apo_moderation_read(apo_moderation *out, apo_span line)
{
    apo_span action, name, to, who;
    if (line.length > APO_MODERATION_TEXT_MAX || !cut_field(&line, &action) ||
        !cut_field(&line, &name) || !cut_field(&line, &to) || !cut_field(&line, &who))
        return APO_E_SYNTAX;
    *out = (apo_moderation){apo_moderation_find(action), name, to, who, line};
    return out->action < APO_MODERATION_ACTIONS && name.length > 0 && who.length > 0
               ? APO_OK
               : APO_E_SYNTAX;
}

/* --- doing it ------------------------------------------------------------ */

static apo_status refuse(apo_error *err, apo_status status, const char *sentence,
                         const char *name)
{
    return apo_fail(err, status, 0, sentence, apo_span_of(name));
}

/* Sets or clears bits of a person's standing. */
static apo_status set_standing(apo_store_batch *batch, const apo_store_person *person,
                               unsigned bit, bool is_set, apo_error *err)
{
    if (((person->standing & bit) != 0) == is_set)
        return refuse(err, APO_E_EXISTS, "there is nothing to do for %s: it is so already",
                      person->name);
    apo_store_set_standing(batch, person->id, is_set ? bit : 0, is_set ? 0 : bit);
    return APO_OK;
}

/* Sets the offices of a person: one of them, or none (0). Somebody with a passkey but without
 * codes may have logged in by password alone, which is not enough for an office. */
static apo_status set_office(apo_store *store, apo_store_batch *batch,
                             const apo_store_person *person, unsigned office, apo_error *err)
{
    if ((person->standing & APO_STANDING_OFFICES) == office)
        return refuse(err, APO_E_EXISTS, "there is nothing to do for %s: it is so already",
                      person->name);
    apo_store_set_standing(batch, person->id, office, APO_STANDING_OFFICES);
    if (office != 0 && apo_person_has_passkey(store, person->id) &&
        !apo_person_has_codes(store, person->id))
        apo_store_drop_sessions(batch, person->id, "");
    return APO_OK;
}

/* Closes the open invitations from and to an account that is being closed. */
typedef struct closing {
    apo_store_batch *batch;
    const apo_store_person *person;
    int64_t now_ms;
} closing;

static bool close_invitation(void *context, const apo_store_invitation *row)
{
    const closing *all = context;
    apo_invite_act act = {.row = *row};
    const apo_invite_actor actor = {.person = apo_span_of(all->person->id),
                                    .now_ms = all->now_ms,
                                    .key = apo_span_of(row->id)};
    if (apo_invite_withdraw(&act, &actor) == APO_INVITE_NONE ||
        apo_invite_decline(&act, &actor) == APO_INVITE_NONE)
        apo_invite_store(all->batch, &act);
    return true;
}

static apo_status close_account(apo_store *store, apo_store_batch *batch,
                                const apo_store_person *person, int64_t now_ms, apo_error *err)
{
    closing all = {batch, person, now_ms};
    apo_status status = set_standing(batch, person, APO_STANDING_CLOSED, true, err);
    if (status != APO_OK)
        return status;
    apo_store_drop_sessions(batch, person->id, "");
    apo_store_list_invitations(store, apo_span_of(person->id), true, close_invitation, &all);
    apo_store_list_invitations(store, apo_span_of(person->id), false, close_invitation, &all);
    return APO_OK;
}

static apo_status rename_account(apo_store *store, apo_store_batch *batch,
                                 const apo_store_person *person, apo_span to, int64_t now_ms,
                                 apo_error *err)
{
    char name[APO_STORE_NAME_MAX], key[APO_STORE_NAME_MAX];
    apo_store_person other;
    if (to.length < NAME_MIN || to.length > NAME_MAX || !apo_person_key(key, to))
        return refuse(err, APO_E_SYNTAX,
                      "a name has 2 to 20 letters, digits, hyphens or underscores", "");
    apo_text_copy_span(name, sizeof name, to);
    bool is_taken = apo_store_find_name(store, &other, apo_span_of(key)) == APO_OK ||
                    (apo_store_find_former(store, &other, apo_span_of(key)) == APO_OK &&
                     !apo_span_is(apo_span_of(person->id), other.id));
    if (is_taken)
        return refuse(err, APO_E_EXISTS, "the name %s is or was somebody's", name);
    apo_store_rename(batch, person, name, key, now_ms);
    return APO_OK;
}

static apo_status do_action(apo_store *store, apo_store_batch *batch,
                            const apo_store_person *person, const apo_moderation *what,
                            int64_t now_ms, apo_error *err)
{
    switch (what->action) {
    case APO_MODERATION_MUTE: return set_standing(batch, person, APO_STANDING_MUTED, true, err);
    case APO_MODERATION_UNMUTE:
        return set_standing(batch, person, APO_STANDING_MUTED, false, err);
    case APO_MODERATION_CLOSE: return close_account(store, batch, person, now_ms, err);
    case APO_MODERATION_RESTORE:
        return set_standing(batch, person, APO_STANDING_CLOSED, false, err);
    case APO_MODERATION_RENAME:
        return rename_account(store, batch, person, what->to, now_ms, err);
    case APO_MODERATION_WARN: return APO_OK; /* only the log and the notice */
    case APO_MODERATION_APPOINT:
        return set_office(store, batch, person, APO_STANDING_MODERATOR, err);
    case APO_MODERATION_ENTRUST:
        return set_office(store, batch, person, APO_STANDING_OPERATOR, err);
    case APO_MODERATION_DISMISS: return set_office(store, batch, person, 0, err);
    case APO_MODERATION_ADMIT_WORKER:
        return set_standing(batch, person, APO_STANDING_WORKER, true, err);
    case APO_MODERATION_STOP_WORKER:
        return set_standing(batch, person, APO_STANDING_WORKER, false, err);
    case APO_MODERATION_END_SESSIONS:
        apo_store_drop_sessions(batch, person->id, "");
        return APO_OK;
    case APO_MODERATION_ANSWER:
    case APO_MODERATION_HIDE_GAME:
    case APO_MODERATION_SHOW_GAME:
    case APO_MODERATION_ACTIONS: break;
    }
    return APO_E_SYNTAX;
}

static bool is_about_game(const apo_moderation *what)
{
    return what->action == APO_MODERATION_HIDE_GAME || what->action == APO_MODERATION_SHOW_GAME;
}

static void add_log_entry(apo_store_batch *batch, const apo_store_person *person,
                          const apo_moderation *what, int64_t now_ms)
{
    apo_store_log_entry entry = {.at_ms = now_ms};
    apo_buffer reason;
    apo_buffer_init(&reason, NULL);
    if (what->action == APO_MODERATION_RENAME) {
        apo_buffer_add(&reason, "to ");
        apo_buffer_add_span(&reason, what->to);
        apo_buffer_add(&reason, what->reason.length > 0 ? ": " : "");
    }
    if (what->action == APO_MODERATION_ANSWER || is_about_game(what)) {
        apo_buffer_add(&reason, is_about_game(what) ? "" : "report ");
        apo_buffer_add_span(&reason, what->name);
        apo_buffer_add(&reason, what->reason.length > 0 ? ": " : "");
    }
    apo_buffer_add_span(&reason, what->reason);
    apo_text_copy_span(entry.who, sizeof entry.who, what->who);
    apo_text_copy(entry.action, sizeof entry.action, words[what->action]);
    apo_text_copy(entry.person, sizeof entry.person, person->id);
    apo_text_copy(entry.name, sizeof entry.name, person->name);
    apo_text_copy_span(entry.reason, sizeof entry.reason, apo_buffer_span(&reason));
    apo_buffer_clear(&reason);
    apo_store_add_log_entry(batch, &entry);
}

/* Tells a person what a moderator has done. */
static void tell_person(apo_store *store, apo_store_batch *batch,
                        const apo_store_person *person, const apo_moderation *what,
                        int64_t now_ms)
{
    char cause[APO_STORE_KEY_MAX], text[APO_STORE_NOTICE_TEXT_MAX];
    apo_text why = apo_text_start(cause, sizeof cause);
    apo_text_add(&why, words[what->action]);
    apo_text_add_char(&why, '/');
    apo_text_add_number(&why, now_ms);
    apo_text said = apo_text_start(text, sizeof text);
    apo_text_add_span(
        &said,
        apo_span_part(what->reason, 0,
                      what->reason.length < REASON_SHOWN ? what->reason.length : REASON_SHOWN));
    bool is_warning = what->action == APO_MODERATION_WARN;
    if (!is_warning) {
        apo_text_add_char(&said, '\n');
        apo_text_add(&said, words[what->action]);
    }
    const apo_notice notice = {.kind = is_warning ? APO_NOTICE_WARNING : APO_NOTICE_MODERATION,
                               .person = person->id,
                               .text = text,
                               .cause = cause,
                               .at_ms = now_ms};
    apo_notice_add_by_command(store, batch, &notice);
}

static void tell_reporter(apo_store *store, apo_store_batch *batch,
                          const apo_store_report *report, const char *answer, int64_t now_ms)
{
    char cause[APO_STORE_KEY_MAX], text[APO_STORE_NOTICE_TEXT_MAX];
    apo_text why = apo_text_start(cause, sizeof cause);
    apo_text_add(&why, "report/");
    apo_text_add_number(&why, report->id);
    apo_text_copy(text, sizeof text, answer);
    const apo_notice notice = {.kind = APO_NOTICE_REPORT_ANSWERED,
                               .person = report->person,
                               .other = report->about,
                               .text = text,
                               .cause = cause,
                               .at_ms = now_ms};
    apo_notice_add_by_command(store, batch, &notice);
}

/* Answers an open report; `*out` is the person whom it is about. */
static apo_status answer_report(apo_store *store, apo_store_batch *batch, apo_store_person *out,
                                const apo_moderation *what, int64_t now_ms, apo_error *err)
{
    uint32_t id;
    apo_store_report report;
    char who[APO_STORE_NAME_MAX], answer[APO_STORE_ANSWER_MAX];
    if (!apo_span_number(what->name, UINT32_MAX, &id) ||
        apo_store_find_report(store, &report, id) != APO_OK ||
        apo_store_find_person(store, out, apo_span_of(report.about)) != APO_OK)
        return apo_fail(err, APO_E_UNKNOWN, 0, "there is no report \"%s\"", what->name);
    if (report.answered_ms > 0)
        return apo_fail(err, APO_E_EXISTS, 0, "report %s has been answered already",
                        what->name);
    apo_text_copy_span(who, sizeof who, what->who);
    apo_text_copy_span(answer, sizeof answer, what->reason);
    apo_store_answer_report(batch, report.id, who, answer, now_ms);
    tell_reporter(store, batch, &report, answer, now_ms);
    return APO_OK;
}

/* Hides or shows the published game "NAME/ID"; `*out` is its author. */
static apo_status change_game(apo_store *store, apo_store_batch *batch, apo_store_person *out,
                              const apo_moderation *what, apo_error *err)
{
    size_t slash = 0;
    apo_store_published game;
    bool is_hiding = what->action == APO_MODERATION_HIDE_GAME;
    while (slash < what->name.length && what->name.text[slash] != '/')
        slash++;
    if (apo_person_find(store, out, apo_span_part(what->name, 0, slash)) != APO_OK ||
        apo_store_find_published_id(store, &game, apo_span_of(out->id),
                                    apo_span_part(what->name, slash + 1, what->name.length)) !=
            APO_OK)
        return apo_fail(err, APO_E_UNKNOWN, 0, "there is no published game \"%s\"", what->name);
    if ((game.hidden == APO_STORE_HIDDEN_BY_MODERATOR) == is_hiding)
        return apo_fail(err, APO_E_EXISTS, 0, "there is nothing to do for %s: it is so already",
                        what->name);
    apo_store_hide_published(batch, game.variant,
                             is_hiding ? APO_STORE_HIDDEN_BY_MODERATOR : APO_STORE_SHOWN);
    return APO_OK;
}

/* The account named, or, by "#17", the person whom report 17 is about: the only way to guests,
 * who can be silenced and nothing else. */
static apo_status find_person(apo_store *store, apo_store_person *out,
                              const apo_moderation *what, apo_error *err)
{
    uint32_t id;
    apo_store_report report;
    if (!apo_span_starts_with(what->name, "#")) {
        apo_status status = apo_person_find(store, out, what->name);
        return status == APO_OK
                   ? APO_OK
                   : apo_fail(err, status, 0, "there is no account named \"%s\"", what->name);
    }
    if (!apo_span_number(apo_span_part(what->name, 1, what->name.length - 1), UINT32_MAX,
                         &id) ||
        apo_store_find_report(store, &report, id) != APO_OK ||
        apo_store_find_person(store, out, apo_span_of(report.about)) != APO_OK)
        return apo_fail(err, APO_E_UNKNOWN, 0, "there is no report \"%s\"", what->name);
    if (!out->is_account && what->action != APO_MODERATION_MUTE &&
        what->action != APO_MODERATION_UNMUTE)
        return refuse(err, APO_E_EXISTS, "%s has no account, and can only be muted", out->name);
    return APO_OK;
}

/* After a break-in, or when cookies have leaked: everybody with an account logs in again.
 * Guests keep their sessions, which are all that they have. */
static apo_status end_all_sessions(apo_store_batch *batch, apo_store_person *out)
{
    *out = (apo_store_person){.id = APO_MODERATION_ALL, .name = APO_MODERATION_ALL};
    apo_store_drop_account_sessions(batch);
    return APO_OK;
}

apo_status apo_moderate(apo_store *store, apo_store_batch *batch, apo_store_person *out,
                        const apo_moderation *what, int64_t now_ms, apo_error *err)
{
    if (what->action == APO_MODERATION_ANSWER) {
        apo_status answered = answer_report(store, batch, out, what, now_ms, err);
        if (answered == APO_OK)
            add_log_entry(batch, out, what, now_ms);
        return answered;
    }
    if (what->action == APO_MODERATION_END_SESSIONS &&
        apo_span_is(what->name, APO_MODERATION_ALL))
        return end_all_sessions(batch, out); /* the log of moderation is about persons */
    apo_status status;
    if (is_about_game(what)) {
        status = change_game(store, batch, out, what, err);
    } else {
        status = find_person(store, out, what, err);
        if (status == APO_OK)
            status = do_action(store, batch, out, what, now_ms, err);
    }
    if (status == APO_OK) {
        add_log_entry(batch, out, what, now_ms);
        if (out->is_account)
            tell_person(store, batch, out, what, now_ms);
    }
    return status;
}
