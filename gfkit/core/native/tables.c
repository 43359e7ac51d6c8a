/* All tables of a search: see tables.h. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#include "portable.h"

enum { FIRST_ROWS = 1 << 12, FIRST_POOL = 1 << 14, FIRST_FACTS = 1 << 13, FIRST_KEYS = 1 << 12, FIRST_LISTED = 1 << 15 };
enum { STACK_ROOM = 1 << 20, PILE_ROOM = 1 << 14, RECENT_ROOM = 1 << 16, MOST_SETS = 512 };
enum { FIRST_CLAIMS = 1 << 12, FIRST_BANDS = 1 << 14, DECIDED_ROOM = 1 << 20, DEEPER = 64 };
enum { FIRST_ENDINGS = 1 << 14, MOST_ENDINGS = 1 << 26 };
enum { SPARE = 1 << 10, SPARE_POOL = 1 << 13, SPARE_LISTED = 1 << 14, LARGE = 1 << 20 };

void *hold(Tables *tables, int64_t many, size_t size) {
    if (tables->many_held == sizeof tables->held / sizeof *tables->held)
        return NULL;
    void *found = calloc((size_t)(many > 0 ? many : 1), size);
    if (found)
        tables->held[tables->many_held++] = found;
    return found;
}

bool make_tables(Tables *tables) {
    Parts *parts = &tables->parts;
    Forms *forms = &parts->forms;
    const int64_t words = parts->game.words;
    parts->until_pause = AT_ONCE;
    return (forms->rows = calloc(forms->rows_room = FIRST_ROWS, sizeof *forms->rows))
           && (forms->pool = calloc(forms->pool_room = FIRST_POOL, sizeof *forms->pool))
           && (forms->facts = calloc(forms->facts_room = FIRST_FACTS, sizeof *forms->facts))
           && (forms->stack = calloc(forms->stack_room = STACK_ROOM, sizeof *forms->stack))
           && (parts->keys = calloc(parts->keys_room = FIRST_KEYS, sizeof *parts->keys))
           && (parts->graphs = calloc(FIRST_KEYS, sizeof *parts->graphs))
           && (parts->parts = calloc(parts->parts_room = FIRST_KEYS / 2, sizeof *parts->parts))
           && (parts->listed = calloc(parts->listed_room = FIRST_LISTED, sizeof *parts->listed))
           && (parts->sets = hold(tables, parts->sets_room = MOST_SETS * words, sizeof *parts->sets))
           && (parts->pile = hold(tables, parts->pile_room = PILE_ROOM, sizeof *parts->pile))
           && (parts->recent = hold(tables, parts->recent_room = RECENT_ROOM, sizeof *parts->recent))
           && (parts->scratch = hold(tables, parts->game.moves, sizeof *parts->scratch));
}

bool make_search_tables(Tables *tables, int64_t bits) {
    Bounds *bounds = &tables->bounds;
    Search *search = &tables->search;
    const int64_t rows = most(bounds->cuts[0].rows, bounds->cuts[1].rows) + 1;
    tables->cuts = true;
    bounds->parts = &tables->parts;
    search->bounds = bounds;
    search->depth = -1;
    for (int side = 0; side < 2; side++)
        if (!(bounds->cuts[side].thin_bands = hold(tables, (int64_t)1 << bits, sizeof(ThinBand))))
            return false;
    search->depth_room = 2 * WORD_BITS + DEEPER;
    Dominoes *dominoes = &tables->dominoes;
    tables->lays_dominoes = plan_dominoes(dominoes, &tables->parts.game);
    if (tables->lays_dominoes
        && !((dominoes->board = hold(tables, 1, size_of_board(dominoes)))
             && (dominoes->endings = calloc(dominoes->room = FIRST_ENDINGS, sizeof *dominoes->endings))))
        return false;
    return (bounds->bands = calloc(bounds->bands_room = FIRST_BANDS, sizeof *bounds->bands))
           && (bounds->claims = calloc(bounds->claims_room = FIRST_CLAIMS, sizeof *bounds->claims))
           && (bounds->row_of = calloc(tables->parts.forms.rows_room, sizeof *bounds->row_of))
           && (bounds->sizes = calloc(tables->parts.forms.rows_room, sizeof *bounds->sizes))
           && (bounds->keys = hold(tables, rows * (rows + 1) / 2, sizeof *bounds->keys))
           && (search->decided = hold(tables, search->decided_room = DECIDED_ROOM, sizeof *search->decided))
           && (search->nodes = hold(tables, search->depth_room, sizeof *search->nodes));
}

/* Return the size that a table should have, given the used part. */
static int64_t roomier(int64_t room, int64_t used, int64_t spare) {
    if (used + used / 8 + spare <= room)
        return room;
    return room < LARGE ? 2 * room : room + room / 4;
}

