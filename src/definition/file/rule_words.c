#include "definition/file/rule_words.h"

#include <string.h>

enum {
    WORD_MAX = 40 /* bytes; no word of the table is longer */
};

static const apo_rule_word *find(const char *word)
{
    size_t first = 0, end = apo_rule_word_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = strcmp(word, apo_rule_word_table[middle].word);
        if (order == 0)
            return &apo_rule_word_table[middle];
        if (order < 0)
            end = middle;
        else
            first = middle + 1;
    }
    return NULL;
}

/* The word in small letters and digits, then without or with an s at its end. */
static const apo_rule_word *find_any(apo_span word)
{
    char plain[WORD_MAX + 2] = "";
    size_t length = 0;
    for (size_t i = 0; i < word.length; i++) {
        char c = apo_to_lower(word.text[i]);
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
            continue;
        if (length == WORD_MAX)
            return NULL;
        plain[length++] = c;
    }
    const apo_rule_word *found = find(plain);
    if (found != NULL || length == 0)
        return found;
    if (plain[length - 1] == 's')
        plain[length - 1] = '\0';
    else
        plain[length] = 's';
    return find(plain);
}

bool apo_rule_word_explain(apo_text *out, apo_span word)
{
    const apo_rule_word *found = find_any(word);
    if (found == NULL)
        return false;
    if (found->section[0] == '\0') {
        apo_text_add(out, found->how);
        return true;
    }
    apo_text_add(out, "[");
    apo_text_add(out, found->section);
    apo_text_add(out, "] is about that");
    if (found->how[0] != '\0') {
        apo_text_add(out, " (");
        apo_text_add(out, found->how);
        apo_text_add(out, ")");
    }
    apo_text_add(out, ", see docs/variant-format.md");
    return true;
}
