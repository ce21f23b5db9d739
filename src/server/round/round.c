#include "server/round/round.h"

#include <string.h>

#include "base/copy.h"
#include "base/random.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/san.h"

enum {
    FIRST_CAPACITY = 32,
    MINUTE_MS = 60 * 1000,
    NOT_BEGUN_MS = 10 * MINUTE_MS, /* for the first move of each side in a live game */
    OPEN_LIVE_MS = 60 * MINUTE_MS, /* an open live game expires when its creator stops
                                    * waiting */
    PLIES_BEFORE_CLOCK = 2         /* the first move of each side is free, except in
                                    * tournaments */
};

static const int64_t day_ms = INT64_C(24) * 60 * MINUTE_MS;

enum {
    OPEN_DAYS = 14,      /* an open game that is not live */
    NOT_BEGUN_DAYS = 30, /* for the first move of each side where no clock runs */
    SILENCE_DAYS = 180   /* for any other move where no clock runs */
};

const char *apo_round_state_word(enum apo_round_state state)
{
    static const char *const words[APO_ROUND_STATES] = {"waiting", "playing", "finished",
                                                        "cancelled"};
    return words[state];
}

/* --- the start as text --------------------------------------------------- */

static void add_control(apo_buffer *out, const char *key, const apo_time_control *control)
{
    char buf[APO_TIME_CONTROL_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_time_control_write(&text, control);
    apo_buffer_add_line(out, key, buf);
}

void apo_round_start_write(apo_buffer *out, const apo_round_start *start)
{
    apo_buffer_add_line(out, "variant", start->variant);
    apo_buffer_add_line(out, "definition", start->definition);
    if (start->number > 0) {
        apo_buffer_add(out, "number ");
        apo_buffer_add_number(out, start->number);
        apo_buffer_add_char(out, '\n');
    }
    apo_buffer_add_line(out, "name", start->name);
    apo_buffer_add_line(out, "handicap", start->handicap);
    add_control(out, "white", &start->controls[APO_WHITE]);
    add_control(out, "black", &start->controls[APO_BLACK]);
    apo_buffer_add_line(out, "weekend", start->has_weekend ? "1" : "");
    apo_buffer_add_line(out, "vacation", start->has_vacation ? "1" : "");
    apo_buffer_add_line(out, "rated", start->is_rated ? "1" : "");
    apo_buffer_add_line(out, "tournament", start->tournament);
    apo_buffer_add_line(out, "fen", start->fen);
}

bool apo_round_start_is_even(const apo_round_start *start)
{
    char white[APO_TIME_CONTROL_TEXT_MAX], black[APO_TIME_CONTROL_TEXT_MAX];
    apo_text first = apo_text_start(white, sizeof white);
    apo_text second = apo_text_start(black, sizeof black);
    apo_time_control_write(&first, &start->controls[APO_WHITE]);
    apo_time_control_write(&second, &start->controls[APO_BLACK]);
    return start->number > 0 && start->handicap[0] == '\0' &&
           apo_span_is(apo_text_span(&first), black);
}

static apo_status copy_to(char *out, size_t size, apo_span value)
{
    if (value.length >= size)
        return APO_E_SYNTAX;
    if (value.length > 0 && memchr(value.text, '\0', value.length) != NULL)
        return APO_E_SYNTAX; /* the rest of the text would be lost */
    if (value.length > 0)
        memcpy(out, value.text, value.length);
    out[value.length] = '\0';
    return APO_OK;
}

/* A flag is written only if it is set. */
static apo_status read_one(bool *out, apo_span value)
{
    *out = apo_span_is(value, "1");
    return *out ? APO_OK : APO_E_SYNTAX;
}

static apo_status read_line(apo_round_start *out, apo_span key, apo_span value)
{
    uint32_t number;
    if (apo_span_is(key, "variant"))
        return copy_to(out->variant, sizeof out->variant, value);
    if (apo_span_is(key, "definition"))
        return copy_to(out->definition, sizeof out->definition, value);
    if (apo_span_is(key, "name"))
        return copy_to(out->name, sizeof out->name, value);
    if (apo_span_is(key, "handicap"))
        return copy_to(out->handicap, sizeof out->handicap, value);
    if (apo_span_is(key, "fen"))
        return copy_to(out->fen, sizeof out->fen, value);
    if (apo_span_is(key, "white"))
        return apo_time_control_read(&out->controls[APO_WHITE], value);
    if (apo_span_is(key, "black"))
        return apo_time_control_read(&out->controls[APO_BLACK], value);
    if (apo_span_is(key, "tournament") ||
        apo_span_is(key, "contest")) /* the format before 2027 */
        return copy_to(out->tournament, sizeof out->tournament, value);
    if (apo_span_is(key, "rated"))
        return read_one(&out->is_rated, value);
    if (apo_span_is(key, "weekend"))
        return read_one(&out->has_weekend, value);
    if (apo_span_is(key, "vacation"))
        return read_one(&out->has_vacation, value);
    if (!apo_span_is(key, "number") || !apo_span_number(value, UINT32_MAX, &number))
        return APO_E_SYNTAX;
    out->number = number;
    return APO_OK;
}

apo_status apo_round_start_read(apo_round_start *out, apo_span data)
{
    apo_span line;
    *out = (apo_round_start){.number = 0};
    while (apo_span_line(&data, &line)) {
        apo_span key = apo_span_word(&line);
        apo_status status = read_line(out, key, apo_span_trim(line));
        if (status != APO_OK)
            return status;
    }
    return out->fen[0] != '\0' && out->variant[0] != '\0' ? APO_OK : APO_E_SYNTAX;
}

/* --- life ---------------------------------------------------------------- */

apo_round *apo_round_new(apo_span id, const apo_variant *var)
{
    apo_round *round = apo_allocate_zero(NULL, sizeof *round);
    if (round == NULL)
        return NULL;
    if (copy_to(round->id, sizeof round->id, id) != APO_OK) {
        apo_free(NULL, round);
        return NULL;
    }
    round->var = var;
    round->rematch_by = APO_NOBODY;
    round->white_quarters = APO_QUARTERS_UNKNOWN;
    return round;
}

static void forget_plies(apo_round *round, size_t keep)
{
    while (round->ply_count > keep) {
        apo_round_ply *ply = &round->plies[--round->ply_count];
        apo_free(NULL, ply->text);
        apo_free(NULL, ply->san);
    }
}

void apo_round_free(apo_round *round)
{
    if (round == NULL)
        return;
    forget_plies(round, 0);
    apo_free(NULL, round->plies);
    apo_free(NULL, round->notes);
    apo_game_free(round->game);
    apo_free(NULL, round);
}

size_t apo_round_memory(const apo_round *round)
{
    enum {
        PLY_TEXTS = 64 /* two small heap blocks */
    };

    size_t size = sizeof *round + round->ply_capacity * sizeof *round->plies +
                  round->ply_count * PLY_TEXTS + round->note_capacity * sizeof *round->notes;
    return size + (round->game != NULL ? apo_game_memory(round->game) : 0);
}

/* --- keys ---------------------------------------------------------------- */

static uint64_t mix_key(apo_span key, unsigned by)
{
    if (key.length == 0)
        return 0;
    uint64_t mixed = apo_mix(by + 1);
    for (size_t i = 0; i < key.length; i++)
        mixed = apo_mix(mixed ^ (uint8_t)key.text[i]);
    return mixed != 0 ? mixed : 1;
}

bool apo_round_is_rated(const apo_round *round)
{
    return round->start.is_rated &&
           (round->state != APO_ROUND_FINISHED || round->ply_count >= APO_RATED_PLIES_MIN);
}

uint64_t apo_round_find_key(const apo_round *round, apo_span key, unsigned by)
{
    uint64_t mixed = mix_key(key, by);
    for (uint64_t seq = round->seq; mixed != 0 && seq > 0; seq--) {
        if (round->notes[seq - 1].key == mixed)
            return seq;
    }
    return 0;
}

/* --- questions ----------------------------------------------------------- */

unsigned apo_round_side_of(const apo_round *round, apo_span person)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        const apo_seat *seat = &round->seats[side];
        if (person.length > 0 && seat->kind == APO_SEAT_PERSON &&
            apo_span_is(person, seat->person))
            return side;
    }
    return APO_NOBODY;
}

