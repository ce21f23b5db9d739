#!/usr/bin/env python3
"""Starts a server and loads it with players and spectators.

usage: load.py BUILD_DIR [--streams N] [--rate M] [--seconds S] [--games G] [--computers C]

Starts `BUILD_DIR/apothecary serve` on a fresh database and `BUILD_DIR/load` against it, both on the
same two processors, and prints what the load generator measured, what the server measured, and the
cost.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time


def print_inside(path):
    """Prints the times from the end of a request's head to the response, from the server's log."""
    times = []
    with open(path, encoding="utf-8") as log:
        for line in log:
            entry = json.loads(line)
            if entry.get("route") == "/api/games/:id/moves":
                times.append(entry["us"] / 1000)
    times.sort()
    if times:
        print(
            "in the server alone     %8d   median %7.2f   90%% %7.2f   99%% %7.2f   "
            "longest %7.2f ms"
            % (
                len(times),
                *(times[(len(times) - 1) * part // 1000] for part in (500, 900, 990, 1000)),
            )
        )


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    build, options = arguments[0], arguments[1:]
    processors = sorted(os.sched_getaffinity(0))[:2]
    os.sched_setaffinity(0, processors)
    # The database is on a real disk, so that commits have their real cost.
    with tempfile.TemporaryDirectory(dir=build) as folder, open(
        os.path.join(folder, "log"), "wb"
    ) as log:
        server = subprocess.Popen(
            [
                os.path.join(build, "apothecary"),
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--data",
                folder,
                "--limits",
                "off",
            ],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        begin = time.monotonic()
        try:
            url = server.stdout.readline().split()[1]
            print("on %d processors, load average %.1f" % (len(processors), os.getloadavg()[0]))
            result = subprocess.run([os.path.join(build, "load"), url, *options], timeout=600)
        finally:
            server.send_signal(signal.SIGTERM)
            _, status, usage = os.wait4(server.pid, 0)
            server.returncode = os.waitstatus_to_exitcode(status)
        log.flush()
        print_inside(log.name)
        print(
            "server: %.1f s of processor time in %.1f s, at most %.0f MB of memory"
            % (usage.ru_utime + usage.ru_stime, time.monotonic() - begin, usage.ru_maxrss / 1024)
        )
        return result.returncode or server.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
