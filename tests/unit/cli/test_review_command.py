"""`xiangqi review` from outside: its contract as JSON, comments in PGN, words for a reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import called

from xiangqi.board import Board, Move
from xiangqi.cli import main, review
from xiangqi.cli.parts.common import UsageError
from xiangqi.cli.review import Reviewed, ReviewOrder, reviewed
from xiangqi.coach.facts import FactKind
from xiangqi.coach.story_passages import SLOTS
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.jobs.work import run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.library import Library
from xiangqi.records.files import read_games
from xiangqi.records.packed import pack
from xiangqi.records.text.pgn_writer import format_game
from xiangqi.records.tree import LineGame

START = "4ka2r/4a4/9/9/9/4P4/9/9/R8/4K1B2 w - - 0 1"  # few pieces, so that nothing takes long to prove

PGN = f"""[Game "Chinese Chess"]
[Red "First"]
[Black "Second"]
[FEN "{START}"]

1. A1-B1 I9-I8 2. B1-B2 I8-F8 3. E4-E5 F8-F2 4. G0-I2 F2-B2
*

[Game "Chinese Chess"]
[Red "Third"]
[FEN "{START}"]

1. A1-B1 I9-I8 {{a move of many}}
*
"""


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(PGN, encoding="utf-8")
    return str(path)


def test_json_is_an_object_a_game(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--nodes", "200", "--processes", "1", "--json"]) == 0
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [len(game["moves"]) for game in games] == [8, 2]
    board = Board(games[0]["start_fen"])
    for ply, move in enumerate(games[0]["moves"], 1):
        assert set(move) >= {"ply", "move", "loss", "grade", "best", "sentences"}
        assert move["ply"] == ply
        assert 0 <= move["loss"] <= 1
        for sentence in move["sentences"]:
            check_sentence(board, move["move"], sentence)
        board.push(Move.from_iccs(move["move"]))
    assert games[0]["moves"][5]["grade"] == "blunder"
    assert games[0]["moves"][5]["sentences"][0]["fact"] == "hangs"


def check_sentence(board: Board, move: str, sentence: dict[str, object]) -> None:
    """A sentence has words, a known kind, squares, and a proof that can be played."""
    assert set(sentence) == {"fact", "text", "squares", "proof", "from"}
    assert sentence["fact"] in [kind.value for kind in FactKind]
    assert str(sentence["text"]).strip()
    start = board.copy()
    if sentence["from"] == "after":
        start.push(Move.from_iccs(move))
    assert isinstance(sentence["proof"], list)
    for step in sentence["proof"]:
        start.push(Move.from_iccs(step))


def test_the_same_nodes_give_the_same_review(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for _ in range(2):
        main(["review", record, "--nodes", "200", "--processes", "1", "--json", "--language", "zh-Hans"])
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert "车" in outputs[0]


def test_pgn_keeps_the_game_and_its_comments(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", record, "--nodes", "200", "--processes", "1", "--pgn"]) == 0
    path = tmp_path / "reviewed.pgn"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    games = list(read_games(path))
    assert [len(game.main_line()) for game in games] == [8, 2]
    assert not any(game.errors for game in games)
    blunder = list(games[0].root.line())[5]
    assert blunder.nags == (4,)
    assert "chariot" in blunder.comment
    assert "a move of many" in list(games[1].root.line())[1].comment


def test_without_a_form_it_is_for_a_reader(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--nodes", "200", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert "1. First – Second" in out
    assert "2. Third – Black" in out
    assert "blunder" in out


def test_what_cannot_be_read_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(tmp_path / "none.pgn")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "none.pgn" in error


def test_the_same_from_any_processes_and_after_a_stop(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["review", record, "--nodes", "200", "--pgn"]
    assert main([*words, "--processes", "1"]) == 0
    alone = capsys.readouterr().out
    kept = tmp_path / "kept"
    resumed = [*words, "--processes", "2", "--resume", str(kept)]
    assert main(resumed) == 0
    assert capsys.readouterr().out == alone
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 3
    kept.write_text("".join(lines)[:-20], encoding="utf-8")
    assert main(resumed) == 0
    assert capsys.readouterr().out == alone
    assert main([*resumed, "--language", "zh-Hans"]) == 2
    assert "其他任务" in capsys.readouterr().err


@pytest.mark.parametrize(("player", "found"), [("second", 1), ("black", 1), ("Third", 0), ("nobody", 0)])
def test_mistakes_of_a_player_go_into_the_deck(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], player: str, found: int
) -> None:
    library, kept = tmp_path / "library.db", tmp_path / "kept"
    command = ["review", record, "--nodes", "200", "--processes", "1", "--resume", str(kept)]
    command += ["--deck", player, "--library", str(library)]
    assert main(command) == 0
    assert (
        f"deck: {found} mistake{'s' * (found != 1)} by {player}, {found} of them new" in capsys.readouterr().err
    )
    assert main(command) == 0  # a position is in the deck once, and results that were kept feed it, too
    assert f"deck: {found} mistake{'s' * (found != 1)} by {player}, 0 of them new" in capsys.readouterr().err
    with ExerciseLog(library) as log:
        assert [card.mistake.played.iccs for card in log.cards()] == ["f8f2"] * found


def make_library(library: Path, folder: Path) -> None:
    """Fill a library with six games from one position, each by other players."""
    games = "".join(
        f'[Game "Chinese Chess"]\n[Red "R{number}"]\n[Black "B{number}"]\n[Result "1-0"]\n'
        f'[FEN "{START}"]\n\n1. A1-B1 I9-I8 2. B1-B2 I8-F8 3. E4-E5 F8-G8\n1-0\n\n'
        for number in range(6)
    )
    path = folder / "many.pgn"
    path.write_text(games, encoding="utf-8")
    with Library(library) as opened:
        opened.import_files([path])


def test_the_counts_of_a_library_are_told(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library.db"
    make_library(library, tmp_path)
    command = ["review", record, "--nodes", "200", "--processes", "1", "--library", str(library)]
    assert main(command) == 0
    assert "Most played in your library: chariot to g8 (games: 6, score: 0%)." in capsys.readouterr().out


def test_a_library_that_is_not_there_is_told_before_any_work(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.db"
    assert main(["review", record, "--nodes", "200", "--processes", "1", "--library", str(missing)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert f"{missing}: no such library" in captured.err
    assert not missing.exists()
    assert main(["review", record, "--library", record]) == 2
    assert record in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["--deck", "red"]])
def test_an_empty_file_is_made_no_library(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert main(["review", record, "--nodes", "200", "--processes", "1", "--library", str(empty), *more]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "is an empty file, not a library" in captured.err
    assert empty.stat().st_size == 0


def test_workers_are_told_the_whole_path_of_a_library(
    record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    handed: list[ReviewOrder] = []

    def watched(
        workers: Workers, function: Callable[[ReviewOrder], Reviewed], orders: list[ReviewOrder], *rest: object
    ) -> object:
        handed.extend(orders)
        return run_chunks(workers, function, orders, *rest)  # type: ignore[arg-type]

    monkeypatch.chdir(tmp_path)
    make_library(Path("library.db"), tmp_path)
    monkeypatch.setattr(review, "run_chunks", watched)
    assert main(["review", record, "--nodes", "200", "--processes", "1", "--library", "library.db"]) == 0
    assert "Most played in your library: chariot to g8 (games: 6" in capsys.readouterr().out
    assert [order.library for order in handed] == [str(tmp_path / "library.db")] * 2


def test_a_worker_without_the_library_says_so(record: str, tmp_path: Path) -> None:
    game = pack(next(iter(read_games(record))))
    order = ReviewOrder(record, 1, game, 200, ("en", None), "text", library=str(tmp_path / "none.db"))
    with pytest.raises(UsageError, match=r"none\.db: no such library"):
        reviewed(order)


@pytest.mark.parametrize(("moves", "sides"), [("1. A1-B1", ["Red"]), ("", [])])
def test_a_side_that_made_no_move_has_no_accuracy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], moves: str, sides: list[str]
) -> None:
    path = tmp_path / "short.pgn"
    path.write_text(f'[Game "Chinese Chess"]\n[FEN "{START}"]\n\n{moves} *\n', encoding="utf-8")
    assert main(["review", str(path), "--nodes", "200", "--processes", "1", "--json"]) == 0
    (game,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [sentence.split(":")[0] for sentence in game["summary"] if "accuracy" in sentence] == sides
    assert game["story"] == []  # too short


def test_a_story_is_told_as_text_and_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.pgn"
    moves = ["a0a1", "a9a8", "a1b1", "a8b8", "b1c1", "b8c8", "c1d1", "c8d8"]
    path.write_text(format_game(LineGame([Move.from_iccs(move) for move in moves], "0-1")), encoding="utf-8")
    assert main(["review", str(path), "--nodes", "100", "--processes", "1", "--json", "--rules", "cxa"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert {passage["slot"] for passage in game["story"]} <= set(SLOTS)
    assert game["story"]
    assert main(["review", str(path), "--nodes", "100", "--processes", "1", "--rules", "cxa"]) == 0
    printed = capsys.readouterr().out
    assert all(passage["text"] in printed for passage in game["story"])


def test_review_of_standard_input(tmp_path: Path) -> None:
    words = ["review", "-", "--nodes", "200", "--processes", "1", "--json", "--resume", str(tmp_path / "kept")]
    done = called(*words, text=PGN)
    assert done.code == 0
    games = [json.loads(line) for line in done.out.splitlines()]
    assert [(game["file"], len(game["moves"])) for game in games] == [("-", 8), ("-", 2)]
    assert called(*words, text=PGN).out == done.out
    assert called(*words, text=PGN.replace("Third", "Fourth")).code == 2  # results of other work


def test_several_files_are_reviewed_one_after_the_other(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = tmp_path / "second.pgn"
    second.write_text(PGN.split("\n\n\n")[0].split("*")[0] + "*\n", encoding="utf-8")
    words = ["review", record, str(second), "--nodes", "200", "--processes", "1"]
    assert main([*words, "--json"]) == 0
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(game["file"], game["index"]) for game in games] == [(record, 0), (record, 1), (str(second), 0)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert [line for line in told.splitlines() if line.startswith(record)][1:] == [f"{record} 2. Third – Black"]
    assert f"{second} 1. First – Second" in told


def test_what_is_wrong_with_one_file_does_not_stop_the_others(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.pgn").write_bytes(b"\x00\x01\x02")
    faulty = tmp_path / "faulty.pgn"
    faulty.write_text(f'[FEN "{START}"]\n\n1. A1-B1 A9-A1 *\n', encoding="utf-8")
    files = [str(tmp_path / "bad.pgn"), record, str(tmp_path / "missing.pgn"), str(faulty)]
    assert main(["review", *files, "--nodes", "200", "--processes", "1", "--json"]) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["file"] for line in out.splitlines()] == [record, record, str(faulty)]
    for name in ("bad.pgn", "missing.pgn", "faulty.pgn"):
        assert sum(name in line for line in err.splitlines()) == 1
    assert main(["review", files[0], files[2], "--nodes", "200"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 2


def test_several_files_go_on_where_they_were_stopped(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = tmp_path / "second.pgn"
    second.write_text(PGN, encoding="utf-8")
    words = ["review", record, str(second), "--nodes", "200", "--processes", "1", "--json"]
    kept = ["--resume", str(tmp_path / "kept")]
    assert main([*words, *kept]) == 0
    first = capsys.readouterr().out
    assert main([*words, *kept]) == 0
    assert capsys.readouterr().out == first
    second.write_text(PGN.replace("Third", "Fourth"), encoding="utf-8")
    assert main([*words, *kept]) == 2
    assert "a different job" in capsys.readouterr().err
