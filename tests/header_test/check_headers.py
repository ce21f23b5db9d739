#!/usr/bin/env python3
"""Compiles each header of src/ and of include/ alone, as C and as C++.

usage: check_headers.py [SOURCE_ROOT [INCLUDE_ROOT]]

A header must include all that it needs, and have the guard APO_<FOLDER>_<FILE>_H. A compiler that
is not installed is left out. clang reads the public headers only: what another header lacks, gcc
sees as well. As C++ a header of src/ must be readable between `extern "C" {` and `}`. A public
header (INCLUDE_ROOT/apothecary/, guard APOTHECARY_<FILE>_H) has this itself, sees nothing of src/,
and is compiled with more warnings; all of them together are compiled too.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
PUBLIC_WARNINGS = ["-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Wcast-qual"]
COMPILERS = [
    ("gcc", ["-std=c11", "-Wpedantic", "-Wmissing-prototypes", "-Wundef"], "c"),
    ("clang", ["-std=c11", "-Wpedantic", "-Wmissing-prototypes", "-Wundef"], "c"),
    ("g++", ["-std=c++17"], "cpp"),
]
# No C++ program needs them: one declares functions of the C library for the layers that have none,
# the other has C's atomics, which C++ before 2023 cannot read.
C_ONLY = {"base/mem.h", "net/smtp.h"}


def headers(root):
    found = []
    for folder, _, files in os.walk(root):
        for name in files:
            if name.endswith(".h"):
                found.append(os.path.relpath(os.path.join(folder, name), root))
    return sorted(found)


def guard_fault(root, header):
    is_public = header.startswith("apothecary/")
    guard = ("" if is_public else "APO_") + re.sub(r"[^A-Za-z0-9]", "_", header).upper()
    with open(os.path.join(root, header), encoding="utf-8") as stream:
        text = stream.read()
    if not re.search(r"#ifndef %s\n#define %s\n" % (guard, guard), text):
        return "%s: its guard should be %s" % (header, guard)
    return None


def source_for(header, language):
    if language == "c":
        return '#include "%s"\nextern int nothing;\n' % header
    # The C library's headers know C++; they come first, so that only ours are inside the braces.
    return (
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
        'extern "C" {\n#include "%s"\n}\n' % header
    )


def public_source(header, root):
    """The header alone; for the one that stands for all, all of them in two orders."""
    if header != "apothecary/apothecary.h":
        return "#include <%s>\nextern int nothing;\n" % header
    every = headers(root)
    return (
        "".join("#include <%s>\n" % name for name in [header, *reversed(every), *every])
        + "extern int nothing;\n"
    )


def compile_fault(roots, folder, header, compiler, options, language):
    is_public = header.startswith("apothecary/")
    if language == "cpp" and (header in C_ONLY or header.endswith("_priv.h")):
        return None
    if compiler == "clang" and not is_public:
        return None
    if is_public:
        roots, options = roots[1:], [*options, *PUBLIC_WARNINGS]
    name = re.sub(r"\W", "_", header) + "_" + re.sub(r"\W", "x", compiler) + "." + language
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(public_source(header, roots[0]) if is_public else source_for(header, language))
    result = subprocess.run(
        [compiler, *options, *WARNINGS, *("-I" + root for root in roots), "-fsyntax-only", path],
        capture_output=True,
        text=True,
    )
    if result.returncode == 0:
        return None
    return "%s does not compile alone with %s:\n%s" % (header, compiler, result.stderr.rstrip())


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    roots = arguments or [
        os.path.normpath(os.path.join(here, "../..", name)) for name in ("src", "include")
    ]
    compilers = [row for row in COMPILERS if shutil.which(row[0])]
    all_headers = [(root, header) for root in roots for header in headers(root)]
    faults = [fault for root, header in all_headers if (fault := guard_fault(root, header))]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(compile_fault, roots, folder, header, *row)
            for _, header in all_headers
            for row in compilers
        ]
        faults += [fault for job in jobs if (fault := job.result())]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(
        "headers: %d, compilers: %s, %d faults"
        % (len(all_headers), " ".join(row[0] for row in compilers), len(faults))
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
