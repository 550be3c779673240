"""The exceptions of the package: every error a caller may see derives from XiangqiError."""

from __future__ import annotations


class XiangqiError(Exception):
    """Base of all errors raised on purpose by this package."""


class FenError(XiangqiError, ValueError):
    """A position text that cannot be read; the message names the row, point or field."""


class IllegalMoveError(XiangqiError, ValueError):
    """A move that the rules forbid in the position at hand."""


class NotationError(XiangqiError, ValueError):
    """A move text that cannot be read, or that fits no legal move or several."""


class RecordError(XiangqiError, ValueError):
    """A game record that cannot be read at all; the message names the line or byte."""


class SearchRunningError(XiangqiError, RuntimeError):
    """An engine was asked for something while it searches, which takes all of it."""


class ProtocolError(XiangqiError):
    """An engine process that breaks its protocol, dies or does not answer."""


class StorageError(XiangqiError):
    """Settings or journal that cannot be read or written."""


class FileChangedError(StorageError):
    """A file that somebody else has written to, replaced or deleted since it was read."""


class LibraryError(XiangqiError):
    """A library of games that cannot be opened, read or written; the message names the file."""


class CancelledError(XiangqiError):
    """Work given up half-way because nobody waits for it any more."""


class ResourceError(XiangqiError):
    """An asset that is missing or damaged."""


class TableError(XiangqiError):
    """An endgame table that cannot be made or read, or a material that is none; the message names it."""


class JobError(XiangqiError):
    """A job that no worker has done, or workers that cannot be used; the message names which."""


class KernelError(XiangqiError):
    """Kernels that cannot be built or loaded; the message says why."""
