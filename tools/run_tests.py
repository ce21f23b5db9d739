#!/usr/bin/env python3
"""Builds what some tests need, and nothing else, and runs them.

usage: run_tests.py [--build BUILD_DIR] [--jobs N] [--at-once N] NAME...
       run_tests.py [--build BUILD_DIR] [--jobs N] [--at-once N] --label REGEX [--but NAME...]

By default the build is build-dev, with 2 jobs, and 2 tests at once.

NAME is a test as ctest lists it, as "rules.joker"; "rules.*" is all of that kind. Needs a
configured build. The needs of a test are read from its command (the programs of the build folder in
it) and from its property REQUIRED_FILES.
"""
import argparse
import fnmatch
import glob
import os
import re
import subprocess
import sys
from typing import NamedTuple

# Tests of the pages need them built; a script does that.
PAGES = {"http", "web", "golden"}


class Test(NamedTuple):
    """A test as ctest knows it."""

    name: str
    label: str
    command: list[str]
    required: list[str]


def read_tests(build):
    """All tests. `ctest --show-only` would not name programs that are not built yet."""
    tests = []
    for path in sorted(glob.glob(os.path.join(build, "**", "CTestTestfile.cmake"), recursive=True)):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        labels = dict(re.findall(r'^set_tests_properties\((\S+) .*\bLABELS "([^"]*)"', text, re.M))
        required = dict(
            re.findall(r'^set_tests_properties\((\S+) .*\bREQUIRED_FILES "([^"]*)"', text, re.M)
        )
        for name, command in re.findall(r"^add_test\((\S+) (.*)\)$", text, re.M):
            tests.append(
                Test(
                    name.removeprefix("[=[").removesuffix("]=]"),
                    labels.get(name, ""),
                    re.findall(r'"((?:[^"\\]|\\.)*)"', command),
                    [path for path in required.get(name, "").split(";") if path],
                )
            )
    return tests


def choose(tests, names, label, left_out=()):
    """The selected tests; a name that selects none is an error."""
    if label:
        return [
            test for test in tests if re.search(label, test.label) and test.name not in left_out
        ]
    chosen = []
    for name in names:
        found = [test for test in tests if fnmatch.fnmatchcase(test.name, name)]
        if not found:
            near = [test.name for test in tests if name.split(".")[-1] in test.name]
            sys.exit(
                "run_tests.py: there is no test %s%s"
                % (name, "; is it one of these? " + " ".join(near) if near else "")
            )
        chosen += [test for test in found if test not in chosen]
    return chosen


def targets_of(tests, build):
    """The programs of the build folder that the tests' commands name or their properties require;
    a test that names the folder wants all."""
    found = []
    for test in tests:
        for word in test.command + test.required:
            target = os.path.relpath(word, build) if os.path.isabs(word) else ""
            target = "all" if target == "." else target
            if target and not target.startswith("..") and target not in found:
                found.append(target)
    return found


def main(arguments):
    parser = argparse.ArgumentParser(description="Builds what some tests need and runs them.")
    parser.add_argument("--build", default="build-dev")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--at-once", help="tests at once; by default as many as jobs")
    parser.add_argument("--label", help="run the tests with such a label")
    parser.add_argument("--but", nargs="+", default=[], metavar="NAME", help="leave these out")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    if bool(options.names) == bool(options.label):
        parser.error("name the tests, or give a label")

    build = os.path.realpath(options.build)
    tests = choose(read_tests(build), options.names, options.label, options.but)
    kinds = {test.label for test in tests}
    if kinds & PAGES and subprocess.run(["scripts/build-web"], check=False).returncode not in (
        0,
        77,
    ):
        return 1
    targets = targets_of(tests, build)
    if targets:
        subprocess.run(
            ["cmake", "--build", build, "-j", options.jobs, "--target", *targets], check=True
        )
    pattern = "^(%s)$" % "|".join(re.escape(test.name) for test in tests)
    show = (
        ["-V"]
        if len(tests) == 1
        else ["--output-on-failure", "-j", options.at_once or options.jobs]
    )
    return subprocess.run(
        ["ctest", "--no-tests=error", *show, "-R", pattern], cwd=build, check=False
    ).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
