/* Python bindings of steps of states: see states.h, and engine/sweep/state_table.py, which calls them. */
#include "arrays.h"

#include <string.h>

#include "states.h"

static bool find_coding(const char *name, Coding *coding) {
    static const struct {
        const char *name;
        Step *step;
        Fits *fits;
    } CODINGS[] = {{"linked", step_linked, fits_linked}, {"groups", step_groups, fits_groups}};
    for (size_t k = 0; k < sizeof CODINGS / sizeof *CODINGS; k++)
        if (!strcmp(CODINGS[k].name, name)) {
            coding->step = CODINGS[k].step;
            coding->fits = CODINGS[k].fits;
            return true;
        }
    PyErr_Format(PyExc_ValueError, "no coding is called %s", name);
    return false;
}

/* Read the layout, the code and the steps of a coding; return false with an exception set if one of them is wrong. */
static bool read_coding(Coding *coding, const Array *layout, const Array *code, const Array *sites, int64_t words) {
    coding->layout = layout->view.buf;
    coding->code = code->view.buf;
    coding->layout_length = length(layout);
    coding->length = length(code);
    coding->words = (int)words;
    bool ok = fine(words >= 1 && words <= MOST_WORDS, "a state has too many words");
    const int64_t *begins = sites->view.buf;
    for (int64_t k = 0; ok && k < length(sites); k++)
        ok = fine(begins[k] >= 0 && begins[k] < coding->length, "no site begins there")
             && fine((k && begins[k] == begins[k - 1]) || coding->fits(coding, begins[k]), "no site is written like this");
    return ok;
}

/* Read a table of states, and the numbers of states in its parts. If `only` is a part, the numbers of other parts, which
 * other threads may change, are not read. */
static bool read_states(States *states, const Array *keys, const Array *many, const Array *table, int64_t only) {
    const int64_t parts = length(many), *given = many->view.buf;
    if (!fine(parts >= 1 && parts <= MOST_PARTS, "there are too many parts"))
        return false;
    const int64_t room = length(keys) / parts, slots = length(table) / parts;
    *states = (States){keys->view.buf, parts == 1 ? room : room - room % CHUNK, {0}, (int)width(keys), (int)parts,
                       table->view.buf, slots};
    bool ok = fine(slots * parts == length(table) && is_power_of_2(slots) && slots <= INT64_C(1) << 31,
                   "the size of a table is a power of 2")
              && fine(length(keys) < INT32_MAX, "there are too many states")
              && fine(states->words >= 1 && states->words <= MOST_WORDS, "a state has too many words");
    for (int p = 0; ok && p < parts; p++) {
        if (only >= 0 && p != only)
            continue;
        states->many[p] = given[p];
        ok = fine(given[p] >= 0 && given[p] <= states->room && given[p] < slots, "there are not so many states");
    }
    return ok;
}

enum { TO, SKIP, ENDS };

/* Read the transitions to each part: their rows, and for each part their number and the last row before the step. */
static bool read_steps(Steps *steps, const Array *a, int64_t parts, int64_t only) {
    const int64_t room = width(&a[TO]), *ends = a[ENDS].view.buf;
    bool ok = fine(length(&a[TO]) == parts && length(&a[SKIP]) == parts && width(&a[SKIP]) == room
                   && length(&a[ENDS]) == parts && width(&a[ENDS]) == 2, "transitions to each part are needed");
    for (int64_t p = 0; ok && p < parts; p++) {
        if (only >= 0 && p != only)
            continue;
        steps[p] = (Steps){(int32_t *)a[TO].view.buf + p * room, (uint8_t *)a[SKIP].view.buf + p * room, room,
                           ends[2 * p], ends[2 * p + 1]};
        ok = fine(steps[p].many >= 0 && steps[p].many <= room, "there are not so many steps");
    }
    return ok;
}

/* Write back the numbers of states and transitions, of one part or of all. */
static void write_back(const States *states, const Steps *steps, const Array *many, const Array *ends, int first, int end) {
    for (int p = first; p < end; p++) {
        ((int64_t *)many->view.buf)[p] = states->many[p];
        ((int64_t *)ends->view.buf)[2 * p] = steps[p].many;
        ((int64_t *)ends->view.buf)[2 * p + 1] = steps[p].last;
    }
}

