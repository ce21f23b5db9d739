#include "board_priv.h"

PyTypeObject *board_type;

const apo_position *board_position(const board_object *board)
{
    return board->game == NULL ? board->start : apo_game_position(board->game);
}

void board_forget_game(board_object *self)
{
    apo_game_free(self->game);
    self->game = NULL;
}

/* The game, which begins with the first move or decision. */
static apo_game *game_of(board_object *self)
{
    if (self->game == NULL) {
        apo_status status = apo_game_new(&self->game, self->start, NULL);
        if (status != APO_OK)
            error_raise_status(ERROR_OTHER, status);
    }
    return self->game;
}

/* --- beginning ----------------------------------------------------------- */

static bool read_fen(board_object *self, PyObject *fen)
{
    apo_span text;
    apo_error err = {APO_OK, 0, ""};
    if (!args_span(fen, ERROR_FEN, &text))
        return false;
    if (apo_fen_read(self->start, self->variant->var, text, &err) == APO_OK)
        return true;
    error_raise(ERROR_FEN, &err, text);
    return false;
}

static bool find_start_name(const apo_variant *var, PyObject *name, unsigned *out)
{
    *out = 0;
    if (name == NULL || name == Py_None)
        return true;
    for (unsigned i = 0;
         PyUnicode_Check(name) && i < apo_variant_info_of(var)->start_name_count; i++) {
        if (PyUnicode_CompareWithASCIIString(name, apo_variant_start_name(var, i)) == 0) {
            *out = i;
            return true;
        }
    }
    PyErr_Format(PyExc_ValueError, "%s has no start of the name %R",
                 apo_variant_info_of(var)->id, name);
    return false;
}

static bool give_handicaps(board_object *self, PyObject *handicaps)
{
    if (handicaps == NULL || handicaps == Py_None)
        return true;
    Py_ssize_t count = PyUnicode_Check(handicaps) ? -1 : PySequence_Size(handicaps);
    if (count < 0 && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "handicaps is a sequence of texts");
    for (Py_ssize_t i = 0; i < count; i++) {
        apo_span text;
        apo_error err = {APO_OK, 0, ""};
        PyObject *item = PySequence_GetItem(handicaps, i);
        bool is_read = item != NULL && args_span(item, ERROR_START, &text);
        if (is_read && apo_position_handicap(self->start, text, &err) != APO_OK) {
            error_raise(ERROR_START, &err, text);
            is_read = false;
        }
        Py_XDECREF(item);
        if (!is_read)
            return false;
    }
    return count >= 0;
}

static bool set_start(board_object *self, PyObject *number, PyObject *name)
{
    const apo_variant *var = self->variant->var;
    long long start;
    unsigned name_index;
    if (!args_number(number, "start", 1, apo_variant_info_of(var)->start_count, 1, &start) ||
        !find_start_name(var, name, &name_index))
        return false;
    apo_status status = apo_position_start(self->start, var, name_index, (unsigned)start);
    if (status != APO_OK)
        error_raise_status(ERROR_START, status);
    return status == APO_OK;
}

enum {
    FEN,
    VARIANT,
    START,
    START_NAME,
    HANDICAPS,
    ARGUMENTS
};

static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const char *const names[] = {"fen",        "variant",   "start",
                                        "start_name", "handicaps", NULL};
    static const signature sig = {"Board", names, 0, 2};
    PyObject *out[ARGUMENTS];
    if (!args_read_tuple(&sig, args, named, out))
        return NULL;
    variant_object *variant = variant_of(out[VARIANT]);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    board_object *self = variant == NULL ? NULL : (board_object *)allocate(type, 0);
    if (self == NULL) {
        Py_XDECREF((PyObject *)variant);
        return NULL;
    }
    self->variant = variant;
    self->game = NULL;
    self->start = malloc(apo_position_size());
    bool is_set = self->start != NULL;
    bool has_fen = out[FEN] != NULL && out[FEN] != Py_None;
    if (!is_set) {
        PyErr_NoMemory();
    } else if (has_fen && (out[START] != NULL || out[START_NAME] != NULL)) {
        PyErr_SetString(PyExc_TypeError, "give either fen or start");
        is_set = false;
    } else {
        is_set =
            has_fen ? read_fen(self, out[FEN]) : set_start(self, out[START], out[START_NAME]);
    }
    if (!is_set || !give_handicaps(self, out[HANDICAPS])) {
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    return (PyObject *)self;
}

