#!/usr/bin/env python3
"""Checks the names in the documents against the sources.

usage: check_docs.py [--root FOLDER]

In all Markdown files but CHANGELOG.md, which is history:
  - every `apo_...` name occurs in the sources, outside comments. `apo_<noun>_new` and `apo_round_*`
    stand for any name of that form;
  - every path in backticks leads somewhere, from the root or from src/: `src/net/http.c`,
    `net/http.c`, `tests/rules/<word>.spec`, `api_*.c`. A file of C, Python or JavaScript needs no
    folder. Paths outside our folders (`/api/games`, `build/x`) are not checked.

In docs/ARCHITECTURE.md the tables "folder of `src`" and "folder of `src/LAYER`" say of each folder
what it may use as tools/check_layers.py does, and the table of threads names each file of src/ that
starts some.

In docs/where-is.md a row that names a function or a table, such as `find_blockers`, names a file in
which it occurs too.

In docs/journeys.md each item of a numbered list is a step:

    3. `apo_round_play` (`src/server/round/round.c`) asks `apo_game_play()` ...

  - the step's function (or table) is defined in that file;
  - what it names with `()` it calls or hands on: the name occurs in its body, or in that of a
    function of the same file which it uses;
  - a journey (a heading "##") has no gaps: each step is named by one before it. The first step
    after a heading of any kind may begin anew: there the text says who calls it.
"""
import argparse
import fnmatch
import os
import re
import sys

import check_layers

JOURNEYS = "docs/journeys.md"
MAP = "docs/ARCHITECTURE.md"
PLACES = "docs/where-is.md"
HISTORY = {"CHANGELOG.md"}
# Folders of built or fetched files, and third-party texts.
SKIPPED = {"node_modules", "__pycache__"}
SOURCES = (
    "src",
    "include",
    "tests",
    "fuzz",
    "examples",
    "cmake",
    "bench",
    "CMakeLists.txt",
)
CODE_ENDINGS = (".c", ".h", ".py", ".js", ".mjs")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
NAME = re.compile(r"\bapo_\w+(?:[<*][\w<>*]*)?|\bapo_<[\w<>*]*")
INLINE = re.compile(r"`([^`\n]+)`")
PLACEHOLDER = re.compile(r"<[^>]*>")
# A function or a table that begins in the first column and ends with a } there.
BLOCK = re.compile(r"^\w[^\n;{}]*?\b(\w+)(?:\([^;{}]*\{|(?:\[[^\n;]*)? = *\{)(?:.|\n)*?^\}", re.M)
# A function, or a method that is indented by two blanks.
SCRIPT_BLOCK = re.compile(
    r"^(?:export )?(?:async )?function (\w+)\((?:.|\n)*?^\}"
    r"|^  (?:async |static |get )*(#?\w+)\([^\n]*\) \{(?:.|\n)*?^  \}",
    re.M,
)
HEADING = re.compile(r"(##+) ")
STEP = re.compile(r"^\d+\. `(#?\w+)` \(`([^`]+)`\)")
FOLDERS_HEAD = re.compile(r"\| folder of `src(?:/(\w+))?` \|")
FOLDERS_ROW = re.compile(r"\| `(\w+)` \| ?([^|]*?) ?\|")
MENTION = re.compile(r"`(#?\w+)(\(\))?`")
THREADS_HEAD = "| part | owner |"
STARTS_THREAD = re.compile(r"\b(?:pthread_create|apo_workers_new)\((?!apo_workers \*\*)")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as stream:
        return stream.read()


