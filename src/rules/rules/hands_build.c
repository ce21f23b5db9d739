/* What a definition says about pieces in hand: the keys of its section, and their meaning. The
 * rule is in hands.c. */
#include "base/mem.h"
#include "rules/rules/area.h"
#include "rules/rules/forms.h"
#include "rules/rules/hands.h"
#include "rules/rules/promotion.h"
#include "rules/rules/reserve.h"
#include "rules/tables/spec.h"

enum {
    KEY_PIECES,
    KEY_START,
    KEY_BLACK_START,
    KEY_CAPTURED,
    KEY_PROMOTED,
    KEY_SQUARES,
    KEY_NOT_ON,
    KEY_ONE_A_FILE,
    KEY_FILE_MOST,
    KEY_STUCK,
    KEY_NO_MATE,
    KEY_CHECKS,
    KEY_PROMOTED_DROPS,
    KEY_BLACK_SQUARES,
    KEY_MATE_LOSES,
    KEY_WHITE_START,
    KEY_FALLING,
    KEY_ENDLESS,
    KEY_CASTLE,
    KEY_BOTH_COLOURS,
    KEYS
};

_Static_assert(KEYS == (unsigned)APO_HANDS_KEYS, "as many as hands.h says");

enum {
    CAPTURED_LOST, /* words of KEY_CAPTURED */
    CAPTURED_TAKEN,
    CAPTURED_RETURNED
};

enum {
    PROMOTED_BACK, /* words of KEY_PROMOTED */
    PROMOTED_STAY
};

