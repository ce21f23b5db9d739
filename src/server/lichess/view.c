#include "server/lichess/view.h"

#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "notation/fen.h"
#include "server/invite/invite.h"
#include "store/ratings.h"

enum {
    MOVES_OF_A_GAME = 40,   /* in lichess's estimate of how long a game takes */
    FOREVER_MS = 2147483647 /* lichess's value for no clock */
};

bool apo_lichess_knows(const char *variant)
{
    return strcmp(variant, APO_LICHESS_VARIANT) == 0;
}

/* --- parts --------------------------------------------------------------- */

/* An account as a user, {"id","name"} and more; `name_key` is "name" or "username". Ids of
 * people are their names in lower case. */
static void add_user(apo_buffer *out, const char *member, const char *name_key,
                     const char *name)
{
    char id[APO_STORE_NAME_MAX];
    apo_text_copy(id, sizeof id, name);
    for (char *at = id; *at != '\0'; at++)
        *at = apo_to_lower(*at);
    apo_json_open(out, member, '{');
    apo_json_add_string(out, "id", id);
    apo_json_add_string(out, name_key, name);
    apo_json_close(out, '}');
}

static void add_seat(apo_buffer *out, const char *member, const char *name_key,
                     const apo_live_game *game, unsigned side)
{
    const apo_seat *seat = &apo_live_game_round(game)->seats[side];
    if (seat->kind != APO_SEAT_COMPUTER) {
        add_user(out, member, name_key, apo_live_game_players(game)[side].name);
        return;
    }
    apo_json_open(out, member, '{');
    apo_json_add_null(out, "id");
    apo_json_add_string(out, name_key, "Computer");
    apo_json_add_number(out, "aiLevel", seat->level);
    apo_json_close(out, '}');
}

static bool is_standard(const apo_round_start *start)
{
    return start->number == 1 && start->handicap[0] == '\0' && start->name[0] == '\0';
}

static void add_variant(apo_buffer *out, const apo_round_start *start)
{
    bool is_usual = is_standard(start);
    apo_json_open(out, "variant", '{');
    apo_json_add_string(out, "key", is_usual ? "standard" : "fromPosition");
    apo_json_add_string(out, "name", is_usual ? "Standard" : "From Position");
    apo_json_add_string(out, "short", is_usual ? "Std" : "FEN");
    apo_json_close(out, '}');
}

static const char *speed_of(const apo_time_control *control)
{
    int64_t seconds = (control->base_ms + MOVES_OF_A_GAME * control->increment_ms) / 1000;
    if (control->kind != APO_CLOCK_LIVE)
        return "correspondence";
    if (seconds < 30)
        return "ultraBullet";
    if (seconds < 180)
        return "bullet";
    if (seconds < 480)
        return "blitz";
    return seconds < 1500 ? "rapid" : "classical";
}

static void add_perf(apo_buffer *out, const apo_time_control *control)
{
    apo_json_open(out, "perf", '{');
    apo_json_add_string(out, "name", speed_of(control));
    apo_json_close(out, '}');
}

static void add_start(apo_buffer *out, const apo_round_start *start)
{
    apo_json_add_string(out, "initialFen", is_standard(start) ? "startpos" : start->fen);
}

static int64_t time_left(const apo_round *round, unsigned side, int64_t now_ms)
{
    int64_t left_ms = apo_clock_left(&round->clock, (apo_side)side, now_ms);
    return left_ms < FOREVER_MS ? left_ms : FOREVER_MS;
}

/* --- the state ----------------------------------------------------------- */

static const char *status_of(const apo_round *round)
{
    static const char *const pairs[][2] = {
        {"mate", "mate"},      {"stalemate", "stalemate"}, {"resignation", "resign"},
        {"time", "outoftime"}, {"silence", "timeout"},     {"abandoned", "timeout"},
    };
    switch (round->state) {
    case APO_ROUND_WAITING: return "created";
    case APO_ROUND_PLAYING: return "started";
    case APO_ROUND_CANCELLED: return "aborted";
    case APO_ROUND_FINISHED:
    case APO_ROUND_STATES: break;
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (strcmp(round->reason, pairs[i][0]) == 0)
            return pairs[i][1];
    }
    return "draw";
}

