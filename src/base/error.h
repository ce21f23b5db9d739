/* How a failure is explained: one error with a byte position for short texts (FEN, moves, move
 * notation), or a list of faults with line and column for files. */
#ifndef APO_BASE_ERROR_H
#define APO_BASE_ERROR_H

#include "base/gap.h"
#include "base/span.h"
#include "base/status.h"
#include "base/text.h"

enum {
    APO_ERROR_DETAIL_MAX = 240, /* a sentence of two lines */
    APO_FAULT_KEY_MAX = 48,
    APO_FAULTS_MAX = 32 /* more than anybody reads at once; the rest is counted */
};

/* One failure in a short text. Functions that take an `apo_error *` allow NULL. */
typedef struct apo_error {
    apo_status status;
    size_t position;                   /* byte offset of the offending character */
    char detail[APO_ERROR_DETAIL_MAX]; /* a sentence for people, without position */
} apo_error;

/* Fills `err` (may be NULL) and returns `status`. `detail` is copied; "%s" in it is replaced by
 * `word` (clipped), so that callers need no printf. */
apo_status apo_fail(apo_error *err, apo_status status, size_t position, const char *detail,
                    apo_span word);

/* The same for a detail with several gaps: "%{square} is empty". */
apo_status apo_fail_gaps(apo_error *err, apo_status status, size_t position, const char *detail,
                         const apo_gap *gaps);

/* The same for a detail with a "%s" in which a whole reason stands, such as another error's
 * detail: not clipped. */
apo_status apo_fail_because(apo_error *err, apo_status status, const char *detail,
                            const char *reason);

/* One fault in a file. */
typedef struct apo_fault {
    uint32_t line;   /* from 1; 0 if the fault belongs to no line */
    uint32_t column; /* from 1, in bytes; 0 likewise */
    char key[APO_FAULT_KEY_MAX];
    char detail[APO_ERROR_DETAIL_MAX];
    bool is_warning;
} apo_fault;

typedef struct apo_fault_list {
    apo_fault faults[APO_FAULTS_MAX];
    size_t count;         /* kept here, at most APO_FAULTS_MAX */
    size_t dropped_count; /* more than fitted */
    size_t error_count;   /* all that are not warnings, dropped ones included */
} apo_fault_list;

void apo_fault_list_init(apo_fault_list *list);

/* Adds a fault; "%s" in `detail` is replaced by `word`. `list` may be NULL. */
void apo_fault_add(apo_fault_list *list, uint32_t line, uint32_t column, apo_span key,
                   const char *detail, apo_span word);
void apo_fault_warn(apo_fault_list *list, uint32_t line, uint32_t column, apo_span key,
                    const char *detail, apo_span word);

/* Why a file cannot be used, without an end: "line 7: what is wrong there" of the first fault;
 * if there is none, what `status` means (APO_E_UNKNOWN: there is no such file). */
void apo_fault_write_first(apo_text *out, const apo_fault_list *faults, apo_status status);

#endif
