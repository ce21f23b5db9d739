#include "base/mem.h"
#include "definition/betza/write.h"
#include "definition/draft/read_priv.h"
#include "definition/file/reader.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

/* Definition -> draft. Keys are found by their names in the rules' own tables. */

static const apo_span nothing = {NULL, 0};

/* --- board and pieces ---------------------------------------------------- */

static void read_board(char board[APO_SQUARES_MAX], bool is_form[APO_SQUARES_MAX],
                       const apo_variant_spec *spec, const apo_start_board *from)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&spec->geometry); sq++) {
        apo_piece piece = from->pieces[sq];
        board[sq] = '.';
        if (piece == APO_PIECE_EMPTY || piece == APO_PIECE_VOID)
            continue;
        char letter = apo_draft__letter_of(spec, apo_piece_type(piece));
        board[sq] = apo_piece_side(piece) == APO_WHITE ? letter : apo_to_lower(letter);
        is_form[sq] = spec->types[apo_piece_type(piece)].mark == APO_MARK_PROMOTED;
    }
}

static void read_starts(apo_draft *out, const apo_variant_spec *spec)
{
    read_board(out->board, out->is_form, spec, &spec->starts[0]);
    for (unsigned i = 1; i < spec->start_count; i++) {
        apo_draft_start *start = &out->starts[out->start_count++];
        memcpy(start->name, spec->starts[i].name, sizeof start->name);
        read_board(start->board, start->is_form, spec, &spec->starts[i]);
        start->is_black_first = spec->starts[i].is_black_first;
        out->rare |= APO_DRAFT_NAMED_STARTS;
    }
}

static void read_pieces(apo_draft *out, const apo_variant_spec *spec,
                        apo_fault_list *diagnostics)
{
    char part[APO_DRAFT_PART_MAX];
    apo_error err;
    out->type_count =
        spec->type_count < APO_DRAFT_TYPES_MAX ? spec->type_count : APO_DRAFT_TYPES_MAX;
    /* Promoted pieces that turn back are the rule's own types, after all others. */
    while (out->type_count > 0 && spec->types[out->type_count].mark == APO_MARK_TURNS_BACK)
        out->type_count--;
    for (unsigned i = 0; i < out->type_count; i++) {
        const apo_type_spec *from = &spec->types[i + 1];
        apo_draft_type *type = &out->types[i];
        type->letter = from->letter;
        type->is_form = from->mark == APO_MARK_PROMOTED;
        type->accent = from->accent;
        if (from->accent != '\0')
            apo_draft_lose_part(out, diagnostics, apo_draft_part_of(type, part),
                                "the %s has a letter of its own only with an accent",
                                apo_span_of(from->name));
        apo_text_copy(type->name, sizeof type->name, from->name);
        apo_text_copy(type->class_name, sizeof type->class_name, from->class_name);
        type->points = from->points;
        type->is_royal = from->is_royal;
        apo_text moves = apo_text_start(type->moves, sizeof type->moves);
        if (apo_betza_write(&moves, &from->moves, &err) != APO_OK) {
            type->moves[0] = '\0';
            apo_draft_lose_part(out, diagnostics, apo_draft_part_of(type, part),
                                "the moves of the %s cannot be written",
                                apo_span_of(from->name));
        }
    }
}

/* --- rules --------------------------------------------------------------- */

/* The squares of both sides; those that are not given are White's mirrored, or all. */
static void read_promotion_squares(apo_draft *out, const apo_value *white,
                                   const apo_value *black)
{
    const apo_geometry *geo = &out->geometry;
    apo_draft_squares *squares = out->promotion_squares;
    if (white == NULL && black == NULL)
        return;
    out->rare |= APO_DRAFT_SQUARES;
    for (unsigned sq = 0; white == NULL && sq < apo_geometry_squares(geo); sq++)
        if (geo->place[sq] == APO_PLACE_SQUARE)
            squares[APO_WHITE].squares[squares[APO_WHITE].count++] = (apo_square)sq;
    for (unsigned i = 0; white != NULL && i < white->count; i++) {
        apo_square sq = (apo_square)white->items[i];
        squares[APO_WHITE].squares[squares[APO_WHITE].count++] = sq;
        if (black == NULL)
            squares[APO_BLACK].squares[squares[APO_BLACK].count++] =
                apo_geometry_mirror(geo, sq);
    }
    for (unsigned i = 0; black != NULL && i < black->count; i++)
        squares[APO_BLACK].squares[squares[APO_BLACK].count++] = (apo_square)black->items[i];
}

