#include "definition/betza/betza.h"
#include "definition/exchange/zillions_priv.h"

/* The moves of a piece, block by block: "(n (verify empty?) n (verify not-friend?) add)". */

static const apo_span nothing = {NULL, 0};

/* --- finding ------------------------------------------------------------- */

static void note_trail(apo_zillions_writing *w, const apo_zillions_trail *trail)
{
    for (unsigned i = 0; i < w->trail_count; i++) {
        const apo_zillions_trail *one = &w->trails[i];
        if (one->type == trail->type && one->files == trail->files &&
            one->rows == trail->rows && one->count == trail->count)
            return;
    }
    if (w->trail_count == APO_ZILLIONS_TRAILS_MAX)
        apo_zillions__lose(w, "multi-step: pieces", "too many multiple steps", nothing);
    else
        w->trails[w->trail_count++] = *trail;
}

static void note_trails(apo_zillions_writing *w, const apo_draft_type *type)
{
    for (unsigned i = 0; i < w->ways.count; i++) {
        const apo_zillions_way *way = &w->ways.ways[i];
        for (unsigned n = 2; way->has_trail && n <= APO_ROWS_MAX; n++)
            if (way->tails >> n & 1)
                note_trail(w, &(apo_zillions_trail){type, way->files, way->rows, (uint8_t)n});
    }
}

static bool has_trail(const apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        if (moves->moves[i].has_trail)
            return true;
    return false;
}

