/* Positions as sums of parts, each part identified by its smallest image on the board; and the values of parts.
 *
 * A state is two words of 56 bits. The code of a part is twice its number, plus one if it is the negative of that
 * image. The moves of a state are a set, in words of 62 bits. The equivalent Python code is play/position.py, which
 * splits positions, and ValueSearch in play/board.py, which computes values.
 */
#ifndef GFKIT_PARTS_H
#define GFKIT_PARTS_H

#include "forms.h"

enum { WORD_BITS = 56, WORD_BYTES = 7, SET_BITS = 62, STATE_BYTES = 2 * WORD_BYTES };

/* Bits of a state: cells that are free, or free for one player. */
typedef struct {
    int64_t low, high;
} Bits;

/* Image of bits, byte by byte: for each value of each byte, its image. */
typedef Bits Image[STATE_BYTES][256];

typedef struct {
    Bits need, top;  /* the required bits, and the highest of them */
} Need;

/* Geometry of the board for translations of states; there are no columns if states cannot be translated. */
typedef struct {
    int64_t columns, cells, layers;
    Bits first;   /* the first column */
    Bits square;  /* cells that remain on the board after transposing rows and columns */
    Bits board;   /* all cells of the first layer */
    int64_t moves_up, moves_left;
} Shape;

enum { SWAPS_PLAYERS = 1, SWAPS_AXES = 2 };

/* Game as passed by the caller; its fields are not modified. */
typedef struct {
    const Need *needs;       /* by move, the moves of Left first */
    const Bits *takes;
    int64_t moves, lefts;    /* of all moves, and of the moves of Left */
    const int64_t *stops;    /* by move: the set of moves that it excludes, including itself */
    int64_t words;           /* number of words of a set */
    const int64_t *needing;  /* by move and needed bit: the set of moves that need the bit */
    int64_t most_needs;      /* number of rows of `needing` for a move; 0 if no move may be removed */
    const int64_t *owns[2];  /* the sets of the moves of each player */
    const Image *images;
    const int64_t *swaps;    /* further effects of an image */
    int64_t many_images;
    Shape shape;
} Game;

/* Cached data of a part. */
typedef struct {
    Bits bits;
    int32_t value, moves;
    int32_t options[2];  /* position of its moves, by player; ITSELF for Right if it is its own negative */
    union {
        int64_t claims[2];  /* position of the values of its best bands, and in the lower bits a row of claims */
        struct {
            int64_t open;   /* a bit for each nimber that no option is known to have, so that the part may have it */
            int64_t alike;  /* the first part with the same conflict graph, and in the lower bits a hash of the graph */
        };
    };
} Part;

/* Part after splitting: its bits, and its number of moves. */
typedef struct {
    Bits bits;
    int64_t moves;
} Split;

/* Recently used state and its code, plus 1. */
typedef struct {
    Bits bits;
    int64_t code;
} Recent;

typedef struct {
    Game game;
    Forms forms;
    int32_t *keys;  /* open-addressing hash table of part numbers, plus 1; its size is a power of 2 */
    int64_t keys_room;
    Part *parts;
    int64_t parts_room, parts_used;
    int32_t *listed;
    int64_t listed_room, listed_used;
    int64_t *sets;  /* stack of sets of moves */
    int64_t sets_room, sets_top;
    Split *pile;
    int64_t pile_room, pile_top;
    Recent *recent;
    int64_t recent_room;
    int64_t tried, dropped;  /* number of sets that were tested for removable moves, and number of successes */
    int64_t until_pause;     /* number of positions until the clock is read */
    int32_t *graphs;         /* for nimbers: hash table of parts by their graphs */
    int64_t *scratch;
} Parts;

enum { AT_ONCE = 1 << 10 };  /* number of positions between two clock readings, more than any play has moves */

int64_t place_of_state(Bits bits, int64_t size);
Bits image_of(Bits bits, const Image *image);

/* Push the set of the moves of a state onto the stack of sets; return its position. */
int64_t alive_moves(Parts *parts, Bits state);
/* Return the first move of a set after another move (or after -1), or the number of all moves if there is none. */
int64_t next_move(const Parts *parts, int64_t set, int64_t last);
/* Split a set of moves, after making one of them (or -1), at the top of the stack of parts; return the new top. */
int64_t split_set(Parts *parts, int64_t set, int64_t move);
/* Return the code of a part; a new part gets a number. */
int64_t code_of(Parts *parts, const Split *split);
int64_t value_of(Parts *parts, int64_t part);
int64_t value_of_code(Parts *parts, int64_t code);
/* Return the value of the sum of the parts between two positions of the stack, and remove them. */
int64_t value_of_split(Parts *parts, int64_t bottom, int64_t end);
int64_t value_of_state(Parts *parts, Bits state);
void place_parts(Parts *parts);

/* Nimbers of parts of impartial games: see nimbers.c. */
bool nimber_is(Parts *parts, int64_t part, int64_t value);
int64_t least_open(const Parts *parts, int64_t part);
void place_graphs(Parts *parts);

#endif
