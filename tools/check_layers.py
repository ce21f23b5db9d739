#!/usr/bin/env python3
"""Proves that the layers of src/ include one another in one direction only.

usage: check_layers.py [SOURCE_ROOT]        (default: src/ beside tools/)

Public headers (include/apothecary/ beside SOURCE_ROOT) belong to the layer that PUBLIC says,
include one another only, and stand to the layers as that layer's own headers do.

Faults: an include of a folder that MAY_USE does not allow; a folder that has no line there; a
quoted include that is not "layer/module.h" ("layer/folder/module.h" in a layer that has folders) or
names no file; a private header (*_priv.h) of another layer; modules (x.c with x.h) that include
each other in a circle; a special rule, or what it keeps in a position, named in rules/kernel.
"""
import os
import re
import sys

CHESS = {"base", "rules", "definition", "notation"}

# folder -> folders whose headers it may include, besides its own
MAY_USE = {
    "base": set(),
    "rules": {"base"},
    "definition": {"base", "rules"},
    "notation": {"base", "rules", "definition"},
    "game": CHESS,
    "neural": {"base", "rules"},
    "search": CHESS | {"neural"},
    "lessons": CHESS | {"search"},
    "training": CHESS | {"neural", "search"},
    "api": CHESS | {"game", "neural", "search"},
    "protocol": CHESS | {"neural", "search", "api"},
    "store": {"base"},
    "i18n": {"base"},
    "net": {"base", "i18n"},
    "server": CHESS | {"game", "training", "store", "i18n", "net"},
    "wasm": CHESS | {"game", "neural", "search", "lessons"},
    "cli": CHESS
    | {"game", "neural", "search", "training", "api", "protocol"}
    | {"store", "i18n", "net", "server"},
}

# Doors: some layers see another one only through a single header, which is reserved for them.
DOORS = {
    ("search", "rules"): "rules/rules/engine_view.h",
    ("neural", "rules"): "rules/rules/engine_view.h",
    ("lessons", "rules"): "rules/rules/program_view.h",
    ("cli", "rules"): "rules/rules/program_view.h",
    ("protocol", "rules"): "rules/rules/program_view.h",
    ("server", "rules"): "rules/rules/program_view.h",
    ("training", "rules"): "rules/rules/program_view.h",
    ("wasm", "rules"): "rules/rules/program_view.h",
}

# public header -> its layer
PUBLIC = {
    "apothecary/base.h": "base",
    "apothecary/board.h": "rules",
    "apothecary/move.h": "rules",
    "apothecary/variant.h": "rules",
    "apothecary/position.h": "rules",
    "apothecary/definition.h": "definition",
    "apothecary/notation.h": "notation",
    "apothecary/pgn.h": "notation",
    "apothecary/game.h": "game",
    "apothecary/search.h": "search",
    "apothecary/apothecary.h": "api",
}

