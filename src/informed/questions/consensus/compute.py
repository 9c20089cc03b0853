"""How informed raters are, how common labels are and what each item is, when nobody knows the truth."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from informed.core.basis import answers, listed, signature
from informed.core.errors import InputError, arg, choice
from informed.core.estimate import Estimate
from informed.core.registry import get
from informed.core.table import Array
from informed.core.words import code_of, p_is
from informed.inference.draws import generator
from informed.inference.interval import check_level
from informed.questions.consensus.checks import independence, informed_raters
from informed.questions.consensus.intervals import Limits, limits
from informed.questions.consensus.model import Patterns, guessed
from informed.questions.consensus.result import BOUNDARY, TWO_ALONE, Consensus, Labelled, ModelFit, Voting
from informed.questions.consensus.search import Found, found_best
from informed.readers.votes import Votes

MODELS = ("auto", "dawid_skene", "knows_or_guesses")
SHOWN = ("informedness", "accuracy")
EDGE = 1e-3  # how near to 0 or 1 a rater's share of known answers lies on its boundary


@answers
def agreed_on(read: Votes, *, prior: float = 1.0, model: str = "auto", level: float = 0.95, seed: Any = 0) -> Consensus:
    """The consensus of raters; the arguments are those of `informed.consensus`."""
    level, _ = check_level(level), choice("model", model, MODELS)
    if not 0 <= prior < float("inf"):
        raise InputError(f"{arg('prior', prior)} is not a number of ratings >= 0; 0 is plain maximum likelihood")
    _check(read)
    rated = np.unique(read.item)
    data, pattern = patterns(read, rated)
    if len(read.raters) == 2 and len(read.groups) == 1:
        return _refused(read, rated, data, level, TWO_ALONE)
    wanted = min(len(read.raters), 3)
    if (p := informed_raters(data, wanted)) > 1 - level:
        return _refused(read, rated, data, level, f"no evidence that {NUMBERS[wanted]} raters are informed ({p_is(p)})")
    rng = generator(seed)
    best = found_best(data, model, prior, rng)
    ends = limits(data, best, prior, level, rng)
    test, untested = independence(data, best, prior, rng)
    named = test and test(read.raters)
    recipe: dict[str, Any] = {"n": len(rated), "ratings": len(read.item), "raters": len(read.raters)}
    recipe |= {"labels": listed(read.labels), "by": len(read.groups) if len(read.groups) > 1 else None}
    recipe |= {"model": best.name, "prior": prior, "draws": ends.draws, "seed": seed, "level": level}
    probability, likelihood = ends.probability, float(best.fit.likelihood.sum())
    raters = _raters(read, ends, best, level)
    return Consensus(
        n=len(rated),
        classes=read.labels,
        raters=raters,
        matrices=dict(zip(read.raters, best.shown, strict=True)),
        given=_given(read),
        prevalence=_shares(read, ends, ends.overall, level),
        groups={name: _shares(read, ends, part, level) for name, part in zip(read.groups, ends.groups, strict=True)}
        if len(read.groups) > 1
        else {},
        labels=tuple(_labelled(read, rated, probability[pattern], data.votes[pattern])),
        fit=ModelFit(best.name, likelihood, best.bic, best.parameters, best.starts, best.better, named, untested),
        voting=_voting(data, probability),
        quality=_quality(data, probability),
        jointly={
            who: _estimate(ends, (each["informedness"].value, *ends.jointly[:, place]), level, 0.0)
            for place, (who, each) in enumerate(raters.items())
        },
        level=level,
        signature=signature(recipe),
        notes=(*_notes(read, rated), *_chosen(best), *filter(None, (ends.refusal, ends.rough))),
    )


def _check(read: Votes) -> None:
    if len(read.raters) < 2:
        raise InputError(f"consensus needs two raters or more, there is {len(read.raters)}; name all columns of raters")
    if len(read.labels) < 2:
        raise InputError(f"there is one label alone, {read.labels[0]!r}; a consensus needs at least two")


def patterns(read: Votes, rated: Array) -> tuple[Patterns, Array]:
    """The distinct patterns of ratings, and the pattern of each rated item."""
    from scipy.sparse import coo_array

    size, classes = len(read.raters), len(read.labels)
    place = np.zeros(read.n, np.int64)
    place[rated] = np.arange(len(rated))
    cells = (np.ones(len(read.item)), (place[read.item], read.rater * classes + read.label))
    said = coo_array(cells, shape=(len(rated), size * classes)).tocsr()  # repeated ratings add up
    said.sort_indices()
    group = read.group[rated]
    known: dict[tuple[int, bytes, bytes], int] = {}
    ends = zip(said.indptr[:-1].tolist(), said.indptr[1:].tolist(), strict=True)
    keys = (
        (part, said.indices[low:high].tobytes(), said.data[low:high].tobytes())
        for part, (low, high) in zip(group.tolist(), ends, strict=True)
    )
    pattern = np.array([known.setdefault(key, len(known)) for key in keys], np.int64)
    _, first = np.unique(pattern, return_index=True)
    times = np.bincount(pattern).astype(float)
    return Patterns(said[first], times, group[first], size, classes, len(read.groups)), pattern


def _given(read: Votes) -> dict[str, int]:
    return dict(zip(read.raters, np.bincount(read.rater, minlength=len(read.raters)).tolist(), strict=True))


def _raters(read: Votes, ends: Limits, best: Found, level: float) -> dict[str, dict[str, Estimate]]:
    notes: list[str | None] = [None] * len(read.raters)
    if best.name == "knows_or_guesses":
        knows = 1 - guessed(best.fit.matrices).sum(-1)
        notes = [BOUNDARY if min(each, 1 - each) < EDGE else None for each in knows.tolist()]
    return {
        who: {
            name: _estimate(
                ends,
                (ends.values[name][place], ends.low[name][place], ends.high[name][place]),
                level,
                0.0 if name == "informedness" else None,
                notes[place] if name == "informedness" else None,
            )
            for name in SHOWN
        }
        for place, who in enumerate(read.raters)
    }


def _estimate(
    ends: Limits, three: tuple[float, float, float], level: float, chance: float | None = None, note: str | None = None
) -> Estimate:
    value, low, high = map(float, three)
    if ends.refusal is not None:
        return Estimate(value, chance, note=f"no interval: {ends.refusal}")
    return Estimate(value, chance, low, high, level, "bootstrap", note)


def _shares(read: Votes, ends: Limits, part: Array, level: float) -> dict[Any, Estimate]:
    return {label: _estimate(ends, tuple(part[:, place]), level) for place, label in enumerate(read.labels)}


def _labelled(read: Votes, rated: Array, probability: Array, votes: Array) -> Iterator[Labelled]:
    top = probability.argmax(-1)
    most = votes.max(-1, keepdims=True)
    tied = (votes == most).sum(-1) > 1
    rows = zip(rated.tolist(), top.tolist(), probability.max(-1).tolist(), tied, votes.argmax(-1).tolist(), strict=True)
    for item, label, share, even, vote in rows:
        yield Labelled(read.items[item], read.labels[label], share, None if even else read.labels[vote])


def _voting(data: Patterns, probability: Array) -> Voting:
    """How far majority vote goes wrong, by the probabilities of the model; a tie is drawn by lot."""
    first = data.votes == data.votes.max(-1, keepdims=True)
    tied = first.sum(-1) > 1
    right = (first * probability).sum(-1) / first.sum(-1)
    differs = ~tied & (data.votes.argmax(-1) != probability.argmax(-1))
    n = data.times.sum()
    return Voting(
        int(data.times @ tied),
        int(data.times @ differs),
        float(data.times @ right / n),
        float(data.times @ probability.max(-1) / n),
    )


def _quality(data: Patterns, probability: Array) -> Array:
    """How the consensus labels each true class, by the probabilities of the model."""
    label = np.eye(data.classes)[probability.argmax(-1)]
    joint = np.einsum("p,pk,pl->kl", data.times, probability, label)
    return np.asarray(joint / np.maximum(joint.sum(-1, keepdims=True), 1e-300))


def _notes(read: Votes, rated: Array) -> Iterator[str]:
    yield from read.notes
    if unrated := read.n - len(rated):
        yield f"items without a rating, which are left out: {unrated:,}"
    cells = read.item * len(read.raters) + read.rater
    if again := len(cells) - len(np.unique(cells)):
        yield f"ratings of an item that the same rater had rated before: {again:,}; they count as further ratings"


def _chosen(best: Found) -> Iterator[str]:
    if len(best.bic) > 1:
        other = max(best.bic, key=lambda name: best.bic[name])
        yield (
            f"model {best.name} taken by BIC: {best.bic[best.name]:,.1f} against {best.bic[other]:,.1f} for {other}; "
            f"{arg('model')} settles it"
        )


# --- nothing can be known --------------------------------------------------------------------------------------------

NUMBERS = {2: "two", 3: "three"}


def _refused(read: Votes, rated: Array, data: Patterns, level: float, why: str) -> Consensus:
    """Nothing, of two raters alone but bounds: with two labels a rater knows at least what the other says."""
    nothing = Estimate(float("nan"), note=f"refused: {why}")
    raters = {who: {"informedness": nothing} for who in read.raters}
    if code_of(why) == TWO_ALONE.code and len(read.labels) == 2:
        table = _crossed(data)
        for who, about in zip(read.raters, (table.T, table), strict=True):
            least = max(float(get("informedness")(about)), 0.0)
            bounds = replace(nothing, low=least, high=1.0, chance=0.0, note="bounds: refused, " + why)
            raters[who] = {"informedness": bounds}
    recipe = {"n": len(rated), "ratings": len(read.item), "raters": len(read.raters), "labels": listed(read.labels)}
    return Consensus(
        n=len(rated),
        classes=read.labels,
        raters=raters,
        matrices={},
        given=_given(read),
        prevalence=dict.fromkeys(read.labels, nothing),
        groups={},
        labels=(),
        fit=None,
        voting=None,
        quality=np.full((len(read.labels), len(read.labels)), np.nan),
        level=level,
        signature=signature(recipe),
        refusal=why,
        notes=tuple(_notes(read, rated)),
    )


def _crossed(data: Patterns) -> Array:
    """What both said of the items that both rated, the first as actual."""
    each = np.asarray(data.said.toarray()).reshape(-1, 2, data.classes)
    return np.einsum("p,pa,pb->ab", data.times, each[:, 0], each[:, 1])
