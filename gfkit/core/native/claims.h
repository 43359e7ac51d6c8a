/* Claims about values: bounds of games, of parts of positions and of their sums.
 *
 * A claim about a value G is an integer in units of 1 / UNIT. The claim y * UNIT means G >= y (claims "second": the
 * player moves second), or that the player wins G - y moving first (claims "first"). The claim y * UNIT - 1 means the
 * same for every number below y. Claims are stored for TAXES temperatures: 0, 1/4, 1/2 and so on; claims at
 * temperatures above 0 are about the stops of the cooled value, and only of the second form. Let R_t and L_t be the
 * stops of G cooled by t, a the best claim "second" of the player's options minus t, and b the worst claim "first" of
 * the opponent's options plus t. Then L_t >= a and R_t >= min(a, b), frozen or not; R_t does not decrease with t, and
 * L_t is at least the mast value. G >= x holds for a number x if all options of the opponent are won moving first
 * against x, and x is an integer <= 0 or some option of the player is at least the left option of x. If G is not a
 * number and all options of the opponent are won moving first against the right stop y of G, then G >= y (number
 * avoidance). Cooling is additive, L_0 >= L_t and R_0 >= R_t - t; so sums of claims decide the outcome of sums.
 *
 * Large parts are cut along lines that a player's moves never cross, into bands whose values are computed and stored:
 * the sum of these values is a lower or an upper bound of the part. The equivalent Python code, without claims, is
 * values/bounds.py.
 */
#ifndef GFKIT_CLAIMS_H
#define GFKIT_CLAIMS_H

#include "parts.h"

enum { TAXES = 16, UNIT = 256, TAX = UNIT / 4, GRAIN = UNIT / 8, MOST_PARTS = 24 };

typedef enum { OPEN, WON, LOST } Verdict;

/* Stored claims of one player, by temperature. */
typedef struct {
    int16_t second[TAXES], first[TAXES];
} Claims;

/* Sum of claims. */
typedef struct {
    int32_t second[TAXES], first[TAXES];
} Total;

/* Band up to translation; `value` is a row plus 2, or 1 if the value is too large, or 0 for an empty entry. */
typedef struct {
    Bits bits;
    int32_t value, mean;
} Band;

/* Table of bands with few cells, indexed by their bits. */
typedef struct {
    int32_t value, mean;
} ThinBand;

enum { TURNED_AROUND = 1, MIRRORED = 2, MOST_LINES = 2 * WORD_BITS + 2 };

/* Cuts of the board for one side: 0 for lower bounds, along lines that no move of Right crosses. */
typedef struct {
    Bits lines[MOST_LINES];  /* cells before each line */
    int64_t rows;            /* number of lines; 0 if the board cannot be cut */
    int64_t breadth;         /* number of rows of a piece */
    int64_t width;           /* cells of a row */
    int64_t thin;            /* maximum number of rows of bands that are indexed by their bits */
    int64_t per_word;        /* number of rows that fit into a word */
    int64_t turns;           /* number of symmetries of the board that map bands to bands */
    Image moved;             /* image in which rows are consecutive */
    int64_t *mirrors;        /* image of a row's cells under reflection */
    ThinBand *thin_bands;
} Cut;

/* Row of a part: its cells, their number, and where its bands begin and end. */
typedef struct {
    int64_t cells, count, begin, end;
} Row;

/* Band of a part: its bits, and its position in the table. */
typedef struct {
    Bits bits;
    int64_t slot;
} Key;

/* For each value, the number of its subpositions, and the last value for which it was visited. */
typedef struct {
    int32_t size, met;
} Size;

/* Sum of large parts and one value, with Left to move; the key identifies both, and the guess estimates the outcome. */
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
    int32_t *row_of;  /* by value: row of its claims, plus 1; the claims of Right are in the next row */
    Size *sizes;      /* by value */
    int64_t most_moves; /* of a part that is represented by its value */
    Row rows[MOST_LINES];
    Key *keys;
    int64_t best[MOST_LINES];
    struct {
        int64_t start, value;
    } came[MOST_LINES];
} Bounds;

enum { MARGIN = 8192 };

void place_bands(Bounds *bounds, const Band *old, int64_t many);
/* Return the row of claims of a value. */
int64_t claims_of_value(Bounds *bounds, int64_t value);
/* Return approximately twice the mean of a value. */
int64_t mean_of_value(Bounds *bounds, int64_t value);
/* Return the outcome of a sum with Left moving first, as far as bounds determine it. */
Verdict judge_sum(Bounds *bounds, Sum *sum);

#endif