/* Read the states before a step: rows, parts, one part, and its states from `range[0]` up to `range[1]`. */
static bool read_source(Source *source, const Array *keys, long long parts, long long part, const Array *range) {
    if (!fine(length(range) == 2 && parts >= 1 && parts <= MOST_PARTS && part >= 0 && part < parts, "there is no such part"))
        return false;
    const int64_t *ends = range->view.buf;
    *source = (Source){keys->view.buf, parts, part, ends[0], ends[1]};
    return fine(ends[0] >= 0 && ends[0] <= ends[1] && ends[1] <= length(keys)
                && (ends[0] == ends[1] || row_of(ends[1] - 1, part, parts) < length(keys)), "there is no such state")
           && fine(length(keys) < INT32_MAX, "there are too many states");
}

#define CODING_ARRAYS {"layout", 'q', 1, false}, {"code", 'q', 1, false}, {"sites", 'q', 1, false}
#define STATES_ARRAYS {"all states", 'q', 2, true}, {"numbers of states", 'q', 1, true}, {"table", 'i', 1, true}
#define STEPS_ARRAYS(writes) {"targets", 'i', 2, writes}, {"skips", 'B', 2, writes}, {"ends", 'q', 2, writes}

static PyObject *step(PyObject *self, PyObject *args) {
    (void)self;
    enum { LAYOUT, CODE, SITES, KEYS, RANGE, ALL, NUMBERS, TABLE, STEPS, MANY = STEPS + 3 };
    static const Wanted WANTED[MANY] = {
        CODING_ARRAYS, {"states", 'q', 2, false}, {"range", 'q', 1, true}, STATES_ARRAYS, STEPS_ARRAYS(true)};
    PyObject *given[MANY];
    const char *name;
    long long parts, part, most;
    Array a[MANY];
    Coding coding;
    States after;
    Steps steps[MOST_PARTS];
    Source source;
    int64_t short_of = 0;
    if (!PyArg_ParseTuple(args, "sOOOOLLOLOOOOOO", &name, &given[LAYOUT], &given[CODE], &given[SITES], &given[KEYS], &parts,
                          &part, &given[RANGE], &most, &given[ALL], &given[NUMBERS], &given[TABLE], &given[STEPS + TO],
                          &given[STEPS + SKIP], &given[STEPS + ENDS])
        || !find_coding(name, &coding))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && read_coding(&coding, &a[LAYOUT], &a[CODE], &a[SITES], width(&a[KEYS]))
              && fine(length(&a[SITES]) > 0 && most > 0, "no step is given")
              && read_states(&after, &a[ALL], &a[NUMBERS], &a[TABLE], -1) && read_steps(steps, &a[STEPS], after.parts, -1)
              && read_source(&source, &a[KEYS], parts, part, &a[RANGE])
              && fine(after.words == coding.words, "words of states differ");
    if (ok) {
        Scratch scratch = {0};
        Py_BEGIN_ALLOW_THREADS
        short_of = step_states(&coding, a[SITES].view.buf, length(&a[SITES]), &source, most, &after, steps, &scratch);
        free_scratch(&scratch);
        Py_END_ALLOW_THREADS
        ((int64_t *)a[RANGE].view.buf)[0] = source.begin;
        write_back(&after, steps, &a[NUMBERS], &a[STEPS + ENDS], 0, after.parts);
        if (short_of < 0)
            PyErr_NoMemory();
    }
    let_go(a, MANY);
    return ok && short_of >= 0 ? PyLong_FromLongLong(short_of) : NULL;
}

/* Read the successors found by one thread, by part; with a last axis of `words` words of each state. */
static bool read_buckets(Buckets *buckets, const Array *keys, const Array *from, const Array *many) {
    const Py_ssize_t *shape = keys->view.shape;
    const int64_t *given = many->view.buf;
    *buckets = (Buckets){keys->view.buf, from->view.buf, many->view.buf, shape[1], (int)shape[2], (int)shape[0]};
    bool ok = fine(shape[0] >= 1 && shape[0] <= MOST_PARTS && length(from) == shape[0] && width(from) == shape[1]
                   && length(many) == shape[0], "there are not so many parts");
    for (int p = 0; ok && p < buckets->parts; p++)
        ok = fine(given[p] >= 0 && given[p] <= buckets->room, "there are not so many states");
    return ok;
}

#define BUCKETS_ARRAYS(writes) {"found", 'q', 3, writes}, {"states before", 'i', 2, writes}, {"numbers found", 'q', 1, writes}

