/* The terms of the evaluation apart from pieces and their squares, by name. These are the
 * defaults; a game's section [values] may replace them. */
#ifndef APO_RULES_RULES_VALUE_TERMS_H
#define APO_RULES_RULES_VALUE_TERMS_H

/* X(NAME, "name", opening, ending, what it is): hundredths of a pawn with many pieces and with
 * few; king-danger terms count units of danger instead. */
#define APO_VALUE_TERMS(X)                                                                     \
    X(TEMPO, "tempo", 28, 20, "Having the move.")                                              \
    X(ISOLATED, "isolated", -11, -6, "A pawn without friendly pawns on adjacent files.")       \
    X(DOUBLED, "doubled", -8, -8, "A pawn with a friendly pawn in front of it.")               \
    X(SUPPORTED, "supported", 8, 4, "A pawn protected by a friendly pawn.")                    \
    X(PHALANX, "phalanx", 7, 5, "A pawn with a friendly pawn next to it.")                     \
    X(CONNECTED_FAR, "connected-far", 48, 28,                                                  \
      "Bonus for a supported or phalanx pawn on the last rank; less before it.")               \
    X(SPACE, "space", 8, 0, "A square behind the side's pawns that no enemy pawn attacks.")    \
    X(PASSED, "passed", -1, 24, "A pawn that no enemy pawn can stop, on its first rank.")      \
    X(PASSED_FAR, "passed-far", 54, 182,                                                       \
      "Bonus for a passed pawn on the last rank; less on the ranks before.")                   \
    X(PASSED_FREE, "passed-free", 5, 48,                                                       \
      "Part of that bonus if the square in front of it is empty.")                             \
    X(PASSED_SAFE, "passed-safe", 10, 48,                                                      \
      "Part of that bonus if the enemy does not attack that square.")                          \
    X(PASSED_HELPED, "passed-helped", 5, 15,                                                   \
      "Part of that bonus if its own side attacks that square.")                               \
    X(PASSED_THEIRS, "passed-theirs", 0, 40,                                                   \
      "Each step of the enemy king's distance to it, up to five.")                             \
    X(PASSED_OURS, "passed-ours", 0, -12,                                                      \
      "Each step of its own king's distance to it, up to five.")                               \
    X(PAWN_FAR, "pawn-far", 39, 38,                                                            \
      "Any pawn on the second-to-last rank; less on the ranks before.")                        \
    X(PAWN_MIDDLE, "pawn-middle", 12, 0, "A pawn on a file in the middle.")                    \
    X(SHIELD_NEAR, "shield-near", 30, 0, "A friendly pawn one rank in front of the king.")     \
    X(SHIELD_FAR, "shield-far", 9, 0, "A friendly pawn two ranks in front of the king.")       \
    X(STORM, "storm", -12, 0, "An enemy pawn two to four ranks in front of the king.")         \
    X(KING_STEP, "king-step", -14, 0, "Each rank of the king's distance from its own edge.")   \
    X(KING_MIDDLE, "king-middle", -8, 0, "Each step of the king towards the middle.")          \
    X(SQUARE, "square", 27, 18,                                                                \
      "A piece on a square from which it reaches twice as many squares as on average.")        \
    X(THREAT_PAWN, "threat-pawn", 70, 96, "An enemy piece attacked by a pawn.")                \
    X(THREAT_LESSER, "threat-lesser", 54, 63, "An enemy piece attacked by a lesser piece.")    \
    X(HANGING, "hanging", 30, 25, "An attacked enemy piece without protection.")               \
    X(HANGING_PAWN, "hanging-pawn", 8, 24, "An attacked enemy pawn without protection.")       \
    X(CONTESTED, "contested", 9, -3,                                                           \
      "A square that the enemy reaches and the side attacks well enough.")                     \
    X(FILE_OPEN, "file-open", 20, 4, "A piece that slides along an open file.")                \
    X(FILE_HALF, "file-half", 16, 10, "A piece that slides along a half-open file.")           \
    X(PAIR, "pair", 48, 42, "Two colourbound pieces, one on each colour.")                     \
    X(AT_HOME, "at-home", -14, 0, "A piece still on a brouhaha square.")                       \
    X(ZONE, "zone", 50, 0,                                                                     \
      "King danger: attackers near the king, their number times their weight.")                \
    X(ZONE_HIT, "zone-hit", 66, 0, "King danger: each square near the king that they attack.") \
    X(ZONE_WEAK, "zone-weak", 180, 0,                                                          \
      "King danger: each of these squares that only the king protects.")                       \
    X(ZONE_CHECK, "zone-check", 500, 0,                                                        \
      "King danger: each type of piece that can give a safe check.")                           \
    X(ZONE_DROP, "zone-drop", 400, 0,                                                          \
      "King danger: each type of piece in hand whose drop can give a safe check.")             \
    X(ZONE_HAND, "zone-hand", 30, 0, "King danger: each piece that the enemy has in hand.")    \
    X(ZONE_SHIELD, "zone-shield", -150, 0,                                                     \
      "King danger: each hundredth of a pawn of shield and storm, in hundredths.")             \
    X(ZONE_LEADERS, "zone-leaders", 500, 0,                                                    \
      "King danger: the enemy has one of its strongest pieces.")                               \
    X(ZONE_CALM, "zone-calm", -500, 0, "King danger: the constant offset.")                    \
    X(DANGER, "danger", 180, 42,                                                               \
      "The penalty for king danger: its square, in millionths of this number.")

enum apo_term {
#define APO_TERM_ENUM(name, text, opening, ending, doc) APO_TERM_##name,
    APO_VALUE_TERMS(APO_TERM_ENUM)
#undef APO_TERM_ENUM
    APO_TERMS
};

#endif