static void read_promotion(apo_draft *out, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "promotion", &info);
    const apo_value *value;
    size_t at = 0;
    apo_draft__add_types(out->promoting, spec, apo_draft__find_value(values, info, "pieces"));
    while ((value = apo_draft__next_value(values, info, "rank", &at)) != NULL)
        if (value->index >= 1 && value->index <= APO_ROWS_MAX)
            apo_draft__add_types(out->tiers[value->index], spec, value);
    for (at = 0; (value = apo_draft__next_value(values, info, "black-rank", &at)) != NULL;) {
        out->rare |= APO_DRAFT_BLACK_PROMOTION;
        if (value->index >= 1 && value->index <= APO_ROWS_MAX)
            apo_draft__add_types(out->black_tiers[value->index], spec, value);
    }
    out->compulsory = apo_draft__number_of(values, info, "compulsory", 0);
    out->black_compulsory = apo_draft__number_of(values, info, "black-compulsory", 0);
    if (out->black_compulsory > 0 && !(out->rare & APO_DRAFT_BLACK_PROMOTION)) {
        out->rare |= APO_DRAFT_BLACK_PROMOTION;
        memcpy(out->black_tiers, out->tiers, sizeof out->black_tiers);
    }
    apo_draft__read_most(out, spec, "promotion");
    read_promotion_squares(out, apo_draft__find_value(values, info, "squares"),
                           apo_draft__find_value(values, info, "black-squares"));
    values = apo_draft__find_rule(spec, "reserve", &info);
    out->has_reserve = values != NULL;
    apo_draft__add_types(out->reserve, spec, apo_draft__find_value(values, info, "start"));
}

static void read_drop_squares(apo_draft_drops *out, const apo_geometry *geo,
                              const apo_value *white, const apo_value *black)
{
    for (unsigned i = 0; white != NULL && i < white->count; i++) {
        out->squares[0][out->square_count[0]++] = (apo_square)white->items[i];
        if (black == NULL)
            out->squares[1][out->square_count[1]++] =
                apo_geometry_mirror(geo, (apo_square)white->items[i]);
    }
    for (unsigned i = 0; black != NULL && i < black->count; i++)
        out->squares[1][out->square_count[1]++] = (apo_square)black->items[i];
}

/* True if some pieces that can be captured join no hand. */
static bool are_some_kept_out(const apo_draft *draft, const apo_variant_spec *spec,
                              const apo_value *pieces)
{
    char letters[APO_DRAFT_LETTERS_MAX] = "";
    apo_draft__add_types(letters, spec, pieces);
    for (unsigned i = 0; pieces != NULL && i < draft->type_count; i++)
        if (!draft->types[i].is_form && !draft->types[i].is_royal &&
            !apo_draft_has_letter(letters, draft->types[i].letter))
            return true;
    return false;
}

/* The conditions of drops that few games have. */
static void read_odd_drops(apo_draft_drops *out, const apo_variant_spec *spec,
                           const apo_values *values, const apo_rule_info *info)
{
    out->is_falling = apo_draft__number_of(values, info, "falling", 0) != 0;
    out->is_endless = apo_draft__number_of(values, info, "endless", 0) != 0;
    out->are_forms_dropped = apo_draft__number_of(values, info, "promoted-drops", 0) != 0;
    out->do_dropped_castle = apo_draft__number_of(values, info, "castle", 0) != 0;
    apo_draft__add_types(out->no_mate, spec, apo_draft__find_value(values, info, "no-mate"));
    apo_draft__add_types(out->both_colours, spec,
                         apo_draft__find_value(values, info, "both-colours"));
}

