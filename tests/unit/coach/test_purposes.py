"""What the better move does, what of a proof is told, and lines that end quietly, in every image."""

from __future__ import annotations

from dataclasses import replace

import pytest
from images import Image, images, judged
from lines import moves
from refuting import LateRefuter

from tools.refute.verdict import HOLDS
from xiangqi.board import Board, Move
from xiangqi.coach.deeds import deed_of
from xiangqi.coach.facts import CAPTURES, Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.keeping import keeps
from xiangqi.coach.lines import until_quiet
from xiangqi.coach.notes import NO_CAUSES
from xiangqi.coach.opening_facts import OpeningTeller
from xiangqi.coach.prover import Prover
from xiangqi.coach.purposes import NO_PURPOSE, is_given_up, purpose_of
from xiangqi.coach.scene import placed, played
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.spoils import told_part
from xiangqi.coach.tactics import Win, wins
from xiangqi.coach.threats import Shot
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import square_name
from xiangqi.fen import START_FEN
from xiangqi.notation import Style

prover = Prover()
finder = FactFinder(prover)
LANGUAGES = [("en", Style.ICCS), ("zh-Hans", Style.CHINESE), ("zh-Hant", Style.CHINESE_TRADITIONAL)]

ATTACKED = "3k5/9/9/9/2r6/9/9/2N6/9/R3K4 w"
CANNONS = "rnba1abn1/2C1k2c1/1c7/4p3p/p1p3p2/9/P1P1P1P1P/N3B1NR1/4K4/R1BA1A3 b"
FREE = "3k5/9/9/9/2n6/9/9/2R6/9/4K4 w"
PROTECTED = "3k5/1n7/9/2r6/9/9/9/2R6/9/4K4 w"


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(
    ("fen", "move", "better", "answer", "name", "concerned"),
    [
        (ATTACKED, "e0e1", "c2e3 d9d8", "c5c2", "saves", "c5"),
        (CANNONS, "e6e5", "h8c8 h2h9", "h2h8 e8e9", "takes", "c8"),  # it takes what attacks it
        (ATTACKED, "c2e3", "c2e3 d9d8", "c5e5", "", ""),  # the move played saves it as well
        (ATTACKED, "e0e1", "a0a2 d9d8", "c5c2", "guards", "c2 c5"),
        (ATTACKED.replace("R3K4", "4K4"), "e0e1", "e0f0 d9d8", "c5c2", "", ""),
        (FREE, "e0e1", "c2c5 d9d8", "c5d3", "takes", "c5"),
        (FREE, "e0e1", "c2c5 d9d8", "d9d8 c2c5", "", ""),  # it is taken one move later
        (PROTECTED, "e0e1", "c2c6 b8c6", "c6c2", "trades", ""),
        (START_FEN, "g3g4", "h0g2 h9g7", "h9g7", "develops", ""),
        (START_FEN, "b0c2", "h0g2 h9g7", "h9g7", "", ""),
    ],
)
def test_what_the_better_move_does(
    fen: str, move: str, better: str, answer: str, name: str, concerned: str, image: Image
) -> None:
    if fen == START_FEN and image.turned:
        return
    fault = judged(image, fen, move, better, answer)
    found = purpose_of(fault, prover, beside_reason=False)
    assert found[0] == name
    squares = [image.move(f"{square}a0").from_square for square in concerned.split()]
    assert found[1] == tuple(placed(fault.before, square) for square in squares)


def test_beside_a_lost_piece_nobody_brings_out_another() -> None:
    fault = JudgedMove(Board(), Move.from_iccs("g3g4"), moves("h0g2 h9g7"), moves("h9g7"))
    assert purpose_of(fault, prover, beside_reason=True) == NO_PURPOSE


