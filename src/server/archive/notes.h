/* The comments and variations of an imported game, for its page. */
#ifndef APO_SERVER_ARCHIVE_NOTES_H
#define APO_SERVER_ARCHIVE_NOTES_H

#include "net/template.h"

/* Adds rows to the list "notes": "text", and for comments "is_comment". `notes` is a text of
 * apo_pgn_write_moves. Comments are cleaned like other texts that people write
 * (net/plain_text.h); commands in them, like "[%clk 0:03:00]", are left out, and glyphs become
 * signs. */
void apo_archive_fill_notes(apo_fill *fill, apo_span notes);

#endif
