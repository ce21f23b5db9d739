#include "definition/exchange/fairy_keys.h"

#include "base/mem.h"
#include "definition/exchange/fairy_keys_priv.h"

/* Values are read as Fairy-Stockfish reads them. */

static const apo_span nothing = {NULL, 0};

/* --- defaults ------------------------------------------------------------ */

static void fill_rank(apo_fairy_region *region, unsigned row)
{
    if (row < APO_FAIRY_RANKS_MAX)
        region->rows[row] = UINT16_MAX;
}

static void fill_all(apo_fairy_region *region)
{
    for (unsigned row = 0; row < APO_FAIRY_RANKS_MAX; row++)
        fill_rank(region, row);
}

void apo_fairy_game_init(apo_fairy_game *game)
{
#define NUMBER_VALUE(name, kind, value) value,
    static const int32_t numbers[] = {APO_FAIRY_NUMBERS(NUMBER_VALUE)};
    static const uint64_t sets[] = {APO_FAIRY_SETS(NUMBER_VALUE)};
#undef NUMBER_VALUE
    memset(game, 0, sizeof *game);
    game->files = 8;
    game->ranks = 8;
    game->start = apo_span_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < APO_FAIRY_NUMBER_COUNT; i++)
            game->numbers[i][side] = numbers[i];
        for (unsigned i = 0; i < APO_FAIRY_SET_COUNT; i++)
            game->sets[i][side] = sets[i];
        /* Without a base there are no pieces, and nothing to promote to. */
        game->sets[APO_FAIRY_SET_CHOICES][side] = 0;
        fill_rank(&game->regions[APO_FAIRY_REGION_PROMOTION][side], side == 0 ? 7 : 0);
        fill_rank(&game->regions[APO_FAIRY_REGION_DOUBLE_STEP][side], side == 0 ? 1 : 6);
        fill_all(&game->regions[APO_FAIRY_REGION_EN_PASSANT][side]);
        fill_all(&game->regions[APO_FAIRY_REGION_DROP][side]);
        fill_all(&game->regions[APO_FAIRY_REGION_WALLING][side]);
    }
}

void apo_fairy_game_add_chess(apo_fairy_game *game)
{
    static const char letters[] = "PNBRQ";
    for (unsigned i = 0; i < 5; i++)
        game->letters[APO_FAIRY_PAWN + i] = letters[i];
    game->letters[APO_FAIRY_KING] = 'K';
    for (unsigned side = 0; side < 2; side++)
        game->sets[APO_FAIRY_SET_CHOICES][side] = 1U << APO_FAIRY_QUEEN | 1U << APO_FAIRY_ROOK |
                                                  1U << APO_FAIRY_BISHOP |
                                                  1U << APO_FAIRY_KNIGHT;
}

/* --- values -------------------------------------------------------------- */

/* The work on one section. */
typedef struct applying {
    apo_fairy_game *game;
    const apo_fairy_line *lines;
    unsigned count;
    apo_fairy_refuse *refuse;
    void *context;
    const apo_fairy_line *line; /* the current one */
} applying;

static void refuse(const applying *a, const char *detail, apo_span word)
{
    a->refuse(a->context, a->line, detail, word);
}

/* The value without a trailing comment; most readers stop at the comment sign. */
static apo_span without_comment(apo_span value)
{
    for (size_t i = 0; i < value.length; i++)
        if (value.text[i] == '#' || value.text[i] == ';')
            return apo_span_trim(apo_span_part(value, 0, i));
    return apo_span_trim(value);
}

/* False, with a fault, if anything follows a value that Fairy-Stockfish compares as a whole. */
static bool is_whole(const applying *a)
{
    if (apo_span_same(without_comment(a->line->value), a->line->value))
        return true;
    refuse(a,
           "Fairy-Stockfish takes blanks and a comment after this value as part of it, so it "
           "means something else there",
           nothing);
    return false;
}

/* False, with a fault, if a comment follows moves. Blanks behind them are no moves there. */
static bool is_without_comment(const applying *a)
{
    if (apo_span_same(without_comment(a->line->value), apo_span_trim(a->line->value)))
        return true;
    refuse(a, "Fairy-Stockfish takes a comment after moves as part of them", nothing);
    return false;
}

