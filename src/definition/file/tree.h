/* Definition text -> sections and keys with their positions, without their meaning.
 *
 * A file and the files it inherits from are levels of one tree: level 0 is the main file, level
 * 1 its base, and so on. A key hides the keys of the same section, name and number in all
 * higher levels; a key with an empty value removes them. Texts are borrowed from the files. Old
 * names of sections and keys remain valid forever and mean the same as the new ones. */
#ifndef APO_DEFINITION_FILE_TREE_H
#define APO_DEFINITION_FILE_TREE_H

#include "base/alloc.h"
#include "definition/file/diagnostics.h"

enum {
    APO_TREE_SECTIONS_MAX =
        64,                   /* two dozen rules, a few sections of the format, named starts */
    APO_TREE_KEYS_MAX = 1000, /* of one file; the longest of ours has 150 */
    APO_TREE_DROPS_MAX = 64,
    APO_TREE_NONE = 0xFFFF
};

/* The part of a value on one line. */
typedef struct apo_tree_text {
    apo_span text; /* trimmed, without comment; not empty */
    uint32_t line;
    uint32_t column;
} apo_tree_text;

typedef struct apo_tree_section {
    apo_span name;     /* "start" of "[start rank4]"; the current name for an old one */
    apo_span argument; /* "rank4"; usually empty */
    apo_origin place;  /* of its first heading; the key is the name as written there */
} apo_tree_section;

typedef struct apo_tree_key {
    apo_span name;    /* "rank" of "rank 10 = B N"; the current name for an old one */
    apo_span written; /* the name as written in the file */
    uint32_t index;   /* 10; 0 if there is none */
    bool has_index;
    bool is_hidden;   /* replaced or removed by a lower level */
    uint16_t section; /* into sections */
    apo_origin place; /* of the name; has the level of the key */
    size_t first_text;
    size_t text_count; /* 0: the value is empty */
} apo_tree_key;

/* A section of its base that a file removes. */
typedef struct apo_tree_drop {
    apo_span name; /* as written */
    apo_origin place;
    bool is_met; /* a base has the section */
} apo_tree_drop;

typedef struct apo_tree {
    const apo_alloc *alloc; /* borrowed */
    size_t section_count;
    apo_tree_section sections[APO_TREE_SECTIONS_MAX];
    size_t drop_count;
    apo_tree_drop drops[APO_TREE_DROPS_MAX];
    apo_tree_key *keys; /* owned */
    size_t key_count;
    apo_tree_text *texts; /* owned */
    size_t text_count;
    size_t level_count;
    size_t level_start[APO_LEVELS_MAX + 1]; /* first key of each level, and the end */
} apo_tree;

void apo_tree_init(apo_tree *tree, const apo_alloc *alloc);
void apo_tree_clear(apo_tree *tree);

/* Reads `text` (borrowed) as the next level. Faults go to `diagnostics`. Errors:
 * APO_E_TOO_LARGE (also reported); APO_E_MEMORY. */
apo_status apo_tree_add(apo_tree *tree, apo_span text, apo_diagnostics *diagnostics);

/* Call this after the last level: reports removals of keys and sections that no base has. */
void apo_tree_finish(apo_tree *tree, apo_diagnostics *diagnostics);

/* Removes the sections of this name, or as "start-rank4" the one with this argument, from the
 * next level on; false if there are too many. */
bool apo_tree_drop_section(apo_tree *tree, apo_span name, const apo_origin *place);

/* Index of a section, or APO_TREE_NONE. */
size_t apo_tree_section_of(const apo_tree *tree, apo_span name, apo_span argument);

/* The next key of a section after `key` (NULL: the first), the deepest base's keys first; skips
 * hidden ones. NULL at the end. */
const apo_tree_key *apo_tree_next(const apo_tree *tree, size_t section,
                                  const apo_tree_key *key);

/* The first key with this name in `section` at `level`, hidden or not; NULL if there is
 * none. */
const apo_tree_key *apo_tree_find_at(const apo_tree *tree, size_t section, const char *name,
                                     unsigned level);

/* The place of a key's value, or of its name if the value is empty. */
apo_origin apo_tree_value_place(const apo_tree *tree, const apo_tree_key *key);

#endif
