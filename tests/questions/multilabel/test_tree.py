"""Whole sets by a tree of categories: exact where the world is one, none where nothing is known, one where all is."""

import numpy as np
import pytest

import informed
from informed.core import measures as m
from informed.questions.multilabel.tree import tree_of

RNG = np.random.default_rng(11)


def chain(items, known, follows, size=4):
    """Sets in which each category is as the one before with one probability, and known with another."""
    actual = RNG.random((items, size)) < 0.35
    for place in range(1, size):
        actual[:, place] = np.where(RNG.random(items) < follows, actual[:, place - 1], actual[:, place])
    said = np.where(RNG.random(actual.shape) < known, actual, RNG.random(actual.shape) < 0.35)
    return [[np.flatnonzero(row).tolist() for row in each] for each in (actual, said)]


def test_of_a_chain_it_is_the_proficiency_of_whole_sets_and_the_sum_over_categories_is_less():
    """20,000 items of 4 categories: 16 different sets, whose plug-in value is off by 225 / (2 n ln 2) bits at most."""
    found = informed.multilabel(*chain(20000, 0.5, 0.8), draws=0)
    assert {frozenset(each) for each in found.tree.edges} == {frozenset(each) for each in ((0, 1), (1, 2), (2, 3))}
    assert found.tree.proficiency.value == pytest.approx(found.product.value, abs=0.01)
    assert found.measures["proficiency"].value < found.product.value - 0.03


def test_categories_apart_have_no_edges_and_the_proficiency_of_the_sum_less_chance():
    found = informed.multilabel(*chain(3000, 0.6, 0.0), draws=0)
    tables = found.tables
    assert not found.tree.edges
    entropy = sum(float(m.entropy_actual(each)) for each in tables)
    assert found.tree.bits[0] == pytest.approx(entropy)
    assert found.tree.bits[1] == pytest.approx(entropy * (1 - found.measures["proficiency"].value))


@pytest.mark.parametrize("known", [0, 1])
def test_nothing_known_is_0_and_everything_is_1(known):
    tree = tree_of(informed.multilabel(*chain(400, known, 0.7), draws=0).sample, 0.95)
    assert tree.proficiency.value == pytest.approx(known, abs=0.02)
    assert known or tree.proficiency.low < 0 < tree.proficiency.high


def test_the_bits_are_those_of_all_sets_summed_one_by_one():
    """The tree's own model, summed over all 16 actual sets for every item (brute force)."""
    found = informed.multilabel(*chain(150, 0.5, 0.8), draws=0, labels=range(4))
    tree, sets = found.tree, found.sample
    above = dict(tree.edges)
    flags = [np.ones((len(sets.counts), 4), int) for _ in range(2)]
    for each, side in zip(flags, sets.sides, strict=True):
        each[side.rows, side.codes] = 0
    actual, said = flags
    says = sets.tables() / sets.tables().sum(-1, keepdims=True)

    def given(place):
        if place not in above:
            return np.bincount(actual[:, place], sets.counts, 2) / sets.total
        joint = np.zeros((2, 2))
        np.add.at(joint, (actual[:, above[place]], actual[:, place]), sets.counts)
        return joint / joint.sum(1, keepdims=True)

    def of_set(values):
        return np.prod(
            [given(at)[values[above[at]]][values[at]] if at in above else given(at)[values[at]] for at in range(4)]
        )

    every = np.indices((2,) * 4).reshape(4, -1).T
    prior = np.array([of_set(each) for each in every])
    bits = 0.0
    for row, count in enumerate(sets.counts):
        like = [np.prod([says[at, each[at], said[row, at]] for at in range(4)]) for each in (*every, actual[row])]
        bits -= count * np.log2(of_set(actual[row]) * like[-1] / (prior @ like[:-1]))
    assert tree.bits[1] == pytest.approx(bits / sets.total)


def test_the_screen_of_everything_has_it_and_weighted_items_do_not():
    actual, said = chain(200, 0.5, 0.8)
    assert "by a tree of 3 edges" in informed.multilabel(actual, said, draws=0).report(every=True)
    assert informed.multilabel(actual, said, draws=0, weights=RNG.random(200)).tree is None
