#include "server/web/scope.h"

#include "i18n/i18n.h"

static const struct {
    const char *word, *sentence;
} scopes[APO_SCOPES] = {
    [APO_SCOPE_SESSION] = {"", ""},
    [APO_SCOPE_PUBLIC] = {"", ""},
    [APO_SCOPE_READ] = {"read", APO_T("See what you see: your games, notes, invitations")},
    [APO_SCOPE_PLAY] = {"play", APO_T("Move, offer, answer and resign in your games")},
    [APO_SCOPE_INVITE] = {"invite", APO_T("Start and join games, send and answer invitations")},
    [APO_SCOPE_ACCOUNT] = {"account",
                           APO_T("Change profile and settings, but not the password")},
    [APO_SCOPE_WORK] = {"work", APO_T("Compute for the server, if its operators allow it")},
};

const char *apo_scope_word(enum apo_scope scope)
{
    return scopes[scope].word;
}

bool apo_scope_is_for_apps(enum apo_scope scope)
{
    return scope >= APO_SCOPE_READ && scope < APO_SCOPE_ACCOUNT;
}

const char *apo_scope_sentence(enum apo_scope scope)
{
    return scopes[scope].sentence;
}

bool apo_scope_find(apo_span word, enum apo_scope *out)
{
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        if (apo_span_is(word, scopes[scope].word)) {
            *out = scope;
            return true;
        }
    }
    return false;
}

unsigned apo_scope_bit(enum apo_scope scope)
{
    return 1U << (unsigned)scope;
}

bool apo_scope_allows(unsigned set, enum apo_scope wanted)
{
    if (wanted == APO_SCOPE_SESSION)
        return false;
    return wanted == APO_SCOPE_PUBLIC || (set & apo_scope_bit(wanted)) != 0;
}
