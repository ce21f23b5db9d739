#!/usr/bin/env python3
"""Checks docs/security.md against the tests and the sources.

usage: check_security.py [ROOT]        (default: the folder above tools/)

  - Each row that says "met" names a test, and each test that a row names exists. Tests of
    tests/http/ are named alone, all others with their kind: `unit.totp`.
  - The table of sums counts the rows.
  - Lists are complete, and name nothing that is gone: the files that use cryptography, those that
    connect to something, those that begin a session, those that keep something in a browser, with
    the names of the entries, and the libraries (in the first columns of the tables below these
    headings); in docs/serving.md the events of the log.
  - scripts/install-deps installs the package of each library.
"""
import fnmatch
import os
import re
import sys

PAGE = "docs/security.md"
LOG_PAGE = "docs/serving.md"
STATES = ("met", "partly", "open", "no case")
# kind -> the files that are its tests; * is the test's name
TESTS = {
    "corpus": "fuzz/fuzz_*.c",
    "http": "tests/http/test_*.py",
    "store": "tests/store/test_*.c",
    "unit": "tests/unit/test_*.c",
    "web": "tests/web/*.test.mjs",
}
# heading of a list -> what the sources do that belong in it
LISTS = {
    "### Where cryptography is used": r"#include <(?:sodium\.h|openssl/|liboath/)|apo_sha1\(",
    "### What it connects to": r"\b(?:connect|curl_easy_perform|PQconnectdbParams|"
    r"bufferevent_socket_connect)\(",
    "### Where sessions begin": r"^(?!void ).*\bapo_visitor_add_session\(",
}
# What pages and cookies leave in a browser: the files, and the names of entries.
KEPT_LIST = "### What a browser keeps"
STORES = re.compile(
    r"\b(?:localStorage|sessionStorage|indexedDB|cookieStore|caches|getDirectory)\b"
    r"|document\.cookie"
)
SETS_COOKIE = re.compile(r"(?<!void )\bapo_http_set_cookie\(")
ENTRY = re.compile(r"['\"`](apothecary\.\w+[\w.-]*)['\"`]")
COMMENT_LINE = re.compile(r"(?<!:)//.*")
LOG_LIST = "### Events of the log"
# The second argument of what writes a line.
EVENT = re.compile(
    r"(?:\b(?:apo_log_start|apo_log_text|log_mail)\(\s*[&\w.>-]+|\bsay\(pool),\s*\"(\w+)\""
)
LIBRARIES = "### Libraries"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
CODE = re.compile(r"`([^`]+)`")


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as stream:
        return stream.read()


