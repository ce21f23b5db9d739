#include "base/mem.h"
#include "definition/exchange/sjaak_priv.h"
#include "rules/tables/path.h"

/* Promotion of a Sjaak file: to promoted forms, or to other pieces by rank. */

static const apo_span nothing = {NULL, 0};

/* How a piece promotes. */
typedef struct promoting {
    apo_set zones[2];    /* of each side */
    apo_set may_stay[2]; /* where it need not */
    apo_span choices;
    uint32_t line;
} promoting;

static void lose(apo_sjaak *s, uint32_t line, const char *detail, apo_span word)
{
    apo_sjaak__lose(s, APO_DRAFT_PROMOTION, line, "Promotion", detail, word);
}

/* --- zones --------------------------------------------------------------- */

static bool note_move(void *context, const apo_path *path)
{
    bool *has_move = context;
    *has_move = path->to != path->from && (path->end & APO_END_MOVE) != 0;
    return !*has_move;
}

/* By default a piece need not promote where it can still move. */
static void find_moving(const apo_sjaak *s, const apo_sjaak_type *type, promoting *out)
{
    const apo_geometry *geo = &s->draft->geometry;
    for (unsigned i = 0; i < 2 * apo_geometry_squares(geo); i++) {
        apo_square sq = (apo_square)(i / 2);
        bool has_move = false;
        if (!apo_set_has(&out->zones[i % 2], sq) || geo->place[sq] != APO_PLACE_SQUARE)
            continue;
        (void)apo_paths_walk(geo, &type->moves, (apo_side)(i % 2), sq, note_move, &has_move);
        if (has_move)
            apo_set_add(&out->may_stay[i % 2], sq);
    }
}

/* False if the piece does not promote. */
static bool read_promoting(apo_sjaak *s, const apo_sjaak_type *type, promoting *out)
{
    *out = (promoting){.choices = nothing};
    for (unsigned i = 0; i < type->promotion_count; i++) {
        const apo_sjaak_promotion *part = &type->promotions[i];
        if (apo_set_is_empty(&part->zones[0]) && apo_set_is_empty(&part->zones[1]))
            continue;
        if (out->line != 0 && !apo_span_same(part->choices, out->choices))
            lose(s, part->line,
                 "a piece that becomes one thing here and another there is not "
                 "understood",
                 nothing);
        out->line = part->line;
        out->choices = part->choices;
        for (unsigned k = 0; k < 2 * APO_SET_WORDS_MAX; k++)
            out->zones[k % 2].words[k / 2] |= part->zones[k % 2].words[k / 2];
    }
    if (out->line == 0)
        return false;
    if (type->optional_line != 0)
        memcpy(out->may_stay, type->optional, sizeof out->may_stay);
    else
        find_moving(s, type, out);
    return true;
}

static bool is_within(const apo_sjaak *s, const apo_set *a, const apo_set *b)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&s->draft->geometry); sq++)
        if (s->draft->geometry.place[sq] == APO_PLACE_SQUARE &&
            apo_set_has(a, (apo_square)sq) && !apo_set_has(b, (apo_square)sq))
            return false;
    return true;
}

static bool is_same_set(const apo_sjaak *s, const apo_set *a, const apo_set *b)
{
    return is_within(s, a, b) && is_within(s, b, a);
}

static bool is_mirrored(const apo_sjaak *s, const apo_set zones[2])
{
    const apo_geometry *geo = &s->draft->geometry;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (geo->place[sq] == APO_PLACE_SQUARE &&
            apo_set_has(&zones[0], (apo_square)sq) !=
                apo_set_has(&zones[1], apo_geometry_mirror(geo, (apo_square)sq)))
            return false;
    return true;
}

/* The lowest of ranks that reach to the last one; 0: they do not. */
static unsigned lowest_of(const apo_sjaak *s, uint32_t ranks)
{
    unsigned last = s->draft->geometry.rows, rank = 1;
    while (rank <= last && !(ranks >> rank & 1))
        rank++;
    for (unsigned r = rank; r <= last; r++)
        if (!(ranks >> r & 1))
            return 0;
    return rank <= last ? rank : 0;
}

