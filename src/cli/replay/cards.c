/* Games as lines "key value", separated by empty lines:
 *     variant modern        its id, or id:start
 *     start 6               or nothing
 *     begin FEN             wins over the start
 *     moves d2a2 d9d6 ...   coordinates; more than one such line go on
 *     result 0-1            what is expected from here on
 *     reason mate
 *     points 73-64          White's and Black's, at the end
 *     final FEN */
#include "cli/call/message.h"
#include "cli/replay/replay.h"
#include "cli/view/sentences.h"
#include "notation/result.h"

/* One game's lines; spans of the file. */
typedef struct card {
    apo_span variant, start, begin, result, reason, points, final;
    apo_span moves[64]; /* more lines than any game needs */
    size_t moves_count;
    bool is_started; /* has any line */
} card;

enum {
    MOVE_LINES_MAX = sizeof((card *)0)->moves / sizeof(apo_span)
};

static const char *const keys[] = {"variant", "start",  "begin",  "moves",
                                   "result",  "reason", "points", "final"};

enum {
    KEYS = sizeof keys / sizeof keys[0]
};

bool apo_replay_is_cards(apo_span text)
{
    return apo_span_is(apo_span_word(&text), "variant");
}

/* Reads a line; false if its key is unknown. */
static bool read_line(card *out, apo_span line)
{
    apo_span value = line;
    apo_span key = apo_span_word(&value);
    value = apo_span_trim(value);
    if (apo_span_index(key, keys, KEYS) == KEYS)
        return false;
    out->is_started = true;
    if (apo_span_is(key, "variant"))
        out->variant = value;
    else if (apo_span_is(key, "start"))
        out->start = value;
    else if (apo_span_is(key, "begin"))
        out->begin = value;
    else if (apo_span_is(key, "result"))
        out->result = value;
    else if (apo_span_is(key, "reason"))
        out->reason = value;
    else if (apo_span_is(key, "points"))
        out->points = value;
    else if (apo_span_is(key, "final"))
        out->final = value;
    else if (out->moves_count < MOVE_LINES_MAX)
        out->moves[out->moves_count++] = value;
    return true;
}

static size_t position_of(const apo_replay *replay, apo_span span)
{
    return span.text != NULL ? (size_t)(span.text - replay->text.text) : 0;
}

/* Compares the card with the rules. */
static void expect(apo_replay *replay, apo_span said, const char *found, const char *what)
{
    if (said.length == 0 || apo_span_is(said, found))
        return;
    apo_report_error("%s: game %zu: the record's %s is \"%.*s\", the rules say \"%s\"",
                     replay->file, replay->game_index, what, (int)said.length, said.text,
                     found);
    replay->has_failed = true;
}

/* "1-0" without an end by the rules: an agreement or a resignation. */
static void end_as_recorded(apo_record *record, const card *lines)
{
    int quarters;
    if (apo_result_read(&quarters, lines->result))
        apo_game_end(record->game, quarters);
}

static void check_points(apo_replay *replay, const apo_record *record, const card *lines)
{
    char buf[32];
    int points[APO_SIDES];
    apo_text text = apo_text_start(buf, sizeof buf);
    if (apo_position_points(apo_game_position(record->game), points)) {
        apo_text_add_number(&text, points[APO_WHITE]);
        apo_text_add_char(&text, '-');
        apo_text_add_number(&text, points[APO_BLACK]);
    } else {
        apo_text_add_char(&text, '-');
    }
    expect(replay, lines->points, buf, "points");
}

static void check_end(apo_replay *replay, apo_record *record, const card *lines)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    end_as_recorded(record, lines);
    apo_outcome outcome = apo_game_info_of(record->game).outcome;
    apo_fen_write(&text, apo_game_position(record->game));
    expect(replay, lines->result, apo_result_text(outcome.white_quarters), "result");
    /* Two passes had no word of their own before, and were called stalemate. */
    if (outcome.ending != APO_ENDING_PASSES ||
        !apo_span_is(lines->reason, apo_ending_word(APO_ENDING_STALEMATE)))
        expect(replay, lines->reason, apo_ending_word(outcome.ending), "reason");
    check_points(replay, record, lines);
    expect(replay, lines->final, fen, "final position");
}

static void replay_card(apo_replay *replay, const card *lines)
{
    apo_record record = {.game = NULL};
    apo_span start = lines->begin.length > 0 ? lines->begin : lines->start;
    replay->game_index++;
    if (!apo_record_open(replay, &record, lines->variant) ||
        !apo_record_start(replay, &record, start, position_of(replay, start))) {
        apo_record_clear(&record);
        return;
    }
    for (size_t i = 0; !record.is_broken && i < lines->moves_count; i++) {
        if (lines->moves[i].length > 0)
            apo_record_play_list(replay, &record, lines->moves[i]);
    }
    if (!record.is_broken)
        check_end(replay, &record, lines);
    apo_replay_print(replay, &record);
    apo_record_clear(&record);
}

void apo_replay_cards(apo_replay *replay)
{
    apo_span rest = replay->text, line;
    card lines = {.is_started = false};
    replay->game_index = 0;
    while (apo_span_line(&rest, &line)) {
        apo_span trimmed = apo_span_trim(line);
        if (trimmed.length == 0) {
            if (lines.is_started)
                replay_card(replay, &lines);
            lines = (card){.is_started = false};
        } else if (trimmed.text[0] != '#' && !read_line(&lines, trimmed)) {
            replay->game_index++;
            apo_replay_report_error(
                replay, position_of(replay, trimmed),
                "expected variant, start, begin, moves, result, reason, points or final",
                apo_span_of(""));
            return;
        }
    }
    if (lines.is_started)
        replay_card(replay, &lines);
}
