"""Orders for documents, their reports, and the worker, which has `xiangqi print` make them."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.own_process import OwnProcess
from xiangqi.app.pixels import Pixels
from xiangqi.app.session.transcript import is_unnamed, told_name
from xiangqi.app.share.state import ReviewRemark, ShareKind
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.disk import free_name, make_folder
from xiangqi.errors import RecordError
from xiangqi.i18n.languages import SOURCE
from xiangqi.i18n.message import Message, catalogue, system_reason
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.records.comment_commands import DIAGRAM
from xiangqi.records.files import WRITERS, write_game
from xiangqi.records.packed import pack
from xiangqi.records.revision import Revision
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game
from xiangqi.resources import pictures_folder


@dataclass(frozen=True)
class MakeDocument(Effect):
    """Make a document, either as a preview or as a new file."""

    share_id: int  # identifies the report
    kind: ShareKind
    game: Revision = field(compare=False, repr=False)
    here: Line  # the line to the position on the board
    words: tuple[str, ...]  # options of the command: language, notation, pieces, and the side at the bottom
    is_preview: bool
    language: str = SOURCE  # of the names of players without a name of their own
    comments: str = "mine"  # whose comments: the "coach"'s as well, "mine" or "none"
    remarks: tuple[ReviewRemark, ...] = ()  # what the review says, for the coach's comments
    style: Style = Style.ICCS  # the notation of a record
    folder: Path | None = None  # destination of the file; None for the player's folder of pictures
    opened: bool = False  # whether the file is opened in the system's program
    title: str = "xiangqi"  # the name of the file, without its suffix


@dataclass(frozen=True)
class StopDocument(Effect):
    """Stop making the preview; a file that has been ordered is still written."""


@dataclass(frozen=True)
class DocumentShown(Event):
    """The preview of a document has been made or has failed."""

    share_id: int
    preview: Pixels | None
    failure: str = ""
    text: str = ""  # the beginning of a record


@dataclass(frozen=True)
class DocumentWritten(Event):
    """A document has been written or could not be written."""

    share_id: int
    path: Path
    failure: str = ""  # why it was not written or, if it is there, why it was not opened
    is_there: bool = False  # whether the file is there though something failed


_SHOWN_WIDTH: Final = "600"  # width of a preview, px
_MOST_SHOWN: Final = 6000  # characters of a record in the preview


class ShareService(Service):
    """Makes one preview at a time, stopped by the next, and writes files one after another."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox) -> None:
        """Create the service, which reports to the outbox."""
        self._outbox = outbox
        self._preview: OwnProcess | None = None
        self._writer = JobThread("document writer")

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox)

    @performs(MakeDocument)
    def start(self, order: MakeDocument) -> None:
        """Start making a preview, or write a file once those ordered before are written."""
        if order.is_preview:
            self._show(order)
        else:
            self._writer.submit(lambda: self._write(order), lambda detail: self._fail(order, detail))

    def _show(self, order: MakeDocument) -> None:
        self._stop()
        if order.kind.is_record:
            self._outbox.put(_record_shown(order))
            return
        folder = tempfile.TemporaryDirectory()
        path = Path(folder.name) / "preview.png"
        self._preview = process = OwnProcess(command_of(order, path), record_of(order).encode())

        def work() -> None:
            done = _made(order, path, process)
            folder.cleanup()
            if not process.is_ended:
                self._outbox.put(done)

        threading.Thread(target=work, name="share", daemon=True).start()

    def _write(self, order: MakeDocument) -> None:
        path = _new_file(order)
        if order.kind.is_record:
            self._outbox.put(_record_written(order, path))
            return
        self._outbox.put(_made(order, path, OwnProcess(command_of(order, path), record_of(order).encode())))

    def _fail(self, order: MakeDocument, detail: str) -> None:
        self._outbox.put(DocumentWritten(order.share_id, Path(f"xiangqi{order.kind.suffix}"), detail))

    @performs(StopDocument)
    def stop(self, _order: StopDocument) -> None:
        """Stop making the preview; a file that has been ordered is still written."""
        self._stop()

    def _stop(self) -> None:
        process, self._preview = self._preview, None
        if process is not None:
            process.end()

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Stop making the preview, and finish the files that have been ordered, taking at most `seconds`."""
        self._stop()
        self._writer.close(seconds)


def _new_file(order: MakeDocument) -> Path:
    """Return an unused file name with an order's title, in its folder or else that of pictures."""
    folder = order.folder or pictures_folder()
    return free_name(folder / f"{order.title}{order.kind.suffix}")


