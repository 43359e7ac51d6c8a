/* Rows of coefficients added along transitions, and labels of tracks taken over a site.
 *
 * Their twins in numpy are `add_rows` of engine/sweep/rung3_limbs.py, `_Site.numbers` of engine/sweep/rung4_dense.py
 * and `LabelStepper._join` of transfer/sweep/rows.py.
 */
#ifndef GFKIT_ROWS_H
#define GFKIT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

/* A polynomial in x and y for each state: the coefficient of x^i y^j is in lane starts[i] + j of its row. */
typedef struct {
    uint64_t *lanes;
    int64_t states, width;  /* of a row */
    const int64_t *starts;  /* powers + 1 of them, the last is where rows end */
    int64_t powers;         /* of x */
} Rows;

/* Transitions sorted by target: those to target t are from begin[t] to begin[t + 1]. */
typedef struct {
    const int32_t *begin, *source, *power_x, *power_y;
    int64_t targets, many;
} Transitions;

/* Whether all sources are states, no power is negative, and rows are where they are said to be. */
bool are_transitions(const Transitions *ways, const Rows *before, const Rows *after);

/* after[target] = sum of before[source] x^power_x y^power_y; what has no lane there is 0. */
void add_shifted(const Transitions *ways, const Rows *before, Rows *after);

/* Sites that touch few tracks: at each, every row of a block becomes the sum of rows. Those of row r at site s are
 * `sources` from begins[s * rows + r] to begins[s * rows + r + 1]. */
typedef struct {
    const int32_t *begins, *sources;
    int64_t sites, rows, many;
} Sums;

bool are_sums(const Sums *sums);

/* Numbers with axes (limb, before, row, after): the sum of its limbs times 2^(LIMB k), where a limb has room above. Limbs
 * and carries are those of algebra/limb.py, with its LIMB. */
typedef struct {
    uint64_t *limbs;
    int64_t many, before, rows, after;
} Numbers;

enum { LIMB = 48 };

/* Takes numbers over sites, in blocks of `lanes` numbers of a row that stay in cache, from block `first` up to `stop`.
 * What is above a limb is carried into the next one; `over` gets bits that some highest limbs have above, 0 if none has
 * any. False where there is no memory for three blocks. */
bool pass_over(const Sums *sums, const Numbers *numbers, int64_t lanes, int64_t first, int64_t stop, uint64_t *over);

enum { OWN = 255 };  /* the label of a site's cell, before labels are numbered anew */

/* What a site does to labels: which tracks are joined to its cell, which leave, and where the cell lies then. */
typedef struct {
    const int64_t *joined, *leaving, *still;
    int64_t joins, leaves, stills;
    int64_t own;       /* the track of the cell; -1 if it has none */
    bool member;       /* whether the cell belongs to the set that is watched */
    bool wakes;        /* whether a cell with label 0 joins too */
    int64_t cap;       /* closed cycles are alike from this number on; -1 if they are not counted */
    const uint8_t *now; /* by still track and row: whether the cell there can be joined to nothing more */
} Joining;

/* Takes `many` rows of labels by track over a site; `closed` cycles of each lie `step` apart, and `ended` gets how
 * many components are complete. Labels are numbered from 1 on in the order of tracks. */
void relabel(uint8_t *labels, int64_t many, int64_t width, uint8_t *closed, int64_t step, uint8_t *ended,
             const Joining *site);

#endif
