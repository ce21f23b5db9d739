#include "base/mem.h"
#include "definition/betza/dialect.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Pieces of a variants.ini section: their moves, first steps and captures en passant. */

static const apo_span nothing = {NULL, 0};

/* --- one piece ----------------------------------------------------------- */

static apo_span moves_of(const apo_ini *ini, unsigned type)
{
    bool is_own =
        type >= APO_FAIRY_CUSTOM && !(type == APO_FAIRY_KING && !ini->game.has_custom_king);
    return is_own ? ini->game.moves[type] : apo_span_of(apo_fairy_piece_moves(type));
}

/* True if all pieces of the type that a side has at the start stand in its double-step region,
 * which is one rank, and none can come there later. */
static bool is_start_rank(const apo_ini *ini, const apo_ini_type *type)
{
    const apo_draft *draft = ini->draft;
    if (!type->is_ahead_only || apo_ini__has_hands(ini))
        return false;
    for (unsigned side = 0; side < 2; side++) {
        uint32_t ranks;
        bool is_choice = (ini->in_play[side] & ini->game.sets[APO_FAIRY_SET_PROMOTING][side]) &&
                         (ini->game.sets[APO_FAIRY_SET_CHOICES][side] >> type->number & 1);
        if (!apo_ini__own_ranks(ini, APO_FAIRY_REGION_DOUBLE_STEP, side, &ranks) || is_choice)
            return false;
        for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
            unsigned row = sq / draft->geometry.files;
            unsigned own = side == 0 ? row + 1 : draft->geometry.rows - row;
            char letter = ini->game.letters[type->number];
            if (draft->board[sq] == (side == 0 ? letter : apo_to_lower(letter)) &&
                ranks != UINT32_C(1) << own)
                return false;
        }
    }
    return true;
}

/* In Fairy-Stockfish i means "from the double-step region": a multiple step by rank, or the
 * first move of pieces that all start in the region. */
static bool take_first_moves(apo_ini *ini, apo_ini_type *type)
{
    apo_piece_moves *moves = &type->moves;
    unsigned first = 0, steps = 0, kept = 0, quiet, i;
    bool is_even = apo_fairy__quiet_steps(moves, &quiet);
    for (i = 0; i < moves->move_count; i++) {
        if (!moves->moves[i].is_unmoved)
            continue;
        unsigned by = apo_fairy__steps_of(&moves->moves[i]);
        is_even = is_even && by >= 2 && (steps == 0 || steps == by);
        first |= moves->moves[i].legs[0].directions;
        steps = by;
        kept++;
    }
    if (kept == 0 || !ini->game.numbers[APO_FAIRY_DOUBLE_STEP][0])
        goto remove;
    if (!is_even || first != quiet)
        return is_start_rank(ini, type);
    type->steps = (uint8_t)steps;
remove:
    for (i = kept = 0; i < moves->move_count; i++)
        if (!moves->moves[i].is_unmoved)
            moves->moves[kept++] = moves->moves[i];
    moves->move_count = (uint8_t)kept;
    return true;
}

static void read_moves(apo_ini *ini, apo_ini_type *type)
{
    const apo_fairy_source *from = &ini->game.pieces[type->number];
    apo_span text = moves_of(ini, type->number);
    apo_error err;
    bool is_in_play = apo_ini__has(ini, 0, type->number) || apo_ini__has(ini, 1, type->number);
    memset(&type->moves, 0, sizeof type->moves);
    type->is_readable =
        text.length == 0 ||
        apo_dialect_read(&type->moves, text, APO_DIALECT_FAIRY, NULL, &err) == APO_OK;
    if (!type->is_readable && is_in_play)
        apo_ini__lose_at(ini, APO_DRAFT_PIECES, from, "", "its moves cannot be played: %s",
                         apo_span_of(err.detail));
    if (!is_in_play || !type->is_readable)
        return;
    apo_ini__add_diagonals(ini, type);
    type->is_ahead_only = apo_fairy__goes_ahead(&type->moves);
    if (!take_first_moves(ini, type))
        apo_ini__lose_at(ini, APO_DRAFT_PIECES, from, "",
                         "its i means \"from the double-step region\", which can be expressed "
                         "only for steps straight on, or of pieces that start there and never "
                         "return",
                         nothing);
}

