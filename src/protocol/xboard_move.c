#include "protocol/xboard_priv.h"

enum {
    GAME_MAX = 20000 /* half-moves; a take-back goes through all earlier ones */
};

/* A move of the opponent, or of either side in force mode. */
void apo_xboard_handle_move(apo_xboard *x, apo_span text)
{
    apo_move mv;
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_report_error(x, "it is not your turn", text);
        return;
    }
    if (x->move_count >= GAME_MAX) {
        apo_xboard_report_error(x, "the game is too long", text);
        return;
    }
    apo_status status = apo_xboard_read_move(&mv, &x->pos, text);
    if (status != APO_OK) {
        apo_xboard_send_text(x,
                             status == APO_E_AMBIGUOUS ? "Illegal move (more than one fits): "
                                                       : "Illegal move: ",
                             text);
        return;
    }
    apo_xboard_abandon(x);
    if (apo_xboard_play(x, &mv) != APO_OK) {
        apo_xboard_report_error(x, "out of memory", text);
        return;
    }
    if (!x->is_forced && !x->is_analysing)
        apo_xboard_send_result(x);
    apo_xboard_start(x);
}

void apo_xboard_handle_undo(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    if (!apo_xboard_undo(x, 1))
        apo_xboard_report_error(x, "there is nothing to take back", apo_span_of("undo"));
    if (x->is_analysing)
        apo_xboard_start(x);
}

void apo_xboard_handle_remove(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    if (!apo_xboard_undo(x, 2))
        apo_xboard_report_error(x, "there is nothing to take back", apo_span_of("remove"));
    if (x->is_analysing)
        apo_xboard_start(x);
}

/* --- root moves ---------------------------------------------------------- */

static void exclude_all(apo_xboard *x)
{
    (void)apo_moves_legal(apo_moves_start(&x->excluded), &x->pos);
}

static void include_move(apo_xboard *x, const apo_move *mv)
{
    apo_move_list *list = &x->excluded.list;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!apo_move_same(&list->moves[i], mv))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static void change_excluded(apo_xboard *x, apo_span text, bool is_excluded)
{
    apo_move mv = {.from = 0};
    bool is_all = apo_span_is(text, "all");
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_report_error(x, "not while thinking", text);
        return;
    }
    if (!is_all && apo_xboard_read_move(&mv, &x->pos, text) != APO_OK) {
        apo_xboard_send_text(x, "Illegal move: ", text);
        return;
    }
    apo_xboard_abandon(x);
    if (is_all && is_excluded)
        exclude_all(x);
    else if (is_all)
        (void)apo_moves_start(&x->excluded);
    else
        include_move(x, &mv);
    if (!is_all && is_excluded)
        apo_move_list_add(&x->excluded.list, mv);
    if (x->is_analysing)
        apo_xboard_start(x);
}

void apo_xboard_handle_exclude(apo_xboard *x, apo_span rest)
{
    change_excluded(x, rest, true);
}

void apo_xboard_handle_include(apo_xboard *x, apo_span rest)
{
    change_excluded(x, rest, false);
}
