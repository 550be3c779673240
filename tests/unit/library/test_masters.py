"""Tests of the library of masters' games: made once, of its own, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xiangqi.board import Board, Move
from xiangqi.cli import main
from xiangqi.diagram.outlines import Outlines
from xiangqi.errors import CancelledError, LibraryError, ResourceError
from xiangqi.fen import START_FEN
from xiangqi.library import Library, Query, masters
from xiangqi.library.masters import Script, made_masters, masters_path, open_masters
from xiangqi.library.masters_asset import MastersGame, load_masters, packed
from xiangqi.library.schema import ENDINGS
from xiangqi.openings import mirrored
from xiangqi.records.text import pgn
from xiangqi.resources import asset, cache_folder, data_folder


def line(*moves: str) -> tuple[int, ...]:
    return tuple(map(Move.from_iccs, moves))


CANNON = line("h2e2", "h9g7", "h0g2", "i9h9")
GAMES = (
    MastersGame(CANNON, "呂欽", "于幼華", "第1屆五羊杯象棋賽", 19810102, "1-0"),
    MastersGame(tuple(map(mirrored, CANNON)), "胡榮華", "呂欽", "", 19600000, "0-1"),
    MastersGame(line("c3c4", "g6g5"), "", "胡榮華", "全國賽", 0, "1/2-1/2"),
    MastersGame(line("g3g4", "c6c5", "h2e2"), "柳大華", "", "全國賽", 19601100, "1/2-1/2"),
)
SIMPLIFIED = {"呂": "吕", "欽": "钦", "華": "华", "榮": "荣", "國": "国", "賽": "赛", "屆": "届"}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games stand in the place of the shipped ones, in the same form."""
    content = packed(GAMES, SIMPLIFIED)
    monkeypatch.setattr(masters, "shipped", lambda: content)


def files() -> list[str]:
    return sorted(path.name for path in cache_folder().iterdir()) if cache_folder().exists() else []


def test_it_is_made_once_beside_the_players_own() -> None:
    shares: list[float] = []
    with open_masters(Script.SIMPLIFIED, shares.append) as library:
        made = library.path.stat()
        found = [(hit.headers, hit.result, hit.plies, hit.opening) for hit in library.search(Query())]
    assert shares[0] == 0
    assert shares[-1] == 1.0
    assert found == [
        ({"Red": "胡荣华", "Black": "吕钦", "Date": "1960.??.??", "ECCO": "B05"}, "0-1", 4, "B05"),
        ({"Red": "柳大华", "Event": "全国赛", "Date": "1960.11.??", "ECCO": "E40"}, "1/2-1/2", 3, "E40"),
        (
            {
                "Red": "吕钦",
                "Black": "于幼华",
                "Event": "第1届五羊杯象棋赛",
                "Date": "1981.01.02",
                "ECCO": "B05",
            },
            "1-0",
            4,
            "B05",
        ),
        ({"Black": "胡荣华", "Event": "全国赛", "ECCO": "E40"}, "1/2-1/2", 2, "E40"),
    ]
    with open_masters(Script.SIMPLIFIED) as library:
        assert library.path.stat().st_ino == made.st_ino
        assert [len(library.load(number).main_line()) for number in range(1, 5)] == [4, 3, 4, 2]
        assert library.load(1).format == pgn.NAME
    assert not list(data_folder().glob("*.db"))


def test_names_are_written_in_either_script_and_found_in_both() -> None:
    with open_masters(Script.TRADITIONAL) as library:
        assert library.path != masters_path(Script.SIMPLIFIED)
        assert [hit.headers["Black"] for hit in library.search(Query(player="于幼华"))] == ["于幼華"]
    assert (Script.of("zh-Hant"), Script.of("en")) == (Script.TRADITIONAL, Script.SIMPLIFIED)


def test_a_cancelled_one_leaves_nothing_behind() -> None:
    with pytest.raises(CancelledError):
        open_masters(Script.SIMPLIFIED, cancelled=lambda: True)
    assert files() == []
    assert made_masters(Script.SIMPLIFIED) is None
    open_masters(Script.SIMPLIFIED).close()


@pytest.mark.parametrize("damage", ["cut", "moves", "empty"])
def test_a_damaged_one_is_made_anew(damage: str) -> None:
    with open_masters(Script.SIMPLIFIED) as library:
        path = library.path
        codes = library._store.chunks()[0].codes
    content = path.read_bytes()
    spoilt = {"cut": content[:5000], "moves": content.replace(codes, codes[::-1]), "empty": b""}[damage]
    assert spoilt != content
    path.write_bytes(spoilt)
    assert made_masters(Script.SIMPLIFIED) is None
    assert files() == []
    with open_masters(Script.SIMPLIFIED) as library:
        assert len(library) == len(GAMES)


