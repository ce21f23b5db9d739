/* Law: whatever lines come, the engine keeps responding: an invalid line is answered, and
 * "isready" is answered by "readyok" at the end. */
#include "talk.h"

#include "protocol/uci.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static talk all;
    apo_environment environment = open_talk(&all);
    apo_span rest = span_of_bytes(data, size), line;
    apo_uci *uci;
    apo_status status = apo_uci_new(&uci, &environment);
    assert(status == APO_OK);
    bool is_open = true;
    for (unsigned i = 0; is_open && i < TALK_LINES_MAX && apo_span_line(&rest, &line); i++) {
        unsigned before = atomic_load(&all.said);
        if (asks_for_threads(line))
            continue;
        is_open = apo_uci_handle(uci, apo_span_trim(line));
        assert(!is_surely_wrong(line) || atomic_load(&all.said) > before);
    }
    all.awaited = "readyok";
    (void)apo_uci_handle(uci, apo_span_of("isready"));
    assert(atomic_load(&all.is_awaited_there));
    apo_uci_free(uci);
    return 0;
}
