#!/usr/bin/env python3
"""The shared library exports what the public headers declare, no more and no less.

usage: check_exports.py LIBAPOTHECARY.SO INCLUDE_ROOT
"""
import glob
import os
import re
import subprocess
import sys

FUNCTIONS_MAX = 124  # a door that one person can know
HEADERS_MAX = 11  # apothecary.h, and ten that it includes

DECLARATION = re.compile(r"^APO_API\b[^;(]*?\b(apo_\w+)\(", re.M)


def headers(include_root):
    return sorted(glob.glob(os.path.join(include_root, "apothecary", "*.h")))


def declared(include_root):
    names = []
    for path in headers(include_root):
        with open(path, encoding="utf-8") as stream:
            names += DECLARATION.findall(stream.read())
    return names


def exported(library):
    listed = subprocess.run(
        ["nm", "--dynamic", "--defined-only", "--format=posix", library],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [line.split()[0].split("@")[0] for line in listed.splitlines()]


def check(library, include_root):
    names, symbols = declared(include_root), exported(library)
    faults = ["declared twice: " + name for name in sorted(set(names)) if names.count(name) > 1]
    faults += ["declared and not exported: " + name for name in sorted(set(names) - set(symbols))]
    faults += ["exported and not declared: " + name for name in sorted(set(symbols) - set(names))]
    if len(names) > FUNCTIONS_MAX:
        faults.append("%d public functions, more than %d" % (len(names), FUNCTIONS_MAX))
    if len(headers(include_root)) > HEADERS_MAX:
        faults.append("%d public headers, more than %d" % (len(headers(include_root)), HEADERS_MAX))
    if not names:
        faults.append("%s: no public functions" % include_root)
    return faults


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    faults = check(*arguments)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("exports: %d public functions, %d faults" % (len(declared(arguments[1])), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
