/* Arithmetic modulo eight primes at once, one in each lane of a row: sweeps over strips and Berlekamp-Massey.
 *
 * Residues are below primes of at most 62 bits; those at points, of `weigh` and `multiply`, below primes of 30 bits.
 * residues_loops.h has the loops, written once, and compiled for each set of instructions that rows can
 * be added with; `residues` gives those that fit the processor. Their twins in numpy are those of
 * algebra/residue_arrays.py, layout.py, evaluation.py and berlekamp_massey.py.
 */
#ifndef GFKIT_RESIDUES_H
#define GFKIT_RESIDUES_H

#include <stdbool.h>
#include <stdint.h>

enum { LANES = 8, SCALES = 7 };

typedef uint64_t Eight[LANES];

/* What a multiplication by c needs: c and c 2^31 modulo p, and both divided by p. */
typedef struct {
    Eight low, high;
    double over_low[LANES], over_high[LANES];
} Factor;

/* Eight primes; the factors 1, 2^32, 2^31, 2^63, 2^62 and 2^94 that settle sums, and 2^31; and 1 / p. */
typedef struct {
    const Eight *primes;
    const Factor *factors;
    const double *one_over;
} Field;

/* Sums of equally many rows: those of targets from `low` to `high`, whose sources begin at `where` in the index. */
typedef struct {
    int64_t pass, sources, low, high, where;
} Run;

/* A slice: passes one after the other, each of runs, whose sources are rows of what the pass before wrote. */
typedef struct {
    const Run *runs;
    int64_t many;
    const int32_t *index;
    int64_t length;
} Slice;

/* Three vectors of `widest` rows: turns[0] is the one that counts, others are room. */
typedef struct {
    Eight *rows;
    int64_t widest;
    int64_t *turns;
} Vectors;

/* What a sweep takes of each vector: its sum with `finals`, and with `probe`; where there are no finals it is its
 * own final vector, with its rows in another order, before and after each slice. */
typedef struct {
    const Eight *finals, *probe;
    const int32_t *order;
    int64_t states;
} Ends;

/* The shortest recurrences of eight sequences so far: rows of coefficients, now and before the last change. */
typedef struct {
    int64_t order, distance, length;  /* `distance` steps since the change, `length` the order before it */
    int64_t now, before, spare;       /* which of three arrays of `room` rows */
} Connection;

typedef struct {
    const Eight *terms;
    int64_t begin, end;
    Connection *connection;
    Eight *rows;
    int64_t room;
    Eight *over;   /* 1 / the last value that was not 0 */
    bool *bad;     /* lanes that go another way than most */
} Sequences;

/* An automaton with weights: to state t lead the groups of four edges from begin[t] to begin[t + 1]. */
typedef struct {
    const int32_t *begin;
    const int32_t (*edges)[2];  /* source and number of the weight */
    int64_t states;
} Weighted;

typedef struct {
    const char *name;
    void (*advance)(const Slice *slice, Vectors *vectors, const Field *field);
    void (*sweep)(const Slice *slice, Vectors *vectors, const Ends *ends, const Field *field, int64_t steps,
                  Eight *values);
    void (*add_times)(Eight *sums, const Eight *rows, int64_t many, const Factor *factor, const Field *field);
    void (*extend)(Sequences *sequences, const Field *field);
    /* `steps` terms at eight points: weights times 2^32, room for two vectors with a term behind each. */
    void (*weigh)(const Weighted *automaton, const Eight *weights, const Eight *starts, uint64_t prime,
                  int64_t steps, Eight *terms, Eight *room);
    /* product = left right, modulo a prime; `inner` is a multiple of four. */
    void (*multiply)(const uint64_t *left, const uint64_t *right, uint64_t *product, int64_t rows, int64_t inner,
                     int64_t columns, uint64_t prime);
} Residues;

/* The loops for the best instructions that this processor has. */
const Residues *residues(void);

extern const Residues RESIDUES_PLAIN, RESIDUES_AVX2, RESIDUES_AVX512;

#endif
