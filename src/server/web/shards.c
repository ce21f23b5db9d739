#include "server/web/shards.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"

static bool has(const apo_app *app, unsigned part)
{
    return app->shards == NULL || (app->shards->mine >> part & 1) != 0;
}

bool apo_shards_has_game(const apo_app *app, apo_span game)
{
    return app->shards == NULL || has(app, apo_shard_of(game));
}

bool apo_shards_has_commons(const apo_app *app)
{
    return has(app, APO_COMMONS);
}

static const char *word_of(const char *person)
{
    return person[0] != '\0' ? person : "-";
}

void apo_shards_tell_game(const apo_app *app, const apo_shards_news *news)
{
    char line[APO_BUS_LINE_MAX];
    if (app->shards == NULL || app->shards->is_hearing)
        return;
    snprintf(line, sizeof line, "game %s %" PRIu64 " %u %u %s %s", news->game, news->seq,
             news->before, news->now, word_of(news->persons[0]), word_of(news->persons[1]));
    apo_bus_say(app->shards->bus, line);
}

bool apo_shards_read_news(apo_shards_news *out, apo_span words)
{
    uint32_t seq, before, now;
    apo_text_copy_span(out->game, sizeof out->game, apo_span_word(&words));
    if (!apo_span_number(apo_span_word(&words), UINT32_MAX, &seq) ||
        !apo_span_number(apo_span_word(&words), UINT8_MAX, &before) ||
        !apo_span_number(apo_span_word(&words), UINT8_MAX, &now))
        return false;
    out->seq = seq;
    out->before = before;
    out->now = now;
    for (unsigned i = 0; i < 2; i++) {
        apo_span person = apo_span_word(&words);
        apo_text_copy_span(out->persons[i], sizeof out->persons[i],
                           apo_span_is(person, "-") ? apo_span_of("") : person);
    }
    return true;
}

/* A word, a blank, and the rest of the line. */
static void tell(const apo_app *app, const char *word, apo_span rest)
{
    char line[APO_BUS_LINE_MAX];
    if (app->shards == NULL || app->shards->is_hearing)
        return;
    apo_text text = apo_text_start(line, sizeof line);
    apo_text_add(&text, word);
    apo_text_add_char(&text, ' ');
    apo_text_add_span(&text, rest);
    apo_bus_say(app->shards->bus, line);
}

void apo_shards_tell_name(const apo_app *app, apo_span person)
{
    tell(app, "name", person);
}

void apo_shards_tell_workers(const apo_app *app, uint32_t count)
{
    char buf[16];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&text, count);
    tell(app, "workers", apo_text_span(&text));
}

void apo_shards_tell_work(const apo_app *app)
{
    tell(app, "work", apo_span_of(""));
}

void apo_shards_tell_move(const apo_app *app, const char *subject, apo_span move)
{
    char buf[APO_BUS_LINE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add(&text, subject);
    apo_text_add_char(&text, ' ');
    apo_text_add_span(&text, move);
    tell(app, "move", apo_text_span(&text));
}
