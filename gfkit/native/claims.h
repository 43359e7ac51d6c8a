/* Claims about values: bounds of games, of parts of positions and of their sums.
 *
 * A claim about a value is a whole number in units of 1 / UNIT: y * UNIT says that the value is at least y (moving
 * second), or that who moves first wins it less y (moving first); one less says so of every number below y. Claims
 * come for TAXES temperatures: 0, 1/4, 1/2 and so on; those above 0 are about stops of the cooled value, and say
 * "every number below" at most. Write R_t and L_t for the stops of G cooled by t; a is the best claim moving second of
 * the own options less t, b the worst claim moving first of the opponent's, plus t. L_t >= a and R_t >= min(a, b),
 * frozen or not; R_t never falls when t grows, and L_t is at least the mast. G >= x for a number x when the opponent's
 * options are all won moving first against x and x is a whole number up to 0 or some own option is at least the left
 * option of x; and a game that is no number and whose opponent's options are all won moving first against its right
 * stop y is at least y (number avoidance). Cooling is additive, L_0 >= L_t and R_0 >= R_t - t: so sums of claims decide
 * who wins sums.
 *
 * Large parts are cut along lines that a player's moves never cross into bands, whose values are found and kept: their
 * sum is at most the part, or at least. The twin in Python, without claims, is values/bounds.py.
 */
#ifndef GFKIT_CLAIMS_H
#define GFKIT_CLAIMS_H

#include "parts.h"

enum { TAXES = 16, UNIT = 256, TAX = UNIT / 4, GRAIN = UNIT / 8, MOST_PARTS = 24 };

typedef enum { OPEN, WON, LOST } Verdict;

/* Claims of one player, by temperature, as they are kept. */
typedef struct {
    int16_t second[TAXES], first[TAXES];
} Claims;

/* The sum of claims. */
typedef struct {
    int32_t second[TAXES], first[TAXES];
} Total;

/* A band, wherever on the board it lies; value is a row plus 2, or 1 where it is too large, or 0 where there is none. */
typedef struct {
    Bits bits;
    int32_t value, mean;
} Band;

/* The same, for bands of few cells, by their bits. */
typedef struct {
    int32_t value, mean;
} ThinBand;

enum { TURNED_AROUND = 1, MIRRORED = 2, MOST_LINES = 2 * WORD_BITS + 2 };

/* How a board is cut for one side: 0 for bounds below, along lines that no move of Right crosses. */
typedef struct {
    Bits lines[MOST_LINES];  /* the cells before each line */
    int64_t rows;            /* between lines; 0 where the board cannot be cut */
    int64_t breadth;         /* of the pieces, in rows */
    int64_t width;           /* cells of a row */
    int64_t thin;            /* rows up to which bands are kept by their bits */
    int64_t per_word;        /* rows that fit into a word */
    int64_t turns;           /* ways to turn the board that leave bands bands */
    Image moved;             /* to where rows lie one behind the other */
    int64_t *mirrors;        /* of a row's cells, where rows are mirrored */
    ThinBand *thin_bands;
} Cut;

/* A row of a part: its cells, how many, and where its bands begin and end. */
typedef struct {
    int64_t cells, count, begin, end;
} Row;

/* A band of a part: its bits, and where it is kept. */
typedef struct {
    Bits bits;
    int64_t slot;
} Key;

/* How many subpositions a value has, and by which value it was met last. */
typedef struct {
    int32_t size, met;
} Size;

/* A sum of large parts and one value, Left to move; its key is one number for both, and the guess says how good it is. */
typedef struct {
    int64_t key, value, many, guess;
    int32_t codes[MOST_PARTS];
} Sum;

typedef struct {
    Parts *parts;
    Cut cuts[2];
    Band *bands;
    int64_t bands_room, bands_used;
    Claims *claims;
    int64_t claims_room, claims_used;
    int32_t *row_of;  /* by value: its row of claims, plus 1; Right's are in the next row */
    Size *sizes;      /* by value */
    int64_t most_moves; /* of a part whose value takes its place */
    Row rows[MOST_LINES];
    Key *keys;
    int64_t best[MOST_LINES];
    struct {
        int64_t start, value;
    } came[MOST_LINES];
} Bounds;

enum { MARGIN = 8192 };

void place_bands(Bounds *bounds, const Band *old, int64_t many);
/* The row of claims of a value. */
int64_t claims_of_value(Bounds *bounds, int64_t value);
/* About twice the mean of a value. */
int64_t mean_of_value(Bounds *bounds, int64_t value);
/* Who wins a sum for Left moving first, as far as bounds tell. */
Verdict judge_sum(Bounds *bounds, Sum *sum);

#endif
