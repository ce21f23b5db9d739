#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/betza/dialect.h"
#include "definition/exchange/fairy_write_priv.h"

/* Writes the pieces of a section. En passant, first moves and facing kings are rules there, not
 * moves. */

static const apo_span nothing = {NULL, 0};

void apo_fairy__lose(apo_fairy_writing *w, const char *part, const char *detail, apo_span word)
{
    char bytes[APO_DRAFT_NAME_MAX + APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_draft_report(w->draft, w->diagnostics, part, detail, word, &text);
    apo_buffer_add(w->out, "# LOST: ");
    apo_buffer_add(w->out, bytes);
    apo_buffer_add_char(w->out, '\n');
}

void apo_fairy__lose_type(apo_fairy_writing *w, const apo_draft_type *type, const char *detail,
                          apo_span word)
{
    char part[APO_DRAFT_PART_MAX];
    apo_fairy__lose(w, apo_draft_part_of(type, part), detail, word);
}

void apo_fairy__add_line(apo_buffer *out, const char *name, const char *value)
{
    apo_buffer_add(out, name);
    apo_buffer_add(out, " = ");
    apo_buffer_add(out, value);
    apo_buffer_add_char(out, '\n');
}

void apo_fairy__undo(apo_fairy_writing *w, bool is_set, const char *name, const char *value)
{
    if (!is_set)
        apo_fairy__add_line(w->out, name, value);
}

void apo_fairy__add_number(apo_buffer *out, const char *name, unsigned number)
{
    apo_buffer_add(out, name);
    apo_buffer_add(out, " = ");
    apo_buffer_add_number(out, number);
    apo_buffer_add_char(out, '\n');
}

void apo_fairy__add_letters(apo_buffer *out, const char *name, const char *letters)
{
    apo_buffer_add(out, name);
    apo_buffer_add(out, " = ");
    for (const char *c = letters; *c != '\0'; c++)
        apo_buffer_add_char(out, apo_to_lower(*c));
    apo_buffer_add(out, letters[0] != '\0' ? "\n" : "-\n");
}

void apo_fairy__add_file(apo_buffer *out, const char *name, const apo_draft *draft,
                         apo_square sq)
{
    const char file[2] = {(char)('a' + (int)apo_geometry_file(&draft->geometry, sq)), '\0'};
    apo_fairy__add_line(out, name, file);
}

bool apo_fairy__add_name(apo_fairy_writing *w)
{
    const char *base, *text;
    bool is_taken = apo_fairy_builtin(apo_span_of(w->draft->id), &base, &text);
    apo_buffer_add(w->out, w->draft->id);
    apo_buffer_add(w->out, is_taken ? "-apothecary" : "");
    return is_taken;
}

unsigned apo_fairy__rank_there(const apo_draft *draft, unsigned rank)
{
    return rank + 1U - draft->geometry.bottom_rank;
}

uint32_t apo_fairy__ranks_from(const apo_draft *draft, unsigned first)
{
    uint32_t ranks = 0;
    unsigned last = apo_draft_rank(draft, draft->geometry.rows - 1U);
    for (unsigned rank = first; rank > 0 && rank <= last; rank++)
        ranks |= UINT32_C(1) << rank;
    return ranks;
}

void apo_fairy__write_region(const apo_fairy_writing *w, const char *name, uint32_t ranks,
                             bool is_black)
{
    unsigned rows = w->draft->geometry.rows;
    apo_buffer_add(w->out, name);
    apo_buffer_add(w->out, is_black ? "Black =" : "White =");
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++) {
        unsigned there = apo_fairy__rank_there(w->draft, rank);
        if (!(ranks >> rank & 1) || there < 1 || there > rows)
            continue;
        apo_buffer_add(w->out, " *");
        apo_buffer_add_number(w->out, is_black ? rows + 1 - there : there);
    }
    apo_buffer_add(w->out, ranks != 0 ? "\n" : " -\n");
}

void apo_fairy__write_squares(const apo_fairy_writing *w, const char *name,
                              const apo_square *squares, unsigned count)
{
    const apo_geometry *geo = &w->draft->geometry;
    apo_buffer_add(w->out, name);
    apo_buffer_add(w->out, " =");
    for (unsigned i = 0; i < count; i++) {
        apo_buffer_add_char(w->out, ' ');
        apo_buffer_add_char(w->out, (char)('a' + (int)apo_geometry_file(geo, squares[i])));
        apo_buffer_add_number(w->out, apo_geometry_row(geo, squares[i]) + 1);
    }
    apo_buffer_add_char(w->out, '\n');
}

