#include "training/training_file.h"

#include <string.h>

#include "apothecary/move.h"
#include "apothecary/position.h"
#include "base/random.h"

static const char magic[] = "APORECRD";

enum {
    MAGIC_BYTES = sizeof magic - 1,
    SUM_BYTES = 4,
    SUM_SEED = 0x5EED
};

/* --- bytes --------------------------------------------------------------- */

static void add_fixed(apo_buffer *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        apo_buffer_add_char(out, (char)(number >> 8 * i & 0xFF));
}

static void add_number(apo_buffer *out, uint32_t number)
{
    for (; number >= 0x80; number >>= 7)
        apo_buffer_add_char(out, (char)(number & 0x7F) | (char)0x80);
    apo_buffer_add_char(out, (char)number);
}

static uint64_t fixed_at(apo_span bytes, size_t at, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number |= (uint64_t)(uint8_t)bytes.text[at + i] << 8 * i;
    return number;
}

/* The length is part of the checksum, so a file padded with zeros holds no games. */
static uint64_t mix_bytes(apo_span bytes)
{
    uint64_t sum = apo_mix(SUM_SEED + bytes.length);
    for (size_t at = 0; at < bytes.length; at += 8) {
        size_t left = bytes.length - at;
        sum = apo_mix(sum ^ fixed_at(bytes, at, left < 8 ? (unsigned)left : 8));
    }
    return sum;
}

static uint32_t checksum(apo_span bytes)
{
    return (uint32_t)(mix_bytes(bytes) >> 32);
}

static apo_status fail(apo_error *err, apo_status status, size_t position, const char *detail)
{
    return apo_fail(err, status, position, detail, (apo_span){NULL, 0});
}

/* --- the head ------------------------------------------------------------ */

uint64_t apo_training_digest_of(apo_span bytes)
{
    uint64_t sum = mix_bytes(bytes);
    return sum != 0 ? sum : 1;
}

void apo_training_head_write(apo_buffer *out, const apo_training_head *head)
{
    size_t before = out->length, size = APO_TRAINING_HEAD_BYTES;
    bool has_digests = head->net != 0 || head->starts != 0;
    apo_buffer_add(out, magic);
    add_fixed(out, has_digests ? APO_TRAINING_VERSION : 1, 4);
    add_fixed(out, head->nodes, 4);
    add_fixed(out, head->plies, 4);
    add_fixed(out, head->balance_cp, 4);
    add_fixed(out, head->name_index, 4);
    add_fixed(out, head->seed, 8);
    add_fixed(out, head->digest, 8);
    for (size_t i = 0, length = strlen(head->id); i < APO_ID_MAX; i++)
        apo_buffer_add_char(out, i < length ? head->id[i] : '\0');
    if (has_digests) {
        add_fixed(out, head->net, 8);
        add_fixed(out, head->starts, 8);
        size += APO_TRAINING_DIGESTS_BYTES;
    }
    if (!out->is_failed)
        add_fixed(out, checksum((apo_span){out->bytes + before, size - SUM_BYTES}), SUM_BYTES);
}

apo_status apo_training_head_read(apo_training_head *out, apo_span *rest, apo_error *err)
{
    const size_t id_at = APO_TRAINING_HEAD_BYTES - SUM_BYTES - APO_ID_MAX;
    apo_span bytes = *rest;
    size_t length = APO_TRAINING_HEAD_BYTES;
    if (!apo_span_starts_with(bytes, magic))
        return fail(err, APO_E_SYNTAX, 0, "this is not a file of self-play games");
    if (bytes.length < length)
        return fail(err, APO_E_SYNTAX, bytes.length, "the file ends within its head");
    uint64_t version = fixed_at(bytes, MAGIC_BYTES, 4);
    if (version == 0 || version > APO_TRAINING_VERSION)
        return fail(err, APO_E_UNSUPPORTED, MAGIC_BYTES,
                    "the file has a version that this program does not read");
    length += version > 1 ? APO_TRAINING_DIGESTS_BYTES : 0;
    if (bytes.length < length)
        return fail(err, APO_E_SYNTAX, bytes.length, "the file ends within its head");
    size_t sum_at = length - SUM_BYTES, digests_at = id_at + APO_ID_MAX;
    if (fixed_at(bytes, sum_at, SUM_BYTES) != checksum(apo_span_part(bytes, 0, sum_at)) ||
        bytes.text[digests_at - 1] != '\0')
        return fail(err, APO_E_SYNTAX, sum_at, "the head of the file is damaged");
    *out = (apo_training_head){.nodes = (uint32_t)fixed_at(bytes, MAGIC_BYTES + 4, 4),
                               .plies = (uint32_t)fixed_at(bytes, MAGIC_BYTES + 8, 4),
                               .balance_cp = (uint32_t)fixed_at(bytes, MAGIC_BYTES + 12, 4),
                               .name_index = (uint32_t)fixed_at(bytes, MAGIC_BYTES + 16, 4),
                               .seed = fixed_at(bytes, MAGIC_BYTES + 20, 8),
                               .digest = fixed_at(bytes, MAGIC_BYTES + 28, 8)};
    if (version > 1) {
        out->net = fixed_at(bytes, digests_at, 8);
        out->starts = fixed_at(bytes, digests_at + 8, 8);
    }
    memcpy(out->id, bytes.text + id_at, APO_ID_MAX);
    *rest = apo_span_part(bytes, length, bytes.length - length);
    return APO_OK;
}

