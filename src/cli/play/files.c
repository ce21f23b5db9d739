/* Saving and loading. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/play/play_session.h"
#include "notation/locate.h"
#include "notation/pgn_reader.h"

static bool copy_path(char out[APO_PATH_MAX], apo_span rest)
{
    apo_text text = apo_text_start(out, APO_PATH_MAX);
    apo_text_add_span(&text, rest);
    if (rest.length == 0)
        puts("Which file? Type its name after the command.");
    return rest.length > 0 && !text.is_overflowed;
}

static void save(apo_play_session *session, apo_span rest, bool may_replace)
{
    char path[APO_PATH_MAX];
    apo_buffer text;
    if (!copy_path(path, rest))
        return;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_game_write_pgn(&text, session->game, &session->labels);
    if (status != APO_OK)
        apo_play_print("%s", apo_status_message(status));
    else if (apo_file_write(path, apo_buffer_span(&text), may_replace) == APO_OK)
        apo_play_print("Saved in %s", path);
    else if (errno == EEXIST)
        apo_play_print("%s exists already; \"save! %s\" overwrites it.", path, path);
    else
        apo_play_print("%s: %s", path, strerror(errno));
    apo_buffer_clear(&text);
}

void apo_play_session_save(apo_play_session *session, apo_span rest)
{
    save(session, rest, false);
}

void apo_play_session_save_over(apo_play_session *session, apo_span rest)
{
    save(session, rest, true);
}

/* --- loading ------------------------------------------------------------- */

/* A file being loaded. */
typedef struct loading {
    const char *path;
    apo_span text;
    apo_pgn_game pgn;
    apo_source source;
    apo_game_labels labels;
    char variant[APO_PATH_MAX];
} loading;

static void report_error(const loading *in, const apo_error *err)
{
    apo_location where = apo_span_locate(in->text, err->position);
    apo_play_print("%s:%u:%u: %s", in->path, (unsigned)where.line, (unsigned)where.column,
                   err->detail);
}

static bool open_variant(loading *in, const char *fallback)
{
    apo_span id = apo_pgn_variant_id(&in->pgn);
    apo_text text = apo_text_start(in->variant, sizeof in->variant);
    if (id.length == 0 && fallback != NULL)
        id = apo_span_of(fallback);
    if (id.length == 0)
        id = apo_pgn_default_id();
    apo_text_add_span(&text, id);
    in->labels.variant = in->variant;
    if (apo_source_open_id(&in->source, id) == APO_OK)
        return true;
    apo_play_print("%s: the file is of an unknown game: \"%s\"", in->path, in->variant);
    return false;
}

static bool read_game(loading *in, apo_game **out, const char *fallback)
{
    apo_pgn_reader reader;
    apo_error err;
    apo_position start;
    size_t extra;
    apo_pgn_reader_start(&reader, in->text);
    if (!apo_pgn_reader_has_game(&reader)) {
        apo_play_print("%s: the file contains no game", in->path);
        return false;
    }
    if (apo_pgn_read_tags(&reader, &in->pgn, &err) != APO_OK) {
        report_error(in, &err);
        return false;
    }
    if (!open_variant(in, fallback))
        return false;
    if (apo_pgn_start_position(&start, &in->pgn, in->source.var, &err) != APO_OK) {
        apo_play_print("%s: the start position: %s", in->path, err.detail);
        return false;
    }
    if (apo_pgn_set_start(&in->pgn, &start) != APO_OK)
        return false;
    if (apo_pgn_read_moves(&reader, &in->pgn, &err) != APO_OK) {
        report_error(in, &err);
        return false;
    }
    apo_game_labels_read(&in->labels, &in->pgn, in->source.var);
    return apo_game_from_pgn(out, &in->pgn, &extra) == APO_OK;
}

bool apo_play_session_read(apo_play_session *session, const char *path, const char *fallback)
{
    loading in = {.path = path};
    apo_game *game = NULL;
    apo_buffer text;
    bool is_read = false;
    apo_buffer_init(&text, NULL);
    apo_pgn_game_init(&in.pgn, NULL);
    errno = 0;
    apo_status status = apo_file_read(&text, path);
    in.text = apo_buffer_span(&text);
    if (status != APO_OK)
        apo_play_print("%s: %s", path,
                       status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    else
        is_read = read_game(&in, &game, fallback);
    if (is_read) {
        status = apo_play_session_set_game(session, in.source, game, &in.labels);
        is_read = status == APO_OK;
        if (!is_read) {
            apo_play_print("%s", apo_status_message(status));
            apo_game_free(game);
        }
    }
    if (!is_read)
        apo_source_close(&in.source);
    apo_pgn_game_clear(&in.pgn);
    apo_buffer_clear(&text);
    return is_read;
}

void apo_play_session_load(apo_play_session *session, apo_span rest)
{
    char path[APO_PATH_MAX];
    if (!copy_path(path, rest) ||
        !apo_play_session_read(session, path, session->labels.variant))
        return;
    /* The previous game keeps its own record. */
    apo_play_print("Loaded %zu half-moves.", apo_game_info_of(session->game).length);
    apo_journal_close(&session->journal);
    apo_play_session_open_journal(session);
    session->is_paused =
        session->is_computer[apo_position_side(apo_game_position(session->game))];
    apo_play_session_changed(session);
}
