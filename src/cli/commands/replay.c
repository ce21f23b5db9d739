#include "cli/replay/replay.h"

#include <errno.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/print_buffer.h"
#include "notation/movelist.h"

static bool is_tagged(apo_span text)
{
    text = apo_span_trim(text);
    if (apo_span_starts_with(text, "\xEF\xBB\xBF"))
        text = apo_span_part(text, 3, text.length);
    return text.length > 0 && (text.text[0] == '[' || text.text[0] == '%');
}

/* A log of Game Courier begins with a header, a comment or a move. */
static bool is_log(apo_span text)
{
    return apo_span_starts_with(apo_span_trim(text), "//") ||
           apo_movelist_detect(text) == APO_MOVELIST_COURIER;
}

static void replay_text(apo_replay *replay)
{
    if (apo_replay_is_cards(replay->text))
        apo_replay_cards(replay);
    else if (is_tagged(replay->text))
        apo_replay_pgn(replay);
    else if (is_log(replay->text))
        apo_replay_logs(replay);
    else
        apo_replay_list(replay);
}

static void replay_file(apo_replay *replay, const char *path)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    errno = 0;
    apo_status status = apo_file_read(&text, path);
    replay->file = strcmp(path, "-") == 0 ? "(standard input)" : path;
    if (status == APO_OK) {
        replay->text = apo_buffer_span(&text);
        replay_text(replay);
    } else {
        apo_report_error("%s: %s", replay->file,
                         status == APO_E_IO ? strerror(errno) : apo_status_message(status));
        replay->has_failed = true;
    }
    apo_buffer_clear(&text);
}

static enum apo_replay_form form_of(const apo_call *call)
{
    const char *to = apo_call_value(call, "to");
    if (apo_call_has(call, "json"))
        return APO_REPLAY_JSON;
    if (to == NULL)
        return APO_REPLAY_SUMMARY;
    return to[0] == 'p' ? APO_REPLAY_PGN : to[0] == 'c' ? APO_REPLAY_COURIER : APO_REPLAY_FEN;
}

/* A misspelt --variant is a usage error, whatever the files contain. */
static enum apo_exit check_variant(const char *variant)
{
    apo_source source;
    if (variant == NULL)
        return APO_EXIT_OK;
    enum apo_exit result = apo_source_open(&source, variant);
    if (result == APO_EXIT_OK)
        apo_source_close(&source);
    return result;
}

static enum apo_exit run_replay(const apo_call *call)
{
    apo_replay replay = {.variant = apo_call_value(call, "variant"),
                         .start = apo_call_value(call, "start"),
                         .form = form_of(call),
                         .is_only_file = call->operand_count == 1};
    enum apo_exit result = check_variant(replay.variant);
    if (result != APO_EXIT_OK)
        return result;
    apo_buffer_init(&replay.out, NULL);
    if (replay.form == APO_REPLAY_JSON)
        apo_json_open(&replay.out, NULL, '[');
    for (size_t i = 0; i < call->operand_count; i++)
        replay_file(&replay, call->operands[i]);
    apo_source_close(&replay.source);
    if (replay.form == APO_REPLAY_JSON)
        apo_buffer_add(&replay.out, "]\n");
    result = apo_buffer_print(&replay.out);
    return replay.has_failed ? APO_EXIT_NO : result;
}

static const apo_command_option options[] = {
    {"variant", "VARIANT", NULL, "The variant, for files that name none."},
    {"start", "N|FEN", NULL, "The start of such games; default 1."},
    {"to", "FORM", "pgn|courier|fen",
     "Print the games as PGN, as Game Courier move lists, or their last positions."},
    {"json", NULL, NULL, "A list of objects with result, reason, moves and positions."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"replay games.pgn", "A line per game: result, reason, length."},
    {"replay moves.txt --variant modern --start 14 --to pgn",
     "Check a Game Courier move list and write it as PGN."},
    {NULL, NULL},
};

const apo_command apo_command_replay = {
    .name = "replay",
    .operands = "FILE...",
    .summary = "Check recorded games",
    .about =
        "Reads games from files (- is standard input), plays every move, and prints how "
        "each game ended by all rules: mate, stalemate, bare kings, repetition, move count. "
        "The first illegal move is shown with its place and the reason, and the exit status "
        "is 1; also if a recorded result differs from the rules.\n\n"
        "A file is PGN, or logs of Game Courier, or a list of moves in coordinates or SAN, or "
        "games as lines \"variant ID\", \"start N\" or \"begin FEN\", \"moves ...\", and "
        "optionally, to be compared, \"result\", \"reason\", \"points W-B\" and \"final "
        "FEN\", separated by empty lines.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = APO_OPERANDS_ANY,
    .run = run_replay,
};
