#include "protocol/uci.h"

#include <pthread.h>
#include <string.h>

#include "base/buffer.h"
#include "definition/definition.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "protocol/runner.h"
#include "protocol/threads.h"
#include "search/engine.h"
#include "search/level.h"
#include "search/limits.h"

enum {
    OVERHEAD_DEFAULT_MS = 10,
    OVERHEAD_MAX_MS = 5000,
    MS_MAX = 1000000000, /* eleven days */
    PERFT_DEPTH_MAX = 30
};

struct apo_uci {
    apo_channel channel;
    apo_engine *engine;    /* owned */
    apo_runner *runner;    /* owned */
    apo_variant *var;      /* owned */
    pthread_mutex_t mutex; /* so that lines of two threads do not mix */
    uint32_t lines;
    uint32_t overhead_ms;
    uint32_t level;
    bool has_game; /* the engine has been told of `var` */

    apo_limits limits;     /* of the job under way */
    apo_limits hit_limits; /* while pondering: of the search that follows "ponderhit" */
    bool is_pondering;
    bool is_silent;          /* the job is to end without a best move */
    apo_level_choice choice; /* likewise */
    apo_moves searched;      /* "searchmoves" */
    unsigned perft_depth;
};

/* --- writing ------------------------------------------------------------------------------------ */

static void say_line(apo_uci *uci, const char *line)
{
    pthread_mutex_lock(&uci->mutex);
    uci->channel.write(uci->channel.write_context, line);
    pthread_mutex_unlock(&uci->mutex);
}

/* Writes the buffer as a line and clears it. */
static void say_buffer(apo_uci *uci, apo_buffer *line)
{
    if (!line->is_failed && line->bytes != NULL)
        say_line(uci, line->bytes);
    apo_buffer_clear(line);
}

/* An "info string" about a word of the input. */
static void complain(apo_uci *uci, const char *what, apo_span word)
{
    apo_buffer line;
    apo_buffer_init(&line, uci->channel.alloc);
    apo_buffer_add(&line, "info string ");
    apo_buffer_add(&line, what);
    apo_buffer_add(&line, word.length > 0 ? ": " : "");
    for (size_t i = 0; i < word.length && i < 80; i++)
        apo_buffer_add_char(&line,
                            word.text[i] >= ' ' && word.text[i] != 127 ? word.text[i] : '?');
    say_buffer(uci, &line);
}

static void add_move(apo_buffer *line, const apo_position *pos, const apo_move *mv)
{
    char room[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(room, sizeof room);
    apo_coordinate_write(&text, pos, mv);
    apo_buffer_add_span(line, apo_text_span(&text));
}

static void add_number(apo_buffer *line, const char *name, int64_t number)
{
    apo_buffer_add(line, name);
    apo_buffer_add_number(line, number);
}

/* --- jobs ----------------------------------------------------------------------------------------- */

static void add_line_of_play(apo_buffer *line, const apo_position *from,
                             const apo_line_of_play *play)
{
    apo_position pos = *from;
    apo_undo undo;
    for (unsigned i = 0; i < play->count; i++) {
        apo_buffer_add_char(line, ' ');
        add_move(line, &pos, &play->moves[i]);
        apo_make(&pos, &play->moves[i], &undo);
    }
}

static void report(void *context, const apo_report *report)
{
    apo_uci *uci = context;
    apo_buffer line;
    uint64_t ms = report->time_ms > 0 ? (uint64_t)report->time_ms : 1;
    apo_level_note(&uci->choice, report);
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "info depth ", report->depth);
    add_number(&line, " seldepth ", report->depth_selected);
    add_number(&line, " multipv ", report->index + 1);
    if (apo_score_is_mate(report->score))
        add_number(&line, " score mate ", apo_score_mate_moves(report->score));
    else
        add_number(&line, " score cp ", report->score);
    add_number(&line, " nodes ", (int64_t)report->nodes);
    add_number(&line, " nps ", (int64_t)(report->nodes * 1000 / ms));
    add_number(&line, " hashfull ", report->table_permille);
    add_number(&line, " time ", report->time_ms);
    apo_buffer_add(&line, " pv");
    add_line_of_play(&line, apo_engine_position(uci->engine), report->line);
    say_buffer(uci, &line);
}

