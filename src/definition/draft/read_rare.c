#include "definition/draft/read_priv.h"

/* Definition -> draft: the rules that few other formats have. */

static const apo_span nothing = {NULL, 0};

/* The rules that are a section, and its name. */
static const struct {
    const char *section;
    unsigned rare;
} sections[] = {
    {"goal", APO_DRAFT_GOAL},
    {"extinction", APO_DRAFT_EXTINCTION},
    {"royals", APO_DRAFT_ROYALS},
    {"explosions", APO_DRAFT_EXPLOSIONS},
    {"checks", APO_DRAFT_CHECKS},
    {"no-checks", APO_DRAFT_NO_CHECKS},
    {"must-capture", APO_DRAFT_MUST_CAPTURE},
    {"walls", APO_DRAFT_WALLS},
    {"connection", APO_DRAFT_CONNECTION},
    {"must-drop", APO_DRAFT_MUST_DROP},
    {"counting", APO_DRAFT_COUNTING},
    {"forms", APO_DRAFT_FORMS},
    {"pass", APO_DRAFT_PASS},
    {"enclosing", APO_DRAFT_ENCLOSING},
    {"screens", APO_DRAFT_SCREENS},
    {"launch", APO_DRAFT_LAUNCH},
    {"lines", APO_DRAFT_JANGGI},
    {"bikjang", APO_DRAFT_JANGGI},
    {"points", APO_DRAFT_JANGGI},
};

enum {
    SECTIONS = sizeof sections / sizeof sections[0]
};

/* The place of a section, which must be that of a rule, in the list of rules. */
static size_t index_of(const char *section)
{
    size_t i = 0;
    while (i + 1 < apo_rule_count() &&
           !apo_span_is(apo_span_of(apo_rule_at(i)->section), section))
        i++;
    return i;
}

bool apo_draft__is_rare(const apo_draft *draft, const char *section)
{
    for (unsigned i = 0; i < SECTIONS; i++)
        if (apo_span_is(apo_span_of(section), sections[i].section))
            return (draft->rare & sections[i].rare) != 0 &&
                   draft->rules[index_of(section)].odd[0] == '\0';
    return false;
}

/* --- reading ------------------------------------------------------------- */

static bool is_on(const apo_values *values, const apo_rule_info *info, const char *key,
                  bool otherwise)
{
    return apo_draft__number_of(values, info, key, otherwise) != 0;
}

static void read_squares(apo_draft_goal *out, unsigned side, const apo_geometry *geo,
                         const apo_value *value, bool is_mirrored)
{
    for (unsigned i = 0; value != NULL && i < value->count; i++) {
        apo_square sq = (apo_square)value->items[i];
        out->squares[side][out->square_count[side]++] =
            is_mirrored ? apo_geometry_mirror(geo, sq) : sq;
    }
}

static void read_goal(apo_draft *out, const apo_variant_spec *spec, const apo_values *values,
                      const apo_rule_info *info)
{
    apo_draft_goal *goal = &out->goal;
    const apo_value *both = apo_draft__find_value(values, info, "squares");
    const apo_value *white = apo_draft__find_value(values, info, "white-squares");
    const apo_value *black = apo_draft__find_value(values, info, "black-squares");
    const apo_value *pieces = apo_draft__find_value(values, info, "pieces");
    const apo_value *others = apo_draft__find_value(values, info, "black-pieces");
    read_squares(goal, APO_WHITE, &out->geometry, white != NULL ? white : both, false);
    read_squares(goal, APO_BLACK, &out->geometry, black != NULL ? black : both, black == NULL);
    apo_draft__add_types(goal->pieces[APO_WHITE], spec, pieces);
    apo_draft__add_types(goal->pieces[APO_BLACK], spec, others != NULL ? others : pieces);
    goal->count = apo_draft__number_of(values, info, "count", 1);
    goal->is_full = is_on(values, info, "full", false);
    goal->has_last_move = is_on(values, info, "last-move", false);
    goal->is_safe = is_on(values, info, "safe", false);
}

/* The word of a value among those known, or the first of them. */
static const char *word_of(const apo_value *value, const apo_rule_info *info,
                           const char *const *words, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        if (apo_draft__is_word(value, info, words[i]))
            return words[i];
    return words[0];
}

static apo_draft_rule *rule_of(apo_draft *draft, const char *section)
{
    return &draft->rules[index_of(section)];
}