unsigned apo_round_turn(const apo_round *round)
{
    if (round->state != APO_ROUND_PLAYING)
        return APO_NOBODY;
    return apo_position_side(apo_game_position(round->game));
}

bool apo_round_wants_computer(const apo_round *round)
{
    unsigned turn = apo_round_turn(round);
    return turn != APO_NOBODY && round->seats[turn].kind == APO_SEAT_COMPUTER;
}

bool apo_round_start_is_live(const apo_round_start *start)
{
    return start->controls[APO_WHITE].kind == APO_CLOCK_LIVE ||
           start->controls[APO_BLACK].kind == APO_CLOCK_LIVE;
}

bool apo_round_is_live(const apo_round *round)
{
    return apo_round_start_is_live(&round->start);
}

/* In a tournament the clock runs from the start, so a player who does not show up loses on
 * time. */
static unsigned plies_before_clock(const apo_round *round)
{
    return round->start.tournament[0] != '\0' ? 0 : PLIES_BEFORE_CLOCK;
}

/* Time of the last event. */
static int64_t last_change(const apo_round *round)
{
    return round->seq > 0 ? round->notes[round->seq - 1].at_ms : 0;
}

bool apo_round_may_rest(const apo_round *round, unsigned side)
{
    return round->start.has_vacation && side < APO_SIDES &&
           round->seats[side].kind == APO_SEAT_PERSON &&
           round->start.controls[side].kind == APO_CLOCK_DAYS;
}

