#include "core.h"

#include <pthread.h>
#include <time.h>

/* The engine searches in its own thread. The calling thread waits without the interpreter's
 * lock, and wakes up to deliver reports and to check for Ctrl-C. */

enum {
    WAKE_UP_MS = 50, /* between two checks for Ctrl-C: not noticeable */
    HASH_DEFAULT_MB = 16,
    CLOCK_MAX_MS = 1000000000, /* eleven days */
};

PyTypeObject *engine_type;

typedef struct {
    PyObject_HEAD apo_engine *engine; /* owned */
    variant_object *variant;          /* of the game set up: the engine borrows it; or NULL */
    variant_object *net_variant;      /* the game of `net`, or NULL */
    PyObject *net;                    /* the contents of a net file, or NULL */
    bool is_busy;
} engine_object;

typedef struct report {
    struct report *next;
    apo_search_report said;
    apo_pv line;
} report;

/* A search, shared by the two threads. */
typedef struct {
    apo_engine *engine;
    apo_limits limits;
    unsigned level; /* 0: full strength, without a level's deliberate weakness */
    uint64_t seed;
    apo_decision decision;
    apo_status status;
    bool wants_reports;
    pthread_mutex_t mutex; /* guards the rest */
    pthread_cond_t changed;
    report *first, *last; /* owned, oldest first */
    bool is_done, has_failed;
} search;

/* --- in the thread of the search ----------------------------------------- */

static void put_report(void *context, const apo_search_report *said)
{
    search *s = context;
    report *item = malloc(sizeof *item);
    pthread_mutex_lock(&s->mutex);
    if (item == NULL) {
        s->has_failed = true;
    } else {
        item->next = NULL;
        item->said = *said;
        item->line = *said->line;
        if (s->last == NULL)
            s->first = item;
        else
            s->last->next = item;
        s->last = item;
        pthread_cond_signal(&s->changed);
    }
    pthread_mutex_unlock(&s->mutex);
}

static void *run(void *context)
{
    search *s = context;
    apo_search_report_sink *sink = s->wants_reports ? put_report : NULL;
    if (s->level > 0)
        s->status =
            apo_engine_go_at_level(&s->decision, s->engine, s->level, &s->limits, s->seed);
    else
        s->status = apo_engine_go(&s->decision, s->engine, &s->limits, sink, s);
    pthread_mutex_lock(&s->mutex);
    s->is_done = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

/* --- in the thread that called ------------------------------------------- */

static PyObject *line_of(engine_object *self, const apo_pv *line)
{
    PyObject *list = PyList_New(0);
    apo_position *pos = malloc(apo_position_size());
    if (pos == NULL) {
        Py_XDECREF(list);
        return PyErr_NoMemory();
    }
    memcpy(pos, apo_engine_position(self->engine), apo_position_size());
    for (unsigned i = 0; list != NULL && i < line->count; i++) {
        PyObject *item = move_make(self->variant, pos, &line->moves[i]);
        if (item == NULL || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
        if (apo_play(pos, &line->moves[i]) != APO_OK)
            break; /* the rest of the line is stale */
    }
    free(pos);
    return list;
}

static PyObject *info_of(engine_object *self, const report *item)
{
    const apo_search_report *said = &item->said;
    PyObject *dict = PyDict_New();
    if (dict != NULL &&
        (!dict_take(dict, "depth", PyLong_FromUnsignedLong(said->depth)) ||
         !dict_take(dict, "seldepth", PyLong_FromUnsignedLong(said->seldepth)) ||
         !dict_take(dict, "multipv", PyLong_FromUnsignedLong(said->index + 1UL)) ||
         !dict_take(dict, "score", PyLong_FromLong(said->score)) ||
         !dict_take(dict, "nodes", PyLong_FromUnsignedLongLong(said->nodes)) ||
         !dict_take(dict, "time", PyFloat_FromDouble((double)said->time_ms / 1000.0)) ||
         !dict_take(dict, "hashfull", PyLong_FromUnsignedLong(said->hashfull)) ||
         !dict_take(dict, "partial", PyBool_FromLong(said->is_partial)) ||
         !dict_take(dict, "pv", line_of(self, &item->line))))
        Py_CLEAR(dict);
    return dict;
}

static bool hand_over(engine_object *self, PyObject *callback, report *items)
{
    bool is_well = true;
    while (items != NULL) {
        report *next = items->next;
        if (is_well) {
            PyObject *info = info_of(self, items), *answer = NULL;
            if (info != NULL)
                answer = PyObject_CallFunctionObjArgs(callback, info, NULL);
            is_well = answer != NULL;
            Py_XDECREF(info);
            Py_XDECREF(answer);
        }
        free(items);
        items = next;
    }
    return is_well;
}

/* Waits for something new; takes the reports. True once the search is over. */
static bool wait_for_news(search *s, report **out)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAKE_UP_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&s->mutex);
    if (s->first == NULL && !s->is_done)
        pthread_cond_timedwait(&s->changed, &s->mutex, &until);
    *out = s->first;
    s->first = s->last = NULL;
    bool is_done = s->is_done;
    pthread_mutex_unlock(&s->mutex);
    return is_done;
}

