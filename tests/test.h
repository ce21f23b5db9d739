/* cmocka, with what it wants to be included before it, in its order. */
#ifndef APO_TESTS_TEST_H
#define APO_TESTS_TEST_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
/* clang-format on */

#endif
