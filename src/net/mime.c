#include "net/mime.h"

#include <time.h>

enum {
    LINE_MAX = 76, /* of quoted-printable; RFC 2045 */
    WORD_BYTES_MAX =
        42 /* of an encoded word: 56 letters of base64 and 12 around them are less than 75 */
};

/* --- addresses ----------------------------------------------------------- */

static bool is_atom_char(char c)
{
    static const char signs[] = "!#$%&'*+-/=?^_`{|}~";
    for (size_t i = 0; i < sizeof signs - 1; i++) {
        if (c == signs[i])
            return true;
    }
    return apo_is_letter(c) || apo_is_digit(c);
}

/* Atoms with single dots between. */
static bool is_local(apo_span text)
{
    bool is_dot = true;
    for (size_t i = 0; i < text.length; i++) {
        bool was_dot = is_dot;
        is_dot = text.text[i] == '.';
        if (is_dot ? was_dot : !is_atom_char(text.text[i]))
            return false;
    }
    return text.length > 0 && text.length <= APO_MIME_LOCAL_MAX && !is_dot;
}

static bool is_label_char(char c, bool is_inside)
{
    return apo_is_letter(c) || apo_is_digit(c) || (c == '-' && is_inside);
}

static bool is_host(apo_span text)
{
    size_t dots = 0, start = 0;
    for (size_t i = 0; i <= text.length; i++) {
        bool is_end = i == text.length || text.text[i] == '.';
        bool is_last = i + 1 >= text.length || text.text[i + 1] == '.';
        if (is_end && (i == start || i - start > 63))
            return false;
        if (!is_end && !is_label_char(text.text[i], i > start && !is_last))
            return false;
        dots += is_end && i < text.length;
        start = is_end ? i + 1 : start;
    }
    return dots > 0 || apo_span_is(text, "localhost");
}

/* Position of the "@"; the length if there is none. */
static size_t find_at(apo_span address)
{
    size_t at = 0;
    while (at < address.length && address.text[at] != '@')
        at++;
    return at;
}

bool apo_mime_is_address(apo_span address)
{
    size_t at = find_at(address);
    return address.length <= APO_MIME_ADDRESS_MAX && at < address.length &&
           is_local(apo_span_part(address, 0, at)) &&
           is_host(apo_span_part(address, at + 1, address.length));
}

/* --- headers ------------------------------------------------------------- */

static bool is_plain(apo_span text)
{
    bool is_printable = text.length <= 60 && !apo_span_starts_with(text, "=?");
    for (size_t i = 0; is_printable && i < text.length; i++)
        is_printable = text.text[i] >= ' ' && text.text[i] <= '~' && text.text[i] != '=';
    return is_printable;
}

static void add_base64(apo_buffer *out, const uint8_t *bytes, size_t count)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= i + 1 < count ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= i + 2 < count ? bytes[i + 2] : 0;
        apo_buffer_add_char(out, letters[group >> 18]);
        apo_buffer_add_char(out, letters[group >> 12 & 63U]);
        apo_buffer_add_char(out, i + 1 < count ? letters[group >> 6 & 63U] : '=');
        apo_buffer_add_char(out, i + 2 < count ? letters[group & 63U] : '=');
    }
}

/* How many bytes from `start` fit one encoded word: whole characters only. */
static size_t word_length(apo_span text, size_t start)
{
    size_t end = start + WORD_BYTES_MAX;
    if (end >= text.length)
        return text.length - start;
    while (end > start && ((uint8_t)text.text[end] & 0xC0U) == 0x80U)
        end--;
    return end > start ? end - start : WORD_BYTES_MAX;
}

/* Adds a text, as encoded words where it is not plain ASCII. */
static void add_text(apo_buffer *out, apo_span text)
{
    uint8_t bytes[WORD_BYTES_MAX];
    if (is_plain(text)) {
        apo_buffer_add_span(out, text);
        return;
    }
    for (size_t at = 0; at < text.length;) {
        size_t length = word_length(text, at);
        for (size_t i = 0; i < length; i++) {
            uint8_t byte = (uint8_t)text.text[at + i];
            bytes[i] = byte < ' ' || byte == 0x7F ? ' ' : byte;
        }
        apo_buffer_add(out, at > 0 ? "\r\n =?UTF-8?B?" : "=?UTF-8?B?");
        add_base64(out, bytes, length);
        apo_buffer_add(out, "?=");
        at += length;
    }
}