/* Runs the search; false with an exception. */
static bool watch(engine_object *self, search *s, PyObject *callback)
{
    pthread_t thread;
    bool is_done = false, is_well = true;
    if (pthread_create(&thread, NULL, run, s) != 0) {
        PyErr_SetString(PyExc_RuntimeError, "no thread for the search");
        return false;
    }
    while (!is_done) {
        report *items;
        Py_BEGIN_ALLOW_THREADS;
        is_done = wait_for_news(s, &items);
        Py_END_ALLOW_THREADS;
        if (is_well)
            is_well = hand_over(self, callback, items) && PyErr_CheckSignals() == 0;
        else
            for (report *next; items != NULL; items = next) {
                next = items->next;
                free(items);
            }
        if (!is_well)
            apo_engine_stop(self->engine);
    }
    Py_BEGIN_ALLOW_THREADS;
    pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS;
    if (is_well && s->has_failed) {
        PyErr_NoMemory();
        is_well = false;
    }
    if (is_well && s->status != APO_OK) {
        error_raise_status("engine", s->status);
        is_well = false;
    }
    return is_well;
}

/* --- setting up ---------------------------------------------------------- */

static bool begin(engine_object *self)
{
    if (!self->is_busy)
        return true;
    apo_error err = {APO_E_UNSUPPORTED, 0,
                     "this engine is searching; use another, or stop() it"};
    error_raise("engine", &err, apo_span_of(""));
    return false;
}

static apo_span net_bytes(PyObject *net)
{
    return (apo_span){PyBytes_AsString(net), (size_t)PyBytes_Size(net)};
}

/* Begins a game of a variant, with the net if there is one for it. */
static apo_status start_game(engine_object *self, variant_object *variant)
{
    variant_object *former = self->variant;
    apo_status status = apo_engine_new_game(self->engine, variant->var);
    self->variant = (variant_object *)Py_NewRef((PyObject *)variant);
    Py_XDECREF((PyObject *)former);
    if (status == APO_OK && self->net != NULL && self->net_variant == variant)
        status = apo_engine_use_network(self->engine, net_bytes(self->net), NULL);
    return status;
}

static bool set_board(engine_object *self, const board_object *board)
{
    apo_status status = APO_OK;
    const apo_position *old = apo_engine_position(self->engine);
    if (old == NULL || self->variant != board->variant)
        status = start_game(self, board->variant);
    if (status == APO_OK)
        status = board->game == NULL ? apo_engine_set_position(self->engine, board->start)
                                     : apo_engine_set_game(self->engine, board->game);
    if (status != APO_OK)
        error_raise_status("engine", status);
    return status == APO_OK;
}

enum {
    BOARD,
    DEPTH,
    NODES,
    MOVE_MS,
    MATE,
    CLOCK_MS,
    INCREMENT_MS,
    MOVES_TO_GO,
    LINES,
    IS_INFINITE,
    ROOT_MOVES,
    LEVEL,
    SEED,
    CALLBACK,
    ARGUMENTS
};

