/* [pieces]: one per line, `LETTER = name, moves, attributes`. */
#include "base/text.h"
#include "definition/betza/betza.h"
#include "definition/file/pictures.h"
#include "definition/file/reader.h"
#include "rules/tables/spec.h"

enum {
    POINTS_MAX = 100
};

static const apo_span nothing = {NULL, 0};

static bool is_letter_free(apo_reader *reader, const apo_tree_key *key)
{
    apo_span name = key->place.key;
    size_t plus = name.length > 1 && name.text[0] == '+';
    bool has_accent = name.length == plus + 2 && apo_is_accent(name.text[plus + 1]);
    if (name.length != plus + 1 + has_accent || !apo_is_upper(name.text[plus])) {
        apo_diagnostics_add(&reader->diagnostics, &key->place,
                            "expected one upper-case letter as the name of a piece, not \"%s\"",
                            name);
        return false;
    }
    if (reader->spec->type_count == APO_TYPES_MAX - 1) {
        apo_diagnostics_counts(&reader->diagnostics, &key->place,
                               "more than %1 types of pieces", nothing, APO_TYPES_MAX - 1, 0);
        return false;
    }
    return !apo_reader_is_repeated(reader, key);
}

static void read_moves(apo_reader *reader, apo_type_spec *type, const apo_token *moves)
{
    apo_error err;
    if (apo_span_is(moves->text, "none"))
        return;
    if (apo_betza_parse(&type->moves, moves->text, &err) == APO_OK)
        return;
    apo_token letter = apo_token_after(moves, err.position);
    apo_diagnostics_add(&reader->diagnostics, &letter.place, err.detail, nothing);
}

static void read_class(apo_reader *reader, apo_type_spec *type, const apo_token *rest)
{
    if (rest->text.length == 0)
        apo_diagnostics_add(&reader->diagnostics, &rest->place,
                            "expected a name after \"class\"", nothing);
    else
        (void)apo_reader_text(reader, rest, type->class_name, sizeof type->class_name);
}

static void read_points(apo_reader *reader, apo_type_spec *type, const apo_token *rest)
{
    uint32_t points;
    if (apo_span_number(rest->text, POINTS_MAX, &points))
        type->points = (uint8_t)points;
    else
        apo_diagnostics_counts(&reader->diagnostics, &rest->place,
                               "expected a number of points from 0 to %1, not \"%s\"",
                               rest->text, POINTS_MAX, 0);
}

static void read_royal(apo_reader *reader, apo_type_spec *type, const apo_token *rest)
{
    type->is_royal = true;
    if (rest->text.length > 0)
        apo_diagnostics_add(&reader->diagnostics, &rest->place,
                            "expected a comma after \"royal\", not \"%s\"", rest->text);
}

/* "knight", or "knight-crown". The small module of the pages leaves the names out: what it
 * reads has been checked before. */
static bool is_drawing(apo_reader *reader, const apo_token *name)
{
#ifdef APO_SMALL
    (void)reader;
    return name->text.length > 0;
#else
    apo_suggestion suggestion;
    size_t end = 0;
    while (end < name->text.length && name->text.text[end] != '-')
        end++;
    apo_span mark = apo_span_part(name->text, end, name->text.length);
    if (!apo_picture_is_listed(apo_picture_bodies(), apo_span_part(name->text, 0, end),
                               &suggestion))
        apo_diagnostics_unknown(&reader->diagnostics, &name->place, "drawing", &suggestion);
    else if (mark.length > 0 &&
             !apo_picture_is_listed(apo_picture_marks(), apo_span_part(mark, 1, mark.length),
                                    &suggestion))
        apo_diagnostics_unknown(&reader->diagnostics, &name->place, "mark of a drawing",
                                &suggestion);
    else
        return true;
    return false;
#endif
}

static void read_picture(apo_reader *reader, apo_type_spec *type, const apo_token *rest)
{
    if (is_drawing(reader, rest))
        apo_text_copy_span(type->picture, sizeof type->picture, rest->text);
}

enum attribute {
    ROYAL,
    CLASS,
    POINTS,
    PICTURE,
    ATTRIBUTES
};

static const char *const attribute_names[ATTRIBUTES] = {"royal", "class", "points", "picture"};

/* The attribute named `word`; ATTRIBUTES (reported) if there is none. */
static unsigned find_attribute(apo_reader *reader, const apo_token *word)
{
    apo_suggestion suggestion;
    apo_suggestion_start(&suggestion, word->text);
    suggestion.is_rule = true;
    for (unsigned i = 0; i < ATTRIBUTES; i++) {
        if (apo_span_is(word->text, attribute_names[i]))
            return i;
        apo_suggestion_offer(&suggestion, attribute_names[i]);
    }
    apo_diagnostics_unknown(&reader->diagnostics, &word->place, "attribute", &suggestion);
    return ATTRIBUTES;
}