static bool read_word(const applying *a, const char *words, int32_t *out)
{
    apo_span rest = apo_span_of(words), word;
    if (!is_whole(a))
        return false;
    for (int32_t i = 0; (word = apo_span_word(&rest)).length > 0; i++)
        if (apo_span_same(word, a->line->value)) {
            *out = i;
            return true;
        }
    refuse(a, "\"%s\" is not one of its values", a->line->value);
    return false;
}

static bool read_number(const applying *a, int32_t *out)
{
    uint32_t number;
    if (!apo_span_number(without_comment(a->line->value), 10000, &number)) {
        refuse(a, "\"%s\" is not a number from 0 to 10000", without_comment(a->line->value));
        return false;
    }
    *out = (int32_t)number;
    return true;
}

/* A rank, or a file as a letter or a number; from 0. */
static bool read_place(const applying *a, bool is_file, unsigned most, int32_t *out)
{
    apo_span value = without_comment(a->line->value);
    uint32_t number = 0;
    if (is_file && value.length == 1 && apo_is_lower(value.text[0]))
        number = (uint32_t)(value.text[0] - 'a') + 1;
    else
        (void)apo_span_number(value, 99, &number);
    if (number < 1 || number > most) {
        refuse(a, "\"%s\" is not on Fairy-Stockfish's largest board (12 by 10)", value);
        return false;
    }
    *out = (int32_t)number - 1;
    return true;
}

/* "*8 d* e4". */
static bool read_region(const applying *a, apo_fairy_region *out)
{
    apo_span rest = without_comment(a->line->value), word;
    memset(out, 0, sizeof *out);
    while ((word = apo_span_word(&rest)).length > 0 && !apo_span_is(word, "-")) {
        char last = word.text[word.length - 1], first = apo_to_lower(word.text[0]);
        unsigned file = (unsigned)(first - 'a');
        uint32_t rank = 0;
        bool is_file = apo_is_letter(first) && file < APO_FAIRY_FILES_MAX;
        if (is_file && last == '*' && word.length == 2) {
            for (unsigned row = 0; row < APO_FAIRY_RANKS_MAX; row++)
                out->rows[row] |= (uint16_t)(1U << file);
        } else if ((is_file || first == '*') &&
                   apo_span_number(apo_span_part(word, 1, word.length), APO_FAIRY_RANKS_MAX,
                                   &rank) &&
                   rank > 0) {
            out->rows[rank - 1] |= is_file ? (uint16_t)(1U << file) : UINT16_MAX;
        } else {
            refuse(a, "\"%s\" is not a square, rank or file like e4, *4 or e*", word);
            return false;
        }
    }
    return true;
}

static unsigned find_type(const apo_fairy_game *game, char letter)
{
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (game->letters[type] != '\0' && game->letters[type] == apo_to_upper(letter))
            return type;
    return 0;
}

/* "qrb" or "q r b"; "*" for all, "-" for none. Fairy-Stockfish ignores what follows an unknown
 * letter. */
static bool read_set(const applying *a, bool is_one, uint64_t *out)
{
    apo_span value = without_comment(a->line->value);
    uint64_t set = 0;
    for (size_t i = 0; i < value.length && value.text[i] != '-'; i++) {
        unsigned type = find_type(a->game, value.text[i]);
        if (apo_is_blank(value.text[i]))
            continue;
        if (type == 0 && value.text[i] != '*') {
            refuse(a, "\"%s\" is not a piece of this game; Fairy-Stockfish reads no further",
                   apo_span_part(value, i, 1));
            return false;
        }
        set = (is_one ? 0 : set) | UINT64_C(1) << type;
    }
    *out = set;
    return true;
}

/* --- values of several parts --------------------------------------------- */

/* Splits "x:rest"; 0 for an unknown piece. */
static unsigned read_pair(const applying *a, apo_span word, apo_span *out_rest)
{
    *out_rest = apo_span_part(word, 2, word.length);
    unsigned type =
        word.length > 2 && word.text[1] == ':' ? find_type(a->game, word.text[0]) : 0;
    if (type == 0)
        refuse(a, "\"%s\" does not begin with a piece of this game and a colon", word);
    return type;
}

static void read_limits(const applying *a)
{
    apo_span rest = without_comment(a->line->value), word, number;
    while ((word = apo_span_word(&rest)).length > 0) {
        uint32_t limit;
        unsigned type = read_pair(a, word, &number);
        if (type == 0)
            return;
        if (!apo_span_number(number, 99, &limit)) {
            refuse(a, "\"%s\" is not a number of pieces", number);
            return;
        }
        a->game->limits[type] = (int32_t)limit;
    }
}

