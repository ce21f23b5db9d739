#!/usr/bin/env python3
"""What one account, or one stranger, can do to everybody else: the attacks of people who read the
source, each of which once stopped the server, filled its memory or its disk."""
import contextlib
import json
import os
import re
import signal
import string
from concurrent.futures import ThreadPoolExecutor

from play_case import (
    Events,
    Person,
    PlayCase,
    account,
    children_of,
    eventually,
    main,
    new_key,
    two_people,
)

# The loop is to be held for some milliseconds. These attacks held it for seconds; the bound lies
# between, so that a slow machine or build does not fail the test.
SLICE_MS = 250


def slow_slices(server):
    """The watchdog's reports of slices whose own work was long."""
    found = []
    for line in server.read_log().splitlines():
        if '"slow_slice"' in line:
            entry = json.loads(line)
            if entry["cpu_ms"] > SLICE_MS:
                found.append(entry)
    return found


def metric(person, name):
    text = person.get("/metrics").text
    return int(float(re.search(r"^%s (\S+)$" % name, text, re.M).group(1)))


# Some megabytes, compiled.
WIDE = """[game]
name = Wide %d

[board]
files = 16
ranks = 16

[pieces]
K = king, K, royal
A = first, [W?B]
B = second, [F?R]
C = third, [WW?B]
G = guard, W

[setup]
board =
    abcabcabkabcabca
    gggggggggggggggg
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    GGGGGGGGGGGGGGGG
    ABCABCABKABCABCA
"""


def pgn(moves, result="1-0", **tags):
    tags = {"Variant": "chess", "White": "Ann", "Black": "Bob", "Result": result, **tags}
    return "".join('[%s "%s"]\n' % item for item in tags.items()) + "\n%s %s\n\n" % (moves, result)


class Loop(PlayCase):
    """Nothing that people send holds the loop."""

    def test_imports(self):
        owner = account(self.server, "importer")
        before = metric(owner, "apothecary_worker_tasks_total")
        for text in (
            pgn("1. e4 " + "{a}" * 32000 + " e5"),
            "".join(pgn("1. e4 e5 2. Ke3") for _ in range(4000)),
            pgn("1. e4 " + "(1. d4) " * 12000 + "e5"),
            "// Variant: chess\n" + "e4\n// x\n" * 40000,
        ):
            self.expect(owner.post("/api/archive/import", text=text[: 500 * 1024]), 200)
        self.assertGreater(metric(owner, "apothecary_worker_tasks_total"), before)
        self.assertGreater(metric(owner, "apothecary_loop_slice_seconds_count"), 0)
        self.assertEqual(slow_slices(self.server), [])

    def test_lines(self):
        """Conditional lines are checked in another thread, and thousands of alternatives are not
        compared with one another."""
        white, black, id = two_people(self.server)
        before = metric(white, "apothecary_worker_tasks_total")
        letters = string.ascii_letters + string.digits
        words = [a + b for a in letters for b in letters] + ["x" + a + "y" for a in letters]
        wide = "e2e4." + "".join("(%s.)" % word for word in words)
        for text, error in (
            ("e2e4.e7e5.", None),
            (wide, "illegal_move"),
            (wide + "(aa.)", "bad_request"),
        ):
            answer = black.post("/api/games/%s/desk" % id, kind="lines", version=0, text=text)
            self.expect(answer, 422 if error else 200, error)
        self.assertEqual(metric(white, "apothecary_worker_tasks_total"), before + 3)
        self.assertEqual(slow_slices(self.server), [])

    def test_reading(self):
        """Pages, lists and searches are made in other threads."""
        person = Person(self.server)
        for path in (
            "/",
            "/archive?variant=chess&moves=a2a3",
            "/archive/alert/starts",
            "/api/archive?player=nobody",
            "/api/archive/explorer?variant=chess",
            "/api/archive/starts?variant=chess",
            "/api/openapi.json",
            "/api/players/best?variant=chess&clock=live",
            "/api/words/de",
            "/players",
            "/problems",
            "/rules/alert",
            "/tournaments",
            "/workshop/games",
        ):
            before = metric(person, "apothecary_reader_tasks_total")
            answer = person.get(path)
            self.assertIn(answer.status, (200, 422), path)
            self.assertEqual(metric(person, "apothecary_reader_tasks_total"), before + 1, path)

    def test_definitions(self):
        """Published games are compiled, and games are read, in other threads."""
        owner = account(self.server, "publisher")
        text = "[game]\nname = Mine\nbase = chess\n"
        made = self.expect(owner.post("/api/workshop/games", id="mine", text=text), 201).json
        kind = made["variant"]

        def aside(call):
            before = metric(owner, "apothecary_reader_tasks_total")
            call()
            return metric(owner, "apothecary_reader_tasks_total") - before

        games = []
        self.assertEqual(aside(lambda: games.append(owner.make(kind)[0])), 1)
        self.assertEqual(aside(lambda: games.append(owner.make(kind)[0])), 0)
        self.server.stop()
        self.server.start()
        self.assertEqual(aside(lambda: self.expect(owner.get("/api/games/" + games[0]), 200)), 1)
        self.assertEqual(aside(lambda: self.expect(owner.get("/api/games/" + games[0]), 200)), 0)
        self.assertEqual(aside(lambda: self.expect(owner.get("/api/games/none"), 404)), 1)
        chat = "/api/games/%s/chat" % games[1]
        self.assertEqual(aside(lambda: self.expect(owner.get(chat), 200)), 1)
        self.assertEqual(aside(lambda: self.expect(owner.get(chat), 200)), 0)
        over = self.finished(owner, kind)
        self.server.stop()
        self.server.start()
        self.assertEqual(aside(lambda: self.refuse_review(owner, over)), 1)
        self.assertEqual(aside(lambda: self.refuse_review(owner, over)), 0)

    def refuse_review(self, owner, id):
        path = "/api/archive/games/%s/review" % id
        self.expect(owner.post(path, nodes=1, positions="no"), 400)

    def finished(self, owner, kind):
        """A finished game in the archive."""
        other = account(self.server, "opponent")
        id, secret = owner.make(kind)
        self.expect(other.post("/api/games/%s/join" % id, secret=secret), 200)
        for ply, move in enumerate(("e2e4", "e7e5")):
            self.expect((owner, other)[ply].move(id, ply, move), 200)
        self.expect(owner.post("/api/games/%s/resign" % id), 200)
        eventually(lambda: owner.get("/api/archive/games/" + id).status == 200, "in the archive")
        return id

    def test_import_is_stored_in_parts(self):
        """Other people's moves are stored between the games of a long import."""
        owner = account(self.server, "long_importer")
        games = "".join(pgn("1. e4 e5 2. Nf3 Nc6", White="A%d" % i) for i in range(300))
        answer = self.expect(owner.post("/api/archive/import", text=games), 200).json
        self.assertEqual((answer["added"], answer["known"]), (300, 0))
        again = self.expect(owner.post("/api/archive/import", text=games), 200).json
        self.assertEqual((again["added"], again["known"]), (0, 300))


