#include "definition/betza/dialect.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Fairy-Stockfish's pieces by number, in its dialect. `is_special`: it has a rule of its
 * own. */
/* clang-format off */
static const struct {
    const char *name, *moves;
    bool is_special;
} pieces[] = {
    {"pawn", "fmWfceF", true},
    {"knight", "N", false},
    {"bishop", "B", false},
    {"rook", "R", false},
    {"queen", "Q", false},
    {"fers", "F", false},
    {"alfil", "A", false},
    {"fersAlfil", "FA", false},
    {"silver", "FfW", false},
    {"aiwok", "RNF", false},
    {"bers", "RF", false},
    {"archbishop", "BN", false},
    {"chancellor", "RN", false},
    {"amazon", "QN", false},
    {"knibis", "mNcB", false},
    {"biskni", "mBcN", false},
    {"kniroo", "mNcR", false},
    {"rookni", "mRcN", false},
    {"shogiPawn", "fW", false},
    {"lance", "fR", false},
    {"shogiKnight", "fN", false},
    {"gold", "WfF", false},
    {"dragonHorse", "BW", false},
    {"clobber", "cW", false},
    {"breakthrough", "fmWfF", false},
    {"immobile", "", true},
    {"cannon", "mRcpR", false},
    {"janggiCannon", "pR", true},
    {"soldier", "fsW", true},
    {"horse", "nN", false},
    {"elephant", "nA", false},
    {"janggiElephant", "nZ", false},
    {"banner", "RcpRnN", false},
    {"wazir", "W", false},
    {"commoner", "K", false},
    {"centaur", "KN", false},
};

/* clang-format on */

enum {
    PIECES = sizeof pieces / sizeof pieces[0]
};

void apo_fairy_piece_name(apo_text *out, unsigned type)
{
    if (type >= 1 && type <= PIECES) {
        apo_text_add(out, pieces[type - 1].name);
    } else if (type == APO_FAIRY_KING) {
        apo_text_add(out, "king");
    } else if (type >= APO_FAIRY_CUSTOM && type < APO_FAIRY_CUSTOM + APO_FAIRY_CUSTOM_MAX) {
        apo_text_add(out, "customPiece");
        apo_text_add_number(out, type - APO_FAIRY_CUSTOM + 1);
    }
}

const char *apo_fairy_piece_moves(unsigned type)
{
    if (type == APO_FAIRY_KING)
        return "K";
    return type >= 1 && type <= PIECES ? pieces[type - 1].moves : "";
}

unsigned apo_fairy__find_piece(apo_span moves)
{
    for (unsigned i = 0; i < PIECES; i++) {
        char bytes[64];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_piece_moves powers;
        if (!pieces[i].is_special &&
            apo_dialect_read(&powers, apo_span_of(pieces[i].moves), APO_DIALECT_FAIRY, NULL,
                             NULL) == APO_OK &&
            apo_dialect_write(&text, &powers, APO_DIALECT_FAIRY, NULL, NULL) == APO_OK &&
            apo_span_same(apo_text_span(&text), moves))
            return i + 1;
    }
    return 0;
}