def find_rows(page):
    """The cells of each requirement: item, asked for, state, where, test."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 5 and re.match(r"\d+\.\d+\.\d+", cells[0]):
            yield cells


def count_items(item):
    """How many requirements a row stands for: "1.2.6 to 1.2.8", "5.4.1, 5.4.2"."""
    count = 0
    for part in item.split(", "):
        ends = [int(name.rsplit(".", 1)[1]) for name in part.split(" to ")]
        count += ends[-1] - ends[0] + 1
    return count


def find_tests(root):
    """The names of all tests as the page writes them."""
    names = set()
    for kind, pattern in TESTS.items():
        folder, file = os.path.split(pattern)
        full = os.path.join(root, folder)
        for name in os.listdir(full) if os.path.isdir(full) else ():
            match = re.fullmatch(re.escape(file).replace(r"\*", "(.+)"), name)
            if match:
                names.add(kind + "." + match.group(1))
    names.update(re.findall(r"NAME (lint\.\w+)", read(root, "tests/lint.cmake")))
    tools = os.path.join(root, "tests/tools")
    names.update("lint." + name[: -len(".py")] for name in os.listdir(tools))
    faults = os.path.join(root, "tests/store/faults")
    names.update(["store.faults"] if os.path.isdir(faults) else [])
    return names


def check_rows(rows, tests):
    for item, _, state, _, cell in rows:
        named = CODE.findall(cell)
        if state not in STATES:
            yield "%s: no such state: %s" % (item, state)
        if state == "met" and not named:
            yield "%s: met, but it names no test" % item
        for name in named:
            full = name if "." in name else "http." + name
            if not fnmatch.filter(tests, full):
                yield "%s: there is no test %s" % (item, full)


def check_sums(page, rows):
    sums = {}
    for item, _, state, _, _ in rows:
        counts = sums.setdefault(item.split(".")[0], dict.fromkeys(STATES, 0))
        if state in counts:
            counts[state] += count_items(item)
    for chapter, counts in sums.items():
        wanted = " | ".join(map(str, [sum(counts.values()), *counts.values()]))
        if not re.search(r"^\| V%s [^|]*\| %s \|$" % (chapter, re.escape(wanted)), page, re.M):
            yield "V%s: the sums should be %s" % (chapter, wanted)
    whole = [sum(counts[state] for counts in sums.values()) for state in STATES]
    wanted = " | ".join(map(str, [sum(whole), *whole]))
    if "| all | %s |" % wanted not in page:
        yield "all: the sums should be %s" % wanted


def list_below(page, heading, column=1):
    """What a column of the table below a heading names; None without the heading."""
    _, found, text = page.partition(heading + "\n")
    names = set()
    for line in re.split(r"^#", text, maxsplit=1, flags=re.M)[0].splitlines():
        if line.startswith("|"):
            names.update(CODE.findall(line.split("|")[column]))
    return names if found else None


def read_sources(root):
    """path -> code without comments; of headers only what they include counts here."""
    sources = {}
    for folder, _, files in os.walk(os.path.join(root, "src")):
        for name in files:
            if name.endswith(".c"):
                path = os.path.relpath(os.path.join(folder, name), root)
                sources[path] = COMMENT.sub("", read(root, path))
    return sources


def compare(heading, listed, found):
    if listed is None:
        yield "%s: no such heading" % heading
        return
    for name in sorted(found - listed):
        yield "%s: %s is missing" % (heading, name)
    for name in sorted(listed - found):
        yield "%s: %s does not belong there" % (heading, name)


def check_libraries(page, packages, installed):
    """The first column has the modules that the build asks for, the second Debian's packages."""
    modules = set()
    for call in re.findall(r"apo_(?:need|use)\(apo_\w+ ([^\n\")]+)", packages):
        modules.update(word for word in call.split() if not word.isupper())
    yield from compare(LIBRARIES, list_below(page, LIBRARIES), modules)
    for name in sorted(list_below(page, LIBRARIES, column=2) or ()):
        if not re.search(r"^    %s(:|\"?$)" % re.escape(name), installed, re.M):
            yield "%s: scripts/install-deps does not install %s" % (LIBRARIES, name)


def read_scripts(root):
    """path -> code without comments of the pages' scripts."""
    scripts = {}
    for folder, folders, files in os.walk(os.path.join(root, "web")):
        folders[:] = [name for name in folders if name != "node_modules"]
        for name in files:
            if name.endswith(".js"):
                path = os.path.relpath(os.path.join(folder, name), root)
                scripts[path] = COMMENT_LINE.sub("", COMMENT.sub("", read(root, path)))
    return scripts


def check_kept(page, sources, scripts):
    found = {path for path, code in scripts.items() if STORES.search(code)}
    found.update(path for path, code in sources.items() if SETS_COOKIE.search(code))
    yield from compare(KEPT_LIST, list_below(page, KEPT_LIST), found)
    entries = {entry for code in scripts.values() for entry in ENTRY.findall(code)}
    entries = {entry for entry in entries if not entry.endswith(".js")}
    yield from compare(KEPT_LIST, list_below(page, KEPT_LIST, column=2), entries)


def check_lists(page, log_page, sources):
    for heading, pattern in LISTS.items():
        found = {path for path, code in sources.items() if re.search(pattern, code, re.M)}
        yield from compare(heading, list_below(page, heading), found)
    events = {event for code in sources.values() for event in EVENT.findall(code)}
    yield from compare(LOG_LIST, list_below(log_page, LOG_LIST), events)


def check(root):
    page, sources = read(root, PAGE), read_sources(root)
    rows = list(find_rows(page))
    return [
        *check_rows(rows, find_tests(root)),
        *check_sums(page, rows),
        *check_lists(page, read(root, LOG_PAGE), sources),
        *check_kept(page, sources, read_scripts(root)),
        *check_libraries(
            page, read(root, "cmake/packages.cmake"), read(root, "scripts/install-deps")
        ),
    ], len(rows)


def main(arguments):
    if len(arguments) > 1:
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    faults, count = check(arguments[0] if arguments else os.path.join(here, ".."))
    for fault in faults:
        print(fault, file=sys.stderr)
    print("security: %d rows, %d faults" % (count, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
