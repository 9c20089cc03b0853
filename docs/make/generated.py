"""Which pages and pictures follow from the code alone."""

import informed
from catalogue import index_page, measure_page, test_page, tests_page
from charts import pictures
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


def generated() -> dict[str, str]:
    """Pages and pictures that follow from the code: path below docs/ to text."""
    measures = {f"measures/{each.name}.md": measure_page(each) for each in informed.measures.find()}
    tests = {f"tests/{each.name}.md": test_page(each) for each in TESTS}
    commands = {f"commands/{name}.md": text for name, text in command_pages().items()}
    lists = {"measures/index.md": index_page(), "guides/index.md": questions_page(), "intervals.md": methods_page()}
    lists |= {"methods/index.md": numbers_page(), "files.md": files_page(), "labels.md": labels_page()}
    lists |= {"design.md": design_page(), "rooms.md": rooms_page()}
    return {
        **lists,
        **measures,
        "tests/index.md": tests_page(),
        **tests,
        **commands,
        "api.md": api_page(),
        **pictures(),
    }
