#include "cli/view/story.h"

#include <string.h>

#include "cli/view/sentences.h"
#include "notation/explain.h"
#include "rules/rules/program_view.h"

enum {
    TARGETS_MAX = 12
}; /* more squares do not help in a sentence */

static apo_side mover_of(const apo_position *pos)
{
    return apo_position_side(pos);
}

/* The type of the piece on a square; of no type if there is none. */
static const apo_type_info *info_at(const apo_position *pos, apo_square sq)
{
    return apo_type_info_of(apo_position_variant(pos),
                            apo_piece_type(apo_position_piece(pos, sq)));
}

/* "The rook on e4". */
static void add_the_piece(apo_buffer *out, const apo_position *pos, apo_square sq)
{
    apo_buffer_add(out, "The ");
    apo_sentence_add_piece_on(out, pos, sq);
}

/* --- where a piece can go ------------------------------------------------ */

static size_t list_targets(const apo_position *pos, apo_square from, apo_square *out)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_set targets = {{0}};
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    size_t count = 0;
    apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        if (list->moves[i].from == from && list->moves[i].to != from)
            apo_set_add(&targets, list->moves[i].to);
    }
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (apo_set_has(&targets, (apo_square)sq))
            out[count++] = (apo_square)sq;
    }
    return count;
}

static void add_targets(apo_buffer *out, const apo_position *pos, apo_square from)
{
    apo_square targets[APO_SQUARES_MAX];
    size_t count = list_targets(pos, from, targets);
    if (count == 0) {
        apo_buffer_add(out, " It has no legal move now.");
    } else if (count <= TARGETS_MAX) {
        apo_buffer_add(out, " It can go to ");
        apo_sentence_add_squares(out, pos, targets, count, "or");
        apo_buffer_add_char(out, '.');
    }
}

/* --- moves it does not have ---------------------------------------------- */

/* Keeps only the kings, the moving piece and the piece on its target. */
static void clear_way(apo_setup *setup, const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_position_to_setup(pos, setup);
    for (unsigned i = 0; i < apo_geometry_squares(geo); i++) {
        apo_square sq = (apo_square)i;
        apo_piece piece = setup->pieces[sq];
        if (!apo_piece_is_real(piece) || sq == mv->from || sq == mv->to ||
            apo_type_info_of(var, apo_piece_type(piece))->is_royal)
            continue;
        setup->pieces[sq] =
            geo->place[sq] == APO_PLACE_TRANSIENT ? APO_PIECE_VOID : APO_PIECE_EMPTY;
    }
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        setup->unmoved.words[i] = 0;
    setup->rules.trail.count = 0;
    setup->rules.pocket[APO_WHITE] = setup->rules.pocket[APO_BLACK] = 0;
}

/* True if the piece could move there on an emptier board. */
static bool is_blocked(const apo_position *pos, const apo_move *mv)
{
    apo_setup setup;
    apo_position cleared;
    if (info_at(pos, mv->from)->is_royal ||
        apo_type_is_checker(apo_position_variant(pos),
                            apo_piece_type(apo_position_piece(pos, mv->from))))
        return false;
    clear_way(&setup, pos, mv);
    if (apo_position_from_setup(&cleared, &setup, apo_position_variant(pos), NULL) != APO_OK)
        return false;
    return apo_preview_goes(&cleared, mv->from, mv->to); /* even if that board ends the game */
}

/* "The knight cannot go from b1 to b4." */
static void refuse_power(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    apo_side side = mover_of(pos);
    unsigned type = apo_piece_type(apo_position_piece(pos, mv->from));
    if (info_at(pos, mv->from)->is_joker) {
        type = apo_position_imitated(pos, side);
        add_the_piece(out, pos, mv->from);
        apo_buffer_add(out, " moves as ");
        apo_sentence_add_a_type(out, pos, type);
        apo_buffer_add(out, " now, because ");
        apo_buffer_add(out, apo_side_name(apo_side_other(side)));
        apo_buffer_add(out, " has just moved one. ");
    }
    if (is_blocked(pos, mv)) {
        apo_buffer_add(out, "The path from ");
        apo_sentence_add_square(out, pos, mv->from);
        apo_buffer_add(out, " to ");
        apo_sentence_add_square(out, pos, mv->to);
        apo_buffer_add(out, " is not free for the ");
        apo_buffer_add(out, apo_type_info_of(apo_position_variant(pos), type)->name);
    } else {
        apo_buffer_add(out, "The ");
        apo_buffer_add(out, apo_type_info_of(apo_position_variant(pos), type)->name);
        apo_buffer_add(out, " cannot go from ");
        apo_sentence_add_square(out, pos, mv->from);
        apo_buffer_add(out, " to ");
        apo_sentence_add_square(out, pos, mv->to);
    }
    apo_buffer_add_char(out, '.');
    add_targets(out, pos, mv->from);
}

