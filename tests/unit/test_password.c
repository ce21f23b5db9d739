#include "test.h"

#include "server/web/password.h"

static void check(const char *password, const char *name, const char *wanted)
{
    const char *fault = apo_password_fault(apo_span_of(password), apo_span_of(name), NULL);
    if (wanted == NULL) {
        if (fault != NULL)
            print_error("%s: %s\n", password, fault);
        assert_null(fault);
        return;
    }
    if (fault == NULL)
        print_error("%s is let through\n", password);
    assert_non_null(fault);
    assert_non_null(strstr(fault, wanted));
}

static void lengths_are_those_of_characters(void **state)
{
    char text[700];
    (void)state;
    check("", "", "at least 12");
    check("blue kettle", "", "at least 12");
    check("blue kettles", "", NULL);
    check("äöüßéèàçñøåж", "", NULL);
    check("äöüßéèàçñøå", "", "at least 12");
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "blue kettle 7!"[i % 14];
    text[128] = '.'; /* not a repetition */
    text[127] = '\0';
    text[126] = '?';
    check(text, "", NULL);
    text[127] = 'z';
    text[129] = '\0';
    check(text, "", "too long");
    text[699] = '\0';
    text[129] = 'x';
    check(text, "", "too long");
}

static void what_is_guessed_first_is_refused(void **state)
{
    static const char *const easy[] = {
        "password1234",   "Password123!",    "passwordpassword", "123456789012",
        "qwertyuiop12",   "abcdefghijkl",    "aaaaaaaaaaaa",     "aaaabbbbcccc",
        "111222333444",   "iloveyou2024!",   "zxcvbnm,./123",    "my password is 1",
        "098765432109",   "blue7blue7blue7", "apothecary2026",   "AdminAdmin2020",
        "qwertzuiopasdf", "motdepasse123",   "michael12345",     "p@ssw0rd1234",
        "P4$$w0rd!!!!",   "1l0v3y0u!2024",   "Sommer2026Sommer", "jennifer & david",
        "m0nk3y-Dr4g0n",  "12michelle34!",   "Fussball_1990_!",  "Summer.Winter.7",
    };
    (void)state;
    for (size_t i = 0; i < sizeof easy / sizeof easy[0]; i++)
        check(easy[i], "", "easy to guess");
}

static void the_name_is_no_password(void **state)
{
    (void)state;
    check("Wilhelmina-7", "Wilhelmina-7", "easy to guess");
    check("wilhelmina-7 !!", "Wilhelmina-7", "easy to guess");
    check("wilhelmina-7 sings loudly", "Wilhelmina-7", NULL);
    check("a kettle of fish", "Wilhelmina-7", NULL);
}

static void good_ones_are_let_through(void **state)
{
    static const char *const good[] = {
        "correct horse",      "battery staple",   "another horse", "xK9#mQ2$vL7p",
        "drei Katzen im Hof", "le thé est froid", "a1b2-c9d8-e7",  "кошка на окне"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        check(good[i], "Anna", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_those_of_characters),
        cmocka_unit_test(what_is_guessed_first_is_refused),
        cmocka_unit_test(the_name_is_no_password),
        cmocka_unit_test(good_ones_are_let_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
