#include "definition/file/tree.h"

#include "base/mem.h"
#include "definition/file/definition.h"

/* The state while one file is read. */
struct scan {
    apo_tree *tree;
    apo_diagnostics *diagnostics;
    uint8_t level;
    uint32_t line; /* number of the current line */
    size_t section;
    bool is_skipping; /* the current section is faulty or removed: its keys are ignored */
    size_t key;       /* the key that an indented line continues, or SIZE_MAX */
};

static const apo_span nothing = {NULL, 0};

void apo_tree_init(apo_tree *tree, const apo_alloc *alloc)
{
    memset(tree, 0, sizeof *tree);
    tree->alloc = alloc;
}

void apo_tree_clear(apo_tree *tree)
{
    apo_free(tree->alloc, tree->keys);
    apo_free(tree->alloc, tree->texts);
    apo_tree_init(tree, tree->alloc);
}

/* The place of `part`, which lies within `line`. */
static apo_origin place_within(const struct scan *scan, apo_span line, apo_span part,
                               apo_span key)
{
    size_t offset = part.text != NULL ? (size_t)(part.text - line.text) : 0;
    return (apo_origin){scan->line, (uint32_t)offset + 1, scan->level, key};
}

/* The current name of a section or key. Games keep the definition they began with, so entries
 * are never removed. */
static apo_span current_name(apo_span written)
{
    static const struct {
        const char *old, *present;
    } changes[] = {{"men", "pieces"}, {"man", "piece"}};

    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        if (apo_span_is(written, changes[i].old))
            return apo_span_of(changes[i].present);
    }
    return written;
}

static size_t index_of_char(apo_span span, char c)
{
    size_t i = 0;
    while (i < span.length && span.text[i] != c)
        i++;
    return i;
}

size_t apo_tree_section_of(const apo_tree *tree, apo_span name, apo_span argument)
{
    for (size_t i = 0; i < tree->section_count; i++) {
        if (apo_span_same(tree->sections[i].name, name) &&
            apo_span_same(tree->sections[i].argument, argument))
            return i;
    }
    return APO_TREE_NONE;
}

/* True if `word` means all sections `name`, or as "start-rank4" only that with the argument. */
static bool is_meant(apo_span word, apo_span name, apo_span argument)
{
    if (apo_span_same(current_name(word), name))
        return true;
    return argument.length > 0 && word.length == name.length + 1 + argument.length &&
           word.text[name.length] == '-' &&
           apo_span_same(apo_span_part(word, 0, name.length), name) &&
           apo_span_same(apo_span_part(word, name.length + 1, argument.length), argument);
}

static bool is_dropped(apo_tree *tree, apo_span name, apo_span argument, unsigned level)
{
    bool is_found = false;
    for (size_t i = 0; i < tree->drop_count; i++) {
        if (tree->drops[i].place.level < level &&
            is_meant(tree->drops[i].name, name, argument)) {
            tree->drops[i].is_met = true;
            is_found = true;
        }
    }
    return is_found;
}

static void report_second(const struct scan *scan, const apo_origin *first,
                          const apo_origin *place)
{
    const char *detail =
        apo_span_same(first->key, place->key)
            ? "[%s] was opened before, in line %1; write its keys there"
            : "[%s] is another name of the section in line %1; write its keys there";
    apo_diagnostics_counts(scan->diagnostics, place, detail, place->key, first->line, 0);
}

static bool open_section(struct scan *scan, apo_span argument, apo_origin place)
{
    apo_tree *tree = scan->tree;
    apo_span name = current_name(place.key);
    scan->is_skipping = is_dropped(tree, name, argument, scan->level);
    if (scan->is_skipping)
        return true;
    scan->section = apo_tree_section_of(tree, name, argument);
    if (scan->section != APO_TREE_NONE) {
        const apo_origin *first = &tree->sections[scan->section].place;
        if (first->level == scan->level)
            report_second(scan, first, &place);
        return true;
    }
    if (tree->section_count == APO_TREE_SECTIONS_MAX) {
        apo_diagnostics_counts(scan->diagnostics, &place, "more than %1 sections", nothing,
                               APO_TREE_SECTIONS_MAX, 0);
        return false;
    }
    scan->section = tree->section_count;
    tree->sections[tree->section_count++] = (apo_tree_section){name, argument, place};
    return true;
}

/* "[name]" or "[name argument]". False: stops reading the file. */
static bool read_heading(struct scan *scan, apo_span line, apo_span heading)
{
    apo_origin place = place_within(scan, line, heading, heading);
    scan->key = SIZE_MAX;
    scan->is_skipping = true;
    if (heading.text[heading.length - 1] != ']') {
        apo_diagnostics_add(scan->diagnostics, &place,
                            "expected \"[section]\" and nothing after it, not \"%s\"", heading);
        return true;
    }
    apo_span argument = apo_span_part(heading, 1, heading.length - 2);
    apo_span name = apo_span_word(&argument);
    place.key = name;
    if (name.length == 0) {
        apo_diagnostics_add(scan->diagnostics, &place,
                            "expected a section's name between the brackets", nothing);
        return true;
    }
    return open_section(scan, apo_span_trim(argument), place);
}

