/* Plays against the solver of a problem: tells whether the aim is still forced after a move,
 * and finds the best defence. */
#include "base/json.h"
#include "notation/coordinate.h"
#include "search/forced.h"
#include "wasm/session.h"

static void add_move(apo_buffer *out, const char *name, const apo_position *pos,
                     const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, pos, mv);
    apo_json_add_text(out, name, apo_text_span(&text));
}

static void answer_verdict(apo_session *s, enum apo_forced_verdict verdict, bool has_move,
                           const apo_move *mv)
{
    static const char *const words[] = {"no", "yes", "unknown"};
    apo_buffer *out = apo_session_answer(s);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "verdict", words[verdict]);
    if (has_move)
        add_move(out, "move", &s->pos, mv);
    else
        apo_json_add_null(out, "move");
    apo_json_close(out, '}');
}

EXPORT(apo_session_defend)

int apo_session_defend(apo_session *s, unsigned aim, unsigned moves, unsigned limit)
{
    apo_move mv;
    bool has_move = false;
    if (!s->has_position || aim >= APO_FORCED_AIMS || moves >= APO_FORCED_MOVES_MAX)
        return APO_E_POSITION;
    apo_forced *forced = apo_forced_new((enum apo_forced_aim)aim, limit);
    if (forced == NULL)
        return APO_E_MEMORY;
    enum apo_forced_verdict verdict = apo_forced_answer(forced, &s->pos, moves, &mv, &has_move);
    apo_forced_free(forced);
    answer_verdict(s, verdict, has_move && verdict != APO_FORCED_UNKNOWN, &mv);
    return APO_OK;
}

EXPORT(apo_session_force)

int apo_session_force(apo_session *s, unsigned aim, unsigned moves, unsigned limit)
{
    apo_move mv;
    if (!s->has_position || aim >= APO_FORCED_AIMS || moves < 1 || moves > APO_FORCED_MOVES_MAX)
        return APO_E_POSITION;
    apo_forced *forced = apo_forced_new((enum apo_forced_aim)aim, limit);
    if (forced == NULL)
        return APO_E_MEMORY;
    enum apo_forced_verdict verdict = apo_forced_by(forced, &s->pos, moves, &mv);
    apo_forced_free(forced);
    answer_verdict(s, verdict, verdict == APO_FORCED_YES, &mv);
    return APO_OK;
}
