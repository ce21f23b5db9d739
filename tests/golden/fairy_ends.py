#!/usr/bin/env python3
"""Games that Fairy-Stockfish has built in have the same moves and the same ends there: random
games, move by move.

usage: fairy_ends.py APOTHECARY [GAMES [SEED]]

Fairy-Stockfish, built with large boards and all variants, is the program that FAIRY_STOCKFISH
names, or fairy-stockfish on the PATH. Without it the test is skipped.
"""
import json
import os
import random
import shutil
import sys

from fairy_stockfish import Peer, run_lines

PLIES = 120
NAMES = {
    "antichess": "antichess",
    "atomic": "atomic",
    "breakthrough": "breakthrough",
    "extinction": "extinction",
    "five-check": "5check",
    "horde": "horde",
    "king-of-the-hill": "kingofthehill",
    "losers": "losers",
    "racing-kings": "racingkings",
    "suicide": "suicide",
    "three-check": "3check",
}


def result_after(peer, moves):
    """White's result of a game that its last move has ended, from a search of that move alone."""
    peer.play(moves[:-1])
    lines = peer.ask("go depth 2 searchmoves " + moves[-1], "bestmove")
    score = [line for line in lines if " score " in line][-1].split(" score ")[1].split()
    if score[0] == "cp":
        return "1/2-1/2"
    is_white = len(moves) % 2 == 1
    return "1-0" if (int(score[1]) > 0) == is_white else "0-1"


def play(peer, dice):
    """The positions of a random game with their moves, and the result, or None if it went on."""
    seen, moves = [], []
    while len(moves) < PLIES:
        peer.play(moves)
        legal = peer.moves()
        seen.append((peer.fen(), set(legal)))
        if not legal:
            return seen, result_after(peer, moves)
        moves.append(dice.choice(legal))
    return seen, None


def compare_game(command, game, peer, dice):
    seen, result = play(peer, dice)
    fens = "".join(fen + "\n" for fen, _ in seen)
    faults = []
    for (fen, theirs), line in zip(seen, run_lines([command, "moves", game, "-", "--json"], fens)):
        ours = {move["move"] for move in json.loads(line)}
        if ours != theirs:
            faults.append(
                "%s: %s: only here %s, only there %s" % (game, fen, ours - theirs, theirs - ours)
            )
    last = json.loads(run_lines([command, "status", game, "-", "--json"], seen[-1][0] + "\n")[0])
    if result is not None and last.get("result") != result:
        faults.append("%s: %s: %s, not %s" % (game, seen[-1][0], last.get("result"), result))
    return faults, len(seen), result is not None


def main():
    command, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    program = os.environ.get("FAIRY_STOCKFISH") or shutil.which("fairy-stockfish")
    if not program:
        print("SKIPPED: no Fairy-Stockfish: FAIRY_STOCKFISH is not set, nothing on the PATH")
        return 77
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    faults, positions, ends = [], 0, 0
    for game, name in sorted(NAMES.items()):
        peer = Peer(program, os.devnull)
        peer.start(name)
        for _ in range(games):
            found, count, is_over = compare_game(command, game, peer, dice)
            faults, positions, ends = faults + found, positions + count, ends + is_over
        peer.end()
    print("%d positions and %d ends of %d games" % (positions, ends, len(NAMES)))
    print("\n".join(faults))
    return 1 if faults or ends == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
