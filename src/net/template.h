/* Pages with gaps. A template is HTML with
 *     {{name}}                 a text, escaped for HTML and for attributes in quotes
 *     {{{name}}}               markup that is trusted: made by us, never by people
 *     {{#name}}...{{/name}}    once for each row of a list; once if a flag or text is set
 *     {{^name}}...{{/name}}    if the list has no rows, the flag is off, the text is empty
 *     {{! words }}             nothing
 *     {{t Play the computer}}  a text for people, in the page's language (i18n/i18n.h)
 *     {{tc colour|White}}      the same with a context
 *     {{tn moves {moves} move|{moves} moves}}   the form for the number that `moves` holds
 *     {{tv words}}             the value of `words`, in the page's language: APO_T in C
 *     {{>name}}                another template, which sees the names that are seen here
 *     {{{t See <a href="/rules">the rules</a>}}}   a text that is trusted markup; tc and tn too
 * Such texts stay on one line. Their gaps, {name}, take the value of that name, always escaped.
 * A name inside a section is looked up in the row first, then further out. */
#ifndef APO_NET_TEMPLATE_H
#define APO_NET_TEMPLATE_H

#include "base/buffer.h"
#include "base/error.h"
#include "i18n/i18n.h"

enum {
    APO_TEMPLATE_DEPTH_MAX = 8,         /* nested sections; pages need 2 */
    APO_TEMPLATE_SIZE_MAX = 1024 * 1024 /* bytes; the longest page has some 20 kB */
};

typedef struct apo_template apo_template;

/* The values for a template. */
typedef struct apo_fill apo_fill;

/* Compiles a text. `names` are all names it may use, ended by NULL, or NULL: any. All faults
 * are reported with line and column. The text is copied. Errors: APO_E_SYNTAX, APO_E_TOO_LARGE,
 * APO_E_MEMORY. The caller frees it with apo_template_free. */
apo_status apo_template_new(apo_template **out, apo_span text, const char *const *names,
                            apo_fault_list *faults);
void apo_template_free(apo_template *page); /* NULL is allowed */

/* The template that {{>name}} stands for; NULL if there is none. */
typedef const apo_template *apo_template_find(const void *context, apo_span name);

/* Joins `page` with the templates it includes; until then {{>name}} is empty. They are borrowed
 * and must live as long as `page` is used. Errors: APO_E_UNKNOWN: `known` has no such template,
 * or that one includes another (only one level is allowed); `*missing` is its name. */
apo_status apo_template_join(apo_template *page, apo_template_find *known, const void *context,
                             apo_span *missing);

/* Adds the filled page to `out`. A name that was not set is empty. Any thread. */
void apo_template_write(const apo_template *page, const apo_fill *fill, apo_buffer *out);

/* Adds a text, escaped as {{name}} would be. */
void apo_html_add(apo_buffer *out, apo_span text);

/* The caller frees it with apo_fill_free (which frees its rows too). NULL when out of memory;
 * then and when memory runs out later, setting does nothing and apo_fill_is_failed is true. */
apo_fill *apo_fill_new(void);
void apo_fill_free(apo_fill *fill); /* NULL is allowed */
bool apo_fill_is_failed(const apo_fill *fill);

/* The language of the texts; borrowed, NULL (as it is at first): English. */
void apo_fill_language(apo_fill *fill, const apo_i18n *i18n);

/* Sets a name; texts are copied, names borrowed (literals). A name is set once. */
void apo_fill_text(apo_fill *fill, const char *name, apo_span value);
void apo_fill_string(apo_fill *fill, const char *name, const char *value);
void apo_fill_number(apo_fill *fill, const char *name, int64_t value);
void apo_fill_flag(apo_fill *fill, const char *name, bool value);

/* Adds a row to the list `name`; borrowed from `fill`. NULL when out of memory, which all
 * functions here allow. */
apo_fill *apo_fill_row(apo_fill *fill, const char *name);

#endif
