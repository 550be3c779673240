"""The second column of a game: its terms with the score, and the earlier games against the level."""

from __future__ import annotations

from dataclasses import replace

import pytest
from library_screens import club_game
from screens import CLUB_GAMES, beside_games, engine
from ui_session import Session

from xiangqi.app.game.play import NewGame
from xiangqi.app.library.asks import ListOwnGames
from xiangqi.app.library.own_games import AskOwnGames, ContinueStored, OpenStoredGame
from xiangqi.app.library.state import LibraryState, OwnGamesList
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.update import Answer
from xiangqi.library.played import statistics
from xiangqi.ui.parts.game_table import GameList
from xiangqi.ui.toolkit.widgets import Label


def played(size: tuple[int, int] = (1920, 1050)) -> Session:
    session = Session(size)
    beside_games(session)
    session.draw()
    return session


def text(session: Session, key: str) -> str:
    label = session.widget(key)
    assert isinstance(label, Label)
    return label.text


def test_the_terms_have_the_rating_and_the_score_against_the_level() -> None:
    session = played()
    values = [text(session, f"terms.value.{number}") for number in range(4)]
    assert values == ["15 min + 10 s a move", "WXF", "for your rating: 1580", "1 won, 0 drawn, 1 lost"]
    assert text(session, "terms.name.3") == "Against level 5"


@pytest.mark.parametrize("size", [(1920, 1050), (2560, 1410)])
def test_earlier_games_against_this_level_are_listed_and_are_for_after_a_rated_game(
    size: tuple[int, int],
) -> None:
    session = played(size)
    games = session.widget("earlier.games")
    assert isinstance(games, GameList)
    assert [row.text for row in games.rows] == ["Red · 41 moves", "Red · 36 moves"]
    assert text(session, "earlier.aside") == "available after the game"
    session.uses_help = False
    actions = session.click((games.rect.left + 60, games.rect.top + 20))
    assert OpenStoredGame(6) in actions
    assert session.state.question is not None, "it asks, since the game counts"


def test_the_games_are_asked_for_once_when_the_column_is_first_shown() -> None:
    session = Session((1920, 1050))
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 5))), Answer(True))
    session.draw()
    assert session.screen.wishes(session.state) == [AskOwnGames()]
    assert session.screen.wishes(session.state) == []
    session.effects.clear()
    session.send(AskOwnGames(), AskOwnGames())
    assert len([one for one in session.effects if isinstance(one, ListOwnGames)]) == 1
    session.send(LibraryChanged(), AskOwnGames())
    assert len([one for one in session.effects if isinstance(one, ListOwnGames)]) == 2


def test_a_level_that_is_new_and_other_opponents_have_no_such_list() -> None:
    for setup in (
        Setup(Player(), Player(PlayerKind.COMPUTER, 9)),
        Setup(Player(), Player()),
        Setup(Player(), Player(PlayerKind.COMPUTER, 5, rating=1500)),
    ):
        session = played()
        session.send(NewGame(setup), Answer(True))
        session.draw()
        assert session.screen.stage.widget("earlier.games") is None
        assert session.screen.stage.widget("terms.value.3") is None


def test_only_whole_rows_are_shown() -> None:
    session = played()
    many = tuple(club_game(number, "1-0", "2026-11-20", 5, 60, "C41") for number in range(40, 0, -1))
    library = replace(session.state.part(LibraryState), own=OwnGamesList(many, stale=False))
    session.state = session.state.with_part(library)
    session.draw()
    games = session.widget("earlier.games")
    assert isinstance(games, GameList)
    assert games.rect.bottom <= session.widget("notes.card").rect.top
    assert 2 <= len(games.rows) < 40


def test_an_engine_s_page_lists_the_games_against_it_alone() -> None:
    session = Session((1920, 1050))
    engine(session)
    session.draw()
    assert AskOwnGames() in [one.wish for one in session.screen.stage.widgets]
    assert session.screen.stage.widget("engine.game_list") is None
    games = tuple(
        replace(game, number=number, played=replace(game.played, black_level=None, black_engine=name))
        for number, (game, name) in enumerate(zip(CLUB_GAMES, ("Strong Engine 3.1", "旋风"), strict=False), 1)
    )
    own = OwnGamesList(games, statistics(games), stale=False)
    session.state = session.state.with_part(replace(session.state.part(LibraryState), own=own))
    session.draw()
    listed = session.widget("engine.game_list")
    assert isinstance(listed, GameList)
    assert len(listed.rows) == 1
    place = (listed.rect.left + 60, listed.rect.top + 20)
    assert OpenStoredGame(1) in session.click(place)
    own = replace(own, games=(replace(games[0], result="*"), *games[1:]))
    session.state = session.state.with_part(replace(session.state.part(LibraryState), own=own))
    session.draw()
    assert ContinueStored(1) in session.click(place)
