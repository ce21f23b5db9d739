#include "base/mem.h"
#include "definition/exchange/zillions_priv.h"

/* Draft -> rules file of Zillions of Games. A position is named as our square; a direction is
 * White's, and the symmetry turns the whole board for Black, as our pieces do. */

enum {
    EDGE = 16, /* of the board's picture, in pixels */
    SQUARE = 64,
    ACTION_MAX = 4096
};

static const apo_span nothing = {NULL, 0};

static const char *const sides[] = {"White", "Black"};

/* --- the board ----------------------------------------------------------- */

static void write_rows(apo_buffer *out, const apo_geometry *geo)
{
    apo_buffer_add(out, "         (dimensions\n            (\"");
    for (unsigned i = 0; i < geo->files; i++) {
        apo_buffer_add(out, i > 0 ? "/" : "");
        apo_buffer_add_char(out, (char)('a' + (int)i));
    }
    apo_buffer_add(out, "\" (");
    apo_buffer_add_number(out, SQUARE);
    apo_buffer_add(out, " 0))\n            (\"");
    for (unsigned i = geo->rows; i > 0; i--) {
        apo_buffer_add_number(out, i - 1 + geo->bottom_rank);
        apo_buffer_add(out, i > 1 ? "/" : "");
    }
    apo_buffer_add(out, "\" (0 ");
    apo_buffer_add_number(out, SQUARE);
    apo_buffer_add(out, ")))\n");
}

/* Zillions counts ranks downwards. "east" and "west" are the same for both sides. */
static void write_directions(const apo_zillions_writing *w, apo_buffer *out)
{
    apo_buffer_add(out, "         (directions (east 1 0) (west -1 0)");
    for (unsigned i = 0; i < w->direction_count; i++) {
        apo_buffer_add(out, " (");
        apo_zillions__name_direction(out, w->directions[i].files, w->directions[i].rows);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, w->directions[i].files);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, -w->directions[i].rows);
        apo_buffer_add_char(out, ')');
    }
    apo_buffer_add(out, "))\n      (symmetry Black");
    for (unsigned i = 0; i < w->direction_count; i++) {
        const apo_zillions_step *other = &w->directions[i ^ 1U];
        apo_buffer_add(out, " (");
        apo_zillions__name_direction(out, w->directions[i].files, w->directions[i].rows);
        apo_buffer_add_char(out, ' ');
        apo_zillions__name_direction(out, other->files, other->rows);
        apo_buffer_add_char(out, ')');
    }
    apo_buffer_add(out, ")\n");
}

static void write_board(const apo_zillions_writing *w, apo_buffer *out)
{
    apo_buffer_add(out, "   (board\n      (grid\n         (start-rectangle");
    for (unsigned i = 0; i < 4; i++) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, i < 2 ? EDGE : EDGE + SQUARE);
    }
    apo_buffer_add(out, ")\n");
    write_rows(out, &w->draft->geometry);
    write_directions(w, out);
    apo_buffer_add_span(out, apo_buffer_span(&w->zones));
    apo_buffer_add(out, "   )\n");
}

static void write_setup(const apo_zillions_writing *w, apo_buffer *out)
{
    const apo_draft *draft = w->draft;
    apo_buffer_add(out, "   (board-setup\n");
    for (unsigned side = 0; side < 2; side++) {
        apo_buffer_add(out, "      (");
        apo_buffer_add(out, sides[side]);
        for (unsigned i = 0; i < draft->type_count; i++) {
            char letter = draft->types[i].letter;
            bool is_any = false;
            for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
                if (draft->board[sq] != (side == 0 ? letter : apo_to_lower(letter)))
                    continue;
                if (!is_any) {
                    apo_buffer_add(out, " (");
                    apo_zillions__add_name(out, &draft->types[i]);
                }
                is_any = true;
                apo_zillions__add_square(out, draft, (apo_square)sq);
            }
            apo_buffer_add(out, is_any ? ")" : "");
        }
        apo_buffer_add(out, ")\n");
    }
    apo_buffer_add(out, "   )\n");
}

/* --- promotion ----------------------------------------------------------- */

static bool must_promote(const apo_draft *draft, unsigned rank)
{
    unsigned highest = 0;
    for (unsigned i = 1; i <= APO_ROWS_MAX; i++)
        highest = draft->tiers[i][0] != '\0' ? i : highest;
    return rank >= (draft->compulsory > 0 ? draft->compulsory : highest);
}

