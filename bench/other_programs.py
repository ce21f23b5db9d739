#!/usr/bin/env python3
"""Games of our engine in other people's programs with all options unset: none may be forfeited.

usage: bench/other_programs.py [ENGINE] [--games N] [--only NAME]... [--out FOLDER] [--list]

ENGINE is apothecary-engine (default: build/apothecary-engine). What is not installed is named and
skipped; exit status 77 if that is everything, 1 if a game was forfeited or is missing. The programs
are found on PATH and in /usr/games, or where these say:

    C_CHESS_CLI   c-chess-cli's program
    PYTHON_CHESS  the folder that holds python-chess's package `chess`

The other side is Stockfish for chess, Fairy-Stockfish for the other games, or the engine itself."""

import argparse
import collections
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
BAD = re.compile(r"illegal|forfeit|disconnect|crash|exited|time forfeit|stall", re.I)
RESULT = re.compile(r'^\[Result "(1-0|0-1|1/2-1/2)"\]', re.M)
QUIET_S = 240  # a program that is silent for this long is stuck


class Absent(Exception):
    """A program that is not installed."""


def program(name, variable=None):
    path = os.environ.get(variable or "", "") or shutil.which(name)
    path = path or shutil.which(name, path="/usr/games:/usr/local/games")
    if not path:
        raise Absent(name)
    return path


def opponent(options, name):
    try:
        return program(name)
    except Absent:
        return options.engine


def tell(name, games, faults, detail=""):
    counted = ", ".join("%s %d" % pair for pair in sorted(games.items()))
    print("%-24s %d games (%s), %d faults%s" % (name, sum(games.values()), counted, faults, detail))
    sys.stdout.flush()


def read_text(path):
    return path.read_text(errors="replace") if path.exists() else ""


def judge_pgn(text):
    """The results of the games of a PGN, and the comments that report a fault."""
    return collections.Counter(RESULT.findall(text)), [
        line for line in re.findall(r"\{[^{}]*\}", text) if BAD.search(line)
    ]


# --- c-chess-cli --------------------------------------------------------------------------------


