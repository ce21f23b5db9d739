#include "base/mem.h"
#include "definition/exchange/sjaak_write_priv.h"

/* Draft -> variant of a file of Sjaak II. */

static const apo_span nothing = {NULL, 0};

enum {
    SIDE_MOST = 15, /* files, and ranks */
    SQUARES_MOST = 127
};

void apo_sjaak__lose_written(apo_sjaak_writing *w, const char *part, const char *detail,
                             apo_span word)
{
    char bytes[APO_DRAFT_NAME_MAX + APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_draft_report(w->draft, w->diagnostics, part, detail, word, &text);
    apo_buffer_add(&w->lost, "# LOST: ");
    apo_buffer_add(&w->lost, bytes);
    apo_buffer_add_char(&w->lost, '\n');
}

static void lose(apo_sjaak_writing *w, const char *part, const char *detail)
{
    apo_sjaak__lose_written(w, part, detail, nothing);
}

/* --- zones --------------------------------------------------------------- */

static void add_squares(apo_buffer *out, const apo_draft *draft, const apo_set *squares)
{
    const apo_geometry *geo = &draft->geometry;
    const char *before = "";
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (!apo_set_has(squares, (apo_square)sq))
            continue;
        apo_buffer_add(out, before);
        apo_buffer_add_char(out, (char)('a' + (int)apo_geometry_file(geo, (apo_square)sq)));
        apo_buffer_add_number(out, apo_geometry_row(geo, (apo_square)sq) + 1);
        before = ",";
    }
}

/* All names are of one length: Sjaak takes the first zone that a name begins with. */
static void name_zone(apo_buffer *out, unsigned number)
{
    apo_buffer_add(out, number < 10 ? "zone_00" : number < 100 ? "zone_0" : "zone_");
    apo_buffer_add_number(out, number);
}

/* Adds the zone's name, and its line if it is a new one. */
static void add_zone(apo_sjaak_writing *w, apo_buffer *out, const apo_set *squares)
{
    if (apo_set_is_empty(squares)) {
        apo_buffer_add(out, "empty");
        return;
    }
    unsigned i = 0;
    while (i < w->zone_count && memcmp(&w->known[i], squares, sizeof *squares) != 0)
        i++;
    if (i == APO_SJAAK_ZONES_MAX) {
        lose(w, "area", "there are more than 128 zones");
        return;
    }
    if (i == w->zone_count) {
        w->known[w->zone_count++] = *squares;
        apo_buffer_add(&w->zones, "Zone: ");
        name_zone(&w->zones, i + 1);
        apo_buffer_add(&w->zones, " = ");
        add_squares(&w->zones, w->draft, squares);
        apo_buffer_add_char(&w->zones, '\n');
    }
    name_zone(out, i + 1);
}

/* "Key: zone, zone", White's and Black's: the squares on which the bits of own ranks are set.
 */
static void add_ranks(apo_sjaak_writing *w, const char *key, uint32_t ranks)
{
    const apo_geometry *geo = &w->draft->geometry;
    apo_buffer_add(&w->pieces, key);
    for (unsigned side = 0; side < 2; side++) {
        apo_set zone = {{0}};
        for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
            unsigned rank = apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq);
            if (geo->place[sq] == APO_PLACE_SQUARE && ranks >> rank & 1)
                apo_set_add(&zone, (apo_square)sq);
        }
        apo_buffer_add(&w->pieces, side == 0 ? "" : ", ");
        add_zone(w, &w->pieces, &zone);
    }
}

/* --- pieces -------------------------------------------------------------- */

static void write_area(apo_sjaak_writing *w, const apo_draft_type *type)
{
    const apo_draft *draft = w->draft;
    for (unsigned i = 0; i < draft->area_count; i++) {
        const apo_draft_area *area = &draft->areas[i];
        apo_set zones[2] = {{{0}}, {{0}}};
        if (!apo_draft_has_letter(area->pieces, type->letter))
            continue;
        for (unsigned k = 0; k < area->square_count; k++) {
            apo_set_add(&zones[0], area->squares[k]);
            apo_set_add(&zones[1], apo_geometry_mirror(&draft->geometry, area->squares[k]));
        }
        apo_buffer_add(&w->pieces, "Prison: ");
        add_zone(w, &w->pieces, &zones[0]);
        apo_buffer_add(&w->pieces, ", ");
        add_zone(w, &w->pieces, &zones[1]);
        apo_buffer_add_char(&w->pieces, '\n');
        return;
    }
}

