#!/usr/bin/env python3
"""Makes docs/rules-index.md from the header comments of src/rules/rules/*.c, and the table of
words with which faults of definitions lead to the sections (TABLE).

usage: rules_index.py [--check] [PROJECT_ROOT]

Each rule file begins with one comment that has these tags, each followed by its text (longer texts
go on in the next lines, indented); a blank line ends the tags:

    /* Rule: king's jump
     * Also called: king's leap            other words that players use, or "-"
     * Text: one or two sentences
     * Source: the page the text rests on, or the decision where we had to choose
     * Section: king-jump                  heading in definition files, or "-"
     * Keys: from, targets                 or "-"
     * State: what the rule keeps in a position, or "-"
     * Tests: tests/rules/king_jump.spec, tests/unit/test_rule_king_jump.c
     */

Faults: a missing, empty or unknown tag; a test file that does not exist; with --check, an index
or a table that is not what would be written.
"""
import glob
import os
import re
import sys

TAGS = ["Rule", "Also called", "Text", "Source", "Section", "Keys", "State", "Tests"]
INDEX = "docs/rules-index.md"
TABLE = "src/definition/file/rule_word_table.c"
NOTICE = "<!-- Made by tools/rules_index.py from the rule files; do not edit. -->"
SECTION_NUMBERS = """## Section numbers

Here, in comments of the sources and in tests, "rules 2.5" is section 2.5 of a text from which
the library was written: the inventors' pages, put in order. That text is not in this
repository. What it says of a game is in [games/](games/), what it says of a rule is below, and
its sentences are the cases of `tests/rules/`, each under its number. **[decided]** marks a
choice of ours where the inventor's text is silent or contradicts itself; the last section of a
game's page lists these choices with the other reading, and [decisions/](decisions/) has the one
that needs more room.

| sections | about | where it is told here |
|---|---|---|
| 1.1 to 1.11 | what the games share: check, mate, bare kings, pawns, \
promotion (1.6), reserve (1.7), brouhaha squares (1.8), repetition (1.9), point count (1.10), \
results (1.11) | below |
| 2.1 to 2.6 | the joker | [joker](#joker) |
| 3 | Grand Apothecary Chess-Alert | [alert.md](games/alert.md) |
| 4 | the games on 10x10: 4.1 Modern, 4.2 Classic, 4.3 Apothecary Chess 2 | \
[modern.md](games/modern.md), \
[classic.md](games/classic.md), [apothecary2.md](games/apothecary2.md) |
| 5 | Prequel Chess | [prequel.md](games/prequel.md) |
| 6.1 to 6.6 | squares, coordinate moves (6.2), FEN (6.3), Game Courier (6.4), SAN (6.5), \
PGN (6.6) | \
[fen.md](fen.md), [notations.md](notations.md) |""".split(
    "\n"
)
TAG = re.compile(r"^([A-Z][a-z]*(?: [a-z]+)?):(?:\s+(.*))?$")


def comment_lines(text):
    """The lines of the comment a file begins with, without its decoration."""
    match = re.match(r"\s*/\*(.*?)\*/", text, re.S)
    if not match:
        return []
    return [re.sub(r"^(\s*\*)? ?", "", line).rstrip() for line in match.group(1).split("\n")]


def read_tags(text):
    """tag -> text, in the order of the file; and unknown tags. A blank line ends the tags."""
    tags, unknown, current = {}, [], None
    for line in comment_lines(text):
        match = TAG.match(line)
        if match and match.group(1) in TAGS:
            current = match.group(1)
            tags[current] = match.group(2) or ""
        elif current is None:
            continue
        elif not line.strip():
            break
        elif match:
            unknown.append(match.group(1))
        else:
            tags[current] += " " + line.strip()
    return {tag: value.strip() for tag, value in tags.items()}, unknown


def test_files(tags):
    return [word for word in re.split(r"[\s,]+", tags.get("Tests", "")) if "/" in word]


def check_rule(path, tags, unknown, root):
    faults = ["%s: unknown tag '%s:'" % (path, tag) for tag in unknown]
    for tag in TAGS:
        if not tags.get(tag):
            faults.append("%s: the tag '%s:' is missing or empty" % (path, tag))
    files = test_files(tags)
    if tags.get("Tests") and not files:
        faults.append("%s: 'Tests:' names no file" % path)
    for file in files:
        if not os.path.exists(os.path.join(root, file)):
            faults.append("%s: its test %s does not exist" % (path, file))
    return faults


