"""The panel of own games: listed where it is shown, opened, reviewed, deleted after a question, exported."""

from __future__ import annotations

import queue
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from app_session import HUMAN, Session
from running import ask

from xiangqi.app.analysis.review import StopReview
from xiangqi.app.coach.asks import CoachSaid
from xiangqi.app.event import Event, Notify, Tick
from xiangqi.app.game.asks import KeepGame, WriteJournal
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.intent import Intent
from xiangqi.app.library.asks import (
    DeleteStored,
    ExportInTheWay,
    ExportStored,
    LibraryService,
    ListOwnGames,
    LoadReview,
    OwnGamesListed,
    ReviewLoaded,
    StoredExported,
)
from xiangqi.app.library.asks_keeping import KeepReview
from xiangqi.app.library.own_games import (
    ContinueStored,
    DeleteOwnGame,
    ExportGames,
    ExportTo,
    OpenLibrary,
    OpenStoredGame,
    to_board,
)
from xiangqi.app.library.state import LibraryPage, LibraryState
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.asks_reading import FolderListed, GamesRead, LoadFound
from xiangqi.app.records.asks_writing import SaveFailed
from xiangqi.app.records.browse import PlayFromHere
from xiangqi.app.session import analysed, transcript, view
from xiangqi.app.session.document import Stored
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.judgement import Judgement, line_keys
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.recorded_clock import times_used
from xiangqi.app.session.state import Panel
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.coach.notes import DeepLook, MoveNotes
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.i18n.message import catalogue
from xiangqi.library import Library, Played
from xiangqi.records.files import read_games
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game
from xiangqi.storage.saved_engines import SavedEngine

LINE = ("h2e2", "h9g7", "h0g2")


def game(*moves: str, result: str = "1-0") -> Game:
    record = Game(headers={"Red": "Player", "Black": "Computer, level 3"}, result=result)
    node = record.root
    for text in moves:
        node = node.add(Move.from_iccs(text))
    return record


def ticked(session: Session, *messages: Intent | Event) -> Session:
    session.send(*messages, Tick(session.state.now + 0.1))
    return session


def listed(session: Session) -> Session:
    """With the panel open on two games, numbers 2 and 1."""
    with Library() as library:
        for day, result in (("01", "1-0"), ("02", "0-1")):
            library.keep(game(*LINE, result=result), Played(f"2026-03-{day}T10:00:00", RED, black_level=3))
        own, statistics = tuple(library.own_games()), library.statistics()
    order = ticked(session, OpenLibrary(LibraryPage.GAMES)).one(ListOwnGames)
    session.send(OwnGamesListed(order.ask_id, own, statistics))
    return session


def opened(session: Session, number: int, *, review: bool = False) -> Session:
    """With a game of the library on the board."""
    session.send(OpenStoredGame(number, review=review))
    load = session.one(LoadFound)
    stored = (Stored(number, 0),)
    session.send(GamesRead(load.load_id, "library.db", None, (pack(game(*LINE)),), True, stored=stored))
    return session


def test_it_is_listed_where_it_is_shown_and_again_when_it_has_changed(session: Session) -> None:
    session.send(LibraryChanged())
    assert ticked(session).found(ListOwnGames) == []
    listed(session)
    assert session.state.panel is Panel.LIBRARY
    assert [own.number for own in session.state.part(LibraryState).own.games] == [2, 1]
    assert ticked(session).found(ListOwnGames) == []
    assert ticked(session, LibraryChanged()).found(ListOwnGames) != []
    session.send(OwnGamesListed(1, failure="an old answer"))
    assert session.state.part(LibraryState).own.failure == ""


def test_a_game_is_deleted_after_a_yes(session: Session) -> None:
    listed(session).send(DeleteOwnGame(2))
    question = session.state.question
    assert question is not None
    assert question.message.key == "ask.delete_game"
    told = question.message.arguments
    assert told["date"] == "2 Mar 2026"
    assert catalogue("zh-Hans").tell(str(told["name"])) == "你 – 电脑（3 级）"
    session.send(Answer(False))
    assert session.found(DeleteStored) == []
    session.send(DeleteOwnGame(2), Answer(True))
    assert session.one(DeleteStored).numbers == (2,)
    order = ticked(session, LibraryChanged()).one(ListOwnGames)
    session.send(OwnGamesListed(order.ask_id))
    assert session.state.part(LibraryState).own.games == ()


