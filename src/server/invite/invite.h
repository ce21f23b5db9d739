/* Invitations by name: who may do what with them, and their state afterwards. Works on rows of
 * the store; the caller stores them. */
#ifndef APO_SERVER_INVITE_INVITE_H
#define APO_SERVER_INVITE_INVITE_H

#include "server/seek/game_setup.h"
#include "store/invitations.h"
#include "store/jobs.h"
#include "store/people.h"

/* X(NAME, http status, code, sentence) */
#define APO_INVITE_REFUSAL_LIST(X)                                                             \
    X(NONE, 200, "ok", APO_T("Done."))                                                         \
    X(GUEST, 401, "login_needed", APO_T("Invitations by name need an account: log in first.")) \
    X(NOBODY, 404, "not_found", APO_T("There is nobody with this name."))                      \
    X(MUTED, 403, "forbidden", APO_T("You cannot send invitations or messages at present."))   \
    X(AWAY, 409, "conflict", APO_T("This account is closed."))                                 \
    X(SELF, 422, "bad_request", APO_T("You cannot invite yourself."))                          \
    X(BLOCKED, 403, "forbidden", APO_T("This player would rather not play with you."))         \
    X(BLOCKING, 409, "conflict",                                                               \
      APO_T("You have blocked this player. Unblock them first if you want to play."))          \
    X(TOO_MANY, 409, "conflict",                                                               \
      APO_T("You have twenty open invitations: wait for answers, or withdraw some."))          \
    X(UNKNOWN, 404, "not_found", APO_T("There is no such invitation."))                        \
    X(CLOSED, 409, "conflict", APO_T("This invitation is no longer open."))                    \
    X(NOT_TURN, 409, "conflict", APO_T("The other player has to answer this."))                \
    X(CHANGED, 409, "conflict",                                                                \
      APO_T("The rules of this game have changed since: propose it again."))                   \
    X(TOO_LONG, 422, "bad_request", APO_T("A message has at most 500 letters."))

enum apo_invite_refusal {
#define APO_INVITE_ENUM(name, status, code, sentence) APO_INVITE_##name,
    APO_INVITE_REFUSAL_LIST(APO_INVITE_ENUM)
#undef APO_INVITE_ENUM
    APO_INVITE_REFUSALS
};

unsigned apo_invite_status(enum apo_invite_refusal refusal);
const char *apo_invite_code(enum apo_invite_refusal refusal);
const char *apo_invite_sentence(enum apo_invite_refusal refusal);

enum {
    APO_INVITE_OPEN_MAX = 20, /* of one asker, against spam */
    APO_INVITE_LETTERS_MAX = 500
};

/* An invitation as it will be, and the step that makes it so. */
typedef struct apo_invite_act {
    apo_store_invitation row;
    apo_store_step step;
} apo_invite_act;

/* An action: who, when, by which request, with which message. */
typedef struct apo_invite_actor {
    apo_span person;
    int64_t now_ms;
    apo_span key;
    apo_span message;
} apo_invite_actor;

/* "accepted"; static. */
const char *apo_invite_fate_word(enum apo_store_fate fate);

/* True if one person may invite the other. */
enum apo_invite_refusal apo_invite_may(apo_store *store, apo_span asker, apo_span asked);

/* True if a person may make a proposal, or add a message to an answer. */
enum apo_invite_refusal apo_invite_may_write(const apo_store_person *person);

/* A new invitation; `id` is new. */
enum apo_invite_refusal apo_invite_begin(apo_invite_act *out, const apo_invite_actor *actor,
                                         const char *id, const char *asked,
                                         const apo_game_setup *setup);

/* Each continues from act->row as stored. Accepting: `game` is the id of the game created in
 * the same batch. */
enum apo_invite_refusal apo_invite_accept(apo_invite_act *act, const apo_invite_actor *actor,
                                          const char *game);
enum apo_invite_refusal apo_invite_decline(apo_invite_act *act, const apo_invite_actor *actor);
enum apo_invite_refusal apo_invite_withdraw(apo_invite_act *act, const apo_invite_actor *actor);
enum apo_invite_refusal apo_invite_counter(apo_invite_act *act, const apo_invite_actor *actor,
                                           const apo_game_setup *setup);

/* False: not due yet. */
bool apo_invite_expire(apo_invite_act *act, int64_t now_ms);

/* The proposed game, with the asker's colour. Errors: APO_E_SYNTAX, APO_E_UNKNOWN: the game is
 * no longer offered; APO_E_DEFINITION: its rules have changed. */
apo_status apo_invite_setup(apo_game_setup *out, const apo_store_invitation *row,
                            apo_variant_map *variants, apo_store *store);

/* Adds the action to the batch, with a job "invitation" for the time when it expires or is
 * deleted. */
void apo_invite_store(apo_store_batch *batch, const apo_invite_act *act);

/* Adds to the batch the notice of a step for the other person. */
void apo_invite_tell(apo_app *app, apo_store_batch *batch, const apo_invite_act *act);

#endif
