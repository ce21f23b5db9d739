/* Law: a piece that is read in a dialect and written in it again has the same paths, a
 * description and a diagram. The first byte of the input chooses the dialect. */
#include "laws.h"
#include "path_set.h"

#include "definition/betza/diagram.h"
#include "definition/betza/dialect.h"
#include "definition/betza/words.h"

enum {
    INPUT_MAX = 200, /* longer texts find nothing new */
    PATHS_MAX =
        2000 /* pieces with more are not compared: that takes too long and finds nothing new */
};

static bool count_path(void *context, const apo_path *path)
{
    unsigned *count = context;
    (void)path;
    return ++*count < PATHS_MAX;
}

/* True if the piece has few paths from the middle of a board. */
static bool is_small(const apo_piece_moves *moves)
{
    static apo_geometry geo = {.files = 11, .rows = 12, .bottom_rank = 1};
    unsigned count = 0;
    memset(geo.place, APO_PLACE_SQUARE, sizeof geo.place);
    return apo_paths_walk(&geo, moves, APO_WHITE, 60, count_path, &count) == APO_OK &&
           count < PATHS_MAX;
}

static void write_and_read(const apo_piece_moves *moves, enum apo_dialect dialect)
{
    static char bytes[APO_BETZA_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_piece_moves again;
    apo_error err;
    apo_fault_list notes;
    apo_fault_list_init(&notes);
    if (apo_dialect_write(&text, moves, dialect, &notes, &err) != APO_OK || text.length == 0)
        return;
    assert(apo_dialect_read(&again, apo_text_span(&text), dialect, NULL, &err) == APO_OK);
    /* Notes report losses. */
    if (notes.count == 0)
        assert(path_set_are_same_pieces(moves, &again));
}

static void describe(const apo_piece_moves *moves)
{
    static apo_diagram diagram;
    apo_buffer out, words;
    apo_buffer_init(&out, NULL);
    apo_buffer_init(&words, NULL);
    apo_betza_words(&words, moves);
    assert(words.length > 0 && words.bytes[words.length - 1] == '\n');
    if (apo_diagram_make(&diagram, moves, 0) == APO_OK) {
        apo_diagram_text(&out, &diagram, (apo_diagram_style){.is_ascii = true});
        apo_diagram_svg(&out, &diagram, apo_span_of("<\"&>"), apo_buffer_span(&words));
        apo_diagram_json(&out, &diagram, apo_span_of("\"\\"), apo_span_of("a\nb"));
    }
    apo_buffer_clear(&words);
    apo_buffer_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_piece_moves moves;
    apo_error err = {.status = APO_OK};
    if (size == 0 || size > INPUT_MAX)
        return 0;
    enum apo_dialect dialect = (enum apo_dialect)(data[0] % APO_DIALECTS);
    apo_span text = {(const char *)data + 1, size - 1};
    apo_status status = apo_dialect_read(&moves, text, dialect, NULL, &err);
    assert(status == APO_OK || (err.detail[0] != '\0' && err.position <= text.length));
    if (status != APO_OK)
        return 0;
    for (unsigned i = 0; i < APO_DIALECTS && is_small(&moves); i++)
        write_and_read(&moves, (enum apo_dialect)i);
    describe(&moves);
    return 0;
}
