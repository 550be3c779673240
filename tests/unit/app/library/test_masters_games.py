"""Tests that masters' games are made when first wanted, and counted and listed beside the player's own."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.event import Tick
from xiangqi.app.intent import Intent
from xiangqi.app.library.asks import AskDaily, AskExplorer, DailyChosen, Explored, LibraryService, LoadReview
from xiangqi.app.library.asks_listing import FoundRead, ListFound
from xiangqi.app.library.asks_masters import (
    MakeMasters,
    MastersFound,
    MastersMade,
    MastersMaker,
    MastersMaking,
    StopMasters,
    answer,
)
from xiangqi.app.library.daily import WantDaily
from xiangqi.app.library.explorer import FilterExplorer, ListExplored, ListGamesHere, ToggleExplorer
from xiangqi.app.library.listing import shown_games
from xiangqi.app.library.masters import StopMakingMasters
from xiangqi.app.library.own_games import OpenLibrary, OpenStoredGame
from xiangqi.app.library.search import ChangeSearch, FindGames, is_searching
from xiangqi.app.library.state import (
    COUNTED,
    DailyGames,
    DailyReason,
    Exploration,
    GameFilter,
    GameSearch,
    LibraryPage,
    LibraryState,
    MastersFile,
)
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.records.asks_reading import GamesRead, LoadFound
from xiangqi.app.session.document import Stored
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.time_control import TimeControl
from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.errors import RecordError
from xiangqi.fen import START_FEN
from xiangqi.library import Library, Played, Query, masters
from xiangqi.library.masters import Libraries, Script, Whose, masters_path
from xiangqi.library.masters_asset import MastersGame, packed
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game
from xiangqi.resources import LIBRARY_NAME, cache_folder

CANNON, PAWN = Move.from_iccs("h2e2"), Move.from_iccs("c3c4")
THEIRS = Libraries(own=False, masters=Script.SIMPLIFIED)
BOTH = Libraries(masters=Script.SIMPLIFIED)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games stand in the place of the shipped ones, in the same form."""
    games = [
        MastersGame((CANNON,), "呂欽", "", "", 19900000, "1-0"),
        MastersGame((Move.from_iccs("b2e2"),), "胡榮華", "", "", 19700000, "0-1"),
        MastersGame((PAWN,), "柳大華", "", "", 0, "1/2-1/2"),
    ]
    content = packed(games, {"呂": "吕", "欽": "钦"})
    monkeypatch.setattr(masters, "shipped", lambda: content)


@pytest.fixture
def room() -> Iterator[LibraryService]:
    found = LibraryService(queue.SimpleQueue())
    yield found
    found.close()


def file(session: Session) -> MastersFile:
    return session.state.part(LibraryState).masters


def tick(session: Session) -> Session:
    session.send(Tick(session.state.now + 0.1))
    return session


def test_the_explorer_waits_for_masters_games_and_then_asks(hot_seat: Session) -> None:
    hot_seat.send(ToggleExplorer(), FilterExplorer(GameFilter(player="吕钦", whose=Whose.MASTERS)))
    order = tick(hot_seat).one(MakeMasters)
    assert order.script is Script.of(hot_seat.state.settings.language)
    hot_seat.send(MastersMaking(order.make_id, 0.4), MastersMaking(order.make_id + 1, 0.9))
    assert file(hot_seat).share == 0.4
    assert tick(hot_seat).effects == ()
    hot_seat.send(MastersMade(order.make_id))
    asked = tick(hot_seat).one(AskExplorer)
    assert asked.libraries == Libraries(own=False, masters=order.script)
    hot_seat.send(FilterExplorer(GameFilter(whose=Whose.OWN)))
    assert tick(hot_seat).one(AskExplorer).libraries == Libraries()
    hot_seat.send(FilterExplorer(GameFilter(player="吕钦", whose=Whose.MASTERS)))
    assert tick(hot_seat).one(AskExplorer).query == asked.query


