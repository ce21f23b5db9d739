/* Law: what is read from a short text is in its range, and where it can be written, the written
 * form is read again as the same. The first byte chooses the kind of text. */
#include "net_laws.h"

#include "base/base64.h"
#include "net/address.h"
#include "search/constants.h"
#include "server/account/season.h"
#include "server/email/mailing.h"
#include "server/notice/push_cipher.h"
#include "server/problem/aim.h"
#include "server/problem/mined_problem.h"
#include "server/tournament/series.h"
#include "server/web/shards.h"
#include "server/web/totp.h"

static void try_address(apo_span text)
{
    apo_address address, again;
    if (!apo_address_read_node(&address, text))
        return;
    bool is_read = apo_address_read(&again, apo_span_of(address.text));
    assert(is_read && strcmp(again.text, address.text) == 0);
    assert(strcmp(again.key, address.key) == 0 && again.is_local == address.is_local);
}

static void try_season(apo_span text)
{
    apo_season season, again;
    if (!apo_season_read(&season, text))
        return;
    assert(season.quarter >= 1 && season.quarter <= 4 && season.begin_ms < season.end_ms);
    apo_season_at(&again, season.end_ms - 1);
    assert(apo_span_is(text, again.id) && again.begin_ms == season.begin_ms);
}

static void try_mail_address(apo_span text)
{
    char key[APO_STORE_ADDRESS_MAX], again[APO_STORE_ADDRESS_MAX];
    if (!apo_mailing_read_address(key, text))
        return;
    bool is_read = apo_mailing_read_address(again, apo_span_of(key));
    assert(is_read && strcmp(key, again) == 0 && strlen(key) == text.length);
}

static void try_points(apo_span text)
{
    unsigned points[APO_SERIES_POINTS_MAX];
    unsigned count = apo_series_read_points(points, text);
    assert(count <= APO_SERIES_POINTS_MAX && (count == 0 || points[0] > 0));
    for (unsigned i = 1; i < count; i++)
        assert(points[i] <= points[i - 1]);
}

static void try_news(apo_span text)
{
    apo_shards_news news;
    if (apo_shards_read_news(&news, text))
        assert(news.before <= UINT8_MAX && news.now <= UINT8_MAX);
}

static void try_mined_problem(apo_span text)
{
    apo_store_problem problem;
    apo_span rest = text, field = apo_mined_problem_field(&rest);
    assert(field.length + rest.length <= text.length);
    if (!apo_mined_problem_read(&problem, text))
        return;
    bool is_win = apo_span_is(apo_span_of(problem.aim), APO_PROBLEM_WIN);
    assert(is_win || apo_problem_is_aim(apo_span_of(problem.aim)));
    assert(problem.moves <= APO_PROBLEM_MOVES_MAX && problem.ply <= UINT16_MAX);
    assert(problem.id[0] != '\0' && (is_win ? problem.keys : problem.line)[0] == '\0');
}

static void try_second_factor(apo_span text)
{
    apo_totp_secret secret, again;
    char written[APO_TOTP_SECRET_TEXT];
    int64_t step;
    if (apo_totp_read_secret(&secret, text)) {
        bool is_written = apo_totp_write_secret(written, &secret);
        assert(is_written);
        bool is_read = apo_totp_read_secret(&again, apo_span_of(written));
        assert(is_read && again.length == secret.length &&
               memcmp(secret.bytes, again.bytes, secret.length) == 0);
        if (apo_totp_check(&step, &secret, text, APO_TOTP_STEP_MS, false))
            assert(step >= 0 && step <= 2);
    }
}

/* A line with the browser's point, one with its secret. */
static void try_push(apo_span text)
{
    apo_push_browser browser;
    uint8_t secret[APO_PUSH_SECRET];
    apo_span rest = text, point;
    if (apo_push_secret_read(secret, text))
        assert(text.length >= APO_PUSH_SECRET);
    if (apo_span_line(&rest, &point) && apo_push_browser_read(&browser, point, rest))
        assert(point.length >= APO_PUSH_POINT && rest.length >= APO_PUSH_SALT);
}

static void try_base64(apo_span text)
{
    apo_buffer bytes, again;
    apo_buffer_init(&bytes, NULL);
    apo_buffer_init(&again, NULL);
    if (apo_base64_read(&bytes, text)) {
        apo_base64_write(&again, apo_buffer_span(&bytes));
        assert(again.is_failed || apo_span_same(apo_buffer_span(&again), text));
    }
    apo_buffer_clear(&bytes);
    apo_buffer_clear(&again);
}

static void try_constants(apo_span text)
{
    apo_search_constants read = apo_search_constants_usual;
    apo_span fault = {NULL, 0};
    if (!apo_search_constants_read(&read, text, &fault))
        assert(is_inside(fault, text));
#define IN_RANGE(name, usual, least, most) assert(read.name >= (least) && read.name <= (most));
    APO_SEARCH_CONSTANTS(IN_RANGE)
#undef IN_RANGE
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span rest = apo_span_part((apo_span){(const char *)data, size}, 1, size);
    switch (size > 0 ? data[0] : 0) {
    case 'a': try_address(rest); break;
    case 's': try_season(rest); break;
    case 'm': try_mail_address(rest); break;
    case 'p': try_points(rest); break;
    case 'n': try_news(rest); break;
    case 'q': try_mined_problem(rest); break;
    case 't': try_second_factor(rest); break;
    case 'b': try_push(rest); break;
    case '6': try_base64(rest); break;
    default: try_constants(rest);
    }
    return 0;
}
