#include "cli/io/book.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"
#include "cli/lab/book_search.h"
#include "cli/nets/nets.h"
#include "notation/fen.h"
#include "notation/pgn_reader.h"
#include "notation/san.h"
#include "rules/rules/program_view.h"

enum {
    PLIES_DEFAULT = 24,
    PLIES_MAX = 1000,
    GAMES_MAX = 1000000,
    WEIGHT_UNKNOWN = 2, /* quarters for both if a game has no result */
    FEN_WORDS_MAX = 2048
};

/* --- making -------------------------------------------------------------- */

typedef struct making {
    apo_source source;
    bool is_open; /* the first game may name the variant */
    apo_book_maker maker;
    uint32_t plies;
    size_t taken, foreign, faulty;
    apo_status status;
    enum apo_exit result;
} making;

static bool open_game(making *all, const apo_pgn_game *pgn)
{
    char id[64];
    apo_text text = apo_text_start(id, sizeof id);
    apo_span name = apo_pgn_variant_id(pgn);
    if (all->is_open)
        return name.length == 0 || apo_span_is(name, apo_variant_info_of(all->source.var)->id);
    apo_text_add_span(&text, name.length > 0 ? name : apo_span_of("chess"));
    all->result = apo_source_open(&all->source, id);
    if (all->result != APO_EXIT_OK)
        return false;
    all->is_open = true;
    apo_book_maker_init(&all->maker, all->source.var);
    return true;
}

/* Adds the moves played, each with the quarters of a point that its player scored. */
static void take_moves(making *all, const apo_pgn_game *pgn)
{
    apo_position pos = pgn->start;
    apo_undo undo;
    uint32_t node = pgn->nodes[0].first_child;
    for (uint32_t i = 0; i < all->plies && node != 0 && all->status == APO_OK; i++) {
        const apo_move *mv = &pgn->nodes[node].move;
        int quarters = pgn->white_quarters;
        int weight = quarters == APO_QUARTERS_UNKNOWN       ? WEIGHT_UNKNOWN
                     : apo_position_side(&pos) == APO_WHITE ? quarters
                                                            : APO_QUARTERS_WIN - quarters;
        all->status = apo_book_maker_add(
            &all->maker, &pos, &(apo_book_move){.mv = *mv, .weight = (uint32_t)weight});
        apo_make(&pos, mv, &undo);
        node = pgn->nodes[node].first_child;
    }
}

static void take_game(making *all, apo_pgn_reader *reader, const char *file)
{
    apo_pgn_game pgn;
    apo_position start;
    apo_error err = {.detail = ""};
    apo_pgn_game_init(&pgn, NULL);
    apo_status status = apo_pgn_read_tags(reader, &pgn, &err);
    if (status == APO_OK && !open_game(all, &pgn)) {
        all->foreign++;
        apo_pgn_skip_game(reader);
        apo_pgn_game_clear(&pgn);
        return;
    }
    if (status == APO_OK)
        status = apo_pgn_start_position(&start, &pgn, all->source.var, &err);
    if (status == APO_OK)
        status = apo_pgn_set_start(&pgn, &start);
    if (status == APO_OK)
        status = apo_pgn_read_moves(reader, &pgn, &err);
    if (status == APO_OK) {
        take_moves(all, &pgn);
        all->taken++;
    } else {
        apo_report_error("%s: %s", file,
                         err.detail[0] != '\0' ? err.detail : apo_status_message(status));
        all->faulty++;
        apo_pgn_skip_game(reader);
    }
    apo_pgn_game_clear(&pgn);
}

