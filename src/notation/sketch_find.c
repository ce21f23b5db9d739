/* The legal move that a sketch means, or why there is none. */
#include "notation/explain.h"
#include "notation/sentence_priv.h"
#include "notation/sketch_priv.h"

/* "... fits b2d3 and e1d3". */
static apo_status explain_ambiguous(const apo_position *pos, const apo_sketch_finding *finding,
                                    const apo_sketch *sketch, apo_error *err)
{
    char bufs[2][APO_ERROR_DETAIL_MAX];
    apo_text one = apo_text_start(bufs[0], sizeof bufs[0]);
    apo_text other = apo_text_start(bufs[1], sizeof bufs[1]);
    apo_text_add_way(&one, pos, finding->first);
    apo_text_add_way(&other, pos, finding->second);
    return apo_fail_gaps(
        err, APO_E_AMBIGUOUS, sketch->from_position,
        "more than one legal move fits, %{one} and %{other}",
        APO_GAPS(APO_GAP_TEXT("one", one.bytes), APO_GAP_TEXT("other", other.bytes)));
}

static apo_status explain_series(const apo_position *pos, const apo_sketch_finding *finding,
                                 const apo_sketch *sketch, apo_error *err)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text move = apo_text_start(buf, sizeof buf);
    apo_text_add_way(&move, pos, finding->series);
    return apo_fail_gaps(
        err, APO_E_ILLEGAL, sketch->to_position,
        "a checker's captures are written with every landing square, like %{move}",
        APO_GAPS(APO_GAP_TEXT("move", move.bytes)));
}

/* "N B R". */
static void add_letters(apo_text *out, const apo_variant *var, apo_types types)
{
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        if (out->length > 0)
            apo_text_add_char(out, ' ');
        apo_text_add_type(out, var, walk.type);
    }
}

/* The move would be legal with another promotion, or with or without a launch. */
static apo_status explain_suffix(const apo_position *pos, const apo_move_list *legal,
                                 const apo_sketch *sketch, apo_error *err)
{
    char buf[3 * APO_TYPES_MAX];
    apo_text letters = apo_text_start(buf, sizeof buf);
    apo_types types = 0;
    for (size_t i = 0; i < legal->count; i++)
        if (legal->moves[i].kind != APO_MOVE_DROP &&
            apo_sketch_fits_way(pos, sketch, &legal->moves[i]))
            types |= apo_type_bit(legal->moves[i].promoted);
    types &= ~(apo_types)1;
    add_letters(&letters, apo_position_variant(pos), types);
    const char *detail = "this move can promote only to one of %{letters}";
    if (types == 0)
        detail = "this move neither promotes nor launches anything now";
    else if (sketch->promoted == APO_TYPE_NONE)
        detail = "this move promotes and must say to what, one of %{letters}";
    return apo_fail_gaps(err, APO_E_ILLEGAL, sketch->suffix_position, detail,
                         APO_GAPS(APO_GAP_TEXT("letters", letters.bytes)));
}

/* The move would be legal with another wall, or with or without one. */
static apo_status explain_wall(const apo_position *pos, const apo_sketch_finding *finding,
                               const apo_sketch *sketch, apo_error *err)
{
    char square[APO_SQUARE_NAME_MAX];
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    bool is_said = sketch->wall != APO_SQUARE_NONE, puts = finding->other_wall->wall != 0;
    apo_square shown = puts && !is_said ? (apo_square)(finding->other_wall->wall - 1)
                       : is_said        ? sketch->wall
                                        : sketch->to;
    return apo_fail_gaps(
        err, APO_E_ILLEGAL, sketch->suffix_position,
        !puts     ? "this move puts no wall"
        : is_said ? "no wall can be put on %{square} with this move"
                  : "this move puts a wall and must say where, like ,%{square}",
        APO_GAPS(APO_GAP_TEXT("square", apo_square_named(geo, shown, square))));
}

