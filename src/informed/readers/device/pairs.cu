// Counts pairs (row, column) of codes into a table of A x P cells, in one pass over the data.
//
// Every block has bins of its own in shared memory and adds them to the result at its end; of small tables it keeps
// several copies, so that fewer threads wait for the same bin. A table too large for that is counted in global memory;
// there each block keeps bins for the first cells that it meets, since cells that many items share would be waited for.
// Weights of the cell that a warp meets most at its start are summed in registers, for the same reason. For their sake
// a warp takes items that follow each other, so that it meets this cell to its end if they are sorted; the warps of a
// block are far apart, so that they meet other cells.
// No code is an index before it was checked: pairs outside of the table are counted behind its last cell, as are those
// of a bad weight; what is to be ignored is told apart from them there, while an ignored row of the table itself is
// left to the caller.
//
// Defined by the caller: ROW, COLUMN and WEIGHT (types), LIGHTEST and HEAVIEST (of a weight beside 0), WEIGHTED and SHARED
// (0 or 1), THREADS (in a block), SLOTS (bins
// of a large table in a block, a power of two), FAVOURED (items of a warp that must share a cell to make it the favourite).

typedef unsigned int u32;
typedef unsigned long long u64;

template <int size> struct Unsigned { typedef u32 type; };
template <> struct Unsigned<8> { typedef u64 type; };
typedef Unsigned<sizeof(ROW)>::type Row;  // a negative code becomes a huge one
typedef Unsigned<sizeof(COLUMN)>::type Column;

constexpr int CODE = sizeof(ROW) > sizeof(COLUMN) ? sizeof(ROW) : sizeof(COLUMN);
constexpr int WIDE = 16 / (WEIGHTED && sizeof(WEIGHT) > CODE ? sizeof(WEIGHT) : CODE);  // items in a load of 16 bytes
template <class T> struct alignas(sizeof(T) * WIDE) Pack { T item[WIDE]; };

enum { IGNORED, OUTSIDE, BAD_WEIGHT };
constexpr int FREE = -1;

// The cell that most of the first items of a warp fall into; FREE if there are not enough of them, or if it is outside.
__device__ int most_met(const ROW* rows, const COLUMN* columns, int at, int n, int A, int P) {
    const int lane = threadIdx.x & 31;
    const bool there = at < n && (Row)rows[at] < A && (Column)columns[at] < P;
    const int cell = there ? (int)rows[at] * P + (int)columns[at] : FREE;
    const u32 same = __match_any_sync(~0u, cell);
    u32 best = there ? __popc(same) << 5 | lane : 0;
    for (int step = 16; step; step /= 2) best = max(best, __shfl_xor_sync(~0u, best, step));
    return best >> 5 < FAVOURED ? FREE : __shfl_sync(~0u, cell, best & 31);
}

