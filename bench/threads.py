#!/usr/bin/env python3
"""Measures the gain of more threads: our engine with two threads against itself with one, with
equal time.

usage: bench/threads.py [BUILD_DIR] [--threads N] [--games N] [--movetime S]
                        [--state FOLDER] [--game NAME]...

Needs as many idle cores as threads: threads that share a core gain less. With --state a run that
was stopped resumes."""

import argparse
import os
import pathlib

import own_match

HERE = pathlib.Path(__file__).resolve().parent
GAMES = ["alert", "grand"]
MARGIN_MS = 5000  # a short stall of the machine must not decide a game


def play(options, game):
    arguments = [
        game,
        f"name=threads,cmd=self,option.Threads={options.threads}",
        "name=one,cmd=self",
        "--games",
        str(options.games),
        "--movetime",
        options.movetime,
        "--resign",
        "900",
        "--margin",
        str(MARGIN_MS),
    ]
    if options.state:
        options.state.mkdir(parents=True, exist_ok=True)
        arguments += ["--state", options.state / f"threads-{game}.state"]
    return own_match.play(options.build, arguments)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=str(HERE.parent / "build"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--movetime", default="0.1")
    parser.add_argument("--state", type=pathlib.Path)
    parser.add_argument("--game", action="append")
    options = parser.parse_args()
    print(
        f"{options.threads} threads against one, {options.movetime} s a move, load "
        f"{os.getloadavg()[0]:.1f} on"
        f" {os.cpu_count()} cores",
        flush=True,
    )
    for game in options.game or GAMES:
        found = play(options, game)
        score, low, high = own_match.shares(found)
        print(
            f"{game:<12} {found['games']:5} games  {score:5.1f} %  ({low:.1f} to {high:.1f})  "
            f"forfeits"
            f" {found['forfeits'][0]} and {found['forfeits'][1]}",
            flush=True,
        )
    print(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
