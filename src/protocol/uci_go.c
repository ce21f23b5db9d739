#include "notation/coordinate.h"
#include "protocol/uci_priv.h"
#include "rules/rules/program_view.h"

enum {
    MS_MAX = 1000000000, /* eleven days */
    PERFT_DEPTH_MAX = 30,
    PERFT_AT_ONCE = 2, /* plies */
    MATE_MOVES_MAX = APO_PLIES_MAX / 4
};

/* --- jobs ---------------------------------------------------------------- */

static void send_decision(apo_uci *uci, const apo_decision *made)
{
    const apo_position *pos = apo_engine_position(uci->engine);
    apo_buffer line;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "bestmove ");
    if (!made->has_move) {
        apo_buffer_add(&line, "(none)");
    } else {
        apo_uci_add_move(&line, uci, pos, &made->best);
        if (made->has_ponder) {
            apo_position after = *pos;
            apo_undo undo;
            apo_make(&after, &made->best, &undo);
            apo_buffer_add(&line, " ponder ");
            apo_uci_add_move(&line, uci, &after, &made->ponder);
        }
    }
    apo_uci_send_buffer(uci, &line);
}

static void search_job(void *context)
{
    apo_uci *uci = context;
    apo_decision made = {.has_move = false};
    uci->choice = (apo_level_choice){.whole = {.count = 0}};
    if (apo_engine_go(&made, uci->engine, &uci->limits, apo_uci_send_info, uci) == APO_OK)
        apo_level_pick(&made, &uci->choice, &uci->level, apo_engine_position(uci->engine),
                       &uci->random);
    if (uci->limits.is_infinite)
        apo_runner_wait_for_stop(uci->runner);
    if (!uci->is_silent)
        send_decision(uci, &made);
}

/* Counts like apo_perft, but can be stopped. Each part left to apo_perft takes very little
 * time, yet enough to outweigh its copy of the position. `pos` is restored.
 */
/* NOLINTNEXTLINE(misc-no-recursion): depth ends it. */
static uint64_t count_below(apo_uci *uci, apo_position *pos, unsigned depth)
{
    if (depth <= PERFT_AT_ONCE)
        return apo_perft(pos, depth);
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_undo undo;
    uint64_t total = 0;
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count && total != APO_PERFT_UNKNOWN; i++) {
        if (apo_runner_is_stopped(uci->runner))
            break;
        apo_make(pos, &list->moves[i], &undo);
        uint64_t count = count_below(uci, pos, depth - 1);
        total = count == APO_PERFT_UNKNOWN ? count : total + count;
        apo_unmake(pos, &undo);
    }
    return list->is_overflowed ? APO_PERFT_UNKNOWN : total;
}

/* Counts below a move, and sends the count. */
static uint64_t count_move(apo_uci *uci, apo_position *pos, const apo_move *mv)
{
    apo_buffer line;
    apo_undo undo;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_uci_add_move(&line, uci, pos, mv);
    apo_make(pos, mv, &undo);
    uint64_t count = count_below(uci, pos, uci->perft_depth - 1);
    apo_unmake(pos, &undo);
    apo_uci_add_number(&line, ": ", (int64_t)count);
    if (count != APO_PERFT_UNKNOWN)
        apo_uci_send_buffer(uci, &line);
    apo_buffer_clear(&line);
    return count;
}

static void perft_job(void *context)
{
    apo_uci *uci = context;
    apo_position pos = *apo_engine_position(uci->engine);
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_buffer line;
    uint64_t total = 0;
    bool is_known = apo_moves_legal(list, &pos) == APO_OK;
    for (size_t i = 0; is_known && i < list->count && !apo_runner_is_stopped(uci->runner);
         i++) {
        uint64_t count = count_move(uci, &pos, &list->moves[i]);
        is_known = count != APO_PERFT_UNKNOWN;
        total += count;
    }
    if (!is_known) {
        apo_uci_report_error(uci, apo_status_message(APO_E_OVERFLOW), apo_span_of("perft"));
        return;
    }
    apo_buffer_init(&line, uci->environment.alloc);
    apo_uci_add_number(&line, "Nodes searched: ", (int64_t)total);
    apo_uci_send_buffer(uci, &line);
}

