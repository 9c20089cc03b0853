"""Which system is best over several tasks, and where does the order turn?

The mean over tasks is a stratified mean, its error that of every task's items (Cochran 1977).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from informed.asking.declared import Choice, Given, Parameter, Question
from informed.asking.vocabulary import FILES, INPUT, LEVEL, SCORER
from informed.core.basis import answers, signature
from informed.core.errors import InputError, arg, asked, choice
from informed.core.estimate import Estimate, Row, written
from informed.core.given import Adjustment, Counting
from informed.core.merging import gathered
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.validate import Numbers
from informed.core.words import (
    Finding,
    Next,
    ci,
    coefficient,
    ends,
    interval,
    many,
    named,
    number,
    p_is,
    signed,
    within,
)
from informed.inference.adjustment import adjust as adjusted
from informed.inference.adjustment import shown_at
from informed.inference.grades import of_gaps, of_point_gaps, of_strata, of_strata_gaps, stratified
from informed.inference.interval import check_level
from informed.inference.sizing import for_effect
from informed.questions.compare.grades import GradeDifference, ranked
from informed.questions.evaluate.grades import estimated, item_means
from informed.readers.logs import Log, read_log, runs_of
from informed.readers.logs.items import Grade, column, listed
from informed.readers.logs.runs import Run, by_question
from informed.readers.logs.tables import guessing

WEIGHTS = ("tasks", "items")
ADJUSTMENTS = ("holm", "bh", "none")
DIFFERENCE = 0.1  # that a plan should show
MOST_TOLD = 3  # differences and reversals in sentences
MOST_SYSTEMS = 4  # on the default screen
MOST_DRAWN = 30  # tasks that are drawn, in their order
Values = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class TaskResult:
    """One task: its items, the mean grade of every system, and how often a blind guess is right where that is known."""

    name: str
    items: int
    scorer: str
    values: Mapping[str, Estimate]
    guess: float | None


@dataclass(frozen=True)
class Reversal:
    """Two systems, each significantly better on one of two tasks; p-values adjusted over all tasks and pairs."""

    first: str
    second: str
    task: str
    p: float
    other: str
    other_p: float


@dataclass(frozen=True, repr=False)
class Suite(Result):
    """Systems over several tasks; ``pooled`` is over the tasks that all systems did."""

    kind = "suite"
    json_types = written(
        *("tasks", "systems", "pooled", "ranks", "right_or_wrong", "level"),
        estimates=list[Row],
        differences=list[Row],
        guess=dict[str, float | None],
    )

    tasks: tuple[TaskResult, ...]
    systems: tuple[str, ...]
    pooled: Mapping[str, Estimate]
    differences: tuple[GradeDifference, ...]
    ranks: Mapping[str, int]
    reversals: tuple[Reversal, ...]
    turned: int
    weights: str
    right_or_wrong: bool
    level: float
    adjust: str
    notes: tuple[str, ...]
    signature: str

    def head(self) -> tuple[str, str]:
        told = f"{many(len(self.tasks), 'task')}, {many(len(self.systems), 'system')}"
        return "Which is best over all tasks?", told

    @property
    def best(self) -> list[str]:
        """The systems, the best first."""
        return sorted(self.systems, key=lambda name: (self.ranks[name], -self.pooled[name].value))

    def words(self) -> Iterator[Finding]:
        """Who is best over all tasks, by how much, and where that turns."""
        order = sorted(self.systems, key=lambda name: -self.pooled[name].value)
        lead, each = order[0], self.pooled[order[0]]
        if len(order) == 1:
            yield Finding("alone", f"{lead!r}: mean over tasks {coefficient(each.value)}{within(each)}.")
            return
        first = [name for name in order if self.ranks[name] == 1]
        if len(first) == 1:
            yield Finding("best", f"{first[0]!r} is best over all tasks.")
        else:
            yield Finding("tied", f"Tied for the first place: {named(first)}; no test tells them apart.")
        for gap in [one for one in self.differences if lead in (one.first, one.second)][:MOST_TOLD]:
            ahead = gap.estimate if gap.first == lead else gap.estimate.turned()
            other = gap.second if gap.first == lead else gap.first
            both = f"{lead!r} {coefficient(each.value)}, {other!r} {coefficient(self.pooled[other].value)}"
            apart = ", ".join(filter(None, (f"difference {signed(ahead.value)}", ends(ahead), p_is(gap.p_adjusted))))
            yield Finding("difference", f"Mean over tasks: {both} ({apart}).")
        for turn in self.reversals[:MOST_TOLD]:
            yield Finding(
                "reversal",
                f"Reversal: {turn.first!r} is better on {turn.task!r} ({p_is(turn.p)}), "
                f"{turn.second!r} on {turn.other!r} ({p_is(turn.other_p)}).",
            )
        if not self.reversals and self.turned:
            told = f"The order turns between tasks for {many(self.turned, 'pair')} of systems"
            yield Finding("turned", f"{told}, but never significantly in both directions.")

    def steps(self) -> Iterator[Next]:
        """How many times the items would show a difference of 0.1, where none is shown."""
        gaps = [each.estimate for each in self.differences]
        tied = len(self.systems) == 2 and sum(rank == 1 for rank in self.ranks.values()) == 2
        times = for_effect(gaps[0], 10, DIFFERENCE) if tied and gaps else None
        if times is not None and times > 10:
            yield Next("more_items", f"add items: about {times / 10:.1f} times as many would show a difference of 0.1")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """Every system on every task, on a page with intervals; and the mean over tasks, the best system first."""

        shown = self.best if every else self.best[:MOST_SYSTEMS]
        tasks: dict[str, Any] = {"most": 12, "others": "more tasks"}
        yield Grid("Tasks", self._per_task(shown), **tasks, on="screen")
        rows = [["rank", "system", "mean over tasks", ci(self.level)]]
        for name in self.best:
            each = self.pooled[name]
            rows.append([str(self.ranks[name]), name, number(each.value), interval(each)])
        yield Grid("Mean over tasks", rows, self._how, left=2)
        yield Grid("Tasks", self._per_task(self.best, limits=True), on="page")

    @property
    def _how(self) -> str:
        """What counts alike in the mean over tasks."""
        return f"every {'task' if self.weights == 'tasks' else 'item'} counts alike"

    def _per_task(self, systems: Sequence[str], limits: bool = False) -> list[list[str]]:
        """These systems on every task below a head; with their ``limits`` where there is room."""
        from informed.writers.layout import cut

        guessed = any(task.guess is not None for task in self.tasks)
        level = f" ({ci(self.level)})" if limits else ""
        rows = [["task", "items", *(f"{cut(name)}{level}" for name in systems), *(["guess"] if guessed else [])]]
        for task in self.tasks:
            values = [_cell(task.values.get(name), limits) for name in systems]
            rows.append([cut(task.name), f"{task.items:,}", *values, *([number(task.guess)] if guessed else [])])
        return rows

    def remarks(self, every: bool = False) -> tuple[str, ...]:
        """What counts alike, and what was left out."""
        return (f"mean over tasks: {self._how} ({arg('weights')})", *self.notes)

    def pictures(self) -> Mapping[str, Any]:
        """The mean over tasks of each system, and each system on each task."""
        from informed.writers.charts import Figure, lanes

        tasks = "Each task" if len(self.tasks) <= MOST_DRAWN else f"The first {MOST_DRAWN} of {len(self.tasks):,} tasks"
        return {
            "systems": Figure("Mean over tasks of each system", _systems, lanes.forest),
            "tasks": Figure(tasks, _tasks, lanes.small_multiples),
        }

    def key_figures(self) -> Iterator[Figure]:
        """The mean over tasks of each system, every difference, and the grade on each task."""
        name = "accuracy" if self.right_or_wrong else "mean_grade"
        yield from (Figure(name, each, system) for system, each in self.pooled.items())
        yield from (Figure(name, each.estimate, each.first, minus=each.second) for each in self.differences)
        for task in self.tasks:
            yield from (Figure(name, each, system, (task.name,)) for system, each in task.values.items())

    def rows(self) -> list[dict[str, Any]]:
        """One row per task and system, then the mean over tasks."""
        found = [
            {"task": task.name, "system": name, "items": task.items, "scorer": task.scorer, **each.to_dict()}
            for task in self.tasks
            for name, each in task.values.items()
        ]
        whole = (
            {"task": None, "system": name, "rank": self.ranks[name], **each.to_dict()}
            for name, each in self.pooled.items()
        )
        return [*found, *whole]

    def facts(self) -> dict[str, Any]:
        gaps = [each.row() for each in self.differences]
        turns = [vars(each) for each in self.reversals]
        about = {"weights": self.weights, "adjust": self.adjust, "turned": self.turned, "notes": list(self.notes)}
        guesses = {task.name: task.guess for task in self.tasks}
        return {"estimates": self.rows(), "differences": gaps, "reversals": turns, "guess": guesses, **about}


def _cell(each: Estimate | None, limits: bool) -> str:
    if each is None:
        return "-"
    return number(each.value) + (f" ({interval(each)})" if limits and each.low is not None else "")


def _systems(found: Suite) -> list[dict[str, Any]]:
    """The mean over tasks of each system with its interval, the best first."""
    from informed.writers.charts.rows import ends

    return [{"measure": name, **ends(found.pooled[name])} for name in found.best]


def _tasks(found: Suite) -> list[dict[str, Any]]:
    """Each system on each task, with a mark where a blind guess is."""
    from informed.writers.charts.rows import ends

    return [
        {"row": task.name, "measure": name, "items": task.items, **ends(each), "chance": task.guess}
        for name in found.systems
        for task in found.tasks[:MOST_DRAWN]
        if (each := task.values.get(name)) is not None
    ]


# --- logs sorted into tasks and systems ------------------------------------------------------------------------------


class Task(NamedTuple):
    """One task: the grades of each system for the items that all of its systems answered."""

    name: str
    scorer: str
    systems: dict[str, Values]
    guess: float | None
    lost: tuple[str, ...] = ()


class Tasks(NamedTuple):
    """All tasks, in order, and notes for the reader."""

    tasks: tuple[Task, ...]
    notes: tuple[str, ...]


def tasks_of(logs: Sequence[Log], *, field: str | None = None, scorer: str | None = None) -> Tasks:
    """The tasks in these logs; the items of one task are matched over its systems."""
    if scorer is not None:
        choice("scorer", scorer, [*dict.fromkeys(name for log in logs for name in log.scorers)])
    parts = gathered(part for log in logs for part in _by_task(log, field).items())
    tasks = tuple(_task(name, found, scorer) for name, found in parts.items())
    left = [
        f"{each.name}: {len(each.lost):,} items are not answered by all and were left out: {listed(each.lost)}"
        for each in tasks
        if each.lost
    ]
    notes = dict.fromkeys((*(note for log in logs for note in log.notes), *left))
    return Tasks(tasks, tuple(notes))


def _by_task(log: Log, field: str | None) -> dict[str, Log]:
    """The log of each task; what its header says of all of them together is said of none."""
    none = Grade(None)
    names = [each.task for each in log.items]
    if field is not None:
        names = [str(each) for each in column([(item, none) for item in log.items], field, f"{arg('task')}")]
    names = [name or log.path.stem for name in names]
    found: dict[str, Log] = {}
    for name in dict.fromkeys(names):
        items = tuple(item for item, own in zip(log.items, names, strict=True) if own == name)
        found[name] = log if len(items) == len(log.items) else replace(log, items=items, claims=())
    return found


def _task(name: str, logs: Sequence[Log], scorer: str | None) -> Task:
    has = scorer if scorer is not None and all(scorer in log.scorers for log in logs) else None
    runs = runs_of(logs, scorer=has)
    named: dict[str, Run] = {}
    for run in runs:
        system = _system(run)
        if system in named:
            raise InputError(
                f"task {name!r} has two logs of system {system!r}: {named[system].log.path}, {run.log.path}"
            )
        named[system] = run
    graded = {system: by_question(run.answers) for system, run in named.items()}
    first, *others = graded.values()
    both = [key for key in first if all(key in each for each in others)]
    if not both:
        raise InputError(f"task {name!r}: the systems {listed(list(named))} have no item in common")
    lost = {id for each in graded.values() for _, id in each.keys() - set(both)}
    systems = {system: tuple(tuple(each[key]) for key in both) for system, each in graded.items()}
    answers = [each for run in runs for each in run.answers]
    guess = guessing(answers) if all(len(each.item.target) == 1 for each in answers) else None
    return Task(name, runs[0].scorer, systems, guess, tuple(sorted(lost)))


def _system(run: Run) -> str:
    """The model; of a log that does not name it, the folder or the file, as harnesses sort them."""
    path = run.log.path
    return run.answers[0].item.model or (path.parent.name if path.stem.startswith("samples_") else path.stem)


# --- the systems over all tasks --------------------------------------------------------------------------------------


@answers
def suited(found: Tasks, *, weights: str = "tasks", level: float = 0.95, adjust: str = "holm") -> Suite:
    """Every system on every task, and over all tasks that every system did."""
    level = check_level(level)
    choice("weights", weights, WEIGHTS)
    choice("adjust", adjust, ADJUSTMENTS)
    systems = tuple(dict.fromkeys(name for task in found.tasks for name in task.systems))
    shared = [task for task in found.tasks if len(task.systems) == len(systems)]
    if not shared:
        raise InputError(_nothing_shared(found.tasks, systems))
    every = np.array([value for task in found.tasks for one in task.systems.values() for each in one for value in each])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    bounded = bool(every.min() >= 0 and every.max() <= 1)
    share = _weights(shared, weights)
    means = {name: [item_means(task.systems[name]) for task in shared] for name in systems}
    pooled = {name: _pooled(each, share, _answers(shared, name), level, binary) for name, each in means.items()}
    pairs = [(second, first) for first, second in combinations(systems, 2)]
    gaps = {pair: [one - two for one, two in zip(means[pair[0]], means[pair[1]], strict=True)] for pair in pairs}
    differences = _differences(gaps, share, level, adjust)
    reversals, turned = _reversals(gaps, shared, bounded, level, adjust)
    tasks = tuple(_result(task, binary, level) for task in found.tasks)
    notes = [*found.notes, *_left(found.tasks, shared)]
    recipe = {"systems": len(systems), "tasks": len(shared), "weights": weights, "level": level, "adjust": adjust}
    about = (weights, binary, level, adjust, tuple(notes), signature(recipe))
    ranks = ranked(pooled, differences, level)
    return Suite(tasks, systems, pooled, differences, ranks, reversals, turned, *about)


def _nothing_shared(tasks: tuple[Task, ...], systems: tuple[str, ...]) -> str:
    """Which system did which tasks, and what to do."""
    did = (f"{name!r} did {listed([task.name for task in tasks if name in task.systems])}" for name in systems)
    return (
        f"no task was done by all {len(systems)} systems: {'; '.join(did)}. A log without a task is "
        "named by its file. Give every log a field 'task', choose "
        f"a field with {arg('task')}, or give logs of the same tasks"
    )


def _weights(tasks: list[Task], weights: str) -> Numbers:
    sizes = np.array([len(next(iter(task.systems.values()))) for task in tasks], float)
    return sizes / sizes.sum() if weights == "items" else np.full(len(tasks), 1 / len(tasks))


def _result(task: Task, binary: bool, level: float) -> TaskResult:
    values = {name: estimated(each, binary, level) for name, each in task.systems.items()}
    return TaskResult(task.name, len(next(iter(task.systems.values()))), task.scorer, values, task.guess)


def _answers(tasks: list[Task], name: str) -> int:
    return sum(len(each) for task in tasks for each in task.systems[name])


def _pooled(means: list[Numbers], share: Numbers, answers: int, level: float, binary: bool) -> Estimate:
    low, high, method = of_strata(means, share, answers, level, binary) or (None, None, None)
    return Estimate(stratified(means, share).value, low=low, high=high, level=level, method=method)


def _differences(
    gaps: Mapping[tuple[str, str], list[Numbers]], share: Numbers, level: float, adjust: str
) -> tuple[GradeDifference, ...]:
    found = [of_strata_gaps(each, share, level) for each in gaps.values()]
    known = np.array([1.0 if p is None else p for _, p in found])
    ps = adjusted(known, adjust)
    told = []
    for (pair, each), (_, p), q, size in zip(
        gaps.items(), found, ps, shown_at(known, ps, 1 - level, adjust), strict=True
    ):
        limits, _ = of_strata_gaps(each, share, 1 - float(size))  # at the level that agrees with the adjusted p
        low, high, method = limits or (None, None, None)
        estimate = Estimate(stratified(each, share).value, low=low, high=high, level=level, method=method)
        better = [int((np.concatenate(each) * sign > 0).sum()) for sign in (1, -1)]
        told.append(GradeDifference(*pair, estimate, p, None if p is None else float(q), better[0], better[1]))
    return tuple(told)


def _reversals(
    gaps: Mapping[tuple[str, str], list[Numbers]], tasks: list[Task], bounded: bool, level: float, adjust: str
) -> tuple[tuple[Reversal, ...], int]:
    """Pairs of systems that change places between two tasks by test, and how many do by their means alone."""
    times = [max(len(each) for one in task.systems.values() for each in one) for task in tasks]
    tested = {
        pair: [
            (of_gaps(each, r, level) if bounded else of_point_gaps(each, level))[1]
            for each, r in zip(found, times, strict=True)
        ]
        for pair, found in gaps.items()
    }
    flat = [1.0 if p is None else p for found in tested.values() for p in found]
    ps = np.reshape(adjusted(flat, adjust), (len(gaps), len(tasks))) if flat else np.zeros((0, 0))
    reversals, turned = [], 0
    for (pair, found), row in zip(gaps.items(), ps, strict=True):
        signs = np.array([np.sign(each.mean()) for each in found])
        turned += bool((signs > 0).any() and (signs < 0).any())
        up, down = (np.where((signs == sign) & (row < 1 - level))[0] for sign in (1, -1))
        if len(up) and len(down):
            best, worst = up[row[up].argmin()], down[row[down].argmin()]
            reversals.append(Reversal(*pair, tasks[best].name, float(row[best]), tasks[worst].name, float(row[worst])))
    return tuple(reversals), turned


def _left(tasks: tuple[Task, ...], shared: list[Task]) -> list[str]:
    left = [task.name for task in tasks if task not in shared]
    told = ", ".join(map(repr, left))
    return [f"not done by all systems, so not in the mean over tasks: {told}"] if left else []


# --- the question ----------------------------------------------------------------------------------------------------


@asked
def suite(
    data: Iterable[str | PathLike[str] | Log],
    *,
    task: str | None = None,
    scorer: str | None = None,
    weights: Counting = "tasks",
    level: float = 0.95,
    adjust: Adjustment = "holm",
) -> Suite:
    """Compare systems over several tasks.

    Parameters
    ----------
    data
        Sample logs (`read`) or their files, of any number of tasks and models.
    task
        The field that splits the items into tasks; by default the task of each log.
    scorer
        The scorer to use where a task has it; by default each task's first.
    weights
        What counts alike in the mean over tasks: "tasks" or "items".
    level, adjust
        The level of the intervals; how p-values are adjusted across pairs: "holm", "bh" or "none".

    Returns
    -------
    Suite
        The mean of every system on every task, the mean over tasks, ranks with ties, and reversals.

    Raises
    ------
    InputError
        If a file is no log that is known, or no task was done by all systems.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> logs = [pathlib.Path(tempfile.mkdtemp()) / "log.jsonl" for _ in "ab"]
    >>> for model, log in zip("ab", logs):
    ...     rows = [{"id": n, "task": "sums", "model": model, "grade": n % 2} for n in range(8)]
    ...     _ = log.write_text("".join(json.dumps(row) + "\\n" for row in rows))
    >>> suite(logs).pooled["a"].value
    0.5
    """
    logs = [each if isinstance(each, Log) else read_log(Path(each)) for each in data]
    return suited(tasks_of(logs, field=task, scorer=scorer), weights=weights, level=level, adjust=adjust)


QUESTION = Question(
    "suite",
    "Compare systems over several tasks: FILES are sample logs of any number of models and tasks.",
    (
        FILES,
        Parameter("task", "The field that splits the items into tasks; by default the task of each log.", usual=True),
        SCORER.but(help="The scorer to use where a task has it; by default the first of each task.", usual=True),
        INPUT,
        Parameter("weights", "What counts alike in the mean.", Choice(Counting), default="tasks", usual=True),
        Parameter("adjust", "Adjustment of p-values.", Choice(Adjustment), "uncertainty", default="holm"),
        LEVEL,
    ),
    examples=("informed suite small.jsonl large.jsonl", "informed suite epochs.jsonl --task length"),
    records=("counts", "named"),
    tab="task scorer | weights adjust",
)


def answer(given: Given) -> Result:
    """The comparison over tasks."""
    logs = [read_log(path, given["kind"]) for path in given["files"]]
    how = {name: given[name] for name in ("weights", "level", "adjust")}
    return suited(tasks_of(logs, field=given["task"], scorer=given["scorer"]), **how)
