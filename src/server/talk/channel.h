/* Names of the channels, places of messages: a game has one for its players and one for its
 * spectators, two people have one together. */
#ifndef APO_SERVER_TALK_CHANNEL_H
#define APO_SERVER_TALK_CHANNEL_H

#include "base/span.h"
#include "store/talk.h"

enum apo_talk_channel_kind {
    APO_TALK_PLAYERS,
    APO_TALK_SPECTATORS,
    APO_TALK_PAIR,
    APO_TALK_KINDS
};

/* "players", "spectators", "pair"; static. And back: APO_TALK_KINDS for an unknown word. */
const char *apo_talk_channel_word(enum apo_talk_channel_kind kind);
enum apo_talk_channel_kind apo_talk_channel_find(apo_span word);

/* The name of a game's room (not a pair's), and of the room of two people: the same for
 * both orders. */
void apo_talk_channel_of_game(char out[APO_STORE_KEY_MAX], enum apo_talk_channel_kind kind,
                              apo_span game);
void apo_talk_channel_of_pair(char out[APO_STORE_KEY_MAX], const char *a, const char *b);

/* The kind of a room's name, and its game ("" for a pair); borrowed. */
enum apo_talk_channel_kind apo_talk_channel_read(const char *room, apo_span *game);

#endif
