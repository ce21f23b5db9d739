#include "base/mem.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Sections, their keys and inheritance: `[name:base]`, `key = value`. Lines are read as
 * Fairy-Stockfish reads them: a heading begins at the start of its line, a comment too, and a
 * value reaches to the end of its line. */

static const apo_span nothing = {NULL, 0};

static void refuse_line(void *context, const apo_fairy_line *line, const char *detail,
                        apo_span word)
{
    const apo_fairy_source from = {line->number, line->key};
    apo_ini__lose(context, &from, detail, word);
}

bool apo_fairy_ini_is_likely(apo_span text)
{
    apo_span line;
    while (apo_span_line(&text, &line)) {
        line = apo_span_trim(line);
        if (line.length > 2 && line.text[0] == '[')
            return true;
    }
    return false;
}

/* --- sections ------------------------------------------------------------ */

typedef struct section {
    apo_span name, base; /* base empty: none */
    apo_span body;
    uint32_t line; /* of the body's first line; 0: of a built-in game */
} section;

/* "[name:base]"; false if the line is not a heading. */
static bool read_heading(apo_span line, apo_span *out_name, apo_span *out_base)
{
    size_t end = 0, colon = 0;
    if (line.length < 2 || line.text[0] != '[')
        return false;
    while (end < line.length && line.text[end] != ']')
        end++;
    apo_span inside = apo_span_part(line, 1, end - 1);
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

/* Cuts a line at its '='; leaves out the blanks that Fairy-Stockfish leaves out. */
static bool read_line(apo_span line, apo_fairy_line *out)
{
    size_t equals = 0;
    while (equals < line.length && line.text[equals] != '=')
        equals++;
    if (equals == line.length)
        return false;
    out->key = apo_span_part(line, 0, equals);
    while (out->key.length > 0 && out->key.text[out->key.length - 1] == ' ')
        out->key.length--;
    out->value = apo_span_part(line, equals + 1, line.length);
    while (out->value.length > 0 && apo_is_blank(out->value.text[0]))
        out->value = apo_span_part(out->value, 1, out->value.length);
    return out->key.length > 0;
}

/* Reads the lines of a section; false if there are too many. */
static bool read_lines(apo_ini *ini, const section *from)
{
    apo_span rest = from->body, line;
    ini->line_count = 0;
    for (uint32_t number = from->line; apo_span_line(&rest, &line); number++) {
        bool is_comment = line.length > 0 && (line.text[0] == '#' || line.text[0] == ';');
        if (is_comment || apo_span_trim(line).length == 0)
            continue;
        if (ini->line_count == APO_INI_KEYS_MAX)
            return false;
        apo_fairy_line *out = &ini->lines[ini->line_count];
        if (read_line(line, out)) {
            out->number = from->line > 0 ? number : 0;
            ini->line_count++;
        } else {
            apo_fault_warn(ini->diagnostics, number, 1, nothing,
                           "\"%s\" is not a key with a value", line);
        }
    }
    return true;
}

/* The chain from a section to the built-in game or the section without base at its end. A
 * built-in name always means the built-in game: a section of that name is ignored there. */
static apo_status find_chain(apo_ini *ini, apo_span text, apo_span name, section *chain,
                             unsigned *out_count)
{
    unsigned count = 0;
    for (bool is_built_in = false; count < APO_INI_BASES_MAX; count++) {
        const char *base = "", *body = "";
        section *link = &chain[count];
        if (count > 0 || is_built_in)
            is_built_in = apo_fairy_builtin(name, &base, &body);
        if (is_built_in && body == NULL)
            return apo_fail(ini->err, APO_E_UNSUPPORTED, 0,
                            base != NULL ? base
                                         : "the rules of the base \"%s\" are not known here: "
                                           "say them in the section itself",
                            name);
        if (is_built_in)
            *link = (section){name, apo_span_of(base), apo_span_of(body), 0};
        else if (!find_section(text, name, link))
            return apo_fail(ini->err, APO_E_UNKNOWN, 0,
                            count == 0 ? "there is no section [%s]"
                                       : "the base \"%s\" is neither in the file nor built in",
                            name);
        if (link->base.length == 0) {
            *out_count = count + 1;
            return APO_OK;
        }
        name = link->base;
    }
    return apo_fail(ini->err, APO_E_TOO_LARGE, 0,
                    "more than 8 sections inherit one from another", name);
}

static apo_status apply_chain(apo_ini *ini, apo_span text, apo_span name)
{
    section chain[APO_INI_BASES_MAX];
    unsigned count = 0;
    apo_status status = find_chain(ini, text, name, chain, &count);
    if (status != APO_OK)
        return status;
    apo_text_copy_span(ini->draft->name, sizeof ini->draft->name, chain[0].name);
    apo_fairy_game_init(&ini->game);
    if (chain[count - 1].line == 0)
        apo_fairy_game_add_chess(&ini->game);
    for (unsigned i = 0; i < count; i++)
        if (chain[i].line > 0) {
            ini->heading = chain[i].line - 1;
            ini->base = chain[i].base;
        }
    for (unsigned i = count; i > 0; i--) {
        if (!read_lines(ini, &chain[i - 1]))
            return apo_fail(ini->err, APO_E_TOO_LARGE, 0, "the section [%s] has too many keys",
                            chain[i - 1].name);
        apo_fairy_game_apply(&ini->game, ini->lines, ini->line_count, refuse_line, ini);
    }
    return APO_OK;
}

static void warn_of_name(apo_ini *ini)
{
    const char *base, *text;
    if (apo_fairy_builtin(apo_span_of(ini->draft->name), &base, &text))
        apo_fault_warn(ini->diagnostics, 0, 0, nothing,
                       "Fairy-Stockfish ignores a section with the name of a built-in game",
                       nothing);
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
    ini->diagnostics = diagnostics;
    ini->err = err;
    ini->draft = draft;
    apo_draft_init(draft, 8, 8, 1);
    apo_text_copy(draft->source, sizeof draft->source,
                  "a section of Fairy-Stockfish's variants.ini");
    status = apply_chain(ini, text, section_name);
    if (status == APO_OK)
        status = apo_ini__make_board(ini);
    if (status != APO_OK)
        goto done;
    apo_ini__make_pieces(ini);
    apo_ini__make_promotion(ini);
    apo_ini__make_castling(ini);
    apo_ini__make_areas(ini);
    apo_ini__make_ends(ini);
    apo_ini__make_forms(ini);
    apo_ini__make_hands(ini);
    apo_ini__make_outcome(ini);
    apo_ini__refuse(ini);
    warn_of_name(ini);
    memcpy(out, draft, sizeof *out);
done:
    apo_free(alloc, draft);
    apo_free(alloc, ini);
    return status;
}
