#!/usr/bin/env python3
"""Writes the C file with everything that browsers load: the files of web/ and those generated from
them.

usage: embed_web.py OUT.c PACKED FOLDER...

Files of a later folder stand beside those of an earlier one; the same name twice is a fault. In
place of the scripts and styles of a folder with pages/ stand their bundles (bundle_web.mjs);
without node or esbuild they are taken as they are, and a warning says so. Each file is compressed
by gzip, and with node also by Brotli (brotli.mjs). The folder PACKED keeps the results, named by
what was compressed, and OUT.c includes them from there. OUT.c is replaced only when its text
changes, and nothing is made again while names, sizes and times of all files stay what they were
(OUT.c.stamp remembers them).
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

HEAD = """/* Made by tools/embed_web.py; do not edit. */
#include "cli/io/include_bytes.h"
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


def write_all(path, data):
    """Writes a file in one step: another build may be reading it."""
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(path), delete=False) as stream:
        stream.write(data)
    os.replace(stream.name, path)


def compress_by_brotli(files, packed):
    """Compresses {name: bytes} into NAME.br of the folder."""
    with tempfile.TemporaryDirectory(dir=packed) as made:
        for name, data in files.items():
            write_all(os.path.join(made, name), data)
        if subprocess.run(["node", BROTLI, made], check=False).returncode != 0:
            sys.exit("embed_web.py: brotli.mjs has failed")
        for name in files:
            os.replace(os.path.join(made, name + ".br"), os.path.join(packed, name + ".br"))


def compress(files, packed):
    """Puts each of [(name, bytes)] into the folder `packed` as HASH.gz, and HASH.br if there is
    node. What is there stays: the best compression is slow. Gives {bytes: HASH}."""
    os.makedirs(packed, exist_ok=True)
    hashes = {data: hashlib.sha256(data).hexdigest() for _, data in files}
    known = set(os.listdir(packed))
    for data, name in hashes.items():
        if name + ".gz" not in known:
            write_all(os.path.join(packed, name + ".gz"), gzip.compress(data, 9, mtime=0))
    if shutil.which("node") is not None:
        compress_by_brotli(
            {name: data for data, name in hashes.items() if name + ".br" not in known}, packed
        )
    sweep(packed, hashes)
    return hashes


def sweep(packed, hashes):
    """Removes what older pages left, once it is most of the folder."""
    names = os.listdir(packed)
    if len(names) > 8 * len(hashes) + 64:
        wanted = set(hashes.values())
        for name in names:
            if name.split(".")[0] not in wanted:
                os.remove(os.path.join(packed, name))


def included(kind, index, path):
    """The line of C that includes a file."""
    return 'APO_BYTES(unsigned char, page_%s_%d, "%s")\n' % (kind, index, path)


def size_of(path):
    return os.stat(path).st_size if os.path.exists(path) else 0


def source(files, hashes, packed):
    """files: list of (name, bytes), sorted by name; `hashes`: as compress() gives them."""
    parts, rows = [HEAD], []
    digest = hashlib.sha256()
    for index, (name, data) in enumerate(files):
        digest.update(b"%s %d\n" % (name.encode(), len(data)) + data)
        path = os.path.join(os.path.abspath(packed), hashes[data])
        size, brotli = os.stat(path + ".gz").st_size, size_of(path + ".br")
        best, best_size = "0", 0
        parts.append(included("gzip", index, path + ".gz"))
        if 0 < brotli < size:
            parts.append(included("brotli", index, path + ".br"))
            best, best_size = "apo_page_brotli_%d" % index, brotli
        kind = TYPES[os.path.splitext(name)[1]]
        rows.append(
            '    {"%s", "%s", apo_page_gzip_%d, %d, %s, %d},\n'
            % (name, kind, index, size, best, best_size)
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
    if len(arguments) < 2:
        sys.exit(__doc__)
    out, packed = arguments[:2]
    folders = [folder for folder in arguments[2:] if os.path.isdir(folder)]
    found = collect(folders)
    stamp = stamp_of(found)
    if os.path.exists(out) and os.path.isdir(packed) and read_text(out + ".stamp") == stamp:
        return
    files = contents(folders, found)
    write_if_changed(out, source(files, compress(files, packed), packed))
    write_if_changed(out + ".stamp", stamp)


if __name__ == "__main__":
    main(sys.argv[1:])
