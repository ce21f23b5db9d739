/* Calendar days, counted from January 1st, 1970. Years begin in March here, so that the leap
 * day comes last. */
#include "server/archive/search.h"

enum {
    DAYS_OF_400_YEARS = 146097,
    DAYS_OF_100_YEARS = 36524,
    DAYS_OF_4_YEARS = 1461,
    DAYS_TO_1970 = 719468 /* from March 1st of the year 0 */
};

static int64_t count_days(int64_t year, int64_t month, int64_t day)
{
    int64_t march_year = year - (month <= 2), march_month = (month + 9) % 12;
    return march_year * 365 + march_year / 4 - march_year / 100 + march_year / 400 +
           (march_month * 153 + 2) / 5 + day - 1 - DAYS_TO_1970;
}

static void split_day(int64_t count, int64_t out[3])
{
    int64_t days = count + DAYS_TO_1970;
    int64_t era = (days >= 0 ? days : days - (DAYS_OF_400_YEARS - 1)) / DAYS_OF_400_YEARS;
    int64_t rest = days - era * DAYS_OF_400_YEARS;
    int64_t year = (rest - rest / (DAYS_OF_4_YEARS - 1) + rest / DAYS_OF_100_YEARS -
                    rest / (DAYS_OF_400_YEARS - 1)) /
                   365;
    int64_t day = rest - (year * 365 + year / 4 - year / 100);
    int64_t month = (day * 5 + 2) / 153;
    out[2] = day - (month * 153 + 2) / 5 + 1;
    out[1] = month < 10 ? month + 3 : month - 9;
    out[0] = year + era * 400 + (out[1] <= 2);
}

static void add_padded(apo_text *out, int64_t number, int64_t width)
{
    for (int64_t least = width; least > 1 && number < least; least /= 10)
        apo_text_add_char(out, '0');
    apo_text_add_number(out, number);
}

void apo_archive_write_day(apo_text *out, int64_t day)
{
    int64_t parts[3];
    split_day(day, parts);
    add_padded(out, parts[0], 1000);
    apo_text_add_char(out, '-');
    add_padded(out, parts[1], 10);
    apo_text_add_char(out, '-');
    add_padded(out, parts[2], 10);
}

bool apo_archive_read_day(int64_t *out, apo_span text)
{
    uint32_t year, month, day;
    if (text.length != 10 || (text.text[4] != '-' && text.text[4] != '.') ||
        text.text[7] != text.text[4] ||
        !apo_span_number(apo_span_part(text, 0, 4), 9999, &year) ||
        !apo_span_number(apo_span_part(text, 5, 2), 12, &month) ||
        !apo_span_number(apo_span_part(text, 8, 2), 31, &day) || year == 0 || month == 0 ||
        day == 0)
        return false;
    *out = count_days(year, month, day);
    return true;
}