static void add_winner(apo_buffer *out, const apo_round *round)
{
    if (round->state != APO_ROUND_FINISHED)
        return;
    if (round->white_quarters == 4 || round->white_quarters == 0)
        apo_json_add_string(out, "winner", round->white_quarters == 4 ? "white" : "black");
}

/* Our coordinates are those of UCI where the game is chess. */
static void add_moves(apo_buffer *out, const apo_round *round)
{
    apo_buffer moves;
    apo_buffer_init(&moves, NULL);
    for (size_t i = 0; i < round->ply_count; i++) {
        apo_buffer_add(&moves, i > 0 ? " " : "");
        apo_buffer_add(&moves, round->plies[i].text);
    }
    apo_json_add_text(out, "moves", apo_buffer_span(&moves));
    apo_buffer_clear(&moves);
}

static int64_t increment_of(const apo_time_control *control)
{
    return control->kind == APO_CLOCK_LIVE ? control->increment_ms : 0;
}

static void add_state(apo_buffer *out, const char *member, const apo_round *round,
                      int64_t now_ms)
{
    const apo_time_control *controls = round->start.controls;
    apo_json_open(out, member, '{');
    apo_json_add_string(out, "type", "gameState");
    add_moves(out, round);
    apo_json_add_number(out, "wtime", time_left(round, APO_WHITE, now_ms));
    apo_json_add_number(out, "btime", time_left(round, APO_BLACK, now_ms));
    apo_json_add_number(out, "winc", increment_of(&controls[APO_WHITE]));
    apo_json_add_number(out, "binc", increment_of(&controls[APO_BLACK]));
    apo_json_add_flag(out, "wdraw", round->offers[APO_WHITE] == APO_OFFER_DRAW);
    apo_json_add_flag(out, "bdraw", round->offers[APO_BLACK] == APO_OFFER_DRAW);
    apo_json_add_flag(out, "wtakeback", round->offers[APO_WHITE] == APO_OFFER_TAKEBACK);
    apo_json_add_flag(out, "btakeback", round->offers[APO_BLACK] == APO_OFFER_TAKEBACK);
    apo_json_add_string(out, "status", status_of(round));
    add_winner(out, round);
    apo_json_close(out, '}');
}

void apo_lichess_view_state(apo_buffer *out, const apo_live_game *game, int64_t now_ms)
{
    add_state(out, NULL, apo_live_game_round(game), now_ms);
    apo_buffer_add_char(out, '\n');
}

static void add_clock(apo_buffer *out, const apo_time_control *control)
{
    if (control->kind == APO_CLOCK_DAYS && control->days > 0)
        apo_json_add_number(out, "daysPerTurn", control->days);
    if (control->kind != APO_CLOCK_LIVE) {
        apo_json_add_null(out, "clock");
        return;
    }
    apo_json_open(out, "clock", '{');
    apo_json_add_number(out, "initial", control->base_ms);
    apo_json_add_number(out, "increment", control->increment_ms);
    apo_json_close(out, '}');
}

void apo_lichess_view_full(apo_buffer *out, const apo_live_game *game, int64_t now_ms)
{
    const apo_round *round = apo_live_game_round(game);
    const apo_time_control *control = &round->start.controls[APO_WHITE];
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "type", "gameFull");
    apo_json_add_string(out, "id", round->id);
    apo_json_add_flag(out, "rated", round->start.is_rated);
    add_variant(out, &round->start);
    add_clock(out, control);
    apo_json_add_string(out, "speed", speed_of(control));
    add_perf(out, control);
    apo_json_add_number(out, "createdAt", apo_live_game_row(game)->created_ms);
    add_seat(out, "white", "name", game, APO_WHITE);
    add_seat(out, "black", "name", game, APO_BLACK);
    add_start(out, &round->start);
    add_state(out, "state", round, now_ms);
    apo_json_close(out, '}');
    apo_buffer_add_char(out, '\n');
}

