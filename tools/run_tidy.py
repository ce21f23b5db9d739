#!/usr/bin/env python3
"""Runs clang-tidy over src/, for the files changed since they were last found clean.

usage: run_tidy.py [BUILD_DIR [JOBS [--changed]]]       (default: build-dev 2)

--changed: only files that differ from the main branch, and the source beside a header that does.

Needs a configured build. A file counts as unchanged if its preprocessed text, comments included,
and .clang-tidy are the same; BUILD_DIR/tidy/ remembers that.
"""
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# clang does not know gcc's own warnings in the compile commands.
TIDY = ["clang-tidy", "--quiet", "--extra-arg=-Wno-unknown-warning-option"]


def read_commands(build, source_root):
    """file -> its compiler call without -o and -c; each file of src/ once."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as stream:
        entries = json.load(stream)
    commands = {}
    for entry in entries:
        file = os.path.realpath(os.path.join(entry["directory"], entry["file"]))
        if file.startswith(source_root + os.sep):
            words = shlex.split(entry["command"])
            at = words.index("-o")
            commands[file] = [word for word in words[:at] + words[at + 2 :] if word != "-c"]
    return commands


def only_changed(commands, root):
    """The commands of the files that tools/changed-files names."""
    said = subprocess.run(
        [os.path.join(root, "tools", "changed-files"), "src"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    stems = {os.path.splitext(os.path.join(root, path))[0] for path in said.splitlines()}
    return {
        file: command for file, command in commands.items() if os.path.splitext(file)[0] in stems
    }


def fingerprint(command, config):
    result = subprocess.run(command + ["-E", "-C"], capture_output=True, check=False)
    if result.returncode != 0:
        return None  # clang-tidy will say why
    return hashlib.sha256(config + result.stdout).hexdigest()


def remembered(stamp):
    try:
        with open(stamp, encoding="ascii") as stream:
            return stream.read()
    except FileNotFoundError:
        return None


def examine(file, command, build, config):
    """(whether it was checked, the findings or None)."""
    stamp = os.path.join(build, "tidy", re.sub(r"\W", "_", file))
    print_now = fingerprint(command, config)
    if print_now and print_now == remembered(stamp):
        return False, None
    result = subprocess.run([*TIDY, "-p", build, file], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        return True, result.stdout.strip() or result.stderr.strip()
    if print_now:
        with open(stamp, "w", encoding="ascii") as stream:
            stream.write(print_now)
    return True, None


def main(arguments):
    build = arguments[0] if arguments else "build-dev"
    jobs = int(arguments[1]) if len(arguments) > 1 else 2
    if not shutil.which("clang-tidy"):
        print("skipped: clang-tidy is missing (scripts/install-deps installs it)", file=sys.stderr)
        return 77
    root = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    with open(os.path.join(root, ".clang-tidy"), "rb") as stream:
        config = stream.read()
    os.makedirs(os.path.join(build, "tidy"), exist_ok=True)
    commands = read_commands(build, os.path.join(root, "src"))
    if "--changed" in arguments[2:]:
        commands = only_changed(commands, root)
    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda row: examine(*row, build, config), sorted(commands.items())))
    findings = [found for _, found in results if found]
    for found in findings:
        print(found + "\n")
    looked = sum(1 for is_looked, _ in results if is_looked)
    print(
        "clang-tidy: %d of %d files looked at, %d with findings"
        % (looked, len(results), len(findings))
    )
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
