#include "server/archive/search.h"

#include <string.h>

#include "notation/fen.h"
#include "notation/move_text.h"
#include "notation/result.h"
#include "store/people.h"

enum {
    SEEKS_MAX = 20000, /* steps of one search: some tens of milliseconds */
    READS_MAX = 2000   /* games whose moves are compared */
};

static const int64_t day_seconds = 86400;

/* --- starts -------------------------------------------------------------- */

apo_status apo_archive_find_start(apo_position *out, const apo_variant *var, apo_span name,
                                  uint32_t number)
{
    unsigned index;
    if (!apo_variant_find_start(var, name, &index))
        return APO_E_UNKNOWN;
    return apo_position_start(out, var, index, number > 0 ? number : 1);
}

apo_status apo_archive_start(apo_position *out, const apo_variant *var,
                             const apo_store_record *record)
{
    apo_status status;
    if (record->fen.length > 0)
        status = apo_fen_read(out, var, record->fen, NULL);
    else
        status = apo_archive_find_start(out, var, apo_span_of(record->start_name),
                                        (uint32_t)record->start_number);
    return status == APO_OK ? APO_OK : APO_E_POSITION;
}

/* --- what is asked for --------------------------------------------------- */

typedef struct asking {
    apo_archive_query *out;
    const apo_archive_filter *filter;
    apo_store *store;
    apo_error *err;
    const apo_variant *var; /* NULL: any */
    char collection[APO_STORE_ID_MAX];
    apo_span start_name;
    uint32_t start_number; /* 0: any */
    bool is_of_variant;    /* some tag says the variant too */
} asking;

static apo_status refuse(const asking *all, apo_status status, const char *words, apo_span word)
{
    return apo_fail(all->err, status, 0, words, word);
}

static void add_tag(asking *all, enum apo_tag what, apo_span text, apo_span more,
                    uint64_t number)
{
    apo_archive_query *out = all->out;
    all->is_of_variant = all->is_of_variant || what == APO_TAG_START ||
                         what == APO_TAG_POSITION || what == APO_TAG_OPENING;
    if (out->tag_count < APO_ARCHIVE_TAGS_MAX)
        out->tags[out->tag_count++] =
            apo_archive_tag(all->collection, what, text, more, number);
}

static apo_span id_of(const asking *all)
{
    return apo_span_of(apo_variant_info_of(all->var)->id);
}

static apo_status read_variant(asking *all, apo_variant_map *variants)
{
    apo_span id = all->filter->variant;
    if (id.length == 0)
        return APO_OK;
    const apo_variant_entry *entry = apo_variant_map_find(variants, all->store, id);
    if (entry == NULL)
        return refuse(all, APO_E_UNKNOWN, "There is no game \"%s\" here.", id);
    all->var = entry->var;
    return APO_OK;
}

/* "17", "brouhaha-joker", "brouhaha-joker 17". */
static apo_status read_start(asking *all)
{
    apo_span rest = all->filter->start, none = apo_span_of("");
    apo_position pos;
    if (rest.length == 0)
        return APO_OK;
    if (all->var == NULL)
        return refuse(all, APO_E_SYNTAX, "A start belongs to a game: say which game.", none);
    apo_span word = apo_span_word(&rest);
    if (!apo_span_number(word, UINT32_MAX, &all->start_number)) {
        all->start_name = word;
        word = apo_span_word(&rest);
        all->start_number = 1;
        if (word.length > 0 && !apo_span_number(word, UINT32_MAX, &all->start_number))
            return refuse(all, APO_E_SYNTAX, "A start is a number; \"%s\" is not.", word);
    }
    if (all->start_number == 0 ||
        apo_archive_find_start(&pos, all->var, all->start_name, all->start_number) != APO_OK)
        return refuse(all, APO_E_RANGE, "This game has no start \"%s\".", all->filter->start);
    add_tag(all, APO_TAG_START, id_of(all), all->start_name, all->start_number);
    return APO_OK;
}

