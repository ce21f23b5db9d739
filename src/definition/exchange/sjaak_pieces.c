#include "definition/betza/write.h"
#include "definition/exchange/sjaak_priv.h"

/* The pieces of a Sjaak file: their moves, multiple steps and areas. */

static const apo_span nothing = {NULL, 0};

static void lose(apo_sjaak *s, uint32_t line, const char *key, const char *detail,
                 apo_span word)
{
    apo_sjaak__lose(s, APO_DRAFT_PIECES, line, key, detail, word);
}

static bool is_square(const apo_sjaak *s, unsigned sq)
{
    return s->draft->geometry.place[sq] == APO_PLACE_SQUARE;
}

bool apo_sjaak__ranks(const apo_sjaak *s, const apo_set *zone, unsigned side, uint32_t *out)
{
    const apo_geometry *geo = &s->draft->geometry;
    uint32_t has = 0, lacks = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        uint32_t rank = UINT32_C(1)
                        << apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq);
        if (is_square(s, sq) && apo_set_has(zone, (apo_square)sq))
            has |= rank;
        else if (is_square(s, sq))
            lacks |= rank;
    }
    *out = has;
    return (has & lacks) == 0;
}

/* --- what kind of piece it is -------------------------------------------- */

/* The rows of a direction, clockwise from straight ahead. */
static int rows_of(unsigned direction)
{
    return direction == 2 || direction == 6 ? 0 : direction > 2 && direction < 6 ? -1 : 1;
}

static void look_at(apo_sjaak_type *type, const apo_sjaak_mode *mode, bool *goes_back)
{
    type->goes_far |= mode->slides != 0 || mode->hops != 0 || mode->ride_count > 0;
    *goes_back |= ((mode->slides | mode->hops) & ~0x44) != 0 || mode->ride_count > 0;
    for (unsigned direction = 0; direction < 8; direction++) {
        *goes_back |= mode->steps[direction] > 0 && rows_of(direction) < 0;
        type->goes_far |= mode->steps[direction] > 1;
    }
    for (unsigned i = 0; i < mode->leap_count; i++) {
        *goes_back |= mode->leaps[i][1] < 0;
        type->goes_far |= mode->leaps[i][1] > 1;
    }
}

static void classify(apo_sjaak_type *type)
{
    bool moves_back = false, captures_back = false;
    look_at(type, &type->move, &moves_back);
    look_at(type, &type->capture, &captures_back);
    type->goes_back = moves_back || captures_back;
    type->is_ahead = !moves_back;
    type->is_pawn = type->is_ahead && type->move.has_steps && !type->move.has_leaps &&
                    !type->move.has_rides && type->move.slides == 0 && type->move.hops == 0;
}

/* --- multiple steps ------------------------------------------------------ */

/* The number of steps if these moves are the piece's own single steps made longer; else 0. */
static unsigned lengthened(const apo_sjaak_type *type, const apo_sjaak_mode *mode)
{
    unsigned most = 0;
    apo_sjaak_mode rest = *mode;
    for (unsigned direction = 0; direction < 8; direction++) {
        unsigned steps = mode->steps[direction];
        rest.steps[direction] = type->move.steps[direction];
        if ((steps > 0) != (type->move.steps[direction] == 1) ||
            (steps > 0 && most > 0 && steps != most))
            return 0;
        most = steps > 0 ? steps : most;
    }
    return most > 1 && apo_sjaak__is_same_mode(&rest, &type->move) ? most : 0;
}

/* The own ranks where the piece stands at the start. */
static uint32_t home_ranks(const apo_sjaak *s, const apo_sjaak_type *type, unsigned side)
{
    const apo_draft *draft = s->draft;
    uint32_t ranks = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        if (draft->board[sq] == (side == 0 ? type->letter : apo_to_lower(type->letter)) &&
            draft->is_form[sq] == type->is_form)
            ranks |= UINT32_C(1) << apo_geometry_own_rank(&draft->geometry, (apo_side)side,
                                                          (apo_square)sq);
    return ranks;
}

