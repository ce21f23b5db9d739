#include "server/project/view.h"

#include "base/json.h"
#include "server/project/project.h"

static const char *const words[APO_STORE_PROJECT_STATES] = {
    [APO_STORE_PROJECT_RUNNING] = "running",
    [APO_STORE_PROJECT_PAUSED] = "paused",
    [APO_STORE_PROJECT_STOPPED] = "stopped",
    [APO_STORE_PROJECT_DONE] = "done",
};

const char *apo_project_state_word(apo_store_project_state state)
{
    return words[state];
}

const char *apo_project_state_words(const apo_store_project *project)
{
    static const char *const sentences[APO_STORE_PROJECT_STATES] = {
        [APO_STORE_PROJECT_RUNNING] = APO_T("under way"),
        [APO_STORE_PROJECT_PAUSED] = APO_T("on hold"),
        [APO_STORE_PROJECT_STOPPED] = APO_T("stopped"),
        [APO_STORE_PROJECT_DONE] = APO_T("finished"),
    };
    return sentences[project->state];
}

const char *apo_project_kind_words(const apo_store_project *project)
{
    const apo_project_kind *kind = apo_project_kind_of(apo_span_of(project->kind));
    return kind != NULL ? kind->words : "";
}

bool apo_project_has_file(const apo_store_project *project)
{
    const apo_project_kind *kind = apo_project_kind_of(apo_span_of(project->kind));
    return kind != NULL && kind->write_file != NULL;
}

unsigned apo_project_state_of(apo_span word)
{
    return (unsigned)apo_span_index(word, words, APO_STORE_PROJECT_STATES);
}

int64_t apo_project_left_s(const apo_store_project *project)
{
    int64_t done = project->done - project->since_done;
    int64_t left = project->parts - project->done - project->lost;
    int64_t took_ms = apo_http_wall_clock_ms() - project->since_ms;
    if (project->state != APO_STORE_PROJECT_RUNNING || done <= 0 || took_ms < 0)
        return -1;
    return took_ms / done * left / 1000 + 1;
}

static bool add_count(void *context, const apo_store_project_count *count)
{
    apo_json_add_number(context, count->name, count->number);
    return true;
}

static void add_settings(apo_buffer *out, const apo_store_project *project)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_project_add_settings(&text, project);
    apo_json_add_text(out, "settings", apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

void apo_project_write(apo_buffer *out, const apo_app *app, const apo_store_project *project)
{
    int64_t left_s = apo_project_left_s(project);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", project->id);
    apo_json_add_string(out, "kind", project->kind);
    apo_json_add_string(out, "variant", project->variant);
    apo_json_add_string(out, "state", apo_project_state_word(project->state));
    apo_json_add_number(out, "created", project->created_ms);
    if (project->ended_ms > 0)
        apo_json_add_number(out, "ended", project->ended_ms);
    else
        apo_json_add_null(out, "ended");
    add_settings(out, project);
    apo_json_add_number(out, "games", project->games);
    apo_json_add_number(out, "parts", project->parts);
    apo_json_add_number(out, "done", project->done);
    apo_json_add_number(out, "lost", project->lost);
    if (left_s >= 0)
        apo_json_add_number(out, "left_s", left_s);
    else
        apo_json_add_null(out, "left_s");
    apo_json_open(out, "counts", '{');
    (void)apo_store_list_project_counts(app->store, apo_span_of(project->id), add_count, out);
    apo_json_close(out, '}');
    const apo_project_kind *kind = apo_project_kind_of(apo_span_of(project->kind));
    if (kind != NULL && kind->write_view != NULL)
        kind->write_view(out, app->store, project);
    apo_json_close(out, '}');
}
