/* Answers the questions of cases.jsonl through the front door of the library; README.md is the
 * manual of the format.
 *
 *     conformance_runner FILE...     answers every line and compares with the answer in it
 *     conformance_runner --answer    answers each line of standard input on standard output */
#include <apothecary/apothecary.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "net/json_in.h"

enum {
    LINE_SIZE = 1 << 20, /* the longest question is a definition file */
    GAMES_MAX = 256,
    DEPTH_MAX = 8
};

typedef struct {
    size_t count;
    apo_variant *games[GAMES_MAX]; /* owned; opened once */
    apo_position *pos;             /* owned: the position asked about, of any game */
    apo_moves legal;
    apo_buffer out; /* the answer */
} runner;

typedef struct {
    const apo_json_value *ask;
    const apo_variant *var;
} question;

static void fail(const char *what)
{
    fprintf(stderr, "conformance: %s\n", what);
    exit(2);
}

static const char *kind_word(unsigned kind)
{
    static const char *const words[APO_MOVE_KINDS] = {
        [APO_MOVE_PLAIN] = "plain",       [APO_MOVE_EN_PASSANT] = "en_passant",
        [APO_MOVE_CASTLING] = "castling", [APO_MOVE_LEAP] = "leap",
        [APO_MOVE_CHECKER] = "checker",   [APO_MOVE_PATH] = "path",
        [APO_MOVE_DROP] = "drop",         [APO_MOVE_PASS] = "pass",
        [APO_MOVE_EFFECT] = "effect",     [APO_MOVE_SUCCESSION] = "succession",
    };
    return words[kind];
}

/* --- reading questions --------------------------------------------------- */

static bool find_text(const question *q, const char *name, apo_span *out)
{
    return apo_json_in_text(apo_json_in_member(q->ask, name), out);
}

static apo_span text_of(const question *q, const char *name)
{
    apo_span text = {NULL, 0};
    if (!find_text(q, name, &text))
        fail("a question lacks a text");
    return text;
}

static apo_span element_text(const apo_json_value *list, size_t index)
{
    apo_span text;
    if (!apo_json_in_text(apo_json_in_element(list, index), &text))
        fail("not a list of texts");
    return text;
}

static const apo_variant *open_game(runner *r, apo_span id)
{
    for (size_t i = 0; i < r->count; i++) {
        if (apo_span_is(id, apo_variant_info_of(r->games[i])->id))
            return r->games[i];
    }
    if (r->count == GAMES_MAX ||
        apo_definition_open(&r->games[r->count], id, NULL, NULL) != APO_OK)
        fail("no such game");
    return r->games[r->count++];
}

/* --- parts of answers ---------------------------------------------------- */

static void add_error(apo_buffer *out, const apo_error *err)
{
    apo_json_open(out, "error", '{');
    apo_json_add_string(out, "kind", apo_status_word(err->status));
    apo_json_add_number(out, "position", (int64_t)err->position);
    apo_json_add_string(out, "detail", err->detail);
    apo_json_close(out, '}');
}

static void add_fen(apo_buffer *out, const char *name, const apo_position *pos)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_fen_write(&text, pos);
    apo_json_add_string(out, name, buf);
}

static void add_move(apo_buffer *out, const char *name, const apo_position *pos,
                     const apo_move *mv, enum apo_notation notation)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_move_write(&text, pos, mv, notation);
    apo_json_add_string(out, name, buf);
}

