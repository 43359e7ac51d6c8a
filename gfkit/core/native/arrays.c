/* Arrays passed from Python: format, number of axes and contiguity are checked before any element is read. */
#include "arrays.h"

#include <string.h>

static int bytes_of(char kind) {
    return kind == 'B' ? 1 : kind == 'i' ? 4 : 8;
}

/* Return true if a buffer format has the wanted kind of numbers; l and L have 4 or 8 bytes, depending on the system. */
static bool is_kind(const char *format, char kind) {
    if (!format)
        return kind == 'B';
    if (strchr("@=<", format[0]) && format[0])
        format++;
    if (!format[0] || format[1])
        return false;
    switch (kind) {
    case 'q':
        return strchr("lq", format[0]);
    case 'Q':
        return strchr("LQ", format[0]);
    case 'i':
        return strchr("il", format[0]);
    case 'B':
        return strchr("B?", format[0]);
    default:
        return format[0] == kind;
    }
}

static bool take_array(PyObject *given, const Wanted *wanted, Array *array) {
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (wanted->writes ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(given, &array->view, flags) < 0)
        return false;
    array->held = true;
    const Py_buffer *view = &array->view;
    if (view->itemsize == bytes_of(wanted->kind) && view->ndim == wanted->axes && is_kind(view->format, wanted->kind))
        return true;
    PyErr_Format(PyExc_TypeError, "%s: an array of %d axes of numbers of kind %c is needed, not of %d axes of kind %s",
                 wanted->name, wanted->axes, wanted->kind, view->ndim, view->format ? view->format : "B");
    return false;
}

bool take_arrays(PyObject *const *given, const Wanted *wanted, Array *arrays, int many) {
    memset(arrays, 0, (size_t)many * sizeof *arrays);
    for (int k = 0; k < many; k++)
        if (!take_array(given[k], &wanted[k], &arrays[k]))
            return false;
    return true;
}

void let_go(Array *arrays, int many) {
    for (int k = 0; k < many; k++)
        if (arrays[k].held)
            PyBuffer_Release(&arrays[k].view);
}

bool fine(bool condition, const char *why) {
    if (!condition && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, why);
    return condition;
}
