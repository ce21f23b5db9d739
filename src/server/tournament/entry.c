#include "server/tournament/entry.h"

#include <string.h>

#include "base/text.h"
#include "game/glicko.h"
#include "server/tournament/arena.h"
#include "server/tournament/teams.h"
#include "store/invitations.h"
#include "store/ratings.h"

static unsigned find(const apo_tournament_people *list, apo_span person)
{
    unsigned i = 0;
    while (i < list->count && !apo_span_is(person, list->ids[i]))
        i++;
    return i;
}

static void drop(apo_tournament_people *list, unsigned index)
{
    list->count--;
    memmove(list->ids[index], list->ids[index + 1],
            (list->count - index) * sizeof list->ids[0]);
}

static void drop_person(apo_tournament_people *list, apo_span person)
{
    unsigned index = find(list, person);
    if (index < list->count)
        drop(list, index);
}

static void append(apo_tournament_people *list, const char *person)
{
    char *id = list->ids[list->count++];
    apo_text_copy(id, sizeof list->ids[0], person);
}

bool apo_tournament_is_guest(const apo_tournament_plan *plan, apo_span person)
{
    return find(&plan->guests, person) < plan->guests.count;
}

bool apo_tournament_is_joinable(const apo_tournament_book *book, int64_t now_ms)
{
    const apo_tournament_plan *plan = &book->plan;
    if (book->row.state == APO_STORE_TOURNAMENT_RUNNING && plan->system == APO_TOURNAMENT_ARENA)
        return !apo_arena_is_over(book, now_ms);
    if (book->row.state == APO_STORE_TOURNAMENT_RUNNING)
        return book->row.round <= plan->late_rounds && book->row.round < plan->rounds;
    return book->row.state == APO_STORE_TOURNAMENT_OPEN &&
           now_ms < (int64_t)plan->closes_s * 1000;
}

bool apo_tournament_has_enough(const apo_tournament_book *book)
{
    return book->entry_count >= book->plan.players_min &&
           (book->plan.system != APO_TOURNAMENT_TEAMS || apo_team_count(book) >= 2);
}

bool apo_tournament_may_return(const apo_tournament_book *book, unsigned index)
{
    return book->plan.system == APO_TOURNAMENT_ARENA && book->entries[index].has_left;
}

bool apo_tournament_is_resting(const apo_tournament_plan *plan, apo_span person)
{
    return find(&plan->resting, person) < plan->resting.count;
}

bool apo_tournament_may_rest(const apo_tournament_book *book, unsigned index)
{
    const apo_tournament_plan *plan = &book->plan;
    const unsigned full = APO_TOURNAMENT_WIN * (plan->has_both ? 2 : 1);
    unsigned had = 0;
    for (size_t i = 0; i < book->pairing_count; i++) {
        const apo_store_pairing *pairing = &book->pairings[i];
        had += pairing->how == APO_TOURNAMENT_BYE && pairing->white_quarters < full &&
               apo_span_is(apo_span_of(pairing->white), book->entries[index].person);
    }
    return book->row.state <= APO_STORE_TOURNAMENT_RUNNING && had < plan->half_byes &&
           book->row.round + 1 < plan->rounds &&
           plan->resting.count < APO_TOURNAMENT_PEOPLE_MAX;
}

bool apo_tournament_set_resting(apo_tournament_plan *plan, const char *person, bool is_resting)
{
    drop_person(&plan->resting, apo_span_of(person));
    if (is_resting && plan->resting.count == APO_TOURNAMENT_PEOPLE_MAX)
        return false;
    if (is_resting)
        append(&plan->resting, person);
    return true;
}

bool apo_tournament_invite(apo_tournament_plan *plan, const char *person)
{
    drop_person(&plan->expelled, apo_span_of(person));
    if (apo_tournament_is_guest(plan, apo_span_of(person)))
        return true;
    if (plan->guests.count == APO_TOURNAMENT_PEOPLE_MAX)
        return false;
    append(&plan->guests, person);
    return true;
}

void apo_tournament_expel(apo_tournament_plan *plan, const char *person)
{
    drop_person(&plan->guests, apo_span_of(person));
    drop_person(&plan->expelled, apo_span_of(person));
    if (plan->expelled.count == APO_TOURNAMENT_PEOPLE_MAX)
        drop(&plan->expelled, 0);
    append(&plan->expelled, person);
}

int apo_tournament_rating(apo_app *app, const apo_tournament_book *book, const char *person)
{
    apo_store_rating rating;
    const char *clock = apo_tournament_plan_is_live(&book->plan) ? "live" : "days";
    if (apo_store_find_rating(app->store, &rating, apo_span_of(person),
                              apo_span_of(book->row.variant), apo_span_of(clock)) != APO_OK)
        return APO_GLICKO_FIRST;
    return (int)(rating.rating + 0.5);
}

const char *apo_tournament_bar(apo_app *app, const apo_tournament_book *book, apo_span person)
{
    char id[APO_STORE_ID_MAX];
    const apo_tournament_plan *plan = &book->plan;
    apo_text_copy_span(id, sizeof id, person);
    if (find(&plan->expelled, person) < plan->expelled.count)
        return APO_T("The organiser has removed you from this tournament.");
    /* An exhibition would seat the two at one board, and each reads the names of the other's
     * teams. */
    if (apo_store_is_blocked(app->store, apo_span_of(book->row.organiser), person))
        return APO_T("One of you has blocked the other.");
    /* An invitation by name overrides the rating range. */
    if (apo_tournament_is_guest(plan, person))
        return NULL;
    if (plan->is_by_invitation && !apo_span_is(person, book->row.organiser))
        return APO_T("Only invited players can take part in this tournament.");
    int rating = apo_tournament_rating(app, book, id);
    if ((plan->rating_min > 0 && rating < (int)plan->rating_min) ||
        (plan->rating_max > 0 && rating > (int)plan->rating_max))
        return APO_T("Your rating is outside the range of this tournament.");
    return NULL;
}

void apo_tournament_entry_words(apo_buffer *out, const apo_i18n *i18n,
                                const apo_tournament_plan *plan)
{
    const apo_gap *gaps = APO_GAPS(APO_GAP_NUMBER("from", plan->rating_min),
                                   APO_GAP_NUMBER("to", plan->rating_max));
    if (plan->is_by_invitation)
        apo_buffer_add(out, apo_tr(i18n, "by invitation"));
    else if (plan->rating_min > 0 && plan->rating_max > 0)
        apo_tr_fill(out, apo_tr(i18n, "ratings from {from} to {to}"), gaps);
    else if (plan->rating_min > 0)
        apo_tr_fill(out, apo_tr(i18n, "ratings from {from}"), gaps);
    else if (plan->rating_max > 0)
        apo_tr_fill(out, apo_tr(i18n, "ratings up to {to}"), gaps);
}
