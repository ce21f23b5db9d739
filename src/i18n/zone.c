#include "i18n/zone.h"

#include <string.h>

enum {
    HEADER = 44,
    COUNTS_AT = 20,
    TYPE = 6, /* bytes of a local time type: offset, is it summer, name */
    HOUR_S = 3600,
    DAY_S = 86400,
    MS = 1000,
    RULE_WEEK_LAST = 5,
    ACROSS_MAX_H = 167 /* of a rule's time of day: it may be in the next week */
};

/* --- bytes --------------------------------------------------------------- */

static int64_t read_number(apo_span bytes, size_t at, size_t length)
{
    uint64_t number = ((uint8_t)bytes.text[at] & 0x80U) != 0 ? UINT64_MAX : 0;
    for (size_t i = 0; i < length; i++)
        number = number << 8 | (uint8_t)bytes.text[at + i];
    return (int64_t)number;
}

/* One of the two blocks of a file: the first has times of four bytes, the second of eight. */
typedef struct block {
    apo_span bytes; /* after the header */
    size_t width;   /* bytes of a time */
    size_t times, types;
    size_t length; /* of all that it has */
} block;

/* Reads the header at the front of `file`. */
static bool read_block(block *out, apo_span file, size_t width)
{
    size_t counts[6], length = 0;
    static const size_t sizes[] = {1, 1, 4, 1, TYPE, 1}; /* fields besides times */
    if (file.length < HEADER || memcmp(file.text, "TZif", 4) != 0)
        return false;
    for (size_t i = 0; i < 6; i++) {
        int64_t count = read_number(file, COUNTS_AT + 4 * i, 4);
        if (count < 0 || count > (int64_t)file.length)
            return false;
        counts[i] = (size_t)count;
        length += counts[i] * sizes[i];
    }
    length += counts[3] * width + counts[2] * width; /* times; leap seconds have one each */
    if (file.length - HEADER < length || counts[4] == 0)
        return false;
    *out = (block){apo_span_part(file, HEADER, length), width, counts[3], counts[4], length};
    return true;
}

/* The eight-byte block, and the footer after it. */
static bool find_block(block *out, apo_span *footer, apo_span file)
{
    block first;
    if (!read_block(&first, file, 4) || file.text[4] < '2')
        return false;
    apo_span rest = apo_span_part(file, HEADER + first.length, file.length);
    if (!read_block(out, rest, 8))
        return false;
    *footer = apo_span_part(rest, HEADER + out->length, rest.length);
    return true;
}

static int32_t type_offset(const block *all, size_t type)
{
    size_t at = all->times * (all->width + 1) + type * TYPE;
    return (int32_t)read_number(all->bytes, at, 4);
}

