#!/usr/bin/env python3
"""Compares the texts for people in the sources with their translations in web/i18n/.

usage: i18n.py [--update] [--advisory] [ROOT]        (default: the folder above tools/)
       i18n.py --template FILE | --pseudo FILE [ROOT]

Takes all texts out of the templates ({{t ...}}, {{tc ...}}, {{tn ...}}), the scripts (t(), tc(),
tn(), mark()) and the C files (apo_tr(), apo_tr_context(), apo_tr_plural(), APO_T(), titles of
pages, all whole sentences in the server, which are messages for people, and all reasons that the
library gives), and lists for each language what is missing, what is no longer used, and
translations whose gaps, tags or punctuation are not those of the English text. Exit status 1 if
there is anything to list; --advisory makes it 0. --update writes the files anew: new texts get
empty entries, stale ones go, each entry names the files that say it. --template writes a catalogue
without translations, to begin a language with; --pseudo one in a language that nobody speaks: the
English texts with accents, a third longer, from right to left. docs/languages.md explains the rest.
"""
import glob
import os
import re
import sys

# Function or macro of C -> which of its arguments is the text; -2: (context, text) or (one, many).
C_CALLS = {
    "APO_T": ("text", 0),
    "apo_tr": ("text", 1),
    "apo_tr_context": ("context", 1),
    "apo_tr_plural": ("count", 1),
    "apo_pages_reply": ("text", 4),
    "APO_GROUND": ("text", 3),
}
# Where a whole sentence is a message, whatever function it is given to. Descriptions of metrics are
# not.
SENTENCES_IN = ("src/server/", "src/net/", "src/definition/file/bounds.c")
FOR_PROGRAMMERS = "src/server/app/openapi"
SENTENCE = re.compile(r'(?:[A-Z]|"[a-z])(?:[^%]|%s)* (?:[^%]|%s)*[.?]')
# Where the library gives reasons that people meet in pages: there every text of several words is
# one, and whole: one that begins or ends with a blank would be put together with others.
# Descriptions are no reasons.
REASONS_IN = (
    "src/notation/",
    "src/base/status.c",
    "src/rules/rules/setup_faults.h",
    "src/rules/rules/endings.h",
    "src/game/line_tree.c",
    "src/server/archive/import.c",
)
# Opening books are read in the terminal and by the engine only; the words of Game Courier's logs
# are read, never written.
NO_REASONS_IN = ("src/notation/book", "src/notation/courier_items")
DESCRIPTION = re.compile(r"[A-Z].*\.")
# In the rules other texts are for authors of definition files; the reasons are those with which
# these functions fail.
REASON_CALLS_IN = "src/rules/"
REASON_CALLS = {"apo_fail": ("text", 3), "apo_fen_fail": ("text", 2)}
NO_MESSAGE = re.compile(r"(?<!\w)(?:apo_metrics_\w+|GAUGE)\(")
JS_CALLS = {
    "t": ("text", 0),
    "mark": ("text", 0),
    "tc": ("context", 0),
    "tn": ("count", 0),
    "RulesError": ("text", 0),
}

GAP = re.compile(r"\{([A-Za-z0-9_]+)\}")
FILLED = re.compile(r"%s|%\{[A-Za-z0-9_]+\}")
TAG = re.compile(r"<[^<>]*>")
ENDINGS = ".:…?"
# Before these signs French has a space at which no line breaks (U+00A0), as inside its quotation
# marks.
FRENCH_BLANK = re.compile("(?<=\\S) (?=[:;?!»](?:\\W|$))|« ")
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'"}


class Text:
    """One text with all its uses: (context, english) is its key."""

    def __init__(self, context, english, plural):
        self.context, self.english, self.plural = context, english, plural
        self.files = []


class Sources:
    """All texts, in the order in which they come; `faults` are those of the sources."""

    def __init__(self):
        self.texts = {}
        self.faults = []

    def add(self, path, line, context, english, plural=""):
        text = self.texts.setdefault((context, english), Text(context, english, plural))
        if plural and text.plural and text.plural != plural:
            self.faults.append('%s:%d: "%s" has two plurals' % (path, line, english))
        text.plural = text.plural or plural
        if path not in text.files:
            text.files.append(path)


# --- templates ---

SAY = re.compile(r"\{\{(\{?)(t|tc|tn) ")


def close_of(text, start, closing):
    """The end of the tag's text: a gap at its end has its own brace."""
    end = text.find(closing, start)
    inside = text[start:end]
    if end >= 0 and inside.rfind("{") > inside.rfind("}") and text[end + len(closing) :][:1] == "}":
        end += 1
    return end


