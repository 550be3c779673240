"""The drawn board: every part of a picture is to be seen, in the right place, and not by colour alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from xiangqi.core.constants import BLACK, CANNON, KING, PAWN, RED, ROOK, make_square
from xiangqi.diagram.geometry import FRAME, BoardLayout
from xiangqi.diagram.labels import RED_DIGITS, RED_LABELS
from xiangqi.diagram.picture import Arrow, BoardPicture, Circle, DraggedPiece, Ink, Slide
from xiangqi.storage.settings import Settings
from xiangqi.ui.board.board_view import SWELL_S, BoardView
from xiangqi.ui.game.rule_pages import RULE_PAGES
from xiangqi.ui.game.rules_panel import RulePageBoard
from xiangqi.ui.parts.labels import file_numbers, shows_coordinates
from xiangqi.ui.toolkit.theme import BOARDS, PIECES, Look

CELL = 48
E0, E4, E9, C2 = make_square(4, 0), make_square(4, 4), make_square(4, 9), make_square(2, 2)
PLAIN = BoardPicture({E0: RED | KING, E9: BLACK | KING, C2: RED | CANNON})

Pixels = npt.NDArray[np.int64]


def drawn(
    picture: BoardPicture, flipped: bool = False, look: Look | None = None, time_s: float = 0.0
) -> Pixels:
    """The pixels of a picture, shape (width, height, 3)."""
    layout = BoardLayout(0, 0, CELL, flipped)
    surface = pygame.Surface((layout.width, layout.height), depth=32)
    BoardView(look).draw(surface, layout, picture, time_s)
    return pygame.surfarray.array3d(surface).astype(np.int64)


def changed(before: Pixels, after: Pixels, square: int, reach: float = 0.6, flipped: bool = False) -> int:
    """How many pixels within ``reach`` cells of a point differ in lightness, which needs no eye for colour."""
    x, y = BoardLayout(0, 0, CELL, flipped).point(square)
    near = (
        slice(x - round(reach * CELL), x + round(reach * CELL)),
        slice(y - round(reach * CELL), y + round(reach * CELL)),
    )
    difference = (after[near] @ (3, 6, 1) - before[near] @ (3, 6, 1)) / 10
    return int((abs(difference) > 12).sum())


def test_drawing_twice_gives_the_same_pixels() -> None:
    assert (drawn(PLAIN) == drawn(PLAIN)).all()


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("code", [RED | ROOK, BLACK | PAWN])
def test_a_piece_stands_on_its_square_whichever_side_is_below(code: int, flipped: bool) -> None:
    empty = drawn(BoardPicture(), flipped)
    one = drawn(BoardPicture({E4: code}), flipped)
    assert changed(empty, one, E4, 0.5, flipped) > CELL * CELL / 4
    assert (empty != one).any(axis=2).sum() < 1.7 * CELL * CELL  # nothing elsewhere


MARKS = {
    "selected": (replace(PLAIN, selected=C2), C2),
    "quiet target": (replace(PLAIN, targets=(E4,)), E4),
    "capture": (replace(PLAIN, targets=(E9,)), E9),
    "last move, from": (replace(PLAIN, last_move=(E4, C2)), E4),
    "last move, to": (replace(PLAIN, last_move=(E4, C2)), C2),
    "check": (replace(PLAIN, checked=E9), E9),
    "blocker": (replace(PLAIN, blockers=(E4,)), E4),
    "facing kings": (replace(PLAIN, facing=(E0, E9)), E4),
    "circle": (replace(PLAIN, circles=(Circle(E4),)), E4),
    "cursor": (replace(PLAIN, cursor=E4), E4),
    "hovered": (replace(PLAIN, hovered=C2), C2),
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", MARKS)
def test_every_mark_is_seen_in_lightness_on_every_board(name: str, board: str) -> None:
    look = Look(board=BOARDS[board])
    picture, square = MARKS[name]
    assert changed(drawn(PLAIN, look=look), drawn(picture, look=look), square) > 25


def test_marks_differ_in_form_from_one_another() -> None:
    plain = drawn(PLAIN)
    shapes = {
        name: (drawn(replace(PLAIN, **mark)) != plain).any(axis=2)
        for name, mark in {
            "target": {"targets": (E4,)},
            "last": {"last_move": (E4, E4)},
            "blocked": {"blockers": (E4,)},
            "circle": {"circles": (Circle(E4, Ink.OWN),)},
            "broken circle": {"circles": (Circle(E4, Ink.THREAT),)},
            "cursor": {"cursor": E4},
        }.items()
    }
    names = sorted(shapes)
    for place, one in enumerate(names):
        for other in names[place + 1 :]:
            differing = (shapes[one] ^ shapes[other]).sum()
            assert differing > 0.2 * min(shapes[one].sum(), shapes[other].sum()), (one, other)


def test_a_king_in_check_has_a_sign_besides_the_halo() -> None:
    halo_only = drawn(replace(PLAIN, facing=(E9, E9)))
    assert changed(halo_only, drawn(replace(PLAIN, checked=E9)), E9) > 60


def test_a_target_that_loses_by_repetition_carries_a_sign() -> None:
    target = replace(PLAIN, targets=(E4,))
    assert changed(drawn(target), drawn(replace(target, warned=(E4,))), E4) > 40


def test_what_a_move_keeps_is_a_sign_of_its_own() -> None:
    """Without colours, too: the signs differ in lightness by more than an edge."""
    target = replace(PLAIN, targets=(E4,))
    pictures = {worth: drawn(replace(target, kept=((E4, worth),))) for worth in ("win", "draw", "loss")}
    for worth, picture in pictures.items():
        assert changed(drawn(target), picture, E4) > 40, worth
        for other, another in pictures.items():
            assert worth == other or changed(picture, another, E4) > 40, (worth, other)


def test_a_sliding_piece_is_on_its_way_and_not_yet_there() -> None:
    away = {square: code for square, code in PLAIN.pieces.items() if square != C2}
    there = {**away, E4: RED | CANNON}
    empty = drawn(BoardPicture(away))
    sliding = drawn(BoardPicture(there, slides=(Slide(C2, E4, RED | CANNON, 0.5),)))
    middle = make_square(3, 3)
    assert changed(empty, sliding, middle, 0.45) > 300
    assert changed(empty, sliding, E4, 0.3) == 0
    arrived = drawn(BoardPicture(there, slides=(Slide(C2, E4, RED | CANNON, 1.0),)))
    assert changed(arrived, drawn(BoardPicture(there)), E4) == 0


def test_a_captured_piece_stays_until_the_other_arrives() -> None:
    there = {E4: RED | CANNON}
    slide = Slide(C2, E4, RED | CANNON, 0.2)
    without = drawn(BoardPicture(there, slides=(slide,)))
    captured = drawn(BoardPicture(there, slides=(replace(slide, captured=BLACK | PAWN),)))
    assert changed(without, captured, E4, 0.45) > 300


def test_a_dragged_piece_is_in_the_hand_and_leaves_a_ghost() -> None:
    x, y = BoardLayout(0, 0, CELL).point(E4)
    dragged = drawn(replace(PLAIN, drag=DraggedPiece(C2, (x, y))))
    gone = drawn(BoardPicture({E0: RED | KING, E9: BLACK | KING}))
    assert changed(gone, dragged, E4, 0.45) > 300
    assert changed(gone, dragged, C2, 0.45) > 40
    assert changed(drawn(PLAIN), dragged, C2, 0.45) > 200


@pytest.mark.parametrize("ink", list(Ink))
def test_an_arrow_reaches_from_one_square_to_the_other(ink: Ink) -> None:
    plain, pointed = drawn(BoardPicture()), drawn(BoardPicture(arrows=(Arrow(C2, E4, ink),)))
    for square in (C2, make_square(3, 3), E4):
        assert changed(plain, pointed, square, 0.45) > 25
    assert changed(plain, pointed, E9) == 0
    stronger = (pointed != plain).any(axis=2).sum()
    weak = drawn(BoardPicture(arrows=(Arrow(C2, E4, ink, 0.0),)))
    assert stronger > (weak != plain).any(axis=2).sum()


def test_a_number_lies_on_its_arrow_above_all_other_arrows() -> None:
    crossing = Arrow(make_square(2, 4), make_square(4, 2), Ink.THREAT)
    for others in ((), (crossing,)):
        seen = [
            drawn(BoardPicture(arrows=(Arrow(C2, E4, Ink.BEST, 1.0, number), *others))) for number in (0, 1, 2)
        ]
        assert changed(seen[0], seen[1], make_square(3, 3), 0.45) > 25
        assert changed(seen[1], seen[2], make_square(3, 3), 0.45) > 10, "one figure differs from another"
        assert changed(seen[0], seen[1], E4, 0.2) == 0


def test_the_river_stays_upright_and_the_labels_turn_with_the_board() -> None:
    plain, turned = drawn(BoardPicture()), drawn(BoardPicture(), flipped=True)
    layout = BoardLayout(0, 0, CELL)
    top, bottom = layout.grid_point(0, 4)[1] + 4, layout.grid_point(0, 5)[1] - 4
    assert (plain[:, top:bottom] == turned[:, top:bottom]).all()
    edge = layout.margin[1] // 2
    assert (plain[:, :edge] != turned[:, :edge]).any()
    assert (plain[:, -edge:] != turned[:, -edge:]).any()


@pytest.mark.parametrize("flipped", [False, True])
def test_coordinates_stand_on_the_frame_beside_every_file_and_rank(flipped: bool) -> None:
    plain, told = (drawn(BoardPicture(coordinates=asked), flipped) for asked in (False, True))
    changed = (plain != told).any(axis=2)
    frame, layout = round(CELL * FRAME), BoardLayout(0, 0, CELL)
    assert not changed[frame:, :-frame].any()
    half = CELL // 2
    for column in range(9):
        x = layout.grid_point(column, 0)[0]
        assert changed[x - half : x + half, -frame:].any()
    for row in range(10):
        y = layout.grid_point(0, row)[1]
        assert changed[:frame, y - half : y + half].any()


def test_coordinates_turn_with_the_board() -> None:
    plain, turned = (drawn(BoardPicture(coordinates=True), flipped) for flipped in (False, True))
    frame = round(CELL * FRAME)
    assert (plain[:frame] != turned[:frame]).any()
    assert (plain[:, -frame:] != turned[:, -frame:]).any()


@pytest.mark.parametrize(
    ("language", "notation", "shown"),
    [("en", "chinese", True), ("zh-Hans", "chinese", False), ("zh-Hant", "iccs", True)],
)
def test_coordinates_are_shown_where_points_are_told_by_them(language: str, notation: str, shown: bool) -> None:
    assert shows_coordinates(Settings(language=language, notation=notation)) is shown


@pytest.mark.parametrize(
    ("language", "notation", "pieces", "numbers"),
    [
        ("en", "wxf", "traditional", RED_DIGITS),
        ("en", "wxf", "western", RED_DIGITS),
        ("en", "iccs", "traditional", RED_DIGITS),
        ("en", "iccs", "western", ""),
        ("en", "chinese", "western", RED_LABELS),
        ("zh-Hans", "wxf", "traditional", RED_LABELS),
    ],
)
def test_files_are_counted_as_the_player_reads_them(
    language: str, notation: str, pieces: str, numbers: str
) -> None:
    settings = Settings(language=language, notation=notation, piece_set=pieces)
    assert file_numbers(settings) == numbers
    lesson = RulePageBoard("board", pygame.Rect(0, 0, 300, 300), RULE_PAGES[0], settings)
    assert lesson._picture(0, 0.0).numbers == numbers


@pytest.mark.parametrize("flipped", [False, True])
def test_digits_stand_in_place_of_numerals_on_the_side_of_red(flipped: bool) -> None:
    numerals, digits = (drawn(BoardPicture(numbers=names), flipped) for names in (RED_LABELS, RED_DIGITS))
    changed, half = (numerals != digits).any(axis=2), BoardLayout(0, 0, CELL).margin[1]
    own, other = (changed[:, :half], changed[:, half:]) if flipped else (changed[:, -half:], changed[:, :-half])
    assert own.any()
    assert not other.any()


def test_all_sets_and_boards_look_different() -> None:
    pictures = [
        drawn(PLAIN, look=Look(board, pieces)).tobytes()
        for board in BOARDS.values()
        for pieces in PIECES.values()
    ]
    assert len(set(pictures)) == len(BOARDS) * len(PIECES)


@pytest.mark.parametrize("pieces", PIECES)
def test_no_two_pieces_of_a_set_look_alike(pieces: str) -> None:
    look = Look(pieces=PIECES[pieces])
    codes = [side | kind for side in (RED, BLACK) for kind in range(KING, PAWN + 1)]
    faces = [drawn(BoardPicture({E4: code}), look=look) for code in codes]
    for place, one in enumerate(faces):
        for other in faces[place + 1 :]:
            assert (one != other).any(axis=2).sum() > 60


def test_the_host_is_told_how_long_a_picture_moves() -> None:
    still = replace(PLAIN, since_s=10.0)
    check = replace(still, checked=E9)
    assert not BoardView.is_moving(still, 10.1)
    assert BoardView.is_moving(replace(still, slides=(Slide(C2, E4, RED | CANNON, 0.1),)), 99.0)
    assert BoardView.is_moving(check, 10.0 + SWELL_S)  # one more frame, to come to rest
    assert not BoardView.is_moving(check, 10.0 + SWELL_S + 0.2)
    assert (drawn(check, time_s=10.0 + SWELL_S) == drawn(check, time_s=20.0)).all()
    assert changed(drawn(check, time_s=20.0), drawn(check, time_s=10.0 + SWELL_S / 4), E9, 1.0) > 25


def test_one_view_draws_every_change_as_a_new_view_does() -> None:
    check = replace(PLAIN, checked=E9, last_move=(C2, E4), since_s=10.0)
    slide = Slide(C2, E4, RED | CANNON, 0.4, captured=BLACK | PAWN)
    pictures = [
        PLAIN,
        replace(PLAIN, hovered=C2),
        replace(PLAIN, hovered=E4),
        replace(PLAIN, selected=C2, targets=(E4,)),
        replace(PLAIN, drag=DraggedPiece(C2, (100.0, 120.0))),
        replace(PLAIN, drag=DraggedPiece(C2, (140.0, 160.0))),
        replace(PLAIN, slides=(slide,)),
        replace(PLAIN, slides=(replace(slide, progress=0.7),)),
        replace(PLAIN, stars=(E4,)),
        replace(PLAIN, facing=(E0, E9)),
        replace(PLAIN, coordinates=True),
        replace(PLAIN, numbers=RED_DIGITS),
        check,
        BoardPicture(),
    ]
    view = BoardView()
    for look, below, flipped in ((Look(), 0, False), (Look(BOARDS["jade"]), 0, False), (Look(), 90, True)):
        view.look = look
        layout = BoardLayout(5, 5, CELL, flipped)
        for picture in (*pictures, *pictures):
            one, other = (pygame.Surface((layout.width + 9, layout.height + 9), depth=32) for _ in range(2))
            for surface, drawing in ((one, view), (other, BoardView(look))):
                surface.fill((below, below, below))
                drawing.draw(surface, layout, picture, 10.1)
            assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_drawing_stays_inside_the_board() -> None:
    layout = BoardLayout(30, 40, CELL)
    surface = pygame.Surface((layout.width + 80, layout.height + 90), depth=32)
    surface.fill((1, 2, 3))
    BoardView().draw(surface, layout, PLAIN)
    surface.fill((1, 2, 3), layout.box)
    assert (pygame.surfarray.array3d(surface) == (1, 2, 3)).all()
