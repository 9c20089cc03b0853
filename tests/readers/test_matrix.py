"""A bare table, however it is written down."""

import pytest

import informed
from informed.readers.matrix import read_matrix


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("1 2; 3 4", (0, 1)),
        ("1,2\n3,4\n", (0, 1)),
        ("1\t2\r\n3\t4\r\n", (0, 1)),
        ("\ufeff1,2\n3,4", (0, 1)),
        ("sun rain\n1 2\n3 4", ("sun", "rain")),
        ("sun 1 2; rain 3 4", ("sun", "rain")),
        (",sun,rain\nsun,1,2\nrain,3,4", ("sun", "rain")),
        ("actual,sun,rain\nsun,1,2\nrain,3,4", ("sun", "rain")),
        ('"actual","sun","rain"\n"sun",1,2\n"rain",3,4', ("sun", "rain")),
        ("actual,0,1\n0,1,2\n1,3,4", ("0", "1")),
    ],
)
def test_every_way_of_writing_gives_the_same_table(text, labels):
    counts = read_matrix(text, rows="actual")
    assert counts.table.tolist() == [[1, 2], [3, 4]]
    assert counts.labels == labels


def test_rows_of_predictions_are_turned():
    counts = read_matrix("said,sun,rain\nsun,1,2\nrain,3,4", rows="predicted")
    assert counts.table.tolist() == [[1, 3], [2, 4]]


def test_names_beside_the_rows_belong_to_what_the_rows_are():
    counts = read_matrix("x,a,b,c\nyes,1,2,3\nno,4,5,6", rows="predicted")
    assert (counts.labels, counts.labels_predicted) == (("a", "b", "c"), ("yes", "no"))


@pytest.mark.parametrize("text", ["", " \n ", "sun,rain"])
def test_no_numbers_no_table(text):
    with pytest.raises(informed.InputError, match=r"empty|no numbers"):
        read_matrix(text, rows="actual")
