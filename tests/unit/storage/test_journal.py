"""The journal: complete after every write, found again, never another program's."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from xiangqi import disk, lock
from xiangqi.board import Board, Move
from xiangqi.errors import StorageError
from xiangqi.records.files import read_games
from xiangqi.records.tree import Game, same_tree
from xiangqi.storage import journal as journal_module
from xiangqi.storage.journal import Journal

MOVES = "h2e2 h9g7 h0g2 g6g5 i0h0 i9h9 b0c2 b9c7"


def game(text: str = MOVES, result: str = "*") -> Game:
    made = Game(headers={"Event": "Game", "RedKind": "human", "BlackKind": "computer", "BlackLevel": "3"})
    node = made.root
    for word in text.split():
        node = node.add(Move.from_iccs(word))
    made.result = result
    return made


def moves(found: Game) -> str:
    return " ".join(move.iccs for move in found.main_line())


def test_a_written_game_is_found_again(home: Path) -> None:
    first = Journal()
    first.write(game())
    assert first.path == home / "journal.pgn"
    first.close()
    again = Journal().find()
    assert again is not None
    assert again.game is not None
    assert again.set_aside is None
    assert same_tree(again.game.root, game().root)
    assert again.game.headers["BlackLevel"] == "3"


def test_it_is_readable_pgn() -> None:
    journal = Journal()
    journal.write(game())
    text = journal.path.read_text(encoding="utf-8")
    assert "炮二平五" in text
    assert '[BlackKind "computer"]' in text


def test_an_empty_game_is_not_found() -> None:
    journal = Journal()
    journal.write(game(""))
    assert journal.find() is None
    assert not journal.path.exists()


def test_a_game_that_was_over_is_for_the_library() -> None:
    journal = Journal()
    journal.write(game(result="1-0"))
    assert journal.find() is None
    (kept,) = journal.unstored()
    (read,) = read_games(kept)
    assert moves(read) == MOVES
    assert not journal.path.exists()


def test_damage_that_leaves_a_readable_game_is_noticed() -> None:
    journal = Journal()
    journal.write(game())
    sound = journal.path.read_bytes()
    journal.path.write_bytes(sound.replace("炮二平五".encode(), "炮二平四".encode()))
    found = journal.find()
    assert found is not None
    assert found.set_aside is not None
    assert found.game is not None
    assert moves(found.game).startswith("h2f2")


@pytest.mark.parametrize("rubbish", [bytes(200), b"\xff\xfe\x81" * 40, bytes(range(128, 256))])
def test_moves_before_rubbish_are_kept(rubbish: bytes) -> None:
    journal = Journal()
    journal.write(game())
    data = journal.path.read_bytes()
    torn = data[: data.index("马二进三".encode()) + 4] + rubbish
    journal.path.write_bytes(torn)
    found = journal.find()
    assert found is not None
    assert found.game is not None
    assert moves(found.game) == "h2e2 h9g7"
    assert found.set_aside is not None
    assert found.set_aside.read_bytes() == torn


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_journal_without_its_last_lines_gives_what_is_left(lines: int) -> None:
    """The checksum, the empty line before it, the result: what then follows is a move."""
    journal = Journal()
    journal.write(game())
    whole = journal.path.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.path.write_text("".join(whole[:-lines]), encoding="utf-8")
    found = journal.find()
    assert found is not None
    assert found.game is not None
    assert moves(found.game) == MOVES
    assert (found.set_aside is not None) == (lines == 3)


def test_without_a_journal_nothing_is_found() -> None:
    assert Journal().find() is None


def test_one_that_cannot_be_read_is_set_aside() -> None:
    journal = Journal()
    journal.path.mkdir(parents=True)
    found = journal.find()
    assert found is not None
    assert found.damaged
    assert found.game is None
    assert found.set_aside is not None
    assert found.set_aside.is_dir()
    assert not journal.path.exists()


def test_delete_and_keep(home: Path) -> None:
    journal = Journal()
    assert journal.keep() is None
    journal.delete()
    journal.write(game())
    kept = journal.keep()
    assert kept is not None
    assert not journal.path.exists()
    (read,) = read_games(kept)
    assert moves(read) == MOVES
    journal.write(game())
    journal.delete()
    assert sorted(path.suffix for path in home.iterdir()) == [".lock", ".pgn"]


def test_moves_before_a_fault_are_salvaged() -> None:
    journal = Journal()
    journal.write(game())
    text = journal.path.read_text(encoding="utf-8")
    journal.path.write_text(text.replace("马二进三", "帅九进九"), encoding="utf-8")
    found = journal.find()
    assert found is not None
    assert found.game is not None
    assert moves(found.game) == "h2e2 h9g7"
    assert found.set_aside is not None
    assert found.set_aside.name.startswith("journal-damaged-")
    assert "帅九进九" in found.set_aside.read_text(encoding="utf-8")
    journal.close()
    again = Journal().find()
    assert again is not None
    assert again.game is not None
    assert moves(again.game) == "h2e2 h9g7"


@pytest.mark.parametrize("data", [b"", b"\x00" * 5000, b"\xff\xfe\x00", b"no game at all"])
def test_rubbish_is_set_aside(data: bytes) -> None:
    journal = Journal()
    journal.path.write_bytes(data)
    found = journal.find()
    assert found is not None
    assert found.game is None
    assert found.set_aside is not None
    assert found.set_aside.read_bytes() == data
    assert not journal.path.exists()


def test_a_second_program_takes_another_place() -> None:
    first, second = Journal(), Journal()
    first.write(game())
    assert second.path.name == "journal-2.pgn"
    assert second.find() is None
    second.write(game("b2e2"))
    second.delete()
    assert moves(next(read_games(first.path))) == MOVES


def test_many_programs_at_once_have_a_place_each() -> None:
    journals = [Journal() for _ in range(30)]
    assert len({journal.path for journal in journals}) == 30
    for journal in journals:
        journal.close()


def test_a_game_left_at_another_place_is_taken_over() -> None:
    first, second = Journal(), Journal()
    second.write(game("b2e2"))
    left = second.path
    first.close()
    second.close()
    third = Journal()
    found = third.find()
    assert found is not None
    assert found.game is not None
    assert moves(found.game) == "b2e2"
    assert third.path.name == "journal.pgn"
    assert not left.exists()


def test_the_journal_of_a_living_program_is_not_taken_over() -> None:
    first, second = Journal(), Journal()
    second.write(game("b2e2"))
    first.close()
    third = Journal()
    assert third.path.name == "journal.pgn"
    assert third.find() is None
    assert second.path.exists()


def test_drafts_of_programs_that_are_gone_get_names_of_their_own(home: Path) -> None:
    living, gone = Journal(), Journal()
    living.write_draft([game("h2e2")])
    gone.write_draft([game("b2e2"), game("c3c4")])
    gone.close()
    next_one = Journal()
    (path,) = next_one.recover_drafts()
    assert path.parent == home
    assert path.name.startswith("unsaved-2-recovered-")
    assert [moves(found) for found in read_games(path)] == ["b2e2", "c3c4"]
    assert moves(next(read_games(home / "unsaved.pgn"))) == "h2e2"
    living.delete_draft()
    living.close()
    assert Journal().recover_drafts() == []


def test_an_unwritable_folder_is_told_only_when_writing(home: Path) -> None:
    home.write_text("no folder")
    journal = Journal()
    assert journal.find() is None
    with pytest.raises(StorageError):
        journal.write(game())


PLAYER = """
import sys
from xiangqi.board import Move
from xiangqi.records.tree import Game
from xiangqi.storage.journal import Journal
journal, game = Journal(), Game()
node = game.root
for word in sys.stdin:
    node = node.add(Move.from_iccs(word.strip()))
    journal.write(game)
    print(word, end="", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_program_killed_between_moves_leaves_every_move() -> None:
    words = MOVES.split()
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdin is not None
        assert player.stdout is not None
        for word in words[:5]:
            player.stdin.write(word + "\n")
            player.stdin.flush()
            assert player.stdout.readline().strip() == word
        assert Journal().path.name == "journal-2.pgn"
        player.kill()
    found = Journal().find()
    assert found is not None
    assert found.game is not None
    assert found.set_aside is None
    assert moves(found.game) == " ".join(words[:5])


WRITER = """
from xiangqi.board import Board
from xiangqi.records.tree import Game
from xiangqi.storage.journal import Journal
journal, game, board, node = Journal(), Game(), Board(), None
node = game.root
print("ready", flush=True)
while True:
    shuttle = board.legal_moves()[0]
    board.push(shuttle)
    node = node.add(shuttle)
    journal.write(game)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("delay_s", [0.05, 0.083, 0.121])
def test_a_program_killed_while_writing_leaves_a_whole_journal(home: Path, delay_s: float) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        while not (home / "journal.pgn").exists():
            time.sleep(0.005)
        time.sleep(delay_s)
        os.kill(writer.pid, signal.SIGKILL)
    found = Journal().find()
    assert found is not None
    assert found.game is not None
    assert found.set_aside is None
    board = Board()
    for move in found.game.main_line():
        board.push(move)
    assert not list(home.glob(".*.tmp"))


def test_of_several_programs_that_are_gone_one_game_is_offered_and_the_others_are_kept(home: Path) -> None:
    programs = [Journal() for _ in range(5)]
    for number, program in enumerate(programs):
        program.write(game(" ".join(MOVES.split()[: number + 3])))
        os.utime(program.path, (number, number))
    written = {moves(game(" ".join(MOVES.split()[: number + 3]))) for number in range(5)}
    for program in programs:
        program.close()
    (home / "journal.pgn").unlink()  # whoever was there had ended its game
    next_one, living = Journal(), None
    found = next_one.find()
    assert found is not None
    assert found.game is not None
    kept = next_one.keep_others()
    assert len(kept) == 3
    assert all("unfinished" in path.name for path in kept)
    texts = {moves(next(read_games(path))) for path in kept}
    assert texts | {moves(found.game)} == written - {moves(game(" ".join(MOVES.split()[:3])))}
    assert moves(found.game) == moves(game(" ".join(MOVES.split()[:7])))  # the newest
    living = Journal()
    living.write(game())
    assert next_one.keep_others() == []


def games_in(folder: Path) -> set[str]:
    return {moves(read) for path in folder.glob("journal*.pgn") for read in read_games(path)}


def test_a_lock_that_cannot_be_opened_is_passed_over(home: Path) -> None:
    (home / "journal.lock").mkdir(parents=True)
    first, second = Journal(), Journal()
    first.write(game("h2e2"))
    second.write(game("b2e2"))
    assert games_in(home) == {"h2e2", "b2e2"}
    first.write(game("h2e2 h9g7"))
    assert games_in(home) == {"h2e2 h9g7", "b2e2"}


def test_a_game_whose_lock_has_become_a_folder_is_found(home: Path) -> None:
    first = Journal()
    first.write(game())
    first.close()
    (home / "journal.lock").unlink()
    (home / "journal.lock").mkdir()
    found = Journal().find()
    assert found is not None
    assert found.game is not None
    assert moves(found.game) == MOVES


@pytest.mark.skipif(sys.platform == "win32", reason="which always has locks")
def test_without_locks_each_program_has_a_name_of_its_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_handle: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(lock, "_try_lock", refuse)
    first, second = Journal(), Journal()
    first.write(game("h2e2"))
    second.write(game("b2e2"))
    second.write_draft([game("c3c4")])
    third = Journal()
    assert third.find() is None  # both may still be running
    assert third.keep_others() == []
    assert third.recover_drafts() == []
    assert games_in(home) == {"h2e2", "b2e2"}
    monkeypatch.setattr(journal_module, "_is_running", lambda _process: False)
    fourth = Journal()
    found = fourth.find()
    assert found is not None
    assert len(fourth.keep_others()) == 1
    assert len(fourth.recover_drafts()) == 1
    assert games_in(home) == {"h2e2", "b2e2"}


@pytest.mark.skipif(sys.platform == "win32", reason="which always has locks")
def test_a_process_runs_or_not() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    assert journal_module._is_running(os.getpid())
    assert not journal_module._is_running(gone.pid)


def test_games_that_wait_for_the_library_are_found_by_the_next_program() -> None:
    first, second, living = Journal(), Journal(), Journal()
    waiting = []
    for number, program in enumerate((first, second, living), 1):
        program.write(game(" ".join(MOVES.split()[:number])))
        waiting.append(program.leave())
    first.close()
    second.close()
    found = Journal().unstored()
    assert sorted(moves(next(read_games(path))) for path in found) == ["h2e2", "h2e2 h9g7"]
    assert waiting[2].exists()  # its own program sees to it
    assert all(path.name.startswith("journal-unstored-") for path in found)


def test_a_game_that_was_over_at_another_place_is_for_the_library() -> None:
    first, second = Journal(), Journal()
    first.write(game("h2e2"))
    second.write(game(result="0-1"))
    first.close()
    second.close()
    os.utime(second.path, (1, 1))
    third = Journal()
    assert third.find() is not None
    assert third.keep_others() == []
    (kept,) = third.unstored()
    assert next(read_games(kept)).result == "0-1"


def test_a_journal_that_could_not_be_renamed_is_not_replaced(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, _target: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    journal = Journal()
    journal.write(game("h2e2"))
    with monkeypatch.context() as without:
        without.setattr(disk, "rename", refuse)
        assert not journal.leave().exists()
        with pytest.raises(StorageError):
            journal.write(game("b2e2"))
    journal.write(game("b2e2"))
    assert games_in(home) == {"h2e2", "b2e2"}