static void add_square(apo_buffer *out, const char *name, const apo_variant *var, apo_square sq)
{
    char buf[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(apo_variant_geometry(var), sq, buf);
    apo_json_add_string(out, name, buf);
}

static void add_type(apo_buffer *out, const char *name, const apo_variant *var, unsigned type)
{
    if (type == APO_TYPE_NONE) {
        apo_json_add_null(out, name);
        return;
    }
    const apo_type_info *info = apo_type_info_of(var, type);
    const char letter[] = {info->letter, info->accent, '\0'};
    apo_json_add_string(out, name, letter);
}

static void add_outcome(apo_buffer *out, apo_outcome outcome)
{
    apo_json_add_string(out, "ending", apo_ending_word(outcome.ending));
    apo_json_add_string(out, "result", apo_result_text(outcome.white_quarters));
}

static bool read_position(runner *r, const question *q)
{
    apo_error err = {APO_OK, 0, ""};
    apo_status status = apo_fen_read(r->pos, q->var, text_of(q, "fen"), &err);
    if (status != APO_OK)
        add_error(&r->out, &err);
    return status == APO_OK;
}

typedef struct {
    apo_move mv;
    char text[APO_MOVE_TEXT_MAX];
} line;

static int compare_lines(const void *a, const void *b)
{
    return strcmp(((const line *)a)->text, ((const line *)b)->text);
}

/* The legal moves, sorted by their coordinates. */
static line *list_moves(runner *r, size_t *out_count)
{
    apo_move_list *list = apo_moves_start(&r->legal);
    if (apo_moves_legal(list, r->pos) != APO_OK)
        fail("more moves than the list holds");
    line *lines = calloc(list->count + 1, sizeof *lines);
    if (lines == NULL)
        fail("out of memory");
    for (size_t i = 0; i < list->count; i++) {
        apo_text text = apo_text_start(lines[i].text, sizeof lines[i].text);
        lines[i].mv = list->moves[i];
        apo_move_write(&text, r->pos, &lines[i].mv, APO_NOTATION_COORDINATE);
    }
    qsort(lines, list->count, sizeof *lines, compare_lines);
    *out_count = list->count;
    return lines;
}

static void add_moves(runner *r, enum apo_notation notation)
{
    size_t count;
    line *lines = list_moves(r, &count);
    apo_json_open(&r->out, "moves", '[');
    for (size_t i = 0; i < count; i++)
        add_move(&r->out, NULL, r->pos, &lines[i].mv, notation);
    apo_json_close(&r->out, ']');
    free(lines);
}

/* --- the questions ------------------------------------------------------- */

static void answer_game(runner *r, const question *q)
{
    const apo_variant_info *info = apo_variant_info_of(q->var);
    const apo_geometry *geo = apo_variant_geometry(q->var);
    apo_buffer *out = &r->out;
    apo_json_add_string(out, "name", info->name);
    apo_json_add_string(out, "inventor", info->inventor);
    apo_json_add_number(out, "files", geo->files);
    apo_json_add_number(out, "ranks", apo_geometry_ranks(geo));
    apo_json_open(out, "squares", '[');
    for (apo_square sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (geo->place[sq] != APO_PLACE_NONE)
            add_square(out, NULL, q->var, sq);
    }
    apo_json_close(out, ']');
    apo_json_add_number(out, "starts", info->start_count);
    apo_json_open(out, "start_names", '[');
    for (unsigned i = 0; i < info->start_name_count; i++)
        apo_json_add_string(out, NULL, apo_variant_start_name(q->var, i));
    apo_json_close(out, ']');
    apo_json_add_flag(out, "advantage", info->has_advantage);
    apo_json_open(out, "pieces", '[');
    for (unsigned type = 1; type <= info->type_count; type++) {
        const apo_type_info *piece = apo_type_info_of(q->var, type);
        apo_json_open(out, NULL, '{');
        add_type(out, "letter", q->var, type);
        apo_json_add_string(out, "name", piece->name);
        apo_json_add_string(out, "class", piece->class_name);
        apo_json_add_flag(out, "royal", piece->is_royal);
        apo_json_add_flag(out, "pawn", piece->is_pawn);
        apo_json_add_flag(out, "joker", piece->is_joker);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void answer_position(runner *r, const question *q)
{
    apo_buffer *out = &r->out;
    if (!read_position(r, q))
        return;
    apo_position_info info = apo_position_info_of(r->pos);
    add_fen(out, "fen", r->pos);
    apo_json_add_string(out, "side",
                        apo_position_side(r->pos) == APO_WHITE ? "white" : "black");
    apo_json_add_number(out, "halfmove_count", info.halfmove_count);
    apo_json_add_number(out, "move_number", info.move_number);
    apo_json_add_flag(out, "check", apo_position_is_check(r->pos));
    add_outcome(out, apo_position_outcome(r->pos));
    if (info.has_points) {
        apo_json_open(out, "points", '[');
        apo_json_add_number(out, NULL, info.points[APO_WHITE]);
        apo_json_add_number(out, NULL, info.points[APO_BLACK]);
        apo_json_close(out, ']');
    } else {
        apo_json_add_null(out, "points");
    }
    apo_json_add_number(out, "count", (int64_t)apo_perft(r->pos, 1));
    add_moves(r, APO_NOTATION_COORDINATE);
}

static void answer_san(runner *r, const question *q)
{
    if (read_position(r, q))
        add_moves(r, APO_NOTATION_SAN);
}

static void answer_courier(runner *r, const question *q)
{
    if (read_position(r, q))
        add_moves(r, APO_NOTATION_COURIER);
}

static void add_rich(runner *r, const apo_variant *var, const line *item)
{
    apo_buffer *out = &r->out;
    const apo_move *mv = &item->mv;
    apo_move_info info = apo_move_info_of(r->pos, mv);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "move", item->text);
    add_square(out, "from", var, mv->from);
    add_square(out, "to", var, mv->to);
    apo_json_add_string(out, "kind", kind_word(mv->kind));
    add_type(out, "promoted", var, mv->promoted);
    add_type(out, "launched", var, mv->launched);
    if (info.launch_square != APO_SQUARE_NONE)
        add_square(out, "launch_square", var, info.launch_square);
    else
        apo_json_add_null(out, "launch_square");
    apo_json_open(out, "captures", '[');
    for (unsigned i = 0; i < info.capture_count; i++)
        add_square(out, NULL, var, info.captures[i]);
    apo_json_close(out, ']');
    if (info.partner_from != APO_SQUARE_NONE) {
        apo_json_open(out, "partner", '[');
        add_square(out, NULL, var, info.partner_from);
        add_square(out, NULL, var, info.partner_to);
        apo_json_close(out, ']');
    } else {
        apo_json_add_null(out, "partner");
    }
    if (mv->wall != 0)
        add_square(out, "wall", var, (apo_square)(mv->wall - 1));
    apo_json_close(out, '}');
}

static void answer_rich(runner *r, const question *q)
{
    size_t count;
    if (!read_position(r, q))
        return;
    line *lines = list_moves(r, &count);
    apo_json_open(&r->out, "moves", '[');
    for (size_t i = 0; i < count; i++)
        add_rich(r, q->var, &lines[i]);
    apo_json_close(&r->out, ']');
    free(lines);
}

static void answer_perft(runner *r, const question *q)
{
    int64_t depth;
    if (!apo_json_in_number(apo_json_in_member(q->ask, "depth"), 0, DEPTH_MAX, &depth))
        fail("no depth");
    if (read_position(r, q))
        apo_json_add_number(&r->out, "nodes", (int64_t)apo_perft(r->pos, (unsigned)depth));
}

static void answer_read(runner *r, const question *q)
{
    apo_move mv;
    apo_error err = {APO_OK, 0, ""};
    if (!read_position(r, q))
        return;
    if (apo_move_read_any(&mv, r->pos, text_of(q, "text"), &err) != APO_OK) {
        add_error(&r->out, &err);
        return;
    }
    add_move(&r->out, "move", r->pos, &mv, APO_NOTATION_COORDINATE);
    add_move(&r->out, "san", r->pos, &mv, APO_NOTATION_SAN);
    add_move(&r->out, "courier", r->pos, &mv, APO_NOTATION_COURIER);
}

/* The move of a question that gives it by squares and letters. */
static apo_move asked_move(const question *q)
{
    apo_span from = text_of(q, "from"), to = text_of(q, "to"), letter;
    const apo_geometry *geo = apo_variant_geometry(q->var);
    apo_move mv;
    memset(&mv, 0, sizeof mv);
    mv.from = apo_geometry_read_square(geo, &from);
    mv.to = apo_geometry_read_square(geo, &to);
    if (mv.from == APO_SQUARE_NONE || mv.to == APO_SQUARE_NONE)
        fail("no such square");
    if (find_text(q, "promoted", &letter))
        mv.promoted = (uint8_t)apo_variant_type_of_letter(q->var, letter.text[0]);
    if (find_text(q, "launched", &letter))
        mv.launched = (uint8_t)apo_variant_type_of_letter(q->var, letter.text[0]);
    return mv;
}

/* The rule against a move and the change that mends it: a list of one object. */
static void answer_remedy(runner *r, const question *q)
{
    if (!read_position(r, q))
        return;
    apo_move mv = asked_move(q);
    apo_json_open(&r->out, "remedies", '[');
    if (apo_move_remedy_write(&r->out, r->pos, &mv) != APO_OK)
        fail("out of memory");
    apo_json_close(&r->out, ']');
}

static void answer_explain(runner *r, const question *q)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    if (!read_position(r, q))
        return;
    apo_move mv = asked_move(q);
    apo_verdict verdict = apo_move_why_illegal(r->pos, &mv);
    apo_move_explain(&text, r->pos, &mv);
    apo_json_add_string(&r->out, "reason", apo_illegal_word(verdict.reason));
    apo_json_add_string(&r->out, "text", buf);
}

/* Makes the moves; false, with the answer given, at the first that cannot be made. */
static bool play_moves(runner *r, apo_game *game, const apo_json_value *moves)
{
    for (size_t i = 0; i < apo_json_in_count(moves); i++) {
        apo_move mv;
        apo_error err = {APO_OK, 0, ""};
        apo_status status = APO_E_FINISHED;
        if (apo_game_info_of(game).is_over) {
            apo_text detail = apo_text_start(err.detail, sizeof err.detail);
            apo_text_add(&detail, apo_status_message(status));
            err.status = status;
        } else {
            apo_span text = element_text(moves, i);
            status = apo_move_read_any(&mv, apo_game_position(game), text, &err);
        }
        if (status == APO_OK && apo_game_play(game, &mv) != APO_OK)
            fail("a legal move cannot be played");
        if (status != APO_OK) {
            apo_json_add_number(&r->out, "index", (int64_t)i);
            add_error(&r->out, &err);
            return false;
        }
    }
    return true;
}

static apo_game *game_of(runner *r, const question *q)
{
    apo_game *game;
    if (apo_game_new(&game, r->pos, NULL) != APO_OK)
        fail("out of memory");
    if (!play_moves(r, game, apo_json_in_member(q->ask, "moves"))) {
        apo_game_free(game);
        return NULL;
    }
    return game;
}

static void add_played(apo_buffer *out, const apo_game *game, apo_position *scratch)
{
    apo_json_open(out, "moves", '[');
    for (size_t i = 0; i < apo_game_info_of(game).length; i++) {
        apo_move mv = apo_game_move(game, i);
        apo_game_position_at(scratch, game, i);
        add_move(out, NULL, scratch, &mv, APO_NOTATION_COORDINATE);
    }
    apo_json_close(out, ']');
}

static void answer_play(runner *r, const question *q)
{
    if (!read_position(r, q))
        return;
    apo_game *game = game_of(r, q);
    if (game == NULL)
        return;
    add_fen(&r->out, "fen", apo_game_position(game));
    apo_game_info info = apo_game_info_of(game);
    add_outcome(&r->out, info.outcome);
    apo_json_add_number(&r->out, "occurrences", info.occurrences);
    add_played(&r->out, game, r->pos);
    apo_game_free(game);
}

static void answer_pgn_write(runner *r, const question *q)
{
    if (!read_position(r, q))
        return;
    apo_buffer pgn;
    apo_game *game = game_of(r, q);
    if (game == NULL)
        return;
    apo_buffer_init(&pgn, NULL);
    apo_pgn_header headers[] = {{"White", "Ada"}, {"Black", "Bob \"the\" \\"}};
    if (apo_pgn_write_game(&pgn, game, headers, 2) != APO_OK)
        fail("the game cannot be written");
    apo_json_add_text(&r->out, "text", apo_buffer_span(&pgn));
    apo_buffer_clear(&pgn);
    apo_game_free(game);
}

static void answer_pgn_read(runner *r, const question *q)
{
    apo_game *game;
    apo_error err = {APO_OK, 0, ""};
    apo_span rest = text_of(q, "text");
    if (apo_pgn_read_game(&game, q->var, &rest, &err) != APO_OK) {
        add_error(&r->out, &err);
        return;
    }
    add_fen(&r->out, "start", apo_game_info_of(game).start);
    add_played(&r->out, game, r->pos);
    add_outcome(&r->out, apo_game_info_of(game).outcome);
    apo_game_free(game);
}

static void add_comment(apo_buffer *out, const char *name, const char *comment)
{
    if (comment[0] != '\0')
        apo_json_add_string(out, name, comment);
}

static void add_nags(apo_buffer *out, const apo_pgn_node_info *info)
{
    if (info->nag_count == 0)
        return;
    apo_json_open(out, "nags", '[');
    for (size_t i = 0; i < info->nag_count; i++)
        apo_json_add_number(out, NULL, info->nags[i]);
    apo_json_close(out, ']');
}

/* A move of a tree with its place, comments and glyphs. */
static void add_node(runner *r, const apo_pgn_game *game, uint32_t node)
{
    apo_pgn_node_info info = apo_pgn_node_info_of(game, node);
    if (apo_pgn_position(r->pos, game, info.parent) != APO_OK)
        fail("out of memory");
    apo_json_open(&r->out, NULL, '{');
    add_move(&r->out, "move", r->pos, &info.move, APO_NOTATION_COORDINATE);
    apo_json_add_number(&r->out, "parent", info.parent);
    if (info.replaces != 0)
        apo_json_add_number(&r->out, "replaces", info.replaces);
    add_comment(&r->out, "before", info.comment_before);
    add_comment(&r->out, "after", info.comment_after);
    add_nags(&r->out, &info);
    apo_json_close(&r->out, '}');
}

static void answer_pgn_tree(runner *r, const question *q)
{
    apo_pgn_game *game;
    apo_buffer pgn;
    apo_error err = {APO_OK, 0, ""};
    apo_span rest = text_of(q, "text");
    if (apo_pgn_read(&game, q->var, &rest, &err) != APO_OK) {
        add_error(&r->out, &err);
        return;
    }
    apo_buffer_init(&pgn, NULL);
    if (apo_pgn_write(&pgn, game) != APO_OK)
        fail("the game cannot be written");
    apo_json_open(&r->out, "nodes", '[');
    for (uint32_t node = 1; node < apo_pgn_game_info_of(game).node_count; node++)
        add_node(r, game, node); /* a reader numbers them as they stand in the text */
    apo_json_close(&r->out, ']');
    apo_json_add_text(&r->out, "text", apo_buffer_span(&pgn));
    apo_buffer_clear(&pgn);
    apo_pgn_game_free(game);
}

static void add_faults(apo_buffer *out, const apo_fault_list *faults)
{
    apo_json_open(out, "faults", '[');
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "line", fault->line);
        apo_json_add_number(out, "column", fault->column);
        apo_json_add_string(out, "key", fault->key);
        apo_json_add_flag(out, "warning", fault->is_warning);
        apo_json_add_string(out, "detail", fault->detail);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void answer_definition(runner *r, const question *q)
{
    apo_variant *var;
    apo_fault_list faults;
    apo_buffer *out = &r->out;
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_compile(&var, apo_span_of("own"), text_of(q, "text"),
                                               NULL, NULL, &faults);
    if (status != APO_OK) {
        apo_json_open(out, "error", '{');
        apo_json_add_string(out, "kind", apo_status_word(status));
        add_faults(out, &faults);
        apo_json_close(out, '}');
        return;
    }
    if (apo_position_start(r->pos, var, 0, 1) != APO_OK)
        fail("a definition without a start");
    apo_json_add_string(out, "name", apo_variant_info_of(var)->name);
    add_faults(out, &faults);
    add_fen(out, "fen", r->pos);
    add_moves(r, APO_NOTATION_COORDINATE);
    apo_variant_free(var);
}

/* --- lines --------------------------------------------------------------- */

typedef struct {
    const char *word;
    bool has_game;
    void (*answer)(runner *r, const question *q);
} kind;

static const kind kinds[] = {
    {"game", true, answer_game},
    {"position", true, answer_position},
    {"san", true, answer_san},
    {"courier", true, answer_courier},
    {"rich", true, answer_rich},
    {"perft", true, answer_perft},
    {"read", true, answer_read},
    {"explain", true, answer_explain},
    {"remedy", true, answer_remedy},
    {"play", true, answer_play},
    {"pgn_write", true, answer_pgn_write},
    {"pgn_read", true, answer_pgn_read},
    {"pgn_tree", true, answer_pgn_tree},
    {"definition", false, answer_definition},
};

static void answer(runner *r, const apo_json_value *ask)
{
    question q = {ask, NULL};
    apo_span word = text_of(&q, "ask");
    apo_buffer_clear(&r->out);
    apo_json_open(&r->out, NULL, '{');
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!apo_span_is(word, kinds[i].word))
            continue;
        if (kinds[i].has_game)
            q.var = open_game(r, text_of(&q, "game"));
        kinds[i].answer(r, &q);
        apo_json_close(&r->out, '}');
        if (r->out.is_failed)
            fail("out of memory");
        return;
    }
    fail("an unknown kind of question");
}

