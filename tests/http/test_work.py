#!/usr/bin/env python3
"""Work for other machines: leases, results, workers that are killed, and workers that lie."""
import concurrent.futures
import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess

import play_case
from play_case import Person, PlayCase, account, eventually, main, new_key, two_people

PASSWORD = "correct horse battery"
PROGRAM = ""


def command(*words, **more):
    return subprocess.run(
        [play_case.COMMAND, *words], check=True, capture_output=True, text=True, **more
    ).stdout


def moderate(server, *words):
    where = ["--data", server.folder]
    if "--store" in server.options:
        where += ["--store", server.options[server.options.index("--store") + 1]]
    command("moderate", *words, *where)


class Program(Person):
    """A worker with the token of an account."""

    def __init__(self, server, name, is_admitted=True):
        super().__init__(server)
        self.owner = account(server, name)
        answer = self.owner.post("/api/tokens", name="w", scopes=["work"], password=PASSWORD)
        self.token, self.name = answer.json["token"], name
        if is_admitted:
            moderate(server, "admit-worker", name)

    def ask(self, method, path, body=None, headers=()):
        return super().ask(
            method, path, body, {"Authorization": "Bearer " + self.token, **dict(headers)}
        )

    def acquire(self, key=None, **more):
        return self.post("/api/work/acquire", program=program(), key=key or new_key(), **more)

    def waiting(self, key=None):
        """Asks for work and waits, in another thread; a function gives the answer."""
        return background(lambda: self.acquire(key, wait_s=20))

    def hand_in(self, work, result):
        path = "/api/work/%d/result" % work["id"]
        return self.post(path, lease=work["lease"], result=result)


def program():
    global PROGRAM
    PROGRAM = PROGRAM or command("work", "--program").strip()
    return PROGRAM


results = {}


def computed(answer):
    """The right result of the work in an answer; each is computed once."""
    work = answer.json["input"]
    if work not in results:
        results[work] = command("work", "--input", "-", input=answer.text).strip()
    return results[work]


def background(call):
    """Begins a call in another thread; a function waits for what it gives."""
    pool = concurrent.futures.ThreadPoolExecutor(1)
    answer = pool.submit(call)
    pool.shutdown(wait=False)
    return lambda: answer.result(timeout=play_case.WAIT_S)


