"""Tests of searches: ids, reports, hints, failures."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise

import pytest
from app_session import COMPUTER, ENGINE, HUMAN, Session

from xiangqi.app.engines import asks
from xiangqi.app.game.engine_events import UseBuiltIn
from xiangqi.app.game.search_effects import Role, SearchDone, SearchFailed, SearchInfo, StartSearch, StopSearch
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.players import AGREEMENT, Player, PlayerKind
from xiangqi.app.session.strength import HIGHEST, LOWEST, limits_for
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info
from xiangqi.protocol.client import EngineClient
from xiangqi.referee import Rules


def search_id(session: Session) -> int:
    assert session.state.search is not None
    return session.state.search.id


def info(score_cp: int | None = None, mate: int | None = None, pv: str = "") -> Info:
    moves = tuple(Move.from_iccs(text) for text in pv.split())
    return Info(7, 9, 1000, 50, score_cp=score_cp, mate=mate, nps=20_000, pv=moves)


def test_news_are_shown(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(SearchInfo(search_id(against_computer), info(30, pv="h9g7 h0g2")))
    assert against_computer.state.search is not None
    assert against_computer.state.search.info is not None
    assert against_computer.state.search.info.depth == 7
    assert view.pv_texts(against_computer.state) == ("马８进７", "马二进三")
    assert against_computer.state.play.engine_score_cp == -30


@pytest.mark.parametrize(("mate", "score"), [(3, -29_997), (-2, 29_998)])
def test_mates_count_as_scores(against_computer: Session, mate: int, score: int) -> None:
    against_computer.play("h2e2")
    against_computer.send(SearchInfo(search_id(against_computer), info(mate=mate)))
    assert against_computer.state.play.engine_score_cp == score


def test_a_line_with_an_impossible_move_is_cut_short(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(SearchInfo(search_id(against_computer), info(0, pv="h9g7 a0a9 h0g2")))
    assert len(view.pv_texts(against_computer.state)) == 1


def test_replies_of_an_older_search_are_dropped(against_computer: Session) -> None:
    against_computer.play("h2e2")
    old = search_id(against_computer)
    against_computer.send(TakeBack())
    against_computer.play("b2e2")
    assert search_id(against_computer) != old
    before = against_computer.state
    move = Move.from_iccs("h9g7")
    against_computer.send(SearchInfo(old, info(5)), SearchFailed(old, "gone"), SearchDone(old, move))
    assert against_computer.state == before


def test_replies_for_an_older_game_are_dropped(against_computer: Session) -> None:
    against_computer.play("h2e2")
    old = search_id(against_computer)
    against_computer.new(HUMAN, HUMAN)
    against_computer.send(Answer(True))
    against_computer.play("b2e2")
    against_computer.send(SearchDone(old, Move.from_iccs("h9g7")))
    assert against_computer.moves == "b2e2"


def test_a_hint_is_shown_and_not_played(against_computer: Session) -> None:
    against_computer.send(Hint(at_once=True))
    assert against_computer.one(StartSearch).command == ()
    against_computer.reply("h2e2")
    assert against_computer.state.selection.hint == Move.from_iccs("h2e2")
    assert against_computer.moves == ""
    against_computer.play("b2e2")
    assert against_computer.state.selection.hint is None


def test_a_move_during_a_hint_search_stops_it(hot_seat: Session) -> None:
    hot_seat.send(Hint())
    old = search_id(hot_seat)
    hot_seat.play("h2e2")
    assert hot_seat.one(StopSearch).search_id == old
    assert hot_seat.state.search is None
    hot_seat.send(SearchDone(old, Move.from_iccs("b2e2")))
    assert hot_seat.state.selection.hint is None


def test_no_hint_out_of_turn_or_in_the_past(against_computer: Session) -> None:
    against_computer.play("h2e2")
    before = search_id(against_computer)
    against_computer.send(Hint())
    assert against_computer.said == ["not_your_turn"]
    assert search_id(against_computer) == before
    against_computer.reply("h9g7")
    against_computer.send(GoTo(0), Hint())
    assert not against_computer.thinking
    assert against_computer.said[-1] == "not_at_the_end"


def test_a_failing_hint_is_told_and_leaves_the_game_alone(against_computer: Session) -> None:
    against_computer.send(Hint())
    against_computer.send(SearchFailed(search_id(against_computer), "it died"))
    assert against_computer.said == ["engine_failed"]
    assert against_computer.state.play.engine_failures == 0


def test_a_failing_engine_is_started_once_more(session: Session) -> None:
    session.new(HUMAN, ENGINE)
    session.play("h2e2")
    old = search_id(session)
    session.send(SearchFailed(old, "it died"))
    order = session.one(StartSearch)
    assert order.restart
    assert order.search_id != old
    assert order.command == ENGINE.command
    session.reply("h9g7")
    assert session.state.play.engine_failures == 0
    assert session.moves == "h2e2 h9g7"


def fail_twice(session: Session) -> None:
    session.new(HUMAN, ENGINE)
    session.play("h2e2")
    session.send(SearchFailed(search_id(session), "it died"))
    session.send(SearchFailed(search_id(session), "it died again"))


def test_after_a_second_failure_the_built_in_engine_is_offered(session: Session) -> None:
    fail_twice(session)
    assert not session.thinking
    assert session.state.question is not None
    assert session.state.question.message.arguments == {"detail": "it died again"}
    session.send(Answer(True))
    assert session.one(StartSearch).command == ()
    assert session.state.play.setup.black == Player(PlayerKind.COMPUTER, ENGINE.level)
    session.reply("h9g7")
    assert session.moves == "h2e2 h9g7"


def test_without_an_engine_the_game_stands_and_can_be_taken_up(session: Session) -> None:
    fail_twice(session)
    session.send(Answer(False))
    assert view.status(session.state) is view.Status.ENGINE_GONE
    assert session.moves == "h2e2"
    session.send(UseBuiltIn())
    assert session.thinking


@pytest.mark.parametrize(
    ("move", "reason"),
    [(None, "it found no move"), (Move.from_iccs("a0a9"), "it played a0a9, which is not legal")],
)
def test_no_move_and_an_illegal_move_are_failures(
    against_computer: Session, move: Move | None, reason: str
) -> None:
    against_computer.play("h2e2")
    against_computer.send(SearchDone(search_id(against_computer), move))
    assert against_computer.one(StartSearch).restart
    assert against_computer.moves == "h2e2"
    assert against_computer.state.toasts[-1].message.arguments == {"detail": reason}


def test_the_built_in_engine_replaces_only_an_engine_to_move(against_computer: Session) -> None:
    before = against_computer.state
    against_computer.send(UseBuiltIn())
    assert against_computer.state == before


def test_the_level_reaches_the_engine(against_computer: Session) -> None:
    against_computer.play("h2e2")
    assert against_computer.one(StartSearch).level == COMPUTER.level
    against_computer.reply("h9g7")
    against_computer.send(Hint())
    assert against_computer.one(StartSearch).level == HIGHEST


def test_external_engines_get_more_time_at_each_level() -> None:
    players = [Player(PlayerKind.ENGINE, level, ("e",)) for level in range(LOWEST - 1, HIGHEST + 2)]
    times = [limits_for(player).movetime_ms or 0 for player in players]
    assert times[0] == times[1]
    assert times[-1] == times[-2]
    assert all(one < other for one, other in pairwise(times[1:-1]))


def test_an_engine_may_give_up(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(SearchDone(search_id(against_computer), None, resigns=True))
    end = against_computer.state.play.end
    assert end is not None
    assert (end.winner, end.reason) == (RED, "resignation")


def test_the_engine_is_told_once_of_its_book_and_of_new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, str]] = []

    class Listening(EngineClient):
        def set_option(self, name: str, value: str) -> None:
            told.append((name, value))
            super().set_option(name, value)

        def search_board(self, *_order: object) -> None:
            """Nothing is to be searched here."""

    monkeypatch.setattr(asks, "EngineClient", Listening)
    room = asks.EngineService()
    session = Session()
    for rules in (Rules(), Rules("basic", 12, None), Rules("basic", 12, None)):
        session.new(COMPUTER, HUMAN, rules=rules)
        order = session.one(StartSearch)
        assert order.rules == rules
        room.start(order)
    assert [pair for pair in told if pair[0] != "Level"] == [
        ("OwnBook", "true"),
        ("MastersBook", "true"),
        ("Rules", "basic"),
        ("Occurrences", "9"),
        ("Natural Limit", "0"),
    ]
    for rating in (1450, 1450, None, None):
        room.start(replace(order, rating=rating))
    assert [pair for pair in told if pair[0].startswith("UCI_")] == [
        ("UCI_Elo", "1450"),
        ("UCI_LimitStrength", "true"),
        ("UCI_LimitStrength", "false"),
    ]
    analysis = replace(order, role=Role.ANALYSIS)
    for again in (analysis, replace(analysis, command=(sys.executable, "-c", "")), analysis):
        told.clear()
        room.start(again)
    assert ("Rules", "basic") in told, "it is another process now"
    room.close()


def test_an_engine_offers_a_draw_with_its_move() -> None:
    session = Session()
    session.new(HUMAN, ENGINE)
    session.play("h2e2")
    assert session.state.search is not None
    session.send(SearchDone(session.state.search.id, Move.from_iccs("h9g7"), offers_draw=True))
    assert session.state.question is not None
    assert session.state.question.message.arguments == {"who": "black"}
    session.send(Answer(True))
    assert session.state.play.end is not None
    assert (session.state.play.end.winner, session.state.play.end.reason) == (None, AGREEMENT)
