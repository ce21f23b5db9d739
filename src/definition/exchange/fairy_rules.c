#include "base/mem.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Promotion and areas of a variants.ini section. */

static const apo_span nothing = {NULL, 0};

/* --- promotion ----------------------------------------------------------- */

static bool is_promoting(const apo_ini *ini, unsigned type)
{
    for (unsigned side = 0; side < 2; side++)
        if (apo_ini__has(ini, side, type) &&
            (ini->game.sets[APO_FAIRY_SET_PROMOTING][side] >> type & 1))
            return true;
    return false;
}

/* True if the side has a piece that promotes. */
static bool has_promoting(const apo_ini *ini, unsigned side)
{
    return (ini->in_play[side] & ini->game.sets[APO_FAIRY_SET_PROMOTING][side] &
            ~UINT64_C(1)) != 0;
}

static uint64_t existing_choices(const apo_ini *ini, unsigned side)
{
    uint64_t choices = 0;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (ini->game.letters[type] != '\0')
            choices |= ini->game.sets[APO_FAIRY_SET_CHOICES][side] & UINT64_C(1) << type;
    return choices;
}

static void lose_promotion(apo_ini *ini, const apo_fairy_source *from, const char *detail)
{
    apo_ini__lose_at(ini, APO_DRAFT_PROMOTION, from, "promotion", detail, nothing);
}

/* The first of a side's own ranks with squares on which pieces promote. */
static unsigned lowest_square(apo_ini *ini, unsigned side)
{
    const apo_geometry *geo = &ini->draft->geometry;
    bool squares[APO_SQUARES_MAX];
    unsigned lowest = geo->rows;
    apo_ini__find_squares(ini, APO_FAIRY_REGION_PROMOTION, side, squares);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned rank = apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq);
        if (squares[sq] && rank < lowest)
            lowest = rank;
    }
    if (apo_ini__count_squares(ini, squares) > APO_VALUE_ITEMS_MAX)
        lose_promotion(ini, &ini->game.region_from[APO_FAIRY_REGION_PROMOTION],
                       "pieces promote on whole ranks or on at most 64 squares here");
    return lowest;
}

/* True if some side promotes on some squares of a rank, and not on others. */
static bool has_squares(const apo_ini *ini)
{
    uint32_t ranks;
    return !apo_ini__own_ranks(ini, APO_FAIRY_REGION_PROMOTION, 0, &ranks) ||
           !apo_ini__own_ranks(ini, APO_FAIRY_REGION_PROMOTION, 1, &ranks);
}

/* True if a side promotes on its whole last rank, and the board has no holes beside which a
 * pawn could be stuck. */
static bool has_whole_last(const apo_ini *ini, unsigned side)
{
    const apo_geometry *geo = &ini->draft->geometry;
    bool squares[APO_SQUARES_MAX];
    apo_ini__find_squares(ini, APO_FAIRY_REGION_PROMOTION, side, squares);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (geo->place[sq] != APO_PLACE_SQUARE ||
            (apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq) == geo->rows &&
             !squares[sq]))
            return false;
    return true;
}

static void add_squares(apo_ini *ini, apo_text *out)
{
    static const char *const keys[2] = {"squares", "black-squares"};
    bool squares[APO_SQUARES_MAX];
    for (unsigned side = 0; side < 2; side++) {
        apo_ini__find_squares(ini, APO_FAIRY_REGION_PROMOTION, side, squares);
        if (apo_ini__count_squares(ini, squares) > 0)
            apo_ini__add_squares(out, ini, keys[side], squares);
    }
    if (!ini->game.numbers[APO_FAIRY_MANDATORY_PAWN][0] &&
        ini->game.numbers[APO_FAIRY_IMMOBILITY_ILLEGAL][0] &&
        !(has_whole_last(ini, 0) && has_whole_last(ini, 1)))
        lose_promotion(ini, &ini->game.region_from[APO_FAIRY_REGION_PROMOTION],
                       "on single squares pieces always promote here, or need not");
}

/* The first of a side's own ranks on which pieces promote, from there to the last; 0: nowhere.
 */
static unsigned find_zone(apo_ini *ini, unsigned side)
{
    const apo_fairy_source *from = &ini->game.region_from[APO_FAIRY_REGION_PROMOTION];
    uint32_t zone = 0;
    unsigned last = ini->draft->geometry.rows, lowest = 1;
    if (has_squares(ini) &&
        !apo_ini__is_region_empty(ini, &ini->game.regions[APO_FAIRY_REGION_PROMOTION][side]))
        return lowest_square(ini, side);
    (void)apo_ini__own_ranks(ini, APO_FAIRY_REGION_PROMOTION, side, &zone);
    if (zone == 0)
        return 0;
    while (!(zone >> lowest & 1))
        lowest++;
    uint32_t whole = (((UINT32_C(1) << last) - 1) << 1) & ~((UINT32_C(1) << lowest) - 1);
    if (zone != whole)
        lose_promotion(ini, from, "the ranks of promotion reach up to the last one here");
    return lowest;
}

/* If all choices have limits on the number of pieces, these become a reserve: the pieces that a
 * side may still get. */
