"""tools/make_sprite.py must draw the same lines as the drawings it reads."""
import contextlib
import io
import unittest
import unittest.mock

import tool_test
import make_sprite

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">%s</svg>'


class DrawingTest(tool_test.ToolTest):
    def symbol(self, body, is_white=True):
        folder = self.tree({"a.svg": SVG % body})
        return make_sprite.xboard_symbol("%s/a.svg" % folder, is_white)

    def test_transforms_and_size(self):
        text = self.symbol(
            '<g transform="translate(5,0)"><path transform="scale(2)" fill="#ffffcc" d="M0 '
            '0h1"/></g>'
        )
        self.assertIn('d="M10 0h4"', text)

    def test_colours_are_ours(self):
        body = '<path style="fill:#ffffcc;stroke:#000000;stroke-width:1" d="M0 0h1"/>'
        self.assertIn(
            'fill="%s" stroke="%s"' % (make_sprite.WHITE, make_sprite.LINE), self.symbol(body)
        )
        self.assertIn(
            'fill="%s" stroke="%s"' % (make_sprite.LIGHT, make_sprite.BLACK),
            self.symbol(body, False),
        )

    def test_what_is_not_seen_is_left_out(self):
        self.assertEqual(
            self.symbol(
                '<path style="fill:none;stroke:none" d="M0 0h1"/><defs><path d="M0 0h1"/></defs>'
                '<path display="none" d="M0 0h1"/>'
            ),
            "",
        )

    def test_missing_packages_are_named(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            arguments = ["make_sprite.py", self.tree({}), "--xboard", "/nowhere"]
            with unittest.mock.patch("sys.argv", arguments):
                self.assertEqual(make_sprite.main(), 77)
        self.assertIn("fetch-art", said.getvalue())


if __name__ == "__main__":
    tool_test.main()