static void dealloc(PyObject *object)
{
    board_object *self = (board_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    board_forget_game(self);
    free(self->start);
    Py_XDECREF((PyObject *)self->variant);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF((PyObject *)type);
}

/* A board of the same class with the same start, and the same moves if `with_moves`. */
static PyObject *copy_of(board_object *self, bool with_moves)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    board_object *made = (board_object *)allocate(type, 0);
    if (made == NULL)
        return NULL;
    made->variant = (variant_object *)Py_NewRef((PyObject *)self->variant);
    made->game = NULL;
    made->start = malloc(apo_position_size());
    if (made->start == NULL) {
        PyErr_NoMemory();
        Py_DECREF((PyObject *)made);
        return NULL;
    }
    memcpy(made->start, with_moves ? self->start : board_position(self), apo_position_size());
    for (size_t i = 0;
         with_moves && self->game != NULL && i < apo_game_info_of(self->game).length; i++) {
        apo_move mv = apo_game_move(self->game, i);
        apo_game *game = game_of(made);
        apo_status status = game == NULL ? APO_E_MEMORY : apo_game_advance(game, &mv);
        if (status != APO_OK) {
            if (!PyErr_Occurred())
                error_raise_status(ERROR_OTHER, status);
            Py_DECREF((PyObject *)made);
            return NULL;
        }
    }
    return (PyObject *)made;
}

static PyObject *copy(PyObject *object, PyObject *const *args, Py_ssize_t count,
                      PyObject *named)
{
    static const char *const names[] = {"stack", NULL};
    static const signature sig = {"copy", names, 0, 0};
    PyObject *out[1];
    if (!args_read(&sig, args, count, named, out))
        return NULL;
    int with_moves = out[0] == NULL ? 1 : PyObject_IsTrue(out[0]);
    return with_moves < 0 ? NULL : copy_of((board_object *)object, with_moves != 0);
}

static PyObject *root(PyObject *object, PyObject *unused)
{
    board_object *self = (board_object *)object, *made;
    (void)unused;
    made = (board_object *)copy_of(self, false);
    if (made != NULL)
        memcpy(made->start, self->start, apo_position_size());
    return (PyObject *)made;
}

static PyObject *set_fen(PyObject *object, PyObject *fen)
{
    board_object *self = (board_object *)object;
    if (!read_fen(self, fen))
        return NULL;
    board_forget_game(self);
    Py_RETURN_NONE;
}

static PyObject *reset(PyObject *object, PyObject *unused)
{
    board_object *self = (board_object *)object;
    (void)unused;
    if (!set_start(self, NULL, NULL))
        return NULL;
    board_forget_game(self);
    Py_RETURN_NONE;
}

/* --- playing ------------------------------------------------------------- */

static PyObject *refuse_move(const board_object *self, const apo_move *mv, apo_status status)
{
    apo_error err = {status, 0, ""};
    apo_text detail = apo_text_start(err.detail, sizeof err.detail);
    if (err.status == APO_E_ILLEGAL)
        apo_move_explain(&detail, board_position(self), mv);
    else
        apo_text_add(&detail, apo_status_message(err.status));
    error_raise(ERROR_MOVE, &err, apo_span_of(""));
    return NULL;
}

static PyObject *push_move(board_object *self, const apo_move *mv, bool is_asked)
{
    /* A finished game accepts no move; the error message says so. */
    PyObject *made = NULL;
    apo_game *game = game_of(self);
    if (game == NULL)
        return NULL;
    if (is_asked)
        made = move_make(self->variant, apo_game_position(game), mv);
    if (is_asked && made == NULL)
        return NULL;
    apo_status status = apo_game_play(game, mv);
    if (status == APO_OK)
        return made != NULL ? made : Py_NewRef(Py_None);
    Py_XDECREF(made);
    return refuse_move(self, mv, status);
}

/* Asked before a text is read: after the end each text would be illegal for another reason. */
static bool is_going_on(const board_object *self)
{
    if (self->game == NULL || !apo_game_info_of(self->game).is_over)
        return true;
    error_raise_status(ERROR_MOVE, APO_E_FINISHED);
    return false;
}

