#!/usr/bin/env python3
"""Measures the memory of a server whose whole archive is read by crawlers.

usage: crawl.py BUILD_DIR DATA [--addresses N] [--seconds S] [--random]

Starts `BUILD_DIR/apothecary serve` with its usual limits on DATA (made by BUILD_DIR/bench_archive),
behind a proxy: this program, which reports N (100) addresses. Each reads as fast as the limits
allow, 20 requests a second, for S (60) seconds: first the lists, then the games one after the
other, as data, page, archive record and text. With --random the games come in a random order, which
no cache of the database helps, and their ids are taken from the database; those that have no
events, and so no page, are read from the archive only. It prints what was read, and every few
seconds the server's memory, its games in memory and its write-ahead log; at the end also the
processor time of a request.
"""
import argparse
import itertools
import json
import os
import random
import re
import select
import socket
import sqlite3
import tempfile
import time
import urllib.request

from serving import Server

RATE = 20  # requests a second of one address
PATHS = ("/api/games/%s", "/game/%s", "/api/archive/games/%s", "/api/archive/games/%s/text")


def all_ids(url):
    """The ids of the games, by the lists that everybody may read, from one address each."""
    cursor, count = "", 0
    while cursor is not None:
        request = urllib.request.Request(
            url + "/api/archive?limit=200" + cursor,
            headers={"X-Forwarded-For": "10.1.%d.%d" % (count // 250, count % 250)},
        )
        with urllib.request.urlopen(request) as answer:
            found = json.load(answer)
        yield from (game["id"] for game in found["games"])
        cursor = "&cursor=%s" % found["cursor"] if found["cursor"] is not None else None
        count += 1


def random_paths(data):
    """All games of the database: in turn one from the archive, and the page of one."""
    with sqlite3.connect("file:%s/apothecary.db?mode=ro" % data, uri=True) as database:
        ids = [id for id, in database.execute("SELECT game FROM archive")]
        played = [id for id, in database.execute("SELECT DISTINCT game FROM event")]
    random.shuffle(ids)
    random.shuffle(played)
    print("%d games, %d with a page; load average %.1f" % (len(ids), len(played), load()))
    records = itertools.cycle(path % id for id in ids for path in PATHS[2:])
    pages = itertools.cycle(path % id for id in played for path in PATHS[:2])
    return itertools.chain.from_iterable(zip(records, pages))


def paths_in_order(url):
    ids = list(all_ids(url))
    print("%d games, load average %.1f" % (len(ids), load()))
    return itertools.cycle(path % id for id in ids for path in PATHS)


def load():
    return os.getloadavg()[0]


class Crawler:
    """One address with one connection."""

    def __init__(self, port, number):
        self.address = "10.2.0.%d" % number
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.rest, self.wanted, self.due = b"", None, time.monotonic()
        self.is_asking = False

    def ask(self, path):
        head = "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: %s\r\n\r\n"
        self.socket.sendall((head % (path, self.address)).encode())
        self.is_asking, self.wanted = True, None
        self.due = max(self.due + 1 / RATE, time.monotonic() - 1)

    def read(self):
        """The status, once the answer is complete."""
        self.rest += self.socket.recv(1 << 18)
        if self.wanted is None and b"\r\n\r\n" in self.rest:
            head = self.rest[: self.rest.index(b"\r\n\r\n") + 4]
            size = int(re.search(rb"Content-Length: (\d+)", head).group(1))
            self.wanted, self.status = len(head) + size, head[9:12].decode()
        if self.wanted is None or len(self.rest) < self.wanted:
            return None
        self.rest, self.is_asking = b"", False
        return self.status


def memory(pid, name):
    with open("/proc/%d/status" % pid, encoding="ascii") as file:
        return int(re.search(r"%s:\s+(\d+)" % name, file.read()).group(1)) / 1024


def report(url, pid, passed, statuses):
    with urllib.request.urlopen(url + "/metrics") as answer:
        text = answer.read().decode()
    numbers = dict(re.findall(r"^(apothecary_\w+(?:\{[^}]*\})?) (\S+)$", text, re.M))
    print(
        "%4.0f s  %s  memory %.0f MB, at most %.0f; games %d, %.0f MB; log %.1f MB"
        % (
            passed,
            ", ".join("%s: %d" % item for item in sorted(statuses.items())),
            memory(pid, "VmRSS"),
            memory(pid, "VmHWM"),
            float(numbers["apothecary_games_in_memory"]),
            float(numbers['apothecary_memory_bytes{part="games"}']) / 2**20,
            float(numbers["apothecary_store_log_bytes"]) / 2**20,
        ),
        flush=True,
    )


def crawl(url, pid, options):
    port = int(url.rsplit(":", 1)[1].strip("/"))
    paths = random_paths(options.data) if options.random else paths_in_order(url)
    crawlers = {c.socket.fileno(): c for c in (Crawler(port, i) for i in range(options.addresses))}
    poll, statuses = select.epoll(), {}
    for descriptor in crawlers:
        poll.register(descriptor, select.EPOLLIN)
    begin = told = time.monotonic()
    while time.monotonic() - begin < options.seconds:
        now = time.monotonic()
        for crawler in crawlers.values():
            path = next(paths, None) if not crawler.is_asking and crawler.due <= now else None
            if path is not None:
                crawler.ask(path)
        for descriptor, _ in poll.poll(0.01):
            status = crawlers[descriptor].read()
            if status is not None:
                statuses[status] = statuses.get(status, 0) + 1
        if now - told > 5:
            told = now
            report(url, pid, now - begin, statuses)
    total = sum(statuses.values())
    print("%d answers, %.0f a second" % (total, total / (time.monotonic() - begin)))
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("data")
    parser.add_argument("--addresses", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--random", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryFile() as log:
        server = Server(
            options.build, options.data, "--engines", "0", "--proxy", "127.0.0.1", log=log
        )
        with server:
            total = crawl(server.url, server.pid, options)
    used_s = server.usage.ru_utime + server.usage.ru_stime
    print("%.2f ms of processor time for each" % (1000 * used_s / total))


if __name__ == "__main__":
    main()
