#include "definition/exchange/sjaak_priv.h"

/* The lines of a variant in a Sjaak file: "Key: value". */

static const apo_span nothing = {NULL, 0};

static void lose(apo_sjaak *s, uint32_t line, const char *key, const char *detail,
                 apo_span word)
{
    apo_sjaak__lose(s, APO_DRAFT_RULES, line, key, detail, word);
}

/* Cuts off the text up to the next comma, without blanks. */
static apo_span cut_item(apo_span *rest)
{
    size_t length = 0;
    while (length < rest->length && rest->text[length] != ',')
        length++;
    apo_span item = apo_span_trim(apo_span_part(*rest, 0, length));
    *rest = apo_span_part(*rest, length + 1, rest->length);
    return item;
}

/* Cuts off a text in quotation marks; false if there is none. */
static bool cut_quoted(apo_span *rest, apo_span *out)
{
    size_t start = 0;
    while (start < rest->length && rest->text[start] != '"')
        start++;
    size_t end = start + 1;
    while (end < rest->length && rest->text[end] != '"')
        end++;
    if (end >= rest->length)
        return false;
    *out = apo_span_part(*rest, start + 1, end - start - 1);
    *rest = apo_span_part(*rest, end + 1, rest->length);
    return true;
}

/* --- squares and zones --------------------------------------------------- */

/* The square of a name, with blanks around it; APO_SQUARE_NONE: none of the board. */
static apo_square square_named(const apo_sjaak *s, apo_span name)
{
    apo_span rest = apo_span_trim(name);
    if (rest.length > 0 && rest.text[rest.length - 1] == ';')
        rest.length--;
    apo_square sq = apo_geometry_read_square(&s->draft->geometry, &rest);
    return rest.length == 0 ? sq : APO_SQUARE_NONE;
}

static void read_squares(apo_sjaak *s, apo_set *out, apo_span rest, uint32_t line,
                         const char *key)
{
    while (rest.length > 0) {
        apo_span name = cut_item(&rest);
        apo_square sq = square_named(s, name);
        if (sq == APO_SQUARE_NONE)
            lose(s, line, key, "there is no square %s", name);
        else
            apo_set_add(out, sq);
    }
}

static void read_zone(apo_sjaak *s, apo_span value, uint32_t line)
{
    size_t length = 0;
    while (length < value.length && value.text[length] != '=')
        length++;
    if (length == value.length || s->zone_count == APO_SJAAK_ZONES_MAX) {
        lose(s, line, "Zone", "a zone has a name and =, and there are at most 128", nothing);
        return;
    }
    apo_sjaak_zone *zone = &s->zones[s->zone_count++];
    *zone = (apo_sjaak_zone){.name = apo_span_trim(apo_span_part(value, 0, length))};
    read_squares(s, &zone->squares, apo_span_part(value, length + 1, value.length), line,
                 "Zone");
}

/* Sjaak takes the first zone whose name the text begins with. */
static bool find_zone(apo_sjaak *s, apo_span name, uint32_t line, const char *key, apo_set *out)
{
    const apo_sjaak_zone *found = NULL, *exact = NULL;
    for (unsigned i = s->zone_count; i > 0; i--) {
        const apo_sjaak_zone *zone = &s->zones[i - 1];
        if (name.length >= zone->name.length &&
            apo_span_same(apo_span_part(name, 0, zone->name.length), zone->name))
            found = zone;
        if (apo_span_same(name, zone->name))
            exact = zone;
    }
    if (exact == NULL)
        lose(s, line, key, "there is no zone %s", name);
    else if (found != exact)
        lose(s, line, key, "Sjaak takes the zone %s, whose name is the beginning of this one",
             found->name);
    else
        *out = exact->squares;
    return exact != NULL;
}

static bool read_zones(apo_sjaak *s, apo_span *rest, uint32_t line, const char *key,
                       apo_set out[2])
{
    apo_span white = cut_item(rest), black = cut_item(rest);
    bool is_known = find_zone(s, white, line, key, &out[0]);
    return find_zone(s, black, line, key, &out[1]) && is_known;
}

/* --- pieces -------------------------------------------------------------- */

static void begin_piece(apo_sjaak *s, apo_span name, uint32_t line)
{
    if (s->type_count == APO_SJAAK_TYPES_MAX) {
        lose(s, line, "Piece", "there are more than 32 pieces", nothing);
        return;
    }
    s->types[s->type_count++] = (apo_sjaak_type){.line = line, .name = name};
}