/* The longer steps from certain ranks: those of the piece's single steps ahead. */
static void write_steps(apo_sjaak_writing *w, const apo_draft_type *type,
                        const apo_sjaak_powers *powers)
{
    const apo_draft *draft = w->draft;
    apo_sjaak_mode longer = {.line = 0}, rest = powers->modes[0];
    uint32_t ranks = 0;
    unsigned steps = 0;
    bool is_one = true;
    if (!apo_draft_has_letter(draft->multi_pieces, type->letter) || powers->lost != NULL)
        return;
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++) {
        if (draft->multi_steps[rank] < 2)
            continue;
        is_one = is_one && (steps == 0 || steps == draft->multi_steps[rank]);
        steps = draft->multi_steps[rank];
        ranks |= UINT32_C(1) << rank;
    }
    for (unsigned direction = 0; direction < 8; direction++) {
        bool is_ahead = direction < 2 || direction == 7;
        if (rest.steps[direction] == 0)
            continue;
        is_one = is_one && is_ahead && rest.steps[direction] == 1;
        longer.steps[direction] = (uint8_t)steps;
        rest.steps[direction] = 0;
    }
    is_one = is_one && rest.leap_count == 0 && rest.ride_count == 0 && rest.slides == 0 &&
             rest.hops == 0 && steps <= 9;
    if (!is_one) {
        apo_sjaak__lose_written(w, "multi-step: pieces",
                                "the multiple steps of the %s cannot be expressed",
                                apo_span_of(type->name));
    } else if (ranks != 0) {
        add_ranks(w, "Special: ", ranks);
        apo_sjaak__write_mode(&w->pieces, ", ", &longer);
    }
}

/* Bits of the own ranks from one on. */
static uint32_t ranks_from(const apo_draft *draft, unsigned first)
{
    uint32_t ranks = 0;
    for (unsigned rank = first; rank <= draft->geometry.rows; rank++)
        ranks |= UINT32_C(1) << rank;
    return ranks;
}

/* By default a piece need not promote there while it can move. */
static void write_promotion(apo_sjaak_writing *w, const apo_draft_type *type)
{
    const apo_draft *draft = w->draft;
    unsigned first = 0, tiers = 0;
    for (unsigned rank = APO_ROWS_MAX; rank > 0; rank--)
        if (draft->tiers[rank][0] != '\0') {
            first = rank;
            tiers++;
        }
    if (!apo_draft_has_letter(draft->promoting, type->letter) || type->is_form || tiers == 0)
        return;
    if (tiers > 1)
        apo_sjaak__lose_written(w, "promotion: rank",
                                "the %s becomes the same everywhere it promotes there",
                                apo_span_of(type->name));
    unsigned compulsory = draft->compulsory > 0 ? draft->compulsory : first;
    add_ranks(w, "Promotion: ", ranks_from(draft, first));
    apo_buffer_add(&w->pieces, ", \"");
    apo_buffer_add(&w->pieces, draft->tiers[first]);
    apo_buffer_add(&w->pieces, "\"\n");
    add_ranks(
        w, "Optional promotion: ", ranks_from(draft, first) & ~ranks_from(draft, compulsory));
    apo_buffer_add_char(&w->pieces, '\n');
}

static void add_flag(apo_buffer *out, bool *is_first, const char *flag)
{
    apo_buffer_add(out, *is_first ? "Flags: " : ",");
    apo_buffer_add(out, flag);
    *is_first = false;
}

static void write_flags(apo_sjaak_writing *w, const apo_draft_type *type,
                        const apo_sjaak_powers *powers)
{
    const apo_draft *draft = w->draft;
    const apo_draft_drops *drops = &draft->drops;
    bool is_first = true, can_drop = drops->is_on && !type->is_form && !type->is_royal;
    if (type->is_royal)
        add_flag(&w->pieces, &is_first, "royal");
    if (!type->is_form && apo_draft_has_letter(draft->multi_pieces, type->letter))
        add_flag(&w->pieces, &is_first, "set_ep");
    if (powers->takes_passing)
        add_flag(&w->pieces, &is_first, "take_ep");
    if (can_drop && !drops->may_check)
        add_flag(&w->pieces, &is_first, "drop_no_check");
    if (can_drop && apo_draft_has_letter(drops->mate_loses, type->letter))
        add_flag(&w->pieces, &is_first, "drop_no_mate");
    if (can_drop && apo_draft_has_letter(drops->one_a_file, type->letter))
        add_flag(&w->pieces, &is_first, "drop_one_file");
    if (can_drop && drops->may_be_stuck)
        add_flag(&w->pieces, &is_first, "drop_dead");
    apo_buffer_add(&w->pieces, is_first ? "" : "\n");
}

