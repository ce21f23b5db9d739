/* Nets as files. All numbers have the lowest byte first.
 *
 *     8 bytes   "APONETWK"
 *     4         version, APO_NETWORK_VERSION
 *     4         flags; 1: the net is alone, 0: it is added to the hand-written evaluation
 *     8         checksum of the version, the flags and all bytes after the checksum
 *     32        the game's id, filled up with zeros
 *     8         digest of the features and rules (apo_features_digest)
 *     4 each    features, hidden neurons, buckets, hidden scale, direct scale, shift, bytes of
 *               the text
 *     then      the text; bias, 2 bytes [hidden]; weights, 2 bytes [feature][hidden]; direct,
 *               2 bytes [feature][bucket]; output weights, 1 byte [bucket][2][hidden]; output
 *               bias, 4 bytes [bucket], within +-APO_NETWORK_SCALE_MAX
 *
 * and nothing after it. The text says where the net comes from, for people: printable UTF-8 and
 * line ends.
 *
 * All functions: any thread, no global data. */
#ifndef APO_NEURAL_NETWORK_FILE_H
#define APO_NEURAL_NETWORK_FILE_H

#include "base/buffer.h"
#include "base/error.h"
#include "neural/network.h"

enum {
    APO_NETWORK_VERSION = 1,
    APO_NETWORK_HEAD_BYTES = 8 + 2 * 4 + 8 + APO_ID_MAX + 8 + 7 * 4
};

/* Writes the id of the game for which a file was made, for callers that do not know it yet.
 * Errors, with `out` untouched: as apo_network_read up to APO_E_UNSUPPORTED for the version. */
apo_status apo_network_read_id(char out[APO_ID_MAX], apo_span bytes, apo_error *err);

/* Reads a net for `var` (borrowed) and gives `*out` (free with apo_network_free). Errors, with
 * `*out` untouched and a sentence and the byte in `err` (may be NULL): APO_E_SYNTAX: not a net,
 * cut off, or damaged; APO_E_UNSUPPORTED: another version, or a form of net that this program
 * does not know; APO_E_UNKNOWN: made for another game, or for other rules of this game;
 * APO_E_MEMORY. */
apo_status apo_network_read(apo_network **out, const apo_variant *var, apo_span bytes,
                            const apo_alloc *alloc, apo_error *err);

/* Appends a net as a file. Errors: APO_E_RANGE, with nothing appended: a number is out of its
 * range, so a reader would refuse it; APO_E_MEMORY. */
apo_status apo_network_write(apo_buffer *out, const apo_network *network);

#endif
