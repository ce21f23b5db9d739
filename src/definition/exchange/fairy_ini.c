#include "base/mem.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Sections, keys and inheritance: `[name:base]`, `key = value`, '#' for comments. */

static const apo_span nothing = {NULL, 0};

/* --- values -------------------------------------------------------------- */

static apo_ini_key *find_key(apo_ini *ini, const char *name)
{
    apo_ini_key *found = NULL;
    for (unsigned i = 0; i < ini->key_count; i++) {
        apo_ini_key *key = &ini->keys[i];
        if (!apo_span_is(key->name, name))
            continue;
        key->is_used = true;
        if (found == NULL || key->level <= found->level)
            found = key;
    }
    return found;
}

apo_span apo_ini__value(apo_ini *ini, const char *name)
{
    const apo_ini_key *key = find_key(ini, name);
    return key != NULL ? key->value : nothing;
}

bool apo_ini__has(const apo_ini *ini, const char *name)
{
    for (unsigned i = 0; i < ini->key_count; i++)
        if (apo_span_is(ini->keys[i].name, name))
            return true;
    return false;
}

void apo_ini__warn(apo_ini *ini, const char *name, const char *detail, apo_span word)
{
    const apo_ini_key *key = find_key(ini, name);
    uint32_t line = key != NULL ? key->line : 0;
    apo_fault_warn(ini->diagnostics, line, line > 0, apo_span_of(name), detail, word);
}

bool apo_ini__flag(apo_ini *ini, const char *name, bool otherwise)
{
    apo_span value = apo_ini__value(ini, name);
    if (value.length == 0)
        return otherwise;
    if (apo_span_is(value, "true") || apo_span_is(value, "false"))
        return apo_span_is(value, "true");
    apo_ini__warn(ini, name, "expected true or false, not \"%s\"", value);
    return otherwise;
}

/* --- sections ------------------------------------------------------------ */

typedef struct section {
    apo_span name, base; /* base empty: none */
    apo_span body;
    uint32_t line; /* of the body's first line */
} section;

static apo_span without_comment(apo_span line)
{
    for (size_t i = 0; i < line.length; i++)
        if (line.text[i] == '#' || line.text[i] == ';')
            return apo_span_trim(apo_span_part(line, 0, i));
    return apo_span_trim(line);
}

/* "[name:base]"; false if the line is not a heading. */
static bool read_heading(apo_span line, apo_span *out_name, apo_span *out_base)
{
    line = without_comment(line);
    if (line.length < 2 || line.text[0] != '[' || line.text[line.length - 1] != ']')
        return false;
    apo_span inside = apo_span_part(line, 1, line.length - 2);
    size_t colon = 0;
    while (colon < inside.length && inside.text[colon] != ':')
        colon++;
    *out_name = apo_span_trim(apo_span_part(inside, 0, colon));
    *out_base = apo_span_trim(apo_span_part(inside, colon + 1, inside.length));
    return true;
}

/* Finds the section of that name; the first one for an empty name. */
static bool find_section(apo_span text, apo_span wanted, section *out)
{
    apo_span rest = text, line, name, base;
    bool is_found = false;
    for (uint32_t number = 1; apo_span_line(&rest, &line); number++) {
        if (!read_heading(line, &name, &base))
            continue;
        if (is_found) {
            out->body = apo_span_part(out->body, 0, (size_t)(line.text - out->body.text));
            return true;
        }
        if (wanted.length > 0 && !apo_span_same(name, wanted))
            continue;
        *out = (section){name, base, rest, number + 1};
        is_found = true;
    }
    return is_found;
}

/* Adds the keys of one section; false if there are too many. */
static bool add_keys(apo_ini *ini, const section *from, unsigned level, bool is_builtin)
{
    apo_span rest = from->body, line;
    for (uint32_t number = from->line; apo_span_line(&rest, &line); number++) {
        line = without_comment(line);
        size_t equals = 0;
        while (equals < line.length && line.text[equals] != '=')
            equals++;
        if (line.length == 0)
            continue;
        if (equals == line.length) {
            apo_fault_warn(ini->diagnostics, is_builtin ? 0 : number, 1, nothing,
                           "\"%s\" is not a key with a value", line);
            continue;
        }
        if (ini->key_count == APO_INI_KEYS_MAX)
            return false;
        ini->keys[ini->key_count++] =
            (apo_ini_key){.name = apo_span_trim(apo_span_part(line, 0, equals)),
                          .value = apo_span_trim(apo_span_part(line, equals + 1, line.length)),
                          .line = is_builtin ? 0 : number,
                          .level = (uint8_t)level};
    }
    return true;
}

