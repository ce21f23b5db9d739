#include "base/mem.h"
#include "definition/exchange/zillions_read_priv.h"

/* The pieces of a rules file. Compares the guess with what the blocks do, square by square and
 * for both sides, and derives the promotion rule from where promotions occur. */

static void fail(apo_zrf *z, const char *problem)
{
    if (z->problem == NULL) {
        z->problem = problem;
        z->problem_word = apo_span_of("");
    }
}

/* --- the other reading --------------------------------------------------- */

/* Sorts the steps of a path by square, as those of found moves are. */
static void sort_steps(apo_zrf_move *move)
{
    for (unsigned i = 1; i < move->step_count; i++)
        for (unsigned k = i; k > 0 && move->steps[k - 1].square > move->steps[k].square; k--) {
            apo_path_step step = move->steps[k];
            move->steps[k] = move->steps[k - 1];
            move->steps[k - 1] = step;
        }
}

static bool add_path(void *context, const apo_path *path)
{
    apo_zrf *z = context;
    apo_zrf_move move;
    memset(&move, 0, sizeof move);
    move.to = path->to;
    move.end = path->end & (APO_END_MOVE | APO_END_CAPTURE);
    move.is_unmoved = path->is_unmoved;
    move.step_count = path->step_count;
    memcpy(move.steps, path->steps, path->step_count * sizeof *path->steps);
    sort_steps(&move);
    apo_zrf__add_move(z, &z->walked, &move);
    return z->problem == NULL;
}

/* Adds the multiple steps from a square, which the notation lacks. */
static void add_steps(apo_zrf *z)
{
    const apo_geometry *geo = &z->draft->geometry;
    unsigned most = z->steps[apo_geometry_own_rank(geo, (apo_side)z->side, z->from)];
    apo_zrf_move move;
    memset(&move, 0, sizeof move);
    move.end = APO_END_MOVE;
    move.to = z->from;
    for (unsigned n = 1; n <= most; n++) {
        apo_square to = apo_geometry_step(geo, move.to, 0, z->side == 0 ? 1 : -1);
        if (to == APO_SQUARE_NONE || geo->place[to] != APO_PLACE_SQUARE)
            return;
        if (n > 1)
            move.steps[move.step_count++] = (apo_path_step){move.to, APO_CONDITION_EMPTY};
        move.to = to;
        apo_zrf_move sorted = move;
        sort_steps(&sorted);
        if (n > 1)
            apo_zrf__add_move(z, &z->walked, &sorted);
    }
}

/* --- comparing ----------------------------------------------------------- */

static bool is_same(const apo_zrf_move *a, const apo_zrf_move *b)
{
    bool is_same_way = a->to == b->to && a->end == b->end && a->is_unmoved == b->is_unmoved &&
                       a->step_count == b->step_count;
    for (unsigned i = 0; is_same_way && i < a->step_count; i++)
        is_same_way = a->steps[i].square == b->steps[i].square &&
                      a->steps[i].condition == b->steps[i].condition;
    return is_same_way;
}

static bool is_among(const apo_zrf_move *move, const apo_zrf_moves *list)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->moves[i].kind == APO_ZRF_PLAIN && is_same(move, &list->moves[i]))
            return true;
    return false;
}

/* True if a piece of the type stands there at the start; only such a piece can be unmoved. */
static bool is_home(const apo_zrf *z)
{
    char letter = z->draft->types[z->type].letter;
    return z->draft->board[z->from] == (z->side == 0 ? letter : apo_to_lower(letter));
}

static void compare(apo_zrf *z)
{
    apo_path_task task = {&z->draft->geometry, &z->parsed, (apo_side)z->side, z->from};
    uint32_t work = z->work;
    z->walked.count = 0;
    if (apo_paths_walk_within(&task, &work, add_path, z) != APO_OK)
        fail(z, "its moves take too long to compare");
    z->work = work;
    add_steps(z);
    bool is_first = is_home(z);
    for (unsigned i = 0; i < z->found.count; i++) {
        const apo_zrf_move *move = &z->found.moves[i];
        if (move->kind == APO_ZRF_PLAIN && (is_first || !move->is_unmoved) &&
            !is_among(move, &z->walked))
            fail(z, "it has moves that no notation says");
    }
    for (unsigned i = 0; i < z->walked.count; i++)
        if ((is_first || !z->walked.moves[i].is_unmoved) &&
            !is_among(&z->walked.moves[i], &z->found))
            fail(z, "not all of its moves can be made everywhere");
}

static void note_promotion(apo_zrf *z, const apo_zrf_move *move)
{
    unsigned rank = apo_geometry_own_rank(&z->draft->geometry, (apo_side)z->side, move->to);
    if (z->is_tier_known[rank] && z->tiers[rank] != move->promotions)
        fail(z, "what it becomes does not depend on its own rank alone");
    z->is_tier_known[rank] = true;
    z->tiers[rank] = move->promotions;
}

static void note_special(apo_zrf *z, const apo_zrf_move *move)
{
    if (z->special_count[z->side] == APO_ZRF_SPECIALS_MAX)
        fail(z, "there are too many ways to castle and to capture en passant");
    else
        z->specials[z->side][z->special_count[z->side]++] =
            (apo_zrf_special){z->type, z->from, *move};
}

