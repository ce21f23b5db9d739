/* Checks a position set up by hand: every fault with a message, and the squares of the pieces
 * at fault, found by testing the position without them. Also finds the rights and the reserve
 * that would fit. */
#include "base/json.h"
#include "notation/fen.h"
#include "rules/rules/program_view.h"
#include "wasm/session.h"

#define FAULT(name) ((apo_setup_faults)1 << APO_SETUP_FAULT_INDEX_##name)

static apo_setup_faults faults_of(const apo_setup *setup, const apo_variant *var)
{
    apo_position pos;
    apo_setup_faults faults = 0;
    (void)apo_position_from_setup(&pos, setup, var, &faults);
    return faults;
}

static unsigned squares_of(const apo_variant *var)
{
    return apo_geometry_squares(apo_variant_geometry(var));
}

static void add_square(apo_buffer *out, const char *name, const apo_variant *var, unsigned sq)
{
    char buf[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(apo_variant_geometry(var), (apo_square)sq, buf);
    apo_json_add_string(out, name, buf);
}

/* An empty place. */
static apo_piece nobody_at(const apo_variant *var, unsigned sq)
{
    return apo_variant_geometry(var)->place[sq] == APO_PLACE_SQUARE ? APO_PIECE_EMPTY
                                                                    : APO_PIECE_VOID;
}

/* True if the piece has the fault alone on the board. */
static bool is_wrong_alone(const apo_setup *setup, const apo_variant *var, unsigned sq,
                           apo_setup_faults fault)
{
    apo_setup alone;
    apo_setup_empty(&alone, var);
    alone.pieces[sq] = setup->pieces[sq];
    return (faults_of(&alone, var) & fault) != 0;
}

/* True if the fault is gone without the piece. */
static bool is_to_blame(const apo_setup *setup, const apo_variant *var, unsigned sq,
                        apo_setup_faults fault)
{
    apo_setup without = *setup;
    without.pieces[sq] = nobody_at(var, sq);
    apo_set_remove(&without.unmoved, (apo_square)sq);
    apo_setup_faults left = faults_of(&without, var);
    return (left & (fault | FAULT(NO_KING_WHITE) | FAULT(NO_KING_BLACK))) == 0;
}

static bool is_culprit(const apo_setup *setup, const apo_setup *granted, const apo_variant *var,
                       unsigned sq, apo_setup_faults fault)
{
    if (fault == FAULT(UNMOVED))
        return apo_set_has(&setup->unmoved, (apo_square)sq) &&
               !apo_set_has(&granted->unmoved, (apo_square)sq);
    if (!apo_piece_is_real(setup->pieces[sq]))
        return false;
    if (fault == FAULT(PAWN_RANK))
        return is_wrong_alone(setup, var, sq, fault);
    return fault == FAULT(KING_EN_PRISE) && is_to_blame(setup, var, sq, fault);
}

static void add_fault(apo_buffer *out, const apo_setup *setup, const apo_setup *granted,
                      const apo_variant *var, unsigned index)
{
    apo_setup_faults fault = (apo_setup_faults)1 << index;
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "message", apo_setup_fault_message(index));
    apo_json_open(out, "squares", '[');
    for (unsigned sq = 0; sq < squares_of(var); sq++) {
        if (is_culprit(setup, granted, var, sq, fault))
            add_square(out, NULL, var, sq);
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

static void add_reserve(apo_buffer *out, const apo_setup *setup, const apo_variant *var)
{
    static const char *const sides[APO_SIDES] = {"white", "black"};
    apo_json_open(out, "reserve", '{');
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_json_open(out, sides[side], '{');
        for (unsigned type = 1; type <= apo_variant_held_count(var); type++) {
            char letter[2] = {apo_type_info_of(var, type)->letter, 0};
            if (setup->rules.reserve[side][type] > 0)
                apo_json_add_number(out, letter, setup->rules.reserve[side][type]);
        }
        apo_json_close(out, '}');
    }
    apo_json_close(out, '}');
}

static void add_fens(apo_buffer *out, const apo_setup *setup, const apo_variant *var)
{
    char bytes[APO_FEN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_fen_write_setup(&text, var, setup);
    apo_json_add_text(out, "fen", apo_text_span(&text));
    text = apo_text_start(bytes, sizeof bytes);
    apo_fen_write_setup_full(&text, var, setup);
    apo_json_add_text(out, "full", apo_text_span(&text));
}

static void add_verdict(apo_buffer *out, const apo_setup *setup, const apo_variant *var)
{
    apo_setup granted = *setup, filled = *setup;
    apo_setup_faults faults = faults_of(setup, var);
    apo_setup_grant_rights(&granted, var);
    apo_setup_infer_reserve(&filled, var);
    apo_json_open(out, "faults", '[');
    for (unsigned i = 0; i < APO_SETUP_FAULTS; i++) {
        if ((faults >> i & 1U) != 0)
            add_fault(out, setup, &granted, var, i);
    }
    apo_json_close(out, ']');
    apo_json_open(out, "rights", '[');
    for (unsigned sq = 0; sq < squares_of(var); sq++) {
        if (apo_set_has(&granted.unmoved, (apo_square)sq))
            add_square(out, NULL, var, sq);
    }
    apo_json_close(out, ']');
    add_reserve(out, &filled, var);
}

EXPORT(apo_session_check) int apo_session_check(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_setup setup;
    if (s->var == NULL)
        return APO_E_UNKNOWN;
    apo_status status =
        apo_fen_read_setup(&setup, s->var, apo_session_input_span(s, length), &err);
    if (status != APO_OK)
        return apo_session_refuse(s, status, &err);
    apo_buffer *out = apo_session_answer(s);
    apo_json_open(out, NULL, '{');
    add_fens(out, &setup, s->var);
    add_verdict(out, &setup, s->var);
    apo_json_close(out, '}');
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}
