"""Steps of soldiers to the side as chess programs write them, with the file they left."""

from __future__ import annotations

import pytest

from tests.unit.records.reading import faults, game_in, iccs

_SOLDIERS = "3k5/9/9/4P4/9/9/p8/9/9/4K4 w - - 0 1"


@pytest.mark.parametrize(
    "text",
    [
        "1. ed6 ab3 2. d7 bc3 3. Kd0 c2",
        "1. ed6 {+1,05/7} ab3 {-1,00/8} 2. d7 bc3 3. Kd0 c2 *",
        "1. Ped6 Pab3 2. Pd7 Pbc3 3. Kd0 Pc2",
        "1. Pe6d6 Pa3b3 2. Pd7 Pb3c3 3. Kd0 Pc2",
        "1. Pe6-d6 Pa3-b3 2. Pd6-d7 Pb3-c3 3. Ke0-d0 Pc3-c2",
        "1. e-d6 a-b3 2. d7 b-c3 3. K-d0 c2",
        "1. P6d6 P3b3 2. d7 P3c3 3. Kd0 c2",
        "1. Sed6 Sab3 2. Sd7 Sbc3 3. Kd0 Sc2",
        "1. ped6 {+1} pab3 2. pd7 pbc3 3. kd0 pc2 *",
        "1. ed6+ ab3! 2. d7++ bc3 3. Kd0 c2#",
        "1.ed6 ab3 (1... Pa2) 2.d7 {1-0? no} bc3 3.Kd0 Pc2",
        "ed6 ab3 d7 bc3 Kd0 c2",
        "1. ed7 ab4 2. d8 bc4 3. Kd1 c3",  # ranks from 1
        "1. PeD6 PaB3 2. PD7 PbC3 3. KD0 PC2",
        "1. PED6 PAB3 2. PD7 PBC3 3. KeD0 Pc2",
        "1. eD6 aB3 2. D7 bC3 3. Kd0 C2",
        "1. E6D6 A3B3 2. D7 B3C3 3. KD0 C2",
        "1. ed6, ab3; 2. d7, bc3; 3. Kd0, c2",
        "1. ed6, ab3; 2. PD7, bC3 {x}; 3. KD0, c2;",
    ],
)
def test_steps_to_the_side(text: str) -> None:
    game = game_in(f'[FEN "{_SOLDIERS}"]\n\n{text}\n')
    assert iccs(game) == "e6d6 a3b3 d6d7 b3c3 e0d0 c3c2"
    assert not faults(game)


def test_the_file_tells_two_soldiers_apart() -> None:
    game = game_in('[FEN "3k5/9/9/2P1P4/9/9/9/9/9/4K4 w - - 0 1"]\n\n1. ed6 Kd8 2. cd7\n')
    assert iccs(game) == "e6d6 d9d8"
    assert len(faults(game)) == 1


def test_a_piece_that_does_not_exist_is_told() -> None:
    game = game_in(f'[FEN "{_SOLDIERS}"]\n\n1. ed6 Zab3 2. d7\n')
    assert iccs(game) == "e6d6"
    assert "Zab3" in faults(game)[0]
