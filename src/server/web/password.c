#include "server/web/password.h"

#include <string.h>

#include "base/utf8.h"
#include "i18n/i18n.h"

enum {
    LETTERS_MAX = 4 * APO_PASSWORD_CHARS_MAX,
    DISTINCT_MIN = 5,   /* "aaaabbbbcccc" has 3 */
    ROW_PERCENT = 70,   /* steps from character to character */
    BESIDE_NAME_MIN = 6 /* characters besides the name */
};

/* Words that people choose first: common passwords, names, teams, seasons, in the languages of
 * our players. Several in a row are no better, with or without digits and signs between them,
 * nor are digits and signs in place of letters. The list is our own, not one of stolen
 * passwords. */
/* clang-format off */
static const char *const common[] = {
    "password", "passwort", "motdepasse", "contrasena", "senha", "parola", "passw", "pass",
    "word", "letmein", "letme", "welcome", "willkommen", "bienvenue", "iloveyou",
    "ichliebedich", "jetaime", "love", "liebe", "amour", "admin", "administrator", "root",
    "login", "user", "guest", "test", "testing", "secret", "geheim", "changeme", "change",
    "default", "master", "hello", "hallo", "bonjour", "monkey", "dragon", "sunshine",
    "princess", "shadow", "superman", "batman", "spiderman", "ironman", "pokemon", "starwars",
    "matrix", "ninja", "killer", "hunter", "ranger", "warrior", "knight", "king", "queen",
    "prince", "angel", "devil", "demon", "ghost", "tiger", "lion", "eagle", "falcon", "phoenix",
    "panther", "wolf", "bear", "horse", "cat", "dog", "kitty", "puppy", "banana", "apple",
    "orange", "cherry", "lemon", "cookie", "cheese", "pepper", "ginger", "coffee", "butter",
    "chocolate", "football", "fussball", "fotball", "soccer", "baseball", "basketball",
    "hockey", "tennis", "golf", "rugby", "chelsea", "arsenal", "liverpool", "barcelona",
    "madrid", "juventus", "bayern", "dortmund", "paris", "london", "berlin", "amsterdam",
    "america", "england", "france", "germany", "deutschland", "italia", "espana", "polska",
    "russia", "canada", "texas", "summer", "winter", "sommer", "spring", "autumn", "herbst",
    "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "chess", "schach", "echecs", "apothecary", "game", "games", "gamer", "play",
    "player", "computer", "laptop", "internet", "google", "facebook", "amazon", "youtube",
    "microsoft", "windows", "linux", "samsung", "nokia", "iphone", "android", "server",
    "system", "network", "database", "security", "access", "office", "company", "money",
    "dollar", "bitcoin", "freedom", "forever", "family", "friend", "friends", "mother",
    "father", "brother", "sister", "baby", "girl", "boy", "man", "woman", "happy", "lucky",
    "sweet", "pretty", "beautiful", "crazy", "smile", "flower", "rose", "lily", "star", "stars",
    "moon", "sun", "sky", "heaven", "earth", "world", "ocean", "river", "fire", "water",
    "stone", "silver", "gold", "golden", "diamond", "black", "white", "red", "green", "blue",
    "yellow", "purple", "pink", "magic", "merlin", "gandalf", "frodo", "harry", "potter",
    "hogwarts", "michael", "michelle", "jennifer", "jessica", "joshua", "jordan", "matthew",
    "matt", "daniel", "david", "andrew", "andrea", "anthony", "thomas", "robert", "richard",
    "william", "charles", "joseph", "christopher", "christian", "chris", "nicole", "nicholas",
    "nick", "amanda", "ashley", "samantha", "sam", "sarah", "sara", "maria", "marie", "anna",
    "anne", "hannah", "laura", "julia", "julian", "sophie", "sophia", "emma", "emily", "olivia",
    "elizabeth", "alexander", "alexandra", "alex", "benjamin", "ben", "samuel", "martin",
    "peter", "paul", "patrick", "philip", "kevin", "brian", "steven", "stephen", "stefan",
    "george", "jack", "james", "john", "johnny", "jonathan", "charlie", "maggie", "molly",
    "bailey", "buster", "cooper", "oliver", "oscar", "leo", "lucas", "luca", "lukas", "felix",
    "max", "maximilian", "moritz", "tobias", "sebastian", "florian", "fabian", "dominik",
    "marcus", "markus", "andreas", "wolfgang", "klaus", "hans", "fritz", "heinz", "franz",
    "karl", "otto", "pierre", "jean", "jacques", "louis", "antoine", "nathan", "camille",
    "chloe", "manon", "lea", "lena", "leonie", "katharina", "katrin", "sabine", "susanne",
    "petra", "claudia", "monika", "martina", "carlos", "jose", "juan", "antonio", "francesco",
    "giovanni", "marco", "mario", "giulia", "sofia", "isabella", "victoria", "vanessa",
    "melissa", "rachel", "rebecca", "stephanie", "heather", "jasmine", "angela", "amy", "kelly",
    "kim", "lisa", "linda", "karen", "susan", "donna", "carol", "barbara", "qwerty", "qwertz",
    "azerty", "qazwsx", "asdf", "asdfgh", "yxcv", "zxcv", "zxcvbn", "abc", "abcd", "abcdef",
    "xyz", "my", "the", "is", "are", "me", "you", "your", "mein", "dein", "mon", "ton", "new",
    "old", "good", "bad", "super", "mega", "ultra", "best", "big", "top", "one", "two", "three",
    "four", "five", "six", "seven", "eight", "nine", "ten", "zero", "hundred", "thousand",
    "million", "trustno", "sex", "sexy", "hot", "cool", "rock", "metal", "music", "guitar",
    "piano", "metallica", "nirvana", "beatles", "eminem", "snoopy", "garfield", "mickey",
    "mouse", "donald", "duck", "peanut", "pumpkin", "rainbow", "unicorn", "mustang", "ferrari",
    "porsche", "mercedes", "bmw", "audi", "toyota", "honda", "harley", "corvette", "yamaha",
    "scooter", "trucker",
};

