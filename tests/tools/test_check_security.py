"""tools/check_security.py must find rows without tests, tests that do not exist, wrong sums, and
lists that have fallen behind the sources."""
import tool_test
import check_security

PAGE = """# Security

| | items | met | partly | open | no case |
|---|---|---|---|---|---|
| V1 Encoding | 4 | 2 | 0 | 0 | 2 |
| V2 Logic | 1 | 0 | 1 | 0 | 0 |
| all | 5 | 2 | 1 | 0 | 2 |

| item | asked for | state | where | test |
|---|---|---|---|---|
| 1.1.1, 1.1.2 | escaped | met | here | `unit.code`, `web.*`, `games` |
| 1.2.1 to 1.2.2 | nothing | no case | | |
| 2.1.1 | limits | partly | an operator's decision | |

### Where cryptography is used

| file | |
|---|---|
| `src/hash.c` | `unit.code` is no file |

### What it connects to

| file | |
|---|---|

### Where sessions begin

| file | |
|---|---|

### What a browser keeps

| file | entry | |
|---|---|---|
| `web/app/kept.js` | `apothecary.kept` | |
| `src/visit.c` | | |

### Libraries

| module | package | |
|---|---|---|
| `sodium` | `libsodium-dev` | |
"""
GOOD = {
    "docs/security.md": PAGE,
    "docs/serving.md": "### Events of the log\n\n| event | |\n|---|---|\n| `begun` | |\n\n## Next",
    "src/hash.c": '#include <sodium.h>\nvoid f(void) { apo_log_text(&app->log, "begun", x); }\n',
    "src/other.c": "/* connect() and #include <sodium.h> */ void connects(int x);\n",
    "src/visit.c": "void f(void) { apo_http_set_cookie(req, name, value, 0); }\n",
    "src/memory.c": "unsigned caches;\n",
    "src/net/reply.c": "void apo_http_set_cookie(request *req) { }\n",
    "web/app/kept.js": "// sessionStorage\nlocalStorage.setItem('apothecary.kept', text);\n",
    "web/app/other.js": "/* indexedDB */ import './apothecary.js';\n",
    "tests/unit/test_code.c": "",
    "tests/web/page.test.mjs": "",
    "tests/http/test_games.py": "",
    "tests/tools/test_x.py": "",
    "tests/lint.cmake": "apo_test(NAME lint.words LABEL lint)\n",
    "cmake/packages.cmake": "    apo_need(apo_server sodium)\n",
    "scripts/install-deps": 'build="\n    libsodium-dev:/usr/include/sodium.h"\n',
}


class CheckSecurityTest(tool_test.ToolTest):
    def faults(self, path=None, old="", new=""):
        files = dict(GOOD)
        if path:
            self.assertIn(old, files.get(path, ""))
            files[path] = files.get(path, "").replace(old, new) if old else new
        return check_security.check(self.tree(files))[0]

    def page(self, old, new):
        return self.faults("docs/security.md", old, new)

    def test_good(self):
        self.assertEqual(self.faults(), [])

    def test_met_without_test(self):
        faults = self.page("`unit.code`, `web.*`, `games` |", "|")
        self.assert_fault(faults, "1.1.1, 1.1.2: met, but it names no test")

    def test_tests_that_do_not_exist(self):
        self.assert_fault(self.page("`games`", "`gone`"), "there is no test http.gone")
        self.assert_fault(self.page("unit.code`, ", "unit.core`, "), "no test unit.core")
        self.assertEqual(self.page("`games`", "`lint.words`, `lint.test_x`"), [])

    def test_what_a_browser_keeps(self):
        """Another file, another entry, another cookie; and what is gone."""
        heading = "### What a browser keeps: "
        for path, text, name in (
            ("web/app/new.js", "sessionStorage.a = 1;\n", "web/app/new.js is missing"),
            ("web/app/new.js", "await caches.open(x);\n", "web/app/new.js is missing"),
            ("web/app/new.js", "keep('apothecary.new', 1);\n", "apothecary.new is missing"),
            ("src/new.c", "void g(void) { apo_http_set_cookie(r, n); }\n", "src/new.c is missing"),
            (
                "web/app/kept.js",
                "keep('apothecary.kept');\n",
                "web/app/kept.js does not belong there",
            ),
        ):
            self.assert_fault(self.faults(path, "", text), heading + name)

    def test_state(self):
        self.assertIn("2.1.1: no such state: half", self.page("| partly | an", "| half | an"))

    def test_sums(self):
        self.assert_fault(self.page("| 4 | 2 | 0", "| 4 | 3 | 0"), "V1: the sums should be 4 | 2 |")
        self.assert_fault(self.page("| all | 5", "| all | 6"), "all: the sums should be 5 | 2 |")

    def test_lists(self):
        new = "#include <openssl/evp.h>\n"
        self.assert_fault(
            self.faults("src/new.c", "", new), "cryptography is used: src/new.c is missing"
        )
        new = "void f(void) { code = curl_easy_perform(curl); }\n"
        self.assert_fault(
            self.faults("src/new.c", "", new), "What it connects to: src/new.c is missing"
        )
        new = "void f(void) {\n    apo_visitor_add_session(req, visitor, batch);\n}\n"
        self.assert_fault(
            self.faults("src/new.c", "", new), "Where sessions begin: src/new.c is missing"
        )
        self.assert_fault(
            self.page("`src/hash.c`", "`src/hash.c`, `src/gone.c`"), "src/gone.c does not belong"
        )
        self.assert_fault(self.page("### What it connects to", "### X"), "no such heading")

    def test_events(self):
        new = 'void g(void) { apo_log_start(&line, "ended"); }\n'
        self.assert_fault(self.faults("src/new.c", "", new), "log: ended is missing")
        self.assert_fault(
            self.faults("docs/serving.md", "`begun`", "`begun`, `gone`"), "gone does not belong"
        )

    def test_libraries(self):
        self.assert_fault(
            self.faults("cmake/packages.cmake", "sodium", "sodium oath"), "oath is missing"
        )
        self.assert_fault(
            self.faults("scripts/install-deps", "libsodium-dev", "libsodium"),
            "does not install libsodium-dev",
        )


if __name__ == "__main__":
    tool_test.main()
