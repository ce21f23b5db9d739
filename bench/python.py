#!/usr/bin/env python3
"""Legal moves from FEN: the Python module in turn with python-chess, positions a second.

usage: PYTHONPATH=FOLDER bench/python.py [--positions N] [--rounds N]

FOLDER has the module apothecary (build/python after `make python`'s build, or an environment with
the wheel). PYTHON_CHESS is the folder of python-chess, if it is not installed; without it only our
own figures are printed, as for games that it does not know. Positions come from random games; every
program reads each as FEN and lists its legal moves as objects. They take turns, round by round, and
the best round of each counts. Seconds are those of the processor, of all threads together, so that
other load matters little.
"""
import argparse
import os
import random
import sys
import time

import apothecary
from apothecary import batch


def positions(game, count):
    """FENs of random games, the same in each run."""
    chance, fens = random.Random(1), []
    while len(fens) < count:
        board = apothecary.Board(variant=game)
        for _ in range(80):
            moves = sorted(board.legal_ucis())
            if not moves or board.is_game_over() or len(fens) == count:
                break
            board.push(chance.choice(moves))
            fens.append(board.fen())
    return fens


def import_other():
    """python-chess, or None with a message about it."""
    folder = os.environ.get("PYTHON_CHESS")
    if folder:
        sys.path.insert(0, folder)
    try:
        import chess
    except ImportError:
        print("SKIPPED: python-chess (set PYTHON_CHESS to its folder)", file=sys.stderr)
        return None
    return chess


def programs(game, chess):
    """Name -> a function from FENs to the number of legal moves."""

    def with_objects(fens):
        board = apothecary.Board
        return sum(len(board(fen, game).legal_moves) for fen in fens)

    def with_texts(fens):
        board = apothecary.Board
        return sum(len(board(fen, game).legal_ucis()) for fen in fens)

    def with_sans(fens):
        board = apothecary.Board
        return sum(len(board(fen, game).legal_sans()) for fen in fens)

    def in_batches(fens):
        return len(batch.legal_moves(fens, game).moves)

    def of_other(fens):
        return sum(len(list(chess.Board(fen).legal_moves)) for fen in fens)

    def sans_of_other(fens):
        total = 0
        for fen in fens:
            board = chess.Board(fen)
            total += len([board.san(move) for move in board.legal_moves])
        return total

    found = {
        "objects": with_objects,
        "coordinates": with_texts,
        "SAN": with_sans,
        "batch": in_batches,
    }
    if chess is not None and game == "chess":
        found["python-chess"] = of_other
        found["python-chess SAN"] = sans_of_other
    return found


def measure(game, chess, count, rounds):
    fens, best, totals = positions(game, count), {}, {}
    asked = programs(game, chess)
    for _ in range(rounds):
        for name, work in asked.items():
            some = fens[: count // 10] if name.startswith("python-chess") else fens
            began = time.process_time()
            totals[name] = (len(some), work(some))
            rate = len(some) / (time.process_time() - began)
            best[name] = max(best.get(name, 0), rate)
    for name, total in totals.items():
        if total[1] != len(batch.legal_moves(fens[: total[0]], game).moves):
            sys.exit("%s: %s lists other moves" % (game, name))
    for name, rate in best.items():
        other = best.get("python-chess SAN" if "SAN" in name else "python-chess")
        ratio = (
            ""
            if other is None or "chess" in name
            else "  %6.1f times python-chess" % (rate / other)
        )
        print("%-11s %-17s %10.0f positions/s%s" % (game, name, rate, ratio))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=100000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    chess = import_other()
    print("apothecary %s %s" % (apothecary.__version__, apothecary.PROCESSOR or "any processor"))
    for game in ("chess", "capablanca", "grand"):
        measure(game, chess, given.positions, given.rounds)
    return 0 if chess is not None else 77


if __name__ == "__main__":
    sys.exit(main())
