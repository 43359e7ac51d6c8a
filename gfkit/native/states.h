/* Sets of states: tuples of words that are stored once each, numbered from 0, and found by hash.
 *
 * A sweep computes the successors of states. Each encoding of states provides one function, a `Step`; the rest is
 * common to all encodings: `linked.c` has states with connectivity, `groups.c` states of groups with liberties. The
 * equivalent Python code is engine/sweep/state_table.py; `layers` does the same without hashing.
 */
#ifndef GFKIT_STATES_H
#define GFKIT_STATES_H

#include <stdbool.h>
#include <stdint.h>

#include "portable.h"

typedef uint64_t Word;

enum { MOST_WORDS = 5, LONGEST_PERIOD = 64 };

/* States of `words` words each, row by row. At least half of the hash table remains empty. */
typedef struct {
    Word *keys;
    int64_t room;   /* number of rows for which there is memory */
    int64_t many;   /* number of states */
    int words;
    Word *table;    /* 0, or 32 bits of the hash above the number of a state, counted from 1 */
    int64_t slots;  /* size of the table, a power of 2 */
} States;

/* Transitions from states before a step to states after it, by their numbers. */
typedef struct {
    int32_t (*pairs)[2];
    int64_t room;
    int64_t many;
} Steps;

/* Position at which a step that ran out of memory continues; `group` is -1 at the beginning. */
typedef struct {
    int64_t first;  /* the state before the step, among those not yet processed */
    int64_t group, choice, turn;
} Place;

/* Program of an encoding for all steps: its layout, the code of the steps, and its own memory. */
typedef struct Coding Coding;

/* Compute the successors of states in the step whose code begins at `site`; return false if there was no room for all.
 */
typedef bool Step(const Coding *coding, int64_t site, const Word *keys, int64_t many, States *after,
                  Steps *steps, int64_t *order, Place *place);

/* Return true if the code of a step is within the program and refers only to existing fields, tracks and groups, and if
 * a step can continue at a position, with memory for `many` states as it was left. */
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

/* Fields of equal width in a word: a 1 in each, all bits except the highest of each, and the highest bits. */
typedef struct {
    int bits;
    Word ones, lows, highs;
} Fields;

/* All bits of the fields that equal `value`: if y is the difference (exclusive or) of the word and the value in every
 * field, the highest bit of ((y & lows) + lows | y) is 0 exactly in these fields. */
INLINE Word fields_like(Word word, Word value, const Fields *fields) {
    Word other = word ^ value * fields->ones;
    Word equal = ((((other & fields->lows) + fields->lows) | other) & fields->highs) ^ fields->highs;
    return (equal - (equal >> (fields->bits - 1))) | equal;
}

/* Return the number of a state, which is added if it is missing; there must be room for it. */
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

/* Return true if there is room for so many more states and transitions. */
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

/* Few states on their way over all steps, each with a number of one limb. */
typedef struct {
    Word *keys;        /* memory for `room` states */
    int64_t *numbers;
    int64_t site;      /* next step */
    int64_t many, peak;
    int64_t period;    /* period of the steps, at most LONGEST_PERIOD; 0 if there is none */
    int64_t room, step_room, slots;
} Few;

/* Sweep few states until a step has no room, or until a number might not fit into a limb; return false if memory is
 * insufficient. The function also returns after about a tenth of a second, so that Python can handle Ctrl-C. At steps
 * that recur after a period, states are cached by phase of the period, with their transitions. */
bool sweep_few(const Coding *coding, const int64_t *sites, int64_t count, Few *few);

void fill_table(const Word *keys, int64_t many, int words, Word *table, int64_t slots);
void enter(const Word *keys, int64_t many, States *states, int64_t *places);
/* Return true if all transitions are between valid state numbers. */
bool are_inside(const Steps *steps, int64_t before, int64_t after);
int64_t add_numbers(const Steps *steps, const int64_t *numbers, int64_t *sums, int64_t many, int limbs, int bits);

#endif