/* How many of the zone's changes lie before that moment. */
static size_t count_past(const block *all, int64_t utc_s)
{
    size_t low = 0, high = all->times;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (read_number(all->bytes, middle * all->width, all->width) <= utc_s)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- the rule for the time after the last change: "CET-1CEST,M3.5.0,M10.5.0/3" --- */

static bool take(apo_span *rest, char c)
{
    if (rest->length == 0 || rest->text[0] != c)
        return false;
    *rest = apo_span_part(*rest, 1, rest->length);
    return true;
}

static bool take_number(apo_span *rest, int32_t most, int32_t *out)
{
    size_t count = 0;
    int32_t number = 0;
    while (count < rest->length && count < 4 && apo_is_digit(rest->text[count]))
        number = number * 10 + (rest->text[count++] - '0');
    *rest = apo_span_part(*rest, count, rest->length);
    *out = number;
    return count > 0 && number <= most;
}

/* "CEST", "<+03>". */
static bool skip_name(apo_span *rest)
{
    size_t count = 0;
    if (take(rest, '<')) {
        while (rest->length > 0 && rest->text[0] != '>')
            *rest = apo_span_part(*rest, 1, rest->length);
        return take(rest, '>');
    }
    while (count < rest->length && apo_is_letter(rest->text[count]))
        count++;
    *rest = apo_span_part(*rest, count, rest->length);
    return count > 0;
}

/* "-5:30", "3" as seconds. */
static bool take_time(apo_span *rest, int32_t *out)
{
    int32_t hours, minutes = 0, seconds = 0;
    bool is_negative = take(rest, '-');
    if (!is_negative)
        (void)take(rest, '+');
    if (!take_number(rest, ACROSS_MAX_H, &hours) ||
        (take(rest, ':') && !take_number(rest, 59, &minutes)) ||
        (take(rest, ':') && !take_number(rest, 59, &seconds)))
        return false;
    int32_t sum = hours * HOUR_S + minutes * 60 + seconds;
    *out = is_negative ? -sum : sum;
    return true;
}

/* "M3.5.0/2": the fifth, that is the last, Sunday of March, at two o'clock. */
typedef struct change {
    int32_t month, week, weekday, time_s;
} change;

static bool take_change(apo_span *rest, change *out)
{
    *out = (change){.time_s = 2 * HOUR_S};
    return take(rest, ',') && take(rest, 'M') && take_number(rest, 12, &out->month) &&
           out->month > 0 && take(rest, '.') && take_number(rest, RULE_WEEK_LAST, &out->week) &&
           out->week > 0 && take(rest, '.') && take_number(rest, 6, &out->weekday) &&
           (!take(rest, '/') || take_time(rest, &out->time_s));
}

static int64_t floor_to(int64_t number, int64_t step)
{
    int64_t part = number / step;
    return number % step < 0 ? part - 1 : part;
}

/* Days from 1970 to the first of a month; months count on from January 1970. */
static int64_t first_day(int64_t year, int64_t month)
{
    static const int16_t before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    int64_t past = year - 1;
    int64_t days = past * 365 + past / 4 - past / 100 + past / 400 - 719162;
    return days + before[month - 1] + (month > 2 && is_leap);
}

/* The moment of the change in a year, in local time before it, as seconds since 1970. */
static int64_t moment_of(const change *one, int64_t year)
{
    int64_t first = first_day(year, one->month);
    int64_t next = one->month == 12 ? first_day(year + 1, 1) : first_day(year, one->month + 1);
    int64_t weekday = (first + 4) % 7; /* 1 January 1970 was a Thursday */
    int64_t day = first + (one->weekday - weekday + 7) % 7 + 7 * (one->week - 1);
    while (day >= next)
        day -= 7;
    return day * DAY_S + one->time_s;
}

/* False: the rule is unsupported, or there is none. */
static bool offset_by_rule(int32_t *out, apo_span rule, int64_t utc_s)
{
    int32_t west, summer_west;
    change begin, end;
    if (!skip_name(&rule) || !take_time(&rule, &west))
        return false;
    if (rule.length == 0) {
        *out = -west;
        return true;
    }
    if (!skip_name(&rule))
        return false;
    summer_west = west - HOUR_S;
    if (rule.length > 0 && rule.text[0] != ',' && !take_time(&rule, &summer_west))
        return false;
    if (!take_change(&rule, &begin) || !take_change(&rule, &end) || rule.length > 0)
        return false;
    /* The year in local time: no zone changes close to New Year. */
    int64_t year = 1970 + floor_to(utc_s - west, INT64_C(31556952));
    int64_t from = moment_of(&begin, year) + west, to = moment_of(&end, year) + summer_west;
    bool is_summer = from < to ? utc_s >= from && utc_s < to : utc_s >= from || utc_s < to;
    *out = is_summer ? -summer_west : -west;
    return true;
}

/* --- questions ----------------------------------------------------------- */

bool apo_zone_offset(int32_t *out_s, apo_span zone, int64_t utc_s)
{
    block all;
    apo_span rule, rest;
    int32_t offset;
    if (zone.length == 0) {
        *out_s = 0;
        return true;
    }
    /* Limits the years; calendars some thousand years away mean nothing. */
    if (utc_s < 0 || utc_s > INT64_C(100000000000) || !find_block(&all, &rest, zone))
        return false;
    size_t past = count_past(&all, utc_s);
    size_t type = past == 0 ? 0 : (uint8_t)all.bytes.text[all.times * all.width + past - 1];
    if (type >= all.types)
        return false;
    offset = type_offset(&all, type);
    if (past == all.times && take(&rest, '\n') && apo_span_line(&rest, &rule))
        (void)offset_by_rule(&offset, rule, utc_s);
    if (offset < -APO_ZONE_OFFSET_MAX_S || offset > APO_ZONE_OFFSET_MAX_S)
        return false;
    *out_s = offset;
    return true;
}

/* The moment at which clocks of the zone show this. Two passes: the first may fall on the other
 * side of a change. */
static int64_t moment_at(apo_span zone, int64_t local_s)
{
    int32_t offset = 0;
    (void)apo_zone_offset(&offset, zone, local_s);
    (void)apo_zone_offset(&offset, zone, local_s - offset);
    return local_s - offset;
}

int64_t apo_zone_next_hour(apo_span zone, int64_t now_ms, unsigned hour)
{
    int32_t offset = 0;
    int64_t now_s = floor_to(now_ms, MS);
    (void)apo_zone_offset(&offset, zone, now_s);
    int64_t day = floor_to(now_s + offset, DAY_S);
    for (;; day++) {
        int64_t moment_ms = moment_at(zone, day * DAY_S + (int64_t)hour * HOUR_S) * MS;
        if (moment_ms > now_ms)
            return moment_ms;
    }
}
