#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/terminal.h"
#include "cli/nets/nets_source.h"
#include "cli/play/play_session.h"
#include "cli/view/sentences.h"

enum {
    LEVEL_USUAL = 3,
    TIME_USUAL_MS = 5000,
    TIME_MAX_MS = 1000000000
};

static void set_date(apo_play_session *session)
{
    struct tm now;
    time_t seconds = time(NULL);
    localtime_r(&seconds, &now);
    strftime(session->date, sizeof session->date, "%Y.%m.%d", &now);
}

/* "modern:name" is the variant "modern" with a start of that name. */
static void copy_variant(apo_play_session *session, const char *argument,
                         const char *start_name)
{
    apo_text text = apo_text_start(session->variant, sizeof session->variant);
    apo_span span = apo_span_of(argument);
    size_t name = apo_span_of(start_name).length;
    if (name > 0)
        span.length -= name + 1;
    apo_text_add_span(&text, span);
}

static enum apo_exit numbered_position(const apo_call *call, const apo_source *source,
                                       apo_position *out, uint32_t *out_number)
{
    const char *number = call->operand_count > 1 ? call->operands[1] : "random";
    enum apo_exit result = apo_start_open(out, source, number, out_number);
    if (result != APO_EXIT_OK || !apo_call_has(call, "handicap"))
        return result;
    *out_number = 0; /* with a handicap the position is no longer the numbered start */
    return apo_handicaps_open(out, call);
}

static enum apo_exit start_position(const apo_call *call, const apo_source *source,
                                    apo_position *out, uint32_t *out_number)
{
    const char *fen = apo_call_value(call, "fen");
    apo_error err;
    if (fen == NULL)
        return numbered_position(call, source, out, out_number);
    if (apo_call_has(call, "handicap"))
        return apo_report_usage(call->command, "--handicap and --fen cannot be combined");
    *out_number = 0;
    if (apo_fen_read(out, source->var, apo_span_of(fen), &err) != APO_OK)
        return apo_report_text_error("FEN", apo_span_of(fen), &err);
    return APO_EXIT_OK;
}

static enum apo_exit start_new(apo_play_session *session, const apo_call *call)
{
    apo_source source;
    apo_position start;
    apo_game *game = NULL;
    apo_game_labels labels = {.variant = session->variant};
    enum apo_exit result = apo_source_open(&source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    labels.start_name = apo_variant_start_name(source.var, source.name_index);
    result = start_position(call, &source, &start, &labels.number);
    if (result == APO_EXIT_OK && apo_game_new(&game, &start, NULL) != APO_OK)
        result = apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    if (result != APO_EXIT_OK) {
        apo_source_close(&source);
        return result;
    }
    copy_variant(session, call->operands[0], labels.start_name);
    apo_status status = apo_play_session_set_game(session, source, game, &labels);
    if (status == APO_OK)
        return APO_EXIT_OK;
    apo_game_free(game);
    apo_source_close(&source);
    return apo_report_failure("%s", apo_status_message(status));
}

static enum apo_exit start_game(apo_play_session *session, const apo_call *call)
{
    const char *path = apo_call_value(call, "load");
    if (path == NULL && call->operand_count == 0)
        return apo_report_usage(call->command,
                                "which game? \"apothecary variants\" lists them");
    if (path == NULL)
        return start_new(session, call);
    const char *fallback = call->operand_count > 0 ? call->operands[0] : NULL;
    if (!apo_play_session_read(session, path, fallback))
        return APO_EXIT_NO;
    return APO_EXIT_OK;
}

static enum apo_exit open_record(apo_play_session *session, const apo_call *call)
{
    const char *path = apo_call_value(call, "record");
    const char *loaded = apo_call_value(call, "load");
    bool is_loaded = path != NULL && loaded != NULL && strcmp(path, loaded) == 0;
    if (path == NULL) {
        apo_play_session_open_journal(session);
        return APO_EXIT_OK;
    }
    if (apo_journal_open(&session->journal, path, is_loaded) == APO_OK) {
        apo_play_print("The game is recorded in %s", path);
        return APO_EXIT_OK;
    }
    if (errno == EEXIST)
        return apo_report_failure("%s exists already; --load %s continues that game", path,
                                  path);
    return apo_report_failure("%s: %s", path, strerror(errno));
}

static void choose_players(apo_play_session *session, const apo_call *call)
{
    const char *computer = apo_call_value(call, "computer");
    if (computer == NULL)
        computer = "black";
    bool is_both = strcmp(computer, "both") == 0;
    session->is_computer[APO_WHITE] = is_both || strcmp(computer, "white") == 0;
    session->is_computer[APO_BLACK] = is_both || strcmp(computer, "black") == 0;
    session->is_flipped = apo_call_has(call, "flip") !=
                          (session->is_computer[APO_WHITE] && !session->is_computer[APO_BLACK]);
}

static enum apo_exit choose_level(apo_play_session *session, const apo_call *call)
{
    const char *text = apo_call_value(call, "level");
    unsigned level = text != NULL ? apo_level_find(apo_span_of(text)) : LEVEL_USUAL;
    uint32_t ms = TIME_USUAL_MS, seed = 0;
    if (level == 0)
        return apo_report_usage(call->command,
                                "--level takes a number from 1 to 8 or a word (beginner ... "
                                "full), not \"%s\"",
                                text);
    enum apo_exit result = apo_call_number(call, "time", 1, TIME_MAX_MS, &ms);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "seed", 1, UINT32_MAX, &seed);
    session->move_ms = ms;
    session->seed = seed;
    apo_play_session_set_level(session, level);
    return result;
}

