/* Every statement of the store is one that the database understands: after a day in which
 * everything happens, everything is asked for. Then again, and each allocation fails once: a
 * query then says that it failed, and neither that there is nothing nor less than there is. */
#include "store_help.h"

#include <limits.h>

#include "store/archive.h"
#include "store/clients.h"
#include "store/drafts.h"
#include "store/factors.h"
#include "store/faults/day.h"
#include "store/faults/memory.h"
#include "store/follow.h"
#include "store/game_notes.h"
#include "store/games.h"
#include "store/invitations.h"
#include "store/jobs.h"
#include "store/lessons.h"
#include "store/mail.h"
#include "store/moderation.h"
#include "store/notices.h"
#include "store/overview.h"
#include "store/passkeys.h"
#include "store/people.h"
#include "store/problem_tries.h"
#include "store/problems.h"
#include "store/projects.h"
#include "store/published.h"
#include "store/push.h"
#include "store/ratings.h"
#include "store/records.h"
#include "store/reminders.h"
#include "store/reports.h"
#include "store/reviews.h"
#include "store/seasons.h"
#include "store/series.h"
#include "store/studies.h"
#include "store/talk.h"
#include "store/tokens.h"
#include "store/tournaments.h"
#include "store/vacations.h"
#include "store/work.h"

#define TEXT(text) apo_span_of(text)

/* --- what the day of the faults lacks ------------------------------------- */

static void talk(apo_store_batch *batch)
{
    const apo_store_message message = {
        .conversation = "g1", .writer = "p1", .ply = 1, .at_ms = 1, .key = "k", .text = "Well"};
    const apo_store_conversation side = {
        .person = "p1", .other = "p2", .conversation = "p1 p2", .last_ms = 1};
    const apo_store_report report = {
        .person = "p1", .about = "p2", .at_ms = 1, .key = "k", .place = "/games/g1"};
    const apo_store_notice notice = {.person = "p1",
                                     .kind = "turn",
                                     .cause = "c",
                                     .other = "p2",
                                     .subject = "g1",
                                     .channels = 1};
    apo_store_add_message(batch, &message);
    apo_store_note_conversation(batch, &side, true);
    apo_store_note_conversation(batch, &side, true);
    apo_store_mute(batch, "p1", "p2", 1);
    apo_store_add_follow(batch, &(apo_store_follow){"p1", "p2", 3});
    apo_store_add_follow(batch, &(apo_store_follow){"p1", "p2", 4});
    apo_store_add_follow(batch, &(apo_store_follow){"p1", "p4", 5});
    apo_store_drop_follow(batch, "p1", "p4");
    apo_store_add_report(batch, &report);
    apo_store_add_notice(batch, &notice, true);
    apo_store_add_notice(batch, &notice, false);
    apo_store_set_notice_choice(batch, "p1", "turn", 3);
    apo_store_set_notice_choice(batch, "p1", "turn", 1);
}

static void publish(apo_store_batch *batch)
{
    apo_store_published game = {.variant = "~1",
                                .author = "p1",
                                .id = "mine",
                                .created_ms = 1,
                                .version = 1,
                                .key = "k",
                                .definition = "d1",
                                .name = "My game"};
    const apo_store_review review = {.game = "g1", .person = "p1"};
    apo_store_save_draft(batch, &(apo_store_draft){.owner = "p1", .id = "d"}, TEXT("one"));
    apo_store_save_draft(batch, &(apo_store_draft){"p1", "d", 1, 2}, TEXT("two"));
    apo_store_reach_lesson(batch, &(apo_store_lesson){"p1", "alert", "rook", 2, false, 1});
    apo_store_reach_lesson(batch, &(apo_store_lesson){"p1", "alert", "rook", 1, true, 2});
    apo_store_reach_lesson(batch, &(apo_store_lesson){"p1", "modern", "joker", 1, false, 3});
    apo_store_add_published(batch, &game);
    game.version = 2;
    apo_store_add_version(batch, &game, TEXT("king"));
    apo_store_count_published(batch, "~1");
    apo_store_put_review(batch, &review, TEXT("first"));
    apo_store_put_review(batch, &review, TEXT("second"));
    apo_store_set_text(batch, "notice", "Closed on Monday");
    const apo_store_season season = {.id = "1970-1", .begin_ms = 0, .deviation_max = 1000};
    apo_store_close_season(batch, &season);
    apo_store_close_season(batch, &season);
    const apo_store_series series = {.id = "s1", .organiser = "p1", .key = "k", .name = "Cups"};
    const apo_store_placing placing = {.tournament = "cup", .person = "p1", .place = 1};
    apo_store_add_series(batch, &series);
    apo_store_join_series(batch, "cup", "s1");
    apo_store_add_placing(batch, &placing);
    apo_store_add_placing(batch, &placing);
    apo_store_team team = {.tournament = "cup", .number = 1, .name = "Us", .captain = "p1"};
    apo_store_set_team(batch, &team);
    team.rank = 2;
    apo_store_set_team(batch, &team);
    team.number = 2;
    apo_store_set_team(batch, &team);
    apo_store_drop_team(batch, "cup", 2);
}

