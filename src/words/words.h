/* All texts for people in one language: a catalogue read from gettext's .po format. The texts in the
 * source are the English ones and the keys at once; whatever a catalogue lacks is said in English, and
 * so is everything where the catalogue is NULL. An apo_words never changes: any thread.
 *
 * Texts may have gaps: "{name} wins". Gaps are filled by apo_say_fill; a translation may put them in
 * another order, and has no others than its English text. */
#ifndef APO_WORDS_WORDS_H
#define APO_WORDS_WORDS_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/gap.h"

enum {
    APO_WORDS_SIZE_MAX = 4 * 1024 * 1024, /* bytes of a .po file; ours have 0.2 MB */
    APO_WORDS_ENTRIES_MAX = 20000,        /* ours have about a thousand */
    APO_WORDS_TEXT_MAX = 16 * 1024        /* bytes of one text; a paragraph has 500 */
};

typedef struct apo_words apo_words;

/* Marks a text for tools/words.py where it is not said on the spot: in tables, in constants. */
#define APO_T(english) english

/* Reads a .po file. What is understood: comments, references ("#: web/game.js"), flags (entries with
 * "fuzzy" are left out), obsolete entries ("#~", left out), msgctxt, msgid, msgid_plural, msgstr,
 * msgstr[n], strings with \n \t \" \\; the header entry with Language, Content-Type (UTF-8) and
 * Plural-Forms. Everything else is a fault with line and column: another keyword or escape, an entry
 * twice, the wrong number of plural forms, a gap that the English text lacks.
 * Errors: APO_E_SYNTAX, APO_E_TOO_LARGE, APO_E_MEMORY. Gives (free with apo_words_free). */
apo_status apo_words_read(apo_words **out, apo_span text, apo_fault_list *faults);
void apo_words_free(apo_words *words); /* NULL is allowed */

/* "de"; "en" of NULL. Borrowed. */
const char *apo_words_language(const apo_words *words);

/* How many texts it has, translated ones only. */
size_t apo_words_count(const apo_words *words);

/* The text in the catalogue's language, or `english` itself. Borrowed from the words or the caller. */
const char *apo_say(const apo_words *words, const char *english);

/* The same word for different things: `context` tells which ("chess colour"). */
const char *apo_say_in(const apo_words *words, const char *context, const char *english);

/* The form for `count` things: apo_say_count(words, "{n} move", "{n} moves", n). Both forms are
 * English; they have the same gaps, and the first may do without the number. */
const char *apo_say_count(const apo_words *words, const char *one, const char *many,
                          int64_t count);

/* As apo_say_in, for texts that are not terminated; `context` and `english` may be spans of a template. */
apo_span apo_say_span(const apo_words *words, apo_span context, apo_span english);
apo_span apo_say_count_span(const apo_words *words, apo_span one, apo_span many, int64_t count);

/* Adds a message whose gaps are filled already (base/gap.h). Where no entry is the message itself, one whose
 * English has "%s" or "%{name}" speaks for all that it can become: "the %{piece} on %{square} cannot go to
 * %{target}". What stands in a gap is a message too, so that the reason in "This start is not possible: %s." is
 * said as well; what stands there in quotes is somebody's own word and stays. Without an entry: as it is. */
void apo_say_message(apo_buffer *out, const apo_words *words, apo_span message);

/* Adds `text` with its gaps filled. What has no gap of that name stays as it is. */
void apo_say_fill(apo_buffer *out, const char *text, const apo_gap *gaps);

/* Cuts the next piece off `*rest`: false at the end. `*is_gap` says whether `*piece` is the name within
 * braces or plain text. Braces around anything but letters, digits and _ are plain. */
bool apo_say_piece(apo_span *rest, apo_span *piece, bool *is_gap);

/* Adds a day as people write it, "21 November 2026", of milliseconds since 1970 in UTC; with the time of
 * day, "21 November 2026, 14:05 UTC". */
void apo_say_date(apo_buffer *out, const apo_words *words, int64_t at_ms);
void apo_say_time(apo_buffer *out, const apo_words *words, int64_t at_ms);

/* The same in the zone of that file (words/zone.h), without its name; in UTC if the file is empty. */
void apo_say_local_time(apo_buffer *out, const apo_words *words, apo_span zone, int64_t at_ms);
void apo_say_local_date(apo_buffer *out, const apo_words *words, apo_span zone, int64_t at_ms);

/* Adds the texts that scripts say (entries with a reference to a .js file) as JSON: {"language":"de",
 * "forms":"1011..","texts":{"Play":"Spielen","{n} move":["{n} Zug","{n} Züge"]}}. Keys of entries with
 * a context are context, U+0004, English. `forms` has a digit for each count from 0 to 199, the form to
 * take; counts above are looked up at 100 + count % 100. */
void apo_words_json(const apo_words *words, apo_buffer *out);

#endif
