/* The statistics page of a game: results by start. The pictures are SVG without their own
 * styles; web/style/archive.css colours them. */
#include "server/archive/filter.h"
#include "server/archive/routes.h"
#include "server/archive/view.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/start_weights.h"

enum {
    CHART_WIDTH = 720, /* units of a picture */
    CHART_HEIGHT = 200,
    BAR_WIDTH = 100,
    LENGTHS_MIN = 12, /* columns, so that a few games do not fill the picture */
    LENGTHS_MAX = 40, /* games of 800 moves and more count in the last one */
    CHART_GAMES_MIN = 2
};

/* --- numbers for people -------------------------------------------------- */

/* "52.4 %". */
static void add_tenths(apo_buffer *out, int64_t tenths)
{
    apo_buffer_add_number(out, tenths / 10);
    apo_buffer_add_char(out, '.');
    apo_buffer_add_number(out, tenths % 10);
}

static void fill_stats(apo_fill *fill, const apo_store_stats *stats)
{
    int64_t tenths, margin;
    apo_buffer words;
    if (!apo_archive_score(stats, &tenths, &margin))
        return;
    apo_buffer_init(&words, NULL);
    apo_fill_number(fill, "count", stats->games);
    add_tenths(&words, tenths);
    apo_fill_text(fill, "score", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    add_tenths(&words, margin);
    apo_fill_text(fill, "margin", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    apo_fill_number(fill, "length", (stats->plies + stats->games) / (2 * stats->games));
}

/* --- pictures ------------------------------------------------------------ */

static void add_rect(apo_buffer *out, const char *class_name, const int64_t box[4])
{
    static const char *const names[] = {"\" x=\"", "\" y=\"", "\" width=\"", "\" height=\""};
    apo_buffer_add(out, "<rect class=\"");
    apo_buffer_add(out, class_name);
    for (unsigned i = 0; i < 4; i++) {
        apo_buffer_add(out, names[i]);
        apo_buffer_add_number(out, box[i]);
    }
    apo_buffer_add(out, "\"/>");
}

static void add_line(apo_buffer *out, const char *class_name, const int64_t ends[4])
{
    static const char *const names[] = {"\" x1=\"", "\" y1=\"", "\" x2=\"", "\" y2=\""};
    apo_buffer_add(out, "<line class=\"");
    apo_buffer_add(out, class_name);
    for (unsigned i = 0; i < 4; i++) {
        apo_buffer_add(out, names[i]);
        apo_buffer_add_number(out, ends[i]);
    }
    apo_buffer_add(out, "\"/>");
}

static void open_svg(apo_buffer *out, const char *label, int64_t width, int64_t height)
{
    apo_buffer_add(out, "<svg role=\"img\" aria-label=\"");
    apo_html_add(out, apo_span_of(label));
    apo_buffer_add(out, "\" viewBox=\"0 0 ");
    apo_buffer_add_number(out, width);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, height);
    apo_buffer_add(out, "\" preserveAspectRatio=\"none\">");
}

/* White's wins at the left, Black's at the right. */
static void add_bar(apo_buffer *out, const apo_i18n *i18n, const apo_store_stats *stats)
{
    static const char *const classes[APO_STORE_RESULTS] = {"out0", "out1", "out2", "out3",
                                                           "out4"};
    apo_buffer label;
    int64_t sum = 0;
    apo_buffer_init(&label, NULL);
    apo_tr_fill(
        &label,
        apo_tr(i18n, "White won {wins}, advantage to White {more}, drawn {draws}, advantage to "
                     "Black {less}, Black won {losses}"),
        APO_GAPS(APO_GAP_NUMBER("wins", stats->results[4]),
                 APO_GAP_NUMBER("more", stats->results[3]),
                 APO_GAP_NUMBER("draws", stats->results[2]),
                 APO_GAP_NUMBER("less", stats->results[1]),
                 APO_GAP_NUMBER("losses", stats->results[0])));
    open_svg(out, label.is_failed ? "" : label.bytes, BAR_WIDTH, 10);
    apo_buffer_clear(&label);
    for (unsigned i = APO_STORE_RESULTS; i-- > 0;) {
        int64_t from = sum * BAR_WIDTH / stats->games;
        sum += stats->results[i];
        add_rect(out, classes[i],
                 (const int64_t[]){from, 0, sum * BAR_WIDTH / stats->games - from, 10});
    }
    apo_buffer_add(out, "</svg>");
}

/* --- the starts ---------------------------------------------------------- */

typedef struct listing {
    apo_fill *fill;
    const apo_i18n *i18n;
    apo_buffer *chart;
    const apo_variant_entry *entry;
    unsigned count;                /* of starts */
    const uint32_t *start_weights; /* NULL: equal */
} listing;

static int64_t height_of(int64_t tenths)
{
    int64_t bounded = tenths < 0 ? 0 : tenths > 1000 ? 1000 : tenths;
    return CHART_HEIGHT - bounded * CHART_HEIGHT / 1000;
}

/* A mark for the score, with a line for its error. */
static void add_mark(const listing *all, int64_t number, const apo_store_stats *stats)
{
    int64_t tenths, margin;
    if (stats->games < CHART_GAMES_MIN || !apo_archive_score(stats, &tenths, &margin))
        return;
    int64_t x = (2 * number - 1) * CHART_WIDTH / (2 * (int64_t)all->count);
    add_line(all->chart, "margin",
             (const int64_t[]){x, height_of(tenths + margin), x, height_of(tenths - margin)});
    add_rect(all->chart, "mark", (const int64_t[]){x - 1, height_of(tenths) - 1, 3, 3});
}

/* How often the start is drawn, as a multiple of an even share. */
static void fill_share(apo_fill *row, const listing *all, int64_t number)
{
    apo_buffer words;
    if (all->start_weights == NULL)
        return;
    apo_buffer_init(&words, NULL);
    int64_t tenths =
        (int64_t)all->start_weights[number - 1] * all->count * 100 / APO_START_WEIGHTS_SUM;
    apo_buffer_add_number(&words, tenths / 100);
    apo_buffer_add_char(&words, '.');
    apo_buffer_add_number(&words, tenths % 100 / 10);
    apo_buffer_add_number(&words, tenths % 10);
    apo_fill_text(row, "share", apo_buffer_span(&words));
    apo_buffer_clear(&words);
}

static bool add_start(void *context, apo_span name, int64_t number,
                      const apo_store_stats *stats)
{
    listing *all = context;
    apo_fill *row = apo_fill_row(all->fill, "list");
    apo_buffer bar;
    bool is_default = name.length == 0 && number > 0 && number <= (int64_t)all->count;
    apo_fill_text(row, "name", name);
    if (number > 0)
        apo_fill_number(row, "number", number);
    apo_fill_flag(row, "is_start", number > 0);
    fill_stats(row, stats);
    apo_buffer_init(&bar, NULL);
    add_bar(&bar, all->i18n, stats);
    apo_fill_text(row, "bar", apo_buffer_span(&bar));
    apo_buffer_clear(&bar);
    if (is_default) {
        fill_share(row, all, number);
        add_mark(all, number, stats);
    }
    return true;
}

static apo_status fill_starts(listing *all, apo_store *store, unsigned kinds)
{
    apo_buffer chart;
    apo_buffer_init(&chart, NULL);
    all->chart = &chart;
    open_svg(&chart, apo_tr(all->i18n, "White's score by start number"), CHART_WIDTH,
             CHART_HEIGHT);
    add_line(&chart, "middle",
             (const int64_t[]){0, CHART_HEIGHT / 2, CHART_WIDTH, CHART_HEIGHT / 2});
    apo_status status =
        apo_store_list_starts(store, apo_span_of(all->entry->id), kinds, add_start, all);
    apo_buffer_add(&chart, "</svg>");
    if (all->count > 1)
        apo_fill_text(all->fill, "chart", apo_buffer_span(&chart));
    apo_buffer_clear(&chart);
    return status;
}

/* --- lengths ------------------------------------------------------------- */

typedef struct lengths {
    int64_t games[LENGTHS_MAX]; /* by tens of moves of both sides */
    int64_t most;
    unsigned count;
} lengths;

static bool add_length(void *context, int64_t tens, int64_t games)
{
    lengths *all = context;
    /* A column is twenty moves of both sides: ten moves as players count. */
    int64_t at = tens / 2 < LENGTHS_MAX ? tens / 2 : LENGTHS_MAX - 1;
    all->games[at] += games;
    if (all->games[at] > all->most)
        all->most = all->games[at];
    if ((int64_t)all->count <= at)
        all->count = (unsigned)at + 1;
    return true;
}

static apo_status fill_lengths(apo_fill *fill, const apo_i18n *i18n, apo_store *store,
                               const char *variant, unsigned kinds)
{
    lengths all = {.count = LENGTHS_MIN};
    apo_buffer chart;
    apo_status status =
        apo_store_list_lengths(store, apo_span_of(variant), kinds, add_length, &all);
    if (all.most == 0)
        return status;
    apo_buffer_init(&chart, NULL);
    int64_t width = CHART_WIDTH / all.count;
    open_svg(&chart, apo_tr(i18n, "Games by length, ten moves a column"), width * all.count,
             CHART_HEIGHT);
    for (unsigned i = 0; i < all.count; i++) {
        int64_t height = all.games[i] * CHART_HEIGHT / all.most;
        add_rect(&chart, "column",
                 (const int64_t[]){width * i, CHART_HEIGHT - height, width - 1, height});
    }
    apo_buffer_add(&chart, "</svg>");
    apo_fill_text(fill, "lengths", apo_buffer_span(&chart));
    apo_fill_number(fill, "longest", (int64_t)all.count * 10);
    apo_buffer_clear(&chart);
    return status;
}

/* --- the page ------------------------------------------------------------ */

static void fill_kinds(apo_fill *fill, const apo_http_request *req)
{
    static const char *const kinds[][2] = {{"all", APO_T("all games")},
                                           {"people", APO_T("between people")},
                                           {"computer", APO_T("with the computer")},
                                           {"imported", APO_T("imported")}};
    apo_span chosen = {NULL, 0};
    apo_http_query(req, "kind", &chosen);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        apo_fill *row = apo_fill_row(fill, "kinds");
        apo_fill_string(row, "value", kinds[i][0]);
        apo_fill_string(row, "words", kinds[i][1]);
        apo_fill_flag(row, "is_chosen",
                      apo_span_is(chosen, kinds[i][0]) || (i == 0 && chosen.length == 0));
    }
}

