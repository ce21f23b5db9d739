/* A game on its way from one definition format to another: what the Interactive Diagram,
 * Fairy-Stockfish's variants.ini and our definition files have in common, in plain values.
 * Readers fill a draft and writers write it. It is not checked against the rules. */
#ifndef APO_DEFINITION_DRAFT_DRAFT_H
#define APO_DEFINITION_DRAFT_DRAFT_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/text.h"
#include "definition/file/definition.h"
#include "rules/kernel/geometry.h"
#include "rules/kernel/set.h"
#include "rules/kernel/variant.h"
#include "rules/tables/spec.h"

enum {
    APO_DRAFT_TYPES_MAX = APO_TYPES_MAX - 1, /* letters, and promoted forms */
    APO_DRAFT_SECTION_MAX = 2048,            /* bytes of the keys of a section */
    APO_DRAFT_MOVES_MAX = 1024,              /* bytes of XBetza; the Valkyrie has 59 */
    APO_DRAFT_LETTERS_MAX = 65, /* a list of letters: the largest reserve, and the terminator */
    APO_DRAFT_WAYS_MAX = 48,    /* as many as the rules have */
    APO_DRAFT_AREAS_MAX = 8,    /* as many as [area] has */
    APO_DRAFT_MORPHS_MAX = 64,  /* as many as [morph] has */
    APO_DRAFT_SECTIONS_MAX = 4096, /* bytes of sections that are text here */
    APO_DRAFT_RESULTS_MAX = 512,
    APO_DRAFT_KEYS_MAX =
        192, /* bytes of a list of a section's keys; that of [effects] has 300 */
    APO_DRAFT_LOSSES_MAX = 32, /* a longer list would help nobody; the rest is only counted */
    APO_DRAFT_NOTED_MAX = 256, /* tenjiku has 110; of more keys only their section is found */
    APO_DRAFT_NAME_MAX = 24,   /* of a section or key: "black-compulsory" */
    APO_DRAFT_PART_MAX = 64,   /* "promotion: black-rank, black-compulsory" */
    APO_DRAFT_ORDERS_MAX = APO_START_ORDERS_MAX * (APO_START_SQUARES_MAX + 1) + 1
};

typedef struct apo_draft_type {
    char letter;                     /* upper case */
    char accent;                     /* behind the letter, as in definitions; 0: none */
    bool is_form;                    /* the promoted form of the piece with the letter */
    char name[APO_TYPE_NAME_MAX];    /* lower case */
    char moves[APO_DRAFT_MOVES_MAX]; /* XBetza; "" for a piece that a rule moves, or that cannot
                                      */
    char class_name[APO_TYPE_NAME_MAX];
    uint8_t points;
    bool is_royal;
    unsigned most; /* a side promotes to it only while it has fewer of it; 0: no such limit */
} apo_draft_type;

/* The side that has a way to castle. */
enum apo_draft_whose {
    APO_DRAFT_BOTH,
    APO_DRAFT_WHITE_ONLY,
    APO_DRAFT_BLACK_ONLY
};

/* A way to castle: the squares of king and partner before, then after; White's, or Black's if
 * it is Black's only. */
typedef struct apo_draft_way {
    apo_square king, partner, king_to, partner_to;
    enum apo_draft_whose whose;
} apo_draft_way;

/* Pieces that are permuted from start to start; White's squares, also if only Black's pieces
 * are. */
typedef struct apo_draft_group {
    enum apo_draft_whose whose;
    uint8_t square_count, copy_count;
    apo_square squares[2][APO_START_SQUARES_MAX];
    char orders[APO_DRAFT_ORDERS_MAX]; /* "any order of BFGN", or "QUV QVU" */
} apo_draft_group;

/* A named or numbered start. */
typedef struct apo_draft_start {
    char name[APO_ID_MAX];
    char board[APO_SQUARES_MAX]; /* both as in the draft */
    bool is_form[APO_SQUARES_MAX];
    bool is_black_first;
} apo_draft_start;

