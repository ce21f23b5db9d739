#include "protocol/xboard.h"

#include "protocol/xboard_priv.h"

/* --- all commands -------------------------------------------------------- */

static void ignore(apo_xboard *x, apo_span rest)
{
    (void)x;
    (void)rest;
}

typedef struct command {
    const char *name;
    apo_xboard_handler *handle;
} command;

static const command commands[] = {
    {"xboard", ignore},
    {"protover", apo_xboard_handle_protover},
    {"accepted", ignore},
    {"rejected", ignore},
    {"new", apo_xboard_handle_new},
    {"variant", apo_xboard_handle_variant},
    {"setboard", apo_xboard_handle_setboard},
    {"edit", apo_xboard_handle_edit},
    {"usermove", apo_xboard_handle_move},
    {"force", apo_xboard_handle_force},
    {"go", apo_xboard_handle_go},
    {"playother", apo_xboard_handle_playother},
    {"level", apo_xboard_handle_level},
    {"st", apo_xboard_handle_st},
    {"sd", apo_xboard_handle_sd},
    {"time", apo_xboard_handle_time},
    {"otim", apo_xboard_handle_otim},
    {"post", apo_xboard_handle_post},
    {"nopost", apo_xboard_handle_nopost},
    {"hard", apo_xboard_handle_hard},
    {"easy", apo_xboard_handle_easy},
    {"analyze", apo_xboard_handle_analyze},
    {"exit", apo_xboard_handle_exit},
    {".", apo_xboard_handle_status},
    {"hint", apo_xboard_handle_hint},
    {"bk", apo_xboard_handle_book},
    {"undo", apo_xboard_handle_undo},
    {"remove", apo_xboard_handle_remove},
    {"?", apo_xboard_handle_now},
    {"ping", apo_xboard_handle_ping},
    {"draw", apo_xboard_handle_draw},
    {"result", apo_xboard_handle_result},
    {"exclude", apo_xboard_handle_exclude},
    {"include", apo_xboard_handle_include},
    {"lift", apo_xboard_handle_lift},
    {"hover", apo_xboard_handle_hover},
    {"put", apo_xboard_handle_put},
    {"option", apo_xboard_handle_option},
    {"memory", apo_xboard_handle_memory},
    {"cores", apo_xboard_handle_cores},
    {"random", ignore},
    {"computer", ignore},
    {"name", ignore},
    {"rating", ignore},
    {"ics", ignore},
    {"pause", apo_xboard_handle_pause},
    {"resume", apo_xboard_handle_resume},
    {"nps", apo_xboard_handle_nps},
    {"egtpath", ignore}, /* we use no endgame tables */
};

/* Two squares; a promotion or a second leg after them is parsed later. */
static bool begins_move(const apo_geometry *geo, apo_span word)
{
    if (apo_span_starts_with(word, "O-O"))
        return true;
    bool has_from = apo_xboard_read_square(geo, &word) != APO_SQUARE_NONE;
    return has_from && apo_xboard_read_square(geo, &word) != APO_SQUARE_NONE;
}

bool apo_xboard_handle(apo_xboard *x, apo_span line)
{
    apo_span rest = line, word = apo_span_word(&rest);
    if (apo_span_is(word, "quit"))
        return false;
    if (x->is_editing) {
        apo_xboard_handle_edit_line(x, line);
        return true;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (apo_span_is(word, commands[i].name)) {
            commands[i].handle(x, apo_span_trim(rest));
            return true;
        }
    /* A move without "usermove", as in protocol version 1. */
    if (begins_move(apo_variant_geometry(x->var), word))
        apo_xboard_handle_move(x, line);
    else if (word.length > 0)
        apo_xboard_report_error(x, "unknown command", line);
    return true;
}

/* --- creation ------------------------------------------------------------ */

apo_status apo_xboard_new(apo_xboard **out, const apo_environment *environment)
{
    const apo_engine_options options = apo_environment_engine_options(environment);
    apo_xboard *x = apo_allocate_zero(environment->alloc, sizeof *x);
    if (x == NULL)
        return APO_E_MEMORY;
    x->environment = *environment;
    x->is_forced = true;
    apo_buffer_init(&x->eval_path, environment->alloc);
    apo_option_values_init(&x->options);
    x->own_ms = x->other_ms = -1;
    if (pthread_mutex_init(&x->mutex, NULL) != 0) {
        apo_free(environment->alloc, x);
        return APO_E_MEMORY;
    }
    apo_status status = apo_engine_new(&x->engine, &options);
    if (status == APO_OK)
        status = apo_runner_new(&x->runner, environment->alloc);
    if (status == APO_OK)
        status = apo_xboard_open(x, apo_span_of("normal"));
    if (status != APO_OK) {
        apo_xboard_free(x);
        return status;
    }
    *out = x;
    return APO_OK;
}

void apo_xboard_free(apo_xboard *x)
{
    if (x == NULL)
        return;
    if (x->runner != NULL)
        apo_xboard_abandon(x);
    apo_runner_free(x->runner);
    apo_engine_free(x->engine);
    apo_variant_free(x->var);
    apo_buffer_clear(&x->eval_path);
    apo_free(x->environment.alloc, x->moves);
    pthread_mutex_destroy(&x->mutex);
    apo_free(x->environment.alloc, x);
}

void apo_xboard_finish(apo_xboard *x)
{
    if (!apo_xboard_is_thinking(x))
        apo_xboard_abandon(x);
    apo_xboard_set_flag(x, &x->has_ponder, false);
    apo_runner_wait(x->runner);
}
