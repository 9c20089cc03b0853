"""The papers recomputed, in print: a summary, a web page, and one page of documentation a paper."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import jinja2
import numpy as np

from informed import lab as study
from informed.core.counts import Counts
from informed.core.merging import gathered
from informed.core.result import Grid
from informed.core.words import number
from informed.lab.papers.compute import Erratum, Figure, Reproduction, published
from informed.writers.tabular import grid

TITLES = {
    "powers2003": "Powers 2003",
    "powers2007": "Powers 2007",
    "powers2008": "Powers 2008",
    "steingold2015": "Steingold & Laclavik 2015",
}


SUMMARY = ("paper", "items", "come out", "by erratum", "errata", "with proof")
PLACE = ("paper", "where", "items", "come out")
LOST = ("paper", "where", "what", "why")
FIGURE = ("where", "case", "what", "printed", "computed", "")
ERRATUM = ("", "where", "what", "printed", "right", "gives", "right is")


# --- a summary -------------------------------------------------------------------------------------------------------


def reproduction(found: Reproduction, every: bool) -> Iterator[Grid]:
    """How much comes out, what does not and why, and every erratum with its proof."""
    differing = [each for each in found.figures if every or not each.agrees]
    lines = [
        ["paper", *FIGURE],
        *([TITLES[e.paper], *row] for e, row in zip(differing, figures(differing), strict=True)),
    ]
    shown = zip(found.errata, proofs(found.errata), strict=True)
    errata = [["", "paper", *ERRATUM[1:]], *([row[0], TITLES[e.paper], *row[1:]] for e, row in shown)]
    yield Grid("Papers", [SUMMARY, *summary(found)])
    yield Grid("Numbers", lines, left=4, named=True)
    if every:
        yield Grid("Tables, figures and equations", [PLACE, *places(found)], left=2, named=True)
    yield Grid("Errata", errata, left=6, named=True)
    lost = [[TITLES[each["paper"]], *(each[name] for name in LOST[1:])] for each in found.unreproducible]
    yield Grid("Not recomputed", [LOST, *lost], left=4, named=True)


def summary(found: Reproduction) -> Iterable[Sequence[str]]:
    """One line per paper."""
    for paper, title in TITLES.items():
        part = found.of(paper)
        agreeing = sum(each.agrees for each in part.figures)
        shown = sum(bool(each.shown) for each in part.errata)
        counts = len(part.figures), agreeing, sum(bool(each.erratum) for each in part.figures if not each.agrees)
        yield title, *map(str, (*counts, len(part.errata), shown))


def places(found: Reproduction) -> Iterable[Sequence[str]]:
    """One line per table, figure or list of equations."""
    for paper, where in dict.fromkeys((each.paper, each.where) for each in found.figures):
        agreeing = [each.agrees for each in found.figures if (each.paper, each.where) == (paper, where)]
        yield TITLES[paper], where, str(len(agreeing)), str(sum(agreeing))


def figures(found: Sequence[Figure]) -> list[list[str]]:
    """One line per printed number."""
    return [[e.where, e.case, _short(e.what), e.printed, _digits(e), e.status] for e in found]


def proofs(found: Sequence[Erratum]) -> list[list[str]]:
    """One line per erratum, with both values where a table shows it."""
    return [[e.id, e.where, e.what, e.printed, e.right, *_values(e)] for e in found]


def _short(what: str) -> str:
    return what.partition("(")[0] if "=" in what else what


def _coded(what: str) -> str:
    """In Markdown, where a star means something."""
    name, colon, form = _short(what).partition(": ")
    return f"{name}: `{form}`" if colon else name


def _digits(figure: Figure) -> str:
    """Two digits more than were printed."""
    return _rounded(figure.computed, len(figure.printed.partition(".")[2]) + 2)


def _rounded(value: float, digits: int) -> str:
    """So many digits, and no sign of a zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def _values(erratum: Erratum) -> list[str]:
    if erratum.printed_value is None:
        return ["", ""]
    return [number(_clean(each), 4) for each in (erratum.printed_value, erratum.right_value)]


def _clean(value: float | None) -> float | None:
    return None if value is None else round(value, 9)


