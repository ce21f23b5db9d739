#include "base/mem.h"
#include "definition/exchange/zillions_read_priv.h"

/* Executes a block of moves for a piece on a square with unknown surroundings. Where the block
 * asks what a square holds, both answers are followed and recorded. */

enum {
    TESTS_MAX = 24 /* conditions of a move that are not about the content of squares */
};

enum test_kind {
    TEST_TYPE,
    TEST_UNMOVED,
    TEST_SAFE
};

typedef struct test {
    uint8_t kind;
    apo_square square;
    unsigned type;
} test;

/* The state of a block's execution. */
typedef struct state {
    uint8_t holds[APO_SQUARES_MAX];
    apo_square at, mark, to, partner, partner_to, last_from, last_to;
    bool is_cascaded, has_captured, has_set;
    apo_square captured, set_at;
    unsigned test_count, visit_count;
    test tests[TESTS_MAX];
    apo_square visits[APO_PATH_STEPS_MAX];
} state;

/* What to continue with after a list of items. */
typedef struct frame {
    const struct frame *parent;
    uint32_t next;
} frame;

static void run(apo_zrf *z, uint32_t node, const frame *parent, const state *before,
                unsigned depth);

static void fail(apo_zrf *z, const char *problem, apo_span word)
{
    if (z->problem == NULL) {
        z->problem = problem;
        z->problem_word = word;
    }
}

/* --- what is tested ------------------------------------------------------ */

/* What a square may hold for the condition to be true, if the condition depends on nothing
 * else. */
static bool holds_of_word(apo_span word, uint8_t *out)
{
    static const char *const words[] = {"empty?", "not-empty?", "friend?",   "not-friend?",
                                        "enemy?", "not-enemy?", "on-board?", "neutral?"};
    static const uint8_t holds[] = {APO_HOLD_EMPTY,  APO_HOLD_FRIEND | APO_HOLD_ENEMY,
                                    APO_HOLD_FRIEND, APO_HOLD_EMPTY | APO_HOLD_ENEMY,
                                    APO_HOLD_ENEMY,  APO_HOLD_EMPTY | APO_HOLD_FRIEND,
                                    APO_HOLD_ANY,    0};
    unsigned index = apo_span_index(word, words, sizeof words / sizeof *words);
    if (index >= sizeof words / sizeof *words)
        return false;
    *out = holds[index];
    return true;
}

/* Where a direction or a position leads to. */
static apo_square place_of(const apo_zrf *z, apo_square at, apo_span word)
{
    unsigned direction = apo_zrf__direction(z, word);
    return direction > 0 ? apo_zrf__step(z, at, direction - 1) : apo_zrf__square(z, word);
}

/* (in-zone? x), (position? a1), (on-board? n): known without looking at pieces. */
static bool known_of_list(apo_zrf *z, const state *s, uint32_t list, uint8_t *out)
{
    static const char *const words[] = {"in-zone?",      "not-in-zone?", "position?",
                                        "not-position?", "on-board?",    "not-on-board?"};
    uint32_t first = apo_zillions_first(&z->tree, list), second;
    unsigned index =
        apo_span_index(apo_zillions_word(&z->tree, first), words, sizeof words / sizeof *words);
    apo_span word = apo_zillions_word(&z->tree, second = apo_zillions_next(&z->tree, first));
    bool is_true = false;
    if (index >= sizeof words / sizeof *words || apo_zillions_next(&z->tree, second) != 0)
        return false;
    if (index < 2 && !apo_zrf__in_zone(z, word, s->at, &is_true))
        fail(z, "there is no zone %s", word);
    if (index >= 2 && index < 4)
        is_true = apo_zrf__square(z, word) == s->at;
    if (index >= 4)
        is_true = place_of(z, s->at, word) != APO_SQUARE_NONE;
    *out = is_true != (index % 2 == 1) ? APO_HOLD_ANY : 0;
    return true;
}

