/* Sets of states: words that are met once each, numbered from 0 on, and found again by hash.
 *
 * A sweep takes states over a site. What it needs of a coding is one function, a `Step`; everything here is
 * the same for all codings: `linked.c` has states of connectivity, `groups.c` those of groups with liberties.
 * Its twin in Python is engine/sweep/state_table.py, and `layers` does the same without hashing.
 */
#ifndef GFKIT_STATES_H
#define GFKIT_STATES_H

#include <stdbool.h>
#include <stdint.h>

#include "portable.h"

typedef uint64_t Word;

enum { MOST_WORDS = 5, LONGEST_PERIOD = 64 };

/* States of `words` words each, row by row. Half of the table's slots stay empty. */
typedef struct {
    Word *keys;
    int64_t room;   /* rows that fit */
    int64_t many;   /* rows that are there */
    int words;
    Word *table;    /* 0, or 32 bits of the hash above the number of a state, counted from 1 */
    int64_t slots;  /* of the table, a power of 2 */
} States;

/* Steps from states before a site to states after it, by their numbers. */
typedef struct {
    int32_t (*pairs)[2];
    int64_t room;
    int64_t many;
} Steps;

/* Where a step goes on that stopped for want of room: what is asked first, `group`, is -1 at the beginning. */
typedef struct {
    int64_t first;  /* the state before, of those that were not yet stepped */
    int64_t group, choice, turn;
} Place;

/* What a coding does at all sites: its layout, the code of the sites, and room of its own. */
typedef struct Coding Coding;

/* Takes states over the site whose code begins at `site`; false where there was no room for all. */
typedef bool Step(const Coding *coding, int64_t site, const Word *keys, int64_t many, States *after,
                  Steps *steps, int64_t *order, Place *place);

/* Whether a site's code lies within the code of all, and names no field, track or group that is not there; and
 * whether a step can go on at a place, with room for `many` states as it was left. */
typedef bool Fits(const Coding *coding, int64_t site, int64_t many, const int64_t *order, const Place *place);

struct Coding {
    Step *step;
    Fits *fits;
    const int64_t *layout;
    const int64_t *code;
    int64_t layout_length, length;  /* of the layout, and of the code */
    int words;
};

INLINE Word hashed(Word before, Word word) {
    Word mixed = (before ^ word) * UINT64_C(0x2545F4914F6CDD1D);
    return mixed ^ mixed >> 32;
}

/* Fields of equal width in a word: a 1 in each, all bits but the highest of each, and the highest. */
typedef struct {
    int bits;
    Word ones, lows, highs;
} Fields;

/* All bits of the fields that equal `value`: with y what word and value differ by in every field, the highest
 * bit of ((y & lows) + lows | y) is 0 in those alone. */
INLINE Word fields_like(Word word, Word value, const Fields *fields) {
    Word other = word ^ value * fields->ones;
    Word equal = ((((other & fields->lows) + fields->lows) | other) & fields->highs) ^ fields->highs;
    return (equal - (equal >> (fields->bits - 1))) | equal;
}

/* The number of a state, which is added where it is not there; there must be room for it. */
INLINE int64_t number_of(States *states, const Word *key, const int words) {
    Word mixed = 0;
    for (int w = 0; w < words; w++)
        mixed = hashed(mixed, key[w]);
    Word tag = mixed >> 32;
    int64_t slot = (int64_t)(mixed & (Word)(states->slots - 1));
    for (;; slot = (slot + 1) & (states->slots - 1)) {
        Word entry = states->table[slot];
        if (!entry) {
            Word *row = states->keys + states->many * words;
            for (int w = 0; w < words; w++)
                row[w] = key[w];
            states->table[slot] = tag << 32 | (Word)++states->many;
            return states->many - 1;
        }
        if (entry >> 32 != tag)
            continue;
        int64_t number = (int64_t)(entry & 0xFFFFFFFF) - 1;
        const Word *row = states->keys + number * words;
        bool equal = true;
        for (int w = 0; w < words; w++)
            equal &= row[w] == key[w];
        if (equal)
            return number;
    }
}

/* Whether there is room for so many states and steps more. */
INLINE bool has_room(const States *states, const Steps *steps, int64_t more) {
    return states->many + more <= states->room && 2 * (states->many + more) < states->slots + 2
           && steps->many + more <= steps->room;
}

INLINE void note(Steps *steps, int64_t from, int64_t to) {
    steps->pairs[steps->many][0] = (int32_t)from;
    steps->pairs[steps->many][1] = (int32_t)to;
    steps->many++;
}

Step step_linked, step_groups;
Fits fits_linked, fits_groups;

/* Few states on their way over all sites, each with a number of one limb. */
typedef struct {
    Word *keys;        /* room for `room` states */
    int64_t *numbers;
    int64_t site;      /* to be done next */
    int64_t many, peak;
    int64_t period;    /* of the sites, at most LONGEST_PERIOD; 0 where none is */
    int64_t room, step_room, slots;
} Few;

/* Takes few states over sites, up to one for which there is no room, or where a number might not fit into a limb;
 * false where memory is short. It also ends after some tenth of a second, so that Python can look at Ctrl-C.
 * Of states at sites that have an equal one a period away, those that were met are held, by their turn in the
 * period, with the steps from them. */
bool sweep_few(const Coding *coding, const int64_t *sites, int64_t count, Few *few);

void fill_table(const Word *keys, int64_t many, int words, Word *table, int64_t slots);
void enter(const Word *keys, int64_t many, States *states, int64_t *places);
/* Whether all steps are from one of so many states to one of so many. */
bool are_inside(const Steps *steps, int64_t before, int64_t after);
int64_t add_numbers(const Steps *steps, const int64_t *numbers, int64_t *sums, int64_t many, int limbs, int bits);

#endif
