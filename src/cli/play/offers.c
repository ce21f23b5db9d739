/* Draws and advantages by agreement. */
#include <stdio.h>

#include "cli/play/play_session.h"
#include "cli/view/sentences.h"

enum {
    /* Hundredths of a pawn, from the computer's point of view. */
    WORSE = -100,      /* accepts a draw */
    MUCH_WORSE = -500, /* accepts losing only a quarter */
    MUCH_BETTER = 500, /* an advantage is not enough */
    DRAWISH = 50,
    LATE_MOVE = 60 /* from here on a level game may be drawn */
};

static uint32_t move_number(const apo_play_session *session)
{
    apo_setup setup;
    apo_position_to_setup(apo_game_position(session->game), &setup);
    return setup.move_number;
}

static bool would_accept(apo_play_session *session, apo_side computer, apo_proposal proposal)
{
    int score;
    if (!apo_play_session_evaluate(session, &score))
        return false;
    score = -score; /* the side to move has made the offer */
    bool is_for_itself = proposal == (computer == APO_WHITE ? APO_PROPOSAL_ADVANTAGE_WHITE
                                                            : APO_PROPOSAL_ADVANTAGE_BLACK);
    if (proposal == APO_PROPOSAL_DRAW)
        return score < WORSE || (score < DRAWISH && move_number(session) >= LATE_MOVE);
    return is_for_itself ? score < MUCH_BETTER : score < MUCH_WORSE;
}

static void offer(apo_play_session *session, apo_proposal proposal)
{
    apo_side side = apo_position_side(apo_game_position(session->game));
    apo_side other = apo_side_other(side);
    apo_status status = apo_game_offer(session->game, side, proposal);
    if (status == APO_E_FINISHED) {
        puts("The game is over.");
    } else if (status == APO_E_UNSUPPORTED) {
        puts("This game has no advantages: it is won, drawn or lost.");
    } else if (!session->is_computer[other]) {
        apo_play_print("%s offers %s.", apo_side_name(side), apo_proposal_words(proposal));
    } else if (would_accept(session, other, proposal)) {
        puts("The computer accepts.");
        apo_game_answer(session->game, other, true);
        apo_play_session_changed(session);
        session->has_new_board = false;
    } else {
        puts("The computer would rather play on.");
        apo_game_answer(session->game, other, false);
    }
}

void apo_play_session_offer_draw(apo_play_session *session, apo_span rest)
{
    if (rest.length > 0)
        puts("A draw is for both: type \"draw\" alone.");
    else
        offer(session, APO_PROPOSAL_DRAW);
}

void apo_play_session_offer_advantage(apo_play_session *session, apo_span rest)
{
    apo_side side = apo_position_side(apo_game_position(session->game));
    if (apo_span_is(rest, "you") || apo_span_is(rest, "opponent"))
        side = apo_side_other(side);
    else if (apo_span_is(rest, "white"))
        side = APO_WHITE;
    else if (apo_span_is(rest, "black"))
        side = APO_BLACK;
    else if (rest.length > 0 && !apo_span_is(rest, "me")) {
        puts("An advantage to whom? \"advantage me\" or \"advantage you\".");
        return;
    }
    offer(session,
          side == APO_WHITE ? APO_PROPOSAL_ADVANTAGE_WHITE : APO_PROPOSAL_ADVANTAGE_BLACK);
}

void apo_play_session_accept(apo_play_session *session, apo_span rest)
{
    (void)rest;
    if (apo_game_answer(session->game, apo_play_session_asked(session), true) != APO_OK) {
        puts("There is no offer.");
        return;
    }
    apo_play_session_changed(session);
    session->has_new_board = false;
}

void apo_play_session_decline(apo_play_session *session, apo_span rest)
{
    (void)rest;
    if (apo_game_answer(session->game, apo_play_session_asked(session), false) != APO_OK)
        puts("There is no offer.");
    else
        puts("The offer is declined; the game goes on.");
}