static void add_symbol(apo_buffer *out, const apo_draft_type *type, bool is_black)
{
    apo_buffer_add(out, type->is_form ? "+" : "");
    apo_buffer_add_char(out, is_black ? apo_to_lower(type->letter) : type->letter);
}

static void write_symbols(apo_buffer *out, const apo_draft_type *type, bool is_pawn)
{
    apo_buffer_add(out, "Symbol: \"");
    if (is_pawn)
        apo_buffer_add_char(out, ' ');
    else
        add_symbol(out, type, false);
    apo_buffer_add(out, "\", \"");
    add_symbol(out, type, false);
    apo_buffer_add_char(out, ',');
    add_symbol(out, type, true);
    apo_buffer_add(out, "\"\n");
}

/* --- castling ------------------------------------------------------------ */

static void write_castling(apo_sjaak_writing *w, const apo_draft_way *way, bool is_black)
{
    const apo_geometry *geo = &w->draft->geometry;
    bool is_turned = is_black && way->whose == APO_DRAFT_BOTH;
    const apo_square squares[] = {way->king, way->king_to, way->partner};
    static const char *const before[] = {"", "-", " with "};
    apo_buffer_add(&w->pieces, is_black ? "Castle: black " : "Castle: white ");
    for (unsigned i = 0; i < 3; i++) {
        apo_square sq = is_turned ? apo_geometry_mirror(geo, squares[i]) : squares[i];
        apo_set one = {{0}};
        apo_set_add(&one, sq);
        apo_buffer_add(&w->pieces, before[i]);
        add_squares(&w->pieces, w->draft, &one);
    }
    apo_buffer_add_char(&w->pieces, '\n');
}

/* True if Sjaak puts the partner where we do, and there is no other way with it. */
static bool is_usual_way(const apo_draft *draft, const apo_draft_way *way)
{
    const apo_geometry *geo = &draft->geometry;
    int toward = way->partner > way->king ? 1 : -1;
    const apo_draft_type *king = apo_draft_type_of(draft, draft->board[way->king]);
    bool is_kings_side = apo_geometry_file(geo, way->king_to) >= geo->files / 2U;
    for (unsigned i = 0; i < draft->way_count; i++)
        if (&draft->ways[i] != way && draft->ways[i].partner == way->partner &&
            draft->ways[i].whose == way->whose)
            return false;
    return king != NULL && king->is_royal && is_kings_side == (toward > 0) &&
           ((int)way->king_to - (int)way->king) * toward > 0 &&
           apo_geometry_row(geo, way->king) == apo_geometry_row(geo, way->partner) &&
           (int)way->partner_to == (int)way->king_to - toward;
}

static void write_castlings(apo_sjaak_writing *w)
{
    const apo_draft *draft = w->draft;
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        if (!is_usual_way(draft, way)) {
            lose(w, "castling: way, white-way, black-way",
                 "the king goes to one square with each partner there, and the partner beside "
                 "it");
            return;
        }
        for (unsigned side = 0; side < 2; side++)
            if (way->whose == APO_DRAFT_BOTH ||
                way->whose == (side == 0 ? APO_DRAFT_WHITE_ONLY : APO_DRAFT_BLACK_ONLY))
                write_castling(w, way, side == 1);
    }
}

/* --- a piece ------------------------------------------------------------- */

