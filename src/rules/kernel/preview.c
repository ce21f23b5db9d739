#include "rules/kernel/preview.h"

#include "rules/kernel/board.h"
#include "rules/kernel/compiled.h"
#include "rules/kernel/make.h"
#include "rules/kernel/targets.h"

void apo_preview_as(apo_position *out, const apo_position *pos, apo_side side)
{
    apo_position_copy_used(out, pos);
    out->state.turn = APO_TURN_ORDINARY;
    if (apo_position_side(pos) == side)
        return;
    out->state.side = (uint8_t)side;
    APO_CALL_HOOKS(out->var, forget, &out->state);
}

/* The piece under preview. */
typedef struct view {
    const apo_position *pos;
    apo_square from;
    unsigned side, type;
    unsigned row; /* 0: it has no power */
} view;

static view look_at(const apo_position *pos, apo_square from)
{
    apo_piece piece = pos->board[from];
    view piece_view = {pos, from, apo_piece_side(piece), apo_piece_type(piece), 0};
    piece_view.row = apo_row_now(pos, piece_view.side, piece_view.type);
    return piece_view;
}

static void add_targets(apo_move_list *list, apo_square from, const apo_set *targets)
{
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = targets->words[i]; word != 0;)
            apo_move_list_add(list,
                              (apo_move){.from = from, .to = apo_word_pop(&word, i * 64)});
}

/* False if a rule forbids the piece to go to one of its targets. */
static bool may_go(const view *piece, apo_square to)
{
    return apo_ask_hops(piece->pos, piece->row, piece->from, to, piece->pos->board[to]);
}

static void add_path(apo_move_list *list, const view *piece, unsigned index, apo_set *seen)
{
    const apo_general_path *path = &piece->pos->var->paths[index];
    apo_move mv = {.from = piece->from, .to = path->to};
    if (!apo_path_ends(piece->pos, path, piece->side) ||
        !apo_path_is_open(piece->pos, path, piece->side) || !may_go(piece, path->to))
        return;
    if (path->taken_count > 0) {
        mv.kind = APO_MOVE_PATH;
        mv.arg = index;
    } else if (apo_set_has(seen, path->to)) {
        return;
    } else {
        apo_set_add(seen, path->to);
    }
    apo_move_list_add(list, mv);
}

/* Adds moves that capture in passing, and those of an unmoved piece. */
static void add_rare_paths(apo_move_list *list, const view *piece, apo_set *seen)
{
    const apo_variant *var = piece->pos->var;
    const apo_piece_table *table =
        &var->tables[apo_table_index(var, piece->side, piece->row, piece->from)];
    for (unsigned i = 0; i < table->path_count; i++)
        if (var->paths[table->first_path + i].taken_count > 0)
            add_path(list, piece, table->first_path + i, seen);
    if (piece->type != piece->row || !apo_set_has(&piece->pos->state.unmoved, piece->from))
        return;
    for (unsigned i = 0; i < table->unmoved_count; i++)
        add_path(list, piece, table->first_unmoved + i, seen);
}

static bool is_same_way(const apo_move *a, const apo_move *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind && a->arg == b->arg;
}

static void add_once(apo_move_list *list, size_t first, apo_move mv)
{
    mv = apo_move_bare(mv);
    for (size_t i = first; i < list->count; i++)
        if (is_same_way(&list->moves[i], &mv))
            return;
    apo_move_list_add(list, mv);
}

static void add_special(apo_move_list *list, const view *piece)
{
    apo_position scratch;
    apo_moves moves;
    apo_move_list *found = apo_moves_start(&moves);
    apo_check check = {true, false};
    size_t first = list->count;
    apo_position_copy_used(&scratch, piece->pos);
    APO_CALL_HOOKS(piece->pos->var, generate, &scratch, found, &check, APO_SELECT_ALL);
    for (size_t i = 0; i < found->count; i++)
        if (found->moves[i].from == piece->from)
            add_once(list, first, found->moves[i]);
    list->is_overflowed = list->is_overflowed || found->is_overflowed;
}

static apo_set gather(const view *piece)
{
    apo_set targets = {{0}};
    if (piece->row != 0)
        apo_gather_targets(piece->pos->var->words, piece->pos, piece->side, piece->row,
                           piece->from, targets.words);
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = targets.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (!may_go(piece, sq))
                apo_set_remove(&targets, sq);
        }
    return targets;
}

apo_status apo_preview_moves(apo_move_list *list, const apo_position *pos, apo_square from)
{
    view piece = look_at(pos, from);
    apo_set targets = gather(&piece);
    add_targets(list, from, &targets);
    if (piece.row != 0)
        add_rare_paths(list, &piece, &targets);
    add_special(list, &piece);
    return list->is_overflowed ? APO_E_OVERFLOW : APO_OK;
}

