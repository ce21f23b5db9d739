#include "base/mem.h"
#include "definition/exchange/sjaak_priv.h"

/* Castling, hands and ends of a Sjaak file. */

static const apo_span nothing = {NULL, 0};

static void lose(apo_sjaak *s, uint32_t line, const char *key, const char *detail)
{
    apo_sjaak__lose(s, APO_DRAFT_RULES, line, key, detail, nothing);
}

static void add_line(apo_text *out, const char *key, const char *value)
{
    apo_text_add(out, key);
    apo_text_add(out, " = ");
    apo_text_add(out, value);
    apo_text_add_char(out, '\n');
}

/* The letters of the pieces with a flag, as a list. */
static unsigned list_flagged(const apo_sjaak *s, enum apo_sjaak_flag flag,
                             char out[APO_DRAFT_LETTERS_MAX])
{
    unsigned count = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < s->type_count; i++)
        if (s->types[i].number > 0 && s->types[i].flag_lines[flag] != 0) {
            if (!s->types[i].is_form)
                apo_draft_add_letter(out, s->types[i].letter);
            count++;
        }
    return count;
}

/* --- castling ------------------------------------------------------------ */

static bool has_right(const apo_sjaak *s, bool is_black, bool is_kings_side)
{
    char letter = is_kings_side ? 'K' : 'Q';
    if (is_black)
        letter = apo_to_lower(letter);
    for (size_t i = 0; i < s->rights.length; i++)
        if (s->rights.text[i] == letter)
            return true;
    return !s->has_rights; /* nothing has moved */
}

static bool is_mirror(const apo_sjaak *s, const apo_draft_way *white,
                      const apo_draft_way *black)
{
    const apo_geometry *geo = &s->draft->geometry;
    return white->king == apo_geometry_mirror(geo, black->king) &&
           white->partner == apo_geometry_mirror(geo, black->partner) &&
           white->king_to == apo_geometry_mirror(geo, black->king_to);
}

static bool has_any_right(const apo_sjaak *s, bool is_black)
{
    return has_right(s, is_black, true) || has_right(s, is_black, false);
}

static const apo_sjaak_type *type_on(const apo_sjaak *s, apo_square sq, bool is_black)
{
    char piece = s->draft->board[sq];
    for (unsigned i = 0; i < s->type_count; i++)
        if (s->types[i].number > 0 && s->types[i].is_form == s->draft->is_form[sq] &&
            piece == (is_black ? apo_to_lower(s->types[i].letter) : s->types[i].letter))
            return &s->types[i];
    return NULL;
}

static void add_way(apo_sjaak *s, const apo_sjaak_castling *from)
{
    const apo_geometry *geo = &s->draft->geometry;
    apo_draft *draft = s->draft;
    if (!has_any_right(s, from->is_black))
        return;
    if (!from->is_on_board) {
        lose(s, from->line, "Castle", "a square is not on the board");
        return;
    }
    const apo_sjaak_type *king = type_on(s, from->king, from->is_black);
    bool is_kings_side = apo_geometry_file(geo, from->king_to) >= geo->files / 2U;
    bool is_right = from->partner > from->king;
    unsigned row = apo_geometry_row(geo, from->king);
    int to = (int)from->king_to + (is_kings_side ? -1 : 1);
    if (!has_right(s, from->is_black, is_kings_side) || king == NULL ||
        type_on(s, from->partner, from->is_black) == NULL)
        return;
    apo_draft_way way = {.king = from->king,
                         .partner = from->partner,
                         .king_to = from->king_to,
                         .partner_to = (apo_square)to,
                         .whose = from->is_black ? APO_DRAFT_BLACK_ONLY : APO_DRAFT_WHITE_ONLY};
    if (from->is_flexible)
        lose(s, from->line, "Castle",
             "Sjaak asks that all these squares be safe, wherever the king goes");
    else if (row != apo_geometry_row(geo, from->partner) ||
             row != apo_geometry_row(geo, from->king_to) || from->king_to == from->king ||
             is_right != is_kings_side || is_right != (from->king_to > from->king) ||
             to < (int)(row * geo->files) || to >= (int)((row + 1) * geo->files) ||
             !draft->types[king->number - 1].is_royal || geo->files > 10)
        lose(s, from->line, "Castle",
             geo->files > 10
                 ? "castling on a board of more than 10 files is not understood"
                 : "a royal piece castles along its rank here, towards a partner on "
                   "the same rank, which ends beside it");
    else if (draft->way_count < APO_DRAFT_WAYS_MAX)
        draft->ways[draft->way_count++] = way;
}

