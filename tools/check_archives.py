#!/usr/bin/env python3
"""Checks the built archives, and the sources for banned functions.

usage: check_archives.py BUILD_DIR [SOURCE_ROOT]

BUILD_DIR is a build without sanitizers and link-time optimisation; SOURCE_ROOT is src/ by default.

Faults: an exported symbol without the prefix apo_; a call of a banned function; in the layers of
the library writable data; in `rules` any call beyond memcpy, memmove, memset, memcmp and apo_...;
below the command, a call that prints or ends the program.
"""
import glob
import os
import re
import subprocess
import sys

# Unbounded, locale-dependent or not thread-safe; each has a better alternative.
BANNED = set(
    """
    strcpy strncpy strcat strncat stpcpy sprintf vsprintf gets
    atoi atol atoll atof scanf fscanf sscanf strtok
    localtime gmtime ctime asctime rand srand setlocale
    tmpnam tempnam mktemp system alloca
""".split()
)

# Libraries report with a status; only programs print and exit.
PROGRAM_ONLY = set(
    """
    exit _exit _Exit quick_exit
    printf vprintf puts putchar perror stdout stderr stdin getchar
""".split()
)
QUIET_LAYERS = {"base", "rules", "definition", "notation", "game", "search", "api"}

# The library: threads share only what they are given.
CONSTANT_LAYERS = QUIET_LAYERS
RULES_MAY_CALL = {"memcpy", "memmove", "memset", "memcmp"}
# Added by compiler and linker; __popcountdi2 and the like come with the compiler.
FROM_COMPILER = re.compile(r"_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__[a-z]+[sdt]i[234]")

ROW = re.compile(r"^(\S+)\s*\|[^|]*\|\s*(\S)\s*\|[^|]*\|[^|]*\|[^|]*\|\s*(\S*)\s*$")


def plain(name):
    """The name in the source: __strcpy_chk and __isoc99_sscanf come from a macro or header."""
    name = name.split("@")[0]
    match = re.fullmatch(r"__(\w+)_chk", name) or re.fullmatch(r"__isoc\d+_(\w+)", name)
    return match.group(1) if match else name


def is_writable(section):
    if section.startswith(".data.rel.ro"):
        return False
    return section == "*COM*" or re.match(r"\.(data|bss|tdata|tbss|sdata|sbss)\b", section)


def read_symbols(nm_output):
    """(name, class letter, section) of each row of `nm --format=sysv`."""
    for line in nm_output.splitlines():
        match = ROW.match(line)
        if match:
            yield match.groups()


def check_symbols(layer, symbols):
    faults = []
    for name, kind, section in symbols:
        if kind in "Uvw":
            faults.extend(check_call(layer, plain(name)))
            continue
        if kind.isupper() and not name.startswith("apo_"):
            faults.append("exports %s, which does not start with apo_" % name)
        if layer in CONSTANT_LAYERS and is_writable(section):
            faults.append("has writable data: %s (%s)" % (name, section))
    return faults


def check_call(layer, name):
    if FROM_COMPILER.fullmatch(name) or name.startswith("apo_"):
        return
    if name in BANNED:
        yield "uses %s, which is banned" % name
    elif layer == "rules" and name not in RULES_MAY_CALL:
        yield "uses %s; only mem... and apo_... are allowed" % name
    elif layer in QUIET_LAYERS and name in PROGRAM_ONLY:
        yield "uses %s; only programs print and exit" % name


def code_of(text):
    """C source without comments, strings and character constants; line numbers are preserved."""
    pattern = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(pattern, lambda match: "\n" * match.group(0).count("\n"), text, flags=re.S)


def check_source(path, text):
    """Compilers replace some banned calls, so the archive does not show them all."""
    for number, line in enumerate(code_of(text).split("\n"), 1):
        for name in re.findall(r"\b(\w+)\s*\(", line):
            if name in BANNED:
                yield "%s:%d: uses %s, which is banned" % (path, number, name)


def check_sources(root):
    faults = []
    for path in sorted(glob.glob(os.path.join(root, "**", "*.[ch]"), recursive=True)):
        with open(path, encoding="utf-8") as stream:
            faults += check_source(os.path.relpath(path, root), stream.read())
    return faults


def layer_of(archive):
    return re.sub(r"^libapo_|\.a$", "", os.path.basename(archive))


def check_archive(archive):
    result = subprocess.run(
        ["nm", "--format=sysv", archive], check=True, capture_output=True, text=True
    )
    layer = layer_of(archive)
    faults = check_symbols(layer, read_symbols(result.stdout))
    return ["%s: %s" % (layer, fault) for fault in sorted(set(faults))]


def check_program(program):
    """The command may print, but not call banned functions."""
    result = subprocess.run(
        ["nm", "--dynamic", "--format=sysv", "--undefined-only", program],
        check=True,
        capture_output=True,
        text=True,
    )
    faults = check_symbols("cli", read_symbols(result.stdout))
    return ["apothecary: %s" % fault for fault in sorted(set(faults))]


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    root = arguments[1] if len(arguments) == 2 else os.path.join(here, "..", "src")
    archives = sorted(glob.glob(os.path.join(arguments[0], "**", "libapo_*.a"), recursive=True))
    faults = [fault for archive in archives for fault in check_archive(archive)]
    program = os.path.join(arguments[0], "apothecary")
    if os.path.exists(program):
        faults += check_program(program)
    if not archives:
        faults.append("%s: no archives libapo_*.a; build first" % arguments[0])
    faults += check_sources(root)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("archives: %d looked at, %d faults" % (len(archives), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
