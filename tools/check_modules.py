#!/usr/bin/env python3
"""Proves that the modules of web/ import one another in one direction only.

usage: check_modules.py [WEB]        (default: web/ beside tools/)

Faults: an import from a folder that MAY_USE does not allow; a folder with modules that has no line
there, or a module in no folder; an import that names no file, or is not relative; modules that
import each other in a circle.
"""
import os
import posixpath
import re
import sys

# Folders shared by several kinds of page, from the lowest level up.
WIDGETS = {"lib", "board", "widgets"}

# folder -> folders whose modules it may import, besides its own
MAY_USE = {
    "lib": set(),
    "board": {"lib"},
    "widgets": {"lib", "board"},
    "app": WIDGETS,
    "lobby": WIDGETS,
    "game": WIDGETS,
    "analysis": WIDGETS,
    "editor": WIDGETS,
    "workshop": WIDGETS,
    "tournament": WIDGETS,
    "archive": WIDGETS,
    "problem": WIDGETS,
    "rulebook": WIDGETS,
    "talk": WIDGETS,
    "translate": WIDGETS,
    "learn": WIDGETS,
    "solo": WIDGETS,
    "embed": WIDGETS,
}
# Not modules of pages: packages installed by npm, and their configuration.
LEFT_OUT_FOLDERS = {"node_modules"}
LEFT_OUT = {"eslint.config.js"}

IMPORT = re.compile(
    r"""^(?:import|export)\s+(?:[\w*$, ]*(?:\{[^}]*\})?\s*from\s*)?['"]([^'"]+)['"]"""
    r"""|\bimport\(\s*['"]([^'"]+)['"]""",
    re.M,
)


def read_modules(web):
    """name below WEB -> text."""
    modules = {}
    for where, folders, names in os.walk(web):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT_FOLDERS)
        for name in sorted(names):
            path = os.path.join(where, name)
            if name.endswith(".js") and name not in LEFT_OUT:
                with open(path, encoding="utf-8") as stream:
                    modules[os.path.relpath(path, web).replace(os.sep, "/")] = stream.read()
    return modules


def imports_of(name, text):
    """[(line, what it says, module that it names)]"""
    found = []
    for match in IMPORT.finditer(text):
        said = match[1] or match[2]
        line = text.count("\n", 0, match.start(1) if match[1] else match.start(2)) + 1
        found.append(
            (line, said, posixpath.normpath(posixpath.join(posixpath.dirname(name), said)))
        )
    return found


def circles(graph):
    """Lists of modules that import each other, each found once."""
    found, done = [], set()

    def visit(name, path):
        if name in path:
            found.append(path[path.index(name) :] + [name])
        elif name not in done:
            for target in graph[name]:
                visit(target, path + [name])
            done.add(name)

    for name in graph:
        visit(name, [])
    return found


def check(web):
    """(faults, number of modules)"""
    modules = read_modules(web)
    faults, graph = [], {}
    for name, text in modules.items():
        folder = name.split("/")[0] if "/" in name else ""
        if folder not in MAY_USE:
            faults.append("%s: its folder has no line in MAY_USE" % name)
        graph[name] = []
        for line, said, target in imports_of(name, text):
            other = target.split("/")[0]
            if not said.startswith(".") or target not in modules:
                faults.append('%s:%d: "%s" is no module of web/' % (name, line, said))
                continue
            graph[name].append(target)
            if other != folder and other not in MAY_USE.get(folder, set()):
                faults.append("%s:%d: %s must not import from %s" % (name, line, folder, other))
    faults += ["a circle: %s" % " -> ".join(circle) for circle in circles(graph)]
    return faults, len(modules)


def main(arguments):
    if len(arguments) > 1:
        sys.exit(__doc__)
    web = (
        arguments[0]
        if arguments
        else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web")
    )
    faults, count = check(web)
    for fault in faults:
        print(fault)
    print("%d modules, %d faults" % (count, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
