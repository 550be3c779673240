"""Tests of games against the clock: when it runs, flag falls, pauses, and the times sent to engines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from app_session import COMPUTER, ENGINE, HUMAN, Session

from xiangqi.app.board_input.moving import ClickSquare, DragDrop, DragStart
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tick
from xiangqi.app.exercises.times import times
from xiangqi.app.game.asks import JournalFound, WriteJournal
from xiangqi.app.game.handicap import HANDICAPS, giver_of, handicap_fen, handicap_of
from xiangqi.app.game.play import NewGame, setup_from
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.search_effects import EnginesPreparing, SearchFailed, StartSearch, StopSearch
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.browse import ContinueFromHere, GoTo
from xiangqi.app.records.clipboard import CopyGame
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint, Quit
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import TIME, Player, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import initial_state
from xiangqi.board import parse_square
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN, sound_position
from xiangqi.storage.settings import Settings

MINUTE = TimeControl(total_s=60)


def timed(red: Player = HUMAN, black: Player = HUMAN, time: TimeControl = MINUTE) -> Session:
    session = Session()
    session.send(Tick(100.0))
    session.new(red, black, time=time)
    return session


def left(session: Session) -> list[float]:
    readings = (view.reading(session.state, side) for side in (RED, BLACK))
    return [round(reading.left_s, 3) for reading in readings if reading is not None]


def test_an_untimed_game_has_no_clock() -> None:
    session = timed(time=TimeControl())
    session.play("h2e2")
    session.send(Tick(1e6))
    assert left(session) == []
    assert session.state.play.end is None


def test_the_clock_starts_with_the_first_move() -> None:
    session = timed()
    session.send(Tick(150.0))
    assert left(session) == [60.0, 60.0]
    session.play("h2e2")
    session.send(Tick(157.0))
    assert left(session) == [60.0, 53.0]
    session.play("h9g7")
    session.send(Tick(160.0))
    assert left(session) == [57.0, 53.0]


def test_a_tick_alone_changes_nothing_that_is_compared() -> None:
    session = timed()
    session.play("h2e2")
    before = session.state
    session.send(Tick(101.0))
    assert session.state == before
    assert times(session.state) != times(before)


def test_the_clock_waits_for_a_person_who_has_not_moved_yet() -> None:
    session = timed(COMPUTER, HUMAN)
    session.reply("h2e2")
    session.send(Tick(130.0))
    assert left(session) == [60.0, 60.0]
    session.play("h9g7")
    session.send(Tick(132.0))
    assert left(session) == [58.0, 60.0]


def test_a_fallen_flag_loses() -> None:
    session = timed()
    session.play("h2e2")
    session.send(Tick(159.9))
    assert session.state.play.end is None
    session.send(Tick(160.1))
    end = session.state.play.end
    assert end is not None
    assert (end.winner, end.reason) == (RED, TIME)
    assert session.one(PlaySound).sound is Sound.WIN
    journal = session.one(WriteJournal).game
    assert journal.to_game().headers["Termination"] == TIME
    assert left(session) == [60.0, 0.0]
    session.send(Tick(500.0), Tick(501.0))
    assert session.effects == ()


def test_an_engine_loses_on_time_too() -> None:
    session = timed(HUMAN, COMPUTER)
    session.play("h2e2")
    session.send(Tick(161.0))
    end = session.state.play.end
    assert end is not None
    assert end.winner == RED
    assert session.found(StopSearch)
    assert session.state.search is None


def test_low_time_is_heard_once_and_only_by_people() -> None:
    session = timed()
    session.play("h2e2")
    session.send(Tick(145.0), Tick(151.0), Tick(152.0), Tick(153.0))
    assert [effect.sound for effect in session.found(PlaySound)] == [Sound.LOW_TIME]
    session = timed(HUMAN, COMPUTER)
    session.play("h2e2")
    session.send(Tick(151.0), Tick(152.0))
    assert session.found(PlaySound) == []


# ---- Pause ----


def test_a_pause_stops_clock_and_engine_and_refuses_moves() -> None:
    session = timed(HUMAN, COMPUTER)
    session.play("h2e2")
    session.send(Tick(105.0), PauseGame())
    assert session.found(StopSearch)
    assert view.status(session.state) is view.Status.PAUSED
    session.send(Tick(1000.0))
    assert left(session) == [60.0, 55.0]
    session.send(PauseGame())
    assert session.one(StartSearch).limits.clock_ms == 55_000
    session.send(Tick(1001.0))
    assert left(session) == [60.0, 54.0]


def test_typing_moves_nothing_in_a_pause_and_a_click_ends_it() -> None:
    session = timed()
    session.play("h2e2")
    session.send(PauseGame())
    session.play("h9g7")
    session.send(Hint())
    assert session.moves == "h2e2"
    assert session.said == ["game_is_paused"]
    session.send(ClickSquare(parse_square("h9")))
    assert not session.state.play.paused
    assert session.said == ["game_is_paused", "resumed"]
    assert session.state.selection.selected is None, "the clock alone"
    session.send(ClickSquare(parse_square("h9")), ClickSquare(parse_square("g7")))
    assert session.moves == "h2e2 h9g7"


def test_a_drag_in_a_pause_only_ends_it() -> None:
    session = timed()
    session.play("h2e2")
    session.send(PauseGame(), DragStart(parse_square("h9"), (1, 1)), DragDrop(parse_square("g7")))
    assert not session.state.play.paused
    assert session.moves == "h2e2"


def test_engines_that_play_each_other_are_paused_without_a_clock() -> None:
    session = timed(COMPUTER, COMPUTER, time=TimeControl())
    session.reply("h2e2")
    session.send(PauseGame())
    assert session.found(StopSearch)
    assert session.state.search is None
    session.send(PauseGame())
    assert session.thinking


def test_there_is_nothing_to_pause_without_clock_and_engines() -> None:
    session = timed(time=TimeControl())
    session.play("h2e2")
    session.send(PauseGame())
    assert not session.state.play.paused
    assert session.said == ["nothing_to_pause"]


# ---- Engines ----


def test_engines_are_told_both_clocks() -> None:
    session = timed(HUMAN, ENGINE, TimeControl(60, 2))
    session.play("h2e2")
    session.send(Tick(107.0))
    session.reply("h9g7")
    session.send(Tick(110.5))
    session.play("h0g2")
    limits = session.one(StartSearch).limits
    assert (limits.clock_ms, limits.increment_ms, limits.opponent_clock_ms) == (55_000, 2_000, 60_500)
    assert limits.movetime_ms is None


def test_a_limit_for_each_move_is_kept_for_the_engine() -> None:
    session = timed(HUMAN, Player(COMPUTER.kind, 10), TimeControl(move_s=5))
    session.play("h2e2")
    limits = session.one(StartSearch).limits
    assert limits.clock_ms is None
    assert limits.movetime_ms == 3_500


def test_the_clock_stands_while_the_engine_gets_ready_or_is_gone() -> None:
    session = timed(HUMAN, COMPUTER)
    session.send(EnginesPreparing(((),)))
    session.play("h2e2")
    session.send(Tick(130.0))
    assert left(session) == [60.0, 60.0]
    session.send(EnginesPreparing(()), Tick(133.0))
    assert left(session) == [60.0, 57.0]
    for _ in range(2):
        assert session.state.search is not None
        session.send(SearchFailed(session.state.search.id, "died"))
    session.send(Tick(1000.0))
    assert left(session) == [60.0, 57.0]


# ---- Taking back ----


def test_nothing_is_taken_back_in_a_timed_game() -> None:
    session = timed(HUMAN, COMPUTER)
    session.play("h2e2")
    session.reply("h9g7")
    assert not view.can_take_back(session.state)
    session.send(TakeBack(), Redo(), GoTo(1), ContinueFromHere())
    assert session.moves == "h2e2 h9g7"
    assert session.said == ["timed_game"]


def test_a_timed_game_that_is_over_is_played_on_without_a_clock() -> None:
    session = timed()
    session.play("h2e2", "h9g7")
    session.send(Tick(161.0), GoTo(1), ContinueFromHere())
    assert session.moves == "h2e2"
    assert left(session) == []
    assert session.state.play.undone


# ---- Keeping ----


@pytest.mark.parametrize("time", [MINUTE, TimeControl(60, 5), TimeControl(60, 0, 20), TimeControl(move_s=30)])
def test_a_crash_keeps_the_clock_and_the_game_goes_on_after_a_pause(time: TimeControl) -> None:
    session = timed(HUMAN, COMPUTER, time)
    session.play("h2e2")
    session.send(Tick(104.0))
    session.reply("h9g7")
    kept = session.one(WriteJournal).game.to_game()
    shown = left(session)
    offer = from_journal(kept)

    later = Session()
    later.send(Tick(5000.0), JournalFound(offer), AnswerResume(True))
    assert later.state.play.setup.time == time
    assert later.state.play.paused
    later.send(Tick(6000.0))
    assert left(later) == shown
    later.send(PauseGame(), Tick(6001.0))
    assert left(later)[0] == pytest.approx(shown[0] - 1)


def test_a_long_thought_is_kept_now_and_then_and_at_the_end() -> None:
    session = timed()
    session.play("h2e2")
    session.send(Tick(105.0))
    assert session.found(WriteJournal) == []
    session.send(Tick(110.0))
    assert session.one(WriteJournal).game.to_game().headers["BlackClock"] == "0:00:50.0"
    session.send(Tick(113.0))
    assert session.found(WriteJournal) == []
    session.send(Quit())
    assert session.one(WriteJournal).game.to_game().headers["BlackClock"] == "0:00:47.0"


def test_a_saved_game_tells_the_clock() -> None:
    session = timed()
    session.play("h2e2")
    session.send(Tick(102.5), CopyGame())
    (copied,) = session.effects
    headers = copied.game.headers  # type: ignore[union-attr]
    assert (headers["TimeControl"], headers["RedClock"], headers["BlackClock"]) == (
        "60",
        "0:01:00.0",
        "0:00:57.5",
    )


def test_the_clock_is_remembered_and_the_position_is_not() -> None:
    session = Session()
    setup = Setup(HUMAN, COMPUTER, handicap_fen("two_knights"), time=TimeControl(60, 5))
    session.send(NewGame(setup))
    assert session.state.settings.time_control == "60+5"
    assert setup_from(session.state.settings) == replace(setup, start_fen=START_FEN)
    session.send(OpenPanel(Panel.NEW_GAME))
    assert session.state.draft.start_fen == START_FEN
    assert setup_from(replace(session.state.settings, time_control="nonsense")).time == UNTIMED


# ---- Handicaps and the board of two people ----


def test_handicaps_are_positions_to_play_from() -> None:
    assert handicap_fen("none") == START_FEN
    assert len({handicap_fen(name) for name in HANDICAPS}) == len(HANDICAPS)
    for name in HANDICAPS:
        for side in (RED, BLACK):
            fen = handicap_fen(name, side)
            assert handicap_of(fen) == name
            assert name == "none" or giver_of(fen) == side
            sound_position(fen)
    assert handicap_fen("rook_knight", BLACK).split()[0].startswith("rnbakab2/")
    assert handicap_fen("knight").split()[0].endswith("/R1BAKABNR")
    assert handicap_of("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1") is None


def test_the_board_turns_to_whoever_is_to_move() -> None:
    session = Session()
    session.send(ChangeSettings({"turn_board": True}))
    session.new(HUMAN, HUMAN)
    assert not session.state.flipped
    session.play("h2e2")
    assert session.state.flipped
    session.send(TakeBack())
    assert not session.state.flipped
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    assert not session.state.flipped


def test_the_settings_of_an_older_program_are_a_casual_game() -> None:
    setup = setup_from(Settings())
    assert setup.time == TimeControl()
    assert setup.start_fen == START_FEN


# ---- Each side its own terms ----


def test_each_side_has_its_own_clock() -> None:
    session = Session()
    session.send(Tick(100.0))
    session.new(HUMAN, HUMAN, time=TimeControl(60), black_time=TimeControl(30, 2))
    assert left(session) == [60.0, 30.0]
    session.play("h2e2")
    session.send(Tick(105.0))
    session.play("h9g7")
    assert left(session) == [60.0, 27.0], "five seconds used, two added"
    offer = from_journal(session.one(WriteJournal).game.to_game())
    assert offer.play.setup.time_of(RED) == TimeControl(60)
    assert offer.play.setup.time_of(BLACK) == TimeControl(30, 2)
    assert offer.play.clock is not None
    assert [offer.play.clock.left_s(side) for side in (RED, BLACK)] == [60.0, 27.0]


def test_names_of_both_players_are_kept() -> None:
    session = Session()
    session.new(Player(name="Anna"), Player(name="Li"))
    session.play("h2e2")
    journal = session.one(WriteJournal).game.to_game()
    assert (journal.headers["Red"], journal.headers["Black"]) == ("Anna", "Li")
    assert [from_journal(journal).play.setup.player(side).name for side in (RED, BLACK)] == ["Anna", "Li"]


def test_a_placeholder_is_not_paused_and_begins_nothing() -> None:
    settings = Settings(language="en", side="black", time_control="600")
    session = Session(initial_state(settings, begun=False))
    assert session.state.document.holds_the_place
    session.send(PauseGame(), PauseGame())
    assert view.status(session.state) is not view.Status.PAUSED
    assert not session.thinking
    assert session.moves == ""