static void add_text(struct scan *scan, apo_span line, apo_span text)
{
    if (text.length == 0)
        return;
    apo_tree *tree = scan->tree;
    apo_origin place = place_within(scan, line, text, text);
    tree->texts[tree->text_count++] = (apo_tree_text){text, place.line, place.column};
    tree->keys[scan->key].text_count++;
}

static bool is_same_key(const apo_tree_key *a, const apo_tree_key *b)
{
    return a->section == b->section && a->index == b->index && apo_span_same(a->name, b->name);
}

/* Hides a key that a lower level replaces; an empty value there counts as used. */
static void hide_if_replaced(struct scan *scan, apo_tree_key *key)
{
    apo_tree *tree = scan->tree;
    for (size_t i = 0; i < tree->level_start[scan->level]; i++) {
        apo_tree_key *other = &tree->keys[i];
        if (!is_same_key(key, other))
            continue;
        key->is_hidden = true;
        if (other->text_count == 0)
            other->is_hidden = true;
    }
}

/* Splits "rank 10" into name and number. */
static bool read_key_name(struct scan *scan, apo_span line, apo_span before, apo_tree_key *key)
{
    apo_span rest = before;
    key->place = place_within(scan, line, before, before);
    key->written = apo_span_word(&rest);
    key->name = current_name(key->written);
    apo_span number = apo_span_trim(rest);
    if (key->name.length == 0) {
        apo_diagnostics_add(scan->diagnostics, &key->place, "expected a key before the \"=\"",
                            nothing);
        return false;
    }
    key->has_index = number.length > 0;
    if (key->has_index && !apo_span_number(number, UINT16_MAX, &key->index)) {
        apo_origin place = place_within(scan, line, number, before);
        apo_diagnostics_add(scan->diagnostics, &place,
                            "expected a number or \"=\" after the key, not \"%s\"", number);
        return false;
    }
    return true;
}

/* "name = value" or "name number = value". False: stops reading the file. */
static bool read_key(struct scan *scan, apo_span line, apo_span content, size_t sign)
{
    apo_tree *tree = scan->tree;
    apo_tree_key key = {.section = (uint16_t)scan->section, .first_text = tree->text_count};
    scan->key = SIZE_MAX;
    bool is_read =
        read_key_name(scan, line, apo_span_trim(apo_span_part(content, 0, sign)), &key);
    if (scan->section == APO_TREE_NONE && !scan->is_skipping) {
        apo_diagnostics_add(scan->diagnostics, &key.place,
                            "the key comes before the first [section]", nothing);
        is_read = false;
    }
    if (tree->key_count - tree->level_start[scan->level] == APO_TREE_KEYS_MAX) {
        apo_diagnostics_counts(scan->diagnostics, &key.place, "more than %1 keys", nothing,
                               APO_TREE_KEYS_MAX, 0);
        return false;
    }
    if (!is_read || scan->is_skipping)
        return true;
    hide_if_replaced(scan, &key);
    scan->key = tree->key_count;
    tree->keys[tree->key_count++] = key;
    add_text(scan, line, apo_span_trim(apo_span_part(content, sign + 1, content.length)));
    return true;
}

/* An indented "[F?R]" continues a piece's moves; "[pieces]" is always a heading. */
static bool is_heading(apo_span content, bool is_indented)
{
    if (content.text[0] != '[')
        return false;
    for (size_t i = 0; is_indented && i < content.length; i++) {
        if (apo_is_upper(content.text[i]))
            return false;
    }
    return true;
}

static bool read_content(struct scan *scan, apo_span line, apo_span content)
{
    bool is_indented = apo_is_blank(line.text[0]);
    if (is_heading(content, is_indented))
        return read_heading(scan, line, content);
    size_t sign = index_of_char(content, '=');
    if (sign < content.length)
        return read_key(scan, line, content, sign);
    if (is_indented && scan->key != SIZE_MAX) {
        add_text(scan, line, content);
    } else if (!is_indented || !scan->is_skipping) {
        apo_origin place = place_within(scan, line, content, content);
        apo_diagnostics_add(scan->diagnostics, &place,
                            "expected \"[section]\", \"key = value\", or an indented line that "
                            "continues a key, not \"%s\"",
                            content);
    }
    return true;
}

static bool read_line(struct scan *scan, apo_span line)
{
    size_t zero = index_of_char(line, '\0');
    if (zero < line.length) {
        apo_origin place = {scan->line, (uint32_t)zero + 1, scan->level, nothing};
        apo_diagnostics_add(scan->diagnostics, &place, "a NUL byte; a definition is plain text",
                            nothing);
        return true;
    }
    apo_span content = apo_span_trim(apo_span_part(line, 0, index_of_char(line, '#')));
    return content.length == 0 || read_content(scan, line, content);
}

static size_t count_lines(apo_span text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.length; i++)
        count += text.text[i] == '\n';
    return count;
}

