/* Charts for the pages: SVG, coloured by the classes of style/people.css. */
#ifndef APO_SERVER_WEB_CHART_H
#define APO_SERVER_WEB_CHART_H

#include "base/buffer.h"

enum {
    APO_CHART_POINTS_MAX = 200 /* more could not be told apart */
};

typedef struct apo_chart_point {
    double value, deviation; /* the band goes from value - deviation to value + deviation */
} apo_chart_point;

/* Adds a line through the points, from left to right, with a band around it and a scale.
 * `title` is the text for screen readers. */
void apo_chart_write(apo_buffer *out, const apo_chart_point *points, size_t count,
                     apo_span title);

#endif
