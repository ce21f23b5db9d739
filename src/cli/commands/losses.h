/* Reports on the losses of a conversion between formats. */
#ifndef APO_CLI_COMMANDS_LOSSES_H
#define APO_CLI_COMMANDS_LOSSES_H

#include "base/error.h"
#include "cli/call/command.h"

/* Reports the losses (errors) and remarks (warnings) of `file`. True if the result may be
 * written: nothing is lost, or the call has --lossy, which turns the errors into warnings. */
bool apo_report_losses(const apo_call *call, const char *file, apo_fault_list *report);

#endif
