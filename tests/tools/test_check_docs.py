"""tools/check_docs.py must accept documents that agree with the sources and find those that do
not."""

import tool_test
import check_docs

SOURCE = """#include "net/x.h"

/* apo_x_said is only in a comment; and apo_x_far() too. */
static const apo_row rows[] = {
    {"far", go_far},
};

static void go_far(void *context)
{
    apo_x_send(context, "apo_x_quoted");
}

unsigned apo_x_open(apo_x *out,
                    int port)
{
    return find(rows, port);
}

void apo_x_close(apo_x *x)
{
    free(x);
}
"""

SCRIPT = """class Page {
  #onClick(event) {
    this.#post(event);
  }

  async #post(event) {
    await post(event.path);
  }
}

export async function post(path) {
  return fetch(path);
}
"""

JOURNEY = """# Journeys

## One

1. `apo_x_open` (`src/net/x.c`) looks into the table, calls
   `apo_x_send()`, and passes on `go_far()`.
2. `go_far` (`src/net/x.c`) calls `apo_x_send()`; `net/x.h` says more of apo_x_*.

Some words in between.

### In another thread

3. `apo_x_close` (`src/net/x.c`) ends it.

## Two

1. `#onClick` (`web/page.js`) calls `#post()`.
2. `#post` (`web/page.js`) calls `post()`, and `post` calls `fetch`.
3. `post` (`web/page.js`) calls `fetch()`.
"""


