#include "store/faults/day.h"

#include <stdio.h>
#include <string.h>

#include "store/archive.h"
#include "store/factors.h"
#include "store/game_notes.h"
#include "store/games.h"
#include "store/invitations.h"
#include "store/jobs.h"
#include "store/mail.h"
#include "store/moderation.h"
#include "store/own_data.h"
#include "store/people.h"
#include "store/problems.h"
#include "store/ratings.h"
#include "store/reminders.h"
#include "store/tokens.h"
#include "store/tournaments.h"
#include "store/vacations.h"

enum {
    PEOPLE = 6,
    GAMES = 4,
    PLIES = 6,
    NAME_TAG = 77
};

#define SET_TEXT(field, ...) ((void)snprintf((field), sizeof(field), __VA_ARGS__))

/* One kind of act, done `count` times. */
typedef struct act {
    void (*fill)(apo_store_batch *batch, unsigned number);
    unsigned count;
} act;

static apo_store_person person_of(unsigned number)
{
    apo_store_person person = {.is_account = number > 0, .created_ms = 1000 + number};
    SET_TEXT(person.id, "p%u", number);
    SET_TEXT(person.name, "Person %u", number);
    if (person.is_account) {
        SET_TEXT(person.name_key, "person%u", number);
        SET_TEXT(person.password, "$hash%u", number);
    }
    return person;
}

static apo_store_game game_of(unsigned number)
{
    apo_store_game game = {.created_ms = 5000 + number, .changed_ms = 5000 + number};
    SET_TEXT(game.id, "g%u", number);
    SET_TEXT(game.variant, "modern");
    SET_TEXT(game.definition, "d1");
    SET_TEXT(game.creator, "p%u", number % PEOPLE);
    SET_TEXT(game.key, "k%u", number);
    SET_TEXT(game.seats[0], "p%u", number % PEOPLE);
    game.is_open = true;
    return game;
}

static void join(apo_store_batch *batch, unsigned number)
{
    apo_store_person person = person_of(number);
    apo_store_session session = {.created_ms = 1, .seen_ms = 1, .expires_ms = 100000 + number};
    SET_TEXT(session.digest, "session%u", number);
    SET_TEXT(session.person, "p%u", number);
    SET_TEXT(session.agent, "A browser");
    apo_store_add_person(batch, &person);
    apo_store_add_session(batch, &session);
}

static void add_mailbox(apo_store_batch *batch, unsigned number)
{
    apo_store_mailbox box = {.wanted = 7, .digest_hour = 6};
    apo_store_mail_secret secret = {.expires_ms = 90000};
    SET_TEXT(box.person, "p%u", number + 1);
    SET_TEXT(box.address, "P%u@example.org", number);
    SET_TEXT(box.address_key, "p%u@example.org", number);
    SET_TEXT(secret.digest, "secret%u", number);
    SET_TEXT(secret.person, "p%u", number + 1);
    SET_TEXT(secret.kind, "confirm");
    SET_TEXT(secret.address, "p%u@example.org", number);
    apo_store_set_mailbox(batch, &box);
    apo_store_add_mail_secret(batch, &secret);
}

static void confirm_mailbox(apo_store_batch *batch, unsigned number)
{
    char person[8], digest[16], address[32];
    SET_TEXT(person, "p%u", number + 1);
    SET_TEXT(digest, "secret%u", number);
    SET_TEXT(address, "P%u@example.org", number);
    apo_store_use_mail_secret(batch, digest);
    apo_store_confirm_mailbox(batch, person, address, 2000);
}

static void secure(apo_store_batch *batch, unsigned number)
{
    apo_store_token token = {.scopes = 3, .created_ms = 10};
    (void)number;
    SET_TEXT(token.digest, "token");
    SET_TEXT(token.id, "t1");
    SET_TEXT(token.person, "p1");
    SET_TEXT(token.name, "my bot");
    apo_store_add_token(batch, &token);
    apo_store_begin_factor(batch, "p2", "sealed");
    apo_store_add_recovery(batch, "recovery", "p2");
    apo_store_confirm_factor(batch, "p2", 3000, 5);
    apo_store_use_factor(batch, "p2", 6);
    apo_store_set_reminders(batch, "p1", apo_span_of("24 2"));
}

