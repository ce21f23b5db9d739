/* The manual page of the engine under its own name. */
#include "cli/call/help.h"
#include "protocol/option_table.h"

static void print_values(const apo_option *option)
{
    switch (option->kind) {
    case APO_OPTION_SPIN:
        printf("A number from %u to %u, by default %u.\n", (unsigned)option->minimum,
               (unsigned)option->maximum, (unsigned)option->preset);
        return;
    case APO_OPTION_CHECK:
        printf("true or false, by default %s.\n", option->preset != 0 ? "true" : "false");
        return;
    case APO_OPTION_BUTTON: puts("Has no value."); return;
    case APO_OPTION_STRING: puts("A text."); return;
    case APO_OPTION_COMBO: puts("One of those that the engine lists."); return;
    }
}

static void print_options(void)
{
    for (unsigned id = 0; id < APO_OPTIONS; id++) {
        const apo_option *option = apo_option_get((enum apo_option_id)id);
        bool is_of_both = option->protocols == (APO_OPTION_UCI | APO_OPTION_XBOARD);
        printf(".TP\n.B %s\n", option->name);
        if (!is_of_both)
            puts(option->protocols == APO_OPTION_UCI ? "UCI only." : "XBoard only.");
        print_values(option);
        printf("%s.\n", option->about);
    }
}

void apo_manual_print_engine(void)
{
    puts(".TH APOTHECARY\\-ENGINE 6 \"\" \"apothecary " APO_VERSION "\" \"Games Manual\"\n"
         ".SH NAME\n"
         "apothecary\\-engine \\- engine for chess and large\\-board variants\n"
         ".SH SYNOPSIS\n"
         ".B apothecary\\-engine\n"
         ".SH DESCRIPTION\n"
         "The engine of\n"
         ".BR apothecary (1)\n"
         "for other chess programs. It takes no arguments, and speaks the Universal Chess\n"
         "Interface or the protocol of XBoard on standard input and output; the first line\n"
         "decides which. It plays chess until a game is chosen: with UCI by the option\n"
         "UCI_Variant, or VariantPath for a definition file; with XBoard by its menu or\n"
         ".BR \\-variant .\n"
         ".SH OPTIONS OF THE PROTOCOLS");
    print_options();
    puts(".SH EXAMPLES\n"
         ".TP\n"
         ".B xboard \\-fcp apothecary\\-engine\n"
         "Play chess against it.\n"
         ".TP\n"
         ".B xboard \\-fcp apothecary\\-engine \\-variant modern \\-testLegality false\n"
         "Play a game that XBoard does not know.\n"
         ".SH SEE ALSO\n"
         ".BR apothecary (1),\n"
         ".BR xboard (6)");
}