def markdown(found: Reproduction, **_: Any) -> str:
    """The summary and the errata as Markdown."""
    return f"{grid([list(SUMMARY), *map(list, summary(found))])}\n\n{_numbers(found.figures)}\n\n{_errata(found)}\n"


# --- pages of the documentation --------------------------------------------------------------------------------------


def pages(found: Reproduction, progress: Any = None) -> dict[str, str]:
    """Every page by its name."""
    names = [*TITLES, "kdd2005"]
    made = {}
    for place, name in enumerate(names, 1):
        made[name] = page(found, name)
        if progress:
            progress(place / len(names))
    return made


def page(found: Reproduction, name: str) -> str:
    """One page of the documentation."""
    part = found.of("steingold2015" if name == "kdd2005" else name)
    return _environment().get_template(f"{name}.md").render(_Page(part).names()) + "\n"


def pictures() -> dict[str, bytes]:
    """The figures of the pages as SVG files by their names."""
    from informed.questions.evaluate import evaluate

    case = evaluate(Counts(np.array([[30, 30], [12, 28]]), labels=("+", "-")), positive="+")  # Table 2 of 2007, case 1
    drawn = {
        "powers2007-figure1": (case, "kite"),
        "powers2008-figure1": (case, "kite"),
        "powers2007-size": (_calibration(), "size"),
        "powers2008-figure2": (study.measures(_measures(), studies=1, seed=1), "scatter"),
        "steingold2015-comparison": (study.bias(COMPARED), "comparison"),
    }
    return {
        f"{name}.svg": result.chart(chart, title="", source="").svg.encode() for name, (result, chart) in drawn.items()
    }


