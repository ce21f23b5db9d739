#include "notation/explain.h"

#include "notation/sentence_priv.h"
#include "rules/rules/facts.h"

/* --- an attack on the king ----------------------------------------------- */

/* What is known about the attacking piece. */
enum attacker {
    ATTACKER_UNKNOWN,
    ATTACKER_KNOWN,
    ATTACKER_AS_ANOTHER, /* a joker with the power of another type */
    ATTACKERS
};

static const char *const still_in_check[APO_SIDES][ATTACKERS] = {
    {"White's king would still be in check",
     "White's king would still be in check from the %{attacker} on %{from}",
     "White's king would still be in check from the %{attacker} on %{from}, which moves like the "
     "%{power}"},
    {"Black's king would still be in check",
     "Black's king would still be in check from the %{attacker} on %{from}",
     "Black's king would still be in check from the %{attacker} on %{from}, which moves like the "
     "%{power}"},
};

static const char *const then_captured[APO_SIDES][ATTACKERS] = {
    {"White's king could then be captured",
     "White's king could then be captured by the %{attacker} on %{from}",
     "White's king could then be captured by the %{attacker} on %{from}, which moves like the "
     "%{power}"},
    {"Black's king could then be captured",
     "Black's king could then be captured by the %{attacker} on %{from}",
     "Black's king could then be captured by the %{attacker} on %{from}, which moves like the "
     "%{power}"},
};

static enum attacker attacker_of(const apo_position *pos, apo_verdict verdict)
{
    if (verdict.attacker == APO_SQUARE_NONE)
        return ATTACKER_UNKNOWN;
    apo_piece piece = apo_position_piece(pos, verdict.attacker);
    bool is_itself = verdict.attacker_power == APO_TYPE_NONE || !apo_piece_is_real(piece) ||
                     verdict.attacker_power == apo_piece_type(piece);
    return is_itself ? ATTACKER_KNOWN : ATTACKER_AS_ANOTHER;
}

/* --- sentences ----------------------------------------------------------- */

static const char *sentence_of(const apo_position *pos, const apo_move *mv, apo_verdict verdict)
{
    apo_side side = apo_position_side(pos);
    switch (verdict.reason) {
    case APO_ILLEGAL_EMPTY: return "%{square} is empty";
    case APO_ILLEGAL_NOT_YOURS:
        return side == APO_WHITE ? "the %{piece} on %{square} is Black's, and White is to move"
                                 : "the %{piece} on %{square} is White's, and Black is to move";
    case APO_ILLEGAL_OWN_PIECE: return "%{target} holds a piece of the same side";
    case APO_ILLEGAL_NO_SQUARE: return "%{target} is not a square, or has ceased to exist";
    case APO_ILLEGAL_POWER: return "the %{piece} on %{square} cannot go to %{target}";
    case APO_ILLEGAL_NO_POWER: return "the %{piece} on %{square} has nothing to imitate yet";
    case APO_ILLEGAL_CHECK: return still_in_check[side][attacker_of(pos, verdict)];
    case APO_ILLEGAL_EXPOSES: return then_captured[side][attacker_of(pos, verdict)];
    case APO_ILLEGAL_PROMOTION:
        return mv->promoted == APO_TYPE_NONE
                   ? "the %{piece} on %{square} has to be promoted on %{target}"
                   : "the %{piece} on %{square} cannot be promoted to %{type} on %{target}";
    case APO_ILLEGAL_LAUNCH:
        return "nothing can be launched when the %{piece} on %{square} moves";
    case APO_ILLEGAL_GIVES_CHECK: return "the first move of a double turn may not give check";
    case APO_ILLEGAL_CAPTURE: return "nothing may be captured in this double turn";
    case APO_ILLEGAL_COMPULSORY: return "a capture is compulsory";
    case APO_ILLEGAL_MUST_DROP: return "a piece in hand must be dropped first";
    case APO_ILLEGAL_FACING:
        return "the kings face each other: end that with your move, or pass";
    case APO_ILLEGAL_CHECKING: return "no move may give check in this game";
    case APO_ILLEGAL_EXPLODES: return "the king would explode";
    case APO_ILLEGAL_OVER: return "the game is over";
    case APO_ILLEGAL_HAND:
        return side == APO_WHITE ? "White has no %{dropped} in hand"
                                 : "Black has no %{dropped} in hand";
    case APO_ILLEGAL_OCCUPIED:
        return "pieces are dropped on empty squares, and %{target} is not";
    case APO_ILLEGAL_DROP: return "a %{dropped} may not be dropped on %{target}";
    case APO_ILLEGAL_DOUBLED:
        return "a %{dropped} may not be dropped on %{target}: there are enough on this file";
    case APO_ILLEGAL_DROP_CHECK: return "a dropped piece may not give check";
    case APO_ILLEGAL_DROP_MATE: return "the drop of a %{dropped} may not mate";
    case APO_LEGAL:
    case APO_ILLEGALS: break;
    }
    return "the move is legal";
}

