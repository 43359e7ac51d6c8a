/* Arithmetic modulo eight primes at once, one in each lane of a row: sweeps over strips and Berlekamp-Massey.
 *
 * Residues are below primes of at most 62 bits; those at points, of `weigh` and `multiply`, are below primes of 30
 * bits. residues_loops.h contains the functions, which are compiled for each supported instruction set; `residues`
 * returns those that fit the processor. The equivalent numpy code is in algebra/residue_arrays.py, layout.py,
 * evaluation.py, berlekamp_massey.py and engine/sweep/tutte.py.
 */
#ifndef GFKIT_RESIDUES_H
#define GFKIT_RESIDUES_H

#include <stdbool.h>
#include <stdint.h>

enum { LANES = 8, SCALES = 7 };

typedef uint64_t Eight[LANES];

/* Constants for a multiplication by c: c and c 2^31 modulo p, and both divided by p. */
typedef struct {
    Eight low, high;
    double over_low[LANES], over_high[LANES];
} Factor;

/* Eight primes; the factors 1, 2^32, 2^31, 2^63, 2^62 and 2^94 that reduce sums, and 2^31; and 1 / p. */
typedef struct {
    const Eight *primes;
    const Factor *factors;
    const double *one_over;
} Field;

/* Sums with equally many terms: targets from `low` to `high`, whose sources begin at `where` in the index. */
typedef struct {
    int64_t pass, sources, low, high, where;
} Run;

/* Slice: passes in order, each consisting of runs whose sources are rows of the output of the previous pass. */
typedef struct {
    const Run *runs;
    int64_t many;
    const int32_t *index;
    int64_t length;
} Slice;

/* Three vectors of `widest` rows: turns[0] is the current vector, the others are scratch memory. */
typedef struct {
    Eight *rows;
    int64_t widest;
    int64_t *turns;
} Vectors;

/* Products computed from each vector: with `finals`, and with `probe`. If there are no finals, the vector is its own
 * final vector, with its rows in another order, before and after each slice. */
typedef struct {
    const Eight *finals, *probe;
    const int32_t *order;
    int64_t states;
} Ends;

/* Shortest recurrences of eight sequences so far: rows of coefficients, now and before the last change. */
typedef struct {
    int64_t order, distance, length;  /* `distance` steps since the change, `length` the order before it */
    int64_t now, before, spare;       /* index among three arrays of `room` rows */
} Connection;

typedef struct {
    const Eight *terms;
    int64_t begin, end;
    Connection *connection;
    Eight *rows;
    int64_t room;
    Eight *over;   /* 1 / the last nonzero discrepancy */
    bool *bad;     /* lanes that deviate from the majority */
} Sequences;

/* Weighted automaton: the edges to state t are the groups of four from begin[t] to begin[t + 1]. */
typedef struct {
    const int32_t *begin;
    const int32_t (*edges)[2];  /* source, and index of the weight */
    int64_t states;
} Weighted;

/* Polynomials in x and y, one in each row of `width` residues. Line g of a row is from starts[g] to starts[g + 1], and its
 * lane j belongs to y^j and a power of x, such that x times lane j of line g is lane j of line g + 1, and y times it is
 * lane j + 1 of line g + climbs[j]. Lines do not become shorter; all lanes after the last line are 0. */
typedef struct {
    uint64_t *residues;
    int64_t rows, width;
    const int64_t *starts, *climbs;
    int64_t lines;
} Polynomials;

/* Factors of polynomials: 0, 1, x, y and x - 1; VARIABLE if x or y is not a number. */
enum { FACTOR_ZERO, FACTOR_ONE, FACTOR_X, FACTOR_Y, FACTOR_X_LESS_1, FACTORS_OF_EDGES };
#define VARIABLE UINT64_MAX

/* Transitions of an edge: target k is multiplied by a factor; then the sources from begins[k] to begins[k + 1] are added,
 * where -1 - s denotes y times row s. No target is a source. */
typedef struct {
    const int32_t *targets, *begins, *sources;
    const uint8_t *factors;
    int64_t many;
} EdgeStep;

typedef struct {
    const char *name;
    void (*advance)(const Slice *slice, Vectors *vectors, const Field *field);
    void (*sweep)(const Slice *slice, Vectors *vectors, const Ends *ends, const Field *field, int64_t steps,
                  Eight *values);
    void (*add_times)(Eight *sums, const Eight *rows, int64_t many, const Factor *factor, const Field *field);
    void (*extend)(Sequences *sequences, const Field *field);
    /* Compute `steps` terms at eight points: weights are multiplied by 2^32; there is room for two vectors, each
     * followed by a term. */
    void (*weigh)(const Weighted *automaton, const Eight *weights, const Eight *starts, uint64_t prime,
                  int64_t steps, Eight *terms, Eight *room);
    /* product = left right, modulo a prime; `inner` is a multiple of four. */
    void (*multiply)(const uint64_t *left, const uint64_t *right, uint64_t *product, int64_t rows, int64_t inner,
                     int64_t columns, uint64_t prime);
    /* Apply the transitions of an edge in place, modulo a prime; `spare` is two rows. */
    void (*step_edge)(const EdgeStep *step, const Polynomials *values, const uint64_t *constants, uint64_t prime,
                      uint64_t *spare);
} Residues;

/* Return the functions for the best instruction set of this processor. */
const Residues *residues(void);

extern const Residues RESIDUES_PLAIN, RESIDUES_AVX2, RESIDUES_AVX512;

#endif