/* Two pieces of work, of which "p2" has leased the first; a study with a member. */
static void give_work(apo_store_batch *batch)
{
    apo_store_work work = {
        .kind = "review", .subject = "g1", .person = "p1", .rank = 1, .size = 10};
    const apo_store_worker worker = {.person = "p2", .seen_ms = 5, .speed = 100, .done = 1};
    const apo_store_work_fault fault = {.person = "p2", .kind = "review", .subject = "g0"};
    const apo_store_lease lease = {"p2", "lease", 5, 100, INT64_MAX};
    const apo_store_study study = {.id = "study",
                                   .owner = "p1",
                                   .key = "k",
                                   .name = "Openings",
                                   .visibility = APO_STORE_STUDY_PUBLIC,
                                   .version = 1};
    apo_store_add_work(batch, &work, TEXT("input"));
    strcpy(work.subject, "g2");
    work.rank = 2;
    apo_store_add_work(batch, &work, TEXT("input"));
    apo_store_want_work(batch, &work, TEXT("again"));
    apo_store_lease_work(batch, &lease);
    apo_store_note_worker(batch, &worker);
    apo_store_add_work_fault(batch, &fault, TEXT("wrong"), TEXT("right"));
    apo_store_add_study(batch, &study, TEXT("chapters"));
    apo_store_put_member(batch, "study", "p2", true);
}

/* A record with notes, collections, a team whose player has a place, people in disgrace. */
static void annotate(apo_store_batch *batch)
{
    const apo_store_record record = {.id = (int64_t)3001 << APO_RECORD_SERIAL_BITS,
                                     .game = "annotated",
                                     .variant = "modern",
                                     .definition = "d1",
                                     .notes = TEXT("1. e0e1 {good}")};
    const apo_store_entry player = {
        .tournament = "cup", .person = "p1", .joined_ms = 9101, .team = 1};
    const apo_store_person former = {.id = "p3", .name = "Person 3", .name_key = "person3"};
    apo_store_add_record(batch, &record);
    apo_store_show_collection(batch, "p1", 1);
    apo_store_set_entry(batch, &player);
    apo_store_rename(batch, &former, "Person 3b", "person3b", 1);
    apo_store_set_standing(batch, "p3", APO_STANDING_MUTED, 0);
    apo_store_block(batch, "p2", "p3", 1);
}

static void look_after_people(apo_store_batch *batch)
{
    const apo_store_person person = {.id = "p1", .is_account = true, .name = "Person 1"};
    const apo_store_passkey key = {.id = "c", .person = "p1", .name = "phone"};
    const apo_store_push push = {.endpoint = "https://push.example/1"};
    apo_store_set_person(batch, &person);
    apo_store_set_password(batch, "p1", "$hash");
    apo_store_set_zone(batch, "p1", "Europe/Berlin");
    apo_store_set_language(batch, "p1", "de");
    apo_store_set_standing(batch, "p1", APO_STANDING_BOT, 0);
    apo_store_touch_session(batch, "session3", 2, 200000);
    const apo_store_client client = {
        .id = "app", .person = "p1", .name = "An app", .uris = "https://app.example/\n"};
    apo_store_add_client(batch, &client);
    apo_store_add_client(batch, &client);
    apo_store_add_passkey(batch, &key);
    apo_store_use_passkey(batch, "c", 2, 0);
    apo_store_set_push(batch, "session3", &push);
    apo_store_set_push(batch, "session3", &push);
    apo_store_touch_token(batch, "token", 5);
    apo_store_note_address(batch, "p1", "P0@example.org", 5, "no such address");
    apo_store_unwant_mail(batch, "p1", 1);
    apo_store_resume_mail(batch, 9);
    apo_store_merge_scores(batch, "p1", "p2");
    apo_store_merge_messages(batch, "p3", "p2");
}

static void part(apo_store_batch *batch)
{
    apo_store_delete_draft(batch, &(apo_store_draft){.owner = "p1", .id = "d", .version = 2});
    apo_store_drop_passkey(batch, "p1", TEXT("c"));
    apo_store_drop_client(batch, "p1", TEXT("app"));
    apo_store_drop_push(batch, "session3");
    apo_store_read_conversation(batch, "p1", "p2");
    apo_store_read_notices(batch, "p1", 99, 5);
    apo_store_read_notices_of(batch, "p1", "turn", "g1", 5);
    apo_store_read_notices_about(batch, "p1", "g1", 5);
    apo_store_sweep_notices(batch, 0);
    apo_store_unmute(batch, "p1", "p2");
    apo_store_merge_messages(batch, "p1", "p2");
    apo_store_hide_published(batch, "~1", APO_STORE_HIDDEN_BY_AUTHOR);
    apo_store_drop_invitation(batch, "i0");
    apo_store_unblock(batch, "p1", "p5");
    apo_store_use_recovery(batch, "recovery", "p2");
    apo_store_set_factor_secret(batch, "p2", "sealed anew");
    apo_store_drop_factor(batch, "p2");
    apo_store_drop_mail_secrets(batch, "p1", "confirm");
    apo_store_drop_mailbox(batch, "p1");
    apo_store_drop_token(batch, "p1", TEXT("t1"));
    apo_store_drop_tokens(batch, "p1");
    apo_store_drop_session(batch, "session3");
}

/* One project is done, with a part that has been given up; another is paused. */
static void order_projects(apo_store_batch *batch)
{
    apo_store_project project = {.id = "project1",
                                 .person = "p1",
                                 .key = "k1",
                                 .kind = "games",
                                 .variant = "modern",
                                 .games = 2,
                                 .part_games = 1,
                                 .parts = 2,
                                 .created_ms = 5};
    const apo_store_work work = {.kind = "games", .subject = "project1-1"};
    apo_store_add_project(batch, &project);
    apo_store_advance_project(batch, &project, 2);
    apo_store_want_work(batch, &work, TEXT("input"));
    apo_store_drop_parts(batch, &project);
    apo_store_end_part(batch, "project1", false, 6);
    apo_store_end_part(batch, "project1", true, 7);
    apo_store_count_project(batch, "project1", "games", 1);
    apo_store_count_project(batch, "project1", "games", 2);
    apo_store_add_part(batch, "project1", 3, TEXT("text"));
    apo_text_copy(project.id, sizeof project.id, "project2");
    apo_text_copy(project.key, sizeof project.key, "k2");
    apo_store_add_project(batch, &project);
    apo_store_set_project(batch, "project2", APO_STORE_PROJECT_PAUSED, 8);
}

