#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/commands/losses.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"
#include "definition/exchange/foreign.h"

/* The format of the text: the one that the call names, or what the text looks like. */
static enum apo_foreign_form form_of(const apo_call *call, apo_span text)
{
    const char *from = apo_call_value(call, "from");
    if (from != NULL)
        return apo_foreign_named(apo_span_of(from));
    enum apo_foreign_form form = apo_foreign_guess(text);
    bool has_sections = form == APO_FOREIGN_FAIRY || form == APO_FOREIGN_SJAAK;
    return apo_call_has(call, "section") && !has_sections ? APO_FOREIGN_FAIRY : form;
}

/* Makes an id from the file's name without folder and extension. */
static void make_id(char out[APO_ID_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');
    apo_text id = apo_text_start(out, APO_ID_MAX);
    for (const char *c = slash != NULL ? slash + 1 : path; *c != '\0' && *c != '.'; c++) {
        if (apo_is_letter(*c) || apo_is_digit(*c))
            apo_text_add_char(&id, apo_to_lower(*c));
        else if (id.length > 0)
            apo_text_add_char(&id, '-');
    }
    if (id.length == 0)
        apo_text_add(&id, "imported");
}

static void set_names(apo_draft *draft, const apo_call *call)
{
    const char *id = apo_call_value(call, "id"), *name = apo_call_value(call, "name");
    if (id != NULL) {
        apo_text_copy(draft->id, sizeof draft->id, id);
    } else {
        make_id(draft->id, call->operands[0]);
    }
    if (name == NULL && draft->name[0] != '\0')
        return;
    apo_text_copy(draft->name, sizeof draft->name, name != NULL ? name : draft->id);
    if (name == NULL)
        draft->name[0] = apo_to_upper(draft->name[0]);
}

/* Compiles the generated text and reports the faults of the imported game. */
static enum apo_exit check_text(const apo_draft *draft, apo_span text, bool is_lossy)
{
    static apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status =
        apo_definition_compile(&var, apo_span_of(draft->id), text, NULL, NULL, &faults);
    apo_variant_free(var);
    if (status == APO_OK)
        return APO_EXIT_OK;
    apo_report_error(is_lossy
                         ? "the definition was written, but it has faults to correct by "
                           "hand:"
                         : "not written, as the definition has faults here (--lossy writes "
                           "it all the same):");
    apo_report_faults(draft->id, &faults);
    return APO_EXIT_NO;
}

static enum apo_exit write_text(const apo_call *call, apo_draft *draft)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    set_names(draft, call);
    apo_draft_write(&out, draft);
    bool is_lossy = apo_call_has(call, "lossy");
    enum apo_exit result = check_text(draft, apo_buffer_span(&out), is_lossy);
    if ((result == APO_EXIT_OK || is_lossy) && apo_buffer_print(&out) != APO_EXIT_OK)
        result = APO_EXIT_NO;
    apo_buffer_clear(&out);
    return result;
}

static enum apo_exit import_text(const apo_call *call, apo_span text)
{
    static apo_fault_list report;
    apo_draft *draft = malloc(sizeof *draft);
    apo_error err;
    if (draft == NULL)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    apo_fault_list_init(&report);
    enum apo_exit result = APO_EXIT_NO;
    apo_status status =
        apo_foreign_read(draft, form_of(call, text), text,
                         apo_span_of(apo_call_value(call, "section")), &report, &err);
    if (status != APO_OK) {
        apo_report_error("%s: %s", call->operands[0],
                         status == APO_E_MEMORY ? apo_status_message(status) : err.detail);
    } else if (apo_report_losses(call, call->operands[0], &report)) {
        result = write_text(call, draft);
    }
    free(draft);
    return result;
}

static enum apo_exit run_import(const apo_call *call)
{
    apo_buffer text;
    const char *path = call->operands[0];
    apo_buffer_init(&text, NULL);
    errno = 0;
    apo_status status = apo_file_read(&text, path);
    enum apo_exit result = APO_EXIT_NO;
    if (status == APO_OK)
        result = import_text(call, apo_buffer_span(&text));
    else
        apo_report_error("%s: %s", path,
                         status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    apo_buffer_clear(&text);
    return result;
}

static const apo_command_option options[] = {
    {"id", "ID", NULL, "The game's id; default: the file's name."},
    {"name", "TEXT", NULL, "The game's full name."},
    {"section", "NAME", NULL,
     "The section of a variants.ini, or the variant of a Sjaak file; default: the first."},
    {"lossy", NULL, NULL,
     "Write the file even if some of the game is lost; comments in it say what."},
    {"from", "FORM", "diagram|fairy|sjaak|xboard|zrf",
     "The format of the file: an Interactive Diagram, a variants.ini, a variant file of Sjaak II, "
     "an engine's lines for XBoard or a rules file of Zillions of Games; detected by default."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"import diagram.txt > mygame.variant", "From an Interactive Diagram."},
    {"import variants.ini --section mygame > mygame.variant", "From Fairy-Stockfish."},
    {"import variants.txt --section MyGame > mygame.variant", "From a file of Sjaak II."},
    {"import game.zrf > mygame.variant", "From a rules file of Zillions of Games."},
    {NULL, NULL},
};

const apo_command apo_command_import = {
    .name = "import",
    .operands = "FILE",
    .summary = "Convert another program's definition",
    .about =
        "Reads the definition of an Interactive Diagram, with items separated by lines or "
        "spaces, a section of Fairy-Stockfish's variants.ini, a variant of a file of Sjaak II, "
        "the setup and piece lines with which an engine defines a game for XBoard, or a rules "
        "file of Zillions of Games, and prints a definition file. If any of the game cannot be "
        "converted, the reasons are reported on stderr with their lines, and nothing is "
        "written; --lossy writes the rest of the game, with a comment wherever something is "
        "lost.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_import,
};
