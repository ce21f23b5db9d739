#!/usr/bin/env python3
"""Writes cases.jsonl, the questions that every binding answers alike, and proves its answers.

The questions are made from every built-in game: its start, positions of games with random moves,
recorded positions of tests/data/positions.tsv, texts that are no move and no position, definitions
and PGN. The library answers them (conformance_runner --answer). Then other sources are asked for
what they know: the command (moves, status, apply, convert, perft), the recorded positions with
their moves, and the counts of tests/perft.

usage: generate.py [--check | --add] APOTHECARY CONFORMANCE_RUNNER
    --check      compare the file that is there with the other sources, and write nothing
    --add        keep the cases that are there, and add those of games that have none
"""
import csv
import glob
import json
import os
import subprocess
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
CASES = os.path.join(HERE, "cases.jsonl")

PLIES = [0, 3, 8, 17, 34, 60, 95]  # how far into a random game the positions are
PERFT_NODES_MAX = 30000
RECORDED_EVERY = 25  # one in so many of the 700 recorded positions
MOVES_SHOWN = 160  # longer lists are not written in other notations,
RICH_SHOWN = 60  # nor these with all that is known of a move
# The other games are asked less, or the file would be twice as large.
ASKED_IN_FULL = """
    alert amazon apothecary2 berolina brouhaha capablanca centaur chess chess-on-12x12 classic
    courier falcon falcon-xboard grand grasshopper gross janus modern nightrider omega omicron
    opulent prequel seirawan shako tencubed torpedo wildebeest wildebeest-fsf xiangqi
""".split()
BRIEF_PLIES = [0, 17, 60]
# On a large board a question takes up to a second, and its answer is long.
LARGE_SQUARES = 200
LARGE_PLIES = [0, 17]
LARGE_PAIRS = 12  # of squares that are asked about


class Random:
    """Numbers that are the same on every machine and in every version of Python."""

    def __init__(self, seed):
        self.state = seed * 2 + 1

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