def test_a_soldier_is_saved_only_if_it_falls() -> None:
    board = Board("3k5/9/9/9/2r6/2P6/9/9/9/R3K4 w")
    taken, spared = (
        JudgedMove(board, Move.from_iccs("e0e1"), moves("a0a4 d9d8"), moves(answer))
        for answer in ("c5c4", "d9d8")
    )
    assert purpose_of(taken, prover, beside_reason=True)[0] == "guards"
    assert purpose_of(spared, prover, beside_reason=True) == NO_PURPOSE


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(
    ("better", "answer", "kept"),
    [
        ("a0d0 d9e9 c2e3", "c5c2 e1e0", True),  # the check comes first
        ("a0d0 d9e9 e0e1 c5c2", "c5c2 e1e0", False),  # it falls all the same
        ("a0d0 d9e9 d0d9 e9d9 c2e3", "c5c2 e1e0", False),  # something dearer falls
        ("a0d0 d9e9 c2e3", "d9d8 c2e3", False),  # it does not fall after the move played either
        ("a0d0 d9e9 c2e3", "d9d8 c2e3 c5c3 a0a1 c3e3", False),  # it has gone there of its own will
    ],
)
def test_a_better_move_keeps_what_falls_otherwise(better: str, answer: str, kept: bool, image: Image) -> None:
    fault = judged(image, ATTACKED, "e0e1", better, answer)
    piece = placed(fault.before, image.move("c2a0").from_square)
    assert [*keeps(fault, prover)] == [("keeps", (piece,))] * kept


def test_a_side_that_loses_anyway_keeps_what_it_can() -> None:
    """An advisor falls in both lines, the elephant in one."""
    fen = "3ak4/4a4/4b3b/1P4P2/p8/9/9/9/4K2R1/3A1rB2 w"
    better, answer = "g0e2 f0d0 b6c6 d0i0 h1h4 i0i1 e1e0", "f0d0 g6g7 d0e0 e2d2 e0g0 g7h7 i7g9"
    fault = JudgedMove(Board(fen), *moves("e1e2"), moves(better), moves(answer))
    [(name, [piece])] = keeps(fault, prover)
    assert (name, square_name(piece.square)) == ("keeps", "g0")


@pytest.mark.parametrize("image", list(images()))
def test_a_move_that_gives_its_piece_up_is_known(image: Image) -> None:
    assert not is_given_up(judged(image, ATTACKED, "e0e1", "c2d4 c5c4", "c5c2"), prover)
    onto = judged(image, "3k5/9/9/9/2r6/9/9/4N4/9/4K4 w", "e0e1", "e2c3 c5c3", "d9d8")
    assert is_given_up(onto, prover)


LOOSE = "3k5/9/9/9/2n5p/9/9/R8/9/4K4 w"  # a horse and a soldier that nothing protects


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(
    ("fen", "move", "instead", "name", "concerned"),
    [
        (LOOSE, "a2c2", "e0e1", "attacks", "c5"),
        (LOOSE, "a2a5", "e0e1", "attacks", "c5"),
        (LOOSE, "a2c2", "a2a5", "", ""),  # the move played attacks it as well
        (LOOSE, "a2i2", "e0e1", "", ""),  # a soldier is no piece to attack
        (LOOSE, "a2d2", "e0e1", "checks", ""),
        (LOOSE.replace("R8", "8R"), "i2i5", "e0e1", "takes", "i5"),
        (LOOSE.replace("R8", "8R"), "i2i5", "i2i5", "", ""),
        ("3k5/9/9/9/9/9/1n7/R8/9/4K4 w", "a2d2", "e0e1", "", ""),  # the checking chariot is given up
        (PROTECTED, "c2c6", "e0e1", "", ""),  # half of an exchange is no gain
        ("3k5/9/9/9/2n6/9/1p7/R8/9/4K4 w", "a2b2", "e0e1", "", ""),  # it attacks no chariot, horse or cannon
    ],
)
def test_what_anyone_sees_a_move_do(
    fen: str, move: str, instead: str, name: str, concerned: str, image: Image
) -> None:
    board = image.board(fen)
    [step], [other] = image.moves(move), image.moves(instead)
    found = deed_of(board, (step,), other, prover) or NO_PURPOSE
    assert found[0] == name
    assert found[1] == tuple(
        placed(board, image.move(f"{square}a0").from_square) for square in concerned.split()
    )


@pytest.mark.parametrize(
    ("language", "better", "answer"),
    [
        (
            "en",
            "Better: chariot to c2, attacking Black's horse on c5.",
            "The best reply is chariot to d2, giving",
        ),
        ("zh-Hans", "应走车九平七捉黑马。", "最佳应着是车九平六将军。"),
        ("zh-Hant", "應走車九平七捉黑馬。", "最佳應著是車九平六將軍。"),
    ],
)
def test_what_is_seen_is_said(language: str, better: str, answer: str) -> None:
    board = Board(LOOSE)
    words, idle = Wording(language, dict(LANGUAGES)[language]), Move.from_iccs("e0e1")
    told = finder.of_mistake(JudgedMove(board, idle, moves("a2c2 c5e4 e0e1"), moves("d9d8 e1e0")))
    assert words.sentence(told[-1], board, idle) == better
    check = (*moves("a2d2"),)
    said = Fact(FactKind.ANSWER, board.turn, Start.AFTER, told[-1].pieces[:1], check, name="checks")
    before = Board(LOOSE.replace("3k5", "4k4").replace(" w", " b"))
    assert words.sentence(said, before, Move.from_iccs("e9d9")).startswith(answer)


