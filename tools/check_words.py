#!/usr/bin/env python3
"""Checks that the sources and the texts for people use the words of docs/GLOSSARY.md.

usage: check_words.py [ROOT]        (default: the folder above tools/)

Faults: a public type (a typedef of include/apothecary/) or a folder of the sources without a row in
the glossary; a row that names a type or folder that is not there; a word, type or folder with two
rows; a type that is defined in two places; a word of tools/banned_words.tsv.
"""
import functools
import os
import re
import subprocess
import sys

# Folders whose parts have rows of their own.
FOLDERS = ("src", "web")
SOURCES = re.compile(r"\.(c|h|cpp|js|mjs|py|sh|cmake|css|ts)$|(^|/)(CMakeLists\.txt|Makefile)$")
TEXTS = re.compile(r"\.(md|html|txt|po|variant|svg)$|(^|/)(README|SECURITY)")
# History, licences, recorded data, and the lists of these words themselves stay as they are.
EXEMPT = re.compile(
    r"^(CHANGELOG\.md|LICENSE|docs/GLOSSARY\.md|tools/banned_words\.tsv|tests/data/|"
    r"fuzz/corpus/|tests/tools/test_check_words\.py|web/package-lock\.json)"
)
TYPEDEF = re.compile(r"\btypedef\s+(?:struct|enum|union)\s+\w+\s*\{|\btypedef\b", re.M)
TAG = re.compile(r"(?<!typedef )\b(?:struct|enum|union)\s+(\w+)\s*\{")
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
BREAK = "\n\x01\n"
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def list_files(root):
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return listed.stdout.splitlines()
    found = []
    for folder, _, names in os.walk(root):
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def typedef_names(text):
    """(name, line, defines) of each typedef; `defines` is false for a mere forward declaration."""
    text = re.sub(
        r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S
    )
    for match in re.finditer(r"\btypedef\b", text):
        depth, at = 0, match.end()
        while at < len(text) and (text[at] != ";" or depth > 0):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        body = text[match.end() : at]
        flat = re.sub(r"\{.*\}", "{}", body, flags=re.S).strip()
        function = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", flat) or re.match(
            r"[\w\s*]+?\b(\w+)\s*\(", flat
        )
        names = [function.group(1)] if function else re.findall(r"(\w+)\s*(?:\[[^]]*\])*\s*$", flat)
        is_forward = re.fullmatch(r"(?:struct|enum|union)\s+\w+\s+\w+", flat) is not None
        for name in names:
            yield name, text.count("\n", 0, match.start()) + 1, not is_forward


def tag_names(text):
    """(name, line) of each struct, enum and union that is defined with a tag of its own."""
    for match in TAG.finditer(text):
        yield match.group(1), text.count("\n", 0, match.start()) + 1


def glossary_tables(text):
    """Heading -> list of (line, cells) of the table below it."""
    tables, heading = {}, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        elif line.startswith("|") and not re.match(r"\|[\s:|-]*$", line):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            tables.setdefault(heading, []).append((number, cells))
    return {heading: rows[1:] for heading, rows in tables.items()}  # without the headings


def check_twice(rows, what):
    seen = {}
    for number, cells in rows:
        for word in re.sub(r"\(.*?\)", "", cells[0]).split(","):
            word = word.strip().strip("`")
            if word in seen:
                yield "docs/GLOSSARY.md:%d: %s %s has a row in line %d" % (
                    number,
                    what,
                    word,
                    seen[word],
                )
            seen[word] = number


def check_folders(files, rows):
    there = {}
    for path in files:
        parts = path.split("/")[:-1]
        if parts and parts[0] in FOLDERS:
            for depth in range(2, len(parts) + 1):
                folder = "/".join(parts[:depth])
                there.setdefault(parts[depth - 1], set()).add(folder)
    named = {}
    for number, cells in rows:
        named[cells[0].strip("`")] = {part.strip().strip("`") for part in cells[1].split(",")}
        for folder in sorted(named[cells[0].strip("`")]):
            if folder not in there.get(cells[0].strip("`"), set()):
                yield "docs/GLOSSARY.md:%d: there is no folder %s" % (number, folder)
    for name, folders in sorted(there.items()):
        for folder in sorted(folders - named.get(name, set())):
            yield "docs/GLOSSARY.md: no row for the folder %s" % folder


