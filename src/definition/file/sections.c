#include "definition/file/sections.h"

#include "base/span.h"
#include "rules/kernel/key.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The columns of these tables are sentences, which clang-format would align. */
/* clang-format off */
static const apo_form game_forms[] = {
    {.name = "name",
     .form = "text",
     .doc = APO_DOC("The game's full name.")},
    {.name = "inventor",
     .form = "text",
     .fallback = "none",
     .doc = APO_DOC("Who invented it.")},
    {.name = "rules-section",
     .form = "text",
     .fallback = "none",
     .doc = APO_DOC("The section of docs/rules-index.md with the rules. With it, "
"explanations of moves name the sections of the rules.")},
    {.name = "names",
     .form = "names, with commas",
     .fallback = "none",
     .doc = APO_DOC("What other programs call it. PGN gets the first. Used for built-in games "
                    "only.")},
    {.name = "names-with-fen",
     .form = "names, with commas",
     .fallback = "none",
     .doc = APO_DOC("More such names, for games that come with the FEN of their start.")},
    {.name = "base",
     .form = "id of a definition",
     .fallback = "none",
     .doc = APO_DOC("A definition to build on: its sections and keys apply unless this file has "
                    "its own.")},
    {.name = "without",
     .form = "names of sections",
     .fallback = "none",
     .doc = APO_DOC("Sections of the base that this game leaves out; `start-NAME` leaves out "
                    "one start.")},
};

static const apo_form board_forms[] = {
    {.name = "files",
     .form = "2 to 16",
     .doc = APO_DOC("Number of files, from a to p.")},
    {.name = "ranks",
     .form = "2 to 16",
     .doc = APO_DOC("Number of ranks, counted from 1, without the border ranks.")},
    {.name = "brouhaha",
     .form = "squares",
     .fallback = "none",
     .doc = APO_DOC("Squares on the border ranks 0 and N+1 that exist only while a piece stands "
                    "on them.")},
    {.name = "holes",
     .form = "squares",
     .fallback = "none",
     .doc = APO_DOC("Places inside the board that are not squares.")},
};

static const apo_form setup_forms[] = {
    {.name = "board",
     .form = "indented rows",
     .doc = APO_DOC("The pieces at the start, top rank first: letters (upper case White), `.` "
                    "for an empty square, a number for a run of empty squares, `*` for no "
                    "square.")},
    {.name = "pocket",
     .form = "`yes` or `no`",
     .words = "yes no",
     .fallback = "yes",
     .doc = APO_DOC("Whether the pockets are filled as [launch] says.")},
    {.name = "black-first",
     .form = "`yes` or `no`",
     .words = "yes no",
     .fallback = "no",
     .doc = APO_DOC("Whether Black makes the first move.")},
};

static const apo_form starts_forms[] = {
    {.name = "group",
     .form = "squares `:` orders, or squares `/` squares `:` orders",
     .doc = APO_DOC("Squares on which the pieces differ from start to start, and the orders of "
                    "pieces on them; `any order of BFGN` stands for all orders, alphabetically, "
                    "`any Chess960 order of RNBQKBNR` for the 960 of Chess960 by their numbers. "
                    "A second list of squares takes the same order. Black's pieces mirror "
                    "White's."),
     .fallback = "none",
     .is_repeatable = true},
    {.name = "white-group",
     .form = "as group",
     .fallback = "none",
     .doc = APO_DOC("The same for White's pieces alone."),
     .is_repeatable = true},
    {.name = "black-group",
     .form = "as group",
     .fallback = "none",
     .doc = APO_DOC("The same for Black's pieces alone, on the squares where they stand."),
     .is_repeatable = true},
};

static const apo_section_info sections[] = {
    {.name = "game",
     .doc = APO_DOC("What the game is called and what it builds on."),
     .is_required = true,
     .forms = game_forms,
     .form_count = COUNT_OF(game_forms)},
    {.name = "board",
     .doc = APO_DOC("The board."),
     .is_required = true,
     .forms = board_forms,
     .form_count = COUNT_OF(board_forms)},
    {.name = "pieces",
     .doc = APO_DOC("The pieces, one per line: `LETTER = name, moves, ...`. The moves are "
                    "written in XBetza, or `none` for a piece that a rule moves. After them, in "
                    "any order: `royal`, `class NAME`, `points NUMBER`, `picture NAME`."),
     .is_required = true},
    {.name = "setup",
     .doc = APO_DOC("The pieces at the start; with numbered starts, start 1."),
     .is_required = true,
     .forms = setup_forms,
     .form_count = COUNT_OF(setup_forms)},
    {.name = "start",
     .argument = "NAME",
     .doc = APO_DOC("A named start, an alternative to [setup]."),
     .forms = setup_forms,
     .form_count = COUNT_OF(setup_forms)},
    {.name = "starts",
     .doc = APO_DOC("Numbered starts. Each group is a digit of the start number, the first "
                    "counting most; start 1 has the first order of every group."),
     .forms = starts_forms,
     .form_count = COUNT_OF(starts_forms)},
};

/* clang-format on */

size_t apo_section_count(void)
{
    return COUNT_OF(sections);
}

const apo_section_info *apo_section_at(size_t index)
{
    return &sections[index];
}

const apo_section_info *apo_section_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        if (apo_span_is(apo_span_of(sections[i].name), name))
            return &sections[i];
    }
    return NULL;
}