static void add_key(char list[APO_DRAFT_KEYS_MAX], const char *key)
{
    size_t used = apo_span_of(list).length;
    if (used + apo_span_of(key).length + 3 > APO_DRAFT_KEYS_MAX)
        return;
    apo_text text = apo_text_start(list + used, APO_DRAFT_KEYS_MAX - used);
    apo_text_add(&text, used > 0 ? ", " : "");
    apo_text_add(&text, key);
}

/* Takes note of a key that a draft cannot hold. */
static void add_odd(apo_draft *out, const apo_rule_info *info, const char *key)
{
    add_key(rule_of(out, info->section)->odd, key);
}

static void read_extinction(apo_draft *out, const apo_variant_spec *spec,
                            const apo_values *values, const apo_rule_info *info)
{
    static const char *const results[] = {"loss", "win", "draw"};
    apo_draft_extinction *extinction = &out->extinction;
    const apo_value *result = apo_draft__find_value(values, info, "result");
    apo_draft__add_types(extinction->pieces, spec,
                         apo_draft__find_value(values, info, "pieces"));
    extinction->is_all = is_on(values, info, "all", false);
    extinction->has_claim = is_on(values, info, "claim", false);
    extinction->result = word_of(result, info, results, 3);
    extinction->left = apo_draft__number_of(values, info, "left", 0);
    extinction->opponent = apo_draft__number_of(values, info, "opponent", 0);
    if (is_on(values, info, "together", false)) {
        add_odd(out, info, "together");
        out->rare &= ~(unsigned)APO_DRAFT_EXTINCTION;
    }
}

/* True if a section has one of the keys that a draft cannot hold. */
static bool has_odd(apo_draft *out, const apo_values *values, const apo_rule_info *info,
                    const char *const *keys, unsigned count)
{
    bool is_odd = false;
    for (unsigned i = 0; i < count; i++) {
        if (apo_draft__find_value(values, info, keys[i]) == NULL)
            continue;
        add_odd(out, info, keys[i]);
        is_odd = true;
    }
    return is_odd;
}

static void copy_squares(apo_draft_squares *out, const apo_value *value)
{
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        out->squares[out->count++] = (apo_square)value->items[i];
}

static void read_walls(apo_draft *out, const apo_values *values, const apo_rule_info *info)
{
    static const char *const words[] = {"behind", "anywhere", "arrow", "edge", "duck"};
    out->walls = word_of(apo_draft__find_value(values, info, "put"), info, words, 5);
    copy_squares(&out->without_walls, apo_draft__find_value(values, info, "not-on"));
}

static void read_connection(apo_draft *out, const apo_variant_spec *spec,
                            const apo_values *values, const apo_rule_info *info)
{
    static const char *const results[] = {"win", "loss", "draw"};
    static const char *const chains[] = {"white-from", "white-to", "black-from", "black-to"};
    apo_draft_connection *connection = &out->connection;
    apo_draft__add_types(connection->pieces, spec,
                         apo_draft__find_value(values, info, "pieces"));
    connection->row = apo_draft__number_of(values, info, "row", 0);
    connection->square = apo_draft__number_of(values, info, "square", 0);
    connection->line = apo_draft__number_of(values, info, "line", 0);
    connection->is_across = is_on(values, info, "across", true);
    connection->is_up = is_on(values, info, "up", true);
    connection->is_diagonal = is_on(values, info, "diagonal", true);
    connection->result =
        word_of(apo_draft__find_value(values, info, "result"), info, results, 3);
    if (has_odd(out, values, info, chains, 4))
        out->rare &= ~(unsigned)APO_DRAFT_CONNECTION;
}

/* The limits of the counting rules that other programs know by a name. */
static const struct {
    const char *rule, *key, *moves;
    int32_t limit;
} limits[] = {
    {"makruk", "two", "R", 8},   {"makruk", "one", "R", 16},   {"makruk", "two", "FfW", 22},
    {"makruk", "two", "N", 32},  {"makruk", "one", "FfW", 44}, {"asean", "one", "R", 16},
    {"asean", "one", "FfW", 44}, {"asean", "one", "N", 64},
};

/* True if a value sets the limit for a type of pieces. */
static bool has_limit(const apo_variant_spec *spec, const apo_values *values,
                      const apo_rule_info *info, unsigned index, char letter)
{
    const apo_value *value;
    for (size_t at = 0;
         (value = apo_draft__next_value(values, info, limits[index].key, &at)) != NULL;)
        for (unsigned i = 0; value->index == limits[index].limit && i < value->count; i++)
            if (apo_draft__letter_of(spec, value->items[i]) == letter)
                return true;
    return false;
}