static bool is_path_open(const view *piece, unsigned first, unsigned count, apo_square to)
{
    for (unsigned i = 0; i < count; i++) {
        const apo_general_path *path = &piece->pos->var->paths[first + i];
        if (path->to == to && apo_path_ends(piece->pos, path, piece->side) &&
            apo_path_is_open(piece->pos, path, piece->side))
            return true;
    }
    return false;
}

bool apo_preview_goes(const apo_position *pos, apo_square from, apo_square to)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_preview_moves(list, pos, from);
    for (size_t i = 0; i < list->count; i++)
        if (list->moves[i].to == to)
            return true;
    return false;
}

bool apo_preview_reaches(const apo_position *pos, apo_square from, apo_square to)
{
    view piece = look_at(pos, from);
    apo_set targets = gather(&piece);
    if (piece.row == 0)
        return false;
    const apo_piece_table *table =
        &pos->var->tables[apo_table_index(pos->var, piece.side, piece.row, from)];
    return may_go(&piece, to) &&
           (apo_set_has(&targets, to) ||
            is_path_open(&piece, table->first_path, table->path_count, to) ||
            (piece.type == piece.row && apo_set_has(&pos->state.unmoved, from) &&
             is_path_open(&piece, table->first_unmoved, table->unmoved_count, to)));
}

/* Removes all other pieces from the board. */
static void lift_others(apo_position *pos, apo_square from)
{
    for (unsigned i = 0; i < pos->var->squares; i++) {
        apo_square sq = (apo_square)i;
        if (sq != from && apo_piece_is_real(pos->board[sq]))
            apo_board_set(pos, sq, apo_place_blank(pos->var, sq));
    }
}

static void add_hits(apo_set *set, const view *piece)
{
    const apo_variant *var = piece->pos->var;
    for (unsigned i = 0; i < var->squares; i++) {
        apo_square target = (apo_square)i;
        const uint64_t *hitters =
            apo_reach_set(var->words, var, piece->side, piece->row, target, APO_REACH_ANY);
        bool is_hit = hitters[piece->from >> 6] >> (piece->from & 63U) & 1U;
        if (is_hit && piece->pos->board[target] != APO_PIECE_VOID)
            apo_set_add(set, target);
    }
}

apo_set apo_preview_reach(const apo_position *pos, apo_square from)
{
    view piece = look_at(pos, from);
    apo_position alone;
    apo_set reach = {{0}};
    if (piece.type == pos->var->changing || piece.type == pos->var->untabled) {
        for (unsigned sq = 0; sq < pos->var->squares; sq++)
            if (sq != from && pos->board[sq] != APO_PIECE_VOID)
                apo_set_add(&reach, (apo_square)sq);
        return reach;
    }
    apo_position_copy_used(&alone, pos);
    lift_others(&alone, from);
    piece.pos = &alone;
    reach = gather(&piece);
    piece.pos = pos;
    add_hits(&reach, &piece);
    return reach;
}

void apo_preview_clear(apo_position *out, const apo_position *pos)
{
    apo_setup empty;
    apo_preview_as(out, pos, APO_WHITE);
    APO_CALL_HOOKS(out->var, forget, &out->state);
    out->state.unmoved = (apo_set){{0}};
    out->state.powers = (apo_powers){{0}, {0}};
    apo_setup_empty(&empty, pos->var);
    apo_state_load(&out->state, &empty, pos->var);
    lift_others(out, APO_SQUARE_NONE);
}

void apo_preview_put(apo_position *pos, apo_square sq, apo_piece piece, bool is_unmoved)
{
    apo_board_set(pos, sq, piece);
    if (is_unmoved)
        apo_set_add(&pos->state.unmoved, sq);
}

void apo_look_moved(apo_position *pos, apo_side side, unsigned type)
{
    apo_note_moved(&pos->state, pos->var, side, type);
}

bool apo_preview_is_elsewhere(const apo_position *pos, apo_square from, apo_square to)
{
    const apo_geometry *geo = &pos->var->geometry;
    int files = to % geo->files - from % geo->files, rows = to / geo->files - from / geo->files;
    bool is_found = false;
    apo_position board;
    apo_preview_clear(&board, pos);
    for (unsigned sq = 0; !is_found && sq < pos->var->squares; sq++) {
        apo_square end = apo_geometry_step(geo, (apo_square)sq, files, rows);
        if (geo->place[sq] != APO_PLACE_SQUARE || end == APO_SQUARE_NONE)
            continue;
        apo_preview_put(&board, (apo_square)sq, pos->board[from], false);
        apo_set reach = apo_preview_reach(&board, (apo_square)sq);
        is_found = apo_set_has(&reach, end);
        apo_board_set(&board, (apo_square)sq, APO_PIECE_EMPTY);
    }
    return is_found;
}
