#include "notation/book.h"
#include "protocol/uci_priv.h"

void apo_uci_close_book(apo_uci *uci)
{
    apo_book_free(uci->book);
    uci->book = NULL;
    uci->book_var = NULL;
}

void apo_uci_set_book(apo_uci *uci, apo_span path)
{
    apo_uci_close_book(uci);
    apo_buffer_clear(&uci->book_path);
    if (path.length > 0 && !apo_span_is(path, "<empty>"))
        apo_buffer_add_span(&uci->book_path, path);
}

/* Reads the book for the current game, once; a book that cannot be read is reported once. */
static const apo_book *find_book(apo_uci *uci)
{
    apo_buffer bytes;
    apo_error err = {.detail = ""};
    if (uci->book_path.length == 0 || uci->environment.read_bytes == NULL)
        return NULL;
    if (uci->book_var == uci->var)
        return uci->book;
    apo_uci_close_book(uci);
    uci->book_var = uci->var;
    apo_buffer_init(&bytes, uci->environment.alloc);
    apo_status status = uci->environment.read_bytes(uci->environment.read_context, &bytes,
                                                    apo_buffer_span(&uci->book_path));
    if (status == APO_OK)
        status = apo_book_read(&uci->book, uci->var, apo_buffer_span(&bytes), &err);
    if (status != APO_OK)
        apo_uci_report_error(uci,
                             err.detail[0] != '\0' ? err.detail : apo_status_message(status),
                             apo_buffer_span(&uci->book_path));
    apo_buffer_clear(&bytes);
    return uci->book;
}

bool apo_uci_play_book(apo_uci *uci)
{
    const apo_position *pos = apo_engine_position(uci->engine);
    apo_buffer line;
    apo_move mv;
    const uint32_t *options = uci->options.of;
    if (options[APO_OPTION_OWN_BOOK] == 0 || options[APO_OPTION_ANALYSE_MODE] != 0 ||
        uci->is_pondering || uci->limits.is_infinite || uci->limits.mate > 0 ||
        uci->limits.move_count > 0)
        return false;
    const apo_book *book = find_book(uci);
    if (book == NULL || !apo_book_choose(&mv, book, pos, &uci->random))
        return false;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "info string from the book");
    apo_uci_send_buffer(uci, &line);
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "bestmove ");
    apo_uci_add_move(&line, uci, pos, &mv);
    apo_uci_send_buffer(uci, &line);
    return true;
}
