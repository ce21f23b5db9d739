#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/commands/trial.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"
#include "rules/rules/program_view.h"

static void add_head(apo_buffer *out, const apo_variant *var)
{
    const apo_variant_info *info = apo_variant_info_of(var);
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_buffer_add(out, info->name);
    if (info->inventor[0] != '\0') {
        apo_buffer_add(out, ", by ");
        apo_buffer_add(out, info->inventor);
    }
    apo_buffer_add(out, "\nboard   ");
    apo_buffer_add_number(out, geo->files);
    apo_buffer_add_char(out, 'x');
    apo_buffer_add_number(out, apo_geometry_ranks(geo));
    unsigned beside = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        beside += geo->place[sq] == APO_PLACE_TRANSIENT;
    if (beside > 0) {
        apo_buffer_add(out, " and ");
        apo_buffer_add_number(out, beside);
        apo_buffer_add(out, " brouhaha squares");
    }
    apo_buffer_add_char(out, '\n');
}

static void add_pieces(apo_buffer *out, const apo_variant *var)
{
    char text[APO_TYPE_TEXT_MAX];
    apo_buffer_add(out, "pieces  ");
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++) {
        if (type > 1)
            apo_buffer_add(out, ", ");
        apo_buffer_add(out, apo_type_text(text, var, APO_WHITE, type));
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, apo_type_info_of(var, type)->name);
    }
    apo_buffer_add_char(out, '\n');
}

static void add_rules(apo_buffer *out, const apo_variant *var)
{
    bool is_first = true;
    apo_buffer_add(out, "rules   ");
    for (size_t i = 0; i < apo_rule_count(); i++) {
        const char *section = apo_rule_at(i)->section;
        if (!apo_variant_has_rule(var, section))
            continue;
        apo_buffer_add(out, is_first ? "" : ", ");
        apo_buffer_add(out, section);
        is_first = false;
    }
    apo_buffer_add_char(out, '\n');
}

/* Checks that every start is playable: compilation checks the boards, this checks all
 * orders. */
static enum apo_exit check_starts(const apo_variant *var, const char *path)
{
    for (unsigned name = 0; name < apo_variant_info_of(var)->start_name_count; name++) {
        for (unsigned number = 1; number <= apo_variant_info_of(var)->start_count; number++) {
            apo_position pos;
            if (apo_position_start(&pos, var, name, number) != APO_OK)
                return apo_report_failure("%s: start %u%s%s cannot be played", path, number,
                                          name > 0 ? " of " : "",
                                          apo_variant_start_name(var, name));
        }
    }
    return APO_EXIT_OK;
}

static void add_starts(apo_buffer *out, const apo_variant *var)
{
    apo_position pos;
    apo_buffer_add(out, "starts  ");
    apo_buffer_add_number(out, apo_variant_info_of(var)->start_count);
    for (unsigned i = 1; i < apo_variant_info_of(var)->start_name_count; i++) {
        apo_buffer_add(out, ", :");
        apo_buffer_add(out, apo_variant_start_name(var, i));
    }
    if (apo_position_start(&pos, var, 0, 1) == APO_OK) {
        apo_buffer_add(out, "; ");
        apo_buffer_add_number(out, (int64_t)apo_perft(&pos, 1));
        apo_buffer_add(out, " moves in the first");
    }
    apo_buffer_add_char(out, '\n');
}

static void add_ends(apo_buffer *out, const apo_variant *var)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_variant_ends(&text, var);
    apo_buffer_add(out, "ends    ");
    apo_buffer_add(out, buf);
    apo_buffer_add_char(out, '\n');
}

/* --- the pieces ---------------------------------------------------------- */

enum {
    NAME_COLUMNS = 20,
    NUMBER_COLUMNS = 8,
    TENTH = 10 /* hundredths per tenth, and tenths per unit */
};

static void add_blanks(apo_buffer *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        apo_buffer_add_char(out, ' ');
}

/* "12.3", right-aligned. */
static void add_mobility(apo_buffer *out, uint32_t hundredths)
{
    char buf[NUMBER_COLUMNS + 1];
    apo_text text = apo_text_start(buf, sizeof buf);
    uint32_t tenths = (hundredths + TENTH / 2) / TENTH;
    apo_text_add_number(&text, tenths / TENTH);
    apo_text_add_char(&text, '.');
    apo_text_add_number(&text, tenths % TENTH);
    add_blanks(out, NUMBER_COLUMNS - text.length);
    apo_buffer_add(out, buf);
}

static void add_range(apo_buffer *out, const apo_type_advice *type)
{
    if (type->range == APO_RANGE_COLOUR)
        apo_buffer_add(out, "   one colour");
    if (type->range != APO_RANGE_PART)
        return;
    apo_buffer_add(out, "   ");
    apo_buffer_add_number(out, type->range_count);
    apo_buffer_add(out, " squares");
}

static bool has_accents(const apo_variant *var)
{
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        if (apo_type_info_of(var, type)->accent != '\0')
            return true;
    return false;
}

