/* Functions of residues.h, for the instruction set for which this file is compiled, which LEVEL names.
 *
 * First come operations on rows of eight words, each in one to eight parts; then the functions. Sums of up to four
 * residues fit into a word and are reduced once. Products are below 2^124 and are not computed in full: the quotient is
 * computed with doubles, and the remainder with words that wrap around.
 */
#include <string.h>

#include "portable.h"
#include "residues.h"

#if defined(__AVX2__) || defined(__AVX512F__) || defined(__SSE2__) || defined(_M_X64)
#include <immintrin.h>
#endif

/* Part of a row, and operations on it: `choose` returns the first argument if `sign` is not negative. */
#if defined(__AVX512F__)
enum { PARTS = 1 };
typedef __m512i Part;
typedef __m512d Real;
#define OP(name) _mm512_##name
#define REAL_AS_PART(x) _mm512_castpd_si512(x)
#define PART_AS_REAL(x) _mm512_castsi512_pd(x)
#define SPREAD(x) _mm512_set1_epi64((long long)(x))
#define AND(x, y) _mm512_and_si512(x, y)
#define OR(x, y) _mm512_or_si512(x, y)
#define LOAD(p) _mm512_loadu_si512(p)
#define STORE(p, x) _mm512_storeu_si512(p, x)
INLINE Part choose(Part sign, Part one, Part other) {
    return _mm512_mask_blend_epi64(_mm512_cmplt_epi64_mask(sign, _mm512_setzero_si512()), one, other);
}
#elif defined(__AVX2__)
enum { PARTS = 2 };
typedef __m256i Part;
typedef __m256d Real;
#define OP(name) _mm256_##name
#define REAL_AS_PART(x) _mm256_castpd_si256(x)
#define PART_AS_REAL(x) _mm256_castsi256_pd(x)
#define SPREAD(x) _mm256_set1_epi64x((long long)(x))
#define AND(x, y) _mm256_and_si256(x, y)
#define OR(x, y) _mm256_or_si256(x, y)
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define STORE(p, x) _mm256_storeu_si256((__m256i *)(p), x)
INLINE Part choose(Part sign, Part one, Part other) {
    return _mm256_castpd_si256(
        _mm256_blendv_pd(_mm256_castsi256_pd(one), _mm256_castsi256_pd(other), _mm256_castsi256_pd(sign)));
}
#elif defined(__SSE2__) || defined(_M_X64)
enum { PARTS = 4 };
typedef __m128i Part;
typedef __m128d Real;
#define OP(name) _mm_##name
#define REAL_AS_PART(x) _mm_castpd_si128(x)
#define PART_AS_REAL(x) _mm_castsi128_pd(x)
#define SPREAD(x) _mm_set1_epi64x((long long)(x))
#define AND(x, y) _mm_and_si128(x, y)
#define OR(x, y) _mm_or_si128(x, y)
#define LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(p), x)
INLINE Part choose(Part sign, Part one, Part other) {
    Part negative = _mm_shuffle_epi32(_mm_srai_epi32(sign, 31), 0xF5);
    return _mm_or_si128(_mm_andnot_si128(negative, one), _mm_and_si128(negative, other));
}
#else
enum { PARTS = LANES };
typedef uint64_t Part;
typedef double Real;
INLINE Part REAL_AS_PART(Real x) {
    Part word;
    memcpy(&word, &x, sizeof word);
    return word;
}
INLINE Real PART_AS_REAL(Part x) {
    Real real;
    memcpy(&real, &x, sizeof real);
    return real;
}
#define SPREAD(x) ((Part)(x))
#define AND(x, y) ((x) & (y))
#define OR(x, y) ((x) | (y))
#define LOAD(p) (*(const uint64_t *)(p))
#define STORE(p, x) (*(uint64_t *)(p) = (x))
#endif
#if defined(OP)
#define ADD(x, y) OP(add_epi64)(x, y)
#define SUB(x, y) OP(sub_epi64)(x, y)
#define MUL_LOW(x, y) OP(mul_epu32)(x, y)
#define RIGHT(x, bits) OP(srli_epi64)(x, bits)
#define LEFT(x, bits) OP(slli_epi64)(x, bits)
#define REAL_ADD(x, y) OP(add_pd)(x, y)
#define REAL_SUB(x, y) OP(sub_pd)(x, y)
#define REAL_MUL(x, y) OP(mul_pd)(x, y)
#define REAL_SPREAD(x) OP(set1_pd)(x)
#define REAL_LOAD(p) OP(loadu_pd)(p)
#else
#define ADD(x, y) ((x) + (y))
#define SUB(x, y) ((x) - (y))
#define MUL_LOW(x, y) ((Part)(uint32_t)(x) * (uint32_t)(y))
#define RIGHT(x, bits) ((x) >> (bits))
#define LEFT(x, bits) ((x) << (bits))
#define REAL_ADD(x, y) ((x) + (y))
#define REAL_SUB(x, y) ((x) - (y))
#define REAL_MUL(x, y) ((x) * (y))
#define REAL_SPREAD(x) (x)
#define REAL_LOAD(p) (*(p))
INLINE Part choose(Part sign, Part one, Part other) {
    return sign >> 63 ? other : one;
}
#endif

