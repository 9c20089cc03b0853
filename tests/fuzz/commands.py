"""Options that nobody named together: random sets of them for every command, over labels that are hard to print."""

from __future__ import annotations

import csv
import io
from random import Random
from typing import Any

from hypothesis import strategies as st

from informed.cli import cli

HARD = ("yes", "no", "x" * 300, "two\nlines", "\u202eright to left", "zero\u200bwidth", "=1+1", "<b>&amp;</b>", "é 😀")
COLUMNS = (
    "actual",
    "predicted",
    "second",
    "score",
    "weight",
    "site",
    "patient",
    "alone",
    "none",
    "sets",
    "human",
    "nowhere",
)
NUMBERS = ("0", "1", "2", "7", "-1", "0.5", "0.9", "1e-9", "300", "nan", "inf", "x")
OUTPUTS = tuple(f"OUT.{ending}" for ending in ("json", "html", "xlsx", "csv", "md", "txt", "pdfx"))
FILED = "FILE --actual actual --predicted predicted"
BASES = {
    "evaluate": (FILED, "COUNTS", "TABLE --rows actual", f"{FILED} --by site --cluster patient", f"{FILED} --steps e"),
    "compare": (
        "FILE --actual actual --predicted predicted --predicted second",
        "COUNTS COUNTS",
        f"{FILED} --subject patient --condition site",
    ),
    "check": (f"{FILED} --require informedness>=0.1",),
    "sweep": ("FILE --actual actual --scores score --positive yes",),
    "plan": ("--informedness 0.3", "--difference 0.2", "--width 0.2"),
    "bookmaker": (FILED, "TABLE --rows actual"),
    "deploy": ("TABLE --rows actual --labels yes,no --positive yes --prevalence 0.1",),
    "recover": ("--recall 0.5 --precision 0.6 --n 60",),
    "match": (FILED, f"{FILED} --changes"),
    "multilabel": ("FILE --actual sets --predicted sets",),
    "agree": (
        "FILE --rater actual --rater predicted --rater second",
        "FILE --item patient --rater site --label actual",
    ),
    "judge": ("FILE --human none --judge predicted --drawn random", "FILE --human human --judge second --drawn random"),
    "consensus": ("FILE --item alone --rater actual --rater predicted --rater second",),
    "count": (FILED,),
    "schema": ("evaluate", "compare --request", "nothing"),
    "measures": ("kappa", "--guide", "nothing at all"),
    "history": ("task", "task --ledger LEDGER"),
    "leaderboard": ("task --ledger LEDGER",),
    "watch": ("task --ledger LEDGER", "COUNTS COUNTS", f"{FILED} --looks site --positive yes"),
    "ledger": ("task --ledger LEDGER", "--ledger LEDGER"),
    "spans": ("TAGS", "TAGS TAGS", "MARKED --actual names-ada --predicted names-bo"),
    "repeats": ("EPOCHS", "LOG"),
    "suite": ("EPOCHS", "EPOCHS LARGE", "LOG LARGE"),
    "count read": ("EPOCHS", "LOG", "COUNTS"),
    "count merge": ("COUNTS COUNTS", "COUNTS", "COUNTS QUALITY"),
    "bench": ("-o OUT.html",),
    "serve": ("--no-browser --port 0",),
    "lab reproduce": ("",),
    "lab cost-forms": ("TABLE --rows actual --labels yes,no --positive yes --cost-positive 5",),
    "lab training-targets": ("7,3", "1", "7,x"),
    "lab study measures": ("--items 20 --levels 3 --per-level 2 --studies 3 --workers 1",),
    "lab study significance": ("--classes 2 --items 20 --tables 5 --workers 1",),
    "lab study intervals": ("--items 20 --prevalence even --informed 0.5 --tables 2 --draws 20 --workers 1",),
    "lab study disagreement": ("--items 20 --tables 30",),
    "lab study bias": ("--grid 3 --informed 0.5",),
    "lab study requirements": ("--tables 20",),
}
TEXTS: dict[str, tuple[str, ...]] = {
    "--abstain": ("no", "", "second", HARD[2]),
    "--adjust": ("holm", "bh", "none", "max_t", "best"),
    "--actual": ("actual", "1", "2", "names-ada", "nowhere"),
    "--chart": ("labels", "kite(c=2)", "roc", "nothing"),
    "--cost": ("0 1; 5 0", "0 1 2; 1 0 2; 3 1 0", "1; 2", "a b; c d", "0 nan; 1 0", "nowhere.csv"),
    "--cutoff": ("1", "5", "x"),
    "--encoding": ("utf-8", "latin-1", "utf-16", "klingon"),
    "--host": ("127.0.0.1", "localhost", "nowhere.invalid", ""),
    "--informed": ("0.5", "0,1", "2", "-1", "x", ""),
    "--items": ("20", "10,30", "0", "-1", "x", "2.5"),
    "--k": ("1", "1,2", "0", "9", "-1", "x", ""),
    "--magnetic": ("nowhere", "."),
    "--margins": ("random", "even", "random,even", "x"),
    "--input": ("auto", "rows", "inspect", "lm-eval", "long", "json", "nothing"),
    "--labels": ("yes,no", "no,yes,maybe", "yes", "yes,yes", ","),
    "--ledger": ("LEDGER",),
    "--maximize": ("informedness", "accuracy", "mcc", "nothing"),
    "--measure": ("mcc", "recall[yes]", "recall", "f_measure(beta=2)", "f_measure(beta=nan)", "kappa", "sorcery"),
    "--method": ("bootstrap", "bootstrap_bca", "posterior", "wald", "exact", "delta", "sandwich", "cluster", "magic"),
    "--metric": ("nominal", "ordinal", "interval", "ratio", "x"),
    "--missing": ("raise", "drop", "unjudged", "x"),
    "--model": ("dawid-skene", "m", ""),
    "--positive": ("yes", "no", "", "nobody", HARD[3]),
    "--prevalence": ("0.1", "0", "1", "0.2,0.8", "0.5,0.6", "nan"),
    "--pages": ("OUT.pages",),
    "--resume": ("nowhere.json", "counts.json", "two.csv"),
    "--scheme": ("bio", "iob1", "bioes", "x"),
    "--task": ("length", "task", "nowhere", ""),
    "--workers": ("1", "2", "0", "x"),
    "--world": ("informed", "dual", "perverse", "confused", "x"),
    "--record": ("task", "a b", "", HARD[4], "../x"),
    "--reference": ("gold", "comparator", "x"),
    "--reference-quality": ("FILE", "COUNTS", "nowhere.csv"),
    "--require": ("mcc.low > 0", "informedness >= 0.1", "recall[yes] > 2", "mcc", "kappa>=nan", "n>=10"),
    "--separator": (",", ";", "\t", "ab", ""),
    "--show": ("report", "regression", "pairs", "significance", "corrections", "x"),
    "--since": ("2026-01-01", "yesterday", "1d", ""),
    "--tag": ("a=b", "a", "=", "a=b=c"),
    "--title": ("Title", HARD[7], "two\nlines", ""),
    "--undefined": ("limit", "nan", "raise", "x"),
    "--value": ("1 0; 0 1", "x", "0.5", "nan"),
    "--view": ("table", "inverse", "dual", "perverse", "x"),
    "--weight-kind": ("sampling", "frequency", "x"),
    "--window": ("3", "7d", "x"),
}

