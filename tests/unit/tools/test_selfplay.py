"""Self-play: its positions can be rebuilt, its games repeated, and a stopped run goes on."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tools.train.generate import EarlyShards, generate
from tools.train.manifest import Manifest, TrainingError, describe_run
from tools.train.positions import (
    BEST_CAPTURES,
    IN_CHECK,
    PLAYED_AT_RANDOM,
    fen_of,
    load_shard,
    pack,
    save_shard,
    shards_of,
    unpack,
)
from tools.train.selfplay import Player, Settings, play_shard
from xiangqi.board import Board, Move
from xiangqi.jobs.pool import open_workers

ROOT = Path(__file__).parents[3]
QUICK = Settings(nodes=200, random_move=0.05, longest=60)


def test_boards_are_packed_without_loss() -> None:
    codes = np.random.default_rng(1).integers(0, 15, (7, 90)).astype(np.uint8)
    assert np.array_equal(unpack(pack(codes)), codes)


def test_records_follow_from_one_another_by_legal_moves() -> None:
    records = play_shard(QUICK, None, seed=3, number=0, games=3)
    assert set(records["game"]) == {0, 1, 2}
    for record, following in itertools.pairwise(records):
        board = Board(fen_of(record))
        move = Move(int(record["move"]))
        assert board.is_legal(move)
        assert bool(record["flags"] & IN_CHECK) == board.is_check()
        assert bool(record["flags"] & BEST_CAPTURES) == board.is_capture(move)
        if record["game"] != following["game"]:
            continue
        assert following["ply"] == record["ply"] + 1
        assert following["result"] == -record["result"]
        board.push(move)
        came_true = board.fen().split()[:2] == fen_of(following).split()[:2]
        assert came_true != bool(record["flags"] & PLAYED_AT_RANDOM)


def test_a_shard_repeats_itself_and_others_differ() -> None:
    first, again, other = (play_shard(QUICK, None, 5, number, 1) for number in (0, 0, 1))
    assert np.array_equal(first, again)
    assert not np.array_equal(first["board"][0], other["board"][0])


def test_a_game_ends_by_mate_and_by_the_rule_of_repetition() -> None:
    player = Player(100)
    player.reset("3k1R3/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1")
    assert player.verdict() == -1
    player.reset("9/3k1r3/9/9/9/5c3/9/5R3/9/3C1K3 w - - 0 1")
    for text in ("f2d2", "d8e8", "d2e2", "e8d8", "e2d2"):  # the chariot checks without end
        assert player.verdict() is None
        player.push(Move.from_iccs(text))
    assert player.verdict() == 1


def test_a_folder_of_other_games_is_refused(tmp_path: Path) -> None:
    Manifest(tmp_path, describe_run(QUICK, None, 1, 2)).add(_shard(tmp_path))
    with pytest.raises(TrainingError, match="seed 1, not 2"):
        Manifest(tmp_path, describe_run(QUICK, None, 2, 2))


def test_a_shard_that_a_killed_run_did_not_note_is_found(tmp_path: Path) -> None:
    path = _shard(tmp_path)
    manifest = Manifest(tmp_path, describe_run(QUICK, None, 1, 1))
    assert manifest.positions == len(load_shard(path))


def _shard(folder: Path) -> Path:
    path = folder / "shard-000000.npz"
    save_shard(path, play_shard(QUICK, None, 1, 0, 1))
    return path


def test_a_folder_holds_the_same_whoever_made_it(tmp_path: Path) -> None:
    """One process, or two whose shards come in another order, killed and begun again."""

    def made(folder: Path, processes: int, positions: int) -> dict[str, bytes]:
        with open_workers(processes) as workers:
            generate(folder, QUICK, None, positions, workers, seed=4, games=1)
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    alone = made(tmp_path / "alone", 1, 150)
    folder = tmp_path / "two"
    folder.mkdir()
    EarlyShards(folder).add(1, play_shard(QUICK, None, 4, 1, 1))  # of a run that was killed
    made(folder, 2, 1)
    assert made(folder, 2, 150) == alone
    assert len(alone) > 2
    assert made(folder, 2, 150) == alone


def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.train.generate", str(tmp_path / "games"), "--nodes", "100"]
    command += ["--games", "1", "--processes", "1"]
    process = subprocess.Popen(
        [*command, "--positions", "1000000"], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert "positions" in process.stderr.readline()
    process.kill()
    process.communicate()
    kept = {path: path.read_bytes() for path in shards_of([tmp_path / "games"])}
    assert kept
    before = sum(len(load_shard(path)) for path in kept)
    done = subprocess.run(
        [*command, "--positions", str(before + 100)], cwd=ROOT, check=True, capture_output=True
    )
    assert b"of" in done.stderr
    assert {path: path.read_bytes() for path in kept} == kept
    manifest = json.loads((tmp_path / "games" / "manifest.json").read_text(encoding="utf-8"))
    assert sum(shard["positions"] for shard in manifest["shards"].values()) >= before + 100
