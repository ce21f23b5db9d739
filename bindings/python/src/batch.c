#include "core.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* Handles many positions at once: threads take blocks of FENs, without the interpreter's lock,
 * and store the results in the memory of the block. */

enum {
    BLOCK = 64, /* positions that a thread takes at a time: about 100 microseconds */
    THREADS_MAX = 256
};

/* One line of a batch's state. */
typedef struct {
    uint8_t status; /* apo_status of reading the FEN */
    bool is_check;
    uint8_t ending;
    int8_t white_quarters;
    uint32_t moves;
} state_record;

#define STATE_FORMAT "T{B:status:?:check:B:ending:b:white_quarters:I:moves:}"
#define MOVE_FORMAT  "T{H:from:H:to:B:kind:B:promoted:B:launched:B:wall:Q:arg:}"

typedef struct {
    apo_move *moves; /* owned */
    size_t count, capacity;
} block;

typedef struct batch {
    const apo_variant *var;
    size_t count;
    apo_span *fens;       /* owned; the texts are borrowed from `kept` */
    PyObject *kept;       /* owned */
    unsigned depth;       /* of a perft */
    uint8_t *status;      /* owned until it is an array */
    uint64_t *numbers;    /* owned likewise: offsets, or nodes */
    state_record *states; /* owned likewise */
    block *blocks;        /* owned */
    void (*work)(struct batch *b, size_t index, apo_position *pos, apo_move_list *list);
    atomic_size_t next; /* block */
    atomic_bool has_failed;
} batch;

/* --- in the threads ------------------------------------------------------ */

static void find_moves(batch *b, size_t index, apo_position *pos, apo_move_list *list)
{
    block *into = &b->blocks[index / BLOCK];
    list->count = 0;
    list->is_overflowed = false;
    b->status[index] = (uint8_t)apo_moves_legal(list, pos);
    if (into->count + list->count > into->capacity) {
        size_t capacity = 2 * (into->count + list->count);
        apo_move *grown = realloc(into->moves, capacity * sizeof *grown);
        if (grown == NULL) {
            atomic_store(&b->has_failed, true);
            return;
        }
        into->moves = grown;
        into->capacity = capacity;
    }
    memcpy(into->moves + into->count, list->moves, list->count * sizeof *list->moves);
    into->count += list->count;
    b->numbers[index + 1] = list->count;
}

