#include "server/archive/import.h"

#include <string.h>

#include "base/random.h"
#include "base/text.h"
#include "base/utf8.h"
#include "definition/file/definition.h"
#include "net/plain_text.h"
#include "notation/fen.h"
#include "notation/movelist.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
#include "notation/result.h"
#include "store/people.h"

enum {
    ID_LENGTH = 14, /* letters: 81 bits of a digest of the game */
    DAY_MS = 86400000,
    DAY_SECONDS = 86400,
    NOTES_MAX =
        1 << 18 /* bytes of a game's annotated moves; a heavily annotated one has 40 kB */
};

/* The facts about a game besides its moves. */
typedef struct facts {
    apo_span variant, setup, fen, date, white, black, result, reason;
} facts;

/* A game being read. */
typedef struct reading {
    apo_import *import;
    apo_store_record *record;
    apo_archive_walk *walk;
    const apo_variant_entry *entry;
    apo_game *game;  /* owned */
    size_t position; /* position of the fault in the text */
    apo_error err;
} reading;

static bool fail(reading *all, const char *words, apo_span word)
{
    apo_fail(&all->err, APO_E_SYNTAX, 0, words, word);
    return false;
}

/* --- untrusted texts ----------------------------------------------------- */

/* Adds as many whole characters as fit; invalid and control characters become "?". */
static void add_clean(apo_text *out, apo_span text)
{
    for (size_t i = 0; i < text.length;) {
        size_t length = apo_utf8_measure(apo_span_part(text, i, 4));
        bool is_plain = length > 0 && (unsigned char)text.text[i] >= ' ' && text.text[i] != 127;
        size_t step = length > 0 ? length : 1;
        if (out->length + step >= out->size)
            return;
        if (is_plain)
            apo_text_add_span(out, apo_span_part(text, i, step));
        else
            apo_text_add_char(out, '?');
        i += step;
    }
}

/* Trims the text and cuts it to fit; "?" is nobody. */
static void copy_clean(char *out, size_t size, apo_span text)
{
    apo_text buf = apo_text_start(out, size);
    add_clean(&buf, apo_span_trim(text));
    char clean[sizeof(apo_store_record)];
    /* Cleaning only makes it shorter, so it fits. */
    (void)apo_plain_text_copy(clean, size, apo_text_span(&buf));
    apo_text_copy(out, size, strcmp(clean, "?") == 0 ? "" : clean);
}

#define COPY(field, text) copy_clean((field), sizeof(field), (text))

/* --- which game, which start --------------------------------------------- */

static bool find_entry(reading *all, const facts *said)
{
    apo_span none = apo_span_of("");
    apo_span id = said->variant.length > 0 ? said->variant : all->import->options.variant;
    for (size_t i = 0; i < id.length; i++) {
        if (id.text[i] == ':')
            id = apo_span_part(id, 0, i);
    }
    if (id.length == 0)
        return fail(all, "the game is not named", none);
    apo_variant_map *variants = all->import->variants;
    all->entry = apo_variant_map_find(variants, NULL, id);
    const char *known = apo_definition_find_id(id, said->fen.length > 0);
    if (all->entry == NULL && known != NULL)
        all->entry = apo_variant_map_find(variants, NULL, apo_span_of(known));
    if (all->entry == NULL)
        return fail(all, "there is no game \"%s\" here", id);
    COPY(all->record->variant, apo_span_of(all->entry->id));
    COPY(all->record->definition, apo_span_of(all->entry->digest));
    return true;
}

/* "14", "rank3", "rank3 2"; a name may also follow the variant's colon. */
static void note_start(reading *all, const facts *said)
{
    apo_store_record *record = all->record;
    apo_span rest = said->setup.length > 0 ? said->setup : all->import->options.start;
    apo_span word = apo_span_word(&rest);
    uint32_t number = 1;
    for (size_t i = 0; i < said->variant.length; i++) {
        if (said->variant.text[i] == ':')
            COPY(record->start_name, apo_span_part(said->variant, i + 1, said->variant.length));
    }
    if (word.length > 0 && !apo_is_digit(word.text[0])) {
        COPY(record->start_name, word);
        word = apo_span_word(&rest);
    }
    if (word.length > 0 && !apo_span_number(word, INT32_MAX, &number))
        number = 0;
    record->start_number = number;
}