def held(person, part):
    return metric(person, r'apothecary_memory_bytes\{part="%s"\}' % part)


def held_by_all(person):
    text = person.get("/metrics").text
    parts = re.findall(r"^apothecary_memory_bytes\{.*\} (\S+)$", text, re.M)
    return sum(int(number) for number in parts)


class Memory(PlayCase):
    """All parts together stay within one limit, whatever is asked for."""

    LIMIT_MIB = 12
    # The answer with the amount held is part of that amount until it is sent.
    ANSWER = 1 << 16
    OPTIONS = ("--memory", str(LIMIT_MIB))

    def check(self, person):
        most = (self.LIMIT_MIB << 20) + self.ANSWER
        eventually(lambda: held_by_all(person) <= most, "the limit holds")

    def test_many_games(self):
        """Games that nobody looks at any more do not stay in memory without a bound."""
        person = Person(self.server)
        count = 1000
        ids = [person.make("chess")[0] for _ in range(count)]
        for id in ids:
            self.expect(person.get("/api/games/" + id), 200)
        self.check(person)
        self.assertLess(metric(person, "apothecary_games_in_memory"), count)
        self.assertGreater(metric(person, "apothecary_memory_dropped_bytes_total"), 0)
        self.expect(person.get("/api/games/" + ids[0]), 200)

    def test_published_games(self):
        """A definition that no game in memory uses is dropped, and compiled again when it is
        needed: the games of it go on."""
        person, text = account(self.server, "inventor"), WIDE
        ids = []
        for number in range(4):
            made = person.post("/api/workshop/games", id="wide%d" % number, text=text % number)
            ids.append(person.make(self.expect(made, 201).json["variant"])[0])
        self.check(person)
        self.assertLess(held(person, "definitions"), self.LIMIT_MIB << 20)
        self.assertGreater(metric(person, "apothecary_memory_dropped_bytes_total"), 0)
        for id in ids + ids:
            self.assertEqual(self.expect(person.get("/api/games/" + id), 200).json["ply"], 0)
        self.check(person)


