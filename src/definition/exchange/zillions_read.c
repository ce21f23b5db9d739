#include "base/mem.h"
#include "definition/exchange/refuse.h"
#include "definition/exchange/zillions_read_priv.h"

/* Rules file of Zillions of Games -> draft: the parts of a game, one after the other. */

static const apo_span nothing = {NULL, 0};

/* --- players ------------------------------------------------------------- */

static apo_status read_players(apo_zrf *z, uint32_t players, uint32_t order)
{
    uint32_t names[2] = {apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, players)), 0};
    uint32_t turns[2] = {apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, order)), 0};
    names[1] = apo_zillions_next(&z->tree, names[0]);
    turns[1] = apo_zillions_next(&z->tree, turns[0]);
    for (unsigned side = 0; side < 2; side++)
        z->sides[side] = apo_zillions_word(&z->tree, names[side]);
    bool is_second_first = apo_span_same(apo_zillions_word(&z->tree, turns[0]), z->sides[1]);
    if (z->sides[0].length == 0 || z->sides[1].length == 0 ||
        apo_zillions_next(&z->tree, names[1]) != 0 ||
        apo_zillions_next(&z->tree, turns[1]) != 0 ||
        !apo_span_same(apo_zillions_word(&z->tree, turns[0]), z->sides[is_second_first]) ||
        !apo_span_same(apo_zillions_word(&z->tree, turns[1]), z->sides[!is_second_first]))
        return apo_refuse_line(z->err, APO_E_UNSUPPORTED,
                               z->tree.nodes[order > 0 ? order : players].line, "turn-order",
                               "only games of two players who move by turns are understood",
                               nothing);
    z->draft->is_black_first = is_second_first;
    return APO_OK;
}

/* --- pieces -------------------------------------------------------------- */

static bool is_taken(const apo_zrf *z, char letter)
{
    for (unsigned i = 0; i < z->type_count; i++)
        if (z->draft->types[i].letter == letter)
            return true;
    return false;
}

/* The first unused letter of a name; N for a knight. */
static char choose_letter(const apo_zrf *z, apo_span name)
{
    if (apo_span_is(name, "Knight") && !is_taken(z, 'N'))
        return 'N';
    for (size_t i = 0; i < name.length; i++) {
        char letter = apo_to_upper(name.text[i]);
        if (apo_is_upper(letter) && !is_taken(z, letter) &&
            !(letter == 'K' && apo_span_is(name, "Knight")))
            return letter;
    }
    char letter = 'A';
    while (letter < 'Z' && is_taken(z, letter))
        letter++;
    return letter;
}

static void read_piece_part(apo_zrf *z, apo_zrf_type *type, uint32_t item)
{
    static const char *const ignored[] = {"image", "help", "description", "notation", "open"};
    uint32_t first = apo_zillions_first(&z->tree, item);
    uint32_t second = apo_zillions_next(&z->tree, first);
    apo_span word = apo_zillions_word(&z->tree, first);
    if (apo_span_is(word, "name"))
        type->name = apo_zillions_word(&z->tree, second);
    else if (apo_span_is(word, "moves"))
        type->moves = second;
    else if (apo_span_is(word, "drops") && type->drops == 0)
        type->drops = second;
    else if (apo_span_is(word, "attribute") && type->attribute.length == 0 &&
             apo_zillions_is(&z->tree, apo_zillions_next(&z->tree, second), "true"))
        type->attribute = apo_zillions_word(&z->tree, second);
    else if (apo_span_index(word, ignored, sizeof ignored / sizeof *ignored) ==
             sizeof ignored / sizeof *ignored)
        apo_zrf__lose(z, APO_DRAFT_PIECES, item, "piece", "%s is not understood", word);
}

static void read_piece(apo_zrf *z, uint32_t list)
{
    apo_zrf_type type = {.line = z->tree.nodes[list].line};
    for (uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
         item != 0; item = apo_zillions_next(&z->tree, item))
        read_piece_part(z, &type, item);
    if (z->type_count == APO_ZRF_TYPES_MAX || type.name.length == 0 ||
        apo_zrf__type(z, type.name) > 0) {
        apo_zrf__lose(z, APO_DRAFT_PIECES, list, "piece",
                      "there are more than 26 pieces, or one has no name of its own", nothing);
        return;
    }
    apo_draft_type *out = &z->draft->types[z->type_count];
    out->letter = choose_letter(z, type.name);
    apo_text name = apo_text_start(out->name, sizeof out->name);
    for (size_t i = 0; i < type.name.length; i++) {
        char c = apo_to_lower(type.name.text[i]);
        apo_text_add_char(&name, apo_is_letter(c) || apo_is_digit(c) ? c : ' ');
    }
    z->types[z->type_count++] = type;
    z->draft->type_count = z->type_count;
}

/* --- other parts --------------------------------------------------------- */

static bool is_ignored(apo_span word)
{
    static const char *const words[] = {
        "players",        "turn-order",  "board",       "board-setup",   "piece",
        "history",        "strategy",    "description", "music",         "move-sound",
        "release-sound",  "click-sound", "drop-sound",  "change-sound",  "capture-sound",
        "draw-sound",     "loss-sound",  "win-sound",   "opening-sound", "engine",
        "solution",       "icon",        "opening",     "help",          "default",
        "move-priorities"};
    return apo_span_index(word, words, sizeof words / sizeof *words) <
           sizeof words / sizeof *words;
}

