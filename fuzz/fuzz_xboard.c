/* Law: whatever lines come, the engine keeps responding: an invalid line is answered, and a
 * "ping" in force mode is answered at the end. */
#include "talk.h"

#include "protocol/xboard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static talk all;
    apo_environment environment = open_talk(&all);
    apo_span rest = span_of_bytes(data, size), line;
    apo_xboard *xboard;
    apo_status status = apo_xboard_new(&xboard, &environment);
    assert(status == APO_OK);
    bool is_open = true;
    for (unsigned i = 0; is_open && i < TALK_LINES_MAX && apo_span_line(&rest, &line); i++) {
        unsigned before = atomic_load(&all.said);
        if (asks_for_threads(line))
            continue;
        is_open = apo_xboard_handle(xboard, apo_span_trim(line));
        assert(!is_surely_wrong(line) || atomic_load(&all.said) > before);
    }
    (void)apo_xboard_handle(xboard, apo_span_of(".")); /* if a position is being edited */
    (void)apo_xboard_handle(xboard, apo_span_of("exit"));
    (void)apo_xboard_handle(xboard, apo_span_of("force"));
    all.awaited = "pong 4711";
    (void)apo_xboard_handle(xboard, apo_span_of("ping 4711"));
    assert(atomic_load(&all.is_awaited_there));
    apo_xboard_free(xboard);
    return 0;
}