bool apo_sjaak__add_squares(const apo_sjaak *s, apo_text *out, const char *key,
                            const apo_set *squares)
{
    enum {
        SQUARES_MOST = 64 /* of a list in a definition */
    };

    const apo_geometry *geo = &s->draft->geometry;
    unsigned count = 0;
    apo_text_add(out, key);
    apo_text_add(out, " =");
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (geo->place[sq] == APO_PLACE_SQUARE && apo_set_has(squares, (apo_square)sq)) {
            apo_text_add_char(out, ' ');
            apo_text_add_square(out, geo, (apo_square)sq);
            count++;
        }
    apo_text_add_char(out, '\n');
    return count > 0 && count <= SQUARES_MOST;
}

/* --- promoted forms ------------------------------------------------------ */

/* The word for where a piece must promote: only where it would be stuck, or everywhere. */
static const char *compulsory_of(const apo_sjaak *s, const apo_sjaak_type *type,
                                 const promoting *p)
{
    promoting usual = *p;
    memset(usual.may_stay, 0, sizeof usual.may_stay);
    find_moving(s, type, &usual);
    if (is_same_set(s, &p->may_stay[0], &usual.may_stay[0]) &&
        is_same_set(s, &p->may_stay[1], &usual.may_stay[1]))
        return "stuck";
    if (apo_set_is_empty(&p->may_stay[0]) && apo_set_is_empty(&p->may_stay[1]))
        return "always";
    return NULL;
}

static bool has_form(const apo_sjaak *s, char letter)
{
    for (unsigned i = 0; i < s->type_count; i++)
        if (s->types[i].number > 0 && s->types[i].is_form && s->types[i].letter == letter)
            return true;
    return false;
}

static void add_zones(apo_sjaak *s, apo_text *out, const promoting *p)
{
    unsigned sides = is_mirrored(s, p->zones) ? 1 : 2;
    for (unsigned side = 0; side < sides; side++) {
        uint32_t ranks;
        unsigned first =
            apo_sjaak__ranks(s, &p->zones[side], side, &ranks) ? lowest_of(s, ranks) : 0;
        if (first > 0) {
            apo_text_add(out, side == 0 ? "from-rank = " : "black-from-rank = ");
            apo_text_add_number(out, first);
            apo_text_add_char(out, '\n');
        } else if (!apo_sjaak__add_squares(s, out, side == 0 ? "squares" : "black-squares",
                                           &p->zones[side])) {
            lose(s, p->line, "a zone of promotion has 1 to 64 squares here", nothing);
        }
    }
}

static void check_form(apo_sjaak *s, const apo_sjaak_type *type, const promoting *p,
                       const promoting *first, const char *compulsory)
{
    const char *own = compulsory_of(s, type, p);
    if (!has_form(s, type->letter))
        lose(s, p->line, "there is no piece that %s promotes to", type->name);
    if (type->flag_lines[APO_SJAAK_ROYAL] != 0)
        lose(s, p->line, "a royal piece has no promoted form here", nothing);
    if (type->is_form)
        lose(s, p->line, "a promoted form that promotes is not understood", nothing);
    if (!is_same_set(s, &p->zones[0], &first->zones[0]) ||
        !is_same_set(s, &p->zones[1], &first->zones[1]))
        lose(s, p->line, "all pieces promote in the same zone here", nothing);
    if (own == NULL || compulsory == NULL || !apo_span_is(apo_span_of(own), compulsory))
        lose(s, p->line, "promotion is compulsory for all pieces or only where they are stuck",
             nothing);
}

/* Loses pieces with a promoted form that do not promote: here they would be different
 * pieces. */
static void check_unpromoting(apo_sjaak *s)
{
    for (unsigned i = 0; i < s->type_count; i++) {
        const apo_sjaak_type *type = &s->types[i];
        promoting p;
        if (type->number > 0 && !type->is_form && has_form(s, type->letter) &&
            (!read_promoting(s, type, &p) || !apo_span_is(p.choices, "+")))
            lose(s, type->line, "%s has a promoted form and does not become it", type->name);
    }
}

