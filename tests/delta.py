"""The plain delta method, by which the standard errors of textbooks and of other tools can be had."""

import numpy as np

from informed.core.table import as_table, total
from informed.inference.gradient import influence


def standard_error(measure, table):
    table = as_table(table)
    return np.sqrt(total(table * influence(measure, table) ** 2)) / total(table)