void apo_zillions__find_ways(apo_zillions_writing *w, const apo_draft_type *type,
                             bool is_for_trails)
{
    char bytes[2 * APO_DRAFT_MOVES_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_piece_moves moves;
    apo_text_add(&text, type->moves);
    if (!apo_draft_write_steps(&text, w->draft, type))
        apo_zillions__lose(
            w, "multi-step: pieces",
            "the %s makes multiple steps forward only there, from the one rank on which it starts",
            apo_span_of(type->name));
    w->ways.count = 0;
    w->ways.problem = "a rule of the game moves it";
    if (text.length > 0 && apo_betza_parse(&moves, apo_text_span(&text), NULL) == APO_OK) {
        w->ways.problem = NULL;
        if (!has_trail(&moves) && is_for_trails)
            return;
        apo_zillions_ways_find(&w->ways, &w->draft->geometry, &moves);
        if (moves.imitation.is_present)
            w->ways.problem = "it moves as another piece does";
    }
    note_trails(w, type);
}

/* --- squares and conditions ---------------------------------------------- */

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* Writes the way to a square at this distance: single steps along a line, else one leap. */
static void add_walk(apo_zillions_writing *w, apo_buffer *out, int files, int rows)
{
    int far = files != 0 ? files : rows, count = far < 0 ? -far : far;
    bool is_line = files == 0 || rows == 0 || files == rows || files == -rows;
    for (int i = 0; i < (is_line ? count : 1); i++) {
        apo_zillions__add_direction(w, out, is_line ? sign_of(files) : files,
                                    is_line ? sign_of(rows) : rows);
        apo_buffer_add_char(out, ' ');
    }
}

static void add_royal_test(const apo_zillions_writing *w, apo_buffer *out, const char *test)
{
    apo_buffer_add(out, "(and enemy? (");
    apo_buffer_add(out, test);
    apo_buffer_add_char(out, ' ');
    if (w->royal != NULL)
        apo_zillions__add_name(out, w->royal);
    apo_buffer_add(out, "))");
}

static void add_condition(const apo_zillions_writing *w, apo_buffer *out, unsigned condition)
{
    switch ((enum apo_condition)condition) {
    case APO_CONDITION_EMPTY: apo_buffer_add(out, "(verify empty?) "); break;
    case APO_CONDITION_SCREEN: apo_buffer_add(out, "(verify not-empty?) "); break;
    case APO_CONDITION_FRIEND: apo_buffer_add(out, "(verify friend?) "); break;
    case APO_CONDITION_ENEMY: apo_buffer_add(out, "(verify enemy?) "); break;
    case APO_CONDITION_TAKE:
        apo_buffer_add(out, "(verify ");
        add_royal_test(w, out, "not-piece?");
        apo_buffer_add(out, ") capture ");
        break;
    case APO_CONDITION_REMOVE: apo_buffer_add(out, "(verify friend?) capture "); break;
    case APO_CONDITION_EN_PASSANT:
    case APO_CONDITIONS: break;
    }
}

/* Writes what the last square may hold. */
static void add_end(const apo_zillions_writing *w, apo_buffer *out, unsigned end)
{
    enum {
        MOVE = APO_END_MOVE,
        TAKE = APO_END_CAPTURE,
        OWN = APO_END_FRIEND,
        ANY = MOVE | TAKE | OWN
    };

    static const char *const words[ANY + 1] = {
        [MOVE] = "empty?", [TAKE] = "enemy?",           [MOVE | TAKE] = "not-friend?",
        [OWN] = "friend?", [MOVE | OWN] = "not-enemy?", [TAKE | OWN] = "not-empty?"};
    unsigned plain = end & ANY;
    bool is_royal_only = (end & APO_END_ROYAL) != 0 && (end & TAKE) == 0;
    if (plain == ANY)
        return;
    apo_buffer_add(out, "(verify ");
    if (is_royal_only && plain != 0)
        apo_buffer_add(out, "(or ");
    if (plain != 0)
        apo_buffer_add(out, words[plain]);
    if (is_royal_only) {
        apo_buffer_add(out, plain != 0 ? " " : "");
        add_royal_test(w, out, "piece?");
        apo_buffer_add(out, plain != 0 ? ")" : "");
    }
    apo_buffer_add(out, ") ");
}

/* --- blocks -------------------------------------------------------------- */

static void open_block(apo_zillions_writing *w, const apo_zillions_way *way)
{
    apo_buffer_add(&w->pieces, "         (");
    if (way->is_unmoved)
        apo_buffer_add(&w->pieces, "(verify never-moved?) ");
    for (unsigned i = 0; i < way->step_count; i++) {
        add_walk(w, &w->pieces, way->steps[i].files, way->steps[i].rows);
        add_condition(w, &w->pieces, way->steps[i].condition);
    }
}

static void close_block(apo_zillions_writing *w, const char *action)
{
    apo_buffer_add(&w->pieces, action);
    apo_buffer_add(&w->pieces, ")\n");
}

static bool is_unit(const apo_zillions_way *way)
{
    return way->files >= -1 && way->files <= 1 && way->rows >= -1 && way->rows <= 1;
}

/* True if the piece moves and captures alike, without further effect. */
static bool is_plain(const apo_zillions_way *way, const char *action)
{
    return !way->is_unmoved && way->step_count == 0 && way->end == 3 &&
           apo_span_is(apo_span_of(action), "add");
}

static void write_macro(apo_zillions_writing *w, const char *macro, const apo_zillions_way *way)
{
    apo_buffer_add(&w->pieces, "         (");
    apo_buffer_add(&w->pieces, macro);
    apo_buffer_add_char(&w->pieces, ' ');
    apo_zillions__add_direction(w, &w->pieces, way->files, way->rows);
    apo_buffer_add(&w->pieces, ")\n");
}

/* Writes a slide along empty squares. */
static void write_slide(apo_zillions_writing *w, const apo_zillions_way *way,
                        const char *action)
{
    apo_buffer *out = &w->pieces;
    unsigned rest = way->end & ~(unsigned)APO_END_MOVE;
    if (is_plain(way, action)) {
        write_macro(w, "slide", way);
        return;
    }
    open_block(w, way);
    apo_zillions__add_direction(w, out, way->files, way->rows);
    apo_buffer_add(out, " (while empty? ");
    if (way->end & APO_END_MOVE) {
        apo_buffer_add(out, action);
        apo_buffer_add_char(out, ' ');
    }
    apo_zillions__add_direction(w, out, way->files, way->rows);
    apo_buffer_add(out, rest != 0 ? ") " : ")");
    if (rest != 0)
        add_end(w, out, rest);
    close_block(w, rest != 0 ? action : "");
}

static void add_tail(apo_zillions_writing *w, const apo_zillions_way *way, unsigned length)
{
    for (unsigned i = 1; i <= length; i++) {
        add_walk(w, &w->pieces, way->files, way->rows);
        if (i < length)
            apo_buffer_add(&w->pieces, "(verify empty?) ");
    }
}

static void write_leap(apo_zillions_writing *w, const apo_zillions_way *way, unsigned length,
                       const char *action)
{
    if (length == 1 && is_plain(way, action)) {
        bool is_far_line =
            !is_unit(way) && (way->files == 0 || way->rows == 0 || way->files == way->rows ||
                              way->files == -way->rows);
        if (!is_far_line) {
            write_macro(w, "leap", way);
            return;
        }
    }
    open_block(w, way);
    add_tail(w, way, length);
    add_end(w, &w->pieces, way->end);
    close_block(w, action);
}

/* The capturer ends on a square that an enemy has just passed. The enemy's target and origin
 * lie on one line through that square, on opposite sides; its directions are ours reversed. */
static void write_en_passant(apo_zillions_writing *w, const apo_zillions_way *way,
                             unsigned length, const char *action)
{
    apo_buffer *out = &w->pieces;
    for (unsigned i = 0; i < w->trail_count; i++) {
        const apo_zillions_trail *trail = &w->trails[i];
        for (int passed = 1; passed < trail->count; passed++) {
            int left = trail->count - passed;
            open_block(w, way);
            add_tail(w, way, length);
            apo_buffer_add(out, "(verify empty?) mark ");
            add_walk(w, out, -left * trail->files, -left * trail->rows);
            apo_buffer_add(out, "(verify (and enemy? last-to? (piece? ");
            apo_zillions__add_name(out, trail->type);
            apo_buffer_add(out, "))) capture ");
            add_walk(w, out, trail->count * trail->files, trail->count * trail->rows);
            apo_buffer_add(out, "(verify last-from?) back ");
            close_block(w, action);
        }
    }
}

static void write_way(apo_zillions_writing *w, const apo_zillions_way *way, const char *action)
{
    apo_zillions_way plain = *way;
    plain.end &= (uint8_t) ~(unsigned)APO_END_EN_PASSANT;
    bool is_slide = way->tails == way->whole && (way->whole & (way->whole - 1)) != 0;
    if (plain.end != 0 && is_slide)
        write_slide(w, &plain, action);
    for (unsigned length = 1; length <= APO_ROWS_MAX; length++) {
        if (!(way->tails >> length & 1))
            continue;
        if (plain.end != 0 && !is_slide)
            write_leap(w, &plain, length, action);
        if (way->end & APO_END_EN_PASSANT)
            write_en_passant(w, &plain, length, action);
    }
}

void apo_zillions__write_ways(apo_zillions_writing *w, const char *action)
{
    for (unsigned i = 0; i < w->ways.count; i++)
        write_way(w, &w->ways.ways[i], action);
}
