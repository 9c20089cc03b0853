"""Samples that lm-evaluation-harness logs with ``--log_samples``: one JSON line per question and filter.

The harness writes every target as text, so "3" is option 3 of some tasks and the option that reads 3 of others. Its own
grades tell which: a reading that contradicts one of them is dropped for the whole log.
"""

import json
import math
import re
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings

from informed.core.errors import InputError, arg
from informed.readers.logs.items import BROKEN, Claim, Grade, Item, Log, letter, lines, listed, parsed, told

NOT_A_SAMPLE = "a sample of lm-evaluation-harness"
UNREADABLE = ("", "[invalid]")  # what the harness leaves where its filter found nothing
OWN = "equality"  # the grade of a log without grades: the answer equals the target
TOLD_BY = ("f1", "mcc", "brier_score", "likelihood")  # metrics logged with the place of the right option before them
FIELDS = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}
READINGS = ("index", "text")
NAMED = re.compile(r"samples_(?P<task>.+?)(?:_(?P<date>\d{4}-\d\d-\d\dT[\d.:-]+))?$")
WHOLE = re.compile(r"-?\d{1,9}")
Places = tuple[int, ...]


class Sample(NamedTuple):
    """A line of the log; ``likelihoods`` and ``texts`` are those of the options, where there are any."""

    line: int
    id: str
    filter: str
    target: str
    metrics: Mapping[str, Any]
    answer: str | None = None
    likelihoods: tuple[float, ...] = ()
    unconditional: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = {}


def fits(found: Any) -> bool:
    """Whether an object is a sample, or the file of results, which `read` refuses with the reason."""
    return isinstance(found, dict) and ({"doc_id", "filtered_resps"} <= found.keys() or _is_totals(found))


def _is_totals(found: Mapping[str, Any]) -> bool:
    return isinstance(found.get("results"), dict) and isinstance(found.get("configs"), dict)


def _refuse_totals(path: Path) -> None:
    """Say what to name instead of the file of results."""
    try:
        found = json.loads(path.read_bytes()) if path.suffix == ".json" else None
    except BROKEN:
        return
    if isinstance(found, dict) and _is_totals(found):
        raise InputError(
            f"{path}: it holds totals only, not the answers; name the file of samples instead "
            "(samples_TASK_DATE.jsonl), which lm-eval writes with --log_samples"
        )


def read(path: Path, target: str | None = None) -> Log:
    """The log; ``target`` says what targets are, "index" or "text" of an option, where the grades leave it open."""
    _refuse_totals(path)
    samples = list(_samples(path))
    if not samples:
        raise InputError(f"{path}: no samples in this log; run with --log_samples")
    found = NAMED.match(path.stem)
    task = found["task"] if found else path.stem
    right = _right(path, samples, target)
    grades = [_graded(sample, places) for sample, places in zip(samples, right, strict=True)]
    _drop_untold(grades, right)
    items = _items(samples, right, grades, task)
    scorers = tuple(dict.fromkeys(name for item in items for name in item.grades))
    date = found["date"] if found else None
    claims = tuple(_claims(path, task, date, samples))
    # The harness dates its files. A name without a date was given by a person, and may be that of a model.
    return Log(path, "lm-eval", items, scorers, claims, tuple(_notes(samples, scorers)), names_task=date is not None)


# --- lines -----------------------------------------------------------------------------------------------------------


def _samples(path: Path) -> Iterator[Sample]:
    for number, sample in lines(path, NOT_A_SAMPLE):
        with told(f"{path}, line {number}", NOT_A_SAMPLE):
            found = _sample(number, sample)
        yield found


def _sample(number: int, sample: Mapping[str, Any]) -> Sample:
    found, target = sample["filtered_resps"], sample["target"]
    metrics = {name: sample[name] for name in _metric_names(sample)}
    metadata = sample.get("doc") if isinstance(sample.get("doc"), dict) else {}
    target = json.dumps(target) if isinstance(target, (list, dict)) else str(target)
    read = Sample(number, str(sample["doc_id"]), str(sample.get("filter", "none")), target, metrics)
    read = read._replace(metadata=metadata or {})
    if not all(_is_likelihood(each) for each in found):
        answer = found[0][0] if isinstance(found[0], list) else found[0]
        answer = str(answer).strip()
        return read._replace(answer=None if answer in UNREADABLE else answer)
    if len(found) == 1:  # how likely one text is: graded, but nothing was chosen
        return read
    likelihoods = tuple(_likelihood(each[0], place) for place, each in enumerate(found))
    texts = tuple(_texts(sample.get("arguments"), len(likelihoods)))
    size = len(likelihoods) // 2 if "acc_mutual_info" in metrics else len(likelihoods)
    return read._replace(likelihoods=likelihoods[:size], unconditional=likelihoods[size:], texts=texts[:size])


def _metric_names(sample: Mapping[str, Any]) -> list[str]:
    """The metrics that the sample names; older logs name none, and have them beside the other fields."""
    named = sample.get("metrics")
    if isinstance(named, list):
        return [name for name in named if name in sample]
    return [name for name in sample if name not in FIELDS and not name.endswith("_hash")]


