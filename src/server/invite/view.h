/* Views of invitations: JSON and page rows. */
#ifndef APO_SERVER_INVITE_VIEW_H
#define APO_SERVER_INVITE_VIEW_H

#include "i18n/i18n.h"
#include "net/template.h"
#include "server/invite/invite.h"
#include "server/web/app.h"

/* The viewer, with language and time zone. */
typedef struct apo_invite_viewer {
    apo_app *app;
    const apo_i18n *i18n;
    apo_span person;
    const char *zone; /* borrowed from the visitor */
} apo_invite_viewer;

/* Adds an object (`name` NULL: an element), as the viewer sees it. */
void apo_invite_view(apo_buffer *out, const char *name, const apo_invite_viewer *viewer,
                     const apo_store_invitation *row);

/* Adds the members "asked" (open ones for the viewer to answer), "asking" (the viewer's own
 * open ones) and "fates" (closed ones, 50 of them before a time, and "next"). */
void apo_invite_view_all(apo_buffer *out, const apo_invite_viewer *viewer, int64_t before_ms);

/* Fills the rows "asked" of a page, open invitations to the sender of the request, and the flag
 * "has_asked". */
void apo_invite_fill_lobby(apo_fill *fill, apo_app *app, apo_http_request *req);

/* All of a person's invitations: the rows "asked", "asking", "fates", and "next". */
void apo_invite_fill_all(apo_fill *fill, const apo_invite_viewer *viewer, int64_t before_ms);

#endif
