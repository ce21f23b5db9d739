#include "cli/selfplay/mine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/io/interrupt.h"
#include "notation/move_number.h"
#include "search/forced.h"
#include "training/training_start.h"

enum {
    HASH_MB = 16,
    LARGER = 5,       /* times the nodes of the smaller search */
    WIN_CP = 250,     /* the best move scores at least this; */
    GAP_CP = 200,     /* the second scores less by this, and at most half as much */
    MISTAKE_CP = 150, /* loss by the previous move, according to the game's own search */
    MATE_LEAST = 2,   /* moves; a mate in one is not a problem worth keeping */
    MATE_MOST = 4,    /* longer ones are rarely proved within the bound */
    PROOF_NODES = 400000,
    LINE_MAX = 4,     /* the solver's moves */
    PROBLEMS_MAX = 4, /* of a game */
    CODES_MAX = APO_TRAINING_PLIES_MAX * 2 + 1
};

/* The two best moves of the last iteration that found both. */
typedef struct look {
    unsigned depth, first_depth;
    int first_score, score, second_score;
    apo_move first, best, reply;
    bool has_first_reply, has_reply, is_whole;
    apo_move first_reply;
} look;

static void take_report(void *context, const apo_search_report *report)
{
    look *out = context;
    const apo_pv *line = report->line;
    if (report->is_partial || line->count == 0)
        return;
    if (report->index == 0) {
        out->first_depth = report->depth;
        out->first = line->moves[0];
        out->first_score = report->score;
        out->has_first_reply = line->count > 1;
        if (out->has_first_reply)
            out->first_reply = line->moves[1];
    } else if (report->index == 1 && report->depth == out->first_depth) {
        out->depth = report->depth;
        out->best = out->first;
        out->score = out->first_score;
        out->second_score = report->score;
        out->has_reply = out->has_first_reply;
        out->reply = out->first_reply;
        out->is_whole = true;
    }
}

static bool think(look *out, apo_miner *m, const apo_position *pos, uint32_t nodes)
{
    apo_decision made;
    const apo_limits limits = {.nodes = nodes, .lines = 2};
    *out = (look){.depth = 0};
    apo_engine_clear_hash(m->engine);
    return apo_engine_set_position(m->engine, pos) == APO_OK &&
           apo_engine_go(&made, m->engine, &limits, take_report, out) == APO_OK &&
           out->is_whole;
}

static bool is_alone(const look *seen)
{
    return !apo_score_is_mate(seen->score) && seen->score >= WIN_CP &&
           seen->second_score <= seen->score - GAP_CP && seen->second_score <= seen->score / 2;
}

/* --- mates --------------------------------------------------------------- */

/* Proves that mate in `moves` is forced by this move alone, and not sooner. */
static bool is_proved(const apo_position *pos, unsigned moves, apo_move *out)
{
    apo_move keys[APO_FORCED_KEYS_MAX];
    unsigned count = 0;
    apo_forced *forced = apo_forced_new(APO_FORCED_MATE, PROOF_NODES);
    bool is_good =
        forced != NULL && apo_forced_by(forced, pos, moves - 1, NULL) == APO_FORCED_NO &&
        apo_forced_keys(forced, pos, moves, keys, &count) != APO_FORCED_UNKNOWN && count == 1;
    if (is_good)
        *out = keys[0];
    apo_forced_free(forced);
    return is_good;
}

/* --- lines --------------------------------------------------------------- */

/* Makes a move of the line, and writes its code. */
static bool step(apo_position *pos, apo_text *codes, const apo_move *mv)
{
    return apo_move_code_write(codes, pos, mv) == APO_OK && apo_play(pos, mv) == APO_OK;
}

/* Follows the line while one move alone wins. Returns the solver's moves. */
static unsigned follow(apo_miner *m, apo_position pos, const look *seen, apo_text *codes)
{
    look next = *seen;
    unsigned count = 0;
    for (;;) {
        if (!step(&pos, codes, &next.best))
            return 0;
        count++;
        if (count == LINE_MAX || !next.has_reply)
            return count;
        size_t length = apo_text_span(codes).length;
        apo_move reply = next.reply;
        if (!step(&pos, codes, &reply) ||
            apo_position_outcome(&pos).ending != APO_ENDING_NONE ||
            !think(&next, m, &pos, m->plan->nodes * LARGER) || !is_alone(&next)) {
            codes->length = length; /* the line ends with the solver's move */
            codes->bytes[length] = '\0';
            return count;
        }
    }
}

