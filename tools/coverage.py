#!/usr/bin/env python3
"""Makes a table of the test coverage of src/, by folder, from the counts of an instrumented build.

usage: coverage.py BUILD_DIR OUT.md         (make coverage does all of it)

Prints the table, writes the page, and names the files with the lowest coverage. Needs gcovr.
"""
import json
import os
import subprocess
import sys

WORST = 15  # files that are named
LINES_MIN = 40  # of a file, to be named
PAGE = """# What the tests reach

Lines and branches of `src/` that the suites `unit`, `rules`, `store`, `golden`, `http` and `corpus`
reach, counted by gcc in a separate build. `make coverage` makes this page. A line that is reached
is not necessarily right: the suites that compare two implementations ([TESTING.md](TESTING.md)) are
worth more than a number here. A line that is not reached is untested, except in programs that a
test kills: their coverage is lost, which is why `cli/bot` has so little. Pages and the browser's
functions are tested by `web` and `wasm`, which are not counted either.

%s
Files of %d lines and more with the lowest coverage:

%s"""


def read_counts(build, root):
    """path below src/ -> (lines, reached, branches, reached)."""
    said = subprocess.run(
        [
            "gcovr",
            "--root",
            root,
            "--object-directory",
            build,
            build,
            "--filter",
            os.path.join(root, "src", ""),
            "--exclude-unreachable-branches",
            # A program that is killed while it writes its counters may leave nonsense in one.
            "--gcov-ignore-parse-errors",
            "--json-summary",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    counts = {}
    for file in json.loads(said)["files"]:
        path = os.path.relpath(os.path.join(root, file["filename"]), os.path.join(root, "src"))
        counts[path] = (
            file["line_total"],
            file["line_covered"],
            file["branch_total"],
            file["branch_covered"],
        )
    return counts


def folders_of(counts):
    """folder -> sums, in the order of their names; the last is of all."""
    sums = {}
    for path, numbers in sorted(counts.items()):
        for folder in (os.path.dirname(path), "all"):
            before = sums.get(folder, (0, 0, 0, 0))
            sums[folder] = tuple(a + b for a, b in zip(before, numbers))
    sums["all"] = sums.pop("all", (0, 0, 0, 0))
    return sums


def share(part, whole):
    return "%.1f %%" % (100 * part / whole) if whole else "-"


def row(name, numbers):
    lines, reached, branches, taken = numbers
    return "| %s | %d | %s | %s |\n" % (name, lines, share(reached, lines), share(taken, branches))


def table(counts):
    head = "| folder | lines | reached | branches |\n|---|---:|---:|---:|\n"
    return head + "".join(
        row("`src/%s/`" % name if name != "all" else "all", numbers)
        for name, numbers in folders_of(counts).items()
    )


def worst(counts):
    files = [
        (numbers[1] / numbers[0], path)
        for path, numbers in counts.items()
        if numbers[0] >= LINES_MIN
    ]
    head = "| file | lines | reached | branches |\n|---|---:|---:|---:|\n"
    return head + "".join(row("`src/%s`" % path, counts[path]) for _, path in sorted(files)[:WORST])


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__.strip())
    root = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    counts = read_counts(os.path.realpath(arguments[0]), root)
    if not counts:
        sys.exit("coverage.py: nothing was counted in %s" % arguments[0])
    with open(arguments[1], "w", encoding="utf-8") as stream:
        stream.write(PAGE % (table(counts), LINES_MIN, worst(counts)))
    print(table(counts), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
