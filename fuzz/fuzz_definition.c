/* Law: a definition's text gives a list of faults or a game, never both; and the game can be
 * played. */
#include "laws.h"

enum {
    PLIES = 6
};

static void try_start(const apo_variant *var, unsigned name, unsigned number)
{
    static apo_moves legal;
    apo_position pos;
    if (apo_position_start(&pos, var, name, number) != APO_OK)
        return;
    for (unsigned ply = 0; ply < PLIES; ply++) {
        apo_undo undo;
        apo_status status = apo_moves_legal(apo_moves_start(&legal), &pos);
        if (status != APO_OK || legal.list.count == 0)
            return;
        check_fen_law(&pos);
        check_move_laws(&pos, &legal.list);
        apo_make(&pos, &legal.buf[(size_t)ply * 7 % legal.list.count], &undo);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_compile(&var, apo_span_of("fuzz"),
                                               span_of_bytes(data, size), NULL, NULL, &faults);
    assert((status == APO_OK) == (var != NULL));
    assert((status == APO_OK) == (faults.error_count == 0));
    assert(faults.count <= APO_FAULTS_MAX);
    if (var == NULL)
        return 0;
    for (unsigned name = 0; name < apo_variant_info_of(var)->start_name_count; name++) {
        try_start(var, name, 1);
        try_start(var, name, apo_variant_info_of(var)->start_count);
    }
    apo_variant_free(var);
    return 0;
}
