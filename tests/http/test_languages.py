#!/usr/bin/env python3
"""Languages of a folder: read when the server starts and when they change, without a rebuild;
faulty parts are left out and reported with their line."""
import os
import re
import subprocess
import tempfile
import unittest

import play_case
from play_case import Person, Server, WAIT_S, eventually, main

CATALOGUE = """msgid ""
msgstr ""
"Language: %s\\n"
"X-Language-Name: %s\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: web/pages/about.html
msgid "About"
msgstr "%s"
"""
PLAY = """
#: web/lobby/lobby.js
msgid "Play"
msgstr "שחק"
"""


class Languages(unittest.TestCase):
    def put(self, folder, name, text):
        with open(os.path.join(folder, "languages", name), "w", encoding="utf-8") as file:
            file.write(text)

    def start(self, files):
        home = tempfile.TemporaryDirectory(prefix="apo-languages-")
        self.addCleanup(home.cleanup)
        if files:
            os.mkdir(os.path.join(home.name, "languages"))
        for name, text in files.items():
            self.put(home.name, name, text)
        server = Server("--engines", "0", folder=home.name).start()
        self.addCleanup(server.close)
        return server

    def about(self, server, wanted):
        return Person(server).get("/about", headers={"Accept-Language": wanted}).text

    def test_of_the_data_folder(self):
        server = self.start(
            {
                "he.po": CATALOGUE % ("he", "עברית", "אודות"),
                "pt_BR.po": CATALOGUE % ("pt_BR", "Português <BR>", "Sobre"),
                "de.po": CATALOGUE % ("de", "Hausdeutsch", "Wir hier"),
                "bad.po": CATALOGUE % ("sv", "Svenska", "Om")
                + 'msgid "Games"\nmsgstr "Parti {n}"\n',
                "twice.po": CATALOGUE % ("pt-BR", "Mais", "Sobre"),
                "zz.po": CATALOGUE % ("en", "English", "About us"),
                ".hidden.po": "no catalogue",
                "note.txt": "no catalogue",
            }
        )
        hebrew = self.about(server, "he-IL, en;q=0.5")
        self.assertIn('<html lang="he" dir="rtl"', hebrew)
        self.assertIn("אודות", hebrew)
        # What is not translated is English.
        self.assertIn("Log in", hebrew)
        for wanted in ("pt-BR", "pt"):
            portuguese = self.about(server, wanted)
            self.assertIn('<html lang="pt-BR" data-static', portuguese)
            self.assertIn("Português &lt;BR&gt;", portuguese)
            self.assertIn("Sobre", portuguese)
        # In place of the one that is built in.
        german = self.about(server, "de")
        self.assertIn("Wir hier", german)
        self.assertIn("Hausdeutsch", german)
        self.assertNotIn("Deutsch<", german)
        self.assertIn('<html lang="en"', self.about(server, "sv"))
        log, page = server.read_log(), Person(server).get("/translate").text
        for fault in (
            "bad.po: line 12: the English text has no {n}",
            "twice.po: another file of the folder has this language",
            "zz.po: the pages are in English already",
        ):
            self.assertIn(fault, log)
            self.assertIn(fault, page)
        # Nobody learns where the operator keeps the files.
        self.assertNotIn(server.folder, page)
        self.assertNotIn("hidden", log)

    def test_while_the_server_runs(self):
        """A folder that comes, a file that changes, one with a mistake, one that goes."""
        server = self.start({})
        about = Person(server)

        def says(words, wanted="he"):
            text = about.get("/about", headers={"Accept-Language": wanted}).text
            return words in text

        def script():
            return re.search(r"/api/words/he\?v=\d+", about.get("/", headers=hebrew).text).group()

        hebrew = {"Accept-Language": "he"}
        self.assertTrue(says('<html lang="en"'))
        os.mkdir(os.path.join(server.folder, "languages"))
        self.put(server.folder, "he.po", CATALOGUE % ("he", "עברית", "אודות"))
        eventually(lambda: says("אודות"), "the new language is offered")
        before = script()
        self.put(server.folder, "he.po", CATALOGUE % ("he", "עברית", "עלינו") + PLAY)
        eventually(lambda: says("עלינו"), "the new text is shown")
        self.assertNotEqual(script(), before)
        self.assertIn("שחק", about.get(script()).text)
        self.assertEqual(about.get(before).status, 200)  # pages that are open
        for name, word in (("he", "עלינו"), ("de", "Über uns"), ("en", 'msgid "About"')):
            self.assertIn(word, about.get("/api/words/%s/catalogue" % name).text)
        self.assertEqual(about.get("/api/words/xx/catalogue").status, 404)
        self.assertIn("Über uns", about.get("/about?language=de", headers=hebrew).text)
        self.put(server.folder, "he.po", CATALOGUE % ("he", "עברית", "{n}"))
        eventually(lambda: says('<html lang="en"'), "the faulty file is not offered")
        for words in (about.get("/translate").text, server.read_log()):
            self.assertRegex(words, r"he[.]po: line 10: the English text has no \{n\}")
        self.put(server.folder, "de.po", CATALOGUE % ("de", "Hausdeutsch", "Wir hier"))
        eventually(lambda: says("Wir hier", "de"), "it replaces the one that is built in")
        for name in ("he.po", "de.po"):
            os.remove(os.path.join(server.folder, "languages", name))
        eventually(lambda: not says("Wir hier", "de"), "the built-in one is back")
        self.assertTrue(says('<html lang="de"', "de"))

    def test_a_folder_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [play_case.COMMAND, "serve", "--listen", "127.0.0.1:0", "--data", folder]
            done = subprocess.run(
                [*command, "--languages", folder + "/none"],
                capture_output=True,
                text=True,
                timeout=WAIT_S,
            )
        self.assertEqual(done.returncode, 1)
        self.assertIn("No such file", done.stderr)


main(__name__)
