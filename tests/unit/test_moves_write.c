/* All legal moves as one text: the same as the moves one by one in every notation, and the sign
 * of a check, mostly told without making the move, against the position after it. */
#include "playout.h"
#include "test.h"

#include "notation/move_text.h"
#include "rules/kernel/check_sign.h"
#include "rules/kernel/generate.h"

enum {
    POSITIONS = 20000 / GAMES_STEP
};

static const char *sign_after(const apo_position *pos, const apo_move *mv)
{
    apo_position after = *pos;
    apo_undo undo;
    apo_make(&after, mv, &undo);
    if (apo_position_side(&after) == apo_position_side(pos) || !apo_position_is_check(&after))
        return "";
    return apo_perft(&after, 1) == 0 ? "#" : "+";
}

/* The text of one move, its sign made from the position after it. */
static void add_san(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                    const apo_move_list *legal)
{
    char buf[APO_SAN_MAX + 1];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_san_write_among(&text, pos, mv, legal);
    size_t length = strlen(buf);
    if (length > 0 && (buf[length - 1] == '+' || buf[length - 1] == '#'))
        length--;
    apo_buffer_add_span(out, (apo_span){buf, length});
    apo_buffer_add(out, sign_after(pos, mv));
}

static void add_one(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                    const apo_move_list *legal, enum apo_notation notation)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    if (notation == APO_NOTATION_SAN) {
        add_san(out, pos, mv, legal);
        return;
    }
    apo_move_write(&text, pos, mv, notation);
    apo_buffer_add(out, buf);
}

static void check_text(const playout *p, enum apo_notation notation)
{
    apo_buffer all, one;
    apo_buffer_init(&all, NULL);
    apo_buffer_init(&one, NULL);
    apo_buffer_add(&one, "");
    for (size_t i = 0; i < p->legal.list.count; i++) {
        if (i > 0)
            apo_buffer_add_char(&one, ' ');
        add_one(&one, &p->pos, &p->legal.buf[i], &p->legal.list, notation);
    }
    apo_buffer_add(&all, "");
    assert_int_equal(apo_moves_write(&all, &p->pos, notation), APO_OK);
    if (strcmp(all.bytes, one.bytes) != 0) {
        print_error("%s\n  all: %s\n  one: %s\n", playout_fen(&p->pos), all.bytes, one.bytes);
        fail();
    }
    apo_buffer_clear(&all);
    apo_buffer_clear(&one);
}

static void check_counts(const playout *p)
{
    apo_position pos = p->pos;
    assert_int_equal(apo_has_legal(&pos), p->legal.list.count > 0);
    assert_true(apo_moves_fit(&pos));
}

static void test_all_games(void **state)
{
    static playout p;
    (void)state;
    playout_open(&p, 20261122);
    playout_begin_any(&p);
    for (unsigned i = 0; i < POSITIONS; i++) {
        for (unsigned notation = 0; notation < APO_NOTATIONS; notation++)
            check_text(&p, (enum apo_notation)notation);
        check_counts(&p);
        if (playout_goes_on(&p)) {
            apo_move mv = playout_choose(&p);
            playout_make(&p, &mv);
        } else {
            playout_begin_any(&p);
        }
    }
    playout_close(&p);
}

/* A buffer that is made empty again keeps its memory. */
static void test_rewind(void **state)
{
    apo_buffer buffer;
    (void)state;
    apo_buffer_init(&buffer, NULL);
    apo_buffer_rewind(&buffer);
    apo_buffer_add(&buffer, "one");
    const char *bytes = buffer.bytes;
    apo_buffer_rewind(&buffer);
    assert_string_equal(buffer.bytes, "");
    apo_buffer_add(&buffer, "two");
    assert_ptr_equal(buffer.bytes, bytes);
    assert_string_equal(buffer.bytes, "two");
    apo_buffer_clear(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_games),
        cmocka_unit_test(test_rewind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
