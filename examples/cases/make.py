"""Write the files of the cases: counts as published, and predictions for data sets of scikit-learn and statsmodels.

``python examples/cases/make.py`` needs both packages. Other versions of them may predict a few items otherwise.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SHADES = ("certain", "probable", "possible", "doubtful")
NEUROLOGISTS = {  # Westlund & Kurland 1953: rows New Orleans, columns Winnipeg
    "Winnipeg": ((38, 5, 0, 1), (33, 11, 3, 0), (10, 14, 5, 6), (3, 7, 3, 10)),
    "New Orleans": ((5, 3, 0, 0), (3, 11, 4, 0), (2, 13, 3, 4), (1, 2, 4, 14)),
}
ANTIGEN = {  # Pray et al. 2021: infected by PCR, then not; antigen positive, then negative
    "symptoms": ((32, 8), (2, 185)),
    "none": ((7, 10), (14, 840)),
}
COMPAS = {  # Larson et al. 2016: rearrested within two years, then not; scored high, then low
    "black": ((1369, 532), (805, 990)),
    "white": ((505, 461), (349, 1139)),
}
TUBERCULIN = {  # Hui & Walter 1980: Mantoux positive, then negative; Tine positive, then negative
    "one": ((14, 4), (9, 528)),
    "two": ((887, 31), (37, 367)),
}


def write(name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A file of comma-separated values."""
    with (HERE / name).open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([columns, *rows])


def cells(tables: dict[str, Any], rows: Sequence[str], columns: Sequence[str]) -> Iterable[tuple[Any, ...]]:
    """A row for each cell of each table, with its count."""
    for group, table in tables.items():
        for row, counts in zip(rows, table, strict=True):
            for column, count in zip(columns, counts, strict=True):
                yield group, row, column, count


def published() -> None:
    """The counts of studies."""
    write(
        "antigen.csv",
        ("group", "pcr", "antigen", "people"),
        cells(ANTIGEN, ("infected", "not"), ("infected", "not")),
    )
    write("compas.csv", ("group", "rearrested", "score", "people"), cells(COMPAS, ("yes", "no"), ("yes", "no")))
    patients = [each[:3] for each in cells(NEUROLOGISTS, SHADES, SHADES) for _ in range(each[3])]
    write("neurologists.csv", ("patients", "new_orleans", "winnipeg"), patients)
    tested = [each[:3] for each in cells(TUBERCULIN, ("yes", "no"), ("yes", "no")) for _ in range(each[3])]
    people = [(number, *each) for number, each in enumerate(tested, start=1)]
    write("tuberculin.csv", ("person", "population", "mantoux", "tine"), people)


def out_of_fold(model: Any, features: Any, actual: Any, folds: Any, method: str = "predict") -> Any:
    """Predictions of items by models that were fitted without them."""
    from sklearn.model_selection import cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return cross_val_predict(make_pipeline(StandardScaler(), model), features, actual, cv=folds, method=method)


def fitted() -> None:
    """Predictions for the data sets of packages."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import LeaveOneOut, StratifiedKFold
    from statsmodels.api import Logit, add_constant
    from statsmodels.datasets import fair, spector

    ten = StratifiedKFold(10, shuffle=True, random_state=0)
    cancer = load_breast_cancer(as_frame=True)
    three = cancer.data[["worst area", "worst smoothness", "mean texture"]]
    names = cancer.target.map(dict(enumerate(cancer.target_names)))
    found = out_of_fold(LogisticRegression(), three, names, ten)
    write("cancer.csv", ("actual", "predicted"), zip(names, found, strict=True))

    wives = fair.load_pandas().data
    affair = (wives["affairs"] > 0).map({True: "yes", False: "no"})
    share = out_of_fold(LogisticRegression(), wives.drop(columns="affairs"), affair, ten, "predict_proba")[:, 1]
    scores = Counter(zip(affair, share.round(2).tolist(), strict=True))
    cuts = {"above_half": 0.5, "above_share": (affair == "yes").mean()}
    rows = (
        (truth, score, *("yes" if score >= cut else "no" for cut in cuts.values()), women)
        for (truth, score), women in sorted(scores.items())
    )
    write("affairs.csv", ("affair", "score", *cuts, "women"), rows)

    students = spector.load_pandas()
    features, grades = add_constant(students.exog), students.endog
    within = Logit(grades, features).fit(disp=False).predict()
    apart = [
        Logit(grades.iloc[rest], features.iloc[rest]).fit(disp=False).predict(features.iloc[one]).item()
        for rest, one in LeaveOneOut().split(features)
    ]
    said = [["A" if each > 0.5 else "less" for each in column] for column in (grades, within, apart)]
    write("students.csv", ("grade", "fitted", "left_out"), zip(*said, strict=True))


if __name__ == "__main__":
    published()
    fitted()