/* Writes the built-in game of that name as a section of variants.ini into `ini->base_text`. */
static bool find_builtin(apo_ini *ini, apo_span name, section *out)
{
    apo_draft *base = apo_allocate_zero(ini->alloc, sizeof *base);
    apo_status status = APO_E_UNKNOWN;
    for (size_t i = 0; base != NULL && i < apo_definition_builtin_count(); i++) {
        if (apo_span_is(name, apo_definition_builtin_id(i)))
            status = apo_draft_of_definition(base, name, apo_definition_builtin_text(i), NULL,
                                             NULL, NULL);
    }
    if (status == APO_OK)
        apo_fairy_ini_write(&ini->base_text, base, NULL);
    apo_free(ini->alloc, base);
    return status == APO_OK && !ini->base_text.is_failed &&
           find_section(apo_buffer_span(&ini->base_text), name, out);
}

/* Collects the section and its bases: from the same file, then a built-in game. */
static apo_status collect_keys(apo_ini *ini, apo_span text, apo_span name)
{
    section found;
    apo_span self = nothing;
    for (unsigned level = 0; level < APO_INI_BASES_MAX; level++) {
        /* A section that names itself as base means the built-in game of that name. */
        bool is_builtin = level > 0 && apo_span_same(name, self);
        if (is_builtin || !find_section(text, name, &found)) {
            is_builtin = true;
            if (level == 0 || !find_builtin(ini, name, &found))
                return apo_fail(ini->err, APO_E_UNKNOWN, 0,
                                level == 0
                                    ? "there is no section [%s]"
                                    : "the base \"%s\" is neither in the file nor built in",
                                name);
        }
        if (level == 0)
            apo_text_copy_span(ini->draft->name, sizeof ini->draft->name, found.name);
        if (!add_keys(ini, &found, level, is_builtin))
            return apo_fail(ini->err, APO_E_TOO_LARGE, 0, "the section [%s] has too many keys",
                            name);
        if (found.base.length == 0)
            return APO_OK;
        self = found.name;
        name = found.base;
    }
    return apo_fail(ini->err, APO_E_TOO_LARGE, 0,
                    "more than 8 sections inherit one from another", name);
}

/* Names that do not concern the rules, or only state what is true here anyway. */
static bool is_harmless(apo_span name)
{
    static const char *const names[] = {"pieceToCharTable", "variantTemplate", "pieceValueMg",
                                        "pieceValueEg",     "chess960",        "pocketSize",
                                        "nnueAlias"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (apo_span_is(name, names[i]))
            return true;
    return false;
}

static void report_unused(apo_ini *ini)
{
    for (unsigned i = 0; i < ini->key_count; i++) {
        const apo_ini_key *key = &ini->keys[i];
        if (!key->is_used && key->line > 0 && !is_harmless(key->name))
            apo_fault_warn(ini->diagnostics, key->line, 1, key->name,
                           "this cannot be converted (its value is \"%s\")", key->value);
    }
}

apo_status apo_fairy_ini_read(apo_draft *out, apo_span text, apo_span section_name,
                              const apo_alloc *alloc, apo_fault_list *diagnostics,
                              apo_error *err)
{
    if (text.length > APO_INI_SIZE_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, APO_INI_SIZE_MAX, "the file has at most 1 MiB",
                        nothing);
    apo_ini *ini = apo_allocate_zero(alloc, sizeof *ini);
    apo_draft *draft = apo_allocate_zero(alloc, sizeof *draft);
    apo_status status = APO_E_MEMORY;
    if (ini == NULL || draft == NULL)
        goto done;
    ini->alloc = alloc;
    apo_buffer_init(&ini->base_text, alloc);
    ini->diagnostics = diagnostics;
    ini->err = err;
    ini->draft = draft;
    status = collect_keys(ini, text, section_name);
    if (status == APO_OK)
        status = apo_ini__make_board(ini);
    if (status != APO_OK)
        goto done;
    apo_ini__make_pieces(ini);
    apo_ini__make_rules(ini);
    report_unused(ini);
    memcpy(out, draft, sizeof *out);
done:
    if (ini != NULL)
        apo_buffer_clear(&ini->base_text);
    apo_free(alloc, draft);
    apo_free(alloc, ini);
    return status;
}
