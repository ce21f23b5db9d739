/* The structured log: one JSON object a line, each written in one piece. */
#ifndef APO_NET_LOG_H
#define APO_NET_LOG_H

#include "base/json.h"

typedef struct apo_log {
    int descriptor; /* borrowed; where lines go; -1: nowhere */
} apo_log;

/* Starts a line in `line`: {"at":"2026-01-02T03:04:05.678Z","event":EVENT. Members are added
 * with the functions of base/json.h. */
void apo_log_start(apo_buffer *line, const char *event);

/* Ends the line, writes it and clears the buffer. A line that cannot be written is lost;
 * logging never stops the program. `log` NULL: nowhere. Any thread. */
void apo_log_end(const apo_log *log, apo_buffer *line);

/* Writes a line with one text member, for simple cases. */
void apo_log_text(const apo_log *log, const char *event, const char *name, apo_span value);

#endif
