"""Tests of the sheets for readers: boards and searches beside sentences, halves of games and of languages."""

from __future__ import annotations

import random

from tools.read_sheets import (
    KINDS,
    MASTERS,
    READERS,
    WEAK,
    Item,
    Played,
    as_sheet,
    as_story,
    diagram,
    items_of,
    masters_games,
    scene_of,
    shared_out,
)
from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.grades import Grade
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.notes import GameReview, MoveReview, Opinion
from xiangqi.coach.scene import placed
from xiangqi.coach.second_look import FAR
from xiangqi.coach.summary import summary_of
from xiangqi.core.constants import RED
from xiangqi.line import Line

PLAYED = Move.from_iccs("a0a1")
BETTER = (Move.from_iccs("h2e2"),)
FACTS = tuple(
    Fact(kind, RED, Start.BEFORE, (placed(Board(), BETTER[0].from_square),), BETTER)
    for kind in (FactKind.BETTER, FactKind.ONLY_MOVE)
)
MARKED = MoveReview(1, RED, PLAYED, 0.5, 0.4, 0.1, Grade.INACCURACY, BETTER, FACTS, "opening")
REVIEW = GameReview(Line(START_FEN, (PLAYED,)), (MARKED,), summary_of((MARKED,), "A00"))
GAME = Played("M1", MASTERS, (int(PLAYED),), "1-0", 5)


class Searched(EngineJudge):
    """A judge that need not search."""

    def again(self, line: Line, times: int) -> Opinion:
        assert times == FAR
        return Opinion(0.7 if line.moves else 0.6, BETTER[: 1 - len(line.moves)])


def test_a_sentence_stands_beside_its_board_and_a_deep_search() -> None:
    judge = Searched()
    scene = scene_of(REVIEW, MARKED, Board(), judge)
    assert "Round 1, Red played **a0a1** (车九进一); the coach: cost 10%" in scene
    assert "9 r n b a k a b n r\n" in scene
    assert f"`{START_FEN}`" in scene
    assert "1 M nodes before: Red 60%, h2e2" in scene
    assert "1 M nodes after: Red 30%," in scene
    [item] = items_of(GAME, MARKED, Board(), [0], scene)
    assert item.said == ("Better: cannon on h2 to e2.", "应走炮二平五。")
    assert item.beside[0].startswith("Well found")
    assert item.beside[0] not in item.said[0]


def test_a_diagram_has_ranks_and_files() -> None:
    lines = diagram(Board("3k5/9/9/p8/9/9/9/9/9/R1C1K4 w")).splitlines()
    assert (lines[0], lines[3], lines[-2]) == (
        "9 . . . k . . . . .",
        "6 p . . . . . . . .",
        "0 R . C . K . . . .",
    )
    assert lines[-1] == "  a b c d e f g h i"


def test_readers_get_different_sentences_half_of_each_kind() -> None:
    items = [
        Item(f"{kind}{number}", kind, number, 0.1, "", (f"e{number}", f"c{number}"), ("", ""))
        for kind in KINDS
        for number in range(40)
    ]
    sheets = shared_out(items, 20, random.Random(1))
    assert len(sheets) == READERS
    for sheet in sheets:
        assert [sum(item.kind == kind for item in sheet) for kind in KINDS] == [10, 10]
    assert not {item.game for item in sheets[0]} & {item.game for item in sheets[1]}
    few = shared_out(items[:10], 20, random.Random(1))
    assert [len(sheet) for sheet in few] == [5, 5]
    text = as_sheet(sheets[0], random.Random(2))
    assert text.count("**English:** e") == text.count("**Chinese:** c") == 10
    assert text.count("not misleading:") == 20
    assert text.count("costly, explained by all:") == 20


def test_games_of_masters_depend_on_the_seed_alone() -> None:
    first, again, other = ([*masters_games(2, seed, 5)] for seed in (1, 1, 2))
    assert first == again != other
    assert all(game.kind == MASTERS and game.most == 5 for game in first)
    assert WEAK not in {game.kind for game in first}


def test_a_story_stands_in_both_languages_beside_its_game() -> None:
    texts = ("a0a1", "a9a8", "a1a0", "a8a9")
    line = Line(START_FEN, tuple(map(Move.from_iccs, (*texts, *texts))))
    moves = tuple(
        MoveReview(ply, line.turn_at(ply - 1), move, 0.5, 0.5, 0.0, Grade.GOOD, (), (), "opening")
        for ply, move in enumerate(line.moves, 1)
    )
    review = GameReview(line, moves, summary_of(moves, "A00"))
    text = as_story(Played("M1", MASTERS, (), "1/2-1/2", 5), review)
    assert "After an unusual opening, the game was equal." in text
    assert "开局走法少见，双方均势。" in text
    assert "- moves: a0a1 a9a8" in text
    assert "- moves that cost 10 % or more: none" in text
