/* Games in PGN. */
#include <string.h>

#include "cli/call/message.h"
#include "cli/replay/replay.h"
#include "cli/view/sentences.h"
#include "notation/pgn_reader.h"
#include "notation/result.h"

/* The approximate offset of a tag's value, for messages. */
static size_t find_tag(const apo_replay *replay, size_t from, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = from; i + length + 3 < replay->text.length; i++) {
        const char *at = replay->text.text + i;
        if (at[0] == '[' && memcmp(at + 1, name, length) == 0 && at[length + 1] == ' ')
            return i + length + 3;
    }
    return from;
}

bool apo_replay_open_start(apo_replay *replay, apo_record *record, apo_pgn_game *pgn,
                           size_t from)
{
    apo_span id = apo_pgn_tag_get(pgn, "Variant");
    apo_position start;
    apo_error err;
    /* The definition given on the command line overrides the name in the file. */
    if (replay->variant != NULL)
        id = apo_span_of(replay->variant);
    else if (id.length == 0)
        id = apo_pgn_default_id();
    else if (memchr(id.text, ':', id.length) == NULL)
        id = apo_pgn_variant_id(pgn);
    if (!apo_record_open(replay, record, id))
        return false;
    apo_status status = apo_pgn_start_position(&start, pgn, record->source.var, &err);
    if (status != APO_OK) {
        bool is_fen = apo_pgn_tag_get(pgn, "FEN").length > 0;
        size_t at = find_tag(replay, from, is_fen ? "FEN" : "Setup");
        apo_replay_report_error(replay, at + err.position, err.detail, apo_span_of(""));
        return false;
    }
    apo_game_labels_read(&record->labels, pgn, record->source.var);
    return apo_pgn_set_start(pgn, &start) == APO_OK;
}

/* The last node of the main line, where reading stopped. */
uint32_t apo_replay_last_node(const apo_pgn_game *pgn)
{
    uint32_t node = 0;
    while (pgn->nodes[node].first_child != 0)
        node = pgn->nodes[node].first_child;
    return node;
}

static apo_span word_at(apo_span text, size_t position)
{
    size_t start = position;
    while (start > 0 && start <= text.length && !apo_is_blank(text.text[start - 1]) &&
           text.text[start - 1] != '\n' && text.text[start - 1] != '.')
        start--;
    apo_span rest = apo_span_part(text, start, text.length);
    return apo_span_word(&rest);
}

static void report_error(apo_replay *replay, const apo_pgn_game *pgn, const apo_error *err)
{
    apo_position pos;
    if (err->status != APO_E_ILLEGAL || strstr(err->detail, "in a variation") != NULL) {
        apo_replay_report_error(replay, err->position, err->detail, apo_span_of(""));
        return;
    }
    apo_pgn_position(&pos, pgn, apo_replay_last_node(pgn));
    apo_replay_report_move(replay, &pos, word_at(replay->text, err->position), err);
}

/* Compares the result in the tags with that of the rules. */
static void compare_result(apo_replay *replay, const apo_record *record,
                           const apo_pgn_game *pgn)
{
    apo_outcome outcome = apo_game_info_of(record->game).outcome;
    apo_buffer story;
    if (outcome.white_quarters == pgn->white_quarters)
        return;
    replay->has_failed = true;
    apo_buffer_init(&story, NULL);
    apo_sentence_add_outcome(&story, apo_game_position(record->game), outcome);
    apo_report_error("%s: game %zu: the record says %s, the rules say %s. %.*s", replay->file,
                     replay->game_index, apo_result_text(pgn->white_quarters),
                     apo_result_text(outcome.white_quarters), (int)story.length,
                     story.length > 0 ? story.bytes : "");
    apo_buffer_clear(&story);
}

void apo_replay_play_tree(apo_replay *replay, apo_record *record, apo_pgn_game *pgn)
{
    size_t extra = 0;
    if (apo_game_from_pgn(&record->game, pgn, &extra) != APO_OK) {
        apo_report_error("%s", apo_status_message(APO_E_MEMORY));
        replay->has_failed = true;
        return;
    }
    if (extra > 0) {
        apo_buffer story;
        apo_buffer_init(&story, NULL);
        apo_sentence_add_outcome(&story, apo_game_position(record->game),
                                 apo_game_info_of(record->game).outcome);
        apo_report_error(
            "%s: game %zu: there are %zu half-moves after the end of the game, which came "
            "after %zu half-moves. %.*s",
            replay->file, replay->game_index, extra, apo_game_info_of(record->game).length,
            (int)story.length, story.length > 0 ? story.bytes : "");
        apo_buffer_clear(&story);
        replay->has_failed = true;
        record->is_broken = true;
    } else if (!record->is_broken && pgn->white_quarters != APO_QUARTERS_UNKNOWN) {
        compare_result(replay, record, pgn);
    }
    record->pgn = pgn;
    apo_replay_print(replay, record);
}

static void replay_game(apo_replay *replay, apo_pgn_reader *reader)
{
    apo_record record = {.game = NULL};
    apo_pgn_game pgn;
    apo_error err;
    size_t from = reader->cursor.position;
    apo_pgn_game_init(&pgn, NULL);
    if (apo_pgn_read_tags(reader, &pgn, &err) != APO_OK) {
        apo_replay_report_error(replay, err.position, err.detail, apo_span_of(""));
        apo_pgn_skip_game(reader);
    } else if (!apo_replay_open_start(replay, &record, &pgn, from)) {
        apo_pgn_skip_game(reader);
    } else {
        if (apo_pgn_read_moves(reader, &pgn, &err) != APO_OK) {
            report_error(replay, &pgn, &err);
            apo_pgn_skip_game(reader);
            record.is_broken = true;
        }
        apo_replay_play_tree(replay, &record, &pgn);
    }
    apo_record_clear(&record);
    apo_pgn_game_clear(&pgn);
}

void apo_replay_pgn(apo_replay *replay)
{
    apo_pgn_reader reader;
    apo_pgn_reader_start(&reader, replay->text);
    replay->game_index = 0;
    while (apo_pgn_reader_has_game(&reader)) {
        replay->game_index++;
        size_t before = reader.cursor.position;
        replay_game(replay, &reader);
        if (reader.cursor.position == before)
            break;
    }
    if (replay->game_index == 0) {
        apo_report_error("%s: the file contains no game", replay->file);
        replay->has_failed = true;
    }
}
