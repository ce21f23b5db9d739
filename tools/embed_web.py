#!/usr/bin/env python3
"""Writes the C file with everything that browsers load: the files of web/ and those generated from
them.

usage: embed_web.py OUT.c FOLDER...

Files of a later folder stand beside those of an earlier one; the same name twice is a fault. In
place of the scripts and styles of a folder with pages/ stand their bundles (bundle_web.mjs);
without node or esbuild they are taken as they are, and a warning says so. Each file is compressed
by gzip, and with node also by Brotli (brotli.mjs); OUT.c.br keeps those. OUT.c is replaced only
when its text changes, and nothing is made again while names, sizes and times of all files stay
what they were (OUT.c.stamp remembers them).
"""
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUNDLER = os.path.join(HERE, "bundle_web.mjs")
BROTLI = os.path.join(HERE, "brotli.mjs")
ESBUILD = os.path.join(HERE, "..", "web", "node_modules", "esbuild", "package.json")
BUNDLED = {".css", ".js"}
TYPES = {
    ".book": "text/plain; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".net": "application/octet-stream",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".po": "text/plain; charset=utf-8",
    ".pot": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
# Folders needed to build and test the pages, which no page loads.
LEFT_OUT_FOLDERS = {"node_modules", "tests"}
LEFT_OUT = re.compile(
    r"(^|/)(\.|demo\.|package(-lock)?\.json$|tsconfig\.json$|eslint\.config\.js$"
    r"|[^/]*\.(d\.ts|md|log)$)"
)
GOOD_NAME = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*")
PER_LINE = 24

HEAD = """/* Made by tools/embed_web.py; do not edit. */
#include "cli/serve/web_assets.h"
"""


def files_of(folder):
    """(name, path) of each file that browsers may load."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in LEFT_OUT_FOLDERS and f[0] != ".")
        for file in sorted(names):
            path = os.path.join(where, file)
            name = os.path.relpath(path, folder).replace(os.sep, "/")
            if not LEFT_OUT.search(name):
                yield name, path


def collect(folders):
    """name -> path; ends the program at a fault."""
    found = {}
    for folder in folders:
        for name, path in files_of(folder):
            if not GOOD_NAME.fullmatch(name):
                sys.exit("embed_web.py: %s: a name may have letters, digits, '.', '-', '_'" % path)
            if os.path.splitext(name)[1] not in TYPES:
                sys.exit("embed_web.py: %s: files of this kind are not known" % path)
            if name in found:
                sys.exit("embed_web.py: %s and %s have one name" % (found[name], path))
            found[name] = path
    return dict(sorted(found.items(), key=lambda item: item[0].encode()))


def can_bundle():
    return shutil.which("node") is not None and os.path.exists(ESBUILD)


def stamp_of(found):
    """Names, sizes and times, and those of the programs that make bundles."""
    lines = []
    tools = [os.path.abspath(__file__), BUNDLER, BROTLI] + ([ESBUILD] if can_bundle() else [])
    for name, path in [*(("", tool) for tool in tools), *found.items()]:
        about = os.stat(path)
        lines.append("%s %d %d" % (name, about.st_size, about.st_mtime_ns))
    return "\n".join(lines) + "\n"


def bundle(folder, found):
    """`found` with the bundles of `folder` in place of its scripts and styles, as name -> bytes."""
    with tempfile.TemporaryDirectory() as made:
        if subprocess.run(["node", BUNDLER, folder, made], check=False).returncode != 0:
            sys.exit("embed_web.py: %s cannot be bundled" % folder)
        own = {name for name, _ in files_of(folder) if os.path.splitext(name)[1] in BUNDLED}
        paths = {name: path for name, path in found.items() if name not in own}
        paths.update(files_of(made))
        return {name: read(path) for name, path in paths.items()}


def contents(folders, found):
    """[(name, bytes)] sorted by name."""
    pages = [folder for folder in folders if os.path.isdir(os.path.join(folder, "pages"))]
    if pages and can_bundle():
        files = bundle(pages[0], found)
    else:
        if pages:
            print(
                "embed_web.py: no esbuild (npm ci in web/ installs it): each module of a page is a"
                " file of its own",
                file=sys.stderr,
            )
        files = {name: read(path) for name, path in found.items()}
    return sorted(files.items(), key=lambda item: item[0].encode())


def array(kind, index, data):
    cells = ["%d" % byte for byte in data]
    lines = [",".join(cells[i : i + PER_LINE]) for i in range(0, len(cells), PER_LINE)]
    rows = ",\n".join(lines)
    return "\nstatic const unsigned char %s_%d[] = {\n%s};\n" % (kind, index, rows)


def brotli(files, kept):
    """{bytes: compressed by Brotli}; empty without node. Takes from the folder `kept` what has been
    compressed before: the best compression is slow."""
    if shutil.which("node") is None:
        return {}
    os.makedirs(kept, exist_ok=True)
    names = {data: hashlib.sha256(data).hexdigest() + ".br" for _, data in files}
    known = set(os.listdir(kept))
    with tempfile.TemporaryDirectory(dir=kept) as made:
        for data, name in names.items():
            if name not in known:
                with open(os.path.join(made, name[:-3]), "wb") as stream:
                    stream.write(data)
        if subprocess.run(["node", BROTLI, made], check=False).returncode != 0:
            sys.exit("embed_web.py: brotli.mjs has failed")
        for name in set(names.values()) - known:
            os.replace(os.path.join(made, name), os.path.join(kept, name))
    for name in known - set(names.values()):
        if name.endswith(".br"):
            os.remove(os.path.join(kept, name))
    return {data: read(os.path.join(kept, name)) for data, name in names.items()}


def source(files, smaller):
    """files: list of (name, bytes), sorted by name; `smaller`: as brotli() gives it."""
    parts, rows = [HEAD], []
    digest = hashlib.sha256()
    for index, (name, data) in enumerate(files):
        packed = gzip.compress(data, 9, mtime=0)
        digest.update(b"%s %d\n" % (name.encode(), len(data)) + data)
        parts.append(array("bytes", index, packed))
        best, best_size = "0", 0
        if data in smaller and len(smaller[data]) < len(packed):
            parts.append(array("brotli", index, smaller[data]))
            best, best_size = "brotli_%d" % index, len(smaller[data])
        rows.append(
            '    {"%s", "%s", bytes_%d, %d, %s, %d},\n'
            % (
                name,
                TYPES[os.path.splitext(name)[1]],
                index,
                len(packed),
                best,
                best_size,
            )
        )
    # C has no empty arrays; the last row closes the list and is not counted.
    parts.append(
        "\nstatic const apo_http_asset assets[] = {\n%s    {0, 0, 0, 0, 0, 0},\n};\n"
        % "".join(rows)
    )
    parts.append(
        '\nconst apo_http_assets apo_web_assets = {assets, %d, "%s"};\n'
        % (len(files), digest.hexdigest()[:16])
    )
    return "".join(parts)


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def read_text(path):
    try:
        with open(path, encoding="ascii") as stream:
            return stream.read()
    except FileNotFoundError:
        return None


def write_if_changed(path, text):
    if read_text(path) != text:
        with open(path, "w", encoding="ascii") as stream:
            stream.write(text)


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    out, folders = arguments[0], [folder for folder in arguments[1:] if os.path.isdir(folder)]
    found = collect(folders)
    stamp = stamp_of(found)
    if os.path.exists(out) and read_text(out + ".stamp") == stamp:
        return
    files = contents(folders, found)
    write_if_changed(out, source(files, brotli(files, out + ".br")))
    write_if_changed(out + ".stamp", stamp)


if __name__ == "__main__":
    main(sys.argv[1:])
