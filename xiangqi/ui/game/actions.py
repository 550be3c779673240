"""The row of actions of a game and of a record."""

from __future__ import annotations

from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.game.engine_match import StepGame
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.browse import playing_on
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session import analysed, view
from xiangqi.app.session.intents import Hint, StartReview
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import Flip
from xiangqi.app.session.turns import is_human_turn
from xiangqi.ui.parts.action_row import RowAction, action_row
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.guess_action import guess_action
from xiangqi.ui.toolkit.widgets import Widget


def actions(scene: PanelContext) -> list[Widget]:
    """Lay out the row of actions of the document on the board."""
    play, puzzle = scene.state.document.play, scene.state.mode(Puzzle)
    if play is None:
        return action_row(scene, _of_record(scene), arrows=True)
    if puzzle is not None:
        return action_row(scene, _of_puzzle(scene, puzzle))
    return action_row(scene, _of_watched(scene, play) if play.setup.is_watched else _of_game(scene, play))


def flip_action(scene: PanelContext) -> RowAction:
    """Return the action that turns the board."""
    return RowAction("game.flip", scene.texts("button.flip"), Flip(), "flip")


def _of_record(scene: PanelContext) -> list[RowAction]:
    """Return the actions of a record; the review is gold until it has been made."""
    texts, moves = scene.texts, bool(view.line(scene.state).moves)
    gold = moves and not analysed.assessment(scene.state).is_complete
    return [
        flip_action(scene),
        RowAction("record.review", texts("button.review"), StartReview(), "analyse", moves, gold),
        RowAction("record.play", texts("button.play_on_short"), playing_on(scene.state), "play"),
        *guess_action(scene),
    ]


def _of_game(scene: PanelContext, play: GameInProgress) -> list[RowAction]:
    """Return the actions of a game with a person in it, which are always the same."""
    texts, playing = scene.texts, play.is_unfinished
    why = "" if playing else texts("action.over" if play.end is not None else "action.first_move")
    helps = is_human_turn(play) and not play.paused and not play.is_contest
    return [
        _take_back(scene),
        RowAction(
            "game.hint",
            texts("button.hint"),
            Hint(),
            "bulb",
            helps,
            tip=texts("engine.no_hints") if play.is_contest else "" if helps else texts("action.not_your_turn"),
        ),
        flip_action(scene),
        RowAction("game.draw", texts("button.draw"), OfferDraw(), "people", playing, tip=why),
        RowAction("game.resign", texts("button.resign"), Resign(), "flag", playing, tip=why),
    ]


def _of_watched(scene: PanelContext, play: GameInProgress) -> list[RowAction]:
    """Return the actions of a game between engines."""
    texts, going = scene.texts, play.end is None
    word, icon = ("go_on", "play") if play.paused else ("pause", "pause")
    return [
        RowAction(f"game.{word}", texts(f"button.{word}"), PauseGame(), icon, going),
        RowAction("game.step", texts("button.step"), StepGame(), "next", going),
        flip_action(scene),
    ]


def _of_puzzle(scene: PanelContext, puzzle: Puzzle) -> list[RowAction]:
    """Return the actions while a puzzle is being solved; without Leave if the puzzle's card has a way back."""
    texts = scene.texts
    hint = RowAction("game.hint", texts("button.hint"), Hint(), "bulb", is_human_turn(puzzle))
    others = [_take_back(scene), hint, flip_action(scene)]
    if puzzle.origin is not None or puzzle.page is not None:
        return others
    return [RowAction("game.leave", texts("button.leave"), CloseRecord(), "previous"), *others]


def _take_back(scene: PanelContext) -> RowAction:
    allowed = view.can_take_back(scene.state)
    return RowAction("game.take_back", scene.texts("button.take_back"), TakeBack(), "undo", allowed)