/* --- asking --------------------------------------------------------------- */

/* How many rows there were, and how many are wanted. */
static unsigned seen, wanted;

/* Rows of all kinds are counted alike. */
#define ROW(name)                                                      \
    static bool see_##name(void *context, const apo_store_##name *row) \
    {                                                                  \
        assert_non_null(row);                                          \
        return ++*(unsigned *)context < wanted;                        \
    }
ROW(conversation)
ROW(log_entry)
ROW(draft)
ROW(entry)
ROW(event)
ROW(follow)
ROW(game)
ROW(growth)
ROW(invitation)
ROW(job)
ROW(lesson)
ROW(mail)
ROW(mailbox)
ROW(message)
ROW(notice)
ROW(project)
ROW(project_count)
ROW(pair)
ROW(pairing)
ROW(client)
ROW(passkey)
ROW(factor)
ROW(person)
ROW(problem)
ROW(published)
ROW(push)
ROW(rated)
ROW(rating)
ROW(record)
ROW(report)
ROW(score)
ROW(session)
ROW(step)
ROW(study)
ROW(token)
ROW(placing)
ROW(season_place)
ROW(series)
ROW(team)
ROW(tournament)
ROW(week)
ROW(team_placing)
ROW(vacation)
ROW(work)
ROW(work_fault)
ROW(worker)

static bool see_name(void *context, const char *name, int64_t number)
{
    assert_true(name != NULL && number >= 0);
    return ++*(unsigned *)context < wanted;
}

static bool see_member(void *context, const char *person, bool may_write)
{
    return see_name(context, person, may_write);
}

static bool see_owner(void *context, const char *person)
{
    return see_name(context, person, 0);
}

static bool see_kind(void *context, const char *kind, int64_t count, int64_t due)
{
    return see_name(context, kind, count - due);
}

static bool see_line(void *context, apo_span move, const apo_store_stats *stats)
{
    return see_name(context, move.text, stats->games);
}

static bool see_start(void *context, apo_span name, int64_t number,
                      const apo_store_stats *stats)
{
    return see_name(context, name.text, number + stats->games);
}

static bool see_length(void *context, int64_t tens, int64_t games)
{
    return see_name(context, "", tens + games);
}

static bool is_short_of_memory;

/* Allocations that had failed before the question. */
static uint64_t failed_before;

/* Before try `number`, from 1, of a question. */
static void begin_question(unsigned number)
{
    seen = 0;
    wanted = UINT_MAX;
    failed_before = memory_failures();
    memory_plan(number, is_short_of_memory);
}

/* True if the question must be asked again, because an allocation failed. */
static bool must_ask_again(apo_status status, apo_status expected, unsigned count)
{
    memory_plan(0, 0);
    if (memory_failures() == failed_before)
        return false;
    if (status != APO_E_IO && status != APO_E_MEMORY) {
        assert_int_equal(status, expected);
        assert_int_equal(seen, count);
    }
    return true;
}

/* A query that must give this status, and `count` rows, which are seen by see_<name>. */
#define ANSWERS(expected, count, call)                        \
    do {                                                      \
        apo_status status_;                                   \
        unsigned tries_ = 0;                                  \
        do {                                                  \
            begin_question(++tries_);                         \
            status_ = (call);                                 \
        } while (must_ask_again(status_, expected, (count))); \
        assert_int_equal(status_, expected);                  \
        assert_int_equal(seen, (count));                      \
    } while (false)
/* A list; it also ends when no more of its rows are wanted. */
#define LISTS(count, call)                   \
    do {                                     \
        ANSWERS(APO_OK, count, call);        \
        seen = 0;                            \
        wanted = 1;                          \
        assert_int_equal((call), APO_OK);    \
        assert_int_equal(seen, (count) > 0); \
    } while (false)
#define FINDS(call) ANSWERS(APO_OK, 0, call)
#define LACKS(call) ANSWERS(APO_E_UNKNOWN, 0, call)

/* A query without a status: `otherwise` is what it gives when it fails. */
#define TELLS(expected, otherwise, call)                                            \
    do {                                                                            \
        unsigned answer_, tries_ = 0;                                               \
        do {                                                                        \
            begin_question(++tries_);                                               \
            answer_ = (call);                                                       \
            memory_plan(0, 0);                                                      \
            assert_true(answer_ == (expected) || answer_ == (unsigned)(otherwise)); \
        } while (memory_failures() != failed_before);                               \
        assert_int_equal(answer_, (expected));                                      \
    } while (false)

