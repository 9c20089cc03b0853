/* Pairs of codes into a table. */

#define LANES 4     /* copies of a small table: an addition need not wait for the one before it */
#define ROOM 16384  /* cells of 16 bits, which stay in the nearest cache */
#define BLOCK 65532 /* items until 16 bits may run over */

typedef struct {
    const void *rows, *columns;
    Size bytes; /* of a code */
    uint64_t height, width;
} Pairs;

/* Adds pairs to the lanes up to the first with a code outside the table; gives how many it added. */
#define ADDED(code, cell)                                                                                             \
    static Size added_##code##_##cell(const Pairs *of, Size start, Size n, cell *const lanes[LANES])                  \
    {                                                                                                                 \
        const code *rows = (const code *)of->rows + start, *columns = (const code *)of->columns + start;              \
        uint64_t height = of->height, width = of->width;                                                              \
        Size at = 0;                                                                                                  \
        for (; at < n; at++) {                                                                                        \
            uint64_t row = rows[at], column = columns[at];                                                            \
            if (row >= height || column >= width)                                                                     \
                break;                                                                                                \
            lanes[at % LANES][row * width + column]++;                                                                \
        }                                                                                                             \
        return at;                                                                                                    \
    }
#define ADDED_TO(cell)                                                                                                \
    ADDED(uint8_t, cell)                                                                                              \
    ADDED(uint16_t, cell)                                                                                             \
    ADDED(uint32_t, cell)                                                                                             \
    ADDED(uint64_t, cell)                                                                                             \
    static Size added_to_##cell(const Pairs *of, Size start, Size n, cell *const lanes[LANES])                        \
    {                                                                                                                 \
        switch (of->bytes) {                                                                                          \
        case 1: return added_uint8_t_##cell(of, start, n, lanes);                                                     \
        case 2: return added_uint16_t_##cell(of, start, n, lanes);                                                    \
        case 4: return added_uint32_t_##cell(of, start, n, lanes);                                                    \
        default: return added_uint64_t_##cell(of, start, n, lanes);                                                   \
        }                                                                                                             \
    }
ADDED_TO(uint16_t)
ADDED_TO(int64_t)

static Size
add_pairs(const Pairs *of, Size n, int64_t *table)
{
    Size cells = (Size)(of->height * of->width), done = 0, size = n, added = n;
    if (cells > ROOM)
        return added_to_int64_t(of, 0, n, (int64_t *const[LANES]){table, table, table, table});
    uint16_t room[ROOM], *lanes[LANES];
    Size copies = LANES * cells <= ROOM ? LANES : 1;
    for (int lane = 0; lane < LANES; lane++)
        lanes[lane] = room + lane % copies * cells;
    for (; done < n && added == size; done += added) {
        memset(room, 0, (size_t)(copies * cells) * sizeof *room);
        size = added = n - done < BLOCK ? n - done : BLOCK;
        added = added_to_uint16_t(of, done, size, lanes);
        for (Size copy = 0; copy < copies; copy++)
            for (Size cell = 0; cell < cells; cell++)
                table[cell] += room[copy * cells + cell];
    }
    return done;
}

static PyObject *
count(PyObject *module, PyObject *args)
{
    Py_buffer rows, columns, table;
    Size width, done = 0;
    const char *wrong = NULL;
    if (!PyArg_ParseTuple(args, "y*y*w*n", &rows, &columns, &table, &width))
        return NULL;
    Size bytes = rows.itemsize, cells = table.len / (Size)sizeof(int64_t);
    if ((bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) || columns.itemsize != bytes)
        wrong = "codes have 1, 2, 4 or 8 bytes, alike in both columns";
    else if (rows.len != columns.len || rows.len % bytes)
        wrong = "each item has one code in either column";
    else if (table.itemsize != sizeof(int64_t) || width < 1 || cells % width)
        wrong = "the table has whole rows of cells of 8 bytes";
    else {
        Pairs of = {rows.buf, columns.buf, bytes, (uint64_t)(cells / width), (uint64_t)width};
        Py_BEGIN_ALLOW_THREADS
        done = add_pairs(&of, rows.len / bytes, table.buf);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&rows);
    PyBuffer_Release(&columns);
    PyBuffer_Release(&table);
    return wrong ? refused(wrong) : PyLong_FromSsize_t(done);
}
