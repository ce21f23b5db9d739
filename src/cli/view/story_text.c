/* Says why a text is not a legal move. */
#include "cli/view/sentences.h"
#include "cli/view/story.h"
#include "notation/guess.h"
#include "notation/remedy_json.h"
#include "rules/rules/program_view.h"

static void add_capitalised(apo_buffer *out, const char *sentence)
{
    size_t start = out->length;
    apo_buffer_add(out, sentence);
    if (!out->is_failed && out->length > start)
        out->bytes[start] = apo_to_upper(out->bytes[start]);
    apo_buffer_add_char(out, '.');
}

void apo_story_add_text(apo_buffer *out, const apo_position *pos, apo_span text,
                        const apo_error *err)
{
    apo_meaning meaning = {.has_move = false};
    if (err->status == APO_E_ILLEGAL)
        meaning = apo_move_guess(pos, text);
    if (meaning.has_move && !apo_meaning_is_other_piece(pos, &meaning, text))
        apo_story_add_refusal(out, pos, &meaning.mv, meaning.verdict);
    else
        add_capitalised(out, err->detail);
}

enum apo_illegal apo_story_reason(const apo_position *pos, apo_span text)
{
    apo_meaning meaning = apo_move_guess(pos, text);
    return meaning.has_move ? meaning.verdict.reason : APO_LEGAL;
}

void apo_story_add_remedy(apo_buffer *out, const apo_position *pos, apo_span text)
{
    apo_remedy remedy;
    apo_position after;
    apo_meaning meaning = apo_move_guess(pos, text);
    if (!meaning.has_move)
        return;
    apo_move_remedy(&remedy, &after, pos, &meaning.mv);
    apo_remedy_add_json(out, pos, &meaning.mv, &remedy, &after);
}
