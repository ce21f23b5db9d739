#include "definition/exchange/foreign.h"

#include "definition/exchange/fairy_ini.h"
#include "definition/exchange/interactive.h"
#include "definition/exchange/sjaak.h"
#include "definition/exchange/xboard_read.h"
#include "definition/exchange/xboard_setup.h"
#include "definition/exchange/zillions.h"

enum apo_foreign_form apo_foreign_named(apo_span name)
{
    static const char *const names[APO_FOREIGN_FORMS] = {
        [APO_FOREIGN_DIAGRAM] = "diagram", [APO_FOREIGN_FAIRY] = "fairy",
        [APO_FOREIGN_XBOARD] = "xboard",   [APO_FOREIGN_ZRF] = "zrf",
        [APO_FOREIGN_SJAAK] = "sjaak",
    };
    return (enum apo_foreign_form)apo_span_index(name, names, APO_FOREIGN_FORMS);
}

enum apo_foreign_form apo_foreign_guess(apo_span text)
{
    if (apo_zillions_is_likely(text))
        return APO_FOREIGN_ZRF;
    if (apo_sjaak_is_likely(text))
        return APO_FOREIGN_SJAAK;
    if (apo_xboard_read_is_likely(text))
        return APO_FOREIGN_XBOARD;
    return apo_fairy_ini_is_likely(text) ? APO_FOREIGN_FAIRY : APO_FOREIGN_DIAGRAM;
}

apo_status apo_foreign_read(apo_draft *out, enum apo_foreign_form form, apo_span text,
                            apo_span section, apo_fault_list *diagnostics, apo_error *err)
{
    switch (form) {
    case APO_FOREIGN_FAIRY:
        return apo_fairy_ini_read(out, text, section, NULL, diagnostics, err);
    case APO_FOREIGN_SJAAK: return apo_sjaak_read(out, text, section, NULL, diagnostics, err);
    case APO_FOREIGN_XBOARD: return apo_xboard_read(out, text, NULL, diagnostics, err);
    case APO_FOREIGN_ZRF: return apo_zillions_read(out, text, NULL, diagnostics, err);
    case APO_FOREIGN_DIAGRAM:
    case APO_FOREIGN_FORMS: break;
    }
    return apo_interactive_read(out, text, NULL, diagnostics, err);
}

void apo_foreign_write(apo_buffer *out, enum apo_foreign_form form, apo_draft *draft,
                       apo_fault_list *diagnostics)
{
    static void (*const writers[APO_FOREIGN_FORMS])(apo_buffer *, const apo_draft *,
                                                    apo_fault_list *) = {
        [APO_FOREIGN_DIAGRAM] = apo_interactive_write,
        [APO_FOREIGN_FAIRY] = apo_fairy_ini_write,
        [APO_FOREIGN_XBOARD] = apo_xboard_setup_write,
        [APO_FOREIGN_ZRF] = apo_zillions_write,
        [APO_FOREIGN_SJAAK] = apo_sjaak_write,
    };

    bool is_fairy = form == APO_FOREIGN_FAIRY;
    apo_draft_reason *reason = is_fairy                      ? apo_fairy_ini_reason
                               : form == APO_FOREIGN_DIAGRAM ? apo_interactive_reason
                                                             : NULL;
    if (form == APO_FOREIGN_DIAGRAM)
        apo_interactive_claim(draft);
    apo_draft_lose_rare(draft, is_fairy, reason, diagnostics);
    writers[form](out, draft, diagnostics);
}
