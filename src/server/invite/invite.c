#include "server/invite/invite.h"

#include <string.h>

#include "base/text.h"
#include "i18n/i18n.h"
#include "net/plain_text.h"
#include "server/notice/notice.h"

static const int64_t day_ms = INT64_C(86400000);

enum {
    LIVE_DAYS = 1, /* live games expire soon */
    SLOW_DAYS = 14,
    KEPT_DAYS = 60 /* how long closed ones can be looked up */
};

typedef struct refusal_words {
    unsigned status;
    const char *code, *sentence;
} refusal_words;

static const refusal_words refusals[APO_INVITE_REFUSALS] = {
#define ROW(name, status, code, sentence) {status, code, sentence},
    APO_INVITE_REFUSAL_LIST(ROW)
#undef ROW
};

unsigned apo_invite_status(enum apo_invite_refusal refusal)
{
    return refusals[refusal].status;
}

const char *apo_invite_code(enum apo_invite_refusal refusal)
{
    return refusals[refusal].code;
}

const char *apo_invite_sentence(enum apo_invite_refusal refusal)
{
    return refusals[refusal].sentence;
}

const char *apo_invite_fate_word(enum apo_store_fate fate)
{
    static const char *const words[APO_FATES] = {"open", "accepted", "declined", "withdrawn",
                                                 "expired"};
    return words[fate < APO_FATES ? fate : APO_FATE_OPEN];
}

enum apo_invite_refusal apo_invite_may(apo_store *store, apo_span asker, apo_span asked)
{
    if (apo_span_same(asker, asked))
        return APO_INVITE_SELF;
    if (apo_store_is_blocked(store, asked, asker))
        return APO_INVITE_BLOCKED;
    return apo_store_is_blocked(store, asker, asked) ? APO_INVITE_BLOCKING : APO_INVITE_NONE;
}

enum apo_invite_refusal apo_invite_may_write(const apo_store_person *person)
{
    return (person->standing & APO_STANDING_MUTED) != 0 ? APO_INVITE_MUTED : APO_INVITE_NONE;
}

/* Copies a message, cleaned. If nothing is left, there is no message. */
static bool read_message(apo_store_step *step, apo_span message)
{
    apo_buffer clean;
    apo_buffer_init(&clean, NULL);
    apo_status status = apo_plain_text_add(&clean, message, APO_INVITE_LETTERS_MAX, true);
    bool is_fitting = clean.length < sizeof step->message;
    step->message[0] = '\0';
    if (status == APO_OK && is_fitting)
        apo_text_copy_span(step->message, sizeof step->message, apo_buffer_span(&clean));
    apo_buffer_clear(&clean);
    return status == APO_E_SYNTAX || (status == APO_OK && is_fitting);
}

/* The next step, by the actor. */
static enum apo_invite_refusal add_step(apo_invite_act *act, const apo_invite_actor *actor,
                                        const char *kind)
{
    apo_store_step *step = &act->step;
    *step = (apo_store_step){.number = act->row.steps + 1, .at_ms = actor->now_ms};
    apo_text_copy_span(step->person, sizeof step->person, actor->person);
    apo_text_copy(step->kind, sizeof step->kind, kind);
    apo_text_copy_span(step->key, sizeof step->key, actor->key);
    if (!read_message(step, actor->message))
        return APO_INVITE_TOO_LONG;
    act->row.steps++;
    act->row.changed_ms = actor->now_ms;
    return APO_INVITE_NONE;
}

static void lay_down(apo_store_invitation *row, const apo_game_setup *setup, int64_t now_ms)
{
    apo_buffer text;
    bool is_live = setup->start.controls[APO_WHITE].kind == APO_CLOCK_LIVE ||
                   setup->start.controls[APO_BLACK].kind == APO_CLOCK_LIVE;
    apo_buffer_init(&text, NULL);
    apo_round_start_write(&text, &setup->start);
    apo_text_copy_span(row->setup, sizeof row->setup, apo_buffer_span(&text));
    apo_buffer_clear(&text);
    row->color = setup->color;
    row->is_random = setup->is_random;
    row->due_ms = now_ms + (is_live ? LIVE_DAYS : SLOW_DAYS) * day_ms;
}

enum apo_invite_refusal apo_invite_begin(apo_invite_act *out, const apo_invite_actor *actor,
                                         const char *id, const char *asked,
                                         const apo_game_setup *setup)
{
    apo_store_invitation *row = &out->row;
    *row = (apo_store_invitation){.fate = APO_FATE_OPEN, .created_ms = actor->now_ms};
    apo_text_copy(row->id, sizeof row->id, id);
    apo_text_copy_span(row->asker, sizeof row->asker, actor->person);
    apo_text_copy(row->asked, sizeof row->asked, asked);
    lay_down(row, setup, actor->now_ms);
    return add_step(out, actor, "invite");
}

/* Whether a person may act on an open invitation now. */
static enum apo_invite_refusal check(const apo_invite_act *act, const apo_invite_actor *actor,
                                     const char *whose, const char *other)
{
    if (!apo_span_is(actor->person, whose))
        return apo_span_is(actor->person, other) ? APO_INVITE_NOT_TURN : APO_INVITE_UNKNOWN;
    return act->row.fate == APO_FATE_OPEN && actor->now_ms < act->row.due_ms
               ? APO_INVITE_NONE
               : APO_INVITE_CLOSED;
}

