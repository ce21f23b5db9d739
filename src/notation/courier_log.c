#include "notation/courier_log.h"

#include <string.h>

#include "base/text.h"
#include "notation/courier.h"
#include "notation/move_text.h"
#include "notation/result.h"
#include "notation/sentence_priv.h"
#include "notation/sketch_priv.h"
#include "rules/kernel/make.h"

enum {
    DATE_LENGTH = 10,
    LABEL_MAX = 3 /* letters of a preset's own label */
};

void apo_courier_log_start(apo_courier_log *log, apo_span text)
{
    *log = (apo_courier_log){.text = text};
}

bool apo_courier_log_has_game(const apo_courier_log *log)
{
    apo_span rest = apo_span_part(log->text, log->position, log->text.length);
    return apo_span_trim(rest).length > 0;
}

/* --- headers ------------------------------------------------------------- */

/* How far the reading of one game has got. */
typedef struct progress {
    bool has_moves, has_end;
} progress;

static void note(progress *at, const apo_courier_item *item)
{
    at->has_moves = at->has_moves || item->kind == APO_COURIER_ITEM_MOVE;
    at->has_end = at->has_end || item->kind == APO_COURIER_ITEM_END;
}

static bool is_tag(const apo_courier_item *item, const char *tag)
{
    return item->tag != NULL && strcmp(item->tag, tag) == 0;
}

static bool is_about_end(const apo_courier_item *item)
{
    return is_tag(item, "Result") || is_tag(item, "Termination");
}

/* A header after the moves begins the next game, if it names one or this one has ended. */
static bool begins_game(const progress *at, const apo_courier_item *item)
{
    return item->kind == APO_COURIER_ITEM_FACT && at->has_moves &&
           (is_tag(item, "Variant") || (at->has_end && !is_about_end(item)));
}

/* Between moves, words like "White: too slow" are a comment. */
static bool is_header(const progress *at, const apo_courier_item *item)
{
    return item->kind == APO_COURIER_ITEM_FACT && (!at->has_moves || is_about_end(item));
}

static apo_status set_date(apo_pgn_game *game, apo_span value)
{
    char buf[DATE_LENGTH + 1];
    apo_text_copy_span(buf, sizeof buf, apo_span_part(value, 0, DATE_LENGTH));
    for (char *c = buf; *c != '\0'; c++) {
        if (*c == '-')
            *c = '.';
    }
    return apo_pgn_tag_set(game, apo_span_of("Date"), apo_span_of(buf));
}

/* The first header of a kind counts. What PGN cannot hold is left out. */
static apo_status set_header(apo_pgn_game *game, const apo_courier_item *item)
{
    if (item->tag == NULL || item->text.length == 0 ||
        apo_pgn_tag_get(game, item->tag).length > 0)
        return APO_OK;
    apo_status status = is_tag(item, "Date")
                            ? set_date(game, item->text)
                            : apo_pgn_tag_set(game, apo_span_of(item->tag), item->text);
    return status == APO_E_MEMORY ? status : APO_OK;
}

/* "Ann has won", "Ann won", "Ann wins": the winner by name. */
static bool read_winner(int *out_quarters, const apo_pgn_game *game, apo_span words)
{
    static const char *const tags[APO_SIDES] = {"White", "Black"};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_span name = apo_pgn_tag_get(game, tags[side]);
        if (name.length == 0 || name.length >= words.length ||
            !apo_span_same(apo_span_part(words, 0, name.length), name))
            continue;
        apo_span rest = apo_span_part(words, name.length, words.length);
        apo_span word = apo_span_word(&rest);
        if (apo_span_is(word, "has"))
            word = apo_span_word(&rest);
        if (apo_span_starts_with(word, "won") || apo_span_starts_with(word, "wins")) {
            *out_quarters = side == APO_WHITE ? APO_QUARTERS_WIN : APO_QUARTERS_LOSS;
            return true;
        }
    }
    return false;
}

static void settle_result(apo_pgn_game *game)
{
    apo_span words = apo_pgn_tag_get(game, "Result");
    int quarters = APO_QUARTERS_UNKNOWN;
    if (apo_courier_read_result(&quarters, words) || read_winner(&quarters, game, words))
        game->white_quarters = quarters;
}

apo_status apo_courier_log_read_tags(apo_courier_log *log, apo_pgn_game *game)
{
    apo_courier_lexer lexer;
    apo_courier_item item;
    progress at = {false, false};
    apo_status status = APO_OK;
    apo_courier_lexer_start(&lexer, log->text);
    if (lexer.position < log->position)
        lexer.position = log->position;
    log->begin = lexer.position;
    game->white_quarters = APO_QUARTERS_UNKNOWN;
    for (size_t before = lexer.position; apo_courier_next_item(&lexer, &item);
         before = lexer.position) {
        if (begins_game(&at, &item)) {
            lexer.position = before;
            break;
        }
        if (is_header(&at, &item) && status == APO_OK)
            status = set_header(game, &item);
        note(&at, &item);
    }
    log->position = lexer.position;
    settle_result(game);
    return status;
}

/* --- moves --------------------------------------------------------------- */

typedef struct reading {
    apo_courier_log *log;
    apo_pgn_game *game;
    apo_error *err;
    apo_position pos;
    uint32_t node;
    unsigned count; /* moves read */
} reading;

/* The move without labels unknown to the game, each of which precedes a from-square; a preset
 * may have labels of its own. */