void apo_uci_handle_stop(apo_uci *uci, apo_span rest)
{
    (void)rest;
    apo_uci_end_job(uci);
}

void apo_uci_end_job(apo_uci *uci)
{
    apo_engine_stop(uci->engine);
    apo_runner_stop(uci->runner);
    uci->is_pondering = false;
}

static void start_job(apo_uci *uci, void (*job)(void *context))
{
    apo_engine_arm(uci->engine);
    if (apo_runner_start(uci->runner, job, uci) != APO_OK)
        apo_uci_report_error(uci, "no thread available", apo_span_of(""));
}

/* --- go ------------------------------------------------------------------ */

/* Reads a number after a word of "go"; negative times, which some programs send, count as 0. */
static bool read_number(apo_uci *uci, apo_span word, int64_t maximum, int64_t *out)
{
    bool is_negative = word.length > 1 && word.text[0] == '-';
    uint32_t number;
    if (!apo_span_number(apo_span_part(word, is_negative, word.length), UINT32_MAX, &number)) {
        apo_uci_report_error(uci, "not a number", word);
        return false;
    }
    *out = is_negative ? 0 : number > maximum ? maximum : number;
    return true;
}

typedef struct go_words {
    int64_t depth, nodes, mate, movetime, time[APO_SIDES], increment[APO_SIDES], movestogo,
        perft;
    bool has_time[APO_SIDES], has_perft;
} go_words;

typedef struct go_word {
    const char *name;
    int64_t *number;
    int64_t maximum;
    bool *is_given; /* may be NULL */
} go_word;

/* Reads the number after `name`, if that word takes one. */
static void read_go_word(apo_uci *uci, go_words *out, apo_span name, apo_span *rest)
{
    const go_word words[] = {
        {"depth", &out->depth, APO_PLIES_MAX - 1, NULL},
        {"nodes", &out->nodes, UINT32_MAX, NULL},
        {"mate", &out->mate, MATE_MOVES_MAX, NULL},
        {"movetime", &out->movetime, MS_MAX, NULL},
        {"wtime", &out->time[APO_WHITE], MS_MAX, &out->has_time[APO_WHITE]},
        {"btime", &out->time[APO_BLACK], MS_MAX, &out->has_time[APO_BLACK]},
        {"winc", &out->increment[APO_WHITE], MS_MAX, NULL},
        {"binc", &out->increment[APO_BLACK], MS_MAX, NULL},
        {"movestogo", &out->movestogo, MS_MAX, NULL},
        {"perft", &out->perft, PERFT_DEPTH_MAX, &out->has_perft},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!apo_span_is(name, words[i].name))
            continue;
        if (read_number(uci, apo_span_word(rest), words[i].maximum, words[i].number) &&
            words[i].is_given != NULL)
            *words[i].is_given = true;
        return;
    }
    apo_uci_report_error(uci, "unknown word after go", name);
}

static bool is_listed(const apo_move_list *list, const apo_move *mv)
{
    for (size_t i = 0; i < list->count; i++)
        if (apo_move_same(&list->moves[i], mv))
            return true;
    return false;
}

/* Reads moves from the front of `rest`. */
static void read_searched(apo_uci *uci, apo_span *rest)
{
    const apo_position *pos = apo_engine_position(uci->engine);
    for (apo_span ahead = *rest;; *rest = ahead) {
        apo_move mv;
        apo_span word = apo_span_word(&ahead);
        if (word.length == 0 || apo_coordinate_read(&mv, pos, word, NULL) != APO_OK)
            return;
        if (!is_listed(&uci->searched.list, &mv))
            apo_move_list_add(&uci->searched.list, mv);
    }
}

static void read_go(apo_uci *uci, go_words *out, apo_span rest)
{
    for (apo_span word; (word = apo_span_word(&rest)).length > 0;) {
        if (apo_span_is(word, "infinite"))
            uci->limits.is_infinite = true;
        else if (apo_span_is(word, "ponder"))
            uci->is_pondering = true;
        else if (apo_span_is(word, "searchmoves"))
            read_searched(uci, &rest);
        else
            read_go_word(uci, out, word, &rest);
    }
}

