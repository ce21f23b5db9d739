/* Law: XBetza text gives moves or an error that points into the text, never both; and a piece
 * with these moves compiles, or the definition has faults that say why not. */
#include "laws.h"

#include "definition/betza/betza.h"

static bool fits_definition(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] < ' ' || text.text[i] > '~' || strchr(",#=", text.text[i]) != NULL)
            return false;
    return text.length > 0;
}

static void try_in_game(apo_span text)
{
    static char buf[4096];
    static apo_fault_list faults;
    apo_variant *var = NULL;
    apo_text definition = apo_text_start(buf, sizeof buf);
    apo_text_add(&definition, "[game]\nname = Fuzz\n[board]\nfiles = 8\nranks = 8\n"
                              "[pieces]\nK = king, K, royal\nA = piece, ");
    apo_text_add_span(&definition, text);
    apo_text_add(&definition,
                 "\n[setup]\nboard =\n  k.......\n  8\n  8\n  3a4\n  4A3\n  8\n  8\n"
                 "  .......K\n[outcome]\nstalemate = draw\n");
    if (definition.is_overflowed)
        return;
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_compile(&var, apo_span_of("fuzz"),
                                               apo_text_span(&definition), NULL, NULL, &faults);
    assert((status == APO_OK) == (var != NULL));
    if (var != NULL) {
        static apo_moves legal;
        apo_position pos;
        if (apo_position_start(&pos, var, 0, 1) == APO_OK &&
            apo_moves_legal(apo_moves_start(&legal), &pos) == APO_OK) {
            check_fen_law(&pos);
            check_move_laws(&pos, &legal.list);
            apo_perft(&pos, 2);
        }
    }
    apo_variant_free(var);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_piece_moves moves;
    apo_span text = span_of_bytes(data, size);
    apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
    apo_status status = apo_betza_parse(&moves, text, &err);
    if (status != APO_OK) {
        assert(err.status == status && err.position <= size && err.detail[0] != '\0');
        return 0;
    }
    if (fits_definition(text))
        try_in_game(text);
    return 0;
}