static void refuse_square(apo_buffer *out, const apo_position *pos, apo_square sq)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_sentence_add_square(out, pos, sq);
    if (sq < apo_geometry_squares(geo) && geo->place[sq] == APO_PLACE_TRANSIENT)
        apo_buffer_add(out, " is a brouhaha square: it exists only while a piece stands on it, "
                            "and none does.");
    else if (sq < apo_geometry_squares(geo) && geo->place[sq] == APO_PLACE_SQUARE)
        apo_buffer_add(out, " is a wall.");
    else
        apo_buffer_add(out, " is not a square of the board.");
}

static void refuse_joker(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    add_the_piece(out, pos, mv->from);
    apo_buffer_add(
        out, " cannot move yet: it moves like the piece that the opponent moved last, and ");
    apo_buffer_add(out, apo_side_name(apo_side_other(mover_of(pos))));
    apo_buffer_add(out, " has not moved.");
}

/* --- the king ------------------------------------------------------------ */

/* The moving piece gives the enemy's joker its power; a joker gives the power it used. */
static void add_joker_reason(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                             apo_verdict verdict)
{
    add_the_piece(out, pos, verdict.attacker);
    apo_buffer_add(out, " would move as ");
    apo_sentence_add_a_type(out, pos, verdict.attacker_power);
    apo_buffer_add(out,
                   info_at(pos, mv->from)->is_joker
                       ? ", because your joker has just moved as one, and attack your king."
                       : ", because you have just moved one, and attack your king.");
}

static bool is_joker_attack(const apo_position *pos, apo_verdict verdict)
{
    return verdict.attacker != APO_SQUARE_NONE && verdict.attacker_power != APO_TYPE_NONE &&
           info_at(pos, verdict.attacker)->is_joker;
}

static void refuse_check(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                         apo_verdict verdict)
{
    bool is_king = info_at(pos, mv->from)->is_royal;
    apo_buffer_add(out, "Your king is in check. ");
    if (is_joker_attack(pos, verdict)) {
        add_joker_reason(out, pos, mv, verdict);
        return;
    }
    if (verdict.attacker == APO_SQUARE_NONE) {
        apo_buffer_add(out, "This move does not end it.");
        return;
    }
    add_the_piece(out, pos, verdict.attacker);
    apo_buffer_add(out, is_king ? " could take it on " : " could still take it on ");
    apo_sentence_add_square(out, pos, is_king ? mv->to : apo_position_king(pos, mover_of(pos)));
    apo_buffer_add(out, " after this move.");
}

static void refuse_exposing(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                            apo_verdict verdict)
{
    if (is_joker_attack(pos, verdict)) {
        add_joker_reason(out, pos, mv, verdict);
        return;
    }
    if (verdict.attacker == APO_SQUARE_NONE) {
        apo_buffer_add(out, "Your king would pass over an attacked square, or could be taken.");
        return;
    }
    if (info_at(pos, mv->from)->is_royal) {
        apo_buffer_add(out, "Your king would be attacked by the ");
        apo_sentence_add_piece_on(out, pos, verdict.attacker);
    } else {
        apo_buffer_add(out, "This would expose your king to the ");
        apo_sentence_add_piece_on(out, pos, verdict.attacker);
    }
    apo_buffer_add_char(out, '.');
}

/* --- promotion and launch ------------------------------------------------ */