def test_those_of_other_versions_are_removed_but_not_one_in_the_making() -> None:
    folder = cache_folder()
    folder.mkdir(parents=True)
    old, other = folder / "masters-000000000000.db", folder / "masters-000000000000.db-1.part"
    for path in (old, other):
        path.write_bytes(b"old")
    with open_masters(Script.SIMPLIFIED) as library:
        assert not old.exists()
        assert other.exists()
        assert set(files()) <= {other.name, *(library.path.name + ending for ending in ENDINGS)}


def test_what_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    cache_folder().parent.mkdir(parents=True, exist_ok=True)
    cache_folder().write_bytes(b"a file in the place of the folder")
    with pytest.raises(LibraryError, match="masters-"):
        open_masters(Script.SIMPLIFIED)
    cache_folder().unlink()
    monkeypatch.setattr(masters, "shipped", lambda: packed(GAMES, SIMPLIFIED)[:-8])
    with pytest.raises(ResourceError, match=r"masters\.xz"):
        open_masters(Script.SIMPLIFIED)
    assert files() == []


def test_a_move_lists_the_games_that_are_counted_for_it() -> None:
    start = Query(position=START_FEN, mirror=True)
    with open_masters(Script.SIMPLIFIED) as library:
        explored = {str(one.move): one.games for one in library.explore(start)}
        assert explored == {"h2e2": 2, "c3c4": 2}  # of a move and its image, the one that books use
        for move, games in explored.items():
            for wing in (Move.from_iccs(move), mirrored(Move.from_iccs(move))):
                found = library.places(Query(position=START_FEN, mirror=True, move=int(wing)))
                assert len(found) == games
        assert library.count(Query(position=START_FEN, move=int(Move.from_iccs("b2e2")))) == 1
        after = Board()
        after.push(Move.from_iccs("b2e2"))
        image = Query(position=after.fen(), mirror=True)
        assert {str(one.move): one.games for one in library.explore(image)} == {"b9c7": 2}
        assert library.count(Query(position=after.fen(), mirror=True, move=int(Move.from_iccs("h9g7")))) == 0
        assert library.count(Query(position=after.fen(), mirror=True, move=int(Move.from_iccs("b9c7")))) == 2
        with pytest.raises(LibraryError, match="position"):
            library.count(Query(move=1))


def test_the_command_line_asks_the_masters(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["library", "search", "--masters", "--player", "呂欽", "--from", "1981", "--json"]) == 0
    said = capsys.readouterr()
    assert [json.loads(row)["headers"]["Black"] for row in said.out.splitlines()] == ["于幼华"]
    assert "Chinese Chess Practical Dataset" in said.err
    out = tmp_path / "lu.pgn"
    assert main(["library", "export", "--masters", "--player", "吕钦", "-o", str(out)]) == 0
    with Library(tmp_path / "own.db") as library:
        assert library.import_files([out]).games == 2
    assert main(["library", "explore", "startpos", "--masters", "--mirror", "--json"]) == 0
    capsys.readouterr()
    assert main(["library", "player", "胡荣华", "--masters", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert main(["library", "search", "--masters", "--library", str(tmp_path / "own.db")]) == 2
    assert not (data_folder() / "library.db").exists()


def test_names_and_events_are_found_by_their_sounds() -> None:
    def found(query: Query) -> list[int]:
        return [hit.number for hit in library.search(query)]

    with open_masters(Script.SIMPLIFIED) as library:
        assert (
            found(Query(player="lu qin")) == found(Query(player="LVQIN")) == found(Query(player="吕钦")) != []
        )
        assert found(Query(event="wuyangbei")) == found(Query(event="五羊杯")) != []
        assert found(Query(player="luqing")) == []


@pytest.mark.parametrize("name", ["text.otf", "text-bold.otf"])
def test_the_window_can_show_every_name_and_event(name: str) -> None:
    shipped = load_masters()
    font = Outlines(asset(f"fonts/{name}"))
    written = set("".join((*shipped.names, *shipped.events, *shipped.simplified.values())))
    assert len(written) > 1000
    assert sorted(character for character in written if not font.number(character)) == []