static void say_decision(apo_uci *uci, const apo_decision *made)
{
    const apo_position *pos = apo_engine_position(uci->engine);
    apo_buffer line;
    apo_buffer_init(&line, uci->channel.alloc);
    apo_buffer_add(&line, "bestmove ");
    if (!made->has_move) {
        apo_buffer_add(&line, "(none)");
    } else {
        add_move(&line, pos, &made->best);
        if (made->has_answer) {
            apo_position after = *pos;
            apo_undo undo;
            apo_make(&after, &made->best, &undo);
            apo_buffer_add(&line, " ponder ");
            add_move(&line, &after, &made->answer);
        }
    }
    say_buffer(uci, &line);
}

/* Other choices in every game, or a person could win the same one again and again. */
static void pick_by_level(apo_uci *uci, apo_decision *made)
{
    const apo_channel *channel = &uci->channel;
    const apo_position *pos = apo_engine_position(uci->engine);
    apo_random random;
    int64_t now = channel->now != NULL ? channel->now(channel->now_context) : 0;
    apo_random_seed(&random, apo_position_key(pos) ^ (uint64_t)now);
    apo_level_pick(made, &uci->choice, apo_level_get(uci->level), pos, &random);
}

static void search_job(void *context)
{
    apo_uci *uci = context;
    apo_decision made = {.has_move = false};
    uci->choice = (apo_level_choice){.whole = {.count = 0}};
    if (apo_engine_go(&made, uci->engine, &uci->limits, report, uci) == APO_OK)
        pick_by_level(uci, &made);
    if (uci->limits.is_infinite)
        apo_runner_wait_for_stop(uci->runner);
    if (!uci->is_silent)
        say_decision(uci, &made);
}

/* Counts as apo_perft does, but can be stopped. */
/* NOLINTNEXTLINE(misc-no-recursion): depth ends it. */
static uint64_t count_below(apo_uci *uci, const apo_position *pos, unsigned depth)
{
    if (depth <= 1)
        return depth == 0 ? 1 : apo_moves_count(pos);
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    uint64_t total = 0;
    (void)apo_moves_legal(list, pos);
    apo_position after = *pos;
    apo_undo undo;
    for (size_t i = 0; i < list->count && !apo_runner_is_stopped(uci->runner); i++) {
        apo_make(&after, &list->moves[i], &undo);
        total += count_below(uci, &after, depth - 1);
        apo_unmake(&after, &undo);
    }
    return total;
}

static void perft_job(void *context)
{
    apo_uci *uci = context;
    apo_position pos = *apo_engine_position(uci->engine);
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_buffer line;
    apo_undo undo;
    uint64_t total = 0;
    (void)apo_moves_legal(list, &pos);
    for (size_t i = 0; i < list->count && !apo_runner_is_stopped(uci->runner); i++) {
        apo_buffer_init(&line, uci->channel.alloc);
        add_move(&line, &pos, &list->moves[i]);
        apo_make(&pos, &list->moves[i], &undo);
        uint64_t count = count_below(uci, &pos, uci->perft_depth - 1);
        apo_unmake(&pos, &undo);
        total += count;
        add_number(&line, ": ", (int64_t)count);
        say_buffer(uci, &line);
    }
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "Nodes searched: ", (int64_t)total);
    say_buffer(uci, &line);
}

/* Nothing runs any more after this. */
static void end_job(apo_uci *uci)
{
    apo_engine_stop(uci->engine);
    apo_runner_stop(uci->runner);
    uci->is_pondering = false;
}

static void start_job(apo_uci *uci, void (*job)(void *context))
{
    apo_engine_arm(uci->engine);
    if (apo_runner_start(uci->runner, job, uci) != APO_OK)
        complain(uci, "no thread to be had", apo_span_of(""));
}

/* --- games -------------------------------------------------------------------------------------- */

/* Takes `var`. */
static apo_status take_variant(apo_uci *uci, apo_variant *var)
{
    /* The engine must not look at the old one again before it has been told of the new one. */
    apo_variant *old = uci->var;
    uci->var = var;
    apo_status status = apo_engine_new_game(uci->engine, var);
    uci->has_game = status == APO_OK;
    apo_variant_free(old);
    return status;
}

static apo_status open_variant(apo_uci *uci, apo_span id)
{
    apo_variant *var = NULL;
    apo_status status = apo_definition_open(&var, id, uci->channel.alloc, NULL);
    return status == APO_OK ? take_variant(uci, var) : status;
}

