/* What templates may be filled with: made from the sources of this folder when it is built, so
 * that nobody keeps a list by hand. */
#ifndef APO_SERVER_WEB_PAGE_NAMES_H
#define APO_SERVER_WEB_PAGE_NAMES_H

extern const char *const apo_page_names[]; /* ends with NULL */

#endif
