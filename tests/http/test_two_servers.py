#!/usr/bin/env python3
"""Two servers on one PostgreSQL, behind config/haproxy.cfg: whichever is killed or hangs, the other
takes over, and what was acknowledged is there, once.

Skipped (77) where PostgreSQL or HAProxy is not installed, or the program was built without the
former.
"""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import play_case
from play_case import Server, Stubborn, eventually, free_port, main
from test_postgres import cluster, is_missing

HAPROXY = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
# No position comes twice.
MOVES = [
    step.replace("f", file) for file in "abcdefgh" for step in ("f2f3", "f7f6", "f3f4", "f6f5")
]
SERVES, STANDS_BY = "serves", "stands by"


class Twin(Server):
    """Serves, or stands by, as it last said."""

    state = None

    def start(self):
        """Starts the server and waits until it has printed its state."""
        self.state = None
        self.launch()
        self.reader = threading.Thread(target=self.listen, args=(self.process,), daemon=True)
        self.reader.start()
        eventually(lambda: self.state or self.process.poll() is not None, "what a server does")
        return self

    def listen(self, process):
        for line in process.stdout:
            self.state = SERVES if line.startswith("Open ") else STANDS_BY

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        self.log.close()
        self.state = None

    def await_state(self, state):
        eventually(lambda: self.state == state, "a server that " + state)


class Pair:
    """Both servers."""

    def __init__(self, folder, url):
        self.twins = [
            Twin("--engines", "0", "--store", url, "--stand-by", folder=folder) for _ in range(2)
        ]

    def start(self):
        for twin in self.twins:
            twin.start()
        return self

    @property
    def leader(self):
        """The server that serves. A slow one may have been superseded meanwhile; then both have
        once said that they serve."""
        while True:
            found = [twin for twin in self.twins if twin.state == SERVES]
            if found:
                return found[-1]
            eventually(lambda: any(twin.state == SERVES for twin in self.twins), "one serves")

    def other(self, one):
        return self.twins[1 - self.twins.index(one)]

    def stop(self):
        for twin in self.twins:
            if twin.process and twin.process.poll() is None:
                twin.kill()


class Proxy:
    """HAProxy before both."""

    def __init__(self, folder, pair):
        self.port = free_port()
        self.path = os.path.join(folder, "haproxy.cfg")
        with open("config/haproxy.cfg", encoding="utf-8") as stream:
            text = stream.read()
        for old, new in (
            (":443 ssl crt /etc/haproxy/example.org.pem", "127.0.0.1:%d" % self.port),
            ("127.0.0.1:8081\n", "127.0.0.1:%d\n" % pair.twins[0].port),
            ("127.0.0.1:8082\n", "127.0.0.1:%d\n" % pair.twins[1].port),
        ):
            assert old in text, old
            text = text.replace(old, new)
        with open(self.path, "w", encoding="utf-8") as stream:
            stream.write(text)
        self.process = subprocess.Popen(
            [HAPROXY, "-f", self.path, "-db"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    @property
    def origin(self):
        return "http://127.0.0.1:%d" % self.port

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Game(threading.Thread):
    """Two people who play their moves, whatever happens."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.people = [Stubborn(server), Stubborn(server)]
        self.id, secret = self.people[0].make()
        joined = self.people[1].post("/api/games/%s/join" % self.id, secret=secret)
        assert joined.status == 200, joined.text
        self.played = 0
        self.refused = None

    def run(self):
        for ply, move in enumerate(MOVES):
            answer = self.people[ply % 2].move(self.id, ply, move)
            if answer.status != 200:
                self.refused = answer.text
                return
            self.played = ply + 1

    def await_ply(self, ply):
        eventually(lambda: self.refused or self.played >= ply, "ply %d" % ply)
        assert not self.refused, self.refused


class TwoServers(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory(prefix="apo-twins-")
        self.addCleanup(self.home.cleanup)
        os.chmod(self.home.name, 0o755)  # PostgreSQL may be another user
        self.base = os.path.join(self.home.name, "base")
        self.url = cluster("start", self.base)
        self.second = None
        self.addCleanup(lambda: cluster("stop", self.second or self.base))

    def start_pair(self):
        folder = os.path.join(self.home.name, "data")
        os.mkdir(folder)
        self.pair = Pair(folder, self.url).start()
        self.addCleanup(self.pair.stop)
        self.addCleanup(lambda: self.show_log(folder))
        self.door = Proxy(folder, self.pair)
        self.addCleanup(self.door.stop)

    def show_log(self, folder):
        """Of what went wrong only."""
        with open(os.path.join(folder, "log"), encoding="utf-8") as stream:
            said = [line for line in stream if not line.startswith("{")]
        if said:
            print("".join(said), file=sys.stderr)

    def check(self, game):
        game.await_ply(len(MOVES))
        moves = [move["text"] for move in game.people[0].game(game.id)["moves"]]
        self.assertEqual(moves, MOVES)

    def test_kills(self):
        second = os.path.join(self.home.name, "second")
        self.url = cluster("follow", self.base, second)
        self.start_pair()
        game = Game(self.door)
        game.start()
        kills = sorted(random.sample(range(1, len(MOVES) - 1), 4))
        for count, ply in enumerate(kills):
            game.await_ply(ply)
            victim = self.pair.leader
            if count == 2:
                victim = self.pair.other(victim)
            victim.kill()
            if count == 3:
                cluster("kill", self.base)
                cluster("promote", second)
                self.second = second
            self.assertTrue(self.pair.leader)  # when one has taken over
            victim.start()
        self.check(game)

    @unittest.skipUnless("APO_ROUNDS" in os.environ, "by command: APO_ROUNDS=1")
    def test_hanging(self):
        """A server that hangs loses its turn, and notices it when it goes on. Not on a machine so
        slow that one which is well hangs too: store.turn_postgres tries the same in the store."""
        self.start_pair()
        game = Game(self.door)
        hanging = self.pair.leader
        other = self.pair.other(hanging)
        other.await_state(STANDS_BY)
        hanging.process.send_signal(signal.SIGSTOP)
        other.await_state(SERVES)
        hanging.state = STANDS_BY  # does not lead, but cannot say so yet
        game.start()
        game.await_ply(4)
        hanging.state = None
        hanging.process.send_signal(signal.SIGCONT)
        hanging.await_state(STANDS_BY)
        game.await_ply(6)
        self.check(game)
        other.kill()
        hanging.await_state(SERVES)
        self.check(game)


if __name__ == "__main__":
    play_case.COMMAND = sys.argv[2]
    if is_missing():
        sys.exit(77)
    if HAPROXY is None:
        print("HAPROXY IS MISSING: two servers are not tried (scripts/install-deps cluster)")
        sys.exit(77)
main(__name__)
