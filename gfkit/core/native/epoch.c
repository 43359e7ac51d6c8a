/* Blocks of states in an epoch: unpack, advance, pack; see epoch.h. */
#include "epoch.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024, MOST_SHARES = 1 << 16, MOST_RAWS = 2 * MOST_DIGITS, VALUES = 1 << MOST_DIGIT_BITS };
/* Role of a track in its component: without crossings, the roles of all tracks determine the components. */
enum { UNLABELLED, ALONE, FIRST, INNER, LAST, ROLE_BITS = 3 };

static const Word BOUND_MASK = (UINT64_C(1) << BOUND_BITS) - 1;

/* ---- values ---- */

/* Sum of bounds, rounded upwards. A bound is e * 2^44 + m for the number m * 2^e; the largest word stands for more. */
static inline Word add_bounds(Word one, Word other) {
    Word high = most(one >> BOUND_BITS, other >> BOUND_BITS), low = least(one >> BOUND_BITS, other >> BOUND_BITS);
    Word large = (one >> BOUND_BITS == high ? one : other) & BOUND_MASK, small = (one >> BOUND_BITS == high ? other : one) & BOUND_MASK;
    Word gap = high - low;
    large += gap < BOUND_BITS ? (small + (UINT64_C(1) << gap) - 1) >> gap : small != 0;
    if (!(large >> BOUND_BITS))
        return high << BOUND_BITS | large;
    return (high + 1) >> (64 - BOUND_BITS) ? ~UINT64_C(0) : (high + 1) << BOUND_BITS | (large + 1) >> 1;
}

INLINE void add_values(Block *block, const Word *values, Word *sums, const int many, const bool bounded) {
    const Steps *steps = &block->steps;
    const Word *primes = block->primes;
    const int width = many + bounded;
    int64_t from = 0, jumps = 0;
    for (int64_t k = 0; k < steps->many; k++) {
        const int64_t to = steps->to[k];
        if (steps->skip[k] == JUMP) {
            from = to;
            jumps++;
            continue;
        }
        from += steps->skip[k];
        const Word *value = values + from * width;
        Word *sum = sums + to * width;
        for (int j = 0; j < many; j++) {
            Word total = sum[j] + value[j];
            sum[j] = total >= primes[j] ? total - primes[j] : total;
        }
        if (bounded)
            sum[many] = add_bounds(sum[many], value[many]);
    }
    block->transitions += steps->many - jumps;
}

/* ---- rows ---- */

static int width_of(const Block *block) {
    return (int)block->many_primes + block->bounded;
}

static void *resized(void *memory, int64_t items, size_t size) {
    return realloc(memory, (size_t)most(items, 1) * size);
}

/* Make room for more rows; the values are not moved if there are none yet. */
static bool reserve(const Block *block, Rows *rows, int64_t more) {
    States *states = &rows->states;
    int64_t room = most(states->room, FIRST_ROOM);
    while (room < states->many + more)
        room *= 2;
    if (room == states->room)
        return true;
    Word *keys = resized(states->keys, room * block->coding.words, sizeof *keys);
    states->keys = keys ? keys : states->keys;
    Word *values = resized(rows->values, room * width_of(block), sizeof *values);
    rows->values = values ? values : rows->values;
    states->room = keys && values ? room : states->room;
    states->words = block->coding.words;
    return keys && values;
}

/* Use `slots` slots of the hash table. */
static bool rehash(Rows *rows, int64_t slots) {
    States *states = &rows->states;
    if (slots > rows->table_room) {
        uint32_t *table = resized(states->table, slots, sizeof *table);
        if (!table)
            return false;
        states->table = table;
        rows->table_room = slots;
    }
    states->slots = slots;
    memset(states->table, 0, (size_t)slots * sizeof *states->table);
    fill_table(states);
    return true;
}

static bool make_room(Block *block, Rows *rows, int64_t more) {
    Steps *steps = &block->steps;
    if (!reserve(block, rows, more))
        return false;
    if (4 * (rows->states.many + more) > 3 * rows->states.slots) {
        int64_t slots = 2 * rows->states.slots;
        while (4 * (rows->states.many + more) > 3 * slots)
            slots *= 2;
        if (slots > INT64_C(1) << 31 || !rehash(rows, slots))
            return false;
    }
    if (steps->many + 2 * more <= steps->room)
        return true;
    int64_t room = 2 * (steps->many + 2 * more);
    int32_t *to = resized(steps->to, room, sizeof *to);
    steps->to = to ? to : steps->to;
    uint8_t *skip = resized(steps->skip, room, sizeof *skip);
    steps->skip = skip ? skip : steps->skip;
    steps->room = to && skip ? room : steps->room;
    return to && skip;
}

