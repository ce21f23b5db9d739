#!/usr/bin/env python3
"""Compiles each header of src/ and of include/ alone, as C and as C++.

usage: check_headers.py [SOURCE_ROOT [INCLUDE_ROOT]]

A header must include all that it needs, and have the guard APO_<FOLDER>_<FILE>_H. A compiler that
is not installed is left out. clang reads the public headers only: what another header lacks, gcc
sees as well. As C++ a header of src/ must be readable between `extern "C" {` and `}`. A public
header (INCLUDE_ROOT/apothecary/, guard APOTHECARY_<FILE>_H) has this itself, sees nothing of src/,
and is compiled with more warnings; all of them together are compiled too.
"""
import functools
import os
import re
import shutil
import subprocess
import sys
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


def source_for(headers_of_one, language):
    included = "".join('#include "%s"\n' % header for header in headers_of_one)
    if language == "c":
        return included + "extern int nothing;\n"
    # The C library's headers know C++; they come first, so that only ours are inside the braces.
    return (
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
        "#include <string.h>\n"
        'extern "C" {\n%s}\n' % included
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


def is_for_compiler(header, compiler, language):
    is_public = header.startswith("apothecary/")
    if language == "cpp" and (header in C_ONLY or header.endswith("_priv.h")):
        return False
    return compiler != "clang" or is_public


def errors_of(source, roots, compiler, options, language):
    """What the compiler says of a source text; empty if it compiles."""
    result = subprocess.run(
        [compiler, *options, *WARNINGS, *("-I" + root for root in roots), "-fsyntax-only"]
        + ["-x", "c++" if language == "cpp" else "c", "-"],
        input=source,
        capture_output=True,
        text=True,
    )
    return result.stderr.rstrip() or "no error named" if result.returncode else ""


def compile_fault(roots, header, compiler, options, language):
    if header.startswith("apothecary/"):
        roots, options = roots[1:], [*options, *PUBLIC_WARNINGS]
        source = public_source(header, roots[0])
    else:
        source = source_for([header], language)
    errors = errors_of(source, roots, compiler, options, language)
    return errors and "%s does not compile alone with %s:\n%s" % (header, compiler, errors)


def compile_faults(roots, found, compiler, options, language):
    """The faults of all headers with one compiler, as functions to be called by any thread.

    Since each header of src/ compiles alone as C, as C++ they are read together; only if that
    fails, each alone, to find the faulty ones.
    """
    chosen = [header for header in found if is_for_compiler(header, compiler, language)]
    if language == "cpp":
        inner = [header for header in chosen if not header.startswith("apothecary/")]
        if not errors_of(source_for(inner, language), roots, compiler, options, language):
            chosen = [header for header in chosen if header not in inner]
    return [
        functools.partial(compile_fault, roots, header, compiler, options, language)
        for header in chosen
    ]


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    roots = arguments or [
        os.path.normpath(os.path.join(here, "../..", name)) for name in ("src", "include")
    ]
    compilers = [row for row in COMPILERS if shutil.which(row[0])]
    all_headers = [(root, header) for root in roots for header in headers(root)]
    faults = [fault for root, header in all_headers if (fault := guard_fault(root, header))]
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(job)
            for row in compilers
            for job in compile_faults(roots, [header for _, header in all_headers], *row)
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
