/* A game and its state as JSON. Squares have their names, pieces their letters, upper case for
 * White, as in FEN. */
#include "base/json.h"
#include "definition/betza/emblem_svg.h"
#include "definition/file/definition.h"
#include "definition/file/drawn_svg.h"
#include "game/game.h"
#include "notation/explain.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "rules/rules/program_view.h"
#include "search/outcome_fit.h"
#include "wasm/session.h"

static const char *const side_names[APO_SIDES] = {"white", "black"};

static void add_letter(apo_buffer *out, const char *name, const apo_variant *var, unsigned type)
{
    const apo_type_info *info = apo_type_info_of(var, type);
    char text[2] = {info->letter, info->accent};
    if (type == APO_TYPE_NONE)
        apo_json_add_null(out, name);
    else
        apo_json_add_text(out, name, (apo_span){text, info->accent != '\0' ? 2 : 1});
}

static const char *name_square(const apo_variant *var, unsigned sq,
                               char buf[APO_SQUARE_NAME_MAX])
{
    apo_geometry_write_square(apo_variant_geometry(var), (apo_square)sq, buf);
    return buf;
}

/* --- the game ------------------------------------------------------------ */

static void add_fit(apo_buffer *out, const apo_variant *var)
{
    const apo_outcome_fit *fit = apo_outcome_fit_of(var);
    apo_json_open(out, "outcomes", '{');
    apo_json_add_number(out, "scale", fit->scale);
    apo_json_add_number(out, "win", fit->win);
    apo_json_add_number(out, "better", fit->better);
    apo_json_close(out, '}');
}

/* The paths of apo_emblem_svg. */
static void add_emblem(apo_buffer *out, const apo_variant *var, unsigned type)
{
    unsigned count;
    apo_buffer solid, lines;
    const apo_emblem_mark *marks = apo_type_emblem(var, type, &count);
    apo_buffer_init(&solid, NULL);
    apo_buffer_init(&lines, NULL);
    apo_emblem_svg(&solid, &lines, marks, count, apo_type_info_of(var, type)->is_royal);
    out->is_failed = out->is_failed || solid.is_failed || lines.is_failed;
    apo_json_open(out, "emblem", '{');
    apo_json_add_text(out, "solid", apo_buffer_span(&solid));
    apo_json_add_text(out, "lines", apo_buffer_span(&lines));
    apo_json_close(out, '}');
    apo_buffer_clear(&solid);
    apo_buffer_clear(&lines);
}

static void add_piece_type(apo_buffer *out, const apo_variant *var, unsigned type)
{
    const apo_type_info *info = apo_type_info_of(var, type);
    apo_json_open(out, NULL, '{');
    add_letter(out, "letter", var, type);
    apo_json_add_string(out, "name", info->name);
    apo_json_add_string(out, "className", info->class_name);
    apo_json_add_flag(out, "isRoyal", info->is_royal);
    apo_json_add_flag(out, "isPawn", info->is_pawn);
    apo_json_add_flag(out, "isJoker", info->is_joker);
    apo_json_add_flag(out, "isChecker", apo_type_is_checker(var, type));
    apo_json_add_string(out, "picture", apo_type_picture(var, type));
    add_emblem(out, var, type);
    apo_json_close(out, '}');
}

/* The board as a string, one character per place from the bottom left: . a square, ~ a square
 * that exists only while occupied, # no square. */
static void add_places(apo_buffer *out, const apo_geometry *geo)
{
    static const char letters[APO_PLACES] = {
        [APO_PLACE_NONE] = '#', [APO_PLACE_SQUARE] = '.', [APO_PLACE_TRANSIENT] = '~'};
    char places[APO_SQUARES_MAX];
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        places[sq] = letters[geo->place[sq]];
    apo_json_add_text(out, "places", (apo_span){places, apo_geometry_squares(geo)});
}

static void add_drawn(apo_buffer *out, const apo_variant *var, const char *name, bool is_river)
{
    apo_buffer path;
    apo_buffer_init(&path, NULL);
    apo_drawn_svg(&path, var, is_river);
    out->is_failed = out->is_failed || path.is_failed;
    apo_json_add_text(out, name, apo_buffer_span(&path));
    apo_buffer_clear(&path);
}

static void add_board(apo_buffer *out, const apo_variant *var)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_json_add_number(out, "files", geo->files);
    apo_json_add_number(out, "rows", geo->rows);
    apo_json_add_number(out, "ranks", apo_geometry_ranks(geo));
    apo_json_add_number(out, "bottomRank", geo->bottom_rank);
    add_places(out, geo);
    add_drawn(out, var, "lines", false);
    add_drawn(out, var, "river", true);
}

