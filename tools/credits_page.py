#!/usr/bin/env python3
"""Turns the drawings' credits into a table for the about page.

usage: tools/credits_page.py credits.json OUT.html

credits.json is written by tools/make_sprite.py. Drawings with the same author, licence and
change share a row.
"""
import html
import json
import sys


def cell(text):
    return "<td>%s</td>" % html.escape(text, quote=False)


def link(words, url):
    if not url.startswith("https://"):
        return html.escape(words, quote=False)
    return '<a href="%s" rel="noopener">%s</a>' % (
        html.escape(url),
        html.escape(words, quote=False),
    )


def rows_of(credits):
    """[(names, credit)], in the order of the first of each kind."""
    rows = {}
    for credit in credits:
        kind = (credit["author"], credit["url"], credit["licence"], credit["change"])
        rows.setdefault(kind, ([], credit))[0].append(credit["name"])
    return list(rows.values())


def page(credits):
    out = [
        '<div class="table-box credits" tabindex="0"><table>',
        "<thead><tr><th>pieces</th><th>drawn by</th><th>licence</th><th>changed here</th></tr>"
        "</thead>",
        "<tbody>",
    ]
    for names, credit in rows_of(credits):
        author = link(credit["author"], credit["url"])
        out.append(
            "<tr>%s<td>%s</td>%s%s</tr>"
            % (cell(", ".join(names)), author, cell(credit["licence"]), cell(credit["change"]))
        )
    return "\n".join([*out, "</tbody></table></div>"]) + "\n"


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as stream:
        credits = json.load(stream)
    with open(arguments[1], "w", encoding="utf-8") as stream:
        stream.write(page(credits))


if __name__ == "__main__":
    main(sys.argv[1:])
