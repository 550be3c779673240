"""Tests of facts in words: every kind, in every language and notation."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from catalogues import forms, places, texts

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import Grade
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.patterns import PATTERNS
from xiangqi.coach.scene import placed, played
from xiangqi.coach.spoils import Spoils, spoils_of
from xiangqi.coach.summary import summary_of
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.line import Line
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
        (
            "en",
            Style.ICCS,
            "Red can take Black's cannon on h2 with the horse, since nothing protects it.",
        ),
        ("en", Style.WXF, "Red can take Black's cannon with H4+2, since nothing protects it."),
        ("zh-Hans", Style.CHINESE, "红方可走马四进二，白吃黑炮。"),
        ("zh-Hant", Style.CHINESE_TRADITIONAL, "紅方可走馬四進二，白吃黑砲。"),
        ("zh-Hans", Style.ICCS, "红方可走f1h2，白吃黑炮（h2）。"),
    ],
)
def test_a_sentence_has_the_players_notation_and_points(language: str, style: Style, text: str) -> None:
    board, mistake, fact = hanging()
    before = board.fen()
    assert Wording(language, style).sentence(fact, board, mistake) == text
    assert board.fen() == before


@pytest.mark.parametrize(
    ("fen", "mistake", "still"),
    [
        ("3k5/9/9/9/9/8p/9/7c1/5N3/4K4 b", "i4i3", True),
        ("3k5/9/9/9/9/8p/9/7c1/5N2r/4K4 b", "i1h1", True),  # it protected nothing before
        ("3k5/9/9/9/9/8p/9/7c1/5N1r1/4K4 b", "h1i1", False),  # it had protected the cannon
        ("3k5/9/9/9/9/8p/9/7c1/5Nr2/4K4 b", "g1g5", False),  # it had stood on the horse's leg
        ("5k3/9/9/9/9/9/9/8c/5N3/4K4 b", "i2h2", False),  # the cannon has just come there
    ],
)
def test_a_capture_that_was_there_before_is_still_there(fen: str, mistake: str, still: bool) -> None:
    board, move, first = Board(fen), Move.from_iccs(mistake), Move.from_iccs("f1h2")
    after = played(board, [move])
    pieces = (placed(after, first.from_square), placed(after, first.to_square))
    for kind in (FactKind.HANGS, FactKind.TAKES):
        fact = Fact(kind, RED, Start.AFTER, pieces, (first,), 250, name="free")
        told = [Wording(language, Style.ICCS).sentence(fact, board, move) for language in LANGUAGES]
        found = zip(told, ("can still take", "仍可走", "仍可走", "vẫn có thể dùng"), strict=True)
        assert [text in one for one, text in found] == [still] * len(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        (
            "en",
            "loses.check_and_chase",
            "Under the rules, this repetition loses because of alternating checks and chases.",
        ),
        ("zh-Hans", "loses.check_and_chase", "按规则，循环局面判负：一将一捉。"),
        ("zh-Hant", "wins.perpetual_threat", "按規則，循環局面判勝：對方長殺。"),
    ],
)
def test_a_repetition_is_told_with_what_is_forbidden(language: str, name: str, text: str) -> None:
    fact = Fact(FactKind.REPETITION, RED, Start.BEFORE, proof=(Move.from_iccs("h2e2"),), name=name)
    assert Wording(language, Style.ICCS).sentence(fact, Board(), fact.proof[0]) == text


@pytest.mark.parametrize(
    ("language", "style", "text"),
    [
        ("en", Style.ICCS, "Red can reply with horse to h2 and win a cannon, because nothing can recapture."),
        ("zh-Hans", Style.CHINESE, "红方可走马四进二，净得一炮：对方不能吃回。"),
        ("zh-Hant", Style.CHINESE_TRADITIONAL, "紅方可走馬四進二，淨得一砲：對方不能吃回。"),
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
        ("en", "stalemate", "There was a win by stalemate in 2: ", "Win by stalemate in 2: "),
        ("zh-Hans", "困毙", "本有两步困毙：", "两步困毙："),
        ("zh-Hant", "困斃", "本有兩步困斃：", "兩步困斃："),
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
    threat = replace(
        fact, kind=FactKind.THREAT, pieces=(placed(board, fact.proof[0].from_square),), patterns=()
    )
    assert words.plainly(threat, board) != words.plainly(replace(threat, name="mate"), board)
    checkmate = FactFinder().mate(Board("3k5/R8/9/9/9/9/9/9/9/1R2K4 w"), Start.BEFORE)
    assert checkmate is not None
    assert words.theme_of(replace(checkmate, patterns=())) == words.theme(FactKind.MATE)
    assert words.theme_of(checkmate) != words.theme(FactKind.MATE), "its pattern says more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_is_cut_short_ends_the_sentence(language: str) -> None:
    board = Board()
    proof = tuple(Move.from_iccs(step) for step in ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "h7i7", "h0h6"))
    fact = Fact(FactKind.MATE, board.turn, Start.BEFORE, (), proof, moves=4)
    words = Wording(language, Style.ICCS)
    last = {"en": "chariot to h0 …", "vi": "Xe tới h0 …"}.get(language, "h7i7 …")
    assert words.sentence(fact, board, proof[0]).endswith(last)
    whole = replace(fact, proof=proof[:5], moves=3)
    assert words.sentence(whole, board, proof[0]).endswith(("chariot to h0.", "Xe tới h0.", "i0h0。"))


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_a_missed_move_is_told_as_one_that_was_there(language: str) -> None:
    english, chinese = texts("en"), texts(language)
    keys = [key for key, text in english.items() if key.startswith("coach.say.") and "would have" in text]
    keys += ["coach.frame.before", "coach.frame.bare.before"]
    points = [key for key in keys if ".point." in key]
    assert len(keys) > 20
    assert [key for key in keys if key not in points and not chinese[key].startswith("本可")] == []
    assert [key for key in points if ("应走" if language == "zh-Hans" else "應走") not in chinese[key]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_frame_that_tells_the_material_first(language: str) -> None:
    words = texts(language)
    for mood in ("after", "before", "plain"):
        frame = words[f"coach.frame.{mood}"]
        assert frame.index("{spoils}") < frame.index("{why}")
        assert "{spoils}" in words[f"coach.frame.bare.{mood}"]


@pytest.mark.parametrize(
    ("language", "style", "text"),
    [
        (
            "en",
            Style.ICCS,
            "Black can take Red's cannon on h9 with the chariot, exchanging a horse for a cannon.",
        ),
        (
            "en",
            Style.WXF,
            "Black can take Red's cannon on file 2 with R9.8, exchanging a horse for a cannon.",
        ),
        ("zh-Hans", Style.CHINESE, "黑方可走车９平８吃红二路炮，以马换炮。"),
        ("zh-Hant", Style.CHINESE_TRADITIONAL, "黑方可走車９平８吃紅二路炮，以馬換炮。"),
    ],
)
def test_an_exchange_is_told_piece_by_piece(language: str, style: Style, text: str) -> None:
    """The cannon that has moved is named by its former file, but with its present coordinates."""
    board = Board()
    mistake, answer = Move.from_iccs("h2h9"), Move.from_iccs("i9h9")
    after = played(board, [mistake])
    pieces = (placed(after, answer.from_square), placed(after, answer.to_square))
    fact = Fact(FactKind.TAKES, after.turn, Start.AFTER, pieces, (answer,))
    assert Wording(language, style).sentence(fact, board, mistake) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "You can take Red's cannon on h9 with the chariot, exchanging a horse for a cannon.",
        ),
        ("zh-Hans", "你可走i9h9吃红炮（h9），以马换炮。"),
    ],
)
def test_the_side_that_is_spoken_to_is_you(language: str, text: str) -> None:
    board = Board()
    mistake, answer = Move.from_iccs("h2h9"), Move.from_iccs("i9h9")
    after = played(board, [mistake])
    pieces = (placed(after, answer.from_square), placed(after, answer.to_square))
    fact = Fact(FactKind.TAKES, after.turn, Start.AFTER, pieces, (answer,))
    assert Wording(language, Style.ICCS, you=BLACK).sentence(fact, board, mistake) == text
    other = Wording(language, Style.ICCS, you=RED).sentence(fact, board, mistake)
    assert ("your cannon" if language == "en" else "你的炮") in other


_NOT_OF_YOU = re.compile(
    r"(?<!^)(?<!\. )\bYou\b|^you\b|\. you\b|\b(?<!for )[Yy]ou (?:is|was|has|[a-z]+s)\b|\bof you\b|\b[Yy]ou'"
)
"""A capital within a sentence, a verb of the third person (not after "for you"), an owner without its word."""

_ADDRESSED = {"side", "mover", "other"}
"""The placeholders of the coach that are filled with the name of a side."""


def addressed(key: str, side: int) -> str:
    """Return a message of the coach with the player, who has Red, or the opponent in every such place."""
    words, (one, *_) = Wording("en", Style.ICCS, you=RED), forms("en")[key]
    rest = dict.fromkeys(places(one) - _ADDRESSED, "…") | {"first": "5", "last": "9", "number": "7"}
    return words.say(key, side, mover=words.side(side), other=words.side(side), **rest)


def about_sides() -> list[str]:
    return [key for key, text in texts("en").items() if key.startswith("coach.") and places(text) & _ADDRESSED]


def test_every_sentence_of_the_coach_suits_you_and_a_colour() -> None:
    told = {key: addressed(key, RED) for key in about_sides()}
    assert len(told) > 60
    assert {key: text for key, text in told.items() if _NOT_OF_YOU.search(text)} == {}
    others = {key: addressed(key, BLACK) for key in told}
    assert {key: text for key, text in others.items() if "Black" not in text} == {}


@pytest.mark.parametrize(
    "wrong",
    [
        "You mates in 3.",
        "Then You took it.",
        "you lost.",
        "So it was. you won.",
        "From move 5 you was winning.",
    ],
)
def test_a_sentence_that_does_not_suit_you_is_noticed(wrong: str) -> None:
    assert _NOT_OF_YOU.search(wrong)


def test_a_summary_begins_its_sentences_with_you() -> None:
    moves = (MoveReview(1, RED, Move.from_iccs("h2e2"), 0.5, 0.5, 0.0, Grade.GOOD, (), (), "opening"),)
    review = GameReview(Line(START_FEN, (moves[0].move,)), moves, summary_of(moves, None))
    assert Wording("en", Style.ICCS, you=RED).summary(review)[0] == "You: accuracy 100%."


@pytest.mark.parametrize(
    ("line", "won", "lost"),
    [
        ("h2h9 i9h9", ("horse",), ("cannon",)),
        ("h2h9 i9h9 h0g2", ("horse",), ("cannon",)),
        ("h2h9 h7h0 i0h0 i9h9", (), ()),
        ("h0g2 h9g7", (), ()),
    ],
)
def test_equal_pieces_cancel_out(line: str, won: tuple[str, ...], lost: tuple[str, ...]) -> None:
    kinds = {"horse": 4, "chariot": 5, "cannon": 6}
    found = spoils_of(Board(), [Move.from_iccs(step) for step in line.split()], RED)
    assert found == Spoils(tuple(kinds[kind] for kind in won), tuple(kinds[kind] for kind in lost))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Chariot to a5 would have threatened mate (smothered palace)."),
        ("zh-Hans", "本可走a4a5，伏闷宫。"),
        ("zh-Hant", "本可走a4a5，伏悶宮。"),
    ],
)
def test_a_threatened_mate_is_called_by_its_pattern(language: str, text: str) -> None:
    board = Board("4k4/9/9/9/9/R8/9/9/9/3K5 w")
    step = Move.from_iccs("a4a5")
    pieces = (placed(board, step.from_square),)
    proof = (step, Move.from_iccs("e9e8"), Move.from_iccs("a5a8"))
    fact = Fact(
        FactKind.THREAT, RED, Start.BEFORE, pieces, proof, moves=1, patterns=("smothered_palace",), name="mate"
    )
    assert Wording(language, Style.ICCS).sentence(fact, board, Move.from_iccs("d0d1")) == text


def test_the_cannon_of_traditional_terms_is_written_in_one_way() -> None:
    """On the board, in Black's moves and where Black's piece is meant it is the other character."""
    other = {key for key, text in texts("zh-Hant").items() if "砲" in text}
    named = {"coach.piece.black.cannon", "piece.black.cannon"}
    assert other == named | {"first.check.task.5", "first.opening.task.2"}


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_that_a_piece_is_held_is_said_of_one_attacker(language: str) -> None:
    """Another piece may protect it against another attacker."""
    held = catalogue(language).wording("insight.held", {"guard": "甲", "target": "乙", "attacker": "丙"})
    assert held == "丙捉乙，只有甲能吃回。"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "Red can reply with chariot to h4 and win a horse, "
            "because Black's horse on h6 is then pinned to its general.",
        ),
        ("zh-Hans", "红方可走h0h4，净得一马：牵住黑马（h6），动弹不得。"),
    ],
)
def test_a_piece_is_pinned_from_where_the_pinning_one_goes(language: str, text: str) -> None:
    board = Board("7k1/9/9/7n1/9/9/9/9/4K4/7R1 b")
    after = played(board, [Move.from_iccs("h9h8")])
    proof = tuple(map(Move.from_iccs, ("h0h4", "h8h9", "h4h6")))
    pieces = (placed(after, proof[0].from_square), placed(after, proof[2].to_square))
    fact = Fact(FactKind.PIN, RED, Start.AFTER, pieces, proof, 250)
    assert Wording(language, Style.ICCS).sentence(fact, board, Move.from_iccs("h9h8")) == text


@pytest.mark.parametrize(
    ("language", "style", "fen", "move", "told"),
    [
        ("en", Style.ICCS, START_FEN, "h0g2", "Better: horse to g2."),
        ("en", Style.ICCS, "3k5/9/9/9/9/9/9/2N3N2/9/4K4 w", "g2e1", "Better: horse on g2 to e1."),
        ("en", Style.ICCS, "3k5/9/9/9/9/9/9/2N1C1N2/9/4K4 w", "e2e5", "Better: cannon to e5."),
        ("en", Style.ICCS, "3k5/9/9/9/9/9/9/2n3n2/9/4K4 b", "c2b4", "Better: horse to b4."),
        ("en", Style.WXF, START_FEN, "h0g2", "Better: H2+3."),
        ("zh-Hans", Style.ICCS, START_FEN, "h0g2", "应走h0g2。"),
        ("zh-Hans", Style.CHINESE, START_FEN, "h0g2", "应走马二进三。"),
    ],
)
def test_a_move_in_a_sentence(language: str, style: Style, fen: str, move: str, told: str) -> None:
    """A single move in coordinates is told in words in English; a line of moves keeps the notation."""
    board, better = Board(fen), Move.from_iccs(move)
    other = next(legal for legal in board.legal_moves() if legal != better)
    words = Wording(language, style)
    fact = Fact(FactKind.BETTER, board.turn, Start.BEFORE, (placed(board, better.from_square),), (better,))
    assert words.sentence(fact, board, other) == told
    assert words.moves(board, [better]) in told


@pytest.mark.parametrize(
    ("language", "style", "told"),
    [
        ("en", Style.ICCS, "h0g2 h9g7"),
        ("en", Style.WXF, "H2+3 H8+7"),
        ("zh-Hans", Style.CHINESE, "马二进三，马８进７"),
        ("zh-Hant", Style.CHINESE_TRADITIONAL, "馬二進三，馬８進７"),
    ],
)
def test_a_line_in_a_sentence(language: str, style: Style, told: str) -> None:
    moves = [Move.from_iccs("h0g2"), Move.from_iccs("h9g7")]
    assert Wording(language, style).moves(Board(), moves) == told


def test_only_a_move_in_words_begins_a_sentence_with_a_capital() -> None:
    assert Wording("en", Style.ICCS).beginning("horse to g2") == "Horse to g2"
    assert Wording("en", Style.ICCS).beginning("h0g2") == "h0g2"
    assert Wording("zh-Hans", Style.ICCS).beginning("h0g2") == "h0g2"


@pytest.mark.parametrize(
    ("language", "style", "told"),
    [
        ("en", Style.WXF, "Black's cannon on file 3"),
        ("zh-Hans", Style.CHINESE, "黑3路炮"),
        ("zh-Hant", Style.CHINESE_TRADITIONAL, "黑3路砲"),
    ],
)
def test_a_piece_that_has_moved_is_named_where_it_stands_now(language: str, style: Style, told: str) -> None:
    board = Board("3k5/9/9/9/c8/9/7c1/9/9/R3K4 b")
    move = Move.from_iccs("h3c3")
    after = played(board, (move,))
    take = Move.from_iccs("a0a3")
    pieces = (placed(after, take.from_square), placed(after, move.to_square))
    fact = Fact(FactKind.HANGS, RED, Start.AFTER, pieces, (take,), 250, name="free")
    assert told in Wording(language, style).sentence(fact, board, move)


@pytest.mark.parametrize(
    ("language", "style", "told"),
    [
        ("en", Style.WXF, "keeps the soldier on file 3 safe"),
        ("zh-Hans", Style.CHINESE, "三路兵"),
        ("vi", Style.ICCS, "Tốt ở g3 trước"),
        ("vi", Style.VIETNAMESE, "Tốt ở lộ 3 trước"),
    ],
)
def test_a_piece_without_its_owner_leaves_no_gap(language: str, style: Style, told: str) -> None:
    board, better, other = Board(), Move.from_iccs("h0g2"), Move.from_iccs("a3a4")
    pieces = tuple(placed(board, Move.from_iccs(f"{point}a1").from_square) for point in ("h0", "g3", "g6"))
    fact = Fact(FactKind.BETTER, RED, Start.BEFORE, pieces, (better,), name="guards")
    text = Wording(language, style).sentence(fact, board, other)
    assert told in text
    assert "  " not in text


@pytest.mark.parametrize(
    ("language", "style", "text"),
    [
        (
            "en",
            Style.ICCS,
            "Black can still take Red's chariot on b6 with its chariot, since nothing protects it.",
        ),
        ("zh-Hans", Style.CHINESE, "黑方仍可走车８平２，白吃红车。"),
        ("vi", Style.ICCS, "Đen vẫn có thể dùng Xe ăn được Xe đỏ ở b6 vì quân này không có căn."),
    ],
)
def test_a_capture_names_its_goal_once(language: str, style: Style, text: str) -> None:
    board, capture = Board("3k5/9/9/1R5r1/9/9/9/9/9/4K4 w"), Move.from_iccs("h6b6")
    after = played(board, [quiet := Move.from_iccs("e0e1")])
    pieces = (placed(after, capture.from_square), placed(after, capture.to_square))
    fact = Fact(FactKind.HANGS, BLACK, Start.AFTER, pieces, (capture,), 390, name="free")
    assert Wording(language, style).sentence(fact, board, quiet) == text


def test_an_offered_piece_is_not_said_to_be_taken_by_its_own_side() -> None:
    board = Board("4k4/9/9/9/8R/9/3rN4/9/9/4K4 w")
    line = tuple(map(Move.from_iccs, ("i5d5", "d3d5", "e3d5", "e9e8")))
    fact = Fact(FactKind.BETTER, RED, Start.BEFORE, (placed(board, line[0].from_square),), line, counts=(50,))
    told = Wording("en", Style.ICCS).sentence(fact, board, Move.from_iccs("e0e1"))
    assert (
        told == "Better: chariot to d5; if it is taken, horse takes the chariot on d5, keeping the game level."
    )
    quiet = replace(fact, proof=tuple(map(Move.from_iccs, ("i5i6", "d3d4", "i6i7"))))
    told = Wording("zh-Hans", Style.CHINESE).sentence(quiet, board, Move.from_iccs("e0e1"))
    assert told == "应走车一进一，再车一进一，可保均势。"


def test_a_gain_beyond_the_moves_that_are_told_has_its_first_moves() -> None:
    board = Board("5ab2/3ka1P2/4b4/1P7/8P/9/2p1p4/3r5/4A4/4KAB2 w")
    line = tuple(map(Move.from_iccs, ["d2b2", "e1d0", "e7g9", "b6a6", "b2g2", "d0e1", "g2g0"]))
    mover = placed(board, line[0].from_square)
    fact = Fact(FactKind.WINS_MATERIAL, BLACK, Start.AFTER, (mover,), line, 186)
    told = Wording("zh-Hans", Style.CHINESE).sentence(fact, board, Move.from_iccs("g8g9"))
    assert told == "黑方可走车４平２，仕五退六，象５退７，兵八平九，车２平７，仕六进五 …，净得一相。"