static void read_symbol(apo_sjaak *s, apo_sjaak_type *type, apo_span value, uint32_t line)
{
    apo_span notation, symbols;
    if (!cut_quoted(&value, &notation) || !cut_quoted(&value, &symbols)) {
        lose(s, line, "Symbol", "it has two texts in quotation marks", nothing);
        return;
    }
    type->symbols[0] = cut_item(&symbols);
    type->symbols[1] = symbols.length > 0 ? cut_item(&symbols) : nothing;
}

static void read_special(apo_sjaak *s, apo_sjaak_type *type, apo_span value, uint32_t line)
{
    if (read_zones(s, &value, line, "Special", type->special_zones))
        (void)apo_sjaak__read_mode(s, &type->special, value, line);
}

static void read_promotion(apo_sjaak *s, apo_sjaak_type *type, apo_span value, uint32_t line,
                           bool is_optional)
{
    apo_sjaak_promotion found = {.line = line};
    const char *key = is_optional ? "Optional promotion" : "Promotion";
    if (!read_zones(s, &value, line, key, found.zones))
        return;
    if (is_optional) {
        type->optional_line = line;
        for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++) {
            type->optional[0].words[i] |= found.zones[0].words[i];
            type->optional[1].words[i] |= found.zones[1].words[i];
        }
    }
    if (!cut_quoted(&value, &found.choices)) {
        if (!is_optional || apo_span_trim(value).length > 0)
            lose(s, line, key, "what the piece becomes is not said", nothing);
        return;
    }
    if (type->promotion_count == APO_SJAAK_PROMOTIONS_MAX)
        lose(s, line, key, "there are more than 8 promotions of a piece", nothing);
    else
        type->promotions[type->promotion_count++] = found;
}

static void read_flags(apo_sjaak *s, apo_sjaak_type *type, apo_span rest, uint32_t line)
{
    static const char *const names[APO_SJAAK_FLAGS] = {
        [APO_SJAAK_ROYAL] = "royal",
        [APO_SJAAK_SET_EP] = "set_ep",
        [APO_SJAAK_TAKE_EP] = "take_ep",
        [APO_SJAAK_DROP_NO_CHECK] = "drop_no_check",
        [APO_SJAAK_DROP_NO_MATE] = "drop_no_mate",
        [APO_SJAAK_DROP_ONE_FILE] = "drop_one_file",
        [APO_SJAAK_DROP_DEAD] = "drop_dead",
        [APO_SJAAK_CAPTURE_FLAG] = "capture_flag"};
    while (rest.length > 0) {
        apo_span word = cut_item(&rest);
        unsigned flag = apo_span_index(word, names, APO_SJAAK_FLAGS);
        if (flag < APO_SJAAK_FLAGS)
            type->flag_lines[flag] = line;
        else if (!apo_span_is(word, "castle")) /* of old, without effect */
            lose(s, line, "Flags", "%s has no rule here", word);
    }
}

static void read_most(apo_sjaak *s, apo_sjaak_type *type, apo_span rest, uint32_t line)
{
    enum {
        MOST = 127
    };

    apo_span white = cut_item(&rest), black = rest.length > 0 ? cut_item(&rest) : white;
    type->most_line = line;
    if (!apo_span_number(white, MOST, &type->most[0]) ||
        !apo_span_number(black, MOST, &type->most[1]))
        lose(s, line, "Max", "it is one number or two", nothing);
}

static void read_castling(apo_sjaak *s, apo_span value, uint32_t line)
{
    apo_sjaak_castling found = {.line = line};
    apo_span side = apo_span_word(&value);
    const apo_geometry *geo = &s->draft->geometry;
    found.is_black = apo_span_is(side, "black");
    value = apo_span_trim(value);
    found.king = apo_geometry_read_square(geo, &value);
    while (value.length > 0 && value.text[0] != '-')
        value = apo_span_part(value, 1, value.length);
    bool is_good = (found.is_black || apo_span_is(side, "white")) && value.length > 0;
    value = apo_span_part(value, 1, value.length);
    found.king_to = apo_geometry_read_square(geo, &value);
    value = apo_span_trim(value);
    found.is_flexible = value.length > 0 && value.text[0] == ',';
    while (value.length > 0 && !apo_span_starts_with(value, "with"))
        value = apo_span_part(value, 1, value.length);
    found.partner = square_named(s, apo_span_part(value, 4, value.length));
    found.is_on_board = found.king != APO_SQUARE_NONE && found.king_to != APO_SQUARE_NONE &&
                        found.partner != APO_SQUARE_NONE;
    if (!is_good || s->castling_count == APO_SJAAK_CASTLINGS_MAX)
        lose(s, line, "Castle", "it is written as: white e1-g1 with h1", nothing);
    else
        s->castlings[s->castling_count++] = found;
}

