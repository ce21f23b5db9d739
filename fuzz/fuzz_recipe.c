/* Law: bytes are refused with faults at their lines and columns, or they are a recipe whose
 * numbers are in their ranges and whose words lie within the text. */
#include "laws.h"

#include "training/recipe.h"

static void check_inside(apo_span word, apo_span text)
{
    assert(word.length > 0 && word.text >= text.text);
    assert(word.text + word.length <= text.text + text.length);
}

static void check_recipe(const apo_recipe *recipe, apo_span text)
{
    bool has_validation = false;
    check_inside(recipe->game, text);
    assert(recipe->file_count >= 1 && recipe->file_count <= APO_RECIPE_FILES_MAX);
    for (uint32_t i = 0; i < recipe->file_count; i++) {
        check_inside(recipe->files[i], text);
        has_validation = has_validation || recipe->is_validation[i];
    }
    assert(has_validation == recipe->has_validation);
    assert(recipe->hidden >= 32 && recipe->hidden <= 128 && recipe->hidden % 32 == 0);
    assert(recipe->buckets >= 1 && recipe->buckets <= 8 && recipe->is_added <= 1);
    assert(recipe->epochs >= 1 && recipe->batch >= 16 && recipe->held_out >= 2);
    assert(recipe->search_share >= 0 && recipe->search_share <= 1);
    assert(recipe->scale == 0 || (recipe->scale >= 50 && recipe->scale <= 2000));
    assert(recipe->has_noisy <= 1);
    assert(recipe->learning_rate > 0 && recipe->learning_rate <= 1);
    assert(recipe->weight_decay >= 0 && recipe->weight_decay <= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span text = span_of_bytes(data, size);
    apo_recipe recipe;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_recipe_read(&recipe, text, &faults);
    if (status == APO_OK) {
        assert(faults.count == 0);
        check_recipe(&recipe, text);
        return 0;
    }
    if (size > APO_RECIPE_BYTES_MAX) {
        assert(status == APO_E_TOO_LARGE);
        return 0;
    }
    assert(status == APO_E_SYNTAX && faults.error_count > 0);
    for (size_t i = 0; i < faults.count; i++) {
        assert(faults.faults[i].line <= size + 1 && faults.faults[i].column <= size + 1);
        assert((faults.faults[i].line == 0) == (faults.faults[i].column == 0));
        assert(faults.faults[i].detail[0] != '\0');
    }
    return 0;
}
