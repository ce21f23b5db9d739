#include "base/mem.h"
#include "definition/exchange/fairy_ini_priv.h"
#include "definition/exchange/refuse.h"

/* The board of a variants.ini section, and the pieces on it. */

static const apo_span nothing = {NULL, 0};

bool apo_ini__has(const apo_ini *ini, unsigned side, unsigned type)
{
    return ini->in_play[side] >> type & 1;
}

bool apo_ini__is_square(const apo_ini *ini, unsigned row, unsigned file)
{
    const apo_geometry *geo = &ini->draft->geometry;
    return row < geo->rows && file < geo->files &&
           geo->place[row * geo->files + file] == APO_PLACE_SQUARE;
}

bool apo_ini__own_ranks(const apo_ini *ini, unsigned region, unsigned side, uint32_t *out)
{
    const apo_geometry *geo = &ini->draft->geometry;
    *out = 0;
    for (unsigned row = 0; row < geo->rows; row++) {
        unsigned squares = 0, inside = 0;
        for (unsigned file = 0; file < geo->files; file++) {
            if (!apo_ini__is_square(ini, row, file))
                continue;
            squares++;
            inside += ini->game.regions[region][side].rows[row] >> file & 1U;
        }
        if (inside != 0 && inside != squares)
            return false;
        if (inside != 0)
            *out |= UINT32_C(1) << (side == 0 ? row + 1 : geo->rows - row);
    }
    return true;
}

bool apo_ini__is_region_empty(const apo_ini *ini, const apo_fairy_region *region)
{
    for (unsigned row = 0; row < ini->draft->geometry.rows; row++)
        for (unsigned file = 0; file < ini->draft->geometry.files; file++)
            if ((region->rows[row] >> file & 1U) && apo_ini__is_square(ini, row, file))
                return false;
    return true;
}

/* --- startFen ------------------------------------------------------------ */

/* A number, a square or a piece of a row; false for anything else. */
static bool read_sign(apo_draft *draft, apo_span text, size_t *at, unsigned row, unsigned *file)
{
    unsigned files = draft->geometry.files, sq = row * files + *file;
    char c = text.text[*at];
    if (apo_is_digit(c)) {
        unsigned run = (unsigned)(c - '0');
        while (*at + 1 < text.length && apo_is_digit(text.text[*at + 1]) && run <= files)
            run = run * 10 + (unsigned)(text.text[++*at] - '0');
        if (run > files - *file)
            return false;
        *file += run;
        return true;
    }
    bool is_form = c == '+' && *at + 1 < text.length && *file < files;
    if (is_form) {
        draft->is_form[sq] = true;
        c = text.text[++*at];
    }
    if (*file >= files || !(apo_is_letter(c) || (c == '*' && !is_form)))
        return false;
    if (c == '*')
        draft->geometry.place[sq] = APO_PLACE_NONE;
    else
        draft->board[sq] = c;
    ++*file;
    return true;
}

/* Puts the board part of the FEN on the draft; letters are checked later. */
static bool read_placement(apo_draft *draft, apo_span text)
{
    unsigned files = draft->geometry.files, row = draft->geometry.rows - 1U, file = 0;
    for (size_t i = 0; i < text.length && text.text[i] != '['; i++) {
        if (text.text[i] == '/') {
            if (file != files || row-- == 0)
                return false;
            file = 0;
        } else if (!read_sign(draft, text, &i, row, &file)) {
            return false;
        }
    }
    return row == 0 && file == files;
}

static bool has_marked_piece(apo_span placement)
{
    for (size_t i = 0; i < placement.length; i++)
        if (placement.text[i] == '~')
            return true;
    return false;
}

static void lose_start(apo_ini *ini, const char *detail, apo_span word)
{
    apo_ini__lose_at(ini, APO_DRAFT_SETUP, &ini->game.start_from, "startFen", detail, word);
}

