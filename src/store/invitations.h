/* Invitations between accounts, their steps, and blocks. */
#ifndef APO_STORE_INVITATIONS_H
#define APO_STORE_INVITATIONS_H

#include "store/games.h"

enum {
    APO_STORE_SETUP_MAX = 2800,  /* a start with its FEN and clocks as text */
    APO_STORE_MESSAGE_MAX = 2048 /* bytes; 500 letters */
};

enum apo_store_fate {
    APO_FATE_OPEN,
    APO_FATE_ACCEPTED,
    APO_FATE_DECLINED,
    APO_FATE_WITHDRAWN,
    APO_FATE_EXPIRED,
    APO_FATES
};

/* An invitation. With each counter-offer the two people swap roles. */
typedef struct apo_store_invitation {
    char id[APO_STORE_ID_MAX];
    char asker[APO_STORE_ID_MAX];    /* who made the present offer */
    char asked[APO_STORE_ID_MAX];    /* who must answer it */
    char setup[APO_STORE_SETUP_MAX]; /* the caller's */
    unsigned color;                  /* the asker's: 0, 1 */
    bool is_random; /* the colour was drawn at random, and is secret until the game begins */
    enum apo_store_fate fate;
    unsigned steps;              /* offers and answers so far */
    char game[APO_STORE_ID_MAX]; /* accepted */
    int64_t created_ms, changed_ms;
    int64_t due_ms; /* open: when it expires; closed: when it is deleted */
} apo_store_invitation;

/* One offer or answer. */
typedef struct apo_store_step {
    unsigned number;                  /* from 1 */
    char person[APO_STORE_ID_MAX];    /* who; "": nobody, it expired */
    char kind[APO_STORE_VARIANT_MAX]; /* "invite", "counter", or the fate as a word */
    char key[APO_STORE_KEY_MAX];
    char message[APO_STORE_MESSAGE_MAX];
    int64_t at_ms;
} apo_store_step;

/* --- writing ------------------------------------------------------------- */

void apo_store_add_invitation(apo_store_batch *batch, const apo_store_invitation *row);

/* Sets everything except id and created_ms. If the invitation is no longer open, or has not had
 * exactly `steps` - 1 steps, somebody else was first, and the batch fails with
 * APO_E_UNKNOWN. */
void apo_store_set_invitation(apo_store_batch *batch, const apo_store_invitation *row);
void apo_store_add_step(apo_store_batch *batch, const char *invitation,
                        const apo_store_step *step);

/* Deletes a closed invitation. */
void apo_store_drop_invitation(apo_store_batch *batch, const char *id);

/* Blocking twice, or unblocking somebody not blocked, has no effect. */
void apo_store_block(apo_store_batch *batch, const char *person, const char *blocked,
                     int64_t now_ms);
void apo_store_unblock(apo_store_batch *batch, const char *person, const char *blocked);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_invitation(apo_store *store, apo_store_invitation *out, apo_span id);

/* The one created or changed by this person's request with this key. */
apo_status apo_store_find_invitation_by_key(apo_store *store, apo_store_invitation *out,
                                            apo_span person, apo_span key);

/* Lists call `row` for each row; if it returns false, the list ends. */
typedef bool apo_store_invitation_row(void *context, const apo_store_invitation *row);
typedef bool apo_store_step_row(void *context, const apo_store_step *step);
typedef bool apo_store_block_row(void *context, const char *person, int64_t since_ms);

/* Open ones that the person must answer, or (`is_asked` false) has made, last changed first. */
apo_status apo_store_list_invitations(apo_store *store, apo_span person, bool is_asked,
                                      apo_store_invitation_row *row, void *context);

/* Closed ones of a person, on either side, before a given time, the latest first. */
apo_status apo_store_list_closed_invitations(apo_store *store, apo_span person,
                                             int64_t before_ms, unsigned limit,
                                             apo_store_invitation_row *row, void *context);

apo_status apo_store_list_steps(apo_store *store, apo_span invitation, apo_store_step_row *row,
                                void *context);

/* How many open ones a person must answer, and has made; 0 on a read error. */
unsigned apo_store_count_asked(apo_store *store, apo_span person);
unsigned apo_store_count_asking(apo_store *store, apo_span person);

/* True if `person` has blocked `other`. */
bool apo_store_is_blocked(apo_store *store, apo_span person, apo_span other);

/* True if either of the two has blocked the other. */
bool apo_store_are_parted(apo_store *store, apo_span one, apo_span other);
apo_status apo_store_list_blocked(apo_store *store, apo_span person, apo_store_block_row *row,
                                  void *context);

#endif