/* What the square must hold for the condition to be true, if it asks for nothing else. */
static bool holds_of(apo_zrf *z, const state *s, uint32_t node, uint8_t *out, unsigned depth)
{
    static const char *const joins[] = {"and", "or", "not"};
    apo_span word = apo_zillions_word(&z->tree, node);
    uint32_t item = apo_zillions_first(&z->tree, node);
    unsigned join = apo_span_index(apo_zillions_word(&z->tree, item), joins, 3);
    uint8_t part;
    if (word.length > 0)
        return holds_of_word(word, out);
    if (join == 3 || depth == 0)
        return known_of_list(z, s, node, out);
    *out = join == 1 ? 0 : APO_HOLD_ANY;
    for (item = apo_zillions_next(&z->tree, item); item != 0;
         item = apo_zillions_next(&z->tree, item)) {
        if (!holds_of(z, s, item, &part, depth - 1))
            return false;
        *out = join == 0   ? *out & part
               : join == 1 ? *out | part
                           : (uint8_t)(APO_HOLD_ANY & ~part);
    }
    return true;
}

/* Narrows down what the square may hold; false if nothing is left. */
static bool narrow(apo_zrf *z, state *s, apo_square sq, uint8_t holds)
{
    if (holds == APO_HOLD_ANY)
        return true;
    if (holds == 0)
        return false;
    if (sq == z->from)
        fail(z, "it looks at the square that it leaves", apo_span_of(""));
    s->holds[sq] &= holds;
    return s->holds[sq] != 0;
}

static bool add_test(apo_zrf *z, state *s, enum test_kind kind, apo_square sq, unsigned type)
{
    if (s->test_count == TESTS_MAX)
        fail(z, "it asks about too many squares", apo_span_of(""));
    else
        s->tests[s->test_count++] = (test){(uint8_t)kind, sq, type};
    return true;
}

/* Handles a condition that only castling and en passant have. */
static bool verify_special(apo_zrf *z, state *s, apo_span word, apo_span argument,
                           apo_square at)
{
    if (apo_span_is(word, "piece?")) {
        unsigned type = apo_zrf__type(z, argument);
        if (type == 0)
            fail(z, "there is no piece %s", argument);
        return add_test(z, s, TEST_TYPE, at, type);
    }
    if (apo_span_is(word, "not-attacked?"))
        return add_test(z, s, TEST_SAFE, at, 0);
    if (apo_span_is(word, "last-from?") || apo_span_is(word, "last-to?")) {
        *(apo_span_is(word, "last-to?") ? &s->last_to : &s->last_from) = at;
        return true;
    }
    for (unsigned i = 0; i < z->type_count; i++)
        if (z->types[i].attribute.length > 0 && apo_span_same(z->types[i].attribute, word))
            return add_test(z, s, TEST_UNMOVED, at, 0);
    fail(z, "the condition %s is not understood", word);
    return false;
}

static bool verify(apo_zrf *z, state *s, uint32_t node, unsigned depth)
{
    uint8_t holds;
    apo_span word = apo_zillions_word(&z->tree, node);
    uint32_t item = apo_zillions_first(&z->tree, node);
    uint32_t argument = apo_zillions_next(&z->tree, item);
    if (holds_of(z, s, node, &holds, APO_ZILLIONS_DEPTH_MAX))
        return narrow(z, s, s->at, holds);
    if (word.length > 0)
        return verify_special(z, s, word, apo_span_of(""), s->at);
    if (apo_zillions_is(&z->tree, item, "and") && depth > 0) {
        for (; argument != 0; argument = apo_zillions_next(&z->tree, argument))
            if (!verify(z, s, argument, depth - 1))
                return false;
        return true;
    }
    word = apo_zillions_word(&z->tree, item);
    apo_span first = apo_zillions_word(&z->tree, argument);
    bool is_type = apo_span_is(word, "piece?");
    uint32_t where = is_type ? apo_zillions_next(&z->tree, argument) : argument;
    apo_square at = where != 0 ? place_of(z, s->at, apo_zillions_word(&z->tree, where)) : s->at;
    if (at == APO_SQUARE_NONE || apo_zillions_next(&z->tree, where) != 0) {
        fail(z, "the condition %s is not understood", word);
        return false;
    }
    if (holds_of_word(word, &holds))
        return narrow(z, s, at, holds);
    return verify_special(z, s, word, first, at);
}

