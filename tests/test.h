/* cmocka, with the headers that it needs before it, in their order. */
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
