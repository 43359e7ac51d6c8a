/* Python bindings of steps of states: see states.h, and engine/sweep/state_table.py, which calls them. */
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

#include "epoch.h"
#include "states.h"

static bool find_coding(const char *name, Coding *coding) {
    static const struct {
        const char *name;
        Step *step;
        Fits *fits;
    } CODINGS[] = {{"linked", step_linked, fits_linked}, {"groups", step_groups, fits_groups}, {"tracks", step_tracks, fits_tracks}};
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

/* Read a table of states, and the number of its states. */
static bool read_states(States *states, const Array *keys, const Array *many, const Array *table) {
    if (!fine(length(many) == 1, "a table has one number of states"))
        return false;
    *states = (States){keys->view.buf, length(keys), *(const int64_t *)many->view.buf, (int)width(keys), table->view.buf,
                       length(table)};
    return fine(is_power_of_2(states->slots) && states->slots <= INT64_C(1) << 31, "the size of a table is a power of 2")
           && fine(length(keys) < INT32_MAX, "there are too many states")
           && fine(states->words >= 1 && states->words <= MOST_WORDS, "a state has too many words")
           && fine(states->many >= 0 && states->many <= states->room && states->many < states->slots,
                   "there are not so many states");
}

enum { TO, SKIP, ENDS };

/* Read transitions: their rows, and their number with the last row before the step. */
static bool read_steps(Steps *steps, const Array *a) {
    const int64_t *ends = a[ENDS].view.buf;
    if (!fine(length(&a[TO]) == length(&a[SKIP]) && length(&a[ENDS]) == 2, "transitions have two arrays of equal length"))
        return false;
    *steps = (Steps){a[TO].view.buf, a[SKIP].view.buf, length(&a[TO]), ends[0], ends[1]};
    return fine(steps->many >= 0 && steps->many <= steps->room, "there are not so many steps");
}

/* Write back the numbers of states and transitions. */
static void write_back(const States *states, const Steps *steps, const Array *many, const Array *ends) {
    *(int64_t *)many->view.buf = states->many;
    ((int64_t *)ends->view.buf)[0] = steps->many;
    ((int64_t *)ends->view.buf)[1] = steps->last;
}

/* Read the states before a step, in the rows from `range[0]` up to `range[1]`. */
static bool read_source(Source *source, const Array *keys, const Array *range) {
    if (!fine(length(range) == 2, "a range has two ends"))
        return false;
    const int64_t *ends = range->view.buf;
    *source = (Source){keys->view.buf, ends[0], ends[1]};
    return fine(ends[0] >= 0 && ends[0] <= ends[1] && ends[1] <= length(keys), "there is no such state")
           && fine(length(keys) < INT32_MAX, "there are too many states");
}

#define CODING_ARRAYS {"layout", 'q', 1, false}, {"code", 'q', 1, false}, {"sites", 'q', 1, false}
#define STATES_ARRAYS {"all states", 'q', 2, true}, {"numbers of states", 'q', 1, true}, {"table", 'i', 1, true}
#define STEPS_ARRAYS(writes) {"targets", 'i', 1, writes}, {"skips", 'B', 1, writes}, {"ends", 'q', 1, writes}

static PyObject *step(PyObject *self, PyObject *args) {
    (void)self;
    enum { LAYOUT, CODE, SITES, KEYS, RANGE, ALL, NUMBERS, TABLE, STEPS, MANY = STEPS + 3 };
    static const Wanted WANTED[MANY] = {
        CODING_ARRAYS, {"states", 'q', 2, false}, {"range", 'q', 1, true}, STATES_ARRAYS, STEPS_ARRAYS(true)};
    PyObject *given[MANY];
    const char *name;
    long long most;
    Array a[MANY];
    Coding coding;
    States after;
    Steps steps;
    Source source;
    int64_t short_of = 0;
    if (!PyArg_ParseTuple(args, "sOOOOOLOOOOOO", &name, &given[LAYOUT], &given[CODE], &given[SITES], &given[KEYS],
                          &given[RANGE], &most, &given[ALL], &given[NUMBERS], &given[TABLE], &given[STEPS + TO],
                          &given[STEPS + SKIP], &given[STEPS + ENDS])
        || !find_coding(name, &coding))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY)
              && read_coding(&coding, &a[LAYOUT], &a[CODE], &a[SITES], width(&a[KEYS]))
              && fine(length(&a[SITES]) > 0 && most > 0, "no step is given")
              && read_states(&after, &a[ALL], &a[NUMBERS], &a[TABLE]) && read_steps(&steps, &a[STEPS])
              && read_source(&source, &a[KEYS], &a[RANGE])
              && fine(after.words == coding.words, "words of states differ");
    if (ok) {
        Scratch scratch = {0};
        Py_BEGIN_ALLOW_THREADS
        short_of = step_states(&coding, a[SITES].view.buf, length(&a[SITES]), &source, most, &after, &steps, &scratch);
        free_scratch(&scratch);
        Py_END_ALLOW_THREADS
        ((int64_t *)a[RANGE].view.buf)[0] = source.begin;
        write_back(&after, &steps, &a[NUMBERS], &a[STEPS + ENDS]);
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
        {"states", 'q', 2, true},  {"numbers", 'q', 2, true},
    };
    PyObject *given[MANY];
    const char *name;
    long long site, many, limbs, peak, period, step_room, slots;
    Array a[MANY];
    Coding coding;
    if (!PyArg_ParseTuple(args, "sOOOOOLLLLLLL", &name, &given[LAYOUT], &given[CODE], &given[SITES], &given[KEYS],
                          &given[NUMBERS], &site, &many, &limbs, &peak, &period, &step_room, &slots)
        || !find_coding(name, &coding))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY);
    Few few = {0};
    if (ok) {
        int64_t room = length(&a[KEYS]);
        few = (Few){a[KEYS].view.buf, a[NUMBERS].view.buf, limbs, width(&a[NUMBERS]), site, many, peak, period, room, step_room,
                    slots};
        ok = read_coding(&coding, &a[LAYOUT], &a[CODE], &a[SITES], width(&a[KEYS]))
             && fine(length(&a[NUMBERS]) == room && room < INT32_MAX, "a number for each state is needed")
             && fine(limbs >= 1 && limbs <= width(&a[NUMBERS]) && width(&a[NUMBERS]) < 1024, "there are no such limbs")
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
    return Py_BuildValue("LLLL", (long long)few.site, (long long)few.many, (long long)few.limbs, (long long)few.peak);
}

