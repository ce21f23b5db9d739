#include "protocol/chances.h"
#include "protocol/uci_priv.h"
#include "rules/rules/program_view.h"

static void add_pv(apo_buffer *line, const apo_uci *uci, const apo_position *from,
                   const apo_pv *play)
{
    apo_position pos = *from;
    apo_undo undo;
    for (unsigned i = 0; i < play->count; i++) {
        apo_buffer_add_char(line, ' ');
        apo_uci_add_move(line, uci, &pos, &play->moves[i]);
        apo_make(&pos, &play->moves[i], &undo);
    }
}

/* UCI's win, draw and loss: the quarters in between count as draws. */
static void add_chances(apo_buffer *line, const unsigned chances[APO_CHANCES])
{
    apo_uci_add_number(line, " wdl ", chances[4]);
    apo_uci_add_number(line, " ", chances[3] + chances[2] + chances[1]);
    apo_uci_add_number(line, " ", chances[0]);
}

/* All five results, in a line of their own. */
static void send_chances(apo_uci *uci, const unsigned chances[APO_CHANCES])
{
    static const char *const names[APO_CHANCES] = {" loss ", " disadvantage ", " draw ",
                                                   " advantage ", " win "};
    apo_buffer line;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "info string outcomes");
    for (unsigned quarters = APO_CHANCES; quarters-- > 0;)
        apo_uci_add_number(&line, names[quarters], chances[quarters]);
    apo_uci_send_buffer(uci, &line);
}

void apo_uci_send_info(void *context, const apo_search_report *report)
{
    apo_uci *uci = context;
    apo_buffer line;
    unsigned chances[APO_CHANCES];
    bool has_chances = uci->options.of[APO_OPTION_SHOW_WDL] != 0;
    uint64_t ms = report->time_ms > 0 ? (uint64_t)report->time_ms : 1;
    apo_level_note(&uci->choice, report);
    apo_buffer_init(&line, uci->environment.alloc);
    apo_uci_add_number(&line, "info depth ", report->depth);
    apo_uci_add_number(&line, " seldepth ", report->seldepth);
    apo_uci_add_number(&line, " multipv ", report->index + 1);
    if (apo_score_is_mate(report->score))
        apo_uci_add_number(&line, " score mate ", apo_score_mate_moves(report->score));
    else
        apo_uci_add_number(&line, " score cp ", report->score);
    if (has_chances) {
        apo_outcome_chances(chances, uci->var, report->score);
        add_chances(&line, chances);
    }
    apo_uci_add_number(&line, " nodes ", (int64_t)report->nodes);
    apo_uci_add_number(&line, " nps ", (int64_t)(report->nodes * 1000 / ms));
    apo_uci_add_number(&line, " hashfull ", report->hashfull);
    apo_uci_add_number(&line, " time ", report->time_ms);
    apo_buffer_add(&line, " pv");
    add_pv(&line, uci, apo_engine_position(uci->engine), report->line);
    apo_uci_send_buffer(uci, &line);
    if (has_chances)
        send_chances(uci, chances);
}
