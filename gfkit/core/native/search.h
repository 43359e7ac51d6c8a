/* Outcome search for sums: moves are generated in order on demand, and decided sums are stored.
 *
 * A sum consists of large parts and one value, with Left to move; after a move it is negated, so that Left moves again.
 * Claims decide most sums immediately; for the others the replies are searched, best first. The equivalent Python code
 * is play/python_search.py.
 */
#ifndef GFKIT_SEARCH_H
#define GFKIT_SEARCH_H

#include "claims.h"

enum { BUCKET = 8 };

/* Decided sum: the amount of work, and in the lower bits the outcome. */
typedef struct {
    int64_t key, work;
} Decided;

/* Sum on the stack of the search. */
typedef struct {
    Sum sum;
    bool is_listed;
    int64_t *moves;     /* of Left, in the order in which they are tried */
    int64_t moves_room, listed;
    int64_t looked_at;
    Sum *replies;       /* undecided replies */
    int32_t *order;     /* replies, best for Left first */
    int64_t replies_room, kept;
    int64_t next;       /* next reply to be searched, in this order */
    int64_t bad;        /* number of consecutive losing moves */
    int64_t since;      /* number of visited positions when it was reached */
} Node;

typedef struct {
    Bounds *bounds;
    Decided *decided;   /* number of buckets, a power of 2; the entry with the least work is replaced */
    int64_t decided_room;
    Node *nodes;
    int64_t depth_room, depth;
    Verdict verdict;    /* of the last node */
    int64_t seen;       /* number of positions */
} Search;

int64_t turned(const Parts *parts, int64_t code);
void tidy(const Parts *parts, Sum *sum);
/* Return a number that identifies the parts and the value of a sum; new combinations of two or more parts get a new
 * number. */
int64_t key_of_sum(Bounds *bounds, const Sum *sum);
bool begin_search(Search *search, const Sum *sum);
/* Continue the search for at most a given number of positions or until a failure; return true if it is finished. */
bool search_on(Search *search, int64_t most_seen);

#endif
