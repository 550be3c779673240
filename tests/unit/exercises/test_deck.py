"""The deck and what is kept of exercises: a clock that runs ahead, files, and rows that make no sense."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.grades import grade_of
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.summary import summary_of
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.exercises.deck import (
    Mistake,
    Recall,
    cleared_by,
    due_cards,
    last_remembered,
    mistakes_of,
    new_card,
    recall_of,
    remembered,
    withdrawn,
)
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import ExerciseLog, days_in_a_row, recent_days, streak, theme_scores
from xiangqi.exercises.likelihood import WeighedMove
from xiangqi.exercises.rating import GameEvidence
from xiangqi.library import Library, Played
from xiangqi.line import Line
from xiangqi.records.tree import Game

NOW = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
DAY = timedelta(days=1)
BETTER = Move.from_iccs("h2e2")


def mistake(number: int, loss: float = 0.3) -> Mistake:
    board = Board()
    for move in board.legal_moves()[number : number + 1]:
        board.push(move)
    reply = board.legal_moves()[0]
    return Mistake(board.fen(), reply, (board.legal_moves()[1],), loss, ("fork",))


def review_of(losses: list[float]) -> GameReview:
    """Return a game of which each move loses so much, the first legal one played and another one better."""
    board, moves = Board(), []
    fact = Fact(FactKind.FORK, RED, Start.AFTER)
    mate = Fact(FactKind.MATE, RED, Start.AFTER, patterns=("double_cannon",))
    better = Fact(FactKind.BETTER, RED, Start.BEFORE)
    for ply, loss in enumerate(losses, 1):
        first, second = board.legal_moves()[:2]
        facts = (mate, fact, better)
        moves.append(
            MoveReview(
                ply, board.turn, first, 0.5, 0.5 - loss, loss, grade_of(loss), (second,), facts, "opening"
            )
        )
        board.push(first)
    return GameReview(Line().then(*board.move_stack), tuple(moves), summary_of(moves, None))


def test_a_sides_costly_moves_go_into_the_deck() -> None:
    review = review_of([0.3, 0.4, 0.05, 0.5, 0.15])
    found = list(mistakes_of(review, RED))
    assert [card.loss for card in found] == [0.3, 0.15]
    assert found[0].themes == ("mate", "pattern.double_cannon", "fork")
    assert [card.loss for card in mistakes_of(review, BLACK)] == [0.4, 0.5]
    board = Board(found[1].fen)
    assert board.turn == RED
    assert board.is_legal(found[1].better[0])


def test_what_a_later_review_no_longer_marks_leaves_the_deck() -> None:
    first, later = review_of([0.3, 0.4, 0.05, 0.5, 0.15]), review_of([0.04, 0.4, 0.05, 0.5, 0.08])
    cards = [
        replace(new_card(card, NOW), number=number) for number, card in enumerate(mistakes_of(first, RED), 1)
    ]
    assert [card.mistake.loss for card in cards] == [0.3, 0.15]
    assert list(withdrawn(cards, set(cleared_by(later, RED)))) == [1]  # an inaccuracy stays
    assert list(withdrawn(cards, set(cleared_by(first, RED)))) == []


def test_a_week_by_a_clock_that_runs_ahead() -> None:
    """Cards that are known come ever later; one that is forgotten comes back at once and then soon."""
    known, forgotten = new_card(mistake(1), NOW), new_card(mistake(2), NOW)
    shown = {1: [], 2: []}
    for day in range(8):
        now = NOW + day * DAY
        for number, card in enumerate((known, forgotten), 1):
            if card.due <= now:
                shown[number].append(day)
        if known.due <= now:
            known = remembered(known, Recall.GOOD, now)
        if forgotten.due <= now:
            forgotten = remembered(forgotten, Recall.AGAIN, now)
            assert timedelta() < forgotten.due - now < DAY
    assert shown[1] == [0, 2]
    assert shown[2] == list(range(8))
    assert known.due > NOW + 8 * DAY


def test_what_is_due_comes_before_what_is_new() -> None:
    old = remembered(new_card(mistake(1), NOW), Recall.GOOD, NOW)
    cheap, dear = new_card(mistake(2, 0.15), NOW), new_card(mistake(3, 0.6), NOW)
    assert due_cards([cheap, old, dear], NOW) == [dear, cheap]
    assert due_cards([cheap, old, dear], NOW + 10 * DAY) == [old, dear, cheap]


@pytest.mark.parametrize(
    ("wrong", "hints", "gave_up", "recall"),
    [
        (0, 0, False, Recall.GOOD),
        (1, 0, False, Recall.HARD),
        (0, 2, False, Recall.HARD),
        (2, 0, False, Recall.AGAIN),
        (0, 0, True, Recall.AGAIN),
    ],
)
def test_how_well_a_card_was_remembered(wrong: int, hints: int, gave_up: bool, recall: Recall) -> None:
    assert recall_of(wrong, hints, gave_up=gave_up) is recall


def test_mistakes_survive_as_text() -> None:
    card = mistake(4)
    assert Mistake.from_json(card.to_json()) == card
    assert Mistake.from_json(card.to_json()[:-1] + ', "game": 7, "ply": 3}') == card  # as once kept
    for text in ("{}", "[]", card.to_json().replace("played", "p")):
        with pytest.raises(ValueError, match="not a card"):
            Mistake.from_json(text)


@pytest.mark.parametrize(
    "values",
    [
        *(
            {name: value}
            for name in ("stability", "difficulty")
            for value in (None, 0, -1, "x", [], float("inf"))
        ),
        *({"state": value} for value in (9, float("inf"), [])),
        *({name: value} for name in ("due", "last_review") for value in ("soon", 3, "2026-01-01T00:00:00")),
        {"card_id": float("inf")},
        "{}",
        "[]",
        "",
        "[" * 50_000,
    ],
)
def test_a_card_whose_memory_is_damaged_begins_anew(values: dict[str, object] | str) -> None:
    """The memory of a library of others can be anything."""
    fresh = new_card(mistake(1), NOW)
    known = remembered(fresh, Recall.GOOD, NOW)
    text = values if isinstance(values, str) else json.dumps({**json.loads(known.memory), **values})
    damaged = replace(known, memory=text)
    for recall in Recall:
        after = remembered(damaged, recall, NOW)
        assert after.due in (remembered(fresh, recall, NOW).due, remembered(known, recall, NOW).due)
        assert json.loads(after.memory)["state"] in (1, 2, 3)
    assert last_remembered(damaged) in (None, NOW)


def test_the_deck_is_kept(tmp_path: Path) -> None:
    with ExerciseLog(tmp_path / "library.db") as log:
        assert log.add_mistakes([mistake(1), mistake(2)], NOW) == 2
        assert log.add_mistakes([mistake(2), mistake(3)], NOW) == 1
        first = log.cards()[0]
        log.note_recall(remembered(first, Recall.GOOD, NOW), Recall.GOOD, NOW, 1500)
        log.remove_card(log.cards()[2].number or 0)
    with ExerciseLog(tmp_path / "library.db") as log:
        kept = log.cards()
        assert [card.mistake for card in kept] == [mistake(1), mistake(2)]
        assert [card.seen for card in kept] == [True, False]
        assert kept[0].due > NOW + DAY
        assert log.add_mistakes([mistake(3)], NOW) == 0  # it was removed
    with sqlite3.connect(tmp_path / "library.db") as database:
        database.execute("UPDATE card SET mistake = '[]' WHERE id = 1")
    with ExerciseLog(tmp_path / "library.db") as log:
        assert [card.mistake for card in log.cards()] == [mistake(2)]


def test_attempts_are_kept_and_counted(tmp_path: Path) -> None:
    tried = [
        Attempt(NOW, "a w", "daily", True, rating=1200, themes=("fork", "pin"), milliseconds=900),
        Attempt(NOW + DAY, "b w", "pack", False, wrong=2, themes=("fork",)),
        Attempt(NOW + DAY, "b w", "pack", True, themes=("fork",)),
        Attempt(NOW + 2 * DAY, "c b", "file", True),
    ]
    with ExerciseLog(tmp_path / "library.db") as log:
        for attempt in tried:
            log.add_attempt(attempt)
        assert log.attempts() == tried
        assert log.solved() == {"a w", "b w", "c b"}
        with pytest.raises(LibraryError, match="time zone"):
            log.add_attempt(Attempt(datetime(2026, 1, 1), "d w", "pack", True))
    assert streak(tried) == 2
    assert streak(tried[:2]) == 0
    today = (NOW + 2 * DAY).astimezone().date()
    assert days_in_a_row(tried, today) == 3
    assert days_in_a_row(tried, today + DAY) == 3
    assert days_in_a_row(tried, today + 2 * DAY) == 0
    assert days_in_a_row([], date(2026, 3, 1)) == 0
    scores = theme_scores(tried)
    assert list(scores) == ["fork", "pin"]
    assert (scores["fork"].tried, scores["fork"].clean) == (3, 2)
    renamed = theme_scores(tried, {"b w": ("trapped",), "d w": ("fork",)})
    assert {theme: score.tried for theme, score in renamed.items()} == {"trapped": 2, "fork": 1, "pin": 1}


def test_days_of_exercises_and_of_own_mistakes_are_told_apart() -> None:
    sources = ("daily", "deck", "course", "pack", "deck")
    days = (0, 0, 0, 2, -70)
    tried = [
        Attempt(NOW + day * DAY, f"{place} w", source, solved=True)
        for place, (source, day) in enumerate(zip(sources, days, strict=True))
    ]
    today = (NOW + 2 * DAY).astimezone().date()
    first = NOW.astimezone().date().isoformat()
    assert recent_days(tried, today, deck=False) == (first, today.isoformat())
    assert recent_days(tried, today, deck=True) == (first,), "what is months ago is left out"
    assert recent_days(tried, today - DAY, deck=False) == (first,), "a clock that was set back"


@pytest.mark.parametrize("source", ["deck", "daily"])
def test_a_day_on_which_nothing_was_solved_does_not_count(source: str) -> None:
    tried, day = Attempt(NOW, "0 w", source, solved=False, wrong=1), NOW.astimezone().date()
    assert recent_days([tried], day, deck=source == "deck") == ()
    failed = remembered(new_card(mistake(1), NOW), Recall.AGAIN, NOW)
    assert recent_days([tried], day, deck=source == "deck", cards=[failed]) == ()
    forgotten = remembered(remembered(failed, Recall.GOOD, NOW), Recall.AGAIN, NOW)
    assert recent_days([tried], day, deck=source == "deck", cards=[forgotten]) == ()


def test_a_day_on_which_a_mistake_was_improved_on_in_a_review_counts() -> None:
    shown, fresh = remembered(new_card(mistake(1), NOW), Recall.GOOD, NOW), new_card(mistake(2), NOW)
    day = NOW.astimezone().date()
    assert recent_days([], day, deck=True, cards=[shown, fresh]) == (day.isoformat(),)
    assert recent_days([], day, deck=True, cards=[fresh]) == ()


def test_evidence_and_lessons_are_kept(tmp_path: Path) -> None:
    played = (WeighedMove("opening", 0.5, 0.125), WeighedMove("endgame", 0.25, 0.0, 5, 12))
    evidence = GameEvidence(1500, 0.5, played)
    with Library(tmp_path / "library.db") as library:
        for _ in range(5):
            library.keep(Game(), Played("2026-03-01T12:00:00", RED))
    with ExerciseLog(tmp_path / "library.db") as log:
        log.add_evidence(evidence, NOW + DAY, 4)
        log.add_evidence(GameEvidence(None, None), NOW)
        log.add_evidence(GameEvidence(900, 0.0), NOW + DAY, 4)  # the game was weighed again
        assert log.evidence() == [
            (NOW, GameEvidence(None, None)),
            (NOW + DAY, GameEvidence(900, 0.0)),
        ]
        log.add_evidence(evidence, NOW + DAY, 5)
        assert log.evidence()[2] == (NOW + DAY, evidence)
        log.note_lesson("patterns", "double_cannon", NOW)
        log.note_lesson("patterns", "double_cannon", NOW + DAY)
        assert log.lessons_done() == {("patterns", "double_cannon")}


def test_evidence_that_knew_of_losses_alone_is_read(tmp_path: Path) -> None:
    with ExerciseLog(tmp_path / "library.db") as log:
        log.add_evidence(GameEvidence(1500, 1.0, (WeighedMove("opening", 0.5, 0.125, 3, 7),)), NOW)
    with sqlite3.connect(tmp_path / "library.db") as database:
        database.execute("UPDATE evidence SET moves = '[[\"opening\", 0.5, 0.125]]'")
    with ExerciseLog(tmp_path / "library.db") as log:
        assert log.evidence() == [(NOW, GameEvidence(1500, 1.0, (WeighedMove("opening", 0.5, 0.125),)))]
