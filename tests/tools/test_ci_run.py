#!/usr/bin/env python3
""".ci/run counts correctly, and retries only the steps that may fail by chance.

usage: test_ci_run.py
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# A test named *.once fails the first time, *.never always; *.idle is skipped, *.left is left out.
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(p NONE)
enable_testing()
foreach(name IN LISTS NAMES)
    add_test(NAME ${name} COMMAND ${CMAKE_SOURCE_DIR}/try ${name})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
"""
TRY = """#!/bin/sh
case $1 in
    *.once) [ -e "$1.tried" ] || { touch "$1.tried"; exit 1; } ;;
    *.never) exit 1 ;;
    *.idle) exit 77 ;;
esac
"""
MAKE = """test:
\t@cmake -S . -B build-dev "-DNAMES=$(NAMES)" >log
\t@cd build-dev && ctest -E '[.]left$$'
asan:
\t@cmake -S . -B build-asan "-DNAMES=unit.asan" >log
\t@cd build-asan && ctest
"""


def rule_of_make(target):
    """The lines of a rule of the project's Makefile."""
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        return re.search(r"^%s:.*\n(\t.*\n)+" % target, file.read(), re.M).group()


class CiRun(unittest.TestCase):
    """A project of such tests, and the real script."""

    def run_with(self, *names):
        """The exit status, the last line and the lines that name what is unsteady."""
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, ".ci"))
            shutil.copy(os.path.join(ROOT, ".ci", "run"), os.path.join(folder, ".ci"))
            for name, text in (
                ("CMakeLists.txt", CMAKE),
                ("try", TRY),
                ("Makefile", MAKE + rule_of_make("again")),
            ):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            os.chmod(os.path.join(folder, "try"), 0o755)
            done = subprocess.run(
                [os.path.join(folder, ".ci", "run")],
                env={**os.environ, "NAMES": ";".join(names), "MAKEFLAGS": ""},
                capture_output=True,
                text=True,
                check=False,
            )
        lines = done.stdout.splitlines()
        unsteady = re.findall(r"^UNSTEADY: (\S+) failed at first", done.stdout, re.M)
        return done.returncode, lines[-1], unsteady

    def test_all_pass(self):
        self.assertEqual(self.run_with("unit.a", "web.a"), (0, "3 passed, 0 failed", []))

    def test_skipped_ones_are_counted(self):
        self.assertEqual(
            self.run_with("unit.a", "web.idle"), (0, "2 passed, 0 failed, 1 skipped", [])
        )

    def test_what_passes_alone_is_named(self):
        self.assertEqual(
            self.run_with("unit.a", "web.once"), (0, "3 passed, 0 failed", ["web.once"])
        )

    def test_what_fails_again_has_failed(self):
        self.assertEqual(self.run_with("unit.a", "http.never"), (1, "2 passed, 1 failed", []))

    def test_what_failed_is_tried_and_no_other(self):
        for names in (["http.left", "http.never", "web.a"], ["web.a", "http.never", "web.left"]):
            self.assertEqual(self.run_with(*names), (1, "2 passed, 1 failed", []))

    def test_rules_are_not_tried_again(self):
        self.assertEqual(self.run_with("unit.once", "web.a"), (1, "2 passed, 1 failed", []))

    def test_one_among_others_is_not_tried_again(self):
        self.assertEqual(self.run_with("unit.never", "web.once"), (1, "1 passed, 2 failed", []))

    def test_many_are_not_tried_again(self):
        names = ["golden.once", "http.a.once", "http.b.once", "store.once", "web.once"]
        self.assertEqual(self.run_with(*names), (1, "1 passed, 5 failed", []))
        self.assertEqual(self.run_with(*names[:4]), (0, "5 passed, 0 failed", names[:4]))

    def test_nothing_was_built(self):
        self.assertEqual(self.run_with("bad name;unit.("), (1, "1 passed, 1 failed", []))

    def test_named_tests_are_there(self):
        """A test that has another name now would be run, or left out, by mistake."""
        with open(os.path.join(ROOT, ".ci", "run"), encoding="utf-8") as file:
            lists = re.search(r"^watched=.*?(?=^step )", file.read(), re.M | re.S).group()
        named = subprocess.run(
            ["bash", "-c", lists + 'printf "%s\\n" "${watched[@]}" "${readers[@]}" "${long[@]}"'],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        self.assertGreater(len(named), 50)
        for name in named:
            kind, word = name.split(".", 1)
            # slow.wild and conformance.command are programs, slow.perft_alert a table for one; the
            # same suite may run over another store.
            if kind not in ("conformance", "slow"):
                pattern = r"(test_)?%s\.(c|py|sh|m?js|test\.mjs)" % word.removesuffix("_postgres")
                files = os.listdir(os.path.join(ROOT, "tests", kind))
                self.assertTrue(any(re.fullmatch(pattern, file) for file in files), name)


if __name__ == "__main__":
    unittest.main()
