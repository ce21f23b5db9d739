#!/usr/bin/env python3
"""Compares the legal moves of Chu Shogi with HaChu's, position by position, in both directions.

usage: hachu.py [--positions N] [--seed N] [--show N] APOTHECARY

The positions are those of random games, half of them from the start and half from random boards
with many lions and their promoted forms, where captures of lions come up. HaChu gets each as the
position before it and the move that led there, so that it knows what has just been captured; an
impossible move makes it print its list of legal moves. It reads no side to move, so positions of
Black are turned round. Known differences of rules are counted by name, others printed. Left out
are positions in which the side to move can capture the last king: there HaChu lists nothing.
HACHU names the program; without it, or `hachu` on the PATH, the script ends with 77.
"""
import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys

GAME = "chu-shogi"
SIZE = 12
FILES = "abcdefghijkl"
SQUARE = r"[a-l]\d+"
OURS = re.compile(r"^(%s)(%s)(\+?)((?:\*%s)*)$" % (SQUARE, SQUARE, SQUARE))
LISTED = re.compile(r"^# -?\d+\. ([0-9a-f]{8}) [0-9a-f]{8} (\S+)$")
THEIRS = re.compile(r"^(%s)(%s)(?:,(%s)(%s))?(\+?)$" % (SQUARE, SQUARE, SQUARE, SQUARE))
IMPOSSIBLE = "a1a1+"
TYPES = "nnnno+o+o+d+d+h+hqdhrbvmaltfgscxeippp"


def board_of(fen):
    """The pieces of a FEN by square, with their plus signs."""
    board = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for word in re.findall(r"\d+|\+?[A-Za-z]", text):
            if word.isdigit():
                file += int(word)
            else:
                board["%s%d" % (FILES[file], SIZE - row)] = word
                file += 1
    return board


def random_board(dice):
    """A FEN with some thirty pieces anywhere, a king for each side, and many lions."""
    squares = {}
    places = ["%s%d" % (file, rank) for file in FILES for rank in range(1, SIZE + 1)]
    dice.shuffle(places)
    words = ["K", "k"]
    kinds = re.findall(r"\+?[a-z]", TYPES)
    for _ in range(dice.randrange(20, 60)):
        word = dice.choice(kinds)
        words.append(word.upper() if dice.random() < 0.5 else word)
    # Often close together, so that lions meet; otherwise everywhere, so that pieces promote.
    is_close = dice.random() < 0.5
    middle = [p for p in places if not is_close or (p[0] in "cdefghij" and 3 <= int(p[1:]) <= 10)]
    for word in words:
        squares[(middle or places).pop()] = word
    rows = []
    for rank in range(SIZE, 0, -1):
        row, run = "", 0
        for file in FILES:
            word = squares.get("%s%d" % (file, rank))
            if word is None:
                run += 1
                continue
            row += (str(run) if run else "") + word
            run = 0
        rows.append(row + (str(run) if run else ""))
    return "%s %s - - 0 1" % ("/".join(rows), dice.choice("wb"))


def turn_squares(text):
    """A text with all squares as the other side sees them."""
    return re.sub(
        r"([a-l])(\d+)",
        lambda at: FILES[SIZE - 1 - FILES.index(at[1])] + str(SIZE + 1 - int(at[2])),
        text,
    )


def turn_board(placement):
    """A board as the other side sees it."""
    words = re.findall(r"\d+|\+?[A-Za-z]|/", placement)
    return "".join(word.swapcase() for word in reversed(words))


class Silence(Exception):
    """HaChu has ended, or hangs."""