static void create_game(apo_store_batch *batch, unsigned number)
{
    apo_store_game game = game_of(number);
    apo_store_add_definition(batch, "d1", "modern", apo_span_of("[game]\nname = Modern\n"));
    apo_store_add_game(batch, &game);
}

static void take_seat(apo_store_batch *batch, unsigned number)
{
    apo_store_game game = game_of(number);
    apo_store_event event = {.seq = 1,
                             .at_ms = 6000,
                             .by = 1,
                             .kind = apo_span_of("join"),
                             .key = apo_span_of(""),
                             .data = apo_span_of("")};
    SET_TEXT(game.seats[1], "p%u", (number + 1) % PEOPLE);
    SET_TEXT(game.turn, "p%u", number % PEOPLE);
    SET_TEXT(game.summary, "{\"moves\":0}");
    game.state = APO_STORE_PLAYING;
    game.due_ms = 86400000;
    apo_store_add_event(batch, game.id, &event);
    apo_store_set_game(batch, &game);
}

/* One move of each game in turn, with a mail to the opponent. */
static void move(apo_store_batch *batch, unsigned number)
{
    unsigned at = number % GAMES, ply = number / GAMES;
    apo_store_game game = game_of(at);
    char data[32], key[16];
    SET_TEXT(data, "e%ue%u", ply, ply + 1);
    SET_TEXT(key, "move%u", number);
    apo_store_event event = {.seq = 2 + ply,
                             .at_ms = 7000 + number,
                             .by = ply % 2,
                             .kind = apo_span_of("move"),
                             .key = apo_span_of(key),
                             .data = apo_span_of(data)};
    apo_store_mail mail = {.due_ms = 8000 + number, .created_ms = 7000 + number};
    SET_TEXT(game.seats[1], "p%u", (at + 1) % PEOPLE);
    SET_TEXT(game.turn, "p%u", (at + 1 + ply) % PEOPLE);
    SET_TEXT(game.summary, "{\"moves\":%u}", ply + 1);
    game.state = APO_STORE_PLAYING;
    game.due_ms = 86400000 + number;
    apo_store_add_event(batch, game.id, &event);
    apo_store_set_game(batch, &game);
    SET_TEXT(mail.id, "m%u", number);
    SET_TEXT(mail.kind, "turn");
    SET_TEXT(mail.person, "p%u", 1 + number % 3);
    SET_TEXT(mail.address, "P%u@example.org", number % 3);
    SET_TEXT(mail.cause, "g%u %u", at, ply);
    apo_store_add_mail(batch, &mail);
    if (ply == 1)
        apo_store_add_job(batch, "computer", game.id, "level 3", 9000);
}

static void send_mail(apo_store_batch *batch, unsigned number)
{
    apo_store_mail mail = {.state = APO_MAIL_SENT, .tries = 1, .changed_ms = 9000};
    SET_TEXT(mail.id, "m%u", number);
    SET_TEXT(mail.reply, "250 OK");
    apo_store_set_mail(batch, &mail);
}

static void keep_notes(apo_store_batch *batch, unsigned number)
{
    char text[64];
    apo_store_sheet sheet = {.side = 0, .version = (int64_t)number, .changed_ms = 9000};
    SET_TEXT(sheet.game, "g0");
    SET_TEXT(sheet.kind, "note");
    SET_TEXT(text, "What I think of it, for the %u. time", number);
    apo_store_put_sheet(batch, &sheet, apo_span_of(text));
}

