#include "core.h"

PyTypeObject *array_type;

typedef struct {
    PyObject_HEAD void *memory; /* owned */
    Py_ssize_t count, item_size;
    const char *format; /* static */
} array_object;

PyObject *array_take(void *memory, size_t count, size_t item_size, const char *format)
{
    array_object *made = memory == NULL ? NULL : PyObject_New(array_object, array_type);
    if (made == NULL) {
        free(memory);
        return memory == NULL ? PyErr_NoMemory() : NULL;
    }
    made->memory = memory;
    made->count = (Py_ssize_t)count;
    made->item_size = (Py_ssize_t)item_size;
    made->format = format;
    return (PyObject *)made;
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    free(((array_object *)object)->memory);
    PyObject_Free(object);
    Py_DECREF((PyObject *)type);
}

static int get_buffer(PyObject *object, Py_buffer *view, int flags)
{
    array_object *self = (array_object *)object;
    view->obj = Py_NewRef(object);
    view->buf = self->memory;
    view->len = self->count * self->item_size;
    view->readonly = 0;
    view->itemsize = self->item_size;
    view->format = NULL;
    if ((flags & PyBUF_FORMAT) == PyBUF_FORMAT) {
        union {
            const char *text;
            char *format; /* the protocol's type; never written to */
        } same = {self->format};

        view->format = same.format;
    }
    view->ndim = 1;
    view->shape = (flags & PyBUF_ND) == PyBUF_ND ? &self->count : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &self->item_size : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    return 0;
}

static Py_ssize_t length(PyObject *object)
{
    return ((array_object *)object)->count;
}

/* One field of a format; moves `*at` beyond it, as the C compiler lays out structures. */
static PyObject *read_field(char code, const char *item, size_t *at)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    size_t size = code == 'H' ? 2 : code == 'I' ? 4 : code == 'Q' ? 8 : 1;
    const char *from = item + (*at + size - 1) / size * size;
    *at = (size_t)(from - item) + size;
    if (code == 'H') {
        memcpy(&two, from, sizeof two);
        return PyLong_FromUnsignedLong(two);
    }
    if (code == 'I') {
        memcpy(&four, from, sizeof four);
        return PyLong_FromUnsignedLong(four);
    }
    if (code == 'Q') {
        memcpy(&eight, from, sizeof eight);
        return PyLong_FromUnsignedLongLong(eight);
    }
    if (code == '?')
        return PyBool_FromLong(*from);
    return PyLong_FromLong(code == 'b' ? (signed char)*from : (unsigned char)*from);
}

/* "T{H:from:H:to:}": the codes are the letters outside the names. */
static PyObject *read_record(const array_object *self, const char *item)
{
    PyObject *fields = PyList_New(0), *made = NULL;
    const char *format = self->format + 2;
    size_t at = 0;
    while (fields != NULL && *format != '}') {
        PyObject *field = read_field(*format, item, &at);
        if (field == NULL || PyList_Append(fields, field) < 0)
            Py_CLEAR(fields);
        Py_XDECREF(field);
        format = strchr(strchr(format, ':') + 1, ':') + 1;
    }
    if (fields != NULL)
        made = PyList_AsTuple(fields);
    Py_XDECREF(fields);
    return made;
}

static PyObject *item_at(PyObject *object, Py_ssize_t index)
{
    array_object *self = (array_object *)object;
    size_t at = 0;
    if (index < 0 || index >= self->count) {
        PyErr_SetString(PyExc_IndexError, "no such element");
        return NULL;
    }
    const char *item = (const char *)self->memory + index * self->item_size;
    if (self->format[0] == 'T')
        return read_record(self, item);
    return read_field(self->format[0], item, &at);
}

static PyObject *get_format(PyObject *object, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((array_object *)object)->format);
}

static PyObject *represent(PyObject *object)
{
    const array_object *self = (array_object *)object;
    return PyUnicode_FromFormat("<Array of %zd, '%s'>", self->count, self->format);
}

static PyGetSetDef members[] = {
    {"format", get_format, NULL, "The format of an element, as in PEP 3118.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Numbers or records in one block of memory; numpy.asarray(array) shares it."},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, represent},
    {Py_tp_getset, members},
    {Py_sq_length, length},
    {Py_sq_item, item_at},
    {Py_bf_getbuffer, get_buffer},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "apothecary.Array",
    .basicsize = sizeof(array_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

int array_ready(PyObject *module)
{
    array_type = core_add_type(module, &spec);
    return array_type == NULL ? -1 : 0;
}
