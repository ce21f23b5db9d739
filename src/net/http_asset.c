/* Files for pages: built into the program, or read from a folder during development. */
#define ZLIB_CONST /* zlib reads what it is given */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/text.h"
#include "net/http_priv.h"

enum {
    PATH_SIZE = 1024,
    FILE_MAX = 16 * 1024 * 1024, /* the largest file, the rules' module, has under 1 MB */
    PIECE = 16384,
    GZIP_WINDOW = 15 + 16 /* zlib: gzip, any window */
};

static const char immutable[] = "public, max-age=31536000, immutable";

bool apo_http_has_assets(const apo_http *srv)
{
    return srv->options.assets != NULL || srv->options.web_folder != NULL;
}

static int compare(apo_span name, const char *other)
{
    size_t length = strlen(other);
    size_t common = name.length < length ? name.length : length;
    int order = memcmp(name.text, other, common);
    if (order != 0 || name.length == length)
        return order;
    return name.length < length ? -1 : 1;
}

static const apo_http_asset *find_asset(const apo_http *srv, apo_span name)
{
    const apo_http_assets *all = srv->options.assets;
    size_t low = 0, high = all == NULL ? 0 : all->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(name, all->assets[middle].name);
        if (order == 0)
            return &all->assets[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Appends an unpacked asset to `out`. */
static apo_status unpack(const apo_http_asset *asset, apo_buffer *out)
{
    char piece[PIECE];
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        return APO_E_MEMORY;
    stream.next_in = asset->bytes;
    stream.avail_in = (uInt)asset->size;
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = (Bytef *)piece;
        stream.avail_out = PIECE;
        result = inflate(&stream, Z_NO_FLUSH);
        apo_buffer_add_span(out, (apo_span){piece, PIECE - stream.avail_out});
    }
    inflateEnd(&stream);
    if (out->is_failed)
        return APO_E_MEMORY;
    return result == Z_STREAM_END ? APO_OK : APO_E_IO;
}

static bool has_suffix(apo_span name, const char *suffix)
{
    size_t length = strlen(suffix);
    return name.length > length &&
           apo_span_is(apo_span_part(name, name.length - length, length), suffix);
}

static const char *type_of(apo_span name)
{
    static const char *const types[][2] = {
        {".html", APO_HTTP_HTML},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".json", APO_HTTP_JSON},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".woff2", "font/woff2"},
        {".ogg", "audio/ogg"},
        {".mp3", "audio/mpeg"},
        {".txt", APO_HTTP_TEXT},
        {".book", APO_HTTP_TEXT},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (has_suffix(name, types[i][0]))
            return types[i][1];
    return "application/octet-stream";
}

static apo_status read_all(int descriptor, apo_buffer *out)
{
    char piece[PIECE];
    size_t total = 0;
    for (;;) {
        ssize_t got = read(descriptor, piece, sizeof piece);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return APO_E_IO;
        if (got == 0)
            return out->is_failed ? APO_E_MEMORY : APO_OK;
        total += (size_t)got;
        if (total > FILE_MAX)
            return APO_E_TOO_LARGE;
        apo_buffer_add_span(out, (apo_span){piece, (size_t)got});
    }
}

/* Request paths never contain ".."; hidden files are not served either. */
static bool is_file_name(apo_span name)
{
    bool is_start = true;
    for (size_t i = 0; i < name.length; i++) {
        if (name.text[i] == '\0' || (is_start && name.text[i] == '.'))
            return false;
        is_start = name.text[i] == '/';
    }
    return name.length > 0;
}

/* Appends a file of the folder to `out`. */
static apo_status read_file(const char *folder, apo_span name, apo_buffer *out)
{
    char buf[PATH_SIZE];
    struct stat about;
    apo_text path = apo_text_start(buf, sizeof buf);
    apo_text_add(&path, folder);
    apo_text_add_char(&path, '/');
    apo_text_add_span(&path, name);
    if (path.is_overflowed || !is_file_name(name))
        return APO_E_UNKNOWN;
    int descriptor = open(buf, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return APO_E_UNKNOWN;
    apo_status status = APO_E_UNKNOWN;
    if (fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode))
        status = read_all(descriptor, out);
    close(descriptor);
    return status;
}

static apo_status read_asset(const apo_http *srv, apo_span name, apo_buffer *out)
{
    if (srv->options.web_folder != NULL) {
        apo_status status = read_file(srv->options.web_folder, name, out);
        if (status != APO_E_UNKNOWN)
            return status;
    }
    const apo_http_asset *asset = find_asset(srv, name);
    return asset == NULL ? APO_E_UNKNOWN : unpack(asset, out);
}

apo_status apo_http_asset_read(const apo_http *srv, const char *name, apo_buffer *out)
{
    return read_asset(srv, apo_span_of(name), out);
}

