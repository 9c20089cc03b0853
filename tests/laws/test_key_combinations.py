"""Every combination of keys in sweep, agree and multilabel, held to the laws of keys.

The keys are groups (one column or two), clusters, strata, weights, abstentions and missing values. Whatever is asked
for together, a group's numbers are those of its rows alone, weights of 1 and a cluster per item change nothing,
repeated rows are frequencies, and to abstain is no class.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import informed
from informed import InputError
from informed.cli import main
from informed.core.errors import opened
from informed.core.estimate import as_json
from informed.readers.columns import Rated, Scored
from informed.readers.distinct import distinct
from informed.readers.sets import read_sets
from typed import in_the_shell

pytestmark = pytest.mark.combinations
KEYS = ("by", "cluster", "stratum", "weights", "abstain", "missing")
SUBSETS = [subset for size in range(len(KEYS) + 1) for subset in combinations(KEYS, size)]
ASKED = [(question, subset) for question in ("sweep", "agree", "multilabel") for subset in SUBSETS]
N, CLUSTERS = 60, 12
LABELS = ["w", "x", "y", "z"]
MEASURES = ["proficiency", "permuted_proficiency", "informedness", "precision_per_object", "hamming_loss"]


def named(*conditions):
    """Parameters with readable names: ``sweep-by+cluster``."""
    chosen = [each for each in ASKED if all(condition(each[1]) for condition in conditions)]
    return pytest.mark.parametrize(
        ("question", "keys"), chosen, ids=[f"{question}-{'+'.join(keys) or 'plain'}" for question, keys in chosen]
    )


@cache
def rows_of(question, seed=1):
    """Items with all keys: two columns of groups, clusters within strata, weights, and what each question needs."""
    rng = np.random.default_rng(seed)
    cluster = rng.integers(0, CLUSTERS, N)
    rows = {
        "site": rng.choice(["a", "b", "c"], N),
        "sex": rng.integers(0, 2, N),
        "cluster": cluster,
        "stratum": cluster % 2,
        "weights": rng.choice([0.5, 1.0, 1.5, 3.0], N),
    }
    y = rng.integers(0, 2, N)
    if question == "sweep":
        scores = np.round(rng.normal(size=N) + y + rng.normal(size=CLUSTERS)[cluster] / 2, 1)
        rows |= {"actual": [int(each) for each in y], "scores": [float(each) for each in scores]}
    if question == "agree":
        known = (rng.random((N, 3)) < 0.5) | (rng.random(CLUSTERS)[cluster] < 0.3)[:, None]
        said = np.where(known, y[:, None], rng.integers(0, 3, (N, 3)))
        gaps = rng.random((N, 3)) < 0.1
        rows |= {
            f"r{who}": [None if gap else "xyz"[each] for each, gap in zip(said[:, who], gaps[:, who], strict=True)]
            for who in range(3)
        }
    if question == "multilabel":
        actual = rng.random((N, 4)) < 0.4
        wrong = (rng.random((N, 4)) < 0.2) ^ (rng.random(CLUSTERS)[cluster] < 0.2)[:, None]
        rows |= {
            name: [[LABELS[place] for place in np.flatnonzero(row)] for row in side]
            for name, side in (("actual", actual), ("predicted", actual ^ wrong))
        }
    return {name: list(each) for name, each in rows.items()}


def only(rows, kept):
    return {name: [each for each, keep in zip(values, kept, strict=True) if keep] for name, values in rows.items()}


ABSTAINED, LACKING = np.arange(N) % 11 == 3, np.arange(N) % 13 == 5
MARK = {"sweep": -99.0, "agree": "?", "multilabel": "?"}
SAID = {"sweep": "scores", "agree": "r1", "multilabel": "predicted"}
SILENT = MARK | {"multilabel": ["?"]}  # what an item without an answer has


def lacking(question, keys):
    """The column in which a missing value leaves out the item: what was said, but ratings may be missing."""
    found = [SAID[question]] if question != "agree" else [name for name in KEYS[:4] if name in keys]
    return {"by": "site"}.get(found[0], found[0]) if found else None


def asked(question, rows, keys, **more):
    """The answer with these keys."""
    rows = {name: list(values) for name, values in rows.items()}
    said, size = SAID[question], len(rows["site"])
    how = {name: rows[name] for name in ("cluster", "stratum", "weights") if name in keys}
    if "by" in keys:
        how["by"] = {"site": rows["site"], "sex": rows["sex"]} if size % 2 else {"site": rows["site"]}
    how |= {"abstain": MARK[question]} if "abstain" in keys else {}
    how |= {"missing": "drop"} if "missing" in keys else {}
    if question == "sweep":
        return informed.sweep(rows["actual"], rows[said], positive=1, **{"draws": draws(keys), **how, **more})
    if question == "multilabel":
        return informed.multilabel(rows["actual"], rows[said], draws=0, **{"measures": MEASURES, **how, **more})
    return informed.agree({f"r{who}": rows[f"r{who}"] for who in range(3)}, **{**how, **more})


@cache
def given(question, keys):
    """The rows that a combination is asked about."""
    return marked(question, rows_of(question), keys)


@cache
def found(question, keys):
    """The numbers of a combination, worked out once for all laws."""
    return numbers(asked(question, given(question, keys), keys))


def draws(keys):
    """Cross-validation takes longest; it looks at clusters alone."""
    return 1 if set(keys) <= {"by", "cluster", "weights"} else 0


def marked(question, rows, keys):
    """Some items abstain and some lack a value, if they may."""
    rows = {name: list(values) for name, values in rows.items()}
    gaps = lacking(question, keys)
    for place in range(N):
        if "abstain" in keys and ABSTAINED[place]:
            rows[SAID[question]][place] = SILENT[question]
        if "missing" in keys and gaps is not None and LACKING[place]:
            rows[gaps][place] = None
    return rows


RECIPE = ("signature", "data", "notes", "warnings", "groups", "labels")
ENDS = {"low", "high", "method", "note", "significance", "level", "kbm", "informedness_low", "informedness_high"}
STATISTIC = {"sweep": "scores", "agreement": "ratings", "set_evaluation": "sets"}


def numbers(result, *, values_only=False):
    """What was found about the whole, without the recipe, the account of rows and the groups."""
    name = STATISTIC[result.kind]
    whole = replace(result, **{name: getattr(result, name).pooled()})  # so that the groups are not worked out
    facts = {name: as_json(each) for name, each in whole.facts().items() if name not in RECIPE}
    return _plain(facts, ENDS if values_only else {"note"})


def _plain(data, left_out):
    if isinstance(data, dict):
        return {name: _plain(each, left_out) for name, each in data.items() if name not in left_out}
    if isinstance(data, (list, tuple)):
        return [_plain(each, left_out) for each in data]
    return pytest.approx(data, rel=1e-9, abs=1e-12) if isinstance(data, float) else data


def in_group(rows, by, group):
    return [all(rows[name][place] == value for name, value in zip(by, group, strict=True)) for place in range(N)]


def one_of(groups, keys):
    """One of the groups, another one for every combination."""
    return sorted(groups)[SUBSETS.index(keys) % len(groups)]


@named(lambda keys: "by" in keys)
@pytest.mark.parametrize("columns", [("site",), ("site", "sex")], ids="+".join)
def test_a_group_is_its_rows_alone(question, keys, columns):
    rows = given(question, keys)
    whole = asked(question, rows, keys, by={name: rows[name] for name in columns})
    assert len(whole.groups) > 1
    alone, group = tuple(key for key in keys if key != "by"), one_of(whole.groups, keys)
    part = only(rows, in_group(rows, columns, group))
    assert numbers(whole.groups[group]) == numbers(asked(question, part, alone))


@named(lambda keys: "by" in keys)
def test_a_group_does_not_depend_on_the_others(question, keys):
    rows = given(question, keys)
    fewer = only(rows, [site != "c" for site in rows["site"]])
    whole, part = (asked(question, each, keys, by={"site": each["site"]}).groups for each in (rows, fewer))
    assert set(part) == {("a",), ("b",)}
    group = one_of(part, keys)
    assert numbers(part[group]) == numbers(whole[group])


@named(lambda keys: "weights" not in keys)
def test_weights_of_one_change_nothing(question, keys):
    weighted = asked(question, given(question, keys), keys, weights=[1.0] * N)
    assert numbers(weighted) == found(question, keys)


@named(lambda keys: "cluster" not in keys)
def test_a_cluster_per_item_changes_nothing(question, keys):
    alone = asked(question, given(question, keys), keys, cluster=list(range(N)))
    assert numbers(alone) == found(question, keys)


@named(lambda keys: "cluster" in keys or "stratum" in keys)
def test_clusters_and_strata_change_no_value(question, keys):
    rows = given(question, keys)
    plain = tuple(key for key in keys if key not in ("cluster", "stratum"))
    if question == "agree" and "missing" in keys:  # what lacks a cluster is left out where clusters are asked for
        rows = only(rows, [rows[lacking(question, keys)][place] is not None for place in range(N)])
    # cross-validation leaves out whole clusters, so its value knows of them
    how = {"draws": 0} if question == "sweep" else {}
    designed, expected = (numbers(asked(question, rows, each, **how), values_only=True) for each in (keys, plain))
    if question == "multilabel" and "cluster" in keys:  # a bias is removed as clusters have it
        for each in (designed, expected):
            del each["corrected"]["jackknife"]
    if question == "multilabel":  # the test shuffles single items, so none is made of clusters
        for each in (designed, expected):
            del each["p"]
    assert designed == expected


@named(lambda keys: "weights" not in keys)
def test_repeated_rows_are_frequencies(question, keys):
    """The statistics are equal, so everything is: values and intervals."""
    rows = given(question, keys)
    times = [1 + place % 3 for place in range(N)]
    again = {
        name: [each for each, many in zip(values, times, strict=True) for _ in range(many)]
        for name, values in rows.items()
    }
    by = {"by": {"site": rows["site"]}} if "by" in keys else {}
    weighted = asked(question, rows, keys, weights=times, weight_kind="frequency", **by)
    by = {"by": {"site": again["site"]}} if "by" in keys else {}
    assert numbers(weighted) == numbers(asked(question, again, keys, **by))


@named(lambda keys: "abstain" in keys)
def test_to_abstain_is_no_class(question, keys):
    """The numbers are those of the items that were answered; the others are counted apart."""
    rows = given(question, keys)
    if question == "agree":  # a rating not given, which says nothing
        empty = rows | {SAID[question]: [None if each == MARK[question] else each for each in rows[SAID[question]]]}
        assert found(question, keys) == numbers(asked(question, empty, keys))
        return
    kept = [each != SILENT[question] for each in rows[SAID[question]]]
    whole, answered = asked(question, rows, keys), asked(question, only(rows, kept), keys)
    assert numbers(whole) == numbers(answered)
    lost = sum(not keep for keep in kept)
    assert statistic_of(whole).abstained.sum() == lost > 0
    assert statistic_of(answered).abstained.sum() == 0


@named(lambda keys: "missing" in keys)
def test_missing_rows_are_left_out_and_counted(question, keys):
    rows, gaps = given(question, keys), lacking(question, keys)
    if gaps is None:
        pytest.skip("without a key nothing can be missing: ratings may be")
    kept = [each is not None for each in rows[gaps]]
    whole = asked(question, rows, keys)
    assert numbers(whole) == numbers(asked(question, only(rows, kept), keys))
    assert statistic_of(whole).missing == sum(not keep for keep in kept) > 0
    with pytest.raises(InputError, match="missing='drop'"):
        asked(question, rows, keys, missing="raise")


def statistic_of(result):
    return getattr(result, STATISTIC[result.kind])


# --- the statistics --------------------------------------------------------------------------------------------------


def statistic(question, rows, keys):
    columns = {name: name for name in ("cluster", "stratum", "weights") if name in keys}
    how = {"by": ["site", "sex"] if "by" in keys else None, **columns}
    how |= {"abstain": MARK[question]} if "abstain" in keys else {}
    how |= {"missing": "drop"} if "missing" in keys else {}
    if question == "sweep":
        return lambda source: distinct(source, Scored.named("actual", "scores", **how))
    if question == "multilabel":
        return lambda source: read_sets(source, "predicted", actual="actual", labels=LABELS, **how)
    return lambda source: distinct(source, Rated.named(None, ["r0", "r1", "r2"], **how))


@named()
def test_statistics_add_save_and_cannot_be_changed(question, keys):
    rows = given(question, keys)
    read = statistic(question, rows, keys)
    halves = [read(only(rows, [place % 2 == odd for place in range(N)])) for odd in (0, 1)]
    whole = read(rows)
    both = halves[0] + halves[1]
    assert _plain(both.to_dict(), ()) == _plain(whole.to_dict(), ())
    assert type(whole).from_json(whole.to_json()) == whole
    arrays = [each for each in vars(whole).values() if isinstance(each, np.ndarray)]
    assert arrays
    assert not any(each.flags.writeable for each in arrays)


@named(lambda keys: len(keys) in (0, 1, 6))
@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_an_engine_counts_as_arrays_do(question, keys, library):
    rows = given(question, keys)
    read = statistic(question, rows, keys)
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(rows, strict=False)
    if library == "duckdb":
        duckdb = pytest.importorskip("duckdb")
        found = read(duckdb.from_arrow(frame.to_arrow()))
    else:
        found = read(frame.lazy())
    assert _plain(found.to_dict(), ()) == _plain(read(rows).to_dict(), ())


# --- several systems of label sets -----------------------------------------------------------------------------------

COMPARED = ["informedness", "precision_per_object"]


def of_systems(rows, keys, **more):
    """Three systems on the same items, of which the last may abstain and lack a set."""
    said = {"worst": rows["worst"], "right": rows["actual"], "last": rows["predicted"]}
    how = {name: rows[name] for name in ("cluster", "stratum", "weights") if name in keys}
    how |= {"by": {"site": rows["site"]}} if "by" in keys else {}
    how |= {"abstain": "?"} if "abstain" in keys else {}
    how |= {"missing": "drop"} if "missing" in keys else {}
    return informed.more.compare_multilabel(rows["actual"], said, draws=0, measures=COMPARED, **{**how, **more})


def of_pairs(result):
    """Every difference with its interval and its p before adjustment."""
    plain = [{**each.to_dict(), "p_adjusted": None} for each in result.differences]
    return _plain(plain, {"note"})


def with_worst(rows):
    rng = np.random.default_rng(3)
    worst = [[LABELS[place] for place in np.flatnonzero(rng.random(4) < 0.4)] for _ in range(N)]
    return {**rows, "worst": worst}


BY = [keys for keys in SUBSETS if "by" in keys]


@pytest.mark.parametrize("keys", BY, ids="+".join)
def test_systems_compared_in_a_group_are_those_of_its_rows_alone(keys):
    rows = with_worst(given("multilabel", keys))
    found, rest = of_systems(rows, keys), tuple(key for key in keys if key != "by")
    group = one_of(found.groups, keys)
    alone = of_systems(only(rows, in_group(rows, ("site",), group)), rest)
    assert of_pairs(found.groups[group]) == of_pairs(alone)
    assert of_pairs(found) == of_pairs(of_systems(rows, rest))


@pytest.mark.parametrize("keys", BY, ids="+".join)
def test_p_of_groups_allow_for_all_groups_and_pairs(keys):
    """Holm's adjustment, as statsmodels has it, over the groups and pairs of one measure."""
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    found = of_systems(with_worst(given("multilabel", keys)), keys)
    for name in COMPARED:
        parts = [each for part in found.groups.values() for each in part.differences if each.measure == name]
        known = [each for each in parts if each.p is not None]
        assert len(parts) == 3 * len(found.groups) > 3
        expected = multitest.multipletests([each.p for each in known], method="holm")[1]
        assert [each.p_adjusted for each in known] == pytest.approx(list(expected))


