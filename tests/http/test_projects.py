#!/usr/bin/env python3
"""Projects that operators order and workers play: their results are those of the commands, nothing
is lost or doubled by kills, and lies are found."""
import base64
import contextlib
import json
import os
import sqlite3
import tempfile
import unittest

import play_case
from play_case import Person, account, eventually, main, new_key
from test_postgres import cluster, is_missing
from test_work import WorkCase, command, computed, moderate

GAMES = {"kind": "games", "variant": "chess", "games": 36, "nodes": 20, "plies": 4, "seed": 5}
TEST = {
    **{"kind": "test", "variant": "chess", "games": 20, "nodes": 20, "plies": 4, "seed": 9},
    **{"new": "futility_base=600,loss_quiet=100", "low": 0, "high": 0},
}
MINING = {
    **{"kind": "mining", "variant": "chess", "games": 12, "nodes": 60, "plies": 4, "seed": 3},
    "search": 2000,
}
HEAD = 80  # bytes before the first game of a file, at least


def selfplay(games=36, seed=5):
    """The file of the same games, as the command makes it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        command(
            *("selfplay", "chess", "--out", path, "--games", str(games), "--nodes", "20"),
            *("--plies", "4", "--seed", str(seed)),
        )
        with open(path, "rb") as file:
            return file.read()


def lease(answer):
    return {"lease": answer.json["lease"]}


class ProjectCase(WorkCase):
    def chief(self):
        name = self.name()
        chief = account(self.server, name)
        moderate(self.server, "entrust", name)
        return chief

    def order(self, chief, **settings):
        made = self.expect(chief.post("/api/work/projects", **settings), 201).json
        self.assertEqual(made["url"], "/api/work/projects/" + made["id"])
        return made["url"]

    late = False  # whether work may end before its result is handed in

    def step(self, workers):
        """Each does a piece of work; False: there is none."""
        answers = [worker.acquire() for worker in workers]
        for worker, answer in zip(workers, answers):
            if answer.status == 200:
                done = worker.hand_in(answer.json, computed(answer))
                self.assertIn(done.status, (200, 409) if self.late else (200,), done.text)
        return any(answer.status == 200 for answer in answers)

    def finish(self, chief, path, workers=None):
        workers = workers or [self.worker(), self.worker()]

        def is_done():
            while self.step(workers):
                pass
            return chief.get(path).json["state"] == "done"

        eventually(is_done, path)
        return chief.get(path).json

    def first_part(self, worker):
        """The parts are given out within a second."""
        answers = []

        def has_come():
            answers.append(worker.acquire())
            return answers[-1].status == 200

        eventually(has_come, "the parts")
        return answers[-1]

    def peek(self, worker):
        """The right result of the first part, which others are to do."""
        answer = self.first_part(worker)
        right = computed(answer)
        path = "/api/work/%d/return" % answer.json["id"]
        self.expect(worker.post(path, **lease(answer)), 200)
        return right


class Projects(ProjectCase):
    def tearDown(self):
        """Stops what is left, so that the next test begins with an empty queue."""
        chief = self.chief()
        for project in chief.get("/api/work/projects").json["projects"]:
            chief.post("/api/work/projects/" + project["id"], state="stopped")

    def test_games_are_those_of_the_command(self):
        chief = self.chief()
        path = self.order(chief, **GAMES)
        begun = chief.get(path).json
        self.assertEqual((begun["state"], begun["parts"], begun["done"]), ("running", 3, 0))
        self.assertIsNone(begun["left_s"])
        shown = self.finish(chief, path)
        file = chief.get(path + "/file").body
        self.assertEqual(file, selfplay())
        self.assertEqual((shown["done"], shown["lost"]), (3, 0))
        self.assertEqual(shown["counts"]["games"], 36)
        self.assertGreater(shown["ended"], shown["created"])
        listed = chief.get("/api/work/projects").json["projects"]
        self.assertEqual(listed[0], shown)
        with tempfile.NamedTemporaryFile() as kept:
            kept.write(file)
            kept.flush()
            said = command("selfplay", "--show", kept.name, "--json")
            self.assertIn('"games":36', said)
            self.assertIn('"positions":%d' % shown["counts"]["positions"], said)

    def test_a_test_is_a_match_of_the_command(self):
        chief = self.chief()
        path = self.order(chief, **TEST)
        shown = self.finish(chief, path)
        new = "name=new,cmd=self,constants=" + TEST["new"].replace(",", "\\,")
        said = command(
            *("match", "chess", new, "self", "--games", "20", "--nodes", "20", "--plies", "4"),
            *("--seed", "9", "--json"),
        )
        match, test = json.loads(said), shown["test"]
        for name, words in (("results", "result"), ("pairs", "pair")):
            counts = [shown["counts"].get(words + str(i), 0) for i in range(len(match[name]))]
            self.assertEqual(counts, match[name])
        self.assertEqual(shown["counts"]["plies"], match["plies"])
        for name in ("score_millionths", "low_millionths", "high_millionths"):
            self.assertEqual(test[name], match[name])
        self.assertEqual(test["verdict"], "none")
        self.expect(chief.get(path + "/file"), 404, "not_found")

    def test_mining_finds_the_problems_of_the_command(self):
        chief = self.chief()
        path = self.order(chief, **MINING)
        shown = self.finish(chief, path)
        id = shown["id"]
        with tempfile.TemporaryDirectory() as folder:
            games, found = os.path.join(folder, "games"), os.path.join(folder, "found")
            command(
                *("selfplay", "chess", "--out", games, "--games", "12", "--nodes", "60"),
                *("--plies", "4", "--seed", "3"),
            )
            command("mine", games, "--out", found, "--label", id, "--nodes", "2000")
            listed = command("mine", found, "--list").splitlines()
        self.assertGreater(len(listed), 2)
        text = chief.get(path + "/file").text
        self.assertEqual([line for line in text.splitlines() if "\t" in line], listed)
        self.assertEqual(shown["counts"], {"games": 12, "problems": len(listed)})
        for line in listed:
            variant, aim, moves, themes, source, ply, fen, solution = line.split("\t")
            shown = chief.get("/api/problems/%s-%s" % (source, ply)).json
            self.assertEqual((shown["variant"], shown["aim"]), (variant, aim))
            self.assertEqual((shown["moves"], shown["fen"]), (int(moves), fen))
            self.assertEqual(shown["themes"], themes.split())
            game = chief.get("/api/problems/%s-%s/source" % (source, ply)).json
            self.assertGreater(len(game["moves"]), int(ply))
            if aim == "win":
                solved = "/api/problems/%s-%s/solved" % (source, ply)
                self.expect(chief.post(solved, moves=solution.split()), 200)
        again = chief.post("/api/work/projects", **MINING)
        self.expect(again, 400, "bad_request")
        self.assertIn("already", again.json["message"])

    def test_problems_that_cannot_be(self):
        chief = self.chief()
        path = self.order(chief, **{**MINING, "seed": 4})
        worker = self.worker()
        right = self.peek(worker)
        lines = right.split("\n")
        game = next(i for i, line in enumerate(lines) if line.startswith("game "))
        problem = next(i for i, line in enumerate(lines) if "\t" in line)
        fields = lines[problem].split("\t")

        def other(at, line):
            return "\n".join(lines[:at] + [line] + lines[at + 1 :])

        def field(number, value):
            return other(problem, "\t".join(fields[:number] + [value] + fields[number + 1 :]))

        for result in (
            *("x", "# mined\nx", other(game, "game chess x 1 2 "), other(game, lines[game] + "!")),
            *(other(game, lines[game].replace("-", "-9", 1)), right + "\n" + lines[game]),
            *(field(0, "alert"), field(1, "draw"), field(2, "0"), field(3, "<b>")),
            *(field(4, fields[4] + "1"), field(5, "3"), field(6, fields[6].upper())),
            *(field(7, "a1a1"), field(7, "")),
        ):
            liar = self.worker()
            answer = self.first_part(liar)
            self.expect(liar.hand_in(answer.json, result), 422, "bad_request")
        self.finish(chief, path)
        self.assertEqual(chief.get(path).json["counts"]["games"], 12)

    def test_a_test_ends_when_it_is_decided(self):
        """Equal sides are not a thousand points apart."""
        chief = self.chief()
        order = {**TEST, "games": 1000, "nodes": 1, "new": "", "low": -10000}
        path = self.order(chief, **order)
        self.late = True
        shown = self.finish(chief, path)
        self.assertEqual(shown["test"]["verdict"], "high")
        self.assertGreater(shown["test"]["ratio_hundredths"], shown["test"]["bound_hundredths"])
        self.assertLess(shown["counts"]["games"], 1000)
        self.assertEqual(self.worker().acquire().status, 204)

    def test_a_lie_about_a_test_is_found(self):
        chief = self.chief()
        path = self.order(chief, **{**TEST, "games": 2})
        liar, honest = self.worker(), self.worker()
        answer = self.first_part(liar)
        right = json.loads(computed(answer))
        for wrong in ({"results": "0"}, {"results": "05"}, {"results": "-4"}, {"plies": -1}):
            other = self.worker()
            self.expect(liar.post("/api/work/%d/return" % answer.json["id"], **lease(answer)), 200)
            bad = self.first_part(other)
            result = json.dumps({**right, **wrong})
            self.expect(other.hand_in(bad.json, result), 422, "bad_request")
            answer = self.first_part(liar)
        turned = {"0": "4", "4": "0"}.get(right["results"][0], "4")
        lie = json.dumps({**right, "results": turned + right["results"][1]})
        self.assertEqual(liar.hand_in(answer.json, lie).json, {"is_final": False})
        again = self.first_part(honest)
        honest.hand_in(again.json, computed(again))
        eventually(lambda: chief.get(path).json["state"] == "done", "the server's own result")
        counts = chief.get(path).json["counts"]
        self.assertEqual(counts["plies"], right["plies"])
        self.assertGreaterEqual(counts["result" + right["results"][0]], 1)
        self.expect(liar.acquire(), 403, "forbidden")

    def test_bad_tests(self):
        chief = self.chief()
        for change, words in (
            ({"games": 3}, "an even number of games"),
            ({"new": "none=1"}, '"new" and "old" are constants of the search'),
            ({"old": "futility_base=99999"}, '"new" and "old" are constants of the search'),
            ({"new": 'a"b'}, '"new" and "old" are constants of the search'),
            ({"new": "loss_quiet=30," * 40}, '"new" and "old" are constants of the search'),
            ({"low": 10001}, '"low" and "high" are tenths'),
            ({"low": 10, "high": 5}, '"low" must not be more than "high".'),
        ):
            answer = chief.post("/api/work/projects", **{**TEST, **change})
            self.expect(answer, 400, "bad_request")
            self.assertIn(words, answer.json["message"])

    def test_the_page(self):
        chief = self.chief()
        fields = {"kind": "games", "variant": "chess", "games": "8", "nodes": "20", "new": ""}
        answer = chief.form("/operator/projects", **fields)
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/operator#projects"))
        id = chief.get("/api/work/projects").json["projects"][0]["id"]

        def row():
            table = chief.get("/operator").text.split('id="project-table"')[1].split("</table>")[0]
            return [one for one in table.split("<tr>") if id in one][0]

        self.assertIn(">Self-play<", row())
        self.assertIn("0 %, under way", row())
        self.assertIn("/api/work/projects/%s/file" % id, row())
        for state, words in (("paused", "on hold"), ("stopped", "stopped")):
            answer = chief.form("/operator/projects/" + id, state=state)
            self.assertEqual(answer.status, 303)
            self.assertIn(words, row())
        self.assertNotIn("<form", row())
        for wrong in ({"games": ""}, {"nodes": "x"}, {"nodes": "-1"}, {"variant": "none"}):
            answer = chief.form("/operator/projects", **{**fields, **wrong})
            self.assertEqual(answer.status, 400)
        plain = account(self.server, self.name())
        self.assertEqual(plain.form("/operator/projects", **fields).status, 403)

    def test_an_order_is_taken_once(self):
        chief, key = self.chief(), new_key()
        path = self.order(chief, **GAMES, key=key)
        self.assertEqual(self.order(chief, **GAMES, key=key), path)

    def test_who_may(self):
        path = self.order(self.chief(), **GAMES)
        warden = account(self.server, self.name())
        moderate(self.server, "appoint", warden.get("/api/me").json["name"])
        for person in (Person(self.server), account(self.server, self.name()), warden):
            for answer in (
                person.get("/api/work/projects"),
                person.get(path),
                person.get(path + "/file"),
                person.post("/api/work/projects", **GAMES),
                person.post(path, state="stopped"),
            ):
                self.expect(answer, 403, "forbidden")

    def test_bad_orders(self):
        chief = self.chief()
        for change, words in (
            ({"kind": "none"}, "There is no such kind of project."),
            ({"kind": None}, "There is no such kind of project."),
            ({"variant": "no-such-game"}, '"variant" is the id of a game'),
            ({"games": 0}, '"games" is a number from 1 to 1,000,000.'),
            ({"games": 1000001}, '"games" is a number from 1 to 1,000,000.'),
            ({"games": "9"}, '"games" is a number from 1 to 1,000,000.'),
            ({"nodes": 0}, '"nodes" is a number from 1 to 1,000,000.'),
            ({"nodes": 1 << 40}, '"nodes" is a number from 1 to 1,000,000.'),
            ({"plies": -1}, '"plies" is a number from 0 to 200.'),
            ({"balance": 10001}, '"balance" is a number from 0 to 10,000.'),
            ({"seed": 1 << 32}, '"seed" is a number from 0 to 4,294,967,295.'),
        ):
            answer = chief.post("/api/work/projects", **{**GAMES, **change})
            self.expect(answer, 400, "bad_request")
            self.assertIn(words, answer.json["message"])
        self.expect(chief.post("/api/work/projects", **GAMES, rubbish=1), 400, "bad_request")
        path = self.order(chief, **GAMES)
        for state in ("done", "", None, 7, "begun"):
            self.expect(chief.post(path, state=state), 400, "bad_request")
        for answer in (
            chief.get("/api/work/projects/none"),
            chief.get("/api/work/projects/none/file"),
            chief.post("/api/work/projects/none", state="stopped"),
        ):
            self.expect(answer, 404, "not_found")

    def test_results_that_cannot_be(self):
        chief = self.chief()
        other = base64.b64encode(selfplay(seed=6)).decode()
        path = self.order(chief, **GAMES)
        worker = self.worker()
        right = self.peek(worker)
        file = base64.b64decode(right)
        broken = bytearray(file)
        broken[-1] ^= 1
        twice = file + file[len(file) // 2 :]
        for result in (
            *("x", other),
            *(base64.b64encode(bytes(one)).decode() for one in (broken, twice)),
        ):
            liar = self.worker()
            answer = self.first_part(liar)
            self.expect(liar.hand_in(answer.json, result), 422, "bad_request")
            self.expect(liar.acquire(), 403, "forbidden")
        self.finish(chief, path)
        self.assertEqual(chief.get(path + "/file").body, selfplay())

    def test_a_lie_is_found(self):
        """One that could be right: the last game could not be played."""
        chief = self.chief()
        path = self.order(chief, **{**GAMES, "games": 4})
        liar, honest = self.worker(), self.worker()
        answer = self.first_part(liar)
        file = base64.b64decode(computed(answer))
        at = file.index(selfplay(3)[HEAD:]) + len(selfplay(3)) - HEAD
        lie = base64.b64encode(file[:at]).decode()
        self.assertEqual(liar.hand_in(answer.json, lie).json, {"is_final": False})
        again = self.first_part(honest)
        self.assertEqual(honest.hand_in(again.json, computed(again)).json, {"is_final": False})
        # The server decides.
        eventually(lambda: chief.get(path).json["state"] == "done", "the server's own result")
        self.assertEqual(chief.get(path + "/file").body, selfplay(4))
        self.expect(liar.acquire(), 403, "forbidden")
        self.assertEqual(honest.acquire().status, 204)

    def test_fifty_at_most(self):
        chief = self.chief()
        self.order(chief, **GAMES)
        path = os.path.join(self.server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path, timeout=60)) as db:
            for i in range(49):
                db.execute(
                    "INSERT INTO project SELECT ?1, person, ?1, kind, variant, definition,"
                    " settings, 1, games, part_games, parts, next, done, lost, size, created_ms,"
                    " ended_ms, since_ms, since_done FROM project WHERE state = 0 LIMIT 1",
                    ["copy%d" % i],
                )
            db.commit()
        answer = chief.post("/api/work/projects", **GAMES)
        self.expect(answer, 409, "too_many")
        self.expect(chief.post("/api/work/projects/copy0", state="stopped"), 200)
        self.order(chief, **GAMES)

    def test_pausing_and_stopping(self):
        chief = self.chief()
        path = self.order(chief, **{**GAMES, "games": 400})
        worker = self.worker()
        work = self.first_part(worker).json
        self.expect(chief.post(path, state="paused"), 200)
        self.expect(chief.post(path, state="paused"), 200)
        given = sum(1 for _ in iter(lambda: self.worker().acquire().status, 204))
        self.assertLessEqual(given, 15)
        self.expect(chief.post(path, state="running"), 200)
        self.expect(chief.post(path, state="stopped"), 200)
        self.assertEqual(self.worker().acquire().status, 204)
        self.expect(worker.hand_in(work, "x"), 409, "conflict")
        self.expect(chief.post(path, state="running"), 409, "conflict")
        shown = chief.get(path).json
        self.assertEqual((shown["state"], shown["done"]), ("stopped", 0))
        self.assertIsNotNone(shown["ended"])

    def test_reviews_come_first(self):
        chief = self.chief()
        self.order(chief, **GAMES)
        worker = self.worker()
        self.assertEqual(self.first_part(worker).json["kind"], "games")
        self.wanted()
        self.assertEqual(worker.acquire().json["kind"], "review")
        self.assertEqual(worker.acquire().json["kind"], "games")


class Factors(ProjectCase):
    OPTIONS = (*ProjectCase.OPTIONS, "--office-factors", "two")

    def test_a_second_factor_is_needed(self):
        chief = self.chief()
        for answer in (
            chief.get("/api/work/projects"),
            chief.post("/api/work/projects", **GAMES),
        ):
            self.expect(answer, 403, "forbidden")
            self.assertIn("second factor", answer.json["message"])


class Own(ProjectCase):
    """The server works too."""

    OPTIONS = ("--engines", "0")

    def test_a_part_gives_way_to_a_review(self):
        chief = self.chief()
        path = self.order(chief, kind="games", variant="chess", games=1, nodes=1000000)
        eventually(lambda: play_case.children_of(self.server.process.pid), "the part is begun")
        review = self.wanted()
        eventually(lambda: self.review(review)["review"], "a review")
        self.assertEqual(chief.get(path).json["done"], 0)
        self.expect(chief.post(path, state="stopped"), 200)


class Kills(ProjectCase):
    """Everybody is killed again and again, and everything is there once."""

    OPTIONS = (*ProjectCase.OPTIONS, "--clock-rate", "100")

    def kill_worker(self, worker):
        process = self.run_command(worker, "--quiet")
        eventually(
            lambda: play_case.children_of(process.pid) or process.poll() is not None,
            "a child of the worker",
        )
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    def test_kills_of_everybody(self):
        chief = self.chief()
        path = self.order(chief, **GAMES)
        workers = [self.worker(), self.worker()]
        for worker in workers:
            self.kill_worker(worker)
            self.server.kill()
            self.server.start()
        for _ in range(3):
            answers = [worker.acquire() for worker in workers]
            for worker, answer in zip(workers, answers):
                if answer.status == 200:
                    result = computed(answer)
                    worker.hand_in(answer.json, result)  # it may have come too late
                    worker.hand_in(answer.json, result)
            self.server.kill()
            self.server.start()

        def is_done():
            for worker in workers:
                answer = worker.acquire()
                if answer.status == 200:
                    worker.hand_in(answer.json, computed(answer))
            return chief.get(path).json["state"] == "done"

        eventually(is_done, "the end")
        shown = chief.get(path).json
        self.assertEqual((shown["done"], shown["lost"], shown["counts"]["games"]), (3, 0, 36))
        self.assertEqual(chief.get(path + "/file").body, selfplay())


class Postgres(ProjectCase):
    """The same in the other database."""

    @classmethod
    def setUpClass(cls):
        if is_missing():
            raise unittest.SkipTest("there is no PostgreSQL")
        cls.home = tempfile.TemporaryDirectory(prefix="apo-postgres-")
        cls.url = cluster("start", cls.home.name)
        cls.OPTIONS = (*ProjectCase.OPTIONS, "--store", cls.url)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cluster("stop", cls.home.name)
        cls.home.cleanup()

    def test_games(self):
        chief = self.chief()
        path = self.order(chief, **GAMES)
        shown = self.finish(chief, path)
        self.assertEqual((shown["done"], shown["lost"], shown["counts"]["games"]), (3, 0, 36))
        self.assertEqual(chief.get(path + "/file").body, selfplay())


if __name__ == "__main__":
    main(__name__)
