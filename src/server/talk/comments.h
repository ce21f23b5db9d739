/* Comments by accounts below the page of a finished game, about the whole game or one
 * half-move, or below a study. Everybody who can see the page can read them. The owner of what
 * the page shows is told. */
#ifndef APO_SERVER_TALK_COMMENTS_H
#define APO_SERVER_TALK_COMMENTS_H

#include "net/template.h"
#include "server/notice/kind.h"
#include "server/talk/conversation.h"
#include "server/web/app.h"

/* The place of comments. Borrowed for a call. */
typedef struct apo_comments_place {
    enum apo_conversation_kind kind;
    apo_span id;       /* of what the page shows */
    const char *page;  /* its path */
    const char *owner; /* nobody writes whom they have blocked, or who has blocked them; "" */
    int64_t plies;     /* half-moves of the game, numbered from 1; 0: only about all of it */
    enum apo_notice_kind kind_of_notice; /* to the owner */
    const char *title;                   /* for the notice */
} apo_comments_place;

/* Adds the words for a half-move, "12... Nf6"; not called where there are none. */
typedef void apo_comments_label(void *context, apo_buffer *out, int64_t ply);

/* Answers a GET with the comments. Stores the comment of any other request, JSON or the page's
 * form, and answers. */
void apo_comments_serve(apo_app *app, apo_http_request *req, const apo_comments_place *place);

/* Fills the page's part remarks.html, with the half-moves to choose from. Any thread. */
void apo_comments_fill(apo_fill *fill, apo_app *app, apo_http_request *req,
                       const apo_comments_place *place, apo_comments_label *label,
                       void *context);

#endif
