#!/usr/bin/env python3
"""Measures how fast moves are answered while hostile clients do what costs most.

usage: hostile.py BUILD_DIR [--clients N] [--seconds S] [--games G] [--rate M] [--archive GAMES]

Starts `BUILD_DIR/apothecary serve` with its usual limits on a fresh database, filled with GAMES
(5000) archived games by `BUILD_DIR/bench_archive`. N (20) clients with an account and an address
each then send, for S (30) seconds and as fast as the limits allow, the requests that cost most:
searches that read much and find nothing, heavy pages, imports, definitions that take long to check,
games of them, games that are not in memory. Meanwhile `BUILD_DIR/load` plays G (20) games with M
(30) moves a second in all. It prints the times of these moves, what the hostile clients got, and
every slice of work that held the event loop for more than 10 ms.
"""
import argparse
import collections
import http.client
import itertools
import json
import multiprocessing
import os
import random
import subprocess
import tempfile
import threading
import time

from serving import Server, print_moves, use_two_processors

GETS_PER_S = 16  # with the posts: 1,200 requests a minute for each address
POSTS_PER_S = 4
THREADS = 10  # clients of one process
SAFE = {"Content-Type": "application/json"}


def pgn(moves):
    return '[Variant "chess"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n%s 1-0\n\n' % moves


def costly(number):
    """A definition near the limits of what may be published, different at each call."""
    letters = "ABCDEFGHIJLMNOPQR"
    row = (letters * 12)[:16]
    row = row[:8] + "K" + row[9:]
    rows = [row.lower()] + ["." * 16] * 14 + [row]
    pieces = "".join("%s = x%d, RBNCZ\n" % (c, i) for i, c in enumerate(letters))
    return (
        "[game]\nname = Costly %d\n\n[board]\nfiles = 16\nranks = 16\n\n[pieces]\nK = king, K, "
        "royal\n%s\n[setup]\nboard =\n    %s\n" % (number, pieces, "\n    ".join(rows))
    )


