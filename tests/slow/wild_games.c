/* The other built-in games, a row each, from the texts that their files name as sources. */
#include "wild.h"

#include <string.h>

/* clang-format off */
#define PAWN "P:mfWcefF"
#define OFFICERS "K:K Q:Q R:R B:B N:N "
#define STEPS2 .steps = {[2] = 2}
#define STEPS3 .steps = {[3] = 2}
#define BOARD .files = 8, .ranks = 8
#define PROMOTES .pawns = "P", .promotions = {[8] = "QRBN"}
#define CASTLES .castlings = {"e1h1g1f1", "e1a1c1d1"}
#define CASTLES10 .castlings = {"f1j1i1h1", "f1a1c1d1"}
#define CHESS BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES, .pieces = OFFICERS PAWN
#define HANDS .has_hands = true
#define NO_PAWN_ENDS .not_on = {[1] = "P", [8] = "P"}
#define SHOGI \
    .royal = 'K', HANDS, .stalemate = WILD_LOSS, .repetitions = 4, .move_limit = -1
#define ENDLESS .repetitions = -1, .move_limit = -1
#define REVERSI \
    HANDS, .keeps_hand = true, .pieces = "P:", .endless = "P", .drops = 'R', .flips = 'R', \
    .passes = true, .stalemate = WILD_MORE_WINS, ENDLESS
#define PERPETUAL .perpetual_loses = true
#define PAWN_DROPS .file_types = "P", .no_stuck_drops = true, .no_mate = "P"
#define GENERALS "K:K R:R +R:RF B:B +B:BW G:WfF S:FfW +S:WfF "
#define GOLDS "P:fW +P:WfF"