def play_c_chess_cli(options, folder):
    cli = program("c-chess-cli", "C_CHESS_CLI")
    command = [cli, "-engine", "name=ours", "cmd=" + options.engine, "tc=8+0.1"]
    command += ["-engine", "name=other", "cmd=" + opponent(options, "stockfish"), "nodes=4000"]
    command += ["tc=60+1", "-games", str(options.games), "-pgn", "games.pgn", "2"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    games, _ = judge_pgn(read_text(folder / "games.pgn"))
    faults = [line for line in (done.stdout + done.stderr).splitlines() if BAD.search(line)]
    return games, faults


# --- python-chess -------------------------------------------------------------------------------


def load_python_chess():
    folder = os.environ.get("PYTHON_CHESS")
    if folder:
        sys.path.insert(0, folder)
    if importlib.util.find_spec("chess") is None:
        raise Absent("python-chess")
    import chess
    import chess.engine

    return chess


def play_python_game(chess, players, number, is_chess960):
    board = (
        chess.Board.from_chess960_pos(number * 97 % 960)
        if is_chess960
        else chess.Board(chess.STARTING_FEN)
    )
    while not board.is_game_over(claim_draw=True) and board.ply() < 400:
        player = players[(board.ply() + number) % 2]
        played = player.play(board, chess.engine.Limit(time=0.02), game=number)
        if played.move is None:
            raise chess.engine.EngineError("no move in " + board.fen())
        board.push(played.move)
    return board.result(claim_draw=True)


def play_python_chess(options, protocol, is_chess960=False):
    chess = load_python_chess()
    games, faults = collections.Counter(), []
    open_engine = getattr(chess.engine.SimpleEngine, "popen_" + protocol)
    other = opponent(options, "stockfish")
    players = [
        open_engine(options.engine, timeout=QUIET_S),
        chess.engine.SimpleEngine.popen_uci(other, timeout=QUIET_S),
    ]
    for number in range(options.games):
        try:
            games[play_python_game(chess, players, number, is_chess960)] += 1
        except (chess.engine.EngineError, TimeoutError) as fault:
            faults.append("game %d: %r" % (number, fault))
            break
    for player in players:
        player.quit()
    games["1/2-1/2"] += games.pop("*", 0)  # the longest are drawn
    return games, faults


# --- XBoard, and what adapts UCI engines to it ----------------------------------------------------


class Display:
    """An invisible X server."""

    def __init__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            [program("Xvfb"), "-displayfd", str(write), "-screen", "0", "1200x1000x24"]
            + ["-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as number:
            self.name = ":" + number.readline().strip()

    def close(self):
        self.server.terminate()
        self.server.wait()


def wait_for_games(child, path, debug, count):
    """Until so many games are written, XBoard has gone, or neither games nor lines of the protocol
    have come for long: a single game may take minutes on a busy machine."""
    size, since = -1, time.monotonic()
    while child.poll() is None and time.monotonic() - since < QUIET_S:
        text = read_text(path)
        seen = len(text) + (debug.stat().st_size if debug.exists() else 0)
        if seen != size:
            size, since = seen, time.monotonic()
        if len(RESULT.findall(text)) >= count:
            time.sleep(1)
            break
        time.sleep(0.5)
    child.terminate()
    child.wait()


def play_xboard(options, folder, game, first=None, other="fairy-stockfish", depth=3):
    """A match in XBoard with its default settings, its own test of legality included."""
    xboard = program("xboard")
    second = opponent(options, other) if other else options.engine
    games = folder / "games.pgn"
    debug = folder / "debug"
    command = [xboard, "-fcp", first or options.engine, "-scp", second, "-variant", game]
    command += ["-mg", str(options.games), "-tc", "5", "-inc", "0", "-depth", str(depth)]
    command += ["-matchPause", "1000"]  # between games, ten seconds otherwise
    command += ["-xpopup", "-debug", "-nameOfDebugFile", str(debug), "-sgf", str(games)]
    command += ["-animateMoving", "false", "-boardSize", "30", "-ponderNextMove", "false"]
    if game in OURS_ALONE:
        command += ["-testLegality", "false"]
    display = Display()
    env = dict(os.environ, DISPLAY=display.name, HOME=str(folder), LC_ALL="C")
    null = subprocess.DEVNULL
    child = subprocess.Popen(command, cwd=folder, env=env, stdout=null, stderr=null)
    try:
        wait_for_games(child, games, debug, options.games)
    finally:
        display.close()
    results, faults = judge_pgn(read_text(games))
    text = read_text(debug)
    return results, faults + re.findall(r"^<(?:first|second ?): (?:Error|Illegal).*$", text, re.M)


def adapted(options, name, arguments):
    return "%s %s" % (program(name), " ".join(arguments)) if name else options.engine


def play_uci2wb(options, folder):
    first = adapted(options, "uci2wb", [options.engine])
    return play_xboard(options, folder, "normal", first)


def play_polyglot(options, folder):
    first = adapted(options, "polyglot", ["-noini", "-ec", options.engine, "-en", "ours"])
    return play_xboard(options, folder, "normal", first)


# --- PyChess ------------------------------------------------------------------------------------


def play_pychess(options, folder, protocol):
    """PyChess's own players and game model, in the Python that Debian's package is for."""
    python = "/usr/bin/python3"
    probe = "import gi; gi.require_version('Gtk', '3.0'); import pychess.Players.engineNest"
    env = dict(os.environ, HOME=str(folder))
    if subprocess.run([python, "-c", probe], capture_output=True, check=False, env=env).returncode:
        raise Absent("pychess")
    command = [python, str(HERE / "pychess_games.py"), options.engine, protocol]
    command += [opponent(options, "stockfish"), str(options.games)]
    display = Display()
    env["DISPLAY"] = display.name
    try:
        with open(folder / "said", "w", encoding="utf-8") as said:
            subprocess.run(command, cwd=folder, env=env, stdout=said, stderr=said, check=False)
    finally:
        display.close()
    said = read_text(folder / "said")
    games = collections.Counter(re.findall(r"^result (\S+)", said, re.M))
    faults = re.findall(r"^fault .*", said, re.M)
    return games, faults


# --- all ----------------------------------------------------------------------------------------

# Games that XBoard does not know: it learns the pieces from us and must not judge by its own rules.
OURS_ALONE = ["alert", "modern", "classic", "apothecary2", "prequel"]

SETUPS = {
    "c-chess-cli": play_c_chess_cli,
    "python-chess uci": lambda o, f: play_python_chess(o, "uci"),
    "python-chess xboard": lambda o, f: play_python_chess(o, "xboard"),
    "python-chess chess960": lambda o, f: play_python_chess(o, "uci", True),
    "pychess uci": lambda o, f: play_pychess(o, f, "uci"),
    "pychess xboard": lambda o, f: play_pychess(o, f, "xboard"),
    "uci2wb": play_uci2wb,
    "polyglot": play_polyglot,
    "xboard chess": lambda o, f: play_xboard(o, f, "normal"),
    # XBoard writes castling as O-O there, which Fairy-Stockfish does not read.
    "xboard fischerandom": lambda o, f: play_xboard(o, f, "fischerandom", other=None),
    "xboard capablanca": lambda o, f: play_xboard(o, f, "capablanca"),
    # XBoard makes a queen of a pawn that Fairy-Stockfish leaves a pawn on the last but one rank.
    "xboard grand": lambda o, f: play_xboard(o, f, "grand", other=None),
    "xboard seirawan": lambda o, f: play_xboard(o, f, "seirawan"),
    "xboard janus": lambda o, f: play_xboard(o, f, "janus"),
}
for _game in OURS_ALONE:
    SETUPS["xboard " + _game] = lambda o, f, g=_game: play_xboard(o, f, g, other=None)


def play(name, options):
    """None: not installed; else whether all games were played."""
    folder = options.out / name.replace(" ", "-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        games, faults = SETUPS[name](options, folder)
    except Absent as absent:
        print("%-24s SKIPPED: %s is not installed" % (name, absent))
        return None
    tell(name, games, len(faults))
    for fault in faults[:5]:
        print("    " + fault)
    return not faults and sum(games.values()) == options.games


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", nargs="?", default=str(HERE.parent / "build/apothecary-engine"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", action="append", choices=SETUPS)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        sys.exit("\n".join(SETUPS))
    options.engine = os.path.abspath(options.engine)
    options.out = (options.out or pathlib.Path(tempfile.mkdtemp(prefix="programs-"))).absolute()
    print("games and records: %s" % options.out)
    answers = [play(name, options) for name in options.only or SETUPS]
    if all(answer is None for answer in answers):
        sys.exit(77)
    sys.exit(1 if False in answers else 0)


if __name__ == "__main__":
    main()
