"""An engine for chess that does one thing wrong, or nothing: illegal, garbage, none, die, stall,
flood, resign, mute, good, variants (good, and chess is its only variant), refuse (good, and knows
no variant). Speaks both protocols, as far as a match needs them."""
import sys
import time

ANSWERS = {"illegal": "e2e5", "garbage": "\x01x?", "none": "(none)", "good": None}
what = sys.argv[1]
count = 0


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def think(word):
    if what == "die":
        sys.exit(1)
    if what == "flood":
        while True:
            say("info string " + "x" * 200000)
    if what == "stall":
        time.sleep(1000)
    if what == "resign":
        say("resign")
    else:
        # The knight goes there and back, as White or Black.
        moves = ("g1f3", "f3g1") if is_white else ("g8f6", "f6g8")
        say("%s %s" % (word, ANSWERS.get(what) or moves[count % 2]))


if what == "mute":
    time.sleep(1000)
is_white = True
what_protocol = "uci"
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "uci":
        if what == "variants":
            say("option name UCI_Variant type combo default chess var chess")
        say("id name bad\nuciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":
        moves = len(words) - words.index("moves") - 1 if "moves" in words else 0
        is_white, count = moves % 2 == 0, moves // 2
    elif words[0] == "go":
        think("move" if what_protocol == "xboard" else "bestmove")
    elif words[0] == "xboard":
        what_protocol = "xboard"
    elif words[0] == "protover":
        variants = ' variants="normal,nocastle"' if what == "variants" else ""
        say("feature ping=1 setboard=1 usermove=1%s done=1" % variants)
    elif words[0] == "variant" and what == "refuse":
        say("Error (unknown variant): " + words[1])
    elif words[0] == "ping":
        say("pong " + words[1])
    elif words[0] == "quit":
        break
    if words[0] == "uci":
        what_protocol = "uci"
