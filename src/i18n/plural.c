#include "i18n/plural.h"

enum {
    DEPTH_MAX = 32,    /* nested parentheses and question marks; Arabic's rule has 5 */
    CHECKED_TO = 1200, /* numbers below it are checked against the table */
    VALUE_MAX = 1000000
};

/* An expression, parsed and evaluated at once for one n. */
typedef struct reader {
    apo_span text;
    size_t at;
    int64_t n;
    unsigned depth;
    apo_status status; /* of the first fault */
    size_t fault;
    const char *detail;
} reader;

static void fail(reader *in, apo_status status, const char *detail)
{
    if (in->status != APO_OK)
        return;
    in->status = status;
    in->fault = in->at;
    in->detail = detail;
}

static bool take(reader *in, const char *mark)
{
    while (in->at < in->text.length && apo_is_blank(in->text.text[in->at]))
        in->at++;
    apo_span rest = apo_span_part(in->text, in->at, in->text.length);
    if (!apo_span_starts_with(rest, mark))
        return false;
    in->at += apo_span_of(mark).length;
    return true;
}

/* "<" must not take half of "<=". */
static bool take_alone(reader *in, const char *mark, char follower)
{
    size_t before = in->at;
    if (!take(in, mark))
        return false;
    if (in->at >= in->text.length || in->text.text[in->at] != follower)
        return true;
    in->at = before;
    return false;
}

static int64_t choice(reader *in);