static void find_state(batch *b, size_t index, apo_position *pos, apo_move_list *list)
{
    apo_outcome outcome = apo_position_outcome_counted(pos);
    uint64_t count = apo_perft(pos, 1);
    (void)list;
    b->states[index].is_check = apo_position_is_check(pos);
    b->states[index].ending = (uint8_t)outcome.ending;
    b->states[index].white_quarters = (int8_t)outcome.white_quarters;
    b->states[index].moves = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static void count_nodes(batch *b, size_t index, apo_position *pos, apo_move_list *list)
{
    (void)list;
    b->numbers[index] = apo_perft(pos, b->depth);
    if (b->numbers[index] == APO_PERFT_UNKNOWN) {
        b->numbers[index] = 0;
        b->status[index] = APO_E_OVERFLOW;
    }
}

static void run_blocks(batch *b, apo_position *pos, apo_moves *moves)
{
    size_t at;
    apo_move_list *list = apo_moves_start(moves);
    while ((at = atomic_fetch_add(&b->next, 1) * BLOCK) < b->count) {
        for (size_t i = at; i < at + BLOCK && i < b->count; i++) {
            b->status[i] = (uint8_t)apo_fen_read(pos, b->var, b->fens[i], NULL);
            if (b->status[i] == APO_OK)
                b->work(b, i, pos, list);
        }
        if (atomic_load(&b->has_failed))
            return;
    }
}

static void *run(void *context)
{
    batch *b = context;
    apo_position *pos = malloc(apo_position_size());
    apo_moves *moves = malloc(sizeof *moves);
    if (pos != NULL && moves != NULL)
        run_blocks(b, pos, moves);
    else
        atomic_store(&b->has_failed, true);
    free(pos);
    free(moves);
    return NULL;
}

/* The calling thread works too, so threads that cannot be started do no harm. */
static void run_all(batch *b, unsigned threads)
{
    pthread_t started[THREADS_MAX];
    unsigned count = 0;
    for (unsigned i = 1; i < threads && i * BLOCK < b->count; i++) {
        if (pthread_create(&started[count], NULL, run, b) != 0)
            break;
        count++;
    }
    run(b);
    for (unsigned i = 0; i < count; i++)
        pthread_join(started[i], NULL);
}

/* --- what is asked ------------------------------------------------------- */

static bool take_lines(batch *b, PyObject *text)
{
    apo_span all;
    size_t lines = 0;
    if (!args_span(text, ERROR_FEN, &all))
        return false;
    for (size_t i = 0; i < all.length; i++)
        lines += all.text[i] == '\n' || i + 1 == all.length;
    b->fens = calloc(lines + 1, sizeof *b->fens);
    if (b->fens == NULL) {
        PyErr_NoMemory();
        return false;
    }
    while (all.length > 0) {
        const char *end = memchr(all.text, '\n', all.length);
        size_t length = end == NULL ? all.length : (size_t)(end - all.text);
        size_t cut = length > 0 && all.text[length - 1] == '\r' ? length - 1 : length;
        b->fens[b->count++] = (apo_span){all.text, cut};
        length += end != NULL;
        all.text += length;
        all.length -= length;
    }
    b->kept = Py_NewRef(text);
    return true;
}

/* Keeps a text of a sequence, and refers to it. */
static bool take_text(batch *b, PyObject *text, size_t *capacity)
{
    if (b->count == *capacity) {
        size_t more = 2 * *capacity + BLOCK;
        apo_span *fens = realloc(b->fens, more * sizeof *fens);
        if (fens == NULL) {
            PyErr_NoMemory();
            return false;
        }
        b->fens = fens;
        *capacity = more;
    }
    if (!args_span(text, ERROR_FEN, &b->fens[b->count]) || PyList_Append(b->kept, text) != 0)
        return false;
    b->count++;
    return true;
}

/* Stops at the first that is not a text, however many would follow. */
static bool take_sequence(batch *b, PyObject *iterator)
{
    size_t capacity = 0;
    PyObject *text;
    bool is_well = true;
    b->kept = PyList_New(0);
    if (b->kept == NULL)
        return false;
    while (is_well && (text = PyIter_Next(iterator)) != NULL) {
        is_well = take_text(b, text, &capacity);
        Py_DECREF(text);
    }
    return PyErr_Occurred() == NULL;
}

static bool take_texts(batch *b, PyObject *fens)
{
    if (PyUnicode_Check(fens) || PyBytes_Check(fens))
        return take_lines(b, fens);
    PyObject *iterator = PyObject_GetIter(fens);
    if (iterator == NULL) {
        if (PyErr_ExceptionMatches(PyExc_TypeError) && !PySequence_Check(fens))
            PyErr_Format(PyExc_TypeError, "expected a text, or a sequence of texts, not %R",
                         (PyObject *)Py_TYPE(fens));
        return false;
    }
    bool is_taken = take_sequence(b, iterator);
    Py_DECREF(iterator);
    return is_taken;
}

static void clear(batch *b)
{
    for (size_t i = 0; b->blocks != NULL && i < b->count / BLOCK + 1; i++)
        free(b->blocks[i].moves);
    free(b->blocks);
    free(b->fens);
    free(b->status);
    free(b->numbers);
    free(b->states);
    Py_XDECREF(b->kept);
}

/* The exception for the first FEN that could not be read; its attribute `index` says which. */
static bool raise_first(const batch *b)
{
    apo_position *pos = malloc(apo_position_size());
    if (pos == NULL) {
        PyErr_NoMemory();
        return true;
    }
    bool is_raised = false;
    for (size_t i = 0; !is_raised && i < b->count; i++) {
        apo_error err = {APO_OK, 0, ""};
        if (b->status[i] == APO_OK)
            continue;
        is_raised = true;
        if (apo_fen_read(pos, b->var, b->fens[i], &err) == APO_OK) {
            error_raise_status(ERROR_OTHER, (apo_status)b->status[i]);
            continue;
        }
        PyObject *exception = error_make(ERROR_FEN, &err, b->fens[i]);
        PyObject *index = exception == NULL ? NULL : PyLong_FromSize_t(i);
        if (index != NULL && PyObject_SetAttrString(exception, "index", index) == 0)
            PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
        Py_XDECREF(index);
        Py_XDECREF(exception);
    }
    free(pos);
    return is_raised;
}

enum {
    FENS,
    VARIANT,
    THREADS,
    STRICT,
    DEPTH,
    ARGUMENTS
};

static const char *const names[] = {"fens", "variant", "threads", "strict", "depth", NULL};

/* Reads the arguments, runs the batch; false with an exception. The caller clears `b`. */
static bool run_batch(batch *b, const signature *sig, PyObject *const *args, Py_ssize_t count,
                      PyObject *named)
{
    PyObject *out[ARGUMENTS];
    long long threads, depth, cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!args_read(sig, args, count, named, out) ||
        !args_number(out[THREADS], "threads", 1, THREADS_MAX,
                     cores < 1             ? 1
                     : cores > THREADS_MAX ? THREADS_MAX
                                           : cores,
                     &threads) ||
        !args_number(out[DEPTH], "depth", 0, APO_PLIES_MAX - 1, 0, &depth) ||
        !take_texts(b, out[FENS]))
        return false;
    int is_strict = out[STRICT] == NULL ? 1 : PyObject_IsTrue(out[STRICT]);
    variant_object *variant = is_strict < 0 ? NULL : variant_of(out[VARIANT]);
    if (variant == NULL)
        return false;
    b->var = variant->var;
    b->depth = (unsigned)depth;
    b->status = calloc(b->count + 1, sizeof *b->status);
    b->numbers = calloc(b->count + 1, sizeof *b->numbers);
    b->states = calloc(b->count + 1, sizeof *b->states);
    b->blocks = calloc(b->count / BLOCK + 1, sizeof *b->blocks);
    bool is_well =
        b->status != NULL && b->numbers != NULL && b->states != NULL && b->blocks != NULL;
    if (is_well) {
        Py_BEGIN_ALLOW_THREADS;
        run_all(b, (unsigned)threads);
        Py_END_ALLOW_THREADS;
    }
    Py_DECREF((PyObject *)variant);
    if (!is_well || atomic_load(&b->has_failed)) {
        PyErr_NoMemory();
        return false;
    }
    return is_strict == 0 || !raise_first(b);
}

