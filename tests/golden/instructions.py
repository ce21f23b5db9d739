#!/usr/bin/env python3
"""Guards against slow-downs: instructions of a perft, counted by callgrind, not timed.

usage: instructions.py APOTHECARY

Start-up (the same command with depth 1) is subtracted. The bounds are 1.2 to 1.4 times what a gcc
build (-O2, for any x86-64) took when they were written; lower them when counting gets faster. Exit
code 77 (skipped) without valgrind and in sanitized builds, whose instructions are not ours."""

import pathlib
import re
import shutil
import subprocess
import sys

# game, depth, most instructions a leaf
BOUNDS = [
    ("modern", 3, 305),
    ("alert", 3, 460),
    ("grand", 3, 190),
    ("prequel", 3, 620),
    ("chess", 4, 280),
    ("crazyhouse", 3, 300),
    ("apothecary2", 2, 420),
]


def instructions(command, game, depth):
    done = subprocess.run(
        [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            command,
            "perft",
            game,
            "start",
            str(depth),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    refs = re.search(r"Collected : (\d+)", done.stderr)
    return int(refs.group(1)), int(done.stdout)


def main():
    command = sys.argv[1]
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed (scripts/install-deps installs it)")
        return 77
    if b"__asan_init" in pathlib.Path(command).read_bytes():
        print("skipped: a sanitized build")
        return 77
    failed = 0
    for game, depth, bound in BOUNDS:
        start, _ = instructions(command, game, 1)
        total, leaves = instructions(command, game, depth)
        each = (total - start) / leaves
        print(f"{game:<8} depth {depth}: {each:6.1f} instructions a leaf, at most {bound}")
        failed += each > bound
    print(f"{len(BOUNDS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
