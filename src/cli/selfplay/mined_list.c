#include "cli/selfplay/mined_list.h"

#include <errno.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/io/print_buffer.h"
#include "notation/move_number.h"

typedef struct listing {
    apo_source source; /* of the last game line */
    char name[64];     /* of that game */
    apo_position start;
    apo_span codes; /* of its moves */
} listing;

/* game KIND NAME START QUARTERS MOVES */
static bool read_game(listing *all, apo_span words)
{
    char kind[APO_ID_MAX];
    uint32_t start;
    apo_text_copy_span(kind, sizeof kind, apo_span_word(&words));
    apo_text_copy_span(all->name, sizeof all->name, apo_span_word(&words));
    if (!apo_span_number(apo_span_word(&words), UINT16_MAX, &start))
        return false;
    apo_span_word(&words);
    all->codes = apo_span_word(&words);
    if (all->source.var == NULL ||
        strcmp(apo_variant_info_of(all->source.var)->id, kind) != 0) {
        if (all->source.var != NULL)
            apo_source_close(&all->source);
        all->source.var = NULL;
        if (apo_source_open(&all->source, kind) != APO_EXIT_OK)
            return false;
    }
    return apo_position_start(&all->start, all->source.var, 0, start) == APO_OK;
}

/* The rules that the solver's moves use. */
enum theme {
    THEME_JOKER,
    THEME_LAUNCH,
    THEME_SERIES,
    THEME_CASTLING,
    THEME_PROMOTION,
    THEME_EN_PASSANT,
    THEME_QUIET, /* the first move captures nothing */
    THEMES
};

static const char *const theme_words[THEMES] = {"joker",     "launch",     "series", "castling",
                                                "promotion", "en-passant", "quiet"};

static unsigned themes_of(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(pos);
    unsigned type = apo_piece_type(apo_position_piece(pos, mv->from));
    unsigned captures = apo_move_info_of(pos, mv).capture_count, found = 0;
    if (type != APO_TYPE_NONE && apo_type_info_of(var, type)->is_joker)
        found |= 1U << THEME_JOKER;
    if (mv->launched != APO_TYPE_NONE)
        found |= 1U << THEME_LAUNCH;
    if (mv->kind == APO_MOVE_CHECKER && captures > 1)
        found |= 1U << THEME_SERIES;
    if (mv->kind == APO_MOVE_CASTLING)
        found |= 1U << THEME_CASTLING;
    if (mv->promoted != APO_TYPE_NONE)
        found |= 1U << THEME_PROMOTION;
    if (mv->kind == APO_MOVE_EN_PASSANT)
        found |= 1U << THEME_EN_PASSANT;
    return found;
}

/* Appends the line's moves, and notes the themes of the solver's. */
static apo_status write_line(apo_buffer *out, apo_position pos, apo_span codes,
                             unsigned *out_themes)
{
    apo_status status = APO_OK;
    for (unsigned i = 0; status == APO_OK && codes.length > 0; i++) {
        char buf[APO_COORDINATE_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_move mv;
        status = apo_move_code_read(&mv, &pos, &codes);
        if (status != APO_OK)
            break;
        if (i % 2 == 0)
            *out_themes |= themes_of(&pos, &mv);
        if (i == 0 && apo_move_info_of(&pos, &mv).capture_count == 0)
            *out_themes |= 1U << THEME_QUIET;
        apo_coordinate_write(&text, &pos, &mv);
        apo_buffer_add(out, i > 0 ? " " : "");
        apo_buffer_add(out, buf);
        status = apo_play(&pos, &mv);
    }
    return status;
}

static void write_themes(apo_buffer *out, unsigned themes)
{
    bool is_first = true;
    for (unsigned i = 0; i < THEMES; i++) {
        if ((themes >> i & 1) == 0)
            continue;
        apo_buffer_add(out, is_first ? "" : " ");
        apo_buffer_add(out, theme_words[i]);
        is_first = false;
    }
}

/* PLY AIM COUNT LINE */
static apo_status write_problem(apo_buffer *out, const listing *all, apo_span words)
{
    uint32_t ply = 0;
    char fen[APO_FEN_MAX];
    unsigned themes = 0;
    apo_buffer line;
    apo_position pos = all->start;
    apo_span codes = all->codes;
    if (!apo_span_number(apo_span_word(&words), UINT16_MAX, &ply))
        return APO_E_SYNTAX;
    apo_status status = APO_OK;
    for (uint32_t i = 0; status == APO_OK && i < ply; i++) {
        apo_move mv;
        status = apo_move_code_read(&mv, &pos, &codes);
        if (status == APO_OK)
            status = apo_play(&pos, &mv);
    }
    apo_span aim = apo_span_word(&words), count = apo_span_word(&words);
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_fen_write(&text, &pos);
    apo_buffer_init(&line, NULL);
    if (status == APO_OK)
        status = write_line(&line, pos, apo_span_word(&words), &themes);
    apo_buffer_add(out, apo_variant_info_of(all->source.var)->id);
    apo_buffer_add_char(out, '\t');
    apo_buffer_add_span(out, aim);
    apo_buffer_add_char(out, '\t');
    apo_buffer_add_span(out, count);
    apo_buffer_add_char(out, '\t');
    write_themes(out, themes);
    apo_buffer_add_char(out, '\t');
    apo_buffer_add(out, all->name);
    apo_buffer_add_char(out, '\t');
    apo_buffer_add_number(out, ply);
    apo_buffer_add_char(out, '\t');
    apo_buffer_add(out, fen);
    apo_buffer_add_char(out, '\t');
    apo_buffer_add_span(out, apo_buffer_span(&line));
    apo_buffer_add_char(out, '\n');
    apo_buffer_clear(&line);
    return status;
}

enum apo_exit apo_mined_list_text(apo_buffer *out, apo_span text, const char *name)
{
    listing all = {.name = ""};
    apo_span line;
    enum apo_exit result = APO_EXIT_OK;
    for (unsigned number = 1; result == APO_EXIT_OK && apo_span_line(&text, &line); number++) {
        apo_span words = line;
        bool is_good = true;
        if (apo_span_starts_with(line, "game ")) {
            apo_span_word(&words);
            is_good = read_game(&all, words);
        } else if (!apo_span_starts_with(line, "#")) {
            is_good = all.source.var != NULL && write_problem(out, &all, words) == APO_OK;
        }
        if (!is_good)
            result = apo_report_failure("%s: line %u cannot be read", name, number);
    }
    if (all.source.var != NULL)
        apo_source_close(&all.source);
    return result;
}

enum apo_exit apo_mined_list(const char *path)
{
    apo_buffer bytes, out;
    apo_buffer_init(&bytes, NULL);
    apo_buffer_init(&out, NULL);
    enum apo_exit result = APO_EXIT_OK;
    if (apo_file_read(&bytes, path) != APO_OK)
        result = apo_report_failure("%s: %s", path, strerror(errno));
    else
        result = apo_mined_list_text(&out, apo_buffer_span(&bytes), path);
    if (result == APO_EXIT_OK)
        result = apo_buffer_print(&out);
    else
        apo_buffer_clear(&out);
    apo_buffer_clear(&bytes);
    return result;
}
