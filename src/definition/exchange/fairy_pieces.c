#include "base/mem.h"
#include "definition/betza/dialect.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Pieces and the board of a variants.ini section. */

static const apo_span nothing = {NULL, 0};

/* Fairy-Stockfish's pieces by name, in its dialect. */
/* clang-format off */
static const struct {
    const char *name, *moves;
} pieces[] = {
    {"pawn", "fmWfceF"},
    {"knight", "N"},
    {"bishop", "B"},
    {"rook", "R"},
    {"queen", "Q"},
    {"fers", "F"},
    {"alfil", "A"},
    {"fersAlfil", "FA"},
    {"silver", "FfW"},
    {"aiwok", "RNF"},
    {"bers", "RF"},
    {"dragon", "RF"},
    {"archbishop", "BN"},
    {"chancellor", "RN"},
    {"amazon", "QN"},
    {"knibis", "mNcB"},
    {"biskni", "mBcN"},
    {"kniroo", "mNcR"},
    {"rookni", "mRcN"},
    {"shogiPawn", "fW"},
    {"lance", "fR"},
    {"shogiKnight", "fN"},
    {"gold", "WfF"},
    {"dragonHorse", "BW"},
    {"clobber", "cW"},
    {"breakthrough", "fmWfF"},
    {"immobile", ""},
    {"cannon", "mRcpR"},
    {"janggiCannon", "pR"},
    {"soldier", "fsW"},
    {"horse", "nN"},
    {"elephant", "nA"},
    {"janggiElephant", "nZ"},
    {"banner", "RcpRnN"},
    {"wazir", "W"},
    {"commoner", "K"},
    {"centaur", "KN"},
    {"king", "K"},
};

/* clang-format on */

enum {
    PIECES = sizeof pieces / sizeof pieces[0]
};

const char *apo_fairy__piece_name(int number)
{
    return number >= 0 && number < PIECES ? pieces[number].name : "";
}

int apo_fairy__find_piece(apo_span moves)
{
    for (int i = 0; i < PIECES; i++) {
        char bytes[64];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_piece_moves powers;
        bool is_king = i == PIECES - 1; /* found because it is royal */
        if (is_king || pieces[i].moves[0] == '\0')
            continue;
        if (apo_dialect_read(&powers, apo_span_of(pieces[i].moves), APO_DIALECT_FAIRY, NULL,
                             NULL) == APO_OK &&
            apo_dialect_write(&text, &powers, APO_DIALECT_FAIRY, NULL, NULL) == APO_OK &&
            apo_span_same(apo_text_span(&text), moves))
            return i;
    }
    return -1;
}

/* --- board --------------------------------------------------------------- */

/* Reads a number, or for files a letter. */
static bool read_extent(apo_ini *ini, const char *name, unsigned *out)
{
    apo_span value = apo_ini__value(ini, name);
    uint32_t number;
    if (value.length == 0)
        return true;
    if (value.length == 1 && apo_is_lower(value.text[0]))
        *out = (unsigned)(value.text[0] - 'a') + 1;
    else if (apo_span_number(value, 99, &number))
        *out = number;
    else
        return false;
    return *out >= 2;
}

/* Puts the board part of the FEN on the draft; letters are checked later. */
static bool read_placement(apo_draft *draft, apo_span text)
{
    unsigned files = draft->geometry.files, row = draft->geometry.rows - 1U, file = 0;
    for (size_t i = 0; i < text.length && text.text[i] != '['; i++) {
        char c = text.text[i];
        if (c == '/') {
            if (file != files || row-- == 0)
                return false;
            file = 0;
        } else if (apo_is_digit(c)) {
            unsigned run = (unsigned)(c - '0');
            while (i + 1 < text.length && apo_is_digit(text.text[i + 1]) && run <= files)
                run = run * 10 + (unsigned)(text.text[++i] - '0');
            if (run > files - file)
                return false;
            file += run;
        } else if (file < files && (apo_is_letter(c) || c == '*')) {
            unsigned sq = row * files + file++;
            if (c == '*')
                draft->geometry.place[sq] = APO_PLACE_NONE;
            else
                draft->board[sq] = c;
        } else {
            return false;
        }
    }
    return row == 0 && file == files;
}

/* "KQkq", file letters, or "-". */
static void read_rights(apo_ini *ini, apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (!apo_is_upper(c))
            continue;
        unsigned king_file = 0;
        for (unsigned sq = 0; sq < apo_geometry_squares(&ini->draft->geometry); sq++)
            if (ini->draft->board[sq] == 'K')
                king_file = sq % ini->draft->geometry.files;
        bool is_left = c == 'Q' || (c != 'K' && (unsigned)(c - 'A') < king_file);
        ini->has_castling_rights[is_left] = true;
    }
}

