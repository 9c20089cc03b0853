/* Records of equal length into codes. */

#define CROWDED 16 /* looks for an item, on average: records that collide more often are left to others */

typedef struct {
    const unsigned char *records;
    Size width, met, most, looks;
    int64_t *firsts; /* where each code was met first */
    int32_t *slots;  /* a code each, or -1 */
    size_t mask;
} Index;

/* The 8 bytes of a record from a place on, or its last 8; all of them where it is shorter. */
static inline uint64_t
word_at(const unsigned char *record, Size at, Size width)
{
    uint64_t word = 0;
    if (width >= 8)
        memcpy(&word, record + (at + 8 <= width ? at : width - 8), 8);
    else
        for (; at < width; at++)
            word = word << 8 | record[at];
    return word;
}

static inline uint64_t
hashed(const unsigned char *record, Size width)
{
    const uint64_t odd = 0x9E3779B97F4A7C15u;
    uint64_t hash = 0, factor = odd;
    for (Size at = 0; at < width; at += 8, factor += 2 * odd) {
        uint64_t word = word_at(record, at, width);
        hash += (word ^ word >> 29) * factor;
    }
    hash *= odd;
    return hash ^ hash >> 32;
}

static inline int
same(const unsigned char *one, const unsigned char *two, Size width)
{
    uint64_t differ = 0;
    for (Size at = 0; at < width; at += 8)
        differ |= word_at(one, at, width) ^ word_at(two, at, width);
    return !differ;
}

/* The slot of a record: the one that holds its code, or an empty one. */
static inline size_t
slot_of(Index *index, const unsigned char *record, Size width)
{
    size_t slot = (size_t)hashed(record, width) & index->mask;
    for (; index->slots[slot] >= 0; slot = (slot + 1) & index->mask) {
        const unsigned char *other = index->records + index->firsts[index->slots[slot]] * width;
        if (same(other, record, width))
            break;
        index->looks++;
    }
    return slot;
}

/* More slots, with the codes met so far. */
static int
grow(Index *index)
{
    size_t slots = index->slots ? 4 * (index->mask + 1) : 1024;
    free(index->slots);
    index->slots = malloc(slots * sizeof *index->slots);
    if (!index->slots)
        return 0;
    index->mask = slots - 1;
    memset(index->slots, 0xFF, slots * sizeof *index->slots);
    for (int32_t code = 0; code < index->met; code++)
        index->slots[slot_of(index, index->records + index->firsts[code] * index->width, index->width)] = code;
    return 1;
}

/* The code of each record, in the order they are met; 0 where they are too many, collide too often or lack memory. */
static inline int
coded(Index *index, int32_t *codes, Size n, Size width)
{
    for (Size at = 0; at < n; at++) {
        const unsigned char *record = index->records + at * width;
        size_t slot = slot_of(index, record, width);
        if (index->slots[slot] >= 0) {
            codes[at] = index->slots[slot];
            continue;
        }
        if (index->met == index->most || index->looks > CROWDED * (n + index->most))
            return 0;
        index->firsts[index->met] = at;
        codes[at] = index->slots[slot] = (int32_t)index->met++;
        if (4 * (size_t)index->met > index->mask && !grow(index))
            return 0;
    }
    return 1;
}

/* The same with the widths of short texts known to the compiler, which makes a loop of its own for each. */
static int
code_records(Index *index, int32_t *codes, Size n)
{
    switch (index->width) {
#define WIDTH(width) \
    case width: \
        return coded(index, codes, n, width);
        WIDTH(4) WIDTH(8) WIDTH(12) WIDTH(16) WIDTH(20) WIDTH(24) WIDTH(28) WIDTH(32) WIDTH(40) WIDTH(48)
#undef WIDTH
    }
    return coded(index, codes, n, index->width);
}

static PyObject *
code_texts(PyObject *module, PyObject *args)
{
    Py_buffer records, codes, firsts;
    const char *wrong = NULL;
    int whole = 0;
    Index index = {0};
    if (!PyArg_ParseTuple(args, "y*nw*w*", &records, &index.width, &codes, &firsts))
        return NULL;
    Size n = codes.len / (Size)sizeof(int32_t);
    index.records = records.buf;
    index.firsts = firsts.buf;
    index.most = firsts.len / (Size)sizeof(int64_t);
    if (index.width < 1 || records.len % index.width || records.len / index.width != n)
        wrong = "each record has a code";
    else if (codes.itemsize != sizeof(int32_t) || firsts.itemsize != sizeof(int64_t) || index.most > INT32_MAX)
        wrong = "codes have 4 bytes and places 8";
    else {
        Py_BEGIN_ALLOW_THREADS
        whole = grow(&index) && code_records(&index, codes.buf, n);
        free(index.slots);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&records);
    PyBuffer_Release(&codes);
    PyBuffer_Release(&firsts);
    return wrong ? refused(wrong) : PyLong_FromSsize_t(whole ? index.met : -1);
}
