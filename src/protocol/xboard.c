#include "protocol/xboard.h"

#include "base/mem.h"
#include "notation/coordinate.h"
#include "protocol/threads.h"
#include "protocol/xboard_priv.h"

enum {
    OVERHEAD_DEFAULT_MS = 10,
    HINT_NODES = 20000,
    MS_IN_CENTISECOND = 10,
    DRAW_MOVES_MIN = 40 /* a draw is not talked about before so many half-moves */
};

/* --- moves -------------------------------------------------------------------------------------- */

static void say_with(apo_xboard *x, const char *before, apo_span text)
{
    apo_buffer line;
    apo_buffer_init(&line, x->channel.alloc);
    apo_buffer_add(&line, before);
    for (size_t i = 0; i < text.length && i < 80; i++)
        apo_buffer_add_char(&line,
                            text.text[i] >= ' ' && text.text[i] != 127 ? text.text[i] : '?');
    apo_xboard_say_buffer(x, &line);
}

/* A move of the opponent, or of anybody in force mode. */
static void obey_move(apo_xboard *x, apo_span text)
{
    apo_move mv;
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_complain(x, "it is not your turn", text);
        return;
    }
    apo_status status = apo_xboard_read_move(&mv, &x->pos, text);
    if (status != APO_OK) {
        say_with(x,
                 status == APO_E_AMBIGUOUS ? "Illegal move (more than one fits): "
                                           : "Illegal move: ",
                 text);
        return;
    }
    apo_xboard_abandon(x);
    if (apo_xboard_play(x, &mv) != APO_OK) {
        apo_xboard_complain(x, "out of memory", text);
        return;
    }
    if (!x->is_forced && !x->is_analysing)
        apo_xboard_say_result(x);
    apo_xboard_start(x);
}

static void obey_undo(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    if (!apo_xboard_undo(x, 1))
        apo_xboard_complain(x, "there is nothing to take back", apo_span_of("undo"));
    if (x->is_analysing)
        apo_xboard_start(x);
}

static void obey_remove(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    if (!apo_xboard_undo(x, 2))
        apo_xboard_complain(x, "there is nothing to take back", apo_span_of("remove"));
    if (x->is_analysing)
        apo_xboard_start(x);
}

/* --- games -------------------------------------------------------------------------------------- */

static void open_game(apo_xboard *x, apo_span name)
{
    apo_status status = apo_xboard_open(x, name);
    if (status == APO_E_UNKNOWN)
        apo_xboard_complain(x, "unknown variant", name);
    else if (status != APO_OK)
        apo_xboard_complain(x, apo_status_message(status), name);
}

static void obey_new(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    open_game(x, apo_span_of("normal"));
    x->is_forced = x->is_editing = false;
    x->own = APO_BLACK;
    x->depth = 0;
    x->own_ms = x->other_ms = -1;
    if (x->is_analysing)
        apo_xboard_start(x);
}

static void obey_variant(apo_xboard *x, apo_span rest)
{
    apo_xboard_abandon(x);
    open_game(x, rest);
    apo_xboard_define(x);
    if (x->is_analysing)
        apo_xboard_start(x);
}

static void obey_setboard(apo_xboard *x, apo_span rest)
{
    apo_position pos;
    apo_error err = {.detail = ""};
    apo_xboard_abandon(x);
    if (apo_xboard_read_fen(&pos, x->var, rest, &err) != APO_OK)
        say_with(x, "tellusererror Illegal position: ", apo_span_of(err.detail));
    else
        apo_xboard_set(x, &pos);
    if (x->is_analysing)
        apo_xboard_start(x);
}

/* --- whose turn --------------------------------------------------------------------------------- */

static void obey_force(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_forced = true;
}

static void obey_go(apo_xboard *x, apo_span rest)
{
    (void)rest;
    if (apo_xboard_is_thinking(x))
        return;
    apo_xboard_abandon(x);
    x->is_forced = x->is_analysing = false;
    x->own = apo_position_side(&x->pos);
    apo_xboard_start(x);
}

