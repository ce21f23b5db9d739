#include "test.h"

#include "base/random.h"
#include "definition/file/definition.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "rules/kernel/movegen.h"
#include "server/round/act.h"
#include "server/round/view.h"

enum {
    EVENTS_MAX = 3 * APO_ROUND_PLIES_MAX
};

/* A game and everything that has happened in it, as it would be stored. */
typedef struct table {
    apo_variant *var;
    apo_round *round;
    int64_t now_ms;
    unsigned key;

    struct {
        apo_event event;
        char *key, *data;
    } log[EVENTS_MAX];

    size_t count;
} table;

static char *copy_of(apo_span span)
{
    char *copy = test_malloc(span.length + 1);
    memcpy(copy, span.text != NULL ? span.text : "", span.length);
    copy[span.length] = '\0';
    return copy;
}

static void commit(table *all, apo_event event)
{
    char *key = copy_of(event.key), *data = copy_of(event.data);
    event.key = apo_span_of(key);
    event.data = apo_span_of(data);
    assert_true(all->count < EVENTS_MAX);
    all->log[all->count].event = event;
    all->log[all->count].key = key;
    all->log[all->count++].data = data;
    assert_int_equal(apo_round_apply(all->round, &event), APO_OK);
}

static void commit_act(table *all, const apo_act *act)
{
    for (unsigned i = 0; i < act->count; i++) {
        commit(all, apo_act_get(act, i));
    }
}

static void start_act(table *all, apo_act *act, unsigned by)
{
    char key[16];
    apo_text text = apo_text_start(key, sizeof key);
    apo_text_add_number(&text, ++all->key);
    apo_act_start(act, all->round, by, all->now_ms, apo_text_span(&text));
}

static void create(table *all, const char *id, unsigned number, const char *white,
                   const char *black)
{
    apo_round_start start = {.number = number};
    apo_position pos;
    apo_buffer data;
    *all = (table){.now_ms = 1000000};
    assert_int_equal(apo_definition_open(&all->var, apo_span_of(id), NULL, NULL), APO_OK);
    all->round = apo_round_new(apo_span_of("game1"), all->var);
    apo_text variant = apo_text_start(start.variant, sizeof start.variant);
    apo_text_add(&variant, id);
    assert_int_equal(apo_time_control_read(&start.controls[0], apo_span_of(white)), APO_OK);
    assert_int_equal(apo_time_control_read(&start.controls[1], apo_span_of(black)), APO_OK);
    start.has_vacation = start.controls[0].kind == APO_CLOCK_DAYS;
    assert_int_equal(apo_position_start(&pos, all->var, 0, number), APO_OK);
    apo_text fen = apo_text_start(start.fen, sizeof start.fen);
    apo_fen_write(&fen, &pos);
    apo_buffer_init(&data, NULL);
    apo_round_start_write(&data, &start);
    apo_event event = {1,          all->now_ms, APO_EVENT_CREATE,
                       APO_NOBODY, {NULL, 0},   apo_buffer_span(&data)};
    commit(all, event);
    apo_buffer_clear(&data);
}

static void sit(table *all, apo_seat seat)
{
    apo_act act;
    start_act(all, &act, APO_NOBODY);
    assert_int_equal(apo_act_join(&act, &seat), APO_REFUSED_NONE);
    commit_act(all, &act);
}

static const apo_seat anna = {APO_SEAT_PERSON, "anna", "Anna A.", 0};
static const apo_seat bert = {APO_SEAT_PERSON, "bert", "Bert", 0};
static const apo_seat machine = {APO_SEAT_COMPUTER, "", "", 3};

static void open_table(table *all, const char *id, const char *clock)
{
    create(all, id, 1, clock, clock);
    sit(all, anna);
    sit(all, bert);
    assert_int_equal(all->round->state, APO_ROUND_PLAYING);
}

static enum apo_refusal move(table *all, unsigned by, const char *text)
{
    apo_act act;
    all->now_ms += 1000;
    start_act(all, &act, by);
    enum apo_refusal refusal =
        apo_act_move(&act, all->round->ply_count, apo_span_of(text), NULL);
    commit_act(all, &act);
    return refusal;
}