/* True if the promotion rules change between the own rank below and this one. */
static bool is_new_tier(const apo_draft *draft, unsigned rank, unsigned lowest)
{
    return rank == lowest || draft->tiers[rank][0] != '\0' ||
           must_promote(draft, rank) != must_promote(draft, rank - 1);
}

static unsigned lowest_tier(const apo_draft *draft)
{
    unsigned rank = 1;
    while (rank <= APO_ROWS_MAX && draft->tiers[rank][0] == '\0')
        rank++;
    return rank;
}

/* The zone "promotion-N": the own ranks from N on. */
static void write_promotion_zones(apo_zillions_writing *w)
{
    const apo_draft *draft = w->draft;
    unsigned lowest = lowest_tier(draft), rows = draft->geometry.rows;
    for (unsigned rank = lowest; rank <= apo_draft_rank(draft, rows - 1U); rank++)
        for (unsigned side = 0; side < 2 && is_new_tier(draft, rank, lowest); side++) {
            apo_zillions__add_zone(w, "promotion-", rank, side);
            for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
                unsigned row = sq / draft->geometry.files;
                if (apo_draft_rank(draft, side == 0 ? row : rows - 1U - row) >= rank)
                    apo_zillions__add_square(&w->zones, draft, (apo_square)sq);
            }
            apo_buffer_add(&w->zones, "))\n");
        }
}

static void add_choices(const apo_zillions_writing *w, apo_buffer *out,
                        const apo_draft_type *type, unsigned rank)
{
    const apo_draft *draft = w->draft;
    apo_buffer_add(out, "(add");
    if (!must_promote(draft, rank)) {
        apo_buffer_add_char(out, ' ');
        apo_zillions__add_name(out, type);
    }
    for (unsigned i = 0; i < draft->type_count; i++) {
        bool is_offered = false;
        for (unsigned tier = 1; tier <= rank; tier++)
            is_offered =
                is_offered || apo_draft_has_letter(draft->tiers[tier], draft->types[i].letter);
        if (!is_offered)
            continue;
        apo_buffer_add_char(out, ' ');
        apo_zillions__add_name(out, &draft->types[i]);
    }
    apo_buffer_add_char(out, ')');
}

/* "(if (in-zone? promotion-8) (add Queen Rook) else add)", the highest zone first. */
static void add_promotion(const apo_zillions_writing *w, apo_buffer *out,
                          const apo_draft_type *type)
{
    const apo_draft *draft = w->draft;
    unsigned lowest = lowest_tier(draft), depth = 0;
    if (apo_draft_has_letter(draft->promoting, type->letter))
        for (unsigned rank = apo_draft_rank(draft, draft->geometry.rows - 1U); rank >= lowest;
             rank--) {
            if (!is_new_tier(draft, rank, lowest))
                continue;
            apo_buffer_add(out, "(if (in-zone? promotion-");
            apo_buffer_add_number(out, rank);
            apo_buffer_add(out, ") ");
            add_choices(w, out, type, rank);
            apo_buffer_add(out, " else ");
            depth++;
        }
    apo_buffer_add(out, "add");
    while (depth-- > 0)
        apo_buffer_add_char(out, ')');
}

/* --- areas --------------------------------------------------------------- */

static void write_areas(apo_zillions_writing *w)
{
    const apo_draft *draft = w->draft;
    for (unsigned i = 0; i < draft->area_count; i++)
        for (unsigned side = 0; side < 2; side++) {
            apo_zillions__add_zone(w, "area-", i + 1, side);
            for (unsigned k = 0; k < draft->areas[i].square_count; k++) {
                apo_square sq = draft->areas[i].squares[k];
                apo_zillions__add_square(&w->zones, draft,
                                         side == 0 ? sq
                                                   : apo_geometry_mirror(&draft->geometry, sq));
            }
            apo_buffer_add(&w->zones, "))\n");
        }
}

/* --- pieces -------------------------------------------------------------- */

static bool has_first_moves(const apo_zillions_ways *ways)
{
    for (unsigned i = 0; i < ways->count; i++)
        if (ways->ways[i].is_unmoved)
            return true;
    return false;
}

