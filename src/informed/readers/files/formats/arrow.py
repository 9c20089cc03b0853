"""Arrow files (Feather) and streams, read in batches. Needs `informed[dataframe]`."""

from collections.abc import Iterator, Sequence
from typing import Any

from informed.core.errors import InputError
from informed.readers.engines.names import check_apart
from informed.readers.files.sources import Source

ENDINGS = (".feather", ".arrow", ".arrows", ".ipc")
MAGIC = rb"ARROW1|FEA1|\xff{4}"
FILE, OLD = b"ARROW1", b"FEA1"


def table(connection: Any, files: Sequence[Source]) -> Any:
    """The rows of all files, whose columns are matched by name."""
    held = [Batches(each) for each in files]
    check_apart((each.source.name, each.read().schema.names) for each in held)  # a damaged file is refused here
    for place, batches in enumerate(held):
        connection.from_arrow(batches).create_view(f"arrow_{place}", replace=True)
    return connection.sql(" union all by name ".join(f"from arrow_{place}" for place in range(len(files))))


class Batches:
    """The batches of a file, which can be asked for again and again."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A new reader of all batches."""
        return self.read().__arrow_c_stream__(requested_schema)

    def read(self) -> Any:
        """A new reader; each batch is checked, for a damaged one would end the program."""
        arrow = _pyarrow(self.source.name)
        with self.source.path.open("rb") as file:
            start = file.read(len(FILE))
        if start.startswith(OLD):
            raise InputError(f"{self.source.name} is Feather version 1; write it again as version 2, or as Parquet")
        try:
            mapped = arrow.memory_map(str(self.source.path))
            held = arrow.ipc.open_file(mapped) if start == FILE else arrow.ipc.open_stream(mapped)
        except (arrow.ArrowException, OSError, UnicodeError) as error:
            raise InputError(f"{self.source.name}: {error}; the file is damaged or cut short") from None
        batches = map(held.get_batch, range(held.num_record_batches)) if start == FILE else held
        return arrow.RecordBatchReader.from_batches(held.schema, _checked(batches))


def _checked(batches: Any) -> Iterator[Any]:
    for batch in batches:
        batch.validate(full=True)
        yield batch


def _pyarrow(name: str) -> Any:
    try:
        import pyarrow
        import pyarrow.ipc
    except ModuleNotFoundError:
        raise InputError(
            f"{name} is an Arrow file; reading it needs pyarrow: pip install 'informed[dataframe]'"
        ) from None
    return pyarrow