/* Pieces that never leave certain squares; White's. */
typedef struct apo_draft_area {
    char pieces[APO_DRAFT_LETTERS_MAX];
    unsigned square_count;
    apo_square squares[APO_SQUARES_MAX];
} apo_draft_area;

/* Pieces that become others on certain squares. */
typedef struct apo_draft_morph {
    char pieces[APO_DRAFT_LETTERS_MAX];
    char becomes[APO_DRAFT_LETTERS_MAX]; /* one, or a choice */
    apo_set squares[APO_SIDES];          /* each side's, at most APO_VALUE_ITEMS_MAX */
} apo_draft_morph;

/* Where in a file something is missing. */
enum apo_draft_place {
    APO_DRAFT_HEAD,
    APO_DRAFT_BOARD,
    APO_DRAFT_PIECES,
    APO_DRAFT_SETUP,
    APO_DRAFT_STARTS,
    APO_DRAFT_PROMOTION,
    APO_DRAFT_RULES, /* steps, castling, areas ... */
    APO_DRAFT_OUTCOME,
    APO_DRAFT_PLACES
};

/* A part of the game that could not be converted. */
typedef struct apo_draft_loss {
    enum apo_draft_place place;
    uint32_t line;                                       /* of the source; 0: none */
    char text[APO_ERROR_DETAIL_MAX + APO_FAULT_KEY_MAX]; /* "key: what is missing" */
} apo_draft_loss;

/* A heading of the definition that was read (key ""), or a key, and its line. */
typedef struct apo_draft_key {
    char section[APO_DRAFT_NAME_MAX], key[APO_DRAFT_NAME_MAX];
    uint32_t line; /* that of the `base =` line for what is inherited */
} apo_draft_key;

/* A section of a definition file, for reports of its loss. */
typedef struct apo_draft_rule {
    bool is_on;                   /* false if the draft has another source */
    char odd[APO_DRAFT_KEYS_MAX]; /* its keys that no draft can hold: "withdraw, leap" */
} apo_draft_rule;

/* The drops of a definition, as far as other formats may have them. */
typedef struct apo_draft_drops {
    bool is_on;
    bool takes, are_returned; /* captured pieces join a hand: their owner's */
    bool are_promoted_kept, may_check, may_be_stuck;
    bool is_falling, is_endless, are_forms_dropped; /* falling, endless, promoted-drops */
    bool do_dropped_castle;                         /* castle */
    bool are_some_kept_out;               /* captured pieces of some types join no hand */
    char start[2][APO_DRAFT_LETTERS_MAX]; /* White's and Black's, in upper case */
    char not_on[APO_ROWS_MAX + 1][APO_DRAFT_LETTERS_MAX]; /* by own rank */
    char one_a_file[APO_DRAFT_LETTERS_MAX];
    unsigned file_most;
    char mate_loses[APO_DRAFT_LETTERS_MAX], no_mate[APO_DRAFT_LETTERS_MAX];
    char both_colours[APO_DRAFT_LETTERS_MAX];
    unsigned square_count[2]; /* 0: all squares */
    apo_square squares[2][APO_SQUARES_MAX];
} apo_draft_drops;

