"""Pairs of codes counted on an NVIDIA GPU at the speed of its memory, by the kernel in ``pairs.cu``.

PyTorch compiles the kernel when it is first needed and launches it; other libraries lend their arrays to it.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

THREADS = 1024
BLOCKS = 2  # for each multiprocessor
MOST_ITEMS = 2**30  # in one launch: the kernel numbers them with 32 bits
ALIGNED = 16  # bytes that one load takes
APART = 3  # ignored, outside, of a bad weight: counted behind the last cell

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
    """The array as a tensor that the kernel takes, without a copy; None where it has to be counted another way."""
    torch = sys.modules.get("torch")  # not worth importing: a library that did not need it has a bincount of its own
    if torch is None:
        return None
    found = array if isinstance(array, torch.Tensor) else torch.from_dlpack(array)
    return found if found.is_cuda and _name(found) in CODES and _compiles() else None


@cache
def _compiles() -> bool:
    """Whether PyTorch compiles kernels here: the feature is experimental there and needs NVIDIA's run-time compiler."""
    import torch

    try:
        torch.cuda._compile_kernel('extern "C" __global__ void nothing() {}', "nothing")
    except (AttributeError, OSError, RuntimeError):
        return False
    return torch.version.cuda is not None


def count_pairs(rows: Any, columns: Any, shape: tuple[int, int], weights: Any, ignore: int | None) -> list[Any]:
    """Items in every cell and what was set apart; with weights also their sums and sums of squares."""
    import torch

    cells = shape[0] * shape[1]
    with torch.cuda.device(rows.device):
        items = torch.zeros(cells + APART, dtype=torch.int64, device=rows.device)
        sums = torch.zeros(2, cells if weights is not None else 0, dtype=torch.float64, device=rows.device)
        for start in range(0, len(rows), MOST_ITEMS):
            part = slice(start, start + MOST_ITEMS)
            _launch(rows[part], columns[part], None if weights is None else weights[part], shape, ignore, items, sums)
    return [items, *(sums if weights is not None else ())]


def _launch(
    rows: Any, columns: Any, weights: Any, shape: tuple[int, int], ignore: int | None, items: Any, sums: Any
) -> None:
    import torch

    rows, columns, weights = (None if each is None else _ready(each) for each in (rows, columns, weights))
    traits = torch.cuda.get_device_properties(rows.device)
    memory = shape[0] * shape[1] * (4 if weights is None else 4 + 2 * 8)
    shared = memory <= traits.shared_memory_per_block_optin
    kernel = _kernel(
        rows.device.index, _name(rows), _name(columns), None if weights is None else _name(weights), shared
    )
    full = traits.multi_processor_count * BLOCKS
    kernel(
        grid=(min(full, 1 + len(rows) // (8 * THREADS)), 1, 1),
        block=(THREADS, 1, 1),
        args=[
            rows,
            columns,
            rows if weights is None else weights,
            len(rows),
            *shape,
            int(ignore is not None),
            ignore or 0,
            items,
            sums[0],
            sums[1],
        ],
        shared_mem=memory if shared else 0,
    )


def _ready(array: Any) -> Any:
    """In one piece, and where a wide load may start."""
    array = array.detach().contiguous()
    return array.clone() if array.data_ptr() % ALIGNED else array


def _name(array: Any) -> str:
    return str(array.dtype).removeprefix("torch.")


@cache
def _kernel(device: int, row: str, column: str, weight: str | None, shared: bool) -> Any:
    """The kernel for these types, on this device."""
    import torch

    source = Path(__file__).with_name("pairs.cu").read_text(encoding="utf-8")
    kernel = torch.cuda._compile_kernel(defines(row, column, weight, shared) + source, "count_pairs")
    if shared:
        kernel.set_shared_memory_config(torch.cuda.get_device_properties(device).shared_memory_per_block_optin)
    return kernel


def defines(row: str, column: str, weight: str | None, shared: bool) -> str:
    """What the source leaves open."""
    given = {
        "ROW": CODES[row],
        "COLUMN": CODES[column],
        "WEIGHT": WEIGHTS[weight or "float32"],
        "WEIGHED": int(weight is not None),
        "SHARED": int(shared),
        "THREADS": THREADS,
    }
    return "".join(f"#define {name} {value}\n" for name, value in given.items())
