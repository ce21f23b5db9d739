#include "notation/san.h"

#include "base/mem.h"
#include "notation/castling_priv.h"
#include "notation/san_read_priv.h"
#include "notation/sentence_priv.h"
#include "notation/sketch_priv.h"
#include "rules/rules/checker.h"
#include "rules/rules/list.h"

/* The type written without a letter, or APO_TYPE_NONE. */
static unsigned pawn_of(const apo_variant *var)
{
    return apo_variant_type_of_letter(var, APO_SAN_PAWN);
}

static unsigned type_of_move(const apo_position *pos, const apo_move *mv)
{
    return apo_type_shown(pos->var, apo_piece_type(apo_position_piece(pos, mv->from)));
}

/* The parts of the start square to write. */
struct start {
    bool has_file;
    bool has_rank;
};

/* True if `other` is a move of another piece of this type to the same square, so that the text
 * must be disambiguated. A pawn's capture differs from its step by the x; a checker's step is
 * disambiguated even from a series to the same square. */
static bool is_rival(const apo_position *pos, const apo_move *mv, const apo_move *other)
{
    unsigned type = type_of_move(pos, mv);
    if (other->to != mv->to || other->from == mv->from || other->kind == APO_MOVE_DROP ||
        type_of_move(pos, other) != type)
        return false;
    return type != pawn_of(apo_position_variant(pos)) ||
           apo_move_has_mark(pos, mv) == apo_move_has_mark(pos, other);
}

/* By file if that is enough, else by rank, else by both. */
static struct start find_start(const apo_position *pos, const apo_move *mv,
                               const apo_move_list *legal)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    bool has_rival = false, has_file_rival = false, has_rank_rival = false;
    for (size_t i = 0; i < legal->count; i++) {
        const apo_move *other = &legal->moves[i];
        if (!is_rival(pos, mv, other))
            continue;
        has_rival = true;
        has_file_rival |=
            apo_geometry_file(geo, other->from) == apo_geometry_file(geo, mv->from);
        has_rank_rival |= apo_geometry_row(geo, other->from) == apo_geometry_row(geo, mv->from);
    }
    if (legal->is_overflowed) /* the list may lack rivals */
        return (struct start){true, true};
    return (struct start){.has_file = has_rival && (!has_file_rival || has_rank_rival),
                          .has_rank = has_file_rival};
}

static void write_start(apo_text *out, const apo_geometry *geo, apo_square from,
                        struct start start)
{
    if (start.has_file)
        apo_text_add_char(out, (char)('a' + (char)apo_geometry_file(geo, from)));
    if (start.has_rank)
        apo_text_add_number(out, (int64_t)apo_geometry_own_rank(geo, APO_WHITE, from));
}

static void write_series(apo_text *out, const apo_geometry *geo, const apo_square *series,
                         unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        apo_text_add_char(out, 'x');
        apo_text_add_square(out, geo, series[i]);
    }
}

static void write_way(apo_text *out, const apo_position *pos, const apo_move *mv,
                      const apo_move_list *legal)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_square series[APO_SERIES_MAX];
    unsigned type = type_of_move(pos, mv), count = apo_move_series(pos, mv, series);
    bool is_pawn = type == pawn_of(var), is_taking = apo_move_has_mark(pos, mv);
    if (!is_pawn)
        apo_text_add_type(out, var, type);
    if (count > 0) {
        apo_text_add_square(out, geo, mv->from);
        write_series(out, geo, series, count);
        return;
    }
    struct start start = find_start(pos, mv, legal);
    start.has_file = start.has_file || (is_pawn && is_taking);
    write_start(out, geo, mv->from, start);
    if (is_taking)
        apo_text_add_char(out, 'x');
    apo_text_add_square(out, geo, apo_move_written_to(pos, mv));
}

static void write_suffixes(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_square taken[APO_UNDO_SQUARES_MAX];
    if (mv->promoted != APO_TYPE_NONE) {
        apo_text_add_char(out, '=');
        apo_text_add_type(out, var, mv->promoted);
    }
    if (mv->launched != APO_TYPE_NONE) {
        apo_text_add_char(out, '/');
        apo_text_add_char(out, apo_type_info_of(var, mv->launched)->letter);
        apo_text_add_launch_square(out, pos, mv);
    }
    unsigned count = apo_move_taken(pos, mv, APO_LISTS_PASSING, taken);
    for (unsigned i = 0; i < count; i++) {
        apo_text_add_char(out, '*');
        apo_text_add_square(out, apo_variant_geometry(var), taken[i]);
    }
    if (mv->wall != 0) {
        apo_text_add_char(out, ',');
        apo_text_add_square(out, apo_variant_geometry(var), (apo_square)(mv->wall - 1));
    }
}

static void write_sign(apo_text *out, enum apo_check_sign sign)
{
    if (sign != APO_SIGN_QUIET)
        apo_text_add_char(out, sign == APO_SIGN_MATE ? '#' : '+');
}