const apo_key apo_hands_keys[APO_HANDS_KEYS] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "all but the royal piece",
                    .doc = APO_DOC("The types that can be in hand.")},
    [KEY_START] = {.name = "start",
                   .kind = APO_KEY_TYPES,
                   .minimum = 0,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .fallback = "nothing",
                   .doc = APO_DOC("The pieces that each side has in hand at the start.")},
    [KEY_BLACK_START] = {.name = "black-start",
                         .kind = APO_KEY_TYPES,
                         .minimum = 0,
                         .maximum = APO_VALUE_ITEMS_MAX,
                         .fallback = "those of start",
                         .doc = APO_DOC(
                             "The pieces that Black has in hand at the start, if they are "
                             "not White's.")},
    [KEY_CAPTURED] = {.name = "captured",
                      .kind = APO_KEY_WORD,
                      .words = "no yes owner",
                      .fallback = "yes",
                      .doc = APO_DOC("Whether captured pieces join the captor's hand; `owner`: "
                                     "they return to that of their owner.")},
    [KEY_PROMOTED] = {.name = "promoted",
                      .kind = APO_KEY_WORD,
                      .words = "turns-back stays",
                      .fallback = "turns-back",
                      .doc = APO_DOC(
                          "What a promoted piece is in hand after it has been captured: "
                          "what it was before, or what it has become. A promoted pawn "
                          "that turns back is written with a ~ in a FEN.")},
    [KEY_SQUARES] = {.name = "squares",
                     .kind = APO_KEY_SQUARES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "all",
                     .doc = APO_DOC(
                         "The squares on which White may drop pieces; Black's are their "
                         "mirror images.")},
    [KEY_NOT_ON] = {.name = "not-on",
                    .kind = APO_KEY_TYPES,
                    .is_indexed = true,
                    .is_repeatable = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "none",
                    .doc = APO_DOC("The types that may not be dropped on this own rank.")},
    [KEY_ONE_A_FILE] = {.name = "one-a-file",
                        .kind = APO_KEY_TYPES,
                        .minimum = 1,
                        .maximum = APO_VALUE_ITEMS_MAX,
                        .fallback = "none",
                        .doc = APO_DOC(
                            "The types that may not be dropped on a file that already has "
                            "such a piece of the same side, unpromoted.")},
    [KEY_FILE_MOST] = {.name = "file-most",
                       .kind = APO_KEY_NUMBER,
                       .minimum = 1,
                       .maximum = APO_ROWS_MAX,
                       .fallback = "1",
                       .doc = APO_DOC("How many such pieces a file may have.")},
    [KEY_STUCK] = {.name = "stuck",
                   .kind = APO_KEY_FLAG,
                   .fallback = "yes",
                   .doc =
                       APO_DOC("Whether a piece may be dropped on a square from which it could "
                               "never move.")},
    [KEY_NO_MATE] = {.name = "no-mate",
                     .kind = APO_KEY_TYPES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "none",
                     .doc = APO_DOC("The types that may not give mate when they are dropped.")},
    [KEY_CHECKS] = {.name = "checks",
                    .kind = APO_KEY_FLAG,
                    .fallback = "yes",
                    .doc = APO_DOC("Whether a drop may give check.")},
    [KEY_PROMOTED_DROPS] = {.name = "promoted-drops",
                            .kind = APO_KEY_FLAG,
                            .fallback = "no",
                            .doc = APO_DOC(
                                "Whether a piece may also be dropped as its promoted form.")},
    [KEY_BLACK_SQUARES] = {.name = "black-squares",
                           .kind = APO_KEY_SQUARES,
                           .minimum = 1,
                           .maximum = APO_VALUE_ITEMS_MAX,
                           .fallback = "those of squares",
                           .doc = APO_DOC(
                               "The squares on which Black may drop pieces, if they do not "
                               "mirror White's.")},
    [KEY_WHITE_START] = {.name = "white-start",
                         .kind = APO_KEY_TYPES,
                         .minimum = 1,
                         .maximum = APO_VALUE_ITEMS_MAX,
                         .fallback = "those of start",
                         .doc = APO_DOC(
                             "The pieces that White has in hand at the start, if they are "
                             "not Black's.")},
    [KEY_MATE_LOSES] = {.name = "mate-loses",
                        .kind = APO_KEY_TYPES,
                        .minimum = 1,
                        .maximum = APO_VALUE_ITEMS_MAX,
                        .fallback = "none",
                        .doc = APO_DOC(
                            "The types that may give mate when they are dropped, but lose "
                            "the game by it.")},
    [KEY_FALLING] = {.name = "falling",
                     .kind = APO_KEY_FLAG,
                     .fallback = "no",
                     .doc =
                         APO_DOC("Whether pieces fall: they land on the lowest empty square of "
                                 "a file.")},
    [KEY_ENDLESS] = {.name = "endless",
                     .kind = APO_KEY_FLAG,
                     .fallback = "no",
                     .doc = APO_DOC("Whether each side can drop all these types without limit; "
                                    "then hands are not counted.")},
    [KEY_CASTLE] = {.name = "castle",
                    .kind = APO_KEY_FLAG,
                    .fallback = "no",
                    .doc = APO_DOC(
                        "Whether a king and a partner that are dropped on their squares of "
                        "[castling] may castle. That section must name the partners.")},
    [KEY_BOTH_COLOURS] = {.name = "both-colours",
                          .kind = APO_KEY_TYPES,
                          .minimum = 1,
                          .maximum = APO_VALUE_ITEMS_MAX,
                          .fallback = "none",
                          .doc = APO_DOC(
                              "The types that are dropped half on light and half on dark "
                              "squares; nothing else may be dropped where it would make "
                              "that impossible.")},
};

static void add_start(apo_build *build, unsigned side, unsigned key)
{
    apo_hands_data *data = build->data;
    const apo_value *value = apo_build_value(build, key);
    for (unsigned i = 0; value != NULL && i < value->count; i++) {
        /* What both sides begin with is reported once. */
        if (!apo_types_has(data->types, value->items[i]) &&
            (side == APO_WHITE || key != KEY_START || apo_build_value(build, KEY_WHITE_START)))
            apo_build_fault(build, value, "this piece can never be in hand", apo_span_of(""));
        if (value->items[i] < APO_HELD_TYPES_MAX)
            data->start[side][value->items[i]]++;
    }
}