/* --- the answers --------------------------------------------------------- */

static PyObject *join_moves(batch *b)
{
    size_t all = 0;
    for (size_t i = 0; i < b->count; i++) {
        all += b->numbers[i + 1];
        b->numbers[i + 1] = all;
    }
    apo_move *joined = malloc(all * sizeof *joined + 1);
    if (joined == NULL)
        return PyErr_NoMemory();
    size_t at = 0;
    for (size_t i = 0; i < b->count / BLOCK + 1; i++) {
        if (b->blocks[i].count > 0)
            memcpy(joined + at, b->blocks[i].moves, b->blocks[i].count * sizeof *joined);
        at += b->blocks[i].count;
    }
    return array_take(joined, all, sizeof *joined, MOVE_FORMAT);
}

static PyObject *take_status(batch *b)
{
    uint8_t *memory = b->status;
    b->status = NULL;
    return array_take(memory, b->count, sizeof *memory, "B");
}

static PyObject *take_numbers(batch *b, size_t count)
{
    uint64_t *memory = b->numbers;
    b->numbers = NULL;
    return array_take(memory, count, sizeof *memory, "Q");
}

static PyObject *batch_moves(PyObject *module, PyObject *const *args, Py_ssize_t count,
                             PyObject *named)
{
    static const signature sig = {"batch_moves", names, 1, 2};
    batch b = {.work = find_moves};
    PyObject *made = NULL;
    (void)module;
    if (run_batch(&b, &sig, args, count, named)) {
        PyObject *moves = join_moves(&b);
        if (moves != NULL)
            made =
                Py_BuildValue("(NNN)", take_status(&b), take_numbers(&b, b.count + 1), moves);
    }
    clear(&b);
    return made;
}

static PyObject *batch_perft(PyObject *module, PyObject *const *args, Py_ssize_t count,
                             PyObject *named)
{
    static const signature sig = {"batch_perft", names, 1, 2};
    batch b = {.work = count_nodes};
    PyObject *made = NULL;
    (void)module;
    if (run_batch(&b, &sig, args, count, named))
        made = Py_BuildValue("(NN)", take_status(&b), take_numbers(&b, b.count));
    clear(&b);
    return made;
}

static PyObject *batch_status(PyObject *module, PyObject *const *args, Py_ssize_t count,
                              PyObject *named)
{
    static const signature sig = {"batch_status", names, 1, 2};
    batch b = {.work = find_state};
    PyObject *made = NULL;
    (void)module;
    if (run_batch(&b, &sig, args, count, named)) {
        state_record *memory = b.states;
        b.states = NULL;
        for (size_t i = 0; i < b.count; i++)
            memory[i].status = b.status[i];
        made = array_take(memory, b.count, sizeof *memory, STATE_FORMAT);
    }
    clear(&b);
    return made;
}

static PyMethodDef functions[] = {
    {"_batch_moves", (PyCFunction)(void (*)(void))batch_moves, METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {"_batch_perft", (PyCFunction)(void (*)(void))batch_perft, METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {"_batch_status", (PyCFunction)(void (*)(void))batch_status, METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {NULL, NULL, 0, NULL},
};

int batch_ready(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
