"""Advice in the text mode: the coach's question, hints and clues, and threats in a position."""

from __future__ import annotations

from typing import Final

from xiangqi.app.coach import coached
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.exercises.modes import Challenge, HintLevel
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session import positions, told, view
from xiangqi.app.session.coaching import HintGiven, HintStep
from xiangqi.app.session.intents import Hint
from xiangqi.cli.parts.text_coach import question_of_coach
from xiangqi.cli.parts.text_pages import Pages, Part, page_of
from xiangqi.coach.facts import Fact
from xiangqi.core.constants import opponent
from xiangqi.spoken.questions import attackers, endangered

_QUESTION: Final = ("tutor.title", "tutor.loss")
_REASONS: Final = tuple(f"tutor.reason.{number}" for number in range(9))
"""Parts of the coach's card that are told: that a move costs something, and when asked, why."""

_CLUES: Final = ("marks.arrows", "marks.circles")
"""Parts of the board that show a lesson's clue."""

_ANSWERS: Final = ("exercise.heading", "line.moves", "exercise.message")
"""Parts of an exercise's card that tell what clues have revealed."""


class Advice(Part):
    """Lets the player ask the coach for advice, and tells the answers."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self._told: tuple[int, bool] | None = None  # the coach's question, and whether its reason was
        self.commands = {
            "threats": lambda _: self._explain(),
            "clue": lambda _: self._clue(),
        }

    def tell_coach_again(self) -> None:
        """Make `tell_coach` tell the coach's question, and the reason if it was asked for, once more."""
        self._told = None

    def tell_coach(self) -> None:
        """Tell the coach's question about the last move, its reason if wanted, and how to answer, each once."""
        asking = view.shown_interruption(self._state)
        if asking is None or asking.offer is None:
            return
        now = asking.question_id, asking.explained
        if now == self._told:
            return
        self._told = now
        for text in self._pages.page.texts_named(_REASONS if asking.explained else _QUESTION, self._state):
            self._say(text)
        for text in question_of_coach(self._state, self.texts):
            self._say(text)

    def _clue(self) -> None:
        """Request one more clue, and say so if there is none; the clues of a lesson are told each time."""
        before = self._state
        learning = before.mode(Learning)
        if asked := question_of_coach(before, self.texts):
            self._say(asked[0])
            return
        if learning is not None and (learning.attempt is None or learning.attempt.is_done):
            self._say(self.texts("terminal.no_task"))
            return
        self._pages.send(Hint())
        after = self._state
        if learning is not None:
            for text in self._pages.page.texts_named(_CLUES, after):
                self._say(text)
            self._pages.take_as_told()
            return
        challenge = after.mode(Challenge)
        if challenge is not None and challenge.hint_level is HintLevel.SQUARE and not challenge.kept:
            self._pages.tell_news()
            self._say(self.texts("terminal.last_clue"))
            return
        heard = ((one.document, one.coaching, one.toasts) for one in (before, after))
        if after.question is None and next(heard) == next(heard):
            is_game = coached.hint_at(after) is not None and page_of(after) is None
            if is_game:
                self.tell_hint()
                return
            self._say(self.texts("terminal.no_more_clues"))
            for text in self._pages.page.texts_named(_ANSWERS, after):
                self._say(text)

    def _reason(self) -> Fact | None:
        """Return why the move of the hint on the board is good; None if the coach has not given a reason."""
        hint = coached.hint_at(self._state)
        return None if hint is None or hint.ladder is None else hint.ladder.reason

    def tell_hint(self) -> None:
        """Request a whole hint in a game, and tell its move and reason; stop if that raises a question."""
        hint: HintGiven | None = None
        for _ in HintStep:
            before = hint
            self._pages.send(Hint())
            hint = coached.hint_at(self._state)
            if hint is None or self._state.question is not None:
                return
            if hint == before:
                break
        if hint is None:
            return
        from xiangqi.ui.parts.coach_rows import about_position  # loads pygame, which a game does not need

        move = told.teller(self._state).move(hint.at.board(), hint.line[0])
        self._say(self.texts("terminal.hint_words", move=move))
        reason = self._reason()
        if reason is None:
            self._say(self.texts("hint.no_reason"))
        else:
            self._say(about_position(self._state, reason, positions.snapshot(hint.at).fen).text)
        self._pages.hush()

    def _explain(self) -> None:
        """Explain the position, except in exercises and lessons, after closing an open explanation."""
        if self._state.panel is None and page_of(self._state) is not None:
            self._say(self.texts("terminal.no_threats"))
            return
        if self._state.coaching.insight is not None:
            self._runner.send(ExplainPosition())
        self._pages.send(ExplainPosition())
        self.explained()

    def explained(self) -> None:
        """Tell the open explanation and close it, so that it is not repeated at every move."""
        if self._state.coaching.insight is not None and self._state.panel is None:
            nothing, texts = self.texts("insight.nothing"), self._pages.page.texts(self._state)
            for text, after in zip(texts, [*texts[1:], ""], strict=True):
                if text != nothing:
                    headed = self.texts("spoken.headed", head=text, rest=nothing)
                    self._say(headed if after == nothing else text)
            self._say_check()
            self._say_endangered()
            self._runner.send(ExplainPosition())
            self._pages.take_as_told()

    def _say_check(self) -> None:
        """Say which pieces give check, if any, since a check is the greatest threat."""
        shown, tell = view.snapshot(self._state), told.teller(self._state)
        if shown.check_square is None:
            return
        board = view.board_line(self._state).here.board()
        giving = attackers(shown.pieces, shown.check_square, opponent(board.turn))
        pieces = tell.listed(tell.standing(shown.pieces[square], square) for square in giving)
        self._say(tell("spoken.checked", side=tell.side(board.turn), pieces=pieces))

    def _say_endangered(self) -> None:
        """Say which pieces of both sides can be lost, if any can."""
        board, tell = view.board_line(self._state).here.board(), told.teller(self._state)
        pieces = board.pieces()

        def standing(square: int) -> str:
            return tell.standing(pieces[square], square)

        named = [
            tell("spoken.in_danger.by", piece=standing(one), attacker=standing(by))
            for one, by in endangered(board)
        ]
        if named:
            self._say(tell("spoken.in_danger", pieces=tell("spoken.apart").join(named)))
