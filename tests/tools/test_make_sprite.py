"""tools/make_sprite.py must draw the same lines as the drawings it reads."""
import contextlib
import io
import unittest
import unittest.mock

import tool_test
import make_sprite

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">%s</svg>'


class PathTest(unittest.TestCase):
    def test_relative_becomes_absolute(self):
        self.assertEqual(
            make_sprite.absolute("m10 10 5 0v5h-5z"),
            [("M", [10, 10]), ("L", [15, 10]), ("L", [15, 15]), ("L", [10, 15]), ("Z", [])],
        )

    def test_what_follows_a_closed_part_begins_where_it_began(self):
        self.assertEqual(
            make_sprite.absolute("M1 1h3v3zm2 2h1")[-2:], [("M", [3, 3]), ("L", [4, 3])]
        )

    def test_smooth_curves_mirror_their_handle(self):
        path = make_sprite.absolute("M0 0C1 2 3 2 4 0S7-2 8 0")
        self.assertEqual(path[2], ("C", [5, -2, 7, -2, 8, 0]))

    def test_quadratic_curves(self):
        ((_, curve),) = make_sprite.absolute("M0 0Q3 3 6 0")[1:]
        self.assertEqual([round(v, 9) for v in curve], [2, 2, 4, 2, 6, 0])

    def test_arcs_with_glued_flags(self):
        path = make_sprite.absolute("M0 5a5 5 0 015-5")
        self.assertEqual([round(v, 6) for v in path[-1][1][-2:]], [5, 0])
        half = make_sprite.absolute("M0 0A5 5 0 1 1 10 0")
        self.assertEqual([round(v, 6) for v in half[1][1][-2:]], [5, -5])

    def test_writing_and_reading_again(self):
        text = "M10 10C12.5 3 17.5-3 20 10L30 10V25.2L-4.5-2.1Z"
        written = make_sprite.written(make_sprite.absolute(text))
        again = make_sprite.absolute(written)
        for (a, p), (b, q) in zip(make_sprite.absolute(text), again):
            self.assertEqual(a, b)
            for v, w in zip(p, q):
                self.assertAlmostEqual(v, w, delta=0.051)

    def test_numbers_are_short(self):
        self.assertEqual(
            [make_sprite.short(v) for v in (0, 5, -5, 10, 123)], ["0", ".5", "-.5", "1", "12.3"]
        )
        self.assertEqual(make_sprite.join([5, 5, -5, 20]), ".5.5-.5 2")

    def test_holes_are_no_outlines(self):
        ring = make_sprite.absolute("M0 0H9V9H0ZM3 3H6V6H3ZM20 0H22V2H20Z")
        self.assertEqual(len(make_sprite.parts(make_sprite.outlines(ring))), 2)


class DrawingTest(tool_test.ToolTest):
    def symbol(self, body, is_white=True):
        folder = self.tree({"a.svg": SVG % body})
        return make_sprite.xboard_symbol("%s/a.svg" % folder, is_white)

    def test_transforms_and_size(self):
        text = self.symbol(
            '<g transform="translate(5,0)"><path transform="scale(2)" fill="#ffffcc" d="M0 0h1"/></g>'
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