static void assert_same_outcome(const apo_game *a, const apo_game *b)
{
    apo_game_info one = apo_game_info_of(a), two = apo_game_info_of(b);
    assert_int_equal(one.length, two.length);
    assert_int_equal(one.occurrences, two.occurrences);
    assert_int_equal(one.outcome.ending, two.outcome.ending);
    assert_int_equal(one.outcome.white_quarters, two.outcome.white_quarters);
}

/* Replaying leaves the results of the positions on the way open: they are found when moves are
 * taken back. */
static void check_outcomes(const table *all)
{
    apo_round *fresh = apo_round_new(apo_span_of("game1"), all->var);
    apo_round *again = apo_round_new(apo_span_of("game1"), all->var);
    apo_round_replay(again, true);
    for (size_t i = 0; i < all->count; i++) {
        assert_int_equal(apo_round_apply(fresh, &all->log[i].event), APO_OK);
        assert_int_equal(apo_round_apply(again, &all->log[i].event), APO_OK);
    }
    apo_round_replay(again, false);
    assert_same_outcome(fresh->game, again->game);
    for (unsigned i = 0; i < 20 && apo_game_undo(fresh->game) == APO_OK; i++) {
        assert_int_equal(apo_game_undo(again->game), APO_OK);
        assert_same_outcome(fresh->game, again->game);
    }
    apo_round_free(fresh);
    apo_round_free(again);
}

/* The same events again give the same round. */
static void check_replay(const table *all)
{
    char a[APO_FEN_MAX], b[APO_FEN_MAX];
    apo_text one = apo_text_start(a, sizeof a), two = apo_text_start(b, sizeof b);
    apo_round *again = apo_round_new(apo_span_of("game1"), all->var);
    for (size_t i = 0; i < all->count; i++)
        assert_int_equal(apo_round_apply(again, &all->log[i].event), APO_OK);
    apo_fen_write(&one, apo_game_position(all->round->game));
    apo_fen_write(&two, apo_game_position(again->game));
    assert_string_equal(a, b);
    assert_memory_equal(&again->clock, &all->round->clock, sizeof again->clock);
    assert_int_equal(again->state, all->round->state);
    assert_int_equal(again->white_quarters, all->round->white_quarters);
    assert_int_equal(again->ply_count, all->round->ply_count);
    assert_int_equal(again->offers[0], all->round->offers[0]);
    assert_int_equal(again->offers[1], all->round->offers[1]);
    assert_int_equal(apo_round_due(again), apo_round_due(all->round));
    apo_round_free(again);
}

static void close_table(table *all)
{
    check_replay(all);
    check_outcomes(all);
    for (size_t i = 0; i < all->count; i++) {
        test_free(all->log[i].key);
        test_free(all->log[i].data);
    }
    apo_round_free(all->round);
    apo_variant_free(all->var);
}

static void test_seats(void **state)
{
    (void)state;
    table all;
    apo_act act;
    create(&all, "chess", 1, "none", "days 3");
    assert_int_equal(apo_round_turn(all.round), APO_NOBODY);
    sit(&all, anna);
    start_act(&all, &act, APO_NOBODY);
    assert_int_equal(apo_act_join(&act, &anna), APO_REFUSED_OWN_GAME);
    start_act(&all, &act, APO_WHITE);
    assert_int_equal(apo_act_move(&act, 0, apo_span_of("e4"), NULL), APO_REFUSED_WAITING);
    sit(&all, bert);
    start_act(&all, &act, APO_NOBODY);
    apo_seat third = bert;
    third.person[0] = 'c';
    assert_int_equal(apo_act_join(&act, &third), APO_REFUSED_TAKEN);
    assert_int_equal(apo_round_side_of(all.round, apo_span_of("bert")), APO_BLACK);
    assert_int_equal(apo_round_side_of(all.round, apo_span_of("cert")), APO_NOBODY);
    assert_int_equal(apo_round_side_of(all.round, apo_span_of("")), APO_NOBODY);
    assert_string_equal(all.round->seats[APO_WHITE].name, "Anna A.");
    close_table(&all);
}

