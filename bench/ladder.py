#!/usr/bin/env python3
"""Rates the players of UCI_Elo: a ladder of chess matches among themselves and against Stockfish at
its own UCI_Elo, whose ratings are taken as given.

usage: bench/ladder.py [APOTHECARY] [--games N] [--state FOLDER] [--below ELO]

Each match is resumed where it stopped, if --state is given; --below leaves out the strong players,
whose games take long. Prints for every player its points now and those measured, with a 95 %
interval. Without Stockfish nothing anchors the ladder: exit status 77."""

import argparse
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RUNGS = re.compile(r'^ +\{(\d+), +\{"', re.M)
ANCHORS = [1350, 1600, 1850, 2100, 2350, 2600, 2850]
MOVETIME_S = "0.05"  # for Stockfish, which reaches its depth limit first at these ratings
PRIOR = 0.5  # drawn games that every pair is taken to have played: no rating is infinite


def read_rungs():
    text = (HERE.parent / "src/search/level.c").read_text(encoding="utf-8")
    return [int(elo) for elo in RUNGS.findall(text)]


def find_stockfish():
    return shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def spec_of(player, stockfish):
    kind, elo = player
    options = "option.UCI_LimitStrength=true,option.UCI_Elo=%d" % elo
    if kind == "ours":
        return "name=ours-%d,cmd=self,movetime=60,%s" % (elo, options)
    return "name=stockfish-%d,cmd=%s,movetime=%s,%s" % (elo, stockfish, MOVETIME_S, options)


def list_pairs(rungs):
    pairs = [(("ours", a), ("ours", b)) for a, b in zip(rungs, rungs[1:])]
    for elo in rungs:
        near = sorted(ANCHORS, key=lambda anchor: abs(anchor - elo))[:2]
        pairs += [(("ours", elo), ("stockfish", a)) for a in near if abs(a - elo) <= 600]
    return sorted(pairs, key=lambda pair: pair[0][1])


def play(options, pair, stockfish):
    name = "%s-%d-%s-%d" % (*pair[0], *pair[1])
    command = [options.apothecary, "match", "chess", *(spec_of(p, stockfish) for p in pair)]
    command += ["--games", str(options.games), "--plies", "6", "--json", "--length", "150"]
    command += ["--margin", "20000", "--resign", "1000"]
    if options.state:
        options.state.mkdir(parents=True, exist_ok=True)
        command += ["--state", str(options.state / (name + ".state"))]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit("the match %s failed" % name)
    table = json.loads(done.stdout)
    lost, _, drawn, _, won = table["results"]
    print("%-32s +%d =%d -%d" % (name, won, drawn, lost), flush=True)
    return won + drawn / 2, won + drawn + lost


# --- rating --------------------------------------------------------------------------------------


def expected(difference):
    return 1 / (1 + 10 ** (-difference / 400))


def rate(results):
    """Ratings and their standard errors: the most likely ones, with Stockfish's held fixed."""
    players = sorted({p for pair in results for p in pair if p[0] == "ours"})
    rating = {p: float(p[1]) for pair in results for p in pair}
    curvature = {}
    for _ in range(2000):
        for player in players:
            slope, curve = 0.0, 1e-9
            for (a, b), (score, games) in results.items():
                if player not in (a, b) or games == 0:
                    continue
                share = expected(rating[a] - rating[b])
                sign = 1 if player == a else -1
                slope += sign * (score + PRIOR / 2 - (games + PRIOR) * share)
                curve += (games + PRIOR) * share * (1 - share)
            curvature[player] = curve
            rating[player] += max(-50, min(50, slope / curve * 400 / math.log(10)))
    error = {p: 400 / math.log(10) / math.sqrt(curvature[p]) for p in players}
    return {p: (rating[p], error[p]) for p in players}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("apothecary", nargs="?", default=str(HERE.parent / "build/apothecary"))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--state", type=pathlib.Path)
    parser.add_argument("--below", type=int, default=10000)
    options = parser.parse_args()
    stockfish = find_stockfish()
    if not stockfish:
        print("SKIPPED: stockfish is not installed")
        sys.exit(77)
    results = {}
    for pair in list_pairs(read_rungs()):
        if pair[0][1] < options.below:
            results[pair] = play(options, pair, stockfish)
    print("\n| points now | measured | 95 % |\n|---|---|---|")
    for player, (elo, error) in rate(results).items():
        print(
            "| %d | %.0f | %.0f to %.0f |"
            % (player[1], elo, elo - 1.96 * error, elo + 1.96 * error)
        )


if __name__ == "__main__":
    main()
