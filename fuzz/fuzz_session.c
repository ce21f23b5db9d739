/* Laws: whatever a page sends to a session, its answers are JSON, a failure has a reason, and a
 * refused move or position changes nothing. The first byte chooses the game; lines are
 * commands, a letter and its text. */
#include "laws.h"

#include "wasm/session.h"

/* --- JSON, as strict as a browser ---------------------------------------- */

static const char *skip_value(const char *at, const char *end);

static const char *skip_string(const char *at, const char *end)
{
    assert(at < end && *at == '"');
    for (at++; at < end && *at != '"'; at++) {
        assert((unsigned char)*at >= 0x20);
        if (*at == '\\')
            at++;
    }
    assert(at < end);
    return at + 1;
}

/* The members of an object or the elements of a list. */
static const char *skip_members(const char *at, const char *end, char close)
{
    at++;
    if (at < end && *at == close)
        return at + 1;
    for (;;) {
        if (close == '}') {
            at = skip_string(at, end);
            assert(at < end && *at == ':');
            at++;
        }
        at = skip_value(at, end);
        assert(at < end && (*at == ',' || *at == close));
        if (*at++ == close)
            return at;
    }
}

static const char *skip_value(const char *at, const char *end)
{
    assert(at < end);
    if (*at == '{' || *at == '[')
        return skip_members(at, end, *at == '{' ? '}' : ']');
    if (*at == '"')
        return skip_string(at, end);
    const char *start = at;
    while (at < end && strchr("-0123456789truefalsn", *at) != NULL)
        at++;
    assert(at > start);
    return at;
}

static void check_json(const apo_session *s)
{
    const char *text = apo_session_output(s);
    const char *end = text + apo_session_length(s);
    assert(skip_value(text, end) == end);
}

/* --- commands ------------------------------------------------------------ */

static size_t send_text(apo_session *s, apo_span text)
{
    char *input = apo_session_input(s, text.length);
    assert(input != NULL);
    if (text.length > 0)
        memcpy(input, text.text, text.length);
    return text.length;
}

static void check_answers(apo_session *s)
{
    if (apo_session_describe(s) == APO_OK)
        check_json(s);
    if (apo_session_state(s) == APO_OK)
        check_json(s);
    if (apo_session_list(s) == APO_OK)
        check_json(s);
}

/* A square by its first byte, so that the fuzzer finds them all. */
static void look(apo_session *s, apo_span text)
{
    unsigned square = text.length > 0 ? (unsigned char)text.text[0] : 0;
    if (apo_session_preview(s, square) == APO_OK)
        check_json(s);
    apo_session_explain_joker(s, square & 1U);
}

static unsigned byte_at(apo_span text, size_t index)
{
    return index < text.length ? (unsigned char)text.text[index] : 0;
}

/* True if the command may have changed the position. */
static bool run_command(apo_session *s, char command, apo_span text)
{
    size_t length = send_text(s, text);
    int status = APO_OK;
    switch (command) {
    case 'f': status = apo_session_set_fen(s, length); break;
    case 'p': status = apo_session_play(s, length); break;
    case 'n': status = apo_session_start(s, 0, (unsigned)length); break;
    case 'l': look(s, text); return false;
    case 'e': /* the tasks, except mates, which take too long */
        if (apo_session_lesson(s, byte_at(text, 0) % 32, byte_at(text, 1) & 1U,
                               byte_at(text, 2)) == APO_OK)
            check_json(s);
        return false;
    case 'w':
        if (apo_session_diagram(s, length) == APO_OK)
            check_json(s);
        return false;
    default:
        if (apo_session_outcome(s, length) == APO_OK)
            check_json(s);
        return false;
    }
    assert(status == APO_OK || apo_session_length(s) > 0);
    return status == APO_OK;
}

static void keep_fen(apo_session *s, char out[APO_FEN_MAX])
{
    out[0] = 0;
    if (apo_session_fen(s) == APO_OK)
        snprintf(out, APO_FEN_MAX, "%s", apo_session_output(s));
}

/* A session per game, opened once because that is slow. */
static apo_session *session_of_byte(uint8_t byte)
{
    static apo_session *sessions[LAW_GAMES];
    size_t index = game_index_of_byte(byte);
    if (sessions[index] == NULL) {
        apo_session *s = sessions[index] = apo_session_new();
        assert(s != NULL);
        int status = apo_session_open(s, send_text(s, apo_span_of(law_games[index])));
        assert(status == APO_OK);
        check_answers(s);
    }
    return sessions[index];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char before[APO_FEN_MAX], after[APO_FEN_MAX];
    apo_session *s = session_of_byte(next_byte(&data, &size));
    apo_span rest = span_of_bytes(data, size), line;
    int status = apo_session_start(s, 0, 1);
    assert(status == APO_OK);
    for (unsigned i = 0; i < 12 && apo_span_line(&rest, &line); i++) {
        keep_fen(s, before);
        if (line.length == 0)
            continue;
        bool is_changed = run_command(s, line.text[0], apo_span_part(line, 1, line.length - 1));
        keep_fen(s, after);
        assert(is_changed || strcmp(before, after) == 0);
        if (is_changed)
            check_answers(s);
    }
    return 0;
}
