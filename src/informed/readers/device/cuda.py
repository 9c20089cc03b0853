"""Pairs of codes counted on an NVIDIA GPU at the speed of its memory, by the kernels in ``pairs.cu`` and ``parts.cu``.

A kernel is compiled when it is first needed, for the tensors of PyTorch; other libraries lend it their arrays.
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from informed.readers.arrays.kernel import HEAVIEST, LIGHTEST

Launch = Callable[[int, int, int, Sequence[Any]], None]  # blocks, threads, bytes of shared memory, arguments
Load = Callable[[int, str, str, int], Launch]  # device, source, name, most bytes of shared memory


@cache
def loader() -> Load | None:
    """The first library that compiles here; None where there is none, or no compiler beside it."""
    for load in LOADERS:
        try:
            load(0, 'extern "C" __global__ void nothing() {}', "nothing", 0)
        except Exception:  # each library and its compiler fail in ways of their own: missing, too old, without a driver
            continue
        return load
    return None


def by_cuda_core(device: int, source: str, name: str, shared: int) -> Launch:
    """Compiled and launched by cuda.core."""
    core, driver = import_module("cuda.core"), import_module("cuda.bindings.driver")
    here = core.Device(device)
    here.set_current()
    options = core.ProgramOptions(std="c++17", arch=f"sm_{here.arch}")
    kernel = core.Program(source, "c++", options).compile("cubin").get_kernel(name)
    if shared:
        largest = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        (error,) = driver.cuKernelSetAttribute(largest, shared, kernel.handle, driver.CUdevice(device))
        if error != driver.CUresult.CUDA_SUCCESS:
            raise RuntimeError(f"{name}: {error}")

    def launch(blocks: int, threads: int, memory: int, arguments: Sequence[Any]) -> None:
        config = core.LaunchConfig(grid=blocks, block=threads, shmem_size=memory)
        core.launch(core.Stream.from_handle(_stream()), config, kernel, *map(_plain, arguments))

    return launch


def by_cupy(device: int, source: str, name: str, shared: int) -> Launch:
    """Compiled and launched by CuPy."""
    cupy = import_module("cupy")
    with cupy.cuda.Device(device):
        kernel = cupy.RawModule(code=source, options=("-std=c++17",)).get_function(name)
        if shared:
            kernel.max_dynamic_shared_size_bytes = shared

    def launch(blocks: int, threads: int, memory: int, arguments: Sequence[Any]) -> None:
        with cupy.cuda.Device(device), cupy.cuda.ExternalStream(_stream()):
            kernel((blocks,), (threads,), tuple(map(_typed, arguments)), shared_mem=memory)

    return launch


LOADERS: tuple[Load, ...] = (by_cuda_core, by_cupy)


def _stream() -> int:
    """The stream that PyTorch works on, so that nothing has to wait."""
    import torch

    return int(torch.cuda.current_stream().cuda_stream)


def _plain(argument: Any) -> Any:
    """A number of 32 bits, or the address of a tensor."""
    return np.int32(argument) if isinstance(argument, int) else argument.data_ptr()


def _typed(argument: Any) -> Any:
    return np.int32(argument) if isinstance(argument, int) else np.uintp(argument.data_ptr())


THREADS = 1024
BLOCKS = 2  # for each multiprocessor; with weights one has all of its shared memory
MOST_COPIES = 128  # of the bins
MOST_ITEMS = 2**30  # in one launch: the kernel numbers them with 32 bits
SLOTS = 4096  # bins of a table that is too large for shared memory, for each block
FAVOURED = 4  # of the first 32 items of a warp in one cell: its weights are then summed apart
ALIGNED = 16  # bytes that one load takes

# Many items in a table that is too large for shared memory: their cells are put into lists first.
MANY, LISTED = 2**23, 2**27  # items from which on that pays, and how many are in lists at once
CELLS, LISTS = 2**15, 64  # cells of one list, and how many lists there may be
LISTING, EACH = 512, 8  # threads of a block, and items that each takes at a time
LISTERS = {4: 3}  # blocks of a multiprocessor for codes of so many bytes, else 4: another would wait for registers
SOME, MOST = 0.125, 0.75  # shares of items in cells that have bins: above, these are asked; above, no lists are made
SPARE = 1.25  # room in a list against an equal share of the items
STATIC = 2**10  # bytes of shared memory at most that the kernel names itself

CODES = {
    "bool": "bool",
    "uint8": "unsigned char",
    "int8": "signed char",
    "int16": "short",
    "uint16": "unsigned short",
    "int32": "int",
    "uint32": "unsigned int",
    "int64": "long long",
    "uint64": "unsigned long long",
}
WEIGHTS = {"float32": "float", "float64": "double"}


def tensor(array: Any) -> Any:
    """The array as a tensor on a GPU, without a copy; None where the kernel cannot be had."""
    torch = sys.modules.get("torch")  # not worth importing: a library that did not need it has a bincount of its own
    if torch is None:
        return None
    found = array if isinstance(array, torch.Tensor) else torch.from_dlpack(array)
    return found if found.is_cuda and torch.version.cuda and loader() is not None else None


def zeros(tensor: Any, cells: int, apart: int, weighted: bool) -> tuple[Any, Any]:
    """Cells, and sums of weights, to add to, on the GPU of the tensor."""
    import torch

    items = tensor.new_zeros(cells + apart, dtype=torch.int64)
    return items, tensor.new_zeros(2, cells, dtype=torch.float64) if weighted else None


def fetched(tensor: Any) -> Any:
    """An array of the host, of a tensor as large as a table."""
    import torch

    return torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True).copy_(tensor).numpy()


def add_pairs(rows: Any, columns: Any, weights: Any, shape: tuple[int, int], ignore: int | None, into: Any) -> None:
    """Add pairs to the cells and sums ``into``, which lie on the same GPU; nothing waits for it."""
    import torch

    with torch.cuda.device(rows.device):
        for start in range(0, len(rows), MOST_ITEMS):
            part = slice(start, start + MOST_ITEMS)
            _launch(rows[part], columns[part], None if weights is None else weights[part], shape, ignore, into)
    if ignore is not None and 0 <= ignore < shape[0]:
        _take_out(ignore, shape, into)


def _launch(rows: Any, columns: Any, weights: Any, shape: tuple[int, int], ignore: int | None, into: Any) -> None:
    rows, columns = _ready(rows), _ready(columns)
    weights = None if weights is None else _ready(weights if _name(weights) in WEIGHTS else weights.double())
    processors, room = _traits(rows.device.index)
    size = shape[0] * shape[1] * (4 if weights is None else 4 + 2 * 8)
    copies = 1 if weights is None else _copies(size, room)
    shared = size * copies <= room
    blocks = processors * (BLOCKS if weights is None or not shared else 1)
    if weights is None and not shared and len(rows) >= MANY and shape[0] * shape[1] <= CELLS * LISTS:
        for start in range(0, len(rows), LISTED):
            _by_lists(rows[start : start + LISTED], columns[start : start + LISTED], shape, ignore, into)
        return
    names = (_name(rows), _name(columns), None if weights is None else _name(weights))
    _kernel(rows.device.index, *names, shared)(
        min(blocks, 1 + len(rows) // (8 * THREADS)),
        THREADS,
        size * copies if shared else SLOTS * 8,
        [
            *(rows, columns, rows if weights is None else weights, len(rows), *shape),
            *(int(ignore is not None), ignore or 0, copies, into.cells, into.cells if into.sums is None else into.sums),
        ],
    )


def _by_lists(rows: Any, columns: Any, shape: tuple[int, int], ignore: int | None, into: Any) -> None:
    """Many pairs into a large table: cells are put into lists, and each list is counted in shared memory."""
    import torch

    device, processors = rows.device, _traits(rows.device.index)[0]
    bits = (-(-shape[0] * shape[1] // CELLS) - 1).bit_length()
    room = int(SPARE * len(rows)) >> bits + 3 << 3  # lists begin where a wide load may start
    filled = torch.zeros(1 << bits, dtype=torch.int32, device=device)
    listed = torch.empty(room << bits, dtype=torch.int16, device=device)
    part, count = (_lister(device.index, _name(rows), _name(columns), name) for name in ("part_pairs", "count_parts"))
    given = [rows, columns, len(rows), *shape, int(ignore is not None), ignore or 0, bits, room, filled, listed]
    tile = LISTING * _each(_name(rows), _name(columns))
    listers = LISTERS.get(max(rows.itemsize, columns.itemsize), 4)
    part(processors * listers, LISTING, 4 * (2 * SLOTS + tile), [*given, into.cells])
    parts = max(processors >> bits, 1)
    count(parts << bits, THREADS, 4 * CELLS, [filled, listed, bits, room, parts, into.cells])


def _copies(size: int, room: int) -> int:
    """Sums of weights are added one after the other where threads meet; in several copies they meet less."""
    return 1 << max(min(MOST_COPIES, room // size).bit_length() - 1, 0)


def _take_out(row: int, shape: tuple[int, int], into: Any) -> None:
    """An ignored row of the table itself was counted like any other."""
    part = slice(row * shape[1], (row + 1) * shape[1])
    into.cells[shape[0] * shape[1]] += into.cells[part].sum()
    into.cells[part] = 0
    if into.sums is not None:
        into.sums[:, part] = 0


def _ready(array: Any) -> Any:
    """In one piece, and where a wide load may start."""
    array = array.detach().contiguous()
    return array.clone() if array.data_ptr() % ALIGNED else array


def _name(array: Any) -> str:
    return str(array.dtype).removeprefix("torch.")


@cache
def _traits(device: int) -> tuple[int, int]:
    """How many multiprocessors there are, and how much shared memory a block of theirs may have."""
    import torch

    traits = torch.cuda.get_device_properties(device)
    return traits.multi_processor_count, traits.shared_memory_per_block_optin


@cache
def _kernel(device: int, row: str, column: str, weight: str | None, shared: bool) -> Launch:
    """The kernel for these types, on this device."""
    load = loader()
    assert load is not None
    source = Path(__file__).with_name("pairs.cu").read_text(encoding="utf-8")
    room = _traits(device)[1] if shared else 0
    return load(device, defines(row, column, weight, shared) + source, "count_pairs", room)


@cache
def _lister(device: int, row: str, column: str, name: str) -> Launch:
    """One of the two kernels that count by lists."""
    load = loader()
    assert load is not None
    source = "".join(Path(__file__).with_name(each).read_text(encoding="utf-8") for each in ("pairs.cu", "parts.cu"))
    threads = LISTING if name == "part_pairs" else THREADS
    return load(device, defines(row, column, None, False, threads) + source, name, _traits(device)[1] - STATIC)


def _each(row: str, column: str) -> int:
    """Items that a thread takes at a time, at least as many as a wide load holds."""
    return max(EACH, ALIGNED // max(np.dtype(each).itemsize for each in (row, column)))


def defines(row: str, column: str, weight: str | None, shared: bool, threads: int = THREADS) -> str:
    """What the source leaves open."""
    given = {
        "ROW": CODES[row],
        "COLUMN": CODES[column],
        "WEIGHT": WEIGHTS[weight or "float32"],
        "WEIGHTED": int(weight is not None),
        "SHARED": int(shared),
        "LIGHTEST": LIGHTEST,
        "HEAVIEST": HEAVIEST,
        "THREADS": threads,
        "SLOTS": SLOTS,
        "FAVOURED": FAVOURED,
        "CELLS": CELLS,
        "LISTS": LISTS,
        "EACH": _each(row, column),
        "SOME": SOME,
        "MOST": MOST,
    }
    return "".join(f"#define {name} {value}\n" for name, value in given.items())