/* Return the total size that growing tables should have. */
typedef struct {
    int64_t rows, pool, facts, keys, parts, listed, claims, bands;
} Rooms;

static Rooms rooms_of(const Tables *tables) {
    const Parts *parts = &tables->parts;
    const Forms *forms = &parts->forms;
    const Bounds *bounds = &tables->bounds;
    return (Rooms){forms->rows_room, forms->pool_room,   forms->facts_room,   parts->keys_room,
                   parts->parts_room, parts->listed_room, bounds->claims_room, bounds->bands_room};
}

static int64_t bytes_of_rooms(const Tables *tables, const Rooms *rooms) {
    const int64_t per_row = sizeof(Form) + (tables->cuts ? sizeof(int32_t) + sizeof(Size) : 0);
    return rooms->rows * per_row + 4 * (rooms->pool + 2 * rooms->keys + rooms->listed)
           + rooms->facts * (int64_t)sizeof(Fact) + rooms->parts * (int64_t)sizeof(Part)
           + rooms->claims * (int64_t)sizeof(Claims) + rooms->bands * (int64_t)sizeof(Band)
           + tables->search.decided_room * (int64_t)sizeof(Decided);
}

void enlarge_endings(Tables *tables) {
    Dominoes *dominoes = &tables->dominoes;
    const int64_t room = 2 * dominoes->room, bytes = room * (int64_t)sizeof(Ending);
    if (4 * dominoes->used < 3 * dominoes->room || room > MOST_ENDINGS || bytes_of(tables) + bytes > tables->limit)
        return;
    Ending *old = dominoes->endings, *larger = calloc((size_t)room, sizeof *larger);
    if (!larger)
        return;
    move_endings(dominoes, larger, room);
    free(old);
}

int64_t bytes_of(const Tables *tables) {
    const Parts *parts = &tables->parts;
    const Forms *forms = &parts->forms;
    const Bounds *bounds = &tables->bounds;
    Rooms rooms = {forms->rows_used,  forms->pool_used,    2 * forms->facts_used, 2 * parts->parts_used,
                   parts->parts_used, parts->listed_used, bounds->claims_used,   2 * bounds->bands_used};
    int64_t replies = 0;
    for (int64_t k = 0; tables->search.nodes && k < tables->search.depth_room; k++)
        replies += tables->search.nodes[k].replies_room * (int64_t)sizeof(Sum);
    return bytes_of_rooms(tables, &rooms) + replies + tables->dominoes.room * (int64_t)sizeof(Ending);
}

/* Extend an array; new entries are 0. */
static bool lengthen(void **array, int64_t *room, int64_t wanted, size_t size) {
    if (wanted == *room)
        return true;
    char *larger = realloc(*array, (size_t)wanted * size);
    if (!larger)
        return false;
    memset(larger + (size_t)*room * size, 0, (size_t)(wanted - *room) * size);
    *array = larger;
    *room = wanted;
    return true;
}

static bool enlarge_facts(Forms *forms, int64_t room) {
    Fact *facts = room == forms->facts_room ? forms->facts : calloc((size_t)room, sizeof *facts);
    if (!facts || facts == forms->facts)
        return facts;
    move_facts(forms->facts, forms->facts_room, facts, room);
    free(forms->facts);
    forms->facts = facts;
    forms->facts_room = room;
    return true;
}

static bool enlarge_keys(Parts *parts, int64_t room) {
    if (room == parts->keys_room)
        return true;
    int32_t *keys = calloc((size_t)room, sizeof *keys), *graphs = calloc((size_t)room, sizeof *graphs);
    if (!keys || !graphs) {
        free(keys);
        free(graphs);
        return false;
    }
    free(parts->keys);
    free(parts->graphs);
    parts->keys = keys;
    parts->graphs = graphs;
    parts->keys_room = room;
    place_parts(parts);
    place_graphs(parts);
    return true;
}

