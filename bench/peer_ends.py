#!/usr/bin/env python3
"""Plays random games in our Python module and in Fairy-Stockfish's, pyffish: the same legal moves
in every position, and the same end with the same result, repetition and counted moves included.

usage: peer_ends.py [--positions N] [--seed N] [--file VARIANTS_INI] [--strict] [GAME[=NAME]...]

Both modules must be importable. GAME is ours, or a definition file, NAME the variant's name there;
without any, all games are played that have an id or a name in common. A third of the games is
played at random; in a third the players like to take their moves back, which repeats positions; in
a third the count of moves is set to almost its limit. Known and not counted as different are a drop
that mates, which is illegal here and loses there, dead positions, which are drawn here at once, and
some ends that docs/other-programs.md names, unless the games are strictly the same, as those that
`apothecary export` writes should be. Prints a line for each game. Exit code 1 if any differs.
"""
import argparse
import collections
import functools
import random
import re
import sys

import apothecary
import pyffish

# The kinds of games, and how many half-moves each lasts; the last kind has so many before its count
# is set and so many after.
RETURNING, RANDOM, COUNTING = range(3)
PLIES = (30, 80, 16)
CLOCKS = (92, 132, 192)  # near the usual limits of 50, 70 and 100 moves
HISTORY_MOST = 32  # moves; then both start anew from a FEN, as pyffish replays all at each call
LAUNCH_ON_ROOK = re.compile(r"^([a-p]\d+)[a-p]\d+([a-z])([a-p]\d+)$")
WALL_BEHIND = re.compile(r"^([a-z]\d+)([a-z]\d+),\2\1$")
# Ends that only we have, or that have another result there; docs/other-programs.md says why.
KNOWN = {
    ("all-queens-chess", "repetition"),
    ("berolina", "repetition"),
    ("empire", "repetition"),
    ("gale", "goal"),
    ("mansindam", "repetition"),
    ("nine-holes", "repetition"),
    ("picaria", "repetition"),
    ("teeko", "repetition"),
    ("tuk-tuk", "repetition"),
}
# Games that pyffish ends earlier by the count of moves, because a draw can be claimed.
SOONER = {"xiangqi"}
# Games that end before any count of moves does.
UNCOUNTED = {"amazons", "clobber", "clobber-10", "fox-and-hounds", "isolation", "isolation-7x7"}
UNCOUNTED |= {"joust", "la-mancha-squeez", "snailtrail", "three-musketeers"}
# Names that mean another game here.
OURS = {"modern": "modern-9x9", "wildebeest": "wildebeest-fsf"}


def as_theirs(move):
    """Castling with a launch on the rook's square, e1g1hh1, is h1e1h there."""
    return LAUNCH_ON_ROOK.sub(r"\3\1\2", move)


def plain(move):
    """The move without the wall that it leaves behind ("a1b2,b2a1")."""
    return WALL_BEHIND.sub(r"\1\2", move)


def common_games():
    """Pairs of an id here and a name there, each game once."""
    found = {}
    for name in pyffish.variants():
        try:
            found.setdefault(OURS.get(name) or apothecary.Variant(name).id, name)
        except apothecary.UnknownVariant:
            pass
    return sorted(found.items())


@functools.lru_cache(maxsize=None)
def opened(game):
    """A game, or the one of a definition file."""
    if not game.endswith(".variant"):
        return apothecary.Variant(game)
    with open(game, encoding="utf-8") as file:
        return apothecary.Variant.from_text(file.read())


class Match:
    """One game in both programs."""

    def __init__(self, game, name, fen=None):
        self.game, self.name = game, name
        # A start may be only the board; writing it again adds the other fields.
        self.begin(fen or pyffish.get_fen(name, pyffish.start_fen(name), []))

    def begin(self, fen):
        self.start, self.moves = fen, []
        self.board = apothecary.Board(fen, opened(self.game))

    def fen(self):
        return pyffish.get_fen(self.name, self.start, self.moves)

    def ours(self):
        """Our legal moves by what they are called there."""
        if self.game == "chess960":  # where the king takes its partner to castle
            return {
                move["from"] + move["partner"][0] if move["partner"] else move["move"]: move["move"]
                for move in self.board.rich_moves()
            }
        return {as_theirs(plain(move)): move for move in self.board.legal_ucis()}

    def theirs(self):
        return {
            plain(move): move for move in pyffish.legal_moves(self.name, self.start, self.moves)
        }

    def push(self, ours, theirs):
        if len(self.moves) == HISTORY_MOST:
            self.begin(self.fen())
        self.board.push(ours)
        self.moves.append(theirs)

    def end_here(self):
        outcome = self.board.outcome()
        return outcome and (outcome.white_quarters, outcome.termination)

    def end_there(self, has_moves):
        """White's quarters and the kind of end, or None."""
        rest = (self.name, self.start, self.moves)
        is_end, value = pyffish.is_immediate_game_end(*rest)
        kind = "at once"
        if not is_end:
            is_end, value = pyffish.is_optional_game_end(*rest)
            kind = "by claim"
        if not is_end and not has_moves:
            is_end, value, kind = True, pyffish.game_result(*rest), "no moves"
        if not is_end:
            return None
        if value == 0:
            return 2, kind
        return 4 if (value > 0) == (self.board.turn == apothecary.WHITE) else 0, kind


