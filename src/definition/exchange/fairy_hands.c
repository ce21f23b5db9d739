#include "base/mem.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Pieces in hand and promoted forms of a variants.ini section. */

static const apo_span nothing = {NULL, 0};

static void lose_hands(apo_ini *ini, unsigned number, const char *detail)
{
    apo_ini__lose(ini, &ini->game.number_from[number], detail, nothing);
}

bool apo_ini__has_forms(const apo_ini *ini)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
            if (apo_ini__has(ini, side, type) && ini->game.promoted[type] != 0 &&
                !apo_ini__is_region_empty(ini,
                                          &ini->game.regions[APO_FAIRY_REGION_PROMOTION][side]))
                return true;
    return false;
}

/* --- squares ------------------------------------------------------------- */

void apo_ini__find_squares(const apo_ini *ini, unsigned region, unsigned side,
                           bool out[APO_SQUARES_MAX])
{
    const apo_geometry *geo = &ini->draft->geometry;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned row = sq / geo->files, file = sq % geo->files;
        out[sq] = (ini->game.regions[region][side].rows[row] >> file & 1U) &&
                  apo_ini__is_square(ini, row, file);
    }
}

/* True if the regions of both sides mirror each other. */
static bool is_mirrored(const apo_ini *ini, unsigned region)
{
    const apo_geometry *geo = &ini->draft->geometry;
    bool white[APO_SQUARES_MAX], black[APO_SQUARES_MAX];
    apo_ini__find_squares(ini, region, 0, white);
    apo_ini__find_squares(ini, region, 1, black);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (white[sq] != black[apo_geometry_mirror(geo, (apo_square)sq)])
            return false;
    return true;
}

unsigned apo_ini__count_squares(const apo_ini *ini, const bool squares[APO_SQUARES_MAX])
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&ini->draft->geometry); sq++)
        count += squares[sq];
    return count;
}

void apo_ini__add_squares(apo_text *out, const apo_ini *ini, const char *key,
                          const bool squares[APO_SQUARES_MAX])
{
    const apo_geometry *geo = &ini->draft->geometry;
    apo_text_add(out, key);
    apo_text_add(out, " =");
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (squares[sq]) {
            apo_text_add_char(out, ' ');
            apo_text_add_square(out, geo, (apo_square)sq);
        }
    apo_text_add_char(out, '\n');
}

static bool is_same_for_both(const apo_ini *ini, unsigned number)
{
    return ini->game.numbers[number][0] == ini->game.numbers[number][1];
}

/* --- forms --------------------------------------------------------------- */

/* A zone that is not made of the last ranks needs its squares named, 64 at most. */
static void add_zone(apo_ini *ini, apo_text *out, unsigned side)
{
    enum {
        SQUARES_MAX = 64
    };

    const apo_fairy_source *from = &ini->game.region_from[APO_FAIRY_REGION_PROMOTION];
    bool squares[APO_SQUARES_MAX];
    uint32_t ranks = 0;
    unsigned first = 1, last = ini->draft->geometry.rows;
    apo_ini__find_squares(ini, APO_FAIRY_REGION_PROMOTION, side, squares);
    bool is_ranks = apo_ini__own_ranks(ini, APO_FAIRY_REGION_PROMOTION, side, &ranks);
    while (first < last && !(ranks >> first & 1))
        first++;
    if (is_ranks &&
        ranks == (((UINT32_C(1) << last) - 1) << 1 & ~((UINT32_C(1) << first) - 1))) {
        apo_text_add(out, side == 0 ? "from-rank = " : "black-from-rank = ");
        apo_text_add_number(out, first);
        apo_text_add_char(out, '\n');
    } else if (apo_ini__count_squares(ini, squares) > 0 &&
               apo_ini__count_squares(ini, squares) <= SQUARES_MAX) {
        apo_ini__add_squares(out, ini, side == 0 ? "squares" : "black-squares", squares);
    } else {
        apo_ini__lose(ini, from, "a zone of promotion has at most 64 squares here", nothing);
    }
}