/* clang-format on */

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

/* True if `c` is the letter or stands for it: "p@ssw0rd". */
static bool stands_for(char c, char letter)
{
    static const char *const others[26] = {
        ['a' - 'a'] = "4@",  ['b' - 'a'] = "8",  ['e' - 'a'] = "3", ['g' - 'a'] = "96",
        ['i' - 'a'] = "1!|", ['l' - 'a'] = "1|", ['o' - 'a'] = "0", ['s' - 'a'] = "5$",
        ['t' - 'a'] = "7+",  ['x' - 'a'] = "%",  ['z' - 'a'] = "2",
    };
    const char *list = others[letter - 'a'];
    return c == letter || (list != NULL && c != '\0' && strchr(list, c) != NULL);
}

static bool has_word_at(apo_span text, size_t at, const char *word)
{
    size_t i = 0;
    while (word[i] != '\0' && at + i < text.length && stands_for(text.text[at + i], word[i]))
        i++;
    return word[i] == '\0';
}

/* True if the password is nothing but common words, with digits and signs between them.
 * `is_reached[i]`: the text before i can be split like that. */
static bool is_common(apo_span text)
{
    bool is_reached[LETTERS_MAX + 1] = {true};
    for (size_t at = 0; at < text.length; at++) {
        if ((unsigned char)text.text[at] >= 0x80)
            return false;
        if (!is_reached[at])
            continue;
        if (!apo_is_letter(text.text[at]))
            is_reached[at + 1] = true;
        for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
            if (has_word_at(text, at, common[i]))
                is_reached[at + strlen(common[i])] = true;
        }
    }
    return is_reached[text.length];
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

const char *apo_password_fault(apo_span password, apo_span name, const apo_stolen *stolen)
{
    size_t count = count_chars(password);
    if (count < APO_PASSWORD_CHARS_MIN)
        return APO_T("The password needs at least 12 characters; a few words will do.");
    if (count > APO_PASSWORD_CHARS_MAX || password.length > LETTERS_MAX)
        return APO_T("The password is too long: 128 characters are enough.");
    if (apo_stolen_has(stolen, password))
        return APO_T(
            "This password is on a list of stolen passwords; please choose another one.");
    return is_easy(password, name)
               ? APO_T("This password is too easy to guess; please choose another one.")
               : NULL;
}