/* --- en passant ---------------------------------------------------------- */

/* The own ranks whose squares a multiple step of a side passes: bit r for rank r. */
static uint32_t find_passed(const apo_ini *ini, unsigned side)
{
    uint32_t from = 0, triple = 0, passed = 0;
    bool is_pawn = apo_ini__has(ini, side, APO_FAIRY_PAWN);
    if (!ini->game.numbers[APO_FAIRY_DOUBLE_STEP][0])
        return 0;
    (void)apo_ini__own_ranks(ini, APO_FAIRY_REGION_DOUBLE_STEP, side, &from);
    (void)apo_ini__own_ranks(ini, APO_FAIRY_REGION_TRIPLE_STEP, side, &triple);
    if (is_pawn)
        passed = from << 1 | triple << 1 | triple << 2;
    for (unsigned i = 0; i < ini->type_count; i++) {
        const apo_ini_type *type = &ini->types[i];
        bool has_first = type->steps > 0;
        for (unsigned k = 0; k < type->moves.move_count; k++)
            has_first = has_first || type->moves.moves[k].is_unmoved;
        for (unsigned k = 1; has_first && apo_ini__has(ini, side, type->number) &&
                             k < (type->steps > 2 ? type->steps : 2U);
             k++)
            passed |= from << k;
    }
    return passed & ((UINT32_C(1) << ini->draft->geometry.rows) - 1) << 1;
}

/* The own ranks of a side on which its multiple steps can be answered en passant. False if they
 * are not whole ones. */
static bool find_answered(const apo_ini *ini, unsigned passing, uint32_t *out)
{
    uint32_t region = 0;
    unsigned rows = ini->draft->geometry.rows;
    *out = 0;
    if (!apo_ini__own_ranks(ini, APO_FAIRY_REGION_EN_PASSANT, passing ^ 1U, &region))
        return false;
    for (unsigned rank = 1; rank <= rows; rank++)
        if (region >> rank & 1)
            *out |= UINT32_C(1) << (rows + 1 - rank);
    return true;
}

/* 1 if the region of en passant has all passed ranks, 0 if it has none of them, or else -1. */
static int cover_passed(const apo_ini *ini, unsigned passing)
{
    uint32_t passed = find_passed(ini, passing), own = 0;
    if (passed == 0)
        return 1;
    if (!find_answered(ini, passing, &own))
        return -1;
    return (own & passed) == passed ? 1 : (own & passed) == 0 ? 0 : -1;
}

/* The own rank from which alone the double steps of pawns cannot be answered en passant; 0:
 * there is none. */
static unsigned find_no_trail(const apo_ini *ini)
{
    for (unsigned i = 0; i < ini->type_count; i++)
        if (ini->types[i].steps > 0 && ini->types[i].number != APO_FAIRY_PAWN)
            return 0;
    for (unsigned rank = 1; rank <= ini->draft->geometry.rows; rank++) {
        const uint32_t one = UINT32_C(1) << rank;
        bool is_found = true, is_used = false;
        for (unsigned side = 0; side < 2; side++) {
            uint32_t from = 0, triple = 0, own = 0;
            bool is_read =
                apo_ini__own_ranks(ini, APO_FAIRY_REGION_DOUBLE_STEP, side, &from) &&
                apo_ini__own_ranks(ini, APO_FAIRY_REGION_TRIPLE_STEP, side, &triple) &&
                find_answered(ini, side, &own);
            uint32_t trails = (from & ~one) << 1;
            is_found = is_found && is_read && triple == 0 && (own & trails) == trails &&
                       !(own & (from & one) << 1);
            is_used = is_used || (from & one);
        }
        if (is_found && is_used)
            return rank;
    }
    return 0;
}