static bool has_form_at_start(const apo_ini *ini)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&ini->draft->geometry); sq++)
        if (ini->draft->is_form[sq])
            return true;
    return false;
}

/* True if what a set of pieces says of a form's own piece matters in this game. */
static bool does_set_matter(const apo_ini *ini, unsigned set)
{
    const apo_fairy_game *game = &ini->game;
    switch (set) {
    case APO_FAIRY_SET_CASTLING_KINGS:
    case APO_FAIRY_SET_CASTLING_ROOKS:
        return game->numbers[APO_FAIRY_CASTLING][0] && has_form_at_start(ini);
    case APO_FAIRY_SET_EXTINCTION_TYPES:
        return game->numbers[APO_FAIRY_EXTINCTION][0] != APO_FAIRY_NONE ||
               game->numbers[APO_FAIRY_PSEUDO_ROYAL][0];
    case APO_FAIRY_SET_FLAG_TYPES:
        return !apo_ini__is_region_empty(ini, &game->regions[APO_FAIRY_REGION_FLAG][0]) ||
               !apo_ini__is_region_empty(ini, &game->regions[APO_FAIRY_REGION_FLAG][1]);
    case APO_FAIRY_SET_MOVE_RULE_TYPES: return game->numbers[APO_FAIRY_MOVE_RULE][0] > 0;
    default: return true;
    }
}

static apo_span key_of(const apo_fairy_source *from, const char *usual)
{
    return from->key.length > 0 ? from->key : apo_span_of(usual);
}

/* The key that gives the form's own piece a property which our promoted forms cannot have; ""
 * if there is none. */
static apo_span find_property(const apo_ini *ini, unsigned form)
{
    static const struct {
        uint8_t set;
        const char *key;
    } sets[] = {
        {APO_FAIRY_SET_PROMOTING, "promotionPawnTypes"},
        {APO_FAIRY_SET_EN_PASSANT, "enPassantTypes"},
        {APO_FAIRY_SET_DROP_NO_DOUBLED, "dropNoDoubled"},
        {APO_FAIRY_SET_CASTLING_KINGS, "castlingKingPiece"},
        {APO_FAIRY_SET_CASTLING_ROOKS, "castlingRookPieces"},
        {APO_FAIRY_SET_EXTINCTION_TYPES, "extinctionPieceTypes"},
        {APO_FAIRY_SET_FLAG_TYPES, "flagPiece"},
        {APO_FAIRY_SET_MOVE_RULE_TYPES, "nMoveRuleTypes"},
    };

    const apo_fairy_game *game = &ini->game;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const uint64_t *types = game->sets[sets[i].set];
        if (((types[0] | types[1]) >> form & 1) && does_set_matter(ini, sets[i].set))
            return key_of(&game->set_from[sets[i].set], sets[i].key);
    }
    for (unsigned side = 0; side < 2; side++)
        if (!apo_ini__is_region_empty(ini, &game->mobility[side][form]))
            return key_of(&game->mobility_from[form], "mobilityRegion");
    if (game->promoted[form] != 0)
        return apo_span_of("promotedPieceType");
    if (form == APO_FAIRY_KING)
        return apo_span_of("king");
    if (form == APO_FAIRY_SHOGI_PAWN && game->numbers[APO_FAIRY_PAWN_MATE_ILLEGAL][0])
        return key_of(&game->number_from[APO_FAIRY_PAWN_MATE_ILLEGAL],
                      "shogiPawnDropMateIllegal");
    return nothing;
}

/* "N to B", with the key that says something of B. */
static void lose_property(apo_ini *ini, unsigned type, unsigned form, apo_span key)
{
    char bytes[96];
    apo_text word = apo_text_start(bytes, sizeof bytes);
    apo_text_add_char(&word, ini->game.letters[type]);
    apo_text_add(&word, " to ");
    apo_text_add_char(&word, ini->game.letters[form]);
    apo_text_add(&word, ": ");
    apo_text_add_span(&word, key);
    apo_ini__lose(ini, &ini->game.promoted_from,
                  "what holds for a piece does not hold for promoted forms that move like "
                  "it here (%s)",
                  apo_text_span(&word));
}

