"""Definitions with the former names [men], `men` and `man` play as before, because stored games are
replayed from the text that they began with."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
VARIANTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "variants")
NAMES = ((r"^\[pieces\]", "[men]"), (r"^pieces(?= *=)", "men"), (r"^piece(?= *=)", "man"))


def in_old_words(text):
    """The definition as it was written before, and how many names have changed in it."""
    changed = 0
    for pattern, by in NAMES:
        text, count = re.subn(pattern, by, text, flags=re.MULTILINE)
        changed += count
    return text, changed


seen = ""
for name in sorted(os.listdir(VARIANTS)):
    game = name[: -len(".variant")]
    with open(os.path.join(VARIANTS, name), encoding="utf-8") as file:
        text, changed = in_old_words(file.read())
    path = os.path.join(test.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    seen += text
    depth = "2" if game in ("apothecary2", "chess", "modern", "seirawan", "torpedo") else "1"
    for arguments in (["fen", "%s", "1"], ["perft", "%s", "1", depth]):
        now, before = (
            test.expect([part.replace("%s", which) for part in arguments], err="").stdout
            for which in (game, path)
        )
        test.check(before == now, "%s: %s" % (game, arguments[0]), before)
    # The advice names each of them, and nothing is a fault.
    done = test.expect(
        ["check", path], err_has=["the section is called [pieces] now"] if "\n[men]" in text else []
    )
    advice = [
        line for line in done.stderr.splitlines() if line.endswith("its old name is still read")
    ]
    test.check(len(advice) == changed, "%s: advice about each old name" % game, done.stderr)
    present = test.expect(["check", os.path.join(VARIANTS, name)]).stderr
    test.check("old name" not in present, "%s: none about the file that we have" % game, present)
for word in ("[men]", "\nmen = ", "\nman = "):
    test.check(word in seen, "some game has %r" % word)

# An old file and a base with the new names, and a file that has both.
mine = os.path.join(test.folder, "mine.variant")
with open(mine, "w", encoding="utf-8") as file:
    file.write(
        "[game]\nname = Mine\nbase = modern\n[men]\nN = knight, N, class auxiliary, points 3\n"
        "[joker]\nman = J\n"
    )
test.expect(["perft", mine, "14", "1"])
with open(mine, "a", encoding="utf-8") as file:
    file.write("[pieces]\nR = rook, R\n")
test.expect(
    ["check", mine],
    code=1,
    err_has="mine.variant:8:1: pieces: [pieces] is another name of the section in line 4; "
    "write its keys there",
)

test.end()