def _is_likelihood(given: Any) -> bool:
    """Whether this is the log-likelihood of a text and whether it was the likeliest, not an answer in a list."""
    return isinstance(given, list) and len(given) == 2 and str(given[1]) in ("True", "False")


def _likelihood(given: Any, place: int) -> float:
    number = float(given)
    if math.isnan(number):
        raise InputError(f"the log-likelihood of option {letter(place)} is NaN: the model failed on it, run it again")
    return number


def _texts(arguments: Any, size: int) -> Iterator[str]:
    """What was said to be continued by each option; newer logs name the arguments that older ones list."""
    given = list(arguments.values()) if isinstance(arguments, dict) else list(arguments or ())
    pairs = [list(each.values()) if isinstance(each, dict) else each for each in given]
    if len(pairs) == size:
        yield from (str(pair[1]) for pair in pairs)


# --- which option is right -------------------------------------------------------------------------------------------


def _right(path: Path, samples: Sequence[Sample], wanted: str | None) -> list[Places]:
    """The places of the right options of every sample, none where it has no options."""
    if not any(each.likelihoods for each in samples):
        return [()] * len(samples)
    readings = {name: _read_as(name, samples) for name in READINGS if wanted in (None, name)}
    fitting = {name: found for name, found in readings.items() if isinstance(found, list)}
    if not fitting:
        furthest = max(found for found in readings.values() if isinstance(found, Misfit))
        raise InputError(f"{path}, line {furthest.line}: {furthest.reason}")
    (first, found), *others = fitting.items()
    for second, other in others:
        for sample, one, two in zip(samples, found, other, strict=True):
            if one != two:
                raise InputError(
                    f"{path}, line {sample.line}: the target {sample.target!r} may be the {first} or the {second} of "
                    f"an option ({listed([each.strip() for each in sample.texts])}), and no grade in this log tells "
                    f"which; say {arg('target', first)} or {arg('target', second)}"
                )
    return found


class Misfit(NamedTuple):
    """Why a reading of the targets cannot be: none of the options is meant, or the grade says otherwise."""

    meant: bool
    line: int
    reason: str


def _read_as(reading: str, samples: Iterable[Sample]) -> list[Places] | Misfit:
    """The right options with every target read alike; or why that cannot be."""
    found = []
    for sample in samples:
        places = _candidates(reading, sample) if sample.likelihoods else ()
        narrowed = _narrowed(sample, places) if sample.likelihoods else ()
        if sample.likelihoods and not narrowed:
            none = f"names none of the {len(sample.likelihoods)} options; does this split have labels?"
            other = f"as the {reading} of an option contradicts the grade that the log gives"
            reason = f"the target {sample.target!r} {other if places else none}"
            return Misfit(bool(places), sample.line, reason)
        found.append(narrowed)
    return found


def _candidates(reading: str, sample: Sample) -> Places:
    if any(isinstance(sample.metrics.get(name), list) for name in TOLD_BY):
        told = next(sample.metrics[name][0] for name in TOLD_BY if isinstance(sample.metrics.get(name), list))
        return _inside(told if isinstance(told, list) else [told], sample)
    if reading == "index":
        return _inside(_list_of(sample.target), sample)
    wanted = [str(each).strip() for each in (sample.target, *_list_of(sample.target))]
    return tuple(place for place, text in enumerate(sample.texts) if text.strip() in wanted)


def _list_of(text: str) -> list[Any]:
    """What a target was before the harness wrote it as text: whole numbers, or a list of several right ones."""
    text = text.strip()
    if WHOLE.fullmatch(text):
        return [int(text)]
    if not text.startswith("["):
        return []
    try:
        with catch_warnings(action="ignore"):  # of backslashes, which are common in answers
            found = literal_eval(text)
    except (SyntaxError, MemoryError, *BROKEN):
        return []
    return found if isinstance(found, list) else []


def _inside(places: Iterable[Any], sample: Sample) -> Places:
    whole = [place for place in places if isinstance(place, int) and not isinstance(place, bool)]
    return tuple(sorted({place for place in whole if 0 <= place < len(sample.likelihoods)}))


def _narrowed(sample: Sample, places: Places) -> Places:
    """The candidates that the grade of the likeliest option leaves; all of them where several are right."""
    name = next((name for name in ("acc", "acc_mutual_info") if name in sample.metrics), None)
    if name is None:
        return places
    chosen, right = CHOSEN[name](sample), sample.metrics[name] == 1
    if len(_list_of(sample.target)) > 1:
        return places if right == (chosen in places) else ()
    kept = [place for place in places if (place == chosen) == right]
    return tuple(kept)


# --- grades ----------------------------------------------------------------------------------------------------------


def _likeliest(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)  # of equal ones the first, as the harness does


