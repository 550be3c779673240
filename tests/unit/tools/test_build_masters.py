"""Tests that the masters' games are made from a folder as the dataset has it: each once, with tidy names."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from tools.build_masters import simplified_characters
from tools.masters.counting import counted
from tools.masters.events import date_of, event_of
from tools.masters.merging import Merged, merged
from tools.masters.naming import Names
from tools.masters.source import FOLDER, games_of
from xiangqi.board import Board, Move
from xiangqi.errors import ResourceError
from xiangqi.library.coding import STANDARD, Coder
from xiangqi.library.masters_asset import SHIPPED_GAMES, MastersGame, load_masters, packed, unpacked
from xiangqi.notation import Style, format_move
from xiangqi.openings import mirrored, place_of, practice
from xiangqi.records.tree import RESULTS

OPENING = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 b7b3 b2d2 a9b9 a0b0 b3b5 f0e1 g9e7 h0h4 d9e8"
LONG = [*OPENING.split(), "e3e4", "h7i7", "i3i4", "i6i5", "a3a4", "a6a5"]
DRAW = ["c3c4", "g6g5", "h2e2", "h7e7", "h0g2", "h9g7"]


def write(folder: Path, moves: list[str], red: str, black: str, event: str, date: str, result: str) -> None:
    """Write a game as the dataset does: Big5, moves in traditional characters, a file for each."""
    board, words = Board(), []
    for move in map(Move.from_iccs, moves):
        words.append(format_move(board, move, Style.CHINESE_TRADITIONAL))
        board.push(move)
    lines = [f"{at // 2 + 1}. {' '.join(words[at : at + 2])}" for at in range(0, len(words), 2)]
    tags = {"Game": "Chinese Chess", "Event": event, "Date": date, "Red": red, "Black": black, "Result": result}
    text = "\n".join([*(f'[{name} "{value}"]' for name, value in tags.items()), "", *lines, result, ""])
    place = folder / FOLDER / "以賽事分類" / "其他"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{len(list(place.iterdir())):08}.pgn").write_bytes(text.encode("big5"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Merged:
    folder = tmp_path_factory.mktemp("dataset")
    image = [mirrored(Move.from_iccs(move)).iccs for move in LONG]
    cup = "第1屆“五羊杯”象棋賽 第07局 廣東 李甲一 (紅先勝) 湖北 王乙二"
    write(folder, LONG, "廣東 李甲一", "湖北王乙二", cup, "1990", "1-0")
    write(folder, LONG, "廣東李甲一", "王乙二", "第1屆五羊杯象棋賽", "1990", "1-0")
    write(folder, image, "李甲一", "湖北 王乙二", "中炮對屏風馬", "1990年1月2日", "0-1")
    write(folder, LONG[:22], "李甲一", "王乙二", "", "", "*")
    write(folder, DRAW[:5], "", "", "19880910王乙二和李甲一", "", "1/2-1/2")
    write(folder, DRAW[:4], "於丙三", "王乙二", "", "", "*")
    for _ in range(3):  # so that both are known as names, and both words as teams
        write(folder, DRAW, "李甲一", "湖北 於丙三", "", "93-8-2", "1/2-1/2")
        write(folder, DRAW, "廣東 王乙二", "湖北 李甲一", "", "93-8-2", "1/2-1/2")
    return merged(games_of(folder))


def test_copies_images_and_broken_off_ones_are_one_game(made: Merged) -> None:
    assert (len(made.games), made.broken_off, made.without_result) == (3, 1, 1)
    [game] = [game for game in made.games if len(game.moves) == len(LONG)]
    assert [Move(move).iccs for move in game.moves] == LONG
    assert game[1:] == ("李甲一", "王乙二", "第1屆五羊杯象棋賽", 19900102, "1-0")


def test_a_game_without_names_has_those_of_its_event(made: Merged) -> None:
    [game] = [game for game in made.games if len(game.moves) == 5]
    assert game[1:] == ("王乙二", "李甲一", "", 19880910, "1/2-1/2")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("廣東 許甲乙", "許甲乙"),
        ("廣東許甲乙", "許甲乙"),
        ("廣東許　丙", "許丙"),
        ("許 甲 乙", "許甲乙"),
        ("於甲乙（美國）", "于甲乙"),
        ("法國 DUPONT Jean", "DUPONT Jean"),
        ("廣東", ""),
        ("", ""),
    ],
)
def test_names_lose_their_team(text: str, name: str) -> None:
    names = Names(["廣東 許甲乙", "廣東 許丙", *["許甲乙"] * 3, *["許丙"] * 3, "於甲乙"])
    assert names.named(text) == name


def test_a_slip_takes_the_usual_spelling_but_brothers_keep_theirs() -> None:
    names = Names([])
    games = [(["楊官璘"], [])] * 40 + [(["莊玉騰"], [])] * 60 + [(["莊玉庭"], [])] * 61
    names.learn_spellings([*games, (["楊官磷", "楊官璘"], []), (["莊玉騰", "莊玉庭"], [])])
    assert [names.named(name) for name in ("楊官磷", "莊玉騰")] == ["楊官璘", "莊玉騰"]


@pytest.mark.parametrize(
    "event",
    ["杯賽 廣東許甲乙 先勝 上海許丙", "許甲乙（先勝）許丙", "20010203許甲乙負許丙 順炮局", "許甲乙VS許丙"],
)
def test_players_are_found_in_the_event(event: str) -> None:
    names = Names(["許甲乙"] * 3 + ["許丙"] * 3)
    assert names.pair_in(event) == ("許甲乙", "許丙")
    assert names.pair_in("呼和浩特杯 中炮對屏風馬") is None


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("2007年“七鬥星杯”全國象棋甲級聯賽第7輪 20070704 七鬥星杯 7-15", "2007年七鬥星杯全國象棋甲級聯賽"),
        ("“五羊杯”象棋賽(第14屆) 第09局-呂  欽(紅先和)李來群", "五羊杯象棋賽(第14屆)"),
        ("2009;世界象棋錦標賽 MR1T08 馬來亞-東 吳將瑋(先負)美國-紐約 牟海勤 中炮對三步虎", "世界象棋錦標賽"),
        ("20050417郭大地負許文學", ""),
        ("中炮對屏風馬", ""),
    ],
)
def test_an_event_is_the_tournament_alone(text: str, event: str) -> None:
    assert event_of(text) == event


@pytest.mark.parametrize(
    ("date", "event", "number"),
    [
        ("1988年9月13日", "", 19880913),
        ("20050322", "", 20050322),
        ("93-8-2", "", 19930802),
        ("1995.11", "", 19951100),
        ("11/24/97", "", 19971124),
        ("10/12/2001", "", 20010000),
        ("16-6-2009", "", 20090616),
        ("", "20031029呂欽勝苗利明", 20031029),
        ("", "90年杭州個人賽", 19900000),
        ("11月16日", "2003年全國賽", 20030000),
        ("", "許銀川先勝林宏敏(11.4上海)", 0),
    ],
)
def test_dates_are_read_as_far_as_they_go(date: str, event: str, number: int) -> None:
    assert date_of(date, event) == number


def test_the_same_games_make_the_same_bytes_and_come_back(made: Merged) -> None:
    forms = simplified_characters()
    data = packed(made.games, forms)
    assert data == packed(made.games[::-1], forms)
    found = unpacked(data)
    coder = Coder()
    again = [
        MastersGame(
            tuple(coder.decode(STANDARD, game.codes)),
            found.names[game.red],
            found.names[game.black],
            found.events[game.event],
            game.date,
            RESULTS[game.result],
        )
        for game in found.games()
    ]
    assert sorted(again) == sorted(made.games)
    assert found.simplified == {"屆": "届", "賽": "赛"}


@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-9], lambda data: data[:60] + b"x" + data[61:], lambda _: b""]
)
def test_a_damaged_asset_is_told(made: Merged, spoil: object) -> None:
    assert callable(spoil)
    with pytest.raises(ResourceError, match=r"masters\.xz"):
        unpacked(spoil(packed(made.games, {})))


def test_columns_that_mean_nothing_are_told(made: Merged) -> None:
    content = lzma.decompress(packed(made.games, {}))
    assert len(unpacked(lzma.compress(content))) == len(made.games)
    for changed in (content.replace(',"王乙二"'.encode(), b""), content[:-1]):
        assert changed != content
        with pytest.raises(ResourceError, match="do not fit"):
            unpacked(lzma.compress(changed))


def test_positions_count_a_game_once_on_either_wing() -> None:
    moves = [Move.from_iccs(move) for move in DRAW]
    back = [Move.from_iccs(move) for move in ("h2h1", "h7h8", "h1h2", "h8h7", "h2e2", "h7e7")]
    games = [MastersGame(tuple(moves), "", "", "", 0, "1-0")] * 3
    games += [MastersGame(tuple(map(mirrored, moves)), "", "", "", 0, "0-1")]
    games += [MastersGame(tuple(back), "", "", "", 0, "1/2-1/2")] * 2
    found = {place: moves for place, _, moves in counted(games)}
    assert found == {place_of(Board()): {"c3c4": (3, 0, 1), "h2h1": (0, 2, 0)}}


def test_the_shipped_counts_are_those_of_the_shipped_games() -> None:
    masters = load_masters()
    assert len(masters) == SHIPPED_GAMES
    first = {game.codes[0] for game in masters.games()}
    assert len(first) > 8
    assert sum(one.games for one in practice.lookup(Board())) == len(masters)
