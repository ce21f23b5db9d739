#!/usr/bin/env python3
"""Measures how fast a server with a large archive responds.

usage: archive.py BUILD_DIR DATA [--repeat N]

Starts `BUILD_DIR/apothecary serve` on DATA (made by bench_archive), requests pages and API routes
repeatedly over one connection each, and prints the median and the slowest of twenty. Every request
differs: another player, position, start, page.
"""
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import time
from urllib.parse import quote

from serving import Server


class Asker:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, path):
        """Requests a path; returns milliseconds and the body."""
        begin = time.perf_counter()
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        body = answer.read()
        passed = (time.perf_counter() - begin) * 1000
        if answer.status != 200:
            raise SystemExit("%s: %d %s" % (path, answer.status, body[:200]))
        return passed, body

    def json(self, path):
        return json.loads(self.get(path)[1])


def gather(asker):
    """Data for requests: games from all over the archive."""
    games = []
    for variant in ("alert", "modern", "classic", "apothecary2", "prequel"):
        for result in ("1-0", "1/2-1/2", "0-1"):
            for year in range(2021, 2027):
                found = asker.json(
                    "/api/archive?limit=20&variant=%s&result=%s&until=%d-07-01"
                    % (variant, result, year)
                )
                games += found["games"]
    random.shuffle(games)
    return games


def fens(asker, games):
    """Positions of games, each after some moves."""
    command = os.path.join(BUILD, "apothecary")
    found = []
    for game in games[:60]:
        moves = game["opening"].split()[: random.randrange(0, 9)]
        start = asker.json(
            "/api/variants/%s/start?number=%d" % (game["variant"], game["start"]["number"])
        )
        fen = start["fen"]
        for move in moves:
            fen = (
                subprocess.run(
                    [command, "apply", game["variant"], fen, move],
                    check=True,
                    capture_output=True,
                    text=True,
                )
                .stdout.strip()
                .split("\n")[-1]
            )
        found.append((game["variant"], fen))
    return found


def name_of(game):
    for side in ("white", "black"):
        if game[side]["is_account"]:
            return game[side]["name"]
    return "nobody"


def plan(asker):
    games = gather(asker)
    positions = fens(asker, games)

    def any_game():
        return random.choice(games)

    def opening(game):
        return quote(" ".join(game["opening"].split()[: random.randrange(1, 9)]))

    def with_position(path):
        variant, fen = random.choice(positions)
        return path % (variant, quote(fen))

    return {
        "lobby": lambda: "/",
        "lobby (API)": lambda: "/api/lobby",
        "profile": lambda: "/@/" + quote(name_of(any_game())),
        "archive": lambda: "/archive",
        "archive, by player": lambda: "/archive?player=" + quote(name_of(any_game())),
        "archive, by game, start and result": lambda: (
            lambda game: "/archive?variant=%s&start=%d&result=%s"
            % (game["variant"], game["start"]["number"], quote(game["result"]["text"]))
        )(any_game()),
        "archive, by first moves": lambda: (
            lambda game: "/archive?variant=%s&moves=%s" % (game["variant"], opening(game))
        )(any_game()),
        "archive, by position": lambda: with_position("/archive?variant=%s&fen=%s"),
        "archive, player and result and date (API)": lambda: (
            lambda game: "/api/archive?player=%s&result=%s&until=2024-06-30"
            % (quote(name_of(game)), quote(game["result"]["text"]))
        )(any_game()),
        "archive, by game and clock, rated (API)": lambda: (
            "/api/archive?variant=%s&clock=days&rated=yes" % any_game()["variant"]
        ),
        "explorer (API)": lambda: with_position("/api/archive/explorer?variant=%s&fen=%s"),
        "statistics of starts": lambda: "/archive/%s/starts" % any_game()["variant"],
        "one game (API)": lambda: "/api/archive/games/" + any_game()["id"],
    }


def measure(asker, paths, repeat):
    print("%-44s %9s %9s %7s" % ("", "median ms", "95 % ms", "kB"))
    for name, path in paths.items():
        asked = [asker.get(path()) for _ in range(repeat)]
        times = sorted(passed for passed, _ in asked)
        print(
            "%-44s %9.1f %9.1f %7.1f"
            % (
                name,
                statistics.median(times),
                times[int(len(times) * 0.95)],
                statistics.median(len(body) for _, body in asked) / 1000,
            )
        )


def main(arguments):
    global BUILD
    if len(arguments) < 2:
        sys.exit(__doc__)
    BUILD, data = arguments[:2]
    repeat = int(arguments[3]) if len(arguments) > 3 else 101
    random.seed(1)
    print(
        "database: %.0f MB; load average %.1f"
        % (os.path.getsize(os.path.join(data, "apothecary.db")) / 1e6, os.getloadavg()[0])
    )
    with Server(BUILD, data, "--limits", "off", "--engines", "0", "--quiet") as server:
        asker = Asker(server.port)
        measure(asker, plan(asker), repeat)
    print("server: %s; load average %.1f" % (server.cost(), os.getloadavg()[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