/* The first game of the list, unless one has been chosen. */
static bool has_game(apo_uci *uci)
{
    if (!uci->has_game && uci->var == NULL) {
        apo_status status = open_variant(uci, apo_span_of(apo_definition_builtin_id(0)));
        if (status != APO_OK)
            complain(uci, apo_status_message(status), apo_span_of(""));
    }
    return uci->has_game;
}

static void obey_new_game(apo_uci *uci)
{
    end_job(uci);
    if (uci->var != NULL)
        uci->has_game = apo_engine_new_game(uci->engine, uci->var) == APO_OK;
}

/* --- position ----------------------------------------------------------------------------------- */

/* Cuts the part before the word "moves" off the front; the word goes too. */
static apo_span cut_before_moves(apo_span *rest)
{
    apo_span text = apo_span_trim(*rest), ahead = text;
    size_t length = text.length;
    for (apo_span word; (word = apo_span_word(&ahead)).length > 0;)
        if (apo_span_is(word, "moves")) {
            length = (size_t)(word.text - text.text);
            break;
        }
    *rest = ahead;
    return apo_span_trim(apo_span_part(text, 0, length));
}

static bool read_start(apo_uci *uci, apo_position *out, apo_span text)
{
    apo_span rest = text;
    apo_error err;
    apo_span word = apo_span_word(&rest);
    if (apo_span_is(word, "startpos") && apo_span_trim(rest).length == 0)
        return apo_position_start(out, uci->var, 0, 1) == APO_OK;
    if (!apo_span_is(word, "fen")) {
        complain(uci, "position wants startpos or fen, not", text);
        return false;
    }
    if (apo_fen_read(out, uci->var, apo_span_trim(rest), &err) != APO_OK) {
        complain(uci, "bad FEN", apo_span_of(err.detail));
        return false;
    }
    return true;
}

/* Plays the moves in the engine; false at the first that is not legal. */
static bool play_moves(apo_uci *uci, apo_span moves)
{
    for (apo_span word; (word = apo_span_word(&moves)).length > 0;) {
        apo_move mv;
        const apo_position *pos = apo_engine_position(uci->engine);
        if (apo_coordinate_read(&mv, pos, word, NULL) != APO_OK ||
            apo_engine_play(uci->engine, &mv) != APO_OK) {
            complain(uci, "illegal move", word);
            return false;
        }
    }
    return true;
}

/* Whether all moves can be played is tried before anything is changed. */
static bool are_legal(apo_uci *uci, const apo_position *start, apo_span moves)
{
    apo_position pos = *start;
    apo_undo undo;
    for (apo_span word; (word = apo_span_word(&moves)).length > 0;) {
        apo_move mv;
        if (apo_coordinate_read(&mv, &pos, word, NULL) != APO_OK) {
            complain(uci, "illegal move; the position stays as it was", word);
            return false;
        }
        apo_make(&pos, &mv, &undo);
    }
    return true;
}

static void obey_position(apo_uci *uci, apo_span rest)
{
    apo_position start;
    end_job(uci);
    apo_span text = cut_before_moves(&rest);
    if (!has_game(uci) || !read_start(uci, &start, text) || !are_legal(uci, &start, rest))
        return;
    if (apo_engine_set_position(uci->engine, &start) == APO_OK)
        (void)play_moves(uci, rest);
}

/* --- go --------------------------------------------------------------------------------------------- */

/* A number behind a word of "go"; negative times, which some programs send, count as none left. */
static bool read_number(apo_uci *uci, apo_span word, int64_t maximum, int64_t *out)
{
    bool is_negative = word.length > 1 && word.text[0] == '-';
    uint32_t number;
    if (!apo_span_number(apo_span_part(word, is_negative, word.length), UINT32_MAX, &number)) {
        complain(uci, "not a number", word);
        return false;
    }
    *out = is_negative ? 0 : number > maximum ? maximum : number;
    return true;
}

typedef struct go_words {
    int64_t depth, nodes, movetime, time[APO_SIDES], increment[APO_SIDES], movestogo, perft;
    bool has_time[APO_SIDES], has_perft;
} go_words;

typedef struct go_word {
    const char *name;
    int64_t *number;
    int64_t maximum;
    bool *is_given; /* may be NULL */
} go_word;

