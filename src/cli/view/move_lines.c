#include "cli/view/move_lines.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const apo_move_line *first = a, *second = b;
    return strcmp(first->text, second->text);
}

apo_status apo_move_lines_list(apo_move_line **out, size_t *out_count, const apo_position *pos,
                               apo_square from)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_status status = apo_moves_legal(list, pos);
    if (status != APO_OK)
        return status;
    apo_move_line *lines = malloc((list->count + 1) * sizeof *lines);
    size_t count = 0;
    if (lines == NULL)
        return APO_E_MEMORY;
    for (size_t i = 0; i < list->count; i++) {
        if (from != APO_SQUARE_NONE && list->moves[i].from != from)
            continue;
        apo_text text = apo_text_start(lines[count].text, sizeof lines[count].text);
        apo_move_write(&text, pos, &list->moves[i], APO_NOTATION_COORDINATE);
        lines[count++].mv = list->moves[i];
    }
    qsort(lines, count, sizeof *lines, compare);
    *out = lines;
    *out_count = count;
    return APO_OK;
}