def files_of(root):
    """All paths of the project, folders too, relative to the root."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(
            f for f in folders if f not in SKIPPED and not f.startswith((".git", "build"))
        )
        for name in folders + sorted(files):
            yield os.path.relpath(os.path.join(folder, name), root)


def words_of(root, paths):
    """All names apo_... that stand in sources, outside comments."""
    words = set()
    for path in paths:
        if path.split(os.sep)[0] in SOURCES and os.path.isfile(os.path.join(root, path)):
            if path.endswith((".c", ".h", ".cpp", ".cmake", ".txt", ".py", ".mjs")):
                text = COMMENT.sub(" ", read(os.path.join(root, path)))
                words.update(re.findall(r"\bapo_\w+", text))
    return words


def prose_of(text):
    """(line number, line) of each line outside fenced blocks."""
    is_fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            is_fenced = not is_fenced
        elif not is_fenced:
            yield number, line


def name_faults(path, text, words):
    for number, line in enumerate(text.split("\n"), 1):
        for name in NAME.findall(line):
            pattern = PLACEHOLDER.sub("*", name)
            if pattern.endswith("_"):
                pattern += "*"
            if name not in words and not fnmatch.filter(words, pattern):
                yield "%s:%d: nothing in the sources is called %s" % (
                    path,
                    number,
                    name,
                )


def is_there(pattern, paths, bases, tops):
    """True if the path exists, or is not one of ours."""
    first = pattern.split("/")[0]
    if "/" not in pattern:
        is_ours = pattern.endswith(CODE_ENDINGS) and not pattern.startswith(".")
        return not is_ours or bool(fnmatch.filter(bases, pattern))
    if first not in tops:
        return True
    return any(fnmatch.filter(paths, start + pattern) for start in ("", "src/", "include/"))


def path_faults(path, text, paths):
    paths = set(paths)
    bases = {os.path.basename(p) for p in paths}
    tops = {p for p in paths if "/" not in p}
    tops |= {p.split("/")[1] for p in paths if p.startswith("src/")}
    for number, line in prose_of(text):
        for code in INLINE.findall(line):
            for word in re.findall(r"[\w./*-]+", PLACEHOLDER.sub("*", code)):
                if not is_there(word.rstrip("./"), paths, bases, tops):
                    yield "%s:%d: there is no %s" % (path, number, word)


class Source:
    """The functions and tables of a file, and the names in each."""

    def __init__(self, path):
        is_script = path.endswith((".js", ".mjs"))
        text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', COMMENT.sub(" ", read(path)))
        methods = re.sub(r"(?m)^(?:export )?class .*$", "", text)
        self.blocks = {}
        for block in SCRIPT_BLOCK.finditer(methods) if is_script else BLOCK.finditer(text):
            name = block.group(block.lastindex)
            words = re.findall(r"#?\w+", block.group(0))
            words.remove(name)
            self.blocks.setdefault(name, set()).update(words)

    def names_used_by(self, name):
        """The names in its body and in the bodies of what it uses from the same file."""
        done, todo, names = set(), [name], set()
        while todo:
            block = todo.pop()
            if block not in done:
                done.add(block)
                names |= self.blocks[block]
                todo += self.blocks[block] & self.blocks.keys()
        return names


class Step:
    """An item of a numbered list: its function and file (None if it has none), and its names."""

    def __init__(self, number, line, is_first):
        head = STEP.match(line)
        self.number = number
        self.name, self.path = head.groups() if head else (None, None)
        self.is_first = is_first
        self.calls, self.names = set(), set()
        self.read(line[head.end() :] if head else "")

    def read(self, line):
        for name, call in MENTION.findall(line):
            (self.calls if call else self.names).add(name)


def journeys_of(text):
    """The steps of each journey; a journey is the text below a heading of the second level."""
    journeys, step, is_first = [], None, True
    for number, line in prose_of(text):
        heading = HEADING.match(line)
        if heading:
            is_first = True
            if heading.group(1) == "##":
                journeys.append([])
        if re.match(r"\d+\. ", line) and journeys:
            step = Step(number, line, is_first)
            journeys[-1].append(step)
            is_first = False
        elif step is not None and line.startswith("   "):
            step.read(line)
        else:
            step = None
    return journeys


def step_fault(root, step, named):
    """The fault of a step; None if there is none."""
    if step.name is None:
        return "a step begins with its function and file: `name` (`path`)"
    if not step.is_first and step.name not in named:
        return "no step before this one names %s" % step.name
    if not os.path.isfile(os.path.join(root, step.path)):
        return "there is no %s" % step.path
    source = Source(os.path.join(root, step.path))
    if step.name not in source.blocks:
        return "%s does not define %s" % (step.path, step.name)
    used = source.names_used_by(step.name) | {step.name}
    missing = sorted(step.calls - used)
    if missing:
        return "%s of %s does not use %s" % (step.name, step.path, ", ".join(missing))
    return None


def journey_faults(root, path, text):
    journeys = [steps for steps in journeys_of(text) if steps]
    if not journeys:
        yield "%s:1: there are no steps" % path
    for steps in journeys:
        named = set()
        for step in steps:
            fault = step_fault(root, step, named)
            if fault:
                yield "%s:%d: %s" % (path, step.number, fault)
            named |= step.calls | step.names


def layers_of():
    """The contents of each table of the map: layer (None: all of src/) -> folder -> folders."""
    return {None: check_layers.MAY_USE, **check_layers.FOLDERS}


def map_faults(path, text, layers):
    seen, layer, is_table = {}, None, False
    for number, line in prose_of(text):
        head, row = FOLDERS_HEAD.match(line), FOLDERS_ROW.match(line)
        if head:
            layer, is_table = head.group(1), True
            seen[layer] = set()
        elif not line.startswith("|"):
            is_table = False
        elif is_table and row:
            folder, said = row.groups()
            folders = layers.get(layer, {})
            seen[layer].add(folder)
            used = (
                set(folders) - {folder} if said == "all of them" else set(re.findall(r"\w+", said))
            )
            if folder not in folders or used != set(folders[folder]):
                wanted = ", ".join(sorted(folders.get(folder, {"not there"})))
                yield "%s:%d: what %s may use is: %s" % (path, number, folder, wanted or "nothing")
    for layer, folders in layers.items():
        missing = sorted(set(folders) - seen.get(layer, set()))
        if missing:
            yield "%s:1: no row for %s of %s" % (path, ", ".join(missing), layer or "src")


def thread_faults(root, path, text, paths):
    """Each source that starts threads is named in the table of threads."""
    named, is_table = set(), False
    for _, line in prose_of(text):
        is_table = line.startswith(THREADS_HEAD) or (is_table and line.startswith("|"))
        if is_table:
            named |= set(re.findall(r"`(src/[\w/]+\.c)`", line))
    for source in paths:
        if source.startswith("src/") and source.endswith(".c") and source not in named:
            if STARTS_THREAD.search(COMMENT.sub(" ", read(os.path.join(root, source)))):
                yield "%s:1: the table of threads does not name %s" % (path, source)


def place_faults(root, path, text, paths):
    """Each name with a _ in a row of a table occurs in a file that the row names."""
    for number, line in prose_of(text):
        codes = INLINE.findall(line) if line.startswith("|") else []
        named = [code for code in codes if code.endswith(CODE_ENDINGS)]
        files = [p for p in paths if any(("/" + p).endswith("/" + code) for code in named)]
        if not files:
            continue
        used = set()
        for file in files:
            used.update(re.findall(r"\w+", COMMENT.sub(" ", read(os.path.join(root, file)))))
        for name in codes:
            if re.fullmatch(r"\w+_\w+", name) and name not in used:
                yield "%s:%d: no file of this row has %s" % (path, number, name)


def faults_of(root, layers=None):
    paths = [p.replace(os.sep, "/") for p in files_of(root)]
    words = words_of(root, paths)
    for path in paths:
        if not path.endswith(".md") or path in HISTORY:
            continue
        text = read(os.path.join(root, path))
        yield from name_faults(path, text, words)
        yield from path_faults(path, text, paths)
        if path == MAP:
            yield from map_faults(path, text, layers or layers_of())
            yield from thread_faults(root, path, text, paths)
        if path == PLACES:
            yield from place_faults(root, path, text, paths)
        if path == JOURNEYS:
            yield from journey_faults(root, path, text)
    if JOURNEYS not in paths:
        yield "%s: there is none" % JOURNEYS


def main(arguments):
    parser = argparse.ArgumentParser(description="Holds the names in the documents to the sources.")
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    faults = list(faults_of(parser.parse_args(arguments).root))
    for fault in faults:
        print(fault)
    print("%d faults in documents" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
