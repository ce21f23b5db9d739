"""The table of routes, and requests made from it: every route, each with a plausible request, and
attacks that make one part of it as long as the route allows."""
import json
import os
import random
import re
import subprocess
import sys
from urllib.parse import quote

LINE = 3500  # bytes of an address; the server takes 4 kB
HEADERS = 14000  # of all headers; 16 kB
USUAL_BODY = 64 << 10  # where a route names no limit
WORDS = (
    " ( ) [ ] { } < > \" ' / \\ | , ; : . = + - * ? ! # @ & % $ ~ ^ _ 0 1 9 a K x {a} (1. d4) e4 "
    "1. 1... $1 e2e4 O-O P@e4 e8=Q 1-0 1/2-1/2 ;x // [a] []a"
).split(" ")
LINES = (
    "\n",
    "\n\n",
    "x\n",
    '[Event "x"]\n',
    '[Variant "chess"]\n\n1. e4 *\n\n',
    '[ChapterId "a"]\n\n',
    "1. e4 e5\n",
    "// Variant: chess\n",
    "K = king, K\n",
    "Q = x, [W?B]\n",
    "a = b\n",
    "[board]\n",
    "# x\n",
    "8/",
    "1k",
    "K7/",
    "(1. d4 ",
    "( ",
    "{",
    "e2e4.",
    "e2e4: e7e5; ",
    "\u00e9",
    "\u0301",
    "\U0001f600",
    "\u202e",
    "\t",
    "x@x.",
    "a,",
    "a=1&",
    "%00",
    "de;q=0.1,",
    '"x",',
)
STARTS = (
    "",
    '[Variant "chess"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 ',
    '[ChapterId "a"]\n[Variant "chess"]\n\n1. e4 ',
    "[game]\nname = Mine\nbase = chess\n",
    "[game]\nname = Mine\n\n[board]\nfiles = 8\nranks = 8\n\n[pieces]\nK = king, K, royal\n",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ",
    "// Variant: chess\n",
)


class Table:
    """The routes and schemas that `http_routes` prints."""

    def __init__(self, program):
        self.program = program
        text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        made = json.loads(text)
        self.routes, self.schemas = made["routes"], made["schemas"]

    @classmethod
    def of_build(cls, probe):
        return cls(os.path.join(os.path.dirname(probe), "http_routes"))

    def members(self, schema):
        """(name, schema) of each member of an object, in the short form."""
        schema = self.schemas.get(schema, schema)
        if schema.startswith("{"):
            schema = schema[1:-1]
        found, depth, word = [], 0, ""
        for c in schema + " ":
            depth += (c in "[{") - (c in "]}")
            if c == " " and depth == 0:
                name, _, kind = word.partition(":")
                if name and name != "*":
                    found.append((name.rstrip("?"), kind))
                word = ""
            else:
                word += c
        return found

    def sample(self, name, kind, known):
        """A plausible value: of `known` by its name, else the simplest of its kind."""
        if name in known:
            return known[name]
        kind = self.schemas.get(kind, kind)
        if kind.startswith("{"):
            return {member: self.sample(member, of, known) for member, of in self.members(kind)}
        if kind.startswith("["):
            return [self.sample("", kind[1:-1], known)]
        first = kind.split("|")[0]
        simple = {"int": 1, "number": 1, "flag": True, "time": 4102444800000}
        return simple.get(first, first.strip("'") if first.startswith("'") else "x")

    def body(self, route, known):
        made = {n: self.sample(n, kind, known) for n, kind in self.members(route.get("body", ""))}
        return {**made, "key": "%032x" % random.getrandbits(128)}


