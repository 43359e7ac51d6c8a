/* Python bindings of the outcome search for stones with liberties: see stones.h, and values/whole.py, which calls it.
 */
#include "arrays.h"

#include <stdlib.h>

#include "portable.h"
#include "stones.h"

static const char NAME[] = "gfkit.core.native.stones";

typedef struct {
    PyThreadState *thread;
    PyObject *on_pause;
} Asker;

static bool ask_python(void *asker, int64_t searched, int64_t bytes) {
    Asker *self = asker;
    PyEval_RestoreThread(self->thread);
    PyObject *told = PyErr_CheckSignals() ? NULL : PyObject_CallFunction(self->on_pause, "LL", (long long)searched, (long long)bytes);
    Py_XDECREF(told);
    self->thread = PyEval_SaveThread();
    return told;
}

static void forget(PyObject *capsule) {
    Stones *stones = PyCapsule_GetPointer(capsule, NAME);
    free(stones->table);
    free(stones);
}

static bool are_cells(const Array *array, uint64_t beyond) {
    const uint64_t *masks = array->view.buf;
    bool inside = true;
    for (int64_t k = 0; k < array->view.len / (int64_t)sizeof *masks; k++)
        inside &= !(masks[k] & beyond);
    return fine(inside, "a mask has bits beyond the board");
}

static PyObject *begin(PyObject *self, PyObject *args) {
    (void)self;
    enum { NEAR, TURNS, MANY };
    static const Wanted WANTED[MANY] = {{"neighbours", 'Q', 1, false}, {"symmetries", 'Q', 2, false}};
    PyObject *given[MANY], *capsule = NULL;
    Array a[MANY];
    int own, other, misere;
    long long most_bytes;
    if (!PyArg_ParseTuple(args, "OOpppL", &given[NEAR], &given[TURNS], &own, &other, &misere, &most_bytes))
        return NULL;
    if (take_arrays(given, WANTED, a, MANY) && fine(length(&a[NEAR]) <= MOST_STONES, "a board has at most 56 cells")
        && fine(length(&a[TURNS]) <= MOST_TURNS && width(&a[TURNS]) == length(&a[NEAR]), "a symmetry says where each cell goes")) {
        const int64_t cells = length(&a[NEAR]);
        Stones *stones = calloc(1, sizeof *stones);
        if (!stones)
            PyErr_NoMemory();
        if (stones && are_cells(&a[NEAR], UINT64_MAX << cells) && are_cells(&a[TURNS], UINT64_MAX << cells)) {
            const uint64_t *near = a[NEAR].view.buf, *turns = a[TURNS].view.buf;
            stones->closes_own = own;
            stones->closes_other = other;
            stones->is_misere = misere;
            stones->most_bytes = most_bytes;
            stones->many_turns = (int)length(&a[TURNS]);
            for (int64_t cell = 0; cell < cells; cell++)
                stones->near[cell] = near[cell];
            for (int turn = 0; turn < stones->many_turns; turn++)
                for (int k = 0; k < TURN_BYTES; k++)
                    for (int byte = 1; byte < 256; byte++) {
                        const int64_t cell = 8 * k + lowest((uint64_t)byte);
                        uint64_t image = cell < cells ? turns[turn * cells + cell] : 0;
                        stones->turns[turn][k][byte] = stones->turns[turn][k][byte & (byte - 1)] | image;
                    }
            capsule = PyCapsule_New(stones, NAME, forget);
        }
        if (!capsule)
            free(stones);
    }
    let_go(a, MANY);
    return capsule;
}

static PyObject *wins(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *capsule;
    Asker asker;
    unsigned long long open[2], mark[2];
    if (!PyArg_ParseTuple(args, "OKKKKO", &capsule, &open[0], &open[1], &mark[0], &mark[1], &asker.on_pause))
        return NULL;
    Stones *stones = PyCapsule_GetPointer(capsule, NAME);
    const uint64_t every = open[0] | open[1] | mark[0] | mark[1];
    if (!stones || !fine(!(every >> MOST_STONES), "a board has at most 56 cells")
        || !fine(!stones->asker, "another thread asks this search"))
        return NULL;
    stones->pause = ask_python;
    stones->asker = &asker;
    asker.thread = PyEval_SaveThread();
    const bool won = wins_place(stones, (Place){{open[0], open[1]}, {mark[0], mark[1]}});
    PyEval_RestoreThread(asker.thread);
    stones->asker = NULL;
    if (!stones->table)
        return PyErr_NoMemory();
    return PyErr_Occurred() ? NULL : Py_BuildValue("OL", won ? Py_True : Py_False, (long long)stones->searched);
}

PyMethodDef STONES_METHODS[] = {
    {"begin_stones", begin, METH_VARARGS, "A search for who wins where stones need liberties."},
    {"stones_win", wins, METH_VARARGS, "Whether the player to move wins, and how many positions were searched so far."},
    {NULL, NULL, 0, NULL},
};