/* Reads the number behind `name`, if that is a word that has one. */
static void read_go_word(apo_uci *uci, go_words *out, apo_span name, apo_span *rest)
{
    const go_word words[] = {
        {"depth", &out->depth, APO_PLIES_MAX - 1, NULL},
        {"nodes", &out->nodes, UINT32_MAX, NULL},
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
    complain(uci, "unknown word behind go", name);
}

/* Takes moves off the front of `rest` for as long as they are moves. */
static void read_searched(apo_uci *uci, apo_span *rest)
{
    const apo_position *pos = apo_engine_position(uci->engine);
    for (apo_span ahead = *rest;; *rest = ahead) {
        apo_move mv;
        apo_span word = apo_span_word(&ahead);
        if (word.length == 0 || apo_coordinate_read(&mv, pos, word, NULL) != APO_OK)
            return;
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

static void set_limits(apo_uci *uci, const go_words *words)
{
    apo_side side = apo_position_side(apo_engine_position(uci->engine));
    apo_limits *limits = &uci->limits;
    limits->depth = (unsigned)words->depth;
    limits->nodes = (uint64_t)words->nodes;
    limits->move_ms = words->movetime;
    limits->has_clock = words->has_time[side];
    limits->clock_ms = words->time[side];
    limits->increment_ms = words->increment[side];
    limits->moves_to_go = (unsigned)words->movestogo;
    limits->overhead_ms = uci->overhead_ms;
    limits->lines = uci->lines;
    limits->moves = uci->searched.list.count > 0 ? uci->searched.room : NULL;
    limits->move_count = uci->searched.list.count;
    if (!limits->is_infinite)
        apo_level_limit(limits, apo_level_get(uci->level));
    if (limits->depth == 0 && limits->nodes == 0 && limits->move_ms == 0 && !limits->has_clock)
        limits->is_infinite = true;
}

static void obey_go(apo_uci *uci, apo_span rest)
{
    go_words words = {.depth = 0};
    end_job(uci);
    uci->limits = (apo_limits){.depth = 0};
    (void)apo_moves_start(&uci->searched);
    if (!has_game(uci)) {
        say_line(uci, "bestmove (none)");
        return;
    }
    read_go(uci, &words, rest);
    if (words.has_perft) {
        uci->perft_depth = (unsigned)words.perft;
        start_job(uci, perft_job);
        return;
    }
    set_limits(uci, &words);
    if (uci->is_pondering) {
        uci->hit_limits = uci->limits;
        uci->limits.is_infinite = true;
    }
    start_job(uci, search_job);
}

/* The move expected has been played: the search begins again with a clock. What it has found already
 * is in the table, so that it is soon where it was. */
static void obey_ponderhit(apo_uci *uci)
{
    if (!uci->is_pondering)
        return;
    uci->is_silent = true;
    end_job(uci);
    uci->is_silent = false;
    uci->limits = uci->hit_limits;
    start_job(uci, search_job);
}

/* --- options ------------------------------------------------------------------------------------- */

static void say_options(apo_uci *uci)
{
    apo_buffer line;
    apo_buffer_init(&line, uci->channel.alloc);
    apo_buffer_add(&line, "option name UCI_Variant type combo default ");
    apo_buffer_add(&line, apo_definition_builtin_id(0));
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_buffer_add(&line, " var ");
        apo_buffer_add(&line, apo_definition_builtin_id(i));
    }
    say_buffer(uci, &line);
    if (uci->channel.read_file != NULL)
        say_line(uci, "option name VariantPath type string default <empty>");
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "option name Hash type spin default ", APO_HASH_DEFAULT_MB);
    add_number(&line, " min 1 max ", APO_HASH_MAX_MB);
    say_buffer(uci, &line);
    say_line(uci, "option name Clear Hash type button");
    say_line(uci, "option name Ponder type check default false");
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "option name Threads type spin default 1 min 1 max ",
               APO_ENGINE_THREADS_MAX);
    say_buffer(uci, &line);
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "option name MultiPV type spin default 1 min 1 max ",
               APO_LINES_OF_PLAY_MAX);
    say_buffer(uci, &line);
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "option name Move Overhead type spin default ", OVERHEAD_DEFAULT_MS);
    add_number(&line, " min 0 max ", OVERHEAD_MAX_MS);
    say_buffer(uci, &line);
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "option name Level type spin default ", APO_LEVEL_FULL);
    add_number(&line, " min ", APO_LEVEL_FIRST);
    add_number(&line, " max ", APO_LEVEL_FULL);
    say_buffer(uci, &line);
}

