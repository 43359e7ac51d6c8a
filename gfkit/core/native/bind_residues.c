/* Python bindings of the arithmetic modulo eight primes: see residues.h. */
#include "arrays.h"

#include "residues.h"

#include <stdlib.h>

static bool is_row(const Array *array) {
    return fine(width(array) == LANES, "a row has eight words");
}

static bool are_rows(const Array *array, int64_t many, const char *why) {
    return is_row(array) && fine(length(array) >= many, why);
}

/* Parse the first three arrays: the primes, factors and reciprocals of a field. */
enum { PRIMES, FACTORS, ONE_OVER, FIELD };
#define FIELD_WANTED {"primes", 'Q', 1, false}, {"factors", 'Q', 3, false}, {"reciprocals", 'd', 1, false}

static bool take_field(const Array *a, Field *field) {
    *field = (Field){a[PRIMES].view.buf, a[FACTORS].view.buf, a[ONE_OVER].view.buf};
    return fine(length(&a[PRIMES]) == LANES && length(&a[ONE_OVER]) == LANES && length(&a[FACTORS]) == SCALES
                    && a[FACTORS].view.shape[1] == 4 && a[FACTORS].view.shape[2] == LANES,
                "eight primes, seven factors of four rows, and eight reciprocals are needed");
}

static bool are_sources(const int32_t *index, int64_t many, int64_t end) {
    uint32_t most = 0;
    for (int64_t k = 0; k < many; k++)
        most = (uint32_t)index[k] > most ? (uint32_t)index[k] : most;
    return most < (uint64_t)end || !many;
}

static bool is_slice(const Slice *slice, int64_t widest) {
    bool inside = widest > 0 && are_sources(slice->index, slice->length, widest);
    for (int64_t k = 0; inside && k < slice->many; k++) {
        const Run *run = slice->runs + k;
        inside = run->sources >= 0 && run->low >= 0 && run->low <= run->high && run->high <= widest && run->where >= 0
                 && run->sources <= slice->length
                 && run->where + (run->high - run->low) * run->sources <= slice->length;
    }
    return fine(inside, "a run sums rows that are not there");
}

/* Parse the arrays after the field: the slice, the vectors and their permutation. */
enum { RUNS = FIELD, INDEX, ROOM, TURNS, SLICED };
#define SLICE_WANTED {"runs", 'q', 2, false}, {"index", 'i', 1, false}, {"vectors", 'Q', 3, true}, {"turns", 'q', 1, true}

static bool take_slice(const Array *a, Slice *slice, Vectors *vectors) {
    *slice = (Slice){a[RUNS].view.buf, length(&a[RUNS]), a[INDEX].view.buf, length(&a[INDEX])};
    *vectors = (Vectors){a[ROOM].view.buf, a[ROOM].view.shape[1], a[TURNS].view.buf};
    bool ok = fine(width(&a[RUNS]) == 5 && length(&a[ROOM]) == 3 && a[ROOM].view.shape[2] == LANES
                       && length(&a[TURNS]) == 3,
                   "a run has five numbers, and there are three vectors of rows of eight");
    const int64_t *t = vectors->turns;
    return ok && fine(((1 << (t[0] & 3)) | (1 << (t[1] & 3)) | (1 << (t[2] & 3))) == 7 && !((t[0] | t[1] | t[2]) >> 2),
                      "turns are 0, 1 and 2 in some order")
           && is_slice(slice, vectors->widest);
}