static void add_starts(apo_buffer *out, const apo_variant *var)
{
    apo_json_add_number(out, "starts", apo_variant_info_of(var)->start_count);
    apo_json_open(out, "startNames", '[');
    for (unsigned i = 0; i < apo_variant_info_of(var)->start_name_count; i++)
        apo_json_add_string(out, NULL, apo_variant_start_name(var, i));
    apo_json_close(out, ']');
}

static void add_rules(apo_buffer *out, const apo_variant *var)
{
    static const char *const sections[] = {"reserve",  "joker",     "launch",     "king-jump",
                                           "castling", "checker",   "multi-step", "points",
                                           "handicap", "promotion", "hands"};
    apo_json_open(out, "rules", '[');
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (apo_variant_has_rule(var, sections[i]))
            apo_json_add_string(out, NULL, sections[i]);
    apo_json_close(out, ']');
}

EXPORT(apo_session_describe) int apo_session_describe(apo_session *s)
{
    const apo_variant *var = s->var;
    apo_buffer *out = apo_session_answer(s);
    unsigned count;
    if (var == NULL)
        return APO_E_UNKNOWN;
    const apo_variant_info *info = apo_variant_info_of(var);
    const uint8_t *order = apo_variant_reserve_order(var, &count);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", info->id);
    apo_json_add_string(out, "name", info->name);
    apo_json_add_text(out, "pgnName", apo_definition_name_elsewhere(apo_span_of(info->id)));
    apo_json_add_string(out, "inventor", info->inventor);
    add_board(out, var);
    apo_json_open(out, "types", '[');
    for (unsigned type = 1; type <= info->type_count; type++)
        add_piece_type(out, var, type);
    apo_json_close(out, ']');
    apo_json_open(out, "reserveOrder", '[');
    for (unsigned i = 0; i < count; i++)
        add_letter(out, NULL, var, order[i]);
    apo_json_close(out, ']');
    add_starts(out, var);
    add_rules(out, var);
    apo_json_add_flag(out, "hasAdvantage", info->has_advantage);
    add_fit(out, var);
    apo_json_close(out, '}');
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

/* --- the position -------------------------------------------------------- */

static void add_pieces(apo_buffer *out, const apo_variant *var, const apo_setup *setup)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_json_open(out, "pieces", '{');
    for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(var)); sq++) {
        if (!apo_piece_is_real(setup->pieces[sq]))
            continue;
        unsigned type = apo_piece_type(setup->pieces[sq]);
        const apo_type_info *info = apo_type_info_of(var, type);
        bool is_form = info->mark == APO_MARK_PROMOTED;
        char letter = info->letter;
        if (apo_piece_side(setup->pieces[sq]) == APO_BLACK)
            letter = apo_to_lower(letter);
        /* "+N" is N's promoted form, and "N'" another piece, as in a FEN. */
        char text[3] = {'+', letter, info->accent};
        size_t length = info->accent != '\0' ? 2 : 1;
        apo_json_add_text(out, name_square(var, sq, name),
                          (apo_span){text + !is_form, length + is_form});
    }
    apo_json_close(out, '}');
}

/* Adds the squares that vanished when pieces left them; nothing if there are none. */
static void add_walls(apo_buffer *out, const apo_variant *var, const apo_setup *setup)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    char name[APO_SQUARE_NAME_MAX];
    bool has_any = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (setup->pieces[sq] != APO_PIECE_VOID || geo->place[sq] != APO_PLACE_SQUARE)
            continue;
        if (!has_any)
            apo_json_open(out, "walls", '[');
        has_any = true;
        apo_json_add_string(out, NULL, name_square(var, sq, name));
    }
    if (has_any)
        apo_json_close(out, ']');
}

static void add_unmoved(apo_buffer *out, const apo_variant *var, const apo_setup *setup)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_json_open(out, "unmoved", '[');
    for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(var)); sq++)
        if (apo_set_has(&setup->unmoved, (apo_square)sq))
            apo_json_add_string(out, NULL, name_square(var, sq, name));
    apo_json_close(out, ']');
}

static void add_reserve(apo_buffer *out, const apo_variant *var, const uint8_t *pieces,
                        const char *side)
{
    apo_json_open(out, side, '{');
    for (unsigned type = 1; type <= apo_variant_held_count(var); type++) {
        char letter[2] = {apo_type_info_of(var, type)->letter, 0};
        if (pieces[type] > 0)
            apo_json_add_number(out, letter, pieces[type]);
    }
    apo_json_close(out, '}');
}

