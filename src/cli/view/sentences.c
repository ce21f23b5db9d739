#include "cli/view/sentences.h"

#include "rules/rules/program_view.h"

const char *apo_side_name(apo_side side)
{
    return side == APO_WHITE ? "White" : "Black";
}

void apo_sentence_add_square(apo_buffer *out, const apo_position *pos, apo_square sq)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(apo_variant_geometry(apo_position_variant(pos)), sq, name);
    apo_buffer_add(out, name);
}

/* "unicorn" begins with the sound of "you"; no piece's name begins like "under". */
const char *apo_type_article(const apo_variant *var, unsigned type)
{
    char first = apo_type_info_of(var, type)->name[0];
    return first == 'a' || first == 'e' || first == 'i' || first == 'o' ? "an " : "a ";
}

void apo_sentence_add_a_type(apo_buffer *out, const apo_position *pos, unsigned type)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_buffer_add(out, apo_type_article(var, type));
    apo_buffer_add(out, apo_type_info_of(var, type)->name);
}

void apo_sentence_add_piece_on(apo_buffer *out, const apo_position *pos, apo_square sq)
{
    apo_piece piece = apo_position_piece(pos, sq);
    apo_buffer_add(
        out, apo_piece_is_real(piece)
                 ? apo_type_info_of(apo_position_variant(pos), apo_piece_type(piece))->name
                 : "piece");
    apo_buffer_add(out, " on ");
    apo_sentence_add_square(out, pos, sq);
}

void apo_sentence_add_squares(apo_buffer *out, const apo_position *pos,
                              const apo_square *squares, size_t count, const char *last)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && i + 1 == count) {
            apo_buffer_add_char(out, ' ');
            apo_buffer_add(out, last);
            apo_buffer_add_char(out, ' ');
        } else if (i > 0) {
            apo_buffer_add(out, ", ");
        }
        apo_sentence_add_square(out, pos, squares[i]);
    }
}

const char *apo_result_words(int quarters)
{
    static const char *const words[] = {"Black wins", "advantage to Black", "a draw",
                                        "advantage to White", "White wins"};
    return words[quarters];
}

/* "White has no move", or "you have no move" to White itself. */
static void add_clause(apo_buffer *out, apo_side side, const char *does, unsigned you,
                       const char *you_do)
{
    apo_buffer_add(out, side == you ? you_do : apo_side_name(side));
    if (side != you)
        apo_buffer_add(out, does);
}

static void add_ending(apo_buffer *out, const apo_position *pos, apo_outcome outcome,
                       unsigned you)
{
    apo_side loser = outcome.white_quarters > APO_QUARTERS_DRAW ? APO_BLACK : APO_WHITE;
    if (outcome.ending == APO_ENDING_NONE) {
        apo_buffer_add(out, "The game goes on");
    } else if (outcome.ending == APO_ENDING_MATE) {
        apo_buffer_add(out, "Mate");
    } else if (outcome.ending == APO_ENDING_STALEMATE) {
        apo_buffer_add(out, "Stalemate, ");
        add_clause(out, apo_position_side(pos), " has no move", you, "you have no move");
    } else if (outcome.ending == APO_ENDING_REPETITION) {
        apo_buffer_add(out, "The position has occurred too often");
    } else if (outcome.ending == APO_ENDING_RESIGNATION) {
        add_clause(out, loser, " resigns", you, "You have resigned");
    } else {
        const char *reason = apo_ending_reason(outcome.ending);
        apo_buffer_add_char(out, apo_to_upper(reason[0]));
        apo_buffer_add(out, reason + 1);
    }
}

static void add_points(apo_buffer *out, const apo_position *pos)
{
    apo_position_info info = apo_position_info_of(pos);
    unsigned lead = apo_variant_white_lead(apo_position_variant(pos));
    if (!info.has_points)
        return;
    apo_buffer_add(out, " (by points, ");
    apo_buffer_add_number(out, info.points[APO_WHITE]);
    apo_buffer_add(out, " to ");
    apo_buffer_add_number(out, info.points[APO_BLACK]);
    if (lead > 0) {
        apo_buffer_add(out, "; White needs a lead of ");
        apo_buffer_add_number(out, lead);
    }
    apo_buffer_add_char(out, ')');
}

void apo_sentence_add_outcome(apo_buffer *out, const apo_position *pos, apo_outcome outcome)
{
    apo_sentence_add_outcome_to(out, pos, outcome, APO_SIDES);
}

void apo_sentence_add_outcome_to(apo_buffer *out, const apo_position *pos, apo_outcome outcome,
                                 unsigned you)
{
    static const char *const own[] = {"you lost", "advantage to your opponent", "a draw",
                                      "advantage to you", "you won"};
    int quarters = outcome.white_quarters;
    add_ending(out, pos, outcome, you);
    if (quarters >= APO_QUARTERS_LOSS && quarters <= APO_QUARTERS_WIN) {
        apo_buffer_add(out, ": ");
        if (you == APO_SIDES)
            apo_buffer_add(out, apo_result_words(quarters));
        else
            apo_buffer_add(out, own[you == APO_WHITE ? quarters : APO_QUARTERS_WIN - quarters]);
    }
    if (outcome.ending == APO_ENDING_REPETITION || outcome.ending == APO_ENDING_MOVE_COUNT ||
        apo_ending_counts_points(pos, outcome.ending))
        add_points(out, pos);
    apo_buffer_add_char(out, '.');
}