class Request:
    """Bytes for the server, made when they are needed."""

    def __init__(self, name, method, path, headers=(), body=""):
        self.name, self.method, self.path = name, method, path
        self.headers, self.text = list(headers), body

    def bytes(self, host, cookie):
        lines = ["%s %s HTTP/1.1" % (self.method, self.path), "Host: " + host]
        lines += ["Origin: http://" + host, "Cookie: apo_session=" + cookie]
        body = self.text.encode()
        lines += ["%s: %s" % header for header in self.headers]
        if self.method == "POST":
            lines.append("Content-Length: %d" % len(body))
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def fill(start, unit, size):
    return start + unit * max(1, (size - len(start.encode())) // len(unit.encode()))


def units(count):
    """So many texts to be repeated: the known ones first, then mixtures of them."""
    known = list(WORDS[1:]) + list(LINES)
    random.shuffle(known)
    mixed = ["".join(random.choices(known, k=random.randrange(2, 5))) for _ in range(count)]
    return (known + mixed)[:count]


def escaped(text):
    """How many bytes each byte of a text takes in JSON."""
    return len(json.dumps(text, ensure_ascii=False).encode()) / max(1, len(text.encode()))


class Attacks:
    """Attacks on one route. Each is (name, make), where make(size) is a Request of about that
    size; `largest` is the size that the route takes."""

    def __init__(self, table, route, path, known, fields):
        self.table, self.route, self.path, self.known = table, route, path, known
        self.fields = fields
        self.largest = route["body_max"] or USUAL_BODY
        self.is_json = route["pattern"].startswith("/api/") and "body" in route

    def named(self, what, unit):
        return "%s %s %s %r" % (self.route["method"], self.route["pattern"], what, unit)

    def ask(self, name, path=None, headers=(), body=""):
        return Request(name, self.route["method"], path or self.path, headers, body)

    def json(self, name, body):
        text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
        return self.ask(name, headers=[("Content-Type", "application/json")], body=text)

    def plain(self):
        """The route with a plausible request."""
        if self.route["method"] == "GET":
            return self.ask(self.route["pattern"])
        if self.is_json:
            return self.json(self.route["pattern"], self.table.body(self.route, self.known))
        return self.form("plain", self.known)

    def form(self, name, fields):
        text = "&".join("%s=%s" % (quote(str(n)), quote(str(v))) for n, v in fields.items())
        headers = [("Content-Type", "application/x-www-form-urlencoded")]
        return self.ask(name, headers=headers, body=text)

    def all(self, count):
        if self.route["method"] == "POST":
            yield from self.bodies(count)
        yield from self.queries(count)
        yield from self.heads(count)

    def bodies(self, count):
        yield from self.raw_bodies(count)
        if self.is_json:
            for name, kind in self.table.members(self.route["body"]):
                yield from self.member(name, self.table.schemas.get(kind, kind), count)
        else:
            for unit in units(count):
                yield self.form_fields(unit)

    def raw_bodies(self, count):
        def whole(name, head, unit, tail):
            return (
                name,
                LINE,
                lambda size: self.json(name, fill(head, unit, size - len(tail)) + tail),
            )

        pieces = [("{", " ", "}"), ('{"a":', "[", "]"), ('{"a":"', "\\u0061", '"}')]
        pieces += [('{"a":', "1", "}"), ('{"a":[0', ",0", "]}"), ('{"a":[{}', ",{}", "]}")]
        pieces += [("", unit, "") for unit in units(count // 4)]
        for head, unit, tail in pieces:
            name, _, make = whole(self.named("body", head + unit), head, unit, tail)
            yield name, self.largest, make
        many = self.named("body", "members")
        yield many, self.largest, lambda size: self.json(
            many, {"m%x" % i: 0 for i in range(size // 10)}
        )

    def member(self, member, kind, count):
        def with_value(name, value):
            return self.json(name, {**self.table.body(self.route, self.known), member: value})

        if kind.startswith("["):
            of = self.table.sample("", kind[1:-1], self.known)
            each = len(json.dumps(of)) + 2
            name = self.named(member, "list")
            yield name, self.largest, lambda size: with_value(name, [of] * (size // each))
            name = self.named(member, "numbers")
            yield name, self.largest, lambda size: with_value(name, list(range(size // 8)))
        if kind.startswith("{"):
            for inner, of in self.table.members(kind):
                if of.split("|")[0] in ("text", "id", "any"):
                    yield from self.texts(member, inner, max(2, count // 8))
        if kind.split("|")[0] in ("text", "id", "any", "[text]"):
            yield from self.texts(member, None, count)

    def texts(self, member, inner, count):
        for unit in units(count):
            start = random.choice(STARTS)
            name = self.named(member if inner is None else member + "." + inner, start[:12] + unit)
            share = escaped(unit)

            def make(size, name=name, start=start, unit=unit, share=share):
                text = fill(start, unit, int((size - 600) / share))
                body = self.table.body(self.route, self.known)
                if inner is None:
                    body[member] = [text] if isinstance(body[member], list) else text
                elif isinstance(body[member], dict):
                    body[member][inner] = text
                return self.json(name, body)

            yield name, self.largest, make

    def form_fields(self, unit):
        name, share = self.named("form", unit), len(quote(unit)) / len(unit.encode())

        def make(size):
            each = max(1, size // len(self.fields) - 20)
            value = fill("", unit, int(each / share))
            return self.form(name, {field: value for field in self.fields})

        return name, self.largest, make

    def queries(self, count):
        for field, _ in self.table.members(self.route.get("query", "")):
            for unit in units(max(2, count // 4)):
                start, share = random.choice(STARTS), len(quote(unit)) / len(unit.encode())
                others = [
                    "%s=%s" % (n, quote(str(self.table.sample(n, kind, self.known))))
                    for n, kind in self.table.members(self.route["query"])
                    if n != field
                ]

                def make(size, field=field, start=start, unit=unit, share=share, others=others):
                    text = quote(fill("", unit, int((size - 400) / share)))
                    pairs = ["%s=%s" % (field, quote(start) + text), *others]
                    return self.ask(field, self.path + "?" + "&".join(pairs))

                yield self.named("?" + field, start[:12] + unit), LINE, make
        name = self.named("?", "a=b&")
        yield name, LINE, lambda size: self.ask(name, fill(self.path + "?a=b", "&", size))

    def heads(self, count):
        """Headers that are lists, or read by hand."""
        for header in random.sample(LISTS, min(len(LISTS), max(1, count // 12))):
            unit = random.choice(units(count))
            unit = re.sub(r"[^ -~]", ",", unit)
            name = self.named(header, unit)

            def make(size, header=header, name=name, unit=unit):
                return self.ask(name, headers=[(header, fill("", unit, size))])

            yield name, HEADERS, make


LISTS = (
    "Accept-Language",
    "Accept-Encoding",
    "Accept",
    "If-None-Match",
    "X-Forwarded-For",
    "Forwarded",
    "Authorization",
    "Apothecary-Client",
    "Last-Event-ID",
    "User-Agent",
    "Content-Type",
    "Sec-Fetch-Site",
)


def note(text):
    print(text, file=sys.stderr, flush=True)
