"""tools/run_tests.py must read ctest's files, choose the tests that are meant, and build only what
they need."""
import os

import tool_test
import run_tests

LISTS = {
    "tests/CTestTestfile.cmake": 'add_test([=[rules.joker]=] "BUILD/spec_runner" '
    '"tests/rules/joker.spec")\n'
    'set_tests_properties([=[rules.joker]=] PROPERTIES  LABELS "rules" TIMEOUT "1200")\n'
    'add_test([=[rules.launch]=] "BUILD/spec_runner" "tests/rules/launch.spec")\n'
    'set_tests_properties([=[rules.launch]=] PROPERTIES  LABELS "rules" TIMEOUT "1200")\n'
    'add_test([=[http.games]=] "/usr/bin/python3" "tests/http/test_games.py" '
    '"BUILD/http_probe" "BUILD/apothecary")\n'
    'set_tests_properties([=[http.games]=] PROPERTIES  LABELS "http" TIMEOUT "1200")\n',
    "golden/CTestTestfile.cmake": "add_test([=[golden.engine]=] "
    '"/usr/bin/python3" "tests/golden/engine.py" "BUILD/apothecary")\n'
    'set_tests_properties([=[golden.engine]=] PROPERTIES  LABELS "golden" '
    'REQUIRED_FILES "BUILD/apothecary-engine" TIMEOUT "1200")\n',
    "lint/CTestTestfile.cmake": 'add_test([=[lint.archives]=] "/usr/bin/python3" '
    '"tools/check_archives.py" "BUILD")\n'
    'set_tests_properties([=[lint.archives]=] PROPERTIES  LABELS "lint" TIMEOUT "600")\n',
    "fuzz/CTestTestfile.cmake": 'add_test(corpus.fen "BUILD/corpus_fen" "fuzz/corpus/fen")\n'
    'set_tests_properties(corpus.fen PROPERTIES  LABELS "corpus" TIMEOUT "1200")\n',
}


class RunTestsTest(tool_test.ToolTest):
    def setUp(self):
        self.build = self.tree(LISTS)
        for path in LISTS:
            full = os.path.join(self.build, path)
            with open(full, encoding="utf-8") as stream:
                text = stream.read().replace("BUILD", self.build)
            with open(full, "w", encoding="utf-8") as stream:
                stream.write(text)
        self.tests = run_tests.read_tests(self.build)

    def names(self, *names, label=None, left_out=()):
        return [test.name for test in run_tests.choose(self.tests, names, label, left_out)]

    def test_choice(self):
        self.assertEqual(self.names("rules.joker"), ["rules.joker"])
        self.assertEqual(self.names("rules.*", "rules.joker"), ["rules.joker", "rules.launch"])
        self.assertEqual(
            self.names(label="^(rules|corpus)$"), ["corpus.fen", "rules.joker", "rules.launch"]
        )
        self.assertEqual(self.names(label="^rules$", left_out=["rules.joker"]), ["rules.launch"])

    def test_unknown(self):
        with self.assertRaisesRegex(SystemExit, "no test rules.jok; .* rules.joker"):
            self.names("rules.jok")

    def test_targets(self):
        self.assertEqual(
            run_tests.targets_of(self.tests, self.build),
            ["corpus_fen", "apothecary", "apothecary-engine", "all", "spec_runner", "http_probe"],
        )
        engine = run_tests.choose(self.tests, ["golden.engine"], None)
        self.assertEqual(
            run_tests.targets_of(engine, self.build), ["apothecary", "apothecary-engine"]
        )
        rules = run_tests.choose(self.tests, ["rules.*"], None)
        self.assertEqual(run_tests.targets_of(rules, self.build), ["spec_runner"])


if __name__ == "__main__":
    tool_test.main()
