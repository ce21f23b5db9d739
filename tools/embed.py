#!/usr/bin/env python3
"""Writes the C file that holds the definition files of variants/.

usage: embed.py [--bare] OUT.c [FILE.variant ...]

The texts become arrays of characters, not string literals: C11 promises only 4095 bytes for a
literal, and a definition file may be longer. OUT.c is replaced only when its text changes. With
--bare the comments of the definitions are left out, for a build that has to be small.
"""
import os
import sys

HEAD = """/* Made by tools/embed.py from the files of variants/; do not edit. */
#include "definition/file/embedded.h"
"""
PER_LINE = 20


def character(byte):
    """A C constant of type int that fits into a char, signed or not."""
    if byte in (0x27, 0x5C):
        return "'\\" + chr(byte) + "'"
    if 0x20 <= byte < 0x7F:
        return "'" + chr(byte) + "'"
    if byte == 0x0A:
        return "'\\n'"
    return "'\\x%02x'" % byte


def array(index, data):
    cells = [character(byte) for byte in data] + ["0"]
    lines = [", ".join(cells[i : i + PER_LINE]) for i in range(0, len(cells), PER_LINE)]
    return "\nstatic const char text_%d[] = {\n    %s};\n" % (index, ",\n    ".join(lines))


def source(files):
    """files: list of (name, bytes), sorted."""
    parts = [HEAD]
    for index, (_, data) in enumerate(files):
        parts.append(array(index, data))
    parts.append("\nconst struct apo_embedded_file apo_embedded_variants[] = {\n")
    for index, (name, data) in enumerate(files):
        parts.append('    {"%s", text_%d, %d},\n' % (name, index, len(data)))
    # C has no empty arrays; the last row closes the list and is not counted.
    parts.append("    {0, 0, 0},\n};\n")
    parts.append("\nconst size_t apo_embedded_variants_count = %d;\n" % len(files))
    return "".join(parts)


def read(path):
    name = os.path.basename(path).removesuffix(".variant")
    if not name or not all(c.isascii() and (c.isalnum() or c in "-_") for c in name):
        sys.exit("embed.py: %s: a name may have letters, digits, '-' and '_' only" % path)
    with open(path, "rb") as stream:
        return name, stream.read()


def bare(data):
    """A definition without comments and blank lines: they end at # wherever it stands."""
    lines = (line.split(b"#")[0].rstrip() for line in data.split(b"\n"))
    return b"\n".join(line for line in lines if line) + b"\n"


def write_if_changed(path, text):
    try:
        with open(path, encoding="ascii") as stream:
            if stream.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="ascii") as stream:
        stream.write(text)


def main(arguments):
    is_bare = arguments[:1] == ["--bare"]
    arguments = arguments[is_bare:]
    if not arguments:
        sys.exit(__doc__)
    files = sorted((read(path) for path in arguments[1:]), key=lambda f: f[0].encode())
    if is_bare:
        files = [(name, bare(data)) for name, data in files]
    write_if_changed(arguments[0], source(files))


if __name__ == "__main__":
    main(sys.argv[1:])
