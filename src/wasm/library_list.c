/* Compact lists of legal moves. A page or a script that asks for a million positions spends its
 * time here: the output buffer is reused, and no text is built twice. */
#include "notation/fen.h"
#include "notation/move_text.h"
#include "rules/rules/program_view.h"
#include "wasm/library.h"

enum {
    PROMOTED_SHIFT = 17 /* 288 squares times 288 fit below */
};

static const uint32_t text_code = (uint32_t)1 << 31;

static int refuse(apo_session *s, apo_status status)
{
    const apo_error err = {.status = status};
    return apo_session_refuse(s, status, &err);
}

/* Reads the FEN in the input. */
static int read_fen(apo_position *out, apo_session *s, size_t length)
{
    apo_error err;
    if (s->var == NULL)
        return refuse(s, APO_E_UNKNOWN);
    err.position = 0;
    err.detail[0] = '\0';
    apo_status status = apo_fen_read(out, s->var, apo_session_input_span(s, length), &err);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}

/* --- as text ------------------------------------------------------------- */

static int list(apo_session *s, const apo_position *pos, unsigned notation)
{
    apo_buffer_rewind(&s->output);
    apo_status status = notation < APO_NOTATIONS
                            ? apo_moves_write(&s->output, pos, (enum apo_notation)notation)
                            : APO_E_RANGE;
    return status == APO_OK ? APO_OK : refuse(s, status);
}

EXPORT(apo_library_list) int apo_library_list(apo_session *s, unsigned notation)
{
    return s->has_position ? list(s, &s->pos, notation) : refuse(s, APO_E_POSITION);
}

EXPORT(apo_library_list_fen)

int apo_library_list_fen(apo_session *s, size_t length, unsigned notation)
{
    apo_position pos;
    int status = read_fen(&pos, s, length);
    return status == APO_OK ? list(s, &pos, notation) : status;
}

/* --- as numbers ---------------------------------------------------------- */

static void add_text(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, pos, mv);
    if (out->length > 0)
        apo_buffer_add_char(out, ' ');
    apo_buffer_add_span(out, apo_text_span(&text));
}

/* True if the text is two squares, and the letter of the type if it promotes to one; a form
 * ("b5b6+") has no letter. */
static bool is_plain(const apo_position *pos, const apo_move *mv)
{
    return (mv->kind == APO_MOVE_PLAIN || mv->kind == APO_MOVE_EN_PASSANT) &&
           mv->launched == APO_TYPE_NONE && mv->wall == 0 &&
           (mv->promoted == APO_TYPE_NONE || apo_is_letter(apo_coordinate_promotion(pos, mv)));
}

/* Lists the legal moves, with room for their codes and an empty output. */
static apo_status start_codes(apo_moves *out, apo_session *s, const apo_position *pos)
{
    apo_buffer_rewind(&s->output);
    apo_status status = apo_moves_legal(apo_moves_start(out), pos);
    if (status == APO_OK && s->codes == NULL) {
        s->codes = apo_allocate(NULL, APO_MOVE_LIST_MAX * sizeof *s->codes);
        status = s->codes != NULL ? APO_OK : APO_E_MEMORY;
    }
    return status;
}

static int encode(apo_session *s, const apo_position *pos)
{
    apo_moves moves;
    apo_status status = start_codes(&moves, s, pos);
    if (status != APO_OK)
        return -refuse(s, status);
    unsigned squares = apo_geometry_squares(apo_variant_geometry(s->var));
    apo_buffer *out = &s->output;
    for (size_t i = 0; i < moves.list.count; i++) {
        const apo_move *mv = &moves.buf[i];
        s->codes[i] = text_code;
        if (is_plain(pos, mv))
            s->codes[i] =
                mv->from * squares + mv->to + ((uint32_t)mv->promoted << PROMOTED_SHIFT);
        else
            add_text(out, pos, mv);
    }
    return out->is_failed ? -APO_E_MEMORY : (int)moves.list.count;
}

EXPORT(apo_library_encode) int apo_library_encode(apo_session *s)
{
    return s->has_position ? encode(s, &s->pos) : -refuse(s, APO_E_POSITION);
}

EXPORT(apo_library_encode_fen) int apo_library_encode_fen(apo_session *s, size_t length)
{
    apo_position pos;
    int status = read_fen(&pos, s, length);
    return status == APO_OK ? encode(s, &pos) : -status;
}

static int encode_sans(apo_session *s, const apo_position *pos)
{
    apo_moves moves;
    apo_san_list list;
    apo_status status = start_codes(&moves, s, pos);
    if (status != APO_OK)
        return -refuse(s, status);
    apo_san_list_start(&list, pos, &moves.list);
    for (size_t i = 0; i < moves.list.count; i++)
        s->codes[i] = apo_san_list_code(&list, &moves.buf[i]);
    return (int)moves.list.count;
}

EXPORT(apo_library_encode_sans) int apo_library_encode_sans(apo_session *s)
{
    return s->has_position ? encode_sans(s, &s->pos) : -refuse(s, APO_E_POSITION);
}

EXPORT(apo_library_encode_sans_fen)

int apo_library_encode_sans_fen(apo_session *s, size_t length)
{
    apo_position pos;
    int status = read_fen(&pos, s, length);
    return status == APO_OK ? encode_sans(s, &pos) : -status;
}

EXPORT(apo_library_codes) const uint32_t *apo_library_codes(const apo_session *s)
{
    return s->codes;
}
