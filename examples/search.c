/* Lets the engine find a mate in three, and asks what a beginner would play. */
#include <apothecary/apothecary.h>
#include <stdio.h>

/* Called with every line that the search finds. */
static void count_lines(void *context, const apo_search_report *report)
{
    unsigned *lines = context;
    *lines += report->index == 0;
}

static void print_move(const apo_position *pos, const apo_move *mv)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_move_write(&text, pos, mv, APO_NOTATION_SAN);
    puts(buf);
}

int main(void)
{
    const apo_limits limits = {.depth = 8, .move_ms = 60000}; /* whichever is reached first */
    const apo_limits full_depth = {.depth = 0};               /* the level has its own */
    apo_variant *var = NULL;
    apo_engine *engine = NULL;
    apo_decision made;
    unsigned lines = 0;
    if (apo_definition_open(&var, apo_span_of("chess"), NULL, NULL) != APO_OK ||
        apo_engine_open(&engine, 16) != APO_OK || apo_engine_new_game(engine, var) != APO_OK)
        return 1;
    apo_position *pos = apo_position_new(var);
    apo_span fen = apo_span_of("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    if (pos == NULL || apo_fen_read(pos, var, fen, NULL) != APO_OK ||
        apo_engine_set_position(engine, pos) != APO_OK)
        return 1;

    if (apo_engine_go(&made, engine, &limits, count_lines, &lines) != APO_OK || lines == 0)
        return 1;
    if (apo_score_is_mate(made.score))
        printf("mate in %d, by ", apo_score_mate_moves(made.score));
    print_move(pos, &made.best);

    unsigned level = apo_level_find(apo_span_of("beginner"));
    if (apo_engine_go_at_level(&made, engine, level, &full_depth, 1) != APO_OK)
        return 1;
    printf("a beginner is level %u and looks %u half-move ahead\n", level, made.depth);
    apo_position_free(pos);
    apo_engine_free(engine);
    apo_variant_free(var);
    return 0;
}
