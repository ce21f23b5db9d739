/* The module apothecary._core: the front door of the library as Python objects.
 *
 * The interpreter's lock guards all objects. Long-running functions (perft, searches, batches,
 * compiling a definition) release it and work on copies. */
#ifndef APO_PYTHON_CORE_H
#define APO_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000 /* one module for 3.11 and all later versions */
#include <apothecary/apothecary.h>
#include <Python.h>
#include <stdlib.h>
#include <string.h>

/* --- objects ------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD apo_variant *var; /* owned */
    PyObject *text;                 /* the definition as text, or NULL for a built-in game */
    PyObject *bases;                /* the definitions that it is based on, a dict, or NULL */
    PyObject *warnings;
} variant_object;

typedef struct {
    PyObject_HEAD variant_object *variant;
    apo_move mv;
    PyObject *text; /* coordinates, where they need the position; else NULL until asked for */
} move_object;

typedef struct {
    PyObject_HEAD variant_object *variant;
    apo_position *start; /* owned; the position as long as `game` is NULL */
    apo_game *game;      /* owned; made by the first move */
} board_object;

extern PyTypeObject *variant_type, *move_type, *board_type, *array_type, *engine_type,
    *pgn_type;

/* Each adds its types or functions to the module; -1 with an exception. */
int variant_ready(PyObject *module);
int move_ready(PyObject *module);
int board_ready(PyObject *module);
int array_ready(PyObject *module);
int engine_ready(PyObject *module);
int batch_ready(PyObject *module);
int pgn_ready(PyObject *module);

/* Makes a type from a spec and adds it to the module. */
PyTypeObject *core_add_type(PyObject *module, PyType_Spec *spec);

/* --- arguments ----------------------------------------------------------- */

/* The parameters of a function: the first `required` must be given. */
typedef struct {
    const char *function;
    const char *const *names; /* ends with NULL */
    Py_ssize_t required;
    Py_ssize_t positional; /* at most this many without a name */
} signature;

/* Puts arguments into `out`, NULL for those not given; borrowed. False with a TypeError. */
bool args_read(const signature *sig, PyObject *const *args, Py_ssize_t count, PyObject *names,
               PyObject **out);

/* The same for the tuple and the dict that a type is called with. */
bool args_read_tuple(const signature *sig, PyObject *args, PyObject *named, PyObject **out);

/* A text's bytes, borrowed from `text`, which is str or bytes. False with a TypeError, or an
 * apothecary.ApothecaryError for a str that is not valid Unicode. */
bool args_span(PyObject *text, const char *what, apo_span *out);

/* A number in a range, NULL and None being `otherwise`. False with an exception. */
bool args_number(PyObject *number, const char *what, long long least, long long most,
                 long long otherwise, long long *out);

/* A side: True or "white", False or "black". */
bool args_side(PyObject *side, apo_side *out);

/* A square of the variant: its number or name. */
bool args_square(PyObject *square, const variant_object *variant, apo_square *out);

/* --- errors -------------------------------------------------------------- */

/* The expected kind of a text; chooses the type of the exception. */
#define ERROR_EPD   "epd"
#define ERROR_FEN   "fen"
#define ERROR_MOVE  "move"
#define ERROR_PGN   "pgn"
#define ERROR_START "start"
#define ERROR_OTHER "other"

/* Sets the exception for a failure of the library; `text` (may be empty) is what was read. */
void error_raise(const char *what, const apo_error *err, apo_span text);
void error_raise_status(const char *what, apo_status status);
void error_raise_faults(apo_status status, const apo_fault_list *faults);
/* An exception made but not raised; a new reference. */
PyObject *error_make(const char *what, const apo_error *err, apo_span text);
PyObject *faults_list(const apo_fault_list *faults);

/* --- variants, moves, positions ------------------------------------------ */

/* The variant that an argument means: a Variant, or the id of a built-in game; NULL is chess. A
 * new reference, or NULL with an exception. */
variant_object *variant_of(PyObject *argument);

PyObject *square_name(const variant_object *variant, apo_square sq);
/* Writes the letter of a type with its accent, if it has one: "N", "N'"; terminated. Returns
 * its length. */
unsigned type_letter(const variant_object *variant, unsigned type, char out[3]);
PyObject *letter_or_none(const variant_object *variant, unsigned type);

/* `pos` is the position the move belongs to. */
PyObject *move_make(variant_object *variant, const apo_position *pos, const apo_move *mv);
PyObject *move_text_in(const apo_position *pos, const apo_move *mv, enum apo_notation notation);
/* The legal move that an argument means: a Move or a text in any notation. */
bool move_of(const apo_position *pos, variant_object *variant, PyObject *argument,
             apo_move *out);
const char *move_kind_word(unsigned kind);

const apo_position *board_position(const board_object *board);
PyObject *fen_text(const apo_position *pos);
/* Adds a member; takes the value, which may be NULL with an exception. False with one. */
bool dict_take(PyObject *dict, const char *name, PyObject *value);

/* --- arrays -------------------------------------------------------------- */

/* A block of memory as an object with the buffer protocol; `format` is that of PEP 3118,
 * static. Takes `memory` (of malloc), also on failure. */
PyObject *array_take(void *memory, size_t count, size_t item_size, const char *format);

#endif
