#include "definition/file/type_words.h"

#include "definition/betza/words.h"
#include "rules/kernel/compiled.h"
#include "rules/rules/facts.h"

static const char joker[] =
    "moves and captures like the piece that the opponent moved last, in its own forward "
    "direction\n";

static const char checker[] =
    "steps 1 orthogonally\n"
    "jumps over neighbours of its own side orthogonally\n"
    "captures by jumping over enemies diagonally, in series\n"
    "then also captures each enemy caught between it and another piece of its side\n";

static const char kings_jump[] = "once, if it has not moved and is not in check, it can jump "
                                 "to one of four squares of its back rank\n";

/* Phrases for which the rules have one shorter word. */
static const char many[] =
    "walks exactly 3 in any direction, then steps 1 at 45 degrees to either side\n"
    "steps 1 in any direction, then walks exactly 3 at 45 degrees to either side\n"
    "walks exactly 2 in any direction, then steps 1 at 45 degrees to either side, then steps 1 "
    "at 45 degrees to the other side\n"
    "steps 1 in any direction, then steps 1 at 45 degrees to either side, then walks exactly 2 "
    "at 45 degrees to the other side\n";
static const char few[] =
    "makes four steps in one move, three of one kind (orthogonal or diagonal) and one of the "
    "other, without turning by more than 45 degrees; one clear path is enough\n";

static void add_moves(apo_buffer *out, const apo_piece_moves *moves)
{
    apo_buffer phrases;
    apo_buffer_init(&phrases, NULL);
    apo_betza_words(&phrases, moves);
    apo_span rest = apo_buffer_span(&phrases), line;
    while (rest.length > 0) {
        if (apo_span_starts_with(rest, many)) {
            apo_buffer_add(out, few);
            rest = apo_span_part(rest, sizeof many - 1, rest.length);
        } else if (apo_span_line(&rest, &line)) {
            apo_buffer_add_span(out, line);
            apo_buffer_add_char(out, '\n');
        }
    }
    out->is_failed = out->is_failed || phrases.is_failed;
    apo_buffer_clear(&phrases);
}

/* --- multiple steps ------------------------------------------------------ */

/* The own rank on which all pieces of a type stand at the start; 0: not one rank. */
static unsigned starting_rank(const apo_variant *var, unsigned type)
{
    unsigned found = 0;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        for (unsigned i = 0; i < var->squares; i++) {
            if (!apo_types_has(var->home[side][i], type))
                continue;
            unsigned rank =
                apo_geometry_own_rank(&var->geometry, (apo_side)side, (apo_square)i);
            if (found != 0 && found != rank)
                return 0;
            found = rank;
        }
    }
    return found;
}

/* "from its ranks 2 to 6 it can go up to 2 squares" */
static void add_ranks(apo_buffer *out, unsigned first, unsigned last, unsigned steps)
{
    apo_buffer_add(out, first == last ? "from its rank " : "from its ranks ");
    apo_buffer_add_number(out, first);
    if (first < last) {
        apo_buffer_add(out, " to ");
        apo_buffer_add_number(out, last);
    }
    apo_buffer_add(out, " it can go up to ");
    apo_buffer_add_number(out, steps);
    apo_buffer_add(out, " squares\n");
}

static void add_steps(apo_buffer *out, const apo_variant *var, unsigned type)
{
    unsigned start = starting_rank(var, type), ranks = apo_geometry_ranks(&var->geometry);
    for (unsigned first = 1, last; first <= ranks; first = last + 1) {
        unsigned steps = apo_type_steps(var, type, first);
        last = first;
        while (last < ranks && apo_type_steps(var, type, last + 1) == steps)
            last++;
        if (steps < 2)
            continue;
        if (first == last && first == start && steps == 2)
            apo_buffer_add(out, "from its starting rank it can go two squares\n");
        else if (first == last && first == start && steps == 3)
            apo_buffer_add(out, "from its starting rank it can go up to three squares\n");
        else
            add_ranks(out, first, last, steps);
    }
}

/* --- all of a type ------------------------------------------------------- */

void apo_type_words(apo_buffer *out, const apo_variant *var, unsigned type,
                    const apo_piece_moves *moves)
{
    const apo_type_info *info = apo_type_info_of(var, type);
    if (info->is_joker) {
        apo_buffer_add(out, joker);
    } else if (apo_type_is_checker(var, type)) {
        apo_buffer_add(out, checker);
    } else {
        add_moves(out, moves);
        if (info->is_royal && apo_variant_has_rule(var, "king-jump"))
            apo_buffer_add(out, kings_jump);
        if (info->is_royal && apo_variant_has_rule(var, "castling"))
            apo_buffer_add(out, "castles\n");
        add_steps(out, var, type);
    }
}