static const char *const go_names[] = {
    "board",      "depth",        "nodes",       "move_ms",  "mate",
    "clock_ms",   "increment_ms", "moves_to_go", "lines",    "infinite",
    "root_moves", "level",        "seed",        "callback", NULL};

static bool read_limits(apo_limits *out, PyObject **given)
{
    long long depth, nodes, move_ms, mate, clock, increment, to_go, lines;
    int is_infinite = given[IS_INFINITE] == NULL ? 0 : PyObject_IsTrue(given[IS_INFINITE]);
    if (is_infinite < 0 ||
        !args_number(given[DEPTH], "depth", 1, APO_PLIES_MAX - 1, 0, &depth) ||
        !args_number(given[NODES], "nodes", 1, INT64_MAX, 0, &nodes) ||
        !args_number(given[MOVE_MS], "time", 1, CLOCK_MAX_MS, 0, &move_ms) ||
        !args_number(given[MATE], "mate", 1, APO_PLIES_MAX, 0, &mate) ||
        !args_number(given[CLOCK_MS], "clock", 0, CLOCK_MAX_MS, -1, &clock) ||
        !args_number(given[INCREMENT_MS], "inc", 0, CLOCK_MAX_MS, 0, &increment) ||
        !args_number(given[MOVES_TO_GO], "remaining_moves", 1, 10000, 0, &to_go) ||
        !args_number(given[LINES], "multipv", 1, APO_MULTIPV_MAX, 1, &lines))
        return false;
    *out = (apo_limits){
        .depth = (unsigned)depth,
        .mate = (unsigned)mate,
        .nodes = (uint64_t)nodes,
        .move_ms = move_ms,
        .clock_ms = clock < 0 ? 0 : clock,
        .increment_ms = increment,
        .moves_to_go = (unsigned)to_go,
        .has_clock = clock >= 0,
        .is_infinite = is_infinite != 0,
        .lines = (unsigned)lines,
    };
    return true;
}

/* Fills `out`, which has space for APO_MOVE_LIST_MAX. */
static bool read_root_moves(const board_object *board, PyObject *given, apo_move *out,
                            apo_limits *limits)
{
    Py_ssize_t count = PySequence_Size(given);
    if (count > APO_MOVE_LIST_MAX) {
        PyErr_SetString(PyExc_ValueError, "root_moves has more moves than any position");
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(given, i);
        bool is_read =
            item != NULL && move_of(board_position(board), board->variant, item, &out[i]);
        Py_XDECREF(item);
        if (!is_read)
            return false;
    }
    limits->moves = out;
    limits->move_count = count < 0 ? 0 : (size_t)count;
    return count >= 0;
}

static PyObject *decision_of(engine_object *self, const apo_decision *decision)
{
    apo_pv line = {.count = 0};
    if (decision->has_move)
        line.moves[line.count++] = decision->best;
    if (decision->has_move && decision->has_ponder)
        line.moves[line.count++] = decision->ponder;
    return Py_BuildValue("(NiIK)", line_of(self, &line), decision->score, decision->depth,
                         (unsigned long long)decision->nodes);
}

static PyObject *search_it(engine_object *self, search *s, PyObject *callback)
{
    PyObject *made = NULL;
    s->engine = self->engine;
    s->wants_reports = true;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->changed, NULL);
    self->is_busy = true;
    apo_engine_arm(self->engine);
    if (watch(self, s, callback))
        made = decision_of(self, &s->decision);
    self->is_busy = false;
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->mutex);
    return made;
}