static void read_player(asking *all, apo_span name)
{
    char folded[APO_STORE_PLAYER_MAX];
    apo_store_person person;
    apo_archive_fold_name(folded, name);
    if (folded[0] == '\0')
        return;
    if (apo_store_find_name(all->store, &person, apo_span_of(folded)) == APO_OK)
        add_tag(all, APO_TAG_PERSON, apo_span_of(person.id), apo_span_of(""), 0);
    else
        add_tag(all, APO_TAG_NAME, apo_span_of(folded), apo_span_of(""), 0);
}

static apo_status read_result(asking *all)
{
    int quarters = APO_QUARTERS_UNKNOWN;
    apo_span text = all->filter->result;
    if (text.length == 0)
        return APO_OK;
    if (!apo_result_read(&quarters, text) || quarters == APO_QUARTERS_UNKNOWN)
        return refuse(all, APO_E_SYNTAX,
                      "A result is 1-0, 3/4-1/4, 1/2-1/2, 1/4-3/4 or 0-1; not \"%s\".", text);
    add_tag(all, APO_TAG_RESULT, apo_span_of(""), apo_span_of(""), (uint64_t)quarters);
    return APO_OK;
}

static apo_status read_clock(asking *all)
{
    static const char *const words[APO_RECORD_CLOCKS] = {"none", "live", "days", "odds"};
    apo_span text = all->filter->clock, none = apo_span_of("");
    if (apo_span_is(all->filter->rated, "yes"))
        add_tag(all, APO_TAG_RATED, none, none, 0);
    if (text.length == 0)
        return APO_OK;
    for (unsigned i = 0; i < APO_RECORD_CLOCKS; i++) {
        if (apo_span_is(text, words[i])) {
            add_tag(all, APO_TAG_CLOCK, none, none, i);
            return APO_OK;
        }
    }
    return refuse(all, APO_E_SYNTAX, "A clock is live, days, none or odds; not \"%s\".", text);
}

/* The first and the last id of a day. */
static apo_status read_days(asking *all)
{
    const apo_archive_filter *filter = all->filter;
    int64_t day;
    if (filter->since.length > 0) {
        if (!apo_archive_read_day(&day, filter->since))
            return refuse(all, APO_E_SYNTAX, "A day is written as 2026-11-21; not \"%s\".",
                          filter->since);
        all->out->oldest = (day * day_seconds) * (1 << APO_RECORD_SERIAL_BITS);
    }
    if (filter->until.length > 0) {
        if (!apo_archive_read_day(&day, filter->until))
            return refuse(all, APO_E_SYNTAX, "A day is written as 2026-11-21; not \"%s\".",
                          filter->until);
        all->out->newest = ((day + 1) * day_seconds) * (1 << APO_RECORD_SERIAL_BITS) - 1;
    }
    return APO_OK;
}

static apo_status read_position(asking *all)
{
    apo_position pos;
    apo_error reason = {.detail = ""};
    apo_span fen = apo_span_trim(all->filter->fen), none = apo_span_of("");
    if (fen.length == 0)
        return APO_OK;
    if (all->var == NULL)
        return refuse(all, APO_E_SYNTAX, "A position belongs to a game: say which game.", none);
    if (apo_fen_read(&pos, all->var, fen, &reason) != APO_OK)
        return apo_fail_because(all->err, APO_E_POSITION, "The position cannot be read: %s.",
                                reason.detail);
    add_tag(all, APO_TAG_POSITION, id_of(all), none, apo_position_key(&pos));
    return APO_OK;
}

/* --- opening moves ------------------------------------------------------- */

/* "1.", "12...", and results are not moves. */
static bool is_move_number(apo_span word)
{
    return apo_is_digit(word.text[0]) && word.text[word.length - 1] == '.';
}

/* "1.e4" without its number. */
static apo_span drop_number(apo_span word)
{
    size_t i = 0;
    while (i < word.length && apo_is_digit(word.text[i]))
        i++;
    while (i > 0 && i < word.length && word.text[i] == '.')
        i++;
    return i > 0 && i < word.length && word.text[i - 1] == '.'
               ? apo_span_part(word, i, word.length)
               : word;
}