/* True if pieces have promoted forms. */
static bool make_forms(apo_sjaak *s)
{
    apo_text out = apo_text_start(s->draft->forms, sizeof s->draft->forms);
    promoting first = {.line = 0}, p;
    const char *compulsory = NULL;
    for (unsigned i = 0; i < s->type_count; i++) {
        const apo_sjaak_type *type = &s->types[i];
        if (type->number == 0 || !read_promoting(s, type, &p) || !apo_span_is(p.choices, "+"))
            continue;
        if (first.line == 0) {
            first = p;
            compulsory = compulsory_of(s, type, &p);
        }
        check_form(s, type, &p, &first, compulsory);
    }
    if (first.line == 0)
        return false;
    check_unpromoting(s);
    add_zones(s, &out, &first);
    if (compulsory != NULL && !apo_span_is(apo_span_of(compulsory), "stuck")) {
        apo_text_add(&out, "compulsory = ");
        apo_text_add(&out, compulsory);
        apo_text_add_char(&out, '\n');
    }
    return true;
}

/* --- promotion by rank --------------------------------------------------- */

/* The own ranks of one side: where promotion begins, and where it is compulsory. */
static bool find_tier(apo_sjaak *s, const apo_sjaak_type *type, const promoting *p,
                      unsigned side, unsigned *out_first, unsigned *out_compulsory)
{
    uint32_t zone, stay;
    if (!apo_sjaak__ranks(s, &p->zones[side], side, &zone) || zone == 0 ||
        !apo_sjaak__ranks(s, &p->may_stay[side], side, &stay))
        return false;
    stay &= zone;
    *out_first = lowest_of(s, zone);
    /* A single rank that no such piece can pass. */
    if (*out_first == 0 && (zone & (zone - 1)) == 0 && stay == 0 && !type->goes_far)
        for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
            if (zone >> rank & 1)
                *out_first = rank;
    if (*out_first == 0)
        return false;
    uint32_t must = zone & ~stay;
    *out_compulsory = must == 0 ? APO_ROWS_MAX : stay == 0 ? *out_first : lowest_of(s, must);
    return *out_compulsory > 0;
}

/* The same for single squares: pieces promote on all of them, or need not on any. */
static bool find_squares_tier(const apo_sjaak *s, const promoting *p, unsigned side,
                              unsigned *out_first, unsigned *out_compulsory)
{
    const apo_geometry *geo = &s->draft->geometry;
    bool must = true, may = true;
    *out_first = APO_ROWS_MAX;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned rank = apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq);
        if (geo->place[sq] != APO_PLACE_SQUARE || !apo_set_has(&p->zones[side], (apo_square)sq))
            continue;
        *out_first = rank < *out_first ? rank : *out_first;
        may = may && apo_set_has(&p->may_stay[side], (apo_square)sq);
        must = must && !apo_set_has(&p->may_stay[side], (apo_square)sq);
    }
    *out_compulsory = must ? *out_first : APO_ROWS_MAX;
    return (may || must) && *out_first < APO_ROWS_MAX;
}

/* True if a side's zone is not made of whole ranks. */
static bool is_of_squares(const apo_sjaak *s, const promoting *p, const bool has[2])
{
    uint32_t ranks;
    return (has[0] && !apo_sjaak__ranks(s, &p->zones[0], 0, &ranks)) ||
           (has[1] && !apo_sjaak__ranks(s, &p->zones[1], 1, &ranks));
}

/* Adds the squares of the first piece that promotes; those of others must be the same. */
static void add_tier_squares(apo_sjaak *s, const promoting *p, const bool has[2], bool is_first)
{
    static const char *const keys[2] = {"squares", "black-squares"};
    bool is_said = true;
    for (unsigned side = 0; side < 2; side++) {
        if (is_first && has[side])
            is_said = apo_sjaak__add_squares(s, &s->promotions, keys[side], &p->zones[side]) &&
                      is_said;
        else if (has[side])
            is_said = is_same_set(s, &p->zones[side], &s->squares[side]) && is_said;
        if (is_first)
            s->squares[side] = p->zones[side];
    }
    s->has_squares = true;
    if (!is_said)
        lose(s, p->line, "all pieces promote on the same 1 to 64 squares here", nothing);
}

