/* Moves of NoGo positions, reduced to the relevant cells and groups: see blocks.h. */
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

#include "portable.h"

typedef uint64_t Cells;

/* Liberties of a group of stones, and its colour. */
typedef struct {
    Cells liberties;
    int colour;
} Group;

typedef struct {
    Cells near[64];  /* free cells adjacent to each free cell */
    Cells open[2];   /* cells on which a stone of a colour may be placed at some time */
    Cells safe[2];   /* cells on which a stone can never lose its last liberty */
    Group groups[MOST_GROUPS + 1];
    int cells, many; /* number of cells and of groups */
} Position;

/* Cells of a part, sorted by their marks. */
typedef struct {
    int cell[64];    /* number of cells of the part */
    int size;
    uint64_t marks[64];
    int order[64];   /* indices into `cell`, sorted by mark */
    int number[64];  /* for each cell, its position in this order */
} Listing;

static const uint64_t LOW = (UINT64_C(1) << 31) - 1;

#define EACH_BIT(cell, mask) (Cells rest_##cell = (mask); rest_##cell && (cell = lowest(rest_##cell), true); rest_##cell &= rest_##cell - 1)

/* Return a pseudorandom number below 2^31. */
static uint64_t mixed(uint64_t number) {
    number = (number ^ (number >> 29 & LOW)) & LOW;
    number *= 1540483477u;
    number = (number ^ number >> 31) & LOW;
    number *= 1103515245u;
    return (number ^ number >> 29) & LOW;
}

static Cells whole(int cells) {
    return (UINT64_C(1) << cells) - 1;
}

static int width_of(int cells) {
    return (cells + 7) / 8;
}

bool is_key(const uint8_t *key, int64_t length) {
    if (length < 1 || key[0] < 1 || key[0] > MOST_CELLS)
        return false;
    if (key[0] == 1)
        return length == 1;
    if (length < 3)
        return false;
    int cells = key[0], width = width_of(cells), masks = 4 + cells + key[1] + key[2];
    if (key[1] + key[2] > MOST_GROUPS || length != 3 + masks * width)
        return false;
    for (int k = 0; k < masks && cells % 8; k++)
        if (key[3 + (k + 1) * width - 1] >> cells % 8)
            return false;
    return true;
}

static Cells read_mask(const uint8_t *bytes, int width) {
    Cells mask = 0;
    for (int byte = 0; byte < width; byte++)
        mask |= (Cells)bytes[byte] << 8 * byte;
    return mask;
}

static void read_key(const uint8_t *key, Position *to) {
    int width = width_of(key[0]);
    const uint8_t *at = key + 3;
    to->cells = key[0];
    to->many = key[1] + key[2];
    Cells *const masks[] = {&to->open[0], &to->open[1], &to->safe[0], &to->safe[1]};
    for (int k = 0; k < 4; k++, at += width)
        *masks[k] = read_mask(at, width);
    for (int cell = 0; cell < to->cells; cell++, at += width)
        to->near[cell] = read_mask(at, width);
    for (int group = 0; group < to->many; group++, at += width)
        to->groups[group] = (Group){read_mask(at, width), group >= key[1]};
}

/* Place a stone on a cell where it is legal. */
static void place_stone(Position *on, int cell, int colour) {
    Cells bit = UINT64_C(1) << cell, liberties = on->near[cell];
    int kept = 0;
    for (int k = 0; k < on->many; k++) {
        Group group = on->groups[k];
        if (group.liberties & bit && group.colour == colour) {
            liberties |= group.liberties;
            continue;
        }
        group.liberties &= ~bit;
        if (group.liberties & (group.liberties - 1))
            on->groups[kept++] = group;
        else
            on->open[1 - group.colour] &= ~group.liberties;
    }
    liberties &= ~bit;
    if (on->safe[colour] & bit)
        on->safe[colour] |= liberties;
    else if (liberties & (liberties - 1))
        on->groups[kept++] = (Group){liberties, colour};
    else
        on->open[1 - colour] &= ~liberties;
    for (int side = 0; side < 2; side++) {
        on->open[side] &= ~bit;
        on->safe[side] &= ~bit;
    }
    for (int one = 0; one < on->cells; one++)
        on->near[one] &= ~bit;
    on->near[cell] = 0;
    on->many = kept;
}

/* Close cells where a stone would have no liberty. */
static void close_cells(Position *on, int colour) {
    Cells doubtful = on->open[colour] & ~on->safe[colour];
    int cell;
    for (int k = 0; k < on->many; k++)
        if (on->groups[k].colour == colour)
            doubtful &= ~on->groups[k].liberties;
    for EACH_BIT(cell, doubtful)
        if (!on->near[cell])
            on->open[colour] &= ~(UINT64_C(1) << cell);
}

