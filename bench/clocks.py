#!/usr/bin/env python3
"""Tests that no game is lost on time: our engine against itself with short clocks, in the five
games.

usage: bench/clocks.py [BUILD_DIR] --state FOLDER [--games N] [--control TC]... [--game NAME]...
                       [--concurrency N]

Plays N games (100) of each game with one second plus a twentieth per move, and with 40 moves in 10
seconds, one at a time or N at once: more than there are cores is harder. The clock is exact. FOLDER
keeps the games; run the same command again to resume. Exit status 0 if no game was lost on time.
Otherwise the table shows the CPU time of the program during its last move: much less than the time
means that the machine was busy."""

import argparse
import pathlib
import re
import sys

import own_match

HERE = pathlib.Path(__file__).resolve().parent
GAMES = ["alert", "modern", "classic", "apothecary2", "prequel"]
CONTROLS = ["1+0.05", "40/10"]
LOST = re.compile(r"lost on time \((\d+) ms of (\d+), CPU time (\d+) ms\)")


def play(options, control, game):
    name = options.state / f"{control.replace('/', 'in')}-{game}"
    found = own_match.play(
        options.build,
        [
            game,
            "self",
            "self",
            "--tc",
            control,
            "--games",
            str(options.games),
            "--resign",
            "700",
            "--length",
            "200",
            "--concurrency",
            str(options.concurrency),
            "--state",
            f"{name}.state",
            "--pgn",
            f"{name}.pgn",
        ],
    )
    games = " ".join(pathlib.Path(f"{name}.pgn").read_text().split())
    return found, [tuple(map(int, times)) for times in LOST.findall(games)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=str(HERE.parent / "build"))
    parser.add_argument("--state", type=pathlib.Path, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--control", action="append")
    parser.add_argument("--game", action="append")
    options = parser.parse_args()
    options.state.mkdir(parents=True, exist_ok=True)
    lost_count = 0
    for control in options.control or CONTROLS:
        for game in options.game or GAMES:
            found, lost = play(options, control, game)
            lost_count += len(lost)
            moves = (found["plies"] + 1) // 2
            print(
                f"{control:<8} {game:<12} {found['games']:5} games {moves:7} moves  lost on time:"
                f" {len(lost)}, by a program with CPU time for half of its move: "
                f"{sum(2 * work >= time for time, _, work in lost)}",
                flush=True,
            )
    sys.exit(1 if lost_count > 0 else 0)


if __name__ == "__main__":
    main()
