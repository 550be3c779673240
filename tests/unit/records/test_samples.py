"""The samples that the fuzzer starts from are what their script makes."""

from __future__ import annotations

from build_samples import TARGET, files


def test_samples_are_what_the_script_makes() -> None:
    assert {path: path.read_bytes() for path in TARGET.glob("*/sample-*")} == files()