SOUND: dict[str, tuple[str, ...]] = {
    "--all": (),
    "--abstain": ("no", ""),
    "--adjust": ("holm", "bh", "none", "max_t"),
    "--against": ("0.1",),
    "--bin": ("0.1",),
    "--by": ("site", "alone", "patient", "predicted"),
    "--classes": ("2", "5"),
    "--concentration": ("0.5",),
    "--informed": ("0.5", "0,0.9"),
    "--items": ("20", "30"),
    "--k": ("1", "1,2"),
    "--margins": ("even",),
    "--noise": ("0.1",),
    "--scorer": ("exact_match",),
    "--task": ("length",),
    "--world": ("dual", "confused", "perverse"),
    "--cluster": ("patient", "site"),
    "--cost": ("0 1; 5 0",),
    "--cost-fn": ("5", "0"),
    "--cost-fp": ("1",),
    "--draws": ("100", "150"),
    "--hash-ids": (),
    "--keep-items": ("patient", "alone"),
    "--labels": ("yes,no", "yes,no,maybe"),
    "--ledger": ("LEDGER",),
    "--level": ("0.9", "0.5", "0.999"),
    "--margin": ("0.05", "1"),
    "--measure": ("mcc", "recall[yes]", "f_measure(beta=2)", "kappa", "lift[no]", "proficiency"),
    "--method": ("bootstrap", "posterior", "delta", "wald"),
    "--missing": ("drop", "unjudged"),
    "--n": ("50", "200"),
    "--positive": ("yes", "no"),
    "--power": ("0.8",),
    "--prevalence": ("0.1", "0.5"),
    "--record": ("task",),
    "--reference": ("comparator",),
    "--reference-quality": ("QUALITY",),
    "--require": ("mcc.low > 0", "informedness >= 0.1", "recall[yes] > 0.2"),
    "--seed": ("0", "7"),
    "--show": ("regression", "pairs", "significance", "corrections"),
    "--stratum": ("site",),
    "--tag": ("a=b",),
    "--title": ("Title", HARD[7]),
    "--undefined": ("nan", "limit"),
    "--value": ("1 0; 0 1",),
    "--view": ("inverse", "dual", "perverse"),
    "--weight-kind": ("sampling", "frequency"),
    "--weights": ("weight",),
    "--width": ("0.2",),
}
SHOWN = ("--format", "--output")
"""What a person would give; the rest is tried now and then."""