/* The promotion choices on the target: a bit per type. */
static apo_types list_choices(const apo_position *pos, const apo_move *mv)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_types types = 0;
    apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *legal = &list->moves[i];
        if (legal->from == mv->from && legal->to == mv->to)
            types |= apo_type_bit(legal->promoted);
    }
    return types & ~apo_type_bit(APO_TYPE_NONE);
}

/* "It can become a bishop, a knight or a rook." */
static void add_choices(apo_buffer *out, const apo_position *pos, apo_types types)
{
    bool is_first = true;
    if (types == 0) {
        apo_buffer_add(out, " There is no piece that it could become.");
        return;
    }
    apo_buffer_add(out, " It can become ");
    unsigned left = apo_types_count(types);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        bool is_last = --left == 0;
        apo_buffer_add(out, is_first ? "" : is_last ? " or " : ", ");
        apo_sentence_add_a_type(out, pos, walk.type);
        is_first = false;
    }
    apo_buffer_add_char(out, '.');
}

static bool lacks_in_reserve(const apo_position *pos, unsigned type)
{
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    return apo_variant_has_rule(apo_position_variant(pos), "reserve") &&
           (type >= APO_HELD_TYPES_MAX || setup.rules.reserve[mover_of(pos)][type] == 0);
}

static void refuse_promotion(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    bool is_offered =
        info_at(pos, mv->from)->is_pawn &&
        apo_promotion_is_offered(apo_position_variant(pos), mover_of(pos), mv->to);
    add_the_piece(out, pos, mv->from);
    if (mv->promoted == APO_TYPE_NONE) {
        apo_buffer_add(out, " must promote on ");
    } else if (is_offered) {
        apo_buffer_add(out, " cannot become ");
        apo_sentence_add_a_type(out, pos, mv->promoted);
        apo_buffer_add(out, " on ");
    } else {
        apo_buffer_add(out, " does not promote on ");
    }
    apo_sentence_add_square(out, pos, mv->to);
    if (is_offered && mv->promoted != APO_TYPE_NONE && lacks_in_reserve(pos, mv->promoted))
        apo_buffer_add(out, ": your reserve holds none");
    apo_buffer_add_char(out, '.');
    if (is_offered)
        add_choices(out, pos, list_choices(pos, mv));
}

static void refuse_launch(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    if (setup.rules.pocket[mover_of(pos)] == 0) {
        apo_buffer_add(out, "You have no piece to launch.");
        return;
    }
    apo_buffer_add(out, "Nothing can be launched when the ");
    apo_sentence_add_piece_on(out, pos, mv->from);
    apo_buffer_add(out,
                   " moves: only certain pieces can launch, with their first move, and in some "
                   "games only up to a certain move.");
}

static void refuse_drop(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_move_explain(&text, pos, mv);
    if (text.length > 0)
        buf[0] = apo_to_upper(buf[0]);
    apo_buffer_add(out, buf);
    apo_buffer_add_char(out, '.');
}

