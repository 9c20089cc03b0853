"""How a measure is written: ``informedness``, ``f_measure(beta=2)``, ``recall[rain]``."""

import ast
import re
from typing import Any

from informed.core.errors import InputError

FORM = re.compile(r"\s*([^\[\]()=]*\w[^\[\]()=]*?)\s*(?:\((.*)\))?\s*(?:\[(.+)\])?\s*", flags=re.DOTALL)


def parsed(text: str) -> tuple[str, dict[str, Any], str | None]:
    """The name of a measure, its parameters, and the label it is asked for."""
    match = FORM.fullmatch(text)
    if not match:
        raise InputError(f"measure {text!r} is not of the form name, name(parameter=value) or name[label]")
    name, written, label = match.groups()
    try:
        call = ast.parse(f"f({written or ''})", mode="eval").body
        if isinstance(call, ast.Call) and not call.args:
            return name, {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}, label
    except (SyntaxError, ValueError):
        pass
    raise InputError(f"measure {text!r}: write parameters as name=value, for example f_measure(beta=2)")