static void add_two(apo_buffer *out, int number)
{
    apo_buffer_add_char(out, (char)('0' + number / 10 % 10));
    apo_buffer_add_char(out, (char)('0' + number % 10));
}

/* "Sat, 21 Nov 2026 10:43:00 +0000"; the names are always English. */
static void add_date(apo_buffer *out, int64_t date_ms)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)(date_ms / 1000);
    struct tm date;
    if (gmtime_r(&seconds, &date) == NULL)
        return;
    apo_buffer_add(out, "Date: ");
    apo_buffer_add(out, days[date.tm_wday]);
    apo_buffer_add(out, ", ");
    add_two(out, date.tm_mday);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, months[date.tm_mon]);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, date.tm_year + 1900);
    apo_buffer_add_char(out, ' ');
    add_two(out, date.tm_hour);
    apo_buffer_add_char(out, ':');
    add_two(out, date.tm_min);
    apo_buffer_add_char(out, ':');
    add_two(out, date.tm_sec);
    apo_buffer_add(out, " +0000\r\n");
}

/* Adds our own text, without anything that would break the line. */
static void add_token(apo_buffer *out, apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.text[i] > ' ' && text.text[i] <= '~')
            apo_buffer_add_char(out, text.text[i]);
    }
}

static void add_headers(apo_buffer *out, const apo_mime_mail *mail)
{
    apo_span host = apo_span_part(mail->from, find_at(mail->from) + 1, mail->from.length);
    add_date(out, mail->date_ms);
    apo_buffer_add(out, "From: ");
    if (mail->from_name.length > 0) {
        add_text(out, mail->from_name);
        apo_buffer_add_char(out, ' ');
    }
    apo_buffer_add_char(out, '<');
    apo_buffer_add_span(out, mail->from);
    apo_buffer_add(out, ">\r\nTo: <");
    apo_buffer_add_span(out, mail->to);
    apo_buffer_add(out, ">\r\nMessage-ID: <");
    add_token(out, mail->id);
    apo_buffer_add_char(out, '@');
    apo_buffer_add_span(out, host);
    apo_buffer_add(out, ">\r\nSubject: ");
    add_text(out, mail->subject);
    apo_buffer_add(out, "\r\n");
}

static void add_more_headers(apo_buffer *out, const apo_mime_mail *mail)
{
    if (mail->unsubscribe.length > 0) {
        apo_buffer_add(out, "List-Unsubscribe: <");
        add_token(out, mail->unsubscribe);
        apo_buffer_add(out, ">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    }
    if (mail->lang.length > 0) {
        apo_buffer_add(out, "Content-Language: ");
        add_token(out, mail->lang);
        apo_buffer_add(out, "\r\n");
    }
    /* No auto-responder should answer. */
    apo_buffer_add(out, "Auto-Submitted: auto-generated\r\n"
                        "MIME-Version: 1.0\r\n"
                        "Content-Type: text/plain; charset=utf-8\r\n"
                        "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
}

/* --- the body ------------------------------------------------------------ */

static void add_quoted(apo_buffer *out, uint8_t byte)
{
    static const char digits[] = "0123456789ABCDEF";
    apo_buffer_add_char(out, '=');
    apo_buffer_add_char(out, digits[byte >> 4]);
    apo_buffer_add_char(out, digits[byte & 15U]);
}

/* One line of text, broken where it is too long; trailing blanks would be lost in transit. */
static void add_line(apo_buffer *out, apo_span line)
{
    size_t width = 0;
    for (size_t i = 0; i < line.length; i++) {
        uint8_t byte = (uint8_t)line.text[i];
        bool is_end = i + 1 == line.length;
        bool is_kept = byte > ' ' && byte <= '~' && byte != '=';
        is_kept = is_kept || (byte == ' ' && !is_end);
        size_t cost = is_kept ? 1 : 3;
        if (width + cost > LINE_MAX - 1) {
            apo_buffer_add(out, "=\r\n");
            width = 0;
        }
        if (is_kept)
            apo_buffer_add_char(out, (char)byte);
        else
            add_quoted(out, byte);
        width += cost;
    }
    apo_buffer_add(out, "\r\n");
}

apo_status apo_mime_write(apo_buffer *out, const apo_mime_mail *mail)
{
    apo_span rest = mail->body, line;
    if (!apo_mime_is_address(mail->from) || !apo_mime_is_address(mail->to))
        return APO_E_SYNTAX;
    add_headers(out, mail);
    add_more_headers(out, mail);
    while (apo_span_line(&rest, &line))
        add_line(out, line);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}
