#include "neural/network_file.h"

#include <string.h>

#include "base/alloc.h"
#include "base/random.h"

static const char magic[] = "APONETWK";

enum {
    MAGIC_BYTES = sizeof magic - 1,
    VERSION_AT = MAGIC_BYTES,
    FLAGS_AT = VERSION_AT + 4,
    SUM_AT = FLAGS_AT + 4,
    ID_AT = SUM_AT + 8,
    DIGEST_AT = ID_AT + APO_ID_MAX,
    NUMBERS_AT = DIGEST_AT + 8,
    FLAG_ALONE = 1
};

/* The numbers of the head, in their order. */
enum head_number {
    FEATURES,
    HIDDEN,
    BUCKETS,
    HIDDEN_SCALE,
    DIRECT_SCALE,
    SHIFT,
    TEXT_BYTES,
    HEAD_NUMBERS
};

/* --- bytes --------------------------------------------------------------- */

static void put_fixed(char *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (char)(number >> 8 * i & 0xFF);
}

static uint64_t fixed_at(const char *bytes, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number |= (uint64_t)(uint8_t)bytes[i] << 8 * i;
    return number;
}

static int16_t short_at(const char *bytes)
{
    return (int16_t)(uint16_t)((uint8_t)bytes[0] | (unsigned)(uint8_t)bytes[1] << 8);
}

static uint64_t mix_bytes(uint64_t sum, apo_span bytes)
{
    for (size_t at = 0; at < bytes.length; at += 8) {
        size_t left = bytes.length - at;
        sum = apo_mix(sum ^ fixed_at(bytes.text + at, left < 8 ? (unsigned)left : 8));
    }
    return sum;
}

static uint64_t checksum(apo_span bytes)
{
    uint64_t sum = mix_bytes(bytes.length, apo_span_part(bytes, VERSION_AT, 8));
    return mix_bytes(sum, apo_span_part(bytes, ID_AT, bytes.length - ID_AT));
}

static apo_status fail(apo_error *err, apo_status status, size_t position, const char *detail)
{
    return apo_fail(err, status, position, detail, (apo_span){NULL, 0});
}

/* --- writing ------------------------------------------------------------- */

static size_t bytes_of_arrays(size_t features, size_t hidden, size_t buckets)
{
    return 2 * hidden + 2 * features * (hidden + buckets) + buckets * 2 * hidden + 4 * buckets;
}

/* True if all numbers are in the ranges that a reader requires. */
static bool is_in_range(const apo_network *network)
{
    for (size_t i = 0; i < (size_t)network->buckets * 2 * network->hidden; i++)
        if (network->output[i] > APO_NETWORK_OUTPUT_MAX ||
            network->output[i] < -APO_NETWORK_OUTPUT_MAX)
            return false;
    for (uint32_t b = 0; b < network->buckets; b++)
        if (network->output_bias[b] > APO_NETWORK_SCALE_MAX ||
            network->output_bias[b] < -APO_NETWORK_SCALE_MAX)
            return false;
    return network->hidden_scale >= 0 && network->hidden_scale <= APO_NETWORK_SCALE_MAX &&
           network->direct_scale >= 0 && network->direct_scale <= APO_NETWORK_SCALE_MAX &&
           network->shift <= APO_NETWORK_SHIFT_MAX;
}

static char *put_arrays(char *at, const apo_network *network)
{
    size_t features = network->features.count, hidden = network->hidden;
    for (size_t i = 0; i < hidden; i++, at += 2)
        put_fixed(at, (uint16_t)network->bias[i], 2);
    for (size_t i = 0; i < features * hidden; i++, at += 2)
        put_fixed(at, (uint16_t)network->weights[i], 2);
    for (size_t i = 0; i < features; i++)
        for (size_t b = 0; b < network->buckets; b++, at += 2)
            put_fixed(at, (uint16_t)network->direct[i * APO_NETWORK_BUCKETS_MAX + b], 2);
    for (size_t i = 0; i < (size_t)network->buckets * 2 * hidden; i++)
        *at++ = (char)network->output[i];
    for (size_t b = 0; b < network->buckets; b++, at += 4)
        put_fixed(at, (uint32_t)network->output_bias[b], 4);
    return at;
}

