/* Program of the steps for sets of edges on a graph, in the form that `step_linked` reads.
 *
 * Vertices are in sweep order. A vertex with later edges has a track, in the labels and in the fields of the first
 * word; the track is reused in the step of its last edge. The table of a rule is written by engine/sweep/edge_words.py.
 * The equivalent Python code is the automaton in engine/machine whose program engine/sweep/linked_words.py writes: the
 * words have the same meaning, although the order of the tracks may differ.
 */
#ifndef GFKIT_EDGES_H
#define GFKIT_EDGES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const int64_t (*edges)[2];
    int64_t many;           /* number of edges */
    int64_t vertices;       /* of the whole graph */
    const int64_t *order;   /* the swept vertices; they have no edges to other vertices */
    int64_t sites;
    const int64_t *kinds;   /* kinds of the vertices */
} Graph;

/* Constraints of a rule on the vertices of each kind. The progress of a vertex is determined by its selected edges. */
typedef struct {
    int64_t classes;    /* classes of vertices that an omitted or a selected edge may join */
    int64_t places;     /* maximum over all kinds */
    int64_t bits;       /* of a field for a progress value */
    int64_t most_left;  /* larger numbers of later edges are equivalent */
    int64_t every;      /* true if each vertex is a member of the graph */
    int64_t most_ends, end_bits; /* path ends, counted in the first field; 0 if they are not counted */
    int64_t rest[];     /* classes that an omitted and a selected edge may join; then the kinds of vertices */
} Asked;

enum Failure { FINE, NO_MEMORY, OTHER_GRAPH };  /* loops, double edges, or a vertex with too many earlier neighbours */

/* Program of all steps in separate memory, with the position of each step. */
typedef struct {
    int64_t *code, *places;
    int64_t length, tracks;
} Written;

/* Return the number of words of the table of a rule with kinds 0 .. kinds - 1. */
int64_t length_of_asked(const Asked *asked, int64_t kinds);
enum Failure write_sites(const Graph *graph, const Asked *asked, Written *written);
void forget_written(Written *written);

#endif
