#!/usr/bin/env python3
"""Compares the legal moves of random positions with Fairy-Stockfish's, in games that both know.

usage: peer_positions.py APOTHECARY FAIRY_STOCKFISH GAME[=NAME][@FILE]... [--positions N] [--seed N]

GAME is ours, an id or a definition file; NAME is the variant's name there, if it is another one,
and FILE a variants.ini that has it. The positions are those of random games. One difference is
known and not counted: a pawn's drop that mates is illegal here and loses there. Prints a line for
each game. Exit code 1 if any position differs.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests", "golden"))
# pylint: disable=wrong-import-position
from fairy_stockfish import Peer  # noqa: E402

MOVE = re.compile(r"^(\S+): \d+$")
PLIES_MOST = 160


def moves_of(peer):
    lines = peer.ask("go perft 1", "Nodes searched")
    return [found.group(1) for found in map(MOVE.match, lines) if found]


def gather(peer, name, count, dice):
    """Positions of random games: FEN and legal moves."""
    positions = []
    peer.start(name)
    while len(positions) < count:
        moves = []
        while len(moves) < PLIES_MOST and len(positions) < count:
            peer.play(moves)
            legal = moves_of(peer)
            positions.append((peer.fen(), sorted(legal)))
            if not legal:
                break
            moves.append(dice.choice(legal))
    return positions


def ours(command, game, fens):
    """The moves of each position, or the text of the error."""
    done = subprocess.run(
        [command, "moves", game, "--json", "-"],
        input="".join(fen + "\n" for fen in fens),
        capture_output=True,
        text=True,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [
        sorted(move["move"] for move in answer)
        if isinstance(answer, list)
        else [answer.get("error", "no answer")]
        for answer in answers
    ]


def is_pawn_mate(command, game, fen, move):
    """True if the drop is refused because it mates."""
    done = subprocess.run(
        [command, "explain", game, fen, move], capture_output=True, text=True, check=False
    )
    return "may not mate" in done.stdout + done.stderr


def check(options, text):
    game, _, path = text.partition("@")
    game, _, name = game.partition("=")
    peer = Peer(options.fairy_stockfish, path or "<empty>")
    dice = random.Random(options.seed)
    positions = gather(peer, name or game, options.positions, dice)
    peer.end()
    faults = []
    found = ours(options.apothecary, game, [fen for fen, _ in positions])
    if len(found) != len(positions):
        print("%s: %d answers to %d positions" % (game, len(found), len(positions)))
        return 1
    for (fen, theirs), mine in zip(positions, found):
        extra = [
            move
            for move in set(theirs) - set(mine)
            if not ("@" in move and is_pawn_mate(options.apothecary, game, fen, move))
        ]
        missing = set(mine) - set(theirs)
        if extra or missing:
            faults.append("%s: only there %s, only here %s" % (fen, extra, sorted(missing)))
    print("%s: %d positions, %d differ" % (game, len(positions), len(faults)))
    for fault in faults[:3]:
        print("  " + fault)
    return len(faults)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("apothecary")
    parser.add_argument("fairy_stockfish")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return 1 if sum([check(options, game) for game in options.games]) else 0


if __name__ == "__main__":
    sys.exit(main())
