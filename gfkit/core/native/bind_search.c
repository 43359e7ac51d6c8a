/* Python type for the search for values, nimbers and outcomes: see search.h, and play/native_search.py, which uses it. */
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

#include "portable.h"
#include "tables.h"

typedef struct {
    PyObject_HEAD
    Tables *tables;
    PyObject *on_pause;
    bool busy, failed;  /* in use by another thread; out of memory */
} SearchObject;

static bool is_state(long long low, long long high) {
    return fine(low >= 0 && high >= 0 && low >> WORD_BITS == 0 && high >> WORD_BITS == 0, "a word of a state has 56 bits");
}

/* The arrays of a game, checked and copied. */
enum { NEEDS, TAKES, STOPS, NEEDING, OWNS, IMAGES, SWAPS, SHAPE, GAME_ARRAYS };

static bool are_bits(const Array *array, int64_t columns) {
    const int64_t *words = array->view.buf;
    bool inside = true;
    for (int64_t k = 0; k < array->view.len / (int64_t)sizeof *words; k++)
        inside &= words[k] >= 0 && words[k] >> (columns == 2 ? WORD_BITS : SET_BITS) == 0;
    return fine(inside, "a word has too many bits");
}

static bool is_shape(const Shape *shape) {
    return fine(shape->columns >= 0 && shape->columns <= shape->cells && shape->cells > 0 && shape->layers > 0
                    && shape->cells <= 2 * WORD_BITS && shape->layers <= 2 * WORD_BITS / shape->cells,
                "a board has too many columns, cells or layers");
}

static bool is_game(const Array *a, long long lefts) {
    int64_t moves = length(&a[NEEDS]), words = width(&a[STOPS]);
    return fine(moves > 0 && moves < 1 << 16 && width(&a[NEEDS]) == 4, "moves with four words each are needed")
           && fine(length(&a[TAKES]) == moves && width(&a[TAKES]) == 2, "each move takes two words")
           && fine(length(&a[STOPS]) == moves && words == 1 + (moves - 1) / SET_BITS, "a set has a bit for each move")
           && fine(length(&a[NEEDING]) == moves && a[NEEDING].view.shape[2] == words
                       && length(&a[OWNS]) == 2 && width(&a[OWNS]) == words,
                   "sets of moves have other words")
           && fine(lefts >= 0 && lefts <= moves, "Left has not so many moves")
           && fine(a[IMAGES].view.shape[1] == 8 * STATE_BYTES && a[IMAGES].view.shape[2] == 2 && length(&a[SWAPS]) == length(&a[IMAGES]),
                   "an image says where each bit goes")
           && fine(length(&a[SHAPE]) == sizeof(Shape) / sizeof(int64_t), "a shape has eleven numbers")
           && is_shape(a[SHAPE].view.buf) && are_bits(&a[NEEDS], 2) && are_bits(&a[TAKES], 2) && are_bits(&a[IMAGES], 2)
           && are_bits(&a[STOPS], 0) && are_bits(&a[NEEDING], 0) && are_bits(&a[OWNS], 0);
}

static void *copy(Tables *tables, const Array *array) {
    void *to = hold(tables, array->view.len, 1);
    if (to)
        memcpy(to, array->view.buf, (size_t)array->view.len);
    return to;
}

/* Write the images of bytes, given the images of bits. */
static void fill_image(Image *image, const Bits *bits) {
    for (int k = 0; k < STATE_BYTES; k++)
        for (int byte = 1; byte < 256; byte++) {
            Bits rest = (*image)[k][byte & (byte - 1)];
            const Bits *bit = &bits[8 * k + lowest((uint64_t)byte)];
            (*image)[k][byte] = (Bits){rest.low | bit->low, rest.high | bit->high};
        }
}