/* Rules that few other formats have: bits. */
enum apo_draft_rare {
    APO_DRAFT_GOAL = 1 << 0,
    APO_DRAFT_EXTINCTION = 1 << 1,
    APO_DRAFT_ROYALS = 1 << 2,
    APO_DRAFT_EXPLOSIONS = 1 << 3,
    APO_DRAFT_CHECKS = 1 << 4,
    APO_DRAFT_NO_CHECKS = 1 << 5,
    APO_DRAFT_MUST_CAPTURE = 1 << 6,
    APO_DRAFT_KING = 1 << 7,      /* a king that castles and is not royal */
    APO_DRAFT_NO_ROYAL = 1 << 8,  /* no piece is royal by itself */
    APO_DRAFT_STALEMATE = 1 << 9, /* won, or decided by the number of pieces */
    APO_DRAFT_MATE = 1 << 10,     /* won or drawn for the side that is mated */
    APO_DRAFT_WALLS = 1 << 13,
    APO_DRAFT_CONNECTION = 1 << 14,
    APO_DRAFT_MUST_DROP = 1 << 15,
    APO_DRAFT_COUNTING = 1 << 16,
    APO_DRAFT_ONE_SIDED = 1 << 17, /* a way to castle of one side only */
    APO_DRAFT_FORMS = 1 << 18,
    APO_DRAFT_PASS = 1 << 19,
    APO_DRAFT_ENCLOSING = 1 << 20,
    APO_DRAFT_REPETITION = 1 << 22,      /* won, lost, or decided by the number of pieces */
    APO_DRAFT_BLACK_PROMOTION = 1 << 23, /* Black promotes in other ways */
    APO_DRAFT_NO_TRAIL = 1 << 24,        /* multiple steps that cannot be answered en passant */
    APO_DRAFT_BARE_KINGS = 1 << 25,      /* two bare kings play on */
    APO_DRAFT_SCREENS = 1 << 26,
    APO_DRAFT_NAMED_STARTS = 1 << 27, /* named starts */
    APO_DRAFT_LAUNCH = 1 << 28,
    APO_DRAFT_SQUARES = 1 << 29, /* promotion on certain squares of the ranks only */
    APO_DRAFT_JANGGI = 1 << 30   /* [lines], [bikjang] or [points], as they are in janggi */
};

/* The lines of [lines] that go up from a square: bits. */
enum apo_draft_line {
    APO_DRAFT_UP_LEFT = 1 << 0,
    APO_DRAFT_UP_RIGHT = 1 << 1
};

/* [lines] */
typedef struct apo_draft_lines {
    char pieces[APO_DRAFT_LETTERS_MAX]; /* "": no such section */
    uint8_t drawn[APO_SQUARES_MAX];     /* by square: bits of enum apo_draft_line */
} apo_draft_lines;

/* [goal]: for each side its pieces ("": all) and squares (none: no goal). */
typedef struct apo_draft_goal {
    char pieces[2][APO_DRAFT_LETTERS_MAX];
    unsigned count; /* how many pieces must be there */
    bool is_full, has_last_move, is_safe;
    unsigned square_count[2];
    apo_square squares[2][APO_SQUARES_MAX];
} apo_draft_goal;

/* [extinction] */
typedef struct apo_draft_extinction {
    char pieces[APO_DRAFT_LETTERS_MAX];
    bool is_all, has_claim;
    const char *result; /* "loss", "win", "draw", for the side that lacks the pieces */
    unsigned left, opponent;
} apo_draft_extinction;

/* [royals] */
typedef struct apo_draft_royals {
    char pieces[APO_DRAFT_LETTERS_MAX];
    unsigned last;
    bool is_all_attacked;
} apo_draft_royals;

/* Squares of a key. */
typedef struct apo_draft_squares {
    unsigned count;
    apo_square squares[APO_SQUARES_MAX];
} apo_draft_squares;

/* [connection], without chains */
typedef struct apo_draft_connection {
    char pieces[APO_DRAFT_LETTERS_MAX]; /* "": all */
    unsigned row, square, line;         /* 0: none */
    bool is_across, is_up, is_diagonal;
    const char *result;
} apo_draft_connection;

/* [forms], as far as other formats may have it */
typedef struct apo_draft_forms {
    unsigned from_rank[2];  /* White's and Black's own ranks */
    const char *compulsory; /* "stuck", "always", "never" */
    bool is_by_capture, turns_back;
} apo_draft_forms;

/* [launch] */
typedef struct apo_draft_launch {
    char pieces[APO_DRAFT_LETTERS_MAX]; /* each side has one of each in its pocket */
    char launchers[APO_DRAFT_LETTERS_MAX];
    bool may_block;   /* what is launched may shield its own king */
    bool has_a_limit; /* launching ends after some move */
} apo_draft_launch;

/* [enclosing] */
typedef struct apo_draft_enclosing {
    const char *drops, *flips; /* the words of the keys */
    apo_draft_squares first;
} apo_draft_enclosing;