class Hostile:
    """One client: an account at an address of its own."""

    def __init__(self, port, number):
        self.port, self.number = port, number
        self.source = ("127.1.0.%d" % (number + 1), 0)
        self.random = random.Random(number)
        self.connection = None
        self.cookies = {}
        self.counts = collections.Counter()
        self.keys = ("h%d-%d-padding" % (number, i) for i in itertools.count())
        self.games = []
        self.kind = "chess"
        self.posts = itertools.cycle(
            [self.import_comments, self.publish, self.positions, self.begin, self.import_lines]
        )
        self.gets = itertools.cycle(
            [
                "/archive?variant=chess&moves=a2a3+h7h6+b2b3",
                "/api/archive?variant=alert&result=1%2F2-1%2F2&rated=yes&clock=odds",
                "/api/archive?player=nobody+at+all&variant=alert&limit=200",
                "/archive/alert/starts",
                "/api/archive?limit=200",
                "/api/openapi.json",
                "/api/words/de",
                "/archive?since=2001-01-01&until=2026-01-01&clock=odds",
                "/players",
                "cold",
                "/rules/alert",
                "/",
            ]
        )

    def ask(self, method, path, body=None):
        headers = {
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(map("=".join, self.cookies.items())),
        }
        if body is not None:
            headers.update(SAFE, Origin="http://127.0.0.1:%d" % self.port)
            body = json.dumps(dict(body, key=next(self.keys)))
        for _ in range(2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection(
                        "127.0.0.1", self.port, timeout=60, source_address=self.source
                    )
                self.connection.request(method, path, body, headers)
                answer = self.connection.getresponse()
                text = answer.read()
                break
            except (OSError, http.client.HTTPException):
                self.connection.close()
                self.connection = None
        else:
            return 0, b""
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies.update([value.split(";")[0].split("=", 1)])
        self.counts[answer.status] += 1
        return answer.status, text

    def enter(self):
        name = "hostile_%d" % self.number
        status, text = self.ask(
            "POST", "/api/register", {"name": name, "password": "correct horse battery"}
        )
        if status != 200:
            raise SystemExit("no account: %d %s" % (status, text[:200]))
        status, text = self.ask("GET", "/api/archive?limit=200")
        self.games = [game["id"] for game in json.loads(text)["games"]] if status == 200 else []

    def import_comments(self):
        text = pgn("1. e4 " + "{a}" * 150000 + " e5")
        return "/api/archive/import", {"text": text}

    def import_lines(self):
        text = pgn("1. e4 " + "(1. d4) " * 50000 + "e5")
        return "/api/archive/import", {"text": text}

    def publish(self):
        number = self.random.randrange(1 << 30)
        return "/api/workshop/games", {"id": "costly-%d" % number, "text": costly(number)}

    def positions(self):
        return "/api/positions", {"definition": costly(1), "positions": [{}] * 200}

    def begin(self):
        return "/api/games", {"variant": self.kind, "opponent": {"kind": "link"}}

    def post(self):
        path, body = next(self.posts)()
        status, text = self.ask("POST", path, body)
        if status == 201 and path == "/api/workshop/games":
            self.kind = json.loads(text)["variant"]

    def get(self):
        path = next(self.gets)
        if path == "cold":
            path = "/api/games/" + self.random.choice(self.games or ["none"])
        self.ask("GET", path)

    def run(self, until):
        due = time.monotonic()
        for turn in itertools.count():
            if time.monotonic() > until:
                break
            if turn % (GETS_PER_S // POSTS_PER_S + 1) == 0:
                self.post()
            else:
                self.get()
            due = max(due + 1 / (GETS_PER_S + POSTS_PER_S), time.monotonic() - 1)
            time.sleep(max(0, due - time.monotonic()))


def attack(port, first, count, seconds, start, results):
    clients = [Hostile(port, first + i) for i in range(count)]
    for client in clients:
        client.enter()
    start.wait()
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=client.run, args=(until,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total = collections.Counter()
    for client in clients:
        total.update(client.counts)
    results.put(total)


def print_slices(entries):
    """What held the server's loop."""
    slices = collections.defaultdict(list)
    for entry in entries:
        if entry.get("event") == "slow_slice":
            slices[entry["route"]].append((entry["cpu_ms"], entry["ms"]))
    print("slices of the loop above 10 ms: %d" % sum(map(len, slices.values())))
    for route, found in sorted(slices.items()):
        print(
            "  %-40s %5d   of the processor at most %d ms, of the clock %d ms"
            % (route, len(found), max(found)[0], max(ms for _, ms in found))
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    for name, value in (("clients", 20), ("seconds", 30), ("games", 20), ("rate", 30)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--archive", type=int, default=5000)
    options = parser.parse_args()
    use_two_processors()
    with tempfile.TemporaryDirectory(dir=options.build) as folder, open(
        os.path.join(folder, "log"), "wb"
    ) as log:
        filler = [os.path.join(options.build, "bench_archive"), folder, str(options.archive)]
        subprocess.run([*filler, "200", "0"], check=True, capture_output=True)
        with Server(options.build, folder, "--engines", "1", log=log) as server:
            play(options, server.url, server.port)
        entries = server.entries()
    print_moves(entries)
    print_slices(entries)
    print("server: " + server.cost())


def play(options, url, port):
    start, results = multiprocessing.Event(), multiprocessing.Queue()
    attackers = [
        multiprocessing.Process(
            target=attack,
            args=(port, i, min(THREADS, options.clients - i), options.seconds + 2, start, results),
        )
        for i in range(0, options.clients, THREADS)
    ]
    for one in attackers:
        one.start()
    time.sleep(1 + options.clients / 10)  # they register
    numbers = {"games": options.games, "rate": options.rate, "seconds": options.seconds}
    words = [word for name, n in numbers.items() for word in ("--" + name, str(n))]
    players = subprocess.Popen(
        [os.path.join(options.build, "load"), url, *words, "--streams", "0", "--per-address", "4"]
    )
    time.sleep(2)  # they begin their games
    print("on 2 processors, load average %.1f" % os.getloadavg()[0], flush=True)
    start.set()
    players.wait(timeout=600)
    total = collections.Counter()
    for _ in attackers:
        total.update(results.get(timeout=120))
    for one in attackers:
        one.join()
    print("hostile requests: " + ", ".join("%d: %d" % item for item in sorted(total.items())))


if __name__ == "__main__":
    main()
