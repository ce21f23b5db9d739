/* The terms of the evaluation apart from pieces and their squares, by name. These are the
 * defaults; a game's section [values] may replace them. */
#ifndef APO_RULES_RULES_VALUE_TERMS_H
#define APO_RULES_RULES_VALUE_TERMS_H

/* X(NAME, "name", opening, ending, what it is): hundredths of a pawn with many pieces and with
 * few; king-danger terms count units of danger instead. */
#define APO_VALUE_TERMS(X)                                                                                             \
    X(TEMPO, "tempo", 28, 20, "To be on the move.")                                                                    \
    X(ISOLATED, "isolated", -11, -6, "A pawn without an own one on a file beside it.")                                 \
    X(DOUBLED, "doubled", -8, -8, "A pawn with an own one before it.")                                                 \
    X(SUPPORTED, "supported", 8, 4, "A pawn that an own one behind it protects.")                                      \
    X(PHALANX, "phalanx", 7, 5, "A pawn with an own one beside it.")                                                   \
    X(CONNECTED_FAR, "connected-far", 48, 28,                                                                          \
      "What either of these two is worth besides on the last rank; less before.")                                      \
    X(SPACE, "space", 8, 0, "A square behind the own front that no enemy pawn attacks.")                               \
    X(PASSED, "passed", -1, 24, "A pawn that no enemy pawn can stop, on its first rank.")                              \
    X(PASSED_FAR, "passed-far", 54, 182,                                                                               \
      "What it is worth besides on the last rank; less before.")                                                       \
    X(PASSED_FREE, "passed-free", 5, 48, "Of that, if the square before it is empty.")                                 \
    X(PASSED_SAFE, "passed-safe", 10, 48,                                                                              \
      "Of that, if the enemy does not attack that square.")                                                            \
    X(PASSED_HELPED, "passed-helped", 5, 15, "Of that, if its own side does.")                                         \
    X(PASSED_THEIRS, "passed-theirs", 0, 40,                                                                           \
      "Every step of the enemy king to it, up to five.")                                                               \
    X(PASSED_OURS, "passed-ours", 0, -12, "Every step of its own king to it, up to five.")                             \
    X(PAWN_FAR, "pawn-far", 39, 38, "Any pawn on the last rank but one; less before.")                                 \
    X(PAWN_MIDDLE, "pawn-middle", 12, 0, "A pawn on a file in the middle.")                                            \
    X(SHIELD_NEAR, "shield-near", 30, 0, "An own pawn one rank before the king.")                                      \
    X(SHIELD_FAR, "shield-far", 9, 0, "An own pawn two ranks before the king.")                                        \
    X(STORM, "storm", -12, 0, "An enemy pawn two to four ranks before the king.")                                      \
    X(KING_STEP, "king-step", -14, 0, "Every rank of the king from its own edge.")                                     \
    X(KING_MIDDLE, "king-middle", -8, 0, "Every step of the king towards the middle.")                                 \
    X(SQUARE, "square", 27, 18,                                                                                        \
      "A piece's square that twice as many squares are reached from as from the mean.")                                \
    X(THREAT_PAWN, "threat-pawn", 70, 96, "An enemy piece that a pawn attacks.")                                       \
    X(THREAT_LESSER, "threat-lesser", 54, 63, "An enemy piece that a lesser one attacks.")                             \
    X(HANGING, "hanging", 30, 25, "An enemy piece attacked that nobody protects.")                                     \
    X(HANGING_PAWN, "hanging-pawn", 8, 24, "An enemy pawn attacked that nobody protects.")                             \
    X(CONTESTED, "contested", 9, -3,                                                                                   \
      "A square that the enemy reaches and that is attacked well.")                                                    \
    X(FILE_OPEN, "file-open", 20, 4, "A piece that slides along a file without pawns.")                                \
    X(FILE_HALF, "file-half", 16, 10, "A piece that slides along a file without own pawns.")                           \
    X(PAIR, "pair", 48, 42, "Pieces bound to squares of one colour, one on each.")                                     \
    X(AT_HOME, "at-home", -14, 0, "A piece on a square that ceases to exist when left.")                               \
    X(ZONE, "zone", 50, 0,                                                                                             \
      "Danger to a king: pieces that attack near it, their number times what they count.")                             \
    X(ZONE_HIT, "zone-hit", 66, 0,                                                                                     \
      "Danger to a king: every square near it that such a piece attacks.")                                             \
    X(ZONE_WEAK, "zone-weak", 180, 0,                                                                                  \
      "Danger to a king: every such square that only the king protects.")                                              \
    X(ZONE_CHECK, "zone-check", 500, 0,                                                                                \
      "Danger to a king: every type of piece that can give check and not be taken at once.")                           \
    X(ZONE_SHIELD, "zone-shield", -150, 0,                                                                             \
      "Danger to a king: every hundredth of a pawn that its pawns and the enemy's before it make out, in hundredths.") \
    X(ZONE_LEADERS, "zone-leaders", 500, 0,                                                                            \
      "Danger to a king: the enemy has one of its strongest pieces.")                                                  \
    X(ZONE_CALM, "zone-calm", -500, 0, "Danger to a king: what is none, taken off.")                                   \
    X(DANGER, "danger", 180, 42,                                                                                       \
      "What danger to a king is worth: its square, in millionths of this number.")

enum apo_term {
#define APO_TERM_ENUM(name, text, opening, ending, doc) APO_TERM_##name,
    APO_VALUE_TERMS(APO_TERM_ENUM)
#undef APO_TERM_ENUM
    APO_TERMS
};

#endif
