#!/usr/bin/env python3
"""Puts the modules of a page into one file, so that a page makes a dozen requests and not fifty.

usage: bundle_js.py FOLDER ENTRY.js

Prints ENTRY.js with all modules that it imports, each in a function of its own. Modules that every
page has loaded already (SHARED) stay imports: they must exist once. Of JavaScript only the forms are
understood that our modules use: import { a, b as c } from './x.js'; export before a declaration;
export { a, b as c }; anything else at the beginning of a line that imports or exports is a fault.
tools/embed_web.py uses this for the pages named in ENTRIES.
"""
import os
import posixpath
import re
import sys

ENTRIES = ["analysis.js", "game.js", "games.js", "join.js", "lobby.js", "pictured.js", "rules-page.js"]
SHARED = {"dom.js", "i18n.js", "settings.js"}

IMPORT = re.compile(r"^import \{([^}]*)\} from '([^']+)';\n", re.MULTILINE)
DECLARED = re.compile(r"^export ((?:async )?function\*?|class|const|let) (\w+)", re.MULTILINE)
LISTED = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
OTHER = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)


class Fault(Exception):
    """A module that is not understood."""


def names_of(text):
    """[(own name, other name)] of "a, b as c"."""
    pairs = []
    for part in text.split(","):
        words = part.split()
        if len(words) == 3 and words[1] == "as":
            pairs.append((words[0], words[2]))
        elif len(words) == 1:
            pairs.append((words[0], words[0]))
        elif words:
            raise Fault("not a list of names: %s" % text.strip())
    return pairs


def variable(name):
    """What the module is called within the bundle."""
    return "$" + re.sub(r"\W", "_", name)


class Module:
    """One module, taken apart."""

    def __init__(self, name, text):
        self.name = name
        self.imports = [(posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2])),
                         names_of(found[1])) for found in IMPORT.finditer(text)]
        body = IMPORT.sub("", text)
        self.exports = [(found[2], found[2]) for found in DECLARED.finditer(body)]
        body = DECLARED.sub(r"\1 \2", body)
        for found in LISTED.finditer(body):
            self.exports += names_of(found[1])
        body = LISTED.sub("", body)
        left = OTHER.search(body)
        if left:
            raise Fault("%s: not understood: %s" % (name, left[0]))
        self.body = body.rstrip("\n")

    def import_lines(self):
        """Takes what it needs out of the modules that stand before it."""
        return ["const { %s } = %s;" % (", ".join(own if own == other else "%s: %s" % (own, other)
                                                  for own, other in names), variable(target))
                for target, names in self.imports if target not in SHARED]

    def wrapped(self):
        """As a function that gives its exports; addresses stay those of the module."""
        here = "new URL('./%s', import.meta.url).href" % self.name
        given = ", ".join(own if own == other else "%s: %s" % (other, own)
                          for own, other in self.exports)
        return "\n".join(["const %s = (() => {" % variable(self.name), *self.import_lines(),
                          self.body.replace("import.meta.url", here),
                          "return { %s };" % given, "})();"])


def ordered(entry, texts):
    """All modules that `entry` needs, each behind those that it needs itself."""
    modules, under_way = {}, []

    def visit(name):
        if name in modules or name in SHARED:
            return
        if name in under_way:
            raise Fault("%s imports itself: %s" % (name, " ".join(under_way)))
        if name not in texts:
            raise Fault("%s: there is no such module" % name)
        under_way.append(name)
        module = Module(name, texts[name])
        for target, _ in module.imports:
            visit(target)
        under_way.pop()
        modules[name] = module

    visit(entry)
    return list(modules.values())


def shared_imports(modules):
    """The imports of shared modules, once for all; the same name means the same thing everywhere."""
    wanted = {}
    for module in modules:
        for target, names in module.imports:
            if target in SHARED:
                if any(own != other for own, other in names):
                    raise Fault("%s: what is shared keeps its name" % module.name)
                wanted.setdefault(target, set()).update(own for own, _ in names)
    return ["import { %s } from './%s';" % (", ".join(sorted(names)), target)
            for target, names in sorted(wanted.items())]


def bundle(entry, texts):
    """`texts`: name -> source of all modules. Gives the source of the bundle."""
    if posixpath.dirname(entry):
        raise Fault("%s: a page's script stands in no folder" % entry)
    *others, last = ordered(entry, texts)
    parts = [*shared_imports([*others, last]), *(module.wrapped() for module in others),
             *last.import_lines(), last.body]
    return "\n".join(parts) + "\n"


def apply(files):
    """`files`: [(name, bytes)]; gives the same with the pages' scripts bundled."""
    texts = {name: data.decode() for name, data in files if name.endswith(".js")}
    return [(name, bundle(name, texts).encode() if name in ENTRIES else data)
            for name, data in files]


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    folder, entry = arguments
    texts = {}
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "node_modules"]
        for name in names:
            if name.endswith(".js"):
                path = os.path.join(where, name)
                with open(path, encoding="utf-8") as stream:
                    texts[os.path.relpath(path, folder).replace(os.sep, "/")] = stream.read()
    try:
        sys.stdout.write(bundle(entry, texts))
    except Fault as fault:
        sys.exit("bundle_js.py: %s" % fault)


if __name__ == "__main__":
    main(sys.argv[1:])
