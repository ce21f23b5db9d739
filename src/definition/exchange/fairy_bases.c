#include "definition/exchange/fairy_keys.h"

/* The games built into Fairy-Stockfish, in the format of variants.ini: what each adds to its
 * base. Sections can build on them; a section with the same name is ignored there. */

typedef struct builtin {
    const char *name;
    const char *base; /* "": chess; without a text: what has no rule here, or NULL */
    const char *text; /* NULL: its rules are not known here */
} builtin;

#define NO_KING     "king = -\ncommoner = k\ncastlingKingPiece = k\n"
#define CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define SHOGI                                                                                \
    "shogiPawn = p\nsilver = s\ngold = g\nbishop = b\ndragonHorse = h\nrook = r\nbers = d\n" \
    "king = k\npawn = -\nknight = -\nqueen = -\npieceDrops = true\ncapturesToHand = true\n"  \
    "doubleStep = false\ncastling = false\npromotedPieceType = p:g s:g b:h r:d\n"            \
    "dropNoDoubled = p\nimmobilityIllegal = true\nshogiPawnDropMateIllegal = true\n"         \
    "stalemateValue = loss\nnFoldRule = 4\nnMoveRule = 0\nperpetualCheckIllegal = true\n"
#define SMALL_SHOGI                                                             \
    SHOGI "maxRank = 5\nmaxFile = 5\nstartFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1\n" \
          "promotionRegionWhite = *5\npromotionRegionBlack = *1\n"
#define CUSTOM_PAWN(moves)                                                     \
    "customPiece1 = p:" moves "\npromotionPawnTypes = p\nenPassantTypes = p\n" \
    "nMoveRuleTypes = p\n"
#define ONE_PIECE   "pawn = -\nknight = -\nbishop = -\nrook = -\nqueen = -\nking = -\n"
#define THIRD_RANK  "doubleStepRegionWhite = *3\ndoubleStepRegionBlack = *8\n"
#define LAST_OF_TEN "promotionRegionWhite = *10\npromotionRegionBlack = *1\n"
#define NINE_BY_NINE                                                                   \
    "maxRank = 9\nmaxFile = 9\npromotionRegionWhite = *9\npromotionRegionBlack = *1\n" \
    "doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *8\n"

/* Without moves the side with more pieces wins. */
#define MORE_PIECES                                                 \
    "doubleStep = false\ncastling = false\nstalemateValue = loss\n" \
    "stalematePieceCount = true\nmaterialCounting = unweighted\n"   \
    "adjudicateFullBoard = true\n"
#define SIXTY_STONES                                               \
    "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP" \
    "pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp"

#define ALL_BUT_C1_D8 "*2 *3 *4 *5 *6 *7 a1 b1 d1 e1 f1 a8 b8 c8 e8 f8\n"
#define ALL_BUT_D1_D7 "*2 *3 *4 *5 *6 a1 b1 c1 e1 f1 g1 a7 b7 c7 e7 f7 g7\n"

