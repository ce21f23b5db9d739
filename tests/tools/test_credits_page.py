"""tools/credits_page.py must name everybody once, and let no markup through."""
import tool_test
import credits_page

CREDITS = [
    {
        "name": "king",
        "author": "Ann & Ben",
        "url": "https://example.org/",
        "source": "a.svg",
        "licence": "CC BY 3.0",
        "change": "-",
    },
    {
        "name": "rook",
        "author": "Ann & Ben",
        "url": "https://example.org/",
        "source": "b.svg",
        "licence": "CC BY 3.0",
        "change": "-",
    },
    {"name": "pawn", "author": "<us>", "url": "", "source": "", "licence": "GPL", "change": ""},
]


class CreditsPage(tool_test.ToolTest):
    def test_page(self):
        text = credits_page.page(CREDITS)
        self.assertIn(
            '<td>king, rook</td><td><a href="https://example.org/" rel="noopener">Ann &amp; '
            "Ben</a></td>",
            text,
        )
        self.assertIn("<td>pawn</td><td>&lt;us&gt;</td>", text)
        self.assertEqual(text.count("<tr>"), 3)


if __name__ == "__main__":
    tool_test.main()