class Library:
    """The C runner, which answers questions line by line."""

    def __init__(self, path):
        self.program = subprocess.Popen(
            [path, "--answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.cases = []

    def answer(self, question):
        self.program.stdin.write(dump(question) + "\n")
        self.program.stdin.flush()
        line = self.program.stdout.readline()
        if not line:
            sys.exit("no answer to " + dump(question))
        return json.loads(line)

    def keep(self, ask, game=None, **fields):
        """Asks, and makes a case of question and answer."""
        question = {"ask": ask}
        if game is not None:
            question["game"] = game
        question.update(fields)
        answer = self.answer(question)
        self.cases.append(dict(question, answer=answer))
        return answer

    def close(self):
        self.program.stdin.close()
        self.program.wait()


def dump(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def run(command, *words):
    done = subprocess.run([command, *words], capture_output=True, text=True, cwd=ROOT)
    return done.returncode, done.stdout.rstrip("\n")


def table(path):
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def built_in(command):
    return [game["id"] for game in json.loads(run(command, "variants", "--json")[1])]


# --- questions ----------------------------------------------------------------------------------


def random_game(library, game, seed, plies):
    """Moves of a game in which captures, promotions and checks are a little more likely than
    chance."""
    random, moves = Random(seed), []
    fen = library.answer({"ask": "position", "game": game, "fen": "startpos"})["fen"]
    for _ in range(plies):
        seen = library.answer({"ask": "play", "game": game, "fen": fen, "moves": moves})
        if seen["ending"] != "none":
            break
        rich = library.answer({"ask": "rich", "game": game, "fen": seen["fen"]})["moves"]
        lively = [mv for mv in rich if mv["captures"] or mv["kind"] != "plain" or mv["promoted"]]
        among = lively if lively and random.below(4) == 0 else rich
        moves.append(among[random.below(len(among))]["move"])
    return fen, moves


def position_cases(library, game, fen, random, in_full):
    """All questions about one position; those with long answers only with `in_full`."""
    answer = library.keep("position", game, fen=fen)
    moves = answer["moves"]
    if in_full and moves and len(moves) <= MOVES_SHOWN:
        library.keep("san", game, fen=fen)
        library.keep("courier", game, fen=fen)
        if len(moves) <= RICH_SHOWN:
            library.keep("rich", game, fen=fen)
    for depth in (1, 2, 3):
        if len(moves) ** depth <= PERFT_NODES_MAX and depth > 1:
            library.keep("perft", game, fen=fen, depth=depth)
    explain_cases(library, game, fen, random)
    san = library.answer({"ask": "san", "game": game, "fen": fen})["moves"]
    courier = library.answer({"ask": "courier", "game": game, "fen": fen})["moves"]
    for texts in (moves, san, courier):
        if texts:
            library.keep("read", game, fen=fen, text=texts[random.below(len(texts))])
    for text in loose_texts(library, game, fen, san):
        library.keep("read", game, fen=fen, text=text)


def loose_texts(library, game, fen, san):
    """A text that fits several moves, and one without its signs, if there are any."""
    texts = []
    rich = library.answer({"ask": "rich", "game": game, "fen": fen})["moves"]
    shortened = {}
    for text in san:
        bare = text.rstrip("+#")
        if (
            len(bare) > 3
            and bare[0].isupper()
            and bare[1] in "abcdefghijklmnop"
            and bare[2].isalpha()
        ):
            shortened[bare[0] + bare[2:]] = True
    texts += list(shortened)[:1]
    checks = [text for text in san if text[-1] in "+#"]
    if checks:
        texts.append(checks[0][:-1])
    promotions = [mv["move"] for mv in rich if mv["promoted"]]
    if promotions:
        texts.append(promotions[0][:-1])
    return texts


def explain_cases(library, game, fen, random):
    """One move for each reason that is found among random pairs of squares."""
    names = library.answer({"ask": "game", "game": game})["squares"]
    seen = set()
    for _ in range(60 if len(names) < LARGE_SQUARES else LARGE_PAIRS):
        squares = [names[random.below(len(names))] for _ in range(2)]
        question = {"ask": "explain", "game": game, "fen": fen}
        question.update({"from": squares[0], "to": squares[1]})
        reason = library.answer(question)["reason"]
        if reason not in seen:
            seen.add(reason)
            fields = {name: question[name] for name in ("from", "to")}
            library.keep("explain", game, fen=fen, **fields)
            library.keep("remedy", game, fen=fen, **fields)


def game_cases(library, game):
    is_brief = game not in ASKED_IN_FULL
    seed = zlib.crc32(game.encode()) % 1000000
    random = Random(1000 + seed)
    squares = library.keep("game", game)["squares"]
    library.keep("position", game, fen="startpos")
    is_large = len(squares) >= LARGE_SQUARES
    fen, moves = random_game(library, game, seed, (LARGE_PLIES if is_large else PLIES)[-1])
    full = BRIEF_PLIES[1:2] if is_brief else [PLIES[2], PLIES[4]]
    for ply in LARGE_PLIES if is_large else BRIEF_PLIES if is_brief else PLIES:
        if ply <= len(moves):
            seen = library.answer({"ask": "play", "game": game, "fen": fen, "moves": moves[:ply]})
            position_cases(library, game, seen["fen"], random, ply in full)
    library.keep("play", game, fen=fen, moves=moves)
    library.keep("play", game, fen=fen, moves=moves[:4] + ["a1a1"])
    text = library.keep("pgn_write", game, fen=fen, moves=moves[:40])["text"]
    library.keep("pgn_read", game, text=text)
    tree_cases(library, game)
    if is_brief:
        return
    library.keep("pgn_read", game, text=text.replace(" 3. ", " 3. {a comment} "))
    library.keep("pgn_read", game, text=text.replace(" 3. ", " 3. Zz9 "))
    broken_positions(library, game, fen)
    for text in (
        "",
        "e",
        "a1",
        "Qxq99",
        "O-O-O-O-O",
        "a1b2c3",
        "1. e4",
        "x" * 2000,
        "N@@",
        "\u265e e4",
    ):
        library.keep("read", game, fen=fen, text=text)


def broken_positions(library, game, fen):
    """Texts that are no position, each with one thing wrong."""
    board, rest = fen.split(" ", 1)
    ranks = board.split("/")
    for text in (
        "",
        "x",
        board,
        "?" + fen,
        board + " x" + rest[1:],
        fen + " junk",
        "/".join(ranks[1:]) + " " + rest,
        board + "/8 " + rest,
        "9" * 30 + " " + rest,
        board.replace("K", "1") + " " + rest,
        board.replace("k", "K") + " " + rest,
        board + " " + rest.rsplit(" ", 1)[0] + " 99999999999999999999",
        board + " " + rest.rsplit(" ", 1)[0] + " -1",
        fen.replace(" ", "\t"),
        fen.replace("/", "\u2215"),
        "k" * 5000,
    ):
        library.keep("position", game, fen=text)


# Variations within variations, with all that can stand between their moves.
TREES = [
    "1. e4 (1. d4 (1. c4)) *",
    "1. e4 (1. d4 (1. c4 c5) 1... d5) (1. g3) 1... e5 *",
    "1. e4 (1. d4 (1. c4 (1. b4) (1. a4)) (1. g3 (1. h3))) (1. f4) 1/2-1/2",
    "1. e4 e5 (1... c5 (1... d5 2. d4 (2. d3 (2. c3)) 2... e6) (1... f5) 2. Nf3) 2. Nc3 1-0",
    "1. e4 (1. d4 {after} (1. e4 {the same again})) *",
    "{of the game} 1. e4! {one} {two} ({why not} 1. d4?! $10 {[%clk 0:03:00][%cal Gd2d4]} "
    "d5 (1... Nf6 $2)) 1... e5 $1 $14 {[%eval 0.25,18]} 0-1",
    "(1. e4) 1. d4 *",
    "1. e4 (1. d4 *",
    "1. e4 (1. d4 (1. c4) *",
    "1. e4 (1. d4 (1. Ke2)) *",
    "1. e4 (1. d4 {open *",
    "1. e4 ) *",
    "1. e4 (1. d4 1-0) *",
    "1. e4 " + "(1. e4 " * 70 + ")" * 70 + "*",
    '[Variant "Chess"]\n\n*',
    '[Variant "From Position"]\n\n*',
    '[Variant "Grand"]\n\n*',
    '[Variant "my own"]\n\n*',
]
TREE_PLIES = 7  # of the line played
TREE_DEPTH = 3  # of the brackets


def tree_text(library, game, random, plies, depth=0, fen="startpos", first=None):
    """Random moves, each now and then with a comment, glyphs and others in brackets. The first
    one is `first` if it is given."""
    parts = []
    for _ in range(plies):
        moves = library.answer({"ask": "position", "game": game, "fen": fen})["moves"]
        move = first or (moves and moves[random.below(len(moves))])
        if not move:
            break
        san = library.answer({"ask": "read", "game": game, "fen": fen, "text": move})["san"]
        parts.append(san + " $%d" % random.below(140) if random.below(6) == 0 else san)
        if random.below(5) == 0:
            parts.append("{after %s}" % san)
        while depth < TREE_DEPTH and random.below(3) == 0:
            other = moves[random.below(len(moves))]
            inner = tree_text(library, game, random, plies // 2 + 1, depth + 1, fen, other)
            parts.append("(%s)" % inner)
        played = {"ask": "play", "game": game, "fen": fen, "moves": [move]}
        fen, first = library.answer(played)["fen"], None
    return " ".join(parts)


def tree_cases(library, game):
    if game == "chess":
        for text in TREES:
            library.keep("pgn_tree", game, text=text)
    if game in ASKED_IN_FULL:
        random = Random(7000 + zlib.crc32(game.encode()) % 1000000)
        library.keep("pgn_tree", game, text=tree_text(library, game, random, TREE_PLIES) + " *")


OWN_GAMES = [
    "[game]\nname = Small\nbase = chess\n\n[setup]\nboard =\n    4k3\n    8\n    8\n    8\n"
    "    8\n    8\n    8\n"
    "    R3K2R\n",
    "[game]\nname = Amazons\nbase = chess\n\n[pieces]\nQ = amazon, QN, points 12\n",
    "",
    "[game]\n",
    "[game]\nname = Nothing\n",
    "[game]\nname = Wrong\nbase = no-such-game\n",
    "[game]\nname = Misspelt\nbase = chess\n\n[promotoin]\npieces = P\n",
    "[game]\nname = Misspelt\nbase = chess\n\n[promotion]\npeices = P\n",
    "[game]\nname = Large\nbase = chess\n\n[board]\nfiles = 99\nranks = 8\n",
    "[game]\nname = Betza\nbase = chess\n\n[pieces]\nQ = queen, Q(((, points 9\n",
    "[game]\nname = Points\nbase = chess\n\n[pieces]\nQ = queen, Q, points many\n",
    "[game]\nname = Kings\nbase = chess\n\n[pieces]\nQ = queen, Q, royal\n",
    "no section at all\n",
    "[game\nname = Open\n",
    "[game]\nname = Twice\nname = Twice\nbase = chess\n",
]


def definition_cases(library):
    for text in OWN_GAMES:
        library.keep("definition", text=text)
    for path in sorted(glob.glob(os.path.join(ROOT, "variants", "*.variant")))[::4]:
        with open(path, encoding="utf-8") as stream:
            library.keep("definition", text=stream.read())


def generate(library, command):
    for game in built_in(command):
        game_cases(library, game)
    random = Random(5)
    for row in table(os.path.join(ROOT, "tests", "data", "positions.tsv"))[::RECORDED_EVERY]:
        game = row["variant"]
        position_cases(library, game, row["fen"], random, True)
        for text in (row["move"], row["san"], row["courier"]):
            library.keep("read", game, fen=row["fen"], text=text)
        library.keep("play", game, fen=row["fen"], moves=[row["san"]])
    definition_cases(library)


# --- proof --------------------------------------------------------------------------------------


class Proof:
    def __init__(self):
        self.count, self.faults = 0, []

    def same(self, what, ours, theirs):
        self.count += 1
        if ours != theirs:
            self.faults.append("%s: %s, but %s" % (what, ours, theirs))


# What the command is not asked about, or answers in another form.
WITHOUT_COMMAND = """
    definition explain game pgn_read pgn_tree pgn_write remedy rich
""".split()


def prove_by_command(proof, command, case):
    """The command gives the same answers."""
    answer, ask = case["answer"], case["ask"]
    where = (case.get("game"), case.get("fen"))
    if ask in WITHOUT_COMMAND:
        return
    if "error" in answer:
        if ask == "position" and case["fen"] and "\t" not in case["fen"]:
            proof.same("refused " + dump(where), run(command, "moves", *where)[0] != 0, True)
        return
    if ask == "position":
        said = json.loads(run(command, "moves", "--json", *where)[1])
        proof.same("moves of " + dump(where), answer["moves"], [line["move"] for line in said])
        said = json.loads(run(command, "status", "--json", *where)[1])
        proof.same("status of " + dump(where), answer["count"], said["moves"])
        for name, other in (
            ("check", "check"),
            ("ending", "end"),
            ("points", "points"),
            ("side", "side"),
        ):
            proof.same("%s of %s" % (name, dump(where)), answer[name], said[other])
    elif ask == "san":
        said = run(command, "moves", "--san", *where)[1].split("\n")
        proof.same("SAN of " + dump(where), answer["moves"], said)
    elif ask == "perft":
        said = run(command, "perft", *where, str(case["depth"]))[1]
        proof.same("perft of " + dump(where), str(answer["nodes"]), said)
    elif ask == "play":
        # A move can be a pass, "--", which ends the options unless they have ended before.
        said = run(command, "apply", "--", *where, *case["moves"])[1]
        proof.same("moves made in " + dump(where), answer["fen"], said)
    elif ask == "read":
        for name, other in (("move", "coordinate"), ("san", "san"), ("courier", "courier")):
            said = run(command, "convert", "--to", other, "--", *where, case["text"])[1]
            proof.same("%s of %s" % (other, dump(where + (case["text"],))), answer[name], said)


def prove_by_records(proof, library):
    """Recorded positions: the move in all notations, and the position after it."""
    for row in table(os.path.join(ROOT, "tests", "data", "positions.tsv")):
        game, fen = row["variant"].split(":")[0], row["fen"]
        said = library.answer({"ask": "read", "game": game, "fen": fen, "text": row["move"]})
        for name in ("san", "courier"):  # a checker's circle has two texts in coordinates
            proof.same("%s in %s" % (name, fen), said.get(name), row[name])
        played = library.answer({"ask": "play", "game": game, "fen": fen, "moves": [row["move"]]})
        after = library.answer({"ask": "position", "game": game, "fen": row["after"]})
        proof.same("after " + fen, played.get("fen"), after["fen"])


def prove_by_counts(proof, library):
    """Counts of other programs and of the inventor, as far as they are quick to check."""
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "perft", "*.tsv"))):
        for row in table(path):
            if int(row["nodes"]) > PERFT_NODES_MAX or ":" in row["variant"]:
                continue
            question = {"ask": "perft", "game": row["variant"], "fen": row["fen"]}
            answer = library.answer(dict(question, depth=int(row["depth"])))
            proof.same("count of " + row["fen"], answer.get("nodes"), int(row["nodes"]))


def main(arguments):
    is_check, is_adding = arguments[:1] == ["--check"], arguments[:1] == ["--add"]
    command, runner = arguments[-2:]
    library, proof = Library(runner), Proof()
    if is_check or is_adding:
        with open(CASES, encoding="utf-8") as stream:
            library.cases = [json.loads(line) for line in stream]
    known, kept = {case.get("game") for case in library.cases}, len(library.cases)
    for game in built_in(command) if is_adding else []:
        if game not in known:
            game_cases(library, game)
    if not is_check and not is_adding:
        generate(library, command)
    # The command starts anew for each question: of cases that were there before, every 12th.
    for case in library.cases[:kept:12] + library.cases[kept:]:
        prove_by_command(proof, command, case)
    prove_by_records(proof, library)
    prove_by_counts(proof, library)
    library.close()
    for fault in proof.faults:
        print(fault, file=sys.stderr)
    print(
        "%d cases, %d comparisons, %d faults" % (len(library.cases), proof.count, len(proof.faults))
    )
    if not proof.faults and not is_check:
        with open(CASES, "w", encoding="utf-8") as stream:
            stream.writelines(dump(case) + "\n" for case in library.cases)
    return 1 if proof.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
