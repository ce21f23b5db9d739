#include "core.h"

/* PGN games are passed to and from Python as a whole: a list of tags and a list of nodes, each
 * with the number of its parent. The package builds a tree from them. */

/* --- reading ------------------------------------------------------------- */

static PyObject *text_or_empty(const char *text)
{
    return text == NULL ? PyUnicode_FromString("")
                        : PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

static PyObject *tags_of(const apo_pgn_game *game)
{
    PyObject *list = PyList_New(0);
    const char *name;
    for (size_t i = 0; list != NULL && (name = apo_pgn_tag_name(game, i)) != NULL; i++) {
        apo_span value = apo_pgn_tag_get(game, name);
        PyObject *text = PyUnicode_DecodeUTF8(value.text, (Py_ssize_t)value.length, "replace");
        PyObject *pair = Py_BuildValue("(NN)", text_or_empty(name), text);
        if (pair == NULL || PyList_Append(list, pair) < 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

static PyObject *nags_of(const apo_pgn_node_info *info)
{
    PyObject *list = PyList_New((Py_ssize_t)info->nag_count);
    for (size_t i = 0; list != NULL && i < info->nag_count; i++) {
        PyObject *nag = PyLong_FromLong(info->nags[i]);
        if (nag == NULL || PyList_SetItem(list, (Py_ssize_t)i, nag) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Walks on from `pos` where it is the position after the parent already: the usual case. */
typedef struct {
    apo_position *pos; /* after node `at` */
    uint32_t at;
} walk;

/* Goes to the position after a node; false with an exception. */
static bool go_to(const apo_pgn_game *game, uint32_t node, walk *w)
{
    apo_status status = node == w->at ? APO_OK : apo_pgn_position(w->pos, game, node);
    if (status != APO_OK)
        error_raise_status(ERROR_PGN, status);
    w->at = node;
    return status == APO_OK;
}

/* The move of a node in coordinates, or None for the start. */
static PyObject *next_move(const apo_pgn_game *game, uint32_t node, walk *w)
{
    if (node == 0)
        Py_RETURN_NONE;
    apo_pgn_node_info info = apo_pgn_node_info_of(game, node);
    if (!go_to(game, info.parent, w))
        return NULL;
    apo_move mv = info.move;
    PyObject *made = move_text_in(w->pos, &mv, APO_NOTATION_COORDINATE);
    w->at = apo_play(w->pos, &mv) == APO_OK ? node : UINT32_MAX;
    return made;
}

static PyObject *nodes_of(const apo_pgn_game *game)
{
    PyObject *list = PyList_New(0);
    walk w = {malloc(apo_position_size()), UINT32_MAX};
    if (w.pos == NULL) {
        Py_CLEAR(list);
        PyErr_NoMemory();
    }
    for (uint32_t i = 0; list != NULL && i < apo_pgn_game_info_of(game).node_count; i++) {
        apo_pgn_node_info info = apo_pgn_node_info_of(game, i);
        PyObject *item = Py_BuildValue(
            "(INNNNI)", info.parent, next_move(game, i, &w), text_or_empty(info.comment_before),
            text_or_empty(info.comment_after), nags_of(&info), info.replaces);
        if (item == NULL || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    free(w.pos);
    return list;
}

/* Sets the exception; its attribute `resume` is the byte at which the next game begins. */
static void raise_at(const apo_error *err, apo_span text, size_t resume)
{
    PyObject *exception = error_make(ERROR_PGN, err, text);
    PyObject *number = exception == NULL ? NULL : PyLong_FromSize_t(resume);
    if (number != NULL && PyObject_SetAttrString(exception, "resume", number) == 0)
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
    Py_XDECREF(number);
    Py_XDECREF(exception);
}

/* True if no game was left. An unknown start has the same status, but also one of these
 * tags. */
static bool is_at_end(apo_status status, apo_span text)
{
    char buf[1];
    apo_text value = apo_text_start(buf, sizeof buf);
    return status == APO_E_UNKNOWN && !apo_pgn_find_tag(&value, text, "Setup") &&
           !apo_pgn_find_tag(&value, text, "Variant");
}

/* (tags, fen, nodes, quarters, resume), or None if no game is left after byte `from`. */
static PyObject *read_pgn(PyObject *module, PyObject *const *args, Py_ssize_t count,
                          PyObject *named)
{
    static const char *const names[] = {"text", "variant", "start", NULL};
    static const signature sig = {"_pgn_read", names, 2, 3};
    PyObject *out[3], *made = NULL;
    apo_pgn_game *game;
    apo_span text;
    apo_error err = {APO_OK, 0, ""};
    long long from;
    (void)module;
    if (!args_read(&sig, args, count, named, out) || !args_span(out[0], ERROR_PGN, &text) ||
        !args_number(out[2], "start", 0, (long long)text.length, 0, &from))
        return NULL;
    variant_object *variant = variant_of(out[1]);
    if (variant == NULL)
        return NULL;
    apo_span rest = {text.text + from, text.length - (size_t)from}, all = rest;
    apo_status status = apo_pgn_read(&game, variant->var, &rest, &err);
    size_t resume = text.length - rest.length;
    if (status == APO_OK) {
        apo_pgn_game_info info = apo_pgn_game_info_of(game);
        made = Py_BuildValue("(NNNin)", tags_of(game), fen_text(info.start), nodes_of(game),
                             info.white_quarters, (Py_ssize_t)resume);
        apo_pgn_game_free(game);
    } else if (is_at_end(status, all)) {
        made = Py_NewRef(Py_None);
    } else {
        all.length =
            resume - (size_t)from; /* of this game alone, without the lines before it */
        for (; err.position > 0 && strchr(" \t\r\n", all.text[0]) != NULL; err.position--) {
            all.text++;
            all.length--;
        }
        raise_at(&err, all, resume);
    }
    Py_DECREF((PyObject *)variant);
    return made;
}

static PyObject *find_tag(PyObject *module, PyObject *const *args, Py_ssize_t count,
                          PyObject *named)
{
    static const char *const names[] = {"text", "name", "start", NULL};
    static const signature sig = {"_pgn_tag", names, 2, 3};
    char buf[APO_PGN_TAG_VALUE_MAX + 1], tag[APO_PGN_TAG_NAME_MAX + 1];
    PyObject *out[3];
    apo_span text, name;
    long long from;
    (void)module;
    if (!args_read(&sig, args, count, named, out) || !args_span(out[0], ERROR_PGN, &text) ||
        !args_span(out[1], ERROR_PGN, &name) ||
        !args_number(out[2], "start", 0, (long long)text.length, 0, &from))
        return NULL;
    if (name.length >= sizeof tag)
        Py_RETURN_NONE;
    memcpy(tag, name.text, name.length);
    tag[name.length] = '\0';
    apo_text value = apo_text_start(buf, sizeof buf);
    apo_span rest = {text.text + from, text.length - (size_t)from};
    if (!apo_pgn_find_tag(&value, rest, tag))
        Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(buf, (Py_ssize_t)value.length, "replace");
}

static PyObject *find_command(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    char word[APO_FAULT_KEY_MAX];
    apo_span comments, name, value;
    (void)module;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "expected a comment and the name of a command");
        return NULL;
    }
    if (!args_span(args[0], ERROR_PGN, &comments) || !args_span(args[1], ERROR_PGN, &name))
        return NULL;
    if (name.length >= sizeof word)
        Py_RETURN_NONE;
    memcpy(word, name.text, name.length);
    word[name.length] = '\0';
    if (!apo_pgn_command(&value, comments, word))
        Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(value.text, (Py_ssize_t)value.length, "replace");
}

/* --- writing ------------------------------------------------------------- */

static bool set_tags(apo_pgn_game *game, PyObject *tags)
{
    Py_ssize_t count = PyList_Size(tags);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *name, *value;
        apo_span name_text, value_text;
        if (!PyArg_ParseTuple(PyList_GetItem(tags, i), "OO", &name, &value) ||
            !args_span(name, ERROR_PGN, &name_text) ||
            !args_span(value, ERROR_PGN, &value_text))
            return false;
        apo_error err = {apo_pgn_tag_set(game, name_text, value_text), 0,
                         "a tag's name is letters, digits and _, its value one line"};
        if (err.status == APO_E_SYNTAX)
            error_raise(ERROR_PGN, &err, name_text);
        else if (err.status != APO_OK)
            error_raise_status(ERROR_PGN, err.status);
        if (err.status != APO_OK)
            return false;
    }
    return count >= 0;
}

/* Each line is a comment of its own. */
static bool add_comments(apo_pgn_game *game, uint32_t node, bool is_before, PyObject *lines)
{
    apo_span text;
    if (!args_span(lines, ERROR_PGN, &text))
        return false;
    while (text.length > 0) {
        const char *end = memchr(text.text, '\n', text.length);
        size_t length = end == NULL ? text.length : (size_t)(end - text.text);
        apo_span line = {text.text, length};
        apo_status status = apo_pgn_add_comment(game, node, is_before, line);
        if (status != APO_OK) {
            error_raise_status(ERROR_PGN, status);
            return false;
        }
        length += end != NULL;
        text.text += length;
        text.length -= length;
    }
    return true;
}

static bool set_nags(apo_pgn_game *game, uint32_t index, PyObject *nags)
{
    Py_ssize_t count = PySequence_Size(nags);
    for (Py_ssize_t i = 0; i < count; i++) {
        long long nag;
        PyObject *item = PySequence_GetItem(nags, i);
        bool is_read = item != NULL && args_number(item, "a NAG", 0, 255, 0, &nag);
        Py_XDECREF(item);
        if (!is_read)
            return false;
        apo_status status = apo_pgn_add_nag(game, index, (uint8_t)nag);
        if (status != APO_OK) {
            error_raise_status(ERROR_PGN, status);
            return false;
        }
    }
    return count >= 0;
}

/* A variation goes into the brackets of the sibling that it replaces, if they are still open.
 */
static apo_status add_move(apo_pgn_game *game, uint32_t parent, uint32_t replaces,
                           const apo_move *mv, uint32_t *out_index)
{
    bool is_sibling = replaces != 0 && apo_pgn_node_info_of(game, replaces).parent == parent;
    apo_status status =
        is_sibling ? apo_pgn_add_variation(game, replaces, mv, out_index) : APO_E_RANGE;
    return status == APO_E_RANGE ? apo_pgn_add_move(game, parent, mv, out_index) : status;
}

/* Adds the node's move, which is read in the position of its parent. */
static bool set_move(apo_pgn_game *game, uint32_t parent, uint32_t replaces, PyObject *move,
                     walk *w, uint32_t *out_index)
{
    apo_move mv;
    apo_span text;
    apo_error err = {APO_OK, 0, ""};
    if (!go_to(game, parent, w) || !args_span(move, ERROR_MOVE, &text))
        return false;
    if (apo_move_read_any(&mv, w->pos, text, &err) != APO_OK) {
        error_raise(ERROR_MOVE, &err, text);
        return false;
    }
    apo_status status = add_move(game, parent, replaces, &mv, out_index);
    if (status != APO_OK) {
        error_raise_status(ERROR_PGN, status);
        return false;
    }
    w->at = apo_play(w->pos, &mv) == APO_OK ? *out_index : UINT32_MAX;
    return true;
}

/* Nodes as they are read: a parent comes before its children. */
static bool set_nodes(apo_pgn_game *game, PyObject *nodes, walk *w)
{
    Py_ssize_t count = PyList_Size(nodes);
    for (Py_ssize_t i = 0; i < count; i++) {
        unsigned long long parent, replaces;
        PyObject *move, *before, *after, *nags;
        uint32_t index = 0;
        if (!PyArg_ParseTuple(PyList_GetItem(nodes, i), "KOOOOK", &parent, &move, &before,
                              &after, &nags, &replaces))
            return false;
        if (i > 0 && (parent >= (unsigned long long)i || replaces >= (unsigned long long)i)) {
            PyErr_SetString(PyExc_ValueError,
                            "a parent comes before its children, a move before its variations");
            return false;
        }
        if ((i > 0 && !set_move(game, (uint32_t)parent, (uint32_t)replaces, move, w, &index)) ||
            !add_comments(game, index, true, before) ||
            !add_comments(game, index, false, after) || !set_nags(game, index, nags))
            return false;
    }
    return count >= 0;
}

static PyObject *write_text(const apo_pgn_game *game)
{
    apo_buffer out;
    PyObject *made = NULL;
    apo_buffer_init(&out, NULL);
    apo_status status = apo_pgn_write(&out, game);
    if (status == APO_OK)
        made = PyUnicode_DecodeUTF8(out.bytes, (Py_ssize_t)out.length, "replace");
    else
        error_raise_status(ERROR_PGN, status);
    apo_buffer_clear(&out);
    return made;
}

static PyObject *write_pgn(PyObject *module, PyObject *const *args, Py_ssize_t count,
                           PyObject *named)
{
    static const char *const names[] = {"board", "tags", "nodes", "white_quarters", NULL};
    static const signature sig = {"_pgn_write", names, 4, 4};
    PyObject *out[4], *made = NULL;
    apo_pgn_game *game;
    long long quarters;
    (void)module;
    if (!args_read(&sig, args, count, named, out) ||
        !args_number(out[3], "white_quarters", APO_QUARTERS_UNKNOWN, APO_QUARTERS_WIN, -1,
                     &quarters))
        return NULL;
    if (!PyObject_TypeCheck(out[0], board_type) || !PyList_Check(out[1]) ||
        !PyList_Check(out[2])) {
        PyErr_SetString(PyExc_TypeError, "expected a Board and two lists");
        return NULL;
    }
    const apo_position *start = board_position((board_object *)out[0]);
    apo_status status = apo_pgn_game_new(&game, start, NULL);
    if (status != APO_OK) {
        error_raise_status(ERROR_PGN, status);
        return NULL;
    }
    walk w = {malloc(apo_position_size()), UINT32_MAX};
    if (w.pos == NULL)
        PyErr_NoMemory();
    else if (set_tags(game, out[1]) && set_nodes(game, out[2], &w)) {
        apo_pgn_set_result(game, (int)quarters);
        made = write_text(game);
    }
    free(w.pos);
    apo_pgn_game_free(game);
    return made;
}

static PyMethodDef functions[] = {
    {"_pgn_read", (PyCFunction)(void (*)(void))read_pgn, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_pgn_tag", (PyCFunction)(void (*)(void))find_tag, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_pgn_command", (PyCFunction)(void (*)(void))find_command, METH_FASTCALL, NULL},
    {"_pgn_write", (PyCFunction)(void (*)(void))write_pgn, METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

int pgn_ready(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
