#include "definition/exchange/fairy_ini_priv.h"

/* The rules of a variants.ini section that end a game in other ways than mate, or say which
 * moves must be made. They become sections of the definition, written as in its file. */

static const apo_span nothing = {NULL, 0};

static void add_number(apo_text *out, const char *key, int32_t number)
{
    apo_text_add(out, key);
    apo_text_add(out, " = ");
    apo_text_add_number(out, number);
    apo_text_add_char(out, '\n');
}

/* --- goals --------------------------------------------------------------- */

/* Adds a key with the squares of a region; false if a list cannot hold so many. */
static bool add_squares(apo_ini *ini, apo_text *out, const char *key,
                        const apo_fairy_region *region)
{
    const apo_geometry *geo = &ini->draft->geometry;
    unsigned count = 0;
    apo_text_add(out, key);
    apo_text_add(out, " =");
    for (unsigned row = 0; row < geo->rows; row++)
        for (unsigned file = 0; file < geo->files; file++) {
            if (!(region->rows[row] >> file & 1U) || !apo_ini__is_square(ini, row, file))
                continue;
            apo_text_add_char(out, ' ');
            apo_text_add_char(out, (char)('a' + (char)file));
            apo_text_add_number(out, row + 1);
            count++;
        }
    apo_text_add_char(out, '\n');
    return count <= APO_VALUE_ITEMS_MAX;
}

/* The pieces that count for a side: 0 for all. */
static uint64_t goal_pieces(const apo_ini *ini, unsigned side)
{
    uint64_t types = ini->game.sets[APO_FAIRY_SET_FLAG_TYPES][side];
    return types & 1 ? 0 : types & (ini->in_play[0] | ini->in_play[1]);
}

static bool has_goal(const apo_ini *ini, unsigned side)
{
    uint64_t types = ini->game.sets[APO_FAIRY_SET_FLAG_TYPES][side];
    return ((types & 1) || (types & ini->in_play[side])) &&
           !apo_ini__is_region_empty(ini, &ini->game.regions[APO_FAIRY_REGION_FLAG][side]);
}

static void make_goal(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    static const char *const keys[] = {"white-squares", "black-squares"};
    uint64_t pieces[2] = {goal_pieces(ini, 0), goal_pieces(ini, 1)};
    bool is_said = true;
    if (!has_goal(ini, 0) && !has_goal(ini, 1))
        return;
    apo_text_add(out, "\n[goal]\n");
    for (unsigned side = 0; side < 2; side++) {
        if (has_goal(ini, side))
            is_said &=
                add_squares(ini, out, keys[side], &game->regions[APO_FAIRY_REGION_FLAG][side]);
        else
            pieces[side] = pieces[side ^ 1U];
    }
    if (pieces[0] != 0)
        is_said &= apo_ini__add_pieces(ini, out, "pieces", pieces[0]);
    if (pieces[1] != pieces[0]) {
        is_said &= pieces[1] != 0;
        is_said &= apo_ini__add_pieces(ini, out, "black-pieces", pieces[1]);
    }
    if (game->numbers[APO_FAIRY_FLAG_COUNT][0] > 1)
        add_number(out, "count", game->numbers[APO_FAIRY_FLAG_COUNT][0]);
    is_said &= game->numbers[APO_FAIRY_FLAG_COUNT][0] > 0;
    if (game->numbers[APO_FAIRY_FLAG_BLOCKED][0])
        apo_text_add(out, "full = yes\n");
    if (game->numbers[APO_FAIRY_FLAG_MOVE][0])
        apo_text_add(out, "last-move = yes\n");
    if (game->numbers[APO_FAIRY_FLAG_SAFE][0])
        apo_text_add(out, "safe = yes\n");
    if (!is_said)
        apo_ini__lose(ini, &game->region_from[APO_FAIRY_REGION_FLAG],
                      "a goal has at most 64 squares here", nothing);
}