static PyObject *push(PyObject *object, PyObject *argument)
{
    apo_move mv;
    board_object *self = (board_object *)object;
    if (!is_going_on(self) || !move_of(board_position(self), self->variant, argument, &mv))
        return NULL;
    return push_move(self, &mv, false);
}

static PyObject *push_text(PyObject *object, PyObject *argument)
{
    apo_move mv;
    board_object *self = (board_object *)object;
    if (!is_going_on(self) || !move_of(board_position(self), self->variant, argument, &mv))
        return NULL;
    return push_move(self, &mv, true);
}

/* Makes a move even if the game has ended before it, as in recorded games. */
static PyObject *advance(PyObject *object, PyObject *argument)
{
    apo_move mv;
    board_object *self = (board_object *)object;
    apo_game *game = game_of(self);
    if (game == NULL || !move_of(apo_game_position(game), self->variant, argument, &mv))
        return NULL;
    apo_status status = apo_game_advance(game, &mv);
    if (status == APO_OK)
        Py_RETURN_NONE;
    return refuse_move(self, &mv, status);
}

static PyObject *move_at(board_object *self, size_t index)
{
    apo_move mv = apo_game_move(self->game, index);
    apo_position *before = malloc(apo_position_size());
    if (before == NULL)
        return PyErr_NoMemory();
    apo_game_position_at(before, self->game, index);
    PyObject *made = move_make(self->variant, before, &mv);
    free(before);
    return made;
}

static size_t length_of(const board_object *self)
{
    return self->game == NULL ? 0 : apo_game_info_of(self->game).length;
}

static PyObject *peek(PyObject *object, PyObject *unused)
{
    board_object *self = (board_object *)object;
    size_t count = length_of(self);
    (void)unused;
    if (count == 0) {
        PyErr_SetString(PyExc_IndexError, "no move has been made");
        return NULL;
    }
    return move_at(self, count - 1);
}

static PyObject *pop(PyObject *object, PyObject *unused)
{
    board_object *self = (board_object *)object;
    PyObject *made = peek(object, unused);
    size_t count = length_of(self);
    /* A resignation or an agreement is taken back first, and then the move. */
    while (made != NULL && apo_game_info_of(self->game).length == count) {
        apo_status status = apo_game_undo(self->game);
        if (status != APO_OK) {
            error_raise_status(ERROR_OTHER, status);
            Py_CLEAR(made);
        }
    }
    return made;
}

static PyObject *get_move_stack(PyObject *object, void *unused)
{
    board_object *self = (board_object *)object;
    size_t count = length_of(self);
    PyObject *list = PyList_New((Py_ssize_t)count);
    (void)unused;
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyObject *item = move_at(self, i);
        if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *resign(PyObject *object, PyObject *argument)
{
    apo_side side;
    apo_game *game = game_of((board_object *)object);
    if (game == NULL || !args_side(argument, &side))
        return NULL;
    int quarters = side == APO_WHITE ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN;
    apo_status status = apo_game_end(game, quarters);
    if (status == APO_OK)
        Py_RETURN_NONE;
    error_raise_status(ERROR_OTHER, status);
    return NULL;
}

static PyObject *agree(PyObject *object, PyObject *argument)
{
    long long quarters;
    apo_game *game = game_of((board_object *)object);
    if (game == NULL || !args_number(argument, "white_quarters", APO_QUARTERS_LOSS,
                                     APO_QUARTERS_WIN, 2, &quarters))
        return NULL;
    apo_status status = apo_game_end(game, (int)quarters);
    if (status == APO_OK)
        Py_RETURN_NONE;
    error_raise_status(ERROR_OTHER, status);
    return NULL;
}

static PyObject *outcome_tuple(apo_outcome outcome)
{
    return Py_BuildValue("(sis)", apo_ending_word(outcome.ending), outcome.white_quarters,
                         apo_result_text(outcome.white_quarters));
}

static PyObject *game_outcome(PyObject *object, PyObject *unused)
{
    const apo_game *game = game_of((board_object *)object);
    (void)unused;
    return game == NULL ? NULL : outcome_tuple(apo_game_info_of(game).outcome);
}

static PyObject *position_outcome(PyObject *object, PyObject *unused)
{
    (void)unused;
    return outcome_tuple(apo_position_outcome(board_position((board_object *)object)));
}

static PyObject *occurrences(PyObject *object, PyObject *unused)
{
    const board_object *self = (board_object *)object;
    (void)unused;
    return PyLong_FromUnsignedLong(
        self->game == NULL ? 1 : apo_game_info_of(self->game).occurrences);
}

/* --- as an object -------------------------------------------------------- */

static PyObject *get_variant(PyObject *object, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)((board_object *)object)->variant);
}

