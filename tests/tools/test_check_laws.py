"""tools/check_laws.py must find each parser that no law reaches, in real object files."""
import os
import subprocess
from unittest import mock

import tool_test
import check_laws

SPAN = "typedef struct apo_span { const char *text; unsigned long length; } apo_span;\n"
NOT_INLINED = "__attribute__((noinline)) "
GOOD = {
    "src/base/span.h": SPAN,
    "src/net/list.h": "int apo_list_read(int *out, apo_span text);\n"
    "int apo_list_next(apo_span *rest);\nint apo_list_write(int *out, apo_span text);\n"
    "int apo_list_parse_row(const apo_span *row);\n",
    "src/net/list.c": SPAN + NOT_INLINED + "int apo_list_next(apo_span *rest) "
    "{ return rest->length > 0; }\nint apo_list_read(int *out, apo_span text) "
    "{ *out = apo_list_next(&text); return 1; }\n",
    "fuzz/fuzz_list.c": SPAN + "int apo_list_read(int *out, apo_span text);\n"
    "int LLVMFuzzerTestOneInput(const char *data, unsigned long size)\n"
    "{ int out; return apo_list_read(&out, (apo_span){data, size}); }\n",
    "fuzz/corpus/list/one": "1",
}
# A second parser.
HEAD = "src/net/head.c"
HEADER = {"src/net/head.h": "int apo_head_read(int *out, apo_span text);\n"}
READER = (
    SPAN
    + NOT_INLINED
    + "int apo_head_read(int *out, apo_span text) { return *out = (int)text.length; }\n"
)


class CheckLawsTest(tool_test.ToolTest):
    def build(self, files):
        root, build = self.tree(files), self.tree({})
        for path in files:
            if path.startswith("src/"):
                folder = "CMakeFiles/apo_%s.dir/%s" % (path.split("/")[1], os.path.dirname(path))
            else:
                folder = "fuzz/CMakeFiles/corpus_%s.dir" % path[len("fuzz/fuzz_") : -len(".c")]
            if path.endswith(".c"):
                os.makedirs(os.path.join(build, folder), exist_ok=True)
                target = os.path.join(build, folder, os.path.basename(path) + ".o")
                source = os.path.join(root, path)
                subprocess.run(["cc", "-O1", "-c", "-o", target, source], check=True)
        return build, root

    def faults(self, files, excused=None):
        with mock.patch.object(check_laws, "WITHOUT_LAW", excused or {}):
            return check_laws.check(*self.build({**GOOD, **files}))[0]

    def test_good(self):
        self.assertEqual(self.faults({}), [])

    def test_what_is_a_parser(self):
        sources = {"net/list.h": GOOD["src/net/list.h"]}
        self.assertEqual(
            sorted(check_laws.find_parsers(sources)), ["apo_list_next", "apo_list_read"]
        )

    def test_new_parser_without_law(self):
        self.assert_fault(
            self.faults({**HEADER, HEAD: READER}),
            "apo_head_read (net/head.h): no law of fuzz/ reaches this parser",
        )

    def test_parser_reached_by_a_pointer(self):
        law = (
            "int apo_head_read();\nstatic int (*pointer)(void) = apo_head_read;\n"
            "int apo_list_read();\nint LLVMFuzzerTestOneInput(void) { return pointer() + "
            "apo_list_read(); }\n"
        )
        files = {**HEADER, HEAD: READER, "fuzz/fuzz_list.c": law}
        self.assertEqual(self.faults(files), [])

    def test_parser_reached_by_a_table(self):
        """The table is of another file, and holds a function that only that file knows."""
        table = (
            READER
            + "static int inner(void) { int out; return apo_head_read(&out, (apo_span){0}); }\n"
            "int (*const apo_head_table[])(void) = {inner};\n"
        )
        law = (
            "extern int (*const apo_head_table[])(void);\nint apo_list_read();\n"
            "int LLVMFuzzerTestOneInput(void) { return apo_head_table[0]() + apo_list_read(); }\n"
        )
        files = {**HEADER, HEAD: table, "fuzz/fuzz_list.c": law}
        self.assertEqual(self.faults(files), [])

    def test_a_neighbour_that_is_reached_does_not_count(self):
        files = {
            **HEADER,
            HEAD: READER + "int apo_head_count(void) { return 1; }\n",
            "fuzz/fuzz_list.c": "int apo_head_count(void);\nint apo_list_read();\n"
            "int LLVMFuzzerTestOneInput(void) { return apo_head_count() + apo_list_read(); }\n",
        }
        self.assert_fault(self.faults(files), "apo_head_read")

    def test_excused(self):
        files = {**HEADER, HEAD: READER}
        self.assertEqual(self.faults(files, {"apo_head_read": "the program's own text"}), [])
        self.assert_fault(self.faults({}, {"apo_head_read": ""}), "apo_head_read: is no parser")
        self.assert_fault(self.faults({}, {"apo_list_read": ""}), "a law reaches it")

    def test_law_without_corpus_or_object(self):
        law = GOOD["fuzz/fuzz_list.c"].replace("LLVMFuzzerTestOneInput", "test_other")
        self.assert_fault(self.faults({"fuzz/fuzz_other.c": law}), "fuzz_other.c: has no corpus")
        build, root = self.build(GOOD)
        os.rename(os.path.join(root, "fuzz/fuzz_list.c"), os.path.join(root, "fuzz/fuzz_new.c"))
        with mock.patch.object(check_laws, "WITHOUT_LAW", {}):
            faults = check_laws.check(build, root)[0]
        self.assert_fault(faults, "fuzz_new.c: no object file")

    def test_nothing_built(self):
        self.assert_fault(
            check_laws.check(self.tree({}), self.tree(GOOD))[0], "no object files of laws"
        )


if __name__ == "__main__":
    tool_test.main()
