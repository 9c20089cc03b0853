"""Do the tests notice a fault? Put small ones into the code, one at a time, and run the tests that reach it.

``python tests/mutants`` draws COUNT mutants with SEED, runs each against the tests that execute its statement (quick
ones first, about BUDGET seconds of them), and writes docs/mutants.md. What was found is kept in ``.mutants/``: with
``--again`` only the survivors are run once more.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from random import Random
from typing import Any

from mutating import ROOT, Mutant, chosen
from report import report

KEPT = ROOT / ".mutants"
TESTED = ("core", "inference", "laws", "golden", "questions", "readers")
PRELOADED = ("numpy", "scipy.stats", "scipy.optimize", "scipy.special", "hypothesis", "pytest", "duckdb", "narwhals")
HARD = 3600  # seconds after which a process is ended, and GiB it may take
MEMORY = 8


class Served(SourceFileLoader):
    """A loader that gives another source for one file."""

    changed: dict[str, bytes] = {}  # noqa: RUF012

    def get_code(self, fullname: str) -> Any:
        """Compile the other source; every other file as always."""
        if self.path in self.changed:
            return compile(self.changed[self.path], self.path, "exec", dont_inherit=True)
        return super().get_code(fullname)


class Finder(PathFinder):
    """Find modules as always, and load those whose source is changed with `Served`."""

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Exchange the loader of a changed file."""
        spec = super().find_spec(fullname, path, target) if fullname.startswith("informed") else None
        if spec is not None and spec.origin in Served.changed:
            spec.loader = Served(fullname, spec.origin)
        return spec


class Watched:
    """A pytest plugin: the tests to run in order, a limit of time for each, and what became of them."""

    def __init__(self, order: list[str] | None = None, seconds: dict[str, float] | None = None) -> None:
        self.order, self.seconds = order, seconds or {}
        self.found: dict[str, Any] = {"seconds": {}, "failed": [], "hits": {}}
        self.now = ""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep the tests that are asked for, in their order."""
        if self.order is not None:
            place = {name: index for index, name in enumerate(self.order)}
            items[:] = sorted((each for each in items if each.nodeid in place), key=lambda each: place[each.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Set the alarm, in seconds of the processor, for others may be at work: a mutant may loop for ever."""
        self.now = nodeid
        signal.setitimer(signal.ITIMER_PROF, 20 + 10 * self.seconds.get(nodeid, 60))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep the time of every test that passed, and the names of those that did not."""
        seconds = self.found["seconds"]
        seconds[report.nodeid] = seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.found["failed"].append(report.nodeid)

    def pytest_runtest_logfinish(self) -> None:
        """No test, no alarm."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.now = ""

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be imported has failed too."""
        if report.failed:
            self.found["failed"].append(report.nodeid)

    def hit(self, number: int) -> None:
        """Note that a statement was executed, and by which test ("" while a file is imported)."""
        self.found["hits"].setdefault(str(number), {})[self.now] = 1


def tested(watched: Watched, files: Iterable[str]) -> dict[str, Any]:
    """Run tests in this process."""
    import pytest

    signal.signal(signal.SIGPROF, _late)
    options = ["-n", "0", "--tb=no", "-W", "ignore:Module already imported"]
    pytest.main([*options, *["-x"][: watched.order is not None], *files], plugins=[watched])
    return watched.found


def _late(*_: Any) -> None:
    raise TimeoutError("a test took ten times as long as it should")


def reached(file: str, mutants: list[Mutant]) -> dict[str, Any]:
    """Run a file of tests on the code as it is, and note which statements of mutants each test executes."""
    watched = Watched()
    builtins.__mutants_hit__ = watched.hit  # type: ignore[attr-defined]
    for source in {each.file for each in mutants}:
        lines = {each.statement: [] for each in mutants if each.file == source}
        for number, each in enumerate(mutants):
            if each.file == source:
                lines[each.statement].append(number)
        Served.changed[str(ROOT / source)] = _instrumented((ROOT / source).read_text(), lines)
    return tested(watched, [file])


def _instrumented(source: str, lines: dict[int, list[int]]) -> bytes:
    """The source with a call before each of these statements."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                body[:] = [new for old in body for new in (*_calls(old, lines), old)]
    return ast.unparse(ast.fix_missing_locations(tree)).encode()


def _calls(node: ast.AST, lines: dict[int, list[int]]) -> Iterator[ast.stmt]:
    line = min((each.lineno for each in getattr(node, "decorator_list", ())), default=getattr(node, "lineno", 0))
    for number in lines.get(line, ()):
        yield ast.parse(f"__mutants_hit__({number})").body[0]


def attacked(mutant: Mutant, order: list[str], seconds: dict[str, float]) -> dict[str, Any]:
    """Run the chosen tests on the code with one fault."""
    Served.changed[str(ROOT / mutant.file)] = mutant.source()
    return tested(Watched(order, seconds), dict.fromkeys(name.partition("::")[0] for name in order))


def unsound(tests: set[str], workers: int) -> set[str]:
    """Which of these tests fail by themselves, without any fault: they are no witnesses."""
    jobs = {test: partial(tested, Watched([test]), [test.partition("::")[0]]) for test in sorted(tests)}
    found = {test for test, result in in_processes(jobs, workers) if result is None or result["failed"]}
    for test in sorted(found):
        print(f"{test}: fails alone", flush=True)
    return found