typedef struct apo_draft {
    char id[APO_ID_MAX];
    char name[APO_NAME_MAX];
    char inventor[APO_NAME_MAX];
    char rules_section[APO_NAME_MAX]; /* as in [game]; "": none */
    /* Its source, for a comment: "an Interactive Diagram". */
    char source[APO_NAME_MAX];
    apo_geometry geometry; /* bottom_rank 0: the first and the last row are border ranks */
    char board[APO_SQUARES_MAX];   /* letters, upper case for White; '.' for an empty square */
    bool is_form[APO_SQUARES_MAX]; /* the piece there is a promoted form */
    unsigned type_count;
    apo_draft_type types[APO_DRAFT_TYPES_MAX];

    char promoting[APO_DRAFT_LETTERS_MAX]; /* "": no promotion */
    char tiers[APO_ROWS_MAX + 1]
              [APO_DRAFT_LETTERS_MAX]; /* by own rank: promotions that become available there */
    unsigned compulsory;               /* own rank; 0: the highest of the tiers */
    char black_tiers[APO_ROWS_MAX + 1]
                    [APO_DRAFT_LETTERS_MAX]; /* Black's, with APO_DRAFT_BLACK_PROMOTION */
    unsigned black_compulsory;
    apo_draft_squares promotion_squares[2]; /* with APO_DRAFT_SQUARES: White's and Black's */

    char promotions[APO_DRAFT_RESULTS_MAX]; /* more lines of [promotion] */

    bool has_reserve;
    char reserve[APO_DRAFT_LETTERS_MAX]; /* each side's at the start */

    unsigned way_count;
    apo_draft_way ways[APO_DRAFT_WAYS_MAX];
    char castling_king;                            /* 0: the royal piece */
    char castling_partners[APO_DRAFT_LETTERS_MAX]; /* "": any */

    unsigned group_count;
    apo_draft_group groups[APO_START_GROUPS_MAX];

    unsigned start_count; /* named starts, besides the board */
    apo_draft_start starts[APO_START_NAMES_MAX];

    char joker; /* 0: there is none */

    char multi_pieces[APO_DRAFT_LETTERS_MAX]; /* "": no multiple step */
    uint8_t multi_steps[APO_ROWS_MAX + 1];    /* by own rank: the most steps; 0: none */

    char river_pieces[APO_DRAFT_LETTERS_MAX]; /* "": no river */
    unsigned river_rank;

    unsigned area_count;
    apo_draft_area areas[APO_DRAFT_AREAS_MAX];

    unsigned morph_count;
    apo_draft_morph morphs[APO_DRAFT_MORPHS_MAX];

    char heirs[APO_DRAFT_LETTERS_MAX]; /* with which a mated king changes places; may be "" */

    char forms[APO_DRAFT_SECTION_MAX]; /* the keys of [forms]; "": no such section */
    bool has_hands;
    char hands[APO_DRAFT_SECTION_MAX]; /* the keys of [hands] */

    apo_draft_drops drops;

    unsigned key_count; /* 0: the draft has another source */
    apo_draft_key keys[APO_DRAFT_NOTED_MAX];
    apo_draft_rule rules[APO_RULES_MAX]; /* by their place in the list of rules */
    uint64_t unsaid; /* rules that do not fit into a draft: bit i for apo_rule_at(i) */
    unsigned rare;   /* bits of enum apo_draft_rare; a reader of another format sets none */
    apo_draft_goal goal;
    apo_draft_extinction extinction;
    apo_draft_royals royals;
    char survivors[APO_DRAFT_LETTERS_MAX], immune[APO_DRAFT_LETTERS_MAX]; /* of explosions */
    unsigned checks;                                                      /* so many win */
    const char *mate;       /* "loss", "win", "draw", for the side that is mated */
    const char *repetition; /* a word of its key */
    const char *walls;      /* the word of its key "put" */
    apo_draft_squares without_walls;
    apo_draft_connection connection;
    char must_drop[APO_DRAFT_LETTERS_MAX]; /* "": all */
    const char *counting;                  /* "makruk", "asean" */
    char counting_pawns[APO_DRAFT_LETTERS_MAX];
    apo_draft_forms form_rules;
    bool passes_at_will;
    const char *pass_result; /* "draw", "more-wins", "points" */
    apo_draft_enclosing enclosing;
    apo_draft_launch launch;
    unsigned no_trail;                   /* the own rank whose multiple steps leave no trail */
    char screens[APO_DRAFT_LETTERS_MAX]; /* neither hop over each other nor take each other */
    apo_draft_lines lines;
    bool has_bikjang, bikjang_has_points; /* [bikjang], and that points decide it */
    bool has_points; /* [points], with which White wins with a lead of two or more, or loses */

    const char *stalemate;      /* "advantage", "draw", "loss"; a reader also "win" ... */
    unsigned repetition_count;  /* 0: no such rule */
    unsigned move_limit;        /* 0: no such rule */
    bool has_move_limit_pieces; /* other pieces than pawns restart the count of moves: these */
    char move_limit_pieces[APO_DRAFT_LETTERS_MAX];
    bool is_bare_lost;   /* a side left with only its king has lost */
    bool is_check_lost;  /* perpetual check loses */
    bool is_chase_lost;  /* perpetual chase loses, by the rules of Chinese chess */
    bool is_black_first; /* Black makes the first move */

    /* Rules that drafts do not look into: whole sections, and more lines of [outcome]. */
    char sections[APO_DRAFT_SECTIONS_MAX];
    char results[APO_DRAFT_RESULTS_MAX];

    unsigned loss_count, more_losses; /* more: losses that did not fit */
    apo_draft_loss losses[APO_DRAFT_LOSSES_MAX];
} apo_draft;

