/* Smallest and largest weights of the paths of an automaton on tracks: see optima.h. */
#include "optima.h"

#include "portable.h"
#include "states.h"

#include <string.h>

enum { BLOCK = 128, MOST_KEY_WORDS = 8 };
enum { WEIGHT, ALONE, TRACKS, HEAD };  /* words of an option before its tracks */

/* Successors of some states by one option, before they are merged. */
typedef struct {
    uint64_t keys[BLOCK * MOST_KEY_WORDS];
    uint64_t hashes[BLOCK];
    int64_t sources[BLOCK];
} Block;

bool are_options(const Options *options) {
    const int64_t *code = options->code, *end = code + options->length;
    if (options->words < 1 || options->words > MOST_KEY_WORDS)
        return false;
    for (int64_t option = 0; option < options->options; option++) {
        if (end - code < HEAD || code[0] < INT32_MIN || code[0] > INT32_MAX)
            return false;
        int64_t tracks = code[TRACKS];
        code += HEAD;
        for (int64_t k = 0; k < tracks; k++) {
            if (end - code < 3 || code[0] < 0 || code[0] >= options->words || code[1] < 0 || code[1] > 63)
                return false;
            int64_t values = code[2];
            if (values < 1 || values > 1 << 24 || values & (values - 1) || (end - code - 3) / 2 < values)
                return false;
            code += 3 + 2 * values;
        }
    }
    return code == end;
}

INLINE void merge(Extremes *to, const Extremes *from, int64_t weight) {
    for (int side = 0; side < 2; side++) {
        int32_t old = to->weights[side], new = (int32_t)(from->weights[side] + weight);
        bool is_better = side ? new > old : new < old;
        uint64_t number = (is_better ? 0 : to->numbers[side]) + (is_better || new == old ? from->numbers[side] : 0);
        to->weights[side] = is_better ? new : old;
        to->numbers[side] = number < MANY_PATHS ? number : MANY_PATHS;
    }
}

/* Apply an option to `many` states from `begin` on; return the number of states that allow it. */
INLINE int64_t apply(const int64_t *option, const uint64_t *keys, int64_t begin, int64_t many, const int64_t words,
                     Block *block) {
    int64_t allowed[BLOCK], kept = 0;
    const int64_t *track = option + HEAD;
    memcpy(block->keys, keys + begin * words, (size_t)(many * words) * sizeof *keys);
    for (int64_t k = 0; k < many; k++)
        allowed[k] = 1;
    for (int64_t t = 0; t < option[TRACKS]; t++) {
        const int64_t word = track[0], shift = track[1], values = track[2];
        for (int64_t k = 0; k < many; k++) {
            int64_t old = (int64_t)(block->keys[k * words + word] >> shift) & (values - 1);
            block->keys[k * words + word] += (uint64_t)track[3 + old];
            allowed[k] &= track[3 + values + old];
        }
        track += 3 + 2 * values;
    }
    for (int64_t k = 0; k < many; k++) {
        for (int64_t word = 0; word < words; word++)
            block->keys[kept * words + word] = block->keys[k * words + word];
        block->sources[kept] = begin + k;
        kept += allowed[k];
    }
    return kept;
}

/* Return the entry of a key, or the empty entry that it receives; entries have numbers below bits of the hash. */
INLINE uint32_t *look_up(const Table *table, uint32_t numbers, uint64_t hashed, const uint64_t *key, const uint64_t *keys,
                         const int64_t words) {
    const uint64_t mask = (uint64_t)table->slots - 1;
    for (uint64_t place = hashed & mask;; place = (place + 1) & mask) {
        uint32_t *entry = table->entries + place;
        if (!*entry)
            return entry;
        if ((*entry ^ (uint32_t)(hashed >> 32)) & ~numbers)
            continue;
        const uint64_t *own = keys + (int64_t)((*entry & numbers) - 1) * words;
        bool same = true;
        for (int64_t word = 0; word < words; word++)
            same &= own[word] == key[word];
        if (same)
            return entry;
    }
}

INLINE void append(const Reached *after, int64_t found, const uint64_t *key, const Extremes *source, int64_t weight,
                   const int64_t words) {
    Extremes *own = after->extremes + found;
    for (int64_t word = 0; word < words; word++)
        after->keys[found * words + word] = key[word];
    *own = *source;
    for (int side = 0; side < 2; side++)
        own->weights[side] = (int32_t)(own->weights[side] + weight);
}

/* Request the memory of the entries of some successors, and of the states in these entries. */
INLINE void prefetch(const Table *table, uint32_t numbers, Block *block, int64_t kept, const Reached *after,
                     const int64_t words) {
    const uint64_t mask = (uint64_t)table->slots - 1;
    for (int64_t k = 0; k < kept; k++) {
        block->hashes[k] = hash_of(block->keys + k * words, (int)words);
        PREFETCH(table->entries + (block->hashes[k] & mask));
    }
    for (int64_t k = 0; k < kept; k++) {
        int64_t place = most(1, table->entries[block->hashes[k] & mask] & numbers) - 1;
        PREFETCH(after->keys + place * words);
        PREFETCH(after->extremes + place);
    }
}

INLINE int64_t apply_options(const Options *options, const Reached *before, const Reached *after, const Table *table,
                             const int64_t words) {
    const int64_t *option = options->code;
    int64_t found = 0, entered = 0;
    uint32_t numbers = 1;
    Block block;
    while (numbers < after->many)
        numbers = 2 * numbers + 1;
    for (int64_t number = 0; number < options->options; number++) {
        for (int64_t begin = 0; begin < before->many; begin += BLOCK) {
            int64_t kept = apply(option, before->keys, begin, least(BLOCK, before->many - begin), words, &block);
            if (after->many - found < kept)
                return -1;
            if (!option[ALONE])
                prefetch(table, numbers, &block, kept, after, words);
            for (int64_t k = 0; k < kept; k++) {
                const uint64_t *key = block.keys + k * words;
                const Extremes *source = before->extremes + block.sources[k];
                if (!option[ALONE]) {
                    uint32_t *entry = look_up(table, numbers, block.hashes[k], key, after->keys, words);
                    if (*entry) {
                        merge(after->extremes + ((*entry & numbers) - 1), source, option[WEIGHT]);
                        continue;
                    }
                    if (2 * ++entered > table->slots)
                        return -2;
                    *entry = (uint32_t)(found + 1) | ((uint32_t)(block.hashes[k] >> 32) & ~numbers);
                }
                append(after, found++, key, source, option[WEIGHT], words);
            }
        }
        const int64_t tracks = option[TRACKS];
        option += HEAD;
        for (int64_t t = 0; t < tracks; t++)
            option += 3 + 2 * option[2];
    }
    return found;
}

int64_t step_extremes(const Options *options, const Reached *before, const Reached *after, const Table *table) {
    if (options->words == 1)
        return apply_options(options, before, after, table, 1);
    return apply_options(options, before, after, table, options->words);
}
