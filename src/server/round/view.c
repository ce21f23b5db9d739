#include "server/round/view.h"

#include <string.h>

#include "apothecary/position.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "rules/rules/program_view.h"

const char *apo_view_side(unsigned side)
{
    static const char *const words[] = {"white", "black", "none"};
    return words[side < APO_SIDES ? side : APO_NOBODY];
}

void apo_view_side_member(apo_buffer *out, const char *name, unsigned side)
{
    if (side < APO_SIDES)
        apo_json_add_string(out, name, apo_view_side(side));
    else
        apo_json_add_null(out, name);
}

/* --- clocks -------------------------------------------------------------- */

static void add_stock(apo_buffer *out, const apo_time_control *control)
{
    apo_json_add_string(out, "kind", "stock");
    apo_json_add_number(out, "spare_ms", control->base_ms);
    apo_json_add_number(out, "grace_ms", control->grace_ms);
    apo_json_add_number(out, "extra_ms", control->increment_ms);
    apo_json_add_number(out, "bonus_ms", control->bonus_ms);
    apo_json_add_number(out, "within_ms", control->within_ms);
    apo_json_add_number(out, "cap_ms", control->cap_ms);
}

void apo_view_control(apo_buffer *out, const apo_time_control *control)
{
    switch (control->kind) {
    case APO_CLOCK_LIVE:
        apo_json_add_string(out, "kind", "live");
        apo_json_add_number(out, "base_ms", control->base_ms);
        apo_json_add_number(out, "increment_ms", control->increment_ms);
        return;
    case APO_CLOCK_DAYS:
        if (control->days == 0) {
            add_stock(out, control);
            return;
        }
        apo_json_add_string(out, "kind", "days");
        apo_json_add_number(out, "days", control->days);
        return;
    case APO_CLOCK_NONE:
    case APO_CLOCK_KINDS: apo_json_add_string(out, "kind", "none"); return;
    }
}

static void add_clock_of(apo_buffer *out, const apo_round *round, apo_side side, int64_t now_ms)
{
    int64_t left = apo_clock_left(&round->clock, side, now_ms);
    apo_json_open(out, apo_view_side(side), '{');
    apo_view_control(out, &round->start.controls[side]);
    if (left != APO_CLOCK_FOREVER) {
        apo_json_add_number(out, "left_ms", left);
        apo_json_add_number(out, "stock_ms", apo_clock_stock(&round->clock, side, now_ms));
    }
    if (round->clock.is_held[side])
        apo_json_add_flag(out, "is_on_vacation", true);
    apo_json_close(out, '}');
}

/* {"white":..,"black":..,"running":..,"at":..} as member `name`. */
static void add_clocks(apo_buffer *out, const char *name, const apo_round *round,
                       int64_t now_ms)
{
    apo_json_open(out, name, '{');
    add_clock_of(out, round, APO_WHITE, now_ms);
    add_clock_of(out, round, APO_BLACK, now_ms);
    apo_view_side_member(out, "running",
                         round->clock.is_running ? round->clock.side : APO_NOBODY);
    apo_json_add_flag(out, "is_resting", apo_clock_is_resting(&round->clock, now_ms));
    apo_json_add_flag(out, "weekend", round->start.has_weekend);
    apo_json_add_flag(out, "vacation", round->start.has_vacation);
    apo_json_add_number(out, "at", now_ms);
    apo_json_close(out, '}');
}

static void add_minutes(apo_buffer *out, int64_t ms)
{
    apo_buffer_add_number(out, ms / 60000);
    if (ms % 60000 != 0) {
        static const char *const quarters[] = {"", ".25", ".5", ".75"};
        apo_buffer_add(out, quarters[(ms % 60000) / 15000]);
    }
}