static void ask_for_games(apo_store *s)
{
    apo_store_game game;
    apo_buffer text;
    int64_t turn, others;
    apo_store_sheet sheet;
    apo_store_review review;
    apo_buffer_init(&text, NULL);
    FINDS(apo_store_find_game(s, &game, TEXT("g1")));
    FINDS(apo_store_find_key(s, &game, TEXT("p1"), TEXT("k1")));
    LACKS(apo_store_find_secret(s, &game, TEXT("none")));
    FINDS((apo_buffer_clear(&text), apo_store_find_definition(s, &text, TEXT("d1"))));
    FINDS((apo_buffer_clear(&text),
           apo_store_find_sheet(s, &sheet, &text, TEXT("g0"), 0, "note")));
    FINDS(apo_store_find_sheet(s, &sheet, NULL, TEXT("g0"), 0, "note"));
    FINDS(apo_store_find_review(s, &review, NULL, TEXT("g1")));
    FINDS((apo_buffer_clear(&text), apo_store_find_review(s, &review, &text, TEXT("g1"))));
    assert_true(text.length > 0);
    apo_buffer_clear(&text);
    LISTS(8, apo_store_list_events(s, TEXT("g1"), 0, see_event, &seen));
    LISTS(0, apo_store_list_games(s, APO_STORE_LIST_OPEN, 9, see_game, &seen));
    LISTS(0, apo_store_list_games(s, APO_STORE_LIST_PLAYING, 9, see_game, &seen));
    LISTS(0, apo_store_list_games(s, APO_STORE_LIST_JOBS, 9, see_game, &seen));
    LISTS(2, apo_store_list_own(s, TEXT("p1"), 9, see_game, &seen));
    LISTS(2, apo_store_list_finished(s, TEXT("p1"), INT64_MAX, 9, see_game, &seen));
    LISTS(0, apo_store_list_turn(s, TEXT("p1"), TEXT(""), 9, see_game, &seen));
    LISTS(0, apo_store_list_turn(s, TEXT("p1"), TEXT("g1"), 9, see_game, &seen));
    LISTS(0, apo_store_list_others(s, TEXT("p1"), TEXT("g1"), 9, see_game, &seen));
    LISTS(0, apo_store_list_due(s, 1, 9, see_game, &seen));
    FINDS(apo_store_count_turn(s, TEXT("p1"), &turn, &others));
}

static void ask_for_the_archive(apo_store *s)
{
    const int64_t tags[] = {77, 2};
    unsigned budget;
    int64_t number = 0;
    apo_store_stats stats;
    LISTS(1,
          apo_store_read_record(s, (int64_t)1001 << APO_RECORD_SERIAL_BITS, see_record, &seen));
    LISTS(1, apo_store_find_record(s, TEXT("g1"), see_record, &seen));
    TELLS(true, false, apo_store_has_record(s, TEXT("g1")));
    FINDS((budget = 99, apo_store_meet_tags(s, &number, tags, 2, INT64_MAX, &budget)));
    assert_true(number == (int64_t)1001 << APO_RECORD_SERIAL_BITS);
    ANSWERS(APO_E_OVERFLOW, 0,
            (budget = 1, apo_store_meet_tags(s, &number, tags, 2, INT64_MAX, &budget)));
    FINDS(apo_store_count_tag(s, &number, 77, 2));
    assert_int_equal(number, 2);
    LISTS(1, apo_store_list_lines(s, 1, see_line, &seen));
    LISTS(1, apo_store_list_starts(s, TEXT("modern"), 1, see_start, &seen));
    FINDS(apo_store_find_stats(s, &stats, TEXT("modern"), 1));
    assert_int_equal(stats.games, 4);
    assert_int_equal(stats.results[4], 4);
    LISTS(1, apo_store_list_lengths(s, TEXT("modern"), 1, see_length, &seen));
    LISTS(0, apo_store_list_lengths(s, TEXT("modern"), 2, see_length, &seen));
    TELLS(false, false, apo_store_is_staged(s));
}

static void ask_for_collections(apo_store *s)
{
    apo_store_record record = {.id = 0};
    LISTS(1, apo_store_list_annotated(s, INT64_MAX, 9, see_record, &seen));
    LISTS(1, apo_store_list_collections(s, 9, see_owner, &seen));
    TELLS(true, false, apo_store_is_collection_shown(s, TEXT("p1")));
    TELLS(false, false, apo_store_is_collection_shown(s, TEXT("p2")));
    TELLS(false, false, apo_store_is_collection_shown(s, TEXT("")));
    TELLS(true, true, apo_store_may_see_record(s, &record, TEXT("")));
    strcpy(record.collection, "p2");
    TELLS(false, false, apo_store_may_see_record(s, &record, TEXT("p1")));
    TELLS(true, true, apo_store_may_see_record(s, &record, TEXT("p2")));
    strcpy(record.collection, "p1");
    TELLS(true, false, apo_store_may_see_record(s, &record, TEXT("p2")));
}

static void ask_for_people(apo_store *s)
{
    apo_store_person person;
    apo_store_session session;
    apo_store_factor factor;
    apo_store_token token;
    apo_store_vacation vacation;
    apo_store_passkey passkey;
    apo_store_client client;
    char hours[APO_STORE_REMINDERS_MAX], text[32];
    /* First, while what it asks about each person must be prepared too. */
    LISTS(1, apo_store_list_standing(s, see_person, &seen));
    FINDS(apo_store_find_person(s, &person, TEXT("p1")));
    FINDS(apo_store_find_name(s, &person, TEXT("person2")));
    FINDS(apo_store_find_session(s, &session, TEXT("session3")));
    LISTS(2, apo_store_list_accounts(s, TEXT("person"), TEXT(""), 9, see_person, &seen));
    LISTS(1, apo_store_list_sessions(s, TEXT("p3"), see_session, &seen));
    FINDS(apo_store_find_passkey(s, &passkey, TEXT("c")));
    FINDS(apo_store_find_client(s, &client, TEXT("app")));
    LISTS(1, apo_store_list_clients(s, TEXT("p1"), see_client, &seen));
    LISTS(1, apo_store_list_passkeys(s, TEXT("p1"), see_passkey, &seen));
    LISTS(1, apo_store_list_push(s, TEXT("p3"), see_push, &seen));
    TELLS(true, false, apo_store_has_push(s, TEXT("session3")));
    FINDS(apo_store_find_factor(s, &factor, TEXT("p2")));
    TELLS(true, false, apo_store_has_recovery(s, TEXT("recovery"), TEXT("p2")));
    TELLS(false, false, apo_store_has_recovery(s, TEXT("none"), TEXT("p2")));
    TELLS(1, 0, apo_store_count_recovery(s, TEXT("p2")));
    assert_true(apo_store_has_factors(s));
    LISTS(1, apo_store_list_factors(s, see_factor, &seen));
    FINDS(apo_store_find_token(s, &token, TEXT("token")));
    LISTS(1, apo_store_list_tokens(s, TEXT("p1"), see_token, &seen));
    LACKS(apo_store_find_vacation(s, &vacation, TEXT("p2")));
    LISTS(1, apo_store_list_vacations(s, TEXT("p2"), 0, see_vacation, &seen));
    FINDS(apo_store_find_reminders(s, hours, TEXT("p1")));
    LACKS(apo_store_find_former(s, &person, TEXT("person4")));
    FINDS(apo_store_find_former(s, &person, TEXT("person3")));
    assert_string_equal(person.id, "p3");
    LISTS(1, apo_store_list_log(s, TEXT(""), 9, see_log_entry, &seen));
    LISTS(1, apo_store_list_log(s, TEXT("p4"), 9, see_log_entry, &seen));
    apo_store_find_text(s, text, sizeof text, "notice");
    assert_string_equal(text, "Closed on Monday");
    apo_store_find_text(s, text, sizeof text, "none");
    assert_string_equal(text, "");
}

