/* Names of conversations, which hold messages: a game has one for its players and one for its
 * spectators, an imported game and a study have one for comments, and each pair of people has
 * one. */
#ifndef APO_SERVER_TALK_CONVERSATION_H
#define APO_SERVER_TALK_CONVERSATION_H

#include "base/span.h"
#include "store/talk.h"

enum apo_conversation_kind {
    APO_TALK_PLAYERS,
    APO_TALK_SPECTATORS,
    APO_TALK_ARCHIVE, /* below an imported game */
    APO_TALK_STUDY,   /* below a study */
    APO_TALK_PAIR,
    APO_TALK_KINDS
};

/* "players", "spectators", "archive", "study", "pair"; static. The reverse gives APO_TALK_KINDS
 * for an unknown word. */
const char *apo_conversation_word(enum apo_conversation_kind kind);
enum apo_conversation_kind apo_conversation_find(apo_span word);

/* The name of a game's or study's conversation (not a pair's), and of that of two people: the
 * same for both orders. */
void apo_conversation_of_game(char out[APO_STORE_KEY_MAX], enum apo_conversation_kind kind,
                              apo_span game);
void apo_conversation_of_pair(char out[APO_STORE_KEY_MAX], const char *a, const char *b);

/* The messages that count as comments on finished games; of the spectators' messages only those
 * about moves. */
apo_store_comments apo_conversation_comments(void);

/* The kind of conversation with this name, and its game or study ("" for a pair); borrowed. */
enum apo_conversation_kind apo_conversation_read(const char *name, apo_span *game);

#endif
