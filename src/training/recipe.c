#include "training/recipe.h"

#include <stddef.h>
#include <string.h>

enum key_kind {
    KEY_TEXT,
    KEY_DATA,
    KEY_VALIDATION,
    KEY_NUMBER,
    KEY_DECIMAL,
    KEY_CHOICE /* 0 or 1 by the word */
};

enum {
    DIGITS_MAX = 9 /* of a decimal, before the point and after it */
};

typedef struct key {
    const char *name;
    enum key_kind kind;
    size_t at;               /* of its value in the recipe */
    double minimum, maximum; /* of numbers */
    const char *words[2];    /* of a choice, for 0 and 1 */
    const char *range;       /* for people */
} key;

#define AT(name) offsetof(apo_recipe, name)

static const key keys[] = {
    {"game", KEY_TEXT, AT(game), 0, 0, {NULL, NULL}, NULL},
    {"related", KEY_TEXT, AT(related), 0, 0, {NULL, NULL}, NULL},
    {"data", KEY_DATA, AT(files), 0, 0, {NULL, NULL}, NULL},
    {"validate", KEY_VALIDATION, AT(files), 0, 0, {NULL, NULL}, NULL},
    {"kind", KEY_CHOICE, AT(is_added), 0, 1, {"alone", "added"}, "\"added\" or \"alone\""},
    {"hidden", KEY_NUMBER, AT(hidden), 32, 128, {NULL, NULL}, "32, 64, 96 or 128"},
    {"buckets", KEY_NUMBER, AT(buckets), 1, 8, {NULL, NULL}, "a number from 1 to 8"},
    {"search-share", KEY_DECIMAL, AT(search_share), 0, 1, {NULL, NULL}, "from 0 to 1"},
    {"scale", KEY_DECIMAL, AT(scale), 50, 2000, {NULL, NULL}, "from 50 to 2000"},
    {"learning-rate", KEY_DECIMAL, AT(learning_rate), 1e-6, 1, {NULL, NULL}, "up to 1"},
    {"weight-decay", KEY_DECIMAL, AT(weight_decay), 0, 1, {NULL, NULL}, "from 0 to 1"},
    {"epochs", KEY_NUMBER, AT(epochs), 1, 1000, {NULL, NULL}, "a number from 1 to 1000"},
    {"batch", KEY_NUMBER, AT(batch), 16, 65536, {NULL, NULL}, "a number from 16 to 65536"},
    {"seed", KEY_NUMBER, AT(seed), 0, UINT32_MAX, {NULL, NULL}, "a number below 2^32"},
    {"score-max", KEY_NUMBER, AT(score_max), 50, 30000, {NULL, NULL}, "from 50 to 30000"},
    {"noisy", KEY_CHOICE, AT(has_noisy), 0, 1, {"no", "yes"}, "\"yes\" or \"no\""},
    {"held-out", KEY_NUMBER, AT(held_out), 2, 1000, {NULL, NULL}, "a number from 2 to 1000"},
    {"limit", KEY_NUMBER, AT(limit), 0, UINT32_MAX, {NULL, NULL}, "a number below 2^32"},
};

#undef AT

enum {
    KEYS = sizeof keys / sizeof *keys,
    HIDDEN_UNIT = 32 /* as in neural/network.h */
};

static const apo_recipe usual = {.is_added = 1,
                                 .hidden = 64,
                                 .buckets = 4,
                                 .search_share = 0.9,
                                 .learning_rate = 0.0015,
                                 .weight_decay = 0.01,
                                 .epochs = 5,
                                 .batch = 8192,
                                 .seed = 1,
                                 .score_max = 1500,
                                 .held_out = 20};

/* --- values -------------------------------------------------------------- */

typedef struct reader {
    apo_recipe recipe;
    apo_fault_list *faults; /* may be NULL */
    bool is_bad;
    uint32_t line, lines[KEYS]; /* where a key was given; 0: not yet */
    apo_span text;              /* of the line */
} reader;

static void blame(reader *r, apo_span key_text, apo_span at, const char *detail, apo_span word)
{
    uint32_t column = (uint32_t)(at.text - r->text.text) + 1;
    apo_fault_add(r->faults, r->line, column, key_text, detail, word);
    r->is_bad = true;
}

/* "0.85": no sign, exponent or names, whatever the locale. */
static bool read_decimal(double *out, apo_span span)
{
    double number = 0, unit = 1;
    size_t whole = 0, fraction = 0, at = 0;
    for (; at < span.length && apo_is_digit(span.text[at]); at++, whole++)
        number = 10 * number + (span.text[at] - '0');
    if (at < span.length && span.text[at] == '.')
        for (at++; at < span.length && apo_is_digit(span.text[at]); at++, fraction++) {
            number = 10 * number + (span.text[at] - '0');
            unit *= 10;
        }
    if (at != span.length || whole == 0 || whole > DIGITS_MAX || fraction > DIGITS_MAX ||
        span.text[span.length - 1] == '.')
        return false;
    *out = number / unit;
    return true;
}

static bool store_number(void *field, const key *k, apo_span value)
{
    uint32_t number;
    if (!apo_span_number(value, UINT32_MAX, &number) || number < k->minimum ||
        number > k->maximum || (strcmp(k->name, "hidden") == 0 && number % HIDDEN_UNIT != 0))
        return false;
    *(uint32_t *)field = number;
    return true;
}

