#include "cli/betza/trial.h"

#include <stdlib.h>
#include <string.h>

/* --- sets ---------------------------------------------------------------- */

void apo_outcome_add(apo_outcome_set *set, apo_span text)
{
    if (set->count == set->capacity) {
        size_t capacity = set->capacity > 0 ? 2 * set->capacity : 64;
        void *grown = realloc(set->texts, capacity * sizeof *set->texts);
        if (grown == NULL) {
            set->is_failed = true;
            return;
        }
        set->texts = grown;
        set->capacity = capacity;
    }
    if (text.length >= APO_OUTCOME_TEXT_MAX) {
        set->is_failed = true;
        return;
    }
    memcpy(set->texts[set->count], text.text, text.length);
    set->texts[set->count++][text.length] = '\0';
}

void apo_outcome_clear(apo_outcome_set *set)
{
    free(set->texts);
    *set = (apo_outcome_set){NULL, 0, 0, false};
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

void apo_outcome_sort(apo_outcome_set *set)
{
    size_t kept = 0;
    if (set->count > 0)
        qsort(set->texts, set->count, sizeof *set->texts, compare_texts);
    for (size_t i = 0; i < set->count; i++) {
        if (kept == 0 || strcmp(set->texts[kept - 1], set->texts[i]) != 0)
            memmove(set->texts[kept++], set->texts[i], sizeof *set->texts);
    }
    set->count = kept;
}

/* --- boards -------------------------------------------------------------- */

bool apo_trial_start(apo_trial *out, int files, int rows, int file, int row)
{
    memset(out, 0, sizeof *out);
    if (files < 1 || files > APO_FILES_MAX || rows < 1 || rows > APO_ROWS_MAX || file < 0 ||
        file >= files || row < 0 || row >= rows)
        return false;
    out->geometry.files = (uint8_t)files;
    out->geometry.rows = (uint8_t)rows;
    out->geometry.bottom_rank = 1;
    memset(out->geometry.place, APO_PLACE_SQUARE, (size_t)files * (size_t)rows);
    memset(out->pieces, '.', sizeof out->pieces);
    out->from = (apo_square)(row * files + file);
    out->is_unmoved = true;
    return true;
}

apo_square apo_trial_square(const apo_trial *trial, int x, int y)
{
    int files = trial->geometry.files;
    return apo_geometry_at(&trial->geometry, trial->from % files + x, trial->from / files + y);
}

/* Appends "x,y". */
static void add_offset(apo_text *text, const apo_trial *trial, apo_square sq)
{
    int files = trial->geometry.files;
    apo_text_add_number(text, sq % files - trial->from % files);
    apo_text_add_char(text, ',');
    apo_text_add_number(text, sq / files - trial->from / files);
}

/* --- moves --------------------------------------------------------------- */

typedef struct finding {
    const apo_trial *trial;
    apo_outcome_set *moves, *captures;
} finding;

static bool is_friend(char piece)
{
    return piece == 'f' || piece == 'v';
}

static bool is_met(const apo_trial *trial, const apo_path_step *step)
{
    char piece = trial->pieces[step->square];
    switch ((enum apo_condition)step->condition) {
    case APO_CONDITION_EMPTY: return piece == '.';
    case APO_CONDITION_SCREEN: return piece != '.';
    case APO_CONDITION_FRIEND:
    case APO_CONDITION_REMOVE: return is_friend(piece);
    case APO_CONDITION_ENEMY: return piece == 'e' || piece == 'k';
    case APO_CONDITION_TAKE: return piece == 'e';
    case APO_CONDITION_EN_PASSANT: /* no previous move */
    case APO_CONDITIONS: break;
    }
    return false;
}

static bool is_open(const apo_trial *trial, const apo_path *path)
{
    char piece = trial->pieces[path->to];
    if (path->is_unmoved && !trial->is_unmoved)
        return false;
    for (unsigned i = 0; i < path->step_count; i++)
        if (!is_met(trial, &path->steps[i]))
            return false;
    if (piece == '.' || path->to == path->from)
        return path->end & APO_END_MOVE;
    if (is_friend(piece))
        return path->end & APO_END_FRIEND;
    return (path->end & APO_END_CAPTURE) || (piece == 'k' && (path->end & APO_END_ROYAL));
}

static bool is_removal(const apo_path_step *step)
{
    return step->condition == APO_CONDITION_TAKE || step->condition == APO_CONDITION_REMOVE;
}

static bool add_open_path(void *context, const apo_path *path)
{
    finding *f = context;
    char bytes[APO_OUTCOME_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    if (!is_open(f->trial, path))
        return true;
    add_offset(&text, f->trial, path->to);
    for (unsigned i = 0; i < path->step_count; i++) {
        if (!is_removal(&path->steps[i]))
            continue;
        apo_text_add_char(&text, '+');
        add_offset(&text, f->trial, path->steps[i].square);
    }
    if (f->trial->pieces[path->to] != '.' && path->to != path->from) {
        apo_text_add_char(&text, '+');
        add_offset(&text, f->trial, path->to);
    }
    apo_outcome_add(f->moves, apo_text_span(&text));
    return true;
}

/* xbetza.md 1.10. `toward` is 1 to the right, -1 to the left. */
static void add_castling(apo_outcome_set *out, const apo_trial *trial,
                         const apo_castling *castling, int toward)
{
    int steps = castling->king_steps, last = 0;
    while (apo_trial_square(trial, last + toward, 0) != APO_SQUARE_NONE)
        last += toward;
    int partner = last - toward * castling->partner_inward;
    if (partner * toward < steps || (castling->is_unmoved && !trial->is_unmoved))
        return;
    for (int x = toward; x != partner; x += toward)
        if (trial->pieces[apo_trial_square(trial, x, 0)] != '.')
            return;
    if (trial->pieces[apo_trial_square(trial, partner, 0)] != 'v')
        return;
    char bytes[APO_OUTCOME_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    add_offset(&text, trial, apo_trial_square(trial, steps * toward, 0));
    apo_text_add_char(&text, '@');
    add_offset(&text, trial, apo_trial_square(trial, (steps - 1) * toward, 0));
    apo_text_add_char(&text, '@');
    add_offset(&text, trial, apo_trial_square(trial, partner, 0));
    apo_outcome_add(out, apo_text_span(&text));
}

apo_status apo_trial_find(apo_outcome_set *out, const apo_trial *trial)
{
    finding f = {trial, out, NULL};
    apo_status status = apo_paths_walk(&trial->geometry, &trial->moves, APO_WHITE, trial->from,
                                       add_open_path, &f);
    for (unsigned i = 0; i < trial->moves.castling_count; i++) {
        const apo_castling *castling = &trial->moves.castlings[i];
        if (castling->is_left)
            add_castling(out, trial, castling, -1);
        if (castling->is_right)
            add_castling(out, trial, castling, 1);
    }
    apo_outcome_sort(out);
    return status;
}

/* The only square of the path that must be occupied, or NULL; false if there are more. */
static bool find_only_piece(const apo_path *path, const apo_path_step **out)
{
    *out = NULL;
    for (unsigned i = 0; i < path->step_count; i++) {
        if (path->steps[i].condition == APO_CONDITION_EMPTY)
            continue;
        if (*out != NULL)
            return false;
        *out = &path->steps[i];
    }
    return true;
}

static void add_capture(const finding *f, apo_square victim, const apo_path *path)
{
    char bytes[APO_OUTCOME_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    add_offset(&text, f->trial, victim);
    if (path != NULL) {
        apo_text_add(&text, "->");
        add_offset(&text, f->trial, path->to);
    }
    apo_outcome_add(f->captures, apo_text_span(&text));
}

static bool add_path_alone(void *context, const apo_path *path)
{
    finding *f = context;
    const apo_path_step *piece;
    if (!find_only_piece(path, &piece))
        return true;
    if (piece != NULL) {
        if (piece->condition == APO_CONDITION_TAKE && (path->end & APO_END_MOVE))
            add_capture(f, piece->square, path);
        return true;
    }
    if (path->end & APO_END_MOVE) {
        char bytes[APO_OUTCOME_TEXT_MAX];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        add_offset(&text, f->trial, path->to);
        apo_outcome_add(f->moves, apo_text_span(&text));
    }
    if (path->end & APO_END_CAPTURE)
        add_capture(f, path->to, NULL);
    return true;
}

apo_status apo_trial_find_alone(apo_outcome_set *out_moves, apo_outcome_set *out_captures,
                                const apo_trial *trial)
{
    finding f = {trial, out_moves, out_captures};
    apo_status status = apo_paths_walk(&trial->geometry, &trial->moves, APO_WHITE, trial->from,
                                       add_path_alone, &f);
    apo_outcome_sort(out_moves);
    apo_outcome_sort(out_captures);
    return status;
}
