"""tools/check_words.py must accept the words of the glossary and find each kind of fault."""
import os

import tool_test
import check_words

GLOSSARY = """# Words
## Words
| word | meaning |
|---|---|
| piece | what stands on the board |
## Folders
| folder | where | meaning |
|---|---|---|
| rules | `src/rules` | the rules |
| game | `src/game`, `web/game` | a game |
## Types
| type | meaning |
|---|---|
| `apo_move` | a move |
"""
GOOD = {
    "docs/GLOSSARY.md": GLOSSARY,
    "tools/banned_words.tsv": "# where, pattern, instead\n"
    "name\t\\bman\\b\tpiece\told_names\n"
    "text\tstands behind\tis after\n",
    "include/apothecary/move.h": "typedef struct apo_move {\n    int from;\n} apo_move;\n",
    "src/rules/make.c": "int command_line; /* a human */\n",
    "src/game/game.c": "\n",
    "web/game/game.js": "\n",
    "README.md": "A piece.\n",
}


class CheckWordsTest(tool_test.ToolTest):
    def faults(self, files):
        return check_words.check(self.tree({**GOOD, **files}))

    def test_good(self):
        self.assertEqual(self.faults({}), [])

    def test_name(self):
        for text in ("int apo_man_side;", "let manName = 1;", "x = MAN_MAX;"):
            self.assert_fault(self.faults({"src/rules/a.c": text}), "src/rules/a.c:1", "piece")
        self.assertEqual(self.faults({"src/rules/a.c": "int many, human, command;"}), [])
        self.assertEqual(self.faults({"src/rules/old_names.c": "int man;"}), [])

    def test_file_name(self):
        self.assert_fault(self.faults({"src/rules/man_moves.h": ""}), "file name", "piece")

    def test_text(self):
        self.assert_fault(
            self.faults({"README.md": "x\nIt stands behind it.\n"}), "README.md:2", "is after"
        )

    def test_type_without_row(self):
        files = {"include/apothecary/game.h": "typedef void apo_sink(int x);\n"}
        self.assert_fault(self.faults(files), "game.h:1", "apo_sink")

    def test_row_without_type(self):
        files = {"include/apothecary/move.h": ""}
        self.assert_fault(self.faults(files), "no public type apo_move")

    def test_folder_without_row(self):
        self.assert_fault(self.faults({"src/attic/x.c": ""}), "no row", "src/attic")
        self.assert_fault(self.faults({"src/rules/game/x.c": ""}), "no row", "src/rules/game")

    def test_row_without_folder(self):
        files = {"docs/GLOSSARY.md": GLOSSARY.replace("`src/game`,", "`src/game`, `src/gone`,")}
        self.assert_fault(self.faults(files), "no folder src/gone")

    def test_two_rows(self):
        files = {"docs/GLOSSARY.md": GLOSSARY.replace("| piece |", "| piece | x |\n| piece |")}
        self.assert_fault(self.faults(files), "the word piece", "line 5")

    def test_type_defined_twice(self):
        text = "typedef struct apo_pool { int x; } apo_pool;\n"
        self.assert_fault(
            self.faults({"src/rules/pool.h": text, "src/game/pool.h": text}),
            "apo_pool is defined again",
        )

    def test_tag_and_type(self):
        files = {
            "src/rules/answer.h": "enum apo_answer { APO_YES };\n",
            "src/game/answer.h": "typedef bool (*apo_answer)(int question);\n",
        }
        self.assert_fault(self.faults(files), "apo_answer is defined again", "src/rules/answer.h")

    def test_own_list(self):
        """Words of the list that came back once: in types of a file and in locals."""
        with open(
            os.path.join(tool_test.ROOT, "tools", "banned_words.tsv"), encoding="utf-8"
        ) as file:
            own = {"tools/banned_words.tsv": file.read()}
        for text in (
            "typedef struct crew { int speed; } crew;",
            "static crew find_crew(void);",
            "apo_store_deed deed;",
            "this.#complain(error);",
            "const wish = wishOf(name);",
            "bool has_loud;",
            "apo_lab_worth worth;",
        ):
            path = "web/game/a.js" if "const" in text or "this" in text else "src/rules/a.c"
            self.assert_fault(self.faults({**own, path: text}), path + ":1", "say")
        self.assertEqual(
            self.faults({**own, "src/rules/a.c": "int wished, complaint, indeed;"}), []
        )


if __name__ == "__main__":
    tool_test.main()