# Sections that every game has: a rule in one of them is on by a key, or by the letter of a move.
EVERY_GAME = {"board": None, "pieces": "e"}
MAY_CAPTURE_IN_PASSING = re.compile(r"^\s*\w+[ \t]*=[^,\n]*,[^,\n]*?[a-z]*e[a-z]*[A-Z]", re.M)


def uses(sections, tags):
    """True if a game with these sections (see sections_of) uses the rule."""
    section = tags["Section"]
    if section not in EVERY_GAME:
        return section in sections
    keys = [EVERY_GAME[section] or tags["Keys"]]
    return any("%s.%s" % (section, key) in sections for key in keys)


def sections_of(path):
    """The headings of a definition file with their keys ("board.brouhaha"), the base it names
    (or None), and what it drops of it."""
    with open(path, encoding="utf-8") as stream:
        text = re.sub(r"#.*", "", stream.read())
    headings = set()
    for heading, body in re.findall(
        r"^[ \t]*\[[ \t]*([^\]\s]+)[ \t]*\]((?:.*\n?)(?:(?![ \t]*\[).*\n?)*)", text, re.M
    ):
        headings.add(heading)
        headings.update(
            "%s.%s" % (heading, key) for key in re.findall(r"^([\w-]+)[ \t]*=", body, re.M)
        )
        if heading in ("pieces", "men") and MAY_CAPTURE_IN_PASSING.search(body):
            headings.add("pieces.e")
    base = re.search(r"^[ \t]*base[ \t]*=[ \t]*([\w-]+)", text, re.M)
    without = re.search(r"^[ \t]*without[ \t]*=(.*(?:\n[ \t]+[^=\n]+$)*)", text, re.M)
    dropped = set(re.split(r"[\s,]+", without.group(1))) if without else set()
    return headings, base.group(1) if base else None, dropped


def read_games(root):
    """game -> sections it uses, those of its bases included."""
    own = {}
    for path in sorted(glob.glob(os.path.join(root, "variants", "*.variant"))):
        own[os.path.basename(path).removesuffix(".variant")] = sections_of(path)

    def all_sections(game, seen=()):
        if game not in own or game in seen:
            return set()
        headings, base, dropped = own[game]
        return headings | (all_sections(base, seen + (game,)) - dropped)

    return {game: all_sections(game) for game in own}


def linked(path):
    return "[%s](../%s)" % (os.path.basename(path), path)


def entry(path, tags, games):
    using = sorted(game for game, sections in games.items() if uses(sections, tags))
    names = ", ".join("[%s](../variants/%s.variant)" % (game, game) for game in using)
    lines = ["## %s" % tags["Rule"], "", tags["Text"], ""]
    if tags["Also called"] != "-":
        lines.append("- also called: %s" % tags["Also called"])
    lines.append("- code: %s" % linked(path))
    lines.append("- tests: %s" % ", ".join(linked(file) for file in test_files(tags)))
    if tags["Section"] != "-":
        lines.append("- games: %s" % (names or "none of ours"))
        lines.append("- section in definition files: `[%s]`" % tags["Section"])
    if tags["Keys"] != "-":
        lines.append("- keys: %s" % tags["Keys"])
    if tags["State"] != "-":
        lines.append("- kept in the position: %s" % tags["State"])
    lines.append("- source: %s" % tags["Source"])
    return "\n".join(lines) + "\n"


def index_text(root, rules, games, words):
    rows = [
        "# Rules",
        "",
        NOTICE,
        "",
        "From the words that players use to the code, the tests and the games.",
        "",
        *SECTION_NUMBERS,
        "",
        "## The rules",
        "",
        "| rule | also called | code | games |",
        "|---|---|---|---|",
    ]
    for path, tags in rules:
        using = sorted(game for game, sections in games.items() if uses(sections, tags))
        anchor = anchor_of(tags["Rule"])
        called = tags["Also called"].replace("|", "\\|")
        rows.append(
            "| [%s](#%s) | %s | %s | %s |"
            % (
                tags["Rule"],
                anchor,
                "" if called == "-" else called,
                linked(path),
                ", ".join(using),
            )
        )
    entries = [entry(path, tags, games) for path, tags in rules]
    text = "\n".join(rows) + "\n" + "".join("\n" + text for text in entries)
    return text + words_text(root, words)


WORDS = os.path.join("tools", "rule_words.tsv")
EXCHANGE = os.path.join("src", "definition", "exchange")

