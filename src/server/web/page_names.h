/* The templates of the pages and the names that they may use: collected from web/pages and the
 * server's sources at build time, so that nobody keeps a list by hand. */
#ifndef APO_SERVER_WEB_PAGE_NAMES_H
#define APO_SERVER_WEB_PAGE_NAMES_H

#include <stddef.h>

/* "lobby" for web/pages/lobby.html, in the order of the alphabet. */
extern const char *const apo_page_templates[];
extern const size_t apo_page_template_count;

extern const char *const apo_page_names[]; /* ends with NULL */

#endif
