#include "definition/draft/draft.h"

/* Draft -> definition file, with comments for its readers. */

static void add_line(apo_buffer *out, const char *key, const char *value)
{
    apo_buffer_add(out, key);
    apo_buffer_add(out, " = ");
    apo_buffer_add(out, value);
    apo_buffer_add_char(out, '\n');
}

static void add_number(apo_buffer *out, const char *key, unsigned number)
{
    apo_buffer_add(out, key);
    apo_buffer_add(out, " = ");
    apo_buffer_add_number(out, number);
    apo_buffer_add_char(out, '\n');
}

/* Appends letters separated by spaces. */
static void add_letters(apo_buffer *out, const char *letters)
{
    for (size_t i = 0; letters[i] != '\0'; i++) {
        if (i > 0)
            apo_buffer_add_char(out, ' ');
        apo_buffer_add_char(out, letters[i]);
    }
    apo_buffer_add_char(out, '\n');
}

static void add_square(apo_buffer *out, const apo_draft *draft, unsigned sq)
{
    char name[APO_SQUARE_NAME_MAX];
    (void)apo_geometry_write_square(&draft->geometry, (apo_square)sq, name);
    apo_buffer_add(out, name);
}

/* Writes what is lost at a place, as comments. */
static void write_losses(apo_buffer *out, const apo_draft *draft, enum apo_draft_place place)
{
    for (unsigned i = 0; i < draft->loss_count; i++) {
        if (draft->losses[i].place != place)
            continue;
        apo_buffer_add(out, "# LOST: ");
        apo_buffer_add(out, draft->losses[i].text);
        apo_buffer_add_char(out, '\n');
    }
    if (place != APO_DRAFT_OUTCOME || draft->more_losses == 0)
        return;
    apo_buffer_add(out, "# LOST: ");
    apo_buffer_add_number(out, draft->more_losses);
    apo_buffer_add(out, " more\n");
}

static void write_head(apo_buffer *out, const apo_draft *draft)
{
    apo_buffer_add(out, "# ");
    apo_buffer_add(out, draft->name);
    apo_buffer_add(out, "\n#\n# Read from ");
    apo_buffer_add(out, draft->source);
    apo_buffer_add(out,
                   ".\n# How to read this file: docs/variant-format.md. Everything after a # "
                   "is a comment.\n");
    write_losses(out, draft, APO_DRAFT_HEAD);
    apo_buffer_add(out, "\n[game]\n");
    add_line(out, "name", draft->name);
    if (draft->inventor[0] != '\0')
        add_line(out, "inventor", draft->inventor);
    if (draft->rules_section[0] != '\0')
        add_line(out, "rules-section", draft->rules_section);
}

/* Writes the squares of a kind, or nothing. */
static void write_places(apo_buffer *out, const apo_draft *draft, const char *key,
                         enum apo_place place, bool is_border_only)
{
    const apo_geometry *geo = &draft->geometry;
    bool is_more = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned row = sq / geo->files;
        bool is_border = geo->bottom_rank == 0 && (row == 0 || row + 1U == geo->rows);
        if (geo->place[sq] != place || is_border != is_border_only)
            continue;
        if (!is_more) {
            apo_buffer_add(out, key);
            apo_buffer_add(out, " =");
        }
        apo_buffer_add_char(out, ' ');
        add_square(out, draft, sq);
        is_more = true;
    }
    if (is_more)
        apo_buffer_add_char(out, '\n');
}

static void write_board(apo_buffer *out, const apo_draft *draft)
{
    apo_buffer_add(out, "\n[board]\n");
    add_number(out, "files", draft->geometry.files);
    add_number(out, "ranks", apo_draft_ranks(draft));
    write_places(out, draft, "brouhaha", APO_PLACE_TRANSIENT, true);
    write_places(out, draft, "holes", APO_PLACE_NONE, false);
    write_losses(out, draft, APO_DRAFT_BOARD);
}

static void write_pieces(apo_buffer *out, const apo_draft *draft)
{
    apo_buffer_add(out, "\n[pieces]\n");
    for (unsigned i = 0; i < draft->type_count; i++) {
        const apo_draft_type *type = &draft->types[i];
        apo_buffer_add(out, type->is_form ? "+" : "");
        apo_buffer_add_char(out, type->letter);
        apo_buffer_add(out, " = ");
        apo_buffer_add(out, type->name);
        apo_buffer_add(out, ", ");
        apo_buffer_add(out, type->moves[0] != '\0' ? type->moves : "none");
        if (type->is_royal)
            apo_buffer_add(out, ", royal");
        if (type->class_name[0] != '\0') {
            apo_buffer_add(out, ", class ");
            apo_buffer_add(out, type->class_name);
        }
        if (type->points > 0) {
            apo_buffer_add(out, ", points ");
            apo_buffer_add_number(out, type->points);
        }
        apo_buffer_add_char(out, '\n');
    }
    write_losses(out, draft, APO_DRAFT_PIECES);
}

