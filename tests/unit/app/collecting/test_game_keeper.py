"""A game that is over is in the library at once, with its clock times and, once there is one, its review."""

from __future__ import annotations

import itertools
import queue

from app_session import HUMAN, Session

from xiangqi.app.messages import events, intents
from xiangqi.app.messages.effects import KeepGame
from xiangqi.app.messages.events import LibraryFailed
from xiangqi.app.messages.library_effects import KeepReview
from xiangqi.app.messages.library_events import LibraryChanged
from xiangqi.app.model.game.clock import TimeControl
from xiangqi.app.model.game.players import Player, PlayerKind
from xiangqi.app.model.say import Say
from xiangqi.app.runtime.background import Outbox
from xiangqi.app.runtime.game_keeper import GameKeeper
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.errors import LibraryError
from xiangqi.library import Library


def ended_game() -> Session:
    """A game against level 4 that the person, Red, has resigned."""
    session = Session()
    session.new(HUMAN, Player(PlayerKind.COMPUTER, 4))
    session.play("h2e2")
    session.reply("h9g7")
    session.send(intents.Resign(), intents.Answer(True))
    return session


def kept(*orders: KeepGame | KeepReview) -> list[object]:
    """What a keeper tells of the orders that it is given."""
    outbox: Outbox = queue.SimpleQueue()
    with Library() as library:
        keeper = GameKeeper(outbox, lambda: library)
        for order in orders:
            if isinstance(order, KeepGame):
                keeper.keep(order)
            else:
                keeper.keep_review(order)
        keeper.close()
    return [outbox.get() for _ in range(outbox.qsize())]


def test_a_game_that_is_over_is_kept_with_how_it_was_played() -> None:
    order = ended_game().one(KeepGame)
    # again, as after a note: it takes the place of what it was
    assert kept(order, order) == [LibraryChanged(), LibraryChanged()]
    with Library() as library:
        [game] = library.own_games()
        assert (game.result, game.plies, game.outcome) == ("0-1", 2, "lost")
        assert (game.played.side, game.played.level, game.played.rules) == (RED, 4, "wxf")
        assert library.load(game.number).main_line() == [Move.from_iccs("h2e2"), Move.from_iccs("h9g7")]
        assert library.statistics().by_level[4].lost == 1


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
        keeper.keep(order)
        keeper.keep(order)
        keeper.close()
        assert len(library) == 1
    assert outbox.get() == LibraryFailed("RuntimeError: a fault", lost_game=True)
    assert outbox.get() == LibraryChanged()


def test_a_game_of_two_people_has_no_side() -> None:
    session = Session()
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    session.send(intents.Resign(), intents.Answer(True))
    kept(session.one(KeepGame))
    with Library() as library:
        [game] = library.own_games()
        assert (game.played.side, game.outcome) == (None, "")


def test_what_was_left_on_the_clock_is_kept_for_each_move() -> None:
    session = Session()
    session.new(HUMAN, HUMAN, time=TimeControl(60, 2))
    session.play("h2e2")
    session.send(events.Tick(session.state.now + 5))
    session.play("h9g7")
    session.send(events.Tick(session.state.now + 3))
    session.send(intents.Resign(), intents.Answer(True))
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
    keeper.keep(ended_game().one(KeepGame))
    keeper.close()
    event = outbox.get_nowait()
    assert event == events.LibraryFailed("disk full", lost_game=True)
    session = Session()
    session.send(event)
    assert session.said == [Say.LIBRARY_FAILED.value]
