/* Reading PGN games as games that can be continued, and writing them. */
#include "game/game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"

static apo_status add_headers(apo_pgn_game *pgn, const apo_pgn_header *headers,
                              size_t header_count)
{
    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < header_count; i++)
        status =
            apo_pgn_tag_set(pgn, apo_span_of(headers[i].name), apo_span_of(headers[i].value));
    return status;
}

static apo_status add_moves(apo_pgn_game *pgn, const apo_game *game)
{
    apo_status status = apo_pgn_set_start(pgn, apo_game_info_of(game).start);
    uint32_t node = 0;
    for (size_t i = 0; status == APO_OK && i < apo_game_info_of(game).length; i++) {
        apo_move mv = apo_game_move(game, i);
        status = apo_pgn_add_move(pgn, node, &mv, &node);
    }
    return status;
}

apo_status apo_pgn_write_game(apo_buffer *out, const apo_game *game,
                              const apo_pgn_header *headers, size_t header_count)
{
    apo_pgn_game pgn;
    apo_pgn_game_init(&pgn, out->alloc);
    pgn.white_quarters = apo_game_info_of(game).outcome.white_quarters;
    apo_status status = add_headers(&pgn, headers, header_count);
    if (status == APO_OK)
        status = add_moves(&pgn, game);
    if (status == APO_OK)
        status = apo_pgn_write(out, &pgn);
    apo_pgn_game_clear(&pgn);
    return status;
}

static apo_status read_game(apo_pgn_game *pgn, apo_pgn_reader *reader, const apo_variant *var,
                            apo_error *err)
{
    apo_position start;
    apo_status status = apo_pgn_read_tags(reader, pgn, err);
    if (status != APO_OK)
        return status;
    status = apo_pgn_start_position(&start, pgn, var, err);
    if (status == APO_OK)
        status = apo_pgn_set_start(pgn, &start);
    return status == APO_OK ? apo_pgn_read_moves(reader, pgn, err) : status;
}

/* Replays the moves of `pgn`. */
static apo_status replay(apo_game **out, const apo_pgn_game *pgn, apo_error *err)
{
    apo_game *game;
    apo_status status = apo_game_new(&game, &pgn->start, pgn->alloc);
    if (status != APO_OK)
        return status;
    for (uint32_t node = pgn->nodes[0].first_child; status == APO_OK && node != 0;
         node = pgn->nodes[node].first_child)
        status = apo_game_play(game, &pgn->nodes[node].move);
    if (status != APO_OK) {
        apo_game_free(game);
        return apo_fail(err, status, 0,
                        status == APO_E_FINISHED ? "a move comes after the end of the game"
                                                 : apo_status_message(status),
                        apo_span_of(NULL));
    }
    /* Ignored if a rule has ended the game already, or if this game does not have the
     * result. */
    apo_game_end(game, pgn->white_quarters);
    *out = game;
    return APO_OK;
}

apo_status apo_pgn_read_game(apo_game **out, const apo_variant *var, apo_span *rest,
                             apo_error *err)
{
    apo_pgn_reader reader;
    apo_pgn_game pgn;
    apo_pgn_reader_start(&reader, *rest);
    if (!apo_pgn_reader_has_game(&reader)) {
        *rest = apo_span_part(*rest, rest->length, 0);
        return apo_fail(err, APO_E_UNKNOWN, 0, "no game is left", apo_span_of(NULL));
    }
    apo_pgn_game_init(&pgn, NULL);
    apo_status status = read_game(&pgn, &reader, var, err);
    if (status == APO_OK)
        status = replay(out, &pgn, err);
    else
        apo_pgn_skip_game(&reader);
    apo_pgn_game_clear(&pgn);
    *rest = apo_span_part(*rest, reader.cursor.position, rest->length);
    return status;
}

apo_status apo_pgn_read(apo_pgn_game **out, const apo_variant *var, apo_span *rest,
                        apo_error *err)
{
    apo_pgn_reader reader;
    apo_pgn_reader_start(&reader, *rest);
    if (!apo_pgn_reader_has_game(&reader)) {
        *rest = apo_span_part(*rest, rest->length, 0);
        return apo_fail(err, APO_E_UNKNOWN, 0, "no game is left", apo_span_of(NULL));
    }
    apo_pgn_game *pgn = apo_allocate(NULL, sizeof *pgn);
    if (pgn == NULL)
        return APO_E_MEMORY;
    apo_pgn_game_init(pgn, NULL);
    apo_status status = read_game(pgn, &reader, var, err);
    if (status == APO_OK) {
        *out = pgn;
    } else {
        apo_pgn_skip_game(&reader);
        apo_pgn_game_free(pgn);
    }
    *rest = apo_span_part(*rest, reader.cursor.position, rest->length);
    return status;
}

bool apo_pgn_find_tag(apo_text *out, apo_span text, const char *name)
{
    apo_pgn_reader reader;
    apo_pgn_game pgn;
    apo_pgn_reader_start(&reader, text);
    if (!apo_pgn_reader_has_game(&reader))
        return false;
    apo_pgn_game_init(&pgn, NULL);
    apo_pgn_read_tags(&reader, &pgn, NULL);
    apo_span value = apo_pgn_tag_get(&pgn, name);
    bool is_there = value.text != NULL;
    apo_text_add_span(out, value);
    apo_pgn_game_clear(&pgn);
    return is_there;
}
