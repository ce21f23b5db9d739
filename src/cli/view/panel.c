/* The panel beside the board: whose turn it is, and everything the squares do not show. */
#include "base/text.h"
#include "cli/view/board_view.h"
#include "cli/view/ended.h"
#include "cli/view/sentences.h"
#include "rules/rules/program_view.h"

enum {
    LABEL = 12,
    ITEM_MAX = 96
};

apo_span apo_panel_line(const apo_panel *panel, size_t index)
{
    size_t start = index > 0 ? panel->ends[index - 1] : 0;
    return apo_span_part(apo_buffer_span(&panel->text), start, panel->ends[index] - start);
}

static void end_line(apo_panel *panel)
{
    if (panel->count < APO_PANEL_LINES_MAX)
        panel->ends[panel->count++] = panel->text.length;
}

static void add_blanks(apo_panel *panel, size_t count)
{
    for (size_t i = 0; i < count; i++)
        apo_buffer_add_char(&panel->text, ' ');
}

/* A label and words; continuation lines are indented. */
static void add_item(apo_panel *panel, const char *label, apo_span words)
{
    size_t column = LABEL;
    apo_buffer_add(&panel->text, label);
    add_blanks(panel, LABEL - apo_span_of(label).length);
    for (;;) {
        apo_span word = apo_span_word(&words);
        if (word.length == 0)
            break;
        if (column > LABEL && column + 1 + word.length > panel->width) {
            end_line(panel);
            add_blanks(panel, LABEL);
            column = LABEL;
        } else if (column > LABEL) {
            apo_buffer_add_char(&panel->text, ' ');
            column++;
        }
        apo_buffer_add_span(&panel->text, word);
        column += word.length;
    }
    end_line(panel);
}

static void add_heading(apo_panel *panel, const apo_position *pos, const apo_setup *setup)
{
    apo_buffer *text = &panel->text;
    apo_outcome outcome = apo_position_outcome_counted(pos);
    apo_buffer_add(text, apo_side_name((apo_side)setup->side));
    if (outcome.ending == APO_ENDING_MATE)
        apo_buffer_add(text, " is mated");
    else if (outcome.ending == APO_ENDING_STALEMATE)
        apo_buffer_add(text, " has no move: stalemate");
    else if (outcome.ending == APO_ENDING_BARE)
        apo_buffer_add(text, " to move: both kings are bare");
    else if (outcome.ending != APO_ENDING_NONE)
        apo_buffer_add(text, " to move: the game is over");
    else if (apo_position_is_check(pos))
        apo_buffer_add(text, " to move, in check");
    else
        apo_buffer_add(text, " to move");
    end_line(panel);
    end_line(panel);
}

static void add_turn(apo_panel *panel, const apo_setup *setup)
{
    char buf[ITEM_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&text, setup->move_number);
    if (setup->turn == APO_TURN_FIRST)
        apo_text_add(&text, ", the first of two");
    else if (setup->turn == APO_TURN_SECOND)
        apo_text_add(&text, ", the second of two");
    else if (setup->turn == APO_TURN_BLACK_NEXT)
        apo_text_add(&text, ", then Black has two");
    add_item(panel, "Move", apo_text_span(&text));
}