static void free_rows(Rows *rows) {
    free(rows->states.keys);
    free(rows->states.table);
    free(rows->values);
    memset(rows, 0, sizeof *rows);
}

static bool append_row(const Block *block, Rows *to, const Rows *from, int64_t row) {
    const int words = block->coding.words, width = width_of(block);
    if (to->states.many == to->states.room && !reserve(block, to, 1))
        return false;
    memcpy(to->states.keys + to->states.many * words, from->states.keys + row * words, (size_t)words * sizeof(Word));
    memcpy(to->values + to->states.many++ * width, from->values + row * width, (size_t)width * sizeof(Word));
    return true;
}

/* ---- steps ---- */

static bool step(Block *block, const Rows *from, Rows *to, int64_t site) {
    const int width = width_of(block);
    const int64_t many = from->states.many;
    int64_t slots = most(to->table_room, FIRST_ROOM), short_of;
    while (slots > FIRST_ROOM && slots > 4 * many)
        slots /= 2;
    to->states.many = block->steps.many = block->steps.last = 0;
    if (!rehash(to, slots) || !make_room(block, to, 1))
        return false;
    Source source = {from->states.keys, 0, many};
    while ((short_of = step_states(&block->coding, &site, 1, &source, many, &to->states, &block->steps, &block->scratch)))
        if (short_of < 0 || !make_room(block, to, most(short_of, to->states.many / 2)))
            return false;
    memset(to->values, 0, (size_t)(to->states.many * width) * sizeof(Word));
#define ADD(many) (block->bounded ? add_values(block, from->values, to->values, many, true) : add_values(block, from->values, to->values, many, false))
    if (block->many_primes == 1)
        ADD(1);
    else if (block->many_primes == 4)
        ADD(4);
    else
        ADD((int)block->many_primes);
#undef ADD
    return true;
}

/* Advance rows over all steps; `other` is memory. */
static bool advance(Block *block, Rows *rows, Rows *other) {
    for (int64_t k = 0; k < block->many_sites; k++) {
        if (!step(block, rows, other, block->sites[k]))
            return false;
        Rows spare = *rows;
        *rows = *other;
        *other = spare;
        block->counts[k] += rows->states.many;
    }
    return true;
}

INLINE Word field_of(const Word *key, int64_t word, int64_t shift, int64_t bits) {
    return key[word] >> shift & ((UINT64_C(1) << bits) - 1);
}

static int64_t part_of(const Block *block, const Fixed *fixed, const Word *key, int64_t parts, Word seed) {
    Word mixed = seed, nonzero = 0;
    for (int w = 0; w < block->coding.words; w++)
        mixed = hashed(mixed, key[w] & fixed->mask[w]);
    for (int64_t k = 0; k < fixed->many; k++) {
        const int64_t *field = fixed->fields[k];
        Word own = field_of(key, field[0], field[1], field[2]);
        Word other = field[3] < 0 ? 0 : field_of(key, field[0], field[3], field[2]);
        nonzero = nonzero << 1 | (field[3] < 0 ? own != 0 : own && other && ((own ^ other) & (Word)field[4]));
        if ((k & 63) == 63)
            mixed = hashed(mixed, nonzero);
    }
    mixed = hashed(hashed(mixed, nonzero), UINT64_C(0x9E3779B97F4A7C15));
    mixed = hashed(mixed, mixed >> 29);
    return (int64_t)((mixed >> 32) * (Word)parts >> 32);
}