/* --- what has been found ------------------------------------------------- */

void apo_zrf__add_move(apo_zrf *z, apo_zrf_moves *list, const apo_zrf_move *move)
{
    for (unsigned i = 0; i < list->count; i++) {
        apo_zrf_move *other = &list->moves[i];
        if (other->kind == APO_ZRF_PLAIN && move->kind == APO_ZRF_PLAIN &&
            other->to == move->to && other->is_unmoved == move->is_unmoved &&
            other->promotions == move->promotions && other->step_count == move->step_count &&
            memcmp(other->steps, move->steps, move->step_count * sizeof *move->steps) == 0) {
            other->end |= move->end;
            return;
        }
    }
    if (list->count == APO_ZRF_MOVES_MAX)
        fail(z, "it has too many moves", apo_span_of(""));
    else
        list->moves[list->count++] = *move;
}

/* Records the steps of a move from what its squares must hold. */
static void note_steps(apo_zrf *z, const state *s, apo_zrf_move *out)
{
    for (unsigned i = 0; i < apo_geometry_squares(&z->draft->geometry); i++) {
        apo_square sq = (apo_square)i;
        bool is_captured = s->has_captured && sq == s->captured;
        uint8_t condition = s->holds[sq] == APO_HOLD_EMPTY    ? APO_CONDITION_EMPTY
                            : s->holds[sq] == APO_HOLD_FRIEND ? APO_CONDITION_FRIEND
                            : is_captured                     ? APO_CONDITION_TAKE
                            : s->holds[sq] == APO_HOLD_ENEMY  ? APO_CONDITION_ENEMY
                                                              : APO_CONDITION_SCREEN;
        if (s->holds[sq] == APO_HOLD_ANY || sq == out->to || sq == z->from)
            continue;
        if (condition == APO_CONDITION_SCREEN &&
            s->holds[sq] != (APO_HOLD_FRIEND | APO_HOLD_ENEMY))
            fail(z, "it goes over squares in a way that is not understood", apo_span_of(""));
        if (out->step_count == APO_PATH_STEPS_MAX)
            fail(z, "it asks about too many squares", apo_span_of(""));
        else
            out->steps[out->step_count++] = (apo_path_step){sq, condition};
    }
    out->visit_count = (uint8_t)s->visit_count;
    memcpy(out->visits, s->visits, s->visit_count * sizeof *s->visits);
}

/* Records the other conditions of a move, which tell its kind. */
static void note_tests(apo_zrf *z, const state *s, apo_zrf_move *out)
{
    bool is_passant = s->last_from != APO_SQUARE_NONE && s->last_to != APO_SQUARE_NONE &&
                      s->has_captured && s->captured == s->last_to && !s->is_cascaded;
    out->kind = is_passant       ? APO_ZRF_PASSANT
                : s->is_cascaded ? APO_ZRF_CASTLING
                                 : APO_ZRF_PLAIN;
    out->last_from = s->last_from;
    out->last_to = s->last_to;
    out->partner = s->partner;
    out->partner_to = s->partner_to;
    if (!is_passant && (s->last_from != APO_SQUARE_NONE || s->last_to != APO_SQUARE_NONE))
        fail(z, "it asks for the last move", apo_span_of(""));
    for (unsigned i = 0; i < s->test_count; i++) {
        const test *one = &s->tests[i];
        if (one->kind == TEST_UNMOVED && one->square == z->from) {
            out->is_unmoved = true;
            z->types[z->type].is_attribute_used = true;
        } else if (one->kind == TEST_TYPE && is_passant && one->square == s->captured) {
            out->passed_type = one->type;
        } else if (one->kind == TEST_TYPE && s->is_cascaded && one->square == s->partner) {
            out->partner_type = one->type;
        } else if (one->kind == TEST_UNMOVED && s->is_cascaded && one->square == s->partner) {
            apo_set_add(&out->empty, s->partner); /* taken out again below */
        } else if (one->kind == TEST_SAFE && s->is_cascaded) {
            apo_set_add(&out->safe, one->square);
        } else {
            fail(z, "it asks for more than whose pieces are where", apo_span_of(""));
        }
    }
    if (!s->is_cascaded)
        return;
    if (s->partner == APO_SQUARE_NONE || s->partner_to == APO_SQUARE_NONE || s->has_captured ||
        !apo_set_has(&out->empty, s->partner) || s->holds[s->partner] != APO_HOLD_FRIEND)
        fail(z, "it moves two pieces in a way that is not understood", apo_span_of(""));
    else
        apo_set_remove(&out->empty, s->partner);
}

