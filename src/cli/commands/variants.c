#include <apothecary/apothecary.h>
#include <stdio.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/print_buffer.h"

static unsigned count_board_ranks(const apo_variant *var)
{
    return apo_geometry_ranks(apo_variant_geometry(var));
}

static void add_json(apo_buffer *out, const apo_variant *var)
{
    const apo_variant_info *info = apo_variant_info_of(var);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", info->id);
    apo_json_add_string(out, "name", info->name);
    apo_json_add_string(out, "inventor", info->inventor);
    apo_json_add_number(out, "files", apo_variant_geometry(var)->files);
    apo_json_add_number(out, "ranks", count_board_ranks(var));
    apo_json_add_number(out, "start_count", info->start_count);
    apo_json_open(out, "start_names", '[');
    for (unsigned i = 1; i < info->start_name_count; i++)
        apo_json_add_string(out, NULL, apo_variant_start_name(var, i));
    apo_json_close(out, ']');
    apo_json_open(out, "men", '[');
    for (unsigned type = 1; type <= info->type_count; type++) {
        const apo_type_info *piece = apo_type_info_of(var, type);
        bool is_form = piece->mark == APO_MARK_PROMOTED;
        char letter[4] = {'+', piece->letter, piece->accent, '\0'};
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "letter", letter + !is_form);
        apo_json_add_string(out, "name", piece->name);
        apo_json_add_string(out, "class", piece->class_name);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

static void add_line(apo_buffer *out, const apo_variant *var)
{
    const apo_variant_info *info = apo_variant_info_of(var);
    char line[2 * APO_NAME_MAX];
    snprintf(line, sizeof line, "%-12s %-30s %2ux%-2u  %3u %s", info->id, info->name,
             (unsigned)apo_variant_geometry(var)->files, count_board_ranks(var),
             info->start_count, info->start_count == 1 ? "start" : "starts");
    apo_buffer_add(out, line);
    for (unsigned i = 1; i < info->start_name_count; i++) {
        apo_buffer_add(out, i == 1 ? ", also " : ", ");
        apo_buffer_add_char(out, ':');
        apo_buffer_add(out, apo_variant_start_name(var, i));
    }
    apo_buffer_add_char(out, '\n');
}

static enum apo_exit run_variants(const apo_call *call)
{
    bool is_json = apo_call_has(call, "json");
    apo_status status = APO_OK;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (is_json)
        apo_json_open(&out, NULL, '[');
    for (size_t i = 0; status == APO_OK && i < apo_definition_builtin_count(); i++) {
        apo_span id = apo_span_of(apo_definition_builtin_id(i));
        apo_variant *var = NULL;
        status = apo_definition_open(&var, id, NULL, NULL);
        if (status != APO_OK)
            break;
        if (is_json)
            add_json(&out, var);
        else
            add_line(&out, var);
        apo_variant_free(var);
    }
    if (is_json)
        apo_buffer_add(&out, "]\n");
    enum apo_exit printed = apo_buffer_print(&out);
    return status != APO_OK ? apo_report_failure("%s", apo_status_message(status)) : printed;
}

static const apo_command_option options[] = {
    {"json", NULL, NULL, "A list with names, sizes, starts and pieces, as JSON."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"variants", "The built-in games, one per line."},
    {NULL, NULL},
};

const apo_command apo_command_variants = {
    .name = "variants",
    .operands = "",
    .summary = "List the built-in games",
    .about = "Prints id, name, board, number of starts and the names of other starts.",
    .options = options,
    .examples = examples,
    .run = run_variants,
};
