#include "base/mem.h"
#include "definition/fairy_ini_priv.h"

/* Sections, keys and inheritance: `[name:base]`, `key = value`, '#' before comments. */

static const apo_span nothing = {NULL, 0};

static const char templates[] = "[chess]\n"
                                "pawn = p\n"
                                "knight = n\n"
                                "bishop = b\n"
                                "rook = r\n"
                                "queen = q\n"
                                "king = k\n"
                                "\n"
                                "[fairy:chess]\n"
                                "archbishop = a\n"
                                "chancellor = c\n"
                                "\n"
                                "[capablanca:chess]\n"
                                "maxFile = j\n"
                                "archbishop = a\n"
                                "chancellor = c\n"
                                "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/"
                                "RNABQKBCNR w KQkq - 0 1\n"
                                "promotionPieceTypes = acqrbn\n"
                                "castlingKingsideFile = i\n"
                                "castlingQueensideFile = c\n"
                                "\n"
                                "[gothic:capablanca]\n"
                                "startFen = rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/"
                                "RNBQCKABNR w KQkq - 0 1\n"
                                "\n"
                                "[janus:chess]\n"
                                "maxFile = j\n"
                                "archbishop = j\n"
                                "startFen = rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/"
                                "RJNBKQBNJR w KQkq - 0 1\n"
                                "promotionPieceTypes = jqrbn\n"
                                "castlingKingsideFile = i\n"
                                "castlingQueensideFile = b\n"
                                "\n"
                                "[grand:chess]\n"
                                "maxRank = 10\n"
                                "maxFile = j\n"
                                "archbishop = a\n"
                                "chancellor = c\n"
                                "startFen = r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/"
                                "1NBQKCABN1/R8R w - - 0 1\n"
                                "promotionPieceTypes = acqrbn\n"
                                "promotionRegionWhite = *8 *9 *10\n"
                                "promotionLimit = a:1 c:1 q:1 r:2 b:2 n:2\n"
                                "mandatoryPawnPromotion = false\n"
                                "immobilityIllegal = true\n"
                                "doubleStepRegionWhite = *3\n"
                                "castling = false\n"
                                "\n"
                                "[opulent:grand]\n"
                                "knight = -\n"
                                "customPiece1 = n:NW\n"
                                "customPiece2 = w:CF\n"
                                "customPiece3 = l:FDH\n"
                                "startFen = rw6wr/clbnqknbla/pppppppppp/10/10/10/10/PPPPPPPPPP/"
                                "CLBNQKNBLA/RW6WR w - - 0 1\n"
                                "promotionPieceTypes = acqrbnwl\n"
                                "promotionLimit = a:1 c:1 q:1 r:2 b:2 n:2 w:2 l:2\n"
                                "\n"
                                "[gardner:chess]\n"
                                "maxRank = 5\n"
                                "maxFile = e\n"
                                "startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n"
                                "promotionRegionWhite = *5\n"
                                "doubleStep = false\n"
                                "castling = false\n"
                                "\n"
                                "[losalamos:chess]\n"
                                "bishop = -\n"
                                "maxRank = 6\n"
                                "maxFile = f\n"
                                "startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n"
                                "promotionPieceTypes = qrn\n"
                                "promotionRegionWhite = *6\n"
                                "doubleStep = false\n"
                                "castling = false\n"
                                "\n"
                                "[shako:chess]\n"
                                "maxRank = 10\n"
                                "maxFile = j\n"
                                "cannon = c\n"
                                "fersAlfil = e\n"
                                "startFen = c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/"
                                "ERNBQKBNRE/C8C w KQkq - 0 1\n"
                                "promotionPieceTypes = qrbnce\n"
                                "promotionRegionWhite = *10\n"
                                "doubleStepRegionWhite = *3\n"
                                "castlingRank = 2\n"
                                "castlingKingsideFile = h\n"
                                "castlingQueensideFile = d\n"
                                "castlingRookKingsideFile = i\n"
                                "castlingRookQueensideFile = b\n";

