#include "board_priv.h"

static const apo_position *pos_of(PyObject *object)
{
    return board_position((board_object *)object);
}

static const variant_object *variant_object_of(PyObject *object)
{
    return ((board_object *)object)->variant;
}

static PyObject *fen(PyObject *object, PyObject *unused)
{
    (void)unused;
    return fen_text(pos_of(object));
}

static PyObject *get_turn(PyObject *object, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(apo_position_side(pos_of(object)) == APO_WHITE);
}

static PyObject *halfmove_count(PyObject *object, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(apo_position_info_of(pos_of(object)).halfmove_count);
}

static PyObject *move_number(PyObject *object, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(apo_position_info_of(pos_of(object)).move_number);
}

static PyObject *key(PyObject *object, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(apo_position_key(pos_of(object)));
}

static PyObject *is_check(PyObject *object, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(apo_position_is_check(pos_of(object)));
}

static PyObject *points(PyObject *object, PyObject *unused)
{
    apo_position_info info = apo_position_info_of(pos_of(object));
    (void)unused;
    if (!info.has_points)
        Py_RETURN_NONE;
    return Py_BuildValue("(ii)", info.points[APO_WHITE], info.points[APO_BLACK]);
}

/* The letter of a piece in the case of its side; None for an empty square. */
static PyObject *letter_of(const variant_object *variant, apo_piece piece)
{
    char letter[3];
    if (!apo_piece_is_real(piece))
        Py_RETURN_NONE;
    unsigned length = type_letter(variant, apo_piece_type(piece), letter);
    if (apo_piece_side(piece) == APO_BLACK)
        letter[0] = (char)(letter[0] - 'A' + 'a');
    return PyUnicode_FromStringAndSize(letter, length);
}

static PyObject *letter_at(PyObject *object, PyObject *square)
{
    apo_square sq;
    if (!args_square(square, variant_object_of(object), &sq))
        return NULL;
    return letter_of(variant_object_of(object), apo_position_piece(pos_of(object), sq));
}

/* Square -> letter for all pieces. */
static PyObject *letters(PyObject *object, PyObject *unused)
{
    const variant_object *variant = variant_object_of(object);
    unsigned count = apo_geometry_squares(apo_variant_geometry(variant->var));
    PyObject *made = PyDict_New();
    (void)unused;
    for (unsigned sq = 0; made != NULL && sq < count; sq++) {
        apo_piece piece = apo_position_piece(pos_of(object), (apo_square)sq);
        if (!apo_piece_is_real(piece))
            continue;
        PyObject *name = PyLong_FromUnsignedLong(sq), *letter = letter_of(variant, piece);
        if (name == NULL || letter == NULL || PyDict_SetItem(made, name, letter) < 0)
            Py_CLEAR(made);
        Py_XDECREF(name);
        Py_XDECREF(letter);
    }
    return made;
}

/* True if the place is a square at present: a brouhaha square may have ceased to exist. */
static PyObject *has_square(PyObject *object, PyObject *square)
{
    apo_square sq;
    if (!args_square(square, variant_object_of(object), &sq))
        return NULL;
    return PyBool_FromLong(apo_position_piece(pos_of(object), sq) != APO_PIECE_VOID);
}

static PyObject *king(PyObject *object, PyObject *side)
{
    apo_side of;
    if (!args_side(side, &of))
        return NULL;
    return PyLong_FromLong(apo_position_info_of(pos_of(object)).king[of]);
}

/* Who might attack what. */
typedef struct target {
    apo_side by;
    apo_square sq;
} target;

static bool read_target(target *into, PyObject *object, const char *function,
                        PyObject *const *args, Py_ssize_t count, PyObject *named)
{
    static const char *const names[] = {"color", "square", NULL};
    const signature sig = {function, names, 2, 2};
    PyObject *out[2];
    return args_read(&sig, args, count, named, out) && args_side(out[0], &into->by) &&
           args_square(out[1], variant_object_of(object), &into->sq);
}

static PyObject *is_attacked_by(PyObject *object, PyObject *const *args, Py_ssize_t count,
                                PyObject *named)
{
    target at;
    if (!read_target(&at, object, "is_attacked_by", args, count, named))
        return NULL;
    return PyBool_FromLong(apo_position_is_attacked(pos_of(object), at.sq, at.by));
}