static void invite(apo_store_batch *batch, unsigned number)
{
    apo_store_invitation row = {
        .steps = 1, .created_ms = 9000, .changed_ms = 9000, .due_ms = 99000};
    apo_store_step step = {.number = 1, .at_ms = 9000};
    SET_TEXT(row.id, "i%u", number);
    SET_TEXT(row.asker, "p%u", number);
    SET_TEXT(row.asked, "p%u", number + 1);
    SET_TEXT(row.setup, "modern 14");
    SET_TEXT(step.person, "p%u", number);
    SET_TEXT(step.kind, "invite");
    SET_TEXT(step.key, "invite%u", number);
    SET_TEXT(step.message, "A game?");
    apo_store_add_invitation(batch, &row);
    apo_store_add_step(batch, row.id, &step);
    apo_store_block(batch, row.asker, "p5", 9000);
}

static void decline(apo_store_batch *batch, unsigned number)
{
    apo_store_invitation row = {.steps = 2,
                                .created_ms = 9000,
                                .changed_ms = 9100,
                                .due_ms = 9900,
                                .fate = APO_FATE_DECLINED};
    apo_store_step step = {.number = 2, .at_ms = 9100};
    SET_TEXT(row.id, "i%u", number);
    SET_TEXT(row.asker, "p%u", number);
    SET_TEXT(row.asked, "p%u", number + 1);
    SET_TEXT(row.setup, "modern 14");
    SET_TEXT(step.person, "p%u", number + 1);
    SET_TEXT(step.kind, "decline");
    SET_TEXT(step.key, "decline%u", number);
    apo_store_set_invitation(batch, &row);
    apo_store_add_step(batch, row.id, &step);
}

static apo_store_tournament cup_of(unsigned round, unsigned entries, int64_t version)
{
    apo_store_tournament cup = {.state = APO_STORE_TOURNAMENT_OPEN,
                                .round = round,
                                .entry_count = entries,
                                .version = version,
                                .created_ms = 9000,
                                .changed_ms = 9000 + version};
    SET_TEXT(cup.id, "cup");
    SET_TEXT(cup.organiser, "p1");
    SET_TEXT(cup.key, "cupkey");
    SET_TEXT(cup.variant, "modern");
    SET_TEXT(cup.name, "The cup");
    SET_TEXT(cup.options, "{\"rounds\":3}");
    return cup;
}

static void open_cup(apo_store_batch *batch, unsigned number)
{
    apo_store_tournament cup = cup_of(0, 0, 1);
    (void)number;
    apo_store_add_tournament(batch, &cup);
}

static void pair(apo_store_batch *batch, unsigned number)
{
    apo_store_tournament cup = cup_of(1, PEOPLE - 1, 0);
    (void)number;
    apo_store_tournament found = cup;
    /* The version that enter_cup left behind. */
    found.version = PEOPLE;
    found.state = APO_STORE_TOURNAMENT_RUNNING;
    apo_store_set_tournament(batch, &found);
    for (unsigned board = 1; board <= 2; board++) {
        apo_store_pairing pairing = {.round = 1, .board = board, .part = 1};
        SET_TEXT(pairing.tournament, "cup");
        SET_TEXT(pairing.white, "p%u", 2 * board - 1);
        SET_TEXT(pairing.black, "p%u", 2 * board);
        apo_store_add_pairing(batch, &pairing);
        SET_TEXT(pairing.game, "g%u", board);
        apo_store_set_pairing(batch, &pairing);
    }
}

static void enter_cup(apo_store_batch *batch, unsigned number)
{
    apo_store_tournament cup = cup_of(0, number + 1, number + 1);
    apo_store_entry entry = {.rating = 1500, .joined_ms = 9100 + number};
    SET_TEXT(entry.tournament, "cup");
    SET_TEXT(entry.person, "p%u", number + 1);
    apo_store_set_tournament(batch, &cup);
    apo_store_add_entry(batch, &entry);
}