bool apo_round_may_answer(const apo_round *round)
{
    unsigned turn = apo_round_turn(round);
    if (turn == APO_NOBODY || !round->is_after_move || apo_round_is_live(round) ||
        round->seats[turn].kind != APO_SEAT_PERSON ||
        round->offers[turn ^ 1U] != APO_OFFER_NONE)
        return false;
    const apo_round_ply *last = &round->plies[round->ply_count - 1];
    return last->by != turn || last->is_by_line;
}

/* How long a player without a running clock may stay silent. */
static int64_t silence_due(const apo_round *round)
{
    if (apo_round_wants_computer(round))
        return APO_CLOCK_FOREVER;
    if (round->ply_count < PLIES_BEFORE_CLOCK && apo_round_is_live(round))
        return last_change(round) + NOT_BEGUN_MS;
    return round->quiet_since_ms +
           (round->ply_count < PLIES_BEFORE_CLOCK ? NOT_BEGUN_DAYS : SILENCE_DAYS) * day_ms;
}

int64_t apo_round_due(const apo_round *round)
{
    if (round->state == APO_ROUND_WAITING && round->seq > 0)
        return round->notes[0].at_ms +
               (apo_round_is_live(round) ? OPEN_LIVE_MS : OPEN_DAYS * day_ms);
    if (round->state != APO_ROUND_PLAYING)
        return APO_CLOCK_FOREVER;
    if (round->clock.is_running &&
        round->start.controls[round->clock.side].kind != APO_CLOCK_NONE)
        return apo_clock_due(&round->clock);
    return silence_due(round);
}

/* --- events -------------------------------------------------------------- */

static apo_status apply_create(apo_round *round, const apo_event *event)
{
    apo_position pos;
    if (round->game != NULL)
        return APO_E_ILLEGAL;
    apo_status status = apo_round_start_read(&round->start, event->data);
    if (status != APO_OK)
        return status;
    status = apo_fen_read(&pos, round->var, apo_span_of(round->start.fen), NULL);
    if (status == APO_OK)
        status = apo_game_new(&round->game, &pos, NULL);
    apo_clock_init(&round->clock, &round->start.controls[APO_WHITE],
                   &round->start.controls[APO_BLACK]);
    round->clock.has_weekend = round->start.has_weekend;
    return status;
}

