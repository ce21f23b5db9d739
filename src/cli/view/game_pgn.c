#include "cli/view/game_pgn.h"

#include "cli/view/sentences.h"
#include "definition/file/definition.h"
#include "notation/fen.h"
#include "notation/pgn_writer.h"

static void find_start_name(apo_game_labels *labels, const apo_variant *var, apo_span name)
{
    unsigned index;
    if (apo_variant_find_start(var, name, &index))
        labels->start_name = apo_variant_start_name(var, index);
}

void apo_game_labels_read(apo_game_labels *labels, const apo_pgn_game *pgn,
                          const apo_variant *var)
{
    apo_span variant = apo_pgn_tag_get(pgn, "Variant");
    apo_span rest = apo_pgn_tag_get(pgn, "Setup");
    size_t id = 0;
    labels->start_name = "";
    labels->number = 0;
    if (apo_pgn_tag_get(pgn, "FEN").length > 0)
        return;
    labels->number = 1;
    while (id < variant.length && variant.text[id] != ':')
        id++;
    if (id < variant.length)
        find_start_name(labels, var, apo_span_part(variant, id + 1, variant.length));
    apo_span word = apo_span_word(&rest);
    if (word.length > 0 && !apo_is_digit(word.text[0])) {
        find_start_name(labels, var, word);
        word = apo_span_word(&rest);
    }
    apo_span_number(word, UINT32_MAX - 1, &labels->number);
}

static apo_status set_tag(apo_pgn_game *out, const char *name, const char *value)
{
    if (value == NULL)
        return APO_OK;
    return apo_pgn_tag_set(out, apo_span_of(name), apo_span_of(value));
}

static apo_status set_variant(apo_pgn_game *out, const char *id)
{
    return id == NULL ? APO_OK
                      : apo_pgn_tag_set(out, apo_span_of("Variant"),
                                        apo_definition_name_elsewhere(apo_span_of(id)));
}

static apo_status set_start(apo_pgn_game *out, const apo_game *game,
                            const apo_game_labels *labels)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    if (labels->number == 0) {
        apo_fen_write(&text, apo_game_info_of(game).start);
        return set_tag(out, "FEN", buf);
    }
    if (labels->start_name[0] != '\0') {
        apo_text_add(&text, labels->start_name);
        apo_text_add_char(&text, ' ');
    }
    apo_text_add_number(&text, labels->number);
    return set_tag(out, "Setup", buf);
}

static apo_status set_end(apo_pgn_game *out, apo_outcome outcome)
{
    out->white_quarters = outcome.white_quarters;
    if (outcome.ending == APO_ENDING_NONE)
        return set_tag(out, "Termination", "unterminated");
    return set_tag(out, "Termination", apo_ending_word(outcome.ending));
}

static apo_status add_moves(apo_pgn_game *out, const apo_game *game)
{
    apo_status status = apo_pgn_set_start(out, apo_game_info_of(game).start);
    uint32_t node = 0;
    for (size_t i = 0; status == APO_OK && i < apo_game_info_of(game).length; i++) {
        apo_move mv = apo_game_move(game, i);
        status = apo_pgn_add_move(out, node, &mv, &node);
    }
    return status;
}

apo_status apo_game_to_pgn(apo_pgn_game *out, const apo_game *game,
                           const apo_game_labels *labels)
{
    const struct {
        const char *name, *value;
    } tags[] = {
        {"Event", labels->event}, {"Site", labels->site},   {"Date", labels->date},
        {"White", labels->white}, {"Black", labels->black},
    };

    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < sizeof tags / sizeof tags[0]; i++)
        status = set_tag(out, tags[i].name, tags[i].value);
    if (status == APO_OK)
        status = set_variant(out, labels->variant);
    if (status == APO_OK)
        status = set_start(out, game, labels);
    if (status == APO_OK)
        status = set_end(out, apo_game_info_of(game).outcome);
    if (status == APO_OK)
        status = add_moves(out, game);
    return status;
}

apo_status apo_game_write_pgn(apo_buffer *out, const apo_game *game,
                              const apo_game_labels *labels)
{
    apo_pgn_game pgn;
    apo_pgn_game_init(&pgn, NULL);
    apo_status status = apo_game_to_pgn(&pgn, game, labels);
    if (status == APO_OK)
        status = apo_pgn_write(out, &pgn);
    apo_pgn_game_clear(&pgn);
    return status;
}

static size_t count_line(const apo_pgn_game *pgn, uint32_t node)
{
    size_t count = 0;
    for (; node != 0; node = pgn->nodes[node].first_child)
        count++;
    return count;
}

apo_status apo_game_from_pgn(apo_game **out, const apo_pgn_game *pgn, size_t *out_extra)
{
    apo_game *game;
    apo_status status = apo_game_new(&game, &pgn->start, NULL);
    uint32_t node = pgn->nodes[0].first_child;
    *out_extra = 0;
    if (status != APO_OK)
        return status;
    for (; node != 0; node = pgn->nodes[node].first_child) {
        status = apo_game_play(game, &pgn->nodes[node].move);
        if (status != APO_OK)
            break;
    }
    if (status == APO_E_FINISHED)
        *out_extra = count_line(pgn, node);
    else if (status != APO_OK)
        goto fail;
    /* Results that the game does not have, or that the rules have already given, are
     * ignored. */
    apo_game_end(game, pgn->white_quarters);
    *out = game;
    return APO_OK;
fail:
    apo_game_free(game);
    return status;
}
