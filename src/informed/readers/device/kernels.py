"""CUDA C compiled and launched by a public library: NVIDIA's cuda.core, else CuPy; tensors stay PyTorch's."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

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
