#include "cli/match/spec.h"

#include <stdio.h>
#include <string.h>

#include "cli/call/message.h"
#include "search/constants.h"

enum {
    SECONDS_MAX = 1000000,
    MOVES_MAX = 1000,
    DEPTH_MAX = 120
};

/* --- times --------------------------------------------------------------- */

bool apo_match_seconds_read(int64_t *out_ms, apo_span text)
{
    uint32_t seconds = 0, rest = 0;
    const char *dot = text.length > 0 ? memchr(text.text, '.', text.length) : NULL;
    size_t whole = dot != NULL ? (size_t)(dot - text.text) : text.length;
    if (!apo_span_number(apo_span_part(text, 0, whole), SECONDS_MAX, &seconds))
        return false;
    if (dot != NULL) {
        apo_span decimals = apo_span_part(text, whole + 1, text.length);
        if (decimals.length > 3 || !apo_span_number(decimals, 999, &rest))
            return false;
        for (size_t i = decimals.length; i < 3; i++)
            rest *= 10;
    }
    *out_ms = (int64_t)seconds * 1000 + rest;
    return true;
}

/* Cuts the part before `mark` off the front; false without a mark. */
static bool cut_before(apo_span *rest, char mark, apo_span *out)
{
    const char *at = rest->length > 0 ? memchr(rest->text, mark, rest->length) : NULL;
    if (at == NULL)
        return false;
    size_t length = (size_t)(at - rest->text);
    *out = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length + 1, rest->length);
    return true;
}

bool apo_match_clock_read(apo_match_limits *out, apo_span text)
{
    apo_match_limits read = {.clock_ms = 0};
    apo_span part, base;
    uint32_t minutes = 0;
    if (cut_before(&text, '/', &part) &&
        (!apo_span_number(part, MOVES_MAX, &read.period) || read.period == 0))
        return false;
    base = text;
    if (cut_before(&text, '+', &base) && !apo_match_seconds_read(&read.increment_ms, text))
        return false;
    if (cut_before(&base, ':', &part) && !apo_span_number(part, SECONDS_MAX / 60, &minutes))
        return false;
    if (!apo_match_seconds_read(&read.clock_ms, base))
        return false;
    read.clock_ms += (int64_t)minutes * 60000;
    if (read.clock_ms == 0)
        return false;
    out->clock_ms = read.clock_ms;
    out->increment_ms = read.increment_ms;
    out->period = read.period;
    return true;
}

/* --- descriptions -------------------------------------------------------- */

static enum apo_exit report_error(const char *what, const char *word)
{
    apo_report_error("%s: \"%s\"", what, word);
    return APO_EXIT_USAGE;
}

static bool set_word(apo_match_spec *out, const char *key, const char *value)
{
    if (strcmp(key, "name") == 0)
        snprintf(out->name, sizeof out->name, "%s", value);
    else if (strcmp(key, "cmd") == 0)
        out->command = strcmp(value, "self") == 0 ? NULL : value;
    else if (strcmp(key, "constants") == 0)
        out->constants = value;
    else if (strcmp(key, "variant") == 0)
        out->variant = value;
    else
        return false;
    return true;
}

static bool set_choice(apo_match_spec *out, const char *key, const char *value, bool *is_bad)
{
    *is_bad = false;
    if (strcmp(key, "proto") == 0) {
        out->protocol = strcmp(value, "xboard") == 0 ? APO_MATCH_XBOARD : APO_MATCH_UCI;
        *is_bad = strcmp(value, "xboard") != 0 && strcmp(value, "uci") != 0;
        return true;
    }
    if (strcmp(key, "dialect") == 0) {
        out->dialect = strcmp(value, "fairy") == 0 ? APO_MATCH_FAIRY : APO_MATCH_OURS;
        *is_bad = strcmp(value, "fairy") != 0 && strcmp(value, "ours") != 0;
        return true;
    }
    return false;
}

