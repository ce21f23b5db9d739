#include "notation/epd.h"

#include "base/mem.h"
#include "notation/fen.h"
#include "notation/move_text.h"

enum {
    SHORT_FIELDS = 4,
    USUAL_FIELDS = 6,
    FULL_FIELDS = 9
};

/* --- reading ------------------------------------------------------------- */

static bool is_count(apo_span word)
{
    uint32_t number;
    return apo_span_number(word, APO_CLOCK_MAX, &number);
}

/* The number of words at the front that are fields: nine or six if the last two are counts, or
 * seven, as games with counted checks or moves have one more, like "3+3", before them. */
static unsigned count_fields(apo_span line)
{
    apo_span words[FULL_FIELDS], rest = line;
    for (unsigned i = 0; i < FULL_FIELDS; i++)
        words[i] = apo_span_word(&rest);
    if (is_count(words[FULL_FIELDS - 2]) && is_count(words[FULL_FIELDS - 1]))
        return FULL_FIELDS;
    if (words[SHORT_FIELDS].length > 0 && apo_is_digit(words[SHORT_FIELDS].text[0]) &&
        is_count(words[USUAL_FIELDS - 1]) && is_count(words[USUAL_FIELDS]))
        return USUAL_FIELDS + 1;
    if (is_count(words[USUAL_FIELDS - 2]) && is_count(words[USUAL_FIELDS - 1]))
        return USUAL_FIELDS;
    return SHORT_FIELDS;
}

static size_t offset_of(apo_span line, apo_span part)
{
    return part.length == 0 ? line.length : (size_t)(part.text - line.text);
}

/* Cuts off the text up to the next semicolon that is not within quotation marks;
 * `*out_is_open`: the last of these has no partner. */
static apo_span next_operation(apo_span *rest, bool *out_is_open)
{
    size_t length = 0;
    bool is_quoted = false;
    while (length < rest->length && (is_quoted || rest->text[length] != ';'))
        is_quoted ^= rest->text[length++] == '"';
    apo_span text = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length + (length < rest->length), rest->length);
    *out_is_open = is_quoted;
    return apo_span_trim(text);
}

static bool is_opcode(apo_span name)
{
    if (name.length == 0 || name.length > APO_EPD_NAME_MAX || !apo_is_letter(name.text[0]))
        return false;
    for (size_t i = 1; i < name.length; i++)
        if (!apo_is_letter(name.text[i]) && !apo_is_digit(name.text[i]) && name.text[i] != '_')
            return false;
    return true;
}

static const apo_epd_operation *find(const apo_epd *epd, apo_span name)
{
    for (size_t i = 0; i < epd->count; i++)
        if (apo_span_same(epd->operations[i].name, name))
            return &epd->operations[i];
    return NULL;
}

static apo_status add_operation(apo_epd *epd, apo_span line, apo_span text, apo_error *err)
{
    apo_span operands = text, name = apo_span_word(&operands);
    size_t at = offset_of(line, text);
    if (!is_opcode(name))
        return apo_fail(err, APO_E_SYNTAX, at,
                        "expected an operation like bm or id, not \"%s\"", name);
    if (find(epd, name) != NULL)
        return apo_fail(err, APO_E_SYNTAX, at, "the operation \"%s\" appears twice", name);
    if (epd->count == APO_EPD_OPERATIONS_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, at, "there are too many operations",
                        apo_span_of(""));
    epd->operations[epd->count++] = (apo_epd_operation){name, apo_span_trim(operands)};
    return APO_OK;
}

static apo_status read_operations(apo_epd *epd, apo_span line, apo_span rest, apo_error *err)
{
    while (apo_span_trim(rest).length > 0) {
        bool is_open;
        apo_span text = next_operation(&rest, &is_open);
        if (is_open)
            return apo_fail(err, APO_E_SYNTAX, line.length, "a quotation mark is not closed",
                            apo_span_of(""));
        apo_status status = text.length == 0 ? APO_OK : add_operation(epd, line, text, err);
        if (status != APO_OK)
            return status;
    }
    return APO_OK;
}

static void add_count(apo_text *out, const apo_epd *epd, const char *name, const char *fallback)
{
    apo_span count = apo_epd_operand(epd, name);
    apo_text_add_char(out, ' ');
    if (count.length > 0)
        apo_text_add_span(out, count);
    else
        apo_text_add(out, fallback);
}

/* Reads the fields. If they have no counts, those of the operations apply. */
static apo_status read_position(apo_position *pos, const apo_epd *epd, const apo_variant *var,
                                apo_span fields, apo_error *err)
{
    char buf[APO_FEN_MAX + 64];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_span(&text, fields);
    if (count_fields(fields) == SHORT_FIELDS) {
        add_count(&text, epd, "hmvc", "0");
        add_count(&text, epd, "fmvn", "1");
    }
    if (text.is_overflowed)
        return apo_fail(err, APO_E_TOO_LARGE, 0, "the position is too long", apo_span_of(""));
    return apo_fen_read(pos, var, apo_text_span(&text), err);
}

