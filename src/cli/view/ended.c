#include "cli/view/ended.h"

#include "rules/rules/program_view.h"

apo_end_view apo_end_view_of(const apo_position *pos)
{
    apo_end_view view = {.outcome = apo_position_outcome_counted(pos),
                         .quiet_left = apo_quiet_left(pos)};
    view.is_near = view.outcome.ending == APO_ENDING_NONE && view.quiet_left <= APO_QUIET_NEAR;
    if (view.is_near)
        view.quarters = apo_move_count_quarters(pos);
    return view;
}