static bool find_position(reading *all, const facts *said, apo_position *out)
{
    apo_store_record *record = all->record;
    apo_text fen = apo_text_start(all->import->fen, sizeof all->import->fen);
    apo_error err = {.detail = ""};
    if (said->fen.length > 0) {
        if (apo_fen_read(out, all->entry->var, said->fen, &err) != APO_OK)
            return apo_fail_because(&all->err, APO_E_POSITION,
                                    "its position cannot be read: %s", err.detail) == APO_OK;
        apo_fen_write(&fen, out);
        record->fen = apo_text_span(&fen);
        return true;
    }
    note_start(all, said);
    if (record->start_number == 0 ||
        apo_archive_find_start(out, all->entry->var, apo_span_of(record->start_name),
                               (uint32_t)record->start_number) != APO_OK)
        return fail(all, "there is no start \"%s\" of this game",
                    said->setup.length > 0 ? said->setup : all->import->options.start);
    return true;
}

static bool begin(reading *all, const facts *said)
{
    apo_position start;
    if (!find_entry(all, said) || !find_position(all, said, &start))
        return false;
    if (apo_game_new(&all->game, &start, NULL) != APO_OK)
        return fail(all, "out of memory", apo_span_of(""));
    return true;
}

static bool play(reading *all, const apo_move *mv)
{
    apo_status status = apo_game_play(all->game, mv);
    if (status == APO_E_FINISHED)
        return fail(all, "there is a move after the end of the game", apo_span_of(""));
    return status == APO_OK || fail(all, "out of memory", apo_span_of(""));
}

/* --- how it ended -------------------------------------------------------- */

/* A word of a few letters; anything else is not one of our reasons. */
static bool is_word(apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (!apo_is_lower(text.text[i]))
            return false;
    }
    return text.length > 0 && text.length < APO_STORE_REASON_MAX;
}

static bool note_result(reading *all, const facts *said)
{
    apo_outcome end = apo_game_info_of(all->game).outcome;
    apo_store_record *record = all->record;
    int quarters = APO_QUARTERS_UNKNOWN;
    bool is_over = end.ending != APO_ENDING_NONE;
    if (said->result.length > 0 && !apo_result_read(&quarters, said->result))
        return fail(all, "\"%s\" is not a result", said->result);
    if (is_over && quarters != APO_QUARTERS_UNKNOWN && quarters != end.white_quarters)
        return fail(all, "its result contradicts the rules, %s",
                    apo_span_of(apo_result_text(end.white_quarters)));
    if (is_over)
        quarters = end.white_quarters;
    if (quarters == APO_QUARTERS_UNKNOWN)
        return fail(all, "it has no result", apo_span_of(""));
    if (quarters % 2 != 0 && !apo_variant_info_of(all->entry->var)->has_advantage)
        return fail(all, "this game has no result %s", said->result);
    record->quarters = quarters;
    if (is_over)
        COPY(record->reason, apo_span_of(apo_ending_word(end.ending)));
    else if (is_word(said->reason))
        COPY(record->reason, said->reason);
    return true;
}

/* --- who and when -------------------------------------------------------- */

static void note_players(reading *all, const facts *said)
{
    const apo_span names[APO_SIDES] = {said->white, said->black};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        char folded[APO_STORE_PLAYER_MAX];
        apo_store_person person;
        char *name = all->record->names[side];
        copy_clean(name, sizeof all->record->names[side], names[side]);
        apo_archive_fold_name(folded, apo_span_of(name));
        if (all->import->store != NULL && all->import->options.has_matching &&
            folded[0] != '\0' &&
            apo_store_find_name(all->import->store, &person, apo_span_of(folded)) == APO_OK)
            COPY(all->record->players[side], apo_span_of(person.id));
    }
}

static uint64_t mix(uint64_t word, apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        word = apo_mix(word ^ (uint8_t)text.text[i]) + 1;
    return apo_mix(word + text.length);
}

/* The day of the date; unknown parts count as the first. False: the date is unknown. */
static bool find_day(const facts *said, int64_t *out)
{
    char text[16];
    apo_text buf = apo_text_start(text, sizeof text);
    apo_text_add_span(&buf, apo_span_part(said->date, 0, sizeof text - 1));
    for (size_t i = 5; i < buf.length; i++) {
        if (text[i] == '?')
            text[i] = i % 3 == 0 ? '1' : '0';
    }
    return apo_archive_read_day(out, apo_text_span(&buf));
}

/* Gives the same game the same id, however often it is imported. */
static void name_game(reading *all, const facts *said)
{
    static const char letters[] = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    apo_store_record *record = all->record;
    int64_t day = 0;
    find_day(said, &day);
    uint64_t word = mix(7, apo_span_of(all->import->options.collection));
    word = mix(mix(word, apo_span_of(record->variant)), apo_buffer_span(&all->walk->moves));
    word = mix(mix(word, record->fen), apo_span_of(record->start_name));
    word = apo_mix(word ^ (uint64_t)record->start_number << 8 ^ (uint64_t)record->quarters);
    word = mix(mix(word, apo_span_of(record->names[0])), apo_span_of(record->names[1]));
    word = apo_mix(word ^ (uint64_t)day);
    for (size_t i = 0; i < ID_LENGTH; i++) {
        if (i == ID_LENGTH / 2)
            word = apo_mix(word);
        record->game[i] = letters[word % (sizeof letters - 1)];
        word /= sizeof letters - 1;
    }
    record->game[ID_LENGTH] = '\0';
}

