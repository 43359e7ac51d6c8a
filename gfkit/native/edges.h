/* What the sites of sets of edges on a graph do, written as the code that `step_linked` reads.
 *
 * Vertices come in the order of a sweep; one that still has edges to come has a track, in the labels and in the
 * fields of the first word, and gives it to the vertex at whose site its last edge is decided. The table of a rule
 * is written by transfer/sweep/edge_words.py. The twin in Python is the machine of transfer/machine/edges.py,
 * written by engine/sweep/linked_words.py: the words mean the same, though tracks may lie elsewhere.
 */
#ifndef GFKIT_EDGES_H
#define GFKIT_EDGES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const int64_t (*edges)[2];
    int64_t many;           /* edges */
    int64_t vertices;       /* of the whole graph */
    const int64_t *order;   /* the vertices that are swept; no edge leads from them to others */
    int64_t sites;
    const int64_t *kinds;   /* of vertices, by vertex */
} Graph;

/* What a rule asks of the vertices of each kind. A vertex is at a place, by the edges that were taken there. */
typedef struct {
    int64_t classes;    /* of vertices, between which edges may be left out or taken */
    int64_t places;     /* at most, of one kind */
    int64_t bits;       /* of a field that holds a place */
    int64_t most_left;  /* so many edges to come are told apart */
    int64_t every;      /* whether each vertex is a member */
    int64_t most_ends, end_bits; /* ends of paths, which are counted in the first field; 0 if they are not */
    int64_t rest[];     /* which classes an edge may join, left out and taken; then kinds of vertices */
} Asked;

enum Failure { FINE, NO_MEMORY, OTHER_GRAPH };  /* loops, double edges, a vertex with too many edges back */

/* Code of all sites, in memory of its own, and where in it each site begins. */
typedef struct {
    int64_t *code, *places;
    int64_t length, tracks;
} Written;

/* How many words the table of a rule has with kinds of vertices 0 .. kinds - 1. */
int64_t length_of_asked(const Asked *asked, int64_t kinds);
enum Failure write_sites(const Graph *graph, const Asked *asked, Written *written);
void forget_written(Written *written);

#endif