static apo_status fill_page(apo_fill *fill, apo_app *app, const apo_i18n *i18n,
                            const apo_variant_entry *entry, const uint32_t *start_weights,
                            unsigned kinds)
{
    apo_store_stats sum = {.games = 0};
    listing all = {.fill = fill,
                   .i18n = i18n,
                   .entry = entry,
                   .count = apo_variant_info_of(entry->var)->start_count,
                   .start_weights = start_weights};
    apo_status status = apo_store_find_stats(app->store, &sum, apo_span_of(entry->id), kinds);
    apo_fill_string(fill, "variant", entry->id);
    apo_fill_string(fill, "variant_name", apo_variant_info_of(entry->var)->name);
    apo_fill_number(fill, "start_count", all.count);
    apo_fill_flag(fill, "has_shares", start_weights != NULL);
    apo_fill_flag(fill, "has_many", all.count > 1);
    apo_fill_flag(fill, "has_games", sum.games > 0);
    fill_stats(fill, &sum);
    if (sum.games > 0) {
        apo_buffer bar;
        apo_buffer_init(&bar, NULL);
        add_bar(&bar, i18n, &sum);
        apo_fill_text(fill, "sum_bar", apo_buffer_span(&bar));
        apo_buffer_clear(&bar);
    }
    if (status == APO_OK)
        status = fill_starts(&all, app->store, kinds);
    if (status == APO_OK)
        status = fill_lengths(fill, i18n, app->store, entry->id, kinds);
    return status;
}

static void page_starts(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_variant_entry *entry =
        apo_variant_map_find(app->variants, app->store, apo_http_param(req, "variant"));
    unsigned kinds;
    if (entry == NULL || !apo_archive_read_kinds(&kinds, req)) {
        apo_pages_reply_error(req, 404, "There is no such game here.", app);
        return;
    }
    apo_fill *fill = apo_fill_new();
    fill_kinds(fill, req);
    uint32_t *start_weights = apo_variant_map_start_weights(app->variants, entry->digest);
    apo_status status =
        fill_page(fill, app, apo_i18n_for(app, req), entry, start_weights, kinds);
    apo_free(NULL, start_weights);
    if (status == APO_OK) {
        apo_pages_reply(app, req, 200, "starts", apo_variant_info_of(entry->var)->name, fill);
        return;
    }
    apo_fill_free(fill);
    apo_pages_reply_error(req, 503, "The archive cannot be read just now.", app);
}

const apo_http_route apo_page_starts_routes[] = {
    {APO_HTTP_GET, "/archive/:variant/starts", page_starts, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     NULL},
    APO_ROUTES_END,
};