def test_games_are_exported_where_one_wants_them(session: Session, tmp_path: Path) -> None:
    listed(session).send(ExportGames(()))
    assert session.effects == ()
    session.send(ExportGames((2, 1)))
    assert session.state.panel is Panel.EXPORT
    session.send(FolderListed(tmp_path, ()), ExportTo(Path("mine"), session.state.part(LibraryState).exporting))
    assert session.state.panel is None
    order = session.one(ExportStored)
    assert order.path == tmp_path / "mine.pgn"
    outbox: Outbox = queue.SimpleQueue()
    room = LibraryService(outbox)
    try:
        ask(room, order)
        event = outbox.get(timeout=300)
        assert event == StoredExported(order.path, 2)
        session.send(event)
        order.path.write_text("something else")
        ask(room, order)
        event = outbox.get(timeout=300)
        assert event == ExportInTheWay(order.path, (2, 1))
        session.send(event, Answer(False))
        assert order.path.read_text() == "something else"
        session.send(event, Answer(True))
        ask(room, session.one(ExportStored))
        assert outbox.get(timeout=300) == StoredExported(order.path, 2)
        ask(room, replace(order, path=tmp_path / "mine.xqf"))
        event = outbox.get(timeout=300)
        assert isinstance(event, SaveFailed), "the format holds one game"
        ask(room, replace(order, numbers=(1,), path=tmp_path / "one.ubb"))
        event = outbox.get(timeout=300)
        assert isinstance(event, StoredExported)
        session.send(event)
        assert (event.count, next(iter(read_games(event.path))).format) == (1, "dhtmlxq")
        ask(room, replace(order, path=tmp_path / "none" / "mine.pgn"))
        assert isinstance(outbox.get(timeout=300), SaveFailed)
        ask(room, replace(order, path=tmp_path / f"{300 * 'x'}.pgn"))
        assert isinstance(outbox.get(timeout=300), SaveFailed), "no disk has such names"
        ask(room, DeleteStored((1,)))
        assert outbox.get(timeout=300) == LibraryChanged()
        ask(room, DeleteStored((1,)))
        told = outbox.get(timeout=300)
        assert isinstance(told, Notify)
        assert told.message.key == "toast.library_refused"
    finally:
        room.close()
    assert [[move.iccs for move in record.main_line()] for record in read_games(order.path)] == [list(LINE)] * 2
    assert "exported" in session.said
    with Library() as library:
        assert [own.number for own in library.own_games()] == [2]


def judged(session: Session) -> dict[int, Judgement]:
    """Return what a review says of the line on the board: Red's second move is a mistake."""
    shown = view.line(session.state)
    scores = (20, 25, 20, -500)
    judgements = {}
    for ply, key in enumerate(line_keys(shown.whole, view.rules(session.state), ())):
        turn = RED if ply % 2 == 0 else BLACK
        score = scores[ply] if turn == RED else -scores[ply]
        pv = shown.moves[ply : ply + 1] if ply < 2 else (Move.from_iccs("b0c2" if ply == 2 else "b9c7"),)
        info = Info(8, 8, 1000, 400, score_cp=score, pv=pv)
        judgements[key] = Judgement(turn, info, (info,), thorough=True)
    return judgements


def test_a_review_is_kept_at_its_end_and_there_when_the_game_is_opened_again(session: Session) -> None:
    opened(listed(session), 2)
    ticked(session, StartReview())
    assert session.state.part(LibraryState).watched is not None
    session.state = replace(session.state, judgements=judged(session))
    ticked(session, StopReview())
    order = session.one(KeepReview)
    assert order.number == 2
    assert order.red_accuracy is not None
    assert order.black_accuracy is not None
    assert order.red_accuracy < order.black_accuracy
    marked = [verdict.ply for verdict in analysed.assessment(session.state).marked]

    later = Session()
    ticked(opened(later, 2, review=True))
    load = later.one(LoadReview)
    assert load.number == 2
    assert ticked(later).found(LoadReview) == []
    later.send(ReviewLoaded(load.document_id, 2, order.judgements))
    assert [verdict.ply for verdict in analysed.assessment(later.state).marked] == marked == [3]
    assert later.state.analysis is not None, "the review was wanted"
    assert later.state.analysis.review is None, "nothing is left to be judged"


def test_the_coachs_looks_are_kept_with_a_review_and_stand_when_it_is_opened_again(session: Session) -> None:
    opened(listed(session), 2)
    ticked(session, StartReview())
    session.state = replace(session.state, judgements=judged(session))
    key = line_keys(session.state.document.line, view.rules(session.state), ())[3]
    first = DeepLook(0.2, 0.31, (Move.from_iccs("b0c2"),))
    coaching = replace(session.state.coaching, looked={key: first})
    session.state = replace(session.state, coaching=coaching)
    ticked(session, StopReview())
    order = session.one(KeepReview)

    later = Session()
    ticked(opened(later, 2, review=True))
    later.send(ReviewLoaded(later.one(LoadReview).document_id, 2, order.judgements))
    assert later.state.coaching.looked == {key: first}
    asked = replace(later.state.coaching, asked={77: key})
    later.state = replace(later.state, coaching=asked)
    later.send(CoachSaid(77, MoveNotes((), DeepLook(0.5, 0.0, ()))))
    assert later.state.coaching.looked[key] == first, "nothing changes while it is read"
    (verdict,) = analysed.assessment(later.state).marked
    assert (verdict.ply, verdict.loss) == (3, 0.31)


