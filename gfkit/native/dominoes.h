/* Who wins where each player lays dominoes along an axis of his own: whole positions, without parts and values.
 *
 * A position is the free cells, who is to move, and how many whole moves that player is ahead beside the board. Cells
 * that nobody can use leave the board, and so do lines that one player alone can use: they are whole moves. Counts of
 * areas decide most positions; docs/outcomes.md says which. The others are searched, and remembered up to
 * symmetry with the numbers of moves ahead from which they are won, and up to which they are lost. The twin in Python
 * is play/lookahead.py.
 */
#ifndef GFKIT_DOMINOES_H
#define GFKIT_DOMINOES_H

#include <stddef.h>

#include "claims.h"

enum { MOST_CELLS = 96, MOST_LEVELS = MOST_CELLS / 2 + 2, CELL_BUCKET = 4, PATIENCE = 256, CALLS_AT_ONCE = 1 << 16 };

/* What is remembered of a position: its cells, who is to move, and the binary logarithm of the work, 0 where nothing is. */
typedef struct {
    uint64_t low;
    uint32_t high;
    int8_t won_from, lost_to;
    uint8_t mover, work;
} Ending;

/* A position that took long: its claims might settle it. */
typedef struct {
    Bits state;
    int mover, ahead;
} Asked;

typedef enum { DONE, PAUSED, ASKS } Way;

typedef struct {
    const Game *game;
    int step[2];            /* from one cell of a player's domino to the other; 0 where the game is another one */
    Bits starts[2];         /* the first cells of a player's dominoes */
    int32_t places[2][MOST_CELLS]; /* by player and first cell: the rank of a move, the best first */
    void *board;            /* of 64 or 128 bits, with the positions on the way: see dominoes_loops.h */
    Ending *endings;        /* buckets, a power of 2 of them; the one that took least work gives way */
    int64_t room, used;
    int depth;              /* of the last position on the way */
    Verdict verdict;        /* on the first */
    Asked asked;            /* the last position on the way, where its claims are asked for */
    Verdict claim;          /* what they said */
    Way way;                /* how the search was left */
    int64_t calls, seen;    /* positions looked at, and those that had to be searched */
} Dominoes;

/* Whether a game is of this kind, its board of at most MOST_CELLS cells; how large the board is then. */
bool plan_dominoes(Dominoes *dominoes, const Game *game);
size_t size_of_board(const Dominoes *dominoes);
void begin_dominoes(Dominoes *dominoes, Bits state, int mover);
/* Searches on, past at most so many positions; ASKS for claims of a position, once. */
Way search_dominoes(Dominoes *dominoes, int64_t most_calls);
/* Moves what is remembered into a larger table, all 0. */
void move_endings(Dominoes *dominoes, Ending *larger, int64_t room);

#endif