static void find_types(apo_build *build)
{
    const apo_variant *var = build->var;
    apo_hands_data *data = build->data;
    const apo_value *value = apo_build_value(build, KEY_PIECES);
    data->types = apo_build_types(build, KEY_PIECES);
    for (unsigned type = 1; value == NULL && type <= var->info.type_count; type++)
        if (var->types[type].mark == APO_MARK_NONE && type != var->royal)
            data->types |= apo_type_bit(type);
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        unsigned base = var->types[type].base;
        if (var->types[type].mark == APO_MARK_PROMOTED &&
            apo_build_number(build, KEY_PROMOTED_DROPS, 0))
            data->form_of[base] = (uint8_t)type;
        if (apo_types_has(data->types, base))
            data->held_as[type] = (uint8_t)base;
        if (apo_types_has(data->types, type) && var->types[type].mark != APO_MARK_NONE)
            apo_build_fault(build, value, "a promoted form is never in hand", apo_span_of(""));
    }
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (var->types[type].mark == APO_MARK_TURNS_BACK)
            data->held_as[type] = (uint8_t)apo_promotion_of(var)->pawn;
}

/* Checks that the types in hand are among the first, as positions count only these. */
static void check_held(apo_build *build)
{
    const apo_hands_data *data = build->data;
    if (data->types >> APO_HELD_TYPES_MAX != 0)
        apo_build_fault(
            build, apo_build_value(build, KEY_PIECES),
            "only the first 31 types in [pieces] can be held: list those first, and "
            "name them in `pieces`",
            apo_span_of(""));
}

/* Checks royal pieces in hand: each side has one until it drops it, and none on the board. */
static void check_royal(apo_build *build)
{
    const apo_variant *var = build->var;
    const apo_hands_data *data = build->data;
    const apo_value *value = apo_build_value(build, KEY_PIECES);
    if (var->royal == APO_TYPE_NONE || !apo_types_has(data->types, var->royal))
        return;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned i = 0; i < build->spec->start_count; i++) {
            unsigned count =
                var->royal < APO_HELD_TYPES_MAX ? data->start[side][var->royal] : 0;
            for (unsigned sq = 0; sq < var->squares; sq++)
                count += build->spec->starts[i].pieces[sq] ==
                         apo_piece_of((apo_side)side, var->royal);
            if (count != 1 || data->is_endless) {
                apo_build_fault(build, value,
                                "a royal piece that can be in hand must be there, or on the "
                                "board, at the start: one for each side",
                                apo_span_of(""));
                return;
            }
        }
}

/* Adds the types of promoted pawns that turn back when captured. */
void apo_hands_extend(apo_variant_spec *spec, apo_fault_list *faults)
{
    const apo_values *values = &spec->rules[APO_RULE_HANDS];
    for (size_t i = 0; i < values->count; i++)
        if (values->values[i].key == KEY_PROMOTED && values->values[i].number == PROMOTED_STAY)
            return;
    apo_types choices = apo_promotion_listed(&spec->rules[APO_RULE_PROMOTION]);
    for (apo_type_walk walk = apo_type_walk_of(choices); apo_type_walk_next(&walk);) {
        uint8_t base = (uint8_t)walk.type;
        if (spec->types[base].is_royal)
            continue; /* a fault, which the promotion reports */
        if (spec->type_count == APO_TYPES_MAX - 1) {
            apo_fault_add(faults, values->line, 1, apo_span_of("hands"),
                          "a promoted pawn needs a type for each piece that it can become: "
                          "there are more than 127",
                          apo_span_of(""));
            return;
        }
        apo_type_spec *type = &spec->types[++spec->type_count];
        *type = spec->types[base];
        type->mark = APO_MARK_TURNS_BACK;
        type->base = base;
    }
}

/* Removes an own rank from the squares of types. */
static void leave_out_rank(apo_build *build, const apo_value *value)
{
    apo_hands_data *data = build->data;
    const apo_geometry *geo = &build->var->geometry;
    unsigned ranks = apo_geometry_ranks(geo);
    if (value->index < 1 || value->index > (int32_t)ranks) {
        apo_build_fault(build, value, "this rank is not on the board", apo_span_of(""));
        return;
    }
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned sq = 0; sq < build->var->squares; sq++)
            for (unsigned i = 0; i < value->count; i++)
                if (apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq) ==
                    (unsigned)value->index)
                    apo_set_remove(&data->squares[side][value->items[i]], (apo_square)sq);
}