static const char *player_words(const apo_play_session *session, apo_side side)
{
    if (session->is_computer[side])
        return "the computer";
    return session->is_computer[apo_side_other(side)] ? "you" : "a person";
}

static void greet(const apo_play_session *session)
{
    const apo_variant *var = session->source.var;
    printf("%s", apo_variant_info_of(var)->name);
    if (session->labels.start_name[0] != '\0')
        printf(", %s", session->labels.start_name);
    if (session->labels.number > 0 && apo_variant_info_of(var)->start_count > 1)
        printf(", start %u of %u", (unsigned)session->labels.number,
               apo_variant_info_of(var)->start_count);
    printf(".\nWhite is %s, Black is %s.%s\n", player_words(session, APO_WHITE),
           player_words(session, APO_BLACK),
           session->is_computer[APO_WHITE] && session->is_computer[APO_BLACK]
               ? ""
               : " Type a move, or \"help\".");
}

static enum apo_exit play(apo_play_session *session, const apo_call *call)
{
    enum apo_exit result = start_game(session, call);
    if (result == APO_EXIT_OK)
        result = apo_nets_check(&session->nets, call, session->source.var);
    if (result != APO_EXIT_OK)
        return result;
    greet(session);
    result = open_record(session, call);
    return result == APO_EXIT_OK ? apo_play_session_run(session) : result;
}

static enum apo_exit run_play(const apo_call *call)
{
    static apo_play_session session; /* too large for the stack */
    session = (apo_play_session){.is_interactive = apo_terminal_is_interactive()};
    enum apo_exit result = choose_level(&session, call);
    if (result == APO_EXIT_OK)
        result = apo_nets_open(&session.nets, call);
    if (result != APO_EXIT_OK)
        return result;
    session.colour = apo_call_has(call, "ascii") ? "never" : apo_call_value(call, "color");
    set_date(&session);
    choose_players(&session, call);
    result = play(&session, call);
    apo_thinker_close(&session.thinker);
    apo_nets_close(&session.nets);
    apo_game_free(session.game);
    apo_source_close(&session.source);
    return result;
}

static const apo_command_option options[] = {
    {"computer", "SIDE", "white|black|both|none",
     "The computer's side; default black, none for two people."},
    {"level", "N|WORD", NULL,
     "The computer's level: 1 beginner, 2 novice, 3 casual, 4 steady, 5 club, 6 strong, 7 "
     "expert, 8 full; default 3."},
    {"time", "MS", NULL, "The computer thinks at most MS milliseconds per move; default 5000."},
    {"handicap", "SPEC", NULL,
     "A handicap of the game: move:white, move:black, pawn:SQ, bishop:SQ,SQ,SQ or "
     "rook:SQ,SQ,SQ,SQ. Repeat the option to combine several, or write pawn:e4+move:black."},
    APO_NETS_OPTION,
    {"seed", "N", NULL,
     "Seed of the computer's random choices: the same moves get the same "
     "answers."},
    {"load", "FILE", NULL, "Continue the game in a PGN file."},
    {"record", "FILE", NULL,
     "Record the game in this new file, or in the loaded one; default: a new file in "
     "~/.local/share/apothecary."},
    {"fen", "FEN", NULL, "Begin with this position."},
    {"flip", NULL, NULL, "Turn the board round."},
    {"ascii", NULL, NULL, "Plain characters, no colours."},
    {"color", "WHEN", "auto|always|never", "Use colours; auto: if the terminal has them."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"play modern", "A random start, against the computer, which plays Black."},
    {"play alert 106 --computer none", "Two people, start 106."},
    {"play classic:brouhaha-joker --computer white --level beginner",
     "A computer that anybody can beat plays White."},
    {"play apothecary2 --level full --time 20000 --handicap pawn:e4",
     "You play White, a pawn up; Black plays at full strength for 20 seconds per move."},
    {"play --load game.pgn --record game.pgn", "Continue a recorded or saved game."},
    {NULL, NULL},
};

const apo_command apo_command_play = {
    .name = "play",
    .operands = "VARIANT [N|random]",
    .summary = "Play a game in the terminal",
    .about =
        "Plays a complete game by all rules, against the computer or between two people at "
        "one keyboard. Type moves in coordinates, SAN or Game Courier notation; \"help\" "
        "lists the commands: legal moves, explanations, hints, undo, offers, levels, saving "
        "and loading. While the computer thinks, Enter makes it move at once and Ctrl-C "
        "stops it.\n\n"
        "The game is recorded in a file after every move, so nothing is lost when the "
        "terminal is closed.",
    .options = options,
    .examples = examples,
    .operands_max = 2,
    .has_variant = true,
    .run = run_play,
};