/* A text between quotes. */
static void copy_title(apo_zrf *z, uint32_t node)
{
    apo_span word = apo_zillions_word(&z->tree, node);
    if (word.length > 2)
        apo_text_copy_span(z->draft->name, sizeof z->draft->name,
                           apo_span_part(word, 1, word.length - 2));
}

static void read_part(apo_zrf *z, uint32_t item)
{
    apo_span head = apo_zillions_head(&z->tree, item);
    if (apo_span_is(head, "title"))
        copy_title(z, apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, item)));
    else if (!apo_zrf__read_option(z, item) && !apo_zrf__read_end(z, item) && !is_ignored(head))
        apo_zrf__lose(z, APO_DRAFT_RULES, item, "game", "%s is not understood", head);
}

/* The first part of this kind. */
static uint32_t find_part(const apo_zrf *z, uint32_t game, const char *word)
{
    uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, game));
    while (item != 0 && !apo_span_is(apo_zillions_head(&z->tree, item), word))
        item = apo_zillions_next(&z->tree, item);
    return item;
}

static void for_each(apo_zrf *z, uint32_t game, const char *word,
                     void read(apo_zrf *z, uint32_t item))
{
    for (uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, game));
         item != 0; item = apo_zillions_next(&z->tree, item))
        if (word == NULL || apo_span_is(apo_zillions_head(&z->tree, item), word))
            read(z, item);
}

static apo_status read_game(apo_zrf *z, uint32_t game)
{
    apo_status status =
        read_players(z, find_part(z, game, "players"), find_part(z, game, "turn-order"));
    if (status == APO_OK)
        status = apo_zrf__read_board(z, find_part(z, game, "board"));
    if (status != APO_OK)
        return status;
    apo_text_copy(z->draft->source, sizeof z->draft->source,
                  "a rules file of Zillions of Games");
    for_each(z, game, "piece", read_piece);
    for_each(z, game, "board-setup", apo_zrf__read_setup);
    for_each(z, game, NULL, read_part);
    apo_zrf__read_priorities(z, find_part(z, game, "move-priorities"));
    apo_zrf__read_pieces(z);
    apo_zrf__make_drops(z);
    apo_zrf__check_options(z);
    apo_zrf__make_castlings(z);
    apo_zrf__make_passant(z);
    if (!z->is_stalemate_said)
        apo_zrf__lose(z, APO_DRAFT_OUTCOME, game, "goal",
                      "what becomes of a side that has no move is not said", nothing);
    return APO_OK;
}

/* --- the file ------------------------------------------------------------ */

bool apo_zillions_is_likely(apo_span text)
{
    apo_span line;
    while (apo_span_line(&text, &line)) {
        line = apo_span_trim(line);
        if (line.length > 0 && line.text[0] != ';')
            return line.text[0] == '(';
    }
    return false;
}

static apo_status read_file(apo_zrf *z, apo_span text, const apo_alloc *alloc)
{
    apo_status status = apo_zillions_tree_read(&z->tree, text, alloc, z->err);
    uint32_t game = 0;
    for (uint32_t node = z->tree.top; node != 0 && status == APO_OK;
         node = apo_zillions_next(&z->tree, node)) {
        apo_span head = apo_zillions_head(&z->tree, node);
        if (apo_span_is(head, "game") && game == 0)
            game = node;
        else if (apo_span_is(head, "game") || apo_span_is(head, "variant"))
            apo_fault_warn(z->diagnostics, z->tree.nodes[node].line, 1, head,
                           "only the first game of the file is read", nothing);
        else if (!apo_span_is(head, "version"))
            status =
                apo_refuse_line(z->err, APO_E_UNSUPPORTED, z->tree.nodes[node].line, "file",
                                "%s is not understood outside of a game",
                                head.length > 0 ? head : apo_zillions_word(&z->tree, node));
    }
    if (status == APO_OK && game == 0)
        return apo_fail(z->err, APO_E_SYNTAX, 0,
                        "this is not a rules file of Zillions of Games: it has no (game ...)",
                        nothing);
    return status == APO_OK ? read_game(z, game) : status;
}

apo_status apo_zillions_read(apo_draft *out, apo_span text, const apo_alloc *alloc,
                             apo_fault_list *diagnostics, apo_error *err)
{
    apo_zrf *z = apo_allocate_zero(alloc, sizeof *z);
    apo_draft *draft = apo_allocate_zero(alloc, sizeof *draft);
    apo_status status = APO_E_MEMORY;
    if (z != NULL && draft != NULL) {
        z->draft = draft;
        z->diagnostics = diagnostics;
        z->err = err;
        z->work = APO_ZRF_WORK_MAX;
        status = read_file(z, text, alloc);
        apo_zillions_tree_free(&z->tree);
    }
    if (status == APO_OK)
        memcpy(out, draft, sizeof *out);
    apo_free(alloc, draft);
    apo_free(alloc, z);
    return status;
}
