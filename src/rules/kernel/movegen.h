/* Legal moves and check. */
#ifndef APO_RULES_KERNEL_MOVEGEN_H
#define APO_RULES_KERNEL_MOVEGEN_H

#include "apothecary/position.h"
#include "rules/kernel/check.h"

#endif
