"""Games with PyChess's own players and game model, for bench/other_programs.py.

usage: pychess_games.py ENGINE PROTOCOL OTHER GAMES

Prints "result 1-0" and the like for each game, "fault ..." for one that PyChess broke off."""

import asyncio
import sys

import gi

gi.require_version("Gtk", "3.0")

from pychess.Players.engineNest import discoverer  # noqa: E402
from pychess.System import conf  # noqa: E402
from pychess.Utils import const  # noqa: E402
from pychess.Utils.GameModel import GameModel  # noqa: E402
from pychess.Utils.TimeModel import TimeModel  # noqa: E402
from pychess.Variants import variants  # noqa: E402

GAME_S = 300
SECONDS, GAIN = 4, 0.05  # each side has for a game, plus an increment
# PyChess does not end a game on time but goes on with clocks of 0, for which Stockfish searches
# without end. At level 3 it gets a depth instead; ours has the clock.
OURS, OTHER = 20, 3
RESULTS = {const.WHITEWON: "1-0", const.BLACKWON: "0-1", const.DRAW: "1/2-1/2"}
ENDS = ("DRAW_50MOVES", "DRAW_INSUFFICIENT", "DRAW_REPITITION", "DRAW_STALEMATE", "WON_MATE")
ENDS += ("DRAW_EQUALMATERIAL", "DRAW_LENGTH", "DRAW_KINGSINEIGHTROW", "DRAW_AGREE", "WON_RESIGN")
PLAYED_OUT = {getattr(const, name) for name in ENDS if hasattr(const, name)}


def engine_of(name, path, protocol, level):
    return {
        "name": name,
        "command": path,
        "protocol": protocol,
        "protover": 2,
        "md5": "0",
        "recheck": False,
        "country": "unknown",
        "level": level,
        "workingDirectory": ".",
    }


async def play(number, ours, other):
    model = GameModel(TimeModel(SECONDS, GAIN))
    variant = variants[const.NORMALCHESS]
    pair = [ours, other] if number % 2 == 0 else [other, ours]
    players = []
    for color, engine in zip((const.WHITE, const.BLACK), pair):
        players.append(
            await discoverer.initPlayerEngine(
                engine, color, engine["level"], variant, secs=SECONDS, incr=GAIN
            )
        )
    model.setPlayers(players)
    ended = asyncio.Event()
    model.connect("game_ended", lambda m, reason: ended.set())
    for player in players:
        player.setOptionInitialBoard(model)
    model.start()
    try:
        await asyncio.wait_for(ended.wait(), GAME_S)
    finally:
        await end(players)
    if model.status in RESULTS and model.reason in PLAYED_OUT:
        print("result", RESULTS[model.status], model.ply, model.reason)
    else:
        print("fault game %d: status %s, reason %s" % (number, model.status, model.reason))
    sys.stdout.flush()


async def end(players):
    for player in players:  # Debian's UCIEngine.end() stumbles over newer versions of Python
        print("quit", file=player.engine)
        player.engine.terminate()
    await asyncio.sleep(0.2)


async def main(arguments):
    ours = engine_of("ours", arguments[0], arguments[1], OURS)
    other = engine_of("other", arguments[2], "uci", OTHER)
    for number in range(int(arguments[3])):
        try:
            await play(number, ours, other)
        except asyncio.TimeoutError:
            print("fault game %d: nothing happens" % number, flush=True)


conf.no_gettext = True
asyncio.get_event_loop().run_until_complete(main(sys.argv[1:]))
