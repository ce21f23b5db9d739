#include "cli/bot/bot.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/interrupt.h"

enum {
    PATH_MAX_BYTES = 256,
    BODY_MAX = 512,
    TRIES = 4,         /* of a request that changes something */
    TRY_WAIT_MS = 500, /* before the second try; doubled each time */
    PAUSE_LONGEST_MS = 60000,
    PATIENCE_MS = 60000, /* with a stream: poll after this time without events */
    AVOIDED_MAX = 64
};

/* The outcome of a request. */
enum outcome {
    OUTCOME_DONE,
    OUTCOME_REFUSED, /* only this request; others may go on */
    OUTCOME_TROUBLE, /* the server is down, or asks us to wait */
    OUTCOME_END      /* the token does not allow this */
};

typedef struct bot {
    apo_bot_web *web;
    apo_bot_brain *brain;
    const apo_bot_options *options;
    apo_buffer answer;
    unsigned game_count;
    char avoided[AVOIDED_MAX][32]; /* games that we cannot play; a ring */
    unsigned avoided_next;
} bot;

/* True on Ctrl-C. */
static bool wait_ms(unsigned ms)
{
    struct pollfd watched = {apo_interrupt_descriptor(), POLLIN, 0};
    if (!apo_interrupt_is_set() && ms > 0)
        (void)poll(&watched, 1, (int)ms);
    return apo_interrupt_is_set();
}

static void say(const bot *all, const char *what, const char *path)
{
    if (!all->options->is_quiet) {
        printf("%s %s\n", what, path);
        fflush(stdout);
    }
}

/* --- requests ------------------------------------------------------------ */

static enum outcome outcome_of(const bot *all, unsigned status, const char *path)
{
    if (status >= 200 && status < 300)
        return OUTCOME_DONE;
    const char *words = all->answer.bytes != NULL ? all->answer.bytes : "";
    apo_report_error("bot: %s: %u %s", path, status, words);
    if (status == 401 || status == 403)
        return OUTCOME_END;
    return status == 0 || status == 429 || status >= 500 ? OUTCOME_TROUBLE : OUTCOME_REFUSED;
}

/* The caller frees the document (apo_json_in_free); NULL unless the request succeeded. */
static enum outcome get(bot *all, const char *path, apo_json_in **out)
{
    *out = NULL;
    enum outcome outcome =
        outcome_of(all, apo_bot_web_ask(all->web, path, NULL, &all->answer), path);
    if (outcome == OUTCOME_DONE &&
        apo_json_in_read(out, apo_buffer_span(&all->answer), NULL) != APO_OK)
        return OUTCOME_TROUBLE;
    return outcome;
}

/* `members` follow the key: ",\"ply\":3". All tries send the same key, so the request takes
 * effect once. */
static enum outcome post(bot *all, const char *path, const char *members)
{
    char body[BODY_MAX], key[APO_BOT_KEY_TEXT];
    unsigned status = 0, wait = TRY_WAIT_MS;
    apo_text text = apo_text_start(body, sizeof body);
    apo_bot_web_key(all->web, key);
    apo_text_add(&text, "{\"key\":\"");
    apo_text_add(&text, key);
    apo_text_add(&text, "\"");
    apo_text_add(&text, members);
    apo_text_add(&text, "}");
    for (unsigned i = 0; i < TRIES; i++, wait *= 2) {
        status = apo_bot_web_ask(all->web, path, body, &all->answer);
        if ((status != 0 && status < 500) || wait_ms(wait))
            break;
    }
    return outcome_of(all, status, path);
}

static void write_path(char out[PATH_MAX_BYTES], const char *before, apo_span id,
                       const char *behind)
{
    apo_text text = apo_text_start(out, PATH_MAX_BYTES);
    apo_text_add(&text, before);
    apo_text_add_span(&text, id);
    apo_text_add(&text, behind);
}

static apo_span text_of(const apo_json_value *object, const char *name)
{
    apo_span text = {"", 0};
    apo_json_in_text(apo_json_in_member(object, name), &text);
    return text;
}

/* --- playing ------------------------------------------------------------- */

static bool is_avoided(const bot *all, apo_span id)
{
    for (unsigned i = 0; i < AVOIDED_MAX; i++) {
        if (apo_span_is(id, all->avoided[i]))
            return true;
    }
    return false;
}

static void avoid(bot *all, apo_span id, apo_status status)
{
    char *place = all->avoided[all->avoided_next++ % AVOIDED_MAX];
    apo_text_copy_span(place, sizeof all->avoided[0], id);
    apo_report_error("bot: game %s is skipped: %s", place, apo_status_message(status));
}

