"""tools/rules_pages.py must write what the files say, and refuse what it does not understand."""
import contextlib
import io
import os

import tool_test
import rules_pages

PAGE = """# A game

Two **bold** and *slanted* words, `co<de`, 2 < 3,
and [modern](modern.md#the-end), [a file](../../variants/alert.variant).

## The end

| letter | piece |
|---|---|
| K | king & co |

- one
  and more
- two

```
a  b

c
```
"""
WANTED = """<p>Two <strong>bold</strong> and <em>slanted</em> words, <code>co&lt;de</code>, \
2 &lt; 3, and <a href="/rules/modern#the-end">modern</a>, a file.</p>
<h2 id="the-end">The end</h2>
<div class="table-box" tabindex="0">
<table class="pieces">
<thead><tr><th scope="col">letter</th><th scope="col">piece</th>\
<td class="piece-moves"></td></tr></thead>
<tbody>
<tr><th scope="row">K</th><td>king &amp; co</td><td class="piece-moves"></td></tr>
</tbody></table></div>
<ul>
<li>one and more</li>
<li>two</li>
</ul>
<pre tabindex="0"><code>a  b

c</code></pre>
"""
# The games of the lobby; their pages are there in every language.
MAIN_GAMES = ["alert", "apothecary2", "classic", "modern", "prequel"]
LANGUAGES = ["de", "es", "fr", "it"]
FAULTS = ["```\nopen", "<b>markup</b>", "> said", "| a |\n| b |", "- one\ntwo", "##### deep"]


class RulesPages(tool_test.ToolTest):
    def status_of(self, text):
        root = self.tree({"page.md": text})
        with contextlib.redirect_stderr(io.StringIO()):
            return rules_pages.main([os.path.join(root, "out"), os.path.join(root, "page.md")])

    def test_page(self):
        self.assertEqual(rules_pages.render(PAGE), WANTED)
        self.assertEqual(self.status_of(PAGE), 0)

    def test_faults(self):
        for fault in FAULTS:
            with self.subTest(fault):
                self.assertEqual(self.status_of(fault), 1)

    def test_translation(self):
        german = PAGE.replace("## The end", "## Das Ende").replace("| letter |", "| Buchstabe |")
        self.assertEqual(
            rules_pages.render(german, PAGE),
            WANTED.replace("The end<", "Das Ende<").replace(">letter<", ">Buchstabe<"),
        )

    def test_faulty_translations(self):
        for old, new in [
            ("- two\n", ""),
            ("## The end\n\n", ""),
            ("## The end", "### The end"),
            ("| K | king & co |\n", ""),
            ("a  b", "a b"),
            ("- one", "Two\n\n- one"),
        ]:
            with self.subTest(old), self.assertRaises(rules_pages.Fault):
                rules_pages.render(PAGE.replace(old, new), PAGE)

    def test_games(self):
        root = self.tree({})
        self.assertEqual(rules_pages.main([root]), 0)
        written = set(os.listdir(root)) - set(LANGUAGES)
        sources = {path.stem for path in rules_pages.GAMES.glob("*.md")} - rules_pages.LEFT_OUT
        self.assertEqual(written, {f"{game}.html" for game in sources})
        translated = [f"{game}.html" for game in MAIN_GAMES]
        self.assertLessEqual(set(translated), written)
        for language in LANGUAGES:
            self.assertEqual(sorted(os.listdir(os.path.join(root, language))), translated)


if __name__ == "__main__":
    tool_test.main()
