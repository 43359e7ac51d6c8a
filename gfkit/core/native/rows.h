/* Rows of coefficients added along transitions, and steps of component labels.
 *
 * The equivalent numpy code is `add_rows` in engine/sweep/engine3_limbs.py, `_Site.numbers` in
 * engine/sweep/engine4_dense.py and `LabelStepper._join` in engine/sweep/state_rows.py.
 */
#ifndef GFKIT_ROWS_H
#define GFKIT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

/* Polynomial in x and y for each state: the coefficient of x^i y^j is in lane starts[i] + j of its row. */
typedef struct {
    uint64_t *lanes;
    int64_t states, width;  /* of a row */
    const int64_t *starts;  /* number of powers + 1 entries; the last is the end of a row */
    int64_t powers;         /* of x */
} Rows;

/* Transitions sorted by target: those to target t are from begin[t] to begin[t + 1]. */
typedef struct {
    const int32_t *begin, *source, *power_x, *power_y;
    int64_t targets, many;
} Transitions;

/* Return true if all sources are states, no exponent is negative, and rows are within the array. */
bool are_transitions(const Transitions *ways, const Rows *before, const Rows *after);

/* after[target] = sum of before[source] x^power_x y^power_y; terms without a lane are omitted. */
void add_shifted(const Transitions *ways, const Rows *before, Rows *after);

/* Smallest weights of paths to states, the numbers of these paths modulo 2^64, and the same numbers as floating-point
 * numbers. A weight of at least INFINITE_WEIGHT / 2 marks a state that no path reaches; numbers may be omitted. */
typedef struct {
    int64_t *weights;
    uint64_t *numbers;
    double *sizes;
    int64_t states;
} Optima;

#define INFINITE_WEIGHT (INT64_C(1) << 60)

/* Pairs of a source and a target with one weight. */
typedef struct {
    const int32_t *source, *target;
    int64_t many, weight;
} Pairs;

bool are_pairs(const Pairs *pairs, int64_t sources, int64_t targets);

/* Improve the smallest weights and numbers of the targets by paths through the pairs; the equivalent numpy code is
 * `MinPlusStep.advance` in engine/sweep/min_plus.py. */
void add_minima(const Pairs *pairs, const Optima *before, Optima *after);

/* Steps that change few tracks: in each, every row of a block becomes a sum of rows. The sources of row r in step s are
 * `sources` from begins[s * rows + r] to begins[s * rows + r + 1]. */
typedef struct {
    const int32_t *begins, *sources;
    int64_t sites, rows, many;
} Sums;

bool are_sums(const Sums *sums);

/* Numbers with axes (limb, before, row, after): a number is the sum of its limbs times 2^(LIMB k); a limb has spare
 * bits above. Limbs and carries are as in algebra/limb.py, with the same LIMB. */
typedef struct {
    uint64_t *limbs;
    int64_t many, before, rows, after;
} Numbers;

enum { LIMB = 48 };

/* Apply the steps to numbers, in blocks of `lanes` numbers of a row that stay in cache, from block `first` up to
 * `stop`. Bits above a limb are carried into the next limb; `over` contains the bits above some highest limb, 0 if
 * there are none. Return false if there is no memory for three blocks. */
bool pass_over(const Sums *sums, const Numbers *numbers, int64_t lanes, int64_t first, int64_t stop, uint64_t *over);

enum { OWN = 255 };  /* label of the cell of a step, before labels are renumbered */

/* Action of a step on labels: tracks that are joined to its cell, tracks that are released, and the track of the cell.
 */
typedef struct {
    const int64_t *joined, *leaving, *still;
    int64_t joins, leaves, stills;
    int64_t own;       /* track of the cell; -1 if it has none */
    bool member;       /* true if the cell is a member of the tracked set */
    bool wakes;        /* true if a cell with label 0 is joined too */
    int64_t cap;       /* numbers of closed cycles >= this number are equivalent; -1 if cycles are not counted */
    const uint8_t *now; /* by still track and row: true if no later edge joins the cell */
} Joining;

/* Apply a step to `many` rows of labels; the numbers of `closed` cycles are `step` entries apart, and `ended` receives
 * the numbers of complete components. Labels are numbered from 1 in track order. */
void relabel(uint8_t *labels, int64_t many, int64_t width, uint8_t *closed, int64_t step, uint8_t *ended,
             const Joining *site);

#endif
