"""CBF on documents made here."""

from __future__ import annotations

from pathlib import Path

import pytest
from damage import outcomes, spoiled
from foreign_files import CBF_MOVES, cbf_document
from truth import differences

from xiangqi.errors import RecordError
from xiangqi.records.files import read_bytes
from xiangqi.records.text import cbf
from xiangqi.records.tree import Game


def _one(text: str, encoding: str = "utf-8") -> Game:
    (game,) = cbf.read(text.encode(encoding))
    return game


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "UTF-16"), ("gb18030", "GB2312")],
)
def test_encodings(encoding: str, name: str) -> None:
    game = _one(cbf_document(declaration=f'<?xml version="1.0" encoding="{name}"?>\n'), encoding)
    assert game.headers == {"Title": "第一局", "Event": "五羊杯"}
    assert game.result == "0-1"
    assert game.root.comment == "开局"
    assert [(str(node.move), node.comment) for node in game.root.line()] == [
        ("h2e2", ""),
        ("h9g7", "跳马"),
        ("h0g2", ""),
    ]
    assert not game.errors


def test_variations_follow_the_line_they_leave() -> None:
    game = _one(
        cbf_document(
            '<Move value="00-00"/><Move value="77-47" variation="1"/><Move value="70-62" end="1"/>'
            '<Move value="26-25" end="1"/>'
        )
    )
    assert [str(node.move) for node in game.root.children] == ["h2e2", "c3c4"]
    assert not game.errors


def test_moves_after_the_end_are_told() -> None:
    game = _one(cbf_document(CBF_MOVES + '<Move value="19-27" />'))
    assert len(game.main_line()) == 3
    assert game.errors[0].token == "19-27"


def test_list_without_its_root() -> None:
    game = _one(cbf_document('<Move value="77-47" /><Move value="70-62" end="1" />'))
    assert [str(move) for move in game.main_line()] == ["h2e2", "h9g7"]


@pytest.mark.parametrize(
    ("value", "text"),
    [("93-94", "start point 93"), ("", "not a move"), ("7747", "not a move"), ("00-00", "not a legal move")],
)
def test_bad_moves(value: str, text: str) -> None:
    game = _one(cbf_document(CBF_MOVES.replace("79-67", value)))
    (fault,) = game.errors
    assert (fault.ply, fault.line) == (3, 8)
    assert text in fault.message
    assert len(game.main_line()) == 2


def test_first_mover_decides_the_side() -> None:
    game = _one(cbf_document('<Move value="00-00"/><Move value="70-62" end="1"/>'))
    assert game.start_fen.split()[1] == "b"
    assert [fault.message for fault in game.errors] == [
        "the first move is not by the side to move in the given position"
    ]


def test_unreadable_position() -> None:
    game = _one(cbf_document(fen="rnbakabnr/9"))
    assert "2 rows" in game.errors[0].message
    assert game.main_line() == []


def test_entities_and_doctypes_are_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    bomb = "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(9))
    for entities in (f'<!ENTITY e0 "ha">{bomb}', f'<!ENTITY e9 SYSTEM "file://{secret}">', ""):
        document = cbf_document(head="<Red>&e9;</Red>", declaration=f"<!DOCTYPE r [{entities}]>")
        with pytest.raises(RecordError, match=r"line 1: document type .* not allowed"):
            _one(document)


def test_document_that_breaks_off() -> None:
    text = cbf_document()
    game = _one(text[: text.index('<Move value="79')])
    assert len(game.main_line()) == 2
    assert "broken XML" in game.errors[-1].message
    with pytest.raises(RecordError, match="broken XML"):
        _one(text[: text.index("<Move")])


def test_elements_without_number() -> None:
    with pytest.raises(RecordError, match="line 5: elements are nested more than 64 levels deep"):
        _one(cbf_document("<a>" * 1_000_000))
    game = _one(cbf_document("\n" * 300_000 + "<a/>" * 100_000 + CBF_MOVES))
    assert len(game.main_line()) == 3


def test_declaration_that_never_ends() -> None:
    for text in ("<?xml" * 100_000, " " * 200_000):
        with pytest.raises(RecordError, match="broken XML"):
            _one("<ChineseChessRecord " + text)


def test_other_documents() -> None:
    with pytest.raises(RecordError, match="ChineseChessRecord"):
        _one("<html></html>")


def test_spoiled_documents() -> None:
    assert sum(outcomes(cbf.read, spoiled(cbf_document().encode(), 400))) == 400


def test_samples(shared_data: Path) -> None:
    assert differences(shared_data, "cbf", ".cbf", cbf.read) == []


def test_another_root_element_is_told() -> None:
    (game,) = read_bytes(cbf_document().replace("ChineseChessRecord", "ChineseChessRecrd").encode(), "a.cbf")
    assert game.main_line() == _one(cbf_document()).main_line() != []
    assert "ChineseChessRecrd" in [fault.token for fault in game.errors]


def test_a_document_without_its_root_element_is_refused() -> None:
    inside = cbf_document().partition("\n")[2].replace("</ChineseChessRecord>", "")
    with pytest.raises(RecordError, match="XML"):
        list(read_bytes(inside.encode(), "a.cbf"))
