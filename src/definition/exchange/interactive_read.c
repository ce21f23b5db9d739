#include "base/mem.h"
#include "definition/exchange/interactive_priv.h"

/* Parameters, and the order of the steps. */

static const apo_span nothing = {NULL, 0};

/* --- parameters ---------------------------------------------------------- */

typedef void read_parameter(apo_interactive *d, apo_span name, apo_span value);

static bool read_number(apo_interactive *d, apo_span name, apo_span value, uint32_t maximum,
                        unsigned *out)
{
    uint32_t number;
    if (!apo_span_number(value, maximum, &number)) {
        apo_interactive__lose(d, name, "\"%s\" is not a valid number here; left out", value);
        return false;
    }
    *out = number;
    return true;
}

static void read_files(apo_interactive *d, apo_span name, apo_span value)
{
    if (d->is_board_known)
        apo_interactive__lose(d, name, "a size after the first piece is too late", nothing);
    else
        (void)read_number(d, name, value, 9999, &d->files);
}

static void read_ranks(apo_interactive *d, apo_span name, apo_span value)
{
    if (d->is_board_known)
        apo_interactive__lose(d, name, "a size after the first piece is too late", nothing);
    else
        (void)read_number(d, name, value, 9999, &d->ranks);
}

static void read_first_rank(apo_interactive *d, apo_span name, apo_span value)
{
    (void)read_number(d, name, value, 99, &d->first_rank);
}

static void read_symmetry(apo_interactive *d, apo_span name, apo_span value)
{
    if (apo_span_is(value, "none"))
        d->symmetry = APO_SYMMETRY_NONE;
    else if (apo_span_is(value, "rotate"))
        d->symmetry = APO_SYMMETRY_ROTATE;
    else if (apo_span_is(value, "mirror"))
        d->symmetry = APO_SYMMETRY_MIRROR;
    else
        apo_interactive__lose(d, name, "\"%s\" is neither mirror, rotate nor none", value);
}

static void read_promo_zone(apo_interactive *d, apo_span name, apo_span value)
{
    (void)read_number(d, name, value, APO_ROWS_MAX, &d->promo_zone);
}

static void read_max_promote(apo_interactive *d, apo_span name, apo_span value)
{
    (void)read_number(d, name, value, APO_INTERACTIVE_TYPES_MAX, &d->max_promote);
}

static void read_promo_offset(apo_interactive *d, apo_span name, apo_span value)
{
    (void)read_number(d, name, value, APO_INTERACTIVE_TYPES_MAX, &d->promo_offset);
    d->promo_line = d->line;
}

static void read_promo_choice(apo_interactive *d, apo_span name, apo_span value)
{
    (void)name;
    d->promo_choice = value;
    d->has_promo_choice = true;
    d->promo_line = d->line;
}

static void read_holdings(apo_interactive *d, apo_span name, apo_span value)
{
    unsigned number = 0;
    bool is_negative = value.length > 0 && value.text[0] == '-';
    if (read_number(d, name, apo_span_part(value, is_negative, value.length), 9, &number))
        d->holdings_type = is_negative ? -(int)number : (int)number;
    d->holdings_line = d->line;
}

/* A number or an id, which is looked up when all pieces are known. */
static void read_royal(apo_interactive *d, apo_span name, apo_span value)
{
    (void)name;
    d->royal_line = d->line;
    if (d->royal_count < APO_INTERACTIVE_TYPES_MAX)
        d->royals[d->royal_count++] = value;
}

/* Bit 1 is for White, bit 2 for Black. */
static void read_extinction(apo_interactive *d, apo_span name, apo_span value)
{
    (void)read_number(d, name, value, 3, &d->spares);
}

static void read_stalemate(apo_interactive *d, apo_span name, apo_span value)
{
    (void)name;
    d->is_stalemate_lost = !apo_span_is(value, "draw");
}

static void read_castle_flip(apo_interactive *d, apo_span name, apo_span value)
{
    (void)name;
    d->is_castling_flipped = !apo_span_is(value, "0");
}

static void read_shuffle(apo_interactive *d, apo_span name, apo_span value)
{
    (void)name;
    d->shuffle = apo_span_is(value, "none") ? nothing : value;
    d->shuffle_line = d->line;
}