enum { PER_PART = LANES / PARTS, LOW31 = 0x7FFFFFFF };

/* Low words of products of words; in `mul_half` x is below 2^32. */
INLINE Part mul_half(Part x, Part y) {
    return ADD(MUL_LOW(x, y), LEFT(MUL_LOW(x, RIGHT(y, 32)), 32));
}

INLINE Part mul(Part x, Part y) {
    return ADD(mul_half(x, y), LEFT(MUL_LOW(RIGHT(x, 32), y), 32));
}

/* Convert words below 2^52 to doubles: the bits of 2^52 + x, minus 2^52. */
INLINE Real real_of(Part x) {
    return REAL_SUB(PART_AS_REAL(OR(x, SPREAD(0x4330000000000000))), REAL_SPREAD(4503599627370496.0));
}

INLINE Real wide_real_of(Part x) {
    Real high = REAL_MUL(real_of(RIGHT(x, 32)), REAL_SPREAD(4294967296.0));
    return REAL_ADD(high, real_of(AND(x, SPREAD(0xFFFFFFFF))));
}

/* Round to the nearest integers: adding 1.5 * 2^52 rounds a double, and its lower bits contain the integer. */
INLINE Part rounded(Real x) {
    return SUB(REAL_AS_PART(REAL_ADD(x, REAL_SPREAD(6755399441055744.0))), SPREAD(0x4338000000000000));
}

/* Reduce a value below 2 m to below m, where m is below 2^63; the sign of the difference selects the result. */
INLINE Part reduced(Part value, Part m) {
    Part less = SUB(value, m);
    return choose(less, less, value);
}

typedef struct {
    Part low, high;
    Real over_low, over_high;
} PartFactor;

INLINE PartFactor factor_at(const Factor *factor, int part) {
    int lane = part * PER_PART;
    return (PartFactor){LOAD(factor->low + lane), LOAD(factor->high + lane), REAL_LOAD(factor->over_low + lane),
                        REAL_LOAD(factor->over_high + lane)};
}

/* Return x c modulo p for x below 2^62. With x = x1 2^31 + x0 the product is x1 (c 2^31) + x0 c, below 2^32 p, so that
 * the quotient is known with an error below 1/2 + 2^-18, and the remainder is between -p and p. */
INLINE Part times(Part x, const PartFactor *c, Part prime) {
    Part x0 = AND(x, SPREAD(LOW31)), x1 = RIGHT(x, 31);
    Part quotient = rounded(REAL_ADD(REAL_MUL(real_of(x0), c->over_low), REAL_MUL(real_of(x1), c->over_high)));
    Part rest = SUB(ADD(mul_half(x0, c->low), mul_half(x1, c->high)), mul(quotient, prime));
    return choose(rest, rest, ADD(rest, prime));
}

/* The same for variable c; `upper` is the factor 2^31, `over` is 1 / p. */
INLINE PartFactor factor_of(Part c, const PartFactor *upper, Real over, Part prime) {
    Part high = times(c, upper, prime);
    return (PartFactor){c, high, REAL_MUL(wide_real_of(c), over), REAL_MUL(wide_real_of(high), over)};
}

INLINE Part prime_at(const Field *field, int part) {
    return LOAD(*field->primes + part * PER_PART);
}

/* One part of the sum of the rows in an index; the number `sources` of rows is a compile-time constant, at most eight.
 */
