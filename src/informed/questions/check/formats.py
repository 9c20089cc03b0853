"""The outcome of every requirement as JUnit XML, which build servers show like any other test."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from informed.core.writing import visible
from informed.questions.check.compute import UNDECIDED, Outcomes


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
