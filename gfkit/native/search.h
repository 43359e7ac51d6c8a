/* The search for who wins a sum: moves in order, worked out when their turn comes; sums once decided.
 *
 * A sum is large parts and one value, Left to move; after a move it is negated, so that Left is to move again. Claims
 * decide most sums at once; of the others the replies are searched, the best first. The twin in Python is
 * values/lookahead.py.
 */
#ifndef GFKIT_SEARCH_H
#define GFKIT_SEARCH_H

#include "claims.h"

enum { BUCKET = 8 };

/* A sum that was decided: how much work that took, and below it the verdict. */
typedef struct {
    int64_t key, work;
} Decided;

/* A sum on the way. */
typedef struct {
    Sum sum;
    bool is_listed;
    int64_t *moves;     /* of Left, in the order in which they are looked at */
    int64_t moves_room, listed;
    int64_t looked_at;
    Sum *replies;       /* those that are open */
    int32_t *order;     /* of replies, the best for Left first */
    int64_t replies_room, kept;
    int64_t next;       /* reply to be searched, in that order */
    int64_t bad;        /* how many moves lost in a row */
    int64_t since;      /* positions seen when it was reached */
} Node;

typedef struct {
    Bounds *bounds;
    Decided *decided;   /* buckets, a power of 2 of them; the one that took least work gives way */
    int64_t decided_room;
    Node *nodes;
    int64_t depth_room, depth;
    Verdict verdict;    /* on the last node */
    int64_t seen;       /* positions */
} Search;

int64_t turned(const Parts *parts, int64_t code);
void tidy(const Parts *parts, Sum *sum);
/* One number for the parts and the value of a sum; two parts and more get a number when they are new. */
int64_t key_of_sum(Bounds *bounds, const Sum *sum);
bool begin_search(Search *search, const Sum *sum);
/* Searches on, at most so many positions or until there is trouble; whether all is done. */
bool search_on(Search *search, int64_t most_seen);

#endif
