#include "base/mem.h"
#include "definition/exchange/sjaak_priv.h"

/* A Sjaak file -> draft: finding a variant, and its lines. */

static const apo_span nothing = {NULL, 0};

/* Cuts off the next line, without comment and blanks. */
static bool cut_line(apo_span *rest, apo_span *out)
{
    if (!apo_span_line(rest, out))
        return false;
    size_t length = 0;
    while (length < out->length && out->text[length] != '#')
        length++;
    *out = apo_span_trim(apo_span_part(*out, 0, length));
    return true;
}

static const char variant_key[] = "Variant:";

bool apo_sjaak_is_likely(apo_span text)
{
    apo_span line;
    while (cut_line(&text, &line))
        if (line.length > 0)
            return apo_span_starts_with(line, variant_key);
    return false;
}

static bool contains(apo_span text, apo_span part)
{
    for (size_t i = 0; i + part.length <= text.length; i++)
        if (apo_span_same(apo_span_part(text, i, part.length), part))
            return true;
    return false;
}

static apo_span name_of(apo_span line)
{
    return apo_span_trim(apo_span_part(line, sizeof variant_key - 1, line.length));
}

/* Skips to the variant: the one with exactly this name, or else the first whose name contains
 * it. */
static bool find_variant(apo_span *rest, apo_span variant, uint32_t *out_line,
                         apo_span *out_name)
{
    apo_span text = *rest, line;
    bool is_found = false;
    for (uint32_t number = 1; cut_line(&text, &line); number++) {
        if (!apo_span_starts_with(line, variant_key))
            continue;
        apo_span name = name_of(line);
        bool is_exact = variant.length > 0 && apo_span_same(name, variant);
        if (!is_exact && (is_found || !contains(name, variant)))
            continue;
        is_found = true;
        *rest = text;
        *out_line = number;
        *out_name = name;
        if (is_exact)
            break;
    }
    return is_found;
}

/* "8x8" */
static bool read_size(apo_span value, uint32_t *out_files, uint32_t *out_rows)
{
    size_t length = 0;
    while (length < value.length && value.text[length] != 'x')
        length++;
    return apo_span_number(apo_span_trim(apo_span_part(value, 0, length)), APO_FILES_MAX,
                           out_files) &&
           apo_span_number(apo_span_trim(apo_span_part(value, length + 1, value.length)),
                           APO_FILES_MAX, out_rows) &&
           *out_files > 1 && *out_rows > 1;
}

/* The board's line comes first; Sjaak ignores lines before it. */
static apo_status read_size_line(apo_sjaak *s, apo_span *rest, uint32_t *number)
{
    apo_span line;
    uint32_t files, rows;
    while (cut_line(rest, &line)) {
        (*number)++;
        if (apo_span_starts_with(line, variant_key))
            break;
        if (!apo_span_starts_with(line, "Board:"))
            continue;
        if (!read_size(apo_span_trim(apo_span_part(line, 6, line.length)), &files, &rows))
            break;
        apo_draft_init(s->draft, files, rows, 1);
        s->draft->repetition_count = 3;
        s->draft->move_limit = 50;
        return APO_OK;
    }
    return apo_fail(s->err, APO_E_SYNTAX, 0,
                    "the variant has no line like \"Board: 8x8\", with 2 to 16 files and ranks",
                    nothing);
}

static apo_status read_variant(apo_sjaak *s, apo_span rest, uint32_t number, apo_span name)
{
    apo_span line;
    apo_status status = read_size_line(s, &rest, &number);
    if (status != APO_OK)
        return status;
    apo_text_copy_span(s->draft->name, sizeof s->draft->name, name);
    apo_text_copy(s->draft->source, sizeof s->draft->source, "a variant file of Sjaak II");
    s->sections = apo_text_start(s->draft->sections, sizeof s->draft->sections);
    s->promotions = apo_text_start(s->draft->promotions, sizeof s->draft->promotions);
    s->zones[s->zone_count++].name = apo_span_of("empty");
    apo_sjaak_zone *all = &s->zones[s->zone_count++];
    all->name = apo_span_of("all");
    memset(&all->squares, 0xFF, sizeof all->squares);
    while (cut_line(&rest, &line)) {
        number++;
        if (apo_span_starts_with(line, variant_key))
            break;
        if (line.length > 0)
            apo_sjaak__read_line(s, line, number);
    }
    status = apo_sjaak__make_board(s);
    if (status != APO_OK)
        return status;
    apo_sjaak__make_pieces(s);
    apo_sjaak__make_promotion(s);
    apo_sjaak__make_rules(s);
    if (s->sections.is_overflowed || s->promotions.is_overflowed)
        apo_sjaak__lose(s, APO_DRAFT_RULES, 0, "Rule", "the rules are too long", nothing);
    return APO_OK;
}

static apo_status read_text(apo_sjaak *s, apo_span text, apo_span variant)
{
    uint32_t number;
    apo_span name;
    if (text.length > APO_SJAAK_SIZE_MAX)
        return apo_fail(s->err, APO_E_TOO_LARGE, 0, "the file is longer than 1 MiB", nothing);
    if (!find_variant(&text, variant, &number, &name))
        return apo_fail(s->err, APO_E_UNKNOWN, 0, "there is no variant %s", variant);
    return read_variant(s, text, number, name);
}

apo_status apo_sjaak_read(apo_draft *out, apo_span text, apo_span variant,
                          const apo_alloc *alloc, apo_fault_list *diagnostics, apo_error *err)
{
    apo_sjaak *s = apo_allocate_zero(alloc, sizeof *s);
    apo_draft *draft = apo_allocate_zero(alloc, sizeof *draft);
    apo_status status = APO_E_MEMORY;
    if (s != NULL && draft != NULL) {
        s->draft = draft;
        s->diagnostics = diagnostics;
        s->err = err;
        status = read_text(s, text, variant);
    } else {
        (void)apo_fail(err, APO_E_MEMORY, 0, "there is not enough memory", nothing);
    }
    if (status == APO_OK)
        memcpy(out, draft, sizeof *out);
    apo_free(alloc, draft);
    apo_free(alloc, s);
    return status;
}