static void add_pocket(apo_buffer *out, const apo_variant *var, uint32_t types,
                       const char *side)
{
    apo_json_open(out, side, '[');
    for (; types != 0; types &= types - 1)
        add_letter(out, NULL, var, (unsigned)__builtin_ctz(types));
    apo_json_close(out, ']');
}

static void add_sides(apo_buffer *out, const apo_position *pos, const apo_setup *setup)
{
    const apo_variant *var = apo_position_variant(pos);
    int points[APO_SIDES] = {0, 0};
    bool has_points = apo_position_points(pos, points);
    apo_json_open(out, "reserve", '{');
    for (unsigned side = 0; side < APO_SIDES; side++)
        add_reserve(out, var, setup->rules.reserve[side], side_names[side]);
    apo_json_close(out, '}');
    apo_json_open(out, "pocket", '{');
    for (unsigned side = 0; side < APO_SIDES; side++)
        add_pocket(out, var, setup->rules.pocket[side], side_names[side]);
    apo_json_close(out, '}');
    apo_json_open(out, "imitated", '{');
    for (unsigned side = 0; side < APO_SIDES; side++)
        add_letter(out, side_names[side], var, apo_position_imitated(pos, (apo_side)side));
    apo_json_close(out, '}');
    if (!has_points)
        return;
    apo_json_open(out, "points", '{');
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_json_add_number(out, side_names[side], points[side]);
    apo_json_close(out, '}');
}

static void add_kings(apo_buffer *out, const apo_position *pos)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_json_open(out, "kings", '{');
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_json_add_string(out, side_names[side],
                            name_square(apo_position_variant(pos),
                                        apo_position_king(pos, (apo_side)side), name));
    apo_json_close(out, '}');
}

static void add_fen(apo_buffer *out, const apo_position *pos)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_fen_write(&text, pos);
    apo_json_add_text(out, "fen", apo_text_span(&text));
}

EXPORT(apo_session_state) int apo_session_state(apo_session *s)
{
    apo_buffer *out = apo_session_answer(s);
    apo_setup setup;
    if (!s->has_position)
        return APO_E_POSITION;
    apo_position_to_setup(&s->pos, &setup);
    apo_json_open(out, NULL, '{');
    add_fen(out, &s->pos);
    apo_json_add_string(out, "side", side_names[setup.side]);
    apo_json_add_number(out, "turn", setup.turn);
    apo_json_add_number(out, "moveNumber", setup.move_number);
    apo_json_add_number(out, "quietPlies", setup.halfmove_count);
    apo_json_add_flag(out, "isCheck", apo_position_is_check(&s->pos));
    apo_outcome outcome = apo_position_outcome_counted(&s->pos);
    apo_json_add_string(out, "ending", apo_ending_word(outcome.ending));
    apo_json_add_number(out, "whiteQuarters", outcome.white_quarters);
    add_pieces(out, s->var, &setup);
    add_walls(out, s->var, &setup);
    add_unmoved(out, s->var, &setup);
    add_sides(out, &s->pos, &setup);
    add_kings(out, &s->pos);
    apo_json_close(out, '}');
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

/* The number of a remedy's changes. Replacing the moving piece, or naming another move, is
 * worse than any number of changes around it. */
static unsigned cost_of(const apo_remedy *remedy, apo_square from)
{
    unsigned cost = remedy->is_mended ? remedy->change_count : APO_REMEDY_CHANGES_MAX + 1;
    for (unsigned i = 0; i < remedy->change_count; i++)
        if (remedy->changes[i].kind == APO_CHANGE_MOVE || remedy->changes[i].square == from)
            cost += APO_REMEDY_CHANGES_MAX;
    return cost;
}

/* A person who tries to move a pawn to its last rank has not chosen the promotion yet. */
static apo_move promoted_to_mend(const apo_position *pos, apo_move mv)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_piece piece = apo_position_piece(pos, mv.from);
    unsigned best_cost;
    apo_remedy remedy;
    if (!apo_piece_is_real(piece) || !apo_type_info_of(var, apo_piece_type(piece))->is_pawn ||
        !apo_promotion_is_offered(var, apo_piece_side(piece), mv.to))
        return mv;
    apo_move best = mv;
    apo_move_remedy(&remedy, NULL, pos, &mv);
    if (remedy.reason == APO_LEGAL || remedy.reason == APO_ILLEGAL_PROMOTION)
        return mv;
    best_cost = cost_of(&remedy, mv.from);
    for (unsigned type = apo_variant_info_of(var)->type_count; type > APO_TYPE_NONE; type--) {
        mv.promoted = (uint8_t)type;
        apo_move_remedy(&remedy, NULL, pos, &mv);
        unsigned cost = cost_of(&remedy, mv.from);
        if (cost < best_cost && remedy.move.promoted == mv.promoted) {
            best = mv;
            best_cost = cost;
        }
    }
    return best;
}