static void compare_everywhere(apo_zrf *z)
{
    const apo_geometry *geo = &z->draft->geometry;
    for (unsigned i = 0; i < 2 * apo_geometry_squares(geo) && z->problem == NULL; i++) {
        z->side = i % 2;
        z->from = (apo_square)(i / 2);
        if (geo->place[z->from] != APO_PLACE_SQUARE)
            continue;
        apo_zrf__run(z);
        if (z->problem != NULL)
            return;
        compare(z);
        for (unsigned k = 0; k < z->found.count && z->problem == NULL; k++) {
            if (z->found.moves[k].kind != APO_ZRF_CASTLING)
                note_promotion(z, &z->found.moves[k]);
            if (z->found.moves[k].kind != APO_ZRF_PLAIN)
                note_special(z, &z->found.moves[k]);
        }
    }
}

/* --- promotion ----------------------------------------------------------- */

/* The letters that a piece may become on each rank, beyond those of the ranks before. */
typedef struct table {
    char tiers[APO_ROWS_MAX + 1][APO_DRAFT_LETTERS_MAX];
    unsigned compulsory;
} table;

static void fill_table(apo_zrf *z, table *out)
{
    uint32_t own = UINT32_C(1) << z->type, before = 0;
    memset(out, 0, sizeof *out);
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++) {
        uint32_t now = z->tiers[rank];
        if (!z->is_tier_known[rank])
            continue;
        if ((before & ~now) != 0 || (out->compulsory > 0 && (now & own) != 0) ||
            (out->compulsory > 0 && now == 0))
            fail(z, "what it may become on its way is not understood");
        for (unsigned i = 0; i < z->type_count; i++)
            if ((now & ~own & ~before) >> i & 1)
                apo_draft_add_letter(out->tiers[rank], z->draft->types[i].letter);
        if (now != 0 && (now & own) == 0 && out->compulsory == 0)
            out->compulsory = rank;
        before = now & ~own;
    }
    if (before != 0 && out->compulsory == 0)
        fail(z, "it need not become another piece even on its last rank");
}

/* Makes the promotion table, which must be the same for all promoting pieces. */
static void make_promotion(apo_zrf *z)
{
    apo_draft *draft = z->draft;
    table own;
    fill_table(z, &own);
    if (z->problem != NULL || own.compulsory == 0)
        return;
    bool is_first = draft->promoting[0] == '\0';
    if (!is_first && (draft->compulsory != own.compulsory ||
                      memcmp(draft->tiers, own.tiers, sizeof own.tiers) != 0))
        fail(z, "it becomes other pieces than another one does");
    draft->compulsory = own.compulsory;
    memcpy(draft->tiers, own.tiers, sizeof own.tiers);
    apo_draft_add_letter(draft->promoting, draft->types[z->type].letter);
}

/* --- multiple steps ------------------------------------------------------ */

static void make_steps(apo_zrf *z)
{
    bool has_any = false, is_same_table = true, is_first = z->draft->multi_pieces[0] == '\0';
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++) {
        has_any = has_any || z->steps[rank] > 0;
        is_same_table = is_same_table && z->draft->multi_steps[rank] == z->steps[rank];
    }
    if (!has_any)
        return;
    if (!is_first && !is_same_table)
        fail(z, "it makes multiple steps from other ranks than another piece does");
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
        z->draft->multi_steps[rank] = (uint8_t)z->steps[rank];
    apo_draft_add_letter(z->draft->multi_pieces, z->draft->types[z->type].letter);
}

/* --- all ----------------------------------------------------------------- */

static void read_piece(apo_zrf *z)
{
    apo_draft_type *type = &z->draft->types[z->type];
    apo_text text = apo_text_start(type->moves, sizeof type->moves);
    z->problem = NULL;
    memset(z->is_tier_known, 0, sizeof z->is_tier_known);
    memset(z->tiers, 0, sizeof z->tiers);
    apo_zrf__guess(z, &text);
    if (z->problem == NULL && text.is_overflowed)
        fail(z, "the notation of its moves is too long");
    if (z->problem == NULL)
        compare_everywhere(z);
    if (z->problem == NULL)
        make_promotion(z);
    if (z->problem == NULL)
        make_steps(z);
    if (z->problem == NULL && z->types[z->type].is_attribute_used &&
        z->types[z->type].leaves_attribute)
        fail(z, "some of its moves do not say that it has moved");
    if (z->problem == NULL)
        return;
    char reason[APO_ERROR_DETAIL_MAX];
    apo_error err;
    (void)apo_fail(&err, APO_E_UNSUPPORTED, 0, z->problem, z->problem_word);
    apo_text why = apo_text_start(reason, sizeof reason);
    apo_text_add(&why, "the moves are left out: ");
    apo_text_add(&why, err.detail);
    apo_draft_lose(z->draft, z->diagnostics, APO_DRAFT_PIECES, z->types[z->type].line,
                   apo_span_of(type->name), reason, apo_span_of(""));
    type->moves[0] = '\0';
}

void apo_zrf__read_pieces(apo_zrf *z)
{
    for (z->type = 0; z->type < z->type_count; z->type++)
        if (z->types[z->type].moves != 0 || z->types[z->type].drops == 0)
            read_piece(z);
}
