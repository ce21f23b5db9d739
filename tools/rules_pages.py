#!/usr/bin/env python3
"""Turns docs/games/*.md into the text of the rules pages.

usage: tools/rules_pages.py [--list] OUTDIR [FILE.md ...]

Writes OUTDIR/<game>.html, a fragment without the page's frame, for each file (default: all of
docs/games), and OUTDIR/<language>/<game>.html for each in a folder of a language. A translation has
the blocks of the English file, one for one: headings get the English anchors, so that links hold in
every language, and what is missing or out of place is an error. What these files use of Markdown is
understood: headings, paragraphs, lists, tables, code, emphasis, links; anything else is an error,
so that nothing is shown that was not meant. Links between the files become links between the pages;
links to other files of the sources lose their target. --list prints what would be written, and
writes nothing.
"""
import html
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "docs" / "games"
# Files that are of no use to players.
LEFT_OUT = {"peers"}

INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\[(?P<label>[^\]]+)\]\((?P<target>[^)\s]+)\)"
    r"|\*\*(?P<strong>.+?)\*\*"
    r"|(?<!\w)\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*(?!\w)"
)
ITEM = re.compile(r"(?:[-*]|\d+\.) +")


class Fault(Exception):
    """Markdown that is not understood."""


def slug(heading):
    """The anchor of a heading, in the form used by code hosting sites."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def target_of(target):
    """A link's target on the site, or None if there is none."""
    if target.startswith("#") or target.startswith("https://"):
        return target
    name, _, anchor = target.partition("#")
    path = (GAMES / name).resolve()  # as in the English file, whose neighbours have the same names
    if path.parent == GAMES and path.suffix == ".md" and path.stem not in LEFT_OUT:
        return f"/rules/{path.stem}" + (f"#{anchor}" if anchor else "")
    return None


def inline(text):
    """Emphasis, code and links within a line."""
    out, at = [], 0
    for found in INLINE.finditer(text):
        out.append(html.escape(text[at : found.start()], quote=False))
        at = found.end()
        if found["code"]:
            out.append(f"<code>{html.escape(found['code'], quote=False)}</code>")
        elif found["label"]:
            target = target_of(found["target"])
            words = inline(found["label"])
            out.append(words if target is None else f'<a href="{html.escape(target)}">{words}</a>')
        elif found["strong"]:
            out.append(f"<strong>{inline(found['strong'])}</strong>")
        else:
            out.append(f"<em>{inline(found['em'])}</em>")
    out.append(html.escape(text[at:], quote=False))
    return "".join(out)