INLINE Part sum_at(const Eight *old, const int32_t *index, const int sources, int lane, Part prime, Part twice) {
    Part sums[2];
    for (int four = 0; four < 2; four++) {
        int first = 4 * four, end = sources < first + 4 ? sources : first + 4;
        if (end <= first)
            break;
        sums[four] = LOAD(old[index[first]] + lane);
        for (int k = first + 1; k < end; k++)
            sums[four] = ADD(sums[four], LOAD(old[index[k]] + lane));
        if (end > first + 2)
            sums[four] = reduced(sums[four], twice);
    }
    if (sources > 4)
        sums[0] = reduced(ADD(sums[0], sums[1]), twice);
    return sources > 1 ? reduced(sums[0], prime) : sums[0];
}

/* All parts of a target are processed together, so that each index is read once. */
INLINE void sum_rows(const Run *run, const int32_t *index, const Eight *old, Eight *new, const int sources,
                     const Field *field) {
    Part prime[PARTS], twice[PARTS];
    for (int part = 0; part < PARTS; part++) {
        prime[part] = prime_at(field, part);
        twice[part] = ADD(prime[part], prime[part]);
    }
    for (int64_t t = run->low; t < run->high; t++, index += sources)
        for (int part = 0; part < PARTS; part++)
            STORE(new[t] + part * PER_PART, sum_at(old, index, sources, part * PER_PART, prime[part], twice[part]));
}

/* Sums of no row, or of more than eight rows. */
static void sum_many(const Run *run, const int32_t *index, const Eight *old, Eight *new, const Field *field) {
    for (int64_t t = run->low; t < run->high; t++, index += run->sources)
        for (int part = 0; part < PARTS; part++) {
            int lane = part * PER_PART;
            Part prime = prime_at(field, part), total = SPREAD(0);
            if (run->sources)
                total = sum_at(old, index, 8, lane, prime, ADD(prime, prime));
            for (int64_t k = 8; k < run->sources; k++)
                total = reduced(ADD(total, LOAD(old[index[k]] + lane)), prime);
            STORE(new[t] + lane, total);
        }
}

/* Advance by one slice, from vector turns[0]; afterwards the result is vector turns[0], and the previous vector is
 * turns[1] or turns[2]. */
static void advance(const Slice *slice, Vectors *vectors, const Field *field) {
    int64_t *turns = vectors->turns, from = turns[0], to = 1;
    Eight *old = vectors->rows + from * vectors->widest, *new = vectors->rows + turns[1] * vectors->widest;
    for (int64_t k = 0; k < slice->many; k++) {
        const Run *run = slice->runs + k;
        const int32_t *index = slice->index + run->where;
        if (k && run->pass != run[-1].pass) {
            old = new;
            to = 3 - to;
            new = vectors->rows + turns[to] * vectors->widest;
        }
        switch (run->sources) {
        case 1: sum_rows(run, index, old, new, 1, field); break;
        case 2: sum_rows(run, index, old, new, 2, field); break;
        case 3: sum_rows(run, index, old, new, 3, field); break;
        case 4: sum_rows(run, index, old, new, 4, field); break;
        case 5: sum_rows(run, index, old, new, 5, field); break;
        case 6: sum_rows(run, index, old, new, 6, field); break;
        case 7: sum_rows(run, index, old, new, 7, field); break;
        case 8: sum_rows(run, index, old, new, 8, field); break;
        default: sum_many(run, index, old, new, field);
        }
    }
    turns[0] = turns[to];
    turns[to] = from;
}

/* Return the sum over i of left[order[i]] right[i], or of left[i] right[i] without an order; `step` is -1 if right is
 * read backwards. A residue is a1 2^31 + a0. The sums of a0 b0, of a0 b1 + a1 b0 and of a1 b1 are accumulated as sums
 * of lower and upper halves of 32 bits: six words that hold the sum without reduction until the end. */
INLINE void dot(const Eight *left, const int32_t *order, const Eight *right, int64_t step, int64_t many,
                const Field *field, Eight *result) {
    for (int part = 0; part < PARTS; part++) {
        int lane = part * PER_PART;
        Part s[6], low31 = SPREAD(LOW31), low32 = SPREAD(0xFFFFFFFF), prime = prime_at(field, part);
        for (int k = 0; k < 6; k++)
            s[k] = SPREAD(0);
        for (int64_t i = 0; i < many; i++) {
            Part a = LOAD(left[order ? order[i] : i] + lane), b = LOAD(right[i * step] + lane);
            Part a0 = AND(a, low31), a1 = RIGHT(a, 31), b0 = AND(b, low31), b1 = RIGHT(b, 31);
            Part low = MUL_LOW(a0, b0), high = MUL_LOW(a1, b1), middle = ADD(MUL_LOW(a0, b1), MUL_LOW(a1, b0));
            s[0] = ADD(s[0], AND(low, low32));
            s[1] = ADD(s[1], RIGHT(low, 32));
            s[2] = ADD(s[2], AND(middle, low32));
            s[3] = ADD(s[3], RIGHT(middle, 32));
            s[4] = ADD(s[4], AND(high, low32));
            s[5] = ADD(s[5], RIGHT(high, 32));
        }
        Part total = SPREAD(0);
        for (int k = 0; k < 6; k++) {
            PartFactor scale = factor_at(field->factors + k, part);
            total = reduced(ADD(total, times(s[k], &scale, prime)), prime);
        }
        STORE(*result + lane, total);
    }
}