/* Sort rows by part: `ends[p]` is the end of part p in `order`. Both are allocated; return false without memory. */
static bool sort_by_part(const Block *block, const Fixed *fixed, int64_t parts, Word seed, int64_t **ends, int32_t **order) {
    const States *states = &block->rows.states;
    int32_t *part = malloc((size_t)(states->many + 1) * sizeof *part);
    *ends = calloc((size_t)parts + 1, sizeof **ends);
    *order = malloc((size_t)(states->many + 1) * sizeof **order);
    const bool fine = part && *ends && *order;
    for (int64_t row = 0; fine && row < states->many; row++) {
        part[row] = (int32_t)part_of(block, fixed, states->keys + row * states->words, parts, seed);
        (*ends)[part[row] + 1]++;
    }
    for (int64_t p = 0; fine && p < parts; p++)
        (*ends)[p + 1] += (*ends)[p];
    for (int64_t row = 0; fine && row < states->many; row++)
        (*order)[(*ends)[part[row]]++] = (int32_t)row;
    free(part);
    return fine;
}

/* Advance the rows, divided into shares like a sweep into blocks, so that the tables are small. */
static int advance_shares(Block *block) {
    const int64_t shares = most(1, least(MOST_SHARES, block->rows.states.many / most(1, block->within)));
    int64_t *ends = NULL;
    int32_t *order = NULL;
    Rows all = {0}, small = {0}, other = {0};
    int bad = sort_by_part(block, &block->before, shares, 1, &ends, &order) && reserve(block, &all, block->rows.states.many)
                  && reserve(block, &small, 1) ? BLOCK_FINE : BLOCK_NO_MEMORY;
    for (int64_t share = 0; share < shares && !bad; share++) {
        small.states.many = 0;
        for (int64_t k = share ? ends[share - 1] : 0; k < ends[share] && !bad; k++)
            bad = append_row(block, &small, &block->rows, order[k]) ? BLOCK_FINE : BLOCK_NO_MEMORY;
        if (!bad && !advance(block, &small, &other))
            bad = BLOCK_NO_MEMORY;
        for (int64_t row = 0; row < small.states.many && !bad; row++) {
            const Word *key = small.states.keys + row * block->coding.words;
            if (part_of(block, &block->before, key, shares, 1) != share
                || part_of(block, &block->before, key, block->before.parts, 0) != block->block)
                bad = BLOCK_LEFT;
            else if (!append_row(block, &all, &small, row))
                bad = BLOCK_NO_MEMORY;
        }
    }
    free(ends);
    free(order);
    free_rows(&small);
    free_rows(&other);
    free_rows(&block->rows);
    block->rows = all;
    return bad;
}

/* ---- packets: number of states, 1 if labels are stored, the values of each digit, the keys, the values ---- */

/* Compute the values of the digits of a state; return false if components cross. */
static bool read_raws(const Block *block, const Word *key, bool plain, uint8_t *raw) {
    Word label[MOST_DIGITS], seen[VALUES / 64] = {0}, stack[MOST_DIGITS];
    int64_t tracks = 0, depth = 0, many = block->many_digits;
    for (int64_t d = 0; d < many; d++) {
        const Digit *digit = &block->digits[d];
        raw[d] = (uint8_t)field_of(key, digit->word, digit->shift, digit->bits);
        if (digit->label_bits)
            label[tracks++] = field_of(key, digit->label_word, digit->label_shift, digit->label_bits);
    }
    for (int64_t t = tracks - 1; t >= 0 && plain; t--)
        raw[many + t] = (uint8_t)label[t];
    for (int64_t t = tracks - 1; t >= 0 && !plain; t--) {
        const Word own = label[t], bit = UINT64_C(1) << (own & 63);
        const bool later = seen[own >> 6] & bit, first = own == (Word)t + 1;
        seen[own >> 6] |= bit;
        raw[t] |= (uint8_t)((!own ? UNLABELLED : first ? (later ? FIRST : ALONE) : later ? INNER : LAST)
                            << block->digits[t].bits);
    }
    for (int64_t t = 0; t < tracks && !plain; t++) {
        const int role = raw[t] >> block->digits[t].bits;
        if (role == FIRST)
            stack[depth++] = label[t];
        else if (role >= INNER && (!depth || stack[depth - 1] != label[t]))
            return false;
        depth -= role == LAST;
    }
    return true;
}

