"""A server that is killed while 16 writers write: whatever was acknowledged is there when it is back."""

import os
import subprocess
import sys
from contextlib import ExitStack
from queue import Empty, Queue
from threading import Thread
from time import monotonic

import many
import pytest
from server import PATIENCE, SERVABLE, server

from informed import Counts, Ledger

HOSTS, WRITERS, ENOUGH = 2, 8, 160  # processes, writers in each, runs that are acknowledged before it is killed


@pytest.mark.ledger
@pytest.mark.skipif(not SERVABLE, reason="there is no PostgreSQL here")
def test_what_a_killed_server_acknowledged_is_kept_by_all_writers():
    """Two processes stand for two hosts: they share nothing but the server. All 16 make the ledger, too."""
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    with server() as made, ExitStack() as ended:
        commands = [
            [sys.executable, many.__file__, made.url, *map(str, range(host * WRITERS, (host + 1) * WRITERS))]
            for host in range(HOSTS)
        ]
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": os.environ | path}
        hosts = [ended.enter_context(subprocess.Popen(each, **how)) for each in commands]
        named: Queue[str] = Queue()
        readers = [Thread(target=lambda each: [named.put(line) for line in each.stdout], args=[host]) for host in hosts]
        try:
            for each in readers:
                each.start()
            end, kept = monotonic() + PATIENCE, []
            while len(kept) < ENOUGH and monotonic() < end:
                try:
                    kept.append(named.get(timeout=1))
                except Empty:
                    assert all(each.poll() is None for each in hosts)
            made.kill()
            codes = [each.wait(timeout=PATIENCE) for each in hosts]  # the writers hear of it, and end by themselves
        finally:
            for each in hosts:
                each.kill()
        for each in readers:
            each.join(PATIENCE)
        kept += [named.get() for _ in range(named.qsize())]
        acknowledged = {each.strip() for each in kept if each.endswith("\n")}
        assert (codes, [each.stderr.read() for each in hosts]) == ([0] * HOSTS, [""] * HOSTS)
        made.start()
        with Ledger(made.url) as ledger:
            runs = ledger.runs()
            assert len(acknowledged) >= ENOUGH
            assert acknowledged <= {each.id for each in runs}
            assert len(runs) - len(acknowledged) <= HOSTS * WRITERS  # those in flight
            chain = ledger.verify()
            assert (chain.intact, chain.links) == (True, len(runs))
            for run, counts in zip(runs, ledger.counts_of(runs), strict=True):  # each whole, as its writer wrote it
                assert counts == many.table(int(counts.table[0, 0]) - 1, int(run.dataset))
            ledger.record(Counts([[1, 0], [0, 1]], ["x", "y"]), task="after", system="s")  # and it goes on
            assert ledger.verify().intact