/* A date has only the day; games of one day are spread over it. */
static void note_date(reading *all, const facts *said)
{
    int64_t day;
    all->record->ended_ms = all->import->options.now_ms;
    if (find_day(said, &day))
        all->record->ended_ms =
            day * DAY_MS +
            (int64_t)(mix(1, apo_span_of(all->record->game)) % DAY_SECONDS) * 1000;
    all->record->begun_ms = all->record->ended_ms;
}

static bool finish(reading *all, const facts *said)
{
    apo_store_record *record = all->record;
    if (apo_game_info_of(all->game).length == 0)
        return fail(all, "it has no moves", apo_span_of(""));
    if (!note_result(all, said))
        return false;
    apo_archive_walk_game(all->walk, all->game);
    if (all->walk->moves.is_failed)
        return fail(all, "out of memory", apo_span_of(""));
    record->kind = APO_RECORD_IMPORTED;
    COPY(record->collection, apo_span_of(all->import->options.collection));
    note_players(all, said);
    name_game(all, said);
    note_date(all, said);
    return true;
}

/* --- PGN ----------------------------------------------------------------- */

static void note_tags(facts *out, const apo_pgn_game *pgn)
{
    *out = (facts){
        .variant = apo_pgn_tag_get(pgn, "Variant"),
        .setup = apo_pgn_tag_get(pgn, "Setup"),
        .fen = apo_pgn_tag_get(pgn, "FEN"),
        .date = apo_pgn_tag_get(pgn, "Date"),
        .white = apo_pgn_tag_get(pgn, "White"),
        .black = apo_pgn_tag_get(pgn, "Black"),
        .reason = apo_pgn_tag_get(pgn, "Termination"),
    };
}

static bool play_line(reading *all, const apo_pgn_game *pgn)
{
    for (uint32_t node = pgn->nodes[0].first_child; node != 0;
         node = pgn->nodes[node].first_child) {
        if (!play(all, &pgn->nodes[node].move))
            return false;
    }
    return true;
}

static bool is_annotated(const apo_pgn_game *pgn)
{
    for (size_t i = 0; i < pgn->node_count; i++) {
        const apo_pgn_node *node = &pgn->nodes[i];
        if (node->before.length > 0 || node->after.length > 0 || node->nag_count > 0 ||
            node->next_sibling != 0)
            return true;
    }
    return false;
}

/* Keeps variations, comments and glyphs. Very long notes are refused rather than cut, so that
 * downloads of long lists stay quick. */
static bool keep_notes(reading *all, const apo_pgn_game *pgn)
{
    apo_buffer *notes = &all->walk->notes;
    if (!is_annotated(pgn))
        return true;
    if (apo_pgn_write_moves(notes, pgn) != APO_OK)
        return fail(all, "out of memory", apo_span_of(""));
    return notes->length <= NOTES_MAX ||
           fail(all, "its comments and variations are too long", apo_span_of(""));
}

/* Plays what was read. The result is the one of the tag, or of the end of the moves. */
static bool finish_tree(reading *all, const apo_pgn_game *pgn, facts *said)
{
    if (pgn->white_quarters != APO_QUARTERS_UNKNOWN)
        said->result = apo_span_of(apo_result_text(pgn->white_quarters));
    return play_line(all, pgn) && finish(all, said) && keep_notes(all, pgn);
}

static bool read_pgn_game(reading *all, apo_pgn_reader *reader, apo_pgn_game *pgn)
{
    facts said;
    all->position = reader->cursor.position;
    if (apo_pgn_read_tags(reader, pgn, &all->err) != APO_OK) {
        all->position = all->err.position;
        return false;
    }
    note_tags(&said, pgn);
    if (said.variant.length == 0 && all->import->options.variant.length == 0)
        said.variant = apo_pgn_default_id();
    if (!begin(all, &said) ||
        apo_pgn_set_start(pgn, apo_game_info_of(all->game).start) != APO_OK)
        return false;
    if (apo_pgn_read_moves(reader, pgn, &all->err) != APO_OK) {
        all->position = all->err.position;
        return false;
    }
    return finish_tree(all, pgn, &said);
}

