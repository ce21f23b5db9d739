#include "server/archive/archive.h"

#include <string.h>

#include "base/random.h"
#include "base/text.h"
#include "notation/coordinate.h"
#include "store/people.h"
#include "store/published.h"

enum {
    SERIALS = 1 << APO_RECORD_SERIAL_BITS
};

/* --- tags ---------------------------------------------------------------- */

static uint64_t mix_text(uint64_t word, apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        word = apo_mix(word ^ (uint8_t)text.text[i]) + 1;
    return apo_mix(word ^ text.length << 8);
}

int64_t apo_archive_tag(const char *collection, enum apo_tag what, apo_span text, apo_span more,
                        uint64_t number)
{
    uint64_t word = mix_text((uint64_t)what, apo_span_of(collection));
    word = mix_text(mix_text(word, text), more);
    return (int64_t)apo_mix(word ^ apo_mix(number + 1));
}

void apo_archive_fold_name(char out[APO_STORE_PLAYER_MAX], apo_span name)
{
    apo_text text = apo_text_start(out, APO_STORE_PLAYER_MAX);
    name = apo_span_trim(name);
    for (size_t i = 0; i < name.length; i++)
        apo_text_add_char(&text, apo_to_lower(name.text[i]));
}

/* --- replaying a game ---------------------------------------------------- */

void apo_archive_walk_init(apo_archive_walk *walk)
{
    apo_buffer_init(&walk->moves, NULL);
    apo_buffer_init(&walk->notes, NULL);
    walk->plies = 0;
    walk->key_count = 0;
}

void apo_archive_walk_clear(apo_archive_walk *walk)
{
    apo_buffer_clear(&walk->moves);
    apo_buffer_clear(&walk->notes);
    apo_archive_walk_init(walk);
}

void apo_archive_walk_add(apo_archive_walk *walk, const apo_position *before,
                          const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, before, mv);
    if (walk->plies > 0)
        apo_buffer_add_char(&walk->moves, ' ');
    apo_buffer_add_span(&walk->moves, apo_text_span(&text));
    if (walk->plies < APO_ARCHIVE_PLIES) {
        walk->keys[walk->key_count++] = apo_position_key(before);
        walk->ends[walk->plies] = walk->moves.length;
    }
    walk->plies++;
}

void apo_archive_walk_end(apo_archive_walk *walk, const apo_position *last)
{
    if (walk->plies <= APO_ARCHIVE_PLIES)
        walk->keys[walk->key_count++] = apo_position_key(last);
}

void apo_archive_walk_game(apo_archive_walk *walk, const apo_game *game)
{
    apo_position pos = *apo_game_info_of(game).start;
    apo_undo undo;
    for (size_t i = 0; i < apo_game_info_of(game).length; i++) {
        apo_move mv = apo_game_move(game, i);
        apo_archive_walk_add(walk, &pos, &mv);
        apo_make(&pos, &mv, &undo);
    }
    apo_archive_walk_end(walk, &pos);
}

/* --- filing -------------------------------------------------------------- */

static bool give_true(void *context, const apo_store_record *record)
{
    (void)record;
    *(bool *)context = true;
    return false;
}

int64_t apo_archive_id(apo_store *store, const apo_pending *pending, int64_t ended_ms,
                       const char *game)
{
    int64_t second = ended_ms / 1000 - (ended_ms % 1000 < 0);
    uint64_t serial = mix_text(0, apo_span_of(game));
    for (;; serial++) {
        int64_t id = second * SERIALS + (int64_t)(serial % SERIALS);
        bool is_taken = pending != NULL && apo_pending_has_id(pending, id);
        if (store != NULL && !is_taken)
            apo_store_read_record(store, id, give_true, &is_taken);
        if (!is_taken)
            return id;
    }
}

enum filing_way {
    FILE_NOW,
    FILE_STAGED,
    FILE_AWAY /* remove from the archive */
};

typedef struct filing {
    apo_store_batch *batch;
    const apo_store_record *record;
    const apo_archive_walk *walk;
    enum filing_way way;
} filing;

/* `move`: what was played there, or empty. */
static void file_under(const filing *all, int64_t tag, apo_span move)
{
    const apo_store_record *record = all->record;
    switch (all->way) {
    case FILE_STAGED: apo_store_stage(all->batch, tag, move, record); return;
    case FILE_NOW:
        apo_store_add_tag(all->batch, tag, record->id);
        if (move.length > 0)
            apo_store_add_line(all->batch, tag, move, record->quarters, record->plies);
        return;
    case FILE_AWAY:
        apo_store_drop_tag(all->batch, tag, record->id);
        if (move.length > 0)
            apo_store_drop_line(all->batch, tag, move, record->quarters, record->plies);
        return;
    }
}

static void file_tag(const filing *all, enum apo_tag what, const char *text, const char *more,
                     uint64_t number)
{
    int64_t tag = apo_archive_tag(all->record->collection, what, apo_span_of(text),
                                  apo_span_of(more), number);
    file_under(all, tag, apo_span_of(""));
}

static void file_players(const filing *all)
{
    const apo_store_record *record = all->record;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        char name[APO_STORE_PLAYER_MAX];
        apo_archive_fold_name(name, apo_span_of(record->names[side]));
        if (record->players[side][0] != '\0')
            file_tag(all, APO_TAG_PERSON, record->players[side], "", 0);
        if (name[0] != '\0')
            file_tag(all, APO_TAG_NAME, name, "", 0);
    }
}

/* True if the position has occurred before in this game: it counts once. */
static bool is_again(const apo_archive_walk *walk, unsigned at)
{
    for (unsigned i = 0; i < at; i++) {
        if (walk->keys[i] == walk->keys[at])
            return true;
    }
    return false;
}

