#!/usr/bin/env python3
"""Lists the names that the server can fill templates with: every word in its sources that could be
one.

A template that uses another name is faulty, and the server reports it at startup
(src/server/web/pages.c).
usage: page_names.py OUT.c SOURCE.c...
"""
import re
import sys

LITERAL = re.compile(r'"([a-z][a-z0-9_]{0,39})"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def words_of(path):
    with open(path, encoding="utf-8") as file:
        return LITERAL.findall(COMMENT.sub("", file.read()))


def write(path, names):
    lines = [
        "/* Made by tools/page_names.py. */",
        "#include <stddef.h>",
        "",
        '#include "server/web/page_names.h"',
        "",
        "const char *const apo_page_names[] = {",
    ]
    lines += ['    "%s",' % name for name in names]
    text = "\n".join([*lines, "    NULL,", "};", ""])
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    write(sys.argv[1], sorted({name for path in sys.argv[2:] for name in words_of(path)}))


main()
