#include "notation/result.h"

static const char *const result_texts[] = {
    [APO_QUARTERS_LOSS] = "0-1",     [APO_QUARTERS_DISADVANTAGE] = "1/4-3/4",
    [APO_QUARTERS_DRAW] = "1/2-1/2", [APO_QUARTERS_ADVANTAGE] = "3/4-1/4",
    [APO_QUARTERS_WIN] = "1-0",
};

const char *apo_result_text(int white_quarters)
{
    bool is_known = white_quarters >= APO_QUARTERS_LOSS && white_quarters <= APO_QUARTERS_WIN;
    return is_known ? result_texts[white_quarters] : "*";
}

bool apo_result_read(int *out_white_quarters, apo_span text)
{
    for (int quarters = APO_QUARTERS_LOSS; quarters <= APO_QUARTERS_WIN; quarters++)
        if (apo_span_is(text, result_texts[quarters])) {
            *out_white_quarters = quarters;
            return true;
        }
    if (!apo_span_is(text, "*"))
        return false;
    *out_white_quarters = APO_QUARTERS_UNKNOWN;
    return true;
}
