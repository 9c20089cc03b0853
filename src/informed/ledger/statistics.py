"""The statistics of a run, read back."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.items import Items
from informed.core.labelsets import LabelSets
from informed.core.ratings import Ratings
from informed.core.saving import Saved
from informed.core.scores import Scores
from informed.core.shape import WRONG
from informed.ledger.run import RESTORE, SHORT, Run
from informed.readers.files.saved import merged

PLAIN = "independent items"
KINDS: dict[str, type[Saved]] = {each.kind: each for each in (Counts, Items, Scores, LabelSets, Ratings)}


def read(run: str, rows: Iterable[tuple[str, str, str]]) -> dict[str, Saved]:
    """The statistics of a run by name, from the rows name, kind and JSON."""
    found: dict[str, Saved] = {}
    for name, kind, document in rows:
        if kind not in KINDS:
            raise InputError(f"the ledger holds {kind!r}, which this version does not know; upgrade informed")
        try:
            statistic = KINDS[kind].from_json(document)
        except InputError as error:
            raise InputError(f"run {run[:SHORT]}, statistic {name!r}: {error}; {RESTORE}") from None
        found[name if name not in found else f"{name} {len(found)}"] = statistic
    return found


def counts_of(run: str, statistics: dict[str, Saved], system: str | None) -> Counts:
    """The table of one system of a run."""
    tables = {name.rpartition("/")[2]: each for name, each in statistics.items() if isinstance(each, Counts)}
    tables.pop("reference_quality", None)  # what the actual labels were checked by
    if len(tables) == 1:
        return next(iter(tables.values()))
    if tables:
        if system in tables:
            return tables[system]
        raise InputError(f"run {run} holds counts of {', '.join(tables)}; name one of them with {arg('system')}")
    for each in statistics.values():
        if isinstance(each, Items) and not isinstance(each, Ratings):
            return each.counts() if len(each.systems) == 1 else each.counts(system)
    kinds = ", ".join(dict.fromkeys(each.kind for each in statistics.values()))
    held = f"{kinds}, not" if kinds else "no"
    raise InputError(f"run {run} holds {held} counts of actual and predicted labels, which this question needs")


def sample_of(run: str, statistics: dict[str, Saved], system: str | None) -> Counts | Items:
    """What one system of a run is measured by: its items where they have clusters or strata, else its counts."""
    for each in statistics.values():
        if isinstance(each, Items) and not isinstance(each, Ratings) and each.dependent:
            alone = each.only(each.systems[0] if len(each.systems) == 1 or system is None else system)
            return replace(alone, systems=("predicted",))  # one name, so that runs of other questions can be added
    return counts_of(run, statistics, system)


def once(runs: Sequence[Run], samples: Sequence[Counts | Items]) -> list[tuple[Run, Counts | Items]]:
    """The runs with their samples, each set of data once: asked about twice, it still holds the same items."""
    both = list(zip(runs, samples, strict=True))
    again = Counter(map(_data, runs))
    keys = [(_data(run), each.to_json() if again[_data(run)] > 1 else "") for run, each in both]
    return list(dict(zip(keys, both, strict=True)).values())


def _data(run: Run) -> tuple[str, str]:
    """What tells the data of a run, and the version that answered them."""
    return run.fingerprint or run.dataset, run.version


def summed_at_once(runs: Sequence[Run], documents: Sequence[Sequence[tuple[str, str, str]]]) -> Counts | None:
    """The sum over runs whose plain counts differ in their cells alone, held to their shape together.

    None where they differ in more, data may have come again, or one is damaged: read one by one, it is named.
    """
    if len({_data(run) for run in runs}) < len(runs) or any(len(each) != 1 for each in documents):
        return None
    try:
        parts = [json.loads(document) for ((_, _, document),) in documents]
        first = Counts.from_dict(parts[0])
        cells, *sums = ([each.pop(name) for each in parts] for name in ("table", "n", "missing", "refused"))
        if first.by or any(each != parts[0] for each in parts):
            return None
        groups = {"by": ["run"], "groups": [[place] for place in range(len(runs))]}
        total = dict(zip(("n", "missing", "refused"), map(sum, sums), strict=True))
        return Counts.from_dict(parts[0] | groups | total | {"table": cells}).pooled()
    except (InputError, KeyError, *WRONG):
        return None


def summed(apart: Sequence[tuple[Run, Counts | Items]]) -> Counts | Items:
    """The sum over runs. Clusters of the same name are the same cluster in every run."""
    first, samples = apart[0][0], [each for _, each in apart]
    designs = dict.fromkeys(map(design_of, samples))
    if len(designs) > 1:
        raise InputError(
            f"the runs of {first.system!r} in task {first.task!r} cannot be added up: some have "
            f"{', others '.join(designs)}; choose runs with {arg('since')} or {arg('tags')}"
        )
    items = [each for each in samples if isinstance(each, Items)]
    return merged(items, union=True) if items else merged([each for each in samples if isinstance(each, Counts)], True)


def design_of(sample: Counts | Items) -> str:
    """How the items were drawn, in words."""
    found = [name for name in ("clusters", "strata") if getattr(sample, name, ())]
    weighted = sample.weights is not None if isinstance(sample, Items) else sample.weighted
    return " and ".join([*found, *(["weights"] if weighted else [])]) or PLAIN


def same_table(first: Counts, second: Counts) -> bool:
    """Whether two tables have the same cells, but for labels that never occur and the order of the others."""
    if not first.square or not second.square:
        return False
    one, two = (each.occurring(alike=True) for each in (first, second))
    return set(one.labels) == set(two.labels) and bool((one.aligned(two.labels).table == two.table).all())
