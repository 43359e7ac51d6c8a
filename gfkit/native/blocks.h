/* The moves of NoGo positions, shrunk to what matters: free cells, and the liberties of groups.
 *
 * A part is written as bytes, its key: numbers of cells and of groups of each colour, then masks. What a position is
 * shrunk to, and why, is said in values/impartial/blocks.py; the way without it is BoardParts in
 * play/impartial/search.py, with the groups as they lie.
 */
#ifndef GFKIT_BLOCKS_H
#define GFKIT_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_CELLS = 62, MOST_GROUPS = 2 * MOST_CELLS, MOST_KEY = 3 + (4 + MOST_CELLS + MOST_GROUPS) * 8 };

typedef struct {
    uint8_t *bytes;
    int64_t used, room;
    bool failed;  /* where memory was short */
} Bytes;

/* Whether bytes are the key of a part. */
bool is_key(const uint8_t *key, int64_t length);

/* Writes the options of a part, each as its parts, to bytes that grow. Before each option there are two bytes for the
 * cells of its largest part and the moves there, and one for how many parts it has; before each part its length. */
void expand_part(const uint8_t *key, Bytes *out);

#endif
