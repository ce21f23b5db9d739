#include "server/talk/conversation.h"

#include <string.h>

#include "base/text.h"

static const struct {
    const char *word, *start;
} kinds[APO_TALK_KINDS] = {
    [APO_TALK_PLAYERS] = {"players", "players/"},
    [APO_TALK_SPECTATORS] = {"spectators", "spectators/"},
    [APO_TALK_ARCHIVE] = {"archive", "archive/"},
    [APO_TALK_STUDY] = {"study", "study/"},
    [APO_TALK_PAIR] = {"pair", "pair/"},
};

const char *apo_conversation_word(enum apo_conversation_kind kind)
{
    return kinds[kind].word;
}

enum apo_conversation_kind apo_conversation_find(apo_span word)
{
    unsigned kind = 0;
    while (kind < APO_TALK_KINDS && !apo_span_is(word, kinds[kind].word))
        kind++;
    return (enum apo_conversation_kind)kind;
}

void apo_conversation_of_game(char out[APO_STORE_KEY_MAX], enum apo_conversation_kind kind,
                              apo_span game)
{
    apo_text text = apo_text_start(out, APO_STORE_KEY_MAX);
    apo_text_add(&text, kinds[kind].start);
    apo_text_add_span(&text, game);
}

void apo_conversation_of_pair(char out[APO_STORE_KEY_MAX], const char *a, const char *b)
{
    bool is_first = strcmp(a, b) < 0;
    apo_text text = apo_text_start(out, APO_STORE_KEY_MAX);
    apo_text_add(&text, kinds[APO_TALK_PAIR].start);
    apo_text_add(&text, is_first ? a : b);
    apo_text_add_char(&text, '/');
    apo_text_add(&text, is_first ? b : a);
}

apo_store_comments apo_conversation_comments(void)
{
    return (apo_store_comments){.of_moves = kinds[APO_TALK_SPECTATORS].start,
                                .all = kinds[APO_TALK_ARCHIVE].start};
}

enum apo_conversation_kind apo_conversation_read(const char *room, apo_span *game)
{
    apo_span name = apo_span_of(room);
    *game = apo_span_of("");
    for (unsigned kind = 0; kind < APO_TALK_PAIR; kind++) {
        size_t length = strlen(kinds[kind].start);
        if (!apo_span_starts_with(name, kinds[kind].start))
            continue;
        *game = apo_span_part(name, length, name.length - length);
        return (enum apo_conversation_kind)kind;
    }
    return APO_TALK_PAIR;
}
