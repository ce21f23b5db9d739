#include "board_priv.h"

/* Operations pass as a list of pairs of texts, name and operands; apothecary.epd makes values
 * of them. */

static PyObject *text_of(apo_span span)
{
    return PyUnicode_DecodeUTF8(span.text, (Py_ssize_t)span.length, "replace");
}

static PyObject *pairs_of(const apo_epd *epd)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < epd->count; i++) {
        const apo_epd_operation *operation = &epd->operations[i];
        PyObject *pair =
            Py_BuildValue("(NN)", text_of(operation->name), text_of(operation->operands));
        if (pair == NULL || PyList_Append(list, pair) < 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

static PyObject *set_epd(PyObject *object, PyObject *line)
{
    board_object *self = (board_object *)object;
    apo_error err = {APO_OK, 0, ""};
    apo_epd epd;
    apo_span text;
    if (!args_span(line, ERROR_EPD, &text))
        return NULL;
    if (apo_epd_read(self->start, &epd, self->variant->var, text, &err) != APO_OK) {
        error_raise(ERROR_EPD, &err, text);
        return NULL;
    }
    board_forget_game(self);
    return pairs_of(&epd);
}

/* Takes the texts of a pair, borrowed from it. */
static bool take_pair(PyObject *pair, apo_epd_operation *out)
{
    if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
        PyErr_Format(PyExc_TypeError, "expected a name and its operands, not %R", pair);
        return false;
    }
    return args_span(PyTuple_GetItem(pair, 0), ERROR_EPD, &out->name) &&
           args_span(PyTuple_GetItem(pair, 1), ERROR_EPD, &out->operands);
}

static bool take_pairs(PyObject *pairs, apo_epd *out)
{
    if (!PyTuple_Check(pairs)) {
        PyErr_Format(PyExc_TypeError, "expected a tuple of pairs, not %R",
                     (PyObject *)Py_TYPE(pairs));
        return false;
    }
    Py_ssize_t count = PyTuple_Size(pairs);
    if (count > APO_EPD_OPERATIONS_MAX) {
        error_raise_status(ERROR_EPD, APO_E_TOO_LARGE);
        return false;
    }
    out->count = (size_t)count;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!take_pair(PyTuple_GetItem(pairs, i), &out->operations[i]))
            return false;
    return true;
}

static PyObject *epd(PyObject *object, PyObject *pairs)
{
    PyObject *made = NULL;
    apo_buffer out;
    apo_epd operations;
    if (!take_pairs(pairs, &operations))
        return NULL;
    apo_buffer_init(&out, NULL);
    apo_status status =
        apo_epd_write(&out, board_position((board_object *)object), &operations);
    if (status == APO_OK)
        made = text_of((apo_span){out.bytes, out.length});
    else
        error_raise_status(ERROR_EPD, status);
    apo_buffer_clear(&out);
    return made;
}

PyMethodDef board_epd_methods[] = {
    {"_set_epd", set_epd, METH_O, NULL},
    {"_epd", epd, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