/* Looks for a problem in a position. Returns the solver's moves, 0: none. */
static unsigned examine(apo_miner *m, const apo_position *pos, const char **out_aim,
                        apo_text *codes)
{
    look small, large;
    apo_move key;
    if (!think(&small, m, pos, m->plan->nodes) || small.score < WIN_CP)
        return 0;
    if (apo_score_is_mate(small.score)) {
        unsigned moves = (unsigned)apo_score_mate_moves(small.score);
        *out_aim = apo_forced_aim_word(APO_FORCED_MATE);
        return moves >= MATE_LEAST && moves <= MATE_MOST && is_proved(pos, moves, &key) &&
                       apo_move_code_write(codes, pos, &key) == APO_OK
                   ? moves
                   : 0;
    }
    if (!is_alone(&small) || !think(&large, m, pos, m->plan->nodes * LARGER) ||
        !is_alone(&large) || !apo_move_same(&small.best, &large.best))
        return 0;
    *out_aim = "win";
    unsigned count = follow(m, *pos, &large, codes);
    /* Taking a hanging piece is not a problem. */
    bool is_plain = count == 1 && apo_move_info_of(pos, &large.best).capture_count > 0;
    return is_plain ? 0 : count;
}

/* --- games --------------------------------------------------------------- */

/* True if the game's own search saw that the move before this ply was a mistake. */
static bool is_candidate(const apo_training_game *record, uint32_t ply)
{
    if (ply <= record->random_count)
        return false;
    int before = -record->plies[ply - 1].score, score = record->plies[ply].score;
    return score >= WIN_CP - GAP_CP / 2 && score - before >= MISTAKE_CP &&
           before < APO_SCORE_MATE_LEAST;
}

static apo_status add_game(apo_buffer *out, const apo_mine_plan *plan,
                           const apo_training_head *head, const apo_training_game *game)
{
    apo_position pos;
    char *codes = malloc(CODES_MAX);
    apo_status status = codes != NULL ? APO_OK : APO_E_MEMORY;
    apo_text text = apo_text_start(codes, codes != NULL ? CODES_MAX : 0);
    if (status == APO_OK)
        status = apo_training_start(&pos, plan->var, head, game);
    for (uint32_t i = 0; status == APO_OK && i < game->ply_count; i++) {
        apo_move mv;
        status = apo_move_of_number(&mv, &pos, game->plies[i].move);
        if (status == APO_OK && !step(&pos, &text, &mv))
            status = APO_E_OVERFLOW;
    }
    if (status == APO_OK) {
        char words[APO_ID_MAX + 64];
        snprintf(words, sizeof words, "game %s %.20s-%u %u %u ", head->id, plan->label,
                 (unsigned)game->number, (unsigned)game->start, game->white_quarters);
        apo_buffer_add(out, words);
        apo_buffer_add_span(out, apo_text_span(&text));
        apo_buffer_add_char(out, '\n');
    }
    free(codes);
    return status;
}

apo_status apo_miner_read(apo_miner *miner, const apo_training_head *head,
                          const apo_training_game *game, apo_buffer *out)
{
    apo_position pos;
    unsigned found = 0;
    uint32_t next = 0; /* the first ply after the last line found */
    apo_status status = apo_training_start(&pos, miner->plan->var, head, game);
    if (status == APO_OK)
        status = apo_engine_restart(
            miner->engine); /* so that a game's problems do not depend on earlier games */
    for (uint32_t i = 0; status == APO_OK && i < game->ply_count; i++) {
        apo_move mv;
        char line[LINE_MAX * 4 + 1], words[64];
        const char *aim = "";
        apo_text codes = apo_text_start(line, sizeof line);
        unsigned count = i >= next && found < PROBLEMS_MAX && is_candidate(game, i)
                             ? examine(miner, &pos, &aim, &codes)
                             : 0;
        if (count > 0) {
            if (found++ == 0)
                status = add_game(out, miner->plan, head, game);
            snprintf(words, sizeof words, "%u %s %u %s\n", (unsigned)i, aim, count, line);
            apo_buffer_add(out, words);
            next = i + 2 * count;
        }
        if (status == APO_OK)
            status = apo_move_of_number(&mv, &pos, game->plies[i].move);
        if (status == APO_OK)
            status = apo_play(&pos, &mv);
    }
    if (status == APO_OK)
        miner->problems += found;
    return status;
}

