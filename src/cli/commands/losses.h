/* What a conversion between formats loses. */
#ifndef APO_CLI_COMMANDS_LOSSES_H
#define APO_CLI_COMMANDS_LOSSES_H

#include "base/error.h"
#include "cli/call/command.h"

/* Reports on `file`: its errors are what is lost, its warnings remarks. True if the result may
 * be written: nothing is lost, or the call has --lossy, which makes warnings of the errors. */
bool apo_report_losses(const apo_call *call, const char *file, apo_fault_list *report);

#endif