/* True if the limits are those of the rule, for the pieces that the game has. */
static bool is_rule(const apo_draft *draft, const apo_variant_spec *spec,
                    const apo_values *values, const apo_rule_info *info, const char *rule)
{
    unsigned said = 0, count = 0;
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++)
        for (unsigned k = 0;
             apo_span_is(apo_span_of(rule), limits[i].rule) && k < draft->type_count; k++) {
            const apo_draft_type *type = &draft->types[k];
            if (!apo_span_is(apo_span_of(type->moves), limits[i].moves) || type->is_royal)
                continue;
            if (!has_limit(spec, values, info, i, type->letter))
                return false;
            said++;
        }
    for (size_t i = 0; i < values->count; i++)
        count += values->values[i].index > 0 ? values->values[i].count : 0;
    return said == count;
}

static void read_counting(apo_draft *out, const apo_variant_spec *spec,
                          const apo_values *values, const apo_rule_info *info)
{
    unsigned board = apo_draft__number_of(values, info, "board", 0);
    unsigned bare = apo_draft__number_of(values, info, "bare", 0);
    bool is_from_pieces = is_on(values, info, "from-pieces", true);
    apo_draft__add_types(out->counting_pawns, spec,
                         apo_draft__find_value(values, info, "pawns"));
    if (board == 64 && bare == 64 && is_from_pieces &&
        is_rule(out, spec, values, info, "makruk"))
        out->counting = "makruk";
    else if (board == 0 && bare == 0 && !is_from_pieces &&
             is_rule(out, spec, values, info, "asean"))
        out->counting = "asean";
    else
        out->rare &= ~(unsigned)APO_DRAFT_COUNTING;
}

static void read_forms(apo_draft *out, const apo_variant_spec *spec, const apo_values *values,
                       const apo_rule_info *info)
{
    static const char *const words[] = {"stuck", "always", "never"};
    static const char *const odd[] = {"squares",    "black-squares", "leaving",
                                      "en-passant", "inside",        "last-rank"};
    apo_draft_forms *forms = &out->form_rules;
    forms->from_rank[0] = apo_draft__number_of(values, info, "from-rank", 0);
    forms->from_rank[1] =
        apo_draft__number_of(values, info, "black-from-rank", forms->from_rank[0]);
    forms->compulsory =
        word_of(apo_draft__find_value(values, info, "compulsory"), info, words, 3);
    forms->is_by_capture = is_on(values, info, "by-capture", false);
    forms->turns_back = is_on(values, info, "turn-back", false);
    apo_draft__read_most(out, spec, "forms");
    if (has_odd(out, values, info, odd, 6))
        out->rare &= ~(unsigned)APO_DRAFT_FORMS;
}

void apo_draft__read_most(apo_draft *out, const apo_variant_spec *spec, const char *section)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, section, &info);
    const apo_value *value;
    bool is_of_forms = apo_span_is(apo_span_of(section), "forms");
    for (size_t at = 0; (value = apo_draft__next_value(values, info, "most", &at)) != NULL;)
        for (unsigned i = 0; i < out->type_count; i++) {
            char list[APO_DRAFT_LETTERS_MAX] = "";
            apo_draft__add_types(list, spec, value);
            if (out->types[i].is_form == is_of_forms &&
                apo_draft_has_letter(list, out->types[i].letter))
                out->types[i].most = (unsigned)value->index;
        }
}

static void read_enclosing(apo_draft *out, const apo_values *values, const apo_rule_info *info)
{
    static const char *const drops[] = {"anywhere", "rows", "beside", "apart"};
    static const char *const flips[] = {"nothing", "rows", "neighbours", "touching"};
    out->enclosing.drops =
        word_of(apo_draft__find_value(values, info, "drops"), info, drops, 4);
    out->enclosing.flips =
        word_of(apo_draft__find_value(values, info, "flips"), info, flips, 4);
    copy_squares(&out->enclosing.first, apo_draft__find_value(values, info, "first"));
}

static void read_pass(apo_draft *out, const apo_values *values, const apo_rule_info *info)
{
    static const char *const results[] = {"draw", "more-wins", "points"};
    out->passes_at_will = is_on(values, info, "at-will", false);
    out->pass_result = word_of(apo_draft__find_value(values, info, "result"), info, results, 3);
}

