/* Moderation of accounts, on the rows of the store: run by the server, or by the command itself
 * if no server runs. */
#ifndef APO_SERVER_ACCOUNT_MODERATE_H
#define APO_SERVER_ACCOUNT_MODERATE_H

#include "base/error.h"
#include "store/moderation.h"
#include "store/ratings.h"

enum {
    APO_MODERATION_TEXT_MAX = 1024, /* bytes of a line */
    APO_PAIR_DAYS = 90,             /* how far back repeated pairs are looked for */
    APO_PAIR_GAMES = 8              /* rated games of two people that are worth a look */
};

/* X(NAME, word) */
#define APO_MODERATION_LIST(X)      \
    X(MUTE, "mute")                 \
    X(UNMUTE, "unmute")             \
    X(CLOSE, "close")               \
    X(RESTORE, "restore")           \
    X(RENAME, "rename")             \
    X(ANSWER, "answer")             \
    X(HIDE_GAME, "hide-game")       \
    X(SHOW_GAME, "show-game")       \
    X(WARN, "warn")                 \
    X(APPOINT, "appoint")           \
    X(ENTRUST, "entrust")           \
    X(DISMISS, "dismiss")           \
    X(ADMIT_WORKER, "admit-worker") \
    X(STOP_WORKER, "stop-worker")   \
    X(END_SESSIONS, "end-sessions")

enum apo_moderation_action {
#define APO_MODERATION_ENUM(name, word) APO_MODERATION_##name,
    APO_MODERATION_LIST(APO_MODERATION_ENUM)
#undef APO_MODERATION_ENUM
    APO_MODERATION_ACTIONS
};

/* Stands for all accounts in end-sessions, in place of a name. No account can have this
 * name. */
#define APO_MODERATION_ALL "*"

/* One moderation request; borrowed. */
typedef struct apo_moderation {
    enum apo_moderation_action action;
    /* of the account, or "#17", whom report 17 is about; answer: the number of the report;
     * games: "NAME/ID" */
    apo_span name;
    apo_span to;     /* rename: the new one; else empty */
    apo_span who;    /* the operator */
    apo_span reason; /* may be empty; answer: what the reporter is told */
} apo_moderation;

/* The action of a word ("mute"); APO_MODERATION_ACTIONS: unknown. */
enum apo_moderation_action apo_moderation_find(apo_span word);

/* Writes it as a line of fields separated by tabs; tabs and control characters within a field
 * become blanks. The second reads such a line without its line end. Errors: APO_E_SYNTAX. */
void apo_moderation_write(apo_buffer *out, const apo_moderation *what);
apo_status apo_moderation_read(apo_moderation *out, apo_span line);

/* True for actions that only the command may take: appointing moderators and workers for the
 * server, and ending sessions. */
bool apo_moderation_is_office(enum apo_moderation_action action);

/* Signs of somebody farming rating points: one of the two has 85 % of the points; half of the
 * games are short. */
bool apo_pair_is_one_sided(const apo_store_pair *pair);
bool apo_pair_is_short(const apo_store_pair *pair);

/* Adds the change and its line of the moderation log to the batch. `*out` is the person before
 * the change. On failure `err` has a sentence. Errors: APO_E_UNKNOWN: no such name;
 * APO_E_EXISTS: nothing to do, or the new name is taken; APO_E_SYNTAX: the new name is not
 * allowed. A guest can only be muted. An answered report's person is the one it is about, a
 * game's its author. */
apo_status apo_moderate(apo_store *store, apo_store_batch *batch, apo_store_person *out,
                        const apo_moderation *what, int64_t now_ms, apo_error *err);

#endif