static void find_squares(apo_build *build)
{
    const apo_variant *var = build->var;
    apo_hands_data *data = build->data;
    const apo_value *white = apo_build_value(build, KEY_SQUARES);
    const apo_value *black = apo_build_value(build, KEY_BLACK_SQUARES);
    apo_set squares[APO_SIDES] = {var->real, var->real};
    if (white != NULL)
        memset(squares, 0, sizeof squares);
    for (unsigned i = 0; white != NULL && i < white->count; i++) {
        apo_set_add(&squares[APO_WHITE], white->items[i]);
        apo_set_add(&squares[APO_BLACK], apo_geometry_mirror(&var->geometry, white->items[i]));
    }
    if (black != NULL)
        squares[APO_BLACK] = (apo_set){{0}};
    for (unsigned i = 0; black != NULL && i < black->count; i++)
        apo_set_add(&squares[APO_BLACK], black->items[i]);
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++)
            data->squares[side][type] = squares[side];
    for (size_t i = 0; i < build->values->count; i++)
        if (build->values->values[i].key == KEY_NOT_ON)
            leave_out_rank(build, &build->values->values[i]);
}

void apo_hands_build(apo_build *build)
{
    apo_hands_data *data = build->data;
    data->is_on = true;
    data->takes = apo_build_number(build, KEY_CAPTURED, CAPTURED_TAKEN) != CAPTURED_LOST;
    data->returns = apo_build_number(build, KEY_CAPTURED, CAPTURED_TAKEN) == CAPTURED_RETURNED;
    data->may_check = apo_build_number(build, KEY_CHECKS, 1) != 0;
    data->may_be_stuck = apo_build_number(build, KEY_STUCK, 1) != 0;
    data->no_mate = apo_build_types(build, KEY_NO_MATE);
    data->mate_loses = apo_build_types(build, KEY_MATE_LOSES);
    if ((data->no_mate & data->mate_loses) != 0)
        apo_build_clash(build, apo_build_value(build, KEY_NO_MATE),
                        apo_build_value(build, KEY_MATE_LOSES),
                        "a mate by a drop is forbidden or loses, not both");
    data->is_falling = apo_build_number(build, KEY_FALLING, 0) != 0;
    data->is_endless = apo_build_number(build, KEY_ENDLESS, 0) != 0;
    if (data->is_endless &&
        apo_build_number(build, KEY_CAPTURED, CAPTURED_LOST) != CAPTURED_LOST) {
        apo_build_fault(build, apo_build_value(build, KEY_CAPTURED),
                        "captured pieces cannot join an endless hand", apo_span_of(""));
        apo_build_fault(build, apo_build_value(build, KEY_ENDLESS),
                        "an endless hand takes no captured pieces", apo_span_of(""));
    }
    if (data->is_endless)
        data->takes = false;
    data->may_castle = apo_build_number(build, KEY_CASTLE, 0) != 0;
    data->two_colours = apo_build_types(build, KEY_BOTH_COLOURS);
    data->file_types = apo_build_types(build, KEY_ONE_A_FILE);
    data->file_most = (uint8_t)apo_build_number(build, KEY_FILE_MOST, 1);
    find_types(build);
    add_start(build, APO_WHITE,
              apo_build_value(build, KEY_WHITE_START) != NULL ? KEY_WHITE_START : KEY_START);
    add_start(build, APO_BLACK,
              apo_build_value(build, KEY_BLACK_START) != NULL ? KEY_BLACK_START : KEY_START);
    check_royal(build);
    check_held(build);
    find_squares(build);
    if (apo_reserve_of(build->var)->is_on)
        apo_build_fault(build, NULL, "captured pieces cannot join a [reserve] and a hand",
                        apo_span_of(""));
}

/* Removes the squares outside a type's area, and those from which it can never move. */
void apo_hands_finish(apo_variant *var, void *rule_data)
{
    apo_hands_data *data = rule_data;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++) {
            apo_set stuck = {{0}};
            apo_area_keep(var, side, type, &data->squares[side][type]);
            if (!data->may_be_stuck)
                stuck = apo_stuck_squares(var, side, type);
            for (unsigned i = 0; i < var->words; i++)
                data->squares[side][type].words[i] &= ~stuck.words[i];
        }
}