static void list_folder(const char *path, const char *folder, const char *suffix,
                        apo_buffer *out)
{
    struct dirent **files = NULL;
    int count = scandir(path, &files, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        apo_span name = apo_span_of(files[i]->d_name);
        if (is_file_name(name) && has_suffix(name, suffix)) {
            apo_buffer_add(out, folder);
            apo_buffer_add_char(out, '/');
            apo_buffer_add_span(out, name);
            apo_buffer_add_char(out, '\n');
        }
        free(files[i]);
    }
    free(files);
}

void apo_http_asset_list(const apo_http *srv, const char *folder, const char *suffix,
                         apo_buffer *out)
{
    const apo_http_assets *all = srv->options.assets;
    size_t length = strlen(folder);
    if (srv->options.web_folder != NULL) {
        char buf[PATH_SIZE];
        apo_text path = apo_text_start(buf, sizeof buf);
        apo_text_add(&path, srv->options.web_folder);
        apo_text_add_char(&path, '/');
        apo_text_add(&path, folder);
        if (!path.is_overflowed)
            list_folder(buf, folder, suffix, out);
    }
    for (size_t i = 0; all != NULL && i < all->count; i++) {
        apo_span name = apo_span_of(all->assets[i].name);
        if (!apo_span_starts_with(name, folder) || name.length <= length ||
            name.text[length] != '/' || !has_suffix(name, suffix))
            continue;
        apo_buffer_add_span(out, name);
        apo_buffer_add_char(out, '\n');
    }
}

/* Sends it compressed, as built in, unless the client accepts neither form. */
static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

/* True if a browser only loads the file as part of a page. A worker is not, as it has a content
 * policy of its own. */
static bool is_part(const char *name)
{
    return ends_with(name, ".css") || ends_with(name, ".wasm") ||
           (ends_with(name, ".js") && !ends_with(name, "-worker.js"));
}

static void reply_built_in(apo_http_request *req, const apo_http_asset *asset,
                           const char *caching)
{
    apo_span encodings;
    req->is_part = is_part(asset->name);
    apo_http_header(req, "Accept-Encoding", &encodings);
    apo_http_add_header(req, "Vary", apo_span_of("Accept-Encoding"));
    apo_http_add_header(req, "Cache-Control", apo_span_of(caching));
    if (asset->brotli != NULL && apo_header_accepts(encodings, "br")) {
        apo_http_add_header(req, "Content-Encoding", apo_span_of("br"));
        apo_http_reply(req, 200, asset->type,
                       (apo_span){(const char *)asset->brotli, asset->brotli_size});
        return;
    }
    if (apo_header_accepts(encodings, "gzip")) {
        apo_http_add_header(req, "Content-Encoding", apo_span_of("gzip"));
        apo_http_reply(req, 200, asset->type,
                       (apo_span){(const char *)asset->bytes, asset->size});
        return;
    }
    apo_buffer plain;
    apo_buffer_init(&plain, NULL);
    if (unpack(asset, &plain) == APO_OK) {
        apo_http_reply(req, 200, asset->type, apo_buffer_span(&plain));
        apo_buffer_clear(&plain);
        return;
    }
    apo_buffer_clear(&plain);
    req->is_part = false;
    apo_http_reply_error(req, 500, "internal", "This file cannot be read.");
}

/* If the file is in the folder, answers with it and returns true. */
static bool reply_from_folder(apo_http_request *req, apo_span name)
{
    apo_buffer text;
    if (req->srv->options.web_folder == NULL)
        return false;
    apo_buffer_init(&text, NULL);
    apo_status status = read_file(req->srv->options.web_folder, name, &text);
    if (status == APO_OK)
        apo_http_reply_tagged(req, type_of(name), apo_buffer_span(&text));
    else if (status != APO_E_UNKNOWN)
        apo_http_reply_error(req, 500, "internal", "This file cannot be read.");
    apo_buffer_clear(&text);
    return status != APO_E_UNKNOWN;
}

static void reply_file(apo_http_request *req, apo_span name, const char *caching)
{
    if (reply_from_folder(req, name))
        return;
    const apo_http_asset *asset = find_asset(req->srv, name);
    if (asset == NULL)
        apo_http_reply_error(req, 404, "not_found", "There is no such file.");
    else
        reply_built_in(req, asset, caching);
}

/* An old page may still request a file by an old hash: it gets the current file, but
 * uncached. */
void apo_http_serve_static(apo_http_request *req, void *context)
{
    apo_span hash = req->params[0], name = req->params[1];
    const apo_http_options *options = &req->srv->options;
    (void)context;
    bool is_current = options->web_folder == NULL && options->assets != NULL &&
                      apo_span_is(hash, options->assets->hash);
    apo_http_allow_other_sites(req); /* other sites show our boards on their pages */
    if (apo_span_starts_with(name, "pages/"))
        apo_http_reply_error(req, 404, "not_found", "There is no such file.");
    else
        reply_file(req, name, is_current ? immutable : "no-cache");
}

void apo_http_reply_asset(apo_http_request *req, const char *name)
{
    reply_file(req, apo_span_of(name), "public, max-age=3600");
}