/* Everything but the sign of a check. */
static void write_long(apo_text *out, const apo_position *pos, const apo_move *mv,
                       const apo_move_list *legal)
{
    if (mv->kind == APO_MOVE_PASS) {
        apo_text_add(out, APO_PASS);
        return;
    }
    if (mv->kind == APO_MOVE_DROP) {
        apo_text_add_drop(out, apo_position_variant(pos), mv);
        return;
    }
    if (mv->kind == APO_MOVE_CASTLING && apo_castling_is_short(pos, mv, legal))
        apo_text_add(out, apo_castling_is_right(pos, mv) ? "O-O" : "O-O-O");
    else
        write_way(out, pos, mv, legal);
    write_suffixes(out, pos, mv);
}

void apo_san_write_among(apo_text *out, const apo_position *pos, const apo_move *mv,
                         const apo_move_list *legal)
{
    apo_check_signs signs;
    write_long(out, pos, mv, legal);
    apo_check_signs_start(&signs, pos);
    write_sign(out, apo_check_sign_of(&signs, mv));
}

/* --- many moves ---------------------------------------------------------- */

/* The type whose letter is written for a move's piece. */
static unsigned shown_type(const apo_san_list *list, const apo_move *mv)
{
    return list->shown[apo_piece_type(apo_position_piece(list->pos, mv->from))];
}

/* The word with the bit of a square in a set of the list. */
static size_t word_of(const apo_san_list *list, unsigned type, apo_square sq)
{
    return (size_t)type * list->pos->var->words + (sq >> 6);
}

static bool has_rivals(const apo_san_list *list, unsigned type, apo_square to)
{
    return list->rivalled[word_of(list, type, to)] >> (to & 63U) & 1U;
}

/* Moves that differ in what they add, such as promotions, are adjacent and no rivals. */
static void find_rivals(apo_san_list *list)
{
    const apo_move_list *legal = list->legal;
    size_t size = word_of(list, list->pos->var->info.type_count + 1U, 0) * sizeof(uint64_t);
    memset(list->reached, 0, size);
    memset(list->rivalled, 0, size);
    for (size_t i = 0; i < legal->count; i++) {
        const apo_move *mv = &legal->moves[i];
        bool is_again = i > 0 && mv[-1].from == mv->from && mv[-1].to == mv->to;
        if (mv->kind == APO_MOVE_DROP || is_again)
            continue;
        size_t at = word_of(list, shown_type(list, mv), mv->to);
        uint64_t bit = (uint64_t)1 << (mv->to & 63U);
        list->rivalled[at] |= list->reached[at] & bit;
        list->reached[at] |= bit;
    }
}

void apo_san_list_start(apo_san_list *out, const apo_position *pos, const apo_move_list *legal)
{
    const apo_variant *var = apo_position_variant(pos);
    out->pos = pos;
    out->legal = legal;
    out->pawn = pawn_of(var);
    for (unsigned type = 0; type <= var->info.type_count; type++)
        out->shown[type] = (uint8_t)apo_type_shown(var, type);
    find_rivals(out);
    apo_check_signs_start(&out->signs, pos);
}

/* True if the text has the piece, its target and a promotion only. A list that lacks moves says
 * nothing about rivals. */
static bool is_short(const apo_san_list *list, const apo_move *mv, unsigned type)
{
    return mv->kind == APO_MOVE_PLAIN && mv->launched == APO_TYPE_NONE && mv->wall == 0 &&
           !has_rivals(list, type, mv->to) && !list->legal->is_overflowed;
}

/* As apo_text_add_type; returns the length. */
static unsigned write_type(char *out, const apo_variant *var, unsigned type)
{
    unsigned length = 0;
    if (var->types[type].mark == APO_MARK_PROMOTED)
        out[length++] = '+';
    out[length++] = var->types[type].letter;
    if (var->types[type].accent != '\0')
        out[length++] = var->types[type].accent;
    return length;
}

