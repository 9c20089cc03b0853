"""A model held to a promise like any other code: ``pytest examples/test_model.py``."""


def test_the_screening_test_is_informed(assert_informed):
    assert_informed(
        "examples/screening.csv",
        actual="actual",
        predicted="test",
        require=["informedness.low >= 0.4", "recall[ill] >= 0.5"],
    )
