#!/usr/bin/env python3
"""The machine's clock is set forward while people play: nobody loses time or a game because of
it."""
import os
import re
import sys
import tempfile
import unittest

from play_case import Person, Server, eventually, main, two_people

STEP_S = 600
CLOCK = {"kind": "live", "base_ms": 120000, "increment_ms": 0}

# More than the smallest memory holds.
OTHERS = (
    "modern grand capablanca courier embassy gothic falcon janus omega shako chancellor "
    "duck gross dragon empire"
).split()


def games_in_memory(person):
    text = person.get("/metrics").text
    return int(re.search(r"^apothecary_games_in_memory (\d+)$", text, re.M).group(1))


class Step(unittest.TestCase):
    def setUp(self):
        self.step = self.enterContext(tempfile.NamedTemporaryFile())

    def start(self, *options):
        os.environ.update(LD_PRELOAD=os.environ["APO_CLOCK_STEP"], APO_STEP_FILE=self.step.name)
        try:
            return Server("--engines", "0", *options).start()
        except RuntimeError as error:
            if "ASan runtime" in str(error):
                self.skipTest("another library is preloaded by the sanitizer")
            raise
        finally:
            del os.environ["LD_PRELOAD"]

    def open_game(self, server, white, black, id):
        """Both clocks run."""
        for ply, move in enumerate(("e2e4", "e7e5", "g1f3", "b8c6")):
            self.assertEqual((white, black)[ply % 2].move(id, ply, move).status, 200)

    def set_forward(self):
        self.step.write(b"x" * STEP_S)
        self.step.flush()

    def test_forward(self):
        server = self.start()
        white, black, id = two_people(server, clock=CLOCK)
        _, _, other = two_people(server, clock=CLOCK)
        self.open_game(server, white, black, id)
        self.set_forward()
        # The next move comes at once, perhaps before the server has looked at the time.
        answer = white.move(id, 4, "f1b5")
        self.assertEqual(answer.status, 200, answer.text)
        eventually(lambda: "clock_step" in server.read_log(), "the step is noticed")
        self.assertEqual(black.move(id, 5, "a7a6").status, 200)
        game = white.game(id)
        self.assertEqual((game["status"], game["ply"]), ("playing", 6))
        self.assertEqual(white.game(other)["status"], "playing")
        server.close()

    def test_game_not_in_memory(self):
        """It gets its time as soon as it is read, which the loop leaves to another thread."""
        server = self.start("--memory", "4")
        white, black, id = two_people(server, clock=CLOCK)
        self.open_game(server, white, black, id)
        for variant in OTHERS:
            Person(server).make(variant)
        eventually(
            lambda: games_in_memory(white) <= len(OTHERS) / 2, "the least recent games are dropped"
        )
        self.set_forward()
        eventually(lambda: "clock_step" in server.read_log(), "the step is noticed")
        game = white.game(id)
        self.assertEqual(game["status"], "playing")
        self.assertGreater(game["clock"]["white"]["left_ms"], CLOCK["base_ms"] / 2)
        server.close()


if "APO_CLOCK_STEP" not in os.environ:
    print("skipped: APO_CLOCK_STEP does not name the library")
    sys.exit(77)
main(__name__)