/* --- extinction and royal pieces ----------------------------------------- */

static void make_extinction(apo_ini *ini, apo_text *out)
{
    static const char *const results[] = {
        [APO_FAIRY_LOSS] = "loss", [APO_FAIRY_DRAW] = "draw", [APO_FAIRY_WIN] = "win"};
    const apo_fairy_game *game = &ini->game;
    uint64_t types = game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    int32_t result = game->numbers[APO_FAIRY_EXTINCTION][0];
    if (result == APO_FAIRY_NONE || types == 0 ||
        (game->numbers[APO_FAIRY_PSEUDO_ROYAL][0] && !game->numbers[APO_FAIRY_BLAST][0]))
        return;
    /* Kings are never captured. */
    if (ini->royal == APO_FAIRY_KING && game->numbers[APO_FAIRY_EXTINCTION_COUNT][0] == 0 &&
        ini->counts[0][APO_FAIRY_KING] == 1 && ini->counts[1][APO_FAIRY_KING] == 1)
        types &= ~(UINT64_C(1) << APO_FAIRY_KING);
    if (types == 0)
        return;
    bool is_said = game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][1] ==
                   game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    apo_text_add(out, "\n[extinction]\n");
    if (types & 1)
        apo_text_add(out, "all = yes\n");
    if (types & ~UINT64_C(1))
        is_said &= apo_ini__add_pieces(ini, out, "pieces", types);
    apo_text_add(out, "result = ");
    apo_text_add(out, results[result]);
    apo_text_add_char(out, '\n');
    if (game->numbers[APO_FAIRY_EXTINCTION_COUNT][0] != 0)
        add_number(out, "left", game->numbers[APO_FAIRY_EXTINCTION_COUNT][0]);
    if (game->numbers[APO_FAIRY_EXTINCTION_OPPONENT][0] != 0)
        add_number(out, "opponent", game->numbers[APO_FAIRY_EXTINCTION_OPPONENT][0]);
    if (game->numbers[APO_FAIRY_EXTINCTION_CLAIM][0])
        apo_text_add(out, "claim = yes\n");
    if (!is_said)
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_EXTINCTION_TYPES],
                      "some of these pieces are not in the game", nothing);
}

static void make_royals(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    uint64_t types = game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    if (!game->numbers[APO_FAIRY_PSEUDO_ROYAL][0])
        return;
    if (ini->royal != 0)
        types &= ~(UINT64_C(1) << ini->royal);
    types &= ini->in_play[0] | ini->in_play[1] | 1;
    if (types == 0)
        return;
    apo_text_add(out, "\n[royals]\n");
    bool is_said = apo_ini__add_pieces(ini, out, "pieces", types) && !(types & 1) &&
                   game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][1] ==
                       game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    add_number(out, "last", game->numbers[APO_FAIRY_EXTINCTION_COUNT][0] + 1);
    if (game->numbers[APO_FAIRY_DUPLE_CHECK][0])
        apo_text_add(out, "all-attacked = yes\n");
    if (!is_said)
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_EXTINCTION_TYPES],
                      "royal pieces are named one by one here", nothing);
}

/* In Fairy-Stockfish only the piece with the pawn's number survives. */
static void make_explosions(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->number_from[APO_FAIRY_BLAST];
    uint64_t in_play = ini->in_play[0] | ini->in_play[1];
    uint64_t immune = game->sets[APO_FAIRY_SET_BLAST_IMMUNE][0] & (in_play | 1);
    uint64_t pawn = in_play & UINT64_C(1) << APO_FAIRY_PAWN;
    if (!game->numbers[APO_FAIRY_BLAST][0])
        return;
    apo_text_add(out, "\n[explosions]\n");
    bool is_said = pawn == 0 || apo_ini__add_pieces(ini, out, "survivors", pawn);
    if (immune != 0)
        is_said = apo_ini__add_pieces(ini, out, "immune", immune) && !(immune & 1) && is_said;
    if (!is_said)
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_BLAST_IMMUNE],
                      "pieces that do not explode are named one by one here", nothing);
    if (ini->royal != 0 && !(immune >> ini->royal & 1))
        apo_ini__lose(ini, from, "a king that is royal by itself does not explode here",
                      nothing);
    if (apo_ini__has_hands(ini) && game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0])
        apo_ini__lose(ini, from, "what explodes joins no hand here", nothing);
}