static enum apo_invite_refusal close_act(apo_invite_act *act, const apo_invite_actor *actor,
                                         enum apo_store_fate fate)
{
    act->row.fate = fate;
    act->row.due_ms = actor->now_ms + KEPT_DAYS * day_ms;
    return add_step(act, actor, apo_invite_fate_word(fate));
}

enum apo_invite_refusal apo_invite_accept(apo_invite_act *act, const apo_invite_actor *actor,
                                          const char *game)
{
    enum apo_invite_refusal refusal = check(act, actor, act->row.asked, act->row.asker);
    if (refusal != APO_INVITE_NONE)
        return refusal;
    apo_text_copy(act->row.game, sizeof act->row.game, game);
    return close_act(act, actor, APO_FATE_ACCEPTED);
}

enum apo_invite_refusal apo_invite_decline(apo_invite_act *act, const apo_invite_actor *actor)
{
    enum apo_invite_refusal refusal = check(act, actor, act->row.asked, act->row.asker);
    return refusal != APO_INVITE_NONE ? refusal : close_act(act, actor, APO_FATE_DECLINED);
}

enum apo_invite_refusal apo_invite_withdraw(apo_invite_act *act, const apo_invite_actor *actor)
{
    enum apo_invite_refusal refusal = check(act, actor, act->row.asker, act->row.asked);
    return refusal != APO_INVITE_NONE ? refusal : close_act(act, actor, APO_FATE_WITHDRAWN);
}

enum apo_invite_refusal apo_invite_counter(apo_invite_act *act, const apo_invite_actor *actor,
                                           const apo_game_setup *setup)
{
    char other[APO_STORE_ID_MAX];
    enum apo_invite_refusal refusal = check(act, actor, act->row.asked, act->row.asker);
    if (refusal != APO_INVITE_NONE)
        return refusal;
    memcpy(other, act->row.asker, sizeof other);
    memcpy(act->row.asker, act->row.asked, sizeof other);
    memcpy(act->row.asked, other, sizeof other);
    lay_down(&act->row, setup, actor->now_ms);
    return add_step(act, actor, "counter");
}

bool apo_invite_expire(apo_invite_act *act, int64_t now_ms)
{
    const apo_invite_actor nobody = {.now_ms = now_ms};
    return act->row.fate == APO_FATE_OPEN && now_ms >= act->row.due_ms &&
           close_act(act, &nobody, APO_FATE_EXPIRED) == APO_INVITE_NONE;
}

apo_status apo_invite_setup(apo_game_setup *out, const apo_store_invitation *row,
                            apo_variant_map *variants, apo_store *store)
{
    *out = (apo_game_setup){.color = row->color == APO_WHITE ? APO_WHITE : APO_BLACK,
                            .is_random = row->is_random,
                            .opponent = APO_OPPONENT_NAMED};
    apo_status status = apo_round_start_read(&out->start, apo_span_of(row->setup));
    if (status != APO_OK)
        return status;
    apo_span id = apo_span_of(out->start.variant);
    out->entry =
        apo_variant_map_find_version(variants, store, id, apo_span_of(out->start.definition));
    if (out->entry != NULL)
        return APO_OK;
    return apo_variant_map_find_offered(variants, id) != NULL ? APO_E_DEFINITION
                                                              : APO_E_UNKNOWN;
}

void apo_invite_store(apo_store_batch *batch, const apo_invite_act *act)
{
    const apo_store_invitation *row = &act->row;
    if (act->step.number == 1)
        apo_store_add_invitation(batch, row);
    else
        apo_store_set_invitation(batch, row);
    apo_store_add_step(batch, row->id, &act->step);
    apo_store_add_job(batch, "invitation", row->id, "", row->due_ms);
}

/* --- notices ------------------------------------------------------------- */

void apo_invite_tell(apo_app *app, apo_store_batch *batch, const apo_invite_act *act)
{
    const apo_store_invitation *row = &act->row;
    char cause[APO_STORE_KEY_MAX];
    apo_notice notice = {.person = row->asker,
                         .other = row->asked,
                         .subject = row->id,
                         .cause = cause,
                         .at_ms = row->changed_ms};
    switch (row->fate) {
    case APO_FATE_OPEN:
        notice.kind =
            act->step.number == 1 ? APO_NOTICE_INVITATION : APO_NOTICE_INVITATION_COUNTER;
        notice.person = row->asked;
        notice.other = row->asker;
        break;
    case APO_FATE_ACCEPTED:
        notice.kind = APO_NOTICE_INVITATION_ACCEPTED;
        notice.subject = row->game;
        break;
    case APO_FATE_DECLINED: notice.kind = APO_NOTICE_INVITATION_DECLINED; break;
    case APO_FATE_EXPIRED: notice.kind = APO_NOTICE_INVITATION_EXPIRED; break;
    case APO_FATE_WITHDRAWN:
    case APO_FATES: return;
    }
    apo_text text = apo_text_start(cause, sizeof cause);
    apo_text_add(&text, "invitation/");
    apo_text_add(&text, row->id);
    apo_text_add_char(&text, '/');
    apo_text_add_number(&text, row->steps);
    apo_notice_add(app, batch, &notice);
}