/* Writes at most "+B'xa10=+Q'" and a zero; returns the length. */
static size_t write_short(char *out, const apo_san_list *list, const apo_move *mv,
                          unsigned type)
{
    const apo_variant *var = apo_position_variant(list->pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    size_t length = 0;
    bool is_taking =
        mv->to != mv->from && apo_piece_is_real(apo_position_piece(list->pos, mv->to));
    if (type != list->pawn)
        length += write_type(out, var, type);
    else if (is_taking)
        out[length++] = (char)('a' + (char)apo_geometry_file(geo, mv->from));
    if (is_taking)
        out[length++] = 'x';
    length += apo_geometry_write_square(geo, mv->to, out + length);
    if (mv->promoted != APO_TYPE_NONE) {
        out[length++] = '=';
        length += write_type(out + length, var, mv->promoted);
    }
    return length;
}

size_t apo_san_list_write(char *out, apo_san_list *list, const apo_move *mv)
{
    size_t length;
    unsigned type = mv->kind == APO_MOVE_PLAIN ? shown_type(list, mv) : APO_TYPE_NONE;
    if (is_short(list, mv, type)) {
        length = write_short(out, list, mv, type);
    } else {
        apo_text text = apo_text_start(out, APO_SAN_MAX - 1);
        write_long(&text, list->pos, mv, list->legal);
        length = text.length;
    }
    enum apo_check_sign sign = apo_check_sign_of(&list->signs, mv);
    if (sign != APO_SIGN_QUIET)
        out[length++] = sign == APO_SIGN_MATE ? '#' : '+';
    out[length] = '\0';
    return length;
}

/* What the code of a text is made of, from the lowest bit. */
enum {
    CODE_TYPE = 9, /* 288 squares fit below */
    CODE_PROMOTED = CODE_TYPE + 5,
    CODE_FILE = CODE_PROMOTED + 6, /* promoted: the type, or 32 and the start's row */
    CODE_TAKING = CODE_FILE + 5,   /* the file of the start and 1; 0: not written */
    CODE_SIGN = CODE_TAKING + 1,   /* 28 bits in all: small integers in JavaScript */
    CODE_HAS_ROW = 32,
    CODE_TYPES_MAX = CODE_HAS_ROW, /* moves of types from this number on have no code */
    CODE_CASTLING = APO_TYPE_NONE  /* for a type; the square tells to which side */
};

_Static_assert(APO_SQUARES_MAX <= 1 << CODE_TYPE, "CODE_TYPE");
_Static_assert(APO_FILES_MAX < 32 && APO_ROWS_MAX <= 32, "CODE_FILE");

static struct start find_coded_start(const apo_san_list *list, const apo_move *mv,
                                     unsigned type, bool is_taking)
{
    struct start start = {false, false};
    if (has_rivals(list, type, mv->to))
        start = find_start(list->pos, mv, list->legal);
    start.has_file |= is_taking && type == list->pawn;
    return start;
}

/* The code without a sign. */
static uint32_t code_plain(const apo_san_list *list, const apo_move *mv)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(list->pos));
    unsigned type = shown_type(list, mv), promoted = mv->promoted;
    bool is_taking = apo_move_has_mark(list->pos, mv);
    struct start start = find_coded_start(list, mv, type, is_taking);
    if (type >= CODE_TYPES_MAX || promoted >= CODE_TYPES_MAX ||
        (start.has_rank && promoted != APO_TYPE_NONE))
        return APO_SAN_UNCODED;
    if (start.has_rank)
        promoted = CODE_HAS_ROW | apo_geometry_row(geo, mv->from);
    unsigned file = start.has_file ? 1 + apo_geometry_file(geo, mv->from) : 0;
    return mv->to | type << CODE_TYPE | promoted << CODE_PROMOTED | file << CODE_FILE |
           (uint32_t)is_taking << CODE_TAKING;
}

uint32_t apo_san_list_code(apo_san_list *list, const apo_move *mv)
{
    uint32_t code = APO_SAN_UNCODED;
    if (mv->launched != APO_TYPE_NONE || mv->wall != 0 || list->legal->is_overflowed)
        return code;
    if (mv->kind == APO_MOVE_PLAIN)
        code = code_plain(list, mv);
    else if (mv->kind == APO_MOVE_CASTLING && apo_castling_is_short(list->pos, mv, list->legal))
        code = (uint32_t)CODE_CASTLING << CODE_TYPE | apo_castling_is_right(list->pos, mv);
    if (code == APO_SAN_UNCODED)
        return code;
    return code | (uint32_t)apo_check_sign_of(&list->signs, mv) << CODE_SIGN;
}

void apo_san_write(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    /* The list records an overflow; the text is then longer than necessary. */
    (void)apo_moves_like(legal, pos, mv->from);
    apo_san_write_among(out, pos, mv, legal);
}

static apo_status read_among(apo_move *out, const apo_position *pos, apo_span text,
                             const apo_move_list *legal, apo_error *err)
{
    apo_sketch sketch;
    apo_status status = apo_san_read_sketch(&sketch, apo_position_variant(pos), text, err);
    return status != APO_OK ? status : apo_sketch_find(out, pos, &sketch, legal, err);
}

apo_status apo_san_read_among(apo_move *out, const apo_position *pos, apo_span text,
                              const apo_move_list *legal, apo_error *err)
{
    apo_span bare = apo_span_part(text, 0, text.length - (text.length > 0));
    /* The ! of "=B!" is a glyph if the piece cannot become a B!. */
    if (apo_san_ends_with_accent(apo_position_variant(pos), text) &&
        read_among(out, pos, text, legal, NULL) != APO_OK &&
        read_among(out, pos, bare, legal, NULL) == APO_OK)
        return APO_OK;
    return read_among(out, pos, text, legal, err);
}