/* --- connected pieces ---------------------------------------------------- */

static bool has_chain(const apo_ini *ini, unsigned side)
{
    const apo_fairy_game *game = &ini->game;
    return !apo_ini__is_region_empty(ini, &game->regions[APO_FAIRY_REGION_CONNECT_1][side]) &&
           !apo_ini__is_region_empty(ini, &game->regions[APO_FAIRY_REGION_CONNECT_2][side]);
}

static bool has_connection(const apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    return game->numbers[APO_FAIRY_CONNECT][0] > 0 ||
           game->numbers[APO_FAIRY_CONNECT_SQUARE][0] > 0 ||
           game->numbers[APO_FAIRY_COLLINEAR][0] > 0 || has_chain(ini, 0) || has_chain(ini, 1);
}

static void add_chain(apo_ini *ini, apo_text *out, unsigned side)
{
    static const char *const keys[][2] = {{"white-from", "white-to"},
                                          {"black-from", "black-to"}};
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_region *from = &game->regions[APO_FAIRY_REGION_CONNECT_1][side];
    const apo_fairy_region *to = &game->regions[APO_FAIRY_REGION_CONNECT_2][side];
    if (!has_chain(ini, side))
        return;
    (void)add_squares(ini, out, keys[side][0], from);
    (void)add_squares(ini, out, keys[side][1], to);
    apo_ini__lose(ini, &game->region_from[APO_FAIRY_REGION_CONNECT_1],
                  "a chain grows in both directions of a line here, there only upwards and to "
                  "the right",
                  nothing);
}

static void make_connection(apo_ini *ini, apo_text *out)
{
    static const struct {
        uint8_t number;
        const char *key, *off;
    } numbers[] = {{APO_FAIRY_CONNECT, "row", NULL},
                   {APO_FAIRY_CONNECT_SQUARE, "square", NULL},
                   {APO_FAIRY_COLLINEAR, "line", NULL},
                   {APO_FAIRY_CONNECT_ACROSS, NULL, "across = no\n"},
                   {APO_FAIRY_CONNECT_UP, NULL, "up = no\n"},
                   {APO_FAIRY_CONNECT_DIAGONAL, NULL, "diagonal = no\n"}};

    static const char *const results[] = {
        [APO_FAIRY_LOSS] = "result = loss\n", [APO_FAIRY_DRAW] = "result = draw\n"};
    const apo_fairy_game *game = &ini->game;
    uint64_t types = game->sets[APO_FAIRY_SET_CONNECT_TYPES][0];
    int32_t value = game->numbers[APO_FAIRY_CONNECT_VALUE][0];
    if (!has_connection(ini))
        return;
    apo_text_add(out, "\n[connection]\n");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].key != NULL && game->numbers[numbers[i].number][0] > 0)
            add_number(out, numbers[i].key, game->numbers[numbers[i].number][0]);
    add_chain(ini, out, 0);
    add_chain(ini, out, 1);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].off != NULL && !game->numbers[numbers[i].number][0])
            apo_text_add(out, numbers[i].off);
    types &= ini->in_play[0] | ini->in_play[1] | 1;
    if (!(types & 1))
        (void)apo_ini__add_pieces(ini, out, "pieces", types);
    if (value == APO_FAIRY_LOSS || value == APO_FAIRY_DRAW)
        apo_text_add(out, results[value]);
    if (value == APO_FAIRY_NONE || types == 0)
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_CONNECT_VALUE],
                      "connected pieces win, lose or draw here", nothing);
}

