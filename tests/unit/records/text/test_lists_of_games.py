"""Games in coordinates, one a line, as people list them: with titles, in quotes, as JSON, numbered."""

from __future__ import annotations

import pytest

from tests.unit.records.reading import faults, game_in, games_in, iccs

_A, _B = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "b2e2 b9c7 b0c2 a9b9 a0b0 h9g7"


def _quoted(moves: str) -> str:
    return '["' + moves.replace(" ", '", "') + '"]'


BARE = [
    f"{_A}\n{_B}\n",
    f'"{_A}"\n"{_B}"',
    f"“{_A}”\r\n“{_B}”\r\n",
    f"`{_A}`,\n`{_B}`.",
    f"1. {_A}\n2. {_B}",
    f"(1) {_A} *\n(2) {_B} *",
    f"- {_A}\n- {_B}",
    f'["{_A}", "{_B}"]',
    f'[\n  "{_A}",\n  "{_B}"\n]\n',
    f"[{_quoted(_A)}, {_quoted(_B)}]",
    f"{_quoted(_A)}\n{_quoted(_B)}\n",
    f"['{_A}', '{_B}']",
    f"['{_A}',\n '{_B}',\n]",
    f"{_A.replace(' ', '-')}\n{_B.replace(' ', '-')}",
    f"{_A.upper().replace(' ', ',')};{_B.upper().replace(' ', ',')}",
    f"{_A[:14]}\n{_A[15:]}\n{_B}\n",  # the second line goes on where the first one ends
    "h3e3 h10g8 h1g3 i10h10 i1h1 b10c8\nb3e3 b10c8 b1c3 a10b10 a1b1 h10g8",
]


@pytest.mark.parametrize("text", BARE)
def test_each_line_is_a_game(text: str) -> None:
    games = games_in(text)
    assert [iccs(game) for game in games] == [_A, _B]
    assert not any(faults(game) or game.root.comment or game.root.end().comment for game in games)


TITLED = [
    f"Anna - Bo\n{_A}\n\nCy - Di\n{_B}\n",
    f"# Anna - Bo\n{_A}\n# Cy - Di\n{_B}\n",
    f"Anna - Bo: {_A}\nCy - Di: {_B}",
    f"* Anna - Bo: {_A}\n* Cy - Di: {_B}",
    f"1. Anna - Bo\t{_A}\n2. Cy - Di\t{_B}",
    f'"Anna - Bo","{_A}"\n"Cy - Di","{_B}"',
    f"Anna - Bo;{_A.replace(' ', ',')}\nCy - Di;{_B.replace(' ', ',')}",
    f"Anna - Bo\n{_A.replace(' ', '')}\nCy - Di\n{_B.replace(' ', '')}",
    f'{{"Anna - Bo": "{_A}", "Cy - Di": "{_B}"}}',
    f'[["Anna - Bo", "{_A}"], ["Cy - Di", "{_B}"]]',
    f'["Anna - Bo", "{_A}", "Cy - Di", "{_B}"]',
]


@pytest.mark.parametrize("text", TITLED)
def test_each_game_has_its_title(text: str) -> None:
    games = games_in(text)
    assert [(game.headers["Title"], iccs(game)) for game in games] == [("Anna - Bo", _A), ("Cy - Di", _B)]
    assert not any(map(faults, games))


def test_more_lines_above_a_game_are_a_comment() -> None:
    first, second = games_in(f"Anna - Bo\nCup 1997\n{_A}\n1-0\n\nCy - Di\nCup 1998\n{_B} 0-1\nThe end.\n")
    assert (first.headers["Title"], first.root.comment, first.result) == ("Anna - Bo", "Cup 1997", "1-0")
    assert (second.headers["Title"], second.root.comment, second.result) == ("Cy - Di", "Cup 1998", "0-1")
    assert second.root.end().comment == "The end."


def test_cells_behind_the_moves() -> None:
    first, second = games_in(f"Anna,Bo,{_A},1-0\nCy,Di,{_B},0-1,at night\n")
    assert (first.result, second.result, second.root.end().comment) == ("1-0", "0-1", "at night")


def test_short_lines_are_games_if_they_cannot_be_one() -> None:
    assert [iccs(game) for game in games_in("one: h2e2 h9g7\ntwo: b2e2 h9g7\n")] == ["h2e2 h9g7", "b2e2 h9g7"]
    assert iccs(game_in("h2e2 h9g7\nh0g2 i9h9\n")) == "h2e2 h9g7 h0g2 i9h9"
    assert iccs(game_in("h2e2\nh9g7\nh0g2\ni9h9\n")) == "h2e2 h9g7 h0g2 i9h9"


def test_comments_and_what_is_no_move() -> None:
    first, second, third = games_in(f"{_A} {{good}} h0h6\n{_B} x9y9 c3c4\n{_A} what?\n")
    assert (iccs(first), first.root.end().parent.comment) == (f"{_A} h0h6", "good")  # type: ignore[union-attr]
    assert (iccs(second), [fault.line for fault in second.errors]) == (_B, [2])
    assert (iccs(third), [fault.token for fault in third.errors]) == (_A, ["what?"])
