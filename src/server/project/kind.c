#include "server/project/kind.h"

enum {
    GAME_PLIES = 100,    /* searched in a game, about */
    PART_NODES = 4000000 /* positions of a part: some ten to thirty seconds */
};

static void add_name(apo_project_order *order, const char *name)
{
    apo_text_add(&order->settings, order->settings.length > 0 ? ",\"" : "\"");
    apo_text_add(&order->settings, name);
    apo_text_add(&order->settings, "\":");
}

void apo_project_add_text(apo_project_order *order, const char *name, apo_span text)
{
    add_name(order, name);
    apo_text_add_char(&order->settings, '"');
    apo_text_add_span(&order->settings, text);
    apo_text_add_char(&order->settings, '"');
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
    bool is_negative = text.text[0] == '-';
    if (!apo_span_number(apo_span_part(text, is_negative, text.length), UINT32_MAX, &read))
        return false;
    int64_t value = is_negative ? -(int64_t)read : read;
    if (value < number->least || value > number->most)
        return false;
    *out = value;
    return true;
}

const char *apo_project_read_number(apo_project_order *order, const apo_project_number *number,
                                    int64_t *out)
{
    *out = number->usual;
    if (!apo_project_read_given(order->ask, number, out))
        return number->sentence;
    add_name(order, number->name);
    apo_text_add_number(&order->settings, *out);
    return NULL;
}

const char *apo_project_read_play(apo_project_order *order, int64_t step, int64_t most)
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
    int64_t fitting = PART_NODES / (read[0] * GAME_PLIES) / step * step;
    apo_store_project *project = order->project;
    project->part_games = fitting > most ? most : fitting < step ? step : fitting;
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

void apo_project_add_settings(apo_buffer *out, const apo_store_project *project)
{
    apo_buffer_add_char(out, '{');
    apo_buffer_add(out, project->settings);
    apo_buffer_add_char(out, '}');
}

int64_t apo_project_number_of(const apo_store_project *project, const char *name)
{
    apo_json_in *document;
    apo_buffer text;
    int64_t number = 0;
    apo_buffer_init(&text, NULL);
    apo_project_add_settings(&text, project);
    if (!text.is_failed &&
        apo_json_in_read(&document, apo_buffer_span(&text), NULL) == APO_OK) {
        const apo_json_value *root = apo_json_in_root(document);
        (void)apo_json_in_number(apo_json_in_member(root, name), INT64_MIN, INT64_MAX, &number);
        apo_json_in_free(document);
    }
    apo_buffer_clear(&text);
    return number;
}
