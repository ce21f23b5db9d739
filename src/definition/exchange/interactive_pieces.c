#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/exchange/interactive_priv.h"

/* name:id:moves:image:squares:hand (xbetza.md 2.1). */

enum {
    FIELD_NAME,
    FIELD_ID,
    FIELD_MOVES,
    FIELD_IMAGE,
    FIELD_SQUARES,
    FIELD_HAND,
    FIELDS
};

static const apo_span nothing = {NULL, 0};

/* Moves implied by a name if none are written. */
static const struct {
    const char *name, *moves;
} known[] = {
    {"pawn", "ifmnDfmWfceF"},
    {"knight", "N"},
    {"bishop", "B"},
    {"rook", "R"},
    {"queen", "Q"},
    {"cardinal", "BN"},
    {"archbishop", "BN"},
    {"chancellor", "RN"},
    {"marshall", "RN"},
    {"amazon", "QN"},
    {"lion", "KNADcaKcabKmabK"},
    {"mao", "mafsW"},
    {"horse", "mafsW"},
    {"elephant", "mafF"},
    {"cannon", "mRcpR"},
    {"pao", "mRcpR"},
    {"advisor", "F"},
    {"ferz", "F"},
    {"lance", "fR"},
    {"copper", "vWfF"},
    {"silver", "FfW"},
    {"silvergeneral", "FfW"},
    {"gold", "WfF"},
    {"goldgeneral", "WfF"},
    {"man", "K"},
    {"commoner", "K"},
    {"camel", "C"},
    {"zebra", "Z"},
    {"nightrider", "N0"},
    {"grasshopper", "gQ"},
    {"griffon", "yafsF"},
    {"gryphon", "yafsF"},
    {"wizard", "FC"},
    {"champion", "WAD"},
    {"falcon", "afafsKafsafKafsafzK"},
};

static apo_span moves_of_name(const apo_interactive *d, const char *name)
{
    if (apo_span_is(apo_span_of(name), "king"))
        return apo_span_of(d->files <= 8 ? "KisO2" : "KisO3");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (apo_span_is(apo_span_of(name), known[i].name))
            return apo_span_of(known[i].moves);
    return nothing;
}

/* Splits the text at its colons. */
static void split_fields(apo_span text, apo_span fields[FIELDS])
{
    size_t start = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < FIELDS; i++)
        fields[i] = nothing;
    for (size_t i = 0; i <= text.length && count < FIELDS; i++) {
        if (i < text.length && (text.text[i] != ':' || count + 1 == FIELDS))
            continue;
        fields[count++] = apo_span_trim(apo_span_part(text, start, i - start));
        start = i + 1;
    }
}

/* In lower case, with spaces collapsed, and without characters that a definition file cannot
 * hold, or that would look like an HTML element in a diagram written from it. */
static void copy_name(char *out, apo_span name)
{
    apo_text text = apo_text_start(out, APO_TYPE_NAME_MAX);
    memset(out, 0, APO_TYPE_NAME_MAX);
    for (size_t i = 0; i < name.length; i++) {
        char c = name.text[i];
        bool is_blank = apo_is_blank(c);
        if (is_blank && i > 0 && apo_is_blank(name.text[i - 1]))
            continue;
        bool is_plain = (unsigned char)c >= ' ' && (unsigned char)c < 0x7F && c != ',' &&
                        c != '#' && c != '=' && c != '[' && c != '<' && c != '>';
        apo_text_add_char(&text, is_blank ? ' ' : is_plain ? apo_to_lower(c) : '-');
    }
}

/* --- squares ------------------------------------------------------------- */

/* Cuts one square off the front of `*rest`: a letter and digits. False if there is none. */
static bool cut_square(const apo_interactive *d, apo_span *rest, unsigned *out_file,
                       unsigned *out_row)
{
    uint32_t rank;
    size_t digits = 1;
    if (rest->length == 0 || !apo_is_lower(rest->text[0]))
        return false;
    while (digits < rest->length && apo_is_digit(rest->text[digits]))
        digits++;
    if (!apo_span_number(apo_span_part(*rest, 1, digits - 1), 99, &rank) ||
        rank < d->first_rank)
        return false;
    *out_file = (unsigned)(rest->text[0] - 'a');
    *out_row = rank - d->first_rank;
    *rest = apo_span_part(*rest, digits, rest->length);
    return *out_file < d->files && *out_row < d->ranks;
}