static void read_promoted(const applying *a)
{
    apo_span rest = without_comment(a->line->value), word, letter;
    while ((word = apo_span_word(&rest)).length > 0) {
        unsigned type = read_pair(a, word, &letter);
        if (type == 0)
            return;
        bool is_none = apo_span_is(letter, "-");
        unsigned to = letter.length == 1 && !is_none ? find_type(a->game, letter.text[0]) : 0;
        if (to == 0 && !is_none) {
            refuse(a, "\"%s\" is not a piece of this game", letter);
            return;
        }
        a->game->promoted[type] = (uint8_t)to;
    }
}

/* promotionRank: all ranks from there on. */
static void read_zone(const applying *a)
{
    int32_t rank;
    if (!read_place(a, false, APO_FAIRY_RANKS_MAX, &rank))
        return;
    for (unsigned side = 0; side < 2; side++) {
        apo_fairy_region *region = &a->game->regions[APO_FAIRY_REGION_PROMOTION][side];
        memset(region, 0, sizeof *region);
        for (unsigned row = 0; row < a->game->ranks; row++)
            if ((int32_t)(side == 0 ? row : a->game->ranks - 1 - row) >= rank)
                fill_rank(region, row);
    }
}

static const apo_fairy_line *find_line(const applying *a, const char *key)
{
    const apo_fairy_line *found = NULL;
    for (unsigned i = 0; i < a->count; i++)
        if (apo_span_is(a->lines[i].key, key))
            found = &a->lines[i];
    return found;
}

/* doubleStepRank, and the first rank if doubleStepRankMin is not 2. */
static void read_step_rank(applying *a)
{
    int32_t rank, least = 1;
    bool is_read = read_place(a, false, APO_FAIRY_RANKS_MAX, &rank);
    const apo_fairy_line *minimum = find_line(a, "doubleStepRankMin");
    if (is_read && minimum != NULL) {
        a->line = minimum;
        is_read = read_place(a, false, APO_FAIRY_RANKS_MAX, &least);
    }
    for (unsigned side = 0; is_read && side < 2; side++) {
        apo_fairy_region *region = &a->game->regions[APO_FAIRY_REGION_DOUBLE_STEP][side];
        memset(region, 0, sizeof *region);
        for (int32_t own = least; own <= rank && own < (int32_t)a->game->ranks; own++)
            fill_rank(region, side == 0 ? (unsigned)own : a->game->ranks - 1U - (unsigned)own);
    }
}

/* --- rows ---------------------------------------------------------------- */

static const char *words_of(const apo_fairy_key *row)
{
    if (row->kind == APO_FAIRY_KEY_FLAG)
        return "false true";
    if (row->kind == APO_FAIRY_KEY_VALUE)
        return "none loss draw win";
    switch (row->id) {
    case APO_FAIRY_ENCLOSING_DROP:
    case APO_FAIRY_FLIP_ENCLOSED: return "none reversi ataxx quadwrangle snort anyside top";
    case APO_FAIRY_WALLING: return "none arrow duck edge past static";
    case APO_FAIRY_CHASING: return "none axf";
    case APO_FAIRY_MATERIAL: return "none janggi unweighted whitedrawodds blackdrawodds";
    /* The newest version rejects "cambodian" but still sets it. */
    case APO_FAIRY_COUNTING: return "none makruk asean cambodian";
    default: return "";
    }
}

static void set_number(const applying *a, const apo_fairy_key *row)
{
    int32_t number = row->kind == APO_FAIRY_KEY_RIGHTS && !apo_span_is(a->line->value, "-");
    bool is_read = row->kind == APO_FAIRY_KEY_RIGHTS;
    if (row->kind == APO_FAIRY_KEY_NUMBER)
        is_read = read_number(a, &number);
    else if (row->kind == APO_FAIRY_KEY_FILE_OF)
        is_read = read_place(a, true, APO_FAIRY_FILES_MAX, &number);
    else if (row->kind == APO_FAIRY_KEY_RANK_OF)
        is_read = read_place(a, false, APO_FAIRY_RANKS_MAX, &number);
    else if (row->kind != APO_FAIRY_KEY_RIGHTS)
        is_read = read_word(a, words_of(row), &number);
    for (unsigned side = 0; is_read && side < 2; side++)
        if (row->sides >> side & 1)
            a->game->numbers[row->id][side] = number;
    a->game->number_from[row->id] = (apo_fairy_source){a->line->number, a->line->key};
}

