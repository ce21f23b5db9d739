#include "cli/match/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/io/file.h"

static const char title[] = "apothecary match 1";

/* --- description --------------------------------------------------------- */

static void add_number(apo_buffer *out, const char *word, int64_t number)
{
    apo_buffer_add(out, word);
    apo_buffer_add_number(out, number);
}

static void add_player(apo_buffer *out, const apo_match_spec *spec)
{
    const apo_match_limits *own = &spec->limits;
    apo_buffer_add(out, " | ");
    apo_buffer_add(out, spec->name);
    apo_buffer_add(out, " ");
    apo_buffer_add(out, spec->command != NULL ? spec->command : "self");
    if (spec->constants != NULL) {
        apo_buffer_add(out, " ");
        apo_buffer_add(out, spec->constants);
    }
    for (unsigned i = 0; i < spec->option_count; i++) {
        apo_buffer_add(out, " ");
        apo_buffer_add(out, spec->options[i].name);
        apo_buffer_add(out, "=");
        apo_buffer_add(out, spec->options[i].value);
    }
    add_number(out, " clock ", own->clock_ms);
    add_number(out, "+", own->increment_ms);
    add_number(out, "/", own->period);
    add_number(out, " move ", own->move_ms);
    add_number(out, " nodes ", own->nodes);
    add_number(out, " depth ", own->depth);
}

/* A line with everything the games depend on, except their number. */
static void describe(apo_buffer *out, const apo_match_plan *plan)
{
    const apo_openings *openings = &plan->openings;
    apo_buffer_init(out, NULL);
    apo_buffer_add(out, title);
    apo_buffer_add(out, " | ");
    apo_buffer_add(out, plan->variant);
    add_number(out, " start ", openings->start_number);
    add_number(out, " plies ", openings->plies);
    add_number(out, " balance ", openings->balance_cp);
    if (openings->imbalance_cp > 0)
        add_number(out, " imbalance ", openings->imbalance_cp);
    add_number(out, " seed ", (int64_t)openings->seed);
    for (unsigned i = 0; i < APO_MATCH_PLAYERS; i++)
        add_player(out, &plan->players[i]);
    for (size_t i = 0; i < out->length; i++)
        if (out->bytes[i] == '\n')
            out->bytes[i] = ' ';
}

/* --- counting ------------------------------------------------------------ */

bool apo_match_record_has(const apo_match_record *record, uint32_t index)
{
    return record->results[index].end != APO_MATCH_END_STOPPED;
}

static void count(apo_match_record *record, uint32_t index, const apo_match_result *result)
{
    uint32_t other = index ^ 1U;
    int partner = -1;
    record->results[index] = *result;
    if (other < record->plan->games && apo_match_record_has(record, other))
        partner = (int)apo_match_quarters_of_first(&record->results[other], other);
    unsigned quarters = apo_match_quarters_of_first(result, index);
    apo_match_stats_add(&record->stats, quarters, partner);
    record->game_count++;
    record->plies += result->plies;
    record->ends[result->end]++;
    if (apo_match_end_is_forfeit(result->end))
        record->forfeits[quarters > APO_QUARTERS_DRAW]++;
}

/* --- reading ------------------------------------------------------------- */

static bool read_word(apo_span *rest, const char *word, uint32_t maximum, uint32_t *out)
{
    return apo_span_is(apo_span_word(rest), word) &&
           apo_span_number(apo_span_word(rest), maximum, out);
}

/* Ends are written as numbers because their words may contain spaces. */
static bool read_game(apo_match_record *out, apo_span line)
{
    apo_match_result result = {.white_quarters = 0};
    uint32_t index, white, end, pgn_length;
    if (!read_word(&line, "game", UINT32_MAX, &index) ||
        !read_word(&line, "white", APO_QUARTERS_WIN, &white) ||
        !read_word(&line, "plies", UINT32_MAX, &result.plies) ||
        !read_word(&line, "end", APO_MATCH_END_REFUSED, &end) ||
        !read_word(&line, "pgn", INT32_MAX, &pgn_length) || index == 0)
        return false;
    result.white_quarters = (int)white;
    result.end = (enum apo_match_end)end;
    out->pgn_length = (long)pgn_length;
    if (index <= out->plan->games && !apo_match_record_has(out, index - 1))
        count(out, index - 1, &result);
    return true;
}

/* Reads the lines after the first; `*out_whole` is the length of the valid part. */
static void read_games(apo_match_record *out, apo_span text, size_t start, size_t *out_whole)
{
    *out_whole = start;
    while (*out_whole < text.length) {
        apo_span rest = apo_span_part(text, *out_whole, text.length);
        const char *end = memchr(rest.text, '\n', rest.length);
        if (end == NULL)
            return;
        size_t length = (size_t)(end - rest.text);
        if (!read_game(out, apo_span_part(rest, 0, length)))
            return;
        *out_whole += length + 1;
    }
}

