/* Program of the steps for sets of edges on a graph: see edges.h. */
#include "edges.h"

#include "portable.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 12, MOST_LENGTH = 1 << 22 };

/* Earlier vertex that is adjacent to the vertex of a step. */
typedef struct {
    int64_t track, kind;
    int64_t left;  /* number of its edges after this step, capped */
} Back;

/* All data that determine the program of a step. */
typedef struct {
    int64_t kind, left, own, is_last, backs;
    Back back[MOST_BITS + 1];
} Site;

/* Step whose program was written, with its position. */
typedef struct {
    Site site;
    int64_t begin;
} Known;

/* Data of the steps of a graph, indexed by step. */
typedef struct {
    int64_t *site_of;      /* by vertex; -1 if the vertex is not swept */
    int64_t *begin, *back; /* the earlier neighbours of step s are back[begin[s]] .. back[begin[s + 1]] */
    int64_t *last, *left;  /* step of the last edge; number of later edges */
    int64_t *track;
    bool *taken;           /* by track */
    Known *known;
    int64_t sites_known;
    int64_t *pointers, *choices;
    int64_t room;          /* of the program */
} Work;

static int64_t block_of(const Asked *asked) {
    return 1 + asked->classes + asked->places * (6 + asked->most_left);
}

int64_t length_of_asked(const Asked *asked, int64_t kinds) {
    return 7 + 2 * asked->classes * asked->classes + kinds * block_of(asked);
}

/* Table of a kind: number of progress values; by class, the progress of a vertex without edges; then by progress value.
 */
static const int64_t *kind_of(const Asked *asked, int64_t kind) {
    return asked->rest + 2 * asked->classes * asked->classes + kind * block_of(asked);
}

/* By progress value: progress after one more edge, edges needed, class, 1 for a vertex of degree 1, 1 if no further
 * edge can be selected, and for each number of remaining edges the representative progress value. */
enum Column { AFTER, NEEDS, CLASS, SINGLE, STILL, WRITTEN_FOR };

static int64_t at_place(const Asked *asked, int64_t kind, enum Column column, int64_t more, int64_t place) {
    return kind_of(asked, kind)[1 + asked->classes + asked->places * (column + more) + place];
}

static bool may_join(const Asked *asked, bool taken, int64_t one, int64_t other) {
    return asked->rest[asked->classes * (asked->classes * taken + one) + other];
}

void forget_written(Written *written) {
    free(written->code);
    free(written->places);
    *written = (Written){0};
}

static void forget_work(Work *work) {
    int64_t *const arrays[] = {work->site_of, work->begin, work->back, work->last, work->left, work->track,
                               work->pointers, work->choices};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        free(arrays[k]);
    free(work->taken);
    free(work->known);
}

static bool make_work(const Graph *graph, Work *work) {
    size_t vertices = (size_t)graph->vertices + 1, sites = (size_t)graph->sites + 2, word = sizeof(int64_t);
    size_t groups = (size_t)1 << MOST_BITS;
    return (work->site_of = malloc(vertices * word)) && (work->begin = calloc(sites, word))
           && (work->back = malloc(((size_t)graph->many + 1) * word)) && (work->last = calloc(sites, word))
           && (work->left = calloc(sites, word)) && (work->track = calloc(sites, word))
           && (work->taken = calloc(sites, sizeof(bool))) && (work->known = malloc(sites * sizeof(Known)))
           && (work->pointers = malloc(groups * word)) && (work->choices = malloc(groups * word));
}

/* Compute the earlier neighbours of each step in ascending order; return false if there are loops or double edges. */
static bool find_edges_back(const Graph *graph, Work *work) {
    for (int64_t v = 0; v < graph->vertices; v++)
        work->site_of[v] = -1;
    for (int64_t s = 0; s < graph->sites; s++)
        work->site_of[graph->order[s]] = work->last[s] = s;
    for (int64_t k = 0; k < graph->many; k++) {
        int64_t a = work->site_of[graph->edges[k][0]], b = work->site_of[graph->edges[k][1]];
        int64_t low = a < b ? a : b, high = a < b ? b : a;
        if (low < 0)
            continue;
        work->begin[high]++;
        work->left[a]++;
        work->left[b]++;
        work->last[low] = work->last[low] > high ? work->last[low] : high;
    }
    for (int64_t s = 1; s <= graph->sites; s++)
        work->begin[s] += work->begin[s - 1];
    for (int64_t k = 0; k < graph->many; k++) {
        int64_t a = work->site_of[graph->edges[k][0]], b = work->site_of[graph->edges[k][1]];
        if (a >= 0 && b >= 0)
            work->back[--work->begin[a < b ? b : a]] = a < b ? a : b;
    }
    for (int64_t s = 0; s < graph->sites; s++) {
        int64_t *first = work->back + work->begin[s], many = work->begin[s + 1] - work->begin[s];
        for (int64_t k = 1; k < many; k++)
            for (int64_t j = k; j > 0 && first[j - 1] > first[j]; j--) {
                int64_t kept = first[j];
                first[j] = first[j - 1];
                first[j - 1] = kept;
            }
        for (int64_t k = 0; k < many; k++)
            if (first[k] == s || (k && first[k - 1] == first[k]))
                return false;
    }
    return true;
}