static PyObject *go(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *named)
{
    static const signature sig = {"_go", go_names, 1, 1};
    engine_object *self = (engine_object *)object;
    PyObject *out[ARGUMENTS], *made = NULL;
    long long level, seed;
    if (!args_read(&sig, args, count, named, out) || !begin(self))
        return NULL;
    if (!PyObject_TypeCheck(out[BOARD], board_type) || out[CALLBACK] == NULL) {
        PyErr_SetString(PyExc_TypeError, "expected a Board and a callback");
        return NULL;
    }
    search *s = calloc(1, sizeof *s);
    apo_move *roots = malloc(APO_MOVE_LIST_MAX * sizeof *roots);
    const board_object *board = (board_object *)out[BOARD];
    if (s == NULL || roots == NULL) {
        PyErr_NoMemory();
    } else if (read_limits(&s->limits, out) &&
               args_number(out[LEVEL], "level", 1, 8, 0, &level) &&
               args_number(out[SEED], "seed", 0, INT64_MAX, 0, &seed) &&
               (out[ROOT_MOVES] == NULL || out[ROOT_MOVES] == Py_None ||
                read_root_moves(board, out[ROOT_MOVES], roots, &s->limits)) &&
               set_board(self, board)) {
        s->level = (unsigned)level;
        s->seed = (uint64_t)seed;
        made = search_it(self, s, out[CALLBACK]);
    }
    free(roots);
    free(s);
    return made;
}

/* --- the object ---------------------------------------------------------- */

static bool configure(apo_engine *engine, PyObject *hash, PyObject *threads)
{
    long long hash_mb, thread_count;
    if (!args_number(hash, "hash_mb", 1, APO_HASH_MAX_MB, 0, &hash_mb) ||
        !args_number(threads, "threads", 1, APO_ENGINE_THREADS_MAX, 0, &thread_count))
        return false;
    apo_status status = APO_OK;
    if (hash_mb > 0)
        status = apo_engine_set_hash(engine, (size_t)hash_mb);
    if (status == APO_OK && thread_count > 0)
        status = apo_engine_set_threads(engine, (unsigned)thread_count);
    if (status != APO_OK)
        error_raise_status("engine", status);
    return status == APO_OK;
}

static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const char *const names[] = {"hash_mb", "threads", NULL};
    static const signature sig = {"Engine", names, 0, 2};
    PyObject *out[2];
    if (!args_read_tuple(&sig, args, named, out))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    engine_object *self = (engine_object *)allocate(type, 0);
    if (self == NULL)
        return NULL;
    self->engine = NULL;
    self->variant = self->net_variant = NULL;
    self->net = NULL;
    self->is_busy = false;
    apo_status status = apo_engine_open(&self->engine, HASH_DEFAULT_MB);
    if (status != APO_OK)
        error_raise_status("engine", status);
    if (status != APO_OK || !configure(self->engine, out[0], out[1])) {
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    return (PyObject *)self;
}

