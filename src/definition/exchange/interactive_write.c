#include "definition/exchange/interactive_priv.h"

/* Draft -> Interactive Diagram. */

static const apo_span nothing = {NULL, 0};

/* Without these a diagram shows no pieces: its script looks for files with the extension "pgn".
 * The set is one of chessvariants.com, whose pictures are called like the pieces. */
static const char pictures[] = "graphicsDir=/graphics.dir/alfaerie/\n"
                               "whitePrefix=w\n"
                               "blackPrefix=b\n"
                               "graphicsType=gif\n"
                               "squareSize=54\n";

typedef struct writing {
    apo_buffer *out;
    apo_buffer *lost; /* not yet in `out` */
    const apo_draft *draft;
    apo_fault_list *diagnostics;
    bool is_symmetric;                   /* Black's squares follow from White's */
    unsigned order[APO_DRAFT_TYPES_MAX]; /* the heir first, then promoting types */
} writing;

static void add_lost(apo_buffer *out, const char *text)
{
    apo_buffer_add(out, "lost=");
    for (; *text != '\0'; text++)
        apo_buffer_add_char(out, *text == ':' || *text == '=' ? '-' : *text);
    apo_buffer_add_char(out, '\n');
}

/* Records a loss as an error, and as a parameter that diagrams ignore before the next line. */
static void lose(const writing *w, const char *part, const char *detail, apo_span word)
{
    char bytes[APO_DRAFT_NAME_MAX + APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_draft_report(w->draft, w->diagnostics, part, detail, word, &text);
    add_lost(w->lost, bytes);
}

/* Writes the pending losses at the start of a line. */
static void flush_lost(const writing *w, apo_buffer *out)
{
    apo_buffer_add_span(out, apo_buffer_span(w->lost));
    apo_buffer_clear(w->lost);
}

static void add_number(apo_buffer *out, const char *name, unsigned number)
{
    apo_buffer_add(out, name);
    apo_buffer_add_char(out, '=');
    apo_buffer_add_number(out, number);
    apo_buffer_add_char(out, '\n');
}

/* The diagram counts all rows from 1. */
static void add_square(const writing *w, unsigned sq)
{
    unsigned files = w->draft->geometry.files;
    apo_buffer_add_char(w->out, (char)('a' + (int)(sq % files)));
    apo_buffer_add_number(w->out, sq / files + 1);
}

static bool is_hole(const apo_draft *draft, unsigned sq)
{
    return draft->geometry.place[sq] != APO_PLACE_SQUARE;
}

/* The place of a type in the list: 0 the heir, 1 promoting types, 2 the others. */
static unsigned place_of(const apo_draft *draft, char letter)
{
    if (apo_interactive__says_heirs(draft) && letter == draft->heirs[0])
        return 0;
    return apo_draft_has_letter(draft->promoting, letter) ? 1 : 2;
}

static void choose_order(writing *w)
{
    unsigned count = 0;
    for (unsigned place = 0; place < 3; place++)
        for (unsigned i = 0; i < w->draft->type_count; i++)
            if (place_of(w->draft, w->draft->types[i].letter) == place)
                w->order[count++] = i;
}

/* --- holes --------------------------------------------------------------- */

/* Runs of holes of each row: "a1-l1,e5". */
static void write_holes(const writing *w)
{
    const apo_geometry *geo = &w->draft->geometry;
    bool is_more = false;
    if (!apo_interactive__has_holes(w->draft))
        return;
    apo_buffer_add(w->out, "hole::::");
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (!is_hole(w->draft, sq))
            continue;
        unsigned last = sq;
        while ((last + 1) % geo->files != 0 && is_hole(w->draft, last + 1))
            last++;
        if (is_more)
            apo_buffer_add_char(w->out, ',');
        add_square(w, sq);
        if (last > sq) {
            apo_buffer_add_char(w->out, '-');
            add_square(w, last);
        }
        is_more = true;
        sq = last;
    }
    apo_buffer_add_char(w->out, '\n');
}

/* --- pieces -------------------------------------------------------------- */