# --- the shell -------------------------------------------------------------------------------------------------------


def written(question, rows, folder):
    """The rows in files, and the options that name the columns."""
    if question == "multilabel":
        keys = [name for name in rows if name not in ("actual", "predicted")]
        values = {name: [as_json(each) for each in rows[name]] for name in keys}
        for side in ("actual", "predicted"):
            lines = [
                {"id": place, "labels": labels, **{name: values[name][place] for name in keys if side == "actual"}}
                for place, labels in enumerate(rows[side])
            ]
            (folder / f"{side}.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
        return [str(folder / "actual.jsonl"), str(folder / "predicted.jsonl"), "--input=json", "--draws=0"]
    lines = [
        ",".join(rows),
        *(",".join("" if each is None else str(each) for each in row) for row in zip(*rows.values(), strict=True)),
    ]
    (folder / "rows.csv").write_text("\n".join(lines) + "\n")
    named = {"sweep": ["--actual=actual", "--scores=scores", "--positive=1"]}
    named |= {"agree": [f"--rater=r{who}" for who in range(3)]}
    return [str(folder / "rows.csv"), *named[question]]


@named(lambda keys: len(keys) in (0, 1, 3, 6) and ("by" in keys or len(keys) < 3))
def test_the_shell_says_what_python_says(question, keys, tmp_path, capsys):
    rows = given(question, keys)
    more = {"measures": None} if question == "multilabel" else {}
    options = [f"--{name}={name}" for name in ("cluster", "stratum", "weights") if name in keys]
    options += ["--by=site", "--by=sex"] if "by" in keys else []
    options += [f"--abstain={MARK[question]}"] if "abstain" in keys else []
    options += ["--missing=drop"] if "missing" in keys else []
    options += [f"--draws={draws(keys)}"] if question == "sweep" else []
    with pytest.raises(SystemExit) as left:
        main([question, *written(question, rows, tmp_path), *options, "--format=json"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    by = {"by": {"site": rows["site"], "sex": rows["sex"]}} if "by" in keys else {}
    with opened(in_the_shell(question)):
        there, here = json.loads(shown), asked(question, rows, keys, **by, **more).to_dict()
    for each in (there, here):
        each.pop("signature"), each.pop("notes", each.pop("warnings", None))
    assert _plain(there, ()) == _plain(here, ())


# --- what has no meaning ---------------------------------------------------------------------------------------------

SETS = rows_of("multilabel")
SIDES = SETS["actual"], SETS["predicted"]
REFUSED = {
    "multilabel-a system called actual": (
        lambda: informed.more.compare_multilabel(SETS["actual"], {"actual": SETS["actual"], "new": SETS["predicted"]}),
        "a system is called 'actual'",
    ),
    "sweep-unjudged": (lambda: asked("sweep", rows_of("sweep"), (), missing="unjudged"), "not one of raise, drop"),
    "agree-unjudged": (lambda: asked("agree", rows_of("agree"), (), missing="unjudged"), "not one of raise, drop"),
    "multilabel-unjudged": (lambda: informed.multilabel(*SIDES, missing="unjudged"), "not one of raise, drop"),
    "sweep-abstain by a text": (
        lambda: asked("sweep", rows_of("sweep"), (), abstain="none"),
        "abstain='none' is not a number",
    ),
    "multilabel-a mark beside labels": (
        lambda: informed.multilabel(*SIDES, abstain="w"),
        "holds labels beside a mark that abstain= names",
    ),
    **{
        f"multilabel-stability with {name}": (
            lambda name=name: informed.multilabel(*SIDES, level=None, **{name: SETS[name]}).stability(draws=2),
            "stability draws single items",
        )
        for name in ("cluster", "stratum", "weights")
    },
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_meaning_is_refused_with_the_reason(case):
    ask, reason = REFUSED[case]
    with pytest.raises(InputError, match=reason):
        ask()


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["sweep", "agree", "multilabel"])
def test_screen_and_page_list_every_group_the_lowest_first(question):
    whole = asked(question, given(question, ("by",)), ("by",))
    values = {group: each.value for group, (_, each) in whole.by_group.items()}
    assert set(values) == {("a",), ("b",), ("c",)}
    order = sorted(values, key=values.get)
    for style, mark in (("text", "\n  {}  "), ("html", '<th scope="row">{}</th>')):
        shown = whole.report(style)
        places = [shown.rindex(mark.format(*group)) for group in order]
        assert places == sorted(places)
