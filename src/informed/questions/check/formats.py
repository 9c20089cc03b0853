"""The outcome of every requirement as JUnit XML, which build servers show like any other test; as lines for GitHub."""

from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from informed.core.writing import visible
from informed.questions.check.compute import MET, MISSED, UNDECIDED, Outcomes


def junit(found: Outcomes, **_: Any) -> str:
    """One test suite with a test case per requirement.

    One that is not met is a failure; so is an undecided one, unless it counts as passed: then it is skipped.
    """
    skipped = found.of(UNDECIDED) if found.undecided == "pass" else ()
    failures = len(found.missed) - len(skipped)
    sizes = {"tests": len(found), "failures": failures, "errors": 0, "skipped": len(skipped)}
    counted = {name: str(number) for name, number in sizes.items()}
    suites = Element("testsuites", counted)
    suite = SubElement(suites, "testsuite", {"name": "informed check", **counted, "time": "0"})
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", {"name": "signature", "value": visible(found.signature)})
    for each in found:
        case = SubElement(suite, "testcase", {"classname": "informed.check", "name": visible(each.what), "time": "0"})
        why = {"message": visible(each.shown)}
        if each.met:
            told = SubElement(case, "system-out")
        elif each in skipped:
            told = SubElement(case, "skipped", why)
        else:
            kind = UNDECIDED if each.outcome == UNDECIDED else "requirement"
            told = SubElement(case, "failure", {"type": kind, **why})
        told.text = visible(str(each))
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}\n'


def github(found: Outcomes, **_: Any) -> str:
    """One line per requirement that GitHub shows beside a change: an error, a warning or a notice."""
    kinds = {MISSED: "error", UNDECIDED: "error" if found.undecided == "fail" else "warning", MET: "notice"}
    lines = [f"::{kinds[each.outcome]} title=informed check::{_data(visible(str(each)))}" for each in found]
    return "\n".join(lines) + "\n"


def _data(text: str) -> str:
    """The text of a command to GitHub's runner, which reads percent signs and line ends as its own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
