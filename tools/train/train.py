"""Trains a network on training data and writes it in integers.

    python -m tools.train.train NETWORK.npz FOLDER... [--epochs N] [--decay D] [--rate R] [--seed N]
                                [--start OTHER.npz]

One shard in twenty, with all its games, is kept for validation. NETWORK.json beside the result lists its
origin.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from tools.train.learner import Learner, new_weights, quantise, weights_of
from tools.train.manifest import TrainingError
from tools.train.positions import load_shard, shards_of
from tools.train.targets import Floats, Samples, fit_scale, load_samples
from xiangqi.engine.evaluation.network import load_network
from xiangqi.errors import ResourceError

_HELD_OUT = 20  # one shard of this many
_BATCH = 8192


@dataclass(frozen=True)
class Plan:
    """The plan of training, which with the shards determines the result.

    Attributes:
        epochs: times that each position is seen.
        decay: share of the target that comes from later plies (targets.blended).
        rate: the learning rate of Adam at the start; it falls linearly to 0.
        seed: the seed of the first weights and the order of positions.
        start: a network to continue training, or "" for random weights.
    """

    epochs: int = 10
    decay: float = 0.7
    rate: float = 0.003
    seed: int = 1
    start: str = ""

    def first_weights(self) -> Floats:
        """Return the initial weights.

        Raises:
            ResourceError: the network to start from cannot be read.
        """
        if self.start:
            return weights_of(load_network(Path(self.start)))
        return new_weights(np.random.default_rng(self.seed))


def teach(learner: Learner, training: Samples, validation: Samples, plan: Plan) -> list[float]:
    """Train in place and return the validation loss after each epoch."""
    chance = np.random.default_rng(plan.seed)
    batches = max(1, len(training) // _BATCH)
    losses = []
    for epoch in range(plan.epochs):
        began, total = time.monotonic(), 0.0
        for number, chosen in enumerate(np.array_split(chance.permutation(len(training)), batches)):
            done = (epoch + number / batches) / plan.epochs
            total += learner.learn(training, chosen, plan.rate * (1 - done))
        losses.append(learner.loss(validation))
        speed = len(training) / (time.monotonic() - began)
        found = f"loss {total / batches:.6f}, validation {losses[-1]:.6f}"
        print(f"epoch {epoch + 1}: {found}; {speed:,.0f} positions/s", file=sys.stderr, flush=True)
    return losses


def train(target: Path, folders: list[Path], plan: Plan) -> dict[str, object]:
    """Train on all shards of the folders, and write the network and its manifest, which is returned.

    Raises:
        TrainingError: there are too few shards.
    """
    shards = shards_of(folders)
    if len(shards) < 2:
        raise TrainingError("at least two shards are needed: one to learn from and one for validation")
    scale = fit_scale(np.concatenate([load_shard(path) for path in shards[:: max(1, len(shards) // 20)]]))
    held_out = shards[::_HELD_OUT]
    training = load_samples([path for path in shards if path not in held_out], scale, plan.decay)
    validation = load_samples(held_out, scale, plan.decay)
    print(
        f"{len(training):,} positions to learn, {len(validation):,} to validate, scale {scale:.0f}",
        file=sys.stderr,
    )
    learner = Learner(plan.first_weights(), scale)
    print(f"validation {learner.loss(validation):.6f} at first", file=sys.stderr, flush=True)
    losses = teach(learner, training, validation, plan)
    quantise(learner.weights).save(target)
    manifest = {
        "plan": asdict(plan),
        "scale_cp": scale,
        "shards": [f"{path.parent.name}/{path.name}" for path in shards],
        "positions": len(training),
        "validation_loss": losses,
    }
    target.with_suffix(".json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return manifest


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    plan = Plan()
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("network", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=plan.epochs, help="(%(default)s)")
    parser.add_argument("--decay", type=float, default=plan.decay, help="share of later plies (%(default)s)")
    parser.add_argument("--rate", type=float, default=plan.rate, help="of learning, at the start (%(default)s)")
    parser.add_argument("--seed", type=int, default=plan.seed, help="(%(default)s)")
    parser.add_argument("--start", default=plan.start, metavar="NETWORK", help="to learn on from")
    args = parser.parse_args(arguments)
    try:
        train(args.network, args.folders, Plan(args.epochs, args.decay, args.rate, args.seed, args.start))
    except (TrainingError, ResourceError) as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
