"""Exercises and lessons in the text mode: the moves of a task, and the answers to wrong ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from xiangqi.app.board_input.moving import ClickNothing, ClickSquare
from xiangqi.app.exercises.modes import Challenge, ChallengeState
from xiangqi.app.exercises.practice import Train
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session import told, view
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.told_misses import why_no_move
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Board, Move
from xiangqi.cli.parts.text_pages import Pages, Part
from xiangqi.cli.parts.typed_words import whole_number
from xiangqi.coach.scene import played
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.lessons.lesson import Goal, load_lessons
from xiangqi.notation import Style, meant_move
from xiangqi.spoken.named import named_point
from xiangqi.spoken.questions import answer, told_move

_ENDS: Final = 2  # points of a move

_BUTTONS: Final = {"solution": "exercise.button.solution", "skip": "exercise.button.skip"}
"""The buttons that are pressed by commands of their own."""


class Tasks(Part):
    """Begins exercises and lessons, plays their moves, and tells why a move is wrong."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.commands = {
            "exercises": self._exercises,
            "lessons": self._lessons,
            **{name: partial(self._press_named, name) for name in _BUTTONS},
        }

    def _exercises(self, words: list[str]) -> None:
        """Begin today's exercises, or tell the page with all sets."""
        if words:
            self._pages.open(Panel.EXERCISES)
            return
        before = self._state
        self._runner.send(Train(TrainingRequest(ExerciseSet.TODAY)))
        self._pages.settle(
            lambda: self._state.document is not before.document or self._state.toasts != before.toasts
        )

    def go_on(self, line: str) -> bool:
        """Play a move of a lesson, which takes two clicks there; return whether the line was handled."""
        learning = self._state.mode(Learning)
        if learning is None or not learning.is_asked:
            return False
        squares, before = self._points(learning, line), view.snapshot(self._state).pieces
        board = view.board_line(self._state).here.board()
        if not squares and answer(told.teller(self._state), told.situation(self._state), line) is not None:
            return False  # a question, though its letter may be that of a piece
        if learning.takes_moves and (why := self._no_move(line, squares, before)):
            for text in why:
                self._say(text)
            return True
        if not squares:
            return False
        if learning.takes_moves and len(squares) < _ENDS:
            asked = "m" if before.get(squares[0], 0) & board.turn else "at"
            tell, here = told.teller(self._state), told.situation(self._state)
            for text in answer(tell, here, f"{asked} {tell.point(squares[0])}") or []:
                self._say(text)
            self._say(self.texts("terminal.usage.move_here"))
            return True
        if self._state.selection.selected is not None:
            self._runner.send(ClickNothing())  # an earlier line has picked up a piece
        for square in squares:
            self._runner.send(ClickSquare(square))
            self._say_step(board, before, squares)
        self._pages.settle()
        self._say_wrong(learning, before)
        self._say_count(learning)
        return True

    def _no_move(self, line: str, squares: Sequence[int], pieces: Mapping[int, int]) -> list[str]:
        """Return the reasons why a line is not a legal move, though it looks like one; [] if it may be one."""
        if len(squares) == _ENDS and squares[0] not in pieces:
            return [self.texts("refusal.empty_square")]
        return why_no_move(self._state, line)

    def _say_count(self, before: Learning) -> None:
        """Say how many moves have been made in a task that is not done, if one has been added."""
        learning = self._state.mode(Learning)
        new, old = (None if one is None else one.attempt for one in (learning, before))
        if new is None or old is None or new.is_done or new.made <= old.made or new.task.goal is Goal.POINTS:
            return
        key = "terminal.made" if new.made < new.task.moves else "terminal.made_late"
        self._say(self.texts(key, made=new.made, least=new.task.moves))

    def _points(self, learning: Learning, line: str) -> list[int]:
        """Return the point that a line names, or both points of a move in any notation; [] if it has none."""
        word = "".join(line.split()).casefold().replace("-", "")
        places = (word[:2], word[2:]) if len(word) == 4 else (word,)
        squares = [square for square in map(named_point, places) if square is not None]
        if len(squares) == len(places):
            return squares
        if not learning.takes_moves:
            return []
        board, style = view.board_line(self._state).here.board(), Style(self._state.settings.notation)
        move = self._pages.move_typed(board, line) or meant_move(board, line, style)
        return [] if move is None else [move.from_square, move.to_square]

    def _say_wrong(self, before: Learning, pieces: Mapping[int, int]) -> None:
        """Say why an attempt is wrong, put the position back, and say how many points are still to be found."""
        learning = self._state.mode(Learning)
        if learning is None or learning.wrong == before.wrong or learning.attempt is None:
            return
        if (fault := learning.fault) is not None:
            tell, now = told.teller(self._state), {**pieces, **view.snapshot(self._state).pieces}
            reason = self.texts(f"first.slip.{fault.slip.value}")
            ways = [
                tell("spoken.path", piece=tell.kind(now[start]), start=tell.point(start), end=tell.point(end))
                for start, end in ((move.from_square, move.to_square) for move in fault.moves)
                if start in now
            ]
            said = [tell("spoken.headed", head=self.texts("terminal.wrong"), rest=reason), *ways]
            self._say(tell("spoken.apart").join(said))
            self._runner.send(ClickNothing())
        if learning.attempt.task.goal is Goal.POINTS:
            self._say(self.texts("terminal.to_find", count=len(learning.attempt.left)))

    def say_refutation(self) -> None:
        """Tell the reply to a wrong move in an exercise, and put the position back."""
        challenge, shown = self._state.mode(Challenge), self._state.preview
        if challenge is None or challenge.state is not ChallengeState.REFUTED or shown is None:
            return
        pieces = view.snapshot(self._state).pieces
        self._runner.send(ClickSquare(next(square for square in BOARD_SQUARES if square not in pieces)))
        from xiangqi.ui.parts.missed_words import is_ahead  # loads pygame, which a game does not need

        self._say_miss(challenge, self.texts("missed.ahead" if is_ahead(challenge) else "terminal.fails"))
        self._say(self.texts("terminal.back"))

    def _say_miss(self, challenge: Challenge, heading: str) -> None:
        """Tell a heading, why the last wrong move fails, and the reply to it."""
        from xiangqi.ui.parts.missed_words import missed_words

        for text in (heading, missed_words(self._state, challenge)):
            if text:
                self._say(text)
        self._say_answer_to_wrong(challenge)

    def _say_answer_to_wrong(self, challenge: Challenge) -> None:
        """Tell the moves that reply to the last wrong move, if there are any."""
        here, (wrong, *answers) = view.board_line(self._state).here, challenge.refutation
        if answers:
            self._say(told.line_in_words(self._state, here.then(wrong), tuple(answers)))

    def tell_why_wrong(self) -> bool:
        """Tell why the last wrong move in an exercise does not solve it, or say that none has been tried.

        Returns:
            Whether an exercise on the board awaits a move.
        """
        challenge = self._state.mode(Challenge)
        if challenge is None or self._state.panel is not None or challenge.state is not ChallengeState.ASKED:
            return False
        if not challenge.refutation:
            self._say(self.texts("terminal.no_why_task"))
            return True
        here, tell = view.board_line(self._state).here, told.teller(self._state)
        move = told_move(tell, here.then(challenge.refutation[0]))
        goal = "".join(self._pages.page.texts_named(("exercise.goal",), self._state))
        self._say_miss(challenge, self.texts("terminal.why_wrong", move=move, goal=goal))
        return True

    def _say_step(self, board: Board, before: Mapping[int, int], squares: Sequence[int]) -> None:
        """Say the move of a lesson, if its piece has arrived."""
        if len(squares) < _ENDS:
            return
        start, end = squares
        tell, code = told.teller(self._state), before.get(start, 0)
        if code and view.snapshot(self._state).pieces.get(end) == code != before.get(end):
            move = Move.of(start, end)
            if board.is_legal(move):
                way = tell.way(board, move, points=not tell.is_chinese)
                checks = [tell("spoken.check")] if played(board, (move,)).is_check() else []
                self._say(tell("spoken.then").join([way, *checks]))
                return
            way = tell("spoken.path", piece=tell.kind(code), start=tell.point(start), end=tell.point(end))
            takes = [tell("spoken.takes", piece=tell.kind(before[end]))] if end in before else []
            self._say(tell("spoken.then").join([way, *takes]))

    def goes_on(self) -> bool:
        """Go on to the next exercise, if one is offered, or say that the task of a lesson is not done yet.

        Returns:
            Whether it did either.
        """
        play, learning = self._state.document.play, self._state.mode(Learning)
        if learning is not None and learning.attempt is not None and not learning.attempt.is_done:
            self._say(self.texts("terminal.task_open"))
            return True
        if play is None or not play.is_exercise or self._state.panel is not None:
            return False
        control = self._pages.page.control(self.texts("exercise.button.next"), self._state)
        if control is None:
            return False
        self._pages.carry_out(control)
        return True

    def _lessons(self, words: list[str]) -> None:
        """Begin a lesson by its name, or tell the page of lessons."""
        lessons, number = load_lessons(), whole_number(words)
        if not words:
            self._list_lessons()
        elif number is not None and 0 < number <= len(lessons):
            self._pages.send(StartLesson(lessons[number - 1].key))
        else:
            self._press_lesson(words)

    def _press_lesson(self, words: list[str]) -> None:
        """Begin the lesson with a name; if there is none, list the lessons."""
        self._pages.send(OpenPanel(Panel.LESSONS))
        control = self._pages.page.control(" ".join(words), self._state)
        if control is None:
            self._list_lessons()
        else:
            self._pages.carry_out(control)

    def _list_lessons(self) -> None:
        """Open the page of lessons and list them with their progress; the rest is told only on request."""
        self._pages.send(OpenPanel(Panel.LESSONS))
        for place, name in enumerate(self._pages.page.named_so("lessons.", self._state), 1):
            *parts, _place = name.split(", ")
            self._say(f"{place}. {self.texts('spoken.then').join(parts)}")
        self._say(self.texts("terminal.lessons"))
        self._pages.offer(self._lessons)
        self._pages.take_as_told()

    def _press_named(self, name: str, _words: list[str]) -> None:
        """Press the button of an exercise or a lesson that a command stands for; say so if there is none."""
        label = self.texts(_BUTTONS[name])
        if self._pages.page.control(label, self._state) is None:
            self._say(self.texts("terminal.no_effect", command=self.texts(f"terminal.word.{name}")))
        else:
            self._pages.press([label])