static PyObject *enter_states(PyObject *self, PyObject *args) {
    (void)self;
    enum { KEYS, FROM, ALL, NUMBERS, TABLE, STEPS, MANY = STEPS + 3 };
    static const Wanted WANTED[MANY] = {
        {"states", 'q', 2, false}, {"states before", 'i', 1, false}, STATES_ARRAYS, STEPS_ARRAYS(true)};
    PyObject *given[MANY];
    Array a[MANY];
    States all;
    Steps steps;
    if (!PyArg_ParseTuple(args, "OOOOOOOO", &given[KEYS], &given[FROM], &given[ALL], &given[NUMBERS], &given[TABLE],
                          &given[STEPS + TO], &given[STEPS + SKIP], &given[STEPS + ENDS]))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && read_states(&all, &a[ALL], &a[NUMBERS], &a[TABLE])
              && read_steps(&steps, &a[STEPS]) && fine(width(&a[KEYS]) == all.words, "words of states differ")
              && fine(length(&a[FROM]) >= length(&a[KEYS]), "a row before each state is needed")
              && fine(has_room(&all, &steps, length(&a[KEYS])), "there is no room for the states");
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        enter(&all, a[KEYS].view.buf, a[FROM].view.buf, length(&a[KEYS]), &steps);
        Py_END_ALLOW_THREADS
        write_back(&all, &steps, &a[NUMBERS], &a[STEPS + ENDS]);
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
    bool ok = take_arrays(given, WANTED, a, MANY) && read_states(&all, &a[ALL], &a[NUMBERS], &a[TABLE]);
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        fill_table(&all);
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
    int bits;
    int64_t reached = 0;
    Array a[MANY];
    Steps steps;
    if (!PyArg_ParseTuple(args, "OOOOOi", &given[STEPS + TO], &given[STEPS + SKIP], &given[STEPS + ENDS], &given[NUMBERS],
                          &given[SUMS], &bits))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY) && read_steps(&steps, &a[STEPS])
              && fine(width(&a[NUMBERS]) == width(&a[SUMS]), "numbers have different limbs")
              && fine(bits > 0 && bits < 63, "a limb has 1 to 62 bits");
    if (ok) {
        Py_BEGIN_ALLOW_THREADS
        reached = add_numbers(&steps, a[NUMBERS].view.buf, length(&a[NUMBERS]), a[SUMS].view.buf, length(&a[SUMS]),
                              (int)width(&a[SUMS]), bits);
        Py_END_ALLOW_THREADS
        ok = fine(reached >= 0, "a step is from or to no state");
    }
    let_go(a, MANY);
    return ok ? PyLong_FromLongLong(reached) : NULL;
}