/* For the piece before it. */
static void read_morph(apo_interactive *d, apo_span name, apo_span value)
{
    apo_interactive_piece *piece = &d->pieces[d->piece_count];
    if (d->piece_count == 0)
        apo_interactive__lose(d, name, "it belongs to the piece before it, and there is none",
                              nothing);
    else if (piece->morph.length > 0)
        apo_interactive__lose(d, name, "the %s has one already", apo_span_of(piece->name));
    else {
        piece->morph = value;
        piece->morph_line = d->line;
    }
}

static void read_iron(apo_interactive *d, apo_span name, apo_span value)
{
    unsigned number = 0;
    if (read_number(d, name, value, APO_INTERACTIVE_TYPES_MAX, &number))
        d->is_iron[number] = true;
    d->iron_line = d->line;
}

static void read_succession(apo_interactive *d, apo_span name, apo_span value)
{
    (void)name;
    d->succession = value;
    d->succession_line = d->line;
}

/* Ignores parameters of the diagram's look and its engine. */
static void ignore(apo_interactive *d, apo_span name, apo_span value)
{
    (void)d;
    (void)name;
    (void)value;
}

/* Reads the comment about losses of an earlier conversion to a diagram. */
static void read_lost(apo_interactive *d, apo_span name, apo_span value)
{
    apo_interactive__note(d, name, "%s", value);
}

static const struct {
    const char *name;
    read_parameter *read;
} parameters[] = {
    {"files", read_files},
    {"ranks", read_ranks},
    {"firstRank", read_first_rank},
    {"symmetry", read_symmetry},
    {"promoZone", read_promo_zone},
    {"maxPromote", read_max_promote},
    {"promoOffset", read_promo_offset},
    {"promoChoice", read_promo_choice},
    {"holdingsType", read_holdings},
    {"royal", read_royal},
    {"extinction", read_extinction},
    {"stalemate", read_stalemate},
    {"castleFlip", read_castle_flip},
    {"shuffle", read_shuffle},
    {"lost", read_lost},
    {"graphicsDir", ignore},
    {"graphicsType", ignore},
    {"whitePrefix", ignore},
    {"blackPrefix", ignore},
    {"squareSize", ignore},
    {"lightShade", ignore},
    {"darkShade", ignore},
    {"startShade", ignore},
    {"oddShade", ignore},
    {"rimColor", ignore},
    {"coordColor", ignore},
    {"borders", ignore},
    {"theme", ignore},
    {"shady", ignore},
    {"useMarkers", ignore},
    {"satellite", ignore},
    {"enableAI", ignore},
    {"morph", read_morph},
    {"iron", read_iron},
    {"succession", read_succession},
};

#define TRADE \
    "\"%s\": which of its pieces may not be traded, and how, is not documented: [lion-trade]"

/* What is refused, and why; "%s" is the value. */
static const struct {
    const char *name, *reason;
} refused[] = {
    {"captureMatrix", "what a capture makes of each pair of pieces (a promotion, nothing, no "
                      "capture at all): no rule here looks at both, and its signs are not "
                      "documented"},
    {"baring", "\"%s\": whether a side that has only its king left may still bare the other "
               "king is not documented: `bare-king` of [outcome]"},
    {"counterStrike", TRADE},
    {"protected", TRADE},
    {"antiTrade", TRADE},
    {"tradeThreshold", TRADE},
    {"autoGate", "\"%s\": which pieces put which others on the squares they leave is not "
                 "documented: [launch]"},
    {"burnZone", "\"%s\": which pieces burn what is not documented: `burn` of [effects]"},
    {"spell", "\"%s\": how far spells reach and when they work is not documented: [effects]"},
    {"zonal", "\"%s\": a script of the page says where pieces may go; the diagram does not"},
};

static void read_item_parameter(apo_interactive *d, apo_span text)
{
    size_t length = 0;
    while (text.text[length] != '=')
        length++;
    apo_span name = apo_span_part(text, 0, length);
    apo_span value = apo_span_trim(apo_span_part(text, length + 1, text.length));
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++) {
        if (apo_span_is(name, parameters[i].name)) {
            parameters[i].read(d, name, value);
            return;
        }
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (apo_span_is(name, refused[i].name)) {
            apo_interactive__lose(d, name, refused[i].reason, value);
            return;
        }
    }
    apo_interactive__lose(d, name, "this name is not known; its value \"%s\" is left out",
                          value);
}