static bool can_be_stuck(const apo_ini *ini, unsigned number)
{
    bool stuck[APO_SQUARES_MAX];
    const apo_geometry *geo = &ini->draft->geometry;
    for (unsigned i = 0; i < ini->type_count; i++)
        if (ini->types[i].number == number &&
            (apo_fairy__find_stuck(&ini->types[i].moves, geo, 0, stuck) ||
             apo_fairy__find_stuck(&ini->types[i].moves, geo, 1, stuck)))
            return true;
    return false;
}

static void check_form(apo_ini *ini, unsigned type)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->promoted_from;
    unsigned form = game->promoted[type];
    apo_span letter = {&game->letters[type], 1}, property = find_property(ini, form);
    if (type == APO_FAIRY_PAWN && game->numbers[APO_FAIRY_MANDATORY_PAWN][0] !=
                                      game->numbers[APO_FAIRY_MANDATORY_PIECE][0])
        apo_ini__lose(ini, from, "promotion is compulsory for all pieces or for none here (%s)",
                      letter);
    if (game->limits[form] != 0 &&
        (apo_ini__has(ini, 0, form) || apo_ini__has(ini, 1, form) || can_be_stuck(ini, type)))
        apo_ini__lose(ini, &game->limits_from,
                      "a limit to promoted forms counts nothing else here (%s)",
                      (apo_span){&game->letters[form], 1});
    if (type == ini->royal)
        apo_ini__lose(ini, from, "a royal piece has no promoted form here (%s)", letter);
    if (apo_draft_has_letter(ini->draft->promoting, game->letters[type]))
        apo_ini__lose(ini, from, "a piece has a promoted form or promotes as a pawn here (%s)",
                      letter);
    if (property.length > 0)
        lose_property(ini, type, form, property);
    if (apo_ini__has_hands(ini) && game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0] &&
        game->numbers[APO_FAIRY_DROP_LOOP][0])
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_DROP_LOOP],
                      "promoted forms turn back when they are captured here", nothing);
}

static void check_forms(apo_ini *ini)
{
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (ini->game.promoted[type] != 0 &&
            (apo_ini__has(ini, 0, type) || apo_ini__has(ini, 1, type)))
            check_form(ini, type);
}

static void add_form_limits(const apo_ini *ini, apo_text *out)
{
    int32_t limits[APO_FAIRY_TYPES] = {0};
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (ini->game.promoted[type] != 0 &&
            (apo_ini__has(ini, 0, type) || apo_ini__has(ini, 1, type)))
            limits[type] = ini->game.limits[ini->game.promoted[type]];
    apo_ini__add_limits(ini, out, limits);
}

/* Pieces that start promoted in a game in which nothing promotes. */
static void lose_lasting_forms(apo_ini *ini)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&ini->draft->geometry); sq++) {
        char letter = apo_to_upper(ini->draft->board[sq]);
        if (ini->draft->is_form[sq] && apo_is_letter(letter))
            apo_ini__lose_at(ini, APO_DRAFT_SETUP, &ini->game.start_from, "startFen",
                             "a piece starts promoted only where there is a zone of promotion "
                             "and it has a promoted form here (+%s)",
                             (apo_span){&letter, 1});
    }
}

void apo_ini__make_forms(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    apo_text out = apo_text_start(ini->draft->forms, sizeof ini->draft->forms);
    if (!apo_ini__has_forms(ini)) {
        lose_lasting_forms(ini);
        return;
    }
    check_forms(ini);
    add_zone(ini, &out, 0);
    if (!is_mirrored(ini, APO_FAIRY_REGION_PROMOTION))
        add_zone(ini, &out, 1);
    add_form_limits(ini, &out);
    if (game->promoted[APO_FAIRY_PAWN] != 0)
        apo_text_add(&out, "en-passant = no\n");
    if (game->numbers[APO_FAIRY_MANDATORY_PIECE][0])
        apo_text_add(&out, "compulsory = always\n");
    else if (!game->numbers[APO_FAIRY_IMMOBILITY_ILLEGAL][0])
        apo_text_add(&out, "compulsory = never\n");
    if (game->numbers[APO_FAIRY_PROMOTION_ON_CAPTURE][0])
        apo_text_add(&out, "by-capture = yes\n");
    if (game->numbers[APO_FAIRY_DEMOTION][0])
        apo_text_add(&out, "turn-back = yes\n");
}

