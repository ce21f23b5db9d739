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

/* Sides with a piece that promotes: bit 0 White, bit 1 Black. */
static unsigned find_promoting_sides(const apo_ini *ini)
{
    unsigned sides = 0;
    for (unsigned side = 0; side < 2; side++)
        if (ini->in_play[side] & ini->game.sets[APO_FAIRY_SET_PROMOTING][side] & ~UINT64_C(1))
            sides |= 1U << side;
    return sides;
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

/* The first of the ranks on which pieces promote, from there to the last; 0: nowhere. */
static unsigned find_zone(apo_ini *ini, unsigned sides)
{
    const apo_fairy_source *from = &ini->game.region_from[APO_FAIRY_REGION_PROMOTION];
    uint32_t ranks[2] = {0, 0};
    unsigned last = ini->draft->geometry.rows, lowest = 1;
    for (unsigned side = 0; side < 2; side++)
        if (!apo_ini__own_ranks(ini, APO_FAIRY_REGION_PROMOTION, side, &ranks[side]) &&
            (sides >> side & 1)) {
            lose_promotion(ini, from, "only whole ranks can be those of promotion here");
            return 0;
        }
    uint32_t zone = ranks[sides & 1 ? 0 : 1];
    if (sides == 3 && ranks[0] != ranks[1]) {
        lose_promotion(ini, from, "both sides promote on the same own ranks here");
        return 0;
    }
    if (zone == 0)
        return 0;
    while (!(zone >> lowest & 1))
        lowest++;
    uint32_t whole = (((UINT32_C(1) << last) - 1) << 1) & ~((UINT32_C(1) << lowest) - 1);
    if (zone != whole)
        lose_promotion(ini, from, "the ranks of promotion reach up to the last one here");
    return lowest;
}

/* Turns limits on the number of pieces into a reserve: the pieces that a side may still get. */
static void make_reserve(apo_ini *ini, uint64_t choices)
{
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    unsigned limited = 0, count = 0;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        count += choices >> type & 1;
        limited += (choices >> type & 1) && game->limits[type] > 0;
    }
    if (limited == 0)
        return;
    bool is_said = limited == count;
    draft->has_reserve = true;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        if (!(choices >> type & 1) || game->limits[type] == 0)
            continue;
        unsigned limit = (unsigned)game->limits[type];
        unsigned have = ini->counts[0][type];
        is_said = is_said && have == ini->counts[1][type] && have <= limit;
        for (unsigned i = have; i < limit; i++)
            apo_draft_add_letter(draft->reserve, game->letters[type]);
    }
    if (!is_said)
        lose_promotion(ini, &game->limits_from,
                       "limits on promotion hold for all choices here, and are not below the "
                       "pieces at the start, which are the same for both sides");
}

static void set_compulsory(apo_ini *ini, unsigned lowest)
{
    const apo_fairy_game *game = &ini->game;
    bool is_stuck_illegal = game->numbers[APO_FAIRY_IMMOBILITY_ILLEGAL][0];
    if (game->numbers[APO_FAIRY_MANDATORY_PAWN][0])
        ini->draft->compulsory = lowest;
    else
        ini->draft->compulsory = is_stuck_illegal ? ini->draft->geometry.rows : APO_ROWS_MAX;
}

void apo_ini__make_promotion(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    unsigned sides = find_promoting_sides(ini);
    uint64_t choices = existing_choices(ini, sides & 1 ? 0 : 1);
    unsigned lowest = sides != 0 ? find_zone(ini, sides) : 0;
    if (lowest == 0)
        return;
    if (sides == 3 && choices != existing_choices(ini, 1))
        lose_promotion(ini, &game->set_from[APO_FAIRY_SET_CHOICES],
                       "both sides promote to the same pieces here");
    if (choices == 0) {
        /* Pieces that must promote but cannot may not enter the zone. */
        if (game->numbers[APO_FAIRY_MANDATORY_PAWN][0])
            lose_promotion(ini, &game->set_from[APO_FAIRY_SET_CHOICES],
                           "a promotion that is compulsory needs pieces to promote to");
        return;
    }
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        char letter = game->letters[type];
        if (letter != '\0' && is_promoting(ini, type)) {
            apo_draft_add_letter(draft->promoting, letter);
            for (unsigned side = 0; side < 2; side++)
                if (apo_ini__has(ini, side, type) &&
                    !(game->sets[APO_FAIRY_SET_PROMOTING][side] >> type & 1))
                    lose_promotion(ini, &game->set_from[APO_FAIRY_SET_PROMOTING],
                                   "a piece promotes for both sides here");
            if (choices >> type & 1)
                lose_promotion(ini, &game->set_from[APO_FAIRY_SET_CHOICES],
                               "nobody promotes to a piece that promotes itself here");
        }
        if (letter != '\0' && (choices >> type & 1))
            apo_draft_add_letter(draft->tiers[lowest], letter);
    }
    set_compulsory(ini, lowest);
    make_reserve(ini, choices);
}

/* --- areas and rivers ---------------------------------------------------- */

/* White's squares of a piece; false if Black's are not their mirror image. */
static bool find_area(const apo_ini *ini, unsigned type, apo_draft_area *out)
{
    const apo_geometry *geo = &ini->draft->geometry;
    apo_fairy_region regions[2];
    for (unsigned side = 0; side < 2; side++) {
        regions[side] = ini->game.mobility[side][type];
        bool is_everywhere = true;
        for (unsigned row = 0; row < APO_FAIRY_RANKS_MAX; row++)
            is_everywhere = is_everywhere && regions[side].rows[row] == 0;
        if (is_everywhere)
            memset(&regions[side], 0xFF, sizeof regions[side]);
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
        if (!is_said || !add_area(draft, &found, game->letters[type]))
            apo_ini__lose(ini, &game->mobility_from[type],
                          "at most 4 areas of 64 squares can be said here, each the same for "
                          "both sides",
                          nothing);
    }
    unsigned rank = (unsigned)game->numbers[APO_FAIRY_SOLDIER_RANK][0] + 1;
    if (rank == 1 ||
        !(apo_ini__has(ini, 0, APO_FAIRY_SOLDIER) || apo_ini__has(ini, 1, APO_FAIRY_SOLDIER)))
        return;
    apo_draft_add_letter(draft->river_pieces, game->letters[APO_FAIRY_SOLDIER]);
    draft->river_rank = rank;
}
