#include "base/status.h"

const char *apo_status_message(apo_status status)
{
    switch (status) {
    case APO_OK: return "ok";
    case APO_E_MEMORY: return "out of memory";
    case APO_E_SYNTAX: return "the text has the wrong form";
    case APO_E_RANGE: return "a number is out of range";
    case APO_E_TOO_LARGE: return "the input is larger than the limit";
    case APO_E_UNKNOWN: return "no such name";
    case APO_E_UNSUPPORTED: return "not supported";
    case APO_E_DEFINITION: return "the definition has faults";
    case APO_E_POSITION: return "the position is not possible";
    case APO_E_ILLEGAL: return "the move is not legal";
    case APO_E_AMBIGUOUS: return "more than one move fits";
    case APO_E_OVERFLOW: return "more results than fit: a list of moves holds 8,192";
    case APO_E_IO: return "reading or writing failed";
    case APO_E_FINISHED: return "the game is over";
    case APO_E_EXISTS: return "there is one already";
    case APO_STATUSES: break;
    }
    return "unknown";
}

const char *apo_status_word(apo_status status)
{
    static const char *const words[APO_STATUSES] = {
        [APO_OK] = "ok",
        [APO_E_MEMORY] = "memory",
        [APO_E_SYNTAX] = "syntax",
        [APO_E_RANGE] = "range",
        [APO_E_TOO_LARGE] = "too_large",
        [APO_E_UNKNOWN] = "unknown",
        [APO_E_UNSUPPORTED] = "unsupported",
        [APO_E_DEFINITION] = "definition",
        [APO_E_POSITION] = "position",
        [APO_E_ILLEGAL] = "illegal",
        [APO_E_AMBIGUOUS] = "ambiguous",
        [APO_E_OVERFLOW] = "overflow",
        [APO_E_IO] = "io",
        [APO_E_FINISHED] = "finished",
        [APO_E_EXISTS] = "exists",
    };
    return words[(unsigned)status < APO_STATUSES ? status : APO_OK];
}