static void obey_uci(apo_uci *uci)
{
    apo_buffer line;
    apo_buffer_init(&line, uci->channel.alloc);
    apo_buffer_add(&line, "id name ");
    apo_buffer_add(&line, uci->channel.name);
    say_buffer(uci, &line);
    say_line(uci, "id author the Apothecary contributors");
    say_options(uci);
    say_line(uci, "uciok");
}

static void set_variant(apo_uci *uci, apo_span value)
{
    apo_status status = open_variant(uci, value);
    if (status == APO_E_UNKNOWN)
        complain(uci, "unknown variant", value);
    else if (status != APO_OK)
        complain(uci, apo_status_message(status), value);
}

/* The first fault, as programs that check files say it. */
static void complain_of_file(apo_uci *uci, apo_span path, apo_status status,
                             const apo_fault_list *faults)
{
    apo_buffer line;
    if (faults->count == 0) {
        complain(uci, apo_status_message(status), path);
        return;
    }
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "line ", faults->faults[0].line);
    apo_buffer_add(&line, " of the definition file: ");
    apo_buffer_add(&line, faults->faults[0].detail);
    complain(uci, line.is_failed ? "the definition file has faults" : line.bytes,
             apo_span_of(""));
    apo_buffer_clear(&line);
}

static void set_variant_path(apo_uci *uci, apo_span path)
{
    apo_variant *var = NULL;
    if (path.length == 0 || apo_span_is(path, "<empty>"))
        return;
    apo_fault_list *faults = apo_allocate(uci->channel.alloc, sizeof *faults);
    if (faults == NULL) {
        complain(uci, apo_status_message(APO_E_MEMORY), path);
        return;
    }
    apo_fault_list_init(faults);
    apo_status status = uci->channel.read_file(uci->channel.read_context, &var, path, faults);
    if (status == APO_OK)
        status = take_variant(uci, var);
    if (status != APO_OK)
        complain_of_file(uci, path, status, faults);
    apo_free(uci->channel.alloc, faults);
}

static void set_hash(apo_uci *uci, apo_span value)
{
    uint32_t hash_mb;
    if (!apo_span_number(value, UINT32_MAX, &hash_mb)) {
        complain(uci, "not a number", value);
        return;
    }
    apo_status status = apo_engine_set_hash(uci->engine, hash_mb);
    if (status != APO_OK)
        complain(uci, apo_status_message(status), value);
}

static void set_number(apo_uci *uci, uint32_t *out, apo_span value, uint32_t least,
                       uint32_t most)
{
    uint32_t number;
    if (apo_span_number(value, most, &number) && number >= least)
        *out = number;
    else
        complain(uci, "the number is out of range", value);
}

static void set_threads(apo_uci *uci, apo_span value)
{
    uint32_t count = 0;
    set_number(uci, &count, value, 1, APO_ENGINE_THREADS_MAX);
    if (count > 0 && apo_engine_set_threads(uci->engine, count) != APO_OK)
        complain(uci, "no memory for so many threads", value);
}

/* True if both are the same but for upper and lower case. */
static bool is_named(apo_span name, const char *known)
{
    if (name.length != strlen(known))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (apo_to_lower(name.text[i]) != apo_to_lower(known[i]))
            return false;
    return true;
}

/* "name N value V"; names may have blanks in them. */
static bool split_option(apo_span rest, apo_span *out_name, apo_span *out_value)
{
    apo_span name = apo_span_word(&rest);
    if (!apo_span_is(name, "name"))
        return false;
    apo_span text = apo_span_trim(rest), ahead = text;
    size_t length = text.length;
    *out_value = apo_span_of("");
    for (apo_span word; (word = apo_span_word(&ahead)).length > 0;)
        if (apo_span_is(word, "value")) {
            length = (size_t)(word.text - text.text);
            *out_value = apo_span_trim(ahead);
            break;
        }
    *out_name = apo_span_trim(apo_span_part(text, 0, length));
    return true;
}