static bool store_decimal(void *field, const key *k, apo_span value)
{
    double number;
    if (!read_decimal(&number, value) || number < k->minimum || number > k->maximum)
        return false;
    *(double *)field = number;
    return true;
}

static bool store_choice(void *field, const key *k, apo_span value)
{
    for (uint32_t i = 0; i < 2; i++)
        if (apo_span_is(value, k->words[i])) {
            *(uint32_t *)field = i;
            return true;
        }
    return false;
}

static void add_file(reader *r, apo_span name, apo_span value, bool is_validation)
{
    apo_recipe *recipe = &r->recipe;
    if (recipe->file_count == APO_RECIPE_FILES_MAX) {
        blame(r, name, value, "there are more than 64 data files", value);
        return;
    }
    recipe->is_validation[recipe->file_count] = is_validation;
    recipe->files[recipe->file_count++] = value;
    recipe->has_validation = recipe->has_validation || is_validation;
}

/* `at` is the value, or where it should be. */
static void store(reader *r, const key *k, apo_span name, apo_span value)
{
    void *field = (char *)&r->recipe + k->at;
    bool is_stored = true;
    if (value.length == 0) {
        blame(r, name, value, "a value must follow", value);
        return;
    }
    switch (k->kind) {
    case KEY_TEXT: *(apo_span *)field = value; break;
    case KEY_DATA: add_file(r, name, value, false); break;
    case KEY_VALIDATION: add_file(r, name, value, true); break;
    case KEY_NUMBER: is_stored = store_number(field, k, value); break;
    case KEY_DECIMAL: is_stored = store_decimal(field, k, value); break;
    case KEY_CHOICE: is_stored = store_choice(field, k, value); break;
    }
    if (!is_stored) {
        uint32_t column = (uint32_t)(value.text - r->text.text) + 1;
        char detail[APO_ERROR_DETAIL_MAX];
        apo_text text = apo_text_start(detail, sizeof detail);
        apo_text_add(&text, "\"%s\" is wrong: it must be ");
        apo_text_add(&text, k->range);
        apo_fault_add(r->faults, r->line, column, name, detail, value);
        r->is_bad = true;
    }
}

/* --- lines --------------------------------------------------------------- */

static void blame_unknown(reader *r, apo_span name)
{
    const char *best = NULL;
    unsigned nearest = 3; /* a typo or two */
    char detail[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(detail, sizeof detail);
    for (size_t i = 0; i < KEYS; i++) {
        unsigned distance = apo_span_distance(name, apo_span_of(keys[i].name), nearest);
        if (distance < nearest) {
            nearest = distance;
            best = keys[i].name;
        }
    }
    apo_text_add(&text, "unknown key \"%s\"");
    if (best != NULL) {
        apo_text_add(&text, "; did you mean \"");
        apo_text_add(&text, best);
        apo_text_add(&text, "\"?");
    }
    blame(r, name, name, detail, name);
}

static void read_line(reader *r)
{
    apo_span trimmed = apo_span_trim(r->text);
    const char *sign;
    size_t at = 0;
    if (trimmed.length == 0 || trimmed.text[0] == '#')
        return;
    sign = memchr(trimmed.text, '=', trimmed.length);
    if (sign == NULL || memchr(trimmed.text, '\0', trimmed.length) != NULL) {
        blame(r, apo_span_of(""), trimmed, "a line must have the form \"key = value\"",
              trimmed);
        return;
    }
    size_t before = (size_t)(sign - trimmed.text);
    apo_span name = apo_span_trim(apo_span_part(trimmed, 0, before));
    apo_span value = apo_span_part(trimmed, before + 1, trimmed.length);
    while (value.length > 0 && apo_is_blank(value.text[0]))
        value = apo_span_part(value, 1, value.length);
    apo_span key_name = apo_span_is(name, "loud") ? apo_span_of("noisy") : name; /* formerly */
    while (at < KEYS && !apo_span_is(key_name, keys[at].name))
        at++;
    if (at == KEYS)
        blame_unknown(r, name);
    else if (r->lines[at] != 0 && keys[at].kind != KEY_DATA && keys[at].kind != KEY_VALIDATION)
        blame(r, name, trimmed, "the key is given twice", name);
    else {
        r->lines[at] = r->line;
        store(r, &keys[at], name, value);
    }
}

static void blame_missing(reader *r, const char *name)
{
    apo_fault_add(r->faults, 0, 0, apo_span_of(name), "the recipe has no \"%s\"",
                  apo_span_of(name));
    r->is_bad = true;
}

apo_status apo_recipe_read(apo_recipe *out, apo_span text, apo_fault_list *faults)
{
    reader r = {.recipe = usual, .faults = faults};
    if (text.length > APO_RECIPE_BYTES_MAX)
        return APO_E_TOO_LARGE;
    for (r.line = 1; apo_span_line(&text, &r.text); r.line++)
        read_line(&r);
    for (size_t i = 0; i < KEYS; i++)
        if (r.lines[i] == 0 &&
            (keys[i].at == offsetof(apo_recipe, game) || keys[i].kind == KEY_DATA))
            blame_missing(&r, keys[i].name);
    if (r.is_bad)
        return APO_E_SYNTAX;
    *out = r.recipe;
    return APO_OK;
}
