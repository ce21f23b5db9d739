#include "base/utf8.h"
#include "notation/sentence_priv.h"

enum {
    WORD_SHOWN_MAX = 60 /* so that a long word leaves room for the sentence around it */
};

void apo_sentence_start(apo_sentence *sentence, const char *string)
{
    sentence->text = apo_text_start(sentence->bytes, sizeof sentence->bytes);
    apo_text_add(&sentence->text, string);
}

void apo_sentence_add(apo_sentence *sentence, const char *string)
{
    apo_text_add(&sentence->text, string);
}

void apo_sentence_add_number(apo_sentence *sentence, size_t number)
{
    apo_text_add_number(&sentence->text, (int64_t)number);
}

apo_span apo_char_at(apo_span text, size_t position)
{
    apo_span rest = apo_span_part(text, position, text.length);
    size_t length = apo_utf8_measure(rest);
    if (rest.length > 0 && length == 0)
        return apo_span_of("?");
    return apo_span_part(rest, 0, length);
}

void apo_sentence_add_word(apo_sentence *sentence, apo_span word)
{
    size_t at = 0;
    while (at < word.length && at < WORD_SHOWN_MAX) {
        size_t length = apo_utf8_measure(apo_span_part(word, at, word.length));
        unsigned char byte = (unsigned char)word.text[at];
        if (length == 0 || byte < 0x20U || byte == 0x7FU)
            apo_text_add_char(&sentence->text, '?');
        else
            apo_text_add_span(&sentence->text, apo_span_part(word, at, length));
        at += length > 0 ? length : 1;
    }
    if (at < word.length)
        apo_text_add(&sentence->text, "...");
}

void apo_text_add_square(apo_text *text, const apo_geometry *geo, apo_square sq)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(geo, sq, name);
    apo_text_add(text, name);
}

void apo_text_add_a_man(apo_text *text, const apo_variant *var, unsigned type)
{
    const char *name = apo_type_name(var, type);
    char first = apo_to_lower(name[0]);
    bool is_vowel = first == 'a' || first == 'e' || first == 'i' || first == 'o';
    apo_text_add(text, is_vowel ? "an " : "a ");
    apo_text_add(text, name);
}

void apo_sentence_add_square(apo_sentence *sentence, const apo_geometry *geo, apo_square sq)
{
    apo_text_add_square(&sentence->text, geo, sq);
}

apo_status apo_sentence_fail(const apo_sentence *sentence, apo_error *err, apo_status status,
                             size_t position)
{
    /* The sentence is final: a "%s" that came with a word is text. */
    return apo_fail(err, status, position, sentence->bytes, apo_span_of("%s"));
}
