#!/usr/bin/env python3
"""Keeps the table of all routes in docs/http-api.md in step with the server's own description.

usage: api_table.py APOTHECARY [--update]

Without --update it only checks whether the table is up to date (status 0) or not (status 1).
"""
import json
import re
import subprocess
import sys

DOCUMENT = "docs/http-api.md"
BEGIN = "<!-- made by tools/api_table.py -->\n"
END = "<!-- end -->\n"


def scope_of(operation):
    if {} in operation["security"]:
        return ""
    return "`%s`" % operation["x-scope"] if "x-scope" in operation else "session"


def table(description):
    rows = ["| address | scope | |\n", "|---|---|---|\n"]
    for path, item in description["paths"].items():
        shown = re.sub(r"\{(\w+)\}", r"<\1>", path)
        for method, operation in item.items():
            summary = operation["summary"].replace("|", "\\|")
            rows.append(
                "| `%s %s` | %s | %s |\n" % (method.upper(), shown, scope_of(operation), summary)
            )
    return "".join(rows)


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--update"]):
        sys.exit(__doc__)
    run = subprocess.run([sys.argv[1], "openapi"], capture_output=True, check=True, text=True)
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    head, _, rest = text.partition(BEGIN)
    old, _, tail = rest.partition(END)
    new = table(json.loads(run.stdout))
    if old == new:
        return
    if "--update" not in sys.argv:
        print(
            "%s: the table of addresses is old; run tools/api_table.py %s --update"
            % (DOCUMENT, sys.argv[1])
        )
        sys.exit(1)
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(head + BEGIN + new + END + tail)


if __name__ == "__main__":
    main()
