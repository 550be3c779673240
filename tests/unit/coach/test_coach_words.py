"""Facts in words: every kind, in every language and notation."""

from __future__ import annotations

from dataclasses import replace

import pytest
from catalogues import texts

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import Grade
from xiangqi.coach.patterns import PATTERNS
from xiangqi.coach.scene import placed, played
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.notation import Style


@pytest.mark.parametrize("language", LANGUAGES)
def test_kinds_patterns_and_grades_have_names(language: str) -> None:
    words = catalogue(language)
    wanted = [f"theme.{kind.value}" for kind in FactKind] + [f"pattern.{name}" for name in PATTERNS]
    wanted += [f"grade.{grade.value}" for grade in Grade]
    assert [key for key in wanted if not words.either(f"coach.{key}", "")] == []


def hanging() -> tuple[Board, Move, Fact]:
    board = Board("5k3/9/9/9/9/9/9/8c/5N3/3K5 b")
    mistake = Move.from_iccs("i2h2")
    after = board.copy()
    after.push(mistake)
    first = Move.from_iccs("f1h2")
    pieces = (placed(after, first.from_square), placed(after, first.to_square))
    return board, mistake, Fact(FactKind.HANGS, RED, Start.AFTER, pieces, (first,), 250, name="free")


@pytest.mark.parametrize(
    ("language", "style", "text"),
    [
        ("en", Style.ICCS, "Black's cannon on h2 is left hanging: f1h2 takes it."),
        ("en", Style.WXF, "Black's cannon on file 8 is left hanging: H4+2 takes it."),
        ("zh-Hans", Style.CHINESE, "黑方８路炮无根，马四进二可以吃掉。"),
        ("zh-Hant", Style.CHINESE_TRADITIONAL, "黑方８路砲無根，馬四進二可以吃掉。"),
        ("zh-Hans", Style.ICCS, "黑方h2的炮无根，f1h2可以吃掉。"),
    ],
)
def test_a_sentence_has_the_players_notation_and_points(language: str, style: Style, text: str) -> None:
    board, mistake, fact = hanging()
    before = board.fen()
    assert Wording(language, style).sentence(fact, board, mistake) == text
    assert board.fen() == before


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("en", "loses.check_and_chase", "The repetition loses by the rules: checks and chases in turn."),
        ("zh-Hans", "loses.check_and_chase", "按规则，重复局面判负：一将一捉。"),
        ("zh-Hant", "wins.perpetual_threat", "按規則，重複局面判勝：對方長殺。"),
    ],
)
def test_a_repetition_is_told_with_what_is_forbidden(language: str, name: str, text: str) -> None:
    fact = Fact(FactKind.REPETITION, RED, Start.BEFORE, proof=(Move.from_iccs("h2e2"),), name=name)
    assert Wording(language, Style.ICCS).sentence(fact, Board(), fact.proof[0]) == text


@pytest.mark.parametrize(
    ("language", "style", "text"),
    [
        ("en", Style.ICCS, "Black's cannon on h2 can be taken for nothing: f1h2."),
        ("zh-Hans", Style.CHINESE, "马四进二可以白吃黑方８路炮。"),
        ("zh-Hant", Style.CHINESE_TRADITIONAL, "馬四進二可以白吃黑方８路砲。"),
    ],
)
def test_what_is_guarded_in_vain_is_not_said_to_be_without_a_guard(
    language: str, style: Style, text: str
) -> None:
    board, mistake, fact = hanging()
    assert Wording(language, style).sentence(replace(fact, name="free.guarded"), board, mistake) == text


STALEMATE_IN_TWO = "4k4/9/9/9/9/2p6/9/8c/2r3N2/3A1K3 b"


@pytest.mark.parametrize(
    ("language", "theme", "missed", "plain"),
    [
        ("en", "stalemate", "Missed a win by stalemate in 2: ", "Black wins by stalemate in 2: "),
        ("zh-Hans", "困毙", "错过2步困毙：", "黑方2步困毙对方："),
        ("zh-Hant", "困斃", "錯過2步困斃：", "黑方2步困斃對方："),
    ],
)
def test_a_stalemate_is_not_called_a_mate(language: str, theme: str, missed: str, plain: str) -> None:
    board, words = Board(STALEMATE_IN_TWO), Wording(language, Style.ICCS)
    fact = FactFinder().mate(board, Start.BEFORE)
    assert fact is not None
    assert not played(board, fact.proof).is_check()
    assert words.theme_of(fact) == theme
    assert words.sentence(fact, board, board.legal_moves()[0]).startswith(missed)
    assert words.plainly(fact, board).startswith(plain)
    threat = replace(fact, kind=FactKind.THREAT)
    assert words.plainly(threat, board) != words.plainly(replace(threat, name="mate"), board)
    checkmate = FactFinder().mate(Board("3k5/R8/9/9/9/9/9/9/9/1R2K4 w"), Start.BEFORE)
    assert checkmate is not None
    assert words.theme_of(checkmate) == words.theme(FactKind.MATE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_is_cut_short_ends_the_sentence(language: str) -> None:
    board = Board()
    proof = tuple(Move.from_iccs(step) for step in ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "h7i7", "h0h6"))
    fact = Fact(FactKind.MATE, board.turn, Start.BEFORE, (), proof, moves=4)
    words = Wording(language, Style.ICCS)
    assert words.sentence(fact, board, proof[0]).endswith("i0h0 …")
    whole = replace(fact, proof=proof[:5], moves=3)
    assert words.sentence(whole, board, proof[0]).endswith(("i0h0.", "i0h0。"))


@pytest.mark.parametrize(
    ("language", "missed", "opposite"), [("zh-Hans", "错过", "漏着"), ("zh-Hant", "錯過", "漏著")]
)
def test_a_missed_move_is_not_called_the_bad_one_that_was_played(
    language: str, missed: str, opposite: str
) -> None:
    english, chinese = texts("en"), texts(language)
    keys = [
        key for key, text in english.items() if key.startswith("coach.say.") and text.startswith("Missed: ")
    ]
    assert keys
    assert [key for key in keys if not chinese[key].startswith((missed, "漏吃"))] == []
    assert [key for key, text in chinese.items() if opposite in text] == []


def test_the_cannon_of_traditional_terms_is_written_in_one_way() -> None:
    """On the board and in Black's moves it is the other character."""
    other = [key for key, text in texts("zh-Hant").items() if "砲" in text]
    assert other == ["coach.piece.black.cannon"]


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_that_a_piece_is_held_is_said_of_one_attacker(language: str) -> None:
    """Against another one another piece may protect it."""
    held = catalogue(language).wording("insight.held", {"guard": "甲", "target": "乙", "attacker": "丙"})
    assert held == "丙捉乙，只有甲能吃回。"