static const char *name_of_type(const apo_variant *var, unsigned type)
{
    return type == APO_TYPE_NONE ? "" : apo_type_info_of(var, type)->name;
}

static const char *name_of_piece(const apo_position *pos, apo_square sq)
{
    const apo_variant *var = apo_position_variant(pos);
    bool is_on_board = sq < apo_geometry_squares(apo_variant_geometry(var));
    apo_piece piece = is_on_board ? apo_position_piece(pos, sq) : APO_PIECE_EMPTY;
    return apo_piece_is_real(piece) ? apo_type_info_of(var, apo_piece_type(piece))->name : "";
}

void apo_verdict_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                         apo_verdict verdict)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    char square[APO_SQUARE_NAME_MAX], target[APO_SQUARE_NAME_MAX], from[APO_SQUARE_NAME_MAX];
    apo_gap_fill(out, sentence_of(pos, mv, verdict),
                 APO_GAPS(APO_GAP_TEXT("piece", name_of_piece(pos, mv->from)),
                          APO_GAP_TEXT("square", apo_square_named(geo, mv->from, square)),
                          APO_GAP_TEXT("target", apo_square_named(geo, mv->to, target)),
                          APO_GAP_TEXT("type", name_of_type(var, mv->promoted)),
                          APO_GAP_TEXT("dropped", name_of_type(var, mv->launched)),
                          APO_GAP_TEXT("attacker", name_of_piece(pos, verdict.attacker)),
                          APO_GAP_TEXT("from", apo_square_named(geo, verdict.attacker, from)),
                          APO_GAP_TEXT("power", name_of_type(var, verdict.attacker_power))));
}

const char *apo_illegal_word(enum apo_illegal reason)
{
    static const char *const words[APO_ILLEGALS] = {
        [APO_LEGAL] = "legal",
        [APO_ILLEGAL_EMPTY] = "empty",
        [APO_ILLEGAL_NOT_YOURS] = "not_yours",
        [APO_ILLEGAL_OWN_PIECE] = "own_piece",
        [APO_ILLEGAL_NO_SQUARE] = "no_square",
        [APO_ILLEGAL_POWER] = "power",
        [APO_ILLEGAL_NO_POWER] = "no_power",
        [APO_ILLEGAL_CHECK] = "check",
        [APO_ILLEGAL_EXPOSES] = "exposes",
        [APO_ILLEGAL_PROMOTION] = "promotion",
        [APO_ILLEGAL_LAUNCH] = "launch",
        [APO_ILLEGAL_GIVES_CHECK] = "gives_check",
        [APO_ILLEGAL_CAPTURE] = "capture",
        [APO_ILLEGAL_COMPULSORY] = "compulsory",
        [APO_ILLEGAL_MUST_DROP] = "must_drop",
        [APO_ILLEGAL_FACING] = "facing",
        [APO_ILLEGAL_CHECKING] = "checking",
        [APO_ILLEGAL_EXPLODES] = "explodes",
        [APO_ILLEGAL_OVER] = "over",
        [APO_ILLEGAL_HAND] = "hand",
        [APO_ILLEGAL_OCCUPIED] = "occupied",
        [APO_ILLEGAL_DROP] = "drop",
        [APO_ILLEGAL_DOUBLED] = "doubled",
        [APO_ILLEGAL_DROP_CHECK] = "drop_check",
        [APO_ILLEGAL_DROP_MATE] = "drop_mate",
    };
    return words[(unsigned)reason < APO_ILLEGALS ? reason : APO_LEGAL];
}