static const wild_game games[] = {
    {.id = "chess", CHESS},
    {.id = "amazon", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "ARBN"}, STEPS2,
     CASTLES, .pieces = "K:K A:QN R:R B:B N:N " PAWN},
    {.id = "berolina", BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES,
     .pieces = OFFICERS "P:mfFcefW"},
    {.id = "torpedo", BOARD, .royal = 'K', PROMOTES, CASTLES, .pieces = OFFICERS PAWN,
     .steps = {[2] = 2, [3] = 2, [4] = 2, [5] = 2, [6] = 2}},
    {.id = "nightrider", BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES,
     .pieces = "K:K Q:Q R:R B:B N:NN " PAWN},
    {.id = "grasshopper", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "QRBNG"},
     CASTLES, .pieces = OFFICERS "G:gQ " PAWN},
    {.id = "capablanca", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QCARBN"}, STEPS2, CASTLES10, .pieces = OFFICERS "A:BN C:RN " PAWN},
    {.id = "centaur", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QCRBN"}, STEPS2, CASTLES10, .pieces = OFFICERS "C:KN " PAWN},
    {.id = "janus", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QJRBN"}, STEPS2, .castlings = {"e1j1i1h1", "e1a1b1c1"},
     .pieces = OFFICERS "J:BN " PAWN},
    {.id = "falcon", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "RBNF"}, STEPS2,
     .castlings = {"f1j1h1g1", "f1j1i1h1", "f1a1d1e1", "f1a1c1d1", "f1a1b1c1"},
     .pieces = OFFICERS "F:$ " PAWN},
    {.id = "falcon-xboard", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QRBNF"}, STEPS2, .castlings = {"f1j1i1h1", "f1a1b1c1"},
     .pieces = OFFICERS "F:$ " PAWN},
    {.id = "chess-on-12x12", .files = 12, .ranks = 12, .royal = 'K', .pawns = "P",
     .promotions = {[10] = "QRBN"}, .steps = {[4] = 2},
     .castlings = {"g3j3i3h3", "g3c3e3f3"}, .pieces = OFFICERS PAWN},
    {.id = "brouhaha", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QRCBNS"}, STEPS2, .castlings = {"f1i1h1g1", "f1b1d1e1"},
     .pieces = OFFICERS "C:BDiC S:WHiN " PAWN},
    {.id = "courier", .files = 12, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "F"}, .stalemate = WILD_LOSS, .bare_loses = true,
     .pieces = "K:K R:R B:B N:N M:K E:A F:F W:W P:mfWcfF"},
    {.id = "grand", .files = 10, .ranks = 10, .royal = 'K', .pawns = "P", STEPS3,
     .promotions = {[8] = "QCARBN"}, .compulsory = 10, .has_reserve = true,
     .pieces = OFFICERS "C:RN A:BN " PAWN},
    {.id = "opulent", .files = 10, .ranks = 10, .royal = 'K', .pawns = "P", STEPS3,
     .promotions = {[8] = "QCARBNWL"}, .compulsory = 10, .has_reserve = true,
     .pieces = "K:K Q:Q R:R B:B N:NW C:RN A:BN W:FC L:FDH " PAWN},
    {.id = "gross", .files = 12, .ranks = 12, .royal = 'K', .pawns = "P", .steps = {[3] = 3},
     .promotions = {[10] = "BNWV", [11] = "RCS", [12] = "QMA"}, .has_reserve = true,
     .reserve = "QQRRRRBBBBNNNN",
     .castlings = {"g2k2i2h2", "g2k2j2i2", "g2b2e2f2", "g2b2d2e2", "g2b2c2d2"},
     .pieces = OFFICERS "M:RN A:BN C:mRcpR S:WAD W:FC V:mBcpB " PAWN},
    {.id = "shako", .files = 10, .ranks = 10, .royal = 'K', .pawns = "P", STEPS3,
     .promotions = {[10] = "QRBNCE"}, .castlings = {"f2i2h2g2", "f2b2d2e2"},
     .pieces = OFFICERS "C:mRcpR E:FA " PAWN},
    {.id = "tencubed", .files = 10, .ranks = 10, .royal = 'K', .pawns = "P", STEPS3,
     .promotions = {[10] = "QMA"}, .pieces = OFFICERS "M:RN A:BN C:WAD W:FC " PAWN},
    {.id = "omega", .files = 12, .ranks = 12, .royal = 'K', .pawns = "P", .steps = {[3] = 3},
     .promotions = {[11] = "QRBNCW"}, .castlings = {"g2j2i2h2", "g2c2e2f2"},
     .pieces = OFFICERS "C:WAD W:FC " PAWN},
    {.id = "omicron", .files = 12, .ranks = 10, .royal = 'K', .pawns = "P", STEPS3,
     .promotions = {[9] = "QRBNCW"}, .castlings = {"g2j2i2h2", "g2c2e2f2"},
     .pieces = OFFICERS "C:WAD W:FC " PAWN},
    {.id = "wildebeest", .files = 11, .ranks = 10, .royal = 'K', .pawns = "P",
     .steps = {[2] = 3, [3] = 2}, .promotions = {[10] = "QW"}, .stalemate = WILD_LOSS,
     .castlings = {"f1k1g1f1", "f1k1h1g1", "f1k1i1h1", "f1k1j1i1",
                   "f1a1e1f1", "f1a1d1e1", "f1a1c1d1", "f1a1b1c1"},
     .pieces = OFFICERS "C:C W:NC " PAWN},
    {.id = "wildebeest-fsf", .files = 11, .ranks = 10, .royal = 'K', .pawns = "P",
     .steps = {[2] = 3, [3] = 2}, .promotions = {[9] = "QW"}, .compulsory = 11,
     .stalemate = WILD_LOSS, .pieces = OFFICERS "C:C W:NC " PAWN},
    {.id = "seirawan", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "QEHRBN"},
     STEPS2, CASTLES, .launchers = "KQRBN", .pieces = OFFICERS "E:RN H:BN " PAWN},
    {.id = "xiangqi", .files = 9, .ranks = 10, .royal = 'K', .pawns = "P", .river = 6,
     .areas = {"KA:d1e1f1d2e2f2d3e3f3", "B:c1g1a3e3i3c5g5"}, .stalemate = WILD_LOSS,
     .move_limit = 60, .pieces = "K:WkfR R:R C:mRcpR N:nN B:nA A:F P:fsW"},

    /* Drops. */
    {.id = "crazyhouse", CHESS, HANDS, NO_PAWN_ENDS},
    {.id = "capahouse", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QCARBN"}, STEPS2, CASTLES10, HANDS, NO_PAWN_ENDS,
     .pieces = OFFICERS "A:BN C:RN " PAWN},
    {.id = "loop", CHESS, HANDS, NO_PAWN_ENDS, .stays_promoted = true},
    {.id = "chessgi", CHESS, HANDS, .not_on = {[8] = "P"}, .stays_promoted = true},
    {.id = "pocket-knight", CHESS, HANDS, .keeps_hand = true},
    {.id = "dragon", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "QDRBN"}, STEPS2,
     CASTLES, HANDS, .keeps_hand = true, .only_rank = 1, .pieces = OFFICERS "D:BN " PAWN},

    /* Drops and forms. */
    {.id = "shogi", .files = 9, .ranks = 9, SHOGI, PERPETUAL, PAWN_DROPS, .form_rank = 7,
     .pieces = GENERALS "N:ffN +N:WfF L:fR +L:WfF " GOLDS},
    {.id = "minishogi", .files = 5, .ranks = 5, SHOGI, PERPETUAL, PAWN_DROPS, .form_rank = 5,
     .repetition = WILD_WHITE_LOSS, .pieces = GENERALS GOLDS},
    {.id = "judkins-shogi", .files = 6, .ranks = 6, SHOGI, PERPETUAL, PAWN_DROPS,
     .form_rank = 5, .pieces = GENERALS "N:ffN +N:WfF " GOLDS},
    {.id = "gorogoro-shogi", .files = 5, .ranks = 6, SHOGI, PERPETUAL, PAWN_DROPS,
     .form_rank = 5, .pieces = "K:K G:WfF S:FfW +S:WfF " GOLDS},
    {.id = "euroshogi", .files = 8, .ranks = 8, SHOGI, PERPETUAL, PAWN_DROPS, .form_rank = 6,
     .always_form = true, .pieces = "K:K R:R +R:RF B:B +B:BW G:WfF N:ffNsW +N:WfF " GOLDS},
    {.id = "kyoto-shogi", .files = 5, .ranks = 5, SHOGI, PERPETUAL, .form_rank = 1,
     .always_form = true, .turns_back = true, .drops_forms = true,
     .pieces = "K:K P:fW +P:R S:FfW +S:B L:fR +L:WfF N:ffN +N:WfF"},
    {.id = "micro-shogi", .files = 4, .ranks = 5, SHOGI, PERPETUAL, .form_rank = 1,
     .always_form = true, .turns_back = true, .drops_forms = true, .form_by_capture = true,
     .pieces = "K:K B:B +B:WfF R:R +R:WfF L:fR +L:FfW P:fW +P:ffN"},
    {.id = "tori-shogi", .files = 7, .ranks = 7, .royal = 'K', HANDS, .stalemate = WILD_LOSS,
     .repetitions = 4, .move_limit = -1, .form_rank = 6, .always_form = true,
     .file_types = "S", .file_most = 2, .no_stuck_drops = true, .no_mate = "S",
     .pieces = "K:K F:FsfW +F:KbRfBbF2 C:FvW L:fRrbBlbF R:fRlbBrbF P:bFfD S:fW +S:fAbD"},

    /* Other ends. */
    {.id = "king-of-the-hill", CHESS, .goal = "d4e4d5e5", .goal_piece = 'K'},
    {.id = "racing-kings", BOARD, .royal = 'K', .no_checks = true,
     .goal = "a8b8c8d8e8f8g8h8", .goal_piece = 'K', .is_race = true, .pieces = OFFICERS},
    {.id = "breakthrough", BOARD, .goal = "a8b8c8d8e8f8g8h8", .stalemate = WILD_LOSS,
     .pieces = "P:mfWfF"},
    {.id = "three-check", CHESS, .checks = 3},
    {.id = "five-check", CHESS, .checks = 5},
    {.id = "horde", CHESS, .steps[1] = 2, .no_trail = 1, .needs_any = true,
     .extinct = WILD_LOSS},
    {.id = "extinction", BOARD, .pawns = "P", .promotions = {[8] = "QRBNK"}, STEPS2, CASTLES,
     .castler = 'K', .extinction = "KQRBNP", .extinct = WILD_LOSS, .pieces = OFFICERS PAWN},
    {.id = "antichess", BOARD, .pawns = "P", .promotions = {[8] = "QRBNK"}, STEPS2,
     .must_capture = true, .needs_any = true, .extinct = WILD_WIN, .stalemate = WILD_WIN,
     .pieces = OFFICERS PAWN},
    {.id = "suicide", BOARD, .pawns = "P", .promotions = {[8] = "QRBNK"}, STEPS2,
     .must_capture = true, .needs_any = true, .extinct = WILD_WIN,
     .stalemate = WILD_FEWER_WINS, .pieces = OFFICERS PAWN},
    {.id = "losers", CHESS, .must_capture = true, .needs_any = true, .left = 1,
     .extinct = WILD_WIN, .stalemate = WILD_WIN, .mate = WILD_WIN},
    {.id = "two-kings", BOARD, .royals = "K", .pawns = "P", .promotions = {[8] = "RBN"},
     STEPS2, .pieces = "K:K R:R B:B N:N " PAWN},
    {.id = "atomic", BOARD, .royals = "K", PROMOTES, STEPS2, CASTLES, .castler = 'K',
     .explodes = true, .extinction = "K", .extinct = WILD_LOSS, .pieces = OFFICERS PAWN},

    /* Pieces that must stand together. */
    {.id = "tic-tac-toe", .files = 3, .ranks = 3, HANDS, .keeps_hand = true, .pieces = "P:",
     .row = 3, ENDLESS},
    {.id = "connect-four", .files = 7, .ranks = 6, HANDS, .keeps_hand = true, .falls = true,
     .pieces = "P:", .row = 4, ENDLESS},
    {.id = "teeko", .files = 5, .ranks = 5, HANDS, .keeps_hand = true, .must_drop = true,
     .pieces = "P:mK", .row = 4, .square = 2, .move_limit = -1},
    {.id = "nine-holes", .files = 3, .ranks = 3, HANDS, .keeps_hand = true, .must_drop = true,
     .pieces = "P:mKmNmAmD", .row = 3, .no_diagonals = true, .move_limit = -1},
    {.id = "all-queens-chess", .files = 5, .ranks = 5, .pieces = "Q:mQ", .row = 4,
     .move_limit = -1},
    {.id = "three-musketeers", .files = 5, .ranks = 5, .pieces = "M:cW P:mW", .line = 3,
     .connected = "M", .no_diagonals = true, .connection_loses = true, .stalemate = WILD_WIN,
     .move_limit = -1},

    {.id = "gale", .files = 9, .ranks = 9, HANDS, .keeps_hand = true, .pieces = "P:",
     .endless = "P", .joins_edges = true, ENDLESS},

    /* Pieces that depend on their neighbours. */
    {.id = "othello", BOARD, REVERSI},
    {.id = "othello-6", .files = 6, .ranks = 6, REVERSI},
    {.id = "othello-10", .files = 10, .ranks = 10, REVERSI},
    {.id = "ataxx", .files = 7, .ranks = 7, HANDS, .keeps_hand = true, .pieces = "P:mDmNmA",
     .endless = "P", .drops = 'B', .flips = 'N', .passes = true, .stalemate = WILD_MORE_WINS,
     .move_limit = -1},
    {.id = "quadwrangle", BOARD, HANDS, .keeps_hand = true, .pieces = "P:mQ", .endless = "P",
     .flips = 'T', .passes = true, .stalemate = WILD_MORE_WINS, .move_limit = -1},
    {.id = "snort", BOARD, HANDS, .keeps_hand = true, .pieces = "P:", .endless = "P",
     .drops = 'A', .stalemate = WILD_LOSS, ENDLESS},

    /* Pieces that capture in other ways than by going there. */
    {.id = "ultima", BOARD, .royals = "K", .stalemate = WILD_LOSS, .has_effects = true,
     .withdraw = "W", .leap = "L", .imitate = "X", .immobilise = "I", .coordinate = "C",
     .partner = "K", .pincer = "P", .may_resign = true,
     .pieces = "K:K W:mQ L:mQ X:mQ I:mQ C:mQ P:mR"},

    /* Pieces that the players place. */
    {.id = "placement", CHESS, HANDS, .keeps_hand = true, .must_drop = true, .only_rank = 1,
     .halved = 'B', .castles_dropped = true},

    /* Walls left behind. */
    {.id = "snailtrail", .files = 7, .ranks = 7, .pieces = "P:mK", .leaves_walls = true,
     .stalemate = WILD_LOSS, ENDLESS},
    {.id = "joust", BOARD, .pieces = "N:mN", .leaves_walls = true, .stalemate = WILD_LOSS,
     ENDLESS},

    /* Counted moves. */
    {.id = "makruk", BOARD, .royal = 'K', .pawns = "P", .promotions = {[6] = "M"},
     .move_limit = -1, .board_honour = 64, .bare_honour = 64,
     .counts = "RR:8 R:16 SS:22 NN:32 S:44", .pieces = "K:K R:R S:FfW N:N M:F P:mfWcfF"},
    {.id = "asean-chess", BOARD, .royal = 'K', PROMOTES, .counts = "R:16 B:44 N:64",
     .counts_from_zero = true, .pieces = "K:K R:R N:N B:FfW Q:F P:mfWcfF"},
};

/* clang-format on */

const wild_game *wild_find(const char *id)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcmp(games[i].id, id) == 0)
            return &games[i];
    return NULL;
}
