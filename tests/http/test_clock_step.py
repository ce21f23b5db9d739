#!/usr/bin/env python3
"""The machine's clock is set forward while people play: nobody loses time or a game because of
it."""
import os
import sys
import tempfile
import unittest

from play_case import Server, eventually, main, two_people

STEP_S = 600
CLOCK = {"kind": "live", "base_ms": 120000, "increment_ms": 0}


class Step(unittest.TestCase):
    def test_forward(self):
        with tempfile.NamedTemporaryFile() as step:
            os.environ.update(LD_PRELOAD=os.environ["APO_CLOCK_STEP"], APO_STEP_FILE=step.name)
            try:
                server = Server("--engines", "0").start()
            except RuntimeError as error:
                if "ASan runtime" in str(error):
                    self.skipTest("another library is preloaded by the sanitizer")
                raise
            finally:
                del os.environ["LD_PRELOAD"]
            white, black, id = two_people(server, clock=CLOCK)
            _, _, other = two_people(server, clock=CLOCK)
            for ply, (mover, move) in enumerate(
                ((white, "e2e4"), (black, "e7e5"), (white, "g1f3"), (black, "b8c6"))
            ):
                self.assertEqual(mover.move(id, ply, move).status, 200)
            step.write(b"x" * STEP_S)
            step.flush()
            # The next move comes at once, perhaps before the server has looked at the time.
            answer = white.move(id, 4, "f1b5")
            self.assertEqual(answer.status, 200, answer.text)
            eventually(lambda: "clock_step" in server.read_log(), "the step is noticed")
            self.assertEqual(black.move(id, 5, "a7a6").status, 200)
            game = white.game(id)
            self.assertEqual((game["status"], game["ply"]), ("playing", 6))
            self.assertEqual(white.game(other)["status"], "playing")
            server.close()


if "APO_CLOCK_STEP" not in os.environ:
    print("skipped: APO_CLOCK_STEP does not name the library")
    sys.exit(77)
main(__name__)