/* --- hands --------------------------------------------------------------- */

/* Adds what a side has in hand at the start; no key for an empty hand. */
static void add_hand(const apo_ini *ini, apo_text *out, unsigned side, const char *key)
{
    apo_span hands = apo_ini__hands(ini);
    bool is_any = false;
    char letter;
    while (apo_ini__next_in_hand(&hands, side, &letter)) {
        if (!is_any) {
            apo_text_add(out, key);
            apo_text_add(out, " =");
        }
        is_any = true;
        apo_text_add_char(out, ' ');
        apo_text_add_char(out, apo_to_upper(letter));
    }
    if (is_any)
        apo_text_add_char(out, '\n');
}

/* True if the side can ever have a piece in hand. */
static bool may_hold(const apo_ini *ini, unsigned side)
{
    apo_span hands = apo_ini__hands(ini);
    char letter;
    return ini->game.numbers[APO_FAIRY_CAPTURES_TO_HAND][0] ||
           ini->game.numbers[APO_FAIRY_FREE_DROPS][0] ||
           apo_ini__next_in_hand(&hands, side, &letter);
}

/* The own ranks on which the pawn may not be dropped. */
static uint32_t find_pawn_ranks(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    uint32_t ranks[2] = {0, 0};
    if (!apo_ini__has(ini, 0, APO_FAIRY_PAWN) && !apo_ini__has(ini, 1, APO_FAIRY_PAWN))
        return 0;
    for (unsigned side = 0; side < 2 && !game->numbers[APO_FAIRY_ZONE_DROPS][0]; side++)
        if (!apo_ini__own_ranks(ini, APO_FAIRY_REGION_PROMOTION, side, &ranks[side]))
            apo_ini__lose(ini, &game->region_from[APO_FAIRY_REGION_PROMOTION],
                          "the ranks on which no pawn is dropped are whole ones here", nothing);
    if (ranks[0] != ranks[1] && may_hold(ini, 0) && may_hold(ini, 1))
        apo_ini__lose(ini, &game->region_from[APO_FAIRY_REGION_PROMOTION],
                      "pawns are dropped on the same own ranks by both sides here", nothing);
    uint32_t own = may_hold(ini, 0) ? ranks[0] : ranks[1];
    return game->numbers[APO_FAIRY_FIRST_RANK_DROPS][0] ? own : own | 2;
}

/* The ranks on which some pieces may not be dropped, and a piece that never may. */
static void add_ranks(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    uint32_t pawn = find_pawn_ranks(ini);
    uint64_t never = game->numbers[APO_FAIRY_DROP_DOUBLED_COUNT][0] < 1
                         ? game->sets[APO_FAIRY_SET_DROP_NO_DOUBLED][0]
                         : 0;
    never &= (ini->in_play[0] | ini->in_play[1]) & ~UINT64_C(1);
    for (unsigned rank = 1; rank <= ini->draft->geometry.rows; rank++)
        apo_ini__add_indexed(ini, out, "not-on", rank,
                             never | (uint64_t)(pawn >> rank & 1) << APO_FAIRY_PAWN);
}

