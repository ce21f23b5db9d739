#include "protocol/xboard_priv.h"

/* Reads a square and an optional comma, which announces another leg. */
static apo_square read_place(apo_xboard *x, apo_span rest)
{
    if (apo_xboard_is_thinking(x))
        return APO_SQUARE_NONE;
    return apo_xboard_read_square(apo_variant_geometry(apo_position_variant(&x->pos)), &rest);
}

void apo_xboard_handle_lift(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    x->lifted = read_place(x, rest);
    if (x->lifted == APO_SQUARE_NONE)
        return;
    apo_buffer_init(&line, x->environment.alloc);
    apo_xboard_add_targets(&line, &x->pos, x->lifted);
    apo_xboard_send_buffer(x, &line);
}

void apo_xboard_handle_hover(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    apo_square to = read_place(x, rest);
    if (x->lifted == APO_SQUARE_NONE || to == APO_SQUARE_NONE)
        return;
    apo_buffer_init(&line, x->environment.alloc);
    apo_xboard_add_victims(&line, &x->pos, x->lifted, to);
    apo_xboard_send_buffer(x, &line);
}

void apo_xboard_handle_put(apo_xboard *x, apo_span rest)
{
    apo_buffer line, choice;
    apo_square to = read_place(x, rest);
    if (x->lifted == APO_SQUARE_NONE || to == APO_SQUARE_NONE)
        return;
    apo_buffer_init(&choice, x->environment.alloc);
    apo_xboard_add_choice(&choice, &x->pos, x->lifted, to);
    if (choice.length > 0) {
        apo_buffer_init(&line, x->environment.alloc);
        apo_buffer_add(&line, "choice ");
        apo_buffer_add_span(&line, apo_buffer_span(&choice));
        apo_xboard_send_buffer(x, &line);
    }
    apo_buffer_clear(&choice);
}