static void make_castling(apo_sjaak *s)
{
    apo_draft *draft = s->draft;
    for (unsigned i = 0; i < s->castling_count; i++)
        add_way(s, &s->castlings[i]);
    for (unsigned i = 0; i < draft->way_count; i++)
        for (unsigned k = 0; k < draft->way_count; k++)
            if (draft->ways[i].whose == APO_DRAFT_WHITE_ONLY &&
                draft->ways[k].whose == APO_DRAFT_BLACK_ONLY &&
                is_mirror(s, &draft->ways[i], &draft->ways[k])) {
                draft->ways[i].whose = APO_DRAFT_BOTH;
                draft->ways[k] = draft->ways[--draft->way_count];
                i = 0;
                k = 0;
            }
}

/* --- hands --------------------------------------------------------------- */

static void add_hand(const apo_sjaak *s, apo_text *out, const char *key, unsigned side)
{
    const char *letters = s->draft->drops.start[side];
    if (letters[0] != '\0')
        add_line(out, key, letters);
}

static bool can_be_stuck(const apo_sjaak_type *type)
{
    return type->is_ahead && !type->is_form;
}

/* Adds whether pieces may be dropped where they could never move again. */
static void add_stuck(apo_sjaak *s, apo_text *out)
{
    uint32_t may = 0;
    bool may_not = false;
    for (unsigned i = 0; i < s->type_count; i++) {
        if (s->types[i].number == 0 || !can_be_stuck(&s->types[i]))
            continue;
        if (s->types[i].flag_lines[APO_SJAAK_DROP_DEAD] != 0)
            may = s->types[i].flag_lines[APO_SJAAK_DROP_DEAD];
        else
            may_not = true;
    }
    if (may != 0 && may_not)
        lose(s, may, "Flags", "all pieces may be dropped where they cannot move here, or none");
    if (may == 0)
        apo_text_add(out, "stuck = no\n");
}

static void make_hands(apo_sjaak *s)
{
    apo_draft *draft = s->draft;
    apo_text out = apo_text_start(draft->hands, sizeof draft->hands);
    char letters[APO_DRAFT_LETTERS_MAX];
    bool keeps = s->rules[APO_SJAAK_KEEP_CAPTURE] != 0;
    bool has_any =
        keeps || draft->drops.start[0][0] != '\0' || draft->drops.start[1][0] != '\0';
    if (s->rules[APO_SJAAK_ALLOW_DROPS] == 0 && keeps)
        lose(s, s->rules[APO_SJAAK_KEEP_CAPTURE], "Rule",
             "pieces in hand that are never dropped are left out");
    if (s->rules[APO_SJAAK_ALLOW_DROPS] == 0 || !has_any)
        return;
    draft->has_hands = true;
    draft->drops.is_on = true;
    add_line(&out, "captured", keeps ? "yes" : "no");
    if (draft->forms[0] == '\0')
        add_line(&out, "promoted", "stays");
    add_hand(s, &out, "white-start", 0);
    add_hand(s, &out, "black-start", 1);
    add_stuck(s, &out);
    if (list_flagged(s, APO_SJAAK_DROP_ONE_FILE, letters) > 0 && letters[0] != '\0')
        add_line(&out, "one-a-file", letters);
    if (list_flagged(s, APO_SJAAK_DROP_NO_MATE, letters) > 0 && letters[0] != '\0')
        add_line(&out, "mate-loses", letters);
    unsigned count = list_flagged(s, APO_SJAAK_DROP_NO_CHECK, letters), droppable = 0;
    for (unsigned i = 0; i < s->type_count; i++)
        droppable += s->types[i].number > 0 && !s->types[i].is_form &&
                     s->types[i].flag_lines[APO_SJAAK_ROYAL] == 0;
    if (count > 0 && count < droppable)
        lose(s, s->fen_line, "Flags", "no drop may give check here, or all may");
    else if (count > 0)
        add_line(&out, "checks", "no");
    if (out.is_overflowed)
        lose(s, s->fen_line, "FEN", "the hands are too long");
}