/* Puts piece number `piece` (0: a hole) on a square. */
static void place(apo_interactive *d, unsigned piece, apo_side side, unsigned file,
                  unsigned row)
{
    unsigned sq = row * d->files + file;
    if (piece == 0) {
        d->is_hole[sq] = true;
        d->piece_at[sq] = 0;
        return;
    }
    if (d->piece_at[sq] != 0 && (d->piece_at[sq] != piece || d->side_at[sq] != (uint8_t)side)) {
        const char name[4] = {(char)('a' + file), (char)('0' + (row + d->first_rank) / 10 % 10),
                              (char)('0' + (row + d->first_rank) % 10), '\0'};
        apo_interactive__note(d, apo_span_of(d->pieces[piece].name),
                              "square %s is used twice; the later piece gets it",
                              apo_span_of(name));
    }
    if (d->is_hole[sq])
        d->is_shadow[sq] = true;
    d->piece_at[sq] = (uint8_t)piece;
    d->side_at[sq] = (uint8_t)side;
}

static void place_symmetric(apo_interactive *d, unsigned piece, apo_side side, unsigned file,
                            unsigned row)
{
    place(d, piece, side, file, row);
    if (side == APO_BLACK || d->symmetry == APO_SYMMETRY_NONE)
        return;
    if (d->symmetry == APO_SYMMETRY_ROTATE)
        file = d->files - 1 - file;
    place(d, piece, APO_BLACK, file, d->ranks - 1 - row);
}

/* "a2" or "b4-k6". */
static bool place_area(apo_interactive *d, unsigned piece, apo_side side, apo_span text)
{
    unsigned file, row, last_file, last_row;
    apo_span rest = text;
    if (!cut_square(d, &rest, &file, &row))
        return false;
    last_file = file;
    last_row = row;
    if (rest.length > 0) {
        if (rest.text[0] != '-')
            return false;
        rest = apo_span_part(rest, 1, rest.length);
        if (!cut_square(d, &rest, &last_file, &last_row) || rest.length > 0)
            return false;
    }
    unsigned left = file < last_file ? file : last_file;
    unsigned bottom = row < last_row ? row : last_row;
    unsigned right = file + last_file - left, top = row + last_row - bottom;
    for (unsigned y = bottom; y <= top; y++)
        for (unsigned x = left; x <= right; x++)
            place_symmetric(d, piece, side, x, y);
    return true;
}

/* An empty element switches to Black's squares. */
static void read_squares(apo_interactive *d, unsigned piece, apo_span squares)
{
    apo_side side = APO_WHITE;
    size_t start = 0;
    for (size_t i = 0; i <= squares.length && squares.length > 0; i++) {
        if (i < squares.length && squares.text[i] != ',')
            continue;
        apo_span element = apo_span_trim(apo_span_part(squares, start, i - start));
        if (element.length == 0)
            side = APO_BLACK;
        else if (!place_area(d, piece, side, element))
            apo_interactive__note(d, apo_span_of(piece > 0 ? d->pieces[piece].name : "hole"),
                                  "\"%s\" is not a square of this board; left out", element);
        start = i + 1;
    }
}

/* --- pieces -------------------------------------------------------------- */

static void read_hand(apo_interactive *d, apo_interactive_piece *piece, apo_span hand)
{
    size_t comma = 0;
    uint32_t white = 0, black;
    if (hand.length == 0)
        return;
    while (comma < hand.length && hand.text[comma] != ',')
        comma++;
    bool is_good = apo_span_number(apo_span_part(hand, 0, comma), 64, &white);
    black = white;
    if (is_good && comma < hand.length)
        is_good = apo_span_number(apo_span_part(hand, comma + 1, hand.length), 64, &black);
    if (!is_good) {
        apo_interactive__lose(d, apo_span_of(piece->name),
                              "\"%s\" is not a number in hand; left out", hand);
        return;
    }
    if (white != black)
        apo_interactive__lose(d, apo_span_of(piece->name),
                              "both sides have different numbers in hand; White's is taken",
                              nothing);
    piece->hand[APO_WHITE] = white;
    piece->hand[APO_BLACK] = black;
}

