#include "base/mem.h"
#include "definition/exchange/interactive_priv.h"

/* `morph=` after a piece: a picture of the board, White's, with the last rank first. A slash is
 * between ranks. A rank has a sign for each square, with commas between them unless each is one
 * character; or one sign for all its squares; or none, and changes nothing. A sign is:
 *   .    the piece stays what it is
 *   =    it does not become what captureMatrix says
 *   id   it becomes the piece with this id; with its own, it stays what it is
 * Numbers of sets of promoChoice, and the signs for results of the game and for squares that
 * are out of bounds, are not documented. Black's board is the mirror image. */

static const apo_span nothing = {NULL, 0};

typedef struct reading {
    apo_interactive *d;
    unsigned piece;                   /* its number */
    uint8_t becomes[APO_SQUARES_MAX]; /* by White's square; 0: it stays what it is */
    bool is_kept[APO_SQUARES_MAX];    /* marked with = */
} reading;

static void lose(const reading *r, const char *detail, apo_span word)
{
    apo_interactive__lose_at(r->d, r->d->pieces[r->piece].morph_line, "morph", detail, word);
}

/* --- the picture ---------------------------------------------------------- */

/* The number of pieces with exactly this id, without the one that changes: two types may have
 * one id and change into each other. `*out` is the last of them. */
static unsigned find_targets(const reading *r, apo_span id, unsigned *out)
{
    unsigned count = 0;
    for (unsigned i = 1; i <= r->d->piece_count; i++)
        if (i != r->piece && apo_interactive__has_id(&r->d->pieces[i], id)) {
            *out = i;
            count++;
        }
    return count;
}

/* Why a sign that names no single piece cannot be read. */
static const char *fault_of(apo_span sign, unsigned count)
{
    if (count > 1)
        return "%s: several pieces have this id";
    if (apo_is_digit(sign.text[0]))
        return "%s: from which number on the sets of promoChoice are counted is not documented";
    if (apo_is_upper(sign.text[0]) || apo_is_lower(sign.text[0]) || sign.text[0] == '+')
        return "%s: no piece has this id";
    return "%s: which sign means which result of the game, or a square out of bounds, is not "
           "documented";
}

static void read_sign(reading *r, apo_span sign, unsigned sq)
{
    unsigned target = 0, count = find_targets(r, sign, &target);
    bool is_own = apo_interactive__has_id(&r->d->pieces[r->piece], sign);
    if (apo_span_is(sign, "."))
        return;
    if (apo_span_is(sign, "="))
        r->is_kept[sq] = true;
    else if (sign.length == 0)
        lose(r, "what an empty place between commas means is not documented", nothing);
    else if (count == 1)
        r->becomes[sq] = (uint8_t)target;
    else if (count > 1 || !is_own)
        lose(r, fault_of(sign, count), sign);
}

/* Cuts the sign before the next comma, or the next character, off the front. */
static apo_span cut_sign(apo_span *rest, bool has_commas)
{
    size_t length = 0;
    while (has_commas && length < rest->length && rest->text[length] != ',')
        length++;
    apo_span sign = apo_span_part(*rest, 0, has_commas ? length : 1);
    *rest = apo_span_part(*rest, has_commas ? length + 1 : 1, rest->length);
    return apo_span_trim(sign);
}

static void read_rank(reading *r, apo_span text, unsigned row)
{
    unsigned files = r->d->files, count = 1;
    bool has_commas = false;
    for (size_t i = 0; i < text.length; i++) {
        has_commas = has_commas || text.text[i] == ',';
        count += text.text[i] == ',';
    }
    count = has_commas ? count : (unsigned)text.length;
    if (count > 1 && count != files) {
        lose(r, "a rank needs one sign for all its squares, or one for each: %s", text);
        return;
    }
    apo_span rest = text;
    for (unsigned file = 0; file < files && text.length > 0; file++) {
        if (count == 1)
            rest = text;
        read_sign(r, cut_sign(&rest, has_commas), row * files + file);
    }
}

static void read_picture(reading *r)
{
    apo_span text = r->d->pieces[r->piece].morph;
    unsigned ranks = 1;
    size_t start = 0;
    for (size_t i = 0; i < text.length; i++)
        ranks += text.text[i] == '/';
    if (ranks != r->d->ranks) {
        lose(r, "the picture of the board has another number of ranks", nothing);
        return;
    }
    for (size_t i = 0; i <= text.length; i++) {
        if (i < text.length && text.text[i] != '/')
            continue;
        read_rank(r, apo_span_trim(apo_span_part(text, start, i - start)), --ranks);
        start = i + 1;
    }
}

/* --- both sides ------------------------------------------------------------ */

/* The square with its file, its rank or both seen from the other end. */
static unsigned turned(const apo_interactive *d, unsigned sq, bool is_file, bool is_rank)
{
    unsigned file = sq % d->files, row = sq / d->files;
    file = is_file ? d->files - 1 - file : file;
    row = is_rank ? d->ranks - 1 - row : row;
    return row * d->files + file;
}

static bool is_same_turned(const reading *r, bool is_file, bool is_rank)
{
    for (unsigned sq = 0; sq < r->d->files * r->d->ranks; sq++)
        if (r->becomes[sq] != r->becomes[turned(r->d, sq, is_file, is_rank)])
            return false;
    return true;
}

/* Only that Black sees the ranks from the other end is known. */
static void check_sides(const reading *r)
{
    if (r->d->symmetry != APO_SYMMETRY_MIRROR && !is_same_turned(r, true, false))
        lose(r,
             "with symmetry=rotate or none it is not documented on which files Black's pieces "
             "change; the picture differs between left and right",
             nothing);
    else if (r->d->symmetry == APO_SYMMETRY_NONE && !is_same_turned(r, false, true))
        lose(r, "with symmetry=none it is not documented on which ranks Black's pieces change",
             nothing);
}

