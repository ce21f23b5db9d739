#include "server/talk/preset.h"

#include "i18n/i18n.h"

static const apo_preset presets[] = {
    {"hello", APO_T("Hello!")},
    {"good-luck", APO_T("Good luck!")},
    {"have-fun", APO_T("Have fun!")},
    {"you-too", APO_T("You too!")},
    {"one-moment", APO_T("One moment, please.")},
    {"back-again", APO_T("I am back.")},
    {"nice-move", APO_T("A fine move!")},
    {"oops", APO_T("Oops, that was a slip.")},
    {"well-played", APO_T("Well played!")},
    {"good-game", APO_T("Good game!")},
    {"thanks", APO_T("Thank you!")},
    {"another", APO_T("Another game?")},
    {"must-go", APO_T("I have to go. Goodbye!")},
};

bool apo_preset_at(apo_preset *out, unsigned index)
{
    if (index >= sizeof presets / sizeof presets[0])
        return false;
    *out = presets[index];
    return true;
}

bool apo_preset_find(apo_preset *out, apo_span word)
{
    for (unsigned i = 0; apo_preset_at(out, i); i++) {
        if (apo_span_is(word, out->word))
            return true;
    }
    return false;
}
