#include "rules/tables/compile.h"

#include "base/mem.h"
#include "base/text.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/tables/emblem.h"

/* --- the fixed part ------------------------------------------------------ */

static void copy_pieces(apo_variant *var, const apo_variant_spec *spec)
{
    var->info.type_count = spec->type_count;
    for (unsigned type = 1; type <= spec->type_count; type++) {
        const apo_type_spec *piece = &spec->types[type];
        apo_type_info *out = &var->types[type];
        out->letter = piece->letter;
        out->mark = piece->mark;
        out->accent = piece->accent;
        var->sign_before[type] = piece->mark == APO_MARK_PROMOTED ? '+' : '\0';
        var->sign_behind[type] = piece->mark == APO_MARK_TURNS_BACK ? '~' : '\0';
        out->base = piece->mark == APO_MARK_NONE ? (uint8_t)type : piece->base;
        out->points = piece->points;
        apo_text_copy(out->name, sizeof out->name, piece->name);
        apo_text_copy(out->class_name, sizeof out->class_name, piece->class_name);
        apo_text_copy(var->pictures[type], sizeof var->pictures[type], piece->picture);
        out->is_royal = piece->is_royal;
        if (piece->is_royal)
            var->royal = (uint8_t)type;
        if (piece->mark == APO_MARK_NONE && piece->accent == '\0' &&
            apo_is_upper(piece->letter) && var->type_of_letter[piece->letter - 'A'] == 0)
            var->type_of_letter[piece->letter - 'A'] = (uint8_t)type;
    }
}

static void copy_fixed(apo_variant *var, const apo_variant_spec *spec)
{
    apo_text_copy(var->info.id, sizeof var->info.id, spec->id);
    apo_text_copy(var->info.name, sizeof var->info.name, spec->name);
    apo_text_copy(var->info.inventor, sizeof var->info.inventor, spec->inventor);
    apo_text_copy(var->rules_section, sizeof var->rules_section, spec->rules_section);
    var->geometry = spec->geometry;
    var->squares = (uint16_t)apo_geometry_squares(&spec->geometry);
    /* See apo_types_are_wide. */
    var->words =
        (uint8_t)(spec->type_count < 64 ? (var->squares + 63U) / 64 : APO_SET_WORDS_MAX);
    copy_pieces(var, spec);
}

static void count_royals(const apo_compile *job)
{
    unsigned royals = 0;
    for (unsigned type = 1; type <= job->spec->type_count; type++)
        royals += job->spec->types[type].is_royal;
    if (royals > 1)
        apo_fault_add(job->faults, 0, 0, apo_span_of("pieces"), "more than one type is royal",
                      apo_span_of(""));
}

/* --- rules --------------------------------------------------------------- */

/* Fills in what each place becomes when a piece leaves it, by the kernel and by the rules. */
static void lay_out_board(apo_compile *job)
{
    apo_variant *var = job->var;
    for (unsigned sq = 0; sq < var->squares; sq++) {
        bool is_square = var->geometry.place[sq] != APO_PLACE_NONE;
        var->vacated[sq] = is_square ? APO_PIECE_EMPTY : APO_PIECE_VOID;
        if (is_square)
            apo_set_add(&var->real, (apo_square)sq);
    }
    var->vacated[var->squares] = APO_PIECE_VOID;
    for (unsigned i = 0; i < job->rules->count; i++)
        if (job->rules->rules[i]->board != NULL)
            job->rules->rules[i]->board(var);
}