static void sweep(const Slice *slice, Vectors *vectors, const Ends *ends, const Field *field, int64_t steps,
                  Eight *values) {
    for (int64_t step = 0; step < steps; step++) {
        const Eight *before = vectors->rows + vectors->turns[0] * vectors->widest;
        dot(ends->finals ? ends->finals : before, ends->order, before, 1, ends->states, field, values++);
        if (ends->finals && ends->probe)
            dot(ends->probe, ends->order, before, 1, ends->states, field, values++);
        advance(slice, vectors, field);
        const Eight *after = vectors->rows + vectors->turns[0] * vectors->widest;
        if (!ends->finals)
            dot(before, ends->order, after, 1, ends->states, field, values++);
    }
}

INLINE void add_scaled(Eight *sums, const Eight *rows, int64_t many, const PartFactor *factor, Part prime, int lane) {
    for (int64_t i = 0; i < many; i++)
        STORE(sums[i] + lane,
              reduced(ADD(LOAD(sums[i] + lane), times(LOAD(rows[i] + lane), factor, prime)), prime));
}

static void add_times(Eight *sums, const Eight *rows, int64_t many, const Factor *factor, const Field *field) {
    for (int part = 0; part < PARTS; part++) {
        PartFactor one = factor_at(factor, part);
        add_scaled(sums, rows, many, &one, prime_at(field, part), part * PER_PART);
    }
}

/* Return true if most good lanes have discrepancy 0; the lanes that differ become bad. */
static bool vanishes(const Eight *discrepancy, bool *bad) {
    int zeros = 0, good = 0;
    for (int lane = 0; lane < LANES; lane++) {
        good += !bad[lane];
        zeros += !bad[lane] && !(*discrepancy)[lane];
    }
    bool zero = 2 * zeros > good;
    for (int lane = 0; lane < LANES; lane++)
        bad[lane] |= !(*discrepancy)[lane] != zero;
    return zero;
}

/* 1 / value by Fermat's theorem: value^(p - 2), in one part of a row. */
INLINE Part inverse(Part value, const PartFactor *upper, Real over, Part prime, const uint64_t *primes) {
    PartFactor factor = factor_of(value, upper, over, prime);
    Part power = SPREAD(1);
    int bits = 0;
    for (int lane = 0; lane < PER_PART; lane++)
        while (primes[lane] >> bits)
            bits++;
    for (int bit = bits - 1; bit >= 0; bit--) {
        PartFactor square = factor_of(power, upper, over, prime);
        uint64_t taken[LANES];
        for (int lane = 0; lane < PER_PART; lane++)
            taken[lane] = 0 - ((primes[lane] - 2) >> bit & 1);
        power = times(power, &square, prime);
        power = choose(LOAD(taken), power, times(power, &factor, prime));
    }
    return power;
}

static void take_over(Sequences *s, int64_t n) {
    Connection *c = s->connection;
    int64_t free_one = c->spare;
    c->length = c->order;
    c->order = n + 1 - c->order;
    c->distance = 1;
    c->spare = c->before;
    c->before = free_one;
}

