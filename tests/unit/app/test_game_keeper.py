"""A game that is over is in the library at once, and one's own games are read from there."""

from __future__ import annotations

import time

from app_session import HUMAN, Session

from xiangqi.app.messages import events, intents, record_intents
from xiangqi.app.messages.effects import KeepGame, LoadOwnGames
from xiangqi.app.model.game.players import Player, PlayerKind, Setup
from xiangqi.app.model.say import Say
from xiangqi.app.runtime.game_keeper import GameKeeper, batches_of_own_games
from xiangqi.app.runtime.runner import Runner
from xiangqi.board import Move, parse_square
from xiangqi.core.constants import RED
from xiangqi.library import Library


def ended_game() -> Session:
    """A game against level 4 that the person, Red, has resigned."""
    session = Session()
    session.new(HUMAN, Player(PlayerKind.COMPUTER, 4))
    session.play("h2e2")
    session.reply("h9g7")
    session.send(intents.Resign(), intents.Answer(True))
    return session


def test_a_game_that_is_over_is_kept_with_how_it_was_played() -> None:
    order = ended_game().one(KeepGame)
    failures: list[str] = []
    keeper = GameKeeper(failures.append)
    keeper.keep(order)
    keeper.keep(order)  # again, as after a note: it takes the place of what it was
    keeper.close()
    assert failures == []
    with Library() as library:
        [game] = library.own_games()
        assert (game.result, game.plies, game.outcome) == ("0-1", 2, "lost")
        assert (game.played.side, game.played.level, game.played.rules) == (RED, 4, "wxf")
        assert library.load(game.number).main_line() == [Move.from_iccs("h2e2"), Move.from_iccs("h9g7")]
        assert library.statistics().by_level[4].lost == 1


def test_a_game_of_two_people_has_no_side() -> None:
    session = Session()
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    session.send(intents.Resign(), intents.Answer(True))
    keeper = GameKeeper([].append)
    keeper.keep(session.one(KeepGame))
    keeper.close()
    with Library() as library:
        [game] = library.own_games()
        assert (game.played.side, game.outcome) == (None, "")


def test_own_games_open_as_a_list_the_latest_first() -> None:
    runner = Runner()
    try:
        for origin, target in (("h2", "e2"), ("c3", "c4")):
            runner.send(intents.NewGame(Setup(HUMAN, HUMAN)))
            runner.send(intents.Answer(True))
            runner.send(intents.ClickSquare(parse_square(origin)))
            runner.send(intents.ClickSquare(parse_square(target)))
            runner.send(intents.Resign())
            runner.send(intents.Answer(True))
            time.sleep(1.1)  # games are ordered by the second
        runner.send(record_intents.OpenOwnGames())
        deadline = time.monotonic() + 60
        while len(runner.state.document.games) < 2 and time.monotonic() < deadline:
            runner.step(time.monotonic())
            time.sleep(0.01)
        assert [game.unpack().main_line()[0].iccs for game in runner.state.document.games] == ["c3c4", "h2e2"]
    finally:
        runner.close()


def test_no_games_yet() -> None:
    assert list(batches_of_own_games()) == []
    session = Session()
    session.send(record_intents.OpenOwnGames())
    order = session.one(LoadOwnGames)
    session.send(events.GamesRead(order.load_id, "", None, (), complete=True))
    assert session.said == [Say.NO_GAMES_IN_FILE.value]


def test_a_library_that_cannot_be_written_is_told() -> None:
    session = Session()
    session.send(events.LibraryFailed("disk full"))
    assert session.said == [Say.LIBRARY_FAILED.value]
