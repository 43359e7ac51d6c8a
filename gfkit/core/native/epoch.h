/* Advance a block of states over the steps of an epoch, with residues as numbers, without exchange with other blocks.
 *
 * An epoch is a sequence of steps. Some bits of a state are changed by none of them, and some fields remain zero or
 * nonzero; the *part* of a state is a hash of these. States of different parts have different successors, so that each part
 * is advanced alone. Between epochs a state is packed: each digit of it is stored with as many bits as the values of this
 * digit in the packet need. `engine6_blocks.py` chooses epochs, parts and primes; tests/engine/epochs.py is the equivalent
 * Python code.
 */
#ifndef GFKIT_EPOCH_H
#define GFKIT_EPOCH_H

#include "states.h"

enum { MOST_DIGITS = 256, MOST_DIGIT_BITS = 8, BOUND_BITS = 44 };
enum { BLOCK_FINE, BLOCK_NO_MEMORY, BLOCK_MALFORMED, BLOCK_LEFT };

/* Field of at most 8 bits, with the label of a track if `label_bits` is not 0. The digits with labels are first, in the order
 * of the tracks; a label is 1 plus the lowest track with the same label, unless the labels of a packet are stored as they
 * are. */
typedef struct {
    int64_t word, shift, bits;
    int64_t label_word, label_shift, label_bits;
} Digit;

/* What the steps of an epoch do not change: bits of each word, whether fields are zero, and the bits of `differing` in which
 * two nonzero fields differ. */
typedef struct {
    const Word *mask;
    const int64_t (*fields)[5];  /* word, shift, bits, and the shift of another field or -1, differing */
    int64_t many;
    int64_t parts;
} Fixed;

typedef struct {
    const uint8_t *bytes;
    int64_t size;
} Packet;

/* States with `width` values each: a residue for each prime, then a word for an upper bound if `bounded`. */
typedef struct {
    States states;
    int64_t table_room;
    Word *values;
} Rows;

/* The work on one block: its input, and the states after the epoch with their packets. */
typedef struct {
    Coding coding;
    const int64_t *sites;
    int64_t many_sites;
    const Digit *digits;
    int64_t many_digits;
    const Packet *packets;
    int64_t many_packets;
    const Word *primes;
    int64_t many_primes;
    bool bounded;
    Fixed before, after;
    int64_t block;
    int64_t within;  /* number of states, about, that are advanced together, so that they stay in cache */
    Rows rows;
    Packet *packed;  /* a packet for each part of the next epoch */
    int64_t states_before, transitions;
    int64_t *counts;  /* number of states after each step */
    Word covered[MOST_WORDS];  /* bits of some digit */
    bool plain;      /* labels are stored as they are, because components cross */
    Steps steps;
    Scratch scratch;
} Block;

/* Compute `rows`, and `packed` if there are parts after the epoch. Without packets, the block begins with the state 0. */
int advance_block(Block *block);
void free_block(Block *block);

#endif