apo_span apo_fairy_templates(void)
{
    return apo_span_of(templates);
}

/* --- values -------------------------------------------------------------------------------- */

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
    apo_fault_warn(ini->report, line, line > 0, apo_span_of(name), detail, word);
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

/* --- sections ------------------------------------------------------------------------------ */

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

/* "[name:base]"; false if the line is no heading. */
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
static bool add_keys(apo_ini *ini, const section *from, unsigned level, bool is_template)
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
            apo_fault_warn(ini->report, is_template ? 0 : number, 1, nothing,
                           "\"%s\" is no key with a value", line);
            continue;
        }
        if (ini->key_count == APO_INI_KEYS_MAX)
            return false;
        ini->keys[ini->key_count++] =
            (apo_ini_key){.name = apo_span_trim(apo_span_part(line, 0, equals)),
                          .value = apo_span_trim(apo_span_part(line, equals + 1, line.length)),
                          .line = is_template ? 0 : number,
                          .level = (uint8_t)level};
    }
    return true;
}

static apo_status collect_keys(apo_ini *ini, apo_span text, apo_span name)
{
    section found;
    bool is_template = false;
    for (unsigned level = 0;; level++) {
        if (level == APO_INI_BASES_MAX)
            return apo_fail(ini->err, APO_E_TOO_LARGE, 0,
                            "more than 8 sections inherit one from another", name);
        if (is_template || !find_section(text, name, &found)) {
            if (level == 0 || !find_section(apo_fairy_templates(), name, &found))
                return apo_fail(
                    ini->err, APO_E_UNKNOWN, 0,
                    level == 0
                        ? "there is no section [%s]"
                        : "the base \"%s\" is neither in the file nor among those known here "
                          "(chess, fairy, capablanca, gothic, janus, grand, opulent, "
                          "shako, gardner, losalamos)",
                    name);
            is_template = true;
        }
        if (level == 0) {
            apo_text id = apo_text_start(ini->draft->name, sizeof ini->draft->name);
            apo_text_add_span(&id, found.name);
        }
        if (!add_keys(ini, &found, level, is_template))
            return apo_fail(ini->err, APO_E_TOO_LARGE, 0, "the section [%s] has too many keys",
                            name);
        if (found.base.length == 0)
            return APO_OK;
        /* A section that is its own base means the known game of that name. */
        if (apo_span_same(found.base, found.name))
            is_template = true;
        name = found.base;
    }
}

/* Names that say nothing about the rules, or only what is so here anyway. */
static bool is_harmless(apo_span name)
{
    static const char *const names[] = {"pieceToCharTable", "variantTemplate", "pieceValueMg",
                                        "pieceValueEg",     "chess960",        "pocketSize",
                                        "checking",         "nnueAlias"};
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
            apo_fault_warn(ini->report, key->line, 1, key->name,
                           "this cannot be carried over (its value is \"%s\")", key->value);
    }
}

apo_status apo_fairy_ini_read(apo_draft *out, apo_span text, apo_span section_name,
                              const apo_alloc *alloc, apo_fault_list *report, apo_error *err)
{
    if (text.length > APO_INI_SIZE_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, APO_INI_SIZE_MAX, "the file has at most 1 MiB",
                        nothing);
    apo_ini *ini = apo_allocate_zero(alloc, sizeof *ini);
    apo_draft *draft = apo_allocate_zero(alloc, sizeof *draft);
    apo_status status = APO_E_MEMORY;
    if (ini == NULL || draft == NULL)
        goto done;
    ini->report = report;
    ini->err = err;
    ini->draft = draft;
    status = collect_keys(ini, text, section_name);
    if (status == APO_OK)
        status = apo_ini__make_board(ini);
    if (status != APO_OK)
        goto done;
    apo_ini__make_men(ini);
    apo_ini__make_rules(ini);
    report_unused(ini);
    memcpy(out, draft, sizeof *out);
done:
    apo_free(alloc, draft);
    apo_free(alloc, ini);
    return status;
}