def take_template(sources, path, text):
    for found in SAY.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        end = close_of(text, found.end(), "}}}" if found[1] else "}}")
        inside = text[found.end() : end].strip()
        if end < 0 or "\n" in inside or not inside:
            sources.faults.append("%s:%d: this text has the wrong form" % (path, line))
        elif found[2] == "t":
            sources.add(path, line, "", inside)
        elif found[2] == "tc":
            context, _, english = inside.partition("|")
            sources.add(path, line, context, english.strip())
        else:
            one, _, many = inside.partition(" ")[2].partition("|")
            sources.add(path, line, "", one.strip(), many.strip())


# --- scripts and C ---

STRING = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\$]|\\.|\$(?!\{))*)`")


def without_comments(text, is_c):
    """The same with blanks for comments, so that lines keep their numbers. Strings are left
    alone."""
    out, at = [], 0
    token = re.compile(
        r"/\*.*?\*/|%s|%s" % (r"//[^\n]*" if is_c else r"(?m:^[ \t]*//[^\n]*)", STRING.pattern),
        re.S,
    )
    for found in token.finditer(text):
        out.append(text[at : found.start()])
        piece = found[0]
        is_comment = piece.lstrip()[:2] in ("/*", "//")
        out.append(re.sub(r"[^\n]", " ", piece) if is_comment else piece)
        at = found.end()
    return "".join(out) + text[at:]


def unescape(text):
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), text)


def arguments(text, at):
    """The arguments of the call whose parenthesis is at `at` - 1: for each a list of the texts that
    stand in it by themselves; strings that only blanks or + separate are one text. None if it never
    ends."""
    args, depth, run, gap = [[]], 0, None, ""
    while at < len(text):
        found = STRING.match(text, at)
        if found:
            value = unescape(next(group for group in found.groups() if group is not None))
            # A string in a comparison is not a text: t(color === 'white' ? 'White' : 'Black').
            if depth == 0 and not gap.rstrip().endswith("="):
                if run is not None and gap.strip() in ("", "+"):
                    args[-1][-1] += value
                else:
                    args[-1].append(value)
                run, gap = True, ""
            at = found.end()
            continue
        char = text[at]
        if char in ")]}" and depth == 0:
            return args
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            args.append([])
            run = None
        gap += char
        at += 1
    return None


def all_texts(text):
    """(line, text) of each string; strings that only blanks separate are one."""
    found = STRING.search(text)
    while found:
        line, value, end = text.count("\n", 0, found.start()) + 1, "", found.start()
        while found and not text[end : found.start()].strip():
            value += unescape(next(group for group in found.groups() if group is not None))
            end = found.end()
            found = STRING.search(text, end)
        yield line, value


def take_sentences(sources, path, text):
    """Messages. What is put together by apo_fail (with a %s) is said by the one who calls it."""
    for found in NO_MESSAGE.finditer(text):
        end = text.find(";", found.end())
        text = text[: found.end()] + re.sub(r"[^\n]", " ", text[found.end() : end]) + text[end:]
    for line, value in all_texts(text):
        if SENTENCE.fullmatch(value):
            sources.add(path, line, "", value)


def take_reasons(sources, path, text):
    for line, value in all_texts(text):
        if " " not in value.strip() or DESCRIPTION.fullmatch(value):
            continue
        if value != value.strip():
            sources.faults.append('%s:%d: "%s" is a piece of a text' % (path, line, value))
        sources.add(path, line, "", value)


def take_calls(sources, path, text, calls, is_c):
    text = without_comments(text, is_c)
    pattern = re.compile(r"(?<![\w.$])(%s)\(" % "|".join(sorted(calls, key=len, reverse=True)))
    for found in pattern.finditer(text):
        kind, index = calls[found[1]]
        args = arguments(text, found.end())
        line = text.count("\n", 0, found.start()) + 1
        if args is None or len(args) <= index:
            continue
        if kind == "text":
            for english in args[index]:
                sources.add(path, line, "", english)
        elif len(args) > index + 1 and args[index] and args[index + 1]:
            first, second = args[index], args[index + 1]
            if kind == "count":
                sources.add(path, line, "", first[0], second[0])
            else:
                for english in second:
                    sources.add(path, line, first[0], english)


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def collect(root):
    sources = Sources()

    def files(pattern):
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
            name = os.path.relpath(path, root).replace(os.sep, "/")
            if "/node_modules/" not in name:
                yield name, read(path)

    for name, text in files("web/pages/*.html"):
        take_template(sources, name, text)
    for name, text in [*files("web/*.js"), *files("web/*/*.js")]:
        if not name.endswith(("/i18n.js", "/demo.js")):
            take_calls(sources, name, text, JS_CALLS, False)
    for name, text in files("src/**/*.[ch]"):
        take_calls(sources, name, text, C_CALLS, True)
        if name.startswith(REASONS_IN) and not name.startswith(NO_REASONS_IN):
            take_reasons(sources, name, without_comments(text, True))
        if name.startswith(REASON_CALLS_IN):
            take_calls(sources, name, text, REASON_CALLS, True)
        if name.startswith(SENTENCES_IN) and not name.startswith(FOR_PROGRAMMERS):
            take_sentences(sources, name, without_comments(text, True))
    sources.texts.pop(("", ""), None)
    return sources


# --- catalogues ---


class Entry:
    def __init__(self):
        self.context = self.english = self.plural = ""
        self.forms, self.files, self.comments = [], [], []
        self.is_fuzzy = False


KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?)\s+(".*")\s*$')


def read_po(text, path):
    """The entries, the header (with an empty English text) first."""
    entries, entry, last = [], Entry(), None

    def finish():
        nonlocal entry, last
        if entry.forms:
            entries.append(entry)
            entry = Entry()
        last = None

    def put(value):
        if last == "form":
            entry.forms[-1] += value
        else:
            setattr(entry, last, getattr(entry, last) + value)

    for number, line in enumerate(text.splitlines(), 1):
        keyword = KEYWORD.match(line)
        if not line.strip():
            finish()
        elif line.startswith("#"):
            if entry.forms:
                finish()
            if line.startswith("#:"):
                entry.files += line[2:].split()
            elif line.startswith("#,"):
                entry.is_fuzzy = entry.is_fuzzy or "fuzzy" in line
            elif not line.startswith("#~"):
                entry.comments.append(line)
        elif keyword:
            if keyword[1] in ("msgctxt", "msgid") and entry.forms:
                finish()
            last = {"msgctxt": "context", "msgid": "english", "msgid_plural": "plural"}.get(
                keyword[1], "form"
            )
            if last == "form":
                entry.forms.append("")
            put(unescape(keyword[3][1:-1]))
        elif line.startswith('"') and last:
            put(unescape(line.strip()[1:-1]))
        else:
            sys.exit("i18n.py: %s:%d: not understood" % (path, number))
    finish()
    if not entries or entries[0].english:
        sys.exit("i18n.py: %s: the header is missing" % path)
    return entries


def form_count(header):
    found = re.search(r"nplurals=(\d)", header.forms[0])
    return int(found[1]) if found else 1


def quoted(text):
    return '"%s"' % (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    )


def write_entry(entry):
    lines = list(entry.comments)
    if entry.files:
        lines.append("#: " + " ".join(entry.files))
    if entry.is_fuzzy:
        lines.append("#, fuzzy")
    if entry.context:
        lines.append("msgctxt " + quoted(entry.context))
    lines.append("msgid " + quoted(entry.english))
    if entry.plural:
        lines.append("msgid_plural " + quoted(entry.plural))
        lines += ["msgstr[%d] %s" % (i, quoted(form)) for i, form in enumerate(entry.forms)]
    elif entry.english:
        lines.append("msgstr " + quoted(entry.forms[0]))
    else:
        lines.append('msgstr ""')
        lines += [quoted(line + "\n") for line in entry.forms[0].splitlines()]
    return "\n".join(lines) + "\n"


def update(sources, entries):
    """The header, then an entry for each text, in the order of the sources."""
    known = {(entry.context, entry.english): entry for entry in entries}
    count = form_count(entries[0])
    out = [entries[0]]
    for key, text in sources.texts.items():
        entry = known.get(key) or Entry()
        wanted = count if text.plural else 1
        if len(entry.forms) != wanted:
            entry.forms = (entry.forms + [""] * wanted)[:wanted]
        entry.context, entry.english, entry.plural = text.context, text.english, text.plural
        entry.files = text.files
        out.append(entry)
    return "\n".join(write_entry(entry) for entry in out)


# --- catalogues that nobody writes ---

TEMPLATE_HEADER = (
    "Language: \nX-Language-Name: \nContent-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"
)
# The code is the one that browsers' makers use for such a language: numbers and days are Arabic.
PSEUDO_HEADER = (
    "Language: ar-XB\nX-Language-Name: Pseudo\nX-Direction: rtl\n"
    "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
)
ACCENTS = str.maketrans("aceginosuyzACEINOSUYZ", "àçéğíñöšúýžÀÇÉÍÑÖŠÚÝŽ")
KEPT = re.compile(r"%s|%\{[A-Za-z0-9_]+\}|\{[A-Za-z0-9_]+\}|<[^<>]*>|&[a-z]+;")
LONGER = 0.3


def pseudo(text):
    """The text with accents and a third longer; gaps and tags stay, and so does its end."""
    out, at = [], 0
    for found in KEPT.finditer(text):
        out += [text[at : found.start()].translate(ACCENTS), found[0]]
        at = found.end()
    out.append(text[at:].translate(ACCENTS))
    said = "".join(out)
    end = said[-1] if said[-1] in ENDINGS else ""
    words = KEPT.sub("", text)
    more = int(len(words) * LONGER)
    padding = " ".join("~" * min(8, more - i) for i in range(0, more, 8))
    return said[: len(said) - len(end)] + (" " + padding if padding else "") + end


def made_catalogue(sources, header, translate):
    """A whole catalogue with translate(English) as the translation of each text."""
    head = Entry()
    head.forms = [header]
    entries = [head]
    for text in sources.texts.values():
        entry = Entry()
        entry.context, entry.english, entry.plural = text.context, text.english, text.plural
        entry.files = text.files
        forms = [text.english, text.plural] if text.plural else [text.english]
        entry.forms = [translate(form) for form in forms]
        entries.append(entry)
    return "\n".join(write_entry(entry) for entry in entries)


# --- comparing ---


def gaps(*texts):
    return {name for text in texts for name in GAP.findall(text)}


def language_of(header):
    found = re.search(r"Language: (\w+)", header.forms[0])
    return found[1] if found else ""


def form_faults(entry, language):
    """The faults of a translation."""
    english = gaps(entry.english, entry.plural)
    tags = sorted(TAG.findall(entry.english))
    for form in entry.forms:
        missing = gaps(entry.english) & gaps(entry.plural or entry.english) - gaps(form)
        # The singular may say "one" instead of the number.
        if missing and not (entry.plural and form == entry.forms[0]):
            yield "lacks {%s}" % "}, {".join(sorted(missing))
        if gaps(form) - english:
            yield "has {%s}, the English text has not" % "}, {".join(sorted(gaps(form) - english))
        if sorted(FILLED.findall(entry.english)) != sorted(FILLED.findall(form)):
            yield "has not the %s or %{gaps} of the English text"
        if sorted(TAG.findall(form)) != tags:
            yield "has other tags"
        if (entry.english[-1] in ENDINGS or form[-1] in ENDINGS) and entry.english[-1] != form[-1]:
            yield "ends in another way"
        if form != form.strip() and entry.english == entry.english.strip():
            yield "has blanks around it"
        if language == "fr" and FRENCH_BLANK.search(form):
            yield "has a blank where French has a no-break space"


def compare(sources, entries):
    """Lines about one language."""
    known = {}
    for entry in entries[1:]:
        key = (entry.context, entry.english)
        if key in known:
            yield 'twice: "%s"' % entry.english
        known[key] = entry
    count = form_count(entries[0])
    language = language_of(entries[0])
    for key, text in sources.texts.items():
        entry = known.get(key)
        if entry is None or entry.is_fuzzy or not all(entry.forms):
            yield 'missing: "%s" (%s)' % (text.english, text.files[0])
            continue
        if entry.plural != text.plural or len(entry.forms) != (count if text.plural else 1):
            yield 'other plural forms: "%s"' % text.english
        if any(name.endswith(".js") for name in text.files) != any(
            n.endswith(".js") for n in entry.files
        ):
            yield 'other files (--update mends it): "%s"' % text.english
        for fault in form_faults(entry, language):
            yield '"%s": the translation %s' % (text.english, fault)
    for key, entry in known.items():
        if key not in sources.texts:
            yield 'nobody says: "%s"' % entry.english


def write_made(argv):
    """--template FILE and --pseudo FILE."""
    if len(argv) not in (2, 3):
        sys.exit(__doc__)
    is_template = argv[0] == "--template"
    sources = collect(argv[2] if len(argv) == 3 else own_root())
    text = made_catalogue(
        sources,
        TEMPLATE_HEADER if is_template else PSEUDO_HEADER,
        (lambda english: "") if is_template else pseudo,
    )
    with open(argv[1], "w", encoding="utf-8") as stream:
        stream.write(text)
    return 0


def own_root():
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def main(argv):
    if argv and argv[0] in ("--template", "--pseudo"):
        return write_made(argv)
    options = {word for word in argv if word.startswith("--")}
    rest = [word for word in argv if not word.startswith("--")]
    if options - {"--update", "--advisory"} or len(rest) > 1:
        sys.exit(__doc__)
    root = rest[0] if rest else own_root()
    sources = collect(root)
    faults = list(sources.faults)
    for path in sorted(glob.glob(os.path.join(root, "web/i18n/*.po"))):
        name = os.path.basename(path)
        text = read(path)
        if "--update" in options:
            new = update(sources, read_po(text, path))
            if new != text:
                with open(path, "w", encoding="utf-8") as stream:
                    stream.write(new)
            text = new
        entries = read_po(text, path)
        found = list(compare(sources, entries))
        faults += ["%s: %s" % (name, line) for line in found]
        full = sum(all(entry.forms) and not entry.is_fuzzy for entry in entries[1:])
        print("%s: %d of %d texts" % (name, full, len(sources.texts)))
    for fault in faults:
        print(fault)
    return 1 if faults and "--advisory" not in options else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