/* --- ends ---------------------------------------------------------------- */

static void add_squares(apo_sjaak *s, const char *key, const apo_set *squares)
{
    if (!apo_set_is_empty(squares) && !apo_sjaak__add_squares(s, &s->sections, key, squares))
        lose(s, s->flag_line, "Flag", "a goal has at most 64 squares here");
}

static void make_goal(apo_sjaak *s)
{
    char letters[APO_DRAFT_LETTERS_MAX];
    uint32_t any = s->rules[APO_SJAAK_ANY_FLAG], all = s->rules[APO_SJAAK_ALL_FLAGS];
    bool has_flags = !apo_set_is_empty(&s->flags[0]) || !apo_set_is_empty(&s->flags[1]);
    if ((any == 0 && all == 0) || !has_flags)
        return;
    if (any == 0)
        lose(s, all, "Rule", "one piece on a goal is enough here, not one on each square");
    apo_text_add(&s->sections, "\n[goal]\n");
    add_squares(s, "white-squares", &s->flags[0]);
    add_squares(s, "black-squares", &s->flags[1]);
    if (list_flagged(s, APO_SJAAK_CAPTURE_FLAG, letters) > 0)
        add_line(&s->sections, "pieces", letters);
}

/* True if a side has no royal piece and so can lose all its pieces. */
static bool lacks_royal(const apo_sjaak *s)
{
    unsigned counts[2] = {0, 0};
    for (unsigned i = 0; i < s->type_count; i++)
        for (unsigned side = 0; side < 2; side++)
            if (s->types[i].flag_lines[APO_SJAAK_ROYAL] != 0)
                counts[side] += s->types[i].counts[side];
    return counts[0] == 0 || counts[1] == 0;
}

static void make_ends(apo_sjaak *s)
{
    apo_text results = apo_text_start(s->draft->results, sizeof s->draft->results);
    char letters[APO_DRAFT_LETTERS_MAX] = "";
    if (s->rules[APO_SJAAK_BARE] != 0)
        s->draft->is_bare_lost = true;
    if (s->rules[APO_SJAAK_BARE] != 0 && s->rules[APO_SJAAK_LONE_KING] == 0)
        lose(s, s->rules[APO_SJAAK_BARE], "Rule",
             "the bare rule without \"loneking = loss\" is not understood");
    if (s->rules[APO_SJAAK_FORCED_CAPTURE] != 0)
        apo_text_add(&s->sections, "\n[must-capture]\n");
    if (s->checks > 0) {
        apo_text_add(&s->sections, "\n[checks]\nwin = ");
        apo_text_add_number(&s->sections, s->checks);
        apo_text_add_char(&s->sections, '\n');
    }
    make_goal(s);
    if (lacks_royal(s)) {
        apo_text_add(&s->sections, "\n[extinction]\nall = yes\n");
        add_line(&s->sections, "result", s->has_no_pieces_win ? "win" : "loss");
    }
    for (unsigned i = 0; i < s->type_count; i++)
        if (s->types[i].number > 0 && s->types[i].is_pawn && !s->types[i].is_form)
            apo_draft_add_letter(letters, s->types[i].letter);
    if (s->draft->move_limit > 0 && letters[0] != '\0')
        add_line(&results, "move-limit-pieces", letters);
    else if (s->draft->move_limit > 0 &&
             (s->draft->promoting[0] != '\0' || s->draft->multi_pieces[0] != '\0'))
        lose(s, s->fen_line, "FEN",
             "the moves of what promotes begin the count of moves anew here");
}

/* Checks for a royal piece that slides past attacked squares. */
static void check_passing(apo_sjaak *s)
{
    for (unsigned i = 0; i < s->type_count && s->rules[APO_SJAAK_PASSING_CHECK] != 0; i++)
        if (s->types[i].number > 0 && s->types[i].flag_lines[APO_SJAAK_ROYAL] != 0 &&
            s->types[i].goes_far)
            lose(s, s->rules[APO_SJAAK_PASSING_CHECK], "Rule",
                 "a king may pass attacked squares here, if it does not castle");
}

void apo_sjaak__make_rules(apo_sjaak *s)
{
    make_castling(s);
    make_hands(s);
    make_ends(s);
    check_passing(s);
}
