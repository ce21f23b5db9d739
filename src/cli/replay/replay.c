#include "cli/replay/replay.h"

#include <stdio.h>

#include "cli/call/message.h"
#include "cli/view/sentences.h"
#include "cli/view/story.h"
#include "notation/guess.h"
#include "notation/locate.h"

void apo_record_clear(apo_record *record)
{
    apo_game_free(record->game);
    *record = (apo_record){.game = NULL};
}

static apo_span line_at(apo_span text, size_t position, size_t *out_start)
{
    size_t start = position, end = position;
    while (start > 0 && text.text[start - 1] != '\n')
        start--;
    while (end < text.length && text.text[end] != '\n' && text.text[end] != '\r')
        end++;
    *out_start = start;
    return apo_span_part(text, start, end - start);
}

void apo_replay_report_error(apo_replay *replay, size_t position, const char *detail,
                             apo_span story)
{
    if (position > replay->text.length)
        position = replay->text.length;
    apo_location where = apo_span_locate(replay->text, position);
    size_t start;
    apo_span line = line_at(replay->text, position, &start);
    replay->has_failed = true;
    fflush(stdout);
    fprintf(stderr, "%s:%u:%u: game %zu: %s\n", replay->file, (unsigned)where.line,
            (unsigned)where.column, replay->game_index, detail);
    apo_print_caret(stderr, line, position - start);
    if (story.length > 0)
        fprintf(stderr, "  %.*s\n", (int)story.length, story.text);
}

void apo_replay_report_move(apo_replay *replay, const apo_position *pos, apo_span move,
                            const apo_error *err)
{
    apo_buffer story;
    apo_buffer_init(&story, NULL);
    apo_meaning meaning = {.has_move = false};
    if (err->status == APO_E_ILLEGAL)
        meaning = apo_move_guess(pos, move);
    if (meaning.has_move)
        apo_story_add_refusal(&story, pos, &meaning.mv, meaning.verdict);
    apo_replay_report_error(replay, err->position, err->detail, apo_buffer_span(&story));
    apo_buffer_clear(&story);
}

/* Most files hold games of one variant, so it is opened only once. */
static apo_status open_source(apo_replay *replay, apo_span variant)
{
    if (replay->source.var != NULL && apo_span_is(variant, replay->source_name))
        return APO_OK;
    apo_source_close(&replay->source);
    apo_text_copy_span(replay->source_name, sizeof replay->source_name, variant);
    return apo_source_open_id(&replay->source, variant);
}

bool apo_record_open(apo_replay *replay, apo_record *record, apo_span variant)
{
    apo_text text = apo_text_start(record->variant, sizeof record->variant);
    apo_status status = open_source(replay, variant);
    record->source = replay->source;
    if (status == APO_OK && !apo_is_variant_path(variant))
        apo_text_add(&text, apo_variant_info_of(record->source.var)->id);
    else
        apo_text_add_span(&text, variant);
    if (status != APO_OK) {
        if (status != APO_E_IO)
            apo_report_error("%s: game %zu: unknown variant \"%.*s\"; use --variant",
                             replay->file, replay->game_index, (int)variant.length,
                             variant.text);
        replay->has_failed = true;
        return false;
    }
    record->labels = (apo_game_labels){
        .variant = record->variant,
        .start_name = apo_variant_start_name(record->source.var, record->source.name_index)};
    /* The start's name goes into the Setup tag. */
    for (char *c = record->variant; record->labels.start_name[0] != '\0' && *c != '\0'; c++) {
        if (*c == ':')
            *c = '\0';
    }
    return true;
}

static apo_status start_position(apo_position *out, apo_record *record, apo_span word,
                                 apo_error *err)
{
    uint32_t number = 1;
    uint32_t count = apo_variant_info_of(record->source.var)->start_count;
    if (word.length > 0 && !apo_span_number(word, UINT32_MAX - 1, &number))
        return apo_fen_read(out, record->source.var, word, err);
    apo_status status = number > count ? APO_E_RANGE
                                       : apo_position_start(out, record->source.var,
                                                            record->source.name_index, number);
    if (status != APO_OK)
        return apo_fail(err, status, 0, "this game has no start %s", word);
    record->labels.number = number;
    return APO_OK;
}

bool apo_record_start(apo_replay *replay, apo_record *record, apo_span word, size_t position)
{
    apo_position start;
    apo_error err = {.status = APO_OK};
    apo_status status = start_position(&start, record, word, &err);
    if (status == APO_OK)
        status = apo_game_new(&record->game, &start, NULL);
    if (status == APO_OK)
        return true;
    if (status == APO_E_MEMORY)
        apo_report_error("%s", apo_status_message(status));
    else
        apo_replay_report_error(replay, position + err.position, err.detail, apo_span_of(""));
    replay->has_failed = true;
    return false;
}

void apo_replay_report_over(apo_replay *replay, const apo_game *game, size_t position)
{
    apo_buffer story;
    apo_buffer_init(&story, NULL);
    apo_sentence_add_outcome(&story, apo_game_position(game), apo_game_info_of(game).outcome);
    apo_replay_report_error(replay, position, "a move after the end of the game",
                            apo_buffer_span(&story));
    apo_buffer_clear(&story);
}

bool apo_record_play(apo_replay *replay, apo_record *record, const apo_move *mv,
                     size_t position)
{
    apo_status status = apo_game_play(record->game, mv);
    if (status == APO_OK)
        return true;
    if (status == APO_E_FINISHED)
        apo_replay_report_over(replay, record->game, position);
    else
        apo_replay_report_error(replay, position, apo_status_message(status), apo_span_of(""));
    record->is_broken = true;
    return false;
}