/* The squares of one side, if they are not all. */
static void add_region_of(apo_ini *ini, apo_text *out, unsigned side, const char *key)
{
    enum {
        SQUARES_MAX = 64
    };

    const apo_fairy_source *from = &ini->game.region_from[APO_FAIRY_REGION_DROP];
    bool squares[APO_SQUARES_MAX];
    unsigned all = 0;
    apo_ini__find_squares(ini, APO_FAIRY_REGION_DROP, side, squares);
    unsigned count = apo_ini__count_squares(ini, squares);
    for (unsigned sq = 0; sq < apo_geometry_squares(&ini->draft->geometry); sq++)
        all += ini->draft->geometry.place[sq] == APO_PLACE_SQUARE;
    if (count == all)
        return;
    if (count == 0 || count > SQUARES_MAX)
        apo_ini__lose(ini, from, "drops are made on all squares here, or on at most 64",
                      nothing);
    else
        apo_ini__add_squares(out, ini, key, squares);
}

static void add_region(apo_ini *ini, apo_text *out)
{
    bool is_same = is_mirrored(ini, APO_FAIRY_REGION_DROP);
    if (is_same || may_hold(ini, 0))
        add_region_of(ini, out, 0, "squares");
    if (!is_same && may_hold(ini, 1))
        add_region_of(ini, out, 1, "black-squares");
}

/* The only piece of a set; 0 if there are others. */
static unsigned only_of(uint64_t set)
{
    unsigned only = 0;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (set >> type & 1)
            only = only == 0 ? type : APO_FAIRY_TYPES;
    return only < APO_FAIRY_TYPES ? only : 0;
}

static void add_letter_key(const apo_ini *ini, apo_text *out, const char *key, unsigned type)
{
    if (type == 0 || ini->game.letters[type] == '\0' ||
        (!apo_ini__has(ini, 0, type) && !apo_ini__has(ini, 1, type)))
        return;
    apo_text_add(out, key);
    apo_text_add_char(out, ini->game.letters[type]);
    apo_text_add_char(out, '\n');
}

static bool is_falling(const apo_fairy_game *game)
{
    return game->numbers[APO_FAIRY_ENCLOSING_DROP][0] == APO_FAIRY_TOP;
}

static void check_hands(apo_ini *ini)
{
    static const uint8_t both[] = {
        APO_FAIRY_DROPS,        APO_FAIRY_CAPTURES_TO_HAND, APO_FAIRY_DROP_LOOP,
        APO_FAIRY_DROP_CHECKS,  APO_FAIRY_FIRST_RANK_DROPS, APO_FAIRY_ZONE_DROPS,
        APO_FAIRY_DROP_PROMOTED};
    const apo_fairy_game *game = &ini->game;
    unsigned promoting = 0;
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++)
        if (!is_same_for_both(ini, both[i]))
            lose_hands(ini, both[i], "drops are the same for both sides here");
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        promoting += apo_draft_has_letter(ini->draft->promoting, game->letters[type]) &&
                     game->letters[type] != '\0';
    if (promoting > 1 && game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0] &&
        !game->numbers[APO_FAIRY_DROP_LOOP][0])
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_PROMOTING],
                      "captured pieces turn back into one kind of pawn here", nothing);
    if (game->numbers[APO_FAIRY_SITTUYIN_DROP][0])
        lose_hands(ini, APO_FAIRY_SITTUYIN_DROP,
                   "rooks have no ranks of their own for drops here");
}

/* Checks the conditions of drops that only Fairy-Stockfish has. */
static void check_others(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    bool is_royal = ini->royal == APO_FAIRY_KING && !game->numbers[APO_FAIRY_PSEUDO_ROYAL][0];
    bool has_shogi_pawn = apo_ini__has(ini, 0, APO_FAIRY_SHOGI_PAWN) ||
                          apo_ini__has(ini, 1, APO_FAIRY_SHOGI_PAWN);
    if (!game->numbers[APO_FAIRY_DROP_CHECKS][0] && !is_royal)
        lose_hands(ini, APO_FAIRY_DROP_CHECKS,
                   "only drops that check a king are forbidden here");
    if (game->numbers[APO_FAIRY_PAWN_MATE_ILLEGAL][0] && has_shogi_pawn &&
        game->numbers[APO_FAIRY_PSEUDO_ROYAL][0])
        lose_hands(ini, APO_FAIRY_PAWN_MATE_ILLEGAL,
                   "only drops that mate a king are forbidden here");
}

