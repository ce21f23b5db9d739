#!/usr/bin/env python3
"""The Python module: features of its own, beyond those that tests/conformance checks in every
binding.

usage: test_module.py
"""
import array
import copy
import io
import json
import pathlib
import pickle
import resource
import tempfile
import threading
import unittest
import xml.etree.ElementTree as tree

import apothecary
from apothecary import batch, pgn, svg

SMALL = "[game]\nname = Small\nbase = chess\n\n[pieces]\nQ = amazon, QN, points 12\n"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


class Variants(unittest.TestCase):
    def test_all_games_open(self):
        ids = apothecary.variants()
        self.assertIn("grand", ids)
        for id in ids:
            variant = apothecary.Variant(id)
            self.assertEqual(variant.id, id)
            self.assertGreater(apothecary.Board(variant=variant).legal_count(), 0)
            self.assertIs(variant, apothecary.Variant(id))
            self.assertIs(variant, apothecary.Variant(variant.name))
        self.assertIs(apothecary.Variant("Standard"), apothecary.Variant("chess"))

    def test_definition_with_base(self):
        bases = {"mine": SMALL}
        text = "[game]\nname = More\nbase = mine\n"
        variant = apothecary.Variant.from_text(text, "more", bases=bases)
        self.assertEqual(variant.id, "more")
        self.assertIn("amazon", [piece["name"] for piece in variant.pieces])
        again = pickle.loads(pickle.dumps(variant))
        self.assertEqual((again.id, again.pieces), (variant.id, variant.pieces))

    def test_faults_have_places(self):
        with self.assertRaises(apothecary.InvalidDefinition) as raised:
            apothecary.Variant.from_text(
                "[game]\nname = A\nbase = chess\n\n[promotion]\npeices = P\n"
            )
        fault = raised.exception.faults[0]
        self.assertEqual((fault.line, fault.column), (6, 1))
        self.assertIn("pieces", fault.detail)
        self.assertIn("line 6", str(raised.exception))

    def test_unknown_variant(self):
        with self.assertRaises(apothecary.UnknownVariant):
            apothecary.Variant("no-such-game")
        with self.assertRaises(TypeError):
            apothecary.Variant(7)
        with self.assertRaises(TypeError):
            apothecary.Variant.from_text(SMALL, bases=["mine"])

    def test_squares(self):
        variant = apothecary.Variant("grand")
        self.assertEqual(variant.square_name(variant.parse_square("j10")), "j10")
        for bad in ("k1", "a11", "", "a1b", "\udc80"):
            with self.assertRaises(ValueError):
                variant.parse_square(bad)
        for bad in (-1, 100, 10**30):
            with self.assertRaises(ValueError):
                variant.square_name(bad)


