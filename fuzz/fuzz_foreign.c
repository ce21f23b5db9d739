/* Law: a text in any format of another program is a game or an error, whether its format is
 * guessed or the first byte names it; a guess depends on the text alone. */
#include "draft_law.h"

#include "definition/exchange/foreign.h"

static void try_form(enum apo_foreign_form form, apo_span text, apo_span section)
{
    static apo_draft draft;
    static apo_fault_list report;
    apo_error err = {.status = APO_OK};
    apo_fault_list_init(&report);
    apo_status status = apo_foreign_read(&draft, form, text, section, &report, &err);
    (void)is_read(&draft, status, &err, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const apo_span none = {NULL, 0};
    uint8_t choice = next_byte(&data, &size);
    apo_span text = span_of_bytes(data, size), rest = text, line;
    enum apo_foreign_form form = apo_foreign_guess(text);
    assert(form < APO_FOREIGN_FORMS && form == apo_foreign_guess(text));
    if (choice >= 'a' && choice < 'a' + APO_FOREIGN_FORMS)
        form = (enum apo_foreign_form)(choice - 'a');
    else if (choice == '\n' && apo_span_line(&rest, &line)) /* the name of a section */
        try_form(apo_foreign_guess(rest), rest, line);
    try_form(form, text, none);
    return 0;
}
