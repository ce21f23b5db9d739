#include "core.h"

PyTypeObject *move_type;

const char *move_kind_word(unsigned kind)
{
    static const char *const words[APO_MOVE_KINDS] = {
        [APO_MOVE_PLAIN] = "plain",       [APO_MOVE_EN_PASSANT] = "en_passant",
        [APO_MOVE_CASTLING] = "castling", [APO_MOVE_LEAP] = "leap",
        [APO_MOVE_CHECKER] = "checker",   [APO_MOVE_PATH] = "path",
        [APO_MOVE_DROP] = "drop",         [APO_MOVE_PASS] = "pass",
        [APO_MOVE_EFFECT] = "effect",     [APO_MOVE_SUCCESSION] = "succession",
    };
    return words[kind];
}

PyObject *square_name(const variant_object *variant, apo_square sq)
{
    char buf[APO_SQUARE_NAME_MAX];
    unsigned length = apo_geometry_write_square(apo_variant_geometry(variant->var), sq, buf);
    return PyUnicode_FromStringAndSize(buf, (Py_ssize_t)length);
}

unsigned type_letter(const variant_object *variant, unsigned type, char out[3])
{
    const apo_type_info *info = apo_type_info_of(variant->var, type);
    out[0] = info->letter;
    out[1] = info->accent;
    out[2] = '\0';
    return info->accent != '\0' ? 2 : 1;
}

PyObject *letter_or_none(const variant_object *variant, unsigned type)
{
    char letter[3];
    if (type == APO_TYPE_NONE)
        Py_RETURN_NONE;
    return PyUnicode_FromStringAndSize(letter, type_letter(variant, type, letter));
}

PyObject *move_text_in(const apo_position *pos, const apo_move *mv, enum apo_notation notation)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_move_write(&text, pos, mv, notation);
    return PyUnicode_FromStringAndSize(buf, (Py_ssize_t)text.length);
}

static bool is_form(const variant_object *variant, unsigned type)
{
    return apo_type_info_of(variant->var, type)->mark == APO_MARK_PROMOTED;
}

/* True if from, to and the letter of a promotion identify the move; promoted forms have signs,
 * and walls a square of their own. */
static bool is_simple(const variant_object *variant, const apo_position *pos,
                      const apo_move *mv)
{
    if ((mv->kind != APO_MOVE_PLAIN && mv->kind != APO_MOVE_EN_PASSANT) ||
        mv->launched != APO_TYPE_NONE || mv->wall != 0)
        return false;
    return mv->promoted == APO_TYPE_NONE ||
           (!is_form(variant, mv->promoted) &&
            !is_form(variant, apo_piece_type(apo_position_piece(pos, mv->from))));
}

PyObject *move_make(variant_object *variant, const apo_position *pos, const apo_move *mv)
{
    PyObject *text = NULL;
    if (!is_simple(variant, pos, mv)) {
        text = move_text_in(pos, mv, APO_NOTATION_COORDINATE);
        if (text == NULL)
            return NULL;
    }
    move_object *made = PyObject_New(move_object, move_type);
    if (made == NULL) {
        Py_XDECREF(text);
        return NULL;
    }
    made->variant = (variant_object *)Py_NewRef((PyObject *)variant);
    made->mv = *mv;
    made->text = text;
    return (PyObject *)made;
}

static PyObject *simple_text(const move_object *self)
{
    char buf[2 * APO_SQUARE_NAME_MAX + 2];
    const apo_geometry *geo = apo_variant_geometry(self->variant->var);
    unsigned length = apo_geometry_write_square(geo, self->mv.from, buf);
    length += apo_geometry_write_square(geo, self->mv.to, buf + length);
    if (self->mv.promoted != APO_TYPE_NONE)
        buf[length++] =
            (char)(apo_type_info_of(self->variant->var, self->mv.promoted)->letter - 'A' + 'a');
    return PyUnicode_FromStringAndSize(buf, (Py_ssize_t)length);
}

static PyObject *uci(PyObject *object, PyObject *unused)
{
    move_object *self = (move_object *)object;
    (void)unused;
    if (self->text == NULL)
        self->text = simple_text(self);
    return Py_XNewRef(self->text);
}

static PyObject *string_of(PyObject *object)
{
    return uci(object, NULL);
}

