"""Tests that the explorer follows the board, counts the selected games, and drops late answers."""

from __future__ import annotations

import queue
from dataclasses import replace

from app_session import HUMAN, Session
from running import ask, until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.library.asks import AskExplorer, Explored, LibraryService
from xiangqi.app.library.asks_listing import ListFound
from xiangqi.app.library.explored import computer_words
from xiangqi.app.library.explorer import FilterExplorer, ListExplored, ToggleExplorer
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.app.library.state import Exploration, GameFilter, LibraryState
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.asks_reading import LoadFound
from xiangqi.app.records.browse import GoFirst, GoLast
from xiangqi.app.runner import Runner
from xiangqi.app.session import view
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.judgement import Judgement, line_keys
from xiangqi.app.session.players import Setup
from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.fen import START_FEN
from xiangqi.library import Library, Played
from xiangqi.records.tree import Game

CANNON = Move.from_iccs("h2e2")
PAWN = Move.from_iccs("c3c4")


def tick(session: Session) -> Session:
    session.send(Tick(session.state.now + 0.1))
    return session


def opened(hot_seat: Session) -> Session:
    hot_seat.send(ToggleExplorer(), FilterExplorer(GameFilter()))
    return tick(hot_seat)


def game(moves: str, result: str = "1-0", **headers: str) -> Game:
    record = Game(headers={"Red": "Li", "Black": "Hu", **headers}, result=result)
    node = record.root
    for text in moves.split():
        node = node.add(Move.from_iccs(text))
    return record


def test_it_asks_about_every_position_once(hot_seat: Session) -> None:
    first = opened(hot_seat).one(AskExplorer)
    assert first.query.position.split()[:2] == START_FEN.split()[:2]
    assert tick(hot_seat).found(AskExplorer) == []
    hot_seat.play("h2e2")
    second = tick(hot_seat).one(AskExplorer)
    board = Board()
    board.push(CANNON)
    assert second.query.position.split()[:2] == board.fen().split()[:2]
    hot_seat.send(GoFirst())
    assert tick(hot_seat).one(AskExplorer).query == first.query
    hot_seat.send(ToggleExplorer())
    hot_seat.send(GoLast())
    assert tick(hot_seat).found(AskExplorer) == []


def test_an_answer_to_an_earlier_question_is_dropped(hot_seat: Session) -> None:
    first = opened(hot_seat).one(AskExplorer)
    hot_seat.play("h2e2")
    second = tick(hot_seat).one(AskExplorer)
    hot_seat.send(Explored(first.ask_id, Exploration(first.query, failure="late")))
    explorer = hot_seat.state.part(LibraryState).explorer
    assert explorer is not None
    assert explorer.answer is None
    hot_seat.send(Explored(second.ask_id, Exploration(second.query)))
    explorer = hot_seat.state.part(LibraryState).explorer
    assert explorer is not None
    assert explorer.is_current


def test_it_comes_out_from_under_an_explanation(hot_seat: Session) -> None:
    opened(hot_seat).send(ExplainPosition())
    assert hot_seat.state.coaching.insight is not None
    hot_seat.send(ToggleExplorer())
    assert hot_seat.state.coaching.insight is None
    assert hot_seat.state.part(LibraryState).explorer is not None
    hot_seat.send(ToggleExplorer())
    assert hot_seat.state.part(LibraryState).explorer is None


def test_another_filter_and_new_games_ask_again(hot_seat: Session) -> None:
    opened(hot_seat)
    chosen = GameFilter(player="Li", side=BLACK, first_year=1990, last_year=1999, mirror=False)
    hot_seat.send(FilterExplorer(chosen))
    query = tick(hot_seat).one(AskExplorer).query
    assert (query.player, query.side, query.own) == ("Li", BLACK, None)
    assert (query.first_date, query.last_date, query.mirror) == (19900000, 19991231, False)
    hot_seat.send(FilterExplorer(GameFilter(own=True, side=RED)))
    query = tick(hot_seat).one(AskExplorer).query
    assert (query.mine, query.own, query.side) == (True, RED, None)
    hot_seat.send(LibraryChanged())
    assert tick(hot_seat).one(AskExplorer).query == query
    hot_seat.send(ToggleExplorer(), ToggleExplorer())
    assert tick(hot_seat).one(AskExplorer).query == query, "the filter stays"


def test_all_games_and_a_single_one_are_opened(hot_seat: Session) -> None:
    query = opened(hot_seat).one(AskExplorer).query
    hot_seat.send(ListExplored())
    assert hot_seat.one(ListFound).query == query
    hot_seat.send(OpenStoredGame(17, 4))
    assert hot_seat.one(LoadFound).games == ((17, 4),)


