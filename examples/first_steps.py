#!/usr/bin/env python3
"""First steps with the Python module: a game, a position, a move that is not legal, a search, a
PGN.
"""
import apothecary

board = apothecary.Board(variant="grand")
print(
    board.variant.name, board.variant.files, "x", board.variant.ranks, board.legal_count(), "moves"
)

board.push_san("Nc4")
board.push_uci("f8f6")
print(board.fen())

print(board.explain("a1a5"))
try:
    board.push("Qe9")
except apothecary.IllegalMove as error:
    print("not legal:", error)

engine = apothecary.Engine()
info = engine.analyse(board, apothecary.Limit(depth=3))
print(
    "depth",
    info["depth"],
    "with",
    len(info["pv"]),
    "moves:",
    board.san(info["pv"][0]) in board.legal_sans(),
)

own = apothecary.Variant.from_text(
    "[game]\nname = Amazons\nbase = chess\n\n[pieces]\nQ = amazon, QN, points 12\n"
)
print(apothecary.Board(variant=own).perft(3), "games of three half-moves with two amazons")

game = apothecary.pgn.Game.from_board(board, {"White": "Ada", "Black": "Bob"})
game.end().comment = "so far"
print(str(game).splitlines()[-2])