static void count_hand(apo_ini *ini, apo_span placement)
{
    bool is_hand = false;
    for (size_t i = 0; i < placement.length; i++) {
        is_hand = is_hand || placement.text[i] == '[';
        ini->hand_count += is_hand && apo_is_letter(placement.text[i]);
    }
}

/* The fields after the board. The one for castling may be missing, with that for en passant. */
static void read_fields(apo_ini *ini, apo_span rest)
{
    apo_span side = apo_span_word(&rest), word = apo_span_word(&rest), passant = nothing;
    ini->draft->is_black_first = apo_span_is(side, "b");
    if (word.length > 0 && !apo_is_digit(word.text[0])) {
        ini->rights = word;
        word = apo_span_word(&rest);
        apo_span next = rest, after = apo_span_word(&next);
        /* "w - 0 1", without the field for en passant, is meant as "w - - 0 1". */
        if (after.length > 0 && !(apo_is_digit(word.text[0]) && apo_is_digit(after.text[0]))) {
            passant = word;
            word = apo_span_word(&rest);
        }
    }
    if (passant.length > 0 && !apo_span_is(passant, "-"))
        lose_start(ini, "a game cannot start with an en-passant square: \"%s\"", passant);
    if (ini->game.numbers[APO_FAIRY_CHECK_COUNTING][0])
        return;
    if (word.length > 0 && !apo_span_is(word, "0"))
        lose_start(ini, "the count of moves without a capture starts from 0 here, not \"%s\"",
                   word);
}

/* --- pieces -------------------------------------------------------------- */

unsigned apo_ini__type_of(const apo_ini *ini, char letter)
{
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (ini->game.letters[type] == apo_to_upper(letter))
            return type;
    return 0;
}

static void lose_letter(apo_ini *ini, char letter)
{
    lose_start(ini,
               "no piece has the letter \"%s\": a line of its own gives a piece its letter, "
               "and \"-\" takes it away",
               (apo_span){&letter, 1});
}

/* Counts the pieces on the board; removes letters that no piece has. */
static void count_pieces(apo_ini *ini)
{
    apo_draft *draft = ini->draft;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        unsigned side = apo_is_lower(draft->board[sq]);
        if (draft->board[sq] == '.')
            continue;
        unsigned type = apo_ini__type_of(ini, draft->board[sq]);
        if (type == 0) {
            lose_letter(ini, draft->board[sq]);
            draft->board[sq] = '.';
            continue;
        }
        ini->counts[side][type]++;
        ini->in_play[side] |= UINT64_C(1) << type;
    }
}

/* Adds the pieces in hand at the start, and the opponent's pieces, which may be captured. */
static void add_hands(apo_ini *ini)
{
    apo_span rest = ini->game.start, placement = apo_span_word(&rest);
    bool is_hand = false;
    for (size_t i = 0; i < placement.length; i++) {
        char letter = placement.text[i];
        is_hand = is_hand || letter == '[';
        unsigned type = is_hand && apo_is_letter(letter) ? apo_ini__type_of(ini, letter) : 0;
        if (type != 0)
            ini->in_play[apo_is_lower(letter)] |= UINT64_C(1) << type;
        else if (is_hand && apo_is_letter(letter))
            lose_letter(ini, letter);
    }
    if (!apo_ini__has_hands(ini) || !ini->game.numbers[APO_FAIRY_CAPTURES_TO_HAND][0])
        return;
    ini->in_play[0] |= ini->in_play[1];
    ini->in_play[1] |= ini->in_play[0];
}

static void add_choices(apo_ini *ini)
{
    for (unsigned side = 0; side < 2; side++) {
        if ((ini->in_play[side] & ini->game.sets[APO_FAIRY_SET_PROMOTING][side]) == 0)
            continue;
        for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
            if (ini->game.letters[type] != '\0' &&
                (ini->game.sets[APO_FAIRY_SET_CHOICES][side] >> type & 1))
                ini->in_play[side] |= UINT64_C(1) << type;
    }
}

