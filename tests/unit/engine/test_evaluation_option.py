"""Which evaluation judges: the shipped network or the handcrafted one, and what happens without a network."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.engine.bench import POSITIONS
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Limits
from xiangqi.engine.evaluation.network import LINEAR, load_network
from xiangqi.engine.worker import Engine
from xiangqi.errors import ResourceError
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.resources import asset

ROOT = Path(__file__).parents[3]
FEN = POSITIONS[3]


def judgement(engine: Engine) -> int:
    engine.set_position(FEN, ())
    return engine.evaluate()


@pytest.fixture(scope="module")
def by_hand() -> int:
    return judgement(Engine(hash_mb=1, techniques=mask_without(["network"])))


def test_the_network_judges_at_full_strength_unless_it_is_switched_off(by_hand: int) -> None:
    engine = Engine(hash_mb=1)
    by_network = judgement(engine)
    assert by_network != by_hand
    engine.set_option("Evaluation", "handcrafted")
    assert judgement(engine) == by_hand
    engine.set_option("Evaluation", "network")
    assert judgement(engine) == by_network
    engine.set_option("Level", "9")
    assert judgement(engine) == by_hand
    engine.set_option("Level", str(FULL_STRENGTH))
    assert judgement(engine) == by_network
    engine.set_option("UCI_LimitStrength", "true")
    assert judgement(engine) == by_network
    engine.set_option("UCI_Elo", "2470")
    assert judgement(engine) == by_hand


def test_a_network_of_ones_own_judges_until_it_is_given_back(by_hand: int, tmp_path: Path) -> None:
    engine = Engine(hash_mb=1)
    shipped = judgement(engine)
    network = load_network(asset("network.npz"))
    network.weights[:, LINEAR] //= 2
    own = tmp_path / "own.npz"
    network.save(own)
    engine.set_option("EvalFile", str(own))
    judged = judgement(engine)
    assert judged not in (shipped, by_hand)
    with pytest.raises(ResourceError, match=r"none\.npz"):
        engine.set_option("EvalFile", str(tmp_path / "none.npz"))
    assert judgement(engine) == judged
    engine.set_option("Level", "9")
    assert judgement(engine) == by_hand
    engine.set_option("EvalFile", "")
    assert judgement(engine) == by_hand
    engine.set_option("Level", str(FULL_STRENGTH))
    assert judgement(engine) == shipped


def test_another_evaluation_begins_with_an_empty_table() -> None:
    engine = Engine(hash_mb=1)
    engine.set_position(FEN, ())
    engine.search(Limits(depth=6))
    engine.set_option("Evaluation", "handcrafted")
    after = engine.search(Limits(depth=6)).info
    fresh = Engine(hash_mb=1)
    fresh.set_option("Evaluation", "handcrafted")
    fresh.set_position(FEN, ())
    alone = fresh.search(Limits(depth=6)).info
    assert after is not None
    assert alone is not None
    assert (after.nodes, after.score_cp, after.pv) == (alone.nodes, alone.score_cp, alone.pv)


def test_all_threads_have_the_network() -> None:
    engine = Engine(hash_mb=1)
    engine.set_option("Threads", "2")
    engine.set_position(FEN, ())
    assert engine.search(Limits(depth=8)).best_move is not None


def test_the_shipped_network_is_the_documented_one() -> None:
    path = asset("network.npz")
    assert path.stat().st_size < 4_000_000
    document = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    (digest,) = re.findall(r"SHA-256 `([0-9a-f]{64})`", document)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == digest
    load_network(path)


@pytest.mark.parametrize("content", [None, b"damaged"])
def test_without_a_good_network_the_handcrafted_evaluation_takes_over(
    content: bytes | None, by_hand: int, tmp_path: Path
) -> None:
    shutil.copytree(
        ROOT / "xiangqi", tmp_path / "xiangqi", ignore=shutil.ignore_patterns("__pycache__", "assets")
    )
    (tmp_path / "assets").mkdir()
    if content is not None:
        (tmp_path / "assets" / "network.npz").write_bytes(content)
    script = (
        "import sys; from xiangqi.engine.worker import Engine\n"
        "engine = Engine(hash_mb=1); engine.set_position(sys.argv[1], ()); print(engine.evaluate())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, FEN],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == by_hand
    assert "network.npz" in done.stderr
    assert "handcrafted evaluation is used" in done.stderr
