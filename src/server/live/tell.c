#include "server/live/tell.h"

#include <string.h>

#include "base/text.h"
#include "server/notice/notice.h"

/* A change of a game. */
typedef struct telling {
    apo_app *app;
    apo_store_batch *batch;
    const apo_round *round;
    const apo_view_player *players;
    int64_t at_ms;
} telling;

/* Tells a side; `about` is the subject: this game, or its rematch. */
static void tell(const telling *all, enum apo_notice_kind kind, unsigned side,
                 const char *about, const char *more)
{
    const apo_round *round = all->round;
    char text[APO_STORE_NOTICE_TEXT_MAX], cause[APO_STORE_KEY_MAX];
    const apo_seat *seat = &round->seats[side], *other = &round->seats[side ^ 1U];
    if (seat->kind != APO_SEAT_PERSON || other->kind == APO_SEAT_COMPUTER)
        return;
    apo_text words = apo_text_start(text, sizeof text);
    apo_text_add(&words, apo_variant_info_of(round->var)->name);
    apo_text_add(&words, more[0] != '\0' ? "\n" : "");
    apo_text_add(&words, more);
    apo_text why = apo_text_start(cause, sizeof cause);
    apo_text_add(&why, apo_notice_row_of(kind)->word);
    apo_text_add_char(&why, '/');
    apo_text_add(&why, round->id);
    apo_text_add_char(&why, '/');
    apo_text_add_number(&why, (int64_t)round->seq);
    const apo_notice notice = {.kind = kind,
                               .person = seat->person,
                               .other = other->person,
                               .subject = about,
                               .text = text,
                               .cause = cause,
                               .at_ms = all->at_ms,
                               .is_seen = all->players[side].is_online};
    apo_notice_add(all->app, all->batch, &notice);
}

static void tell_offer(const telling *all, unsigned by)
{
    switch (all->round->offers[by]) {
    case APO_OFFER_DRAW: tell(all, APO_NOTICE_DRAW_OFFER, by ^ 1U, all->round->id, ""); break;
    case APO_OFFER_ADVANTAGE_WHITE:
    case APO_OFFER_ADVANTAGE_BLACK:
        tell(all, APO_NOTICE_ADVANTAGE_OFFER, by ^ 1U, all->round->id, "");
        break;
    case APO_OFFER_TAKEBACK:
        tell(all, APO_NOTICE_TAKEBACK_OFFER, by ^ 1U, all->round->id, "");
        break;
    case APO_OFFER_NONE:
    case APO_OFFERS: break;
    }
}

static void tell_end(const telling *all, unsigned side)
{
    char more[APO_REASON_MAX + 16];
    const apo_round *round = all->round;
    bool is_time = strcmp(round->reason, "time") == 0 ||
                   strcmp(round->reason, "silence") == 0 ||
                   strcmp(round->reason, "abandoned") == 0;
    int own =
        side == APO_WHITE ? round->white_quarters : APO_QUARTERS_WIN - round->white_quarters;
    apo_text text = apo_text_start(more, sizeof more);
    apo_text_add_number(&text, own);
    apo_text_add_char(&text, ' ');
    apo_text_add(&text, round->reason);
    tell(all, is_time ? APO_NOTICE_TIME_OUT : APO_NOTICE_GAME_END, side, round->id, more);
}

/* Tells the sides that have not caused it themselves. */
static void tell_others(const telling *all)
{
    const apo_round *round = all->round;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (side == round->last_by)
            continue;
        if (round->state == APO_ROUND_FINISHED)
            tell_end(all, side);
        else
            tell(all, APO_NOTICE_CANCELLED, side, round->id, "");
    }
}

/* Tells of the turn in a slow game; marks the mover's own notice as seen, too. */
static void tell_turn(const telling *all)
{
    const apo_round *round = all->round;
    unsigned turn = apo_round_turn(round);
    if (apo_round_is_live(round) || turn == APO_NOBODY || turn == round->last_by)
        return;
    apo_store_read_notices_of(all->batch, round->seats[turn ^ 1U].person,
                              apo_notice_row_of(APO_NOTICE_TURN)->word, round->id, all->at_ms);
    tell(all, APO_NOTICE_TURN, turn, round->id, "");
}

static void tell_event(const telling *all)
{
    const apo_round *round = all->round;
    unsigned by = round->last_by;
    switch (round->last_kind) {
    case APO_EVENT_MOVE: tell_turn(all); break;
    case APO_EVENT_OFFER:
        if (by < APO_SIDES)
            tell_offer(all, by);
        break;
    case APO_EVENT_DECLINE:
        if (by < APO_SIDES)
            tell(all, APO_NOTICE_DECLINED, by ^ 1U, round->id, "");
        break;
    case APO_EVENT_REMATCH:
        if (by < APO_SIDES && round->rematch[0] == '\0')
            tell(all, APO_NOTICE_REMATCH_OFFER, by ^ 1U, round->id, "");
        else if (by < APO_SIDES && round->rematch_by == (by ^ 1U))
            tell(all, APO_NOTICE_REMATCH, by ^ 1U, round->rematch, "");
        break;
    case APO_EVENT_CREATE:
    case APO_EVENT_JOIN:
    case APO_EVENT_MERGE:
    case APO_EVENT_TAKEBACK:
    case APO_EVENT_WITHDRAW:
    case APO_EVENT_END:
    case APO_EVENT_CANCEL:
    case APO_EVENT_GIFT:
    case APO_EVENT_VACATION:
    case APO_EVENT_KINDS: break;
    }
}

void apo_tell_players(apo_app *app, apo_store_batch *batch, enum apo_round_state before,
                      const apo_round *round, const apo_view_player players[APO_SIDES],
                      int64_t at_ms)
{
    const telling all = {app, batch, round, players, at_ms};
    if (before == round->state)
        tell_event(&all);
    else if (round->state == APO_ROUND_PLAYING && round->last_by < APO_SIDES)
        tell(&all, APO_NOTICE_BEGIN, round->last_by ^ 1U, round->id, "");
    else if (round->state == APO_ROUND_FINISHED || round->state == APO_ROUND_CANCELLED)
        tell_others(&all);
}