/* Finds the king, or else the only other piece that may not be lost in the same way. */
static void find_royal(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    uint64_t both = ini->in_play[0] | ini->in_play[1];
    uint64_t royals = game->numbers[APO_FAIRY_PSEUDO_ROYAL][0]
                          ? game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0] & (both | 1)
                          : 0;
    bool is_single = game->numbers[APO_FAIRY_EXTINCTION_COUNT][0] == 0;
    royals |= both & UINT64_C(1) << APO_FAIRY_KING;
    for (unsigned type = 1; type < APO_FAIRY_TYPES && !game->numbers[APO_FAIRY_BLAST][0];
         type++)
        if (royals == UINT64_C(1) << type && ini->counts[0][type] == 1 &&
            ini->counts[1][type] == 1 && (is_single || type == APO_FAIRY_KING))
            ini->royal = type;
    for (unsigned side = 0; side < 2 && ini->royal != 0; side++)
        if ((ini->in_play[side] & game->sets[APO_FAIRY_SET_PROMOTING][side]) != 0 &&
            (game->sets[APO_FAIRY_SET_CHOICES][side] >> ini->royal & 1))
            ini->royal = 0;
    if (ini->royal != 0)
        return;
    /* A king that a side may lack; other royal pieces have a rule of their own. */
    bool is_royal = (both >> APO_FAIRY_KING & 1) && ini->counts[0][APO_FAIRY_KING] <= 1 &&
                    ini->counts[1][APO_FAIRY_KING] <= 1;
    for (unsigned side = 0; side < 2 && is_royal; side++)
        is_royal = (ini->in_play[side] & game->sets[APO_FAIRY_SET_PROMOTING][side]) == 0 ||
                   !(game->sets[APO_FAIRY_SET_CHOICES][side] >> APO_FAIRY_KING & 1);
    if (is_royal)
        ini->royal = APO_FAIRY_KING;
    else if (both >> APO_FAIRY_KING & 1)
        apo_ini__lose_at(ini, APO_DRAFT_PIECES, &game->pieces[APO_FAIRY_KING], "king",
                         "a side has at most one king here, and nothing becomes one", nothing);
}

/* Refuses the whole section, with the line of what is wrong. */
static apo_status refuse(apo_ini *ini, apo_status status, const apo_fairy_source *from,
                         const char *key, const char *detail)
{
    return apo_refuse_line(ini->err, status, from->line > 0 ? from->line : ini->heading, key,
                           detail, nothing);
}

apo_status apo_ini__make_board(apo_ini *ini)
{
    apo_draft *draft = ini->draft;
    const apo_fairy_game *game = &ini->game;
    if (game->files < 2 || game->ranks < 2) {
        unsigned which = game->files < 2 ? 0 : 1;
        return refuse(ini, APO_E_UNSUPPORTED, &game->extent_from[which],
                      which == 0 ? "maxFile" : "maxRank",
                      "a board has at least 2 files and 2 ranks here");
    }
    draft->geometry.files = (uint8_t)game->files;
    draft->geometry.rows = (uint8_t)game->ranks;
    memset(draft->geometry.place, APO_PLACE_SQUARE, sizeof draft->geometry.place);
    memset(draft->board, '.', sizeof draft->board);
    apo_span rest = game->start, placement = apo_span_word(&rest);
    if (has_marked_piece(placement))
        return refuse(ini, APO_E_UNSUPPORTED, &game->start_from, "startFen",
                      "pieces that are hidden, or that turn back when they are captured "
                      "(marked ~), have no rule at the start of a game here");
    if (!read_placement(draft, placement))
        return refuse(ini, APO_E_SYNTAX, &game->start_from, "startFen",
                      "the board does not fit maxFile (at most 12) and maxRank (at most 10), "
                      "or holds signs that are no pieces");
    count_hand(ini, placement);
    read_fields(ini, rest);
    count_pieces(ini);
    add_hands(ini);
    add_choices(ini);
    add_hands(ini);
    find_royal(ini);
    return APO_OK;
}
