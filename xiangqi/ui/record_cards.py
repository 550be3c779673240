"""What the column says about results and opened records."""

from __future__ import annotations

import pygame

from xiangqi.app import intents, view
from xiangqi.app.state import OpenRecord, Panel
from xiangqi.core.constants import BLACK, RED
from xiangqi.referee import Outcome, Sentence, outcome_sentence
from xiangqi.ui.cards import NoteCard
from xiangqi.ui.scene import CONTROL, GAP, Room, Scene, columns, two_rows
from xiangqi.ui.widgets import Button, Choice, Widget

_MOST_VARIATIONS = 4


def result_card(scene: Scene, rect: pygame.Rect) -> NoteCard:
    """Who won and why."""
    title, why = result_words(scene)
    return NoteCard("note", rect, title=title, body=why, icon="trophy", marked=True)


def judged_card(scene: Scene, rect: pygame.Rect) -> list[Widget]:
    """Who won by which repetition, and the way to see it."""
    end = scene.state.game.end
    if end is None:
        return []
    title, _ = result_words(scene)
    why = verdict_words(scene, end)
    strip = Room(rect, scene.painter.unit).inner(10).bottom(CONTROL - 2)
    return [
        NoteCard("note", rect, title=title, body=why, icon="trophy", marked=True, foot=CONTROL),
        Button("note.replay", strip, scene.texts("button.replay"), intents.OpenReplay(), icon="play"),
    ]


def verdict_words(scene: Scene, end: Outcome) -> str:
    """What the loser did in a judged repetition; of a draw, why it is one."""
    sentence = outcome_sentence(end)
    offence = sentence.parameters.get("offence")
    return scene.texts.sentence(offence if isinstance(offence, Sentence) else sentence)


def result_words(scene: Scene) -> tuple[str, str]:
    """The result of what is on the board, and its reason ("" where none is known)."""
    result = view.result(scene.state)
    if result is None:
        return "", ""
    winner = {RED: "red", BLACK: "black", None: "draw"}[result.winner]
    why = scene.texts.either(f"reason.{result.reason}", result.reason) if result.reason else ""
    return scene.texts(f"result.{winner}"), why


def record_title(scene: Scene, record: OpenRecord) -> str:
    """What an opened record is called."""
    return record.game.headers.get("Event") or record.name or scene.texts("record.clipboard")


def record_note(scene: Scene, record: OpenRecord, rect: pygame.Rect) -> list[Widget]:
    """The comment and the variations of the shown move; else how the record ends or where it is from."""
    texts, at_end = scene.texts, view.line(scene.state).at_end
    comment, variations = view.comment(scene.state), view.variations(scene.state)[:_MOST_VARIATIONS]
    fault = str(record.game.errors[0]) if at_end and record.game.errors else ""
    if variations:
        card = NoteCard("note", rect, title=texts("record.variations"), body=fault or comment)
        return [card, *_variation_choice(scene, variations, rect)]
    if fault:
        return [NoteCard("note", rect, title=texts("record.fault"), body=fault, icon="warning", marked=True)]
    if comment:
        return [NoteCard("note", rect, title=texts("record.comment"), body=comment)]
    if at_end and view.result(scene.state) is not None:
        return [result_card(scene, rect)]
    headers = record.game.headers
    facts = (headers.get(name, "").strip(" ?") for name in ("Date", "Site", "Round", "Opening"))
    return [NoteCard("note", rect, title=record.name, body=" · ".join(filter(None, facts)))]


def _variation_choice(scene: Scene, variations: tuple[view.Variation, ...], rect: pygame.Rect) -> list[Widget]:
    current = next((index for index, variation in enumerate(variations) if variation.current), None)
    if current is None:
        return []
    strip = Room(rect, scene.painter.unit).inner(10).bottom(CONTROL - 4)
    actions = tuple(intents.NextVariation(index - current) for index in range(len(variations)))
    return [Choice("variations", strip, tuple(variation.text for variation in variations), actions, current)]


def record_buttons(scene: Scene, rect: pygame.Rect) -> list[Widget]:
    """Play on from the record, choose another game of the file, or close it."""
    state, texts = scene.state, scene.texts
    record = state.record
    if record is None:
        return []
    upper, lower = two_rows(scene, rect)
    several = len(record.games) > 1
    cells = columns(lower, 2 if several else 1, scene.px(GAP))
    play = Button("record.play", upper, texts("button.play_on"), intents.ContinueFromHere(), primary=True)
    widgets: list[Widget] = [play]
    if several:
        label = texts("records.list", count=len(record.games))
        widgets.append(Button("record.list", cells[0], label, intents.OpenPanel(Panel.GAME_LIST)))
    widgets.append(Button("record.close", cells[-1], texts("records.close"), intents.CloseRecord()))
    return widgets
