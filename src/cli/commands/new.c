#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/print_buffer.h"
#include "definition/draft/skeleton.h"
#include "definition/file/definition.h"

enum {
    FILE_NAME_MAX = APO_ID_MAX + sizeof ".variant",
    SIDE_DEFAULT = 8,
    FILE_MODE = 0666
};

/* "10x8": files and ranks. */
static bool read_board(const char *text, uint32_t *out_files, uint32_t *out_ranks)
{
    apo_span whole = apo_span_of(text);
    size_t at = 0;
    while (at < whole.length && whole.text[at] != 'x')
        at++;
    return at < whole.length &&
           apo_span_number(apo_span_part(whole, 0, at), APO_SKELETON_SIDE_MAX, out_files) &&
           apo_span_number(apo_span_part(whole, at + 1, whole.length), APO_SKELETON_SIDE_MAX,
                           out_ranks);
}

static enum apo_exit report_bad_id(const char *id)
{
    return apo_report_usage(&apo_command_new,
                            "an id has at most %u lower-case letters, digits and hyphens, "
                            "not \"%s\"",
                            (unsigned)APO_ID_MAX - 1, id);
}

static enum apo_exit write_orthodox(apo_buffer *out, const apo_call *call)
{
    uint32_t files = SIDE_DEFAULT, ranks = SIDE_DEFAULT;
    const char *board = apo_call_value(call, "board");
    apo_status status =
        board == NULL || read_board(board, &files, &ranks)
            ? apo_skeleton_write(out, apo_span_of(call->operands[0]), files, ranks)
            : APO_E_RANGE;
    if (status == APO_E_SYNTAX)
        return report_bad_id(call->operands[0]);
    if (status != APO_OK)
        return apo_report_usage(&apo_command_new,
                                "--board takes files and ranks from %ux%u to %ux%u, not \"%s\"",
                                APO_SKELETON_SIDE_MIN, APO_SKELETON_SIDE_MIN,
                                APO_SKELETON_SIDE_MAX, APO_SKELETON_SIDE_MAX, board);
    return APO_EXIT_OK;
}

static enum apo_exit write_on_base(apo_buffer *out, const apo_call *call, const char *base)
{
    apo_variant *var = NULL;
    const char *id = call->operands[0];
    if (apo_call_has(call, "board"))
        return apo_report_usage(&apo_command_new, "the board comes from the base: give either "
                                                  "--board or --base");
    apo_status status = apo_definition_open(&var, apo_span_of(base), NULL, NULL);
    if (status == APO_E_UNKNOWN)
        return apo_report_usage(&apo_command_new,
                                "there is no built-in game \"%s\"; \"apothecary variants\" "
                                "lists them",
                                base);
    if (status != APO_OK)
        return apo_report_failure("%s: %s", base, apo_status_message(status));
    status = apo_skeleton_write_on(out, apo_span_of(id), var);
    apo_variant_free(var);
    if (status == APO_OK)
        return APO_EXIT_OK;
    return strcmp(id, base) == 0
               ? apo_report_usage(&apo_command_new, "a game cannot be its own base")
               : report_bad_id(id);
}

/* Never overwrites an existing file. */
static enum apo_exit write_file(const apo_buffer *text, const char *name)
{
    int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    size_t written = 0;
    if (descriptor < 0)
        return apo_report_failure("%s: %s", name, strerror(errno));
    while (written < text->length) {
        ssize_t count = write(descriptor, text->bytes + written, text->length - written);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            break;
        written += (size_t)count;
    }
    int reason = errno;
    if (close(descriptor) != 0 || written < text->length)
        return apo_report_failure("%s: %s", name,
                                  strerror(written < text->length ? reason : errno));
    return APO_EXIT_OK;
}

static enum apo_exit save(apo_buffer *text, const char *id)
{
    char buf[FILE_NAME_MAX];
    apo_text name = apo_text_start(buf, sizeof buf);
    apo_text_add(&name, id);
    apo_text_add(&name, ".variant");
    if (text->is_failed)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    enum apo_exit result = write_file(text, buf);
    apo_buffer_clear(text);
    if (result != APO_EXIT_OK)
        return result;
    apo_buffer_add(text, buf);
    return apo_buffer_print_line(text);
}

static enum apo_exit run_new(const apo_call *call)
{
    apo_buffer text;
    const char *base = apo_call_value(call, "base");
    apo_buffer_init(&text, NULL);
    enum apo_exit result =
        base != NULL ? write_on_base(&text, call, base) : write_orthodox(&text, call);
    if (result != APO_EXIT_OK) {
        apo_buffer_clear(&text);
        return result;
    }
    return apo_call_has(call, "stdout") ? apo_buffer_print(&text)
                                        : save(&text, call->operands[0]);
}

static const apo_command_option options[] = {
    {"board", "FxR", NULL, "Files and ranks of the board; default 8x8."},
    {"base", "ID", NULL, "Build on a built-in game instead."},
    {"stdout", NULL, NULL, "Print the definition instead of writing a file."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"new mygame", "Chess to begin with, in mygame.variant."},
    {"new wide --board 12x8", "On another board."},
    {"new mymodern --base modern", "A game based on modern, to be changed."},
    {NULL, NULL},
};

const apo_command apo_command_new = {
    .name = "new",
    .operands = "ID",
    .summary = "Begin a game of your own",
    .about =
        "Writes ID.variant, a definition file that can be played at once, with comments on "
        "what to change, and prints its name. An existing file is not overwritten.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_new,
};
