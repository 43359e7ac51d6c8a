/* Python bindings of steps of states: see states.h, and engine/sweep/state_table.py, which calls them. */
#include "arrays.h"

#include <string.h>

#include "states.h"

enum { TOLD = 6 };

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

static bool has_table(int64_t states, int64_t room, int64_t slots) {
    return fine(states >= 0 && states <= room, "there are not so many states")
           && fine(is_power_of_2(slots), "the size of a table is a power of 2");
}

static PyObject *step(PyObject *self, PyObject *args) {
    (void)self;
    enum { LAYOUT, CODE, KEYS, NEW, TABLE, PAIRS, ORDER, DONE, MANY };
    static const Wanted WANTED[MANY] = {
        {"layout", 'q', 1, false}, {"code", 'q', 1, false}, {"states", 'q', 2, false}, {"new states", 'q', 2, true},
        {"table", 'q', 1, true},   {"steps", 'i', 2, true}, {"order", 'q', 1, true},   {"told", 'q', 1, true},
    };
    PyObject *given[MANY];
    const char *name;
    long long site;
    Array a[MANY];
    Coding coding;
    bool done = false;
    if (!PyArg_ParseTuple(args, "sOOLOOOOOO", &name, &given[LAYOUT], &given[CODE], &site, &given[KEYS], &given[NEW],
                          &given[TABLE], &given[PAIRS], &given[ORDER], &given[DONE])
        || !find_coding(name, &coding))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY);
    if (ok) {
        int64_t *told = a[DONE].view.buf, words = width(&a[KEYS]);
        ok = fine(length(&a[DONE]) == TOLD && width(&a[PAIRS]) == 2, "told has 6 numbers, and a step has 2")
             && fine(words >= 1 && words <= MOST_WORDS && width(&a[NEW]) == words, "words of states differ")
             && fine(site >= 0 && site < length(&a[CODE]), "no site begins there")
             && has_table(told[0], length(&a[NEW]), length(&a[TABLE]))
             && fine(told[1] >= 0 && told[1] <= length(&a[PAIRS]), "there are not so many steps")
             && fine(told[2] >= 0 && told[2] <= length(&a[KEYS]), "there is no such state")
             && fine(length(&a[ORDER]) > length(&a[KEYS]) + length(&a[CODE]), "there is no room to order states");
        if (ok) {
            coding.layout = a[LAYOUT].view.buf;
            coding.code = a[CODE].view.buf;
            coding.layout_length = length(&a[LAYOUT]);
            coding.length = length(&a[CODE]);
            coding.words = (int)words;
            States after = {a[NEW].view.buf, length(&a[NEW]), told[0], (int)words, a[TABLE].view.buf, length(&a[TABLE])};
            Steps steps = {a[PAIRS].view.buf, length(&a[PAIRS]), told[1]};
            Place place = {told[2], told[3], told[4], told[5]};
            bool fits;
            Py_BEGIN_ALLOW_THREADS
            fits = coding.fits(&coding, site, length(&a[KEYS]), a[ORDER].view.buf, &place);
            done = fits && coding.step(&coding, site, a[KEYS].view.buf, length(&a[KEYS]), &after, &steps, a[ORDER].view.buf,
                               &place);
            Py_END_ALLOW_THREADS
            int64_t now[TOLD] = {after.many, steps.many, place.first, place.group, place.choice, place.turn};
            memcpy(told, now, sizeof now);
            ok = fine(fits, "no site is written like this");
        }
    }
    let_go(a, MANY);
    return ok ? PyBool_FromLong(done) : NULL;
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
        coding.layout = a[LAYOUT].view.buf;
        coding.code = a[CODE].view.buf;
        coding.layout_length = length(&a[LAYOUT]);
        coding.length = length(&a[CODE]);
        coding.words = (int)width(&a[KEYS]);
        few = (Few){a[KEYS].view.buf, a[NUMBERS].view.buf, site, many, peak, period, room, step_room, slots};
        ok = fine(coding.words >= 1 && coding.words <= MOST_WORDS, "a state has too many words")
             && fine(length(&a[NUMBERS]) == room && room < INT32_MAX, "a number for each state is needed")
             && has_table(many, room, slots)
             && fine(site >= 0 && site <= length(&a[SITES]), "there is no such site")
             && fine(period >= 0 && period <= LONGEST_PERIOD, "the period is too long")
             && fine(step_room > 0 && step_room < INT32_MAX && slots < INT32_MAX, "there is no such room");
        const Place begins = {0, -1, 0, 0};
        const int64_t *sites = a[SITES].view.buf;
        for (int64_t k = site; ok && k < length(&a[SITES]); k++)
            ok = fine((k > site && sites[k] == sites[k - 1]) || coding.fits(&coding, sites[k], 0, NULL, &begins),
                      "no site is written like this");
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
    enum { KEYS, ALL, TABLE, PLACES, MANY };
    static const Wanted WANTED[MANY] = {
        {"states", 'q', 2, false}, {"all states", 'q', 2, true}, {"table", 'q', 1, true}, {"places", 'q', 1, true}};
    PyObject *given[MANY];
    long long many;
    Array a[MANY];
    if (!PyArg_ParseTuple(args, "OOLOO", &given[KEYS], &given[ALL], &many, &given[TABLE], &given[PLACES]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && has_table(many, length(&a[ALL]), length(&a[TABLE]))
              && fine(width(&a[KEYS]) == width(&a[ALL]), "words of states differ")
              && fine(length(&a[PLACES]) == length(&a[KEYS]), "a place for each state is needed")
              && fine(many + length(&a[KEYS]) <= length(&a[ALL]) && many + length(&a[KEYS]) < length(&a[TABLE]),
                      "there is no room for the states");
    if (ok) {
        States all = {a[ALL].view.buf, length(&a[ALL]), many, (int)width(&a[ALL]), a[TABLE].view.buf, length(&a[TABLE])};
        Py_BEGIN_ALLOW_THREADS
        enter(a[KEYS].view.buf, length(&a[KEYS]), &all, a[PLACES].view.buf);
        Py_END_ALLOW_THREADS
        many = all.many;
    }
    let_go(a, MANY);
    return ok ? PyLong_FromLongLong(many) : NULL;
}

static PyObject *fill_states(PyObject *self, PyObject *args) {
    (void)self;
    enum { KEYS, TABLE, MANY };
    static const Wanted WANTED[MANY] = {{"states", 'q', 2, false}, {"table", 'q', 1, true}};
    PyObject *given[MANY];
    long long many;
    Array a[MANY];
    if (!PyArg_ParseTuple(args, "OLO", &given[KEYS], &many, &given[TABLE]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && has_table(many, length(&a[KEYS]), length(&a[TABLE]))
              && fine(many < length(&a[TABLE]), "there is no room for the states");
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        fill_table(a[KEYS].view.buf, many, (int)width(&a[KEYS]), a[TABLE].view.buf, length(&a[TABLE]));
        Py_END_ALLOW_THREADS
    }
    let_go(a, MANY);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *add(PyObject *self, PyObject *args) {
    (void)self;
    enum { PAIRS, NUMBERS, SUMS, MANY };
    static const Wanted WANTED[MANY] = {{"steps", 'i', 2, false}, {"numbers", 'q', 2, false}, {"sums", 'q', 2, true}};
    PyObject *given[MANY];
    long long many;
    int bits;
    int64_t reached = 0;
    Array a[MANY];
    if (!PyArg_ParseTuple(args, "OLOOi", &given[PAIRS], &many, &given[NUMBERS], &given[SUMS], &bits))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && fine(width(&a[PAIRS]) == 2 && many >= 0 && many <= length(&a[PAIRS]), "there are not so many steps")
              && fine(width(&a[NUMBERS]) == width(&a[SUMS]), "numbers have different limbs")
              && fine(bits > 0 && bits < 63, "a limb has 1 to 62 bits");
    if (ok) {
        Steps steps = {a[PAIRS].view.buf, length(&a[PAIRS]), many};
        bool inside = true;
        Py_BEGIN_ALLOW_THREADS
        inside = are_inside(&steps, length(&a[NUMBERS]), length(&a[SUMS]));
        if (inside)
            reached = add_numbers(&steps, a[NUMBERS].view.buf, a[SUMS].view.buf, length(&a[SUMS]),
                                  (int)width(&a[SUMS]), bits);
        Py_END_ALLOW_THREADS
        ok = fine(inside, "a step is from or to no state");
    }
    let_go(a, MANY);
    return ok ? PyLong_FromLongLong(reached) : NULL;
}

PyMethodDef STATES_METHODS[] = {
    {"step", step, METH_VARARGS, "Takes states over a site: whether there was room for all."},
    {"sweep", sweep, METH_VARARGS, "Takes few states over sites: the next site, states, and most states."},
    {"enter", enter_states, METH_VARARGS, "Adds states where they are not there: how many there are."},
    {"fill_table", fill_states, METH_VARARGS, "Fills an empty table with states."},
    {"add_numbers", add, METH_VARARGS, "Adds numbers along steps: how many sums are not 0."},
    {NULL, NULL, 0, NULL},
};
