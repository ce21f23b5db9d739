/* The hooks of special rules. For each hook a variant holds the functions of its rules that
 * implement it, in the order of the list of rules; an unused hook costs one test of a count.
 * Hooks that are called once per move or more often say so; the others need not be fast.
 *
 * A hook that gets a const position changes nothing in it. The functions have the same names in
 * every rule's file as here. Internal to src/rules and search. */
#ifndef APO_RULES_KERNEL_HOOKS_H
#define APO_RULES_KERNEL_HOOKS_H

#include "apothecary/position.h"
#include "rules/kernel/objection.h"
#include "rules/kernel/position.h"

struct apo_watch; /* kernel/analysis.h */

/* Whether the side to move is in check, computed when a rule first asks. */
typedef struct apo_check {
    bool is_known;
    bool is_check;
} apo_check;

/* Pieces whose plain moves come in several ways, the same number for all of them. */
typedef struct apo_ways {
    apo_set squares;
    unsigned count;
} apo_ways;

/* Pieces of one type that may come from beside the board to empty squares. */
typedef struct apo_arrival {
    uint8_t kind; /* of these moves */
    uint8_t type;
    bool is_tested;  /* `bars` must be asked about each of them */
    apo_set squares; /* all of them empty */
} apo_arrival;

/* All pieces that the side to move may put on the board as its move, and where. */
typedef struct apo_arrivals {
    unsigned count;
    apo_arrival of[2 * APO_TYPES_MAX];
} apo_arrivals;

/* --- listing moves ------------------------------------------------------- */

/* Which moves are listed: a search asks for captures first, and often for nothing else. */
enum apo_selection {
    APO_SELECT_ALL,
    APO_SELECT_CAPTURES,
    APO_SELECT_QUIET /* all but captures */
};

/* Appends pseudo-legal moves of the rule for the side to move: all, or some of them. It may
 * change the position, but must restore it. See apo_check_ask for `check`. */
typedef void apo_rule_generate(apo_position *pos, apo_move_list *list, apo_check *check,
                               enum apo_selection which);

/* Appends the further ways to make a move that is already in the list in its plain form
 * (as another type, with a piece put on the vacated square). Returns false if the plain form is
 * not allowed: it is removed, and no other rule is asked. Asked only for types in
 * `expand_types` and pieces in `ways`. */
typedef bool apo_rule_expand(const apo_position *pos, apo_move mv, apo_move_list *list);

/* Adds the pieces of the side to move whose plain moves to any square come in several ways.
 * Once per position. */
typedef void apo_rule_ways(const apo_position *pos, apo_ways *out);

/* Adds the pieces that the side to move may put on empty squares as its move, if its king is
 * safe afterwards. Once per position. */
typedef void apo_rule_arrivals(const apo_position *pos, apo_arrivals *out);

/* Says why a move within the piece's power may not be made, apart from its own king's safety;
 * APO_LEGAL if it may. Asked in special turns and for moves that put a piece on the board. */
typedef enum apo_illegal apo_rule_bars(apo_position *pos, const apo_move *mv);

/* The same after the move has been made; `undo` holds the state before it. Asked in special
 * turns. */
typedef enum apo_illegal apo_rule_bars_after(const apo_position *pos, const apo_undo *undo);

/* Says why the addition of an illegal move (another type, a piece) is wrong. `ways` has the
 * legal moves between its squares with other additions; it is empty if there are none.
 * APO_LEGAL if the rule finds no fault. Slow, for messages; asked in every game, since people
 * also try what a game does not have. */
typedef enum apo_illegal apo_rule_explain(const apo_position *pos, const apo_move *mv,
                                          const apo_move_list *ways);

/* Adds to `out` the rule's ground for rejecting a move, and the changes that might make it
 * legal, if the move is one of the rule's own or adds something that the rule governs. The move
 * always leaves a square: its kind has no `object` of its own. Slow, for messages; asked in
 * every game, as `explain` is. */
typedef void apo_rule_object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                             apo_objection *out);

/* Adds to `out` the rule's ground for rejecting a move that its `sift` removed, and the changes
 * that might make it legal. Slow, for messages; asked about moves of every kind, in games with
 * the rule. */
typedef void apo_rule_object_sifted(const apo_position *pos, apo_verdict verdict,
                                    apo_objection *out);

/* Removes from a list of otherwise legal moves those that the rule forbids, and returns the
 * reason. It may change the position, but must restore it. Once per list; games with such a
 * rule list moves even where they are only counted. */
typedef enum apo_illegal apo_rule_sift(apo_position *pos, apo_move_list *list);

/* --- the end ------------------------------------------------------------- */

/* The result for the side to move of a position that ends the game regardless of its moves;
 * APO_ENDING_NONE if it does not. No moves are listed in such a position. Once per position. */