/* Berlekamp-Massey, continued with the terms from `begin` to `end`. */
static void extend(Sequences *s, const Field *field) {
    Connection *c = s->connection;
    for (int64_t n = s->begin; n < s->end; n++) {
        Eight value;
        Eight *now = s->rows + c->now * s->room, *spare = s->rows + c->spare * s->room;
        dot(now, NULL, s->terms + n, -1, c->order + 1, field, &value);
        if (vanishes(&value, s->bad)) {
            c->distance++;
            continue;
        }
        bool grows = 2 * c->order <= n;
        if (grows) {
            memcpy(spare, now, (size_t)(c->order + 1) * sizeof *spare);
            memset(spare + c->order + 1, 0, (size_t)(s->room - c->order - 1) * sizeof *spare);
        }
        for (int part = 0; part < PARTS; part++) {
            int lane = part * PER_PART;
            Part prime = prime_at(field, part), discrepancy = LOAD(value + lane);
            PartFactor upper = factor_at(field->factors + SCALES - 1, part);
            Real over = REAL_LOAD(field->one_over + lane);
            PartFactor last = factor_of(LOAD(*s->over + lane), &upper, over, prime);
            Part ratio = times(discrepancy, &last, prime);
            PartFactor factor = factor_of(reduced(SUB(prime, ratio), prime), &upper, over, prime);
            add_scaled(now + c->distance, s->rows + c->before * s->room, c->length + 1, &factor, prime, lane);
            if (grows)
                STORE(*s->over + lane, inverse(discrepancy, &upper, over, prime, *field->primes + lane));
        }
        if (grows)
            take_over(s, n);
        else
            c->distance++;
    }
}

/* Sums are below 2^32 p + 4 p^2 < 2^63, and are reduced once by Montgomery reduction. */
static void weigh(const Weighted *automaton, const Eight *weights, const Eight *starts, uint64_t prime,
                  int64_t steps, Eight *terms, Eight *room) {
    const int64_t states = automaton->states;
    Part modulus = SPREAD(prime), large = SPREAD(prime << 32), low32 = SPREAD(0xFFFFFFFF);
    uint64_t inverted = 1;  /* of the prime modulo 2^32, by Newton's iteration */
    for (int k = 0; k < 5; k++)
        inverted *= 2 - prime * inverted;
    Part negated = SPREAD((0 - inverted) & 0xFFFFFFFF);
    memcpy(room, starts, (size_t)states * sizeof *room);
    for (int64_t step = 0; step < steps; step++) {
        const Eight *old = room + step % 2 * (states + 1);
        Eight *new = room + (1 - step % 2) * (states + 1);
        for (int64_t t = 0; t <= states; t++) {
            Part total[PARTS];
            for (int part = 0; part < PARTS; part++)
                total[part] = SPREAD(0);
            for (int64_t group = automaton->begin[t]; group < automaton->begin[t + 1]; group++) {
                const int32_t(*edges)[2] = automaton->edges + 4 * group;
                for (int part = 0; part < PARTS; part++) {
                    int lane = part * PER_PART;
                    for (int k = 0; k < 4; k++)
                        total[part] = ADD(total[part],
                                          MUL_LOW(LOAD(old[edges[k][0]] + lane), LOAD(weights[edges[k][1]] + lane)));
                    total[part] = reduced(total[part], large);
                }
            }
            for (int part = 0; part < PARTS; part++) {
                Part q = AND(MUL_LOW(total[part], negated), low32);
                STORE(new[t] + part * PER_PART,
                      reduced(RIGHT(ADD(total[part], MUL_LOW(q, modulus)), 32), modulus));
            }
        }
        memcpy(terms + step, new + states, sizeof *terms);
    }
}

/* Columns are processed in blocks that stay in cache; the last few columns one by one. */
static void multiply(const uint64_t *left, const uint64_t *right, uint64_t *product, int64_t rows, int64_t inner,
                     int64_t columns, uint64_t prime) {
    enum { WIDTH = 256 };
    Part large = SPREAD(prime << 32);
    for (int64_t begin = 0; begin < columns; begin += WIDTH) {
        int64_t end = begin + WIDTH < columns ? begin + WIDTH : columns, whole = end - (end - begin) % PER_PART;
        for (int64_t i = 0; i < rows; i++) {
            uint64_t *row = product + i * columns;
            memset(row + begin, 0, (size_t)(end - begin) * sizeof *row);
            for (int64_t k = 0; k < inner; k += 4) {
                const uint64_t *a = left + i * inner + k, *b = right + k * columns;
                for (int64_t j = begin; j < whole; j += PER_PART) {
                    Part total = LOAD(row + j);
                    for (int m = 0; m < 4; m++)
                        total = ADD(total, MUL_LOW(SPREAD(a[m]), LOAD(b + m * columns + j)));
                    STORE(row + j, reduced(total, large));
                }
                for (int64_t j = whole; j < end; j++) {
                    for (int m = 0; m < 4; m++)
                        row[j] += (uint64_t)(uint32_t)a[m] * (uint32_t)b[m * columns + j];
                    row[j] = row[j] < prime << 32 ? row[j] : row[j] - (prime << 32);
                }
            }
            for (int64_t j = begin; j < end; j++)
                row[j] %= prime;
        }
    }
}

