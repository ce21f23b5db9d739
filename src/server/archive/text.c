#include "server/archive/text.h"

#include "definition/file/definition.h"
#include "notation/coordinate.h"
#include "notation/courier.h"
#include "notation/fen.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
#include "notation/result.h"
#include "notation/san.h"

enum {
    DAY_MS = 86400000,
    DAY_TEXT_MAX = 16
};

/* Reads the next move of the text; false at its end. */
static bool next_move(apo_span *rest, const apo_position *pos, apo_move *out,
                      apo_status *out_status)
{
    apo_span word = apo_span_word(rest);
    *out_status = APO_OK;
    if (word.length == 0)
        return false;
    if (apo_coordinate_read(out, pos, word, NULL) == APO_OK)
        return true;
    *out_status = APO_E_ILLEGAL;
    return false;
}

/* "2026.11.21" for PGN. */
static void write_date(apo_text *out, const apo_store_record *record)
{
    char buf[DAY_TEXT_MAX];
    apo_text day = apo_text_start(buf, sizeof buf);
    int64_t days = record->ended_ms / DAY_MS - (record->ended_ms % DAY_MS < 0);
    apo_archive_write_day(&day, days);
    for (size_t i = 0; i < day.length; i++)
        apo_text_add_char(out, buf[i] == '-' ? '.' : buf[i]);
}

/* "14", "brouhaha-joker 14". */
static void write_setup(apo_text *out, const apo_store_record *record)
{
    if (record->start_name[0] != '\0') {
        apo_text_add(out, record->start_name);
        apo_text_add_char(out, ' ');
    }
    apo_text_add_number(out, record->start_number);
}

/* "12. " before a move of White's; before one of Black's "12... ", unless White's precedes
 * it. */
static void add_number(apo_buffer *out, const apo_position *pos, bool is_always)
{
    bool is_white = apo_position_side(pos) == APO_WHITE;
    if (!is_white && !is_always)
        return;
    apo_buffer_add_number(out, pos->state.move_number);
    apo_buffer_add(out, is_white ? ". " : "... ");
}

/* --- PGN ----------------------------------------------------------------- */

static void set_tag(apo_pgn_game *game, const char *name, const char *value)
{
    /* Leaves out a name that PGN cannot hold; the writer puts "?" there. */
    if (value[0] != '\0')
        (void)apo_pgn_tag_set(game, apo_span_of(name), apo_span_of(value));
}

