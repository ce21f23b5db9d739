"""tools/rules_index.py must find each kind of fault, and write what it read."""
import contextlib
import io
import os

import tool_test
import rules_index

RULE = """/* Rule: king's jump
 * Also called: king's leap
 * Text: Once in the game the king may jump
 *   over pieces, unless: he is in check.
 * Source: rules, section 3
 * Section: king-jump
 * Keys: from, targets
 * State: one right a side
 * Tests: tests/rules/king_jump.spec
 *
 * Note: nothing below the tags is read. Tests: none.
 */
int x;
"""
FILES = {
    "src/rules/rules/king_jump.c": RULE,
    "src/rules/rules/list.c": "/* The list. */\n",
    "tests/rules/king_jump.spec": "",
    "variants/alert.variant": "[game]\nname = A\n[ king-jump ]\nfrom = g1\n",
    "variants/child.variant": "[game]\nbase = alert\n",
    "variants/without.variant": "[game]\nbase = alert\nwithout = castling,\n  king-jump\n",
    "variants/other.variant": "[game]\n# [king-jump]\n",
}


class RulesIndexTest(tool_test.ToolTest):
    def faults(self, text):
        root = self.tree({**FILES, "src/rules/rules/king_jump.c": text})
        return rules_index.read_rules(root)[1]

    def run_main(self, root, *options):
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            status = rules_index.main([*options, root])
        return status, err.getvalue()

    def test_good(self):
        self.assertEqual(self.faults(RULE), [])

    def test_words(self):
        rows = "# words\nleap\tElsewhere\tking's jump\tfrom\nnone\tElsewhere\t-\tno rule\n"
        tree = {**FILES, "tools/rule_words.tsv": rows}
        root = self.tree(tree)
        self.assertEqual(self.run_main(root)[0], 0)
        with open(os.path.join(root, rules_index.INDEX), encoding="utf-8") as stream:
            text = stream.read()
        self.assertIn("| `leap` | Elsewhere | [king's jump](#kings-jump) | from |", text)
        self.assertIn("| `none` | Elsewhere | none | no rule |", text)
        root = self.tree({**tree, "tools/rule_words.tsv": rows.replace("king's jump", "jump")})
        self.assertIn("no rule is called 'jump'", self.run_main(root)[1])
        table = 'NUMBER_KEY("leap", FLAG, LEAP),\n    {"newKey", APO_FAIRY_KEY_SET, 0, BOTH},\n'
        root = self.tree({**tree, "src/definition/exchange/fairy_key_table.c": table})
        self.assertIn("the key newKey is missing", self.run_main(root)[1])

    def test_words_that_lead_to_a_game_or_a_page(self):
        rows = "a\tElsewhere\t-\tgame alert\nb\tElsewhere\t-\tpage fen\n"
        tree = {**FILES, "tools/rule_words.tsv": rows, "docs/fen.md": ""}
        root = self.tree(tree)
        self.assertEqual(self.run_main(root)[0], 0)
        with open(os.path.join(root, rules_index.INDEX), encoding="utf-8") as stream:
            text = stream.read()
        self.assertIn("| `a` | Elsewhere | none | game [alert](../variants/alert.variant) |", text)
        self.assertIn("| `b` | Elsewhere | none | page [fen](../docs/fen.md) |", text)
        root = self.tree({**tree, "tools/rule_words.tsv": rows.replace("alert", "gone")})
        self.assertIn("variants/gone.variant does not exist (a)", self.run_main(root)[1])

    def test_words_of_our_xboard_engine(self):
        table = '    {"go", apo_xboard_handle_go},\n    {"computer", ignore},\n    {"?", answer},\n'
        rows = "go\tXBoard\t-\tno rule\n"
        tree = {
            **FILES,
            "src/definition/exchange/fairy_key_table.c": "",
            "src/protocol/xboard.c": table,
            "tools/rule_words.tsv": rows,
        }
        said = self.run_main(self.tree(tree))[1]
        self.assertEqual(said.count("is missing"), 1)
        self.assertIn("the key computer is missing (XBoard)", said)

    def test_words_of_other_imports(self):
        sources = {
            "interactive_read.c": '    {"wings", read_wings},\n    {"wingColor", ignore},\n',
            "zillions_run.c": 'const words[] = {"leap", "fly?"};\napo_span_is(word, "win")',
            "sjaak_lines.c": '        {"may fly", APO_SJAAK_FLY},\n',
        }
        folder = "src/definition/exchange/"
        tree = {folder + name: text for name, text in sources.items()}
        # The same word of another program does not count.
        rows = "leap\tZillions\t-\tno rule\nfly?\tSjaak\t-\tno rule\n"
        said = self.run_main(self.tree({**FILES, **tree, "tools/rule_words.tsv": rows}))[1]
        self.assertEqual(
            [line.split("the key ")[1] for line in said.splitlines()],
            [
                "wings is missing (Interactive Diagram)",
                "may fly is missing (Sjaak)",
                "fly? is missing (Zillions)",
            ],
        )

    def test_words_of_fairy_stockfish(self):
        """Its pieces need rows; a key with a form for each colour is found by each form."""
        folder = "src/definition/exchange/"
        tree = {
            **FILES,
            folder + "fairy_key_table.c": '    REGION_KEYS("landing", LANDING),\n',
            folder + "fairy_pieces.c": '    {"glider", "B", false},\n',
            "tools/rule_words.tsv": "landing\tFairy-Stockfish\t-\tno rule\n",
        }
        self.assertIn("the key glider is missing", self.run_main(self.tree(tree))[1])
        tree["tools/rule_words.tsv"] += "glider\tElsewhere, Fairy-Stockfish\t-\t[pieces], B\n"
        root = self.tree(tree)
        self.assertEqual(self.run_main(root)[0], 0)
        with open(os.path.join(root, rules_index.INDEX), encoding="utf-8") as stream:
            text = stream.read()
        self.assertIn("| `landing`, `landingWhite`, `landingBlack` | Fairy-Stockfish |", text)
        self.assertIn("| `glider` | Elsewhere, Fairy-Stockfish | none | [pieces], B |", text)

    def test_table(self):
        """Words of rules come first, then those of other programs, without what helps nobody."""
        rows = (
            "King's Leap\tElsewhere\t-\tno rule\nhop\tElsewhere\tking's jump\tfrom\n"
            "alert\tElsewhere\t-\tgame alert\nfly\tElsewhere\t-\tno rule, but for birds\n"
            "time\tElsewhere\t-\tfor other programs only\n"
        )
        root = self.tree({**FILES, "tools/rule_words.tsv": rows})
        self.assertEqual(self.run_main(root)[0], 0)
        path = os.path.join(root, rules_index.TABLE)
        with open(path, encoding="utf-8") as stream:
            table = [line.strip() for line in stream if line.startswith("    {")]
        self.assertEqual(
            table,
            [
                '{"alert", "", "here: base = alert"},',
                '{"fly", "", "no rule does that, but for birds"},',
                '{"hop", "king-jump", "from"},',
                '{"kingsjump", "king-jump", ""},',
                '{"kingsleap", "king-jump", ""},',
                '{"", "", ""},',
            ],
        )
        self.assertEqual(self.run_main(root, "--check")[0], 0)
        with open(path, "a", encoding="utf-8") as stream:
            stream.write("/* changed */")
        self.assertIn("rule_word_table.c is out of date", self.run_main(root, "--check")[1])

    def test_missing_tag(self):
        for tag in rules_index.TAGS:
            text = "\n".join(
                line for line in RULE.split("\n") if not line.lstrip("/* ").startswith(tag + ":")
            )
            if not text.startswith("/*"):
                text = "/*\n" + text
            self.assert_fault(self.faults(text), "'%s:'" % tag, "missing")

    def test_empty_tag(self):
        self.assert_fault(self.faults(RULE.replace("one right a side", "")), "'State:'", "empty")

    def test_no_header(self):
        self.assertEqual(len(self.faults("int x;\n")), len(rules_index.TAGS))

    def test_test_file(self):
        self.assert_fault(
            self.faults(RULE.replace("king_jump.spec", "kings_jump.spec")),
            "tests/rules/kings_jump.spec does not exist",
        )

    def test_tests_without_file(self):
        self.assert_fault(
            self.faults(RULE.replace("tests/rules/king_jump.spec", "later")), "names no file"
        )

    def test_index(self):
        root = self.tree(FILES)
        self.assertEqual(self.run_main(root)[0], 0)
        with open(os.path.join(root, rules_index.INDEX), encoding="utf-8") as stream:
            text = stream.read()
        self.assertIn("| [king's jump](#kings-jump) | king's leap |", text)
        self.assertIn("| alert, child |", text)
        self.assertIn("may jump over pieces, unless: he is in check.", text)
        self.assertIn("tests/rules/king_jump.spec", text)

    def test_check(self):
        root = self.tree(FILES)
        status, said = self.run_main(root, "--check")
        self.assertEqual(status, 1)
        self.assertIn("out of date", said)
        self.run_main(root)
        self.assertEqual(self.run_main(root, "--check"), (0, ""))
        with open(os.path.join(root, "variants/other.variant"), "a", encoding="utf-8") as stream:
            stream.write("[king-jump]\n")
        self.assertEqual(self.run_main(root, "--check")[0], 1)


if __name__ == "__main__":
    tool_test.main()
