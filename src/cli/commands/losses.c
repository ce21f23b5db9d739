#include "cli/commands/losses.h"

#include "cli/call/message.h"

bool apo_report_losses(const apo_call *call, const char *file, apo_fault_list *report)
{
    bool is_lossy = apo_call_has(call, "lossy"), is_whole = report->error_count == 0;
    for (size_t i = 0; i < report->count && is_lossy; i++)
        report->faults[i].is_warning = true;
    apo_report_faults(file, report);
    if (!is_whole && !is_lossy)
        apo_report_error(
            "%s: not written, as it would be another game (--lossy writes it all the "
            "same)",
            file);
    return is_whole || is_lossy;
}
