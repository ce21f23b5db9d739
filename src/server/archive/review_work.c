#include "server/archive/review_work.h"

#include "base/json.h"
#include "base/text.h"
#include "net/json_in.h"
#include "notation/fen.h"
#include "server/archive/review.h"
#include "server/archive/search.h"
#include "store/reviews.h"

enum {
    NODES = 100000 /* for each position, as in browsers (web/analysis/review-panel.js) */
};

static apo_status write_input(apo_buffer *out, const apo_variant *var,
                              const apo_store_record *record)
{
    apo_position pos;
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_status status = apo_archive_start(&pos, var, record);
    if (status != APO_OK)
        return status;
    apo_fen_write(&text, &pos);
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "fen", apo_text_span(&text));
    apo_json_add_text(out, "moves", record->moves);
    apo_json_add_number(out, "nodes", NODES);
    apo_json_close(out, '}');
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

apo_status apo_review_work_add(apo_store_batch *batch, apo_app *app,
                               const apo_store_record *record, apo_span person)
{
    apo_store_work work = {.rank = APO_WORK_RANK_REVIEW,
                           .size = (record->plies + 1) * NODES,
                           .created_ms = apo_http_wall_clock_ms()};
    apo_buffer input;
    const apo_variant *var =
        apo_variant_map_variant(app->variants, app->store, record->variant, record->definition);
    if (var == NULL)
        return APO_E_UNKNOWN;
    if (record->plies > APO_REVIEW_PLIES_MAX)
        return APO_E_TOO_LARGE;
    if (record->plies == 0)
        return APO_E_UNSUPPORTED;
    apo_text_copy(work.kind, sizeof work.kind, APO_REVIEW_WORK);
    apo_text_copy(work.subject, sizeof work.subject, record->game);
    apo_text_copy_span(work.person, sizeof work.person, person);
    apo_text_copy(work.variant, sizeof work.variant, record->variant);
    apo_text_copy(work.definition, sizeof work.definition, record->definition);
    apo_buffer_init(&input, NULL);
    apo_status status = write_input(&input, var, record);
    if (status == APO_OK)
        apo_store_add_work(batch, &work, apo_buffer_span(&input));
    apo_buffer_clear(&input);
    return status;
}

/* --- results ------------------------------------------------------------- */

typedef struct reading {
    apo_app *app;
    const apo_json_value *lines;
    apo_buffer text;
    apo_status status;
} reading;

static bool read_record(void *context, const apo_store_record *record)
{
    reading *all = context;
    const apo_variant *var = apo_variant_map_variant(all->app->variants, all->app->store,
                                                     record->variant, record->definition);
    all->status =
        var == NULL ? APO_E_MEMORY : apo_review_read(&all->text, var, record, all->lines);
    return true;
}

static int64_t nodes_of(apo_span input)
{
    apo_json_in *document;
    int64_t nodes = NODES;
    if (apo_json_in_read(&document, input, NULL) != APO_OK)
        return nodes;
    (void)apo_json_in_number(apo_json_in_member(apo_json_in_root(document), "nodes"), 1,
                             APO_REVIEW_NODES_MAX, &nodes);
    apo_json_in_free(document);
    return nodes;
}

static apo_status take_result(apo_app *app, const apo_store_work *work, apo_span input,
                              apo_span result, apo_store_batch *batch)
{
    apo_json_in *document;
    reading all = {.app = app, .status = APO_OK};
    apo_store_review review = {.made_ms = apo_http_wall_clock_ms(), .nodes = nodes_of(input)};
    apo_status status = apo_json_in_read(&document, result, NULL);
    if (status != APO_OK)
        return status == APO_E_TOO_LARGE ? APO_E_SYNTAX : status;
    apo_buffer_init(&all.text, NULL);
    all.lines = apo_json_in_member(apo_json_in_root(document), "positions");
    status = apo_store_find_record(app->store, apo_span_of(work->subject), read_record, &all);
    if (status == APO_OK)
        status = all.text.is_failed ? APO_E_MEMORY : all.status;
    if (status == APO_OK) {
        apo_text_copy(review.game, sizeof review.game, work->subject);
        apo_text_copy(review.person, sizeof review.person, work->person);
        apo_store_put_review(batch, &review, apo_buffer_span(&all.text));
    }
    apo_buffer_clear(&all.text);
    apo_json_in_free(document);
    return status;
}

void apo_review_work_start(apo_app *app)
{
    static const apo_work_kind kind = {
        .name = APO_REVIEW_WORK, .take = take_result, .has_exact_size = true};
    apo_work_add_kind(app->work, &kind);
}
