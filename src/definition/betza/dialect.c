#include "definition/betza/dialect.h"

#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/betza/dialect_priv.h"

/* A text in another dialect is rewritten letter by letter into ours, with the origin of every
 * byte, so that errors point at the original text. */

static const char *const ids[APO_DIALECTS] = {"id", "xboard", "fairy"};
static const char *const names[APO_DIALECTS] = {"the Interactive Diagram", "XBoard",
                                                "Fairy-Stockfish"};

bool apo_dialect_find(apo_span name, enum apo_dialect *out)
{
    unsigned dialect = apo_span_index(name, ids, APO_DIALECTS);
    if (dialect == APO_DIALECTS)
        return false;
    *out = (enum apo_dialect)dialect;
    return true;
}

const char *apo_dialect_name(enum apo_dialect dialect)
{
    return names[dialect % APO_DIALECTS];
}

char apo_dialect__byte(const apo_rewriting *r, size_t at)
{
    return at < r->text.length ? r->text.text[at] : '\0';
}

bool apo_dialect__is_among(const char *set, char c)
{
    for (; *set != '\0'; set++)
        if (*set == c)
            return true;
    return false;
}

apo_status apo_dialect__fail(apo_rewriting *r, size_t at, const char *detail)
{
    return apo_fail(r->err, APO_E_UNSUPPORTED, at, detail, apo_span_part(r->text, at, 1));
}

void apo_dialect__add(apo_rewriting *r, char c, size_t origin)
{
    if (r->length == APO_REWRITING_MAX) {
        r->is_overflowed = true;
        return;
    }
    r->bytes[r->length] = c;
    r->origins[r->length++] = origin;
}

void apo_dialect__add_string(apo_rewriting *r, const char *string, size_t origin)
{
    for (; *string != '\0'; string++)
        apo_dialect__add(r, *string, origin);
}

void apo_dialect__add_part(apo_rewriting *r, size_t start, size_t end)
{
    for (size_t i = start; i < end; i++)
        apo_dialect__add(r, apo_dialect__byte(r, i), i);
}

apo_status apo_dialect__read_word(apo_rewriting *r, apo_dialect_word *out)
{
    apo_dialect_word word;
    memset(&word, 0, sizeof word);
    word.leg_start[0] = r->at;
    for (; apo_is_lower(apo_dialect__byte(r, r->at)); r->at++) {
        if (apo_dialect__byte(r, r->at) != 'a')
            continue;
        if (word.leg_count + 1 == APO_LEGS_MAX)
            return apo_dialect__fail(r, r->at,
                                     "'%s' begins a ninth leg, and a move may have 8");
        word.leg_end[word.leg_count++] = r->at;
        word.leg_start[word.leg_count] = r->at + 1;
    }
    word.leg_end[word.leg_count++] = r->at;
    word.atom_at = r->at;
    word.atom = apo_dialect__byte(r, r->at);
    if (apo_is_upper(word.atom))
        r->at++;
    word.range_at = r->at;
    while (apo_is_digit(apo_dialect__byte(r, r->at)))
        r->at++;
    word.end = r->at;
    *out = word;
    return APO_OK;
}

bool apo_dialect__leg_has(const apo_rewriting *r, const apo_dialect_word *word, unsigned leg,
                          const char *letters, size_t *out_at)
{
    for (size_t at = word->leg_start[leg]; at < word->leg_end[leg]; at++) {
        if (apo_dialect__is_among(letters, apo_dialect__byte(r, at))) {
            *out_at = at;
            return true;
        }
    }
    return false;
}

apo_status apo_dialect_read(apo_piece_moves *out, apo_span text, enum apo_dialect dialect,
                            apo_fault_list *notes, apo_error *err)
{
    apo_rewriting r;
    apo_error inner;
    if (dialect == APO_DIALECT_ID || text.length == 0)
        return apo_betza_parse(out, text, err);
    r.text = text;
    r.at = 0;
    r.length = 0;
    r.is_overflowed = false;
    r.err = err;
    r.notes = notes;
    while (r.at < text.length) {
        apo_status status = dialect == APO_DIALECT_XBOARD ? apo_dialect__read_xboard(&r)
                                                          : apo_dialect__read_fairy(&r);
        if (status != APO_OK)
            return status;
    }
    if (r.is_overflowed)
        return apo_fail(err, APO_E_TOO_LARGE, 0, "the text is too long%s", (apo_span){NULL, 0});
    r.origins[r.length] = text.length;
    apo_status status = apo_betza_parse(out, (apo_span){r.bytes, r.length}, &inner);
    if (status != APO_OK && err != NULL) {
        *err = inner;
        err->position = r.origins[inner.position < r.length ? inner.position : r.length];
    }
    return status;
}