/* Marks all captures as possible en passant. False unless each is a single step to a square
 * where the piece cannot move without capturing. */
static bool mark_captures(apo_ini_type *type)
{
    apo_piece_moves *moves = &type->moves;
    bool is_possible = true;
    for (unsigned i = 0; i < moves->move_count; i++) {
        apo_piece_move *move = &moves->moves[i];
        if (move->end != APO_END_CAPTURE)
            continue;
        is_possible = is_possible && move->leg_count == 1 && move->legs[0].most == 1;
        for (unsigned k = 0; k < moves->move_count; k++)
            is_possible = is_possible &&
                          !((moves->moves[k].end & APO_END_MOVE) &&
                            (moves->moves[k].legs[0].directions & move->legs[0].directions) &&
                            moves->moves[k].legs[0].shorter == move->legs[0].shorter &&
                            moves->moves[k].legs[0].longer == move->legs[0].longer);
        move->end |= APO_END_EN_PASSANT;
        type->is_capturing_passant = true;
    }
    return is_possible;
}

static bool may_capture_passant(const apo_ini *ini, unsigned type, unsigned side)
{
    return apo_ini__has(ini, side, type) &&
           (type == APO_FAIRY_PAWN ||
            (ini->game.sets[APO_FAIRY_SET_EN_PASSANT][side] >> type & 1));
}

static void add_en_passant(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    int cover[2] = {cover_passed(ini, 1), cover_passed(ini, 0)}; /* by the side that captures */
    bool is_passed[2] = {find_passed(ini, 1) != 0, find_passed(ini, 0) != 0};
    if (cover[0] < 0 || cover[1] < 0)
        ini->draft->no_trail = find_no_trail(ini);
    if (ini->draft->no_trail > 0)
        cover[0] = cover[1] = 1;
    if (cover[0] < 0 || cover[1] < 0 || cover[0] != cover[1]) {
        apo_ini__lose(ini, &game->region_from[APO_FAIRY_REGION_EN_PASSANT],
                      "en passant on some of the squares passed has no rule here", nothing);
        return;
    }
    if (cover[0] == 0 || (!is_passed[0] && !is_passed[1]))
        return;
    for (unsigned i = 0; i < ini->type_count; i++) {
        apo_ini_type *type = &ini->types[i];
        bool may[2];
        for (unsigned side = 0; side < 2; side++)
            may[side] = may_capture_passant(ini, type->number, side);
        if (!may[0] && !may[1])
            continue;
        if ((may[0] != may[1] && apo_ini__has(ini, 0, type->number) &&
             apo_ini__has(ini, 1, type->number)) ||
            !mark_captures(type))
            apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_EN_PASSANT],
                          "en passant by some captures of a piece has no rule here", nothing);
    }
}

/* --- multiple steps ------------------------------------------------------ */

static void set_steps(apo_ini *ini, const apo_ini_type *type, uint32_t ranks, unsigned steps)
{
    apo_draft *draft = ini->draft;
    char letter = ini->game.letters[type->number];
    if (!apo_draft_has_letter(draft->multi_pieces, letter))
        apo_draft_add_letter(draft->multi_pieces, letter);
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
        if (ranks >> rank & 1)
            draft->multi_steps[rank] = (uint8_t)steps;
}

/* The own ranks of a region are the same for each side that has the piece. */
static bool find_ranks(const apo_ini *ini, unsigned region, const apo_ini_type *type,
                       uint32_t *out)
{
    uint32_t ranks[2];
    for (unsigned side = 0; side < 2; side++)
        if (!apo_ini__own_ranks(ini, region, side, &ranks[side]))
            return false;
    *out = apo_ini__has(ini, 0, type->number) ? ranks[0] : ranks[1];
    return ranks[0] == ranks[1] || !apo_ini__has(ini, 0, type->number) ||
           !apo_ini__has(ini, 1, type->number);
}