apo_status apo_network_write(apo_buffer *out, const apo_network *network)
{
    const apo_features *features = &network->features;
    size_t text = strlen(network->text);
    size_t length = APO_NETWORK_HEAD_BYTES + text +
                    bytes_of_arrays(features->count, network->hidden, network->buckets);
    const uint32_t numbers[HEAD_NUMBERS] = {features->count,
                                            network->hidden,
                                            network->buckets,
                                            (uint32_t)network->hidden_scale,
                                            (uint32_t)network->direct_scale,
                                            network->shift,
                                            (uint32_t)text};
    if (!is_in_range(network))
        return APO_E_RANGE;
    char *bytes = apo_buffer_reserve(out, length);
    const char *id = apo_variant_info_of(features->var)->id;
    if (bytes == NULL)
        return APO_E_MEMORY;
    memset(bytes, 0, APO_NETWORK_HEAD_BYTES);
    memcpy(bytes, magic, MAGIC_BYTES);
    put_fixed(bytes + VERSION_AT, APO_NETWORK_VERSION, 4);
    put_fixed(bytes + FLAGS_AT, network->is_alone ? FLAG_ALONE : 0, 4);
    memcpy(bytes + ID_AT, id, strlen(id));
    put_fixed(bytes + DIGEST_AT, network->digest, 8);
    for (unsigned i = 0; i < HEAD_NUMBERS; i++)
        put_fixed(bytes + NUMBERS_AT + 4 * i, numbers[i], 4);
    memcpy(bytes + APO_NETWORK_HEAD_BYTES, network->text, text);
    put_arrays(bytes + APO_NETWORK_HEAD_BYTES + text, network);
    put_fixed(bytes + SUM_AT, checksum((apo_span){bytes, length}), 8);
    out->length += length;
    out->bytes[out->length] = '\0';
    return APO_OK;
}

/* --- reading ------------------------------------------------------------- */

static apo_status check_head(apo_span bytes, apo_error *err)
{
    if (!apo_span_starts_with(bytes, magic))
        return fail(err, APO_E_SYNTAX, 0, "this is not a net");
    if (bytes.length < APO_NETWORK_HEAD_BYTES)
        return fail(err, APO_E_SYNTAX, bytes.length, "the net is cut off");
    if (fixed_at(bytes.text + VERSION_AT, 4) != APO_NETWORK_VERSION)
        return fail(err, APO_E_UNSUPPORTED, VERSION_AT,
                    "the net has a version that this program does not read");
    if (bytes.text[DIGEST_AT - 1] != '\0')
        return fail(err, APO_E_SYNTAX, ID_AT, "the net is damaged");
    return APO_OK;
}

/* Checks the length given in the head before the checksum, to tell a truncated file from a
 * damaged one. */
static apo_status check_body(apo_span bytes, const uint32_t *numbers, apo_error *err)
{
    if (numbers[HIDDEN] == 0 || numbers[HIDDEN] > APO_NETWORK_HIDDEN_MAX ||
        numbers[HIDDEN] % APO_NETWORK_HIDDEN_STEP != 0 || numbers[BUCKETS] == 0 ||
        numbers[BUCKETS] > APO_NETWORK_BUCKETS_MAX ||
        numbers[HIDDEN_SCALE] > APO_NETWORK_SCALE_MAX ||
        numbers[DIRECT_SCALE] > APO_NETWORK_SCALE_MAX ||
        numbers[SHIFT] > APO_NETWORK_SHIFT_MAX || numbers[FEATURES] > APO_FEATURES_MAX ||
        numbers[TEXT_BYTES] >= APO_NETWORK_TEXT_MAX ||
        fixed_at(bytes.text + FLAGS_AT, 4) > FLAG_ALONE)
        return fail(err, APO_E_UNSUPPORTED, NUMBERS_AT,
                    "this program does not know nets of this form");
    size_t length = APO_NETWORK_HEAD_BYTES + numbers[TEXT_BYTES] +
                    bytes_of_arrays(numbers[FEATURES], numbers[HIDDEN], numbers[BUCKETS]);
    if (bytes.length < length)
        return fail(err, APO_E_SYNTAX, bytes.length, "the net is cut off");
    if (bytes.length > length)
        return fail(err, APO_E_SYNTAX, length, "something follows the net");
    if (fixed_at(bytes.text + SUM_AT, 8) != checksum(bytes))
        return fail(err, APO_E_SYNTAX, SUM_AT, "the net is damaged");
    return APO_OK;
}

