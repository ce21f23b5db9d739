#include "i18n/i18n.h"

#include <string.h>

#include "base/json.h"
#include "i18n/i18n_priv.h"
#include "i18n/zone.h"

enum {
    DAY_MS = 24 * 3600 * 1000,
    MINUTE_MS = 60 * 1000,
    SECOND_MS = 1000
};

void apo_i18n_free(apo_i18n *i18n)
{
    if (i18n == NULL)
        return;
    apo_free(NULL, i18n->entries);
    apo_free(NULL, i18n->texts);
    apo_free(NULL, i18n);
}

const char *apo_i18n_language(const apo_i18n *i18n)
{
    return i18n == NULL ? "en" : i18n->language;
}

const char *apo_i18n_name(const apo_i18n *i18n)
{
    if (i18n == NULL)
        return "English";
    return i18n->name[0] != '\0' ? i18n->name : i18n->language;
}

bool apo_i18n_is_rtl(const apo_i18n *i18n)
{
    static const char *const known[] = {"ar", "ckb", "dv", "fa", "he", "ps",
                                        "sd", "ug",  "ur", "yi", NULL};
    if (i18n == NULL || i18n->has_direction)
        return i18n != NULL && i18n->is_rtl;
    apo_span main = {i18n->language, strcspn(i18n->language, "-")};
    for (size_t i = 0; known[i] != NULL; i++)
        if (apo_span_is(main, known[i]))
            return true;
    return false;
}

size_t apo_i18n_count(const apo_i18n *i18n)
{
    return i18n == NULL ? 0 : i18n->count;
}

size_t apo_i18n_size(const apo_i18n *i18n)
{
    return i18n == NULL ? 0 : i18n->size;
}

/* --- looking up ---------------------------------------------------------- */

static int compare(apo_span a, apo_span b)
{
    size_t common = a.length < b.length ? a.length : b.length;
    int order = common == 0 ? 0 : memcmp(a.text, b.text, common);
    if (order != 0 || a.length == b.length)
        return order;
    return a.length < b.length ? -1 : 1;
}

int apo_i18n_compare(apo_span context, apo_span english, const apo_i18n_entry *entry)
{
    int order = compare(context, entry->context);
    return order != 0 ? order : compare(english, entry->english);
}

