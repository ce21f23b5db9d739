/* The other built-in games, a row each, from the texts that their files name as sources. */
#include "wild.h"

#include <string.h>

/* clang-format off */
#define PAWN "P:mfWcefF"
#define OFFICERS "K:K Q:Q R:R B:B N:N "
#define SLOW_PAWN "P:mfWcfF"
#define SHATRANJ "K:K R:R N:N B:A Q:F P:mfWcfF"
#define FAR_RANK_OF(piece) .goal = "a8b8c8d8e8f8g8h8", .goal_piece = (piece)
#define FAR_RANK FAR_RANK_OF('K')
#define STEPS2 .steps = {[2] = 2}
#define STEPS3 .steps = {[3] = 2}
#define BOARD .files = 8, .ranks = 8
#define PROMOTES .pawns = "P", .promotions = {[8] = "QRBN"}
#define CASTLES .castlings = {"e1h1g1f1", "e1a1c1d1"}
#define CASTLES10 .castlings = {"f1j1i1h1", "f1a1c1d1"}
#define CASTLES9 .castlings = {"e1i1g1f1", "e1a1c1d1"}
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
#define CHASE                                                                        \
    PERPETUAL, .chasers = "RCNBA", .worths = "1BA2CN3R", .chased_freely = "P", \
        .chase_home = 5, .checks_counted = 10
#define PAWN_DROPS .file_types = "P", .no_stuck_drops = true, .no_mate = "P"
#define RANK(n) "a" #n "b" #n "c" #n "d" #n "e" #n "f" #n "g" #n "h" #n
#define GENERALS "K:K R:R +R:RF B:B +B:BW G:WfF S:FfW +S:WfF "
#define GOLDS "P:fW +P:WfF"
#define RETURNING "[game]\nname = Returning\nbase = crazyhouse\n[hands]\ncaptured = owner\n"
#define CORNERS                                                                         \
    "[game]\nname = Corners\nbase = chess\nwithout = castling multi-step\n"            \
    "[pieces]\nP = pawn, mfWcfF\n"                                                     \
    "[setup]\nboard =\n r2qkb1r\n 8\n PPPP1PPP\n 2n5\n 2N5\n pppp1ppp\n 8\n R2QKB1R\n"  \
    "[promotion]\nrank 7 = R N\nrank 8 = Q B\n"

#define MORPHS                                                                        \
    "[game]\nname = Morphs\nbase = chess\nwithout = castling multi-step\n"            \
    "[pieces]\nP = pawn, mfWcfF\nA = archbishop, BN\n"                                \
    "[morph]\npieces 1 = R N\nsquares 1 = a4 b4 c4 d5 e5 h4\nbecomes 1 = B\n"         \
    "pieces 2 = B\nsquares 2 = a3 b5 c5 d4 f4 g3 h6\nbecomes 2 = B Q A\n"             \
    "pieces 3 = P A\nsquares 3 = c5 d6 e5\nblack-squares 3 = b5 f4\nbecomes 3 = N\n"  \
    "pieces 4 = Q\nsquares 4 = a4 b4 c4 d4 e4 f4 g4 h4\nbecomes 4 = R\n"
#define FIFTH "= a5 b5 c5 d5 e5 f5 g5 h5 i5\n"
#define MORPHING                                                                      \
    "[game]\nname = Morphing\n[board]\nfiles = 9\nranks = 9\n"                        \
    "[pieces]\nK = king, K\nO = amazon king, QN\nJ = queen king, Q\n"                 \
    "T = pawn king, mfWcfF\nP = pawn, mfWcfF\nR = rook, R\nN = knight, N\n"            \
    "B = bishop, B\nQ = queen, Q\nZ = amazon, QN\n"                                   \
    "[setup]\nboard =\n rnbqkqbnr\n ppp3ppp\n 9\n 9\n 9\n 9\n 9\n PPP3PPP\n RNBQKQBNR\n" \
    "[royals]\npieces = K O J T\nlast = 250\n"                                        \
    "[morph]\npieces 1 = K O J T\nsquares 1 = a1 i1 a9 i9\nbecomes 1 = O\n"           \
    "pieces 2 = K O J T\nsquares 2 = a2 a4 a6 a8 i2 i4 i6 i8\nbecomes 2 = J\n"        \
    "pieces 3 = K O J\nsquares 3 " FIFTH "becomes 3 = T\n"                            \
    "pieces 4 = P\nsquares 4 = a1 i1 a9 i9\nbecomes 4 = Z\n"                          \
    "pieces 5 = P\nsquares 5 = a2 a4 a6 a8 i2 i4 i6 i8\nbecomes 5 = Q\n"              \
    "pieces 6 = R N B Q Z\nsquares 6 " FIFTH "becomes 6 = P\n"                        \
    "[outcome]\nstalemate = loss\n"

