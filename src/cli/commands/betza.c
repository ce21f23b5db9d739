#include <stdio.h>
#include <string.h>

#include "cli/betza/move_table.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/print_buffer.h"
#include "cli/io/terminal.h"
#include "definition/betza/diagram.h"
#include "definition/betza/dialect.h"
#include "definition/betza/words.h"

/* A piece whose moves have been read. */
typedef struct subject {
    apo_span text; /* as typed */
    apo_piece_moves moves;
    apo_buffer words; /* owned */
} subject;

static void print_notes(const apo_fault_list *notes)
{
    fflush(stdout);
    for (size_t i = 0; i < notes->count; i++)
        fprintf(stderr, "note: %s\n", notes->faults[i].detail);
}

static enum apo_dialect dialect_of(const apo_call *call, const char *option)
{
    enum apo_dialect dialect = APO_DIALECT_ID;
    const char *value = apo_call_value(call, option);
    if (value != NULL)
        /* the table restricts the values */
        (void)apo_dialect_find(apo_span_of(value), &dialect);
    return dialect;
}

static enum apo_exit print_converted(const apo_call *call, const subject *piece)
{
    static char bytes[APO_BETZA_TEXT_MAX];
    enum apo_dialect dialect = dialect_of(call, "to");
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_fault_list notes;
    apo_error err;
    apo_fault_list_init(&notes);
    apo_status status = apo_dialect_write(&text, &piece->moves, dialect, &notes, &err);
    if (status != APO_OK)
        return apo_report_failure("not for %s: %s", apo_dialect_name(dialect), err.detail);
    printf("%s\n", bytes);
    print_notes(&notes);
    return APO_EXIT_OK;
}

static void print_words(const subject *piece)
{
    apo_span rest = apo_buffer_span(&piece->words), line;
    while (apo_span_line(&rest, &line))
        printf("- %.*s\n", (int)line.length, line.text);
}

/* The notation of the moves in each dialect; null if it cannot express them. */
static void add_dialects(apo_buffer *out, const subject *piece)
{
    static char bytes[APO_BETZA_TEXT_MAX];
    static const char *const names[APO_DIALECTS] = {"id", "xboard", "fairy"};
    apo_json_open(out, "dialects", '{');
    for (unsigned i = 0; i < APO_DIALECTS; i++) {
        apo_text text = apo_text_start(bytes, sizeof bytes);
        if (apo_dialect_write(&text, &piece->moves, (enum apo_dialect)i, NULL, NULL) == APO_OK)
            apo_json_add_text(out, names[i], apo_text_span(&text));
        else
            apo_json_add_null(out, names[i]);
    }
    apo_json_close(out, '}');
}

static void add_json(apo_buffer *out, const subject *piece, const apo_diagram *diagram)
{
    apo_diagram_json(out, diagram, piece->text, apo_buffer_span(&piece->words));
    if (out->is_failed)
        return;
    out->bytes[--out->length] = '\0'; /* the closing brace comes later */
    add_dialects(out, piece);
    apo_json_close(out, '}');
}

static void add_picture(apo_buffer *out, const apo_call *call, const apo_diagram *diagram)
{
    bool is_ascii = apo_call_has(call, "ascii");
    const char *colour = is_ascii ? "never" : apo_call_value(call, "color");
    apo_diagram_style style = {.is_ascii = is_ascii,
                               .has_colour = apo_terminal_has_colour(colour)};
    apo_diagram_text(out, diagram, style);
}

