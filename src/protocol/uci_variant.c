#include <string.h>

#include "definition/file/definition.h"
#include "protocol/chess960.h"
#include "protocol/eval_file.h"
#include "protocol/uci_priv.h"

apo_status apo_uci_go_to_start(apo_uci *uci)
{
    apo_position start;
    apo_buffer_clear(&uci->position);
    apo_status status = apo_usual_start(&start, uci->var);
    return status == APO_OK ? apo_engine_set_position(uci->engine, &start) : status;
}

static apo_status begin_game(apo_uci *uci)
{
    apo_error err;
    apo_span path = apo_buffer_span(&uci->eval_path);
    apo_buffer_clear(&uci->position);
    apo_status status =
        apo_eval_file_new_game(&uci->environment, uci->engine, uci->var, path, &err);
    uci->has_game = status == APO_OK;
    if (err.detail[0] != '\0')
        apo_uci_report_error(uci, err.detail, path);
    return status == APO_OK ? apo_uci_go_to_start(uci) : status;
}

void apo_uci_begin_game(apo_uci *uci)
{
    apo_status status = begin_game(uci);
    if (status != APO_OK)
        apo_uci_report_error(uci, apo_status_message(status), apo_span_of(""));
}

apo_status apo_uci_take_variant(apo_uci *uci, apo_variant *var)
{
    /* The engine must not use the old variant again before it gets the new one. */
    apo_variant *old = uci->var;
    uci->var = var;
    apo_uci_close_book(uci); /* the open book is for the old variant */
    apo_status status = begin_game(uci);
    uci->is_refused = false;
    apo_variant_free(old);
    return status;
}

apo_status apo_uci_open_variant(apo_uci *uci, apo_span id)
{
    apo_variant *var = NULL;
    if (apo_span_is(id, APO_UCI_VARIANT) && uci->options.of[APO_OPTION_CHESS960] != 0)
        id = apo_span_of(APO_CHESS960);
    apo_status status = apo_definition_open(&var, id, uci->environment.alloc, NULL);
    return status == APO_OK ? apo_uci_take_variant(uci, var) : status;
}

apo_status apo_uci_settle_chess960(apo_uci *uci)
{
    const char *id = uci->var != NULL ? apo_variant_info_of(uci->var)->id : "";
    bool is_on = uci->options.of[APO_OPTION_CHESS960] != 0;
    if (strcmp(id, is_on ? APO_UCI_VARIANT : APO_CHESS960) != 0)
        return APO_OK;
    return apo_uci_open_variant(uci, apo_span_of(APO_UCI_VARIANT));
}

bool apo_uci_has_game(apo_uci *uci)
{
    if (!uci->has_game && uci->var == NULL) {
        apo_status status = apo_uci_open_variant(uci, apo_span_of(APO_UCI_VARIANT));
        if (status != APO_OK)
            apo_uci_report_error(uci, apo_status_message(status), apo_span_of(""));
    }
    return uci->has_game;
}
