"""Wrong calls: exit status 2, and a hint at what was meant."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
START = (
    "ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/R3CCJ2R/"
    "WS******SW w f2f9 - -- NCRQncrq - 0 1"
)

test.expect([], code=2, out="", err_has="Usage: apothecary COMMAND")
test.expect(
    ["--help"], err="", has=["Commands:", "  play ", "  explain ", "  perft "], lacks="complete"
)
test.expect(["--version"], err="", has="apothecary ")
test.expect(["shwo"], code=2, out="", err_has='unknown command "shwo"; did you mean "show"?')
test.expect(["xyzzy"], code=2, out="", err_has='unknown command "xyzzy"', lacks="did you mean")
test.expect(["--colour"], code=2, err_has="before the command")
test.expect(["help", "perf"], code=2, err_has='did you mean "perft"?')
test.expect(["moves", "modern"], code=2, out="", err_has=["too few", "Usage: apothecary moves"])
test.expect(["check", "a", "b"], code=2, err_has='too many arguments: "b"')
test.expect(["moves", "modern", "14", "--form", "a1"], code=2, err_has="did you mean --from?")
test.expect(["moves", "modern", "14", "--from"], code=2, err_has="--from needs a value")
test.expect(["moves", "modern", "14", "--from", "z9"], code=2, err_has='no square "z9"')
test.expect(["moves", "modern", "14", "--json=yes"], code=2, err_has="--json takes no value")
test.expect(
    ["convert", "modern", "14", "e3e5", "--to", "latin"],
    code=2,
    err_has='--to takes one of coordinate|san|courier, not "latin"',
)
test.expect(["moves", "modrn", "14"], code=2, err_has='did you mean "modern"?')
test.expect(["moves", "nothing-like-it", "14"], code=2, err_has='"apothecary variants" lists them')
test.expect(["fen", "classic:brouhaha-jokr"], code=2, err_has='did you mean "brouhaha-joker"?')
test.expect(["fen", "modern:x"], code=2, err_has='modern has no start named "x"')
test.expect(["fen", "modern", "25"], code=2, err_has="modern has the starts 1 to 24")
test.expect(["fen", "modern", "0"], code=2)
test.expect(["fen", "modern", "-1"], code=2)
test.expect(["perft", "modern", "14", "deep"], code=2, err_has="DEPTH is a number")
test.expect(["perft", "modern", "14", "1", "--threads", "0"], code=2, err_has="1 to 256")
test.expect(["play"], code=2, err_has="which game?")
test.expect(["play", "modern", "14", "--level", "9"], code=2)
test.expect(["replay", "x.pgn", "--variant", "modrn"], code=2, err_has='did you mean "modern"?')

# Options stand anywhere; "--" ends them; the dashes of a FEN are not options.
test.expect(["moves", "--from", "b2", "modern", "14"], out="b2a2\nb2b1\n")
test.expect(["moves", "modern", "--from=b2", "--", "14"], out="b2a2\nb2b1\n")
test.expect(["moves", "modern"] + START.split() + ["--from", "b2"], out="b2a2\nb2b1\n")
test.expect(["moves", "modern", START, "--from", "b2"], out="b2a2\nb2b1\n")
test.expect(["moves", "modern", "-", "--from", "b2"], stdin=START + "\n", out="b2a2\nb2b1\n")

# Every command has help with its options and examples.
for name in (
    "play show moves explain apply status convert replay variants fen check perft " "help"
).split():
    test.expect([name, "--help"], err="", has=["Usage: apothecary " + name, "Examples:", "--help"])
    test.expect(["help", name], err="", has="Usage: apothecary " + name)

# A full disk must not look like an answer.
if os.path.exists("/dev/full"):
    import subprocess

    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [test.path, "fen", "modern"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=test.environment(),
        )
    test.check(done.returncode == 1 and "cannot write" in done.stderr, "a full disk", done.stderr)
test.end()