/* Allocates the data of the rules, even of those that the game does not have. */
static apo_status make_rule_data(apo_compile *job)
{
    apo_variant *var = job->var;
    size_t words = 0;
    for (unsigned i = 0; i < job->rules->count; i++) {
        var->rule_at[i] = (uint16_t)words;
        words += (job->rules->rules[i]->data_size + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    }
    var->rule_data = apo_array_add(&job->rule_data, words);
    if (var->rule_data == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 0; i < job->rules->count; i++)
        if (job->rules->rules[i]->preset != NULL)
            job->rules->rules[i]->preset(var->rule_data + var->rule_at[i]);
    return APO_OK;
}

/* Adds a rule to the game. */
static void switch_on(apo_compile *job, unsigned index)
{
    const apo_rule *rule = job->rules->rules[index];
    apo_hooks *hooks = &job->var->hooks;
    job->is_on |= (uint64_t)1 << index;
#define TAKE_HOOK(name)     \
    if (rule->name != NULL) \
        hooks->name[hooks->name##_count++] = rule->name;
    APO_HOOK_LIST(TAKE_HOOK)
#undef TAKE_HOOK
}

/* A rule that the game does not have still checks that its state is empty, explains why moves
 * that need it are illegal and what would change that, and its kinds of moves keep their
 * meaning. */
static void leave_off(apo_compile *job, unsigned index)
{
    apo_hooks *hooks = &job->var->hooks;
    const apo_rule *rule = job->rules->rules[index];
    if (rule->check != NULL)
        hooks->check[hooks->check_count++] = rule->check;
    if (rule->explain != NULL)
        hooks->explain[hooks->explain_count++] = rule->explain;
    if (rule->object != NULL)
        hooks->object[hooks->object_count++] = rule->object;
    if (rule->change != NULL)
        hooks->change[hooks->change_count++] = rule->change;
}

/* True if a fault's detail names a section: "[hands]". */
static bool names_section(const char *detail, apo_span section)
{
    for (; *detail != '\0'; detail++)
        if (*detail == '[' && apo_span_starts_with(apo_span_of(detail + 1), section.text) &&
            detail[1 + section.length] == ']')
            return true;
    return false;
}

static void add_place(apo_text *text, apo_span section, uint32_t line)
{
    apo_text_add(text, " ([");
    apo_text_add_span(text, section);
    apo_text_add(text, "]: line ");
    apo_text_add_number(text, line);
    apo_text_add_char(text, ')');
}

/* Adds to a fault the lines of the other sections that it names: "... ([hands]: line 12)"; of
 * [pieces] that of the royal piece. */
static void add_places(const apo_compile *job, const apo_build *build, apo_fault *fault)
{
    char buf[sizeof fault->detail];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add(&text, fault->detail);
    for (unsigned i = 0; i < job->rules->section_count; i++) {
        apo_span section = apo_span_of(job->rules->rules[i]->info.section);
        if (job->spec->rules[i].line == 0 || job->rules->rules[i] == build->rule ||
            !names_section(fault->detail, section))
            continue;
        add_place(&text, section, job->spec->rules[i].line);
    }
    if (names_section(fault->detail, apo_span_of("pieces")) && job->var->royal != APO_TYPE_NONE)
        add_place(&text, apo_span_of("pieces"), job->spec->types[job->var->royal].line);
    memcpy(fault->detail, buf, sizeof buf);
}

/* Reports each section that a rule does not go with. */
static void check_company(const apo_compile *job, const apo_build *build)
{
    for (unsigned i = 0; build->rule->goes_with != 0 && i < job->rules->section_count; i++)
        if (job->spec->rules[i].line != 0 && !(build->rule->goes_with >> i & 1U))
            apo_build_fault(build, NULL, "it is not known what this means together with [%s]",
                            apo_span_of(job->rules->rules[i]->info.section));
}

static void build_rules(apo_compile *job)
{
    apo_variant *var = job->var;
    var->kinds[APO_MOVE_PATH] = &apo_kind_path;
    for (unsigned i = 0; i < job->rules->count; i++)
        if (job->rules->rules[i]->kind != NULL)
            var->kinds[job->rules->rules[i]->kind->number] = job->rules->rules[i]->kind;
    for (unsigned i = 0; i < job->rules->section_count; i++) {
        const apo_rule *rule = job->rules->rules[i];
        apo_build build = {var,         job->spec, &job->spec->rules[i],
                           job->faults, rule,      var->rule_data + var->rule_at[i]};
        if (job->spec->rules[i].line == 0) {
            leave_off(job, i);
            continue;
        }
        var->rules |= (uint64_t)1 << i;
        size_t before = job->faults != NULL ? job->faults->count : 0;
        check_company(job, &build);
        if (rule->build != NULL && !job->spec->rules[i].is_broken)
            rule->build(&build);
        for (; job->faults != NULL && before < job->faults->count; before++)
            add_places(job, &build, &job->faults->faults[before]);
        switch_on(job, i);
    }
}

/* Finds the rules without a section, once the tables exist. */
static void find_rules(apo_compile *job)
{
    for (unsigned i = job->rules->section_count; i < job->rules->count; i++) {
        const apo_rule *rule = job->rules->rules[i];
        if (rule->is_on != NULL && rule->is_on(job->var))
            switch_on(job, i);
        else
            leave_off(job, i);
    }
}

static void finish_rules(const apo_compile *job, apo_variant *var)
{
    var->restarting = var->pawns;
    for (unsigned i = 0; i < job->rules->count; i++) {
        const apo_rule *rule = job->rules->rules[i];
        if (rule->finish != NULL && (job->is_on >> i & 1U))
            rule->finish(var, var->rule_data + var->rule_at[i]);
    }
    for (unsigned type = 1; type <= var->info.type_count; type++)
        var->types[type].is_pawn = apo_types_has(var->pawns, type);
}

/* --- rows ---------------------------------------------------------------- */

/* Row `type` is the type's own power; types whose imitated power is less get a second row. */
static void number_rows(apo_compile *job)
{
    apo_variant *var = job->var;
    var->row_count = (uint8_t)(var->info.type_count + 1);
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        const apo_piece_moves *moves = &job->spec->types[type].moves;
        bool is_less = apo_types_has(var->own_power_types, type);
        for (unsigned i = 0; i < moves->move_count; i++)
            is_less = is_less || moves->moves[i].is_unmoved || moves->moves[i].is_bounded ||
                      moves->moves[i].has_trail || (moves->moves[i].end & APO_END_EN_PASSANT);
        job->row_type[type] = (uint8_t)type;
        var->plain_row[type] = (uint8_t)type;
        if (var->changing != APO_TYPE_NONE && is_less) {
            job->row_type[var->row_count] = (uint8_t)type;
            job->row_is_plain[var->row_count] = true;
            var->plain_row[type] = var->row_count++;
        }
    }
}

static bool reserve_items(apo_array *array, size_t count)
{
    return apo_array_add(array, count) != NULL;
}

static apo_status reserve_pools(apo_compile *job)
{
    const apo_variant *var = job->var;
    size_t places = (size_t)APO_SIDES * var->row_count * var->squares;
    bool is_fine = reserve_items(&job->tables, places) &&
                   reserve_items(&job->leap_move, places * var->words) &&
                   reserve_items(&job->leap_capture, places * var->words) &&
                   reserve_items(&job->reach, places * APO_REACH_KINDS * var->words) &&
                   reserve_items(&job->group_first, places) &&
                   reserve_items(&job->herd_ranges, (size_t)APO_SIDES * var->row_count) &&
                   reserve_items(&job->passing_reach,
                                 apo_passing_index(var, APO_SIDES, 0, 0) * var->words);
    return is_fine ? APO_OK : APO_E_MEMORY;
}

static apo_status compile_rows(apo_compile *job)
{
    unsigned rows = job->var->row_count;
    apo_status status = apo_compile_foresee(job);
    if (status == APO_OK)
        status = reserve_pools(job);
    for (unsigned row = 1; status == APO_OK && row < rows; row++) {
        uint32_t before = job->work_left;
        job->is_twin[row] = apo_compile_is_twin(job, row);
        status = apo_compile_row(job, APO_WHITE, row);
        job->row_work[row] = before - job->work_left;
    }
    /* The same error as for walks that exceed the limit of work. */
    for (unsigned row = 1; status == APO_OK && row < rows; row++)
        status = job->is_twin[row] && job->work_left >= job->row_work[row]
                     ? apo_compile_copy_row(job, row)
                     : apo_compile_row(job, APO_BLACK, row);
    return status;
}

/* By target and square of a piece of changing power: the types with whose power it would hit
 * the target. */
static apo_status compile_reach_types(apo_compile *job)
{
    const apo_variant *var = job->var;
    size_t squares = var->squares;
    if (var->changing == APO_TYPE_NONE)
        return APO_OK;
    apo_types *out = apo_array_add(&job->reach_types, APO_SIDES * squares * squares);
    if (out == NULL)
        return APO_E_MEMORY;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++)
            for (unsigned sq = 0; sq < squares; sq++) {
                size_t index =
                    apo_reach_index(var, side, var->plain_row[type], sq, APO_REACH_ANY);
                const uint64_t *any = apo_array_at(&job->reach, index * var->words);
                for (unsigned i = 0; i < var->words; i++)
                    for (uint64_t word = any[i]; word != 0;)
                        out[(side * squares + sq) * squares + apo_word_pop(&word, i * 64)] |=
                            apo_type_bit(type);
            }
    return APO_OK;
}