/* Sjaak tracks only for pawns and castling pieces whether they have moved. */
static bool is_only_pawn(const apo_sjaak *s, const apo_sjaak_type *type)
{
    for (unsigned i = 0; i < s->type_count; i++)
        if (&s->types[i] != type && s->types[i].is_ahead)
            return false;
    return type->is_pawn;
}

static void set_steps(apo_sjaak_type *type, uint32_t ranks, unsigned steps)
{
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
        if (ranks >> rank & 1)
            type->own_steps[rank] = (uint8_t)steps;
}

/* Reads first moves: made from the rank where the piece starts and to which it never
 * returns. */
static void read_initial(apo_sjaak *s, apo_sjaak_type *type, const apo_sjaak_mode *mode,
                         const char *key)
{
    uint32_t ranks[2] = {home_ranks(s, type, 0), home_ranks(s, type, 1)};
    uint32_t own = ranks[0] != 0 ? ranks[0] : ranks[1];
    unsigned steps = lengthened(type, mode);
    bool is_whole = steps > 0 && (own & (own - 1)) == 0 &&
                    (ranks[0] == ranks[1] || ranks[0] == 0 || ranks[1] == 0);
    if (!is_whole || type->goes_back || s->rules[APO_SJAAK_ALLOW_DROPS] != 0 ||
        !is_only_pawn(s, type) || (mode == &type->special && s->has_rights))
        lose(s, mode->line, key,
             "first moves are longer steps here, of the only piece that never goes back, and "
             "from one rank",
             nothing);
    else
        set_steps(type, own, steps);
}

static void read_special(apo_sjaak *s, apo_sjaak_type *type)
{
    uint32_t ranks[2] = {0, 0};
    unsigned steps = lengthened(type, &type->special);
    bool is_whole = steps > 0;
    for (unsigned side = 0; side < 2; side++)
        is_whole =
            apo_sjaak__ranks(s, &type->special_zones[side], side, &ranks[side]) && is_whole;
    bool has_white = type->counts[0] > 0 || s->rules[APO_SJAAK_ALLOW_DROPS] != 0;
    bool has_black = type->counts[1] > 0 || s->rules[APO_SJAAK_ALLOW_DROPS] != 0;
    if (ranks[0] != ranks[1] && has_white && has_black)
        is_whole = false;
    if (s->rules[APO_SJAAK_SPECIAL_INIT] != 0)
        read_initial(s, type, &type->special, "Special");
    else if (!is_whole || type->flag_lines[APO_SJAAK_ROYAL] != 0)
        lose(
            s, type->special.line, "Special",
            "special moves are longer steps here, from the same whole own ranks for both sides",
            nothing);
    else
        set_steps(type, has_white ? ranks[0] : ranks[1], steps);
}

static bool has_steps(const apo_sjaak_type *type)
{
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
        if (type->own_steps[rank] > 0)
            return true;
    return false;
}

static void join_steps(apo_sjaak *s)
{
    const apo_sjaak_type *first = NULL;
    bool is_taken = false, is_set = true;
    for (unsigned i = 0; i < s->type_count; i++) {
        apo_sjaak_type *type = &s->types[i];
        is_taken = is_taken || type->flag_lines[APO_SJAAK_TAKE_EP] != 0;
        if (type->number == 0 || !has_steps(type))
            continue;
        is_set = is_set && type->flag_lines[APO_SJAAK_SET_EP] != 0;
        if (first == NULL)
            first = type;
        bool is_same = !type->is_form;
        for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
            is_same = is_same && type->own_steps[rank] == first->own_steps[rank];
        if (!is_same)
            lose(s, type->line, "Special",
                 "all pieces make the same multiple steps here, from the same ranks", nothing);
        apo_draft_add_letter(s->draft->multi_pieces, type->letter);
    }
    for (unsigned rank = 0; rank <= APO_ROWS_MAX && first != NULL; rank++)
        s->draft->multi_steps[rank] = first->own_steps[rank];
    if (first != NULL && is_taken && !is_set)
        lose(s, first->line, "Flags", "every multiple step can be answered en passant here",
             nothing);
}

