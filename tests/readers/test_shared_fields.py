"""A field groups the items that are compared, so all logs must say the same of an item."""

from __future__ import annotations

import json

import pytest

from informed import InputError
from informed.readers.logs import Keys, grades_of, paired_grades, read_run, systems_of_runs


def logs(folder, answers=True):
    """Two models on ten items asked twice; both know the kind of an item, and each has its own words beside."""
    for model, wrong in (("small", 3), ("large", 5)):
        rows = (
            {"id": at, "epoch": time, "model": model, "target": "AB"[at % 2], "correct": int(at % wrong > 0)}
            | ({"answer": "AB"[(at + (at % wrong == 0)) % 2]} if answers else {})
            | {"kind": "even" if at % 2 else "odd", "machine": f"{model}-1", "day": f"day {time}"}
            for at in range(10)
            for time in (0, 1)
        )
        (folder / f"{model}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_run([folder / "small.jsonl", folder / "large.jsonl"])


@pytest.mark.parametrize("keys", [Keys(by=("machine",)), Keys(cluster="machine"), Keys(by=("kind", "machine"))])
@pytest.mark.parametrize("read", [systems_of_runs, paired_grades])
def test_a_field_that_differs_between_logs_is_refused(tmp_path, read, keys):
    said = r"'machine' is not the same in all logs \(item '0': 'small-1' in 'small', 'large-1' in 'large'\)"
    with pytest.raises(InputError, match=rf"{said}; name a field that is: .*'kind'"):
        read(logs(tmp_path), keys=keys)


@pytest.mark.parametrize("read", [systems_of_runs, paired_grades])
def test_a_field_that_all_logs_share_groups_the_items_in_either_order(tmp_path, read):
    runs, keys = logs(tmp_path), Keys(by=("kind",))
    one, two = (read(each, keys=keys) for each in (runs, runs[::-1]))
    assert list(one.by) == list(two.by) == ["kind"]


def test_groups_of_graded_items_hold_whole_items(tmp_path):
    runs = logs(tmp_path, answers=False)
    with pytest.raises(InputError, match="by=: 'day' differs between answers to item '0'"):
        grades_of(runs[:1], "grades", Keys(by=("day",)))