static apo_status apply_join(apo_round *round, const apo_event *event)
{
    apo_seat seat = {.kind = APO_SEAT_PERSON};
    apo_span rest = event->data;
    apo_span kind = apo_span_word(&rest);
    uint32_t level;
    if (event->by >= APO_SIDES || round->seats[event->by].kind != APO_SEAT_OPEN)
        return APO_E_ILLEGAL;
    if (apo_span_is(kind, "computer")) {
        if (!apo_span_number(apo_span_trim(rest), 99, &level))
            return APO_E_SYNTAX;
        seat.kind = APO_SEAT_COMPUTER;
        seat.level = level;
    } else if (!apo_span_is(kind, "person") ||
               copy_to(seat.person, sizeof seat.person, apo_span_word(&rest)) != APO_OK ||
               copy_to(seat.name, sizeof seat.name, apo_span_trim(rest)) != APO_OK ||
               seat.person[0] == '\0') {
        return APO_E_SYNTAX;
    }
    round->seats[event->by] = seat;
    round->quiet_since_ms = event->at_ms;
    if (round->seats[APO_WHITE].kind == APO_SEAT_OPEN ||
        round->seats[APO_BLACK].kind == APO_SEAT_OPEN)
        return APO_OK;
    round->state = APO_ROUND_PLAYING;
    if (plies_before_clock(round) == 0)
        apo_clock_pass(&round->clock, (apo_side)apo_round_turn(round), event->at_ms);
    return APO_OK;
}

/* The seat goes to another person (a guest's account); nobody may play against themselves. */
static apo_status apply_merge(apo_round *round, const apo_event *event)
{
    apo_seat seat = {.kind = APO_SEAT_PERSON};
    apo_span rest = event->data;
    if (event->by >= APO_SIDES || round->seats[event->by].kind != APO_SEAT_PERSON)
        return APO_E_ILLEGAL;
    if (copy_to(seat.person, sizeof seat.person, apo_span_word(&rest)) != APO_OK ||
        copy_to(seat.name, sizeof seat.name, apo_span_trim(rest)) != APO_OK ||
        seat.person[0] == '\0')
        return APO_E_SYNTAX;
    if (apo_round_side_of(round, apo_span_of(seat.person)) != APO_NOBODY)
        return APO_E_ILLEGAL;
    round->seats[event->by] = seat;
    return APO_OK;
}

static apo_status grow_plies(apo_round *round)
{
    if (round->ply_count < round->ply_capacity)
        return APO_OK;
    apo_round_ply *plies =
        apo_grow(NULL, round->plies, &round->ply_capacity, FIRST_CAPACITY, sizeof *plies);
    if (plies == NULL)
        return APO_E_MEMORY;
    round->plies = plies;
    return APO_OK;
}

/* Records the move, before it is made. */
static apo_status note_ply(apo_round *round, const apo_move *mv, const apo_move_list *legal)
{
    char text_buf[APO_COORDINATE_MAX], san_buf[APO_SAN_MAX];
    apo_text text = apo_text_start(text_buf, sizeof text_buf);
    apo_text san = apo_text_start(san_buf, sizeof san_buf);
    const apo_position *pos = apo_game_position(round->game);
    apo_status status = grow_plies(round);
    if (status != APO_OK)
        return status;
    apo_coordinate_write(&text, pos, mv);
    apo_san_write_among(&san, pos, mv, legal);
    apo_round_ply ply = {.text = apo_copy_span(NULL, apo_text_span(&text)),
                         .san = apo_copy_span(NULL, apo_text_span(&san))};
    if (ply.text == NULL || ply.san == NULL) {
        apo_free(NULL, ply.text);
        apo_free(NULL, ply.san);
        return APO_E_MEMORY;
    }
    round->plies[round->ply_count++] = ply;
    return APO_OK;
}

/* Passes the turn: charges the side that moved, and starts the clock when due. */
static int64_t turn_clock(apo_round *round, int64_t at_ms)
{
    apo_side next = apo_position_side(apo_game_position(round->game));
    int64_t spent = at_ms > last_change(round) ? at_ms - last_change(round) : 0;
    bool was_running = round->clock.is_running;
    int64_t charged = 0;
    if (was_running || round->ply_count >= plies_before_clock(round))
        charged = apo_clock_pass(&round->clock, next, at_ms);
    return was_running ? charged : spent;
}

