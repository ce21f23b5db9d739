#!/usr/bin/env python3
"""Looks for better constants of the search by SPSA, simultaneous perturbation stochastic
approximation.

usage: bench/spsa.py APOTHECARY GAME[,GAME...] --state FILE [--pairs N] [--match N] [--nodes N]
                     [--jobs N] [--only NAME,NAME]

Each step draws a direction: every constant a little up or down. Two engines, one with all constants
moved that way and one with all moved the other way, play a match of --match pairs of games, each
from one opening, and the constants go a little towards the winner. Several games take turns. --jobs
matches are played at once, all from the same constants. Starting engines takes as long as a game of
a few hundred nodes a move, so short games should be played in longer matches.
src/search/constants.h lists the constants with their ranges. The steps never come to rest, so the
run ends with the mean of its second half. That is a guess: it counts only after a match of its own
against the usual constants (--sprt). A run that was stopped goes on with the same command.
docs/match.md says more."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

HEADER = pathlib.Path(__file__).resolve().parent.parent / "src/search/constants.h"
ROW = re.compile(r"^ +X\((\w+), +(\d+), +(\d+), +(\d+)\)", re.M)
REACH = 0.06  # of a constant's range: how far a first step moves it up or down
RATE = 0.12  # of that step: how far the constants move for each pair that was won by 2 to 0
STABILITY = 0.1  # of all pairs: steps begin to shrink after so many


def read_constants(text):
    """name -> usual, least, most"""
    return {row[0]: tuple(int(word) for word in row[1:]) for row in ROW.findall(text)}


def held(value, least, most):
    return max(least, min(most, value))


def moved(values, constants, signs, pair):
    """The two sets of whole numbers that play, and the reach of each constant, in this pair."""
    share = REACH / (pair + 1) ** 0.101
    reach = {name: max(1.0, share * (constants[name][2] - constants[name][1])) for name in values}
    sets = []
    for way in (1, -1):
        sets.append(
            {
                name: round(held(value + way * signs[name] * reach[name], *constants[name][1:]))
                for name, value in values.items()
            }
        )
    return sets, reach


def follow(values, constants, signs, reach, surplus, pair, pairs):
    """Moves the values in place; the first set won a match by `surplus` points."""
    rate = RATE / (1 + pair / (STABILITY * pairs)) ** 0.602
    for name in values:
        step = rate * reach[name] * signs[name] * surplus / 2
        values[name] = held(values[name] + step, *constants[name][1:])


def spec_of(name, values):
    listed = "\\,".join("%s=%d" % item for item in values.items())
    return "name=%s,cmd=self,constants=%s" % (name, listed)


class MatchError(Exception):
    """A match ended with this status."""


def play_match(arguments, sets, pair, pairs):
    """Points of the first set less those of the second, from -2 to 2 for each pair of games."""
    games = arguments.games.split(",")
    game = games[pair // arguments.match % len(games)]
    command = [arguments.program, "match", game, "--games", str(2 * pairs), "--json"]
    command += ["--nodes", str(arguments.nodes), "--plies", "8", "--seed", str(pair + 1)]
    command += ["--resign", "400", spec_of("up", sets[0]), spec_of("down", sets[1])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise MatchError(done.returncode)
    return 4 * pairs * (json.loads(done.stdout)["score_millionths"] / 1e6 - 0.5)


class Progress:
    """Says every minute on stderr how far a run is."""

    def __init__(self, first, pairs):
        self.first, self.pairs = first, pairs
        self.began = self.said = time.monotonic()

    def note(self, pair):
        now = time.monotonic()
        if now < self.said + 60:
            return
        self.said = now
        left = (self.pairs - pair) * (now - self.began) / (pair - self.first)
        print(f"pair {pair} of {self.pairs}, {left / 3600:.1f} h left", file=sys.stderr, flush=True)


def write_state(path, state):
    draft = path + ".new"
    with open(draft, "w", encoding="utf-8") as file:
        json.dump(state, file)
    os.replace(draft, path)


def read_state(arguments, constants):
    task = {key: getattr(arguments, key) for key in ("games", "nodes", "pairs", "match", "jobs")}
    names = arguments.only.split(",") if arguments.only else list(constants)
    unknown = [name for name in names if name not in constants]
    if unknown:
        sys.exit("spsa.py: there is no constant " + ", ".join(unknown))
    state = {"task": task, "pair": 0, "values": {name: float(constants[name][0]) for name in names}}
    if os.path.exists(arguments.state):
        with open(arguments.state, encoding="utf-8") as file:
            found = json.load(file)
        if found["task"] != task or set(found["values"]) != set(names):
            sys.exit("spsa.py: %s belongs to another run" % arguments.state)
        state = found
    return state


def learn(state, constants, pairs, play, after=lambda: None, match=1, jobs=1):
    """Plays the pairs that are left in matches of `match` pairs, `jobs` at once; `play` gets two
    sets, the match's first pair and its number of pairs, and gives the points by which the first
    won. state["means"] becomes the mean of the values in the second half."""
    values = state["values"]
    means = state.setdefault("means", dict(values))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while state["pair"] < pairs:
            steps = []
            for pair in range(state["pair"], pairs, match)[:jobs]:
                draw = random.Random(pair)
                signs = {name: draw.choice((1, -1)) for name in values}
                sets, reach = moved(values, constants, signs, pair)
                count = min(match, pairs - pair)
                steps.append((pair, signs, reach, pool.submit(play, sets, pair, count)))
            surpluses = [step[3].result() for step in steps]
            for (pair, signs, reach, _), surplus in zip(steps, surpluses):
                follow(values, constants, signs, reach, surplus, pair, pairs)
            before = state["pair"]
            state["pair"] = min(before + match * jobs, pairs)
            averaged = state["pair"] - pairs // 2
            for name in values if averaged > 0 else ():
                share = min(state["pair"] - before, averaged) / averaged
                means[name] += share * (values[name] - means[name])
            after()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("games")
    parser.add_argument("--state", required=True)
    parser.add_argument("--pairs", type=int, default=25000)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--match", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    constants = read_constants(HEADER.read_text(encoding="utf-8"))
    state = read_state(arguments, constants)
    progress = Progress(state["pair"], arguments.pairs)

    def after():
        write_state(arguments.state, state)
        progress.note(state["pair"])

    def play(sets, pair, pairs):
        return play_match(arguments, sets, pair, pairs)

    try:
        learn(state, constants, arguments.pairs, play, after, arguments.match, arguments.jobs)
    except MatchError as error:
        sys.exit(error.args[0])
    for name, value in state["means"].items():
        print("%-18s %6d -> %6d" % (name, constants[name][0], round(value)))
    listed = ",".join("%s=%d" % (name, round(value)) for name, value in state["means"].items())
    print("\n--constants " + listed)


if __name__ == "__main__":
    main()
