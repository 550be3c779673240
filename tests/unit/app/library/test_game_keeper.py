"""Tests that a finished game is stored at once, with its clock times and, when there is one, its review."""

from __future__ import annotations

import itertools
import os
import queue
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session
from running import ask

from xiangqi.app.event import Notify, Tick, Tone
from xiangqi.app.game.asks import GameOnDisk, KeepGame
from xiangqi.app.game.play import Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.library.asks_keeping import GameKeeper, KeepReview
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.browse import ContinueFromHere, GoTo
from xiangqi.app.records.editing import WriteComment
from xiangqi.app.records.loading import ShowDocument
from xiangqi.app.session import turns
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.errors import LibraryError
from xiangqi.i18n.message import Message
from xiangqi.library import Library
from xiangqi.records.files import read_games
from xiangqi.storage.journal import write_journal


def ended_game() -> Session:
    """Return a game against level 4 that the person, Red, has resigned."""
    session = Session()
    session.new(HUMAN, Player(PlayerKind.COMPUTER, 4))
    session.play("h2e2")
    session.reply("h9g7")
    session.send(Resign(), Answer(True))
    return session


def kept(*orders: KeepGame | KeepReview) -> list[object]:
    """Return what a keeper tells of the orders that it is given."""
    outbox: Outbox = queue.SimpleQueue()
    with Library() as library:
        keeper = GameKeeper(outbox, lambda: library)
        for order in orders:
            if isinstance(order, KeepGame):
                ask(keeper, order)
            else:
                ask(keeper, order)
        keeper.close()
    return [outbox.get() for _ in range(outbox.qsize())]


def test_a_game_that_is_over_is_kept_with_how_it_was_played() -> None:
    order = ended_game().one(KeepGame)
    # again, as after a note: it takes the place of what it was
    assert kept(order, order) == 2 * [GameOnDisk(order.document_id), LibraryChanged()]
    with Library() as library:
        [game] = library.own_games()
        assert (game.result, game.plies, game.outcome) == ("0-1", 2, "lost")
        assert (game.played.side, game.played.level, game.played.rules) == (RED, 4, "wxf")
        assert library.load(game.number).main_line() == [Move.from_iccs("h2e2"), Move.from_iccs("h9g7")]
        assert library.statistics().by_level[4].lost == 1


def test_a_game_that_was_continued_takes_the_place_of_what_it_was() -> None:
    order = ended_game().one(KeepGame)
    kept(replace(order, game=order.game.with_headers(order.game.headers, "*")))
    with Library() as library:
        [first] = library.own_games()
    kept(replace(order, document_id=order.document_id + 1, before=first.number))
    with Library() as library:
        [game] = library.own_games()
        assert game.number != first.number


def test_a_game_that_has_ended_is_never_replaced_by_one_that_continues_it() -> None:
    order = ended_game().one(KeepGame)
    kept(order)
    with Library() as library:
        [first] = library.own_games()
    kept(replace(order, document_id=order.document_id + 1, before=first.number))
    with Library() as library:
        assert [game.number for game in library.own_games()].count(first.number) == 1
        assert len(library.own_games()) == 2


def resigned_and_continued(session: Session) -> None:
    session.send(GoTo(1), ContinueFromHere())


def continued_from_its_end(session: Session) -> None:
    session.send(ContinueFromHere())


def continued_in_a_variation(session: Session) -> None:
    session.send(GoTo(0))
    session.play("b0c2")
    session.send(ContinueFromHere())


def continued_after_a_note(session: Session) -> None:
    session.send(WriteComment("lost"), GoTo(0), ContinueFromHere())


def continued_after_a_rematch(session: Session) -> None:
    first = session.state.document.id
    session.send(Rematch())
    session.play("b2e2")
    session.send(ShowDocument(first), GoTo(1), ContinueFromHere(), Answer(True))


def continued_twice(session: Session) -> None:
    first = session.state.document.id
    session.send(GoTo(1), ContinueFromHere(), ShowDocument(first), GoTo(0), ContinueFromHere(), Answer(True))


