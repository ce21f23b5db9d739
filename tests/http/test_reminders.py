"""usage: test_reminders.py PROBE COMMAND: several reminders before a player's time is up. In fast
time."""
import play_case
from mail_case import MailCase
from play_case import Person

HOUR_MS = 3600 * 1000
DAYS = {"kind": "days", "days": 3}


class Reminders(MailCase):
    def begin(self, person, clock):
        """A game in which the person is to move and the clock runs; (id, opponent)."""
        other = Person(self.server)
        id, secret = person.make(clock=clock)
        self.expect(other.post("/api/games/%s/join" % id, secret=secret), 200)
        self.expect(person.move(id, 0, "e2e4"), 200)
        self.expect(other.move(id, 1, "e7e5"), 200)
        return id, other

    def jobs(self, id):
        return self.rows(
            "SELECT due_ms, data FROM job WHERE kind = 'reminder' AND subject = '%s'"
            " ORDER BY due_ms" % id
        )

    def test_choosing(self):
        person = self.account()
        self.assertEqual(person.get("/api/reminders").json["hours"], [24])
        self.assertEqual(
            self.expect(person.post("/api/reminders", hours=[6, 48, 6, 24]), 200).json["hours"],
            [48, 24, 6],
        )
        self.assertEqual(person.get("/api/reminders").json["hours"], [48, 24, 6])
        for hours in ([0], [721], [1] * 9, "24", [1.5]):
            self.expect(person.post("/api/reminders", hours=hours), 400, "bad_request")
        page = person.get("/account/reminders").text
        self.assertEqual(page.count(" checked"), 3)
        self.assertEqual(person.form("/account/reminders", before_12="on").status, 303)
        self.assertEqual(person.get("/api/reminders").json["hours"], [12])
        self.assertEqual(person.form("/account/reminders").status, 303)
        self.assertEqual(person.get("/api/reminders").json["hours"], [])
        self.expect(Person(self.server).get("/api/reminders"), 401, "login_needed")

    def test_placed_with_the_turn_and_dropped_with_it(self):
        person = self.with_address()
        self.expect(person.post("/api/reminders", hours=[48, 24, 100]), 200)
        id, other = self.begin(person, DAYS)
        end = person.game(id)["moves"][-1]["at"] + 72 * HOUR_MS
        # 100 hours before the end is earlier than the beginning of the turn.
        self.assertEqual(
            [job[0] for job in self.jobs(id)], [end - 48 * HOUR_MS, end - 24 * HOUR_MS]
        )
        self.expect(person.move(id, 2, "g1f3"), 200)
        self.assertEqual(self.jobs(id), [])
        self.expect(other.move(id, 3, "b8c6"), 200)
        self.assertEqual(len(self.jobs(id)), 2)
        self.expect(person.post("/api/vacation", days=3), 200)
        play_case.eventually(lambda: self.jobs(id) == [], "none on vacation")
        self.expect(person.post("/api/vacation/end"), 200)
        play_case.eventually(lambda: len(self.jobs(id)) == 2, "they are back")
        self.expect(person.post("/api/games/%s/resign" % id), 200)
        self.assertEqual(self.jobs(id), [])

    def test_a_choice_counts_from_now(self):
        person = self.with_address()
        id, _ = self.begin(person, DAYS)
        end = person.game(id)["moves"][-1]["at"] + 72 * HOUR_MS
        live, secret = person.make(clock={"kind": "live", "base_ms": 3600000, "increment_ms": 0})
        self.expect(Person(self.server).post("/api/games/%s/join" % live, secret=secret), 200)
        self.assertEqual([job[0] for job in self.jobs(id)], [end - 24 * HOUR_MS])
        self.expect(person.post("/api/reminders", hours=[48, 6, 100]), 200)
        self.assertEqual([job[0] for job in self.jobs(id)], [end - 48 * HOUR_MS, end - 6 * HOUR_MS])
        self.assertEqual(self.jobs(live), [])
        self.expect(person.post("/api/reminders", hours=[]), 200)
        self.assertEqual(self.jobs(id), [])

    def test_each_comes_once_before_the_flag(self):
        person = self.with_address()
        # The last one comes long before the flag, when it would be out of date.
        self.expect(person.post("/api/reminders", hours=[66, 60, 54]), 200)
        self.server.hurry(28800)
        id, _ = self.begin(person, DAYS)
        play_case.eventually(lambda: person.game(id)["status"] == "finished", "the flag")
        mails = self.post.wait(3, lambda mail: "Reminder" in mail.subject)
        self.assertEqual(len(mails), 3)
        self.assertEqual(len(set(mail.id for mail in mails)), 3)
        self.assertEqual(self.jobs(id), [])
        self.assertEqual(self.rows("SELECT count(*) FROM mail WHERE kind = 'reminder'"), [(3,)])


play_case.main(__name__)