static PyObject *advance(PyObject *self, PyObject *args) {
    (void)self;
    static const Wanted WANTED[SLICED] = {FIELD_WANTED, SLICE_WANTED};
    PyObject *given[SLICED];
    Array a[SLICED];
    Field field;
    Slice slice;
    Vectors vectors;
    if (!PyArg_ParseTuple(args, "(OOO)(OO)OO", &given[PRIMES], &given[FACTORS], &given[ONE_OVER], &given[RUNS],
                          &given[INDEX], &given[ROOM], &given[TURNS]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, SLICED) && take_field(a, &field) && take_slice(a, &slice, &vectors);
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        residues()->advance(&slice, &vectors, &field);
        Py_END_ALLOW_THREADS
    }
    let_go(a, SLICED);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *sweep(PyObject *self, PyObject *args) {
    (void)self;
    enum { ORDER = SLICED, VALUES, FINALS, PROBE, MANY };
    static const Wanted WANTED[MANY] = {FIELD_WANTED, SLICE_WANTED, {"order", 'i', 1, false}, {"values", 'Q', 2, true},
                                        {"finals", 'Q', 2, false}, {"probe", 'Q', 2, false}};
    PyObject *given[MANY];
    Array a[MANY];
    Field field;
    Slice slice;
    Vectors vectors;
    long long states, steps;
    if (!PyArg_ParseTuple(args, "(OOO)(OO)OOOOOLLO", &given[PRIMES], &given[FACTORS], &given[ONE_OVER], &given[RUNS],
                          &given[INDEX], &given[ROOM], &given[TURNS], &given[FINALS], &given[PROBE], &given[ORDER],
                          &states, &steps, &given[VALUES]))
        return NULL;
    bool has_finals = given[FINALS] != Py_None, has_probe = given[PROBE] != Py_None;
    int rows = has_probe ? MANY : has_finals ? PROBE : FINALS;
    if (has_probe && !has_finals) {
        PyErr_SetString(PyExc_ValueError, "a probe stands beside final rows");
        return NULL;
    }
    bool ok = take_arrays(given, WANTED, a, rows) && take_field(a, &field) && take_slice(a, &slice, &vectors);
    if (ok) {
        int64_t each = has_probe || !has_finals ? 2 : 1;
        ok = fine(states >= 0 && states <= vectors.widest && states <= length(&a[ORDER]), "there are not so many states")
             && fine(steps >= 0 && steps < INT32_MAX, "there are not so many steps")
             && are_rows(&a[VALUES], each * steps, "there is no room for the values")
             && fine(are_sources(a[ORDER].view.buf, states, vectors.widest), "rows in order are not there")
             && (!has_finals
                 || (are_rows(&a[FINALS], states, "a final row is missing")
                     && fine(are_sources(a[ORDER].view.buf, states, length(&a[FINALS])), "a final row is missing")))
             && (!has_probe
                 || (are_rows(&a[PROBE], states, "a row of the probe is missing")
                     && fine(are_sources(a[ORDER].view.buf, states, length(&a[PROBE])), "a row is missing")));
    }
    if (ok) {
        Ends ends = {has_finals ? a[FINALS].view.buf : NULL, has_probe ? a[PROBE].view.buf : NULL, a[ORDER].view.buf, states};
        Py_BEGIN_ALLOW_THREADS
        residues()->sweep(&slice, &vectors, &ends, &field, steps, a[VALUES].view.buf);
        Py_END_ALLOW_THREADS
    }
    let_go(a, rows);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *add_times(PyObject *self, PyObject *args) {
    (void)self;
    enum { SUMS = FIELD, ROWS, FACTOR, MANY };
    static const Wanted WANTED[MANY] = {
        FIELD_WANTED, {"sums", 'Q', 2, true}, {"rows", 'Q', 2, false}, {"factor", 'Q', 2, false}};
    PyObject *given[MANY];
    Array a[MANY];
    Field field;
    if (!PyArg_ParseTuple(args, "(OOO)OOO", &given[PRIMES], &given[FACTORS], &given[ONE_OVER], &given[SUMS],
                          &given[ROWS], &given[FACTOR]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && take_field(a, &field) && is_row(&a[SUMS])
              && are_rows(&a[ROWS], length(&a[SUMS]), "a row is missing")
              && fine(length(&a[FACTOR]) == 4 && width(&a[FACTOR]) == LANES, "a factor has four rows");
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        residues()->add_times(a[SUMS].view.buf, a[ROWS].view.buf, length(&a[SUMS]), a[FACTOR].view.buf, &field);
        Py_END_ALLOW_THREADS
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static bool is_connection(const Connection *c, int64_t begin, int64_t room) {
    return fine(c->order >= 0 && c->order <= begin && c->distance >= 1 && c->length >= 0 && c->length <= begin
                    && c->now >= 0 && c->now < 3 && c->before >= 0 && c->before < 3 && c->spare >= 0 && c->spare < 3
                    && c->now != c->spare && c->now != c->before && c->before != c->spare
                    && c->distance + c->length <= begin + 1 && room < INT32_MAX,
                "no connection of so many terms is like this");
}

static PyObject *extend(PyObject *self, PyObject *args) {
    (void)self;
    enum { TERMS = FIELD, STATE, ROWS, OVER, BAD, MANY };
    static const Wanted WANTED[MANY] = {FIELD_WANTED, {"terms", 'Q', 2, false}, {"connection", 'q', 1, true},
                                        {"rows", 'Q', 3, true}, {"last", 'Q', 1, true}, {"bad", 'B', 1, true}};
    PyObject *given[MANY];
    Array a[MANY];
    Field field;
    long long begin, end;
    if (!PyArg_ParseTuple(args, "(OOO)OLLOOOO", &given[PRIMES], &given[FACTORS], &given[ONE_OVER], &given[TERMS], &begin,
                          &end, &given[STATE], &given[ROWS], &given[OVER], &given[BAD]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && take_field(a, &field);
    if (ok) {
        int64_t room = a[ROWS].view.shape[1];
        ok = fine(begin >= 0 && begin <= end, "terms go on from the first")
             && are_rows(&a[TERMS], end, "there are not so many terms")
             && fine(length(&a[ROWS]) == 3 && a[ROWS].view.shape[2] == LANES && room >= 3 && end <= room - 3,
                     "three arrays with room for as many rows as terms are needed")
             && fine(length(&a[STATE]) == 6 && length(&a[OVER]) == LANES && length(&a[BAD]) == LANES,
                     "a connection has six numbers, and eight lanes")
             && is_connection(a[STATE].view.buf, begin, room);
        if (ok) {
            Sequences sequences = {a[TERMS].view.buf, begin, end, a[STATE].view.buf, a[ROWS].view.buf, room,
                                   a[OVER].view.buf, a[BAD].view.buf};
            Py_BEGIN_ALLOW_THREADS
            residues()->extend(&sequences, &field);
            Py_END_ALLOW_THREADS
        }
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static bool is_automaton(const Array *begins, const Array *edges, int64_t states, int64_t weights) {
    const int32_t *begin = begins->view.buf;
    const int32_t(*pair)[2] = edges->view.buf;
    bool inside = length(begins) == states + 2 && width(edges) == 2 && begin[0] >= 0;
    for (int64_t t = 0; inside && t <= states; t++)
        inside = begin[t] <= begin[t + 1];
    inside = inside && (int64_t)begin[states + 1] * 4 <= length(edges);
    for (int64_t k = 0; inside && k < length(edges); k++)
        inside = pair[k][0] >= 0 && pair[k][0] < states && pair[k][1] >= 0 && pair[k][1] < weights;
    return fine(inside, "an edge is from no state, or has no weight");
}

static PyObject *weigh(PyObject *self, PyObject *args) {
    (void)self;
    enum { BEGIN, EDGES, WEIGHTS, STARTS, TERMS, SPACE, MANY };
    static const Wanted WANTED[MANY] = {{"begins", 'i', 1, false}, {"edges", 'i', 2, false}, {"weights", 'Q', 3, false},
                                        {"starts", 'Q', 3, false}, {"terms", 'Q', 3, true},  {"room", 'Q', 3, true}};
    PyObject *given[MANY];
    Array a[MANY];
    unsigned long long prime;
    if (!PyArg_ParseTuple(args, "OOOOOKO", &given[BEGIN], &given[EDGES], &given[WEIGHTS], &given[STARTS], &given[TERMS],
                          &prime, &given[SPACE]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY);
    for (int k = WEIGHTS; ok && k < MANY; k++)
        ok = fine(a[k].view.shape[2] == LANES, "a row has eight words");
    if (ok) {
        int64_t blocks = length(&a[STARTS]), states = width(&a[STARTS]);
        ok = fine(length(&a[WEIGHTS]) == blocks && length(&a[TERMS]) == blocks, "blocks are missing")
             && fine(length(&a[SPACE]) == 2 && width(&a[SPACE]) == states + 1, "room for two vectors is needed")
             && fine(states > 0 && prime % 2 && prime >> 30 == 0, "states and an odd prime below 2^30 are needed")
             && is_automaton(&a[BEGIN], &a[EDGES], states, width(&a[WEIGHTS]));
        Weighted automaton = {a[BEGIN].view.buf, a[EDGES].view.buf, states};
        if (ok) {
            Eight *weights = a[WEIGHTS].view.buf, *starts = a[STARTS].view.buf, *terms = a[TERMS].view.buf;
            int64_t steps = width(&a[TERMS]);
            Py_BEGIN_ALLOW_THREADS
            for (int64_t block = 0; block < blocks; block++)
                residues()->weigh(&automaton, weights + block * width(&a[WEIGHTS]), starts + block * states, prime, steps,
                                  terms + block * steps, a[SPACE].view.buf);
            Py_END_ALLOW_THREADS
        }
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *multiply(PyObject *self, PyObject *args) {
    (void)self;
    enum { LEFT, RIGHT, PRODUCT, MANY };
    static const Wanted WANTED[MANY] = {{"left", 'Q', 2, false}, {"right", 'Q', 2, false}, {"product", 'Q', 2, true}};
    PyObject *given[MANY];
    Array a[MANY];
    unsigned long long prime;
    if (!PyArg_ParseTuple(args, "OOOK", &given[LEFT], &given[RIGHT], &given[PRODUCT], &prime))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && fine(width(&a[LEFT]) == length(&a[RIGHT]) && width(&a[LEFT]) % 4 == 0
                          && length(&a[PRODUCT]) == length(&a[LEFT]) && width(&a[PRODUCT]) == width(&a[RIGHT]),
                      "these matrices have no product of this size, or columns of the left are not in fours")
              && fine(prime && prime >> 30 == 0, "a prime below 2^30 is needed");
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        residues()->multiply(a[LEFT].view.buf, a[RIGHT].view.buf, a[PRODUCT].view.buf, length(&a[LEFT]), width(&a[LEFT]),
                             width(&a[RIGHT]), prime);
        Py_END_ALLOW_THREADS
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static bool is_edge_step(const EdgeStep *step, int64_t sources, const Polynomials *values, int64_t climbs) {
    bool inside = step->begins[0] == 0 && step->begins[step->many] == sources && values->starts[0] == 0;
    int64_t longest = 1;
    for (int64_t g = 0; inside && g < values->lines; g++) {
        int64_t length = values->starts[g + 1] - values->starts[g];
        inside = length >= longest && values->starts[g + 1] <= values->width && length <= climbs + 1;
        longest = length;
    }
    for (int64_t j = 0; inside && j < climbs; j++)
        inside = values->climbs[j] >= 0;
    for (int64_t k = 0; inside && k < step->many; k++)
        inside = step->begins[k] <= step->begins[k + 1] && step->factors[k] < FACTORS_OF_EDGES && step->targets[k] >= 0
                 && step->targets[k] < values->rows;
    for (int64_t k = 0; inside && k < sources; k++)
        inside = step->sources[k] >= -values->rows && step->sources[k] < values->rows;
    return inside;
}

static PyObject *step_partitions(PyObject *self, PyObject *args) {
    (void)self;
    enum { TARGETS, FACTORS_GIVEN, BEGINS, SOURCES, ROWS, STARTS, CLIMBS, CONSTANTS, MANY };
    static const Wanted WANTED[MANY] = {
        {"targets", 'i', 1, false}, {"factors", 'B', 1, false}, {"begins", 'i', 1, false},  {"sources", 'i', 1, false},
        {"rows", 'Q', 2, true},     {"starts", 'q', 1, false},  {"climbs", 'q', 1, false},  {"constants", 'Q', 1, false},
    };
    PyObject *given[MANY];
    Array a[MANY];
    unsigned long long prime;
    uint64_t *spare = NULL;
    if (!PyArg_ParseTuple(args, "OOOOOOOOK", &given[TARGETS], &given[FACTORS_GIVEN], &given[BEGINS], &given[SOURCES],
                          &given[ROWS], &given[STARTS], &given[CLIMBS], &given[CONSTANTS], &prime))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && fine(length(&a[FACTORS_GIVEN]) == length(&a[TARGETS]) && length(&a[BEGINS]) == length(&a[TARGETS]) + 1,
                      "each target has a factor and a beginning")
              && fine(length(&a[STARTS]) && length(&a[CONSTANTS]) == FACTORS_OF_EDGES,
                      "lines have a start, and there are five factors")
              && fine(prime > 1 && prime >> 62 == 0, "a prime below 2^62 is needed");
    if (ok) {
        EdgeStep step = {a[TARGETS].view.buf, a[BEGINS].view.buf, a[SOURCES].view.buf, a[FACTORS_GIVEN].view.buf,
                         length(&a[TARGETS])};
        Polynomials values = {a[ROWS].view.buf, length(&a[ROWS]), width(&a[ROWS]), a[STARTS].view.buf, a[CLIMBS].view.buf,
                              length(&a[STARTS]) - 1};
        const uint64_t *constants = a[CONSTANTS].view.buf;
        for (int k = 0; k < FACTORS_OF_EDGES; k++)
            ok = ok && (constants[k] < prime || (constants[k] == VARIABLE && k >= FACTOR_X));
        ok = fine(ok && is_edge_step(&step, length(&a[SOURCES]), &values, length(&a[CLIMBS])),
                  "a transition is of no row, or a line has no such lanes");
        spare = ok ? malloc(2 * (size_t)values.width * sizeof *spare) : NULL;
        if (spare) {
            Py_BEGIN_ALLOW_THREADS
            residues()->step_edge(&step, &values, constants, prime, spare);
            Py_END_ALLOW_THREADS
        } else if (ok) {
            ok = false;
            PyErr_NoMemory();
        }
        free(spare);
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *level(PyObject *self, PyObject *args) {
    (void)self;
    (void)args;
    return PyUnicode_FromString(residues()->name);
}

PyMethodDef RESIDUES_METHODS[] = {
    {"advance", advance, METH_VARARGS, "Takes a vector of residues over a slice."},
    {"sweep_residues", sweep, METH_VARARGS, "Takes a vector over slices, and its values before each."},
    {"add_times", add_times, METH_VARARGS, "Adds rows times a factor to others."},
    {"extend_connection", extend, METH_VARARGS, "Goes on with the shortest recurrences of eight sequences."},
    {"weigh", weigh, METH_VARARGS, "Terms of an automaton with weights at points modulo a prime."},
    {"multiply", multiply, METH_VARARGS, "The product of two matrices modulo a prime."},
    {"step_partitions", step_partitions, METH_VARARGS, "Adds polynomials along the transitions of an edge."},
    {"instructions", level, METH_NOARGS, "Which instructions the loops on residues are for."},
    {NULL, NULL, 0, NULL},
};