def test_their_counts_are_shown_before_they_are_made(hot_seat: Session) -> None:
    hot_seat.send(ToggleExplorer(), FilterExplorer(COUNTED))
    assert tick(hot_seat).one(AskExplorer).libraries == Libraries(own=False)
    assert hot_seat.found(MakeMasters) == []
    hot_seat.send(ListExplored(CANNON))
    order = hot_seat.one(MakeMasters)
    hot_seat.send(MastersMade(order.make_id))
    listed = hot_seat.one(ListFound)
    assert (listed.query.move, listed.libraries) == (CANNON, Libraries(own=False, masters=order.script))
    assert tick(hot_seat).one(AskExplorer).libraries.masters is order.script, "their games are known now"


def test_what_was_wanted_is_done_when_they_are_there(hot_seat: Session) -> None:
    hot_seat.send(ChangeSearch(GameSearch(player="吕钦", whose=Whose.BOTH)), FindGames())
    order = hot_seat.one(MakeMasters)
    assert hot_seat.found(ListFound) == []
    assert is_searching(hot_seat.state)
    hot_seat.send(MastersMade(order.make_id))
    found = hot_seat.one(ListFound)
    assert found.query == Query(player="吕钦")
    assert found.libraries == Libraries(masters=order.script)
    hot_seat.send(ListGamesHere(Whose.MASTERS, CANNON))
    listed = hot_seat.one(ListFound)
    assert (listed.query.move, listed.query.mirror) == (CANNON, True)
    hot_seat.send(OpenStoredGame(3, 5, of_masters=True))
    opened = hot_seat.one(LoadFound)
    assert (opened.games, opened.libraries) == (((3, 5),), Libraries(own=False, masters=order.script))


def test_their_list_is_made_and_read_once_when_it_is_shown(hot_seat: Session) -> None:
    hot_seat.send(OpenLibrary(LibraryPage.MASTERS))
    order = tick(hot_seat).one(MakeMasters)
    assert tick(hot_seat).found(ListFound) == []
    hot_seat.send(MastersMade(order.make_id))
    listed = tick(hot_seat).one(ListFound)
    assert listed.libraries == Libraries(own=False, masters=order.script)
    game = pack(Game(headers={"Red": "吕钦"}))
    hot_seat.send(FoundRead(listed.ask_id, (game,), (Stored(1, 0, of_masters=True),)))
    hot_seat.send(FoundRead(listed.ask_id, complete=True), LibraryChanged())
    assert tick(hot_seat).found(ListFound) == [], "the player's own changes are none of theirs"
    shown = shown_games(hot_seat.state)
    assert shown is not None
    assert shown.games == (game,)


def test_a_list_of_theirs_that_cannot_be_made_is_not_tried_at_every_tick(hot_seat: Session) -> None:
    hot_seat.send(OpenLibrary(LibraryPage.MASTERS))
    order = tick(hot_seat).one(MakeMasters)
    hot_seat.send(MastersMade(order.make_id, "no room"))
    assert tick(hot_seat).found(MakeMasters) == []


def test_a_failure_is_told_and_only_the_player_tries_again(hot_seat: Session) -> None:
    hot_seat.send(ToggleExplorer(), FilterExplorer(GameFilter(player="吕钦", whose=Whose.MASTERS)))
    order = tick(hot_seat).one(MakeMasters)
    hot_seat.send(MastersMade(order.make_id, "no room"))
    assert hot_seat.said == ["masters_failed"]
    assert tick(hot_seat).found(MakeMasters) == []
    hot_seat.send(ListGamesHere(Whose.MASTERS))
    hot_seat.one(MakeMasters)


def test_in_a_game_that_must_be_fair_no_games_are_listed(session: Session) -> None:
    session.new(replace(HUMAN, name="Ann"), replace(HUMAN, name="Ben"))
    session.play("h2e2")
    session.send(ListGamesHere(Whose.MASTERS))
    assert session.said == ["after_the_game"]
    assert session.found(MakeMasters) == []