static void read_drops(apo_draft *draft, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "hands", &info);
    const apo_value *value, *both = apo_draft__find_value(values, info, "start");
    apo_draft_drops *out = &draft->drops;
    size_t at = 0;
    if (values == NULL)
        return;
    out->is_on = true;
    read_odd_drops(out, spec, values, info);
    for (unsigned side = 0; side < 2; side++) {
        value = apo_draft__find_value(values, info, side == 0 ? "white-start" : "black-start");
        apo_draft__add_types(out->start[side], spec, value != NULL ? value : both);
    }
    while ((value = apo_draft__next_value(values, info, "not-on", &at)) != NULL)
        if (value->index >= 1 && value->index <= APO_ROWS_MAX)
            apo_draft__add_types(out->not_on[value->index], spec, value);
    const apo_value *captured = apo_draft__find_value(values, info, "captured");
    out->takes = !apo_draft__is_word(captured, info, "no");
    out->are_returned = apo_draft__is_word(captured, info, "owner");
    out->are_some_kept_out =
        out->takes &&
        are_some_kept_out(draft, spec, apo_draft__find_value(values, info, "pieces"));
    out->are_promoted_kept = apo_draft__number_of(values, info, "promoted", 0) != 0;
    out->may_check = apo_draft__number_of(values, info, "checks", 1) != 0;
    out->may_be_stuck = apo_draft__number_of(values, info, "stuck", 1) != 0;
    out->file_most = apo_draft__number_of(values, info, "file-most", 1);
    apo_draft__add_types(out->one_a_file, spec,
                         apo_draft__find_value(values, info, "one-a-file"));
    apo_draft__add_types(out->mate_loses, spec,
                         apo_draft__find_value(values, info, "mate-loses"));
    read_drop_squares(out, &draft->geometry, apo_draft__find_value(values, info, "squares"),
                      apo_draft__find_value(values, info, "black-squares"));
}

static void read_castling(apo_draft *out, const apo_variant_spec *spec)
{
    static const struct {
        const char *key;
        enum apo_draft_whose whose;
    } ways[] = {{"way", APO_DRAFT_BOTH},
                {"white-way", APO_DRAFT_WHITE_ONLY},
                {"black-way", APO_DRAFT_BLACK_ONLY}};

    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "castling", &info);
    const apo_value *value;
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        for (size_t at = 0;
             (value = apo_draft__next_value(values, info, ways[i].key, &at)) != NULL;) {
            if (value->count != 4 || out->way_count == APO_DRAFT_WAYS_MAX)
                continue;
            out->ways[out->way_count++] =
                (apo_draft_way){value->items[0], value->items[1], value->items[2],
                                value->items[3], ways[i].whose};
            out->rare |= ways[i].whose != APO_DRAFT_BOTH ? APO_DRAFT_ONE_SIDED : 0;
        }
    apo_draft__add_types(out->castling_partners, spec,
                         apo_draft__find_value(values, info, "partner"));
}

static void read_steps(apo_draft *out, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "multi-step", &info);
    const apo_value *value;
    apo_draft__add_types(out->multi_pieces, spec,
                         apo_draft__find_value(values, info, "pieces"));
    unsigned rank = apo_draft__number_of(values, info, "rank", APO_ROWS_MAX + 1);
    if (rank <= APO_ROWS_MAX)
        out->multi_steps[rank] = (uint8_t)apo_draft__number_of(values, info, "steps", 2);
    for (size_t at = 0; (value = apo_draft__next_value(values, info, "from", &at)) != NULL;)
        if (value->index >= 0 && value->index <= APO_ROWS_MAX)
            out->multi_steps[value->index] = (uint8_t)value->number;
    if (apo_draft__find_value(values, info, "no-trail") == NULL)
        return;
    out->rare |= APO_DRAFT_NO_TRAIL;
    out->no_trail = apo_draft__number_of(values, info, "no-trail", 0);
}

static void read_joker(apo_draft *out, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "joker", &info);
    const apo_value *joker = apo_draft__find_value(values, info, "piece");
    if (joker != NULL && joker->count > 0)
        out->joker = apo_draft__letter_of(spec, joker->items[0]);
}

static void read_places(apo_draft *out, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "river", &info);
    const apo_value *value;
    apo_draft__add_types(out->river_pieces, spec,
                         apo_draft__find_value(values, info, "pieces"));
    out->river_rank = apo_draft__number_of(values, info, "rank", 0);
    values = apo_draft__find_rule(spec, "area", &info);
    for (int32_t number = 1; number <= APO_DRAFT_AREAS_MAX; number++) {
        apo_draft_area *area = &out->areas[out->area_count];
        apo_draft__add_types(area->pieces, spec,
                             apo_draft__numbered(values, info, "pieces", number));
        value = apo_draft__numbered(values, info, "squares", number);
        for (unsigned i = 0; value != NULL && i < value->count; i++)
            area->squares[area->square_count++] = value->items[i];
        out->area_count += area->pieces[0] != '\0';
    }
}

