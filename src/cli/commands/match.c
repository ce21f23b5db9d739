#include <stdlib.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/match/match_report.h"
#include "cli/match/match_run.h"

static enum apo_exit play_match(const apo_match_plan *plan)
{
    apo_match_record record;
    bool is_interrupted = false;
    enum apo_exit result = apo_match_record_open(&record, plan);
    if (result != APO_EXIT_OK)
        return result;
    result = apo_match_run(&record, &is_interrupted);
    enum apo_exit reported = apo_match_report_end(&record, is_interrupted);
    apo_match_record_close(&record);
    return result != APO_EXIT_OK ? result : reported;
}

static enum apo_exit run_match(const apo_call *call)
{
    apo_match_plan *plan = malloc(sizeof *plan);
    if (plan == NULL)
        return apo_report_failure("match: %s", apo_status_message(APO_E_MEMORY));
    enum apo_exit result = apo_match_plan_read(plan, call);
    if (result == APO_EXIT_OK) {
        result = play_match(plan);
        apo_match_plan_close(plan);
    }
    free(plan);
    return result;
}

static const apo_command_option options[] = {
    {"games", "N", NULL, "Play N games; 100 if not given."},
    {"concurrency", "N", NULL, "N games at a time; 1 if not given."},
    {"tc", "TIME", NULL,
     "A clock: MOVES/TIME+INCREMENT in seconds, as 40/10, 1+0.05, 40/1:30+1."},
    {"movetime", "S", NULL, "S seconds a move, as 0.2; 0.1 if no limit is given."},
    {"nodes", "N", NULL, "N nodes a move."},
    {"depth", "N", NULL, "N plies a move."},
    {"plies", "N", NULL,
     "Openings have N moves by chance, both sides together; 4 if not given."},
    {"start", "N", NULL, "All openings are from start N; each from another one if not given."},
    {"balance", "CP", NULL,
     "Throw away openings that the engine does not see within CP centipawns; 120 if not given, "
     "0 keeps all."},
    {"seed", "N", NULL, "Other openings; 1 if not given."},
    {"sprt", "A,B", NULL,
     "End as soon as a difference of A or of B Elo is likelier by 19 to 1."},
    {"resign", "CP", NULL,
     "A side that both see behind by CP centipawns for four moves each has lost."},
    {"length", "N", NULL,
     "After N moves the points decide, or it is a draw; 400 if not given, 0: never."},
    {"margin", "MS", NULL,
     "A time may be exceeded by MS milliseconds; 0 on a clock, 500 with --movetime."},
    {"patience", "S", NULL,
     "How long to wait for a program to start, and for a move that has no limit of time; 60 if "
     "not given."},
    {"pgn", "FILE", NULL, "Append the games to FILE."},
    {"state", "FILE", NULL,
     "Write the results to FILE; if it exists, go on where that match ended."},
    {"log", "FILE", NULL, "Write to FILE all that is said to the programs and by them."},
    {"progress", NULL, NULL, "Report on standard error even where that is no terminal."},
    {"json", NULL, NULL, "The table as an object."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"match modern self:depth=2 self:depth=1 --games 2 --plies 2",
     "Our engine against itself, two plies deep against one."},
    {"match grand self fairy-stockfish --movetime 0.2 --games 200 --pgn games.pgn",
     "Against another program, with the same time."},
    {"match alert self name=old,cmd='old/apothecary engine' --tc 1+0.05 --sprt 0,5 --state m.txt",
     "Whether a change is worth something; can be killed and started again."},
    {NULL, NULL},
};

const apo_command apo_command_match = {
    .name = "match",
    .operands = "VARIANT ENGINE ENGINE",
    .summary = "Let two engines play a match",
    .about =
        "Plays games between two engines and prints score, difference in strength, and how the "
        "games ended, for the first of them. Our own rules are the referee: an illegal move, an "
        "overdrawn clock, a program that ends or does not answer forfeits the game, and the "
        "reason is said on standard error.\n\n"
        "An ENGINE is \"self\" for this program's own engine, a command, or key=value parts with "
        "commas between: name, cmd, proto (uci or xboard), variant (what the program calls the "
        "game), option.NAME, dialect (ours or fairy) and limits of its own: tc, movetime, nodes, "
        "depth. \"self:nodes=2000\" is short for \"cmd=self,nodes=2000\".\n\n"
        "Every opening is played twice, with colours exchanged. An opening is a numbered start "
        "of the game and some moves by chance. The same seed gives the same openings.\n\n"
        "Ctrl-C ends the match and prints the table. With --state a match can be killed in any "
        "way and goes on when it is started again.",
    .options = options,
    .examples = examples,
    .operands_min = 3,
    .operands_max = 3,
    .has_variant = true,
    .run = run_match,
};
