/* XBetza text -> piece moves. */
#ifndef APO_DEFINITION_BETZA_BETZA_H
#define APO_DEFINITION_BETZA_BETZA_H

#include "base/error.h"
#include "rules/tables/piece_moves.h"

/* Reads a piece's moves in XBetza ("mRcpR", "FyafsF", "[D?B]") with the meaning of the
 * Interactive Diagram. Groups "(...)n" are expanded: their text, legs with their 'a', is
 * repeated 0 to n times.
 *
 * Supported: the atoms W F D A H G N C L Z J K Q R B U with the suffixes X and Y; ranges,
 * doubling and '*'; all directions; the modes m c d e k; i n j o p g t y z q; several legs with
 * 'a', i on a later leg; [A?B] and [A-B]; groups with a number; castling O and the imitator I.
 * Not supported, with APO_E_UNSUPPORTED: x, u, '@', groups without a number, n on knight-like
 * atoms except plain nN, en-passant trails and '*' on moves of several legs, k on a leg that is
 * not the last, t without p or g, and knight-like legs beside straight ones in brackets.
 *
 * On failure `out` is untouched and `err` (may be NULL) holds the byte position of the
 * offending letter and the reason. Errors: APO_E_SYNTAX: not XBetza, or letters that contradict
 * each other or mean nothing there; APO_E_UNSUPPORTED: XBetza that this library cannot play;
 * APO_E_TOO_LARGE: a limit of rules/tables/piece_moves.h. Any thread; no allocation. */
apo_status apo_betza_parse(apo_piece_moves *out, apo_span text, apo_error *err);

#endif