/* An upper bound of a piece's moves from the square on any board. */
static unsigned bound_moves(const apo_compile *job, size_t index)
{
    const apo_variant *var = job->var;
    const apo_piece_table *table = apo_array_at(&job->tables, index);
    const uint64_t *move = apo_array_at(&job->leap_move, index * var->words);
    const uint64_t *capture = apo_array_at(&job->leap_capture, index * var->words);
    unsigned longest =
        var->geometry.files > var->geometry.rows ? var->geometry.files : var->geometry.rows;
    unsigned targets = table->line_count * (longest - 1);
    for (unsigned i = 0; i < var->words; i++)
        targets += (unsigned)__builtin_popcountll(move[i] | capture[i]);
    if (table->walk_count > 0 || targets > var->squares)
        targets = var->squares;
    targets += table->path_count + table->unmoved_count;
    return table->may_change ? targets * (var->info.type_count + 1) : targets;
}

/* True if a rule adds more than a few moves that the tables do not bound. */
static bool has_other_moves(const apo_compile *job)
{
    const apo_variant *var = job->var;
    bool has = var->untabled != APO_TYPE_NONE || var->hooks.ways_count > 0 ||
               var->hooks.arrivals_count > 0;
    for (unsigned i = 0; !has && i < job->rules->count; i++) {
        const apo_kind *kind = job->rules->rules[i]->kind;
        has = (job->is_on >> i & 1U) && kind != NULL && kind->is_unbounded;
    }
    return has;
}

