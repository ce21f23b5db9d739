#include "server/app/server_memory.h"

#ifdef __GLIBC__
#    include <malloc.h>
#endif

#include "i18n/i18n.h"
#include "server/archive/books.h"
#include "server/live/live.h"
#include "server/web/stolen.h"
#include "store/memory.h"

enum {
    ALONE_BYTES = 65536
};

void apo_server_prepare_memory(void)
{
#ifdef __GLIBC__
    /* By default glibc takes up to 32 MB from among the small ones, where they leave gaps. */
    (void)mallopt(M_MMAP_THRESHOLD, ALONE_BYTES);
#endif
}

/* --- definitions --------------------------------------------------------- */

static size_t bytes_of_definitions(void *context)
{
    const apo_app *app = context;
    return apo_compiled_bytes(apo_variant_map_compiled(app->variants));
}

static int64_t oldest_definition(void *context)
{
    const apo_app *app = context;
    return apo_compiled_oldest_ms(apo_variant_map_compiled(app->variants));
}

static size_t drop_definitions(void *context, size_t bytes, int64_t until_ms)
{
    const apo_app *app = context;
    return apo_compiled_drop(apo_variant_map_compiled(app->variants), apo_http_turns(app->http),
                             bytes, until_ms);
}

/* --- connections --------------------------------------------------------- */

static size_t bytes_of_connections(void *context)
{
    const apo_app *app = context;
    return apo_http_bytes(app->http);
}

static int64_t oldest_unread(void *context)
{
    const apo_app *app = context;
    return apo_http_unread_ms(app->http);
}

static size_t drop_unread(void *context, size_t bytes, int64_t until_ms)
{
    apo_http *http = ((const apo_app *)context)->http;
    size_t freed = 0, more = 1;
    while (freed < bytes && more > 0 && apo_http_unread_ms(http) <= until_ms) {
        more = apo_http_drop_unread(http);
        freed += more;
    }
    return freed;
}

/* --- what cannot be dropped ---------------------------------------------- */

static size_t bytes_of_database(void *context)
{
    (void)context;
    return apo_store_memory();
}

static size_t bytes_of_stolen(void *context)
{
    const apo_app *app = context;
    return apo_stolen_bytes(app->stolen);
}

static size_t bytes_of_books(void *context)
{
    const apo_app *app = context;
    return apo_books_bytes(app->books);
}

apo_status apo_server_add_memory(apo_app *app)
{
    const apo_memory_part parts[] = {
        {"definitions", APO_T("megabytes of definitions"), bytes_of_definitions,
         oldest_definition, drop_definitions, app},
        {"connections", APO_T("megabytes of connections and streams"), bytes_of_connections,
         oldest_unread, drop_unread, app},
        {"database", APO_T("megabytes of the database's caches"), bytes_of_database, NULL, NULL,
         app},
        {"stolen", APO_T("megabytes of stolen passwords"), bytes_of_stolen, NULL, NULL, app},
        {"books", APO_T("megabytes of opening books"), bytes_of_books, NULL, NULL, app},
    };
    apo_memory_part games = apo_live_memory;
    games.context = app->live;
    apo_status status = apo_memory_add(app->memory, &games, app->metrics);
    for (unsigned i = 0; status == APO_OK && i < sizeof parts / sizeof parts[0]; i++)
        status = apo_memory_add(app->memory, &parts[i], app->metrics);
    return status;
}
