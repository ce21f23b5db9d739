"""bench/spsa.py must find the best constants where the strength is known, and resume a run."""

import math
import os
import random
import runpy
import subprocess
import sys

import tool_test

SCRIPT = os.path.join(tool_test.ROOT, "bench", "spsa.py")
SPSA = runpy.run_path(SCRIPT)

# Stands for apothecary: the first player wins each pair; the fourth match fails once.
PROGRAM = """#!%s
import os, sys
seed = sys.argv[sys.argv.index("--seed") + 1]
with open("played", "a") as file:
    file.write(sys.argv[2] + seed + " ")
if seed == "4" and not os.path.exists("failed"):
    open("failed", "w").close()
    sys.exit(3)
print('{"score_millionths": 1000000}')
""" % (
    sys.executable
)


def strength(values):
    """Strongest with futility_base = 300 and razor_base = 100; one unit decides a game."""
    return -abs(values["futility_base"] - 300) / 60 - abs(values["razor_base"] - 100) / 100


def play(sets, pair, pairs):
    """Some pairs of games between two sets: the stronger wins more often."""
    draw = random.Random(-pair)
    chance = 1 / (1 + math.exp(strength(sets[1]) - strength(sets[0])))
    return sum(1 if draw.random() < chance else -1 for _ in range(2 * pairs))


def play_height(sets, _pair, pairs):
    """The higher one always wins."""
    return 2 * pairs if sets[0]["height"] > sets[1]["height"] else -2 * pairs


def learn_height(pairs, match, jobs):
    """The height after each pair, and the mean that was told."""
    state, heights = {"pair": 0, "values": {"height": 100.0}}, []

    def after():
        heights.extend([state["values"]["height"]] * (state["pair"] - len(heights)))

    SPSA["learn"](state, {"height": (100, 0, 1000)}, pairs, play_height, after, match, jobs)
    return heights, state["means"]["height"]


class SpsaTest(tool_test.ToolTest):
    def run_script(self, *more, games="grand"):
        command = [sys.executable, SCRIPT, "./program", games, "--state", "state", *more]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def test_finds_the_best(self):
        with open(SPSA["HEADER"], encoding="utf-8") as file:
            constants = SPSA["read_constants"](file.read())
        values = {name: float(constants[name][0]) for name in ("futility_base", "razor_base")}
        before = strength(values)
        SPSA["learn"]({"pair": 0, "values": values}, constants, 4000, play)
        self.assertGreater(strength(values), before / 4, values)
        values = {name: float(constants[name][0]) for name in values}
        SPSA["learn"]({"pair": 0, "values": values}, constants, 4000, play, match=5, jobs=3)
        self.assertGreater(strength(values), before / 4, values)

    def test_means_of_the_second_half(self):
        for pairs, match, jobs in ((40, 1, 1), (41, 3, 2)):
            heights, mean = learn_height(pairs, match, jobs)
            second = heights[pairs // 2 :]
            self.assertGreater(len(set(second)), 3)
            self.assertAlmostEqual(mean, sum(second) / len(second))

    def start(self):
        self.folder = self.tree({"program": PROGRAM})
        os.chmod(os.path.join(self.folder, "program"), 0o755)

    def test_games_take_turns(self):
        self.start()
        done = self.run_script("--pairs", "3", "--jobs", "2", games="grand,modern")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder, "played"), encoding="utf-8") as file:
            self.assertEqual(sorted(file.read().split()), ["grand1", "grand3", "modern2"])
        self.assertIn("another run", self.run_script("--pairs", "3").stderr)

    def test_matches_of_several_pairs(self):
        self.start()
        done = self.run_script("--pairs", "5", "--match", "2", games="grand,modern")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder, "played"), encoding="utf-8") as file:
            self.assertEqual(file.read().split(), ["grand1", "modern3", "grand5"])

    def test_goes_on(self):
        self.start()
        self.assertEqual(self.run_script("--pairs", "6").returncode, 3)
        done = self.run_script("--pairs", "6")
        self.assertIn("--constants razor_base=", done.stdout)
        os.remove(os.path.join(self.folder, "state"))
        self.assertEqual(self.run_script("--pairs", "6").stdout, done.stdout)
        self.assertIn("another run", self.run_script("--pairs", "7").stderr)
        self.assertIn("no constant x", self.run_script("--only", "x").stderr)


if __name__ == "__main__":
    tool_test.main()