static bool read_pgn(reading *all)
{
    apo_pgn_reader *reader = &all->import->reader;
    size_t before = reader->cursor.position;
    apo_pgn_game pgn;
    apo_pgn_game_init(&pgn, NULL);
    bool is_read = read_pgn_game(all, reader, &pgn);
    if (!is_read)
        apo_pgn_skip_game(reader);
    apo_pgn_game_clear(&pgn);
    /* Ensures that after any fault the next call begins further on. */
    if (reader->cursor.position <= before)
        reader->cursor.position = reader->cursor.text.length;
    return is_read;
}

/* --- logs of Game Courier ------------------------------------------------ */

static bool read_log_game(reading *all, apo_courier_log *log, apo_pgn_game *pgn)
{
    facts said;
    all->position = log->position;
    if (apo_courier_log_read_tags(log, pgn) != APO_OK)
        return fail(all, "out of memory", apo_span_of(""));
    note_tags(&said, pgn);
    if (!begin(all, &said) ||
        apo_pgn_set_start(pgn, apo_game_info_of(all->game).start) != APO_OK)
        return false;
    if (apo_courier_log_read_moves(log, pgn, &all->err) != APO_OK) {
        all->position = all->err.position;
        return false;
    }
    said.reason = apo_pgn_tag_get(pgn, "Termination");
    return finish_tree(all, pgn, &said);
}

static bool read_log(reading *all)
{
    apo_pgn_game pgn;
    apo_pgn_game_init(&pgn, NULL);
    bool is_read = read_log_game(all, &all->import->log, &pgn);
    apo_pgn_game_clear(&pgn);
    return is_read;
}

/* --- both ---------------------------------------------------------------- */

void apo_import_start(apo_import *import, const apo_import_options *options,
                      apo_variant_map *variants, apo_store *store, apo_span text)
{
    *import = (apo_import){
        .options = *options, .variants = variants, .store = store, .text = text, .line = 1};
    /* A log begins with a header, a comment or a move; everything else is PGN. */
    apo_span first = apo_span_trim(text);
    import->is_pgn =
        !apo_span_starts_with(first, "//") && apo_movelist_detect(text) != APO_MOVELIST_COURIER;
    apo_pgn_reader_start(&import->reader, text);
    apo_courier_log_start(&import->log, text);
}

static bool has_game(apo_import *import)
{
    if (import->is_pgn)
        return apo_pgn_reader_has_game(&import->reader);
    return apo_courier_log_has_game(&import->log);
}

static bool is_known(const apo_import *import, const char *game)
{
    const apo_pending *pending = import->options.pending;
    return (import->store != NULL && apo_store_has_record(import->store, apo_span_of(game))) ||
           (pending != NULL && apo_pending_has_game(pending, game));
}

/* The line of a position; faults come in the order of the text, so each line is counted once.
 */
static uint32_t find_line(apo_import *import, size_t position)
{
    if (position < import->line_at) {
        import->line = 1;
        import->line_at = 0;
    }
    if (position > import->text.length)
        position = import->text.length;
    for (; import->line_at < position; import->line_at++)
        import->line += import->text.text[import->line_at] == '\n';
    return import->line;
}

enum apo_import_step apo_import_read(apo_import *import, apo_store_record *record,
                                     apo_archive_walk *walk, apo_import_fault *fault)
{
    reading all = {.import = import, .record = record, .walk = walk};
    if (!has_game(import))
        return APO_IMPORT_END;
    *record = (apo_store_record){.id = 0};
    apo_archive_walk_clear(walk);
    import->game++;
    bool is_read = import->is_pgn ? read_pgn(&all) : read_log(&all);
    apo_game_free(all.game);
    fault->game = import->game;
    fault->line = find_line(import, all.position);
    if (is_read)
        return APO_IMPORT_GAME;
    memcpy(fault->detail, all.err.detail, sizeof fault->detail);
    return APO_IMPORT_FAULT;
}

enum apo_import_step apo_import_place(apo_import *import, apo_store_record *record,
                                      apo_import_fault *fault)
{
    apo_pending *pending = import->options.pending;
    if (is_known(import, record->game))
        return APO_IMPORT_KNOWN;
    record->id = apo_archive_id(import->store, pending, record->ended_ms, record->game);
    if (pending == NULL || apo_pending_add(pending, record))
        return APO_IMPORT_GAME;
    apo_text_copy(fault->detail, sizeof fault->detail, "out of memory");
    return APO_IMPORT_FAULT;
}

size_t apo_import_position(const apo_import *import)
{
    return import->is_pgn ? import->reader.cursor.position : import->log.position;
}

enum apo_import_step apo_import_next(apo_import *import, apo_store_record *record,
                                     apo_archive_walk *walk, apo_import_fault *fault)
{
    enum apo_import_step step = apo_import_read(import, record, walk, fault);
    return step == APO_IMPORT_GAME ? apo_import_place(import, record, fault) : step;
}
