/* The drawings of the pieces: the symbols of the sprite pieces.svg. A type is identified by its
 * name, as on the pages' boards (web/board/pictures.js); see board_svg.h. */
#ifndef APO_SERVER_WEB_PICTURES_H
#define APO_SERVER_WEB_PICTURES_H

#include "base/span.h"
#include "base/status.h"

typedef struct apo_pictures apo_pictures;

/* Finds the symbols in the text of the sprite. `prefix` ("/static/HASH/pieces.svg") is copied.
 * The caller frees it with apo_pictures_free. Errors: APO_E_MEMORY. */
apo_status apo_pictures_new(apo_pictures **out, const char *prefix, apo_span sprite);
void apo_pictures_free(apo_pictures *pictures); /* NULL is allowed */

/* The part of the symbols' URLs before '#'; borrowed. */
const char *apo_pictures_prefix(const apo_pictures *pictures);

/* The drawing of a type: "archbishop" for the name "Princess". Borrowed; NULL: there is none.
 * NULL pictures have none. */
const char *apo_pictures_find(const apo_pictures *pictures, const char *type_name);

#endif