/* "10 days", "12 h", "90 min". */
static void add_span_words(apo_buffer *out, const apo_i18n *i18n, int64_t ms)
{
    int64_t minutes = ms / 60000, hours = minutes / 60, count = minutes;
    const char *form = apo_tr(i18n, "{n} min");
    if (hours > 0 && hours % 24 == 0 && minutes % 60 == 0) {
        count = hours / 24;
        form = apo_tr_plural(i18n, "{n} day", "{n} days", count);
    } else if (hours > 0 && minutes % 60 == 0) {
        count = hours;
        form = apo_tr(i18n, "{n} h");
    }
    apo_tr_fill(out, form, APO_GAPS(APO_GAP_NUMBER("n", count)));
}

/* `form` is English, with the gap {time}; nothing if there is no time. */
static void add_term(apo_buffer *out, const apo_i18n *i18n, const char *form, int64_t ms)
{
    apo_buffer time;
    if (ms <= 0)
        return;
    apo_buffer_add(out, ", ");
    apo_buffer_init(&time, NULL);
    add_span_words(&time, i18n, ms);
    apo_tr_fill(out, apo_tr(i18n, form),
                APO_GAPS(APO_GAP_SPAN("time", apo_buffer_span(&time))));
    apo_buffer_clear(&time);
}

static void add_bonus(apo_buffer *out, const apo_i18n *i18n, const apo_time_control *control)
{
    apo_buffer time, within;
    if (control->bonus_ms <= 0)
        return;
    apo_buffer_add(out, ", ");
    apo_buffer_init(&time, NULL);
    apo_buffer_init(&within, NULL);
    add_span_words(&time, i18n, control->bonus_ms);
    add_span_words(&within, i18n, control->within_ms);
    apo_tr_fill(out, apo_tr(i18n, "+ {time} within {within}"),
                APO_GAPS(APO_GAP_SPAN("time", apo_buffer_span(&time)),
                         APO_GAP_SPAN("within", apo_buffer_span(&within))));
    apo_buffer_clear(&time);
    apo_buffer_clear(&within);
}

/* "10 days, 1 day a move free, + 12 h a move, + 1 day within 6 h, at most 20 days". */
static void add_stock_words(apo_buffer *out, const apo_i18n *i18n,
                            const apo_time_control *control)
{
    apo_buffer stock;
    apo_buffer_init(&stock, NULL);
    add_span_words(&stock, i18n, control->base_ms);
    apo_tr_fill(out, apo_tr(i18n, "{time} in stock"),
                APO_GAPS(APO_GAP_SPAN("time", apo_buffer_span(&stock))));
    apo_buffer_clear(&stock);
    add_term(out, i18n, APO_T("{time} a move free"), control->grace_ms);
    add_term(out, i18n, APO_T("+ {time} a move"), control->increment_ms);
    add_bonus(out, i18n, control);
    add_term(out, i18n, APO_T("at most {time}"), control->cap_ms);
}

void apo_view_clock_words(apo_buffer *out, const apo_i18n *i18n,
                          const apo_time_control *control)
{
    if (control->kind == APO_CLOCK_LIVE) {
        add_minutes(out, control->base_ms);
        apo_buffer_add(out, " + ");
        apo_buffer_add_number(out, control->increment_ms / 1000);
    } else if (control->kind == APO_CLOCK_DAYS && control->days == 0) {
        add_stock_words(out, i18n, control);
    } else if (control->kind == APO_CLOCK_DAYS) {
        apo_tr_fill(out,
                    apo_tr_plural(i18n, "{n} day a move", "{n} days a move", control->days),
                    APO_GAPS(APO_GAP_NUMBER("n", control->days)));
    } else {
        apo_buffer_add(out, apo_tr(i18n, "no clock"));
    }
}

/* --- the start ----------------------------------------------------------- */

void apo_view_start_said(apo_buffer *out, const apo_i18n *i18n, const char *name,
                         unsigned number, const char *handicap)
{
    if (name[0] != '\0') {
        apo_buffer_add(out, name);
        apo_buffer_add(out, ", ");
    }
    if (number > 0) {
        apo_tr_fill(out, apo_tr(i18n, "start {number}"),
                    APO_GAPS(APO_GAP_NUMBER("number", number)));
    } else {
        apo_buffer_add(out, apo_tr(i18n, "custom position"));
    }
    if (handicap[0] != '\0') {
        apo_buffer_add(out, ", ");
        apo_tr_fill(out, apo_tr(i18n, "odds {odds}"), APO_GAPS(APO_GAP_TEXT("odds", handicap)));
    }
}