apo_status apo_miner_begin(apo_miner *out, const apo_mine_plan *plan)
{
    const apo_engine_options options = {.hash_mb = HASH_MB};
    *out = (apo_miner){.plan = plan};
    apo_status status = apo_engine_new(&out->engine, &options);
    return status == APO_OK ? apo_engine_new_game(out->engine, plan->var) : status;
}

void apo_miner_end(apo_miner *miner)
{
    apo_engine_free(miner->engine);
}

/* --- the file ------------------------------------------------------------ */

/* A file of games while it is read, and the file of its problems. */
typedef struct mining {
    apo_miner miner;           /* its problems are those in the file */
    apo_training_game *record; /* owned; the game being read */
    FILE *file;                /* owned */
} mining;

/* Counts the games that were read and the problems found. Cuts off everything after the last
 * note of a game, which a killed run may have left unfinished. */
static enum apo_exit resume(mining *all, const char *path, uint32_t *out_read)
{
    apo_buffer bytes;
    apo_span rest, line;
    size_t kept = 0;
    uint32_t problems = 0;
    *out_read = 0;
    if (access(path, F_OK) != 0)
        return APO_EXIT_OK;
    apo_buffer_init(&bytes, NULL);
    if (apo_file_read(&bytes, path) != APO_OK) {
        apo_buffer_clear(&bytes);
        return apo_report_failure("%s: %s", path, strerror(errno));
    }
    rest = apo_buffer_span(&bytes);
    while (apo_span_line(&rest, &line)) {
        size_t end = bytes.length - rest.length;
        if (apo_span_starts_with(line, "#") && bytes.bytes[end - 1] == '\n') {
            kept = end;
            all->miner.problems = problems;
            (*out_read)++;
        } else if (!apo_span_starts_with(line, "game ")) {
            problems++;
        }
    }
    apo_buffer_clear(&bytes);
    return truncate(path, (off_t)kept) == 0
               ? APO_EXIT_OK
               : apo_report_failure("%s: %s", path, strerror(errno));
}

static bool write_out(const mining *all, apo_buffer *out)
{
    char note[48];
    snprintf(note, sizeof note, "# read %u\n", (unsigned)all->record->number);
    apo_buffer_add(out, note);
    bool is_written = !out->is_failed &&
                      fwrite(out->bytes, 1, out->length, all->file) == out->length &&
                      fflush(all->file) == 0;
    apo_buffer_rewind(out);
    return is_written;
}

static enum apo_exit read_all(mining *all, const apo_games_map *map, uint32_t skip)
{
    apo_span rest = map->games;
    apo_buffer out;
    enum apo_exit result = APO_EXIT_OK;
    uint32_t limit = all->miner.plan->problem_limit;
    apo_buffer_init(&out, NULL);
    while (result == APO_EXIT_OK && (limit == 0 || all->miner.problems < limit) &&
           apo_training_game_read(all->record, &rest, NULL) == APO_OK) {
        if (skip > 0) {
            skip--;
            continue;
        }
        apo_status status = all->record->start > 0
                                ? apo_miner_read(&all->miner, &map->head, all->record, &out)
                                : APO_OK;
        if (apo_interrupt_is_set())
            result = APO_EXIT_INTERRUPTED;
        else if (status != APO_OK)
            result =
                apo_report_failure("%s: game %u: %s", map->path, (unsigned)all->record->number,
                                   apo_status_message(status));
        else if (!write_out(all, &out))
            result = apo_report_failure("%s", strerror(errno));
    }
    apo_buffer_clear(&out);
    return result;
}

enum apo_exit apo_mine_run(const apo_games_map *map, const apo_mine_plan *plan,
                           const char *path)
{
    mining all = {.miner = {.plan = plan}};
    uint32_t skip, found;
    enum apo_exit result = resume(&all, path, &skip);
    if (result != APO_EXIT_OK)
        return result;
    all.file = fopen(path, "a");
    if (all.file == NULL)
        return apo_report_failure("%s: %s", path, strerror(errno));
    found = all.miner.problems;
    apo_status status = apo_miner_begin(&all.miner, plan);
    all.miner.problems = found;
    all.record = malloc(sizeof *all.record);
    if (all.record == NULL)
        status = APO_E_MEMORY;
    result = status == APO_OK ? read_all(&all, map, skip)
                              : apo_report_failure("mine: %s", apo_status_message(status));
    fclose(all.file);
    free(all.record);
    apo_miner_end(&all.miner);
    printf("%u problems\n", (unsigned)all.miner.problems);
    return result;
}