static void test_moves(void **state)
{
    (void)state;
    table all;
    apo_act act;
    apo_error err;
    open_table(&all, "chess", "none");
    assert_int_equal(move(&all, APO_BLACK, "e5"), APO_REFUSED_NOT_TURN);
    assert_int_equal(move(&all, APO_NOBODY, "e4"), APO_REFUSED_NOT_PLAYER);
    assert_int_equal(move(&all, APO_WHITE, "f3"), APO_REFUSED_NONE);
    assert_string_equal(all.round->plies[0].text, "f2f3");
    /* The same move in another notation; another move, too late; one that was never legal. */
    start_act(&all, &act, APO_WHITE);
    assert_int_equal(apo_act_move(&act, 0, apo_span_of("f2f3"), NULL), APO_REFUSED_NONE);
    assert_int_equal(act.count, 0);
    assert_int_equal(apo_act_move(&act, 0, apo_span_of("f2f4"), NULL), APO_REFUSED_CONFLICT);
    assert_int_equal(apo_act_move(&act, 7, apo_span_of("f2f4"), NULL), APO_REFUSED_CONFLICT);
    start_act(&all, &act, APO_BLACK);
    assert_int_equal(apo_act_move(&act, 1, apo_span_of("e7e4"), &err), APO_REFUSED_ILLEGAL);
    assert_true(err.detail[0] != '\0');
    assert_int_equal(move(&all, APO_BLACK, "e7e5"), APO_REFUSED_NONE);
    assert_int_equal(move(&all, APO_WHITE, "g4"), APO_REFUSED_NONE);
    assert_int_equal(move(&all, APO_BLACK, "Qh4"), APO_REFUSED_NONE);
    assert_string_equal(all.round->plies[3].san, "Qh4#");
    assert_int_equal(all.round->state, APO_ROUND_FINISHED);
    assert_string_equal(all.round->reason, "mate");
    assert_int_equal(all.round->white_quarters, 0);
    assert_int_equal(move(&all, APO_WHITE, "a3"), APO_REFUSED_FINISHED);
    close_table(&all);
}

static void test_keys(void **state)
{
    (void)state;
    table all;
    apo_act act;
    open_table(&all, "chess", "none");
    apo_act_start(&act, all.round, APO_WHITE, 1, apo_span_of("secret"));
    assert_int_equal(apo_act_move(&act, 0, apo_span_of("e2e4"), NULL), APO_REFUSED_NONE);
    commit_act(&all, &act);
    assert_int_equal(apo_round_find_key(all.round, apo_span_of("secret"), APO_WHITE), 4);
    assert_int_equal(apo_round_find_key(all.round, apo_span_of("secret"), APO_BLACK), 0);
    assert_int_equal(apo_round_find_key(all.round, apo_span_of("Secret"), APO_WHITE), 0);
    assert_int_equal(apo_round_find_key(all.round, apo_span_of(""), APO_WHITE), 0);
    close_table(&all);
}

static enum apo_refusal offer(table *all, unsigned by, enum apo_offer what)
{
    apo_act act;
    start_act(all, &act, by);
    enum apo_refusal refusal = apo_act_offer(&act, all->round->ply_count, what);
    commit_act(all, &act);
    return refusal;
}

static enum apo_refusal answer(table *all, unsigned by, enum apo_offer what, bool yes)
{
    apo_act act;
    start_act(all, &act, by);
    enum apo_refusal refusal = apo_act_answer(&act, what, yes);
    commit_act(all, &act);
    return refusal;
}

static void test_offers(void **state)
{
    (void)state;
    table all;
    open_table(&all, "modern", "none");
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_TAKEBACK), APO_REFUSED_NOTHING);
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_DRAW), APO_REFUSED_NONE);
    assert_int_equal(answer(&all, APO_WHITE, APO_OFFER_DRAW, true), APO_REFUSED_NO_OFFER);
    assert_int_equal(answer(&all, APO_BLACK, APO_OFFER_ADVANTAGE_BLACK, true),
                     APO_REFUSED_NO_OFFER);
    assert_int_equal(answer(&all, APO_BLACK, APO_OFFER_DRAW, false), APO_REFUSED_NONE);
    assert_int_equal(answer(&all, APO_BLACK, APO_OFFER_DRAW, true), APO_REFUSED_NO_OFFER);
    /* The move of the other side lets an offer lapse, one's own does not. */
    offer(&all, APO_WHITE, APO_OFFER_DRAW);
    assert_int_equal(move(&all, APO_WHITE, "a1a2"), APO_REFUSED_NONE);
    assert_int_equal(all.round->offers[APO_WHITE], APO_OFFER_DRAW);
    assert_int_equal(move(&all, APO_BLACK, "a8a7"), APO_REFUSED_NONE);
    assert_int_equal(all.round->offers[APO_WHITE], APO_OFFER_NONE);
    /* White takes back its move and so Black's. */
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_TAKEBACK), APO_REFUSED_NONE);
    assert_int_equal(answer(&all, APO_BLACK, APO_OFFER_TAKEBACK, true), APO_REFUSED_NONE);
    assert_int_equal(all.round->ply_count, 0);
    move(&all, APO_WHITE, "a1a2");
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_TAKEBACK), APO_REFUSED_NONE);
    assert_int_equal(answer(&all, APO_BLACK, APO_OFFER_TAKEBACK, true), APO_REFUSED_NONE);
    assert_int_equal(all.round->ply_count, 0);
    /* Crossed offers of the same thing are an agreement. */
    offer(&all, APO_WHITE, APO_OFFER_ADVANTAGE_BLACK);
    offer(&all, APO_BLACK, APO_OFFER_ADVANTAGE_BLACK);
    assert_int_equal(all.round->state, APO_ROUND_FINISHED);
    assert_int_equal(all.round->white_quarters, 1);
    assert_string_equal(all.round->reason, "agreement");
    close_table(&all);
}

