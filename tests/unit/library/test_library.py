"""Games in and out of a library: imported, found, explored, deleted, damaged and saved."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
import zlib
from pathlib import Path

import pytest
from memory import traced_memory

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED
from xiangqi.errors import CancelledError, LibraryError
from xiangqi.fen import START_FEN
from xiangqi.library import Filter, Library, Played, Query, Review, read_part, schema
from xiangqi.library.chunks import CHUNK_GAMES, unpacked
from xiangqi.library.salvage import salvage
from xiangqi.notation import Style
from xiangqi.records.files import read_games, write_games
from xiangqi.records.tree import Game, same_tree

ENDING = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"
NAMES = ("Li Laiqun", "胡荣华", "Xu Yinchuan", "柳大华", "Lü Qin")


def random_game(seed: int, plies: int = 30, **headers: str) -> Game:
    """Return a game of random moves; the same seed gives the same one."""
    rng = random.Random(seed)
    game = Game(headers={"Red": rng.choice(NAMES), "Black": rng.choice(NAMES), "Event": "Club", **headers})
    game.result = rng.choice(("1-0", "0-1", "1/2-1/2", "*"))
    board, node = Board(), game.root
    for _ in range(plies):
        if not (moves := board.legal_moves()):
            break
        move = rng.choice(moves)
        board.push(move)
        node = node.add(move)
    return game


def written(folder: Path, name: str, *games: Game) -> Path:
    folder.mkdir(exist_ok=True)
    write_games(folder / name, games, "pgn", Style.ICCS)
    return folder / name


@pytest.fixture(scope="module")
def two_chunks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of somewhat more games than a chunk holds; to be copied, not changed."""
    folder = tmp_path_factory.mktemp("two")
    lines = (" ".join(map(str, random_game(seed, 6).main_line())) for seed in range(CHUNK_GAMES + 500))
    texts = (f'[Red "R{number}"]\n[Black "B"]\n\n{line} *\n\n' for number, line in enumerate(lines))
    (folder / "many.pgn").write_text("".join(texts))
    with Library(folder / "games.db") as library:
        report = library.import_files([folder / "many.pgn"])
        assert (report.games, report.duplicates) == (CHUNK_GAMES + 500, 0)
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "games.db")


def test_a_game_that_is_deleted_while_others_are_told_is_left_out(library: Library) -> None:
    numbers = [library.keep(random_game(seed), Played("2026-01-01")) for seed in range(3)]
    found = library.search(Query())
    assert next(found).number == numbers[0]
    library.delete(numbers[1:2])
    assert [hit.number for hit in found] == numbers[2:]


def test_games_come_back_as_they_went_in(library: Library, tmp_path: Path) -> None:
    game = random_game(1, Date="1999.05.01", Site="Beijing", Annotator="somebody")
    node = game.root.children[0]
    node.comment = "好棋\nsecond line"
    node.nags = (1, 5)
    node.add(Board().legal_moves()[3]) if node.children else None
    variation = game.root.add(Move.from_iccs("c3c4"), comment="or this")
    variation.add(Move.from_iccs("h9g7"))
    plain = random_game(2, Date="1999年")
    library.import_files([written(tmp_path, "two.pgn", game, plain)])
    for number, before in enumerate(read_games(tmp_path / "two.pgn"), 1):
        after = library.load(number)
        assert same_tree(after.root, before.root)
        assert after.headers == before.headers
        assert (after.result, after.start_fen, after.format, after.encoding) == (
            before.result,
            before.start_fen,
            before.format,
            before.encoding,
        )


def test_everything_that_convert_keeps_of_foreign_records_is_kept(library: Library, shared_data: Path) -> None:
    folder = shared_data / "records"
    report = library.import_files([folder])
    assert report.games > 200
    refused = {refusal.file for refusal in report.refused}
    kept = {}
    for hit in library.search(Query(twins=True)):
        game = library.load(hit.number)
        kept.setdefault(tuple(game.main_line()), []).append(game)
    for file in folder.rglob("*"):
        if file.is_file() and str(file) not in refused:
            for game in read_games(file):
                assert any(_holds(other, game) for other in kept[tuple(game.main_line())]), file


def _holds(kept: Game, game: Game) -> bool:
    bare = not any(node.comment or node.nags or len(node.children) > 1 for node in game.root.walk())
    return (
        all(kept.headers.get(name) == value for name, value in game.headers.items() if value)
        and kept.start_fen.split()[:2] == game.start_fen.split()[:2]
        and (bare or same_tree(kept.root, game.root))
    )


def test_duplicates_are_told_by_their_moves(library: Library, tmp_path: Path) -> None:
    game = random_game(3, 40)
    again = random_game(3, 40, Event="")
    del again.headers["Event"]
    other_names = random_game(3, 40)
    other_names.headers = {"Red": "Zz", "Black": "B"}
    short, short_again, other_short = random_game(4, 6), random_game(4, 6), random_game(4, 6)
    other_short.headers = {"Red": "A", "Black": "B"}
    report = library.import_files(
        [written(tmp_path / "in", "all.pgn", game, again, other_names, short, short_again, other_short)]
    )
    assert (report.games, report.duplicates) == (3, 3)  # the other short game has other players
    assert len(library) == 4  # the game with other names is kept for them
    assert library.count(Query()) == 3
    assert {hit.headers["Red"] for hit in library.search(Query(player="Zz", twins=True))} == {"Zz"}