static void note_end(apo_zrf *z, const state *s, apo_zrf_move *out)
{
    uint8_t holds = s->holds[out->to];
    bool is_captured = s->has_captured && s->captured == out->to;
    if (out->to == z->from)
        fail(z, "it can end where it began", apo_span_of(""));
    if (is_captured)
        holds = APO_HOLD_ENEMY;
    if (s->has_captured && s->holds[s->captured] != APO_HOLD_ENEMY)
        fail(z, "it may capture pieces of its own side", apo_span_of(""));
    if ((holds & APO_HOLD_FRIEND) && out->kind == APO_ZRF_PLAIN)
        fail(z, "it may go where a piece of its own side stands", apo_span_of(""));
    out->end = (uint8_t)((holds & APO_HOLD_EMPTY ? APO_END_MOVE : 0) |
                         (holds & APO_HOLD_ENEMY ? APO_END_CAPTURE : 0));
    for (unsigned i = 0;
         out->kind == APO_ZRF_CASTLING && i < apo_geometry_squares(&z->draft->geometry); i++) {
        if (s->holds[i] == APO_HOLD_EMPTY)
            apo_set_add(&out->empty, (apo_square)i);
        else if (s->holds[i] != APO_HOLD_ANY && i != s->partner)
            fail(z, "it moves two pieces in a way that is not understood", apo_span_of(""));
    }
}

/* "add", or the items of "(add Queen Rook)". */
static void emit(apo_zrf *z, const state *s, uint32_t item)
{
    apo_zrf_move move;
    memset(&move, 0, sizeof move);
    move.to = s->to != APO_SQUARE_NONE ? s->to : s->at;
    for (; item != 0; item = apo_zillions_next(&z->tree, item)) {
        unsigned type = apo_zrf__type(z, apo_zillions_word(&z->tree, item));
        if (type == 0)
            fail(z, "it becomes a piece %s, which there is not",
                 apo_zillions_word(&z->tree, item));
        else
            move.promotions |= UINT32_C(1) << (type - 1);
    }
    if (move.promotions == UINT32_C(1) << z->type)
        move.promotions = 0;
    note_tests(z, s, &move);
    note_steps(z, s, &move);
    note_end(z, s, &move);
    const char *problem = apo_zrf__check_priority(z, &move);
    if (problem != NULL)
        fail(z, problem, apo_span_of(""));
    z->has_captures = z->has_captures || s->has_captured || (move.end & APO_END_CAPTURE);
    if (move.kind == APO_ZRF_PLAIN && s->to != APO_SQUARE_NONE && s->to != s->at)
        fail(z, "it ends elsewhere than it goes", apo_span_of(""));
    if (!s->has_set || s->set_at != move.to)
        z->types[z->type].leaves_attribute = true;
    if (z->problem == NULL)
        apo_zrf__add_move(z, &z->found, &move);
}

/* --- words --------------------------------------------------------------- */

static bool go_to(apo_zrf *z, state *s, apo_square sq)
{
    if (sq == APO_SQUARE_NONE)
        return false;
    s->at = sq;
    if (s->visit_count == APO_PATH_STEPS_MAX)
        fail(z, "it goes too far", apo_span_of(""));
    else
        s->visits[s->visit_count++] = sq;
    return true;
}

