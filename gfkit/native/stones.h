/* Who wins where groups of stones need liberties, as in NoGo: whole positions, each piece one stone, two colours.
 *
 * A move that takes the last liberty of a group is illegal for ever, as the group can grow only over it. So a free cell
 * that nobody may cover stays free; it leaves the board, and so do the groups beside it, which live for ever. What is
 * left says everything: the cells open to each player, those where a stone is safe for ever, and the other groups.
 * Positions are remembered up to symmetry; moves that leave the opponent few come first. The twin in Python is
 * `WholeSearch` of values/whole.py.
 */
#ifndef GFKIT_STONES_H
#define GFKIT_STONES_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_STONES = 56, MOST_TURNS = 8, TURN_BYTES = MOST_STONES / 8 };

/* A position as who is to move sees it: 0 is the mover, 1 the opponent. A marked cell is safe for the player where it is
 * open to him, and his stone where it is open to nobody. */
typedef struct {
    uint64_t open[2], mark[2];
} Place;

/* What is remembered: a position, with the verdict in bit 56 of its first word and above it the logarithm of the work. */
typedef Place Judged;

/* Called now and then, with how many positions were searched and the bytes in use; false ends the search. */
typedef bool Pause(void *asker, int64_t searched, int64_t bytes);

typedef struct {
    uint64_t near[MOST_STONES];
    uint64_t turns[MOST_TURNS][TURN_BYTES][256];  /* by symmetry where the cells of a byte go */
    int many_turns;
    bool closes_own, closes_other;  /* whether a stone closes the cells beside it to its player, and to the other one */
    bool is_misere;
    Judged *table;
    int64_t room, used, most_bytes;
    int64_t calls, searched;
    Pause *pause;
    void *asker;
    bool is_stopped;
} Stones;

/* Whether the player to move wins; anything where the search `is_stopped`, or where no memory is left. */
bool wins_place(Stones *stones, Place place);

#endif