def _measures() -> dict[str, str | None]:
    """The measures of Figure 2 with their names there."""
    named: dict[str, str | None] = published("powers2008")["study"]["measures"]
    return named


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("informed.lab.papers", "pages"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class _Page:
    """What a page may ask for: the numbers of its paper, and simulations with a fixed seed."""

    def __init__(self, found: Reproduction) -> None:
        self.found = found

    def names(self) -> dict[str, Any]:
        asked = (
            *("figures", "senses", "errata", "tables", "lost", "tracking"),
            *("calibration", "requirements", "comparison"),
        )
        facts = {name: getattr(self, name) for name in (*asked, "disagreement")}
        return facts | {
            "phi_alone": _Lazy(self.phi_alone),
            "calibration_error": _Lazy(lambda: f"{max(row['error'] for row in _calibration().rows()):.3f}"),
            "tracking_studies": STUDIES,
            "tracking_root": f"{STUDIES**0.5:.0f}",
        }

    def figures(self, where: str) -> str:
        """The printed numbers of one place beside the computed ones, one column per case."""
        return _side_by_side([each for each in self.found.figures if each.where == where])

    def senses(self) -> str:
        rows = published("powers2003")["senses"]["rows"]
        return grid([["", "sense", "tf", "df"], *([letter, sense, str(tf), str(df)] for letter, tf, df, sense in rows)])

    def errata(self) -> str:
        return _errata(self.found)

    def tables(self) -> str:
        """The tables on which the errata are shown."""
        known = {name: table for each in TITLES for name, table in published(each)["tables"].items()}
        used = dict.fromkeys(each.case for each in self.found.errata if each.case)
        return grid([["table", "actual x predicted"], *([name, str(known[name])] for name in used)])

    def lost(self) -> str:
        rows = [[each["where"], each["what"], each["why"]] for each in self.found.unreproducible]
        return grid([["where", "what", "why"], *rows])

    def tracking(self, classes: int, **world: Any) -> str:
        """The study of measures, with the names that Figure 2 has for them."""
        names = _measures()
        if classes > 2:
            names = {"informedness": names["informedness"], "edge": None, **names}
        found = study.measures(list(names), classes=classes, studies=STUDIES, seed=1, **world)
        rows = [["measure", "in the figure", "correlation", "sd", "rmse", "at chance"]]
        for row in found.rows():
            name = row["measure"]
            figures = (row[each] for each in ("correlation", "correlation_sd", "rmse"))
            rows.append([name, names[name] or "", *(f"{each:.3f}" for each in figures), _rounded(row["offset"], 2)])
        return grid(rows)

    def calibration(self, informed: float) -> str:
        found = _calibration()
        settings = [(each.world.classes, each.world.items) for each in found.settings if each.informed == informed]
        rows = [["test", *(f"K = {k}, N = {n}" for k, n in settings)]]
        rates = {
            (row["test"], row["classes"], row["items"]): row for row in found.rows() if row["informed"] == informed
        }
        for test in found.tests:
            cells = [rates.get((test, *each)) for each in settings]
            rows.append([test, *("" if cell is None else f"{cell['rate']:.3f}" for cell in cells)])
        return grid(rows)

    def requirements(self) -> str:
        names = (
            *("two classes", "found for two classes", "more classes"),
            *("found for more", "up to renaming", "universal"),
        )
        rows = [[row["measure"], *(row[name] for name in names)] for row in study.requirements(tables=1000).rows()]
        return grid([["measure", *names], *rows])

    def comparison(self) -> str:
        steps = study.bias(COMPARED).comparison()[::25]
        rows = [[name, *(number(_clean(row[name])) for row in steps)] for name in COMPARED]
        return grid([["measure", *(f"i = {row['step']}" for row in steps)], *rows])

    def disagreement(self) -> str:
        search = published("steingold2015")["search"]
        found = study.disagreement(items=search["items"], positives=search["positives"])
        rows = [[", ".join(split.some), ", ".join(split.others), f"{many:,}"] for split, many in found.counts.items()]
        return grid([["these prefer the one", "these the other", "pairs"], *rows])

    def phi_alone(self) -> str:
        found = study.disagreement(["mcc", "proficiency", "accuracy"], items=50, positives=5, perverse=True)
        return f"{next(many for split, many in found.counts.items() if split.odd == 'mcc'):,}"


STUDIES = 400
COMPARED = ("proficiency", "mcc", "accuracy", "f_measure", "informedness")


class _Lazy:
    """A text that is worked out when a page prints it."""

    def __init__(self, make: Any) -> None:
        self.make = make

    def __str__(self) -> str:
        return str(self.make())


@cache
def _calibration() -> Any:
    tests = ["informedness", "z_informedness", "pearson", "g2", "fisher", "fisher_mid_p"]
    tests += [f"chi2_{name}_calibrated" for name in ("kb", "km", "kbm")]
    tests += ["chi2_kb", "chi2_kb_beta", "chi2_km", "chi2_kbm"]
    return study.significance(tests, classes=(2, 3, 5), items=(50, 200), informed=(0.0, 0.3), tables=3000, seed=1)


def _side_by_side(those: Sequence[Figure]) -> str:
    """What stands on the same tables in one grid, a column for each table; on many tables, one line for each number."""
    at = {(each.what, each.case): each for each in those}
    every = dict.fromkeys(each.what for each in those)
    grids = gathered((tuple(case for name, case in at if name == what), what) for what in every)
    if max(map(len, grids)) > 4:
        return _numbers(those, where=False)
    parts = []
    for cases, names in grids.items():
        rows = [["", *(part for case in cases for part in (case, "computed"))]]
        for what in names:
            pair = [at[what, case] for case in cases]
            rows.append([_coded(what), *(part for each in pair for part in (each.printed, _marked(each)))])
        parts.append(grid(rows))
    return "\n\n".join(parts)


def _marked(figure: Figure) -> str:
    return _digits(figure) if figure.agrees else f"**{_digits(figure)}** ({figure.erratum or 'differs'})"


def _numbers(those: Iterable[Figure], where: bool = True) -> str:
    rows = [[*(["paper", "where"] if where else []), "case", "what", "printed", "computed"]]
    for each in those:
        place = [TITLES[each.paper], each.where] if where else []
        rows.append([*place, each.case, _coded(each.what), each.printed, _marked(each)])
    return grid(rows)


def _errata(found: Reproduction) -> str:
    rows = [["", "where", "what", "printed", "right", "on table", "printed gives", "right is"]]
    for each in found.errata:
        formulas = [f"`{form}`" if each.case else form for form in (each.printed, each.right)]
        rows.append([each.id, each.where, each.what, *formulas, each.case or "", *_values(each)])
    return grid(rows)