@pytest.mark.parametrize(
    "goes_on",
    [
        resigned_and_continued,
        continued_from_its_end,
        continued_in_a_variation,
        continued_after_a_note,
        continued_after_a_rematch,
        continued_twice,
    ],
)
def test_a_game_that_has_ended_stays_in_the_library_when_play_goes_on(
    goes_on: Callable[[Session], None],
) -> None:
    session = ended_game()
    first = session.one(KeepGame)
    session.state = session.state.put_play(replace(session.state.play, continues=77))
    goes_on(session)
    orders = [first, *(effect for effect in session.effects if isinstance(effect, KeepGame))]
    assert session.state.play.continues == 0
    assert not turns.is_rated(session.state.play)
    session.send(Resign(), Answer(True))
    orders.append(session.one(KeepGame))
    kept(*orders)
    with Library() as library:
        games = library.own_games()
        assert len(games) == len({order.document_id for order in orders}) > 1
        lines = [library.load(game.number).main_line() for game in games]
    assert [Move.from_iccs("h2e2"), Move.from_iccs("h9g7")] in lines


def test_a_mate_is_not_continued_from_its_end() -> None:
    session = Session()
    session.new(HUMAN, COMPUTER, "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1")
    session.play("b0b9")
    first = session.one(KeepGame).document_id
    session.send(ContinueFromHere())
    assert session.said == ["refusal.game_over"]
    assert not session.found(KeepGame)
    session.send(TakeBack())
    session.play("b0b1")
    assert session.state.document.id != first, "the mate stays in the library"


def test_a_fault_is_told_and_the_games_after_it_are_kept() -> None:
    order = ended_game().one(KeepGame)
    outbox: Outbox = queue.SimpleQueue()
    with Library() as library:
        times = itertools.count()

        def opened() -> Library:
            if next(times) == 0:
                raise RuntimeError("a fault")
            return library

        keeper = GameKeeper(outbox, opened)
        ask(keeper, order)
        ask(keeper, order)
        keeper.close()
        assert len(library) == 1
    assert outbox.get() == Notify(Message("toast.library_failed", detail="RuntimeError: a fault"), Tone.ERROR)
    assert outbox.get() == GameOnDisk(order.document_id)
    assert outbox.get() == LibraryChanged()


def test_a_game_of_two_people_has_no_side() -> None:
    session = Session()
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    kept(session.one(KeepGame))
    with Library() as library:
        [game] = library.own_games()
        assert (game.played.side, game.outcome) == (None, "")


def test_what_was_left_on_the_clock_is_kept_for_each_move() -> None:
    session = Session()
    session.new(HUMAN, HUMAN, time=TimeControl(60, 2))
    session.play("h2e2")
    session.send(Tick(session.state.now + 5))
    session.play("h9g7")
    session.send(Tick(session.state.now + 3))
    session.send(Resign(), Answer(True))
    order = session.one(KeepGame)
    assert order.clocks == (62000, 57000)
    kept(order)
    with Library() as library:
        assert library.own_games()[0].played.clocks == (62000, 57000)


def test_a_review_is_kept_with_its_game() -> None:
    order = ended_game().one(KeepGame)
    review = KeepReview(order.document_id, 0, 81.0, 97.5, ({"turn": "red"}, None, None))
    kept(order, review)
    with Library() as library:
        [game] = library.own_games()
        assert game.accuracy == 81.0
        found = library.review(game.number)
        assert found is not None
        assert found.moves == ({"turn": "red"}, None, None)


def test_a_review_of_a_game_that_is_not_kept_is_no_fault() -> None:
    assert kept(KeepReview(7, 0, None, None, ())) == [LibraryChanged()]


def test_a_library_that_cannot_be_opened_is_told() -> None:
    outbox: Outbox = queue.SimpleQueue()

    def refuse() -> Library:
        raise LibraryError("disk full")

    keeper = GameKeeper(outbox, refuse)
    ask(keeper, ended_game().one(KeepGame))
    keeper.close()
    assert outbox.get_nowait() == Notify(Message("toast.library_failed", detail="disk full"), Tone.ERROR)


TAKEN = Notify(Message("toast.unstored_game_taken", name="You – Computer (level 4)"))


def key_of(event: object) -> str:
    assert isinstance(event, Notify), event
    return event.message.key


