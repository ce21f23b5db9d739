"""Shared by the measurements of this folder: other programs, and UCI engines."""

import shutil
import subprocess
import sys


def program(name):
    """The path of a program; exits if it is not installed."""
    path = shutil.which(name) or shutil.which(name, path="/usr/games")
    if path is None:
        sys.exit(f"{name} is not installed (scripts/install-deps bench)")
    return path


# Games that have another name at Fairy-Stockfish.
FAIRY_NAMES = {"king-of-the-hill": "kingofthehill", "three-check": "3check"}


def fairy_name(game):
    return FAIRY_NAMES.get(game, game)


class Engine:
    """A UCI engine that plays a game."""

    def __init__(self, command, game, *lines):
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("uci", f"setoption name UCI_Variant value {game}", *lines)

    def say(self, *lines):
        self.child.stdin.write("".join(line + "\n" for line in lines))

    def end(self):
        self.say("quit")
        self.child.wait()
