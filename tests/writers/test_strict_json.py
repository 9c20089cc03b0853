"""JSON has no NaN: every export, and what a page embeds, is read by a strict parser."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from informed import count, evaluate

LABELS = st.sampled_from(["a", "b", "never right", "none"])
ITEMS = st.lists(st.tuples(st.sampled_from(["a", "b"]), LABELS), min_size=1, max_size=12)


def strict(text):
    """The document; NaN and infinities, which Python's parser takes, are refused."""
    return json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


@settings(max_examples=40, deadline=None)
@given(items=ITEMS, abstain=st.sampled_from([None, "none"]))
def test_every_evaluation_is_strict_json(items, abstain):
    actual, predicted = zip(*items, strict=True)
    strict(evaluate(count(actual, predicted, abstain=abstain)).report("json"))


def test_what_a_page_embeds_is_strict_json():
    pytest.importorskip("vl_convert")
    page = evaluate(count(list("aabba"), ["a", "b", "b", "E", "none"], abstain="none")).to_html()
    embedded = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert embedded
    for each in embedded:
        strict(each)
