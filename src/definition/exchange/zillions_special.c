#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/betza/write.h"
#include "definition/exchange/zillions_read_priv.h"

/* Castling and captures en passant. The blocks must require exactly what our rules require. */

static const apo_span nothing = {NULL, 0};

/* The line is that of the type's moves. */
static void lose(apo_zrf *z, unsigned type, const char *key, const char *detail)
{
    apo_zrf__lose(z, APO_DRAFT_RULES, z->types[type].moves, key, detail, nothing);
}

static char letter_at(const apo_zrf *z, unsigned type, unsigned side)
{
    char letter = z->draft->types[type].letter;
    return side == 0 ? letter : apo_to_lower(letter);
}

/* --- castling ------------------------------------------------------------ */

static bool is_between(unsigned sq, unsigned a, unsigned b)
{
    return (sq >= a && sq <= b) || (sq >= b && sq <= a);
}

/* True if the squares that must be empty, and those that may not be attacked, are the usual
 * ones: the king's own square and those it crosses. Its target is always tested.
 */
static bool is_usual(const apo_zrf *z, const apo_zrf_special *one)
{
    const apo_zrf_move *move = &one->move;
    unsigned king = one->from, to = move->to;
    unsigned files = z->draft->geometry.files, row = king / files;
    if (row != to / files || row != move->partner / files || row != move->partner_to / files ||
        !move->is_unmoved || move->partner_type == 0)
        return false;
    for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++) {
        bool is_crossed = sq / files == row && sq != king && sq != move->partner &&
                          (is_between(sq, king, move->partner) || is_between(sq, king, to) ||
                           is_between(sq, move->partner, move->partner_to));
        bool is_safe = sq / files == row && is_between(sq, king, to);
        if (apo_set_has(&move->empty, (apo_square)sq) != is_crossed ||
            (is_safe && sq != to && !apo_set_has(&move->safe, (apo_square)sq)) ||
            (!is_safe && apo_set_has(&move->safe, (apo_square)sq)))
            return false;
    }
    return true;
}

/* Castlings begin where king and partner stand at the start, as neither has moved. */
static bool is_possible(const apo_zrf *z, const apo_zrf_special *one, unsigned side)
{
    const apo_zrf_move *move = &one->move;
    return z->draft->board[one->from] == letter_at(z, one->type, side) &&
           (move->partner_type == 0 ||
            z->draft->board[move->partner] == letter_at(z, move->partner_type - 1, side));
}

static bool is_image(const apo_zrf *z, const apo_draft_way *way, const apo_zrf_special *one)
{
    const apo_geometry *geo = &z->draft->geometry;
    return way->king == apo_geometry_mirror(geo, one->from) &&
           way->partner == apo_geometry_mirror(geo, one->move.partner) &&
           way->king_to == apo_geometry_mirror(geo, one->move.to) &&
           way->partner_to == apo_geometry_mirror(geo, one->move.partner_to);
}

static void add_way(apo_zrf *z, const apo_zrf_special *one, unsigned side)
{
    apo_draft *draft = z->draft;
    for (unsigned i = 0; side == 1 && i < draft->way_count; i++)
        if (draft->ways[i].whose == APO_DRAFT_WHITE_ONLY && is_image(z, &draft->ways[i], one)) {
            draft->ways[i].whose = APO_DRAFT_BOTH;
            return;
        }
    if (draft->way_count == APO_DRAFT_WAYS_MAX) {
        lose(z, one->type, "castling", "there are too many ways to castle");
        return;
    }
    draft->ways[draft->way_count++] =
        (apo_draft_way){one->from, one->move.partner, one->move.to, one->move.partner_to,
                        side == 0 ? APO_DRAFT_WHITE_ONLY : APO_DRAFT_BLACK_ONLY};
}

void apo_zrf__make_castlings(apo_zrf *z)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < z->special_count[side]; i++) {
            const apo_zrf_special *one = &z->specials[side][i];
            if (one->move.kind != APO_ZRF_CASTLING || !is_possible(z, one, side))
                continue;
            const apo_zrf_type *partner =
                one->move.partner_type > 0 ? &z->types[one->move.partner_type - 1] : NULL;
            if (one->type + 1 != z->royal || !is_usual(z, one) || partner == NULL)
                lose(z, one->type, "castling",
                     "a way to castle asks for other things than it does here");
            else if (partner->leaves_attribute || z->types[one->type].leaves_attribute)
                lose(z, one->type, "castling",
                     "some moves do not say that the piece has moved");
            else
                add_way(z, one, side);
        }
}