static PyObject *represent(PyObject *object)
{
    PyObject *text = uci(object, NULL), *made = NULL;
    if (text != NULL)
        made = PyUnicode_FromFormat("<Move %U>", text);
    Py_XDECREF(text);
    return made;
}

static PyObject *compare(PyObject *a, PyObject *b, int operation)
{
    if (!PyObject_TypeCheck(a, move_type) || !PyObject_TypeCheck(b, move_type) ||
        (operation != Py_EQ && operation != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    const move_object *one = (move_object *)a, *other = (move_object *)b;
    bool is_same = one->variant == other->variant && apo_move_same(&one->mv, &other->mv);
    return PyBool_FromLong(is_same == (operation == Py_EQ));
}

static Py_hash_t hash(PyObject *object)
{
    const apo_move *mv = &((move_object *)object)->mv;
    uint64_t mixed = ((uint64_t)mv->from << 32 | (uint64_t)mv->to << 16 |
                      (uint64_t)mv->promoted << 8 | mv->launched) *
                         UINT64_C(0x9E3779B97F4A7C15) ^
                     mv->arg ^ (uint64_t)mv->wall << 48;
    return (Py_hash_t)(mixed >> 1); /* never -1 */
}

static void dealloc(PyObject *object)
{
    move_object *self = (move_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    Py_DECREF((PyObject *)self->variant);
    Py_XDECREF(self->text);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *get_from(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromLong(((move_object *)object)->mv.from);
}

static PyObject *get_to(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromLong(((move_object *)object)->mv.to);
}

static PyObject *get_promotion(PyObject *object, void *unused)
{
    const move_object *self = (move_object *)object;
    (void)unused;
    return letter_or_none(self->variant, self->mv.promoted);
}

static PyObject *get_launched(PyObject *object, void *unused)
{
    const move_object *self = (move_object *)object;
    (void)unused;
    return letter_or_none(self->variant, self->mv.launched);
}

static PyObject *get_wall(PyObject *object, void *unused)
{
    const apo_move *mv = &((move_object *)object)->mv;
    (void)unused;
    if (mv->wall == 0)
        Py_RETURN_NONE;
    return PyLong_FromLong(mv->wall - 1);
}

static PyObject *get_kind(PyObject *object, void *unused)
{
    (void)unused;
    return PyUnicode_InternFromString(move_kind_word(((move_object *)object)->mv.kind));
}

static PyObject *get_variant(PyObject *object, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)((move_object *)object)->variant);
}

/* A position decides whether a move is legal; the others are found by a text. */
bool move_of(const apo_position *pos, variant_object *variant, PyObject *argument,
             apo_move *out)
{
    apo_error err = {APO_OK, 0, ""};
    apo_span text;
    if (PyObject_TypeCheck(argument, move_type)) {
        const move_object *move = (move_object *)argument;
        if (move->variant != variant) {
            PyErr_SetString(PyExc_ValueError, "the move belongs to another variant");
            return false;
        }
        *out = move->mv;
        return true;
    }
    if (!args_span(argument, ERROR_MOVE, &text))
        return false;
    if (apo_move_read_any(out, pos, text, &err) != APO_OK) {
        error_raise(ERROR_MOVE, &err, text);
        return false;
    }
    return true;
}

static PyMethodDef methods[] = {
    {"uci", uci, METH_NOARGS, "The move in coordinates: 'e2e4', 'e7e8q'."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"from_square", get_from, NULL, "The number of the square it leaves.", NULL},
    {"to_square", get_to, NULL, "The number of the square it goes to.", NULL},
    {"promotion", get_promotion, NULL, "The letter of the type it becomes, or None.", NULL},
    {"launched", get_launched, NULL, "The letter of the piece launched, or None.", NULL},
    {"kind", get_kind, NULL,
     "'plain', 'en_passant', 'castling', 'leap', 'checker', 'path', 'drop', 'pass', 'effect'.",
     NULL},
    {"wall", get_wall, NULL, "The number of the square on which it puts a wall, or None.",
     NULL},
    {"variant", get_variant, NULL, "The game.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A move of one position. Moves come from a Board; compare them with ==."},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, represent},
    {Py_tp_str, string_of},
    {Py_tp_hash, hash},
    {Py_tp_richcompare, compare},
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "apothecary.Move",
    .basicsize = sizeof(move_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

int move_ready(PyObject *module)
{
    move_type = core_add_type(module, &spec);
    return move_type == NULL ? -1 : 0;
}