/* --- all ----------------------------------------------------------------- */

static bool has_colons(apo_span text)
{
    unsigned colons = 0;
    for (size_t i = 0; i < text.length; i++)
        colons += text.text[i] == ':';
    return colons >= 4;
}

static apo_status check_size(apo_interactive *d)
{
    if (d->files >= 2 && d->files <= APO_FILES_MAX && d->ranks >= 2 && d->ranks <= APO_ROWS_MAX)
        return APO_OK;
    return apo_fail(d->err, APO_E_UNSUPPORTED, 0,
                    "a board of this size is not supported: 2 to 16 files and ranks, and two "
                    "border ranks",
                    nothing);
}

static apo_status read_items(apo_interactive *d, apo_span text)
{
    apo_item_reader items = apo_items_start(text);
    apo_item item;
    apo_status status = APO_OK;
    while (status == APO_OK && apo_items_next(&items, &item)) {
        d->line = item.line;
        d->column = item.column;
        if (item.is_parameter) {
            read_item_parameter(d, item.text);
        } else if (has_colons(item.text)) {
            if (!d->is_board_known)
                status = check_size(d);
            d->is_board_known = true;
            if (status == APO_OK)
                status = apo_interactive__read_piece(d, item.text);
        } else {
            apo_interactive__lose(d, nothing, "\"%s\" is neither a parameter nor a piece",
                                  apo_span_part(item.text, 0, 60));
        }
    }
    return status;
}

static void make_outcome(apo_interactive *d)
{
    d->draft->stalemate = d->is_stalemate_lost ? "loss" : "draw";
    apo_interactive__note_at(
        d, 0, "outcome",
        d->is_stalemate_lost ? "stalemate is a loss; the diagram has no repetition rule and "
                               "no limit on moves, so there are none here"
                             : "stalemate is a draw; the diagram has no repetition rule and "
                               "no limit on moves, so there are none here",
        nothing);
}

static apo_status read_diagram(apo_interactive *d, apo_span text)
{
    apo_status status = read_items(d, text);
    if (status == APO_OK && d->piece_count == 0)
        return apo_fail(d->err, APO_E_SYNTAX, 0,
                        "this is not an Interactive Diagram: no line has the form "
                        "name:id:moves:image:squares",
                        nothing);
    if (status != APO_OK)
        return status;
    status = apo_interactive__find_forms(d);
    if (status != APO_OK)
        return status;
    apo_interactive__make_board(d);
    apo_interactive__make_types(d);
    apo_interactive__make_morphs(d);
    apo_interactive__make_royals(d);
    apo_interactive__make_castling(d);
    apo_interactive__make_promotion(d);
    apo_interactive__check_morphs(d);
    apo_interactive__make_iron(d);
    apo_interactive__make_heirs(d);
    apo_interactive__make_forms(d);
    apo_interactive__make_hands(d);
    apo_interactive__make_starts(d);
    make_outcome(d);
    return APO_OK;
}

apo_status apo_interactive_read(apo_draft *out, apo_span text, const apo_alloc *alloc,
                                apo_fault_list *diagnostics, apo_error *err)
{
    if (text.length > APO_INTERACTIVE_SIZE_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, APO_INTERACTIVE_SIZE_MAX,
                        "an Interactive Diagram has at most 256 KiB", nothing);
    apo_interactive *d = apo_allocate_zero(alloc, sizeof *d);
    apo_draft *draft = apo_allocate_zero(alloc, sizeof *draft);
    apo_status status = APO_E_MEMORY;
    if (d == NULL || draft == NULL)
        goto done;
    d->diagnostics = diagnostics;
    d->err = err;
    d->draft = draft;
    d->files = 8;
    d->ranks = 8;
    d->first_rank = 1;
    d->symmetry = APO_SYMMETRY_MIRROR;
    d->spares = 3;
    d->promo_zone = 1;
    d->max_promote = 1;
    status = read_diagram(d, text);
    if (status == APO_OK)
        memcpy(out, draft, sizeof *out);
done:
    apo_free(alloc, draft);
    apo_free(alloc, d);
    return status;
}