/* "199 half-moves; 1 more ends the game: advantage to White". */
static void add_quiet(apo_panel *panel, const apo_position *pos, const apo_setup *setup)
{
    apo_buffer text;
    apo_end_view end = apo_end_view_of(pos);
    apo_buffer_init(&text, NULL);
    apo_buffer_add_number(&text, setup->halfmove_count);
    apo_buffer_add(&text, setup->halfmove_count == 1 ? " half-move" : " half-moves");
    if (end.is_near) {
        apo_buffer_add(&text, "; ");
        apo_buffer_add_number(&text, end.quiet_left);
        apo_buffer_add(&text,
                       end.quiet_left == 1 ? " more ends the game: " : " more end the game: ");
        apo_buffer_add(&text, apo_result_words(end.quarters));
    }
    add_item(panel, "Quiet for", apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

/* Adds how often the position has occurred, in a game that repetition ends. */
static void add_occurrences(apo_panel *panel, const apo_position *pos, unsigned occurrences)
{
    char buf[ITEM_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    unsigned needed = apo_repetitions_needed(apo_position_variant(pos));
    if (occurrences < 2 || occurrences >= needed)
        return;
    apo_text_add_number(&text, occurrences);
    apo_text_add(&text, " times; ");
    apo_text_add_number(&text, needed);
    apo_text_add(&text, " end the game");
    add_item(panel, "Was here", apo_text_span(&text));
}

static void add_points(apo_panel *panel, const apo_position *pos)
{
    char buf[ITEM_MAX];
    int points[APO_SIDES];
    apo_text text = apo_text_start(buf, sizeof buf);
    if (!apo_position_points(pos, points))
        return;
    apo_text_add(&text, "White ");
    apo_text_add_number(&text, points[APO_WHITE]);
    apo_text_add(&text, ", Black ");
    apo_text_add_number(&text, points[APO_BLACK]);
    add_item(panel, "Points", apo_text_span(&text));
}

static void add_type(apo_text *text, const apo_variant *var, apo_side side, unsigned type)
{
    char buf[APO_TYPE_TEXT_MAX];
    apo_text_add(text, apo_type_text(buf, var, side, type));
}

static void add_reserve(apo_panel *panel, const apo_variant *var, const apo_setup *setup,
                        apo_side side)
{
    char buf[ITEM_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    unsigned count;
    const uint8_t *order = apo_variant_reserve_order(var, &count);
    for (unsigned i = 0; i < count; i++) {
        uint8_t pieces = setup->rules.reserve[side][order[i]];
        if (pieces == 0)
            continue;
        if (text.length > 0)
            apo_text_add(&text, " ");
        if (pieces > 1)
            apo_text_add_number(&text, pieces);
        add_type(&text, var, side, order[i]);
    }
    if (text.length == 0)
        apo_text_add(&text, "none");
    add_item(panel, side == APO_WHITE ? "Reserve" : "", apo_text_span(&text));
}

static void add_pocket(apo_panel *panel, const apo_variant *var, const apo_setup *setup)
{
    char buf[ITEM_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (setup->rules.pocket[side] == 0)
            continue;
        if (text.length > 0)
            apo_text_add(&text, ", ");
        apo_text_add(&text, side == APO_WHITE ? "White " : "Black ");
        for (apo_type_walk walk = apo_type_walk_of(setup->rules.pocket[side]);
             apo_type_walk_next(&walk);)
            add_type(&text, var, (apo_side)side, walk.type);
    }
    if (text.length > 0)
        add_item(panel, "Pocket", apo_text_span(&text));
}

/* "White's as a rook". */
static void add_joker(apo_panel *panel, const apo_position *pos, apo_side side)
{
    char buf[ITEM_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    unsigned power = apo_position_imitated(pos, side);
    apo_text_add(&text, apo_side_name(side));
    if (power == APO_TYPE_NONE) {
        apo_text_add(&text, "'s cannot move yet");
    } else {
        const apo_variant *var = apo_position_variant(pos);
        apo_text_add(&text, "'s moves as ");
        apo_text_add(&text, apo_type_article(var, power));
        apo_text_add(&text, apo_type_info_of(var, power)->name);
    }
    add_item(panel, side == APO_WHITE ? "Joker" : "", apo_text_span(&text));
}

static void add_square(apo_text *text, const apo_geometry *geo, apo_square sq)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(geo, sq, name);
    apo_text_add(text, name);
}

/* Pieces with a right that they have only while unmoved. */
static void add_unmoved(apo_panel *panel, const apo_variant *var, const apo_setup *setup)
{
    char buf[4 * APO_SQUARES_MAX];
    const apo_geometry *geo = apo_variant_geometry(var);
    bool is_first = true;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_text text = apo_text_start(buf, sizeof buf);
        for (unsigned i = 0; i < apo_geometry_squares(geo); i++) {
            apo_square sq = (apo_square)i;
            apo_piece piece = setup->pieces[sq];
            if (!apo_set_has(&setup->unmoved, sq) || apo_piece_side(piece) != (apo_side)side)
                continue;
            add_type(&text, var, (apo_side)side, apo_piece_type(piece));
            add_square(&text, geo, sq);
            apo_text_add_char(&text, ' ');
        }
        if (text.length > 0)
            add_item(panel, is_first ? "Unmoved" : "", apo_text_span(&text));
        is_first = is_first && text.length == 0;
    }
}

static void add_trail(apo_panel *panel, const apo_variant *var, const apo_setup *setup)
{
    char buf[ITEM_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    for (unsigned i = 0; i < setup->rules.trail.count; i++) {
        add_square(&text, apo_variant_geometry(var), setup->rules.trail.passed[i]);
        apo_text_add_char(&text, ' ');
    }
    if (text.length > 0)
        add_item(panel, "Passed", apo_text_span(&text));
}

void apo_panel_write(apo_panel *out, const apo_position *pos, const apo_board_view *view,
                     unsigned width)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    out->count = 0;
    out->width = width;
    apo_buffer_init(&out->text, NULL);
    add_heading(out, pos, &setup);
    add_turn(out, &setup);
    if (view->last_text != NULL)
        add_item(out, "Last move", apo_span_of(view->last_text));
    add_quiet(out, pos, &setup);
    add_occurrences(out, pos, view->occurrences);
    add_points(out, pos);
    if (apo_variant_has_rule(var, "reserve")) {
        add_reserve(out, var, &setup, APO_WHITE);
        add_reserve(out, var, &setup, APO_BLACK);
    }
    add_pocket(out, var, &setup);
    if (apo_variant_has_rule(var, "joker")) {
        add_joker(out, pos, APO_WHITE);
        add_joker(out, pos, APO_BLACK);
    }
    add_trail(out, var, &setup);
    add_unmoved(out, var, &setup);
}
