"""The card that ends a game, in words of those who have played it."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from analysing import pv, tick
from screens import lost
from ui_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.practice import Train
from xiangqi.app.exercises.puzzles import PractiseMistakes
from xiangqi.app.game.asks import GameUnkept
from xiangqi.app.game.play import NewGame, Rematch
from xiangqi.app.game.resign_draw import AgreeDraw, Resign
from xiangqi.app.game.search_effects import SearchDone
from xiangqi.app.intent import Intent
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.editing import AnnotateGame
from xiangqi.app.records.loading import ShowDocument
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.training import PracticeSummary
from xiangqi.app.update import Answer
from xiangqi.board import parse_square
from xiangqi.core.constants import BLACK, KNIGHT, RED
from xiangqi.exercises.rating import StrengthEstimate
from xiangqi.fen import START_FEN
from xiangqi.ui.game.strips import PlayerCard
from xiangqi.ui.parts.coach_rows import SentenceRow
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.widgets import Button, Label

COMPUTER = Player(PlayerKind.COMPUTER, 3)
MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"


def begun(red: Player, black: Player, fen: str = "") -> Session:
    session = Session(size=(1366, 768))
    setup = Setup(red, black) if not fen else Setup(red, black, fen)
    session.send(NewGame(setup))
    session.draw()
    return session


def words(session: Session, key: str) -> str:
    label = session.widget(key)
    assert isinstance(label, Label)
    return label.text


def keys(session: Session) -> set[str]:
    return {widget.key for widget in session.screen.stage.widgets}


def gold(session: Session) -> list[str]:
    return [one.key for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]


def test_who_has_won_reads_that_they_have_and_in_how_many_moves() -> None:
    session = begun(Player(), COMPUTER, MATE_IN_ONE)
    session.play("b0b9")
    assert words(session, "result.title") == "You won"
    assert words(session, "result.why") == "by checkmate in 1 move"
    assert "Saved to your library." in words(session, "result.kept")
    assert {"result.picture", "game.harder"} <= keys(session)
    assert "game.easier" not in keys(session)
    harder = session.widget("game.harder")
    assert isinstance(harder, Button)
    assert harder.action == Rematch(swap=True, step=1)


def test_who_has_lost_gets_no_trophy_and_no_stronger_opponent() -> None:
    session = begun(COMPUTER, Player(), MATE_IN_ONE)
    assert session.state.search is not None
    session.send(SearchDone(session.state.search.id, pv("b0b9")[0]))
    session.draw()
    assert words(session, "result.title") == "You lost"
    assert "game.easier" in keys(session)
    assert not {"result.picture", "game.harder"} & keys(session)


@pytest.mark.parametrize("cover", [ExplainPosition(), AnnotateGame()])
def test_nothing_that_is_open_covers_the_card_or_the_next_game(cover: Intent) -> None:
    session = begun(Player(), COMPUTER, MATE_IN_ONE)
    session.send(cover)
    session.draw()

    session.send(PlayText("b0b9"))
    session.draw()
    assert session.state.play.end is not None
    assert words(session, "result.title") == "You won"
    session.send(cover, Rematch())
    session.draw()
    assert session.state.part(LibraryState).explorer is None
    assert "game.resign" in keys(session)


@pytest.mark.parametrize("size", [(800, 600), (1366, 740), (1920, 1050), (900, 1400)])
def test_notes_opened_after_a_game_hide_its_end_only_where_they_need_its_place(size: tuple[int, int]) -> None:
    session = Session(size=size)
    session.send(NewGame(Setup(Player(), COMPUTER, MATE_IN_ONE)))
    session.play("b0b9")
    session.send(AnnotateGame())
    session.draw()
    assert session.state.notes
    beside = len(session.screen.stage.frame.columns) > 1
    assert ("result.title" in keys(session)) is beside


@pytest.mark.parametrize("lesson", ["", "inaccuracy"])
def test_a_game_that_still_waits_for_the_disk_does_not_hide_the_card_of_the_next(lesson: str) -> None:
    session = begun(Player(), COMPUTER)
    session.settle(coach_interrupts=lesson)
    session.play("h2e2")
    session.send(GameUnkept(session.state.current_game.id, "the disk is full"))
    session.send(NewGame(Setup(Player(), COMPUTER, MATE_IN_ONE)), Answer(True))
    session.play("b0b9")
    assert session.state.kept_game.id != session.state.document.id, "the first game is still there"
    assert session.state.coaching.interruption is None, "nothing is asked about it"
    assert words(session, "result.title") == "You won"


def test_a_draw_offers_both_and_no_trophy() -> None:
    session = begun(Player(), COMPUTER)
    session.play("h2e2")
    session.send(AgreeDraw())
    session.draw()
    assert words(session, "result.title") == "Draw"
    assert {"game.easier", "game.harder"} <= keys(session)
    assert "result.picture" not in keys(session)


def test_two_people_are_called_by_their_names() -> None:
    session = begun(Player(name="Ann"), Player(name="Bo"))
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    session.draw()
    assert words(session, "result.title") == "Ann won"
    assert words(session, "result.why") == "Bo resigned · 1 move"
    assert not {"game.easier", "game.harder", "game.today"} & keys(session)


def test_a_lost_game_says_what_turned_it_and_makes_an_exercise_of_it() -> None:
    session = Session(size=(1366, 768))
    lost(session)
    session.draw()
    rows = [one for one in session.screen.stage.widgets if isinstance(one, SentenceRow)]
    assert rows[0].text == "Your 马二进三 was the turning point (move 2)."
    assert rows[1].action is not None  # a click plays it out
    learn = session.widget("game.learn")
    assert isinstance(learn, Button)
    assert learn.action == PractiseMistakes(only=3)
    assert gold(session) == ["game.learn"]
    session.click(learn.rect.center)
    assert session.state.mode(Puzzle) is not None
    assert not {"game.resign", "game.draw"} & keys(session), "nobody is played against"
    for side in (RED, BLACK):
        player = session.widget(f"player.{side}")
        assert isinstance(player, PlayerCard)
        assert "level" not in player.name
    session.click_widget("game.leave")
    assert session.state.mode(Puzzle) is None
    assert gold(session) == ["game.learn"]
    assert "game.rematch" in keys(session)


def test_what_has_been_found_is_not_asked_again() -> None:
    session = Session(size=(1366, 768))
    lost(session)
    session.draw()
    session.click_widget("game.learn")
    session.state = replace(
        session.state, solved=session.state.solved | {key_of(session.state.document.start_fen)}
    )
    session.draw()
    session.click_widget("game.leave")
    learn = session.widget("game.learn")
    assert isinstance(learn, Button)
    assert (learn.label, learn.enabled) == ("Better move found", False)
    assert gold(session) == ["game.rematch"]


@pytest.mark.parametrize("size", [(800, 600), (1366, 630), (1366, 740), (1920, 1050)])
def test_no_button_moves_when_the_coach_has_looked(size: tuple[int, int]) -> None:
    session = Session(size)
    lost(session)
    session.draw()
    after = {one.key: tuple(one.rect) for one in session.screen.stage.widgets if isinstance(one, Button)}
    settled = session.state
    session.state = replace(settled, judgements={})
    session.draw()
    before = {one.key: tuple(one.rect) for one in session.screen.stage.widgets if isinstance(one, Button)}
    assert before == after


def test_the_move_to_learn_from_is_shown_on_a_board_where_words_leave_room() -> None:
    session = Session(size=(1366, 740))
    lost(session)
    session.draw()
    board = session.widget("result.board")
    assert isinstance(board, SmallBoard)
    assert [(arrow.from_square, arrow.to_square) for arrow in board.arrows] == [
        (parse_square("h0"), parse_square("g2"))
    ]
    assert board.pieces[parse_square("h0")] == RED | KNIGHT, "the position before the move"
    assert not any(board.rect.colliderect(session.widget(key).rect) for key in ("game.learn", "result.title"))
    session.size = (800, 600)
    session.surface = pygame.Surface(session.size)
    session.draw()
    assert "result.board" not in keys(session)


@pytest.mark.parametrize(
    ("last_score", "gives_back"), [(-420, False), (-380, False), (-100, True), (320, True)]
)
def test_a_mistake_that_was_given_back_did_not_turn_the_game(last_score: int, gives_back: bool) -> None:
    session = Session(size=(800, 600))
    lost(session, last_score)
    session.draw()
    said = [one.text for one in session.screen.stage.widgets if isinstance(one, SentenceRow)]
    gift = "Your opponent gave the chance back with 车９平８ (move 2)."
    if gives_back:
        assert (said[0], said[-1]) == ("Your costliest move was 马二进三 (move 2).", gift)
    else:
        assert said[0] == "Your 马二进三 was the turning point (move 2)."
        assert gift not in said


def test_the_card_says_how_far_it_has_looked() -> None:
    session = begun(Player(), COMPUTER)
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    tick(session)
    session.draw()
    row = session.widget("result.turned.0")
    assert isinstance(row, SentenceRow)
    assert row.text == "Reviewing your game: 0 of 1 move"
    assert gold(session) == ["game.rematch"]


@pytest.mark.parametrize(
    ("today", "experience", "asks"),
    [(3, "", True), (10, "", False), (0, "", True), (0, "new", False), (3, "new", True)],
)
def test_todays_exercises_are_offered_as_on_home_until_they_are_done(
    today: int, experience: str, asks: bool
) -> None:
    session = begun(Player(), COMPUTER)
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    settings = replace(session.state.settings, experience=experience)
    practice = PracticeSummary(today=today, daily=10)
    session.state = replace(session.state, practice=practice, settings=settings)
    session.draw()
    assert ("game.today" in keys(session)) is asks
    if asks:
        button = session.widget("game.today")
        assert isinstance(button, Button)
        assert isinstance(button.action, Train)


def test_a_rematch_swaps_the_colours() -> None:
    session = begun(Player(), COMPUTER)
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    session.draw()
    button = session.widget("game.rematch")
    assert button is not None
    session.click(button.rect.center)
    assert session.state.play.setup.human_side == BLACK


def test_the_card_of_an_ended_game_is_about_it_while_another_one_runs() -> None:
    session = begun(Player(), COMPUTER)
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    ended = session.state.document.id
    session.send(NewGame(Setup(Player(), Player())))
    session.play("h2e2")
    session.send(ShowDocument(ended))
    session.draw()
    button = session.widget("game.rematch")
    assert isinstance(button, Button)
    assert button.label == "Rematch as Black"
    assert "game.easier" in keys(session)


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5])
def test_every_sentence_has_room(scale: float) -> None:
    session = Session(size=(1366, 768))
    lost(session)
    session.settle(ui_scale=scale)
    rows = [one.key for one in session.screen.stage.widgets if isinstance(one, SentenceRow)]
    assert rows == ["result.turned.0", "result.turned.1"]


def test_below_the_lowest_level_nothing_easier_is_offered() -> None:
    session = begun(Player(), Player(PlayerKind.COMPUTER, 1))
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    session.draw()
    assert "game.easier" not in keys(session)


def test_the_rematch_says_the_colour_and_is_gold_without_a_turning_point() -> None:
    session = begun(Player(), COMPUTER, MATE_IN_ONE)
    session.play("b0b9")
    rematch, learn = session.widget("game.rematch"), session.widget("game.learn")
    assert isinstance(rematch, Button)
    assert isinstance(learn, Button)
    assert rematch.label == "Rematch as Black"
    assert (learn.enabled, gold(session)) == (False, ["game.rematch"]), "while the game is reviewed"
    places = {key: session.widget(key).rect.topleft for key in ("game.review", "game.rematch")}
    session = Session(size=(1366, 768))
    lost(session)
    session.draw()
    assert gold(session) == ["game.learn"]
    assert {key: session.widget(key).rect.topleft for key in places} == places, "nothing moves"
    friends = begun(Player(name="Ann"), Player(name="Bo"))
    friends.play("h2e2")
    friends.send(Resign(), Answer(True))
    friends.draw()
    assert gold(friends) == ["game.rematch"]


def test_a_rated_game_shows_how_the_rating_has_changed() -> None:
    session = Session(size=(1366, 768))
    before = StrengthEstimate(1500, 1400, 1600)
    session.send(PracticeRead(PracticeSummary(estimate=before, curve=(before,))))
    session.send(NewGame(Setup(Player(), COMPUTER)))
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    session.draw()
    assert "result.rating" not in keys(session), "the game has not been weighed yet"
    after = StrengthEstimate(1488, 1400, 1580)
    session.send(PracticeRead(PracticeSummary(estimate=after, curve=(before, after))))
    session.draw()
    assert words(session, "result.rating") == "Rating 1490 (-10)"
    session.send(Rematch())
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    session.draw()
    assert "result.rating" not in keys(session), "the change belongs to the game before"


def test_the_first_rating_and_games_that_do_not_count() -> None:
    session = Session(size=(1366, 768))
    first = StrengthEstimate(1420, 1200, 1600)
    for fen, told in ((START_FEN, "Your first rating: 1420"), (MATE_IN_ONE, "")):
        session.send(PracticeRead(PracticeSummary()), NewGame(Setup(Player(), COMPUTER, fen)))
        session.play("h2e2" if fen == START_FEN else "b0b9")
        session.send(Resign(), Answer(True), PracticeRead(PracticeSummary(estimate=first, curve=(first,))))
        session.draw()
        assert ("result.rating" in keys(session)) is bool(told)
        if told:
            assert words(session, "result.rating") == told


def test_the_explorer_in_one_column_does_not_hide_how_the_game_ended() -> None:
    session = begun(Player(name="Ann"), Player(name="Bo"))
    session.play("h2e2")
    session.send(Resign(), Answer(True), ToggleExplorer())
    session.draw()
    assert len(session.screen.stage.frame.columns) == 1
    assert {"result.title", "explorer.whose"} <= keys(session)


def test_what_cannot_be_used_says_why() -> None:
    session = begun(Player(), COMPUTER)

    def tip(key: str) -> str:
        button = session.widget(key)
        assert isinstance(button, Button)
        return "" if button.enabled else button.tip

    assert tip("game.resign") == tip("game.draw") == "After the first move"
    session.play("h2e2")
    assert (tip("game.resign"), tip("game.hint")) == ("", "When it is your turn")
    session.send(Resign(), Answer(True))
    session.draw()
    assert tip("game.resign") == "The game is over"


def test_a_game_too_short_to_count_says_so() -> None:
    session = begun(Player(), COMPUTER)
    session.send(PlayText("h2e2"), Resign(), Answer(True))
    session.draw()
    assert "under eight moves" in words(session, "result.kept")


def test_the_title_of_an_ended_game_tells_its_result_in_words() -> None:
    session = begun(Player(), Player())
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    session.draw()
    title = session.widget("head.title")
    assert isinstance(title, Label)
    assert title.text.endswith(" · Red wins")
