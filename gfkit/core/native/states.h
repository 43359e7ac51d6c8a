/* Sets of states: tuples of words that are stored once each, numbered from 0, and found by hash.
 *
 * A sweep computes the successors of states. Each encoding of states provides one function, a `Step`; the rest is
 * common to all encodings: `linked.c` has states with connectivity, `groups.c` states of groups with liberties, `tracks.c` others. The
 * equivalent Python code is engine/sweep/state_table.py; `layers` does the same without hashing.
 */
#ifndef GFKIT_STATES_H
#define GFKIT_STATES_H

#include <stdbool.h>
#include <stdint.h>

#include "portable.h"

typedef uint64_t Word;

enum { MOST_WORDS = 5, LONGEST_PERIOD = 64 };

/* States of `words` words each, row by row. At least a quarter of the hash table remains empty. */
typedef struct {
    Word *keys;
    int64_t room, many;  /* number of rows for which there is memory, and number of states */
    int words;
    uint32_t *table;  /* 0, or bits of the hash above the row of a state, counted from 1 */
    int64_t slots;    /* size of the table, a power of 2 */
} States;

/* Transitions from states before a step to states after it, by rows. The row before a step is stored as
 * the difference from that of the preceding transition. Entries with the difference `JUMP` are not transitions: `to` is
 * the row from which the next difference is counted. */
typedef struct {
    int32_t *to;
    uint8_t *skip;
    int64_t room, many;
    int64_t last;  /* the row before the step of the last transition */
} Steps;

enum { JUMP = 255 };

/* Successors of some states, with the numbers of these states, in any order; the memory grows by `grow_found`. */
typedef struct {
    Word *keys;
    int32_t *from;
    int64_t room, many;
} Found;

/* Program of an encoding for all steps: its layout, the code of the steps, and its own memory. */
typedef struct Coding Coding;

/* Append the successors of states in the step whose code begins at `site`; return false without memory. `order` has
 * room for a number for each state and for each word of the code, and two more. */
typedef bool Step(const Coding *coding, int64_t site, const Word *keys, int64_t many, Found *found, int64_t *order);

/* Return true if the code of a step is within the program and refers only to existing fields, tracks and groups. */
typedef bool Fits(const Coding *coding, int64_t site);

struct Coding {
    Step *step;
    Fits *fits;
    const int64_t *layout;
    const int64_t *code;
    int64_t layout_length, length;  /* of the layout, and of the code */
    int words;
};

bool grow_found(Found *found, int words);

/* Append a successor of a state; return false without memory. */
INLINE bool find(Found *found, int64_t from, const Word *key, const int words) {
    if (found->many == found->room && !grow_found(found, words))
        return false;
    for (int w = 0; w < words; w++)
        found->keys[found->many * words + w] = key[w];
    found->from[found->many++] = (int32_t)from;
    return true;
}

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

INLINE Word hash_of(const Word *key, const int words) {
    Word mixed = 0;
    for (int w = 0; w < words; w++)
        mixed = hashed(mixed, key[w]);
    return mixed;
}

INLINE bool has_room(const States *states, const Steps *steps, int64_t more) {
    int64_t many = states->many + more;
    return many <= states->room && 4 * many <= 3 * states->slots && steps->many + 2 * more <= steps->room;
}

Step step_linked, step_groups, step_tracks;
Fits fits_linked, fits_groups, fits_tracks;

/* Memory for the successors of a block of states. */
typedef struct {
    Found found[2];
    int64_t *order;
    int32_t *places, *sorted;  /* the order of the successors, or NULL if they are used as they were found */
    int64_t order_room, sorted_room;
    int64_t block;  /* number of states whose successors are computed next; initially 0 */
} Scratch;

void free_scratch(Scratch *scratch);

/* Source of a step: the rows of states that remain to be advanced. */
typedef struct {
    const Word *keys;
    int64_t begin, end;
} Source;

/* Advance at most `most` states by `count` steps at once. Return 0, or -1 if memory is insufficient, or the number of
 * states and transitions for which there was no room. */
int64_t step_states(const Coding *coding, const int64_t *sites, int64_t count, Source *source, int64_t most,
                    States *after, Steps *steps, Scratch *scratch);

/* Few states on their way over all steps, each with a number of `limbs` limbs of LIMB bits. */
typedef struct {
    Word *keys;        /* memory for `room` states */
    int64_t *numbers;  /* memory for `room` numbers of `most_limbs` limbs */
    int64_t limbs, most_limbs;
    int64_t site;      /* next step */
    int64_t many, peak;
    int64_t period;    /* period of the steps, at most LONGEST_PERIOD; 0 if there is none */
    int64_t room, step_room, slots;
} Few;

/* Sweep few states until a step has no room, or until a number might need too many limbs; return false if memory is
 * insufficient. The function also returns after about a tenth of a second, so that Python can handle Ctrl-C. At steps
 * that recur after a period, states are cached by phase of the period, with their transitions. */
bool sweep_few(const Coding *coding, const int64_t *sites, int64_t count, Few *few);

/* Fill the empty hash table. */
void fill_table(States *states);
/* Add missing states, and the transitions to them from the given rows; there must be room for all. */
void enter(States *states, const Word *keys, const int32_t *from, int64_t many, Steps *steps);
/* Add numbers of `limbs` limbs each, of the given number of bits, along the transitions; the sums are initially 0. Return
 * the number of nonzero sums, or -1 if a transition is not between existing rows. */
int64_t add_numbers(const Steps *steps, const int64_t *numbers, int64_t before, int64_t *sums, int64_t after, int limbs,
                    int bits);

#endif
