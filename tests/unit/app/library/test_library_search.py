"""Tests of searching games by the position on the board or in the editor, and of importing files."""

from __future__ import annotations

import contextlib
import pickle
import queue
import sqlite3
import sys
import threading
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

import pytest
from app_session import Session
from running import ask

from xiangqi import launch
from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.editor.arrangement import EMPTY, Tool
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import ChooseBrush, EraseSquare, OpenEditor, UseTool
from xiangqi.app.event import Event, Notify, Tick
from xiangqi.app.job_thread import JobThread
from xiangqi.app.library import asks, asks_importing
from xiangqi.app.library.asks import (
    ExportStored,
    LibraryService,
    OwnGamesListed,
    PrepareSearch,
    PutStar,
    StarsChanged,
    StoredExported,
)
from xiangqi.app.library.asks_importing import CancelImport, ImportProgress, ImportService, StartImport, answer
from xiangqi.app.library.asks_listing import FoundRead, GamesLister, ListFound, StopListing
from xiangqi.app.library.import_games import ChangeImportFilter, DismissImport, ImportPath, StopImport
from xiangqi.app.library.listing import StarGame, StopFinding
from xiangqi.app.library.own_games import OpenLibrary, OpenStoredGame
from xiangqi.app.library.search import ChangeSearch, FindGames
from xiangqi.app.library.state import (
    BoardSearch,
    FoundGames,
    GameSearch,
    ImportState,
    LibraryPage,
    LibraryState,
    page_shown,
)
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.records.asks_reading import GamesRead, LoadFound
from xiangqi.app.records.asks_writing import SaveFailed
from xiangqi.app.records.editing import WriteComment
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session.document import Cursor, Stored
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.panels import ClosePanel
from xiangqi.app.session.state import Panel
from xiangqi.app.worker import Site
from xiangqi.board import Move, parse_square
from xiangqi.core.constants import BLACK, CANNON, KING, RED
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Catalogue, Message, catalogue
from xiangqi.library import Filter, ImportReport, Library, Played, Query
from xiangqi.library.library import default_path
from xiangqi.library.played import statistics
from xiangqi.openings import catalogue as openings_catalogue
from xiangqi.records.packed import pack
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game

PGN = '[Red "Li"]\n[Black "Hu"]\n[Date "{}"]\n\n1. h2e2 h9g7 {}\n\n'


@pytest.fixture
def outbox() -> Outbox:
    return queue.SimpleQueue()


@pytest.fixture
def room(outbox: Outbox) -> Iterator[LibraryService]:
    found = LibraryService(outbox)
    yield found
    found.close()


def wanted(session: Session, search: GameSearch) -> Query:
    session.send(ChangeSearch(search), FindGames())
    return session.one(ListFound).query


