/* The translations into one language: a catalogue read from gettext's .po format. The English
 * texts in the source are the keys; texts missing from a catalogue stay English, and so does
 * everything if the catalogue is NULL. An apo_i18n never changes: any thread.
 *
 * Texts may have gaps: "{name} wins". Gaps are filled by apo_tr_fill; a translation may reorder
 * them, but has no others than its English text. */
#ifndef APO_I18N_I18N_H
#define APO_I18N_I18N_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/gap.h"

enum {
    APO_I18N_SIZE_MAX = 4 * 1024 * 1024, /* bytes of a .po file; ours have 0.2 MB */
    APO_I18N_ENTRIES_MAX = 20000,        /* ours have about a thousand */
    APO_I18N_TEXT_MAX = 16 * 1024        /* bytes of one text; a paragraph has 500 */
};

typedef struct apo_i18n apo_i18n;

/* Marks a text for tools/i18n.py that is translated later: in tables, in constants. */
#define APO_T(english) english

/* Reads a .po file. Understands comments, references ("#: web/game/game.js"), flags (entries
 * with "fuzzy" are left out), obsolete entries ("#~", left out), msgctxt, msgid, msgid_plural,
 * msgstr, msgstr[n], strings with \n \t \" \\; the header entry with Language, Content-Type
 * (UTF-8) and Plural-Forms, and perhaps X-Language-Name (the language's own name) and
 * X-Direction (ltr or rtl). Everything else is a fault with line and column: another keyword or
 * escape, an entry twice, the wrong number of plural forms, a gap that the English text lacks.
 * Errors: APO_E_SYNTAX, APO_E_TOO_LARGE, APO_E_MEMORY. The caller frees it with
 * apo_i18n_free. */
apo_status apo_i18n_read(apo_i18n **out, apo_span text, apo_fault_list *faults);
void apo_i18n_free(apo_i18n *i18n); /* NULL is allowed */

/* "de", "pt-BR" (also if the header has "pt_BR"); "en" for NULL. Borrowed. */
const char *apo_i18n_language(const apo_i18n *i18n);

/* The language's own name, "Deutsch"; its code if the header does not give it. Borrowed. */
const char *apo_i18n_name(const apo_i18n *i18n);

/* True if the language is written from right to left, by the header or else by its code. */
bool apo_i18n_is_rtl(const apo_i18n *i18n);

/* The number of translated texts. */
size_t apo_i18n_count(const apo_i18n *i18n);

/* The number of its texts, including untranslated ones. */
size_t apo_i18n_size(const apo_i18n *i18n);

/* The text in the catalogue's language, or `english` itself. Borrowed from the catalogue or the
 * caller. */
const char *apo_tr(const apo_i18n *i18n, const char *english);

/* For words with several meanings: `context` says which ("chess colour"). */
const char *apo_tr_context(const apo_i18n *i18n, const char *context, const char *english);

/* The form for `count` things: apo_tr_plural(i18n, "{n} move", "{n} moves", n). Both forms are
 * English; they have the same gaps, except that the first may omit the number. */
const char *apo_tr_plural(const apo_i18n *i18n, const char *one, const char *many,
                          int64_t count);

/* As apo_tr_context, for texts that are not terminated; `context` and `english` may be spans of
 * a template. */
apo_span apo_tr_span(const apo_i18n *i18n, apo_span context, apo_span english);
apo_span apo_tr_plural_span(const apo_i18n *i18n, apo_span one, apo_span many, int64_t count);

/* Adds a message whose gaps are filled already (base/gap.h). If no entry is the message itself,
 * an entry with "%s" or "%{name}" in its English matches all messages made from it: "the
 * %{piece} on %{square} cannot go to %{target}". The text in a gap is a message too, so that
 * the reason in "This start is not possible: %s." is also translated; text in quotes is
 * somebody's own and is kept. Without an entry: unchanged. */
void apo_tr_message(apo_buffer *out, const apo_i18n *i18n, apo_span message);

/* Adds `text` with its gaps filled. Gaps with unknown names are left alone. */
void apo_tr_fill(apo_buffer *out, const char *text, const apo_gap *gaps);

/* Cuts the next part off `*rest`; false at the end. `*is_gap` says whether `*piece` is a name
 * in braces or plain text. Braces around anything but letters, digits and _ are plain. */
bool apo_tr_part(apo_span *rest, apo_span *piece, bool *is_gap);

/* Adds a date for people, "21 November 2026", from milliseconds since 1970, in UTC; or with the
 * time of day, "21 November 2026, 14:05 UTC". */
void apo_tr_date(apo_buffer *out, const apo_i18n *i18n, int64_t at_ms);
void apo_tr_time(apo_buffer *out, const apo_i18n *i18n, int64_t at_ms);

/* The same in a zone, given as the bytes of its file (i18n/zone.h), without its name; in UTC if
 * empty. */
void apo_tr_local_time(apo_buffer *out, const apo_i18n *i18n, apo_span zone, int64_t at_ms);
void apo_tr_local_date(apo_buffer *out, const apo_i18n *i18n, apo_span zone, int64_t at_ms);

/* Adds the scripts' texts (entries with a reference to a .js file) as JSON: {"language":"de",
 * "forms":"1011..","texts":{"Play":"Spielen","{n} move":["{n} Zug","{n} Züge"]}}. Keys of
 * entries with a context are context, U+0004, English. `forms` has a digit for each count from
 * 0 to 199, the form to use; larger counts use 100 + count % 100. */
void apo_i18n_json(const apo_i18n *i18n, apo_buffer *out);

#endif
