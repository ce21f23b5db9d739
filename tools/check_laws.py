#!/usr/bin/env python3
"""Proves that every parser is reached from a law of fuzz/. The laws' programs search for texts that
break a law, and for texts that cost much.

usage: check_laws.py BUILD_DIR [ROOT]        (default: the folder above tools/)

A parser is a function in a header of src/ or include/ that takes text (an apo_span) and has one of
VERBS as a word of its name, or that takes words off the front of a text (`apo_span *rest`). The
object files tell what a law reaches: what a function calls or takes the address of, and for tables
all that stands in the same section. (A parser that is inlined wherever it is called would need a
call from another file.) Faults: a parser that no law reaches and that has no row in
WITHOUT_LAW; a row that is not needed; a law that is not built or has no corpus.
"""
import os
import re
import subprocess
import sys

import check_calls
import check_layers

VERBS = {"read", "parse", "decode", "import", "compile", "detect", "guess", "handle", "likely"}

# Parsers that need no law, each with the reason.
WITHOUT_LAW = {
    "apo_archive_remarks_read": "the text is the name of a reader; remarks come from the store",
    "apo_draft_read_file": "the text is a path; what the file holds is read by parsers with laws",
    "apo_follow_feed_read": "the text is the name of a person; the rows come from the store",
    "apo_guess_start": "a word of the one who types a command, compared with names",
    "apo_json_schema_member": "reads the schemas that the program itself contains",
    "apo_match_clock_read": "an option of the one who starts a match",
    "apo_match_seconds_read": "an option of the one who starts a match",
    "apo_play_session_handle": "what a person types to a program of their own",
    "apo_problem_query_read": "the text is the name of a person; http.route_costs asks the route",
    "apo_reader_read_number": "the text is a key of the store",
    "apo_replica_numbers_read": "three numbers of an index that the replica's own program wrote",
    "apo_trainer_read": "a checkpoint that the same program wrote, of a checked length",
    "apo_variant_read_file": "the text is a path; what the file holds is read by parsers with laws",
}

ENTRY = "LLVMFuzzerTestOneInput"
OBJECT = re.compile(r".*/src/(.+)\.c\.o$")
LAW = re.compile(r".*/corpus_\w+\.dir/fuzz_(\w+)\.c\.o$")
FILE = re.compile(r"(.*): +file format ")
SECTION = re.compile(r"RELOCATION RECORDS FOR \[(.*)\]:$")
# address, seven flags, section, size, visibility, name
SYMBOL = re.compile(r"([0-9a-f]+) (.{7}) (\S+)\t[0-9a-f]+ +(?:\.\w+ )?(\S+)$")
# offset, kind, what is meant, what is added to its address
RECORD = re.compile(r"\s*[0-9a-f]+:?\s+R_\w+\s+([^\s+-]+)(?:([+-]0x[0-9a-f]+))?$")
LABEL = re.compile(r"[0-9a-f]+ <(\S+)>:$")
MENTION = re.compile(r"<([^>+]+)(?:\+0x[0-9a-f]+)?>$")
CALL_SIZE = 4  # on some machines an address counts from the end of the word that holds it


def find_parsers(sources):
    """function -> the header that declares it."""
    parsers = {}
    for path, text in sources.items():
        for statement in check_calls.statements(text) if path.endswith(".h") else ():
            match = re.search(r"(apo_\w+) ?\((.*)\)", statement)
            if match and not statement.startswith("typedef") and is_parser(*match.groups()):
                parsers[match.group(1)] = path
    return parsers


def is_parser(name, parameters):
    if re.search(r"\bapo_span \*rest\b", parameters):
        return True
    return bool(VERBS & set(name.split("_")) and re.search(r"\bapo_span \w", parameters))


def find_objects(build, sources):
    """module of src/ -> its newest object file, law -> its object file."""
    modules, laws = {}, {}
    for folder, _, files in os.walk(build):
        for path in (os.path.join(folder, name) for name in files):
            module, law = OBJECT.match(path), LAW.match(path)
            if law:
                laws[law.group(1)] = path
            elif module and module.group(1) + ".c" in sources:
                modules[module.group(1)] = newer(path, modules.get(module.group(1)))
    return modules, laws