static void add_piece(apo_buffer *out, const apo_variant *var, unsigned type,
                      const apo_type_advice *piece)
{
    const apo_type_info *info = apo_type_info_of(var, type);
    apo_span name = apo_span_of(info->name);
    char text[APO_TYPE_TEXT_MAX];
    add_blanks(out, info->mark == APO_MARK_PROMOTED ? 1 : 2);
    apo_buffer_add(out, apo_type_text(text, var, APO_WHITE, type));
    if (info->mark != APO_MARK_TURNS_BACK)
        apo_buffer_add_char(out, ' ');
    if (info->accent == '\0' && has_accents(var))
        apo_buffer_add_char(out, ' ');
    apo_buffer_add_span(out, name);
    add_blanks(out, name.length < NAME_COLUMNS ? NAME_COLUMNS - name.length : 1);
    if (piece->is_measured) {
        add_mobility(out, piece->empty_hundredths);
        add_mobility(out, piece->filled_hundredths);
        add_range(out, piece);
    } else {
        apo_buffer_add(out, "   moved by a rule");
    }
    apo_buffer_add_char(out, '\n');
}

/* The mean number of squares that a piece can go to. */
static void add_measures(apo_buffer *out, const apo_variant *var, const apo_advice *advice)
{
    apo_buffer_add(out,
                   "moves      on an empty board, and with a third of the squares occupied\n");
    for (unsigned type = 1; type <= advice->type_count; type++)
        add_piece(out, var, type, &advice->types[type]);
}

static void add_measures_json(apo_buffer *out, const apo_variant *var, const apo_advice *advice)
{
    static const char *const words[APO_RANGES] = {
        [APO_RANGE_UNKNOWN] = "unknown",
        [APO_RANGE_ALL] = "all",
        [APO_RANGE_COLOUR] = "colour",
        [APO_RANGE_PART] = "part",
    };
    apo_json_open(out, "men", '[');
    for (unsigned type = 1; type <= advice->type_count; type++) {
        const apo_type_advice *piece = &advice->types[type];
        char text[APO_TYPE_TEXT_MAX];
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "letter", apo_type_text(text, var, APO_WHITE, type));
        apo_json_add_string(out, "name", apo_type_info_of(var, type)->name);
        if (piece->is_measured) {
            apo_json_add_number(out, "empty_hundredths", piece->empty_hundredths);
            apo_json_add_number(out, "filled_hundredths", piece->filled_hundredths);
            apo_json_add_string(out, "range", words[piece->range]);
        }
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void add_faults_json(apo_buffer *out, const apo_fault_list *faults)
{
    apo_json_open(out, "faults", '[');
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "line", fault->line);
        apo_json_add_number(out, "column", fault->column);
        apo_json_add_string(out, "key", fault->key);
        apo_json_add_string(out, "message", fault->detail);
        apo_json_add_flag(out, "warning", fault->is_warning);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

/* --- output -------------------------------------------------------------- */

static enum apo_exit print_summary(const apo_variant *var, const char *path,
                                   const apo_advice *advice)
{
    apo_buffer out;
    enum apo_exit result = check_starts(var, path);
    if (result != APO_EXIT_OK)
        return result;
    apo_buffer_init(&out, NULL);
    add_head(&out, var);
    add_pieces(&out, var);
    add_rules(&out, var);
    add_starts(&out, var);
    add_ends(&out, var);
    apo_status status = apo_trial_report(&out, var);
    add_measures(&out, var, advice);
    result = apo_buffer_print(&out);
    return status == APO_OK ? result : apo_report_failure("%s", apo_status_message(status));
}

/* `var` is NULL if the definition has faults. */
static enum apo_exit print_json(const apo_variant *var, const apo_advice *advice)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_flag(&out, "ok", var != NULL);
    add_faults_json(&out, &advice->faults);
    if (var != NULL)
        add_measures_json(&out, var, advice);
    apo_json_close(&out, '}');
    return apo_buffer_print_line(&out);
}

static enum apo_exit run_check(const apo_call *call)
{
    static apo_advice advice;
    const char *path = call->operands[0];
    apo_variant *var = NULL;
    bool is_json = apo_call_has(call, "json");
    apo_status status = apo_variant_review_file(&var, apo_span_of(path), &advice);
    if (status == APO_E_IO)
        return APO_EXIT_NO;
    if (!is_json)
        apo_report_faults(path, &advice.faults);
    if (status != APO_OK && advice.faults.error_count == 0)
        return apo_report_failure("%s: %s", path, apo_status_message(status));
    enum apo_exit result = APO_EXIT_OK;
    if (is_json)
        result = print_json(var, &advice);
    else if (var != NULL)
        result = print_summary(var, path, &advice);
    apo_variant_free(var);
    return status == APO_OK ? result : APO_EXIT_NO;
}

static const apo_command_option options[] = {
    {"json", NULL, NULL, "Faults, warnings and measures as JSON."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"check mygame.variant", "Faults, or a summary of the game."},
    {"check mygame.variant --json", "The same for a program."},
    {NULL, NULL},
};

const apo_command apo_command_check = {
    .name = "check",
    .operands = "FILE.variant",
    .summary = "Check a definition file",
    .about =
        "Prints a summary of the game if the file is valid. Otherwise all faults are listed "
        "with file, line, column, key and what was expected, and the exit status is 1.\n\n"
        "Warnings report probable mistakes in a valid game: pieces that can never move or "
        "reach a large part of the board, promotions that are never possible, a start in "
        "check, misleading letters.\n\n"
        "The summary says what a game can end by, and how up to 100 random games of at most "
        "4,000 half-moves each ended: \"without an end\" are those that no rule had ended by "
        "then. It names squares that no piece came to, and pieces that never moved or never "
        "came into play in these games. Chance has not found them; that need not mean that "
        "they are impossible.\n\n"
        "The summary ends with the mobility of the pieces: the mean number of squares that "
        "each can go to by its own moves, over all squares where it can stand. First-move "
        "powers and moves added by rules are not counted.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_check,
};
