/* The page of `apothecary lab`: the results of balance, values, tune and match, with plots. */
#ifndef APO_CLI_LAB_LAB_PAGE_H
#define APO_CLI_LAB_LAB_PAGE_H

#include "base/buffer.h"
#include "net/json_in.h"

/* All borrowed. A document that is NULL was not measured. */
typedef struct apo_lab_findings {
    const char *name;           /* of the game */
    const apo_json_in *balance; /* what the commands print with --json */
    const apo_json_in *values;
    const apo_json_in *match;
    apo_span games; /* the lines that balance logs, for the lengths */
    apo_span tuned; /* the section that tune prints */
    apo_span notes; /* what tune says of the fit, or why it has failed */
} apo_lab_findings;

/* Adds the page: one HTML file that needs no other. */
void apo_lab_page_write(apo_buffer *out, const apo_lab_findings *found);

/* Adds a sentence: how the tuned engine scored in a match (what `match --json` prints), with
 * its interval, and what follows. */
void apo_lab_match_verdict(apo_buffer *out, const apo_json_in *match);

#endif