static int64_t number(reader *in)
{
    int64_t value = 0;
    if (in->at >= in->text.length || !apo_is_digit(in->text.text[in->at]))
        fail(in, APO_E_SYNTAX, "a number, n or a parenthesis was expected");
    while (in->at < in->text.length && apo_is_digit(in->text.text[in->at])) {
        value = value * 10 + (in->text.text[in->at++] - '0');
        if (value > VALUE_MAX) {
            fail(in, APO_E_RANGE, "the number is too large");
            return 0;
        }
    }
    return value;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t primary(reader *in)
{
    if (in->depth >= DEPTH_MAX)
        fail(in, APO_E_TOO_LARGE, "the rule is too deep");
    if (in->status != APO_OK)
        return 0;
    int64_t value = 0;
    in->depth++;
    if (take_alone(in, "!", '=')) {
        value = primary(in) == 0;
    } else if (take(in, "(")) {
        value = choice(in);
        if (!take(in, ")"))
            fail(in, APO_E_SYNTAX, "a parenthesis is not closed");
    } else {
        value = take(in, "n") ? in->n : number(in);
    }
    in->depth--;
    return value;
}

/* Results stay small: only many products could overflow. */
static int64_t bounded(reader *in, int64_t value)
{
    if (value <= (int64_t)VALUE_MAX * VALUE_MAX && value >= -(int64_t)VALUE_MAX * VALUE_MAX)
        return value;
    fail(in, APO_E_RANGE, "the number is too large");
    return 0;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t product(reader *in)
{
    int64_t value = primary(in);
    for (;;) {
        bool is_times = take(in, "*"), is_part = !is_times && take(in, "/");
        if (!is_times && !is_part && !take(in, "%"))
            return value;
        int64_t other = primary(in);
        if (is_times && (value > VALUE_MAX || other > VALUE_MAX || value < -VALUE_MAX ||
                         other < -VALUE_MAX))
            fail(in, APO_E_RANGE, "the number is too large");
        else if (!is_times && other == 0)
            fail(in, APO_E_RANGE, "the rule divides by zero");
        else if (is_times)
            value *= other;
        else
            value = is_part ? value / other : value % other;
        if (in->status != APO_OK)
            return 0;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t sum(reader *in)
{
    int64_t value = product(in);
    for (;;) {
        if (take(in, "+"))
            value = bounded(in, value + product(in));
        else if (take(in, "-"))
            value = bounded(in, value - product(in));
        else
            return value;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t order(reader *in)
{
    int64_t value = sum(in);
    for (;;) {
        if (take(in, "<="))
            value = value <= sum(in);
        else if (take(in, ">="))
            value = value >= sum(in);
        else if (take(in, "<"))
            value = value < sum(in);
        else if (take(in, ">"))
            value = value > sum(in);
        else
            return value;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t equality(reader *in)
{
    int64_t value = order(in);
    for (;;) {
        if (take(in, "=="))
            value = value == order(in);
        else if (take(in, "!="))
            value = value != order(in);
        else
            return value;
    }
}

/* Both sides are read in any case; nothing in them has an effect.
 * NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t both(reader *in)
{
    int64_t value = equality(in);
    while (take(in, "&&")) {
        int64_t other = equality(in);
        value = value != 0 && other != 0;
    }
    return value;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t either(reader *in)
{
    int64_t value = both(in);
    while (take(in, "||")) {
        int64_t other = both(in);
        value = value != 0 || other != 0;
    }
    return value;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_MAX deep */
static int64_t choice(reader *in)
{
    int64_t value = either(in);
    if (in->status != APO_OK || !take(in, "?"))
        return value;
    if (++in->depth >= DEPTH_MAX)
        fail(in, APO_E_TOO_LARGE, "the rule is too deep");
    int64_t yes = in->status == APO_OK ? choice(in) : 0;
    if (!take(in, ":"))
        fail(in, APO_E_SYNTAX, "\":\" was expected after \"?\"");
    int64_t no = in->status == APO_OK ? choice(in) : 0;
    in->depth--;
    return value != 0 ? yes : no;
}

static apo_status report(const reader *in, apo_error *err)
{
    return apo_fail(err, in->status, in->fault, in->detail, (apo_span){NULL, 0});
}

/* "nplurals=2; plural=": leaves the reader at the expression. */
static unsigned read_head(reader *in)
{
    int64_t count = 0;
    if (!take(in, "nplurals") || !take(in, "="))
        fail(in, APO_E_SYNTAX, "\"nplurals=\" was expected");
    (void)take(in, "");
    if (in->status == APO_OK)
        count = number(in);
    if (in->status == APO_OK && (count < 1 || count > APO_PLURAL_FORMS_MAX))
        fail(in, APO_E_RANGE, "a language has 1 to 6 plural forms");
    if (!take(in, ";") || !take(in, "plural") || !take(in, "="))
        fail(in, APO_E_SYNTAX, "\"; plural=\" was expected");
    return (unsigned)count;
}

static void read_end(reader *in)
{
    (void)take(in, ";");
    (void)take(in, "");
    if (in->at < in->text.length)
        fail(in, APO_E_SYNTAX, "the rule should end here");
}

static unsigned table_index(uint64_t number)
{
    return (unsigned)(number < APO_PLURAL_TABLE ? number : 100 + number % 100);
}

apo_status apo_plural_read(apo_plural *out, apo_span text, apo_error *err)
{
    apo_plural plural = {.count = 0};
    reader head = {.text = text};
    plural.count = read_head(&head);
    if (head.status != APO_OK)
        return report(&head, err);
    for (unsigned n = 0; n < CHECKED_TO; n++) {
        reader in = {.text = text, .at = head.at, .n = n};
        int64_t form = choice(&in);
        read_end(&in);
        if (in.status == APO_OK && (form < 0 || form >= plural.count))
            fail(&in, APO_E_RANGE, "the rule gives a form that does not exist");
        if (in.status == APO_OK && n >= APO_PLURAL_TABLE &&
            form != plural.forms[table_index(n)])
            fail(&in, APO_E_UNSUPPORTED, "the rule depends on more than two digits");
        if (in.status != APO_OK)
            return report(&in, err);
        if (n < APO_PLURAL_TABLE)
            plural.forms[n] = (uint8_t)form;
    }
    *out = plural;
    return APO_OK;
}

unsigned apo_plural_form(const apo_plural *plural, int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return plural->forms[table_index(size)];
}
