#!/usr/bin/env python3
"""Finds lines that are too long to read side by side.

usage: check_width.py [ROOT]        (default: the folder above tools/)

Sources and scripts: 100 columns. Prose in Markdown and definition files: 130. A line may be longer
if it cannot be broken: rows of tables, headings, what stands between ``` in Markdown, and lines
with one word (an address, a FEN, a regular expression) that takes up half of the limit.
"""
import os
import re
import sys

import check_words

SOURCES = re.compile(
    r"\.(c|h|cpp|js|mjs|ts|css|py|sh|cmake|in)$|(^|/)(CMakeLists\.txt|Makefile|Containerfile)$"
    r"|^(scripts|tools|\.ci)/[\w-]+$"
)
PROSE = re.compile(r"\.(md|variant)$")
# Recorded data, expected outputs of programs, generated pages, and the list of changes.
EXEMPT = re.compile(
    r"^(tests/data/|fuzz/corpus/|tests/golden/.*\.sh$|docs/(rules-index|variant-format)\.md$)"
    r"|^CHANGELOG\.md$"
)
SOURCE_COLUMNS, PROSE_COLUMNS = 100, 130


def is_breakable(line, columns):
    return max(map(len, line.split())) <= columns // 2


def prose_of(text):
    """(number, line) of breakable lines in Markdown: no tables, headings, blocks between ```."""
    is_block = False
    for number, line in enumerate(text.splitlines(), 1):
        is_block ^= line.lstrip().startswith("```")
        if not is_block and not re.match(r"\s*\||#", line):
            yield number, line


def check_text(path, text):
    is_prose = PROSE.search(path) is not None
    columns = PROSE_COLUMNS if is_prose else SOURCE_COLUMNS
    lines = prose_of(text) if path.endswith(".md") else enumerate(text.splitlines(), 1)
    for number, line in lines:
        if len(line) > columns and is_breakable(line, columns):
            yield "%s:%d: %d columns; the limit is %d" % (path, number, len(line), columns)


def check(root):
    faults = []
    for path in check_words.list_files(root):
        if EXEMPT.match(path) or not (PROSE.search(path) or SOURCES.search(path)):
            continue
        if os.path.isfile(os.path.join(root, path)):
            faults += check_text(path, check_words.read(root, path))
    return faults


def main():
    root = sys.argv[1:] or [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
    faults = check(root[0])
    for fault in faults:
        print(fault)
    print("%d faults" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
