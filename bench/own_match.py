"""Shared by the measurements of this folder: a match of our engine, and its table."""

import json
import pathlib
import subprocess
import sys


def play(build, arguments):
    """Runs `apothecary match` of the build folder, with progress on a terminal; returns its table.
    Exits if the match fails."""
    command = [pathlib.Path(build) / "apothecary", "match", *arguments, "--json"]
    if sys.stderr.isatty():
        command.append("--progress")
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def shares(found):
    """The first program's score and the bounds of its 95 % interval, in percent."""
    return [found[key + "_millionths"] / 1e4 for key in ("score", "low", "high")]
