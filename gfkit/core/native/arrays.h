/* Arrays passed from Python: their required format is declared, and checked before use. */
#ifndef GFKIT_ARRAYS_H
#define GFKIT_ARRAYS_H

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

/* Buffer of a Python object, contiguous, which is not moved until it is released. */
typedef struct {
    Py_buffer view;
    bool held;
} Array;

/* Required format of an array: `kind` is the format character of the struct module: q, Q, i, B or d. */
typedef struct {
    const char *name;
    char kind;
    int axes;
    bool writes;
} Wanted;

/* Acquire the buffers of arrays; return false with a Python exception set if an array has another format. In any case,
 * buffers that were acquired must be released by `let_go`. */
bool take_arrays(PyObject *const *given, const Wanted *wanted, Array *arrays, int many);
void let_go(Array *arrays, int many);

/* Return the condition; if it is false, set the Python exception ValueError. */
bool fine(bool condition, const char *why);

static inline int64_t length(const Array *array) {
    return array->view.shape[0];
}

static inline int64_t width(const Array *array) {
    return array->view.shape[1];
}

static inline bool is_power_of_2(int64_t number) {
    return number > 0 && !(number & (number - 1));
}

/* Methods of each part of the extension; module.c combines them. */
extern PyMethodDef STATES_METHODS[], ROWS_METHODS[], RESIDUES_METHODS[], BLOCKS_METHODS[], STONES_METHODS[];
int add_search(PyObject *module);

#endif
