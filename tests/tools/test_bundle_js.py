"""tools/bundle_js.py must put modules together so that they mean the same, and refuse the rest."""
import shutil
import subprocess
import os
import unittest

import tool_test
import bundle_js

MODULES = {
    "page.js": "import { twice, WORD as word } from './lib/twice.js';\nimport { kept } from './dom.js';\n"
               "const part = 'page';\nconsole.log(part, twice(3), word, kept);\n",
    "lib/twice.js": "import { part, Counter } from './part.js';\nimport { kept } from '../dom.js';\n"
                    "export const WORD = `${part} ${kept}`;\n"
                    "export function twice(n) {\n  return new Counter().add(n).add(n).sum;\n}\n",
    "lib/part.js": "const hidden = 'inner';\nexport { hidden as part };\n"
                   "export class Counter {\n  sum = 0;\n  add(n) {\n    this.sum += n;\n    return this;\n  }\n}\n"
                   "export const here = import.meta.url;\n",
    "dom.js": "export const kept = 'shared';\n",
}


class BundleJs(tool_test.ToolTest):
    def changed(self, name, text):
        return {**MODULES, name: text}

    @unittest.skipIf(shutil.which("node") is None, "node is not there")
    def test_means_the_same(self):
        root = self.tree({**MODULES, "package.json": '{"type": "module"}'})
        said = []
        for name in ("page.js", "bundle.js"):
            with open(os.path.join(root, "bundle.js"), "w", encoding="utf-8") as stream:
                stream.write(bundle_js.bundle("page.js", MODULES))
            said.append(subprocess.run(["node", os.path.join(root, name)], check=True,
                                       capture_output=True, text=True, timeout=60).stdout)
        self.assertEqual(said[0], "page 6 inner shared shared\n")
        self.assertEqual(said[0], said[1])

    def test_addresses_stay(self):
        text = bundle_js.bundle("page.js", MODULES)
        self.assertIn("new URL('./lib/part.js', import.meta.url).href", text)
        self.assertEqual(text.count("import {"), 1)

    def test_faults(self):
        for name, text in [
                ("lib/part.js", "import { twice } from './twice.js';\nexport const part = 1;\n"),
                ("lib/part.js", "export default 1;\n"),
                ("lib/part.js", "import part from './x.js';\n"),
                ("lib/twice.js", "import { part } from './gone.js';\n"),
                ("lib/twice.js", "import { kept as other } from '../dom.js';\n")]:
            with self.subTest(text), self.assertRaises(bundle_js.Fault):
                bundle_js.bundle("page.js", self.changed(name, text))

    def test_only_pages_change(self):
        files = [("game.js", b"import { kept } from './dom.js';\nkept;\n"), ("dom.js", b"export const kept = 1;\n"),
                 ("a.css", b"x")]
        self.assertEqual(bundle_js.apply(files)[1:], files[1:])


if __name__ == "__main__":
    tool_test.main()