/* Cuts the leap to any friend off other moves; false if they do not end in one. */
static bool cut_leap(apo_span *moves)
{
    size_t rest = moves->length > 2 ? moves->length - 2 : moves->length;
    if (!apo_span_is(apo_span_part(*moves, rest, moves->length), "dU"))
        return false;
    *moves = apo_span_part(*moves, 0, rest);
    return true;
}

static void read_moves(apo_interactive *d, apo_interactive_piece *piece, apo_span moves)
{
    apo_error err;
    piece->moves = moves.length > 0 ? moves : moves_of_name(d, piece->name);
    if (piece->moves.length == 0) {
        apo_interactive__lose(
            d, apo_span_of(piece->name),
            "no moves are written, and none go with this name: it cannot move", nothing);
        return;
    }
    if (apo_span_is(piece->moves, "O"))
        return; /* means in diagrams that a piece cannot move */
    piece->leaps_to_friends = cut_leap(&piece->moves);
    piece->has_powers = apo_betza_parse(&piece->powers, piece->moves, &err) == APO_OK;
    if (!piece->has_powers) {
        apo_interactive__lose(d, apo_span_of(piece->name), "its moves cannot be played: %s",
                              apo_span_of(err.detail));
        piece->moves = nothing;
    }
}

apo_status apo_interactive__read_piece(apo_interactive *d, apo_span text)
{
    apo_span fields[FIELDS];
    char name[APO_TYPE_NAME_MAX];
    split_fields(text, fields);
    copy_name(name, fields[FIELD_NAME].length > 0 ? fields[FIELD_NAME] : fields[FIELD_ID]);
    if (apo_span_is(apo_span_of(name), "hole")) {
        read_squares(d, 0, fields[FIELD_SQUARES]);
        return APO_OK;
    }
    if (d->piece_count == APO_INTERACTIVE_TYPES_MAX)
        return apo_fail(
            d->err, APO_E_UNSUPPORTED, 0,
            "there are more than 26 pieces, promoted forms not counted, and a piece "
            "here needs a letter of its own",
            nothing);
    unsigned number = ++d->piece_count;
    apo_interactive_piece *piece = &d->pieces[number];
    memcpy(piece->name, name, sizeof piece->name);
    piece->id = fields[FIELD_ID];
    piece->line = d->line;
    if (piece->name[0] == '\0') {
        apo_interactive__note(d, nothing, "a piece has neither a name nor an id", nothing);
        piece->name[0] = '?';
    }
    read_moves(d, piece, fields[FIELD_MOVES]);
    read_squares(d, number, fields[FIELD_SQUARES]);
    read_hand(d, piece, fields[FIELD_HAND]);
    return APO_OK;
}

/* Without an id: the first letter of the name. */
static size_t measure_id(const apo_interactive_piece *piece, apo_span text)
{
    if (piece->id.length == 0)
        return text.length > 0 && text.text[0] == apo_to_upper(piece->name[0]) ? 1 : 0;
    return apo_span_same(apo_span_part(text, 0, piece->id.length), piece->id) ? piece->id.length
                                                                              : 0;
}

bool apo_interactive__has_id(const apo_interactive_piece *piece, apo_span id)
{
    return id.length > 0 && measure_id(piece, id) == id.length;
}

unsigned apo_interactive__cut_id(const apo_interactive *d, apo_span *rest)
{
    unsigned found = 0;
    size_t length = 0;
    for (unsigned i = 1; i <= d->piece_count; i++) {
        size_t measured = measure_id(&d->pieces[i], *rest);
        if (measured > length) {
            length = measured;
            found = i;
        }
    }
    *rest = apo_span_part(*rest, length > 0 ? length : 1, rest->length);
    return found;
}
