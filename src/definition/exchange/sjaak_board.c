#include "definition/exchange/refuse.h"
#include "definition/exchange/sjaak_priv.h"

/* The start of a Sjaak file: the FEN, whose letters are the pieces' symbols. */

static const apo_span nothing = {NULL, 0};

static apo_status refuse(apo_sjaak *s, const char *detail, apo_span word)
{
    return apo_refuse_line(s->err, APO_E_SYNTAX, s->fen_line, "FEN", detail, word);
}

/* The piece with the longest symbol at the front of the text; 0 if there is none. */
static unsigned find_symbol(const apo_sjaak *s, apo_span text, unsigned *out_side)
{
    unsigned found = 0;
    size_t longest = 0;
    for (unsigned i = 0; i < s->type_count; i++)
        for (unsigned side = 0; side < 2; side++) {
            apo_span symbol = s->types[i].symbols[side];
            if (symbol.length > longest && symbol.length <= text.length &&
                apo_span_same(apo_span_part(text, 0, symbol.length), symbol)) {
                longest = symbol.length;
                found = i + 1;
                *out_side = side;
            }
        }
    return found;
}

/* --- letters ------------------------------------------------------------- */

/* "P,p" is a letter, "+P,+p" the promoted form of the piece with that letter. */
static bool is_letter_pair(const apo_sjaak_type *type)
{
    apo_span white = type->symbols[0], black = type->symbols[1];
    size_t last = white.length - 1;
    bool is_form = white.length == 2 && white.text[0] == '+';
    return (white.length == 1 || is_form) && white.length == black.length &&
           (!is_form || black.text[0] == '+') && apo_is_upper(white.text[last]) &&
           black.text[last] == apo_to_lower(white.text[last]);
}

static bool is_taken(const apo_sjaak *s, const apo_sjaak_type *type)
{
    for (const apo_sjaak_type *other = s->types; other < type; other++)
        if (other->number > 0 && other->letter == type->letter &&
            other->is_form == type->is_form)
            return true;
    return false;
}

static void copy_name(apo_draft_type *out, apo_span from)
{
    apo_text name = apo_text_start(out->name, sizeof out->name);
    for (size_t i = 0; i < from.length; i++) {
        char c = apo_to_lower(from.text[i]);
        if (apo_is_letter(c) || apo_is_digit(c))
            apo_text_add_char(&name, c);
        else if (name.length > 0 && name.bytes[name.length - 1] != ' ')
            apo_text_add_char(&name, ' ');
    }
    while (name.length > 0 && out->name[name.length - 1] == ' ')
        out->name[--name.length] = '\0';
    if (name.length == 0)
        apo_text_add_char(&name, apo_to_lower(out->letter));
}

static void add_type(apo_sjaak *s, apo_sjaak_type *type)
{
    apo_draft *draft = s->draft;
    if (type->symbols[0].length == 0 || !is_letter_pair(type)) {
        apo_sjaak__lose(s, APO_DRAFT_PIECES, type->line, "Symbol",
                        "the symbols of %s are no letter, upper case for White", type->name);
        return;
    }
    type->is_form = type->symbols[0].length == 2;
    type->letter = type->symbols[0].text[type->symbols[0].length - 1];
    if (is_taken(s, type)) {
        apo_sjaak__lose(s, APO_DRAFT_PIECES, type->line, "Symbol",
                        "another piece has the symbol of %s", type->name);
        return;
    }
    apo_draft_type *out = &draft->types[draft->type_count++]; /* no more than 32 */
    type->number = draft->type_count;
    out->letter = type->letter;
    out->is_form = type->is_form;
    copy_name(out, type->name);
}

/* --- the position -------------------------------------------------------- */

static void place(apo_sjaak *s, unsigned number, unsigned side, unsigned sq)
{
    apo_sjaak_type *type = &s->types[number - 1];
    type->counts[side]++;
    s->draft->board[sq] = side == 0 ? type->letter : apo_to_lower(type->letter);
    s->draft->is_form[sq] = type->is_form;
}

static apo_status read_placement(apo_sjaak *s, apo_span rest)
{
    const apo_geometry *geo = &s->draft->geometry;
    unsigned row = geo->rows, file = 0;
    row--;
    while (rest.length > 0) {
        char c = rest.text[0];
        size_t used = 1;
        unsigned side = 0, number, run = 0;
        while (used <= rest.length && apo_is_digit(rest.text[used - 1]) && run < 100)
            run = run * 10 + (unsigned)(rest.text[used++ - 1] - '0');
        if (run > 0) {
            used--;
            file += run;
        } else if (c == '/') {
            if (row == 0 && rest.length > 1)
                return refuse(s, "the FEN has more rows than the board", nothing);
            row -= row > 0;
            file = 0;
        } else if (c == '*') {
            file++;
        } else if ((number = find_symbol(s, rest, &side)) == 0 || file >= geo->files ||
                   s->types[number - 1].number == 0) {
            return refuse(s, "the FEN cannot be read at %s", apo_span_part(rest, 0, 8));
        } else {
            used = s->types[number - 1].symbols[side].length;
            place(s, number, side, row * geo->files + file++);
        }
        if (file > geo->files)
            return refuse(s, "the FEN has a row that is too long", nothing);
        rest = apo_span_part(rest, used, rest.length);
    }
    return APO_OK;
}

/* "[NLnl]" */
static void read_holdings(apo_sjaak *s, apo_span rest)
{
    while (rest.length > 0) {
        unsigned side, number = find_symbol(s, rest, &side);
        size_t used = number > 0 ? s->types[number - 1].symbols[side].length : 1;
        if (number > 0 && !s->types[number - 1].is_form)
            apo_draft_add_letter(s->draft->drops.start[side], s->types[number - 1].letter);
        else if (number > 0 || rest.text[0] != '-')
            apo_sjaak__lose(s, APO_DRAFT_SETUP, s->fen_line, "FEN",
                            "the hands cannot be read at %s", rest);
        rest = apo_span_part(rest, used, rest.length);
    }
}

apo_status apo_sjaak__make_board(apo_sjaak *s)
{
    for (unsigned i = 0; i < s->type_count; i++)
        add_type(s, &s->types[i]);
    if (s->fen.length == 0)
        return refuse(s, "the variant has no FEN", nothing);
    apo_span rest = s->fen, board = apo_span_word(&rest);
    size_t length = 0;
    while (length < board.length && board.text[length] != '[')
        length++;
    apo_span holdings = apo_span_part(board, length + 1, board.length);
    apo_status status = read_placement(s, apo_span_part(board, 0, length));
    if (status != APO_OK)
        return status;
    if (holdings.length > 0)
        read_holdings(s, apo_span_part(holdings, 0, holdings.length - 1));
    apo_span side = apo_span_word(&rest);
    s->draft->is_black_first = apo_span_is(side, "b");
    s->rights = apo_span_word(&rest);
    s->has_rights = s->rights.length > 0 && !apo_is_digit(s->rights.text[0]);
    for (unsigned sq = 0; sq < apo_geometry_squares(&s->draft->geometry); sq++)
        if (s->draft->geometry.place[sq] == APO_PLACE_NONE && s->draft->board[sq] != '.')
            return refuse(s, "a piece stands outside of the board", nothing);
    return APO_OK;
}