static void obey_playother(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_forced = x->is_analysing = false;
    x->own = apo_side_other(apo_position_side(&x->pos));
}

static void obey_result(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_forced = x->is_over = true;
}

static void obey_analyze(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_analysing = x->is_forced = true;
    apo_xboard_start(x);
}

static void obey_exit(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_analysing = false;
}

static void obey_now(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_hurry(x);
}

/* --- time --------------------------------------------------------------------------------------- */

static void read_clock(apo_xboard *x, apo_span rest, int64_t *out_ms)
{
    uint32_t centiseconds;
    bool is_negative = rest.length > 1 && rest.text[0] == '-';
    if (!apo_span_number(apo_span_part(rest, is_negative, rest.length),
                         APO_XBOARD_MS_MAX / MS_IN_CENTISECOND, &centiseconds))
        apo_xboard_complain(x, "not a number", rest);
    else
        *out_ms = is_negative ? 0 : (int64_t)centiseconds * MS_IN_CENTISECOND;
}

static void obey_time(apo_xboard *x, apo_span rest)
{
    read_clock(x, rest, &x->own_ms);
}

static void obey_otim(apo_xboard *x, apo_span rest)
{
    read_clock(x, rest, &x->other_ms);
}

static void obey_st(apo_xboard *x, apo_span rest)
{
    int64_t move_ms;
    if (!apo_xboard_read_seconds(rest, &move_ms) || move_ms == 0)
        apo_xboard_complain(x, "st wants seconds", rest);
    else
        x->move_ms = move_ms;
}

static void obey_sd(apo_xboard *x, apo_span rest)
{
    uint32_t depth;
    if (!apo_span_number(rest, UINT32_MAX, &depth) || depth == 0)
        apo_xboard_complain(x, "sd wants a number of plies", rest);
    else
        x->depth = depth < APO_PLIES_MAX ? depth : APO_PLIES_MAX - 1;
}

/* --- flags -------------------------------------------------------------------------------------- */

static void set_flag(apo_xboard *x, bool *flag, bool value)
{
    pthread_mutex_lock(&x->mutex);
    *flag = value;
    pthread_mutex_unlock(&x->mutex);
}

static void obey_post(apo_xboard *x, apo_span rest)
{
    (void)rest;
    set_flag(x, &x->is_posting, true);
}

static void obey_nopost(apo_xboard *x, apo_span rest)
{
    (void)rest;
    set_flag(x, &x->is_posting, false);
}

static void obey_hard(apo_xboard *x, apo_span rest)
{
    (void)rest;
    set_flag(x, &x->has_ponder, true);
}

/* Also ends the pondering under way. */
static void obey_easy(apo_xboard *x, apo_span rest)
{
    (void)rest;
    set_flag(x, &x->has_ponder, false);
    if (!x->is_analysing && !apo_xboard_is_thinking(x))
        apo_xboard_abandon(x);
}

/* --- questions ---------------------------------------------------------------------------------- */

static void obey_ping(apo_xboard *x, apo_span rest)
{
    uint32_t number;
    apo_buffer line;
    if (!apo_span_number(rest, UINT32_MAX, &number)) {
        apo_xboard_complain(x, "not a number", rest);
        return;
    }
    pthread_mutex_lock(&x->mutex);
    bool is_late = x->job == APO_XBOARD_THINKING && x->ping_count < APO_XBOARD_PINGS_MAX;
    if (is_late)
        x->pings[x->ping_count++] = number;
    pthread_mutex_unlock(&x->mutex);
    if (is_late)
        return;
    apo_buffer_init(&line, x->channel.alloc);
    apo_buffer_add(&line, "pong ");
    apo_buffer_add_number(&line, number);
    apo_xboard_say_buffer(x, &line);
}

