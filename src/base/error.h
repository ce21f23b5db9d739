/* Error descriptions: one error with a byte position for short texts (FEN, moves), or a list of
 * faults with line and column for files. */
#ifndef APO_BASE_ERROR_H
#define APO_BASE_ERROR_H

#include "base/gap.h"
#include "base/span.h"
#include "base/status.h"
#include "base/text.h"

/* Fills `err` (may be NULL) and returns `status`. `detail` is copied; "%s" in it is replaced by
 * `word` (clipped), so that callers need no printf. */
apo_status apo_fail(apo_error *err, apo_status status, size_t position, const char *detail,
                    apo_span word);

/* The same for a detail with several gaps: "%{square} is empty". */
apo_status apo_fail_gaps(apo_error *err, apo_status status, size_t position, const char *detail,
                         const apo_gap *gaps);

/* The same for a detail whose "%s" takes a whole sentence, such as another error's detail: not
 * clipped. */
apo_status apo_fail_because(apo_error *err, apo_status status, const char *detail,
                            const char *reason);

/* Adds a fault; "%s" in `detail` is replaced by `word`. `list` may be NULL. */
void apo_fault_add(apo_fault_list *list, uint32_t line, uint32_t column, apo_span key,
                   const char *detail, apo_span word);
void apo_fault_warn(apo_fault_list *list, uint32_t line, uint32_t column, apo_span key,
                    const char *detail, apo_span word);

/* Adds the first fault as "line 7: what is wrong"; if there is none, the meaning of
 * `status`. */
void apo_fault_write_first(apo_text *out, const apo_fault_list *faults, apo_status status);

#endif