/* --- drops ---------------------------------------------------------------- */

static void add_word(apo_text *out, const char *key, const char *word)
{
    apo_text_add(out, key);
    apo_text_add(out, " = ");
    apo_text_add(out, word);
    apo_text_add_char(out, '\n');
}

static void make_must_drop(apo_ini *ini, apo_text *out)
{
    uint64_t types = ini->game.sets[APO_FAIRY_SET_MUST_DROP_TYPE][0];
    if (!ini->game.numbers[APO_FAIRY_MUST_DROP][0] || !apo_ini__has_hands(ini))
        return;
    apo_text_add(out, "\n[must-drop]\n");
    if (!(types & 1))
        (void)apo_ini__add_pieces(ini, out, "pieces", types);
}

/* Writes which pieces change sides, and drops that depend on the pieces around them. */
static void make_enclosing(apo_ini *ini, apo_text *out)
{
    static const char *const drops[APO_FAIRY_ENCLOSINGS] = {
        "anywhere", [APO_FAIRY_REVERSI] = "rows", [APO_FAIRY_ATAXX] = "beside",
        [APO_FAIRY_SNORT] = "apart"};
    static const char *const flips[APO_FAIRY_ENCLOSINGS] = {
        "nothing", [APO_FAIRY_REVERSI] = "rows", [APO_FAIRY_ATAXX] = "neighbours",
        [APO_FAIRY_QUADWRANGLE] = "touching"};

    const apo_fairy_game *game = &ini->game;
    const apo_fairy_region *first = &game->regions[APO_FAIRY_REGION_ENCLOSING_START][0];
    int32_t drop = apo_ini__has_hands(ini) ? game->numbers[APO_FAIRY_ENCLOSING_DROP][0] : 0;
    int32_t flip = game->numbers[APO_FAIRY_FLIP_ENCLOSED][0];
    bool has_first = drop != 0 && !apo_ini__is_region_empty(ini, first);
    bool is_falling = drop == APO_FAIRY_TOP;
    if ((drop == 0 || (is_falling && !has_first)) && flip == 0)
        return;
    apo_text_add(out, "\n[enclosing]\n");
    if (drop != 0 && drops[drop] != NULL)
        add_word(out, "drops", drops[drop]);
    if (flip != 0 && flips[flip] != NULL)
        add_word(out, "flips", flips[flip]);
    bool is_said = drops[drop] != NULL && flips[flip] != NULL &&
                   (!has_first || add_squares(ini, out, "first", first));
    if (!is_said)
        apo_ini__lose(
            ini, &game->number_from[APO_FAIRY_ENCLOSING_DROP],
            "of enclosing drops only those of reversi, ataxx, snort and connect four can be "
            "expressed here, none from any side, and at most 64 first squares",
            nothing);
}

/* True if a capture may empty another square than the one that a piece moves to or from. */
static bool empties_squares(const apo_ini *ini)
{
    for (unsigned i = 0; i < ini->type_count; i++)
        if (ini->types[i].is_capturing_passant)
            return true;
    return ini->game.numbers[APO_FAIRY_BLAST][0];
}

static bool is_whole_board(const apo_ini *ini, const apo_fairy_region *region)
{
    const apo_geometry *geo = &ini->draft->geometry;
    for (unsigned row = 0; row < geo->rows; row++)
        for (unsigned file = 0; file < geo->files; file++)
            if (!(region->rows[row] >> file & 1U) && apo_ini__is_square(ini, row, file))
                return false;
    return true;
}

