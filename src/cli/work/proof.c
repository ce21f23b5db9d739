#include "cli/work/proof.h"

#include "base/json.h"
#include "base/text.h"
#include "notation/coordinate.h"

const char *apo_proof_verdict(const apo_proof *proof)
{
    if (proof->forced == APO_FORCED_UNKNOWN)
        return "unknown";
    if (proof->forced == APO_FORCED_NO)
        return "none";
    if (proof->needed < proof->moves)
        return "short";
    if (proof->key_count > 1)
        return "several";
    return proof->all == APO_FORCED_UNKNOWN ? "forced" : "sound";
}

static void add_keys(apo_buffer *out, const apo_proof *proof, const apo_position *pos)
{
    apo_json_open(out, "keys", '[');
    for (unsigned i = 0; i < proof->key_count; i++) {
        char buf[APO_COORDINATE_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_coordinate_write(&text, pos, &proof->keys[i]);
        apo_json_add_text(out, NULL, apo_text_span(&text));
    }
    apo_json_close(out, ']');
}

void apo_proof_write(apo_buffer *out, const apo_proof *proof, const apo_position *pos)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "verdict", apo_proof_verdict(proof));
    if (proof->needed > 0)
        apo_json_add_number(out, "moves", proof->needed);
    else
        apo_json_add_null(out, "moves");
    add_keys(out, proof, pos);
    apo_json_add_number(out, "nodes", (int64_t)proof->nodes);
    apo_json_close(out, '}');
}

apo_status apo_prove(apo_proof *out, const apo_position *pos, enum apo_forced_aim aim,
                     unsigned moves, uint64_t limit)
{
    apo_forced *forced = apo_forced_new(aim, limit);
    apo_proof one = {.aim = aim, .moves = moves, .all = APO_FORCED_NO, .forced = APO_FORCED_NO};
    if (forced == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 1; i <= moves && one.forced == APO_FORCED_NO; i++) {
        one.forced = apo_forced_by(forced, pos, i, &one.keys[0]);
        if (one.forced == APO_FORCED_YES)
            one.needed = i;
    }
    if (one.forced == APO_FORCED_YES) {
        apo_move first = one.keys[0];
        one.all = apo_forced_keys(forced, pos, one.needed, one.keys, &one.key_count);
        if (one.key_count == 0) {
            one.keys[0] = first;
            one.key_count = 1;
        }
    }
    one.nodes = apo_forced_nodes(forced);
    apo_forced_free(forced);
    *out = one;
    return APO_OK;
}
