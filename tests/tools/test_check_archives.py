"""tools/check_archives.py must find each kind of fault in real archives."""
import os
import subprocess

import tool_test
import check_archives


class CheckArchivesTest(tool_test.ToolTest):
    def faults(self, layer, source):
        """Compiles `source` into an archive of this layer and checks it."""
        folder = self.tree({"x.c": source})
        path = {name: os.path.join(folder, name) for name in ("x.c", "x.o")}
        archive = os.path.join(folder, "libapo_%s.a" % layer)
        subprocess.run(
            ["cc", "-O1", "-fPIE", "-w", "-c", path["x.c"], "-o", path["x.o"]], check=True
        )
        subprocess.run(["ar", "crs", archive, path["x.o"]], check=True)
        return check_archives.check_archive(archive)

    def test_good(self):
        source = """
            void *memset(void *, int, unsigned long);
            int apo_other(int);
            static int twice(int x) { return 2 * x; }
            int (*const apo_table[])(int) = {twice, apo_other};
            int apo_f(char *p, unsigned long n) { memset(p, 0, n); return apo_other(*p); }
        """
        for layer in ("base", "rules", "definition"):
            self.assertEqual(self.faults(layer, source), [])

    def test_prefix(self):
        self.assert_fault(
            self.faults("notation", "int helper(void) { return 1; }"), "exports helper"
        )

    def test_writable_data(self):
        for source, name in (
            ("int apo_x;", "apo_x"),
            ("int apo_x = 4;", "apo_x"),
            ("static int n; int apo_f(void) { return ++n; }", "n ("),
        ):
            self.assert_fault(self.faults("rules", source), "writable data", name)

    def test_writable_data_elsewhere(self):
        self.assertEqual(self.faults("store", "int apo_x;"), [])

    def test_banned(self):
        source = (
            "char *strcpy(char *, const char *); void apo_f(char *a, char *b) { strcpy(a, b); }"
        )
        self.assert_fault(self.faults("definition", source), "strcpy", "banned")

    def test_banned_behind_macro(self):
        source = "int __sprintf_chk(); int apo_f(char *a) { return __sprintf_chk(a, 1); }"
        self.assert_fault(self.faults("server", source), "sprintf", "banned")

    def test_rules_call_nothing(self):
        source = "void *malloc(unsigned long); void *apo_f(int n) { return malloc(n); }"
        self.assert_fault(self.faults("rules", source), "malloc", "only mem")
        self.assertEqual(self.faults("base", source), [])

    def test_libraries_do_not_print_or_exit(self):
        source = "void exit(int); void apo_f(int x) { exit(x); }"
        self.assert_fault(self.faults("definition", source), "exit", "only programs")
        source = "int puts(const char *); int apo_f(char *x) { return puts(x); }"
        self.assert_fault(self.faults("base", source), "puts", "only programs")

    def test_sources(self):
        text = '/* strcpy() */ char *s = "gets(x) \\" atoi(";\n// rand()\nint n = atoi (s);\n'
        self.assert_fault(list(check_archives.check_source("a.c", text)), "a.c:3", "atoi")

    def test_nothing_built(self):
        folder = self.tree({"src/x.h": ""})
        self.assertEqual(check_archives.main([folder, folder]), 1)


if __name__ == "__main__":
    tool_test.main()