@pytest.mark.parametrize("wanted", [ListGamesHere(Whose.MASTERS), FindGames()])
def test_what_was_wanted_is_not_done_in_a_rated_game_begun_since(session: Session, wanted: Intent) -> None:
    session.send(ChangeSearch(GameSearch(player="吕钦", whose=Whose.MASTERS)), wanted)
    order = session.one(MakeMasters)
    session.new(HUMAN, COMPUTER, time=TimeControl(60))
    session.play("h2e2")
    session.send(MastersMade(order.make_id))
    assert session.said == ["after_the_game"]
    assert session.found(ListFound) == []


def test_games_with_the_position_are_listed_beside_a_friendly_game(session: Session) -> None:
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.send(ListGamesHere(Whose.OWN))
    assert session.one(ListFound).libraries == Libraries()
    assert session.state.current_game.play is not None, "no copy is made for a list"


def test_stopping_goes_back_to_ones_own_games(hot_seat: Session) -> None:
    hot_seat.send(ToggleExplorer(), FilterExplorer(GameFilter(whose=Whose.BOTH)))
    order = tick(hot_seat).one(MakeMasters)
    hot_seat.send(StopMakingMasters())
    hot_seat.one(StopMasters)
    hot_seat.send(MastersMade(order.make_id, "was killed"))
    assert not file(hot_seat).failure
    assert tick(hot_seat).one(AskExplorer).libraries == Libraries()
    hot_seat.send(StopMakingMasters())
    assert hot_seat.found(StopMasters) == []


def explored(room: LibraryService, order: AskExplorer) -> Exploration:
    performers = Performers()
    room.declare(performers)
    performers.perform(order)
    answered = room._outbox.get(timeout=60)
    assert isinstance(answered, Explored)
    return answered.answer


def own_games() -> None:
    with Library() as library:
        record = Game(headers={"Red": "Li", "Date": "2000.01.01"}, result="1-0")
        record.root.add(CANNON)
        with library._store.writing():
            library._store.append([library._store.prepare(record)])


@pytest.mark.usefixtures("few")
def test_both_libraries_are_counted_together_and_listed_in_turn(room: LibraryService) -> None:
    own_games()
    list(answer(MakeMasters(1, Script.SIMPLIFIED)))
    query = Query(position=START_FEN, mirror=True)
    found = explored(room, AskExplorer(1, query, BOTH))
    cannon, pawn = found.moves
    assert (cannon.move, cannon.games, cannon.red_wins, cannon.black_wins) == (CANNON, 3, 2, 1)
    assert cannon.year == pytest.approx((2000 + 1990 + 1970) / 3)
    assert (pawn.move, pawn.games, pawn.draws, pawn.year) == (PAWN, 1, 1, None)
    assert [(one.red, one.of_masters) for one in found.examples][:2] == [("Li", False), ("吕钦", True)]
    assert len(found.examples) == 4
    theirs = explored(room, AskExplorer(2, query, THEIRS))
    assert [one.games for one in theirs.moves] == [2, 1]
    assert theirs.own == ()
    [batch] = room.batches(LoadFound(3, query=query, libraries=BOTH))
    assert [stored.of_masters for stored in batch.stored] == [False, True, True, True]
    assert [game.unpack().headers["Red"] for game in batch.games][:2] == ["Li", "吕钦"]
    [batch] = room.batches(LoadFound(4, ((2, 0),), libraries=THEIRS))
    assert batch.games[0].unpack().headers["Red"] == "吕钦"


@pytest.mark.usefixtures("few")
def test_games_that_have_gone_are_told(room: LibraryService) -> None:
    with pytest.raises(RecordError, match="no longer available"):
        list(room.batches(LoadFound(1, libraries=THEIRS)))
    assert "no longer available" in str(
        explored(room, AskExplorer(2, Query(position=START_FEN), THEIRS)).failure
    )


@pytest.mark.parametrize(("of_masters", "asked"), [(False, 1), (True, 0)])
def test_a_game_of_masters_has_no_review_in_the_players_library(
    hot_seat: Session, of_masters: bool, asked: int
) -> None:
    hot_seat.send(OpenStoredGame(7))
    order = hot_seat.one(LoadFound)
    stored = (Stored(7, 0, of_masters=of_masters),)
    hot_seat.send(GamesRead(order.load_id, LIBRARY_NAME, None, (pack(Game()),), True, stored=stored))
    effects = [*hot_seat.found(LoadReview), *tick(hot_seat).found(LoadReview)]
    assert len(effects) == asked


