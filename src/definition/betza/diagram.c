#include "definition/betza/diagram.h"

#include "base/mem.h"
#include "rules/tables/path.h"

enum {
    USUAL_SIZE = 9,
    BOUNDED_SIZE = 11,
    BOUNDED_ROW = 1
};

static bool is_bounded(const apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        if (moves->moves[i].is_bounded)
            return true;
    return false;
}

/* How far a diagram must show the move, one way: unlimited legs until the pattern repeats. */
static unsigned reach_of(const apo_piece_move *move)
{
    unsigned reach = 0;
    for (unsigned i = 0; i < move->leg_count; i++) {
        const apo_leg *leg = &move->legs[i];
        unsigned steps = leg->most;
        if (steps == APO_RANGE_UNLIMITED)
            steps = (leg->longer > 1 ? 2 : 1) + (unsigned)leg->skipped;
        reach += steps * leg->longer;
    }
    return reach;
}

static unsigned size_for(const apo_piece_moves *moves)
{
    unsigned size = is_bounded(moves) ? BOUNDED_SIZE : USUAL_SIZE;
    for (unsigned i = 0; i < moves->move_count; i++) {
        unsigned needed = 2 * reach_of(&moves->moves[i]) + 1;
        if (needed > size)
            size = needed;
    }
    return size < APO_DIAGRAM_SIZE_MAX ? size : APO_DIAGRAM_SIZE_MAX;
}

static void add_victim(apo_diagram *diagram, apo_square victim, apo_square to)
{
    for (unsigned i = 0; i < diagram->victim_count; i++)
        if (diagram->victims[i].victim == victim && diagram->victims[i].to == to)
            return;
    if (diagram->victim_count == APO_DIAGRAM_VICTIMS_MAX)
        diagram->is_cut = true;
    else
        diagram->victims[diagram->victim_count++] = (apo_victim){victim, to};
}

typedef struct steps_seen {
    bool has_hop, has_victim;
} steps_seen;

static steps_seen mark_steps(apo_diagram *diagram, const apo_path *path)
{
    steps_seen seen = {false, false};
    for (unsigned i = 0; i < path->step_count; i++) {
        const apo_path_step *step = &path->steps[i];
        switch ((enum apo_condition)step->condition) {
        case APO_CONDITION_TAKE:
            seen.has_victim = true;
            diagram->marks[step->square] |= APO_MARK_VICTIM;
            add_victim(diagram, step->square, path->to);
            break;
        case APO_CONDITION_EMPTY: diagram->marks[step->square] |= APO_MARK_VIA; break;
        case APO_CONDITION_SCREEN:
        case APO_CONDITION_FRIEND:
        case APO_CONDITION_ENEMY:
        case APO_CONDITION_REMOVE:
        case APO_CONDITION_EN_PASSANT:
            seen.has_hop = true;
            diagram->marks[step->square] |= APO_MARK_VIA;
            break;
        case APO_CONDITIONS: break;
        }
    }
    return seen;
}

static void mark_end(apo_diagram *diagram, const apo_path *path, bool is_hop)
{
    unsigned move = APO_MARK_MOVE, capture = APO_MARK_CAPTURE, marks = 0;
    if (is_hop) {
        move = APO_MARK_HOP_MOVE;
        capture = APO_MARK_HOP_CAPTURE;
    } else if (path->is_unmoved) {
        move = APO_MARK_FIRST_MOVE;
        capture = APO_MARK_FIRST_CAPTURE;
    }
    marks |= path->end & APO_END_MOVE ? move : 0;
    marks |= path->end & APO_END_CAPTURE ? capture : 0;
    marks |= path->end & APO_END_EN_PASSANT ? (unsigned)APO_MARK_EN_PASSANT : 0;
    marks |= path->end & APO_END_FRIEND ? (unsigned)APO_MARK_FRIEND : 0;
    marks |= path->end & APO_END_ROYAL ? (unsigned)APO_MARK_ROYAL : 0;
    diagram->marks[path->to] |= (uint16_t)marks;
}

static bool mark_path(void *context, const apo_path *path)
{
    apo_diagram *diagram = context;
    steps_seen seen = mark_steps(diagram, path);
    if (path->to == path->from) {
        diagram->can_stay = diagram->can_stay || !seen.has_victim;
        return true;
    }
    if (seen.has_victim)
        diagram->marks[path->to] |= APO_MARK_LANDING;
    else
        mark_end(diagram, path, seen.has_hop);
    return true;
}

/* Keeps only the strongest marks of a square. */
static void settle_marks(uint16_t *marks)
{
    enum {
        ALWAYS = APO_MARK_MOVE | APO_MARK_CAPTURE,
        TARGET = 0x3FF
    };

    unsigned left = *marks;
    unsigned found = left & ALWAYS;
    left &= ~(found << 2 | found << 4); /* hops and first moves add nothing to these */
    if (left & TARGET)
        left &= ~(unsigned)(APO_MARK_VIA | APO_MARK_LANDING);
    if (left & APO_MARK_LANDING)
        left &= ~(unsigned)APO_MARK_VIA;
    *marks = (uint16_t)left;
}

apo_status apo_diagram_make(apo_diagram *out, const apo_piece_moves *moves, unsigned size)
{
    if (size == 0)
        size = size_for(moves);
    if (size < APO_DIAGRAM_SIZE_MIN || size > APO_DIAGRAM_SIZE_MAX)
        return APO_E_RANGE;
    memset(out, 0, sizeof *out);
    out->geometry.files = (uint8_t)size;
    out->geometry.rows = (uint8_t)size;
    out->geometry.bottom_rank = 1;
    memset(out->geometry.place, APO_PLACE_SQUARE, (size_t)size * size);
    unsigned row = is_bounded(moves) ? BOUNDED_ROW : (size - 1) / 2;
    out->at = (apo_square)(row * size + (size - 1) / 2);
    apo_status status =
        apo_paths_walk(&out->geometry, moves, APO_WHITE, out->at, mark_path, out);
    for (unsigned sq = 0; sq < size * size; sq++)
        settle_marks(&out->marks[sq]);
    return status;
}
