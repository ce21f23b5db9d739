/* Law: EPD -> line -> EPD is the identity: what is written has the same position and the same
 * operations, and is written identically again. The first byte chooses the game. */
#include "laws.h"

#include "notation/epd.h"

static void write_line(apo_buffer *out, const apo_position *pos, const apo_epd *epd)
{
    apo_buffer_init(out, NULL);
    apo_status status = apo_epd_write(out, pos, epd);
    assert(status == APO_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_epd epd, again;
    static apo_position pos, pos_again;
    apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    apo_buffer line, line_again;
    apo_status status = apo_epd_read(&pos, &epd, var, span_of_bytes(data, size), &err);
    if (status != APO_OK) {
        assert(err.status == status && err.detail[0] != '\0');
        return 0;
    }
    write_line(&line, &pos, &epd);
    status = apo_epd_read(&pos_again, &again, var, apo_buffer_span(&line), &err);
    assert(status == APO_OK);
    assert(apo_position_same(&pos, &pos_again));
    write_line(&line_again, &pos_again, &again);
    assert(apo_span_same(apo_buffer_span(&line), apo_buffer_span(&line_again)));
    for (size_t i = 0; i < epd.count; i++) {
        apo_span moves = epd.operations[i].operands;
        apo_move mv;
        while (apo_epd_next_move(&mv, &pos, &moves, &err))
            ;
    }
    apo_buffer_clear(&line);
    apo_buffer_clear(&line_again);
    return 0;
}