/* Assign a track to a step, and release the tracks of vertices whose last edge belongs to the step; -1 if none is
 * needed. */
static int64_t take_track(int64_t s, const Work *work) {
    int64_t own = -1;
    for (int64_t k = work->begin[s]; k < work->begin[s + 1]; k++) {
        int64_t other = work->back[k];
        work->left[other]--;
        if (work->last[other] != s)
            continue;
        work->taken[work->track[other]] = false;
        if (own < 0 || work->track[other] < own)
            own = work->track[other];
    }
    if (work->last[s] == s)
        own = -1;
    else if (own < 0)
        for (own = 0; work->taken[own]; own++)
            ;
    if (own >= 0)
        work->taken[own] = true;
    work->track[s] = own;
    return own;
}

static bool make_room(Written *written, Work *work, int64_t more) {
    if (written->length + more <= work->room)
        return true;
    int64_t room = 2 * (written->length + more);
    int64_t *code = room <= MOST_LENGTH ? realloc(written->code, (size_t)room * sizeof(int64_t)) : NULL;
    if (!code)
        return false;
    written->code = code;
    work->room = room;
    return true;
}

static void put(Written *written, int64_t word) {
    written->code[written->length++] = word;
}

/* Effect of a choice of edges in a step: on fields, on labels, and the tracks that no later edge can join. */
typedef struct {
    int64_t change, joins, stills;
    int64_t tracks[2 * MOST_BITS + 2];  /* tracks that are joined */
    int64_t still[MOST_BITS + 2];
} Choice;

/* Compute the effect of selecting the edges in `mask` and omitting the others; return false if this is not allowed. */
static bool choose(const Asked *asked, const Site *site, int64_t group, int64_t own_class, int64_t mask, Choice *choice) {
    const int64_t bits = asked->bits, field = ((int64_t)1 << bits) - 1;
    int64_t place = kind_of(asked, site->kind)[1 + own_class], still_before[MOST_BITS + 1], stills = 0;
    for (int64_t i = 0; i < site->backs && place >= 0; i++)
        if (mask >> i & 1)
            place = at_place(asked, site->kind, AFTER, 0, place);
    if (place < 0 || at_place(asked, site->kind, NEEDS, 0, place) > site->left)
        return false;
    int64_t before = group >> site->backs * bits, ends = before;
    *choice = (Choice){.change = before};
    if (site->left) {
        place = at_place(asked, site->kind, WRITTEN_FOR, site->left, place);
        choice->change ^= place << (asked->end_bits + site->own * bits);
    } else {
        ends += at_place(asked, site->kind, SINGLE, 0, place);
    }
    for (int64_t i = 0; i < site->backs; i++) {
        const Back *back = &site->back[i];
        bool taken = mask >> i & 1;
        int64_t value = group >> i * bits & field;
        int64_t other_class = at_place(asked, back->kind, CLASS, 0, value);
        choice->change ^= value << (asked->end_bits + back->track * bits);
        if (taken) {
            value = at_place(asked, back->kind, AFTER, 0, value);
            choice->tracks[choice->joins++] = back->track;
        }
        if (value < 0 || at_place(asked, back->kind, NEEDS, 0, value) > back->left
            || !may_join(asked, taken, other_class, own_class))
            return false;
        if (!back->left) {
            ends += at_place(asked, back->kind, SINGLE, 0, value);
            continue;
        }
        value = at_place(asked, back->kind, WRITTEN_FOR, back->left, value);
        choice->change ^= value << (asked->end_bits + back->track * bits);
        if (at_place(asked, back->kind, STILL, 0, value))
            still_before[stills++] = back->track;
    }
    if (asked->most_ends && ends > asked->most_ends)
        return false;
    if (asked->most_ends && !site->is_last)
        choice->change ^= ends;
    memcpy(choice->still, still_before, (size_t)stills * sizeof(int64_t));
    if (site->left && at_place(asked, site->kind, STILL, 0, place))
        choice->still[stills++] = site->own;
    choice->stills = stills;
    return true;
}

/* Return true if the fields contain valid progress values. */
static bool is_possible(const Asked *asked, const Site *site, int64_t group) {
    bool possible = group >> site->backs * asked->bits <= asked->most_ends;
    for (int64_t i = 0; i < site->backs; i++)
        possible &= (group >> i * asked->bits & (((int64_t)1 << asked->bits) - 1)) < *kind_of(asked, site->back[i].kind);
    return possible;
}

/* Write the choices that are possible if the fields have the values `group`; return their number, or -1 without room.
 */