static void write_setup(apo_buffer *out, const apo_draft *draft)
{
    const apo_geometry *geo = &draft->geometry;
    apo_buffer_add(out, "\n"
                        "# Upper case is White, a dot an empty square, * a place that is "
                        "not a square.\n"
                        "[setup]\n"
                        "board =\n");
    for (unsigned row = geo->rows; row > 0; row--) {
        apo_buffer_add(out, "    ");
        for (unsigned file = 0; file < geo->files; file++) {
            unsigned sq = (row - 1) * geo->files + file;
            bool is_blank = geo->place[sq] == APO_PLACE_NONE ||
                            (geo->place[sq] == APO_PLACE_TRANSIENT && draft->board[sq] == '.');
            apo_buffer_add(out, draft->is_form[sq] ? "+" : "");
            apo_buffer_add_char(out, is_blank ? '*' : draft->board[sq]);
        }
        apo_buffer_add(out, "    # ");
        apo_buffer_add_number(out, apo_draft_rank(draft, row - 1));
        apo_buffer_add_char(out, '\n');
    }
    if (draft->is_black_first)
        add_line(out, "black-first", "yes");
    write_losses(out, draft, APO_DRAFT_SETUP);
}

static void write_groups(apo_buffer *out, const apo_draft *draft)
{
    write_losses(out, draft, APO_DRAFT_STARTS);
    if (draft->group_count == 0)
        return;
    apo_buffer_add(out, "\n# Pieces that change places from start to start; the board above is "
                        "start 1.\n");
    apo_buffer_add(out, "[starts]\n");
    for (unsigned i = 0; i < draft->group_count; i++) {
        const apo_draft_group *group = &draft->groups[i];
        bool is_black = group->whose == APO_DRAFT_BLACK_ONLY;
        apo_buffer_add(out, is_black                               ? "black-group ="
                            : group->whose == APO_DRAFT_WHITE_ONLY ? "white-group ="
                                                                   : "group =");
        for (unsigned copy = 0; copy < group->copy_count; copy++) {
            apo_buffer_add(out, copy > 0 ? " /" : "");
            for (unsigned k = 0; k < group->square_count; k++) {
                apo_buffer_add_char(out, ' ');
                apo_square sq = group->squares[copy][k];
                add_square(out, draft,
                           is_black ? apo_geometry_mirror(&draft->geometry, sq) : sq);
            }
        }
        apo_buffer_add(out, " : ");
        apo_buffer_add(out, group->orders);
        apo_buffer_add_char(out, '\n');
    }
}

static void write_promotion(apo_buffer *out, const apo_draft *draft)
{
    write_losses(out, draft, APO_DRAFT_PROMOTION);
    if (draft->promoting[0] == '\0')
        return;
    apo_buffer_add(out, "\n[promotion]\npieces = ");
    add_letters(out, draft->promoting);
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++) {
        if (draft->tiers[rank][0] == '\0')
            continue;
        apo_buffer_add(out, "rank ");
        apo_buffer_add_number(out, rank);
        apo_buffer_add(out, " = ");
        add_letters(out, draft->tiers[rank]);
    }
    if (draft->compulsory > 0)
        add_number(out, "compulsory", draft->compulsory);
    apo_buffer_add(out, draft->promotions);
    if (!draft->has_reserve)
        return;
    apo_buffer_add(out, "\n# Promotions are taken out of this, and captured pieces join it.\n"
                        "[reserve]\n");
    if (draft->reserve[0] == '\0')
        return;
    apo_buffer_add(out, "start = ");
    add_letters(out, draft->reserve);
}

static void write_steps(apo_buffer *out, const apo_draft *draft)
{
    unsigned one_rank, steps;
    if (!apo_draft_steps(draft, &one_rank, &steps))
        return;
    apo_buffer_add(out, "\n[multi-step]\npieces = ");
    add_letters(out, draft->multi_pieces);
    if (draft->no_trail > 0)
        add_number(out, "no-trail", draft->no_trail);
    if (one_rank > 0) {
        add_number(out, "rank", one_rank);
        if (steps > 2)
            add_number(out, "steps", steps);
        return;
    }
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++) {
        if (draft->multi_steps[rank] < 2)
            continue;
        apo_buffer_add(out, "from ");
        apo_buffer_add_number(out, rank);
        apo_buffer_add(out, " = ");
        apo_buffer_add_number(out, draft->multi_steps[rank]);
        apo_buffer_add_char(out, '\n');
    }
}

/* The beginning of a numbered line: "squares 2 =". */
static void add_numbered(apo_buffer *out, const char *key, unsigned number)
{
    apo_buffer_add(out, key);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, number);
    apo_buffer_add(out, " =");
}