static PyObject *spread(PyObject *self, PyObject *args) {
    (void)self;
    enum { LAYOUT, CODE, SITES, KEYS, RANGE, FOUND, FROM, NUMBERS, MANY };
    static const Wanted WANTED[MANY] = {
        CODING_ARRAYS, {"states", 'q', 2, false}, {"range", 'q', 1, true}, BUCKETS_ARRAYS(true)};
    PyObject *given[MANY];
    const char *name;
    long long parts, part;
    Array a[MANY];
    Coding coding;
    Source source;
    Buckets buckets;
    int64_t short_of = 0;
    if (!PyArg_ParseTuple(args, "sOOOOLLOOOO", &name, &given[LAYOUT], &given[CODE], &given[SITES], &given[KEYS], &parts,
                          &part, &given[RANGE], &given[FOUND], &given[FROM], &given[NUMBERS])
        || !find_coding(name, &coding))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && read_coding(&coding, &a[LAYOUT], &a[CODE], &a[SITES], width(&a[KEYS]))
              && fine(length(&a[SITES]) > 0, "no step is given")
              && read_source(&source, &a[KEYS], parts, part, &a[RANGE])
              && read_buckets(&buckets, &a[FOUND], &a[FROM], &a[NUMBERS])
              && fine(buckets.words == coding.words, "words of states differ");
    if (ok) {
        Scratch scratch = {0};
        Py_BEGIN_ALLOW_THREADS
        short_of = spread_states(&coding, a[SITES].view.buf, length(&a[SITES]), &source, &buckets, &scratch);
        free_scratch(&scratch);
        Py_END_ALLOW_THREADS
        ((int64_t *)a[RANGE].view.buf)[0] = source.begin;
        if (short_of < 0)
            PyErr_NoMemory();
    }
    let_go(a, MANY);
    return ok && short_of >= 0 ? PyLong_FromLongLong(short_of) : NULL;
}

static PyObject *sweep(PyObject *self, PyObject *args) {
    (void)self;
    enum { LAYOUT, CODE, SITES, KEYS, NUMBERS, MANY };
    static const Wanted WANTED[MANY] = {
        {"layout", 'q', 1, false}, {"code", 'q', 1, false},   {"sites", 'q', 1, false},
        {"states", 'q', 2, true},  {"numbers", 'q', 1, true},
    };
    PyObject *given[MANY];
    const char *name;
    long long site, many, peak, period, step_room, slots;
    Array a[MANY];
    Coding coding;
    if (!PyArg_ParseTuple(args, "sOOOOOLLLLLL", &name, &given[LAYOUT], &given[CODE], &given[SITES], &given[KEYS],
                          &given[NUMBERS], &site, &many, &peak, &period, &step_room, &slots)
        || !find_coding(name, &coding))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY);
    Few few = {0};
    if (ok) {
        int64_t room = length(&a[KEYS]);
        few = (Few){a[KEYS].view.buf, a[NUMBERS].view.buf, site, many, peak, period, room, step_room, slots};
        ok = read_coding(&coding, &a[LAYOUT], &a[CODE], &a[SITES], width(&a[KEYS]))
             && fine(length(&a[NUMBERS]) == room && room < INT32_MAX, "a number for each state is needed")
             && fine(many >= 0 && many <= room && is_power_of_2(slots), "the size of a table is a power of 2")
             && fine(site >= 0 && site <= length(&a[SITES]), "there is no such site")
             && fine(period >= 0 && period <= LONGEST_PERIOD, "the period is too long")
             && fine(step_room > 0 && step_room < INT32_MAX && slots < INT32_MAX, "there is no such room");
    }
    if (ok) {
        bool there;
        Py_BEGIN_ALLOW_THREADS
        there = sweep_few(&coding, a[SITES].view.buf, length(&a[SITES]), &few);
        Py_END_ALLOW_THREADS
        if (!there)
            PyErr_NoMemory();
        ok = there;
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    return Py_BuildValue("LLL", (long long)few.site, (long long)few.many, (long long)few.peak);
}

