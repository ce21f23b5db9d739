/* Drafts of other programs' games as definitions of our own, compiled; for tests of readers. */
#ifndef APO_TESTS_DRAFT_HELP_H
#define APO_TESTS_DRAFT_HELP_H

#include "test.h"

#include "definition/draft/draft.h"
#include "notation/fen.h"
#include "rules/kernel/perft.h"

/* Compiles a definition; free it with apo_variant_free. Its first fault fails the test. */
static inline apo_variant *help_compile(const char *id, apo_span text)
{
    static apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    if (apo_definition_compile(&var, apo_span_of(id), text, NULL, NULL, &faults) != APO_OK)
        fail_msg("%.*s\n%u:%u: %s: %s", (int)text.length, text.text, faults.faults[0].line,
                 faults.faults[0].column, faults.faults[0].key, faults.faults[0].detail);
    return var;
}

/* The same for a draft, which gets an id and a name if it has none. */
static inline apo_variant *help_compile_draft(apo_draft *draft)
{
    apo_buffer text;
    if (draft->id[0] == '\0')
        strcpy(draft->id, "imported");
    if (draft->name[0] == '\0')
        strcpy(draft->name, "Imported");
    apo_buffer_init(&text, NULL);
    apo_draft_write(&text, draft);
    apo_variant *var = help_compile(draft->id, apo_buffer_span(&text));
    apo_buffer_clear(&text);
    return var;
}

/* The number of lines of `depth` half-moves from a FEN. */
static inline uint64_t help_count(const apo_variant *var, const char *fen, unsigned depth)
{
    apo_position pos;
    apo_error err;
    if (apo_fen_read(&pos, var, apo_span_of(fen), &err) != APO_OK)
        fail_msg("%s: %s", fen, err.detail);
    return apo_perft(&pos, depth);
}

#endif