# ---- What of a proof is told ----

SOLDIER = "3k5/9/9/p8/2n6/9/9/2R6/9/4K4 w"  # a horse, and later a soldier


@pytest.mark.parametrize(
    ("fen", "line", "gain", "told"),
    [
        (SOLDIER, "c2c5 d9d8 c5a5 d8d9 a5a6", 540, 1),  # the soldier need not fall
        (SOLDIER, "c2c5 d9d8 c5a5 d8d9 a5a6", 430, 1),
        ("3k5/9/9/2p6/9/9/9/2R6/9/4K1c2 w", "c2c6 d9d8 c6g6 d8d9 g6g0", 570, 5),  # a soldier, then a cannon
        (START_FEN, "h2h9 i9h9 g3g4", 0, 3),  # what is taken back belongs to it
    ],
)
def test_of_a_proof_the_first_exchange_is_told_that_wins_what_is_claimed(
    fen: str, line: str, gain: int, told: int
) -> None:
    assert len(told_part(Board(fen), moves(line), int(0.6 * gain))) == told


@pytest.mark.parametrize(
    ("style", "language", "text"),
    [
        (Style.ICCS, "en", "The chariot could have taken Black's horse on c5, which was unprotected."),
        (Style.CHINESE, "zh-Hans", "本可走车七进三，白吃黑马。"),
        (Style.CHINESE_TRADITIONAL, "zh-Hant", "本可走車七進三，白吃黑馬。"),
    ],
)
def test_the_end_of_a_proof_is_not_counted(style: Style, language: str, text: str) -> None:
    board = Board(SOLDIER)
    line = moves("c2c5 d9d8 c5a5 d8d9 a5a6")
    pieces = (placed(board, line[0].from_square), placed(board, line[0].to_square))
    fact = Fact(FactKind.HANGS, board.turn, Start.BEFORE, pieces, line, int(0.6 * 540), name="free")
    assert Wording(language, style).sentence(fact, board, Move.from_iccs("e0e1")) == text


@pytest.mark.parametrize(
    ("style", "language", "text"),
    [
        (
            Style.ICCS,
            "en",
            "There was a way to win a cannon and a soldier: 1. chariot takes the soldier on c6, general to d8, "
            "2. chariot to g6, general to d9, 3. chariot takes the cannon on g0.",
        ),
        (Style.CHINESE, "zh-Hans", "本可走车七进四，将４进１，车七平三，将４退１，车三退六，净得一炮一卒。"),
    ],
)
def test_what_is_won_later_comes_with_its_line(style: Style, language: str, text: str) -> None:
    board = Board("3k5/9/9/2p6/9/9/9/2R6/9/4K1c2 w")
    line = moves("c2c6 d9d8 c6g6 d8d9 g6g0")
    pieces = (placed(board, line[0].from_square), placed(board, line[-1].to_square))
    fact = Fact(FactKind.WINS_MATERIAL, board.turn, Start.BEFORE, pieces, line, int(0.6 * 570))
    assert Wording(language, style).sentence(fact, board, Move.from_iccs("e0e1")) == text


def test_to_take_back_evenly_wins_nothing() -> None:
    """The cannon takes a cannon and is taken; the soldier that falls later need not fall."""
    board = Board("rnbak1b2/4a4/5cncr/p1p1p1p1p/9/9/P1P1P1PCP/7CR/9/RNBAKABN1 w")
    fault = JudgedMove(board, Move.from_iccs("h2h7"), moves("g3g4 g7f5"), moves("i7h7 h0g2"))
    told = finder.of_mistake(fault)
    assert not [fact for fact in told if fact.start is Start.AFTER and fact.gain]


def test_a_pinned_defender_is_no_reason_where_another_one_takes_back() -> None:
    board = Board("1r2kab2/4a4/2Rcb1n2/pP2p4/4c1p1R/9/2N2rP1N/3CBC3/4A4/2B1KA3 b")
    [step] = moves("f3f2")
    told = wins(Win(Shot(board, step, prover), (step,), 460, Start.BEFORE))
    assert FactKind.PINNED_DEFENDER not in [fact.kind for fact in told]


