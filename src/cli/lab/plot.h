/* Plots of measurements in SVG, within a page of HTML or as files of their own. */
#ifndef APO_CLI_LAB_PLOT_H
#define APO_CLI_LAB_PLOT_H

#include "base/buffer.h"

enum {
    APO_PLOT_LABEL_SIZE = 64 /* bytes, with the final 0 */
};

/* The CSS of all plots; a page has it in its <style>. */
extern const char apo_plot_style[];

/* A value with its interval, and one to compare with, drawn as an upright line; each but the
 * value may be NAN. */
typedef struct apo_plot_row {
    char label[APO_PLOT_LABEL_SIZE];
    double value, low, high, other;
} apo_plot_row;

typedef struct apo_plot_axis {
    double low, high;
} apo_plot_axis;

/* An axis from 0, or less, that has room for all rows. */
apo_plot_axis apo_plot_axis_for(const apo_plot_row *rows, unsigned count);

/* Adds a row for each value, to put into a page. `what` describes the plot for screen
 * readers. */
void apo_plot_rows(apo_buffer *out, const char *what, const apo_plot_row *rows, unsigned count,
                   apo_plot_axis axis);

/* Adds the same as a whole file. */
void apo_plot_rows_file(apo_buffer *out, const char *what, const apo_plot_row *rows,
                        unsigned count, apo_plot_axis axis);

/* Adds bars with a label below each. */
void apo_plot_bars(apo_buffer *out, const char *what, const uint32_t *counts, unsigned count,
                   const char *const *labels);

/* Adds up to a kilobyte of text by a format of printf. */
void apo_plot_format(apo_buffer *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
