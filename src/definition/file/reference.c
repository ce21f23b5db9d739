/* The key reference of docs/variant-format.md and of the workshop, from the tables that the
 * reader uses. */
#include "base/json.h"
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

/* --- for programs -------------------------------------------------------- */

static void open_section(apo_buffer *out, const char *name, const char *argument,
                         const char *doc)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "name", name);
    apo_json_add_optional(out, "argument", argument);
    apo_json_add_string(out, "doc", doc);
}

static void add_flags(apo_buffer *out, bool is_required, bool is_indexed, bool is_repeatable)
{
    apo_json_add_flag(out, "isRequired", is_required);
    apo_json_add_flag(out, "isIndexed", is_indexed);
    apo_json_add_flag(out, "isRepeatable", is_repeatable);
}

/* The words that a value can be; NULL for another kind of value. */
static void add_choices(apo_buffer *out, const char *words)
{
    apo_span rest = apo_span_of(words != NULL ? words : "");
    apo_json_open(out, "choices", '[');
    for (apo_span word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest))
        apo_json_add_text(out, NULL, word);
    apo_json_close(out, ']');
}

static void add_form_json(apo_buffer *out, const apo_form *form)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "name", form->name);
    apo_json_add_string(out, "form", form->form);
    apo_json_add_optional(out, "without", form->fallback);
    apo_json_add_string(out, "doc", form->doc);
    add_flags(out, form->fallback == NULL, false, form->is_repeatable);
    add_choices(out, form->words);
    apo_json_close(out, '}');
}

static void add_key_json(apo_buffer *out, const apo_key *key)
{
    apo_buffer form;
    apo_buffer_init(&form, out->alloc);
    add_kind(&form, key);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "name", key->name);
    apo_json_add_text(out, "form", apo_buffer_span(&form));
    apo_json_add_optional(out, "without", key->is_required ? NULL : key->fallback);
    apo_json_add_string(out, "doc", key->doc);
    add_flags(out, key->is_required, key->is_indexed, key->is_repeatable);
    add_choices(out, key->kind == APO_KEY_FLAG   ? "yes no"
                     : key->kind == APO_KEY_WORD ? key->words
                                                 : NULL);
    apo_json_close(out, '}');
    out->is_failed = out->is_failed || form.is_failed;
    apo_buffer_clear(&form);
}

static void add_section_json(apo_buffer *out, const apo_section_info *info)
{
    open_section(out, info->name, info->argument, info->doc);
    apo_json_open(out, "keys", '[');
    for (size_t i = 0; i < info->form_count; i++)
        add_form_json(out, &info->forms[i]);
    apo_json_close(out, ']');
    apo_json_add_flag(out, "isRule", false);
    apo_json_close(out, '}');
}

static void add_rule_json(apo_buffer *out, const apo_rule_info *rule)
{
    open_section(out, rule->section, NULL, rule->doc);
    apo_json_open(out, "keys", '[');
    for (size_t i = 0; i < rule->key_count; i++)
        add_key_json(out, &rule->keys[i]);
    apo_json_close(out, ']');
    apo_json_add_flag(out, "isRule", true);
    apo_json_close(out, '}');
}

void apo_definition_reference_json(apo_buffer *out)
{
    apo_json_open(out, NULL, '[');
    for (size_t i = 0; i < apo_section_count(); i++)
        add_section_json(out, apo_section_at(i));
    for (size_t i = 0; i < apo_rule_count(); i++)
        add_rule_json(out, apo_rule_at(i));
    apo_json_close(out, ']');
}
