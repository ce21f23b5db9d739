#include "base/error.h"

#include "base/mem.h"

static void write_detail(char *out, size_t size, const char *detail, apo_span word)
{
    apo_text text = apo_text_start(out, size);
    apo_gap_fill(&text, detail, APO_GAPS(APO_GAP_WORD("s", word)));
}

apo_status apo_fail(apo_error *err, apo_status status, size_t position, const char *detail,
                    apo_span word)
{
    if (err != NULL) {
        err->status = status;
        err->position = position;
        write_detail(err->detail, sizeof err->detail, detail, word);
    }
    return status;
}

apo_status apo_fail_gaps(apo_error *err, apo_status status, size_t position, const char *detail,
                         const apo_gap *gaps)
{
    if (err != NULL) {
        apo_text text = apo_text_start(err->detail, sizeof err->detail);
        err->status = status;
        err->position = position;
        apo_gap_fill(&text, detail, gaps);
    }
    return status;
}

apo_status apo_fail_because(apo_error *err, apo_status status, const char *detail,
                            const char *reason)
{
    return apo_fail_gaps(err, status, 0, detail, APO_GAPS(APO_GAP_TEXT("s", reason)));
}

void apo_fault_list_init(apo_fault_list *list)
{
    memset(list, 0, sizeof *list);
}

static void add_fault(apo_fault_list *list, const apo_fault *head, apo_span key,
                      const char *detail, apo_span word)
{
    if (list == NULL)
        return;
    if (!head->is_warning)
        list->error_count++;
    if (list->count == APO_FAULTS_MAX) {
        list->dropped_count++;
        return;
    }
    apo_fault *fault = &list->faults[list->count++];
    fault->line = head->line;
    fault->column = head->column;
    fault->is_warning = head->is_warning;
    write_detail(fault->key, sizeof fault->key, "%s", key);
    write_detail(fault->detail, sizeof fault->detail, detail, word);
}

void apo_fault_add(apo_fault_list *list, uint32_t line, uint32_t column, apo_span key,
                   const char *detail, apo_span word)
{
    const apo_fault head = {.line = line, .column = column, .is_warning = false};
    add_fault(list, &head, key, detail, word);
}

void apo_fault_warn(apo_fault_list *list, uint32_t line, uint32_t column, apo_span key,
                    const char *detail, apo_span word)
{
    const apo_fault head = {.line = line, .column = column, .is_warning = true};
    add_fault(list, &head, key, detail, word);
}

void apo_fault_write_first(apo_text *out, const apo_fault_list *faults, apo_status status)
{
    if (faults->count > 0) {
        apo_text_add(out, "line ");
        apo_text_add_number(out, faults->faults[0].line);
        apo_text_add(out, ": ");
        apo_text_add(out, faults->faults[0].detail);
    } else {
        apo_text_add(out, status == APO_E_UNKNOWN ? "there is no such file"
                                                  : apo_status_message(status));
    }
}
