"""tools/i18n.py must find every text that is marked, and every fault of a catalogue."""
import contextlib
import io
import os

import tool_test
import i18n

HEAD = (
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)
SOURCES = {
    "web/pages/a.html": '<p title="{{t A title}}">{{t Two & two}} {{{t See <a '
    'href="{url}">it</a>}}}\n'
    "{{tc colour|White}} {{tn n {n} start|{n} starts}} {{t ends {name}}} {{name}}\n",
    "web/a.js": "import { t } from './i18n.js';\n// t('not this')\n/* t('nor this') */\n"
    "say(t('It is ' + 'long'), t(\"It's\", { a: f('no text') }), tn('{n} move', '{n} moves', 3));\n"
    "const all = [mark('Later'), tc('paint', 'White')];\nformat('none');\n"
    "t(color === 'white' ? 'For White' : 'For Black');\nsplit('nothing');\n",
    "src/server/a.c": 'f(apo_tr(i18n, "Said \\"so\\" "\n  "far"));\n/* apo_tr(i18n, "no") */\n'
    'static const char *const all[] = {APO_T("In a table")};\n'
    'apo_tr_context(i18n, "month", "May"); apo_tr_plural(i18n, "{n} day", "{n} days", n);\n'
    'refuse(job, 403, "forbidden", "This is not "\n   "allowed.");\n'
    'apo_metrics_gauge(all, "x", NULL, "Games in memory.", f);\n'
    'apo_fail(err, 1, 0, "There is no %s here.", word);\n',
    "src/base/b.c": 'apo_fail(err, 1, 0, "A sentence of the library.", word);\n',
    "src/notation/c.c": 'apo_fail(err, 1, at, "no \\"%s\\" is expected here", word);\n'
    'f("none", " ");\n'
    'x = is_so ? "the %{piece} is "\n    "on %{square}" : "not";\n/* "no text" */\n',
    "src/rules/rules/handicap.c": 'apo_build_fault(build, value, "the rook is missing", word);\n'
    'return apo_fail(err, A, at, "there are no such odds", word);\n'
    'return apo_fen_fail(scan, at, is_white ? "no king" : "no "\n    "queen");\n',
}
WANTED = {
    ("", "A title"): "",
    ("", "Two & two"): "",
    ("", 'See <a href="{url}">it</a>'): "",
    ("colour", "White"): "",
    ("", "{n} start"): "{n} starts",
    ("", "ends {name}"): "",
    ("", "It is long"): "",
    ("", "It's"): "",
    ("", "{n} move"): "{n} moves",
    ("", "Later"): "",
    ("paint", "White"): "",
    ("", "For White"): "",
    ("", "For Black"): "",
    ("", 'Said "so" far'): "",
    ("", "In a table"): "",
    ("month", "May"): "",
    ("", "{n} day"): "{n} days",
    ("", "This is not allowed."): "",
    ("", "There is no %s here."): "",
    ("", 'no "%s" is expected here'): "",
    ("", "the %{piece} is on %{square}"): "",
    ("", "there are no such odds"): "",
    ("", "no king"): "",
    ("", "no queen"): "",
}


