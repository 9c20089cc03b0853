// Counts many pairs into a table that is too large for shared memory, in two steps, so that most additions are made in
// shared memory after all: `part_pairs` puts cells into lists, `count_parts` counts each list with bins for its cells.
// The list of a cell is told by its last bits, so that items sorted by their class fall into all of them; a block takes
// items that follow each other, and so meets few classes if they are sorted. A list that is full leaves the rest to global
// memory.
//
// As in `count_pairs` a block keeps bins for the first cells that it meets. How many items of its second tile these take
// decides what it does with the rest of them: if most, the others are counted in global memory and no list is made;
// if few, they are asked no more.
//
// Compiled behind pairs.cu. Defined by the caller: THREADS and SLOTS as there, CELLS (of a list, at most 2^16), LISTS (at
// most), EACH (items of a thread in a tile), SOME and MOST (shares of a tile).

typedef unsigned short u16;

constexpr int TILE = THREADS * EACH;
constexpr int LANES = THREADS < 32 ? THREADS : 32;
struct alignas(16) Eight { u16 item[8]; };

extern "C" __global__ void __launch_bounds__(THREADS)
part_pairs(const ROW* rows, const COLUMN* columns, int n, int A, int P, int ignoring, int ignored, int bits, int room,
           u32* filled, u16* listed, u64* items) {
    const int lists = 1 << bits, last = lists - 1;
    __shared__ u32 found[LISTS], from[LISTS], to[LISTS], all, met;
    extern __shared__ u32 own[];
    int* own_cells = (int*)own;
    u32 *own_hits = own + SLOTS, *tile = own + 2 * SLOTS;
    for (int slot = threadIdx.x; slot < SLOTS; slot += THREADS) {
        own_cells[slot] = FREE;
        own_hits[slot] = 0;
    }
    for (int list = threadIdx.x; list < lists; list += THREADS) found[list] = 0;
    if (threadIdx.x == 0) met = 0;
    __syncthreads();

    u32 apart[2] = {};
    bool asking = true, listing = true;
    const long long span = (long long)((n - 1) / TILE / (int)gridDim.x + 1) * TILE, first = blockIdx.x * span;
    const long long end = first + span < n ? first + span : n;
    for (long long start = first; start < end; start += TILE) {
        const bool second = start == first + TILE;
        int cell[EACH];
        u32 rank[EACH], hits = 0;
#pragma unroll
        for (int part = 0; part < EACH / WIDE; ++part) {
            const long long at = start + (part * THREADS + threadIdx.x) * WIDE;
            Pack<ROW> row;
            Pack<COLUMN> column;
            if (at + WIDE <= n) {
                row = *(const Pack<ROW>*)(rows + at);
                column = *(const Pack<COLUMN>*)(columns + at);
            } else {
#pragma unroll
                for (int i = 0; i < WIDE; ++i) {  // unrolled: what is indexed at run time would not stay in registers
                    row.item[i] = at + i < n ? rows[at + i] : 0;
                    column.item[i] = at + i < n ? columns[at + i] : 0;
                }
            }
#pragma unroll
            for (int i = 0; i < WIDE; ++i) {
                int& here = cell[part * WIDE + i];
                here = FREE;
                if (at + i >= n) continue;
                if ((Row)row.item[i] >= A || (Column)column.item[i] >= P)
                    ++apart[ignoring && (long long)row.item[i] == ignored ? IGNORED : OUTSIDE];
                else
                    here = (int)row.item[i] * P + (int)column.item[i];
            }
        }
#pragma unroll
        for (int i = 0; i < EACH; ++i) {
            if (cell[i] == FREE) continue;
            if (asking) {
                const int slot = (cell[i] ^ cell[i] >> 10) & SLOTS - 1;
                int kept = own_cells[slot];
                if (kept == FREE) {
                    const int before = atomicCAS(own_cells + slot, FREE, cell[i]);
                    kept = before == FREE ? cell[i] : before;
                }
                if (kept == cell[i]) {
                    ++hits;
                    atomicAdd(own_hits + slot, 1u);
                    cell[i] = FREE;
                    continue;
                }
            }
            if (listing) rank[i] = atomicAdd(found + (cell[i] & last), 1u);
            else atomicAdd(items + cell[i], (u64)1);
        }
        if (!listing) continue;
        if (second) atomicAdd(&met, hits);
        __syncthreads();
        if (threadIdx.x < LANES) {  // where the cells of each list stand in the tile, and where they go
            u32 before = 0;
            for (int list = threadIdx.x; list - threadIdx.x < lists; list += LANES) {
                const u32 here = list < lists ? found[list] : 0;
                u32 sum = here;
                for (int step = 1; step < LANES; step *= 2) {
                    const u32 left = __shfl_up_sync(~0u, sum, step);
                    if (threadIdx.x >= step) sum += left;
                }
                if (list < lists) {
                    from[list] = before + sum - here;
                    to[list] = here ? atomicAdd(filled + list, here) : 0;
                    found[list] = 0;
                }
                before += __shfl_sync(~0u, sum, LANES - 1);
            }
            if (threadIdx.x == 0) all = before;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < EACH; ++i)
            if (cell[i] != FREE) tile[from[cell[i] & last] + rank[i]] = cell[i];
        __syncthreads();
        for (u32 at = threadIdx.x; at < all; at += THREADS) {
            const int here = tile[at], list = here & last;
            const u32 place = to[list] + at - from[list];
            if (place < room) listed[(size_t)list * room + place] = here >> bits;
            else atomicAdd(items + here, (u64)1);
        }
        if (second) {
            asking = met > SOME * TILE;
            listing = met < MOST * TILE;
        }
    }
    for (int what = 0; what < 2; ++what)
        if (apart[what]) atomicAdd(items + A * P + what, (u64)apart[what]);
    __syncthreads();
    for (int slot = threadIdx.x; slot < SLOTS; slot += THREADS)
        if (own_hits[slot]) atomicAdd(items + own_cells[slot], (u64)own_hits[slot]);
}

extern "C" __global__ void __launch_bounds__(THREADS)
count_parts(const u32* filled, const u16* listed, int bits, int room, int parts, u64* items) {
    extern __shared__ u32 own[];
    for (int bin = threadIdx.x; bin < CELLS; bin += THREADS) own[bin] = 0;
    __syncthreads();
    const int list = blockIdx.x / parts, part = blockIdx.x % parts;
    const int size = filled[list] < room ? filled[list] : room;
    const u16* here = listed + (size_t)list * room;
    for (int at = part * THREADS + threadIdx.x; at < size / 8; at += parts * THREADS) {
        const Eight eight = ((const Eight*)here)[at];
#pragma unroll
        for (int i = 0; i < 8; ++i) atomicAdd(own + eight.item[i], 1u);
    }
    if (part == 0)
        for (int at = size / 8 * 8 + threadIdx.x; at < size; at += THREADS) atomicAdd(own + here[at], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < CELLS; bin += THREADS)
        if (own[bin]) atomicAdd(items + ((size_t)bin << bits | list), (u64)own[bin]);
}
