"""tests/header_test/check_headers.py must accept good headers and find bad ones."""
import contextlib
import io

import tool_test
import check_headers

GOOD = """#ifndef APO_BASE_X_H
#define APO_BASE_X_H

#include <stddef.h>

size_t apo_x(void);

#endif
"""


class CheckHeadersTest(tool_test.ToolTest):
    def said(self, text):
        root = self.tree({"base/x.h": text})
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            status = check_headers.main([root])
        self.assertEqual(status, 1 if err.getvalue() else 0)
        return err.getvalue()

    def test_good(self):
        self.assertEqual(self.said(GOOD), "")

    def test_guard(self):
        self.assertIn("guard should be APO_BASE_X_H", self.said(GOOD.replace("BASE_X", "BASE_Y")))

    def test_incomplete(self):
        self.assertIn("does not compile alone", self.said(GOOD.replace("#include <stddef.h>", "")))

    def test_cplusplus(self):
        self.assertIn("with g++", self.said(GOOD.replace("apo_x(void)", "apo_x(int class)")))


if __name__ == "__main__":
    tool_test.main()
