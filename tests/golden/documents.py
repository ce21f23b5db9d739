#!/usr/bin/env python3
"""Checks the documents against the program.

usage: documents.py APOTHECARY

In all Markdown files of the project:
  - blocks marked "console" are run, in the order of the page, in an empty folder of their own.
    "$ COMMAND" is followed by what it prints; "..." at the end of a line stands for anything up to
    the next line that is shown. An HTML comment directly before a block changes how it is treated:
        <!-- type: TEXT -->          TEXT (with \\n for line ends) is typed into the last command
        <!-- line FILE: REGEX -->    the block replaces the one line of FILE that matches
        <!-- after FILE: REGEX -->   the block is put after that line
        <!-- append FILE -->         the block is put at the end of FILE
  - links to other files lead somewhere;
  - README shows examples/embed.c and what it prints;
  - docs/variant-format.md has the key reference that "apothecary help --keys" prints;
  - docs/games/<id>.md shows the first start of the game, and every built-in game has such a page.
"""
import os
import re
import subprocess
import sys
import tempfile

SKIPPED_FOLDERS = {".git", "node_modules"}
FENCE = re.compile(r"^```(\w*)\s*$")
DIRECTIVE = re.compile(r"^<!-- (type|line|after|append)(.*) -->$")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")

faults = []
commands_run = []


def fault(path, line, text):
    faults.append("%s:%d: %s" % (path, line, text))


def documents(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(
            f for f in folders if f not in SKIPPED_FOLDERS and not f.startswith("build")
        )
        for name in sorted(files):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), root)


def blocks(text):
    """(kind, line number of its first line, directive or None, lines) of each fenced block."""
    kind, start, directive, lines = None, 0, None, []
    for number, line in enumerate(text.split("\n"), 1):
        match = FENCE.match(line)
        if match and kind is None:
            kind, start, lines = match.group(1), number + 1, []
        elif match:
            yield kind, start, directive, lines
            kind, directive = None, None
        elif kind is not None:
            lines.append(line)
        elif DIRECTIVE.match(line):
            directive = DIRECTIVE.match(line).groups()
        elif line.strip():
            directive = None


def expected_fits(expected, got):
    """True if the lines are the same, "..." at a line's end standing for anything."""
    pattern = "".join(
        re.escape(line[:-3]) + r"(?:.*\n)*?" if line.endswith("...") else re.escape(line) + r"\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


def steps(lines, start):
    """(line number, command, expected lines) of a console block."""
    result = []
    for offset, line in enumerate(lines):
        if line.startswith("$ "):
            result.append((start + offset, line[2:], []))
        elif result and result[-1][1].endswith("\\") and not result[-1][2]:
            number, command, expected = result.pop()
            result.append((number, command[:-1] + line.strip(), expected))
        elif result:
            result[-1][2].append(line)
    return result


def trimmed(lines):
    """Without trailing blanks, and without empty lines at the beginning and the end."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").split("\n")


def run_console(path, lines, start, typed, scratch, environment):
    todo = steps(lines, start)
    for index, (number, command, expected) in enumerate(todo):
        is_last = index == len(todo) - 1
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=scratch,
            env=environment,
            text=True,
            input=typed if is_last else "",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
        )
        commands_run.append(command)
        got = trimmed(done.stdout.split("\n"))
        if not expected_fits(trimmed(expected), got):
            fault(path, number, "%s\nprints\n%s\n" % (command, "\n".join(got)))


def edit(path, number, directive, lines, scratch):
    verb, rest = directive
    name, _, pattern = rest.strip().partition(": ")
    target = os.path.join(scratch, name)
    with open(target, encoding="utf-8") as stream:
        old = stream.read().split("\n")
    if verb == "append":
        old += lines
    else:
        found = [i for i, line in enumerate(old) if re.search(pattern, line)]
        if len(found) != 1:
            fault(path, number, "%d lines of %s match %r" % (len(found), name, pattern))
            return
        old[found[0] : found[0] + 1] = lines if verb == "line" else [old[found[0]]] + lines
    with open(target, "w", encoding="utf-8") as stream:
        stream.write("\n".join(old))


def run_document(path, text, environment):
    with tempfile.TemporaryDirectory() as scratch:
        environment = dict(environment, HOME=scratch, XDG_DATA_HOME=scratch)
        for kind, start, directive, lines in blocks(text):
            verb = directive[0] if directive else None
            if kind == "console":
                typed = directive[1].lstrip(": ").replace("\\n", "\n") if verb == "type" else ""
                run_console(path, lines, start, typed, scratch, environment)
            elif verb in ("line", "after", "append"):
                edit(path, start, directive, lines, scratch)


def check_links(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        for target in LINK.findall(line):
            if "://" in target:
                continue
            if not os.path.exists(os.path.join(os.path.dirname(path), target)):
                fault(path, number, "the link leads nowhere: %s" % target)


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def check_example(readme):
    for path, kind in (("examples/embed.c", "c"), ("examples/embed.out", "")):
        if "```%s\n%s```" % (kind, read(path)) not in readme:
            fault("README.md", 1, "does not show %s as it is" % path)


def check_keys(command):
    keys = subprocess.run(
        [command, "help", "--keys"], capture_output=True, text=True, check=True
    ).stdout
    if keys not in read("docs/variant-format.md"):
        fault(
            "docs/variant-format.md",
            1,
            "the key reference is not that of the tables: APO_UPDATE=1 test_definition renews it",
        )


def board_of(command, game):
    """The rows of the first start, as a page shows them."""
    fen = subprocess.run(
        [command, "fen", game, "1"], capture_output=True, text=True, check=True
    ).stdout
    rows = fen.split()[0].split("[")[0].split("/")  # without what is in hand
    return [
        "".join("." * int(part) if part.isdigit() else part for part in re.findall(r"\d+|.", row))
        for row in rows
    ]


def is_game(path):
    return os.path.exists("variants/%s.variant" % os.path.basename(path)[: -len(".md")])


def check_start(path, text, command):
    game = os.path.splitext(os.path.basename(path))[0]
    for kind, start, _, lines in blocks(text):
        shown = ["".join(re.sub(r"^ *\d+ ", "", line).split()) for line in lines[:-1]]
        if shown != board_of(command, game):
            fault(path, start, "the diagram does not show start 1")
        return
    fault(path, 1, "there is no diagram of the start")


def check_pages():
    for name in sorted(os.listdir("variants")):
        game, kind = os.path.splitext(name)
        if kind == ".variant" and not os.path.exists("docs/games/%s.md" % game):
            fault("variants/" + name, 1, "the game has no page docs/games/%s.md" % game)


def main():
    command = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as programs:
        os.symlink(command, os.path.join(programs, "apothecary"))
        environment = dict(
            os.environ,
            PATH=programs + ":" + os.environ["PATH"],
            NO_COLOR="1",
            TERM="dumb",
            COLUMNS="80",
            LC_ALL="C.UTF-8",
        )
        for path in documents("."):
            text = read(path)
            check_links(path, text)
            run_document(path, text, environment)
            if os.path.dirname(path) == "docs/games" and is_game(path):
                check_start(path, text, command)
    check_pages()
    check_example(read("README.md"))
    check_keys(command)
    if not commands_run:
        fault("documents.py", 1, "no document has a block marked console")
    for line in faults:
        print(line)
    print("%d commands run, %d faults" % (len(commands_run), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