static apo_status explain_taken(const apo_sketch *sketch, apo_error *err)
{
    const char *detail = sketch->partner_from != APO_SQUARE_NONE
                             ? "castling does not move the partner like that"
                             : "the move does not capture all the pieces that the text names";
    return apo_fail(err, APO_E_ILLEGAL, sketch->suffix_position, detail, apo_span_of(""));
}

static size_t position_of_reason(const apo_sketch *sketch, enum apo_illegal reason)
{
    if (reason == APO_ILLEGAL_EMPTY || reason == APO_ILLEGAL_NOT_YOURS ||
        reason == APO_ILLEGAL_NO_POWER)
        return sketch->from_position;
    if (reason == APO_ILLEGAL_PROMOTION || reason == APO_ILLEGAL_LAUNCH)
        return sketch->suffix_position;
    return sketch->to_position;
}

static apo_move move_of_sketch(const apo_sketch *sketch, apo_square from)
{
    return (apo_move){.from = from,
                      .to = sketch->to,
                      .promoted = sketch->promoted,
                      .launched = sketch->launched};
}

/* The text names a piece different from the one on the square. */
static apo_status explain_name(const apo_position *pos, const apo_sketch *sketch,
                               apo_square from, size_t position, apo_error *err)
{
    const apo_variant *var = apo_position_variant(pos);
    char square[APO_SQUARE_NAME_MAX];
    unsigned type = apo_piece_type(apo_position_piece(pos, from));
    return apo_fail_gaps(
        err, APO_E_ILLEGAL, position,
        "the piece on %{square} is the %{piece}, not the "
        "%{other}",
        APO_GAPS(
            APO_GAP_TEXT("square", apo_square_named(apo_variant_geometry(var), from, square)),
            APO_GAP_TEXT("piece", apo_type_info_of(var, type)->name),
            APO_GAP_TEXT("other", apo_type_info_of(var, sketch->type)->name)));
}

/* Explains a text that has the square of the moving piece. */
static apo_status explain_piece(const apo_position *pos, const apo_sketch *sketch,
                                apo_square from, apo_error *err)
{
    apo_piece piece = apo_position_piece(pos, from);
    apo_move mv = move_of_sketch(sketch, from);
    apo_verdict verdict = apo_move_why_illegal(pos, &mv);
    size_t position = position_of_reason(sketch, verdict.reason);
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text said = apo_text_start(buf, sizeof buf);
    if (apo_piece_is_real(piece) && sketch->type != APO_TYPE_NONE &&
        apo_type_shown(pos->var, apo_piece_type(piece)) != sketch->type)
        return explain_name(pos, sketch, from, position, err);
    if (sketch->series_count > 0 &&
        (verdict.reason == APO_LEGAL || verdict.reason == APO_ILLEGAL_POWER))
        apo_text_add(&said, "the checker cannot jump like that");
    else if (verdict.reason == APO_LEGAL)
        apo_text_add(&said, "the move is not legal as it is written");
    else
        apo_verdict_explain(&said, pos, &mv, verdict);
    return apo_fail_gaps(err, APO_E_ILLEGAL, position, "%{reason}",
                         APO_GAPS(APO_GAP_TEXT("reason", said.bytes)));
}

/* Explains that no piece meant by the text can go there; `is_any`: such pieces exist. */
static apo_status explain_none(const apo_position *pos, const apo_sketch *sketch, bool is_any,
                               apo_error *err)
{
    const apo_variant *var = apo_position_variant(pos);
    bool is_named = sketch->type != APO_TYPE_NONE;
    char target[APO_SQUARE_NAME_MAX];
    const char *detail = is_named ? "no %{piece} is where it could go to %{target}"
                                  : "no piece is where it could go to %{target}";
    if (is_any)
        detail = is_named ? "no %{piece} can go to %{target}" : "no piece can go to %{target}";
    return apo_fail_gaps(
        err, APO_E_ILLEGAL, is_any ? sketch->to_position : sketch->from_position, detail,
        APO_GAPS(
            APO_GAP_TEXT("piece", is_named ? apo_type_info_of(var, sketch->type)->name : ""),
            APO_GAP_TEXT("target",
                         apo_square_named(apo_variant_geometry(var), sketch->to, target))));
}

