"""The rules of the games in the terminal: whole pages, their parts, and games without a page."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()

# Every page is printed in full, without Markdown and not too wide. Drawings stay as they are.
PAGES = "docs/games"
for name in sorted(os.listdir(PAGES)):
    game, kind = os.path.splitext(name)
    if kind != ".md" or game == "peers":
        continue
    with open(os.path.join(PAGES, name), encoding="utf-8") as file:
        page = file.read()
    text = test.expect(["rules", game], err="").stdout
    drawings = "".join(re.findall(r"^```\w*\n(.*?)^```", page, re.M | re.S))
    told = text
    for line in drawings.splitlines():
        test.check("  " + line + "\n" in told, game + ": a drawing", line)
        told = told.replace("  " + line + "\n", "", 1)
    test.check(not re.search(r"\*\*|\]\(|`", told), game + ": no marks", told)
    wide = [line for line in told.split("\n") if len(line) > 79]
    test.check(not wide, game + ": no line is too wide", "\n".join(wide))
    prose = re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)
    letters = re.sub(r"\]\([^)]*\)|[^A-Za-z0-9]", "", prose)
    test.check(letters == re.sub("[^A-Za-z0-9]", "", told), game + ": all of the text")

# Parts: by a heading, by bold words, by the text where no title has the words.
joker = test.expect(
    ["rules", "modern", "JOKER"], err="", has=["The joker moves and captures like the piece"]
).stdout
test.check("Brouhaha squares." not in joker, "nothing but the joker", joker)
test.check(joker.startswith("The joker"), "the part begins with its title", joker)
test.expect(
    ["rules", "modern", "the end"], err="", has=["The end\n-------\n\nMate wins."], lacks="Sources"
)
test.expect(["rules", "modern", "imitates plain"], err="", has=["The joker moves"])
test.expect(["rules", "modern", "castling"], err="", has=["There is no castling."])
test.expect(["rules", "modern", "submarine"], 1, out="", err_has='do not mention "submarine"')
test.expect(["rules", "classic:brouhaha-joker", "launch"], err="", has=["joker"])

# A game from a file, and no game.
mine = os.path.join(test.folder, "mine.variant")
with open(mine, "w", encoding="utf-8") as file:
    file.write("[game]\nname = Mine\nbase = chess\n")
test.expect(["rules", "./mine.variant"], 1, out="", err_has="the file itself tells the rules")
test.expect(["rules", "nogame"], 2, out="", err_has="nogame")

# In a game.
test.expect(
    ["play", "modern", "--computer", "none"],
    stdin="rules\nrules the king\nrules zeppelin\nrules all\n",
    err="",
    has=[
        "Parts: Start 1; The pieces; The king's jump; Brouhaha squares;",
        "There is no castling. Once in the game",
        'The rules do not mention this; "rules" lists their parts.',
        "Sources and decisions\n---",
    ],
)
test.expect(
    ["play", mine, "--computer", "none"],
    stdin="rules\n",
    err="",
    has='No page tells the rules of this game; "pieces" tells how they move.',
)

test.end()