/* If a game has many starts and none is given, a move in coordinates may fit any of them and is
 * taken literally; a pawn's move in SAN is the same in all. */
static apo_status read_loose_move(asking *all, const apo_position *pos, apo_span word,
                                  apo_text *out)
{
    apo_move mv;
    apo_error reason = {.detail = ""};
    char text[APO_COORDINATE_MAX];
    apo_text buf = apo_text_start(text, sizeof text);
    bool is_read = apo_move_read_any(&mv, pos, word, &reason) == APO_OK;
    bool is_pawn =
        is_read &&
        apo_type_info_of(all->var, apo_piece_type(apo_position_piece(pos, mv.from)))->is_pawn;
    if (is_pawn) {
        apo_coordinate_write(&buf, pos, &mv);
        apo_text_add_span(out, apo_text_span(&buf));
        return APO_OK;
    }
    if (apo_notation_guess(word) != APO_NOTATION_COORDINATE)
        return refuse(all, APO_E_AMBIGUOUS,
                      "\"%s\" depends on the start: say which, or write the move as e2e4.",
                      word);
    apo_text_add_span(out, word);
    return APO_OK;
}

static apo_status read_strict_move(asking *all, apo_position *pos, apo_span word, apo_text *out)
{
    apo_move mv;
    apo_error reason = {.detail = ""};
    if (apo_move_read_any(&mv, pos, word, &reason) != APO_OK)
        return apo_fail_because(all->err, APO_E_ILLEGAL,
                                "An opening move cannot be played: %s.", reason.detail);
    apo_coordinate_write(out, pos, &mv);
    apo_play(pos, &mv);
    return APO_OK;
}

/* Plays a move on the generic board for all starts, if possible. */
static void follow_loosely(apo_position *pos, apo_span word)
{
    apo_move mv;
    if (apo_move_read_any(&mv, pos, word, NULL) == APO_OK)
        apo_play(pos, &mv);
}

static apo_status write_opening(asking *all, apo_text *out, unsigned *out_count,
                                size_t *out_filed)
{
    apo_position pos;
    apo_span rest = all->filter->moves;
    bool is_strict = all->start_number > 0 || apo_variant_info_of(all->var)->start_count == 1;
    if (apo_archive_find_start(&pos, all->var, all->start_name, all->start_number) != APO_OK)
        return APO_E_UNKNOWN;
    for (apo_span word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest)) {
        if (is_move_number(word))
            continue;
        word = drop_number(word);
        if (*out_count > 0)
            apo_text_add_char(out, ' ');
        apo_status status = is_strict ? read_strict_move(all, &pos, word, out)
                                      : read_loose_move(all, &pos, word, out);
        if (status != APO_OK)
            return status;
        if (!is_strict)
            follow_loosely(&pos, word);
        if (++*out_count <= APO_ARCHIVE_OPENING)
            *out_filed = out->length;
    }
    return APO_OK;
}

static apo_status read_moves(asking *all)
{
    apo_text text = apo_text_start(all->out->prefix, sizeof all->out->prefix);
    apo_span none = apo_span_of("");
    unsigned count = 0;
    size_t filed = 0;
    if (apo_span_trim(all->filter->moves).length == 0)
        return APO_OK;
    if (all->var == NULL)
        return refuse(all, APO_E_SYNTAX, "Opening moves belong to a game: say which game.",
                      none);
    apo_status status = write_opening(all, &text, &count, &filed);
    if (status != APO_OK)
        return status;
    if (text.is_overflowed)
        return refuse(all, APO_E_TOO_LARGE, "There are too many moves to search for.", none);
    if (filed > 0)
        add_tag(all, APO_TAG_OPENING, id_of(all), apo_span_part(apo_text_span(&text), 0, filed),
                0);
    if (filed == text.length)
        all->out->prefix[0] = '\0';
    return APO_OK;
}

