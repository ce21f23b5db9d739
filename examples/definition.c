/* A game of one's own: first with a mistake in its definition, then without. */
#include <apothecary/apothecary.h>
#include <stdio.h>
#include <string.h>

/* Chess with an amazon, which moves as a queen or a knight, in the place of the queen. */
static const char definition[] = "[game]\n"
                                 "name = Amazon Chess\n"
                                 "base = chess\n"
                                 "\n"
                                 "[pieces]\n"
                                 "Q = amazon, %s, points 12\n";

static apo_variant *compile(const char *movement)
{
    char text[sizeof definition + 32];
    apo_variant *var = NULL;
    apo_fault_list faults;
    snprintf(text, sizeof text, definition, movement);
    apo_fault_list_init(&faults);
    apo_definition_compile(&var, apo_span_of("amazon"), apo_span_of(text), NULL, NULL, &faults);
    for (size_t i = 0; i < faults.count; i++)
        printf("line %u, column %u: %s\n", (unsigned)faults.faults[i].line,
               (unsigned)faults.faults[i].column, faults.faults[i].detail);
    return var;
}

int main(void)
{
    if (compile("Q[N") != NULL) /* a bracket is not closed */
        return 1;
    apo_variant *var = compile("QN");
    if (var == NULL)
        return 1;
    unsigned type = apo_variant_type_of_letter(var, 'q');
    printf("%s: %u types of pieces, one of them the %s\n", apo_variant_info_of(var)->name,
           apo_variant_info_of(var)->type_count, apo_type_info_of(var, type)->name);

    apo_position *pos = apo_position_new(var);
    for (unsigned depth = 1; pos != NULL && depth <= 4; depth++)
        printf("%u half-moves: %llu games\n", depth, (unsigned long long)apo_perft(pos, depth));
    apo_position_free(pos);
    apo_variant_free(var);
    return 0;
}