extern "C" __global__ void __launch_bounds__(THREADS)
count_pairs(const ROW* rows, const COLUMN* columns, const WEIGHT* weights, int n, int A, int P, int ignoring, int ignored,
            int copies, u64* items, double* sums) {
    const int cells = A * P, bins = cells * copies;
    extern __shared__ double memory[];
    double *own_sums = memory, *own_squares = memory + bins;
    u32* own_items = (u32*)(WEIGHTED ? memory + 2 * bins : memory);
    int* own_cells = (int*)memory;
    u32* own_hits = (u32*)memory + SLOTS;
    if constexpr (SHARED) {
        for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
            own_items[bin] = 0;
            if constexpr (WEIGHTED) own_sums[bin] = own_squares[bin] = 0;
        }
    } else {
        for (int slot = threadIdx.x; slot < SLOTS; slot += blockDim.x) {
            own_cells[slot] = FREE;
            own_hits[slot] = 0;
        }
    }
    __syncthreads();

    const int packs = n / WIDE, thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    int first = thread, end = packs, stride = threads;
    if constexpr (WEIGHTED) {
        stride = min(32, blockDim.x);
        const int span = (packs / threads + 1) * stride, warp = threadIdx.x / stride * gridDim.x + blockIdx.x;
        first = min(packs, warp * span) + threadIdx.x % stride;
        end = min(packs, (warp + 1) * span);
    }
    u32 apart[3] = {};
    const int copy = threadIdx.x & (copies - 1);
    const int favourite = WEIGHTED ? most_met(rows, columns, first * WIDE, n, A, P) : FREE;
    u32 favoured = 0;
    double favoured_sum = 0, favoured_square = 0;
    auto count = [&](ROW row, COLUMN column, double weight) {
        const bool outside = (Row)row >= A || (Column)column >= P;
        if (outside || (WEIGHTED && !(weight == 0 || (weight >= LIGHTEST && weight <= HEAVIEST)))) {
            ++apart[ignoring && (long long)row == ignored ? IGNORED : outside ? OUTSIDE : BAD_WEIGHT];
            return;
        }
        if (WEIGHTED && weight == 0 && !(ignoring && (long long)row == ignored)) return;  // as good as absent
        const int cell = (int)row * P + (int)column;
        if (WEIGHTED && cell == favourite) {
            ++favoured;
            favoured_sum += weight;
            favoured_square += weight * weight;
        } else if constexpr (SHARED) {
            const int bin = cell * copies + copy;
            atomicAdd(own_items + bin, 1u);
            if constexpr (WEIGHTED) {
                atomicAdd(own_sums + bin, weight);
                atomicAdd(own_squares + bin, weight * weight);
            }
        } else {
            const int slot = (cell ^ cell >> 10) & SLOTS - 1;
            int kept = own_cells[slot];
            if (kept == FREE) {
                const int before = atomicCAS(own_cells + slot, FREE, cell);
                kept = before == FREE ? cell : before;
            }
            if (kept == cell) atomicAdd(own_hits + slot, 1u);
            else atomicAdd(items + cell, (u64)1);
            if constexpr (WEIGHTED) {
                atomicAdd(sums + cell, weight);
                atomicAdd(sums + cells + cell, weight * weight);
            }
        }
    };

    for (int at = first; at < end; at += stride) {
        const Pack<ROW> row = ((const Pack<ROW>*)rows)[at];
        const Pack<COLUMN> column = ((const Pack<COLUMN>*)columns)[at];
        Pack<WEIGHT> weight;
        if constexpr (WEIGHTED) weight = ((const Pack<WEIGHT>*)weights)[at];
#pragma unroll
        for (int i = 0; i < WIDE; ++i) count(row.item[i], column.item[i], WEIGHTED ? (double)weight.item[i] : 1.0);
    }
    for (int at = packs * WIDE + thread; at < n; at += threads)
        count(rows[at], columns[at], WEIGHTED ? (double)weights[at] : 1.0);

    for (int what = 0; what < 3; ++what)
        if (apart[what]) atomicAdd(items + cells + what, (u64)apart[what]);
    if (WEIGHTED && favourite != FREE) {
        for (int step = 16; step; step /= 2) {
            favoured += __shfl_down_sync(~0u, favoured, step);
            favoured_sum += __shfl_down_sync(~0u, favoured_sum, step);
            favoured_square += __shfl_down_sync(~0u, favoured_square, step);
        }
        if ((threadIdx.x & 31) == 0) {
            atomicAdd(items + favourite, (u64)favoured);
            atomicAdd(sums + favourite, favoured_sum);
            atomicAdd(sums + cells + favourite, favoured_square);
        }
    }
    __syncthreads();
    if constexpr (!SHARED) {
        for (int slot = threadIdx.x; slot < SLOTS; slot += blockDim.x)
            if (own_hits[slot]) atomicAdd(items + own_cells[slot], (u64)own_hits[slot]);
    } else if constexpr (WEIGHTED) {
        for (int cell = threadIdx.x; cell < cells; cell += blockDim.x) {
            u32 many = 0;
            double sum = 0, square = 0;
            for (int each = 0; each < copies; ++each) {
                const int bin = cell * copies + (each + threadIdx.x & copies - 1);  // neighbours read from other banks
                many += own_items[bin];
                sum += own_sums[bin];
                square += own_squares[bin];
            }
            if (!many) continue;
            atomicAdd(items + cell, (u64)many);
            atomicAdd(sums + cell, sum);
            atomicAdd(sums + cells + cell, square);
        }
    } else {
        for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
            if (own_items[bin]) atomicAdd(items + bin / copies, (u64)own_items[bin]);
    }
}
