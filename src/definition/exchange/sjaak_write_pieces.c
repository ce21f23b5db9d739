#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/exchange/alternatives.h"
#include "definition/exchange/sjaak_write_priv.h"

/* Moves -> lines of a Sjaak file: "slide (H,V)", "aleap (0,1)|(1,1)", "step N". Sjaak mirrors
 * them for Black, and we turn them, so both must look the same from left and right. */

enum {
    STEPS_MAX = 9, /* a number of two digits is not read there */
    VERTICAL = 0x11,
    AHEAD = 0x01
};

/* --- finding ------------------------------------------------------------- */

/* True if the move is that of the model, but for directions, size and number of steps. */
static bool is_like(const apo_piece_move *move, const char *model)
{
    apo_piece_move same = apo_alternative_model(model);
    same.legs[0].directions = move->legs[0].directions;
    same.legs[0].shorter = move->legs[0].shorter;
    same.legs[0].longer = move->legs[0].longer;
    same.legs[0].most = move->legs[0].most;
    same.end = move->end;
    return memcmp(&same, move, sizeof same) == 0;
}

/* The files and rows of a leg's step in a direction, as White sees it. */
static void measure(const apo_leg *leg, unsigned direction, int *out_files, int *out_rows)
{
    static const int8_t straight[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                          {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    bool is_oblique = leg->shorter > 0;
    /* An oblique direction lies between two straight ones; the nearer orthogonal is longer. */
    unsigned before = direction, after = (direction + 1) % 8;
    unsigned orthogonal = direction % 2 == 0 ? before : after;
    unsigned diagonal = direction % 2 == 0 ? after : before;
    const int8_t *far = straight[orthogonal], *near = straight[diagonal];
    if (!is_oblique) {
        *out_files = straight[direction][0] * leg->longer;
        *out_rows = straight[direction][1] * leg->longer;
        return;
    }
    *out_files = near[0] * leg->shorter + far[0] * (leg->longer - leg->shorter);
    *out_rows = near[1] * leg->shorter + far[1] * (leg->longer - leg->shorter);
}

/* Leaps, steps and slides in one direction; false if that cannot be said. */
static bool add_plain(apo_sjaak_mode *mode, const apo_draft *draft, const apo_leg *leg,
                      unsigned direction, bool steps)
{
    unsigned far = draft->geometry.files > draft->geometry.rows ? draft->geometry.files
                                                                : draft->geometry.rows;
    int files, rows;
    measure(leg, direction, &files, &rows);
    bool is_king_step = leg->shorter == 0 && leg->longer == 1;
    if (leg->most == 1 && !(is_king_step && steps))
        return apo_sjaak__add_pair(mode->leaps, &mode->leap_count, files, rows);
    if (!is_king_step)
        return false;
    if (leg->most + 1U < far && leg->most > STEPS_MAX)
        return false;
    if (leg->most + 1U >= far)
        mode->slides |= (uint8_t)(1U << direction);
    else if (leg->most > mode->steps[direction])
        mode->steps[direction] = leg->most;
    return true;
}

/* The lame leaps of Chinese chess: a step to an empty square, and one diagonally onwards. */
static bool add_lame(apo_sjaak_mode *mode, const apo_piece_move *move)
{
    static const struct {
        const char *text;
        int files; /* of the whole leap; it goes two rows */
    } known[] = {{"nN", 1}, {"afsW", 1}, {"nA", 2}};

    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        apo_piece_moves lame;
        (void)apo_betza_parse(&lame, apo_span_of(known[k].text), NULL);
        for (unsigned i = 0; i < lame.move_count; i++) {
            lame.moves[i].end = move->end;
            if (memcmp(&lame.moves[i], move, sizeof *move) != 0)
                continue;
            mode->is_lame = true;
            return apo_sjaak__add_pair(mode->leaps, &mode->leap_count, known[k].files, 2);
        }
    }
    return false;
}

static bool add_move(apo_sjaak_mode *mode, const apo_draft *draft, const apo_piece_move *move,
                     bool steps)
{
    const apo_leg *leg = &move->legs[0];
    bool is_hop = is_like(move, "pR"), is_said = true;
    if (!is_hop && !is_like(move, "W") && !is_like(move, "WW"))
        return add_lame(mode, move);
    for (unsigned direction = 0; direction < 8; direction++) {
        int files, rows;
        if (!(leg->directions >> direction & 1))
            continue;
        measure(leg, direction, &files, &rows);
        if (is_hop && leg->shorter == 0 && leg->longer == 1)
            mode->hops |= (uint8_t)(1U << direction);
        else if (is_hop)
            is_said = false;
        else if (leg->most == APO_RANGE_UNLIMITED && (leg->shorter > 0 || leg->longer > 1))
            is_said =
                apo_sjaak__add_pair(mode->rides, &mode->ride_count, files, rows) && is_said;
        else
            is_said = add_plain(mode, draft, leg, direction, steps) && is_said;
    }
    return is_said;
}

/* --- what Sjaak can say -------------------------------------------------- */

static bool has_pair(const int8_t list[APO_SJAAK_WAYS_MAX][2], unsigned count, int files,
                     int rows)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i][0] == files && list[i][1] == rows)
            return true;
    return false;
}