static bool copy_game(Tables *tables, const Array *a, int64_t lefts, bool drops) {
    Game *game = &tables->parts.game;
    game->moves = length(&a[NEEDS]);
    game->lefts = lefts;
    game->words = width(&a[STOPS]);
    game->most_needs = drops ? width(&a[NEEDING]) : 0;
    game->many_images = length(&a[IMAGES]);
    memcpy(&game->shape, a[SHAPE].view.buf, sizeof game->shape);
    game->needs = copy(tables, &a[NEEDS]);
    game->takes = copy(tables, &a[TAKES]);
    game->stops = copy(tables, &a[STOPS]);
    game->needing = copy(tables, &a[NEEDING]);
    game->owns[0] = copy(tables, &a[OWNS]);
    Image *images = hold(tables, game->many_images, sizeof *images);
    for (int64_t k = 0; images && k < game->many_images; k++)
        fill_image(&images[k], (const Bits *)a[IMAGES].view.buf + 8 * STATE_BYTES * k);
    game->images = (const Image *)images;
    game->swaps = copy(tables, &a[SWAPS]);
    if (!game->needs || !game->takes || !game->stops || !game->needing || !game->owns[0] || !game->images || !game->swaps)
        return false;
    game->owns[1] = game->owns[0] + game->words;
    return make_tables(tables);
}

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *words) {
    static const Wanted WANTED[GAME_ARRAYS] = {
        {"needs", 'q', 2, false},  {"takes", 'q', 2, false},  {"stops", 'q', 2, false}, {"needing", 'q', 3, false},
        {"owns", 'q', 2, false},   {"images", 'q', 3, false}, {"swaps", 'q', 1, false}, {"shape", 'q', 1, false},
    };
    PyObject *given[GAME_ARRAYS], *on_pause;
    Array a[GAME_ARRAYS];
    long long lefts, limit;
    int drops;
    if (words && PyDict_Size(words)) {
        PyErr_SetString(PyExc_TypeError, "a search takes no arguments by name");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "OOOOOOOOLpLO", &given[NEEDS], &given[TAKES], &given[STOPS], &given[NEEDING], &given[OWNS],
                          &given[IMAGES], &given[SWAPS], &given[SHAPE], &lefts, &drops, &limit, &on_pause))
        return NULL;
    SearchObject *self = NULL;
    if (take_arrays(given, WANTED, a, GAME_ARRAYS) && is_game(a, lefts)) {
        allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
        self = (SearchObject *)alloc(type, 0);
        if (self) {
            self->on_pause = Py_NewRef(on_pause);
            self->tables = calloc(1, sizeof *self->tables);
            if (!self->tables || !copy_game(self->tables, a, lefts, drops)) {
                Py_DECREF(self);
                self = NULL;
                PyErr_NoMemory();
            } else {
                self->tables->limit = limit;
            }
        }
    }
    let_go(a, GAME_ARRAYS);
    return (PyObject *)self;
}

/* A callback that refers to an object that refers to this search is a reference cycle; the garbage collector must find
 * it. */
static int traverse(SearchObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE((PyObject *)self));
    Py_VISIT(self->on_pause);
    return 0;
}

static int clear(SearchObject *self) {
    Py_CLEAR(self->on_pause);
    return 0;
}

