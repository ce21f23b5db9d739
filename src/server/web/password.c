#include "server/web/password.h"

#include <string.h>

#include "base/utf8.h"
#include "i18n/i18n.h"

enum {
    LETTERS_MAX = 4 * APO_PASSWORD_CHARS_MAX,
    DISTINCT_MIN = 5,   /* "aaaabbbbcccc" has 3 */
    ROW_PERCENT = 70,   /* of all steps from character to character */
    BESIDE_NAME_MIN = 6 /* characters besides the name */
};

/* Common words in lists of stolen passwords. Two of them in a row are no better. */
static const char *const common[] = {
    "password",      "passwort",     "motdepasse", "passw",      "pass",
    "word",          "letmein",      "welcome",    "willkommen", "bienvenue",
    "iloveyou",      "ichliebedich", "jetaime",    "love",       "admin",
    "administrator", "root",         "login",      "user",       "guest",
    "test",          "secret",       "geheim",     "changeme",   "default",
    "master",        "hello",        "hallo",      "bonjour",    "monkey",
    "dragon",        "sunshine",     "princess",   "shadow",     "superman",
    "batman",        "football",     "fussball",   "baseball",   "soccer",
    "hockey",        "summer",       "winter",     "sommer",     "spring",
    "autumn",        "chess",        "schach",     "echecs",     "apothecary",
    "game",          "play",         "computer",   "internet",   "qwerty",
    "qwertz",        "azerty",       "asdf",       "yxcv",       "zxcv",
    "abc",           "my",           "the",        "is",         "me",
    "you",           "mein",         "mon",        "new",        "trustno",
};

static size_t count_chars(apo_span text)
{
    size_t count = 0;
    for (size_t at = 0; at < text.length; count++) {
        size_t length = apo_utf8_measure(apo_span_part(text, at, text.length));
        at += length > 0 ? length : 1;
    }
    return count;
}

static bool has_few(apo_span text)
{
    bool seen[256] = {false};
    unsigned count = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool *place = &seen[(unsigned char)text.text[i]];
        count += !*place;
        *place = true;
    }
    return count < DISTINCT_MIN;
}

/* "correctcorrect", "123412341234". */
static bool is_repeated(apo_span text)
{
    for (size_t period = 1; period <= text.length / 2; period++)
        if (text.length % period == 0 &&
            memcmp(text.text, text.text + period, text.length - period) == 0)
            return true;
    return false;
}

/* True if the characters are neighbours in the row, in either direction. */
static bool are_neighbours(char a, char b)
{
    static const char *const rows[] = {"01234567890", "qwertyuiop",  "qwertzuiop",
                                       "asdfghjkl",   "zxcvbnm",     "yxcvbnm",
                                       "azertyuiop",  "1qaz2wsx3edc"};
    if (a == b || a + 1 == b || b + 1 == a)
        return true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (const char *at = rows[i]; at[1] != '\0'; at++)
            if ((at[0] == a && at[1] == b) || (at[0] == b && at[1] == a))
                return true;
    return false;
}

static bool is_row(apo_span text)
{
    size_t steps = 0;
    for (size_t i = 1; i < text.length; i++)
        steps += are_neighbours(text.text[i - 1], text.text[i]);
    return steps * 100 >= (text.length - 1) * ROW_PERCENT;
}

/* The length of the longest common word at the front; 0 if there is none. */
static size_t common_at(apo_span letters)
{
    size_t longest = 0;
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        size_t length = strlen(common[i]);
        if (length > longest && apo_span_starts_with(letters, common[i]))
            longest = length;
    }
    return longest;
}

/* True for nothing but common words, ignoring digits and signs between them. */
static bool is_common(apo_span text)
{
    char buf[LETTERS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if ((unsigned char)c >= 0x80)
            return false;
        if (apo_is_letter(c))
            buf[count++] = c;
    }
    for (apo_span rest = {buf, count}; rest.length > 0;) {
        size_t length = common_at(rest);
        if (length == 0)
            return false;
        rest = apo_span_part(rest, length, rest.length);
    }
    return true;
}

static bool is_name(apo_span text, apo_span name)
{
    char buf[LETTERS_MAX];
    if (name.length == 0 || name.length > text.length ||
        text.length - name.length >= BESIDE_NAME_MIN)
        return false;
    for (size_t i = 0; i < name.length; i++)
        buf[i] = apo_to_lower(name.text[i]);
    for (size_t at = 0; at + name.length <= text.length; at++)
        if (memcmp(text.text + at, buf, name.length) == 0)
            return true;
    return false;
}

static bool is_easy(apo_span password, apo_span name)
{
    char buf[LETTERS_MAX];
    for (size_t i = 0; i < password.length; i++)
        buf[i] = apo_to_lower(password.text[i]);
    apo_span text = {buf, password.length};
    return has_few(text) || is_repeated(text) || is_row(text) || is_common(text) ||
           is_name(text, name);
}

const char *apo_password_fault(apo_span password, apo_span name)
{
    size_t count = count_chars(password);
    if (count < APO_PASSWORD_CHARS_MIN)
        return APO_T("The password needs at least 12 characters; a few words will do.");
    if (count > APO_PASSWORD_CHARS_MAX || password.length > LETTERS_MAX)
        return APO_T("The password is too long: 128 characters are enough.");
    return is_easy(password, name)
               ? APO_T("This password is too easy to guess; please choose another one.")
               : NULL;
}