/* The letters of the pieces that it may become. */
static void read_choices(apo_sjaak *s, const promoting *p, char out[APO_DRAFT_LETTERS_MAX])
{
    out[0] = '\0';
    for (size_t i = 0; i < p->choices.length; i++) {
        apo_span one = apo_span_part(p->choices, i, 1);
        unsigned k = 0;
        while (k < s->type_count && !(s->types[k].number > 0 && !s->types[k].is_form &&
                                      s->types[k].letter == one.text[0]))
            k++;
        if (k == s->type_count) {
            lose(s, p->line, "%s is no piece, or is written otherwise", one);
            continue;
        }
        if (s->types[k].flag_lines[APO_SJAAK_ROYAL] != 0)
            lose(s, p->line, "nobody promotes to the royal %s here", s->types[k].name);
        if (s->types[k].promotion_count > 0)
            lose(s, p->line, "nobody promotes to %s here, which promotes itself",
                 s->types[k].name);
        if (!apo_draft_has_letter(out, one.text[0]))
            apo_draft_add_letter(out, one.text[0]);
    }
}

static void add_tier(apo_sjaak *s, const apo_sjaak_type *type, const promoting *p,
                     bool is_first)
{
    apo_draft *draft = s->draft;
    unsigned first[2] = {0, 0}, compulsory[2] = {0, 0};
    char choices[APO_DRAFT_LETTERS_MAX];
    bool has[2], is_said = !type->goes_back && !type->is_form;
    for (unsigned side = 0; side < 2; side++)
        has[side] = type->counts[side] > 0 || s->rules[APO_SJAAK_ALLOW_DROPS] != 0;
    bool has_squares = is_of_squares(s, p, has);
    for (unsigned side = 0; side < 2; side++)
        is_said =
            (!has[side] ||
             (has_squares ? find_squares_tier(s, p, side, &first[side], &compulsory[side])
                          : find_tier(s, type, p, side, &first[side], &compulsory[side]))) &&
            is_said;
    if (!has[0] && !has[1])
        return;
    unsigned one = has[0] ? 0 : 1, other = has[1] ? 1 : 0;
    read_choices(s, p, choices);
    if (!is_said)
        lose(s, p->line,
             "pieces that never go back promote here, on whole ranks up to the last one, or on "
             "single squares that all let them stay or all do not",
             nothing);
    else if (first[one] != first[other] || compulsory[one] != compulsory[other])
        lose(s, p->line, "both sides promote on the same own ranks here", nothing);
    else if (!is_first && (!apo_span_is(apo_span_of(draft->tiers[first[one]]), choices) ||
                           draft->compulsory != compulsory[one]))
        lose(s, p->line, "all pieces that promote become the same here", nothing);
    if (!is_said)
        return;
    if (has_squares || s->has_squares)
        add_tier_squares(s, p, has, is_first);
    apo_draft_add_letter(draft->promoting, type->letter);
    apo_text_copy(draft->tiers[first[one]], APO_DRAFT_LETTERS_MAX, choices);
    draft->compulsory = compulsory[one];
}

/* "Max: 2" limits promotion only. */
static void add_limits(apo_sjaak *s)
{
    for (unsigned i = 0; i < s->type_count; i++) {
        const apo_sjaak_type *type = &s->types[i];
        bool is_choice = false;
        for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
            is_choice = is_choice || apo_draft_has_letter(s->draft->tiers[rank], type->letter);
        if (type->number == 0 || type->most_line == 0 ||
            (type->most[0] == 0 && type->most[1] == 0) || (!is_choice && !type->is_form))
            continue;
        if (type->is_form || type->most[0] != type->most[1]) {
            apo_sjaak__lose(s, APO_DRAFT_PROMOTION, type->most_line, "Max",
                            "a limit is the same for both sides here, and not for forms",
                            nothing);
            continue;
        }
        apo_text_add(&s->promotions, "most ");
        apo_text_add_number(&s->promotions, type->most[0]);
        apo_text_add(&s->promotions, " = ");
        apo_text_add_char(&s->promotions, type->letter);
        apo_text_add_char(&s->promotions, '\n');
    }
}

void apo_sjaak__make_promotion(apo_sjaak *s)
{
    bool has_forms = make_forms(s), is_first = true;
    for (unsigned i = 0; i < s->type_count; i++) {
        promoting p;
        if (s->types[i].number == 0 || !read_promoting(s, &s->types[i], &p) ||
            apo_span_is(p.choices, "+"))
            continue;
        if (has_forms && s->rules[APO_SJAAK_ALLOW_DROPS] != 0)
            lose(s, p.line, "of pieces in hand all turn back or none does here", nothing);
        add_tier(s, &s->types[i], &p, is_first);
        is_first = s->draft->promoting[0] == '\0';
    }
    if (s->draft->promoting[0] != '\0')
        add_limits(s);
}