static void obey_option(apo_uci *uci, apo_span rest)
{
    apo_span name, value;
    end_job(uci);
    if (!split_option(rest, &name, &value))
        complain(uci, "setoption wants a name", rest);
    else if (is_named(name, "UCI_Variant"))
        set_variant(uci, value);
    else if (is_named(name, "VariantPath") && uci->channel.read_file != NULL)
        set_variant_path(uci, value);
    else if (is_named(name, "Hash"))
        set_hash(uci, value);
    else if (is_named(name, "Clear Hash"))
        apo_engine_clear_hash(uci->engine);
    else if (is_named(name, "Ponder"))
        (void)value; /* the program that we talk to says when */
    else if (is_named(name, "MultiPV"))
        set_number(uci, &uci->lines, value, 1, APO_LINES_OF_PLAY_MAX);
    else if (is_named(name, "Move Overhead"))
        set_number(uci, &uci->overhead_ms, value, 0, OVERHEAD_MAX_MS);
    else if (is_named(name, "Level"))
        set_number(uci, &uci->level, value, APO_LEVEL_FIRST, APO_LEVEL_FULL);
    else if (is_named(name, "Threads"))
        set_threads(uci, value);
    else
        complain(uci, "unknown option", name);
}

/* --- other commands ------------------------------------------------------------------------------ */

static void obey_show(apo_uci *uci)
{
    char room[APO_FEN_MAX];
    apo_text text = apo_text_start(room, sizeof room);
    if (!has_game(uci))
        return;
    apo_fen_write(&text, apo_engine_position(uci->engine));
    apo_buffer line;
    apo_buffer_init(&line, uci->channel.alloc);
    apo_buffer_add(&line, "info string fen ");
    apo_buffer_add_span(&line, apo_text_span(&text));
    say_buffer(uci, &line);
}

static void obey_evaluate(apo_uci *uci)
{
    apo_buffer line;
    end_job(uci);
    if (!has_game(uci))
        return;
    apo_buffer_init(&line, uci->channel.alloc);
    add_number(&line, "info string evaluation ", apo_engine_evaluation(uci->engine));
    say_buffer(uci, &line);
}

bool apo_uci_obey(apo_uci *uci, apo_span line)
{
    apo_span rest = line;
    apo_span word = apo_span_word(&rest);
    if (apo_span_is(word, "quit"))
        return false;
    if (apo_span_is(word, "uci"))
        obey_uci(uci);
    else if (apo_span_is(word, "isready"))
        say_line(uci, "readyok");
    else if (apo_span_is(word, "setoption"))
        obey_option(uci, rest);
    else if (apo_span_is(word, "ucinewgame"))
        obey_new_game(uci);
    else if (apo_span_is(word, "position"))
        obey_position(uci, rest);
    else if (apo_span_is(word, "go"))
        obey_go(uci, rest);
    else if (apo_span_is(word, "stop"))
        end_job(uci);
    else if (apo_span_is(word, "ponderhit"))
        obey_ponderhit(uci);
    else if (apo_span_is(word, "d"))
        obey_show(uci);
    else if (apo_span_is(word, "eval"))
        obey_evaluate(uci);
    else if (word.length > 0 && !apo_span_is(word, "debug") && !apo_span_is(word, "register"))
        complain(uci, "unknown command", word);
    return true;
}

/* --- life ------------------------------------------------------------------------------------------ */

apo_status apo_uci_new(apo_uci **out, const apo_channel *channel)
{
    apo_uci *uci = apo_allocate_zero(channel->alloc, sizeof *uci);
    if (uci == NULL)
        return APO_E_MEMORY;
    const apo_engine_options options = {0, channel->now, channel->now_context, channel->alloc,
                                        apo_threads_crew()};
    uci->channel = *channel;
    uci->lines = 1;
    uci->level = APO_LEVEL_FULL;
    uci->overhead_ms = OVERHEAD_DEFAULT_MS;
    apo_status status = pthread_mutex_init(&uci->mutex, NULL) == 0 ? APO_OK : APO_E_MEMORY;
    if (status != APO_OK) {
        apo_free(channel->alloc, uci);
        return status;
    }
    status = apo_engine_new(&uci->engine, &options);
    if (status == APO_OK)
        status = apo_runner_new(&uci->runner, channel->alloc);
    if (status != APO_OK) {
        apo_uci_free(uci);
        return status;
    }
    *out = uci;
    return APO_OK;
}

void apo_uci_free(apo_uci *uci)
{
    if (uci == NULL)
        return;
    if (uci->runner != NULL)
        end_job(uci);
    apo_runner_free(uci->runner);
    apo_engine_free(uci->engine);
    apo_variant_free(uci->var);
    pthread_mutex_destroy(&uci->mutex);
    apo_free(uci->channel.alloc, uci);
}

void apo_uci_finish(apo_uci *uci)
{
    if (uci->limits.is_infinite)
        end_job(uci);
    apo_runner_wait(uci->runner);
}
