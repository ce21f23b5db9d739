#include "server/problem/aim.h"

bool apo_problem_is_aim(apo_span word)
{
    return apo_span_is(word, APO_PROBLEM_MATE) || apo_span_is(word, APO_PROBLEM_STALEMATE);
}
