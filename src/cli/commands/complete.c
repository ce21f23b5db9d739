/* Completions for shells; the last word is the one to complete. */
#include <apothecary/apothecary.h>
#include <stdio.h>
#include <string.h>

#include "base/span.h"
#include "cli/commands/list.h"

static bool starts_with(const char *string, const char *prefix)
{
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

static void offer(const char *word, const char *prefix)
{
    if (starts_with(word, prefix))
        puts(word);
}

static void offer_choices(const char *choices, const char *prefix)
{
    apo_span rest = apo_span_of(choices);
    while (rest.length > 0) {
        size_t length = strcspn(rest.text, "|");
        if (apo_span_starts_with(apo_span_part(rest, 0, length), prefix))
            printf("%.*s\n", (int)length, rest.text);
        rest = apo_span_part(rest, length + 1, rest.length);
    }
}

static void offer_commands(const apo_command *const *commands, const char *prefix)
{
    for (const apo_command *const *at = commands; *at != NULL; at++) {
        if (!(*at)->is_hidden)
            offer((*at)->name, prefix);
    }
    if (prefix[0] == '-') {
        offer("--help", prefix);
        offer("--version", prefix);
    }
}

static void offer_options(const apo_command *command, const char *prefix)
{
    char word[64];
    for (const apo_command_option *option = command->options; option->name != NULL; option++) {
        apo_text text = apo_text_start(word, sizeof word);
        apo_text_add(&text, "--");
        apo_text_add(&text, option->name);
        offer(word, prefix);
    }
    offer("--help", prefix);
}

/* Offers ids, and the named starts of an id with a colon. */
static void offer_variants(const char *prefix)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        const char *id = apo_definition_builtin_id(i);
        apo_variant *var = NULL;
        offer(id, prefix);
        if (!starts_with(prefix, id) || prefix[strlen(id)] != ':' ||
            apo_definition_open(&var, apo_span_of(id), NULL, NULL) != APO_OK)
            continue;
        for (unsigned name = 1; name < apo_variant_info_of(var)->start_name_count; name++) {
            char word[2 * APO_ID_MAX];
            apo_text text = apo_text_start(word, sizeof word);
            apo_text_add(&text, id);
            apo_text_add(&text, ":");
            apo_text_add(&text, apo_variant_start_name(var, name));
            offer(word, prefix);
        }
        apo_variant_free(var);
    }
}

/* The option that the last word is the value of, or NULL. */
static const apo_command_option *find_open_option(const apo_command *command, const char *word)
{
    if (!starts_with(word, "--"))
        return NULL;
    for (const apo_command_option *option = command->options; option->name != NULL; option++) {
        if (option->value != NULL && strcmp(option->name, word + 2) == 0)
            return option;
    }
    return NULL;
}

static enum apo_exit run_complete(const apo_call *call)
{
    size_t count = call->operand_count;
    const char *last = call->operands[count - 1];
    if (count == 1) {
        offer_commands(call->commands, last);
        return APO_EXIT_OK;
    }
    const apo_command *command = apo_command_find(call->commands, call->operands[0]);
    if (command == NULL)
        return APO_EXIT_NO;
    const apo_command_option *open = find_open_option(command, call->operands[count - 2]);
    if (open != NULL) {
        if (open->choices != NULL)
            offer_choices(open->choices, last);
    } else if (last[0] == '-') {
        offer_options(command, last);
    } else if (command == &apo_command_help) {
        offer_commands(call->commands, last);
    } else if (command->has_variant && count == 2) {
        offer_variants(last);
    }
    return APO_EXIT_OK;
}

static const apo_command_option options[] = {{NULL, NULL, NULL, NULL}};
static const apo_example examples[] = {{NULL, NULL}};

const apo_command apo_command_complete = {
    .name = "complete",
    .operands = "-- WORD...",
    .summary = "Offer words for the completion of the shell",
    .about = "Used by the script that \"apothecary help --bash\" prints.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = APO_OPERANDS_ANY,
    .is_hidden = true,
    .run = run_complete,
};