/* sums += lanes, modulo a prime. */
static void add_line(uint64_t *RESTRICT sums, const uint64_t *RESTRICT lanes, int64_t many, uint64_t prime) {
    Part m = SPREAD(prime);
    int64_t lane = 0;
    for (; lane + PER_PART <= many; lane += PER_PART)
        STORE(sums + lane, reduced(ADD(LOAD(sums + lane), LOAD(lanes + lane)), m));
    for (; lane < many; lane++) {
        uint64_t sum = sums[lane] + lanes[lane];
        sums[lane] = sum < prime ? sum : sum - prime;
    }
}

/* Return a b modulo a prime below 2^62, for b < 2^31: the quotient is computed with doubles. */
INLINE uint64_t times_low(uint64_t a, uint64_t b, uint64_t prime) {
    uint64_t quotient = (uint64_t)((double)a * (double)b / (double)prime);
    int64_t rest = (int64_t)(a * b - quotient * prime);
    rest += rest < 0 ? (int64_t)prime : 0;
    return (uint64_t)rest < prime ? (uint64_t)rest : (uint64_t)rest - prime;
}

static void scale_lane(uint64_t *lane, uint64_t constant, uint64_t prime) {
    uint64_t value = *lane % prime, high = times_low(value, constant >> 31, prime);
    high = times_low(high, UINT64_C(1) << 30, prime);
    uint64_t sum = high + high < prime ? high + high : high + high - prime;
    sum += times_low(value, constant & LOW31, prime);
    *lane = sum < prime ? sum : sum - prime;
}

/* Multiply a row by x or y, or by x - 1; `spare` receives the row. */
static void shift_row(const Polynomials *values, uint64_t *row, int factor, uint64_t prime, uint64_t *spare) {
    const int64_t *starts = values->starts, used = starts[values->lines];
    memcpy(spare, row, (size_t)used * sizeof *row);
    for (int64_t g = 0; g < values->lines; g++) {
        int64_t length = starts[g + 1] - starts[g], before = g ? starts[g] - starts[g - 1] : 0;
        uint64_t *line = row + starts[g];
        if (factor == FACTOR_Y) {
            line[0] = 0;
            for (int64_t j = 0; j + 1 < length; j++)
                line[j + 1] = values->climbs[j] <= g ? spare[starts[g - values->climbs[j]] + j] : 0;
        } else {
            memcpy(line, spare + starts[g] - before, (size_t)before * sizeof *line);
            memset(line + before, 0, (size_t)(length - before) * sizeof *line);
        }
    }
    for (int64_t lane = 0; factor == FACTOR_X_LESS_1 && lane < used; lane++)
        row[lane] -= row[lane] < spare[lane] ? spare[lane] - prime : spare[lane];
}

static void scale_row(const Polynomials *values, uint64_t *row, int factor, const uint64_t *constants, uint64_t prime,
                      uint64_t *spare) {
    const int64_t used = values->starts[values->lines];
    if (constants[factor] == VARIABLE) {
        shift_row(values, row, factor, prime, spare);
    } else if (constants[factor]) {
        for (int64_t lane = 0; lane < used; lane++)
            scale_lane(row + lane, constants[factor], prime);
    } else {
        memset(row, 0, (size_t)used * sizeof *row);
    }
}

/* `spare` is two rows. */
static void step_edge(const EdgeStep *step, const Polynomials *values, const uint64_t *constants, uint64_t prime,
                      uint64_t *spare) {
    const int64_t used = values->starts[values->lines];
    for (int64_t k = 0; k < step->many; k++) {
        uint64_t *row = values->residues + step->targets[k] * values->width;
        if (step->factors[k] != FACTOR_ONE)
            scale_row(values, row, step->factors[k], constants, prime, spare);
        for (int64_t place = step->begins[k]; place < step->begins[k + 1]; place++) {
            int64_t source = step->sources[place];
            const uint64_t *other = values->residues + (source < 0 ? -1 - source : source) * values->width;
            if (source < 0) {
                memcpy(spare + values->width, other, (size_t)used * sizeof *spare);
                scale_row(values, spare + values->width, FACTOR_Y, constants, prime, spare);
                other = spare + values->width;
            }
            add_line(row, other, used, prime);
        }
    }
}

const Residues LEVEL = {LEVEL_NAME, advance, sweep, add_times, extend, weigh, multiply, step_edge};
