#include "server/web/settings.h"

#include "base/text.h"

static const char off_name[] = "features_off";

static const char *const words[APO_FEATURES] = {
#define WORD(name, word) word,
    APO_FEATURE_LIST(WORD)
#undef WORD
};

const char *apo_feature_word(enum apo_feature feature)
{
    return words[feature];
}

void apo_settings_read(apo_settings *out, apo_store *store)
{
    int64_t off = 0;
    (void)apo_store_find_number(store, &off, apo_span_of(off_name));
    out->off = (unsigned)off;
#define READ(member, words, size) \
    apo_store_find_text(store, out->operator_##member, size, words);
    APO_OPERATOR_LIST(READ)
#undef READ
}

bool apo_settings_has_operator(apo_store *store)
{
    apo_settings found = {.off = 0};
    apo_store_find_text(store, found.operator_name, sizeof found.operator_name,
                        "operator_name");
    return found.operator_name[0] != '\0';
}

void apo_settings_write(apo_store_batch *batch, const apo_settings *settings)
{
    apo_store_set_number(batch, off_name, settings->off);
#define WRITE(member, words, size) \
    apo_store_set_text(batch, words, settings->operator_##member);
    APO_OPERATOR_LIST(WRITE)
#undef WRITE
}