apo_status apo_network_read_id(char out[APO_ID_MAX], apo_span bytes, apo_error *err)
{
    apo_status status = check_head(bytes, err);
    if (status == APO_OK)
        memcpy(out, bytes.text + ID_AT, APO_ID_MAX);
    return status;
}

static bool is_text(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (((uint8_t)text.text[i] < ' ' && text.text[i] != '\n') || text.text[i] == 0x7F)
            return false;
    return true;
}

/* False if a number is out of its range. */
static bool read_arrays(apo_network *network, const char *at)
{
    size_t features = network->features.count, hidden = network->hidden;
    for (size_t i = 0; i < hidden; i++, at += 2)
        network->bias[i] = short_at(at);
    for (size_t i = 0; i < features * hidden; i++, at += 2)
        network->weights[i] = short_at(at);
    for (size_t i = 0; i < features; i++)
        for (size_t b = 0; b < network->buckets; b++, at += 2)
            network->direct[i * APO_NETWORK_BUCKETS_MAX + b] = short_at(at);
    for (size_t i = 0; i < (size_t)network->buckets * 2 * hidden; i++)
        network->output[i] = (int8_t)*at++;
    for (size_t b = 0; b < network->buckets; b++, at += 4)
        network->output_bias[b] = (int32_t)(uint32_t)fixed_at(at, 4);
    return is_in_range(network);
}

/* Fills a new net from checked bytes. */
static apo_status fill(apo_network *network, apo_span bytes, const uint32_t *numbers,
                       apo_error *err)
{
    apo_span text = apo_span_part(bytes, APO_NETWORK_HEAD_BYTES, numbers[TEXT_BYTES]);
    network->is_alone = fixed_at(bytes.text + FLAGS_AT, 4) == FLAG_ALONE;
    network->hidden_scale = (int32_t)numbers[HIDDEN_SCALE];
    network->direct_scale = (int32_t)numbers[DIRECT_SCALE];
    network->shift = numbers[SHIFT];
    if (numbers[FEATURES] != network->features.count ||
        fixed_at(bytes.text + DIGEST_AT, 8) != network->digest)
        return fail(err, APO_E_UNKNOWN, DIGEST_AT,
                    "the net was made for other rules of this game");
    if (!is_text(text))
        return fail(err, APO_E_SYNTAX, APO_NETWORK_HEAD_BYTES, "the net's text is damaged");
    memcpy(network->text, text.text, text.length);
    if (!read_arrays(network, text.text + text.length))
        return fail(err, APO_E_SYNTAX, APO_NETWORK_HEAD_BYTES + text.length,
                    "a number of the net is out of range");
    return APO_OK;
}

apo_status apo_network_read(apo_network **out, const apo_variant *var, apo_span bytes,
                            const apo_alloc *alloc, apo_error *err)
{
    uint32_t numbers[HEAD_NUMBERS];
    apo_network *network;
    apo_status status = check_head(bytes, err);
    if (status != APO_OK)
        return status;
    for (unsigned i = 0; i < HEAD_NUMBERS; i++)
        numbers[i] = (uint32_t)fixed_at(bytes.text + NUMBERS_AT + 4 * i, 4);
    status = check_body(bytes, numbers, err);
    if (status != APO_OK)
        return status;
    if (strcmp(bytes.text + ID_AT, apo_variant_info_of(var)->id) != 0)
        return apo_fail(err, APO_E_UNKNOWN, ID_AT, "the net was made for the game \"%s\"",
                        apo_span_of(bytes.text + ID_AT));
    status = apo_network_new(&network, var, numbers[HIDDEN], numbers[BUCKETS], alloc);
    if (status != APO_OK)
        return fail(err, status, 0, "out of memory");
    status = fill(network, bytes, numbers, err);
    if (status == APO_OK)
        *out = network;
    else
        apo_network_free(network);
    return status;
}
