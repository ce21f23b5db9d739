#!/usr/bin/env python3
"""The reference is built without warnings and has every public function; a function without a
comment is reported.

usage: reference.py        (in the root of the source tree)
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_exports  # noqa: E402


def make_reference(out, extra=""):
    """Runs doxygen with the project's own settings; its exit status and what it said."""
    with open("docs/Doxyfile", encoding="utf-8") as stream:
        settings = stream.read() + "\nOUTPUT_DIRECTORY = %s\n%s\n" % (out, extra)
    done = subprocess.run(
        ["doxygen", "-"],
        input=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


def main():
    if not shutil.which("doxygen"):
        print("skipped: doxygen is missing (scripts/install-deps installs it)")
        return 77
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        status, said = make_reference(folder)
        if status != 0:
            faults.append(said)
        pages = "".join(
            open(path, encoding="utf-8").read()
            for path in glob.glob(os.path.join(folder, "*.html"))
        )
        for name in check_exports.declared("include"):
            if not re.search(r'<td class="memname">[^<]*(<[^>]*>[^<]*)*\b%s\b' % name, pages):
                faults.append("the reference does not describe " + name)
        # The test can fail: a header with a function that nobody has described.
        bad = os.path.join(folder, "bad")
        os.mkdir(bad)
        with open(os.path.join(bad, "bad.h"), "w", encoding="utf-8") as stream:
            stream.write("/** @file\n * A header. */\nint apo_bad(void);\n")
        status, said = make_reference(bad, "INPUT += " + bad)
        if status == 0 or "apo_bad" not in said:
            faults.append("a function without a comment is not found")
    for fault in faults:
        print(fault, file=sys.stderr)
    print("reference: %d faults" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