class Shop:
    """A keeper whose library another program can hold, which is not waited for."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.library = Library()
        self.library.hurry(0.0)
        self.other = sqlite3.connect(self.library.path, isolation_level=None)
        self._outbox: Outbox = queue.SimpleQueue()
        self.keeper = GameKeeper(self._outbox, lambda: self.library)
        self._tries = itertools.count(1)

    def lock(self) -> None:
        self.other.execute("BEGIN IMMEDIATE")

    def unlock(self) -> None:
        self.other.execute("ROLLBACK")

    def told(self) -> object:
        while isinstance(event := self._outbox.get(timeout=300.0), GameOnDisk):
            pass
        return event

    def try_again(self) -> None:
        self.keeper.retry(1000.0 * next(self._tries))

    def close(self) -> None:
        self.keeper.close()
        self.other.close()
        self.library.close()


@pytest.fixture
def shop(home: Path) -> Iterator[Shop]:
    shop = Shop(home)
    yield shop
    shop.close()


def test_a_game_that_another_program_kept_out_is_taken_in_later(shop: Shop) -> None:
    order = ended_game().one(KeepGame)
    shop.lock()
    ask(shop.keeper, order)
    assert key_of(shop.told()) == "toast.library_failed"
    journal = shop.home / "journal-unstored-20260302-120000.pgn"
    shop.keeper.let_go(order.document_id, journal)
    assert shop.told() == Notify(Message("toast.unstored_game_kept", name=str(journal)))
    shop.try_again()  # in vain, and without a word
    shop.keeper.let_go(99, shop.home / "nothing.pgn")
    shop.unlock()
    shop.try_again()
    assert shop.told() == LibraryChanged()
    assert shop.told() == TAKEN
    shop.keeper.close()
    assert not journal.exists()
    assert [game.plies for game in shop.library.own_games()] == [2]


def test_the_file_that_is_named_holds_all_of_the_game(shop: Shop) -> None:
    """The disk was full from the second move on, and has room again when the game is left."""
    order = ended_game().one(KeepGame)
    journal = shop.home / "journal-unstored-20260302-120000.pgn"
    older = order.game.to_game()
    older.root.children[0].children.clear()
    write_journal(journal, older)
    shop.lock()
    ask(shop.keeper, order)
    shop.keeper.let_go(order.document_id, journal)
    assert key_of(shop.told()) == "toast.library_failed"
    assert shop.told() == Notify(Message("toast.unstored_game_kept", name=str(journal)))
    (kept,) = read_games(journal)
    assert (kept.main_line(), kept.result) == (order.game.to_game().main_line(), "0-1")
    shop.unlock()


def test_a_file_is_named_only_once_it_can_be_written(shop: Shop) -> None:
    order = ended_game().one(KeepGame)
    (shop.home / "blocked").write_text("no folder")
    journal = shop.home / "blocked" / "journal-unstored-20260302-120000.pgn"
    shop.lock()
    ask(shop.keeper, order)
    shop.keeper.let_go(order.document_id, journal)
    assert key_of(shop.told()) == "toast.library_failed"
    assert key_of(shop.told()) == "toast.journal_unwritable"
    shop.try_again()
    shop.keeper.let_go(99, shop.home / "nothing.pgn")
    (shop.home / "blocked").unlink()
    shop.try_again()
    assert shop.told() == Notify(Message("toast.unstored_game_kept", name=str(journal)))
    assert len(next(read_games(journal)).main_line()) == 2
    shop.unlock()


REVIEW = (81.0, 97.5, ({"turn": "red"}, None, None))


def reviewed(shop: Shop) -> list[tuple[float | None, float | None]]:
    """Return the accuracies of all own games, once all is done."""
    shop.keeper.close()
    found = [shop.library.review(game.number) for game in shop.library.own_games()]
    return [(review.red_accuracy, review.black_accuracy) for review in found if review is not None]


def test_a_review_waits_with_its_game(shop: Shop) -> None:
    order = ended_game().one(KeepGame)
    shop.lock()
    ask(shop.keeper, order)
    ask(shop.keeper, KeepReview(order.document_id, 0, *REVIEW))
    assert key_of(shop.told()) == "toast.library_failed"
    shop.try_again()
    shop.keeper.let_go(99, shop.home / "nothing.pgn")
    assert shop.told() == LibraryChanged()
    shop.unlock()
    shop.try_again()
    assert reviewed(shop) == [(81.0, 97.5)]
    assert not (shop.home / "reviews-waiting.txt").exists()


def test_a_review_waits_for_the_library(shop: Shop) -> None:
    order = ended_game().one(KeepGame)
    ask(shop.keeper, order)
    assert shop.told() == LibraryChanged()
    shop.lock()
    ask(shop.keeper, KeepReview(order.document_id, 0, *REVIEW))
    assert shop.told() == LibraryChanged()
    shop.unlock()
    shop.try_again()
    assert reviewed(shop) == [(81.0, 97.5)]


def test_a_review_that_waited_at_the_end_comes_with_its_game(shop: Shop) -> None:
    order = ended_game().one(KeepGame)
    journal = shop.home / "journal-unstored-20260302-120000.pgn"
    shop.lock()
    ask(shop.keeper, order)
    ask(shop.keeper, KeepReview(order.document_id, 0, *REVIEW))
    shop.keeper.let_go(order.document_id, journal)
    shop.keeper.close()
    shop.unlock()
    shop.keeper = GameKeeper(queue.SimpleQueue(), lambda: shop.library)
    shop.try_again()  # before the game is there
    shop.keeper.take_in(journal)
    shop.keeper.let_go(99, shop.home / "nothing.pgn")
    shop.keeper.close()
    shop.keeper = GameKeeper(queue.SimpleQueue(), lambda: shop.library)
    shop.try_again()
    assert reviewed(shop) == [(81.0, 97.5)]


def test_a_review_whose_game_is_gone_holds_up_no_other(shop: Shop) -> None:
    first, second = ended_game().one(KeepGame), ended_game().one(KeepGame)
    for number, order in enumerate((first, second)):
        ask(shop.keeper, replace(order, document_id=number))
        assert shop.told() == LibraryChanged()
    shop.lock()
    for number in range(2):
        ask(shop.keeper, KeepReview(number, 0, *REVIEW))
        assert shop.told() == LibraryChanged()
    shop.unlock()
    shop.library.delete([shop.library.own_games()[-1].number])
    shop.try_again()
    assert reviewed(shop) == [(81.0, 97.5)]
    assert not (shop.home / "reviews-waiting.txt").exists()


def left_by_an_earlier_run(shop: Shop, name: str = "journal-unstored-20260302-120000.pgn") -> Path:
    journal = shop.home / name
    write_journal(journal, ended_game().one(KeepGame).game.to_game())
    os.utime(journal, (1_000_000_000, 1_000_000_000))
    return journal


def test_a_game_of_an_earlier_run_is_taken_in_with_its_time(shop: Shop) -> None:
    journal = left_by_an_earlier_run(shop)
    shop.keeper.take_in(journal)
    assert shop.told() == LibraryChanged()
    assert shop.told() == TAKEN
    shop.keeper.close()
    (game,) = shop.library.own_games()
    assert game.played.ended == datetime.fromtimestamp(1_000_000_000).isoformat()
    assert not journal.exists()


def test_a_game_of_an_earlier_run_that_the_library_has_is_not_taken_twice(shop: Shop) -> None:
    ask(shop.keeper, ended_game().one(KeepGame))
    shop.keeper.take_in(left_by_an_earlier_run(shop))
    shop.keeper.close()
    assert len(shop.library.own_games()) == 1


def test_the_same_game_played_again_is_another(shop: Shop) -> None:
    """The one that the library has was kept long before the journal was written."""
    shop.keeper.take_in(left_by_an_earlier_run(shop))
    later = left_by_an_earlier_run(shop, "journal-unstored-20260303-120000.pgn")
    os.utime(later, (1_000_090_000, 1_000_090_000))
    shop.keeper.take_in(later)
    shop.keeper.close()
    assert len(shop.library.own_games()) == 2


def test_of_a_damaged_file_what_can_be_read_is_taken_in(shop: Shop) -> None:
    journal = left_by_an_earlier_run(shop)
    whole = journal.read_bytes()
    journal.write_bytes(whole[: whole.index("马".encode())] + bytes(100))
    shop.keeper.take_in(journal)
    told = shop.told()
    assert isinstance(told, Notify)
    assert (told.message.key, told.message.arguments["count"]) == ("toast.journal_damaged", 1)
    assert Path(str(told.message.arguments["name"])).read_bytes().endswith(bytes(100))
    shop.keeper.close()
    assert [game.plies for game in shop.library.own_games()] == [1]
