"""Tests that losses in a format are found by reading the file back."""

from __future__ import annotations

import pytest

from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, read_bytes
from xiangqi.records.losses import described_losses, losses
from xiangqi.records.tree import Game

TEXT = '[Red "Li"]\n[Event "Cup"]\n\n1. 炮二平五 $1 {one} 马８进７ (1... 炮８平５ {two}) 2. 马二进三 1-0\n'


def lost(form: str, game: Game) -> tuple[str, ...]:
    return losses(game, WRITERS[form].write(game, Style.CHINESE, "utf-8"))


@pytest.mark.parametrize(
    ("form", "missing"),
    [
        ("pgn", ()),
        ("xml", ()),
        ("json", ()),
        ("xqf", ("marks",)),
        ("dhtmlxq", ("marks",)),
        ("iccs", ("variations", "comments", "marks", "headers", "result")),
    ],
)
def test_each_format_tells_what_it_loses(form: str, missing: tuple[str, ...]) -> None:
    assert lost(form, next(read_bytes(TEXT.encode(), "text"))) == missing


def test_a_name_that_is_too_long_for_xqf() -> None:
    game = next(read_bytes(TEXT.replace("$1", "").replace("Li", "象" * 8).encode(), "text"))
    assert lost("xqf", game) == ("headers",)


def test_a_file_that_cannot_be_read_back() -> None:
    game = next(read_bytes(TEXT.encode(), "text"))
    assert losses(game, b"") == ("moves",)
    assert losses(game, b"1. h2e2 *") == ("moves", "comments", "marks", "headers", "result")


def test_counters_that_a_format_cannot_hold() -> None:
    text = '[FEN "4k4/9/9/9/9/9/9/4r4/9/3K5 b - - 12 40"]\n\n40... e2e1 *\n'
    game = next(read_bytes(text.encode(), "text"))
    assert (lost("xqf", game), lost("dhtmlxq", game), lost("xml", game)) == (("counters",), (), ())


def test_losses_in_words() -> None:
    tags = '[Red "象象象象象象象象象"]\n[RedTeam "T"]\n[Variation "V"]\n'
    game = next(read_bytes(f"{tags}\n1. h2e2! h9g7 *".encode(), "text"))
    content = WRITERS["xqf"].write(game, Style.CHINESE, "utf-8")
    assert (
        described_losses(game, content) == "annotation marks; headers RedTeam, Variation; the full text of Red"
    )
    assert described_losses(game, WRITERS["xml"].write(game, Style.CHINESE, "utf-8")) == ""


def test_what_pgn_surely_holds() -> None:
    game = next(read_bytes(TEXT.encode(), "text"))
    holds = WRITERS["pgn"].holds
    assert holds(game, "utf-8")
    assert not holds(game, "gb18030")
    for name, text in (("对局", "x"), ("White", "x"), ("Note", "two\nlines"), ("Note", " x ")):
        game.headers[name] = text
        assert not holds(game, "utf-8")
        assert lost("pgn", game) == ("headers",)
        del game.headers[name]