static void read_attribute(apo_reader *reader, apo_type_spec *type, apo_token part,
                           unsigned *seen)
{
    apo_token rest = part;
    apo_token word = apo_token_word(&rest);
    if (word.text.length == 0) {
        apo_diagnostics_add(&reader->diagnostics, &part.place,
                            "expected \"royal\", \"class NAME\", \"points NUMBER\" or "
                            "\"picture NAME\"",
                            nothing);
        return;
    }
    unsigned attribute = find_attribute(reader, &word);
    if (attribute == ATTRIBUTES)
        return;
    if (*seen & 1U << attribute) {
        apo_diagnostics_add(&reader->diagnostics, &word.place, "\"%s\" is given twice",
                            word.text);
        return;
    }
    *seen |= 1U << attribute;
    if (attribute == CLASS)
        read_class(reader, type, &rest);
    else if (attribute == POINTS)
        read_points(reader, type, &rest);
    else if (attribute == PICTURE)
        read_picture(reader, type, &rest);
    else
        read_royal(reader, type, &rest);
}

/* Even a faulty line defines a piece for its letter, so that the board can still be checked. */
static void read_piece(apo_reader *reader, const apo_tree_key *key)
{
    apo_type_spec *type = &reader->spec->types[++reader->spec->type_count];
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    apo_origin end = apo_tree_value_place(&reader->tree, key);
    apo_token part;
    unsigned seen = 0;
    bool is_form = key->name.text[0] == '+';
    size_t behind = is_form + 1U;
    type->letter = key->name.text[is_form];
    type->accent = key->name.length > behind ? key->name.text[behind] : '\0';
    type->mark = is_form ? APO_MARK_PROMOTED : APO_MARK_NONE;
    type->line = apo_diagnostics_line(&reader->diagnostics, &key->place);
    if (!apo_cursor_part(&cursor, &part) || part.text.length == 0) {
        apo_diagnostics_add(&reader->diagnostics, &end, "expected the piece's name", nothing);
        return;
    }
    (void)apo_reader_text(reader, &part, type->name, sizeof type->name);
    if (!apo_cursor_part(&cursor, &part) || part.text.length == 0) {
        apo_diagnostics_add(&reader->diagnostics, &end,
                            "expected the piece's moves after its name: XBetza or \"none\"",
                            nothing);
        return;
    }
    read_moves(reader, type, &part);
    while (apo_cursor_part(&cursor, &part))
        read_attribute(reader, type, part, &seen);
}

static void check_royal(apo_reader *reader, const apo_tree_key *key, unsigned *royal)
{
    unsigned type = reader->spec->type_count;
    if (!reader->spec->types[type].is_royal)
        return;
    if (*royal == APO_TYPE_NONE) {
        *royal = type;
        return;
    }
    apo_diagnostics_counts(&reader->diagnostics, &key->place,
                           "a second royal piece; \"%s\" in line %1 is royal too",
                           apo_span_of(reader->spec->types[*royal].name),
                           reader->spec->types[*royal].line, 0);
    reader->spec->types[type].is_royal = false; /* the faults of the rules are still found */
}

/* Finds the pieces of which others are the promoted forms. */
static void find_bases(apo_reader *reader)
{
    for (unsigned i = 1; i <= reader->spec->type_count; i++) {
        apo_type_spec *type = &reader->spec->types[i];
        if (type->mark == APO_MARK_NONE)
            continue;
        const char sign[2] = {type->letter, type->accent};
        apo_span base = {sign, type->accent != '\0' ? 2 : 1};
        size_t length;
        type->base = (uint8_t)apo_reader_sign(reader, base, &length);
        if (type->base == APO_TYPE_NONE) {
            apo_origin place = {type->line, 1, 0, {&type->letter, 1}};
            apo_diagnostics_add(&reader->diagnostics, &place,
                                "a promoted form, but there is no piece \"%s\"", base);
        }
    }
}

/* Rejects accents in games with rules whose notation needs signs of one character. */
static void check_accents(apo_reader *reader)
{
    static const char *const sections[] = {"hands", "reserve", "launch", "joker", "promotion"};
    for (unsigned i = 1; i <= reader->spec->type_count; i++)
        for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
            const apo_type_spec *type = &reader->spec->types[i];
            size_t section = apo_reader_section(reader, sections[k]);
            if (type->accent == '\0' || section == APO_TREE_NONE)
                continue;
            apo_diagnostics_add(
                &reader->diagnostics, &reader->tree.sections[section].place,
                "pieces with a ' or ! behind their letter do not go with [hands], "
                "[reserve], [launch], [joker] and [promotion]",
                nothing);
            return;
        }
}

void apo_reader_pieces(apo_reader *reader)
{
    size_t section = apo_reader_section(reader, "pieces");
    const apo_tree_key *key = NULL;
    unsigned royal = APO_TYPE_NONE;
    if (section == APO_TREE_NONE)
        return;
    while ((key = apo_tree_next(&reader->tree, section, key)) != NULL) {
        if (!is_letter_free(reader, key))
            continue;
        read_piece(reader, key);
        check_royal(reader, key, &royal);
    }
    find_bases(reader);
    check_accents(reader);
    if (royal == APO_TYPE_NONE && !apo_reader_has_other_end(reader))
        apo_diagnostics_add(&reader->diagnostics, &reader->tree.sections[section].place,
                            "no piece is royal; a game needs one that must not be lost",
                            nothing);
}