def cells(line):
    """The cells of a table row. Bars inside code are not supported."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(lines, english):
    """A table; the list of pieces is marked, for the page to find."""
    head, rows = cells(lines[0]), [cells(line) for line in lines[2:]]
    if not re.fullmatch(r"[|:\- ]+", lines[1]):
        raise Fault("a table needs a line of dashes below its head")
    is_pieces = cells(english[0])[0] == "letter"
    out = [
        '<div class="table-box" tabindex="0">',
        '<table class="pieces">' if is_pieces else "<table>",
    ]
    if any(head):
        names = "".join(
            f'<th scope="col">{inline(cell)}</th>' if cell else "<td></td>" for cell in head
        )
        # The script of the page draws the pieces' moves in the last column.
        names += '<td class="piece-moves"></td>' if is_pieces else ""
        out.append(f"<thead><tr>{names}</tr></thead>")
    out.append("<tbody>")
    for row in rows:
        first = f'<th scope="row">{inline(row[0])}</th>' if row[0] else "<td></td>"
        others = "".join(f"<td>{inline(cell)}</td>" for cell in row[1:])
        others += '<td class="piece-moves"></td>' if is_pieces else ""
        out.append(f"<tr>{first}{others}</tr>")
    return out + ["</tbody></table></div>"]


def listing(lines):
    """A list without nested lists; an indented line continues its item."""
    tag = "ol" if lines[0][0].isdigit() else "ul"
    items = []
    for line in lines:
        start = ITEM.match(line)
        if start:
            items.append(line[start.end() :])
        elif line.startswith(" "):
            items[-1] += " " + line.strip()
        else:
            raise Fault(f"not an item of a list: {line}")
    return [f"<{tag}>", *(f"<li>{inline(item)}</li>" for item in items), f"</{tag}>"]


def shape(lines):
    """What a translation must share with the English block: its kind and its size."""
    first = lines[0]
    if first.startswith("#"):
        return "heading", first.partition(" ")[0]
    if first.startswith("|"):
        return "table", [len(cells(line)) for line in lines]
    if ITEM.match(first):
        return "list", sum(bool(ITEM.match(line)) for line in lines)
    return "paragraph", None


def block(lines, english):
    """One block: lines without an empty one between; and the English one that it translates."""
    first = lines[0]
    if shape(lines) != shape(english):
        raise Fault(f"not like the English text, which has here: {english[0]}")
    if first.startswith("#"):
        marks, _, words = first.partition(" ")
        if len(lines) > 1 or len(marks) > 4:
            raise Fault(f"not a heading: {first}")
        level = len(marks)
        # The page's own heading is the game's name.
        anchor = slug(english[0].partition(" ")[2])
        return [] if level == 1 else [f'<h{level} id="{anchor}">{inline(words)}</h{level}>']
    if first.startswith("|"):
        return table(lines, english)
    if ITEM.match(first):
        return listing(lines)
    if first.startswith((">", "<", "    ")):
        raise Fault(f"not understood: {first}")
    return [f"<p>{inline(' '.join(line.strip() for line in lines))}</p>"]


def blocks(text):
    """Splits the text at empty lines; code in fences stays whole."""
    out, lines, is_code = [], [], False

    def close(kind):
        if lines or kind == "code":
            out.append((kind, list(lines)))
        lines.clear()

    for line in text.splitlines():
        if line.startswith("```"):
            close("code" if is_code else "text")
            is_code = not is_code
        elif is_code or line.strip():
            lines.append(line)
        else:
            close("text")
    if is_code:
        raise Fault("a fence is not closed")
    close("text")
    return out


def render(text, english=None):
    """A whole file; `english` is the text that it translates, if it does."""
    out = []
    parts = blocks(text)
    originals = parts if english is None else blocks(english)
    if len(parts) != len(originals):
        raise Fault(f"{len(parts)} blocks where the English text has {len(originals)}")
    for (kind, lines), (kind_there, english_lines) in zip(parts, originals):
        if kind != kind_there or (kind == "code" and lines != english_lines):
            raise Fault(f"not like the English text, which has here: {english_lines[0]}")
        if kind == "code":
            code = html.escape("\n".join(lines), quote=False)
            out.append(f'<pre tabindex="0"><code>{code}</code></pre>')
        else:
            out += block(lines, english_lines)
    return "\n".join(out) + "\n"


def place_of(path, folder):
    """Where the page of a file is written, and the English file if it is a translation, or None."""
    if path.resolve().parent.parent == GAMES:
        return folder / path.parent.name / f"{path.stem}.html", GAMES / path.name
    return folder / f"{path.stem}.html", None


def main(arguments):
    is_listing = "--list" in arguments
    arguments = [argument for argument in arguments if argument != "--list"]
    if not arguments or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    files = [Path(name) for name in arguments[1:]] or sorted(
        path for path in GAMES.rglob("*.md") if path.stem not in LEFT_OUT
    )
    for path in files:
        out, english = place_of(path, folder)
        if is_listing:
            print(out)
            continue
        try:
            text = render(
                path.read_text(encoding="utf-8"), english and english.read_text(encoding="utf-8")
            )
        except Fault as fault:
            print(f"{path}: {fault}", file=sys.stderr)
            return 1
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
