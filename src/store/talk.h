/* Messages in games and between two people, and muted people. The store knows conversations by
 * name only; server/talk/conversation.h says what the names mean. */
#ifndef APO_STORE_TALK_H
#define APO_STORE_TALK_H

#include "store/store.h"

enum {
    APO_STORE_TALK_MAX = 8192, /* bytes; with the terminator, as all of these */
    APO_STORE_PRESET_MAX = 24
};

typedef struct apo_store_message {
    int64_t id; /* ascending; given by the store */
    char conversation[APO_STORE_KEY_MAX];
    char writer[APO_STORE_ID_MAX];
    int64_t at_ms;
    char key[APO_STORE_KEY_MAX];       /* of the request */
    char preset[APO_STORE_PRESET_MAX]; /* "": the text says it */
    int64_t ply;                       /* of the move it is about, from 1; 0: none */
    char text[APO_STORE_TALK_MAX];
} apo_store_message;

/* A person's side of the messages with another person. */
typedef struct apo_store_conversation {
    char person[APO_STORE_ID_MAX], other[APO_STORE_ID_MAX];
    char conversation[APO_STORE_KEY_MAX];
    int64_t last_ms;
    unsigned unread;
} apo_store_conversation;

/* --- writing ------------------------------------------------------------- */

/* Ignores `id`. APO_E_EXISTS: the writer's request with this key has been stored already. */
void apo_store_add_message(apo_store_batch *batch, const apo_store_message *message);

/* Call after a message from `row->person` to `row->other`: both then have the conversation, and
 * if `is_unread` the other has one more unread message. Ignores `row->unread`. */
void apo_store_note_conversation(apo_store_batch *batch, const apo_store_conversation *row,
                                 bool is_unread);

/* Deletes all messages in a conversation. */
void apo_store_drop_messages(apo_store_batch *batch, const char *conversation);

/* Marks everything from `other` as read. */
void apo_store_read_conversation(apo_store_batch *batch, const char *person, const char *other);

/* Muting twice, or unmuting somebody not muted, has no effect. */
void apo_store_mute(apo_store_batch *batch, const char *person, const char *muted,
                    int64_t now_ms);
void apo_store_unmute(apo_store_batch *batch, const char *person, const char *muted);

/* Hands a guest's messages over to an account. */
void apo_store_merge_messages(apo_store_batch *batch, const char *guest, const char *account);

/* --- reading ------------------------------------------------------------- */

/* Lists call `row` for each row; if it returns false, the list ends. */
typedef bool apo_store_message_row(void *context, const apo_store_message *message);
typedef bool apo_store_conversation_row(void *context, const apo_store_conversation *row);
typedef bool apo_store_muted_row(void *context, const char *person, int64_t since_ms);

/* The message of this id; of this request. */
apo_status apo_store_find_message(apo_store *store, apo_store_message *out, int64_t id);
apo_status apo_store_find_message_by_key(apo_store *store, apo_store_message *out,
                                         apo_span writer, apo_span key);

/* The messages of a conversation after `after` and before `before`: the latest `limit` of them,
 * the oldest first. */
apo_status apo_store_list_messages(apo_store *store, apo_span conversation, int64_t after,
                                   int64_t before, unsigned limit, apo_store_message_row *row,
                                   void *context);

/* The messages of a conversation about moves, in the order of the moves. */
apo_status apo_store_list_comments(apo_store *store, apo_span conversation, unsigned limit,
                                   apo_store_message_row *row, void *context);

/* Which messages are comments: those about moves in conversations whose names begin with
 * `of_moves`, and all in those whose names begin with `all`. */
typedef struct apo_store_comments {
    const char *of_moves, *all;
} apo_store_comments;

/* Of the conversations with comments, the one with the latest first; `row` gets the latest
 * comment of each. */
apo_status apo_store_list_commented(apo_store *store, const apo_store_comments *which,
                                    unsigned limit, apo_store_message_row *row, void *context);

/* The comments of a person before the id `before`, the latest first. */
apo_status apo_store_list_comments_by(apo_store *store, apo_span writer,
                                      const apo_store_comments *which, int64_t before,
                                      unsigned limit, apo_store_message_row *row,
                                      void *context);

/* How many messages a conversation has; 0 on a read error. */
unsigned apo_store_count_messages(apo_store *store, apo_span conversation);

/* A person's conversations, the latest first. */
apo_status apo_store_list_conversations(apo_store *store, apo_span person, unsigned limit,
                                        apo_store_conversation_row *row, void *context);

/* True if `person` has muted `other`. */
bool apo_store_is_muted(apo_store *store, apo_span person, apo_span other);

/* True if anybody has muted or blocked the person. */
bool apo_store_is_shunned(apo_store *store, apo_span person);
apo_status apo_store_list_muted(apo_store *store, apo_span person, apo_store_muted_row *row,
                                void *context);

#endif
