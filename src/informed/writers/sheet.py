"""One table on a sheet with live formulas."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from informed.core.counts import Counts
from informed.readers.files.workbooks import openpyxl

MEASURES = {  # from the names of other cells; what 0/0 gives is what `informed` gives
    "accuracy": "={trace}/{n}",
    "informedness": "=SUMPRODUCT({prevalence},{gain})",
    "edge": "=SUMPRODUCT({bias},{gain})",
    "markedness": "=SUMPRODUCT({bias},{mark})",
    "correlation": '=IF({informedness}*{markedness}<0,"signs differ",'
    "SIGN({informedness})*SQRT(ABS({informedness}*{markedness})))",
    "mcc": "=IF(({n}^2-SUMSQ({real}))*({n}^2-SUMSQ({bets}))=0,0,"
    "({n}*{trace}-SUMPRODUCT({real},{bets}))/SQRT(({n}^2-SUMSQ({real}))*({n}^2-SUMSQ({bets}))))",
    "kappa": "=IF({n}^2=SUMPRODUCT({real},{bets}),0,"
    "({n}*{trace}-SUMPRODUCT({real},{bets}))/({n}^2-SUMPRODUCT({real},{bets})))",
    "mutual_information": "=SUM({bits})",
    "entropy_actual": "=SUM({surprise})",
    "proficiency": "=IF({entropy_actual}=0,0,{mutual_information}/{entropy_actual})",
    "conditional_entropy": "={entropy_actual}-{mutual_information}",
    "average_f": "=1/SUM({rates})",
    "average_g": "=EXP(SUM({logs}))",
}
CHANCE: dict[str, str | None] = {
    "accuracy": "=SUMPRODUCT({real},{bets})/{n}^2"
}  # of the others it is 0, or depends on the margins
CHANCE |= dict.fromkeys(("entropy_actual", "conditional_entropy", "average_f", "average_g"))
NOTES = {
    "informedness": "0 = guessing, 1 = perfect; labels weighted by prevalence",
    "edge": "labels weighted by how often they are predicted",
    "mutual_information": "bits per item: the growth of Kelly's bets",
    "entropy_actual": "bits per item",
    "proficiency": "information captured",
    "conditional_entropy": "bits per item, H(R|P)",
    "average_f": "AvF: harmonic mean of the F below, weighted by predicted share",
    "average_g": "AvG: geometric mean of the G below, weighted by predicted share",
}
LABELS = {  # columns of the table of labels; of one label {r} actual, {p} predicted, {t} right items
    "actual": "={r}",
    "predicted": "={p}",
    "right": "={t}",
    "prevalence": "={r}/{n}",
    "predicted share": "={p}/{n}",
    "recall": '=IF({r}=0,"",{t}/{r})',
    "precision": '=IF({p}=0,"",{t}/{p})',
    "false positive rate": '=IF({n}={r},"",({p}-{t})/({n}-{r}))',
    "informedness": "=IF({r}*({n}-{r})=0,0,({t}*{n}-{r}*{p})/({r}*({n}-{r})))",
    "markedness": "=IF({p}*({n}-{p})=0,0,({t}*{n}-{r}*{p})/({p}*({n}-{p})))",
    "surprise (bits)": "=IF({r}=0,0,-{r}/{n}*LOG({r}/{n},2))",
    "F": '=IF({r}+{p}=0,"",2*{t}/({r}+{p}))',
    "G": '=IF({r}*{p}=0,"",{t}/SQRT({r}*{p}))',
    "share / F": "=IF({p}=0,0,IF({t}=0,1E+99,{p}/{n}*({r}+{p})/2/{t}))",
    "share x ln G": "=IF({p}=0,0,IF({t}=0,-1E+9,{p}/{n}*LN({t}/SQRT({r}*{p}))))",
}
SLIP = {  # of the bets on one label
    "odds: win": "=100*({n}-{r})/{n}",
    "odds: lose": "=100*{r}/{n}",
    "a winning unit pays": '=IF({r}=0,"",{n}/{r})',
    "bets": "={p}",
    "right": "={t}",
    "gained per unit staked": '=IF({r}*{p}=0,"",{t}/{p}*{n}/{r}-1)',
    "won": "=SUM({won})",
    "won x predicted share": "=SUM({won})*{p}/{n}",
}
TITLE = "Informed or guessing?"
HINT = "Change the counts in the yellow cells: every other number follows. Rows are actual, columns predicted."
MODEL = (
    "Change the yellow cells: the table is that of a predictor that knows the answer in G % of the cases and guesses "
    "in the others (Powers 2003, Figure 1). F and G of the second label are IF and IG of the first."
)
INPUTS = (
    "N",
    "prevalence of the first label",
    "decision probability: guesses of it",
    "G %: informed, negative: perverse",
)
PAYS = "perfect play wins, on each label"
INPUT, HEAD = "FFF2CC", "DDDDDD"
COUNTED = re.compile(r"=(SUM\(|\$?[A-Z]+\$?\d+$)")  # formulas of counts, shown without decimals
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # refused in a cell


def put(cell: Any, value: Any, formula: bool = False) -> None:
    """Write a value; text is a formula only where it is meant to be, so that no label is ever run."""
    if value is None or isinstance(value, (bool, int, float)):
        cell.value = None if value != value else value
        return
    cell.value = UNPRINTABLE.sub("?", str(value))
    if not formula:
        cell.data_type = "s"


def _described(table: Any) -> tuple[float, float]:
    """How informed a predictor of two labels is, and how often it says the first where it guesses."""
    (tp, fn), (fp, tn) = table / table.sum()
    prevalence, said = tp + fn, tp + fp
    gain = (tp * tn - fn * fp) / (prevalence * (1 - prevalence)) if 0 < prevalence < 1 else 0.0
    sure = prevalence if gain >= 0 else 1 - prevalence
    return gain, (said - abs(gain) * sure) / (1 - abs(gain)) if abs(gain) < 1 else said


class Sheet:
    """A table on a sheet, block by block; ``row`` is the next free one."""

    def __init__(self, sheet: Any, counts: Counts, model: bool = False) -> None:
        """``model``: the counts, of two labels, follow from four numbers that may be changed instead."""
        self.sheet, self.counts, self.model = sheet, counts, model
        self.size = len(counts.labels)
        self.letter: Callable[[int], str] = openpyxl().utils.get_column_letter
        self.row = 1

    def write(self, title: str = "", source: str = "") -> None:
        """Every block, from the top."""
        self._line([title or TITLE], bold=True)
        self._line([MODEL if self.model else HINT])
        if source:
            self._line([source])
        self.row += 1
        table = self._table()
        names = self._margins(table)
        overall = self.row
        self.row += len(MEASURES) + 2  # their place is here, their cells refer to what stands below
        self._expected(names)
        names |= self._labels(names)
        names |= self._bits(names, table)
        self._slip(names, table)
        self._overall(overall, names)
        self.sheet.column_dimensions["A"].width = 24
        self.sheet.freeze_panes = "B1"

    def _table(self) -> int:
        """The counts, which may be changed, with their margins; returns the row of the first class."""
        table = self._modelled() if self.model else self.counts.table.tolist()
        self._block("Counts", ["all", "prevalence"])
        first, last = self.row, self.row + self.size - 1
        for label, cells in zip(self.counts.labels, table, strict=True):
            everything = f"=SUM({self._cell(2, self.row)}:{self._cell(self.size + 1, self.row)})"
            share = f"={self._cell(self.size + 2, self.row)}/{self._cell(self.size + 2, last + 1)}"
            self._line([label, *cells, everything, share], inputs=0 if self.model else self.size)
        columns = range(2, self.size + 3)
        self._line(["all", *(f"=SUM({self._cell(c, first)}:{self._cell(c, last)})" for c in columns)])
        shares = (f"={self._cell(c, last + 1)}/{self._cell(self.size + 2, last + 1)}" for c in columns)
        self._line(["predicted share", *shares])
        self.row += 1
        return first

    def _modelled(self) -> list[list[str]]:
        """The four inputs, first as they describe the counts themselves; returns the formulas of the counts."""
        n, gain, share = self.counts.table.sum(), *map(float, _described(self.counts.table))
        prevalence = float(self.counts.table[0].sum() / n)
        names = [self._cell(2, self.row + place, fixed=True) for place in range(len(INPUTS))]
        for name, value in zip(INPUTS, (float(n), prevalence, share, 100 * gain), strict=True):
            self._line([name, value], inputs=1)
        self.row += 1
        size, p, b, g = names
        real, bets = (p, f"(1-{p})"), (b, f"(1-{b})")
        sure = (f"MAX({g},0)/100", f"MAX(-{g},0)/100")
        return [[f"={size}*{real[i]}*((1-ABS({g})/100)*{bets[j]}+{sure[i != j]})" for j in range(2)] for i in range(2)]

    def _margins(self, first: int) -> dict[str, Any]:
        """The cells of the margins: ``{n}``, and those of each label."""
        last = first + self.size
        places = range(self.size)
        return {
            "n": self._cell(self.size + 2, last, fixed=True),
            "r": [self._cell(self.size + 2, first + place, fixed=True) for place in places],
            "p": [self._cell(place + 2, last, fixed=True) for place in places],
            "t": [self._cell(place + 2, first + place, fixed=True) for place in places],
        }

    def _expected(self, names: dict[str, Any]) -> None:
        """What guessing with the same margins gives."""
        self._block("Expected by chance")
        for label, actual in zip(self.counts.labels, names["r"], strict=True):
            self._line([label, *(f"={actual}*{said}/{names['n']}" for said in names["p"])])
        self.row += 1

    def _labels(self, names: dict[str, Any]) -> dict[str, str]:
        """One line a label; returns the columns that measures use."""
        first = self._lines("Labels", LABELS, names)
        used = {"real": "actual", "bets": "predicted", "right": "right", "prevalence": "prevalence"}
        used |= {"bias": "predicted share", "gain": "informedness", "mark": "markedness", "surprise": "surprise (bits)"}
        used |= {"rates": "share / F", "logs": "share x ln G"}
        found = {key: self._column(list(LABELS).index(name) + 2, first) for key, name in used.items()}
        return {**found, "trace": f"SUM({found['right']})"}

    def _bits(self, names: dict[str, Any], table: int) -> dict[str, str]:
        """What each cell adds to the mutual information: its share times the log of its growth under Kelly's stakes."""
        self._block("Information in bits: share x log2(count / expected)")
        first = self.row
        for place, (label, actual) in enumerate(zip(self.counts.labels, names["r"], strict=True)):
            own = [self._cell(column + 2, table + place) for column in range(self.size)]
            cells = zip(own, names["p"], strict=True)
            n = names["n"]
            self._line([label, *(f"=IF({c}=0,0,{c}/{n}*LOG({c}*{n}/({actual}*{said}),2))" for c, said in cells)])
        self.row += 1
        return {"bits": f"{self._cell(2, first)}:{self._cell(self.size + 1, first + self.size - 1)}"}

    def _slip(self, names: dict[str, Any], table: int) -> None:
        """What each cell wins at fair odds, and the bets on each label."""
        pool = self._cell(2, self.row, fixed=True)
        self._line([PAYS, 1], inputs=1)
        self._block("Bookmaker: what each cell wins at fair odds", ["all bets"])
        first, n = self.row, names["n"]
        for place, label in enumerate(self.counts.labels):
            cells = [self._won(column, place, names, table, pool, n) for column in range(self.size)]
            everything = f"=SUM({self._cell(2, self.row)}:{self._cell(self.size + 1, self.row)})"
            self._line([label, *cells, everything])
        self.row += 1
        names = {**names, "won": [self._column(column + 2, first) for column in range(self.size)]}
        self._lines("Betting slip", SLIP, names)

    def _won(self, column: int, row: int, names: dict[str, Any], table: int, pool: str, n: str) -> str:
        cell, real = self._cell(column + 2, table + row), names["r"][column]
        price = f"{n}/{real}" if column == row else f"-{n}/({n}-{real})"
        return f"=IF({real}*({n}-{real})=0,0,{pool}*{cell}/{n}*({price}))"

    def _overall(self, row: int, names: dict[str, Any]) -> None:
        """The measures of the table as a whole."""
        self.row = row
        self._line(["Measures", "value", "chance"], bold=True)
        cells = {name: self._cell(2, self.row + place, fixed=True) for place, name in enumerate(MEASURES)}
        for name, formula in MEASURES.items():
            chance = CHANCE.get(name, "=0")
            shown = [each and each.format(**{**names, **cells}) for each in (formula, chance)]
            self._line([name, *shown, NOTES.get(name)])

    def _lines(self, title: str, columns: dict[str, str], names: dict[str, Any]) -> int:
        """A block with one line per label, its columns by formula; returns the row of the first label."""
        self._line([title, *columns], bold=True)
        first = self.row
        for place, label in enumerate(self.counts.labels):
            own = {key: value[place] if isinstance(value, list) else value for key, value in names.items()}
            self._line([label, *(formula.format(**own) for formula in columns.values())])
        self.row += 1
        return first

    def _block(self, title: str, more: Sequence[str] = ()) -> None:
        self._line([title, *self.counts.labels, *more], bold=True)

    def _line(self, values: Sequence[Any], bold: bool = False, inputs: int = 0) -> None:
        """One row; a text is a formula only behind the first cell and where it is not a head."""
        styles = openpyxl().styles
        for column, value in enumerate(values, 1):
            cell = self.sheet.cell(self.row, column)
            put(cell, value, formula=column > 1 and not bold)
            if bold:
                cell.font = styles.Font(bold=True)
                cell.fill = styles.PatternFill("solid", fgColor=HEAD)
            elif 1 < column <= inputs + 1:
                cell.fill = styles.PatternFill("solid", fgColor=INPUT)
            elif column > 1 and isinstance(value, str) and not COUNTED.match(value):
                cell.number_format = "0.000"
        self.row += 1

    def _cell(self, column: int, row: int, fixed: bool = False) -> str:
        return f"${self.letter(column)}${row}" if fixed else f"{self.letter(column)}{row}"

    def _column(self, column: int, first: int) -> str:
        """A column of one line per label."""
        return f"{self._cell(column, first, True)}:{self._cell(column, first + self.size - 1, True)}"