/* The squares on which no walls are put; they must be the same for both sides. */
static void add_spared(apo_ini *ini, apo_text *out)
{
    enum {
        SPARED_MAX = 64
    };

    const apo_geometry *geo = &ini->draft->geometry;
    const apo_fairy_region *region = ini->game.regions[APO_FAIRY_REGION_WALLING];
    const apo_fairy_source *from = &ini->game.region_from[APO_FAIRY_REGION_WALLING];
    unsigned count = 0;
    char name[APO_SQUARE_NAME_MAX];
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned row = sq / geo->files, file = sq % geo->files;
        bool is_free = region[0].rows[row] >> file & 1U;
        if (!apo_ini__is_square(ini, row, file))
            continue;
        if (is_free != (bool)(region[1].rows[row] >> file & 1U)) {
            apo_ini__lose(ini, from, "both sides put walls on the same squares here", nothing);
            return;
        }
        if (is_free)
            continue;
        apo_text_add(out, count++ == 0 ? "not-on = " : " ");
        apo_text_add_span(
            out, (apo_span){name, apo_geometry_write_square(geo, (apo_square)sq, name)});
    }
    if (count > 0)
        apo_text_add(out, "\n");
    if (count > SPARED_MAX)
        apo_ini__lose(ini, from, "at most 64 squares can be without walls here", nothing);
}

/* Writes walls that a move puts: only with moves of pieces, and only in games without a king to
 * protect. */
static void make_put_walls(apo_ini *ini, apo_text *out)
{
    static const char *const words[] = {[APO_FAIRY_ARROW] = "arrow",
                                        [APO_FAIRY_DUCK] = "duck",
                                        [APO_FAIRY_EDGE] = "edge",
                                        [APO_FAIRY_STATIC] = "anywhere"};
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->number_from[APO_FAIRY_WALLING];
    if (ini->royal != 0) {
        apo_ini__lose(ini, from, "walls are put only in games without royal pieces here",
                      nothing);
        return;
    }
    if (game->numbers[APO_FAIRY_BLAST][0])
        apo_ini__lose(ini, from, "a wall may be put where a piece has just exploded here",
                      nothing);
    if (apo_ini__has_hands(ini))
        apo_ini__lose(ini, from, "no walls are put with drops here", nothing);
    apo_text_add(out, "\n[walls]\nput = ");
    apo_text_add(out, words[game->numbers[APO_FAIRY_WALLING][0]]);
    apo_text_add(out, "\n");
    add_spared(ini, out);
}

/* Walls that pieces leave behind, or that are put. */
static void make_walls(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_region *region = game->regions[APO_FAIRY_REGION_WALLING];
    const apo_fairy_source *from = &game->number_from[APO_FAIRY_WALLING];
    if (game->numbers[APO_FAIRY_WALLING][0] == 0)
        return;
    if (game->numbers[APO_FAIRY_WALLING][0] != APO_FAIRY_PAST) {
        make_put_walls(ini, out);
        return;
    }
    if (!is_whole_board(ini, &region[0]) || !is_whole_board(ini, &region[1]))
        apo_ini__lose(ini, from, "pieces leave walls on all squares here", nothing);
    if (empties_squares(ini) || ini->draft->way_count > 0)
        apo_ini__lose(ini, from,
                      "all squares that pieces leave become walls here, after castling and "
                      "where pieces are captured in passing too",
                      nothing);
    apo_text_add(out, "\n[walls]\n");
}

/* --- checks and captures ------------------------------------------------- */

/* The two numbers of checks in startFen ("3+3"); 0 if they are missing or differ. */
static int32_t find_checks(const apo_ini *ini)
{
    apo_span rest = ini->game.start, word;
    while ((word = apo_span_word(&rest)).length > 0) {
        size_t plus = 0;
        while (plus < word.length && word.text[plus] != '+')
            plus++;
        if (plus == 0 || plus + 1 >= word.length || !apo_is_digit(word.text[0]))
            continue;
        uint32_t white, black;
        if (apo_span_number(apo_span_part(word, 0, plus), 99, &white) &&
            apo_span_number(apo_span_part(word, plus + 1, word.length), 99, &black) &&
            white == black)
            return (int32_t)white;
    }
    return 0;
}

