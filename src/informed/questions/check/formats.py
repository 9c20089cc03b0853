"""The outcome of every requirement as JUnit XML, which build servers show like any other test."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from informed.core.writing import visible
from informed.questions.check.compute import Outcomes


def junit(found: Outcomes, **_: Any) -> str:
    """One test suite with a test case per requirement; one that is not met is a failure."""
    sizes = {"tests": str(len(found)), "failures": str(len(found.missed)), "errors": "0", "skipped": "0"}
    suites = Element("testsuites", sizes)
    suite = SubElement(suites, "testsuite", {"name": "informed check", **sizes, "time": "0"})
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", {"name": "signature", "value": visible(found.signature)})
    for each in found:
        case = SubElement(suite, "testcase", {"classname": "informed.check", "name": visible(each.what), "time": "0"})
        if each.met:
            SubElement(case, "system-out").text = visible(str(each))
        else:
            SubElement(case, "failure", {"type": "requirement", "message": visible(each.shown)}).text = visible(
                str(each)
            )
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}\n'
