/* XBetza text -> piece moves. */
#ifndef APO_DEFINITION_BETZA_BETZA_H
#define APO_DEFINITION_BETZA_BETZA_H

#include "base/error.h"
#include "rules/tables/piece_moves.h"

/* Reads a piece's moves in XBetza ("mRcpR", "FyafsF", "[D?B]") as the Interactive Diagram reads
 * it. Groups "(...)n" are taken apart: the text in them, legs with their 'a', stands there 0 to
 * n times.
 *
 * Read: the atoms W F D A H G N C L Z J K Q R B U with the suffixes X and Y; ranges, doubling
 * and '*'; all directions; the modes m c d e k; i n j o p g t y z q; several legs with 'a', i
 * on a later leg; [A?B] and [A-B]; groups with a number; castling O and the imitator I. Not
 * read, with APO_E_UNSUPPORTED: x, u, '@', groups without a number, n on knight-like atoms but
 * for plain nN, en-passant trails and '*' on moves of several legs, k on a leg that others
 * follow, t without p or g, and in brackets knight-like beside straight legs.
 *
 * On failure `out` is untouched and `err` (may be NULL) holds the byte position of the
 * offending letter and the reason. Errors: APO_E_SYNTAX: not XBetza, or letters that contradict
 * each other or mean nothing there; APO_E_UNSUPPORTED: XBetza that this library cannot play;
 * APO_E_TOO_LARGE: a limit of rules/tables/piece_moves.h. Any thread; no allocation. */
apo_status apo_betza_parse(apo_piece_moves *out, apo_span text, apo_error *err);

#endif
