/* Python bindings of rows, labels, optima and steps for edges: see rows.h, optima.h and edges.h. */
#include "arrays.h"

#include "edges.h"
#include "optima.h"
#include "rows.h"

#include <string.h>

static PyObject *add_rows(PyObject *self, PyObject *args) {
    (void)self;
    enum { BEGIN, SOURCE, X, Y, OLD, OLD_STARTS, NEW, NEW_STARTS, MANY };
    static const Wanted WANTED[MANY] = {
        {"begins", 'i', 1, false},   {"sources", 'i', 1, false},    {"powers of x", 'i', 1, false},
        {"powers of y", 'i', 1, false}, {"rows", 'Q', 2, false},    {"starts", 'q', 1, false},
        {"new rows", 'Q', 2, true},  {"new starts", 'q', 1, false},
    };
    PyObject *given[MANY];
    Array a[MANY];
    if (!PyArg_ParseTuple(args, "OOOOOOOO", &given[BEGIN], &given[SOURCE], &given[X], &given[Y], &given[OLD],
                          &given[OLD_STARTS], &given[NEW], &given[NEW_STARTS]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && fine(length(&a[BEGIN]) && length(&a[OLD_STARTS]) && length(&a[NEW_STARTS]), "there are no starts")
              && fine(length(&a[X]) == length(&a[SOURCE]) && length(&a[Y]) == length(&a[SOURCE]),
                      "each transition has a source and two powers");
    if (ok) {
        Transitions ways = {a[BEGIN].view.buf, a[SOURCE].view.buf, a[X].view.buf, a[Y].view.buf,
                            length(&a[BEGIN]) - 1, length(&a[SOURCE])};
        Rows before = {a[OLD].view.buf, length(&a[OLD]), width(&a[OLD]), a[OLD_STARTS].view.buf,
                       length(&a[OLD_STARTS]) - 1};
        Rows after = {a[NEW].view.buf, length(&a[NEW]), width(&a[NEW]), a[NEW_STARTS].view.buf,
                      length(&a[NEW_STARTS]) - 1};
        Py_BEGIN_ALLOW_THREADS
        ok = are_transitions(&ways, &before, &after);
        if (ok)
            add_shifted(&ways, &before, &after);
        Py_END_ALLOW_THREADS
        fine(ok, "a transition is from or to no state, or rows have no such lanes");
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *add_least(PyObject *self, PyObject *args) {
    (void)self;
    enum { SOURCE, TARGET, OLD, NEW, NUMBER, NEW_NUMBER, SIZE, NEW_SIZE, MANY };
    static const Wanted WANTED[MANY] = {
        {"sources", 'i', 1, false}, {"targets", 'i', 1, false},    {"minima", 'q', 1, false}, {"new minima", 'q', 1, true},
        {"numbers", 'Q', 1, false}, {"new numbers", 'Q', 1, true}, {"sizes", 'd', 1, false},  {"new sizes", 'd', 1, true},
    };
    PyObject *given[MANY];
    Array a[MANY];
    long long weight;
    if (!PyArg_ParseTuple(args, "OOLOOOOOO", &given[SOURCE], &given[TARGET], &weight, &given[OLD], &given[NEW],
                          &given[NUMBER], &given[NEW_NUMBER], &given[SIZE], &given[NEW_SIZE]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && fine(length(&a[TARGET]) == length(&a[SOURCE]), "each pair has a source and a target")
              && fine(weight > -INFINITE_WEIGHT / 4 && weight < INFINITE_WEIGHT / 4, "a weight is too large");
    if (ok) {
        int64_t sources = length(&a[OLD]), targets = length(&a[NEW]), counted = length(&a[NEW_NUMBER]);
        ok = fine(length(&a[NUMBER]) == length(&a[SIZE]) && counted == length(&a[NEW_SIZE])
                      && (!length(&a[NUMBER]) || (counted == targets && length(&a[NUMBER]) == sources)),
                  "numbers belong to all states or to none");
        if (ok) {
            Pairs pairs = {a[SOURCE].view.buf, a[TARGET].view.buf, length(&a[SOURCE]), weight};
            Optima before = {a[OLD].view.buf, a[NUMBER].view.buf, a[SIZE].view.buf, sources};
            uint64_t *numbers = length(&a[NUMBER]) ? a[NEW_NUMBER].view.buf : NULL;
            Optima after = {a[NEW].view.buf, numbers, a[NEW_SIZE].view.buf, targets};
            Py_BEGIN_ALLOW_THREADS
            ok = are_pairs(&pairs, sources, targets);
            if (ok)
                add_minima(&pairs, &before, &after);
            Py_END_ALLOW_THREADS
            fine(ok, "a pair is of no state");
        }
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *step_both(PyObject *self, PyObject *args) {
    (void)self;
    enum { CODE, KEYS, EXTREMES, NEW_KEYS, NEW_EXTREMES, TABLE, MANY };
    static const Wanted WANTED[MANY] = {
        {"code", 'q', 1, false},    {"states", 'Q', 2, false},       {"extremes", 'Q', 2, false},
        {"new states", 'Q', 2, true}, {"new extremes", 'Q', 2, true}, {"table", 'i', 1, true},
    };
    PyObject *given[MANY];
    Array a[MANY];
    long long options;
    int64_t found = 0;
    if (!PyArg_ParseTuple(args, "OLOOOOO", &given[CODE], &options, &given[KEYS], &given[EXTREMES], &given[NEW_KEYS],
                          &given[NEW_EXTREMES], &given[TABLE]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY);
    if (ok) {
        Options step = {a[CODE].view.buf, length(&a[CODE]), options, width(&a[KEYS])};
        Reached before = {a[KEYS].view.buf, a[EXTREMES].view.buf, length(&a[KEYS])};
        Reached after = {a[NEW_KEYS].view.buf, a[NEW_EXTREMES].view.buf, length(&a[NEW_KEYS])};
        Table table = {a[TABLE].view.buf, length(&a[TABLE])};
        ok = fine(width(&a[NEW_KEYS]) == step.words && width(&a[EXTREMES]) == EXTREME_WORDS
                      && width(&a[NEW_EXTREMES]) == EXTREME_WORDS && length(&a[EXTREMES]) == before.many
                      && length(&a[NEW_EXTREMES]) == after.many, "each state has words and extremes")
             && fine(is_power_of_2(table.slots) && after.many < INT32_MAX, "the table has a wrong size")
             && fine(are_options(&step), "the options have another format");
        if (ok) {
            Py_BEGIN_ALLOW_THREADS
            memset(table.entries, 0, (size_t)table.slots * sizeof *table.entries);
            found = step_extremes(&step, &before, &after, &table);
            Py_END_ALLOW_THREADS
        }
    }
    let_go(a, MANY);
    return ok ? PyLong_FromLongLong(found) : NULL;
}

static PyObject *pass_sites(PyObject *self, PyObject *args) {
    (void)self;
    enum { BEGINS, SOURCES, NUMBERS, MANY };
    static const Wanted WANTED[MANY] = {
        {"begins", 'i', 1, false}, {"sources", 'i', 1, false}, {"numbers", 'Q', 4, true}};
    PyObject *given[MANY];
    Array a[MANY];
    long long lanes, first, stop;
    uint64_t over = 0;
    bool is_room = true;
    if (!PyArg_ParseTuple(args, "OOOLLL", &given[BEGINS], &given[SOURCES], &given[NUMBERS], &lanes, &first, &stop))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && fine(lanes > 0, "a block has no lanes")
              && fine(first >= 0, "there is no such block");
    if (ok) {
        const Py_ssize_t *shape = a[NUMBERS].view.shape;
        Numbers numbers = {a[NUMBERS].view.buf, shape[0], shape[1], shape[2], shape[3]};
        Sums sums = {a[BEGINS].view.buf, a[SOURCES].view.buf, 0, numbers.rows, length(&a[SOURCES])};
        ok = fine(length(&a[BEGINS]) && numbers.rows && (length(&a[BEGINS]) - 1) % numbers.rows == 0,
                  "each row of each site has a beginning");
        if (ok) {
            sums.sites = (length(&a[BEGINS]) - 1) / numbers.rows;
            Py_BEGIN_ALLOW_THREADS
            ok = are_sums(&sums);
            if (ok && numbers.before && numbers.after)
                is_room = pass_over(&sums, &numbers, lanes, first, stop, &over);
            Py_END_ALLOW_THREADS
            fine(ok, "a sum is of no row");
        }
    }
    let_go(a, MANY);
    if (!is_room)
        return PyErr_NoMemory();
    return ok ? PyBool_FromLong(over != 0) : NULL;
}

static bool are_tracks(const Array *tracks, int64_t width) {
    const int64_t *numbers = tracks->view.buf;
    bool inside = true;
    for (int64_t k = 0; k < length(tracks); k++)
        inside &= numbers[k] >= 0 && numbers[k] < width;
    return fine(inside, "there is no such track");
}

static PyObject *relabel_rows(PyObject *self, PyObject *args) {
    (void)self;
    enum { LABELS, COUNTS, ENDED, JOINED, LEAVING, STILL, NOW, MANY };
    static const Wanted WANTED[MANY] = {
        {"labels", 'B', 2, true},    {"counts", 'B', 2, true},  {"ended", 'B', 1, true},      {"joined", 'q', 1, false},
        {"leaving", 'q', 1, false},  {"still", 'q', 1, false},  {"now", 'B', 2, false},
    };
    PyObject *given[MANY];
    Array a[MANY];
    long long own, cap;
    int member, wakes;
    if (!PyArg_ParseTuple(args, "OOOOOLppLOO", &given[LABELS], &given[COUNTS], &given[ENDED], &given[JOINED],
                          &given[LEAVING], &own, &member, &wakes, &cap, &given[STILL], &given[NOW]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY);
    if (ok) {
        int64_t many = length(&a[LABELS]), tracks = width(&a[LABELS]);
        ok = fine(length(&a[COUNTS]) == many && width(&a[COUNTS]) == 2 && length(&a[ENDED]) == many,
                  "each row of labels has two counts")
             && fine(own < tracks && cap < OWN, "there is no such track, or the cap is too large")
             && fine(length(&a[NOW]) == length(&a[STILL]) && (!length(&a[NOW]) || width(&a[NOW]) == many),
                     "tracks that are still have a word on each row")
             && are_tracks(&a[JOINED], tracks) && are_tracks(&a[LEAVING], tracks) && are_tracks(&a[STILL], tracks);
        Joining site = {a[JOINED].view.buf, a[LEAVING].view.buf, a[STILL].view.buf, 0, 0, 0, own, member, wakes, cap,
                        a[NOW].view.buf};
        if (ok) {
            site.joins = length(&a[JOINED]), site.leaves = length(&a[LEAVING]), site.stills = length(&a[STILL]);
            Py_BEGIN_ALLOW_THREADS
            relabel(a[LABELS].view.buf, many, tracks, (uint8_t *)a[COUNTS].view.buf + 1, 2, a[ENDED].view.buf, &site);
            Py_END_ALLOW_THREADS
        }
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static bool are_below(const Array *numbers, int64_t end) {
    const int64_t *all = numbers->view.buf;
    int64_t many = numbers->view.len / (int64_t)sizeof(int64_t);
    bool inside = true;
    for (int64_t k = 0; k < many; k++)
        inside &= all[k] >= 0 && all[k] < end;
    return fine(inside, "there is no such vertex or kind");
}

static bool is_asked(const Array *table, int64_t kinds) {
    const Asked *asked = table->view.buf;
    return fine(length(table) >= 7 && asked->classes >= 0 && asked->classes < 64 && asked->places >= 0
                    && asked->places < 64 && asked->bits >= 0 && asked->bits < 12 && asked->most_left >= 0
                    && asked->most_left < 64 && asked->most_ends >= 0 && asked->end_bits >= 0 && asked->end_bits < 12
                    && length(table) == length_of_asked(asked, kinds),
                "the table of the rule has other words");
}

static PyObject *bytes_of(const int64_t *numbers, int64_t many) {
    return PyBytes_FromStringAndSize((const char *)numbers, (Py_ssize_t)(many * (int64_t)sizeof *numbers));
}

static PyObject *write_edges(PyObject *self, PyObject *args) {
    (void)self;
    enum { EDGES, ORDER, KINDS, TABLE, MANY };
    static const Wanted WANTED[MANY] = {
        {"edges", 'q', 2, false}, {"order", 'q', 1, false}, {"kinds", 'q', 1, false}, {"table", 'q', 1, false}};
    PyObject *given[MANY], *result = NULL;
    Array a[MANY];
    long long kinds;
    Written written = {0};
    enum Failure failure = FINE;
    if (!PyArg_ParseTuple(args, "OOOOL", &given[EDGES], &given[ORDER], &given[KINDS], &given[TABLE], &kinds))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && fine(width(&a[EDGES]) == 2, "an edge has two ends")
              && fine(kinds > 0 && kinds < 64, "there are not so many kinds") && is_asked(&a[TABLE], kinds)
              && are_below(&a[EDGES], length(&a[KINDS])) && are_below(&a[ORDER], length(&a[KINDS]))
              && are_below(&a[KINDS], kinds);
    if (ok) {
        Graph graph = {a[EDGES].view.buf, length(&a[EDGES]), length(&a[KINDS]), a[ORDER].view.buf, length(&a[ORDER]),
                       a[KINDS].view.buf};
        Py_BEGIN_ALLOW_THREADS
        failure = write_sites(&graph, a[TABLE].view.buf, &written);
        Py_END_ALLOW_THREADS
        if (failure == FINE)
            result = Py_BuildValue("NNL", bytes_of(written.code, written.length), bytes_of(written.places, graph.sites),
                                   (long long)written.tracks);
        else
            result = Py_NewRef(Py_None);
        forget_written(&written);
    }
    let_go(a, MANY);
    return result;
}

PyMethodDef ROWS_METHODS[] = {
    {"add_shifted", add_rows, METH_VARARGS, "Sums of rows of coefficients along transitions."},
    {"add_least", add_least, METH_VARARGS, "Smallest weights along transitions, and the numbers of paths."},
    {"step_extremes", step_both, METH_VARARGS, "Smallest and largest weights after a step of an automaton on tracks."},
    {"pass_over", pass_sites, METH_VARARGS, "Takes blocks of numbers over sites that touch few tracks."},
    {"relabel", relabel_rows, METH_VARARGS, "Takes labels over a site."},
    {"write_edges", write_edges, METH_VARARGS, "The code of the sites of sets of edges, where they begin, the tracks."},
    {NULL, NULL, 0, NULL},
};
