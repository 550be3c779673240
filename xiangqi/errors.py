"""The exceptions of the package, which all derive from XiangqiError.

Values that cannot be parsed or used may also raise ValueError.
"""

from __future__ import annotations


class XiangqiError(Exception):
    """Base class of this package's own exceptions."""


class FenError(XiangqiError, ValueError):
    """A position cannot be read; the message names the row, point or field."""


class IllegalMoveError(XiangqiError, ValueError):
    """A move is illegal in the position."""


class NotationError(XiangqiError, ValueError):
    """A move cannot be read, or matches no legal move or several."""


class RecordError(XiangqiError, ValueError):
    """A game record cannot be read at all; the message names the line or byte."""


class PictureError(XiangqiError, ValueError):
    """A picture cannot be read; the message gives the reason and, for a file, its name."""


class ClipboardError(XiangqiError):
    """The clipboard cannot be read: its owner does not answer, or it has too much; the message says which."""


class SearchRunningError(XiangqiError, RuntimeError):
    """An engine cannot do something while it is searching."""


class ProtocolError(XiangqiError):
    """An engine process violates its protocol, ends or does not answer."""


class StorageError(XiangqiError):
    """Settings, a journal or another file cannot be read or written."""


class FileChangedError(StorageError):
    """A file was modified, replaced or deleted by another program since it was read."""


class LibraryError(XiangqiError):
    """A library of games cannot be opened, read or written; the message names the file."""


class CancelledError(XiangqiError):
    """Work was cancelled because its result is no longer wanted."""


class ResourceError(XiangqiError):
    """An asset is missing or damaged."""


class TableError(XiangqiError):
    """An endgame table cannot be made or read, or a material or set of tables is unknown or invalid."""


class JobError(XiangqiError):
    """A job failed on every worker, or workers cannot be used; the message says why."""


class KernelError(XiangqiError):
    """Kernels cannot be built or loaded; the message says why."""
