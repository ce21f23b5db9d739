/* People's time zones, by their names in the system's database ("Europe/Berlin"; "" is UTC).
 * The files are small and in the system's cache: they are read each time, so a new database
 * takes effect at once. */
#ifndef APO_SERVER_WEB_ZONES_H
#define APO_SERVER_WEB_ZONES_H

#include "i18n/i18n.h"
#include "net/template.h"

/* True if there is such a zone here. */
bool apo_zones_has(apo_span name);

/* A date and time for people, in the zone; marked as UTC if the zone is "" or unknown. */
void apo_zones_add_time(apo_buffer *out, const apo_i18n *i18n, const char *name, int64_t at_ms);

/* The same for a gap of a page. */
void apo_zones_fill_time(apo_fill *fill, const char *gap, const apo_i18n *i18n,
                         const char *name, int64_t at_ms);

/* The date alone. */
void apo_zones_add_date(apo_buffer *out, const apo_i18n *i18n, const char *name, int64_t at_ms);

/* The next moment after `now_ms` at which it is that hour in the zone. */
int64_t apo_zones_next_hour(const char *name, int64_t now_ms, unsigned hour);

#endif
