#!/usr/bin/env python3
"""Two servers work on one PostgreSQL at the same time: each is asked for games that the other one
has, both see what happens, and when one is killed the other one goes on with everything.

Skipped (77) where PostgreSQL is not installed, or the program was built without it.
"""
import concurrent.futures
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import play_case
from play_case import Events, Person, Server, Stubborn, account, eventually, main
from test_postgres import cluster, is_missing, serve
from test_work import Program

MOVES = [
    step.replace("f", file) for file in "abcdefgh" for step in ("f2f3", "f7f6", "f3f4", "f6f5")
]
SHARDS = 32
NAME = ".s.PGSQL.5432"  # of PostgreSQL's socket


def ask(url, query):
    done = subprocess.run(["psql", "-qtAc", query, url], capture_output=True, text=True, check=True)
    return [line.split("|") for line in done.stdout.split()]


def shard_of(id):
    hash = 5381
    for byte in id.encode():
        hash = (hash * 33 + byte) % (1 << 32)
    return hash % SHARDS


class Peers:
    """Servers that share a database."""

    def __init__(self, folder, url, count=2, options=("--engines", "0")):
        self.url = url
        self.servers = []
        for _ in range(count):
            self.servers.append(Server(*options, "--store", url, "--share", folder=folder))

    def start(self):
        for one in self.servers:
            one.launch()  # all at once
        for one in self.servers:
            one.wait_open()
        self.await_shares()
        return self

    def parts(self):
        """The port of the server that has each part; the last one is the commons."""
        rows = ask(
            self.url,
            "SELECT number, address FROM apothecary_peers.part JOIN apothecary_peers.peer"
            " ON peer.id = part.peer ORDER BY number",
        )
        return {int(number): int(address.rsplit(":", 1)[1]) for number, address in rows}

    def await_shares(self):
        """Until each that runs has its share."""
        running = [one.port for one in self.servers if one.process and one.process.poll() is None]

        def is_shared():
            ports = list(self.parts().values())
            return len(ports) == SHARDS + 1 and all(
                ports.count(port) >= SHARDS // len(running) for port in running
            )

        eventually(is_shared, "all parts have owners")

    def owner(self, id):
        port = self.parts()[shard_of(id)]
        return next(one for one in self.servers if one.port == port)

    def commons(self):
        port = self.parts()[SHARDS]
        return next(one for one in self.servers if one.port == port)

    def other(self, one):
        return next(other for other in self.servers if other is not one)

    def stop(self):
        for one in self.servers:
            if one.process and one.process.poll() is None:
                one.close()


class AnyServer:
    """Asks each of the servers in turn, as a proxy does."""

    def __init__(self, peers):
        self.peers = peers
        self.count = random.randrange(2)

    def next(self):
        self.count += 1

    @property
    def port(self):
        return self.peers.servers[self.count % len(self.peers.servers)].port

    @property
    def origin(self):
        return "http://127.0.0.1:%d" % self.port


class Roamer(Stubborn):
    """A client whose requests each go to another server."""

    def __init__(self, peers):
        super().__init__(AnyServer(peers))

    def ask_once(self, method, path, body=None, headers=()):
        self.server.next()
        if self.connection:
            self.connection.close()
            self.connection = None
        return super().ask_once(method, path, body, headers)


class SlowWay:
    """A socket of PostgreSQL before the real one: whatever a server sends takes its time."""

    def __init__(self, real, folder, delay_s):
        self.real, self.delay_s = os.path.join(real, NAME), delay_s
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(os.path.join(folder, NAME))
        self.socket.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.socket.accept()
                database = socket.socket(socket.AF_UNIX)
                database.connect(self.real)
            except OSError:
                return
            for ends in ((client, database, self.delay_s), (database, client, 0)):
                threading.Thread(target=self.carry, args=ends, daemon=True).start()

    @staticmethod
    def carry(source, target, delay_s):
        try:
            while data := source.recv(1 << 16):
                time.sleep(delay_s)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class SlowDatabase(unittest.TestCase):
    def test_a_new_database(self):
        """While the first server fills it, the second one does not take it for dead. They did so in
        turn, without end, when two thousand problems went there and back one by one in a single
        transaction: 5 ms for each are longer than a server may be silent."""
        home = tempfile.TemporaryDirectory(prefix="apo-slow-")
        self.addCleanup(home.cleanup)
        os.chmod(home.name, 0o755)
        base, way, data = (os.path.join(home.name, name) for name in ("base", "way", "data"))
        url = cluster("start", base)
        self.addCleanup(cluster, "stop", base)
        os.mkdir(way)
        os.mkdir(data)
        slow = SlowWay(base, way, 0.005)
        self.addCleanup(slow.socket.close)
        peers = Peers(data, url.replace(base, way))
        self.addCleanup(peers.stop)
        peers.start()
        eventually(
            lambda: int(ask(url, "SELECT count(*) FROM problem")[0][0]) > 2000,
            "the problems are there",
        )
        peers.await_shares()


