/* What the files of the XBetza reader share: betza.c reads the grammar, directions.c the
 * direction letters, legs.c turns letters and atoms into moves, bracket.c the form in
 * brackets, group.c repeated groups of legs. */
#ifndef APO_DEFINITION_BETZA_BETZA_PRIV_H
#define APO_DEFINITION_BETZA_BETZA_PRIV_H

#include "definition/betza/betza.h"

/* A text being read. */
typedef struct apo_betza_text {
    apo_span text;
    size_t at; /* next byte */
    apo_error *err;
    apo_piece_moves moves; /* what has been read so far */
} apo_betza_text;

/* The lower-case letters of one leg. Directions stay in the span, modes are sorted out. */
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
    uint8_t shorter, longer; /* one step, as in apo_leg */
    uint8_t range;           /* as written: 1, a number or APO_RANGE_UNLIMITED */
    bool has_number;         /* the range was written */
    bool is_slider;          /* R, B or Q: the letter alone is unlimited */
    bool is_starred;
} apo_betza_atom;

/* A move in the classic form: legs that share one atom. */
typedef struct apo_betza_classic {
    apo_betza_letters legs[APO_LEGS_MAX];
    unsigned leg_count;
    apo_betza_atom atom;
} apo_betza_classic;

/* Where a leg stands in its move. */
typedef struct apo_betza_place {
    bool is_first, is_last;
    bool is_toggled;    /* ranges have been exchanged by g or y before */
    bool is_in_bracket; /* its atom is its own */
} apo_betza_place;

enum {
    APO_BETZA_GROUP_MAX = 1024 /* bytes of a move whose group is written out 8 times */
};

/* A move with a group of legs in parentheses: offsets into the text. */
typedef struct apo_betza_group {
    size_t start; /* of the move */
    size_t open, close;
    size_t after; /* behind the number */
    size_t end;   /* behind the atom */
    unsigned times;
} apo_betza_group;

/* Such a move written out. */
typedef struct apo_betza_expansion {
    char bytes[APO_BETZA_GROUP_MAX];
    /* where each byte stands in the text, and the end */
    size_t origins[APO_BETZA_GROUP_MAX + 1];
    size_t length;
} apo_betza_expansion;

/* True if the next move has a group. */
bool apo_betza__has_group(const apo_betza_text *t);

/* Reads the move with its group, up to its end. */
apo_status apo_betza__read_group(apo_betza_text *t, apo_betza_group *out);

/* Writes the move out with the group so many times. */
void apo_betza__expand_group(const apo_betza_text *t, const apo_betza_group *group,
                             unsigned times, apo_betza_expansion *out);

/* Fails with "%s" in `detail` replaced by the character at byte `at`. */
apo_status apo_betza__fail(apo_betza_text *t, apo_status status, size_t at, const char *detail);

/* True if the leg has this mode letter. */
bool apo_betza__has(const apo_betza_letters *letters, char mode);

/* True if it has one of these. */
bool apo_betza__has_any(const apo_betza_letters *letters, const char *modes);

/* Fails at the first of these letters that the leg has; APO_OK if it has none. */
apo_status apo_betza__refuse(apo_betza_text *t, const apo_betza_letters *letters,
                             const char *modes, apo_status status, const char *detail);

/* Reads the letters up to a capital, 'a', a bracket or the end. */
apo_status apo_betza__read_letters(apo_betza_text *t, apo_betza_letters *out);

/* Reads a capital, its suffixes and its range. */
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

/* One leg, `pass` left 0. */
apo_status apo_betza__make_leg(apo_betza_text *t, const apo_betza_letters *letters,
                               const apo_betza_atom *atom, apo_betza_place place, apo_leg *out);

/* Checks that z and q of leg `index` know which way the move has bent before. */
apo_status apo_betza__check_bend(apo_betza_text *t, const apo_betza_letters *letters,
                                 const apo_piece_move *move, unsigned index);

/* What a leg that others follow may pass: apo_pass bits of the modes m c d e p t (not g, y). */
uint8_t apo_betza__pass_of(const apo_betza_letters *letters);

/* What a last leg may end on: apo_end bits of the modes m c d e k; 0 if none is given. */
uint8_t apo_betza__end_of(const apo_betza_letters *letters);

/* Refuses the modes that mean nothing on a last leg, or on one that others follow. */
apo_status apo_betza__check_last(apo_betza_text *t, const apo_betza_letters *letters);
apo_status apo_betza__check_passing(apo_betza_text *t, const apo_betza_letters *letters);

/* Completes a move whose last leg has been made: splits a hop (p, g) in two, adds the move. */
apo_status apo_betza__add_move(apo_betza_text *t, const apo_betza_letters *last,
                               const apo_betza_atom *atom, const apo_piece_move *move);

/* A whole move, read. */
apo_status apo_betza__add_classic(apo_betza_text *t, const apo_betza_classic *classic);

/* Reads "[...]" and adds it; `before` are the letters in front of the bracket. */
apo_status apo_betza__read_bracket(apo_betza_text *t, const apo_betza_letters *before);

#endif