static apo_status apply_move(apo_round *round, const apo_event *event)
{
    apo_move mv;
    if (round->state != APO_ROUND_PLAYING || apo_round_turn(round) != event->by)
        return APO_E_ILLEGAL;
    const apo_position *pos = apo_game_position(round->game);
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    apo_coordinate_list(legal, pos, event->data);
    if (apo_coordinate_read_among(&mv, pos, event->data, legal, NULL) != APO_OK)
        return APO_E_ILLEGAL;
    apo_status status = note_ply(round, &mv, legal);
    if (status == APO_OK)
        status = round->is_replaying ? apo_game_replay(round->game, &mv)
                                     : apo_game_play_legal(round->game, &mv);
    if (status != APO_OK)
        return status;
    apo_round_ply *ply = &round->plies[round->ply_count - 1];
    ply->at_ms = event->at_ms;
    ply->spent_ms = turn_clock(round, event->at_ms);
    ply->by = event->by;
    ply->is_by_line = apo_span_starts_with(event->key, APO_EVENT_LINE_KEY);
    round->is_after_move = true;
    round->quiet_since_ms = event->at_ms;
    round->offers[event->by ^ 1U] = APO_OFFER_NONE;
    if (round->offers[event->by] == APO_OFFER_TAKEBACK)
        round->offers[event->by] = APO_OFFER_NONE;
    return APO_OK;
}

static apo_status apply_takeback(apo_round *round, const apo_event *event)
{
    uint32_t keep;
    if (round->state != APO_ROUND_PLAYING || !apo_span_number(event->data, UINT32_MAX, &keep) ||
        keep >= round->ply_count)
        return APO_E_ILLEGAL;
    while (apo_game_info_of(round->game).length > keep) {
        if (apo_game_undo(round->game) != APO_OK)
            return APO_E_ILLEGAL;
    }
    forget_plies(round, keep);
    round->is_after_move = false;
    round->quiet_since_ms = event->at_ms;
    round->offers[APO_WHITE] = round->offers[APO_BLACK] = APO_OFFER_NONE;
    /* Thinking time is still spent, but there is no increment for it. */
    apo_clock_stop(&round->clock, event->at_ms);
    if (keep >= plies_before_clock(round))
        apo_clock_pass(&round->clock, (apo_side)apo_round_turn(round), event->at_ms);
    return APO_OK;
}

static apo_status apply_offer(apo_round *round, const apo_event *event)
{
    enum apo_offer offer = apo_offer_find(event->data);
    if (round->state != APO_ROUND_PLAYING || event->by >= APO_SIDES || offer == APO_OFFER_NONE)
        return APO_E_ILLEGAL;
    if (event->kind == APO_EVENT_OFFER)
        round->offers[event->by] = offer;
    else if (event->kind == APO_EVENT_WITHDRAW)
        round->offers[event->by] = APO_OFFER_NONE;
    else
        round->offers[event->by ^ 1U] = APO_OFFER_NONE;
    return APO_OK;
}

static void close_round(apo_round *round, enum apo_round_state state, int64_t at_ms)
{
    apo_clock_stop(&round->clock, at_ms);
    round->offers[APO_WHITE] = round->offers[APO_BLACK] = APO_OFFER_NONE;
    round->state = state;
}

static apo_status apply_end(apo_round *round, const apo_event *event)
{
    apo_span rest = event->data;
    uint32_t quarters;
    if (round->state != APO_ROUND_PLAYING ||
        !apo_span_number(apo_span_word(&rest), APO_QUARTERS_WIN, &quarters))
        return APO_E_ILLEGAL;
    round->white_quarters = (int)quarters;
    close_round(round, APO_ROUND_FINISHED, event->at_ms);
    return copy_to(round->reason, sizeof round->reason, apo_span_trim(rest));
}

