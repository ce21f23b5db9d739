#!/usr/bin/env python3
"""Languages of a folder: read when the server starts, without a rebuild; faulty parts are left out
and reported with their line."""
import os
import subprocess
import tempfile
import unittest

import play_case
from play_case import Person, Server, WAIT_S, main

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


class Languages(unittest.TestCase):
    def start(self, files):
        home = tempfile.TemporaryDirectory(prefix="apo-languages-")
        self.addCleanup(home.cleanup)
        folder = os.path.join(home.name, "languages")
        os.mkdir(folder)
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
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