static int64_t write_group(const Asked *asked, const Site *site, int64_t group, Written *written, Work *work) {
    int64_t many = 0, ways = is_possible(asked, site, group) ? asked->classes << site->backs : 0;
    Choice choice;
    for (int64_t way = 0; way < ways; way++) {
        if (!choose(asked, site, group, way >> site->backs, way & (((int64_t)1 << site->backs) - 1), &choice))
            continue;
        if (!make_room(written, work, 4 + 2 * choice.joins + choice.stills))
            return -1;
        work->choices[many++] = written->length;
        put(written, choice.change);
        put(written, choice.joins || asked->every ? choice.joins : -1);
        put(written, choice.stills);
        put(written, 0);
        for (int64_t j = 0; j < choice.joins; j++) {
            put(written, choice.tracks[j]);
            put(written, 0);
        }
        for (int64_t j = 0; j < choice.stills; j++)
            put(written, choice.still[j]);
    }
    work->pointers[group] = many ? written->length : 0;
    if (!many)
        return 0;
    if (!make_room(written, work, 1 + many))
        return -1;
    put(written, many);
    for (int64_t j = 0; j < many; j++)
        put(written, work->choices[j]);
    return many;
}

/* Write the program of a step; return its position, or -1 without room. */
static int64_t write_site(const Asked *asked, const Site *site, Written *written, Work *work) {
    int64_t groups = (int64_t)1 << (site->backs * asked->bits + asked->end_bits), options = 0, leaving = 0;
    for (int64_t group = 0; group < groups; group++) {
        int64_t many = write_group(asked, site, group, written, work);
        if (many < 0)
            return -1;
        options = many > options ? many : options;
    }
    if (!make_room(written, work, 8 + 4 * site->backs + groups))
        return -1;
    int64_t begin = written->length;
    for (int64_t i = 0; i < site->backs; i++)
        leaving += !site->back[i].left;
    put(written, options);
    put(written, (asked->bits > 0 ? site->backs : 0) + (asked->end_bits > 0));
    put(written, leaving);
    put(written, site->own);
    for (int64_t i = 0; i < site->backs; i++)
        if (!site->back[i].left)
            put(written, site->back[i].track);
    for (int64_t i = 0; asked->bits > 0 && i < site->backs; i++) {
        put(written, asked->end_bits + site->back[i].track * asked->bits);
        put(written, ((int64_t)1 << asked->bits) - 1);
        put(written, i * asked->bits);
    }
    if (asked->end_bits) {
        put(written, 0);
        put(written, ((int64_t)1 << asked->end_bits) - 1);
        put(written, site->backs * asked->bits);
    }
    put(written, groups);
    for (int64_t group = 0; group < groups; group++)
        put(written, work->pointers[group]);
    return begin;
}

static bool is_same(const Site *one, const Site *other) {
    return one->kind == other->kind && one->left == other->left && one->own == other->own
           && one->is_last == other->is_last && one->backs == other->backs
           && !memcmp(one->back, other->back, (size_t)one->backs * sizeof(Back));
}

static enum Failure write_all(const Graph *graph, const Asked *asked, Written *written, Work *work) {
    if (!find_edges_back(graph, work))
        return OTHER_GRAPH;
    if (!make_room(written, work, 1))
        return NO_MEMORY;
    put(written, 0); /* no choice is possible */
    for (int64_t s = 0; s < graph->sites; s++) {
        int64_t backs = work->begin[s + 1] - work->begin[s], known = 0;
        if (backs * asked->bits + asked->end_bits > MOST_BITS || backs > MOST_BITS
            || asked->classes << backs > 1 << MOST_BITS)
            return OTHER_GRAPH;
        work->left[s] -= backs;
        Known *new = &work->known[work->sites_known];
        new->site = (Site){graph->kinds[graph->order[s]], least(work->left[s], asked->most_left),
                           take_track(s, work), s == graph->sites - 1, backs, {{0}}};
        written->tracks = new->site.own >= written->tracks ? new->site.own + 1 : written->tracks;
        for (int64_t i = 0; i < backs; i++) {
            int64_t other = work->back[work->begin[s] + i];
            new->site.back[i] = (Back){work->track[other], graph->kinds[graph->order[other]],
                                       least(work->left[other], asked->most_left)};
        }
        while (known < work->sites_known && !is_same(&work->known[known].site, &new->site))
            known++;
        if (known == work->sites_known) {
            work->sites_known++;
            new->begin = write_site(asked, &new->site, written, work);
            if (new->begin < 0)
                return NO_MEMORY;
        }
        written->places[s] = work->known[known].begin;
    }
    return FINE;
}

enum Failure write_sites(const Graph *graph, const Asked *asked, Written *written) {
    Work work = {0};
    *written = (Written){.places = malloc(((size_t)graph->sites + 1) * sizeof(int64_t))};
    enum Failure failure = written->places && make_work(graph, &work) ? write_all(graph, asked, written, &work) : NO_MEMORY;
    forget_work(&work);
    if (failure)
        forget_written(written);
    return failure;
}