/* Fetches the rules of a new game from the server. */
static enum outcome learn(bot *all, const apo_json_value *game, apo_status *status)
{
    char path[PATH_MAX_BYTES];
    apo_span digest = text_of(game, "definition");
    *status = APO_OK;
    if (apo_bot_brain_knows(all->brain, digest))
        return OUTCOME_DONE;
    write_path(path, "/api/definitions/", digest, "");
    enum outcome outcome =
        outcome_of(all, apo_bot_web_ask(all->web, path, NULL, &all->answer), path);
    if (outcome == OUTCOME_DONE)
        *status = apo_bot_brain_learn(all->brain, digest, text_of(game, "variant"),
                                      apo_buffer_span(&all->answer));
    return outcome;
}

static bool is_our_turn(const apo_json_value *game)
{
    apo_span turn = text_of(game, "turn");
    return turn.length > 0 && apo_span_same(turn, text_of(game, "you")) &&
           apo_span_is(text_of(game, "status"), "playing");
}

/* Chooses and posts a move. */
static enum outcome move(bot *all, const apo_json_value *game, apo_span id)
{
    char path[PATH_MAX_BYTES], members[BODY_MAX / 2], words[64];
    int64_t ply = 0;
    apo_status status;
    enum outcome outcome = learn(all, game, &status);
    apo_text made = apo_text_start(words, sizeof words);
    if (outcome != OUTCOME_DONE)
        return outcome;
    if (status == APO_OK)
        status = apo_bot_brain_move(&made, all->brain, game);
    if (status != APO_OK || made.is_overflowed) {
        avoid(all, id, status);
        return OUTCOME_REFUSED;
    }
    apo_json_in_number(apo_json_in_member(game, "ply"), 0, INT32_MAX, &ply);
    apo_text text = apo_text_start(members, sizeof members);
    apo_text_add(&text, ",\"ply\":");
    apo_text_add_number(&text, ply);
    apo_text_add(&text, ",\"move\":\"");
    apo_text_add(&text, words);
    apo_text_add(&text, "\"");
    write_path(path, "/api/games/", id, "/moves");
    say(all, words, path);
    return post(all, path, members);
}

static enum outcome play(bot *all, apo_span id)
{
    char path[PATH_MAX_BYTES];
    apo_json_in *document;
    write_path(path, "/api/games/", id, "");
    enum outcome outcome = get(all, path, &document);
    if (outcome == OUTCOME_DONE && is_our_turn(apo_json_in_root(document)))
        outcome = move(all, apo_json_in_root(document), id);
    apo_json_in_free(document);
    return outcome;
}

/* A refusal concerns one game only; the next round tries again. */
static bool can_continue(enum outcome outcome)
{
    return (outcome == OUTCOME_DONE || outcome == OUTCOME_REFUSED) && !apo_interrupt_is_set();
}

static enum outcome play_all(bot *all)
{
    apo_json_in *document;
    int64_t turn = 0, others = 0;
    enum outcome outcome = get(all, "/api/queue", &document);
    if (outcome != OUTCOME_DONE)
        return outcome;
    const apo_json_value *root = apo_json_in_root(document);
    const apo_json_value *games = apo_json_in_member(root, "games");
    apo_json_in_number(apo_json_in_member(root, "turn"), 0, INT32_MAX, &turn);
    apo_json_in_number(apo_json_in_member(root, "others"), 0, INT32_MAX, &others);
    all->game_count = (unsigned)(turn + others);
    for (size_t i = 0; i < apo_json_in_count(games) && can_continue(outcome); i++) {
        apo_span id = text_of(apo_json_in_element(games, i), "id");
        if (!is_avoided(all, id))
            outcome = play(all, id);
    }
    apo_json_in_free(document);
    return can_continue(outcome) ? OUTCOME_DONE : outcome;
}

/* --- new games ----------------------------------------------------------- */

static bool plays(const bot *all, apo_span variant)
{
    apo_span rest = apo_span_of(all->options->variants);
    if (all->options->variants == NULL)
        return true;
    while (rest.length > 0) {
        const char *comma = memchr(rest.text, ',', rest.length);
        size_t length = comma != NULL ? (size_t)(comma - rest.text) : rest.length;
        if (apo_span_same(apo_span_trim(apo_span_part(rest, 0, length)), variant))
            return true;
        rest = apo_span_part(rest, length + 1, rest.length);
    }
    return false;
}

