#include "core.h"

static Py_ssize_t count_names(const signature *sig)
{
    Py_ssize_t count = 0;
    while (sig->names[count] != NULL)
        count++;
    return count;
}

static bool put_named(const signature *sig, PyObject *name, PyObject *value, PyObject **out)
{
    for (Py_ssize_t i = 0; sig->names[i] != NULL; i++) {
        if (PyUnicode_CompareWithASCIIString(name, sig->names[i]) != 0)
            continue;
        if (out[i] != NULL) {
            PyErr_Format(PyExc_TypeError, "%s() got two values for '%s'", sig->function,
                         sig->names[i]);
            return false;
        }
        out[i] = value;
        return true;
    }
    PyErr_Format(PyExc_TypeError, "%s() has no argument '%U'", sig->function, name);
    return false;
}

static bool has_required(const signature *sig, PyObject *const *out)
{
    for (Py_ssize_t i = 0; i < sig->required; i++) {
        if (out[i] == NULL) {
            PyErr_Format(PyExc_TypeError, "%s() needs the argument '%s'", sig->function,
                         sig->names[i]);
            return false;
        }
    }
    return true;
}

static bool start_reading(const signature *sig, Py_ssize_t count, PyObject **out)
{
    Py_ssize_t all = count_names(sig);
    if (count > sig->positional) {
        PyErr_Format(PyExc_TypeError,
                     "%s() takes at most %zd arguments without a name, not %zd", sig->function,
                     sig->positional, count);
        return false;
    }
    for (Py_ssize_t i = 0; i < all; i++)
        out[i] = NULL;
    return true;
}

bool args_read(const signature *sig, PyObject *const *args, Py_ssize_t count, PyObject *names,
               PyObject **out)
{
    Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
    if (!start_reading(sig, count, out))
        return false;
    for (Py_ssize_t i = 0; i < count; i++)
        out[i] = args[i];
    for (Py_ssize_t i = 0; i < named; i++) {
        if (!put_named(sig, PyTuple_GetItem(names, i), args[count + i], out))
            return false;
    }
    return has_required(sig, out);
}

bool args_read_tuple(const signature *sig, PyObject *args, PyObject *named, PyObject **out)
{
    Py_ssize_t count = PyTuple_Size(args), at = 0;
    PyObject *name, *value;
    if (!start_reading(sig, count, out))
        return false;
    for (Py_ssize_t i = 0; i < count; i++)
        out[i] = PyTuple_GetItem(args, i);
    while (named != NULL && PyDict_Next(named, &at, &name, &value)) {
        if (!put_named(sig, name, value, out))
            return false;
    }
    return has_required(sig, out);
}

bool args_span(PyObject *text, const char *what, apo_span *out)
{
    Py_ssize_t length;
    char *bytes;
    if (PyUnicode_Check(text)) {
        out->text = PyUnicode_AsUTF8AndSize(text, &length);
        out->length = (size_t)length;
        if (out->text == NULL && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
            apo_error err = {APO_E_SYNTAX, 0, "the text is not valid Unicode"};
            PyErr_Clear();
            error_raise(what, &err, apo_span_of(""));
        }
        return out->text != NULL;
    }
    if (!PyBytes_Check(text)) {
        PyErr_Format(PyExc_TypeError, "expected a text (str or bytes), not %R",
                     (PyObject *)Py_TYPE(text));
        return false;
    }
    if (PyBytes_AsStringAndSize(text, &bytes, &length) < 0)
        return false;
    *out = (apo_span){bytes, (size_t)length};
    return true;
}

bool args_number(PyObject *number, const char *what, long long least, long long most,
                 long long otherwise, long long *out)
{
    long long value = otherwise;
    if (number != NULL && number != Py_None) {
        value = PyLong_AsLongLong(number);
        if (value == -1 && PyErr_Occurred()) {
            if (!PyErr_ExceptionMatches(PyExc_OverflowError))
                return false;
            PyErr_Clear();
            value = most;
            least = LLONG_MAX; /* out of range, whichever way */
        }
        if (value < least || value > most) {
            PyErr_Format(PyExc_ValueError, "%s is out of range", what);
            return false;
        }
    }
    *out = value;
    return true;
}

bool args_side(PyObject *side, apo_side *out)
{
    if (side == Py_True || side == Py_False) {
        *out = side == Py_True ? APO_WHITE : APO_BLACK;
        return true;
    }
    if (PyUnicode_Check(side)) {
        bool is_white = PyUnicode_CompareWithASCIIString(side, "white") == 0;
        if (is_white || PyUnicode_CompareWithASCIIString(side, "black") == 0) {
            *out = is_white ? APO_WHITE : APO_BLACK;
            return true;
        }
    }
    PyErr_Format(PyExc_ValueError, "a side is WHITE or BLACK (True, False), not %R", side);
    return false;
}

bool args_square(PyObject *square, const variant_object *variant, apo_square *out)
{
    const apo_geometry *geo = apo_variant_geometry(variant->var);
    apo_square sq = APO_SQUARE_NONE;
    if (PyUnicode_Check(square)) {
        apo_span name;
        if (!args_span(square, ERROR_OTHER, &name))
            return false;
        sq = apo_geometry_read_square(geo, &name);
        if (name.length > 0)
            sq = APO_SQUARE_NONE;
    } else {
        long long number = PyLong_AsLongLong(square);
        if (number == -1 && PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError))
            return false;
        PyErr_Clear();
        if (number >= 0 && number < apo_geometry_squares(geo) &&
            geo->place[number] != APO_PLACE_NONE)
            sq = (apo_square)number;
    }
    if (sq == APO_SQUARE_NONE) {
        PyErr_Format(PyExc_ValueError, "%s has no square %R",
                     apo_variant_info_of(variant->var)->id, square);
        return false;
    }
    *out = sq;
    return true;
}
