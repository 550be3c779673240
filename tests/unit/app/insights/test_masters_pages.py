"""Tests of the pages about players of the masters' games."""

from __future__ import annotations

import pytest
from app_session import Session

from xiangqi.app.event import Tick
from xiangqi.app.insights.asks import (
    AskInsights,
    InsightsRead,
    ListPlayers,
    PlayersListed,
    PrepareSparring,
    answer,
)
from xiangqi.app.insights.pages import ListMasters, OpenInsights
from xiangqi.app.insights.sparring import FindTheirGames, SparAgainst
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.library.asks_listing import ListFound
from xiangqi.app.library.asks_masters import MakeMasters, MastersMade
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.insights.dossier import ResultGroup
from xiangqi.library import LibraryPlayer, Person, masters
from xiangqi.library.masters import Libraries, Script
from xiangqi.library.masters_asset import MastersGame, packed

OPENING = tuple(map(Move.from_iccs, ("h2e2", "h9g7", "h0g2", "i9h9")))
MASTER = OpenInsights(InsightsPage.RESULTS, "吕钦", of_masters=True)


def of_library(session: Session) -> InsightsState:
    return session.state.part(InsightsState)


def test_masters_are_listed_once_when_wanted(session: Session) -> None:
    session.send(OpenInsights(InsightsPage.PLAYERS))
    assert session.one(ListPlayers).masters is None
    session.send(ListMasters(True))
    assert session.one(ListPlayers).masters is Script.SIMPLIFIED
    session.send(PlayersListed((LibraryPlayer("吕钦", 900),), Script.SIMPLIFIED))
    found = of_library(session)
    assert (found.players, found.masters) == (None, (LibraryPlayer("吕钦", 900),))
    session.send(ListMasters(False), ListMasters(True))
    assert not session.found(ListPlayers)


def test_a_master_has_another_page_than_a_player_of_the_same_name(session: Session) -> None:
    session.send(OpenInsights(InsightsPage.RESULTS, "吕钦"), Tick(1.0))
    assert session.one(AskInsights).masters is None
    session.send(MASTER, Tick(1.1))
    assert session.one(AskInsights).masters is Script.SIMPLIFIED


def test_what_follows_from_a_masters_page_is_about_masters(session: Session) -> None:
    session.send(MASTER, SparAgainst("吕钦", RED))
    assert session.one(PrepareSparring).masters is Script.SIMPLIFIED
    session.send(FindTheirGames("吕钦", RED, START_FEN))
    session.send(MastersMade(session.one(MakeMasters).make_id))
    assert session.one(ListFound).libraries == Libraries(own=False, masters=Script.SIMPLIFIED)


def test_results_opponents_and_years_are_read_from_the_masters_games(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [
        MastersGame(OPENING, "呂欽", "趙國榮", "", 19900000, "1-0"),
        MastersGame(OPENING[:3], "趙國榮", "呂欽", "", 19900000, "1/2-1/2"),
        MastersGame(OPENING[:2], "呂欽", "胡榮華", "", 0, "0-1"),
    ]
    content = packed(games, {"呂": "吕", "欽": "钦", "趙": "赵", "國": "国", "榮": "荣", "華": "华"})
    monkeypatch.setattr(masters, "shipped", lambda: content)
    [listed] = answer(ListPlayers(Script.SIMPLIFIED))
    assert isinstance(listed, PlayersListed)
    assert listed.players[0] == LibraryPlayer("吕钦", 3)
    [read] = answer(AskInsights(7, Person(("吕钦",)), False, "吕钦", Script.SIMPLIFIED))
    assert isinstance(read, InsightsRead)
    assert read.report is not None
    known = read.report.dossier
    assert known is not None

    def told(groups: tuple[ResultGroup, ...]) -> list[tuple[str, int, int, int]]:
        return [(one.name, one.won, one.drawn, one.lost) for one in groups]

    assert told(known.opponents) == [("赵国荣", 1, 1, 0), ("胡荣华", 0, 0, 1)]
    assert told(known.by_year) == [("1990", 1, 1, 0), ("", 0, 0, 1)]
