#include "net/wall_clock.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

enum {
    MS_PER_S = 1000,
    NS_PER_MS = 1000000,
    TEXT_MAX = 48,  /* "1000000@" and a time, with some to spare */
    DIGITS_MAX = 15 /* of a time; the year 33658 is far enough */
};

static const char variable[] = "APOTHECARY_CLOCK_RATE", hand[] = "hand:";

typedef struct haste {
    uint32_t rate;
    int64_t from_ms;
    bool is_by_hand; /* time stands still at `from_ms` */
} haste;

static int64_t world_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * MS_PER_S + now.tv_nsec / NS_PER_MS;
}

static bool read_time(apo_span text, int64_t *out)
{
    int64_t value = 0;
    if (text.length == 0 || text.length > DIGITS_MAX)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (!apo_is_digit(text.text[i]))
            return false;
        value = value * 10 + (text.text[i] - '0');
    }
    *out = value;
    return true;
}

/* Without a starting time, `from_ms` is left alone. */
static bool read_haste(apo_span text, haste *out)
{
    size_t at = 0;
    while (at < text.length && text.text[at] != '@')
        at++;
    if (!apo_span_number(apo_span_part(text, 0, at), APO_WALL_CLOCK_RATE_MAX, &out->rate) ||
        out->rate == 0)
        return false;
    return at == text.length ||
           read_time(apo_span_part(text, at + 1, text.length - at - 1), &out->from_ms);
}

/* The time in a file; false: it has none. */
static bool read_hand(const char *path, int64_t *out)
{
    char buf[TEXT_MAX];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t length = read(file, buf, sizeof buf);
    close(file);
    return length > 0 && read_time(apo_span_trim((apo_span){buf, (size_t)length}), out);
}

static bool is_by_hand(const char *text)
{
    return apo_span_starts_with(apo_span_of(text), hand);
}

bool apo_wall_clock_set_rate(const char *text)
{
    char buf[TEXT_MAX];
    haste wanted = {.rate = 1, .from_ms = world_ms()};
    if (is_by_hand(text))
        return read_hand(text + sizeof hand - 1, &wanted.from_ms) &&
               setenv(variable, text, 1) == 0;
    if (!read_haste(apo_span_of(text), &wanted))
        return false;
    apo_text value = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&value, wanted.rate);
    apo_text_add_char(&value, '@');
    apo_text_add_number(&value, wanted.from_ms);
    return setenv(variable, buf, 1) == 0;
}

static haste the_haste(void)
{
    const char *text = getenv(variable);
    haste found = {.rate = 1};
    if (text != NULL && is_by_hand(text)) {
        found = (haste){.rate = APO_WALL_CLOCK_RATE_MAX, .is_by_hand = true};
        if (read_hand(text + sizeof hand - 1, &found.from_ms))
            return found;
    }
    if (text == NULL || !read_haste(apo_span_of(text), &found))
        found = (haste){.rate = 1};
    return found;
}

uint32_t apo_wall_clock_rate(void)
{
    return the_haste().rate;
}

int64_t apo_wall_clock_lead_ms(void)
{
    struct timespec now = {0, 0};
    if (the_haste().is_by_hand)
        return 0; /* a clock set by hand moves in steps, which need no correction */
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t lead = world_ms() - ((int64_t)now.tv_sec * MS_PER_S + now.tv_nsec / NS_PER_MS);
    return lead * the_haste().rate;
}

int64_t apo_wall_clock_ms(void)
{
    haste now = the_haste();
    int64_t world = world_ms();
    if (now.is_by_hand)
        return now.from_ms;
    return now.rate == 1 ? world : now.from_ms + (world - now.from_ms) * now.rate;
}