static void write_squares(const writing *w, char piece)
{
    bool is_more = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(&w->draft->geometry); sq++) {
        if (w->draft->board[sq] != piece)
            continue;
        if (is_more)
            apo_buffer_add_char(w->out, ',');
        add_square(w, sq);
        is_more = true;
    }
}

static unsigned count_letter(const char *list, char letter)
{
    unsigned count = 0;
    for (; *list != '\0'; list++)
        count += *list == letter;
    return count;
}

/* Moves with castling, multiple step and imitation added to them. */
static void write_moves(const writing *w, const apo_draft_type *type)
{
    char bytes[APO_DRAFT_MOVES_MAX];
    apo_text extra = apo_text_start(bytes, sizeof bytes);
    apo_buffer_add(w->out, type->moves);
    if (!apo_draft_write_steps(&extra, w->draft, type))
        lose(
            w, "multi-step: pieces",
            "the %s makes multiple steps forward only there, from the one rank on which it starts",
            apo_span_of(type->name));
    bool is_castling = type->is_royal || type->letter == w->draft->castling_king;
    if (is_castling && !apo_draft_write_castling(&extra, w->draft))
        lose(w, "castling: way, white-way, black-way",
             "some ways to castle cannot be expressed: in a diagram the partner is near the "
             "end of the rank, and ends next to the king",
             nothing);
    if (type->letter == w->draft->joker) {
        apo_text_add(&extra, "fI");
        lose(w, "joker: piece",
             "there it imitates whichever piece moved last, multiple steps too", nothing);
    }
    apo_buffer_add_span(w->out, apo_text_span(&extra));
    if (type->moves[0] == '\0' && extra.length == 0)
        apo_buffer_add_char(w->out, 'O');
}

/* A name must not contain a delimiter, and must not be "hole". */
static void write_name(const writing *w, const apo_draft_type *type)
{
    for (const char *c = type->name; *c != '\0'; c++)
        apo_buffer_add_char(w->out, *c == ':' || *c == '=' ? '-' : *c);
    if (apo_span_is(apo_span_of(type->name), "hole"))
        apo_buffer_add(w->out, " piece");
}

static void write_piece(const writing *w, const apo_draft_type *type)
{
    unsigned hand = w->draft->has_reserve ? count_letter(w->draft->reserve, type->letter) : 0;
    write_name(w, type);
    apo_buffer_add_char(w->out, ':');
    apo_buffer_add_char(w->out, type->letter);
    apo_buffer_add_char(w->out, ':');
    write_moves(w, type);
    apo_buffer_add_char(w->out, ':');
    write_name(w, type);
    apo_buffer_add_char(w->out, ':');
    write_squares(w, type->letter);
    if (!w->is_symmetric) {
        apo_buffer_add(w->out, ",,");
        write_squares(w, apo_to_lower(type->letter));
    }
    if (hand > 0) {
        apo_buffer_add_char(w->out, ':');
        apo_buffer_add_number(w->out, hand);
    }
    apo_buffer_add_char(w->out, '\n');
    apo_interactive__write_morph(w->out, w->draft, type->letter);
}

/* --- promotion ----------------------------------------------------------- */

/* The number of rows from the far edge to the row of that own rank. */
static unsigned depth_of(const apo_draft *draft, unsigned rank)
{
    return draft->geometry.rows - (rank - draft->geometry.bottom_rank);
}

static void write_own_choices(const writing *w, unsigned lowest)
{
    const apo_draft *draft = w->draft;
    unsigned highest = lowest, last = apo_draft_rank(draft, draft->geometry.rows - 1U);
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
        if (draft->tiers[rank][0] != '\0')
            highest = rank;
    unsigned compulsory = draft->compulsory > 0 ? draft->compulsory : highest;
    if (compulsory <= lowest)
        return;
    if (compulsory < last)
        lose(w, "promotion: compulsory, rank",
             "a pawn must promote on one rank and may on another; a diagram knows only the "
             "outermost row, so there it may stay a pawn",
             nothing);
    for (const char *c = draft->promoting; *c != '\0'; c++) {
        if (compulsory <= last)
            apo_buffer_add_char(w->out, '!');
        apo_buffer_add_char(w->out, *c);
    }
    if (draft->promoting[0] != '\0' && draft->promoting[1] != '\0')
        lose(w, "promotion: pieces", "there each pawn can also become a pawn of another kind",
             nothing);
}

