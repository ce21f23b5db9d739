#!/usr/bin/env python3
"""Lists the templates of the pages, and the names that the server can fill them with: every word in
its sources that could be one.

A template that uses another name is faulty, and the server reports it at startup
(src/server/web/pages.c).
usage: page_names.py OUT.c FILE...        (SOURCE.c or TEMPLATE.html)
"""
import os
import re
import sys

LITERAL = re.compile(r'"([a-z][a-z0-9_]{0,39})"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def words_of(path):
    with open(path, encoding="utf-8") as file:
        return LITERAL.findall(COMMENT.sub("", file.read()))


def array(name, words):
    return ["", "const char *const %s[] = {" % name, *['    "%s",' % word for word in words]]


def write(path, templates, names):
    lines = [
        "/* Made by tools/page_names.py. */",
        "#include <stddef.h>",
        "",
        '#include "server/web/page_names.h"',
        *array("apo_page_templates", templates),
        "};",
        "const size_t apo_page_template_count =",
        "    sizeof apo_page_templates / sizeof apo_page_templates[0];",
        *array("apo_page_names", names),
        "    NULL,",
        "};",
    ]
    text = "\n".join([*lines, ""])
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pages = [path for path in sys.argv[2:] if path.endswith(".html")]
    sources = [path for path in sys.argv[2:] if path.endswith(".c")]
    templates = sorted(os.path.basename(path)[: -len(".html")] for path in pages)
    write(sys.argv[1], templates, sorted({name for path in sources for name in words_of(path)}))


main()