class CheckDocsTest(tool_test.ToolTest):
    def faults(self, journey=JOURNEY, readme="", more=()):
        files = {
            "src/net/x.c": SOURCE,
            "src/net/x.h": "unsigned apo_x_open(apo_x *out, int port);\n",
            "web/page.js": SCRIPT,
            "docs/journeys.md": journey,
            "README.md": readme,
        }
        files.update(more)
        return list(check_docs.faults_of(self.tree(files)))

    def changed(self, old, new):
        self.assertIn(old, JOURNEY)
        return self.faults(JOURNEY.replace(old, new))

    def test_good(self):
        self.assertEqual(self.faults(), [])

    def test_names(self):
        self.assert_fault(self.faults(readme="Ask `apo_x_find`."), "README.md:1", "apo_x_find")
        self.assert_fault(self.faults(readme="A block:\n```c\napo_x_find();\n```"), "README.md:3")
        self.assertEqual(self.faults(readme="`apo_<noun>_open`, apo_x_*, `apo_x_`"), [])
        self.assert_fault(self.faults(readme="`apo_<noun>_find`"), "apo_<noun>_find")

    def test_a_comment_or_a_text_in_quotes_is_no_function(self):
        self.assert_fault(self.faults(readme="`apo_x_said`"), "apo_x_said")
        self.assert_fault(
            self.changed("and passes", "`apo_x_quoted()`, and passes"),
            "use apo_x_quoted",
        )

    def test_history_may_name_what_is_gone(self):
        self.assertEqual(self.faults(more={"CHANGELOG.md": "apo_x_find of `src/net/old.c`"}), [])

    def test_paths(self):
        good = (
            "`src/net/x.c`, `net/x.h`, `x.c`, `src/net/<word>.c`, `/api/x`, `build/x`, `mine.txt`"
        )
        self.assertEqual(self.faults(readme=good), [])
        for path in (
            "src/net/y.c",
            "net/y.h",
            "y.c",
            "web/*.py",
            "src/<word>/y.c",
            "page.mjs",
        ):
            self.assert_fault(self.faults(readme="See `%s`." % path), "README.md:1: there is no")

    def test_a_place_has_what_its_row_names(self):
        def faults(row):
            return self.faults(more={"docs/where-is.md": "| what | where |\n|---|---|\n" + row})

        self.assertEqual(faults("| x, `apo_x_open` | `src/net/x.c` |"), [])
        self.assert_fault(faults("| x | `open_it` in `net/x.c` |"), "where-is.md:3", "open_it")
        self.assertEqual(faults("| x | `open` in `net/x.c` |"), [])

    def test_a_step_names_its_file(self):
        self.assert_fault(
            self.changed("3. `apo_x_close` (`src/net/x.c`) ends", "3. It ends"),
            "journeys.md:13",
            "begins with its function and file",
        )
        faults = self.changed("3. `post` (`web/page.js`)", "3. `post` (`src/page.js`)")
        self.assertIn("there is no src/page.js", faults[0])

    def test_a_step_is_defined_there(self):
        faults = self.changed("3. `apo_x_close` (`src/net/x.c`)", "3. `apo_x_open` (`src/net/x.h`)")
        self.assert_fault(faults, "src/net/x.h does not define apo_x_open")

    def test_a_step_calls_what_it_says(self):
        self.assert_fault(
            self.changed("ends it", "calls `go_far()`"),
            "journeys.md:13",
            "apo_x_close of src/net/x.c does not use go_far",
        )
        self.assert_fault(
            self.changed("calls `fetch()`", "calls `listen()`"), "does not use listen"
        )

    def test_a_step_may_go_through_functions_and_tables_of_its_file(self):
        self.assertEqual(self.changed("calls `fetch()`.", "calls `fetch()`, not `fetch`."), [])
        self.assert_fault(
            self.faults(more={"src/net/x.c": SOURCE.replace('{"far", go_far}', "{0}")}),
            "apo_x_open of src/net/x.c does not use apo_x_send, go_far",
        )

    def test_a_journey_has_no_gap(self):
        self.assert_fault(
            self.changed(", and passes on `go_far()`", ""),
            "journeys.md:7",
            "no step before this one names go_far",
        )
        # A heading says who calls the next one.
        self.assert_fault(self.changed("### In another thread\n", ""), "names apo_x_close")

    def test_the_map_agrees_with_the_check_of_layers(self):
        layers = {None: {"base": set(), "net": {"base"}}, "net": {"a": set(), "b": {"a"}}}
        head = "| folder of `%s` | may use | contents |\n|---|---|---|\n"
        good = (
            head % "src" + "| `base` | | texts |\n| `net` | base | HTTP |\n\n"
            "| folder | is |\n|---|---|\n| `fuzz` | another table |\n\n"
            + head % "src/net"
            + "| `a` | | |\n| `b` | all of them | |\n"
        )

        def faults(text):
            root = self.tree({"docs/ARCHITECTURE.md": text, "docs/journeys.md": "None.\n"})
            return [f for f in check_docs.faults_of(root, layers) if "ARCHITECTURE" in f]

        self.assertEqual(faults(good), [])
        self.assert_fault(faults(good.replace("| base |", "| |")), ":4:", "net may use is: base")
        self.assert_fault(faults(good.replace("| `a` | |", "| `a` | b |")), "may use is: nothing")
        self.assert_fault(
            faults(good.replace("| `b` | all of them | |\n", "")), "no row for b of net"
        )
        self.assert_fault(faults(good + "| `c` | a | |\n"), "c may use is: not there")

    def test_the_map_names_what_starts_threads(self):
        starts = "int go(void)\n{\n    return pthread_create(&t, NULL, run, NULL);\n}\n"
        sources = {
            "src/net/a.c": starts,
            "src/net/b.c": "    apo_workers_new(&all, http, 2);\n",
            "src/net/c.c": "/* no pthread_create() here */\n",
            "src/net/d.c": "int apo_workers_new(apo_workers **out);\n",
        }
        head = "| part | owner | thread |\n|---|---|---|\n"

        def faults(text):
            files = {"docs/ARCHITECTURE.md": text, "docs/journeys.md": "None.\n"}
            root = self.tree({**files, **sources})
            return [f for f in check_docs.faults_of(root, {}) if "threads" in f]

        rows = "| one (`src/net/a.c`) | loop | |\n| two | `src/net/b.c` | |\n"
        self.assertEqual(faults(head + rows), [])
        self.assert_fault(faults(head + rows.split("\n")[0]), "does not name src/net/b.c")
        self.assertEqual(len(faults("`src/net/a.c`\n\n" + head + "\n" + rows)), 2)

    def test_there_are_steps(self):
        self.assert_fault(self.faults("# Journeys\n\nNone.\n"), "there are no steps")


if __name__ == "__main__":
    tool_test.main()
