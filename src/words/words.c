#include "words/words.h"

#include <string.h>

#include "base/json.h"
#include "words/words_priv.h"
#include "words/zone.h"

enum {
    DAY_MS = 24 * 3600 * 1000,
    MINUTE_MS = 60 * 1000,
    SECOND_MS = 1000
};

void apo_words_free(apo_words *words)
{
    if (words == NULL)
        return;
    apo_free(NULL, words->entries);
    apo_free(NULL, words->texts);
    apo_free(NULL, words);
}

const char *apo_words_language(const apo_words *words)
{
    return words == NULL ? "en" : words->language;
}

size_t apo_words_count(const apo_words *words)
{
    return words == NULL ? 0 : words->count;
}

/* --- looking up --- */

static int compare(apo_span a, apo_span b)
{
    size_t common = a.length < b.length ? a.length : b.length;
    int order = common == 0 ? 0 : memcmp(a.text, b.text, common);
    if (order != 0 || a.length == b.length)
        return order;
    return a.length < b.length ? -1 : 1;
}

int apo_words_compare(apo_span context, apo_span english, const apo_words_entry *entry)
{
    int order = compare(context, entry->context);
    return order != 0 ? order : compare(english, entry->english);
}

const apo_words_entry *apo_words_find(const apo_words *words, apo_span context,
                                      apo_span english)
{
    size_t low = 0, high = words == NULL ? 0 : words->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const apo_words_entry *entry = &words->entries[middle];
        int order = apo_words_compare(context, english, entry);
        if (order == 0)
            return entry;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

apo_span apo_say_span(const apo_words *words, apo_span context, apo_span english)
{
    const apo_words_entry *entry = apo_words_find(words, context, english);
    return entry == NULL ? english : entry->forms[0];
}

apo_span apo_say_count_span(const apo_words *words, apo_span one, apo_span many, int64_t count)
{
    const apo_words_entry *entry = apo_words_find(words, (apo_span){NULL, 0}, one);
    if (entry == NULL || !apo_span_same(entry->plural, many))
        return count == 1 || count == -1 ? one : many;
    return entry->forms[apo_plural_form(&words->plural, count)];
}

const char *apo_say(const apo_words *words, const char *english)
{
    return apo_say_span(words, (apo_span){NULL, 0}, apo_span_of(english)).text;
}

const char *apo_say_in(const apo_words *words, const char *context, const char *english)
{
    return apo_say_span(words, apo_span_of(context), apo_span_of(english)).text;
}

const char *apo_say_count(const apo_words *words, const char *one, const char *many,
                          int64_t count)
{
    return apo_say_count_span(words, apo_span_of(one), apo_span_of(many), count).text;
}

/* --- gaps --- */

bool apo_say_piece(apo_span *rest, apo_span *piece, bool *is_gap)
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

void apo_say_fill(apo_buffer *out, const char *text, const apo_gap *gaps)
{
    apo_span rest = apo_span_of(text), piece;
    bool is_gap;
    while (apo_say_piece(&rest, &piece, &is_gap)) {
        if (is_gap)
            add_gap(out, gaps, piece);
        else
            apo_buffer_add_span(out, piece);
    }
}

/* --- days --- */

typedef struct day {
    int64_t year;
    unsigned month; /* 0..11 */
    unsigned number;
} day;

/* The Gregorian day of a number of days since 1970, with years that begin in March, so that the leap day
 * comes last. */
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

void apo_say_date(apo_buffer *out, const apo_words *words, int64_t at_ms)
{
    static const char *const months[] = {
        APO_T("January"),   APO_T("February"), APO_T("March"),    APO_T("April"),
        APO_T("May"),       APO_T("June"),     APO_T("July"),     APO_T("August"),
        APO_T("September"), APO_T("October"),  APO_T("November"), APO_T("December"),
    };
    day date = day_of(floor_to(at_ms, DAY_MS));
    /* Some languages write the first of a month in another way. */
    const char *form = date.number == 1
                           ? apo_say_in(words, "first of a month", "{day} {month} {year}")
                           : apo_say_in(words, "day", "{day} {month} {year}");
    apo_say_fill(out, form,
                 APO_GAPS(APO_GAP_NUMBER("day", date.number),
                          APO_GAP_TEXT("month", apo_say(words, months[date.month])),
                          APO_GAP_NUMBER("year", date.year)));
}

static void add_two(apo_buffer *out, int64_t number)
{
    apo_buffer_add_char(out, (char)('0' + number / 10));
    apo_buffer_add_char(out, (char)('0' + number % 10));
}

static void say_time(apo_buffer *out, const apo_words *words, const char *form, int64_t at_ms)
{
    apo_buffer date, time;
    int64_t minutes = floor_to(at_ms, MINUTE_MS) - floor_to(at_ms, DAY_MS) * 24 * 60;
    apo_buffer_init(&date, NULL);
    apo_buffer_init(&time, NULL);
    apo_say_date(&date, words, at_ms);
    add_two(&time, minutes / 60);
    apo_buffer_add_char(&time, ':');
    add_two(&time, minutes % 60);
    out->is_failed = out->is_failed || date.is_failed || time.is_failed;
    apo_say_fill(out, form,
                 APO_GAPS(APO_GAP_SPAN("date", apo_buffer_span(&date)),
                          APO_GAP_SPAN("time", apo_buffer_span(&time))));
    apo_buffer_clear(&date);
    apo_buffer_clear(&time);
}

void apo_say_time(apo_buffer *out, const apo_words *words, int64_t at_ms)
{
    say_time(out, words, apo_say_in(words, "day and time", "{date}, {time} UTC"), at_ms);
}

/* Moves a time into a zone; false, and the time stays, if there is none or it cannot be read. */
static bool enter_zone(int64_t *at_ms, apo_span zone)
{
    int32_t offset_s = 0;
    if (zone.length == 0 || !apo_zone_offset(&offset_s, zone, floor_to(*at_ms, SECOND_MS)))
        return false;
    *at_ms += (int64_t)offset_s * SECOND_MS;
    return true;
}

void apo_say_local_time(apo_buffer *out, const apo_words *words, apo_span zone, int64_t at_ms)
{
    if (enter_zone(&at_ms, zone))
        say_time(out, words, apo_say_in(words, "day and time", "{date}, {time}"), at_ms);
    else
        apo_say_time(out, words, at_ms);
}

void apo_say_local_date(apo_buffer *out, const apo_words *words, apo_span zone, int64_t at_ms)
{
    (void)enter_zone(&at_ms, zone);
    apo_say_date(out, words, at_ms);
}

/* --- for scripts --- */

static void add_key(apo_buffer *key, const apo_words_entry *entry)
{
    apo_buffer_clear(key);
    if (entry->context.length > 0) {
        apo_buffer_add_span(key, entry->context);
        apo_buffer_add_char(key, '\x04');
    }
    apo_buffer_add_span(key, entry->english);
}

static void add_entry(apo_buffer *out, const apo_words *words, const apo_words_entry *entry,
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
    for (unsigned i = 0; i < words->plural.count; i++)
        apo_json_add_text(out, NULL, entry->forms[i]);
    apo_json_close(out, ']');
}

void apo_words_json(const apo_words *words, apo_buffer *out)
{
    char forms[APO_PLURAL_TABLE];
    apo_buffer key;
    apo_buffer_init(&key, NULL);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "language", apo_words_language(words));
    for (unsigned n = 0; n < APO_PLURAL_TABLE; n++)
        forms[n] = (char)('0' + (words == NULL ? n != 1 : words->plural.forms[n]));
    apo_json_add_text(out, "forms", (apo_span){forms, sizeof forms});
    apo_json_open(out, "texts", '{');
    for (size_t i = 0; i < apo_words_count(words); i++)
        if (words->entries[i].is_for_scripts)
            add_entry(out, words, &words->entries[i], &key);
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    apo_buffer_clear(&key);
}