/* --- writing games ------------------------------------------------------- */

static void add_body(apo_buffer *out, const apo_training_game *record)
{
    add_number(out, record->number);
    add_number(out, record->start);
    add_number(out, record->white_quarters);
    add_number(out, record->random_count);
    add_number(out, record->ply_count - record->random_count);
    if (record->start == 0) {
        add_number(out, (uint32_t)strlen(record->fen));
        apo_buffer_add(out, record->fen);
    }
    for (uint32_t i = 0; i < record->ply_count; i++) {
        add_number(out, record->plies[i].move);
        if (i >= record->random_count)
            add_fixed(out, (uint16_t)record->plies[i].score, 2);
    }
}

void apo_training_game_write(apo_buffer *out, const apo_training_game *record)
{
    size_t frame = out->length, body = frame + APO_TRAINING_FRAME_BYTES;
    add_fixed(out, 0, APO_TRAINING_FRAME_BYTES);
    add_body(out, record);
    if (out->is_failed)
        return;
    uint32_t length = (uint32_t)(out->length - body);
    uint32_t sum = checksum((apo_span){out->bytes + body, length});
    for (unsigned i = 0; i < 4; i++) {
        out->bytes[frame + i] = (char)(length >> 8 * i & 0xFF);
        out->bytes[frame + 4 + i] = (char)(sum >> 8 * i & 0xFF);
    }
}

/* --- reading games ------------------------------------------------------- */

/* A body being read; `is_bad` once something did not fit. */
typedef struct cursor {
    apo_span bytes;
    size_t at;
    bool is_bad;
} cursor;

static uint32_t read_number(cursor *c, uint32_t maximum)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 35 && c->at < c->bytes.length; shift += 7) {
        uint8_t byte = (uint8_t)c->bytes.text[c->at++];
        number |= (uint64_t)(byte & 0x7FU) << shift;
        if (byte < 0x80) {
            c->is_bad = c->is_bad || number > maximum || (byte == 0 && shift > 0);
            return c->is_bad ? 0 : (uint32_t)number;
        }
    }
    c->is_bad = true;
    return 0;
}

static int16_t read_score(cursor *c)
{
    if (c->bytes.length - c->at < 2) {
        c->is_bad = true;
        return 0;
    }
    c->at += 2;
    return (int16_t)(uint16_t)fixed_at(c->bytes, c->at - 2, 2);
}

static void read_fen(cursor *c, apo_training_game *out)
{
    uint32_t length = read_number(c, APO_FEN_MAX - 1);
    if (c->is_bad || length > c->bytes.length - c->at ||
        memchr(c->bytes.text + c->at, '\0', length) != NULL) {
        c->is_bad = true;
        return;
    }
    memcpy(out->fen, c->bytes.text + c->at, length);
    out->fen[length] = '\0';
    c->at += length;
}

static void read_body(cursor *c, apo_training_game *out)
{
    out->number = read_number(c, APO_TRAINING_NUMBER_MAX);
    out->start = read_number(c, APO_TRAINING_NUMBER_MAX);
    out->white_quarters = (uint8_t)read_number(c, APO_QUARTERS_WIN);
    out->random_count = read_number(c, APO_TRAINING_PLIES_MAX);
    out->ply_count =
        out->random_count + read_number(c, APO_TRAINING_PLIES_MAX - out->random_count);
    out->fen[0] = '\0';
    if (out->start == 0)
        read_fen(c, out);
    for (uint32_t i = 0; i < out->ply_count && !c->is_bad; i++) {
        out->plies[i].move = (uint16_t)read_number(c, APO_MOVE_LIST_MAX - 1);
        out->plies[i].score = i >= out->random_count ? read_score(c) : 0;
    }
    c->is_bad = c->is_bad || c->at != c->bytes.length;
}

apo_status apo_training_game_read(apo_training_game *out, apo_span *rest, apo_error *err)
{
    apo_span bytes = *rest;
    if (bytes.length == 0)
        return fail(err, APO_E_UNKNOWN, 0, "no game is left");
    if (bytes.length < APO_TRAINING_FRAME_BYTES)
        return fail(err, APO_E_OVERFLOW, 0, "the file ends within a game");
    size_t length = (size_t)fixed_at(bytes, 0, 4);
    if (length > APO_TRAINING_BODY_MAX)
        return fail(err, APO_E_SYNTAX, 0, "the length of a game is impossible");
    if (length > bytes.length - APO_TRAINING_FRAME_BYTES)
        return fail(err, APO_E_OVERFLOW, 0, "the file ends within a game");
    cursor c = {.bytes = apo_span_part(bytes, APO_TRAINING_FRAME_BYTES, length)};
    if (fixed_at(bytes, 4, 4) != checksum(c.bytes))
        return fail(err, APO_E_SYNTAX, 4, "a game does not have its checksum");
    read_body(&c, out);
    if (c.is_bad)
        return fail(err, APO_E_SYNTAX, APO_TRAINING_FRAME_BYTES + c.at,
                    "the moves of a game do not fit its length");
    length += APO_TRAINING_FRAME_BYTES;
    *rest = apo_span_part(bytes, length, bytes.length - length);
    return APO_OK;
}