# ---- Lines ----


@pytest.mark.parametrize("image", list(images()))
def test_a_line_ends_before_an_exchange_or_after_it(image: Image) -> None:
    """The chariots are exchanged by the third and the fourth move."""
    board, line = image.board(PROTECTED), tuple(image.moves("e0e1 d9d8 c2c6 b8c6"))
    assert until_quiet(board, line, finder.prover) == line
    assert until_quiet(board, line[:3], finder.prover) == line[:2]


def test_where_nothing_is_found_a_costly_move_alone_has_its_better_move_named() -> None:
    fault = JudgedMove(
        Board(), Move.from_iccs("a3a4"), moves("c3c4 h9g7"), moves("h9g7 h0g2"), tells_points=False
    )
    assert finder.of_mistake(replace(fault, loss=0.09)) == ()
    [told] = finder.of_mistake(replace(fault, loss=0.1))
    assert (told.kind, told.name) == (FactKind.BETTER, "")
    assert FactKind.BETTER in NO_CAUSES
    alone = replace(fault, better=(), refutation=moves("b9c7 h0g2"))
    assert finder.of_mistake(replace(alone, loss=0.09)) == ()
    assert [fact.kind for fact in finder.of_mistake(replace(alone, loss=0.1))] == [FactKind.ANSWER]


CAPTURED = [
    ("en", "The best reply is cannon to h9, winning two horses for a cannon."),
    ("zh-Hans", "最佳应着是炮二进七，以炮换双马。"),
    ("zh-Hant", "最佳應著是炮二進七，以炮換雙馬。"),
]


@pytest.mark.parametrize(("language", "text"), CAPTURED)
def test_what_is_taken_in_a_line_is_summed_up(language: str, text: str) -> None:
    before = Board(START_FEN.replace(" w", " b"))
    line = moves("h2h9 i9h9 b2b9")
    style = dict(LANGUAGES)[language]
    mistake = Move.from_iccs("a6a5")
    after = played(before, [mistake])
    fact = Fact(
        FactKind.ANSWER, after.turn, Start.AFTER, (placed(after, line[0].from_square),), line, name=CAPTURES
    )
    said = Wording(language, style).sentence(fact, before, mistake)
    assert said == text


# ---- Openings ----


def test_an_opening_is_named_when_it_is_decided() -> None:
    teller, board = OpeningTeller(), played(Board(), moves("h2e2"))
    [named] = teller.facts(board, Move.from_iccs("h7e7"))
    words = Wording("en", Style.ICCS)
    assert words.sentence(named, board, Move.from_iccs("h7e7")) == "Same Direction Cannons."
    with_chariots = played(Board(), moves("h2e2 h7e7 h0g2 h9g7 i0h0"))
    names = [fact.name for fact in teller.facts(with_chariots, Move.from_iccs("i9i8"))]
    assert names == ["opening.D20"]


def test_practice_is_told_of_nothing_that_masters_reach_otherwise() -> None:
    teller, board = OpeningTeller(), played(Board(), moves("h2e2 h9g7 h0g2"))
    assert not list(teller.practised(board, Move.from_iccs("h7i7")))  # a three-step tiger one move later
    [told] = teller.practised(board, Move.from_iccs("e9e8"))
    assert told.kind in NO_CAUSES
    assert (
        Wording("en", Style.ICCS)
        .sentence(told, board, Move.from_iccs("e9e8"))
        .startswith("No master game has this move")
    )


refuter = LateRefuter(6)


@pytest.mark.parametrize("image", list(images()))
def test_the_independent_search_agrees(image: Image) -> None:
    fault = judged(image, FREE, "e0e1", "c2c5 d9d8", "c5d3")
    for fact in finder.of_mistake(fault):
        assert refuter.judge(fault.before.position(), fault.move, fact) == HOLDS


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(
    ("answer", "names"), [("h7e7 h2h9 i9h9 b2b9 a9b9 a3a4", [CAPTURES]), ("h7e7 b0c2 c6c5", [])]
)
def test_an_answer_without_a_reason_is_told_by_what_is_taken(
    image: Image, answer: str, names: list[str]
) -> None:
    fault = judged(image, START_FEN, "h0i2", "", answer)
    assert [fact.name for fact in finder.of_mistake(fault)] == names