static apo_span move_at(const apo_archive_walk *walk, unsigned ply)
{
    size_t start = ply == 0 ? 0 : walk->ends[ply - 1] + 1;
    if (ply >= APO_ARCHIVE_PLIES || (int64_t)ply >= walk->plies)
        return apo_span_of("");
    return apo_span_part(apo_buffer_span(&walk->moves), start, walk->ends[ply] - start);
}

static void file_positions(const filing *all)
{
    const apo_archive_walk *walk = all->walk;
    const apo_store_record *record = all->record;
    apo_span variant = apo_span_of(record->variant);
    for (unsigned i = 0; i < walk->key_count; i++) {
        if (!is_again(walk, i))
            file_under(all,
                       apo_archive_tag(record->collection, APO_TAG_POSITION, variant,
                                       apo_span_of(""), walk->keys[i]),
                       move_at(walk, i));
    }
    for (unsigned i = 0; i < APO_ARCHIVE_OPENING && (int64_t)i < walk->plies; i++) {
        apo_span opening = apo_span_part(apo_buffer_span(&walk->moves), 0, walk->ends[i]);
        file_under(all,
                   apo_archive_tag(record->collection, APO_TAG_OPENING, variant, opening, 0),
                   apo_span_of(""));
    }
}

static void file_all(const filing *all)
{
    const apo_store_record *record = all->record;
    file_tag(all, APO_TAG_ALL, "", "", 0);
    file_tag(all, APO_TAG_VARIANT, record->variant, "", 0);
    file_tag(all, APO_TAG_RESULT, "", "", (uint64_t)record->quarters);
    file_tag(all, APO_TAG_CLOCK, "", "", record->clock);
    if (record->is_rated)
        file_tag(all, APO_TAG_RATED, "", "", 0);
    if (record->start_number > 0 && record->handicap[0] == '\0')
        file_tag(all, APO_TAG_START, record->variant, record->start_name,
                 (uint64_t)record->start_number);
    file_players(all);
    file_positions(all);
}

void apo_archive_remove(apo_store_batch *batch, const apo_store_record *record,
                        const apo_archive_walk *walk)
{
    const filing all = {batch, record, walk, FILE_AWAY};
    apo_store_drop_record(batch, record->id);
    file_all(&all);
}

void apo_archive_add(apo_store_batch *batch, const apo_store_record *record,
                     const apo_archive_walk *walk, bool is_staged)
{
    apo_store_record whole = *record;
    const filing all = {batch, &whole, walk, is_staged ? FILE_STAGED : FILE_NOW};
    whole.plies = walk->plies;
    whole.moves = apo_buffer_span(&walk->moves);
    whole.notes = apo_buffer_span(&walk->notes);
    apo_store_add_record(batch, &whole);
    file_all(&all);
    /* The site's statistics exclude private collections. */
    if (whole.collection[0] == '\0') {
        apo_store_count_start(batch, &whole);
        apo_store_count_published(batch, whole.variant);
    }
}

/* --- the record of a game ------------------------------------------------ */

#define COPY(field, text) apo_text_copy_span((field), sizeof(field), (text))

static enum apo_record_clock clock_of(const apo_round_start *start)
{
    if (start->controls[APO_WHITE].kind != start->controls[APO_BLACK].kind)
        return APO_RECORD_CLOCK_ODDS;
    switch (start->controls[APO_WHITE].kind) {
    case APO_CLOCK_NONE:
    case APO_CLOCK_KINDS: break;
    case APO_CLOCK_LIVE: return APO_RECORD_CLOCK_LIVE;
    case APO_CLOCK_DAYS: return APO_RECORD_CLOCK_DAYS;
    }
    return APO_RECORD_CLOCK_NONE;
}

static void copy_seat(apo_store_record *out, unsigned side, const apo_seat *seat,
                      apo_store *store)
{
    apo_store_person person;
    if (seat->kind == APO_SEAT_COMPUTER) {
        apo_text name = apo_text_start(out->names[side], sizeof out->names[side]);
        apo_text_add(&name, "Computer, level ");
        apo_text_add_number(&name, seat->level);
        out->kind = APO_RECORD_COMPUTER;
        return;
    }
    COPY(out->players[side], apo_span_of(seat->person));
    if (apo_store_find_person(store, &person, apo_span_of(seat->person)) == APO_OK)
        COPY(out->names[side], apo_span_of(person.name));
    else
        COPY(out->names[side], apo_span_of(seat->name));
}

void apo_archive_of_round(apo_store_record *out, const apo_round *round, apo_store *store,
                          int64_t ended_ms)
{
    const apo_round_start *start = &round->start;
    *out = (apo_store_record){
        .kind = APO_RECORD_PEOPLE,
        .clock = clock_of(start),
        .is_rated = start->is_rated,
        .quarters = round->white_quarters,
        .start_number = start->number,
        .begun_ms = round->note_capacity > 0 ? round->notes[0].at_ms : ended_ms,
        .ended_ms = ended_ms,
    };
    COPY(out->game, apo_span_of(round->id));
    COPY(out->variant, apo_span_of(start->variant));
    COPY(out->definition, apo_span_of(start->definition));
    COPY(out->start_name, apo_span_of(start->name));
    COPY(out->handicap, apo_span_of(start->handicap));
    COPY(out->reason, apo_span_of(round->reason));
    for (unsigned side = 0; side < APO_SIDES; side++)
        copy_seat(out, side, &round->seats[side], store);
    if (start->number == 0 || start->handicap[0] != '\0')
        out->fen = apo_span_of(start->fen);
    out->id = apo_archive_id(store, NULL, ended_ms, out->game);
}