static void obey_status(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    (void)rest;
    pthread_mutex_lock(&x->mutex);
    apo_xboard_status now = x->latest;
    bool is_analysing = x->job == APO_XBOARD_ANALYSING;
    pthread_mutex_unlock(&x->mutex);
    if (!is_analysing)
        return;
    unsigned count = (unsigned)apo_moves_count(&x->pos);
    apo_buffer_init(&line, x->channel.alloc);
    apo_buffer_add(&line, "stat01: ");
    apo_buffer_add_number(&line, now.time_ms / MS_IN_CENTISECOND);
    apo_buffer_add_char(&line, ' ');
    apo_buffer_add_number(&line, (int64_t)now.nodes);
    apo_buffer_add_char(&line, ' ');
    apo_buffer_add_number(&line, now.depth);
    /* The search does not tell which move it is at; XBoard wants numbers. */
    apo_buffer_add(&line, " 0 ");
    apo_buffer_add_number(&line, count);
    apo_xboard_say_buffer(x, &line);
}

/* A short search, where nothing better is known. */
static bool find_hint(apo_xboard *x, apo_move *out)
{
    const apo_limits limits = {.nodes = HINT_NODES};
    apo_decision made;
    if (apo_xboard_is_thinking(x))
        return false;
    apo_xboard_abandon(x);
    apo_engine_arm(x->engine);
    if (apo_xboard_tell_engine(x) != APO_OK ||
        apo_engine_go(&made, x->engine, &limits, NULL, NULL) != APO_OK || !made.has_move)
        return false;
    *out = made.best;
    return true;
}

static void obey_hint(apo_xboard *x, apo_span rest)
{
    apo_move mv = {.zero = 0};
    apo_buffer line;
    (void)rest;
    pthread_mutex_lock(&x->mutex);
    bool is_busy = x->job == APO_XBOARD_THINKING, has_hint = x->has_hint && !is_busy;
    if (has_hint)
        mv = x->hint;
    pthread_mutex_unlock(&x->mutex);
    if (is_busy || (!has_hint && !find_hint(x, &mv)))
        return;
    apo_buffer_init(&line, x->channel.alloc);
    apo_buffer_add(&line, "Hint: ");
    apo_xboard_add_move(&line, &x->pos, &mv, ",");
    apo_xboard_say_buffer(x, &line);
}

static void obey_book(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_say(x, " there is no book");
    apo_xboard_say(x, "");
}

/* Accepted where we are not better; how the games are counted is in the result. */
static void obey_draw(apo_xboard *x, apo_span rest)
{
    (void)rest;
    pthread_mutex_lock(&x->mutex);
    int score = x->latest.score;
    bool is_known = x->latest.depth > 0;
    pthread_mutex_unlock(&x->mutex);
    if (is_known && score <= 0 && !apo_xboard_is_thinking(x) && x->move_count >= DRAW_MOVES_MIN)
        apo_xboard_say(x, "offer draw");
}