/* A limit replaces those of other kinds: nodes=5 means no clock. */
static bool set_limit(apo_match_spec *out, const char *key, const char *value, bool *is_bad)
{
    apo_match_limits read = {.clock_ms = 0};
    apo_span text = apo_span_of(value);
    if (strcmp(key, "tc") == 0)
        *is_bad = !apo_match_clock_read(&read, text);
    else if (strcmp(key, "movetime") == 0)
        *is_bad = !apo_match_seconds_read(&read.move_ms, text) || read.move_ms == 0;
    else if (strcmp(key, "nodes") == 0)
        *is_bad = !apo_span_number(text, UINT32_MAX, &read.nodes) || read.nodes == 0;
    else if (strcmp(key, "depth") == 0)
        *is_bad = !apo_span_number(text, DEPTH_MAX, &read.depth) || read.depth == 0;
    else
        return false;
    out->limits = read;
    return true;
}

static enum apo_exit set_pair(apo_match_spec *out, const char *key, const char *value)
{
    bool is_bad = false;
    if (strncmp(key, "option.", 7) == 0) {
        if (out->option_count == APO_MATCH_OPTIONS_MAX)
            return report_error("too many options of an engine, from", key);
        out->options[out->option_count++] = (apo_match_option){key + 7, value};
        return APO_EXIT_OK;
    }
    if (!set_word(out, key, value) && !set_choice(out, key, value, &is_bad) &&
        !set_limit(out, key, value, &is_bad))
        return report_error(
            "an engine has name, cmd, constants, proto, dialect, variant, tc, movetime, nodes, "
            "depth and option.NAME, not",
            key);
    return is_bad ? report_error("an engine's value is not understood", value) : APO_EXIT_OK;
}

/* Reads a part between commas. The first may be just a command. */
static enum apo_exit read_part(apo_match_spec *out, char *part, bool is_first)
{
    char *equals = strchr(part, '=');
    if (equals == NULL && is_first)
        return set_pair(out, "cmd", part);
    if (equals == NULL)
        return report_error("an engine's part has the form key=value, not", part);
    *equals = '\0';
    return set_pair(out, part, equals + 1);
}

/* Ends the part at the next comma without a backslash, removing the backslashes; returns what
 * follows the comma, NULL at the end. */
static char *cut_part(char *part)
{
    char *to = part;
    for (char *from = part; *from != '\0'; from++) {
        if (*from == ',') {
            *to = '\0';
            return from + 1;
        }
        if (from[0] == '\\' && from[1] == ',')
            from++;
        *to++ = *from;
    }
    *to = '\0';
    return NULL;
}

/* Names the player after the file name of the command's first word. */
static void name_by_command(apo_match_spec *out)
{
    const char *command = out->command != NULL ? out->command : "apothecary";
    apo_span rest = apo_span_of(command), word = apo_span_word(&rest);
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] == '/') {
            word = apo_span_part(word, i + 1, word.length);
            i = 0;
        }
    snprintf(out->name, sizeof out->name, "%.*s", (int)word.length, word.text);
}

enum apo_exit apo_match_spec_read(apo_match_spec *out, const char *text,
                                  const apo_match_limits *limits)
{
    *out = (apo_match_spec){.limits = *limits};
    size_t length = strlen(text);
    if (length == 0 || length >= sizeof out->text)
        return report_error("an engine's description is empty or too long",
                            length == 0 ? "" : "...");
    memcpy(out->text, text, length + 1);
    if (strncmp(text, "self:", 5) == 0)
        out->text[4] = ',';
    bool is_first = true;
    for (char *part = out->text, *next; part != NULL; part = next, is_first = false) {
        next = cut_part(part);
        enum apo_exit result = read_part(out, part, is_first);
        if (result != APO_EXIT_OK)
            return result;
    }
    if (out->name[0] == '\0')
        name_by_command(out);
    if (out->constants != NULL && !apo_search_constants_are_known(apo_span_of(out->constants)))
        return report_error("no constant with a value in its range", out->constants);
    if (out->constants != NULL && out->command != NULL)
        return report_error("only our own engine takes constants, not", out->name);
    const apo_match_limits *own = &out->limits;
    if (out->protocol == APO_MATCH_XBOARD && own->nodes > 0 && own->depth == 0 &&
        own->move_ms == 0 && own->clock_ms == 0)
        return report_error(
            "XBoard's protocol does not limit nodes; give depth, movetime or tc to", out->name);
    return APO_EXIT_OK;
}