def check_types(root, files, rows):
    public, defined, tagged = {}, {}, {}
    for path in files:
        if not re.match(r"(src|include)/.*\.[ch]$", path):
            continue
        text = read(root, path)
        for name, line in tag_names(text):
            tagged.setdefault(name, []).append("%s:%d" % (path, line))
        for name, line, defines in typedef_names(text):
            if path.startswith("include/"):
                public[name] = "%s:%d" % (path, line)
            if defines:
                defined.setdefault(name, []).append("%s:%d" % (path, line))
    named = {}
    for number, cells in rows:
        for name in cells[0].split(","):
            named[name.strip().strip("`")] = number
    for name, where in sorted(public.items()):
        if name not in named:
            yield "%s: no row for the type %s in docs/GLOSSARY.md" % (where, name)
    for name, number in sorted(named.items()):
        if name not in public:
            yield "docs/GLOSSARY.md:%d: there is no public type %s" % (number, name)
    for name in sorted(defined.keys() | tagged.keys()):
        # A typedef and its own tag, one after the other in a file, are one type.
        files_of = {place.rsplit(":", 1)[0] for place in defined.get(name, [])}
        places = defined.get(name, []) + [
            place for place in tagged.get(name, []) if place.rsplit(":", 1)[0] not in files_of
        ]
        if name.startswith("apo_") and len(places) > 1:
            yield "%s: type %s is defined again in %s" % (places[0], name, ", ".join(places[1:]))


def read_banned(text):
    """(pattern, where, instead, exempt) of each row: tabs between, # for a comment."""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            cells = line.split("\t")
            exempt = re.compile(cells[3]) if len(cells) > 3 and cells[3] else None
            flags = re.I | re.M if cells[0] == "text" else re.M
            yield re.compile(cells[1], flags), cells[0], cells[2], exempt


@functools.lru_cache(maxsize=None)
def split_name(name):
    return " ".join(PART.findall(name)).lower()


def parts_of(names):
    """The words that each identifier is made of, a line for each: apo_move_list and moveList are
    "apo move list" and "move list"."""
    return "\n".join(map(split_name, names))


def check_banned(root, files, banned):
    banned = list(banned)
    for path in files:
        is_source, is_text = bool(SOURCES.search(path)), bool(TEXTS.search(path))
        if EXEMPT.match(path) or not (is_source or is_text):
            continue
        rows = [
            row
            for row in banned
            if (is_source or row[1] == "text") and not (row[3] and row[3].search(path))
        ]
        parts = parts_of(IDENTIFIER.findall(path))
        names = [row for row in rows if row[1] == "name" and row[0].search(parts)]
        for row in names:
            yield "%s: file name: say %s" % (path, row[2])
        lines = read(root, path).splitlines()
        # Most rows match nowhere in a file, which one search says. No match goes over a BREAK.
        whole = BREAK.join(lines)
        parts = parts_of(set(IDENTIFIER.findall(whole))) if is_source else ""
        rows = [row for row in rows if row[0].search(parts if row[1] == "name" else whole)]
        for number, line in enumerate(lines if rows else [], 1):
            parts = parts_of(IDENTIFIER.findall(line)) if is_source else ""
            for pattern, where, instead, exempt in rows:
                match = pattern.search(parts if where == "name" else line)
                if match and not (exempt and exempt.search(line)):
                    yield '%s:%d: "%s": say %s' % (path, number, match.group(), instead)


def check(root):
    files = [path for path in list_files(root) if os.path.isfile(os.path.join(root, path))]
    tables = glossary_tables(read(root, "docs/GLOSSARY.md"))
    faults = []
    for heading, what in (("Words", "the word"), ("Folders", "the folder"), ("Types", "the type")):
        faults += check_twice(tables.get(heading, []), what)
    faults += check_folders(files, tables.get("Folders", []))
    faults += check_types(root, files, tables.get("Types", []))
    faults += check_banned(root, files, read_banned(read(root, "tools/banned_words.tsv")))
    return faults


def main():
    root = (
        sys.argv[1]
        if len(sys.argv) > 1
        else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    )
    faults = check(root)
    for fault in faults:
        print(fault)
    print("%d faults" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