/* Allocates for the most that a file of `line_count` lines can hold. */
static apo_status reserve(apo_tree *tree, size_t line_count)
{
    size_t new_keys = line_count < APO_TREE_KEYS_MAX ? line_count : APO_TREE_KEYS_MAX;
    apo_tree_key *keys = apo_reallocate(tree->alloc, tree->keys,
                                        (tree->key_count + new_keys) * sizeof *tree->keys);
    if (keys == NULL)
        return APO_E_MEMORY;
    tree->keys = keys;
    apo_tree_text *texts = apo_reallocate(
        tree->alloc, tree->texts, (tree->text_count + line_count) * sizeof *tree->texts);
    if (texts == NULL)
        return APO_E_MEMORY;
    tree->texts = texts;
    return APO_OK;
}

static apo_status check_size(const struct scan *scan, apo_span text)
{
    apo_origin place = {0, 0, scan->level, nothing};
    if (text.length > APO_DEFINITION_SIZE_MAX) {
        apo_diagnostics_counts(scan->diagnostics, &place,
                               "the text has %1 bytes; at most %2 are read", nothing,
                               text.length, APO_DEFINITION_SIZE_MAX);
        return APO_E_TOO_LARGE;
    }
    size_t lines = count_lines(text);
    if (lines > APO_DEFINITION_LINES_MAX) {
        apo_diagnostics_counts(scan->diagnostics, &place,
                               "the text has %1 lines; at most %2 are read", nothing, lines,
                               APO_DEFINITION_LINES_MAX);
        return APO_E_TOO_LARGE;
    }
    return APO_OK;
}

apo_status apo_tree_add(apo_tree *tree, apo_span text, apo_diagnostics *diagnostics)
{
    struct scan scan = {tree,  diagnostics, (uint8_t)tree->level_count, 0, APO_TREE_NONE,
                        false, SIZE_MAX};
    apo_status status = check_size(&scan, text);
    if (status == APO_OK)
        status = reserve(tree, count_lines(text));
    if (status != APO_OK)
        return status;
    tree->level_start[tree->level_count++] = tree->key_count;
    if (apo_span_starts_with(text, "\xEF\xBB\xBF")) /* the byte order mark of some editors */
        text = apo_span_part(text, 3, text.length);
    apo_span line;
    bool is_going_on = true;
    while (is_going_on && apo_span_line(&text, &line)) {
        scan.line++;
        is_going_on = read_line(&scan, line);
    }
    tree->level_start[tree->level_count] = tree->key_count;
    return is_going_on ? APO_OK : APO_E_TOO_LARGE;
}

bool apo_tree_drop_section(apo_tree *tree, apo_span name, const apo_origin *place)
{
    if (tree->drop_count == APO_TREE_DROPS_MAX)
        return false;
    tree->drops[tree->drop_count++] = (apo_tree_drop){name, *place, false};
    return true;
}

void apo_tree_finish(apo_tree *tree, apo_diagnostics *diagnostics)
{
    for (size_t i = 0; i < tree->key_count; i++) {
        apo_tree_key *key = &tree->keys[i];
        if (key->is_hidden || key->text_count > 0)
            continue;
        apo_diagnostics_add(diagnostics, &key->place, "expected a value after the \"=\"",
                            nothing);
        key->is_hidden = true;
    }
    for (size_t i = 0; i < tree->drop_count; i++) {
        if (!tree->drops[i].is_met)
            apo_diagnostics_add(diagnostics, &tree->drops[i].place,
                                "no base has a section \"%s\"", tree->drops[i].name);
    }
}

/* The key after index `i` in the order deepest level first, or the first for SIZE_MAX. */
static size_t step_key(const apo_tree *tree, size_t i)
{
    size_t level = i == SIZE_MAX ? tree->level_count : tree->keys[i].place.level;
    if (i != SIZE_MAX && i + 1 < tree->level_start[level + 1])
        return i + 1;
    while (level > 0) {
        level--;
        if (tree->level_start[level] < tree->level_start[level + 1])
            return tree->level_start[level];
    }
    return SIZE_MAX;
}

const apo_tree_key *apo_tree_next(const apo_tree *tree, size_t section, const apo_tree_key *key)
{
    size_t i = key == NULL ? SIZE_MAX : (size_t)(key - tree->keys);
    do {
        i = step_key(tree, i);
    } while (i != SIZE_MAX && (tree->keys[i].section != section || tree->keys[i].is_hidden));
    return i == SIZE_MAX ? NULL : &tree->keys[i];
}

const apo_tree_key *apo_tree_find_at(const apo_tree *tree, size_t section, const char *name,
                                     unsigned level)
{
    for (size_t i = tree->level_start[level]; i < tree->level_start[level + 1]; i++) {
        if (tree->keys[i].section == section && apo_span_is(tree->keys[i].name, name))
            return &tree->keys[i];
    }
    return NULL;
}

apo_origin apo_tree_value_place(const apo_tree *tree, const apo_tree_key *key)
{
    apo_origin place = key->place;
    if (key->text_count > 0) {
        place.line = tree->texts[key->first_text].line;
        place.column = tree->texts[key->first_text].column;
    }
    return place;
}