static void write_promotion(const writing *w)
{
    const apo_draft *draft = w->draft;
    unsigned lowest = 0, count = 0;
    for (unsigned rank = APO_ROWS_MAX; rank > 0; rank--)
        if (draft->tiers[rank][0] != '\0')
            lowest = rank;
    while (draft->promoting[count] != '\0')
        count++;
    add_number(w->out, "maxPromote", count);
    if (count == 0 || lowest == 0)
        return;
    if (draft->geometry.bottom_rank == 0)
        lose(w, "promotion: rank", "there a piece that captures on a border rank promotes, too",
             nothing);
    unsigned zone = depth_of(draft, lowest);
    add_number(w->out, "promoZone", zone);
    apo_buffer_add(w->out, "promoChoice=");
    write_own_choices(w, lowest);
    for (unsigned rank = lowest; rank <= APO_ROWS_MAX; rank++) {
        for (const char *c = draft->tiers[rank]; *c != '\0'; c++) {
            if (draft->has_reserve)
                apo_buffer_add_char(w->out, '*');
            apo_buffer_add_char(w->out, *c);
            if (depth_of(draft, rank) != zone)
                apo_buffer_add_number(w->out, depth_of(draft, rank));
        }
    }
    apo_buffer_add_char(w->out, '\n');
    if (draft->has_reserve)
        apo_buffer_add(w->out, "holdingsType=1\n");
}

/* --- starts -------------------------------------------------------------- */

static bool is_all_orders(const apo_draft_group *group, apo_span first)
{
    apo_span rest = apo_span_of(group->orders);
    unsigned long all = 1, count = 0;
    if (apo_span_starts_with(rest, "any order"))
        return true;
    for (unsigned i = 0; i < first.length; i++) {
        unsigned same = 0;
        for (unsigned k = 0; k <= i; k++)
            same += first.text[k] == first.text[i];
        all = all * (i + 1) / same;
    }
    while (apo_span_word(&rest).length > 0)
        count++;
    return count == all;
}

static void write_shuffle(const writing *w)
{
    bool is_more = false;
    for (unsigned i = 0; i < w->draft->group_count; i++) {
        const apo_draft_group *group = &w->draft->groups[i];
        apo_span rest = apo_span_of(group->orders);
        apo_span first = apo_span_word(&rest);
        if (apo_span_is(first, "any")) {
            (void)apo_span_word(&rest);
            (void)apo_span_word(&rest);
            first = apo_span_word(&rest);
        }
        if (!is_all_orders(group, first)) {
            lose(w, "starts: group, white-group, black-group",
                 "a group of starts that is not all orders of its pieces cannot be expressed",
                 nothing);
            continue;
        }
        if (group->whose != APO_DRAFT_BOTH) {
            lose(w, "starts: white-group, black-group",
                 "both sides change places there in the same way", nothing);
            continue;
        }
        apo_buffer_add(w->out, is_more ? "," : "shuffle=");
        is_more = true;
        for (unsigned k = 0; k < first.length; k++) {
            bool is_again = false;
            for (unsigned j = 0; j < k; j++)
                is_again = is_again || first.text[j] == first.text[k];
            if (is_again)
                continue;
            if (group->copy_count > 1)
                apo_buffer_add_char(w->out, ':');
            apo_buffer_add_char(w->out, first.text[k]);
        }
    }
    if (is_more)
        apo_buffer_add_char(w->out, '\n');
}

