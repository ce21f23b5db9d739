"""mine: problems of self-play games, found again after a kill, and proved by "solve"."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
GAMES = "capablanca.games"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def path(name):
    return os.path.join(test.folder, name)


def read(name):
    with open(path(name)) as file:
        return file.read()


def mine(out, *more, **wanted):
    arguments = ["mine", GAMES, "--out", out, "--label", "own", "--nodes", "2000"]
    return test.expect(arguments + list(more), **wanted)


def numbers(codes):
    """Places of moves among the legal ones, from codes of one letter or two."""
    found, high = [], None
    for letter in codes:
        worth = LETTERS.index(letter)
        if high is not None:
            found.append(48 + high * 64 + worth)
            high = None
        elif worth >= 48:
            high = worth - 48
        else:
            found.append(worth)
    return found


test.expect(
    ["selfplay", "capablanca", "--out", GAMES, "--nodes", "40", "--games", "30"], has="30 games"
)
mine("whole.txt", has=" problems")
whole = read("whole.txt")
lines = whole.splitlines()
test.check(lines[-1] == "# read 29" and whole.count("# read ") == 30, "all games", lines[-1])

# The moves of a source game are those of the record.
said = test.expect(["selfplay", "--show", GAMES, "--moves"]).stdout
record = {}
for line in said.splitlines():
    found = re.fullmatch(r"game (\d+) start \d+ white ([0-4]) random 8:(.*) \|(.*)", line)
    if found:
        moves = found.group(3).split() + found.group(4).split()[0::2]
        record[found.group(1)] = (found.group(2), moves)
game, problems, mates = None, 0, 0
for line in lines:
    words = line.split()
    if words[0] == "game":
        number = words[2].split("-")[1]
        game = record[number][1]
        test.check(words[1:3] == ["capablanca", "own-" + number], "the source", line)
        test.check(words[4] == record[number][0], "the result", line)
        test.check(len(numbers(words[5])) == len(game), "as many moves", line)
    elif words[0] != "#":
        ply, aim, count, codes = int(words[0]), words[1], int(words[2]), words[3]
        problems += 1
        test.check(8 < ply < len(game), "a ply of the game", line)
        if aim == "mate":
            mates += 1
            fen = test.expect(["apply", "capablanca", "1"] + game[:ply]).stdout.strip()
            proof = test.expect(["solve", "capablanca", fen, "--mate", str(count)]).stdout
            test.check(proof.startswith("sound: mate in %d" % count), "proved", proof)
        else:
            test.check(aim == "win" and len(numbers(codes)) == 2 * count - 1, "a line", line)
test.check(problems >= 5 and mates >= 1, "problems", "%d, mates %d" % (problems, mates))

# A run resumes from what a kill leaves, with or without a part of a game.
marks = [found.end() + 1 for found in re.finditer(r"# read \d+", whole)]
for cut in (marks[20], marks[25] + 9, len(whole) - 4):
    with open(path("part.txt"), "w") as file:
        file.write(whole[:cut])
    mine("part.txt", has="%d problems" % problems)
    test.check(read("part.txt") == whole, "the same after %d bytes" % cut)
mine("few.txt", "--problems", "2")
test.check(whole.startswith(read("few.txt")), "a limit")

# As lines of the collection: the line is legal in the position.
listed = test.expect(["mine", "whole.txt", "--list"]).stdout.splitlines()
test.check(len(listed) == problems, "all are listed", "%d" % len(listed))
for line in listed[:4]:
    game, aim, count, themes, source, ply, fen, moves = line.split("\t")
    test.check(game == "capablanca" and source.startswith("own-"), "a line", line)
    test.expect(["apply", game, fen] + moves.split())
test.expect(["mine", "missing", "--list"], code=1, err_has="No such file")
test.expect(["mine", GAMES], code=2, err_has="--out")
test.expect(["mine", "missing", "--out", "x"], code=1, err_has="No such file")
test.expect(["mine", GAMES, "modern", "--out", "x"], code=1, err_has="by other rules than modern")
test.expect(["mine", GAMES, "--out", "no/folder/x"], code=1, err_has="No such file")
test.end()