/* The search must also end if there is no such mate. Forced lines are searched deeper than the
 * iteration, others less deeply, so a little more than twice the plies of the mate is
 * enough. */
static unsigned mate_depth(int64_t moves)
{
    int64_t depth = 4 * moves + 8;
    return (unsigned)(depth < APO_PLIES_MAX ? depth : APO_PLIES_MAX - 1);
}

/* Strength is limited in games, not in analysis. The choices differ from game to game;
 * otherwise a person could win the same game repeatedly. */
static void set_level(apo_uci *uci)
{
    const uint32_t *options = uci->options.of;
    const apo_position *pos = apo_engine_position(uci->engine);
    apo_random_seed(&uci->random,
                    apo_position_key(pos) ^ (uint64_t)apo_environment_now(&uci->environment));
    uci->level = *apo_level_get(APO_LEVEL_FULL);
    if (uci->limits.is_infinite || options[APO_OPTION_ANALYSE_MODE] != 0)
        return;
    if (options[APO_OPTION_LIMIT_STRENGTH] != 0)
        apo_level_of_elo(&uci->level, options[APO_OPTION_ELO], &uci->random);
    else
        uci->level = *apo_level_get(options[APO_OPTION_LEVEL]);
}

static void set_limits(apo_uci *uci, const go_words *words)
{
    apo_side side = apo_position_side(apo_engine_position(uci->engine));
    apo_limits *limits = &uci->limits;
    limits->depth = (unsigned)words->depth;
    limits->nodes = (uint64_t)words->nodes;
    limits->mate = (unsigned)words->mate;
    if (limits->mate > 0 && limits->depth == 0)
        limits->depth = mate_depth(words->mate);
    limits->move_ms = words->movetime;
    limits->has_clock = words->has_time[side];
    limits->clock_ms = words->time[side];
    limits->increment_ms = words->increment[side];
    limits->moves_to_go = (unsigned)words->movestogo;
    limits->overhead_ms = uci->options.of[APO_OPTION_MOVE_OVERHEAD];
    limits->lines = uci->options.of[APO_OPTION_MULTI_PV];
    limits->moves = uci->searched.list.count > 0 ? uci->searched.buf : NULL;
    limits->move_count = uci->searched.list.count;
    set_level(uci);
    apo_level_limit(limits, &uci->level);
    if (limits->depth == 0 && limits->nodes == 0 && limits->move_ms == 0 && !limits->has_clock)
        limits->is_infinite = true;
}

void apo_uci_handle_go(apo_uci *uci, apo_span rest)
{
    go_words words = {.depth = 0};
    int64_t asked_ms = apo_environment_now(&uci->environment);
    apo_uci_end_job(uci);
    uci->limits = (apo_limits){.depth = 0};
    (void)apo_moves_start(&uci->searched);
    bool has_game = apo_uci_has_game(uci);
    if (!has_game || uci->is_refused) {
        if (has_game)
            apo_uci_report_error(uci, "no position: the last one was refused", apo_span_of(""));
        apo_uci_send(uci, "bestmove (none)");
        return;
    }
    read_go(uci, &words, rest);
    if (words.has_perft) {
        uci->perft_depth = (unsigned)words.perft;
        start_job(uci, perft_job);
        return;
    }
    set_limits(uci, &words);
    uci->limits.asked_ms = asked_ms;
    if (uci->is_pondering) {
        uci->hit_limits = uci->limits;
        uci->limits.is_infinite = true;
    }
    if (!apo_uci_play_book(uci))
        start_job(uci, search_job);
}

/* The expected move has been played: the search starts again with a clock. Its results are in
 * the TT, so it soon catches up. */
void apo_uci_handle_ponderhit(apo_uci *uci, apo_span rest)
{
    int64_t asked_ms = apo_environment_now(&uci->environment);
    (void)rest;
    if (!uci->is_pondering)
        return;
    uci->is_silent = true;
    apo_uci_end_job(uci);
    uci->is_silent = false;
    uci->limits = uci->hit_limits;
    uci->limits.asked_ms = asked_ms;
    start_job(uci, search_job);
}