/* Draws the line from one square to the next. */
static void draw_line(apo_draft_lines *out, const apo_geometry *geo, apo_square from,
                      apo_square to)
{
    apo_square low = from < to ? from : to, high = from < to ? to : from;
    out->drawn[low] |=
        high % geo->files > low % geo->files ? APO_DRAFT_UP_RIGHT : APO_DRAFT_UP_LEFT;
}

static void read_lines(apo_draft *out, const apo_variant_spec *spec, const apo_values *values,
                       const apo_rule_info *info)
{
    const apo_value *value;
    apo_draft__add_types(out->lines.pieces, spec,
                         apo_draft__find_value(values, info, "pieces"));
    for (size_t at = 0; (value = apo_draft__next_value(values, info, "line", &at)) != NULL;)
        for (unsigned i = 1; i < value->count; i++)
            draw_line(&out->lines, &out->geometry, value->items[i - 1], value->items[i]);
}

/* Points that a draft holds decide every game: White needs a lead of two. */
static void read_points(apo_draft *out, const apo_values *values, const apo_rule_info *info)
{
    static const char *const odd[] = {"lead",   "joker-low", "joker-high",
                                      "strong", "weak",      "pawn-rank"};
    out->has_points = !has_odd(out, values, info, odd, sizeof odd / sizeof odd[0]);
    if (apo_draft__number_of(values, info, "white-lead", 2) != 2) {
        add_odd(out, info, "white-lead");
        out->has_points = false;
    }
}

/* The sections of janggi. */
static void read_janggi(apo_draft *out, const apo_variant_spec *spec, const apo_values *values,
                        const apo_rule_info *info)
{
    apo_span section = apo_span_of(info->section);
    if (apo_span_is(section, "lines"))
        read_lines(out, spec, values, info);
    if (apo_span_is(section, "points"))
        read_points(out, values, info);
    if (!apo_span_is(section, "bikjang"))
        return;
    out->has_bikjang = true;
    out->bikjang_has_points =
        apo_draft__is_word(apo_draft__find_value(values, info, "result"), info, "points");
}

/* Screens that are the same pieces in all three keys. */
static void read_screens(apo_draft *out, const apo_variant_spec *spec, const apo_values *values,
                         const apo_rule_info *info)
{
    char not_over[APO_DRAFT_LETTERS_MAX] = "", not_taken[APO_DRAFT_LETTERS_MAX] = "";
    apo_draft__add_types(out->screens, spec, apo_draft__find_value(values, info, "pieces"));
    apo_draft__add_types(not_over, spec, apo_draft__find_value(values, info, "not-over"));
    apo_draft__add_types(not_taken, spec, apo_draft__find_value(values, info, "not-taken"));
    if (!apo_draft_is_same_list(out->screens, not_over) ||
        !apo_draft_is_same_list(out->screens, not_taken))
        out->rare &= ~(unsigned)APO_DRAFT_SCREENS;
}

static void read_launch(apo_draft *out, const apo_variant_spec *spec, const apo_values *values,
                        const apo_rule_info *info)
{
    apo_draft__add_types(out->launch.pieces, spec,
                         apo_draft__find_value(values, info, "piece"));
    apo_draft__add_types(out->launch.launchers, spec,
                         apo_draft__find_value(values, info, "launchers"));
    out->launch.may_block = is_on(values, info, "may-block", true);
    out->launch.has_a_limit = apo_draft__find_value(values, info, "white-until") != NULL ||
                              apo_draft__find_value(values, info, "black-until") != NULL;
}

/* The rules about where pieces stand and what becomes of them. */
static void read_places(apo_draft *out, const apo_variant_spec *spec, unsigned rare,
                        const apo_values *values, const apo_rule_info *info)
{
    if (rare == APO_DRAFT_WALLS)
        read_walls(out, values, info);
    else if (rare == APO_DRAFT_CONNECTION)
        read_connection(out, spec, values, info);
    else if (rare == APO_DRAFT_MUST_DROP)
        apo_draft__add_types(out->must_drop, spec,
                             apo_draft__find_value(values, info, "pieces"));
    else if (rare == APO_DRAFT_COUNTING)
        read_counting(out, spec, values, info);
    else if (rare == APO_DRAFT_FORMS)
        read_forms(out, spec, values, info);
    else if (rare == APO_DRAFT_PASS)
        read_pass(out, values, info);
    else if (rare == APO_DRAFT_ENCLOSING)
        read_enclosing(out, values, info);
    else if (rare == APO_DRAFT_SCREENS)
        read_screens(out, spec, values, info);
    else if (rare == APO_DRAFT_LAUNCH)
        read_launch(out, spec, values, info);
    else
        read_janggi(out, spec, values, info);
}