static void note_most_moves(apo_compile *job)
{
    apo_variant *var = job->var;
    unsigned most = 0;
    if (has_other_moves(job))
        return;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned row = 1; row < var->row_count; row++)
            for (unsigned sq = 0; sq < var->squares; sq++) {
                unsigned bound = bound_moves(job, apo_table_index(var, side, row, sq));
                most = bound > most ? bound : most;
            }
    var->moves_most = most <= UINT16_MAX ? (uint16_t)most : 0;
}

static apo_status compile_keys(apo_compile *job)
{
    unsigned squares = job->var->squares;
    size_t count = apo_piece_of(APO_BLACK, job->var->info.type_count) + 1U;
    uint64_t *keys = apo_array_add(&job->piece_keys, count * squares);
    if (keys == NULL)
        return APO_E_MEMORY;
    for (unsigned piece = APO_PIECE_VOID + 1; piece < count; piece++)
        for (unsigned sq = 0; sq < squares; sq++)
            keys[piece * squares + sq] = apo_key_of_piece((apo_piece)piece, (apo_square)sq);
    return APO_OK;
}

static void note_homes(apo_variant *var, const apo_variant_spec *spec)
{
    for (unsigned i = 0; i < spec->start_count; i++)
        for (unsigned sq = 0; sq < var->squares; sq++) {
            apo_piece piece = spec->starts[i].pieces[sq];
            if (apo_piece_is_real(piece))
                var->home[apo_piece_side(piece)][sq] |= apo_type_bit(apo_piece_type(piece));
        }
}

static void note_kingless(apo_variant *var, const apo_variant_spec *spec)
{
    for (unsigned i = 0; i < spec->start_count; i++)
        for (unsigned side = 0; side < APO_SIDES; side++) {
            apo_piece king = apo_piece_of((apo_side)side, var->royal);
            bool has_king = false;
            for (unsigned sq = 0; sq < var->squares; sq++)
                has_king = has_king || spec->starts[i].pieces[sq] == king;
            if (!has_king)
                var->kingless |= (uint8_t)(1U << side);
        }
}

static void note_group_homes(apo_variant *var, const apo_start_group *group)
{
    for (unsigned copy = 0; copy < group->copy_count; copy++)
        for (unsigned i = 0; i < group->square_count; i++) {
            apo_square sq = group->squares[copy][i];
            apo_types types = 0;
            for (unsigned order = 0; order < group->order_count; order++)
                types |= apo_type_bit(group->orders[order][i]);
            if (group->is_of[APO_WHITE])
                var->home[APO_WHITE][sq] |= types;
            if (group->is_of[APO_BLACK])
                var->home[APO_BLACK][apo_geometry_mirror(&var->geometry, sq)] |= types;
        }
}