/* Initialises a draft with an empty board of that size. Borders: `bottom_rank` as in
 * apo_geometry. */
void apo_draft_init(apo_draft *draft, unsigned files, unsigned rows, unsigned bottom_rank);

/* The piece with this letter (either case), or NULL. */
const apo_draft_type *apo_draft_type_of(const apo_draft *draft, char letter);

/* The own rank of a row for White. */
unsigned apo_draft_rank(const apo_draft *draft, unsigned row);

/* Number of ranks of the board proper. */
unsigned apo_draft_ranks(const apo_draft *draft);

/* True if Black's pieces are the mirror image of White's. */
bool apo_draft_is_mirrored(const apo_draft *draft);

/* True if Black's squares of the change mirror White's. */
bool apo_draft_morph_is_mirrored(const apo_draft *draft, const apo_draft_morph *morph);

/* True if the areas of the two pieces with this letter have no rank in common, so that kings
 * can only face each other on files. */
bool apo_draft_is_apart(const apo_draft *draft, char letter);

/* Appends a letter to a terminated list unless the list is full. */
void apo_draft_add_letter(char list[APO_DRAFT_LETTERS_MAX], char letter);
bool apo_draft_has_letter(const char *list, char letter);

/* True if a piece with this letter (either case) castles as the king does. */
bool apo_draft_is_castler(const apo_draft *draft, char letter);

/* True if a side has the pieces that castle where the way begins: its own squares, or White's,
 * which Black mirrors, if both sides have the way. */
bool apo_draft_is_at_home(const apo_draft *draft, const apo_draft_way *way, bool is_black);

/* True if two lists have the same letters, in any order. */
bool apo_draft_is_same_list(const char *a, const char *b);

/* Adds a part of the game that cannot be converted: to the draft, and as an error to
 * `diagnostics` (may be NULL). "%s" in `detail` is `word`; `line` 0: none. */
void apo_draft_lose(apo_draft *draft, apo_fault_list *diagnostics, enum apo_draft_place place,
                    uint32_t line, apo_span key, const char *detail, apo_span word);

/* A part of a definition is a section, or keys of it: "promotion", "promotion: most, squares".
 * Its line in the definition that was read: that of the first of the keys that is there, else
 * that of the section; 0: neither is there. */
