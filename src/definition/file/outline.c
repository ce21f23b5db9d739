#include "definition/file/outline.h"

#include "base/json.h"

static void add_section(apo_buffer *out, const apo_tree_section *section)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "name", section->name);
    apo_json_add_text(out, "argument", section->argument);
    apo_json_add_number(out, "line", section->place.line);
    apo_json_add_number(out, "level", section->place.level);
    apo_json_close(out, '}');
}

static void add_text(apo_buffer *out, const apo_tree_text *text)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "line", text->line);
    apo_json_add_number(out, "column", text->column);
    apo_json_add_text(out, "text", text->text);
    apo_json_close(out, '}');
}

static void add_key(apo_buffer *out, const apo_tree *tree, const apo_tree_key *key)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "section", key->section);
    apo_json_add_text(out, "name", key->name);
    if (key->has_index)
        apo_json_add_number(out, "number", key->index);
    else
        apo_json_add_null(out, "number");
    apo_json_add_number(out, "line", key->place.line);
    apo_json_add_number(out, "level", key->place.level);
    apo_json_open(out, "texts", '[');
    for (size_t i = 0; i < key->text_count; i++)
        add_text(out, &tree->texts[key->first_text + i]);
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

void apo_outline_write(apo_buffer *out, const apo_reader *reader)
{
    const apo_tree *tree = &reader->tree;
    apo_json_open(out, NULL, '{');
    apo_json_open(out, "sections", '[');
    for (size_t i = 0; i < tree->section_count; i++)
        add_section(out, &tree->sections[i]);
    apo_json_close(out, ']');
    apo_json_open(out, "keys", '[');
    for (size_t i = 0; i < tree->key_count; i++) {
        const apo_tree_key *key = &tree->keys[i];
        if (key->place.level == 0 || !key->is_hidden)
            add_key(out, tree, key);
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}
