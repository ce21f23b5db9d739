"""tools/svg_path.py must keep the lines of the drawings it reads."""
import unittest

import tool_test
import svg_path


class PathTest(unittest.TestCase):
    def test_relative_becomes_absolute(self):
        self.assertEqual(
            svg_path.absolute("m10 10 5 0v5h-5z"),
            [("M", [10, 10]), ("L", [15, 10]), ("L", [15, 15]), ("L", [10, 15]), ("Z", [])],
        )

    def test_what_follows_a_closed_part_begins_where_it_began(self):
        self.assertEqual(svg_path.absolute("M1 1h3v3zm2 2h1")[-2:], [("M", [3, 3]), ("L", [4, 3])])

    def test_smooth_curves_mirror_their_handle(self):
        path = svg_path.absolute("M0 0C1 2 3 2 4 0S7-2 8 0")
        self.assertEqual(path[2], ("C", [5, -2, 7, -2, 8, 0]))

    def test_quadratic_curves(self):
        ((_, curve),) = svg_path.absolute("M0 0Q3 3 6 0")[1:]
        self.assertEqual([round(v, 9) for v in curve], [2, 2, 4, 2, 6, 0])

    def test_arcs_with_glued_flags(self):
        path = svg_path.absolute("M0 5a5 5 0 015-5")
        self.assertEqual([round(v, 6) for v in path[-1][1][-2:]], [5, 0])
        half = svg_path.absolute("M0 0A5 5 0 1 1 10 0")
        self.assertEqual([round(v, 6) for v in half[1][1][-2:]], [5, -5])

    def test_writing_and_reading_again(self):
        text = "M10 10C12.5 3 17.5-3 20 10L30 10V25.2L-4.5-2.1Z"
        written = svg_path.written(svg_path.absolute(text))
        again = svg_path.absolute(written)
        for (a, p), (b, q) in zip(svg_path.absolute(text), again):
            self.assertEqual(a, b)
            for v, w in zip(p, q):
                self.assertAlmostEqual(v, w, delta=0.251)

    def test_numbers_are_short(self):
        self.assertEqual(
            [svg_path.short(v) for v in (0, 5, -5, 10, 123)], ["0", ".5", "-.5", "1", "12.3"]
        )
        self.assertEqual(svg_path.join([5, 5, -5, 20]), ".5.5-.5 2")

    def test_holes_are_no_outlines(self):
        ring = svg_path.absolute("M0 0H9V9H0ZM3 3H6V6H3ZM20 0H22V2H20Z")
        self.assertEqual(len(svg_path.parts(svg_path.outlines(ring))), 2)


if __name__ == "__main__":
    tool_test.main()