static enum apo_exit report_error(const char *path)
{
    return apo_report_failure("%s: %s", path, strerror(errno));
}

/* Reads the state if there is one. `*out_whole` 0: there is none. */
static enum apo_exit read_state(apo_match_record *out, const char *path, apo_span description,
                                size_t *out_whole)
{
    apo_buffer text;
    struct stat known;
    apo_span first, rest;
    enum apo_exit result = APO_EXIT_OK;
    apo_buffer_init(&text, NULL);
    *out_whole = 0;
    if (stat(path, &known) != 0 || known.st_size == 0)
        return APO_EXIT_OK;
    if (apo_file_read(&text, path) != APO_OK) {
        apo_buffer_clear(&text);
        return report_error(path);
    }
    rest = apo_buffer_span(&text);
    if (!apo_span_line(&rest, &first) || !apo_span_starts_with(first, title))
        result = apo_report_failure("%s is not the state of a match", path);
    else if (!apo_span_same(first, description))
        result = apo_report_failure("%s belongs to another match:\n  %.*s\nThis one is\n  %.*s",
                                    path, (int)first.length, first.text,
                                    (int)description.length, description.text);
    else
        read_games(out, apo_buffer_span(&text), first.length + 1, out_whole);
    out->known_count = out->game_count;
    apo_buffer_clear(&text);
    return result;
}

/* --- the files ----------------------------------------------------------- */

/* Opens a file for writing after its first `length` bytes. */
static FILE *open_at(const char *path, long length)
{
    FILE *file = fopen(path, "ae");
    if (file == NULL)
        return NULL;
    if (fflush(file) == 0 && ftruncate(fileno(file), (off_t)length) == 0)
        return file;
    fclose(file);
    return NULL;
}

static enum apo_exit open_state(apo_match_record *out, const char *path)
{
    apo_buffer description;
    size_t whole;
    describe(&description, out->plan);
    enum apo_exit result = read_state(out, path, apo_buffer_span(&description), &whole);
    if (result == APO_EXIT_OK && (out->state = open_at(path, (long)whole)) == NULL)
        result = report_error(path);
    if (result == APO_EXIT_OK && whole == 0) {
        fprintf(out->state, "%s\n", description.bytes);
        if (fflush(out->state) != 0)
            result = report_error(path);
    }
    apo_buffer_clear(&description);
    return result;
}

/* Games already in the file are kept only if the state lists them, or there is no state. */
static enum apo_exit open_pgn(apo_match_record *out, const char *path)
{
    struct stat known;
    if (out->plan->state_path == NULL)
        out->pgn_length = stat(path, &known) == 0 ? (long)known.st_size : 0;
    out->pgn = open_at(path, out->pgn_length);
    return out->pgn != NULL ? APO_EXIT_OK : report_error(path);
}

enum apo_exit apo_match_record_open(apo_match_record *out, const apo_match_plan *plan)
{
    enum apo_exit result = APO_EXIT_OK;
    *out = (apo_match_record){.plan = plan};
    out->results = calloc(plan->games, sizeof *out->results);
    if (out->results == NULL)
        return apo_report_failure("match: %s", apo_status_message(APO_E_MEMORY));
    for (uint32_t i = 0; i < plan->games; i++)
        out->results[i].end = APO_MATCH_END_STOPPED;
    if (plan->state_path != NULL)
        result = open_state(out, plan->state_path);
    if (result == APO_EXIT_OK && plan->pgn_path != NULL)
        result = open_pgn(out, plan->pgn_path);
    if (result != APO_EXIT_OK)
        apo_match_record_close(out);
    return result;
}

void apo_match_record_close(apo_match_record *record)
{
    if (record->state != NULL)
        fclose(record->state);
    if (record->pgn != NULL)
        fclose(record->pgn);
    free(record->results);
    record->results = NULL;
    record->state = record->pgn = NULL;
}

/* Writes the game first, then the line that marks it as complete. */
bool apo_match_record_add(apo_match_record *record, uint32_t index,
                          const apo_match_result *result, apo_span pgn)
{
    if (record->pgn != NULL) {
        fwrite(pgn.text, 1, pgn.length, record->pgn);
        if (fflush(record->pgn) != 0)
            return false;
        record->pgn_length += (long)pgn.length;
    }
    if (record->state != NULL) {
        fprintf(record->state, "game %u white %d plies %u end %d pgn %ld\n",
                (unsigned)index + 1, result->white_quarters, (unsigned)result->plies,
                (int)result->end, record->pgn_length);
        if (fflush(record->state) != 0 || fdatasync(fileno(record->state)) != 0)
            return false;
    }
    count(record, index, result);
    return true;
}
