#!/usr/bin/env python3
"""tools/embed_web.py: the files that it takes, leaves out and refuses, and when it writes."""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "embed_web.py")
CAN_BUNDLE = shutil.which("node") is not None and os.path.exists(
    os.path.join(os.path.dirname(TOOL), "..", "web", "node_modules", "esbuild")
)


class EmbedWeb(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = os.path.join(self.folder.name, "out.c")

    def put(self, name, text="x"):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def run_tool(self, environment=None):
        folders = [os.path.join(self.folder.name, f) for f in ("web", "made", "missing")]
        return subprocess.run(
            [sys.executable, TOOL, self.out, os.path.join(self.folder.name, "packed"), *folders],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )

    def text(self, environment=None):
        result = self.run_tool(environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.out, encoding="ascii") as stream:
            return stream.read()

    def names(self, environment=None):
        return re.findall(r'^    \{"([^"]+)"', self.text(environment), re.M)

    def test_takes_and_leaves(self):
        for name in (
            "web/b.js",
            "web/board/a.css",
            "made/p.svg",
            "web/package.json",
            "web/node_modules/x/y.js",
            "web/board/demo.html",
            "web/.hidden.js",
            "web/notes.md",
            "web/eslint.config.js",
            "web/tsconfig.json",
            "web/lib/types.d.ts",
            "made/wasm.log",
        ):
            self.put(name)
        self.assertEqual(self.names(), ["b.js", "board/a.css", "p.svg"])

    def test_bytes_are_the_files(self):
        self.put("web/a.txt", "hello\n" * 100)
        self.assertEqual(self.files(), {"a.txt": "hello\n" * 100})

    def test_hash_follows_content(self):
        hashes = []
        for text in ("1", "2", "1"):
            self.put("web/a.txt", text)
            os.utime(os.path.join(self.folder.name, "web/a.txt"), ns=(0, len(hashes) + 1))
            hashes.append(re.search(r'"([0-9a-f]{16})"', self.text()).group(1))
        self.assertEqual(hashes[0], hashes[2])
        self.assertNotEqual(hashes[0], hashes[1])

    def test_nothing_changed(self):
        self.put("web/a.txt")
        self.text()
        before = os.stat(self.out).st_mtime_ns
        self.text()
        self.assertEqual(os.stat(self.out).st_mtime_ns, before)
        os.remove(os.path.join(self.folder.name, "web/a.txt"))
        self.assertEqual(self.names(), [])

    def test_another_build_takes_what_is_compressed(self):
        self.put("web/a.txt", "hello\n" * 100)
        self.text()
        packed = os.path.join(self.folder.name, "packed")
        before = {name: os.stat(os.path.join(packed, name)) for name in os.listdir(packed)}
        self.out = os.path.join(self.folder.name, "other.c")
        self.text()
        for name, stat in before.items():
            after = os.stat(os.path.join(packed, name))
            self.assertEqual((after.st_mtime_ns, after.st_ino), (stat.st_mtime_ns, stat.st_ino))
        self.assertEqual(sorted(os.listdir(packed)), sorted(before))

    def test_what_old_pages_left_goes(self):
        self.put("web/a.txt")
        for number in range(60):
            self.put("packed/%04d.gz" % number)
        packed = os.path.join(self.folder.name, "packed")
        self.text({**os.environ, "PATH": ""})
        self.assertEqual(len(os.listdir(packed)), 61)
        for number in range(60, 80):
            self.put("packed/%04d.gz" % number)
        os.utime(os.path.join(self.folder.name, "web/a.txt"), ns=(0, 1))
        self.text({**os.environ, "PATH": ""})
        self.assertEqual(len(os.listdir(packed)), 1)

    PAGES = {
        "web/pages/layout.html": '<link rel="stylesheet" href="{{static}}/style/base.css">\n'
        '<script src="{{static}}/first.js"></script>\n'
        '<script type="module" src="{{static}}/app/site.js"></script>\n',
        "web/pages/page.html": '<script type="module" src="{{static}}/page/page.js"></script>\n',
        "web/style/base.css": "@import './tokens.css';\nbody { color: var(--ink) }\n",
        "web/style/tokens.css": ":root { --ink: black }\n",
        "web/first.js": "globalThis.log = ['first'];\n",
        "web/app/site.js": "import { said } from '../lib/once.js';\nsaid.push('site');\n",
        "web/lib/once.js": "export const said = globalThis.log;\nsaid.push('once');\n",
        "web/lib/part.js": "const hidden = 'inner';\nexport { hidden as part };\n"
        "export const here = new URL('../a.txt', import.meta.url).href;\n",
        "web/page/page.js": "import { said } from '../lib/once.js';\nimport { here, part } "
        "from '../lib/part.js';\n"
        "said.push(part, here.endsWith('/a.txt'));\nconsole.log(said.join(' '));\n",
        "web/embed/apothecary.js": "import { part } from '../lib/part.js';\n"
        "import { said } from '../lib/once.js';\nsaid.push(part);\n",
        "web/page/a-worker.js": "import { part } from '../lib/part.js';\npostMessage(part);\n",
    }

    def files(self):
        """name -> text of what was built in."""
        text = self.text()
        included = dict(re.findall(r'page_gzip_(\d+), "([^"]+)"', text))
        names = re.findall(r'^    \{"([^"]+)", "[^"]+", apo_page_gzip_(\d+), (\d+)', text, re.M)
        found = {}
        for name, index, size in names:
            with open(included[index], "rb") as stream:
                packed = stream.read()
            self.assertEqual(len(packed), int(size))
            found[name] = gzip.decompress(packed).decode()
        return found

    @unittest.skipUnless(CAN_BUNDLE, "esbuild is not there")
    def test_bundles(self):
        for name, text in self.PAGES.items():
            self.put(name, text)
        files = self.files()
        self.assertEqual(
            sorted(name for name in files if "pages/" not in name),
            [
                "app/site.js",
                "embed/apothecary.js",
                "first.js",
                "page/a-worker.js",
                "page/page.js",
                "style/base.css",
            ],
        )
        # It stands alone, where there is no bundle of the site.
        self.assertNotIn("site.js", files["embed/apothecary.js"])
        self.assertIn(":root{--ink: black }", files["style/base.css"])
        self.put("out/package.json", '{"type": "module"}')
        for name, text in files.items():
            self.put("out/" + name, text)
        self.put(
            "out/all.js",
            "await import('./first.js');\nawait import('./app/site.js');\n"
            "await import('./page/page.js');\n",
        )
        said = subprocess.run(
            ["node", os.path.join(self.folder.name, "out/all.js")],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
        self.assertEqual(said, "first once site inner true\n")

    @unittest.skipUnless(CAN_BUNDLE, "esbuild is not there")
    def test_broken_modules(self):
        broken = {
            "web/page/page.js": "import { part } from '../lib/gone.js';\n",
            "web/app/site.js": "import '../lib/part.js';\nexport const part = 1;\n",
        }
        for name, text in broken.items():
            with self.subTest(name):
                for each in self.PAGES.items():
                    self.put(*each)
                self.put(name, text)
                result = self.run_tool()
                self.assertEqual(result.returncode, 1)
                self.assertIn("cannot be bundled", result.stderr)

    def test_without_node(self):
        for each in self.PAGES.items():
            self.put(*each)
        result = self.run_tool({**os.environ, "PATH": self.folder.name})
        self.assertEqual(result.returncode, 0)
        self.assertIn("no esbuild", result.stderr)
        self.assertIn("lib/part.js", self.names({**os.environ, "PATH": self.folder.name}))

    def test_refusals(self):
        for names, words in (
            (["web/a.txt", "made/a.txt"], "one name"),
            (["web/a.exe"], "not known"),
            (["web/a b.js"], "letters"),
        ):
            with self.subTest(names):
                for name in names:
                    self.put(name)
                result = self.run_tool()
                self.assertEqual(result.returncode, 1)
                self.assertIn(words, result.stderr)
                for name in names:
                    os.remove(os.path.join(self.folder.name, name))


if __name__ == "__main__":
    unittest.main()