/* --- the draft ------------------------------------------------------------- */

static bool is_same_change(const apo_draft_morph *one, const apo_draft_morph *other)
{
    return memcmp(one->becomes, other->becomes, sizeof one->becomes) == 0 &&
           memcmp(&one->squares, &other->squares, sizeof one->squares) == 0;
}

/* Adds a change, or the piece to an equal one. */
static void add_change(const reading *r, const apo_draft_morph *made)
{
    apo_draft *draft = r->d->draft;
    char letter = r->d->pieces[r->piece].letter;
    unsigned i = 0;
    while (i < draft->morph_count && !is_same_change(&draft->morphs[i], made))
        i++;
    if (i == APO_DRAFT_MORPHS_MAX) {
        lose(r, "there are more than 64 changes of pieces", nothing);
        return;
    }
    if (i == draft->morph_count)
        draft->morphs[draft->morph_count++] = *made;
    apo_draft_add_letter(draft->morphs[i].pieces, letter);
}

/* The squares where the piece becomes `target`, in changes of at most as many as a line of a
 * definition holds. */
static void add_changes(const reading *r, unsigned target)
{
    const apo_draft *draft = r->d->draft;
    apo_draft_morph made;
    unsigned count = 0, squares = r->d->files * r->d->ranks;
    memset(&made, 0, sizeof made);
    apo_draft_add_letter(made.becomes, r->d->pieces[target].letter);
    for (unsigned sq = 0; sq < squares; sq++) {
        if (r->becomes[sq] == target && draft->geometry.place[sq] == APO_PLACE_SQUARE) {
            apo_set_add(&made.squares[APO_WHITE], (apo_square)sq);
            apo_set_add(&made.squares[APO_BLACK],
                        apo_geometry_mirror(&draft->geometry, (apo_square)sq));
            count++;
        }
        if (count == APO_VALUE_ITEMS_MAX || (count > 0 && sq + 1 == squares)) {
            add_change(r, &made);
            memset(&made.squares, 0, sizeof made.squares);
            count = 0;
        }
    }
}

static void make_morph(apo_interactive *d, unsigned piece)
{
    reading r = {.d = d, .piece = piece};
    read_picture(&r);
    check_sides(&r);
    for (unsigned sq = 0; sq < d->files * d->ranks; sq++) {
        bool is_outside = d->is_shadow[sq] && r.becomes[sq] != 0;
        d->pieces[piece].is_morphing = d->pieces[piece].is_morphing || r.becomes[sq] != 0;
        d->pieces[piece].is_kept = d->pieces[piece].is_kept || r.is_kept[sq];
        if (is_outside)
            lose(&r, "pieces do not change on a border rank here", nothing);
    }
    for (unsigned target = 1; target <= d->piece_count; target++)
        add_changes(&r, target);
    if (d->pieces[piece].base != 0 && d->pieces[piece].is_morphing)
        lose(&r, "a promoted form does not change in another way here", nothing);
}

void apo_interactive__make_morphs(apo_interactive *d)
{
    for (unsigned i = 1; i <= d->piece_count; i++)
        if (d->pieces[i].morph.length > 0)
            make_morph(d, i);
}

/* --- what is not known ------------------------------------------------------ */

static bool changes_on(const apo_draft *draft, char letter, apo_square sq)
{
    for (unsigned i = 0; i < draft->morph_count; i++)
        if (apo_draft_has_letter(draft->morphs[i].pieces, letter) &&
            apo_set_has(&draft->morphs[i].squares[APO_WHITE], sq))
            return true;
    return false;
}

/* True if the piece promotes on a square of its picture too. */
static bool promotes_there(const apo_interactive *d, char letter)
{
    const apo_draft *draft = d->draft;
    for (unsigned sq = 0; sq < d->files * d->ranks; sq++)
        for (unsigned rank = 1; rank <= apo_draft_rank(draft, sq / d->files); rank++)
            if (draft->tiers[rank][0] != '\0' && changes_on(draft, letter, (apo_square)sq))
                return true;
    return false;
}

static void check_castling(const reading *r)
{
    const apo_draft *draft = r->d->draft;
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        if (changes_on(draft, draft->board[way->king], way->king_to) ||
            changes_on(draft, draft->board[way->partner], way->partner_to)) {
            lose(r,
                 "whether a piece changes when it castles to such a square is not documented",
                 nothing);
            return;
        }
    }
}

void apo_interactive__check_morphs(apo_interactive *d)
{
    for (unsigned i = 1; i <= d->piece_count; i++) {
        const apo_interactive_piece *piece = &d->pieces[i];
        reading r = {.d = d, .piece = i};
        if (piece->is_kept && piece->is_promoting)
            lose(&r, "whether = keeps the %s from promoting (promoZone) is not documented",
                 apo_span_of(piece->name));
        if (!piece->is_morphing)
            continue;
        if ((piece->is_promoting && promotes_there(d, piece->letter)) ||
            (d->promo_offset > 0 && i <= d->max_promote))
            lose(&r, "the %s promotes too (promoZone), and which comes first is not documented",
                 apo_span_of(piece->name));
        if (d->holdings_type < 0)
            lose(&r, "whether the %s changes when it is dropped is not documented",
                 apo_span_of(piece->name));
        if (d->draft->has_reserve || d->draft->joker != '\0')
            lose(&r, "in a game with a reserve or an imitator no piece changes here", nothing);
        check_castling(&r);
    }
}
