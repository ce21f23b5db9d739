#!/usr/bin/env python3
"""Proves from the object files that the boundaries inside src/ are respected.

usage: check_calls.py BUILD_DIR [SOURCE_ROOT]        (default: src/ beside tools/)

A module calls another if its object file needs a symbol that the other's defines. Faults: a call of
a folder that check_layers.py does not allow; modules that call each other in a circle, unless they
lie in one folder and WHOLES says that they are one thing; a header that declares what its folder
does not define; a source without an object file, or with an old one.
"""
import os
import re
import subprocess
import sys

import check_layers

# Parents with their parts: one thing in several files, which may call each other in a circle. The
# header of the parent names each part in its first comment.
WHOLES = {
    "cli/match/player": (
        ["uci", "xboard"],
        "the two protocols that a player can speak, and what they share",
    ),
    "definition/betza/betza": (
        ["bracket", "directions", "group", "legs"],
        "a recursive grammar: brackets hold moves, groups hold legs",
    ),
    "definition/betza/dialect": (
        ["fairy", "xboard"],
        "two dialects rewritten move by move with the same tools",
    ),
    "net/http": (
        [
            "http_asset",
            "http_connection",
            "http_forward",
            "http_listen",
            "http_loop",
            "http_pack",
            "http_reply",
            "http_request",
            "http_route",
            "http_slice",
            "http_stream",
        ],
        "an event loop: each step of a request can end it, and the end of one begins the next",
    ),
    "rules/rules/castling": (
        ["castling_fen"],
        "a rule names its FEN field, which asks the rule who may castle",
    ),
    "search/search": (["prune"], "the tree is searched by recursion, also for what prunes it"),
    "server/live/live": (
        ["change", "loading", "shared", "time", "watch"],
        "a game in memory: what changes it, here or on another server, is told to watchers "
        "and moves its timers; a change or a timer may have it read first",
    ),
}

# Generated sources, and the module whose header declares what they define.
GENERATED = {
    "nets_embedded": "cli/nets/embedded_nets",
    "page_names": "server/web/page_names",
    "rules_embedded": "cli/rulebook/embedded_rules",
    "variants_embedded": "definition/file/embedded",
    "web_embedded": "cli/serve/web_assets",
}

# Only in builds for several processors, not in those of developers.
OPTIONAL = {"cli/processor/choose"}

OBJECT = re.compile(r"[^/]+\.dir/(?:src/(.+)|(\w+))\.c\.o$")
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def find_objects(build):
    """module -> its newest object file."""
    objects = {}
    top = os.path.join(build, "CMakeFiles")
    for folder, _, files in os.walk(top):
        for path in (os.path.join(folder, name) for name in files):
            match = OBJECT.fullmatch(os.path.relpath(path, top))
            module = match and (match.group(1) or GENERATED.get(match.group(2)))
            if module and (
                module not in objects or os.path.getmtime(objects[module]) < os.path.getmtime(path)
            ):
                objects[module] = path
    return objects


def read_symbols(objects):
    """symbol -> module that defines it; module -> symbols that it needs. A program may replace a
    module of another one by its own: then the first by name counts."""
    modules = {objects[module]: module for module in sorted(objects)}
    defined, needed = {}, {module: set() for module in objects}
    if not modules:
        return defined, needed
    run = subprocess.run(["nm", "-A", "-P", *modules], check=True, capture_output=True, text=True)
    for line in run.stdout.splitlines():
        path, _, row = line.rpartition(": ")
        name, kind = row.split()[:2]
        if kind in "Uvw":
            needed[modules[path]].add(name)
        elif kind.isupper():
            defined.setdefault(name, modules[path])
    return defined, needed


def check_objects(sources, objects, root):
    """Layers that this build leaves out completely are not checked."""
    built = {module.split("/")[0] for module in objects}
    modules = [path[: -len(".c")] for path in sources if path.endswith(".c")]
    modules = [module for module in modules if module in objects or module not in OPTIONAL]
    missing = [
        module for module in modules if module.split("/")[0] in built and module not in objects
    ]
    old = [
        module for module in modules if module in objects and is_old(objects[module], root, module)
    ]
    for group, fault in ((missing, "no object file"), (old, "newer than its object file")):
        if group:
            yield "%s.c (%d in all): %s; build first" % (group[0], len(group), fault)


def is_old(target, root, module):
    return os.path.getmtime(target) < os.path.getmtime(os.path.join(root, module + ".c"))