typedef apo_ending apo_rule_ends(const apo_position *pos, int *out_quarters);

/* True if an enemy threatens what the side must not lose, apart from its king: then it counts
 * as check. */
typedef bool apo_rule_threatened(const apo_position *pos, unsigned side);

/* --- making a move ------------------------------------------------------- */

/* Called when a move begins: removes the rights that the previous move gave for one turn.
 * Updates the key. Once per move. */
typedef void apo_rule_forget(apo_state *state);

/* A piece has been captured and removed. Updates the key. Once per capture. */
typedef void apo_rule_captured(apo_position *pos, apo_piece piece);

/* Called with the piece on its target, for a move that changes its type or puts another piece
 * on the board: does the rest with apo_make_set. */
typedef void apo_rule_supply(apo_position *pos, const apo_move *mv, apo_undo *undo);

/* Called after the move's pieces and captures are done: changes more squares with apo_make_set
 * and apo_make_capture. Once per move. */
typedef void apo_rule_aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo);

/* A piece of `type` has moved, which may change the powers of other pieces: updates
 * `state.powers`, but not the key. Once per move, including trial moves. */
typedef void apo_rule_moved(apo_state *state, const apo_variant *var, unsigned side,
                            unsigned type);

/* A special turn continues or passes to the other side. Updates the key. */
typedef void apo_rule_pass_turn(apo_state *state);

/* True if rights have expired with the turn just passed. Once per move. */
typedef bool apo_rule_lapsed(const apo_position *pos, const apo_undo *undo);

/* The last step of a move by a piece of `type`: the other side is to move, and all rights are
 * correct. Records what the next turn may use, and updates the key. Once per move. */
typedef void apo_rule_settle(apo_position *pos, const apo_move *mv, unsigned type);

/* The change of the key by what `forget` will take back, and what the rule will record after
 * `mv`, a plain move of a piece of `type`. */
typedef uint64_t apo_rule_foresee(const apo_position *pos, const apo_move *mv, unsigned type);

/* --- attack and the king's safety ---------------------------------------- */

/* The square of a piece of `by` that could capture on `sq` in a way that is in no table, with
 * the type whose power it uses, or APO_SQUARE_NONE. `pieces` are the candidates: some or all of
 * the side's pieces of the type `untabled`. */
typedef apo_square apo_rule_attacker(const apo_position *pos, apo_square sq, unsigned by,
                                     const uint64_t *pieces, uint8_t *out_power);

/* Changes the set of the pieces of `by` that could capture on the square, found by the tables
 * and by `attacker`, into what it is with the rule. Slow: for people. The king's safety does
 * not ask it. */
typedef void apo_rule_attackers(const apo_position *pos, apo_square sq, unsigned by,
                                apo_set *attackers);

/* False if a piece of `row` on `from` may not hop to `to`, where `there` stands, over the
 * pieces between. Asked about moves and attacks that are in the tables. For an attack `there`
 * is empty. Called once per hop in games that have this hook. */
typedef bool apo_rule_hops(const apo_position *pos, unsigned row, apo_square from,
                           apo_square to, apo_piece there);

/* Adds to the analysis of a king's safety the threats of the rule's pieces after one move. Once
 * per position. */
typedef void apo_rule_watch(struct apo_watch *at);

/* --- state --------------------------------------------------------------- */

/* `marked` has the squares of the pieces of `side` that are marked as unmoved. Adds those whose
 * mark still matters to the rule with these pieces on the board. */
typedef void apo_rule_rights(const apo_variant *var, const apo_piece *pieces,
                             const apo_state *state, const apo_set *marked, unsigned side,
                             apo_set *alive);

/* True if a piece may be marked on any square, not only on those where it may start. */
typedef bool apo_rule_marks(const apo_variant *var, apo_piece piece);

/* Adds to a start what the rule needs beyond the pieces, which are already on the board. */
typedef void apo_rule_start(apo_setup *setup, const apo_variant *var, unsigned name_index);

/* The faults that the rule finds in a setup. */
typedef apo_setup_faults apo_rule_check(const apo_setup *setup, const apo_variant *var);

/* Changes a setup in the rule's own way (`kind` of the change), for a game that may lack the
 * rule. Leaves it alone if the change belongs to another rule. Slow, for messages. */
typedef void apo_rule_change(apo_setup *setup, const apo_variant *var,
                             const apo_change *change);

/* Removes from a setup what its changed pieces no longer allow. Slow, for messages. */
typedef void apo_rule_prune(apo_setup *setup, const apo_variant *var);

/* Copies the rule's state from a setup: what does not depend on the board. */
typedef void apo_rule_load(apo_state *state, const apo_setup *setup);