class SeveralServers(unittest.TestCase):
    """All tests share two servers, which both run at the beginning of each test."""

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(prefix="apo-peers-")
        cls.addClassCleanup(cls.home.cleanup)
        os.chmod(cls.home.name, 0o755)  # PostgreSQL may be another user
        base = os.path.join(cls.home.name, "base")
        cls.url = cluster("start", base)
        cls.addClassCleanup(lambda: cluster("stop", base))
        cls.folder = os.path.join(cls.home.name, "data")
        os.mkdir(cls.folder)
        options = ("--engines", "1", "--no-work")
        cls.peers = Peers(cls.folder, cls.url, options=options).start()
        cls.addClassCleanup(cls.peers.stop)
        cls.addClassCleanup(cls.show_log)

    @classmethod
    def show_log(cls):
        """Of what went wrong only."""
        with open(os.path.join(cls.folder, "log"), encoding="utf-8") as stream:
            said = [line for line in stream if not line.startswith("{")]
        if said:
            print("".join(said), file=sys.stderr)

    def begin(self, people, **more):
        id, secret = people[0].make(**more)
        joined = people[1].post("/api/games/%s/join" % id, secret=secret)
        self.assertEqual(joined.status, 200, joined.text)
        return id

    def check(self, person, id, moves):
        self.assertEqual([move["text"] for move in person.game(id)["moves"]], moves)

    def test_games(self):
        """Whichever server is asked, the game is one and the same."""
        peers = self.peers
        people = [Stubborn(server) for server in peers.servers]
        games = [self.owned(people, server) for server in peers.servers for _ in range(2)]
        lobbies = [Events(person, "/api/lobby/events") for person in people]
        for id in games:
            streams = [Events(person, "/api/games/%s/events" % id) for person in people]
            for ply, move in enumerate(MOVES[:6]):
                key = play_case.new_key()
                answer = people[ply % 2].move(id, ply, move, key)
                self.assertEqual(answer.status, 200, answer.text)
                again = people[ply % 2].move(id, ply, move, key)
                self.assertEqual(again.status, 200, again.text)
            for stream in streams:
                seen = [data["text"] for _, _, data in stream.wait("move", 6)]
                self.assertEqual(seen, MOVES[:6])
                stream.close()
            for person in people:
                self.check(person, id, MOVES[:6])
        for lobby in lobbies:
            told = lobby.wait("mine", 24)
            self.assertTrue({data["id"] for _, _, data in told} <= set(games))
            lobby.close()

    def test_lobby_and_talk(self):
        """What is not about one game is the same for all, too."""
        peers = self.peers
        people = [Stubborn(server) for server in peers.servers]
        lobbies = [Events(person, "/api/lobby/events") for person in people]
        for person in people:
            made = person.make(opponent="open")
            for lobby in lobbies:
                eventually(
                    lambda: made[0] in [item[2].get("id") for item in lobby.items], "an open game"
                )
        for lobby in lobbies:
            lobby.close()

    def test_workers_find_moves(self):
        """Also for the server that does not have the queue of work. It soon learns that a worker
        waits; until then its own engine moves."""
        peers = self.peers
        person = Stubborn(peers.servers[0])
        worker = Program(peers.servers[1], "Finder")
        computer = {"kind": "computer", "level": 8}
        known = "/api/work/acquire"
        eventually(lambda: worker.post(known, program="?").status == 409, "the program is known")
        served = set()
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            while len(served) < 2:
                answer = pool.submit(worker.acquire, wait_s=20)
                games = []
                while not answer.done():
                    games.append(person.make("chess", computer, color="black")[0])
                    time.sleep(0.5)
                work = answer.result().json
                self.assertEqual((work["kind"], work["variant"]), ("move", "chess"))
                self.assertEqual(worker.hand_in(work, '{"move":"a2a3"}').status, 200)
                eventually(lambda: self.begun_with(person, games, "a2a3"), "the move")
                served.add(peers.owner(self.begun_with(person, games, "a2a3")[0]).port)

    @staticmethod
    def begun_with(person, games, move):
        return [id for id in games if [m["text"] for m in person.game(id)["moves"]] == [move]]

    def test_kill(self):
        """One is killed; all of its games go on at the other one, and live clocks get back what
        they have lost."""
        peers = self.peers
        people = [Roamer(peers), Roamer(peers)]
        clock = {"kind": "live", "base_ms": 300000, "increment_ms": 0}
        games = [self.begin(people, clock=clock) for _ in range(8)]
        played = 0
        for victim in (peers.commons(), peers.other(peers.commons())):
            for id in games:
                for ply in range(played, played + 4):
                    answer = people[ply % 2].move(id, ply, MOVES[ply])
                    self.assertEqual(answer.status, 200, answer.text)
            played += 4
            victim.kill()
            began = time.monotonic()
            for id in games:
                answer = people[0].move(id, played, MOVES[played])
                self.assertEqual(answer.status, 200, answer.text)
            passed_s = time.monotonic() - began
            print("after a kill all games went on within %.1f s" % passed_s, file=sys.stderr)
            played += 1
            for id in games:
                answer = people[1].move(id, played, MOVES[played])
                self.assertEqual(answer.status, 200, answer.text)
            played += 1
            victim.start()
            peers.await_shares()
        for id in games:
            self.check(people[0], id, MOVES[:played])

    def owned(self, people, server, **more):
        """A game of the server."""
        while True:
            id = self.begin(people, **more)
            if self.peers.owner(id) is server:
                return id

    def test_connections_stay_open(self):
        """Also when another server answers: one connection serves a client."""
        peers = self.peers
        people = [Person(peers.servers[0]), Person(peers.servers[0])]
        id = self.owned(people, peers.servers[1])
        white = people[0]
        self.assertEqual(white.game(id)["ply"], 0)
        used = white.connection.sock
        self.assertIsNotNone(used)
        for ply, move in enumerate(MOVES[:8]):
            self.assertEqual(people[ply % 2].move(id, ply, move).status, 200)
            self.assertEqual(white.game(id)["ply"], ply + 1)
            self.assertEqual(white.get("/healthz").status, 200)
            self.assertIs(white.connection.sock, used)

    def after_loss(self, least_s, end, go_on):
        """A move is answered after the end of the owner: the time without an owner, at least so
        many seconds, is nobody's."""
        peers = self.peers
        victim = peers.other(peers.commons())
        people = [Stubborn(peers.other(victim)) for _ in range(2)]
        clock = {"kind": "live", "base_ms": 300000, "increment_ms": 0}
        id = self.owned(people, victim, clock=clock)
        for ply in range(3):
            began = time.monotonic()
            self.assertEqual(people[ply % 2].move(id, ply, MOVES[ply]).status, 200)
        end(victim)
        answer = people[1].move(id, 3, MOVES[3])
        took_ms = 1000 * (time.monotonic() - began)
        self.assertEqual(answer.status, 200, answer.text)
        game = people[0].game(id)
        self.check(people[0], id, MOVES[:4])
        # A lease that was about to run out anyway is taken over a little sooner.
        self.assertLessEqual(game["moves"][3]["spent_ms"], max(0, took_ms - 1000 * least_s))
        self.assertEqual(game["clock"]["black"]["left_ms"], 300000 - game["moves"][3]["spent_ms"])
        go_on(victim)
        peers.await_shares()
        self.check(people[1], id, MOVES[:4])
        self.assertEqual(people[0].move(id, 4, MOVES[4]).status, 200)
        self.check(people[1], id, MOVES[:5])

    def test_no_time_is_lost_by_a_kill(self):
        self.after_loss(3, lambda one: one.kill(), lambda one: one.start())

    def test_no_time_is_lost_by_a_hang(self):
        """The server that hung wakes up: it has lost its games, and cannot spoil them."""
        self.after_loss(
            7,
            lambda one: one.process.send_signal(signal.SIGSTOP),
            lambda one: one.process.send_signal(signal.SIGCONT),
        )

    def test_lines_without_news(self):
        """The server that holds the commons plays conditional lines. It does so even before it has
        heard of the move that they answer: here no server hears anything for a while."""
        peers = self.peers
        people = [
            account(peers.commons(), name, kind=Stubborn) for name in ("Liner-White", "Liner-Black")
        ]
        clock = {"kind": "days", "days": 3}
        id = self.owned(people, peers.other(peers.commons()), clock=clock)
        for person in people:
            text = ".".join(MOVES[:8]) + "."
            path = "/api/games/%s/desk" % id
            self.assertEqual(person.post(path, kind="lines", version=0, text=text).status, 200)
        deaf = self.url.replace("/apothecary?", "/postgres?")
        ask(deaf, "ALTER DATABASE apothecary ALLOW_CONNECTIONS false")
        try:
            ask(
                deaf,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
                " 'apothecary' AND (query ILIKE 'listen%' OR query ILIKE '%pg_notify%')",
            )
            self.assertEqual(people[0].move(id, 0, MOVES[0]).status, 200)
            time.sleep(3)  # in which the job is done
        finally:
            ask(deaf, "ALTER DATABASE apothecary ALLOW_CONNECTIONS true")
        eventually(lambda: people[0].game(id)["ply"] == 8, "the lines are played")
        self.check(people[1], id, MOVES[:8])

    def test_alone(self):
        """Servers that share a database, and one that is alone, keep each other out."""
        peers = self.peers
        said = serve("--data", self.folder, "--store", self.url)
        self.assertIn("another server is using this database", said)
        self.assertIn("--share needs --store", serve("--data", self.folder, "--share"))
        for one in peers.servers:
            self.assertEqual(one.stop(), 0)
        alone = Server("--engines", "0", "--store", self.url, folder=self.folder).start()
        self.assertEqual(Person(alone).get("/healthz").status, 200)
        self.assertEqual(alone.stop(), 0)
        peers.start()


if __name__ == "__main__":
    play_case.COMMAND = sys.argv[2]
    if is_missing():
        sys.exit(77)
main(__name__)