# A layer too large for one folder has folders: what each may use of the others, besides what the
# layer may use.
WEB = {"round", "web"}
CALL = {"call", "io"}
FOLDERS = {
    "rules": {
        "kernel": set(),
        "tables": {"kernel"},
        "rules": {"kernel", "tables"},
    },
    "definition": {
        "betza": set(),
        "file": {"betza"},
        "advice": {"betza", "file"},
        "draft": {"betza", "file"},
        "exchange": {"betza", "file", "draft"},
    },
    "server": {
        "round": set(),
        "web": {"round"},
        "jobs": WEB,
        "work": WEB,
        "notice": WEB | {"jobs"},
        "live": WEB | {"jobs", "notice"},
        "seek": WEB | {"notice", "live"},
        "archive": WEB | {"notice", "jobs", "live", "talk", "work"},
        "email": WEB | {"notice", "jobs", "live"},
        "invite": WEB | {"notice", "jobs", "live", "seek", "email"},
        "account": WEB
        | {"notice", "jobs", "live", "email", "archive", "invite", "problem"}
        | {"work", "study"},
        "lichess": WEB | {"notice", "jobs", "live", "seek", "email", "invite"},
        "tournament": WEB | {"notice", "jobs", "live", "seek"},
        "problem": {"web", "jobs", "work"},
        "project": {"web", "work", "problem"},
        "talk": WEB | {"notice", "jobs", "live"},
        "workshop": {"web"},
        "study": WEB | {"notice", "talk"},
        "app": WEB
        | {
            "jobs",
            "live",
            "seek",
            "archive",
            "email",
            "invite",
            "account",
            "lichess",
            "notice",
            "tournament",
            "problem",
            "talk",
            "workshop",
            "study",
            "work",
            "project",
        },
    },
    "cli": {
        "call": set(),
        "io": {"call"},
        "rulebook": CALL,
        "view": set(),
        "nets": CALL,
        "processor": set(),
        "engine_program": {"commands"},
        "betza": CALL,
        "lab": CALL | {"nets", "view"},
        "match": CALL | {"view"},
        "play": CALL | {"nets", "rulebook", "view"},
        "selfplay": CALL | {"lab", "match"},
        "train": CALL | {"selfplay"},
        "replay": CALL | {"view"},
        "bot": CALL | {"nets"},
        "work": CALL | {"nets", "bot", "match", "selfplay"},
        "serve": CALL,
        "commands": CALL
        | {"view", "betza", "lab", "match", "nets", "play", "selfplay", "train", "replay", "bot"}
        | {"rulebook", "serve", "work"},
    },
}

# The floor of the rules that all special rules stand on names none of them, in code, comments or
# constants, nor what they keep in a position: a struct of HELD, which the kernel copies and never
# looks into. RULES has the rules' names and words for what they do, but those that are words of
# every game (area, checks, forms, pass). The public struct of a move has fields named after rules:
# one header of the kernel says what they mean to it.
SILENT = "rules/kernel/"
RULES = re.compile(
    r"(?<![a-z])(?:jokers?|launch(?:es|ed|ing)?|castl\w*|checkers?|handicaps?|en.passant"
    r"|brouhaha|pockets?|reserves?|trails?|imitat\w*|double.turns?|drop(?:s|ped)?|hands?"
    r"|promot\w*|walls?|explo(?:de|sion)s?|enclos\w*|extinct\w*|compulsory|must.capture"
    r"|no.checks|kings?.jump|multi.?steps?|royals|rivers?|connections?)(?![a-z])",
    re.I,
)
FIELDS = re.compile(r"(?:\.|->)(?:promoted|launched|wall)\b")
READER = SILENT + "move.h"
HELD = "rules/rules/state.h"
HOLDER = SILENT + "position.h"
HELD_STRUCT = re.compile(r"typedef struct apo_rule_(?:setup|state) \{(.*?)\n\}", re.S)
MEMBER = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)*[,;]")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]*)"|<(apothecary/[^>]*)>)', re.M)


def read_sources(root):
    """All C files, the public headers too: path as in an include -> text."""
    sources = {}
    for top in (root, os.path.join(root, "..", "include")):
        for folder, folders, files in os.walk(top):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".c", ".h")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as stream:
                        sources[os.path.relpath(path, top)] = stream.read()
    return sources


def includes(text):
    """(line, name) of each quoted include."""
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1) or match.group(2)


def place_of(path):
    """Layer and folder of a file; the folder is None where its layer has none."""
    layer, *rest = path.split("/")
    return layer, rest[0] if layer in FOLDERS and len(rest) > 1 else None


