"""Results and titles of games in words."""

from __future__ import annotations

from xiangqi.app.session import view
from xiangqi.app.session.document import Document
from xiangqi.app.session.players import Player
from xiangqi.app.session.transcript import player_in
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message
from xiangqi.records.tree import known
from xiangqi.referee import Outcome, outcome_sentence
from xiangqi.ui.parts.context import PanelContext


def verdict_words(scene: PanelContext, end: Outcome) -> str:
    """Return the loser's offence in a judged repetition, or the reason for the draw, in words."""
    sentence = outcome_sentence(end)
    offence = sentence.arguments.get("offence")
    return scene.texts.sentence(offence if isinstance(offence, Message) else sentence)


def result_words(scene: PanelContext) -> tuple[str, str]:
    """Return the result of the document on the board, and its reason ("" if unknown)."""
    result = view.result(scene.state)
    return ("", "") if result is None else outcome_words(scene, result)


def outcome_words(scene: PanelContext, result: Outcome) -> tuple[str, str]:
    """Return a result and its reason ("" if unknown)."""
    winner = {RED: "red", BLACK: "black", None: "draw"}[result.winner]
    why = scene.texts.either(f"reason.{view.reason_key(result)}", result.reason) if result.reason else ""
    return scene.texts(f"result.{winner}"), why


def record_title(scene: PanelContext, record: Document) -> str:
    """Return the title of an opened record.

    A record without a title of its own is named after its players, with the year if it is known, unless it was
    saved under another name; one without players after its event.
    """
    tags, kept = record.tree.headers, record.collection
    stored = kept is not None and bool(kept.stored)
    if record.renamed:
        return record.name
    if "RedKind" in tags and tags.get("Red") and tags.get("Black"):
        own = record.player_side if stored else None  # a file may be of anybody
        return _names(scene, player_in(tags, RED), player_in(tags, BLACK), own)
    title = known(tags, "Title")
    if not title and (known(tags, "Red") or known(tags, "Black")):
        names = _names(scene, player_in(tags, RED), player_in(tags, BLACK))
        year = known(tags, "Date")[:4]
        return f"{names} · {year}" if year.isdecimal() else names
    return (
        title
        or known(tags, "Event")
        or (scene.texts("library.title") if stored else scene.texts.tell(record.name))
        or scene.texts("record.clipboard")
    )


def document_title(scene: PanelContext, document: Document) -> str:
    """Return the title of an open document for a list: players and result, or the record's title."""
    play = document.play
    if play is None:
        return record_title(scene, document)
    names = _names(scene, play.setup.red, play.setup.black, play.setup.human_side, as_given=True)
    return f"{names} · {outcome_words(scene, play.end)[0]}" if play.end is not None else names


def _names(
    scene: PanelContext, red: Player, black: Player, own: int | None = None, *, as_given: bool = False
) -> str:
    """Return both players' names; without a name, "You" on one's own side, otherwise the side's.

    Chinese names are returned in letters for players who cannot read them, unless `as_given` is true.
    """

    def called(player: Player) -> str:
        name = scene.player_name(player)
        return name if as_given else scene.texts.person(name)

    def unnamed(side: int) -> str:
        return scene.texts("player.you") if side == own else scene.side_name(side)

    return " – ".join(called(player) or unnamed(side) for side, player in ((RED, red), (BLACK, black)))


def comment_name(scene: PanelContext) -> str:
    """Return the word for comments on the game on the board: "notes" in the player's own."""
    return scene.texts("game.notes" if scene.state.document.is_own_game else "record.comment")