static void capture(apo_zrf *z, state *s, apo_square sq)
{
    if (s->has_captured || sq == APO_SQUARE_NONE)
        fail(z, "it captures in a way that is not understood", apo_span_of(""));
    s->has_captured = true;
    s->captured = sq;
}

/* Reports a word of a block that has no meaning here, with the rule that is missing. */
static void refuse_word(apo_zrf *z, apo_span word)
{
    static const struct {
        const char *word, *problem;
    } known[] = {
        {"add-partial", "a piece that moves on in the same turn (%s) has no rule here"},
        {"add-copy", "a piece that leaves another behind (%s) has no rule here"},
        {"add-copy-partial", "a piece that leaves another behind (%s) has no rule here"},
        {"create", "a move that makes pieces (%s) has no rule here"},
        {"change-owner", "a piece that changes sides (%s) is not understood"},
        {"change-type", "another piece that changes (%s) is not understood"},
        {"flip", "a piece that changes sides (%s) is not understood"},
    };

    const char *problem = "the word %s is not understood";
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (apo_span_is(word, known[i].word))
            problem = known[i].problem;
    fail(z, problem, word);
}

/* Executes a word of a block; false if the block ends there. */
static bool do_word(apo_zrf *z, state *s, apo_span word)
{
    static const char *const words[] = {"add",  "mark", "back",   "capture",
                                        "from", "to",   "cascade"};
    unsigned direction = apo_zrf__direction(z, word);
    if (direction > 0)
        return go_to(z, s, apo_zrf__step(z, s->at, direction - 1));
    switch (apo_span_index(word, words, sizeof words / sizeof *words)) {
    case 0: emit(z, s, 0); return true;
    case 1: s->mark = s->at; return true;
    case 2:
        if (s->mark == APO_SQUARE_NONE)
            break;
        s->at = s->mark;
        return true;
    case 3: capture(z, s, s->at); return true;
    case 4:
        if (!s->is_cascaded)
            break;
        s->partner = s->at;
        return true;
    case 5: *(s->is_cascaded ? &s->partner_to : &s->to) = s->at; return true;
    case 6:
        if (s->is_cascaded)
            break;
        s->is_cascaded = true;
        s->to = s->to != APO_SQUARE_NONE ? s->to : s->at;
        s->partner = s->at;
        return true;
    default:
        if (apo_zrf__square(z, word) != APO_SQUARE_NONE)
            return go_to(z, s, apo_zrf__square(z, word));
        break;
    }
    refuse_word(z, word);
    return false;
}

/* (set-attribute never-moved? false) */
static void set_attribute(apo_zrf *z, state *s, uint32_t item)
{
    apo_span name = apo_zillions_word(&z->tree, item);
    uint32_t value = apo_zillions_next(&z->tree, item);
    bool is_known_name = false;
    for (unsigned i = 0; i < z->type_count; i++)
        is_known_name = is_known_name || apo_span_same(z->types[i].attribute, name);
    if (!is_known_name || !apo_zillions_is(&z->tree, value, "false"))
        fail(z, "the attribute %s is not understood", name);
    if (s->is_cascaded && s->at == s->partner_to)
        return;
    s->has_set = true;
    s->set_at = s->at;
}

/* (if ...) or (while ...): both answers, one after the other. The items of an "if" end at its
 * "else". */
static void branch(apo_zrf *z, uint32_t list, const frame *rest, const state *s, unsigned depth)
{
    uint32_t item = apo_zillions_first(&z->tree, list);
    uint32_t condition = apo_zillions_next(&z->tree, item);
    bool is_loop = apo_zillions_is(&z->tree, item, "while");
    uint32_t body = apo_zillions_next(&z->tree, condition), other = 0;
    const frame again = {rest->parent, list};
    state next = *s;
    uint8_t holds;
    if (!holds_of(z, s, condition, &holds, APO_ZILLIONS_DEPTH_MAX)) {
        fail(z, "it decides by more than whose pieces are where", apo_span_of(""));
        return;
    }
    if (!is_loop)
        for (other = body; other != 0 && !apo_zillions_is(&z->tree, other, "else");)
            other = apo_zillions_next(&z->tree, other);
    if (narrow(z, &next, next.at, holds))
        run(z, body, is_loop ? &again : rest, &next, depth + 1);
    next = *s;
    if (narrow(z, &next, next.at, (uint8_t)(APO_HOLD_ANY & ~holds)))
        run(z, apo_zillions_next(&z->tree, other), rest, &next, depth + 1);
}

