#!/usr/bin/env python3
"""Built-in files, and files of a folder that replace them."""
import gzip
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import http_case
from http_case import Server

GZIP = [("Accept-Encoding", "gzip")]
ICON = os.path.join("web", "icon.svg")


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def unbrotli(data):
    script = (
        "const zlib = require('zlib'), fs = require('fs');"
        "process.stdout.write(zlib.brotliDecompressSync(fs.readFileSync(0)))"
    )
    return subprocess.run(
        ["node", "-e", script], input=data, stdout=subprocess.PIPE, check=True
    ).stdout


class Assets(unittest.TestCase):
    def test_built_in(self):
        with Server() as server:
            prefix = server.get("/prefix").text
            self.assertRegex(prefix, "^/static/[0-9a-f]{16}$")
            packed = server.get(prefix + "/icon.svg", GZIP)
            self.assertEqual(gzip.decompress(packed.body), read(ICON))
            self.assertEqual(packed.headers["content-encoding"], "gzip")
            self.assertEqual(packed.headers["content-type"], "image/svg+xml")
            self.assertEqual(packed.headers["cache-control"], "public, max-age=31536000, immutable")
            self.assertEqual(packed.headers["vary"], "Accept-Encoding")
            smaller = server.get(prefix + "/icon.svg", [("Accept-Encoding", "gzip, deflate, br")])
            if shutil.which("node"):
                self.assertEqual(smaller.headers["content-encoding"], "br")
                self.assertLess(len(smaller.body), len(packed.body))
                self.assertEqual(unbrotli(smaller.body), read(ICON))
            refused = server.get(prefix + "/icon.svg", [("Accept-Encoding", "gzip, br;q=0")])
            self.assertEqual(refused.headers["content-encoding"], "gzip")
            plain = server.get(prefix + "/icon.svg")
            self.assertEqual(plain.body, read(ICON))
            self.assertNotIn("content-encoding", plain.headers)

    def test_names(self):
        with Server() as server:
            prefix = server.get("/prefix").text
            self.assertEqual(server.get(prefix + "/nothing.js").status, 404)
            self.assertEqual(server.get(prefix + "/").status, 404)
            self.assertEqual(server.get(prefix + "/board").status, 404)
            self.assertEqual(server.get(prefix + "/pages/lobby.html").status, 404)
            old = server.get("/static/0123456789abcdef/icon.svg", GZIP)
            self.assertEqual((old.status, old.headers["cache-control"]), (200, "no-cache"))
            self.assertEqual(server.get("/board.css", GZIP).status, 200)

    def test_techniques(self):
        """Pages need nothing that browsers have given up or never agreed on."""
        obsolete = re.compile(
            rb"<(?:applet|object|embed|frame|frameset|marquee|blink)\b|document\.write|\.swf\b"
            rb"|javascript:|ActiveXObject|showModalDialog|openDatabase\("
        )
        seen = 0
        for folder, folders, names in os.walk("web"):
            folders[:] = [name for name in folders if name not in ("node_modules", "tests")]
            for name in names:
                if name.endswith((".html", ".js", ".svg", ".css")):
                    seen += 1
                    path = os.path.join(folder, name)
                    self.assertIsNone(obsolete.search(read(path)), path)
        self.assertGreater(seen, 200)

    def test_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            web = os.path.join(folder, "web")
            os.mkdir(web)
            for name in ("web/a.js", "secret.txt", "web/.hidden"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
                    stream.write("first")
            os.symlink("/dev/zero", os.path.join(web, "endless.txt"))
            os.mkfifo(os.path.join(web, "pipe.txt"))
            with Server("web=" + web) as server:
                prefix = server.get("/prefix").text
                first = server.get(prefix + "/a.js")
                self.assertEqual(first.text, "first")
                self.assertEqual(first.headers["cache-control"], "no-cache")
                with open(os.path.join(web, "a.js"), "w", encoding="utf-8") as stream:
                    stream.write("second")
                tag = [("If-None-Match", first.headers["etag"])]
                self.assertEqual(server.get(prefix + "/a.js", tag).text, "second")
                # What is not in the folder comes from what was built in.
                self.assertEqual(server.get(prefix + "/icon.svg").body, read(ICON))
                for name in (
                    "../secret.txt",
                    "%2e%2e/secret.txt",
                    "..%2fsecret.txt",
                    ".hidden",
                    "",
                    "a.js/",
                    "endless.txt",
                    "pipe.txt",
                    "x" * 2000,
                ):
                    self.assertIn(server.get(prefix + "/" + name).status, (400, 404), name)


if __name__ == "__main__":
    http_case.main()