/* --- all of it ----------------------------------------------------------- */

static apo_status read_cursor(asking *all)
{
    apo_span text = all->filter->cursor;
    int64_t value = 0;
    bool is_negative = text.length > 0 && text.text[0] == '-';
    if (text.length == 0)
        return APO_OK;
    for (size_t i = is_negative; i < text.length; i++) {
        if (!apo_is_digit(text.text[i]) || value > (INT64_MAX - 9) / 10)
            return refuse(all, APO_E_SYNTAX, "The cursor is not valid: \"%s\".", text);
        value = value * 10 + (text.text[i] - '0');
    }
    if (is_negative)
        value = -value;
    if (value < all->out->newest)
        all->out->newest = value;
    return APO_OK;
}

/* Adds rare tags first, as the search begins with them. */
apo_status apo_archive_read_filter(apo_archive_query *out, const apo_archive_filter *filter,
                                   apo_variant_map *variants, apo_store *store, apo_error *err)
{
    asking all = {.out = out, .filter = filter, .store = store, .err = err};
    apo_span none = apo_span_of("");
    apo_text_copy_span(all.collection, sizeof all.collection, filter->collection);
    *out = (apo_archive_query){.oldest = INT64_MIN, .newest = INT64_MAX};
    apo_status status = read_variant(&all, variants);
    if (status == APO_OK)
        status = read_position(&all);
    read_player(&all, filter->player);
    read_player(&all, filter->opponent);
    if (status == APO_OK)
        status = read_start(&all);
    if (status == APO_OK)
        status = read_moves(&all);
    if (status == APO_OK)
        status = read_result(&all);
    if (status == APO_OK)
        status = read_clock(&all);
    if (status == APO_OK)
        status = read_days(&all);
    if (status == APO_OK)
        status = read_cursor(&all);
    /* Tags of starts, first moves and positions imply the game. */
    if (all.var != NULL && !all.is_of_variant)
        add_tag(&all, APO_TAG_VARIANT, id_of(&all), none, 0);
    if (out->tag_count == 0)
        add_tag(&all, APO_TAG_ALL, none, none, 0);
    return status;
}

/* --- the search ---------------------------------------------------------- */

typedef struct finding {
    const apo_archive_query *query;
    apo_store_record_row *row;
    void *context;
    bool is_fit, wants_more;
} finding;

static bool look_at(void *context, const apo_store_record *record)
{
    finding *all = context;
    apo_span moves = record->moves, prefix = apo_span_of(all->query->prefix);
    all->is_fit = apo_span_starts_with(moves, all->query->prefix) &&
                  (prefix.length == 0 || moves.length == prefix.length ||
                   moves.text[prefix.length] == ' ');
    if (all->is_fit)
        all->wants_more = all->row(all->context, record);
    return false;
}

apo_status apo_archive_search(apo_archive_rest *out, const apo_archive_query *query,
                              apo_store *store, unsigned limit, apo_store_record_row *row,
                              void *context)
{
    finding all = {query, row, context, false, true};
    unsigned budget = SEEKS_MAX, reads = 0, count = 0;
    int64_t at = query->newest;
    *out = (apo_archive_rest){false, 0};
    for (;;) {
        int64_t id;
        apo_status status =
            apo_store_meet_tags(store, &id, query->tags, query->tag_count, at, &budget);
        if (status == APO_E_UNKNOWN || (status == APO_OK && id < query->oldest))
            return APO_OK;
        if (status != APO_OK && status != APO_E_OVERFLOW)
            return status;
        if (status == APO_E_OVERFLOW || count == limit || reads == READS_MAX ||
            !all.wants_more) {
            *out = (apo_archive_rest){true, id};
            return APO_OK;
        }
        status = apo_store_read_record(store, id, look_at, &all);
        if (status != APO_OK)
            return status;
        reads++;
        count += all.is_fit;
        if (id == INT64_MIN)
            return APO_OK;
        at = id - 1;
    }
}