/* --- en passant ---------------------------------------------------------- */

/* A multiple step of an enemy: from, to, and the squares between. */
typedef struct trail {
    apo_square from, to;
    unsigned type, count;
    apo_square passed[APO_ROWS_MAX];
} trail;

enum {
    TRAILS_MAX = 1600,
    COMPARISONS_MAX = 50000000
};

typedef struct passant {
    apo_zrf *z;
    unsigned side, trail_count, type; /* the side and the type that captures */
    apo_square from;
    bool is_wrong;
    uint32_t work; /* comparisons left */
    apo_piece_moves moves;
    trail trails[TRAILS_MAX];
    bool is_met[APO_ZRF_SPECIALS_MAX];
} passant;

static void add_trail(passant *p, const trail *one)
{
    if (p->trail_count == TRAILS_MAX)
        p->is_wrong = true;
    else
        p->trails[p->trail_count++] = *one;
}

static bool add_path_trail(void *context, const apo_path *path)
{
    passant *p = context;
    trail one = {.from = path->from, .to = path->to, .type = p->type};
    bool is_home = p->z->draft->board[path->from] == letter_at(p->z, p->type, p->side ^ 1U);
    if (!path->is_multi_step || (path->is_unmoved && !is_home))
        return true;
    for (unsigned i = 0; i < path->step_count && one.count < APO_ROWS_MAX; i++)
        one.passed[one.count++] = path->steps[i].square;
    add_trail(p, &one);
    return true;
}

/* The trails of [multi-step] from a square. */
static void add_ranked_trails(passant *p, apo_square from)
{
    const apo_draft *draft = p->z->draft;
    unsigned enemy = p->side ^ 1U;
    unsigned most =
        draft->multi_steps[apo_geometry_own_rank(&draft->geometry, (apo_side)enemy, from)];
    trail one = {.from = from, .to = from, .type = p->type};
    if (!apo_draft_has_letter(draft->multi_pieces, draft->types[p->type].letter))
        return;
    for (unsigned n = 1; n <= most; n++) {
        apo_square to = apo_geometry_step(&draft->geometry, one.to, 0, enemy == 0 ? 1 : -1);
        if (to == APO_SQUARE_NONE)
            return;
        if (n > 1)
            one.passed[one.count++] = one.to;
        one.to = to;
        if (n > 1)
            add_trail(p, &one);
    }
}

static bool read_moves(const apo_draft_type *type, apo_piece_moves *out)
{
    return type->moves[0] != '\0' &&
           apo_betza_parse(out, apo_span_of(type->moves), NULL) == APO_OK;
}

static void find_trails(passant *p)
{
    const apo_geometry *geo = &p->z->draft->geometry;
    p->trail_count = 0;
    for (p->type = 0; p->type < p->z->type_count; p->type++) {
        bool has_moves = read_moves(&p->z->draft->types[p->type], &p->moves);
        for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
            if (has_moves && apo_paths_walk(geo, &p->moves, (apo_side)(p->side ^ 1U),
                                            (apo_square)sq, add_path_trail, p) != APO_OK)
                p->is_wrong = true;
            add_ranked_trails(p, (apo_square)sq);
        }
    }
}

static bool has_passed(const trail *one, apo_square sq)
{
    for (unsigned i = 0; i < one->count; i++)
        if (one->passed[i] == sq)
            return true;
    return false;
}

/* Checks that a capture possible by our rules is also one of the file's. */
static bool meet(void *context, const apo_path *path)
{
    passant *p = context;
    for (unsigned i = 0; (path->end & APO_END_EN_PASSANT) && i < p->trail_count; i++) {
        const trail *one = &p->trails[i];
        bool is_found = false;
        if (!has_passed(one, path->to))
            continue;
        if (p->work < p->z->special_count[p->side])
            return false;
        p->work -= p->z->special_count[p->side];
        for (unsigned k = 0; k < p->z->special_count[p->side]; k++) {
            const apo_zrf_special *said = &p->z->specials[p->side][k];
            if (said->type == p->type && said->move.kind == APO_ZRF_PASSANT &&
                said->from == path->from && said->move.to == path->to &&
                said->move.last_from == one->from && said->move.last_to == one->to &&
                (said->move.passed_type == 0 || said->move.passed_type == one->type + 1))
                is_found = p->is_met[k] = true;
        }
        p->is_wrong = p->is_wrong || !is_found;
    }
    return true;
}

