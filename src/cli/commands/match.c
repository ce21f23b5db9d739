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
    {"games", "N", NULL, "Play N games; default 100."},
    {"concurrency", "N", NULL, "N games at a time; default 1."},
    {"tc", "TIME", NULL,
     "A clock: MOVES/TIME+INCREMENT in seconds, like 40/10, 1+0.05, 40/1:30+1."},
    {"movetime", "S", NULL, "S seconds per move, like 0.2; default 0.1 if no limit is given."},
    {"nodes", "N", NULL, "N nodes a move."},
    {"depth", "N", NULL, "N plies a move."},
    {"plies", "N", NULL, "Openings have N random half-moves; default 4."},
    {"start", "N", NULL, "All openings begin at start N; default: a random start for each."},
    {"book", "FILE", NULL,
     "Openings are moves of this book, drawn by their weights: as many as it has, or N "
     "half-moves with --plies N."},
    {"balance", "CP", NULL,
     "Reject openings that the engine scores beyond CP centipawns; default 120, 0 keeps all."},
    {"imbalance", "CP", NULL,
     "Reject openings that the engine scores within CP centipawns, so that fewer pairs of games "
     "are drawn; default 0, which keeps them."},
    {"seed", "N", NULL, "Seed for the openings; default 1."},
    {"sprt", "A,B", NULL,
     "End as soon as a difference of A or B Elo is 19 times as likely as the other."},
    {"resign", "CP", NULL,
     "A side loses when both engines score it CP centipawns behind for four moves each."},
    {"length", "N", NULL,
     "After N moves points decide, or the game is drawn; default 400, 0: never."},
    {"margin", "MS", NULL,
     "Allow a limit to be exceeded by MS milliseconds; default 0 on a clock, 500 with "
     "--movetime."},
    {"patience", "S", NULL,
     "Wait S seconds for a program to start, and for a move without a time limit; default "
     "60."},
    {"pgn", "FILE", NULL, "Append the games to FILE."},
    {"state", "FILE", NULL, "Write the results to FILE; if it exists, resume that match."},
    {"log", "FILE", NULL, "Write all input and output of the programs to FILE."},
    {"progress", NULL, NULL,
     "Report progress on standard error even if it is not a "
     "terminal."},
    {"json", NULL, NULL, "The table as an object."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"match modern self:depth=2 self:depth=1 --games 2 --plies 2",
     "Our engine against itself, at depth 2 and 1."},
    {"match grand self fairy-stockfish --movetime 0.2 --games 200 --pgn games.pgn",
     "Against another program, with equal time."},
    {"match alert self name=old,cmd='old/apothecary engine' --tc 1+0.05 --sprt 0,5 --state "
     "m.txt",
     "Test whether a change gains strength; can be killed and resumed."},
    {NULL, NULL},
};

const apo_command apo_command_match = {
    .name = "match",
    .operands = "VARIANT ENGINE ENGINE",
    .summary = "Let two engines play a match",
    .about =
        "Plays games between two engines and prints score, difference in strength, and ends "
        "of the games from the first engine's view. Our own rules are the referee: an "
        "illegal move, a loss on time, a program that exits or does not answer forfeits the "
        "game, and the reason is reported on standard error.\n\n"
        "An ENGINE is \"self\" for this program's own engine, a command, or key=value parts "
        "separated by commas: name, cmd, proto (uci or xboard), variant (the program's name "
        "of the game), option.NAME, dialect (ours or fairy) and its own limits: tc, "
        "movetime, nodes, depth. \"self:nodes=2000\" is short for "
        "\"cmd=self,nodes=2000\".\n\n"
        "Every opening is played twice, with colours exchanged. An opening is a numbered "
        "start of the game and some random moves. The same seed gives the same openings.\n\n"
        "Ctrl-C ends the match and prints the table. With --state a match that was killed "
        "in any way resumes when it is started again.",
    .options = options,
    .examples = examples,
    .operands_min = 3,
    .operands_max = 3,
    .has_variant = true,
    .run = run_match,
};
