"""Compares readers with the verified contents of the sample files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from xiangqi.records.tree import Game

Read = Callable[[bytes], Iterator[Game]]


def differences(shared_data: Path, folder: str, suffix: str, read: Read) -> list[str]:
    """Return the names of the games of a folder that are read otherwise than they should be; at least one is
    compared.
    """
    records = shared_data / "records"
    lines = (records / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    wanted = [
        truth
        for truth in map(json.loads, lines)
        if truth["file"].startswith(f"{folder}/") and truth["file"].lower().endswith(suffix)
    ]
    assert wanted
    games = {name: list(read((records / name).read_bytes())) for name in {truth["file"] for truth in wanted}}
    return [
        f"{truth['file']}#{truth['index']}"
        for truth in wanted
        if not _equal(games[truth["file"]][truth["index"]], truth)
    ]


def _equal(game: Game, truth: dict[str, object]) -> bool:
    return (
        game.start_fen == truth["start_fen"]
        and [move.iccs for move in game.main_line()] == truth["iccs"]
        and game.final_board().fen().split()[0] == truth["final_fen_board"]
        and game.variation_count() == truth.get("variations", game.variation_count())
    )
