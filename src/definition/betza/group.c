#include "base/mem.h"
#include "definition/betza/betza_priv.h"

/* "fcaf(macaf)2mF" (xbetza.md 1.13): the part in parentheses, legs with their 'a', is repeated
 * 0, 1 or 2 times. Such a move is read as several moves, one for each count. */

static char byte_at(const apo_betza_text *t, size_t at)
{
    return at < t->text.length ? t->text.text[at] : '\0';
}

static size_t skip_letters(const apo_betza_text *t, size_t at)
{
    while (apo_is_lower(byte_at(t, at)))
        at++;
    return at;
}

bool apo_betza__has_group(const apo_betza_text *t)
{
    return byte_at(t, skip_letters(t, t->at)) == '(';
}

static apo_status read_times(apo_betza_text *t, apo_betza_group *group, size_t *at)
{
    unsigned times = 0;
    if (!apo_is_digit(byte_at(t, *at)))
        return apo_betza__fail(
            t, APO_E_UNSUPPORTED, group->open,
            "the group '%s' may be repeated without end; write how often, such "
            "as (...)3, so that the move has no more than 8 legs");
    for (; apo_is_digit(byte_at(t, *at)) && times <= APO_LEGS_MAX; (*at)++)
        times = times * 10 + (unsigned)(byte_at(t, *at) - '0');
    if (times == 0 || times > APO_LEGS_MAX)
        return apo_betza__fail(t, times == 0 ? APO_E_UNSUPPORTED : APO_E_TOO_LARGE, *at - 1,
                               "a group is repeated 1 to 8 times, not '%s'");
    group->times = times;
    return APO_OK;
}

/* The atom at the end of the move, with suffixes and range. */
static apo_status find_end(apo_betza_text *t, apo_betza_group *group, size_t at)
{
    char atom = byte_at(t, at);
    if (atom == '(' || atom == ')' || atom == '[')
        return apo_betza__fail(t, APO_E_UNSUPPORTED, at,
                               "'%s': a move may have one group, not in brackets and without "
                               "another one inside");
    if (!apo_is_upper(atom))
        return apo_betza__fail(t, APO_E_SYNTAX, at,
                               at < t->text.length ? "expected a capital letter instead of '%s'"
                                                   : "the moves end without the capital letter "
                                                     "that this group belongs to");
    at++;
    while (byte_at(t, at) == 'X' || byte_at(t, at) == 'Y')
        at++;
    if (byte_at(t, at) == '*' || byte_at(t, at) == atom)
        at++;
    while (apo_is_digit(byte_at(t, at)))
        at++;
    group->end = at;
    return APO_OK;
}

apo_status apo_betza__read_group(apo_betza_text *t, apo_betza_group *out)
{
    apo_betza_group group = {.start = t->at, .open = skip_letters(t, t->at)};
    group.close = skip_letters(t, group.open + 1);
    size_t at = group.close + 1;
    if (byte_at(t, group.close) != ')')
        return apo_betza__fail(t, APO_E_SYNTAX, group.close,
                               group.close < t->text.length
                                   ? "only letters are allowed in parentheses, not '%s'"
                                   : "a parenthesis is not closed");
    if (group.close == group.open + 1)
        return apo_betza__fail(t, APO_E_SYNTAX, group.close, "the group before '%s' is empty");
    apo_status status = read_times(t, &group, &at);
    group.after = at;
    if (status == APO_OK)
        status = find_end(t, &group, skip_letters(t, at));
    if (status == APO_OK && group.end - group.start > APO_BETZA_GROUP_MAX / APO_LEGS_MAX)
        status = apo_betza__fail(t, APO_E_TOO_LARGE, group.open,
                                 "the move with the group '%s' is too long");
    if (status == APO_OK) {
        *out = group;
        t->at = group.end;
    }
    return status;
}

static void copy_part(const apo_betza_text *t, size_t from, size_t to, apo_betza_expansion *out)
{
    for (size_t i = from; i < to; i++) {
        out->bytes[out->length] = t->text.text[i];
        out->origins[out->length++] = i;
    }
}

void apo_betza__expand_group(const apo_betza_text *t, const apo_betza_group *group,
                             unsigned times, apo_betza_expansion *out)
{
    out->length = 0;
    copy_part(t, group->start, group->open, out);
    for (unsigned i = 0; i < times; i++)
        copy_part(t, group->open + 1, group->close, out);
    copy_part(t, group->after, group->end, out);
    out->origins[out->length] = group->end;
}