static void ask_for_talk(apo_store *s)
{
    apo_store_message message;
    apo_store_notice notice;
    apo_store_report report;
    unsigned channels = 0;
    FINDS(apo_store_find_message_by_key(s, &message, TEXT("p1"), TEXT("k")));
    FINDS(apo_store_find_message(s, &message, message.id));
    LISTS(1, apo_store_list_messages(s, TEXT("g1"), 0, INT64_MAX, 9, see_message, &seen));
    TELLS(1, 0, apo_store_count_messages(s, TEXT("g1")));
    LISTS(1, apo_store_list_conversations(s, TEXT("p1"), 9, see_conversation, &seen));
    const apo_store_comments comments = {.of_moves = "none", .all = "g"}, no = {"", ""};
    LISTS(1, apo_store_list_comments(s, TEXT("g1"), 9, see_message, &seen));
    LISTS(0, apo_store_list_commented(s, &no, 9, see_message, &seen));
    LISTS(1, apo_store_list_commented(s, &comments, 9, see_message, &seen));
    LISTS(1, apo_store_list_comments_by(s, TEXT("p1"), &comments, INT64_MAX, 9, see_message,
                                        &seen));

    TELLS(true, false, apo_store_is_muted(s, TEXT("p1"), TEXT("p2")));
    TELLS(true, false, apo_store_is_shunned(s, TEXT("p2")));
    LISTS(1, apo_store_list_muted(s, TEXT("p1"), see_name, &seen));
    TELLS(true, false, apo_store_is_following(s, TEXT("p1"), TEXT("p2")));
    TELLS(false, false, apo_store_is_following(s, TEXT("p2"), TEXT("p1")));
    TELLS(1, 0, apo_store_count_followed(s, TEXT("p1")));
    TELLS(1, 0, apo_store_count_followers(s, TEXT("p2")));
    LISTS(1, apo_store_list_followed(s, TEXT("p1"), see_follow, &seen));
    LISTS(1, apo_store_list_followers(s, TEXT("p2"), 9, see_follow, &seen));
    FINDS(apo_store_find_notice(s, &notice, TEXT("p1"), TEXT("c")));
    LISTS(1, apo_store_list_notices(s, TEXT("p1"), INT64_MAX, 1, 9, see_notice, &seen));
    TELLS(1, 0, apo_store_count_notices(s, TEXT("p1"), 1));
    FINDS(apo_store_find_notice_choice(s, &channels, TEXT("p1"), TEXT("turn")));
    assert_int_equal(channels, 1);
    FINDS(apo_store_find_report_by_key(s, &report, TEXT("p1"), TEXT("k")));
    FINDS(apo_store_find_report(s, &report, report.id));
    LISTS(1, apo_store_list_reports(s, true, 9, see_report, &seen));
    LISTS(0, apo_store_list_reports(s, false, 9, see_report, &seen));
}

static void ask_for_ratings(apo_store *s)
{
    apo_store_rating rating;
    apo_store_score score;
    FINDS(apo_store_find_rating(s, &rating, TEXT("p1"), TEXT("modern"), TEXT("days")));
    assert_true(rating.rating == 1500 && rating.volatility == .06);
    LACKS(apo_store_find_rating(s, &rating, TEXT("p1"), TEXT("modern"), TEXT("none")));
    FINDS(apo_store_find_rating(s, &rating, TEXT("p1"), TEXT("modern"), TEXT("days")));
    LISTS(1, apo_store_list_ratings(s, TEXT("p1"), see_rating, &seen));
    /* One account is a program, and is found wherever it stands among people. */
    apo_store_leaders which = {TEXT("modern"), TEXT("days"), false, 9, TEXT(""), 0};
    LISTS(3, apo_store_list_best(s, &which, see_rating, &seen));
    which = (apo_store_leaders){which.variant, which.clock, true, 1, TEXT(""), 0};
    LISTS(1, apo_store_list_best(s, &which, see_rating, &seen));
    which.follower = TEXT("p1"); /* who follows nobody but p2 */
    LISTS(1, apo_store_list_best(s, &which, see_rating, &seen));
    which.since_ms = INT64_MAX;
    LISTS(0, apo_store_list_best(s, &which, see_rating, &seen));
    apo_store_records records;
    FINDS(apo_store_find_records(s, &records, &rating, 1000));
    assert_true(records.best > 0);
    LISTS(1, apo_store_list_weeks(s, TEXT("p1"), 0, see_week, &seen));
    const apo_store_season_place table = {
        .season = "1970-1", .variant = "modern", .clock = "days"};
    LISTS(3, apo_store_list_season(s, &table, see_season_place, &seen));
    LISTS(1, apo_store_list_seasons(s, TEXT("modern"), TEXT("days"), see_season_place, &seen));
    LISTS(1, apo_store_list_season_places(s, TEXT("p1"), 9, see_season_place, &seen));
    LISTS(2, apo_store_list_rated(s, &rating, INT64_MAX, 9, see_rated, &seen));
    LISTS(1, apo_store_list_rated_of_game(s, TEXT("g3"), see_rated, &seen));
    LISTS(4, apo_store_list_pairs(s, 0, 1, 9, see_pair, &seen));
    LISTS(1, apo_store_list_scores(s, TEXT("p1"), INT64_MAX, 9, see_score, &seen));
    LACKS(apo_store_find_score(s, &score, TEXT("p1"), TEXT("nobody")));
    FINDS(apo_store_sum_scores(s, &score, TEXT("p1"), false));
    FINDS(apo_store_sum_scores(s, &score, TEXT("p1"), true));
}

