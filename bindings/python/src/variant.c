#include "core.h"

enum {
    BASES_MAX = 64
}; /* definitions passed as bases; a chain has at most APO_DEFINITION_BASES_MAX */

PyTypeObject *variant_type;

static PyObject *opened; /* built-in games opened so far, by id */

bool dict_take(PyObject *dict, const char *name, PyObject *value)
{
    bool is_set = value != NULL && PyDict_SetItemString(dict, name, value) == 0;
    Py_XDECREF(value);
    return is_set;
}

static variant_object *make(PyTypeObject *type, apo_variant *var, PyObject *text,
                            PyObject *bases, PyObject *warnings)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    variant_object *made = warnings == NULL ? NULL : (variant_object *)allocate(type, 0);
    if (made == NULL) {
        Py_XDECREF(warnings);
        apo_variant_free(var);
        return NULL;
    }
    made->var = var;
    made->text = Py_XNewRef(text);
    made->bases = Py_XNewRef(bases);
    made->warnings = warnings;
    return made;
}

/* The object of a game that has been opened by its id or another of its names. Takes `var`. */
static variant_object *remember(PyObject *name, apo_variant *var)
{
    PyObject *id = PyUnicode_FromString(apo_variant_info_of(var)->id);
    PyObject *known = id == NULL ? NULL : PyDict_GetItemWithError(opened, id);
    variant_object *made = NULL;
    if (known != NULL) {
        made = (variant_object *)Py_NewRef(known);
        apo_variant_free(var);
    } else if (!PyErr_Occurred()) {
        made = make(variant_type, var, NULL, NULL, PyList_New(0));
    } else {
        apo_variant_free(var);
    }
    if (made != NULL && (PyDict_SetItem(opened, id, (PyObject *)made) < 0 ||
                         PyDict_SetItem(opened, name, (PyObject *)made) < 0))
        Py_CLEAR(made);
    Py_XDECREF(id);
    return made;
}

static variant_object *open_built_in(PyObject *id)
{
    apo_span span;
    apo_variant *var;
    apo_error err = {APO_E_UNKNOWN, 0, ""};
    PyObject *known = PyDict_GetItemWithError(opened, id);
    if (known != NULL)
        return (variant_object *)Py_NewRef(known);
    if (PyErr_Occurred() || !args_span(id, ERROR_OTHER, &span))
        return NULL;
    apo_status status = apo_definition_open(&var, span, NULL, NULL);
    if (status == APO_E_UNKNOWN) {
        apo_text detail = apo_text_start(err.detail, sizeof err.detail);
        apo_text_add(&detail, "there is no built-in game of this name; see variants()");
        error_raise("variant", &err, span);
        return NULL;
    }
    if (status != APO_OK) {
        error_raise_status(ERROR_OTHER, status);
        return NULL;
    }
    return remember(id, var);
}

variant_object *variant_of(PyObject *argument)
{
    if (argument == NULL || argument == Py_None) {
        PyObject *id = PyUnicode_FromString("chess");
        variant_object *made = id == NULL ? NULL : open_built_in(id);
        Py_XDECREF(id);
        return made;
    }
    if (PyObject_TypeCheck(argument, variant_type))
        return (variant_object *)Py_NewRef(argument);
    if (PyUnicode_Check(argument))
        return open_built_in(argument);
    PyErr_Format(PyExc_TypeError, "expected a Variant or the id of a game, not %R",
                 (PyObject *)Py_TYPE(argument));
    return NULL;
}

static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const char *const names[] = {"id", NULL};
    static const signature sig = {"Variant", names, 1, 1};
    PyObject *out[1];
    (void)type;
    if (!args_read_tuple(&sig, args, named, out))
        return NULL;
    return (PyObject *)variant_of(out[0]);
}

