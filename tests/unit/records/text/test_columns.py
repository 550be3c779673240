"""Tables of games with a heading row."""

from __future__ import annotations

import pytest

from tests.unit.records.reading import faults, iccs
from xiangqi.records.files import read_bytes

_FIRST, _SECOND = "h2e2 h9g7 h0g2", "b2e2 b9c7"


@pytest.mark.parametrize(
    "table",
    [
        f"Red,Black,Moves\nHu,Tao,{_FIRST}\nLi,Xu,{_SECOND}\n",
        f"red;black;moves\nHu;Tao;{_FIRST}\nLi;Xu;{_SECOND}\n",
        f"Red\tBlack\tMoves\nHu\tTao\t{_FIRST}\nLi\tXu\t{_SECOND}\n",
        f'"White","Black","Moves"\n"Hu","Tao","{_FIRST}"\n"Li","Xu","{_SECOND.replace(" ", ",")}"\n',
        f"红方,黑方,着法\nHu,Tao,{_FIRST}\nLi,Xu,{_SECOND}\n",
        f"Moves,Red,Black\n{_FIRST},Hu,Tao\n{_SECOND},Li,Xu\n",
        f"No,Red,Black,Move List\n1,Hu,Tao,{_FIRST.replace(' ', '')}\n2,Li,Xu,{_SECOND.replace(' ', '')}\n",
        f"Red | Black | Moves\nHu | Tao | {_FIRST}\nLi | Xu | {_SECOND}\n",
    ],
)
def test_the_heading_row_names_the_tags(table: str) -> None:
    games = list(read_bytes(table.encode(), "games.csv"))
    assert [iccs(game) for game in games] == [_FIRST, _SECOND]
    assert [(game.headers["Red"], game.headers["Black"]) for game in games] == [("Hu", "Tao"), ("Li", "Xu")]
    assert not any(map(faults, games))
    assert all("Title" not in game.headers for game in games)


def test_results_dates_and_other_columns() -> None:
    table = f"Id,Date,Red,Black,Result,Moves\n7,2020-01-02,Hu,,1-0,{_FIRST}\n"
    (game,) = read_bytes(table.encode(), "games.csv")
    assert (game.result, game.headers["Date"], game.headers["Id"]) == ("1-0", "2020-01-02", "7")
    assert "Black" not in game.headers


def test_a_row_with_other_cells_is_read_without_the_columns() -> None:
    table = f"Red,Black,Moves\nHu,Tao,{_FIRST}\nLi,{_SECOND}\n"
    games = list(read_bytes(table.encode(), "games.csv"))
    assert [iccs(game) for game in games] == [_FIRST, _SECOND]
    assert games[1].headers["Title"] == "Li"
