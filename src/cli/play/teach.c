/* The commands that teach: the rules, the pieces and their moves, and how the jokers move
 * now. */
#include <stdio.h>

#include "cli/io/terminal.h"
#include "cli/play/play_session.h"
#include "cli/rulebook/rulebook.h"
#include "definition/file/bundle.h"
#include "definition/file/definition.h"
#include "notation/explain.h"
#include "rules/rules/program_view.h"

static const apo_variant *game_of(const apo_play_session *session)
{
    return apo_position_variant(apo_game_position(session->game));
}

/* "letter TAB phrase" lines of all pieces; empty for a file that can no longer be read. */
static void read_words(apo_buffer *out, const apo_play_session *session)
{
    apo_span id = apo_span_of(apo_variant_info_of(game_of(session))->id), text = {NULL, 0};
    apo_span path = apo_span_of(session->variant);
    apo_status status = APO_OK;
    apo_buffer bundle;
    apo_buffer_init(&bundle, NULL);
    if (apo_is_variant_path(path)) {
        apo_variant *again = NULL;
        status = apo_variant_bundle_file(&again, &bundle, path, NULL);
        apo_variant_free(again);
        text = apo_buffer_span(&bundle);
    } else if (!apo_definition_find_builtin(id, &text)) {
        status = APO_E_UNKNOWN;
    }
    if (status != APO_OK || apo_bundle_words(out, id, text) != APO_OK)
        apo_buffer_clear(out);
    apo_buffer_clear(&bundle);
}

/* Prints "G griffin: slides ...; jumps ...". */
static void print_type(const apo_variant *var, unsigned type, apo_span words)
{
    const apo_type_info *info = apo_type_info_of(var, type);
    apo_buffer out;
    bool is_first = true;
    apo_buffer_init(&out, NULL);
    char text[APO_TYPE_TEXT_MAX];
    size_t length = apo_span_of(apo_type_text(text, var, APO_WHITE, type)).length;
    apo_buffer_add(&out, text);
    apo_buffer_add_char(&out, ' ');
    apo_buffer_add(&out, info->name);
    apo_span line;
    while (apo_span_line(&words, &line)) {
        if (line.length < length + 2 || line.text[length] != '\t' ||
            !apo_span_is(apo_span_part(line, 0, length), text))
            continue;
        apo_buffer_add(&out, is_first ? ": " : "; ");
        apo_buffer_add_span(&out, apo_span_part(line, length + 1, line.length));
        is_first = false;
    }
    apo_buffer_add_char(&out, '.');
    apo_play_print_span(apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

void apo_play_session_pieces(apo_play_session *session, apo_span rest)
{
    const apo_variant *var = game_of(session);
    unsigned wanted = APO_TYPE_NONE;
    apo_buffer words;
    if (rest.length > 0) {
        wanted = apo_type_of_text(var, rest);
        if (wanted == APO_TYPE_NONE) {
            puts("There is no piece with this letter; \"pieces\" lists all.");
            return;
        }
    }
    apo_buffer_init(&words, NULL);
    read_words(&words, session);
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        if (wanted == APO_TYPE_NONE || type == wanted)
            print_type(var, type, apo_buffer_span(&words));
    apo_buffer_clear(&words);
}

void apo_play_session_joker(apo_play_session *session, apo_span rest)
{
    const apo_position *pos = apo_game_position(session->game);
    (void)rest;
    if (!apo_variant_has_rule(game_of(session), "joker")) {
        puts("This game has no joker.");
        return;
    }
    for (unsigned side = 0; side < APO_SIDES; side++) {
        char buf[APO_EXPLAIN_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_joker_explain(&text, pos, (apo_side)side);
        apo_play_print("%s.", buf);
    }
}

void apo_play_session_rules(apo_play_session *session, apo_span rest)
{
    size_t width = apo_terminal_width() - 1;
    apo_span page;
    if (!apo_rulebook_find(apo_variant_info_of(game_of(session))->id, &page)) {
        puts("No page tells the rules of this game; \"pieces\" tells how they move.");
    } else if (rest.length == 0) {
        apo_rulebook_print_contents(page, width);
        puts("\"rules WORDS\" prints a part, \"rules all\" everything.");
    } else if (apo_span_is(rest, "all")) {
        apo_rulebook_print(page, width);
    } else if (!apo_rulebook_print_parts(page, rest, width)) {
        puts("The rules do not mention this; \"rules\" lists their parts.");
    }
}
