#include "notation/remedy_json.h"

#include "base/json.h"
#include "notation/explain.h"
#include "notation/fen.h"
#include "notation/sentence_priv.h"
#include "rules/rules/list.h"

static void add_square(apo_buffer *out, const apo_position *pos, const char *name,
                       apo_square sq)
{
    char buf[APO_SQUARE_NAME_MAX];
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    if (sq < apo_geometry_squares(geo))
        apo_json_add_string(out, name, apo_square_named(geo, sq, buf));
}

/* The letter as in a FEN. */
static void add_piece(apo_buffer *out, const apo_position *pos, apo_piece piece)
{
    unsigned type = apo_piece_type(piece);
    if (type == APO_TYPE_NONE)
        return;
    char letter = apo_type_info_of(apo_position_variant(pos), type)->letter;
    char buf[2] = {apo_piece_side(piece) == APO_WHITE ? letter : apo_to_lower(letter), '\0'};
    apo_json_add_string(out, "piece", buf);
}

static void add_change(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                       const apo_remedy *remedy, unsigned index)
{
    const apo_change *change = &remedy->changes[index];
    char buf[APO_EXPLAIN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_change_explain(&text, pos, mv, remedy, index);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "kind", apo_change_word((enum apo_change_kind)change->kind));
    add_square(out, pos, "square", change->square);
    add_square(out, pos, "to", change->to);
    if (change->kind != APO_CHANGE_MOVE)
        add_piece(out, pos, change->piece);
    if (change->kind == APO_CHANGE_MOVE_NUMBER)
        apo_json_add_number(out, "number", change->number);
    apo_json_add_string(out, "if", buf);
    apo_json_close(out, '}');
}

static void add_result(apo_buffer *out, const apo_remedy *remedy, const apo_position *after)
{
    char fen[APO_FEN_MAX], move[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_fen_write(&text, after);
    apo_json_add_string(out, "fen", fen);
    text = apo_text_start(move, sizeof move);
    apo_move_write(&text, after, &remedy->move, APO_NOTATION_COORDINATE);
    apo_json_add_string(out, "move", move);
}

void apo_remedy_add_json(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                         const apo_remedy *remedy, const apo_position *after)
{
    char buf[APO_EXPLAIN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_remedy_explain(&text, pos, mv, remedy);
    apo_json_add_string(out, "cause", remedy->cause);
    apo_json_add_string(out, "rule", remedy->rule);
    apo_json_add_string(out, "section", remedy->number);
    add_square(out, pos, "at", remedy->at);
    apo_json_add_string(out, "because", buf);
    apo_json_open(out, "changes", '[');
    for (unsigned i = 0; i < remedy->change_count; i++)
        add_change(out, pos, mv, remedy, i);
    apo_json_close(out, ']');
    if (remedy->is_mended)
        add_result(out, remedy, after);
}

void apo_remedy_add_object(apo_buffer *out, const char *name, const apo_position *pos,
                           const apo_move *mv)
{
    apo_remedy remedy;
    apo_position after;
    apo_move_remedy(&remedy, &after, pos, mv);
    apo_json_open(out, name, '{');
    apo_json_add_string(out, "reason", apo_illegal_word(remedy.reason));
    apo_remedy_add_json(out, pos, mv, &remedy, &after);
    apo_json_close(out, '}');
}

apo_status apo_move_remedy_write(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    apo_remedy_add_object(out, NULL, pos, mv);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}
