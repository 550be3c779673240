"""The check of tables against their moves: shipped tables pass, damaged planes do not."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables
from xiangqi.tables.treetables import TreeTables, Words

if TYPE_CHECKING:
    from tools.endings.check_tables import Checker


def checker(name: str) -> Checker:
    from tools.endings.check_tables import Checker  # which compiles kernels

    return Checker(Endgame.parse(name), Tables([asset("tables")]), random.Random(1))


@pytest.mark.parametrize("name", ["KPPKAA", "KRKN"])
def test_shipped_tables_agree_with_their_moves(name: str) -> None:
    found = checker(name).check(300)
    assert sum(found.values()) == 330
    assert found["searched"] == 30
    assert found["won"] + found["drawn"] + found["lost"] + found["unknown"] == 300


def test_short_wins_agree_with_search() -> None:
    checks = checker("KPPKAA")
    seen = {checks.check_plies(index) for index in checks.won_positions(25)}
    assert seen == {"plies agree", "plies agree, by search too"}


@pytest.mark.parametrize("plane", ["0m", "0w"])
def test_a_damaged_plane_is_noticed(monkeypatch: pytest.MonkeyPatch, plane: str) -> None:
    """Positions turned from won to drawn, or from lost to drawn, contradict their moves."""
    read = TreeTables._read

    def without(self: TreeTables, material: Endgame) -> dict[str, Words] | None:
        planes = read(self, material)
        if planes is not None and material.name == "KPPKAA":
            planes[plane] = np.zeros_like(planes[plane])
        return planes

    monkeypatch.setattr(TreeTables, "_read", without)
    assert any("FAULT" in what for what in checker("KPPKAA").check(300))


def test_a_material_without_a_table_is_refused() -> None:
    with pytest.raises(SystemExit, match="no table"):
        checker("KRRKRR")
