#!/usr/bin/env python3
"""Starts a server and loads it with players and spectators.

usage: load.py BUILD_DIR [--streams N] [--rate M] [--seconds S] [--games G] [--computers C]

Starts `BUILD_DIR/apothecary serve` on a fresh database and `BUILD_DIR/load` against it, both on the
same two processors, and prints what the load generator measured, what the server measured, and the
cost.
"""
import os
import subprocess
import sys
import tempfile
import time

from serving import Server, print_moves, use_two_processors


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    build, options = arguments[0], arguments[1:]
    use_two_processors()
    # The database is on a real disk, so that commits have their real cost.
    with tempfile.TemporaryDirectory(dir=build) as folder, open(
        os.path.join(folder, "log"), "wb"
    ) as log:
        begin = time.monotonic()
        with Server(build, folder, "--limits", "load", log=log) as server:
            print("on 2 processors, load average %.1f" % os.getloadavg()[0])
            command = [os.path.join(build, "load"), server.url, *options]
            result = subprocess.run(command, timeout=600)
        passed = time.monotonic() - begin
        print_moves(server.entries())
        print("server: %s, in %.1f s" % (server.cost(), passed))
        return result.returncode or server.child.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