/* Offers and take-backs do not make a game grow without end; moves still end it. */
static void test_endless_offers(void **state)
{
    (void)state;
    table all;
    apo_act act;
    enum apo_refusal refusal = APO_REFUSED_NONE;
    open_table(&all, "chess", "none");
    while (refusal == APO_REFUSED_NONE && all.round->seq < 3 * APO_ROUND_PLIES_MAX) {
        refusal = offer(&all, APO_BLACK, APO_OFFER_DRAW);
        if (refusal != APO_REFUSED_NONE)
            break;
        start_act(&all, &act, APO_BLACK);
        assert_int_equal(apo_act_withdraw(&act), APO_REFUSED_NONE);
        commit_act(&all, &act);
    }
    assert_int_equal(refusal, APO_REFUSED_TOO_LONG);
    assert_in_range(all.round->seq, APO_ROUND_PLIES_MAX, 2 * APO_ROUND_PLIES_MAX + 1);
    assert_int_equal(move(&all, APO_WHITE, "e2e4"), APO_REFUSED_NONE);
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_TAKEBACK), APO_REFUSED_TOO_LONG);
    close_table(&all);
}

static void test_no_advantage_in_chess(void **state)
{
    (void)state;
    table all;
    apo_act act;
    open_table(&all, "chess", "none");
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_ADVANTAGE_WHITE),
                     APO_REFUSED_UNSUPPORTED);
    offer(&all, APO_BLACK, APO_OFFER_DRAW);
    start_act(&all, &act, APO_BLACK);
    assert_int_equal(apo_act_withdraw(&act), APO_REFUSED_NONE);
    commit_act(&all, &act);
    assert_int_equal(answer(&all, APO_WHITE, APO_OFFER_DRAW, true), APO_REFUSED_NO_OFFER);
    start_act(&all, &act, APO_WHITE);
    assert_int_equal(apo_act_resign(&act), APO_REFUSED_NONE);
    commit_act(&all, &act);
    assert_int_equal(all.round->white_quarters, 0);
    assert_string_equal(all.round->reason, "resignation");
    close_table(&all);
}

static void test_computer(void **state)
{
    (void)state;
    table all;
    create(&all, "chess", 1, "none", "none");
    sit(&all, anna);
    sit(&all, machine);
    move(&all, APO_WHITE, "e4");
    assert_true(apo_round_wants_computer(all.round));
    /* Taken back while the computer thinks, and after its answer. */
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_TAKEBACK), APO_REFUSED_NONE);
    assert_int_equal(all.round->ply_count, 0);
    move(&all, APO_WHITE, "d4");
    move(&all, APO_BLACK, "d5");
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_TAKEBACK), APO_REFUSED_NONE);
    assert_int_equal(all.round->ply_count, 0);
    assert_int_equal(offer(&all, APO_WHITE, APO_OFFER_DRAW), APO_REFUSED_NONE);
    assert_int_equal(all.round->offers[APO_WHITE], APO_OFFER_NONE);
    assert_int_equal(all.round->state, APO_ROUND_PLAYING);
    close_table(&all);
}