static void ask_for_meetings(apo_store *s)
{
    apo_store_invitation invitation;
    apo_store_tournament cup;
    apo_store_pairing pairing;
    apo_span p1 = TEXT("p1");
    FINDS(apo_store_find_invitation(s, &invitation, TEXT("i1")));
    FINDS(apo_store_find_invitation_by_key(s, &invitation, p1, TEXT("decline0")));
    LISTS(0, apo_store_list_invitations(s, p1, true, see_invitation, &seen));
    LISTS(0, apo_store_list_invitations(s, p1, false, see_invitation, &seen));
    LISTS(2, apo_store_list_closed_invitations(s, p1, INT64_MAX, 9, see_invitation, &seen));
    LISTS(2, apo_store_list_steps(s, TEXT("i0"), see_step, &seen));
    TELLS(1, 0, apo_store_count_asked(s, TEXT("p3")));
    TELLS(1, 0, apo_store_count_asking(s, TEXT("p2")));
    TELLS(false, false, apo_store_is_blocked(s, p1, TEXT("p2")));
    TELLS(true, false, apo_store_is_blocked(s, TEXT("p2"), TEXT("p3")));
    TELLS(true, false, apo_store_are_parted(s, TEXT("p2"), TEXT("p3")));
    TELLS(true, false, apo_store_are_parted(s, TEXT("p3"), TEXT("p2")));
    TELLS(false, false, apo_store_are_parted(s, p1, TEXT("p2")));
    LISTS(0, apo_store_list_blocked(s, p1, see_name, &seen));
    LISTS(1, apo_store_list_blocked(s, TEXT("p2"), see_name, &seen));
    FINDS(apo_store_find_tournament(s, &cup, TEXT("cup")));
    FINDS(apo_store_find_tournament_key(s, &cup, p1, TEXT("cupkey")));
    FINDS(apo_store_find_pairing(s, &pairing, TEXT("g1")));
    LISTS(1, apo_store_list_tournaments(s, APO_STORE_TOURNAMENT_RUNNING, NULL, 9,
                                        see_tournament, &seen));
    cup.created_ms = 0; /* no page before this one */
    LISTS(1, apo_store_list_tournaments(s, APO_STORE_TOURNAMENT_RUNNING, &cup, 9,
                                        see_tournament, &seen));
    FINDS(apo_store_find_tournament(s, &cup, TEXT("cup")));
    LISTS(0, apo_store_list_tournaments(s, APO_STORE_TOURNAMENT_RUNNING, &cup, 9,
                                        see_tournament, &seen));
    LISTS(1, apo_store_list_own_tournaments(s, p1, 9, see_tournament, &seen));
    LISTS(5, apo_store_list_entries(s, TEXT("cup"), see_entry, &seen));
    LISTS(1, apo_store_list_teams(s, TEXT("cup"), see_team, &seen));
    apo_store_series series;
    FINDS(apo_store_find_series(s, &series, TEXT("s1")));
    FINDS(apo_store_find_series_key(s, &series, TEXT("p1"), TEXT("k")));
    FINDS(apo_store_find_series_of(s, &series, TEXT("cup")));
    LACKS(apo_store_find_series_of(s, &series, TEXT("other")));
    LISTS(1, apo_store_list_series(s, TEXT(""), 9, see_series, &seen));
    LISTS(0, apo_store_list_series(s, TEXT("p2"), 9, see_series, &seen));
    LISTS(1, apo_store_list_series_tournaments(s, TEXT("s1"), 9, see_tournament, &seen));
    TELLS(1, 0, apo_store_count_series(s, TEXT("s1")));
    LISTS(1, apo_store_list_series_placings(s, TEXT("s1"), see_placing, &seen));
    LISTS(1, apo_store_list_series_teams(s, TEXT("s1"), see_team_placing, &seen));
    LISTS(1, apo_store_list_placings(s, TEXT("p1"), 9, see_placing, &seen));
    TELLS(1, 0, apo_store_count_wins(s, TEXT("p1"), 0));
    TELLS(0, 0, apo_store_count_wins(s, TEXT("p1"), 2));
    LISTS(2, apo_store_list_pairings(s, TEXT("cup"), see_pairing, &seen));
}