static void write_piece(apo_sjaak_writing *w, const apo_draft_type *type)
{
    const apo_draft *draft = w->draft;
    apo_sjaak_powers powers;
    bool is_pawn = !type->is_form && (apo_draft_has_letter(draft->promoting, type->letter) ||
                                      apo_draft_has_letter(draft->multi_pieces, type->letter));
    apo_sjaak__find_powers(&powers, draft, type, is_pawn);
    if (powers.lost != NULL) {
        char part[APO_DRAFT_PART_MAX];
        apo_sjaak__lose_written(w, apo_draft_part_of(type, part), "its moves are left out: %s",
                                apo_span_of(powers.lost));
        memset(powers.modes, 0, sizeof powers.modes);
    }
    if (type->moves[0] == '\0' && draft->joker == type->letter)
        lose(w, "joker", "no piece moves as another one does there");
    w->is_taboo = w->is_taboo || powers.is_taboo;
    apo_buffer_add(&w->pieces, "\nPiece: ");
    apo_buffer_add(&w->pieces, type->name);
    apo_buffer_add_char(&w->pieces, '\n');
    apo_sjaak__write_mode(&w->pieces, "Move: ", &powers.modes[0]);
    if (!apo_sjaak__is_same_mode(&powers.modes[0], &powers.modes[1]))
        apo_sjaak__write_mode(&w->pieces, "Capture: ", &powers.modes[1]);
    write_steps(w, type, &powers);
    write_symbols(&w->pieces, type, is_pawn);
    write_flags(w, type, &powers);
    write_area(w, type);
    write_promotion(w, type);
    if (type->is_royal)
        write_castlings(w);
}

/* --- what cannot be expressed -------------------------------------------- */

static void report_board(apo_sjaak_writing *w)
{
    const apo_draft *draft = w->draft;
    const apo_geometry *geo = &draft->geometry;
    bool is_vanishing = geo->bottom_rank != 1, has_forms = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        is_vanishing = is_vanishing || geo->place[sq] == APO_PLACE_TRANSIENT;
        has_forms = has_forms || draft->is_form[sq];
    }
    if (geo->files > SIDE_MOST || geo->rows > SIDE_MOST ||
        apo_geometry_squares(geo) > SQUARES_MOST)
        lose(w, "board: files, ranks",
             "there are at most 15 files, 15 ranks and 127 squares there");
    if (draft->type_count > APO_SJAAK_TYPES_MAX)
        lose(w, "pieces", "there are at most 32 pieces there");
    if (is_vanishing)
        lose(w, "board: brouhaha",
             "squares that vanish when a piece leaves them are ordinary squares there");
    if (has_forms)
        lose(w, "setup: board", "promoted forms at the start are left out");
    if (draft->group_count > 0)
        lose(w, "starts: group, white-group, black-group",
             "only the first of the numbered starts is there");
    if (draft->is_black_first)
        lose(w, "setup: black-first", "White moves first there");
}

/* Each condition of drops that has no word there. */
static void report_hands(apo_sjaak_writing *w)
{
    const apo_draft_drops *drops = &w->draft->drops;
    bool has_ranks = false;
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
        has_ranks = has_ranks || drops->not_on[rank][0] != '\0';

    const struct {
        bool is_lost;
        const char *part, *detail;
    } conditions[] = {
        {drops->is_falling, "hands: falling", "no piece falls there"},
        {drops->is_endless, "hands: endless", "hands become empty there"},
        {drops->are_forms_dropped, "hands: promoted-drops",
         "no piece is dropped promoted there"},
        {drops->do_dropped_castle, "hands: castle", "a dropped piece does not castle there"},
        {drops->are_returned, "hands: captured",
         "captured pieces join the captor's hand there"},
        {drops->are_some_kept_out, "hands: pieces", "all captured pieces join a hand there"},
        {drops->no_mate[0] != '\0', "hands: no-mate",
         "a drop that mates is legal there, or loses"},
        {drops->both_colours[0] != '\0', "hands: both-colours",
         "squares of both colours are alike there"},
        {has_ranks, "hands: not-on", "drops are not kept from ranks there"},
        {drops->square_count[0] > 0 || drops->square_count[1] > 0, "hands: squares",
         "drops are not kept to squares there"},
        {drops->one_a_file[0] != '\0' && drops->file_most > 1, "hands: file-most",
         "a file has one at most there"},
    };

    for (size_t i = 0; drops->is_on && i < sizeof conditions / sizeof *conditions; i++)
        if (conditions[i].is_lost)
            lose(w, conditions[i].part, conditions[i].detail);
}

static void report_rules(apo_sjaak_writing *w)
{
    const apo_draft *draft = w->draft;
    if (draft->has_reserve)
        lose(w, "reserve", "promotion is not limited there");
    if (draft->promotions[0] != '\0')
        lose(w, "promotion", "all pieces promote alike there");
    if (draft->river_pieces[0] != '\0')
        lose(w, "river", "there is no river there");
    report_hands(w);
    for (unsigned i = 0; i < draft->loss_count; i++) {
        apo_buffer_add(&w->lost, "# LOST: ");
        apo_buffer_add(&w->lost, draft->losses[i].text);
        apo_buffer_add_char(&w->lost, '\n');
    }
}