static void test_flag(void **state)
{
    (void)state;
    table all;
    apo_act act;
    open_table(&all, "chess", "live 60000 0");
    move(&all, APO_WHITE, "e4");
    move(&all, APO_BLACK, "e5");
    assert_int_equal(apo_round_due(all.round), all.now_ms + 60000);
    all.now_ms += 59999;
    start_act(&all, &act, APO_BLACK);
    assert_int_equal(apo_act_look(&act), APO_REFUSED_NONE);
    assert_int_equal(act.count, 0);
    all.now_ms += 1;
    /* The move comes too late: the game is over with it. */
    assert_int_equal(move(&all, APO_WHITE, "Nf3"), APO_REFUSED_FINISHED);
    assert_int_equal(all.round->state, APO_ROUND_FINISHED);
    assert_string_equal(all.round->reason, "time");
    assert_int_equal(all.round->white_quarters, 0);
    close_table(&all);
}

static void test_expiry(void **state)
{
    (void)state;
    table all;
    apo_act act;
    create(&all, "chess", 1, "live 60000 0", "live 60000 0");
    sit(&all, anna);
    all.now_ms = apo_round_due(all.round);
    start_act(&all, &act, APO_NOBODY);
    apo_act_look(&act);
    commit_act(&all, &act);
    assert_int_equal(all.round->state, APO_ROUND_CANCELLED);
    assert_string_equal(all.round->reason, "expired");
    close_table(&all);
    open_table(&all, "chess", "live 60000 0");
    move(&all, APO_WHITE, "e4");
    all.now_ms = apo_round_due(all.round);
    start_act(&all, &act, APO_NOBODY);
    apo_act_look(&act);
    commit_act(&all, &act);
    assert_string_equal(all.round->reason, "not-begun");
    close_table(&all);
}

static void test_cancel_and_rematch(void **state)
{
    (void)state;
    table all;
    apo_act act;
    bool is_agreed;
    open_table(&all, "chess", "none");
    start_act(&all, &act, APO_BLACK);
    assert_int_equal(apo_act_rematch(&act, &is_agreed), APO_REFUSED_NOT_FINISHED);
    move(&all, APO_WHITE, "e4");
    move(&all, APO_BLACK, "e5");
    start_act(&all, &act, APO_BLACK);
    assert_int_equal(apo_act_cancel(&act), APO_REFUSED_BEGUN);
    assert_int_equal(apo_act_resign(&act), APO_REFUSED_NONE);
    commit_act(&all, &act);
    start_act(&all, &act, APO_BLACK);
    assert_int_equal(apo_act_rematch(&act, &is_agreed), APO_REFUSED_NONE);
    assert_false(is_agreed);
    commit_act(&all, &act);
    start_act(&all, &act, APO_WHITE);
    assert_int_equal(apo_act_rematch(&act, &is_agreed), APO_REFUSED_NONE);
    assert_true(is_agreed);
    apo_act_rematch_made(&act, apo_span_of("next"));
    commit_act(&all, &act);
    assert_string_equal(all.round->rematch, "next");
    start_act(&all, &act, APO_WHITE);
    assert_int_equal(apo_act_rematch(&act, &is_agreed), APO_REFUSED_NONE);
    assert_false(is_agreed);
    assert_int_equal(act.count, 0);
    close_table(&all);
}

/* Random games of all five with take-backs; at the end the events are replayed. */
static void test_random_games(void **state)
{
    (void)state;
    static const char *const games[] = {"alert", "modern", "classic", "apothecary2", "prequel"};
    static apo_moves moves;
    apo_random random;
    apo_random_seed(&random, 5);
    for (size_t g = 0; g < 5; g++) {
        table all;
        open_table(&all, games[g], "live 600000 1000");
        for (int i = 0; i < 150 && all.round->state == APO_ROUND_PLAYING; i++) {
            const apo_position *pos = apo_game_position(all.round->game);
            char buf[APO_COORDINATE_MAX];
            apo_text text = apo_text_start(buf, sizeof buf);
            unsigned turn = apo_round_turn(all.round);
            apo_moves_legal(apo_moves_start(&moves), pos);
            const apo_move *mv =
                &moves.list.moves[apo_random_below(&random, (uint32_t)moves.list.count)];
            apo_coordinate_write(&text, pos, mv);
            assert_int_equal(move(&all, turn, buf), APO_REFUSED_NONE);
            if (apo_random_below(&random, 10) == 0 &&
                offer(&all, turn, APO_OFFER_TAKEBACK) == APO_REFUSED_NONE)
                answer(&all, turn ^ 1U, APO_OFFER_TAKEBACK, true);
        }
        close_table(&all);
    }
}

