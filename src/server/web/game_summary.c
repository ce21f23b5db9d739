#include "server/web/game_summary.h"

#include <string.h>

#include "apothecary/position.h"
#include "notation/fen.h"

static void copy_position(apo_game_summary *out, const apo_round *round)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    out->fen[0] = out->last_move[0] = '\0';
    if (round->game == NULL ||
        (round->state != APO_ROUND_WAITING && round->state != APO_ROUND_PLAYING))
        return;
    apo_fen_write(&text, apo_game_position(round->game));
    if (strlen(fen) < sizeof out->fen)
        apo_text_copy(out->fen, sizeof out->fen, fen);
    if (round->ply_count > 0 &&
        strlen(round->plies[round->ply_count - 1].text) < sizeof out->last_move)
        apo_text_copy(out->last_move, sizeof out->last_move,
                      round->plies[round->ply_count - 1].text);
}

void apo_game_summary_of_round(apo_game_summary *out, const apo_round *round)
{
    memcpy(out->id, round->id, sizeof out->id);
    out->start = round->start;
    out->start.fen[0] = '\0';
    memcpy(out->seats, round->seats, sizeof out->seats);
    out->state = round->state;
    out->ply_count = (unsigned)round->ply_count;
    out->due_ms = apo_round_due(round);
    if (out->due_ms == APO_CLOCK_FOREVER)
        out->due_ms = 0;
    out->turn = apo_round_turn(round);
    out->white_quarters = round->white_quarters;
    copy_position(out, round);
}

static void add_number_line(apo_buffer *out, const char *key, int64_t value)
{
    apo_buffer_add(out, key);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, value);
    apo_buffer_add_char(out, '\n');
}

static void write_summary(apo_buffer *out, const apo_round *round)
{
    apo_game_summary summary;
    apo_game_summary_of_round(&summary, round);
    summary.start.definition[0] = '\0';
    add_number_line(out, "ply", summary.ply_count);
    add_number_line(out, "turn", summary.turn);
    add_number_line(out, "quarters", summary.white_quarters + 1);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (summary.seats[side].kind == APO_SEAT_COMPUTER)
            add_number_line(out, side == APO_WHITE ? "level0" : "level1",
                            summary.seats[side].level);
    }
    apo_buffer_add_line(out, "position", summary.fen);
    apo_buffer_add_line(out, "last", summary.last_move);
    apo_round_start_write(out, &summary.start);
}

static void copy_turn(apo_store_game *row, const apo_round *round)
{
    unsigned turn = apo_round_turn(round);
    apo_text text = apo_text_start(row->turn, sizeof row->turn);
    if (turn < APO_SIDES && round->seats[turn].kind == APO_SEAT_PERSON)
        apo_text_add(&text, round->seats[turn].person);
}

static void copy_seats(apo_store_game *row, const apo_round *round)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_text text = apo_text_start(row->seats[side], sizeof row->seats[side]);
        if (round->seats[side].kind == APO_SEAT_PERSON)
            apo_text_add(&text, round->seats[side].person);
    }
}

void apo_game_summary_to_row(apo_store_game *row, const apo_round *round)
{
    apo_buffer words;
    int64_t due_ms = apo_round_due(round);
    apo_text summary = apo_text_start(row->summary, sizeof row->summary);
    apo_buffer_init(&words, NULL);
    write_summary(&words, round);
    apo_text_add_span(&summary, apo_buffer_span(&words));
    apo_buffer_clear(&words);
    copy_seats(row, round);
    copy_turn(row, round);
    row->state = (enum apo_store_state)round->state;
    row->has_job = apo_round_wants_computer(round);
    row->due_ms = due_ms == APO_CLOCK_FOREVER ? 0 : due_ms;
    row->changed_ms = round->seq > 0 ? round->notes[round->seq - 1].at_ms : row->created_ms;
}

static bool read_own_text(apo_game_summary *out, apo_span key, apo_span text)
{
    if (apo_span_is(key, "position"))
        apo_text_copy_span(out->fen, sizeof out->fen, text);
    else if (apo_span_is(key, "last"))
        apo_text_copy_span(out->last_move, sizeof out->last_move, text);
    else
        return false;
    return true;
}

/* Reads one of the lines before the start's. True if it was one. */
static bool read_own_line(apo_game_summary *out, apo_span line)
{
    uint32_t value;
    apo_span key = apo_span_word(&line), text = apo_span_trim(line);
    if (read_own_text(out, key, text))
        return true;
    if (!apo_span_number(text, UINT32_MAX, &value))
        return false;
    if (apo_span_is(key, "ply"))
        out->ply_count = value;
    else if (apo_span_is(key, "turn"))
        out->turn = value < APO_SIDES ? value : APO_NOBODY;
    else if (apo_span_is(key, "quarters"))
        out->white_quarters = (int)(value % 6) - 1;
    else if (apo_span_is(key, "level0") || apo_span_is(key, "level1")) {
        unsigned side = apo_span_is(key, "level0") ? APO_WHITE : APO_BLACK;
        out->seats[side].kind = APO_SEAT_COMPUTER;
        out->seats[side].level = value;
    } else
        return false;
    return true;
}