class Words(tool_test.ToolTest):
    def run_tool(self, *arguments):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            status = i18n.main(list(arguments))
        return status, out.getvalue()

    def faults(self, source, entry):
        root = self.tree({"web/a.js": source, "web/i18n/de.po": HEAD + entry})
        status, said = self.run_tool(root)
        self.assertEqual(status, 1 if said.count("\n") > 1 else 0)
        return said.splitlines()[1:]

    def test_finds_all(self):
        found = i18n.collect(self.tree(SOURCES))
        self.assertEqual({key: text.plural for key, text in found.texts.items()}, WANTED)
        self.assertEqual(found.faults, [])

    def test_made_catalogues(self):
        root = self.tree(SOURCES)
        path = os.path.join(root, "made.po")
        for option, wanted in (
            ("--template", ["", ""]),
            ("--pseudo", ["{n} mövé ~", "{n} mövéš ~"]),
        ):
            self.assertEqual(i18n.main([option, path, root]), 0)
            entries = i18n.read_po(i18n.read(path), path)
            self.assertEqual({(e.context, e.english) for e in entries[1:]}, set(WANTED))
            moves = [e for e in entries if e.english == "{n} move"][0]
            self.assertEqual((moves.forms, moves.files), (wanted, ["web/a.js"]))
        self.assertIn("X-Direction: rtl", entries[0].forms[0])
        self.assertEqual(list(i18n.compare(i18n.collect(root), entries)), [])

    def test_templates_on_one_line(self):
        found = i18n.collect(self.tree({"web/pages/a.html": "x\n{{t two\nlines}}"}))
        self.assert_fault(found.faults, "web/pages/a.html:2")

    def test_pieces_of_texts(self):
        found = i18n.collect(
            self.tree({"src/notation/c.c": 'f("x");\nadd(out, " cannot go to ");\n'})
        )
        self.assert_fault(found.faults, "src/notation/c.c:2", "piece")

    def test_update(self):
        root = self.tree(
            {
                **SOURCES,
                "web/i18n/de.po": HEAD
                + '# kept\nmsgid "Later"\nmsgstr "Sp\u00e4ter"\n\nmsgid "Old"\nmsgstr "Alt"\n',
            }
        )
        status, said = self.run_tool("--update", "--advisory", root)
        self.assertEqual(status, 0)
        self.assertIn("de.po: 1 of %d texts" % len(WANTED), said)
        with open(os.path.join(root, "web/i18n/de.po"), encoding="utf-8") as stream:
            text = stream.read()
        self.assertIn('# kept\n#: web/a.js\nmsgid "Later"\nmsgstr "Sp\u00e4ter"\n', text)
        self.assertIn('msgctxt "colour"\nmsgid "White"\nmsgstr ""\n', text)
        self.assertIn('msgid_plural "{n} moves"\nmsgstr[0] ""\nmsgstr[1] ""\n', text)
        self.assertNotIn("Old", text)
        self.run_tool("--update", "--advisory", root)
        with open(os.path.join(root, "web/i18n/de.po"), encoding="utf-8") as stream:
            self.assertEqual(stream.read(), text)

    def test_french_blanks(self):
        entry = '#: web/a.js\nmsgid "One: two"\nmsgstr "%s"\n'
        for form, is_wrong in (
            ("Un\u00a0: deux", False),
            ("Un\u00a0: «\u00a0deux\u00a0»", False),
            ("Un : deux", True),
            ("Un\u00a0: « deux\u00a0»", True),
        ):
            with self.subTest(form):
                head = HEAD.replace("Language: de", "Language: fr")
                files = {"web/a.js": "t('One: two')", "web/i18n/fr.po": head + entry % form}
                _, said = self.run_tool(self.tree(files))
                self.assertEqual("no-break space" in said, is_wrong, said)

    def test_says_what_is_wrong(self):
        entry = '#: web/a.js\nmsgid "%s"\nmsgstr "%s"\n'
        self.assertEqual(self.faults("t('Yes')", entry % ("Yes", "Ja")), [])
        self.assert_fault(self.faults("t('Yes')", ""), "missing", "Yes", "web/a.js")
        self.assert_fault(self.faults("t('Yes')", entry % ("Yes", "")), "missing")
        self.assert_fault(self.faults("t('Yes')", "#, fuzzy\n" + entry % ("Yes", "Ja")), "missing")
        self.assert_fault(self.faults("t('Yes')", 'msgid "Yes"\nmsgstr "Ja"\n'), "other files")
        self.assert_fault(self.faults("", entry % ("Yes", "Ja")), "nobody says", "Yes")
        self.assert_fault(self.faults("t('a {b}')", entry % ("a {b}", "a")), "lacks {b}")
        self.assert_fault(self.faults("t('a')", entry % ("a", "a {b}")), "has {b}")
        self.assert_fault(self.faults("t('a %s')", entry % ("a %s", "a")), "%s")
        self.assert_fault(self.faults("t('a <b>c</b>')", entry % ("a <b>c</b>", "a c")), "tags")
        self.assert_fault(self.faults("t('No.')", entry % ("No.", "Nein")), "ends")
        self.assert_fault(
            self.faults(
                "tn('{n} a', '{n} b', 1)",
                '#: web/a.js\nmsgid "{n} a"\nmsgid_plural "{n} c"\n'
                'msgstr[0] "{n} A"\nmsgstr[1] "{n} B"\n',
            ),
            "plural",
        )
        self.assert_fault(
            self.faults(
                "tn('{n} a', '{n} b', 1); tn('{n} a', '{n} c', 1)",
                '#: web/a.js\nmsgid "{n} a"\nmsgid_plural "{n} b"\n'
                'msgstr[0] "A"\nmsgstr[1] "{n} B"\n',
            ),
            "two plurals",
        )


if __name__ == "__main__":
    tool_test.main()
