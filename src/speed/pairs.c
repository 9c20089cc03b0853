/* Pairs of codes into a table. */

#define LANES 4     /* copies of a small table: an addition need not wait for the one before it */
#define SMALL 1024  /* cells: so many in 16 bits, four times, leave room in the nearest cache for codes that pass by */
#define BLOCK 65532 /* items until 16 bits may run over */
#define ROOM 16384  /* cells that stay in that cache in 8 bits, which run over into the table */

typedef struct {
    const void *rows, *columns;
    Size bytes; /* of a code */
    uint64_t height, width;
} Pairs;

/* Adds pairs up to the first with a code outside the table; gives how many it added. */
#define ADDED(code, cell, ADD)                                                                                        \
    static Size added_##code##_##cell(const Pairs *of, Size start, Size n, cell *const lanes[LANES], int64_t *table)  \
    {                                                                                                                 \
        const code *rows = (const code *)of->rows + start, *columns = (const code *)of->columns + start;              \
        uint64_t height = of->height, width = of->width;                                                              \
        Size at = 0;                                                                                                  \
        for (; at < n; at++) {                                                                                        \
            uint64_t row = rows[at], column = columns[at];                                                            \
            if (row >= height || column >= width)                                                                     \
                break;                                                                                                \
            ADD(row * width + column);                                                                                \
        }                                                                                                             \
        return at;                                                                                                    \
    }
#define ADDED_TO(cell, ADD)                                                                                           \
    ADDED(uint8_t, cell, ADD)                                                                                         \
    ADDED(uint16_t, cell, ADD)                                                                                        \
    ADDED(uint32_t, cell, ADD)                                                                                        \
    ADDED(uint64_t, cell, ADD)                                                                                        \
    static Size added_to_##cell(const Pairs *of, Size start, Size n, cell *const lanes[LANES], int64_t *table)        \
    {                                                                                                                 \
        switch (of->bytes) {                                                                                          \
        case 1: return added_uint8_t_##cell(of, start, n, lanes, table);                                              \
        case 2: return added_uint16_t_##cell(of, start, n, lanes, table);                                             \
        case 4: return added_uint32_t_##cell(of, start, n, lanes, table);                                             \
        default: return added_uint64_t_##cell(of, start, n, lanes, table);                                            \
        }                                                                                                             \
    }
#define IN_TURN(at_cell) lanes[at % LANES][at_cell]++
#define CARRIED(at_cell) if (!++lanes[0][at_cell]) table[at_cell] += 256
#define AT_ONCE(at_cell) table[at_cell]++
ADDED_TO(uint16_t, IN_TURN)
ADDED_TO(uint8_t, CARRIED)
ADDED_TO(int64_t, AT_ONCE)

static Size
add_pairs(const Pairs *of, Size n, int64_t *table)
{
    Size cells = (Size)(of->height * of->width), done = 0, size = n, added = n;
    if (cells > ROOM)
        return added_to_int64_t(of, 0, n, NULL, table);
    if (cells > SMALL) {
        uint8_t bytes[ROOM] = {0};
        done = added_to_uint8_t(of, 0, n, (uint8_t *const[LANES]){bytes}, table);
        for (Size cell = 0; cell < cells; cell++)
            table[cell] += bytes[cell];
        return done;
    }
    uint16_t room[LANES][SMALL], *const lanes[LANES] = {room[0], room[1], room[2], room[3]};
    for (; done < n && added == size; done += added) {
        memset(room, 0, sizeof room);
        size = n - done < BLOCK ? n - done : BLOCK;
        added = added_to_uint16_t(of, done, size, lanes, table);
        for (Size cell = 0; cell < cells; cell++)
            table[cell] += room[0][cell] + room[1][cell] + room[2][cell] + room[3][cell];
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
