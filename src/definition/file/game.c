/* All sections, and [game]. */
#include "definition/file/reader.h"
#include "rules/rules/list.h"

static const apo_span nothing = {NULL, 0};

/* Words that players and other programs have for the rule of a section. */
static const struct {
    const char *word, *section;
} meant[] = {
#ifndef APO_SMALL
    {"antichess", "must-capture"},
    {"atomic", "explosions"},
    {"bare-king", "outcome"},
    {"blast", "explosions"},
    {"capture", "effects"},
    {"check-limit", "checks"},
    {"checkmate", "outcome"},
    {"crazyhouse", "hands"},
    {"double-step", "multi-step"},
    {"draws", "outcome"},
    {"drops", "hands"},
    {"duck", "walls"},
    {"end", "outcome"},
    {"ending", "outcome"},
    {"flag", "goal"},
    {"fortress", "area"},
    {"gating", "launch"},
    {"hill", "goal"},
    {"holdings", "hands"},
    {"holes", "board"},
    {"in-hand", "hands"},
    {"initial-move", "multi-step"},
    {"kings", "royals"},
    {"ko", "outcome"},
    {"marseillais", "double-moves"},
    {"mate", "outcome"},
    {"n-in-a-row", "connection"},
    {"palace", "area"},
    {"perpetual", "chase"},
    {"placement", "must-drop"},
    {"pocket", "launch"},
    {"promoted", "forms"},
    {"repetition", "outcome"},
    {"reversi", "enclosing"},
    {"royal", "royals"},
    {"stalemate", "outcome"},
    {"three-check", "checks"},
    {"zone", "area"},
#endif
    {"", ""},
};

/* Where to look for what an unknown section was to say. */
static const char *hint_for(const apo_suggestion *suggestion, apo_text *text)
{
    for (size_t i = 0; meant[i].word[0] != '\0'; i++) {
        if (!apo_span_is(apo_span_of(suggestion->lowered), meant[i].word))
            continue;
        apo_text_add(text, "[");
        apo_text_add(text, meant[i].section);
        apo_text_add(text, "] is about that, see docs/variant-format.md");
        return text->bytes;
    }
    return "docs/rules-index.md leads from words of players to the sections";
}

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
        char buf[APO_ERROR_DETAIL_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        suggestion.hint = hint_for(&suggestion, &text);
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
