#include "core.h"

/* Calls apothecary.errors.<function>, which chooses the type. */
static PyObject *call_maker(const char *function, PyObject *arguments)
{
    PyObject *module = PyImport_ImportModule("apothecary.errors"), *made = NULL;
    PyObject *maker = module == NULL ? NULL : PyObject_GetAttrString(module, function);
    if (maker != NULL && arguments != NULL)
        made = PyObject_CallObject(maker, arguments);
    Py_XDECREF(maker);
    Py_XDECREF(module);
    Py_XDECREF(arguments);
    return made;
}

static void set(PyObject *exception)
{
    if (exception != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
        Py_DECREF(exception);
    }
}

/* What was read, decoded; positions count characters then. */
static PyObject *decode(const char *text, size_t length)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
}

PyObject *error_make(const char *what, const apo_error *err, apo_span text)
{
    size_t position = err->position < text.length ? err->position : text.length;
    PyObject *whole = decode(text.text, text.length);
    PyObject *before = decode(text.text, position);
    PyObject *made = NULL;
    if (whole != NULL && before != NULL)
        made = call_maker("make", Py_BuildValue("(ssNOn)", what, apo_status_word(err->status),
                                                decode(err->detail, strlen(err->detail)), whole,
                                                PyUnicode_GetLength(before)));
    Py_XDECREF(whole);
    Py_XDECREF(before);
    return made;
}

void error_raise(const char *what, const apo_error *err, apo_span text)
{
    if (err->status == APO_E_MEMORY)
        PyErr_NoMemory();
    else
        set(error_make(what, err, text));
}

void error_raise_status(const char *what, apo_status status)
{
    apo_error err = {status, 0, ""};
    apo_text detail = apo_text_start(err.detail, sizeof err.detail);
    apo_text_add(&detail, apo_status_message(status));
    error_raise(what, &err, apo_span_of(""));
}

PyObject *faults_list(const apo_fault_list *faults)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        PyObject *item = Py_BuildValue("(IINNO)", fault->line, fault->column,
                                       decode(fault->key, strlen(fault->key)),
                                       decode(fault->detail, strlen(fault->detail)),
                                       fault->is_warning ? Py_True : Py_False);
        if (item == NULL || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

void error_raise_faults(apo_status status, const apo_fault_list *faults)
{
    if (status == APO_E_MEMORY) {
        PyErr_NoMemory();
        return;
    }
    PyObject *list = faults_list(faults);
    if (list != NULL)
        set(call_maker("make_definition", Py_BuildValue("(ssN)", apo_status_word(status),
                                                        apo_status_message(status), list)));
}