static void take_file(making *all, const char *file)
{
    apo_buffer text;
    apo_pgn_reader reader;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_file_read(&text, file);
    if (status != APO_OK)
        all->result = apo_report_failure(
            "%s: %s", file, status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    apo_pgn_reader_start(&reader, apo_buffer_span(&text));
    while (all->result == APO_EXIT_OK && all->status == APO_OK &&
           apo_pgn_reader_has_game(&reader))
        take_game(all, &reader, file);
    apo_buffer_clear(&text);
}

static enum apo_exit open_named(making *all, const apo_call *call)
{
    const char *variant = apo_call_value(call, "variant");
    if (variant == NULL)
        return APO_EXIT_OK;
    enum apo_exit result = apo_source_open(&all->source, variant);
    all->is_open = result == APO_EXIT_OK;
    if (all->is_open)
        apo_book_maker_init(&all->maker, all->source.var);
    return result;
}

static enum apo_exit make_book(const apo_call *call)
{
    making all = {.plies = PLIES_DEFAULT};
    uint32_t games_min = 1;
    all.result = apo_call_number(call, "plies", 1, PLIES_MAX, &all.plies);
    if (all.result == APO_EXIT_OK)
        all.result = apo_call_number(call, "min-games", 1, GAMES_MAX, &games_min);
    if (all.result == APO_EXIT_OK && call->operand_count < 2)
        return apo_report_usage(call->command, "book make needs PGN files");
    if (all.result == APO_EXIT_OK)
        all.result = open_named(&all, call);
    for (size_t i = 1; all.result == APO_EXIT_OK && i < call->operand_count; i++)
        take_file(&all, call->operands[i]);
    if (all.result == APO_EXIT_OK && !all.is_open)
        all.result = apo_report_failure("book: there is no game");
    if (all.result == APO_EXIT_OK) {
        all.maker.games_min = games_min;
        if (all.status != APO_OK)
            all.result = apo_report_failure("book: %s", apo_status_message(all.status));
        else
            all.result = apo_book_write(&all.maker, apo_call_value(call, "out"));
    }
    if (all.result == APO_EXIT_OK)
        fprintf(stderr, "%zu games taken, %zu of other games, %zu with faults\n", all.taken,
                all.foreign, all.faulty);
    if (all.is_open) {
        apo_book_maker_clear(&all.maker);
        apo_source_close(&all.source);
    }
    return all.result == APO_EXIT_OK && all.faulty > 0 ? APO_EXIT_NO : all.result;
}

/* --- showing ------------------------------------------------------------- */

static void show_move(apo_buffer *out, const apo_position *pos, const apo_book_move *move,
                      double share)
{
    char bytes[APO_SAN_MAX], line[64];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_san_write(&text, pos, &move->mv);
    snprintf(line, sizeof line, " %10" PRIu32 " %5.1f %%", move->weight, 100 * share);
    apo_buffer_add(out, bytes);
    for (size_t i = text.length; i < 10; i++)
        apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, line);
    if (move->has_score) {
        snprintf(line, sizeof line, " %+6d", apo_book_white_cp(pos, move));
        apo_buffer_add(out, line);
    }
    apo_buffer_add_char(out, '\n');
}

static void show_json(apo_buffer *out, const apo_position *pos, const apo_book_move *moves,
                      unsigned count)
{
    apo_json_open(out, NULL, '[');
    for (unsigned i = 0; i < count; i++)
        apo_book_add_json(out, pos, &moves[i]);
    apo_json_close(out, ']');
}

static enum apo_exit show_position(const apo_call *call, const apo_book *book,
                                   const apo_position *pos)
{
    apo_book_move moves[APO_BOOK_MOVES_MAX];
    unsigned count = apo_book_moves(book, pos, moves);
    double sum = 0;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    for (unsigned i = 0; i < count; i++)
        sum += moves[i].weight;
    if (apo_call_has(call, "json")) {
        show_json(&out, pos, moves, count);
        return apo_buffer_print_line(&out);
    }
    fprintf(stderr, "%zu %s\n", apo_book_size(book),
            apo_book_is_polyglot(book) ? "moves (Polyglot)" : "positions");
    for (unsigned i = 0; i < count; i++)
        show_move(&out, pos, &moves[i], sum > 0 ? moves[i].weight / sum : 0);
    return apo_buffer_print(&out);
}

/* The operands after the variant as one FEN. */
static bool join_fen(apo_text *out, const apo_call *call)
{
    for (size_t i = 3; i < call->operand_count; i++) {
        apo_text_add(out, i > 3 ? " " : "");
        apo_text_add(out, call->operands[i]);
    }
    if (out->length == 0)
        apo_text_add(out, "startpos");
    return !out->is_overflowed;
}

