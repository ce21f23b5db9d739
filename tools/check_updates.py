#!/usr/bin/env python3
"""Names the installed packages for which Debian has a newer version.

usage: check_updates.py [PROGRAM...]

Looks at the packages whose libraries the programs are linked with (build/apothecary), and at those
that scripts/install-deps names. Run `apt-get update` before. The exit status is 1 if one of the
newer versions is an update for security, and 77 if this is not Debian.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
ENGLISH = {**os.environ, "LC_ALL": "C"}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, env=ENGLISH).stdout


def named_packages(text):
    """Those in the lists of install-deps: each a line `    NAME` or `    NAME:FILE`."""
    return set(re.findall(r"^    ([a-z0-9][a-z0-9.+-]+)(?::\S+?)?\"?$", text, re.M))


def linked_files(text):
    """The files that `ldd` names."""
    return re.findall(r"[\t ](/\S+) \(0x", text)


def owners(text):
    """The packages in the output of `dpkg -S`: `NAME:amd64: FILE`, `NAME: FILE`."""
    return {line.split(":")[0] for line in text.splitlines() if ": /" in line}


def newer_versions(text):
    """(package, installed, newest, is_for_security) from the output of `apt-cache policy`."""
    found = []
    for part in re.split(r"\n(?=\S)", text):
        match = re.match(r"(\S+):\n  Installed: (\S+)\n  Candidate: (\S+)\n", part)
        if match is None or match.group(2) in ("(none)", match.group(3)):
            continue
        sources = re.search(
            r"^[ *]{5}%s \d+\n((?: {8,}\d+ .*\n?)*)" % re.escape(match.group(3)), part, re.M
        )
        is_for_security = sources is not None and "security" in sources.group(1)
        found.append((*match.groups(), is_for_security))
    return found


def packages_of(program):
    files = linked_files(output("ldd", program))
    real = [os.path.realpath(file) for file in files]
    return owners(output("dpkg", "-S", *files, *real)) if files else set()


def main():
    if not (shutil.which("apt-cache") and shutil.which("dpkg")):
        print("skipped: this is not Debian", file=sys.stderr)
        sys.exit(77)
    with open(os.path.join(ROOT, "scripts", "install-deps"), encoding="utf-8") as file:
        packages = named_packages(file.read())
    programs = sys.argv[1:] or [os.path.join(ROOT, "build", "apothecary")]
    for program in programs:
        packages |= packages_of(program)
    newer = newer_versions(output("apt-cache", "policy", *sorted(packages)))
    for package, installed, newest, is_for_security in newer:
        print("%s %s -> %s%s" % (package, installed, newest, " (security)" * is_for_security))
    print("%d packages, %d with a newer version" % (len(packages), len(newer)))
    sys.exit(any(entry[-1] for entry in newer))


if __name__ == "__main__":
    main()
