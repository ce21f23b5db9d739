#!/usr/bin/env python3
"""Measures moves over SQLite, and over PostgreSQL with one server and with two.

usage: servers.py BUILD_DIR [--rounds N] [options of BUILD_DIR/load]

Each round (3) starts each of them on a fresh database, one after the other, and plays against it by
BUILD_DIR/load, by default 300 moves a second for 10 seconds in 100 games before 100 watchers. Two
servers are behind HAProxy, with config/haproxy-shared.cfg. Prints what the load generator measured,
and the processor time of the servers and of PostgreSQL. PostgreSQL is a private one by
scripts/cluster.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

from serving import Server, use_two_processors

CASES = ["content-length Content-Length", "set-cookie Set-Cookie"]
PORT = 18471  # of HAProxy
LOAD = "--seconds 10 --rate 300 --games 100 --streams 100".split()


def ticks_of(pid):
    with open("/proc/%d/stat" % pid, encoding="ascii") as stream:
        fields = stream.read().rsplit(")", 1)[1].split()
    # Includes children that have ended, such as PostgreSQL's processes for connections.
    return sum(int(field) for field in fields[11:15])


def database_s(folder):
    """Processor time of PostgreSQL, with the processes that it has now."""
    with open(os.path.join(folder, "data", "postmaster.pid"), encoding="ascii") as stream:
        pid = int(stream.readline())
    with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as stream:
        children = [int(word) for word in stream.read().split()]
    return sum(ticks_of(one) for one in [pid, *children]) / os.sysconf("SC_CLK_TCK")


def cluster(act, folder):
    done = subprocess.run(
        ["scripts/cluster", act, folder], stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def play(build, home, count, url, load):
    """One measurement."""
    options = ["--limits", "off", "--engines", "0"]
    if url:
        options += ["--store", url]
    if count > 1:
        options += ["--share", "--proxy", "127.0.0.1"]
    servers = []
    proxy = None
    with open(os.path.join(home, "log"), "wb") as log:
        try:
            for _ in range(count):
                servers.append(Server(build, os.path.join(home, "data"), *options, log=log))
                servers[-1].__enter__()
            if count > 1:
                await_shares(url)
                proxy = start_proxy(home, [server.port for server in servers])
            target = "http://127.0.0.1:%d" % PORT if proxy else servers[0].url
            command = [os.path.join(build, "load"), target, *load]
            subprocess.run(command, timeout=600, check=False)
            base_s = database_s(os.path.join(home, "base")) if url else 0
        finally:
            for server in servers:
                server.__exit__()
            if proxy:
                proxy.terminate()
                _, _, usage = os.wait4(proxy.pid, 0)
                print("  HAProxy: %.1f s of processor time" % (usage.ru_utime + usage.ru_stime))
    for server in servers:
        print("  server: %s" % server.cost())
    if url:
        print("  PostgreSQL: %.1f s of processor time" % base_s)


def start_proxy(home, ports):
    """HAProxy before two servers; returns when it answers for them."""
    with open("config/haproxy-shared.cfg", encoding="utf-8") as stream:
        text = stream.read()
    text = text.replace(":443 ssl crt /etc/haproxy/example.org.pem", "127.0.0.1:%d" % PORT)
    text = text.replace("/etc/haproxy/shards.map", os.path.join(home, "map"))
    text = text.replace("127.0.0.1:8081", "127.0.0.1:%d" % ports[0])
    text = text.replace("127.0.0.1:8082", "127.0.0.1:%d" % ports[1])
    # BUILD_DIR/load knows the names of headers as our servers write them.
    text = "global\n" + "".join("    h1-case-adjust %s\n" % pair for pair in CASES) + text
    text = text.replace("defaults\n", "defaults\n    option h1-case-adjust-bogus-client\n", 1)
    path = os.path.join(home, "haproxy.cfg")
    for name, content in ((os.path.join(home, "map"), ""), (path, text)):
        with open(name, "w", encoding="utf-8") as stream:
            stream.write(content)
    haproxy = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
    proxy = subprocess.Popen([haproxy, "-f", path, "-db"], stderr=subprocess.DEVNULL)
    while True:
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d/healthz" % PORT):
                return proxy
        except OSError:
            time.sleep(0.1)


def await_shares(url):
    query = "SELECT count(DISTINCT peer) FROM apothecary_peers.part WHERE peer > 0"
    while True:
        done = subprocess.run(
            ["psql", "-qtAc", query, url], stdout=subprocess.PIPE, text=True, check=True
        )
        if done.stdout.strip() == "2":
            return


def measure(build, name, count, load):
    print(name, flush=True)
    with tempfile.TemporaryDirectory(dir=build) as home:
        os.chmod(home, 0o755)  # PostgreSQL may be another user
        base = os.path.join(home, "base")
        url = cluster("start", base) if count > 0 else None
        try:
            play(build, home, max(count, 1), url, load)
        finally:
            if url:
                cluster("stop", base)


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    build, load, rounds = os.path.abspath(arguments[0]), arguments[1:], 3
    if load[:1] == ["--rounds"]:
        rounds, load = int(load[1]), load[2:]
    use_two_processors()
    for _ in range(rounds):
        print("load average %.1f" % os.getloadavg()[0])
        measure(build, "SQLite, one server", 0, [*LOAD, *load])
        measure(build, "PostgreSQL, one server", 1, [*LOAD, *load])
        measure(build, "PostgreSQL, two servers", 2, [*LOAD, *load])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
