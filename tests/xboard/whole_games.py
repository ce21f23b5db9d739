#!/usr/bin/env python3
"""Whole games in the real XBoard: our engine on both sides, on an invisible display.

usage: whole_games.py APOTHECARY [--game NAME]... [--depth N] [--shots FOLDER]

XBoard must show the game's board, take every move and the result, and complain about nothing.
Without --game one short game of each of the five is played. Exit status 77 where XBoard or Xvfb is
missing."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

BAD = re.compile(r"[Ii]llegal|[Ff]orfeit|Error|rejected (?!setscore)|Ignoring|out of turn")
ENDED = re.compile(r"^GameEnds\((\d+), (.*), \d\)$", re.M)
MOVE = re.compile(r"<(?:first |second): move [^,\n]*$", re.M)
GAMES = ["alert", "modern", "classic", "apothecary2", "prequel"]
SHOT_MOVES = 40  # of the game's picture; another is taken at its end


def program(name):
    return shutil.which(name) or shutil.which(name, path="/usr/games")


class Display:
    """An X server of our own."""

    def __init__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            [
                program("Xvfb"),
                "-displayfd",
                str(write),
                "-screen",
                "0",
                "1000x1000x24",
                "-nolisten",
                "tcp",
            ],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as number:
            self.name = ":" + number.readline().strip()

    def close(self):
        self.server.terminate()
        self.server.wait()


def read_text(path):
    return path.read_text(errors="replace") if path.exists() else ""


def shoot(display, path):
    if program("import"):
        subprocess.run(
            [program("import"), "-display", display.name, "-window", "root", str(path)], check=False
        )


def play(engine, game, options, display, folder):
    """Plays one game; returns XBoard's own record of what was said."""
    debug = folder / f"{game}.debug"
    command = [
        program("xboard"),
        "-fcp",
        f"{engine} engine",
        "-scp",
        f"{engine} engine",
        "-variant",
        game,
        "-mg",
        "1",
        "-tc",
        "60",
        "-inc",
        "0",
        "-depth",
        str(options.depth),
        "-testLegality",
        "false",
        "-ponderNextMove",
        "false",
        "-xpopup",
        "-debug",
        # With the last message unread it stays for its picture.
        "-exit" if options.shots else "-xexit",
        "-nameOfDebugFile",
        str(debug),
        "-sgf",
        str(folder / f"{game}.pgn"),
        "-animateMoving",
        "false",
        "-boardSize",
        "40",
        "-autoRaiseBoard",
        "false",
    ]
    env = dict(os.environ, DISPLAY=display.name, HOME=str(folder), LC_ALL="C")
    child = subprocess.Popen(
        command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder
    )
    has_shot = not options.shots
    until = time.monotonic() + options.seconds
    while child.poll() is None and time.monotonic() < until:
        text = read_text(debug)
        if any(match.group(1) != "0" for match in ENDED.finditer(text)):
            break
        if not has_shot and len(MOVE.findall(text)) >= SHOT_MOVES:
            shoot(display, options.shots / f"{game}.png")
            has_shot = True
        time.sleep(0.2)
    if options.shots:
        shoot(display, options.shots / f"{game}-end.png")
    child.terminate()
    child.wait()
    return read_text(debug)


def judge(game, debug):
    """True if the game went through."""
    said = [line for line in debug.splitlines() if BAD.search(line)]
    ends = [match for match in ENDED.finditer(debug) if match.group(1) != "0"]
    moves = len(MOVE.findall(debug))
    by_engine = bool(re.search(r"<(?:first |second): (?:1-0|0-1|1/2-1/2) \{", debug))
    print(f"{game}: {moves} moves, {ends[0].group(2) if ends else 'no end'}", flush=True)
    for line in said[:5]:
        print("  " + line)
    return not said and bool(ends) and by_engine and moves >= 10


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", type=pathlib.Path)
    parser.add_argument("--game", action="append")
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=170, help="for one game")
    parser.add_argument("--shots", type=pathlib.Path)
    options = parser.parse_args()
    if program("xboard") is None or program("Xvfb") is None:
        print("xboard or Xvfb is missing")
        sys.exit(77)
    if options.shots:
        options.shots = options.shots.resolve()
        options.shots.mkdir(parents=True, exist_ok=True)
    display = Display()
    is_good = True
    with tempfile.TemporaryDirectory() as folder:
        try:
            for game in options.game or GAMES:
                debug = play(options.engine.resolve(), game, options, display, pathlib.Path(folder))
                is_good = judge(game, debug) and is_good
        finally:
            display.close()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
