#include <string.h>

#include "net/template_priv.h"

static apo_fill *new_fill(apo_fill *root)
{
    apo_fill *fill = apo_allocate_zero(NULL, sizeof *fill);
    if (fill != NULL)
        fill->root = root == NULL ? fill : root;
    return fill;
}

apo_fill *apo_fill_new(void)
{
    return new_fill(NULL);
}

/* Rows may have rows; the deepest end first. */
static void free_gaps(apo_fill *fill);

void apo_fill_free(apo_fill *fill)
{
    if (fill == NULL)
        return;
    free_gaps(fill);
    apo_free(NULL, fill);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the nesting of rows, which callers write by
 * hand */
static void free_gaps(apo_fill *fill)
{
    while (fill->first != NULL) {
        apo_fill_gap *place = fill->first;
        fill->first = place->next;
        while (place->first != NULL) {
            apo_fill *row = place->first;
            place->first = row->next;
            free_gaps(row);
            apo_free(NULL, row);
        }
        apo_free(NULL, place);
    }
}

bool apo_fill_is_failed(const apo_fill *fill)
{
    return fill == NULL || fill->root->is_failed;
}

void apo_fill_language(apo_fill *fill, const apo_i18n *i18n)
{
    if (fill != NULL)
        fill->root->i18n = i18n;
}

static apo_fill_gap *add_gap(apo_fill *fill, const char *name, apo_span value)
{
    apo_fill_gap *place = apo_allocate_zero(NULL, sizeof *place + value.length);
    if (place == NULL) {
        fill->root->is_failed = true;
        return NULL;
    }
    place->name = name;
    place->end = &place->first;
    place->length = value.length;
    if (value.length > 0)
        memcpy(place->text, value.text, value.length);
    place->next = fill->first;
    fill->first = place;
    return place;
}

apo_fill_gap *apo_fill_find(const apo_fill *fill, apo_span name)
{
    apo_fill_gap *place = fill->first;
    while (place != NULL && !apo_span_is(name, place->name))
        place = place->next;
    return place;
}

void apo_fill_text(apo_fill *fill, const char *name, apo_span value)
{
    if (fill != NULL)
        add_gap(fill, name, value);
}

void apo_fill_string(apo_fill *fill, const char *name, const char *value)
{
    apo_fill_text(fill, name, apo_span_of(value));
}

void apo_fill_number(apo_fill *fill, const char *name, int64_t value)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add_number(&text, value);
    apo_fill_text(fill, name, apo_buffer_span(&text));
    if (fill != NULL && text.is_failed)
        fill->root->is_failed = true;
    apo_buffer_clear(&text);
}

void apo_fill_flag(apo_fill *fill, const char *name, bool value)
{
    apo_fill_string(fill, name, value ? "1" : "");
}

apo_fill *apo_fill_row(apo_fill *fill, const char *name)
{
    if (fill == NULL)
        return NULL;
    apo_fill_gap *place = apo_fill_find(fill, apo_span_of(name));
    if (place == NULL)
        place = add_gap(fill, name, (apo_span){"", 0});
    apo_fill *row = place == NULL ? NULL : new_fill(fill->root);
    if (row == NULL) {
        fill->root->is_failed = true;
        return NULL;
    }
    *place->end = row;
    place->end = &row->next;
    return row;
}
