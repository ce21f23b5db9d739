#!/usr/bin/env python3
"""The module's engine plays as the command's does: the same nodes and the same signature in each
game of `apothecary bench`.

usage: test_bench.py COMMAND [NODES]        (scripts/dist asks for the usual number)
"""
import re
import subprocess
import sys

import apothecary

ROW = re.compile(r"^(\S+) +(\d+) nodes .*signature ([0-9a-f]{16})$", re.M)


def main():
    command, nodes = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    printed = subprocess.run(
        [command, "bench", "--nodes", str(nodes), "--eval-file", "none"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = ROW.findall(printed)
    games, total = rows[:-1], 0
    faults = [] if len(games) == 30 and rows[-1][0] == "total" else ["not the usual rows"]
    with apothecary.Engine() as engine:
        for game, searched, signature in games:
            found = engine.bench(game, nodes)
            total = (total * 31 + int(found.signature, 16)) % (1 << 64)
            if found != (int(searched), signature):
                faults.append("%s: %s %s, not %s %s" % (game, *found, searched, signature))
        try:
            engine.bench("chess", 0)
            faults.append("a bench without nodes")
        except ValueError:
            pass
    if "%016x" % total != rows[-1][2]:
        faults.append("total: %016x, not %s" % (total, rows[-1][2]))
    print("\n".join(faults) or "bench signature %016x" % total)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
