#include "server/live/mail_kind.h"

#include "i18n/i18n.h"

static const struct {
    const char *word, *sentence;
} kinds[APO_LETTERS] = {
    [APO_LETTER_TURN] = {"turn", APO_T("When it is your turn in a game with days to think")},
    [APO_LETTER_REMINDER] = {"reminder", APO_T("The reminders that you have chosen")},
    [APO_LETTER_INVITATION] = {"invitation", APO_T("When somebody invites you")},
    [APO_LETTER_DIGEST] = {"digest", APO_T("Once a day: all games in which it is your turn")},
    [APO_LETTER_CONFIRM] = {"confirm", ""},
    [APO_LETTER_RESET] = {"reset", ""},
    [APO_LETTER_CHANGED] = {"changed", ""},
};

const char *apo_letter_word(enum apo_letter_kind kind)
{
    return kinds[kind].word;
}

const char *apo_letter_sentence(enum apo_letter_kind kind)
{
    return kinds[kind].sentence;
}

bool apo_letter_find(apo_span word, enum apo_letter_kind *out)
{
    for (enum apo_letter_kind kind = APO_LETTER_TURN; kind < APO_LETTERS; kind++) {
        if (apo_span_is(word, kinds[kind].word)) {
            *out = kind;
            return true;
        }
    }
    return false;
}

bool apo_letter_may(apo_app *app, apo_store_mailbox *out, apo_span person,
                    enum apo_letter_kind kind)
{
    return app->post != NULL && person.length > 0 &&
           apo_store_find_mailbox(app->store, out, person) == APO_OK && out->confirmed_ms > 0 &&
           out->refused_ms == 0 && (out->wanted | ~(unsigned)APO_LETTERS_OPTIONAL) >> kind & 1U;
}