bool apo_fairy__has_form(const apo_fairy_writing *w, char letter)
{
    for (unsigned i = 0; i < w->draft->type_count; i++)
        if (w->draft->types[i].is_form && w->draft->types[i].letter == letter)
            return true;
    return false;
}

/* The parts of a piece's moves. */
typedef struct parts {
    apo_piece_moves plain; /* without en passant, first moves and captures of kings only */
    apo_piece_moves first;
    bool has_passant;        /* captures can be en passant */
    bool has_other_captures; /* and others cannot */
    bool is_flying;
    bool is_readable;
} parts;

static bool is_facing(const apo_piece_move *move)
{
    return move->end == APO_END_ROYAL && move->leg_count == 1 && move->legs[0].shorter == 0 &&
           move->legs[0].longer == 1 && move->legs[0].most == APO_RANGE_UNLIMITED &&
           (move->legs[0].directions & 1);
}

static void note_captures(parts *out, const apo_piece_move *move)
{
    bool is_passant = move->end & APO_END_EN_PASSANT;
    if (!(move->end & APO_END_CAPTURE) && !is_passant)
        return;
    if (is_passant && move->end == (APO_END_EN_PASSANT | APO_END_CAPTURE))
        out->has_passant = true;
    else if (is_passant)
        out->has_passant = out->has_other_captures = true;
    else if (!(move->end & APO_END_MOVE))
        out->has_other_captures = true;
}

static void split(parts *out, const apo_draft *draft, const apo_draft_type *type,
                  bool is_barred)
{
    apo_piece_moves all;
    memset(out, 0, sizeof *out);
    if (type->moves[0] == '\0' ||
        apo_betza_parse(&all, apo_span_of(type->moves), NULL) != APO_OK)
        return;
    out->is_readable = true;
    out->plain = all;
    out->plain.move_count = 0;
    for (unsigned i = 0; i < all.move_count; i++) {
        apo_piece_move move = all.moves[i];
        unsigned around = APO_COMPASS_ORTHOGONAL;
        if (type->is_royal && is_facing(&move) &&
            (move.legs[0].directions == around || apo_draft_is_apart(draft, type->letter))) {
            out->is_flying = true;
            continue;
        }
        if (is_barred)
            move.end &= (uint8_t) ~(unsigned)APO_END_ROYAL;
        note_captures(out, &move);
        move.end &= (uint8_t) ~(unsigned)APO_END_EN_PASSANT;
        apo_piece_moves *list = move.is_unmoved ? &out->first : &out->plain;
        if (move.end != 0)
            list->moves[list->move_count++] = move;
    }
}

/* --- first moves --------------------------------------------------------- */

/* The one own rank on which all pieces of a type stand at the start; 0: they stand on several.
 */
static unsigned find_start_rank(const apo_draft *draft, char letter)
{
    unsigned found = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        unsigned own = apo_draft_rank(draft, sq / draft->geometry.files);
        if (apo_to_upper(draft->board[sq]) != letter)
            continue;
        if (draft->board[sq] != letter)
            own = apo_draft_ranks(draft) + 1 - own;
        if (found != 0 && found != own)
            return 0;
        found = own;
    }
    return found;
}

/* Writes first moves, which Fairy-Stockfish ties to a rank: only those over empty squares, of
 * pieces that never return to their rank. */
static void write_first_moves(apo_fairy_writing *w, unsigned index, const parts *p,
                              apo_text *moves)
{
    const apo_draft_type *type = &w->draft->types[index];
    unsigned rank = find_start_rank(w->draft, type->letter);
    bool is_said = rank > 0 && w->types[index].is_ahead_only &&
                   (w->first_ranks & ~(UINT32_C(1) << rank)) == 0 &&
                   w->draft->multi_pieces[0] == '\0';
    for (unsigned i = 0; i < p->first.move_count; i++)
        is_said = is_said && apo_fairy__steps_of(&p->first.moves[i]) == 2;
    apo_error err;
    if (is_said && apo_dialect_write(moves, &p->first, APO_DIALECT_FAIRY, NULL, &err) == APO_OK)
        w->first_ranks |= UINT32_C(1) << rank;
    else
        apo_fairy__lose_type(
            w, type, "first moves are made from certain ranks there, not by unmoved pieces",
            nothing);
}