static PyObject *enter_states(PyObject *self, PyObject *args) {
    (void)self;
    enum { KEYS, FROM, ALL, NUMBERS, TABLE, STEPS, MANY = STEPS + 3 };
    static const Wanted WANTED[MANY] = {
        {"states", 'q', 2, false}, {"states before", 'i', 1, false}, STATES_ARRAYS, STEPS_ARRAYS(true)};
    PyObject *given[MANY];
    long long only;
    Array a[MANY];
    States all;
    Steps steps[MOST_PARTS];
    if (!PyArg_ParseTuple(args, "OOLOOOOOO", &given[KEYS], &given[FROM], &only, &given[ALL], &given[NUMBERS], &given[TABLE],
                          &given[STEPS + TO], &given[STEPS + SKIP], &given[STEPS + ENDS]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && fine(only >= -1 && only < length(&a[NUMBERS]), "there is no such part")
              && read_states(&all, &a[ALL], &a[NUMBERS], &a[TABLE], only)
              && read_steps(steps, &a[STEPS], all.parts, only) && fine(width(&a[KEYS]) == all.words, "words of states differ")
              && fine(length(&a[FROM]) >= length(&a[KEYS]), "a row before each state is needed");
    const int first = only < 0 ? 0 : (int)only, end = only < 0 ? all.parts : first + 1;
    for (int p = first; ok && p < end; p++)
        ok = fine(has_room(&all, steps, p, length(&a[KEYS])), "there is no room for the states");
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        ok = enter(&all, a[KEYS].view.buf, a[FROM].view.buf, length(&a[KEYS]), (int)only, steps);
        Py_END_ALLOW_THREADS
        fine(ok, "a state belongs to another part");
        write_back(&all, steps, &a[NUMBERS], &a[STEPS + ENDS], first, end);
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *fill_states(PyObject *self, PyObject *args) {
    (void)self;
    enum { ALL, NUMBERS, TABLE, MANY };
    static const Wanted WANTED[MANY] = {STATES_ARRAYS};
    PyObject *given[MANY];
    Array a[MANY];
    States all;
    if (!PyArg_ParseTuple(args, "OOO", &given[ALL], &given[NUMBERS], &given[TABLE]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && read_states(&all, &a[ALL], &a[NUMBERS], &a[TABLE], -1);
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        for (int p = 0; p < all.parts; p++)
            fill_table(&all, p);
        Py_END_ALLOW_THREADS
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *add(PyObject *self, PyObject *args) {
    (void)self;
    enum { STEPS, NUMBERS = STEPS + 3, SUMS, MANY };
    static const Wanted WANTED[MANY] = {STEPS_ARRAYS(false), {"numbers", 'q', 2, false}, {"sums", 'q', 2, true}};
    PyObject *given[MANY];
    long long part;
    int bits;
    int64_t reached = 0;
    Array a[MANY];
    Steps steps[MOST_PARTS];
    if (!PyArg_ParseTuple(args, "OOOLOOi", &given[STEPS + TO], &given[STEPS + SKIP], &given[STEPS + ENDS], &part,
                          &given[NUMBERS], &given[SUMS], &bits))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && fine(length(&a[STEPS + TO]) >= 1 && length(&a[STEPS + TO]) <= MOST_PARTS, "there are too many parts")
              && fine(part >= 0 && part < length(&a[STEPS + TO]), "there is no such part")
              && read_steps(steps, &a[STEPS], length(&a[STEPS + TO]), part)
              && fine(width(&a[NUMBERS]) == width(&a[SUMS]), "numbers have different limbs")
              && fine(bits > 0 && bits < 63, "a limb has 1 to 62 bits");
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        reached = add_numbers(&steps[part], part, length(&a[STEPS + TO]), a[NUMBERS].view.buf, length(&a[NUMBERS]),
                              a[SUMS].view.buf, length(&a[SUMS]), (int)width(&a[SUMS]), bits);
        Py_END_ALLOW_THREADS
        ok = fine(reached >= 0, "a step is from or to no state");
    }
    let_go(a, MANY);
    return ok ? PyLong_FromLongLong(reached) : NULL;
}

PyMethodDef STATES_METHODS[] = {
    {"step", step, METH_VARARGS, "Advances states: for how many there was no room."},
    {"spread", spread, METH_VARARGS, "Advances states without looking up what is found: for how many there was no room."},
    {"sweep", sweep, METH_VARARGS, "Takes few states over sites: the next site, states, and most states."},
    {"enter", enter_states, METH_VARARGS, "Adds states where they are not there, and the transitions to them."},
    {"fill_table", fill_states, METH_VARARGS, "Fills an empty table with states."},
    {"add_numbers", add, METH_VARARGS, "Adds numbers along the transitions to a part: how many sums are not 0."},
    {NULL, NULL, 0, NULL},
};
