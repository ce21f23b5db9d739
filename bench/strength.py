#!/usr/bin/env python3
"""Measures strength against Fairy-Stockfish: score with its 95 % interval.

usage: bench/strength.py [BUILD_DIR] [--games N] [--movetime S] [--ours S] [--concurrency N]
                         [--state FOLDER] [--fairy PROGRAM] [--wild] [--game NAME]

Plays `apothecary match` against `fairy-stockfish` (its hand-written evaluation, one thread) on the
games known to both, by default 200 games each with 0.2 s per move; with --ours our engine has less
time than that. Fairy-Stockfish is Debian's, or PROGRAM: a newer one, whose networks are switched
off. Openings are four random moves, each played with both colours. Games of armies that both
programs score beyond seven pawns for four moves each are adjudicated: of 107 such games that were
played on, none ended differently. With --wild the games are those with hands, goals and rules of
their own, which are played to their ends. With --state a run that was killed resumes."""

import argparse
import pathlib
import subprocess

import own_match
import peer

HERE = pathlib.Path(__file__).resolve().parent
GAMES = ["grand", "capablanca", "shako"]
# A lead means little where hands or goals turn it round.
WILD = ["crazyhouse", "shogi", "makruk", "xiangqi", "antichess", "king-of-the-hill", "three-check"]
RESIGN_CP = "700"


def describe(fairy, game):
    """Fairy-Stockfish as a player, without networks if it has any. (Debian's version, 11.1, has
    no option to switch them off.)"""
    asked = subprocess.run([fairy], input="uci\nquit\n", capture_output=True, text=True, check=True)
    parts = [f"name=fairy-stockfish,cmd={fairy},option.Threads=1,variant={peer.fairy_name(game)}"]
    if "option name Use NNUE " in asked.stdout:
        parts.append("option.Use NNUE=false")
    return ",".join(parts)


def play(fairy, game, options):
    # It takes the whole time of a move and a little more, so ours keeps nothing back either.
    ours = "name=apothecary,cmd=self,option.Move Overhead=0"
    arguments = [
        game,
        f"{ours},movetime={options.ours}" if options.ours else ours,
        describe(fairy, game),
        "--games",
        str(options.games),
        "--movetime",
        options.movetime,
        "--concurrency",
        str(options.concurrency),
    ]
    if game not in WILD:
        arguments += ["--resign", RESIGN_CP]
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
    parser.add_argument("--ours", metavar="S", help="our engine's time for a move")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--state")
    parser.add_argument("--fairy", help="a Fairy-Stockfish that is not Debian's")
    parser.add_argument("--wild", action="store_true")
    options = parser.parse_args()
    fairy = options.fairy or peer.program("fairy-stockfish")
    limit = f"{options.movetime} s a move" + (f", ours {options.ours} s" if options.ours else "")
    print(f"score against fairy-stockfish, {limit}, 95 % intervals", flush=True)
    for game in options.game or (WILD if options.wild else GAMES):
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