static PyObject *attackers(PyObject *object, PyObject *const *args, Py_ssize_t count,
                           PyObject *named)
{
    apo_square from[APO_SQUARES_MAX];
    target at;
    if (!read_target(&at, object, "attackers", args, count, named))
        return NULL;
    unsigned found = apo_position_attackers(pos_of(object), at.sq, at.by, from);
    PyObject *made = PyList_New((Py_ssize_t)found);
    for (unsigned i = 0; made != NULL && i < found; i++) {
        PyObject *number = PyLong_FromUnsignedLong(from[i]);
        if (number == NULL)
            Py_CLEAR(made);
        else
            PyList_SetItem(made, (Py_ssize_t)i, number);
    }
    return made;
}

static PyObject *is_unmoved(PyObject *object, PyObject *square)
{
    apo_square sq;
    if (!args_square(square, variant_object_of(object), &sq))
        return NULL;
    return PyBool_FromLong(apo_position_is_unmoved(pos_of(object), sq));
}

static PyObject *reserve(PyObject *object, PyObject *side)
{
    const variant_object *variant = variant_object_of(object);
    apo_side of;
    if (!args_side(side, &of))
        return NULL;
    apo_position_info info = apo_position_info_of(pos_of(object));
    PyObject *made = PyDict_New();
    for (unsigned type = 1;
         made != NULL && type <= apo_variant_info_of(variant->var)->type_count &&
         type < APO_HELD_TYPES_MAX;
         type++) {
        char letter[3];
        type_letter(variant, type, letter);
        unsigned count = info.reserve[of][type];
        if (count > 0 && !dict_take(made, letter, PyLong_FromUnsignedLong(count)))
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *pocket(PyObject *object, PyObject *side)
{
    const variant_object *variant = variant_object_of(object);
    char letters_in[2 * APO_TYPES_MAX + 1];
    unsigned length = 0;
    apo_side of;
    if (!args_side(side, &of))
        return NULL;
    apo_position_info info = apo_position_info_of(pos_of(object));
    for (unsigned type = 1;
         type <= apo_variant_info_of(variant->var)->type_count && type < APO_HELD_TYPES_MAX;
         type++) {
        if ((info.pocket[of] >> type & 1U) != 0)
            length += type_letter(variant, type, letters_in + length);
    }
    return PyUnicode_FromStringAndSize(letters_in, length);
}

static PyObject *imitated(PyObject *object, PyObject *side)
{
    apo_side of;
    if (!args_side(side, &of))
        return NULL;
    return letter_or_none(variant_object_of(object),
                          apo_position_info_of(pos_of(object)).imitated[of]);
}

static PyObject *is_same_position(PyObject *object, PyObject *other)
{
    if (!PyObject_TypeCheck(other, board_type)) {
        PyErr_SetString(PyExc_TypeError, "expected a Board");
        return NULL;
    }
    return PyBool_FromLong(variant_object_of(object) == variant_object_of(other) &&
                           apo_position_same(pos_of(object), pos_of(other)));
}

PyMethodDef board_looks_methods[] = {
    {"fen", fen, METH_NOARGS, "The position as FEN."},
    {"_turn", get_turn, METH_NOARGS, NULL},
    {"_halfmove_count", halfmove_count, METH_NOARGS, NULL},
    {"_move_number", move_number, METH_NOARGS, NULL},
    {"key", key, METH_NOARGS, "The hash key: the same for positions that repeat each other."},
    {"is_check", is_check, METH_NOARGS, "True if the side to move is in check."},
    {"points", points, METH_NOARGS, "White's and Black's point count, or None."},
    {"letter_at", letter_at, METH_O, "The letter of the piece on a square, or None."},
    {"letters", letters, METH_NOARGS, "The letters of all pieces by the number of the square."},
    {"has_square", has_square, METH_O, "False for a square that has ceased to exist."},
    {"king", king, METH_O, "The number of the square of a side's king."},
    {"is_attacked_by", (PyCFunction)(void (*)(void))is_attacked_by,
     METH_FASTCALL | METH_KEYWORDS,
     "is_attacked_by(color, square): a piece of the side could capture there."},
    {"attackers", (PyCFunction)(void (*)(void))attackers, METH_FASTCALL | METH_KEYWORDS,
     "attackers(color, square): the squares of the side's pieces that could capture there."},
    {"is_unmoved", is_unmoved, METH_O,
     "True if the piece has a right that only unmoved ones have."},
    {"reserve", reserve, METH_O, "What is in a side's reserve: letter -> count."},
    {"pocket", pocket, METH_O, "The letters of the pieces in a side's pocket."},
    {"imitated", imitated, METH_O,
     "The letter of the type that a side's jokers imitate, or None."},
    {"is_same_position", is_same_position, METH_O, "True if the positions repeat each other."},
    {NULL, NULL, 0, NULL},
};
