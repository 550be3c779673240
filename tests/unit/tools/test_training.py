"""Learning: targets, gradients, whole numbers, and the commands from games to a gate."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tools.train import gate, round, train, widen
from tools.train.learner import Learner, new_weights, quantise, summed, symmetric, weights_of
from tools.train.positions import (
    BEST_CAPTURES,
    PLAYED_AT_RANDOM,
    POSITION,
    fen_of,
    load_shard,
    save_shard,
    shards_of,
)
from tools.train.selfplay import Settings, play_shard
from tools.train.targets import blended, chances, fit_scale, load_samples
from tools.train.term_counts import rows_of
from tools.train.tune_evaluation import read
from tools.train.widen import widened
from xiangqi.core.position import set_position
from xiangqi.engine.common.layout import HIDDEN, new_engine_state
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.evaluation.network import (
    LINEAR,
    PLACE_INPUTS,
    VERSION,
    Network,
    load_network,
    shipped_network,
)
from xiangqi.fen import parse_fen
from xiangqi.jobs.pool import open_workers

QUICK = Settings(nodes=100, longest=60)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for number in range(3):
        save_shard(folder / f"shard-{number:06}.npz", play_shard(QUICK, None, 1, number, 4))
    return folder


def test_a_target_blends_what_follows_up_to_the_result() -> None:
    records = np.zeros(5, dtype=POSITION)
    records["game"] = [0, 0, 0, 1, 1]
    records["result"] = [1, -1, 1, 0, 0]
    records["flags"] = [0, 0, 0, PLAYED_AT_RANDOM, 0]
    records["score"] = [0, 0, 0, 100, 0]
    values = blended(records, 100.0, 0.5)
    assert values[2] == pytest.approx(0.75)
    assert values[1] == pytest.approx(0.5 * 0.5 + 0.5 * 0.25)
    assert values[0] == pytest.approx(0.5 * 0.5 + 0.5 * (1 - values[1]))
    assert values[3] == pytest.approx(1 / (1 + np.exp(-1)))  # what follows a random move does not count
    assert values[4] == pytest.approx(0.5)


def test_the_scale_of_known_chances_is_found() -> None:
    chance = np.random.default_rng(1)
    records = np.zeros(40_000, dtype=POSITION)
    records["score"] = chance.integers(-900, 900, len(records))
    records["result"] = np.where(chance.random(len(records)) < chances(records["score"], 350.0), 1, -1)
    assert fit_scale(records) == pytest.approx(350, abs=40)


def test_noisy_positions_are_left_out(games: Path) -> None:
    records = load_shard(games / "shard-000000.npz")
    samples = load_samples([games / "shard-000000.npz"], 300, 0.9)
    assert 0 < len(samples) < len(records)
    assert len(samples) <= np.sum(records["flags"] & BEST_CAPTURES == 0)


def test_the_gradient_is_the_slope_of_the_loss(games: Path) -> None:
    samples = load_samples([games / "shard-000000.npz"], 300, 0.9)
    chance = np.random.default_rng(1)
    learner = Learner(new_weights(chance), 300)
    everything = np.arange(len(samples))
    loss, gradient = learner.gradient(samples, everything)
    assert loss == pytest.approx(learner.loss(samples))
    for part in (
        np.s_[:PLACE_INPUTS, :HIDDEN],
        np.s_[PLACE_INPUTS:-3, :HIDDEN],
        np.s_[-3, :HIDDEN],
        np.s_[-2:, :HIDDEN],
        np.s_[:PLACE_INPUTS, LINEAR],
        np.s_[PLACE_INPUTS:-3, LINEAR],
    ):
        direction = np.zeros_like(gradient)
        direction[part] = np.sign(gradient[part])
        learner.weights += np.float32(1e-3) * direction
        above = learner.loss(samples)
        learner.weights -= np.float32(2e-3) * direction
        below = learner.loss(samples)
        learner.weights += np.float32(1e-3) * direction
        assert (above - below) / 2e-3 == pytest.approx(float((gradient * direction).sum()), rel=0.05)


def test_learning_lowers_the_loss(games: Path) -> None:
    samples = load_samples([games / "shard-000000.npz"], 300, 0.9)
    chance = np.random.default_rng(1)
    learner = Learner(new_weights(chance), 300)
    before = learner.loss(samples)
    for _ in range(20):
        learner.learn(samples, np.arange(len(samples)), 1e-3)
    assert learner.loss(samples) < 0.8 * before
    rows = summed(learner.weights)
    assert np.allclose(rows, symmetric(rows), rtol=0, atol=1e-6)
    whole = quantise(learner.weights).weights
    assert np.array_equal(whole, symmetric(whole))


def test_whole_numbers_judge_like_the_weights_they_come_from(games: Path) -> None:
    path = games / "shard-000001.npz"
    samples = load_samples([path], 300, 0.9)
    learner = Learner(new_weights(np.random.default_rng(3)), 300)
    network = quantise(learner.weights)
    state = new_engine_state()
    network.install(state)
    records = {record["board"].tobytes() + bytes([record["side"]]): record for record in load_shard(path)}
    errors = []
    for board, side, score in zip(samples.boards, samples.sides, learner.scores(samples), strict=True):
        position = parse_fen(fen_of(records[board.tobytes() + bytes([side])]))
        set_position(state, position.placement, position.turn)
        errors.append(abs(evaluate(state) - score))
    assert np.mean(errors) < 4
    assert np.max(errors) < 16


def narrow_network(neurons: int) -> tuple[npt.NDArray[np.int16], Network]:
    """Random weights of fewer neurons, and a network that judges by them: its other neurons are nothing."""
    whole = quantise(new_weights(np.random.default_rng(5)))
    narrow = np.concatenate((whole.weights[:, :neurons], whole.weights[:, HIDDEN:]), axis=1)
    padded = np.zeros_like(whole.weights)
    padded[:, :neurons], padded[:, HIDDEN:] = narrow[:, :neurons], narrow[:, neurons:]
    return narrow, Network(padded, whole.shift)


def test_a_widened_network_judges_as_the_narrow_one(games: Path) -> None:
    narrow, padded = narrow_network(HIDDEN // 4)
    wide = widened(narrow, padded.shift, 0.0, 1)
    assert np.array_equal(wide.weights, symmetric(wide.weights))
    states = [new_engine_state(), new_engine_state()]
    for state, network in zip(states, (padded, wide), strict=True):
        network.install(state)
    differences = []
    for record in load_shard(games / "shard-000001.npz")[:50]:
        position = parse_fen(fen_of(record))
        for state in states:
            set_position(state, position.placement, position.turn)
        differences.append(abs(evaluate(states[0]) - evaluate(states[1])))
    assert max(differences) <= 4
    noisy = widened(narrow, padded.shift, 0.1, 1).weights
    first, second = noisy[:PLACE_INPUTS, : HIDDEN // 4], noisy[:PLACE_INPUTS, HIDDEN // 4 : HIDDEN // 2]
    assert np.array_equal(first, wide.weights[:PLACE_INPUTS, : HIDDEN // 4])
    assert not np.array_equal(first, second)
    assert np.array_equal(noisy, symmetric(noisy))


def test_networks_are_widened_by_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    narrow, padded = narrow_network(HIDDEN // 2)
    np.savez(tmp_path / "narrow.npz", version=VERSION, weights=narrow, shift=padded.shift)
    assert widen.main([str(tmp_path / "narrow.npz"), str(tmp_path / "wide.npz")]) == 0
    assert load_network(tmp_path / "wide.npz").weights.shape == padded.weights.shape
    np.savez(tmp_path / "odd.npz", version=VERSION, weights=narrow[:, 1:], shift=padded.shift)
    assert widen.main([str(tmp_path / "odd.npz"), str(tmp_path / "no.npz")]) == 2
    assert "odd.npz: weights of shape" in capsys.readouterr().err
    assert not (tmp_path / "no.npz").exists()


def test_a_network_that_is_learnt_on_from_is_the_same_at_first() -> None:
    network = shipped_network()
    again = quantise(weights_of(network))
    assert again.shift == network.shift
    assert np.array_equal(again.weights, network.weights)


def test_learning_goes_on_from_a_network(games: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    assert train.main([str(first), str(games), "--epochs", "2"]) == 0
    plan = [str(second), str(games), "--epochs", "1", "--rate", "0", "--start", str(first)]
    assert train.main(plan) == 0
    assert np.array_equal(load_network(second).weights, load_network(first).weights)


def test_from_games_to_a_gate(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "network.npz"
    assert train.main([str(target), str(games), "--epochs", "2"]) == 0
    manifest = json.loads(target.with_suffix(".json").read_text(encoding="utf-8"))
    assert len(manifest["validation_loss"]) == 2
    assert manifest["positions"] > 0
    assert load_network(target).shift > 0
    said = []
    for processes in ("1", "2"):
        match = [str(target), "--games", "4", "--nodes", "100", "--equal", "nodes", "--processes", processes]
        assert gate.main(match) == 0
        *_, told = capsys.readouterr().err.splitlines()
        said.append(told.partition(", speed")[0])
    assert said[0].startswith("4 games: +")
    assert said[0] == said[1], "whoever plays the pairs"


def test_positions_are_counted_by_whatever_workers(games: Path) -> None:
    with open_workers(2) as workers:
        found = read([games], 10**9, workers)
        first = read([games], 1, workers)
    parts = [rows_of(load_shard(path)) for path in shards_of([games])]
    assert len(parts) > 1
    assert found.counts.tobytes() == b"".join(part.counts.tobytes() for part in parts)
    assert first.search.tolist() == parts[0].search.tolist(), "no more shards than are wanted"


def test_a_gate_ends_when_its_question_is_answered(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "network.npz"
    train.train(target, [games], train.Plan(epochs=1))
    match = [str(target), str(target), "--games", "40", "--nodes", "60", "--equal", "nodes"]
    assert gate.main([*match, "--sprt", "-600", "-300"]) == 0
    said = capsys.readouterr().err
    assert said.endswith("H1 accepted\n")
    assert "40 games" not in said
    assert gate.main([*match, "--sprt", "30", "0"]) == 2
    assert "hypotheses" in capsys.readouterr().err


def test_rounds_go_on_where_they_were_stopped(tmp_path: Path) -> None:
    amounts = ["--positions", "5000", "--nodes", "60", "--processes", "1", "--gate-games", "2"]
    assert round.main([str(tmp_path), "--rounds", "1", *amounts]) == 0
    first = (tmp_path / "network-1.npz").read_bytes()
    assert round.main([str(tmp_path), "--rounds", "2", *amounts]) == 0
    rounds = json.loads((tmp_path / "rounds.json").read_text(encoding="utf-8"))
    assert len(rounds) == 2
    assert rounds[1]["learnt_from"] > rounds[0]["learnt_from"]
    assert (tmp_path / "network-1.npz").read_bytes() == first
    judge = json.loads((tmp_path / "games-2" / "manifest.json").read_text(encoding="utf-8"))["network"]
    assert (judge is not None) == rounds[0]["kept"] == (tmp_path / "best.npz").exists()


def test_complaints_name_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main([str(tmp_path / "network.npz"), str(tmp_path)]) == 2
    assert gate.main([str(tmp_path / "none.npz")]) == 2
    said = capsys.readouterr().err
    assert "at least two shards" in said
    assert "none.npz" in said
