#include "core.h"

PyTypeObject *core_add_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromSpec(spec);
    if (type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0)
        Py_CLEAR(type);
    return (PyTypeObject *)type; /* the reference is never released */
}

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_core",
    .m_doc = "The library as Python objects; use the package apothecary.",
    .m_size = -1, /* the types exist once per process */
};

static const char *ending_word(unsigned ending)
{
    return apo_ending_word((apo_ending)ending);
}

/* Adds a list of the words for 0 .. count - 1. */
static int add_words(PyObject *module, const char *name, const char *word_of(unsigned),
                     unsigned count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (unsigned i = 0; list != NULL && i < count; i++) {
        PyObject *word = PyUnicode_FromString(word_of(i));
        if (word == NULL)
            Py_CLEAR(list);
        else
            (void)PyList_SetItem(list, (Py_ssize_t)i, word);
    }
    int result = list == NULL ? -1 : PyModule_AddObjectRef(module, name, list);
    Py_XDECREF(list);
    return result;
}

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    static int (*const parts[])(PyObject * module) = {
        variant_ready, move_ready,   board_ready, array_ready,
        batch_ready,   engine_ready, pgn_ready,
    };
    PyObject *module = PyModule_Create(&definition);
    for (size_t i = 0; module != NULL && i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i](module) < 0)
            Py_CLEAR(module);
    }
    if (module != NULL && PyModule_AddStringConstant(module, "__version__", apo_version()) < 0)
        Py_CLEAR(module);
    if (module != NULL && (add_words(module, "ENDINGS", ending_word, APO_ENDINGS) < 0 ||
                           add_words(module, "KINDS", move_kind_word, APO_MOVE_KINDS) < 0))
        Py_CLEAR(module);
    return module;
}