static bool has_marks(const apo_variant_spec *spec, const apo_value *types)
{
    for (unsigned i = 0; types != NULL && i < types->count; i++)
        if (spec->types[types->items[i]].mark != APO_MARK_NONE)
            return true;
    return false;
}

/* The changes of [morph], if a letter is enough for each of their pieces; apo_draft_lose_rare
 * loses them where a format has none. */
static void read_morphs(apo_draft *out, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "morph", &info);
    for (int32_t number = 1; number <= APO_DRAFT_MORPHS_MAX; number++) {
        const apo_value *pieces = apo_draft__numbered(values, info, "pieces", number);
        const apo_value *squares = apo_draft__numbered(values, info, "squares", number);
        const apo_value *black = apo_draft__numbered(values, info, "black-squares", number);
        const apo_value *becomes = apo_draft__numbered(values, info, "becomes", number);
        if (pieces == NULL || squares == NULL)
            continue;
        if (has_marks(spec, pieces) || has_marks(spec, becomes)) {
            out->morph_count = 0;
            return;
        }
        apo_draft_morph *morph = &out->morphs[out->morph_count++];
        apo_draft__add_types(morph->pieces, spec, pieces);
        apo_draft__add_types(morph->becomes, spec, becomes);
        for (unsigned i = 0; i < squares->count; i++) {
            apo_square sq = (apo_square)squares->items[i];
            apo_set_add(&morph->squares[APO_WHITE], sq);
            if (black == NULL)
                apo_set_add(&morph->squares[APO_BLACK],
                            apo_geometry_mirror(&out->geometry, sq));
        }
        for (unsigned i = 0; black != NULL && i < black->count; i++)
            apo_set_add(&morph->squares[APO_BLACK], (apo_square)black->items[i]);
    }
}

/* The heirs of [succession], if a letter is enough for each of them. */
static void read_heirs(apo_draft *out, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "succession", &info);
    const apo_value *heirs = apo_draft__find_value(values, info, "heirs");
    if (!has_marks(spec, heirs))
        apo_draft__add_types(out->heirs, spec, heirs);
}

/* Results that other formats express differently or not at all. */
static void read_odd_results(apo_draft *out, const apo_variant_spec *spec,
                             const apo_values *values, const apo_rule_info *info)
{
    const apo_value *bare = apo_draft__find_value(values, info, "bare-kings");
    const apo_value *pieces = apo_draft__find_value(values, info, "move-limit-pieces");
    bool is_on = out->rare & (APO_DRAFT_STALEMATE | APO_DRAFT_MATE);
    if (!is_on && apo_draft__is_word(bare, info, "plays-on"))
        out->rare |= APO_DRAFT_BARE_KINGS;
    out->has_move_limit_pieces = pieces != NULL;
    apo_draft__add_types(out->move_limit_pieces, spec, pieces);
}

/* The worth in a chase of a type of Chinese chess; 0 for soldiers and other types. */
static unsigned worth_of_moves(const char *moves)
{
    static const char *const by_worth[][2] = {
        {"", ""}, {"nA", "F"}, {"afsW", "mRcpR"}, {"R", "R"}};
    for (unsigned worth = 1; worth < sizeof by_worth / sizeof *by_worth; worth++)
        for (unsigned i = 0; i < 2; i++)
            if (apo_span_is(apo_span_of(moves), by_worth[worth][i]))
                return worth;
    return 0;
}

/* The first type whose part in [chase] is not that of the Asian federation's rules for the
 * pieces of Chinese chess; NULL if all agree. */
static const apo_draft_type *odd_in_chase(const apo_draft *draft, const apo_variant_spec *spec,
                                          const apo_values *values, const apo_rule_info *info)
{
    unsigned worth[APO_TYPES_MAX] = {0};
    char chasers[APO_DRAFT_LETTERS_MAX] = "", allowed[APO_DRAFT_LETTERS_MAX] = "";
    apo_draft__add_types(chasers, spec, apo_draft__find_value(values, info, "pieces"));
    apo_draft__add_types(allowed, spec, apo_draft__find_value(values, info, "allowed"));
    for (size_t i = 0; i < values->count; i++)
        for (unsigned k = 0; values->values[i].index > 0 && k < values->values[i].count; k++)
            worth[values->values[i].items[k]] = (unsigned)values->values[i].index;
    for (unsigned i = 0; i < draft->type_count; i++) {
        const apo_draft_type *type = &draft->types[i];
        bool is_soldier = apo_draft_has_letter(draft->river_pieces, type->letter);
        unsigned wanted = is_soldier ? 0 : worth_of_moves(type->moves);
        if (!type->is_royal && (worth[i + 1] != wanted || is_soldier != (wanted == 0) ||
                                apo_draft_has_letter(allowed, type->letter) != is_soldier ||
                                apo_draft_has_letter(chasers, type->letter) == is_soldier))
            return type;
    }
    return NULL;
}