# Where the words stand that an import reads: (program, files, expressions that find them).
IMPORTS = [
    (
        "Fairy-Stockfish",
        ["fairy_key_table.c", "fairy_keys.c", "fairy_pieces.c"],
        [r'(?:_KEYS?\(|^    \{)"(\w+)"', r"const others\[\] = (\{[^}]*\})"],
    ),
    # Parameters that it ignores change only the look of a page.
    ("Interactive Diagram", ["interactive_read.c"], [r'^    \{"(\w+)", (?!ignore)\w+\}']),
    ("Sjaak", ["sjaak_lines.c"], [r'^        \{"([^"]+)", APO_SJAAK', r'is\(key, "([^"]+)"\)']),
    (
        "Zillions",
        [
            "zillions_%s.c" % part
            for part in "board castling drops ends guess pieces read run special tree ways".split()
        ],
        [
            r'apo_(?:span|zillions)_is\([^;{"]*?"([a-z][a-z?-]+)"',
            r"const (?:words|joins|order)\[[^\]]*\]\s*=\s*(\{[^}]*\})",
        ],
    ),
]
IMPORTS += [
    # Not an import: the commands and the names of games that our engine reads.
    (
        "XBoard",
        ["../../protocol/xboard.c", "../../protocol/xboard_game.c"],
        [r'^ +\{"(\w+)", (?:ignore|apo_xboard_)', r'\{"(\w+)", +(?:"\w+"|NULL|APO_CHESS960)\}'],
    )
]
# Values, and what concerns the look of a game.
NO_RULES = {"true", "false", "win", "loss", "draw", "image", "help", "default", "grid", "version"}
NO_RULES |= {"history", "strategy", "description", "music", "engine", "solution", "icon", "opening"}


def import_words(root, files, expressions):
    """The words of these files that an import reads."""
    words = set()
    for name in files:
        path = os.path.join(root, EXCHANGE, name)
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        for expression in expressions:
            for found in re.findall(expression, text, re.M):
                words.update(re.findall(r'"([\w?-]+)"', found) if "{" in found else [found])
    return {word for word in words - NO_RULES if not word.endswith("-sound")}


def anchor_of(rule):
    return re.sub(r"[^\w\- ]", "", rule.lower()).replace(" ", "-")


def read_words(root):
    """The rows of WORDS: (word, where it is used, rule or "-", how it is said)."""
    path = os.path.join(root, WORDS)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as stream:
        lines = [line.rstrip("\n") for line in stream if not line.startswith("#")]
    return [tuple(line.split("\t")) for line in lines]


def place_of(how):
    """The file that a row leads to with "game NAME" or "page NAME"; None for other rows."""
    kind, _, name = how.partition(" ")
    folder, suffix = {"game": ("variants", ".variant"), "page": ("docs", ".md")}.get(kind, ("", ""))
    return "%s/%s%s" % (folder, name, suffix) if folder else None


def check_words(root, words, rules):
    """Every word that an import reads has a row; rows name rules, games and pages that exist."""
    names = {tags["Rule"] for _, tags in rules}
    faults = [
        "%s: no rule is called '%s'" % (WORDS, row[2])
        for row in words
        if row[2] != "-" and row[2] not in names
    ]
    for word, _, _, how in words:
        place = place_of(how)
        if place and not os.path.exists(os.path.join(root, place)):
            faults.append("%s: %s does not exist (%s)" % (WORDS, place, word))
    for where, files, expressions in IMPORTS if words else []:
        known = {row[0] for row in words if where in row[1]}
        faults += [
            "%s: the key %s is missing (%s)" % (WORDS, key, where)
            for key in sorted(import_words(root, files, expressions) - known)
        ]
    return faults


def colour_keys(root):
    """Fairy-Stockfish's keys that have a form for each colour, with White and Black at the end."""
    path = os.path.join(root, EXCHANGE, "fairy_key_table.c")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as stream:
        found = re.findall(r'^    (?:REGION|SET)_KEYS\("(\w+)"', stream.read(), re.M)
    return {"mobilityRegion", *found}  # which goes on with the piece's name


