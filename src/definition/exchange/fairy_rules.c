#include "definition/exchange/fairy_ini_priv.h"

/* Promotion, steps, castling and the end of the game. */

static const apo_span nothing = {NULL, 0};

/* Ranks of a region such as "*8 *9 *10": bit r for rank r. `old` is the key for a single rank
 * in older files. */
static uint32_t read_ranks(apo_ini *ini, const char *name, const char *old, unsigned otherwise)
{
    apo_span rest = apo_ini__value(ini, name), older = apo_ini__value(ini, old);
    uint32_t rank, ranks = 0;
    if (rest.length == 0 && apo_span_number(older, APO_ROWS_MAX, &rank))
        return UINT32_C(1) << rank;
    if (rest.length == 0 || apo_span_is(rest, "-"))
        return rest.length == 0 ? UINT32_C(1) << otherwise : 0;
    for (;;) {
        apo_span word = apo_span_word(&rest);
        if (word.length == 0)
            return ranks;
        if (word.text[0] == '*' &&
            apo_span_number(apo_span_part(word, 1, word.length), APO_ROWS_MAX, &rank))
            ranks |= UINT32_C(1) << rank;
        else
            apo_ini__warn(ini, name, "only whole ranks such as *8 can be converted, not \"%s\"",
                          word);
    }
}

/* The ranks that are on the board; others are reported. */
static uint32_t ranks_on_board(apo_ini *ini, const char *name, uint32_t ranks)
{
    uint32_t board = ((UINT32_C(1) << apo_draft_ranks(ini->draft)) - 1) << 1;
    if ((ranks & ~board) != 0)
        apo_ini__warn(ini, name, "not all of these ranks are on the board", nothing);
    return ranks & board;
}

static unsigned lowest_of(uint32_t ranks)
{
    unsigned rank = 0;
    while (ranks != 0 && !(ranks >> rank & 1))
        rank++;
    return rank;
}

/* Adds the letters of known pieces; skips '-' and spaces. */
static void add_types(apo_ini *ini, const char *name, apo_span value, char *list)
{
    for (size_t i = 0; i < value.length; i++) {
        char letter = apo_to_upper(value.text[i]);
        if (!apo_is_upper(letter) || apo_draft_has_letter(list, letter))
            continue;
        if (apo_draft_find(ini->draft, letter) == NULL)
            apo_ini__warn(ini, name, "\"%s\" is not a piece of this game",
                          apo_span_part(value, i, 1));
        else
            apo_draft_add_letter(list, letter);
    }
}

/* --- promotion ----------------------------------------------------------- */

static unsigned count_pieces(const apo_draft *draft, char letter)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        count += draft->board[sq] == letter;
    return count;
}

/* "q:1": at most one queen on the board; -1 if there is no limit. */
static int limit_of(apo_span value, char letter)
{
    for (;;) {
        uint32_t number;
        apo_span word = apo_span_word(&value);
        if (word.length == 0)
            return -1;
        if (word.length > 2 && apo_to_upper(word.text[0]) == letter && word.text[1] == ':' &&
            apo_span_number(apo_span_part(word, 2, word.length), 64, &number))
            return (int)number;
    }
}

/* Turns limits on the number of pieces into a reserve: the pieces that a side may still get. */
static void make_reserve(apo_ini *ini, const char *choices)
{
    apo_draft *draft = ini->draft;
    apo_span limits = apo_ini__value(ini, "promotionLimit");
    bool is_whole = limits.length > 0;
    for (const char *c = choices; *c != '\0'; c++)
        is_whole = is_whole && limit_of(limits, *c) >= 0;
    if (!is_whole) {
        if (limits.length > 0)
            apo_ini__warn(ini, "promotionLimit",
                          "only limits on all choices can be converted; left out", nothing);
        return;
    }
    draft->has_reserve = true;
    for (const char *c = choices; *c != '\0'; c++)
        for (int left = limit_of(limits, *c) - (int)count_pieces(draft, *c); left > 0; left--)
            apo_draft_add_letter(draft->reserve, *c);
}

static void make_promotion(apo_ini *ini)
{
    apo_draft *draft = ini->draft;
    char choices[APO_DRAFT_LETTERS_MAX] = "";
    const char *pawns =
        apo_ini__has(ini, "promotionPawnTypes") ? "promotionPawnTypes" : "pawnTypes";
    bool has_pawns = apo_ini__has(ini, pawns);
    uint32_t ranks =
        read_ranks(ini, "promotionRegionWhite", "promotionRank", apo_draft_ranks(draft));
    (void)apo_ini__value(ini, "promotionRegionBlack"); /* the mirror image */
    (void)apo_ini__value(ini, "pawnTypes");
    ranks = ranks_on_board(ini, "promotionRegionWhite", ranks);
    bool is_mandatory = apo_ini__flag(ini, "mandatoryPawnPromotion", true);
    bool is_stuck_illegal = apo_ini__flag(ini, "immobilityIllegal", false);
    add_types(ini, "promotionPawnTypes",
              has_pawns ? apo_ini__value(ini, pawns)
                        : apo_span_of(apo_draft_find(draft, 'P') != NULL ? "p" : ""),
              draft->promoting);
    bool is_given = apo_ini__has(ini, "promotionPieceTypes");
    apo_span types = is_given ? apo_ini__value(ini, "promotionPieceTypes") : nothing;
    if (is_given)
        add_types(ini, "promotionPieceTypes", types, choices);
    for (const char *c = "QRBN"; !is_given && *c != '\0'; c++)
        if (apo_draft_find(draft, *c) != NULL)
            apo_draft_add_letter(choices, *c);
    if (choices[0] == '\0' || draft->promoting[0] == '\0' || ranks == 0) {
        draft->promoting[0] = '\0';
        return;
    }
    unsigned rank = lowest_of(ranks);
    for (const char *c = choices; *c != '\0'; c++)
        apo_draft_add_letter(draft->tiers[rank], *c);
    draft->compulsory = is_mandatory       ? rank
                        : is_stuck_illegal ? apo_draft_ranks(draft)
                                           : APO_ROWS_MAX;
    make_reserve(ini, choices);
}

