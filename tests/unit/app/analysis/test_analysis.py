"""Tests of the analysis: the engine's settings, and the handling of its reports."""

from __future__ import annotations

import pytest
from app_session import COMPUTER, HUMAN, Session
from reviewing import told

from xiangqi.app.analysis.analysing import ToggleAttacks, ToggleHidden, ToggleThreat
from xiangqi.app.event import Tick
from xiangqi.app.game.play import Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import Role, SearchDone, SearchFailed, SearchInfo, StartSearch, StopSearch
from xiangqi.app.intent import Intent
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoBack, GoFirst, GoTo
from xiangqi.app.records.loading import PasteText, ShowDocument
from xiangqi.app.session import analysed, view
from xiangqi.app.session.analysis import AnalysisSearch
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.coach.scene import played
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.chances import winning_chance
from xiangqi.engine.common.types import Info
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack

CHECK = "3k5/9/9/9/9/9/9/9/9/3R1K3 b - - 0 1"
MATED = "3k5/9/9/3R5/4R4/9/9/9/9/4K4 b - - 0 1"


def pv(text: str) -> tuple[Move, ...]:
    return tuple(Move.from_iccs(word) for word in text.split())


def info(score_cp: int | None, line: str, depth: int = 7, multipv: int = 1, **values: object) -> Info:
    return Info(depth, 9, 1000 * depth, 50, score_cp, nps=20_000, multipv=multipv, pv=pv(line), **values)  # type: ignore[arg-type]


def tick(session: Session, seconds: float = 0.2) -> None:
    session.send(Tick(session.state.now + seconds))


def search(session: Session) -> AnalysisSearch:
    assert session.state.analysis is not None
    assert session.state.analysis.search is not None
    return session.state.analysis.search


def tell(session: Session, *news: Info) -> None:
    """News of the search at hand, and time for them to be taken in."""
    session.send(*(SearchInfo(search(session).id, item) for item in news))
    tick(session)


@pytest.fixture
def analysing(hot_seat: Session) -> Session:
    hot_seat.send(ToggleAnalysis())
    tick(hot_seat)
    return hot_seat


def test_the_engine_is_set_to_the_position_on_the_board(analysing: Session) -> None:
    order = analysing.one(StartSearch)
    assert (order.role, order.line.moves, order.lines, order.limits.infinite) == (Role.ANALYSIS, (), 3, True)
    analysing.play("h2e2")
    assert not analysing.found(StartSearch)  # not before the next tick
    tick(analysing)
    assert told(analysing) == played(Board(), pv("h2e2")).fen()
    assert analysing.one(StopSearch).search_id == order.search_id


def test_many_steps_between_two_ticks_are_one_search(analysing: Session) -> None:
    analysing.play("h2e2", "h9g7", "h0g2", "i9h9")
    tick(analysing)
    analysing.send(GoBack(), GoBack(), GoBack())
    tick(analysing)
    assert told(analysing) == played(Board(), pv("h2e2")).fen()
    tick(analysing)
    assert not analysing.effects


def test_the_moves_before_are_told_where_the_next_can_end_the_game(analysing: Session) -> None:
    """Engines take a first repetition for a draw: a won position would be level for having come up once."""
    cycle = ("h2e2", "h9g7", "e2h2", "g7h9")
    analysing.play(*cycle[:3])
    tick(analysing)
    assert analysing.one(StartSearch).line.moves == ()
    analysing.play(*cycle[3:], *cycle[:3])
    tick(analysing)
    assert analysing.one(StartSearch).line.moves == pv(" ".join((*cycle, *cycle[:3])))


def test_news_are_taken_in_at_most_ten_times_a_second(analysing: Session) -> None:
    tell(analysing, info(30, "h2e2 h9g7"))
    before = analysing.state
    for depth in range(8, 20):
        analysing.send(SearchInfo(search(analysing).id, info(31, "b2e2", depth)))
        analysing.send(Tick(analysing.state.now + 0.005))
        assert analysing.state == before
    tick(analysing)
    known = analysed.judgement(analysing.state)
    assert known is not None
    assert known.best.depth == 19


def test_what_is_known_is_shown_in_the_players_notation(analysing: Session) -> None:
    tell(analysing, info(40, "h2e2 h9g7"), info(20, "b2e2", multipv=2), info(10, "h0g2", multipv=3))
    assert [analysed.line_texts(analysing.state, number) for number in range(4)] == [
        ("炮二平五", "马８进７"),
        ("炮八平五",),
        ("马二进三",),
        (),
    ]
    assert analysed.red_chance(analysing.state) == winning_chance(40)


def test_chances_are_reds_whoever_is_to_move(analysing: Session) -> None:
    analysing.play("h2e2")
    tick(analysing)
    tell(analysing, info(100, "h9g7"))
    known = analysed.judgement(analysing.state)
    assert known is not None
    assert known.turn == BLACK
    assert known.red_chance == pytest.approx(winning_chance(-100))