/* Adds what happens where a piece arrives. */
static void add_action(const apo_zillions_writing *w, apo_buffer *out,
                       const apo_draft_type *type, bool is_counted)
{
    unsigned depth = 0;
    for (unsigned i = 0; i < w->draft->area_count; i++)
        if (apo_draft_has_letter(w->draft->areas[i].pieces, type->letter)) {
            apo_buffer_add(out, "(if (in-zone? area-");
            apo_buffer_add_number(out, i + 1);
            apo_buffer_add(out, ") ");
            depth++;
        }
    if (is_counted)
        apo_buffer_add(out, "(set-attribute never-moved? false) ");
    add_promotion(w, out, type);
    while (depth-- > 0)
        apo_buffer_add_char(out, ')');
}

static void write_picture(apo_buffer *out, const apo_draft_type *type)
{
    apo_buffer_add(out, "      (image");
    for (unsigned side = 0; side < 2; side++) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, sides[side]);
        apo_buffer_add(out, " \"images\\Chess\\");
        apo_buffer_add_char(out, side == 0 ? 'w' : 'b');
        apo_zillions__add_name(out, type);
        apo_buffer_add(out, ".bmp\"");
    }
    apo_buffer_add(out, ")\n");
}

static void write_piece(apo_zillions_writing *w, const apo_draft_type *type)
{
    apo_buffer action, *out = &w->pieces;
    apo_zillions__find_ways(w, type, false);
    bool is_counted = has_first_moves(&w->ways) || apo_zillions__castles(w->draft, type);
    if (w->ways.problem != NULL) {
        char part[APO_DRAFT_PART_MAX];
        apo_zillions__lose(w, apo_draft_part_of(type, part), "its moves are left out: %s",
                           apo_span_of(w->ways.problem));
        w->ways.count = 0;
    }
    apo_buffer_add(out, "   (piece\n      (name ");
    apo_zillions__add_name(out, type);
    apo_buffer_add(out, ")\n");
    write_picture(out, type);
    if (is_counted)
        apo_buffer_add(out, "      (attribute never-moved? true)\n");
    apo_buffer_init(&action, NULL);
    add_action(w, &action, type, is_counted);
    apo_buffer_add_char(&action, '\0');
    apo_buffer_add(out, "      (moves\n");
    if (!action.is_failed)
        apo_zillions__write_ways(w, apo_buffer_span(&action).text);
    if (type->is_royal)
        apo_zillions__write_castlings(w);
    apo_buffer_add(out, "      ))\n");
    apo_buffer_clear(&action);
}

/* Finds all trails before it writes the pieces that capture on them. */
static void write_pieces(apo_zillions_writing *w)
{
    apo_fault_list *diagnostics = w->diagnostics;
    w->diagnostics = NULL;
    for (unsigned i = 0; i < w->draft->type_count; i++)
        apo_zillions__find_ways(w, &w->draft->types[i], true);
    w->diagnostics = diagnostics;
    apo_buffer_rewind(&w->lost);
    for (unsigned i = 0; i < w->draft->type_count; i++)
        write_piece(w, &w->draft->types[i]);
}

/* --- what cannot be expressed -------------------------------------------- */

static void report_board(apo_zillions_writing *w)
{
    const apo_geometry *geo = &w->draft->geometry;
    bool has_holes = false, is_vanishing = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        has_holes = has_holes || geo->place[sq] == APO_PLACE_NONE;
        is_vanishing = is_vanishing || geo->place[sq] == APO_PLACE_TRANSIENT;
    }
    if (has_holes)
        apo_zillions__lose(w, "board: holes", "holes are ordinary squares there", nothing);
    if (is_vanishing)
        apo_zillions__lose(w, "board: brouhaha",
                           "squares that vanish when a piece leaves them are ordinary squares "
                           "there",
                           nothing);
    if (w->draft->group_count > 0)
        apo_zillions__lose(w, "starts: group, white-group, black-group",
                           "only the first of the numbered starts is there", nothing);
}

static void report_rules(apo_zillions_writing *w)
{
    const apo_draft *draft = w->draft;
    if (draft->joker != '\0')
        apo_zillions__lose(w, "joker", "no piece moves as another one does there", nothing);
    if (draft->has_reserve)
        apo_zillions__lose(w, "reserve", "promotion is not limited there", nothing);
    if (draft->drops.is_on || draft->has_hands)
        apo_zillions__lose(w, "hands", "drops are left out", nothing);
    if (draft->forms[0] != '\0' || draft->promotions[0] != '\0')
        apo_zillions__lose(w, "forms", "promoted forms are left out", nothing);
    if (draft->river_pieces[0] != '\0')
        apo_zillions__lose(w, "river", "there is no river there", nothing);
    for (unsigned i = 0; i < draft->loss_count; i++) {
        apo_buffer_add(&w->lost, "; LOST: ");
        apo_buffer_add(&w->lost, draft->losses[i].text);
        apo_buffer_add_char(&w->lost, '\n');
    }
}

