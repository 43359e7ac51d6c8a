/* Outcomes of games in which groups of stones need liberties, such as NoGo: whole positions, single stones, two
 * colours.
 *
 * A move that takes the last liberty of a group remains illegal, because the group can grow only over this cell. So a
 * free cell that no player may cover remains free; it is removed, and so are the groups adjacent to it, which always
 * have a liberty. The remaining data determine the outcome: the cells open to each player, the cells where a stone is
 * always safe, and the other groups. Positions are stored up to symmetry; moves that leave few moves to the opponent
 * are tried first. The equivalent Python code is `WholeSearch` in values/whole.py.
 */
#ifndef GFKIT_STONES_H
#define GFKIT_STONES_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_STONES = 56, MOST_TURNS = 8, TURN_BYTES = MOST_STONES / 8 };

/* Position from the point of view of the player to move: 0 is this player, 1 the opponent. A marked cell is safe for
 * the player if it is open to the player, and is the player's stone if it is open to no player. */
typedef struct {
    uint64_t open[2], mark[2];
} Place;

/* Table entry: a position, with the outcome in bit 56 of its first word, and above it the logarithm of the work. */
typedef Place Judged;

/* Called regularly with the number of searched positions and the bytes in use; false stops the search. */
typedef bool Pause(void *asker, int64_t searched, int64_t bytes);

typedef struct {
    uint64_t near[MOST_STONES];
    uint64_t turns[MOST_TURNS][TURN_BYTES][256];  /* by symmetry, the images of the cells of a byte */
    int many_turns;
    bool closes_own, closes_other;  /* true if a stone closes the adjacent cells to its player, and to the opponent */
    bool is_misere;
    Judged *table;
    int64_t room, used, most_bytes;
    int64_t calls, searched;
    Pause *pause;
    void *asker;
    bool is_stopped;
} Stones;

/* Return true if the player to move wins; the result is undefined if the search `is_stopped` or memory is exhausted. */
bool wins_place(Stones *stones, Place place);

#endif