def test_copies_of_twins_and_of_short_games_are_known(library: Library, tmp_path: Path) -> None:
    twin = random_game(3, 40)
    twin.root.children[0].comment = "a word"
    other_short = random_game(4, 6)
    other_short.headers = {"Red": "A", "Black": "B"}
    games = (random_game(3, 40), twin, random_game(4, 6), other_short)
    folder = tmp_path / "in"
    written(folder, "a.pgn", *games, *games)  # copies of games that are still to be written
    first = library.import_files([folder])
    assert (first.games, first.duplicates, len(library)) == (3, 5, 4)
    written(folder, "b.pgn", *games)  # and of those that are in the file
    second = library.import_files([folder])
    assert (second.games, second.duplicates, len(library)) == (0, 12, 4)


def test_what_was_not_understood_is_kept_of_each_copy(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for name, before in (("a", 1), ("b", 1), ("c", 2)):
        file = written(folder, f"{name}.pgn", *(random_game(seed, 30) for seed in range(before)))
        file.write_text(file.read_text() + '\n[Game "Chess"]\n[Event')  # broken off
        library.import_files([file])
    faults = [fault for number, _ in library.places(Query(twins=True)) for fault in library.load(number).errors]
    lines = [
        fault.line for path in sorted(folder.iterdir()) for game in read_games(path) for fault in game.errors
    ]
    assert lines[0] == lines[1] != lines[2]
    assert [fault.line for fault in faults] == [lines[0], lines[2]], "a copy adds nothing, another place does"


def test_headers_are_read_as_earlier_programs_wrote_them(library: Library, tmp_path: Path) -> None:
    library.import_files([written(tmp_path / "in", "a.pgn", random_game(1, Site="x\ny"), random_game(2))])
    before = [library.load(number).headers for number in (1, 2)]
    library.close()
    with sqlite3.connect(tmp_path / "games.db") as database:
        number, codes, columns, packed, _ = database.execute("SELECT * FROM chunk").fetchone()
        text = zlib.decompress(packed)
        assert text.count(b"\n") == 1  # rows have lines of their own now
        packed = zlib.compress(json.dumps(json.loads(text), separators=(",", ":")).encode())
        checksum = zlib.crc32(packed, zlib.crc32(columns, zlib.crc32(codes)))
        database.execute(
            "REPLACE INTO chunk VALUES (?, ?, ?, ?, ?)", (number, codes, columns, packed, checksum)
        )
    with Library(tmp_path / "games.db") as again:
        assert [again.load(number).headers for number in (1, 2)] == before
        again.import_files([written(tmp_path / "in", "b.pgn", random_game(3))])
        assert [again.load(number).headers for number in (1, 2)] == before
        again.delete([1])
        assert again.load(2).headers == before[1]


def test_importing_again_takes_only_what_is_new(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    written(folder, "a.pgn", random_game(1), random_game(2))
    written(folder, "b.pgn", random_game(3))
    first = library.import_files([folder])
    assert (first.games, first.duplicates, first.files) == (3, 0, 2)
    written(folder, "b.pgn", random_game(3), random_game(4))
    (folder / "broken.xqf").write_bytes(b"XQ")
    second = library.import_files([folder, folder / "a.pgn"])
    assert (second.games, second.duplicates, second.files) == (1, 3, 3)
    assert [Path(refusal.file).name for refusal in second.refused] == ["broken.xqf"]
    third = library.import_files([folder])
    assert (third.games, third.duplicates) == (0, 4)
    assert third.refused == second.refused


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names of files are always text there")
def test_files_whose_names_are_no_text_are_imported(library: Library, tmp_path: Path) -> None:
    written(tmp_path, os.fsdecode(b"caf\xe9.pgn"), random_game(1))
    (tmp_path / os.fsdecode(b"\xff.pgn")).write_bytes(b"no game")
    first, second = library.import_files([tmp_path]), library.import_files([tmp_path])
    assert (first.games, second.games, second.duplicates) == (1, 0, 1)
    assert first.refused == second.refused
    ((file, reason),) = first.refused
    assert file == str(tmp_path / "\\udcff.pgn")
    assert reason.startswith("byte 0: not a known game record format")


def test_a_folder_with_the_library_in_it_is_read_without_complaint(library: Library, tmp_path: Path) -> None:
    written(tmp_path, "a.pgn", random_game(1))
    report = library.import_files([tmp_path])
    assert (report.games, report.files, report.refused) == (1, 1, [])


def test_others_may_ask_while_a_game_that_was_found_is_looked_at(library: Library, tmp_path: Path) -> None:
    library.import_files([written(tmp_path, "a.pgn", random_game(1), random_game(2))])
    hits = library.search(Query())
    next(hits)
    counts: list[int] = []
    other = threading.Thread(target=lambda: counts.append(library.count(Query())), daemon=True)
    other.start()
    other.join(300)
    assert counts == [2]
    assert len(list(hits)) == 1


def test_a_filter_leaves_games_out_and_they_can_come_later(library: Library, tmp_path: Path) -> None:
    file = written(tmp_path, "a.pgn", *(random_game(seed, Date=f"{1990 + seed}.01.01") for seed in range(8)))
    report = library.import_files([file], Filter(first_date=19950101, last_date=19961231))
    assert (report.games, report.left_out) == (2, 6)
    assert library.import_files([file]).games == 6
    assert library.import_files([file], Filter(player="nobody")).left_out == 8


def test_faults_and_files_that_are_no_records_are_reported(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    written(folder, "good.pgn", random_game(1))
    (folder / "bad.pgn").write_text('[Red "x"]\n\n1. h2e2 a0a5 *')
    (folder / "noise.bin").write_bytes(bytes(range(256)))
    report = library.import_files([folder, tmp_path / "missing.pgn"])
    assert report.games == 2
    assert sorted(Path(refusal.file).name for refusal in report.refused) == ["missing.pgn", "noise.bin"]
    [fault] = report.faults
    assert fault.game == 1
    assert "a0a5" in fault.reason


def test_questions_about_headers(library: Library, tmp_path: Path) -> None:
    games = [random_game(seed, 20 + seed, Date=f"{2000 + seed % 5}.0{seed % 9 + 1}.01") for seed in range(40)]
    games[7].headers["Event"] = "五羊杯"
    library.import_files([written(tmp_path, "a.pgn", *games)])

    def numbers(**question: object) -> list[int]:
        return [hit.number for hit in library.search(Query(**question))]  # type: ignore[arg-type]

    def wanted(test: object) -> list[int]:
        return [number for number, game in enumerate(games, 1) if test(game)]  # type: ignore[operator]

    assert numbers(player="荣华") == wanted(lambda g: "胡荣华" in (g.headers["Red"], g.headers["Black"]))
    assert numbers(player="LI LAI", side=BLACK) == wanted(lambda g: g.headers["Black"] == "Li Laiqun")
    assert numbers(player="qin", opponent="柳大") == wanted(
        lambda g: {g.headers["Red"], g.headers["Black"]} == {"Lü Qin", "柳大华"}
    )
    assert numbers(event="五羊") == [8]
    assert numbers(result="1/2-1/2") == wanted(lambda g: g.result == "1/2-1/2")
    assert numbers(least_plies=50, most_plies=55) == wanted(lambda g: 50 <= len(g.main_line()) <= 55)
    assert numbers(first_date=20020000, last_date=20031231) == wanted(
        lambda g: g.headers["Date"][:4] in "2002 2003"
    )
    with pytest.raises(LibraryError, match="unknown result '2-0'"):
        numbers(result="2-0")
    with pytest.raises(LibraryError, match="no opening"):
        numbers(opening="nothing")


def test_words_in_comments(library: Library, tmp_path: Path) -> None:
    game, other = random_game(1), random_game(2)
    game.root.children[0].comment = "此着为“弃马”佳构"
    other.root.comment = "a quiet start"
    library.import_files([written(tmp_path, "a.pgn", game, other)])
    assert [hit.number for hit in library.search(Query(words="弃马"))] == [1]
    assert [hit.number for hit in library.search(Query(words="佳构"))] == [1]
    assert [hit.number for hit in library.search(Query(words="quiet"))] == [2]
    assert [hit.number for hit in library.search(Query(words='"弃'))] == []


@pytest.mark.parametrize(
    ("asked", "written_as"),
    [
        ("吕钦", "呂欽"),
        ("胡榮華", "胡荣华"),
        ("许银川", "許銀川"),
        ("趙鑫鑫", "赵鑫鑫"),
        ("于幼华", "於幼華"),
        ("級別 1", "级别 1"),
    ],
)
def test_simplified_and_traditional_names_are_one(
    library: Library, tmp_path: Path, asked: str, written_as: str
) -> None:
    games = [random_game(1, Red=written_as, Black="x"), random_game(2, Red="y", Black=asked)]
    games += [random_game(3, Event=f"第一届{written_as}杯", Red="x", Black="y"), random_game(4, Red="级别 12")]
    games[1].root.comment = f"{written_as}执黑"
    library.import_files([written(tmp_path, "a.pgn", *games)])
    for name in (asked, written_as):
        assert [hit.number for hit in library.search(Query(player=name))] == [1, 2]
        assert [hit.number for hit in library.search(Query(player=name, side=RED))] == [1]
        assert [hit.number for hit in library.search(Query(event=name))] == [3]
        assert [hit.number for hit in library.search(Query(words=name))] == [2]
    assert library.describe(1).headers["Red"] == written_as, "names stay as they are"


def made_older(path: Path) -> None:
    """Make a library what a program that knew no variants of characters has left."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE name SET folded = lower(text)")
        database.execute("UPDATE comment SET text = '棄馬攻殺'")
        for table in ("repertoire_move", "repertoire_card", "repertoire_recall", "counted", "star"):
            database.execute(f"DROP TABLE {table}")
        database.execute("PRAGMA user_version = 3")
        database.commit()


def test_names_and_comments_of_an_older_library_are_found_in_either_writing(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    game = random_game(1, Red="呂欽", Black="LI")
    game.root.comment = "棄馬攻殺"
    with Library(path) as library:
        library.import_files([written(tmp_path, "a.pgn", game)])
    made_older(path)
    with Library(path) as library:
        for question in (
            Query(player="吕钦"),
            Query(player="li"),
            Query(words="弃马"),
            Query(words="弃马攻杀"),
        ):
            assert [hit.number for hit in library.search(question)] == [1]
    saved = tmp_path / "saved.db"
    made_older(path)
    salvage(path, saved)
    with Library(saved) as library:
        assert library.count(Query(player="吕钦")) == library.count(Query(words="弃马攻杀")) == 1


def test_positions_and_what_was_played_there(library: Library, tmp_path: Path) -> None:
    lines = ("h2e2 h9g7 h0g2", "h2e2 b9c7", "b2e2 b9c7 b0c2", "c3c4 h9g7")
    results = ("1-0", "0-1", "1/2-1/2", "*")
    games = []
    for line, result in zip(lines, results, strict=True):
        game = Game(headers={"Red": line[:4], "Black": "B", "Date": "2001.01.01"}, result=result)
        node = game.root
        for text in line.split():
            node = node.add(Move.from_iccs(text))
        games.append(game)
    library.import_files([written(tmp_path, "a.pgn", *games)])
    start = Board().fen()
    [central, pawn, mirrored] = library.explore(Query(position=start))
    assert (central.move, central.games) == (Move.from_iccs("h2e2"), 2)
    assert (central.red_wins, central.draws, central.black_wins, central.year) == (1, 0, 1, 2001.0)
    assert {pawn.move.iccs, mirrored.move.iccs} == {"c3c4", "b2e2"}
    board = Board()
    board.push(Move.from_iccs("h2e2"))
    moves = {
        played.move.iccs: played.games for played in library.explore(Query(position=board.fen(), mirror=True))
    }
    assert moves == {"h9g7": 2, "b9c7": 1}
    only = library.explore(Query(position=start, player="c3c4"))
    assert [(played.move.iccs, played.examples) for played in only] == [("c3c4", (4,))]
    [hit, *_] = library.search(Query(part=read_part("e2=C c7=n")))
    assert (hit.number, hit.ply) == (2, 2)


def test_an_answer_is_new_when_games_have_come(library: Library, tmp_path: Path) -> None:
    library.import_files([written(tmp_path, "a.pgn", random_game(1))])
    question = Query(position=Board().fen())
    assert library.count(question) == 1
    with Library(tmp_path / "games.db") as other:
        other.import_files([written(tmp_path, "b.pgn", random_game(2))])
        assert other.count(question) == 2
    assert library.count(question) == 2
    library.delete([1])
    assert [hit.number for hit in library.search(question)] == [2]
    with pytest.raises(LibraryError, match="game 1 does not exist"):
        library.load(1)
    with pytest.raises(LibraryError, match="game 99 does not exist"):
        library.delete([99])


def test_stars_stay_with_their_games(library: Library, tmp_path: Path) -> None:
    first, second = (library.keep(random_game(day), Played(f"2026-01-0{day}")) for day in (1, 2))
    library.star(first, starred=True)
    library.star(first, starred=True)
    library.star(second, starred=True)
    assert library.stars() == {first, second}
    library.star(second, starred=False)
    with pytest.raises(LibraryError, match="game 99 does not exist"):
        library.star(99, starred=True)
    longer = library.keep(random_game(3), Played("2026-01-03"), before=first)
    assert library.stars() == {longer}, "a later version of the game has its star"
    salvage(library.path, tmp_path / "saved.db")
    with Library(tmp_path / "saved.db") as saved:
        assert saved.stars() == {longer}
    library.delete([longer])
    assert library.stars() == frozenset()


def test_own_games_add_up(library: Library) -> None:
    outcomes = ("1-0", "1-0", "0-1", "1/2-1/2", "1-0")
    for day, result in enumerate(outcomes, 1):
        game = random_game(day)
        game.result = result
        side = BLACK if day == 5 else RED
        number = library.keep(
            game,
            Played(f"2026-0{day}-01T20:00:00", side, "checkmate", black_level=day % 2 + 1, clocks=(1000, 900)),
        )
        if day < 3:
            library.add_review(number, Review("2026-09-01", 80.0 + day, 50.0, moves=[{"loss": 0.1}]))
    games = library.own_games()
    assert [game.outcome for game in games] == ["lost", "drawn", "lost", "won", "won"]
    assert games[-1].played.clocks == (1000, 900)
    assert games[-1].accuracy == 81.0
    for game in games:
        loaded = library.load(game.number)
        start = loaded.board()
        assert game.start_points == bytes(start.piece_at(square) for square in BOARD_SQUARES)
        assert game.moves == tuple(loaded.main_line())
    figures = library.statistics()
    assert (figures.all.games, figures.all.won, figures.all.drawn, figures.all.lost) == (5, 2, 1, 2)
    assert figures.all.accuracy == 81.5
    assert figures.by_side["black"].lost == 1
    assert figures.by_level[2].games == 2  # of the fifth, where one was Black, there is no level
    assert (figures.longest_streak, figures.streak) == (2, -1)
    assert list(figures.by_month) == [f"2026-0{month}" for month in range(1, 6)]
    review = library.review(games[-1].number)
    assert review is not None
    assert review.moves == ({"loss": 0.1},)
    library.delete([games[-1].number])
    assert len(library.own_games()) == 4
    assert library.count(Query(mine=True)) == 4


def test_own_games_of_another_window_are_listed(library: Library) -> None:
    """It has kept them in the same file since this one was opened."""
    assert library.own_games() == []
    with Library(library.path) as other:
        other.keep(random_game(1), Played("2026-09-01T20:00:00", RED, "checkmate"))
    assert len(library.own_games()) == 1


def test_own_games_of_a_damaged_library_are_refused(library: Library) -> None:
    """A list without them would say that there are none."""
    library.keep(random_game(1), Played("2026-09-01T20:00:00", RED, "checkmate"))
    with contextlib.closing(sqlite3.connect(library.path)) as database:
        database.execute("DROP TABLE chunk")
    with pytest.raises(LibraryError):
        library.own_games()


def test_more_games_than_a_chunk_holds(two_chunks: Path, tmp_path: Path) -> None:
    shutil.copy(two_chunks / "games.db", tmp_path)
    with Library(tmp_path / "games.db") as library:
        assert len(library) == CHUNK_GAMES + 500
        assert sum(played.games for played in library.explore(Query(position=Board().fen()))) == len(library)
        number = library.keep(random_game(1), Played("2026-01-01"))
        assert number == CHUNK_GAMES + 501
        assert same_tree(library.load(number).root, random_game(1).root)


def test_an_import_can_be_called_off_and_taken_up(library: Library, tmp_path: Path) -> None:
    file = written(tmp_path, "a.pgn", *(random_game(seed) for seed in range(50)))
    asked = iter(range(1000))
    with pytest.raises(CancelledError):
        library.import_files([file], cancelled=lambda: next(asked) == 20)
    assert len(library) == 20
    report = library.import_files([file])
    assert (report.games, report.duplicates) == (30, 20)


IMPORT = """
import sys
from xiangqi.library import Library, importing
importing._BATCH_GAMES = 10
with Library(sys.argv[1]) as library:
    print("open", flush=True)
    library.import_files(sys.argv[2:])
"""


def importing(library: Path, *files: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", IMPORT, str(library), *map(str, files)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_killed_import_loses_no_finished_batch(tmp_path: Path) -> None:
    file = written(tmp_path, "a.pgn", *(random_game(seed) for seed in range(400)))
    path = tmp_path / "games.db"
    seen = 0
    for delay in (0.0, 0.05, 0.1, 0.15, 0.2):
        process = importing(path, file)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Library(path) as library:
            assert not library.damage()
            assert len(library) >= seen
            seen = len(library)
    with Library(path) as library:
        report = library.import_files([file])
        assert report.games == 400 - seen
        assert len(library) == 400


def test_two_programs_import_at_once(tmp_path: Path) -> None:
    files = [
        written(tmp_path, f"{name}.pgn", *(random_game(seed) for seed in range(first, first + 150)))
        for name, first in (("a", 0), ("b", 1000))
    ]
    processes = [importing(tmp_path / "games.db", file) for file in files]
    for process in processes:
        process.communicate(timeout=300)
        assert process.returncode == 0
    with Library(tmp_path / "games.db") as library:
        assert not library.damage()
        assert len(library) == 300
        lines = {tuple(library.load(hit.number).main_line()) for hit in library.search(Query())}
    assert lines == {
        tuple(random_game(seed).main_line()) for first in (0, 1000) for seed in range(first, first + 150)
    }


FULL = """
import resource, signal, sys
from xiangqi.errors import LibraryError
from xiangqi.library import Library
library = Library(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, -1))
try:
    library.import_files([sys.argv[2]])
except LibraryError as error:
    print("told", error)
resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))
print(len(library))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_full_disk_is_told_and_leaves_the_library_whole(tmp_path: Path) -> None:
    with Library(tmp_path / "games.db") as library:
        library.import_files([written(tmp_path, "few.pgn", *(random_game(seed) for seed in range(20)))])
    games = [random_game(seed, 60) for seed in range(100, 200)]
    for game in games:
        game.root.comment = base64.b64encode(random.Random(1).randbytes(9000)).decode()
    big = written(tmp_path, "many.pgn", *games)
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "games.db"), str(big)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "told" in done.stdout
    with Library(tmp_path / "games.db") as library:
        assert not library.damage()
        assert len(library) >= 20
        assert library.import_files([big]).games > 0