static void write_areas(apo_buffer *out, const apo_draft *draft)
{
    if (draft->area_count > 0)
        apo_buffer_add(out, "\n# Squares that these pieces never leave.\n[area]\n");
    for (unsigned i = 0; i < draft->area_count; i++) {
        add_numbered(out, "pieces", i + 1);
        apo_buffer_add_char(out, ' ');
        add_letters(out, draft->areas[i].pieces);
        add_numbered(out, "squares", i + 1);
        for (unsigned k = 0; k < draft->areas[i].square_count; k++) {
            apo_buffer_add_char(out, ' ');
            add_square(out, draft, draft->areas[i].squares[k]);
        }
        apo_buffer_add_char(out, '\n');
    }
    if (draft->river_pieces[0] == '\0')
        return;
    apo_buffer_add(out, "\n[river]\npieces = ");
    add_letters(out, draft->river_pieces);
    add_number(out, "rank", draft->river_rank);
}

static void add_set(apo_buffer *out, const apo_draft *draft, const apo_set *squares)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        if (!apo_set_has(squares, (apo_square)sq))
            continue;
        apo_buffer_add_char(out, ' ');
        add_square(out, draft, sq);
    }
    apo_buffer_add_char(out, '\n');
}

static void write_morphs(apo_buffer *out, const apo_draft *draft)
{
    if (draft->morph_count > 0)
        apo_buffer_add(out, "\n# What pieces become on certain squares.\n[morph]\n");
    for (unsigned i = 0; i < draft->morph_count; i++) {
        const apo_draft_morph *morph = &draft->morphs[i];
        add_numbered(out, "pieces", i + 1);
        apo_buffer_add_char(out, ' ');
        add_letters(out, morph->pieces);
        add_numbered(out, "squares", i + 1);
        add_set(out, draft, &morph->squares[APO_WHITE]);
        add_numbered(out, "becomes", i + 1);
        apo_buffer_add_char(out, ' ');
        add_letters(out, morph->becomes);
        if (apo_draft_morph_is_mirrored(draft, morph))
            continue;
        add_numbered(out, "black-squares", i + 1);
        add_set(out, draft, &morph->squares[APO_BLACK]);
    }
}

static void write_heirs(apo_buffer *out, const apo_draft *draft)
{
    if (draft->heirs[0] == '\0')
        return;
    apo_buffer_add(out, "\n# With which a king changes places that would be mated.\n"
                        "[succession]\nheirs = ");
    add_letters(out, draft->heirs);
}

static void write_hands(apo_buffer *out, const apo_draft *draft)
{
    if (draft->forms[0] != '\0') {
        apo_buffer_add(out, "\n# When pieces turn into their promoted forms.\n[forms]\n");
        apo_buffer_add(out, draft->forms);
    }
    if (draft->has_hands) {
        apo_buffer_add(out, "\n# Pieces in hand, which can be dropped.\n[hands]\n");
        apo_buffer_add(out, draft->hands);
    }
}

static void write_rules(apo_buffer *out, const apo_draft *draft)
{
    write_losses(out, draft, APO_DRAFT_RULES);
    write_steps(out, draft);
    write_areas(out, draft);
    write_morphs(out, draft);
    write_heirs(out, draft);
    write_hands(out, draft);
    if (draft->joker != '\0') {
        const char joker[2] = {draft->joker, '\0'};
        apo_buffer_add(out, "\n[joker]\n");
        add_line(out, "piece", joker);
    }
    if (draft->way_count > 0)
        apo_buffer_add(out,
                       "\n# King and partner before, king and partner after.\n[castling]\n");
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        const apo_square squares[4] = {way->king, way->partner, way->king_to, way->partner_to};
        static const char *const keys[] = {"way =", "white-way =", "black-way ="};
        apo_buffer_add(out, keys[way->whose]);
        for (unsigned k = 0; k < 4; k++) {
            apo_buffer_add_char(out, ' ');
            add_square(out, draft, squares[k]);
        }
        apo_buffer_add_char(out, '\n');
    }
    if (draft->castling_king != '\0') {
        const char king[2] = {draft->castling_king, '\0'};
        add_line(out, "king", king);
    }
    if (draft->castling_partners[0] != '\0')
        add_line(out, "partner", draft->castling_partners);
    apo_buffer_add(out, draft->sections);
}

void apo_draft_write(apo_buffer *out, const apo_draft *draft)
{
    write_head(out, draft);
    write_board(out, draft);
    write_pieces(out, draft);
    write_setup(out, draft);
    write_groups(out, draft);
    write_promotion(out, draft);
    write_rules(out, draft);
    apo_buffer_add(out, "\n[outcome]\n");
    add_line(out, "stalemate", draft->stalemate);
    if (draft->is_bare_lost)
        add_line(out, "bare-king", "loss");
    add_number(out, "repetition-count", draft->repetition_count);
    add_number(out, "move-limit", draft->move_limit);
    apo_buffer_add(out, draft->results);
    write_losses(out, draft, APO_DRAFT_OUTCOME);
}