static void make_checks(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    if (game->numbers[APO_FAIRY_CHECK_COUNTING][0]) {
        int32_t win = find_checks(ini);
        apo_text_add(out, "\n[checks]\n");
        add_number(out, "win", win);
        if (win == 0 || ini->royal != APO_FAIRY_KING)
            apo_ini__lose(ini, &game->number_from[APO_FAIRY_CHECK_COUNTING],
                          "checks are counted here from a start such as 3+3, of the king",
                          nothing);
    }
    if (!game->numbers[APO_FAIRY_CHECKING][0]) {
        apo_text_add(out, "\n[no-checks]\n");
        if (ini->royal != APO_FAIRY_KING)
            apo_ini__lose(ini, &game->number_from[APO_FAIRY_CHECKING],
                          "only checks of a king can be forbidden here", nothing);
    }
    if (game->numbers[APO_FAIRY_MUST_CAPTURE][0])
        apo_text_add(out, "\n[must-capture]\n");
}

/* Writes [screens] for a cannon that neither hops over cannons nor captures them. */
static void make_screens(const apo_ini *ini, apo_text *out)
{
    const unsigned type = APO_FAIRY_JANGGI_CANNON;
    if (!apo_ini__has(ini, 0, type) && !apo_ini__has(ini, 1, type))
        return;
    apo_text_add(out, "\n[screens]\n");
    for (unsigned i = 0; i < 3; i++) {
        static const char *const keys[] = {"pieces = ", "not-over = ", "not-taken = "};
        apo_text_add(out, keys[i]);
        apo_text_add_char(out, ini->game.letters[type]);
        apo_text_add_char(out, '\n');
    }
}

/* The rules of the Asian federation are for the pieces of Chinese chess. */
static void make_chase(apo_ini *ini, apo_text *out)
{
    enum {
        WORTHS = 3
    };

    static const uint64_t worth[WORTHS] = {
        UINT64_C(1) << APO_FAIRY_ELEPHANT | UINT64_C(1) << APO_FAIRY_FERS,
        UINT64_C(1) << APO_FAIRY_CANNON | UINT64_C(1) << APO_FAIRY_HORSE,
        UINT64_C(1) << APO_FAIRY_ROOK};
    const apo_fairy_game *game = &ini->game;
    uint64_t all = 0, soldier = UINT64_C(1) << APO_FAIRY_SOLDIER, known = soldier;
    int32_t home = game->numbers[APO_FAIRY_SOLDIER_RANK][0];
    if (game->numbers[APO_FAIRY_CHASING][0] == 0)
        return;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (type != ini->royal && (apo_ini__has(ini, 0, type) || apo_ini__has(ini, 1, type)))
            all |= UINT64_C(1) << type;
    apo_text_add(out, "\n[chase]\n");
    (void)apo_ini__add_pieces(ini, out, "pieces", all & ~soldier);
    for (unsigned i = 0; i < WORTHS; i++) {
        static const char *const keys[WORTHS] = {"worth 1", "worth 2", "worth 3"};
        known |= worth[i];
        if ((all & worth[i]) != 0)
            (void)apo_ini__add_pieces(ini, out, keys[i], all & worth[i]);
    }
    if (home > 0 && (all & soldier) != 0) {
        (void)apo_ini__add_pieces(ini, out, "allowed", soldier);
        add_number(out, "home-ranks", home);
    }
    if ((all & ~known) != 0 || (all & ~soldier) == 0)
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_CHASING],
                      "only the pieces of Chinese chess have a known worth in a chase",
                      nothing);
}