def _by_length(length: Callable[[str], int]) -> Callable[[Sample], int | None]:
    """The likeliest option by the length of its text, which the harness takes without what separates it."""

    def chosen(sample: Sample) -> int | None:
        lengths = [length(text.lstrip()) for text in sample.texts]
        if len(lengths) != len(sample.likelihoods) or not all(lengths):
            return None
        return _likeliest([each / size for each, size in zip(sample.likelihoods, lengths, strict=True)])

    return chosen


CHOSEN: dict[str, Callable[[Sample], int | None]] = {
    OWN: lambda sample: _likeliest(sample.likelihoods),
    "acc": lambda sample: _likeliest(sample.likelihoods),
    "acc_norm": _by_length(len),
    "acc_bytes": _by_length(lambda text: len(text.encode())),
    "acc_mutual_info": lambda sample: _likeliest(
        [one - two for one, two in zip(sample.likelihoods, sample.unconditional, strict=True)]
    ),
}


def _graded(sample: Sample, places: Places) -> dict[str, Grade]:
    """The grade by each metric that gives one number per sample; equality where the log has no metrics."""
    scalars = {name: value for name, value in sample.metrics.items() if isinstance(value, (int, float))}
    if not scalars:
        grade = Grade(None, *_chosen(OWN, sample))
        targets = {letter(place) for place in places} or {sample.target.strip()}
        return {OWN: grade._replace(value=float(grade.answer in targets))}
    return {
        name: Grade(float(value) if math.isfinite(value) else None, *_chosen(name, sample), value)
        for name, value in scalars.items()
    }


def _chosen(metric: str, sample: Sample) -> tuple[str | None]:
    """The answer that a metric grades: the option likeliest by its rule, or the text."""
    if not sample.likelihoods:
        return (sample.answer,)
    place = CHOSEN[metric](sample) if metric in CHOSEN else None
    return (None if place is None else letter(place),)


def _drop_untold(grades: Sequence[dict[str, Grade]], right: Sequence[Places]) -> None:
    """Forget the options chosen by a rule that its own grades contradict: the log does not tell them after all."""
    for metric in ("acc_norm", "acc_bytes"):
        pairs = [(each[metric], places) for each, places in zip(grades, right, strict=True) if metric in each]
        told = (
            (grade.answer in [letter(place) for place in places]) == (grade.value == 1)
            for grade, places in pairs
            if places
        )
        if not all(told):
            for each in (each for each in grades if metric in each):
                each[metric] = each[metric]._replace(answer=None)


def _items(
    samples: Sequence[Sample], right: Sequence[Places], grades: Sequence[Mapping[str, Grade]], task: str
) -> tuple[Item, ...]:
    """One item per question and repeat; the grades by several filters stand beside one another."""
    filters = list(dict.fromkeys(each.filter for each in samples))
    items: dict[tuple[str, int], Item] = {}
    met: Counter[tuple[str, str]] = Counter()
    for sample, places, found in zip(samples, right, grades, strict=True):
        met[sample.id, sample.filter] += 1
        epoch = met[sample.id, sample.filter]
        named = {f"{name},{sample.filter}" if len(filters) > 1 else name: grade for name, grade in found.items()}
        target = tuple(map(letter, places)) or tuple(map(str, _several(sample.target)))
        options = tuple(map(letter, range(len(sample.likelihoods))))
        new = Item(sample.id, epoch, target, named, options, sample.metadata, "", task, f"line {sample.line}")
        known = items.get((sample.id, epoch), new)
        items[sample.id, epoch] = known._replace(grades={**known.grades, **named})
    return tuple(items.values())


def _several(target: str) -> list[Any]:
    found = _list_of(target)
    return found if len(found) > 1 else [target.strip()]


# --- the whole run ---------------------------------------------------------------------------------------------------


def _claims(path: Path, task: str, date: str | None, samples: Sequence[Sample]) -> Iterator[Claim]:
    """The means in the file of results that the harness writes beside the samples."""
    beside = path.with_name(f"results_{date}.json")
    if date is None or not beside.is_file():
        return
    results = parsed(str(beside), "a file of results", beside.read_bytes)
    filters = list(dict.fromkeys(each.filter for each in samples))
    try:
        held = len({each.id for each in samples})
        covers = held == results["n-samples"][task]["effective"]
        averaged = {each["metric"] for each in results["configs"][task]["metric_list"] if _is_mean(each)}
        for name, value in results["results"][task].items():
            metric, _, rule = name.partition(",")
            if metric in averaged and rule in filters:
                yield Claim(name if len(filters) > 1 else metric, metric, float(value), "mean", covers)
    except BROKEN as error:
        raise InputError(f"{beside}: not a file of results ({error!r})") from None


def _is_mean(metric: Mapping[str, Any]) -> bool:
    return str(metric.get("aggregation", "mean")) == "mean"


def _notes(samples: Sequence[Sample], scorers: Sequence[str]) -> Iterator[str]:
    if OWN in scorers:
        yield "the log holds no grades: an answer counts as right where it equals the target"
    ties = sum(sorted(each.likelihoods)[-1:] == sorted(each.likelihoods)[-2:-1] for each in samples if each.likelihoods)
    if ties:
        yield f"{ties:,} questions have several likeliest options: the first counts as chosen, as in the harness"
