// Counts pairs (row, column) of codes into a table of A x P cells, in one pass over the data.
//
// Every block has bins of its own in shared memory and adds them to the result at its end. A table too large for that is
// counted in global memory, where the lanes of a warp that hit the same cell add once. No code is an index before it was
// checked: pairs outside of the table are counted behind its last cell, as are ignored ones and those of a bad weight.
//
// Defined by the caller: ROW, COLUMN and WEIGHT (types), WEIGHED and SHARED (0 or 1), THREADS (in a block).

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

constexpr int CODE = sizeof(ROW) > sizeof(COLUMN) ? sizeof(ROW) : sizeof(COLUMN);
constexpr int WIDE = 16 / (WEIGHED && sizeof(WEIGHT) > CODE ? sizeof(WEIGHT) : CODE);  // items in a load of 16 bytes
constexpr int AHEAD = 2;  // loads on their way before the first is used
enum { IGNORED, OUTSIDE, MISWEIGHED };

template <class T> struct alignas(sizeof(T) * WIDE) Pack { T item[WIDE]; };

extern "C" __global__ void __launch_bounds__(THREADS)
count_pairs(const ROW* rows, const COLUMN* columns, const WEIGHT* weights, int n, int A, int P, int ignoring, int ignored,
            u64* items, double* sums, double* squares) {
    const int cells = A * P;
    extern __shared__ double memory[];
    double *own_sums = memory, *own_squares = memory + cells;
    u32* own_items = (u32*)(WEIGHED ? memory + 2 * cells : memory);
    if constexpr (SHARED) {
        for (int cell = threadIdx.x; cell < cells; cell += blockDim.x) {
            own_items[cell] = 0;
            if constexpr (WEIGHED) own_sums[cell] = own_squares[cell] = 0;
        }
        __syncthreads();
    }

    u32 apart[3] = {};
    auto count = [&](i64 row, i64 column, double weight) {
        if (ignoring && row == ignored) { ++apart[IGNORED]; return; }
        if ((u64)row >= A || (u64)column >= P) { ++apart[OUTSIDE]; return; }
        if (WEIGHED && !(weight >= 0 && weight < 1.0 / 0.0)) { ++apart[MISWEIGHED]; return; }
        const int cell = (int)row * P + (int)column;
        if constexpr (SHARED) {
            atomicAdd(own_items + cell, 1u);
        } else {
            const u32 same = __match_any_sync(__activemask(), cell);
            if ((threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(items + cell, (u64)__popc(same));
        }
        if constexpr (WEIGHED) {
            atomicAdd((SHARED ? own_sums : sums) + cell, weight);
            atomicAdd((SHARED ? own_squares : squares) + cell, weight * weight);
        }
    };

    const Pack<ROW>* row_packs = (const Pack<ROW>*)rows;
    const Pack<COLUMN>* column_packs = (const Pack<COLUMN>*)columns;
    const Pack<WEIGHT>* weight_packs = (const Pack<WEIGHT>*)weights;
    const int packs = n / WIDE, stride = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int start = first; start < packs; start += AHEAD * stride) {
        Pack<ROW> row[AHEAD];
        Pack<COLUMN> column[AHEAD];
        Pack<WEIGHT> weight[AHEAD];
#pragma unroll
        for (int ahead = 0; ahead < AHEAD; ++ahead) {
            const int at = start + ahead * stride;
            if (at >= packs) break;
            row[ahead] = row_packs[at];
            column[ahead] = column_packs[at];
            if constexpr (WEIGHED) weight[ahead] = weight_packs[at];
        }
#pragma unroll
        for (int ahead = 0; ahead < AHEAD; ++ahead) {
            if (start + ahead * stride >= packs) break;
#pragma unroll
            for (int i = 0; i < WIDE; ++i)
                count(row[ahead].item[i], column[ahead].item[i], WEIGHED ? (double)weight[ahead].item[i] : 1.0);
        }
    }
    for (int at = packs * WIDE + first; at < n; at += stride)
        count(rows[at], columns[at], WEIGHED ? (double)weights[at] : 1.0);

    for (int what = 0; what < 3; ++what)
        if (apart[what]) atomicAdd(items + cells + what, (u64)apart[what]);
    if constexpr (SHARED) {
        __syncthreads();
        for (int cell = threadIdx.x; cell < cells; cell += blockDim.x) {
            if (!own_items[cell]) continue;
            atomicAdd(items + cell, (u64)own_items[cell]);
            if constexpr (WEIGHED) {
                atomicAdd(sums + cell, own_sums[cell]);
                atomicAdd(squares + cell, own_squares[cell]);
            }
        }
    }
}
