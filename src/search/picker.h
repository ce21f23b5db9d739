/* The move picker: gives moves in the order in which they are tried, probably best first. Lists
 * are generated only when they are needed. */
#ifndef APO_SEARCH_PICKER_H
#define APO_SEARCH_PICKER_H

#include "search/evaluation.h"
#include "search/history.h"
#include "search/stages.h"

enum {
    /* All lists of one line of play; 128 plies with 250 moves each are ample. */
    APO_PICKER_CAPACITY = 1 << 16,
    APO_PICKER_TOGETHER = 16 /* scores compared at once */
};

/* The buffer shared by the lists of all nodes of a line. */
typedef struct apo_picker_buffer {
    apo_move moves[APO_PICKER_CAPACITY];
    int32_t scores[APO_PICKER_CAPACITY + 2 * APO_PICKER_TOGETHER];
    size_t used;
    /* The legal moves that were listed ahead stand behind the used part, until the next list
     * overwrites them. */
    size_t ahead_from, ahead_count;
    uint64_t ahead_key; /* of their position */
    bool is_ahead;
} apo_picker_buffer;

/* The line of play whose moves are picked, and the data that orders them; borrowed. */
typedef struct apo_picker_context {
    apo_position *pos;
    const apo_evaluation *evaluation;
    const apo_history *history;
    const apo_attack_cache *attack_cache;
    apo_picker_buffer *buf;
} apo_picker_context;

enum apo_pick {
    APO_PICK_ALL,      /* every move */
    APO_PICK_NOISY,    /* captures and promotions that lose nothing; in check every move */
    APO_PICK_PRESSING, /* these, then quiet moves that press (apo_move_pressure) */
};

enum apo_picker_stage {
    APO_STAGE_FIRST,
    APO_STAGE_LIST_NOISY,
    APO_STAGE_NOISY,
    APO_STAGE_LIST_PRESSING,
    APO_STAGE_PRESSING,
    APO_STAGE_KILLERS,
    APO_STAGE_LIST_REST,
    APO_STAGE_REST,
    APO_STAGE_LOSING,
    APO_STAGE_LIST_LEGAL,
    APO_STAGE_LEGAL,
    APO_STAGE_END
};

typedef struct apo_picker {
    const apo_picker_context *context;
    apo_position *pos;
    const apo_check_info *check_info;
    const apo_continuation *continuation;
    enum apo_pick which;
    enum apo_picker_stage stage, given; /* of the next move; of the last one given */
    bool has_first, skips_quiets;
    bool are_only_checks; /* of the better quiet moves only checks are left */
    int threshold;        /* captures that lose more are losing */
    int least;            /* quiet moves with less history must give check */
    int history;          /* of the quiet move last given, as it was listed */
    uint32_t first_signature;
    apo_move first; /* the TT move */
    apo_move killers[3];
    unsigned killer;          /* next to be tried */
    size_t base;              /* of this node's part of the buffer */
    size_t losing, next, end; /* losing captures begin at base */
    size_t better;            /* quiet moves up to here are sorted */
    size_t next_losing;
} apo_picker;

/* Lists the legal moves of the position before its picker does, which then finds them there
 * unless another list came between. The list is valid until the next one. */
apo_move_list apo_picker_list_ahead(const apo_picker_context *context);

/* Starts picking the moves of a node; `first` is the signature of the TT move, 0 for none. */
void apo_picker_start(apo_picker *picker, const apo_picker_context *context,
                      const apo_check_info *check_info, const apo_continuation *continuation,
                      uint32_t first, enum apo_pick which);

/* The next move, or NULL. Moves may be illegal: see apo_make_legal. Valid until the picker
 * ends. */
const apo_move *apo_picker_next(apo_picker *picker);

/* Skips the remaining quiet moves. */
static inline void apo_picker_skip_quiets(apo_picker *picker)
{
    picker->skips_quiets = true;
}

enum {
    APO_PICKER_CHECKS = INT32_MAX /* more history than any move has */
};

/* Skips quiet moves with less history than this unless they give check. The bound can only
 * rise. */
static inline void apo_picker_want(apo_picker *picker, int least)
{
    if (least > picker->least)
        picker->least = least;
}

/* True if the last move given is a capture that loses material. */
static inline bool apo_picker_is_losing(const apo_picker *picker)
{
    return picker->given == APO_STAGE_LOSING;
}

/* Releases this node's part of the buffer. */
static inline void apo_picker_end(apo_picker *picker)
{
    picker->context->buf->used = picker->base;
}

/* The material gained by the move's capture and promotion. */
int apo_move_gain(const apo_position *pos, const apo_evaluation *evaluation,
                  const apo_move *mv);

/* What the move gains besides material by bringing an end other than mate nearer: it gives a
 * check where checks are counted, or by a drop, or reaches a goal where one piece is enough.
 * Else 0. */
int apo_move_pressure(const apo_position *pos, const apo_move *mv);

/* True if the move loses more than `margin` in the exchange on its target. */
bool apo_move_loses(apo_position *pos, const apo_evaluation *evaluation, const apo_move *mv,
                    int margin);

#endif