static void report_outcome(const writing *w)
{
    const apo_draft *draft = w->draft;
    if (apo_span_is(apo_span_of(draft->stalemate), "advantage"))
        lose(w, "outcome: stalemate", "there is no advantage there; stalemate is a draw",
             nothing);
    if (draft->is_bare_lost)
        lose(w, "outcome: bare-king", "a bare king does not lose there", nothing);
    /* People play diagrams with these two usual rules, which a diagram cannot express. */
    bool is_usual = draft->repetition_count == 3 && draft->move_limit == 50;
    if (is_usual)
        apo_draft_warn(w->draft, w->diagnostics, "outcome: repetition-count, move-limit",
                       "neither repetition nor a limit on moves ends a game there", nothing);
    else if (draft->repetition_count > 0 || draft->move_limit > 0)
        lose(w, "outcome: repetition-count, move-limit",
             "neither repetition nor a limit on moves ends a game there", nothing);
}

static void report_places(const writing *w)
{
    if (w->draft->area_count > 0)
        lose(w, "area", "no piece is kept within an area there", nothing);
    if (w->draft->river_pieces[0] != '\0')
        lose(w, "river", "there is no river there", nothing);
    if (w->draft->drops.is_on)
        lose(w, "hands", "drops are left out", nothing);
    for (unsigned i = 0; i < w->draft->loss_count; i++)
        add_lost(w->lost, w->draft->losses[i].text);
}

/* If the ways to castle differ, left and right are White's for both sides. */
static void write_castling(const writing *w)
{
    char bytes[APO_DRAFT_MOVES_MAX];
    apo_text ways = apo_text_start(bytes, sizeof bytes);
    (void)apo_draft_write_castling(&ways, w->draft);
    for (size_t i = 0; i + 1 < ways.length; i++)
        if (bytes[i] == 'i' && bytes[i + 1] != 's') {
            add_number(w->out, "castleFlip", 1);
            return;
        }
}

static void write_royals(const writing *w)
{
    const apo_draft *draft = w->draft;
    for (unsigned i = 0; i < draft->type_count; i++) {
        const apo_draft_type *type = &draft->types[w->order[i]];
        if (type->is_royal || apo_draft_has_letter(draft->royals.pieces, type->letter))
            add_number(w->out, "royal", i + 1);
    }
    if (draft->royals.pieces[0] != '\0')
        add_number(w->out, "extinction", 0);
}

/* Losses of a piece come before its line. */
static void write_pieces(writing *w)
{
    apo_buffer *out = w->out, line;
    apo_buffer_init(&line, NULL);
    for (unsigned i = 0; i < w->draft->type_count; i++) {
        w->out = &line;
        write_piece(w, &w->draft->types[w->order[i]]);
        flush_lost(w, out);
        apo_buffer_add_span(out, apo_buffer_span(&line));
        apo_buffer_clear(&line);
    }
    w->out = out;
}

void apo_interactive_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    apo_buffer lost;
    writing w = {.out = out, .lost = &lost, .draft = draft, .diagnostics = diagnostics};
    bool is_mirrored = apo_draft_is_mirrored(draft);
    w.is_symmetric = apo_interactive__is_symmetric(draft);
    apo_buffer_init(&lost, NULL);
    choose_order(&w);
    report_places(&w);
    flush_lost(&w, out);
    add_number(out, "files", draft->geometry.files);
    add_number(out, "ranks", draft->geometry.rows);
    apo_buffer_add(out, w.is_symmetric ? "symmetry=mirror\n" : "symmetry=none\n");
    apo_buffer_add(out, pictures);
    if (draft->geometry.bottom_rank == 1)
        add_number(out, "firstRank", 1); /* shows coordinates */
    write_promotion(&w);
    flush_lost(&w, out);
    write_holes(&w);
    write_castling(&w);
    write_pieces(&w);
    if (!w.is_symmetric && is_mirrored && draft->group_count > 0)
        /* for the shuffle, after all pieces are placed */
        apo_buffer_add(out, "symmetry=mirror\n");
    write_shuffle(&w);
    if (apo_span_is(apo_span_of(draft->stalemate), "loss"))
        apo_buffer_add(out, "stalemate=loss\n");
    write_royals(&w);
    if (apo_interactive__says_heirs(draft))
        add_number(out, "succession", 1);
    report_outcome(&w);
    flush_lost(&w, out);
}