static bool make_reserve(apo_ini *ini, uint64_t choices)
{
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        unsigned limit = (unsigned)game->limits[type], have = ini->counts[0][type];
        if ((choices >> type & 1) &&
            (limit == 0 || have != ini->counts[1][type] || have > limit))
            return false;
    }
    draft->has_reserve = true;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        for (unsigned i = ini->counts[0][type];
             (choices >> type & 1) && i < (unsigned)game->limits[type]; i++)
            apo_draft_add_letter(draft->reserve, game->letters[type]);
    return true;
}

/* The limits as the section gives them. */
static void add_limits(const apo_ini *ini, apo_text *out, uint64_t choices)
{
    int32_t limits[APO_FAIRY_TYPES] = {0};
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        limits[type] = choices >> type & 1 ? ini->game.limits[type] : 0;
    apo_ini__add_limits(ini, out, limits);
}

static unsigned compulsory_rank(const apo_ini *ini, unsigned lowest)
{
    if (ini->game.numbers[APO_FAIRY_MANDATORY_PAWN][0])
        return lowest;
    return ini->game.numbers[APO_FAIRY_IMMOBILITY_ILLEGAL][0] ? ini->draft->geometry.rows
                                                              : APO_ROWS_MAX;
}

/* In Fairy-Stockfish a multiple step that promotes cannot be captured en passant. */
static void check_steps(apo_ini *ini, const unsigned lowest[2])
{
    const apo_draft *draft = ini->draft;
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
        for (unsigned side = 0; side < 2; side++)
            if (draft->multi_pieces[0] != '\0' && draft->multi_steps[rank] > 0 &&
                lowest[side] > 0 && rank + draft->multi_steps[rank] >= lowest[side] &&
                rank + 1 < lowest[side] &&
                rank + draft->multi_steps[rank] < draft->geometry.rows)
                lose_promotion(ini, &ini->game.region_from[APO_FAIRY_REGION_PROMOTION],
                               "a multiple step that promotes can be answered en passant here");
}

/* The pieces that promote, of both sides. */
static void add_promoting(apo_ini *ini, uint64_t choices)
{
    const apo_fairy_game *game = &ini->game;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        char letter = game->letters[type];
        if (letter == '\0' || !is_promoting(ini, type))
            continue;
        apo_draft_add_letter(ini->draft->promoting, letter);
        for (unsigned side = 0; side < 2; side++)
            if (apo_ini__has(ini, side, type) &&
                !(game->sets[APO_FAIRY_SET_PROMOTING][side] >> type & 1))
                lose_promotion(ini, &game->set_from[APO_FAIRY_SET_PROMOTING],
                               "a piece promotes for both sides here");
        if (choices >> type & 1)
            lose_promotion(ini, &game->set_from[APO_FAIRY_SET_CHOICES],
                           "nobody promotes to a piece that promotes itself here");
    }
}

/* Adds Black's promotions if they differ from White's. */
static void add_black(const apo_ini *ini, apo_text *out, uint64_t choices, unsigned lowest)
{
    apo_ini__add_indexed(ini, out, "black-rank", lowest, choices);
    apo_text_add(out, "black-compulsory = ");
    apo_text_add_number(out, compulsory_rank(ini, lowest));
    apo_text_add_char(out, '\n');
}

void apo_ini__make_promotion(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    apo_text more = apo_text_start(draft->promotions, sizeof draft->promotions);
    uint64_t choices[2] = {0, 0};
    unsigned lowest[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++) {
        choices[side] = has_promoting(ini, side) ? existing_choices(ini, side) : 0;
        lowest[side] = choices[side] != 0 ? find_zone(ini, side) : 0;
        if (lowest[side] == 0)
            choices[side] = 0;
    }
    unsigned first = choices[0] != 0 ? 0 : 1;
    if (choices[first] == 0)
        return;
    if (choices[first ^ 1U] == 0 && has_promoting(ini, first ^ 1U))
        lose_promotion(ini, &game->set_from[APO_FAIRY_SET_CHOICES],
                       "if one side promotes, so does the other here");
    check_steps(ini, lowest);
    add_promoting(ini, choices[0] | choices[1]);
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (choices[first] >> type & 1)
            apo_draft_add_letter(draft->tiers[lowest[first]], game->letters[type]);
    draft->compulsory = compulsory_rank(ini, lowest[first]);
    bool is_same = choices[1] == 0 || (choices[0] == choices[1] && lowest[0] == lowest[1]);
    if (first == 0 && !is_same)
        add_black(ini, &more, choices[1], lowest[1]);
    if (has_squares(ini))
        add_squares(ini, &more);
    if (apo_ini__has_hands(ini) || !is_same || !make_reserve(ini, choices[first]))
        add_limits(ini, &more, choices[0] | choices[1]);
    if (more.is_overflowed)
        lose_promotion(ini, &game->limits_from, "the rules of promotion are too long");
}

/* --- areas and rivers ---------------------------------------------------- */

