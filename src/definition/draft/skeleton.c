#include "definition/draft/skeleton.h"

#include "definition/file/reader.h"
#include "rules/kernel/position.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"

enum {
    /* the longest first rank below; wider boards leave the outer files empty */
    ROW_FILES_MAX = 10,
    MULTI_STEP_RANKS_MIN = 6 /* on fewer ranks a double step meets the other side's pawns */
};

/* White's first rank, by the number of files. */
static const char *const first_ranks[ROW_FILES_MAX + 1] = {
    [4] = "RQKR",     [5] = "RNQKR",     [6] = "RNQKNR",     [7] = "RNBQKNR",
    [8] = "RNBQKBNR", [9] = "RNBAQKBNR", [10] = "RNABQKBCNR"};

static void add_line(apo_buffer *out, const char *text)
{
    apo_buffer_add(out, text);
    apo_buffer_add_char(out, '\n');
}

static void add_setting(apo_buffer *out, const char *key, unsigned value)
{
    apo_buffer_add(out, key);
    apo_buffer_add(out, " = ");
    apo_buffer_add_number(out, value);
    apo_buffer_add_char(out, '\n');
}

/* "little-chess" becomes "Little chess". */
static void add_name(apo_buffer *out, apo_span id)
{
    for (size_t i = 0; i < id.length; i++) {
        char c = id.text[i] == '-' ? ' ' : id.text[i];
        apo_buffer_add_char(out, i == 0 ? apo_to_upper(c) : c);
    }
}

static void add_command(apo_buffer *out, const char *command, apo_span id, const char *about)
{
    apo_buffer_add(out, "#     apothecary ");
    apo_buffer_add(out, command);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_span(out, id);
    apo_buffer_add(out, ".variant");
    apo_buffer_add(out, about);
    apo_buffer_add_char(out, '\n');
}

static void add_head(apo_buffer *out, apo_span id)
{
    apo_buffer_add(out, "# ");
    add_name(out, id);
    add_line(
        out,
        "\n#\n"
        "# Say here in a sentence or two what is new about the game.\n"
        "#\n"
        "# Everything after a # is a comment. \"apothecary help --keys\" lists all sections "
        "and keys; the\n"
        "# manual is docs/variant-format.md. At any time you can say\n"
        "#");
    add_command(out, "check", id, "      whether all is well, and how mobile the pieces are");
    add_command(out, "show", id, "       the board");
    add_command(out, "play", id, "       a game against the computer");
    apo_buffer_add(out, "\n[game]\nname = ");
    add_name(out, id);
    add_line(out, "\ninventor = nobody yet");
}

/* --- a game from scratch ------------------------------------------------- */

static bool has_piece(unsigned files, char letter)
{
    const char *row = first_ranks[files < ROW_FILES_MAX ? files : ROW_FILES_MAX];
    for (size_t i = 0; row[i] != '\0'; i++)
        if (row[i] == letter)
            return true;
    return false;
}

static void add_board_section(apo_buffer *out, unsigned files, unsigned ranks)
{
    add_line(out,
             "\n# --- The board "
             "---------------------------------------------------------------------------------"
             "\n\n[board]");
    add_setting(out, "files", files);
    add_setting(out, "ranks", ranks);
    add_line(out,
             "# holes = a1             # places that are not squares\n"
             "# brouhaha = b0 c0       # squares outside the board, there until their piece "
             "leaves; they\n"
             "#                          need two more rows in [setup], * for places off the "
             "board");
}