static void read_section(apo_draft *out, const apo_variant_spec *spec, unsigned rare,
                         const apo_values *values, const apo_rule_info *info)
{
    out->rare |= rare;
    if (rare == APO_DRAFT_GOAL) {
        read_goal(out, spec, values, info);
    } else if (rare == APO_DRAFT_EXTINCTION) {
        read_extinction(out, spec, values, info);
    } else if (rare == APO_DRAFT_ROYALS) {
        apo_draft__add_types(out->royals.pieces, spec,
                             apo_draft__find_value(values, info, "pieces"));
        out->royals.last = apo_draft__number_of(values, info, "last", 1);
        out->royals.is_all_attacked = is_on(values, info, "all-attacked", false);
    } else if (rare == APO_DRAFT_EXPLOSIONS) {
        apo_draft__add_types(out->survivors, spec,
                             apo_draft__find_value(values, info, "survivors"));
        apo_draft__add_types(out->immune, spec, apo_draft__find_value(values, info, "immune"));
    } else if (rare == APO_DRAFT_CHECKS) {
        out->checks = apo_draft__number_of(values, info, "win", 0);
    } else {
        read_places(out, spec, rare, values, info);
    }
}

static void read_king(apo_draft *out, const apo_variant_spec *spec)
{
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "castling", &info);
    const apo_value *king = apo_draft__find_value(values, info, "king");
    char letters[APO_DRAFT_LETTERS_MAX] = "";
    apo_draft__add_types(letters, spec, king);
    if (letters[0] == '\0')
        return;
    out->castling_king = letters[0];
    out->rare |= APO_DRAFT_KING;
}

static void read_results(apo_draft *out, const apo_variant_spec *spec)
{
    static const char *const stalemates[] = {"", "win", "fewer-wins", "more-wins"};
    static const char *const mates[] = {"loss", "win", "draw"};
    static const char *const folds[] = {"draw",      "loss",      "win",   "white-loss",
                                        "white-win", "more-wins", "points"};
    const apo_rule_info *info;
    const apo_values *values = apo_draft__find_rule(spec, "outcome", &info);
    const char *word =
        word_of(apo_draft__find_value(values, info, "stalemate"), info, stalemates, 4);
    out->mate = word_of(apo_draft__find_value(values, info, "mate"), info, mates, 3);
    out->repetition = word_of(apo_draft__find_value(values, info, "repetition"), info, folds,
                              sizeof folds / sizeof *folds);
    if (out->repetition != folds[0])
        out->rare |= APO_DRAFT_REPETITION;
    if (out->mate != mates[0])
        out->rare |= APO_DRAFT_MATE;
    if (word[0] == '\0')
        return;
    out->stalemate = word;
    out->rare |= APO_DRAFT_STALEMATE;
}

void apo_draft__read_rules(apo_draft *out, const apo_variant_spec *spec)
{
    for (size_t i = 0; i < apo_rule_count(); i++)
        out->rules[i].is_on = spec->rules[i].line > 0;
}

void apo_draft__read_rare(apo_draft *out, const apo_variant_spec *spec)
{
    bool is_royal = false;
    for (unsigned i = 0; i < SECTIONS; i++) {
        const apo_rule_info *info;
        const apo_values *values = apo_draft__find_rule(spec, sections[i].section, &info);
        if (values != NULL)
            read_section(out, spec, sections[i].rare, values, info);
    }
    read_king(out, spec);
    read_results(out, spec);
    out->is_black_first = spec->starts[0].is_black_first;
    for (unsigned i = 0; i < out->type_count; i++)
        is_royal = is_royal || out->types[i].is_royal;
    if (!is_royal)
        out->rare |= APO_DRAFT_NO_ROYAL;
}

/* --- losing -------------------------------------------------------------- */

/* Loses a section that cannot be written, with its keys and what the format lacks (NULL: it is
 * not known). */
static void lose_rule(apo_draft *draft, apo_fault_list *diagnostics, const char *section,
                      const char *why)
{
    const apo_draft_rule *rule = rule_of(draft, section);
    char bytes[APO_DRAFT_NAME_MAX + APO_DRAFT_KEYS_MAX];
    apo_text part = apo_text_start(bytes, sizeof bytes);
    apo_text_add(&part, section);
    apo_text_add(&part, ": ");
    apo_text_add(&part, rule->odd);
    apo_draft_lose_part(draft, diagnostics, bytes,
                        why != NULL ? why : "it cannot be written there", nothing);
}

