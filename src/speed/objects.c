/* Objects into codes. */

#define KNOWN 1024 /* objects whose code is remembered: labels are often the same few objects again and again */

typedef struct {
    PyObject *object; /* a reference of its own: no other object takes its place while it is remembered */
    long code;
} Known;

/* The code of an object by what it equals; -1 with an exception where there is none. */
static long
code_of(PyObject *object, PyObject *seen, Known *known)
{
    Known *place = known + ((uint64_t)(uintptr_t)object * 0x9E3779B97F4A7C15u >> 54);
    if (place->object && place->object != object)
        place = known + ((place - known) ^ 1); /* the neighbour is the second choice */
    if (place->object == object)
        return place->code;
    PyObject *found = PyObject_GetItem(seen, object);
    if (!found)
        return -1;
    long code = PyLong_AsLong(found);
    Py_DECREF(found);
    if (code < 0 || code > INT32_MAX) {
        if (!PyErr_Occurred())
            refused("a code is a number from 0 to 2,147,483,647");
        return -1;
    }
    if (!place->object) {
        Py_INCREF(object);
        *place = (Known){object, code};
    }
    return code;
}

/* The object at a place of a list or of a buffer of objects, as a new reference. */
static PyObject *
object_at(PyObject *list, const Py_buffer *objects, Size at)
{
    PyObject *object = list ? PyList_GetItem(list, at) : ((PyObject **)objects->buf)[at];
    if (!object && !list)
        object = Py_None; /* as NumPy reads what was never written */
    Py_XINCREF(object);
    return object;
}

static PyObject *
code_objects(PyObject *module, PyObject *args)
{
    PyObject *values, *seen, *list = NULL;
    Py_buffer codes, objects = {0};
    Known known[KNOWN] = {{0}};
    long code = 0;
    if (!PyArg_ParseTuple(args, "OOw*", &values, &seen, &codes))
        return NULL;
    Size n = codes.len / (Size)sizeof(int32_t);
    if (PyList_Check(values))
        list = values;
    else if (PyObject_GetBuffer(values, &objects, PyBUF_ND | PyBUF_FORMAT) < 0)
        goto failed;
    if (codes.itemsize != sizeof(int32_t) || (list ? PyList_Size(list) : objects.len / (Size)sizeof(PyObject *)) != n) {
        refused("each object has a code of 4 bytes");
        goto failed;
    }
    if (!list && (!objects.format || strcmp(objects.format, "O"))) {
        refused("these are no objects");
        goto failed;
    }
    for (Size at = 0; at < n && code >= 0; at++) {
        PyObject *object = object_at(list, &objects, at);
        code = object ? code_of(object, seen, known) : -1;
        ((int32_t *)codes.buf)[at] = (int32_t)code;
        Py_XDECREF(object);
    }
failed:
    for (int place = 0; place < KNOWN; place++)
        Py_XDECREF(known[place].object);
    if (objects.obj)
        PyBuffer_Release(&objects);
    PyBuffer_Release(&codes);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}
