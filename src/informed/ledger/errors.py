"""What can go wrong with a ledger, each kind by its name."""

from informed.core.errors import InputError


class LedgerError(InputError):
    """The ledger cannot be read or written."""


class DiskFullError(LedgerError):
    """The disk, or the space allowed to the ledger, is full; nothing of the run was kept."""


class BusyError(LedgerError):
    """Other writers held the ledger for longer than this one may wait."""


class NewerLedgerError(LedgerError):
    """The ledger was written by a newer version of informed."""
