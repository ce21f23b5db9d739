/* Names and the index of a replica. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "store/replica_priv.h"

enum {
    LINE_MAX_BYTES = 128
};

bool apo_replica_name(char out[APO_REPLICA_PATH], const char *folder, const char *prefix,
                      int64_t number, const char *suffix)
{
    apo_text text = apo_text_start(out, APO_REPLICA_PATH);
    apo_text_add(&text, folder);
    apo_text_add_char(&text, '/');
    apo_text_add(&text, prefix);
    apo_text_add_number(&text, number);
    apo_text_add(&text, suffix);
    return !text.is_overflowed;
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
    apo_text text = apo_text_start(name, sizeof name);
    apo_text_add(&text, folder);
    apo_text_add(&text, "/index");
    if (text.is_overflowed)
        return false;
    FILE *file = fopen(name, "re");
    if (file == NULL)
        return access(name, F_OK) != 0;
    while (fgets(line, sizeof line, file) != NULL) {
        long long made_ms;
        unsigned log;
        char end;
        if (sscanf(line, "base %lld %u%c", &made_ms, &log, &end) == 3 && end == '\n')
            add_base(out, (apo_replica_base){made_ms, log});
        else if (sscanf(line, "chain %u%c", &log, &end) == 2 && end == '\n')
            add_chain(out, log);
    }
    bool is_read = ferror(file) == 0;
    fclose(file);
    return is_read;
}
