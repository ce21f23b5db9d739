#!/usr/bin/env python3
"""Some of our own programs see the library as strangers do: nothing that they include, however far
down, is a header of the layers behind the front door.

usage: check_door.py [ROOT]        (default: the root of the source tree)
"""
import os
import re
import sys

THROUGH_THE_DOOR = [
    "src/cli/commands/analyse.c",
    "src/cli/commands/apply.c",
    "src/cli/commands/complete.c",
    "src/cli/commands/convert.c",
    "src/cli/commands/explain.c",
    "src/cli/commands/fen.c",
    "src/cli/commands/moves.c",
    "src/cli/commands/perft.c",
    "src/cli/commands/show.c",
    "src/cli/commands/status.c",
    "src/cli/commands/variants.c",
]
BEHIND = re.compile(r"(rules|definition|notation|game|search)/")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]*)"|<(apothecary/[^>]*)>)', re.M)


def reached(root, path, seen):
    """All project headers that the file includes, with the way there: name -> way."""
    with open(path, encoding="utf-8") as stream:
        names = [quoted or public for quoted, public in INCLUDE.findall(stream.read())]
    for name in names:
        if name in seen:
            continue
        seen[name] = os.path.relpath(path, root)
        top = "include" if name.startswith("apothecary/") else "src"
        reached(root, os.path.join(root, top, name), seen)
    return seen


def check(root, paths):
    faults = []
    for path in paths:
        found = reached(root, os.path.join(root, path), {})
        faults += [
            "%s sees %s, through %s" % (path, name, way)
            for name, way in sorted(found.items())
            if BEHIND.match(name)
        ]
        if not any(name.startswith("apothecary/") for name in found):
            faults.append("%s does not use the library" % path)
    return faults


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    root = arguments[0] if arguments else os.path.normpath(os.path.join(here, "..", ".."))
    faults = check(root, THROUGH_THE_DOOR)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("door: %d files, %d faults" % (len(THROUGH_THE_DOOR), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
