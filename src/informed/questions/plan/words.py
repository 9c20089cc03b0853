"""How many items are needed, in sentences."""

from collections.abc import Iterator
from typing import Any

from informed.core.errors import arg
from informed.core.words import Finding, Next, ci, coefficient, number, percent, points, rate
from informed.questions.plan.compute import Plan


def plan(found: Plan) -> Iterator[Finding]:
    """The answer to what was asked, what else so many items give, and what to beware of."""
    if not found.table:
        yield from _aimed(found)
        return
    what, sure = _effect(found), f"with power {_power(found)}"
    told = f"detect {what} {sure}"
    wide = f"{ci(found.level)} about {coefficient(found.width)} wide"
    items = f"{found.n:,} items"
    if found.asked == "width":
        yield Finding("width", f"{items} are needed for a {wide}, expecting {what}.")
        yield Finding("power", f"They {told}.")
    else:
        able = f"are needed to {told}" if found.asked == "power" else told
        able = able if found.asked in ("power", "n") else f"detect {_effect(found, ' or more')} {sure}"
        yield Finding("power", f"{items} {able}.")
        yield Finding("width", f"They give a {wide}.")
    if found.note:
        yield Finding("rough", f"{found.note[0].upper()}{found.note[1:]}.")


ASKED: dict[str, tuple[str, dict[str, Any]]] = {  # what is asked of the items, by what was planned for
    "judge": ("judge", {"human": "COLUMN", "judge": "COLUMN", "drawn": "by_judge"}),
    "auc": ("sweep", {"actual": "COLUMN", "scores": "COLUMN"}),
    "kappa": ("agree", {"raters": ["COLUMN", "COLUMN"]}),
    "two": ("compare", {"actual": "COLUMN", "predicted": ["COLUMN", "COLUMN"]}),
    "one": ("evaluate", {"actual": "COLUMN", "predicted": "COLUMN"}),
}


def plan_next(found: Plan) -> Iterator[Next]:
    """Label so many items, and ask."""
    systems = "one" if found.difference is None and not {"difference", "pilot"} & {*found.assumed} else "two"
    aim = f"label {found.n:,} items, then ask"
    if found.aim == "judge":
        more = sum(found.more.values())
        aim = f"label {more:,} more items by hand, then ask" if more else "ask with the labels that there are"
    yield Next("label", aim, *ASKED.get(found.aim, ASKED[systems]))


def _power(found: Plan) -> str:
    """No plan is sure."""
    return rate(min(found.power or 0.0, 0.9999))


def _effect(found: Plan, more: str = "") -> str:
    if found.difference is None:
        return f"an informedness of {coefficient(found.informedness or 0.0)}{more}"
    return (
        f"a difference of {coefficient(found.difference)}{more} from a system with informedness "
        f"{coefficient(found.informedness or 0.0)}"
    )


def _aimed(found: Plan) -> Iterator[Finding]:
    """How many items, how wide the interval is, and what they show."""
    unit = "human labels" if found.aim == "judge" else "items"
    wide = f"a {ci(found.level)} {number(found.width)} wide on average"
    yield Finding("width", f"{found.n:,} {unit} give {wide}, for {_aim(found)}.")
    if found.power is not None:
        null = found.assumed.get("against", {"kappa": 0, "auc": 0.5}.get(found.aim, 0))
        what = "no difference" if "difference" in found.assumed else f"{found.aim} {null:g}"
        yield Finding("power", f"They tell it from {what} with power {_power(found)}.")
    if found.allocation:
        yield Finding("labels", _labels(found))
    if "pilot" in found.assumed:
        yield Finding("pilot", _piloted(found))


def _piloted(found: Plan) -> str:
    """Always, from a pilot: what it showed itself, which is little."""
    known = found.assumed
    seen = (
        f"{coefficient(known['seen'])} ({ci(found.level)} {coefficient(known['low'])} to {coefficient(known['high'])})"
    )
    least = f"; plan for the least difference that matters: {arg('difference')}"
    own = least if known["difference"] == known["seen"] else ""
    return f"In the pilot, {known['pilot']:,} items, {known['better']!r} was better by {seen}{own}."


def _labels(found: Plan) -> str:
    """Always, with a judge: how many labels there are, and how many more of which of the judge's labels."""
    have = sum(found.assumed["labelled"].values())
    more = {label: items for label, items in found.more.items() if items}
    if not more:
        return f"You have {have:,}, which is enough if they are of this pool."
    called = ", ".join(f"{items:,} that the judge called {str(label)!r}" for label, items in more.items())
    return (
        f"You have {have:,}. If they are of this pool, label {sum(more.values()):,} more by hand: {called}; then use "
        f"{arg('drawn', 'by_judge')}."
    )


def _aim(found: Plan) -> str:
    """What is planned for, with what was assumed of it."""
    known = found.assumed
    if found.aim == "judge":
        label = "every label" if known["label"] == "all" else repr(str(known["label"]))
        return f"the share of {label} among {known['pool']:,} judged items"
    if found.aim == "auc" and "difference" in known:
        weaker, apart = known["value"], known["difference"]
        together = f"their scores correlating by {number(known.get('correlation', 0.0))} within a class"
        return f"two systems with auc {number(weaker)} and {number(weaker + apart)}, {together}"
    if "pilot" in known:
        first, second = (repr(each) for each in known["systems"])
        return f"{first} and {second} whose {found.aim} differs by {coefficient(known['difference'])}"
    if "difference" in known:
        alike = f"both right or both wrong on {percent(known['agreement'])} of the items"
        return f"two systems whose accuracies differ by {points(known['difference'])}, {alike}"
    said = f"{found.aim} {number(known['value'])}"
    return f"{said} with {known['repeats']} answers per item" if known.get("repeats", 1) > 1 else said