@pytest.mark.parametrize("is_review", [False, True])
def test_a_review_is_the_same_after_an_analysis_that_came_before_it(session: Session, is_review: bool) -> None:
    """Under load, the engine and the coach answer before the library; only a review of this run stands."""
    opened(listed(session), 2)
    ticked(session, StartReview())
    session.state = replace(session.state, judgements=judged(session))
    key = line_keys(session.state.document.line, view.rules(session.state), ())[3]
    first, second = (DeepLook(0.2, loss, (Move.from_iccs("b0c2"),)) for loss in (0.31, 0.42))
    session.state = replace(session.state, coaching=replace(session.state.coaching, looked={key: first}))
    ticked(session, StopReview())
    order = session.one(KeepReview)

    later = Session()
    ticked(opened(later, 2))
    deeper = Info(20, 20, 9000, 400, score_cp=90, pv=(Move.from_iccs("b9a7"),))
    now = {
        place: replace(judgement, best=replace(deeper, pv=judgement.best.pv), thorough=is_review)
        for place, judgement in judged(later).items()
    }
    coaching = replace(later.state.coaching, looked={key: second}, told={key: ()})
    later.state = replace(later.state, judgements=now, coaching=coaching)
    chances = analysed.assessment(later.state).chances
    later.send(ReviewLoaded(later.one(LoadReview).document_id, 2, order.judgements))
    found, first_found = analysed.assessment(later.state), analysed.assessment(session.state)
    (verdict,) = found.marked
    assert verdict.loss == (0.42 if is_review else 0.31)
    assert found.chances == (chances if is_review else first_found.chances)
    assert (key in later.state.coaching.told) == is_review, "what was said about another look is asked again"


def test_a_review_that_was_called_off_is_not_kept(session: Session) -> None:
    opened(listed(session), 2)
    ticked(session, StartReview())
    assert ticked(session, StopReview()).found(KeepReview) == []


def test_a_review_of_something_else_counts_as_none(session: Session) -> None:
    ticked(opened(listed(session), 2))
    load = session.one(LoadReview)
    broken = cast("dict[str, object]", {"turn": "red", "best": {}, "lines": []})
    session.send(ReviewLoaded(load.document_id, 2, (broken, "x", {"turn": "green"}, 7, None, None)))
    assert session.state.judgements == {}
    session.send(ReviewLoaded(load.document_id + 1, 2, (broken,)))
    assert session.state.judgements == {}


def test_the_library_gives_the_review_of_a_game(session: Session) -> None:
    listed(session)
    outbox: Outbox = queue.SimpleQueue()
    room = LibraryService(outbox)
    try:
        ask(room, LoadReview(5, 1))
        assert outbox.get(timeout=300) == ReviewLoaded(5, 1, ())
    finally:
        room.close()


def test_a_finished_game_can_be_opened_beside_a_running_one(session: Session) -> None:
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    opened(session, 1)
    assert session.state.document.play is None
    assert session.moves == "h2e2"


def unfinished(session: Session, intent: Intent, *, whole: bool = True, **tags: str) -> Session:
    """With an unfinished game, between two people unless tags say otherwise, asked for and read.

    Unless it is `whole`, more games may be to come.
    """
    session.send(intent)
    load, record = session.one(LoadFound), game(*LINE, result="*")
    record.headers.update(Red="Anna", Black="Ben", RedKind="human", BlackKind="human")
    record.headers.update(TimeControl="600+5", RedClock="0:09:30.0", BlackClock="0:08:00.0")
    record.headers.update(tags)
    places = (Stored(3, 0, clocks=(599_000, 598_000, 597_000)),)
    session.send(GamesRead(load.load_id, "library.db", None, (pack(record),), whole, stored=places))
    ticked(session)
    asked = session.one(LoadReview)
    session.send(ReviewLoaded(asked.document_id, asked.number))
    return session


def test_an_unfinished_game_goes_on_with_its_own_players(session: Session) -> None:
    unfinished(session, ContinueStored(3))
    play = session.state.document.play
    assert play is not None
    assert (play.setup.red.name, play.setup.black.name) == ("Anna", "Ben")
    assert (session.moves, play.end, play.setup.is_hot_seat) == (" ".join(LINE), None, True)


def test_that_no_more_games_come_is_not_said_of_a_game_that_goes_on(session: Session) -> None:
    unfinished(session, ContinueStored(3), whole=False)
    loading = session.state.loading
    assert session.state.document.play is not None
    assert loading is not None
    session.send(GamesRead(loading.id, "library.db", None, (), True))
    assert "nothing_found" not in session.said
    assert session.state.loading is None