static apo_status apply_cancel(apo_round *round, const apo_event *event)
{
    if (round->state != APO_ROUND_PLAYING && round->state != APO_ROUND_WAITING)
        return APO_E_ILLEGAL;
    close_round(round, APO_ROUND_CANCELLED, event->at_ms);
    return copy_to(round->reason, sizeof round->reason, event->data);
}

static apo_status apply_rematch(apo_round *round, const apo_event *event)
{
    apo_span rest = event->data;
    if (round->state != APO_ROUND_FINISHED)
        return APO_E_ILLEGAL;
    if (apo_span_is(rest, "offer")) {
        round->rematch_by = event->by;
        return APO_OK;
    }
    if (!apo_span_is(apo_span_word(&rest), "game"))
        return APO_E_SYNTAX;
    return copy_to(round->rematch, sizeof round->rematch, apo_span_trim(rest));
}

static apo_status apply_gift(apo_round *round, const apo_event *event)
{
    uint32_t gift_ms;
    if (!apo_span_number(event->data, UINT32_MAX, &gift_ms))
        return APO_E_SYNTAX;
    if (event->by < APO_SIDES)
        apo_clock_add(&round->clock, (apo_side)(event->by ^ 1U), gift_ms);
    else
        apo_clock_give(&round->clock, gift_ms);
    return APO_OK;
}

static apo_status apply_vacation(apo_round *round, const apo_event *event)
{
    bool is_begun = apo_span_is(event->data, "begin");
    if (round->state != APO_ROUND_PLAYING || !apo_round_may_rest(round, event->by))
        return APO_E_ILLEGAL;
    if (!is_begun && !apo_span_is(event->data, "end"))
        return APO_E_SYNTAX;
    apo_clock_hold(&round->clock, (apo_side)event->by, is_begun, event->at_ms);
    return APO_OK;
}

static apo_status apply_kind(apo_round *round, const apo_event *event)
{
    if (round->game == NULL && event->kind != APO_EVENT_CREATE)
        return APO_E_ILLEGAL;
    switch (event->kind) {
    case APO_EVENT_CREATE: return apply_create(round, event);
    case APO_EVENT_JOIN: return apply_join(round, event);
    case APO_EVENT_MERGE: return apply_merge(round, event);
    case APO_EVENT_MOVE: return apply_move(round, event);
    case APO_EVENT_TAKEBACK: return apply_takeback(round, event);
    case APO_EVENT_OFFER:
    case APO_EVENT_WITHDRAW:
    case APO_EVENT_DECLINE: return apply_offer(round, event);
    case APO_EVENT_END: return apply_end(round, event);
    case APO_EVENT_CANCEL: return apply_cancel(round, event);
    case APO_EVENT_REMATCH: return apply_rematch(round, event);
    case APO_EVENT_GIFT: return apply_gift(round, event);
    case APO_EVENT_VACATION: return apply_vacation(round, event);
    case APO_EVENT_KINDS: break;
    }
    return APO_E_SYNTAX;
}

apo_status apo_round_apply(apo_round *round, const apo_event *event)
{
    if (event->seq != round->seq + 1)
        return APO_E_ILLEGAL;
    if (round->seq >= round->note_capacity) {
        apo_round_note *notes =
            apo_grow(NULL, round->notes, &round->note_capacity, FIRST_CAPACITY, sizeof *notes);
        if (notes == NULL)
            return APO_E_MEMORY;
        round->notes = notes;
    }
    apo_status status = apply_kind(round, event);
    if (status != APO_OK)
        return status;
    /* A change of player is not a game event: the times stay as they were. */
    int64_t at_ms = event->kind == APO_EVENT_MERGE ? last_change(round) : event->at_ms;
    round->last_kind = event->kind;
    round->last_by = event->by;
    round->notes[round->seq] = (apo_round_note){at_ms, mix_key(event->key, event->by)};
    round->seq++;
    return APO_OK;
}

void apo_round_replay(apo_round *round, bool is_replaying)
{
    round->is_replaying = is_replaying;
    if (!is_replaying && round->game != NULL)
        apo_game_settle(round->game);
}
