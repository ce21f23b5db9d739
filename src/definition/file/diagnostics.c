#include "definition/file/diagnostics.h"

#include "base/text.h"
#include "definition/file/rule_words.h"

enum {
    SUGGESTION_DISTANCE_MAX = 2
};

static void add_expanded(apo_text *text, const char *detail, uint64_t first, uint64_t second)
{
    for (size_t i = 0; detail[i] != '\0'; i++) {
        char after = detail[i] == '%' ? detail[i + 1] : '\0';
        if (after == '1' || after == '2') {
            apo_text_add_number(text, (int64_t)(after == '1' ? first : second));
            i++;
        } else {
            apo_text_add_char(text, detail[i]);
        }
    }
}

void apo_diagnostics_add_base(apo_text *text, const apo_diagnostics *diagnostics,
                              const apo_origin *place)
{
    if (place->level == 0)
        return;
    apo_text_add(text, "in the base \"");
    apo_text_add_span(text, diagnostics->ids[place->level]);
    apo_text_add(text, "\", line ");
    apo_text_add_number(text, place->line);
    apo_text_add(text, ": ");
}

void apo_diagnostics_counts(apo_diagnostics *diagnostics, const apo_origin *place,
                            const char *detail, apo_span word, uint64_t first, uint64_t second)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    const apo_origin *shown = place->level > 0 ? &diagnostics->base : place;
    apo_diagnostics_add_base(&text, diagnostics, place);
    add_expanded(&text, detail, first, second);
    diagnostics->fault_count++;
    apo_fault_add(diagnostics->faults, shown->line, shown->column, place->key, buf, word);
}

void apo_diagnostics_add(apo_diagnostics *diagnostics, const apo_origin *place,
                         const char *detail, apo_span word)
{
    apo_diagnostics_counts(diagnostics, place, detail, word, 0, 0);
}

uint32_t apo_diagnostics_line(const apo_diagnostics *diagnostics, const apo_origin *place)
{
    return place->level > 0 ? diagnostics->base.line : place->line;
}

void apo_suggestion_start(apo_suggestion *suggestion, apo_span word)
{
    *suggestion = (apo_suggestion){.word = word, .distance = SUGGESTION_DISTANCE_MAX + 1};
    suggestion->names = apo_text_start(suggestion->offered, sizeof suggestion->offered);
    for (size_t i = 0; i < word.length && i < APO_SUGGESTION_MAX - 1; i++)
        suggestion->lowered[i] = apo_to_lower(word.text[i]);
}

void apo_suggestion_offer(apo_suggestion *suggestion, const char *name)
{
    apo_span word = {suggestion->lowered, suggestion->word.length};
    apo_span offered = apo_span_of(name);
    if (suggestion->names.length > 0)
        apo_text_add(&suggestion->names, ", ");
    apo_text_add(&suggestion->names, name);
    if (word.length >= APO_SUGGESTION_MAX)
        return;
    unsigned distance = apo_span_distance(word, offered, SUGGESTION_DISTANCE_MAX);
    /* Two of three letters changed means another word, not a typo. */
    if (distance < suggestion->distance && distance < offered.length) {
        suggestion->best = name;
        suggestion->distance = distance;
    }
}

static bool is_in(char c, char first, char last)
{
    return c >= first && c <= last;
}

/* True for words like promotionRank and for [mygame:chess], which no definition has. */
static bool is_of_variants_ini(apo_span word)
{
    for (size_t i = 1; i < word.length; i++)
        if (word.text[i] == ':' ||
            (is_in(word.text[i - 1], 'a', 'z') && is_in(word.text[i], 'A', 'Z')))
            return true;
    return false;
}

/* Adds what rule_words.h says of the word; false if that is nothing. */
static bool is_explained(const apo_suggestion *suggestion, apo_text *text)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text said = apo_text_start(buf, sizeof buf);
    if (!suggestion->is_rule || !apo_rule_word_explain(&said, suggestion->word))
        return false;
    apo_text_add(text, "; ");
    apo_text_add(text, buf);
    return true;
}

void apo_diagnostics_unknown(apo_diagnostics *diagnostics, const apo_origin *place,
                             const char *what, const apo_suggestion *suggestion)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add(&text, "unknown ");
    apo_text_add(&text, what);
    apo_text_add(&text, " \"%s\"");
    /* A slip of one letter is likelier than a word of others, a slip of two is not. */
    if (suggestion->distance > 1 && is_explained(suggestion, &text)) {
        if (is_of_variants_ini(suggestion->word))
            apo_text_add(&text, "; \"import\" converts files of Fairy-Stockfish");
    } else if (suggestion->best != NULL) {
        apo_text_add(&text, "; did you mean \"");
        apo_text_add(&text, suggestion->best);
        apo_text_add(&text, "\"?");
    } else if (is_of_variants_ini(suggestion->word)) {
        apo_text_add(&text, "; if it is from Fairy-Stockfish's variants.ini, \"import\" "
                            "converts such files");
    } else if (suggestion->names.length > 0 && !suggestion->names.is_overflowed) {
        apo_text_add(&text, "; known here: ");
        apo_text_add(&text, suggestion->offered);
    } else if (suggestion->hint != NULL) {
        apo_text_add(&text, "; ");
        apo_text_add(&text, suggestion->hint);
    }
    apo_diagnostics_add(diagnostics, place, buf, suggestion->word);
}