/* True if the list has all eight turned and mirrored images of each of its steps. */
static bool is_whole(const int8_t list[APO_SJAAK_WAYS_MAX][2], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!has_pair(list, count, -list[i][0], list[i][1]) ||
            !has_pair(list, count, list[i][0], -list[i][1]) ||
            !has_pair(list, count, list[i][1], list[i][0]))
            return false;
    return true;
}

static bool is_mirrored(const apo_sjaak_mode *mode)
{
    for (unsigned i = 1; i < 4; i++)
        if (mode->steps[i] != mode->steps[8 - i])
            return false;
    for (unsigned i = 0; i < mode->leap_count && !mode->is_lame; i++)
        if (!has_pair(mode->leaps, mode->leap_count, -mode->leaps[i][0], mode->leaps[i][1]))
            return false;
    return true;
}

static const char *check_shape(const apo_sjaak_mode *mode)
{
    if (!is_mirrored(mode))
        return "it moves otherwise to the left than to the right";
    if (!is_whole(mode->rides, mode->ride_count))
        return "it rides in some directions only";
    return mode->is_lame && mode->leap_count > 1 ? "it has lame leaps and others" : NULL;
}

/* Turns slides in one direction only into steps as far as the board goes. */
static const char *check_mode(apo_sjaak_mode *mode, const apo_draft *draft)
{
    unsigned far = draft->geometry.files > draft->geometry.rows ? draft->geometry.files
                                                                : draft->geometry.rows;
    for (unsigned direction = 0; direction < 8; direction++) {
        unsigned bit = 1U << direction, other = 1U << (direction + 4) % 8;
        if ((mode->hops & bit) && !(mode->hops & other))
            return "it hops along a line in one direction only";
        if (!(mode->slides & bit) || (mode->slides & other))
            continue;
        if (far - 1 > STEPS_MAX)
            return "it slides in one direction on a large board";
        mode->slides &= (uint8_t)~bit;
        mode->steps[direction] = (uint8_t)(far - 1);
    }
    return check_shape(mode);
}

/* Both kings look along the file, or each ahead and is never behind the other. */
static bool is_facing(const apo_piece_move *move, const apo_draft *draft, char letter)
{
    return move->end == APO_END_ROYAL && is_like(move, "R") &&
           (move->legs[0].directions == VERTICAL ||
            (move->legs[0].directions == AHEAD && apo_draft_is_apart(draft, letter))) &&
           move->legs[0].longer == 1 && move->legs[0].shorter == 0 &&
           move->legs[0].most == APO_RANGE_UNLIMITED;
}

static const char *add_all(apo_sjaak_powers *out, const apo_draft *draft,
                           const apo_draft_type *type, const apo_piece_moves *moves, bool steps)
{
    bool takes_plainly = false;
    for (unsigned i = 0; i < moves->move_count; i++) {
        apo_piece_move move = moves->moves[i];
        if (type->is_royal && is_facing(&move, draft, type->letter)) {
            out->is_taboo = true;
            continue;
        }
        bool takes = (move.end & APO_END_CAPTURE) != 0;
        if (move.end & APO_END_EN_PASSANT) {
            if (!takes || (move.end & APO_END_MOVE) || move.legs[0].most > 1)
                return "it captures en passant in a way of its own";
            out->takes_passing = true;
        } else {
            takes_plainly = takes_plainly || takes;
        }
        move.end &= (uint8_t) ~(unsigned)APO_END_EN_PASSANT;
        if ((move.end & ~(unsigned)(APO_END_MOVE | APO_END_CAPTURE)) != 0)
            return "it does not only move and capture";
        if (move.is_unmoved)
            return "its first move is another one";
        for (unsigned k = 0; k < 2; k++)
            if ((move.end & (k == 0 ? APO_END_MOVE : APO_END_CAPTURE)) &&
                !add_move(&out->modes[k], draft, &move, steps))
                return "a way of moving has no words there";
    }
    return out->takes_passing && takes_plainly ? "only some of its captures can be en passant"
                                               : NULL;
}