READ_ONLY = """
import os, sys
from pathlib import Path
from xiangqi.errors import LibraryError
from xiangqi.i18n.message import catalogue
from xiangqi.library import Library
catalogue("en")  # while all of Python can be read
if os.getuid() == 0:
    os.setgid(12345)
    os.setuid(12345)
with Library(Path(sys.argv[1])) as library:
    print(len(library), library.load(1).headers["Event"])
    try:
        library.delete([1])
    except LibraryError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes files in folders that are read-only")
def test_a_library_where_nothing_can_be_written_is_read() -> None:
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        with Library(folder / "games.db") as library:
            library.import_files([written(folder, "one.pgn", random_game(1))])
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(folder / "games.db")], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        read, refused = done.stdout.splitlines()
        assert read == "1 Club"
        assert "readonly database" in refused
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_damaged_chunk_is_told_and_the_rest_is_there(two_chunks: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(two_chunks / "games.db", tmp_path))
    database = sqlite3.connect(path)
    [codes] = database.execute("SELECT codes FROM chunk WHERE number = 0").fetchone()
    database.execute("UPDATE chunk SET codes = ? WHERE number = 0", (b"\xff" + codes[1:],))
    database.commit()
    database.close()
    with Library(path) as library:
        [damage] = library.damage()
        assert "games 1 to 4096 are damaged" in damage
        assert len(library) == 500
        with pytest.raises(LibraryError):
            library.load(5)
        assert library.load(CHUNK_GAMES + 1).headers["Red"] == f"R{CHUNK_GAMES}"


def test_a_name_that_cannot_be_decoded_is_told_as_damage(tmp_path: Path) -> None:
    with Library(tmp_path / "games.db") as library:
        library.import_files([written(tmp_path / "in", "a.pgn", random_game(1))])
    database = sqlite3.connect(tmp_path / "games.db")
    database.execute("UPDATE name SET text = CAST(x'ff' AS TEXT) WHERE text = 'Club'")
    database.commit()
    database.close()
    with Library(tmp_path / "games.db") as library:
        for read in (library.load, library.describe):
            with pytest.raises(LibraryError, match="damaged"):
                read(1)


def test_a_copy_of_a_game_with_damaged_comments_is_imported_with_all_that_follows(tmp_path: Path) -> None:
    commented = random_game(1)
    commented.root.comment = "first"
    with Library(tmp_path / "games.db") as library:
        library.import_files([written(tmp_path / "in", "a.pgn", commented)])
    with contextlib.closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as database:
        database.execute("UPDATE annotation SET content = x'00'")
    with Library(tmp_path / "games.db") as library:
        report = library.import_files([written(tmp_path / "in", "b.pgn", commented, random_game(2))])
        assert (report.games, report.duplicates, report.refused) == (1, 1, [])
        assert library.load(2).root.comment == "first"
        assert same_tree(library.load(3).root, random_game(2).root)


def test_two_imports_at_once_keep_each_game_once(tmp_path: Path) -> None:
    games = [random_game(seed) for seed in range(6)]
    file = written(tmp_path / "in", "a.pgn", *games)
    with Library(tmp_path / "games.db") as library, Library(tmp_path / "games.db") as other:

        def meanwhile() -> bool:
            if not len(other):
                other.import_files([written(tmp_path / "in", "b.pgn", *games[:4])])
            return False

        report = library.import_files([file], cancelled=meanwhile)
        assert (report.games, report.duplicates) == (2, 4)
        assert len(library) == len(other) == 6
        assert library.import_files([tmp_path / "in"]).games == 0


def test_a_game_deleted_during_an_import_comes_in_again(tmp_path: Path) -> None:
    file = written(tmp_path / "in", "a.pgn", random_game(1))
    with Library(tmp_path / "games.db") as library, Library(tmp_path / "games.db") as other:
        library.import_files([file])
        again = written(tmp_path / "in", "b.pgn", random_game(1), random_game(2))

        def meanwhile() -> bool:
            if len(other):
                other.delete([1])
            return False

        library.import_files([again], cancelled=meanwhile)
        assert len(library) == 2


def test_a_file_that_was_cut_short_is_saved_as_far_as_it_goes(two_chunks: Path, tmp_path: Path) -> None:
    path, saved = Path(shutil.copy(two_chunks / "games.db", tmp_path)), tmp_path / "saved.db"
    os.truncate(path, path.stat().st_size - 4096)
    games, lost = salvage(path, saved)
    assert lost
    with Library(saved) as library:
        assert len(library) == games
        assert games >= 500
        library.load(next(iter(library.search(Query(), 1))).number)


def test_what_can_be_read_of_a_damaged_file_is_saved(two_chunks: Path, tmp_path: Path) -> None:
    path, saved = Path(shutil.copy(two_chunks / "games.db", tmp_path)), tmp_path / "saved.db"
    database = sqlite3.connect(path)
    [codes] = database.execute("SELECT codes FROM chunk WHERE number = 0").fetchone()
    database.close()
    data = bytearray(path.read_bytes())
    begin = data.rindex(codes[12_000:12_100])
    for place in range(begin, begin + 8192):
        data[place] ^= 0x5A
    path.write_bytes(data)
    games, lost = salvage(path, saved)
    assert lost
    with Library(saved) as library:
        assert not library.damage()
        assert len(library) == games
        assert games == 500
        for hit in library.search(Query(), 20):
            library.load(hit.number)
    with pytest.raises(LibraryError, match="already"):
        salvage(path, saved)


def test_a_library_of_a_newer_program_with_more_columns_is_saved(three_games: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.db"
    shutil.copy(three_games, newer)
    with contextlib.closing(sqlite3.connect(newer, isolation_level=None)) as database:
        database.execute("ALTER TABLE name ADD COLUMN country TEXT")
        database.execute("ALTER TABLE chunk ADD COLUMN places BLOB")
        database.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    games, lost = salvage(newer, tmp_path / "saved.db")
    assert games == 3
    assert lost == [
        f"written by a newer version of the program (library format {schema.VERSION + 1}; "
        f"this one supports formats up to {schema.VERSION})"
    ]


def test_nothing_is_left_of_a_library_that_cannot_be_written(
    three_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("xiangqi.library.salvage.write_chunk", fail)
    with pytest.raises(LibraryError, match="disk is full"):
        salvage(three_games, tmp_path / "saved.db")
    assert list(tmp_path.glob("saved.db*")) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process of its own that can be killed")
def test_a_killed_salvage_leaves_no_library_and_can_be_repeated(
    three_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = os.fork()
    if not child:
        monkeypatch.setattr("xiangqi.library.salvage.write_chunk", lambda *_arguments: os._exit(9))
        with contextlib.suppress(BaseException):
            salvage(three_games, tmp_path / "saved.db")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert not (tmp_path / "saved.db").exists(), "an empty library would be taken for a whole one"
    assert salvage(three_games, tmp_path / "saved.db") == (3, [])
    assert [path.name for path in tmp_path.glob("saved.db*")] == ["saved.db"]


def test_damaged_text_is_told_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Library(path) as library:
        library.import_files([written(tmp_path / "in", "a.pgn", random_game(1))])
    database = sqlite3.connect(path)
    database.execute("UPDATE name SET text = CAST(? AS TEXT) WHERE text = 'Club'", (b"two\nlines\xff" * 100,))
    database.commit()
    database.close()
    [lost] = salvage(path, tmp_path / "saved.db")[1]
    assert "a part of name" in lost
    assert "\n" not in lost
    assert len(lost) < 200


def test_rows_that_unpack_to_too_much_are_damaged(tmp_path: Path) -> None:
    path, bomb = tmp_path / "games.db", zlib.compress(bytes(300 << 20), 1)
    with Library(path) as library:
        number = library.keep(random_game(1), Played("2026-01-01"))
        library.add_review(number, Review("2026-01-02", 80.0, 90.0, ()))
    database = sqlite3.connect(path)
    database.execute("INSERT OR REPLACE INTO annotation VALUES (?, ?)", (number, bomb))
    database.execute("UPDATE review SET content = ?", (bomb,))
    database.commit()
    with Library(path) as library:
        with pytest.raises(LibraryError, match="the limit is 16 MiB"):
            library.review(number)
        with pytest.raises(LibraryError, match="the limit is 256 MiB"):
            library.load(number)
    [codes, columns] = database.execute("SELECT codes, columns FROM chunk").fetchone()
    checksum = zlib.crc32(bomb, zlib.crc32(columns, zlib.crc32(codes)))
    database.execute("UPDATE chunk SET headers = ?, checksum = ?", (bomb, checksum))
    database.commit()
    database.close()
    with (
        Library(path) as library,
        pytest.raises(LibraryError, match=r"games 1 to 4096 .* the limit is 256 MiB"),
    ):
        library.load(number)


def test_unpacking_stops_at_the_limit() -> None:
    content = zlib.compress(bytes(64 << 20), 1)
    with traced_memory():
        with pytest.raises(ValueError, match="the limit is 1 MiB"):
            unpacked(content, 1 << 20)
        most = tracemalloc.get_traced_memory()[1]
    assert most < 8 << 20
    assert unpacked(content, 64 << 20) == bytes(64 << 20)
    with pytest.raises(ValueError, match="length"):
        unpacked(content[:-10], 64 << 20)


def test_other_files_are_not_taken_for_libraries(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database at all, but long enough to look at" * 100)
    with pytest.raises(LibraryError, match=r"text\.db: the file is damaged"):
        Library(tmp_path / "text.db")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE bhobk (id INTEGER)")
    other.commit()
    other.close()
    with pytest.raises(LibraryError, match="not a game library"):
        Library(tmp_path / "other.db")
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    newer.execute("PRAGMA user_version = 999")
    newer.close()
    with pytest.raises(LibraryError, match="newer version of the program"):
        Library(tmp_path / "newer.db")


@pytest.mark.parametrize("version", range(schema.VERSION + 1))
def test_libraries_of_every_version_open(tmp_path: Path, version: int) -> None:
    database = sqlite3.connect(tmp_path / "old.db")
    schema.add_functions(database)
    for script in schema.MIGRATIONS[:version]:
        for statement in schema.statements(script):
            database.execute(statement)
    if version:
        database.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {version}")
    database.commit()
    database.close()
    with Library(tmp_path / "old.db") as library:
        number = library.keep(random_game(1), Played("2026-01-01"))
        assert same_tree(library.load(number).root, random_game(1).root)


@pytest.mark.parametrize("version", range(1, schema.VERSION))
def test_what_an_earlier_version_held_is_there_afterwards(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.db"
    with Library(path) as library:
        number = library.keep(random_game(1), Played("2026-01-01", RED, black_level=2))
        library.add_review(number, Review("2026-01-02", 80.0, 90.0, ({"turn": "red"},)))
    later = [statement for script in schema.MIGRATIONS[version:] for statement in schema.statements(script)]
    tables = [words[2] for statement in later if (words := statement.split())[:2] == ["CREATE", "TABLE"]]
    database = sqlite3.connect(path)
    for table in tables:
        database.execute(f"DROP TABLE {table}")
    database.execute(f"PRAGMA user_version = {version}")
    database.commit()
    database.close()
    with Library(path) as library:
        [own] = library.own_games()
        assert (own.number, own.accuracy, own.played.level) == (number, 80.0, 2)
        assert same_tree(library.load(number).root, random_game(1).root)
        found = library.review(number)
        assert found is not None
        assert found.moves == ({"turn": "red"},)
        assert [hit.number for hit in library.search(Query(position=START_FEN))] == [number]
    database = sqlite3.connect(path)
    there = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    database.close()
    assert set(tables) <= there


def test_a_place_where_no_file_can_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryError, match=r"games\.db"):
        Library(tmp_path / "file" / "games.db")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are open")
@pytest.mark.parametrize("is_replaced", [False, True])
def test_nothing_is_written_to_a_file_that_is_no_longer_there(tmp_path: Path, is_replaced: bool) -> None:
    path = tmp_path / "games.db"
    with Library(path) as library:
        library.keep(random_game(1), Played(ended="2026-01-02"))
        path.rename(tmp_path / "gone.db")
        if is_replaced:
            Library(path).close()
        with pytest.raises(LibraryError, match="removed or replaced while it was open"):
            library.keep(random_game(2), Played(ended="2026-01-03"))
    with Library(path) as library:
        library.keep(random_game(2), Played(ended="2026-01-03"))
        assert len(library) == 1


def damage(path: Path, part: str, place: int) -> None:
    """Change a byte of the first chunk of a library; the checksum stays."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        [content] = database.execute(f"SELECT {part} FROM chunk WHERE number = 0").fetchone()
        data = bytearray(content)
        data[place] ^= 0x55
        database.execute(f"UPDATE chunk SET {part} = ? WHERE number = 0", (bytes(data),))


