/* Arrays that Python hands over: what they must be is said once, and they are looked at before they are used. */
#ifndef GFKIT_ARRAYS_H
#define GFKIT_ARRAYS_H

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

/* Memory of an object of Python's, without gaps, which stays where it is until it is let go. */
typedef struct {
    Py_buffer view;
    bool held;
} Array;

/* What an array must be: `kind` is the letter of struct that its numbers have: q, Q, i, B or d. */
typedef struct {
    const char *name;
    char kind;
    int axes;
    bool writes;
} Wanted;

/* Takes arrays as they are wanted; false with an error of Python's where one is something else. Those that
 * were taken are let go by `let_go` in any case. */
bool take_arrays(PyObject *const *given, const Wanted *wanted, Array *arrays, int many);
void let_go(Array *arrays, int many);

/* The condition; an error of Python's, ValueError, where it is false. */
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

/* The functions of each protocol; module.c puts them together. */
extern PyMethodDef STATES_METHODS[], ROWS_METHODS[], RESIDUES_METHODS[], BLOCKS_METHODS[], STONES_METHODS[];
int add_search(PyObject *module);

#endif