/* Set the fields of a state to the values of its digits; return false if the roles are contradictory. */
static bool write_raws(const Block *block, const uint8_t *raw, bool plain, Word *key) {
    Word stack[MOST_DIGITS];
    int64_t depth = 0, many = block->many_digits;
    memset(key, 0, (size_t)block->coding.words * sizeof *key);
    for (int64_t d = 0; d < many; d++) {
        const Digit *digit = &block->digits[d];
        key[digit->word] |= (raw[d] & ((UINT64_C(1) << digit->bits) - 1)) << digit->shift;
        if (!digit->label_bits)
            continue;
        const int role = raw[d] >> digit->bits;
        Word label = plain ? raw[many + d] : role == UNLABELLED ? 0 : (Word)d + 1;
        if (!plain && role == FIRST)
            stack[depth++] = label;
        if (!plain && role >= INNER) {
            if (!depth)
                return false;
            label = stack[depth - 1];
            depth -= role == LAST;
        }
        key[digit->label_word] |= (label & ((UINT64_C(1) << digit->label_bits) - 1)) << digit->label_shift;
    }
    return true;
}

static int64_t count_raws(const Block *block, bool plain) {
    int64_t labelled = 0;
    while (labelled < block->many_digits && block->digits[labelled].label_bits)
        labelled++;
    return block->many_digits + (plain ? labelled : 0);
}

static int bits_for(int64_t values) {
    int bits = 0;
    while (values > INT64_C(1) << bits)
        bits++;
    return bits;
}

/* Write a packet; `raws` has room for all digits of the states, and `codes` for a number for each value of a digit. */
static int pack(Block *block, const int32_t *order, int64_t many, uint8_t *raws, uint8_t (*codes)[VALUES], Packet *packet) {
    const States *states = &block->rows.states;
    const size_t value_bytes = (size_t)width_of(block) * sizeof(Word);
    int64_t digits = count_raws(block, block->plain), head = sizeof many + 1;
    int bits[MOST_RAWS], used = 0;
    Word others = 0;  /* bits of no digit */
    memset(codes, 0, (size_t)digits * sizeof *codes);
    for (int64_t k = 0; k < many; k++) {
        if (!read_raws(block, states->keys + order[k] * states->words, block->plain, raws + k * digits)) {
            block->plain = true;
            return pack(block, order, many, raws, codes, packet);
        }
        for (int64_t d = 0; d < digits; d++)
            codes[d][raws[k * digits + d]] = 1;
        for (int w = 0; w < states->words; w++)
            others |= states->keys[order[k] * states->words + w] & ~block->covered[w];
    }
    if (others)
        return BLOCK_MALFORMED;
    for (int64_t d = 0; d < digits; d++) {
        int64_t found = 0;
        for (int v = 0; v < VALUES; v++)
            found += codes[d][v];
        used += bits[d] = bits_for(found);
        head += 1 + found;
    }
    const int64_t bytes = (used + 7) / 8;
    uint8_t *at = malloc((size_t)(head + many * (bytes + (int64_t)value_bytes)));
    packet->bytes = at;
    packet->size = head + many * (bytes + (int64_t)value_bytes);
    if (!at)
        return BLOCK_NO_MEMORY;
    memcpy(at, &many, sizeof many);
    at += sizeof many;
    *at++ = block->plain;
    for (int64_t d = 0; d < digits; d++) {
        uint8_t *size = at++, found = 0;
        for (int v = 0; v < VALUES; v++)
            if (codes[d][v]) {
                codes[d][v] = found++;
                *at++ = (uint8_t)v;
            }
        *size = (uint8_t)(found - 1);
    }
    for (int64_t k = 0; k < many; k++) {
        Word waiting = 0;
        int ready = 0;
        for (int64_t d = 0; d < digits; d++) {
            waiting |= (Word)codes[d][raws[k * digits + d]] << ready;
            for (ready += bits[d]; ready >= 8; ready -= 8, waiting >>= 8)
                *at++ = (uint8_t)waiting;
        }
        if (ready)
            *at++ = (uint8_t)waiting;
    }
    for (int64_t k = 0; k < many; k++, at += value_bytes)
        memcpy(at, block->rows.values + order[k] * width_of(block), value_bytes);
    return BLOCK_FINE;
}

