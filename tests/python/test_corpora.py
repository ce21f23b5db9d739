#!/usr/bin/env python3
"""The fuzz corpora, and broken copies of them, through the Python module: every text is read, or
refused with an error of the module's own that says where and why. Nothing crashes.

usage: test_corpora.py CORPUS_FOLDER
"""
import glob
import os
import sys

import apothecary
from apothecary import batch, pgn

GAMES = [
    "alert",
    "modern",
    "classic",
    "apothecary2",
    "prequel",
    "chess",
    "capablanca",
    "grand",
    "seirawan",
]
GAMES += ["shako", "xiangqi", "courier", "wildebeest", "grasshopper"]  # as in fuzz/laws.h
PGN_SIZE_MAX = 20000

engine = apothecary.Engine(hash_mb=1)


def fen(game, data):
    board = apothecary.Board(data, game)
    assert apothecary.Board(board.fen(), game) == board
    if not board.is_game_over():
        for move in board.legal_moves[:10]:
            assert board.parse(board.san(move)) == move
            board.push(move)
            board.pop()
    board._repr_svg_()


def move(game, data):
    board = apothecary.Board(variant=game)
    board.is_legal(data)
    found = board.explain(data)
    if found.is_legal:
        board.push(data)


def handicap(game, data):
    apothecary.Board(variant=game, handicaps=[data])


def network(game, data):
    engine.use_network(data, game)
    engine.analyse(apothecary.Board(variant=game), apothecary.Limit(nodes=100))
    engine.use_network(None, game)


def epd(game, data):
    for line in data.splitlines()[:20]:
        board, operations = apothecary.Board.from_epd(line, game)
        again, same = apothecary.Board.from_epd(board.epd(**operations), game)
        assert again == board
        counts = {"hmvc", "fmvn"}  # they may have been in the FEN
        assert same.keys() - counts == operations.keys() - counts


def definition(game, data):
    variant = apothecary.Variant.from_text(data)
    board = apothecary.Board(variant=variant)
    board.legal_sans()
    board._repr_svg_()


def read_pgn(game, data):
    errors = []
    for found in pgn.read_games(data[:PGN_SIZE_MAX], game, errors=errors):
        str(found)
    for error in errors:
        raise error


def many(game, data):
    batch.status(data, game, threads=2, strict=False)
    batch.legal_moves(data, game, threads=2)


# Which readers get the inputs of which corpus: all that is text.
READERS = {
    "fen": [fen, move, many],
    "epd": [epd],
    "move": [move, fen],
    "pgn": [read_pgn],
    "pgn_game": [read_pgn],
    "movelist": [move, read_pgn],
    "definition": [definition],
    "play": [move],
    "session": [fen, move],
    "start": [fen, handicap],
    "game_setup": [handicap],
    "uci": [fen, move],
    "xboard": [move],
    "fields": [fen, definition],
    "bundle": [definition],
    "betza": [definition],
    "dialect": [definition],
    "fairy_ini": [definition],
    "diagram": [definition],
    "network": [network],
}


def broken(data):
    """The input, and some copies with a fault."""
    yield data
    half = len(data) // 2
    yield data[:half]
    yield data[:half] + b"\0\xff\xed\xa0\x80" + data[half:]
    yield data[half:] + data[:half]
    yield data.replace(b"1", b"99999999999")


def main(arguments):
    faults = count = refused = 0
    for name, readers in READERS.items():
        for path in sorted(glob.glob(os.path.join(arguments[0], name, "*"))):
            with open(path, "rb") as stream:
                whole = stream.read()
            game = GAMES[(whole[0] - ord("a")) % 256 % len(GAMES)] if whole else "chess"
            for data in [*broken(whole), *broken(whole[1:])]:
                for reader in readers:
                    count += 1
                    try:
                        reader(game, data)
                    except apothecary.ApothecaryError as error:
                        refused += 1
                        said = str(error)
                        if not said or not 0 <= error.position <= len(error.text):
                            faults += 1
                            print("%s: no place or reason: %r" % (path, error), file=sys.stderr)
    print("corpora: %d texts read, %d refused, %d faults" % (count, refused, faults))
    return 1 if faults or refused == 0 or refused == count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
