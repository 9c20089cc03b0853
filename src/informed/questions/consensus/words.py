"""What raters without a truth reveal, in sentences."""

from collections.abc import Iterator

from informed.core.words import Finding, Next, ci, code_of, coefficient, many, named, p_is, percent, within
from informed.questions.consensus.result import TWO_ALONE, Consensus


def consensus(found: Consensus) -> Iterator[Finding]:
    """Who is informed and who is not, what the vote gets wrong, what is doubtful, and what to beware of."""
    if found.refusal is not None:
        yield from _refused(found)
        return
    yield _raters(found)
    yield from filter(None, (_guessing(found), _voting(found), _dependent(found), _crossing(found)))


def _refused(found: Consensus) -> Iterator[Finding]:
    """Nothing can be known; of two raters alone nothing but bounds."""
    if code_of(found.refusal) != TWO_ALONE.code:
        yield Finding(
            "refused",
            f"Cannot tell: {found.refusal}. A rater that guesses has nothing in common with the others; without "
            "enough that do, nobody can say who errs. Rate more items, or add raters.",
        )
        return
    yield Finding(
        TWO_ALONE.code,
        f"Cannot tell: {found.refusal}. Add a third rater, or say which population each item comes from (by), where "
        "the labels differ in prevalence.",
    )
    bounds = {who: row["informedness"] for who, row in found.raters.items() if row["informedness"].low is not None}
    if bounds:
        said = " and ".join(f"{coefficient(each.low or 0.0)} for {who}" for who, each in bounds.items())
        yield Finding(
            "bounds",
            f"Informedness is at least {said}, and at most 1, if their errors are independent and neither is worse "
            "than guessing. These bounds do not allow for sampling error.",
        )
    else:
        yield Finding(
            "no_bounds",
            f"With {len(found.classes)} labels there are no bounds either: a rater may know more of what the other "
            "says than of the truth.",
        )


def _raters(found: Consensus) -> Finding:
    """Always: the most and the least informed rater on these items; the intervals hold for all raters together."""
    order = sorted(found.jointly, key=lambda who: found.jointly[who].value)
    least, most = (found.jointly[who] for who in (order[0], order[-1]))
    alone = "; those of the table are for each rater alone"
    return Finding(
        "raters",
        f"On these items the highest informedness is that of {order[-1]}, {coefficient(most.value)}{within(most)}, "
        f"the lowest that of {order[0]}, {coefficient(least.value)}{within(least)}."
        + (f" Both intervals allow for the choice among {len(order)} raters{alone}." if most.low is not None else ""),
    )


def _guessing(found: Consensus) -> Finding | None:
    """The interval of the informedness of some rater, which allows for all of them, includes 0."""
    low = [who for who, each in found.jointly.items() if each.low is not None and each.low <= 0]
    if not low:
        return None
    beat = f"{named(low)} {'beats' if len(low) == 1 else 'beat'} guessing"
    told = f"Not shown that {beat}: a {ci(found.level)} that allows for all raters includes 0"
    return Finding("guessing", f"{told}.")


def _voting(found: Consensus) -> Finding | None:
    """Always: what the vote gets wrong, and how many labels are doubtful."""
    voting = found.voting
    if voting is None:
        return None
    differs = f"The vote differs from the consensus on {many(voting.differs, 'item')} and is tied on {voting.tied:,}"
    right = f"right on {percent(voting.right)} of the items, the consensus on {percent(voting.consensus_right)}"
    doubtful = f"{many(len(found.doubtful), 'label')} of the consensus {'is' if len(found.doubtful) == 1 else 'are'}"
    sure = "These shares and probabilities are the model's, which is too sure where items or raters are few"
    return Finding("voting", f"{differs}: by the model it is {right}. {doubtful} less than 80% sure. {sure}.")


def consensus_next(found: Consensus) -> Iterator[Next]:
    """The doubtful items, which somebody should look at; where nothing is known, another rater."""
    if found.refusal is not None:
        yield Next("third_rater", "let another rater label the same items")
    elif found.doubtful:
        yield Next("doubtful", f"let an expert label the {many(len(found.doubtful), 'doubtful item')}")


def _dependent(found: Consensus) -> Finding | None:
    """Two raters agree more often than the model allows, p below 0.05."""
    if found.fit is None or not found.fit.dependent or (test := found.fit.independence) is None:
        return None
    habits = found.fit.model == "knows_or_guesses"
    cause = "raters err together, or not by habit (try the model dawid_skene)" if habits else "raters err together"
    return Finding(
        "dependent",
        f"Caution: {test.first} and {test.second} agree on {percent(test.agreed)} of their items, "
        f"{percent(test.expected)} expected ({p_is(test.p)}): {cause}, so who is informed may be misjudged.",
    )


def _crossing(found: Consensus) -> Finding | None:
    """Another start of the search fits better, but some class is mostly called by the label of another."""
    better = found.fit.better if found.fit else None
    if better is None or found.fit is None or not better.crosses:
        return None
    return Finding(
        "crossing",
        f"Caution: another solution fits better (log-likelihood {better.log_likelihood:.1f} against "
        f"{found.fit.log_likelihood:.1f}), but it crosses labels: the raters mostly call one of its classes by the "
        "label of another. The solution nearest to the votes is shown.",
    )