def words_text(root, words):
    """The table of these words; "" without any."""
    if not words:
        return ""
    have_colours = colour_keys(root)
    rows = [
        "",
        "## Words of other programs",
        "",
        "Keys of Fairy-Stockfish's `variants.ini`, parameters of Interactive Diagrams, words of",
        "Zillions' rules files, Sjaak II's variant files, names of games and commands of XBoard,",
        "and terms of chessvariants.com, with the rule, the game or the page that says the same",
        "here.",
        "",
        "| word | where | rule | how |",
        "|---|---|---|---|",
    ]
    for word, where, rule, how in words:
        link = "none" if rule == "-" else "[%s](#%s)" % (rule, anchor_of(rule))
        place = place_of(how)
        if place:
            link, how = "none", "%s [%s](../%s)" % (*how.split(" "), place)
        forms = [""]
        if where == "Fairy-Stockfish" and word in have_colours:
            forms += ["White", "Black"]
        names = ", ".join("`%s%s`" % (word, form) for form in forms)
        rows.append("| %s | %s | %s | %s |" % (names, where, link, how))
    return "\n".join(rows) + "\n"


TABLE_START = """/* Made by tools/rules_index.py; do not edit. */
#include "definition/file/rule_words.h"

/* clang-format off */
const apo_rule_word apo_rule_word_table[] = {
#ifndef APO_SMALL
"""
TABLE_END = """#endif
    {"", "", ""},
};
/* clang-format on */

const size_t apo_rule_word_count =
    sizeof apo_rule_word_table / sizeof apo_rule_word_table[0] - 1;
"""
# What says no more than the section does.
NO_KEYS = {"see its keys", "the section"}


def how_instead(how):
    """What a definition says for a word that no section is about; None if that is no help."""
    kind, _, rest = how.partition(" ")
    if kind == "page" or how.startswith(("for other programs", "what our export")):
        return None
    if how.startswith("no rule"):
        return how.replace("no rule", "no rule does that")
    return "here: " + ("base = " + rest if kind == "game" else how)


def table_text(root, rules, words):
    """The words of all rules and of other programs, for faults of definitions."""
    section_of = {tags["Rule"]: tags["Section"] for _, tags in rules if tags["Section"] != "-"}
    found = {}

    def add(word, section, how):
        plain = re.sub(r"[^a-z0-9]", "", word.lower())
        if plain and plain not in section_of.values():
            found.setdefault(plain, (section, how))

    for _, tags in rules:
        if tags["Rule"] in section_of and tags["Also called"] != "-":
            for word in [tags["Rule"], *tags["Also called"].split(",")]:
                add(word, section_of[tags["Rule"]], "")
    have_colours = colour_keys(root)
    for word, where, rule, how in sorted(words, key=lambda row: row[2] == "-"):
        section = section_of.get(rule, "")
        how = ("" if how in NO_KEYS else how) if section else how_instead(how)
        if how is None:
            continue
        add(word, section, how)
        if where == "Fairy-Stockfish" and word in have_colours:
            add(word + "White", section, how)
            add(word + "Black", section, how)
    rows = ['    {"%s", "%s", "%s"},\n' % (word, *found[word]) for word in sorted(found)]
    return TABLE_START + "".join(rows) + TABLE_END


def write_or_compare(root, name, text, check):
    """Writes the file; with `check` it returns the fault if it is not what would be written."""
    path = os.path.join(root, name)
    if check:
        old = None
        if os.path.exists(path):
            with open(path, encoding="utf-8") as stream:
                old = stream.read()
        return [] if old == text else ["%s is out of date: run tools/rules_index.py" % name]
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return []


def read_rules(root):
    """[(path, tags)] sorted by the rule's name, and faults."""
    rules, faults = [], []
    for path in sorted(glob.glob(os.path.join(root, "src", "rules", "rules", "*.c"))):
        name = os.path.relpath(path, root)
        if os.path.basename(path) == "list.c":
            continue  # the list of the rules, not one of them
        if os.path.exists(path.rpartition("_")[0] + ".c"):
            continue  # a part of a rule: castling_fen.c of castling.c
        with open(path, encoding="utf-8") as stream:
            tags, unknown = read_tags(stream.read())
        faults += check_rule(name, tags, unknown, root)
        rules.append((name, tags))
    rules.sort(key=lambda rule: rule[1].get("Rule", "").lower())
    return rules, faults


def main(arguments):
    check = "--check" in arguments
    rest = [argument for argument in arguments if argument != "--check"]
    here = os.path.dirname(os.path.abspath(__file__))
    root = rest[0] if rest else os.path.normpath(os.path.join(here, ".."))

    rules, faults = read_rules(root)
    words = read_words(root)
    faults += check_words(root, words, rules)
    if not faults and rules:
        made = {
            INDEX: index_text(root, rules, read_games(root), words),
            TABLE: table_text(root, rules, words),
        }
        for name, text in made.items():
            faults += write_or_compare(root, name, text, check)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("rules index: %d rules, %d faults" % (len(rules), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
