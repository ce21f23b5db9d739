/* Local time: offsets of zones from files that are made here, and from those of the system if
 * it has them. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "i18n/zone.h"

enum {
    FILE_MAX = 8192
};

static char bytes[FILE_MAX];

/* Of the system's database; empty if it has none. */
static apo_span zone_of(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", name);
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL)
        fclose(file);
    return (apo_span){bytes, length};
}

/* A file that knows no changes, only a rule. */
static apo_span rule_of(const char *rule)
{
    static const char header[] =
        "TZif2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
        "\0\0\0\0\1\0\0\0\4";
    static const char body[] = "\0\0\0\0\0\0UTC";
    size_t length = 0;
    for (int i = 0; i < 2; i++) {
        memcpy(bytes + length, header, 44);
        memcpy(bytes + length + 44, body, 10);
        length += 54;
    }
    length += (size_t)snprintf(bytes + length, sizeof bytes - length, "\n%s\n", rule);
    return (apo_span){bytes, length};
}

static int minutes(apo_span zone, int64_t utc_s)
{
    int32_t offset = -1;
    assert_true(apo_zone_offset(&offset, zone, utc_s));
    return offset / 60;
}

static void test_rules(void **state)
{
    (void)state;
    apo_span berlin = rule_of("CET-1CEST,M3.5.0,M10.5.0/3");
    /* 29 March 2026, 1:00 UTC, and 25 October 2026, 1:00 UTC. */
    assert_int_equal(minutes(berlin, 1774746000 - 1), 60);
    assert_int_equal(minutes(berlin, 1774746000), 120);
    assert_int_equal(minutes(berlin, 1792890000 - 1), 120);
    assert_int_equal(minutes(berlin, 1792890000), 60);
    /* The south: 5 April 2026, 3:00 local is 16:00 UTC of the day before; summer over New
     * Year. */
    apo_span sydney = rule_of("AEST-10AEDT,M10.1.0,M4.1.0/3");
    assert_int_equal(minutes(sydney, 1775318400 - 1), 660);
    assert_int_equal(minutes(sydney, 1775318400), 600);
    assert_int_equal(minutes(sydney, 1798718400), 660);
    assert_int_equal(minutes(rule_of("<+0545>-5:45"), 0), 345);
    assert_int_equal(minutes(rule_of("EST5"), 1774746000), -300);
    /* What is not understood leaves what the table says. */
    assert_int_equal(minutes(rule_of("CET-1CEST,J60,J300"), 1774746000), 0);
    assert_int_equal(minutes((apo_span){NULL, 0}, 1774746000), 0);
}

static void test_no_zones(void **state)
{
    (void)state;
    int32_t offset = 7;
    apo_span whole = rule_of("UTC0");
    for (size_t length = 1; length < 54 + 54; length++)
        assert_false(apo_zone_offset(&offset, (apo_span){bytes, length}, 0));
    assert_true(apo_zone_offset(&offset, whole, 0));
    assert_false(apo_zone_offset(
        &offset, apo_span_of("nothing of the kind, however long it may be written"), 0));
}

static void test_next_hour(void **state)
{
    (void)state;
    apo_span berlin = rule_of("CET-1CEST,M3.5.0,M10.5.0/3");
    const int64_t hour_ms = INT64_C(3600000), change_ms = INT64_C(1774746000000);
    /* The evening before clocks go forward: seven o'clock is ten hours away, and not eleven. */
    int64_t evening = change_ms - 5 * hour_ms; /* 21:00 */
    assert_int_equal(apo_zone_next_hour(berlin, evening, 7), evening + 9 * hour_ms);
    assert_int_equal(apo_zone_next_hour(berlin, evening, 21), evening + 23 * hour_ms);
    assert_int_equal(apo_zone_next_hour(berlin, evening - 1, 21), evening);
    /* Two o'clock is left out that night. */
    int64_t two = apo_zone_next_hour(berlin, evening, 2);
    assert_in_range(two, change_ms, change_ms + hour_ms);
    assert_int_equal(apo_zone_next_hour((apo_span){NULL, 0}, 0, 7), 7 * hour_ms);
}

/* Winter and summer of 2026 by the system's files, fat or slim. */
static void test_the_system(void **state)
{
    (void)state;

    static const struct {
        const char *name;
        int winter, summer;
    } zones[] = {{"Europe/Berlin", 60, 120},        {"America/New_York", -300, -240},
                 {"Asia/Kathmandu", 345, 345},      {"America/St_Johns", -210, -150},
                 {"Australia/Sydney", 660, 600},    {"Pacific/Kiritimati", 840, 840},
                 {"America/Sao_Paulo", -180, -180}, {"Etc/UTC", 0, 0}};

    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        apo_span zone = zone_of(zones[i].name);
        if (zone.length == 0)
            continue;
        assert_int_equal(minutes(zone, 1768478400), zones[i].winter);
        assert_int_equal(minutes(zone, 1784116800), zones[i].summer);
        /* And in 2090, when all tables are over. */
        assert_int_equal(minutes(zone, INT64_C(3785054400)), zones[i].winter);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_no_zones),
        cmocka_unit_test(test_next_hour),
        cmocka_unit_test(test_the_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