/* Answers the question of a line; false if the line has none. */
static bool answer_line(runner *r, apo_span text)
{
    apo_json_in *document;
    apo_error err;
    if (apo_json_in_read(&document, text, &err) != APO_OK) {
        fprintf(stderr, "byte %zu: %s\n", err.position, err.detail);
        return false;
    }
    answer(r, apo_json_in_root(document));
    apo_json_in_free(document);
    return true;
}

/* The answer that the file gives: the last member of the line's object. */
static apo_span answer_given(apo_span text)
{
    static const char mark[] = "\"answer\":";
    const char *found = strstr(text.text, mark);
    if (found == NULL || text.length == 0 || text.text[text.length - 1] != '}')
        fail("a line without an answer");
    found += sizeof mark - 1;
    return (apo_span){found, (size_t)(text.text + text.length - 1 - found)};
}

static long check_file(runner *r, const char *path, char *buf)
{
    long faults = 0, number = 0;
    FILE *stream = fopen(path, "r");
    if (stream == NULL)
        fail(path);
    while (fgets(buf, LINE_SIZE, stream) != NULL) {
        apo_span text = {buf, strcspn(buf, "\n")};
        buf[text.length] = '\0';
        number++;
        bool is_read = answer_line(r, text);
        apo_span given = answer_given(text), found = apo_buffer_span(&r->out);
        if (is_read && given.length == found.length &&
            memcmp(given.text, found.text, given.length) == 0)
            continue;
        faults++;
        fprintf(stderr, "%s:%ld:\n  %.*s\n  found %.*s\n", path, number, (int)text.length,
                text.text, (int)found.length, found.text);
    }
    fclose(stream);
    if (number == 0)
        fail("no cases");
    printf("%s: %ld cases, %ld faults\n", path, number, faults);
    return faults;
}

static void answer_input(runner *r, char *buf)
{
    while (fgets(buf, LINE_SIZE, stdin) != NULL) {
        apo_span text = {buf, strcspn(buf, "\n")};
        if (!answer_line(r, text))
            exit(2);
        apo_span found = apo_buffer_span(&r->out);
        printf("%.*s\n", (int)found.length, found.text);
        fflush(stdout);
    }
}

int main(int count, char **words)
{
    static runner r;
    static char buf[LINE_SIZE];
    long faults = 0;
    apo_buffer_init(&r.out, NULL);
    r.pos = apo_position_new(open_game(&r, apo_span_of("chess")));
    if (count < 2 || r.pos == NULL)
        fail("which file?");
    if (strcmp(words[1], "--answer") == 0)
        answer_input(&r, buf);
    else
        for (int i = 1; i < count; i++)
            faults += check_file(&r, words[i], buf);
    apo_buffer_clear(&r.out);
    apo_position_free(r.pos);
    for (size_t i = 0; i < r.count; i++)
        apo_variant_free(r.games[i]);
    return faults == 0 ? 0 : 1;
}