void apo_move_explain(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_verdict_explain(out, pos, mv, apo_move_why_illegal(pos, mv));
}

/* --- remedies -------------------------------------------------------------- */

static const char *type_of_change(const apo_variant *var, const apo_change *change)
{
    return name_of_type(var, apo_piece_type(change->piece));
}

void apo_remedy_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                        const apo_remedy *remedy)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    char square[APO_SQUARE_NAME_MAX], target[APO_SQUARE_NAME_MAX], at[APO_SQUARE_NAME_MAX];
    unsigned added = mv->launched != APO_TYPE_NONE ? mv->launched : mv->promoted;
    unsigned power = apo_position_imitated(pos, apo_position_side(pos));
    apo_gap_fill(out, remedy->text,
                 APO_GAPS(APO_GAP_TEXT("piece", name_of_piece(pos, mv->from)),
                          APO_GAP_TEXT("square", apo_square_named(geo, mv->from, square)),
                          APO_GAP_TEXT("target", apo_square_named(geo, mv->to, target)),
                          APO_GAP_TEXT("there", name_of_piece(pos, remedy->at)),
                          APO_GAP_TEXT("at", apo_square_named(geo, remedy->at, at)),
                          APO_GAP_TEXT("type", name_of_type(var, added)),
                          APO_GAP_TEXT("power", name_of_type(var, power))));
}

/* What stands on a square when the changes before `index` have been made. */
static apo_piece piece_before(const apo_position *pos, const apo_remedy *remedy, unsigned index,
                              apo_square sq)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    while (index-- > 0) {
        const apo_change *change = &remedy->changes[index];
        if (change->kind == APO_CHANGE_PUT && change->square == sq)
            return change->piece;
        if (change->kind == APO_CHANGE_SHIFT && change->to == sq)
            return piece_before(pos, remedy, index, change->square);
        if ((change->kind == APO_CHANGE_REMOVE || change->kind == APO_CHANGE_SHIFT) &&
            change->square == sq)
            return APO_PIECE_EMPTY;
    }
    return sq < apo_geometry_squares(geo) ? apo_position_piece(pos, sq) : APO_PIECE_EMPTY;
}

static const char *sentence_of_put(apo_piece piece, apo_piece before)
{
    if (!apo_piece_is_real(before))
        return apo_piece_side(piece) == APO_WHITE ? "a white %{type} stood on %{square}"
                                                  : "a black %{type} stood on %{square}";
    return apo_piece_side(piece) == APO_WHITE
               ? "a white %{type} stood on %{square} in place of the %{piece}"
               : "a black %{type} stood on %{square} in place of the %{piece}";
}

static const char *sentence_of_move(const apo_move *mv, const apo_remedy *remedy,
                                    const apo_change *change)
{
    if (remedy->move.kind == APO_MOVE_DROP)
        return mv->kind == APO_MOVE_DROP && mv->launched == remedy->move.launched
                   ? "the %{type} were dropped on %{to}"
                   : "a %{type} were dropped on %{to}";
    if (mv->from != change->square || mv->to != change->to)
        return "the move went from %{square} to %{to}";
    if (apo_piece_type(change->piece) != APO_TYPE_NONE)
        return "it were a promotion to the %{type}";
    return change->number != APO_TYPE_NONE ? "nothing were promoted"
                                           : "the move added no other piece";
}