static void add_refusal(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                        apo_verdict verdict)
{
    switch (verdict.reason) {
    case APO_ILLEGAL_EMPTY:
        apo_buffer_add(out, "There is no piece on ");
        apo_sentence_add_square(out, pos, mv->from);
        apo_buffer_add_char(out, '.');
        break;
    case APO_ILLEGAL_NOT_YOURS:
        add_the_piece(out, pos, mv->from);
        apo_buffer_add(out, " is ");
        apo_buffer_add(out, apo_side_name(apo_side_other(mover_of(pos))));
        apo_buffer_add(out, "'s, and it is ");
        apo_buffer_add(out, apo_side_name(mover_of(pos)));
        apo_buffer_add(out, "'s turn.");
        break;
    case APO_ILLEGAL_OWN_PIECE:
        apo_buffer_add(out, "Your own ");
        apo_sentence_add_piece_on(out, pos, mv->to);
        apo_buffer_add(out, " is in the way.");
        add_targets(out, pos, mv->from);
        break;
    case APO_ILLEGAL_NO_SQUARE: refuse_square(out, pos, mv->to); break;
    case APO_ILLEGAL_POWER: refuse_power(out, pos, mv); break;
    case APO_ILLEGAL_NO_POWER: refuse_joker(out, pos, mv); break;
    case APO_ILLEGAL_CHECK: refuse_check(out, pos, mv, verdict); break;
    case APO_ILLEGAL_EXPOSES: refuse_exposing(out, pos, mv, verdict); break;
    case APO_ILLEGAL_PROMOTION: refuse_promotion(out, pos, mv); break;
    case APO_ILLEGAL_LAUNCH: refuse_launch(out, pos, mv); break;
    case APO_ILLEGAL_GIVES_CHECK:
        apo_buffer_add(out, "The first of two moves in a row may not give check.");
        break;
    case APO_ILLEGAL_CAPTURE:
        apo_buffer_add(out, "Nothing may be captured in this turn of two moves.");
        break;
    case APO_ILLEGAL_COMPULSORY:
        apo_buffer_add(out, "A side that can capture must, and you can.");
        break;
    case APO_ILLEGAL_MUST_DROP:
        apo_buffer_add(out, "Pieces in hand must be dropped before others move.");
        break;
    case APO_ILLEGAL_FACING:
        apo_buffer_add(out, "The kings face each other: end that with your move, or pass.");
        break;
    case APO_ILLEGAL_CHECKING:
        apo_buffer_add(out, "No move may give check in this game.");
        break;
    case APO_ILLEGAL_EXPLODES:
        apo_buffer_add(out, "The capture would destroy your own king.");
        break;
    case APO_ILLEGAL_OVER: apo_buffer_add(out, "The game is over."); break;
    case APO_ILLEGAL_HAND:
    case APO_ILLEGAL_OCCUPIED:
    case APO_ILLEGAL_DROP:
    case APO_ILLEGAL_DOUBLED:
    case APO_ILLEGAL_DROP_CHECK:
    case APO_ILLEGAL_DROP_MATE: refuse_drop(out, pos, mv); break;
    case APO_LEGAL:
    case APO_ILLEGALS: apo_buffer_add(out, "The move is legal."); break;
    }
}

/* Adds the rule's own sentence in cases that the sentences here do not distinguish. */
static bool add_ground(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                       const apo_remedy *remedy)
{
    static const char *const told[] = {"power",    "blocked",     "other_power",
                                       "vanished", "launch_none", "king_taken"};
    char buf[APO_EXPLAIN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    bool is_closer =
        remedy->reason == APO_ILLEGAL_LAUNCH || remedy->reason == APO_ILLEGAL_POWER;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        is_closer = is_closer && strcmp(remedy->cause, told[i]) != 0;
    if (!is_closer)
        return false;
    apo_remedy_explain(&text, pos, mv, remedy);
    buf[0] = apo_to_upper(buf[0]);
    apo_buffer_add(out, buf);
    apo_buffer_add_char(out, '.');
    if (remedy->reason == APO_ILLEGAL_POWER)
        add_targets(out, pos, mv->from);
    return true;
}

/* "Rule 1.6: promotion." and "It would be legal if ...". */
static void add_remedy(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                       const apo_remedy *remedy)
{
    if (remedy->number[0] != '\0' || remedy->rule[0] != '\0') {
        apo_buffer_add(out, remedy->number[0] != '\0' ? " Rule " : " Rule");
        apo_buffer_add(out, remedy->number);
        if (remedy->rule[0] != '\0') {
            apo_buffer_add(out, ": ");
            apo_buffer_add(out, remedy->rule);
        }
        apo_buffer_add_char(out, '.');
    }
    for (unsigned i = 0; i < remedy->change_count; i++) {
        char buf[APO_EXPLAIN_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_change_explain(&text, pos, mv, remedy, i);
        apo_buffer_add(out, i == 0                           ? " It would be legal if "
                            : i + 1U == remedy->change_count ? " and "
                                                             : ", ");
        apo_buffer_add(out, buf);
    }
    if (remedy->change_count > 0)
        apo_buffer_add_char(out, '.');
}

void apo_story_add_refusal(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                           apo_verdict verdict)
{
    apo_remedy remedy;
    apo_move_remedy(&remedy, NULL, pos, mv);
    if (!add_ground(out, pos, mv, &remedy))
        add_refusal(out, pos, mv, verdict);
    add_remedy(out, pos, mv, &remedy);
}