def choose(match, legal, dice, is_returning):
    """A legal move; often the one that takes back the player's last one."""
    if is_returning and len(match.moves) > 1 and dice.random() < 0.85:
        found = re.match(r"^([a-z]\d+)([a-z]\d+)$", match.moves[-2])
        back = found.group(2) + found.group(1) if found else ""
        if back in legal:
            return back
    return dice.choice(sorted(legal))


def compare_moves(match, ours, theirs):
    """What is different about the legal moves, or None."""
    extra = [
        move
        for move in set(theirs) - set(ours)
        if "may not mate" not in match.board.explain(move).text
    ]
    missing = sorted(set(ours) - set(theirs))
    if extra or missing:
        return "only there %s, only here %s" % (sorted(extra), missing)
    return None


def compare_ends(game, here, there):
    """What is different about the ends, or None."""
    if here is None and there is None:
        return None
    if here is not None and there is not None and here[0] == there[0]:
        return None
    if here is not None and (game, here[1]) in KNOWN:
        return None
    if here is None and there == (2, "by claim") and game in SOONER:
        return None
    if there is None and here[1] in ("dead", "bare"):
        return None
    return "ends %s there, %s here" % (there, here)


def play(match, dice, is_returning, most, seen):
    """Plays until an end, or a difference, which is returned."""
    for _ in range(most):
        here = match.end_here()
        ours, theirs = match.ours(), match.theirs()
        there = match.end_there(bool(theirs))
        seen["positions"] += 1
        fault = compare_ends(match.game, here, there)
        if fault is None and here is None:
            fault = compare_moves(match, ours, theirs)
        if fault is not None:
            return "%s moves %s: %s" % (match.start, " ".join(match.moves), fault)
        if here is not None:
            seen["ends"] += 1
            seen[here[1]] += 1
            return None
        common = set(ours) & set(theirs)
        if not common:
            return None
        move = choose(match, common, dice, is_returning)
        match.push(ours[move], theirs[move])
    return None


def near_limit(match, dice):
    """Goes on from the same position with a count of moves that is almost at its limit."""
    fields = match.fen().split(" ")
    if fields[-2].isdigit():
        fields[-2:] = [str(dice.choice(CLOCKS)), "120"]
    match.begin(" ".join(fields))


def play_one(game, name, kind, dice, seen):
    """One game of a kind; returns a difference or None."""
    match = Match(game, name)
    fault = play(match, dice, kind == RETURNING, PLIES[kind], seen)
    if kind != COUNTING or fault or match.end_here():
        return fault
    near_limit(match, dice)
    return play(match, dice, False, PLIES[kind], seen)


def check(game, name, options):
    dice = random.Random("%s %d" % (game, options.seed))
    seen, faults, games = collections.Counter(), [], 0
    try:
        Match(game, name)
    except apothecary.ApothecaryError as error:
        print("%s: not compared, their FEN is another: %s" % (game, error), flush=True)
        return seen, 0
    while seen["positions"] < options.positions and len(faults) < 3:
        kinds = len(PLIES) - (game in UNCOUNTED)
        fault = play_one(game, name, games % kinds, dice, seen)
        faults += [fault] if fault else []
        games += 1
    ends = ["%s %d" % pair for pair in sorted(seen.items()) if pair[0] not in ("positions", "ends")]
    print(
        "%s: %d positions of %d games, %d ends (%s), %d differ"
        % (game, seen["positions"], games, seen["ends"], ", ".join(ends), len(faults)),
        flush=True,
    )
    for fault in faults:
        print("  " + fault)
    return seen, len(faults)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", help="a variants.ini with more games")
    parser.add_argument("--strict", action="store_true", help="no end is known to be different")
    options = parser.parse_args()
    if options.strict:
        KNOWN.clear()
        SOONER.clear()
    if options.file:
        with open(options.file, encoding="utf-8") as file:
            pyffish.load_variant_config(file.read())
    pairs = [
        (game, name or game) for game, _, name in (text.partition("=") for text in options.games)
    ]
    total, differing = collections.Counter(), 0
    pairs = pairs or common_games()
    for game, name in pairs:
        seen, faults = check(game, name, options)
        total.update(seen)
        differing += faults
    print(
        "%d games, %d positions, %d ends, %d differ"
        % (len(pairs), total["positions"], total["ends"], differing)
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
