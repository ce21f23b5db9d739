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
        return self.said_of(self.tree({"base/x.h": text}))

    def said_of(self, *roots):
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            status = check_headers.main([*roots])
        self.assertEqual(status, 1 if err.getvalue() else 0)
        return err.getvalue()

    def test_good(self):
        self.assertEqual(self.said(GOOD), "")

    def test_guard(self):
        self.assertIn("guard should be APO_BASE_X_H", self.said(GOOD.replace("BASE_X", "BASE_Y")))

    def test_incomplete(self):
        self.assertIn("does not compile alone", self.said(GOOD.replace("#include <stddef.h>", "")))

    def test_public(self):
        source, public = self.tree({"base/x.h": GOOD}), GOOD.replace("APO_BASE", "APOTHECARY")
        root = self.tree(
            {
                "apothecary/x.h": public,
                "apothecary/apothecary.h": public.replace("X_H", "APOTHECARY_H"),
            }
        )
        leak = self.tree({"apothecary/x.h": public.replace("<stddef.h>", '"base/x.h"')})
        twice = self.tree(
            {
                "apothecary/%s.h"
                % name: "#ifndef APOTHECARY_%s_H\n#define APOTHECARY_%s_H\nenum { A };\n#endif\n"
                % (name.upper(), name.upper())
                for name in ("x", "apothecary")
            }
        )
        self.assertEqual(self.said_of(source, root), "")
        self.assertIn("x.h does not compile alone", self.said_of(source, leak))
        self.assertIn("apothecary.h does not compile", self.said_of(source, twice))

    def test_cplusplus(self):
        self.assertIn("with g++", self.said(GOOD.replace("apo_x(void)", "apo_x(int class)")))


if __name__ == "__main__":
    tool_test.main()