static void read_chase(apo_draft *out, const apo_variant_spec *spec, unsigned checks,
                       apo_fault_list *diagnostics)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "chase", &info);
    if (values == NULL) {
        if (checks != 0)
            apo_draft_lose_part(out, diagnostics, "outcome: move-limit-checks",
                                "all checks count for the move limit there", nothing);
        return;
    }
    out->is_chase_lost = true;
    const apo_draft_type *odd = odd_in_chase(out, spec, values, info);
    unsigned home = apo_draft__number_of(values, info, "home-ranks", 0);
    if (odd != NULL)
        apo_draft_lose_part(out, diagnostics, "chase: pieces, worth, allowed",
                            "only the pieces of Chinese chess chase and are chased there, and "
                            "as in its rules; not so the %s",
                            apo_span_of(odd->name));
    if (out->river_pieces[0] != '\0' && home + 1 != out->river_rank)
        apo_draft_lose_part(out, diagnostics, "chase: home-ranks",
                            "soldiers are chased beyond the river only there", nothing);
    if (checks != 10 && out->move_limit > 0)
        apo_draft_lose_part(out, diagnostics, "outcome: move-limit-checks",
                            "ten checks of each side count for the move limit there", nothing);
}

static void read_outcome(apo_draft *out, const apo_variant_spec *spec,
                         apo_fault_list *diagnostics)
{
    static const char *const words[] = {"advantage", "draw", "loss"};
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "outcome", &info);
    const apo_value *stalemate = apo_draft__find_value(values, info, "stalemate");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (apo_draft__is_word(stalemate, info, words[i]))
            out->stalemate = words[i];
    out->repetition_count = apo_draft__number_of(values, info, "repetition-count", 3);
    out->move_limit = apo_draft__number_of(values, info, "move-limit", 50);
    read_odd_results(out, spec, values, info);
    out->is_check_lost = apo_draft__is_word(
        apo_draft__find_value(values, info, "perpetual-check"), info, "loss");
    read_chase(out, spec, apo_draft__number_of(values, info, "move-limit-checks", 0),
               diagnostics);
    out->is_bare_lost =
        apo_draft__is_word(apo_draft__find_value(values, info, "bare-king"), info, "loss");
}

static void read_groups(apo_draft *out, const apo_variant_spec *spec,
                        apo_fault_list *diagnostics)
{
    bool has_forms = false;
    for (unsigned i = 0; i < spec->group_count; i++) {
        const apo_start_group *from = &spec->groups[i];
        apo_draft_group *group = &out->groups[out->group_count++];
        group->square_count = from->square_count;
        group->copy_count = from->copy_count;
        group->whose = !from->is_of[APO_BLACK]   ? APO_DRAFT_WHITE_ONLY
                       : !from->is_of[APO_WHITE] ? APO_DRAFT_BLACK_ONLY
                                                 : APO_DRAFT_BOTH;
        memcpy(group->squares, from->squares, sizeof group->squares);
        apo_text orders = apo_text_start(group->orders, sizeof group->orders);
        for (unsigned k = 0; k < from->order_count; k++) {
            if (k > 0)
                apo_text_add_char(&orders, ' ');
            for (unsigned s = 0; s < from->square_count; s++) {
                unsigned type = from->orders[k][s];
                apo_text_add_char(&orders, apo_draft__letter_of(spec, type));
                has_forms = has_forms || spec->types[type].mark == APO_MARK_PROMOTED;
            }
        }
    }
    if (has_forms)
        apo_draft_lose_part(out, diagnostics, "starts: group, white-group, black-group",
                            "no promoted piece changes its place from start to start there",
                            nothing);
}