static void add_pieces(apo_buffer *out, unsigned files)
{
    add_line(
        out,
        "\n# --- The pieces "
        "-----------------------------------------------------------------------------------"
        "\n"
        "# LETTER = name, moves; in any order: royal, class NAME, points NUMBER, picture NAME.\n"
        "# W F: one step orthogonally, diagonally; R B Q K: as in chess; N: knight; D A H G: leaps "
        "of\n"
        "# two and three; C Z: leaps (3,1) and (3,2); m: only to move, c: only to capture, f: "
        "forward.\n"
        "\n[pieces]\n"
        "K = king, K, royal\n"
        "Q = queen, Q, points 9\n"
        "R = rook, R, points 5\n"
        "B = bishop, B, points 3\n"
        "N = knight, N, points 3\n"
        "P = pawn, mfWcefF, points 1");
    if (has_piece(files, 'A'))
        add_line(out, "A = archbishop, BN, points 7");
    if (has_piece(files, 'C'))
        add_line(out, "C = chancellor, RN, points 8");
    add_line(out,
             "# Some others; take the # away, and put them on the board or into [promotion].");
    if (!has_piece(files, 'A'))
        add_line(out, "# A = archbishop, BN, points 7          # bishop and knight");
    if (!has_piece(files, 'C'))
        add_line(out, "# C = chancellor, RN, points 8          # rook and knight");
    add_line(
        out,
        "# G = griffin, [W?B], points 7          # one step, and on from there as a bishop\n"
        "# S = champion, WAD, points 4           # one step orthogonally, leaps of two\n"
        "# H = nightrider, NN, points 5          # knight's leaps in a straight line\n"
        "# L = cannon, mRcpR, points 4           # a rook that captures over another piece");
}

static void add_row(apo_buffer *out, const char *row, unsigned files, bool is_black)
{
    unsigned length = files < ROW_FILES_MAX ? files : ROW_FILES_MAX;
    unsigned before = (files - length) / 2;
    for (unsigned file = 0; file < files; file++) {
        bool is_inside = file >= before && file < before + length;
        char letter = !is_inside ? '.' : row[file - before];
        apo_buffer_add_char(out, is_black ? apo_to_lower(letter) : letter);
    }
}

static void add_pawns(apo_buffer *out, unsigned files, char letter)
{
    for (unsigned file = 0; file < files; file++)
        apo_buffer_add_char(out, letter);
}

/* A number for a run of empty squares, as wide as the other rows. */
static void add_empty_row(apo_buffer *out, unsigned files)
{
    unsigned digits = files < 10 ? 1 : 2;
    apo_buffer_add_number(out, files);
    for (unsigned file = digits; file < files; file++)
        apo_buffer_add_char(out, ' ');
}

static void add_setup(apo_buffer *out, unsigned files, unsigned ranks)
{
    const char *row = first_ranks[files < ROW_FILES_MAX ? files : ROW_FILES_MAX];
    add_line(
        out,
        "\n# --- The start "
        "---------------------------------------------------------------------------------\n# "
        "Top rank first; upper case is White. A dot is an empty square, a number that many of "
        "them.\n\n[setup]\nboard =");
    for (unsigned rank = ranks; rank > 0; rank--) {
        apo_buffer_add(out, "    ");
        if (rank == 1 || rank == ranks)
            add_row(out, row, files, rank == ranks);
        else if (rank == 2 || rank == ranks - 1)
            add_pawns(out, files, rank == 2 ? 'P' : 'p');
        else
            add_empty_row(out, files);
        apo_buffer_add(out, "    # ");
        apo_buffer_add_number(out, rank);
        apo_buffer_add_char(out, '\n');
    }
    add_line(
        out,
        "\n# Pieces can change places from start to start; the starts are then numbered. For "
        "instance:\n"
        "# [starts]\n"
        "# group = a1 b1 : RN NR");
}

static void add_rules(apo_buffer *out, unsigned files, unsigned ranks)
{
    add_line(out,
             "\n"
             "# --- Special rules "
             "-----------------------------------------------------------------------------\n"
             "# A rule is active once its section is here.");
    add_line(out, "\n# A pawn that reaches this rank becomes one of these pieces.\n"
                  "[promotion]\npieces = P");
    apo_buffer_add(out, "rank ");
    apo_buffer_add_number(out, ranks);
    apo_buffer_add(out, " = Q R B N");
    apo_buffer_add(out, has_piece(files, 'A') ? " A" : "");
    add_line(out, has_piece(files, 'C') ? " C" : "");
    add_line(
        out,
        ranks >= MULTI_STEP_RANKS_MIN
            ? "\n# From its own rank 2 a pawn can make two steps, and be captured en passant "
              "for it.\n"
              "[multi-step]\npieces = P\nrank = 2"
            : "\n# There is no room for a double step here; it would be\n"
              "# [multi-step]\n# pieces = P\n# rank = 2");
    add_line(
        out,
        "\n# Others: [castling], [reserve], [launch], [joker], [king-jump], [checker] ...");
}