class Boards(unittest.TestCase):
    def test_play_and_take_back(self):
        board = apothecary.Board()
        start = board.fen()
        move = board.push_san("e4")
        self.assertEqual((str(move), move.from_square, move.to_square), ("e2e4", 12, 28))
        board.push("c7c5")
        self.assertEqual([str(item) for item in board.move_stack], ["e2e4", "c7c5"])
        self.assertEqual(board.pop().uci(), "c7c5")
        self.assertEqual(board.peek(), move)
        self.assertEqual(board.pop(), move)
        self.assertEqual(board.fen(), start)
        with self.assertRaises(IndexError):
            board.pop()

    def test_moves_are_values(self):
        board = apothecary.Board()
        moves = board.legal_moves
        self.assertEqual(len(set(moves)), 20)
        self.assertIn(board.parse("Nf3"), moves)
        self.assertNotEqual(moves[0], moves[1])
        with self.assertRaises(TypeError):
            apothecary.Move()

    def test_refusals(self):
        board = apothecary.Board()
        with self.assertRaises(apothecary.IllegalMove) as raised:
            board.push("e2e5")
        self.assertEqual(raised.exception.kind, "illegal")
        self.assertTrue(raised.exception.detail)
        with self.assertRaises(apothecary.InvalidMove):
            board.push("\u265e")
        with self.assertRaises(ValueError):
            board.push(apothecary.Board(variant="grand").legal_moves[0])
        later = apothecary.Board("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1").legal_moves[0]
        for use in (board.san, board.push, board.captures, board.gives_check):
            with self.assertRaises(apothecary.IllegalMove):
                use(later)
        self.assertFalse(board.is_legal(later))
        with self.assertRaises(TypeError):
            board.push(7)

    def test_wrong_types(self):
        board, engine = apothecary.Board(), apothecary.Engine(hash_mb=1)
        calls = [
            (lambda: apothecary.svg.board("e4"), "a Board, not str"),
            (lambda: apothecary.svg.board(board, lastmove=7), "a Move or its text, not int"),
            (lambda: apothecary.svg.board(board, arrows=[7]), "a pair of squares, not int"),
            (lambda: apothecary.svg.board(board, fill=7), "a mapping of squares to colours"),
            (lambda: apothecary.svg.piece(7), "the letter of a piece, not int"),
            (lambda: pgn.Game(7), "a Board, not int"),
            (lambda: pgn.Game(None, 7), "a mapping of tags, not int"),
            (lambda: pgn.Game.from_board("e4"), "a Board, not str"),
            (lambda: pgn.read_game(7), "a text or an open file, not int"),
            (lambda: list(pgn.read_games([])), "a text or an open file, not list"),
            (lambda: pgn.Game().set_clock("3"), "seconds or None, not str"),
            (lambda: pgn.Game().set_command(7, "1"), "the name of a command, not int"),
            (lambda: pgn.Game().add_line(7), "a list of moves, not int"),
            (lambda: batch.status(None), "a sequence of texts, not <class 'NoneType'>"),
            (lambda: batch.legal_ucis(7), "a sequence of texts, not int"),
            (lambda: engine.play("e4"), "a Board, not str"),
            (lambda: engine.analyse(7), "a Board, not int"),
            (lambda: engine.evaluate(7), "a Board, not int"),
            (lambda: list(engine.analysis(7)), "a Board, not int"),
            (lambda: engine.analyse(board, on_info=7), "on_info must be a function, not int"),
            (lambda: board.pieces(7, True), "the letter of a type, not int"),
            (lambda: board.variation_san(7), "a list of moves, not int"),
        ]
        for call, said in calls:
            with self.assertRaises(TypeError) as raised:
                call()
            self.assertIn(said, str(raised.exception))
        for call in (pgn.Game().san, pgn.Game().uci):
            with self.assertRaises(apothecary.InvalidPgn):
                call()
        for seconds in (float("nan"), float("inf")):
            with self.assertRaises(ValueError):
                pgn.Game().set_clock(seconds)
        with self.assertRaises(apothecary.InvalidEpd):
            board.epd(bm=b"e4")
        with self.assertRaises(ValueError):
            apothecary.svg.board(board, arrows=[("e2",)])

    def test_letters_with_an_accent(self):
        board = apothecary.Board(variant="tenjiku")
        self.assertEqual(board.letter_at("c15"), "c!")
        self.assertEqual(board.piece_at("c2").piece_type, "C!")
        self.assertEqual(
            board.pieces("C!", apothecary.WHITE),
            [board.variant.parse_square(name) for name in ("c2", "d2", "m2", "n2")],
        )
        letters = {piece["letter"] for piece in board.variant.pieces}
        self.assertTrue({"C", "C!", "D", "D'", "D!"} <= letters, letters)
        self.assertEqual(str(board).splitlines()[1].split()[2], "c!")
        self.assertEqual({len(row) for row in str(board).splitlines()[6:10]}, {46})
        self.assertIn(">C!</text>", board._repr_svg_())

    def test_positions(self):
        with self.assertRaises(apothecary.InvalidFen) as raised:
            apothecary.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR w KQkq - 0 1")
        self.assertEqual(raised.exception.position, 39)
        with self.assertRaises(apothecary.ImpossiblePosition):
            apothecary.Board("8/8/8/8/8/8/8/8 w - - 0 1")
        with self.assertRaises(apothecary.InvalidFen):
            apothecary.Board("\udc80")
        with self.assertRaises(TypeError):
            apothecary.Board(7)
        with self.assertRaises(TypeError):
            apothecary.Board("startpos", start=1)
        with self.assertRaises(ValueError):
            apothecary.Board(variant="modern", start=0)
        with self.assertRaises(apothecary.InvalidStart):
            apothecary.Board(variant="modern", handicaps=["queen:of hearts"])

    def test_wrong_types_within(self):
        # The functions that the module's own Python code calls, called here with arbitrary values.
        board = apothecary.Board()
        for value in (None, 7, "x", [("a", "b")], ("a",), (("a", "b", "c"),), ((1, 2),), (None,)):
            with self.assertRaises(TypeError, msg=repr(value)):
                board._epd(value)
        # The first value that is not a text ends the call; the values after it are never produced.
        for many in (range(10**12), iter(range(10**12)), ["x", *range(9)]):
            with self.assertRaises(TypeError, msg=repr(many)):
                batch.status(many, strict=False)

    def test_epd(self):
        line = '7k/8/5K2/8/8/8/8/6Q1 w - - hmvc 4; bm Qg7 Kf7; id "a; b"; ce 31; pv Qg7; c0 "";'
        board, operations = apothecary.Board.from_epd(line)
        self.assertEqual(board.halfmove_clock, 4)
        self.assertEqual([move.uci() for move in operations["bm"]], ["g1g7", "f6f7"])
        self.assertEqual((operations["id"], operations["ce"], operations["c0"]), ("a; b", 31, ""))
        del operations["hmvc"]
        self.assertEqual(
            board.epd(**operations),
            line.replace("bm Qg7 Kf7", "bm Qg7# Kf7").replace("pv Qg7", "pv Qg7#"),
        )
        self.assertEqual(
            board.epd(acd=3, eval=-0.5, draw_offer=None).split("; ", 1)[1],
            "acd 3; eval -0.5; draw_offer;",
        )
        for bad in ({"id": 'a"b'}, {"c0": "a\nb"}, {"1": 1}, {"x": float("nan")}, {"bm": ["Kh1"]}):
            with self.assertRaises(apothecary.ApothecaryError):
                board.epd(**bad)
        before = board.fen()
        with self.assertRaises(apothecary.InvalidEpd) as raised:
            board.set_epd("7k/8/5K2/8/8/8/8/6Q1 b - - bm Kh7; bm Kg8;")
        self.assertEqual(raised.exception.position, 35)
        with self.assertRaises(apothecary.IllegalMove):
            board.set_epd("7k/8/5K2/8/8/8/8/6Q1 b - - bm Kg7;")
        self.assertEqual(board.fen(), before)
        for game in apothecary.variants():
            start = apothecary.Board(variant=game)
            line = start.epd(bm=start.legal_moves[:3], id=game)
            again, operations = apothecary.Board.from_epd(line, game)
            self.assertEqual((again, operations["id"]), (start, game))
            self.assertEqual(operations["bm"], start.legal_moves[:3])

    def test_starts(self):
        one, other = (apothecary.Board(variant="modern", start=start) for start in (1, 14))
        self.assertNotEqual(one, other)
        given = apothecary.Board(variant="prequel", start_name="rank3")
        self.assertNotEqual(given.fen(), apothecary.Board(variant="prequel").fen())
        pawn = apothecary.Board(variant="apothecary2", handicaps=["move:white"])
        self.assertNotEqual(pawn.fen(), apothecary.Board(variant="apothecary2").fen())

    def test_copies(self):
        board = apothecary.Board(variant="alert")
        for _ in range(6):
            board.push(board.legal_moves[0])
        for other in (
            board.copy(),
            copy.copy(board),
            copy.deepcopy(board),
            pickle.loads(pickle.dumps(board)),
        ):
            self.assertEqual(other, board)
            self.assertEqual(
                [str(mv) for mv in other.move_stack], [str(mv) for mv in board.move_stack]
            )
            other.pop()
            self.assertNotEqual(other, board)
        self.assertEqual(board.copy(stack=False).move_stack, [])
        self.assertEqual(board.root().fen(), apothecary.Board(variant="alert").fen())

    def test_outcomes(self):
        mate, stale = apothecary.Board(MATE), apothecary.Board(STALEMATE)
        self.assertTrue(mate.is_checkmate() and mate.is_check() and mate.is_game_over())
        self.assertEqual((mate.outcome().winner, mate.result()), (apothecary.WHITE, "1-0"))
        self.assertTrue(stale.is_stalemate())
        self.assertEqual((stale.outcome().winner, stale.outcome().points), (None, (0.5, 0.5)))
        quarter = apothecary.Board(variant="modern")
        quarter.agree(3)
        self.assertEqual((quarter.result(), quarter.outcome().points), ("3/4-1/4", (0.75, 0.25)))
        with self.assertRaises(apothecary.GameOver):
            quarter.push(quarter.legal_moves[0])
        with self.assertRaises(apothecary.ApothecaryError):
            apothecary.Board().agree(3)

    def test_move_count(self):
        for count, ending in ((99, None), (100, "movecount"), (132, "movecount")):
            board = apothecary.Board("4k3/8/8/8/8/8/8/R3K3 w - - %d 90" % count)
            outcome = board.outcome()
            self.assertEqual(outcome and outcome.termination, ending)
            self.assertEqual(board.is_game_over(), ending is not None)

    def test_records_that_go_on_after_the_end(self):
        moves = "Nf3 Nf6 Ng1 Ng8 " * 27 + "e4"
        game = apothecary.pgn.read_game('[Event "?"]\n\n%s *' % moves)
        board = game.end().board()
        self.assertEqual(len(board.move_stack), 109)
        self.assertEqual(board.fen().split()[4:], ["0", "55"])
        board.pop()
        self.assertEqual(board.outcome().termination, "repetition")
        start = "4k3/8/8/8/8/8/8/R3K3 w - - 100 90"
        text = '[SetUp "1"]\n[FEN "%s"]\n\n90. Ra2 Ke7 91. Ra3 *' % start
        after = apothecary.pgn.read_game(text).end().board()
        self.assertEqual([move.uci() for move in after.move_stack], ["a1a2", "e8e7", "a2a3"])
        for copied in (after.copy(), pickle.loads(pickle.dumps(after))):
            self.assertEqual(copied.fen(), after.fen())
            self.assertEqual(len(copied.move_stack), 3)
        with self.assertRaises(apothecary.GameOver):
            after.push("e7e6")

    def test_insufficient_material(self):
        for pieces, is_dead in (("4K3", True), ("4KB2", True), ("4KNN1", False), ("4KP2", False)):
            board = apothecary.Board("8/8/8/4k3/8/8/8/%s w - - 0 1" % pieces)
            self.assertEqual(board.is_insufficient_material(), is_dead)

    def test_find_move(self):
        board = apothecary.Board("8/P7/8/4k3/8/8/8/4K3 w - - 0 1")
        self.assertEqual(board.find_move("a7", "a8", "n").uci(), "a7a8n")
        self.assertEqual(board.find_move(4, 12).uci(), "e1e2")
        for wrong in (("a7", "a8"), ("e1", "e3"), ("e1", "e2", "Q"), ("b1", "b2")):
            with self.assertRaises(apothecary.InvalidMove):
                board.find_move(*wrong)

    def test_repetition(self):
        board = apothecary.Board()
        for _ in range(2):
            for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
                board.push(move)
        self.assertTrue(board.is_repetition())
        self.assertEqual(board.outcome().termination, "repetition")
        board.pop()
        self.assertIsNone(board.outcome())
        board.resign(apothecary.WHITE)
        self.assertEqual(board.result(), "0-1")
        self.assertEqual(board.pop().uci(), "f3g1")
        self.assertIsNone(board.outcome())

    def test_explain(self):
        board = apothecary.Board("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1")
        self.assertEqual(board.explain("h1h2").reason, "check")
        self.assertEqual(board.explain("Rh2").reason, "check")
        self.assertEqual(board.explain("O-O").reason, board.explain("e1g1").reason)
        self.assertEqual(board.remedy("O-O").cause, "castling_check")
        self.assertEqual(board.explain("Bh2").reason, "illegal")
        self.assertTrue(board.explain("Kxe2").is_legal)
        self.assertEqual(board.explain("a1a2").reason, "empty")
        self.assertIn("in check from the rook on e2", str(board.explain("h1h2")))
        with self.assertRaises(apothecary.InvalidMove):
            board.explain("what?")

    def test_explain_drops(self):
        board = apothecary.Board("7nk/9/7G1/9/9/9/9/9/4K4[PG] w - - 0 1", "shogi")
        reasons = {"P@i8": "drop_mate", "P@a9": "drop", "P@i9": "occupied", "R@a1": "hand"}
        self.assertEqual({text: board.explain(text).reason for text in reasons}, reasons)
        self.assertEqual(str(board.explain("P@i8")), "the drop of a pawn may not mate")
        self.assertTrue(board.explain("G@i8").is_legal)
        self.assertEqual(board.remedy("P@i8").move, "P@i8")
        with self.assertRaises(apothecary.InvalidMove):
            board.remedy("P@i10")

    def test_explain_signs(self):
        board = apothecary.Board("4k4/9/9/9/9/9/P8/9/4K4[] w - - 0 1", "shogi")
        self.assertTrue(board.explain("a3a4").is_legal)
        self.assertEqual(board.explain("a3a4+").reason, "promotion")
        self.assertEqual(board.explain("a3a6+").reason, "power")
        self.assertEqual(board.remedy("a3a4+").reason, "promotion")
        with self.assertRaises(apothecary.IllegalMove):
            board.push("a3a4+")
        board.set_fen("k8/9/9/4r4/9/9/4P4/9/4K4[] w - - 0 1")
        self.assertEqual(board.explain("e3e4-").reason, "illegal")

    def test_walls(self):
        board = apothecary.Board(variant="isolation")
        texts = board.legal_ucis()
        moves = board.legal_moves
        self.assertEqual(len(set(moves)), len(moves))
        self.assertEqual(sorted(move.uci() for move in moves), sorted(texts))
        for move in moves:
            self.assertTrue(move.uci().endswith(board.variant.square_name(move.wall)))
        rich = {move["move"]: move for move in board.rich_moves()}
        self.assertTrue(all(text.endswith(rich[text]["wall"]) for text in texts))

    def test_too_many_moves(self):
        # Positions can be reached that a FEN cannot give: ten queens and a duck.
        board = apothecary.Board("7K/3n4/8/Q1Q1Q1Q1/7Q/1Q1Q1Q2/1Q6/k5QQ b - - 0 1", "duck")
        refused = 0
        for move in board.legal_moves:
            board.push(move)
            try:
                board.legal_ucis()
            except apothecary.ApothecaryError:
                uses = [lambda: board.legal_moves, board.legal_sans, board.legal_count]
                for use in [*uses, lambda: board.perft(1), lambda: board.perft(2)]:
                    with self.assertRaises(apothecary.ApothecaryError) as raised:
                        use()
                    self.assertIn("8,192", str(raised.exception))
                refused += 1
            board.pop()
        self.assertTrue(refused)
        with self.assertRaises(apothecary.ApothecaryError):
            board.perft(2)
        counts = batch.perft([board.fen()], 2, "duck", strict=False)
        self.assertEqual((counts.status[0] != 0, counts.nodes[0]), (True, 0))

    def test_lists_of_texts(self):
        # More texts than the module caches, so that some replace others.
        kept = set()
        for game in apothecary.variants():
            board = apothecary.Board(variant=game)
            for ply in range(6):
                moves = board.legal_moves
                if not moves or board.is_game_over():
                    break
                ucis, sans = board.legal_ucis(), board.legal_sans()
                self.assertEqual(ucis, [move.uci() for move in moves])
                some = range(ply, len(moves), 1 + len(moves) // 20)
                self.assertEqual([sans[i] for i in some], [board.san(moves[i]) for i in some])
                kept.update(ucis, sans)
                board.push(moves[7 * ply % len(moves)])
            self.assertEqual(board.legal_ucis(), board.legal_ucis())
        self.assertGreater(len(kept), 1 << 13)
        mate = apothecary.Board(MATE)
        self.assertEqual((mate.legal_ucis(), mate.legal_sans()), ([], []))

    def test_many_moves(self):
        # A fifth queen: each of its moves with each square for the duck.
        board = apothecary.Board("Q5k1/3P4/2QQ3p/8/4Q3/8/8/K7 w - - 0 1", "duck")
        board.push("d7d8q,d8a2")
        board.push("h6h5,h5h6")
        self.assertGreater(board.legal_count(), 4096)
        self.assertEqual(len(set(board.legal_ucis())), board.legal_count())
        self.assertEqual(len(board.legal_sans()), board.legal_count())
        board.push(board.legal_moves[-1])

    def test_looks(self):
        board = apothecary.Board()
        self.assertEqual(board.piece_at("e1"), apothecary.Piece("K", apothecary.WHITE))
        self.assertEqual(board.piece_at(60).symbol(), "k")
        self.assertIsNone(board.piece_at("e4"))
        self.assertEqual(len(board.piece_map()), 32)
        self.assertEqual(board.pieces("n", apothecary.BLACK), [57, 62])
        self.assertEqual(board.king(apothecary.WHITE), 4)
        self.assertTrue(board.is_attacked_by(apothecary.WHITE, "f3"))
        self.assertEqual(board.attackers(apothecary.WHITE, "f3"), [6, 12, 14])
        self.assertEqual(board.attackers(color="black", square=20), [])
        self.assertEqual(str(board).splitlines()[0], "r n b q k b n r")
        self.assertEqual(board.variation_san(["e4", "e5", "Nf3"]), "1. e4 e5 2. Nf3")
        large = apothecary.Board(variant="alert")
        self.assertIsInstance(large.reserve("white"), dict)
        json.dumps(large.rich_moves())

    def test_svg(self):
        for id in apothecary.variants():
            board = apothecary.Board(variant=id)
            move = board.legal_moves[0]
            board.push(move)
            for text in (
                board._repr_svg_(),
                svg.board(board, orientation=apothecary.BLACK, size=300),
            ):
                root = tree.fromstring(text)
                shapes = root.findall("{http://www.w3.org/2000/svg}g")
                self.assertEqual(len(shapes), len(board.letters()))
        marked = svg.board(apothecary.Board(MATE), arrows=[("g6", "g7")], fill={"a1": '"><script>'})
        self.assertIn('class="check"', marked)
        self.assertNotIn("<script>", marked)
        tree.fromstring(svg.piece("K", is_royal=True))

    def test_drawn(self):
        """Palaces, zones and the river; coordinates are left out, so a square is 45 wide."""

        def path(game, style, **looks):
            text = svg.board(apothecary.Board(variant=game), coordinates=False, **looks)
            found = tree.fromstring(text).find(
                "{http://www.w3.org/2000/svg}path[@class='%s']" % style
            )
            return "" if found is None else found.get("d")

        self.assertEqual(path("chess", "line"), "")
        self.assertEqual(path("chess", "river"), "")
        self.assertEqual(path("racing-kings", "line").count("M"), 8)
        self.assertTrue(path("racing-kings", "line").startswith("M0 45L45 45M45 45L90 45"))
        self.assertTrue(path("xiangqi", "river").startswith("M0 225L45 225"))
        self.assertEqual(path("xiangqi", "river").count("M"), 9)
        self.assertEqual(path("janggi", "river"), "")
        for orientation in (apothecary.WHITE, apothecary.BLACK):
            # Xiangqi looks the same from both sides: two palaces with their diagonals.
            lines = path("xiangqi", "line", orientation=orientation)
            self.assertEqual(lines.count("M"), 2 * (3 + 2 * 3 + 4))
            for step in ("M157.5 427.5L202.5 382.5", "M157.5 337.5L202.5 382.5"):
                back = "M%sL%s" % tuple(reversed(step[1:].split("L")))
                self.assertTrue(step in lines or back in lines)


class Engines(unittest.TestCase):
    def test_mate_is_found(self):
        board = apothecary.Board("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1")
        info = apothecary.Engine().analyse(board, apothecary.Limit(depth=6))
        self.assertEqual(info["score"].white().mate(), 1)
        board.push(info["pv"][0])
        self.assertTrue(board.is_checkmate())

    def test_play(self):
        engine, board = apothecary.Engine(hash_mb=1), apothecary.Board(variant="capablanca")
        one = engine.play(board, apothecary.Limit(depth=3))
        self.assertIn(one.move, board.legal_moves)
        level = [engine.play(board, level=2, seed=5).move for _ in range(2)]
        self.assertEqual(level[0], level[1])
        only = engine.play(board, apothecary.Limit(depth=2), root_moves=["a2a3"])
        self.assertEqual(str(only.move), "a2a3")
        self.assertIsNone(engine.play(apothecary.Board(MATE), apothecary.Limit(depth=2)).move)
        with self.assertRaises(apothecary.EngineError):
            engine.analyse(apothecary.Board(MATE), apothecary.Limit(depth=2))

    def test_lines(self):
        found = apothecary.Engine().analyse(
            apothecary.Board(), apothecary.Limit(depth=4), multipv=3
        )
        self.assertEqual([info["multipv"] for info in found], [1, 2, 3])
        scores = [info["score"].relative.value for info in found]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_analysis_ends_with_the_loop(self):
        engine = apothecary.Engine()
        for info in engine.analysis(apothecary.Board()):
            if info["depth"] >= 4:
                break
        self.assertIsNotNone(engine.play(apothecary.Board(), apothecary.Limit(depth=1)).move)

    def test_net(self):
        nets = pathlib.Path(__file__).resolve().parents[2] / "nets"
        engine, grand = apothecary.Engine(hash_mb=1), apothecary.Board(variant="grand")
        grand.push_san("e4")
        plain = engine.evaluate(grand)
        engine.use_network(nets / "grand.net", "grand")
        by_net = engine.evaluate(grand)
        self.assertNotEqual(by_net, plain)
        engine.new_game()
        self.assertEqual(engine.evaluate(grand), by_net)
        engine.evaluate(apothecary.Board())  # another game in between
        self.assertEqual(engine.evaluate(grand), by_net)
        shako = (nets / "shako.net").read_bytes()
        for wrong in (shako, shako[:1000], b"rubbish"):
            with self.assertRaises(apothecary.EngineError) as caught:
                engine.use_network(wrong, "grand")
            self.assertIn("net", str(caught.exception))
            self.assertEqual(engine.evaluate(grand), plain)
        engine.use_network(shako, "shako")
        engine.use_network(None, "shako")
        for wrong in (b"", 7):
            with self.assertRaises(TypeError):
                engine.use_network(wrong, "grand")
        with self.assertRaises(FileNotFoundError):
            engine.use_network(nets / "no.net", "grand")

    def test_stop_and_busy(self):
        engine, seen = apothecary.Engine(), []
        started = threading.Event()

        def search():
            limit = apothecary.Limit(depth=127)
            seen.append(
                engine.analyse(apothecary.Board(), limit, on_info=lambda info: started.set())
            )

        thread = threading.Thread(target=search)
        thread.start()
        started.wait()
        with self.assertRaises(apothecary.EngineError):
            engine.play(apothecary.Board(), apothecary.Limit(depth=1))
        engine.stop()
        thread.join()
        self.assertTrue(seen[0]["pv"])

    def test_an_exception_ends_the_search(self):
        def refuse(info):
            raise KeyError("enough")

        with self.assertRaises(KeyError):
            apothecary.Engine().analyse(
                apothecary.Board(), apothecary.Limit(depth=127), on_info=refuse
            )

    def test_bad_limits(self):
        engine = apothecary.Engine()
        for limit in (
            apothecary.Limit(depth=0),
            apothecary.Limit(nodes=-1),
            apothecary.Limit(depth=10**20),
        ):
            with self.assertRaises(ValueError):
                engine.analyse(apothecary.Board(), limit)
        with self.assertRaises(ValueError):
            engine.configure(hash_mb=0)
        with self.assertRaises(ValueError):
            apothecary.Engine(threads=100000)


class Batches(unittest.TestCase):
    FENS = [apothecary.Board().fen(), MATE, STALEMATE] * 50

    def test_moves(self):
        for threads in (1, 3):
            found = batch.legal_moves(self.FENS, threads=threads)
            self.assertEqual(len(found.offsets), len(self.FENS) + 1)
            for index in (0, 1, 2, 147):
                board = apothecary.Board(self.FENS[index])
                first, last = found.offsets[index], found.offsets[index + 1]
                ours = sorted((mv.from_square, mv.to_square) for mv in board.legal_moves)
                theirs = sorted(found.moves[at][:2] for at in range(first, last))
                self.assertEqual(ours, theirs)
                self.assertEqual(found.count(index), board.legal_count())

    def test_perft_and_status(self):
        counts = batch.perft(self.FENS[:3], 3)
        self.assertEqual(list(counts.nodes), [8902, 0, 0])
        state = batch.status("\n".join(self.FENS[:3]))
        self.assertEqual([batch.ENDINGS[row[2]] for row in state], ["none", "mate", "stalemate"])
        self.assertEqual([row[4] for row in state], [20, 0, 0])
        self.assertEqual([row[3] for row in state], [-1, 4, 2])

    def test_status_counts_moves(self):
        fens = ["4k3/8/8/8/8/8/R7/4K3 w - - %d 80" % count for count in (99, 100)]
        state = batch.status(fens)
        self.assertEqual([batch.ENDINGS[row[2]] for row in state], ["none", "movecount"])
        self.assertEqual([row[3] for row in state], [-1, 2])

    def test_errors(self):
        with self.assertRaises(apothecary.InvalidFen) as raised:
            batch.legal_moves(self.FENS[:5] + ["what?"])
        self.assertEqual(raised.exception.index, 5)
        loose = batch.legal_moves(self.FENS[:1] + ["what?"], strict=False)
        self.assertEqual((loose.status[0], loose.status[1] != 0), (0, True))
        self.assertEqual(loose.count(1), 0)
        with self.assertRaises(TypeError):
            batch.legal_moves([7])
        with self.assertRaises(IndexError):
            loose.status[2]

    def test_empty(self):
        self.assertEqual(len(batch.legal_moves([]).moves), 0)
        self.assertEqual(len(batch.status("")), 0)

    def test_buffer(self):
        nodes = batch.perft(self.FENS[:3], 2).nodes
        view = memoryview(nodes)
        self.assertEqual((view.format, view.tolist()), ("Q", [400, 0, 0]))
        self.assertEqual(array.array("Q", bytes(nodes)).tolist(), [400, 0, 0])

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is missing")
        found = batch.legal_moves(self.FENS[:2])
        moves = numpy.asarray(found.moves)
        self.assertEqual(moves["from"].tolist()[:3], [found.moves[i][0] for i in range(3)])
        self.assertEqual(moves.dtype.itemsize, 16)
        state = numpy.asarray(batch.status(self.FENS[:2]))
        self.assertEqual(state["moves"].tolist(), [20, 0])


class Games(unittest.TestCase):
    TEXT = (
        '[Event "A"]\n[White "Ada"]\n[Result "1-0"]\n\n'
        "{first} 1. e4 $1 {good} e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3 Nc6)) 2. Nf3 1-0\n\n"
    )

    def test_tree(self):
        game = pgn.read_game(self.TEXT)
        self.assertEqual(game.headers["White"], "Ada")
        self.assertEqual([node.san() for node in game.mainline()], ["e4", "e5", "Nf3"])
        first = game.next()
        self.assertEqual((first.comment, first.nags, game.comment), ("good", [1], "first"))
        self.assertEqual(first.variation("c5").comment, "Sicilian")
        self.assertEqual(len(first.variations[1].variations), 2)
        self.assertFalse(first.variations[1].is_mainline())
        again = pgn.read_game(str(game))
        self.assertEqual(str(again), str(game))
        self.assertIn("Sicilian", str(again))

    def test_many_and_errors(self):
        text = self.TEXT + self.TEXT.replace("2. Nf3 1-0", "2. Ke3 1-0") + self.TEXT
        with self.assertRaises(apothecary.InvalidPgn) as raised:
            list(pgn.read_games(text))
        self.assertIn("e3", str(raised.exception))
        self.assertEqual(raised.exception.line, 5)
        errors = []
        self.assertEqual(len(list(pgn.read_games(text, errors=errors))), 2)
        self.assertEqual(len(errors), 1)
        strange = '[Variant "Tiddlywinks"]\n\n1. e4 *\n\n' + self.TEXT
        self.assertEqual(len(list(pgn.read_games(strange, errors=errors))), 1)
        self.assertIsInstance(errors[-1], apothecary.UnknownVariant)
        self.assertIsNone(pgn.read_game(""))
        with self.assertRaises(apothecary.InvalidPgn):
            pgn.read_game('[Variant "prequel:rank99"]\n\n*\n')

    def test_next_game_of_a_file(self):
        texts = [
            '[Event "%s"]\n\n1. %s *\n\n' % ("\u00e4" * 9, move)
            for move in ("e4", "Ke2", "d4", "c4")
        ]
        with tempfile.NamedTemporaryFile("w+", encoding="utf-8") as file:
            for mode in ("r", "rb"):
                file.seek(0)
                file.truncate()
                file.write("".join(texts))
                file.flush()
                with open(file.name, mode, encoding=None if "b" in mode else "utf-8") as source:
                    self.assertEqual(pgn.read_game(source).next().san(), "e4")
                    with self.assertRaises(apothecary.InvalidPgn):
                        pgn.read_game(source)
                    self.assertEqual(pgn.read_game(source).next().san(), "d4")
                    rest = [game.next().san() for game in pgn.read_games(source)]
                    self.assertEqual(rest, ["c4"])
                    self.assertIsNone(pgn.read_game(source))
                    source.seek(0)
                    self.assertEqual(pgn.read_game(source).next().san(), "e4")
                    file.write("1. b4 *\n\n")  # the file grows while it is read
                    file.flush()
                    found = [game.next().san() for game in pgn.read_games(source, errors=[])]
                    self.assertEqual(found, ["d4", "c4", "b4"])
        stream = io.StringIO("".join(texts))
        self.assertEqual(pgn.read_game(stream).next().san(), "e4")
        self.assertEqual(len(pgn._rests), 1)
        del stream
        self.assertEqual(len(pgn._rests), 0)  # with the file

    def test_other_games(self):
        board = apothecary.Board(variant="grand")
        for _ in range(10):
            board.push(board.legal_moves[3])
        game = pgn.read_game(str(pgn.Game.from_board(board)))
        self.assertEqual(game.variant.id, "grand")
        self.assertEqual(game.end().board().fen(), board.fen())

    def test_build(self):
        game = pgn.Game(headers={"White": 'A "B"'})
        game.add_line(["e4", "e5"]).add_main_variation("Nc3", comment="x")
        self.assertIn("{x}", str(game))
        for tag in ({"Bad name": "x"}, {"Name": "two\nlines"}):
            with self.assertRaises(apothecary.InvalidPgn):
                str(pgn.Game(headers=tag))
        with self.assertRaises(apothecary.IllegalMove):
            game.add_variation("e5")

    def test_commands(self):
        text = (
            "1. e4 {[%clk 0:01:30.5][%eval -0.35,18] fine [%csl Gd4,Rz9][%cal Ye2e4]} e5 "
            "{[%eval #-3]} *"
        )
        game = pgn.read_game(text)
        first, second = list(game.mainline())
        self.assertEqual((first.clock(), first.command("eval")), (90.5, "-0.35,18"))
        self.assertEqual(first.eval().white().score(), -35)
        self.assertEqual(second.eval().white().mate(), -3)
        self.assertEqual(first.arrows(), [("G", 27, 27), ("Y", 12, 28)])
        self.assertEqual((game.clock(), game.eval(), game.arrows()), (None, None, []))
        second.set_clock(3661.25)
        self.assertEqual(pgn.read_game(str(game)).end().clock(), 3661.2)
        second.set_clock(None)
        self.assertIsNone(second.clock())
        with self.assertRaises(apothecary.InvalidPgn):
            second.set_command("clk", "1]")
        for score, depth in ((first.eval(), 18), (second.eval(), None)):
            node = pgn.Game().add_variation("d4", comment="as before")
            node.set_eval(score, depth)
            node.set_arrows(first.arrows())
            again = pgn.read_game(str(node.game())).end()
            self.assertEqual((again.eval(), again.arrows()), (score, first.arrows()))
            self.assertTrue(again.comment.endswith("as before"))
            again.set_eval(None)
            again.set_arrows([])
            self.assertEqual(again.comment, "as before")
        with self.assertRaises(apothecary.InvalidPgn):
            node.set_arrows([("green", 0, 1)])

    def test_variations_change_places(self):
        game = pgn.read_game("1. e4 (1. d4 d5) (1. c4) 1... e5 *")
        self.assertEqual((game.ply(), game.turn(), game.end().ply()), (0, True, 2))
        self.assertEqual((game.is_end(), game.end().is_end()), (False, True))
        game.promote_to_main("d4")
        self.assertEqual([node.san() for node in game.mainline()], ["d4", "d5"])
        game.remove_variation(1)
        self.assertEqual([node.san() for node in game.variations], ["d4", "c4"])
        with self.assertRaises(KeyError):
            game.remove_variation("e4")

    def test_variations_stay_in_their_brackets(self):
        moves = "1. e4 (1. d4 (1. c4 c5) 1... d5) (1. g3) 1... e5 *"
        game = pgn.read_game(moves)
        e4, d4, c4, g3 = game.variations
        self.assertIs(c4.replaces, d4)
        self.assertEqual([node.replaces for node in (e4, d4, g3)], [None] * 3)
        self.assertIn(moves, str(game))
        game.remove_variation("d4")
        self.assertIn("1. e4 (1. c4 c5) (1. g3) 1... e5 *", str(game))
        c4.replaces = g3  # which comes later: not in its brackets
        self.assertIn("1. e4 (1. c4 c5) (1. g3) 1... e5 *", str(game))
        game = pgn.read_game(moves)
        game.promote_to_main("c4")
        self.assertIn("1. c4 (1. e4 e5) (1. d4 d5) (1. g3) 1... c5 *", str(game))

    def test_moves_after_a_repetition(self):
        moves = "Nf3 Nf6 Ng1 Ng8 " * 3 + "e4 *"
        game = pgn.read_game(moves)
        self.assertEqual(game.end().san(), "e4")


class Memory(unittest.TestCase):
    """Repeating calls takes no more memory: leaks would be tens of megabytes here."""

    def grows(self, work, times):
        for _ in range(times // 10):
            work()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(times):
            work()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    def all_of_it(self):
        board = apothecary.Board(variant="grand")
        board.push(board.legal_moves[0])
        board.rich_moves()
        board.copy().pop()
        for bad in ("x", "e2e5", "Qa1"):
            for use in (board.push, board.explain, apothecary.Board):
                try:
                    use(bad)
                except ValueError:
                    pass
        batch.legal_moves([board.fen()] * 3, "grand", threads=2)
        str(pgn.read_game(Games.TEXT))
        apothecary.Variant.from_text(SMALL)
        try:
            apothecary.Variant.from_text("[game]\nbase = nothing\n")
        except ValueError:
            pass

    def test_no_leak(self):
        self.assertLess(self.grows(self.all_of_it, 1000), 4096)

    def test_engines_are_freed(self):
        def work():
            apothecary.Engine(hash_mb=8).play(apothecary.Board(), apothecary.Limit(depth=1))

        self.assertLess(self.grows(work, 20), 65536)


if __name__ == "__main__":
    unittest.main()