static void set_tags(apo_pgn_game *game, const apo_variant *var, const apo_store_record *record,
                     const apo_archive_labels *labels)
{
    char buf[APO_STORE_VARIANT_MAX + DAY_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    write_date(&text, record);
    set_tag(game, "Event", record->is_rated ? "Rated game" : "Game");
    set_tag(game, "Site", labels->site);
    set_tag(game, "Date", buf);
    set_tag(game, "White", labels->white);
    set_tag(game, "Black", labels->black);
    (void)apo_pgn_tag_set(
        game, apo_span_of("Variant"),
        apo_definition_name_elsewhere(apo_span_of(apo_variant_info_of(var)->id)));
    set_tag(game, "Termination", record->reason);
    if (record->fen.length > 0) {
        (void)apo_pgn_tag_set(game, apo_span_of("FEN"), record->fen);
        return;
    }
    text = apo_text_start(buf, sizeof buf);
    write_setup(&text, record);
    set_tag(game, "Setup", buf);
}

static apo_status add_moves(apo_pgn_game *game, apo_position *pos, apo_span moves)
{
    apo_status status = apo_pgn_set_start(game, pos);
    uint32_t node = 0;
    apo_move mv;
    if (status != APO_OK)
        return status;
    while (next_move(&moves, pos, &mv, &status)) {
        apo_undo undo;
        status = apo_pgn_add_move(game, node, &mv, &node);
        if (status != APO_OK)
            return status;
        apo_make(pos, &mv, &undo);
    }
    return status;
}

/* Reads the moves with their variations and comments, which we wrote ourselves. False: the game
 * is unchanged. */
static bool add_notes(apo_pgn_game *game, const apo_position *start, apo_span notes)
{
    apo_pgn_reader reader;
    apo_pgn_reader_start(&reader, notes);
    if (notes.length == 0 || apo_pgn_set_start(game, start) != APO_OK)
        return false;
    return apo_pgn_read_moves(&reader, game, NULL) == APO_OK;
}

/* Adds a remark to the move it is about, which may have been taken back since. */
static apo_status add_remark(apo_pgn_game *game, const apo_archive_remarks *remarks,
                             size_t index)
{
    uint32_t node = 0;
    for (int64_t ply = 0; ply < remarks->of[index].ply; ply++) {
        node = apo_pgn_node_info_of(game, node).first_child;
        if (node == 0)
            return APO_OK;
    }
    return apo_pgn_add_comment(game, node, false, apo_archive_remark_text(remarks, index));
}

/* The moves with their variations and comments. */
static apo_status add_tree(apo_pgn_game *game, const apo_position *start,
                           const apo_store_record *record, const apo_archive_labels *labels)
{
    apo_position pos = *start;
    apo_status status = APO_OK;
    if (!add_notes(game, start, record->notes))
        status = add_moves(game, &pos, record->moves);
    for (size_t i = 0;
         labels->remarks != NULL && status == APO_OK && i < labels->remarks->count; i++)
        status = add_remark(game, labels->remarks, i);
    return status;
}

static apo_status write_pgn(apo_buffer *out, apo_position *pos, const apo_store_record *record,
                            const apo_archive_labels *labels)
{
    apo_pgn_game game;
    apo_pgn_game_init(&game, NULL);
    set_tags(&game, apo_position_variant(pos), record, labels);
    apo_status status = add_tree(&game, pos, record, labels);
    game.white_quarters = record->quarters;
    if (status == APO_OK)
        status = apo_pgn_write(out, &game);
    apo_pgn_game_clear(&game);
    return status;
}

/* --- Game Courier -------------------------------------------------------- */

static void add_fact(apo_buffer *out, const char *name, apo_span value)
{
    if (value.length == 0)
        return;
    apo_buffer_add(out, "// ");
    apo_buffer_add(out, name);
    apo_buffer_add(out, ": ");
    for (size_t i = 0; i < value.length; i++)
        apo_buffer_add_char(out, value.text[i] == '\n' ? ' ' : value.text[i]);
    apo_buffer_add_char(out, '\n');
}

static void add_facts(apo_buffer *out, const apo_variant *var, const apo_store_record *record,
                      const apo_archive_labels *labels)
{
    char buf[APO_STORE_VARIANT_MAX + DAY_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    write_setup(&text, record);
    add_fact(out, "Variant", apo_span_of(apo_variant_info_of(var)->id));
    if (record->fen.length > 0)
        add_fact(out, "FEN", record->fen);
    else
        add_fact(out, "Start", apo_text_span(&text));
    text = apo_text_start(buf, sizeof buf);
    write_date(&text, record);
    add_fact(out, "Date", apo_text_span(&text));
    add_fact(out, "White", apo_span_of(labels->white));
    add_fact(out, "Black", apo_span_of(labels->black));
    add_fact(out, "Result", apo_span_of(apo_result_text(record->quarters)));
    add_fact(out, "Reason", apo_span_of(record->reason));
}

/* The comments after a move: " // text" in its line, the others in lines of their own. */
static void add_comments(apo_buffer *out, const apo_pgn_game *game, uint32_t node,
                         bool is_start)
{
    apo_span rest = apo_span_of(apo_pgn_node_info_of(game, node).comment_after), line;
    bool is_first = !is_start;
    while (apo_span_line(&rest, &line)) {
        apo_buffer_add(out, is_first ? " // " : "// ");
        apo_buffer_add_span(out, line);
        apo_buffer_add_char(out, '\n');
        is_first = false;
    }
    if (is_first)
        apo_buffer_add_char(out, '\n');
}

/* The main line, with its comments. */
static void add_courier_moves(apo_buffer *out, apo_position *pos, const apo_pgn_game *game)
{
    uint32_t node = 0;
    add_comments(out, game, node, true);
    while ((node = apo_pgn_node_info_of(game, node).first_child) != 0) {
        const apo_move mv = apo_pgn_node_info_of(game, node).move;
        char buf[APO_COURIER_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_undo undo;
        apo_courier_write(&text, pos, &mv);
        add_number(out, pos, true);
        apo_buffer_add_span(out, apo_text_span(&text));
        add_comments(out, game, node, false);
        apo_make(pos, &mv, &undo);
    }
}

static apo_status write_courier(apo_buffer *out, apo_position *pos,
                                const apo_store_record *record,
                                const apo_archive_labels *labels)
{
    apo_pgn_game game;
    apo_pgn_game_init(&game, NULL);
    add_facts(out, apo_position_variant(pos), record, labels);
    apo_status status = add_tree(&game, pos, record, labels);
    if (status == APO_OK)
        add_courier_moves(out, pos, &game);
    apo_buffer_add_char(out, '\n');
    apo_pgn_game_clear(&game);
    return status;
}

apo_status apo_archive_write(apo_buffer *out, enum apo_archive_form form,
                             const apo_variant *var, const apo_store_record *record,
                             const apo_archive_labels *labels)
{
    apo_position pos;
    apo_status status = apo_archive_start(&pos, var, record);
    if (status != APO_OK)
        return status;
    return form == APO_ARCHIVE_PGN ? write_pgn(out, &pos, record, labels)
                                   : write_courier(out, &pos, record, labels);
}

/* --- a few moves, and the end -------------------------------------------- */

/* The move of the list with that text; NULL: none. The list is also used for its SAN. */
static const apo_move *find_move(const apo_move_list *list, const apo_position *pos,
                                 apo_span word)
{
    for (size_t i = 0; i < list->count; i++) {
        char buf[APO_COORDINATE_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_coordinate_write(&text, pos, &list->moves[i]);
        if (apo_span_same(word, apo_text_span(&text)))
            return &list->moves[i];
    }
    return NULL;
}

/* Adds the next move and plays it. False: there is none. */
static bool add_san(apo_buffer *out, apo_position *pos, apo_span word, bool is_first)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    char buf[APO_SAN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_undo undo;
    if (word.length == 0)
        return false;
    apo_coordinate_list(list, pos, word);
    const apo_move *mv = find_move(list, pos, word);
    if (mv == NULL)
        return false;
    if (!is_first)
        apo_buffer_add_char(out, ' ');
    add_number(out, pos, is_first);
    apo_san_write_among(&text, pos, mv, list);
    apo_buffer_add_span(out, apo_text_span(&text));
    apo_make(pos, mv, &undo);
    return true;
}

void apo_archive_write_opening(apo_buffer *out, const apo_variant *var,
                               const apo_store_record *record, unsigned count)
{
    apo_span rest = record->moves;
    apo_position pos;
    if (apo_archive_start(&pos, var, record) != APO_OK)
        return;
    for (unsigned i = 0; i < count; i++) {
        if (!add_san(out, &pos, apo_span_word(&rest), i == 0))
            return;
    }
}

apo_status apo_archive_last(apo_position *out, const apo_variant *var,
                            const apo_store_record *record)
{
    apo_span rest = record->moves;
    apo_status status = apo_archive_start(out, var, record);
    apo_move mv;
    if (status != APO_OK)
        return status;
    while (next_move(&rest, out, &mv, &status)) {
        apo_undo undo;
        apo_make(out, &mv, &undo);
    }
    return status;
}

void apo_archive_walk_record(apo_archive_walk *walk, const apo_variant *var,
                             const apo_store_record *record)
{
    apo_span rest = record->moves;
    apo_position pos;
    apo_status status;
    apo_move mv;
    if (apo_archive_start(&pos, var, record) != APO_OK)
        return;
    while (next_move(&rest, &pos, &mv, &status)) {
        apo_undo undo;
        apo_archive_walk_add(walk, &pos, &mv);
        apo_make(&pos, &mv, &undo);
    }
    apo_archive_walk_end(walk, &pos);
}