void apo_view_start_words(apo_buffer *out, const apo_i18n *i18n, const apo_round_start *start)
{
    apo_view_start_said(out, i18n, start->name, start->number, start->handicap);
}

void apo_view_start(apo_buffer *out, const apo_round_start *start, bool has_fen)
{
    apo_json_open(out, "start", '{');
    if (start->number > 0)
        apo_json_add_number(out, "number", start->number);
    else
        apo_json_add_null(out, "number");
    apo_json_add_string(out, "name", start->name);
    if (has_fen)
        apo_json_add_string(out, "fen", start->fen);
    apo_json_add_optional(out, "handicap", start->handicap);
    apo_json_close(out, '}');
}

/* --- players ------------------------------------------------------------- */

void apo_view_seat(apo_buffer *out, unsigned side, const apo_seat *seat,
                   const apo_view_player *player)
{
    apo_json_open(out, apo_view_side(side), '{');
    if (seat->kind == APO_SEAT_COMPUTER) {
        apo_buffer name;
        apo_buffer_init(&name, NULL);
        apo_buffer_add(&name, "Computer, level ");
        apo_buffer_add_number(&name, seat->level);
        apo_json_add_string(out, "kind", "computer");
        apo_json_add_text(out, "name", apo_buffer_span(&name));
        apo_json_add_number(out, "level", seat->level);
        apo_json_add_flag(out, "is_online", true);
        apo_buffer_clear(&name);
    } else if (seat->kind == APO_SEAT_PERSON) {
        apo_json_add_string(out, "kind", player->is_account ? "account" : "guest");
        apo_json_add_string(out, "name", player->name);
        apo_json_add_flag(out, "is_online", player->is_online);
    } else {
        apo_json_add_string(out, "kind", "open");
        apo_json_add_string(out, "name", "");
        apo_json_add_flag(out, "is_online", false);
    }
    apo_json_close(out, '}');
}

static void add_players(apo_buffer *out, const apo_round *round,
                        const apo_view_player players[APO_SIDES])
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_view_seat(out, side, &round->seats[side], &players[side]);
}

/* --- the result ---------------------------------------------------------- */

const char *apo_view_reason(const char *reason)
{
    /* Endings that occur on a server only. */
    static const char *const pairs[][2] = {
        {"time", APO_T("the time is up")},
        {"silence", APO_T("the other side has not moved for half a year")},
        {"abandoned", APO_T("the other side has left the game")},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (strcmp(reason, pairs[i][0]) == 0)
            return pairs[i][1];
    }
    for (unsigned ending = APO_ENDING_MATE; ending < APO_ENDINGS; ending++) {
        if (strcmp(reason, apo_ending_word((apo_ending)ending)) == 0)
            return apo_ending_reason((apo_ending)ending);
    }
    return reason;
}

