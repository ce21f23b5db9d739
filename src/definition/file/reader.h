/* Reads one definition: the shared state, and one function per part. Internal to definition. */
#ifndef APO_DEFINITION_FILE_READER_H
#define APO_DEFINITION_FILE_READER_H

#include "definition/file/cursor.h"
#include "definition/file/definition.h"
#include "definition/file/sections.h"
#include "rules/tables/spec.h"

typedef struct apo_reader {
    const apo_alloc *alloc; /* borrowed */
    apo_tree tree;          /* owned */
    apo_diagnostics diagnostics;
    apo_variant_spec *spec; /* owned; under construction */
    apo_value *values;      /* owned; `spec` points into it */
    size_t faults_before;   /* in the list at the start */
    /* the board is known, so squares can be checked */
    bool has_geometry;
    bool has_pieces;                     /* board and pieces have been read without a fault */
    bool has_starts;                     /* so have all starts */
    bool has_board[APO_START_NAMES_MAX]; /* by start: all its pieces are known */
} apo_reader;

/* Starts reading the definition `id` (borrowed). Faults go to `faults` (borrowed, may be NULL).
 * Must always be followed by apo_reader_finish. */
void apo_reader_start(apo_reader *out, apo_span id, const apo_alloc *alloc,
                      apo_fault_list *faults);

/* Reads `text` and its bases (both borrowed) into the spec. `loader` and errors as for
 * apo_definition_compile, except for faults that only compiling finds. The spec lives until
 * apo_reader_finish. */
apo_status apo_reader_parse(apo_reader *reader, apo_span text,
                            const apo_definition_loader *loader);

/* The same, and compiles it. Gives `*out`. */
apo_status apo_reader_compile(apo_reader *reader, apo_variant **out, apo_span text,
                              const apo_definition_loader *loader);

/* Sorts the faults found since the start by their position in the file, and frees what the
 * reader owns. */
void apo_reader_finish(apo_reader *reader);

/* --- the parts of apo_reader_parse ---------------------------------------- */

/* Reads the file and its bases into the tree. */
apo_status apo_reader_load(apo_reader *reader, apo_span text,
                           const apo_definition_loader *loader);

/* Each reads a part of the tree into the spec and reports its faults. Pieces and setup need the
 * board; setup and starts need the pieces. */
void apo_reader_game(apo_reader *reader);
void apo_reader_board(apo_reader *reader);
void apo_reader_pieces(apo_reader *reader);
void apo_reader_setup(apo_reader *reader);
void apo_reader_starts(apo_reader *reader);
apo_status apo_reader_rules(apo_reader *reader);

/* --- what the parts share ------------------------------------------------ */

/* True if `text` can be an id or the name of a start: lower-case letters, digits and hyphens,
 * shorter than APO_ID_MAX. */
bool apo_reader_is_id(apo_span text);

/* The section's index in the tree, or APO_TREE_NONE. */
size_t apo_reader_section(const apo_reader *reader, const char *name);

/* The first word of a key of [outcome]; false if the definition does not have the key. */
bool apo_reader_outcome(const apo_reader *reader, const char *name, apo_span *out_word);

/* True if a rule other than mate can end the game, so that a side may lack a royal piece. */
bool apo_reader_has_other_end(const apo_reader *reader);

/* Checks the names of all keys of a section: unknown, repeated or missing keys are faults. */
void apo_reader_check_keys(apo_reader *reader, size_t section, const apo_section_info *info);

/* The first visible key with this name, or NULL. */
const apo_tree_key *apo_reader_key(const apo_reader *reader, size_t section, const char *name);

/* Reports a second `key` of the same name and number in the same file; true if it is one. */
bool apo_reader_is_repeated(apo_reader *reader, const apo_tree_key *key);

/* Reads a value of one word; false (reported) if there are more. */
bool apo_reader_word(apo_reader *reader, const apo_tree_key *key, apo_token *out);

/* Reads a value that is one integer, or `yes` or `no`; false (reported) otherwise. */
bool apo_reader_number(apo_reader *reader, const apo_tree_key *key, int32_t minimum,
                       int32_t maximum, int32_t *out);
bool apo_reader_flag(apo_reader *reader, const apo_tree_key *key, bool *out);

/* Copies one line of text for people into `out`; false (reported) if it is too long or not
 * valid UTF-8. */
bool apo_reader_text(apo_reader *reader, const apo_token *token, char *out, size_t size);

/* Reads `token` as the name of a square of the board; APO_SQUARE_NONE (reported) otherwise. */
apo_square apo_reader_square(apo_reader *reader, const apo_geometry *geo,
                             const apo_token *token);

/* The type with this letter (upper case), or APO_TYPE_NONE. */
unsigned apo_reader_type(const apo_reader *reader, char letter);

/* Reads the sign of a type at the front of a text, "N", "+N", "N'" or "+n!", in either case.
 * `*out_length` becomes its length if there is such a type, else that of what has no type.
 * Returns APO_TYPE_NONE if there is none. */
unsigned apo_reader_sign(const apo_reader *reader, apo_span text, size_t *out_length);

/* Reads the adjacent letters of `token` as types into `out` from `*count` on; false (reported)
 * at an unknown letter or when `capacity` is full. */
bool apo_reader_types(apo_reader *reader, const apo_token *token, uint8_t *out, size_t capacity,
                      size_t *count);

#endif