static bool enlarge_bands(Bounds *bounds, int64_t room) {
    Band *old = bounds->bands, *bands = room == bounds->bands_room ? old : calloc((size_t)room, sizeof *bands);
    if (!bands || bands == old)
        return bands;
    const int64_t many = bounds->bands_room;
    bounds->bands = bands;
    bounds->bands_room = room;
    place_bands(bounds, old, many);
    free(old);
    return true;
}

static bool enlarge(Tables *tables, const Rooms *wanted) {
    Parts *parts = &tables->parts;
    Forms *forms = &parts->forms;
    Bounds *bounds = &tables->bounds;
    int64_t of_rows = forms->rows_room, of_sizes = forms->rows_room;
    if (tables->cuts
        && !(lengthen((void **)&bounds->row_of, &of_rows, wanted->rows, sizeof *bounds->row_of)
             && lengthen((void **)&bounds->sizes, &of_sizes, wanted->rows, sizeof *bounds->sizes)
             && lengthen((void **)&bounds->claims, &bounds->claims_room, wanted->claims, sizeof *bounds->claims)
             && enlarge_bands(bounds, wanted->bands)))
        return false;
    return lengthen((void **)&forms->rows, &forms->rows_room, wanted->rows, sizeof *forms->rows)
           && lengthen((void **)&forms->pool, &forms->pool_room, wanted->pool, sizeof *forms->pool)
           && lengthen((void **)&parts->parts, &parts->parts_room, wanted->parts, sizeof *parts->parts)
           && lengthen((void **)&parts->listed, &parts->listed_room, wanted->listed, sizeof *parts->listed)
           && enlarge_facts(forms, wanted->facts) && enlarge_keys(parts, wanted->keys);
}

After after_trouble(Tables *tables) {
    Parts *parts = &tables->parts;
    Forms *forms = &parts->forms;
    Bounds *bounds = &tables->bounds;
    Trouble trouble = forms->trouble;
    forms->top = parts->pile_top = parts->sets_top = 0;
    forms->trouble = NO_TROUBLE;
    if (trouble == PAUSE) {
        parts->until_pause = AT_ONCE;
        return LOOK_AT_CLOCK;
    }
    if (trouble != MUST_GROW)
        return trouble == NO_MEMORY_LEFT ? OUT_OF_MEMORY : TOO_LARGE;
    Rooms rooms = rooms_of(tables);
    rooms.rows = roomier(rooms.rows, forms->rows_used, SPARE);
    rooms.pool = roomier(rooms.pool, forms->pool_used, SPARE_POOL);
    rooms.facts *= 3 * forms->facts_used > 2 * rooms.facts - 8 ? 2 : 1;
    rooms.keys *= 3 * parts->parts_used > 2 * rooms.keys - 8 ? 2 : 1;
    rooms.parts = roomier(rooms.parts, parts->parts_used, SPARE);
    rooms.listed = roomier(rooms.listed, parts->listed_used, SPARE_LISTED);
    if (tables->cuts) {
        rooms.claims = roomier(rooms.claims, bounds->claims_used, SPARE);
        rooms.bands *= 3 * bounds->bands_used > 2 * rooms.bands - 8 ? 2 : 1;
    }
    if (most(most(rooms.rows, rooms.listed), most(rooms.pool, rooms.keys)) > INT32_MAX || rooms.rows >> IDS)
        return TOO_LARGE;
    if (bytes_of_rooms(tables, &rooms) > tables->limit || !enlarge(tables, &rooms))
        return OUT_OF_MEMORY;
    return GOES_ON;
}

void give_back(Tables *tables) {
    Parts *parts = &tables->parts;
    Bounds *bounds = &tables->bounds;
    void *const arrays[] = {parts->forms.rows, parts->forms.pool, parts->forms.facts, parts->forms.stack, parts->keys,
                            parts->graphs, parts->parts, parts->listed, bounds->bands, bounds->claims, bounds->row_of,
                            bounds->sizes,       tables->dominoes.endings};
    for (int64_t k = 0; tables->search.nodes && k < tables->search.depth_room; k++) {
        free(tables->search.nodes[k].moves);
        free(tables->search.nodes[k].replies);
        free(tables->search.nodes[k].order);
    }
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        free(arrays[k]);
    for (size_t k = 0; k < tables->many_held; k++)
        free(tables->held[k]);
}