static void dealloc(PyObject *object)
{
    variant_object *self = (variant_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    apo_variant_free(self->var);
    Py_XDECREF(self->text);
    Py_XDECREF(self->bases);
    Py_XDECREF(self->warnings);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF((PyObject *)type);
}

/* --- a definition of one's own ------------------------------------------- */

typedef struct {
    size_t count;
    apo_span ids[BASES_MAX], texts[BASES_MAX];
} bases;

static bool find_base(void *context, apo_span id, apo_span *out_text)
{
    const bases *known = context;
    for (size_t i = 0; i < known->count; i++) {
        if (known->ids[i].length == id.length &&
            memcmp(known->ids[i].text, id.text, id.length) == 0) {
            *out_text = known->texts[i];
            return true;
        }
    }
    return false;
}

static bool read_bases(bases *out, PyObject *dict)
{
    PyObject *id, *text;
    Py_ssize_t at = 0;
    out->count = 0;
    if (dict == NULL || dict == Py_None)
        return true;
    if (!PyDict_Check(dict)) {
        PyErr_SetString(PyExc_TypeError, "bases is a dict from ids to texts of definitions");
        return false;
    }
    while (PyDict_Next(dict, &at, &id, &text)) {
        if (out->count == BASES_MAX) {
            PyErr_Format(PyExc_ValueError, "at most %d bases", BASES_MAX);
            return false;
        }
        if (!args_span(id, ERROR_OTHER, &out->ids[out->count]) ||
            !args_span(text, ERROR_OTHER, &out->texts[out->count]))
            return false;
        out->count++;
    }
    return true;
}

static PyObject *from_text(PyObject *class, PyObject *const *args, Py_ssize_t count,
                           PyObject *named)
{
    static const char *const names[] = {"text", "id", "bases", NULL};
    static const signature sig = {"from_text", names, 1, 2};
    PyObject *out[3], *kept = NULL;
    apo_span text, id = {"own", 3};
    apo_fault_list faults;
    apo_variant *var = NULL;
    bases known;
    if (!args_read(&sig, args, count, named, out) || !args_span(out[0], ERROR_OTHER, &text) ||
        (out[1] != NULL && !args_span(out[1], ERROR_OTHER, &id)))
        return NULL;
    /* A copy, which no other thread changes while the lock is released. */
    if (out[2] != NULL && out[2] != Py_None) {
        kept = PyDict_Check(out[2]) ? PyDict_Copy(out[2]) : Py_NewRef(out[2]);
        if (kept == NULL)
            return NULL;
    }
    if (!read_bases(&known, kept)) {
        Py_XDECREF(kept);
        return NULL;
    }
    const apo_definition_loader loader = {&known, find_base};
    apo_status status;
    apo_fault_list_init(&faults);
    Py_BEGIN_ALLOW_THREADS;
    status = apo_definition_compile(&var, id, text, &loader, NULL, &faults);
    Py_END_ALLOW_THREADS;
    variant_object *made = NULL;
    if (status != APO_OK)
        error_raise_faults(status, &faults);
    else
        made = make((PyTypeObject *)class, var, out[0], kept, faults_list(&faults));
    Py_XDECREF(kept);
    return (PyObject *)made;
}

/* --- what it is ---------------------------------------------------------- */

static const apo_variant *var_of(PyObject *object)
{
    return ((variant_object *)object)->var;
}

static PyObject *get_id(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(apo_variant_info_of(var_of(self))->id);
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(apo_variant_info_of(var_of(self))->name);
}

static PyObject *get_inventor(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(apo_variant_info_of(var_of(self))->inventor);
}

static PyObject *get_files(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(apo_variant_geometry(var_of(self))->files);
}

static PyObject *get_rows(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(apo_variant_geometry(var_of(self))->rows);
}

static PyObject *get_ranks(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(apo_geometry_ranks(apo_variant_geometry(var_of(self))));
}

static PyObject *get_squares(PyObject *self, void *unused)
{
    const apo_geometry *geo = apo_variant_geometry(var_of(self));
    PyObject *list = PyList_New(0);
    (void)unused;
    for (apo_square sq = 0; list != NULL && sq < apo_geometry_squares(geo); sq++) {
        if (geo->place[sq] == APO_PLACE_NONE)
            continue;
        PyObject *number = PyLong_FromLong(sq);
        if (number == NULL || PyList_Append(list, number) < 0)
            Py_CLEAR(list);
        Py_XDECREF(number);
    }
    return list;
}

static PyObject *get_starts(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(apo_variant_info_of(var_of(self))->start_count);
}

static PyObject *get_start_names(PyObject *self, void *unused)
{
    unsigned count = apo_variant_info_of(var_of(self))->start_name_count;
    PyObject *list = PyList_New((Py_ssize_t)count);
    (void)unused;
    for (unsigned i = 0; list != NULL && i < count; i++) {
        PyObject *name = PyUnicode_FromString(apo_variant_start_name(var_of(self), i));
        if (name == NULL || PyList_SetItem(list, (Py_ssize_t)i, name) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *get_advantage(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(apo_variant_info_of(var_of(self))->has_advantage);
}

static PyObject *describe_type(const variant_object *self, unsigned type)
{
    PyObject *dict = PyDict_New();
    const apo_type_info *info = apo_type_info_of(self->var, type);
    if (dict != NULL && (!dict_take(dict, "letter", letter_or_none(self, type)) ||
                         !dict_take(dict, "name", PyUnicode_FromString(info->name)) ||
                         !dict_take(dict, "class", PyUnicode_FromString(info->class_name)) ||
                         !dict_take(dict, "royal", PyBool_FromLong(info->is_royal)) ||
                         !dict_take(dict, "pawn", PyBool_FromLong(info->is_pawn)) ||
                         !dict_take(dict, "joker", PyBool_FromLong(info->is_joker))))
        Py_CLEAR(dict);
    return dict;
}

static PyObject *get_pieces(PyObject *object, void *unused)
{
    variant_object *self = (variant_object *)object;
    unsigned count = apo_variant_info_of(self->var)->type_count;
    PyObject *list = PyList_New((Py_ssize_t)count);
    (void)unused;
    for (unsigned type = 1; list != NULL && type <= count; type++) {
        PyObject *item = describe_type(self, type);
        if (item == NULL || PyList_SetItem(list, (Py_ssize_t)type - 1, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *get_drawn(PyObject *object, void *unused)
{
    const apo_variant *var = var_of(object);
    apo_drawing drawing;
    (void)unused;
    apo_variant_draw(&drawing, var);
    return PyBytes_FromStringAndSize(
        (const char *)drawing.at, (Py_ssize_t)apo_geometry_squares(apo_variant_geometry(var)));
}

static PyObject *or_none(PyObject *object)
{
    return Py_NewRef(object == NULL ? Py_None : object);
}

static PyObject *get_text(PyObject *self, void *unused)
{
    (void)unused;
    return or_none(((variant_object *)self)->text);
}

static PyObject *get_warnings(PyObject *self, void *unused)
{
    (void)unused;
    return or_none(((variant_object *)self)->warnings);
}

static PyObject *name_square(PyObject *object, PyObject *square)
{
    apo_square sq;
    variant_object *self = (variant_object *)object;
    return args_square(square, self, &sq) ? square_name(self, sq) : NULL;
}

static PyObject *parse_square(PyObject *object, PyObject *name)
{
    apo_square sq;
    return args_square(name, (variant_object *)object, &sq) ? PyLong_FromLong(sq) : NULL;
}

static PyObject *has_rule(PyObject *object, PyObject *name)
{
    char buf[APO_FAULT_KEY_MAX];
    apo_span span;
    if (!args_span(name, ERROR_OTHER, &span))
        return NULL;
    if (span.length >= sizeof buf || memchr(span.text, 0, span.length) != NULL)
        Py_RETURN_FALSE;
    memcpy(buf, span.text, span.length);
    buf[span.length] = '\0';
    return PyBool_FromLong(apo_variant_has_rule(var_of(object), buf));
}

static PyObject *represent(PyObject *object)
{
    return PyUnicode_FromFormat("<Variant %s>", apo_variant_info_of(var_of(object))->id);
}

static PyObject *reduce(PyObject *object, PyObject *unused)
{
    variant_object *self = (variant_object *)object;
    const char *id = apo_variant_info_of(self->var)->id;
    (void)unused;
    if (self->text == NULL)
        return Py_BuildValue("(O(s))", (PyObject *)variant_type, id);
    PyObject *module = PyImport_ImportModule("apothecary");
    PyObject *rebuild = module == NULL ? NULL : PyObject_GetAttrString(module, "_own_variant");
    Py_XDECREF(module);
    if (rebuild == NULL)
        return NULL;
    return Py_BuildValue("(N(OsO))", rebuild, self->text, id,
                         self->bases == NULL ? Py_None : self->bases);
}

static PyObject *variants(PyObject *module, PyObject *unused)
{
    size_t count = apo_definition_builtin_count();
    PyObject *list = PyList_New((Py_ssize_t)count);
    (void)module;
    (void)unused;
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyObject *id = PyUnicode_FromString(apo_definition_builtin_id(i));
        if (id == NULL || PyList_SetItem(list, (Py_ssize_t)i, id) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyMethodDef methods[] = {
    {"from_text", (PyCFunction)(void (*)(void))from_text,
     METH_FASTCALL | METH_KEYWORDS | METH_CLASS,
     "from_text(text, id='own', *, bases=None): compiles the text of a definition."},
    {"square_name", name_square, METH_O, "The name of a square by its number."},
    {"parse_square", parse_square, METH_O, "The number of a square by its name."},
    {"has_rule", has_rule, METH_O, "True if the definition has the section of this rule."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"id", get_id, NULL, "The id: 'modern'.", NULL},
    {"name", get_name, NULL, "The name: 'Apothecary Chess-Modern'.", NULL},
    {"inventor", get_inventor, NULL, "The game's inventor, '' if not known.", NULL},
    {"files", get_files, NULL, "The number of files.", NULL},
    {"rows", get_rows, NULL, "The number of rows, border ranks included.", NULL},
    {"ranks", get_ranks, NULL, "The number of ranks, border ranks not counted.", NULL},
    {"squares", get_squares, NULL, "The numbers of all squares.", NULL},
    {"starts", get_starts, NULL, "How many numbered starts there are.", NULL},
    {"start_names", get_start_names, NULL, "The names of other starts; '' is the usual.", NULL},
    {"has_advantage", get_advantage, NULL, "True if results come in quarters.", NULL},
    {"pieces", get_pieces, NULL, "The types of pieces.", NULL},
    {"drawn", get_drawn, NULL,
     "What is drawn at each square besides it, as White sees it: a sum of 1, a line along its "
     "upper edge; 2, along its right edge; 4, from its middle to that of the square above and to "
     "the right; 8, below and to the right; 16, water along its upper edge.",
     NULL},
    {"text", get_text, NULL, "The definition as text; None for a built-in game.", NULL},
    {"warnings", get_warnings, NULL, "Warnings of the definition.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Variant(id): a built-in game. Variant.from_text(text): one of your own."},
    {Py_tp_new, new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, represent},
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "apothecary.Variant",
    .basicsize = sizeof(variant_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"variants", variants, METH_NOARGS, "The ids of all built-in games."},
    {NULL, NULL, 0, NULL},
};

int variant_ready(PyObject *module)
{
    opened = PyDict_New();
    variant_type = opened == NULL ? NULL : core_add_type(module, &spec);
    return variant_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