/* Uses the squares of the move asked about, as the remedy may name another. */
static const char *sentence_of_change(const apo_position *pos, const apo_move *mv,
                                      const apo_remedy *remedy, const apo_change *change,
                                      apo_piece before)
{
    bool is_white = apo_piece_side(change->piece) == APO_WHITE;
    switch ((enum apo_change_kind)change->kind) {
    case APO_CHANGE_REMOVE: return "the %{piece} on %{square} were not there";
    case APO_CHANGE_PUT: return sentence_of_put(change->piece, before);
    case APO_CHANGE_SHIFT: return "the %{piece} on %{square} stood on %{to}";
    case APO_CHANGE_SIDE:
        return apo_position_side(pos) == APO_BLACK ? "it were White's turn"
                                                   : "it were Black's turn";
    case APO_CHANGE_TURN: return "the turn were an ordinary one";
    case APO_CHANGE_UNMOVED:
        return change->to == APO_SQUARE_NONE
                   ? "the %{piece} on %{square} had never moved"
                   : "the %{piece} on %{square} and the %{other} on %{to} had never moved";
    case APO_CHANGE_PASSED: return "the %{piece} on %{square} had just come from %{to}";
    case APO_CHANGE_IMITATED:
        return is_white ? "White had just moved like the %{type}"
                        : "Black had just moved like the %{type}";
    case APO_CHANGE_RESERVE:
        if (mv->kind == APO_MOVE_DROP)
            return is_white ? "White had one more %{type} in hand"
                            : "Black had one more %{type} in hand";
        return is_white ? "White's reserve held one more %{type}"
                        : "Black's reserve held one more %{type}";
    case APO_CHANGE_POCKET:
        return is_white ? "White's pocket held the %{type}" : "Black's pocket held the %{type}";
    case APO_CHANGE_MOVE_NUMBER: return "it were move %{number}";
    case APO_CHANGE_MOVE: return sentence_of_move(mv, remedy, change);
    case APO_CHANGES: break;
    }
    return "";
}

void apo_change_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                        const apo_remedy *remedy, unsigned index)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    const apo_change *change = &remedy->changes[index];
    apo_piece before = piece_before(pos, remedy, index, change->square);
    apo_piece other = piece_before(pos, remedy, index, change->to);
    char square[APO_SQUARE_NAME_MAX], to[APO_SQUARE_NAME_MAX];
    apo_gap_fill(out, sentence_of_change(pos, mv, remedy, change, before),
                 APO_GAPS(APO_GAP_TEXT("piece", name_of_type(var, apo_piece_type(before))),
                          APO_GAP_TEXT("other", name_of_type(var, apo_piece_type(other))),
                          APO_GAP_TEXT("type", type_of_change(var, change)),
                          APO_GAP_TEXT("square", apo_square_named(geo, change->square, square)),
                          APO_GAP_TEXT("to", apo_square_named(geo, change->to, to)),
                          APO_GAP_NUMBER("number", change->number)));
}

void apo_joker_explain(apo_text *out, const apo_position *pos, apo_side side)
{
    static const char *const idle[APO_SIDES] = {
        "White's joker cannot move yet, because Black has not moved",
        "Black's joker cannot move yet, because White has not moved",
    };
    static const char *const moving[APO_SIDES] = {
        "White's joker moves like the %{piece}, because that is how Black's last piece moved",
        "Black's joker moves like the %{piece}, because that is how White's last piece moved",
    };
    if ((unsigned)side >= APO_SIDES)
        return;
    unsigned power = apo_position_imitated(pos, side);
    apo_gap_fill(
        out, power == APO_TYPE_NONE ? idle[side] : moving[side],
        APO_GAPS(APO_GAP_TEXT("piece", name_of_type(apo_position_variant(pos), power))));
}
