#include "base/mem.h"
#include "definition/betza/dialect.h"
#include "definition/exchange/fairy_ini_priv.h"

/* diagonalLines: squares from each of which certain pieces also go diagonally to the others.
 * They get these moves, and [lines] draws the lines between the squares. */

static const apo_span nothing = {NULL, 0};

/* What a piece can do along the lines, in Fairy-Stockfish's dialect; "" if it has no use for
 * them. A king follows them only if it is the king of Chinese chess, which no section can ask
 * for, only have from its base. */
static const char *moves_along(const apo_ini *ini, unsigned type)
{
    const apo_fairy_game *game = &ini->game;
    switch (type) {
    case APO_FAIRY_ROOK: return "B";
    case APO_FAIRY_JANGGI_CANNON: return "pB";
    case APO_FAIRY_SOLDIER: return "fF";
    case APO_FAIRY_WAZIR: return "F";
    case APO_FAIRY_KING:
        return game->has_custom_king && game->pieces[type].line == 0 &&
                       apo_span_is(game->moves[type], "W")
                   ? "F"
                   : "";
    default: return "";
    }
}

static bool is_on(const apo_ini *ini)
{
    return !apo_ini__is_region_empty(ini, &ini->game.regions[APO_FAIRY_REGION_DIAGONALS][0]);
}

void apo_ini__add_diagonals(apo_ini *ini, apo_ini_type *type)
{
    apo_span text = apo_span_of(moves_along(ini, type->number));
    apo_piece_moves along;
    apo_error err;
    if (!is_on(ini) || text.length == 0 ||
        apo_dialect_read(&along, text, APO_DIALECT_FAIRY, NULL, &err) != APO_OK)
        return;
    for (unsigned i = 0; i < along.move_count; i++)
        if (type->moves.move_count < APO_PIECE_MOVES_MAX)
            type->moves.moves[type->moves.move_count++] = along.moves[i];
}

static bool is_marked(const apo_ini *ini, int row, int file)
{
    const apo_fairy_region *region = &ini->game.regions[APO_FAIRY_REGION_DIAGONALS][0];
    return row >= 0 && file >= 0 && row < (int)ini->draft->geometry.rows &&
           file < (int)ini->draft->geometry.files &&
           apo_ini__is_square(ini, (unsigned)row, (unsigned)file) &&
           (region->rows[row] >> file & 1) != 0;
}

static void add_square(apo_text *out, int row, int file)
{
    apo_text_add_char(out, ' ');
    apo_text_add_char(out, (char)('a' + file));
    apo_text_add_number(out, (unsigned)row + 1);
}

/* Adds the line that begins at a square and goes up to the right (by 1) or left (by -1). False
 * if the same diagonal goes on behind a gap. */
static bool add_line(const apo_ini *ini, apo_text *out, int row, int file, int by)
{
    int files = ini->draft->geometry.files, end = row;
    if (is_marked(ini, row - 1, file - by))
        return true;
    while (is_marked(ini, end + 1, file + (end + 1 - row) * by))
        end++;
    if (end > row) {
        apo_text_add(out, "line =");
        for (int at = row; at <= end; at++)
            add_square(out, at, file + (at - row) * by);
        apo_text_add_char(out, '\n');
    }
    for (int at = end + 1, far = file + (at - row) * by; far >= 0 && far < files;
         at++, far += by)
        if (is_marked(ini, at, far))
            return false;
    return true;
}

/* Reports what the lines do there and cannot do here. */
static void refuse(apo_ini *ini, bool has_gaps)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->region_from[APO_FAIRY_REGION_DIAGONALS];
    uint64_t in_play = ini->in_play[0] | ini->in_play[1];
    bool is_sliding =
        ((in_play >> APO_FAIRY_ROOK | in_play >> APO_FAIRY_JANGGI_CANNON) & 1) != 0;
    if (has_gaps && is_sliding)
        apo_ini__lose(ini, from, "a line with a gap has no rule here", nothing);
    if ((in_play >> APO_FAIRY_SOLDIER & 1) != 0 && game->numbers[APO_FAIRY_SOLDIER_RANK][0] > 0)
        apo_ini__lose(ini, from, "soldiers follow lines or cross a river here, not both",
                      nothing);
    for (unsigned i = 0; apo_ini__has_forms(ini) && i < ini->type_count; i++) {
        unsigned form = game->promoted[ini->types[i].number];
        if (form != 0 && moves_along(ini, form)[0] != '\0')
            apo_ini__lose(ini, from, "promoted forms follow no lines here (%s)",
                          (apo_span){&game->letters[form], 1});
    }
}

void apo_ini__make_lines(apo_ini *ini, apo_text *out)
{
    uint64_t types = 0;
    bool has_gaps = false;
    for (unsigned i = 0; is_on(ini) && i < ini->type_count; i++)
        if (moves_along(ini, ini->types[i].number)[0] != '\0')
            types |= UINT64_C(1) << ini->types[i].number;
    if (types != 0) {
        apo_text_add(out, "\n[lines]\n");
        (void)apo_ini__add_pieces(ini, out, "pieces", types);
    }
    for (int row = 0; types != 0 && row < (int)ini->draft->geometry.rows; row++)
        for (int file = 0; file < (int)ini->draft->geometry.files; file++)
            for (int by = -1; by <= 1; by += 2)
                if (is_marked(ini, row, file) && !add_line(ini, out, row, file, by))
                    has_gaps = true;
    if (is_on(ini))
        refuse(ini, has_gaps);
}
