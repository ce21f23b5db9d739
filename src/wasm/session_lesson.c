/* Lessons on a type of piece. */
#include "base/json.h"
#include "lessons/lesson.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "wasm/session.h"

static void add_square(apo_buffer *out, const char *name, const apo_piece_lesson *lesson,
                       apo_square sq)
{
    char buf[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(apo_variant_geometry(lesson->var), sq, buf);
    apo_json_add_string(out, name, buf);
}

static void add_squares(apo_buffer *out, const char *name, const apo_piece_lesson *lesson,
                        const apo_square *squares, unsigned count)
{
    apo_json_open(out, name, '[');
    for (unsigned i = 0; i < count; i++)
        add_square(out, NULL, lesson, squares[i]);
    apo_json_close(out, ']');
}

static void add_letter(apo_buffer *out, const char *name, const apo_piece_lesson *lesson,
                       unsigned type)
{
    char letter = apo_type_info_of(lesson->var, type)->letter;
    apo_json_add_text(out, name, (apo_span){&letter, 1});
}

static void add_drill(apo_buffer *out, const apo_piece_lesson *lesson)
{
    add_square(out, "from", lesson, lesson->from);
    add_squares(out, "targets", lesson, lesson->targets, lesson->target_count);
    add_squares(out, "helpers", lesson, lesson->helpers, lesson->helper_count);
    add_letter(out, "extra", lesson, apo_piece_lesson_extra_type(lesson->var));
    apo_json_open(out, "powers", '[');
    for (unsigned i = 0; i < lesson->power_count; i++)
        add_letter(out, NULL, lesson, lesson->powers[i]);
    apo_json_close(out, ']');
    add_squares(out, "solution", lesson, lesson->solution, lesson->move_count);
}

static void add_mate(apo_buffer *out, const apo_piece_lesson *lesson)
{
    char bytes[APO_FEN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_fen_write(&text, &lesson->pos);
    apo_json_add_text(out, "fen", apo_text_span(&text));
    text = apo_text_start(bytes, sizeof bytes);
    apo_coordinate_write(&text, &lesson->pos, &lesson->key);
    apo_json_add_text(out, "key", apo_text_span(&text));
}

EXPORT(apo_session_lesson)

int apo_session_lesson(apo_session *s, unsigned type, unsigned task, unsigned seed)
{
    apo_error err = {.status = APO_OK};
    apo_buffer *out = apo_session_answer(s);
    if (s->var == NULL || task >= APO_LESSON_TASKS)
        return APO_E_UNKNOWN;
    apo_piece_lesson *lesson = apo_allocate_zero(NULL, sizeof *lesson);
    apo_status status =
        lesson == NULL ? APO_E_MEMORY : apo_piece_lesson_make(lesson, s->var, type, task, seed);
    if (status == APO_OK) {
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "moves", lesson->move_count);
        if (task == APO_LESSON_STARS || task == APO_LESSON_CAPTURE)
            add_drill(out, lesson);
        else
            add_mate(out, lesson);
        apo_json_close(out, '}');
    }
    apo_free(NULL, lesson);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}