static enum apo_exit show_in(const apo_call *call, const apo_source *source)
{
    apo_book *book;
    apo_position pos;
    apo_error err;
    char bytes[FEN_WORDS_MAX];
    apo_text fen = apo_text_start(bytes, sizeof bytes);
    if (!join_fen(&fen, call))
        return apo_report_failure("the FEN is too long");
    if (apo_fen_read(&pos, source->var, apo_text_span(&fen), &err) != APO_OK)
        return apo_report_text_error("FEN", apo_text_span(&fen), &err);
    enum apo_exit result = apo_book_open(&book, source->var, call->operands[1]);
    if (result != APO_EXIT_OK)
        return result;
    result = show_position(call, book, &pos);
    apo_book_free(book);
    return result;
}

static enum apo_exit show_book(const apo_call *call)
{
    apo_source source;
    const char *variant = call->operand_count > 2 ? call->operands[2] : "chess";
    if (call->operand_count < 2)
        return apo_report_usage(call->command, "book show needs a book");
    enum apo_exit result = apo_source_open(&source, variant);
    if (result != APO_EXIT_OK)
        return result;
    result = show_in(call, &source);
    apo_source_close(&source);
    return result;
}

static enum apo_exit run_book(const apo_call *call)
{
    const char *what = call->operands[0];
    if (strcmp(what, "make") == 0)
        return make_book(call);
    if (strcmp(what, "show") == 0)
        return show_book(call);
    if (strcmp(what, "search") == 0)
        return apo_book_search(call);
    return apo_report_usage(call->command, "expected make, search or show, not \"%s\"", what);
}

static const apo_command_option options[] = {
    {"out", "FILE", NULL, "Where to write the book; -o for short. Default: standard output."},
    {"variant", "VARIANT", NULL, "The game; by default, the one that the first game names."},
    {"plies", "N", NULL,
     "Half-moves of each game to take, default 24; with search, how deep the book is, default "
     "4."},
    {"min-games", "N", NULL, "Leave moves out that were played less often; default 1."},
    {"lines", "N", NULL, "With search: at most N moves of a position; default 5."},
    {"within", "CP", NULL,
     "With search: moves at most CP hundredths of a pawn worse than the best; default 25."},
    {"nodes", "N", NULL, "With search: search N positions for each; default 100000."},
    {"start", "N", NULL, "With search: look at start N alone."},
    {"state", "FILE", NULL,
     "With search: write what is found to FILE; if it exists, resume that search."},
    APO_NETS_OPTION,
    {"progress", NULL, NULL,
     "With search: report progress on standard error even if it is not a terminal."},
    {"json", NULL, NULL, "With show and search: moves as a list."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"book make games.pgn -o mine.book --min-games 3",
     "A book of moves played at least three times."},
    {"book search modern -o modern.book --state modern.openings",
     "The good first moves from all 24 starts; can be killed and resumed."},
    {"book show mine.book chess", "Its first moves."},
    {NULL, NULL},
};

const apo_command apo_command_book = {
    .name = "book",
    .operands = "make PGN... | search VARIANT | show BOOK [VARIANT [FEN]]",
    .summary = "Make opening books from games or by search, and look into them",
    .about =
        "\"make\" collects the first moves of games in PGN. The weight of a move is the sum of "
        "the results of those who played it: 4 for a win, 2 for a draw. Games with "
        "faults are reported and left out.\n\n\"search\" lets the engine find good moves for "
        "each start, for the positions after them, and so on. The best move has weight 1000, "
        "one worse by --within half of it. With --out it prints a table of the starts with "
        "their first moves.\n\n\"show\" lists the moves for a position "
        "(default: the first start), heaviest first, with White's score in hundredths of a pawn "
        "if the book has it. It reads Polyglot's books for chess, too.\n\nThe engine plays "
        "from a book with the UCI options OwnBook and BookFile; a match begins its games from "
        "one with --book.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = APO_OPERANDS_ANY,
    .run = run_book,
};
