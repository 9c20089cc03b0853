"""The answers of a log that a cell of its table, or a group, counts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from informed.core.errors import arg
from informed.readers.logs.fields import column, flat
from informed.readers.logs.runs import Run
from informed.readers.logs.tables import Keys, spelled_by

OWN = ("id", "epoch", "task", "actual", "predicted")


def answers_where(
    runs: Sequence[Run], keys: Keys, actual: str, predicted: str, groups: Mapping[str, str]
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The names of the columns, and a row for each answer with these labels, or each wrong one where none is given."""
    answers = [each for run in runs for each in run.answers]
    spelled = spelled_by(answers, keys)
    within = {name: column(answers, name, f"{arg('by')}") for name in groups}
    fields = list(dict.fromkeys(name for each in answers for name, _ in flat(each.item.metadata)))

    def found() -> Iterator[tuple[Any, ...]]:
        for place, (each, right, said) in enumerate(zip(answers, spelled.actual, spelled.predicted, strict=True)):
            if any(str(within[name][place]) != label for name, label in groups.items()):
                continue
            if actual in ("", str(right)) and predicted in ("", str(said)) and (actual or predicted or right != said):
                own, item = dict(flat(each.item.metadata)), each.item
                yield item.id, item.epoch, item.task, right, said, *(own.get(name) for name in fields)

    return (*OWN, *fields), list(found())