/* Counts the rules that a draft cannot hold. */
static void count_others(apo_draft *out, const apo_variant_spec *spec,
                         apo_fault_list *diagnostics)
{
    static const char *const known[] = {"promotion",  "reserve", "castling", "joker",
                                        "multi-step", "outcome", "area",     "river",
                                        "hands",      "chase",   "values" /* the engine's */};
    for (size_t i = 0; i < apo_rule_count(); i++) {
        const apo_rule_info *info = apo_rule_at(i);
        bool is_known = spec->rules[i].values == NULL && spec->rules[i].line == 0;
        is_known = is_known || apo_draft__is_rare(out, info->section);
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            is_known = is_known || apo_span_is(apo_span_of(info->section), known[k]);
        if (apo_span_is(apo_span_of(info->section), "handicap") && !is_known)
            /* The game itself is played without handicaps. */
            apo_draft_warn(out, diagnostics, info->section, "there are no handicaps there",
                           nothing);
        else if (!is_known)
            out->unsaid |= UINT64_C(1) << i;
    }
}

/* Notes the line of a section (key ""), or of a key. */
static void add_line(apo_draft *out, const apo_tree_section *section, apo_span key,
                     uint32_t line)
{
    if (out->key_count == APO_DRAFT_NOTED_MAX)
        return;
    apo_draft_key *noted = &out->keys[out->key_count++];
    apo_text name = apo_text_start(noted->section, sizeof noted->section);
    apo_text_add_span(&name, section->name);
    name = apo_text_start(noted->key, sizeof noted->key);
    apo_text_add_span(&name, key);
    noted->line = line;
}

static bool is_noted(const apo_draft *draft, const apo_tree_section *section, apo_span key)
{
    for (unsigned i = 0; i < draft->key_count; i++)
        if (apo_span_is(section->name, draft->keys[i].section) &&
            apo_span_is(key, draft->keys[i].key))
            return true;
    return false;
}

/* Notes the lines of all sections first, and then those of their keys; of several rows with one
 * key that of the first. What the engine thinks of pieces is never lost. */
static void read_lines(apo_draft *out, const apo_reader *reader)
{
    const apo_tree *tree = &reader->tree;
    for (size_t i = 0; i < tree->section_count; i++)
        add_line(out, &tree->sections[i], (apo_span){NULL, 0},
                 apo_diagnostics_line(&reader->diagnostics, &tree->sections[i].place));
    for (size_t i = 0; i < tree->section_count; i++) {
        const apo_tree_key *key = NULL;
        if (apo_span_is(tree->sections[i].name, "values"))
            continue;
        while ((key = apo_tree_next(tree, i, key)) != NULL)
            if (!is_noted(out, &tree->sections[i], key->name))
                add_line(out, &tree->sections[i], key->name,
                         apo_diagnostics_line(&reader->diagnostics, &key->place));
    }
}

static void read_spec(apo_draft *out, const apo_reader *reader, apo_fault_list *diagnostics)
{
    const apo_variant_spec *spec = reader->spec;
    apo_draft_init(out, spec->geometry.files, spec->geometry.rows, spec->geometry.bottom_rank);
    out->geometry = spec->geometry;
    apo_text_copy(out->id, sizeof out->id, spec->id);
    apo_text_copy(out->name, sizeof out->name, spec->name);
    apo_text_copy(out->inventor, sizeof out->inventor, spec->inventor);
    apo_text_copy(out->rules_section, sizeof out->rules_section, spec->rules_section);
    apo_text_copy(out->source, sizeof out->source, "a definition file");
    read_lines(out, reader);
    apo_draft__read_rules(out, spec);
    read_starts(out, spec);
    read_pieces(out, spec, diagnostics);
    read_promotion(out, spec);
    read_drops(out, spec);
    read_castling(out, spec);
    read_steps(out, spec);
    read_joker(out, spec);
    read_places(out, spec);
    read_morphs(out, spec);
    read_heirs(out, spec);
    apo_draft__read_rare(out, spec);
    read_outcome(out, spec, diagnostics);
    read_groups(out, spec, diagnostics);
    count_others(out, spec, diagnostics);
}

apo_status apo_draft_of_definition(apo_draft *out, apo_span id, apo_span text,
                                   const apo_definition_loader *loader, apo_fault_list *faults,
                                   apo_fault_list *diagnostics)
{
    apo_variant *var = NULL; /* compiled only for the checks */
    apo_reader reader;
    apo_reader_start(&reader, id, NULL, faults);
    apo_status status = apo_reader_compile(&reader, &var, text, loader);
    if (status == APO_OK)
        read_spec(out, &reader, diagnostics);
    apo_variant_free(var);
    apo_reader_finish(&reader);
    return status;
}