/* Remove groups that always have a liberty, because one of their liberties is a sure cell, and mark the cells adjacent
 * to them as safe; return true if anything changed. */
static bool drop_groups(Position *on, int colour, Cells sure) {
    Cells safe = on->safe[colour];
    int kept = 0, cell;
    for EACH_BIT(cell, sure)
        safe |= on->near[cell];
    for (int k = 0; k < on->many; k++)
        if (on->groups[k].colour == colour && on->groups[k].liberties & sure)
            safe |= on->groups[k].liberties;
        else
            on->groups[kept++] = on->groups[k];
    safe &= on->open[colour];
    bool changed = kept < on->many || safe != on->safe[colour];
    on->many = kept;
    on->safe[colour] = safe;
    return changed;
}

/* Close illegal cells and remove safe groups, until nothing changes. */
static void settle_part(Position *on, Cells free) {
    int cell;
    for (bool changed = true; changed;) {
        changed = false;
        for (int colour = 0; colour < 2; colour++)
            close_cells(on, colour);
        Cells dead = free & ~(on->open[0] | on->open[1]);
        for (int colour = 0; colour < 2; colour++) {
            Cells alone = on->open[colour] & on->safe[colour] & ~on->open[1 - colour];
            changed |= drop_groups(on, colour, dead | alone);
        }
        if (dead) {
            changed = true;
            free &= ~dead;
            for (int one = 0; one < on->cells; one++)
                on->near[one] &= ~dead;
            for EACH_BIT(cell, dead)
                on->near[cell] = 0;
        }
    }
    Cells quiet = free & (on->safe[0] | ~on->open[0]) & (on->safe[1] | ~on->open[1]);
    for EACH_BIT(cell, quiet)
        on->near[cell] &= ~quiet;
}

/* Mark the cells of a part by their neighbourhoods, with or without swapping the colours; return the sum of the marks.
 */
static uint64_t mark_cells(const Position *on, Cells part, int flip, Listing *listing) {
    int index_of[64], size = listing->size, cell;
    uint64_t *marks = listing->marks, fresh[64], total = 0;
    for (int i = 0; i < size; i++) {
        cell = listing->cell[i];
        index_of[cell] = i;
        uint64_t own = (on->open[flip] >> cell & 1) + 2 * (on->safe[flip] >> cell & 1);
        uint64_t other = (on->open[1 - flip] >> cell & 1) + 2 * (on->safe[1 - flip] >> cell & 1);
        marks[i] = mixed(17 + own + 4 * other);
    }
    for (int round = 0; round < (size > 3 ? 3 : 1); round++) {
        for (int i = 0; i < size; i++) {
            fresh[i] = marks[i] * 3;
            for EACH_BIT(cell, on->near[listing->cell[i]] & part)
                fresh[i] += marks[index_of[cell]] ^ 1431655765u;
        }
        for (int k = 0; k < on->many; k++) {
            Cells found = on->groups[k].liberties & part;
            uint64_t sum = on->groups[k].colour == flip ? 1000003 : 7654321;
            if (!found)
                continue;
            for EACH_BIT(cell, found)
                sum += marks[index_of[cell]];
            sum = mixed(sum);
            for EACH_BIT(cell, found)
                fresh[index_of[cell]] += sum ^ marks[index_of[cell]];
        }
        for (int i = 0; i < size; i++)
            marks[i] = mixed(fresh[i]);
    }
    for (int i = 0; i < size; i++)
        total += mixed(marks[i]);
    return total;
}

static Cells renumbered(Cells mask, const Listing *listing) {
    Cells found = 0;
    for (int i = 0; i < listing->size; i++)
        if (mask >> listing->cell[i] & 1)
            found |= UINT64_C(1) << listing->number[i];
    return found;
}

static uint8_t *write_mask(Cells mask, int width, uint8_t *at) {
    for (int byte = 0; byte < width; byte++, mask >>= 8)
        *at++ = mask & 255;
    return at;
}