def test_it_goes_on_by_its_clock_and_in_its_place(session: Session) -> None:
    unfinished(session, ContinueStored(3))
    play = session.state.play
    assert play.clock is not None
    assert (play.clock.left_s(RED), play.clock.left_s(BLACK), play.paused) == (570.0, 480.0, True)
    assert play.unrated == (), "what it counted for, it counts for"
    assert times_used(session.state.current_game) == {1: 6.0, 2: 7.0, 3: 7.0}
    journal = session.found(WriteJournal)[-1].game.to_game()
    again = from_journal(journal)
    assert again.play.continues == 3, "also after a crash"
    assert times_used(again.document) == {1: 6.0, 2: 7.0, 3: 7.0}
    assert "MoveClocks" not in transcript.stored(journal).headers
    session.send(PauseGame(), Resign(), Answer(True))
    assert session.one(KeepGame).before == 3


def test_it_goes_on_against_its_engine_if_that_is_still_added(session: Session) -> None:
    added = SavedEngine("Strong", ("/opt/strong", "uci"))
    session.state = replace(session.state, settings=replace(session.state.settings, engines=(added,)))
    unfinished(session, ContinueStored(3), Black="Strong", BlackKind="engine", BlackLevel="7")
    black = session.state.play.setup.black
    assert (black.kind, black.name, black.command) == (PlayerKind.ENGINE, "Strong", ("/opt/strong", "uci"))
    assert "engine_not_added" not in session.said


def test_playing_from_its_position_is_offered_against_its_engine_too(session: Session) -> None:
    added = SavedEngine("Strong", ("/opt/strong", "uci"))
    session.state = replace(session.state, settings=replace(session.state.settings, engines=(added,)))
    unfinished(session, OpenStoredGame(3), Black="Strong", BlackKind="engine", BlackLevel="7")
    session.send(PlayFromHere())
    assert session.state.draft.black.command == ("/opt/strong", "uci")


def test_the_computer_that_plays_on_for_a_missing_engine_is_named(session: Session) -> None:
    unfinished(session, ContinueStored(3), Black="Strong", BlackKind="engine", BlackLevel="7")
    black = session.state.play.setup.black
    assert (black.kind, black.level) == (PlayerKind.COMPUTER, 7)
    told = next(toast for toast in session.state.toasts if toast.message.key == "toast.engine_not_added")
    assert told.message.arguments == {"name": "Strong", "level": 7}


def test_an_imported_game_without_a_result_is_opened_as_a_record(session: Session) -> None:
    session.send(to_board(3, "*"))
    load = session.one(LoadFound)
    session.send(
        GamesRead(load.load_id, "", None, (pack(game(*LINE, result="*")),), True, stored=(Stored(3, 0),))
    )
    ticked(session)
    asked = session.one(LoadReview)
    session.send(ReviewLoaded(asked.document_id, asked.number))
    assert session.state.document.play is None
    assert to_board(3, "1-0") == OpenStoredGame(3)


def test_a_game_that_goes_on_already_only_returns(session: Session) -> None:
    unfinished(session, to_board(3, "*"))
    playing = session.state.document.id
    session.send(OpenPanel(Panel.START), ContinueStored(3))
    assert (session.state.document.id, session.state.panel, session.state.question) == (playing, None, None)
    assert session.found(LoadFound) == [], "an older state of it is not read"


def test_a_friends_game_that_waits_is_put_aside_for_another_record(session: Session) -> None:
    unfinished(session, ContinueStored(3))
    session.send(OpenPanel(Panel.START), OpenStoredGame(1))
    assert session.state.question is not None
    assert session.state.question.message.key == "ask.replace_game"
    before = session.state
    session.send(Answer(False))
    assert session.state.documents == before.documents, "no is harmless"
    session.send(OpenStoredGame(1), Answer(True))
    assert session.one(KeepGame).before == 3, "with its clock, in its place"
    load = session.one(LoadFound)
    session.send(
        GamesRead(load.load_id, "library.db", None, (pack(game(*LINE)),), True, stored=(Stored(1, 0),))
    )
    assert (session.state.left_game, session.state.document.play, session.state.panel) == (None, None, None)
    session.send(StartReview())
    assert "after_the_game" not in session.said, "nothing is being played any more"


def test_what_is_only_looked_at_does_not_go_on_but_keeps_its_players(session: Session) -> None:
    unfinished(session, OpenStoredGame(3))
    assert session.state.document.play is None
    session.send(PlayFromHere())
    assert session.state.panel is Panel.NEW_GAME
    assert (session.state.draft.red.name, session.state.draft.black.name) == ("Anna", "Ben")
