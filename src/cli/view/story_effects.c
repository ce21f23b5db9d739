/* The effects of a legal move, in sentences. */
#include "cli/view/sentences.h"
#include "cli/view/story.h"
#include "rules/rules/program_view.h"

static void add_castling(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                         apo_square partner_from, apo_square partner_to)
{
    apo_buffer_add(out, "The king castles, from ");
    apo_sentence_add_square(out, pos, mv->from);
    apo_buffer_add(out, " to ");
    apo_sentence_add_square(out, pos, mv->to);
    apo_buffer_add(out, ", and the ");
    apo_sentence_add_piece_on(out, pos, partner_from);
    apo_buffer_add(out, " goes to ");
    apo_sentence_add_square(out, pos, partner_to);
}

static void add_way(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    apo_square series[APO_SERIES_MAX], partner_from, partner_to;
    unsigned jumps = apo_move_series(pos, mv, series);
    if (apo_move_partner(pos, mv, &partner_from, &partner_to)) {
        add_castling(out, pos, mv, partner_from, partner_to);
        return;
    }
    if (mv->kind == APO_MOVE_PASS) {
        apo_buffer_add(out, apo_side_name(apo_position_side(pos)));
        apo_buffer_add(out, " passes");
        return;
    }
    if (mv->kind == APO_MOVE_DROP) {
        apo_buffer_add(out, "A ");
        apo_buffer_add(out, apo_type_info_of(apo_position_variant(pos), mv->launched)->name);
        apo_buffer_add(out, " is dropped on ");
        apo_sentence_add_square(out, pos, mv->to);
        return;
    }
    apo_buffer_add(out, "The ");
    apo_sentence_add_piece_on(out, pos, mv->from);
    if (apo_move_resigns_piece(mv)) {
        apo_buffer_add(out, " is taken off by its own side");
        return;
    }
    if (apo_move_swaps(mv)) {
        apo_buffer_add(out, " changes places with the ");
        apo_sentence_add_piece_on(out, pos, mv->to);
        return;
    }
    if (apo_move_destroys_itself(mv)) {
        apo_buffer_add(out, " destroys itself");
        return;
    }
    apo_buffer_add(out, mv->kind == APO_MOVE_LEAP || jumps > 0 ? " jumps to " : " goes to ");
    if (jumps > 0)
        apo_sentence_add_squares(out, pos, series, jumps, "and");
    else
        apo_sentence_add_square(out, pos, mv->to);
}

static void add_captures(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    apo_square taken[APO_UNDO_SQUARES_MAX];
    unsigned count = apo_move_captures(pos, mv, taken);
    for (unsigned i = 0; i < count; i++) {
        if (i == 0)
            apo_buffer_add(out, " and takes the ");
        else
            apo_buffer_add(out, i + 1 == count ? " and the " : ", the ");
        apo_sentence_add_piece_on(out, pos, taken[i]);
    }
    if (mv->kind == APO_MOVE_EN_PASSANT)
        apo_buffer_add(out, " en passant");
}

static void add_list(apo_buffer *out, const apo_position *pos, const char *begin,
                     const apo_square *squares, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        apo_buffer_add(out, i == 0 ? begin : i + 1 == count ? " and the " : ", the ");
        apo_sentence_add_piece_on(out, pos, squares[i]);
    }
}

/* Adds what else a move has destroyed: own pieces, and enemies besides the captured ones. */
static void add_explosion(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                          const apo_undo *undo, const apo_position *after)
{
    apo_square taken[APO_UNDO_SQUARES_MAX], gone[APO_UNDO_SQUARES_MAX];
    unsigned captured = apo_move_captures(pos, mv, taken), count = 0;
    for (unsigned i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        bool is_told =
            sq == mv->from || sq == mv->to || !apo_piece_is_real(apo_position_piece(pos, sq));
        for (unsigned k = 0; k < captured; k++)
            is_told = is_told || taken[k] == sq;
        if (!is_told && !apo_piece_is_real(apo_position_piece(after, sq)))
            gone[count++] = sq;
    }
    apo_buffer_add(out, " It explodes");
    add_list(out, pos, " with the ", gone, count);
    apo_buffer_add_char(out, '.');
}

