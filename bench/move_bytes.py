#!/usr/bin/env python3
"""Counts what a move writes into PostgreSQL, and what it sends.

usage: move_bytes.py BUILD_DIR [--games N] [--watchers N]

Starts `BUILD_DIR/apothecary serve` on a private PostgreSQL (scripts/cluster), and plays N (20)
games of 32 moves each, every game before a few watchers (5). Prints for one move the bytes of the
database's log, the growth of the database, rows, and the bytes of its answer and of what each
stream is sent; and the server's memory for a stream and for a game. None of this depends on how
busy the machine is.
"""
import argparse
import http.client
import json
import os
import subprocess
import tempfile
import time
import uuid

from serving import Server
from servers import cluster

MOVES = [
    step.replace("f", file) for file in "abcdefgh" for step in ("f2f3", "f7f6", "f3f4", "f6f5")
]


class Client:
    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.cookie = ""

    def post(self, path, **members):
        headers = {"Content-Type": "application/json", "Origin": self.server.url}
        body = json.dumps({"key": uuid.uuid4().hex, **members})
        self.connection.request("POST", path, body, {**headers, "Cookie": self.cookie})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit("%s: %d %s" % (path, answer.status, text))
        self.cookie = (answer.headers["Set-Cookie"] or self.cookie).split(";")[0]
        size = len(text) + sum(len(a) + len(b) + 4 for a, b in answer.getheaders()) + 19
        return json.loads(text), size


def begin_game(server):
    """Two players and the game's id."""
    white, black = Client(server), Client(server)
    made, _ = white.post(
        "/api/games",
        variant="chess",
        start={"number": 1},
        color="white",
        opponent={"kind": "link"},
        clock={"kind": "none"},
    )
    secret = made["link"].rsplit("#", 1)[-1]
    black.post("/api/games/%s/join" % made["id"], secret=secret)
    return white, black, made["id"]


def watch(server, id):
    stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    stream.request("GET", "/api/games/%s/events" % id, headers={"Accept": "text/event-stream"})
    return stream.sock, stream.getresponse(), stream


def drain(watchers):
    """The bytes that have come by now."""
    count = 0
    for socket, _, _ in watchers:
        socket.setblocking(False)
        try:
            while True:
                count += len(socket.recv(1 << 16))
        except BlockingIOError:
            pass
    return count


def memory_kb(server):
    with open("/proc/%d/status" % server.pid, encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon:"))


class Database:
    """What PostgreSQL has written so far."""

    def __init__(self, url):
        self.url = url

    def ask(self, query):
        done = subprocess.run(
            ["psql", "-qtAc", query, self.url], capture_output=True, text=True, check=True
        )
        return float(done.stdout)

    def counts(self):
        """Bytes of the log, bytes of the tables with their indexes, rows."""
        time.sleep(2)  # PostgreSQL counts rows with a delay of up to a second
        return (
            self.ask("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"),
            self.ask("SELECT pg_database_size(current_database())"),
            self.ask("SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables"),
        )


def measure(server, database, games, watchers):
    begin_game(server)
    empty_kb = memory_kb(server)
    tables = [begin_game(server) for _ in range(games)]
    idle_kb = memory_kb(server)
    game_kb = (idle_kb - empty_kb) / games
    streams = [watch(server, id) for _, _, id in tables for _ in range(watchers)]
    time.sleep(2)
    drain(streams)
    stream_kb = (memory_kb(server) - idle_kb) / len(streams)
    before = database.counts()
    drain(streams)
    sent = told = 0
    for ply, move in enumerate(MOVES):
        for players in tables:
            sent += players[ply % 2].post("/api/games/%s/moves" % players[2], ply=ply, move=move)[1]
        told += drain(streams)  # or the server would end streams that nobody reads
    after = database.counts()
    moves = len(MOVES) * games
    log, size, rows = [(b - a) / moves for a, b in zip(before, after)]
    print("%d moves in %d games, %d streams each" % (moves, games, watchers))
    print("a move: log %.0f bytes, database %.0f bytes, %.2f rows" % (log, size, rows))
    print("sent: answer %.0f bytes" % (sent / moves))
    print("sent: to each stream %.0f bytes" % ((told + drain(streams)) / moves / watchers))
    print("memory: a stream %.1f kB, a game %.1f kB" % (stream_kb, game_kb))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].replace("usage: ", ""))
    parser.add_argument("build")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--watchers", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as database:
        url = cluster("start", database)
        try:
            with open(os.path.join(home, "log"), "wb") as log, Server(
                given.build, home, "--limits", "off", "--engines", "0", "--store", url, log=log
            ) as server:
                measure(server, Database(url), given.games, given.watchers)
        finally:
            cluster("stop", database)


if __name__ == "__main__":
    main()