def fault_of(path, name, sources):
    """The reason why the file at `path` must not include `name`; None if it may."""
    if name in PUBLIC:
        layer = PUBLIC.get(path) or place_of(path)[0]
        used = PUBLIC[name]
        return (
            None
            if used == layer or used in MAY_USE[layer]
            else "%s must not use %s (%s)" % (layer, used, name)
        )
    if path in PUBLIC:
        return "a public header includes public headers only, not %s" % name
    if path == HELD:
        return "%s includes public headers only, not %s" % (HELD, name)
    if (path, name) == (HOLDER, HELD):
        return None if name in sources else "there is no %s" % name
    layer, folder = place_of(path)
    used, used_folder = place_of(name)
    form = "layer/folder/module.h" if used in FOLDERS else "layer/module.h"
    if not re.fullmatch("/".join(["[a-z0-9_]+"] * form.count("/") + [r"[a-z0-9_]+\.h"]), name):
        return '"%s" should have the form "%s"' % (name, form)
    if used != layer and used not in MAY_USE[layer]:
        return "%s must not use %s (%s)" % (layer, used, name)
    door = DOORS.get((layer, used))
    if door and name != door or not door and name in DOORS.values():
        return "%s must not use %s: %s" % (
            layer,
            name,
            "it has %s" % door if door else "it is a door for others",
        )
    if used == layer and used_folder != folder and used_folder not in FOLDERS[layer][folder]:
        return "%s/%s must not use %s/%s (%s)" % (layer, folder, used, used_folder, name)
    if (used, used_folder) != (layer, folder) and name.endswith("_priv.h"):
        return "%s is private to %s" % (name, os.path.dirname(name))
    if name not in sources:
        return "there is no %s" % name
    return None


def check_includes(sources):
    faults = []
    for path, text in sources.items():
        layer, folder = place_of(path)
        if path in PUBLIC:
            layer, folder = PUBLIC[path], sorted(FOLDERS.get(PUBLIC[path], [None]))[0]
        if "/" not in path or layer not in MAY_USE or folder not in FOLDERS.get(layer, {None}):
            faults.append(
                "%s: its folder has no line in MAY_USE, PUBLIC or FOLDERS of tools/check_layers.py"
                % path
            )
            continue
        for line, name in includes(text):
            fault = fault_of(path, name, sources)
            if fault:
                faults.append("%s:%d: %s" % (path, line, fault))
    return faults


def blank(pattern, text):
    """The text with all matches replaced by spaces."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def held_members(sources):
    """The names of what the rules keep in a setup or a position."""
    text = COMMENT.sub("", sources.get(HELD, ""))
    return {name for body in HELD_STRUCT.findall(text) for name in MEMBER.findall(body)}


def check_silence(sources):
    held = re.compile(r"\b(?:%s)\b" % "|".join(sorted(held_members(sources)) or ["(?!)"]))
    faults = []
    for path, text in sources.items():
        if not path.startswith(SILENT):
            continue
        if path == READER:
            text = blank(FIELDS, text)
        code = blank(COMMENT, text)
        named = {match.start(): match.group() for match in held.finditer(code)}
        named.update((match.start(), match.group()) for match in RULES.finditer(text))
        for at, word in sorted(named.items()):
            faults.append(
                "%s:%d: %s names no rule, but here is %s"
                % (path, text.count("\n", 0, at) + 1, SILENT, word)
            )
    return faults


def module_graph(sources):
    """module ("rules/make") -> modules it includes; x.c, x.h and x_priv.h are one module."""
    stems = {os.path.splitext(path)[0] for path in sources}

    def module(path):
        stem = os.path.splitext(path)[0]
        public = stem.removesuffix("_priv")
        return public if public in stems else stem

    graph = {}
    for path, text in sources.items():
        uses = graph.setdefault(module(path), set())
        uses.update(module(name) for _, name in includes(text) if name in sources)
    for name, uses in graph.items():
        uses.discard(name)
    return graph


def cycles(graph):
    """Groups of modules that reach each other (Tarjan's strongly connected components)."""
    index, low, stack, groups = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for used in sorted(graph[node]):
            if used not in index:
                visit(used)
                low[node] = min(low[node], low[used])
            elif used in stack:
                low[node] = min(low[node], index[used])
        if low[node] == index[node]:
            at = stack.index(node)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1:
                groups.append(sorted(group))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return groups


def check(root):
    sources = read_sources(root)
    faults = check_includes(sources) + check_silence(sources)
    graph = module_graph(sources)
    for group in cycles(graph):
        edges = ["%s -> %s" % (a, b) for a in group for b in sorted(graph[a]) if b in group]
        faults.append("modules include each other: " + ", ".join(edges))
    return faults, len(sources)


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    root = arguments[0] if arguments else os.path.join(here, "..", "src")
    faults, count = check(root)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("layers: %d files, %d faults" % (count, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
