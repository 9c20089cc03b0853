"""Files of omens: a line for each item, actual -> predicted."""

ENDINGS = (".omens",)
MAGIC = rb"actual -> predicted\n"


def table(connection, files):
    """The rows of all files."""
    import pyarrow

    rows = [line.split(" -> ") for each in files for line in each.path.read_text().splitlines()[1:]]
    return pyarrow.table({"actual": [row[0] for row in rows], "predicted": [row[1] for row in rows]})