static void set_pieces(const applying *a, const apo_fairy_key *row)
{
    uint64_t set;
    if (!read_set(a, row->kind == APO_FAIRY_KEY_ONE, &set))
        return;
    for (unsigned side = 0; side < 2; side++)
        if (row->sides >> side & 1)
            a->game->sets[row->id][side] = set;
    a->game->set_from[row->id] = (apo_fairy_source){a->line->number, a->line->key};
}

static void set_region(const applying *a, const apo_fairy_key *row)
{
    apo_fairy_region region;
    a->game->region_from[row->id] = (apo_fairy_source){a->line->number, a->line->key};
    if (!read_region(a, &region))
        return;
    for (unsigned side = 0; side < 2; side++)
        if (row->sides >> side & 1)
            a->game->regions[row->id][side] = region;
}

static void apply_row(applying *a, const apo_fairy_key *row)
{
    apo_fairy_game *game = a->game;
    const apo_fairy_source from = {a->line->number, a->line->key};
    switch (row->kind) {
    case APO_FAIRY_KEY_FLAG:
    case APO_FAIRY_KEY_NUMBER:
    case APO_FAIRY_KEY_FILE_OF:
    case APO_FAIRY_KEY_RANK_OF:
    case APO_FAIRY_KEY_VALUE:
    case APO_FAIRY_KEY_WORD:
    case APO_FAIRY_KEY_RIGHTS: set_number(a, row); break;
    case APO_FAIRY_KEY_SET:
    case APO_FAIRY_KEY_ONE: set_pieces(a, row); break;
    case APO_FAIRY_KEY_REGION: set_region(a, row); break;
    case APO_FAIRY_KEY_ZONE:
        game->region_from[APO_FAIRY_REGION_PROMOTION] = from;
        read_zone(a);
        break;
    case APO_FAIRY_KEY_STEP_RANK:
        game->region_from[APO_FAIRY_REGION_DOUBLE_STEP] = from;
        read_step_rank(a);
        break;
    case APO_FAIRY_KEY_LIMITS:
        game->limits_from = from;
        read_limits(a);
        break;
    case APO_FAIRY_KEY_PROMOTED:
        game->promoted_from = from;
        read_promoted(a);
        break;
    case APO_FAIRY_KEY_START:
        game->start_from = from;
        game->start = a->line->value;
        break;
    case APO_FAIRY_KEY_IGNORED: break;
    }
}

/* --- pieces -------------------------------------------------------------- */

/* A removed piece is no promotion choice either, even if another piece takes its letter. */
static void remove_piece(apo_fairy_game *game, unsigned type)
{
    game->letters[type] = '\0';
    for (unsigned side = 0; side < 2; side++)
        game->sets[APO_FAIRY_SET_CHOICES][side] &= ~(UINT64_C(1) << type);
}

static bool is_custom(unsigned type)
{
    return type >= APO_FAIRY_CUSTOM && type < APO_FAIRY_KING;
}

static void set_moves(const applying *a, unsigned type, apo_span moves)
{
    a->game->moves[type] = moves;
    for (size_t i = 0; is_custom(type) && i < moves.length; i++)
        for (unsigned side = 0; moves.text[i] == 'e' && side < 2; side++)
            a->game->sets[APO_FAIRY_SET_EN_PASSANT][side] |= UINT64_C(1) << type;
}

/* "x", "x:BN" or "-". */
static void apply_piece(applying *a, unsigned type)
{
    apo_fairy_game *game = a->game;
    apo_span value = without_comment(a->line->value);
    bool has_moves = value.length > 1;
    if (value.length == 0)
        return;
    game->pieces[type] = (apo_fairy_source){a->line->number, a->line->key};
    if (!apo_is_letter(value.text[0])) {
        if (value.text[0] != '-')
            refuse(a, "\"%s\" does not begin with a letter", value);
        remove_piece(game, type);
        return;
    }
    if (has_moves && (value.text[1] != ':' || !(is_custom(type) || type == APO_FAIRY_KING)))
        refuse(a, "\"%s\" should be one letter", value);
    unsigned holder = find_type(game, value.text[0]);
    if (holder > 0)
        remove_piece(game, holder);
    game->letters[type] = apo_to_upper(value.text[0]);
    if ((is_custom(type) || type == APO_FAIRY_KING) && is_without_comment(a) && has_moves)
        set_moves(a, type, apo_span_part(value, 2, value.length));
    else if (is_custom(type))
        refuse(a, "a custom piece needs moves, such as a:BN", nothing);
    if (type == APO_FAIRY_KING)
        game->has_custom_king = has_moves;
}

