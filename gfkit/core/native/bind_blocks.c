/* Python bindings of the moves of NoGo positions: see blocks.h. */
#include "arrays.h"

#include <stdlib.h>

#include "blocks.h"

static PyObject *expand(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *given;
    char *key;
    Py_ssize_t many;
    if (!PyArg_ParseTuple(args, "S", &given) || PyBytes_AsStringAndSize(given, &key, &many) < 0
        || !fine(is_key((const uint8_t *)key, many), "this is no key of a part"))
        return NULL;
    Bytes out = {0};
    expand_part((const uint8_t *)key, &out);
    PyObject *found = out.failed ? PyErr_NoMemory() : PyBytes_FromStringAndSize((const char *)out.bytes, (Py_ssize_t)out.used);
    free(out.bytes);
    return found;
}

PyMethodDef BLOCKS_METHODS[] = {
    {"expand_part", expand, METH_VARARGS, "The options of a part of a NoGo position, each as its parts."},
    {NULL, NULL, 0, NULL},
};