static void ask_for_work(apo_store *s)
{
    apo_store_work work, other;
    apo_store_worker worker;
    apo_store_work_ahead ahead;
    apo_buffer input;
    const apo_store_lease next = {"p3", "l", 5, 9, INT64_MAX}, own = {"p3", "l", 5, 9, -1};
    int64_t count;
    apo_buffer_init(&input, NULL);
    FINDS(apo_store_find_leased_work(s, &work, TEXT("lease")));
    FINDS(apo_store_find_work(s, &other, work.id));
    assert_string_equal(other.subject, "g1");
    FINDS(apo_store_find_work_about(s, &other, TEXT("review"), TEXT("g2")));
    FINDS((apo_buffer_clear(&input), apo_store_read_work(s, work.id, &input, NULL, NULL)));
    assert_true(apo_span_is(apo_buffer_span(&input), "input"));
    apo_buffer_clear(&input);
    LACKS(apo_store_read_work(s, other.id + 1, &input, NULL, NULL));
    TELLS(true, false, apo_store_has_work(s, &next));
    TELLS(true, false, apo_store_has_work(s, &own));
    LACKS(apo_store_find_lost_work(s, &other, 5, 1));
    FINDS(apo_store_find_lost_work(s, &other, 200, 1));
    assert_int_equal(other.id, work.id);
    LISTS(2, apo_store_list_work_of(s, TEXT("p1"), see_work, &seen));
    FINDS(apo_store_count_work_ahead(s, &ahead, &work));
    assert_true(ahead.count == 1 && ahead.size == 10);
    FINDS(apo_store_count_work(s, &count));
    assert_int_equal(count, 2);
    FINDS(apo_store_count_work_of(s, &count, TEXT("p2")));
    assert_int_equal(count, 0);
    FINDS(apo_store_find_worker(s, &worker, TEXT("p2")));
    assert_int_equal(worker.done, 1);
    LISTS(1, apo_store_list_workers(s, 0, see_worker, &seen));
    LISTS(1, apo_store_list_work_faults(s, 9, see_work_fault, &seen));
}

static void ask_for_studies(apo_store *s)
{
    apo_store_study study;
    apo_buffer text;
    bool may_write = false;
    apo_buffer_init(&text, NULL);
    FINDS(apo_store_find_study(s, &study, TEXT("study")));
    FINDS(apo_store_find_study_key(s, &study, TEXT("p1"), TEXT("k")));
    FINDS((apo_buffer_clear(&text), apo_store_find_study_text(s, &text, TEXT("study"))));
    assert_true(apo_span_is(apo_buffer_span(&text), "chapters"));
    apo_buffer_clear(&text);
    FINDS(apo_store_find_member(s, &may_write, TEXT("study"), TEXT("p2")));
    assert_true(may_write);
    LISTS(1, apo_store_list_members(s, TEXT("study"), see_member, &seen));
    LISTS(1, apo_store_list_public_studies(s, INT64_MAX, 9, see_study, &seen));
    LISTS(1, apo_store_list_studies_of(s, TEXT("p2"), see_study, &seen));
    TELLS(1, 0, apo_store_count_studies(s, TEXT("p1")));
    TELLS(0, 0, apo_store_count_studies(s, TEXT("p2")));
}

static void ask_for_works(apo_store *s)
{
    apo_store_draft draft;
    apo_store_problem problem;
    apo_store_published game;
    apo_buffer pieces;
    const apo_store_problem_filter all = {
        .variant = "", .aim = "", .theme = "", .unsolved_by = ""};
    apo_store_problem_filter some = {
        .variant = "modern", .aim = "mate", .theme = "fork", .unsolved_by = "p1"};
    apo_store_published_filter played = {.is_by_games = true, .search = TEXT("game")};
    apo_store_published_filter newest = {.search = TEXT("")};
    apo_buffer_init(&pieces, NULL);
    FINDS(apo_store_find_problem(s, &problem, TEXT("problem0")));
    LACKS(apo_store_find_problem_key(s, &problem, TEXT("p3"), TEXT("none")));
    FINDS(apo_store_find_daily_problem(s, &problem, 20000));
    TELLS(false, false, apo_store_has_solved(s, TEXT("problem0"), TEXT("p1")));
    apo_store_problem_rating rating;
    apo_store_problem_try first;
    const apo_store_problem_query query = {
        .variant = "modern", .but = "", .person = "p1", .highest = 3000};
    FINDS(apo_store_find_next_problem(s, &problem, &query));
    LACKS(apo_store_find_problem_rating(s, &rating, TEXT("p1")));
    LACKS(apo_store_find_problem_try(s, &first, TEXT("problem0"), TEXT("p1")));
    LISTS(2, apo_store_list_problems(s, &all, 9, see_problem, &seen));
    LISTS(0, apo_store_list_problems(s, &some, 9, see_problem, &seen));
    some.theme = "";
    LISTS(2, apo_store_list_problems(s, &some, 9, see_problem, &seen));
    FINDS(apo_store_find_problem(s, &problem, TEXT("problem1")));
    some.before = &problem;
    LISTS(1, apo_store_list_problems(s, &some, 9, see_problem, &seen));
    TELLS(false, false, apo_store_has_solved(s, TEXT("problem0"), TEXT("")));
    LISTS(2, apo_store_list_own_problems(s, TEXT("p3"), 9, see_problem, &seen));
    FINDS(apo_store_find_published(s, &game, TEXT("~1")));
    FINDS(apo_store_find_published_id(s, &game, TEXT("p1"), TEXT("mine")));
    FINDS(apo_store_find_version(s, &game, TEXT("~1"), 2));
    FINDS(apo_store_find_version_of(s, &game, TEXT("~1"), TEXT("d1")));
    FINDS((apo_buffer_clear(&pieces), apo_store_find_pieces(s, &pieces, TEXT("~1"), 2)));
    apo_buffer_clear(&pieces);
    TELLS(1, 0, apo_store_count_published_by(s, TEXT("p1")));
    LISTS(1, apo_store_list_published(s, &played, 9, see_published, &seen));
    LISTS(1, apo_store_list_published(s, &newest, 9, see_published, &seen));
    played.before = &game;
    LISTS(0, apo_store_list_published(s, &played, 9, see_published, &seen));
    newest.before = &game;
    LISTS(0, apo_store_list_published(s, &newest, 9, see_published, &seen));
    LISTS(1, apo_store_list_published_by(s, TEXT("p1"), 9, see_published, &seen));
    LISTS(0, apo_store_list_remixes(s, TEXT("~1"), 9, see_published, &seen));
    LISTS(1, apo_store_list_versions(s, TEXT("~1"), 9, see_published, &seen));
    FINDS(apo_store_find_draft(s, &draft, NULL, TEXT("p1"), TEXT("d")));
    assert_int_equal(draft.version, 2);
    LISTS(1, apo_store_list_drafts(s, TEXT("p1"), see_draft, &seen));
}