/* False if the line does not describe a piece. */
static bool read_piece_line(apo_sjaak *s, apo_span key, apo_span value, uint32_t line)
{
    static const char *const keys[] = {
        "Move",  "Capture", "Special", "Initial", "Symbol", "Promotion", "Optional promotion",
        "Flags", "Max",     "Prison",  "Value"};
    unsigned index = apo_span_index(key, keys, sizeof keys / sizeof keys[0]);
    apo_sjaak_type *type = s->type_count > 0 ? &s->types[s->type_count - 1] : NULL;
    if (index == sizeof keys / sizeof keys[0])
        return false;
    if (type == NULL) {
        lose(s, line, keys[index], "it comes before any piece", nothing);
        return true;
    }
    switch (index) {
    case 0: (void)apo_sjaak__read_mode(s, &type->move, value, line); break;
    case 1: (void)apo_sjaak__read_mode(s, &type->capture, value, line); break;
    case 2: read_special(s, type, value, line); break;
    case 3: (void)apo_sjaak__read_mode(s, &type->initial, value, line); break;
    case 4: read_symbol(s, type, value, line); break;
    case 5: read_promotion(s, type, value, line, false); break;
    case 6: read_promotion(s, type, value, line, true); break;
    case 7: read_flags(s, type, value, line); break;
    case 8: read_most(s, type, value, line); break;
    case 9:
        if (read_zones(s, &value, line, "Prison", type->prisons))
            type->prison_line = line;
        break;
    default: break; /* piece values, which only Sjaak's engine uses */
    }
    return true;
}

/* --- rules --------------------------------------------------------------- */

static bool read_count(apo_span name, const char *word, uint32_t *out)
{
    apo_span begin = apo_span_of(word);
    return apo_span_starts_with(name, word) &&
           apo_span_number(apo_span_part(name, begin.length, name.length), 1000, out);
}

/* Results are from the other side's view: a stalemate that "wins" is lost by the side without
 * moves.
 */
static const char *result_of(apo_span value, bool is_turned)
{
    static const char *const words[] = {"win", "loss", "draw"};
    static const char *const turned[] = {"loss", "win", "draw"};
    unsigned index = apo_span_index(value, words, 3);
    return index == 3 ? NULL : is_turned ? turned[index] : words[index];
}

static void read_result(apo_sjaak *s, apo_span name, apo_span value, uint32_t line)
{
    uint32_t number;
    bool is_said = true;
    if (apo_span_is(name, "checkmate")) {
        is_said = apo_span_is(value, "win");
    } else if (apo_span_is(name, "stalemate")) {
        const char *result = result_of(value, true);
        is_said = result != NULL;
        if (is_said)
            s->draft->stalemate = result;
    } else if (read_count(name, "repeat", &number)) {
        is_said = number < 2 || (number <= 255 && apo_span_is(value, "draw"));
        s->draft->repetition_count = number < 2 || number > 255 ? 0 : number;
    } else if (read_count(name, "check", &number)) {
        is_said = apo_span_is(value, "win") && number > 0 && number < 100;
        s->checks = number;
    } else if (apo_span_starts_with(name, "perpetual")) {
        s->draft->is_check_lost = apo_span_is(value, "loss");
        if (!apo_span_is(value, "draw") && !apo_span_is(value, "repeat"))
            lose(
                s, line, "perpetual",
                "here check is perpetual if all moves between are checks, there if the repeated "
                "position is one",
                nothing);
    } else if (apo_span_is(name, "loneking")) {
        is_said = apo_span_is(value, "loss");
        s->rules[APO_SJAAK_LONE_KING] = line;
    } else if (apo_span_is(name, "nopieces")) {
        is_said = apo_span_is(value, "loss") || apo_span_is(value, "win");
        s->has_no_pieces_win = apo_span_is(value, "win");
    } else if (apo_span_is(name, "captureanyflag") || apo_span_is(name, "captureallflags")) {
        is_said = apo_span_is(value, "win");
        s->rules[apo_span_is(name, "captureanyflag") ? APO_SJAAK_ANY_FLAG
                                                     : APO_SJAAK_ALL_FLAGS] = line;
    } else if (apo_span_is(name, "movecountdraw")) {
        is_said = apo_span_number(value, APO_SJAAK_MOVES_MOST, &number);
        s->draft->move_limit = is_said ? number : 0;
    } else {
        is_said = false;
    }
    if (!is_said)
        lose(s, line, "Rule", "this result of %s has no rule here", name);
}

