/* The names that templates may use: generated from the server's sources at build time, so that
 * nobody keeps a list by hand. */
#ifndef APO_SERVER_WEB_PAGE_NAMES_H
#define APO_SERVER_WEB_PAGE_NAMES_H

extern const char *const apo_page_names[]; /* ends with NULL */

#endif
