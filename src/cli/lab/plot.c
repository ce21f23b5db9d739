#include "cli/lab/plot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "net/template.h"

enum {
    WIDTH = 640, /* of a plot, in its own units */
    LABEL = 150, /* of them for the labels of rows */
    ROW = 22,
    BARS_HEIGHT = 150,
    TICKS = 5,
    TEXT_MAX = 1024
};

const char apo_plot_style[] =
    "svg { font: 12px sans-serif; }\nsvg text { fill: currentColor; }\n"
    ".axis { stroke: currentColor; stroke-opacity: .3; }\n"
    ".bar, .dot { fill: #3a7ca5; }\n.reach { stroke: #3a7ca5; stroke-width: 3; }\n"
    ".own { stroke: #c65d2e; stroke-width: 2; }\n";

/* The style of separate files, which must suit both light and dark pages. */
static const char file_style[] =
    "svg { color: #222; }\n@media (prefers-color-scheme: dark) { svg { color: #ddd; } }\n";

void apo_plot_format(apo_buffer *out, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    apo_buffer_add(out, text);
}

static double place_of(const apo_plot_axis *axis, double value)
{
    double share = (value - axis->low) / (axis->high - axis->low);
    return LABEL + (WIDTH - LABEL - 20) * (share < 0 ? 0 : share > 1 ? 1 : share);
}

apo_plot_axis apo_plot_axis_for(const apo_plot_row *rows, unsigned count)
{
    double low = 0, high = 1;
    for (unsigned i = 0; i < count; i++) {
        double end = isfinite(rows[i].high) ? rows[i].high : 1.2 * rows[i].value;
        high = fmax(high, fmax(end, rows[i].other)); /* fmax leaves NAN out */
        low = fmin(low, floor(rows[i].value));
    }
    /* Ticks at multiples of a half. */
    return (apo_plot_axis){low, low + TICKS * ceil(2 * (high - low) / TICKS) / 2};
}

static void open_plot(apo_buffer *out, const char *what, unsigned height, bool is_file)
{
    apo_plot_format(out, "<svg%s viewBox=\"0 0 %d %u\" role=\"img\" aria-label=\"%s\">\n",
                    is_file ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", WIDTH, height,
                    what);
    if (!is_file)
        return;
    apo_buffer_add(out, "<style>\n");
    apo_buffer_add(out, apo_plot_style);
    apo_buffer_add(out, file_style);
    apo_buffer_add(out, "</style>\n");
}

static void add_axis(apo_buffer *out, const apo_plot_axis *axis, unsigned height)
{
    for (unsigned i = 0; i <= TICKS; i++) {
        double at = axis->low + (axis->high - axis->low) * i / TICKS, x = place_of(axis, at);
        apo_plot_format(out,
                        "<path class=\"axis\" d=\"M%.1f 0V%u\"/><text x=\"%.1f\" y=\"%u\" "
                        "text-anchor=\"middle\">%.4g</text>\n",
                        x, height, x, height + 14, at);
    }
}

static void add_row(apo_buffer *out, const apo_plot_axis *axis, const apo_plot_row *one,
                    unsigned index)
{
    double y = index * ROW + ROW / 2.0;
    apo_plot_format(out, "<text x=\"0\" y=\"%.1f\">", y + 4);
    apo_html_add(out, apo_span_of(one->label));
    apo_buffer_add(out, "</text>");
    if (isfinite(one->low) && isfinite(one->high))
        apo_plot_format(out, "<path class=\"reach\" d=\"M%.1f %.1fH%.1f\"/>",
                        place_of(axis, one->low), y, place_of(axis, one->high));
    if (isfinite(one->other))
        apo_plot_format(out, "<path class=\"own\" d=\"M%.1f %.1fv12\"/>",
                        place_of(axis, one->other), y - 6);
    apo_plot_format(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n",
                    place_of(axis, one->value), y);
}

static void plot_rows(apo_buffer *out, const char *what, const apo_plot_row *rows,
                      unsigned count, const apo_plot_axis *axis, bool is_file)
{
    unsigned height = count * ROW;
    open_plot(out, what, height + 20, is_file);
    add_axis(out, axis, height);
    for (unsigned i = 0; i < count; i++)
        add_row(out, axis, &rows[i], i);
    apo_buffer_add(out, "</svg>\n");
}

void apo_plot_rows(apo_buffer *out, const char *what, const apo_plot_row *rows, unsigned count,
                   apo_plot_axis axis)
{
    plot_rows(out, what, rows, count, &axis, false);
}

void apo_plot_rows_file(apo_buffer *out, const char *what, const apo_plot_row *rows,
                        unsigned count, apo_plot_axis axis)
{
    plot_rows(out, what, rows, count, &axis, true);
}

void apo_plot_bars(apo_buffer *out, const char *what, const uint32_t *counts, unsigned count,
                   const char *const *labels)
{
    double width = (double)WIDTH / count;
    uint32_t most = 1;
    for (unsigned i = 0; i < count; i++)
        most = counts[i] > most ? counts[i] : most;
    open_plot(out, what, BARS_HEIGHT + 40, false);
    for (unsigned i = 0; i < count; i++) {
        double height = (double)BARS_HEIGHT * counts[i] / most, x = i * width;
        apo_plot_format(out,
                        "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                        "height=\"%.1f\"/>",
                        x + 2, 16 + BARS_HEIGHT - height, width - 4, height);
        if (counts[i] > 0)
            apo_plot_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%u</text>",
                            x + width / 2, 12 + BARS_HEIGHT - height, (unsigned)counts[i]);
        apo_plot_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                        x + width / 2, BARS_HEIGHT + 32, labels[i]);
    }
    apo_buffer_add(out, "</svg>\n");
}