static int unpack(Block *block, const Packet *packet) {
    const int words = block->coding.words;
    const size_t value_bytes = (size_t)width_of(block) * sizeof(Word);
    const uint8_t *at = packet->bytes, *end = at + packet->size, *values[MOST_RAWS];
    int64_t many, used = 0, sizes[MOST_RAWS], bits[MOST_RAWS];
    if (!packet->size)
        return BLOCK_FINE;
    if (packet->size < (int64_t)sizeof many + 1)
        return BLOCK_MALFORMED;
    memcpy(&many, at, sizeof many);
    const bool plain = at[sizeof many];
    at += sizeof many + 1;
    const int64_t digits = count_raws(block, plain);
    for (int64_t d = 0; d < digits; d++) {
        if (at >= end || end - at < 2 + *at)
            return BLOCK_MALFORMED;
        sizes[d] = *at++ + 1;
        values[d] = at;
        at += sizes[d];
        used += bits[d] = bits_for(sizes[d]);
    }
    const int64_t bytes = (used + 7) / 8, row_bytes = bytes + (int64_t)value_bytes;
    if (many < 0 || many > (end - at) / row_bytes || many * row_bytes != end - at)
        return BLOCK_MALFORMED;
    if (block->rows.states.many + many >= INT32_MAX || !reserve(block, &block->rows, many))
        return BLOCK_NO_MEMORY;
    uint8_t raw[MOST_RAWS];
    for (int64_t k = 0; k < many; k++) {
        Word waiting = 0;
        int64_t ready = 0;
        for (int64_t d = 0; d < digits; d++) {
            for (; ready < bits[d]; ready += 8)
                waiting |= (Word)*at++ << ready;
            const int64_t code = (int64_t)(waiting & ((UINT64_C(1) << bits[d]) - 1));
            if (code >= sizes[d])
                return BLOCK_MALFORMED;
            raw[d] = values[d][code];
            waiting >>= bits[d];
            ready -= bits[d];
        }
        if (!write_raws(block, raw, plain, block->rows.states.keys + (block->rows.states.many + k) * words))
            return BLOCK_MALFORMED;
    }
    memcpy(block->rows.values + block->rows.states.many * width_of(block), at, (size_t)many * value_bytes);
    block->rows.states.many += many;
    return BLOCK_FINE;
}

static int pack_parts(Block *block) {
    const int64_t parts = block->after.parts;
    int64_t *ends = NULL;
    int32_t *order = NULL;
    uint8_t *raws = malloc((size_t)(block->rows.states.many + 1) * (size_t)count_raws(block, true));
    uint8_t (*codes)[VALUES] = malloc(sizeof *codes * MOST_RAWS);
    block->packed = calloc((size_t)parts, sizeof *block->packed);
    int bad = raws && codes && block->packed && sort_by_part(block, &block->after, parts, 0, &ends, &order) ? BLOCK_FINE
                                                                                                        : BLOCK_NO_MEMORY;
    for (int64_t d = 0; d < block->many_digits; d++) {
        const Digit *digit = &block->digits[d];
        block->covered[digit->word] |= ((UINT64_C(1) << digit->bits) - 1) << digit->shift;
        block->covered[digit->label_word] |= ((UINT64_C(1) << digit->label_bits) - 1) << digit->label_shift;
    }
    for (int64_t p = 0; p < parts && !bad; p++) {
        const int64_t begin = p ? ends[p - 1] : 0;
        if (ends[p] > begin)
            bad = pack(block, order + begin, ends[p] - begin, raws, codes, &block->packed[p]);
    }
    free(ends);
    free(order);
    free(raws);
    free(codes);
    return bad;
}

int advance_block(Block *block) {
    int bad = BLOCK_FINE;
    for (int64_t k = 0; k < block->many_packets && !bad; k++)
        bad = unpack(block, &block->packets[k]);
    if (!bad && !block->many_packets) {  /* the initial state, with the value 1 */
        bad = reserve(block, &block->rows, 1) ? BLOCK_FINE : BLOCK_NO_MEMORY;
        for (int w = 0; w < block->coding.words && !bad; w++)
            block->rows.states.keys[w] = 0;
        for (int j = 0; j < width_of(block) && !bad; j++)
            block->rows.values[j] = 1;
        block->rows.states.many = !bad;
    }
    block->states_before = block->rows.states.many;
    if (!bad)
        bad = advance_shares(block);
    return bad || !block->after.parts ? bad : pack_parts(block);
}

void free_block(Block *block) {
    for (int64_t p = 0; block->packed && p < block->after.parts; p++)
        free((void *)block->packed[p].bytes);
    free(block->packed);
    free_rows(&block->rows);
    free(block->steps.to);
    free(block->steps.skip);
    free_scratch(&block->scratch);
}