/* --- steps --------------------------------------------------------------- */

static void make_steps(apo_ini *ini)
{
    apo_draft *draft = ini->draft;
    uint32_t ranks = read_ranks(ini, "doubleStepRegionWhite", "doubleStepRank", 2);
    uint32_t triple = read_ranks(ini, "tripleStepRegionWhite", "tripleStepRegionWhite", 0);
    (void)apo_ini__value(ini, "doubleStepRegionBlack");
    (void)apo_ini__value(ini, "tripleStepRegionBlack");
    ranks = ranks_on_board(ini, "doubleStepRegionWhite", ranks);
    bool has_triple = apo_ini__has(ini, "tripleStepRegionWhite") && triple > 1;
    if (has_triple)
        triple = ranks_on_board(ini, "tripleStepRegionWhite", triple);
    has_triple = has_triple && triple != 0;
    const apo_draft_type *pawn = apo_draft_type_of(draft, 'P');
    if (!apo_ini__flag(ini, "doubleStep", true) || pawn == NULL || ranks == 0 ||
        !apo_span_is(apo_span_of(pawn->moves), "fmWfceF"))
        return;
    draft->multi_pieces[0] = 'P';
    draft->multi_pieces[1] = '\0';
    draft->multi_rank = lowest_of(has_triple ? triple : ranks);
    draft->multi_steps = has_triple ? 3 : 2;
    if ((ranks & (ranks - 1)) != 0 || (has_triple && triple != ranks))
        apo_ini__warn(ini, "doubleStepRegionWhite",
                      "multiple steps can be made from one rank only here: the lowest",
                      nothing);
}

/* --- castling ------------------------------------------------------------ */

/* A file as a letter or a number from 1, counted from 0. */
static unsigned read_file(apo_ini *ini, const char *name, unsigned otherwise)
{
    apo_span value = apo_ini__value(ini, name);
    uint32_t number;
    if (value.length == 1 && apo_is_lower(value.text[0]))
        return (unsigned)(value.text[0] - 'a');
    if (apo_span_number(value, APO_FILES_MAX, &number) && number > 0)
        return number - 1;
    return otherwise;
}

static void add_way(apo_ini *ini, unsigned row, unsigned king, unsigned rook, unsigned king_to)
{
    apo_draft *draft = ini->draft;
    unsigned files = draft->geometry.files;
    unsigned rook_to = rook > king ? king_to - 1 : king_to + 1;
    if (rook >= files || king_to >= files || rook_to >= files ||
        !apo_is_upper(draft->board[row * files + rook])) {
        apo_ini__warn(ini, "castling",
                      "one of its ways finds no partner at the start; left out", nothing);
        return;
    }
    draft->ways[draft->way_count++] = (apo_draft_way){
        (apo_square)(row * files + king), (apo_square)(row * files + rook),
        (apo_square)(row * files + king_to), (apo_square)(row * files + rook_to)};
}

static void make_castling(apo_ini *ini)
{
    const apo_geometry *geo = &ini->draft->geometry;
    unsigned row = read_file(ini, "castlingRank", 0), files = geo->files, king = files;
    unsigned right_to = read_file(ini, "castlingKingsideFile", 6);
    unsigned left_to = read_file(ini, "castlingQueensideFile", 2);
    unsigned right = read_file(ini, "castlingRookKingsideFile", files - 1U);
    unsigned left = read_file(ini, "castlingRookQueensideFile", 0);
    if (!apo_ini__flag(ini, "castling", true))
        return;
    for (unsigned file = 0; file < files && row < geo->rows; file++) {
        const apo_draft_type *type =
            apo_draft_type_of(ini->draft, ini->draft->board[row * files + file]);
        if (type != NULL && type->is_royal &&
            apo_is_upper(ini->draft->board[row * files + file]))
            king = file;
    }
    if (king == files)
        return;
    if (ini->has_castling_rights[0])
        add_way(ini, row, king, right, right_to);
    if (ini->has_castling_rights[1])
        add_way(ini, row, king, left, left_to);
}

/* --- the end ------------------------------------------------------------- */

static unsigned read_count(apo_ini *ini, const char *name, unsigned otherwise)
{
    uint32_t number;
    apo_span value = apo_ini__value(ini, name);
    if (value.length == 0)
        return otherwise;
    if (apo_span_number(value, 255, &number))
        return number;
    apo_ini__warn(ini, name, "\"%s\" is not a valid number here", value);
    return otherwise;
}

void apo_ini__make_rules(apo_ini *ini)
{
    apo_draft *draft = ini->draft;
    make_promotion(ini);
    make_steps(ini);
    make_castling(ini);
    apo_span stalemate = apo_ini__value(ini, "stalemateValue");
    draft->stalemate = apo_span_is(stalemate, "loss") ? "loss" : "draw";
    if (apo_span_is(stalemate, "win"))
        apo_ini__warn(ini, "stalemateValue",
                      "a stalemate that its victim wins cannot be converted; it is a draw",
                      nothing);
    if (!apo_ini__flag(ini, "checking", true))
        apo_ini__warn(ini, "checking", "here a move may give check", nothing);
    draft->repetition_count = read_count(ini, "nFoldRule", 3);
    draft->move_limit = read_count(ini, "nMoveRule", 50);
}