static void add_end(apo_buffer *out)
{
    add_line(
        out,
        "\n# --- The end "
        "-----------------------------------------------------------------------------------"
        "\n"
        "# stalemate: draw, loss, or advantage (three quarters of a win). move-limit: moves of "
        "each\n"
        "# side without a capture or a pawn's move.\n"
        "\n[outcome]\n"
        "stalemate = draw\n"
        "repetition = draw\n"
        "repetition-count = 3\n"
        "move-limit = 50");
}

apo_status apo_skeleton_write(apo_buffer *out, apo_span id, unsigned files, unsigned ranks)
{
    if (!apo_reader_is_id(id))
        return APO_E_SYNTAX;
    if (files < APO_SKELETON_SIDE_MIN || files > APO_SKELETON_SIDE_MAX ||
        ranks < APO_SKELETON_SIDE_MIN || ranks > APO_SKELETON_SIDE_MAX)
        return APO_E_RANGE;
    add_head(out, id);
    add_board_section(out, files, ranks);
    add_pieces(out, files);
    add_setup(out, files, ranks);
    add_rules(out, files, ranks);
    add_end(out);
    return APO_OK;
}

/* --- a game on another --------------------------------------------------- */

static void add_base_types(apo_buffer *out, const apo_variant *base)
{
    for (unsigned type = 1; type <= apo_variant_info_of(base)->type_count; type++) {
        apo_buffer_add(out, type % 5 == 1 ? type == 1 ? "#     " : ",\n#     " : ", ");
        apo_buffer_add_char(out, apo_type_info_of(base, type)->letter);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, apo_type_info_of(base, type)->name);
    }
    apo_buffer_add_char(out, '\n');
}

static void add_base_rules(apo_buffer *out, const apo_variant *base)
{
    const char *before = "# without = ";
    for (size_t i = 0; i < apo_rule_count(); i++) {
        const char *section = apo_rule_at(i)->section;
        if (!apo_variant_has_rule(base, section))
            continue;
        apo_buffer_add(out, before);
        apo_buffer_add(out, section);
        before = " ";
    }
    add_line(out,
             "\n#           (those of the base's sections that this game should do without)");
}

static char piece_at(const apo_variant *base, const apo_setup *setup, unsigned sq)
{
    apo_piece piece = setup->pieces[sq];
    if (!apo_piece_is_real(piece))
        return piece == APO_PIECE_EMPTY ? '.' : '*';
    char letter = apo_type_info_of(base, apo_piece_type(piece))->letter;
    return apo_piece_side(piece) == APO_WHITE ? letter : apo_to_lower(letter);
}

static void add_base_board(apo_buffer *out, const apo_variant *base)
{
    const apo_geometry *geo = apo_variant_geometry(base);
    apo_setup setup;
    if (apo_setup_start(&setup, base, 0, 1) != APO_OK)
        return;
    for (unsigned row = geo->rows; row-- > 0;) {
        apo_buffer_add(out, "#     ");
        for (unsigned file = 0; file < geo->files; file++)
            apo_buffer_add_char(out, piece_at(base, &setup, row * geo->files + file));
        apo_buffer_add(out, "    # ");
        apo_buffer_add_number(out, row + geo->bottom_rank);
        apo_buffer_add_char(out, '\n');
    }
}

apo_status apo_skeleton_write_on(apo_buffer *out, apo_span id, const apo_variant *base)
{
    if (!apo_reader_is_id(id) || apo_span_is(id, apo_variant_info_of(base)->id))
        return APO_E_SYNTAX;
    add_head(out, id);
    apo_buffer_add(out, "base = ");
    add_line(out, apo_variant_info_of(base)->id);
    add_base_rules(out, base);
    add_line(
        out,
        "\n"
        "# Lines here override the base, key by key: a line replaces the base's line of the "
        "same\n"
        "# name, and an empty value removes it. The base has these pieces:\n"
        "#");
    add_base_types(out, base);
    add_line(
        out,
        "\n[pieces]\n# N = knight, NmH, points 3      # for instance: a knight that also leaps "
        "three squares straight");
    add_line(out,
             "\n# The base's start. Take the signs away to change it.\n# [setup]\n# board =");
    add_base_board(out, base);
    return APO_OK;
}
