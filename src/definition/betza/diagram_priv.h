/* Shared by the drawers of move diagrams. */
#ifndef APO_DEFINITION_BETZA_DIAGRAM_PRIV_H
#define APO_DEFINITION_BETZA_DIAGRAM_PRIV_H

#include "definition/betza/diagram.h"

/* The signs; each square has one. */
enum apo_sign {
    APO_SIGN_NONE,
    APO_SIGN_BOTH,
    APO_SIGN_BOTH_VICTIM, /* and also captures there in passing */
    APO_SIGN_MOVE,
    APO_SIGN_CAPTURE,
    APO_SIGN_HOP_BOTH,
    APO_SIGN_HOP_MOVE,
    APO_SIGN_HOP_CAPTURE,
    APO_SIGN_MOVE_HOP_CAPTURE, /* the cannon: goes there, and captures by hopping */
    APO_SIGN_FIRST,
    APO_SIGN_VICTIM,
    APO_SIGN_MOVE_VICTIM,
    APO_SIGN_LANDING,
    APO_SIGN_FRIEND,
    APO_SIGN_ROYAL,
    APO_SIGN_VIA,
    APO_SIGNS
};

/* The sign for a square's marks. */
enum apo_sign apo_diagram__sign(uint16_t marks);

/* The text of the legend for a sign. */
const char *apo_diagram__meaning(enum apo_sign sign);

/* The signs used in the diagram: bit s for sign s. */
unsigned apo_diagram__signs_used(const apo_diagram *diagram);

#endif