/* The text has at most the piece's type: looks for the piece that is meant. */
static apo_status explain_type(const apo_position *pos, const apo_sketch *sketch,
                               apo_error *err)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square only = APO_SQUARE_NONE;
    unsigned count = 0;
    for (unsigned i = 0; i < apo_geometry_squares(geo); i++) {
        apo_square sq = (apo_square)i;
        apo_piece piece = apo_position_piece(pos, sq);
        if (!apo_piece_is_real(piece) || apo_piece_side(piece) != apo_position_side(pos) ||
            !apo_sketch_fits_start(pos, sketch, sq))
            continue;
        apo_move mv = move_of_sketch(sketch, sq);
        enum apo_illegal reason = apo_move_why_illegal(pos, &mv).reason;
        if (reason != APO_ILLEGAL_POWER && reason != APO_ILLEGAL_NO_POWER)
            return explain_piece(pos, sketch, sq, err);
        only = sq;
        count++;
    }
    if (count == 1)
        return explain_piece(pos, sketch, only, err);
    return explain_none(pos, sketch, count > 0, err);
}

static apo_status explain_castling(const apo_position *pos, const apo_sketch *sketch,
                                   apo_error *err)
{
    if (!apo_variant_has_rule(apo_position_variant(pos), "castling"))
        return apo_fail(err, APO_E_ILLEGAL, sketch->from_position, "this game has no castling",
                        apo_span_of(""));
    return apo_fail(err, APO_E_ILLEGAL, sketch->from_position,
                    sketch->is_castling_right ? "castling to the right is not legal now"
                                              : "castling to the left is not legal now",
                    apo_span_of(""));
}

static apo_status explain_drop(const apo_position *pos, const apo_sketch *sketch,
                               apo_error *err)
{
    apo_move mv = {.from = sketch->to,
                   .to = sketch->to,
                   .kind = APO_MOVE_DROP,
                   .launched = sketch->launched};
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text said = apo_text_start(buf, sizeof buf);
    apo_verdict_explain(&said, pos, &mv, apo_move_why_illegal(pos, &mv));
    return apo_fail_gaps(err, APO_E_ILLEGAL, sketch->to_position, "%{reason}",
                         APO_GAPS(APO_GAP_TEXT("reason", said.bytes)));
}

static apo_status explain(const apo_position *pos, const apo_sketch *sketch,
                          const apo_sketch_finding *finding, const apo_move_list *legal,
                          apo_error *err)
{
    if (sketch->is_pass)
        return apo_fail(err, APO_E_ILLEGAL, 0, "passing is not legal now", apo_span_of(""));
    if (sketch->is_drop)
        return explain_drop(pos, sketch, err);
    if (finding->taken != NULL)
        return explain_taken(sketch, err);
    if (finding->other_suffix != NULL)
        return explain_suffix(pos, legal, sketch, err);
    if (finding->other_wall != NULL)
        return explain_wall(pos, finding, sketch, err);
    if (finding->series != NULL)
        return explain_series(pos, finding, sketch, err);
    if (sketch->is_castling)
        return explain_castling(pos, sketch, err);
    apo_square from = apo_sketch_from(sketch, apo_variant_geometry(apo_position_variant(pos)));
    return from != APO_SQUARE_NONE ? explain_piece(pos, sketch, from, err)
                                   : explain_type(pos, sketch, err);
}

apo_status apo_sketch_find(apo_move *out, const apo_position *pos, const apo_sketch *sketch,
                           const apo_move_list *legal, apo_error *err)
{
    apo_sketch_finding finding;
    if (legal->is_overflowed)
        return apo_fail(err, APO_E_OVERFLOW, 0, "the position has too many legal moves",
                        apo_span_of(""));
    apo_sketch_search(&finding, pos, sketch, legal);
    if (finding.fit == APO_FIT_NONE)
        return explain(pos, sketch, &finding, legal, err);
    if (finding.second != NULL)
        return explain_ambiguous(pos, &finding, sketch, err);
    *out = *finding.first;
    return APO_OK;
}
