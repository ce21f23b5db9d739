/* The main file and the files it inherits from. */
#include "definition/file/reader.h"

static const apo_span nothing = {NULL, 0};

static void report_unknown_base(apo_reader *reader, const apo_token *name)
{
    apo_suggestion suggestion;
    apo_suggestion_start(&suggestion, name->text);
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        apo_suggestion_offer(&suggestion, apo_definition_builtin_id(i));
    apo_diagnostics_unknown(&reader->diagnostics, &name->place, "base", &suggestion);
}

/* `without = launch king-jump` of one level. */
static void read_without(apo_reader *reader, size_t game, unsigned level)
{
    apo_tree *tree = &reader->tree;
    const apo_tree_key *key = apo_tree_find_at(tree, game, "without", level);
    if (key == NULL)
        return;
    apo_cursor cursor = apo_cursor_start(tree, key);
    apo_token name;
    while (apo_cursor_word(&cursor, "", &name)) {
        if (apo_tree_drop_section(tree, name.text, &name.place))
            continue;
        apo_diagnostics_counts(&reader->diagnostics, &name.place, "more than %1 sections",
                               nothing, APO_TREE_DROPS_MAX, 0);
        break;
    }
}

static bool is_loaded(const apo_reader *reader, apo_span id)
{
    for (size_t i = 0; i < reader->tree.level_count; i++) {
        if (apo_span_same(reader->diagnostics.ids[i], id))
            return true;
    }
    return false;
}

/* Finds the text of the next level; false (reported) if there is none. */
static bool find_base(apo_reader *reader, const apo_token *name,
                      const apo_definition_loader *loader, apo_span *out_text)
{
    if (is_loaded(reader, name->text)) {
        apo_diagnostics_add(&reader->diagnostics, &name->place,
                            "the base \"%s\" leads back to itself", name->text);
        return false;
    }
    if (reader->tree.level_count > APO_DEFINITION_BASES_MAX) {
        apo_diagnostics_counts(&reader->diagnostics, &name->place,
                               "more than %1 files inherit one from another", nothing,
                               APO_DEFINITION_BASES_MAX, 0);
        return false;
    }
    bool is_found = apo_reader_is_id(name->text) &&
                    ((loader != NULL && loader->find(loader->context, name->text, out_text)) ||
                     apo_definition_find_builtin(name->text, out_text));
    if (!is_found)
        report_unknown_base(reader, name);
    return is_found;
}

apo_status apo_reader_load(apo_reader *reader, apo_span text,
                           const apo_definition_loader *loader)
{
    apo_tree *tree = &reader->tree;
    for (unsigned level = 0;; level++) {
        apo_status status = apo_tree_add(tree, text, &reader->diagnostics);
        if (status != APO_OK)
            return status;
        size_t game = apo_reader_section(reader, "game");
        read_without(reader, game, level);
        const apo_tree_key *key = apo_tree_find_at(tree, game, "base", level);
        apo_token name;
        if (key == NULL || key->text_count == 0)
            break;
        if (!apo_reader_word(reader, key, &name) || !find_base(reader, &name, loader, &text))
            return APO_E_DEFINITION;
        if (level == 0)
            reader->diagnostics.base = name.place;
        reader->diagnostics.ids[level + 1] = name.text;
    }
    apo_tree_finish(tree, &reader->diagnostics);
    return APO_OK;
}
