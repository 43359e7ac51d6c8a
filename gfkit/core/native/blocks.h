/* Moves of NoGo positions, reduced to the free cells and the liberties of groups.
 *
 * A part is encoded as bytes, its key: numbers of cells and of groups of each colour, then masks. The reduction and its
 * proof are in values/impartial/blocks.py; the Python version without reduction is BoardParts in
 * play/impartial/search.py, which stores groups unchanged.
 */
#ifndef GFKIT_BLOCKS_H
#define GFKIT_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_CELLS = 62, MOST_GROUPS = 2 * MOST_CELLS, MOST_KEY = 3 + (4 + MOST_CELLS + MOST_GROUPS) * 8 };

typedef struct {
    uint8_t *bytes;
    int64_t used, room;
    bool failed;  /* true if memory was insufficient */
} Bytes;

/* Return true if bytes are the key of a part. */
bool is_key(const uint8_t *key, int64_t length);

/* Append the options of a part, each as a list of its parts. Each option starts with two bytes for the cells of its
 * largest part and the moves in it, and one byte for the number of its parts; each part is preceded by its length. */
void expand_part(const uint8_t *key, Bytes *out);

#endif
