#include "notation/guess.h"

#include <apothecary/notation.h>
#include <apothecary/position.h>

#include "rules/rules/facts.h"

/* The squares and letters of a text, whatever its notation. */
typedef struct hints {
    unsigned type; /* from a letter at the front; APO_TYPE_NONE: none */
    apo_square squares[2];
    unsigned square_count;
    char suffix; /* letter after the last square, or 0 */
} hints;

static void skip_marks(apo_span *rest)
{
    while (rest->length > 0 && (rest->text[0] == ' ' || rest->text[0] == '-' ||
                                rest->text[0] == 'x' || rest->text[0] == ':'))
        *rest = apo_span_part(*rest, 1, rest->length);
}

static void read_suffix(hints *out, apo_span rest)
{
    while (rest.length > 0 && (rest.text[0] == '=' || rest.text[0] == '/' ||
                               rest.text[0] == ';' || rest.text[0] == ' '))
        rest = apo_span_part(rest, 1, rest.length);
    if (rest.length > 0 && apo_is_letter(rest.text[0]))
        out->suffix = rest.text[0];
}

static bool read_hints(hints *out, const apo_variant *var, apo_span text)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_span rest = apo_span_trim(text);
    *out = (hints){.type = APO_TYPE_NONE, .squares = {APO_SQUARE_NONE, APO_SQUARE_NONE}};
    bool is_labelled =
        rest.length > 1 &&
        (apo_is_upper(rest.text[0]) || (apo_is_letter(rest.text[0]) && rest.text[1] == ' '));
    if (is_labelled) {
        out->type = apo_variant_type_of_letter(var, rest.text[0]);
        rest = apo_span_part(rest, 1, rest.length);
    }
    while (out->square_count < 2) {
        skip_marks(&rest);
        apo_square sq = apo_geometry_read_square(geo, &rest);
        if (sq == APO_SQUARE_NONE)
            break;
        out->squares[out->square_count++] = sq;
    }
    read_suffix(out, rest);
    return out->square_count == 2 || (out->square_count == 1 && out->type != APO_TYPE_NONE);
}

/* A letter after the squares is a promotion or a launched piece. */
static void set_suffix(apo_move *mv, const apo_position *pos, char suffix)
{
    apo_piece piece = apo_position_piece(pos, mv->from);
    const apo_variant *var = apo_position_variant(pos);
    unsigned type = suffix != 0 ? apo_variant_type_of_letter(var, suffix) : APO_TYPE_NONE;
    if (type == APO_TYPE_NONE || !apo_piece_is_real(piece))
        return;
    if (apo_type_info_of(var, type)->is_joker &&
        !(apo_type_info_of(var, apo_piece_type(piece))->is_pawn &&
          apo_promotion_is_offered(var, apo_piece_side(piece), mv->to)))
        mv->launched = (uint8_t)type;
    else
        mv->promoted = (uint8_t)type;
}

static apo_meaning find_meaning(const apo_position *pos, apo_square from, apo_square to,
                                char suffix)
{
    apo_meaning out = {.has_move = true, .mv = {.from = from, .to = to}};
    set_suffix(&out.mv, pos, suffix);
    out.verdict = apo_move_why_illegal(pos, &out.mv);
    return out;
}

/* The piece of the type that reaches the target but may not go there, or the only piece. */
static apo_meaning read_type(const apo_position *pos, unsigned type, apo_square to, char suffix)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_piece piece = apo_piece_of(apo_position_side(pos), type);
    apo_meaning only = {.has_move = false};
    unsigned count = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (apo_position_piece(pos, (apo_square)sq) != piece)
            continue;
        apo_meaning meaning = find_meaning(pos, (apo_square)sq, to, suffix);
        if (meaning.verdict.reason != APO_ILLEGAL_POWER &&
            meaning.verdict.reason != APO_ILLEGAL_OWN_PIECE)
            return meaning;
        only = meaning;
        count++;
    }
    return count == 1 ? only : (apo_meaning){.has_move = false};
}

/* O-O and O-O-O, with letters or zeros; `*out_is_right` is set for the short text. */
static bool is_castling_text(apo_span text, bool *out_is_right)
{
    text = apo_span_trim(text);
    *out_is_right = apo_span_is(text, "O-O") || apo_span_is(text, "0-0");
    return *out_is_right || apo_span_is(text, "O-O-O") || apo_span_is(text, "0-0-0");
}

/* "N@f3" */
static bool read_drop(apo_meaning *out, const apo_position *pos, apo_span text)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_span rest = apo_span_trim(text);
    unsigned type = rest.length > 2 && rest.text[1] == '@'
                        ? apo_variant_type_of_letter(var, rest.text[0])
                        : APO_TYPE_NONE;
    if (type == APO_TYPE_NONE)
        return false;
    rest = apo_span_part(rest, 2, rest.length);
    apo_square to = apo_geometry_read_square(apo_variant_geometry(var), &rest);
    if (to == APO_SQUARE_NONE)
        return false;
    out->has_move = true;
    out->mv =
        (apo_move){.from = to, .to = to, .kind = APO_MOVE_DROP, .launched = (uint8_t)type};
    out->verdict = apo_move_why_illegal(pos, &out->mv);
    return true;
}

apo_meaning apo_move_guess(const apo_position *pos, apo_span text)
{
    hints found;
    apo_meaning meaning = {.has_move = false};
    bool is_right;
    if (is_castling_text(text, &is_right)) {
        meaning.has_move = apo_castling_intent(pos, is_right, &meaning.mv);
        if (meaning.has_move)
            meaning.verdict = apo_move_why_illegal(pos, &meaning.mv);
        meaning.has_move = meaning.has_move && meaning.verdict.reason != APO_LEGAL;
        return meaning;
    }
    if (!read_drop(&meaning, pos, text)) {
        if (!read_hints(&found, apo_position_variant(pos), text))
            return meaning;
        if (found.square_count == 2)
            meaning = find_meaning(pos, found.squares[0], found.squares[1], found.suffix);
        else
            meaning = read_type(pos, found.type, found.squares[0], found.suffix);
    }
    /* The squares fit, so the rest of the text must be wrong. */
    if (meaning.verdict.reason == APO_LEGAL)
        meaning.has_move = false;
    return meaning;
}

bool apo_move_read_meant(apo_move *out, const apo_position *pos, apo_span text)
{
    apo_meaning meaning = apo_move_guess(pos, text);
    if (!meaning.has_move || apo_meaning_is_other_piece(pos, &meaning, text))
        return false;
    *out = meaning.mv;
    return true;
}

bool apo_meaning_is_other_piece(const apo_position *pos, const apo_meaning *meaning,
                                apo_span text)
{
    hints found;
    apo_piece piece = apo_position_piece(pos, meaning->mv.from);
    return read_hints(&found, apo_position_variant(pos), text) && apo_piece_is_real(piece) &&
           found.type != APO_TYPE_NONE && found.type != apo_piece_type(piece);
}
