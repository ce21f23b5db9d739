/* Shared by the files of the XBetza reader: betza.c parses the grammar, directions.c the
 * direction letters, legs.c turns letters and atoms into moves, bracket.c reads the form in
 * brackets, group.c repeated groups of legs. */
#ifndef APO_DEFINITION_BETZA_BETZA_PRIV_H
#define APO_DEFINITION_BETZA_BETZA_PRIV_H

#include "definition/betza/betza.h"

/* A text being read. */
typedef struct apo_betza_text {
    apo_span text;
    size_t at; /* next byte */
    apo_error *err;
    apo_piece_moves moves; /* the moves read so far */
} apo_betza_text;

/* The lower-case letters of one leg. Directions remain text, modes become bits. */
typedef struct apo_betza_letters {
    size_t at, end; /* first byte and the byte after the last */
    uint32_t modes; /* bit c - 'a' for every mode letter c; see apo_betza__has */
    uint8_t n_count, j_count, o_count; /* letters that may be repeated */
    bool has_directions;
} apo_betza_letters;

enum apo_betza_class {
    APO_BETZA_ORTHOGONAL,
    APO_BETZA_DIAGONAL,
    APO_BETZA_OBLIQUE,
    APO_BETZA_KING, /* K and Q: eight directions */
    APO_BETZA_OTHER /* O, I, U: no direction of their own */
};

/* An atom with its suffixes and its range. */
typedef struct apo_betza_atom {
    char letter;
    size_t at;
    enum apo_betza_class class;
    uint8_t shorter, longer; /* a single step, as in apo_leg */
    uint8_t range;           /* as written: 1, a number or APO_RANGE_UNLIMITED */
    bool has_number;         /* the range is explicit */
    bool is_slider;          /* R, B or Q: the letter alone is unlimited */
    bool is_starred;
} apo_betza_atom;

/* A move in the classic form: legs that share one atom. */
typedef struct apo_betza_classic {
    apo_betza_letters legs[APO_LEGS_MAX];
    unsigned leg_count;
    apo_betza_atom atom;
} apo_betza_classic;

/* The position of a leg in its move. */
typedef struct apo_betza_place {
    bool is_first, is_last;
    bool is_toggled;    /* ranges were exchanged by an earlier g or y */
    bool is_in_bracket; /* it has its own atom */
} apo_betza_place;

enum {
    APO_BETZA_GROUP_MAX = 1024 /* bytes of a move with its group repeated 8 times */
};

/* A move with a group of legs in parentheses: offsets into the text. */
typedef struct apo_betza_group {
    size_t start; /* of the move */
    size_t open, close;
    size_t after; /* after the number */
    size_t end;   /* after the atom */
    unsigned times;
} apo_betza_group;

/* The expansion of such a move. */
typedef struct apo_betza_expansion {
    char bytes[APO_BETZA_GROUP_MAX];
    /* the offset of each byte in the text, and of the end */
    size_t origins[APO_BETZA_GROUP_MAX + 1];
    size_t length;
} apo_betza_expansion;

/* True if the next move has a group. */
bool apo_betza__has_group(const apo_betza_text *t);

/* Reads the move with its group, up to its end. */
apo_status apo_betza__read_group(apo_betza_text *t, apo_betza_group *out);

/* Expands the move with its group repeated this many times. */
void apo_betza__expand_group(const apo_betza_text *t, const apo_betza_group *group,
                             unsigned times, apo_betza_expansion *out);

/* Fails with "%s" in `detail` replaced by the character at byte `at`. */
apo_status apo_betza__fail(apo_betza_text *t, apo_status status, size_t at, const char *detail);

/* The pages' small module reads no moves but those that have been checked, and omits what is
 * wrong with others. */
#ifdef APO_SMALL
#    define apo_betza__fail(t, status, at, detail) \
        (apo_betza__fail)((t), (status), (at), ((void)(detail), ""))
#endif

/* True if the leg has this mode letter. */
bool apo_betza__has(const apo_betza_letters *letters, char mode);

/* True if the leg has one of these letters. */
bool apo_betza__has_any(const apo_betza_letters *letters, const char *modes);

/* Fails at the first of these letters in the leg; APO_OK if there is none. */
apo_status apo_betza__refuse(apo_betza_text *t, const apo_betza_letters *letters,
                             const char *modes, apo_status status, const char *detail);

/* Reads the letters up to a capital letter, 'a', a bracket or the end. */
apo_status apo_betza__read_letters(apo_betza_text *t, apo_betza_letters *out);

/* Reads a capital letter, its suffixes and its range. */
apo_status apo_betza__read_atom(apo_betza_text *t, apo_betza_atom *out);

/* The directions of a first leg, for an atom of this class; all of them if no letter is
 * given. */
apo_status apo_betza__first_directions(apo_betza_text *t, const apo_betza_letters *letters,
                                       enum apo_betza_class class, uint8_t *out);

/* The directions of a later leg, relative; `out_bends` as in apo_leg. Both 0 if none is
 * given. */
apo_status apo_betza__later_directions(apo_betza_text *t, const apo_betza_letters *letters,
                                       uint8_t *out_directions, uint8_t *out_bends);

/* The directions that an atom of this class has. */
uint8_t apo_betza__compass(enum apo_betza_class class);

/* Makes one leg, with `pass` left 0. */
apo_status apo_betza__make_leg(apo_betza_text *t, const apo_betza_letters *letters,
                               const apo_betza_atom *atom, apo_betza_place place, apo_leg *out);

/* Checks that z and q of leg `index` follow an earlier bend. */
apo_status apo_betza__check_bend(apo_betza_text *t, const apo_betza_letters *letters,
                                 const apo_piece_move *move, unsigned index);

/* What a leg before another may pass: apo_pass bits of the modes m c d e p t (not g, y). */
uint8_t apo_betza__pass_of(const apo_betza_letters *letters);

/* What a last leg may end on: apo_end bits of the modes m c d e k; 0 if none is given. */
uint8_t apo_betza__end_of(const apo_betza_letters *letters);

/* Rejects modes that have no meaning on the last leg, or on an earlier one. */
apo_status apo_betza__check_last(apo_betza_text *t, const apo_betza_letters *letters);
apo_status apo_betza__check_passing(apo_betza_text *t, const apo_betza_letters *letters);

/* Completes a move after its last leg: splits a hop (p, g) in two, and adds the move. */
apo_status apo_betza__add_move(apo_betza_text *t, const apo_betza_letters *last,
                               const apo_betza_atom *atom, const apo_piece_move *move);

/* Adds a complete move. */
apo_status apo_betza__add_classic(apo_betza_text *t, const apo_betza_classic *classic);

/* Reads "[...]" and adds it; `before` has the letters before the bracket. */
apo_status apo_betza__read_bracket(apo_betza_text *t, const apo_betza_letters *before);

#endif