/* --- the file ------------------------------------------------------------ */

static void write_name(const apo_sjaak_writing *w, apo_buffer *out)
{
    apo_buffer_add(out, "Variant: ");
    for (const char *c = w->draft->name; *c != '\0'; c++)
        apo_buffer_add_char(out, *c == '#' ? ' ' : *c);
    apo_buffer_add_char(out, '\n');
}

static void write_board(const apo_sjaak_writing *w, apo_buffer *out)
{
    const apo_draft *draft = w->draft;
    apo_set holes = {{0}};
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        if (draft->geometry.place[sq] == APO_PLACE_NONE)
            apo_set_add(&holes, (apo_square)sq);
    apo_buffer_add(out, "Board: ");
    apo_buffer_add_number(out, draft->geometry.files);
    apo_buffer_add_char(out, 'x');
    apo_buffer_add_number(out, draft->geometry.rows);
    apo_buffer_add(out, "\nFEN: \"");
    apo_draft_write_fen(out, draft);
    apo_buffer_add(out, "\"\n");
    if (!apo_set_is_empty(&holes)) {
        apo_buffer_add(out, "Exclude: ");
        add_squares(out, draft, &holes);
        apo_buffer_add_char(out, '\n');
    }
}

static void write_rules(apo_sjaak_writing *w, apo_buffer *out)
{
    const apo_draft *draft = w->draft;
    bool is_loss = apo_span_is(apo_span_of(draft->stalemate), "loss");
    apo_buffer_add(out, "\nRule: stalemate = ");
    apo_buffer_add(out, is_loss ? "win" : "draw"); /* for the side that brings it about */
    apo_buffer_add(out, "\nRule: repeat");
    apo_buffer_add_number(out, draft->repetition_count);
    apo_buffer_add(out, " = draw\nRule: movecountdraw = ");
    apo_buffer_add_number(out, draft->move_limit);
    apo_buffer_add_char(out, '\n');
    if (draft->is_bare_lost)
        apo_buffer_add(out, "Rule: bare rule\nRule: loneking = loss\n");
    if (w->is_taboo)
        apo_buffer_add(out, "Rule: taboo\n");
    if (draft->drops.is_on)
        apo_buffer_add(out, draft->drops.takes ? "Rule: keep capture, allow drops\n"
                                               : "Rule: allow drops\n");
}

static void write_game(apo_sjaak_writing *w, apo_buffer *out)
{
    const apo_draft *draft = w->draft;
    for (unsigned i = 0; i < draft->type_count; i++)
        write_piece(w, &draft->types[i]);
    report_board(w);
    report_rules(w);
    if (apo_span_is(apo_span_of(draft->stalemate), "advantage"))
        lose(w, "outcome: stalemate", "there is no advantage there; stalemate is a draw");
    if (draft->move_limit > APO_SJAAK_MOVES_MOST)
        lose(w, "outcome: move-limit", "at most 63 moves without a capture are counted there");
    apo_buffer_add(out, "# A variant for Sjaak II, converted from ");
    apo_buffer_add(out, draft->source);
    apo_buffer_add(out, ".\n");
    apo_buffer_add_span(out, apo_buffer_span(&w->lost));
    write_name(w, out);
    write_board(w, out);
    apo_buffer_add_span(out, apo_buffer_span(&w->zones));
    apo_buffer_add_span(out, apo_buffer_span(&w->pieces));
    write_rules(w, out);
    out->is_failed =
        out->is_failed || w->lost.is_failed || w->zones.is_failed || w->pieces.is_failed;
}

void apo_sjaak_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    apo_sjaak_writing *w = apo_allocate_zero(NULL, sizeof *w);
    if (w == NULL) {
        out->is_failed = true;
        return;
    }
    w->draft = draft;
    w->diagnostics = diagnostics;
    apo_buffer_init(&w->lost, NULL);
    apo_buffer_init(&w->zones, NULL);
    apo_buffer_init(&w->pieces, NULL);
    write_game(w, out);
    apo_buffer_clear(&w->lost);
    apo_buffer_clear(&w->zones);
    apo_buffer_clear(&w->pieces);
    apo_free(NULL, w);
}