def test_news_of_an_older_search_are_dropped(analysing: Session) -> None:
    old = search(analysing).id
    analysing.play("h2e2")
    tick(analysing)
    before = analysing.state
    analysing.send(
        SearchInfo(old, info(900, "h2e2")), SearchDone(old, pv("h2e2")[0]), SearchFailed(old, "gone")
    )
    tick(analysing, 0.0)
    assert analysing.state == before


def test_news_that_come_between_a_step_and_the_tick_belong_to_their_own_position(analysing: Session) -> None:
    late = search(analysing).id
    analysing.play("h2e2")
    analysing.send(SearchInfo(late, info(50, "h2e2 h9g7")))
    tick(analysing)
    assert analysed.judgement(analysing.state) is None
    analysing.send(GoFirst())
    known = analysed.judgement(analysing.state)
    assert known is not None
    assert known.turn == RED


def test_a_judgement_is_there_again_on_return(analysing: Session) -> None:
    tell(analysing, info(40, "h2e2 h9g7", depth=12))
    analysing.play("h2e2")
    tick(analysing)
    analysing.send(GoFirst())
    tick(analysing)
    tell(analysing, info(-300, "a0a1", depth=2))
    known = analysed.judgement(analysing.state)
    assert known is not None
    assert (known.best.depth, known.best.score_cp) == (12, 40)


def test_bounds_and_impossible_lines_are_no_news(analysing: Session) -> None:
    tell(analysing, info(40, "h2e2", bound="lower"), info(50, "a0a9"))
    assert analysed.judgement(analysing.state) is None
    tell(analysing, info(40, "h2e2 a0a9 h9g7"))
    assert analysed.line_texts(analysing.state, 0) == ("炮二平五",)


def test_a_move_that_changes_places_is_listed_once(analysing: Session) -> None:
    tell(analysing, info(40, "b2e2"), info(30, "b2e2", multipv=2), info(20, "h0g2", multipv=3))
    assert [analysed.line_texts(analysing.state, number)[0] for number in range(2)] == ["炮八平五", "马二进三"]


def test_the_number_of_lines_is_a_setting(analysing: Session) -> None:
    analysing.send(ChangeSettings({"analysis_lines": 5}))
    tick(analysing)
    assert analysing.one(StartSearch).lines == 5


def test_another_engine_judges_anew(analysing: Session) -> None:
    tell(analysing, info(40, "h2e2"))
    analysing.send(ChangeSettings({"analysis_engine": ("other", "-x")}))
    tick(analysing)
    assert analysing.one(StartSearch).command == ("other", "-x")
    assert analysed.judgement(analysing.state) is None


def test_the_threat_is_searched_with_the_other_side_to_move(analysing: Session) -> None:
    tell(analysing, info(40, "h2e2"))
    analysing.send(ToggleThreat())
    tick(analysing)
    order = analysing.one(StartSearch)
    assert order.line.turn == BLACK
    assert order.limits.movetime_ms
    tell(analysing, info(60, "h7e7"))
    analysing.send(SearchDone(search(analysing).id, pv("h7e7")[0]))
    known = analysed.threat(analysing.state)
    assert known is not None
    assert str(known.best.pv[0]) == "h7e7"
    assert known.turn == BLACK
    tick(analysing)
    assert analysing.one(StartSearch).limits.infinite  # and back to the position itself
    analysing.send(ToggleThreat())
    assert analysed.threat(analysing.state) is None


def test_in_check_there_is_no_threat(session: Session) -> None:
    session.new(HUMAN, HUMAN, CHECK)
    session.send(ToggleAnalysis(), ToggleThreat())
    tick(session)
    tell(session, info(-500, "d9e9"))
    tick(session)
    assert analysed.passed_position(session.state) is None
    assert search(session).task.limits.infinite


def test_where_no_move_is_legal_nothing_is_searched(session: Session) -> None:
    session.new(HUMAN, HUMAN, MATED)
    session.send(ToggleAnalysis())
    tick(session)
    assert not session.found(StartSearch)
    assert session.state.analysis is not None
    assert analysed.red_chance(session.state) == 1.0


