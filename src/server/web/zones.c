#include "server/web/zones.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/text.h"
#include "i18n/zone.h"
#include "store/people.h"

enum {
    PATH_MAX_BYTES = 128,
    FILE_MAX = 16384 /* the largest have 4 kB */
};

static const char folder[] = "/usr/share/zoneinfo/";

/* --- files --------------------------------------------------------------- */

/* "America/Argentina/Buenos_Aires": nothing that leaves the folder. */
static bool is_name(apo_span name)
{
    char before = '/';
    if (name.length == 0 || name.length >= APO_STORE_ZONE_MAX)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.text[i];
        bool is_word = apo_is_letter(c) || apo_is_digit(c) || c == '_' || c == '+' || c == '-';
        if (!is_word && (c != '/' || before == '/'))
            return false;
        before = c;
    }
    return before != '/';
}

/* The bytes of a zone's file; empty if there is none. */
static apo_span read_zone(char buf[FILE_MAX], apo_span name)
{
    char path[PATH_MAX_BYTES];
    apo_text text = apo_text_start(path, sizeof path);
    apo_text_add(&text, folder);
    apo_text_add_span(&text, name);
    int file = is_name(name) && !text.is_overflowed ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = file >= 0 ? read(file, buf, FILE_MAX) : 0;
    if (file >= 0)
        close(file);
    int32_t offset;
    apo_span zone = {buf, length > 0 ? (size_t)length : 0};
    return apo_zone_offset(&offset, zone, 0) ? zone : (apo_span){buf, 0};
}

bool apo_zones_has(apo_span name)
{
    char buf[FILE_MAX];
    return read_zone(buf, name).length > 0;
}

void apo_zones_add_time(apo_buffer *out, const apo_i18n *i18n, const char *name, int64_t at_ms)
{
    char buf[FILE_MAX];
    apo_tr_local_time(out, i18n, read_zone(buf, apo_span_of(name)), at_ms);
}

void apo_zones_fill_time(apo_fill *fill, const char *gap, const apo_i18n *i18n,
                         const char *name, int64_t at_ms)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_zones_add_time(&text, i18n, name, at_ms);
    apo_fill_text(fill, gap, apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

void apo_zones_add_date(apo_buffer *out, const apo_i18n *i18n, const char *name, int64_t at_ms)
{
    char buf[FILE_MAX];
    apo_tr_local_date(out, i18n, read_zone(buf, apo_span_of(name)), at_ms);
}

int64_t apo_zones_next_hour(const char *name, int64_t now_ms, unsigned hour)
{
    char buf[FILE_MAX];
    return apo_zone_next_hour(read_zone(buf, apo_span_of(name)), now_ms, hour);
}
