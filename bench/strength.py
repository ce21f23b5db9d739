#!/usr/bin/env python3
"""Measures strength against Fairy-Stockfish: score with its 95 % interval, and nodes per second.

usage: bench/strength.py [BUILD_DIR] [--games N] [--movetime S] [--concurrency N] [--state FOLDER]
                         [--game NAME]

Plays `apothecary match` against Debian's `fairy-stockfish` (its hand-written evaluation, one
thread) on the games known to both, by default 200 games each with 0.2 s per move. Openings are four
random moves, each played with both colours. Games that both programs score beyond seven pawns for
four moves each are adjudicated: of 107 such games that were played on, none ended differently. With
--state a run that was killed resumes."""

import argparse
import pathlib

import own_match
import peer

HERE = pathlib.Path(__file__).resolve().parent
GAMES = ["grand", "capablanca", "shako"]
RESIGN_CP = "700"


def play(fairy, game, options):
    # Debian's version (11.1) has no networks and no option to switch them off. It takes the whole
    # time of a move and a little more, so ours keeps nothing back either.
    arguments = [
        game,
        "name=apothecary,cmd=self,option.Move Overhead=0",
        f"name=fairy-stockfish,cmd={fairy},option.Threads=1",
        "--games",
        str(options.games),
        "--movetime",
        options.movetime,
        "--resign",
        RESIGN_CP,
        "--concurrency",
        str(options.concurrency),
    ]
    if options.state:
        folder = pathlib.Path(options.state)
        folder.mkdir(parents=True, exist_ok=True)
        arguments += ["--state", folder / f"{game}.state", "--pgn", folder / f"{game}.pgn"]
    return own_match.play(options.build, arguments)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=str(HERE.parent / "build"))
    parser.add_argument("--game", action="append", help="one of the games; may be repeated")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--movetime", default="0.2")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--state")
    options = parser.parse_args()
    fairy = peer.program("fairy-stockfish")
    print(f"score against fairy-stockfish, {options.movetime} s a move, 95 % intervals", flush=True)
    for game in options.game or GAMES:
        found = play(fairy, game, options)
        score, low, high = own_match.shares(found)
        loss, _, draw, _, win = found["results"]
        print(
            f"{game:<12} {found['games']:5} games  +{win} ={draw} -{loss}  {score:5.1f} %"
            f"  ({low:.1f} to {high:.1f})  forfeits {found['forfeits'][0]} and"
            f" {found['forfeits'][1]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