static void dealloc(PyObject *object)
{
    engine_object *self = (engine_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    apo_engine_free(self->engine);
    Py_XDECREF((PyObject *)self->variant);
    Py_XDECREF((PyObject *)self->net_variant);
    Py_XDECREF(self->net);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF((PyObject *)type);
}

static PyObject *set_options(PyObject *object, PyObject *const *args, Py_ssize_t count,
                             PyObject *named)
{
    static const char *const names[] = {"hash_mb", "threads", NULL};
    static const signature sig = {"configure", names, 0, 0};
    PyObject *out[2];
    engine_object *self = (engine_object *)object;
    if (!args_read(&sig, args, count, named, out) || !begin(self) ||
        !configure(self->engine, out[0], out[1]))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *new_game(PyObject *object, PyObject *unused)
{
    engine_object *self = (engine_object *)object;
    (void)unused;
    if (!begin(self))
        return NULL;
    if (self->variant != NULL) {
        apo_status status = start_game(self, self->variant);
        if (status != APO_OK) {
            error_raise_status("engine", status);
            return NULL;
        }
    }
    Py_RETURN_NONE;
}

/* Gives up the net that is in use. */
static void drop_net(engine_object *self)
{
    variant_object *variant = self->net_variant;
    PyObject *net = self->net;
    self->net_variant = NULL;
    self->net = NULL;
    Py_XDECREF((PyObject *)variant);
    Py_XDECREF(net);
}

/* Begins the game again and tries the net; false with an exception. */
static bool try_net(engine_object *self, variant_object *variant, PyObject *net)
{
    apo_error err = {.status = APO_OK};
    drop_net(self);
    apo_status status = start_game(self, variant);
    if (status == APO_OK && net != Py_None) {
        status = apo_engine_use_network(self->engine, net_bytes(net), &err);
        if (status != APO_OK) {
            error_raise("engine", &err, apo_span_of(""));
            return false;
        }
        self->net_variant = (variant_object *)Py_NewRef((PyObject *)variant);
        self->net = Py_NewRef(net);
    }
    if (status != APO_OK)
        error_raise_status("engine", status);
    return status == APO_OK;
}

static PyObject *use_network(PyObject *object, PyObject *args)
{
    engine_object *self = (engine_object *)object;
    PyObject *of, *net;
    if (!begin(self) || !PyArg_ParseTuple(args, "OO:_use_network", &of, &net))
        return NULL;
    if (net != Py_None && (!PyBytes_Check(net) || PyBytes_Size(net) == 0)) {
        PyErr_SetString(PyExc_TypeError, "expected the bytes of a net, or None");
        return NULL;
    }
    variant_object *variant = variant_of(of);
    if (variant == NULL)
        return NULL;
    bool is_well = try_net(self, variant, net);
    Py_DECREF((PyObject *)variant);
    if (!is_well)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *stop(PyObject *object, PyObject *unused)
{
    engine_object *self = (engine_object *)object;
    (void)unused;
    if (self->is_busy)
        apo_engine_stop(self->engine);
    Py_RETURN_NONE;
}

static PyObject *evaluate(PyObject *object, PyObject *board)
{
    engine_object *self = (engine_object *)object;
    if (!PyObject_TypeCheck(board, board_type)) {
        PyErr_SetString(PyExc_TypeError, "expected a Board");
        return NULL;
    }
    if (!begin(self) || !set_board(self, (board_object *)board))
        return NULL;
    return PyLong_FromLong(apo_engine_evaluation(self->engine));
}

static PyObject *bench(PyObject *object, PyObject *args)
{
    engine_object *self = (engine_object *)object;
    PyObject *of;
    unsigned long long nodes;
    uint64_t searched = 0, found = 0;
    if (!begin(self) || !PyArg_ParseTuple(args, "OK:_bench", &of, &nodes))
        return NULL;
    variant_object *variant = variant_of(of);
    if (variant == NULL)
        return NULL;
    apo_status status = start_game(self, variant);
    if (status == APO_OK) {
        self->is_busy = true;
        Py_BEGIN_ALLOW_THREADS;
        status = apo_engine_bench(&searched, &found, self->engine, variant->var, nodes);
        Py_END_ALLOW_THREADS;
        self->is_busy = false;
    }
    if (status == APO_OK)
        status = start_game(self, variant); /* with its net, if it has one */
    Py_DECREF((PyObject *)variant);
    if (status != APO_OK) {
        error_raise_status("engine", status);
        return NULL;
    }
    return Py_BuildValue("KK", (unsigned long long)searched, (unsigned long long)found);
}

static PyMethodDef methods[] = {
    {"_bench", bench, METH_VARARGS, NULL},
    {"_go", (PyCFunction)(void (*)(void))go, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_configure", (PyCFunction)(void (*)(void))set_options, METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {"new_game", new_game, METH_NOARGS, "Forgets what earlier searches learnt."},
    {"_use_network", use_network, METH_VARARGS, NULL},
    {"stop", stop, METH_NOARGS, "Ends the search under way soon. Any thread."},
    {"_evaluate", evaluate, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "The engine, in this process."},
    {Py_tp_new, new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "apothecary._core.Engine",
    .basicsize = sizeof(engine_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

int engine_ready(PyObject *module)
{
    engine_type = core_add_type(module, &spec);
    if (engine_type == NULL)
        return -1;
    if (PyModule_AddIntConstant(module, "SCORE_MATE", APO_SCORE_MATE) < 0 ||
        PyModule_AddIntConstant(module, "SCORE_MATE_LEAST", APO_SCORE_MATE_LEAST) < 0)
        return -1;
    return 0;
}