/* Loses the rules that no draft holds, and the rare ones that are sections of `lost`. */
static void lose_rules(apo_draft *draft, unsigned lost, apo_draft_reason *reason,
                       apo_fault_list *diagnostics)
{
    for (size_t i = 0; i < apo_rule_count(); i++) {
        const char *section = apo_rule_at(i)->section;
        bool is_lost = draft->unsaid >> i & 1;
        for (unsigned k = 0; k < SECTIONS; k++)
            is_lost = is_lost || ((lost & sections[k].rare) &&
                                  apo_span_is(apo_span_of(sections[k].section), section) &&
                                  draft->rules[i].is_on);
        if (is_lost)
            lose_rule(draft, diagnostics, section, reason != NULL ? reason(section) : NULL);
    }
}

static void drop_one_sided(apo_draft *draft)
{
    unsigned count = 0;
    for (unsigned i = 0; i < draft->way_count; i++)
        if (draft->ways[i].whose == APO_DRAFT_BOTH)
            draft->ways[count++] = draft->ways[i];
    draft->way_count = count;
}

/* True if some type is limited in number by [promotion]; [forms] is lost with its limits. */
static bool has_limit_of_promotion(const apo_draft *draft)
{
    for (unsigned i = 0; i < draft->type_count; i++)
        if (!draft->types[i].is_form && draft->types[i].most > 0)
            return true;
    return false;
}

/* Loses those rules of a draft that are no section, and that only few formats have. */
static void lose_others(apo_draft *draft, apo_fault_list *diagnostics)
{
    bool are_points =
        draft->repetition != NULL && apo_span_is(apo_span_of(draft->repetition), "points");

    const struct {
        bool is_lost;
        const char *part, *detail, *word;
    } others[] = {
        {draft->rare & APO_DRAFT_KING, "castling: king", "only a royal piece castles there",
         ""},
        {draft->rare & APO_DRAFT_ONE_SIDED, "castling: white-way, black-way",
         "both sides castle alike there", ""},
        {draft->is_black_first, "setup: black-first", "White makes the first move there", ""},
        {draft->rare & APO_DRAFT_BLACK_PROMOTION, "promotion: black-rank, black-compulsory",
         "Black promotes as White does there", ""},
        {draft->rare & APO_DRAFT_SQUARES, "promotion: squares, black-squares",
         "pieces promote on all squares of a rank there", ""},
        {has_limit_of_promotion(draft), "promotion: most",
         "any number of pieces can have promoted to a type there", ""},
        {draft->rare & APO_DRAFT_NAMED_STARTS, "start: board",
         "a game has one start there; the named ones are left out", ""},
        {draft->rare & APO_DRAFT_NO_TRAIL, "multi-step: no-trail",
         "every multiple step can be answered by a capture en passant there", ""},
        {draft->rare & APO_DRAFT_BARE_KINGS, "outcome: bare-kings", "%s cannot be said there",
         "plays-on"},
        {draft->rare & APO_DRAFT_NO_ROYAL, "pieces", "one of them must be royal there", ""},
        {draft->rare & APO_DRAFT_STALEMATE, "outcome: stalemate", "%s cannot be said there",
         draft->stalemate},
        {draft->rare & APO_DRAFT_MATE, "outcome: mate", "%s cannot be said there", draft->mate},
        {draft->rare & APO_DRAFT_REPETITION, "outcome: repetition",
         are_points ? "points decide neither a repetition nor the move limit there"
                    : "%s cannot be said there",
         draft->repetition},
        {draft->has_move_limit_pieces, "outcome: move-limit-pieces",
         "other pieces restart the count of moves there", ""},
        {draft->is_check_lost, "outcome: perpetual-check",
         "a side that gives check for ever does not lose there", ""},
        {draft->is_chase_lost, "chase: pieces",
         "a side that chases for ever does not lose there", ""},
    };

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].is_lost)
            apo_draft_lose_part(draft, diagnostics, others[i].part, others[i].detail,
                                apo_span_of(others[i].word));
}

void apo_draft_lose_rare(apo_draft *draft, bool has_rare, apo_draft_reason *reason,
                         apo_fault_list *diagnostics)
{
    lose_rules(draft, has_rare ? 0 : draft->rare, reason, diagnostics);
    if (has_rare)
        return;
    lose_others(draft, diagnostics);
    drop_one_sided(draft);
    draft->rare &= ~(unsigned)APO_DRAFT_LAUNCH;
}
