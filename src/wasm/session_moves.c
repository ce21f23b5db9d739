/* Moves as JSON, with everything a board shows of them. */
#include "base/json.h"
#include "notation/coordinate.h"
#include "notation/san.h"
#include "rules/rules/program_view.h"
#include "wasm/session.h"

enum {
    /* Jump orders of one checker that are offered; more can still be typed. Ten have occurred
     * in games. */
    ORDERS_MAX = 400
};

static void add_square(apo_buffer *out, const char *name, const apo_position *pos,
                       apo_square sq)
{
    char buf[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(apo_variant_geometry(apo_position_variant(pos)), sq, buf);
    apo_json_add_string(out, name, buf);
}

static void add_squares(apo_buffer *out, const char *name, const apo_position *pos,
                        const apo_square *squares, unsigned count)
{
    if (count == 0)
        return;
    apo_json_open(out, name, '[');
    for (unsigned i = 0; i < count; i++)
        add_square(out, NULL, pos, squares[i]);
    apo_json_close(out, ']');
}

static void add_type(apo_buffer *out, const char *name, const apo_position *pos, unsigned type)
{
    const apo_type_info *info = apo_type_info_of(apo_position_variant(pos), type);
    char text[2] = {info->letter, info->accent};
    if (type != APO_TYPE_NONE)
        apo_json_add_text(out, name, (apo_span){text, info->accent != '\0' ? 2 : 1});
}

static void add_texts(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                      const apo_move_list *legal)
{
    char buf[APO_SAN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, pos, mv);
    apo_json_add_text(out, "text", apo_text_span(&text));
    text = apo_text_start(buf, sizeof buf);
    apo_san_write_among(&text, pos, mv, legal);
    apo_json_add_text(out, "san", apo_text_span(&text));
}

/* The changes on the board. */
static void add_changes(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    static const char *const kinds[APO_MOVE_KINDS] = {
        [APO_MOVE_PLAIN] = "plain",       [APO_MOVE_EN_PASSANT] = "en-passant",
        [APO_MOVE_CASTLING] = "castling", [APO_MOVE_LEAP] = "leap",
        [APO_MOVE_CHECKER] = "checker",   [APO_MOVE_PATH] = "path",
        [APO_MOVE_DROP] = "drop",         [APO_MOVE_PASS] = "pass",
        [APO_MOVE_EFFECT] = "effect",     [APO_MOVE_SUCCESSION] = "succession"};
    apo_square squares[APO_UNDO_SQUARES_MAX], partner[2];
    add_square(out, "from", pos, mv->from);
    add_square(out, "to", pos, mv->to);
    apo_json_add_string(out, "kind", kinds[mv->kind]);
    add_squares(out, "captures", pos, squares, apo_move_captures(pos, mv, squares));
    add_squares(out, "path", pos, squares, apo_move_series(pos, mv, squares));
    if (apo_move_partner(pos, mv, &partner[0], &partner[1]))
        add_squares(out, "partner", pos, partner, 2);
    add_type(out, "promoted", pos, mv->promoted);
    add_type(out, "launched", pos, mv->launched);
    if (mv->launched != APO_TYPE_NONE && mv->kind != APO_MOVE_DROP)
        add_square(out, "launchSquare", pos, apo_move_launch_square(pos, mv));
    if (mv->wall != 0)
        add_square(out, "wall", pos, (apo_square)(mv->wall - 1));
}

/* --- orders of jumping --------------------------------------------------- */

/* All jump sequences of one checker that capture the same pieces and end on the same square. */
typedef struct orders {
    const apo_position *pos;
    const apo_move *mv;
    unsigned wanted_count;
    apo_square wanted[APO_UNDO_SQUARES_MAX];
    unsigned tried;
} orders;

static bool is_wanted(const orders *ways, const apo_square *series, unsigned count)
{
    apo_square captured[APO_UNDO_SQUARES_MAX];
    if (series[count - 1] != ways->mv->to)
        return false;
    apo_move mv = apo_checker_move(ways->pos, ways->mv->from, series, count);
    if (apo_move_captures(ways->pos, &mv, captured) != ways->wanted_count)
        return false;
    for (unsigned i = 0; i < ways->wanted_count; i++)
        if (captured[i] != ways->wanted[i])
            return false;
    return true;
}

/* Depth first without recursion; `next` counts the jumps tried at each depth. */
static void add_orders(apo_buffer *out, orders *ways)
{
    apo_square series[APO_SERIES_MAX] = {0}, jumps[APO_SERIES_MAX + 1][4];
    unsigned left[APO_SERIES_MAX + 1], depth = 0;
    left[0] = apo_checker_jumps(ways->pos, ways->mv->from, series, 0, jumps[0]);
    while (ways->tried < ORDERS_MAX) {
        if (left[depth] == 0) {
            if (depth-- == 0)
                return;
            continue;
        }
        series[depth] = jumps[depth][--left[depth]];
        depth++;
        ways->tried++;
        if (is_wanted(ways, series, depth))
            add_squares(out, NULL, ways->pos, series, depth);
        left[depth] = depth == APO_SERIES_MAX ? 0
                                              : apo_checker_jumps(ways->pos, ways->mv->from,
                                                                  series, depth, jumps[depth]);
    }
}

static void add_all_orders(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    apo_square series[APO_SERIES_MAX];
    orders ways = {.pos = pos, .mv = mv};
    if (apo_move_series(pos, mv, series) < 2)
        return;
    ways.wanted_count = apo_move_captures(pos, mv, ways.wanted);
    apo_json_open(out, "paths", '[');
    add_orders(out, &ways);
    apo_json_close(out, ']');
}

/* --- answers ------------------------------------------------------------- */

void apo_session_add_move(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                          const apo_move_list *legal)
{
    apo_json_open(out, NULL, '{');
    add_texts(out, pos, mv, legal);
    add_changes(out, pos, mv);
    add_all_orders(out, pos, mv);
    apo_json_close(out, '}');
}

EXPORT(apo_session_list) int apo_session_list(apo_session *s)
{
    apo_moves moves;
    apo_buffer *out = apo_session_answer(s);
    if (!s->has_position)
        return APO_E_POSITION;
    apo_status status = apo_moves_legal(apo_moves_start(&moves), &s->pos);
    if (status != APO_OK)
        return (int)status;
    apo_json_open(out, NULL, '[');
    for (size_t i = 0; i < moves.list.count; i++)
        apo_session_add_move(out, &s->pos, &moves.buf[i], &moves.list);
    apo_json_close(out, ']');
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

static void add_reach(apo_buffer *out, const apo_position *pos, apo_square from)
{
    apo_set reach = apo_preview_reach(pos, from);
    apo_json_open(out, "reach", '[');
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = reach.words[i]; word != 0;)
            add_square(out, NULL, pos, apo_word_pop(&word, i * 64));
    apo_json_close(out, ']');
}

static int answer_preview(apo_session *s, const apo_position *turned, apo_square from)
{
    apo_moves moves;
    apo_buffer *out = apo_session_answer(s);
    apo_status status = apo_preview_moves(apo_moves_start(&moves), turned, from);
    if (status != APO_OK)
        return (int)status;
    apo_json_open(out, NULL, '{');
    apo_json_open(out, "moves", '[');
    for (size_t i = 0; i < moves.list.count; i++) {
        apo_json_open(out, NULL, '{');
        add_changes(out, turned, &moves.buf[i]);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
    add_reach(out, turned, from);
    apo_json_close(out, '}');
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

EXPORT(apo_session_preview) int apo_session_preview(apo_session *s, unsigned square)
{
    apo_position turned;
    if (!s->has_position || square >= apo_geometry_squares(apo_variant_geometry(s->var)))
        return APO_E_POSITION;
    apo_piece piece = apo_position_piece(&s->pos, (apo_square)square);
    apo_session_answer(s);
    if (!apo_piece_is_real(piece))
        return APO_E_POSITION;
    apo_preview_as(&turned, &s->pos, apo_piece_side(piece));
    return answer_preview(s, &turned, (apo_square)square);
}

/* Reads a word of a diagram: a piece with its square, or the imitated type, for which the
 * square is APO_SQUARE_NONE. False if it is neither. */
static bool read_diagram_word(apo_position *pos, const apo_variant *var, apo_span word,
                              apo_square *out)
{
    char mark = word.text[0];
    if (mark == '!' || mark == '=')
        word = apo_span_part(word, 1, word.length);
    if (word.length == 0)
        return false;
    char letter = word.text[0];
    unsigned type = apo_variant_type_of_letter(var, letter);
    apo_side side = apo_to_lower(letter) == letter ? APO_BLACK : APO_WHITE;
    word = apo_span_part(word, 1, word.length);
    *out = mark == '=' ? APO_SQUARE_NONE
                       : apo_geometry_read_square(apo_variant_geometry(var), &word);
    if (type == APO_TYPE_NONE || word.length > 0 || (mark != '=' && *out == APO_SQUARE_NONE))
        return false;
    if (mark == '=')
        apo_look_moved(pos, side, type);
    else
        apo_preview_put(pos, *out, apo_piece_of(side, type), mark == '!');
    return true;
}

EXPORT(apo_session_diagram) int apo_session_diagram(apo_session *s, size_t length)
{
    apo_position alone, turned;
    apo_span rest = apo_session_input_span(s, length);
    apo_square first = APO_SQUARE_NONE, sq = APO_SQUARE_NONE;
    apo_session_answer(s);
    if (!s->has_position)
        return APO_E_POSITION;
    apo_preview_clear(&alone, &s->pos);
    for (apo_span word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest)) {
        if (!read_diagram_word(&alone, s->var, word, &sq))
            return APO_E_SYNTAX;
        if (first == APO_SQUARE_NONE)
            first = sq;
    }
    if (first == APO_SQUARE_NONE)
        return APO_E_SYNTAX;
    apo_preview_as(&turned, &alone, apo_piece_side(apo_position_piece(&alone, first)));
    return answer_preview(s, &turned, first);
}
