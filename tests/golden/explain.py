"""explain: every reason has its sentence, and legal moves say what they do."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
EMPTY_TOP = "**********/9k/10/10/10/10/"
REASONS = set()


def refused(variant, fen, move, reason, sentence):
    test.expect(
        ["explain", variant, fen, move], code=1, err="", out="Not legal. " + sentence + "\n"
    )
    answer = json.loads(test.expect(["explain", variant, fen, move, "--json"], code=1).stdout)
    test.check(
        answer == {"legal": False, "reason": reason, "text": sentence},
        "explain --json %s: %s" % (move, reason),
        str(answer),
    )
    REASONS.add(reason)


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
    "Nothing can be launched when the pawn on a3 moves: only certain pieces can launch, with their "
    "first move, and in some games only up to a certain move.",
)
# Legal with the joker on e2, between the rook and the king, and only with it.
refused(
    "classic",
    "**********/k9/10/4r5/10/10/10/10/10/4N5/4K5/********** w e2 - -- - J 0 2",
    "e2g3",
    "exposes",
    "This would expose your king to the rook on e8.",
)
refused("classic:brouhaha-joker", "1", "a1a2j", "launch", "You have no piece to launch.")
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
test.end()