const apo_i18n_entry *apo_i18n_find(const apo_i18n *i18n, apo_span context, apo_span english)
{
    size_t low = 0, high = i18n == NULL ? 0 : i18n->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const apo_i18n_entry *entry = &i18n->entries[middle];
        int order = apo_i18n_compare(context, english, entry);
        if (order == 0)
            return entry;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

apo_span apo_tr_span(const apo_i18n *i18n, apo_span context, apo_span english)
{
    const apo_i18n_entry *entry = apo_i18n_find(i18n, context, english);
    return entry == NULL ? english : entry->forms[0];
}

apo_span apo_tr_plural_span(const apo_i18n *i18n, apo_span one, apo_span many, int64_t count)
{
    const apo_i18n_entry *entry = apo_i18n_find(i18n, (apo_span){NULL, 0}, one);
    if (entry == NULL || !apo_span_same(entry->plural, many))
        return count == 1 || count == -1 ? one : many;
    return entry->forms[apo_plural_form(&i18n->plural, count)];
}

const char *apo_tr(const apo_i18n *i18n, const char *english)
{
    return apo_tr_span(i18n, (apo_span){NULL, 0}, apo_span_of(english)).text;
}

const char *apo_tr_context(const apo_i18n *i18n, const char *context, const char *english)
{
    return apo_tr_span(i18n, apo_span_of(context), apo_span_of(english)).text;
}

const char *apo_tr_plural(const apo_i18n *i18n, const char *one, const char *many,
                          int64_t count)
{
    return apo_tr_plural_span(i18n, apo_span_of(one), apo_span_of(many), count).text;
}

/* --- gaps ---------------------------------------------------------------- */

bool apo_tr_part(apo_span *rest, apo_span *piece, bool *is_gap)
{
    if (rest->length == 0)
        return false;
    size_t length = apo_gap_length(*rest);
    *is_gap = length > 0;
    if (*is_gap) {
        *piece = apo_span_part(*rest, 1, length - 2);
    } else {
        for (length = 1; length < rest->length; length++)
            if (apo_gap_length(apo_span_part(*rest, length, rest->length)) > 0)
                break;
        *piece = apo_span_part(*rest, 0, length);
    }
    *rest = apo_span_part(*rest, length, rest->length);
    return true;
}

static void add_gap(apo_buffer *out, const apo_gap *gaps, apo_span name)
{
    const apo_gap *gap = apo_gap_find(gaps, name);
    if (gap == NULL) {
        apo_buffer_add_char(out, '{');
        apo_buffer_add_span(out, name);
        apo_buffer_add_char(out, '}');
    } else if (gap->kind == APO_GAP_IS_NUMBER) {
        apo_buffer_add_number(out, gap->number);
    } else {
        apo_buffer_add_span(out, gap->text);
    }
}

void apo_tr_fill(apo_buffer *out, const char *text, const apo_gap *gaps)
{
    apo_span rest = apo_span_of(text), piece;
    bool is_gap;
    while (apo_tr_part(&rest, &piece, &is_gap)) {
        if (is_gap)
            add_gap(out, gaps, piece);
        else
            apo_buffer_add_span(out, piece);
    }
}

/* --- days ---------------------------------------------------------------- */

typedef struct day {
    int64_t year;
    unsigned month; /* 0..11 */
    unsigned number;
} day;

/* The Gregorian date of a number of days since 1970, with years that begin in March, so that
 * the leap day comes last. */
static day day_of(int64_t days)
{
    int64_t from = days + 719468; /* 1 March of the year 0 */
    int64_t era = (from >= 0 ? from : from - 146096) / 146097;
    int64_t in_era = from - era * 146097;
    int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int64_t in_year = in_era - (365 * year + year / 4 - year / 100);
    int64_t march = (5 * in_year + 2) / 153;
    unsigned month = (unsigned)(march < 10 ? march + 2 : march - 10);
    unsigned number = (unsigned)(in_year - (153 * march + 2) / 5 + 1);
    return (day){year + era * 400 + (month < 2), month, number};
}

static int64_t floor_to(int64_t value, int64_t unit)
{
    return (value >= 0 ? value : value - unit + 1) / unit;
}

void apo_tr_date(apo_buffer *out, const apo_i18n *i18n, int64_t at_ms)
{
    static const char *const months[] = {
        APO_T("January"),   APO_T("February"), APO_T("March"),    APO_T("April"),
        APO_T("May"),       APO_T("June"),     APO_T("July"),     APO_T("August"),
        APO_T("September"), APO_T("October"),  APO_T("November"), APO_T("December"),
    };
    day date = day_of(floor_to(at_ms, DAY_MS));
    /* Some languages write the first day of a month differently. */
    const char *form = date.number == 1
                           ? apo_tr_context(i18n, "first of a month", "{day} {month} {year}")
                           : apo_tr_context(i18n, "day", "{day} {month} {year}");
    apo_tr_fill(out, form,
                APO_GAPS(APO_GAP_NUMBER("day", date.number),
                         APO_GAP_TEXT("month", apo_tr(i18n, months[date.month])),
                         APO_GAP_NUMBER("year", date.year)));
}

static void add_two(apo_buffer *out, int64_t number)
{
    apo_buffer_add_char(out, (char)('0' + number / 10));
    apo_buffer_add_char(out, (char)('0' + number % 10));
}

static void say_time(apo_buffer *out, const apo_i18n *i18n, const char *form, int64_t at_ms)
{
    apo_buffer date, time;
    int64_t minutes = floor_to(at_ms, MINUTE_MS) - floor_to(at_ms, DAY_MS) * 24 * 60;
    apo_buffer_init(&date, NULL);
    apo_buffer_init(&time, NULL);
    apo_tr_date(&date, i18n, at_ms);
    add_two(&time, minutes / 60);
    apo_buffer_add_char(&time, ':');
    add_two(&time, minutes % 60);
    out->is_failed = out->is_failed || date.is_failed || time.is_failed;
    apo_tr_fill(out, form,
                APO_GAPS(APO_GAP_SPAN("date", apo_buffer_span(&date)),
                         APO_GAP_SPAN("time", apo_buffer_span(&time))));
    apo_buffer_clear(&date);
    apo_buffer_clear(&time);
}

void apo_tr_time(apo_buffer *out, const apo_i18n *i18n, int64_t at_ms)
{
    say_time(out, i18n, apo_tr_context(i18n, "day and time", "{date}, {time} UTC"), at_ms);
}

/* Converts a time to a zone; false, leaving the time alone, if there is none or it cannot be
 * read. */
static bool enter_zone(int64_t *at_ms, apo_span zone)
{
    int32_t offset_s = 0;
    if (zone.length == 0 || !apo_zone_offset(&offset_s, zone, floor_to(*at_ms, SECOND_MS)))
        return false;
    *at_ms += (int64_t)offset_s * SECOND_MS;
    return true;
}

void apo_tr_local_time(apo_buffer *out, const apo_i18n *i18n, apo_span zone, int64_t at_ms)
{
    if (enter_zone(&at_ms, zone))
        say_time(out, i18n, apo_tr_context(i18n, "day and time", "{date}, {time}"), at_ms);
    else
        apo_tr_time(out, i18n, at_ms);
}

void apo_tr_local_date(apo_buffer *out, const apo_i18n *i18n, apo_span zone, int64_t at_ms)
{
    (void)enter_zone(&at_ms, zone);
    apo_tr_date(out, i18n, at_ms);
}

/* --- for scripts --------------------------------------------------------- */

static void add_key(apo_buffer *key, const apo_i18n_entry *entry)
{
    apo_buffer_clear(key);
    if (entry->context.length > 0) {
        apo_buffer_add_span(key, entry->context);
        apo_buffer_add_char(key, '\x04');
    }
    apo_buffer_add_span(key, entry->english);
}

static void add_entry(apo_buffer *out, const apo_i18n *i18n, const apo_i18n_entry *entry,
                      apo_buffer *key)
{
    add_key(key, entry);
    if (key->is_failed) {
        out->is_failed = true;
        return;
    }
    if (entry->plural.length == 0) {
        apo_json_add_text(out, key->bytes, entry->forms[0]);
        return;
    }
    apo_json_open(out, key->bytes, '[');
    for (unsigned i = 0; i < i18n->plural.count; i++)
        apo_json_add_text(out, NULL, entry->forms[i]);
    apo_json_close(out, ']');
}

void apo_i18n_json(const apo_i18n *i18n, apo_buffer *out)
{
    char forms[APO_PLURAL_TABLE];
    apo_buffer key;
    apo_buffer_init(&key, NULL);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "language", apo_i18n_language(i18n));
    for (unsigned n = 0; n < APO_PLURAL_TABLE; n++)
        forms[n] = (char)('0' + (i18n == NULL ? n != 1 : i18n->plural.forms[n]));
    apo_json_add_text(out, "forms", (apo_span){forms, sizeof forms});
    apo_json_open(out, "texts", '{');
    for (size_t i = 0; i < apo_i18n_count(i18n); i++)
        if (i18n->entries[i].is_for_scripts)
            add_entry(out, i18n, &i18n->entries[i], &key);
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    apo_buffer_clear(&key);
}