/* The action of the player who is told of the loss. */
static const char *own_reason(const char *reason)
{
    static const char *const pairs[][2] = {
        {"resignation", APO_T("you have resigned")},
        {"abandoned", APO_T("you have left the game")},
        {"silence", APO_T("you have not moved for half a year")},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (strcmp(reason, pairs[i][0]) == 0)
            return pairs[i][1];
    return apo_view_reason(reason);
}

static void add_result_sentence(apo_buffer *out, const apo_i18n *i18n, const char *result,
                                const char *reason)
{
    apo_tr_fill(out, apo_tr(i18n, "{result}: {reason}"),
                APO_GAPS(APO_GAP_TEXT("result", apo_tr(i18n, result)),
                         APO_GAP_TEXT("reason", apo_tr(i18n, reason))));
}

void apo_view_result_words(apo_buffer *out, const apo_i18n *i18n, const apo_round *round,
                           unsigned you)
{
    static const char *const results[] = {APO_T("Black wins"), APO_T("Advantage to Black"),
                                          APO_T("A draw"), APO_T("Advantage to White"),
                                          APO_T("White wins")};
    static const char *const own[] = {APO_T("You lost"), APO_T("Advantage to your opponent"),
                                      APO_T("A draw"), APO_T("Advantage to you"),
                                      APO_T("You won")};
    int quarters = round->white_quarters;
    if (round->state == APO_ROUND_CANCELLED) {
        apo_buffer_add(out, apo_tr(i18n, "The game was cancelled"));
    } else if (round->state == APO_ROUND_FINISHED && you == APO_NOBODY) {
        add_result_sentence(out, i18n, results[quarters], apo_view_reason(round->reason));
    } else if (round->state == APO_ROUND_FINISHED) {
        int mine = you == APO_WHITE ? quarters : APO_QUARTERS_WIN - quarters;
        add_result_sentence(out, i18n, own[mine],
                            mine == 0 ? own_reason(round->reason)
                                      : apo_view_reason(round->reason));
    }
}

enum {
    PIECE_POINTS_MAX = 256 /* more than any piece can count */
};

/* The number of a type's pieces by their points: pawns may count more as they advance. */
static void count_pieces(unsigned out[PIECE_POINTS_MAX], const apo_position *pos, apo_side side,
                         unsigned type)
{
    unsigned squares = apo_geometry_squares(apo_variant_geometry(apo_position_variant(pos)));
    memset(out, 0, PIECE_POINTS_MAX * sizeof *out);
    for (unsigned sq = 0; sq < squares; sq++) {
        apo_piece piece = apo_position_piece(pos, (apo_square)sq);
        if (!apo_piece_is_real(piece) || apo_piece_side(piece) != side ||
            apo_piece_type(piece) != type)
            continue;
        int points = apo_position_piece_points(pos, (apo_square)sq);
        out[points > 0 && points < PIECE_POINTS_MAX ? points : 0]++;
    }
}

static void add_points_of(apo_buffer *out, const apo_position *pos, apo_side side)
{
    const apo_variant *var = apo_position_variant(pos);
    unsigned counts[PIECE_POINTS_MAX];
    apo_json_open(out, apo_view_side(side), '[');
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++) {
        char letter = apo_type_info_of(var, type)->letter;
        count_pieces(counts, pos, side, type);
        for (unsigned points = 1; points < PIECE_POINTS_MAX; points++) {
            if (counts[points] == 0)
                continue;
            apo_json_open(out, NULL, '{');
            apo_json_add_string(out, "type", apo_type_info_of(var, type)->name);
            apo_json_add_text(out, "letter", (apo_span){&letter, 1});
            apo_json_add_number(out, "count", counts[points]);
            apo_json_add_number(out, "points", points);
            apo_json_close(out, '}');
        }
    }
    apo_json_close(out, ']');
}

/* True if a game that ends so in a position with points is decided by them. */
static bool do_points_decide(const apo_position *pos, const char *reason)
{
    for (unsigned ending = APO_ENDING_MATE; ending < APO_ENDINGS; ending++) {
        if (strcmp(reason, apo_ending_word((apo_ending)ending)) == 0)
            return ending == APO_ENDING_REPETITION || ending == APO_ENDING_MOVE_COUNT ||
                   apo_ending_counts_points(pos, (apo_ending)ending);
    }
    return false;
}

/* Adds the point count piece by piece, if it decided the game. */
static void add_points(apo_buffer *out, const apo_round *round)
{
    const apo_position *pos = apo_game_position(round->game);
    int sums[APO_SIDES];
    if (!do_points_decide(pos, round->reason) || !apo_position_points(pos, sums)) {
        apo_json_add_null(out, "points");
        return;
    }
    apo_json_open(out, "points", '{');
    add_points_of(out, pos, APO_WHITE);
    add_points_of(out, pos, APO_BLACK);
    apo_json_add_number(out, "white_sum", sums[APO_WHITE]);
    apo_json_add_number(out, "black_sum", sums[APO_BLACK]);
    apo_json_close(out, '}');
}