#define PRINCES                                                                       \
    "[game]\nname = Princes\nbase = chess\n[pieces]\nF = prince, KimfnD\n"            \
    "[setup]\nboard =\n rqfqkqfr\n p6p\n 8\n 8\n 8\n 8\n P6P\n RQFQKQFR\n"           \
    "[promotion]\nrank 8 = Q F R\n[succession]\nheirs = F\n"
#define COURT                                                                         \
    "[game]\nname = Court\n[board]\nfiles = 6\nranks = 8\n"                          \
    "[pieces]\nK = king, F, royal\nF = prince, KD\nN = knight, N\nA = elephant, FA\n"  \
    "C = cannon, mRcpR\nL = camel, LW\n"                                              \
    "[setup]\nboard =\n lnkfnl\n cfnafn\n 6\n 6\n 6\n 6\n CFNAFN\n LNKFNL\n"          \
    "[morph]\npieces 1 = F N\nsquares 1 = b8 e8\nbecomes 1 = F L\n"                   \
    "[hands]\n[succession]\nheirs = F N\n"
#define HEIRS "[game]\nname = Heirs\nbase = minishogi\n[succession]\nheirs = G +S +B R\n"

static const wild_game games[] = {
    {.id = "chess", CHESS},
    {.id = "chess960", BOARD, .royal = 'K', PROMOTES, STEPS2, .castles_with = 'R',
     .pieces = OFFICERS PAWN,
     .castlings = {"b1a1c1d1", "b1c1g1f1", "b1d1g1f1", "b1e1g1f1", "b1f1g1f1", "b1g1g1f1",
                   "b1h1g1f1", "c1a1c1d1", "c1b1c1d1", "c1d1g1f1", "c1e1g1f1", "c1f1g1f1",
                   "c1g1g1f1", "c1h1g1f1", "d1a1c1d1", "d1b1c1d1", "d1c1c1d1", "d1e1g1f1",
                   "d1f1g1f1", "d1g1g1f1", "d1h1g1f1", "e1a1c1d1", "e1b1c1d1", "e1c1c1d1",
                   "e1d1c1d1", "e1f1g1f1", "e1g1g1f1", "e1h1g1f1", "f1a1c1d1", "f1b1c1d1",
                   "f1c1c1d1", "f1d1c1d1", "f1e1c1d1", "f1g1g1f1", "f1h1g1f1", "g1a1c1d1",
                   "g1b1c1d1", "g1c1c1d1", "g1d1c1d1", "g1e1c1d1", "g1f1c1d1", "g1h1g1f1"}},
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
     .areas = {"KA:d1e1f1d2e2f2d3e3f3", "B:c1g1a3e3i3c5g5"}, .stalemate = WILD_LOSS, CHASE,
     .move_limit = 60, .pieces = "K:WkfR R:R C:mRcpR N:nN B:nA A:F P:fsW"},

    {.id = "janggi", .files = 9, .ranks = 10, .royal = 'K', .areas = {"KA:d1e1f1d2e2f2d3e3f3"},
     .lined = "KARCP", .lines = "d1e2f3 d3e2f1 d8e9f10 d10e9f8", .cannons = "C",
     .passes = true, .passes_at_will = true, .has_bikjang = true,
     .points = "R13C7N5B3A3P2", .white_lead = 2, .stalemate = WILD_POINTS,
     .repetition = WILD_POINTS, PERPETUAL,
     .pieces = "K:WF R:RB C:pRpB N:nN B:& A:WF P:fsWfF"},

    /* Chess with other pieces, other arrays, on other boards. */
    {.id = "knightmate", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "QRBM"},
     STEPS2, CASTLES, .pieces = "K:N Q:Q R:R B:B M:K " PAWN},
    {.id = "misere", CHESS, .mate = WILD_WIN},
    {.id = "marseillais", CHESS, .double_moves = true, .move_limit = 100},
    {.id = "balanced-marseillais", CHESS, .double_moves = true, .move_limit = 100},
    {.id = "hoppel-poppel", BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES,
     .pieces = "K:K Q:Q R:R B:mBcN N:mNcB " PAWN},
    {.id = "new-zealand", BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES,
     .pieces = "K:K Q:Q R:mRcN B:B N:mNcR " PAWN},
    {.id = "paradigm", BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES,
     .pieces = "K:K Q:Q R:R B:BnN N:N " PAWN},
    {.id = "los-alamos", .files = 6, .ranks = 6, .royal = 'K', .pawns = "P",
     .promotions = {[6] = "QRN"}, .pieces = "K:K Q:Q R:R N:N " SLOW_PAWN},
    {.id = "gardner", .files = 5, .ranks = 5, .royal = 'K', .pawns = "P",
     .promotions = {[5] = "QRBN"}, .pieces = OFFICERS SLOW_PAWN},
    {.id = "petty", .files = 5, .ranks = 6, .royal = 'K', .pawns = "P",
     .promotions = {[6] = "QRBN"}, .pieces = OFFICERS SLOW_PAWN},
    {.id = "microchess", .files = 4, .ranks = 5, .royal = 'K', .pawns = "P",
     .promotions = {[5] = "QRBN"}, .pieces = OFFICERS SLOW_PAWN},
    {.id = "raazuvaa", BOARD, .royal = 'K', PROMOTES, .pieces = OFFICERS SLOW_PAWN},
    {.id = "almost", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "CRBN"}, STEPS2,
     CASTLES, .pieces = "K:K C:RN R:R B:B N:N " PAWN},
    {.id = "sort-of-almost", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "CRBN"},
     .black_last = "QRBN", STEPS2, CASTLES, .pieces = OFFICERS "C:RN " PAWN},
    {.id = "chigorin", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "CRN"},
     .black_last = "QRB", STEPS2, CASTLES, .pieces = OFFICERS "C:RN " PAWN},
    {.id = "perfect", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "GQCMRBN"},
     STEPS2, CASTLES, .pieces = OFFICERS "C:RN M:BN G:QN " PAWN},
    {.id = "georgian", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "ARBN"}, STEPS2,
     .pieces = "K:K A:QN R:R B:B N:N " SLOW_PAWN},
    {.id = "gothic", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QCARBN"}, STEPS2, CASTLES10, .pieces = OFFICERS "A:BN C:RN " PAWN},
    {.id = "embassy", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QCARBN"}, STEPS2, .castlings = {"e1j1h1g1", "e1a1b1c1"},
     .pieces = OFFICERS "A:BN C:RN " PAWN},
    {.id = "modern-9x9", .files = 9, .ranks = 9, .royal = 'K', .pawns = "P",
     .promotions = {[9] = "QMRBN"}, STEPS2, CASTLES9, .pieces = OFFICERS "M:BN " PAWN},
    {.id = "chancellor", .files = 9, .ranks = 9, .royal = 'K', .pawns = "P",
     .promotions = {[9] = "QCRBN"}, STEPS2, CASTLES9, .pieces = OFFICERS "C:RN " PAWN},
    {.id = "active", .files = 9, .ranks = 8, .royal = 'K', PROMOTES, STEPS2,
     .castlings = {"d1h1g1f1", "d1a1c1d1"}, .pieces = OFFICERS PAWN},
    {.id = "gustav-iii", .files = 10, .ranks = 8, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "AQRBN"}, STEPS2, .castlings = {"f1i1h1g1", "f1b1d1e1"},
     .pieces = OFFICERS "A:QN " PAWN},
    {.id = "indian-great", .files = 10, .ranks = 10, .royal = 'K', .pawns = "P",
     .promotions = {[10] = "Q"}, .pieces = OFFICERS "G:QN V:BN W:RN " SLOW_PAWN},
    {.id = "peasants-revolt", BOARD, .royal = 'K', PROMOTES, STEPS2, .pieces = OFFICERS PAWN},
    {.id = "weak", CHESS, .castles = 'W'},
    {.id = "upside-down", BOARD, .royal = 'K', PROMOTES, STEPS2, .pieces = OFFICERS PAWN},
    {.id = "shatranj", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "Q"},
     .stalemate = WILD_LOSS, .bare_loses = true, .move_limit = 70, .pieces = SHATRANJ},
    {.id = "chaturanga", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "Q"},
     .stalemate = WILD_LOSS, .move_limit = 70, .pieces = SHATRANJ},
    {.id = "minixiangqi", .files = 7, .ranks = 7, .royal = 'K',
     .areas = {"K:c1d1e1c2d2e2c3d3e3"}, .stalemate = WILD_LOSS, PERPETUAL, .move_limit = 60,
     .pieces = "K:WkfR R:R C:mRcpR N:nN P:fsW"},
    {.id = "manchu", .files = 9, .ranks = 10, .royal = 'K', .pawns = "P", .river = 6,
     .areas = {"KA:d1e1f1d2e2f2d3e3f3", "B:c1g1a3e3i3c5g5"}, .stalemate = WILD_LOSS, CHASE,
     .move_limit = 60,
     .pieces = "K:WkfR R:R C:mRcpR N:nN B:nA A:F P:fsW M:RcpRnN"},

    /* Other armies. */
    {.id = "orda", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "QH"}, STEPS2,
     CASTLES, .castles = 'W', FAR_RANK, .pieces = OFFICERS "L:mNcR A:mNcB H:KN Y:FfW " PAWN},
    {.id = "ordamirror", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "LHAF"},
     STEPS2, FAR_RANK, .pieces = "K:K L:mNcR A:mNcB H:KN F:mQcN " PAWN},
    {.id = "khans", BOARD, .royal = 'K', .pawns = "PS", .promotions = {[8] = "QRBN"},
     .black_last = "T", STEPS2, CASTLES, .castles = 'W', FAR_RANK, .stalemate = WILD_LOSS,
     .pieces = OFFICERS "L:mNcR A:mNcB H:KN T:mNcK S:mfNcfW " PAWN},
    {.id = "empire", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "Q"}, STEPS2,
     CASTLES, .castles = 'B', FAR_RANK, .stalemate = WILD_LOSS, .repetition = WILD_WIN,
     .pieces = "K:KkR Q:Q R:R B:B N:N E:mQcN C:mQcB T:mQcR D:mQcK S:fsW " PAWN},

    {.id = "cwda", BOARD, .royal = 'K', .pawns = "P", .promotions = {[8] = "QRBNDWACGIHOSMFE"},
     STEPS2, .castlings = {"e1h1g1f1", "e1a1b1c1"},
     .pieces = OFFICERS "D:BD W:WA A:FAD C:BN G:fsRbK I:FvN H:fNbKsW O:KfsRfN S:R4 M:WD "
                        "F:FDH E:RN " PAWN},
    {.id = "synochess", BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES, .castles = 'W',
     FAR_RANK_OF('K'), HANDS, .keeps_hand = true, .stays_promoted = true, .only_rank = 4,
     .cannons = "C", .stalemate = WILD_LOSS, PERPETUAL,
     .pieces = "K:KkR Q:Q R:R B:B N:N E:FA C:pR S:fsW H:nN A:K " PAWN},

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
    {.id = "minihouse", .files = 6, .ranks = 6, .royal = 'K', .pawns = "P",
     .promotions = {[6] = "RBN"}, HANDS, .not_on = {[1] = "P", [6] = "P"},
     .pieces = "K:K R:R B:B N:N " SLOW_PAWN},

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
     PERPETUAL, .repetition = WILD_WIN, .repetitions = 4, .move_limit = -1, .form_rank = 6,
     .always_form = true, .file_types = "S", .file_most = 2, .no_stuck_drops = true, .no_mate = "S",
     .pieces = "K:K F:FsfW +F:KbRfBbF2 C:FvW L:fRrbBlbF R:fRlbBrbF P:bFfD S:fW +S:fAbD"},
    {.id = "chu-shogi", .files = 12, .ranks = 12, .form_rank = 9, .inside_by_capture = true,
     .last_rank_forms = "P", .never_form = true, .kings = "K+E", .lions = "N+O",
     .falcons = "+H", .eagles = "+D", .bare_loses = true, .stalemate = WILD_LOSS,
     .repetition = WILD_WIN,
     .repetitions = 4, .move_limit = -1,
     .pieces = "K:K N:KNAD Q:Q D:RF +D:RbBfFfA H:BW +H:BsbRfWfD R:R +R:RF B:B +B:BW V:vRsW "
               "+V:vRB M:sRvW +M:sRB A:vR +A:vRbB L:fR +L:vRfB T:FsbW +T:vRFsW F:FvW +F:B "
               "G:WfF +G:R S:FfW +S:vRsW C:fFvW +C:sRvW O:FD +O:KNAD X:WA +X:Q E:FfsW +E:K "
               "I:vW +I:FfsW P:fW +P:WfF"},
    {.id = "tenjiku", .files = 16, .ranks = 16, .form_rank = 12, .inside_by_capture = true,
     .kings = "K+E", .lions = "L!+OH!+L!", .falcons = "F!+H", .eagles = "E!+D",
     .free_eagles = "Q'+Q", .shooters = "+C!", .resting = "D!+W!V!+B!", .trades_lions = true,
     .burners = "D!+W!", .jumpers = {NULL, "B!R!+F!+E!", "V!+B!", "Q!+R!", "K+E"},
     .stalemate = WILD_LOSS, .repetition = WILD_WIN, .repetitions = 2, .move_limit = -1,
     .pieces = "K:K E:FfsW +E:K G:WfF +G:R S:FfW +S:vRsW C:fFvW +C:sRvW I:fFfW +I:fRbWsW2 "
               "F:FvW +F:B N:ffN +N:sRbWfW2 L:fR +L:vRfB A:vR +A:vRbB T:FsbW +T:vRFsW "
               "C!:vRBsW2 +C!:vjRjBsjR3 X:WA +X:Q O:FD +O:KNAD Q:Q +Q:QAD L!:KNAD "
               "+L!:BKNAD S':sRbWfW2 +S':BsRvW2 V':fRbWsW2 +V':vRBsW2 B:B +B:BW H:BW "
               "+H:BsbRfWfD D:RF +D:RbBfFfA W!:BsRvW2 +W!:BsR% D!:BsR% Q':QAD H!:BKNAD "
               "M:sRvW +M:sRB V:vRsW +V:vRB R:R +R:RF F!:BsbRfWfD +F!:B E!:RbBfFfA +E!:R "
               "B!:B +B!:B% R!:R +R!:Q V!:B% Q!:Q P:fW +P:WfF D':fWbF +D':fRbB"},
    {.id = "gorogoro-plus", .files = 5, .ranks = 6, SHOGI, PERPETUAL, PAWN_DROPS,
     .form_rank = 5, .pieces = "K:K G:WfF S:FfW +S:WfF L:fR +L:WfF N:ffN +N:WfF " GOLDS},
    {.id = "okisaki-shogi", .files = 10, .ranks = 10, SHOGI, PERPETUAL, PAWN_DROPS,
     .form_rank = 8, .pieces = GENERALS "Q:Q N:N +N:WfF L:vR +L:WfF " GOLDS},
    {.id = "yari-shogi", .files = 7, .ranks = 9, .royal = 'K', HANDS, .stalemate = WILD_LOSS,
     PERPETUAL, .move_limit = -1, .form_rank = 7, .file_types = "P", .no_stuck_drops = true,
     .pieces = "K:K R:frlR +R:R B:fFfR +B:WfFbR N:fRffN +N:WfFbR P:fW +P:fWfFbR"},
    {.id = "mansindam", .files = 9, .ranks = 9, .royal = 'K', HANDS, .stalemate = WILD_LOSS,
     .repetition = WILD_WIN, .move_limit = -1, .form_rank = 7, .always_form = true,
     .file_types = "P", .no_stuck_drops = true, .goal = "a9b9c9d9e9f9g9h9i9",
     .goal_piece = 'K',
     .pieces = "K:K Q:Q A:QN M:RN +M:RNF C:BN +C:BNW R:R +R:RF B:B +B:BW N:N +N:KN P:fW +P:K"},
    {.id = "chennis", .files = 7, .ranks = 7, .royal = 'K', HANDS, .stalemate = WILD_LOSS,
     .form_rank = 1, .always_form = true, .turns_back = true, .drops_forms = true,
     .areas = {"K:b1c1d1e1f1b2c2d2e2f2b3c3d3e3f3b4c4d4e4f4"},
     .pieces = "K:K P:mfWcfF +P:R S:fsW +S:B F:F +F:mRcpR M:K +M:N"},

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
    {.id = "benedict", BOARD, PROMOTES, STEPS2, CASTLES, .castler = 'K', .converts = true,
     .extinction = "K", .extinct = WILD_LOSS, .pieces = OFFICERS SLOW_PAWN},
    {.id = "knight-relay", BOARD, .royal = 'K', PROMOTES, STEPS2, CASTLES, .relays = true,
     .pieces = OFFICERS SLOW_PAWN},
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
    {.id = "two-royal-kings", BOARD, .royals = "K", .all_royal = true, PROMOTES, STEPS2,
     .pieces = OFFICERS PAWN},
    {.id = "maharajah", BOARD, .royal = 'K', .royals = "M", .pawns = "P", STEPS2, CASTLES,
     .castles = 'B', .areas = {"P:" RANK(2) RANK(3) RANK(4) RANK(5) RANK(6) RANK(7)},
     .pieces = OFFICERS "M:QN P:mfWcefFkfF"},
    {.id = "atomic", BOARD, .royals = "K", PROMOTES, STEPS2, CASTLES, .castler = 'K',
     .explodes = true, .extinction = "K", .extinct = WILD_LOSS, .pieces = OFFICERS PAWN},
    {.id = "no-check-atomic", BOARD, PROMOTES, STEPS2, CASTLES, .castler = 'K',
     .explodes = true, .extinction = "K", .extinct = WILD_LOSS, .pieces = OFFICERS PAWN},
    {.id = "giveaway", BOARD, .pawns = "P", .promotions = {[8] = "QRBNK"}, STEPS2, CASTLES,
     .castler = 'K', .must_capture = true, .needs_any = true, .extinct = WILD_WIN,
     .stalemate = WILD_WIN, .pieces = OFFICERS PAWN},
    {.id = "codrus", BOARD, PROMOTES, STEPS2, CASTLES, .castler = 'K', .must_capture = true,
     .extinction = "K", .extinct = WILD_WIN, .stalemate = WILD_WIN, .pieces = OFFICERS PAWN},
    {.id = "kinglet", BOARD, .pawns = "P", .promotions = {[8] = "K"}, STEPS2, CASTLES,
     .castler = 'K', .extinction = "P", .extinct = WILD_LOSS, .pieces = OFFICERS PAWN},
    {.id = "three-kings", BOARD, PROMOTES, STEPS2, .extinction = "K", .left = 2,
     .extinct = WILD_LOSS, .pieces = OFFICERS PAWN},
    {.id = "coregal", CHESS, .royals = "Q", .all_royal = true},
    {.id = "pawns-only", BOARD, .pawns = "P", .promotions = {[8] = "Q"}, STEPS2, FAR_RANK_OF('Q'),
     .stalemate = WILD_LOSS, .pieces = "Q:Q " PAWN},
    {.id = "hexapawn", .files = 3, .ranks = 3, .goal = "a3b3c3", .stalemate = WILD_LOSS,
     ENDLESS, .pieces = "P:mfWcfF"},
    {.id = "fox-and-hounds", BOARD, FAR_RANK_OF('F'), .stalemate = WILD_LOSS, ENDLESS,
     .pieces = "F:mF H:mfF"},
    {.id = "clobber", .files = 5, .ranks = 6, .stalemate = WILD_LOSS, ENDLESS,
     .pieces = "P:cW"},
    {.id = "clobber-10", .files = 10, .ranks = 10, .stalemate = WILD_LOSS, ENDLESS,
     .pieces = "P:cW"},
    {.id = "lewthwaite", .files = 5, .ranks = 5, .stalemate = WILD_LOSS, .move_limit = -1,
     .pieces = "W:mW"},
    {.id = "tuk-tuk", .files = 6, .ranks = 6, .stalemate = WILD_LOSS, .move_limit = -1,
     .pieces = "W:vmR"},

    /* Pieces that must stand together. */
    {.id = "tic-tac-toe", .files = 3, .ranks = 3, HANDS, .keeps_hand = true, .pieces = "P:",
     .row = 3, ENDLESS},
    {.id = "connect-four", .files = 7, .ranks = 6, HANDS, .keeps_hand = true, .falls = true,
     .pieces = "P:", .row = 4, ENDLESS},
    {.id = "teeko", .files = 5, .ranks = 5, HANDS, .keeps_hand = true, .must_drop = true,
     .pieces = "P:mK", .row = 4, .square = 2, .move_limit = -1},
    {.id = "nine-holes", .files = 3, .ranks = 3, HANDS, .keeps_hand = true, .must_drop = true,
     .pieces = "P:mKmNmAmD", .row = 3, .no_diagonals = true, .move_limit = -1},
    {.id = "picaria", .files = 3, .ranks = 3, HANDS, .keeps_hand = true, .must_drop = true,
     .pieces = "P:mKmNmAmD", .row = 3, .move_limit = -1},
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
     .repetition = WILD_MORE_WINS, .move_limit = -1},
    {.id = "quadwrangle", BOARD, HANDS, .keeps_hand = true, .pieces = "P:mQ", .endless = "P",
     .flips = 'T', .passes = true, .stalemate = WILD_MORE_WINS, .repetition = WILD_MORE_WINS,
     .move_limit = -1},
    {.id = "snort", BOARD, HANDS, .keeps_hand = true, .pieces = "P:", .endless = "P",
     .drops = 'A', .stalemate = WILD_LOSS, ENDLESS},

    /* Pieces that capture in other ways than by going there. */
    {.id = "ultima", BOARD, .royals = "K", .stalemate = WILD_LOSS, .has_effects = true,
     .withdraw = "W", .leap = "L", .imitate = "X", .immobilise = "I", .coordinate = "C",
     .partner = "K", .pincer = "P", .resigning = "WLXICP",
     .pieces = "K:K W:mQ L:mQ X:mQ I:mQ C:mQ P:mR"},
    {.id = "rococo", .files = 10, .ranks = 10, .pawns = "P", .promotions = {[9] = "AWLXIS"},
     .compulsory = 11, .has_reserve = true, .extinction = "K", .extinct = WILD_LOSS,
     .stalemate = WILD_LOSS, .repetition = WILD_WIN, .move_limit = -1, .has_effects = true,
     .advance = "A", .withdraw = "W", .leap = "L", .imitate = "X", .immobilise = "I",
     .swap = "S", .resigning = "AWLXISP",
     .rim = "a1b1c1d1e1f1g1h1i1j1a10b10c10d10e10f10g10h10i10j10"
            "a2a3a4a5a6a7a8a9j2j3j4j5j6j7j8j9",
     .pieces = "K:K A:mQ W:mQ L:mQ X:mQ I:mQ S:mQ P:mKpQ2"},

    /* Pieces that the players place. */
    {.id = "placement", CHESS, HANDS, .keeps_hand = true, .must_drop = true, .only_rank = 1,
     .halved = 'B', .castles_dropped = true},

    /* Walls. */
    {.id = "snailtrail", .files = 7, .ranks = 7, .pieces = "P:mK", .leaves_walls = true,
     .stalemate = WILD_LOSS, ENDLESS},
    {.id = "la-mancha-squeez", .files = 9, .ranks = 9, .pieces = "P:mK", .leaves_walls = true,
     .stalemate = WILD_LOSS, ENDLESS},
    {.id = "duck", BOARD, PROMOTES, STEPS2, CASTLES, .castler = 'K', .walls = 'D',
     .extinction = "K", .extinct = WILD_LOSS, .stalemate = WILD_WIN, .pieces = OFFICERS PAWN},
    {.id = "amazons", .files = 10, .ranks = 10, .pieces = "Q:mQ", .walls = 'R',
     .stalemate = WILD_LOSS, ENDLESS},
    {.id = "isolation", .files = 6, .ranks = 8, .pieces = "P:mK", .walls = 'A',
     .spared = "c1d8", .stalemate = WILD_LOSS, ENDLESS},
    {.id = "isolation-7x7", .files = 7, .ranks = 7, .pieces = "P:mK", .walls = 'A',
     .spared = "d1d7", .stalemate = WILD_LOSS, ENDLESS},
    {.id = "joust", BOARD, .pieces = "N:mN", .leaves_walls = true, .stalemate = WILD_LOSS,
     ENDLESS},

    /* Counted moves. */
    {.id = "makruk", BOARD, .royal = 'K', .pawns = "P", .promotions = {[6] = "M"},
     .move_limit = -1, .board_honour = 64, .bare_honour = 64,
     .counts = "RR:8 R:16 SS:22 NN:32 S:44", .pieces = "K:K R:R S:FfW N:N M:F P:mfWcfF"},
    {.id = "makrukhouse", BOARD, .royal = 'K', .pawns = "P", .promotions = {[6] = "M"}, HANDS,
     .not_on = {[8] = "P"}, .move_limit = -1, .board_honour = 64, .bare_honour = 64,
     .counts = "RR:8 R:16 SS:22 NN:32 S:44", .pieces = "K:K R:R S:FfW N:N M:F P:mfWcfF"},
    {.id = "ai-wok", BOARD, .royal = 'K', .pawns = "P", .promotions = {[6] = "A"},
     .move_limit = -1, .board_honour = 64, .bare_honour = 64,
     .counts = "RR:8 R:16 SS:22 NN:32 S:44", .pieces = "K:K R:R S:FfW N:N A:RNF P:mfWcfF"},
    {.id = "asean-chess", BOARD, .royal = 'K', PROMOTES, .counts = "R:16 B:44 N:64",
     .counts_from_zero = true, .pieces = "K:K R:R N:N B:FfW Q:F P:mfWcfF"},

    /* Certain squares of the ranks where pawns promote. */
    {.id = "corners", .definition = CORNERS "squares = a7 d7 h7 a8 b8 e8 h8\n", BOARD,
     .royal = 'K', .pawns = "P", .promotions = {[7] = "RN", [8] = "QB"},
     .promotes_on = "a7d7h7a8b8e8h8", .pieces = OFFICERS SLOW_PAWN},
    {.id = "corners-free", .definition = CORNERS "squares = c7 f7 c8\nblack-squares = b2 b1 g1\n"
     "compulsory = 9\n", BOARD, .royal = 'K', .pawns = "P",
     .promotions = {[7] = "RN", [8] = "QB"}, .compulsory = 9, .promotes_on = "c7f7c8",
     .black_promotes_on = "b2b1g1", .pieces = OFFICERS SLOW_PAWN},
    /* Captured pieces come back. */
    {.id = "returning", .definition = RETURNING, CHESS, HANDS,
     NO_PAWN_ENDS, .returns_pieces = true},
    {.id = "returning-promoted", .definition = RETURNING "promoted = stays\n", CHESS, HANDS,
     NO_PAWN_ENDS, .returns_pieces = true, .stays_promoted = true},
    {.id = "corners-black", .definition = CORNERS "black-squares = c2 a1 b1 f1\n", BOARD,
     .royal = 'K', .pawns = "P", .promotions = {[7] = "RN", [8] = "QB"},
     .black_promotes_on = "c2a1b1f1", .pieces = OFFICERS SLOW_PAWN},

    /* Pieces that become others on certain squares. */
    {.id = "morphs", .definition = MORPHS, BOARD, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QRBN"}, .pieces = OFFICERS "A:BN " SLOW_PAWN,
     .morphs = {"RN>B:a4b4c4d5e5h4", "B>BQA:a3b5c5d4f4g3h6", "PA>N:c5d6e5/b5f4", "Q>R:" RANK(4)}},
    {.id = "morphing", .definition = MORPHING, .files = 9, .ranks = 9, .royals = "KOJT",
     .all_royal = true, .stalemate = WILD_LOSS,
     .pieces = "K:K O:QN J:Q T:fmWfcF P:fmWfcF R:R N:N B:B Q:Q Z:QN",
     .morphs = {"KOJT>O:a1i1a9i9", "KOJT>J:a2a4a6a8i2i4i6i8", "KOJ>T:" RANK(5) "i5",
                "P>Z:a1i1a9i9", "P>Q:a2a4a6a8i2i4i6i8", "RNBQZ>P:" RANK(5) "i5"}},

    /* Kings that are succeeded. */
    {.id = "princes", .definition = PRINCES, BOARD, .royal = 'K', .pawns = "P",
     .promotions = {[8] = "QFR"}, STEPS2, CASTLES, .pieces = OFFICERS "F:KimfnD " PAWN,
     .heirs = "F"},
    {.id = "court", .definition = COURT, .files = 6, .ranks = 8, .royal = 'K', HANDS,
     .stays_promoted = true, .pieces = "K:F F:KD N:N A:FA C:mRcpR L:CW",
     .morphs = {"FN>FL:b8e8"}, .heirs = "FN"},
    {.id = "heirs", .definition = HEIRS, .files = 5, .ranks = 5, SHOGI, PERPETUAL, PAWN_DROPS,
     .form_rank = 5, .repetition = WILD_WHITE_LOSS, .pieces = GENERALS GOLDS,
     .heirs = "G+S+BR"},
};

/* clang-format on */

const wild_game *wild_invented(size_t index)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (games[i].definition != NULL && index-- == 0)
            return &games[i];
    return NULL;
}

const wild_game *wild_find(const char *id)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcmp(games[i].id, id) == 0)
            return &games[i];
    return NULL;
}
