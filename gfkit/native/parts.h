/* Positions as sums of parts, each part known by its least image on the board; and the values of parts.
 *
 * A state is two words of 56 bits. The code of a part is twice its number, plus one where it stands for the negative
 * of that image. The moves of a state are a set, in words of 62 bits. The twins in Python are play/position.py, which
 * splits positions, and ValueSearch of play/board.py, which finds values.
 */
#ifndef GFKIT_PARTS_H
#define GFKIT_PARTS_H

#include "forms.h"

enum { WORD_BITS = 56, WORD_BYTES = 7, SET_BITS = 62, STATE_BYTES = 2 * WORD_BYTES };

/* Bits of a state: cells that are free, or free for a player. */
typedef struct {
    int64_t low, high;
} Bits;

/* Where bits go, byte by byte: for each value of each byte, what it becomes. */
typedef Bits Image[STATE_BYTES][256];

typedef struct {
    Bits need, top;  /* the bits that must be there, and the highest of them */
} Need;

/* The board, as far as states can be moved on it; no columns where they cannot. */
typedef struct {
    int64_t columns, cells, layers;
    Bits first;   /* the first column */
    Bits square;  /* cells that stay on the board when rows and columns are exchanged */
    Bits board;   /* all cells of the first layer */
    int64_t moves_up, moves_left;
} Shape;

enum { SWAPS_PLAYERS = 1, SWAPS_AXES = 2 };

/* A game, as it was handed over: nothing here changes. */
typedef struct {
    const Need *needs;       /* by move, Left's first */
    const Bits *takes;
    int64_t moves, lefts;    /* of all, and of Left */
    const int64_t *stops;    /* by move: the set of moves that it makes impossible, itself among them */
    int64_t words;           /* of a set */
    const int64_t *needing;  /* by move and bit that it needs: the set of moves that need that bit */
    int64_t most_needs;      /* rows of `needing` for a move; 0 where no move may be dropped */
    const int64_t *owns[2];  /* the sets of the moves of a player */
    const Image *images;
    const int64_t *swaps;    /* what else an image does */
    int64_t many_images;
    Shape shape;
} Game;

/* What is known of a part. */
typedef struct {
    Bits bits;
    int32_t value, moves;
    int32_t options[2];  /* where its moves are listed, by player; ITSELF for Right where it is its own negative */
    union {
        int64_t claims[2];  /* where the values of its best bands are listed, and below that a row of claims */
        struct {
            int64_t open;   /* a bit for each nimber that no option is known to have, so that the part may have it */
            int64_t alike;  /* the first part with the same graph of moves, and below that a hash of the graph */
        };
    };
} Part;

/* A part as it is split off: its bits, and how many moves it has. */
typedef struct {
    Bits bits;
    int64_t moves;
} Split;

/* A state met of late and its code, plus 1. */
typedef struct {
    Bits bits;
    int64_t code;
} Recent;

typedef struct {
    Game game;
    Forms forms;
    int32_t *keys;  /* an open hash table of numbers of parts, plus 1; its size is a power of 2 */
    int64_t keys_room;
    Part *parts;
    int64_t parts_room, parts_used;
    int32_t *listed;
    int64_t listed_room, listed_used;
    int64_t *sets;  /* a pile of sets of moves */
    int64_t sets_room, sets_top;
    Split *pile;
    int64_t pile_room, pile_top;
    Recent *recent;
    int64_t recent_room;
    int64_t tried, dropped;  /* how often sets were looked at for moves that do not matter, and had some */
    int64_t until_pause;     /* positions before the clock is looked at */
    int32_t *graphs;         /* for nimbers: a hash table of parts by their graphs */
    int64_t *scratch;
} Parts;

enum { AT_ONCE = 1 << 10 };  /* positions between two looks at the clock: more than any play has moves */

int64_t place_of_state(Bits bits, int64_t size);
Bits image_of(Bits bits, const Image *image);

/* Puts the set of the moves that a state has on the pile of sets; where it begins. */
int64_t alive_moves(Parts *parts, Bits state);
/* The first move of a set after another one, or after -1; the number of all moves where there is none. */
int64_t next_move(const Parts *parts, int64_t set, int64_t last);
/* Splits a set of moves, after one of them is made or -1, on the top of the pile of parts; where they end. */
int64_t split_set(Parts *parts, int64_t set, int64_t move);
/* The code of a part, which gets a number where it is new. */
int64_t code_of(Parts *parts, const Split *split);
int64_t value_of(Parts *parts, int64_t part);
int64_t value_of_code(Parts *parts, int64_t code);
/* The value of the sum of the parts between two places of the pile, which leaves it. */
int64_t value_of_split(Parts *parts, int64_t bottom, int64_t end);
int64_t value_of_state(Parts *parts, Bits state);
void place_parts(Parts *parts);

/* Nimbers of parts of impartial games: see nimbers.c. */
bool nimber_is(Parts *parts, int64_t part, int64_t value);
int64_t least_open(const Parts *parts, int64_t part);
void place_graphs(Parts *parts);

#endif
