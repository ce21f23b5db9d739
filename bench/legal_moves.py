#!/usr/bin/env python3
"""Legal moves from FEN, positions a second: the C library, the Python module and the npm package in
turn with python-chess and ffish (the JavaScript binding of Fairy-Stockfish), in one run.

usage: PYTHONPATH=FOLDER bench/legal_moves.py [--positions N] [--rounds N] [--game NAME]...

FOLDER has the module apothecary: an environment with the wheel, or build-python after
`scripts/dist python`. Where the others are:

    BENCH_C=PROGRAM         bench_moves, as built with -DAPO_BENCH=ON (default: build/bench_moves)
    APOTHECARY_NPM=FOLDER   our npm package (default: build-npm/package; make npm builds it)
    FFISH=FOLDER            a folder with ffish: npm install --prefix FOLDER ffish
    PYTHON_CHESS=FOLDER     the sources of python-chess, if it is not installed

The positions are of random games, and the same for all. Every program reads each as FEN and lists
its legal moves. The programs take turns, round by round, and the best round of each counts. Seconds
are those of the processor, so that other load matters little. Exit status: 1 if a ratio is below
what is wanted or two programs count different moves, 77 if one of the others is missing."""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import apothecary
from apothecary import batch

HERE = pathlib.Path(__file__).resolve().parent
GAMES = ("chess", "capablanca", "grand")
PLIES = 120  # of a random game
SHARE = 10  # the slowest program gets one position in this many

# What is compared with what, and how many times as fast it has to be.
RATIOS = [
    ("C list", "ffish moves", 3),
    ("C text", "ffish moves", 3),
    ("C SAN", "ffish SAN", 3),
    ("npm moves", "ffish moves", 1.5),
    ("npm SAN", "ffish SAN", 1.5),
    ("Python Moves", "python-chess moves", 15),
    ("Python coordinates", "python-chess moves", 15),
    ("Python SAN", "python-chess SAN", 15),
    ("Python batch", "python-chess moves", 15),
]


def skip(reason):
    print("SKIPPED: %s" % reason, file=sys.stderr)


def positions(game, count):
    """FENs of random games, the same in each run."""
    chance, fens = random.Random(1), []
    while len(fens) < count:
        board = apothecary.Board(variant=game)
        for _ in range(PLIES):
            moves = sorted(board.legal_ucis())
            if not moves or board.is_game_over() or len(fens) == count:
                break
            board.push(chance.choice(moves))
            fens.append(board.fen())
    return fens


def import_other():
    """python-chess, or None with a message about it."""
    if os.environ.get("PYTHON_CHESS"):
        sys.path.insert(0, os.environ["PYTHON_CHESS"])
    try:
        import chess
    except ImportError:
        skip("python-chess (set PYTHON_CHESS to its folder)")
        return None
    return chess


class InPython:
    """The Python module, and python-chess for chess."""

    def __init__(self, game, fens, chess):
        board = apothecary.Board
        self.ways = {
            "Python Moves": (fens, lambda fen: len(board(fen, game).legal_moves)),
            "Python coordinates": (fens, lambda fen: len(board(fen, game).legal_ucis())),
            "Python SAN": (fens, lambda fen: len(board(fen, game).legal_sans())),
            "Python batch": (fens, None),
        }
        if chess is not None and game == "chess":
            some = fens[:: min(SHARE, len(fens))]
            self.ways["python-chess moves"] = some, lambda fen: len(
                list(chess.Board(fen).legal_moves)
            )
            self.ways["python-chess SAN"] = some, lambda fen: self.count_sans(chess.Board(fen))
        self.game = game

    @staticmethod
    def count_sans(board):
        return len([board.san(move) for move in board.legal_moves])

    def round(self):
        for name, (fens, count) in self.ways.items():
            began = time.process_time()
            if count is None:
                moves = len(batch.legal_moves(fens, self.game).moves)
            else:
                moves = sum(map(count, fens))
            yield name, len(fens), time.process_time() - began, moves

    def close(self):
        pass


class Worker:
    """A program that does a round for each line, and reports for each way of listing moves how many
    positions it read, in how many seconds of processor time, and how many moves it counted."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def round(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        for line in iter(self.process.stdout.readline, "\n"):
            if not line:
                sys.exit("%s ended too early" % self.process.args)
            name, count, seconds, moves = line.rsplit(maxsplit=3)
            yield name, int(count), float(seconds), int(moves)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def open_workers(game, path):
    """The programs in other languages that are there, and messages about those that are not."""
    program = os.environ.get("BENCH_C", HERE.parent / "build/bench_moves")
    package = os.environ.get("APOTHECARY_NPM", HERE.parent / "build-npm/package")
    if os.access(program, os.X_OK):
        yield Worker(program, game, path)
    else:
        skip("the C library: %s is missing" % program)
    if not shutil.which("node") or not pathlib.Path(package, "index.js").exists():
        skip("the npm package: node or %s is missing" % package)
    elif not os.environ.get("FFISH"):
        skip("ffish (npm install --prefix FOLDER ffish; FFISH=FOLDER)")
    else:
        yield Worker("node", HERE / "legal_moves.mjs", game, path, package, os.environ["FFISH"])


def measure(game, fens, rounds, chess):
    """Way -> (positions a second in its best round, positions, moves)."""
    best = {}
    with tempfile.NamedTemporaryFile("w", suffix=".fen") as stream:
        stream.write("".join(fen + "\n" for fen in fens))
        stream.flush()
        workers = [InPython(game, fens, chess), *open_workers(game, stream.name)]
        for _ in range(rounds):
            for worker in workers:
                for name, count, seconds, moves in worker.round():
                    rate = max(count / max(seconds, 1e-9), best.get(name, (0,))[0])
                    best[name] = rate, count, moves
        for worker in workers:
            worker.close()
    return best


def tell(game, best):
    """Prints a game's figures; true if all ratios are reached and all counts agree."""
    is_well = True
    compared = {way: (than, wanted) for way, than, wanted in RATIOS}
    for name, (rate, _, _) in best.items():
        line = "%-11s %-18s %9.0f" % (game, name, rate)
        than, wanted = compared.get(name, (None, 0))
        if than in best:
            ratio = rate / best[than][0]
            line += "  %6.2f times %s" % (ratio, than)
            if ratio < wanted:
                line += ": below %g" % wanted
                is_well = False
        print(line)
    whole = max(count for _, count, _ in best.values())
    counts = {name: moves for name, (_, count, moves) in best.items() if count == whole}
    if len(set(counts.values())) > 1:
        print("%s: different moves: %s" % (game, counts))
        is_well = False
    sys.stdout.flush()
    return is_well


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--game", action="append")
    given = parser.parse_args()
    chess = import_other()
    print("apothecary %s %s" % (apothecary.__version__, apothecary.PROCESSOR or "any processor"))
    print(
        "%d positions of each game, best of %d rounds; positions a second"
        % (given.positions, given.rounds)
    )
    is_well, is_whole = True, chess is not None
    for game in given.game or GAMES:
        best = measure(game, positions(game, given.positions), given.rounds, chess)
        is_well = tell(game, best) and is_well
        is_whole = is_whole and "ffish moves" in best and "C list" in best
    return 1 if not is_well else 0 if is_whole else 77


if __name__ == "__main__":
    sys.exit(main())