static enum outcome answer_invitation(bot *all, const apo_json_value *one)
{
    char path[PATH_MAX_BYTES];
    bool is_wanted =
        plays(all, text_of(one, "variant")) && all->game_count < all->options->games_max;
    write_path(path, "/api/invitations/", text_of(one, "id"),
               is_wanted ? "/accept" : "/decline");
    say(all, is_wanted ? "accepted:" : "declined:", path);
    all->game_count += is_wanted;
    return post(all, path,
                is_wanted ? ""
                          : ",\"message\":\"I am a bot and do not play this game at the "
                            "moment.\"");
}

static enum outcome answer_invitations(bot *all)
{
    apo_json_in *document;
    enum outcome outcome = get(all, "/api/invitations", &document);
    if (outcome != OUTCOME_DONE)
        return outcome;
    const apo_json_value *asked = apo_json_in_member(apo_json_in_root(document), "asked");
    for (size_t i = 0; i < apo_json_in_count(asked) && can_continue(outcome); i++)
        outcome = answer_invitation(all, apo_json_in_element(asked, i));
    apo_json_in_free(document);
    return can_continue(outcome) ? OUTCOME_DONE : outcome;
}

static enum outcome join_one(bot *all, const apo_json_value *game)
{
    char path[PATH_MAX_BYTES];
    bool is_ours = true;
    apo_json_in_flag(apo_json_in_member(game, "is_yours"), &is_ours);
    if (is_ours || !plays(all, text_of(game, "variant")) ||
        all->game_count >= all->options->games_max)
        return OUTCOME_DONE;
    write_path(path, "/api/games/", text_of(game, "id"), "/join");
    say(all, "joined:", path);
    all->game_count++;
    return post(all, path, "");
}

static enum outcome join_all(bot *all)
{
    apo_json_in *document;
    enum outcome outcome = get(all, "/api/lobby", &document);
    if (outcome != OUTCOME_DONE)
        return outcome;
    const apo_json_value *open = apo_json_in_member(apo_json_in_root(document), "open");
    for (size_t i = 0; i < apo_json_in_count(open) && can_continue(outcome); i++)
        outcome = join_one(all, apo_json_in_element(open, i));
    apo_json_in_free(document);
    return can_continue(outcome) ? OUTCOME_DONE : outcome;
}

/* --- rounds -------------------------------------------------------------- */

static enum outcome play_round(bot *all)
{
    enum outcome outcome = play_all(all);
    if (outcome == OUTCOME_DONE && all->options->is_inviting)
        outcome = answer_invitations(all);
    if (outcome == OUTCOME_DONE && all->options->is_joining)
        outcome = join_all(all);
    return outcome;
}

/* Waits for the next round: until an event or a timeout, which is `pause_ms` without a stream.
 * True on Ctrl-C. */
static bool wait_for_news(const bot *all, unsigned pause_ms)
{
    unsigned patience_ms = all->options->is_joining ? pause_ms : PATIENCE_MS;
    apo_bot_news news = apo_bot_web_listen(all->web, "/api/me/events", patience_ms);
    return news == APO_BOT_DEAF ? wait_ms(pause_ms) : apo_interrupt_is_set();
}

/* Doubles the pause after each failure; at least as long as the server asks. */
static unsigned next_pause(const bot *all, enum outcome outcome, unsigned pause_ms)
{
    unsigned asked_ms = apo_bot_web_pause_s(all->web) * 1000;
    if (outcome == OUTCOME_DONE)
        return all->options->pause_ms;
    pause_ms = pause_ms < PAUSE_LONGEST_MS / 2 ? pause_ms * 2 : PAUSE_LONGEST_MS;
    return pause_ms > asked_ms ? pause_ms : asked_ms;
}

apo_status apo_bot_run(apo_bot_web *web, apo_bot_brain *brain, const apo_bot_options *options)
{
    bot all = {.web = web, .brain = brain, .options = options};
    unsigned pause_ms = options->pause_ms;
    enum outcome outcome = OUTCOME_DONE;
    apo_buffer_init(&all.answer, NULL);
    for (unsigned i = 0; options->rounds == 0 || i < options->rounds; i++) {
        outcome = play_round(&all);
        if (outcome == OUTCOME_END)
            break;
        pause_ms = next_pause(&all, outcome, pause_ms);
        if (outcome == OUTCOME_DONE ? wait_for_news(&all, pause_ms) : wait_ms(pause_ms))
            break;
    }
    apo_buffer_clear(&all.answer);
    return outcome == OUTCOME_END ? APO_E_UNSUPPORTED : APO_OK;
}
