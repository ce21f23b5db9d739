/* Law: bytes are refused with a reason and a place, or they are a net of the game, which
 * written again gives the same bytes and which values every position. The first byte chooses
 * the game; with an odd second byte the rest is not a file but the numbers of a net, as no
 * fuzzer finds a checksum, and a changed byte of its file is refused. */
#include "laws.h"

#include "neural/network_file.h"

enum {
    PLIES = 12
};

/* Values the positions of a short game. */
static void check_values(const apo_network *network, const uint8_t *data, size_t size)
{
    const apo_variant *var = network->features.var;
    apo_position pos;
    apo_status status = apo_position_start(&pos, var, 0, 1);
    assert(status == APO_OK);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        apo_moves moves;
        apo_move_list *list = apo_moves_start(&moves);
        int value = apo_network_value(network, &pos);
        assert(value <= APO_NETWORK_VALUE_MAX && value >= -APO_NETWORK_VALUE_MAX);
        status = apo_moves_legal(list, &pos);
        assert(status == APO_OK);
        if (list->count == 0)
            break;
        status = apo_play(&pos, &list->moves[next_byte(&data, &size) % list->count]);
        assert(status == APO_OK);
    }
}

static void check_file(apo_span file, const apo_variant *var, const uint8_t *data, size_t size)
{
    apo_network *network = NULL;
    apo_error err = {.detail = ""};
    apo_buffer again;
    apo_status status = apo_network_read(&network, var, file, NULL, &err);
    if (status != APO_OK) {
        assert(network == NULL && err.position <= file.length && err.detail[0] != '\0');
        return;
    }
    apo_buffer_init(&again, NULL);
    status = apo_network_write(&again, network);
    assert(status == APO_OK && apo_span_same(apo_buffer_span(&again), file));
    check_values(network, data, size);
    apo_buffer_clear(&again);
    apo_network_free(network);
}

/* Writes a net with these bytes, reads it back, and reads it again with one byte changed. */
static void check_made_up(const uint8_t *data, size_t size, const apo_variant *var)
{
    apo_network *network = NULL;
    apo_buffer bytes;
    uint32_t hidden = (1U + next_byte(&data, &size) % 4U) * APO_NETWORK_HIDDEN_STEP;
    uint32_t buckets = 1U + next_byte(&data, &size) % APO_NETWORK_BUCKETS_MAX;
    size_t place = next_byte(&data, &size) * 331U;
    apo_status status = apo_network_new(&network, var, hidden, buckets, NULL);
    assert(status == APO_OK);
    network->is_alone = (next_byte(&data, &size) & 1) != 0;
    network->shift = next_byte(&data, &size) % (APO_NETWORK_SHIFT_MAX + 1U);
    network->hidden_scale = next_byte(&data, &size) << 22;
    network->direct_scale = next_byte(&data, &size) << 22;
    for (size_t i = 0; i < size; i++) {
        int number = data[i] * 257 - 32768;
        network->bias[i % hidden] = (int16_t)(number / 64);
        network->weights[i * 977 % ((size_t)network->features.count * hidden)] =
            (int16_t)number;
        network->direct[i * 431 % network->features.count * APO_NETWORK_BUCKETS_MAX] =
            (int16_t)number;
        network->output[i * 13 % ((size_t)buckets * 2 * hidden)] =
            (int16_t)(data[i] % 255 - 127);
        network->output_bias[i % buckets] = number;
    }
    apo_buffer_init(&bytes, NULL);
    status = apo_network_write(&bytes, network);
    assert(status == APO_OK);
    check_file(apo_buffer_span(&bytes), var, data, size);
    bytes.bytes[place % bytes.length] ^= 1;
    apo_network *damaged = NULL;
    status = apo_network_read(&damaged, var, apo_buffer_span(&bytes), NULL, NULL);
    assert(status != APO_OK && damaged == NULL);
    apo_buffer_clear(&bytes);
    apo_network_free(network);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    bool is_made_up = (next_byte(&data, &size) & 1) != 0;
    char id[APO_ID_MAX];
    if (is_made_up) {
        check_made_up(data, size, var);
        return 0;
    }
    apo_span file = span_of_bytes(data, size);
    if (apo_network_read_id(id, file, NULL) == APO_OK)
        assert(memchr(id, '\0', sizeof id) != NULL);
    check_file(file, var, data, size);
    return 0;
}
