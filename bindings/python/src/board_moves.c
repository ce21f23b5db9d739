#include "board_priv.h"

enum {
    PERFT_DEPTH_WHOLE = 4 /* counted in one piece: seconds in the largest games */
};

/* All legal moves, in memory of the process: the interpreter's lock guards it. */
static apo_moves legal;

static apo_move_list *list_legal(const apo_position *pos)
{
    apo_move_list *list = apo_moves_start(&legal);
    apo_status status = apo_moves_legal(list, pos);
    if (status == APO_OK)
        return list;
    error_raise_status(ERROR_OTHER, status);
    return NULL;
}

bool board_has_move(const apo_position *pos, const apo_move *mv)
{
    apo_move_list *list = apo_moves_start(&legal);
    (void)apo_moves_legal(list, pos); /* if there are too many, only some */
    for (size_t i = 0; i < list->count; i++) {
        if (apo_move_same(&list->moves[i], mv))
            return true;
    }
    return false;
}

static PyObject *list_moves(PyObject *object)
{
    board_object *self = (board_object *)object;
    const apo_position *pos = board_position(self);
    const apo_move_list *list = list_legal(pos);
    PyObject *made = list == NULL ? NULL : PyList_New((Py_ssize_t)list->count);
    for (size_t i = 0; made != NULL && i < list->count; i++) {
        PyObject *item = move_make(self->variant, pos, &list->moves[i]);
        if (item == NULL || PyList_SetItem(made, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *legal_moves(PyObject *object, PyObject *unused)
{
    (void)unused;
    return list_moves(object);
}

/* --- as text ------------------------------------------------------------- */

/* The same few thousand texts occur again and again: each stays until another one takes its
 * slot. The interpreter's lock guards them. */
enum {
    KEY_WORDS = 2,
    SLOT_BITS = 13
};

typedef struct {
    uint64_t key[KEY_WORDS]; /* the bytes of the text, none of which is zero */
    PyObject *text;          /* owned, or NULL */
} text_slot;

static PyObject *text_of(const char *bytes, size_t length)
{
    static text_slot slots[1 << SLOT_BITS];
    uint64_t key[KEY_WORDS] = {0, 0};
    if (length > sizeof key)
        return PyUnicode_FromStringAndSize(bytes, (Py_ssize_t)length);
    memcpy(key, bytes, length);
    uint64_t mixed =
        (key[0] ^ key[1] * UINT64_C(0xC2B2AE3D27D4EB4F)) * UINT64_C(0x9E3779B97F4A7C15);
    text_slot *slot = &slots[mixed >> (64 - SLOT_BITS)];
    if (slot->text == NULL || slot->key[0] != key[0] || slot->key[1] != key[1]) {
        PyObject *made = PyUnicode_FromStringAndSize(bytes, (Py_ssize_t)length);
        if (made == NULL)
            return NULL;
        Py_XDECREF(slot->text);
        slot->text = made;
        memcpy(slot->key, key, sizeof key);
    }
    return Py_NewRef(slot->text);
}

/* The words between single spaces as a list. */
static PyObject *split_words(apo_span text)
{
    Py_ssize_t count = text.length > 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.text[i] == ' ';
    PyObject *made = PyList_New(count);
    size_t at = 0;
    for (Py_ssize_t i = 0; made != NULL && i < count; i++) {
        size_t first = at;
        while (at < text.length && text.text[at] != ' ')
            at++;
        PyObject *item = text_of(text.text + first, at - first);
        if (item == NULL || PyList_SetItem(made, i, item) < 0)
            Py_CLEAR(made);
        at++;
    }
    return made;
}

/* For the notations whose moves contain no spaces. */
static PyObject *list_words(PyObject *object, enum apo_notation notation)
{
    static apo_buffer written; /* keeps its memory, like `legal` */
    const apo_position *pos = board_position((board_object *)object);
    written.length = 0;
    apo_status status = apo_moves_write(&written, pos, notation);
    if (status == APO_OK)
        return split_words(apo_buffer_span(&written));
    apo_buffer_clear(&written);
    error_raise_status(ERROR_OTHER, status);
    return NULL;
}

static PyObject *legal_ucis(PyObject *object, PyObject *unused)
{
    (void)unused;
    return list_words(object, APO_NOTATION_COORDINATE);
}

static PyObject *legal_sans(PyObject *object, PyObject *unused)
{
    (void)unused;
    return list_words(object, APO_NOTATION_SAN);
}

static PyObject *legal_couriers(PyObject *object, PyObject *unused)
{
    (void)unused;
    const apo_position *pos = board_position((board_object *)object);
    const apo_move_list *list = list_legal(pos);
    PyObject *made = list == NULL ? NULL : PyList_New((Py_ssize_t)list->count);
    for (size_t i = 0; made != NULL && i < list->count; i++) {
        PyObject *item = move_text_in(pos, &list->moves[i], APO_NOTATION_COURIER);
        if (item == NULL || PyList_SetItem(made, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *count_legal(PyObject *object, PyObject *unused)
{
    (void)unused;
    uint64_t count = apo_perft(board_position((board_object *)object), 1);
    if (count != APO_PERFT_UNKNOWN)
        return PyLong_FromUnsignedLongLong(count);
    error_raise_status(ERROR_OTHER, APO_E_OVERFLOW);
    return NULL;
}

/* --- one move ------------------------------------------------------------ */

/* The legal move that the argument means. A Move of another position is an error, since it
 * cannot be written here. */
static bool legal_move_of(const board_object *self, PyObject *argument, apo_move *out)
{
    const apo_position *pos = board_position(self);
    apo_error err = {APO_E_ILLEGAL, 0, ""};
    if (!move_of(pos, self->variant, argument, out))
        return false;
    if (!PyObject_TypeCheck(argument, move_type) || board_has_move(pos, out))
        return true;
    apo_text detail = apo_text_start(err.detail, sizeof err.detail);
    apo_move_explain(&detail, pos, out);
    error_raise(ERROR_MOVE, &err, apo_span_of(""));
    return false;
}

static PyObject *write_move(PyObject *object, PyObject *argument, enum apo_notation notation)
{
    apo_move mv;
    const board_object *self = (board_object *)object;
    if (!legal_move_of(self, argument, &mv))
        return NULL;
    return move_text_in(board_position(self), &mv, notation);
}

static PyObject *san(PyObject *object, PyObject *argument)
{
    return write_move(object, argument, APO_NOTATION_SAN);
}

static PyObject *uci(PyObject *object, PyObject *argument)
{
    return write_move(object, argument, APO_NOTATION_COORDINATE);
}

static PyObject *courier(PyObject *object, PyObject *argument)
{
    return write_move(object, argument, APO_NOTATION_COURIER);
}

static PyObject *parse(PyObject *object, PyObject *argument)
{
    apo_move mv;
    board_object *self = (board_object *)object;
    if (!legal_move_of(self, argument, &mv))
        return NULL;
    return move_make(self->variant, board_position(self), &mv);
}

static PyObject *is_legal(PyObject *object, PyObject *argument)
{
    apo_move mv;
    apo_error err;
    apo_span text;
    const board_object *self = (board_object *)object;
    const apo_position *pos = board_position(self);
    if (PyObject_TypeCheck(argument, move_type))
        return PyBool_FromLong(((move_object *)argument)->variant == self->variant &&
                               board_has_move(pos, &((move_object *)argument)->mv));
    if (!args_span(argument, ERROR_MOVE, &text))
        return NULL;
    return PyBool_FromLong(apo_move_read_any(&mv, pos, text, &err) == APO_OK);
}

static PyObject *square_list(const apo_square *squares, unsigned count)
{
    PyObject *made = PyList_New((Py_ssize_t)count);
    for (unsigned i = 0; made != NULL && i < count; i++) {
        PyObject *item = PyLong_FromLong(squares[i]);
        if (item == NULL || PyList_SetItem(made, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *captures(PyObject *object, PyObject *argument)
{
    apo_move mv;
    const board_object *self = (board_object *)object;
    if (!legal_move_of(self, argument, &mv))
        return NULL;
    apo_move_info info = apo_move_info_of(board_position(self), &mv);
    return square_list(info.captures, info.capture_count);
}

static PyObject *gives_check(PyObject *object, PyObject *argument)
{
    apo_move mv;
    const board_object *self = (board_object *)object;
    if (!legal_move_of(self, argument, &mv))
        return NULL;
    apo_position *after = malloc(apo_position_size());
    if (after == NULL)
        return PyErr_NoMemory();
    memcpy(after, board_position(self), apo_position_size());
    bool is_check = apo_play(after, &mv) == APO_OK && apo_position_is_check(after);
    free(after);
    return PyBool_FromLong(is_check);
}

/* --- all that is known of the moves -------------------------------------- */

static PyObject *names_of(const variant_object *variant, const apo_square *squares,
                          unsigned count)
{
    PyObject *made = PyList_New((Py_ssize_t)count);
    for (unsigned i = 0; made != NULL && i < count; i++) {
        PyObject *item = square_name(variant, squares[i]);
        if (item == NULL || PyList_SetItem(made, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *launch_square(const variant_object *variant, const apo_move_info *info)
{
    if (info->launch_square == APO_SQUARE_NONE)
        Py_RETURN_NONE;
    return square_name(variant, info->launch_square);
}

static PyObject *wall_of(const variant_object *variant, const apo_move *mv)
{
    if (mv->wall == 0)
        Py_RETURN_NONE;
    return square_name(variant, (apo_square)(mv->wall - 1));
}

static PyObject *partner(const variant_object *variant, const apo_move_info *info)
{
    const apo_square squares[2] = {info->partner_from, info->partner_to};
    if (info->partner_from == APO_SQUARE_NONE)
        Py_RETURN_NONE;
    return names_of(variant, squares, 2);
}

static PyObject *describe(const board_object *self, const apo_move *mv)
{
    const apo_position *pos = board_position(self);
    const variant_object *variant = self->variant;
    apo_move_info info = apo_move_info_of(pos, mv);
    PyObject *dict = PyDict_New();
    if (dict != NULL &&
        (!dict_take(dict, "move", move_text_in(pos, mv, APO_NOTATION_COORDINATE)) ||
         !dict_take(dict, "san", move_text_in(pos, mv, APO_NOTATION_SAN)) ||
         !dict_take(dict, "from", square_name(variant, mv->from)) ||
         !dict_take(dict, "to", square_name(variant, mv->to)) ||
         !dict_take(dict, "kind", PyUnicode_FromString(move_kind_word(mv->kind))) ||
         !dict_take(dict, "promoted", letter_or_none(variant, mv->promoted)) ||
         !dict_take(dict, "launched", letter_or_none(variant, mv->launched)) ||
         !dict_take(dict, "launch_square", launch_square(variant, &info)) ||
         !dict_take(dict, "captures", names_of(variant, info.captures, info.capture_count)) ||
         !dict_take(dict, "partner", partner(variant, &info)) ||
         !dict_take(dict, "wall", wall_of(variant, mv))))
        Py_CLEAR(dict);
    return dict;
}

static PyObject *rich_moves(PyObject *object, PyObject *unused)
{
    const board_object *self = (board_object *)object;
    const apo_move_list *list = list_legal(board_position(self));
    PyObject *made = list == NULL ? NULL : PyList_New((Py_ssize_t)list->count);
    (void)unused;
    for (size_t i = 0; made != NULL && i < list->count; i++) {
        PyObject *item = describe(self, &list->moves[i]);
        if (item == NULL || PyList_SetItem(made, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(made);
    }
    return made;
}

/* --- why not ------------------------------------------------------------- */

/* The type that the sign "+" or "-" of promoted forms turns the piece into; APO_TYPE_NONE if
 * there is none. */
static unsigned type_turned(const apo_variant *var, unsigned type, char sign)
{
    const apo_type_info *info = apo_type_info_of(var, type);
    if (sign == '-')
        return info->mark == APO_MARK_PROMOTED ? info->base : APO_TYPE_NONE;
    for (unsigned i = 1; sign == '+' && i <= apo_variant_info_of(var)->type_count; i++) {
        const apo_type_info *form = apo_type_info_of(var, i);
        if (form->mark == APO_MARK_PROMOTED && form->base == type)
            return i;
    }
    return APO_TYPE_NONE;
}

/* "b2c4", "b2-c4", "b7b8q", "b7b8+": two squares, with no check that a piece can move so. */
static bool read_squares(const apo_position *pos, apo_span text, apo_move *out)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    memset(out, 0, sizeof *out);
    out->from = apo_geometry_read_square(geo, &text);
    if (out->from != APO_SQUARE_NONE && text.length > 0 && text.text[0] == '-') {
        text.text++;
        text.length--;
    }
    out->to = apo_geometry_read_square(geo, &text);
    if (out->from == APO_SQUARE_NONE || out->to == APO_SQUARE_NONE)
        return false;
    if (text.length == 1) {
        unsigned letter = apo_variant_type_of_letter(var, text.text[0]);
        unsigned type = apo_piece_type(apo_position_piece(pos, out->from));
        out->promoted =
            (uint8_t)(letter != APO_TYPE_NONE ? letter : type_turned(var, type, text.text[0]));
    }
    return text.length == (out->promoted == APO_TYPE_NONE ? 0 : 1);
}

static PyObject *explain_squares(const board_object *self, const apo_move *mv)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    const apo_position *pos = board_position(self);
    apo_verdict verdict = apo_move_why_illegal(pos, mv);
    apo_move_explain(&text, pos, mv);
    return Py_BuildValue("(sN)", apo_illegal_word(verdict.reason),
                         PyUnicode_DecodeUTF8(buf, (Py_ssize_t)text.length, "replace"));
}

static PyObject *explain(PyObject *object, PyObject *argument)
{
    apo_move mv;
    apo_error err = {APO_OK, 0, ""};
    apo_span text;
    const board_object *self = (board_object *)object;
    const apo_position *pos = board_position(self);
    if (PyObject_TypeCheck(argument, move_type)) {
        if (!move_of(pos, self->variant, argument, &mv))
            return NULL;
        return explain_squares(self, &mv);
    }
    if (!args_span(argument, ERROR_MOVE, &text))
        return NULL;
    if (apo_move_read_any(&mv, pos, text, &err) == APO_OK ||
        (err.status == APO_E_ILLEGAL &&
         (read_squares(pos, text, &mv) || apo_move_read_meant(&mv, pos, text))))
        return explain_squares(self, &mv);
    if (err.status != APO_E_ILLEGAL && err.status != APO_E_AMBIGUOUS) {
        error_raise(ERROR_MOVE, &err, text);
        return NULL;
    }
    return Py_BuildValue(
        "(sN)", err.status == APO_E_AMBIGUOUS ? "ambiguous" : "illegal",
        PyUnicode_DecodeUTF8(err.detail, (Py_ssize_t)strlen(err.detail), "replace"));
}

static PyObject *remedy_squares(const board_object *self, const apo_move *mv)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (apo_move_remedy_write(&out, board_position(self), mv) != APO_OK) {
        apo_buffer_clear(&out);
        return PyErr_NoMemory();
    }
    apo_span json = apo_buffer_span(&out);
    PyObject *text = PyUnicode_DecodeUTF8(json.text, (Py_ssize_t)json.length, "replace");
    apo_buffer_clear(&out);
    return text;
}

/* What the rules say of a move, given as a Move or as two squares and a letter, as JSON. */
static PyObject *remedy(PyObject *object, PyObject *argument)
{
    apo_move mv;
    apo_error err = {APO_OK, 0, ""};
    apo_span text;
    const board_object *self = (board_object *)object;
    if (PyObject_TypeCheck(argument, move_type))
        return move_of(board_position(self), self->variant, argument, &mv)
                   ? remedy_squares(self, &mv)
                   : NULL;
    if (!args_span(argument, ERROR_MOVE, &text))
        return NULL;
    apo_status status = apo_move_read_any(&mv, board_position(self), text, &err);
    if (status == APO_OK || read_squares(board_position(self), text, &mv) ||
        (status == APO_E_ILLEGAL && apo_move_read_meant(&mv, board_position(self), text)))
        return remedy_squares(self, &mv);
    error_raise(ERROR_MOVE, &err, text);
    return NULL;
}

static PyObject *explain_joker(PyObject *object, PyObject *side)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    const board_object *self = (board_object *)object;
    apo_side by;
    if (!args_side(side, &by))
        return NULL;
    if (!apo_variant_has_rule(self->variant->var, "joker"))
        Py_RETURN_NONE;
    apo_joker_explain(&text, board_position(self), by);
    return PyUnicode_DecodeUTF8(buf, (Py_ssize_t)text.length, "replace");
}

/* Counts below each move on its own while the depth is large, so that Ctrl-C takes effect.
 * False with an exception. */
static bool count_sequences(const apo_position *pos, unsigned depth, uint64_t *nodes)
{
    if (depth <= PERFT_DEPTH_WHOLE) {
        uint64_t found;
        Py_BEGIN_ALLOW_THREADS;
        found = apo_perft(pos, depth);
        Py_END_ALLOW_THREADS;
        if (found == APO_PERFT_UNKNOWN) {
            error_raise_status(ERROR_OTHER, APO_E_OVERFLOW);
            return false;
        }
        *nodes += found;
        return PyErr_CheckSignals() == 0;
    }
    apo_moves *moves = malloc(sizeof *moves);
    apo_position *next = malloc(apo_position_size());
    bool is_well = moves != NULL && next != NULL;
    if (!is_well) {
        PyErr_NoMemory();
    } else {
        apo_move_list *list = apo_moves_start(moves);
        apo_status status = apo_moves_legal(list, pos);
        if (status != APO_OK)
            error_raise_status(ERROR_OTHER, status);
        is_well = status == APO_OK;
        for (size_t i = 0; is_well && i < list->count; i++) {
            memcpy(next, pos, apo_position_size());
            is_well = apo_play(next, &list->moves[i]) != APO_OK ||
                      count_sequences(next, depth - 1, nodes);
        }
    }
    free(moves);
    free(next);
    return is_well;
}

static PyObject *perft(PyObject *object, PyObject *argument)
{
    long long depth;
    uint64_t nodes = 0;
    if (!args_number(argument, "depth", 0, APO_PLIES_MAX - 1, 0, &depth))
        return NULL;
    apo_position *pos = malloc(apo_position_size());
    if (pos == NULL)
        return PyErr_NoMemory();
    memcpy(pos, board_position((board_object *)object), apo_position_size());
    bool is_counted = count_sequences(pos, (unsigned)depth, &nodes);
    free(pos);
    return is_counted ? PyLong_FromUnsignedLongLong(nodes) : NULL;
}

PyMethodDef board_moves_methods[] = {
    {"_legal_moves", legal_moves, METH_NOARGS, NULL},
    {"legal_ucis", legal_ucis, METH_NOARGS, "All legal moves in coordinates."},
    {"legal_sans", legal_sans, METH_NOARGS, "All legal moves in SAN."},
    {"legal_couriers", legal_couriers, METH_NOARGS,
     "All legal moves in Game Courier's notation."},
    {"legal_count", count_legal, METH_NOARGS, "The number of legal moves."},
    {"rich_moves", rich_moves, METH_NOARGS,
     "All that is known about each legal move, as "
     "dicts."},
    {"san", san, METH_O, "A legal move in SAN."},
    {"uci", uci, METH_O, "A legal move in coordinates."},
    {"courier", courier, METH_O, "A legal move in Game Courier's notation."},
    {"parse", parse, METH_O, "The legal move that a text in any notation means."},
    {"parse_san", parse, METH_O, "The legal move that a text in any notation means."},
    {"parse_uci", parse, METH_O, "The legal move that a text in any notation means."},
    {"is_legal", is_legal, METH_O, "True if the Move, or a text in any notation, is legal."},
    {"captures", captures, METH_O, "The squares of all pieces that a legal move captures."},
    {"gives_check", gives_check, METH_O, "True if the opponent is in check after a move."},
    {"_explain", explain, METH_O, NULL},
    {"_remedy", remedy, METH_O, NULL},
    {"explain_joker", explain_joker, METH_O, "How the jokers of a side move now, or None."},
    {"perft", perft, METH_O, "The number of sequences of this many legal half-moves."},
    {NULL, NULL, 0, NULL},
};
