"""explain: every reason has its sentence, and legal moves say what they do."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
EMPTY_TOP = "**********/9k/10/10/10/10/"
REASONS = set()
CAUSES = set()


def refused(variant, fen, move, reason, sentence, cause=None, change=None):
    """`sentence` comes first, then the rule and the change; this function proves the change."""
    told = test.expect(["explain", variant, fen, move], code=1, err="").stdout
    test.check(told.startswith("Not legal. " + sentence), "explain %s" % move, told)
    answer = json.loads(test.expect(["explain", variant, fen, move, "--json"], code=1).stdout)
    test.check(
        not answer["legal"] and answer["reason"] == reason and answer["text"] in told,
        "explain --json %s: %s" % (move, reason),
        str(answer),
    )
    REASONS.add(reason)
    CAUSES.add(answer.get("cause"))
    if cause:
        test.check(answer.get("cause") == cause, "cause of %s: %s" % (move, cause), str(answer))
    if change:
        test.check(change in told, "change for %s: %s" % (move, change), told)
    if answer.get("changes"):
        test.expect(["explain", variant, answer["fen"], answer["move"]], code=0, err="")


def legal(variant, fen, move, sentence):
    test.expect(["explain", variant, fen, move], err="", out="Legal. " + sentence + "\n")


# --- why not ---------------------------------------------------------------------------------
refused("modern", "14", "e5e6", "empty", "There is no piece on e5.")
refused("modern", "14", "e8e7", "not_yours", "The pawn on e8 is Black's, and it is White's turn.")
refused(
    "modern",
    "14",
    "a1a3",
    "own_man",
    "Your own pawn on a3 is in the way. It can go to b1, c1, d1 or a2.",
)
refused(
    "modern",
    "14",
    "Q e2-e4",
    "power",
    "The path from e2 to e4 is not free for the queen. It can go to d1.",
)
refused("classic", "1", "Bd4", "text", "No bishop can go to d4.")
refused(
    "classic", "1", "c2d4", "power", "The bishop cannot go from c2 to d4. It can go to b1 or d1."
)
refused(
    "modern",
    "14",
    "g1g2",
    "no_power",
    "The joker on g1 cannot move yet: it moves like the piece that the opponent moved last, and "
    "Black has not moved.",
)

ROOK = EMPTY_TOP + "4r5/10/7R2/10/4K5/********** w - - Nq - - 0 30"
refused(
    "modern",
    ROOK,
    "e1a0",
    "no_square",
    "a0 is a brouhaha square: it exists only while a piece stands on it, and none does.",
)
refused(
    "modern",
    ROOK,
    "h3h4",
    "check",
    "Your king is in check. The rook on e5 could still take it on e1 after this move.",
)
refused(
    "modern",
    ROOK,
    "e1e2",
    "check",
    "Your king is in check. The rook on e5 could take it on e2 after this move.",
)
PINNED = EMPTY_TOP + "4r5/10/4R5/10/4K5/********** w - - Nq - - 0 30"
refused("modern", PINNED, "e3d3", "exposes", "This would expose your king to the rook on e5.")
BESIDE = EMPTY_TOP + "4r5/10/7R2/10/3K6/********** w - - Nq - - 0 30"
refused("modern", BESIDE, "d1e1", "exposes", "Your king would be attacked by the rook on e5.")
# The enemy joker gets its power from the move that is being made.
JOKER = EMPTY_TOP + "4j5/10/7R2/10/4K5/********** w - - Nq - - 0 30"
refused(
    "modern",
    JOKER,
    "h3h4",
    "exposes",
    "The joker on e5 would move as a rook, because you have just moved one, and attack your "
    "king.",
)
refused(
    "modern",
    JOKER,
    "Rh4",
    "exposes",
    "The joker on e5 would move as a rook, because you have just moved one, and attack your "
    "king.",
)
CHAIN = EMPTY_TOP + "4j5/10/7J2/10/4K5/********** w - - Nr - - 0 30"
refused(
    "modern",
    CHAIN,
    "h3h4",
    "exposes",
    "The joker on e5 would move as a rook, because your joker has just moved as one, and "
    "attack your king.",
)
refused(
    "modern",
    CHAIN,
    "h3i4",
    "power",
    "The joker on h3 moves as a rook now, because Black has just moved one. The rook cannot "
    "go from h3 to i4. It can go to e3.",
)

PAWN = "**********/9k/P9/10/10/10/10/10/10/10/4K5/********** w - - Nq BRr - 0 30"
refused(
    "modern",
    PAWN,
    "a9a10",
    "promotion",
    "The pawn on a9 must promote on a10. It can become a rook or a bishop.",
)
refused(
    "modern",
    PAWN,
    "a9a10q",
    "promotion",
    "The pawn on a9 cannot become a queen on a10: your reserve holds none. It can become a "
    "rook or a bishop.",
)
refused(
    "modern",
    PAWN.replace("BRr", "-"),
    "a9a10",
    "promotion",
    "The pawn on a9 must promote on a10. There is no piece that it could become.",
)
refused("modern", PAWN, "e1e2q", "promotion", "The king on e1 does not promote on e2.")
refused(
    "classic",
    "1",
    "a3a4j",
    "launch",
    "Nothing is launched when a pawn moves.",
    "launch_piece",
    "if the move added no other piece",
)
# Legal with the joker on e2, between the rook and the king, and only with it.
refused(
    "classic",
    "**********/k9/10/4r5/10/10/10/10/10/4N5/4K5/********** w e2 - -- - J 0 2",
    "e2g3",
    "exposes",
    "This would expose your king to the rook on e8.",
)
refused(
    "classic:brouhaha-joker",
    "1",
    "a1a2j",
    "launch",
    "There is no joker in the pocket to launch.",
    "launch_pocket",
    "if White's pocket held the joker",
)
LAUNCH = "**********/9k/10/10/10/10/10/10/10/10/R3K5/********** w %s - -- - J 0 %d"
refused(
    "classic",
    LAUNCH % ("-", 5),
    "a1b1j",
    "launch",
    "The rook on a1 has moved before: only a first move launches.",
    "launch_moved",
    "if the rook on a1 had never moved.",
)
refused(
    "classic",
    LAUNCH % ("-", 13),
    "a1b1j",
    "launch",
    "It is too late to launch: the last move for it has been made.",
    "launch_late",
    "if it were move 12 and the rook on a1 had never moved.",
)
# Each cause on its own, with its rule and the change that mends it.
CASTLE = "1k10/12/12/12/12/%s/12/12/12/12/12/%s w %s - -- - - 0 30"
refused(
    "prequel",
    CASTLE % ("6r5", "R5K5", "a1g1"),
    "g1d1",
    "power",
    "The king may not castle out of check, and the rook on g7 gives check.",
    "castling_check",
    "Rule 5: castling. It would be legal if the rook on g7 were not there.",
)
refused(
    "prequel",
    CASTLE % ("5r6", "R5K5", "a1g1"),
    "O-O-O",
    "power",
    "The king may not castle over a square that is attacked, as by the rook on f7.",
    "castling_through",
    "if the rook on f7 were not there.",
)
refused(
    "prequel",
    CASTLE % ("12", "R5K5", "-"),
    "g1d1",
    "power",
    "The king castles only if neither it nor its partner has moved.",
    "castling_right",
    "if the king on g1 and the rook on a1 had never moved.",
)
refused(
    "prequel",
    CASTLE % ("12", "6K5", "-"),
    "g1d1",
    "power",
    "The king castles only with a partner, and none stands on a1.",
    "castling_partner",
    "if a white rook stood on a1 and the king on g1 and the rook on a1 had never moved.",
)
refused(
    "prequel",
    CASTLE % ("12", "R2N2K5", "a1g1"),
    "g1d1",
    "power",
    "The king castles only if all squares between are empty, and the knight stands on d1.",
    "castling_blocked",
    "if the knight on d1 were not there.",
)
JUMP = "**********/k8p/10/10/%s/10/10/10/10/5K4/%s/********** w %s - -- - - 0 30"
refused(
    "modern",
    JUMP % ("10", "10", "-"),
    "f2c1",
    "power",
    "The king jumps only once, from its first square, before it has moved.",
    "jump_right",
    "Rule 4: king's jump. It would be legal if the king on f2 had never moved.",
)
refused(
    "modern",
    JUMP % ("10", "2N7", "f2"),
    "f2c1",
    "power",
    "The king jumps only to an empty square, and the knight stands on c1.",
    "jump_blocked",
    "if the knight on c1 were not there.",
)
refused(
    "modern",
    JUMP % ("5r4", "10", "f2"),
    "f2c1",
    "power",
    "The king may not jump out of check, and the rook on f7 gives check.",
    "jump_check",
    "if the rook on f7 were not there.",
)
LATE = "**********/9k/10/10/10/3pP5/10/10/10/10/4K5/********** w - - -p - - 0 30"
refused(
    "modern",
    LATE,
    "e6d7",
    "power",
    "The pawn on d6 can be captured en passant only in the turn after its multiple step.",
    "en_passant_late",
    "Rule 1.5: en passant. It would be legal if the pawn on d6 had just come from d8.",
)
# Only of a piece that could have passed there.
for game, fen, move, sentence in (
    ("chess", "start", "d2e3", "The pawn can go from d2 to e3 only to capture."),
    ("modern", "14", "e3f4", "The pawn can go from e3 to f4 only to capture."),
    ("torpedo", "4k3/8/8/8/8/8/1p1P4/4K3 w - - 0 1", "d2c3", "The pawn can go from d2 to c3 only"),
):
    refused(game, fen, move, "power", sentence, None, "It would be legal if a black pawn stood on ")
refused(
    "modern",
    LATE,
    "e6e8",
    "power",
    "The pawn on e6 has a single step there, no multiple one.",
    "multi_step",
)
refused(
    "modern",
    "**********/9k/6p3/10/4N5/10/10/10/10/10/4K5/********** w - - -p - - 0 30",
    "e7g9",
    "power",
    "The knight can move from e7 to g9, but cannot capture there.",
    "move_only",
    "if the pawn on g9 were not there.",
)
refused(
    "modern",
    "**********/9k/10/10/4P5/10/10/10/10/10/4K5/********** w - - -p - - 0 30",
    "e7f8",
    "power",
    "The pawn can go from e7 to f8 only to capture.",
    "capture_only",
    "if a black pawn stood on f8.",
)
CANNON = "************/11k/12/12/12/12/12/%s/12/12/12/12/K11/************ w - - -p - - 0 30"
refused(
    "alert",
    CANNON % "Z5r5",
    "a6g6",
    "power",
    "The cannon needs a piece to jump over between a6 and g6.",
    "screen",
    "Rule 3. It would be legal if a white pawn stood on b6.",
)
GRIFFIN = "**********/8k1/10/10/10/10/4p5/3pGp4/4p5/10/4K5/********** w - - -p - - 0 30"
refused(
    "modern",
    GRIFFIN,
    "e4g7",
    "power",
    "The path from e4 to g7 is not free for the griffin.",
    "blocked",
    "if the pawn on e5 were not there.",
)
refused(
    "modern",
    "**********/9k/10/10/10/10/10/10/10/W9/4K5/********** w - - -p - - 0 30",
    "a2b0",
    "no_square",
    "b0 is a brouhaha square",
    "vanished",
)
refused(
    "apothecary2",
    "**********/9k/10/10/10/10/10/10/10/10/5K4/****E***** w - - -- - - 0 30",
    "e0e4",
    "power",
    "The elephant can go from e0 to e4 only with its first move.",
    "first_move",
    "if the elephant on e0 had never moved.",
)
refused(
    "prequel",
    "11k/12/12/12/12/6p5/6C5/12/12/12/12/K11 w - - -- - - 0 30",
    "g6g7",
    "power",
    "The checker steps only to an empty square, and the pawn stands on g7; it captures by jumping "
    "over and by enclosing.",
    "checker_step",
    "Rule 5: checker. It would be legal if the pawn on g7 were not there.",
)
refused(
    "prequel",
    "11k/12/12/12/12/12/6C5/12/12/12/12/K11 w - - -- - - 0 30",
    "g6i8",
    "power",
    "Diagonally the checker jumps only over an enemy piece next to it",
    "checker_jump",
    "on h7.",
)
# The piece has to move like that before its own side's pieces are in its way.
refused(
    "modern",
    "14",
    "a1b3",
    "power",
    "The rook cannot go from a1 to b3. It can go to b1, c1, d1 or a2.",
    "power",
)
castling = test.expect(["explain", "modern", "14", "O-O"], code=1, err="").stdout
test.check(castling == "Not legal. This game has no castling.\n", "no castling", castling)
castling = test.expect(["explain", "chess", "startpos", "O-O"], code=1, err="").stdout
test.check("and the bishop stands on f1" in castling, "castling explained", castling)
TWO = "**********/8k1/p9/10/10/10/10/10/r8R/10/4K5/********** b2 - - -- - - 0 1"
refused("apothecary2", TWO, "a3j3", "capture", "Nothing may be captured in this turn of two moves.")
refused(
    "apothecary2", TWO, "a3a1", "gives_check", "The first of two moves in a row may not give check."
)
refused("modern", "14", "e3%5", "text", 'The move is complete; unexpected "%5".')
EVERY = {
    "empty",
    "not_yours",
    "own_man",
    "no_square",
    "power",
    "no_power",
    "check",
    "exposes",
    "promotion",
    "launch",
    "gives_check",
    "capture",
    "text",
}
test.check(REASONS == EVERY, "every reason is tried", str(EVERY - REASONS))

# --- what happens ----------------------------------------------------------------------------
legal(
    "modern",
    "14",
    "Nd4",
    "The knight on c2 goes to d4. Now Black's joker moves as a knight, "
    "White's joker cannot move.",
)
legal("modern", PINNED, "Rxe5", "The rook on e3 goes to e5 and takes the rook on e5.")
legal(
    "modern",
    PAWN,
    "a10=R",
    "The pawn on a9 goes to a10. It becomes a rook from the reserve. Black is in check.",
)
legal(
    "classic",
    "5",
    "f2c1",
    "The king on f2 jumps to c1. Now Black's joker moves as a king, White's joker cannot move.",
)
legal(
    "classic",
    "1",
    "a1b1j",
    "The rook on a1 goes to b1. The joker is put on a1. Now Black's joker moves as a rook, "
    "White's joker cannot move.",
)
CASTLE = "1k10/12/12/12/12/12/12/12/12/12/12/R5K5 w a1g1 - -- - - 0 30"
legal("prequel", CASTLE, "O-O-O", "The king castles, from g1 to d1, and the rook on a1 goes to e1.")
CHECKER = "11k/12/12/8c3/12/6c5/5C6/12/12/12/12/K11 w - - -- - - 0 30"
legal(
    "prequel",
    CHECKER,
    "Cf6xh8xj10",
    "The checker on f6 jumps to h8 and j10 and takes the checker on g7 and the checker on i9.",
)
PASSING = "**********/9k/10/10/10/3pP5/10/10/10/10/4K5/********** w - d7d6 -p - - 0 30"
legal("modern", PASSING, "e6d7", "The pawn on e6 goes to d7 and takes the pawn on d6 en passant.")
MATE = "**********/k9/7R2/10/10/10/10/10/10/10/4K3R1/********** w - - -- - - 0 30"
legal("modern", MATE, "i1i10", "The rook on i1 goes to i10. Mate: White wins.")

# --- with the moves of the game ---------------------------------------------------------------
SHUFFLE = "Nf3 Nf6 Ng1 Ng8"
# What a move converts.
legal(
    "benedict",
    "r3k2r/8/8/8/8/8/8/B3K3 w a8e8h8 - -- - - 0 1",
    "a1b2",
    "The bishop on a1 goes to b2. It makes the rook on h8 its own.",
)
legal(
    "benedict",
    "4k3/8/8/2p1p3/8/8/3N4/4K3 w - - -- - - 0 1",
    "d2b3",
    "The knight on d2 goes to b3. It makes the pawn on c5 its own.",
)
# How the piece moves, and what is in its way, come before what nothing captures.
refused(
    "benedict",
    "start",
    "e1a2",
    "power",
    "The king cannot go from e1 to a2.",
    "power",
    "It would be legal if the move went from d2 to d3.",
)
refused(
    "benedict",
    "start",
    "a1a7",
    "power",
    "The path from a1 to a7 is not free for the rook. It has no legal move now.",
    "blocked",
    "It would be legal if the pawn on a2 were not there and the pawn on a7 were not there.",
)
# To a capture of a piece that nothing captures, no other piece's move is an answer.
refused(
    "benedict",
    "4k3/8/8/8/1p6/P7/P7/4K3 w - - -- - - 0 1",
    "a3b4",
    "power",
    "Nothing captures the pawn on b4 in this game.",
    "immune",
    "It would be legal if the move went from a3 to a4.",
)
refused(
    "benedict",
    "4k3/8/8/8/p7/1p6/P7/4K3 w - - -- - - 0 1",
    "a2b3",
    "power",
    "Nothing captures the pawn on b3 in this game.",
    "immune",
)
told = test.expect(
    ["explain", "benedict", "4k3/8/8/8/p7/pp6/P6P/4K3 w - - -- - - 0 1", "a2b3"], code=1
).stdout
test.check("went from" not in told, "no remedy by another piece", told)
refused(
    "knight-relay",
    "8/8/8/3N4/8/2B5/1n6/K6k w - - 0 1",
    "c3b2",
    "power",
    "Nothing captures the knight on b2 in this game.",
    "immune",
    "It would be legal if the knight on b2 were not there.",
)
refused(
    "knight-relay",
    "7k/8/6Q1/1n6/8/2r5/4N3/K7 w - - 0 1",
    "e2c3",
    "power",
    "The knight captures nothing in this game.",
    "harmless",
    "It would be legal if the rook on c3 were not there.",
)


# --- the lines of palaces, and kings that face each other -------------------------------------
refused(
    "janggi",
    "start",
    "a4b5",
    "power",
    "The soldier steps diagonally only along drawn lines, and none leads from a4 towards b5. "
    "It can go to b4 or a5. Rule: lines.",
    "no_line",
    "It would be legal if the move went from a4 to b4.",
)
for black, pieces, move, told, cause in (
    # In the palace, from the middle of an edge; out of it, from a corner; across its edge.
    ("3k5", "4K4", "e1d2", "The king", "no_line"),
    ("5k3", "3KR4", "e1f2", "The chariot", "no_line"),
    ("5k3", "3RK4", "d1c2", "The chariot", "no_line"),
    ("5k3", "3RK4", "d1g4", "The chariot", "line_ends"),
    ("5k3", "3CK4", "d1g4", "The cannon", "line_ends"),
):
    what = {
        "no_line": "none leads from %s towards %s" % (move[:2], move[2:]),
        "line_ends": "the one from %s towards %s ends on f3" % (move[:2], move[2:]),
    }
    refused(
        "janggi",
        "%s/9/9/9/9/9/9/9/9/%s w - - 0 1" % (black, pieces),
        move,
        "power",
        "%s steps diagonally only along drawn lines, and %s." % (told, what[cause]),
        cause,
        "Rule: lines. It would be legal if ",
    )
# A piece on a drawn line is in the way as anywhere, and a cannon lacks its screen.
refused(
    "janggi",
    "5k3/9/9/9/9/9/9/9/4A4/3RK4 w - - 0 1",
    "d1f3",
    "power",
    "The path from d1 to f3 is not free for the chariot.",
    "blocked",
    "if the guard on e2 were not there",
)
refused(
    "janggi",
    "3k5/9/9/9/9/9/9/4R4/9/3CK4 w - - 0 1",
    "d1f3",
    "power",
    "The cannon needs a piece to jump over between d1 and f3.",
    "screen",
    "if a white chariot stood on e2",
)
# --- areas and the river -------------------------------------------------------------------------
for fen, move, told, cause in (
    ("start", "d1c2", "The advisor never leaves its area, and c2 is not in it.", "area"),
    ("3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c5e7", "The elephant never leaves its area", "area"),
    ("3k5/9/9/9/9/9/9/4K4/9/9 w - - 0 1", "e3e4", "The general never leaves its area", "area"),
    ("start", "e1e3", "The general cannot go from e1 to e3.", "power"),
    ("start", "a4b4", "The soldier goes only straight ahead until it has crossed", "river"),
    ("3k5/9/9/9/9/P8/9/9/9/4K4 w - - 0 1", "a5a4", "The soldier cannot go from a5 to a4", "power"),
):
    refused("xiangqi", fen, move, "power", told, cause)

FACING = "4k4/9/9/9/9/9/9/9/5R3/4K4 w - - %s0 1"
refused(
    "janggi",
    FACING % "",
    "f2f3",
    "facing",
    "The kings face each other: end that with your move, or pass.",
    "facing",
    "Rule: bikjang. It would be legal if a white cannon stood on e2.",
)
legal(
    "janggi",
    FACING % "",
    "pass",
    "White passes. The kings face each other: White wins (by points, 13 to 0; White needs a lead "
    "of 2).",
)
legal(
    "janggi",
    "3k5/9/9/9/9/9/9/9/9/4K4 b - - +1 0 1",
    "pass",
    "Black passes. Both sides have passed: Black wins (by points, 0 to 0; White needs a lead of "
    "2).",
)
legal(
    "othello",
    "8/8/8/8/8/8/8/PPP4p b - - +1 0 1",
    "pass",
    "Black passes. Both sides have passed: White wins.",
)

for times, told in (
    (SHUFFLE + " Nf3 Nf6 Ng1", " This ends the game. The position has occurred too often: a draw."),
    ("Nf3 Nf6 Ng1", " The position then occurs for the 2nd time."),
    ("Nf3 Nf6 Nc3", ""),
):
    test.expect(
        ["explain", "chess", "start", "Ng8", "--after", times],
        err="",
        out="Legal. The knight on f6 goes to g8.%s\n" % told,
    )
test.expect(
    ["explain", "chess", "start", "e4", "--after", " ".join([SHUFFLE] * 2)],
    code=1,
    out="Not legal. The game is over here. The position has occurred too often: a draw.\n",
)
test.expect(["explain", "chess", "start", "e4", "--after", "Nf3 Nf9"], code=1, out="")

# --- ends, told before they come ---------------------------------------------------------------
COUNTED = "**********/9k/10/10/10/10/10/10/10/R9/4K5/********** w - - -- - - %d 300"
legal(
    "modern",
    COUNTED % 199,
    "a2a3",
    "The rook on a2 goes to a3. Too many moves without a capture or a pawn move: advantage to "
    "White "
    "(by points, 6 to 0).",
)
test.expect(["status", "modern", COUNTED % 200], has="end=movecount")
test.expect(["status", "modern", COUNTED % 199], has="end=none")
test.expect(
    ["analyse", "modern", COUNTED % 200, "--depth", "2"],
    out="no move: the game is over here\n",
)
BARE = "**********/9k/10/10/10/10/10/10/10/10/4K5/********** w - - -- - - 0 300"
test.expect(["moves", "modern", BARE], out="")
test.end()
