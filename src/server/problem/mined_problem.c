#include "server/problem/mined_problem.h"

#include "base/text.h"
#include "server/problem/aim.h"

enum field {
    VARIANT,
    AIM,
    MOVES,
    THEMES,
    SOURCE,
    PLY,
    FEN,
    SOLUTION
};

apo_span apo_mined_problem_field(apo_span *rest)
{
    size_t length = 0;
    while (length < rest->length && rest->text[length] != '\t')
        length++;
    apo_span field = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length + 1, rest->length);
    return field;
}

bool apo_mined_problem_read(apo_store_problem *out, apo_span line)
{
    apo_span fields[SOLUTION];
    uint32_t moves, ply;
    for (unsigned i = 0; i < SOLUTION; i++)
        fields[i] = apo_mined_problem_field(&line);
    bool is_win = apo_span_is(fields[AIM], APO_PROBLEM_WIN);
    if (!apo_span_number(fields[MOVES], APO_PROBLEM_MOVES_MAX, &moves) ||
        !apo_span_number(fields[PLY], UINT16_MAX, &ply) ||
        (!is_win && !apo_problem_is_aim(fields[AIM])))
        return false;
    *out = (apo_store_problem){.moves = moves, .ply = ply, .state = APO_STORE_PROBLEM_PUBLIC};
    apo_text id = apo_text_start(out->id, sizeof out->id);
    apo_text_add_span(&id, fields[SOURCE]);
    apo_text_add_char(&id, '-');
    apo_text_add_number(&id, ply);
    apo_text_copy_span(out->variant, sizeof out->variant, fields[VARIANT]);
    apo_text_copy_span(out->aim, sizeof out->aim, fields[AIM]);
    apo_text words = apo_text_start(out->themes, sizeof out->themes);
    apo_text_add_char(&words, ' ');
    apo_text_add_span(&words, fields[THEMES]);
    apo_text_add_char(&words, ' ');
    apo_text_copy_span(out->source, sizeof out->source, fields[SOURCE]);
    apo_text_copy_span(out->fen, sizeof out->fen, fields[FEN]);
    apo_text_copy_span(is_win ? out->line : out->keys,
                       is_win ? sizeof out->line : sizeof out->keys, apo_span_trim(line));
    apo_text_copy(out->verdict, sizeof out->verdict, is_win ? "searched" : "sound");
    return !id.is_overflowed;
}
