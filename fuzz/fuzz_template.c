/* Law: whatever values fill a template without {{{markup}}}, the page has no more angle
 * brackets and quotes than the template itself. Each list has one row. */
#include "net_laws.h"

#include "net/template.h"

static const char hostile[] = "<script>\"'&</script>{{a}}";

static size_t count_marks(apo_span text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.text[i] == '<' || text.text[i] == '>' || text.text[i] == '"' ||
                 text.text[i] == '\'';
    return count;
}

static bool has_markup(apo_span text)
{
    for (size_t i = 0; i + 3 <= text.length; i++)
        if (memcmp(text.text + i, "{{{", 3) == 0)
            return true;
    return false;
}

static apo_fill *new_fill(void)
{
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "a", hostile);
    apo_fill_string(fill, "b", "");
    apo_fill_flag(fill, "on", true);
    apo_fill *row = apo_fill_row(fill, "rows");
    apo_fill_string(row, "c", hostile);
    apo_fill_string(apo_fill_row(row, "deep"), "d", hostile);
    return fill;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span text = {(const char *)data, size};
    apo_template *page = NULL;
    apo_fault_list faults;
    apo_buffer out;
    apo_fault_list_init(&faults);
    apo_status status = apo_template_new(&page, text, NULL, &faults);
    if (status != APO_OK) {
        assert(page == NULL && (faults.error_count > 0 || status == APO_E_TOO_LARGE));
        return 0;
    }
    assert(faults.error_count == 0);
    apo_fill *fill = new_fill();
    apo_buffer_init(&out, NULL);
    apo_template_write(page, fill, &out);
    assert(!out.is_failed);
    assert(has_markup(text) || count_marks(apo_buffer_span(&out)) <= count_marks(text));
    apo_buffer_clear(&out);
    apo_fill_free(fill);
    apo_template_free(page);
    return 0;
}