/* --- root moves --------------------------------------------------------------------------------- */

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
    apo_move mv = {.zero = 0};
    bool is_all = apo_span_is(text, "all");
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_complain(x, "not while thinking", text);
        return;
    }
    if (!is_all && apo_xboard_read_move(&mv, &x->pos, text) != APO_OK) {
        say_with(x, "Illegal move: ", text);
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

static void obey_exclude(apo_xboard *x, apo_span rest)
{
    change_excluded(x, rest, true);
}

static void obey_include(apo_xboard *x, apo_span rest)
{
    change_excluded(x, rest, false);
}

/* --- a person moves men ------------------------------------------------------------------------- */

/* The square, and nothing else but a comma for a move that is to go on. */
static apo_square read_place(apo_xboard *x, apo_span rest)
{
    if (apo_xboard_is_thinking(x))
        return APO_SQUARE_NONE;
    return apo_xboard_read_square(apo_variant_geometry(apo_position_variant(&x->pos)), &rest);
}

static void obey_lift(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    x->lifted = read_place(x, rest);
    if (x->lifted == APO_SQUARE_NONE)
        return;
    apo_buffer_init(&line, x->channel.alloc);
    apo_xboard_add_targets(&line, &x->pos, x->lifted);
    apo_xboard_say_buffer(x, &line);
}

static void obey_hover(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    apo_square to = read_place(x, rest);
    if (x->lifted == APO_SQUARE_NONE || to == APO_SQUARE_NONE)
        return;
    apo_buffer_init(&line, x->channel.alloc);
    apo_xboard_add_victims(&line, &x->pos, x->lifted, to);
    apo_xboard_say_buffer(x, &line);
}

static void obey_put(apo_xboard *x, apo_span rest)
{
    apo_buffer line, choice;
    apo_square to = read_place(x, rest);
    if (x->lifted == APO_SQUARE_NONE || to == APO_SQUARE_NONE)
        return;
    apo_buffer_init(&choice, x->channel.alloc);
    apo_xboard_add_choice(&choice, &x->pos, x->lifted, to);
    if (choice.length > 0) {
        apo_buffer_init(&line, x->channel.alloc);
        apo_buffer_add(&line, "choice ");
        apo_buffer_add_span(&line, apo_buffer_span(&choice));
        apo_xboard_say_buffer(x, &line);
    }
    apo_buffer_clear(&choice);
}

/* --- the old way to set up a position ----------------------------------------------------------- */

static void obey_edit(apo_xboard *x, apo_span rest)
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
        say_with(x, "tellusererror Illegal position: ", apo_span_of(err.detail));
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

/* "Pa4": a man on a square; "xa4": none. */
static void put_man(apo_xboard *x, apo_span line)
{
    apo_span rest = apo_span_part(line, 1, line.length);
    apo_square sq = line.length > 0
                        ? apo_xboard_read_square(apo_variant_geometry(x->var), &rest)
                        : APO_SQUARE_NONE;
    unsigned type = sq != APO_SQUARE_NONE ? apo_variant_type_of_letter(x->var, line.text[0])
                                          : APO_TYPE_NONE;
    bool is_empty = sq != APO_SQUARE_NONE && line.text[0] == 'x';
    if (rest.length > 0 || (type == APO_TYPE_NONE && !is_empty)) {
        apo_xboard_complain(x, "edit wants a man and a square, or \".\" to end", line);
        return;
    }
    x->edited.men[sq] = is_empty ? (apo_man)APO_MAN_EMPTY : apo_man_of(x->edit_side, type);
    x->edited.virgin = (apo_set){{0}};
    x->edited.trail.count = 0;
}

static void obey_edit_line(apo_xboard *x, apo_span line)
{
    if (apo_span_is(line, "."))
        end_edit(x);
    else if (apo_span_is(line, "#"))
        clear_edited(x);
    else if (apo_span_is(line, "c"))
        x->edit_side = apo_side_other(x->edit_side);
    else
        put_man(x, line);
}

/* --- all commands ------------------------------------------------------------------------------- */

static void ignore(apo_xboard *x, apo_span rest)
{
    (void)x;
    (void)rest;
}

static void obey_protover(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_say_features(x);
}

static void obey_option(apo_xboard *x, apo_span rest)
{
    if (!apo_xboard_is_thinking(x))
        apo_xboard_abandon(x);
    else if (apo_span_starts_with(rest, "Clear Hash"))
        return;
    apo_xboard_set_option(x, rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}

static void obey_memory(apo_xboard *x, apo_span rest)
{
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_complain(x, "not while thinking", rest);
        return;
    }
    apo_xboard_abandon(x);
    apo_xboard_set_memory(x, rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}

static void obey_cores(apo_xboard *x, apo_span rest)
{
    uint32_t count;
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_complain(x, "not while thinking", rest);
        return;
    }
    apo_xboard_abandon(x);
    if (!apo_span_number(rest, UINT32_MAX, &count) || count == 0)
        apo_xboard_complain(x, "not a number", rest);
    else if (apo_engine_set_threads(x->engine, count < APO_ENGINE_THREADS_MAX
                                                   ? count
                                                   : APO_ENGINE_THREADS_MAX) != APO_OK)
        apo_xboard_complain(x, "no memory for so many threads", rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}

typedef struct command {
    const char *name;
    void (*obey)(apo_xboard *x, apo_span rest);
} command;

static const command commands[] = {
    {"xboard", ignore},
    {"protover", obey_protover},
    {"accepted", ignore},
    {"rejected", ignore},
    {"new", obey_new},
    {"variant", obey_variant},
    {"setboard", obey_setboard},
    {"edit", obey_edit},
    {"usermove", obey_move},
    {"force", obey_force},
    {"go", obey_go},
    {"playother", obey_playother},
    {"level", apo_xboard_set_level},
    {"st", obey_st},
    {"sd", obey_sd},
    {"time", obey_time},
    {"otim", obey_otim},
    {"post", obey_post},
    {"nopost", obey_nopost},
    {"hard", obey_hard},
    {"easy", obey_easy},
    {"analyze", obey_analyze},
    {"exit", obey_exit},
    {".", obey_status},
    {"hint", obey_hint},
    {"bk", obey_book},
    {"undo", obey_undo},
    {"remove", obey_remove},
    {"?", obey_now},
    {"ping", obey_ping},
    {"draw", obey_draw},
    {"result", obey_result},
    {"exclude", obey_exclude},
    {"include", obey_include},
    {"lift", obey_lift},
    {"hover", obey_hover},
    {"put", obey_put},
    {"option", obey_option},
    {"memory", obey_memory},
    {"cores", obey_cores},
    {"random", ignore},
    {"computer", ignore},
    {"name", ignore},
    {"rating", ignore},
    {"ics", ignore},
    {"pause", ignore},
    {"resume", ignore},
};

bool apo_xboard_obey(apo_xboard *x, apo_span line)
{
    apo_span rest = line, word = apo_span_word(&rest), first = word;
    if (apo_span_is(word, "quit"))
        return false;
    if (x->is_editing) {
        obey_edit_line(x, line);
        return true;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (apo_span_is(word, commands[i].name)) {
            commands[i].obey(x, apo_span_trim(rest));
            return true;
        }
    /* A move without its word, as programs of the first version send it. */
    if (apo_xboard_read_square(apo_variant_geometry(x->var), &first) != APO_SQUARE_NONE &&
        apo_xboard_read_square(apo_variant_geometry(x->var), &first) != APO_SQUARE_NONE)
        obey_move(x, line);
    else if (word.length > 0)
        apo_xboard_complain(x, "unknown command", line);
    return true;
}

/* --- life --------------------------------------------------------------------------------------- */

apo_status apo_xboard_new(apo_xboard **out, const apo_channel *channel)
{
    const apo_engine_options options = {0, channel->now, channel->now_context, channel->alloc,
                                        apo_threads_crew()};
    apo_xboard *x = apo_allocate_zero(channel->alloc, sizeof *x);
    if (x == NULL)
        return APO_E_MEMORY;
    x->channel = *channel;
    x->is_forced = true;
    x->lines = x->start_number = 1;
    x->level = APO_LEVEL_FULL;
    x->overhead_ms = OVERHEAD_DEFAULT_MS;
    x->own_ms = x->other_ms = -1;
    if (pthread_mutex_init(&x->mutex, NULL) != 0) {
        apo_free(channel->alloc, x);
        return APO_E_MEMORY;
    }
    apo_status status = apo_engine_new(&x->engine, &options);
    if (status == APO_OK)
        status = apo_runner_new(&x->runner, channel->alloc);
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
    apo_free(x->channel.alloc, x->moves);
    pthread_mutex_destroy(&x->mutex);
    apo_free(x->channel.alloc, x);
}

void apo_xboard_finish(apo_xboard *x)
{
    if (!apo_xboard_is_thinking(x))
        apo_xboard_abandon(x);
    set_flag(x, &x->has_ponder, false);
    apo_runner_wait(x->runner);
}
