/* Scores into order. */

/* A key is the size of a score, its bits without the sign, with the mark of a positive item as its lowest bit. */
typedef uint64_t Key;

#define SHORT 24 /* keys that are put in order one by one */
#define DIGIT 8  /* bits sorted by at a time */
#define DIGITS 4 /* so many digits tell nearly all keys apart; the few that share them are sorted afterwards */

/* Scores of 0 and above from the front, those below from the back; gives how many there are of the former. */
#define KEYED(type)                                                                                                   \
    static Size keyed_##type(const type *scores, const uint8_t *positive, Key *keys, Size n)                          \
    {                                                                                                                 \
        Size front = 0, back = n;                                                                                     \
        for (Size at = 0; at < n; at++) {                                                                             \
            type size = (type)(scores[at] << 1);                                                                      \
            Key key = (Key)size | (positive[at] != 0);                                                                \
            int below = size && scores[at] >> (8 * sizeof(type) - 1);                                                 \
            keys[front] = keys[back - 1] = key; /* in both, without a branch */                                       \
            front += !below;                                                                                          \
            back -= below;                                                                                            \
        }                                                                                                             \
        return front;                                                                                                 \
    }
KEYED(uint32_t)
KEYED(uint64_t)

static void
insert_one_by_one(Key *keys, Size n)
{
    for (Size at = 1; at < n; at++) {
        Key key = keys[at];
        Size place = at;
        for (; place > 0 && keys[place - 1] > key; place--)
            keys[place] = keys[place - 1];
        keys[place] = key;
    }
}

static void sort(Key *keys, Key *room, Size n);

/* Sorts by four digits from the lowest up; a digit that all keys share is passed over. */
static void
sort_by_digits(Key *keys, Key *room, Size n, int low)
{
    Size counts[DIGITS][1 << DIGIT];
    Key mask = (1 << DIGIT) - 1, *from = keys, *to = room;
    memset(counts, 0, sizeof counts);
    for (Size at = 0; at < n; at++)
        for (int place = 0; place < DIGITS; place++)
            counts[place][keys[at] >> (low + place * DIGIT) & mask]++;
    for (int place = 0; place < DIGITS; place++) {
        int shift = low + place * DIGIT;
        Size *starts = counts[place], start = 0;
        if (starts[from[0] >> shift & mask] == n)
            continue;
        for (Key bin = 0; bin <= mask; bin++) {
            Size many = starts[bin];
            starts[bin] = start;
            start += many;
        }
        for (Size at = 0; at < n; at++)
            to[starts[from[at] >> shift & mask]++] = from[at];
        Key *other = from;
        from = to;
        to = other;
    }
    if (from != keys)
        memcpy(keys, from, (size_t)n * sizeof *keys);
}

static void
sort(Key *keys, Key *room, Size n)
{
    if (n <= SHORT) {
        insert_one_by_one(keys, n);
        return;
    }
    Key any = 0, all = ~(Key)0;
    for (Size at = 0; at < n; at++) {
        any |= keys[at];
        all &= keys[at];
    }
    int top = 64;
    while (top > 0 && !((any ^ all) >> (top - 1)))
        top--;
    if (top <= 1) /* equal but for the mark */
        return;
    int low = top > DIGITS * DIGIT ? top - DIGITS * DIGIT : 0;
    sort_by_digits(keys, room, n, low);
    for (Size start = 0, end; low && start < n; start = end) {
        for (end = start + 1; end < n && keys[end] >> low == keys[start] >> low; end++)
            ;
        if (end - start > 1)
            sort(keys + start, room + start, end - start);
    }
}

/* How many different scores there are among sorted keys. */
static Size
distinct(const Key *keys, Size n)
{
    Size many = n > 0;
    for (Size at = 1; at < n; at++)
        many += keys[at] >> 1 != keys[at - 1] >> 1;
    return many;
}

static PyObject *
rank(PyObject *module, PyObject *args)
{
    Py_buffer scores, positive, keys;
    Size above = 0, many = 0;
    if (!PyArg_ParseTuple(args, "y*y*w*", &scores, &positive, &keys))
        return NULL;
    Size n = positive.len;
    int fits = scores.itemsize == 4 || scores.itemsize == 8;
    fits = fits && scores.len == n * scores.itemsize && keys.len / 2 == n * (Size)sizeof(Key);
    if (fits) {
        Key *sorted = keys.buf;
        Py_BEGIN_ALLOW_THREADS
        above = scores.itemsize == 8 ? keyed_uint64_t(scores.buf, positive.buf, sorted, n)
                                     : keyed_uint32_t(scores.buf, positive.buf, sorted, n);
        sort(sorted, sorted + n, above);
        sort(sorted + above, sorted + n, n - above);
        many = distinct(sorted, above) + distinct(sorted + above, n - above);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&scores);
    PyBuffer_Release(&positive);
    PyBuffer_Release(&keys);
    return fits ? Py_BuildValue("nn", above, many) : refused("each score has a mark and room for two keys");
}

/* Scores from the highest to the lowest, with how many positive and other items have each. */
#define UNRANKED(type, part)                                                                                          \
    static int unranked_##type##_##part(const Key *keys, Size n, Size above, type *values, part *counts, Size size)   \
    {                                                                                                                 \
        Size out = -1;                                                                                                \
        type last = 0;                                                                                                \
        for (Size at = 0; at < n; at++) {                                                                             \
            Key key = at < above ? keys[above - 1 - at] : keys[at];                                                   \
            type bits = (type)(key >> 1) | (type)((type)(at >= above) << (8 * sizeof(type) - 1));                     \
            if (out < 0 || bits != last) {                                                                            \
                if (++out == size)                                                                                    \
                    return 0;                                                                                         \
                values[out] = last = bits;                                                                            \
                counts[out] = counts[size + out] = 0;                                                                 \
            }                                                                                                         \
            counts[out] += (part)(key & 1);                                                                           \
            counts[size + out] += (part)(1 - (key & 1));                                                              \
        }                                                                                                             \
        return out + 1 == size;                                                                                       \
    }
UNRANKED(uint32_t, int8_t)
UNRANKED(uint32_t, int64_t)
UNRANKED(uint64_t, int8_t)
UNRANKED(uint64_t, int64_t)

static PyObject *
unrank(PyObject *module, PyObject *args)
{
    Py_buffer keys, values, counts;
    Size above;
    int fits = 0;
    if (!PyArg_ParseTuple(args, "y*nw*w*", &keys, &above, &values, &counts))
        return NULL;
    Size n = keys.len / 2 / (Size)sizeof(Key), wide = values.itemsize, each = counts.itemsize;
    if ((wide == 4 || wide == 8) && (each == 1 || each == 8) && above >= 0 && above <= n &&
        counts.len / each == 2 * (values.len / wide)) {
        Size size = values.len / wide;
        Py_BEGIN_ALLOW_THREADS
        if (wide == 8)
            fits = each == 1 ? unranked_uint64_t_int8_t(keys.buf, n, above, values.buf, counts.buf, size)
                             : unranked_uint64_t_int64_t(keys.buf, n, above, values.buf, counts.buf, size);
        else
            fits = each == 1 ? unranked_uint32_t_int8_t(keys.buf, n, above, values.buf, counts.buf, size)
                             : unranked_uint32_t_int64_t(keys.buf, n, above, values.buf, counts.buf, size);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&keys);
    PyBuffer_Release(&values);
    PyBuffer_Release(&counts);
    if (!fits)
        return refused("there is room for each different score and its two counts");
    Py_RETURN_NONE;
}
