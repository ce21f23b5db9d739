#include "server/project/kind.h"

enum {
    GAME_PLIES = 100,    /* searched in a game, about */
    PART_NODES = 4000000 /* positions of a part: some ten to thirty seconds */
};

static void add_setting(apo_project_order *order, const char *name, int64_t number)
{
    apo_text_add(&order->settings, order->settings.length > 0 ? ",\"" : "\"");
    apo_text_add(&order->settings, name);
    apo_text_add(&order->settings, "\":");
    apo_text_add_number(&order->settings, number);
}

bool apo_project_read_given(const apo_ask *ask, const apo_project_number *number, int64_t *out)
{
    if (ask->is_json) {
        const apo_json_value *value = apo_json_in_member(ask->body, number->name);
        return value == NULL || apo_json_in_number(value, number->least, number->most, out);
    }
    apo_span text = apo_span_trim(apo_ask_text(ask, number->name));
    uint32_t read;
    if (text.length == 0)
        return true;
    if (!apo_span_number(text, (uint32_t)number->most, &read) || read < number->least)
        return false;
    *out = read;
    return true;
}

const char *apo_project_read_number(apo_project_order *order, const apo_project_number *number,
                                    int64_t *out)
{
    *out = number->usual;
    if (!apo_project_read_given(order->ask, number, out))
        return number->sentence;
    add_setting(order, number->name, *out);
    return NULL;
}

const char *apo_project_read_play(apo_project_order *order, int64_t most)
{
    static const apo_project_number numbers[] = {
        {"nodes", 1, APO_PROJECT_NODES_MAX, 2000, "\"nodes\" is a number from 1 to 1,000,000."},
        {"plies", 0, APO_PROJECT_PLIES_MAX, 8, "\"plies\" is a number from 0 to 200."},
        {"balance", 0, APO_PROJECT_BALANCE_MAX, 120,
         "\"balance\" is a number from 0 to 10,000."},
        {"seed", 0, UINT32_MAX, 1, "\"seed\" is a number from 0 to 4,294,967,295."}};

    int64_t read[sizeof numbers / sizeof numbers[0]];
    const char *fault = NULL;
    for (size_t i = 0; fault == NULL && i < sizeof numbers / sizeof numbers[0]; i++)
        fault = apo_project_read_number(order, &numbers[i], &read[i]);
    if (fault != NULL)
        return fault;
    int64_t fitting = PART_NODES / (read[0] * GAME_PLIES);
    apo_store_project *project = order->project;
    project->part_games = fitting > most ? most : fitting < 1 ? 1 : fitting;
    project->size = project->part_games * GAME_PLIES * read[0];
    return NULL;
}

int64_t apo_project_setting(const apo_project_part *part, const char *name)
{
    int64_t number = 0;
    (void)apo_json_in_number(apo_json_in_member(part->settings, name), INT64_MIN, INT64_MAX,
                             &number);
    return number;
}
