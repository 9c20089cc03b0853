/* The loops that touch every item: pairs of codes into a table, texts and objects into codes, scores into order.

   Each has a twin in Python that gives the same answer; `core/speed.py` says which of the two is at work. Arguments are
   buffers: their sizes are checked here, and what their items mean is left to the caller. Limited API of Python 3.11,
   so that one build serves every later version. */

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define REVISION 1 /* as in core/speed.py; a build of another revision is not used */

typedef Py_ssize_t Size;

static PyObject *
refused(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

#include "pairs.c"
#include "texts.c"
#include "objects.c"
#include "scores.c"

static PyMethodDef functions[] = {
    {"count", count, METH_VARARGS, "Add pairs of codes to a table; how many were added before one lay outside."},
    {"code_texts", code_texts, METH_VARARGS, "Give records of equal length codes; how many, or -1 if it cannot."},
    {"code_objects", code_objects, METH_VARARGS, "Give each object the code that a mapping has for it."},
    {"rank", rank, METH_VARARGS, "Sort scores as keys; how many are not below 0, and how many differ."},
    {"unrank", unrank, METH_VARARGS, "Write the different scores of sorted keys, and the counts of each."},
    {NULL, NULL, 0, NULL},
};

static int
filled(PyObject *module)
{
    return PyModule_AddIntConstant(module, "REVISION", REVISION);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, filled}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_speed", "The compiled loops of `informed.core.speed`.", 0, functions, slots, 0, 0, 0,
};

PyMODINIT_FUNC
PyInit__speed(void)
{
    return PyModuleDef_Init(&definition);
}
