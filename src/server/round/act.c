#include "server/round/act.h"

#include <string.h>

#include "apothecary/position.h"
#include "notation/move_text.h"

enum {
    IDLE_EVENTS_MAX =
        2 * APO_ROUND_PLIES_MAX, /* limits the growth of a game by events other than moves */
    GIVEN_LEAST_MS = 60 * 1000   /* this much may always be given, however short the clock */
};

typedef struct refusal_words {
    unsigned status;
    const char *code, *sentence;
} refusal_words;

static const refusal_words refusals[APO_REFUSALS] = {
#define APO_REFUSAL_ROW(name, status, code, sentence) \
    [APO_REFUSED_##name] = {status, code, sentence},
    APO_REFUSAL_LIST(APO_REFUSAL_ROW)
#undef APO_REFUSAL_ROW
};

unsigned apo_refusal_status(enum apo_refusal refusal)
{
    return refusals[refusal].status;
}

const char *apo_refusal_code(enum apo_refusal refusal)
{
    return refusals[refusal].code;
}

const char *apo_refusal_sentence(enum apo_refusal refusal)
{
    return refusals[refusal].sentence;
}

void apo_act_start(apo_act *out, apo_round *round, unsigned by, int64_t now_ms, apo_span key)
{
    out->round = round;
    out->by = by;
    out->now_ms = now_ms;
    out->first_seq = round->seq + 1;
    out->count = 0;
    apo_text_copy_span(out->key, sizeof out->key, apo_span_part(key, 0, APO_EVENT_KEY_MAX));
}

apo_event apo_act_get(const apo_act *act, unsigned index)
{
    const apo_act_event *event = &act->events[index];
    return (apo_event){
        .seq = act->first_seq + index,
        .at_ms = act->now_ms,
        .kind = event->kind,
        .by = event->by,
        /* Only the first event of a request has its key. */
        .key = apo_span_of(index == 0 ? act->key : ""),
        .data = apo_span_of(event->data),
    };
}

/* Adds an event; the caller writes its data to the returned text. */
static apo_text add_event(apo_act *act, enum apo_event_kind kind, unsigned by)
{
    apo_act_event *event = &act->events[act->count++];
    event->kind = kind;
    event->by = by;
    return apo_text_start(event->data, sizeof event->data);
}

static void add_words(apo_act *act, enum apo_event_kind kind, const char *words)
{
    apo_text data = add_event(act, kind, act->by);
    apo_text_add(&data, words);
}

static void add_end(apo_act *act, int white_quarters, const char *reason)
{
    apo_text data = add_event(act, APO_EVENT_END, act->by);
    apo_text_add_number(&data, white_quarters);
    apo_text_add_char(&data, ' ');
    apo_text_add(&data, reason);
}

/* --- time ---------------------------------------------------------------- */

static bool has_bare_king(const apo_round *round, unsigned side)
{
    const apo_position *pos = apo_game_position(round->game);
    unsigned count = 0;
    unsigned squares = apo_geometry_squares(apo_variant_geometry(round->var));
    for (unsigned sq = 0; sq < squares; sq++) {
        apo_piece piece = apo_position_piece(pos, (apo_square)sq);
        if (apo_piece_is_real(piece) && apo_piece_side(piece) == side)
            count++;
    }
    return count == 1;
}

/* White's quarters when a side loses: a draw if the other side cannot win. */
static int quarters_of_loss(const apo_round *round, unsigned loser)
{
    if (has_bare_king(round, loser ^ 1U))
        return APO_QUARTERS_DRAW;
    return loser == APO_WHITE ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN;
}

/* A side runs out of time. */
static void add_loss(apo_act *act, unsigned loser, const char *reason)
{
    act->by = APO_NOBODY;
    add_end(act, quarters_of_loss(act->round, loser), reason);
}

static void add_flag_fall(apo_act *act)
{
    add_loss(act, act->round->clock.side, "time");
}

/* Nobody has moved for too long in a game without a clock: the side to move has abandoned it.
 * Computers never do. */
static void add_silence(apo_act *act)
{
    const apo_round *round = act->round;
    unsigned turn = apo_round_turn(round);
    if (round->ply_count < 2)
        add_words(act, APO_EVENT_CANCEL, "not-begun");
    else if (round->seats[turn ^ 1U].kind == APO_SEAT_COMPUTER)
        add_words(act, APO_EVENT_CANCEL, "silence");
    else
        add_loss(act, turn, "silence");
}

enum apo_refusal apo_act_look(apo_act *act)
{
    const apo_round *round = act->round;
    if (act->now_ms < apo_round_due(round))
        return APO_REFUSED_NONE;
    act->by = APO_NOBODY;
    if (round->state == APO_ROUND_WAITING)
        add_words(act, APO_EVENT_CANCEL, "expired");
    else if (apo_clock_has_fallen(&round->clock, act->now_ms))
        add_flag_fall(act);
    else
        add_silence(act);
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_give_up(apo_act *act)
{
    if (act->round->state != APO_ROUND_WAITING)
        return APO_REFUSED_BEGUN;
    act->by = APO_NOBODY;
    add_words(act, APO_EVENT_CANCEL, "expired");
    return APO_REFUSED_NONE;
}

/* Checks that the game is being played, by this player, and that there is time left. */
static enum apo_refusal look_at_game(apo_act *act)
{
    const apo_round *round = act->round;
    if (act->by == APO_NOBODY)
        return APO_REFUSED_NOT_PLAYER;
    if (round->state == APO_ROUND_WAITING)
        return APO_REFUSED_WAITING;
    if (round->state != APO_ROUND_PLAYING)
        return APO_REFUSED_FINISHED;
    if (apo_clock_has_fallen(&round->clock, act->now_ms)) {
        add_flag_fall(act);
        return APO_REFUSED_FINISHED;
    }
    return APO_REFUSED_NONE;
}

/* --- moves --------------------------------------------------------------- */

/* A repeated request for a move that has been made: the first answer was lost. */
static bool was_made(const apo_act *act, size_t ply, apo_span text)
{
    const apo_round *round = act->round;
    apo_position before;
    apo_move mv;
    if (ply >= round->ply_count)
        return false;
    apo_game_position_at(&before, round->game, ply);
    if (apo_position_side(&before) != act->by ||
        apo_move_read_any(&mv, &before, text, NULL) != APO_OK)
        return false;
    apo_move made = apo_game_move(round->game, ply);
    return apo_move_same(&mv, &made);
}

/* A legal move. */
static enum apo_refusal add_move(apo_act *act, const apo_move *mv)
{
    apo_game *game = act->round->game;
    apo_text data = add_event(act, APO_EVENT_MOVE, act->by);
    apo_coordinate_write(&data, apo_game_position(game), mv);
    /* The result depends on the game's history, so the move is made, evaluated and undone. */
    if (apo_game_play_legal(game, mv) != APO_OK)
        return APO_REFUSED_ILLEGAL;
    apo_outcome outcome = apo_game_info_of(game).outcome;
    apo_game_undo(game);
    if (outcome.ending != APO_ENDING_NONE)
        add_end(act, outcome.white_quarters, apo_ending_word(outcome.ending));
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_move(apo_act *act, size_t ply, apo_span text, apo_error *err)
{
    apo_round *round = act->round;
    apo_move mv;
    if (act->by != APO_NOBODY && was_made(act, ply, text))
        return APO_REFUSED_NONE;
    enum apo_refusal refusal = look_at_game(act);
    if (refusal != APO_REFUSED_NONE)
        return refusal;
    if (ply != round->ply_count)
        return APO_REFUSED_CONFLICT;
    if (apo_round_turn(round) != act->by)
        return APO_REFUSED_NOT_TURN;
    if (round->ply_count >= APO_ROUND_PLIES_MAX)
        return APO_REFUSED_TOO_LONG;
    if (apo_move_read_any(&mv, apo_game_position(round->game), text, err) != APO_OK)
        return APO_REFUSED_ILLEGAL;
    return add_move(act, &mv);
}

/* --- offers -------------------------------------------------------------- */

/* How many moves remain when `side` takes back its last one; SIZE_MAX if it has made none. */
static size_t takeback_ply(const apo_round *round, unsigned side)
{
    apo_position pos;
    for (size_t ply = round->ply_count; ply > 0; ply--) {
        apo_game_position_at(&pos, round->game, ply - 1);
        if (apo_position_side(&pos) == side)
            return ply - 1;
    }
    return SIZE_MAX;
}

static void add_takeback(apo_act *act, size_t keep)
{
    apo_text data = add_event(act, APO_EVENT_TAKEBACK, act->by);
    apo_text_add_number(&data, (int64_t)keep);
}

static int quarters_of(enum apo_offer what)
{
    if (what == APO_OFFER_ADVANTAGE_WHITE)
        return APO_QUARTERS_ADVANTAGE;
    return what == APO_OFFER_ADVANTAGE_BLACK ? APO_QUARTERS_DISADVANTAGE : APO_QUARTERS_DRAW;
}

/* Adds the agreement to `what`, offered by `offerer`. */
static enum apo_refusal add_agreement(apo_act *act, enum apo_offer what, unsigned offerer)
{
    if (what != APO_OFFER_TAKEBACK) {
        add_end(act, quarters_of(what), "agreement");
        return APO_REFUSED_NONE;
    }
    size_t keep = takeback_ply(act->round, offerer);
    if (keep == SIZE_MAX)
        return APO_REFUSED_NOTHING;
    add_takeback(act, keep);
    return APO_REFUSED_NONE;
}

/* The computer accepts every take-back and declines everything else. */
static enum apo_refusal answer_for_computer(apo_act *act, enum apo_offer what)
{
    if (what == APO_OFFER_TAKEBACK)
        return add_agreement(act, what, act->by);
    add_words(act, APO_EVENT_OFFER, apo_offer_word(what));
    act->by ^= 1U;
    add_words(act, APO_EVENT_DECLINE, apo_offer_word(what));
    act->by ^= 1U;
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_offer(apo_act *act, size_t ply, enum apo_offer what)
{
    const apo_round *round = act->round;
    enum apo_refusal refusal = look_at_game(act);
    if (refusal != APO_REFUSED_NONE)
        return refusal;
    if (ply != round->ply_count)
        return APO_REFUSED_CONFLICT;
    bool is_advantage = what == APO_OFFER_ADVANTAGE_WHITE || what == APO_OFFER_ADVANTAGE_BLACK;
    if (what == APO_OFFER_NONE ||
        (is_advantage && !apo_variant_info_of(round->var)->has_advantage))
        return APO_REFUSED_UNSUPPORTED;
    if (what == APO_OFFER_TAKEBACK && round->start.tournament[0] != '\0')
        return APO_REFUSED_TOURNAMENT;
    if (what == APO_OFFER_TAKEBACK && takeback_ply(round, act->by) == SIZE_MAX)
        return APO_REFUSED_NOTHING;
    /* Offers can be withdrawn or declined and made again, and moves taken back. */
    if (round->seq >= IDLE_EVENTS_MAX)
        return APO_REFUSED_TOO_LONG;
    if (round->seats[act->by ^ 1U].kind == APO_SEAT_COMPUTER)
        return answer_for_computer(act, what);
    /* Crossed offers of the same thing are an agreement, except for take-backs, which
     * differ. */
    if (what != APO_OFFER_TAKEBACK && round->offers[act->by ^ 1U] == what)
        return add_agreement(act, what, act->by ^ 1U);
    if (round->offers[act->by] != what)
        add_words(act, APO_EVENT_OFFER, apo_offer_word(what));
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_answer(apo_act *act, enum apo_offer what, bool is_accepted)
{
    enum apo_refusal refusal = look_at_game(act);
    if (refusal != APO_REFUSED_NONE)
        return refusal;
    if (what == APO_OFFER_NONE || act->round->offers[act->by ^ 1U] != what)
        return APO_REFUSED_NO_OFFER;
    if (is_accepted)
        return add_agreement(act, what, act->by ^ 1U);
    add_words(act, APO_EVENT_DECLINE, apo_offer_word(what));
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_withdraw(apo_act *act)
{
    enum apo_refusal refusal = look_at_game(act);
    if (refusal != APO_REFUSED_NONE)
        return refusal;
    enum apo_offer what = act->round->offers[act->by];
    if (what == APO_OFFER_NONE)
        return APO_REFUSED_NO_OFFER;
    add_words(act, APO_EVENT_WITHDRAW, apo_offer_word(what));
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_resign(apo_act *act)
{
    enum apo_refusal refusal = look_at_game(act);
    if (refusal != APO_REFUSED_NONE)
        return refusal;
    add_end(act, act->by == APO_WHITE ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN, "resignation");
    return APO_REFUSED_NONE;
}

/* --- live games ---------------------------------------------------------- */

/* The opponent is to move, but has neither moved nor been here for long enough. */
enum apo_refusal apo_act_claim(apo_act *act, int64_t away_ms, bool is_win)
{
    const apo_round *round = act->round;
    enum apo_refusal refusal = look_at_game(act);
    if (refusal != APO_REFUSED_NONE)
        return refusal;
    unsigned other = act->by ^ 1U;
    if (round->start.controls[other].kind != APO_CLOCK_LIVE ||
        round->seats[other].kind != APO_SEAT_PERSON)
        return APO_REFUSED_UNSUPPORTED;
    if (!round->clock.is_running || apo_round_turn(round) != other || away_ms < APO_CLAIM_MS ||
        act->now_ms - round->quiet_since_ms < APO_CLAIM_MS)
        return APO_REFUSED_STILL_HERE;
    add_end(act, is_win ? quarters_of_loss(round, other) : APO_QUARTERS_DRAW, "abandoned");
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_give_time(apo_act *act)
{
    const apo_round *round = act->round;
    enum apo_refusal refusal = look_at_game(act);
    if (refusal != APO_REFUSED_NONE)
        return refusal;
    unsigned other = act->by ^ 1U;
    const apo_time_control *control = &round->start.controls[other];
    if (control->kind != APO_CLOCK_LIVE || round->start.tournament[0] != '\0')
        return APO_REFUSED_UNSUPPORTED;
    if (round->seq >= IDLE_EVENTS_MAX)
        return APO_REFUSED_TOO_LONG;
    if (apo_clock_left(&round->clock, (apo_side)other, act->now_ms) >
        2 * control->base_ms + GIVEN_LEAST_MS)
        return APO_REFUSED_TIME_ENOUGH;
    apo_text data = add_event(act, APO_EVENT_GIFT, act->by);
    apo_text_add_number(&data, APO_GIVEN_TIME_MS);
    return APO_REFUSED_NONE;
}

/* --- seats --------------------------------------------------------------- */

enum apo_refusal apo_act_join(apo_act *act, const apo_seat *seat)
{
    const apo_round *round = act->round;
    if (round->state == APO_ROUND_CANCELLED)
        return APO_REFUSED_TAKEN;
    if (seat->kind == APO_SEAT_PERSON &&
        apo_round_side_of(round, apo_span_of(seat->person)) != APO_NOBODY)
        return APO_REFUSED_OWN_GAME;
    if (round->state != APO_ROUND_WAITING)
        return APO_REFUSED_TAKEN;
    bool is_white_open = round->seats[APO_WHITE].kind == APO_SEAT_OPEN;
    act->by = is_white_open ? APO_WHITE : APO_BLACK;
    apo_text data = add_event(act, APO_EVENT_JOIN, act->by);
    if (seat->kind == APO_SEAT_COMPUTER) {
        apo_text_add(&data, "computer ");
        apo_text_add_number(&data, seat->level);
    } else {
        apo_text_add(&data, "person ");
        apo_text_add(&data, seat->person);
        apo_text_add_char(&data, ' ');
        apo_text_add(&data, seat->name);
    }
    return APO_REFUSED_NONE;
}

void apo_act_merge(apo_act *act, const char *person, const char *name)
{
    if (act->by == APO_NOBODY ||
        apo_round_side_of(act->round, apo_span_of(person)) != APO_NOBODY)
        return;
    apo_text data = add_event(act, APO_EVENT_MERGE, act->by);
    apo_text_add(&data, person);
    apo_text_add_char(&data, ' ');
    apo_text_add(&data, name);
}

enum apo_refusal apo_act_cancel(apo_act *act)
{
    const apo_round *round = act->round;
    if (act->by == APO_NOBODY)
        return APO_REFUSED_NOT_PLAYER;
    if (round->state == APO_ROUND_CANCELLED)
        return APO_REFUSED_NONE;
    if (round->state == APO_ROUND_FINISHED)
        return APO_REFUSED_FINISHED;
    if (round->start.tournament[0] != '\0')
        return APO_REFUSED_TOURNAMENT;
    if (round->state == APO_ROUND_PLAYING && round->ply_count >= 2)
        return APO_REFUSED_BEGUN;
    add_words(act, APO_EVENT_CANCEL, "withdrawn");
    return APO_REFUSED_NONE;
}

enum apo_refusal apo_act_rematch(apo_act *act, bool *out_is_agreed)
{
    const apo_round *round = act->round;
    *out_is_agreed = false;
    if (act->by == APO_NOBODY)
        return APO_REFUSED_NOT_PLAYER;
    if (round->state != APO_ROUND_FINISHED)
        return APO_REFUSED_NOT_FINISHED;
    if (round->rematch[0] != '\0' || round->rematch_by == act->by)
        return APO_REFUSED_NONE;
    *out_is_agreed =
        round->rematch_by != APO_NOBODY || round->seats[act->by ^ 1U].kind == APO_SEAT_COMPUTER;
    if (!*out_is_agreed)
        add_words(act, APO_EVENT_REMATCH, "offer");
    return APO_REFUSED_NONE;
}

void apo_act_rematch_made(apo_act *act, apo_span id)
{
    apo_text data = add_event(act, APO_EVENT_REMATCH, act->by);
    apo_text_add(&data, "game ");
    apo_text_add_span(&data, id);
}

void apo_act_vacation(apo_act *act, unsigned side, bool is_begun)
{
    const apo_round *round = act->round;
    if (round->state != APO_ROUND_PLAYING || !apo_round_may_rest(round, side) ||
        round->clock.is_held[side] == is_begun)
        return;
    apo_text data = add_event(act, APO_EVENT_VACATION, side);
    apo_text_add(&data, is_begun ? "begin" : "end");
}

void apo_act_gift(apo_act *act, int64_t gift_ms)
{
    apo_text data = add_event(act, APO_EVENT_GIFT, APO_NOBODY);
    apo_text_add_number(&data, gift_ms < UINT32_MAX ? gift_ms : UINT32_MAX);
}