/* A start needs a FEN, which is not kept here. */
static apo_status read_start(apo_round_start *out, apo_span lines)
{
    apo_buffer whole;
    apo_buffer_init(&whole, NULL);
    apo_buffer_add_span(&whole, lines);
    apo_buffer_add(&whole, "fen -\n");
    apo_status status =
        whole.is_failed ? APO_E_MEMORY : apo_round_start_read(out, apo_buffer_span(&whole));
    apo_buffer_clear(&whole);
    out->fen[0] = '\0';
    return status;
}

apo_status apo_game_summary_read(apo_game_summary *out, const apo_store_game *row)
{
    apo_span rest = apo_span_of(row->summary), line;
    *out = (apo_game_summary){
        .state = (enum apo_round_state)row->state, .turn = APO_NOBODY, .due_ms = row->due_ms};
    apo_text_copy(out->id, sizeof out->id, row->id);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_seat *seat = &out->seats[side];
        apo_text_copy(seat->person, sizeof seat->person, row->seats[side]);
        seat->kind = row->seats[side][0] != '\0' ? APO_SEAT_PERSON : APO_SEAT_OPEN;
    }
    apo_span start = rest;
    while (apo_span_line(&rest, &line) && read_own_line(out, line))
        start = rest;
    return read_start(&out->start, start);
}

static void look_up(apo_view_player *out, const apo_seat *seat, apo_store *store)
{
    apo_store_person person;
    *out = (apo_view_player){.is_account = false};
    if (seat->kind != APO_SEAT_PERSON ||
        apo_store_find_person(store, &person, apo_span_of(seat->person)) != APO_OK)
        return;
    apo_text_copy(out->name, sizeof out->name, person.name);
    out->is_account = person.is_account;
}

static unsigned side_of(const apo_game_summary *summary, apo_span person)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (person.length > 0 && summary->seats[side].kind == APO_SEAT_PERSON &&
            apo_span_is(person, summary->seats[side].person))
            return side;
    }
    return APO_NOBODY;
}

static void add_invitation(apo_buffer *out, const apo_game_summary *summary,
                           const apo_view_player players[APO_SIDES])
{
    unsigned open = summary->seats[APO_WHITE].kind == APO_SEAT_OPEN ? APO_WHITE : APO_BLACK;
    apo_json_add_string(out, "by", players[open ^ 1U].name);
    apo_json_add_string(out, "color", apo_view_side(open));
    apo_json_open(out, "opponent_clock", '{');
    apo_view_control(out, &summary->start.controls[open]);
    apo_json_close(out, '}');
}

static void add_clocks(apo_buffer *out, const apo_game_summary *summary, unsigned you)
{
    apo_json_open(out, "clock", '{');
    apo_view_control(out, &summary->start.controls[you == APO_NOBODY ? APO_WHITE : you]);
    apo_json_close(out, '}');
}

void apo_game_summary_view(apo_buffer *out, const char *name, const apo_game_summary *summary,
                           const apo_variant_map *variants, apo_store *store, apo_span person)
{
    apo_view_player players[APO_SIDES];
    apo_variant_outline outline;
    unsigned you = side_of(summary, person);
    apo_json_open(out, name, '{');
    apo_json_add_string(out, "id", summary->id);
    apo_json_add_string(out, "variant", summary->start.variant);
    apo_json_add_string(
        out, "variant_name",
        apo_variant_map_name(&outline, variants, store, summary->start.variant));
    apo_view_start(out, &summary->start, false);
    apo_json_add_flag(out, "rated", summary->start.is_rated);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        look_up(&players[side], &summary->seats[side], store);
        apo_view_seat(out, side, &summary->seats[side], &players[side]);
    }
    apo_json_add_string(out, "you", apo_view_side(you));
    apo_json_add_flag(out, "is_yours", you != APO_NOBODY);
    add_clocks(out, summary, you);
    apo_json_add_number(out, "ply", summary->ply_count);
    apo_json_add_optional(out, "fen", summary->fen[0] != '\0' ? summary->fen : NULL);
    apo_json_add_optional(out, "last_move",
                          summary->last_move[0] != '\0' ? summary->last_move : NULL);
    apo_view_side_member(out, "turn", summary->turn);
    if (summary->due_ms > 0)
        apo_json_add_number(out, "due", summary->due_ms);
    else
        apo_json_add_null(out, "due");
    apo_json_add_string(out, "status", apo_round_state_word(summary->state));
    if (summary->state == APO_ROUND_WAITING)
        add_invitation(out, summary, players);
    if (summary->state == APO_ROUND_FINISHED)
        apo_json_add_number(out, "white_quarters", summary->white_quarters);
    apo_json_close(out, '}');
}