/* Write a part with its cells sorted by marks; return the number of bytes. */
static int64_t write_key(const Position *on, Cells part, int flip, Listing *listing, uint8_t *key) {
    int size = listing->size, width = width_of(size);
    uint8_t *at = key + 3;
    for (int i = 0; i < size; i++) {
        int j = i;
        for (; j > 0 && listing->marks[listing->order[j - 1]] > listing->marks[i]; j--)
            listing->order[j] = listing->order[j - 1];
        listing->order[j] = i;
    }
    for (int i = 0; i < size; i++)
        listing->number[listing->order[i]] = i;
    const Cells masks[] = {on->open[flip], on->open[1 - flip], on->safe[flip], on->safe[1 - flip]};
    for (int k = 0; k < 4; k++)
        at = write_mask(renumbered(masks[k], listing), width, at);
    for (int i = 0; i < size; i++)
        at = write_mask(renumbered(on->near[listing->cell[listing->order[i]]], listing), width, at);
    key[0] = (uint8_t)size;
    for (int side = 0; side < 2; side++) {
        Cells seen[MOST_GROUPS + 1];
        int found = 0;
        for (int k = 0; k < on->many; k++) {
            if (on->groups[k].colour != (side ^ flip) || !(on->groups[k].liberties & part))
                continue;
            Cells liberties = renumbered(on->groups[k].liberties, listing);
            int j = found;
            while (j > 0 && seen[j - 1] > liberties)
                j--;
            if (j > 0 && seen[j - 1] == liberties)
                continue;
            memmove(seen + j + 1, seen + j, (size_t)(found - j) * sizeof *seen);
            seen[j] = liberties;
            found++;
        }
        key[1 + side] = (uint8_t)found;
        for (int k = 0; k < found; k++)
            at = write_mask(seen[k], width, at);
    }
    return at - key;
}

/* Write the key of a part, which is the smaller of the encodings with and without swapped colours; return its length.
 */
static int64_t write_part(const Position *on, Cells part, uint8_t *key) {
    Listing plain = {.size = 0}, other;
    uint8_t spare[MOST_KEY];
    int cell;
    for EACH_BIT(cell, part)
        plain.cell[plain.size++] = cell;
    if (plain.size == 1) {
        key[0] = 1;
        return 1;
    }
    other = plain;
    uint64_t one = mark_cells(on, part, 0, &plain), two = mark_cells(on, part, 1, &other);
    if (one < two)
        return write_key(on, part, 0, &plain, key);
    int64_t length = write_key(on, part, 1, &other, one > two ? key : spare);
    if (one > two)
        return length;
    length = write_key(on, part, 0, &plain, key);
    if (memcmp(spare, key, (size_t)length) < 0)
        memcpy(key, spare, (size_t)length);
    return length;
}

static uint8_t *make_room(Bytes *out, int64_t more) {
    if (out->used + more > out->room) {
        int64_t room = 2 * (out->used + more);
        uint8_t *bytes = realloc(out->bytes, (size_t)room);
        if (!bytes) {
            out->failed = true;
            return NULL;
        }
        out->bytes = bytes;
        out->room = room;
    }
    return out->bytes + out->used;
}

/* Return the cells of a position that are connected to a given cell. */
static Cells grown(const Position *on, Cells part) {
    int cell;
    for (Cells fresh = part; fresh;) {
        Cells old = part;
        for EACH_BIT(cell, fresh)
            part |= on->near[cell];
        for (int k = 0; k < on->many; k++)
            if (on->groups[k].liberties & part)
                part |= on->groups[k].liberties;
        fresh = part & ~old;
    }
    return part;
}

/* Reduce a position, and write its weight, the number of its parts, and each part preceded by its length. */
static void write_settled(Position *on, Cells free, Bytes *out) {
    int64_t head = out->used;
    int weight = 0, found = 0;
    settle_part(on, free);
    if (!make_room(out, 3))
        return;
    out->used += 3;
    for (free = on->open[0] | on->open[1]; free; found++) {
        Cells part = grown(on, free & (0 - free));
        free &= ~part;
        int moves = ones_in(part & on->open[0]) + ones_in(part & on->open[1]), own = ones_in(part) << 8 | moves;
        weight = own > weight ? own : weight;
        uint8_t *at = make_room(out, MOST_KEY + 2);
        if (!at)
            return;
        int64_t length = write_part(on, part, at + 2);
        at[0] = length & 255;
        at[1] = (uint8_t)(length >> 8);
        out->used += length + 2;
    }
    out->bytes[head] = (uint8_t)(weight >> 8);
    out->bytes[head + 1] = weight & 255;
    out->bytes[head + 2] = (uint8_t)found;
}

void expand_part(const uint8_t *key, Bytes *out) {
    Position before, after;
    if (key[0] == 1) {
        uint8_t *at = make_room(out, 3);
        if (at) {
            memset(at, 0, 3);
            out->used += 3;
        }
        return;
    }
    read_key(key, &before);
    for (int colour = 0; colour < 2; colour++)
        for (int cell = 0; cell < before.cells && !out->failed; cell++)
            if (before.open[colour] >> cell & 1) {
                after = before;
                place_stone(&after, cell, colour);
                write_settled(&after, whole(before.cells) & ~(UINT64_C(1) << cell), out);
            }
}