static void report_ends(apo_zillions_writing *w)
{
    const apo_draft *draft = w->draft;
    if (apo_span_is(apo_span_of(draft->stalemate), "advantage"))
        apo_zillions__lose(w, "outcome: stalemate",
                           "there is no advantage there; stalemate is a draw", nothing);
    if (draft->is_bare_lost)
        apo_zillions__lose(w, "outcome: bare-king", "a bare king does not lose there", nothing);
    if (draft->repetition_count > 0 && draft->repetition_count != 3)
        apo_zillions__lose(w, "outcome: repetition-count",
                           "the third occurrence of a position ends the game there", nothing);
    /* Zillions plays without a limit. */
    if (draft->move_limit == 50)
        apo_draft_warn(w->draft, w->diagnostics, "outcome: move-limit",
                       "no limit on moves ends a game there", nothing);
    else if (draft->move_limit > 0)
        apo_zillions__lose(w, "outcome: move-limit", "no limit on moves ends a game there",
                           nothing);
}

static void find_royal(apo_zillions_writing *w)
{
    for (unsigned i = 0; i < w->draft->type_count; i++) {
        if (!w->draft->types[i].is_royal)
            continue;
        if (w->royal == NULL)
            w->royal = &w->draft->types[i];
    }
}

/* --- the file ------------------------------------------------------------ */

/* Text between quotes, on one line. */
static void add_quoted(apo_buffer *out, const char *text)
{
    apo_buffer_add_char(out, '"');
    for (; *text != '\0'; text++)
        apo_buffer_add_char(out, *text == '"' ? '\'' : *text);
    apo_buffer_add_char(out, '"');
}

static void write_head(const apo_zillions_writing *w, apo_buffer *out)
{
    const apo_draft *draft = w->draft;
    apo_buffer_add(out, "; A rules file for Zillions of Games, converted from ");
    apo_buffer_add(out, draft->source);
    apo_buffer_add(out, ".\n; The pictures named below must be in Zillions' folders.\n");
    apo_buffer_add_span(out, apo_buffer_span(&w->lost));
    apo_buffer_add(out, "(version \"2.0\")\n"
                        "(define leap ($1 (verify not-friend?) add))\n"
                        "(define slide ($1 (while empty? add $1) (verify not-friend?) add))\n"
                        "(game\n   (title ");
    add_quoted(out, draft->name);
    apo_buffer_add(out, ")\n");
    if (draft->inventor[0] != '\0') {
        apo_buffer_add(out, "   (history ");
        add_quoted(out, draft->inventor);
        apo_buffer_add(out, ")\n");
    }
    apo_buffer_add(out, "   (players White Black)\n   (turn-order White Black)\n");
}

static void write_ends(const apo_zillions_writing *w, apo_buffer *out)
{
    bool is_loss = apo_span_is(apo_span_of(w->draft->stalemate), "loss");
    if (w->royal != NULL) {
        apo_buffer_add(out, "   (loss-condition (White Black) (checkmated ");
        apo_zillions__add_name(out, w->royal);
        apo_buffer_add(out, "))\n");
    }
    apo_buffer_add(out, is_loss ? "   (loss-condition" : "   (draw-condition");
    apo_buffer_add(out, " (White Black) stalemated)\n");
    if (w->draft->repetition_count > 0)
        apo_buffer_add(out, "   (draw-condition (White Black) repetition)\n");
}

static void write_game(apo_zillions_writing *w, apo_buffer *out)
{
    find_royal(w);
    write_promotion_zones(w);
    write_areas(w);
    write_pieces(w);
    report_board(w);
    report_rules(w);
    report_ends(w);
    write_head(w, out);
    write_board(w, out);
    write_setup(w, out);
    apo_buffer_add_span(out, apo_buffer_span(&w->pieces));
    write_ends(w, out);
    apo_buffer_add(out, ")\n");
    out->is_failed =
        out->is_failed || w->lost.is_failed || w->zones.is_failed || w->pieces.is_failed;
}

void apo_zillions_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    apo_zillions_writing *w = apo_allocate_zero(NULL, sizeof *w);
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
