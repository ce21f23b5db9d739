/* Names and the index of a replica. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "store/replica_priv.h"

enum {
    LINE_MAX_BYTES = 128,
    DIGITS_MAX = 18 /* fit 64 bits */
};

void apo_replica_name(char out[APO_REPLICA_PATH], const char *folder, const char *prefix,
                      int64_t number, const char *suffix)
{
    apo_text text = apo_text_start(out, APO_REPLICA_PATH);
    apo_text_add(&text, folder);
    apo_text_add_char(&text, '/');
    apo_text_add(&text, prefix);
    apo_text_add_number(&text, number);
    apo_text_add(&text, suffix);
}

void apo_replica_file(char out[APO_REPLICA_PATH], const char *folder, const char *name)
{
    snprintf(out, APO_REPLICA_PATH, "%s/%s", folder, name);
}

bool apo_replica_numbers_read(int64_t *out, unsigned count, apo_span line)
{
    bool is_whole = line.length > 0 && line.text[line.length - 1] == '\n';
    for (unsigned i = 0; is_whole && i < count; i++) {
        apo_span word = apo_span_word(&line);
        is_whole = word.length > 0 && word.length <= DIGITS_MAX;
        out[i] = 0;
        for (size_t at = 0; is_whole && at < word.length; at++) {
            is_whole = apo_is_digit(word.text[at]);
            out[i] = out[i] * 10 + (word.text[at] - '0');
        }
    }
    return is_whole && apo_span_trim(line).length == 0;
}

static void add_base(apo_replica_index *index, apo_replica_base base)
{
    if (index->base_count == APO_REPLICA_BASES) {
        memmove(index->bases, index->bases + 1, sizeof index->bases - sizeof index->bases[0]);
        index->base_count--;
    }
    index->bases[index->base_count++] = base;
}

static void add_chain(apo_replica_index *index, unsigned log)
{
    if (index->chain_count == APO_REPLICA_BASES) {
        memmove(index->chains, index->chains + 1,
                sizeof index->chains - sizeof index->chains[0]);
        index->chain_count--;
    }
    index->chains[index->chain_count++] = log;
}

bool apo_replica_index_read(apo_replica_index *out, const char *folder)
{
    char name[APO_REPLICA_PATH], line[LINE_MAX_BYTES];
    *out = (apo_replica_index){.base_count = 0};
    apo_replica_file(name, folder, "index");
    FILE *file = fopen(name, "re");
    if (file == NULL)
        return access(name, F_OK) != 0;
    while (fgets(line, sizeof line, file) != NULL) {
        apo_span rest = apo_span_of(line);
        apo_span word = apo_span_word(&rest);
        int64_t numbers[2];
        if (apo_span_is(word, "base") && apo_replica_numbers_read(numbers, 2, rest) &&
            numbers[1] <= UINT32_MAX)
            add_base(out, (apo_replica_base){numbers[0], (unsigned)numbers[1]});
        else if (apo_span_is(word, "chain") && apo_replica_numbers_read(numbers, 1, rest) &&
                 numbers[0] <= UINT32_MAX)
            add_chain(out, (unsigned)numbers[0]);
    }
    bool is_read = ferror(file) == 0;
    fclose(file);
    return is_read;
}