/* Copies the rule's state to a setup. */
typedef void apo_rule_save(const apo_position *pos, apo_setup *setup);

/* Records what follows from a setup whose pieces are on the board and whose state has been
 * loaded; the key is computed afterwards. */
typedef void apo_rule_place(apo_position *pos, const apo_setup *setup);

/* The rule's part of the key. */
typedef uint64_t apo_rule_key_part(const apo_position *pos);

/* False if the rule's state makes two positions of one variant different for the repetition
 * rule. */
typedef bool apo_rule_same(const apo_state *a, const apo_state *b);

/* --- making tables ------------------------------------------------------- */

struct apo_path;    /* tables/path.h */
struct apo_drawing; /* kernel/drawn.h */

/* Removes possible ends from a path of a piece of `type`; a path without ends is left out. */
typedef void apo_rule_limit(const apo_variant *var, unsigned side, unsigned type,
                            struct apo_path *path);

/* Draws what the rule shows on the board. */
typedef void apo_rule_draw(const apo_variant *var, struct apo_drawing *out);

/* The maximum number of times that the single step of a piece of `type` from this square may be
 * made at once; 0 or 1: once. */
typedef unsigned apo_rule_steps(const apo_variant *var, unsigned side, unsigned type,
                                apo_square from);

/* True if the piece may come from `from` to `to` in several ways. */
typedef bool apo_rule_changes(const apo_variant *var, unsigned side, unsigned type,
                              apo_square from, apo_square to);

/* Each hook once. */
/* clang-format off */
#define APO_HOOK_LIST(X) \
    X(generate) X(expand) X(ways) X(arrivals) X(bars) X(bars_after) X(explain) X(object) \
    X(object_sifted) X(sift) X(ends) X(threatened) \
    X(forget) X(captured) X(supply) X(aftermath) X(moved) X(pass_turn) X(lapsed) \
    X(settle) X(foresee) \
    X(attacker) X(attackers) X(hops) X(watch) \
    X(rights) X(marks) X(start) X(check) X(change) X(prune) \
    X(load) X(save) X(place) X(key_part) X(same) \
    X(limit) X(steps) X(changes) X(draw)

/* clang-format on */

/* The functions of a variant's rules. */
typedef struct apo_hooks {
#define APO_HOOK_COUNT(name) uint8_t name##_count;
/* NOLINTNEXTLINE(bugprone-macro-parentheses): C++ warns of parentheses here */
#define APO_HOOK_ROUND(name) apo_rule_##name *name[APO_RULES_MAX];
    APO_HOOK_LIST(APO_HOOK_COUNT)
    APO_HOOK_LIST(APO_HOOK_ROUND)
#undef APO_HOOK_COUNT
#undef APO_HOOK_ROUND
} apo_hooks;

/* Calls all functions of a hook. */
#define APO_CALL_HOOKS(var, name, ...)                                       \
    do {                                                                     \
        for (unsigned hook_ = 0; hook_ < (var)->hooks.name##_count; hook_++) \
            (var)->hooks.name[hook_](__VA_ARGS__);                           \
    } while (0)

/* A kind of special move, defined by the rule that generates it. */
typedef struct apo_kind {
    uint8_t number; /* apo_move.kind */

    /* Makes the changes on the board, by the functions of kernel/make.h. */
    void (*apply)(apo_position *pos, const apo_move *mv, apo_undo *undo);

    /* Adds the squares of the pieces captured. NULL: what stands on the target. */
    void (*captures)(const apo_position *pos, const apo_move *mv, apo_set *out);

    /* True if the mover's king is safe after the move. Asked only where a king's move can be
     * judged without making it. May change `pos`, but must restore it. NULL: the move is made
     * to find out. */
    bool (*is_safe)(apo_position *pos, const apo_move *mv);

    /* True if it does the same as an ordinary move between the same squares. NULL: never. */
    bool (*is_ordinary)(const apo_position *pos, const apo_move *mv);

    /* The square on which a piece can be put with the move. NULL: the one that the piece
     * leaves. */
    apo_square (*vacates)(const apo_variant *var, unsigned side, const apo_move *mv);

    /* For arrivals, which bring a piece from beside the board to the empty square `to` (also
     * their `from`): the reason if the side has no such piece, else APO_LEGAL. Asked in every
     * game. NULL: the moves leave a square. */
    enum apo_illegal (*why_absent)(const apo_position *pos, const apo_move *mv);

    bool is_unbounded; /* a piece may have more such moves than squares to go to */

    /* The objections to an illegal move of this kind, in place of those of the rules' hooks
     * `object`, which are about a piece that leaves a square. NULL: as for other moves. */
    apo_rule_object *object;
} apo_kind;

#endif