/* An enemy's move to look for. */
typedef struct wanted {
    apo_square to;
    bool is_home, is_found; /* home: the piece can be unmoved only there */
} wanted;

static bool look_for(void *context, const apo_path *path)
{
    wanted *one = context;
    one->is_found = one->is_found || (path->to == one->to && (path->end & APO_END_MOVE) &&
                                      (one->is_home || !path->is_unmoved));
    return !one->is_found;
}

/* True if the captured piece can have come that way by any move. */
static bool can_happen(passant *p, const apo_zrf_move *move)
{
    const apo_geometry *geo = &p->z->draft->geometry;
    wanted one = {.to = move->last_to};
    for (unsigned i = 0; i < p->trail_count; i++)
        if (p->trails[i].from == move->last_from && p->trails[i].to == move->last_to &&
            (move->passed_type == 0 || p->trails[i].type + 1 == move->passed_type))
            return true;
    for (unsigned type = 0; type < p->z->type_count; type++) {
        bool is_asked = move->passed_type == 0 || move->passed_type == type + 1;
        one.is_home =
            p->z->draft->board[move->last_from] == letter_at(p->z, type, p->side ^ 1U);
        if (is_asked && read_moves(&p->z->draft->types[type], &p->moves))
            (void)apo_paths_walk(geo, &p->moves, (apo_side)(p->side ^ 1U), move->last_from,
                                 look_for, &one);
    }
    return one.is_found;
}

static void compare_side(passant *p)
{
    apo_zrf *z = p->z;
    const apo_geometry *geo = &z->draft->geometry;
    memset(p->is_met, 0, sizeof p->is_met);
    find_trails(p);
    for (p->type = 0; p->type < z->type_count; p->type++)
        for (unsigned sq = 0;
             read_moves(&z->draft->types[p->type], &p->moves) && sq < apo_geometry_squares(geo);
             sq++)
            if (geo->place[sq] == APO_PLACE_SQUARE &&
                apo_paths_walk(geo, &p->moves, (apo_side)p->side, (apo_square)sq, meet, p) !=
                    APO_OK)
                p->is_wrong = true;
    p->is_wrong = p->is_wrong || p->work < z->special_count[p->side];
    for (unsigned k = 0; k < z->special_count[p->side]; k++) {
        const apo_zrf_move *move = &z->specials[p->side][k].move;
        if (move->kind == APO_ZRF_PASSANT && !p->is_met[k] && can_happen(p, move))
            p->is_wrong = true;
    }
}

/* Lets the type's capture-only moves capture en passant too. */
static void allow_passant(apo_zrf *z, unsigned type)
{
    apo_piece_moves moves;
    apo_draft_type *out = &z->draft->types[type];
    if (!read_moves(out, &moves))
        return;
    for (unsigned i = 0; i < moves.move_count; i++)
        if (moves.moves[i].leg_count == 1 && moves.moves[i].end == APO_END_CAPTURE)
            moves.moves[i].end |= APO_END_EN_PASSANT;
    apo_text text = apo_text_start(out->moves, sizeof out->moves);
    if (apo_betza_write(&text, &moves, NULL) != APO_OK)
        lose(z, type, "en passant",
             "a piece captures en passant in a way that has no notation");
}

void apo_zrf__make_passant(apo_zrf *z)
{
    uint32_t types = 0;
    unsigned capturer = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < z->special_count[side]; i++)
            if (z->specials[side][i].move.kind == APO_ZRF_PASSANT) {
                capturer = z->specials[side][i].type;
                types |= UINT32_C(1) << capturer;
            }
    if (types == 0)
        return;
    passant *p = apo_allocate_zero(z->tree.alloc, sizeof *p);
    if (p == NULL) {
        lose(z, capturer, "en passant", "there is not enough memory");
        return;
    }
    p->z = z;
    p->work = COMPARISONS_MAX;
    for (unsigned type = 0; type < z->type_count; type++)
        if (types >> type & 1)
            allow_passant(z, type);
    for (p->side = 0; p->side < 2; p->side++)
        compare_side(p);
    if (p->is_wrong)
        lose(z, capturer, "en passant",
             "captures en passant are other ones than they would be here");
    apo_free(z->tree.alloc, p);
}