/* The pieces limited to one on a file, and those that may not mate. */
static void add_limits(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    uint64_t doubled = game->sets[APO_FAIRY_SET_DROP_NO_DOUBLED][0] & ~UINT64_C(1);
    bool is_mate_illegal = game->numbers[APO_FAIRY_PAWN_MATE_ILLEGAL][0];
    bool is_never = doubled != 0 && game->numbers[APO_FAIRY_DROP_DOUBLED_COUNT][0] < 1;
    unsigned type = only_of(doubled);
    if (doubled != 0 && type == 0)
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_DROP_NO_DOUBLED],
                      "only one kind of piece is limited to one a file there", nothing);
    if (doubled != 0 && !is_never) {
        add_letter_key(ini, out, "one-a-file = ", type);
        if (game->numbers[APO_FAIRY_DROP_DOUBLED_COUNT][0] != 1) {
            apo_text_add(out, "file-most = ");
            apo_text_add_number(out, game->numbers[APO_FAIRY_DROP_DOUBLED_COUNT][0]);
            apo_text_add_char(out, '\n');
        }
    }
    if (game->numbers[APO_FAIRY_IMMOBILITY_ILLEGAL][0])
        apo_text_add(out, "stuck = no\n");
    if (is_mate_illegal && game->letters[APO_FAIRY_SHOGI_PAWN] != '\0')
        add_letter_key(ini, out, "mate-loses = ", APO_FAIRY_SHOGI_PAWN);
}

static bool is_royal_in_hand(const apo_ini *ini)
{
    apo_span rest = ini->game.start, placement = apo_span_word(&rest);
    bool is_hand = false, is_found = false;
    for (size_t i = 0; ini->royal != 0 && i < placement.length; i++) {
        is_hand = is_hand || placement.text[i] == '[';
        is_found = is_found || (is_hand && apo_to_upper(placement.text[i]) ==
                                               ini->game.letters[ini->royal]);
    }
    return is_found;
}

/* Adds the keys for kings and bishops in games that begin with drops. */
static void add_placement(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    if (is_royal_in_hand(ini)) {
        apo_text_add(out, "pieces =");
        for (unsigned i = 0; i < ini->type_count; i++) {
            apo_text_add_char(out, ' ');
            apo_text_add_char(out, game->letters[ini->types[i].number]);
        }
        apo_text_add_char(out, '\n');
    }
    if (game->numbers[APO_FAIRY_CASTLING_DROPPED][0] && ini->draft->way_count > 0)
        apo_text_add(out, "castle = yes\n");
    if (game->numbers[APO_FAIRY_BISHOP_DROP][0])
        add_letter_key(ini, out, "both-colours = ", APO_FAIRY_BISHOP);
}

void apo_ini__make_hands(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    apo_text out = apo_text_start(ini->draft->hands, sizeof ini->draft->hands);
    ini->draft->has_hands = apo_ini__has_hands(ini);
    if (!ini->draft->has_hands)
        return;
    check_hands(ini);
    check_others(ini);
    add_placement(ini, &out);
    add_hand(ini, &out, 0, "white-start");
    add_hand(ini, &out, 1, "black-start");
    if (!game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0])
        apo_text_add(&out, "captured = no\n");
    if (game->numbers[APO_FAIRY_FREE_DROPS][0])
        apo_text_add(&out, "endless = yes\n");
    if (game->numbers[APO_FAIRY_DROP_LOOP][0])
        apo_text_add(&out, "promoted = stays\n");
    if (!game->numbers[APO_FAIRY_DROP_CHECKS][0])
        apo_text_add(&out, "checks = no\n");
    if (game->numbers[APO_FAIRY_DROP_PROMOTED][0])
        apo_text_add(&out, "promoted-drops = yes\n");
    if (is_falling(game))
        apo_text_add(&out, "falling = yes\n");
    add_ranks(ini, &out);
    add_region(ini, &out);
    add_limits(ini, &out);
    if (out.is_overflowed)
        lose_hands(ini, APO_FAIRY_DROPS, "the rules of drops are too long");
}