static bool are_fields(const int64_t *fields, int64_t many, int64_t width, int64_t words, int64_t most) {
    bool within = true;
    for (int64_t k = 0; k < many; k++) {
        const int64_t *field = fields + k * width;
        within &= field[0] >= 0 && field[0] < words && field[1] >= 0 && field[2] >= 0 && field[1] < 64 && field[2] <= most
                  && field[1] + field[2] <= 64;
    }
    return within;
}

/* Read the digits of a state; those with labels are first. */
static bool read_digits(Block *block, const Array *digits) {
    const int64_t many = length(digits), *at = digits->view.buf;
    block->digits = digits->view.buf;
    block->many_digits = many;
    bool ok = fine(width(digits) == 6 && many <= MOST_DIGITS, "a digit has six numbers")
              && fine(are_fields(at, many, 6, block->coding.words, MOST_DIGIT_BITS)
                      && are_fields(at + 3, many, 6, block->coding.words, MOST_DIGIT_BITS), "a digit has at most 8 bits");
    for (int64_t k = 0; ok && k < many; k++)
        ok = fine(!at[6 * k + 5] || ((!k || at[6 * k - 1]) && at[6 * k + 2] <= 5), "digits with labels are first");
    return ok;
}

static bool read_fixed(Fixed *fixed, const Array *a, int64_t words) {
    fixed->mask = a[0].view.buf;
    fixed->fields = a[1].view.buf;
    fixed->many = length(&a[1]);
    bool ok = fine(length(&a[0]) == words && width(&a[1]) == 5, "a mask has a word for each word of a state")
              && fine(are_fields(a[1].view.buf, fixed->many, 5, words, 63), "there is no such field");
    for (int64_t k = 0; ok && k < fixed->many; k++)
        ok = fine(fixed->fields[k][3] < 0 || fixed->fields[k][3] + fixed->fields[k][2] <= 64, "there is no such field");
    return ok
           && fine(fixed->parts >= 0 && fixed->parts < INT32_MAX, "there are too many parts");
}

static PyObject *bytes_of_words(const void *words, int64_t many) {
    return PyBytes_FromStringAndSize(words, (Py_ssize_t)(8 * many));
}

/* Return the packets, or the words of states and of values if there are no parts. */
static PyObject *packets_of(const Block *block) {
    const int64_t states = block->rows.states.many, width = block->many_primes + block->bounded, parts = block->after.parts;
    if (!parts)
        return Py_BuildValue("[NN]", bytes_of_words(block->rows.states.keys, states * block->coding.words),
                             bytes_of_words(block->rows.values, states * width));
    PyObject *list = PyList_New((Py_ssize_t)parts);
    for (int64_t p = 0; list && p < parts; p++)
        PyList_SetItem(list, (Py_ssize_t)p, PyBytes_FromStringAndSize((const char *)block->packed[p].bytes, (Py_ssize_t)block->packed[p].size));
    return list;
}