/* Multiple steps of pieces other than the pawn of chess. */
static void write_steps(apo_fairy_writing *w, unsigned index, const parts *p, apo_text *moves)
{
    const apo_draft_type *type = &w->draft->types[index];
    unsigned directions, most = 0;
    bool is_plain = apo_fairy__quiet_steps(&p->plain, &directions);
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
        if (w->draft->multi_steps[rank] > most)
            most = w->draft->multi_steps[rank];
    if (is_plain && most == 2 && (directions == 0x01 || directions == 0x82))
        apo_text_add(moves, directions == 0x01 ? "ifmnD" : "ifmnA");
    else
        apo_fairy__lose(
            w, "multi-step: pieces",
            "the %s makes other multiple steps than two straight or two diagonally forward",
            apo_span_of(type->name));
}

/* --- names --------------------------------------------------------------- */

static void name_piece(apo_fairy_writing *w, unsigned index, unsigned number)
{
    apo_text name = apo_text_start(w->types[index].name, sizeof w->types[index].name);
    apo_fairy_piece_name(&name, number);
    w->types[index].number = number;
    if (number < APO_FAIRY_CUSTOM + APO_FAIRY_CUSTOM_MAX)
        w->used |= UINT64_C(1) << number;
}

static void write_line(apo_fairy_writing *w, unsigned index, unsigned number, apo_span moves)
{
    name_piece(w, index, number);
    apo_buffer_add(w->out, w->types[index].name);
    apo_buffer_add(w->out, " = ");
    apo_buffer_add_char(w->out, w->types[index].letter);
    if (moves.length > 0) {
        apo_buffer_add_char(w->out, ':');
        apo_buffer_add_span(w->out, moves);
    }
    apo_buffer_add_char(w->out, '\n');
}

static void write_custom(apo_fairy_writing *w, unsigned index, apo_span moves)
{
    if (w->custom_count >= APO_FAIRY_CUSTOM_MAX)
        apo_fairy__lose_type(w, &w->draft->types[index],
                             "no more than 25 pieces can have moves of their own there",
                             nothing);
    write_line(w, index, APO_FAIRY_CUSTOM + w->custom_count++, moves);
}

/* True if the type is the pawn of chess, with or without multiple steps and en passant. */
static bool is_chess_pawn(const apo_fairy_writing *w, const parts *p, apo_span moves,
                          bool has_trails)
{
    bool is_same = apo_span_is(moves, "fmWfcF") || apo_span_is(moves, "fcFfmW");
    return is_same && !(w->used >> APO_FAIRY_PAWN & 1) && p->first.move_count == 0 &&
           (p->has_passant || !has_trails) && !(p->has_passant && p->has_other_captures);
}

/* Chooses the name: a piece known to Fairy-Stockfish, or a custom piece. */
static void name_type(apo_fairy_writing *w, unsigned index, apo_span moves, bool is_extended)
{
    const apo_draft_type *type = &w->draft->types[index];
    unsigned known = is_extended ? 0 : apo_fairy__find_piece(moves);
    bool is_soldier =
        apo_span_is(moves, "fsW") && apo_draft_has_letter(w->draft->river_pieces, type->letter);
    bool is_screen = apo_draft_has_letter(w->draft->screens, type->letter);
    if (is_soldier)
        known = APO_FAIRY_SOLDIER;
    if (is_screen)
        known = APO_FAIRY_JANGGI_CANNON;
    if (is_screen && !apo_span_is(moves, "pR"))
        apo_fairy__lose(w, "screens: pieces",
                        "only cannons (pR) are no screens there: not the %s",
                        apo_span_of(type->name));
    if (w->draft->lines.pieces[0] != '\0' && apo_fairy__is_follower(known)) {
        if (is_soldier || is_screen)
            apo_fairy__lose(w, "lines: pieces",
                            "wherever there are lines, the %s follows them there",
                            apo_span_of(type->name));
        known = is_soldier || is_screen ? known : 0;
    }
    if (type->is_royal)
        write_line(w, index, APO_FAIRY_KING, apo_span_is(moves, "K") ? nothing : moves);
    else if (known > 0 && !(w->used >> known & 1))
        write_line(w, index, known, nothing);
    else
        write_custom(w, index, moves);
}