def _record_shown(order: MakeDocument) -> DocumentShown:
    """Return the beginning of a record as text; for a binary format, that of a PGN of the same game."""
    form = ShareKind.PGN if order.kind is ShareKind.XQF else order.kind
    try:
        written = WRITERS[form.value].write(game_of(order), order.style, "utf-8")
    except RecordError as error:
        return DocumentShown(order.share_id, None, str(error))
    return DocumentShown(order.share_id, None, text=written.decode("utf-8", "replace")[:_MOST_SHOWN])


def _record_written(order: MakeDocument, path: Path) -> DocumentWritten:
    try:
        make_folder(path.parent)
        write_game(path, game_of(order), order.kind.value, order.style)
    except OSError as error:
        return DocumentWritten(order.share_id, path, system_reason(error))
    except RecordError as error:
        return DocumentWritten(order.share_id, path, str(error))
    return DocumentWritten(order.share_id, path)


def _made(order: MakeDocument, path: Path, process: OwnProcess) -> Event:
    """Make a document in the process, and return the outcome as an event."""
    try:
        make_folder(path.parent)
        for _line in process.lines():
            pass
        failure = process.failure
        if not order.is_preview:
            return DocumentWritten(
                order.share_id, path, failure, is_there=bool(failure) and order.opened and path.is_file()
            )
        return DocumentShown(order.share_id, None if failure else _pixels(path), failure)
    except OSError as error:
        reason = system_reason(error)
        shown = DocumentShown(order.share_id, None, reason)
        return shown if order.is_preview else DocumentWritten(order.share_id, path, reason)


def _pixels(path: Path) -> Pixels:
    from PIL import Image  # imported here, since it is seldom needed

    with Image.open(path) as image:
        return Pixels(image.width, image.height, image.convert("RGB").tobytes())


def command_of(order: MakeDocument, path: Path) -> list[str]:
    """Return the command that makes a document from standard input."""
    words = ["print", "-", "-o", str(path), *order.words, *["--open"] * order.opened]
    if order.kind in (ShareKind.CARD, ShareKind.FILM):
        words.append("--card")
    if order.is_preview:
        words += ["--width", _SHOWN_WIDTH, *["--first-page"] * (order.kind is ShareKind.PAPER)]
    return words


def record_of(order: MakeDocument) -> str:
    """Return the record for the document, as text that the command reads."""
    return pgn_writer.format_game(game_of(order), Style.ICCS)


def game_of(order: MakeDocument) -> Game:
    """Return the game to be exported: the whole or, for a card or film, the moves up to the position.

    Players are named in the language of the order, and comments are those asked for.
    """
    game = pack(order.game.to_game()).unpack()  # a copy, which is changed below
    if order.kind in (ShareKind.CARD, ShareKind.FILM):
        whole, game = game, Game(headers=dict(game.headers), start_fen=order.here.start_fen)
        game.root.extend(order.here.moves)
        game.result = whole.result if len(whole.main_line()) == len(order.here.moves) else "*"
    if not order.kind.is_record:
        game.headers = _named(game.headers, order.language)
    if order.comments == "none":
        _without_comments(game)
    elif order.comments == "coach":
        _with_remarks(game, order.remarks)
    return game


def _named(tags: Mapping[str, str], language: str) -> dict[str, str]:
    """Return the tags of a game with its players named in a language."""
    texts, named = catalogue(language), dict(tags)
    for side in ("Red", "Black"):
        name = named.get(side, "")
        is_own = named.get(f"{side}Kind") == "human" and named.get("RedKind") != named.get("BlackKind")
        own = Message("player.you") if is_own else ""
        named[side] = texts.tell(str(own if is_unnamed(name) else told_name(name)))
    if named.get("Event") == "Game":  # stands for no event
        named["Event"] = ""
    return named


def _without_comments(game: Game) -> None:
    """Remove all comments and marks from a game."""
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        node.comment, node.nags = "", ()
        waiting += node.children


def _with_remarks(game: Game, remarks: Sequence[ReviewRemark]) -> None:
    """Add the review's remarks to a game: a mark where there is none, and sentences after the comment."""
    line = {0: game.root, **dict(enumerate(game.root.line(), 1))}
    for remark in remarks:
        node = line.get(remark.ply)
        if node is not None:
            own = (remark.glyph,) if remark.glyph else ()
            node.nags = (*(node.nags or own), *((DIAGRAM,) if remark.is_drawn else ()))
            node.comment = " ".join(filter(None, (node.comment, remark.words)))
