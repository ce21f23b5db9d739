#include "server/tournament/veil.h"

#include "server/web/person.h"

/* "Tournament by Bert" in place of a name. */
static void rename_by(char name[APO_STORE_TOURNAMENT_NAME_MAX],
                      const apo_tournament_reader *reader, const char *words,
                      const char *organiser)
{
    apo_buffer out;
    apo_person_label label;
    apo_person_label_of(&label, reader->store, reader->i18n, organiser, 0);
    apo_buffer_init(&out, NULL);
    apo_tr_fill(&out, words, APO_GAPS(APO_GAP_TEXT("name", label.name)));
    apo_text_copy_span(name, APO_STORE_TOURNAMENT_NAME_MAX, apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

static bool is_hidden(const apo_tournament_reader *reader, const char *writer)
{
    return apo_person_is_hidden(reader->store, reader->person, writer);
}

static void drop_text(apo_store_tournament *row)
{
    apo_buffer out;
    apo_tournament_plan plan;
    if (apo_tournament_plan_read(&plan, apo_span_of(row->options)) != APO_OK)
        return;
    plan.text[0] = '\0';
    apo_buffer_init(&out, NULL);
    apo_tournament_plan_write(&out, &plan);
    apo_text_copy_span(row->options, sizeof row->options, apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

bool apo_tournament_veil_row(apo_store_tournament *row, const apo_tournament_reader *reader)
{
    if (!is_hidden(reader, row->organiser))
        return false;
    rename_by(row->name, reader, apo_tr(reader->i18n, "Tournament by {name}"), row->organiser);
    drop_text(row);
    return true;
}

/* "Team 2" in place of a name. */
static void number_team(char name[APO_STORE_TEAM_NAME_MAX], const apo_tournament_reader *reader,
                        unsigned number)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_tr_fill(&out, apo_tr(reader->i18n, "Team {number}"),
                APO_GAPS(APO_GAP_NUMBER("number", number)));
    apo_text_copy_span(name, APO_STORE_TEAM_NAME_MAX, apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

static void veil_team(apo_store_team *team, const apo_tournament_reader *reader)
{
    if (is_hidden(reader, team->captain))
        number_team(team->name, reader, team->number);
}

void apo_tournament_veil_book(apo_tournament_book *book, const apo_tournament_reader *reader)
{
    if (apo_tournament_veil_row(&book->row, reader))
        book->plan.text[0] = '\0';
    for (unsigned i = 0; i < book->team_count; i++)
        veil_team(&book->teams[i], reader);
}

void apo_tournament_veil_series_row(apo_store_series *row, const apo_tournament_reader *reader)
{
    if (is_hidden(reader, row->organiser))
        rename_by(row->name, reader, apo_tr(reader->i18n, "Series by {name}"), row->organiser);
}

/* The teams of a series have the numbers of their lines. */
static void veil_series_teams(apo_series *series, const apo_tournament_reader *reader)
{
    for (size_t i = 0; i < series->captain_count; i++) {
        const apo_series_captain *captain = &series->captains[i];
        size_t line = 0;
        if (!is_hidden(reader, captain->id))
            continue;
        while (line + 1 < series->line_count && series->lines[line].person != captain->person)
            line++;
        number_team(series->people[captain->person], reader, (unsigned)line + 1);
    }
}

void apo_tournament_veil_series(apo_series *series, const apo_tournament_reader *reader)
{
    apo_tournament_veil_series_row(&series->row, reader);
    for (unsigned i = 0; i < series->event_count; i++)
        apo_tournament_veil_row(&series->events[i], reader);
    veil_series_teams(series, reader);
}