/* True if a type follows lines there, and is written. */
static bool write_follower(apo_fairy_writing *w, unsigned index)
{
    const apo_draft *draft = w->draft;
    const apo_draft_type *type = &draft->types[index];
    unsigned number = apo_fairy__find_follower(type);
    bool is_screen = apo_draft_has_letter(draft->screens, type->letter);
    bool is_king = type->is_royal && apo_fairy__is_on_janggi(draft);
    if (!apo_fairy__is_lined(draft, type))
        return false;
    number = is_king ? APO_FAIRY_KING : number;
    bool is_said = number != 0 && (is_king || !type->is_royal) &&
                   is_screen == (number == APO_FAIRY_JANGGI_CANNON) &&
                   !apo_draft_has_letter(draft->river_pieces, type->letter) &&
                   !(w->used >> number & 1) && !(is_king && type->letter != 'K') &&
                   !apo_draft_has_letter(draft->multi_pieces, type->letter);
    if (!is_said) {
        apo_fairy__lose(w, "lines: pieces",
                        "one king K (WF), chariot (RB), cannon (pRpB), guard (WF) and soldier "
                        "(fsWfF) follow lines there: not the %s",
                        apo_span_of(type->name));
        return false;
    }
    /* A king that a section names is another one. */
    if (is_king)
        name_piece(w, index, number);
    else
        write_line(w, index, number, nothing);
    return true;
}

/* Finds out whether any pieces leave trails or have first moves.
 */
static void find_trails(const apo_draft *draft, bool *out_trails, bool *out_first)
{
    unsigned rank, steps;
    apo_piece_moves moves;
    *out_trails = apo_draft_steps(draft, &rank, &steps);
    *out_first = false;
    for (unsigned i = 0; i < draft->type_count; i++) {
        if (apo_betza_parse(&moves, apo_span_of(draft->types[i].moves), NULL) != APO_OK)
            continue;
        for (unsigned k = 0; k < moves.move_count; k++) {
            *out_trails = *out_trails || moves.moves[k].has_trail;
            *out_first = *out_first || moves.moves[k].is_unmoved;
        }
    }
}

static bool has_trails(const apo_draft *draft)
{
    bool trails, first;
    find_trails(draft, &trails, &first);
    return trails;
}

/* In Fairy-Stockfish a pawn of chess makes multiple steps if any piece has first moves. */
static bool has_first_moves(const apo_draft *draft)
{
    bool trails, first;
    find_trails(draft, &trails, &first);
    return first || draft->multi_pieces[0] != '\0';
}

/* --- types --------------------------------------------------------------- */

/* The lowest own rank of either side with a square from which the moves never lead away; 0:
 * there is none. */
static unsigned find_stuck_rank(const apo_draft *draft, const apo_piece_moves *moves)
{
    bool stuck[APO_SQUARES_MAX];
    unsigned found = 0;
    for (unsigned side = 0; side < 2; side++) {
        (void)apo_fairy__find_stuck(moves, &draft->geometry, side, stuck);
        for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
            unsigned white = apo_draft_rank(draft, sq / draft->geometry.files);
            unsigned own = side == 0 ? white : apo_draft_ranks(draft) + 1 - white;
            if (stuck[sq] && (found == 0 || own < found))
                found = own;
        }
    }
    return found;
}

static void note_facts(apo_fairy_writing *w, unsigned index, const parts *p)
{
    apo_fairy_writing_type *facts = &w->types[index];
    facts->is_ahead_only = apo_fairy__goes_ahead(&p->plain) && apo_fairy__goes_ahead(&p->first);
    facts->has_step_ahead = apo_fairy__has_step_ahead(&p->plain);
    facts->stuck_from = find_stuck_rank(w->draft, &p->plain);
    facts->is_always_mobile = facts->stuck_from == 0;
    facts->is_hopper = apo_fairy__is_hopper(&p->plain);
    facts->is_capturing_passant = p->has_passant;
    if (p->has_passant)
        apo_draft_add_letter(w->capturing_passant, w->draft->types[index].letter);
    for (unsigned i = 0; i < p->plain.move_count; i++)
        if (p->plain.moves[i].has_trail)
            apo_fairy__lose_type(w, &w->draft->types[index],
                                 "only first moves can be answered en passant there", nothing);
}

enum {
    IMMOBILE = 26 /* Fairy-Stockfish's number of the piece */
};

