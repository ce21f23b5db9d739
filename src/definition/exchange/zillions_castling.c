#include "definition/exchange/zillions_priv.h"

/* Castling: moves of the royal piece. "east" and "west" are the same for both sides. */

typedef struct castling {
    apo_square king, partner, king_to, partner_to;
    unsigned side, number;
} castling;

static void add_files(apo_buffer *out, apo_square from, apo_square to)
{
    for (int count = (int)to - (int)from; count != 0; count += count > 0 ? -1 : 1)
        apo_buffer_add(out, count > 0 ? "east " : "west ");
}

static bool is_between(unsigned sq, unsigned a, unsigned b)
{
    return (sq >= a && sq <= b) || (sq >= b && sq <= a);
}

/* The king's part ends at "cascade"; then the partner moves. Costly conditions come last. */
static void write_way(apo_zillions_writing *w, const castling *way,
                      const apo_draft_type *partner)
{
    apo_buffer *out = &w->pieces;
    apo_square at = way->king;
    int toward = way->king_to > way->king ? 1 : -1;
    unsigned files = w->draft->geometry.files, first = way->king / files * files;
    apo_buffer_add(out, "         ((verify never-moved?) (verify (in-zone? castling-");
    apo_buffer_add_number(out, way->number);
    apo_buffer_add(out, ")) mark ");
    for (unsigned sq = first; sq < first + files; sq++) {
        if (sq == way->king || sq == way->partner ||
            !(is_between(sq, way->king, way->partner) ||
              is_between(sq, way->king, way->king_to) ||
              is_between(sq, way->partner, way->partner_to)))
            continue;
        add_files(out, at, (apo_square)sq);
        apo_buffer_add(out, "(verify empty?) ");
        at = (apo_square)sq;
    }
    add_files(out, at, way->king_to);
    apo_buffer_add(out, "cascade ");
    add_files(out, way->king_to, way->partner);
    apo_buffer_add(out, "(verify (and friend? (piece? ");
    apo_zillions__add_name(out, partner);
    apo_buffer_add(out, ") never-moved?)) from ");
    add_files(out, way->partner, way->partner_to);
    apo_buffer_add(out, "to (set-attribute never-moved? false) back ");
    for (int sq = way->king; sq != (int)way->king_to; sq += toward) {
        apo_buffer_add(out, "(verify not-attacked?) ");
        apo_buffer_add(out, toward > 0 ? "east " : "west ");
    }
    apo_buffer_add(out, "(set-attribute never-moved? false) add)\n");
}

/* The partner of a way to castle; NULL if the way cannot be expressed. */
static const apo_draft_type *partner_of(const apo_draft *draft, const castling *way)
{
    char king = draft->board[way->king], partner = draft->board[way->partner];
    const apo_draft_type *royal = apo_draft_type_of(draft, king);
    bool is_mine = apo_is_letter(king) && apo_is_upper(king) == (way->side == 0) &&
                   apo_is_letter(partner) && apo_is_upper(partner) == (way->side == 0);
    bool is_crossed = way->king_to == way->partner || way->partner_to == way->king ||
                      way->king_to == way->king || way->partner_to == way->partner;
    return is_mine && !is_crossed && royal != NULL && royal->is_royal
               ? apo_draft_type_of(draft, partner)
               : NULL;
}

static castling way_of(const apo_draft *draft, unsigned index, unsigned side)
{
    const apo_draft_way *way = &draft->ways[index];
    const apo_geometry *geo = &draft->geometry;
    castling out = {way->king,       way->partner, way->king_to,
                    way->partner_to, side,         2 * index + side + 1};
    if (side == 1 && way->whose == APO_DRAFT_BOTH) {
        out.king = apo_geometry_mirror(geo, way->king);
        out.partner = apo_geometry_mirror(geo, way->partner);
        out.king_to = apo_geometry_mirror(geo, way->king_to);
        out.partner_to = apo_geometry_mirror(geo, way->partner_to);
    }
    return out;
}

static bool has_way(const apo_draft *draft, unsigned index, unsigned side)
{
    return draft->ways[index].whose !=
           (side == 0 ? APO_DRAFT_BLACK_ONLY : APO_DRAFT_WHITE_ONLY);
}

bool apo_zillions__castles(const apo_draft *draft, const apo_draft_type *type)
{
    for (unsigned i = 0; i < 2 * draft->way_count; i++) {
        castling way = way_of(draft, i / 2, i % 2);
        if (has_way(draft, i / 2, i % 2) && (type->is_royal || partner_of(draft, &way) == type))
            return true;
    }
    return false;
}

static void lose_way(apo_zillions_writing *w, const castling *way)
{
    const apo_square squares[] = {way->king, way->partner, way->king_to, way->partner_to};
    char bytes[4 * (APO_SQUARE_NAME_MAX + 1)];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    for (unsigned i = 0; i < 4; i++) {
        char name[APO_SQUARE_NAME_MAX];
        size_t length = apo_geometry_write_square(&w->draft->geometry, squares[i], name);
        apo_text_add(&text, i > 0 ? " " : "");
        apo_text_add_span(&text, (apo_span){name, length});
    }
    apo_zillions__lose(
        w, "castling: way, white-way, black-way",
        "%s: there both pieces stand so at the start, both move, and neither goes where "
        "the other was",
        apo_text_span(&text));
}

void apo_zillions__write_castlings(apo_zillions_writing *w)
{
    for (unsigned i = 0; i < 2 * w->draft->way_count; i++) {
        castling way = way_of(w->draft, i / 2, i % 2);
        const apo_draft_type *partner = partner_of(w->draft, &way);
        if (!has_way(w->draft, i / 2, i % 2))
            continue;
        if (partner == NULL) {
            lose_way(w, &way);
            continue;
        }
        apo_zillions__add_zone(w, "castling-", way.number, way.side);
        apo_zillions__add_square(&w->zones, w->draft, way.king);
        apo_buffer_add(&w->zones, "))\n");
        write_way(w, &way, partner);
    }
}
