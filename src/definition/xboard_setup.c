#include "definition/xboard_setup.h"

#include "definition/betza.h"
#include "definition/betza_dialect.h"

static const apo_span nothing = {NULL, 0};

static void warn(apo_fault_list *report, const char *section, const char *detail, apo_span word)
{
    apo_fault_warn(report, 0, 0, apo_span_of(section), detail, word);
}

static char royal_of(const apo_draft *draft)
{
    for (unsigned i = 0; i < draft->man_count; i++)
        if (draft->men[i].is_royal)
            return draft->men[i].letter;
    return '.';
}

/* The letters by XBoard's pictures: pawn, knight, bishop, rook and queen first, the king last. */
static void write_letters(apo_buffer *out, const apo_draft *draft, bool is_black)
{
    static const char usual[] = "PNBRQ";
    char royal = royal_of(draft);
    for (const char *c = usual; *c != '\0'; c++) {
        bool is_here = apo_draft_man_of(draft, *c) != NULL && *c != royal;
        apo_buffer_add_char(out, !is_here ? '.' : is_black ? apo_to_lower(*c) : *c);
    }
    for (unsigned i = 0; i < draft->man_count; i++) {
        char letter = draft->men[i].letter;
        if (letter != royal && !apo_draft_has_letter(usual, letter))
            apo_buffer_add_char(out, is_black ? apo_to_lower(letter) : letter);
    }
    apo_buffer_add_char(out, is_black ? apo_to_lower(royal) : royal);
}

static apo_status convert_moves(apo_text *out, const apo_draft *draft, const apo_draft_man *man,
                                apo_fault_list *report, apo_error *err)
{
    char bytes[2 * APO_DRAFT_MOVES_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_man_moves moves;
    apo_text_add(&text, man->moves);
    if (!apo_draft_write_steps(&text, draft, man))
        warn(report, "multi-step", "the multiple step of the %s cannot be said",
             apo_span_of(man->name));
    if (man->is_royal && !apo_draft_write_castling(&text, draft))
        warn(report, "castling", "some ways to castle cannot be said", nothing);
    apo_status status = apo_betza_parse(&moves, apo_text_span(&text), err);
    if (status == APO_OK)
        status = apo_dialect_write(out, &moves, APO_DIALECT_XBOARD, NULL, err);
    return status;
}

static void write_man(apo_buffer *out, const apo_draft *draft, const apo_draft_man *man,
                      apo_fault_list *report)
{
    char bytes[APO_BETZA_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_error err = {.detail = "a rule of the game moves it"};
    if (man->moves[0] == '\0' || convert_moves(&text, draft, man, report, &err) != APO_OK) {
        warn(report, man->name, "its moves are left out: %s", apo_span_of(err.detail));
        apo_buffer_add(out, "# ");
        apo_buffer_add(out, man->name);
        apo_buffer_add(out, " (");
        apo_buffer_add_char(out, man->letter);
        apo_buffer_add(out, "): ");
        apo_buffer_add(out, err.detail);
    } else {
        apo_buffer_add(out, "piece ");
        apo_buffer_add_char(out, man->letter);
        apo_buffer_add(out, "& ");
        apo_buffer_add_span(out, apo_text_span(&text));
    }
    apo_buffer_add_char(out, '\n');
}

void apo_xboard_setup_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *report)
{
    apo_buffer_add(out, "# ");
    apo_buffer_add(out, draft->name);
    apo_buffer_add(out, ": what an engine sends to XBoard after \"variant\".\nsetup (");
    write_letters(out, draft, false);
    write_letters(out, draft, true);
    apo_buffer_add(out, ") ");
    apo_buffer_add_number(out, draft->geometry.files);
    apo_buffer_add_char(out, 'x');
    apo_buffer_add_number(out, draft->geometry.rows);
    apo_buffer_add(out, "+0_fairy ");
    apo_draft_write_fen(out, draft);
    apo_buffer_add_char(out, '\n');
    for (unsigned i = 0; i < draft->man_count; i++)
        write_man(out, draft, &draft->men[i], report);
    apo_draft_report(draft, report);
    if (draft->promoting[0] != '\0')
        warn(report, "promotion", "where and to what men promote is left to the engine",
             nothing);
}