EXPORT(apo_session_remedy) int apo_session_remedy(apo_session *s, unsigned from, unsigned to)
{
    apo_move mv = {.from = (apo_square)from, .to = (apo_square)to};
    apo_buffer *out = apo_session_answer(s);
    if (!s->has_position)
        return APO_E_POSITION;
    unsigned squares =
        apo_geometry_squares(apo_variant_geometry(apo_position_variant(&s->pos)));
    if (from >= squares || to >= squares)
        return APO_E_POSITION;
    mv = promoted_to_mend(&s->pos, mv);
    return (int)apo_move_remedy_write(out, &s->pos, &mv);
}

EXPORT(apo_session_explain_joker) int apo_session_explain_joker(apo_session *s, unsigned side)
{
    char buf[APO_EXPLAIN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_buffer *out = apo_session_answer(s);
    if (!s->has_position || side >= APO_SIDES)
        return APO_E_POSITION;
    apo_joker_explain(&text, &s->pos, (apo_side)side);
    apo_buffer_add(out, buf);
    return APO_OK;
}

/* --- the state of a game ------------------------------------------------- */

static void add_count(apo_buffer *out, const apo_position *pos, apo_side side, int *sum)
{
    const apo_variant *var = apo_position_variant(pos);
    unsigned squares = apo_geometry_squares(apo_variant_geometry(var));
    apo_json_open(out, side_names[side], '[');
    for (unsigned sq = 0; sq < squares; sq++) {
        char name[APO_SQUARE_NAME_MAX];
        apo_piece piece = apo_position_piece(pos, (apo_square)sq);
        if (!apo_piece_is_real(piece) || apo_piece_side(piece) != side)
            continue;
        int points = apo_position_piece_points(pos, (apo_square)sq);
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "square", name_square(var, sq, name));
        add_letter(out, "letter", var, apo_piece_type(piece));
        apo_json_add_number(out, "points", points);
        apo_json_close(out, '}');
        *sum += points;
    }
    apo_json_close(out, ']');
}

/* The points by piece, in games that count them. */
static void add_points(apo_buffer *out, const apo_position *pos)
{
    int sums[APO_SIDES] = {0, 0}, unused[APO_SIDES];
    if (!apo_position_points(pos, unused))
        return;
    apo_json_open(out, "points", '{');
    add_count(out, pos, APO_WHITE, &sums[APO_WHITE]);
    add_count(out, pos, APO_BLACK, &sums[APO_BLACK]);
    apo_json_add_number(out, "whiteSum", sums[APO_WHITE]);
    apo_json_add_number(out, "blackSum", sums[APO_BLACK]);
    apo_json_close(out, '}');
}

void apo_session_add_outcome(apo_buffer *out, const apo_game *game)
{
    apo_game_info info = apo_game_info_of(game);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "ending", apo_ending_word(info.outcome.ending));
    apo_json_add_number(out, "whiteQuarters", info.outcome.white_quarters);
    apo_json_add_number(out, "occurrences", info.occurrences);
    apo_json_add_number(out, "plies", (int64_t)info.length);
    add_points(out, apo_game_position(game));
    apo_json_close(out, '}');
}

static apo_status play_lines(apo_game *game, apo_span rest, apo_error *err)
{
    apo_move mv;
    apo_span line;
    while (apo_span_line(&rest, &line)) {
        if (line.length == 0)
            continue;
        apo_status status = apo_move_read_any(&mv, apo_game_position(game), line, err);
        if (status == APO_OK)
            status = apo_game_play(game, &mv);
        if (status != APO_OK)
            return status;
    }
    return APO_OK;
}

EXPORT(apo_session_outcome) int apo_session_outcome(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_position start;
    apo_game *game = NULL;
    apo_span rest = apo_session_input_span(s, length);
    apo_span fen = {NULL, 0};
    apo_span_line(&rest, &fen);
    apo_status status =
        s->var == NULL ? APO_E_UNKNOWN : apo_fen_read(&start, s->var, fen, &err);
    if (status == APO_OK)
        status = apo_game_new(&game, &start, NULL);
    if (status == APO_OK)
        status = play_lines(game, rest, &err);
    if (status == APO_OK)
        apo_session_add_outcome(apo_session_answer(s), game);
    apo_game_free(game);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}