def rows(labels: tuple[str, ...], size: int) -> str:
    """A file with a column of every kind: groups of one item, a column without a value, sets of labels."""
    draw, file = Random(size), io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS[:-1])
    for place in range(size):
        actual = labels[place % len(labels)]
        predicted, second = (actual if draw.random() < 0.7 else draw.choice(labels) for _ in range(2))
        score = (0.3 if actual == "yes" else 0.0) + draw.random()
        keys = (draw.choice([*"pqr"]), place // 3, place, "", f"{actual};{predicted}", actual if place % 3 else "")
        writer.writerow((actual, predicted, second, round(score, 2), draw.choice((1, 2, 0.5)), *keys))
    return file.getvalue()


FILES = {
    "two.csv": rows(("yes", "no"), 60),
    "hard.csv": rows(HARD, 45),
    "few.csv": rows(("yes", "no"), 3),
    "one.csv": rows(("yes",), 5),
}


def every() -> dict[str, Any]:
    """All commands by what is typed for them: ``evaluate``, ``lab study bias``."""
    from click import Context

    found = {name: cli.get_command(Context(cli), name) for name in cli.list_commands(Context(cli))}
    for _ in "ab":  # those below them, and those below these
        found |= {each.name: each for above in found.values() for each in above.commands.values()}
    return {name: each for name, each in found.items() if each.question.parameters}


def options(name: str) -> dict[str, tuple[str, ...]]:
    """Every option of a command and the values that are tried; none for a flag."""
    from click import Option

    from informed.asking.declared import Choice, Number

    found: dict[str, tuple[str, ...]] = {}
    for each in every()[name].params:
        if not isinstance(each, Option) or "--simulate" in each.opts:
            continue
        longest = max(each.opts, key=len)
        if each.is_flag:
            found[longest] = ()
        elif longest == "--draws":
            found[longest] = ("100", "150", "50", "x")
        elif longest == "--port":
            found[longest] = ("0", "-1", "70000", "x")  # 1 and the like may be anybody's
        elif longest == "--output":
            found[longest] = OUTPUTS
        elif isinstance(kind := getattr(each, "parameter", each).kind, Choice):
            found[longest] = (*kind.names, "junit")
        elif longest in TEXTS:
            found[longest] = TEXTS[longest]
        else:
            found[longest] = NUMBERS if isinstance(kind, Number) else (*COLUMNS, *HARD[:4])
    return found


@st.composite
def typed(draw: Any, name: str) -> list[str]:
    """The words of a command: a sound beginning and a few options more."""
    file = draw(st.sampled_from(sorted(FILES)))
    words = [*name.split(), *draw(st.sampled_from(BASES[name])).split()]
    known = options(name)
    likely = {each: SOUND.get(each, values) for each, values in known.items() if each in SOUND or each in SHOWN}
    for _ in range(draw(st.integers(0, 5))):
        tried = known if not likely or draw(st.integers(0, 7)) == 7 else likely
        each = draw(st.sampled_from(sorted(tried)))
        words += [each, *([draw(st.sampled_from(tried[each]))] if tried[each] else [])]
    return [file if word == "FILE" else word for word in words]
