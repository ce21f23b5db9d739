#include "server/web/chart.h"

#include <math.h>

#include "net/template.h"

enum {
    WIDTH = 640,
    HEIGHT = 240,
    LEFT = 52, /* space for the numbers of the scale */
    EDGE = 12,
    LINES_MAX = 6,
    STEPS_MAX = 20 /* steps tried, up to 20,000,000: no two ratings are that far apart */
};

typedef struct chart_scale {
    double low, high, step;
    size_t count;
} chart_scale;

static double count_lines(const chart_scale *scale)
{
    return ceil(scale->high / scale->step) - floor(scale->low / scale->step) + 1;
}

/* Lines at round numbers, at most LINES_MAX of them: takes the smallest of the steps 10, 20,
 * 50, 100, ... that is large enough, and rounds both ends outward. */
static chart_scale find_scale(const apo_chart_point *points, size_t count)
{
    static const double factors[] = {2, 2.5, 2};
    chart_scale out = {points[0].value, points[0].value, 10, count};
    for (size_t i = 0; i < count; i++) {
        out.low = fmin(out.low, points[i].value - points[i].deviation);
        out.high = fmax(out.high, points[i].value + points[i].deviation);
    }
    for (unsigned i = 0; i < STEPS_MAX && count_lines(&out) > LINES_MAX; i++)
        out.step *= factors[i % 3];
    out.low = floor(out.low / out.step) * out.step;
    out.high = ceil(out.high / out.step) * out.step;
    if (out.high <= out.low)
        out.high = out.low + out.step;
    return out;
}

static int64_t x_of(const chart_scale *scale, size_t index)
{
    double share = scale->count > 1 ? (double)index / (double)(scale->count - 1) : 0.5;
    return lround(LEFT + share * (WIDTH - LEFT - EDGE));
}

static int64_t y_of(const chart_scale *scale, double value)
{
    double share = (scale->high - value) / (scale->high - scale->low);
    return lround(EDGE + share * (HEIGHT - 2 * EDGE));
}

static void add_number(apo_buffer *out, const char *name, int64_t value)
{
    apo_buffer_add(out, name);
    apo_buffer_add_number(out, value);
    apo_buffer_add(out, "\"");
}

static void add_point(apo_buffer *out, int64_t x, int64_t y)
{
    apo_buffer_add_number(out, x);
    apo_buffer_add_char(out, ',');
    apo_buffer_add_number(out, y);
    apo_buffer_add_char(out, ' ');
}

static void add_lines(apo_buffer *out, const chart_scale *scale)
{
    /* Both ends are multiples of the step. */
    long count = lround((scale->high - scale->low) / scale->step) + 1;
    for (long i = 0; i < count; i++) {
        double value = scale->low + (double)i * scale->step;
        int64_t y = y_of(scale, value);
        apo_buffer_add(out, "<line class=\"chart-grid\"");
        add_number(out, " x1=\"", LEFT);
        add_number(out, " x2=\"", WIDTH - EDGE);
        add_number(out, " y1=\"", y);
        add_number(out, " y2=\"", y);
        apo_buffer_add(out, "/><text class=\"chart-number\" text-anchor=\"end\"");
        add_number(out, " x=\"", LEFT - 8);
        add_number(out, " y=\"", y + 5);
        apo_buffer_add_char(out, '>');
        apo_buffer_add_number(out, lround(value));
        apo_buffer_add(out, "</text>");
    }
}

static void add_band(apo_buffer *out, const chart_scale *scale, const apo_chart_point *points)
{
    apo_buffer_add(out, "<polygon class=\"chart-band\" points=\"");
    for (size_t i = 0; i < scale->count; i++)
        add_point(out, x_of(scale, i), y_of(scale, points[i].value + points[i].deviation));
    for (size_t i = scale->count; i-- > 0;)
        add_point(out, x_of(scale, i), y_of(scale, points[i].value - points[i].deviation));
    apo_buffer_add(out, "\"/>");
}

static void add_line(apo_buffer *out, const chart_scale *scale, const apo_chart_point *points)
{
    apo_buffer_add(out, "<polyline class=\"chart-line\" points=\"");
    for (size_t i = 0; i < scale->count; i++)
        add_point(out, x_of(scale, i), y_of(scale, points[i].value));
    apo_buffer_add(out, "\"/><circle class=\"chart-dot\" r=\"4\"");
    add_number(out, " cx=\"", x_of(scale, scale->count - 1));
    add_number(out, " cy=\"", y_of(scale, points[scale->count - 1].value));
    apo_buffer_add(out, "/>");
}

void apo_chart_write(apo_buffer *out, const apo_chart_point *points, size_t count,
                     apo_span title)
{
    if (count == 0)
        return;
    chart_scale scale = find_scale(points, count);
    apo_buffer_add(out, "<svg class=\"chart\" role=\"img\"");
    add_number(out, " viewBox=\"0 0 640 ", HEIGHT);
    apo_buffer_add(out, "><title>");
    apo_html_add(out, title);
    apo_buffer_add(out, "</title>");
    add_lines(out, &scale);
    add_band(out, &scale, points);
    add_line(out, &scale, points);
    apo_buffer_add(out, "</svg>");
}