def call_graph(defined, needed):
    """module -> modules that it calls, each with one of the symbols."""
    return {
        module: {
            defined[name]: name for name in sorted(names) if defined.get(name, module) != module
        }
        for module, names in needed.items()
    }


def may_call(user, used):
    layer, folder = check_layers.place_of(user)
    used_layer, used_folder = check_layers.place_of(used)
    if layer != used_layer:
        return used_layer in check_layers.MAY_USE.get(layer, ())
    return folder == used_folder or used_folder in check_layers.FOLDERS[layer].get(folder, ())


def check_directions(graph):
    for user, calls in graph.items():
        for used, name in calls.items():
            if not may_call(user, used):
                yield "%s must not call %s (%s)" % (user, used, name)


def whole_of(group):
    """The row of WHOLES that allows this circle, or None."""
    for parent, (parts, _) in WHOLES.items():
        folder = os.path.dirname(parent)
        if set(group) <= {parent} | {"%s/%s" % (folder, part) for part in parts}:
            return parent
    return None


def check_circles(graph):
    """Also rows of WHOLES that no circle needs any more."""
    used_rows = set()
    for group in check_layers.cycles(graph):
        parent = whole_of(group)
        used_rows.add(parent)
        if parent is None:
            edges = [
                "%s -> %s (%s)" % (a, b, graph[a][b])
                for a in group
                for b in sorted(graph[a])
                if b in group
            ]
            yield "modules call each other: " + ", ".join(edges)
    for parent in sorted(WHOLES.keys() - used_rows):
        if parent in graph:
            yield "%s: is in no circle of calls; take its row out of WHOLES" % parent


def check_wholes(sources):
    """The parent's header must tell readers that its parts belong together."""
    for parent, (parts, _) in WHOLES.items():
        headers = [sources[parent + end] for end in (".h", "_priv.h") if parent + end in sources]
        comments = " ".join(match.group(0) for match in map(COMMENT.search, headers) if match)
        if not headers:
            yield "%s: has no header that names its parts" % parent
        for part in parts:
            if headers and not re.search(r"\b%s\.c\b" % part, comments):
                yield "%s: the first comment of its header does not name its part %s.c" % (
                    parent,
                    part,
                )


def statements(text):
    """The outermost level of a header, without comments, directives and bodies."""
    text = COMMENT.sub(" ", text)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)
    text = re.sub(r'extern\s+"C"\s*\{', "", text)
    depth, statement = 0, ""
    for char in text:
        if char == "}" and depth > 0:
            depth -= 1
            if depth == 0 and statement.rstrip().endswith(")"):  # a function with its body
                statement = ""
        elif char == "{":
            depth += 1
        elif depth == 0 and char == ";":
            yield " ".join(statement.split())
            statement = ""
        elif depth == 0:
            statement += char


def declared_symbols(text):
    """Functions and objects with external linkage that a header declares."""
    for statement in statements(text):
        if re.match(r"(typedef|static|_Static_assert)\b", statement) or re.fullmatch(
            r"(struct|union|enum)( \w+)?( ?,.*)?", statement
        ):
            continue
        match = re.search(r"(apo_\w+) ?\(", statement) or re.search(
            r"(apo_\w+) ?(?:\[.*)?$", statement
        )
        if match:
            yield match.group(1)


def check_headers(sources, defined, built):
    for path, text in sources.items():
        if not path.endswith(".h") or path.split("/")[0] not in built:
            continue
        for name in declared_symbols(text):
            module = defined.get(name)
            if module is None:
                yield "%s: declares %s, which no source defines" % (path, name)
            elif check_layers.place_of(module) != check_layers.place_of(path):
                yield "%s: declares %s, which %s defines" % (path, name, module)


def check(build, root):
    sources = check_layers.read_sources(root)
    objects = {
        module: path
        for module, path in find_objects(build).items()
        if module + ".c" in sources or module in GENERATED.values()
    }
    if not objects:
        return ["%s: no object files; build first" % build], 0
    defined, needed = read_symbols(objects)
    graph = call_graph(defined, needed)
    built = {module.split("/")[0] for module in objects}
    faults = [
        *check_objects(sources, objects, root),
        *check_directions(graph),
        *check_circles(graph),
        *check_wholes(sources),
        *check_headers(sources, defined, built),
    ]
    return faults, len(graph)


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    root = arguments[1] if len(arguments) == 2 else os.path.join(here, "..", "src")
    faults, count = check(arguments[0], root)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("calls: %d modules, %d faults" % (count, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
