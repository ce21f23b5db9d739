#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/selfplay/selfplay.h"

static enum apo_exit report_line(const char *path, uint32_t line, apo_span fen,
                                 const apo_error *err)
{
    apo_report_error("%s:%u:", path, (unsigned)line);
    return apo_report_text_error("FEN", fen, err);
}

static enum apo_exit read_lines(apo_selfplay_starts *out, const apo_variant *var,
                                const char *path)
{
    apo_span rest = apo_buffer_span(&out->text), line;
    apo_position pos;
    apo_error err = {.detail = ""};
    for (uint32_t number = 1; apo_span_line(&rest, &line); number++) {
        apo_span fen = apo_span_trim(line);
        if (fen.length == 0 || fen.text[0] == '#')
            continue;
        if (fen.length >= APO_FEN_MAX || apo_fen_read(&pos, var, fen, &err) != APO_OK)
            return report_line(path, number, fen, &err);
        out->fens[out->count++] = fen;
    }
    return out->count > 0 ? APO_EXIT_OK : apo_report_failure("%s: there is no FEN in it", path);
}

enum apo_exit apo_selfplay_starts_open(apo_selfplay_starts *out, const apo_variant *var,
                                       const char *path)
{
    size_t lines = 1;
    apo_buffer_init(&out->text, NULL);
    apo_status status = apo_file_read(&out->text, path);
    if (status != APO_OK)
        return apo_report_failure(
            "%s: %s", path, status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    for (size_t i = 0; i < out->text.length; i++)
        lines += out->text.bytes[i] == '\n';
    out->fens = calloc(lines, sizeof *out->fens);
    if (out->fens == NULL)
        return apo_report_failure("selfplay: %s", apo_status_message(APO_E_MEMORY));
    return read_lines(out, var, path);
}

void apo_selfplay_starts_close(apo_selfplay_starts *starts)
{
    apo_buffer_clear(&starts->text);
    free(starts->fens);
    starts->fens = NULL;
}
