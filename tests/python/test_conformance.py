#!/usr/bin/env python3
"""The Python module answers the questions of tests/conformance/cases.jsonl as the library does.

usage: test_conformance.py CASES
"""
import json
import sys

import apothecary
from apothecary import pgn


def error_of(error):
    """An exception as the file has it: places count bytes there."""
    if isinstance(error, apothecary.InvalidDefinition):
        return {"error": {"kind": error.kind, "faults": faults_of(error.faults)}}
    position = len(error.text[: error.position].encode())
    return {"error": {"kind": error.kind, "position": position, "detail": error.detail}}


def faults_of(faults):
    names = ["line", "column", "key", "detail", "warning"]
    return [dict(zip(names, fault)) for fault in faults]


def sorted_texts(board, texts):
    """The texts of the moves, in the order of their coordinates."""
    return [text for _, text in sorted(zip(board.legal_ucis(), texts))]


def answer_game(game):
    variant = apothecary.Variant(game)
    return {
        "name": variant.name,
        "inventor": variant.inventor,
        "files": variant.files,
        "ranks": variant.ranks,
        "squares": [variant.square_name(square) for square in variant.squares],
        "starts": variant.starts,
        "start_names": variant.start_names,
        "advantage": variant.has_advantage,
        "pieces": variant.pieces,
    }


def answer_position(game, fen):
    board = apothecary.Board(fen, game)
    outcome = board.outcome()
    return {
        "fen": board.fen(),
        "side": "white" if board.turn else "black",
        "halfmove_count": board.halfmove_clock,
        "move_number": board.fullmove_number,
        "check": board.is_check(),
        "ending": outcome.termination if outcome else "none",
        "result": board.result(),
        "points": list(board.points()) if board.points() else None,
        "count": board.legal_count(),
        "moves": sorted(move.uci() for move in board.legal_moves),
    }


def answer_san(game, fen):
    board = apothecary.Board(fen, game)
    return {"moves": sorted_texts(board, board.legal_sans())}


def answer_courier(game, fen):
    board = apothecary.Board(fen, game)
    return {"moves": sorted_texts(board, board.legal_couriers())}


def answer_rich(game, fen):
    moves = sorted(apothecary.Board(fen, game).rich_moves(), key=lambda move: move["move"])
    for move in moves:
        del move["san"]
        if move["wall"] is None:
            del move["wall"]
    return {"moves": moves}


def answer_perft(game, fen, depth):
    return {"nodes": apothecary.Board(fen, game).perft(depth)}


def answer_read(game, fen, text):
    board = apothecary.Board(fen, game)
    move = board.parse(text)
    return {"move": move.uci(), "san": board.san(move), "courier": board.courier(move)}


def answer_explain(game, fen, **squares):
    said = apothecary.Board(fen, game).explain(squares["from"] + squares["to"])
    return {"reason": said.reason, "text": said.text}


def answer_remedy(game, fen, **squares):
    found = apothecary.Board(fen, game).remedy(squares["from"] + squares["to"])._asdict()
    return {"remedies": [{name: value for name, value in found.items() if value is not None}]}


def answer_play(game, fen, moves):
    board = apothecary.Board(fen, game)
    for index, move in enumerate(moves):
        try:
            board.push(move)
        except apothecary.InvalidMove as error:
            return dict(error_of(error), index=index)
    outcome = board.outcome()
    return {
        "fen": board.fen(),
        "ending": outcome.termination if outcome else "none",
        "result": board.result(),
        "occurrences": board.occurrences(),
        "moves": [move.uci() for move in board.move_stack],
    }


def answer_pgn_write(game, fen, moves):
    board = apothecary.Board(fen, game)
    for move in moves:
        board.push(move)
    headers = {"White": "Ada", "Black": 'Bob "the" \\'}
    return {"text": str(pgn.Game.from_board(board, headers))}


def answer_pgn_read(game, text):
    read = pgn.read_game(text, game)
    end = read.end().board()
    if not end.is_game_over() and read.headers["Result"] != "*":
        quarters = pgn.RESULTS[read.headers["Result"]]
        end.agree(quarters)
    outcome = end.outcome()
    return {
        "start": read.board().fen(),
        "moves": [move.uci() for move in read.mainline_moves()],
        "ending": outcome.termination if outcome else "none",
        "result": end.result(),
    }


def replaced_by(node):
    """The move in whose brackets a variation stands; None for a move that is played."""
    played = node.parent.variations[0]
    return None if node is played else node.replaces or played


def in_text_order(node):
    """The moves of a line, each before those in its brackets."""
    while node is not None:
        yield node
        for other in node.parent.variations:
            if replaced_by(other) is node:
                yield from in_text_order(other)
        node = node.next()


def answer_pgn_tree(game, text):
    read = pgn.read_game(text, game)
    numbers, nodes = {id(read): 0, id(None): 0}, []
    for node in in_text_order(read.next()):
        numbers[id(node)] = len(numbers) - 1
        parts = {
            "move": node.move.uci(),
            "parent": numbers[id(node.parent)],
            "replaces": numbers[id(replaced_by(node))],
            "before": node.starting_comment,
            "after": node.comment,
            "nags": node.nags,
        }
        nodes.append({name: part for name, part in parts.items() if part or name == "parent"})
    return {"nodes": nodes, "text": str(read)}


def answer_definition(text):
    variant = apothecary.Variant.from_text(text)
    board = apothecary.Board(variant=variant)
    return {
        "name": variant.name,
        "faults": faults_of(variant.warnings),
        "fen": board.fen(),
        "moves": sorted(board.legal_ucis()),
    }


def answer(case):
    question = {name: value for name, value in case.items() if name not in ("ask", "answer")}
    try:
        return globals()["answer_" + case["ask"]](**question)
    except apothecary.ApothecaryError as error:
        return error_of(error)


def main(arguments):
    faults = count = 0
    with open(arguments[0], encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            case = json.loads(line)
            count += 1
            found = answer(case)
            if found != case["answer"]:
                faults += 1
                print("line %d: %s\n  found %s" % (number, line[:1500], found), file=sys.stderr)
    print("conformance: %d cases, %d faults" % (count, faults))
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