/* Executes a list of a block; false if the block ends there or continues elsewhere. */
static bool do_list(apo_zrf *z, state *s, uint32_t list, const frame *rest, unsigned depth)
{
    static const char *const words[] = {"verify", "add", "set-attribute", "capture", "if",
                                        "while",  "go",  "mark"};
    uint32_t item = apo_zillions_first(&z->tree, list);
    uint32_t next = apo_zillions_next(&z->tree, item);
    apo_span word = apo_zillions_word(&z->tree, item);
    switch (apo_span_index(word, words, sizeof words / sizeof *words)) {
    case 0:
        if (apo_zillions_next(&z->tree, next) != 0)
            break;
        return verify(z, s, next, APO_ZILLIONS_DEPTH_MAX);
    case 1: emit(z, s, next); return true;
    case 2: set_attribute(z, s, next); return true;
    case 3: capture(z, s, place_of(z, s->at, apo_zillions_word(&z->tree, next))); return true;
    case 4:
    case 5: branch(z, list, rest, s, depth); return false;
    case 6:
        if (apo_zillions_is(&z->tree, next, "from"))
            return go_to(z, s, z->from);
        break;
    default: break;
    }
    /* Items in parentheses, from a macro. */
    bool is_group = word.length == 0 || apo_zrf__direction(z, word) > 0;
    if (is_group)
        run(z, item, rest, s, depth + 1);
    else
        refuse_word(z, word);
    return false;
}

static void run(apo_zrf *z, uint32_t node, const frame *parent, const state *before,
                unsigned depth)
{
    state s = *before;
    if (depth >= APO_ZRF_DEPTH_MAX)
        fail(z, "it goes on for ever", apo_span_of(""));
    while (z->problem == NULL) {
        if (z->work == 0)
            fail(z, "the moves take too long to find", apo_span_of(""));
        else
            z->work--;
        if (apo_zillions_is(&z->tree, node, "else"))
            node = 0;
        while (node == 0 && parent != NULL) {
            node = parent->next;
            parent = parent->parent;
        }
        if (node == 0)
            return;
        uint32_t next = apo_zillions_next(&z->tree, node);
        apo_span word = apo_zillions_word(&z->tree, node);
        const frame rest = {parent, next};
        if (word.length > 0 ? !do_word(z, &s, word) : !do_list(z, &s, node, &rest, depth))
            return;
        node = next;
    }
}

void apo_zrf__run(apo_zrf *z)
{
    state start = {.at = z->from,
                   .mark = APO_SQUARE_NONE,
                   .to = APO_SQUARE_NONE,
                   .partner = APO_SQUARE_NONE,
                   .partner_to = APO_SQUARE_NONE,
                   .last_from = APO_SQUARE_NONE,
                   .last_to = APO_SQUARE_NONE};
    memset(start.holds, APO_HOLD_ANY, sizeof start.holds);
    z->found.count = 0;
    z->move_type = apo_span_of("");
    for (uint32_t block = z->types[z->type].moves; block != 0 && z->problem == NULL;
         block = apo_zillions_next(&z->tree, block)) {
        if (apo_span_is(apo_zillions_head(&z->tree, block), "move-type")) {
            uint32_t head = apo_zillions_first(&z->tree, block);
            z->move_type = apo_zillions_word(&z->tree, apo_zillions_next(&z->tree, head));
            continue;
        }
        run(z, apo_zillions_first(&z->tree, block), NULL, &start, 0);
    }
}