PyObject *fen_text(const apo_position *pos)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_fen_write(&text, pos);
    return PyUnicode_FromStringAndSize(buf, (Py_ssize_t)text.length);
}

static PyObject *represent(PyObject *object)
{
    board_object *self = (board_object *)object;
    PyObject *fen = fen_text(board_position(self)), *made = NULL;
    if (fen != NULL)
        made = PyUnicode_FromFormat("Board(%R, '%s')", fen,
                                    apo_variant_info_of(self->variant->var)->id);
    Py_XDECREF(fen);
    return made;
}

static PyObject *compare(PyObject *a, PyObject *b, int operation)
{
    if (!PyObject_TypeCheck(a, board_type) || !PyObject_TypeCheck(b, board_type) ||
        (operation != Py_EQ && operation != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    const board_object *one = (board_object *)a, *other = (board_object *)b;
    bool is_same = one->variant == other->variant;
    if (is_same) {
        PyObject *first = fen_text(board_position(one)), *second = NULL;
        if (first != NULL)
            second = fen_text(board_position(other));
        is_same = second != NULL && PyUnicode_Compare(first, second) == 0;
        Py_XDECREF(first);
        Py_XDECREF(second);
        if (PyErr_Occurred())
            return NULL;
    }
    return PyBool_FromLong(is_same == (operation == Py_EQ));
}

static PyMethodDef own_methods[] = {
    {"copy", (PyCFunction)(void (*)(void))copy, METH_FASTCALL | METH_KEYWORDS,
     "copy(*, stack=True): a copy, with the moves made or the position alone."},
    {"root", root, METH_NOARGS, "A board with the start of the game."},
    {"set_fen", set_fen, METH_O, "Sets up a position; the moves made are forgotten."},
    {"reset", reset, METH_NOARGS, "Sets up the usual start."},
    {"push", push, METH_O, "Makes a legal move: a Move, or a text in any notation."},
    {"_advance", advance, METH_O, NULL},
    {"push_san", push_text, METH_O, "Makes a move given as text, and returns it."},
    {"push_uci", push_text, METH_O, "Makes a move given as text, and returns it."},
    {"pop", pop, METH_NOARGS, "Takes back the last move, and returns it."},
    {"peek", peek, METH_NOARGS, "The last move."},
    {"resign", resign, METH_O, "A side resigns."},
    {"agree", agree, METH_O, "Ends the game with White's quarters of a point, 0 to 4."},
    {"_outcome", game_outcome, METH_NOARGS, NULL},
    {"_position_outcome", position_outcome, METH_NOARGS, NULL},
    {"occurrences", occurrences, METH_NOARGS, "How often the position has occurred."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"variant", get_variant, NULL, "The game.", NULL},
    {"move_stack", get_move_stack, NULL, "The moves made, a new list.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A position, and the moves that led to it."},
    {Py_tp_new, new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, represent},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_richcompare, compare},
    {Py_tp_getset, members},
    {Py_tp_methods, NULL}, /* set below: joined from their tables */
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "apothecary._core.Board",
    .basicsize = sizeof(board_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

int board_ready(PyObject *module)
{
    static PyMethodDef joined[96];
    PyMethodDef *const parts[] = {own_methods, board_moves_methods, board_looks_methods,
                                  board_epd_methods};
    size_t count = 0;
    for (size_t part = 0; part < sizeof parts / sizeof parts[0]; part++) {
        for (PyMethodDef *method = parts[part]; method->ml_name != NULL; method++) {
            if (count + 1 == sizeof joined / sizeof joined[0]) {
                PyErr_SetString(PyExc_SystemError, "more methods than expected");
                return -1;
            }
            joined[count++] = *method;
        }
    }
    slots[sizeof slots / sizeof slots[0] - 2].pfunc = joined;
    board_type = core_add_type(module, &spec);
    return board_type == NULL ? -1 : 0;
}