def test_after_a_resignation_the_position_is_judged_like_any_other(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(Resign(), Answer(True), ToggleAnalysis())
    assert hot_seat.state.play.end is not None
    assert analysed.red_chance(hot_seat.state) == 1.0, "before the engine has said anything"
    tick(hot_seat)
    tell(hot_seat, info(300, "h9g7"))
    tick(hot_seat)
    assert analysed.red_chance(hot_seat.state) == winning_chance(-300)


def test_a_game_search_goes_on_beside_it(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(ToggleAnalysis())
    tick(against_computer)
    assert against_computer.state.document.id != against_computer.state.current_game.id, "a copy"
    assert against_computer.state.search is not None
    playing = against_computer.state.search.id
    tell(against_computer, info(33, "h9g7"))
    assert against_computer.state.search.info is None
    against_computer.send(SearchDone(playing, pv("h9g7")[0]))
    assert against_computer.moves == "h2e2 h9g7"
    assert not [order for order in against_computer.found(StopSearch) if order.search_id == playing]


def test_going_back_is_followed(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.reply("h9g7")
    against_computer.send(ToggleAnalysis())
    tick(against_computer)
    against_computer.send(GoBack(), GoBack())
    tick(against_computer)
    assert against_computer.one(StartSearch).line.moves == ()
    assert against_computer.moves == "h2e2 h9g7"


def test_after_a_failure_the_engine_is_tried_once_more(analysing: Session) -> None:
    analysing.send(SearchFailed(search(analysing).id, "it died"))
    tick(analysing)
    assert analysing.said == ["engine_restarted"]
    assert analysing.one(StartSearch).search_id == search(analysing).id
    tell(analysing, info(40, "h2e2"))
    analysing.send(SearchFailed(search(analysing).id, "it died again, but has said something"))
    tick(analysing)
    assert analysing.thinking


def test_a_second_failure_is_told_and_the_next_position_tried(analysing: Session) -> None:
    for _ in range(2):
        analysing.send(SearchFailed(search(analysing).id, "it died"))
        tick(analysing)
    assert analysing.said == ["engine_restarted", "analysis_failed"]
    assert not analysing.effects
    analysing.play("h2e2")
    tick(analysing)
    assert analysing.thinking


def test_leaving_off_stops_the_engine_and_keeps_what_is_known(analysing: Session) -> None:
    tell(analysing, info(40, "h2e2"))
    analysing.send(ToggleAnalysis())
    assert analysing.found(StopSearch)
    assert analysing.state.analysis is None
    assert analysed.judgement(analysing.state) is not None
    tick(analysing)
    assert not analysing.effects


def test_hiding_and_attacks_are_switched(analysing: Session) -> None:
    analysing.send(ToggleHidden(), ToggleAttacks())
    assert analysing.state.analysis is not None
    assert analysing.state.analysis.hidden
    assert analysing.state.attacks
    analysing.send(ToggleHidden(), ToggleAttacks())
    assert not analysing.state.analysis.hidden
    assert not analysing.state.attacks


def test_attacks_are_not_counted_in_the_next_game_or_in_one_by_the_clock(session: Session) -> None:
    session.send(ToggleAttacks())
    assert session.state.attacks
    session.new(HUMAN, COMPUTER, time=TimeControl(300))
    assert not session.state.attacks
    session.uses_help = False
    session.send(ToggleAttacks(), Answer(False))
    assert not session.state.attacks


SHOWN_BESIDE = (ToggleAttacks(), ToggleAnalysis(), ToggleExplorer())


@pytest.mark.parametrize("time", [UNTIMED, TimeControl(300)])
@pytest.mark.parametrize("shown", SHOWN_BESIDE, ids=lambda shown: type(shown).__name__)
def test_what_is_shown_beside_a_record_does_not_come_along_to_the_game(
    session: Session, shown: Intent, time: TimeControl
) -> None:
    session.new(HUMAN, COMPUTER, time=time)
    session.play("h2e2")
    played = session.state.current_game.id
    session.send(PasteText("1. b2e2 *"))
    assert session.state.loading is not None
    (game,) = read_bytes(b"1. b2e2 *", "text")
    session.send(GamesRead(session.state.loading.id, "", None, (pack(game),), True), shown, Tick(1.0))
    assert is_shown(session, shown)
    session.send(ShowDocument(played), Tick(2.0))
    assert session.state.document.id == played
    assert not is_shown(session, shown)


def is_shown(session: Session, shown: Intent) -> bool:
    state = session.state
    open_ones = (state.attacks, state.shown_analysis is not None, state.part(LibraryState).explorer is not None)
    return open_ones[SHOWN_BESIDE.index(shown)]


def test_a_game_by_the_clock_is_not_analysed_before_it_is_over(session: Session) -> None:
    session.new(HUMAN, COMPUTER, time=TimeControl(300))
    session.uses_help = False
    session.send(ToggleAnalysis(), Answer(False))
    assert session.state.analysis is None
    session.play("h2e2")
    session.send(Resign(), Answer(True), ToggleAnalysis())
    assert session.state.analysis is not None
    session.new(HUMAN, COMPUTER, time=TimeControl(300))
    tick(session)
    assert session.state.analysis is None


def test_who_begins_a_game_after_a_look_at_the_last_one_plays_it_alone(session: Session) -> None:
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.send(Resign(), Answer(True), ToggleAnalysis())
    tick(session)
    running = search(session).id
    session.send(Rematch(swap=True))
    assert session.state.analysis is None
    assert StopSearch(running) in session.effects
    session.send(ToggleAnalysis())
    session.new(COMPUTER, COMPUTER)
    assert session.state.analysis is not None, "who watches may go on"


def test_computers_may_be_watched_and_analysed(session: Session) -> None:
    session.new(COMPUTER, COMPUTER)
    session.send(ToggleAnalysis())
    tick(session)
    assert session.one(StartSearch).role is Role.ANALYSIS
    session.reply("h2e2")
    session.send(GoTo(0))
    assert view.line(session.state).ply == 0
