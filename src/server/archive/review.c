#include "server/archive/review.h"

#include "notation/coordinate.h"
#include "server/archive/search.h"

enum {
    SCORE_MAX = 100000, /* hundredths of a pawn, or moves to mate */
};

static bool is_score(apo_span word)
{
    uint32_t number;
    bool is_mate = word.length > 0 && word.text[0] == '#';
    apo_span rest = apo_span_part(word, is_mate, word.length);
    bool is_negative = rest.length > 0 && rest.text[0] == '-';
    return apo_span_number(apo_span_part(rest, is_negative, rest.length), SCORE_MAX, &number);
}

static apo_status check_line(apo_span line, const apo_position *pos)
{
    apo_move mv;
    apo_span rest = line;
    apo_span score = apo_span_word(&rest);
    apo_span best = apo_span_word(&rest);
    if (line.length > APO_REVIEW_LINE_MAX || !is_score(score) || rest.length > 0)
        return APO_E_SYNTAX;
    return apo_coordinate_read(&mv, pos, best, NULL) == APO_OK ? APO_OK : APO_E_ILLEGAL;
}

static apo_status read_line(apo_buffer *out, const apo_json_value *value,
                            const apo_position *pos, bool is_last)
{
    apo_span line;
    if (!apo_json_in_text(value, &line))
        return APO_E_SYNTAX;
    apo_status status = line.length == 0 && is_last ? APO_OK : check_line(line, pos);
    apo_buffer_add_span(out, line);
    apo_buffer_add_char(out, '\n');
    return status;
}

apo_status apo_review_read(apo_buffer *out, const apo_variant *var,
                           const apo_store_record *record, const apo_json_value *lines)
{
    apo_position pos;
    apo_span moves = record->moves;
    size_t plies = (size_t)record->plies;
    if (plies > APO_REVIEW_PLIES_MAX)
        return APO_E_TOO_LARGE;
    if (apo_json_in_count(lines) != plies + 1)
        return APO_E_SYNTAX;
    apo_status status = apo_archive_start(&pos, var, record);
    for (size_t i = 0; i <= plies && status == APO_OK; i++) {
        status = read_line(out, apo_json_in_element(lines, i), &pos, i == plies);
        apo_span word = apo_span_word(&moves);
        apo_move mv;
        if (status != APO_OK || i == plies)
            break;
        status = apo_coordinate_read(&mv, &pos, word, NULL);
        if (status == APO_OK) {
            apo_undo undo;
            apo_make(&pos, &mv, &undo);
        }
    }
    return status;
}