void apo_sjaak__find_powers(apo_sjaak_powers *out, const apo_draft *draft,
                            const apo_draft_type *type, bool steps)
{
    apo_piece_moves moves;
    memset(out, 0, sizeof *out);
    if (type->moves[0] == '\0')
        return;
    if (apo_betza_parse(&moves, apo_span_of(type->moves), NULL) != APO_OK)
        out->lost = "its moves cannot be read";
    else if (moves.imitation.is_present)
        out->lost = "it moves as another piece does";
    else
        out->lost = add_all(out, draft, type, &moves, steps);
    for (unsigned k = 0; k < 2 && out->lost == NULL; k++)
        out->lost = check_mode(&out->modes[k], draft);
    for (unsigned k = 0; k < 2 && out->lost == NULL; k++)
        if (apo_sjaak__crosses_holes(&draft->geometry, &out->modes[k]))
            out->lost = "it passes over squares that are not on the board there";
}

/* --- writing ------------------------------------------------------------- */

static void add_axes(apo_buffer *out, const char *key, const char *word, unsigned directions)
{
    static const struct {
        char letter;
        uint8_t direction;
    } axes[] = {{'H', 2}, {'V', 0}, {'D', 1}, {'A', 3}};

    char before = '(';
    if (directions == 0)
        return;
    apo_buffer_add(out, key);
    apo_buffer_add(out, word);
    for (unsigned i = 0; i < 4; i++)
        if (directions >> axes[i].direction & 1) {
            apo_buffer_add_char(out, before);
            apo_buffer_add_char(out, axes[i].letter);
            before = ',';
        }
    apo_buffer_add(out, ")\n");
}

static void add_step(apo_buffer *out, int files, int rows)
{
    apo_buffer_add_char(out, '(');
    apo_buffer_add_number(out, files);
    apo_buffer_add_char(out, ',');
    apo_buffer_add_number(out, rows);
    apo_buffer_add_char(out, ')');
}

/* Steps that stand for their eight images too, or each by itself. */
static void add_steps(apo_buffer *out, const char *key, const char *word,
                      const int8_t list[APO_SJAAK_WAYS_MAX][2], unsigned count, bool are_whole)
{
    const char *before = word;
    for (unsigned i = 0; i < count; i++) {
        if (are_whole && (list[i][0] < 0 || list[i][1] < list[i][0]))
            continue;
        apo_buffer_add(out, before == word ? key : "");
        apo_buffer_add(out, before);
        add_step(out, list[i][0], list[i][1]);
        before = "|";
    }
    apo_buffer_add(out, before != word ? "\n" : "");
}

static void add_compass(apo_buffer *out, const char *key, const apo_sjaak_mode *mode)
{
    static const char *const names[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    const char *before = "step ";
    for (unsigned direction = 0; direction < 8; direction++) {
        if (mode->steps[direction] == 0)
            continue;
        apo_buffer_add(out, before[0] == 's' ? key : "");
        apo_buffer_add(out, before);
        if (mode->steps[direction] > 1)
            apo_buffer_add_number(out, mode->steps[direction]);
        apo_buffer_add(out, names[direction]);
        before = ",";
    }
    apo_buffer_add(out, before[0] != 's' ? "\n" : "");
}

void apo_sjaak__write_mode(apo_buffer *out, const char *key, const apo_sjaak_mode *mode)
{
    size_t length = apo_buffer_span(out).length;
    add_axes(out, key, "slide ", mode->slides);
    add_axes(out, key, "hop ", mode->hops);
    add_steps(out, key, "ride ", mode->rides, mode->ride_count, true);
    add_compass(out, key, mode);
    if (mode->is_lame) {
        apo_buffer_add(out, key);
        apo_buffer_add(out, mode->leaps[0][0] == 1 ? "leap (1,0)+(1,1)&(1,2)\n"
                                                   : "leap (1,1)+(1,1)&(2,2)\n");
    } else if (is_whole(mode->leaps, mode->leap_count)) {
        add_steps(out, key, "leap ", mode->leaps, mode->leap_count, true);
    } else {
        add_steps(out, key, "aleap ", mode->leaps, mode->leap_count, false);
    }
    if (apo_buffer_span(out).length == length) {
        apo_buffer_add(out, key);
        apo_buffer_add(out, "none\n");
    }
}
