#include "base/mem.h"
#include "definition/betza/write_priv.h"

/* Direction letters for a set of directions: short words are tried with the reader itself, so
 * that reader and writer always agree; a set without a short word is composed of pairs of
 * letters, which cannot be misread. */

enum {
    SHORT_LETTERS = 3, /* "ffs" */
    PAIR_LETTERS = 2
};

/* The directions searched for, and how texts are read. */
typedef struct search {
    const char *alphabet;
    bool is_later;
    enum apo_betza_class class;
    uint8_t directions, bends;
} search;

static bool read_word(const search *s, const char *word, size_t length, uint8_t *out_directions,
                      uint8_t *out_bends)
{
    apo_betza_text t;
    memset(&t, 0, sizeof t);
    t.text = (apo_span){word, length};
    const apo_betza_letters letters = {.end = length, .has_directions = true};
    *out_bends = 0;
    apo_status status =
        s->is_later ? apo_betza__later_directions(&t, &letters, out_directions, out_bends)
                    : apo_betza__first_directions(&t, &letters, s->class, out_directions);
    return status == APO_OK;
}

static bool is_found(const search *s, const char *word, size_t length)
{
    uint8_t directions, bends;
    return read_word(s, word, length, &directions, &bends) && directions == s->directions &&
           bends == s->bends;
}

static size_t length_of(const char *string)
{
    size_t length = 0;
    while (string[length] != '\0')
        length++;
    return length;
}

/* Makes word number `index` of this length, in the order of the alphabet. */
static void make_word(const char *alphabet, size_t index, size_t length, char *out)
{
    size_t letters = length_of(alphabet);
    for (size_t i = length; i > 0; i--) {
        out[i - 1] = alphabet[index % letters];
        index /= letters;
    }
    out[length] = '\0';
}

static size_t count_words(const char *alphabet, size_t length)
{
    size_t count = 1;
    for (size_t i = 0; i < length; i++)
        count *= length_of(alphabet);
    return count;
}

static bool find_short(const search *s, char *out)
{
    for (size_t length = 1; length <= SHORT_LETTERS; length++) {
        size_t count = count_words(s->alphabet, length);
        for (size_t i = 0; i < count; i++) {
            make_word(s->alphabet, i, length, out);
            if (is_found(s, out, length))
                return true;
        }
    }
    return false;
}

static unsigned count_bits(unsigned set)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* Reads a pair of letters. False if it is not one: "zq" is z and q, and after it q would pair
 * with the next letter. */
static bool read_pair(const search *s, const char *word, uint8_t *out_directions,
                      uint8_t *out_bends)
{
    uint8_t parts[2] = {0, 0}, parts_bends[2] = {0, 0};
    if (!read_word(s, word, PAIR_LETTERS, out_directions, out_bends))
        return false;
    if (word[0] == word[1])
        return true;
    for (unsigned i = 0; i < 2; i++) {
        if (!read_word(s, word + i, 1, &parts[i], &parts_bends[i]))
            return true; /* h cannot stand alone */
    }
    return (parts[0] | parts[1]) != *out_directions ||
           (parts_bends[0] | parts_bends[1]) != *out_bends;
}

/* Finds the pair of letters that covers most of the missing directions and no others; false if
 * there is none. */
static bool find_pair(const search *s, uint8_t directions, uint8_t bends, char out[3],
                      uint8_t *out_directions, uint8_t *out_bends)
{
    size_t count = count_words(s->alphabet, PAIR_LETTERS);
    unsigned best = 0;
    for (size_t i = 0; i < count; i++) {
        char word[PAIR_LETTERS + 1];
        uint8_t some, some_bends;
        make_word(s->alphabet, i, PAIR_LETTERS, word);
        if (!read_pair(s, word, &some, &some_bends) || (some & ~s->directions) != 0 ||
            (some_bends & ~s->bends) != 0)
            continue;
        unsigned gain = count_bits((unsigned)(some & directions)) +
                        count_bits((unsigned)(some_bends & bends));
        if (gain > best) {
            best = gain;
            memcpy(out, word, sizeof word);
            *out_directions = some;
            *out_bends = some_bends;
        }
    }
    return best > 0;
}

static bool find_long(const search *s, char *out)
{
    uint8_t directions = s->directions, bends = s->bends;
    size_t length = 0;
    while ((directions != 0 || bends != 0) && length + PAIR_LETTERS < APO_BETZA_LETTERS_MAX) {
        uint8_t some, some_bends;
        if (!find_pair(s, directions, bends, out + length, &some, &some_bends))
            return false;
        directions &= (uint8_t)~some;
        bends &= (uint8_t)~some_bends;
        length += PAIR_LETTERS;
    }
    return is_found(s, out, length);
}

bool apo_betza__find_first_letters(uint8_t set, enum apo_betza_class class,
                                   char out[APO_BETZA_LETTERS_MAX])
{
    const search s = {.alphabet = "fbvslrh", .class = class, .directions = set};
    out[0] = '\0';
    return set == apo_betza__compass(class) || find_short(&s, out) || find_long(&s, out);
}

bool apo_betza__find_later_letters(uint8_t directions, uint8_t bends,
                                   char out[APO_BETZA_LETTERS_MAX])
{
    const search s = {.alphabet = "fsblrvhzq",
                      .is_later = true,
                      .class = APO_BETZA_KING,
                      .directions = directions,
                      .bends = bends};
    return find_short(&s, out) || find_long(&s, out);
}