/* --- moves --------------------------------------------------------------- */

static bool is_en_passant(const apo_sjaak *s, const apo_sjaak_type *type)
{
    return type->flag_lines[APO_SJAAK_TAKE_EP] != 0 && s->draft->multi_pieces[0] != '\0';
}

/* True if the piece captures en passant: by single steps that only capture. */
static bool is_passant_said(const apo_sjaak_type *type)
{
    const apo_sjaak_mode *capture = type->capture.line != 0 ? &type->capture : &type->move;
    for (unsigned direction = 0; direction < 8; direction++)
        if (capture->steps[direction] > 1 ||
            (capture->steps[direction] > 0 && type->move.steps[direction] > 0))
            return false;
    return true;
}

/* True for leaps to one side only, which Sjaak mirrors for Black and we rotate. */
static bool is_lopsided(const apo_sjaak_mode *mode)
{
    for (unsigned i = 0; i < mode->leap_count; i++) {
        bool has_image = false;
        for (unsigned k = 0; k < mode->leap_count; k++)
            has_image = has_image || (mode->leaps[k][0] == -mode->leaps[i][0] &&
                                      mode->leaps[k][1] == mode->leaps[i][1]);
        if (!has_image)
            return true;
    }
    return false;
}

static void make_moves(apo_sjaak *s, apo_sjaak_type *type)
{
    apo_draft_type *out = &s->draft->types[type->number - 1];
    apo_text text = apo_text_start(out->moves, sizeof out->moves);
    apo_error err = {.detail = "it moves in too many different ways"};
    bool is_passant = is_en_passant(s, type), is_separate = type->capture.line != 0;
    if (is_separate && apo_sjaak__is_same_mode(&type->move, &type->capture))
        is_separate = false;
    bool is_room =
        apo_sjaak__add_moves(s, &type->moves, &type->move,
                             is_separate ? APO_END_MOVE : APO_END_MOVE | APO_END_CAPTURE,
                             is_passant && !is_separate) &&
        (!is_separate ||
         apo_sjaak__add_moves(s, &type->moves, &type->capture, APO_END_CAPTURE, is_passant));
    if (is_passant && !is_passant_said(type))
        lose(s, type->flag_lines[APO_SJAAK_TAKE_EP], "Flags",
             "captures en passant are single steps here that do nothing else", nothing);
    if (apo_sjaak__crosses_holes(&s->draft->geometry, &type->move) ||
        apo_sjaak__crosses_holes(&s->draft->geometry, &type->capture))
        lose(s, type->line, "Exclude", "%s passes over such squares there, and not here",
             type->name);
    if (is_lopsided(&type->move) || is_lopsided(&type->capture))
        lose(s, type->move.line, "Move",
             "leaps to one side only are mirrored for Black there, and turned here", nothing);
    if (!is_room || apo_betza_write(&text, &type->moves, &err) != APO_OK) {
        out->moves[0] = '\0';
        lose(s, type->move.line != 0 ? type->move.line : type->line, "Move",
             "the moves of a piece cannot be written: %s", apo_span_of(err.detail));
    }
    /* Kings do not face each other on a file. */
    if (s->rules[APO_SJAAK_TABOO] != 0 && type->flag_lines[APO_SJAAK_ROYAL] != 0)
        apo_text_add(&text, "vkR");
}

/* --- royal pieces -------------------------------------------------------- */