static const builtin games[] = {
    {"chess", "", ""},
    {"normal", "", ""},
    {"fischerandom", "", "chess960 = true\n"},
    {"nocastle", "", "startFen = " CHESS_START " w - - 0 1\ncastling = false\n"},
    {"armageddon", "", "materialCounting = blackdrawodds\n"},
    {"torpedo", "",
     "doubleStepRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8 *9 *10\n"
     "doubleStepRegionBlack = *1 *2 *3 *4 *5 *6 *7 *8 *9 *10\n"},
    {"berolina", "", CUSTOM_PAWN("mfFcfeWimfnA")},
    {"pawnsideways", "", CUSTOM_PAWN("fsmWfceFifmnD")},
    {"pawnback", "",
     CUSTOM_PAWN("fbmWfceFifmnD") "nMoveRuleTypes = -\n"
                                  "mobilityRegionWhiteCustomPiece1 = *2 *3 *4 *5 *6 *7 *8\n"
                                  "mobilityRegionBlackCustomPiece1 = *7 *6 *5 *4 *3 *2 *1\n"},
    {"legan", "",
     "customPiece1 = p:mflFcflW\npromotionPawnTypes = p\nnMoveRuleTypes = p\n"
     "promotionRegionWhite = a8 b8 c8 d8 a7 a6 a5\n"
     "promotionRegionBlack = e1 f1 g1 h1 h2 h3 h4\ndoubleStep = false\n"
     "startFen = knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1\n"},
    {"fairy", "", "silver = s\nfers = f\narchbishop = a\nchancellor = c\ncommoner = m\n"},
    {"makruk", "",
     "bishop = -\nqueen = -\nsilver = s\nfers = m\n"
     "startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\n"
     "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\n"
     "promotionPieceTypes = m\ndoubleStep = false\ncastling = false\nnMoveRule = 0\n"
     "countingRule = makruk\n"},
    {"makpong", "makruk", "makpongRule = true\n"},
    {"cambodian", "makruk",
     "startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\ngating = true\n"
     "cambodianMoves = true\ncountingRule = cambodian\n"},
    {"karouk", "cambodian", "checkCounting = true\n"},
    {"asean", "",
     "bishop = -\nqueen = -\nsilver = b\nfers = q\npromotionPieceTypes = rnbq\n"
     "startFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1\n"
     "doubleStep = false\ncastling = false\ncountingRule = asean\n"},
    {"ai-wok", "makruk",
     "fers = -\naiwok = a\npromotionPieceTypes = a\n"
     "startFen = rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1\n"},
    {"shatranj", "",
     "bishop = -\nqueen = -\nalfil = b\nfers = q\npromotionPieceTypes = q\n"
     "startFen = " CHESS_START " w - - 0 1\ndoubleStep = false\ncastling = false\n"
     "extinctionValue = loss\nextinctionClaim = true\nextinctionPieceTypes = *\n"
     "extinctionPieceCount = 1\nextinctionOpponentPieceCount = 2\nstalemateValue = loss\n"
     "nMoveRule = 70\n"},
    {"chaturanga", "shatranj", "extinctionValue = none\n"},
    {"amazon", "",
     "queen = -\namazon = a\npromotionPieceTypes = arbn\n"
     "startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n"},
    {"georgian", "amazon",
     "startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w - - 0 1\ncastling = false\n"
     "enPassantRegion = -\n"},
    {"nightrider", "", "customPiece1 = n:NN\npromotionPieceTypes = qrbn\n"},
    {"grasshopper", "",
     "customPiece1 = g:gQ\npromotionPieceTypes = qrbng\ndoubleStep = false\n"
     "startFen = rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1\n"},
    {"hoppelpoppel", "", "knibis = n\nbiskni = b\npromotionPieceTypes = qrbn\n"},
    {"newzealand", "",
     "rookni = r\nkniroo = n\ncastlingRookPieces = r\npromotionPieceTypes = qrbn\n"},
    {"kingofthehill", "", "flagPiece = k\nflagRegion = d4 e4 d5 e5\n"},
    {"racingkings", "",
     "startFen = 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\nflagPiece = k\nflagRegion = *8\n"
     "flagMove = true\ncastling = false\nchecking = false\n"},
    {"knightmate", "",
     "commoner = m\nknight = -\nking = k:N\npromotionPieceTypes = mqrb\n"
     "startFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1\n"},
    {"misere", "", "checkmateValue = win\n"},
    {"losers", "",
     "checkmateValue = win\nstalemateValue = win\nextinctionValue = win\n"
     "extinctionPieceTypes = *\nextinctionPieceCount = 1\nmustCapture = true\n"},
    {"giveaway", "",
     NO_KING "promotionPieceTypes = kqrbn\nstalemateValue = win\nextinctionValue = win\n"
             "extinctionPieceTypes = *\nmustCapture = true\n"},
    {"antichess", "giveaway", "startFen = " CHESS_START " w - - 0 1\ncastling = false\n"},
    {"suicide", "antichess", "stalematePieceCount = true\n"},
    {"codrus", "giveaway", "promotionPieceTypes = qrbn\nextinctionPieceTypes = k\n"},
    {"extinction", "",
     NO_KING "promotionPieceTypes = kqrbn\nextinctionValue = loss\n"
             "extinctionPieceTypes = kqrbnp\n"},
    {"kinglet", "extinction", "promotionPieceTypes = k\nextinctionPieceTypes = p\n"},
    {"threekings", "",
     NO_KING "startFen = knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w - - 0 1\n"
             "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPieceCount = 2\n"},
    {"horde", "",
     "startFen = rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1\n"
     "doubleStepRegionWhite = *1 *2\nenPassantRegionWhite = *6\nenPassantRegionBlack = *3\n"
     "extinctionValue = loss\nextinctionPieceTypes = *\n"},
    {"petrified", "pawnsideways",
     NO_KING "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
             "petrifyOnCaptureTypes = kqrbn\n"},
    {"nocheckatomic", "",
     NO_KING "extinctionValue = loss\nextinctionPieceTypes = k\nblastOnCapture = true\n"},
    {"atomic", "nocheckatomic", "extinctionPseudoRoyal = true\n"},
    {"atomar", "nocheckatomic", "blastImmuneTypes = k\nmutuallyImmuneTypes = k\n"},
    {"isolation", "",
     ONE_PIECE "maxRank = 8\nmaxFile = 6\ncustomPiece1 = p:mK\n"
               "startFen = 3p2/6/6/6/6/6/6/2P3 w - - 0 1\nstalemateValue = loss\n"
               "wallingRule = static\nwallingRegionWhite = " ALL_BUT_C1_D8
               "wallingRegionBlack = " ALL_BUT_C1_D8},
    {"isolation7x7", "isolation",
     "wallingRegionWhite = " ALL_BUT_D1_D7 "wallingRegionBlack = " ALL_BUT_D1_D7
     "maxRank = 7\nmaxFile = 7\nstartFen = 3p3/7/7/7/7/7/3P3 w - - 0 1\n"},
    {"snailtrail", "",
     ONE_PIECE "maxRank = 7\nmaxFile = 7\ncustomPiece1 = p:mK\n"
               "startFen = 6p/7/7/7/7/7/P6 w - - 0 1\nstalemateValue = loss\n"
               "wallingRule = past\n"},
    {"fox-and-hounds", "",
     ONE_PIECE "customPiece1 = h:mfF\ncustomPiece2 = f:mF\n"
               "startFen = 1h1h1h1h/8/8/8/8/8/8/4F3 w - - 0 1\nstalemateValue = loss\n"
               "flagPieceWhite = f\nflagRegionWhite = *8\n"},
    {"duck", "",
     NO_KING "extinctionValue = loss\nextinctionPieceTypes = k\nwallingRule = duck\n"
             "stalemateValue = win\n"},
    {"joust", "",
     ONE_PIECE "customPiece1 = n:mN\nstartFen = 8/8/8/4n3/3N4/8/8/8 w - - 0 1\n"
               "stalemateValue = loss\nwallingRule = past\n"},
    {"3check", "", "startFen = " CHESS_START " w KQkq - 3+3 0 1\ncheckCounting = true\n"},
    {"5check", "3check", "startFen = " CHESS_START " w KQkq - 5+5 0 1\n"},
    {"crazyhouse", "",
     "startFen = " CHESS_START "[] w KQkq - 0 1\npieceDrops = true\ncapturesToHand = true\n"},
    {"loop", "crazyhouse", "dropLoop = true\n"},
    {"chessgi", "loop", "firstRankPawnDrops = true\n"},
    {"bughouse", "crazyhouse",
     "twoBoards = true\ncapturesToHand = false\nstalemateValue = loss\n"},
    {"koedem", "bughouse",
     NO_KING "mustDrop = true\nmustDropType = k\nextinctionValue = loss\n"
             "extinctionPieceTypes = k\nextinctionOpponentPieceCount = 2\n"},
    {"pocketknight", "", "startFen = " CHESS_START "[Nn] w KQkq - 0 1\npieceDrops = true\n"},
    {"placement", "",
     "startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1\nmustDrop = true\n"
     "pieceDrops = true\ndropRegionWhite = *1\ndropRegionBlack = *8\n"
     "dropOppositeColoredBishop = true\ncastlingDroppedPiece = true\n"},
    {"sittuyin", NULL, NULL},
    {"seirawan", "",
     "archbishop = h\nchancellor = e\npromotionPieceTypes = heqrbn\n"
     "startFen = " CHESS_START "[HEhe] w KQBCDFGkqbcdfg - 0 1\ngating = true\n"
     "seirawanGating = true\n"},
    {"shouse", "seirawan", "pieceDrops = true\ncapturesToHand = true\n"},
    {"dragon", "",
     "archbishop = d\nstartFen = " CHESS_START "[Dd] w KQkq - 0 1\npieceDrops = true\n"
     "dropRegionWhite = *1\ndropRegionBlack = *8\npromotionPieceTypes = dqrbn\n"},
    {"paradigm", "", "customPiece1 = b:BnN\npromotionPieceTypes = qbrn\n"},
    {"minishogi", "", SMALL_SHOGI "nFoldValue = loss\nnFoldValueAbsolute = true\n"},
    {"mini", "minishogi", ""},
    {"kyotoshogi", NULL, NULL},
    {"micro", NULL, NULL},
    {"dobutsu", NULL, NULL},
    {"gorogoro", "",
     SMALL_SHOGI "maxRank = 6\nstartFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[-] w 0 1\n"
                 "promotionRegionWhite = *5 *6\npromotionRegionBlack = *2 *1\n"},
    {"judkins", NULL, NULL},
    {"torishogi", NULL, NULL},
    {"euroshogi", NULL, NULL},
    {"losalamos", "",
     "maxRank = 6\nmaxFile = 6\nbishop = -\nstartFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 "
     "1\npromotionRegionWhite = *6\npromotionRegionBlack = *1\npromotionPieceTypes = qrn\n"
     "doubleStep = false\ncastling = false\n"},
    {"gardner", "",
     "maxRank = 5\nmaxFile = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n"
     "promotionRegionWhite = *5\npromotionRegionBlack = *1\ndoubleStep = false\n"
     "castling = false\n"},
    {"almost", "",
     "queen = -\nchancellor = c\npromotionPieceTypes = crbn\n"
     "startFen = rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1\n"},
    {"sortofalmost", "",
     "chancellor = c\npromotionPieceTypesWhite = crbn\npromotionPieceTypesBlack = qrbn\n"
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1\n"},
    {"chigorin", "",
     "chancellor = c\npromotionPieceTypesWhite = crn\npromotionPieceTypesBlack = qrb\n"
     "startFen = rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1\n"},
    {"perfect", "",
     "chancellor = c\narchbishop = m\namazon = g\npromotionPieceTypes = gcmqrbn\n"
     "castlingRookPieces = rc\n"
     "startFen = cmqgkbnr/pppppppp/8/8/8/8/PPPPPPPP/CMQGKBNR w KQkq - 0 1\n"},
    {"spartan", NULL, NULL},
    {"shatar", "",
     "queen = -\nbers = j\npromotionPieceTypes = j\ndoubleStep = false\ncastling = false\n"
     "startFen = rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1\n"
     "extinctionValue = draw\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
     "shatarMateRule = true\n"},
    {"coregal", "",
     "extinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\n"
     "extinctionPieceCount = 64\n"},
    {"clobber", "",
     ONE_PIECE "maxRank = 6\nmaxFile = 5\nclobber = p\n"
               "startFen = PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPp w 0 1\ndoubleStep = false\n"
               "castling = false\nstalemateValue = loss\n"},
    {"breakthrough", "",
     ONE_PIECE
     "breakthrough = p\nstartFen = pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1\n"
     "doubleStep = false\ncastling = false\nstalemateValue = loss\nflagPiece = p\n"
     "flagRegionWhite = *8\nflagRegionBlack = *1\n"},
    {"ataxx", "",
     ONE_PIECE "customPiece1 = p:mDmNmA\nmaxRank = 7\nmaxFile = 7\n"
               "startFen = P5p/7/7/7/7/7/p5P w 0 1\npieceDrops = true\nfreeDrops = true\n"
               "enclosingDrop = ataxx\nflipEnclosedPieces = ataxx\npassOnStalemate = true\n"
               "nMoveRule = 0\n" MORE_PIECES},
    {"flipersi", "",
     ONE_PIECE "immobile = p\n"
               "startFen = 8/8/8/8/8/8/8/8[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP"
               "pppppppppppppppppppppppppppppppp] w 0 1\npieceDrops = true\n"
               "enclosingDrop = reversi\nenclosingDropStart = d4 e4 d5 e5\n"
               "flipEnclosedPieces = reversi\nnMoveRule = 0\n" MORE_PIECES},
    {"flipello", "flipersi",
     "startFen = 8/8/8/3pP3/3Pp3/8/8/8[" SIXTY_STONES "] w 0 1\npassOnStalemate = true\n"},
    {"minixiangqi", "",
     "pawn = -\nknight = -\nbishop = -\nqueen = -\nhorse = n\nking = k:W\ncannon = c\n"
     "soldier = p\nmaxRank = 7\nmaxFile = 7\n"
     "startFen = rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1\n"
     "mobilityRegionWhiteKing = c1 d1 e1 c2 d2 e2 c3 d3 e3\n"
     "mobilityRegionBlackKing = c5 d5 e5 c6 d6 e6 c7 d7 e7\npromotionPieceTypes = -\n"
     "doubleStep = false\ncastling = false\nstalemateValue = loss\n"
     "perpetualCheckIllegal = true\nflyingGeneral = true\n"},
    {"raazuvaa", "",
     "startFen = " CHESS_START " w - - 0 1\ncastling = false\ndoubleStep = false\n"},
    {"shogi", "",
     SHOGI "lance = l\nshogiKnight = n\nmaxRank = 9\nmaxFile = 9\n"
           "startFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1\n"
           "promotionRegionWhite = *7 *8 *9\npromotionRegionBlack = *3 *2 *1\n"
           "promotedPieceType = p:g s:g b:h r:d l:g n:g\n"},
    {"checkshogi", "shogi", "checkCounting = true\n"},
    {"shoshogi", NULL, NULL},
    {"yarishogi", NULL, NULL},
    {"okisakishogi", NULL, NULL},
    {"capablanca", "",
     "maxFile = 10\ncastlingKingsideFile = i\ncastlingQueensideFile = c\narchbishop = a\n"
     "chancellor = c\npromotionPieceTypes = acqrbn\n"
     "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\n"},
    {"capahouse", "capablanca",
     "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[] w KQkq - 0 1\n"
     "pieceDrops = true\ncapturesToHand = true\n"},
    {"caparandom", "capablanca", "chess960 = true\n"},
    {"gothic", "capablanca",
     "startFen = rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1\n"},
    {"janus", "",
     "maxFile = 10\ncastlingKingsideFile = i\ncastlingQueensideFile = b\narchbishop = j\n"
     "promotionPieceTypes = jqrbn\n"
     "startFen = rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1\n"},
    {"modern", "",
     NINE_BY_NINE
     "archbishop = m\npromotionPieceTypes = mqrbn\n"
     "startFen = rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1\n"},
    {"chancellor", "",
     NINE_BY_NINE
     "chancellor = c\npromotionPieceTypes = cqrbn\n"
     "startFen = rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq - 0 1\n"},
    {"embassy", "capablanca",
     "castlingKingsideFile = h\ncastlingQueensideFile = b\n"
     "startFen = rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1\n"},
    {"centaur", "",
     "maxFile = 10\ncastlingKingsideFile = i\ncastlingQueensideFile = c\ncentaur = c\n"
     "promotionPieceTypes = cqrbn\n"
     "startFen = rcnbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RCNBQKBNCR w KQkq - 0 1\n"},
    {"gustav3", "",
     "maxFile = 10\ncastlingKingsideFile = h\ncastlingQueensideFile = d\namazon = a\n"
     "promotionPieceTypes = aqrbn\nstartFen = arnbqkbnra/*pppppppp*/*8*/*8*/*8*/*8*/"
     "*PPPPPPPP*/ARNBQKBNRA w KQkq - 0 1\n"},
    {"jesonmor", "",
     "promotionPieceTypes = -\npawn = -\nbishop = -\nrook = -\nqueen = -\nking = -\n"
     "maxRank = 9\nmaxFile = 9\n"
     "startFen = nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 0 1\ndoubleStep = false\n"
     "castling = false\nstalemateValue = loss\nflagPiece = n\nflagRegion = e5\n"
     "flagMove = true\n"},
    {"courier", "",
     "maxFile = 12\nqueen = -\nalfil = e\nfers = f\ncommoner = m\nwazir = w\n"
     "startFen = rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - "
     "- 0 1\npromotionPieceTypes = f\ndoubleStep = false\ncastling = false\n"
     "extinctionValue = loss\nextinctionClaim = true\nextinctionPieceTypes = *\n"
     "extinctionPieceCount = 1\nextinctionOpponentPieceCount = 2\nstalemateValue = loss\n"},
    {"grand", "",
     "maxRank = 10\nmaxFile = 10\narchbishop = a\nchancellor = c\n"
     "startFen = r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1\n"
     "promotionPieceTypes = acqrbn\npromotionRegionWhite = *8 *9 *10\n"
     "promotionRegionBlack = *3 *2 *1\npromotionLimit = a:1 c:1 q:1 r:2 b:2 n:2\n"
     "mandatoryPawnPromotion = false\nimmobilityIllegal = true\n" THIRD_RANK
     "castling = false\n"},
    {"opulent", "grand",
     "customPiece1 = n:NW\ncustomPiece2 = w:CF\ncustomPiece3 = l:FDH\n"
     "startFen = rw6wr/clbnqknbla/pppppppppp/10/10/10/10/PPPPPPPPPP/CLBNQKNBLA/RW6WR w - - 0 "
     "1\npromotionPieceTypes = acqrbnwl\npromotionLimit = n:2 w:2 l:2\n"},
    {"tencubed", "",
     "maxRank = 10\nmaxFile = 10\narchbishop = a\nchancellor = m\ncustomPiece1 = c:DAW\n"
     "customPiece2 = w:CF\npromotionPieceTypes = amq\n" LAST_OF_TEN THIRD_RANK
     "castling = false\nstartFen = 2cwamwc2/1rnbqkbnr1/pppppppppp/10/10/10/10/PPPPPPPPPP/"
     "1RNBQKBNR1/2CWAMWC2 w - - 0 1\n"},
    {"omicron", "",
     "maxRank = 10\nmaxFile = 12\ncustomPiece1 = c:DAW\ncustomPiece2 = w:CF\n"
     "castlingKingsideFile = i\ncastlingQueensideFile = e\ncastlingRank = 2\n"
     "promotionRegionWhite = *9 *10\npromotionRegionBlack = *2 *1\n"
     "promotionPieceTypes = wcqrbn\n" THIRD_RANK
     "startFen = w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/"
     "*CRNBQKBNRC*/W**********W w KQkq - 0 1\n"},
    {"troitzky", "",
     "maxRank = 10\nmaxFile = 10\n" THIRD_RANK "castling = false\n"
     "promotionRegionWhite = a6 b8 c9 d9 e10 f10 g9 h9 i8 j6\n"
     "promotionRegionBlack = a5 b3 c2 d2 e1 f1 g2 h2 i3 j5\n"
     "startFen = ****qk****/**rnbbnr**/*pppppppp*/*8*/10/10/*8*/*PPPPPPPP*/**RNBBNR**/"
     "****QK**** w - - 0 1\n"},
    {"wolf", NULL, NULL},
    {"shako", "",
     "maxRank = 10\nmaxFile = 10\nfersAlfil = e\ncannon = c\n"
     "promotionPieceTypes = qrbnce\n" LAST_OF_TEN THIRD_RANK
     "castlingKingsideFile = h\ncastlingQueensideFile = d\ncastlingRookKingsideFile = i\n"
     "castlingRookQueensideFile = b\ncastlingRank = 2\nstartFen = "
     "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1\n"},
    {"clobber10", NULL, NULL},
    {"flipello10", NULL, NULL},
    {"amazons", "",
     ONE_PIECE "maxRank = 10\nmaxFile = 10\ncustomPiece1 = q:mQ\n"
               "startFen = 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1\n"
               "stalemateValue = loss\nwallingRule = arrow\n"},
    {"xiangqi", "minixiangqi",
     "maxRank = 10\nmaxFile = 9\nelephant = b\nfers = a\n"
     "startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n"
     "mobilityRegionWhiteKing = d1 e1 f1 d2 e2 f2 d3 e3 f3\n"
     "mobilityRegionBlackKing = d8 e8 f8 d9 e9 f9 d10 e10 f10\n"
     "mobilityRegionWhiteFers = d1 e1 f1 d2 e2 f2 d3 e3 f3\n"
     "mobilityRegionBlackFers = d8 e8 f8 d9 e9 f9 d10 e10 f10\n"
     "mobilityRegionWhiteElephant = *1 *2 *3 *4 *5\n"
     "mobilityRegionBlackElephant = *6 *7 *8 *9 *10\nsoldierPromotionRank = 6\n"
     "chasingRule = axf\n"},
    {"manchu", "xiangqi",
     "chasingRule = none\nbanner = m\n"
     "startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w - - 0 1\n"},
    {"supply", NULL, NULL},
    {"janggi", "xiangqi",
     "chasingRule = none\nelephant = -\nfers = -\ncannon = -\nwazir = a\njanggiCannon = c\n"
     "janggiElephant = b\nsoldierPromotionRank = 1\nflyingGeneral = false\n"
     "startFen = rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1\n"
     "mobilityRegionWhiteWazir = d1 e1 f1 d2 e2 f2 d3 e3 f3\n"
     "mobilityRegionBlackWazir = d8 e8 f8 d9 e9 f9 d10 e10 f10\n"
     "diagonalLines = d1 f1 e2 d3 f3 d8 f8 e9 d10 f10\npass = true\nbikjangRule = true\n"
     "materialCounting = janggi\n"},
    {"janggitraditional", "janggi", "materialCounting = none\n"},
    {"janggimodern", "janggi",
     "bikjangRule = false\nmoveRepetitionIllegal = true\nnFoldRule = 4\nnMoveRule = 100\n"},
    {"janggicasual", "janggi", "bikjangRule = false\nmaterialCounting = none\n"},
};

bool apo_fairy_builtin(apo_span name, const char **out_base, const char **out_text)
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (!apo_span_is(name, games[i].name))
            continue;
        *out_base = games[i].base;
        *out_text = games[i].text;
        return true;
    }
    return false;
}
