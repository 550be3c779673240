"""The description of a folder of training data: engine, settings, and every shard with its hash."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from tools.train.positions import load_shard, shards_of
from tools.train.selfplay import Settings
from xiangqi import __version__
from xiangqi.core.build.builder import kernel_sources
from xiangqi.core.compiler.loader import PACKAGE, digest_of
from xiangqi.errors import XiangqiError

NAME: Final = "manifest.json"


class TrainingError(XiangqiError):
    """The training tools cannot work with a folder of data, or carry out a request."""


def sha256_of(path: Path) -> str:
    """Return the hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def describe_run(settings: Settings, network: Path | None, seed: int, games: int) -> dict[str, Any]:
    """Return the engine, network, settings and seed, which determine the games."""
    return {
        "engine": {"version": __version__, "fingerprint": digest_of(PACKAGE, kernel_sources())},
        "network": None if network is None else sha256_of(network),
        "settings": json.loads(json.dumps(asdict(settings))),
        "seed": seed,
        "games_per_shard": games,
    }


def describe_shard(path: Path) -> dict[str, Any]:
    """Return the counts and the hash of one shard."""
    records = load_shard(path)
    _, last = np.unique(records["game"][::-1], return_index=True)
    results = np.where(records["side"] == 0, records["result"], -records["result"])[::-1][last]
    return {
        "sha256": sha256_of(path),
        "positions": len(records),
        "games": len(results),
        "red_won": int((results == 1).sum()),
        "drawn": int((results == 0).sum()),
        "black_won": int((results == -1).sum()),
    }


class Manifest:
    """The manifest of one folder. Every change replaces the file atomically before the method returns."""

    def __init__(self, folder: Path, run: dict[str, Any]) -> None:
        """Create the folder, or resume an earlier run; shards that it did not record are recorded now.

        Raises:
            TrainingError: the folder's games were played by another engine or with other settings.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / NAME
        self._content: dict[str, Any] = {**run, "shards": {}}
        if self._path.exists():
            self._content = json.loads(self._path.read_text(encoding="utf-8"))
            for name, value in run.items():
                held = self._content.get(name)
                if held != value:
                    raise TrainingError(
                        f"{folder} holds games with {name} {held}, not {value}: choose another folder"
                    )
        for path in shards_of([folder]):
            if path.name not in self._content["shards"]:
                self.add(path)

    def add(self, path: Path) -> dict[str, Any]:
        """Record a shard and return its description."""
        found = describe_shard(path)
        self._content["shards"][path.name] = found
        unfinished = self._path.with_suffix(".tmp")
        unfinished.write_text(json.dumps(self._content, indent=1) + "\n", encoding="utf-8")
        unfinished.replace(self._path)
        return found

    @property
    def positions(self) -> int:
        """The number of positions in all shards."""
        return sum(int(shard["positions"]) for shard in self._content["shards"].values())