static PyObject *advance(PyObject *self, PyObject *args) {
    (void)self;
    enum { LAYOUT, CODE, SITES, DIGITS, PRIMES, BEFORE, AFTER = BEFORE + 2, MANY = AFTER + 2 };
    static const Wanted WANTED[MANY] = {CODING_ARRAYS, {"digits", 'q', 2, false}, {"primes", 'Q', 1, false}, {"mask", 'Q', 1, false},
        {"fields", 'q', 2, false}, {"mask after", 'Q', 1, false}, {"fields after", 'q', 2, false}};
    PyObject *given[MANY], *list, *packets = NULL, *made = NULL;
    const char *name;
    long long words, parts[2], block_number, within;
    int bounded, bad = BLOCK_MALFORMED;
    Array a[MANY];
    Block block = {0};
    if (!PyArg_ParseTuple(args, "sOOOLOO!Op(OOL)(OOL)LL", &name, &given[LAYOUT], &given[CODE], &given[SITES], &words, &given[DIGITS],
                          &PyTuple_Type, &list, &given[PRIMES], &bounded, &given[BEFORE], &given[BEFORE + 1], &parts[0],
                          &given[AFTER], &given[AFTER + 1], &parts[1], &block_number, &within)
        || !find_coding(name, &block.coding))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, MANY);
    if (ok) {
        block.before.parts = parts[0];
        block.after.parts = parts[1];
        block.sites = a[SITES].view.buf;
        block.many_sites = length(&a[SITES]);
        block.primes = a[PRIMES].view.buf;
        block.many_primes = length(&a[PRIMES]);
        block.bounded = bounded;
        block.block = block_number;
        block.within = within;
        ok = read_coding(&block.coding, &a[LAYOUT], &a[CODE], &a[SITES], words) && read_digits(&block, &a[DIGITS])
             && read_fixed(&block.before, &a[BEFORE], words) && read_fixed(&block.after, &a[AFTER], words)
             && fine(block.many_primes < 64 && parts[0] > 0, "there are too many primes, or no parts");
        for (int64_t k = 0; ok && k < block.many_primes; k++)
            ok = fine(block.primes[k] && !(block.primes[k] >> 63), "a prime has at most 63 bits");
    }
    block.many_packets = PyTuple_Size(list);
    Packet *read = ok ? calloc((size_t)block.many_packets + 1, sizeof *read) : NULL;
    block.counts = ok ? calloc((size_t)block.many_sites + 1, sizeof *block.counts) : NULL;
    if (ok && !(read && block.counts))
        PyErr_NoMemory();
    for (int64_t k = 0; ok && k < block.many_packets; k++) {
        char *bytes;
        Py_ssize_t size;
        ok = read && block.counts && PyBytes_AsStringAndSize(PyTuple_GetItem(list, (Py_ssize_t)k), &bytes, &size) == 0;
        if (ok)
            read[k] = (Packet){(const uint8_t *)bytes, size};
    }
    if (ok && read && block.counts) {
        block.packets = read;
        Py_BEGIN_ALLOW_THREADS
        bad = advance_block(&block);
        Py_END_ALLOW_THREADS
        packets = bad ? NULL : packets_of(&block);
        if (bad == BLOCK_NO_MEMORY)
            PyErr_NoMemory();
        else if (bad)
            PyErr_SetString(PyExc_ValueError, bad == BLOCK_LEFT ? "a state left its block" : "a packet of states is malformed");
    }
    if (packets)
        made = Py_BuildValue("NLLLN", packets, (long long)block.states_before, (long long)block.rows.states.many,
                             (long long)block.transitions, bytes_of_words(block.counts, block.many_sites));
    free(read);
    free(block.counts);
    free_block(&block);
    let_go(a, MANY);
    return made;
}

PyMethodDef STATES_METHODS[] = {
    {"advance_block", advance, METH_VARARGS, "Advances a block of packed states over the steps of an epoch: packets, and numbers of states."},
    {"step", step, METH_VARARGS, "Advances states: for how many there was no room."},
    {"sweep", sweep, METH_VARARGS, "Takes few states over sites: the next site, states, and most states."},
    {"enter", enter_states, METH_VARARGS, "Adds states where they are not there, and the transitions to them."},
    {"fill_table", fill_states, METH_VARARGS, "Fills an empty table with states."},
    {"add_numbers", add, METH_VARARGS, "Adds numbers along transitions: how many sums are not 0."},
    {NULL, NULL, 0, NULL},
};
