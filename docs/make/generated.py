"""Which pages and pictures follow from the code alone."""

from collections.abc import Callable
from functools import partial

import informed
from catalogue import index_page, measure_page, test_page, tests_page
from charts import DRAWN, picture
from commands import command_pages
from informed.inference.significance.catalogue import TESTS
from informed.lab.papers import text
from labels import labels_page
from reference import api_page
from rooms import design_page, files_page, methods_page, questions_page, rooms_page
from worst import numbers_page


def papers() -> dict[str, str]:
    """The pages and pictures of the papers whose numbers need no other data."""
    pages = {f"papers/{name}.md": page for name, page in text.pages(informed.lab.reproduce()).items()}
    return pages | {f"papers/{name}": content.decode() for name, content in text.pictures().items()}


def makers() -> dict[str, Callable[[], str]]:
    """What makes each page and picture that follows from the code: path below docs/ to the function."""
    made: dict[str, Callable[[], str]] = {
        "measures/index.md": index_page,
        "guides/index.md": questions_page,
        "intervals.md": methods_page,
        "methods/index.md": numbers_page,
        "files.md": files_page,
        "labels.md": labels_page,
        "design.md": design_page,
        "rooms.md": rooms_page,
        "tests/index.md": tests_page,
        "api.md": api_page,
    }
    made |= {f"measures/{each.name}.md": partial(measure_page, each) for each in informed.measures.find()}
    made |= {f"tests/{each.name}.md": partial(test_page, each) for each in TESTS}
    made |= {f"commands/{name}.md": partial(str, text) for name, text in command_pages().items()}
    return made | {f"pictures/{name}.svg": partial(picture, name) for name in DRAWN}


def generated() -> dict[str, str]:
    """Pages and pictures that follow from the code: path below docs/ to text."""
    return {name: make() for name, make in makers().items()}
