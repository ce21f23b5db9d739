#include "server/notice/kind.h"

#include "i18n/i18n.h"

enum {
    PAGE = APO_NOTICE_PAGE | APO_NOTICE_PUSH,
    BOTH = APO_NOTICE_PAGE | APO_NOTICE_DIGEST,
    ALL = APO_NOTICE_PAGE | APO_NOTICE_MAIL | APO_NOTICE_DIGEST | APO_NOTICE_PUSH
};

static const char game[] = "/game/", invitations[] = "/invitations#",
                  tournament[] = "/tournaments/", notices[] = "/notices",
                  imported[] = "/archive/games/", study[] = "/study/";

static const apo_notice_row rows[APO_NOTICE_KINDS] = {
    [APO_NOTICE_TURN] = {"turn", APO_T("When it is your turn in a game with days to think"),
                         APO_T("It is your turn against {name} in {text}."), game, PAGE, true,
                         false, false},
    [APO_NOTICE_BEGIN] = {"begin", APO_T("When somebody joins your game"),
                          APO_T("{name} has joined your game of {text}."), game, ALL, false,
                          false, false},
    [APO_NOTICE_DRAW_OFFER] = {"draw-offer", APO_T("When your opponent offers a draw"),
                               APO_T("{name} offers a draw in {text}."), game, ALL, false,
                               false, false},
    [APO_NOTICE_ADVANTAGE_OFFER] = {"advantage-offer",
                                    APO_T("When your opponent offers an advantage as result"),
                                    APO_T("{name} offers to end {text} with an advantage."),
                                    game, ALL, false, false, false},
    [APO_NOTICE_TAKEBACK_OFFER] = {"takeback-offer",
                                   APO_T("When your opponent asks to take back a move"),
                                   APO_T("{name} asks to take back a move in {text}."), game,
                                   ALL, false, false, false},
    [APO_NOTICE_DECLINED] = {"offer-declined", APO_T("When your opponent declines an offer"),
                             APO_T("{name} declines your offer in {text}."), game, BOTH, false,
                             false, false},
    [APO_NOTICE_GAME_END] = {"game-end", APO_T("When a game of yours ends"),
                             APO_T("Your game of {text} against {name} is over. {more}"), game,
                             ALL, false, false, false},
    [APO_NOTICE_TIME_OUT] = {"time-out", APO_T("When a game of yours is decided by time"),
                             APO_T("Time has decided your game of {text} against {name}. "
                                   "{more}"),
                             game, ALL, false, false, false},
    [APO_NOTICE_CANCELLED] = {"game-cancelled", APO_T("When a game of yours is cancelled"),
                              APO_T("Your game of {text} was cancelled."), game, BOTH, false,
                              false, false},
    [APO_NOTICE_REMATCH_OFFER] = {"rematch-offer", APO_T("When somebody wants a rematch"),
                                  APO_T("{name} wants a rematch in {text}."), game, ALL, false,
                                  false, false},
    [APO_NOTICE_REMATCH] = {"rematch", APO_T("When your rematch begins"),
                            APO_T("Your rematch of {text} against {name} has begun."), game,
                            ALL, false, false, false},
    [APO_NOTICE_INVITATION] = {"invitation", APO_T("When somebody invites you"),
                               APO_T("{name} invites you to a game."), invitations, PAGE, true,
                               false, false},
    [APO_NOTICE_INVITATION_ACCEPTED] = {"invitation-accepted",
                                        APO_T("When somebody accepts your invitation"),
                                        APO_T("{name} has accepted your invitation."), game,
                                        ALL, false, false, false},
    [APO_NOTICE_INVITATION_DECLINED] = {"invitation-declined",
                                        APO_T("When somebody declines your invitation"),
                                        APO_T("{name} has declined your invitation."),
                                        invitations, ALL, false, false, false},
    [APO_NOTICE_INVITATION_COUNTER] = {"invitation-counter",
                                       APO_T("When somebody proposes another game instead"),
                                       APO_T("{name} proposes another game to you."),
                                       invitations, PAGE, true, false, false},
    [APO_NOTICE_INVITATION_EXPIRED] = {"invitation-expired",
                                       APO_T("When nobody has answered your invitation"),
                                       APO_T("{name} has not answered your invitation."),
                                       invitations, BOTH, false, false, false},
    [APO_NOTICE_TOURNAMENT_INVITATION] = {"tournament-invitation",
                                          APO_T("When somebody invites you to a tournament"),
                                          APO_T("{name} invites you to the tournament "
                                                "“{text}”."),
                                          tournament, PAGE, true, false, false},
    [APO_NOTICE_TOURNAMENT_ROUND] = {"tournament-round",
                                     APO_T("When a round of your tournament begins"),
                                     APO_T("Round {more} of “{text}” has begun."), tournament,
                                     ALL, false, false, false},
    [APO_NOTICE_TOURNAMENT_END] = {"tournament-end", APO_T("When your tournament is over"),
                                   APO_T("The tournament “{text}” is over."), tournament, ALL,
                                   false, false, false},
    [APO_NOTICE_TOURNAMENT_CANCELLED] = {"tournament-cancelled",
                                         APO_T("When your tournament is cancelled"),
                                         APO_T("The tournament “{text}” was cancelled."),
                                         tournament, ALL, false, false, false},
    [APO_NOTICE_TOURNAMENT_ANNOUNCED] = {"tournament-announced",
                                         APO_T("When somebody you follow announces a "
                                               "tournament"),
                                         APO_T("{name} announces the tournament “{text}”."),
                                         tournament, BOTH, false, false, false},
    [APO_NOTICE_FOLLOWER] = {"follower", APO_T("When somebody begins to follow you"),
                             APO_T("{name} follows you now."), "/@/", APO_NOTICE_PAGE, false,
                             false, true},
    [APO_NOTICE_MESSAGE] = {"message", APO_T("When somebody writes to you"),
                            APO_T("{name} has written to you."), "/messages/", ALL, false, true,
                            true},
    [APO_NOTICE_CHAT] = {"chat", APO_T("When your opponent writes in a game"),
                         APO_T("{name} has written in your game of {text}."), game, BOTH, false,
                         true, false},
    [APO_NOTICE_MENTION] = {"mention", APO_T("When somebody mentions you, as @Name"),
                            APO_T("{name} has mentioned you in a game of {text}."), game, BOTH,
                            false, true, false},
    [APO_NOTICE_COMMENT] = {"comment",
                            APO_T("When somebody comments on a game in your collection"),
                            APO_T("{name} has commented on a game in your collection."),
                            imported, BOTH, false, true, false},
    [APO_NOTICE_STUDY_COMMENT] = {"study-comment",
                                  APO_T("When somebody comments on your study"),
                                  APO_T("{name} has commented on your study “{text}”."), study,
                                  BOTH, false, true, false},
    [APO_NOTICE_REPORT_ANSWERED] = {"report-answered",
                                    APO_T("When a moderator answers your report"),
                                    APO_T("Your report about {name} has been answered: {text}"),
                                    notices, ALL, false, false, false},
    [APO_NOTICE_MODERATION] = {"moderation", APO_T("When a moderator acts on your account"),
                               "{more}", notices, ALL, false, false, false},
    [APO_NOTICE_WARNING] = {"warning", APO_T("When a moderator warns you"),
                            APO_T("A moderator warns you: {text}"), notices, ALL, false, false,
                            false},
};

const apo_notice_row *apo_notice_row_of(enum apo_notice_kind kind)
{
    return &rows[kind];
}

enum apo_notice_kind apo_notice_find(apo_span word)
{
    unsigned kind = 0;
    while (kind < APO_NOTICE_KINDS && !apo_span_is(word, rows[kind].word))
        kind++;
    return (enum apo_notice_kind)kind;
}