/* The most steps that a piece makes at once, and from which ranks; 0: it makes none. */
static unsigned find_steps(apo_ini *ini, const apo_ini_type *type, uint32_t *out_ranks,
                           uint32_t *out_triple, bool *out_is_said)
{
    bool is_pawn = type->number == APO_FAIRY_PAWN;
    *out_triple = 0;
    if ((!is_pawn && type->steps == 0) ||
        !(apo_ini__has(ini, 0, type->number) || apo_ini__has(ini, 1, type->number)))
        return 0;
    *out_is_said =
        find_ranks(ini, APO_FAIRY_REGION_DOUBLE_STEP, type, out_ranks) &&
        (!is_pawn || find_ranks(ini, APO_FAIRY_REGION_TRIPLE_STEP, type, out_triple)) &&
        (*out_triple & ~*out_ranks) == 0;
    if (*out_is_said && *out_ranks == 0)
        return 0;
    return is_pawn ? (*out_triple != 0 ? 3 : 2) : type->steps;
}

/* Writes the rule only if all its pieces make the same steps from the same ranks. */
static void make_steps(apo_ini *ini)
{
    uint32_t first_ranks = 0, ranks = 0, triple;
    unsigned first_steps = 0;
    for (unsigned i = 0; i < ini->type_count && ini->game.numbers[APO_FAIRY_DOUBLE_STEP][0];
         i++) {
        bool is_said = true;
        unsigned steps = find_steps(ini, &ini->types[i], &ranks, &triple, &is_said);
        if (steps == 0)
            continue;
        if (!is_said ||
            (first_steps > 0 && (first_steps != 2 || steps != 2 || ranks != first_ranks))) {
            apo_ini__lose(ini, &ini->game.region_from[APO_FAIRY_REGION_DOUBLE_STEP],
                          "multiple steps are made from whole ranks here, the same for both "
                          "sides and all pieces",
                          nothing);
            return;
        }
        set_steps(ini, &ini->types[i], ranks, triple != 0 ? 2 : steps);
        set_steps(ini, &ini->types[i], triple, 3);
        first_steps = steps;
        first_ranks = ranks;
    }
}

/* --- the draft ----------------------------------------------------------- */

/* "customPiece12" is "custom piece 12". */
static void write_name(apo_draft_type *out, unsigned number)
{
    char bytes[32];
    apo_text key = apo_text_start(bytes, sizeof bytes);
    apo_text name = apo_text_start(out->name, sizeof out->name);
    apo_fairy_piece_name(&key, number);
    for (const char *c = bytes; *c != '\0'; c++) {
        if (apo_is_upper(*c) || (apo_is_digit(*c) && !apo_is_digit(c[-1])))
            apo_text_add_char(&name, ' ');
        apo_text_add_char(&name, apo_to_lower(*c));
    }
}

/* A piece that may not enter the zone of promotion attacks royal pieces there: an area leaves
 * it only the captures of these. */
static void add_royal_captures(const apo_ini *ini, apo_ini_type *type)
{
    if (!apo_ini__is_barred(ini, 0, type->number) && !apo_ini__is_barred(ini, 1, type->number))
        return;
    for (unsigned i = 0; i < type->moves.move_count; i++)
        if (type->moves.moves[i].end & APO_END_CAPTURE)
            type->moves.moves[i].end |= APO_END_ROYAL;
}

static void write_type(apo_ini *ini, apo_draft_type *out, apo_ini_type *type)
{
    apo_text text = apo_text_start(out->moves, sizeof out->moves);
    apo_error err;
    add_royal_captures(ini, type);
    out->letter = ini->game.letters[type->number];
    out->is_royal = type->number == ini->royal;
    write_name(out, type->number);
    if (type->is_readable && type->moves.move_count > 0 &&
        apo_dialect_write(&text, &type->moves, APO_DIALECT_ID, NULL, &err) != APO_OK) {
        out->moves[0] = '\0';
        apo_ini__lose_at(ini, APO_DRAFT_PIECES, &ini->game.pieces[type->number], "",
                         "its moves cannot be written: %s", apo_span_of(err.detail));
    }
    if (out->is_royal && type->number == APO_FAIRY_KING &&
        ini->game.numbers[APO_FAIRY_FLYING_GENERAL][0])
        apo_text_add(&text, "kR");
}