apo_status apo_epd_read(apo_position *pos, apo_epd *out, const apo_variant *var, apo_span line,
                        apo_error *err)
{
    apo_span rest = line;
    out->count = 0;
    if (line.length > APO_EPD_BYTES_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, 0, "the line is too long", apo_span_of(""));
    unsigned count = count_fields(line);
    for (unsigned i = 0; i < count; i++)
        (void)apo_span_word(&rest);
    apo_span fields = apo_span_trim(apo_span_part(line, 0, line.length - rest.length));
    apo_status status = read_operations(out, line, rest, err);
    return status != APO_OK ? status : read_position(pos, out, var, fields, err);
}

apo_span apo_epd_operand(const apo_epd *epd, const char *name)
{
    const apo_epd_operation *found = find(epd, apo_span_of(name));
    if (found == NULL)
        return (apo_span){NULL, 0};
    apo_span text = found->operands;
    bool is_quoted =
        text.length >= 2 && text.text[0] == '"' && text.text[text.length - 1] == '"';
    return is_quoted ? apo_span_part(text, 1, text.length - 2) : text;
}

bool apo_epd_next_move(apo_move *out, const apo_position *pos, apo_span *operands,
                       apo_error *err)
{
    apo_span word = apo_span_word(operands);
    *err = (apo_error){.status = APO_OK};
    return word.length > 0 && apo_move_read_any(out, pos, word, err) == APO_OK;
}

/* --- writing ------------------------------------------------------------- */

static bool is_counter(const apo_epd_operation *operation)
{
    return apo_span_is(operation->name, "hmvc") || apo_span_is(operation->name, "fmvn");
}

/* True if reading the operands up to the next ';' would give exactly these. */
static bool is_whole(apo_span operands)
{
    bool is_open;
    apo_span rest = operands, first = next_operation(&rest, &is_open);
    for (size_t i = 0; i < operands.length; i++)
        if ((unsigned char)operands.text[i] < ' ' || operands.text[i] == 0x7F)
            return false;
    return !is_open && first.length == operands.length;
}

static void write_operation(apo_buffer *out, apo_span name, apo_span operands)
{
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_span(out, name);
    if (operands.length > 0)
        apo_buffer_add_char(out, ' ');
    apo_buffer_add_span(out, operands);
    apo_buffer_add_char(out, ';');
}

static apo_status write_operations(apo_buffer *out, const apo_epd *epd)
{
    if (epd->count > APO_EPD_OPERATIONS_MAX)
        return APO_E_TOO_LARGE;
    for (size_t i = 0; i < epd->count; i++) {
        const apo_epd_operation *operation = &epd->operations[i];
        if (!is_opcode(operation->name) || !is_whole(operation->operands) ||
            find(epd, operation->name) != operation)
            return APO_E_SYNTAX;
        if (!is_counter(operation))
            write_operation(out, operation->name, operation->operands);
    }
    return APO_OK;
}

/* Writes the fields; of six, the counts become operations. */
static void write_fields(apo_buffer *out, apo_span fen)
{
    apo_span words[FULL_FIELDS] = {{NULL, 0}}, rest = fen;
    unsigned count = 0;
    while (count < FULL_FIELDS && (words[count] = apo_span_word(&rest)).length > 0)
        count++;
    unsigned shown = count == USUAL_FIELDS ? SHORT_FIELDS : count;
    for (unsigned i = 0; i < shown; i++) {
        if (i > 0)
            apo_buffer_add_char(out, ' ');
        apo_buffer_add_span(out, words[i]);
    }
    if (shown == count)
        return;
    if (!apo_span_is(words[SHORT_FIELDS], "0"))
        write_operation(out, apo_span_of("hmvc"), words[SHORT_FIELDS]);
    if (!apo_span_is(words[SHORT_FIELDS + 1], "1"))
        write_operation(out, apo_span_of("fmvn"), words[SHORT_FIELDS + 1]);
}

apo_status apo_epd_write(apo_buffer *out, const apo_position *pos, const apo_epd *epd)
{
    char bytes[APO_FEN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    size_t before = out->length;
    apo_fen_write(&text, pos);
    write_fields(out, apo_text_span(&text));
    apo_status status = epd == NULL ? APO_OK : write_operations(out, epd);
    if (status == APO_OK && out->length - before > APO_EPD_BYTES_MAX)
        status = APO_E_TOO_LARGE;
    return out->is_failed ? APO_E_MEMORY : status;
}