@pytest.mark.parametrize("page", list(LibraryPage))
def test_names_of_openings_are_loaded_before_the_first_search_in_another_thread(
    session: Session, room: LibraryService, page: LibraryPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def told(language: str) -> Catalogue:
        threads.append(threading.current_thread())
        return catalogue(language)

    openings_catalogue._folded_names.cache_clear()
    openings_catalogue.codes_meant.cache_clear()
    monkeypatch.setattr(openings_catalogue, "catalogue", told)
    session.send(OpenLibrary(page))
    performers = Performers()
    room.declare(performers)
    performers.perform(session.one(PrepareSearch))
    assert room._thread.wait("PrepareSearch", 30)
    assert threads
    assert threading.main_thread() not in threads
    loaded = len(threads)
    assert wanted(session, GameSearch(opening="屏风马")).opening == "屏风马"
    assert len(threads) == loaded, "the search finds them"


def record(*moves: str) -> Game:
    game = Game(headers={"Red": "Li", "Black": "Hu"})
    node = game.root
    for text in moves:
        node = node.add(Move.from_iccs(text))
    return game


# ---- Looking for games ----


def test_names_and_years_become_a_question(session: Session) -> None:
    search = GameSearch("Li", "Hu", "Cup", "why", BLACK, "0-1", "B00", 1990, 1999)
    query = wanted(session, search)
    assert (query.player, query.opponent, query.event, query.words) == ("Li", "Hu", "Cup", "why")
    assert (query.side, query.result, query.opening) == (BLACK, "0-1", "B00")
    assert (query.first_date, query.last_date) == (19900000, 19991231)
    assert not query.looks_at_boards


def test_the_position_on_the_board_and_its_material(session: Session) -> None:
    session.play("h2e2")
    fen = wanted(session, GameSearch(board=BoardSearch.POSITION)).position
    assert fen.split()[:2] == ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR", "b"]
    material = wanted(session, GameSearch(board=BoardSearch.MATERIAL)).material
    assert sorted(material) == sorted("KAABBRRCCNNPPPPP" * 2)


def test_a_part_is_set_up_without_kings_and_looked_for_again_afterwards(session: Session) -> None:
    session.send(OpenEditor(), UseTool(Tool.CLEAR))
    for square in ("e0", "d9"):
        session.send(EraseSquare(parse_square(square)))
    editor = editor_of(session.state)
    assert editor is not None
    assert editor.position.placement == {}
    session.send(OpenLibrary(LibraryPage.SEARCH))
    assert session.state.panel is Panel.LIBRARY
    session.send(ChangeSearch(GameSearch(board=BoardSearch.MATERIAL)), FindGames())
    assert session.said == ["no_pieces"]
    session.send(ClosePanel(), ChooseBrush(RED | KING), ClickSquare(parse_square("e1")))
    session.send(OpenLibrary(LibraryPage.SEARCH), FindGames())
    assert session.said == ["cannot_search"], "a king is missing; what was said on a page left goes with it"
    query = wanted(session, GameSearch(board=BoardSearch.PART))
    assert query.part == ((parse_square("e1"), RED | KING),)
    assert query.mirror
    assert page_shown(session.state) is LibraryPage.FOUND
    session.send(OpenStoredGame(9, 2))
    load = session.one(LoadFound).load_id
    game = pack(record("h2e2", "b9c7"))
    session.send(GamesRead(load, "library.db", None, (game,), True, stored=(Stored(9, 2),)))
    assert session.state.document.cursor.ply == 2
    session.send(CloseRecord())
    editor = editor_of(session.state)
    assert editor is not None
    assert list(editor.position.placement) == [parse_square("e1")]


def test_a_game_that_is_shorter_than_the_place_that_was_found_is_shown_at_its_end(session: Session) -> None:
    session.send(OpenStoredGame(4, 9))
    load = session.one(LoadFound).load_id
    game = pack(record("h2e2", "h9g7"))
    session.send(GamesRead(load, "library.db", None, (game,), True, stored=(Stored(4, 9),)))
    assert session.state.document.cursor.ply == 2


def test_points_that_have_to_be_empty_are_part_of_the_question(session: Session, tmp_path: Path) -> None:
    session.send(OpenEditor(), UseTool(Tool.CLEAR))
    for square in ("e0", "d9"):
        session.send(EraseSquare(parse_square(square)))
    session.send(ChooseBrush(EMPTY), ClickSquare(parse_square("h2")))
    alone = wanted(session, GameSearch(board=BoardSearch.PART, mirror=False))
    assert alone.part == ((parse_square("h2"), 0),)
    session.send(ClosePanel(), ChooseBrush(RED | CANNON), ClickSquare(parse_square("b2")))
    both = wanted(session, GameSearch(board=BoardSearch.PART, mirror=False))
    assert set(both.part) == {(parse_square("h2"), 0), (parse_square("b2"), RED | CANNON)}
    (tmp_path / "games.pgn").write_text(PGN.format(2001, "*") + PGN.format(2001, "").replace("h2e2", "b2e2"))
    with Library(tmp_path / "games.db") as library:
        library.import_files([tmp_path / "games.pgn"])
        assert [library.load(number).main_line()[0].iccs for number, _ in library.places(both)] == ["h2e2"]
        mirrored = wanted(session, GameSearch(board=BoardSearch.PART))
        assert library.count(mirrored) == 2


def found(session: Session) -> FoundGames:
    games = session.state.part(LibraryState).found
    assert games is not None
    return games


def test_a_search_lists_games_and_leaves_every_document_as_it_is(session: Session) -> None:
    def opened() -> list[tuple[int, Revision, Cursor]]:
        return [(document.id, document.tree, document.cursor) for document in session.state.documents]

    session.play("h2e2")
    before = opened()
    session.send(FindGames())
    order = session.one(ListFound)
    some = FoundRead(order.ask_id, (pack(record("h2e2")), pack(record("c3c4"))), (Stored(1, 0), Stored(2, 0)))
    session.send(some)
    assert page_shown(session.state) is LibraryPage.FOUND
    assert (len(found(session).games), found(session).complete) == (2, False)
    session.send(FoundRead(order.ask_id, (pack(record("b0c2")),), (Stored(3, 0),), complete=True, share=1.0))
    assert [stored.number for stored in found(session).stored] == [1, 2, 3]
    assert found(session).complete
    assert opened() == before


def test_a_list_is_stopped_and_takes_no_more(session: Session) -> None:
    session.send(FindGames())
    order = session.one(ListFound)
    some = FoundRead(order.ask_id, (pack(record("h2e2")),), (Stored(1, 0),))
    session.send(some, StopFinding())
    session.one(StopListing)
    session.send(some)
    assert (len(found(session).games), found(session).complete) == (1, True)


def test_one_list_is_read_at_a_time_and_again_when_the_library_changes(session: Session) -> None:
    session.send(FindGames())
    first = session.one(ListFound)
    session.send(OpenLibrary(LibraryPage.WHOLE), Tick(1.0))
    whole = session.one(ListFound)
    assert (first.query, whole.query) == (Query(), Query())
    assert found(session).complete
    session.send(FoundRead(whole.ask_id, complete=True), LibraryChanged(), Tick(1.1))
    again = session.one(ListFound)
    assert again.ask_id > whole.ask_id
    session.send(FoundRead(again.ask_id, (pack(record("h2e2")),), (Stored(1, 0),), complete=True))
    session.send(LibraryChanged(), Tick(1.15))
    kept = session.state.part(LibraryState).whole
    assert kept is not None
    assert (len(kept.games), kept.complete) == (1, False), (
        "what was there is shown until the first new ones come"
    )
    again = session.one(ListFound)
    session.send(FoundRead(again.ask_id, (pack(record("c3c4")),), (Stored(2, 0),), complete=True))
    kept = session.state.part(LibraryState).whole
    assert kept is not None
    assert [stored.number for stored in kept.stored] == [2]
    session.send(FoundRead(whole.ask_id, (pack(record("h2e2")),), (Stored(1, 0),)))
    kept = session.state.part(LibraryState).whole
    assert kept is not None
    assert [stored.number for stored in kept.stored] == [2], "an old answer"
    session.send(OpenLibrary(LibraryPage.FOUND), Tick(1.2))
    assert session.one(ListFound).ask_id == found(session).ask_id, "what was cut short is read again"


def test_the_lister_reads_games_in_batches(
    room: LibraryService, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asks, "_BATCH", 2)
    with Library() as library:
        for day in (1, 2, 3):
            library.keep(record("h2e2", "h9g7"), Played(f"2026-01-0{day}"))
    site = Site(outbox, JobThread("writer"), lambda: datetime.now(timezone.utc), workers=[room])
    lister = GamesLister(outbox, site)
    performers = Performers()
    lister.declare(performers)
    try:
        performers.perform(ListFound(7, Query()))
        told = [outbox.get(timeout=60) for _ in range(3)]
    finally:
        lister.close(10)
    assert [len(one.games) for one in told if isinstance(one, FoundRead)] == [2, 1, 0]
    last = told[-1]
    assert isinstance(last, FoundRead)
    assert (last.ask_id, last.complete, last.failure) == (7, True, "")


def test_a_star_is_shown_at_once_and_kept_by_the_library(
    session: Session, room: LibraryService, outbox: Outbox
) -> None:
    with Library() as library:
        numbers = [library.keep(record("h2e2", move), Played("2026-01-01")) for move in ("h9g7", "b9c7")]
    session.send(StarGame(numbers[1]))
    assert session.state.part(LibraryState).own.stars == {numbers[1]}
    order = session.one(PutStar)
    performers = Performers()
    room.declare(performers)
    performers.perform(order)
    assert outbox.get(timeout=60) == StarsChanged(frozenset({numbers[1]}))
    performers.perform(PutStar(99, True))
    refused, left = outbox.get(timeout=60), outbox.get(timeout=60)
    assert isinstance(refused, Notify)
    assert left == StarsChanged(frozenset({numbers[1]})), "what the library has is shown again"
    session.send(StarGame(numbers[1], starred=False))
    assert session.state.part(LibraryState).own.stars == frozenset()
    assert session.one(PutStar) == PutStar(numbers[1], False)


def test_the_games_with_a_star_are_listed_once_they_are_known(session: Session) -> None:
    session.send(OpenLibrary(LibraryPage.STARRED), Tick(1.0))
    assert session.found(ListFound) == []
    asked = session.state.part(LibraryState).own.ask_id
    figures = statistics(())
    session.send(OwnGamesListed(asked, (), figures, stars=frozenset({4, 9})), Tick(1.1))
    assert session.one(ListFound).numbers == (9, 4)
    session.send(StarGame(9, starred=False), Tick(1.2))
    assert session.found(ListFound) == [], "it stays in sight, so that the star can be given back"
    session.send(OpenLibrary(LibraryPage.STARRED), Tick(1.3))
    assert session.one(ListFound).numbers == (4,)
    session.send(StarGame(4, starred=False), OpenLibrary(LibraryPage.STARRED), Tick(1.4))
    assert session.found(ListFound) == [], "there is nothing to read"
    none = session.state.part(LibraryState).starred
    assert none is not None
    assert (none.games, none.complete) == ((), True)


def test_that_nothing_was_found_is_said(session: Session) -> None:
    session.send(FindGames())
    session.send(FoundRead(session.one(ListFound).ask_id, complete=True))
    assert session.said == ["nothing_found"]


def test_damaged_games_are_told_and_the_others_given(
    room: LibraryService, outbox: Outbox, tmp_path: Path
) -> None:
    talkative = record("h2e2", "h9g7")
    talkative.root.comment = "a word"
    ending = Game(headers={"Red": "Wu"}, start_fen="4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1")
    ending.root.add(Move.from_iccs("a1a9"))
    with Library() as library:
        for game in (record("h2e2"), talkative, ending):
            library.keep(game, Played("2026-01-01"))
    with contextlib.closing(sqlite3.connect(default_path(), isolation_level=None)) as database:
        database.execute("UPDATE annotation SET content = substr(content, 2)")
        database.execute("UPDATE start SET fen = '4k4/9' WHERE fen LIKE '4k4%'")
    [batch] = room.batches(LoadFound(1, ((1, 0), (2, 0), (3, 0))))
    assert [stored.number for stored in batch.stored] == [1, 2]
    assert [len(game.unpack().main_line()) for game in batch.games] == [1, 2]
    told = outbox.get_nowait()
    assert isinstance(told, Notify)
    assert told.message.key == "toast.library_refused"
    assert "the comments of game 2 are damaged" in told.message
    assert told.message.endswith("(2 games in all)")
    with pytest.raises(RecordError, match="game 3 is damaged"):
        list(room.batches(LoadFound(2, ((3, 0),))))
    ask(room, ExportStored((1, 2, 3), tmp_path / "out.pgn", "iccs", overwrite=False))
    assert outbox.get(timeout=300) == told
    assert outbox.get(timeout=300) == StoredExported(tmp_path / "out.pgn", 2)


@pytest.mark.parametrize("name", ["library.db", "settings.json", "journal.pgn"])
def test_games_are_exported_onto_no_file_of_the_programs_own(
    room: LibraryService, outbox: Outbox, home: Path, name: str
) -> None:
    with Library() as library:
        library.keep(record("h2e2"), Played("2026-01-01"))
    before = default_path().read_bytes()
    ask(room, ExportStored((1,), home / name, "iccs", overwrite=True))
    told = outbox.get(timeout=300)
    assert isinstance(told, SaveFailed)
    assert "choose another file" in told.detail
    assert default_path().read_bytes() == before
    assert name == "library.db" or not (home / name).exists()


def test_games_come_in_batches_with_their_places(
    room: LibraryService, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asks, "_MOST_LISTED", 2)
    with Library() as library:
        for day in (1, 2, 3):
            library.keep(record("h2e2", "h9g7"), Played(f"2026-01-0{day}"))
    after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1"
    [batch] = room.batches(LoadFound(1, query=Query(position=after)))
    assert batch.stored == (Stored(3, 1), Stored(2, 1)), "the latest"
    assert (batch.games[0].red, batch.share) == ("Li", 1)
    assert outbox.get_nowait() == Notify(Message("toast.more_found", listed=2, count=3))
    [single] = room.batches(LoadFound(2, ((3, 2),)))
    assert single.stored == (Stored(3, 2),)
    with pytest.raises(RecordError, match="game 7 does not exist"):
        list(room.batches(LoadFound(3, ((7, 0),))))


# ---- Bringing files in ----


def test_one_import_at_a_time(session: Session, tmp_path: Path) -> None:
    session.send(ChangeImportFilter(Filter(player="Li")), ImportPath(tmp_path))
    order = session.one(StartImport)
    assert (order.paths, order.wanted.player) == ((tmp_path,), "Li")
    session.send(ImportPath(tmp_path), DismissImport())
    assert session.effects == ()
    session.send(ImportProgress(order.import_id, ImportReport(games=3), "a.pgn", 0.5))
    assert session.state.part(LibraryState).importing == ImportState(
        order.import_id, ImportReport(games=3), "a.pgn", 0.5
    )
    session.send(StopImport())
    session.one(CancelImport)
    session.send(ImportProgress(order.import_id, ImportReport(games=4), over=True, failure="called off"))
    importing = session.state.part(LibraryState).importing
    assert importing is not None
    assert (importing.running, importing.failure) == (False, "called off")
    session.send(ImportProgress(order.import_id - 1, ImportReport(games=9)), StopImport())
    assert session.found(CancelImport) == []
    session.send(DismissImport())
    assert session.state.part(LibraryState).importing is None


def arrived(outbox: Outbox) -> list[Event]:
    """Return all that an import tells, up to its end."""
    told: list[Event] = []
    while LibraryChanged() not in told:
        event = outbox.get(timeout=300)
        assert isinstance(event, Event)
        told.append(event)
    return told


def test_a_process_brings_files_in_and_tells_what_it_refuses(tmp_path: Path, outbox: Outbox) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.pgn").write_text(PGN.format("2001.01.01", "1-0") + PGN.format("2002.01.01", "1. x9y9 0-1"))
    (folder / "b.txt").write_bytes(bytes(range(256)))
    room = ImportService(outbox)
    ask(room, StartImport(7, (folder,), Filter()))
    *_, last, _ = arrived(outbox)
    assert isinstance(last, ImportProgress)
    assert (last.import_id, last.over, last.failure) == (7, True, "")
    assert (last.report.games, last.report.duplicates, last.report.files) == (1, 1, 2)
    assert [Path(refusal.file).name for refusal in last.report.refused] == ["b.txt"]
    with Library() as library:
        assert library.count(Query()) == 1


ENDED = Message("detail.process_ended")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b"", ENDED),
        (pickle.dumps(ImportProgress(7, ImportReport()))[:-20], ENDED),
        (b"cno_such_module\nProgress\n.", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_process_that_ends_too_early_is_told(
    said: bytes, told: str, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = [sys.executable, "-c", f"import sys; sys.stdout.buffer.write({said!r})"]
    monkeypatch.setattr(launch, "own_command", lambda *_words: reader)
    ask(ImportService(outbox), StartImport(7, (), Filter()))
    last, changed = arrived(outbox)
    assert isinstance(last, ImportProgress)
    assert (last.over, last.failure) == (True, told)
    assert changed == LibraryChanged()


def test_an_import_cancelled_before_its_process_is_there_stops(tmp_path: Path, outbox: Outbox) -> None:
    for number in range(200):
        (tmp_path / f"{number}.pgn").write_text(PGN.format(f"{1800 + number}.01.01", "1-0"))
    room = ImportService(outbox)
    ask(room, StartImport(7, (tmp_path,), Filter()))
    ask(room, CancelImport())
    *_, last, _ = arrived(outbox)
    assert isinstance(last, ImportProgress)
    assert last.over
    assert last.failure
    assert last.report.games < 200


def answered(order: StartImport) -> ImportProgress:
    """Return the last answer of the process."""
    *_, last = answer(order)
    assert isinstance(last, ImportProgress)
    assert last.over
    return last


def test_a_filter_is_told_to_the_process(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN.format("2001.01.01", "1-0") + PGN.format("1950.01.01", "1-0"))
    last = answered(StartImport(7, (tmp_path / "a.pgn",), Filter(first_date=20000000)))
    assert (last.import_id, last.report.games, last.report.left_out, last.failure) == (7, 1, 1, "")


def test_it_stops_when_the_session_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asks_importing, "_stopped", threading.Event())
    (tmp_path / "a.pgn").write_text("".join(PGN.format(f"2001.01.{day}", "1-0") for day in range(10, 30)))
    asks_importing.hear(None)
    assert "stopped" in answered(StartImport(7, (tmp_path,), Filter())).failure


def test_what_is_wrong_with_files_is_told_in_any_language(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_bytes(bytes(range(256)))
    for _ in range(2):  # the second time the library knows the file already
        report = answered(StartImport(7, (tmp_path / "b.txt", tmp_path / "missing.pgn"), Filter())).report
        reasons = [catalogue("zh-Hans").tell(refusal.reason) for refusal in report.refused]
        assert len(reasons) == 2
        assert all(any("一" <= char <= "鿿" for char in reason) for reason in reasons)


def test_changes_to_a_game_of_the_library_are_asked_about_by_its_players(session: Session) -> None:
    session.send(OpenStoredGame(7))
    assert session.state.loading is not None
    number = session.state.loading.id
    games = (pack(Game(headers={"Red": "Li", "Black": "Hu"})),)
    session.send(
        GamesRead(number, "library.db", None, games, complete=True, stored=(Stored(7, 0),)),
        WriteComment("good"),
        CloseRecord(),
    )
    assert session.state.question is not None
    assert session.state.question.message == Message("ask.save", name="Li – Hu")