/* --- lists and events ---------------------------------------------------- */

static void add_status(apo_buffer *out, const apo_round *round)
{
    apo_json_open(out, "status", '{');
    apo_json_add_string(out, "name", status_of(round));
    apo_json_close(out, '}');
}

static void add_compat(apo_buffer *out)
{
    apo_json_open(out, "compat", '{');
    apo_json_add_flag(out, "bot", true);
    apo_json_add_flag(out, "board", true);
    apo_json_close(out, '}');
}

static void add_position(apo_buffer *out, const apo_round *round)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_fen_write(&text, apo_game_position(round->game));
    apo_json_add_text(out, "fen", apo_text_span(&text));
    apo_json_add_string(out, "lastMove",
                        round->ply_count > 0 ? round->plies[round->ply_count - 1].text : "");
}

void apo_lichess_view_info(apo_buffer *out, const char *member, const apo_live_game *game,
                           unsigned side, int64_t now_ms)
{
    const apo_round *round = apo_live_game_round(game);
    const apo_time_control *control = &round->start.controls[side];
    apo_json_open(out, member, '{');
    apo_json_add_string(out, "id", round->id);
    apo_json_add_string(out, "gameId", round->id);
    apo_json_add_string(out, "fullId", round->id);
    apo_json_add_string(out, "color", apo_view_side(side));
    add_position(out, round);
    apo_json_add_flag(out, "hasMoved", round->ply_count > side);
    apo_json_add_flag(out, "isMyTurn", apo_round_turn(round) == side);
    add_seat(out, "opponent", "username", game, side ^ 1U);
    apo_json_add_string(out, "perf", speed_of(control));
    apo_json_add_flag(out, "rated", round->start.is_rated);
    if (control->kind != APO_CLOCK_NONE)
        apo_json_add_number(out, "secondsLeft", time_left(round, side, now_ms) / 1000);
    apo_json_add_string(out, "source", "friend");
    add_status(out, round);
    add_winner(out, round);
    apo_json_add_string(out, "speed", speed_of(control));
    add_variant(out, &round->start);
    add_compat(out);
    apo_json_close(out, '}');
}

void apo_lichess_view_event(apo_buffer *out, const char *type, const apo_live_game *game,
                            unsigned side, int64_t now_ms)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "type", type);
    apo_lichess_view_info(out, "game", game, side, now_ms);
    apo_json_close(out, '}');
    apo_buffer_add_char(out, '\n');
}

/* --- challenges ---------------------------------------------------------- */

static void add_control(apo_buffer *out, const apo_time_control *control)
{
    apo_json_open(out, "timeControl", '{');
    if (control->kind == APO_CLOCK_LIVE) {
        apo_json_add_string(out, "type", "clock");
        apo_json_add_number(out, "limit", control->base_ms / 1000);
        apo_json_add_number(out, "increment", control->increment_ms / 1000);
    } else if (control->kind == APO_CLOCK_DAYS) {
        apo_json_add_string(out, "type", "correspondence");
        /* With a reserve, a move may take longer than this. */
        apo_json_add_number(out, "daysPerTurn", control->days > 0 ? control->days : 1);
    } else {
        apo_json_add_string(out, "type", "unlimited");
    }
    apo_json_close(out, '}');
}

static const char *challenge_status(enum apo_store_fate fate)
{
    return fate == APO_FATE_OPEN       ? "created"
           : fate == APO_FATE_DECLINED ? "declined"
                                       : "canceled";
}

