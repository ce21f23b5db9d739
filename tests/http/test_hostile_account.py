#!/usr/bin/env python3
"""What one account, or one stranger, can do to everybody else: the attacks of people who read the
source, each of which once stopped the server, filled its memory or its disk."""
import json
import os
import re
import signal
import subprocess

from play_case import Person, PlayCase, account, eventually, main

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

    def test_import_is_stored_in_parts(self):
        """Other people's moves are stored between the games of a long import."""
        owner = account(self.server, "long_importer")
        games = "".join(pgn("1. e4 e5 2. Nf3 Nc6", White="A%d" % i) for i in range(300))
        answer = self.expect(owner.post("/api/archive/import", text=games), 200).json
        self.assertEqual((answer["added"], answer["known"]), (300, 0))
        again = self.expect(owner.post("/api/archive/import", text=games), 200).json
        self.assertEqual((again["added"], again["known"]), (0, 300))


class Memory(PlayCase):
    def test_many_games(self):
        """Games that nobody looks at any more do not stay in memory without a bound."""
        person = Person(self.server)
        count = 5000
        ids = [person.make("chess")[0] for _ in range(count)]
        for id in ids:
            self.expect(person.get("/api/games/" + id), 200)
        self.assertLess(metric(person, "apothecary_games_in_memory"), count)
        self.assertLess(metric(person, "apothecary_games_in_memory_bytes"), 60 << 20)
        self.expect(person.get("/api/games/" + ids[0]), 200)


def children_of(pid):
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in done.stdout.split()]


class Engine(PlayCase):
    OPTIONS = ("--engines", "1")

    def test_every_engine_dies(self):
        """A position that ends every engine: the game goes on all the same."""
        person = Person(self.server)
        id, _ = person.make("alert", {"kind": "computer", "level": 8}, color="black")

        def has_moved():
            for child in children_of(self.server.process.pid):
                os.kill(child, signal.SIGKILL)
            return person.game(id)["ply"] == 1

        eventually(has_moved, "the computer has moved")
        self.assertGreater(metric(person, "apothecary_engine_replaced_total"), 0)
        person.post("/api/games/%s/resign" % id)


main(__name__)
