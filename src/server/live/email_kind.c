#include "server/live/email_kind.h"

#include "i18n/i18n.h"

static const struct {
    const char *word, *sentence;
} kinds[APO_EMAIL_KINDS] = {
    [APO_EMAIL_TURN] = {"turn", APO_T("When it is your turn in a game with days to think")},
    [APO_EMAIL_REMINDER] = {"reminder", APO_T("The reminders that you have chosen")},
    [APO_EMAIL_INVITATION] = {"invitation", APO_T("When somebody invites you")},
    [APO_EMAIL_DIGEST] = {"digest", APO_T("Once a day: all games in which it is your turn")},
    [APO_EMAIL_EVENT] = {"event",
                         APO_T("The other notices that you have chosen to get by mail")},
    [APO_EMAIL_CONFIRM] = {"confirm", ""},
    [APO_EMAIL_RESET] = {"reset", ""},
    [APO_EMAIL_CHANGED] = {"changed", ""},
};

const char *apo_email_word(enum apo_email_kind kind)
{
    return kinds[kind].word;
}

const char *apo_email_sentence(enum apo_email_kind kind)
{
    return kinds[kind].sentence;
}

bool apo_email_find(apo_span word, enum apo_email_kind *out)
{
    for (enum apo_email_kind kind = APO_EMAIL_TURN; kind < APO_EMAIL_KINDS; kind++) {
        if (apo_span_is(word, kinds[kind].word)) {
            *out = kind;
            return true;
        }
    }
    return false;
}

bool apo_email_is_of_game(enum apo_email_kind kind)
{
    return kind == APO_EMAIL_TURN || kind == APO_EMAIL_REMINDER;
}

bool apo_email_may(apo_app *app, apo_store_mailbox *out, apo_span person,
                   enum apo_email_kind kind)
{
    return app->mailer != NULL && person.length > 0 &&
           apo_store_find_mailbox(app->store, out, person) == APO_OK && out->confirmed_ms > 0 &&
           out->refused_ms == 0 && (out->wanted | ~(unsigned)APO_EMAILS_OPTIONAL) >> kind & 1U;
}