def test_the_computers_word_is_told_from_reds_side(hot_seat: Session) -> None:
    hot_seat.send(ToggleAnalysis())
    shown, rules = view.board_line(hot_seat.state), view.rules(hot_seat.state)

    info = Info(9, 9, 1, 1, score_cp=31, pv=(CANNON,))
    other = Info(9, 9, 1, 1, score_cp=-12, pv=(PAWN,))
    after = Info(9, 9, 1, 1, mate=4, pv=())
    judgements = {
        line_keys(shown.here, rules, ())[-1]: Judgement(RED, info, (info, other)),
        line_keys(shown.here.then(PAWN), rules, ())[-1]: Judgement(BLACK, after, (after,)),
    }
    words = computer_words(
        replace(hot_seat.state, judgements=judgements), [CANNON, PAWN, Move.from_iccs("b0c2")]
    )
    assert words == {CANNON: "+0.3", PAWN: "#-4"}


def answer(outbox: Outbox) -> Exploration:
    event = outbox.get(timeout=300)
    assert isinstance(event, Explored)
    return event.answer


def test_the_library_answers_with_results_years_own_moves_and_examples() -> None:
    with Library() as library:
        library.keep(game("h2e2 h9g7", "0-1", Date="2001.05.06"), Played("2026-01-01", RED, black_level=3))
        library.keep(game("h2e2 b9c7", "1-0", Date="2003.05.06"), Played("2026-01-02", RED, black_level=6))
        library.keep(game("c3c4 h9g7", "1/2-1/2"), Played("2026-01-03", BLACK, red_level=5))
        last = library.own_games()[0].number
    outbox: Outbox = queue.SimpleQueue()
    room = LibraryService(outbox)
    try:
        ask(room, AskExplorer(1, GameFilter(mirror=False).query(START_FEN)))
        found = answer(outbox)
        assert [(played.move, played.games) for played in found.moves] == [(CANNON, 2), (PAWN, 1)]
        cannon, pawn = found.moves
        assert (cannon.red_wins, cannon.draws, cannon.black_wins, cannon.year, cannon.level) == (
            1,
            0,
            1,
            2002,
            4.5,
        )
        assert (pawn.year, pawn.level) == (None, 5)
        assert dict(found.own) == {CANNON: 2}, "the pawn was moved by the computer"
        assert [example.year for example in found.examples] == [2003, 0, 2001]
        assert (found.examples[1].number, found.examples[1].move, found.examples[1].ply) == (last, PAWN, 0)
        ask(room, AskExplorer(2, GameFilter(own=True, side=BLACK).query(START_FEN)))
        assert [played.move for played in answer(outbox).moves] == [PAWN]
        ask(room, AskExplorer(3, GameFilter().query("nonsense w")))
        assert "position" in answer(outbox).failure
    finally:
        room.close()


def is_explored(runner: Runner, ply: int) -> bool:
    """Return whether the explorer knows the position of a game that has come so far."""
    explorer = runner.state.part(LibraryState).explorer
    return explorer is not None and explorer.is_current and len(runner.state.document.line.moves) == ply


def is_found(runner: Runner, count: int) -> bool:
    found = runner.state.part(LibraryState).found
    return found is not None and found.complete and len(found.games) == count


def test_found_games_open_at_the_position_in_a_list() -> None:
    with Library() as library:
        for number in range(3):
            library.keep(
                game(f"h2e2 h9g7 {('h0g2', 'b0c2', 'c3c4')[number]}"), Played(f"2026-01-0{number + 1}")
            )
    with Runner() as runner:
        runner.send(NewGame(Setup(HUMAN, HUMAN)))
        runner.send(ToggleExplorer())
        runner.send(FilterExplorer(GameFilter()))
        runner.send(PlayText("h2e2"))
        until(runner, lambda: is_explored(runner, 1))
        runner.send(ListExplored())
        until(runner, lambda: is_found(runner, 3))
        found = runner.state.part(LibraryState).found
        assert found is not None
        assert [(stored.number, stored.ply) for stored in found.stored] == [(3, 1), (2, 1), (1, 1)], (
            "the latest first"
        )
        runner.send(OpenStoredGame(2, 1))
        until(runner, lambda: runner.state.document.collection is not None)
        assert runner.state.document.cursor.ply == 1


def test_two_windows_see_each_others_games() -> None:
    outboxes: tuple[Outbox, Outbox] = (queue.SimpleQueue(), queue.SimpleQueue())
    one, other = rooms = [LibraryService(outbox) for outbox in outboxes]
    try:
        for number, text in enumerate(("h2e2", "c3c4", "h2e2"), 1):
            rooms[number % 2].library().keep(game(text), Played(f"2026-01-0{number}", RED))
            for room, outbox in zip(rooms, outboxes, strict=True):
                ask(room, AskExplorer(number, GameFilter().query(START_FEN)))
                assert answer(outbox).games == number
        one.library().delete([1])
        ask(other, AskExplorer(9, GameFilter().query(START_FEN)))
        left = answer(outboxes[1]).moves
        assert {played.move: played.games for played in left} == {CANNON: 1, PAWN: 1}
    finally:
        for room in rooms:
            room.close()