class WorkCase(PlayCase):
    OPTIONS = ("--engines", "0", "--no-work")
    count = 0

    def name(self):
        WorkCase.count += 1
        return "Worker-%d" % WorkCase.count

    def worker(self, **more):
        return Program(self.server, self.name(), **more)

    def finished(self, moves=("e2e4",), **setup):
        """The id of a finished game."""
        white, black, id = two_people(self.server, **setup)
        for ply, move in enumerate(moves):
            self.expect((white, black)[ply % 2].move(id, ply, move), 200)
        self.expect(white.post("/api/games/%s/resign" % id), 200)
        eventually(lambda: Person(self.server).get("/api/archive/games/" + id).status == 200, id)
        return id

    def wanted(self, person=None, **setup):
        """A game whose review is asked for: its address."""
        path = "/api/archive/games/%s/review" % self.finished(**setup)
        person = person or account(self.server, self.name())
        self.expect(person.post(path + "/work"), 200)
        return path

    def leased(self, worker, key=None):
        answer = worker.acquire(key)
        self.expect(answer, 200)
        return answer

    def review(self, path):
        return Person(self.server).get(path).json

    def gauge(self, name):
        text = Person(self.server).get("/metrics").text
        return int(re.search(r"^apothecary_%s (\d+)$" % name, text, re.M).group(1))

    def wait(self, worker):
        """A request that waits for work; a function gives its answer."""
        answer = worker.waiting()
        eventually(lambda: self.gauge("work_awaiting") == 1, "the worker waits")
        return answer

    def run_command(self, worker, *options):
        name = os.path.join(self.server.folder, worker.name + ".token")
        with open(name, "w", encoding="ascii") as file:
            file.write(worker.token + "\n")
        return subprocess.Popen(
            [
                *(play_case.COMMAND, "work", "--server", self.server.origin),
                *("--token-file", name, *options),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


class Work(WorkCase):
    def drain(self):
        """Does all work that waits, so that the next test begins with an empty queue."""
        first, second = self.worker(), self.worker()
        for _ in range(50):
            answers = [worker.acquire() for worker in (first, second)]
            for worker, answer in zip((first, second), answers):
                if answer.status == 200:
                    self.expect(worker.hand_in(answer.json, computed(answer)), 200)
            if all(answer.status == 204 for answer in answers):
                return

    def tearDown(self):
        self.drain()

    def test_two_workers_find_the_same(self):
        ann = account(self.server, self.name())
        path = self.wanted(ann)
        waiting = self.review(path)
        self.assertIsNone(waiting["review"])
        self.assertFalse(waiting["work"]["is_begun"])
        self.expect(ann.post(path + "/work"), 200)  # once more changes nothing
        self.assertEqual(self.review(path)["work"]["id"], waiting["work"]["id"])
        first, second = self.worker(), self.worker()
        answer = self.leased(first)
        self.assertEqual(answer.json["kind"], "review")
        self.assertEqual(second.acquire().status, 204)
        self.assertTrue(self.review(path)["work"]["is_begun"])
        result = computed(answer)
        again = command("work", "--input", "-", input=answer.text).strip()
        self.assertEqual(again, result)
        done = first.hand_in(answer.json, result)
        self.assertEqual((done.status, done.json), (200, {"is_final": False}))
        self.assertIsNone(self.review(path)["review"])
        self.assertEqual(first.acquire().status, 204)  # nobody repeats their own
        again = self.leased(second)
        self.assertEqual(again.json["input"], answer.json["input"])
        done = second.hand_in(again.json, result)
        self.assertEqual((done.status, done.json), (200, {"is_final": True}))
        shown = self.review(path)
        self.assertIsNone(shown["work"])
        self.assertEqual(shown["review"]["by"], ann.get("/api/me").json["name"])
        self.assertEqual(len(shown["review"]["positions"]), 2)
        self.expect(account(self.server, self.name()).post(path + "/work"), 409, "conflict")

    def test_who_may_work(self):
        stranger = Person(self.server)
        self.expect(stranger.post("/api/work/acquire", program=""), 403, "forbidden")
        plain = self.worker(is_admitted=False)
        self.expect(plain.acquire(), 403, "forbidden")
        moderate(self.server, "admit-worker", plain.name)
        self.assertEqual(plain.acquire().status, 204)
        self.expect(plain.get("/api/work"), 403, "forbidden")  # its scope is this alone
        other = plain.post("/api/work/acquire", program="0.0.1-0000")
        self.expect(other, 409, "other_program")
        moderate(self.server, "stop-worker", plain.name)
        self.expect(plain.acquire(), 403, "forbidden")
        reader = Program(self.server, self.name())
        answer = reader.owner.post("/api/tokens", name="r", scopes=["read"], password=PASSWORD)
        reader.token = answer.json["token"]
        self.expect(reader.acquire(), 403, "forbidden")

    def test_what_workers_may_not_send(self):
        self.wanted()
        worker, other = self.worker(), self.worker()
        key = new_key()
        answer = self.leased(worker, key)
        self.assertEqual(self.leased(worker, key).text, answer.text)  # the answer was lost
        self.expect(other.acquire(key), 409, "conflict")
        work = answer.json
        result = computed(answer)
        path = "/api/work/%d/" % work["id"]
        for sender, lease in ((other, work["lease"]), (worker, new_key()), (worker, "")):
            for what in ("renew", "return"):
                self.expect(sender.post(path + what, lease=lease), 409, "conflict")
            sent = sender.post(path + "result", lease=lease, result=result)
            self.expect(sent, 409, "conflict")
        for id in ("0", "4294967296", "x", "-1", "99999"):
            sent = worker.post("/api/work/%s/renew" % id, lease=work["lease"])
            self.expect(sent, 409, "conflict")
        for result_ in ("", 7, None, "x" * (112 * 1024 + 1)):
            self.expect(worker.hand_in(work, result_), 400, "bad_request")
        self.expect(worker.post(path + "renew", lease=work["lease"]), 200)
        self.expect(worker.hand_in(work, result), 200)
        self.expect(worker.hand_in(work, result), 409, "conflict")  # twice

    def test_returned_work_goes_to_another(self):
        self.wanted()
        first, second = self.worker(), self.worker()
        work = self.leased(first).json
        self.expect(first.post("/api/work/%d/return" % work["id"], lease=work["lease"]), 200)
        self.assertEqual(self.leased(second).json["id"], work["id"])
        self.expect(first.hand_in(work, "{}"), 409, "conflict")

    def test_a_result_that_cannot_be_one(self):
        for result in ("x", "{}", '{"positions":[]}', '{"positions":["1 e2e5",""]}'):
            path = self.wanted()
            worker = self.worker()
            work = self.leased(worker).json
            self.expect(worker.hand_in(work, result), 422, "bad_request")
            self.expect(worker.acquire(), 403, "forbidden")
            self.assertIsNone(self.review(path)["review"])
            self.drain()
            self.assertIsNotNone(self.review(path)["review"])

    def faults(self):
        with contextlib.closing(
            sqlite3.connect(os.path.join(self.server.folder, "apothecary.db"))
        ) as db:
            return db.execute(
                "SELECT subject, wrong_result, right_result FROM work_fault"
            ).fetchall()

    def test_a_lie_is_found(self):
        path = self.wanted()
        liar, honest = self.worker(), self.worker()
        answer = self.leased(liar)
        lie = '{"positions":["7 a2a3","7 a7a6"]}'
        self.expect(liar.hand_in(answer.json, lie), 200)
        self.assertIsNone(self.review(path)["review"])
        again = self.leased(honest)
        right = computed(again)
        self.assertEqual(honest.hand_in(again.json, right).json, {"is_final": False})
        # The two results differ, so the server computes its own.
        eventually(lambda: self.review(path)["review"], "a review by the server")
        lines = self.review(path)["review"]["positions"]
        self.assertEqual(lines, json.loads(right)["positions"])
        self.expect(liar.acquire(), 403, "forbidden")
        self.assertEqual(honest.acquire().status, 204)
        id = path.split("/")[4]
        self.assertIn((id, lie, right), self.faults())
        self.assertIn("worker_distrusted", self.server.read_log())
        chief = account(self.server, self.name())
        moderate(self.server, "entrust", chief.get("/api/me").json["name"])
        table = chief.get("/operator").text.split('id="workers"')[1].split("</table>")[0]
        rows = [re.findall(r">([^<>\n]+)</t[hd]>", row) for row in table.split("<tr>")]
        self.assertIn([liar.name, "1", "0", "1"], [row[:4] for row in rows])
        self.assertIn([honest.name, "1", "1", "0"], [row[:4] for row in rows])
        # The lie itself is listed, and counted.
        page = chief.get("/operator").text
        listed = page.split('id="faults"')[1].split("</table>")[0]
        (row,) = [row for row in listed.split("<tr>") if ">%s<" % liar.name in row]
        self.assertIn('<a href="/analysis?archive=%s">Review of a game</a>' % id, row)
        counted = re.search(
            r"^apothecary_work_faults_total (\d+)$", chief.get("/metrics").text, re.M
        )
        self.assertGreaterEqual(int(counted.group(1)), 1)

    def test_how_much_one_person_waits_for(self):
        ann = account(self.server, self.name())
        for _ in range(5):
            self.wanted(ann)
        path = "/api/archive/games/%s/review" % self.finished()
        self.expect(ann.post(path + "/work"), 409, "too_many")
        listed = ann.get("/api/work").json["work"]
        self.assertEqual([one["kind"] for one in listed], ["review"] * 5)
        self.expect(Person(self.server).get("/api/work"), 401, "login_needed")
        self.worker().acquire()  # there is a worker, so the server can say how long it takes
        waits = [one["wait_s"] for one in ann.get("/api/work").json["work"]]
        mine = "/@/" + ann.get("/api/me").json["name"]
        page = ann.get(mine).text.split('id="work"')[1].split("</ul>")[0]
        self.assertEqual(page.count("Review of a game</a>: less than a minute"), 5, page)
        self.assertNotIn('id="work"', Person(self.server).get(mine).text)
        self.assertEqual(waits, sorted(waits))
        self.assertGreater(waits[0], 0)

    def test_what_cannot_be_reviewed(self):
        guest, ann = Person(self.server), account(self.server, self.name())
        path = "/api/archive/games/%s/review/work" % self.finished()
        self.expect(guest.post(path), 401, "login_needed")
        self.expect(ann.post("/api/archive/games/none/review/work"), 404, "not_found")

    def test_the_command_works(self):
        paths = [self.wanted(moves=(move,)) for move in ("e2e4", "d2d4")]
        workers = [self.worker(), self.worker()]
        running = [self.run_command(worker, "--pieces", "2") for worker in workers]
        for process in running:
            said, error = process.communicate(timeout=play_case.WAIT_S)
            self.assertEqual((process.returncode, error), (0, ""), said)
            self.assertEqual(said.count("done review"), 2)
        for path in paths:
            self.assertEqual(len(self.review(path)["review"]["positions"]), 2)

    def end_leases(self):
        """As when a minute has passed; while the server is down."""
        path = os.path.join(self.server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE work SET until_ms = 0")
            db.commit()

    def test_kills_of_everybody(self):
        path = self.wanted(moves=("d2d4", "d7d5", "c2c4"))
        workers = [self.worker(), self.worker()]
        for worker in workers:
            process = self.run_command(worker, "--quiet")
            eventually(
                lambda: play_case.children_of(process.pid) or self.review(path)["review"],
                "a child of the worker",
            )
            process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()
            self.server.kill()
            self.end_leases()
            self.server.start()
        self.assertIsNone(self.review(path)["review"])
        self.assertIsNotNone(self.review(path)["work"])
        self.drain()
        self.assertEqual(len(self.review(path)["review"]["positions"]), 4)

    def test_ctrl_c_gives_work_back(self):
        path = self.wanted(moves=("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"))
        worker = self.worker()
        process = self.run_command(worker)
        self.assertIn("begins review", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=play_case.WAIT_S)
        self.assertIn("returned review", said)
        self.assertEqual(process.returncode, 0)
        self.assertFalse(self.review(path)["work"]["is_begun"])


class Waiting(WorkCase):
    """Requests for work that wait until there is some."""

    def test_waits_for_work(self):
        worker = self.worker()
        answer = worker.waiting()
        path = self.wanted()
        self.assertEqual(answer().json["kind"], "review")
        self.assertTrue(self.review(path)["work"]["is_begun"])

    def test_how_long_one_may_wait(self):
        worker = self.worker()
        for wait_s in (-1, 21, "1", 1.5, [], True):
            self.expect(worker.acquire(wait_s=wait_s), 400, "bad_request")
        answer = worker.acquire(wait_s=0)
        self.assertEqual((answer.status, answer.headers["Retry-After"]), (204, "2"))
        answer = worker.acquire(wait_s=1)
        self.assertEqual((answer.status, answer.headers["Retry-After"]), (204, None))

    def test_who_is_no_longer_trusted(self):
        worker = self.worker()
        answer = worker.waiting()
        moderate(self.server, "stop-worker", worker.name)
        path = self.wanted()
        self.assertEqual(answer().status, 204)
        self.assertFalse(self.review(path)["work"]["is_begun"])

    def test_the_server_stops_although_somebody_waits(self):
        worker = self.worker()
        # Until the server knows its program it answers that it is busy, and nobody waits.
        self.assertEqual(worker.acquire(wait_s=0).status, 204)
        answer = self.wait(worker)
        self.server.stop()
        try:
            self.assertEqual(answer().status, 204)
        finally:
            self.server.start()


class MovesCase(WorkCase):
    """The computer's moves at high levels are found by a machine that waits for work."""

    OPTIONS = ("--engines", "1", "--no-work")
    INPUT = {"fen", "moves", "nodes"}

    def tearDown(self):
        for _ in range(20):
            worker = self.worker()
            answer = worker.acquire()
            if answer.status != 200:
                return
            self.expect(worker.hand_in(answer.json, computed(answer)), 200)

    def setUp(self):
        """Waits until the server knows its program: before that nobody gets work."""
        super().setUp()
        worker = self.worker()
        path = "/api/work/acquire"
        eventually(lambda: worker.post(path, program="?").status == 409, "the program is known")

    def play(self, level, variant="chess", **setup):
        """A game in which the computer is to move; its id."""
        person = Person(self.server)
        side = {"kind": "computer", "level": level}
        return person, person.make(variant, side, color="black", **setup)[0]

    def moves(self, person, id):
        return [one["text"] for one in person.game(id)["moves"]]


class Moves(MovesCase):
    def test_a_waiting_worker_finds_the_move(self):
        worker = self.worker()
        answer = self.wait(worker)
        person, id = self.play(8)
        work = answer().json
        self.assertEqual((work["kind"], work["variant"]), ("move", "chess"))
        self.assertEqual(set(json.loads(work["input"])), self.INPUT)
        self.assertEqual(self.moves(person, id), [])
        self.assertEqual(self.gauge("engine_thinking"), 0)
        done = worker.hand_in(work, '{"move":"a2a3"}')
        # It is played at once, although the worker is new, and another is to find the same.
        self.assertEqual((done.status, done.json), (200, {"is_final": False}))
        eventually(lambda: self.moves(person, id), "the move")
        self.assertEqual(self.moves(person, id), ["a2a3"])
        # That was not the best move, as two others find.
        honest = self.worker()
        again = self.leased(honest)
        self.assertEqual(again.json["input"], work["input"])
        self.expect(honest.hand_in(again.json, computed(again)), 200)
        eventually(lambda: worker.acquire().status == 403, "the lie is found")
        self.assertEqual(self.moves(person, id), ["a2a3"])
        chief = account(self.server, self.name())
        moderate(self.server, "entrust", chief.get("/api/me").json["name"])
        page = chief.get("/operator").text
        self.assertIn('<a href="/game/%s">Move of the computer</a>' % id, page)

    def test_the_command_moves(self):
        worker = self.worker()
        process = self.run_command(worker, "--pieces", "1")
        eventually(lambda: self.gauge("work_awaiting") == 1, "the worker waits")
        person, id = self.play(8, clock={"kind": "live", "base_ms": 600000, "increment_ms": 0})
        said, error = process.communicate(timeout=play_case.WAIT_S)
        self.assertEqual((process.returncode, error), (0, ""))
        self.assertIn("done move", said)
        eventually(lambda: self.moves(person, id), "the move")
        self.assertNotIn("worker_too_slow", self.server.read_log())

    def test_ctrl_c_while_it_waits(self):
        process = self.run_command(self.worker())
        eventually(lambda: self.gauge("work_awaiting") == 1, "the worker waits")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(timeout=play_case.WAIT_S), ("", ""))
        self.assertEqual(process.returncode, 0)
        eventually(lambda: self.gauge("work_awaiting") == 0, "it has gone")

    def test_a_move_that_is_not_legal(self):
        worker = self.worker()
        for result in ('{"move":"e2e5"}', '{"move":""}', '{"move":7}', "{}", "e2e4", "["):
            answer = self.wait(worker)
            person, id = self.play(8)
            work = answer().json
            self.expect(worker.hand_in(work, result), 422, "bad_request")
            self.assertEqual(self.moves(person, id), [])
            self.expect(worker.acquire(), 403, "forbidden")
            self.expect(person.post("/api/games/%s/resign" % id), 200)
            moderate(self.server, "admit-worker", worker.name)

    def test_who_does_not_want_the_move_any_more(self):
        worker = self.worker()
        answer = self.wait(worker)
        person, id = self.play(8)
        work = answer().json
        self.expect(person.post("/api/games/%s/resign" % id), 200)
        eventually(
            lambda: worker.hand_in(work, '{"move":"e2e4"}').status == 409, "it is not wanted"
        )

    def test_low_levels_and_short_clocks_stay_here(self):
        worker = self.worker()
        clock = {"kind": "live", "base_ms": 30000, "increment_ms": 0}
        for setup in ({"level": 7}, {"level": 8, "clock": clock}):
            answer = self.wait(worker)
            person, id = self.play(**setup)
            eventually(lambda: self.moves(person, id), "the move")
            self.wanted()
            self.assertEqual(answer().json["kind"], "review")


class SlowMoves(MovesCase):
    """The server's half minute of patience takes a second."""

    OPTIONS = ("--engines", "1", "--no-work", "--clock-rate", "30")

    def test_a_worker_that_does_not_answer(self):
        worker = self.worker()
        answer = self.wait(worker)
        person, id = self.play(8, clock={"kind": "live", "base_ms": 600000, "increment_ms": 0})
        work = answer().json
        eventually(lambda: self.moves(person, id), "an engine here moves")
        self.assertIn("worker_too_slow", self.server.read_log())
        self.expect(worker.hand_in(work, '{"move":"e2e4"}'), 409, "conflict")


class Killed(WorkCase):
    """A clock that runs 500 times as fast: leases end after an eighth of a second."""

    OPTIONS = ("--engines", "0", "--no-work", "--clock-rate", "500")

    def test_work_of_the_dead_goes_to_another(self):
        path = self.wanted()
        dead, alive = self.worker(), self.worker()
        work = self.leased(dead).json
        eventually(lambda: alive.acquire().status == 200, "the lease ends")
        self.expect(dead.hand_in(work, "{}"), 409, "conflict")
        eventually(lambda: alive.acquire() and self.review(path)["review"], "a review")

    def test_what_kills_every_worker_is_left_to_the_server(self):
        path = self.wanted()
        worker = self.worker()
        ids = []

        def has_it_again():
            answer = worker.acquire()
            if answer.status == 200:
                ids.append(answer.json["id"])
            return len(ids) == 5 or answer.status == 403

        eventually(has_it_again, "five leases")
        self.assertEqual(len(set(ids)), 1)
        eventually(lambda: self.review(path)["review"], "a review by the server")


class OwnWork(PlayCase):
    """The server works too, and decides."""

    def test_without_any_other_worker(self):
        ann = account(self.server, "Ann")
        white, black, id = two_people(self.server)
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(black.post("/api/games/%s/resign" % id), 200)
        path = "/api/archive/games/%s/review" % id
        eventually(lambda: ann.get("/api/archive/games/" + id).status == 200, id)
        self.expect(ann.post(path + "/work"), 200)
        eventually(lambda: ann.get(path).json["review"], "a review")
        self.assertEqual(ann.get("/api/work").json, {"work": []})


if __name__ == "__main__":
    main(__name__)
