#include "server/project/project.h"

#include "base/json.h"
#include "base/text.h"
#include "server/web/token.h"
#include "server/work/work.h"

enum {
    ID_LENGTH = 8
};

static const apo_project_kind *const kinds[] = {&apo_project_games, &apo_project_mining,
                                                &apo_project_test};

enum {
    KINDS = sizeof kinds / sizeof kinds[0]
};

const apo_project_kind *apo_project_kind_of(apo_span name)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (apo_span_is(name, kinds[i]->name))
            return kinds[i];
    }
    return NULL;
}

/* --- orders -------------------------------------------------------------- */

static const char *read_game(apo_store_project *out, const apo_app *app, const apo_ask *ask,
                             bool is_built_in)
{
    const apo_offered_game *game =
        apo_variant_map_find_offered(app->variants, apo_ask_text(ask, "variant"));
    if (game == NULL)
        return "\"variant\" is the id of a game that this server offers.";
    if (is_built_in && game->is_own)
        return "This kind of project takes games that are built in.";
    apo_text_copy(out->variant, sizeof out->variant, game->id);
    apo_text_copy(out->definition, sizeof out->definition, game->digest);
    return NULL;
}

static const char *read_games(apo_store_project *out, const apo_ask *ask)
{
    static const apo_project_number number = {"games", 1, APO_PROJECT_GAMES_MAX, 0,
                                              "\"games\" is a number from 1 to 1,000,000."};
    out->games = 0;
    return apo_project_read_given(ask, &number, &out->games) && out->games > 0
               ? NULL
               : number.sentence;
}

const char *apo_project_read(apo_store_project *out, const apo_app *app, const apo_ask *ask)
{
    *out = (apo_store_project){.created_ms = apo_http_wall_clock_ms()};
    const apo_project_kind *kind = apo_project_kind_of(apo_ask_text(ask, "kind"));
    apo_project_order order = {app, ask, out,
                               apo_text_start(out->settings, sizeof out->settings)};
    const char *fault = kind != NULL ? read_game(out, app, ask, kind->is_built_in)
                                     : "There is no such kind of project.";
    if (fault == NULL)
        fault = read_games(out, ask);
    apo_token_name(out->id, ID_LENGTH);
    if (fault == NULL)
        fault = kind->read(&order);
    if (fault != NULL)
        return fault;
    if (order.settings.is_overflowed)
        return "The settings are too long.";
    apo_text_copy(out->kind, sizeof out->kind, kind->name);
    out->parts = (out->games + out->part_games - 1) / out->part_games;
    return NULL;
}

/* --- parts --------------------------------------------------------------- */

static int64_t games_of_part(const apo_store_project *project, int64_t number)
{
    int64_t left = project->games - number * project->part_games;
    return left < project->part_games ? left : project->part_games;
}

static void want_part(apo_store_batch *batch, const apo_store_project *project, int64_t number)
{
    apo_store_work work = {.rank = APO_WORK_RANK_PROJECT,
                           .size = project->size,
                           .created_ms = apo_http_wall_clock_ms()};
    apo_buffer input;
    apo_text subject = apo_text_start(work.subject, sizeof work.subject);
    apo_text_add(&subject, project->id);
    apo_text_add_char(&subject, '-');
    apo_text_add_number(&subject, number);
    apo_text_copy(work.kind, sizeof work.kind, project->kind);
    apo_text_copy(work.variant, sizeof work.variant, project->variant);
    apo_text_copy(work.definition, sizeof work.definition, project->definition);
    apo_buffer_init(&input, NULL);
    apo_json_open(&input, NULL, '{');
    apo_json_add_number(&input, "first", number * project->part_games);
    apo_json_add_number(&input, "count", games_of_part(project, number));
    apo_buffer_add_char(&input, ',');
    apo_buffer_add(&input, project->settings);
    apo_json_close(&input, '}');
    apo_store_want_work(batch, &work, apo_buffer_span(&input));
    apo_buffer_clear(&input);
}

static void end_decided(const apo_app *app, const apo_store_project *project)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_project(batch, project->id, APO_STORE_PROJECT_DONE, apo_http_wall_clock_ms());
    apo_store_drop_parts(batch, project);
    apo_store_submit(app->store, batch, NULL, NULL);
}

static void end_feeding(void *context, apo_status status)
{
    const apo_app *app = context;
    if (status == APO_OK)
        apo_work_wake(app->work);
}

/* A batch that comes too late, because the last one is still on its way, changes nothing: the
 * number of the next part is another one by then. */
static bool feed(void *context, const apo_store_project *project)
{
    apo_app *app = context;
    const apo_project_kind *kind = apo_project_kind_of(apo_span_of(project->kind));
    int64_t open = project->next - project->done - project->lost, next = project->next;
    if (kind != NULL && kind->is_decided != NULL && kind->is_decided(app->store, project)) {
        end_decided(app, project);
        return true;
    }
    if (open >= APO_PROJECT_AHEAD || next >= project->parts)
        return true;
    apo_store_batch *batch = apo_store_batch_new();
    for (; open < APO_PROJECT_AHEAD && next < project->parts; open++, next++)
        want_part(batch, project, next);
    apo_store_advance_project(batch, project, next);
    apo_store_submit(app->store, batch, end_feeding, app);
    return true;
}

void apo_project_tick(apo_app *app)
{
    (void)apo_store_list_running_projects(app->store, feed, app);
}

/* --- results ------------------------------------------------------------- */

/* The project of some work, and the number of the part. APO_E_UNKNOWN: it is gone. */
static apo_status find_part(apo_project_part *out, apo_store *store, const apo_store_work *work)
{
    uint32_t number;
    apo_status status = apo_store_find_numbered(store, &out->project, &number, work->subject);
    if (status != APO_OK)
        return status;
    out->number = number;
    out->first = number * out->project.part_games;
    out->count = games_of_part(&out->project, number);
    return APO_OK;
}

static apo_status take_result(apo_app *app, const apo_store_work *work, apo_span input,
                              apo_span result, apo_store_batch *batch)
{
    apo_project_part part = {.number = 0};
    apo_json_in *document;
    const apo_project_kind *kind = apo_project_kind_of(apo_span_of(work->kind));
    apo_status status = apo_json_in_read(&document, input, NULL);
    if (status != APO_OK)
        return APO_E_MEMORY; /* it is our own */
    part.settings = apo_json_in_root(document);
    status = find_part(&part, app->store, work);
    if (status == APO_OK && batch == NULL)
        status = kind->check(app, &part, result);
    if (status == APO_OK && batch != NULL) {
        status = kind->add(&part, result, batch);
        apo_store_end_part(batch, part.project.id, false, apo_http_wall_clock_ms());
    }
    apo_json_in_free(document);
    return status;
}

/* The other parts go on; the project shows how many are missing. */
static void give_up(apo_app *app, const apo_store_work *work, apo_store_batch *batch)
{
    apo_project_part part;
    if (find_part(&part, app->store, work) == APO_OK)
        apo_store_end_part(batch, part.project.id, true, apo_http_wall_clock_ms());
}

void apo_project_start(apo_app *app)
{
    static apo_work_kind works[KINDS];
    for (size_t i = 0; i < KINDS; i++) {
        works[i] =
            (apo_work_kind){.name = kinds[i]->name, .take = take_result, .give_up = give_up};
        apo_work_add_kind(app->work, &works[i]);
    }
}