def in_processes(jobs: dict[str, Callable[[], Any]], workers: int) -> Iterator[tuple[str, Any]]:
    """Do every job in a process of its own, a few at a time; None where one died or had to be ended."""
    waiting, running = dict(jobs), {}
    while waiting or running:
        while waiting and len(running) < workers:
            name = next(iter(waiting))
            path = KEPT / f"job-{len(waiting)}.json"
            path.unlink(missing_ok=True)
            running[_forked(waiting.pop(name), path)] = (name, path, time.monotonic() + HARD)
        for pid, (name, path, deadline) in list(running.items()):
            if os.waitpid(pid, os.WNOHANG)[0]:
                del running[pid]
                yield name, json.loads(path.read_text()) if path.exists() else None
                path.unlink(missing_ok=True)
            elif time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


def _forked(job: Callable[[], Any], path: Path) -> int:
    pid = os.fork()
    if pid:
        return pid
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY << 30, MEMORY << 30))
    try:
        path.write_text(json.dumps(job()))
    finally:
        os._exit(0)


def the_map(mutants: list[Mutant], workers: int, paths: list[Path]) -> tuple[dict[int, set[str]], dict[str, float]]:
    """Which tests execute which mutant, and how long each passing test takes."""
    given = {each for path in paths for each in ([path] if path.is_file() else path.rglob("test_*.py"))}
    files = sorted(str(each.resolve().relative_to(ROOT)) for each in given)
    hits: dict[int, set[str]] = {number: set() for number in range(len(mutants))}
    seconds: dict[str, float] = {}
    jobs = {file: partial(reached, file, mutants) for file in files}
    for file, found in in_processes(jobs, workers):
        if found is None:
            print(f"{file}: died", flush=True)
            continue
        passed = {name: taken for name, taken in found["seconds"].items() if name not in found["failed"]}
        print(f"{file}: {len(passed)} passed, {len(found['failed'])} failed, {sum(passed.values()):.0f} s", flush=True)
        seconds |= passed
        for number, tests in found["hits"].items():
            hits[int(number)] |= passed.keys() if "" in tests else passed.keys() & tests.keys()
    return hits, seconds


def order(tests: set[str], seconds: dict[str, float], budget: float) -> list[str]:
    """Quick tests first, as many as fit."""
    taken, chosen = 0.0, []
    for name in sorted(tests, key=lambda name: (seconds[name], name)):
        taken += seconds[name] + 0.005
        if chosen and taken > budget:
            break
        chosen.append(name)
    return chosen


def main() -> None:
    """Draw, map, attack, report."""
    parse = argparse.ArgumentParser(prog="./dev test mutants", description=__doc__)
    parse.add_argument("--count", type=int, default=200, help="mutants to draw")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--workers", type=int, default=int(os.environ.get("WORKERS", "2")))
    parse.add_argument("--budget", type=float, default=60, help="seconds of tests to run on each")
    parse.add_argument("--again", action="store_true", help="only what survived the last time")
    parse.add_argument("--report", action="store_true", help="only write the page of what was run so far")
    parse.add_argument("tests", type=Path, nargs="*", default=[ROOT / "tests" / room for room in TESTED])
    given = parse.parse_args()
    os.chdir(ROOT)
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"results-{given.count}-{given.seed}.json"
    results = json.loads(path.read_text()) if path.exists() else {}
    mutants = chosen(given.count, given.seed)
    left = [each for each in mutants if not (results.get(key(each)) if given.again else key(each) in results)]
    if not given.report:
        results = _run(left, results, path, given)
    ran = [(each, results[key(each)]) for each in mutants if key(each) in results]
    (ROOT / "docs" / "mutants.md").write_text(report(ran, given.seed, len(mutants)))


def _run(left: list[Mutant], results: dict[str, str], path: Path, given: argparse.Namespace) -> dict[str, str]:
    """Map and attack; what is found is kept as it comes."""
    sys.path.insert(0, str(ROOT / "src"))
    sys.meta_path.insert(0, Finder)
    os.environ |= {"HYPOTHESIS_PROFILE": "ci", "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    for name in PRELOADED:
        importlib.import_module(name)
    hits, seconds = the_map(left, given.workers, given.tests) if left else ({}, {})
    orders = {key(each): order(hits[number], seconds, given.budget) for number, each in enumerate(left)}
    results |= {name: "" for name, tests in orders.items() if not tests}
    waiting = [each for each in left if orders[key(each)]]
    Random(given.seed).shuffle(waiting)  # whatever is run before someone stops it is a sample of all
    while waiting:
        jobs = {key(each): partial(attacked, each, orders[key(each)], seconds) for each in waiting}
        for name, found in in_processes(jobs, given.workers):
            results[name] = "died" if found is None else (found["failed"] or [""])[0]
            print(f"{name[:110]}: {results[name][:60] or 'SURVIVED'}", flush=True)
            path.write_text(json.dumps(results))
        wrong = unsound({results[key(each)] for each in waiting} - {"", "died"}, given.workers)
        orders = {name: [test for test in tests if test not in wrong] for name, tests in orders.items()}
        again = [each for each in waiting if results[key(each)] in wrong]
        results |= {key(each): "" for each in again}
        waiting = [each for each in again if orders[key(each)]]
    path.write_text(json.dumps(results))
    return results


def key(mutant: Mutant) -> str:
    """A mutant of the code as it stands now."""
    return f"{mutant.start} {mutant.name}"


if __name__ == "__main__":
    main()
