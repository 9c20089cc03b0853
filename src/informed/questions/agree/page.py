"""The agreement of raters on a page."""

from typing import Any

from informed.questions.agree.compute import Agreement
from informed.writers.page import plain


def agreement(result: Agreement) -> dict[str, Any]:
    """The coefficients with what each means; then its tables."""
    return plain(result) | {"measures": dict(result.measures), "meanings": result.meanings}