static apo_span drop_labels(apo_text *out, apo_span move, const apo_variant *var)
{
    bool is_part_start = true;
    for (size_t i = 0; i < move.length;) {
        size_t length = 0; /* one letter more than a label has is enough */
        while (length <= LABEL_MAX && i + length < move.length &&
               apo_is_letter(move.text[i + length]))
            length++;
        bool is_label = is_part_start && length > 0 && length <= LABEL_MAX &&
                        i + length < move.length && apo_is_blank(move.text[i + length]);
        apo_span label = apo_span_part(move, i, length);
        is_part_start = move.text[i] == ';' || (is_part_start && apo_is_blank(move.text[i]));
        if (is_label && (length > 1 || apo_type_read(var, &label) == APO_TYPE_NONE))
            i += length;
        else
            apo_text_add_char(out, move.text[i++]);
    }
    return apo_span_trim(apo_text_span(out));
}

static apo_status read_move(reading *all, apo_move *mv, apo_span text, apo_error *why)
{
    char buf[2 * APO_COURIER_MAX];
    apo_text plain = apo_text_start(buf, sizeof buf);
    apo_status status = apo_courier_read(mv, &all->pos, text, why);
    if (status != APO_E_SYNTAX)
        return status;
    apo_span rest = drop_labels(&plain, text, apo_position_variant(&all->pos));
    if (!plain.is_overflowed && rest.length < text.length &&
        apo_courier_read(mv, &all->pos, rest, NULL) == APO_OK)
        return APO_OK;
    return apo_move_read_any(mv, &all->pos, text, NULL) == APO_OK ? APO_OK : status;
}

static apo_status add_move(reading *all, const apo_courier_item *item)
{
    apo_move mv;
    apo_undo undo;
    apo_error why = {.detail = ""};
    apo_status status = read_move(all, &mv, item->text, &why);
    if (status != APO_OK)
        return apo_fail_gaps(
            all->err, status, (size_t)(item->text.text - all->log->text.text) + why.position,
            "move %{number} of the list, %{move}: %{reason}",
            APO_GAPS(APO_GAP_NUMBER("number", (int64_t)all->count + 1),
                     APO_GAP_WORD("move", item->text), APO_GAP_TEXT("reason", why.detail)));
    status = apo_pgn_add_move(all->game, all->node, &mv, &all->node);
    if (status == APO_OK && item->nag > 0)
        status = apo_pgn_add_nag(all->game, all->node, (uint8_t)item->nag);
    apo_make(&all->pos, &mv, &undo);
    all->count++;
    return status;
}

/* A header among the moves is a comment with a colon. */
static apo_status add_comment(reading *all, const apo_courier_item *item)
{
    apo_span words = item->text;
    if (item->kind == APO_COURIER_ITEM_FACT) {
        const char *start = item->text.text;
        while (start > all->log->text.text && start[-1] != '\n')
            start--;
        words = (apo_span){start, (size_t)(item->text.text - start) + item->text.length};
        words = apo_span_trim(words);
        if (apo_span_starts_with(words, "//"))
            words = apo_span_part(words, 2, words.length);
    }
    return apo_pgn_add_comment(all->game, all->node, false, words);
}

static unsigned side_of_end(const reading *all, const apo_courier_item *item)
{
    unsigned side = apo_position_side(&all->pos);
    if (item->side != APO_SIDES)
        return item->side;
    return item->is_after_move ? side ^ 1U : side;
}

static apo_status take_end(reading *all, const apo_courier_item *item)
{
    const char *reason = item->end == APO_COURIER_END_RESIGN ? "resignation"
                         : item->end == APO_COURIER_END_DRAW ? "agreement"
                         : item->end == APO_COURIER_END_TIME ? "time"
                                                             : "";
    int quarters = item->quarters;
    unsigned side = side_of_end(all, item);
    if (item->end == APO_COURIER_END_DRAW)
        quarters = APO_QUARTERS_DRAW;
    else if (item->end == APO_COURIER_END_OVER)
        return APO_OK;
    else if (item->end != APO_COURIER_END_RESULT)
        quarters = (side == APO_WHITE) == (item->end == APO_COURIER_END_WON)
                       ? APO_QUARTERS_WIN
                       : APO_QUARTERS_LOSS;
    if (all->game->white_quarters == APO_QUARTERS_UNKNOWN)
        all->game->white_quarters = quarters;
    if (reason[0] == '\0' || apo_pgn_tag_get(all->game, "Termination").length > 0)
        return APO_OK;
    return apo_pgn_tag_set(all->game, apo_span_of("Termination"), apo_span_of(reason));
}

apo_status apo_courier_log_read_moves(apo_courier_log *log, apo_pgn_game *game, apo_error *err)
{
    apo_courier_lexer lexer;
    apo_courier_item item;
    progress at = {false, false};
    reading all = {.log = log, .game = game, .err = err};
    apo_status status = apo_pgn_position(&all.pos, game, 0);
    apo_courier_lexer_start(&lexer, apo_span_part(log->text, 0, log->position));
    if (lexer.position < log->begin)
        lexer.position = log->begin;
    while (status == APO_OK && apo_courier_next_item(&lexer, &item)) {
        if (item.kind == APO_COURIER_ITEM_MOVE)
            status = add_move(&all, &item);
        else if (item.kind == APO_COURIER_ITEM_END)
            status = take_end(&all, &item);
        else if (item.kind == APO_COURIER_ITEM_COMMENT ||
                 (item.kind == APO_COURIER_ITEM_FACT && !is_header(&at, &item)))
            status = add_comment(&all, &item);
        note(&at, &item);
    }
    if (status == APO_E_TOO_LARGE || status == APO_E_MEMORY)
        return apo_fail(err, status, lexer.position, "%s",
                        apo_span_of(apo_status_message(status)));
    return status;
}
