/* The key reference of docs/variant-format.md, from the tables that the reader uses. */
#include "definition/file/definition.h"
#include "definition/file/sections.h"
#include "rules/rules/list.h"

static void add_heading(apo_buffer *out, const char *name, const char *argument,
                        const char *doc)
{
    apo_buffer_add(out, "### [");
    apo_buffer_add(out, name);
    if (argument != NULL) {
        apo_buffer_add(out, " ");
        apo_buffer_add(out, argument);
    }
    apo_buffer_add(out, "]\n\n");
    apo_buffer_add(out, doc);
    apo_buffer_add(out, "\n\n");
}

static void add_table_head(apo_buffer *out)
{
    apo_buffer_add(out, "| key | value | without it | meaning |\n|---|---|---|---|\n");
}

static void add_form(apo_buffer *out, const apo_form *form)
{
    apo_buffer_add(out, "| `");
    apo_buffer_add(out, form->name);
    apo_buffer_add(out, form->is_repeatable ? "` (repeatable) | " : "` | ");
    apo_buffer_add(out, form->form);
    apo_buffer_add(out, " | ");
    apo_buffer_add(out, form->fallback != NULL ? form->fallback : "required");
    apo_buffer_add(out, " | ");
    apo_buffer_add(out, form->doc);
    apo_buffer_add(out, " |\n");
}

static void add_range(apo_buffer *out, const apo_key *key)
{
    apo_buffer_add_number(out, key->minimum);
    if (key->maximum != key->minimum) {
        apo_buffer_add(out, " to ");
        apo_buffer_add_number(out, key->maximum);
    }
}

static void add_words(apo_buffer *out, const char *words)
{
    apo_span rest = apo_span_of(words);
    apo_span word = apo_span_word(&rest);
    for (bool is_first = true; word.length > 0; is_first = false) {
        apo_span next = apo_span_word(&rest);
        apo_buffer_add(out, is_first ? "`" : next.length > 0 ? ", `" : " or `");
        apo_buffer_add_span(out, word);
        apo_buffer_add(out, "`");
        word = next;
    }
}

static void add_counted(apo_buffer *out, const apo_key *key, const char *one, const char *more)
{
    add_range(out, key);
    apo_buffer_add(out, key->maximum == 1 ? one : more);
}

static void add_kind(apo_buffer *out, const apo_key *key)
{
    switch ((enum apo_key_kind)key->kind) {
    case APO_KEY_NUMBER: add_range(out, key); break;
    case APO_KEY_FLAG: apo_buffer_add(out, "`yes` or `no`"); break;
    case APO_KEY_WORD: add_words(out, key->words); break;
    case APO_KEY_SQUARES: add_counted(out, key, " square", " squares"); break;
    case APO_KEY_TYPES:
        add_counted(out, key, " letter of a piece", " letters of pieces");
        break;
    case APO_KEY_PIECE_NUMBERS:
        apo_buffer_add(out, "letter of a piece, ");
        add_counted(out, key, " number", " numbers");
        break;
    case APO_KEY_NUMBERS: add_counted(out, key, " number", " numbers"); break;
    case APO_KEY_KINDS: break;
    }
}

static void add_key(apo_buffer *out, const apo_key *key)
{
    apo_buffer_add(out, "| `");
    apo_buffer_add(out, key->name);
    apo_buffer_add(out, key->is_indexed ? " NUMBER`" : "`");
    apo_buffer_add(out, key->is_repeatable && !key->is_indexed ? " (repeatable) | " : " | ");
    add_kind(out, key);
    apo_buffer_add(out, " | ");
    if (key->is_required)
        apo_buffer_add(out, "required");
    else
        apo_buffer_add(out, key->fallback != NULL ? key->fallback : "");
    apo_buffer_add(out, " | ");
    apo_buffer_add(out, key->doc);
    apo_buffer_add(out, " |\n");
}

static void add_section(apo_buffer *out, const apo_section_info *info)
{
    add_heading(out, info->name, info->argument, info->doc);
    if (info->form_count == 0)
        return;
    add_table_head(out);
    for (size_t i = 0; i < info->form_count; i++)
        add_form(out, &info->forms[i]);
    apo_buffer_add(out, "\n");
}

static void add_rule(apo_buffer *out, const apo_rule_info *rule)
{
    add_heading(out, rule->section, NULL, rule->doc);
    if (rule->key_count == 0)
        return;
    add_table_head(out);
    for (size_t i = 0; i < rule->key_count; i++)
        add_key(out, &rule->keys[i]);
    apo_buffer_add(out, "\n");
}

void apo_definition_reference(apo_buffer *out)
{
    for (size_t i = 0; i < apo_section_count(); i++)
        add_section(out, apo_section_at(i));
    for (size_t i = 0; i < apo_rule_count(); i++)
        add_rule(out, apo_rule_at(i));
}