uint32_t apo_draft_line_of(const apo_draft *draft, const char *part);

/* The part that is a type's line: "pieces: F", "pieces: +F". Returns `out`. */
const char *apo_draft_part_of(const apo_draft_type *type, char out[APO_DRAFT_PART_MAX]);

/* Reports as an error what a writer cannot say of a part of the definition that was read, with
 * its line and those of the keys that are there (all that the section has if the part names
 * none), and appends it to `out`: "promotion: most: nothing limits it there". "%s" in `detail`
 * is `word`; `diagnostics` may be NULL. */
void apo_draft_report(const apo_draft *draft, apo_fault_list *diagnostics, const char *part,
                      const char *detail, apo_span word, apo_text *out);

/* The same as a warning. */
void apo_draft_warn(const apo_draft *draft, apo_fault_list *diagnostics, const char *part,
                    const char *detail, apo_span word);

/* The same as an error, added to the draft's losses. */
void apo_draft_lose_part(apo_draft *draft, apo_fault_list *diagnostics, const char *part,
                         const char *detail, apo_span word);

/* True if some piece makes multiple steps; the rank and the number of steps if all are made
 * from one rank, else 0 in `*out_rank`. */
bool apo_draft_steps(const apo_draft *draft, unsigned *out_rank, unsigned *out_steps);

/* Writes the draft as a definition file, its losses as comments at their places. */
void apo_draft_write(apo_buffer *out, const apo_draft *draft);

/* True if the piece on a square of the board launches another with its first move. */
bool apo_draft_is_launcher(const apo_draft *draft, unsigned sq);

/* Appends the castlings as XBetza for the royal piece ("isO3isjO2"). False if one cannot be
 * expressed: the partner is not at the end of the rank, or not next to the king afterwards. */
bool apo_draft_write_castling(apo_text *out, const apo_draft *draft);

/* Appends the piece's multiple step as XBetza for its first move ("ifmnD"); nothing if it has
 * none. False if that is another rule: its steps are not straight or diagonally forward, it
 * makes them from several ranks, or does not stand on that rank at the start. */
bool apo_draft_write_steps(apo_text *out, const apo_draft *draft, const apo_draft_type *type);

/* The number of numbered starts: 1 without groups; 0 if a reader has left their orders in
 * words.
 */
unsigned apo_draft_start_count(const apo_draft *draft);

/* The start with a number from 1, which becomes its name. */
void apo_draft_find_start(const apo_draft *draft, unsigned number, apo_draft_start *out);

/* Appends the board as in a FEN, with "*" for places that are not squares, and the rest of the
 * FEN. Launchers that do not castle are named by their files, as in Fairy-Stockfish. */
void apo_draft_write_fen(apo_buffer *out, const apo_draft *draft);

/* Appends the FEN of a named or numbered start, with these rights to castle: "KQkq", "-". */
void apo_draft_write_start(apo_buffer *out, const apo_draft *draft,
                           const apo_draft_start *start, const char *rights);

/* What a format cannot say of the rule with a section; NULL: nothing in particular. */
typedef const char *apo_draft_reason(const char *section);

/* Records the loss of all rules that do not fit into a draft, and of the rare rules unless the
 * format has them (`has_rare`). `reason` (NULL: none) says what the format lacks. */
void apo_draft_lose_rare(apo_draft *draft, bool has_rare, apo_draft_reason *reason,
                         apo_fault_list *diagnostics);

/* Reads a definition into a draft. `faults` gets the faults that apo_definition_compile finds.
 * Rules that no other format has do not fit into a draft, which only counts them
 * (`unsaid`): apo_draft_lose_rare loses them. Of other rules, what does not fit is lost
 * (apo_draft_lose_part) and reported in `diagnostics`. */
apo_status apo_draft_of_definition(apo_draft *out, apo_span id, apo_span text,
                                   const apo_definition_loader *loader, apo_fault_list *faults,
                                   apo_fault_list *diagnostics);

#endif
