/* Who must prove more than a password, as the options demand it: moderators and operators, or
 * everybody with an account. Codes and passkeys count. Loop's thread. */
#ifndef APO_SERVER_WEB_FACTORS_H
#define APO_SERVER_WEB_FACTORS_H

#include "server/web/app.h"

/* True if this person must have a second factor. */
bool apo_factors_are_demanded(const apo_app *app, const apo_store_person *person);

/* True if the person has one. */
bool apo_factors_are_there(const apo_app *app, const char *person);

/* True if the request goes on. Where everybody needs a second factor, an account without one
 * reaches only what it needs to get one, to log out and to be deleted; everything else is
 * answered here. */
bool apo_factors_admit(apo_app *app, apo_http_request *req);

#endif
