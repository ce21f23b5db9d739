/* The rules of the built-in games as players read them: the pages of docs/games/ in the
 * terminal.
 *
 * A page has parts: the text under each heading, and each paragraph that begins with bold
 * words. */
#ifndef APO_CLI_RULEBOOK_RULEBOOK_H
#define APO_CLI_RULEBOOK_RULEBOOK_H

#include "base/span.h"

/* The page of a game, in Markdown; static. False if the game has none. */
bool apo_rulebook_find(const char *id, apo_span *out_page);

/* Prints a page for a terminal of `width` columns. */
void apo_rulebook_print(apo_span page, size_t width);

/* Prints the beginning of the page and the titles of its parts. */
void apo_rulebook_print_contents(apo_span page, size_t width);

/* Prints the parts with `words` in their titles or, if there is none, those with the words in
 * their text. Ignores case. False if there are none of these either.
 */
bool apo_rulebook_print_parts(apo_span page, apo_span words, size_t width);

#endif
