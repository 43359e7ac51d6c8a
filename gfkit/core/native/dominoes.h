/* Outcomes of games in which each player places dominoes in one direction: search on whole positions, without parts.
 *
 * A position consists of the free cells, the player to move, and the number of moves that this player is ahead outside
 * the board. Cells that no player can use are removed, and so are lines that only one player can use: they are
 * converted to numbers of moves. Counts of areas decide most positions; docs/outcomes.md states which. The other
 * positions are searched, and stored up to symmetry, with the numbers of moves ahead for which they are won and lost.
 * The equivalent Python code is play/python_search.py.
 */
#ifndef GFKIT_DOMINOES_H
#define GFKIT_DOMINOES_H

#include <stddef.h>

#include "claims.h"

enum { MOST_CELLS = 96, MOST_LEVELS = MOST_CELLS / 2 + 2, CELL_BUCKET = 4, PATIENCE = 256, CALLS_AT_ONCE = 1 << 16 };

/* Table entry: cells, player to move, and the binary logarithm of the work; 0 if the entry is empty. */
typedef struct {
    uint64_t low;
    uint32_t high;
    int8_t won_from, lost_to;
    uint8_t mover, work;
} Ending;

/* Position with a long search; its claims may decide it. */
typedef struct {
    Bits state;
    int mover, ahead;
} Asked;

typedef enum { DONE, PAUSED, ASKS } Way;

typedef struct {
    const Game *game;
    int step[2];            /* distance between the cells of a player's domino; 0 for other games */
    Bits starts[2];         /* first cells of the dominoes of each player */
    int32_t places[2][MOST_CELLS]; /* by player and first cell: the rank of a move, best first */
    void *board;            /* of 64 or 128 bits, with the stack of positions: see dominoes_loops.h */
    Ending *endings;        /* number of buckets, a power of 2; the entry with the least work is replaced */
    int64_t room, used;
    int depth;              /* index of the top of the stack */
    Verdict verdict;        /* of the position at the bottom of the stack */
    Asked asked;            /* copy of the top of the stack, whose claims are requested */
    Verdict claim;          /* result of the claims */
    Way way;                /* reason why the search returned */
    int64_t calls, seen;    /* numbers of visited positions, and of searched positions */
} Dominoes;

/* Return true if the game is of this type and its board has at most MOST_CELLS cells; set the size of the board. */
bool plan_dominoes(Dominoes *dominoes, const Game *game);
size_t size_of_board(const Dominoes *dominoes);
void begin_dominoes(Dominoes *dominoes, Bits state, int mover);
/* Continue the search for at most a given number of positions; return ASKS to request the claims of a position once. */
Way search_dominoes(Dominoes *dominoes, int64_t most_calls);
/* Move all entries to a larger table, which is initialised with 0. */
void move_endings(Dominoes *dominoes, Ending *larger, int64_t room);

#endif