/* The game ends: rating, archive, statistics. */
static void finish(apo_store_batch *batch, unsigned number)
{
    apo_store_game game = game_of(number);
    apo_store_record record = {.id = (int64_t)(1000 + number) << APO_RECORD_SERIAL_BITS,
                               .start_number = 14,
                               .clock = APO_RECORD_CLOCK_DAYS,
                               .is_rated = true,
                               .quarters = 4,
                               .plies = PLIES,
                               .begun_ms = 5000,
                               .ended_ms = 10000,
                               .fen = apo_span_of(""),
                               .moves = apo_span_of("e0e1 e1e2"),
                               .notes = apo_span_of("")};
    apo_store_event event = {.seq = 2 + PLIES,
                             .at_ms = 10000,
                             .by = 0,
                             .kind = apo_span_of("resign"),
                             .key = apo_span_of(""),
                             .data = apo_span_of("")};
    SET_TEXT(game.seats[1], "p%u", (number + 1) % PEOPLE);
    game.state = APO_STORE_FINISHED;
    apo_store_add_event(batch, game.id, &event);
    apo_store_set_game(batch, &game);
    SET_TEXT(record.game, "g%u", number);
    SET_TEXT(record.variant, "modern");
    SET_TEXT(record.definition, "d1");
    SET_TEXT(record.reason, "resignation");
    for (unsigned side = 0; side < APO_STORE_SEATS; side++) {
        apo_store_rating rating = {.rating = 1500 + 10.5 * side,
                                   .deviation = 80,
                                   .volatility = .06,
                                   .games = 1,
                                   .at_ms = 10000};
        apo_store_rated rated = {.side = side,
                                 .quarters = side == 0 ? 4 : 0,
                                 .before = 1500,
                                 .rating = 1510.5,
                                 .deviation = 80,
                                 .at_ms = 10000};
        apo_store_score score = {.at_ms = 10000};
        SET_TEXT(record.players[side], "p%u", (number + side) % PEOPLE);
        SET_TEXT(record.names[side], "Person %u", (number + side) % PEOPLE);
        SET_TEXT(rating.person, "p%u", (number + side) % PEOPLE);
        SET_TEXT(rating.variant, "modern");
        SET_TEXT(rating.clock, "days");
        SET_TEXT(rated.game, "g%u", number);
        SET_TEXT(rated.person, "p%u", (number + side) % PEOPLE);
        SET_TEXT(rated.opponent, "p%u", (number + 1 - side) % PEOPLE);
        SET_TEXT(rated.variant, "modern");
        SET_TEXT(rated.clock, "days");
        SET_TEXT(score.person, "p%u", (number + side) % PEOPLE);
        SET_TEXT(score.opponent, "p%u", (number + 1 - side) % PEOPLE);
        apo_store_set_rating(batch, &rating);
        apo_store_add_rated(batch, &rated);
        apo_store_count_result(batch, &score, rated.quarters);
    }
    apo_store_add_record(batch, &record);
    apo_store_count_start(batch, &record);
    apo_store_add_tag(batch, NAME_TAG, record.id);
    apo_store_add_tag(batch, 1 + number, record.id);
    apo_store_add_line(batch, 1, apo_span_of("e0e1"), 4, PLIES);
}

/* A large import: many pages in one batch, so that the log is checkpointed. */
static void import_games(apo_store_batch *batch, unsigned number)
{
    char filler[2048];
    memset(filler, 'm', sizeof filler);
    for (unsigned i = 0; i < 40; i++) {
        apo_store_record record = {.id = (int64_t)(2000 + 100 * number + i)
                                         << APO_RECORD_SERIAL_BITS,
                                   .kind = APO_RECORD_IMPORTED,
                                   .start_number = 14,
                                   .quarters = 2,
                                   .plies = 2,
                                   .begun_ms = 1,
                                   .ended_ms = 2,
                                   .fen = apo_span_of(""),
                                   .moves = {filler, sizeof filler},
                                   .notes = apo_span_of("")};
        SET_TEXT(record.game, "import%u-%u", number, i);
        SET_TEXT(record.collection, "p1");
        SET_TEXT(record.variant, "modern");
        SET_TEXT(record.definition, "d1");
        SET_TEXT(record.reason, "agreement");
        apo_store_add_record(batch, &record);
        apo_store_stage(batch, 500 + i % 7, apo_span_of("e0e1"), &record);
    }
    apo_store_settle(batch);
}