class AtRest(PlayCase):
    """A server that nobody has asked for a game holds no compiled ones."""

    MIB_MAX = 40  # of its own; with all games compiled it had 56 to 106

    def memory(self, field="RssAnon"):
        with open("/proc/%d/status" % self.server.process.pid, encoding="ascii") as file:
            return int(re.search(r"^%s:\s+(\d+) kB$" % field, file.read(), re.M).group(1))

    def is_sanitized(self):
        """Sanitizers keep memory of their own."""
        with open("/proc/%d/exe" % self.server.process.pid, "rb") as file:
            return re.search(rb"__[at]san_init", file.read()) is not None

    def test_games_are_compiled_when_they_are_needed(self):
        person = Person(self.server)
        lists = (
            "/api/variants",
            "/api/variants/modern",
            "/rules",
            "/learn",
            "/games",
            "/archive",
            "/players",
            "/problems",
            "/api/openapi.json",
        )
        self.assertEqual(held(person, "definitions"), 0)
        for path in lists:
            self.expect(person.get(path), 200)
        self.assertEqual(held(person, "definitions"), 0)
        if not self.is_sanitized():
            self.assertLess(self.memory(), self.MIB_MAX << 10)
        self.expect(person.get("/api/variants/chess/start"), 200)
        one = held(person, "definitions")
        self.assertGreater(one, 0)
        person.make("chess")
        self.expect(person.get("/rules/chess"), 200)
        self.assertEqual(held(person, "definitions"), one)
        self.expect(person.get("/rules/modern"), 200)
        self.assertGreater(held(person, "definitions"), one)

    def test_the_largest_game_is_compiled_once_for_all(self):
        """Four threads that each compiled the largest game needed 200 MB."""
        paths = ["/api/archive/explorer?variant=tenjiku"] * 8
        with ThreadPoolExecutor(len(paths)) as pool:
            answers = pool.map(lambda path: Person(self.server).get(path).status, paths)
            self.assertEqual(list(answers), [200] * len(paths))
        if not self.is_sanitized():
            self.assertLess(self.memory("VmHWM"), 130 << 10)


class Short(PlayCase):
    """With more memory in use than allowed, cheap requests go on and expensive ones wait. Two large
    games that are being watched exceed the limit by themselves."""

    OPTIONS = ("--memory", "8", "--limits", "on")

    def test_costly_requests_wait(self):
        person, streams = account(self.server, "owner"), []

        def follow(id):
            streams.append(Events(person, "/api/games/%s/events" % id))
            return streams[-1].status == 200

        def publish(number):
            made = person.post("/api/workshop/games", id="wide%d" % number, text=WIDE % number)
            return self.expect(made, 201).json["variant"]

        def offer(variant):
            asked = {
                "variant": variant,
                "start": {"number": 1},
                "color": "white",
                "opponent": {"kind": "open"},
                "clock": {"kind": "none"},
                "key": new_key(),
            }
            answer = person.ask_once("POST", "/api/games", asked)
            if answer.status == 201:
                eventually(lambda: follow(answer.json["id"]), "the game is followed")
            return answer

        # First, since publishing would have to wait as well.
        published = [publish(number) for number in range(9)]
        for variant in published[:2]:
            id, _ = person.make(variant, "open")
            eventually(lambda: follow(id), "the game is followed")
        # Lack of space is not "not found": the client may ask again later.
        for variant in published[2:]:
            answer = offer(variant)
            if answer.status != 201:
                break
        self.assertEqual((answer.status, answer.headers["Retry-After"]), (503, "10"))

        def search():
            answer = Person(self.server).ask_once("GET", "/api/archive?variant=chess")
            return answer.status, answer.headers["Retry-After"]

        eventually(lambda: search() == (503, "10"), "a search is refused")
        guest = Person(self.server)
        self.expect(guest.get("/api/lobby"), 200)
        guest.make("chess")
        for stream in streams:
            stream.close()
        eventually(lambda: search()[0] == 200, "all is well again")


class Engine(PlayCase):
    OPTIONS = ("--engines", "1")

    def test_every_engine_dies(self):
        """A position that ends every engine: the game goes on all the same."""
        person = Person(self.server)
        id, _ = person.make("alert", {"kind": "computer", "level": 8}, color="black")

        def has_moved():
            for child in children_of(self.server.process.pid):
                with contextlib.suppress(ProcessLookupError):  # it has just been replaced
                    os.kill(child, signal.SIGKILL)
            return person.game(id)["ply"] == 1

        eventually(has_moved, "the computer has moved")
        self.assertGreater(metric(person, "apothecary_engine_replaced_total"), 0)
        person.post("/api/games/%s/resign" % id)


main(__name__)