static void apply_mobility(applying *a, unsigned type, const char *name)
{
    static const char *const prefixes[2] = {"mobilityRegionWhite", "mobilityRegionBlack"};
    for (unsigned side = 0; side < 2; side++) {
        char bytes[64];
        apo_text key = apo_text_start(bytes, sizeof bytes);
        apo_text_add(&key, prefixes[side]);
        apo_text_add_char(&key, apo_to_upper(name[0]));
        apo_text_add(&key, name + 1);
        a->line = find_line(a, bytes);
        if (a->line == NULL)
            continue;
        a->game->mobility_from[type] = (apo_fairy_source){a->line->number, a->line->key};
        (void)read_region(a, &a->game->mobility[side][type]);
    }
}

static void apply_pieces(applying *a)
{
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        char bytes[32];
        apo_text name = apo_text_start(bytes, sizeof bytes);
        apo_fairy_piece_name(&name, type);
        if (name.length == 0)
            continue;
        a->line = find_line(a, bytes);
        if (a->line != NULL)
            apply_piece(a, type);
        apply_mobility(a, type, bytes);
    }
}

/* --- sections ------------------------------------------------------------ */

static void apply_extent(applying *a, const char *key, bool is_file, unsigned *out)
{
    int32_t last;
    a->line = find_line(a, key);
    if (a->line == NULL)
        return;
    a->game->extent_from[is_file ? 0 : 1] = (apo_fairy_source){a->line->number, a->line->key};
    if (read_place(a, is_file, is_file ? APO_FAIRY_FILES_MAX : APO_FAIRY_RANKS_MAX, &last))
        *out = (unsigned)last + 1;
}

static bool is_piece_key(apo_span key)
{
    char bytes[32];
    if (apo_span_starts_with(key, "mobilityRegionWhite") ||
        apo_span_starts_with(key, "mobilityRegionBlack"))
        key = apo_span_part(key, sizeof "mobilityRegionWhite" - 1, key.length);
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        apo_text name = apo_text_start(bytes, sizeof bytes);
        apo_fairy_piece_name(&name, type);
        if (name.length > 0 && key.length == name.length &&
            apo_to_lower(key.text[0]) == bytes[0] &&
            memcmp(key.text + 1, bytes + 1, name.length - 1) == 0)
            return true;
    }
    return false;
}

static bool is_known(const apo_fairy_line *line)
{
    static const char *const others[] = {"maxFile", "maxRank"};
    const apo_span key = line->key;
    if (line->number > 0 && apo_span_is(key, "freeDrops")) /* only built-in games have it */
        return false;
    for (unsigned i = 0; i < apo_fairy_key_count; i++)
        if (apo_span_is(key, apo_fairy_key_table[i].name))
            return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (apo_span_is(key, others[i]))
            return true;
    return is_piece_key(key);
}

void apo_fairy_game_apply(apo_fairy_game *game, const apo_fairy_line *lines, unsigned count,
                          apo_fairy_refuse *callback, void *context)
{
    applying a = {game, lines, count, callback, context, NULL};
    apply_extent(&a, "maxRank", false, &game->ranks);
    apply_extent(&a, "maxFile", true, &game->files);
    apply_pieces(&a);
    for (unsigned i = 0; i < apo_fairy_key_count; i++)
        if ((a.line = find_line(&a, apo_fairy_key_table[i].name)) != NULL)
            apply_row(&a, &apo_fairy_key_table[i]);
    for (unsigned i = 0; i < count; i++) {
        a.line = &lines[i];
        if (!is_known(&lines[i]) && !(apo_span_is(lines[i].key, "doubleStepRankMin") &&
                                      find_line(&a, "doubleStepRank") != NULL))
            refuse(&a, "this key is not known (its value is \"%s\")", lines[i].value);
    }
}