static void add_problem(apo_store_batch *batch, unsigned number)
{
    apo_store_problem problem = {.moves = 2, .created_ms = 11000};
    SET_TEXT(problem.id, "problem%u", number);
    SET_TEXT(problem.author, "p3");
    SET_TEXT(problem.variant, "modern");
    SET_TEXT(problem.fen, "8/8");
    SET_TEXT(problem.aim, "mate");
    SET_TEXT(problem.title, "A problem");
    apo_store_add_problem(batch, &problem);
    problem.state = 1;
    SET_TEXT(problem.verdict, "sound");
    apo_store_set_problem(batch, &problem);
    apo_store_solve_problem(batch, problem.id, "p4", 11500);
}

static void moderate(apo_store_batch *batch, unsigned number)
{
    apo_store_log_entry entry = {.at_ms = 12000};
    apo_store_person before = person_of(4);
    (void)number;
    SET_TEXT(entry.who, "operator");
    SET_TEXT(entry.action, "rename");
    SET_TEXT(entry.person, "p4");
    SET_TEXT(entry.name, "Person 4");
    SET_TEXT(entry.reason, "a rude name");
    apo_store_rename(batch, &before, "Somebody", "somebody", 12000);
    apo_store_set_standing(batch, "p4", APO_STANDING_MUTED, 0);
    apo_store_add_log_entry(batch, &entry);
}

static void rest(apo_store_batch *batch, unsigned number)
{
    apo_store_vacation vacation = {.from_ms = 12000, .until_ms = 20000};
    (void)number;
    SET_TEXT(vacation.person, "p2");
    SET_TEXT(vacation.key, "vacation");
    apo_store_add_vacation(batch, &vacation);
    apo_store_end_vacation(batch, "p2", 13000);
    apo_store_drop_jobs(batch, "computer", "g1");
}

static void delete_account(apo_store_batch *batch, unsigned number)
{
    static const char *const people[] = {"p4", "p5"};
    apo_own_delete(batch, people[number], NAME_TAG);
    apo_store_drop_sessions(batch, people[number], "");
}

static void sweep(apo_store_batch *batch, unsigned number)
{
    (void)number;
    apo_store_sweep_mail(batch, 9500, 95000);
    apo_store_drop_expired(batch, 100002);
    apo_store_drop_record(batch, (int64_t)2000 << APO_RECORD_SERIAL_BITS);
    apo_store_drop_tag(batch, 500, (int64_t)2000 << APO_RECORD_SERIAL_BITS);
    apo_store_drop_line(batch, 500, apo_span_of("e0e1"), 2, 2);
}

static const act acts[] = {
    {join, PEOPLE},
    {add_mailbox, 3},
    {confirm_mailbox, 3},
    {secure, 1},
    {create_game, GAMES},
    {take_seat, GAMES},
    {open_cup, 1},
    {enter_cup, PEOPLE - 1},
    {pair, 1},
    {move, GAMES *PLIES},
    {send_mail, GAMES * 2},
    {keep_notes, 4},
    {invite, 3},
    {decline, 2},
    {finish, GAMES},
    {import_games, 3},
    {add_problem, 2},
    {moderate, 1},
    {rest, 1},
    {delete_account, 2},
    {sweep, 1},
};

unsigned day_length(void)
{
    unsigned length = 0;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        length += acts[i].count;
    return length;
}

void day_fill(apo_store_batch *batch, unsigned step)
{
    unsigned number = step;
    const act *which = acts;
    apo_store_set_number(batch, "step", (int64_t)step + 1);
    for (; number >= which->count; which++)
        number -= which->count;
    which->fill(batch, number);
}
