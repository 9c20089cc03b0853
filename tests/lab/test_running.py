"""The same seed gives the same numbers: in any number of threads, at once or interrupted and taken up again."""

import json

import numpy as np
import pytest

import informed
from informed import lab as study
from informed.core.errors import InputError
from informed.lab import tracking

RECIPES = {
    "measures": {"names": ["informedness", "kappa"], "per_level": 3, "studies": 5000, "seed": 3},
    "significance": {"tests": ["pearson", "z_informedness"], "items": (20, 500), "tables": 2000, "seed": 3},
    "intervals": {"names": ["informedness"], "methods": ["mover", "wald"], "tables": 40, "seed": 3},
}
recipes = pytest.mark.parametrize("name", RECIPES)


def run(name, **options):
    given = dict(RECIPES[name])
    first = given.pop("names", None) or given.pop("tests")
    return getattr(study, name)(first, **given, **options)


def stop_after(parts):
    """Ctrl-C, as a callback of progress sees it."""
    calls = []

    def progress(share):
        calls.append(share)
        if len(calls) == parts:
            raise KeyboardInterrupt

    return progress


@recipes
def test_threads_do_not_matter(name):
    assert run(name, workers=1).to_dict() == run(name, workers=3).to_dict()


@recipes
def test_an_interrupted_study_keeps_what_is_done_and_says_so(name):
    part = run(name, progress=stop_after(2))
    assert part.tally.done == 2
    assert "interrupted" in part.note
    assert part.verdict[0].lower() == f"{part.note.lower()}."
    assert "Interrupted with" in part.report()
    assert part.to_dict()["note"] == part.note


@recipes
def test_taken_up_again_it_gives_what_it_would_have_given_at_once(name):
    whole, part = run(name), run(name, progress=stop_after(2))
    saved = json.loads(part.to_json())
    assert run(name, resume=part).to_dict() == whole.to_dict()
    assert run(name, resume=saved).to_dict() == whole.to_dict()
    assert whole.note is None
    assert whole.tally is None


def test_only_the_same_study_is_taken_up_again():
    part = run("measures", progress=stop_after(1))
    with pytest.raises(InputError, match="seed:4"):
        study.measures(["informedness", "kappa"], per_level=3, studies=5000, seed=4, resume=part)
    with pytest.raises(InputError, match="finished"):
        run("measures", resume=run("measures"))


def test_progress_rises_to_the_end():
    shares = []
    run("measures", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize(("per_level", "studies"), [(2, 30), (40, 3)])
def test_studies_are_cut_into_parts_of_bounded_size(monkeypatch, per_level, studies):
    """Whole studies together where they are small, slices of one where it is large; no table lost or counted twice."""
    monkeypatch.setattr(tracking, "PART", 400)
    found = study.measures(["informedness"], per_level=per_level, studies=studies)
    levels = [found.plan.placed(place) for place in range(found.plan.parts)]
    assert max(each.size * 4 for each in levels) <= 400
    assert sum(each.size for each in levels) == 11 * per_level * studies
    assert found.measures["informedness"]["studies"] == studies
    everything = np.concatenate([each.ravel() for each in levels])
    assert (np.unique(everything, return_counts=True)[1] == per_level * studies).all()


@pytest.mark.parametrize("seed", [-1, None, 1.5, True])
def test_a_seed_can_be_written_down(seed):
    with pytest.raises(InputError, match="seed="):
        study.measures(studies=1, seed=seed)


def test_every_signature_has_the_version_and_what_decides_the_numbers():
    studies = [run(name) for name in RECIPES]
    studies += [study.disagreement(seed=3), study.bias(["mcc"], informed=[0.3]), study.requirements(["mcc"], seed=3)]
    for each in studies:
        parts = dict(part.split(":", 1) for part in each.signature.split("|"))
        assert parts["informed"] == informed.__version__
        assert parts["study"] == each.name
        assert parts.get("seed") == "3" or each.name == "bias"  # which draws nothing for two classes
    assert "informedness:0.3" in studies[4].signature