static void lose_moves_of_form(apo_ini *ini, unsigned number, const char *reason)
{
    char bytes[160];
    apo_text word = apo_text_start(bytes, sizeof bytes);
    apo_text_add_char(&word, ini->game.letters[number]);
    apo_text_add(&word, " to ");
    apo_text_add_char(&word, ini->game.letters[ini->game.promoted[number]]);
    apo_text_add(&word, "): ");
    apo_text_add(&word, reason);
    apo_ini__lose(ini, &ini->game.promoted_from,
                  "the moves of a promoted form cannot be played (%s", apo_text_span(&word));
}

/* The promoted form of a piece. */
static void write_form(apo_ini *ini, unsigned number)
{
    unsigned form = ini->game.promoted[number];
    apo_draft *draft = ini->draft;
    apo_draft_type *out = &draft->types[draft->type_count];
    const apo_fairy_source *from = &ini->game.promoted_from;
    apo_piece_moves moves;
    apo_error err;
    apo_span letter = {&ini->game.letters[number], 1};
    if (draft->type_count == APO_DRAFT_TYPES_MAX) {
        apo_ini__lose(ini, from, "more than 127 types of pieces, promoted forms included",
                      nothing);
        return;
    }
    draft->type_count++;
    apo_text text = apo_text_start(out->moves, sizeof out->moves);
    apo_text name = apo_text_start(out->name, sizeof out->name);
    out->letter = ini->game.letters[number];
    out->is_form = true;
    apo_text_add(&name, "promoted ");
    apo_text_add_char(&name, apo_to_lower(out->letter));
    apo_span own = moves_of(ini, form);
    if (own.length == 0) /* it never moves */
        return;
    if (apo_dialect_read(&moves, own, APO_DIALECT_FAIRY, NULL, &err) != APO_OK ||
        apo_dialect_write(&text, &moves, APO_DIALECT_ID, NULL, &err) != APO_OK) {
        out->moves[0] = '\0';
        lose_moves_of_form(ini, number, err.detail);
        return;
    }
    for (unsigned i = 0; i < moves.move_count; i++)
        if (moves.moves[i].is_unmoved)
            apo_ini__lose(ini, from, "first steps of a promoted form have no rule here (%s)",
                          letter);
    if (form == APO_FAIRY_PAWN || form == APO_FAIRY_SOLDIER || form == APO_FAIRY_JANGGI_CANNON)
        apo_ini__lose(ini, from, "this piece cannot be a promoted form here (%s)",
                      (apo_span){&ini->game.letters[form], 1});
}

void apo_ini__make_pieces(apo_ini *ini)
{
    apo_draft *draft = ini->draft;
    for (unsigned number = 1; number < APO_FAIRY_TYPES; number++) {
        bool is_in_play = apo_ini__has(ini, 0, number) || apo_ini__has(ini, 1, number);
        if (ini->game.letters[number] == '\0' || (!is_in_play && apo_ini__has_forms(ini)))
            continue;
        apo_ini_type *type = &ini->types[ini->type_count++]; /* one for each letter */
        type->number = (uint8_t)number;
        read_moves(ini, type);
        /* Ignores unreadable pieces that neither side has or can get. */
        if (!type->is_readable && !apo_ini__has(ini, 0, number) &&
            !apo_ini__has(ini, 1, number))
            ini->type_count--;
    }
    add_en_passant(ini);
    make_steps(ini);
    for (unsigned i = 0; i < ini->type_count; i++)
        write_type(ini, &draft->types[draft->type_count++], &ini->types[i]);
    for (unsigned i = 0; apo_ini__has_forms(ini) && i < ini->type_count; i++)
        if (ini->game.promoted[ini->types[i].number] != 0)
            write_form(ini, ini->types[i].number);
}