static apo_status copy_starts(apo_compile *job)
{
    apo_variant *var = job->var;
    const apo_variant_spec *spec = job->spec;
    apo_start_group *groups = apo_array_add(&job->start_groups, spec->group_count + 1U);
    apo_start_board *starts = apo_array_add(&job->starts, spec->start_count + 1U);
    if (groups == NULL || starts == NULL)
        return APO_E_MEMORY;
    memcpy(groups, spec->groups, spec->group_count * sizeof *groups);
    memcpy(starts, spec->starts, spec->start_count * sizeof *starts);
    var->group_count = spec->group_count;
    var->info.start_name_count = spec->start_count;
    var->info.start_count = 1;
    note_homes(var, spec);
    note_kingless(var, spec);
    for (unsigned i = 0; i < spec->group_count; i++) {
        var->info.start_count *= groups[i].order_count;
        note_group_homes(var, &groups[i]);
    }
    return APO_OK;
}

/* Emblems of all types, for pictures. */
static apo_status make_emblems(apo_compile *job)
{
    apo_emblem_mark marks[APO_EMBLEM_MAX];
    for (unsigned type = 1; type <= job->spec->type_count; type++) {
        unsigned count = apo_emblem_make(marks, &job->spec->types[type].moves);
        apo_emblem_mark *kept = count > 0 ? apo_array_add(&job->emblems, count) : NULL;
        if (kept == NULL && count > 0)
            return APO_E_MEMORY;
        if (count > 0)
            memcpy(kept, marks, count * sizeof *marks);
        job->var->emblem_end[type] = (uint16_t)job->emblems.count;
    }
    return APO_OK;
}

/* --- one block ----------------------------------------------------------- */

/* An array, with the variant's pointer that will point to its items. */
typedef struct part {
    apo_array *array;
    void *pointer; /* the address of that pointer */
} part;

enum {
    PARTS = 27,
    ALIGNMENT = 64
};

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void list_parts(apo_compile *job, apo_variant *var, part parts[PARTS])
{
#define PART(name)             \
    {                          \
        &job->name, &var->name \
    }
    const part all[PARTS] = {
        PART(square_lines), PART(line_squares), PART(line_blank),   PART(piece_keys),
        PART(tables),       PART(leap_move),    PART(leap_capture), PART(line_ops),
        PART(walk_nodes),   PART(paths),        PART(path_sets),    PART(reach),
        PART(reach_types),  PART(group_first),  PART(groups),       PART(simple_sets),
        PART(attack_paths), PART(start_groups), PART(starts),       PART(passing_reach),
        PART(herd_ranges),  PART(herds),        PART(herd_sets),    PART(near),
        PART(line_below),   PART(rule_data),    PART(emblems),
    };
#undef PART
    memcpy(parts, all, sizeof all);
}

static apo_status assemble(apo_compile *job, apo_variant **out)
{
    part parts[PARTS];
    size_t size = aligned(sizeof **out) + ALIGNMENT, at = aligned(sizeof **out);
    list_parts(job, job->var, parts);
    for (unsigned i = 0; i < PARTS; i++)
        size += aligned(parts[i].array->count * parts[i].array->item_size);
    unsigned char *block = apo_allocate(job->alloc, size);
    if (block == NULL)
        return APO_E_MEMORY;
    apo_variant *var = (apo_variant *)(void *)block;
    *var = *job->var;
    list_parts(job, var, parts);
    at += ALIGNMENT - (uintptr_t)(block + at) % ALIGNMENT;
    for (unsigned i = 0; i < PARTS; i++) {
        size_t bytes = parts[i].array->count * parts[i].array->item_size;
        if (bytes > 0)
            memcpy(block + at, parts[i].array->bytes, bytes);
        void *place = block + at;
        memcpy(parts[i].pointer, &place, sizeof place);
        at += aligned(bytes);
    }
    *out = var;
    return APO_OK;
}