static void destroy(SearchObject *self) {
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    PyObject_GC_UnTrack((PyObject *)self);
    if (self->tables)
        give_back(self->tables);
    free(self->tables);
    Py_XDECREF(self->on_pause);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static bool enter(SearchObject *self) {
    if (self->failed) {
        PyErr_NoMemory();
        return false;
    }
    if (self->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread asks this search");
    else
        self->busy = true;
    return !PyErr_Occurred();
}

/* Handle the failure of a query; return false with a Python exception set if the query cannot be repeated. */
static bool again(SearchObject *self) {
    PyObject *told;
    switch (after_trouble(self->tables)) {
    case GOES_ON:
        return !PyErr_CheckSignals();
    case LOOK_AT_CLOCK:
        if (PyErr_CheckSignals())
            return false;
        told = PyObject_CallNoArgs(self->on_pause);
        Py_XDECREF(told);
        return told;
    case OUT_OF_MEMORY:
        self->failed = true;
        PyErr_NoMemory();
        return false;
    default:
        PyErr_SetString(PyExc_OverflowError, "a number is too fine, or a list too long, for the tables");
        return false;
    }
}

typedef int64_t Question(Tables *tables, Bits state, int64_t more);

/* Return the result of a query, which is repeated with larger tables if necessary; on failure return UNKNOWN with a
 * Python exception set. */
static int64_t ask(SearchObject *self, Question *question, Bits state, int64_t more) {
    for (;;) {
        int64_t found;
        Py_BEGIN_ALLOW_THREADS
        found = question(self->tables, state, more);
        Py_END_ALLOW_THREADS
        if (!self->tables->parts.forms.trouble)
            return found;
        if (!again(self))
            return UNKNOWN;
    }
}

static int64_t ask_value(Tables *tables, Bits state, int64_t more) {
    (void)more;
    return value_of_state(&tables->parts, state);
}

static PyObject *value(SearchObject *self, PyObject *args) {
    long long low, high;
    if (!PyArg_ParseTuple(args, "LL", &low, &high) || !is_state(low, high) || !enter(self))
        return NULL;
    int64_t found = ask(self, ask_value, (Bits){low, high}, 0);
    self->busy = false;
    return PyErr_Occurred() ? NULL : PyLong_FromLongLong(found);
}

static int64_t ask_nimber(Tables *tables, Bits state, int64_t more) {
    Parts *parts = &tables->parts;
    int64_t set = alive_moves(parts, state), end = split_set(parts, set, -1), total = 0;
    (void)more;
    parts->sets_top = set;
    parts->pile_top = end;
    for (int64_t k = 0; k < end; k++) {
        int64_t part = code_of(parts, &parts->pile[k]) >> 1;
        while (!parts->forms.trouble && parts->parts[part].value < 0)
            nimber_is(parts, part, least_open(parts, part));
        if (parts->forms.trouble)
            return UNKNOWN;
        total ^= parts->parts[part].value;
    }
    parts->pile_top = 0;
    return total;
}

static PyObject *nimber(SearchObject *self, PyObject *args) {
    long long low, high;
    if (!PyArg_ParseTuple(args, "LL", &low, &high) || !is_state(low, high) || !enter(self))
        return NULL;
    int64_t found = ask(self, ask_nimber, (Bits){low, high}, 0);
    self->busy = false;
    return PyErr_Occurred() ? NULL : PyLong_FromLongLong(found);
}

/* Return the sum that a state represents, with small parts replaced by their values, or its negative if Right moves
 * first. */
static void sum_of_state(Tables *tables, Bits state, bool negative, Sum *sum) {
    Parts *parts = &tables->parts;
    Forms *forms = &parts->forms;
    int64_t set = alive_moves(parts, state), end = split_set(parts, set, -1), small = 0;
    parts->sets_top = set;
    *sum = (Sum){0};
    for (int64_t k = 0; k < end && !forms->trouble; k++) {
        if (parts->pile[k].moves <= tables->bounds.most_moves) {
            parts->pile[small++] = parts->pile[k];
            continue;
        }
        if (sum->many == MOST_PARTS) {
            forms->trouble = GIVE_UP;
            return;
        }
        int64_t code = code_of(parts, &parts->pile[k]);
        if (!forms->trouble)
            sum->codes[sum->many++] = (int32_t)(negative ? turned(parts, code) : code);
    }
    if (!forms->trouble)
        sum->value = value_of_split(parts, 0, small);
    if (!forms->trouble && negative)
        sum->value = negated_row(forms, sum->value);
    if (!forms->trouble)
        tidy(parts, sum);
}

/* Return the outcome of a state and a number of moves for the first player, if claims determine it; fill in the sum. */
static Verdict judge_state(Tables *tables, Bits state, bool negative, int64_t ahead, Sum *sum) {
    Forms *forms = &tables->parts.forms;
    sum_of_state(tables, state, negative, sum);
    int64_t number = forms->trouble ? 0 : row_of_number(forms, ahead * SCALE);
    if (!forms->trouble)
        sum->value = sum_row(forms, sum->value, number);
    return forms->trouble ? OPEN : judge_sum(&tables->bounds, sum);
}

/* Return the outcome if Left, or Right, moves first, if claims determine it; otherwise start the search. */
static int64_t ask_claims(Tables *tables, Bits state, int64_t negative) {
    Sum sum;
    Verdict verdict = judge_state(tables, state, negative, 0, &sum);
    if (verdict != OPEN || tables->parts.forms.trouble)
        return verdict;
    if (tables->lays_dominoes)
        begin_dominoes(&tables->dominoes, state, (int)negative);
    else
        begin_search(&tables->search, &sum);
    return verdict;
}

static int64_t ask_search(Tables *tables, Bits state, int64_t more) {
    (void)state;
    if (!search_on(&tables->search, more) && !tables->parts.forms.trouble)
        tables->parts.forms.trouble = PAUSE;
    return tables->search.verdict;
}

/* Claims are computed only as long as their tables leave most of the memory for positions. */
static int64_t ask_dominoes(Tables *tables, Bits state, int64_t more) {
    Dominoes *dominoes = &tables->dominoes;
    Forms *forms = &tables->parts.forms;
    const int64_t end = dominoes->calls + more;
    Sum sum;
    (void)state;
    for (;;) {
        const int64_t positions = dominoes->room * (int64_t)sizeof(Ending);
        if (dominoes->way == ASKS && 4 * (bytes_of(tables) - positions) < tables->limit) {
            dominoes->claim = judge_state(tables, dominoes->asked.state, dominoes->asked.mover, dominoes->asked.ahead, &sum);
            if (forms->trouble)
                return OPEN;
        }
        enlarge_endings(tables);
        dominoes->way = search_dominoes(dominoes, end - dominoes->calls);
        if (dominoes->way == DONE)
            return dominoes->verdict;
        if (dominoes->way == PAUSED) {
            forms->trouble = PAUSE;
            return OPEN;
        }
    }
}

static PyObject *wins(SearchObject *self, PyObject *args) {
    long long low, high;
    int right;
    if (!PyArg_ParseTuple(args, "LLp", &low, &high, &right) || !is_state(low, high)
        || !fine(self->tables->cuts, "this search has no cuts, and looks for no winners") || !enter(self))
        return NULL;
    int64_t verdict = ask(self, ask_claims, (Bits){low, high}, right);
    if (!PyErr_Occurred() && verdict == OPEN)
        verdict = self->tables->lays_dominoes ? ask(self, ask_dominoes, (Bits){low, high}, CALLS_AT_ONCE)
                                              : ask(self, ask_search, (Bits){low, high}, AT_ONCE);
    self->busy = false;
    return PyErr_Occurred() ? NULL : PyBool_FromLong(verdict == WON);
}

static PyObject *tuple_of(const int32_t *rows, int64_t many) {
    PyObject *found = PyTuple_New((Py_ssize_t)many);
    for (int64_t k = 0; found && k < many; k++) {
        PyObject *row = PyLong_FromLong(rows[k]);
        if (!row || PyTuple_SetItem(found, (Py_ssize_t)k, row) < 0)
            Py_CLEAR(found);
    }
    return found;
}

static PyObject *form(SearchObject *self, PyObject *args) {
    const Forms *forms = &self->tables->parts.forms;
    long long row;
    if (!PyArg_ParseTuple(args, "L", &row) || !fine(row >= 0 && row < forms->rows_used, "there is no such value")
        || !fine(!self->busy, "another thread asks this search"))
        return NULL;
    const Form *here = &forms->rows[row];
    if (here->is_number)
        return PyLong_FromLongLong(here->stops.high);
    PyObject *lefts = tuple_of(forms->pool + here->lefts, here->rights - here->lefts);
    PyObject *rights = tuple_of(forms->pool + here->rights, here->end - here->rights);
    if (lefts && rights)
        return Py_BuildValue("NN", lefts, rights);
    Py_XDECREF(lefts);
    Py_XDECREF(rights);
    return NULL;
}

enum { LINES, SIZES, MOVED, MIRRORS, CUT_ARRAYS };

static bool is_cut(const Array *a, long long bits) {
    bool ok = fine(length(&a[LINES]) == 2 && width(&a[LINES]) == MOST_LINES && a[LINES].view.shape[2] == 2,
                   "lines have two words on each side")
              && fine(length(&a[SIZES]) == 2 && width(&a[SIZES]) == 6, "a cut has six numbers on each side")
              && fine(length(&a[MOVED]) == 2 && width(&a[MOVED]) == 8 * STATE_BYTES && a[MOVED].view.shape[2] == 2,
                      "an image says where each bit goes")
              && fine(length(&a[MIRRORS]) == 2 && bits >= 0 && bits < 30, "there are mirrors for two sides")
              && are_bits(&a[LINES], 2) && are_bits(&a[MOVED], 2);
    for (int side = 0; ok && side < 2; side++) {
        const int64_t *s = (const int64_t *)a[SIZES].view.buf + 6 * side;
        ok = fine(!s[0] || (s[0] > 0 && s[1] >= 0 && s[2] > 0 && s[4] > 0 && s[2] * s[4] <= WORD_BITS && s[0] <= 2 * s[4]
                            && s[3] >= 0 && s[2] * s[3] <= bits && (!s[5] || s[2] <= 30)
                            && (!(s[5] & MIRRORED) || (int64_t)1 << s[2] <= width(&a[MIRRORS]))),
                  "rows of a cut do not fit into words");
        const int64_t *mirrors = (const int64_t *)a[MIRRORS].view.buf + side * width(&a[MIRRORS]);
        for (int64_t k = 0; ok && s[0] && s[5] & MIRRORED && k < (int64_t)1 << s[2]; k++)
            ok = fine(mirrors[k] >= 0 && mirrors[k] >> s[2] == 0, "a mirror image is no row");
    }
    return ok;
}

static PyObject *cut(SearchObject *self, PyObject *args) {
    static const Wanted WANTED[CUT_ARRAYS] = {
        {"lines", 'q', 3, false}, {"sizes", 'q', 2, false}, {"moved", 'q', 3, false}, {"mirrors", 'q', 2, false}};
    PyObject *given[CUT_ARRAYS];
    Array a[CUT_ARRAYS];
    long long bits, most_moves;
    if (!PyArg_ParseTuple(args, "OOOOLL", &given[LINES], &given[SIZES], &given[MOVED], &given[MIRRORS], &bits, &most_moves)
        || !fine(!self->tables->cuts, "this search has cuts") || !enter(self))
        return NULL;
    bool ok = take_arrays(given, WANTED, a, CUT_ARRAYS) && is_cut(a, bits);
    if (ok) {
        int64_t *mirrors = copy(self->tables, &a[MIRRORS]);
        for (int side = 0; side < 2; side++) {
            Cut *to = &self->tables->bounds.cuts[side];
            memcpy(to->lines, (const char *)a[LINES].view.buf + side * sizeof to->lines, sizeof to->lines);
            memcpy(&to->rows, (const int64_t *)a[SIZES].view.buf + 6 * side, 6 * sizeof(int64_t));
            fill_image(&to->moved, (const Bits *)a[MOVED].view.buf + 8 * STATE_BYTES * side);
            to->mirrors = mirrors ? mirrors + side * width(&a[MIRRORS]) : NULL;
        }
        self->tables->bounds.most_moves = most_moves;
        ok = mirrors && make_search_tables(self->tables, bits);
        if (!ok) {
            self->failed = true;
            PyErr_NoMemory();
        }
    }
    self->busy = false;
    let_go(a, CUT_ARRAYS);
    if (!ok)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *get_solved(SearchObject *self, void *more) {
    (void)more;
    return PyLong_FromLongLong(self->tables->parts.parts_used);
}

static PyObject *get_seen(SearchObject *self, void *more) {
    (void)more;
    return PyLong_FromLongLong(self->tables->search.seen + self->tables->dominoes.seen);
}

static PyObject *get_bytes(SearchObject *self, void *more) {
    (void)more;
    return PyLong_FromLongLong(bytes_of(self->tables));
}

static PyObject *get_values(SearchObject *self, void *more) {
    const Forms *forms = &self->tables->parts.forms;
    int64_t values = 0;
    (void)more;
    for (int64_t row = 0; row < forms->rows_used; row++)
        values += forms->rows[row].same == row;
    return PyLong_FromLongLong(values);
}

static PyMethodDef METHODS[] = {
    {"cut", (PyCFunction)cut, METH_VARARGS, "Says how the board is cut, so that winners can be looked for."},
    {"value", (PyCFunction)value, METH_VARARGS, "The row of the value of a state."},
    {"form", (PyCFunction)form, METH_VARARGS, "The rows of Left's and Right's options, or a number."},
    {"nimber", (PyCFunction)nimber, METH_VARARGS, "The nimber of a state."},
    {"wins", (PyCFunction)wins, METH_VARARGS, "Whether a player who moves first wins a state."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef FIGURES[] = {
    {"solved", (getter)get_solved, NULL, "How many different parts there were.", NULL},
    {"values", (getter)get_values, NULL, "How many canonical forms there are.", NULL},
    {"seen", (getter)get_seen, NULL, "How many positions were searched.", NULL},
    {"bytes", (getter)get_bytes, NULL, "Bytes that the tables take.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_new, make},         {Py_tp_dealloc, destroy}, {Py_tp_traverse, traverse}, {Py_tp_clear, clear},
    {Py_tp_methods, METHODS}, {Py_tp_getset, FIGURES},  {0, NULL},
};

static PyType_Spec SPEC = {"gfkit.core.native.loops.Search", sizeof(SearchObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, SLOTS};

int add_search(PyObject *module) {
    PyObject *type = PyType_FromModuleAndSpec(module, &SPEC, NULL);
    int failed = !type || PyModule_AddObjectRef(module, "Search", type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}
