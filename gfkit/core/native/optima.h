/* Smallest and largest weights of the paths of an automaton on tracks, with the numbers of these paths.
 *
 * All states are advanced over one step, and equal successors are merged by hash. The equivalent Python code is
 * `extreme_terms` in engine/sweep/passes.py, which requires the transition tables of all steps.
 */
#ifndef GFKIT_OPTIMA_H
#define GFKIT_OPTIMA_H

#include <stdbool.h>
#include <stdint.h>

/* Smallest and largest weight of the paths to a state, and their numbers; a number of at least MANY_PATHS is unknown. */
typedef struct {
    uint64_t numbers[2];
    int32_t weights[2];
} Extremes;

#define MANY_PATHS (UINT64_C(1) << 62)

enum { EXTREME_WORDS = sizeof(Extremes) / sizeof(uint64_t) };

/* Different states, each of a few words, and their extremes. */
typedef struct {
    uint64_t *keys;
    Extremes *extremes;
    int64_t many;  /* number of states, or of rows for which there is memory */
} Reached;

/* Hash table of states: 0, or the number of a state, counted from 1, below bits of its hash. */
typedef struct {
    uint32_t *entries;
    int64_t slots;  /* a power of 2 */
} Table;

/* Options of a step. Each has its weight, 1 if no two states have the same successor and no other option has this
 * successor, and its number of tracks, followed by the tracks: word of the state, shift, number of values (a power of
 * 2), and, for each value, the change of the word and 1 if the option is allowed. */
typedef struct {
    const int64_t *code;
    int64_t length, options;
    int64_t words;  /* of a state */
} Options;

/* Return true if the code has this format. */
bool are_options(const Options *options);

/* Write the successors of states to `after`; the table is empty. Return the number of successors, or -1 if there is no
 * memory for all, or -2 if more than half of the table is used. */
int64_t step_extremes(const Options *options, const Reached *before, const Reached *after, const Table *table);

#endif