bool apo_ini__is_barred(const apo_ini *ini, unsigned side, unsigned type)
{
    const apo_fairy_game *game = &ini->game;
    bool has_form = type == APO_FAIRY_PAWN && game->promoted[type] != 0;
    return (game->sets[APO_FAIRY_SET_PROMOTING][side] >> type & 1) && !has_form &&
           game->numbers[APO_FAIRY_MANDATORY_PAWN][side] && existing_choices(ini, side) == 0;
}

static bool is_barred(const apo_ini *ini, unsigned type)
{
    return apo_ini__is_barred(ini, 0, type) || apo_ini__is_barred(ini, 1, type);
}

bool apo_ini__is_everywhere(const apo_fairy_region *region)
{
    bool is_everywhere = true;
    for (unsigned row = 0; row < APO_FAIRY_RANKS_MAX; row++)
        is_everywhere = is_everywhere && region->rows[row] == 0;
    return is_everywhere;
}

/* White's squares of a piece; false if Black's are not their mirror image. */
static bool find_area(const apo_ini *ini, unsigned type, apo_draft_area *out)
{
    const apo_geometry *geo = &ini->draft->geometry;
    apo_fairy_region regions[2];
    for (unsigned side = 0; side < 2; side++) {
        const apo_fairy_region *zone = &ini->game.regions[APO_FAIRY_REGION_PROMOTION][side];
        regions[side] = ini->game.mobility[side][type];
        if (apo_ini__is_everywhere(&regions[side]))
            memset(&regions[side], 0xFF, sizeof regions[side]);
        bool is_out = apo_ini__is_barred(ini, side, type);
        for (unsigned row = 0; row < APO_FAIRY_RANKS_MAX && is_out; row++)
            regions[side].rows[row] &= (uint16_t)~zone->rows[row];
    }
    out->square_count = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned row = sq / geo->files, file = sq % geo->files;
        bool is_white = regions[0].rows[row] >> file & 1U;
        bool is_black = regions[1].rows[geo->rows - 1U - row] >> file & 1U;
        if (apo_ini__has(ini, 0, type) && apo_ini__has(ini, 1, type) && is_white != is_black)
            return false;
        if ((apo_ini__has(ini, 0, type) ? is_white : is_black) &&
            apo_ini__is_square(ini, row, file))
            out->squares[out->square_count++] = (apo_square)sq;
    }
    return true;
}

static bool is_whole_board(const apo_ini *ini, const apo_draft_area *area)
{
    unsigned squares = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&ini->draft->geometry); sq++)
        squares += ini->draft->geometry.place[sq] == APO_PLACE_SQUARE;
    return area->square_count == squares;
}

static bool is_same_area(const apo_draft_area *a, const apo_draft_area *b)
{
    return a->square_count == b->square_count &&
           memcmp(a->squares, b->squares, a->square_count * sizeof a->squares[0]) == 0;
}

/* Adds a piece to the area with these squares. */
static bool add_area(apo_draft *draft, const apo_draft_area *found, char letter)
{
    enum {
        SQUARES_MAX = 64 /* of a list in a definition */
    };

    unsigned i = 0;
    while (i < draft->area_count && !is_same_area(&draft->areas[i], found))
        i++;
    if (i == APO_DRAFT_AREAS_MAX || found->square_count > SQUARES_MAX ||
        found->square_count == 0)
        return false;
    if (i == draft->area_count)
        draft->areas[draft->area_count++] = *found;
    apo_draft_add_letter(draft->areas[i].pieces, letter);
    return true;
}

/* Reports what cannot be said of a piece that may not enter the zone of promotion.
 * Fairy-Stockfish lets it attack royal pieces there, but not outside a region of its own. */
static void refuse_barred(apo_ini *ini, unsigned type)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->set_from[APO_FAIRY_SET_CHOICES];
    bool is_everywhere = apo_ini__is_everywhere(&game->mobility[0][type]) &&
                         apo_ini__is_everywhere(&game->mobility[1][type]);
    if (!is_everywhere)
        lose_promotion(ini, from, "where a piece may not go it attacks royal pieces here");
    if (apo_ini__has_hands(ini))
        lose_promotion(ini, from, "where a piece may not go it is not dropped here");
}

void apo_ini__make_areas(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        apo_draft_area found = {.pieces = ""};
        if (!apo_ini__has(ini, 0, type) && !apo_ini__has(ini, 1, type))
            continue;
        bool is_said = find_area(ini, type, &found);
        if (is_said && is_whole_board(ini, &found))
            continue;
        if (is_barred(ini, type))
            refuse_barred(ini, type);
        if (!is_said || !add_area(draft, &found, game->letters[type]))
            apo_ini__lose(ini, &game->mobility_from[type],
                          "at most 8 areas of 64 squares can be expressed here, each the same "
                          "for both sides",
                          nothing);
    }
    unsigned rank = (unsigned)game->numbers[APO_FAIRY_SOLDIER_RANK][0] + 1;
    if (rank == 1 ||
        !(apo_ini__has(ini, 0, APO_FAIRY_SOLDIER) || apo_ini__has(ini, 1, APO_FAIRY_SOLDIER)))
        return;
    apo_draft_add_letter(draft->river_pieces, game->letters[APO_FAIRY_SOLDIER]);
    draft->river_rank = rank;
}
