"""tools/check_layers.py must accept what is allowed and find each kind of fault."""
import os

import tool_test
import check_layers

GOOD = {
    "base/span.h": "#include <stddef.h>\n",
    "game/make.h": '#include "base/span.h"\n',
    "game/make.c": '#include "game/make.h"\n#include "game/make_priv.h"\n',
    "game/make_priv.h": '#include "game/make.h"\n',
    "cli/call/main.c": '#include "game/make.h"\n',
}


class CheckLayersTest(tool_test.ToolTest):
    def faults(self, files):
        return check_layers.check(self.tree({**GOOD, **files}))[0]

    def test_good(self):
        self.assertEqual(self.faults({}), [])

    def test_uphill(self):
        self.assert_fault(
            self.faults({"base/text.c": '\n  #  include "game/make.h"\n'}),
            "base/text.c:2",
            "base must not use game",
        )

    def test_sideways(self):
        files = {"search/tt.h": "", "game/clock.c": '#include "search/tt.h"\n'}
        self.assert_fault(self.faults(files), "game must not use search")

    def test_public(self):
        files = {
            "src/rules/kernel/x.h": '#include "apothecary/move.h"\n',
            "include/apothecary/move.h": "",
            "include/apothecary/game.h": "#include <apothecary/move.h>\n",
        }

        def faults(**more):
            return check_layers.check(os.path.join(self.tree({**files, **more}), "src"))[0]

        self.assertEqual(faults(), [])
        self.assert_fault(
            faults(**{"src/rules/kernel/x.h": "#include <apothecary/game.h>\n"}),
            "rules must not use game (apothecary/game.h)",
        )
        self.assert_fault(
            faults(**{"include/apothecary/game.h": '#include "rules/kernel/x.h"\n'}),
            "public headers only",
        )
        self.assert_fault(
            faults(**{"include/apothecary/more.h": ""}), "apothecary/more.h", "PUBLIC"
        )

    def test_door(self):
        files = {
            "rules/kernel/make.h": "",
            "rules/rules/engine_view.h": '#include "rules/kernel/make.h"\n',
            "search/a.c": '#include "rules/rules/engine_view.h"\n',
        }
        self.assertEqual(self.faults(files), [])
        self.assert_fault(
            self.faults({**files, "search/b.c": '#include "rules/kernel/make.h"\n'}),
            "search/b.c",
            "engine_view",
        )
        self.assert_fault(
            self.faults({**files, "game/a.c": '#include "rules/rules/engine_view.h"\n'}),
            "game/a.c",
            "door for others",
        )
        files = {
            "rules/kernel/make.h": "",
            "rules/rules/program_view.h": '#include "rules/kernel/make.h"\n',
            "wasm/a.c": '#include "rules/rules/program_view.h"\n',
        }
        self.assertEqual(self.faults(files), [])
        self.assert_fault(
            self.faults({**files, "cli/io/b.c": '#include "rules/kernel/make.h"\n'}),
            "cli/io/b.c",
            "program_view",
        )

    def test_folders(self):
        files = {
            "server/web/app.h": '#include "server/round/round.h"\n',
            "server/round/round.h": "",
        }
        self.assertEqual(self.faults(files), [])

    def test_folder_uphill(self):
        files = {"server/web/app.h": "", "server/round/round.c": '#include "server/web/app.h"\n'}
        self.assert_fault(self.faults(files), "server/round must not use server/web")

    def test_kernel_names_no_rule(self):
        files = {
            "rules/kernel/make.c": "int x;\n/* En passant. */\n",
            "rules/rules/castling.c": "/* Castling. */\n",
        }
        self.assert_fault(self.faults(files), "rules/kernel/make.c:2", "En passant")
        self.assertEqual(len(self.faults(files)), 1)

    def test_kernel_names_no_state(self):
        state = "typedef struct apo_rule_state {\n    int checks[2]; /* x */\n    int a, b;\n} x;\n"
        held = {"rules/rules/state.h": state}

        def faults(text):
            return self.faults({**held, "rules/kernel/make.c": text})

        self.assertEqual(faults("/* It checks a position, and preserves b. */\nint c;\n"), [])
        for word in ("checks", "a", "b"):
            self.assert_fault(faults("int c;\nint d = state->%s;\n" % word), "make.c:2", word)
        for word in ("pocket", "reserve", "trail", "imitated"):
            self.assert_fault(faults("int %s_count;\n" % word), "make.c:1", word)
            self.assert_fault(faults("/* The %s. */\n" % word), "make.c:1", word)

    def test_kernel_names_no_idea_of_a_rule(self):
        def faults(path, text):
            return self.faults({"rules/kernel/" + path: text})

        for word in ("double_turn", "drops", "promotion", "hand", "has_walls", "castled"):
            self.assert_fault(faults("make.c", "int x;\nint is_%s;\n" % word), "make.c:2")
        for name in ("CHANGE_POCKET", "ILLEGAL_LAUNCH", "ILLEGAL_DROP_MATE", "MOVE_CASTLING"):
            self.assert_fault(faults("make.c", "int x = APO_%s;\n" % name), "make.c:1")
        fields = "int x = mv->promoted;\nint y = mv.wall;\n"
        self.assertEqual(faults("move.h", fields), [])
        self.assertEqual(len(faults("make.c", fields)), 2)
        self.assert_fault(faults("move.h", "int promoted;\n"), "move.h:1", "promoted")
        self.assertEqual(faults("make.c", "/* It handles dropouts, so they wallow. */\n"), [])

    def test_kernel_holds_state(self):
        files = {
            "rules/rules/state.h": "#include <apothecary/board.h>\n",
            "rules/kernel/position.h": '#include "rules/rules/state.h"\n',
            "../include/apothecary/board.h": "",
        }
        self.assertEqual(self.faults(files), [])
        self.assert_fault(
            self.faults({**files, "rules/kernel/make.h": '#include "rules/rules/state.h"\n'}),
            "rules/kernel must not use rules/rules",
        )
        files["rules/kernel/set.h"] = ""
        files["rules/rules/state.h"] = '#include "rules/kernel/set.h"\n'
        self.assert_fault(self.faults(files), "public headers only, not rules/kernel/set.h")

    def test_unknown_inner_folder(self):
        self.assert_fault(self.faults({"server/attic/x.c": ""}), "server/attic/x.c", "FOLDERS")
        self.assert_fault(self.faults({"server/x.c": ""}), "server/x.c", "FOLDERS")

    def test_form_of_folders(self):
        files = {"server/web/app.c": '#include "server/app.h"\n'}
        self.assert_fault(self.faults(files), "layer/folder/module.h")

    def test_unknown_layer(self):
        self.assert_fault(self.faults({"misc/x.c": ""}), "misc/x.c", "MAY_USE")

    def test_file_outside_folders(self):
        self.assert_fault(self.faults({"x.c": ""}), "x.c", "MAY_USE")

    def test_form(self):
        self.assert_fault(self.faults({"game/key.c": '#include "make.h"\n'}), "layer/module.h")

    def test_missing_file(self):
        self.assert_fault(self.faults({"game/key.c": '#include "game/kee.h"\n'}), "no game/kee.h")

    def test_private_header(self):
        self.assert_fault(
            self.faults({"cli/call/x.c": '#include "game/make_priv.h"\n'}), "private to game"
        )

    def test_cycle_of_headers(self):
        files = {"game/a.h": '#include "game/b.h"\n', "game/b.h": '#include "game/a.h"\n'}
        self.assert_fault(self.faults(files), "game/a -> game/b", "game/b -> game/a")

    def test_cycle_through_sources(self):
        files = {
            "game/a.h": "",
            "game/a.c": '#include "game/b.h"\n',
            "game/b.h": "",
            "game/b.c": '#include "game/c.h"\n',
            "game/c.h": '#include "game/a.h"\n',
        }
        self.assert_fault(self.faults(files), "game/a -> game/b", "game/c -> game/a")

    def test_chain_is_no_cycle(self):
        files = {
            "game/a.c": '#include "game/b.h"\n#include "game/c.h"\n',
            "game/b.h": '#include "game/c.h"\n',
            "game/c.h": "",
        }
        self.assertEqual(self.faults(files), [])


if __name__ == "__main__":
    tool_test.main()
