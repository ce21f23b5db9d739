#include "game/tournament.h"

#include "base/random.h"

enum {
    STREAK = 2 /* wins in a row after which points are doubled */
};

typedef struct break_words {
    const char *word;
    unsigned unit;
} break_words;

static const break_words words[APO_TOURNAMENT_BREAKS] = {
#define APO_TOURNAMENT_BREAK_ROW(name, word, unit) [APO_TOURNAMENT_BREAK_##name] = {word, unit},
    APO_TOURNAMENT_BREAK_LIST(APO_TOURNAMENT_BREAK_ROW)
#undef APO_TOURNAMENT_BREAK_ROW
};

const char *apo_tournament_break_word(enum apo_tournament_break which)
{
    return words[which].word;
}

enum apo_tournament_break apo_tournament_break_find(apo_span word)
{
    for (unsigned i = 0; i < APO_TOURNAMENT_BREAKS; i++) {
        if (apo_span_is(word, words[i].word))
            return (enum apo_tournament_break)i;
    }
    return APO_TOURNAMENT_BREAKS;
}

unsigned apo_tournament_streak_points(unsigned *streak, unsigned quarters)
{
    const unsigned points = quarters * (*streak >= STREAK ? 4 : 2);
    *streak = quarters == APO_TOURNAMENT_WIN ? *streak + 1 : 0;
    return points;
}

/* --- starts and order ---------------------------------------------------- */

void apo_tournament_shuffle(unsigned *out, size_t count, uint64_t seed)
{
    apo_random random;
    apo_random_seed(&random, seed);
    for (size_t i = 0; i < count; i++) {
        size_t at = apo_random_below(&random, (uint32_t)i + 1);
        out[i] = out[at];
        out[at] = (unsigned)i;
    }
}

static bool is_among(const unsigned *numbers, unsigned count, unsigned number)
{
    for (unsigned i = 0; i < count; i++) {
        if (numbers[i] == number)
            return true;
    }
    return false;
}

unsigned apo_tournament_start(uint64_t seed, unsigned round, unsigned count)
{
    unsigned drawn[APO_TOURNAMENT_ROUNDS_MAX];
    unsigned used = 0;
    apo_random random;
    apo_random_seed(&random, seed);
    for (unsigned i = 0; i < APO_TOURNAMENT_ROUNDS_MAX; i++) {
        if (used >= count)
            used = 0; /* all have been used: start again */
        do
            drawn[used] = 1 + apo_random_below(&random, count);
        while (is_among(drawn, used, drawn[used]));
        if (i + 1 == round)
            return drawn[used];
        used++;
    }
    return 1;
}

/* --- texts --------------------------------------------------------------- */

void apo_tournament_points_write(apo_text *out, unsigned quarters)
{
    static const char *const parts[APO_TOURNAMENT_WIN] = {"", "\xC2\xBC", "\xC2\xBD",
                                                          "\xC2\xBE"};
    unsigned whole = quarters / APO_TOURNAMENT_WIN, rest = quarters % APO_TOURNAMENT_WIN;
    if (whole > 0 || rest == 0)
        apo_text_add_number(out, whole);
    apo_text_add(out, parts[rest]);
}

void apo_tournament_break_write(apo_text *out, enum apo_tournament_break which, int64_t value)
{
    unsigned unit = words[which].unit;
    apo_text_add_number(out, value / unit);
    int64_t rest = value % unit;
    if (rest > 0)
        apo_text_add_char(out, '.');
    for (; rest > 0; rest = rest * 10 % unit)
        apo_text_add_number(out, rest * 10 / unit);
}
