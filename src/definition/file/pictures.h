/* The drawings that a definition can choose for its pieces: the symbols of the sprite that
 * tools/make_sprite.py makes. Most have a name of their own ("knight"), and each of these can
 * carry a mark ("knight-crown"). */
#ifndef APO_DEFINITION_FILE_PICTURES_H
#define APO_DEFINITION_FILE_PICTURES_H

#include "definition/file/diagnostics.h"

/* The drawings that stand alone, and the marks; each list ends with NULL. Static. */
const char *const *apo_picture_bodies(void);
const char *const *apo_picture_marks(void);

/* True if one of these lists has the name; else `suggestion` has what may have been meant. */
bool apo_picture_is_listed(const char *const *list, apo_span name, apo_suggestion *suggestion);

#endif
