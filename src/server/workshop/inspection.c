#include "server/workshop/inspection.h"

#include <string.h>
#include <time.h>

#include "apothecary/position.h"
#include "base/random.h"
#include "definition/file/bundle.h"
#include "net/plain_text.h"
#include "rules/rules/program_view.h"
#include "server/web/piece_words.h"

enum {
    TRIAL_GAMES = 6,
    TRIAL_PLIES = 60,
    NAME_CHARS = 60
};

const apo_inspection_limits apo_inspection_standard = {
    .game = &apo_bounds_standard,
    .trial_ms = 2000,
};

static void refuse(apo_inspection *out, apo_status status, const char *reason)
{
    out->status = status;
    apo_text_copy(out->reason, sizeof out->reason, reason);
}

/* --- trial games --------------------------------------------------------- */

static int64_t processor_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

typedef struct trial {
    apo_inspection *out;
    const apo_inspection_limits *limits;
    const apo_variant *var;
    apo_moves moves;
    apo_random random;
    int64_t until_ms;
} trial;

/* One random game, always the same one. False: refused. */
static bool play_one(trial *all, uint32_t number)
{
    apo_position pos;
    if (apo_position_start(&pos, all->var, 0, number) != APO_OK) {
        refuse(all->out, APO_E_DEFINITION, "A start of this game cannot be played.");
        return false;
    }
    if (apo_position_outcome(&pos).ending != APO_ENDING_NONE) {
        refuse(all->out, APO_E_DEFINITION, "This game is over before the first move.");
        return false;
    }
    for (unsigned ply = 0; ply < TRIAL_PLIES; ply++) {
        if (apo_bounds_exceeded(&all->moves, &pos, all->limits->game)) {
            refuse(all->out, APO_E_TOO_LARGE, apo_bounds_too_many_moves);
            return false;
        }
        const apo_move_list *list = &all->moves.list;
        if (processor_ms() > all->until_ms) {
            refuse(all->out, APO_E_TOO_LARGE, "This game's moves take too long to find.");
            return false;
        }
        if (list->count == 0)
            return true;
        apo_move mv = list->moves[apo_random_below(&all->random, (uint32_t)list->count)];
        apo_play(&pos, &mv);
        if (apo_position_outcome(&pos).ending != APO_ENDING_NONE)
            return true;
    }
    return true;
}

static void play_trial(apo_inspection *out, const apo_variant *var,
                       const apo_inspection_limits *limits)
{
    trial *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL) {
        out->status = APO_E_MEMORY;
        return;
    }
    all->out = out;
    all->limits = limits;
    all->var = var;
    all->until_ms = processor_ms() + limits->trial_ms;
    apo_random_seed(&all->random, 1);
    uint32_t starts = apo_variant_info_of(var)->start_count;
    for (uint32_t i = 0; i < TRIAL_GAMES; i++) {
        if (!play_one(all, 1 + (i < starts ? i : i % starts)))
            break;
    }
    apo_free(NULL, all);
}

/* --- what is kept -------------------------------------------------------- */

/* Names are shown on other people's pages: they must not hide or disorder the text around
 * them. */
static void keep_name(apo_inspection *out, const char *name)
{
    apo_buffer clean;
    apo_buffer_init(&clean, NULL);
    apo_status status = apo_plain_text_add(&clean, apo_span_of(name), NAME_CHARS, false);
    if (status == APO_OK && apo_span_is(apo_buffer_span(&clean), name))
        apo_text_copy(out->name, sizeof out->name, name);
    else
        refuse(out, APO_E_DEFINITION,
               "The game's name must be visible, on one line, of at most 60 characters.");
    apo_buffer_clear(&clean);
}

static void keep_facts(apo_inspection *out, const apo_variant *var)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    out->files = geo->files;
    out->ranks = apo_geometry_ranks(geo);
    out->rows = geo->rows;
    out->starts = apo_variant_info_of(var)->start_count;
    apo_token_digest(out->digest, apo_buffer_span(&out->bundle));
    keep_name(out, apo_variant_info_of(var)->name);
    if (apo_piece_words_write(&out->pieces, var, apo_buffer_span(&out->bundle)) != APO_OK)
        out->status = APO_E_MEMORY;
}

/* The text with its bases, so that its meaning never changes. */
static void keep_bundle(apo_inspection *out, apo_span text)
{
    apo_variant *var = NULL;
    apo_status status =
        apo_bundle_make(&var, &out->bundle, apo_span_of("own"), text, NULL, NULL);
    apo_variant_free(var);
    if (status == APO_E_UNSUPPORTED)
        refuse(out, APO_E_DEFINITION,
               "A line begins with \"#base-file\": publish the game's own text alone.");
    else if (status != APO_OK || out->bundle.is_failed)
        out->status = status != APO_OK ? status : APO_E_MEMORY;
}

/* --- the check ----------------------------------------------------------- */

static void check_compiled(apo_inspection *out, apo_span text, const apo_variant *var,
                           const apo_inspection_limits *limits)
{
    play_trial(out, var, limits);
    if (out->status == APO_OK)
        keep_bundle(out, text);
    if (out->status == APO_OK)
        keep_facts(out, var);
}

void apo_inspection_run(apo_inspection *out, apo_span text, const apo_inspection_limits *limits)
{
    apo_budget budget;
    apo_variant *var = NULL;
    memset(out, 0, sizeof *out);
    apo_fault_list_init(&out->faults);
    apo_buffer_init(&out->bundle, NULL);
    apo_buffer_init(&out->pieces, NULL);
    apo_budget_init(&budget, 0, 0);
    if (text.length > APO_INSPECTION_TEXT_MAX) {
        refuse(out, APO_E_TOO_LARGE, "The definition is longer than 65536 bytes.");
        return;
    }
    out->status = apo_bounds_compile(&var, &budget, text, limits->game, &out->faults);
    if (out->status == APO_E_TOO_LARGE)
        refuse(out, APO_E_TOO_LARGE, apo_bounds_too_large);
    else if (out->status == APO_OK)
        out->bytes = budget.used;
    if (out->status == APO_OK)
        check_compiled(out, text, var, limits);
    else if (out->reason[0] == '\0' && out->faults.error_count == 0 &&
             out->status != APO_E_MEMORY)
        refuse(out, APO_E_DEFINITION, apo_status_message(out->status));
    apo_variant_free(var);
}

void apo_inspection_clear(apo_inspection *inspection)
{
    apo_buffer_clear(&inspection->bundle);
    apo_buffer_clear(&inspection->pieces);
}