/* The piece that castles as a king, or else the first royal one. */
static apo_sjaak_type *find_king(apo_sjaak *s)
{
    apo_sjaak_type *found = NULL;
    for (unsigned i = 0; i < s->type_count; i++) {
        apo_sjaak_type *type = &s->types[i];
        bool castles = false;
        if (type->number == 0 || type->flag_lines[APO_SJAAK_ROYAL] == 0)
            continue;
        for (unsigned k = 0; k < s->castling_count; k++)
            castles = castles ||
                      (s->castlings[k].is_on_board &&
                       apo_to_upper(s->draft->board[s->castlings[k].king]) == type->letter);
        if (found == NULL || castles)
            found = type;
    }
    return found;
}

static void make_royals(apo_sjaak *s)
{
    unsigned counts[2] = {0, 0};
    apo_sjaak_type *king = find_king(s);
    char letters[APO_DRAFT_LETTERS_MAX] = "";
    if (king == NULL)
        return;
    for (unsigned i = 0; i < s->type_count; i++) {
        apo_sjaak_type *type = &s->types[i];
        if (type->number == 0 || type->flag_lines[APO_SJAAK_ROYAL] == 0)
            continue;
        for (unsigned side = 0; side < 2; side++)
            counts[side] += type->counts[side];
        if (type != king)
            apo_draft_add_letter(letters, type->letter);
        if (type->is_form)
            lose(s, type->line, "Flags", "a promoted form is not royal here", nothing);
    }
    if (counts[0] > 1 || counts[1] > 1)
        lose(s, king->flag_lines[APO_SJAAK_ROYAL], "Flags",
             "a side with several royal pieces is never in check there", nothing);
    s->draft->types[king->number - 1].is_royal = true;
    if (letters[0] == '\0')
        return;
    if (s->rules[APO_SJAAK_TABOO] != 0)
        lose(s, s->rules[APO_SJAAK_TABOO], "Rule", "taboo is for one type of kings here",
             nothing);
    apo_text_add(&s->sections, "\n[royals]\npieces = ");
    apo_text_add(&s->sections, letters);
    apo_text_add_char(&s->sections, '\n');
}

/* --- areas --------------------------------------------------------------- */

static void make_area(apo_sjaak *s, const apo_sjaak_type *type)
{
    enum {
        SQUARES_MOST = 64
    };

    const apo_geometry *geo = &s->draft->geometry;
    apo_draft_area area = {.square_count = 0};
    bool is_mirrored = true, is_everywhere = true;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        bool is_in = apo_set_has(&type->prisons[0], (apo_square)sq);
        if (!is_square(s, sq))
            continue;
        is_mirrored =
            is_mirrored &&
            is_in == apo_set_has(&type->prisons[1], apo_geometry_mirror(geo, (apo_square)sq));
        is_everywhere = is_everywhere && is_in;
        if (is_in)
            area.squares[area.square_count++] = (apo_square)sq;
    }
    if (is_everywhere && is_mirrored)
        return;
    if (!is_mirrored || type->is_form || area.square_count == 0 ||
        area.square_count > SQUARES_MOST || s->draft->area_count == APO_DRAFT_AREAS_MAX) {
        lose(
            s, type->prison_line, "Prison",
            "at most 8 areas of 64 squares can be expressed here, each the same for both sides",
            nothing);
        return;
    }
    apo_draft_add_letter(area.pieces, type->letter);
    s->draft->areas[s->draft->area_count++] = area;
}

void apo_sjaak__make_pieces(apo_sjaak *s)
{
    for (unsigned i = 0; i < s->type_count; i++)
        classify(&s->types[i]);
    for (unsigned i = 0; i < s->type_count; i++) {
        apo_sjaak_type *type = &s->types[i];
        if (type->number == 0)
            continue;
        if (type->special.line != 0)
            read_special(s, type);
        if (type->initial.line != 0)
            read_initial(s, type, &type->initial, "Initial");
        if (type->prison_line != 0)
            make_area(s, type);
    }
    join_steps(s);
    for (unsigned i = 0; i < s->type_count; i++)
        if (s->types[i].number != 0)
            make_moves(s, &s->types[i]);
    make_royals(s);
}