static void add_result(apo_buffer *out, const apo_i18n *i18n, const apo_round *round)
{
    apo_buffer text;
    if (round->state != APO_ROUND_FINISHED) {
        apo_json_add_null(out, "result");
        return;
    }
    apo_buffer_init(&text, NULL);
    apo_view_result_words(&text, i18n, round, APO_NOBODY);
    apo_json_open(out, "result", '{');
    apo_json_add_number(out, "white_quarters", round->white_quarters);
    apo_json_add_string(out, "reason", round->reason);
    apo_json_add_text(out, "words", apo_buffer_span(&text));
    add_points(out, round);
    apo_json_close(out, '}');
    apo_buffer_clear(&text);
}

/* --- the game ------------------------------------------------------------ */

static void add_fen(apo_buffer *out, const apo_round *round)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_fen_write(&text, apo_game_position(round->game));
    apo_json_add_string(out, "fen", fen);
}

static void add_moves(apo_buffer *out, const apo_round *round, unsigned viewer)
{
    apo_json_open(out, "moves", '[');
    for (size_t i = 0; i < round->ply_count; i++) {
        const apo_round_ply *ply = &round->plies[i];
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "ply", (int64_t)i + 1);
        apo_json_add_string(out, "text", ply->text);
        apo_json_add_string(out, "san", ply->san);
        apo_json_add_number(out, "at", ply->at_ms);
        apo_json_add_number(out, "spent_ms", ply->spent_ms);
        /* Only the player may know that the answer was planned. */
        if (ply->is_by_line && ply->by == viewer)
            apo_json_add_flag(out, "by_line", true);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

void apo_view_legal_moves(apo_buffer *out, const apo_position *pos)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_json_open(out, "legal_moves", '[');
    if (apo_moves_legal(list, pos) != APO_OK)
        out->is_failed = true;
    for (size_t i = 0; i < list->count; i++) {
        char buf[APO_MOVE_TEXT_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_move_write(&text, pos, &list->moves[i], APO_NOTATION_COORDINATE);
        apo_json_add_string(out, NULL, buf);
    }
    apo_json_close(out, ']');
}

/* Adds the legal moves of the side to move while the game goes on. */
static void add_legal_moves(apo_buffer *out, const apo_round *round)
{
    if (round->state == APO_ROUND_PLAYING) {
        apo_view_legal_moves(out, apo_game_position(round->game));
        return;
    }
    apo_json_open(out, "legal_moves", '[');
    apo_json_close(out, ']');
}

static void add_offers(apo_buffer *out, const apo_round *round)
{
    apo_json_open(out, "offers", '{');
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_json_add_optional(out, apo_view_side(side), apo_offer_word(round->offers[side]));
    apo_json_close(out, '}');
}

static void add_rematch(apo_buffer *out, const apo_round *round)
{
    apo_json_open(out, "rematch", '{');
    apo_view_side_member(out, "offered_by", round->rematch_by);
    apo_json_add_optional(out, "game", round->rematch);
    apo_json_close(out, '}');
}

static void add_names(apo_buffer *out, const apo_round *round)
{
    apo_json_add_string(out, "id", round->id);
    apo_json_add_string(out, "variant", round->start.variant);
    apo_json_add_string(out, "variant_name", apo_variant_info_of(round->var)->name);
}

void apo_view_game(apo_buffer *out, const apo_round *round,
                   const apo_view_player players[APO_SIDES], const apo_view_reader *reader,
                   int64_t now_ms)
{
    apo_json_open(out, NULL, '{');
    add_names(out, round);
    apo_json_add_string(out, "definition", round->start.definition);
    apo_view_start(out, &round->start, true);
    apo_json_add_flag(out, "rated", apo_round_is_rated(round));
    if (round->start.tournament[0] != '\0')
        apo_json_add_string(out, "tournament", round->start.tournament);
    add_players(out, round, players);
    apo_json_add_string(out, "you", apo_view_side(reader->side));
    add_clocks(out, "clock", round, now_ms);
    add_moves(out, round, reader->side);
    add_fen(out, round);
    apo_json_add_number(out, "ply", (int64_t)round->ply_count);
    apo_view_side_member(out, "turn", apo_round_turn(round));
    add_legal_moves(out, round);
    apo_json_add_string(out, "status", apo_round_state_word(round->state));
    add_result(out, reader->i18n, round);
    if (round->state == APO_ROUND_CANCELLED)
        apo_json_add_string(out, "reason", round->reason);
    if (reader->link[0] != '\0')
        apo_json_add_string(out, "link", reader->link);
    add_offers(out, round);
    add_rematch(out, round);
    apo_json_add_number(out, "seq", (int64_t)round->seq);
    apo_json_add_number(out, "now", now_ms);
    apo_json_close(out, '}');
}

/* --- events -------------------------------------------------------------- */

static void add_move_event(apo_buffer *out, const apo_round *round)
{
    if (round->ply_count == 0)
        return;
    const apo_round_ply *ply = &round->plies[round->ply_count - 1];
    apo_json_add_number(out, "ply", (int64_t)round->ply_count);
    apo_json_add_string(out, "text", ply->text);
    apo_json_add_string(out, "san", ply->san);
    apo_json_add_number(out, "at", ply->at_ms);
    apo_json_add_number(out, "spent_ms", ply->spent_ms);
    add_fen(out, round);
}

/* The clock at the event; the current time tells a page how long ago that was. */
static void add_time(apo_buffer *out, const apo_round *round, const apo_event *event)
{
    add_clocks(out, "clock", round, event->at_ms);
}

static const char *add_event(apo_buffer *out, const apo_round *round, const apo_event *event,
                             const apo_view_player players[APO_SIDES])
{
    switch (event->kind) {
    case APO_EVENT_JOIN:
    case APO_EVENT_MERGE:
        add_players(out, round, players);
        apo_json_add_string(out, "status", apo_round_state_word(round->state));
        add_time(out, round, event);
        return "join";
    case APO_EVENT_MOVE:
        add_move_event(out, round);
        add_time(out, round, event);
        return "move";
    case APO_EVENT_TAKEBACK:
        apo_json_add_number(out, "ply", (int64_t)round->ply_count);
        add_fen(out, round);
        add_time(out, round, event);
        return "takeback";
    case APO_EVENT_OFFER:
    case APO_EVENT_WITHDRAW:
    case APO_EVENT_DECLINE:
        apo_view_side_member(out, "by", event->by);
        apo_json_add_text(out, "what", event->data);
        return apo_event_word(event->kind);
    case APO_EVENT_END:
    case APO_EVENT_CANCEL:
        add_result(out, NULL, round);
        apo_json_add_string(out, "status", apo_round_state_word(round->state));
        apo_json_add_string(out, "reason", round->reason);
        add_time(out, round, event);
        return "end";
    case APO_EVENT_REMATCH:
        apo_view_side_member(out, "by", event->by);
        apo_json_add_optional(out, "game", round->rematch);
        return "rematch";
    case APO_EVENT_GIFT:
    case APO_EVENT_VACATION: add_time(out, round, event); return "clock";
    case APO_EVENT_CREATE:
    case APO_EVENT_KINDS: break;
    }
    return NULL;
}

const char *apo_view_event(apo_buffer *out, const apo_round *round, const apo_event *event,
                           const apo_view_player players[APO_SIDES], int64_t now_ms)
{
    apo_json_open(out, NULL, '{');
    const char *name = add_event(out, round, event, players);
    apo_json_add_number(out, "now", now_ms);
    apo_json_close(out, '}');
    return name;
}