def newer(path, other):
    return path if other is None or os.path.getmtime(path) > os.path.getmtime(other) else other


def dump(paths, *options):
    """Runs objdump; yields each line with the object file that it is about."""
    run = subprocess.run(["objdump", *options, *paths], check=True, capture_output=True, text=True)
    path = None
    for line in run.stdout.splitlines():
        match = FILE.match(line)
        path = match.group(1) if match else path
        if line and not match:
            yield path, line


class Needs:
    """What each function and each section of data needs. A name that only its object file knows is
    a pair with the path of this file; so is a section."""

    def __init__(self, paths):
        self.needs, self.shared, self.functions = {}, set(), {}
        for path, section, record in list(self.read_symbols(paths)):
            self.add((path, section), self.target(path, record))
        self.read_code(paths)

    def read_symbols(self, paths):
        """Yields the addresses that tables hold, for when all names are known."""
        section = None
        for path, line in dump(paths, "-t", "-r"):
            section = None if line == "SYMBOL TABLE:" else section
            match = SECTION.match(line)
            section = match.group(1) if match else section
            symbol = SYMBOL.match(line) if section is None else None
            if symbol:
                self.read_symbol(path, *symbol.groups())
            record = RECORD.match(line)
            if record and section and section.startswith((".data", ".rodata")):
                yield path, section, record

    def read_symbol(self, path, address, flags, section, name):
        if section != "*UND*" and flags[0] in "gu":
            self.shared.add(name)
        if "F" in flags:
            self.functions[(path, section, int(address, 16))] = name
        elif "O" in flags:
            self.add(self.node(path, name), (path, section))

    def read_code(self, paths):
        user = None
        for path, line in dump(paths, "-d", "-r", "--no-show-raw-insn"):
            label, record, mention = LABEL.match(line), RECORD.match(line), MENTION.search(line)
            if label:
                user = self.node(path, label.group(1))
            elif record:
                self.add(user, self.target(path, record))
            elif mention:
                self.add(user, self.node(path, mention.group(1)))

    def node(self, path, name):
        return name if name in self.shared else (path, name)

    def target(self, path, record):
        """A function that only its file knows is meant by its section and its place there."""
        name, place = record.group(1), int(record.group(2) or "0", 16)
        for start in (place, place + CALL_SIZE):
            if (path, name, start) in self.functions:
                return self.node(path, self.functions[(path, name, start)])
        return self.node(path, name)

    def add(self, user, used):
        self.needs.setdefault(user, set()).add(used)

    def reached(self, start):
        seen, todo = set(), [start]
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo.extend(self.needs.get(node, ()))
        return seen


def check_laws(root, laws):
    """Each law must be built and have texts to start from."""
    folder = os.path.join(root, "fuzz")
    for name in sorted(os.listdir(folder)):
        match = re.fullmatch(r"fuzz_(\w+)\.c", name)
        if match and match.group(1) not in laws:
            yield "fuzz/%s: no object file; build first" % name
        elif match and not os.path.isdir(os.path.join(folder, "corpus", match.group(1))):
            yield "fuzz/%s: has no corpus, so nobody looks for texts that cost much" % name


def check_parsers(parsers, reached):
    for name in sorted(parsers):
        if name not in reached and name not in WITHOUT_LAW:
            yield "%s (%s): no law of fuzz/ reaches this parser" % (name, parsers[name])
    for name in sorted(WITHOUT_LAW):
        if name not in parsers:
            yield "%s: is no parser; take its row out of WITHOUT_LAW" % name
        elif name in reached:
            yield "%s: a law reaches it; take its row out of WITHOUT_LAW" % name


def check(build, root):
    sources = check_layers.read_sources(os.path.join(root, "src"))
    parsers = find_parsers(sources)
    modules, laws = find_objects(build, sources)
    if not laws:
        return ["%s: no object files of laws; build first" % build], 0
    reached = Needs([*modules.values(), *laws.values()]).reached(ENTRY)
    return [*check_laws(root, laws), *check_parsers(parsers, reached)], len(parsers)


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    root = arguments[1] if len(arguments) == 2 else os.path.join(here, "..")
    faults, count = check(arguments[0], root)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("laws: %d parsers, %d faults" % (count, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