/* A player goes on under another name: nothing else in the game changes. */
static void test_merge(void **state)
{
    (void)state;
    table all;
    apo_act act;
    open_table(&all, "chess", "live 300000 0");
    move(&all, APO_WHITE, "e2e4");
    int64_t due_ms = apo_round_due(all.round);
    all.now_ms += 5000;
    start_act(&all, &act, APO_WHITE);
    apo_act_merge(&act, "bert", "Bert"); /* has the other seat */
    assert_int_equal(act.count, 0);
    apo_act_merge(&act, "carl", "Carl C.");
    commit_act(&all, &act);
    assert_int_equal(apo_round_side_of(all.round, apo_span_of("carl")), APO_WHITE);
    assert_int_equal(apo_round_side_of(all.round, apo_span_of("anna")), APO_NOBODY);
    assert_string_equal(all.round->seats[APO_WHITE].name, "Carl C.");
    assert_int_equal(apo_round_due(all.round), due_ms);
    assert_int_equal(move(&all, APO_BLACK, "e7e5"), APO_REFUSED_NONE);
    assert_int_equal(move(&all, APO_WHITE, "g1f3"), APO_REFUSED_NONE);
    close_table(&all);
}

static const int64_t day = INT64_C(86400000);

static void look(table *all)
{
    apo_act act;
    start_act(all, &act, APO_NOBODY);
    assert_int_equal(apo_act_look(&act), APO_REFUSED_NONE);
    commit_act(all, &act);
}

/* Where no clock runs: 30 days for a first move, half a year for any other one. */
static void test_silence(void **state)
{
    (void)state;
    table all;
    open_table(&all, "chess", "days 3");
    move(&all, APO_WHITE, "e4");
    assert_int_equal(apo_round_due(all.round), all.now_ms + 30 * day);
    all.now_ms += 30 * day;
    look(&all);
    assert_int_equal(all.round->state, APO_ROUND_CANCELLED);
    assert_string_equal(all.round->reason, "not-begun");
    close_table(&all);

    open_table(&all, "chess", "none");
    move(&all, APO_WHITE, "e4");
    move(&all, APO_BLACK, "e5");
    int64_t last_ms = all.now_ms;
    all.now_ms += 179 * day;
    offer(&all, APO_BLACK, APO_OFFER_DRAW); /* is no move */
    look(&all);
    assert_int_equal(all.round->state, APO_ROUND_PLAYING);
    assert_int_equal(apo_round_due(all.round), last_ms + 180 * day);
    all.now_ms += day;
    look(&all);
    assert_int_equal(all.round->state, APO_ROUND_FINISHED);
    assert_string_equal(all.round->reason, "silence");
    assert_int_equal(all.round->white_quarters, 0);
    close_table(&all);

    create(&all, "chess", 1, "none", "none");
    sit(&all, anna);
    sit(&all, machine);
    move(&all, APO_WHITE, "e4");
    assert_int_equal(apo_round_due(all.round), APO_CLOCK_FOREVER);
    move(&all, APO_BLACK, "e5");
    all.now_ms += 180 * day;
    look(&all);
    assert_int_equal(all.round->state, APO_ROUND_CANCELLED);
    assert_string_equal(all.round->reason, "silence");
    close_table(&all);
}

static unsigned rest(table *all, unsigned side, bool is_begun)
{
    apo_act act;
    start_act(all, &act, APO_NOBODY);
    apo_act_vacation(&act, side, is_begun);
    commit_act(all, &act);
    return act.count;
}

static void test_vacation(void **state)
{
    (void)state;
    table all;
    open_table(&all, "chess", "days 3");
    move(&all, APO_WHITE, "e4");
    move(&all, APO_BLACK, "e5");
    all.now_ms += 2 * day;
    assert_int_equal(rest(&all, APO_WHITE, true), 1);
    assert_int_equal(rest(&all, APO_WHITE, true), 0);
    assert_int_equal(apo_round_due(all.round), APO_CLOCK_FOREVER);
    all.now_ms += 20 * day;
    look(&all);
    assert_int_equal(rest(&all, APO_WHITE, false), 1);
    assert_int_equal(apo_round_due(all.round), all.now_ms + day);
    /* Both are away: the flag of the one who is not on vacation falls. */
    assert_int_equal(rest(&all, APO_BLACK, true), 1);
    all.now_ms += day;
    look(&all);
    assert_string_equal(all.round->reason, "time");
    close_table(&all);

    open_table(&all, "chess", "live 60000 0");
    assert_int_equal(rest(&all, APO_WHITE, true), 0);
    close_table(&all);
}

