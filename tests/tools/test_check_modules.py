"""tools/check_modules.py must accept what is allowed and find each kind of fault."""
import tool_test
import check_modules

GOOD = {
    "lib/dom.js": "export const h = 1;\n",
    "lib/api.js": "import { h } from './dom.js';\nexport { h as other };\nexport const text = "
    "'import';\n",
    "board/board.js": "import {\n  h,\n} from '../lib/dom.js';\n",
    "game/game.js": "import '../board/board.js';\nconst points = () => import('./points.js');\n",
    "game/points.js": "",
    "node_modules/x/x.js": "import 'y';\n",
}


class CheckModules(tool_test.ToolTest):
    def faults(self, files):
        return check_modules.check(self.tree({**GOOD, **files}))[0]

    def test_good(self):
        self.assertEqual(self.faults({}), [])

    def test_uphill(self):
        self.assert_fault(
            self.faults({"lib/a.js": "// One.\nimport { x } from '../board/board.js';\n"}),
            "lib/a.js:2",
            "lib must not import from board",
        )

    def test_sideways(self):
        for text in (
            "import { x } from '../game/points.js';\n",
            "f(import('../game/points.js'));\n",
            "export * from '../game/points.js';\n",
            "import {\n  x,\n} from '../game/points.js';\n",
        ):
            with self.subTest(text):
                self.assert_fault(
                    self.faults({"archive/a.js": text}), "archive must not import from game"
                )

    def test_no_module(self):
        self.assert_fault(
            self.faults({"lib/a.js": "import { x } from './gone.js';\n"}), "lib/a.js:1", "gone.js"
        )
        self.assert_fault(self.faults({"lib/a.js": "import x from 'left-pad';\n"}), "left-pad")

    def test_circles(self):
        files = {
            "lib/a.js": "import './b.js';\n",
            "lib/b.js": "import './c.js';\n",
            "lib/c.js": "import './a.js';\n",
        }
        self.assert_fault(self.faults(files), "lib/a.js -> lib/b.js -> lib/c.js -> lib/a.js")

    def test_unknown_folders(self):
        self.assert_fault(self.faults({"attic/a.js": ""}), "attic/a.js", "MAY_USE")
        self.assert_fault(self.faults({"a.js": ""}), "a.js", "MAY_USE")


if __name__ == "__main__":
    tool_test.main()