static void ask_for_lessons(apo_store *s)
{
    apo_store_lesson lesson;
    FINDS(apo_store_find_lesson(s, &lesson, TEXT("p1"), TEXT("alert"), TEXT("rook")));
    assert_int_equal(lesson.boards, 2);
    assert_true(lesson.is_finished);
    assert_int_equal(apo_store_count_lessons(s, TEXT("p1")), 2);
    LISTS(2, apo_store_list_lessons(s, TEXT("p1"), TEXT(""), see_lesson, &seen));
    LISTS(1, apo_store_list_lessons(s, TEXT("p1"), TEXT("modern"), see_lesson, &seen));
}

static void ask_for_projects(apo_store *s)
{
    apo_store_project project;
    apo_buffer part;
    int64_t number = 1, open = 0;
    apo_buffer_init(&part, NULL);
    FINDS(apo_store_find_project(s, &project, TEXT("project1")));
    assert_int_equal(project.state, APO_STORE_PROJECT_DONE);
    assert_int_equal(project.done, 1);
    assert_int_equal(project.lost, 1);
    assert_int_equal(project.next, 2);
    assert_int_equal(project.ended_ms, 7);
    LACKS(apo_store_find_project_key(s, &project, TEXT("p1"), TEXT("none")));
    FINDS(apo_store_count_open_projects(s, &open));
    assert_int_equal(open, 1);
    LISTS(2, apo_store_list_projects(s, 9, see_project, &seen));
    LISTS(0, apo_store_list_running_projects(s, see_project, &seen));
    LISTS(1, apo_store_list_project_counts(s, TEXT("project1"), see_project_count, &seen));
    FINDS(apo_store_find_part(s, &part, TEXT("project1"), &number));
    assert_int_equal(number, 3);
    apo_buffer_clear(&part);
}

static void ask_for_mail_and_jobs(apo_store *s)
{
    apo_store_mailbox box;
    apo_store_mail mail;
    apo_store_mail_secret secret;
    apo_store_job job;
    apo_store_overview overview;
    apo_store_queues queues;
    FINDS(apo_store_find_mailbox(s, &box, TEXT("p1")));
    assert_int_equal(box.refused_ms, 5);
    FINDS(apo_store_find_mail_cause(s, &mail, TEXT("g0 5")));
    LACKS(apo_store_find_mail_secret(s, &secret, TEXT("secret1")));
    LISTS(1, apo_store_list_mailboxes(s, TEXT("p0@example.org"), see_mailbox, &seen));
    LISTS(16, apo_store_list_due_mail(s, INT64_MAX, see_mail, &seen));
    FINDS(apo_store_next_job(s, &job, "computer", INT64_MAX));
    LISTS(1, apo_store_list_jobs(s, "computer", TEXT("g2"), see_job, &seen));
    FINDS(apo_store_read_overview(s, &overview));
    assert_true(overview.bytes > 0 && overview.games == 4);
    FINDS(apo_store_read_queues(s, &queues, INT64_MAX));
    assert_int_equal(queues.jobs_due, 3);
    LISTS(1, apo_store_list_growth(s, 0, see_growth, &seen));
    LISTS(1, apo_store_list_job_kinds(s, INT64_MAX, see_kind, &seen));
    LISTS(1, apo_store_list_refused(s, 9, see_mailbox, &seen));
}

static void ask_for_everything(apo_store *store)
{
    ask_for_games(store);
    ask_for_the_archive(store);
    ask_for_collections(store);
    ask_for_people(store);
    ask_for_talk(store);
    ask_for_ratings(store);
    ask_for_meetings(store);
    ask_for_work(store);
    ask_for_works(store);
    ask_for_studies(store);
    ask_for_lessons(store);
    ask_for_projects(store);
    ask_for_mail_and_jobs(store);
}

static void test_everything_can_be_asked(void **state)
{
    (void)state;
    apo_store *store = open_store();
    for (unsigned step = 0; step < day_length(); step++) {
        apo_store_batch *batch = apo_store_batch_new();
        day_fill(batch, step);
        assert_int_equal(write_now(store, batch), APO_OK);
    }
    apo_store_batch *batch = apo_store_batch_new();
    talk(batch);
    publish(batch);
    give_work(batch);
    annotate(batch);
    look_after_people(batch);
    order_projects(batch);
    assert_int_equal(write_now(store, batch), APO_OK);
    ask_for_everything(store);
    apo_store_close(store);
    store = open_store(); /* which must prepare its queries again */
    is_short_of_memory = true;
    ask_for_everything(store);
    is_short_of_memory = false;
    ask_for_everything(store);
    batch = apo_store_batch_new();
    part(batch);
    assert_int_equal(write_now(store, batch), APO_OK);
    apo_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_everything_can_be_asked, make_folder,
                                        remove_folder),
    };
    return memory_install() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