@pytest.fixture
def three_games(tmp_path: Path) -> Path:
    """A library of three games, the second with a comment; the third begins elsewhere."""
    path = tmp_path / "games.db"
    with Library(path) as library:
        talkative, elsewhere = random_game(2), Game(start_fen=ENDING)
        talkative.root.children[0].comment = "An old move."
        elsewhere.root.add(elsewhere.board().legal_moves()[0])
        files = [
            written(tmp_path / "in", f"{place}.pgn", game)
            for place, game in enumerate((random_game(1), talkative, elsewhere))
        ]
        library.import_files(files)
        assert len(library) == 3
    return path


@pytest.mark.parametrize("hurt", [0, 1, 2])
def test_damaged_moves_cost_no_other_game(three_games: Path, tmp_path: Path, hurt: int) -> None:
    saved = tmp_path / "saved.db"
    with Library(three_games) as library:
        lines = [library.load(number).main_line() for number in (1, 2, 3)]
    damage(three_games, "codes", sum(map(len, lines[:hurt])))
    games, lost = salvage(three_games, saved)
    left = [number for number in (1, 2, 3) if number != hurt + 1 or number == 2]  # a comment keeps its moves
    assert games == len(left)
    assert "the undamaged part was saved" in lost[0]
    assert any(f"game {hurt + 1} is damaged" in reason for reason in lost) == (hurt != 1)
    with Library(saved) as library:
        assert not library.damage()
        assert [hit.number for hit in library.search(Query())] == left
        assert [library.load(number).main_line() for number in left] == [lines[number - 1] for number in left]


def test_damaged_headers_cost_no_game(three_games: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    with Library(three_games) as library:
        before = [library.load(number) for number in (1, 2, 3)]
    damage(three_games, "headers", -1)
    games, lost = salvage(three_games, saved)
    assert games == 3
    assert "the headers of games 1 to 3 are lost, except" in lost[1]
    with Library(saved) as library:
        after = [library.load(number) for number in (1, 2, 3)]
        assert [game.main_line() for game in after] == [game.main_line() for game in before]
        for name in ("Red", "Black", "Event"):
            assert [game.headers.get(name) for game in after] == [game.headers.get(name) for game in before]
        assert [game.result for game in after] == [game.result for game in before]
        assert after[1].root.children[0].comment == "An old move."


def test_a_chunk_without_columns_is_lost(three_games: Path, tmp_path: Path) -> None:
    damage(three_games, "columns", 20)
    games, [lost] = salvage(three_games, tmp_path / "saved.db")
    assert games == 0
    assert "games 1 to 4096 are damaged" in lost


def test_salvage_tells_that_a_library_is_newer(three_games: Path, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(three_games)) as database:
        database.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    games, [lost] = salvage(three_games, tmp_path / "saved.db")
    assert games == 3
    assert "newer version of the program" in lost