static void add_challenge(apo_buffer *out, const char *member, const apo_store_invitation *row,
                          const apo_game_setup *setup, const apo_store_person people[APO_SIDES])
{
    const apo_round_start *start = &setup->start;
    const apo_time_control *control = &start->controls[APO_WHITE];
    const char *color = row->is_random ? "random" : apo_view_side(row->color);
    apo_json_open(out, member, '{');
    apo_json_add_string(out, "id", row->id);
    apo_json_add_string(out, "status", challenge_status(row->fate));
    if (row->fate == APO_FATE_DECLINED) { /* people here give no reason from lichess's list */
        apo_json_add_string(out, "declineReason", "declined");
        apo_json_add_string(out, "declineReasonKey", "generic");
    }
    add_user(out, "challenger", "name", people[0].name);
    add_user(out, "destUser", "name", people[1].name);
    add_variant(out, start);
    apo_json_add_flag(out, "rated", start->is_rated);
    apo_json_add_string(out, "speed", speed_of(control));
    add_control(out, control);
    apo_json_add_string(out, "color", color);
    /* Colours are secret until the game begins. */
    apo_json_add_string(out, "finalColor", color);
    add_perf(out, control);
    add_start(out, start);
    apo_json_close(out, '}');
}

bool apo_lichess_view_challenge(apo_buffer *out, apo_app *app, const char *type,
                                const apo_store_invitation *row)
{
    apo_game_setup setup;
    apo_round_start start;
    apo_store_person people[APO_SIDES];
    /* Does not even look up other games, which might have to be compiled. */
    if (apo_round_start_read(&start, apo_span_of(row->setup)) != APO_OK ||
        !apo_lichess_knows(start.variant) ||
        apo_invite_setup(&setup, row, app->variants, app->store) != APO_OK ||
        apo_store_find_person(app->store, &people[0], apo_span_of(row->asker)) != APO_OK ||
        apo_store_find_person(app->store, &people[1], apo_span_of(row->asked)) != APO_OK)
        return false;
    if (type == NULL) {
        add_challenge(out, NULL, row, &setup, people);
        return true;
    }
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "type", type);
    add_challenge(out, "challenge", row, &setup, people);
    add_compat(out);
    apo_json_close(out, '}');
    apo_buffer_add_char(out, '\n');
    return true;
}

/* --- accounts ------------------------------------------------------------ */

static bool add_rating(void *context, const apo_store_rating *rating)
{
    static const char *const speeds[] = {"bullet", "blitz", "rapid", "classical"};
    apo_buffer *out = context;
    bool is_live = strcmp(rating->clock, "live") == 0;
    if (!apo_lichess_knows(rating->variant) || strcmp(rating->clock, "none") == 0)
        return true;
    /* We have one rating for all live clocks, so each of lichess's speeds gets it. */
    for (size_t i = 0; i < (is_live ? sizeof speeds / sizeof speeds[0] : 1); i++) {
        apo_json_open(out, is_live ? speeds[i] : "correspondence", '{');
        apo_json_add_number(out, "games", rating->games);
        apo_json_add_number(out, "rating", (int64_t)rating->rating);
        apo_json_add_number(out, "rd", (int64_t)rating->deviation);
        apo_json_close(out, '}');
    }
    return true;
}

void apo_lichess_view_profile(apo_buffer *out, apo_app *app, const apo_store_person *person,
                              bool is_online, bool is_blocked)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", person->name_key);
    apo_json_add_string(out, "username", person->name);
    /* Any account may be played by a program. */
    apo_json_add_string(out, "title", "BOT");
    apo_json_open(out, "perfs", '{');
    apo_store_list_ratings(app->store, apo_span_of(person->id), add_rating, out);
    apo_json_close(out, '}');
    apo_json_add_number(out, "createdAt", person->created_ms);
    apo_json_add_flag(out, "online", is_online);
    apo_json_add_flag(out, "blocking", is_blocked);
    apo_json_close(out, '}');
}