class HaChu:
    """Starts a new process for each position: otherwise the hash table would hold another one's
    moves."""

    def __init__(self, program):
        self.program = program
        self.traded = self.struck = 0  # captures of lions that it forbids

    def ask(self, lines):
        text = "".join(line + "\n" for line in lines)
        try:
            result = subprocess.run(
                [self.program], input=text, capture_output=True, text=True, timeout=60, check=True
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as reason:
            raise Silence from reason
        return result.stdout.splitlines()

    def moves(self, fen, move):
        """The legal moves after `move`, (from, to, captured on the way, promotes); None if it
        refuses that move."""
        placement, side = fen.split()[:2]
        is_turned = side == "b"
        lines = ["xboard", "protover 2", "variant chu", "force"]
        lines.append("setboard " + (turn_board(placement) if is_turned else placement))
        lines.append("memory 1")  # only now, as it takes the start for the same position
        if move is not None:
            lines.append("usermove " + (turn_squares(move) if is_turned else move))
        answer = self.ask(lines + ["usermove " + IMPOSSIBLE, "quit"])
        if sum(line.startswith("Illegal") for line in answer) != 1:
            return None
        found = set()
        for line in answer:
            listed = LISTED.match(line)
            code = 0 if listed is None else int(listed.group(1), 16)
            # After the list come the moves that only the rules about lions forbid, with a flag.
            self.traded += code >> 25 & 1
            self.struck += code >> 24 == 1
            if not 0 < code < 1 << 24:
                continue
            if listed.group(2) == "@@@@":
                found.add("pass")
                continue
            text = turn_squares(listed.group(2)) if is_turned else listed.group(2)
            start, middle, _, end, plus = THEIRS.match(text).groups()
            found.add((start, end or middle, middle if end else "", plus))
        return found


def ours(text):
    parts = OURS.match(text)
    if parts is None:
        raise SystemExit("unexpected move " + text)
    start, end, plus, taken = parts.groups()
    return "pass" if start == end and not taken else (start, end, taken[1:], plus)


def theirs(text):
    """A move of ours as HaChu reads it."""
    start, end, plus, taken = OURS.match(text).groups()
    if start == end and not taken:
        return "@@@@"
    if not taken:
        return start + end + plus
    return "%s%s,%s%s%s" % (start, taken[1:], taken[1:], end, plus)


class Board:
    def __init__(self, program):
        self.program = program

    def batch(self, command, lines):
        result = subprocess.run(
            [self.program, command, GAME, "-"],
            input="".join(line + "\n" for line in lines),
            capture_output=True,
            text=True,
            check=False,
        )
        return result.stdout

    def moves(self, fens):
        answer = self.batch("moves", fens)
        lists = answer.rstrip("\n").split("\n\n") if answer else []
        if len(lists) != len(fens):
            lists = [self.batch("moves", [fen]).strip("\n") for fen in fens]
        return [text.split() for text in lists]

    def apply(self, pairs):
        return self.batch("apply", ["%s %s" % pair for pair in pairs]).splitlines()


def explain(move, board, side, mine):
    """The name of a known difference of rules, or None; `mine`: only we have the move."""
    if move == "pass":
        return None
    start, end, taken, plus = move
    word = board.get(start, "")
    rank = int(end[1:]) if side == "w" else SIZE + 1 - int(end[1:])
    if mine and word.upper() == "P" and rank == SIZE and plus:
        return "a pawn's second chance on the last rank"
    if mine and not plus and word.upper() in "PL" and rank == SIZE:
        return "HaChu promotes what could not move again"
    lions = [board.get(sq, "").upper() in ("N", "+O") for sq in (end, taken)]
    if mine and any(lions) and word.upper() not in ("N", "+O"):
        return "capture on the square of the piece that took a lion"
    return None


def captures_king(moves, board, side):
    """True if one of our moves captures the last of the opponent's kings and princes."""
    royal = ["k", "+e"] if side == "w" else ["K", "+E"]
    left = [sq for sq, word in board.items() if word in royal]
    return len(left) == 1 and any(
        left[0] in (move[1], move[2]) for move in map(ours, moves) if move != "pass"
    )


class Counter:
    def __init__(self, show):
        self.positions = self.moves = self.skipped = self.silent = 0
        self.show = show
        self.known = collections.Counter()
        self.unknown = 0

    def compare(self, fen, moves, listed):
        board, side = board_of(fen), fen.split()[1]
        mine = set(map(ours, moves))
        # Where a promotion only gains, HaChu lists it alone, but takes the move without it too.
        for move in list(mine):
            if move != "pass" and move[3] == "" and move[:3] + ("+",) in listed:
                rank = int(move[1][1:]) if side == "w" else SIZE + 1 - int(move[1][1:])
                if not (board[move[0]].upper() in "PL" and rank == SIZE):
                    listed.add(move)
        self.positions += 1
        self.moves += len(mine)
        for move in sorted(mine ^ listed, key=str):
            name = explain(move, board, side, move in mine)
            if name is not None:
                self.known[name] += 1
                continue
            self.unknown += 1
            if self.unknown <= self.show:
                print("only %s: %s in %s" % ("ours" if move in mine else "HaChu's", move, fen))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("apothecary")
    args = parser.parse_args()
    paths = os.environ.get("PATH", "") + ":/usr/games"
    program = os.environ.get("HACHU") or shutil.which("hachu", path=paths)
    if program is None:
        print("SKIPPED: no hachu on the PATH (Debian: apt install hachu), and HACHU is not set")
        return 77
    dice, board, hachu = random.Random(args.seed), Board(args.apothecary), HaChu(program)
    counter = Counter(args.show)
    while counter.positions < args.positions:
        run_games(dice, board, hachu, counter, args.positions)
    print(
        "%d positions, %d moves of ours, %d positions left out, %d unanswered; "
        "differences: %d unknown%s"
        % (
            counter.positions,
            counter.moves,
            counter.skipped,
            counter.silent,
            counter.unknown,
            "".join(", %d %s" % (n, name) for name, n in sorted(counter.known.items())),
        )
    )
    print(
        "HaChu forbids %d captures of protected lions by lions, and %d in reply to one"
        % (hachu.traded, hachu.struck)
    )
    return 1 if counter.unknown else 0


def choose(moves, fen, dice):
    """A move; often one that captures, and a lion first of all."""
    board = board_of(fen)
    values = []
    for text in moves:
        start, end, taken = (ours(text) + ("",))[:3] if ours(text) != "pass" else ("", "", "")
        hit = [board.get(sq, "") for sq in (end, taken) if sq and sq != start]
        values.append(sum((40 if w.upper() in ("N", "+O") else 4) for w in hit if w) + 1)
    return dice.choices(moves, values)[0]


def run_games(dice, board, hachu, counter, most):
    start = (
        board.batch("fen", ["1"]).strip()
        or subprocess.run(
            [board.program, "fen", GAME], capture_output=True, text=True, check=True
        ).stdout.strip()
    )
    games = [(start if i % 2 else random_board(dice), None, None) for i in range(60)]
    for ply in range(60):
        lists = board.moves([game[0] for game in games])
        for game, moves in zip(games, lists):
            if moves and moves[0].startswith("error"):
                raise SystemExit("%s of %s" % (" ".join(moves), game))
        following = []
        for (fen, before, move), moves in zip(games, lists):
            if not moves or counter.positions >= most:
                continue
            if captures_king(moves, board_of(fen), fen.split()[1]):
                counter.skipped += 1
                continue
            if before is None or ply % 2 == 0 or "+" in fen.split()[-3]:
                try:
                    listed = hachu.moves(before or fen, theirs(move) if move else None)
                except Silence:
                    counter.silent += 1
                    continue
                if listed is None:
                    print("HaChu refuses %s in %s" % (move, before))
                    counter.unknown += 1
                else:
                    counter.compare(fen, moves, listed)
            following.append((fen, choose(moves, fen, dice)))
        if not following:
            return
        fens = board.apply(following)
        for fen, pair in zip(fens, following):
            if fen.startswith("error"):
                raise SystemExit("%s of %s" % (fen, pair))
        games = [(after, fen, move) for after, (fen, move) in zip(fens, following)]


if __name__ == "__main__":
    sys.exit(main())