static void test_start_text(void **state)
{
    (void)state;
    static const char text[] = "variant chess\nnumber 1\n"
                               "white stock 864000 86400 0 0 0 0\nblack days 3\n"
                               "weekend 1\nvacation 1\nfen x\n";
    static const char *const bad[] = {"variant chess\nweekend 0\nfen x\n",
                                      "variant chess\nvacation yes\nfen x\n", "variant chess\n",
                                      "fen x\n"};
    apo_round_start start;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_round_start_read(&start, apo_span_of(text)), APO_OK);
    assert_true(start.has_weekend && start.has_vacation);
    apo_round_start_write(&out, &start);
    assert_true(apo_span_is(apo_buffer_span(&out), text));
    apo_buffer_clear(&out);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(apo_round_start_read(&start, apo_span_of(bad[i])), APO_E_SYNTAX);
    /* The text of games that began before weekends and vacations counted. */
    assert_int_equal(
        apo_round_start_read(&start,
                             apo_span_of("variant chess\nwhite days 3\nblack days 3\nfen x\n")),
        APO_OK);
    assert_false(start.has_weekend || start.has_vacation);
}

static void test_broken_events(void **state)
{
    (void)state;
    table all;
    open_table(&all, "chess", "none");
    static const apo_event broken[] = {
        {9, 0, APO_EVENT_MOVE, APO_WHITE, {"", 0}, {"e2e4", 4}},
        {4, 0, APO_EVENT_MOVE, APO_WHITE, {"", 0}, {"e2e5", 4}},
        {4, 0, APO_EVENT_MOVE, APO_BLACK, {"", 0}, {"e7e5", 4}},
        {4, 0, APO_EVENT_CREATE, APO_BLACK, {"", 0}, {"fen x", 5}},
        {4, 0, APO_EVENT_JOIN, APO_BLACK, {"", 0}, {"computer 3", 10}},
        {4, 0, APO_EVENT_MERGE, APO_NOBODY, {"", 0}, {"carl Carl", 9}},
        {4, 0, APO_EVENT_MERGE, APO_BLACK, {"", 0}, {"anna Anna A.", 12}},
        {4, 0, APO_EVENT_TAKEBACK, APO_BLACK, {"", 0}, {"0", 1}},
        {4, 0, APO_EVENT_OFFER, APO_BLACK, {"", 0}, {"money", 5}},
        {4, 0, APO_EVENT_END, APO_BLACK, {"", 0}, {"5 mate", 6}},
        {4, 0, APO_EVENT_REMATCH, APO_BLACK, {"", 0}, {"offer", 5}},
        {4, 0, APO_EVENT_VACATION, APO_BLACK, {"", 0}, {"begin", 5}},
        {4, 0, APO_EVENT_KINDS, APO_BLACK, {"", 0}, {"", 0}},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        assert_int_not_equal(apo_round_apply(all.round, &broken[i]), APO_OK);
    close_table(&all);
}

/* Whatever the rules may say of an end, people read it in words. */
static void test_reasons(void **state)
{
    (void)state;
    for (apo_ending ending = APO_ENDING_MATE; ending < APO_ENDINGS; ending++) {
        const char *word = apo_ending_word(ending);
        if (strcmp(apo_view_reason(word), word) == 0)
            fail_msg("apo_view_reason (src/server/round/view.c) does not know \"%s\"", word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),          cmocka_unit_test(test_moves),
        cmocka_unit_test(test_keys),           cmocka_unit_test(test_offers),
        cmocka_unit_test(test_endless_offers), cmocka_unit_test(test_no_advantage_in_chess),
        cmocka_unit_test(test_computer),       cmocka_unit_test(test_flag),
        cmocka_unit_test(test_expiry),         cmocka_unit_test(test_cancel_and_rematch),
        cmocka_unit_test(test_random_games),   cmocka_unit_test(test_merge),
        cmocka_unit_test(test_silence),        cmocka_unit_test(test_vacation),
        cmocka_unit_test(test_start_text),     cmocka_unit_test(test_broken_events),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