apo_status apo_ini__make_board(apo_ini *ini)
{
    unsigned files = 8, ranks = 8;
    char name[APO_NAME_MAX];
    memcpy(name, ini->draft->name, sizeof name);
    if (!read_extent(ini, "maxFile", &files) || !read_extent(ini, "maxRank", &ranks) ||
        files > APO_FILES_MAX || ranks > APO_FILES_MAX)
        return apo_fail(ini->err, APO_E_UNSUPPORTED, 0,
                        "a board of this size is not supported (maxFile, maxRank)", nothing);
    apo_draft_init(ini->draft, files, ranks, 1);
    memcpy(ini->draft->name, name, sizeof name);
    apo_text_copy(ini->draft->source, sizeof ini->draft->source,
                  "a section of Fairy-Stockfish's variants.ini");
    apo_span fen = apo_ini__value(ini, "startFen");
    if (fen.length == 0)
        fen = apo_span_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    apo_span rest = fen;
    apo_span placement = apo_span_word(&rest), side = apo_span_word(&rest);
    if (!read_placement(ini->draft, placement))
        return apo_fail(
            ini->err, APO_E_SYNTAX, 0,
            "the board of startFen does not fit maxFile and maxRank, or holds signs "
            "that are no pieces: \"%s\"",
            placement);
    if (placement.text[placement.length - 1] == ']' &&
        placement.text[placement.length - 2] != '[')
        apo_ini__warn(ini, "startFen", "pieces in hand at the start cannot be converted",
                      nothing);
    if (apo_span_is(side, "b"))
        apo_ini__warn(ini, "startFen", "White moves first here", nothing);
    read_rights(ini, apo_span_word(&rest));
    return APO_OK;
}

/* --- pieces -------------------------------------------------------------- */

static void report_notes(apo_ini *ini, const char *key, const apo_fault_list *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        apo_ini__warn(ini, key, "%s", apo_span_of(notes->faults[i].detail));
}

static void set_moves(apo_ini *ini, apo_draft_type *type, const char *key, apo_span moves)
{
    apo_piece_moves powers;
    apo_fault_list notes;
    apo_error err;
    apo_text text = apo_text_start(type->moves, sizeof type->moves);
    if (moves.length == 0)
        return;
    apo_fault_list_init(&notes);
    apo_status status = apo_dialect_read(&powers, moves, APO_DIALECT_FAIRY, &notes, &err);
    if (status == APO_OK)
        status = apo_dialect_write(&text, &powers, APO_DIALECT_ID, NULL, &err);
    if (status == APO_OK) {
        report_notes(ini, key, &notes);
        return;
    }
    type->moves[0] = '\0';
    apo_ini__warn(ini, key, "its moves cannot be played: %s", apo_span_of(err.detail));
}

/* "a" or "a:BN"; `moves` are those of its name. */
static void add_type(apo_ini *ini, const char *key, apo_span value, const char *moves,
                     bool is_standard_pawn)
{
    apo_draft *draft = ini->draft;
    if (value.length == 0 || value.text[0] == '-')
        return;
    char letter = apo_to_upper(value.text[0]);
    if (!apo_is_upper(letter) || (value.length > 1 && value.text[1] != ':')) {
        apo_ini__warn(ini, key, "expected a letter, not \"%s\"", value);
        return;
    }
    if (apo_draft_find(draft, letter) != NULL || draft->type_count == APO_DRAFT_TYPES_MAX) {
        apo_ini__warn(ini, key, "the letter \"%s\" is taken; this piece is left out",
                      apo_span_part(value, 0, 1));
        return;
    }
    apo_draft_type *type = &draft->types[draft->type_count++];
    type->letter = letter;
    apo_text name = apo_text_start(type->name, sizeof type->name);
    for (const char *c = key; *c != '\0'; c++) {
        if (apo_is_upper(*c) || (apo_is_digit(*c) && !apo_is_digit(c[-1])))
            apo_text_add_char(&name, ' ');
        apo_text_add_char(&name, apo_to_lower(*c));
    }
    type->is_royal = apo_span_is(apo_span_of(key), "king");
    if (value.length > 1)
        set_moves(ini, type, key, apo_span_part(value, 2, value.length));
    else if (is_standard_pawn) /* its e needs no warning */
        memcpy(type->moves, "fmWfceF", sizeof "fmWfceF");
    else
        set_moves(ini, type, key, apo_span_of(moves));
}

/* Removes letters on the board that no piece has. */
static void drop_unknown_letters(apo_ini *ini)
{
    apo_draft *draft = ini->draft;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        char piece = draft->board[sq];
        if (piece == '.' || apo_draft_find(draft, piece) != NULL)
            continue;
        apo_ini__warn(ini, "startFen", "no piece has the letter \"%s\"; left out",
                      (apo_span){&draft->board[sq], 1});
        draft->board[sq] = '.';
    }
}

void apo_ini__make_pieces(apo_ini *ini)
{
    for (unsigned i = 0; i < PIECES; i++) {
        apo_span value = apo_ini__value(ini, pieces[i].name);
        add_type(ini, pieces[i].name, value, pieces[i].moves, i == 0);
    }
    for (unsigned i = 1; i <= APO_DRAFT_TYPES_MAX; i++) {
        char key[24];
        apo_text text = apo_text_start(key, sizeof key);
        apo_text_add(&text, "customPiece");
        apo_text_add_number(&text, i);
        apo_span value = apo_ini__value(ini, key);
        if (value.length == 1)
            apo_ini__warn(ini, key, "a custom piece needs moves, such as a:BN", nothing);
        add_type(ini, key, value, "", false);
    }
    drop_unknown_letters(ini);
}