/* A type that cannot be expressed is written without moves. */
static void write_immobile(apo_fairy_writing *w, unsigned index, const char *why)
{
    const apo_draft_type *type = &w->draft->types[index];
    apo_fairy__lose_type(w, type, "it cannot move there: %s", apo_span_of(why));
    if (type->is_royal)
        write_line(w, index, APO_FAIRY_KING, nothing);
    else if (!(w->used >> IMMOBILE & 1))
        write_line(w, index, IMMOBILE, nothing);
    else
        write_custom(w, index, apo_span_of("m"));
}

static void write_type(apo_fairy_writing *w, unsigned index)
{
    const apo_draft *draft = w->draft;
    const apo_draft_type *type = &draft->types[index];
    char bytes[APO_BETZA_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_error err = {.detail = "a rule of the game moves it"};
    parts p;
    w->types[index].barred_from = apo_fairy__barred_from(draft, type);
    split(&p, draft, type, w->types[index].barred_from > 0);
    note_facts(w, index, &p);
    if (write_follower(w, index))
        return;
    if (type->moves[0] == '\0' && type->letter != draft->joker && !type->is_royal &&
        !(w->used >> IMMOBILE & 1)) {
        write_line(w, index, IMMOBILE, nothing);
        return;
    }
    if (!p.is_readable ||
        apo_dialect_write(&text, &p.plain, APO_DIALECT_FAIRY, NULL, &err) != APO_OK) {
        write_immobile(w, index, err.detail);
        return;
    }
    if (p.is_flying)
        apo_fairy__add_line(w->out, "flyingGeneral", "true");
    if (p.has_passant && p.has_other_captures && has_trails(draft))
        apo_fairy__lose_type(w, type, "there a piece captures en passant with all its captures",
                             nothing);
    bool is_stepping = apo_draft_has_letter(draft->multi_pieces, type->letter);
    /* A pawn of chess with a promoted form has rules of its own there. */
    if (!type->is_royal && !apo_fairy__has_form(w, type->letter) &&
        is_chess_pawn(w, &p, apo_text_span(&text), has_trails(draft)) &&
        (is_stepping || !has_first_moves(draft))) {
        write_line(w, index, APO_FAIRY_PAWN, nothing);
        for (unsigned rank = 0; rank <= APO_ROWS_MAX && is_stepping; rank++)
            if (draft->multi_steps[rank] > 3)
                apo_fairy__lose(w, "multi-step: steps, from",
                                "steps of more than three squares cannot be expressed",
                                nothing);
        return;
    }
    size_t plain_length = text.length;
    if (is_stepping)
        write_steps(w, index, &p, &text);
    if (p.first.move_count > 0)
        write_first_moves(w, index, &p, &text);
    name_type(w, index, apo_text_span(&text), text.length > plain_length);
}

static bool is_taken(const apo_fairy_writing *w, char letter)
{
    for (unsigned i = 0; i < w->draft->type_count; i++)
        if (w->types[i].letter == letter ||
            (!w->draft->types[i].is_form && apo_to_lower(w->draft->types[i].letter) == letter))
            return true;
    return false;
}

/* Gives a promoted form a letter. True if it is the same piece as another type, and is not
 * written itself. */
static bool name_form(apo_fairy_writing *w, unsigned index)
{
    const apo_draft_type *form = &w->draft->types[index];
    for (unsigned i = 0; i < w->draft->type_count; i++) {
        const apo_draft_type *other = &w->draft->types[i];
        if ((other->is_form && i >= index) || other->is_royal ||
            !apo_span_is(apo_span_of(other->moves), form->moves))
            continue;
        w->types[index] = w->types[i];
        return true;
    }
    for (int letter = 'a'; letter <= 'z'; letter++)
        if (!is_taken(w, (char)letter)) {
            w->types[index].letter = (char)letter;
            return false;
        }
    w->types[index].letter = '?';
    apo_fairy__lose(w, "forms", "there are not enough letters for promoted forms", nothing);
    return false;
}

void apo_fairy__write_pieces(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    bool has_forms = draft->rare & APO_DRAFT_FORMS;
    for (unsigned i = 0; i < draft->type_count; i++)
        if (!(has_forms && draft->types[i].is_form)) {
            w->types[i].letter = apo_to_lower(draft->types[i].letter);
            write_type(w, i);
        }
    for (unsigned i = 0; has_forms && i < draft->type_count; i++)
        if (draft->types[i].is_form && !name_form(w, i))
            write_type(w, i);
    if (w->custom_count > APO_FAIRY_CUSTOM_MAX)
        apo_fairy__lose(w, "pieces", "Fairy-Stockfish has 25 custom pieces at most", nothing);
}
