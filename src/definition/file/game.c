/* All sections, and [game]. */
#include "definition/file/reader.h"
#include "rules/rules/list.h"

static const apo_span nothing = {NULL, 0};

/* Reports a section that neither the format nor a rule defines. */
static void check_section(apo_reader *reader, const apo_tree_section *section)
{
    apo_suggestion suggestion;
    bool takes_argument = false;
    bool is_known = false;
    apo_suggestion_start(&suggestion, section->place.key);
    for (size_t i = 0; i < apo_section_count(); i++) {
        const apo_section_info *info = apo_section_at(i);
        apo_suggestion_offer(&suggestion, info->name);
        if (!apo_span_is(section->name, info->name))
            continue;
        is_known = true;
        takes_argument = info->argument != NULL;
    }
    for (size_t i = 0; i < apo_rule_count(); i++) {
        apo_suggestion_offer(&suggestion, apo_rule_at(i)->section);
        is_known = is_known || apo_span_is(section->name, apo_rule_at(i)->section);
    }
    if (!is_known) {
        suggestion.is_rule = true;
        suggestion.hint = "docs/rules-index.md leads from words of players to the sections";
        apo_diagnostics_unknown(&reader->diagnostics, &section->place, "section", &suggestion);
    } else if (takes_argument && section->argument.length == 0)
        apo_diagnostics_add(&reader->diagnostics, &section->place, "expected a name: [%s NAME]",
                            section->name);
    else if (!takes_argument && section->argument.length > 0)
        apo_diagnostics_add(&reader->diagnostics, &section->place,
                            "expected \"]\" after the section's name, not \"%s\"",
                            section->argument);
}

static void check_sections(apo_reader *reader)
{
    const apo_origin top = {0, 0, 0, nothing};
    for (size_t i = 0; i < reader->tree.section_count; i++)
        check_section(reader, &reader->tree.sections[i]);
    for (size_t i = 0; i < apo_section_count(); i++) {
        const apo_section_info *info = apo_section_at(i);
        if (info->is_required && apo_reader_section(reader, info->name) == APO_TREE_NONE)
            apo_diagnostics_add(&reader->diagnostics, &top,
                                "the definition needs a section [%s]", apo_span_of(info->name));
    }
}

static void read_text(apo_reader *reader, size_t section, const char *name, char *out)
{
    const apo_tree_key *key = apo_reader_key(reader, section, name);
    if (key == NULL)
        return;
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    apo_token line;
    if (!apo_cursor_line(&cursor, &line) || !apo_reader_text(reader, &line, out, APO_NAME_MAX))
        return;
    if (apo_cursor_line(&cursor, &line))
        apo_diagnostics_add(&reader->diagnostics, &line.place, "expected one line of text",
                            nothing);
}

void apo_reader_game(apo_reader *reader)
{
    check_sections(reader);
    size_t section = apo_reader_section(reader, "game");
    if (section == APO_TREE_NONE)
        return;
    apo_reader_check_keys(reader, section, apo_section_named("game"));
    read_text(reader, section, "name", reader->spec->name);
    read_text(reader, section, "inventor", reader->spec->inventor);
    read_text(reader, section, "rules-section", reader->spec->rules_section);
}