static void init_pools(apo_compile *job)
{
    const struct {
        apo_array *array;
        size_t size;
    } all[] = {
        {&job->square_lines, sizeof(apo_square_lines)},
        {&job->rule_data, sizeof(uint64_t)},
        {&job->emblems, sizeof(apo_emblem_mark)},
        {&job->near, sizeof(uint16_t)},
        {&job->line_squares, sizeof(uint16_t)},
        {&job->line_below, sizeof(uint64_t)},
        {&job->line_blank, sizeof(uint32_t)},
        {&job->piece_keys, sizeof(uint64_t)},
        {&job->tables, sizeof(apo_piece_table)},
        {&job->leap_move, sizeof(uint64_t)},
        {&job->leap_capture, sizeof(uint64_t)},
        {&job->line_ops, sizeof(apo_line_op)},
        {&job->walk_nodes, sizeof(apo_walk_node)},
        {&job->paths, sizeof(apo_general_path)},
        {&job->path_sets, sizeof(uint64_t)},
        {&job->reach, sizeof(uint64_t)},
        {&job->passing_reach, sizeof(uint64_t)},
        {&job->reach_types, sizeof(apo_types)},
        {&job->group_first, sizeof(uint32_t)},
        {&job->groups, sizeof(apo_attack_group)},
        {&job->simple_sets, sizeof(uint64_t)},
        {&job->attack_paths, sizeof(uint32_t)},
        {&job->start_groups, sizeof(apo_start_group)},
        {&job->starts, sizeof(apo_start_board)},
        {&job->herd_ranges, sizeof(apo_herd_range)},
        {&job->herds, sizeof(apo_herd)},
        {&job->herd_sets, sizeof(uint64_t)},
        {&job->entries, sizeof(apo_attack_entry)},
        {&job->row_sets, sizeof(uint64_t)},
        {&job->found, sizeof(apo_found)},
        {&job->places, sizeof(apo_record_place)},
        {&job->recorded, sizeof(apo_found)},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        apo_array_init(all[i].array, job->alloc, all[i].size);
}

static void clear_pools(apo_compile *job)
{
    part parts[PARTS];
    list_parts(job, job->var, parts);
    for (unsigned i = 0; i < PARTS; i++)
        apo_array_clear(parts[i].array);
    apo_array_clear(&job->entries);
    apo_array_clear(&job->row_sets);
    apo_array_clear(&job->found);
    apo_array_clear(&job->places);
    apo_array_clear(&job->recorded);
}

/* --- the whole ----------------------------------------------------------- */

static apo_status build_all(apo_compile *job)
{
    size_t before = job->faults->error_count;
    copy_fixed(job->var, job->spec);
    lay_out_board(job);
    count_royals(job);
    if (make_rule_data(job) != APO_OK)
        return APO_E_MEMORY;
    build_rules(job);
    return job->faults->error_count > before ? APO_E_DEFINITION : APO_OK;
}

static apo_status compile_all(apo_compile *job, apo_variant **out)
{
    apo_status status = build_all(job);
    if (status != APO_OK)
        return status;
    number_rows(job);
    apo_compile_lines(job);
    status = job->square_lines.is_failed || job->near.is_failed ||
                     job->line_squares.is_failed || job->line_below.is_failed ||
                     job->line_blank.is_failed
                 ? APO_E_MEMORY
                 : compile_rows(job);
    if (status == APO_OK)
        status = compile_reach_types(job);
    if (status == APO_OK)
        status = compile_keys(job);
    if (status == APO_OK)
        status = copy_starts(job);
    if (status == APO_OK)
        status = make_emblems(job);
    job->var->pawns |= job->var->passing_types;
    find_rules(job);
    if (status == APO_OK)
        note_most_moves(job);
    return status == APO_OK ? assemble(job, out) : status;
}

/* Compiles, or with `out` NULL only builds the rules. */
static apo_status run(apo_variant **out, const apo_variant_spec *spec,
                      const apo_rule_list *rules, const apo_alloc *alloc,
                      apo_fault_list *faults)
{
    apo_variant *fixed = apo_allocate_zero(alloc, sizeof *fixed);
    apo_compile *job = apo_allocate_zero(alloc, sizeof *job);
    apo_status status = APO_E_MEMORY;
    if (fixed == NULL || job == NULL)
        goto done;
    fixed->alloc = alloc;
    *job = (apo_compile){.var = fixed,
                         .spec = spec,
                         .rules = rules,
                         .alloc = alloc,
                         .faults = faults,
                         .work_left = APO_COMPILE_WORK_MAX};
    init_pools(job);
    status = out != NULL ? compile_all(job, out) : build_all(job);
    clear_pools(job);
    if (status == APO_OK && out != NULL)
        finish_rules(job, *out);
done:
    apo_free(alloc, job);
    apo_free(alloc, fixed);
    return status;
}

apo_status apo_tables_compile(apo_variant **out, const apo_variant_spec *spec,
                              const apo_rule_list *rules, const apo_alloc *alloc,
                              apo_fault_list *faults)
{
    return run(out, spec, rules, alloc, faults);
}

void apo_tables_check(const apo_variant_spec *spec, const apo_rule_list *rules,
                      const apo_alloc *alloc, apo_fault_list *faults)
{
    (void)run(NULL, spec, rules, alloc, faults);
}
