#!/usr/bin/env python3
"""Compares random positions with Fairy-Stockfish's, in games that both know: legal moves, and the
result where a game has ended.

usage: peer_positions.py APOTHECARY FAIRY_STOCKFISH GAME[=NAME][@FILE]... [--positions N] [--seed N]

GAME is ours, an id or a definition file; NAME is the variant's name there, if it is another one,
and FILE a variants.ini that has it. The positions are those of random games. Two differences are
known and not counted: a pawn drop that mates is illegal here and loses there, and bare kings and
other dead positions are drawn here at once, while there the game goes on. Prints a line for each
game. Exit code 1 if any position differs, or if Fairy-Stockfish does not know a game.
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
from fairy_stockfish import Peer, UnknownGame  # noqa: E402

MOVE = re.compile(r"^(\S+): \d+$")
PASS = re.compile(r"^([a-z]\d+)\1$")
SCORE = re.compile(r"score (mate|cp) (-?\d+)")
PLIES_MOST = 160


def moves_of(peer):
    lines = peer.ask("go perft 1", "Nodes searched")
    return [found.group(1) for found in map(MOVE.match, lines) if found]


def plain(move):
    """The move without the wall that it leaves behind ("a1b2,b2a1")."""
    squares = re.match(r"([a-z]\d+)([a-z]\d+),(.*)", move)
    if squares is None or squares.group(3) != squares.group(2) + squares.group(1):
        return move
    return squares.group(1) + squares.group(2)


def with_passes(fen, moves):
    """The FEN with the number of passes that its last moves were, if any. Fairy-Stockfish knows
    them from the moves."""
    passes = 0
    for move in reversed(moves):
        if not PASS.match(move):
            break
        passes += 1
    fields = fen.split()
    return " ".join(fields[:-2] + ["+%d" % passes] + fields[-2:]) if passes else fen


def result_of(peer, moves):
    """The result, for White, of the game that the last of the moves has ended."""
    peer.play(moves[:-1])
    lines = peer.ask("go depth 2 searchmoves " + moves[-1], "bestmove")
    found = SCORE.search(lines[-2])
    if found is None or found.group(1) == "cp":
        return "1/2-1/2"
    is_won = not found.group(2).startswith("-")
    is_white = peer.fen().split()[1] == "w"
    return "1-0" if is_won == is_white else "0-1"


def gather(peer, name, count, dice):
    """Positions of random games: FEN, legal moves, and the result if there are none."""
    positions = []
    peer.start(name)
    while len(positions) < count:
        moves = []
        while len(moves) < PLIES_MOST and len(positions) < count:
            peer.play(moves)
            legal = moves_of(peer)
            fen = with_passes(peer.fen(), moves)
            is_end = not legal and len(moves) > 0
            positions.append(
                (fen, sorted(map(plain, legal)), result_of(peer, moves) if is_end else None)
            )
            if not legal:
                break
            moves.append(dice.choice(legal))
    return positions


def answers_of(command, verb, game, fens):
    """What a verb of ours answers to each position, in their order."""
    done = subprocess.run(
        [command, verb, game, "--json", "-"],
        input="".join(fen + "\n" for fen in fens),
        capture_output=True,
        text=True,
        check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def ours(command, game, fens):
    """The moves of each position, or the text of the error."""
    return [
        sorted(plain(move["move"]) for move in answer)
        if isinstance(answer, list)
        else [answer.get("error", "no answer")]
        for answer in answers_of(command, "moves", game, fens)
    ]


def our_results(command, game, fens):
    """The results of ended positions; None for one that has not ended."""
    return [answer.get("result") for answer in answers_of(command, "status", game, fens)]


def compare_results(command, game, ended):
    """The faults of positions with their results there."""
    found = our_results(command, game, [fen for fen, _ in ended]) if ended else []
    return [
        "%s: %s there, %s here" % (fen, theirs, mine)
        for (fen, theirs), mine in zip(ended, found)
        if theirs != mine
    ]


def is_pawn_mate(command, game, fen, move):
    """True if the drop is refused because it mates."""
    done = subprocess.run(
        [command, "explain", game, fen, move], capture_output=True, text=True, check=False
    )
    return "may not mate" in done.stdout + done.stderr


def find_dead(command, game, fens):
    """The positions among these that are drawn here because nobody can mate."""
    answers = answers_of(command, "status", game, fens) if fens else []
    return {fen for fen, answer in zip(fens, answers) if answer.get("end") in ("bare", "dead")}


def check(options, text):
    game, _, path = text.partition("@")
    game, _, name = game.partition("=")
    peer = Peer(options.fairy_stockfish, path or "<empty>")
    dice = random.Random(options.seed)
    try:
        positions = gather(peer, name or game, options.positions, dice)
    except UnknownGame:
        print("%s: Fairy-Stockfish does not know %s" % (game, name or game))
        return 1
    finally:
        peer.end()
    faults = []
    found = ours(options.apothecary, game, [fen for fen, _, _ in positions])
    if len(found) != len(positions):
        print("%s: %d answers to %d positions" % (game, len(found), len(positions)))
        return 1
    moveless = [fen for (fen, _, _), mine in zip(positions, found) if not mine]
    dead = find_dead(options.apothecary, game, moveless)
    for (fen, theirs, _), mine in zip(positions, found):
        if fen in dead:
            continue
        extra = [
            move
            for move in set(theirs) - set(mine)
            if not ("@" in move and is_pawn_mate(options.apothecary, game, fen, move))
        ]
        missing = set(mine) - set(theirs)
        if extra or missing:
            faults.append("%s: only there %s, only here %s" % (fen, extra, sorted(missing)))
    ended = [(fen, result) for fen, _, result in positions if result is not None]
    faults += compare_results(options.apothecary, game, ended)
    print(
        "%s: %d positions, %d of them ends, %d differ"
        % (game, len(positions), len(ended), len(faults))
    )
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
