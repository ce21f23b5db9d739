/* Messages to people on stderr. */
#ifndef APO_CLI_CALL_MESSAGE_H
#define APO_CLI_CALL_MESSAGE_H

#include <stdio.h>

#include "base/error.h"
#include "cli/call/command.h"

/* Prints the program's name, the message and a line end. */
void apo_report_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same; returns APO_EXIT_NO. */
enum apo_exit apo_report_failure(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports wrong usage: the message and how to get help (`command` may be NULL). Returns
 * APO_EXIT_USAGE. */
enum apo_exit apo_report_usage(const apo_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reports an unknown command and suggests the nearest one of the list, which ends with a NULL.
 * Returns APO_EXIT_USAGE. */
enum apo_exit apo_report_unknown_command(const apo_command *const *commands, const char *name);

/* Reports an error in a short text: its kind ("FEN"), the message, then the text with a caret
 * under the offending byte. Long texts are shown in part. Returns APO_EXIT_NO. */
enum apo_exit apo_report_text_error(const char *what, apo_span text, const apo_error *err);

/* The same for errors that always have a place. (The function above shows none for
 * APO_E_POSITION, as an impossible position has none.) */
enum apo_exit apo_report_error_at(const char *what, apo_span text, const apo_error *err);

/* Prints the text with the caret under it: two lines. */
void apo_print_caret(FILE *out, apo_span text, size_t position);

/* Writes the estimated remaining time: ", 12 min left". */
void apo_time_left_write(char *buf, size_t size, int64_t seconds);

/* Prints the faults of a file, "FILE:LINE:COLUMN: KEY: MESSAGE", one per line. */
void apo_report_faults(const char *file, const apo_fault_list *faults);

/* Searches known words for the one that was meant. */
typedef struct apo_guess {
    apo_span word;
    const char *best; /* borrowed; NULL: none is near */
    unsigned distance;
} apo_guess;

void apo_guess_start(apo_guess *guess, apo_span word);
void apo_guess_offer(apo_guess *guess, const char *known);

#endif