/* The pieces that have changed sides where they stand. */
static void add_flips(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                      const apo_undo *undo, const apo_position *after)
{
    apo_square flipped[APO_UNDO_SQUARES_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        apo_piece before = apo_position_piece(pos, sq), now = apo_position_piece(after, sq);
        if (sq != mv->from && sq != mv->to && apo_piece_is_real(before) &&
            apo_piece_is_real(now) && apo_piece_side(before) != apo_piece_side(now))
            flipped[count++] = sq;
    }
    add_list(out, pos, " It makes the ", flipped, count);
    apo_buffer_add(out, count > 0 ? " its own." : "");
}

static void add_promotion(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    if (mv->promoted != APO_TYPE_NONE) {
        apo_buffer_add(out, " It becomes ");
        apo_sentence_add_a_type(out, pos, mv->promoted);
        apo_buffer_add(out, apo_variant_has_rule(apo_position_variant(pos), "reserve")
                                ? " from the reserve."
                                : ".");
    }
    if (mv->launched != APO_TYPE_NONE && mv->kind != APO_MOVE_DROP) {
        apo_buffer_add(out, " The ");
        apo_buffer_add(out, apo_type_info_of(apo_position_variant(pos), mv->launched)->name);
        apo_buffer_add(out, " is put on ");
        apo_sentence_add_square(out, pos, apo_move_launch_square(pos, mv));
        apo_buffer_add_char(out, '.');
    }
}

static void add_check(apo_buffer *out, const apo_position *after)
{
    apo_outcome outcome = apo_position_outcome_counted(after);
    if (outcome.ending != APO_ENDING_NONE) {
        apo_buffer_add_char(out, ' ');
        apo_sentence_add_outcome(out, after, outcome);
    } else if (apo_position_is_check(after)) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, apo_side_name(apo_position_side(after)));
        apo_buffer_add(out, " is in check.");
    }
}

static bool has_joker(const apo_position *pos)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(var)); sq++) {
        apo_piece piece = setup.pieces[sq];
        if (apo_piece_is_real(piece) && apo_type_info_of(var, apo_piece_type(piece))->is_joker)
            return true;
    }
    return (setup.rules.pocket[APO_WHITE] | setup.rules.pocket[APO_BLACK]) != 0;
}

static void add_imitation(apo_buffer *out, const apo_position *pos, apo_side side)
{
    unsigned power = apo_position_imitated(pos, side);
    apo_buffer_add(out, apo_side_name(side));
    if (power == APO_TYPE_NONE) {
        apo_buffer_add(out, "'s joker cannot move");
        return;
    }
    apo_buffer_add(out, "'s joker moves as ");
    apo_sentence_add_a_type(out, pos, power);
}

static void add_jokers(apo_buffer *out, const apo_position *after)
{
    if (!has_joker(after))
        return;
    apo_side side = apo_position_side(after);
    apo_buffer_add(out, " Now ");
    add_imitation(out, after, side);
    apo_buffer_add(out, ", ");
    add_imitation(out, after, apo_side_other(side));
    apo_buffer_add_char(out, '.');
}

/* True if the move has left nothing where it ended. */
static bool captures_explode(const apo_position *after, const apo_move *mv,
                             const apo_undo *undo)
{
    return undo->count > 2 && !apo_piece_is_real(apo_position_piece(after, mv->to)) &&
           apo_variant_has_rule(apo_position_variant(after), "explosions");
}

/* True if an enemy has burnt the piece where the move ended. */
static bool is_burnt(const apo_position *after, const apo_move *mv)
{
    return !apo_move_resigns_piece(mv) && !apo_move_destroys_itself(mv) &&
           mv->kind != APO_MOVE_PASS && !apo_piece_is_real(apo_position_piece(after, mv->to)) &&
           apo_variant_has_rule(apo_position_variant(after), "effects");
}

void apo_story_add_effects(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    apo_position after = *pos;
    apo_undo undo;
    apo_make(&after, mv, &undo);
    add_way(out, pos, mv);
    add_captures(out, pos, mv);
    apo_buffer_add_char(out, '.');
    if (captures_explode(&after, mv, &undo))
        add_explosion(out, pos, mv, &undo, &after);
    else
        add_promotion(out, pos, mv);
    if (is_burnt(&after, mv))
        apo_buffer_add(out, " It is burnt there.");
    if (apo_variant_has_rule(apo_position_variant(pos), "enclosing") ||
        apo_variant_has_rule(apo_position_variant(pos), "effects"))
        add_flips(out, pos, mv, &undo, &after);
    add_check(out, &after);
    add_jokers(out, &after);
}