def test_making_them_can_be_stopped_and_leaves_nothing() -> None:
    outbox: Outbox = queue.SimpleQueue()
    maker, performers = MastersMaker(outbox), Performers()
    maker.declare(performers)
    try:
        performers.perform(MakeMasters(1, Script.SIMPLIFIED))
        assert isinstance(outbox.get(timeout=60), MastersMaking)
        performers.perform(StopMasters())
    finally:
        maker.close(60)
    assert outbox.empty() or all(isinstance(outbox.get(), MastersMaking) for _ in range(outbox.qsize()))
    assert [path.name for path in cache_folder().iterdir() if path.name.startswith("masters-")] == []


@pytest.mark.usefixtures("few")
def test_those_that_are_there_need_no_process() -> None:
    outbox: Outbox = queue.SimpleQueue()
    shares = [
        told.share for told in answer(MakeMasters(1, Script.SIMPLIFIED)) if isinstance(told, MastersMaking)
    ]
    assert shares[-1] == 1
    maker = MastersMaker(outbox)
    assert list(maker.make(MakeMasters(2, Script.SIMPLIFIED))) == [MastersMade(2)]
    assert list(maker.failed(MakeMasters(3, Script.SIMPLIFIED), "full")) == [MastersMade(3, "full")]
    maker.close()
    assert masters_path(Script.SIMPLIFIED).exists()


def test_games_of_the_day_are_asked_once_a_day_and_only_where_there_are_any(hot_seat: Session) -> None:
    wish = WantDaily(("C00",))
    assert hot_seat.send(wish) == (), "nothing is made for them"
    hot_seat.send(MastersFound(Script.of(hot_seat.state.settings.language)))
    asked = AskDaily(hot_seat.state.today, ("C00",), Script.of(hot_seat.state.settings.language))
    assert hot_seat.send(wish) == (asked,)
    daily = DailyGames(hot_seat.state.today, ("C00",), DailyReason.MINE, "C00", ())
    hot_seat.send(DailyChosen(daily))
    assert hot_seat.send(wish) == ()
    hot_seat.state = replace(hot_seat.state, today="2030.01.01")
    assert hot_seat.send(wish) == (replace(asked, day="2030.01.01"),)


@pytest.mark.parametrize(
    ("codes", "played", "reason", "opening"),
    [
        (("E00",), "", DailyReason.MINE, "E00"),
        ((), "c3c4", DailyReason.LAST_GAME, "E00"),
        ((), "", DailyReason.WELL_KNOWN, "A00"),
    ],
)
def test_the_opening_of_the_day_is_ones_own_or_that_of_the_last_game_or_a_known_one(
    monkeypatch: pytest.MonkeyPatch,
    room: LibraryService,
    codes: tuple[str, ...],
    played: str,
    reason: DailyReason,
    opening: str,
) -> None:
    after = Board()
    after.push(PAWN)
    games = [
        MastersGame((PAWN, move), "呂欽", "", "", 19900000 + place, "1-0")
        for place, move in enumerate(after.legal_moves()[:30])
    ]
    content = packed(games, {"呂": "吕", "欽": "钦"})
    monkeypatch.setattr(masters, "shipped", lambda: content)
    list(answer(MakeMasters(1, Script.SIMPLIFIED)))
    if played:
        with Library() as library:
            record = Game(headers={"Red": "Li"}, result="1-0")
            record.root.add(Move.from_iccs(played))
            library.keep(record, Played("2026-01-01T12:00:00", RED))
    performers = Performers()
    room.declare(performers)
    performers.perform(AskDaily("2026.11.28", codes, Script.SIMPLIFIED))
    answered = room._outbox.get(timeout=60)
    assert isinstance(answered, DailyChosen)
    assert (answered.daily.reason, answered.daily.opening) == (reason, opening)
    assert {game.red for game in answered.daily.games} == {"吕钦"}