static enum apo_exit print_diagram(const apo_call *call, const subject *piece)
{
    static apo_diagram diagram;
    uint32_t size = 0;
    enum apo_exit result =
        apo_call_number(call, "size", APO_DIAGRAM_SIZE_MIN, APO_DIAGRAM_SIZE_MAX, &size);
    if (result != APO_EXIT_OK)
        return result;
    apo_status status = apo_diagram_make(&diagram, &piece->moves, size);
    if (status != APO_OK)
        return apo_report_failure("the piece has too many ways to move for a diagram");
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (apo_call_has(call, "svg")) {
        apo_diagram_svg(&out, &diagram, piece->text, apo_buffer_span(&piece->words));
        return apo_buffer_print(&out);
    }
    if (apo_call_has(call, "json")) {
        add_json(&out, piece, &diagram);
        return apo_buffer_print_line(&out);
    }
    add_picture(&out, call, &diagram);
    result = apo_buffer_print(&out);
    print_words(piece);
    return result;
}

static enum apo_exit run_piece(const apo_call *call, subject *piece)
{
    enum apo_dialect dialect = dialect_of(call, "dialect");
    apo_fault_list notes;
    apo_error err;
    apo_fault_list_init(&notes);
    piece->text = apo_span_of(call->operands[0]);
    if (apo_dialect_read(&piece->moves, piece->text, dialect, &notes, &err) != APO_OK)
        return apo_report_text_error("moves", piece->text, &err);
    print_notes(&notes);
    if (apo_call_has(call, "to"))
        return print_converted(call, piece);
    apo_betza_words(&piece->words, &piece->moves);
    if (piece->words.is_failed)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    if (apo_call_has(call, "words")) {
        print_words(piece);
        return APO_EXIT_OK;
    }
    return print_diagram(call, piece);
}

static enum apo_exit run_betza(const apo_call *call)
{
    const char *file = apo_call_value(call, "check");
    if (file != NULL && call->operand_count > 0)
        return apo_report_usage(call->command, "--check takes a file and no moves");
    if (file != NULL)
        return apo_betza_table_run(file);
    if (call->operand_count == 0)
        return apo_report_usage(call->command, "the moves are missing, such as mRcpR");
    static subject piece;
    apo_buffer_init(&piece.words, NULL);
    enum apo_exit result = run_piece(call, &piece);
    apo_buffer_clear(&piece.words);
    return result;
}

static const apo_command_option options[] = {
    {"svg", NULL, NULL, "A picture with legend, as SVG."},
    {"json", NULL, NULL,
     "The squares as offsets from the piece, the description and the dialects."},
    {"ascii", NULL, NULL, "Plain characters, no colours."},
    {"words", NULL, NULL, "The words only."},
    {"size", "NUMBER", NULL, "Squares along each side of the diagram, 5 to 15."},
    {"dialect", "NAME", "id|xboard|fairy",
     "The notation: the Interactive Diagram's (id, the default), XBoard's or "
     "Fairy-Stockfish's."},
    {"to", "NAME", "id|xboard|fairy", "Print only the same moves in that notation."},
    {"check", "FILE", NULL,
     "Compare with a table of moves from another program, and print \"N of M agree\"."},
    {"color", "WHEN", "auto|always|never", "Use colours; auto: if the terminal has them."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"betza mRcpR", "The cannon: a diagram, and its moves in words."},
    {"betza '[D?B]' --svg > osprey.svg", "A picture for a page of rules."},
    {"betza 'v[F?R]' --to xboard", "The same moves for XBoard's engines."},
    {"betza fmWfcFimfnD --dialect fairy --words", "Fairy-Stockfish's pawn in words."},
    {"betza --check cases.tsv", "Compare with a table."},
    {NULL, NULL},
};

const apo_command apo_command_betza = {
    .name = "betza",
    .operands = "MOVES",
    .summary = "Show how a piece moves, from its notation",
    .about =
        "Draws the moves of an XBetza string and describes them in words. The piece stands "
        "in the middle of an empty board; hops over other pieces, captures in passing and "
        "first moves have their own signs.\n\n"
        "A letter without meaning, or a move that cannot be played, is an error that points "
        "at the letter.",
    .options = options,
    .examples = examples,
    .operands_max = 1,
    .run = run_betza,
};
