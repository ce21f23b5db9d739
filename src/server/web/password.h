/* Rules for passwords. */
#ifndef APO_SERVER_WEB_PASSWORD_H
#define APO_SERVER_WEB_PASSWORD_H

#include "server/web/stolen.h"

enum {
    APO_PASSWORD_CHARS_MIN = 12, /* as OWASP's verification standard asks */
    APO_PASSWORD_CHARS_MAX = 128 /* characters; longer ones would only cost time */
};

/* What is wrong with a new password of an account called `name` (empty: not known): a sentence
 * for people, static, marked for translation; NULL if it is fine. Rejects passwords that are
 * too short or too long, and those that are guessed first: common words, with or without
 * digits; the name; repetitions; runs of the alphabet, of digits or of the keyboard; and those
 * of a list (NULL: none). Any UTF-8 character is allowed. Any thread. */
const char *apo_password_fault(apo_span password, apo_span name, const apo_stolen *stolen);

#endif
