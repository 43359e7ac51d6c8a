/* Python module that contains all functions of the extension; loops.pyi specifies their arguments and results. */
#include "arrays.h"

static int fill(PyObject *module) {
    PyMethodDef *const protocols[] = {STATES_METHODS, ROWS_METHODS, RESIDUES_METHODS, BLOCKS_METHODS, STONES_METHODS};
    for (size_t k = 0; k < sizeof protocols / sizeof *protocols; k++)
        if (PyModule_AddFunctions(module, protocols[k]) < 0)
            return -1;
    return add_search(module);
}

static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "loops", "Loops of gfkit in C: states, rows, residues, blocks, the search of values, and stones.",
    0, NULL, SLOTS, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_loops(void) {
    return PyModuleDef_Init(&MODULE);
}