static void read_rule(apo_sjaak *s, apo_span rest, uint32_t line)
{
    static const struct {
        const char *name;
        enum apo_sjaak_rule rule;
    } known[] = {
        {"taboo", APO_SJAAK_TABOO},
        {"keep capture", APO_SJAAK_KEEP_CAPTURE},
        {"forced capture", APO_SJAAK_FORCED_CAPTURE},
        {"allow drops", APO_SJAAK_ALLOW_DROPS},
        {"allow drop", APO_SJAAK_ALLOW_DROPS},
        {"special init", APO_SJAAK_SPECIAL_INIT},
        {"bare rule", APO_SJAAK_BARE},
        {"en-passant check", APO_SJAAK_PASSING_CHECK},
    };

    while (rest.length > 0) {
        apo_span item = cut_item(&rest);
        size_t length = 0;
        while (length < item.length && item.text[length] != '=')
            length++;
        apo_span name = apo_span_trim(apo_span_part(item, 0, length));
        if (length < item.length) {
            read_result(s, name, apo_span_trim(apo_span_part(item, length + 1, item.length)),
                        line);
            continue;
        }
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            if (apo_span_is(name, known[i].name)) {
                s->rules[known[i].rule] = line;
                is_known = true;
            }
        if (!is_known)
            lose(s, line, "Rule", "%s has no rule here", name);
    }
}

/* --- all lines ----------------------------------------------------------- */

static void read_board_line(apo_sjaak *s, apo_span key, apo_span value, uint32_t line)
{
    static const char *const ignored[] = {"XBoard pieces", "WinBoard pieces", "XBoard parent",
                                          "WinBoard parent"};
    apo_set holes = {{0}};
    if (apo_span_is(key, "FEN")) {
        s->fen_line = line;
        if (!cut_quoted(&value, &s->fen))
            lose(s, line, "FEN", "it stands in quotation marks", nothing);
    } else if (apo_span_is(key, "Zone")) {
        read_zone(s, value, line);
    } else if (apo_span_is(key, "Exclude")) {
        read_squares(s, &holes, value, line, "Exclude");
        for (unsigned sq = 0; sq < apo_geometry_squares(&s->draft->geometry); sq++)
            if (apo_set_has(&holes, (apo_square)sq))
                s->draft->geometry.place[sq] = APO_PLACE_NONE;
    } else if (apo_span_is(key, "WhiteFlag") || apo_span_is(key, "BlackFlag")) {
        s->flag_line = line; /* White reaches Black's flag */
        read_squares(s, &s->flags[apo_span_is(key, "WhiteFlag")], value, line, "Flag");
    } else if (apo_span_is(key, "Rule")) {
        read_rule(s, value, line);
    } else if (apo_span_is(key, "Piece")) {
        begin_piece(s, value, line);
    } else if (apo_span_is(key, "Castle")) {
        read_castling(s, value, line);
    } else if (apo_span_index(key, ignored, 4) == 4) {
        lose(s, line, "line", "%s is not understood", key);
    }
}

void apo_sjaak__read_line(apo_sjaak *s, apo_span line, uint32_t number)
{
    size_t length = 0;
    while (length < line.length && line.text[length] != ':')
        length++;
    apo_span key = apo_span_trim(apo_span_part(line, 0, length));
    apo_span value = apo_span_trim(apo_span_part(line, length + 1, line.length));
    if (length == line.length)
        lose(s, number, "line", "%s is not understood", line);
    else if (!read_piece_line(s, key, value, number))
        read_board_line(s, key, value, number);
}
