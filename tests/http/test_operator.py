#!/usr/bin/env python3
"""The operators' page: numbers, switches, legal pages, the test of a backup; and the metrics."""
import os
import re
import subprocess

import play_case
from play_case import Person, PlayCase, account, eventually, main

PASSWORD = "correct horse battery"
SWITCHES = ("registration", "talk", "tournaments", "publishing", "imports")


def entrusted(server, name):
    chief = account(server, name)
    subprocess.run(
        [play_case.COMMAND, "moderate", "entrust", name, "--data", server.folder],
        check=True,
        capture_output=True,
    )
    return chief


def cell(page, table, words):
    part = page.split('id="%s"' % table)[1].split("</table>")[0]
    return int(re.search(r">%s</th><td[^>]*>(\d+)<" % words, part).group(1))


class Operator(PlayCase):
    def save(self, person, status=303, **fields):
        answer = person.form("/operator", **fields)
        self.assertEqual(answer.status, status, answer.text)

    def test_rights(self):
        plain, warden = account(self.server, "Plain5"), account(self.server, "Warden5")
        subprocess.run(
            [play_case.COMMAND, "moderate", "appoint", "Warden5", "--data", self.server.folder],
            check=True,
            capture_output=True,
        )
        stranger = Person(self.server).get("/operator")
        self.assertEqual(stranger.headers["Location"], "/login?next=/operator")
        for person in (plain, warden):
            self.assertEqual(person.get("/operator").status, 403)
            self.save(person, 403, operator_name="Mallory")
            self.save(person, 403, trial="yes")
        chief = entrusted(self.server, "Chief5")
        self.assertIn('href="/operator"', chief.get("/about").text)
        self.assertIn('href="/moderation"', chief.get("/about").text)
        foreign = chief.ask(
            "POST",
            "/operator",
            "operator_name=Mallory",
            {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": "https://evil.example",
            },
        )
        self.assertEqual(foreign.status, 403)
        self.assertNotIn("Mallory", plain.get("/privacy").text)

    def test_numbers(self):
        chief = entrusted(self.server, "Chief6")
        page = chief.get("/operator").text
        games, accounts = cell(page, "held", "games"), cell(page, "held", "accounts")
        for _ in range(3):
            chief.make(opponent="open")
        account(self.server, "New6")
        page = chief.get("/operator").text
        self.assertEqual(cell(page, "held", "games"), games + 3)
        self.assertEqual(cell(page, "held", "accounts"), accounts + 1)
        self.assertGreater(cell(page, "held", "megabytes free on the disk"), 0)
        self.assertEqual(cell(page, "load", "megabytes that all parts may hold together"), 128)
        self.assertLess(cell(page, "load", "megabytes of games in memory"), 128)
        growth = page.split('id="growth"')[1].split("</tbody>")[0]
        self.assertRegex(growth, r"<td[^>]*>%d</td><td><meter" % (games + 3))
        self.assertNotIn("00:00", growth)  # days, not moments
        metrics = chief.get("/metrics").text
        for name in (
            "database_bytes",
            "jobs",
            "jobs_due",
            "mails_waiting",
            "addresses_refused",
            "reports_open",
        ):
            self.assertRegex(metrics, r"(?m)^apothecary_%s \d+$" % name)
        self.assertGreater(int(re.search(r"database_bytes (\d+)", metrics).group(1)), 100000)

    def test_switches_and_legal_pages(self):
        chief, friend = entrusted(self.server, "Chief7"), account(self.server, "Friend7")
        on = {word: "on" for word in SWITCHES}
        self.assertNotIn("/imprint", friend.get("/about").text)
        self.save(chief, operator_name="Ada <b>L</b>", operator_address="1 Lane", **on)
        for path in ("/imprint", "/privacy"):
            page = friend.get(path).text
            self.assertIn("Ada &lt;b&gt;L&lt;/b&gt;", page)
            self.assertIn("1 Lane", page)
        self.assertIn('href="/imprint"', friend.get("/about").text)
        asks = {
            "registration": lambda: Person(self.server).post(
                "/api/register", name="Late7", password=PASSWORD
            ),
            "talk": lambda: friend.post("/api/people/Chief7/messages", text="Hello"),
            "imports": lambda: friend.ask("POST", "/api/archive/import", "1. e4", {}),
        }
        for word, ask in asks.items():
            self.save(chief, operator_name="Ada", **{w: "on" for w in SWITCHES if w != word})
            answer = ask()
            self.assertEqual((answer.status, answer.json["error"]), (403, "switched_off"), word)
        self.server.stop()
        self.server.start()  # it is kept
        self.assertEqual(asks["imports"]().json["error"], "switched_off")
        self.assertIn("Ada", friend.get("/imprint").text)
        self.save(chief, operator_name="Ada", **on)
        self.assertEqual(asks["talk"]().status, 201)

    def test_trial_of_a_backup(self):
        chief = entrusted(self.server, "Chief8")
        chief.make(opponent="open")
        before = sorted(os.listdir(self.server.folder))
        self.save(chief, trial="yes")
        eventually(lambda: "read back" in chief.get("/operator").text, "the trial")
        page = chief.get("/operator").text
        held = re.search(r"passed: (\d+) accounts and (\d+) games were read back", page)
        self.assertEqual(int(held.group(1)), cell(page, "held", "accounts"))
        self.assertEqual(int(held.group(2)), cell(page, "held", "games"))
        self.assertEqual(sorted(os.listdir(self.server.folder)), before)  # nothing is left
        # A folder in which no copy can be made is reported.
        os.mkdir(os.path.join(self.server.folder, "trial.db"))
        self.save(chief, trial="yes")
        eventually(lambda: "it failed" in chief.get("/operator").text, "the failure")
        os.rmdir(os.path.join(self.server.folder, "trial.db"))


main(__name__)