static void make_pass(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    const int32_t *passes = game->numbers[APO_FAIRY_PASS_ON_STALEMATE];
    int32_t material = game->numbers[APO_FAIRY_MATERIAL][0];
    bool is_stuck = passes[0] || passes[1]; /* the stricter rule counts */
    if (!is_stuck)
        passes = game->numbers[APO_FAIRY_PASS];
    if (!passes[0] && !passes[1])
        return;
    apo_text_add(out, "\n[pass]\n");
    if (!is_stuck)
        add_word(out, "at-will", "yes");
    if (material == APO_FAIRY_UNWEIGHTED)
        add_word(out, "result", "more-wins");
    if (material == APO_FAIRY_JANGGI)
        add_word(out, "result", "points");
    if (passes[0] != passes[1] || material > APO_FAIRY_UNWEIGHTED)
        apo_ini__lose(
            ini, &game->number_from[is_stuck ? APO_FAIRY_PASS_ON_STALEMATE : APO_FAIRY_PASS],
            "both sides pass here or none, and then draw or count pieces or points", nothing);
}

/* The counting rules by number: 1 makruk, 2 ASEAN, 3 Cambodian. */
static void make_counting(apo_ini *ini, apo_text *out)
{
    enum {
        MAKRUK = 1,
        ASEAN
    };

    enum {
        SILVER = 9 /* Fairy-Stockfish's number of the khon */
    };

    static const struct {
        uint8_t rule;
        const char *key;
        unsigned limit, type;
    } limits[] = {
        {MAKRUK, "two", 8, APO_FAIRY_ROOK}, {MAKRUK, "one", 16, APO_FAIRY_ROOK},
        {MAKRUK, "two", 22, SILVER},        {MAKRUK, "two", 32, APO_FAIRY_KNIGHT},
        {MAKRUK, "one", 44, SILVER},        {ASEAN, "one", 16, APO_FAIRY_ROOK},
        {ASEAN, "one", 44, SILVER},         {ASEAN, "one", 64, APO_FAIRY_KNIGHT},
    };

    const apo_fairy_game *game = &ini->game;
    int32_t rule = game->numbers[APO_FAIRY_COUNTING][0];
    uint64_t in_play = ini->in_play[0] | ini->in_play[1];
    if (rule == 0)
        return;
    if (rule > ASEAN || !(in_play >> APO_FAIRY_PAWN & 1) ||
        game->numbers[APO_FAIRY_CHECK_COUNTING][0])
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_COUNTING],
                      "moves are counted as in makruk or ASEAN chess here, with pawns and "
                      "without counted checks",
                      nothing);
    apo_text_add(out, "\n[counting]\n");
    (void)apo_ini__add_pieces(ini, out, "pawns", UINT64_C(1) << APO_FAIRY_PAWN);
    if (rule == MAKRUK) {
        add_number(out, "board", 64);
        add_number(out, "bare", 64);
    } else {
        apo_text_add(out, "from-pieces = no\n");
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (limits[i].rule == rule && (in_play >> limits[i].type & 1))
            apo_ini__add_indexed(ini, out, limits[i].key, limits[i].limit,
                                 UINT64_C(1) << limits[i].type);
}

void apo_ini__make_ends(apo_ini *ini)
{
    apo_text out = apo_text_start(ini->draft->sections, sizeof ini->draft->sections);
    make_goal(ini, &out);
    make_extinction(ini, &out);
    make_connection(ini, &out);
    make_royals(ini, &out);
    make_must_drop(ini, &out);
    make_explosions(ini, &out);
    make_enclosing(ini, &out);
    make_walls(ini, &out);
    make_checks(ini, &out);
    make_screens(ini, &out);
    make_chase(ini, &out);
    make_pass(ini, &out);
    apo_ini__make_lines(ini, &out);
    apo_ini__make_bikjang(ini, &out);
    apo_ini__make_points(ini, &out);
    make_counting(ini, &out);
    apo_ini__make_gating(ini, &out);
    if (out.is_overflowed)
        apo_ini__lose(ini, &ini->game.start_from, "the rules are too long", nothing);
}
