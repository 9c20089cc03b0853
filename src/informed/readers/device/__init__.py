"""Arrays of other libraries, counted where they lie; on NVIDIA GPUs by kernels of our own."""
