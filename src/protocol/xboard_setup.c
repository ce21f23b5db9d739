#include "protocol/xboard_priv.h"

static void open_game(apo_xboard *x, apo_span name)
{
    apo_status status = apo_xboard_open(x, name);
    if (status == APO_E_UNKNOWN)
        apo_xboard_report_error(x, "unknown variant", name);
    else if (status != APO_OK)
        apo_xboard_report_error(x, apo_status_message(status), name);
}

void apo_xboard_handle_new(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    open_game(x, apo_span_of("normal"));
    x->is_forced = x->is_editing = x->is_paused = false;
    x->own = APO_BLACK;
    x->depth = 0;
    x->own_ms = x->other_ms = -1;
    if (x->is_analysing)
        apo_xboard_start(x);
}

/* Cuts off leading digits and the character after them. */
static bool cut_number(apo_span *rest, char end, uint32_t *out)
{
    size_t length = 0;
    while (length < rest->length && apo_is_digit(rest->text[length]))
        length++;
    if (length == rest->length || rest->text[length] != end ||
        !apo_span_number(apo_span_part(*rest, 0, length), 99, out))
        return false;
    *rest = apo_span_part(*rest, length + 1, rest->length);
    return true;
}

/* "10x8+0_capablanca": XBoard lets people choose a board for a game. Our games have one
 * each. */
static bool has_our_board(apo_xboard *x, apo_span *name)
{
    apo_span rest = *name;
    uint32_t files, rows, holdings;
    if (!cut_number(&rest, 'x', &files) || !cut_number(&rest, '+', &rows) ||
        !cut_number(&rest, '_', &holdings))
        return true;
    if (apo_xboard_check_size(x, rest, files, rows) == APO_E_RANGE) {
        apo_xboard_report_error(x, "the game has another board", *name);
        return false;
    }
    *name = rest;
    return true;
}

void apo_xboard_handle_variant(apo_xboard *x, apo_span rest)
{
    apo_xboard_abandon(x);
    if (has_our_board(x, &rest))
        open_game(x, rest);
    apo_xboard_define(x);
    if (x->is_analysing)
        apo_xboard_start(x);
}

void apo_xboard_handle_setboard(apo_xboard *x, apo_span rest)
{
    apo_position pos;
    apo_error err = {.detail = ""};
    apo_xboard_abandon(x);
    if (apo_xboard_read_fen(&pos, x->var, rest, &err) != APO_OK)
        apo_xboard_send_text(x, "tellusererror Illegal position: ", apo_span_of(err.detail));
    else
        apo_xboard_set(x, &pos);
    if (x->is_analysing)
        apo_xboard_start(x);
}

/* --- the old way to set up a position ------------------------------------ */

void apo_xboard_handle_edit(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    apo_position_to_setup(&x->pos, &x->edited);
    x->edit_side = APO_WHITE;
    x->is_editing = true;
}

static void end_edit(apo_xboard *x)
{
    apo_position pos;
    apo_error err = {.detail = ""};
    x->is_editing = false;
    if (apo_xboard_settle(&pos, x->var, &x->edited, &err) != APO_OK)
        apo_xboard_send_text(x, "tellusererror Illegal position: ", apo_span_of(err.detail));
    else
        apo_xboard_set(x, &pos);
    if (x->is_analysing)
        apo_xboard_start(x);
}

static void clear_edited(apo_xboard *x)
{
    uint8_t side = x->edited.side;
    apo_setup_empty(&x->edited, x->var);
    x->edited.side = side;
}

/* "Pa4": a piece on a square; "xa4": none. */
static void put_piece(apo_xboard *x, apo_span line)
{
    apo_span rest = apo_span_part(line, 1, line.length);
    apo_square sq = line.length > 0
                        ? apo_xboard_read_square(apo_variant_geometry(x->var), &rest)
                        : APO_SQUARE_NONE;
    unsigned type = sq != APO_SQUARE_NONE ? apo_variant_type_of_letter(x->var, line.text[0])
                                          : APO_TYPE_NONE;
    bool is_empty = sq != APO_SQUARE_NONE && line.text[0] == 'x';
    if (rest.length > 0 || (type == APO_TYPE_NONE && !is_empty)) {
        apo_xboard_report_error(x, "edit wants a piece and a square, or \".\" to end", line);
        return;
    }
    x->edited.pieces[sq] =
        is_empty ? (apo_piece)APO_PIECE_EMPTY : apo_piece_of(x->edit_side, type);
    x->edited.unmoved = (apo_set){{0}};
    x->edited.rules.trail.count = 0;
}

void apo_xboard_handle_edit_line(apo_xboard *x, apo_span line)
{
    if (apo_span_is(line, "."))
        end_edit(x);
    else if (apo_span_is(line, "#"))
        clear_edited(x);
    else if (apo_span_is(line, "c"))
        x->edit_side = apo_side_other(x->edit_side);
    else
        put_piece(x, line);
}
